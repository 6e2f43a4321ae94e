"""Opening a table: what was asked for, checked against what is installed, and the host's process that serves it.

The host runs in a session of its own, so that Ctrl-C in a client does not reach it and a crashed screen does not end
the table.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rumpus.client.places import journal_folder, plugin_folder
from rumpus.core.game import Game
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.house import Charter, Misfit
from rumpus.core.record import charter_for, find_game
from rumpus.core.rules import BadOption

PORT = 7777
INVITE, OWNER = "invite: ", "owner: "


class Wrong(click.ClickException):
    """Asked for in a way that cannot be: one sentence, exit status 2."""

    exit_code = 2


class Failed(click.ClickException):
    """It did not work: one sentence, exit status 1."""

    exit_code = 1


@contextlib.contextmanager
def records_in(folder: str) -> Iterator[Path]:
    """The folder for records, made where it is not there; a sentence and exit status 1 where they cannot be written."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        yield Path(folder)
    except OSError as why:
        raise Failed(f"Records cannot be written to {folder} ({why.strerror}); choose another folder with --save.") from None


@dataclass
class Wanted:
    """The table that somebody asked for on the command line, in the words of the command line."""

    game: str
    options: Sequence[str] = ()
    house_rules: Sequence[str] = ()
    settings: Sequence[str] = ()
    plugins: Sequence[str] = ()
    seats: int | None = None
    bots: int | None = None
    bot: str = ""
    table: str = ""
    bind: str = "*"
    port: int | None = None
    matches: int = 0
    seed: str | None = None
    headless: bool = False


def catalogue(plugins: Sequence[str] = (), complain: bool = True) -> Catalogue:
    """What is installed, with a sentence on standard error for each plugin that was left out."""
    found = find_plugins(plugins, plugin_folder())
    if complain:
        for _, sentence in found.failures:
            click.echo(sentence, err=True)
    return found


def split_values(pairs: Sequence[str], flag: str) -> dict[str, str]:
    """NAME=VALUE pairs of a flag."""
    split = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Wrong(f"After {flag} comes NAME=VALUE, not '{pair[:40]}'.")
        split[name.strip()] = value
    return split


def read_options(game: Game, pairs: Sequence[str]) -> dict[str, bool | int | str]:
    """The options of a game from NAME=VALUE pairs."""
    known = {each.name: each for each in game.options}
    chosen: dict[str, bool | int | str] = {}
    for name, text in split_values(pairs, "-o").items():
        if name not in known:
            raise Wrong(f"{game.title} has no option '{name[:30]}'; its options are {', '.join(known)}.")
        chosen[name] = known[name].parse(text)
    return chosen


def charter(found: Catalogue, name: str, seats: int | None, pairs: Sequence[str], house_rules: Sequence[str]) -> Charter:
    """The charter that was asked for; a sentence and exit status 2 where it does not fit together."""
    try:
        game = find_game(found, name)
        return charter_for(found, name, seats, read_options(game, pairs), list(house_rules))
    except (BadOption, Misfit) as why:
        raise Wrong(str(why)) from None


def bot_kind(found: Catalogue, game: Game, name: str) -> str:
    """The kind of bot to seat: the one asked for, else the basic one where there is one."""
    known = found.bot_names(game)
    if name and name not in known:
        raise Wrong(f"No bot '{name[:40]}' plays {game.title}; these do: {', '.join(known)}.")
    return name or ("basic" if "basic" in known else "random")


def host_config(wanted: Wanted, bots_by_default: bool) -> dict[str, Any]:
    """What the host's process is told: the fields of ``rumpus.net.host.server.HostConfig``."""
    from rumpus.net.table.settings import parse_setting

    found = catalogue(wanted.plugins)
    made = charter(found, wanted.game, wanted.seats, wanted.options, wanted.house_rules)
    try:
        settings = {name: parse_setting(name, text) for name, text in split_values(wanted.settings, "-t").items()}
    except BadOption as why:
        raise Wrong(str(why)) from None
    bots = wanted.bots if wanted.bots is not None else made.seats - 1 if bots_by_default else 0
    most = made.seats if wanted.headless else made.seats - 1
    if not 0 <= bots <= most:
        raise Wrong(f"{made.game.title} has {made.seats} seats here; bots can take from 0 to {most} of them.")
    return {
        "game": wanted.game,
        "seats": made.seats,
        "bots": bots,
        "bot": bot_kind(found, made.game, wanted.bot),
        "options": dict(read_options(made.game, wanted.options)),
        "house_rules": list(wanted.house_rules),
        "settings": settings,
        "plugins": [str(path) for path in wanted.plugins],
        "folder": str(plugin_folder()),
        "seed": wanted.seed,
        "bind": wanted.bind,
        "port": PORT if wanted.port is None else wanted.port,
        "port_free": wanted.port is None,
        "matches": wanted.matches,
        "headless": wanted.headless,
        "table": wanted.table,
        "journal": str(journal_folder()),
        "open": not bots_by_default,
    }


class HostProcess:
    """The host's process: started at once, its invite read when it is wanted."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the host
        command = [sys.executable, "-m", "rumpus.net.host.server", json.dumps(config)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
        )

    def invite(self) -> str:
        """The invite, as soon as the table is open; a sentence where it cannot be opened."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode("utf-8", "replace").strip()
        if not line.startswith(INVITE):
            self.process.wait()
            self._errors.seek(0)
            said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
            raise Failed(said[-1][:400] if said else "The host did not start; try again, or look at rumpus host --headless.")
        return line.removeprefix(INVITE)

    def owner(self) -> str:
        """The word with which the own client closes the table; call it after `invite`. Nobody else is told it."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode("utf-8", "replace").strip()
        return line.removeprefix(OWNER) if line.startswith(OWNER) else ""

    def said(self) -> list[str]:
        """What the host has said so far that is no invite."""
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace").splitlines()


def serve_here(config: dict[str, Any]) -> None:
    """Serve a table in this process until it is closed; its first line is the invite."""
    from rumpus.net.host.server import HostConfig, serve

    try:
        serve(HostConfig(**config), lambda invite: click.echo(f"{INVITE}{invite}"))
    except (ValueError, OSError) as why:
        raise Failed(str(why)) from None
