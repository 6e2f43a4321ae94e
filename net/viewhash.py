"""The hash by which host and guest know that they see the same: of a seat's whole view, as of a revision."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from rumpus.core.events import View

UNFIT = (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError)
"""What a view, or its hash, says of events that are none."""
_canonical = msgspec.json.Encoder(order="sorted").encode


class ViewHash:
    """A view's digest (core/events.py), kept up while the view grows: of the places only those that an event touched are
    written anew.  A guest hears it from its host with every revision: see `claim`."""

    __slots__ = ("_claimed", "_heads", "_new", "_rows", "_seat", "_value", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self._seat = b'],"seat":%d}' % view.seat
        self._new: list[list[Any]] = []
        self._lay()
        self._value = self._claimed = self._hash()

    @property
    def value(self) -> bytes:
        """The hash of the view as it is; zeros where it holds what no view can."""
        if self._new:
            events, self._new = self._new, []
            try:
                self.after(events)
            except UNFIT:
                self._value = bytes(8)
        return self._value

    def claim(self, events: list[list[Any]], value: bytes) -> None:
        """The view has folded these events too, and the host says that its hash is this.  Nothing is reckoned yet."""
        self._new += events
        self._claimed = value

    def fits(self) -> bool:
        """Whether the view is what was claimed last: one look does for many revisions, as each stands on the one before."""
        return self.value == self._claimed

    def after(self, events: Iterable[list[Any]]) -> bytes:
        """The hash after these events, which the view has folded already."""
        places, heads, rows = self.view.places, self._heads, self._rows
        try:
            for event in events:
                kind = event[0]
                if kind == "move":
                    _, _, src, dst, *counts = event
                    rows[src] = heads[src] + _canonical(places[src].cards)
                    rows[dst] = heads[dst] + _canonical(places[dst].cards)
                    for number in [number for pairs in counts for number, _ in pairs]:
                        rows[number] = heads[number] + _canonical(places[number].cards)
                elif kind != "note":
                    self._lay()
                    break
        except KeyError:  # a move from or to what a deal has put away since
            self._lay()
        self._value = self._hash()
        return self._value

    def _lay(self) -> None:
        """Places have come or gone.  Of each only the cards will change."""
        self._heads, self._rows = {}, {}
        for number, place in self.view.places.items():
            head = self._heads[number] = _canonical([number, place.name, place.seat, place.open])[:-1] + b","
            self._rows[number] = head + _canonical(place.cards)

    def _hash(self) -> bytes:
        rows = b"],".join(self._rows.values())
        ends = b"]" if rows else b""
        told = b'{"notes":%b,"places":[%b%b%b' % (_canonical(self.view.notes), rows, ends, self._seat)
        return sha256(told).digest()[:8]
