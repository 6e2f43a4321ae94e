"""A table that moves to another machine while its host is there: agreed by everybody, with every card where it lies.  Pure.

The host gives all that its journal holds of the match to the machine of one of the table's people, says so in the journal
when that machine has it, and only then tells everybody where the table goes on.  Until then nothing is played, and whatever
goes wrong on the way the table stays where it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rumpus.net.discovery.addresses import is_loopback
from rumpus.net.identity.invite import BadInvite, Invite, read_invite
from rumpus.net.protocol.sanitize import LOG_CELLS, clean

if TYPE_CHECKING:
    from rumpus.net.protocol.messages import Piece
    from rumpus.net.table.table import Table

PATIENCE = 20.0
"""Seconds that the other machine has to take the table."""
NO_TOKEN = b"-"
"""Whoever has a seat needs no token where the table goes on."""


class NotHandedOver(ValueError):
    """The table cannot move there; the sentence says why and what to do."""


@dataclass
class Handover:
    """A table on its way: to the machine of whom, and until when that may take; `pieces` are what it is given.

    `due` asks the room to make the pieces and to give them.
    """

    key: str
    name: str
    until: float
    due: bool = False
    pieces: list[Piece] = field(default_factory=list)


def propose(table: Table, by: str, to: str, now: float) -> None:
    """Somebody asks that the table goes on at the machine of `to` (both are keys).  Raises NotHanded."""
    seated = [chair.key for chair in table.seating.chairs if chair.kind == "person"]
    if to not in seated or to not in table.people_keys(here=True):
        raise NotHandedOver("Name somebody who has a seat and is here: /handover NAME.")
    name, theirs = table.seating.name(by), table.seating.name(to)
    if not table.signs.get(to) or not table.engine.journal.keeps:
        raise NotHandedOver(f"{theirs}'s program cannot carry this table on: name somebody else.")
    text = f"{name} offers to carry the table on" if by == to else f"{name} proposes that {theirs} carries the table on"
    whose = f"{theirs}'s machine then knows every hand, as the host's does now"
    table.propose("hand", by, f"{text}: {whose}. Everybody has to agree.", now, to=to)


def begin(table: Table, to: str, now: float) -> None:
    """Everybody agrees: nothing is played until the table is there, or stays."""
    name = table.seating.name(to)
    table.moving = Handover(to, name, now + PATIENCE)
    table.dirty = True
    table.speak(f"The table moves to {name}'s machine: a moment.")
    look(table, now)


def look(table: Table, now: float) -> None:
    """Time has passed: the table is given away as soon as no shuffle is under way, and stays if it is not taken."""
    moving = table.moving
    if moving is None:
        return
    if moving.key not in table.people_keys(here=True):
        stays(table, f"{moving.name} has gone away", now)
    elif now >= moving.until:
        stays(table, f"{moving.name}'s machine has not taken it", now)
    elif not moving.pieces and not table.writer.frozen:
        moving.due = table.fair is None or not table.fair.busy


def stays(table: Table, why: str, now: float) -> None:
    """The table goes on where it is; everybody's time to think begins anew."""
    table.moving = None
    table.dirty = True
    table.clocks.restart_all(now)
    table.speak(clean(f"The table stays where it is: {why.rstrip('.')}.", LOG_CELLS))


def taken(table: Table, key: str, why: str, port: int, address: str, now: float) -> None:
    """The other machine has the table, ready to open it at this port, or says why it cannot take it."""
    moving = table.moving
    if moving is None or moving.key != key or not moving.pieces:
        return
    if why or not 0 < port < 65536:
        stays(table, why or f"{moving.name}'s machine named no port", now)
        return
    place = Invite(_addresses(table, address), port, key.encode(), NO_TOKEN)
    try:
        table.engine.journal.keep("moved", {"to": moving.name})
    except OSError:
        stays(table, "the host cannot write its journal", now)
        table.writer.freeze()
        return
    table.moved = str(place)
    table.ended = f"{moving.name}'s machine carries the table on, with every card where it lay."
    table.state = "closed"


def _addresses(table: Table, address: str) -> tuple[str, ...]:
    """Where the others find the machine that the host hears at this address: for its own machine, where they find the host."""
    heard = address.removeprefix("::ffff:")
    if is_loopback(heard):
        try:
            return read_invite(table.invite).addresses
        except BadInvite:
            pass
    return (heard,)
