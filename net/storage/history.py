"""The history: finished matches of this machine's tables, in one small SQLite file that outlives them."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rumpus.net.identity.keys import private_folder

HISTORY = "history.db"
TABLE = """CREATE TABLE IF NOT EXISTS matches (
    table_id TEXT, number INTEGER, table_name TEXT, opened INTEGER, ended INTEGER, told TEXT, record TEXT,
    PRIMARY KEY (table_id, number))"""


class FinishedMatch(NamedTuple):
    """One finished match: `charter` as plain data, `seats` name and kind of each, `record` where hands were kept."""

    table: str
    table_name: str
    opened: int
    ended: int
    number: int
    charter: dict[str, Any]
    seats: list[tuple[str, str]]
    winners: list[int]
    totals: list[int]
    deals: int
    record: dict[str, Any] | None


class History:
    """The file; it is opened for each use, so that any number of hosts may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, table_id: str, name: str, opened: int, told: dict[str, Any]) -> None:
        """Enters a match (see `keeping.match_data`), once however often it is told.  Raises OSError."""
        record = told.get("record")
        rest = {key: value for key, value in told.items() if key != "record"}
        row = (table_id, told["match"], name, opened, int(time.time()), json.dumps(rest), json.dumps(record) if record else None)
        private_folder(self.path.parent)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with self._opened() as file:
            file.execute(TABLE)
            file.execute("INSERT OR IGNORE INTO matches VALUES (?,?,?,?,?,?,?)", row)

    def matches(self) -> list[FinishedMatch]:
        """All finished matches, the earliest first.  Raises OSError."""
        if not self.path.exists():
            return []
        with self._opened() as file:
            file.execute(TABLE)
            rows = file.execute(
                "SELECT table_id, table_name, opened, ended, number, told, record FROM matches ORDER BY ended, opened, number"
            ).fetchall()
        return [_finished(row) for row in rows]

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            file = sqlite3.connect(self.path, timeout=2.0)
            try:
                with file:
                    yield file
            finally:
                file.close()
        except (sqlite3.Error, ValueError, KeyError, TypeError) as why:
            raise OSError(f"{self.path} cannot be used ({why}).") from why


def _finished(row: tuple[Any, ...]) -> FinishedMatch:
    table, name, opened, ended, number, text, record = row
    told = json.loads(text)
    seats = [(seat[0], seat[1]) for seat in told["seats"]]
    kept = json.loads(record) if record else None
    return FinishedMatch(
        table, name, opened, ended, number, told["charter"], seats, told["winners"], told["totals"], told["deals"], kept
    )
