"""A table that moves to this machine, or from its host to another one: what a sitting does about it.

The host gives the table in pieces and nobody plays meanwhile. This machine plays the deal again to the last card, says that
it has the table, and opens it when the host has said good-bye.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from rumpus.client.setup.paths import journal_folder, plugin_folder
from rumpus.net.failover.takeover import CannotTakeOver, CheckpointKeeper
from rumpus.net.guest.outbox import NotNow
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.messages import Piece
from rumpus.net.storage.checkpoint import HostChain, PieceJoiner

if TYPE_CHECKING:
    from rumpus.client.session.session import Session


def free_port(bind: str, wanted: int) -> int:
    """A port that can be opened here at the moment: the table's old one if nobody has it."""
    host = "" if bind == "*" else bind
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in (wanted, 0):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.bind((host, port))
            return int(tried.getsockname()[1])
    return wanted


class HandoverReceiver:
    """What comes of a table that is on its way here; `path` is its journal, once this machine has all of it."""

    def __init__(self, session: Session, keeper: CheckpointKeeper, bind: str) -> None:
        from rumpus.net.failover.handover_package import HAND_MOST

        self.session, self.keeper, self.bind = session, keeper, bind
        self.path: Path | None = None
        self._joined = PieceJoiner(HAND_MOST)
        self._task: asyncio.Task[None] | None = None

    def piece(self, piece: Piece) -> None:
        """A piece of the table; with the last of them this machine takes it."""
        try:
            data = self._joined.add(piece)
        except BadMessage:
            return
        if data is not None and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._take(data))

    async def _take(self, data: bytes) -> None:
        from rumpus.net.failover.handover_package import clean_why

        guest, line, loop = self.session.guest, self.keeper.line, asyncio.get_running_loop()
        assert guest is not None
        port, why = 0, ""
        try:
            if line is None:
                raise CannotTakeOver("this machine has heard no signed state of the table yet")
            port = free_port(self.bind, line.newest.port)
            self.path = await loop.run_in_executor(None, self._written, data, line, port)
        except CannotTakeOver as no:
            why = str(no)
        except OSError as no:
            why = f"its journal cannot be written there ({no.strerror or clean_why(no)})"
        with contextlib.suppress(NotNow):  # who is not heard at the moment gets the pieces once more
            guest.taken(port, why)

    def _written(self, data: bytes, line: HostChain, port: int) -> Path:
        from rumpus.client.setup.table_options import catalogue
        from rumpus.net.failover.handover_package import take

        files = [str(path) for path in self.session.plugins]
        found = catalogue(files, complain=False)
        here = {"bind": self.bind, "plugins": files, "folder": str(plugin_folder())}
        return take(data, line, self.session.pair, found, journal_folder(), port, **here)

    def opened(self, line: HostChain) -> Path:
        """The host has let go of the table: its journal here, ready to go on with. Raises OSError."""
        from rumpus.net.failover.handover_package import open_here

        if self.path is None:
            raise FileNotFoundError("The table has not come here: carry it on with /revive.")
        path, self.path = open_here(self.path, line), None
        return path

    def drop(self) -> None:
        """The table stays where it was."""
        from rumpus.net.failover.handover_package import drop

        if self.path is not None:
            drop(self.path)
            self.path = None
