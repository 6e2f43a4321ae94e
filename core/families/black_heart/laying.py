"""A cover of a hand, laid out: which card goes where, as the parts of one ``meld``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rumpus.core.actions import Part
from rumpus.core.cards import BJ, CLUBS, HEARTS, RJ, SPADES, Card, Placed, named, rank_of, ranked
from rumpus.core.families.black_heart.board import (
    BLACK_SUITS,
    JACK_PLACE,
    SUITS,
    Attending,
    Board,
    ends,
    face_at,
    place_of,
    rank_at,
)
from rumpus.core.families.black_heart.cover import Choice, Plan
from rumpus.core.families.black_heart.runs import Open, Step
from rumpus.core.families.melds.rule import Meld, face_of

ROYAL_RANK = 9
"""The jack's rank; what is from here on below the ace is royalty."""


def is_royal(code: Placed) -> bool:
    """Whether a placed card counts as a jack, queen or king."""
    return ROYAL_RANK <= rank_of(code) < 12


@dataclass(slots=True, eq=False)
class Line:
    """Cards in a row, and what they are laid on: upwards from a table's sequence, or down from one; else a set."""

    cards: list[Placed] = field(default_factory=list)
    high_of: int = -1
    low_of: int = -1
    follows: Line | None = None
    """What was promised around the corner, and goes on from here."""
    promised: bool = False


class Lines:
    """The sequences of one suit, card by card, as the choices of a plan say."""

    def __init__(self, board: Board, suit: int, promise: Open) -> None:
        self.board, self.suit = board, suit
        self.wild = RJ if suit == HEARTS else BJ
        self.stubs = [[Line(promised=True) for _ in range(number)] for number in promise]
        self.reach: list[list[Line]] = [list(lines) for lines in self.stubs]
        self.all = [line for lines in self.stubs for line in lines]

    def go_on(self, place: int, step: Step) -> None:
        """Lay the cards of one rank."""
        if not step.naturals and not step.jokers:
            self.reach = [[], [], [], [], []]
            return
        one, bare_one, two, bare_two, many = self.reach
        for index in self.board.highs.get((self.suit, place), ()):
            many.append(self._new(high_of=index))
        face = face_at(self.suit, place)
        joker = named(self.wild, face)
        carried = many[: step.carried]
        begun = [self._new() for _ in range(step.begun)]
        easy = [*one, *two, *carried]
        wild = step.jokers - step.bare_on - step.bare_begun
        for at, line in enumerate(easy):
            line.cards.append(joker if at < wild else face)
        for line in bare_two:
            line.cards.append(face)
        for lines, number in ((bare_one, step.bare_on), (begun, step.bare_begun)):
            for at, line in enumerate(lines):
                line.cards.append(joker if at < number else face)
        self.reach = [
            begun[step.bare_begun :],
            begun[: step.bare_begun],
            one + bare_one[step.bare_on :],
            bare_one[: step.bare_on],
            carried + two + bare_two,
        ]
        self._meet(self.board.lows.get((self.suit, place), ()), step.met)

    def _new(self, high_of: int = -1) -> Line:
        line = Line(high_of=high_of)
        self.all.append(line)
        return line

    def _meet(self, lows: Sequence[int], met: Sequence[int]) -> None:
        waiting = list(lows)
        for lines, number in zip(self.reach, met, strict=False):
            for _ in range(number):
                lines.pop().low_of = waiting.pop(0)

    def laid(self) -> list[Line]:
        """All sequences and lay-offs of the suit, those around the corner joined."""
        for reach, stubs in zip(self.reach, self.stubs, strict=True):
            for line, stub in zip(sorted(reach, key=lambda line: line.promised), stubs, strict=False):
                line.follows = stub
        found = []
        left = [line for line in self.all if line.promised]
        for line in [*(line for line in self.all if not line.promised), *left]:
            if line.promised and line not in left:
                continue
            cards, last = list(line.cards), line
            if line in left:  # all thirteen in a ring: it begins at the ace as well as anywhere
                left.remove(line)
            while last.follows in left:
                last = last.follows
                left.remove(last)
                cards += last.cards
            if cards:
                found.append(Line(cards, line.high_of, last.low_of))
        return found


class Layout:
    """The parts of a plan, being put together."""

    def __init__(self, board: Board, hand: Sequence[Card], plan: Plan, bound: Card | None) -> None:
        self.board, self.plan, self.bound = board, plan, bound
        self.rule: Attending = board.rule
        self.hand = Counter(hand)
        self.sets: list[list[Placed]] = []
        self.groups: dict[int, list[Placed]] = {}
        """Cards of a rank, by place: a set, or laid on the table's group."""
        self.free: list[Card] = []
        self.spare: list[tuple[int, Card]] = []
        self.lines: list[Line] = []

    def parts(self) -> tuple[Part, ...]:
        """Sets first, then what is laid on the table's melds, royalty with its attendants."""
        promised = dict(zip(BLACK_SUITS, self.plan.promised, strict=True))
        lines = {suit: Lines(self.board, suit, promised.get(suit, Open())) for suit in SUITS}
        for place, choice in enumerate(self.plan.choices):
            for suit, step in zip(SUITS, choice[:3], strict=True):
                if suit != HEARTS or place < JACK_PLACE:
                    lines[suit].go_on(place, step)
            self._gather(place, choice)
        self.lines = [line for suit in SUITS for line in lines[suit].laid()]
        attendants = self._attendants()
        self._sink()
        return self._written(attendants)

    def _gather(self, place: int, choice: Choice) -> None:
        """The group of one rank, and the hearts that stay over."""
        group = choice.group
        steps = {CLUBS: choice.clubs, SPADES: choice.spades}
        blacks = [
            face_at(suit, place) for suit in BLACK_SUITS for _ in range(self.board.held[suit][place] - steps[suit].naturals)
        ]
        blacks.sort(key=lambda face: face != self.bound)
        cards: list[Placed] = blacks[: group.blacks]
        cards += [ranked(BJ, rank_at(place))] * group.black_jokers + [ranked(RJ, rank_at(place))] * group.red_jokers
        if place < JACK_PLACE:
            heart = face_at(HEARTS, place)
            cards += [heart] * (group.hearts + group.spare)
            self.spare += [(place, heart)] * group.spare
            over = self.board.held[HEARTS][place] - choice.hearts.naturals - group.hearts - group.spare
            self.free += [heart] * over
        if cards:
            self.groups[place] = cards

    def _attendants(self) -> list[Card]:
        """The attendants: the bound heart, then the dearest of the free ones, spare ones, red jokers."""
        ending = self.plan.ending
        price = {place: 3 if place == 0 else 2 if place == JACK_PLACE - 1 else 1 for place in range(13)}
        self.free.sort(key=lambda face: (face != self.bound, -price[place_of(face)], face))
        chosen = self.free[: ending.free]
        for place, heart in sorted(self.spare, key=lambda each: each[1] == self.bound)[: ending.spare]:
            self.groups[place].remove(heart)
            chosen.append(heart)
        return chosen + [RJ] * ending.red

    def _sink(self) -> None:
        """Lay the jokers that any group of index cards takes."""
        ending = self.plan.ending
        jokers = [BJ] * ending.black_laid + [RJ] * ending.red_laid
        if not jokers:
            return
        made = [place for place in self.groups if place < JACK_PLACE and self.groups[place]]
        if made:
            place = made[0]
        elif self.board.takes_jokers >= 0:
            table = self.board.table[self.board.takes_jokers]
            place = (rank_of(table.cards[0]) + 1) % 13
        else:
            place = self._rank_for_jokers()
        self.groups.setdefault(place, []).extend(ranked(joker, rank_at(place)) for joker in jokers)

    def _rank_for_jokers(self) -> int:
        """The rank that jokers alone are said to be: that of which most cards are left in hand."""
        used = Counter(code & 63 for line in self.lines for code in line.cards)
        left = self.hand - used
        index = [place_of(face) for face in left.elements() if face < BJ and place_of(face) < JACK_PLACE]
        return max(range(JACK_PLACE), key=lambda place: (index.count(place), -place))

    def _written(self, attendants: list[Card]) -> tuple[Part, ...]:
        """The parts, sequences first, each royalty with the next of the attendants."""
        found: list[Part] = []
        waiting = list(attendants)

        def add(cards: list[Placed], on: int = 0, end: str = "") -> None:
            royals = sum(map(is_royal, cards))
            found.append(Part(tuple(cards), tuple(waiting[:royals]), on, end))
            del waiting[:royals]

        for line in self.lines:
            if line.high_of < 0 and line.low_of < 0:
                add(line.cards)
        on_table = [(place, cards) for place, cards in sorted(self.groups.items()) if cards and place in self.board.groups]
        for place, cards in sorted(self.groups.items()):
            if cards and place not in self.board.groups:
                add(cards)
        for place, cards in on_table:
            add(cards, self.board.groups[place] + 1)
        grown = list(self.board.table)
        for line in self.lines:
            index, end = (line.high_of, "high") if line.high_of >= 0 else (line.low_of, "low")
            if index >= 0:
                meld = grown[index]
                add(line.cards, index + 1, end if fits_elsewhere(self.rule, meld, line.cards, end) else "")
                both = (*meld.cards, *line.cards) if end == "high" else (*line.cards, *meld.cards)
                grown[index] = Meld("sequence", both)
        return tuple(found)


def fits_elsewhere(rule: Attending, meld: Meld, cards: Sequence[Placed], end: str) -> bool:
    """Whether cards that go on a sequence's one end would all fit on its other end too."""
    suit, low, high = ends(rule, meld)
    start, way = (low, -1) if end == "high" else (high, 1)
    if start is None:
        return False
    places = [start + way * far for far in range(len(cards))]
    if (suit == HEARTS or not rule.around) and not all(0 <= place <= 12 for place in places):
        return False
    return sorted(face_at(suit, place) for place in places) == sorted(face_of(code) for code in cards)
