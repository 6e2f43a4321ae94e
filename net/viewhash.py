"""The hash by which host and guest know that they see the same: of a seat's whole view, after every revision."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from rumpus.core.events import Place, View

_canonical = msgspec.json.Encoder(order="sorted").encode


class ViewHash:
    """A view's digest (core/events.py), kept up while the view grows: of the places only those that an event touched are
    written anew."""

    __slots__ = ("_places", "_seat", "value", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self._seat = b'],"seat":%d}' % view.seat
        self._lay()
        self.value = self._hash()

    def after(self, events: Iterable[list[Any]]) -> bytes:
        """The hash after these events, which the view has folded already."""
        places, written = self.view.places, self._places
        try:
            for event in events:
                kind = event[0]
                if kind == "move":
                    src, dst = event[2], event[3]
                    written[src], written[dst] = _written(src, places[src]), _written(dst, places[dst])
                elif kind != "note":
                    self._lay()
                    break
        except KeyError:  # a move from or to what a deal has put away since
            self._lay()
        self.value = self._hash()
        return self.value

    def _lay(self) -> None:
        """Places have come or gone."""
        self._places = {number: _written(number, place) for number, place in self.view.places.items()}

    def _hash(self) -> bytes:
        notes, places = _canonical(self.view.notes), b",".join(self._places.values())
        return sha256(b"".join((b'{"notes":', notes, b',"places":[', places, self._seat))).digest()[:8]


def _written(number: int, place: Place) -> bytes:
    cards = place.cards
    if isinstance(cards, int):
        return _counted(number, place.name, place.seat, place.open, cards)
    return _canonical([number, place.name, place.seat, place.open, cards])


@lru_cache(maxsize=1024, typed=True)  # yes is no 1 here
def _counted(*row: object) -> bytes:
    """A place of which only the number of its cards is known: the same few come again and again."""
    return _canonical(row)
