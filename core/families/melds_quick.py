"""The least unmatched count of one pack's cards, quickly: bots ask for it at every move.

A hand is one number with a bit for each card it holds, thirteen bits a suit. What a suit's thirteen bits cost at least
with sequences alone is looked up; only ranks of which three or four cards are held then need a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from rumpus.core.cards import Card
from rumpus.core.families.melds_rule import MeldRule

SUIT_BITS = (1 << 13) - 1
BIT = tuple(1 << card for card in range(52))

Counter = Callable[[Iterable[Card]], int]
HandCounter = Callable[[int], int]


def is_quick(rule: MeldRule) -> bool:
    """Whether hands of this rule, cards of one pack all different, can be counted the quick way."""
    by_rank = all(rule.prices[rank::13][:4] == (rule.prices[rank],) * 4 for rank in range(13))
    return by_rank and rule.shortest == 3 and rule.group != 3 and rule.deuces == "plain"


@cache
def suit_costs(rule: MeldRule) -> tuple[int, ...]:
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
    return tuple(costs)


@cache
def hand_counter(rule: MeldRule) -> HandCounter:
    """A function from a hand's bits to its least unmatched count."""
    costs = suit_costs(rule)

    def with_groups(clubs: int, diamonds: int, hearts: int, spades: int, ranks: int, least: int) -> int:
        """The least count when groups may be made of these ranks; ``least`` is what is known without them."""
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            rest = ~rank
            c, d, h, s = clubs & rest, diamonds & rest, hearts & rest, spades & rest
            trials = [(c, d, h, s)]
            if clubs & diamonds & hearts & spades & rank:
                trials += (clubs, d, h, s), (c, diamonds, h, s), (c, d, hearts, s), (c, d, h, spades)
            for c, d, h, s in trials:
                count = costs[c] + costs[d] + costs[h] + costs[s]
                if ranks and count:
                    count = with_groups(c, d, h, s, ranks, count)
                if count < least:
                    least = count
            if not least:
                break
        return least

    def count(held: int) -> int:
        clubs = held & SUIT_BITS
        diamonds = held >> 13 & SUIT_BITS
        hearts = held >> 26 & SUIT_BITS
        spades = held >> 39
        least = costs[clubs] + costs[diamonds] + costs[hearts] + costs[spades]
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if ranks and least:
            return with_groups(clubs, diamonds, hearts, spades, ranks, least)
        return least

    return count


@cache
def one_pack_counter(rule: MeldRule) -> Counter:
    """A function from a hand, cards of one pack in any order, to its least unmatched count."""
    costs = suit_costs(rule)
    count_held = hand_counter(rule)

    def count(hand: Iterable[Card]) -> int:
        held = 0
        for card in hand:
            held |= BIT[card]
        return count_held(held)

    _ = costs
    return count
