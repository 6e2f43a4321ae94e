"""Finding a table: who calls out on this network, who is at a typed address, and whether the host is known.

What is heard is untrusted. It only says where to knock; the code or the known key decides who is behind the door.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rumpus.client.setup.errors import Failed, Wrong
from rumpus.client.setup.table_options import PORT
from rumpus.net.discovery import probe
from rumpus.net.identity.invite import Invite
from rumpus.net.protocol.sanitize import folded
from rumpus.net.storage.known_hosts import ChangedKey, KnownTables

LISTEN = 2.0
NOTHING_HEARD = (
    "No table is heard on this network. Some networks carry no announcements: ask the host for the line "
    "'rumpus join ADDRESS CODE' that its screen shows."
)
NO_ANSWER = (
    "Nobody answers at {}. Is the table still open, and its address right? A firewall may close the port, and a guest Wi-Fi "
    "often keeps its devices apart: try another network, a cable, or a phone's hotspot."
)


@dataclass(frozen=True)
class FoundTable:
    """A table where somebody may knock. ``open`` says whether it answered, ``known`` whether this user has sat there,
    ``carried`` by whose machine it is carried on."""

    name: str
    address: str
    port: int
    table: str
    key: str
    game: str = ""
    seats: int = 0
    free: int = 0
    proto: int = 0
    known: bool = False
    changed: bool = False
    carried: str = ""
    open: bool = False

    def invite(self) -> Invite:
        """Where and who the host is, without a token: who is known needs none."""
        return Invite((self.address,), self.port, self.key.encode(), b"")

    def data(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "name": self.name,
            "address": f"{self.address}:{self.port}",
            "table": self.table,
            "game": self.game,
            "seats": self.seats,
            "free": self.free,
            "version": self.proto,
            "known": self.known,
            "key_changed": self.changed,
            "open": self.open,
        }

    def line(self) -> str:
        """One line of a list."""
        seats = f"{self.free} of {self.seats} seats free" if self.seats else "seats not told"
        host = "KEY CHANGED" if self.changed else "known" if self.known else "new"
        state = "open" if self.open else "no answer"
        return f"{self.name:<20}  {self.game:<18}  {seats:<20}  {self.address}:{self.port}  ({host}, {state})"


def heard(seconds: float = LISTEN, interfaces: list[str] | None = None) -> list[FoundTable]:
    """The tables that call out, each asked whether it is really there; the ones that answer first."""
    from rumpus.net.discovery.mdns import Browser

    browser = Browser(interfaces)
    time.sleep(seconds)
    announced = browser.tables()
    browser.close()
    return checked(from_announced(announced))


def from_announced(announced: Iterable[Any]) -> list[FoundTable]:
    """What was called out, once for every address."""
    return [
        FoundTable(each.name, address, each.port, each.table, each.key, each.game, each.seats, each.free, each.proto)
        for each in announced
        for address in each.addresses
    ]


def checked(tables: Iterable[FoundTable]) -> list[FoundTable]:
    """Ask them all at once; of a table's several addresses the one that answers is kept."""
    told = list(tables)
    answers = probe.ask([(each.address, each.port) for each in told], secrets.token_bytes(probe.NONCE), first=False)
    kept: dict[tuple[str, str], FoundTable] = {}
    known = KnownTables()
    for each in told:
        here = answers.get((each.address, each.port))
        is_open = here is not None and (here.table, here.key) == (each.table, each.key)
        if is_open and here is not None:
            each = replace(each, game=here.game, seats=here.seats, free=here.free, proto=here.proto)
        before = kept.get((each.table, each.key))
        if before is None or (is_open and not before.open):
            kept[(each.table, each.key)] = replace(_with_history(each, known), open=is_open)
    return sorted(kept.values(), key=lambda each: (not each.open, each.name.casefold(), each.address))


def _with_history(one: FoundTable, known: KnownTables) -> FoundTable:
    try:
        is_known = known.check(one.table, one.key)
        return replace(one, known=is_known, carried=known.carrier(one.table, one.key) if is_known else "")
    except ChangedKey:
        return replace(one, known=True, changed=True)


def read_address(text: str) -> tuple[str, int] | None:
    """An address and a port (7777 if none is said) from what was typed; None where it is no address."""
    found = re.fullmatch(r"\[([0-9A-Fa-f:.%\w-]+)\](?::(\d{1,5}))?", text) or re.fullmatch(
        r"([A-Za-z0-9._-]+)(?::(\d{1,5}))?", text
    )
    if found is None and re.fullmatch(r"[0-9A-Fa-f:]+(?:%[\w.-]+)?", text) and text.count(":") > 1:
        return text, PORT
    if found is None:
        return None
    port = int(found[2]) if found[2] else PORT
    return (found[1], port) if 0 < port < 65536 else None


def at_address(text: str, seconds: float = 3.0) -> FoundTable:
    """The table at a typed address; a sentence on what to try where nobody answers."""
    place = read_address(text)
    if place is None:
        raise Wrong(f"'{text[:60]}' is no address; write it as the host's screen shows it, such as 192.168.1.20:7777.")
    answers = probe.ask([place], secrets.token_bytes(probe.NONCE), seconds)
    here = answers.get(place)
    if here is None:
        raise Failed(NO_ANSWER.format(f"{place[0]}:{place[1]}"))
    one = FoundTable(here.name, *place, here.table, here.key, here.game, here.seats, here.free, here.proto, open=True)
    return _with_history(one, KnownTables())


def find(text: str, tables: list[FoundTable] | None = None) -> FoundTable:
    """The table that somebody means by a name, an address, or nothing where there is only one."""
    if re.fullmatch(r"\[?[\w.:%-]+\]?(:\w+)?", text) and re.search(r"[.:]|^localhost$", text):
        return at_address(text)
    there = [each for each in (heard() if tables is None else tables) if each.open]
    if text:
        there = [each for each in there if folded(each.name) == folded(text) or each.table.startswith(text.lower())]
        there = there or _remembered(text)
    if len(there) == 1:
        return there[0]
    if not there and text:
        raise Failed(f"No table called '{text[:40]}' answers. {NOTHING_HEARD}")
    if not there:
        raise Failed(NOTHING_HEARD)
    lines = "\n".join(f"  {each.line()}" for each in there)
    raise Wrong(f"Several tables are open; say which, by its name or its address:\n{lines}")


def _remembered(text: str) -> list[FoundTable]:
    """A table of this name that was joined before, where it was then."""
    for known in KnownTables().all():
        if folded(known.name) == folded(text) and known.address:
            asked = probe.ask([(known.address, known.port)], secrets.token_bytes(probe.NONCE))
            for here in asked.values():
                one = FoundTable(
                    here.name, known.address, known.port, here.table, here.key, here.game, here.seats, here.free, here.proto
                )
                return [replace(_with_history(one, KnownTables()), open=True)] if here.table == known.table else []
    return []


def remember(found: FoundTable) -> None:
    """Keep which key belongs to this table."""
    KnownTables().seen(found.table, found.key, found.name, found.address, found.port)
