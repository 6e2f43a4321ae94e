"""The hash by which host and guest know that they see the same: of a seat's whole view, as of a revision."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from rumpus.core.events import View

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
        """The hash of the view as it is."""
        if self._new:
            events, self._new = self._new, []
            self.after(events)
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
        touched: set[int] = set()
        for event in events:
            kind = event[0]
            if kind == "move":
                touched.update(event[2:4])
                touched.update(number for pairs in event[4:] for number, _ in pairs)
            elif kind != "note":
                touched.clear()
                self._lay()
                break
        for number in touched:
            self._write(number)
        self._value = self._hash()
        return self._value

    def _lay(self) -> None:
        """Places have come or gone.  Of each only the cards will change."""
        self._heads: dict[int, bytes] = {}
        self._rows: dict[int, bytes] = {}
        for number, place in self.view.places.items():
            self._heads[number] = _canonical([number, place.name, place.seat, place.open])[:-1]
            self._write(number)

    def _write(self, number: int) -> None:
        self._rows[number] = b"%b,%b]" % (self._heads[number], _canonical(self.view.places[number].cards))

    def _hash(self) -> bytes:
        told = b'{"notes":%b,"places":[%b%b' % (_canonical(self.view.notes), b",".join(self._rows.values()), self._seat)
        return sha256(told).digest()[:8]
