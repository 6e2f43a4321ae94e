"""What everybody has been told of the deal: a view and its hash for each seat, and one for all who look on.  Pure.

A revision's delta for a place is made when it is first asked for, so that the first guests read theirs while the host
still works on the others'; before the rules run again all of them are made.
"""

from __future__ import annotations

from collections import deque

from rumpus.core.events import Event, View, project
from rumpus.net.protocol.messages import Delta, Missed, Offer
from rumpus.net.protocol.view_hash import ViewHash

KEPT = 64
WATCHER = -1


class Revision:
    """What one step changed: its story, and for each seat, and last for who looks on, the delta."""

    __slots__ = ("_deltas", "_told", "offers", "rev", "story")

    def __init__(self, rev: int, story: list[Event], offers: list[Offer | None], told: SeatViews) -> None:
        self.rev = rev
        self.story = story
        self.offers = offers
        self._told = told
        self._deltas: list[Delta | None] = [None] * len(told.views)

    def delta(self, place: int) -> Delta:
        """What this seat (-1: who looks on) may know of it; its view is then after it."""
        made = self._deltas[place]
        if made is None:
            told = self._told
            view = told.views[place]
            seat = view.seat
            events = [seen for seen in [project(event, seat) for event in self.story] if seen is not None]
            for seen in events:
                view.fold(seen)
            offer = self.offers[seat] if seat >= 0 else None
            made = self._deltas[place] = Delta(self.rev, events, told.hashes[place].after(events), offer)
        return made

    def withhold(self, seat: int) -> None:
        """The seat is asked nothing after all: what it was offered is answered before anybody is told of it."""
        self.offers[seat] = None
        made = self._deltas[seat]
        if made is not None:
            self._deltas[seat] = Delta(made.rev, made.ev, made.vh)


class SeatViews:
    """The views of all places of a table with so many seats; the last place is that of who looks on."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.watched = False
        self.views = [View(seat) for seat in (*range(seats), WATCHER)]
        self.hashes = [ViewHash(view) for view in self.views]
        self._kept: deque[Revision] = deque(maxlen=KEPT)

    def revise(self, rev: int, story: list[Event], offers: list[Offer | None]) -> Revision:
        """One more revision; the last one must be complete, as the story that it tells lies behind the rules by now."""
        revision = Revision(rev, story, offers, self)
        self._kept.append(revision)
        return revision

    def complete(self) -> None:
        """Every place has been told the last revision; where nobody looks on, nobody is told."""
        if self._kept:
            for place in range(self.seats + self.watched):
                self._kept[-1].delta(place)

    def missed(self, place: int, rev: int) -> list[Missed]:
        """What a place was told since a revision; nothing if that is too long ago to know."""
        kept = self._kept
        if not kept or rev < kept[0].rev - 1 or (place == WATCHER and not self.watched):
            return []
        deltas = [each._deltas[place] for each in kept if each.rev > rev]
        return [Missed(delta.rev, delta.ev) for delta in deltas if delta is not None]

    def deal_so_far(self, seat: int) -> list[Missed]:
        """All that a seat was told of the deal that is on; nothing where that is too long ago to know.

        It is for who comes to the seat in the middle of the deal: a stand-in knows what the seat knows.
        """
        found: list[Missed] = []
        for revision in reversed(self._kept):
            delta = revision._deltas[seat]
            if delta is None:
                break
            found.insert(0, Missed(delta.rev, delta.ev))
            if delta.ev and delta.ev[0][0] == "deal":
                return found
        return []

    def watch(self, view: View) -> None:
        """Somebody looks on, and this is what there is to see; from now on who looks on is told."""
        self.complete()
        self.watched = True
        self.views[WATCHER] = view
        self.hashes[WATCHER] = ViewHash(view)
        if self._kept:  # the view is after it already
            last = self._kept[-1]
            last._deltas[WATCHER] = Delta(last.rev, [], self.hashes[WATCHER].value)
