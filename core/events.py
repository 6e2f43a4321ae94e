"""What happened at the table, what each seat may know of it, and the view that grows from that.

The story of a deal is a list of events, bare tuples whose first word says what they are:

``("deal", number, dealer)``          a new deal: whatever lay on the table is gone
``("zone", Zone, count)``             a place for cards is opened; the deck lies there face down (else count is 0)
``("move", cards, src, dst)``         cards go from one zone to another; two numbers more say how many lie in each now,
                                      where hands are not counted to the end
``("note", key, value, seat)``        something said openly, or to one seat only

`project` is the only place where anything is hidden, and it hides by leaving out. `View.fold` is the only place where
a view grows: hosts, clients, bots and trials all use it. `View.retold` goes the other way, for whoever comes late.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.zones import NOBODY

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)

Event = tuple[Any, ...]
Seen = list[Any]
"""A projected event: plain lists, numbers, words. It travels as it is."""

UNHEARD = "unheard"
"""The note that opens a retold story, as true: what came before is not known. The story's last event takes it back."""


def project(event: Event, seat: int) -> Seen | None:
    """What a seat (or a watcher) may know of an event; None when that is nothing.

    A card's face is told to who may read the zone that it leaves or the zone that it enters; others learn how many
    cards moved. Of a zone that may not be counted to the end they are told, after a move, up to which number it holds cards:
    a last list of pairs, zone and number. A note that is addressed to one seat is told to that seat alone.
    """
    kind = event[0]
    if kind == "move":
        cards, src, dst = event[1:4]
        seen = ["move", list(cards) if src.shows(seat) or dst.shows(seat) else len(cards), src.id, dst.id]
        if len(event) > 4:
            ends = zip((src, dst), event[4:], strict=True)
            told = [[zone.id, zone.told(seat, count)] for zone, count in ends if zone.upto and not zone.shows(seat)]
            return [*seen, told] if told else seen
        return seen
    if kind == "note":
        _, key, value, only = event
        return ["note", key, value] if only in (NOBODY, seat) else None
    if kind == "zone":
        return ["zone", *event[1][:4], event[2]]
    return list(event)


@dataclass(slots=True)
class Place:
    """A zone as one seat sees it: its cards in the order in which they came, or only how many there are."""

    name: str
    seat: int
    open: bool
    cards: list[int] | int = 0

    def __len__(self) -> int:
        return self.cards if isinstance(self.cards, int) else len(self.cards)

    @property
    def faces(self) -> list[int]:
        """The cards that can be read here, in the order in which they came; none where the zone is hidden."""
        return [] if isinstance(self.cards, int) else self.cards


@dataclass(slots=True)
class View:
    """What one seat (or a watcher, seat -1) knows of the deal: places with cards, and notes."""

    seat: int
    places: dict[int, Place] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)

    def fold(self, event: Seen) -> None:
        """Take in one projected event.

        A face is forgotten when its card enters a zone that this seat cannot read.
        """
        kind = event[0]
        if kind == "move":
            cards, src, dst = event[1], self.places[event[2]], self.places[event[3]]
            count = cards if isinstance(cards, int) else len(cards)
            if isinstance(src.cards, int):
                src.cards -= count
            else:
                _take(cards, src.cards)
            if isinstance(dst.cards, int):
                dst.cards += count
            else:
                assert not isinstance(cards, int)
                dst.cards.extend(cards)
            if len(event) > 4:
                for number, count in event[4]:
                    self.places[number].cards = count
        elif kind == "note":
            _, key, value = event
            if not isinstance(key, str):
                raise TypeError(f"A note is kept under a word, not under {key!r}.")
            if value is None:
                self.notes.pop(key, None)
            else:
                self.notes[key] = value
        elif kind == "zone":
            _, number, name, seat, seen, count = event
            if not (isinstance(number, int) and isinstance(name, str) and isinstance(seat, int) and isinstance(count, int)):
                raise TypeError(f"A place is a number, a name, a seat and a number of cards, not {event!r}.")
            is_open = seen == "all" or (seen == "owner" and seat == self.seat)
            self.places[number] = Place(name, seat, is_open, [] if is_open else count)
        else:
            self.places.clear()
            self.notes.clear()
            self.notes.update(number=event[1], dealer=event[2])

    def find(self, name: str, seat: int = NOBODY) -> Place | None:
        """The place of this name (a seat's own, where a seat is given), or None where the deal has none."""
        for place in self.places.values():
            if place.name == name and place.seat == seat:
                return place
        return None

    def hand(self, seat: int | None = None) -> list[int]:
        """The cards of a hand (one's own, if no seat is named) as far as they can be read, in declared order."""
        place = self.find("hand", self.seat if seat is None else seat)
        return sorted(place.faces) if place else []

    def pile(self, name: str) -> list[int]:
        """The cards of an open place that is nobody's own, the one that came last at the end."""
        place = self.find(name)
        return place.faces if place else []

    def count(self, name: str, seat: int = NOBODY) -> int:
        """How many cards lie in a place; 0 where there is no such place."""
        place = self.find(name, seat)
        return len(place) if place else 0

    def data(self) -> dict[str, Any]:
        """The view as plain lists, numbers and words: what a snapshot holds."""
        places = [[number, p.name, p.seat, p.open, p.cards] for number, p in self.places.items()]
        return {"seat": self.seat, "places": places, "notes": self.notes}

    @classmethod
    def read(cls, data: dict[str, Any]) -> View:
        """The view that a snapshot holds."""
        view = cls(data["seat"])
        for number, name, seat, is_open, cards in data["places"]:
            view.places[number] = Place(name, seat, is_open, cards if isinstance(cards, int) else list(cards))
        view.notes.update(data["notes"])
        return view

    def retold(self) -> list[Seen]:
        """A story that leads to this view, for a player who was not there when it happened.

        It has the deal, its places with all cards in the stock, the cards' moves to where they lie now, and the notes that
        are in force; what happened on the way is not known, which the note `UNHEARD` says. Folded, it gives this view. Before
        the first deal there is nothing to tell.
        """
        stock = next((number for number, place in self.places.items() if place.name == "stock"), None)
        if stock is None:
            return []
        deck = sum(len(place) for place in self.places.values())
        story: list[Seen] = [["deal", self.notes.get("number"), self.notes.get("dealer")], ["note", UNHEARD, True]]
        for number, place in self.places.items():
            story.append(["zone", number, place.name, place.seat, self._shown_to(place), deck if number == stock else 0])
        for number, place in self.places.items():
            if number != stock and len(place):
                cards = place.cards if isinstance(place.cards, int) else list(place.cards)
                story.append(["move", cards, stock, number])
        story += [["note", key, value] for key, value in self.notes.items() if key not in ("number", "dealer")]
        return [*story, ["note", UNHEARD, None]]

    def _shown_to(self, place: Place) -> str:
        """Who may read a place, as far as this seat can tell: all, its owner, none."""
        alike = [other for other in self.places.values() if other.name == place.name and other.seat != place.seat]
        if place.open:
            hidden = place.name == "hand" or any(not other.open for other in alike)
            return "owner" if place.seat == self.seat and place.seat != NOBODY and hidden else "all"
        return "owner" if any(other.open and other.seat == self.seat for other in alike) else "none"

    def digest(self) -> bytes:
        """Eight bytes that are equal for equal views: by them host and guest know that they see the same.

        The first bytes of the SHA-256 of the view's data as JSON in UTF-8, keys sorted, without spaces.
        """
        return hashlib.sha256(_CANONICAL.encode(self.data()).encode()).digest()[:8]


def _take(cards: list[int] | int, pile: list[int]) -> None:
    assert not isinstance(cards, int)
    for face in cards:  # of twins in a pile the upper one goes
        del pile[len(pile) - 1 - pile[::-1].index(face)]
