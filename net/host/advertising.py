"""The porch: all by which people who are not at the table yet find it, as one thing for the host's loop.

A doorbell for typed addresses, a beacon for the network's list, and the code that the host's screen shows.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import zmq
from rumpus.net.discovery.addresses import ANY, MOST, household_addresses, is_loopback
from rumpus.net.discovery.probe import ProbeReply, ProbeResponder
from rumpus.net.protocol.messages import PROTOCOL

if TYPE_CHECKING:
    from rumpus.net.discovery.mdns import Announcer
    from rumpus.net.host.server import Host

NETWORK_EVERY = 5.0
"""Seconds between two looks at this machine's own addresses."""


class Advertiser:
    """What an open table shows to the network; a network that carries none of it is no error.

    ``say_code`` is told every code that is in force, where nobody sits who could read it off the screen.
    """

    def __init__(self, host: Host, bind: str, log: Callable[[str], None]) -> None:
        self.host = host
        self.log = log
        self.say_code: Callable[[str], object] = lambda code: None
        self._said = ""
        self._bell: ProbeResponder | None = None
        self._announcer: Announcer | None = None
        with contextlib.suppress(OSError):
            self._bell = ProbeResponder(bind, host.port)
        if self._bell is None:
            self.log(f"Port {host.port} is taken for datagrams: a typed address will not find this table, the invite does.")
        self._announced = not is_loopback(bind)
        self._addresses = household_addresses()
        self._look_at = NETWORK_EVERY + time.monotonic() if bind in ANY else math.inf

    def here(self) -> ProbeReply:
        """What may be told to anybody."""
        table = self.host.dispatcher.table
        chairs = table.seating.chairs
        free = sum(1 for chair in chairs if chair.kind == "free")
        game = table.engine.charter.game.name
        key = self.host.pair.public.decode()
        return ProbeReply(PROTOCOL, table.table_id, key, table.name, game[:40], len(chairs), free)

    def start(self, poller: zmq.Poller) -> None:
        """The host's loop begins."""
        if self._bell is not None:
            poller.register(self._bell.socket.fileno(), zmq.POLLIN)
        if self._announced:
            from rumpus.net.discovery.mdns import Announcer  # only here: what is not announced costs no import

            self._announcer = Announcer(self._call(), log=self.log)
            self._announcer.start()

    def _call(self) -> Any:
        from rumpus.net.discovery.mdns import Announced

        here = self.here()
        where = tuple(self._addresses or self.host.invite.addresses), self.host.port
        signer = self.host.dispatcher.signer
        carried = signer is not None and bool(signer.before)
        return Announced(here.name, *where, here.table, here.key, here.game, here.seats, here.free, here.proto, carried)

    def rung(self, ready: Mapping[Any, int]) -> bool:
        """Whether somebody rang."""
        return self._bell is not None and self._bell.socket.fileno() in ready

    def look(self, now: float) -> None:
        """Answer who rang."""
        if self._bell is not None:
            self._bell.look(self.here(), now)

    def tell(self, now: float) -> None:
        """Time has passed: what is called out follows the table, and the network."""
        moved = self._moved(now)
        codes = self.host.dispatcher.table.codes
        if codes is not None and codes.code != self._said:
            self._said = codes.code
            self.say_code(codes.code)
        if self._announcer is not None:
            here, before = self.here(), self._announcer.here
            if moved or (here.game, here.seats, here.free) != (before.game, before.seats, before.free):
                self._announcer.tell(self._call())

    def _moved(self, now: float) -> bool:
        """Whether this machine has other addresses now, by which its table is called out and others are invited."""
        if now < self._look_at:
            return False
        self._look_at = now + NETWORK_EVERY
        found = household_addresses()
        if not found or found == self._addresses:  # without any network the old ones are as good as none
            return False
        self._addresses = found
        self.host.reached_at(tuple(found[:MOST]))
        return True

    def close(self) -> None:
        """The table is gone."""
        if self._announcer is not None:
            self._announcer.close()
        if self._bell is not None:
            self._bell.close()
