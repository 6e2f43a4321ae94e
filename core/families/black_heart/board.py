"""A hand beside the table's melds, by numbers: what is held of each face, and where cards could go.

Places of a suit are counted from the ace (0) up to the king (12).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from rumpus.core.cards import BJ, CLUBS, HEARTS, RANK, RJ, SPADES, SUIT, Card, Placed, rank_of
from rumpus.core.families.black_heart.runs import CORNER, LAST, NOTHING, Open, Place
from rumpus.core.families.melds.rule import Meld, face_of

JACK_PLACE, KING_PLACE, TEN_PLACE = 10, 12, 9
BLACK_SUITS = (CLUBS, SPADES)
SUITS = (CLUBS, HEARTS, SPADES)


class Attending(Protocol):
    """What the search asks of a rule of attended melds."""

    @property
    def jokers(self) -> bool:
        """Whether jokers stand for other cards."""

    @property
    def around(self) -> bool:
        """Whether black sequences go around the corner."""


MayLay = Callable[[int], bool] | Collection[int] | None
"""On which of the table's melds cards may be laid, by index from 0; None: on all."""


def place_of(face: Card) -> int:
    """The place of a face in its suit: ace 0 up to king 12."""
    return (RANK[face] + 1) % 13


def face_at(suit: int, place: int) -> Card:
    """The face at a place of a suit, around the corner where need be."""
    return suit * 13 + (place - 1) % 13


def rank_at(place: int) -> int:
    """The rank at a place."""
    return (place - 1) % 13


class Ends(NamedTuple):
    """Where a sequence on the table can grow: the places after its low and its high end, or None."""

    suit: int
    low: int | None
    high: int | None


def ends(rule: Attending, meld: Meld) -> Ends:
    """Where a sequence on the table can grow."""
    return _ends(rule.around, meld.cards[0], meld.cards[-1])


@cache
def _ends(around: bool, low_code: Placed, high_code: Placed) -> Ends:
    first, last = face_of(low_code), face_of(high_code)
    suit, low, high = SUIT[first], place_of(first) - 1, place_of(last) + 1
    if suit != HEARTS and around:
        return Ends(suit, low % 13, high % 13)
    limit = TEN_PLACE if suit == HEARTS else KING_PLACE
    return Ends(suit, low if low >= 0 else None, high if high <= limit else None)


def may_lay_on(may_lay: MayLay, index: int) -> bool:
    """Whether cards may be laid on the table's meld of this index."""
    if may_lay is None:
        return True
    return may_lay(index) if callable(may_lay) else index in may_lay


class Rank(NamedTuple):
    """One rank in the three suits, and whether a group of it lies on the table."""

    clubs: Place
    hearts: Place
    spades: Place
    lies: bool


class Promise(NamedTuple):
    """Sequences that go around the corner: how long they are at the king, and the jokers and attendants they take at least."""

    reach: Open
    wild: int
    owed: int


NO_PROMISE = Promise(NOTHING, 0, 0)


class Board:
    """A hand and a table as the search sees them.

    ``held[suit][place]`` natural cards that could be melded at all (the others are left out; hearts can always attend);
    ``highs`` and ``lows`` the table's sequences, by index, that grow upwards into a place or downwards from the place
    after it; ``groups`` the table's groups by place, ``takes_jokers`` one of index cards.
    """

    def __init__(self, rule: Attending, hand: Sequence[Card], table: Sequence[Meld], may_lay: MayLay = None) -> None:
        self.rule = rule
        self.table = table
        self.size = len(hand)
        self.black = hand.count(BJ) if rule.jokers else 0
        self.red = hand.count(RJ) if rule.jokers else 0
        self.held = [[0] * 13 for _ in range(4)]
        for card in hand:
            if card < BJ:
                self.held[SUIT[card]][place_of(card)] += 1
        self.highs: dict[tuple[int, int], list[int]] = {}
        self.lows: dict[tuple[int, int], list[int]] = {}
        self.groups: dict[int, int] = {}
        for index, meld in enumerate(table):
            if may_lay_on(may_lay, index):
                self._open(index, meld)
        index_groups = [self.groups[place] for place in sorted(self.groups) if place < JACK_PLACE]
        self.takes_jokers = index_groups[0] if index_groups else -1
        self.attendants = sum(self.held[HEARTS]) + self.red
        while self._leave_out():
            pass
        self.royals = sum(sum(self.held[suit][JACK_PLACE:]) for suit in BLACK_SUITS)
        self.most_royals = self.royals + self.black if self.attendants else 0
        self._ranks: list[Rank | None] = [None] * 13

    def _open(self, index: int, meld: Meld) -> None:
        if meld.kind == "group":
            self.groups.setdefault((rank_of(meld.cards[0]) + 1) % 13, index)
            return
        suit, low, high = ends(self.rule, meld)
        if low is not None:
            self.lows.setdefault((suit, low), []).append(index)
        if high is not None:
            self.highs.setdefault((suit, high), []).append(index)

    def jokers(self, suit: int) -> int:
        """How many jokers may stand for cards of a suit."""
        return self.red if suit == HEARTS else self.black

    def fits(self, suit: int, place: int) -> bool:
        """Whether some set, or some meld of the table, could hold a card, whatever else is melded."""
        royal = place >= JACK_PLACE
        if royal and not self.attendants:
            return False
        if place in self.groups or self._in_sequence(suit, place):
            return True
        together = sum(self.held[each][place] for each in SUITS) + self.black + (0 if royal else self.red)
        return together >= 3 and (not royal or self.attendants >= 3)

    def _leave_out(self) -> bool:
        """Leave out the black cards that nothing could hold; True if there were any."""
        left_out = False
        for suit in BLACK_SUITS:
            for place, number in enumerate(self.held[suit]):
                if number and not self.fits(suit, place):
                    self.held[suit][place] = 0
                    left_out = True
        return left_out

    def _in_sequence(self, suit: int, place: int) -> bool:
        starts = range(place - 2, place + 1)
        return any(self.begins(suit, start, self.jokers(suit)) for start in starts) or self._on_table(suit, place)

    def _on_table(self, suit: int, place: int) -> bool:
        """Whether a card could be laid on a sequence of the table, with at most one card between."""
        near = (place - 1 if self.rule.around else max(place - 1, 0)), (place + 1 if self.rule.around else min(place + 1, 12))
        return any(
            (suit, at % 13) in ends_at and (at == place or self.held[suit][at % 13] or self.jokers(suit))
            for ends_at, at in ((self.highs, place), (self.highs, near[0]), (self.lows, place), (self.lows, near[1]))
        )

    def begins(self, suit: int, start: int, jokers: int) -> bool:
        """Whether three in a row from this place could be made with so many jokers, at least one card natural."""
        if suit == HEARTS or not self.rule.around:
            limit = TEN_PLACE if suit == HEARTS else KING_PLACE
            if start < 0 or start + 2 > limit:
                return False
        row = self.held[suit]
        there = (row[start % 13] > 0) + (row[(start + 1) % 13] > 0) + (row[(start + 2) % 13] > 0)
        return there > 0 and 3 - there <= jokers

    def rank(self, place: int) -> Rank:
        """What the search depends on at one rank; worked out when it is first asked for."""
        found = self._ranks[place]
        if found is None:
            clubs, hearts, spades = (self._place(suit, place) for suit in SUITS)
            found = self._ranks[place] = Rank(clubs, hearts, spades, place in self.groups)
        return found

    def _place(self, suit: int, place: int) -> Place:
        """What the steps of a suit depend on at one place."""
        jokers = self.jokers(suit)
        round_ = suit != HEARTS and self.rule.around
        last = TEN_PLACE if suit == HEARTS else KING_PLACE
        if place > last:
            return Place(0)
        row = self.held[suit]
        next_ = (place + 1) % 13 if round_ else place + 1
        ahead = (CORNER if round_ else LAST) if place == last else row[place + 1]
        if not row[place] and not jokers:
            return Place(0, ahead=ahead)
        lows = len(self.lows.get((suit, place), ()))
        near = (place < last or round_) and (suit, next_) in self.lows
        there = row[next_] if next_ < 13 else 0
        begins = lows > 0 or (near and there + jokers > 0) or self.begins(suit, place, jokers)
        bare = jokers > 0 and (lows > 0 or (near and there + jokers > 1) or self._begins_bare(suit, place))
        if place >= JACK_PLACE and not self.attendants:
            begins = bare = False
        return Place(row[place], len(self.highs.get((suit, place), ())), lows, begins, bare, ahead)

    def _begins_bare(self, suit: int, place: int) -> bool:
        """Whether three in a row could begin with a joker, though a card of that face may be held."""
        row = self.held[suit]
        natural, row[place] = row[place], 0
        begins = self.begins(suit, place, self.jokers(suit))
        row[place] = natural
        return begins

    def promises(self, suit: int) -> list[Promise]:
        """What of a suit could come around the corner to the ace, none first."""
        found = [NO_PROMISE]
        row, jokers = self.held[suit], self.black
        most = row[0] + jokers
        if not self.rule.around or not most or not self.attendants:
            return found
        # A sequence of the table may reach the king with fewer royals of this hand.
        depth = 1 if (suit, KING_PLACE) in self.highs else 2 if (suit, KING_PLACE - 1) in self.highs else 3
        for bare_two in range(min(row[0], jokers // 2) + 1):
            for bare_one in range(min(most - bare_two, jokers - 2 * bare_two) + 1):
                for reach in _natural_promises(most - bare_two - bare_one, row[KING_PLACE] + jokers, row[KING_PLACE]):
                    here = reach._replace(bare_one=bare_one, bare_two=bare_two)
                    owed = here.one + bare_one + 2 * (here.two + bare_two) + depth * here.many
                    needed = here.many, here.two + here.many, here.one + here.two + here.many
                    wild = bare_one + 2 * bare_two
                    for at, number in enumerate(needed):
                        if at >= 3 - depth or number > here.many:
                            short = number if at >= 3 - depth else number - here.many
                            wild += max(0, short - row[JACK_PLACE + at])
                    if sum(here) and wild <= jokers and owed <= self.attendants:
                        found.append(Promise(here, wild, owed))
        return sorted(found, key=lambda promise: sum(promise.reach))


def _natural_promises(most: int, reaching: int, kings: int) -> Iterator[Open]:
    """So many sequences at most that hold a natural card, by how long they are."""
    limit = min(most, reaching)
    for one in range(min(limit, kings) + 1):
        for two in range(limit - one + 1):
            for many in range(limit - one - two + 1):
                yield Open(one=one, two=two, many=many)
