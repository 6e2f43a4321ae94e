"""The command line. Nothing heavy is imported before it is needed: ``rumpus --help`` answers at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
from rumpus.client.cli import completion, entering
from rumpus.client.cli.history import history, stats
from rumpus.client.cli.revive import revive
from rumpus.client.cli.usage_errors import Commands, sentence
from rumpus.client.plugin_kit.commands import check, new

Command = TypeVar("Command", bound=Callable[..., Any])


def _together(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def all_of_them(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return all_of_them


_plugin_flag = click.option(
    "--plugin",
    "plugins",
    metavar="FILE",
    multiple=True,
    type=click.Path(),
    is_eager=True,
    help="A plugin file to load; may be repeated.",
)
_charter_flags = _together(
    click.option(
        "-o",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        shell_complete=completion.options,
        help="An option of the game; may be repeated.",
    ),
    click.option(
        "-r",
        "house_rules",
        metavar="NAME",
        multiple=True,
        shell_complete=completion.house_rules,
        help="A house rule; may be repeated, the order counts.",
    ),
    click.option("--seats", type=int, metavar="N", help="How many seats (else the game's usual number)."),
    _plugin_flag,
)
_table_flags = _together(
    click.option(
        "-t",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        shell_complete=completion.settings,
        help="A setting of the table, such as vote_time=60; may be repeated.",
    ),
    click.option("--bots", type=click.IntRange(min=0), metavar="N", help="How many seats bots take at once."),
    click.option("--bot", default="", metavar="NAME", shell_complete=completion.bots, help="Which kind of bot."),
    click.option("--table", default="", metavar="NAME", help="What the table is called."),
    click.option("--matches", type=click.IntRange(min=0), default=0, metavar="N", help="Close after N matches (0: never)."),
    click.option("--seed", metavar="TEXT", help="Draw the cards from a text; for tests and teaching, the table says so."),
)
_guest_flags = _together(
    click.option("--name", default="", metavar="NAME", help="Your name at the table."),
    click.option("--plain", is_flag=True, help="Lines of text instead of a screen."),
)
_json_flag = click.option("--json", "as_json", is_flag=True, help="One JSON object, nothing else.")
_game = click.argument("game", shell_complete=completion.games)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="For example: rumpus play hearts",
)
@click.version_option(package_name="rumpus", message="%(package)s %(version)s")
@click.pass_context
def rumpus(ctx: click.Context) -> None:
    """A card table for the people on one local network."""
    if ctx.invoked_subcommand is not None:
        return
    if not entering.is_terminal():
        click.echo(ctx.get_help())
        return
    from rumpus.client.cli.lobby import visit

    words = visit()
    if words:
        sys.exit(run(words))


def _wanted(asked: dict[str, Any], **more: Any) -> Any:
    from rumpus.client.setup.table_options import Wanted

    return Wanted(**asked, **more)


@rumpus.command(epilog="For example: rumpus play hearts -o target=50 --seats 3")
@_game
@_charter_flags
@_table_flags
@_guest_flags
@click.option("--port", type=int, default=0, metavar="N", hidden=True)
def play(name: str, plain: bool, **asked: Any) -> None:
    """Play on this machine, with bots in the other seats."""
    entering.needs_terminal(plain)
    entering.host_and_sit(_wanted(asked, bind="127.0.0.1"), name, plain, alone=True)


@rumpus.command(epilog="For example: rumpus host gin-rummy --table Kitchen")
@click.argument("game", required=False, shell_complete=completion.games)
@_charter_flags
@_table_flags
@_guest_flags
@click.option("--bind", default="*", metavar="ADDRESS", help="The address to open (else every one).")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port to open (else 7777, or a free one).")
@click.option("--headless", is_flag=True, help="Only serve; sit nobody down.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="-",
    metavar="[MATCH]",
    shell_complete=completion.interrupted,
    help="Go on with a table that was interrupted: the latest, or the one of this name or number.",
)
def host(name: str, plain: bool, headless: bool, resume: str | None, **asked: Any) -> None:
    """Open a table to the network and sit down at it.

    The first line that it prints is the invite for the others.
    """
    if resume is None and not asked["game"]:
        raise click.UsageError("Say which game the table plays: rumpus host hearts.")
    if not headless:
        entering.needs_terminal(plain)
    if resume is not None:
        ctx = click.get_current_context()
        given = [each for each in asked if ctx.get_parameter_source(each) is not click.core.ParameterSource.DEFAULT]
        if given:
            raise click.UsageError("A table that goes on is as it was: with --resume leave the rest out.")
        entering.host_again(resume, name, plain, headless)
        return
    wanted = _wanted(asked, headless=headless)
    if not headless:
        entering.host_and_sit(wanted, name, plain, alone=False)
        return
    from rumpus.client.setup.host_process import serve_here
    from rumpus.client.setup.table_options import host_config

    serve_here(host_config(wanted, bots_by_default=False))


@rumpus.command(epilog="For example: rumpus join 192.168.1.20:7777 7-otter-lamp")
@click.argument("where", nargs=-1, metavar="[TABLE|INVITE|ADDRESS] [CODE]", shell_complete=completion.tables)
@_guest_flags
@click.option("--watch", is_flag=True, help="Only look on.")
@click.option(
    "--bot", default="", metavar="NAME", shell_complete=completion.bots, help="Let a bot of this machine play your seat."
)
@_plugin_flag
@click.option("--save", type=click.Path(), metavar="DIR", help="Write records there of the matches whose dealing was checked.")
def join(where: tuple[str, ...], name: str, plain: bool, **session: Any) -> None:
    """Sit down at somebody's table.

    TABLE is its name, ADDRESS where it is, INVITE the long word that its host prints; alone, at the one table there is.
    CODE is the number and two words on the host's screen; who has sat there before needs none.
    """
    plain = plain or (bool(session["bot"]) and not entering.is_terminal())  # a bot needs nobody at a terminal
    entering.needs_terminal(plain)
    entering.ready_to_sit(session["bot"], session["plugins"], session["save"])
    if "".join(where).lower().startswith("rumpus1-"):
        sys.exit(entering.sit(entering.whole_invite("".join(where)), name, plain, **session))
    from rumpus.client.session.pairing import invite_for, split_code
    from rumpus.client.setup.paths import own_name

    place, code = split_code(where)
    invite = invite_for(place, code, name or own_name(), ask=entering.is_terminal())
    sys.exit(entering.sit(invite, name, plain, **session))


@rumpus.command(epilog="For example: rumpus tables --json")
@click.option("--seconds", type=click.FloatRange(0.2, 60), default=2.0, metavar="S", help="How long to listen (2).")
@_json_flag
def tables(seconds: float, as_json: bool) -> None:
    """List the tables that are open on this network."""
    from rumpus.client.session import discovery

    found = discovery.heard(seconds)
    if as_json:
        click.echo(json.dumps({"tables": [each.data() for each in found]}))
    elif found:
        click.echo("\n".join(each.line() for each in found))
    else:
        click.echo(discovery.NOTHING_HEARD)


@rumpus.command(epilog="For example: rumpus games --json")
@_plugin_flag
@_json_flag
def games(plugins: tuple[str, ...], as_json: bool) -> None:
    """List the games that are installed, with seats, options and house rules."""
    from rumpus.client.cli import reports
    from rumpus.client.setup import table_options

    found = table_options.catalogue(plugins)
    if as_json:
        told = [reports.game_data(found, found.games[name]) for name in sorted(found.games)]
        click.echo(json.dumps({"games": told}))
    else:
        click.echo(reports.games_text(found))


@rumpus.command(epilog="For example: rumpus rules hearts -o moon=add")
@_game
@_charter_flags
@_json_flag
def rules(
    game: str, options: tuple[str, ...], house_rules: tuple[str, ...], seats: int | None, plugins: tuple[str, ...], as_json: bool
) -> None:
    """Print the rules of a game, as they are with these options."""
    from rumpus.client.cli import reports
    from rumpus.client.setup import table_options

    found = table_options.catalogue(plugins)
    made = table_options.charter(found, game, seats, options, house_rules)
    page = made.game.help_page(made)
    if as_json:
        click.echo(json.dumps({**made.data(), "hash": made.hash, "help": page}))
    else:
        click.echo(page + reports.fitting_text(found, made), nl=False)


@rumpus.command(epilog="For example: rumpus replay match.json --json")
@click.argument("file", required=False)
@click.option("--lines", is_flag=True, help="Many records on standard input, one a line; one line answers each.")
@_plugin_flag
@_json_flag
def replay(file: str | None, lines: bool, plugins: tuple[str, ...], as_json: bool) -> None:
    """Play a record through the rules and say what came of it."""
    if lines == bool(file):
        raise click.UsageError("Name a record file, or give --lines and the records on standard input.")
    from rumpus.client.cli import reports
    from rumpus.client.setup import table_options

    found = table_options.catalogue(plugins)
    if file is None:
        reports.replay_lines(found)
    else:
        sys.exit(reports.replay_one(file, found, as_json))


@rumpus.command(epilog="For example: rumpus verify match.json --json")
@click.argument("file")
@_plugin_flag
@_json_flag
def verify(file: str, plugins: tuple[str, ...], as_json: bool) -> None:
    """Check the fair dealing of a record.

    It says of every deal whether nobody chose the cards, and whether all was played by the rules.
    """
    from rumpus.client.cli.verify import verify_file
    from rumpus.client.setup import table_options

    sys.exit(verify_file(file, table_options.catalogue(plugins), as_json))


@rumpus.command(epilog="For example: rumpus simulate hearts --deals 1000 --seed demo")
@_game
@_charter_flags
@click.option("--deals", type=click.IntRange(min=1), default=100, metavar="N", show_default=True, help="How many deals.")
@click.option("--bot", default="", metavar="NAME", shell_complete=completion.bots, help="Which kind of bot plays.")
@click.option("--seed", metavar="TEXT", help="Draw everything from a text, to get the same again.")
@click.option("--max-actions", type=click.IntRange(min=1), default=5000, metavar="N", help="Give a deal up after N (5000).")
@click.option("--save", type=click.Path(), metavar="DIR", help="Write a record of every match there.")
@_json_flag
def simulate(
    game: str, options: tuple[str, ...], house_rules: tuple[str, ...], seats: int | None, plugins: tuple[str, ...], deals: int,
    bot: str, seed: str | None, max_actions: int, save: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play whole matches, and print figures."""
    import secrets

    from rumpus.client.cli import reports
    from rumpus.client.setup import table_options

    found = table_options.catalogue(plugins)
    made = table_options.charter(found, game, seats, options, house_rules)
    kind = table_options.bot_kind(found, made.game, bot)
    told = reports.simulate(found, made, kind, deals, seed if seed is not None else secrets.token_hex(6), max_actions, save)
    click.echo(json.dumps(told) if as_json else reports.simulate_text(told))


rumpus.add_command(check)
rumpus.add_command(new)
rumpus.add_command(revive)
rumpus.add_command(history)
rumpus.add_command(stats)


def run(arguments: list[str]) -> int:
    """Run a command; returns the exit status. An error is one sentence on standard error."""
    try:
        rumpus.main(arguments, prog_name="rumpus", standalone_mode=False)
    except click.ClickException as error:
        from rumpus.client.text.faces import printable

        click.echo(printable(sentence(error)), err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        return 1
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


def main() -> None:
    """The program."""
    sys.exit(run(sys.argv[1:]))
