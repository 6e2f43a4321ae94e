"""Coming to a table: what the commands that sit somebody down have in common.

Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

NO_TERMINAL = "This is no terminal, so the table cannot be drawn: add --plain to play in lines of text."


def is_terminal() -> bool:
    """Whether somebody sits at a terminal, who sees what is printed and can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def needs_terminal(plain: bool) -> None:
    """A table can be drawn here, or lines of text are asked for; a sentence where neither is so."""
    if not plain and not is_terminal():
        raise click.UsageError(NO_TERMINAL)


def ready_to_sit(bot: str, plugins: Sequence[str], save: str | None) -> None:
    """The bot that is to play the seat is known, and the folder for records is there; said before anybody sits down."""
    from rumpus.client.setup.errors import Wrong, records_in
    from rumpus.client.setup.table_options import catalogue

    if bot:
        names = sorted({kind.name for kind in catalogue(plugins).bots})
        if bot not in names:
            raise Wrong(f"There is no bot '{bot[:40]}'; these are: {', '.join(names)}.")
    if save is not None:
        with records_in(save):
            pass


def whole_invite(text: str) -> str:
    """An invite that can be read. What a paste broke into lines is asked for on a terminal, and put together."""
    from rumpus.net.identity.invite import BadInvite, read_invite

    for _ in range(4):
        try:
            read_invite(text)
            return text
        except BadInvite as why:
            if not is_terminal() or (text and not text.lower().startswith("rumpus1-")):
                raise click.UsageError(str(why)) from None
        text += click.prompt("The invite" if not text else "The rest of the invite", prompt_suffix=": ", err=True).strip()
    raise click.UsageError("This invite cannot be read: copy the whole word again, a letter is missing or wrong.")


def host_and_sit(wanted: Any, name: str, plain: bool, *, alone: bool) -> None:
    """Start the host's process, and sit down at its table when it is open."""
    from rumpus.client.setup.host_process import HostProcess
    from rumpus.client.setup.table_options import host_config

    process = HostProcess(host_config(wanted, bots_by_default=alone))
    warm_up(plain)
    invite = process.invite()
    if not alone:
        click.echo(f"invite: {invite}")
    status = sit(invite, name, plain, shown_invite="" if alone else invite, private=alone, owner=process.owner())
    tell_failures(process.said())
    sys.exit(status)


def host_again(resume: str, name: str, plain: bool, headless: bool) -> None:
    """Go on with an interrupted table, and sit down at it as who one was there."""
    from rumpus.client.setup import interrupted
    from rumpus.client.setup.host_process import HostProcess, serve_here

    table = interrupted.pick(resume)
    config = interrupted.host_config(table, headless=headless)
    if headless:
        serve_here(config)
        return
    process = HostProcess(config)
    warm_up(plain)
    invite = process.invite()
    click.echo(f"invite: {invite}")
    for sentence in process.said():
        click.echo(sentence, err=True)
    name = name or interrupted.seat_name(table)
    shown = "" if table.alone else invite
    status = sit(invite, name, plain, shown_invite=shown, private=table.alone, owner=process.owner())
    tell_failures(process.said())
    sys.exit(status)


def tell_failures(said: Sequence[str]) -> None:
    """Where the bots' programs failed, which the host has told nobody but its log: there is a screen again to say it on."""
    from rumpus.client.text.faces import printable

    for line in said:
        if line.startswith("bot: "):
            click.echo(printable(line), err=True)


def warm_up(plain: bool) -> None:
    """Import what the client needs while the host is starting."""
    import rumpus.client.plain.line_client

    if not plain:
        import rumpus.client.screen.app  # noqa: F401


def sit(invite: Any, name: str, plain: bool, **more: Any) -> int:
    """Sit down and play; returns the exit status. ``more`` is for `Session`."""
    from rumpus.client.session.session import Session
    from rumpus.client.setup.errors import Failed
    from rumpus.client.setup.paths import own_name
    from rumpus.net.identity.invite import read_invite
    from rumpus.net.identity.keys import BadKey, KeyInUse

    try:
        known = read_invite(invite) if isinstance(invite, str) else invite
        session = Session(known, name or own_name(), **more)
    except (KeyInUse, BadKey) as why:
        raise Failed(str(why)) from None
    except OSError as why:
        raise Failed(f"The key for this table cannot be kept ({why}); set RUMPUS_HOME to a folder of yours.") from None
    if plain:
        from rumpus.client.plain.line_client import run_plain

        return run_plain(session)
    from rumpus.client.screen.app import run_screen

    return run_screen(session)
