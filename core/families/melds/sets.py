"""The sets that a hand holds, found again and again: rummies ask after every draw, and mostly there are none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache

from rumpus.core.cards import FACES, RANK, SUIT, Card, Placed, card_of, rank_of, suit_of
from rumpus.core.families.melds.every import every_set
from rumpus.core.families.melds.reading import fitting
from rumpus.core.families.melds.rule import Meld, MeldRule

SetFinder = Callable[[Collection[Card]], list[Meld]]
Room = Mapping[Card, list[tuple[Placed, str]]]
"""The cards that fit on a meld, each with how it lies there and the end to say (empty where only one would do)."""
_SUIT = (1 << 13) - 1
_BIT = tuple(1 << face for face in range(64))


@cache
def set_finder(rule: MeldRule) -> SetFinder:
    """``every_set`` for one rule, to be kept by who asks often.

    What the cards of one suit, or of one rank, can make is worked out once and remembered; hands with twins or wild
    cards are worked out each time.
    """
    if rule.has_wilds:
        return lambda hand: every_set(rule, list(hand))
    of_suit: dict[int, list[Meld]] = {}
    of_rank: dict[int, list[Meld]] = {}

    def sets_of(cards: int, kind: str, known: dict[int, list[Meld]]) -> list[Meld]:
        found = known.get(cards)
        if found is None:
            hand = [face for face in range(52) if cards >> face & 1]
            found = known[cards] = [meld for meld in every_set(rule, hand) if meld.kind == kind]
        return found

    def find(hand: Collection[Card]) -> list[Meld]:
        held = 0
        for face in hand:
            held |= _BIT[face]
        if held.bit_count() != len(hand):
            return every_set(rule, list(hand))
        clubs, diamonds, hearts, spades = (held >> at & _SUIT for at in (0, 13, 26, 39))
        found: list[Meld] = []
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            found += sets_of(held & (low | low << 13 | low << 26 | low << 39), "group", of_rank)
        for at, cards in ((0, clubs), (13, diamonds), (26, hearts), (39, spades)):
            # Aces stand above kings here and below twos in a sequence: repeat the ace under the two before looking.
            line = cards << 1 | cards >> 12
            if line & line << 1 & line << 2 or (rule.ace == "round" and cards.bit_count() > 2):
                found += sets_of(cards << at, "sequence", of_suit)
        found.sort()
        return found

    return find


@lru_cache(maxsize=20_000)
def room_on(rule: MeldRule, meld: Meld) -> Room:
    """Which cards fit on a meld on the table; asked once for each shape of it."""
    of_kind, known = (RANK, rank_of(meld.cards[0])) if meld.kind == "group" else (SUIT, suit_of(meld.cards[0]))
    likely = [face for face in range(FACES) if of_kind[face] == known or rule.is_wild(face)]
    room: dict[Card, list[tuple[Placed, str]]] = {}
    for code, end in fitting(rule, meld, likely):
        room.setdefault(card_of(code), []).append((code, end or ""))
    return {face: ways if len(ways) > 1 else [(ways[0][0], "")] for face, ways in room.items()}
