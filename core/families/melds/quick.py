"""The least unmatched count of one pack's cards, quickly: bots ask for it at every move.

A hand is one number with a bit for each card it holds, thirteen bits a suit. What a suit's thirteen bits cost at least
with sequences alone is looked up; only ranks of which three or four cards are held then need a choice.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection
from functools import cache

from rumpus.core.cards import Card
from rumpus.core.families.melds.rule import MeldRule

SUIT_BITS = (1 << 13) - 1
BIT = tuple(1 << card for card in range(52))

Counter = Callable[[Collection[Card]], int]
"""From a hand, in any order, to what it counts at least."""


def is_quick(rule: MeldRule) -> bool:
    """Whether hands of this rule can be counted the quick way: nothing wild, groups of three or four, one price a rank."""
    by_rank = rule.prices[:52] == rule.prices[:13] * 4
    return by_rank and not rule.has_wilds and rule.shortest == 3 and rule.group != 3


@cache
def suit_costs(rule: MeldRule) -> array[int]:
    """What the cards of one suit cost at least, arranged in sequences alone, by their thirteen bits.

    Sequences of three to five cards are enough: a longer one is two of them.
    """
    runs_with: list[list[int]] = [[] for _ in range(13)]
    for length in range(rule.shortest, 2 * rule.shortest):
        for _, ranks in rule.runs(length):
            run = sum(1 << rank for rank in ranks)
            for rank in ranks:
                runs_with[rank].append(run)
    costs = [0] * (SUIT_BITS + 1)
    for held in range(1, SUIT_BITS + 1):
        rank = (held & -held).bit_length() - 1
        least = rule.prices[rank] + costs[held & held - 1]
        for run in runs_with[rank]:
            if run & held == run and costs[held ^ run] < least:
                least = costs[held ^ run]
        costs[held] = least
    return array("I", costs)


def one_pack_counter(rule: MeldRule, otherwise: Counter) -> Counter:
    """A function from a hand to its least unmatched count; a hand with twins, which bits cannot tell, goes ``otherwise``."""
    costs, bit_of = suit_costs(rule), BIT.__getitem__

    def count(hand: Collection[Card]) -> int:
        held = sum(map(bit_of, hand))
        if held.bit_count() != len(hand):
            return otherwise(hand)
        clubs = held & SUIT_BITS
        diamonds = held >> 13 & SUIT_BITS
        hearts = held >> 26 & SUIT_BITS
        spades = held >> 39
        least = costs[clubs] + costs[diamonds] + costs[hearts] + costs[spades]
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if ranks and least:
            return with_groups(clubs, diamonds, hearts, spades, ranks, least)
        return least

    def with_groups(clubs: int, diamonds: int, hearts: int, spades: int, ranks: int, least: int) -> int:
        """The least count when groups may be made of these ranks; ``least`` is what is known without them."""
        while ranks and least:
            rank = ranks & -ranks
            ranks ^= rank
            rest = ~rank
            c, d, h, s = clubs & rest, diamonds & rest, hearts & rest, spades & rest
            grouped = [(c, d, h, s)]
            if clubs & diamonds & hearts & spades & rank:
                grouped += (clubs, d, h, s), (c, diamonds, h, s), (c, d, hearts, s), (c, d, h, spades)
            for c, d, h, s in grouped:
                left = costs[c] + costs[d] + costs[h] + costs[s]
                if ranks and left:
                    left = with_groups(c, d, h, s, ranks, left)
                if left < least:
                    least = left
        return least

    return count
