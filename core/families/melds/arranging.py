"""Melds: what a hand counts, how it is best arranged, and what it can lay down.

One rule of melds (``MeldRule``) says what a table calls a group and a sequence; all else here asks it. Hands are cards
in any order; the same cards give the same answer in every order. Nothing here is ever a guess: the least count is the
least.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from rumpus.core.cards import Card
from rumpus.core.families.melds.best import Search
from rumpus.core.families.melds.every import arrangements
from rumpus.core.families.melds.pieces import next_faces
from rumpus.core.families.melds.quick import Counter, is_quick, one_pack_counter
from rumpus.core.families.melds.rule import Arrangement, Meld, MeldRule


def count(rule: MeldRule, hand: Collection[Card]) -> int:
    """What a hand counts: the cost of its unmatched cards when it is arranged best."""
    return counter(rule)(hand)


@cache
def counter(rule: MeldRule) -> Counter:
    """``count`` for one rule, to be kept by who asks often: a hand of one pack without wild cards takes microseconds."""

    def search(hand: Collection[Card]) -> int:
        return Search(rule, hand).count()

    return one_pack_counter(rule, search) if is_quick(rule) else search


def arrange(rule: MeldRule, hand: Sequence[Card]) -> Arrangement:
    """The hand in sets and unmatched cards, so that it counts least."""
    return Search(rule, hand).best()


def defend(rule: MeldRule, hand: Sequence[Card], melds: Sequence[Meld]) -> Arrangement:
    """The hand in sets, lay-offs on these melds and unmatched cards, so that it counts least.

    Lay-offs come in an order in which each card fits when it is its turn: of a sequence first the low end outwards, then
    the high end.
    """
    return Search(rule, hand, melds).best()


def discards_within(rule: MeldRule, hand: Sequence[Card], limit: int) -> tuple[Card, ...]:
    """The cards that a seat may throw so that what it keeps counts no more than the limit.

    A card takes no more than its own price off the count; so for most hands one count says that there is none.
    """
    count_kept, prices = counter(rule), rule.prices
    too_much = count_kept(hand) - limit
    found = []
    for card in sorted({card for card in hand if prices[card] >= too_much}):
        kept = list(hand)
        kept.remove(card)
        if count_kept(kept) <= limit:
            found.append(card)
    return tuple(found)


def hardest_to_lay_on(rule: MeldRule, hand: Sequence[Card]) -> Arrangement:
    """The arrangement of least count on whose melds the fewest cards of the pack fit (cards of its melds do not count)."""
    return min(arrangements(rule, hand), key=lambda one: len(openings(rule, one)))


def openings(rule: MeldRule, arrangement: Arrangement) -> set[Card]:
    """The cards of a pack, outside the melds of an arrangement, that fit on one of them directly."""
    lying = {card for meld in arrangement.melds for card in meld.cards}
    return {face for meld in arrangement.melds for face in next_faces(rule, meld)} - lying
