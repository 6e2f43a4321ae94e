"""A command line that was typed wrong: one sentence on what was expected there, and what to do."""

from __future__ import annotations

from typing import Any

import click
from rumpus.core.spelling import did_you_mean


def sentence(error: click.ClickException) -> str:
    """The sentence for an error; what the program itself says of wrong use stays as it is."""
    said = error.format_message()
    if isinstance(error, click.BadOptionUsage):
        return f"After {error.option_name} comes a value: --help behind the command says which."
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is None:
        return said
    path, example = ctx.command_path, (ctx.command.epilog or "").removeprefix("For example: ")
    more = f"{path} --help lists what there is."
    if isinstance(error, click.NoSuchOption):
        return f"{path} has no flag {error.option_name}; {more}"
    if isinstance(error, click.MissingParameter):
        return f"{_name(error.param, ctx)} is missing: type it as in '{example}'."
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _bad_value(error, error.param, ctx)
    if said.startswith("Got unexpected extra"):
        return f"That is more than {path} takes {said[said.find('(') :]}: type it as in '{example}'."
    return said


def _name(param: click.Parameter | None, ctx: click.Context) -> str:
    if param is None:
        return "A value"
    return param.opts[0] if isinstance(param, click.Option) else param.make_metavar(ctx)


def _bad_value(error: click.BadParameter, param: click.Parameter, ctx: click.Context) -> str:
    """``--deals takes a whole number from 1 on, not 'many'.``"""
    given, _, _ = error.message.partition(" is not ")
    expected = _takes(param.type)
    if not expected:
        return error.format_message()
    where = f"{_name(param, ctx)} takes" if isinstance(param, click.Option) else f"After {ctx.command_path} comes"
    return f"{where} {expected}, not '{given.strip(chr(39))[:40]}'."


def _takes(kind: Any) -> str:
    """What a flag takes, in words; empty where the program's own sentence says it better."""
    if isinstance(kind, click.Choice):
        return " or ".join(map(str, kind.choices))
    number = "a whole number" if isinstance(kind, click.IntRange) or kind is click.INT else "a number"
    if isinstance(kind, click.IntRange | click.FloatRange):
        least = f" from {kind.min}" if kind.min is not None else ""
        return f"{number}{least}" + (f" to {kind.max}" if kind.max is not None else " on" if least else "")
    return number if kind in (click.INT, click.FLOAT) else ""


class NoSuchCommand(click.UsageError):
    """There is no command of this name; it may be a game, or mistyped."""

    def __init__(self, word: str, group: click.Group, ctx: click.Context) -> None:
        from rumpus.client.setup.table_options import catalogue

        games = catalogue(complain=False).games
        game = word if word in games else ""
        if game:
            said = f"{game} is a game: rumpus play {game} plays it here, rumpus host {game} opens a table for others."
        else:
            meant = did_you_mean(word, group.list_commands(ctx))
            said = f"No such command '{word[:40]}'{meant or f'; {ctx.command_path} --help lists what there is.'}"
        super().__init__(said)


class Commands(click.Group):
    """A group of commands that says which one may have been meant."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise NoSuchCommand(args[0], self, ctx)
        return super().resolve_command(ctx, args)
