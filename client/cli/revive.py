"""``rumpus revive``: the table whose host is gone, picked and carried on from this machine."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rumpus.client.session.successors import Successor
    from rumpus.net.storage.checkpoint import HostChain
    from rumpus.net.storage.known_hosts import KnownTable


@click.command(epilog="For example: rumpus revive Kitchen")
@click.argument("table", required=False, default="")
@click.option("--name", default="", metavar="NAME", help="Who you were there, if several of this machine were.")
@click.option("--plain", is_flag=True, help="Lines of text instead of a screen.")
@click.option("--bind", default="", metavar="ADDRESS", help="The address to open (else every one).")
@click.option("--plugin", "plugins", metavar="FILE", multiple=True, type=click.Path(), help="A plugin file to load.")
def revive(table: str, name: str, plain: bool, bind: str, plugins: tuple[str, ...]) -> None:
    """Carry a table on whose host is gone: seats, totals and the evening's book stay, a deal that was on is dealt anew."""
    from rumpus.client.cli import entering
    from rumpus.client.session import failover
    from rumpus.client.setup.errors import Failed
    from rumpus.client.setup.host_process import HostProcess
    from rumpus.net.failover.takeover import CannotTakeOver
    from rumpus.net.identity.keys import BadKey, KeyFile, KeyInUse

    entering.needs_terminal(plain)
    known, line = pick(table)
    name = name or seat_name(known, line)
    there = _look(known, line)
    if there is not None:
        click.echo(f"{there.name}'s machine carries the table on already: you sit down there.", err=True)
        sys.exit(entering.sit(there.invite(), name, plain))
    try:
        with KeyFile(known.first.encode(), name) as key:
            config = failover.journal_for(line, key.pair, bind or failover.bind_for(known.address), plugins)
    except KeyInUse:
        raise Failed("You still sit at this table from here: type /revive there.") from None
    except (CannotTakeOver, BadKey, OSError) as why:
        raise Failed(str(why)) from None
    process = HostProcess(config)
    entering.warm_up(plain)
    invite = process.invite()
    click.echo(f"invite: {invite}")
    sys.exit(entering.sit(invite, name, plain, shown_invite=invite, owner=process.owner()))


def pick(wanted: str) -> tuple[KnownTable, HostChain]:
    """The table of this name or number, or the one that was heard of last, with its newest signed state."""
    from rumpus.client.setup.errors import Failed, Wrong
    from rumpus.net.protocol.sanitize import folded
    from rumpus.net.storage.checkpoint import BadCheckpoint, tables
    from rumpus.net.storage.known_hosts import KnownTables

    tables_known = KnownTables()
    why = ""
    for number in tables():
        known = tables_known.table(number)
        if known is None or (wanted and folded(known.name) != folded(wanted) and not number.startswith(wanted.lower())):
            continue
        try:
            line = tables_known.mark(number)
        except BadCheckpoint as bad:
            why = why or f"{known.name or number[:8]} cannot be carried on: {bad}"
            continue
        if line is not None:
            return known, line
    if why:
        raise Failed(why)
    called = f" called '{wanted[:40]}'" if wanted else ""
    raise Wrong(f"No table{called} can be carried on from here: sit at one that another machine hosts, and its state is kept.")


def seat_name(known: KnownTable, line: HostChain) -> str:
    """The name under which somebody of this machine sits at the table; a sentence where nobody does."""
    from rumpus.client.setup.errors import Failed
    from rumpus.net.identity.keys import key_folder

    names = []
    for path in sorted(key_folder(known.first.encode()).glob("*.key")):
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            seat = line.seat_of(kept["public"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if seat >= 0:
            names.append((seat, str(kept["name"])))
    if not names:
        raise Failed("Nobody of this machine had a seat at this table when its host was heard last: another seat's machine can.")
    return min(names)[1]


def _look(known: KnownTable, line: HostChain) -> Successor | None:
    """Whether somebody carries the table on already; a sentence where its host is there."""
    from rumpus.client.session import failover, successors
    from rumpus.client.setup.errors import Wrong

    browser = successors.browser_for(known.address)
    try:
        if browser is not None:
            time.sleep(failover.LOOK_EVERY)  # an announcement takes a moment to be heard
        places = [(known.address, known.port)] if known.address else []
        found, host = successors.look(line, places, browser)
    finally:
        if browser is not None:
            browser.close()
    if host:
        raise Wrong(f"The host of {known.name or 'this table'} is there: sit down with rumpus join {known.name}.")
    return found[0] if found else None
