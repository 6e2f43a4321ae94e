"""The tables that this user has sat at: which host key belongs to which table, kept so that a changed key is noticed.

A key that changes is accepted in one case only: the table is carried on by one of its people, whose key was in the state that
the host before signed (checkpoint.py).
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from rumpus.net.discovery.addresses import is_loopback
from rumpus.net.identity.keys import home, private_folder
from rumpus.net.protocol.sanitize import clean_name
from rumpus.net.storage.checkpoint import BadCheckpoint, HostChain, OlderCheckpoint, kept

FILE = "tables.json"
KEPT_MOST = 200


class ChangedKey(ValueError):
    """A table that is known under another key: nobody sits down there."""


class KnownTable(msgspec.Struct, frozen=True):
    """A table as it was joined last: `key` is the host's, in Z85; `hosts` are keys it had before, whose seat keys still hold.

    `sign` is the key that the host signs with, in hex, and `marked` the order of its last mark that was heard. `charter` is what
    the table played by when it was seen last.
    """

    table: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=40)]
    name: str = ""
    address: str = ""
    port: int = 0
    hosts: list[str] = []
    sign: Annotated[str, Meta(max_length=64)] = ""
    marked: tuple[int, int] = (0, 0)
    charter: dict[str, Any] = {}

    @property
    def first(self) -> str:
        """The key of the first host: the seat keys for this table lie under it."""
        return self.hosts[0] if self.hosts else self.key


class KnownTables:
    """The file of known tables in the user's folder; what cannot be read counts as nothing known."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = private_folder(folder or home()) / FILE

    def all(self) -> list[KnownTable]:
        """Every known table, the one joined last first."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=list[KnownTable])
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return []

    def table(self, table: str) -> KnownTable | None:
        """The table of this id."""
        return next((each for each in self.all() if each.table == table), None)

    def by_key(self, key: str) -> KnownTable | None:
        """The table whose host has this key."""
        return next((each for each in self.all() if key in (each.key, *each.hosts)), None)

    def mark(self, table: str) -> HostChain | None:
        """The newest signed state of a table that is kept here; raises BadMark where it is forged, older or another's."""
        line, known = kept(table, self.path.parent), self.table(table)
        if line is None or known is None:
            return None
        if line.newest.whose != (known.key, known.sign):
            raise BadCheckpoint("The state that is kept of this table is signed by somebody who was not its host.")
        if line.newest.order < known.marked:
            raise OlderCheckpoint("The state that is kept of this table is older than one that was here before.")
        return line

    def carrier(self, table: str, key: str) -> str:
        """The name of the person of this table, not its host now, whose machine has this key; empty where it is nobody's."""
        try:
            line = self.mark(table)
        except BadCheckpoint:
            return ""
        seat = line.seat_of(key) if line is not None and key != line.newest.host else -1
        return clean_name(line.newest.seats[seat].name) or f"Seat {seat + 1}" if line is not None and seat >= 0 else ""

    def hosted(self, key: str) -> KnownTable | None:
        """The table that has a host with this key, or is carried on by a person who has it."""
        return self.by_key(key) or next((each for each in self.all() if self.carrier(each.table, key)), None)

    def check(self, table: str, key: str) -> bool:
        """Whether the table is known, by this key; raises ChangedKey where it is known by another.

        The key of a person who may carry the table on is as good as the host's.
        """
        known = self.table(table)
        if known is not None and key not in (known.key, *known.hosts) and not self.carrier(table, key):
            raise ChangedKey(
                f"The table {known.name or table[:8]} has another key than when you last sat there: this may be somebody who "
                "pretends to be the host. Ask the host for a fresh invite if the host says that it was set up anew."
            )
        return known is not None

    def remember(self, one: KnownTable) -> None:
        """Put a table at the top of the list."""
        kept = [one, *(each for each in self.all() if each.table != one.table)][:KEPT_MOST]
        self._write(kept)

    def seen(self, table: str, key: str, name: str, address: str, port: int, charter: dict[str, Any] | None = None) -> None:
        """The table was joined there; what is known of its hosts and their marks stays."""
        known = self.table(table) or KnownTable(table, key)
        if key in (known.key, *known.hosts):
            address, port = _better(known, address, port)
            kept = msgspec.structs.replace(known, name=name, address=address, port=port, charter=charter or known.charter)
            self.remember(kept)

    def learn(self, line: HostChain, address: str, port: int) -> None:
        """A mark was heard, from a host that may have it: that is the table's host now."""
        mark = line.newest
        known = self.table(mark.table) or KnownTable(mark.table, mark.host)
        hosts = known.hosts if known.key == mark.host else [*known.hosts, known.key]
        hosts = [*dict.fromkeys(hosts)]
        name = clean_name(mark.name)
        address, port = _better(known, address, port)
        self.remember(KnownTable(mark.table, mark.host, name, address, port, hosts, mark.sign, mark.order, known.charter))

    def forget(self, table: str) -> None:
        """This table is not known any more: its seat was given up."""
        self._write([each for each in self.all() if each.table != table])

    def _write(self, tables: list[KnownTable]) -> None:
        descriptor, name = tempfile.mkstemp(dir=self.path.parent, prefix=".tables")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(tables))
            os.replace(name, self.path)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def _better(known: KnownTable, address: str, port: int) -> tuple[str, int]:
    """Where the table is; this machine's own address for itself says nothing of the network that it is on."""
    on_network = known.address and not is_loopback(known.address)
    return (known.address, known.port) if on_network and is_loopback(address) else (address, port)
