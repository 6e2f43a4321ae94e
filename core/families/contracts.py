"""Contracts: a first meld that is so many groups and so many sequences, laid down at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from rumpus.core.actions import Action, Part
from rumpus.core.cards import Card, Placed, named
from rumpus.core.families.laying import Laying
from rumpus.core.families.melds import MeldRule

Faces = tuple[Card, ...]
Blank = tuple[str, Faces]
"""A set as it could be: its kind, and the faces that it shows, each natural or a wild card in its stead."""


@dataclass(frozen=True)
class Contract:
    """The contracts of a match, deal after deal: how many groups, how many sequences.

    Sets have three cards each; in the last deal they have three or more and leave at most one card.
    """

    deals: tuple[tuple[int, int], ...]

    def of(self, deal: Any) -> tuple[int, int]:
        """How many groups and how many sequences this deal asks for."""
        return self.deals[min(deal.number, len(self.deals) - 1)]

    def is_last(self, deal: Any) -> bool:
        """Whether this is the deal in which the contract takes the whole hand."""
        return int(deal.number) >= len(self.deals) - 1

    def refuses(self, deal: Any, seat: int, laying: Laying) -> str | None:
        groups, sequences = self.of(deal)
        kinds = Counter(each.kind for each in laying.new_sets)
        if laying.lay_offs:
            return "Nothing is laid off in the turn in which you lay your contract."
        if (kinds["group"], kinds["sequence"]) != (groups, sequences):
            return f"Your first meld must be the whole contract at once: {tell_contract(groups, sequences)}."
        if self.is_last(deal):
            if len(laying.hand) > 1:
                return f"In this deal the contract leaves at most one card; this would leave {len(laying.hand)}."
        elif any(len(each.cards) != 3 for each in laying.new_sets):
            return "Each set of this contract has exactly three cards."
        return None

    def offers(self, deal: Any, seat: int) -> list[Action]:
        """One way to lay the contract, if there is one."""
        hand = deal.at[seat]
        groups, sequences = self.of(deal)
        if not self.is_last(deal):
            found = lay_contract(deal.meld_rule, hand, groups, sequences)
            return [_action(found)] if found else []
        barred = [face for face in dict.fromkeys(hand) if deal.is_barred_discard(seat, face)]
        found = lay_whole_hand(deal.meld_rule, hand, sequences, barred)
        return [_action(found)] if found else []


def tell_contract(groups: int, sequences: int) -> str:
    """A contract in words."""
    words = {1: "one", 2: "two", 3: "three"}
    parts = [f"{words[n]} {kind}{'s' if n > 1 else ''}" for n, kind in ((groups, "group"), (sequences, "sequence")) if n]
    return " and ".join(parts)


def _action(sets: Sequence[tuple[Placed, ...]]) -> Action:
    return Action("meld", parts=tuple(Part(cards) for cards in sets))


class _Hand:
    """A hand being dealt out over blanks: how many naturals of each face are left, and which wild cards."""

    def __init__(self, rule: MeldRule, hand: Sequence[Card]) -> None:
        self.naturals = Counter(face for face in hand if not rule.is_wild(face))
        self.wilds = sorted(face for face in hand if rule.is_wild(face))

    def fill(self, faces: Faces) -> tuple[Placed, ...]:
        """The cards of a set that shows these faces: naturals where there are some left, else wild cards."""
        cards = []
        for face in faces:
            if self.naturals[face]:
                self.naturals[face] -= 1
                cards.append(face)
            else:
                cards.append(named(self.wilds.pop(), face))
        return tuple(cards)


def lay_contract(rule: MeldRule, hand: Sequence[Card], groups: int, sequences: int) -> list[tuple[Placed, ...]] | None:
    """So many groups and sequences of three cards from a hand, with as few wild cards as are needed; None if there is no way."""
    holding = _Hand(rule, hand)
    naturals, wilds = holding.naturals, len(holding.wilds)
    shapes = [(_missing(faces, naturals), kind, faces) for kind, faces in _blanks_of_three(rule)]
    possible = sorted((missing, kind, faces) for missing, kind, faces in shapes if missing <= min(wilds, 2))
    chosen: list[tuple[str, Faces]] = []

    def lay(at: int, groups: int, sequences: int, wilds: int) -> bool:
        if groups == sequences == 0:
            return True
        for place in range(at, len(possible)):
            missing, kind, faces = possible[place]
            if missing > wilds:
                return False
            if not (groups if kind == "group" else sequences):
                continue
            missing = _missing(faces, naturals)
            if missing > min(wilds, 2):
                continue
            used = [face for face, count in Counter(faces).items() for _ in range(min(count, naturals[face]))]
            naturals.subtract(used)
            chosen.append((kind, faces))
            left = (groups - 1, sequences) if kind == "group" else (groups, sequences - 1)
            if lay(place, *left, wilds - missing):
                return True
            chosen.pop()
            naturals.update(used)
        return False

    if not lay(0, groups, sequences, wilds):
        return None
    holding = _Hand(rule, hand)
    filled = [(kind, holding.fill(faces)) for kind, faces in chosen]
    return [cards for _, cards in sorted(filled, key=lambda each: each[0])]


def _missing(faces: Faces, naturals: Counter[Card]) -> int:
    return sum(max(0, count - naturals[face]) for face, count in Counter(faces).items())


@cache
def _blanks_of_three(rule: MeldRule) -> tuple[Blank, ...]:
    ranks = [rank for rank in range(13) if not rule.is_wild(rank)]
    groups = [("group", faces) for rank in ranks for faces in combinations_with_replacement(range(rank, 52, 13), 3)]
    runs = [("sequence", tuple(13 * suit + rank for rank in run)) for suit in range(4) for _, run in rule.runs(3)]
    return (*groups, *runs)


def lay_whole_hand(
    rule: MeldRule, hand: Sequence[Card], sequences: int, barred: Sequence[Card] = ()
) -> list[tuple[Placed, ...]] | None:
    """A whole hand, or all but one card that may be discarded, as so many sequences; None if there is no way."""
    whole = _as_sequences(rule, hand, sequences)
    if whole is not None:
        return whole
    for face in dict.fromkeys(hand):
        if face not in barred:
            rest = list(hand)
            rest.remove(face)
            found = _as_sequences(rule, rest, sequences)
            if found is not None:
                return found
    return None


def _as_sequences(rule: MeldRule, hand: Sequence[Card], sequences: int) -> list[tuple[Placed, ...]] | None:
    """All these cards as exactly so many sequences: the lowest natural card left begins, or stands in, the next one."""
    holding = _Hand(rule, hand)
    runs = [
        tuple(13 * suit + rank for rank in run) for suit in range(4) for n in range(3, rule.most + 1) for _, run in rule.runs(n)
    ]

    def lay(naturals: Counter[Card], wilds: int, left: int) -> list[Faces] | None:
        waiting = +naturals
        if left == 0:
            return [] if not waiting and not wilds else None
        cards = waiting.total() + wilds
        if cards < 3 * left or not waiting:
            return None
        first = min(waiting, key=lambda face: (waiting[face], face))
        for faces in sorted(_through(runs, first, cards - 3 * (left - 1)), key=lambda faces: _missing(faces, waiting)):
            missing = _missing(faces, waiting)
            if missing <= wilds and missing < len(faces) and (left > 1 or len(faces) == cards):
                rest = lay(waiting - Counter(faces), wilds - missing, left - 1)
                if rest is not None:
                    return [faces, *rest]
        return None

    found = lay(holding.naturals, len(holding.wilds), sequences)
    return [holding.fill(faces) for faces in found] if found is not None else None


def _through(runs: Sequence[Faces], face: Card, most: int) -> Iterator[Faces]:
    return (faces for faces in runs if face in faces and len(faces) <= most)
