"""Who carries a table on: what answers at the host's old place, and wherever the table is called out.

Where to look is hearsay: mDNS, and the doorbell. Who may be the new host is settled by keys: only a person of the table, as the
last state that the old host signed names them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rumpus.net.discovery import probe
from rumpus.net.discovery.addresses import is_loopback
from rumpus.net.identity.invite import Invite
from rumpus.net.protocol.sanitize import clean_name
from rumpus.net.storage.checkpoint import HostChain


@dataclass(frozen=True)
class Successor:
    """Where somebody carries the table on: the seat's number and name, and how to get there."""

    seat: int
    name: str
    address: str
    port: int
    key: str

    def invite(self) -> Invite:
        """Where and who the new host is; whoever has a seat needs no token."""
        return Invite((self.address,), self.port, self.key.encode(), b"")


def _asked(line: HostChain, places: Iterable[tuple[str, int]], browser: Any) -> dict[tuple[str, int], probe.ProbeReply]:
    """Who answers at these places, and wherever the table is called out; takes about a second."""
    asked = [*places]
    if browser is not None:
        for each in browser.tables():
            if each.table == line.newest.table:
                asked += [(address, each.port) for address in each.addresses]
    return probe.ask(dict.fromkeys(asked), secrets.token_bytes(probe.NONCE), first=False)


def carriers(line: HostChain, answers: Iterable[tuple[tuple[str, int], probe.ProbeReply]]) -> list[Successor]:
    """Who of those that answered carries this table on, the lowest seat first."""
    found = []
    for (address, port), here in answers:
        seat = line.seat_of(here.key)
        if here.table == line.newest.table and seat >= 0 and here.key != line.newest.host:
            name = clean_name(line.newest.seats[seat].name) or f"Seat {seat + 1}"
            found.append(Successor(seat, name, address, port, here.key))
    return sorted(found, key=lambda each: each.seat)


def look(
    line: HostChain, places: Iterable[tuple[str, int]], browser: Any = None
) -> tuple[list[Successor], list[tuple[str, int]]]:
    """Who carries the table on, of those that answer at these places or call it out, and where the host itself answers:
    then nobody does."""
    answers = _asked(line, places, browser)
    there = [place for place, here in answers.items() if (here.table, here.key) == (line.newest.table, line.newest.host)]
    return [] if there else carriers(line, answers.items()), there


def rivals(line: HostChain, places: Iterable[tuple[str, int]], browser: Any = None) -> list[Successor]:
    """Who else carries the table on, beside the host that it has now."""
    return carriers(line, _asked(line, places, browser).items())


def several(names: Iterable[str]) -> str:
    """What everybody is told where more than one machine carries the table on; empty where it is one."""
    named = list(dict.fromkeys(names))
    return f"{' and '.join(named)} carry the table on, each from their machine; the lower seat goes first." if named[1:] else ""


def browser_for(address: str) -> Any:
    """What hears the tables of the network; None where the table was on this machine alone."""
    if is_loopback(address):
        return None
    from rumpus.net.discovery.mdns import Browser

    return Browser()
