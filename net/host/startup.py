"""How a host begins: with a fresh table, or with one that was interrupted and is kept in a journal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from rumpus.core.game import Charter, engine
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.rules import Value
from rumpus.net.identity.invite import new_token
from rumpus.net.identity.keys import KeyPair, new_pair
from rumpus.net.protocol.sanitize import clean_name
from rumpus.net.storage.history import HISTORY, History
from rumpus.net.storage.journal import SUFFIX, DiskJournal, JournalBroken
from rumpus.net.storage.restore import SavedTable, play_again, read_kept, seating_of, snapshot
from rumpus.net.table.engine import Decks, Engine
from rumpus.net.table.game_switch import GameSwitch
from rumpus.net.table.requests import make_charter
from rumpus.net.table.seating import Chair, Seating
from rumpus.net.table.settings import read_settings
from rumpus.net.table.table import Table

if TYPE_CHECKING:
    from rumpus.net.host.config import HostConfig


class CannotOpen(ValueError):
    """The table cannot be opened; the sentence says why and what to do."""


class Start(NamedTuple):
    """What a host begins with; `kept` where it goes on with a table."""

    config: HostConfig
    catalogue: Catalogue
    charter: Charter
    settings: dict[str, Value]
    pair: KeyPair
    token: bytes
    table_id: str
    name: str
    kept: SavedTable | None = None

    @property
    def before(self) -> list[list[str]]:
        """The last marks of the hosts that the table had earlier: text and signature."""
        return list(self.kept.opened.get("before", ())) if self.kept is not None else []


def begin(config: HostConfig, log: Callable[[str], None]) -> Start:
    """A fresh table, or the one of the journal that the config names; raises ValueError and OSError with a sentence."""
    if config.resume:
        return _again(config, log)
    catalogue = _catalogue(config, log)
    charter = make_charter(catalogue, config.game, config.seats, config.options, config.house_rules)
    if not 0 <= config.bots <= charter.seats:
        raise CannotOpen(f"{charter.game.title} has {charter.seats} seats here: give a number of bots up to that.")
    if config.bots and catalogue.bot(config.bot, charter.game) is None:
        known = ", ".join(catalogue.bot_names(charter.game))
        raise CannotOpen(f"No bot {config.bot[:40]!r} plays {charter.game.title}; these do: {known}.")
    settings, name = read_settings(config.settings), clean_name(config.table) or "rumpus"
    return Start(config, catalogue, charter, settings, new_pair(), new_token(), secrets.token_hex(16), name)


def _again(config: HostConfig, log: Callable[[str], None]) -> Start:
    path = Path(config.resume)
    kept = read_kept(path, engine())
    try:
        opened = kept.opened
        more = {
            "resume": config.resume,
            "journal": str(path.parent),
            "headless": config.headless,
            "port": opened["port"],
            "port_free": True,
        }
        config = msgspec.convert({**opened["config"], **more}, type(config))
        catalogue = _catalogue(config, log)
        said = kept.base["charter"]
        charter = make_charter(catalogue, said["game"], said["seats"], said["options"], list(said["house_rules"]))
        kept.journal.engine = engine(charter)
        pair = KeyPair(opened["public"].encode(), opened["secret"].encode())
        token = bytes.fromhex(kept.base["token"])
        settings = read_settings(config.settings)
        return Start(config, catalogue, charter, settings, pair, token, opened["table"], opened["name"], kept)
    except (KeyError, TypeError, msgspec.ValidationError) as why:
        kept.journal.close()
        raise JournalBroken(f"The journal {path} is not one of this rumpus.") from why
    except BaseException:
        kept.journal.close()
        raise


def _catalogue(config: HostConfig, log: Callable[[str], None]) -> Catalogue:
    catalogue = find_plugins(config.plugins, config.folder)
    for _, sentence in catalogue.failures:
        log(sentence)
    return catalogue


def lay_out(start: Start, decks: Decks, limit: Callable[[], AbstractContextManager[Any]], now: float) -> Table:
    """The evening before anybody is there; where it goes on, with its deal as it was.  Raises JournalBroken."""
    kept = start.kept
    if kept is None:
        engine = Engine(start.charter, decks, limit=limit)
        seating = Seating([Chair() for _ in range(start.charter.seats)], start.token)
    else:
        engine, seating = play_again(kept, start.charter, decks, limit), seating_of(kept, now)
    table = Table(
        engine,
        seating,
        start.settings,
        start.name,
        start.table_id,
        matches=start.config.matches,
        headless=start.config.headless,
        seeded=start.config.seed is not None,
        opened=now,
    )
    if kept is not None and kept.base.get("waits"):
        _wait_again(table, start.catalogue, kept.base["waits"])
    return table


def _wait_again(table: Table, catalogue: Catalogue, data: dict[str, Any]) -> None:
    """What was voted for still waits, if its game is still there."""
    said = data["charter"]
    try:
        charter = make_charter(catalogue, said["game"], said["seats"], said["options"], list(said["house_rules"]))
    except ValueError as why:
        table.writer.back.append(f"What was voted for does not come: {why}")
    else:
        table.waits = GameSwitch(charter, list(data["sit"]), data["leave"])


def open_journal(start: Start, table: Table, port: int, log: Callable[[str], None]) -> DiskJournal | None:
    """The journal of a table that is about to serve, its first row written; None where the config names no folder.

    Raises CannotOpen where it cannot be written.
    """
    config = start.config
    if not config.journal:
        return None
    folder = Path(config.journal)
    try:
        if start.kept is not None:
            journal = start.kept.journal
        else:
            journal = DiskJournal(folder / f"{start.table_id}{SUFFIX}", engine(start.charter), new=True)
        _tie(journal, start, table, port, log)
        if start.kept is None:
            table.engine.journal = journal
            journal.keep("table", {})
        table.writer.seats()
    except OSError as why:
        raise CannotOpen(
            f"The journal cannot be kept in {folder} ({why.strerror or why}): free some space, "
            "or set RUMPUS_HOME to a folder of yours."
        ) from None
    if table.writer.frozen:
        raise CannotOpen(f"The journal cannot be written in {folder}: free some space and try again.")
    return journal


def _tie(journal: DiskJournal, start: Start, table: Table, port: int, log: Callable[[str], None]) -> None:
    """Lets the journal know the table, and the history of what is over."""
    plain: dict[str, Any] = msgspec.to_builtins(start.config)
    at = int(time.time()) if start.kept is None else start.kept.opened["at"]
    opened = {
        "config": {name: value for name, value in plain.items() if name != "resume"},
        "public": start.pair.public.decode(),
        "secret": start.pair.secret.decode(),
        "table": start.table_id,
        "name": start.name,
        "port": port,
        "at": at,
        "before": start.before,
    }
    journal.about = lambda: snapshot(table, opened)
    journal.keep_hands = str(start.settings["keep_hands"])
    history = History(journal.path.parent.parent / HISTORY)

    def finished(told: dict[str, Any]) -> None:
        try:
            history.add(start.table_id, start.name, at, told)
        except OSError as why:
            log(f"The match is not in the history: {why}")

    journal.finished = finished
    for told in start.kept.finished if start.kept is not None else ():
        finished(told)
