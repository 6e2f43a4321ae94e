"""The command line. Nothing heavy is imported before it is needed: ``rumpus --help`` answers at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
from rumpus.client.books import history, stats
from rumpus.client.kit import check, new

Command = TypeVar("Command", bound=Callable[..., Any])
NO_TERMINAL = "This is no terminal, so the table cannot be drawn: add --plain to play in lines of text."


def _games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names of games, for the shell's completion."""
    from rumpus.client.opening import catalogue

    return [name for name in sorted(catalogue(complain=False).games) if name.startswith(incomplete)]


def _house_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rumpus.client.opening import catalogue

    return [name for name in sorted(catalogue(complain=False).house_rules) if name.startswith(incomplete)]


def _tables(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rumpus.client.finding import heard

    return [each.name for each in heard(1.0) if each.name.startswith(incomplete)]


def _options(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rumpus.client.opening import catalogue

    game = catalogue(complain=False).games.get(str(ctx.params.get("game", "")))
    return [f"{each.name}=" for each in (game.options if game is not None else ()) if each.name.startswith(incomplete)]


def _together(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def all_of_them(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return all_of_them


_charter_flags = _together(
    click.option("-o", "options", metavar="NAME=VALUE", multiple=True, shell_complete=_options, help="An option of the game."),
    click.option(
        "-r", "house_rules", metavar="NAME", multiple=True, shell_complete=_house_rules, help="A house rule; may be repeated."
    ),
    click.option("--seats", type=int, metavar="N", help="How many seats (else the game's usual number)."),
    click.option("--plugin", "plugins", metavar="FILE", multiple=True, type=click.Path(), help="A plugin file to load."),
)
_table_flags = _together(
    click.option("-t", "settings", metavar="NAME=VALUE", multiple=True, help="A setting of the table, such as vote_time=60."),
    click.option("--bots", type=int, metavar="N", help="How many seats bots take."),
    click.option("--bot", default="", metavar="NAME", help="Which kind of bot."),
    click.option("--table", default="", metavar="NAME", help="What the table is called."),
    click.option("--matches", type=click.IntRange(min=0), default=0, metavar="N", help="Close after N matches (0: never)."),
    click.option("--seed", metavar="TEXT", help="Draw the cards from a text; for tests and teaching, the table says so."),
)
_guest_flags = _together(
    click.option("--name", default="", metavar="NAME", help="Your name at the table."),
    click.option("--plain", is_flag=True, help="Lines of text instead of a screen."),
)
_json_flag = click.option("--json", "as_json", is_flag=True, help="One JSON object, nothing else.")
_game = click.argument("game", shell_complete=_games)


@click.group(
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
    if not _is_terminal():
        click.echo(ctx.get_help())
        return
    from rumpus.client.lobby import visit

    words = visit()
    if words:
        sys.exit(run(words))


@rumpus.command(epilog="For example: rumpus play hearts -o target=50 --seats 3")
@_game
@_charter_flags
@_table_flags
@_guest_flags
@click.option("--port", type=int, default=0, metavar="N", hidden=True)
def play(name: str, plain: bool, **asked: Any) -> None:
    """Play on this machine, with bots in the other seats."""
    _needs_terminal(plain)
    _host_and_sit(_wanted(asked, bind="127.0.0.1"), name, plain, alone=True)


@rumpus.command(epilog="For example: rumpus host gin-rummy --table Kitchen")
@click.argument("game", required=False, shell_complete=_games)
@_charter_flags
@_table_flags
@_guest_flags
@click.option("--bind", default="*", metavar="ADDRESS", help="The address to open (else every one).")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port to open (else 7777, or a free one).")
@click.option("--headless", is_flag=True, help="Only serve; sit nobody down.")
@click.option("--resume", is_flag=False, flag_value="-", metavar="[MATCH]", help="Go on with a table that was interrupted.")
def host(name: str, plain: bool, headless: bool, resume: str | None, **asked: Any) -> None:
    """Open a table to the network and sit down at it."""
    if resume is None and not asked["game"]:
        raise click.UsageError("Say which game the table plays: rumpus host hearts.")
    if not headless:
        _needs_terminal(plain)
    if resume is not None:
        ctx = click.get_current_context()
        given = [each for each in asked if ctx.get_parameter_source(each) is not click.core.ParameterSource.DEFAULT]
        if given:
            raise click.UsageError("A table that goes on is as it was: with --resume leave the rest out.")
        _host_again(resume, name, plain, headless)
        return
    wanted = _wanted(asked, headless=headless)
    if not headless:
        _host_and_sit(wanted, name, plain, alone=False)
        return
    from rumpus.client.opening import host_config, serve_here

    serve_here(host_config(wanted, bots_by_default=False))


@rumpus.command(epilog="For example: rumpus join 192.168.1.20:7777 7-otter-lamp")
@click.argument("where", nargs=-1, metavar="[TABLE|INVITE|ADDRESS] [CODE]", shell_complete=_tables)
@_guest_flags
@click.option("--watch", is_flag=True, help="Only look on.")
@click.option("--bot", default="", metavar="NAME", help="Let a bot of this machine play your seat.")
@click.option(
    "--save", type=click.Path(file_okay=False, exists=True), metavar="DIR", help="Keep records of what was checked there."
)
def join(where: tuple[str, ...], name: str, plain: bool, watch: bool, bot: str, save: str | None) -> None:
    """Sit down at somebody's table: by its name, its address, or the host's invite; alone, at the one there is."""
    _needs_terminal(plain)
    if "".join(where).lower().startswith("rumpus1-"):
        sys.exit(_sit(_whole_invite("".join(where)), name, plain, watch=watch, bot=bot, save=save))
    from rumpus.client.knocking import invite_for, split_code
    from rumpus.client.places import own_name

    place, code = split_code(where)
    invite = invite_for(place, code, name or own_name(), ask=_is_terminal())
    sys.exit(_sit(invite, name, plain, watch=watch, bot=bot, save=save))


@rumpus.command(epilog="For example: rumpus tables --json")
@click.option("--seconds", type=click.FloatRange(0.2, 60), default=2.0, metavar="S", help="How long to listen (2).")
@_json_flag
def tables(seconds: float, as_json: bool) -> None:
    """The tables that are open on this network."""
    from rumpus.client import finding

    found = finding.heard(seconds)
    if as_json:
        click.echo(json.dumps({"tables": [each.data() for each in found]}))
    elif found:
        click.echo("\n".join(each.line() for each in found))
    else:
        click.echo(finding.NOTHING_HEARD)


@rumpus.command(epilog="For example: rumpus games --json")
@click.option("--plugin", "plugins", metavar="FILE", multiple=True, type=click.Path(), help="A plugin file to load.")
@_json_flag
def games(plugins: tuple[str, ...], as_json: bool) -> None:
    """The games that are installed, with seats, options and house rules."""
    from rumpus.client import opening, reports

    found = opening.catalogue(plugins)
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
    """The help page of a game, made from the options in force."""
    from rumpus.client import opening

    made = opening.charter(opening.catalogue(plugins), game, seats, options, house_rules)
    page = made.game.help_page(made)
    click.echo(json.dumps({**made.data(), "hash": made.hash, "help": page}) if as_json else page, nl=as_json)


@rumpus.command(epilog="For example: rumpus replay match.json --json")
@click.argument("file", required=False)
@click.option("--lines", is_flag=True, help="Many records on standard input, one a line; one line answers each.")
@click.option("--plugin", "plugins", metavar="FILE", multiple=True, type=click.Path(), help="A plugin file to load.")
@_json_flag
def replay(file: str | None, lines: bool, plugins: tuple[str, ...], as_json: bool) -> None:
    """Play a record through the rules and say what came of it."""
    if lines == bool(file):
        raise click.UsageError("Name a record file, or give --lines and the records on standard input.")
    from rumpus.client import opening, reports

    found = opening.catalogue(plugins)
    if file is None:
        reports.replay_lines(found)
    else:
        sys.exit(reports.replay_one(file, found, as_json))


@rumpus.command(epilog="For example: rumpus verify match.json --json")
@click.argument("file")
@click.option("--plugin", "plugins", metavar="FILE", multiple=True, type=click.Path(), help="A plugin file to load.")
@_json_flag
def verify(file: str, plugins: tuple[str, ...], as_json: bool) -> None:
    """Check the fair dealing of a record."""
    from rumpus.client import opening
    from rumpus.client.verify import verify_file

    sys.exit(verify_file(file, opening.catalogue(plugins), as_json))


@rumpus.command(epilog="For example: rumpus simulate hearts --deals 1000 --seed demo")
@_game
@_charter_flags
@click.option("--deals", type=click.IntRange(min=1), default=100, metavar="N", show_default=True, help="How many deals.")
@click.option("--bot", default="", metavar="NAME", help="Which kind of bot plays.")
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

    from rumpus.client import opening, reports

    found = opening.catalogue(plugins)
    made = opening.charter(found, game, seats, options, house_rules)
    kind = opening.bot_kind(found, made.game, bot)
    told = reports.simulate(found, made, kind, deals, seed if seed is not None else secrets.token_hex(6), max_actions, save)
    click.echo(json.dumps(told) if as_json else reports.simulate_text(told))


rumpus.add_command(check)
rumpus.add_command(new)
rumpus.add_command(history)
rumpus.add_command(stats)


# --- what the commands share ------------------------------------------------------------------------------------------


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _needs_terminal(plain: bool) -> None:
    if not plain and not _is_terminal():
        raise click.UsageError(NO_TERMINAL)


def _wanted(asked: dict[str, Any], **more: Any) -> Any:
    from rumpus.client.opening import Wanted

    return Wanted(**asked, **more)


def _whole_invite(text: str) -> str:
    """An invite that can be read. What a paste broke into lines is asked for on a terminal, and put together."""
    from rumpus.net.invite import BadInvite, read_invite

    for _ in range(4):
        try:
            read_invite(text)
            return text
        except BadInvite as why:
            if not _is_terminal() or (text and not text.lower().startswith("rumpus1-")):
                raise click.UsageError(str(why)) from None
        text += click.prompt("The invite" if not text else "The rest of the invite", prompt_suffix=": ", err=True).strip()
    raise click.UsageError("This invite cannot be read: copy the whole word again, a letter is missing or wrong.")


def _host_and_sit(wanted: Any, name: str, plain: bool, *, alone: bool) -> None:
    """Start the host's process, and sit down at its table when it is open."""
    from rumpus.client.opening import HostProcess, host_config

    process = HostProcess(host_config(wanted, bots_by_default=alone))
    _warm_up(plain)
    invite = process.invite()
    if not alone:
        click.echo(f"invite: {invite}")
    sys.exit(_sit(invite, name, plain, shown_invite="" if alone else invite, private=alone))


def _host_again(resume: str, name: str, plain: bool, headless: bool) -> None:
    """Go on with an interrupted table, and sit down at it as who one was there."""
    from rumpus.client import resuming
    from rumpus.client.opening import HostProcess, serve_here

    table = resuming.pick(resume)
    config = resuming.host_config(table, headless=headless)
    if headless:
        serve_here(config)
        return
    process = HostProcess(config)
    _warm_up(plain)
    invite = process.invite()
    click.echo(f"invite: {invite}")
    for sentence in process.said():
        click.echo(sentence, err=True)
    name = name or resuming.seat_name(table)
    sys.exit(_sit(invite, name, plain, shown_invite="" if table.alone else invite, private=table.alone))


def _warm_up(plain: bool) -> None:
    """Import what the client needs while the host is starting."""
    import rumpus.client.plain

    if not plain:
        import rumpus.client.app  # noqa: F401


def _sit(invite: Any, name: str, plain: bool, **more: Any) -> int:
    """Sit down and play; returns the exit status. ``more`` is for `Sitting`."""
    from rumpus.client.opening import Failed
    from rumpus.client.places import own_name
    from rumpus.client.sitting import Sitting
    from rumpus.net.invite import read_invite
    from rumpus.net.keys import BadKey, KeyInUse

    try:
        known = read_invite(invite) if isinstance(invite, str) else invite
        sitting = Sitting(known, name or own_name(), **more)
    except (KeyInUse, BadKey) as why:
        raise Failed(str(why)) from None
    except OSError as why:
        raise Failed(f"The key for this table cannot be kept ({why}); set RUMPUS_HOME to a folder of yours.") from None
    if plain:
        from rumpus.client.plain import run_plain

        return run_plain(sitting)
    from rumpus.client.app import run_screen

    return run_screen(sitting)


def run(arguments: list[str]) -> int:
    """Run a command; returns the exit status. An error is one sentence on standard error."""
    try:
        rumpus.main(arguments, prog_name="rumpus", standalone_mode=False)
    except click.ClickException as error:
        from rumpus.client.faces import printable

        click.echo(printable(error.format_message()), err=True)
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
