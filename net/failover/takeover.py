"""Outliving the host: a guest keeps the marks that it hears, and its machine can carry the table on from the newest.

The new host has the key of a seat of the table as its own: the other guests know it from the mark that the host before
signed, and nobody has to be told a code. What was hidden is gone with the old host: a deal that was on is dealt anew.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rumpus.core.game import Charter, engine
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.net.identity.invite import new_token
from rumpus.net.identity.keys import KeyPair
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.messages import Piece
from rumpus.net.protocol.sanitize import clean_name
from rumpus.net.shuffle.evidence import charter_hash
from rumpus.net.storage.checkpoint import (
    MARK_MOST,
    BadCheckpoint,
    Checkpoint,
    HostChain,
    PieceJoiner,
    compare,
    forget,
    keep,
    read_line,
)
from rumpus.net.storage.journal import SUFFIX, DiskJournal, JournalBroken, JournalBusy
from rumpus.net.storage.known_hosts import KnownTables
from rumpus.net.storage.restore import MATCH_FIELDS, read_kept
from rumpus.net.table.requests import make_charter

GATHER = 60.0
"""Seconds that the first deal waits for people who have to find the new host first."""
AHEAD = 1 << 20
"""The new host's revisions and decisions count from this far behind the mark: the old host had gone on from there."""


class CannotTakeOver(ValueError):
    """The table cannot be carried on from this machine; the sentence says why and what to do."""


class CheckpointKeeper:
    """Hears the marks of one table and keeps the newest for its owner; `line` is it, once one was heard.

    `moved` says that the host is another one than before: until its first mark is found good nothing of it counts.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.line: HostChain | None = None
        self.moved = False
        self._joined = PieceJoiner(MARK_MOST)

    def know(self, table: str) -> None:
        """Takes up what is kept of a table from earlier."""
        if self.line is None:
            with contextlib.suppress(BadCheckpoint):
                self.line = KnownTables(self.folder).mark(table)

    def take(self, piece: Piece, table: str, host_key: str, address: str, port: int) -> bool:
        """A piece from the host of this table; whether it completed a mark. Raises BadMark where it may not count."""
        try:
            data = self._joined.add(piece)
        except BadMessage as why:
            raise BadCheckpoint(f"The signed state of the table cannot be put together: {why}") from None
        if data is None:
            return False
        line = read_line(data)
        if (line.newest.table, line.newest.host) != (table, host_key):
            raise BadCheckpoint("The host shows a state that another host signed, or of another table.")
        self.know(table)
        if self.line is not None:
            compare(self.line, line)
        self.line, self.moved = line, False
        with contextlib.suppress(OSError):
            keep(line, self.folder)
            KnownTables(self.folder).learn(line, address, port)
        return True

    def drop(self) -> None:
        """The seat was given up, or the table is closed and no match is on: there is nothing to carry on."""
        if self.line is not None:
            forget(self.line.newest.table, self.folder)
            self.line = None


def carry_on(line: HostChain, pair: KeyPair, found: Catalogue, journals: Path, **config: Any) -> Path:
    """The journal with which a host of this machine goes on: the table's own where it lies here, else one made of the mark.

    `pair` is the key of the seat; `journals` is this user's folder of them, `config` are fields of `HostConfig` that this
    machine decides (bind, plugins, folder). Raises CannotCarry, OSError.
    """
    mark = line.newest
    seat = line.seat_of(pair.public.decode())
    if seat < 0:
        raise CannotTakeOver("Only the machine of somebody who sits at the table can carry it on, and you have no seat there.")
    path = journals / f"{mark.table}{SUFFIX}"
    if path.exists() and _is_newest(path, mark):
        return path
    charter = _charter(mark, found)
    bot = mark.bot if found.bot(mark.bot, charter.game) is not None else "random"
    base = _base(line, seat, pair, charter, {"bot": bot, **config})
    journal = DiskJournal(path, engine(charter), new=True)
    try:
        journal.about = lambda: base
        journal.keep("table", {})
    finally:
        journal.close()
    return path


def _is_newest(path: Path, mark: Checkpoint) -> bool:
    """Whether the journal that lies here is that of the last host; an older one is put aside."""
    try:
        old = read_kept(path, engine())
        old.journal.close()
        if old.opened["public"] == mark.host:
            return True
    except JournalBusy:
        raise CannotTakeOver("This machine's own host has the table open: sit down there with rumpus join.") from None
    except JournalBroken:
        pass
    _put_aside(path)
    return False


def _put_aside(path: Path) -> None:
    for end in ("-wal", "-shm"):
        with contextlib.suppress(OSError):
            os.unlink(f"{path}{end}")
    os.replace(path, path.with_suffix(".old"))


def newest_here(journals: Path, mark: Checkpoint) -> Path:
    """The path of the table's own journal in this folder; one that lies there of an earlier time is put aside."""
    path = journals / f"{mark.table}{SUFFIX}"
    if path.exists() and _is_newest(path, mark):
        _put_aside(path)
    return path


def charter_of(said: Mapping[str, Any], found: Catalogue) -> Charter:
    """The charter that a host shows, made of what is installed here: the same to the last bit.  Raises CannotCarry."""
    try:
        charter = make_charter(found, said["game"], said["seats"], said["options"], list(said["house_rules"]))
    except (ValueError, KeyError, TypeError) as why:
        raise CannotTakeOver(f"What this table plays is not installed here: {why}") from None
    if charter.sha256 != charter_hash(said):
        theirs = f"{clean_name(str(said.get('plugin')))} {clean_name(str(said.get('version')))}".strip()
        raise CannotTakeOver(
            f"The {charter.game.title} that is installed here is not the table's ({theirs}): install the same, "
            "or let somebody else carry the table on."
        )
    return charter


def _charter(mark: Checkpoint, found: Catalogue) -> Charter:
    """The charter of the mark, and a mark that belongs to it."""
    charter = charter_of(mark.charter, found)
    if charter.sha256.hex() != mark.rules:
        raise CannotTakeOver("The signed state of this table does not belong to what it plays.")
    match, fresh, seats = mark.match, Match(charter), range(charter.seats)
    fits = (len(match.totals), len(match.wins), len(mark.seats)) == (len(fresh.totals), len(fresh.wins), charter.seats)
    if not fits or match.dealer not in seats or not match.seats_in or not set(match.seats_in) <= set(seats):
        raise CannotTakeOver("The signed state of this table does not belong to what it plays.")
    return charter


def said_of(mark: Checkpoint, seat: int) -> str:
    """What the table says when it is carried on."""
    name = clean_name(mark.seats[seat].name) or f"Seat {seat + 1}"
    if mark.state != "playing":
        return f"{name}'s machine carries the table on."
    return (
        f"{name}'s machine carries the table on as it stood before deal {mark.match.deals + 1}: "
        "the deal that was on is void, and is dealt anew."
    )


def _base(line: HostChain, seat: int, pair: KeyPair, charter: Charter, config: dict[str, Any]) -> dict[str, Any]:
    """The table's row in the new journal: what `resume.snapshot` would have made of it between two deals."""
    mark = line.newest
    settled = {name: getattr(mark.match, name) for name in MATCH_FIELDS}
    opened = {
        "config": {
            "game": charter.game.name,
            "seats": charter.seats,
            "options": dict(charter.options),
            "house_rules": [rule.name for rule in charter.house_rules],
            "settings": dict(mark.settings),
            "matches": mark.matches,
            "table": mark.name,
            "open": True,
            **config,
        },
        "public": pair.public.decode(),
        "secret": pair.secret.decode(),
        "table": mark.table,
        "name": clean_name(mark.name) or "rumpus",
        "port": mark.port,
        "at": int(time.time()),
        "before": line.plain(),
    }
    return {
        "epoch": mark.epoch,
        "state": mark.state,
        "chairs": [[each.kind, each.key, clean_name(each.name), each.standin, each.number] for each in mark.seats],
        "benched": [[each.key, clean_name(each.name), each.number] for each in mark.benched],
        "banned": [],
        "token": new_token().hex(),
        "paused": "",
        "wants": {},
        "signs": {each.key: each.sign for each in [*mark.seats, *mark.benched] if each.sign},
        "watchers": mark.watchers,
        "gather": GATHER,
        "back": said_of(mark, seat),
        "opened": opened,
        "charter": {**charter.data(), "hash": charter.hash},
        "rev": mark.rev + AHEAD,
        "deals": mark.deals,
        "dps": [mark.rev + AHEAD] * charter.seats,
        "match": settled,
        "voids": mark.voids,
        "played": mark.played,
        "left": mark.left,
        "book": [[each.game, each.winners, each.totals, each.names, each.unfinished] for each in mark.book],
        "people": {key: [one.name, one.matches, one.wins, one.points] for key, one in mark.people.items()},
    }
