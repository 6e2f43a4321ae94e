"""The tables that this user has sat at: which host key belongs to which table, kept so that a changed key is noticed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from rumpus.net.keys import home, private_folder

FILE = "tables.json"
KEPT_MOST = 200


class ChangedKey(ValueError):
    """A table that is known under another key: nobody sits down there."""


class KnownTable(msgspec.Struct, frozen=True):
    """A table as it was joined last: `key` is the host's, in Z85; `hosts` are keys it had before, whose seat keys still hold."""

    table: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=40)]
    name: str = ""
    address: str = ""
    port: int = 0
    hosts: list[str] = []


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
        return next((each for each in self.all() if each.key == key), None)

    def check(self, table: str, key: str) -> bool:
        """Whether the table is known, by this key; raises ChangedKey where it is known by another."""
        known = self.table(table)
        if known is not None and known.key != key:
            raise ChangedKey(
                f"The table {known.name or table[:8]} has another key than when you last sat there: this may be somebody who "
                "pretends to be the host. Ask the host for a fresh invite if the host says that it was set up anew."
            )
        return known is not None

    def remember(self, one: KnownTable) -> None:
        """Put a table at the top of the list."""
        kept = [one, *(each for each in self.all() if each.table != one.table)][:KEPT_MOST]
        self._write(kept)

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
