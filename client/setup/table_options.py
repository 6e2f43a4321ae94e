"""What was asked for on the command line, checked against what is installed: games, options, house rules, bots, settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click
from rumpus.client.setup.errors import Wrong
from rumpus.client.setup.paths import journal_folder, plugin_folder
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.house import Misfit
from rumpus.core.record import charter_for, find_game
from rumpus.core.rules import BadOption

PORT = 7777


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
