"""A welcome that comes in pieces, put together."""

from __future__ import annotations

from rumpus.core.events import View
from rumpus.net.protocol import codec
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.messages import Snapshot, Welcome
from rumpus.net.protocol.view_hash import ViewHash


class WelcomePieces:
    """The pieces of a welcome that have come, in whatever order."""

    def __init__(self) -> None:
        self._parts: dict[int, Welcome] = {}

    def clear(self) -> None:
        """Waits for another welcome."""
        self._parts.clear()

    def join(self, welcome: Welcome) -> tuple[Snapshot, View, ViewHash] | None:
        """One more piece; the whole when it is the last that was missing.  Raises Bad."""
        if self._parts and next(iter(self._parts.values())).rev != welcome.rev:
            self._parts.clear()
        if welcome.part >= welcome.parts:
            raise BadMessage("a piece beyond the last.")
        self._parts[welcome.part] = welcome
        if len(self._parts) < welcome.parts:
            return None
        whole = b"".join(self._parts[part].snapshot for part in sorted(self._parts))
        self._parts.clear()
        try:
            snapshot = codec.read_snapshot(whole)
            view = View.read(snapshot.view)
            view_hash = ViewHash(view)
            if view.seat != welcome.seat or view_hash.value != welcome.vh:
                raise BadMessage("The view is not the one that its hash names.")
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as why:
            raise BadMessage(str(why)) from None
        return snapshot, view, view_hash
