"""A whole deal at a real host over real sockets, and every byte that a guest decrypts there, with nothing left to chance.

The host runs in a thread of this process, its guests in the test's own; between them is TCP on 127.0.0.1 with CURVE.  What a host
draws by lot is given to it here, by the test and by no switch of the product, so that two runs may be compared byte for byte: the
deck and the state of the match, table and session numbers, the host's key and token, the secret of a shuffle, and the time, which
passes with every message.  Guests' nonces are counted, and their keys are the same in every run.  Nothing is masked but
`Opened.log`: after a deal it shows what everybody did, by design, and differs where hidden cards do.
"""

from __future__ import annotations

import functools
import itertools
import queue
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
import zmq
from rumpus.core.actions import Action
from rumpus.core.deal import Illegal
from rumpus.core.game import Charter
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, shuffled, tag
from rumpus.core.zones import WATCHER
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.host.config import HostConfig
from rumpus.net.host.server import Host
from rumpus.net.identity.keys import KeyPair, new_pair
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ask, Opened, Ping
from rumpus.net.storage.checkpoint import sign_key
from worlds import TRIES, Played, Step

PATIENCE = 20.0
EVERY = 6
"""After so many actions everybody pings: what was sent before has come."""
STEP = 0.02
"""Seconds that pass at the host with every message."""
JUNK = b"\x93\x01\xc1"


@functools.cache
def pair(number: int) -> KeyPair:
    """The same key for the same guest in every run."""
    return new_pair()


@dataclass
class Frames:
    """What one guest was sent: (header, body), and how many frames that were at each rest."""

    frames: list[tuple[bytes, bytes]] = field(default_factory=list)
    marks: dict[int, int] = field(default_factory=dict)

    def upto(self, mark: int) -> list[tuple[bytes, bytes]]:
        """All frames until a rest, with what is shown after a deal by design left out."""
        return [_masked(*frame) for frame in self.frames[: self.marks[mark]]]


def _masked(header: bytes, body: bytes) -> tuple[bytes, bytes]:
    if codec.read_header(header).kind != "opened":
        return header, body
    opened = codec.read_from_host("opened", body)
    assert isinstance(opened, Opened)
    return header, msgspec.msgpack.encode(msgspec.structs.replace(opened, log="", parts=1))


@dataclass
class Run:
    """What everybody was sent in one run, watchers at -1, and what the host wrote into its log at each rest."""

    seats: dict[int, Frames]
    log: list[str] = field(default_factory=list)
    logged: dict[int, int] = field(default_factory=dict)


@dataclass
class Curious:
    """What the guests try besides playing: at these steps every one of them does all of this."""

    at: dict[int, list[str]]
    resync: frozenset[int]

    @classmethod
    def about(cls, played: Played, stream: Stream) -> Curious:
        """Texts that the rules refuse to every seat at that moment, so that the deal goes on as it was."""
        at = {}
        deal = played.open(played.deck)
        for n, step in enumerate(played.steps):
            if n in played.curious:
                refused = [action for action in TRIES if all(_refused(deal, seat, action) for seat in range(deal.seats))]
                at[n] = [str(action) for action in stream.some(refused, min(4, len(refused)))]
            deal.act(*step)
        return cls(at, frozenset(sorted(at)[1:3]))


def _refused(deal: Any, seat: int, action: Action) -> bool:
    try:
        deal.clone().act(seat, action)
    except Illegal:
        return True
    return False


@functools.cache
def free_port() -> int:
    """One port for every run: it is told to everybody."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


class Player(BlockingGuest):
    """A guest whose time passes with its own actions only, and whose nonces are counted; it keeps every frame that it is sent."""

    def __init__(self, number: int, invite: Any, **more: Any) -> None:
        self.now = 1000.0
        sign = sign_key(pair(number).secret)[0]
        super().__init__(invite, pair(number), f"G{number}", clock=lambda: self.now, sign=sign, **more)
        count = itertools.count()
        self.link.nonces = lambda size: bytes([number]) + next(count).to_bytes(size - 1, "big")
        self.kept = Frames()
        self.pongs = 0
        frame = self.link.frame

        def keep(frames: list[Any], now: float) -> None:
            self.kept.frames.append((bytes(frames[0]), bytes(frames[1])))
            self.pongs += codec.read_header(frames[0]).kind == "pong"
            frame(frames, now)

        self.link.frame = keep  # type: ignore[method-assign]

    def start(self) -> None:
        """Begins; says hello once, when the connection is there, and not also before."""
        self._open(self.clock())
        self.link.out.clear()
        self.link._ping_at = float("inf")  # it pings when it is told to

    def look(self) -> None:
        """Reads what is there, once it has begun."""
        if self.dealer.socket is not None:
            self.wait(0)

    def act(self, text: str) -> int:
        """Plays; nobody does so more often than every twentieth of a second."""
        self.now += 0.05
        return super().act(text)

    def ping(self) -> None:
        """Asks for a sign that everything before it has come."""
        self.link._send("ping", Ping(self.link.rev, 0))
        self._push()


class _Clock:
    """The host's time: it passes with the messages that it reads."""

    def __init__(self) -> None:
        self.now = 100.0
        self.runs = False

    def monotonic(self) -> float:
        """The time as the host sees it; it runs by itself only when the run is over."""
        return time.monotonic() if self.runs else self.now


class Wired:
    """A host and its guests; `run` plays the steps and returns what they were sent."""

    def __init__(self, host: Host, context: zmq.Context[zmq.Socket[bytes]], seats: int, clock: _Clock) -> None:
        self.host = host
        self.clock = clock
        self.players = [Player(n, host.invite, context=context) for n in range(seats)]
        self.players.append(Player(seats, host.invite, context=context, watch=True))
        self.late = Player(seats + 1, host.invite, context=context, watch=True) if host.config.open else None
        self.only: Player | None = None  # who alone tries to act: what is refused here another seat may be allowed there

    def until(self, wanted: Callable[[], object]) -> None:
        """Everybody reads, one after the other, until it is so."""
        begun = time.monotonic()
        poller = zmq.Poller()
        for player in self.players:
            for each in player.dealer.sockets():
                poller.register(each, zmq.POLLIN)
        while not wanted():
            poller.poll(100)
            for player in self.players:
                player.look()
            assert time.monotonic() - begun < PATIENCE, "it never came"

    def arrive(self) -> None:
        """One after the other, the watcher first: the last seat begins the match."""
        for player in [self.players[-1], *self.players[:-1]]:
            player.start()
            self.until(lambda player=player: player.link.state == "live")
        self.until(lambda: all(player.link.rev == self.players[0].link.rev > 1 for player in self.players))

    def rest(self, mark: int, run: Run) -> None:
        """Everybody pings in turn; what was sent until then is there, and is counted."""
        self.all_ping()
        for player in self.players:
            player.kept.marks[mark] = len(player.kept.frames)
        run.logged[mark] = len(run.log)

    def all_ping(self) -> None:
        """Everybody in turn asks for a sign, and hears it."""
        for player in self.players:
            self.heard(player)

    def heard(self, player: Player) -> None:
        """All that this guest has said has been answered."""
        pongs = player.pongs
        player.ping()
        self.until(lambda: player.pongs > pongs)

    def act(self, seat: int, text: str) -> int:
        """One action, until it is answered; returns the revision before it."""
        player = self.players[seat]
        rev = player.link.rev
        player.act(text)
        self.until(lambda: player.link.pending is None)
        return rev

    def run(self, steps: Sequence[Step], curious: Curious, over: bool, run: Run) -> None:
        """The steps, with what the curious try between them; ``over`` where they are the whole deal."""
        for at in range(len(steps) + 1):
            if at in curious.at:
                self.try_everything(curious.at[at], at in curious.resync, first=at == min(curious.at))
            if at % EVERY == 0 or at == len(steps):
                self.rest(at, run)
            if at < len(steps):
                seat, action = steps[at]
                last = over and at == len(steps) - 1
                rev = self.act(seat, str(action)) + 1 + last  # after the last the next deal is shuffled and dealt
                self.until(lambda rev=rev, last=last: all(_there(player, rev, last) for player in self.players))

    def try_everything(self, texts: Sequence[str], resync: bool, first: bool) -> None:
        """What the rules refuse, what is no message, what the table refuses, and the whole view again.

        At an open table somebody comes first to look on: then the host signs another state in the middle of the deal.
        """
        if self.late is not None:
            self.late.start()
            self.players.append(self.late)
            self.until(lambda: self.players[-1].link.state == "live")
            self.late = None
        self.all_ping()
        if resync:
            self.clock.now += 2.0  # a whole view may be had once in two seconds
            self.all_ping()
        for player in self.players:
            for text in texts if self.only is None or player is self.only else ():
                rev = player.link.rev
                player.act(text)
                self.until(lambda player=player: player.link.pending is None)
                assert player.link.rev == rev, f"{text!r} was played"
            if first:
                player.link.ask(Ask("rules"))
                player.link.ask(Ask("kick", "nobody"))
                player.dealer.send((codec.header("act", player.link._sid), JUNK))
                player._push()
                self.heard(player)
            if resync:
                player.link.resync("to see it all", player.clock())
                player._push()
                self.until(lambda player=player: not player.link._waiting)


def _there(player: Player, rev: int, last: bool) -> bool:
    """Whether a guest has come so far, or to the end of the match."""
    return player.link.rev >= rev or (last and bool(player.link.view.notes.get("over")))


def _counted(start: int) -> Callable[[int], bytes]:
    count = itertools.count(start)
    return lambda size: tag("counted", str(next(count)))[:size]


@contextmanager
def nothing_by_lot(charter: Charter, catalogue: Catalogue, played: Played) -> Iterator[_Clock]:
    """All that a host draws is the same in every run."""
    clock = _Clock()

    def match(of: Charter) -> Match:
        made = Match(of, dealer=played.start[0])
        made.deals = played.start[1]
        return made

    drawn = SimpleNamespace(token_hex=lambda size: "ab" * size)
    with ExitStack() as stack:
        for what, given in (
            ("rumpus.net.host.startup.find_plugins", lambda *_: catalogue),
            ("rumpus.net.host.startup.secrets", drawn),
            ("rumpus.net.host.startup.time", SimpleNamespace(time=lambda: 1_700_000_000)),
            ("rumpus.net.host.startup.new_pair", lambda: pair(99)),
            ("rumpus.net.host.startup.new_token", lambda: b"0123456789"),
            ("rumpus.net.host.sessions.secrets", SimpleNamespace(token_bytes=_counted(1000))),
            ("rumpus.net.host.server.time", clock),
            ("rumpus.net.table.engine.Match", match),
        ):
            stack.enter_context(mock.patch(what, given))
        yield clock


def wire(
    played: Played,
    catalogue: Catalogue,
    deck: Sequence[int],
    steps: Sequence[Step],
    curious: Curious,
    over: bool,
    only: int | None = None,
    kept: Path | None = None,
) -> Run:
    """Plays the steps at a real host from this deck, and returns what everybody was sent.

    With a folder where its journal is ``kept`` the table is open: everybody is shown the state that the host signs.
    """
    charter = played.charter
    run = Run({})
    with nothing_by_lot(charter, catalogue, played) as clock:
        config = HostConfig(game=charter.game.name, seats=charter.seats, options=dict(charter.options), settings={"grace": 3600})
        if kept is not None:
            shutil.rmtree(kept, ignore_errors=True)  # a deal that is broken off leaves its journal
            config = msgspec.structs.replace(config, open=True, journal=str(kept), port=free_port(), port_free=False)
        opened: queue.Queue[Host] = queue.Queue()

        def serve() -> None:  # a journal is written by the thread that opened it
            host = Host(config, run.log.append)
            _inject(host, deck, clock)
            opened.put(host)
            host.run()

        thread = threading.Thread(target=serve)
        thread.start()
        host = opened.get(timeout=PATIENCE)
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        wired = Wired(host, context, charter.seats, clock)
        wired.only = None if only is None else wired.players[only]  # -1 looks on and is the last
        try:
            wired.arrive()
            wired.run(steps, curious, over, run)
        finally:
            clock.runs = True
            host.stop()
            for player in wired.players:
                player.close()
            context.destroy(300)
            thread.join(PATIENCE)
    assert not thread.is_alive()
    places = [*range(charter.seats), WATCHER]
    run.seats = {place: player.kept for place, player in zip(places, wired.players, strict=False)}
    return run


def _inject(host: Host, deck: Sequence[int], clock: _Clock) -> None:
    engine = host.dispatcher.table.engine
    engine.decks = lambda declared, number: tuple(deck) if number == 0 else shuffled(tag("next deal", str(number)), declared)
    if host.dispatcher.table.codes is not None:
        host.dispatcher.table.codes.code = "7-otter-lamp"
    assert host.fair is not None
    host.fair.dealing._chance = _counted(2000)
    receive = host.dispatcher.receive

    def timed(*message: Any) -> None:
        receive(*message)
        clock.now += STEP

    host.dispatcher.receive = timed  # type: ignore[method-assign]
