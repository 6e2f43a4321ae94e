"""The hash by which host and guest know that they see the same: of a seat's whole view, after every revision."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from rumpus.core.events import View

_canonical = msgspec.json.Encoder(order="sorted").encode


class ViewHash:
    """A view's digest (core/events.py), kept up while the view grows: written is the view's own data, not a copy of it."""

    __slots__ = ("_data", "_rows", "value", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self._lay()
        self.value = self._hash()

    def after(self, events: Iterable[list[Any]]) -> bytes:
        """The hash after these events, which the view has folded already."""
        places, rows = self.view.places, self._rows
        for event in events:
            kind = event[0]
            if kind == "move":
                src, dst = event[2], event[3]
                rows[src][4], rows[dst][4] = places[src].cards, places[dst].cards
            elif kind != "note":
                self._lay()
                break
        self.value = self._hash()
        return self.value

    def _lay(self) -> None:
        """Places have come or gone: one row for each, in the view's order."""
        self._data = self.view.data()
        self._rows = {row[0]: row for row in self._data["places"]}

    def _hash(self) -> bytes:
        return sha256(_canonical(self._data)).digest()[:8]
