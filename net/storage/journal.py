"""The journal of a table: everything that must survive the host, in one SQLite file for its owner alone.

Rows form a chain: each holds the hash of the one before it and of all its own fields.  Some are complete in themselves (a
table, a deal, the end of a deal: see `BASES`); the state at any moment is the last of these and what was entered after it,
played through the rules again.  A row is on the disk before anybody hears of it: WAL, synchronous FULL, one row a
transaction, committed in the host's own loop.  A thread for it would be one hop more for every action, and while the disk
does not answer the table could not go on anyway: that is what the nack `frozen` says.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rumpus.core.shuffling.seeded import tag, u64
from rumpus.net.identity.keys import private_folder
from rumpus.net.table.engine import ActionRow, Journal

BASES = ("table", "deal", "end")
SETTLED = ("table", "end")
SUFFIX = ".journal"
NO_SEAT = -1
SETUP = (
    "PRAGMA locking_mode=EXCLUSIVE",
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA fullfsync=1",
    "PRAGMA checkpoint_fullfsync=1",
    "PRAGMA secure_delete=ON",
    "PRAGMA wal_autocheckpoint=200",  # pages: from then on the WAL is written over, which is sooner safe than a file that grows
    "PRAGMA cache_size=-256",  # KiB: rows are only added, and what is on the disk needs no second place
)
TABLE = """CREATE TABLE IF NOT EXISTS journal (
    n INTEGER PRIMARY KEY, rev INTEGER, prev_hash BLOB, hash BLOB, kind TEXT, seat INTEGER, seat_key TEXT, cid INTEGER,
    payload BLOB, engine TEXT, state_hash BLOB)"""
COLUMNS = "n, rev, prev_hash, hash, kind, seat, seat_key, cid, payload, engine, state_hash"
UNREADABLE = (sqlite3.Error, OverflowError, UnicodeDecodeError)
"""What SQLite says of a damaged file; its own words about one may be no text."""
_encode = msgspec.json.Encoder(order="sorted").encode


class JournalBusy(ValueError):
    """Another host has the journal open."""


class JournalBroken(ValueError):
    """The journal cannot be read or gone on with; the sentence says from where on."""


class Row(NamedTuple):
    """One row; `hash` covers `prev_hash` and all other fields, `state_hash` is the table's fingerprint after an action."""

    n: int
    rev: int
    prev_hash: bytes
    hash: bytes
    kind: str
    seat: int
    key: str
    cid: int
    payload: bytes
    engine: str
    state_hash: bytes

    def data(self) -> dict[str, Any]:
        """The payload as plain data."""
        told = msgspec.json.decode(self.payload)
        if not isinstance(told, dict):
            raise JournalBroken(f"Revision {self.rev} of the journal holds no data.")
        return told

    def sound(self) -> bool:
        """Whether the row is what was written: every field of its kind, and the hash that goes with them."""
        kinds = (int, int, bytes, bytes, str, int, str, int, bytes, str, bytes)
        if [type(field) for field in self] != list(kinds) or self.n < 1 or min(self.rev, self.seat + 1, self.cid) < 0:
            return False
        return self.hash == self.made_hash()

    def made_hash(self) -> bytes:
        """The hash that goes with the other fields."""
        whose = self.seat, self.key, self.cid
        return chained(self.prev_hash, self.n, self.rev, self.kind, *whose, self.payload, self.engine, self.state_hash)


def chained(
    before: bytes, n: int, rev: int, kind: str, seat: int, key: str, cid: int, payload: bytes, engine: str, state: bytes
) -> bytes:
    """The hash of a row, from the hash of the one before it and all other fields."""
    numbers = u64(n) + u64(rev) + u64(seat + 1) + u64(cid)
    return tag("journal", before, numbers, kind, key, payload, engine, state)


class FoundJournal(NamedTuple):
    """The rows that can be trusted, and, where something is wrong behind them, a sentence."""

    rows: list[Row]
    damage: str


class DiskJournal(Journal):
    """The journal of one table, locked against every other process until `close`.

    `about` makes the whole state of the table, for the rows that are complete in themselves.  `keep_hands` is the table's
    setting: what becomes of deals that are over.  `finished` is called with what a match came to, once that is kept.
    `tallies` are the last accepted action of everybody who has played in this deal, and of all people with a seat: its number,
    its revision, the decision and the text; `fair` is what was kept for the fair dealing of the deal that is on, or that comes
    next.
    """

    keeps = True

    def __init__(self, path: Path, engine: str, *, new: bool = False) -> None:
        self.path = path
        self.engine = engine
        self.about: Callable[[], dict[str, Any]] = dict
        self.finished: Callable[[dict[str, Any]], None] = lambda told: None
        self.keep_hands = "all"
        self.tallies: dict[str, tuple[int, int, int, str]] = {}
        self.fair: list[dict[str, Any]] = []
        self.rev = 0
        self._n = 0
        self._hash = self._settled = b""
        if new:
            _make(path)
        self._file = _open(path)
        if new:
            with _as_oserror():
                self._file.execute(TABLE)
            _sync_folder(path.parent)

    @property
    def settled(self) -> bytes:
        """The hash of the last row between two deals: it stands for the journal up to there, and may be shown to everybody.

        Later hashes stay here: whoever knows the rest of a deal's rows could try every hand until one fits.
        """
        return self._settled

    # -- writing

    def commit(self, line: ActionRow) -> None:
        payload = _encode({"text": line.text, "dp": line.dp})
        self._append(line.rev, "act", payload, line.state, line.seat, line.key, line.cid)
        if line.cid:
            self.tallies[line.key] = (line.cid, line.rev, line.dp, line.text)

    def keep(self, kind: str, data: dict[str, Any]) -> None:
        state = bytes.fromhex(data.get("state_hash", ""))
        told = {name: value for name, value in data.items() if name != "state_hash"}
        fair = self.fair
        if kind in BASES:
            about = self.about()
            self._forget(about)
            told = {**about, **told, "tallies": self.tallies}
            if kind != "deal":  # a shuffle that came to nothing counts for the deal that comes next
                fair = [row for row in fair if row.get("deal", -1) >= about.get("deals", 0)]
            told["fair"] = fair
            rev = int(about.get("rev", self.rev)) + (kind == "deal")
        else:
            rev = self.rev
        wiped = self._wiped(kind, told)
        self._append(rev, kind, _encode(told), state, wiped=wiped)
        if kind == "fair":
            self.fair.append(data)
        elif kind in BASES:
            self.fair = fair
        if wiped:
            self._clean()
        if told.get("finished"):
            self.finished(told["finished"])

    def remember(self, data: dict[str, Any]) -> None:
        self.fair.append(data)

    def _forget(self, about: dict[str, Any]) -> None:
        """What was done by who has no seat any more is not asked for again; a bot of the host begins anew with its next one."""
        if "chairs" in about:
            seated = {chair[1] for chair in about["chairs"]} | {each[0] for each in about.get("benched", ())}
            self.tallies = {key: done for key, done in self.tallies.items() if key in seated}

    def take(self, rows: list[Row]) -> None:
        """The rows of a table that comes from another machine, in a chain of their own, all or none; raises OSError."""
        own = []
        for row in rows:
            row = row._replace(n=self._n + 1, prev_hash=self._hash)
            row = row._replace(hash=row.made_hash())
            own.append(row)
            self._n, self._hash, self.rev = row.n, row.hash, row.rev
        self._write(own, 1)
        self._clean()

    def _wiped(self, kind: str, told: dict[str, Any]) -> bool:
        """Whether everything before this row goes: it is complete, and the table keeps no older hands."""
        if kind not in BASES or not self._n:
            return False
        return self.keep_hands == "none" or (self.keep_hands == "match" and (kind == "table" or bool(told.get("finished"))))

    def _append(
        self,
        rev: int,
        kind: str,
        payload: bytes,
        state: bytes,
        seat: int = NO_SEAT,
        key: str = "",
        cid: int = 0,
        *,
        wiped: bool = False,
    ) -> None:
        """Adds a row behind the last one, and takes all before it away if they are `wiped`; raises OSError."""
        n, before, engine = self._n + 1, self._hash, self.engine
        made = chained(before, n, rev, kind, seat, key, cid, payload, engine, state)
        self._write([Row(n, rev, before, made, kind, seat, key, cid, payload, engine, state)], n if wiped else 0)
        self._n, self._hash, self.rev = n, made, rev
        if kind in SETTLED:
            self._settled = made

    def _write(self, rows: list[Row], wiped_before: int) -> None:
        insert = f"INSERT INTO journal ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)"
        with _as_oserror():
            if len(rows) == 1 and not wiped_before:
                self._file.execute(insert, rows[0])  # a transaction by itself
                return
            try:
                self._file.execute("BEGIN")
                self._file.executemany(insert, rows)
                self._file.execute("DELETE FROM journal WHERE n < ?", (wiped_before,))
                self._file.execute("COMMIT")
            except sqlite3.Error:
                with contextlib.suppress(sqlite3.Error):
                    self._file.execute("ROLLBACK")
                raise

    def _clean(self) -> None:
        """What was wiped leaves the files too: deleted pages are overwritten, and the WAL is emptied."""
        with contextlib.suppress(sqlite3.Error):
            self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    # -- reading

    def found(self) -> FoundJournal:
        """All rows from the first one there is, as far as the chain holds; the next row goes behind them."""
        rows: list[Row] = []
        damage = ""
        try:
            for row in self.rows():
                if not row.sound() or (rows and (row.n != rows[-1].n + 1 or row.prev_hash != rows[-1].hash)):
                    damage = "the chain breaks"
                    break
                rows.append(row)
            checked = self._file.execute("PRAGMA integrity_check(1)").fetchone()
            if not damage and checked != ("ok",):
                damage = "the file is damaged"
        except UNREADABLE:
            damage = "the file is damaged"
        if rows:
            self._n, self._hash, self.rev = rows[-1].n, rows[-1].hash, rows[-1].rev
            self._settled = next((row.hash for row in reversed(rows) if row.kind in SETTLED), b"")
        return FoundJournal(rows, damage)

    def closed_to_writing(self) -> bool:
        """Whether the file itself says that nobody writes in it, which ours never do."""
        try:
            self._file.execute("PRAGMA user_version = 0")
        except sqlite3.OperationalError as why:
            return "readonly" in str(why)
        return False

    def rows(self) -> Iterator[Row]:
        """All rows, in order; whether they can be trusted is for `found` to say."""
        for fields in self._file.execute(f"SELECT {COLUMNS} FROM journal ORDER BY n"):
            yield Row(*fields)

    # -- ends

    def close(self) -> None:
        """Lets go of the file; the table can be gone on with later."""
        with contextlib.suppress(sqlite3.Error):
            self._file.close()

    def delete(self) -> None:
        """The table is over: its keys and its hands go."""
        self.close()
        for path in (self.path, self.path.with_suffix(".damaged")):
            for end in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    os.unlink(f"{path}{end}")


def mend(journal: DiskJournal, found: FoundJournal) -> DiskJournal:
    """A fresh file with the rows that can be trusted; what is damaged is put aside under `.damaged`."""
    journal.close()
    path = journal.path
    fresh_path = path.with_suffix(".mended")
    for end in ("", "-wal"):
        with contextlib.suppress(OSError):
            os.unlink(f"{fresh_path}{end}")
    fresh = DiskJournal(fresh_path, journal.engine, new=True)
    fresh._write(found.rows, 1)
    fresh._clean()
    fresh.close()
    for end in ("-wal", ""):
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{path}{end}", f"{path.with_suffix('.damaged')}{end}")
    os.replace(fresh_path, path)
    _sync_folder(path.parent)
    mended = DiskJournal(path, journal.engine)
    mended.found()
    return mended


def _make(path: Path) -> None:
    """An empty file for its owner alone, in a folder for its owner alone."""
    os.chmod(private_folder(path.parent), 0o700)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _open(path: Path) -> sqlite3.Connection:
    """The file, locked; raises JournalBusy, JournalBroken, OSError."""
    if not path.exists():
        raise JournalBroken(f"There is no journal {path}.")
    file = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        for line in SETUP:
            file.execute(line)
        file.execute("PRAGMA journal_mode=WAL").fetchone()
        file.execute("PRAGMA synchronous=FULL")
        file.execute("BEGIN IMMEDIATE")
        file.execute("COMMIT")
    except sqlite3.OperationalError as why:
        file.close()
        if "locked" in str(why):
            raise JournalBusy("This table is open already: another host of yours goes on with it.") from None
        raise OSError(errno.EIO, f"The journal {path} cannot be opened ({why}).") from None
    except UNREADABLE:
        file.close()
        raise JournalBroken(f"The journal {path} is damaged from its beginning: this table cannot go on.") from None
    return file


def _sync_folder(folder: Path) -> None:
    """The folder's own entries are safe, where the system knows such a thing."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def _as_oserror() -> Iterator[None]:
    """What SQLite cannot write is an OSError to the table, whatever the reason."""
    try:
        yield
    except sqlite3.Error as why:
        raise OSError(errno.ENOSPC, f"The journal cannot be written ({why}).") from why
