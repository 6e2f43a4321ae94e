"""A table that was interrupted goes on: the last complete row of its journal, and the actions after it played again.

After every action the fingerprint of the table is compared with the one in the journal.  Where they differ the rules are
not the ones that the deal was played by, and the table does not go on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rumpus.core.actions import read_action
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.net.storage.journal import BASES, SUFFIX, DiskJournal, FoundJournal, JournalBroken, JournalBusy, Row, mend
from rumpus.net.table.engine import ActionRow, Decks, Engine, Journal, NotPlayed, PlayedDeal, PluginFailed
from rumpus.net.table.journal_entries import BACK, who
from rumpus.net.table.public_state import book_data, read_book
from rumpus.net.table.seating import WATCHING, Chair, Seating
from rumpus.net.table.table import Table

MATCH_FIELDS = ("dealer", "totals", "wins", "deals", "counted", "over", "winners", "final", "seats_in")


def snapshot(table: Table, opened: dict[str, Any]) -> dict[str, Any]:
    """The whole table between two actions, as plain data; `opened` is what its host was opened with."""
    engine, charter = table.engine, table.engine.charter
    return {
        **who(table, table.writer.epoch),
        "opened": opened,
        "charter": {**charter.data(), "hash": charter.hash},
        "rev": engine.rev,
        "deals": engine.deals,
        "dps": engine.dps,
        "match": {name: getattr(engine.match, name) for name in MATCH_FIELDS},
        "voids": table.fair.dealing.voids if table.fair is not None else 0,
        **book_data(table),
    }


@dataclass
class SavedTable:
    """What a journal holds of a table: its state at the last complete row, and what came after it.

    `acts` are the actions of the deal that is on, `record` the deals of this match, `fair` what was kept for the fair
    dealing of the deal that is on or comes next; `moved` is whose machine carries the table on since.
    """

    journal: DiskJournal
    kind: str
    base: dict[str, Any]
    rev: int
    state_hash: bytes
    acts: list[Row] = field(default_factory=list)
    record: list[PlayedDeal] = field(default_factory=list)
    finished: list[dict[str, Any]] = field(default_factory=list)
    damage: str = ""
    moved: str = ""

    @property
    def opened(self) -> dict[str, Any]:
        """What the table's host was opened with."""
        opened: dict[str, Any] = self.base["opened"]
        return opened


def read_kept(path: Path, engine: str) -> SavedTable:
    """Opens and locks a journal and reads it; raises JournalBusy, JournalBroken, OSError.

    What cannot be trusted is cut off, and `damage` says from which revision the table goes on.
    """
    journal = DiskJournal(path, engine)
    try:
        found = journal.found()
        if not any(row.kind in BASES for row in found.rows):
            raise JournalBroken(f"The journal {path} is damaged from its beginning: this table cannot go on.")
        damage = ""
        if not found.damage and journal.closed_to_writing():
            found = found._replace(damage="the file is damaged")
        if found.damage:
            rev = found.rows[-1].rev
            journal = mend(journal, found)
            damage = f"The journal is damaged ({found.damage} after revision {rev}): the table goes on from revision {rev}."
        kept = _kept(journal, found)
        kept.damage = damage
    except (KeyError, TypeError, ValueError) as why:
        journal.close()
        raise why if isinstance(why, JournalBroken) else JournalBroken(f"The journal {path} is not one of this rumpus.") from why
    return kept


def _kept(journal: DiskJournal, found: FoundJournal) -> SavedTable:
    kept = SavedTable(journal, "", {}, 0, b"")
    for row in found.rows:
        if row.kind == "act":
            _act_again(kept, row)
            continue
        data = row.data()
        if row.kind in BASES:
            kept.kind, kept.base, kept.acts, kept.state_hash = row.kind, data, [], row.state_hash
            journal.tallies = {key: (cid, rev, dp, text) for key, (cid, rev, dp, text) in data["tallies"].items()}
            journal.fair = list(data.get("fair", ()))
            if row.kind == "deal":
                kept.record = [] if not data["match"]["deals"] else kept.record
                kept.record.append(PlayedDeal(data["deals"], tuple(data["deck"]), data["match"]["dealer"], []))
            if row.kind == "end" and kept.record:
                kept.record[-1].fair = data.get("shown")
            if data.get("finished"):
                kept.finished.append(data["finished"])
        elif row.kind == "seats":
            kept.base = {**kept.base, **data}
        elif row.kind == "fair":
            journal.fair.append(data)
        kept.moved = data["to"] if row.kind == "moved" else ""
        kept.rev = row.rev
    return kept


def _act_again(kept: SavedTable, row: Row) -> None:
    told = row.data()
    kept.acts.append(row)
    kept.rev = row.rev
    if row.cid:
        kept.journal.tallies[row.key] = (row.cid, row.rev, told["dp"], told["text"])
    if kept.record:
        kept.record[-1].actions.append((row.seat, str(read_action(told["text"]))))


class _Compared(Journal):
    """Stands in for the journal while it is played again: every step must come to what was entered then."""

    keeps = True

    def __init__(self, kept: SavedTable) -> None:
        self.kept = kept
        self.at = 0

    def commit(self, line: ActionRow) -> None:
        row = self.kept.acts[self.at]
        self.at += 1
        self._compare(row.rev, line.rev == row.rev and line.state == row.state_hash)

    def keep(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "deal":
            self._compare(self.kept.base["rev"] + 1, data["state_hash"] == self.kept.state_hash.hex())

    def _compare(self, rev: int, same: bool) -> None:
        if not same:
            raise _parted(rev)


def _parted(rev: int) -> JournalBroken:
    return JournalBroken(
        f"At revision {rev} the rules make something else of the deal than the journal says: "
        "go on with the version of rumpus and of the plugin that it was played with."
    )


def play_again(
    kept: SavedTable, charter: Charter, decks: Decks, limit: Callable[[], AbstractContextManager[Any]] | None = None
) -> Engine:
    """The card table as it was after the last action; raises JournalBroken, which names the revision."""
    base = kept.base
    more = {"limit": limit} if limit is not None else {}
    engine = Engine(charter, lambda declared, number: tuple(base["deck"]), _Compared(kept), **more)
    engine.rev, engine.deals, engine.dps = base["rev"], base["deals"], list(base["dps"])
    engine.match = _match(charter, base["match"])
    if kept.kind == "deal":
        rev = base["rev"] + 1
        try:
            engine.open_deal()
            for row in kept.acts:
                rev, told = row.rev, row.data()
                engine.act(row.seat, told["dp"], told["text"], row.key, row.cid)
        except (NotPlayed, PluginFailed) as why:
            raise _parted(rev) from why
        if base["state"] != "playing":  # the match was called off
            engine.deal = None
    engine.record = [] if base["match"]["over"] else kept.record
    if engine.record and kept.kind == "deal":
        engine.dealt = engine.record[-1]
    engine.decks, engine.journal = decks, kept.journal
    return engine


def _match(charter: Charter, data: dict[str, Any]) -> Match:
    match = Match(charter)
    for name in MATCH_FIELDS:
        setattr(match, name, data[name])
    match.seats_in = tuple(match.seats_in)
    return match


def take_up(kept: SavedTable, table: Table, now: float) -> None:
    """The evening as it was: who sits where, the book, the course of it.  Everybody is taken to be here for a moment."""
    base = kept.base
    table.state, table.paused = base["state"], base["paused"]
    read_book(table, base)
    table.wants = {int(seat): frozenset(ranks) for seat, ranks in base["wants"].items()}
    chairs = table.seating.chairs
    table.bots_wanted = [seat for seat in base.get("bots", ()) if chairs[seat].kind == "free" and not chairs[seat].standin]
    table.signs = dict(base.get("signs", {}))
    table.writer.epoch = base["epoch"] + 1
    if kept.kind != "deal":
        table.writer.gather = now + base.get("gather", BACK)
    table.clocks.new_match(table.engine.charter.seats)
    table.clocks.note(table.engine.dps, now, table.engine.turn)
    if table.fair is not None:
        again = sum(1 for row in base.get("fair", ()) if row["step"] == "void")  # they are counted once more now
        table.fair.dealing.voids = base["voids"] - again
        table.fair.restore(table, kept.journal.fair, now)
        if kept.kind != "deal" and kept.journal.fair == base.get("fair"):
            table.fair.dealing.phase = "idle"  # a shuffle before that row was given up


def seating_of(kept: SavedTable, now: float) -> Seating:
    """The chairs with their people's keys; bots have no key yet, and nobody stands in for a person."""
    chairs = []
    for kind, key, name, standin, *number in kept.base["chairs"]:
        chair = Chair(kind, key, name, heard=now, standin=standin and kind == "free", number=number[0] if number else WATCHING)
        chairs.append(chair)
    benched = {key: Chair("person", key, name, heard=now, number=number) for key, name, number in kept.base.get("benched", ())}
    admitted = set(kept.base.get("watchers", ()))  # of a table that another machine carries on
    banned = set(kept.base["banned"])
    return Seating(chairs, bytes.fromhex(kept.base["token"]), banned=banned, admitted=admitted, benched=benched)


@dataclass(frozen=True)
class InterruptedTable:
    """A table that could be gone on with; `busy` where a host has it open, `why` where it cannot be."""

    path: Path
    id: str
    name: str = ""
    game: str = ""
    people: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    deals: int = 0
    host_key: bytes = b""
    when: float = 0.0
    alone: bool = False
    busy: bool = False
    why: str = ""


def interrupted(folder: Path) -> list[InterruptedTable]:
    """The tables whose journals lie in a folder, the latest first."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            found.append(_look_at(path))
        except FileNotFoundError:
            continue  # its host has just closed it
        except JournalBusy:
            found.append(InterruptedTable(path, path.stem, busy=True, when=_written(path)))
        except (ValueError, OSError) as why:
            found.append(InterruptedTable(path, path.stem, when=_written(path), why=str(why)))
    return sorted(found, key=lambda each: (-each.when, each.id))


def _written(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def _look_at(path: Path) -> InterruptedTable:
    """What there is to say of a table before it goes on; nothing is mended yet."""
    when = max(_written(path), _written(path.with_name(path.name + "-wal")))
    journal = DiskJournal(path, "")
    try:
        kept = _kept(journal, journal.found())
        if not kept.kind:
            raise JournalBroken("Nothing in it can be trusted.")
        base = kept.base
        people = [chair for chair in base["chairs"] if chair[0] == "person"]
        people += [["person", key, name] for key, name, _ in base.get("benched", ())]
        return InterruptedTable(
            path,
            path.stem,
            base["opened"]["name"],
            base["charter"]["title"],
            tuple(chair[2] for chair in people),
            tuple(chair[1] for chair in people),
            base["match"]["deals"] + 1,
            base["opened"]["public"].encode(),
            when,
            not base["opened"]["config"]["open"],
        )
    except (KeyError, TypeError, AttributeError) as why:
        raise JournalBroken("It is not a journal of this rumpus.") from why
    finally:
        journal.close()
