"""One deal: from the shuffle to its scores.

A family of games gives a `Deal` its zones and its phases. Rules move cards between zones and note facts; nothing else
changes a deal, so cards are conserved by construction. The story of the deal is written only where somebody reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Self

from rumpus.core.actions import Action, Choice, Offer
from rumpus.core.cards import NAME, Card
from rumpus.core.events import Event, View, project
from rumpus.core.zones import NOBODY, Seen, Zone


class Illegal(ValueError):
    """A seat may not do this now; the sentence names the rule, and no card that the seat cannot see."""


class Phase:
    """What may be done at one stage of a deal. A phase holds no state: the deal does."""

    name: ClassVar[str]

    def offers(self, deal: Any, seat: int) -> list[Offer]:
        """The actions worth naming, for a seat whose turn it is."""
        raise NotImplementedError

    def act(self, deal: Any, seat: int, action: Action) -> None:
        """Carry an action out, or raise Illegal with nothing changed."""
        raise NotImplementedError


ONLY: tuple[tuple[int, ...], ...] = tuple((seat,) for seat in range(16))
"""Turns of a single seat, by its number."""


class Barred(Phase):
    """A stage at which house rules bar some of what the game allows; where they leave a seat nothing they all fall."""

    def __init__(self, within: Phase) -> None:
        self.within = within

    def offers(self, deal: Any, seat: int) -> list[Offer]:
        allowed = self.within.offers(deal, seat)
        return [each for each in allowed if self._bar(deal, seat, each) is None] or allowed

    def act(self, deal: Any, seat: int, action: Action) -> None:
        why = self._bar(deal, seat, action)
        if why is not None and any(self._bar(deal, seat, each) is None for each in self.within.offers(deal, seat)):
            self.within.act(deal.clone(), seat, action)  # what the game itself refuses is refused with its own sentence
            raise Illegal(why)
        self.within.act(deal, seat, action)

    @staticmethod
    def _bar(deal: Any, seat: int, offer: Offer) -> str | None:
        action = offer.example() if isinstance(offer, Choice) else offer
        return next((why for bar in deal.rules.bars if (why := bar(deal, seat, action)) is not None), None)


OVER = "over"
_NO_PHASE = Phase()


_zone = cache(Zone)
"""Zones are the same from deal to deal: each is made once."""


@cache
def _neighbours(seats_in: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """For each seat the next one clockwise that is dealt to."""
    return tuple(min(seats_in, key=lambda other: (other - seat - 1) % seats) for seat in range(seats))


class Deal:
    """One deal of a game, played by the table's rules.

    ``turn`` are the seats that may act, ``phase`` is the stage by its name in the notation. When the deal is ``over``,
    ``ended`` says how and ``scores`` what it paid. ``seats_in`` are the seats that are dealt to. ``story`` is the list
    of events, or None where nobody reads them.
    """

    phases: dict[str, Phase] = {}  # noqa: RUF012

    def __init__(
        self,
        rules: Any,
        deck: Sequence[Card],
        dealer: int = 0,
        number: int = 0,
        before: Sequence[int] = (),
        seats_in: Sequence[int] = (),
        story: list[Event] | None = None,
    ) -> None:
        self.rules = rules
        self.seats: int = rules.seats
        self.seats_in = tuple(seats_in) or tuple(range(rules.seats))
        self._left = _neighbours(self.seats_in, rules.seats)
        self.dealer = dealer
        self.number = number
        self.before = tuple(before) or (0,) * rules.totals
        self.story = story
        self.zones: list[Zone] = []
        self.at: list[list[Card]] = []
        self.turn: tuple[int, ...] = ()
        self.phase = OVER
        self.stage = _NO_PHASE
        self.ended: str | None = None
        self.scores: list[int] | None = None
        self.winner = NOBODY
        self._told: tuple[tuple[int, ...], str] = ((), "")
        if rules.bars:
            self.phases = {name: Barred(phase) for name, phase in self.phases.items()}
        if story is not None:
            story.append(("deal", number, dealer))
            self.note("totals", list(self.before))
            if rules.hand_counts:
                self.note("counted", rules.hand_counts)
        for seat in range(self.seats):
            self.open_zone("hand", seat, "owner", upto=rules.hand_counts)
        self.stock = self.open_zone("stock", NOBODY, "none", deck[::-1])
        self.begin()
        self._tell()

    # --- what a family gives ------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal the cards and open the first phase."""
        raise NotImplementedError

    def table(self) -> dict[str, Any]:
        """What a position shows besides turn, phase and hands, by the notation's names."""
        raise NotImplementedError

    def part_ways(self) -> None:
        """Copy the lists that a family added, after a clone."""

    # --- what rules do ------------------------------------------------------------------------------------------------

    def open_zone(self, name: str, seat: int, seen: Seen, cards: Sequence[Card] = (), upto: int = 0) -> int:
        """Open a place for cards and return its number."""
        zone = _zone(len(self.zones), name, seat, seen, upto)
        self.zones.append(zone)
        self.at.append(list(cards))
        if self.story is not None:
            self.story.append(("zone", zone, len(cards)))
        return zone.id

    def move(self, cards: Sequence[Card], src: int, dst: int) -> None:
        """Move cards by their faces from one zone to another."""
        lying = self.at[src]
        for face in cards:
            if src < self.seats:
                lying.remove(face)
            else:  # of twins in a pile the upper one goes, as in a view
                del lying[len(lying) - 1 - lying[::-1].index(face)]
        self._laid(tuple(cards), src, dst)

    def put(self, face: Card, src: int, dst: int) -> None:
        """Move one card out of a hand, onto a place that is no hand."""
        self.at[src].remove(face)
        self.at[dst].append(face)
        if self.story is not None:
            self._tell_move((face,), src, dst)

    def take(self, count: int, src: int, dst: int) -> None:
        """Move the top cards of a pile, the deepest of them first."""
        lying = self.at[src]
        rest = max(0, len(lying) - count)
        cards = tuple(lying[rest:])
        del lying[rest:]
        self._laid(cards, src, dst)

    def _laid(self, cards: tuple[Card, ...], src: int, dst: int) -> None:
        self.at[dst].extend(cards)
        if dst < self.seats:
            self.at[dst].sort()
        if self.story is not None:
            self._tell_move(cards, src, dst)

    def _tell_move(self, cards: tuple[Card, ...], src: int, dst: int) -> None:
        assert self.story is not None
        event: Event = ("move", cards, self.zones[src], self.zones[dst])
        if self.rules.hand_counts:
            event += (len(self.at[src]), len(self.at[dst]))
        self.story.append(event)

    def note(self, key: str, value: Any, seat: int = NOBODY) -> None:
        """Say something openly, or to one seat only, under a word. Never a number that hidden cards decide."""
        if self.story is not None:
            if not isinstance(key, str):
                raise TypeError(f"A note is kept under a word, not under {key!r}.")
            self.story.append(("note", key, value, seat))

    def deal_hands(self, each: int) -> None:
        """Deal so many cards to every seat, singly and clockwise from the eldest hand."""
        hands, seat = [], self.dealer
        for _ in self.seats_in:
            seat = self.left_of(seat)
            hands.append(seat)
        self.deal_out(each, hands)

    def deal_out(self, each: int, places: Sequence[int]) -> None:
        """Deal so many cards to each of these places, singly and in turn; in a pile the last comes to lie on top."""
        stock = self.at[self.stock]
        players = len(places)
        if each * players > len(stock):
            raise ValueError(f"{players} hands with {each} cards each need a bigger deck than {len(stock)} cards.")
        dealt = stock[len(stock) - each * players :]
        del stock[len(stock) - each * players :]
        for k, place in enumerate(places):
            cards = tuple(dealt[-1 - k :: -players])
            if place < self.seats:
                cards = tuple(sorted(cards))
            self.at[place].extend(cards)
            if self.story is not None:
                self._tell_move(cards, self.stock, place)

    def left_of(self, seat: int) -> int:
        """The next seat clockwise that is dealt to."""
        return self._left[seat]

    def enter(self, phase: str, turn: tuple[int, ...]) -> None:
        """Open a phase; these seats may act in it."""
        self.phase = phase
        self.turn = turn
        self.stage = self.phases.get(phase, self.stage)

    def finish(self, ended: str) -> None:
        """End the deal and pay it."""
        self.phase = OVER
        self.turn = ()
        self.ended = ended
        self.scores = self.rules.score(self)
        self.note("ended", ended)
        self.note("scores", self.scores)

    # --- what a table asks --------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the deal is done and paid."""
        return self.scores is not None

    def offers(self, seat: int) -> list[Offer]:
        """The actions worth naming for a seat; none where it is not its turn."""
        return self.stage.offers(self, seat) if seat in self.turn else []

    def act(self, seat: int, action: Action) -> None:
        """Carry out what a seat does.

        Raises Illegal, with nothing changed, where the seat may not do it.
        """
        if seat not in self.turn:
            raise Illegal(self._not_your_turn())
        self.stage.act(self, seat, action)
        if self.rules.after:
            for step in self.rules.after:
                step(self, seat, action)
        if self.story is not None:
            self._tell()

    def _not_your_turn(self) -> str:
        if self.over:
            return "The deal is over; wait for the next one."
        waiting = " and ".join(f"seat {seat}" for seat in self.turn)
        return f"It is not your turn; the table waits for {waiting}."

    def _tell(self) -> None:
        turn, phase = self._told
        self._told = (self.turn, self.phase)
        if turn != self.turn:
            self.note("turn", list(self.turn))
        if phase != self.phase:
            self.note("phase", self.phase)

    def clone(self) -> Self:
        """The same deal once more, to try things on; nobody reads its story."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.story = None
        twin.at = [list(cards) for cards in self.at]
        twin.zones = list(self.zones)
        twin.part_ways()
        return twin

    def view(self, seat: int) -> View:
        """What a seat (or a watcher) knows: the fold of what it may know of the story."""
        assert self.story is not None, "a deal without a story has no views"
        view = View(seat)
        for event in self.story:
            seen = project(event, seat)
            if seen is not None:
                view.fold(seen)
        return view

    def position(self) -> dict[str, Any] | None:
        """The deal as it stands, by the notation's names; None when it is over."""
        if self.over:
            return None
        hands = [[NAME[face] for face in sorted(self.held(seat))] for seat in range(self.seats)]
        return {"turn": list(self.turn), "phase": self.phase, "hands": hands, **self.table()}

    def held(self, seat: int) -> list[Card]:
        """The cards that count as a seat's hand."""
        return self.at[seat]
