"""What some cards of a hand could be melded as, where royalty is attended: every way, as far as it is worth telling.

Pure: the table's rule, its melds and cards go in, `Reading` come out. The cards are all laid: in sets of their own where
that can be, else on the table's melds too; with the fewest lay-offs, and the fewest sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from rumpus.core.actions import Action, Part
from rumpus.core.cards import BJ, HEARTS, RANK, RJ, SUIT, Card, Placed, card_of, named, rank_of, ranked
from rumpus.core.families.black_heart.board import TEN_PLACE, ends, rank_at
from rumpus.core.families.black_heart.every import attending
from rumpus.core.families.black_heart.laying import fits_elsewhere
from rumpus.core.families.black_heart.rule import AttendedRule, face_at, is_heart, is_royal, place_of
from rumpus.core.families.melds.rule import Meld

STEPS = 4000
"""So many cards and sets are tried before those found must do."""
MOST = 40
"""More readings than these are not told apart."""
LONGEST = 13


class Laid(NamedTuple):
    """Cards that go down together, in order: a set, or cards laid on the table's meld ``on`` at an ``end``."""

    cards: tuple[Placed, ...]
    on: int = 0
    end: str = ""


class Reading(NamedTuple):
    """A way to meld the cards: the action, and the hearts of the hand that it takes besides."""

    action: Action
    hearts: tuple[Card, ...]


class Table(NamedTuple):
    """What a hand is melded at: the rule, the table's melds in order, and on which, by index, it may lay off (None: all)."""

    rule: AttendedRule
    melds: Sequence[Meld] = ()
    may_lay: Sequence[int] | None = None


def readings(table: Table, cards: Sequence[Card], rest: Sequence[Card] = (), on: int | None = None) -> list[Reading]:
    """The ways to meld all of these cards; ``rest`` is what else is held, hearts to attend among it.

    With ``on`` all of them go on that meld of the table (0: on any); without it they are sets of their own if they can be.
    """
    found: list[tuple[tuple[Laid, ...], int]] = []
    if on is None:
        found = _Search(table, cards, None, sets=True).covers()
    if not found:
        found = _Search(table, cards, on, sets=on is None).covers()
    spare = sum(map(is_heart, rest))
    over = [_over(cards, laid) for laid, _ in found]
    best = [each for each, hearts in zip(found, over, strict=True) if hearts and hearts == each[1]]
    if not best:  # whoever has marked just the hearts that attend means that; else the hand's hearts may attend
        best = [each for each, hearts in zip(found, over, strict=True) if each[1] - hearts <= spare]
    if best:
        fewest = min(map(_weight, (laid for laid, _ in best)))
        best = [each for each in best if _weight(each[0]) == fewest]
    made = [_reading(table, cards, laid, Counter(rest)) for laid, _ in best]
    return list({str(each.action): each for each in made}.values())


def _late(face: Card) -> tuple[int, Card]:
    """In which order cards are laid: what may least be left goes first."""
    return (2 if face >= BJ else 1 if is_heart(face) else 0), face


def _weight(laid: tuple[Laid, ...]) -> tuple[int, int]:
    return sum(len(each.cards) for each in laid if each.on), len(laid)


def _over(cards: Sequence[Card], laid: Sequence[Laid]) -> int:
    """How many of the cards stay over to attend."""
    return len(cards) - sum(len(each.cards) for each in laid)


def _reading(table: Table, cards: Sequence[Card], laid: tuple[Laid, ...], rest: Counter[Card]) -> Reading:
    """A cover as an action: sets first, royalty with its hearts, those of the hand taken where the cards hold too few."""
    used = Counter(card_of(code) for each in laid for code in each.cards)
    hearts = list((Counter(cards) - used).elements())
    owed = sum(is_royal(code) for each in laid for code in each.cards)
    more = attending(rest, owed - len(hearts)) or ()
    hearts += more
    grown = list(table.melds)
    parts = []
    for each in sorted(laid, key=lambda each: (each.on > 0, each.on)):
        royals = sum(map(is_royal, each.cards))
        end = each.end
        if each.on and end:
            lying = grown[each.on - 1]
            end = end if fits_elsewhere(table.rule, lying, each.cards, end) else ""
            both = (*lying.cards, *each.cards) if each.end == "high" else (*each.cards, *lying.cards)
            grown[each.on - 1] = Meld(lying.kind, both)
        parts.append(Part(each.cards, tuple(hearts[:royals]), each.on, end))
        del hearts[:royals]
    return Reading(Action("meld", parts=tuple(parts)), more)


class _Search:
    """All covers of some cards by sets and lay-offs; hearts may stay over, one for each jack, queen and king at most."""

    def __init__(self, table: Table, cards: Sequence[Card], on: int | None, sets: bool) -> None:
        self.table, self.rule = table, table.rule
        self.cards, self.on, self.sets = cards, on, sets
        self.lay_offs = on is not None or not sets
        self.steps = 0
        self.found: dict[tuple[tuple[Laid, ...], int], None] = {}

    def covers(self) -> list[tuple[tuple[Laid, ...], int]]:
        """Every cover with the number of hearts that it owes; with lay-offs where sets alone do not do."""
        left = Counter(self.cards)
        if self.rule.jokers or not (left[BJ] or left[RJ]):
            self._go_on(left, (), 0, 0)
            if not self.found and self.sets and self.on is None:
                self.lay_offs, self.steps = True, 0
                self._go_on(left, (), 0, 0)
        return list(self.found)

    def _go_on(self, left: Counter[Card], laid: tuple[Laid, ...], owed: int, aside: int) -> None:
        """Lay the next card, black ones first, then hearts, then jokers; hearts may be set aside, to attend."""
        self.steps += 1
        if self.steps > STEPS or len(self.found) >= MOST:
            return
        pivot = min(left, key=_late, default=None)
        if pivot is None:
            if laid and aside <= owed:
                self.found[tuple(sorted(laid, key=str)), owed] = None
            return
        for each in self._with(left, pivot):
            rest = left - Counter(map(card_of, each.cards))
            self._go_on(rest, (*laid, each), owed + sum(map(is_royal, each.cards)), aside)
        if is_heart(pivot):
            self._go_on(left - Counter([pivot]), laid, owed, aside + 1)

    # --- sets and lay-offs with a card -----------------------------------------------------------------------------------

    def _with(self, left: Counter[Card], pivot: Card) -> Iterator[Laid]:
        if self.on is None:
            yield from self._groups(left, pivot)
            if pivot < BJ:
                yield from self._sequences(left, pivot)
        if self.lay_offs:
            for index, meld in enumerate(self.table.melds):
                mine = self.table.may_lay is None or index in self.table.may_lay
                if mine and self.on in (None, 0, index + 1):
                    yield from self._lay_offs(left, pivot, index, meld)

    def _groups(self, left: Counter[Card], pivot: Card) -> Iterator[Laid]:
        if pivot >= BJ:
            for reds in range(left[RJ], -1, -1):
                jokers = [BJ] * left[BJ] + [RJ] * reds
                if len(jokers) >= 3 and (reds or pivot == BJ):
                    for place in range(TEN_PLACE + 1):
                        yield Laid(tuple(ranked(joker, rank_at(place)) for joker in jokers))
            return
        for cards in self._of_rank(left, RANK[pivot], pivot):
            if len(cards) >= 3:
                yield Laid(cards)

    def _of_rank(self, left: Counter[Card], rank: int, pivot: Card) -> Iterator[tuple[Placed, ...]]:
        """Cards of a rank that hold this one, the most first: jokers only besides all that may be."""
        royal = is_royal(ranked(BJ, rank))
        naturals = [face for face in left.elements() if face < BJ and RANK[face] == rank]
        black, red = left[BJ], 0 if royal else left[RJ]
        if pivot in naturals:
            naturals.remove(pivot)
        for number in range(len(naturals), -1, -1):
            for few in sorted(set(combinations(naturals, number))):
                for blacks in range(black, -1, -1):
                    for reds in range(red, -1, -1):
                        jokers = [ranked(BJ, rank)] * blacks + [ranked(RJ, rank)] * reds
                        if pivot < BJ:
                            yield (pivot, *few, *jokers)
                        elif (blacks if pivot == BJ else reds) > 0:
                            yield (*few, *jokers)

    def _sequences(self, left: Counter[Card], pivot: Card) -> Iterator[Laid]:
        suit, place = SUIT[pivot], place_of(pivot)
        around, length = self.rule.goes_around(suit), self.rule.length(suit)
        for before in range(LONGEST):
            start = place - before
            if start < 0 and not around:
                return
            most = LONGEST if around else length - start
            for cards in self._row(left, suit, start, min(most, LONGEST), pivot, place):
                yield Laid(cards)

    def _row(self, left: Counter[Card], suit: int, start: int, most: int, pivot: Card, at: int) -> Iterator[tuple[Placed, ...]]:
        """Every row of three or more from a place on in which this card stands at its own."""
        joker = RJ if suit == HEARTS else BJ

        def grow(cards: tuple[Placed, ...], rest: Counter[Card]) -> Iterator[tuple[Placed, ...]]:
            place = start + len(cards)
            if len(cards) >= 3 and place > at:
                yield cards
            if len(cards) == most:
                return
            face = face_at(suit, place % 13)
            if rest[face] > 0:
                yield from grow((*cards, face), rest - Counter([face]))
            if rest[joker] > 0 and place != at:
                yield from grow((*cards, named(joker, face)), rest - Counter([joker]))

        yield from grow((), left)

    def _lay_offs(self, left: Counter[Card], pivot: Card, index: int, meld: Meld) -> Iterator[Laid]:
        if meld.kind == "group":
            rank = rank_of(meld.cards[0])
            if (pivot < BJ and RANK[pivot] == rank) or (pivot >= BJ and not (pivot == RJ and is_royal(ranked(BJ, rank)))):
                for cards in self._of_rank(left, rank, pivot):
                    yield Laid(cards, index + 1)
            return
        suit, low, high = ends(self.rule, meld)
        joker = RJ if suit == HEARTS else BJ
        if pivot != joker and (pivot >= BJ or SUIT[pivot] != suit):
            return
        last = self.rule.length(suit) - 1
        for place, step, end in ((low, -1, "low"), (high, 1, "high")):
            if place is not None:
                for cards in self._onwards(left, suit, place, step, 0 if step < 0 else last):
                    if pivot in map(card_of, cards):
                        yield Laid(cards[::step], index + 1, end)

    def _onwards(self, left: Counter[Card], suit: int, place: int, step: int, last: int) -> Iterator[tuple[Placed, ...]]:
        """Every row from the end of a meld outwards, the card next to it first."""
        joker = RJ if suit == HEARTS else BJ
        around = self.rule.goes_around(suit)

        def grow(cards: tuple[Placed, ...], rest: Counter[Card]) -> Iterator[tuple[Placed, ...]]:
            if cards:
                yield cards
            here = place + step * len(cards)
            if len(cards) == LONGEST or (not around and (here - last) * step > 0):
                return
            face = face_at(suit, here % 13)
            if rest[face] > 0:
                yield from grow((*cards, face), rest - Counter([face]))
            if rest[joker] > 0:
                yield from grow((*cards, named(joker, face)), rest - Counter([joker]))

        yield from grow((), left)
