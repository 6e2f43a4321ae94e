"""A disk for journals in memory, under the real `DiskJournal`: what was synced survives the host, what was not may vanish.

Only SQLite's connection is pretended.  A write is one transaction: it is written, then synced, and the host may die before
either, or find the disk full.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from rumpus.net.host import sessions, startup
from rumpus.net.storage import journal, restore
from rumpus.net.storage.journal import DiskJournal, FoundJournal, Row


class Killed(BaseException):
    """The host ends here."""


class Disk:
    """The rows of one journal.  `ever` are all that were ever safe, those too that the journal has wiped since.

    `look` hears of every row that is safe now; `moment` is called with "written" before a transaction is synced and with
    "synced" after it, and may raise Killed.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rows: list[Row] = []
        self.ever: list[Row] = []
        self.full = False
        self.torn = 0
        self.look: Callable[[Row], None] = lambda row: None
        self.moment: Callable[[str], None] = lambda when: None

    def write(self, rows: list[Row], wiped_before: int) -> None:
        """One transaction."""
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        try:
            self.moment("written")
        except Killed:
            self._unsynced(rows, wiped_before)
            raise
        self._keep(rows, wiped_before)
        self.moment("synced")

    def _unsynced(self, rows: list[Row], wiped_before: int) -> None:
        """What was not synced when the host died is whole, or lost, or torn."""
        fate = self.chance.choice(("whole", "lost", "torn"))
        if fate == "whole":
            self._keep(rows, wiped_before)
        elif fate == "torn" and not wiped_before:
            self.torn += 1
            self.rows.append(rows[0]._replace(payload=rows[0].payload[:-1]))

    def _keep(self, rows: list[Row], wiped_before: int) -> None:
        self.rows = [row for row in self.rows if row.n >= wiped_before] + rows
        for row in rows:
            self.ever.append(row)
            self.look(row)

    def open(self, path: object) -> File:
        """The connection to the file, whatever it is called."""
        return File(self)

    def mend(self, broken: DiskJournal, found: FoundJournal) -> DiskJournal:
        """What is torn goes."""
        self.rows = list(found.rows)
        mended = DiskJournal(broken.path, broken.engine)
        mended.found()
        return mended


class File:
    """As much of an SQLite connection as a journal uses."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self._within: list[Row] | None = None
        self._wiped = 0

    def execute(self, line: str, values: Any = ()) -> Any:
        word = line.split()[0]
        if word == "SELECT":
            return iter([tuple(row) for row in self.disk.rows])
        if word == "INSERT":
            self.disk.write([Row(*values)], 0)
        elif word == "DELETE":
            self._wiped = values[0]
        elif word in ("BEGIN", "ROLLBACK"):
            self._within, self._wiped = ([] if word == "BEGIN" else None), 0
        elif word == "COMMIT" and self._within:
            rows, self._within = self._within, None
            self.disk.write(rows, self._wiped)
        return self

    def executemany(self, line: str, rows: list[Any]) -> None:
        assert self._within is not None
        self._within += [Row(*values) for values in rows]

    def fetchone(self) -> tuple[str]:
        return ("ok",)

    def fetchall(self) -> list[Any]:
        return []

    def close(self) -> None:
        pass


class Wall:
    """The machine's clock on the wall: it jumps, and nothing may depend on it."""

    def __init__(self) -> None:
        self.jumped = 0.0

    def time(self) -> float:
        return 1_700_000_000.0 + self.jumped


class Chance:
    """In the place of the module `secrets`."""

    def __init__(self, chance: random.Random) -> None:
        self.token_bytes = chance.randbytes


class NoHistory:
    """In the place of the history file: `told` are the matches that it was told of."""

    def __init__(self, told: list[dict[str, Any]]) -> None:
        self.told = told

    def add(self, table: str, name: str, opened: int, told: dict[str, Any]) -> None:
        self.told.append(told)


@contextmanager
def pretended(disk: Disk, chance: random.Random, wall: Wall, told: list[dict[str, Any]]) -> Iterator[None]:
    """Journals lie on this disk, sessions are numbered by chance, and the wall clock is this one."""
    puts: list[tuple[Any, str, Any]] = [
        (journal, "_open", disk.open),
        (journal, "_make", lambda path: None),
        (journal, "_sync_folder", lambda path: None),
        (restore, "mend", disk.mend),
        (sessions, "secrets", Chance(chance)),
        (startup, "History", lambda path: NoHistory(told)),
        (startup, "time", wall),
    ]
    with ExitStack() as stack:
        for module, name, put in puts:
            stack.enter_context(mock.patch.object(module, name, put))
        yield
