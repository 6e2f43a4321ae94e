"""Bots as guests: a process that plays seats from what they are sent, with keys that the host has admitted.

`python -m rumpus.net.bots.process` reads lines of JSON from standard input: first {"invite", "bot", "plugins", "folder",
"seed", "seconds"}, then one {"public", "secret"} for each bot, and one {"seat", "charter", "view", "offer"} for each decision
that the host's clock wants of the basic bot.  Its lines out are {"seat", "dp", "text"}, what the clock plays there, and
{"failed"}, the seat whose bot's program failed.  It ends with its standard input.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import zmq
from msgspec import convert
from rumpus.core.events import View
from rumpus.core.hooks import find_plugins
from rumpus.net.bots.player import BASIC, SECONDS, BotPlayer, Failure, clock_choices, shown_charter
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import KeyPair
from rumpus.net.protocol.messages import Offer
from rumpus.net.table.engine import Overrun, core_offers
from rumpus.net.table.plugin_timeout import time_limit

WAIT = 0.5


class Worker:
    """The process: its bots, the sockets that it waits on, the lines that it is told."""

    def __init__(self, told: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
        self.invite = read_invite(told["invite"])
        self.told = told
        self.tell = tell
        self.seconds = float(told.get("seconds", SECONDS))
        self.limit = time_limit(self.seconds)
        self.catalogue = find_plugins(told.get("plugins", ()), told.get("folder"))
        self.players: list[tuple[BlockingGuest, BotPlayer]] = []

    def add(self, line: dict[str, str]) -> None:
        """One more bot."""
        pair = KeyPair(line["public"].encode(), line["secret"].encode())
        guest = BlockingGuest(self.invite, pair, "bot", app="rumpus-bot", fair=False)
        player = BotPlayer(self.told["bot"], self.catalogue, guest.act, self._failed, self.told.get("seed"), self.seconds)
        guest.start()
        self.players.append((guest, player))

    def _failed(self, failure: Failure) -> None:
        self._log(failure)
        self.tell({"failed": failure.seat})

    def _log(self, failure: Failure) -> None:
        for line in failure.report():
            print(f"bot: {line}", file=sys.stderr, flush=True)

    def decide(self, asked: dict[str, Any]) -> None:
        """What the basic bot would play for a seat whose time has run out; no text where it cannot say."""
        seat, offer, text = int(asked["seat"]), convert(asked["offer"], Offer), ""
        try:
            with self.limit():
                charter, view = shown_charter(self.catalogue, asked["charter"]), View.read(asked["view"])
                basic = self.catalogue.bot(BASIC, charter.game)
                text = str(clock_choices(charter, basic, view, core_offers(offer), by_bot=True)[0])
        except (Exception, Overrun) as why:
            self._log(Failure.of(seat, BASIC, why))
        self.tell({"seat": seat, "dp": offer.dp, "text": text})

    def run(self, lines: LineReader) -> None:
        """Plays until standard input ends."""
        while True:
            for guest, player in self.players:
                for news in guest.wait(0):
                    player.take(news, guest)
            self.players = [each for each in self.players if each[0].link.state != "over"]
            if not self._wait(lines):
                return

    def _wait(self, lines: LineReader) -> bool:
        """Waits until something can be read; False when standard input has ended."""
        poller = zmq.Poller()
        poller.register(lines.descriptor, zmq.POLLIN)
        soonest = time.monotonic() + WAIT
        for guest, _ in self.players:
            if guest.dealer.socket is not None:
                poller.register(guest.dealer.socket, zmq.POLLIN)
            soonest = min(soonest, guest.link.next_at())
        ready = dict(poller.poll(max(0, int((soonest - time.monotonic()) * 1000) + 1)))
        if lines.descriptor in ready:
            told = lines.read()
            if told is None:
                return False
            for line in told:
                self.heed(line)
        return True

    def heed(self, line: dict[str, Any]) -> None:
        """What the host asks for: one more bot, or the clock's choice."""
        if "public" in line:
            self.add(line)
        else:
            self.decide(line)

    def close(self) -> None:
        """Good-bye from every bot."""
        for guest, _ in self.players:
            guest.close()


class LineReader:
    """Lines of JSON from a descriptor, as they come."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._rest = b""

    def read(self) -> list[dict[str, Any]] | None:
        """The lines that have come; None at the end.  Waits for something."""
        data = os.read(self.descriptor, 65536)
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in lines if line.strip()]


def _own_channel() -> Callable[[dict[str, Any]], None]:
    """Lines of JSON to the host. What a plugin prints goes to standard error, and is never taken for one of them."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(what: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):  # the host is gone: so is this process, in a moment
            channel.write(json.dumps(what) + "\n")
            channel.flush()

    return tell


def main() -> int:
    """Runs the worker; returns the exit status."""
    lines = LineReader(sys.stdin.fileno())
    told: list[dict[str, Any]] = []
    while not told:
        more = lines.read()
        if more is None:
            return 0
        told += more
    worker = Worker(told[0], _own_channel())
    for line in told[1:]:
        worker.heed(line)
    try:
        worker.run(lines)
    except KeyboardInterrupt:
        pass
    finally:
        worker.close()
        zmq.Context.instance().destroy(linger=300)
    return 0


if __name__ == "__main__":
    sys.exit(main())
