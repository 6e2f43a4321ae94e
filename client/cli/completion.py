"""What the shell completes: games, options and their values, house rules, bots, tables.

Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.hooks import Catalogue


def _begin(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _catalogue(ctx: click.Context) -> Catalogue:
    from rumpus.client.setup.table_options import catalogue

    return catalogue([str(path) for path in ctx.params.get("plugins") or ()], complain=False)


def _game(ctx: click.Context, found: Catalogue) -> Game | None:
    """The game that the line names; where the line ends with a flag that still lacks its value, click has not read it."""
    words = [str(ctx.params.get("game") or ""), *map(str, ctx.args)]
    return next((found.games[word] for word in words if word in found.games), None)


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of the games."""
    return _begin(sorted(_catalogue(ctx).games), incomplete)


def house_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The house rules that fit the game of the line."""
    found = _catalogue(ctx)
    game = _game(ctx, found)
    rules = game.charter().rules if game is not None else None
    fitting = [name for name, rule in found.house_rules.items() if rules is None or rule.fits(rules)]
    return _begin(sorted(fitting), incomplete)


def options(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The options of the game of the line, and after ``NAME=`` the values that are listed for one."""
    from rumpus.core.rules import spell

    game = _game(ctx, _catalogue(ctx))
    known = game.options if game is not None else ()
    name, equals, _ = incomplete.partition("=")
    if equals:
        return _begin((f"{name}={spell(value)}" for each in known if each.name == name for value in each.values), incomplete)
    return _begin((f"{each.name}=" for each in known), incomplete)


def bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The bots that play the game of the line."""
    found = _catalogue(ctx)
    game = _game(ctx, found)
    return _begin(found.bot_names(game) if game is not None else dict.fromkeys(kind.name for kind in found.bots), incomplete)


def settings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The settings of a table."""
    from rumpus.net.table.settings import SETTINGS

    return _begin((f"{each.name}=" for each in SETTINGS), incomplete)


def tables(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The tables that call out on this network."""
    from rumpus.client.session.discovery import heard

    return _begin((each.name for each in heard(1.0)), incomplete)


def interrupted(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The tables of this machine that can be gone on with."""
    from rumpus.client.setup import interrupted

    return _begin((each.name for each in interrupted.tables()), incomplete)
