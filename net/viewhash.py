"""The hash by which host and guest know that they see the same: of a seat's whole view, after every revision."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from rumpus.core.events import View

_canonical = msgspec.json.Encoder(order="sorted").encode


class ViewHash:
    """A view's digest (core/events.py), kept up while the view grows: only what an event touched is written anew."""

    __slots__ = ("_notes", "_places", "_tail", "value", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self._places: dict[int, bytes] = {}
        self._notes: dict[str, bytes] = {}  # in the order of their keys
        self._tail = b'],"seat":' + _canonical(view.seat) + b"}"
        self._write(view.places, view.notes)
        self.value = self._hash()

    def after(self, events: Iterable[list[Any]]) -> bytes:
        """The hash after these events, which the view has folded already."""
        places: dict[int, None] = {}  # as a set, but in order: new places come in the view's own order
        notes: dict[str, None] = {}
        for event in events:
            kind = event[0]
            if kind == "move":
                places[event[2]] = places[event[3]] = None
            elif kind == "note":
                notes[event[1]] = None
            elif kind == "zone":
                places[event[1]] = None
            else:
                self._places.clear()
                self._notes.clear()
                places, notes = {}, {"number": None, "dealer": None}
        self._write(places, notes)
        self.value = self._hash()
        return self.value

    def _write(self, places: Iterable[int], notes: Iterable[str]) -> None:
        view, written = self.view, self._notes
        for number in places:
            place = view.places[number]
            self._places[number] = _canonical([number, place.name, place.seat, place.open, place.cards])
        held = len(written)
        for key in notes:
            if key in view.notes:
                written[key] = _canonical({key: view.notes[key]})[1:-1]
            elif written.pop(key, None) is not None:
                held -= 1
        if len(written) != held:
            self._notes = dict(sorted(written.items()))

    def _hash(self) -> bytes:
        notes, places = b",".join(self._notes.values()), b",".join(self._places.values())
        return sha256(b"".join((b'{"notes":{', notes, b'},"places":[', places, self._tail))).digest()[:8]
