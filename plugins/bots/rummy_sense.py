"""What a rummy player makes of its cards: which of them could become sets, how near a contract is, what others collect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from rumpus.core.cards import RANK, Card
from rumpus.core.families.melds.pieces import ONE, Piece, group_pieces, holds, lowest, packed, sequence_pieces
from rumpus.core.families.melds.rule import Kind, MeldRule
from rumpus.core.zones import NOBODY

Live = Sequence[float]
"""By card number, how many copies may still come."""
Pairs = tuple[dict[Card, tuple[Card, ...]], ...]
"""For two cards that could stand in one set of three, the cards that complete it."""

HOT, WARM, TEPID = 5.0, 2.5, 1.2
"""Points that a discard is worth to who collects just that, to who likely does, and to who may."""


@cache
def pairs_of(rule: MeldRule, groups: bool = True, sequences: bool = True) -> Pairs:
    """Every pair of natural cards that is two thirds of a set of these kinds."""
    found: list[dict[Card, list[Card]]] = [{} for _ in range(54)]

    def pair(one: Card, other: Card, third: Card) -> None:
        thirds = found[one].setdefault(other, [])
        if third not in thirds:
            thirds.append(third)

    runs = [ranks for _, ranks in rule.runs(3)] if sequences else []
    trios = [tuple(13 * suit + rank for rank in ranks) for ranks in runs for suit in range(4)]
    for trio in trios:
        for place in range(3):
            one, other = (face for at, face in enumerate(trio) if at != place)
            pair(one, other, trio[place])
            pair(other, one, trio[place])
    for one in range(52) if groups else ():
        same = range(RANK[one], 52, 13)
        for other in same:
            for third in same if other != one or rule.twins else ():
                if rule.twins or third not in (one, other):
                    pair(one, other, third)
    wild = [rule.is_wild(face) for face in range(54)]
    return tuple(
        {other: tuple(thirds) for other, thirds in each.items() if not (wild[one] or wild[other])}
        for one, each in enumerate(found)
    )


def hopes(pairs: Pairs, hand: Sequence[Card], live: Live) -> list[float]:
    """For each card of a hand, how many cards that may still come would make a set of it and another one."""
    found = [0.0] * len(hand)
    for at, one in enumerate(hand):
        with_one = pairs[one]
        for further in range(at + 1, len(hand)):
            thirds = with_one.get(hand[further])
            if thirds:
                hope = sum([live[face] for face in thirds])
                found[at] += hope
                found[further] += hope
    return found


# --- what is about ----------------------------------------------------------------------------------------------------


def counted(deck: Sequence[Card], known: Sequence[Card]) -> list[int]:
    """By card number, how many copies of a deck are left without these cards."""
    left = [0] * 54
    for face in deck:
        left[face] += 1
    for face in known:
        left[face] -= 1
    return left


def likely(unseen: Sequence[int], pile: Sequence[Card], in_stock: float) -> list[float]:
    """By card number, how many copies come about: those in the pile, and of the others so many as lie in the stock."""
    again = [0] * 54
    for face in pile:
        again[face] += 1
    return [sure + in_stock * (number - sure) for sure, number in zip(again, unseen, strict=True)]


@lru_cache(maxsize=1000)
def share(place: int, shares: int, again: int, by_rank: bool) -> frozenset[Card]:
    """What one of so many seats collects when the pack is shared out once again, by ranks or by stretches of the suits.

    Each card falls to one seat: what the others hold of it they let go.
    """
    heaps = ((face % 13 if by_rank else (face + 3 * again) % 52 * shares // 52) for face in range(52))
    return frozenset(face for face, heap in enumerate(heaps) if (heap + again // 2 + place) % shares == 0)


# --- contracts --------------------------------------------------------------------------------------------------------

MISSING_TWO = 2.6
"""What it costs to begin a set with a card that has no partner; a set with two of its three costs 1 to 3."""
GAP, LACKING = 0.4, 0.5
"""What it costs besides where just one card fills a place, and where a sequence has still to be begun."""
MOST_GAPS, MOST_RUNS = 3, 18
MOST_PARTS = 14
"""Of how many beginnings of groups, and of sequences, a player thinks at once."""


@dataclass(frozen=True)
class Aim:
    """What a first meld must be: so many groups and sequences of three, or sequences that take the whole hand."""

    groups: int
    sequences: int
    takes_all: bool


Plan = tuple[float, int]
"""A way to the contract: what it still costs, in draws, and the cards of the hand that it needs, packed."""


def plans(rule: MeldRule, hand: Sequence[Card], aim: Aim, live: Live) -> list[Plan]:
    """Ways to the contract with these cards, the nearest first; the last needs none of them."""
    naturals = packed(card for card in hand if not rule.is_wild(card))
    wilds = sum(rule.is_wild(card) for card in hand)
    if aim.takes_all:
        return sorted(_whole_plans(rule, naturals, wilds, aim, len(hand)))
    return sorted(_set_plans(rule, naturals, wilds, aim, live))


def costs_without(hand: Sequence[Card], rule: MeldRule, ways: Sequence[Plan]) -> dict[Card, float]:
    """For each natural card of a hand, what the best plan costs that does without it."""
    held = packed(card for card in hand if not rule.is_wild(card))
    found: dict[Card, float] = {}
    waiting = {card for card in hand if not rule.is_wild(card)}
    for cost, needed in ways:
        spare = [card for card in waiting if holds(held - needed, ONE[card])]
        found.update((card, cost) for card in spare)
        waiting.difference_update(spare)
        if not waiting:
            break
    return found


def _set_plans(rule: MeldRule, naturals: int, wilds: int, aim: Aim, live: Live) -> Iterator[Plan]:
    parts = {
        "group": _parts_held(rule, naturals, "group", live) if aim.groups else [],
        "sequence": _parts_held(rule, naturals, "sequence", live) if aim.sequences else [],
    }
    sets = aim.groups + aim.sequences
    for groups in _together(parts["group"], aim.groups, naturals):
        for sequences in _together(parts["sequence"], aim.sequences, naturals - groups[1]):
            costs = [*groups[0], *sequences[0]]
            costs += [MISSING_TWO] * (sets - len(costs))
            yield _with_wilds(costs, wilds), groups[1] + sequences[1]


def _with_wilds(costs: list[float], wilds: int) -> float:
    """What sets cost when wild cards stand in for what is missing: first where one card does."""
    for _ in range(wilds):
        one_missing = [cost for cost in costs if 0 < cost != MISSING_TWO]
        if one_missing:
            costs.remove(max(one_missing))
        elif costs and max(costs) > 0:
            costs.remove(MISSING_TWO)
            costs.append(1.1)
    return sum(costs)


Chosen = tuple[tuple[float, ...], int]


def _together(parts: list[tuple[float, int]], most: int, held: int) -> Iterator[Chosen]:
    """Every choice of at most so many of these parts that can be made of the cards at once."""
    yield (), 0
    if not most:
        return
    for at, (cost, needed) in enumerate(parts):
        if holds(held, needed):
            for costs, further in _together(parts[at + 1 :], most - 1, held - needed):
                yield (cost, *costs), needed + further


def _parts_held(rule: MeldRule, naturals: int, kind: Kind, live: Live) -> list[tuple[float, int]]:
    """The sets of three that a hand has, or has two cards of, with what each costs; the best of them."""
    pairs = pairs_of(rule)
    found = []
    rest = naturals
    while rest:
        face = lowest(rest)
        for piece, faces in _beginnings(rule)[kind][face]:
            if holds(naturals, piece):
                thirds = pairs[faces[0]].get(faces[1], ()) if len(faces) == 2 else ()
                cost = 0.0 if len(faces) == 3 else 1 + 2 / (1 + sum(live[third] for third in thirds))
                found.append((cost, piece))
        rest &= ~(15 << 4 * face)
    found.sort()
    return found[:MOST_PARTS]


@cache
def _beginnings(rule: MeldRule) -> dict[Kind, list[list[tuple[int, tuple[Card, ...]]]]]:
    """Sets of three and two thirds of them, by kind and lowest face."""
    table: dict[Kind, list[list[tuple[int, tuple[Card, ...]]]]] = {
        "group": [[] for _ in range(52)],
        "sequence": [[] for _ in range(52)],
    }
    every: list[Piece] = [*sequence_pieces(rule), *group_pieces(rule)]
    for piece in every:
        faces = tuple(face for face in piece.faces if face is not None)
        if len(piece.faces) <= 3 and len(faces) >= 2:
            table[piece.kind][lowest(piece.naturals)].append((piece.naturals, faces))
    return table


def _whole_plans(rule: MeldRule, naturals: int, wilds: int, aim: Aim, size: int) -> Iterator[Plan]:
    """Plans for sequences of the whole hand: what is in none of them is missing."""
    for needed, covered, gaps, sequences in _runs_together(_runs_held(rule, naturals), aim.sequences, naturals, size):
        cost = max(0, size - wilds - covered) + GAP * max(0, gaps - wilds) + LACKING * max(0, aim.sequences - sequences)
        yield cost, needed


Runs = tuple[int, int, int, int]
"""Stretches of suits: the cards that they need, packed; how many these are, how many gaps are between them, and into how
many sequences they can be cut once they are filled."""


def _runs_together(runs: list[Runs], most: int, held: int, size: int) -> Iterator[Runs]:
    """Every choice of at most so many of these stretches that are no longer together than the hand."""
    yield 0, 0, 0, 0
    if not most:
        return
    for at, (needed, covered, gaps, sequences) in enumerate(runs):
        left = size - covered - gaps
        if left >= 0 and holds(held, needed):
            for more in _runs_together(runs[at + 1 :], most - 1, held - needed, left):
                yield needed + more[0], covered + more[1], gaps + more[2], sequences + more[3]


def _runs_held(rule: MeldRule, naturals: int) -> list[Runs]:
    """Stretches of a suit that begin and end with a card of the hand, the fullest first."""
    found: dict[int, Runs] = {}
    for suit in range(4):
        line = [ONE[13 * suit + rank] for rank in rule.track]
        there = [place for place, one in enumerate(line) if holds(naturals, one)]
        for at, start in enumerate(there):
            needed, covered = 0, 0
            for end in there[at:]:
                needed, covered = needed + line[end], covered + 1
                length = max(3, end - start + 1)  # what is shorter wants cards beside it
                if length - covered <= MOST_GAPS and holds(naturals, needed):
                    found[needed] = needed, covered, length - covered, max(1, length // 3)
    return sorted(found.values(), key=lambda run: (0.6 * run[2] - run[1], run[0]))[:MOST_RUNS]


# --- the others -------------------------------------------------------------------------------------------------------


@dataclass
class Memory:
    """What was seen going by in this deal: which cards a seat took openly and still holds."""

    zones: dict[int, tuple[str, int]] = field(default_factory=dict)
    taken: dict[int, list[Card]] = field(default_factory=dict)

    def hear(self, event: list[Any]) -> None:
        """Take in one thing that happened."""
        if event[0] == "deal":
            self.zones, self.taken = {}, {}
        elif event[0] == "zone":
            self.zones[event[1]] = event[2], event[3]
        elif event[0] == "move" and not isinstance(event[1], int):
            self._moved(event[1], self.zone(event[2]), self.zone(event[3]))

    def zone(self, number: int) -> tuple[str, int]:
        """The name and the seat of a place for cards, as far as it was told."""
        return self.zones.get(number, ("", NOBODY))

    def _moved(self, cards: list[Card], source: tuple[str, int], target: tuple[str, int]) -> None:
        if target[0] == "hand" and source[0] in ("discard", "meld"):
            self.taken.setdefault(target[1], []).extend(cards)
        elif source[0] == "hand":
            held = self.taken.get(source[1], [])
            for card in cards:
                if card in held:
                    held.remove(card)

    def heat(self, seat: int, card: Card, pairs: Pairs) -> float:
        """How many points a card would seem to be worth to a seat, by what it took."""
        taken = self.taken.get(seat, [])
        if any(card in pairs[one].get(other, ()) for one, other in combinations(taken, 2)):
            return HOT
        warm = 0.0
        for at, one in enumerate(taken):
            if card in pairs[one] and not any(other in pairs[one] for other in taken[:at] + taken[at + 1 :]):
                near = len(pairs[one][card]) > 1
                warm = max(warm, WARM if near else TEPID)
        return warm
