"""Bots as guests: a process that plays seats from what they are sent, with keys that the host has admitted.

`python -m rumpus.net.botworker` reads lines of JSON from standard input: first {"invite", "bot", "plugins", "folder",
"seed", "seconds"}, then one {"public", "secret"} for each bot.  It ends with its standard input.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
import time
from collections.abc import Callable
from typing import Any

import zmq
from msgspec.structs import replace
from rumpus.core.bots import Bot
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.shuffle import Stream, bot_stream
from rumpus.net.asks import make_charter
from rumpus.net.guest import BlockingGuest
from rumpus.net.invite import read_invite
from rumpus.net.keys import KeyPair
from rumpus.net.limit import time_limit
from rumpus.net.messages import State
from rumpus.net.news import Answered, Heard, News, TableNews, WelcomeNews
from rumpus.net.table import Overrun, core_offers
from rumpus.net.text import LOG_CELLS, clean

SECONDS = 8.0
WAIT = 0.5


class BotPlayer:
    """One bot at one seat: hears what its seat is sent, and plays an action whenever it is offered some.

    `act` sends an action; `log` takes a sentence.  A bot that raises, runs over its time or chooses what is refused
    loses that choice: the first offer is played.
    """

    def __init__(
        self,
        kind: str,
        catalogue: Catalogue,
        act: Callable[[str], object],
        log: Callable[[str], None],
        seed: str | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self.kind = kind
        self.catalogue = catalogue
        self.act = act
        self.log = log
        self.seed = seed
        self.limit = time_limit(seconds)
        self.state: State | None = None
        self._bot: Bot | None = None
        self._made_for: tuple[str, int] | None = None
        self._stream: Stream | None = None
        self._heard: list[list[Any]] = []
        self._played = 0

    def take(self, news: News, guest: Any) -> None:
        """One piece of news of the seat; `guest` has its view, seat and offer."""
        if isinstance(news, TableNews):
            self.state = replace(news.state, book=[], people=[], helps={})  # those are for people
        elif isinstance(news, WelcomeNews):
            self._heard += news.missed
        elif isinstance(news, Heard):
            self._heard += news.events
        elif isinstance(news, Answered) and news.code == "frozen":
            self._played = 0  # the table says when it goes on
            return
        elif isinstance(news, Answered) and not news.ok and news.code not in ("late", "paused", "waiting"):
            self.log(f"{self.kind} chose what was refused: {news.text}")
            self._first(guest)
            return
        self._play(guest)

    def _play(self, guest: Any) -> None:
        offer = guest.offer
        if offer is None or offer.dp == self._played or self.state is None or guest.link.pending is not None:
            return
        if self.state.state != "playing" or self.state.paused:
            return
        self._played = offer.dp
        text = ""
        try:
            with self.limit():
                offers = core_offers(offer)
                bot = self._bot_for(guest.seat)
                if bot is not None and offers:
                    bot.hear(self._heard)
                    text = str(bot.choose(guest.view, offers))
        except Overrun:
            self.log(f"{self.kind} ran over its time.")
        except Exception as why:
            self.log(f"{self.kind} raised {type(why).__name__}: {clean(str(why), LOG_CELLS)}")
        self._heard = []
        if text:
            self.act(text)
        else:
            self._first(guest)

    def _first(self, guest: Any) -> None:
        """Plays the first offer."""
        if guest.offer is None or guest.link.pending is not None:
            return
        with contextlib.suppress(ValueError):
            first = next(iter(core_offers(guest.offer)), None)
            if first is not None:
                self.act(str(first))

    def _bot_for(self, seat: int) -> Bot | None:
        """The bot for this seat under the charter that is on the table; None where its game is not known here."""
        assert self.state is not None
        shown: dict[str, Any] = dict(self.state.charter)
        made_for = (str(shown.get("hash")), seat)
        if made_for != self._made_for:
            charter = make_charter(
                self.catalogue, str(shown["game"]), int(shown["seats"]), shown["options"], list(shown["house_rules"])
            )
            kind = self.catalogue.bot(self.kind, charter.game) or self.catalogue.bot("random", charter.game)
            if self._stream is None or self._made_for is None or self._made_for[1] != seat:
                self._stream = (
                    bot_stream(self.seed, seat) if self.seed is not None else Stream(secrets.token_bytes(32), f"bot/{seat}")
                )
            self._bot = kind.make(seat, charter, self._stream) if kind is not None else None
            self._made_for = made_for
        return self._bot


class Worker:
    """The process: its bots, the sockets that it waits on, the lines that it is told."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.invite = read_invite(told["invite"])
        self.told = told
        self.catalogue = find_plugins(told.get("plugins", ()), told.get("folder"))
        self.players: list[tuple[BlockingGuest, BotPlayer]] = []

    def add(self, line: dict[str, str]) -> None:
        """One more bot."""
        pair = KeyPair(line["public"].encode(), line["secret"].encode())
        guest = BlockingGuest(self.invite, pair, "bot", app="rumpus-bot", fair=False)
        player = BotPlayer(
            self.told["bot"],
            self.catalogue,
            guest.act,
            self._log,
            self.told.get("seed"),
            float(self.told.get("seconds", SECONDS)),
        )
        guest.start()
        self.players.append((guest, player))

    def _log(self, text: str) -> None:
        print(f"bot: {text}", file=sys.stderr, flush=True)

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
                self.add(line)
        return True

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


def main() -> int:
    """Runs the worker; returns the exit status."""
    lines = LineReader(sys.stdin.fileno())
    told: list[dict[str, Any]] = []
    while not told:
        more = lines.read()
        if more is None:
            return 0
        told += more
    worker = Worker(told[0])
    for line in told[1:]:
        worker.add(line)
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
