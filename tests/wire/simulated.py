"""A table through everything that can happen to it: one seed, one random stream, virtual time, the real machines.

Connections are slow, break, and swallow what is on them; machines sleep; the same key comes twice; the host is killed at
any moment of any write and goes on from its disk, which may be full.  `World(seed).run()` returns what did not hold.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from hashlib import blake2b
from pathlib import Path
from typing import Any

from checker import Broken, Checker
from disk import Disk, Killed, Wall, pretended
from faults import FAULTS, GAMES, OPTIONS, Trouble
from parlour import CATALOGUE
from persons import TO_GUEST, TO_HOST, BotDevice, Device, Wire, raw
from rumpus.core.shuffling.seeded import deal_seed, shuffled
from rumpus.net.host.broadcaster import OutgoingFrame
from rumpus.net.host.config import HostConfig
from rumpus.net.host.dispatcher import Dispatcher
from rumpus.net.host.startup import Start, engine, lay_out, open_journal
from rumpus.net.identity.keys import KeyPair, z85
from rumpus.net.protocol import codec
from rumpus.net.shuffle.host import ShuffleHost
from rumpus.net.storage.restore import read_kept, take_up
from rumpus.net.table.dealing import ShuffleCoordinator
from rumpus.net.table.requests import make_charter
from rumpus.net.table.settings import read_settings

HOST = bytes([0x11]) * 32
TABLE = bytes(range(16))
PAIR = KeyPair(z85(HOST), b"s" * 40)
TICK, MOST = 0.25, 20_000


class World:
    """One table, its host, its guests, and all that happens to them."""

    def __init__(self, seed: object, *, game: str = "", seconds: float = 6.0, faults: int = 6, **more: Any) -> None:
        self.seed = seed
        self.chance = chance = random.Random(f"simulated {seed}")
        self.game = game or chance.choice([*GAMES, "hearts", "gin-rummy"])
        self.options = chance.choice(OPTIONS[self.game])
        self.seconds, self.faults = seconds, faults
        self.seats = chance.choice(GAMES[self.game])
        self.fair: bool = more.get("fair", chance.random() < 0.8)
        self.bots: int = more.get("bots", chance.choice((0, 0, 1)) if self.seats > 2 else 0)
        self.swap: dict[int, int] = more.get("swap", {})
        self.script: list[str] | None = more.get("script")
        self.mischief: bool = more.get("mischief", True)
        self.kinds: dict[str, int] = more.get("kinds", FAULTS)
        self.watchers: int = more.get("watchers", 0)
        self.settings: dict[str, Any] = more.get("settings") or self._settings()
        self.catalogue = CATALOGUE
        self.host_key, self.token = HOST, b"let me in"
        self.disk, self.wall = Disk(chance), Wall()
        self.checker = Checker(self.disk.ever)
        self.disk.look, self.disk.moment = self._safe, self._moment
        self.now, self.pace = 100.0, chance.choice((0.03, 0.08, 0.2))
        self.dispatcher: Dispatcher | None = None
        self.devices: list[Device] = []
        self.happened: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.told, self.done = list[dict[str, Any]](), list[str]()
        self.bot_log: list[str] = []
        self.host_log: list[str] = []
        self.sent: dict[str, list[tuple[bytes, bytes]]] = {}
        self.acting = True
        self.answered: list[tuple[str, str, int, str]] = []
        self.end = self.now + seconds
        self.took, self.closed = 0.0, False
        self._routes: dict[bytes, tuple[Wire, Device]] = {}
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._frozen, self._wedged = 0.0, False
        self._host_inbox: list[tuple[Wire, Device, int, tuple[bytes, bytes]]] = []
        self._doom, self._sends = "", 0
        self._persons, self._count = 0, 0
        self._trace = blake2b(digest_size=16)

    def _settings(self) -> dict[str, Any]:
        chance = self.chance
        return {
            "grace": chance.choice((1, 4, 60)),
            "vote_time": 3,
            "bot_time": 3,
            "clock": chance.choice((0, 0, 0, 2)),
            "keep_hands": chance.choice(("all", "all", "match", "none")),
        }

    # -- time

    def at(self, when: float, what: Callable[[], None]) -> None:
        """Something will happen."""
        self._count += 1
        heapq.heappush(self._events, (when, self._count, what))

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Something will happen after a while."""
        self.at(self.now + seconds, what)

    def until(self, end: float, wanted: Callable[[], bool] | None = None) -> bool:
        """Lets time pass up to a moment, or until it is so."""
        look = self.now
        while self._events and self._events[0][0] <= end:
            self.now, _, what = heapq.heappop(self._events)
            assert self._count < MOST * (2 + self.seconds), "a storm: messages beget messages"
            what()
            if self.closed:
                return True
            if wanted is not None and self.now >= look:
                look = self.now + 0.1
                if wanted():
                    return True
        self.now = max(self.now, end)
        return wanted is not None and wanted()

    def note(self, where: str, key: str, frames: tuple[bytes, bytes]) -> None:
        """Goes into the trace."""
        self._trace.update(f"{self.now:.6f} {where} {key} ".encode() + frames[0] + frames[1])

    @property
    def trace(self) -> str:
        """The hash of all that was said, and when."""
        return self._trace.hexdigest()

    # -- the host

    def open(self) -> None:
        """A host opens the table, or goes on with it; dies of the doom that waits for it, and then tries again."""
        try:
            self._open()
        except Killed:
            self.died()

    def _start(self) -> Start:
        config = HostConfig(game=self.game, seats=self.seats, journal="/simulated/tables", seed=None if self.fair else "s")
        if not self.disk.rows:
            charter = make_charter(CATALOGUE, self.game, self.seats, self.options, [])
            return Start(config, CATALOGUE, charter, read_settings(self.settings), PAIR, self.token, TABLE.hex(), "den")
        kept = read_kept(Path("/simulated/tables") / f"{TABLE.hex()}.journal", "")
        said = kept.base["charter"]
        charter = make_charter(CATALOGUE, said["game"], said["seats"], said["options"], list(said["house_rules"]))
        kept.journal.engine = engine(charter)
        self.token = bytes.fromhex(kept.base["token"])
        return Start(config, CATALOGUE, charter, read_settings(self.settings), PAIR, self.token, TABLE.hex(), "den", kept)

    def _open(self) -> None:
        start, dealings = self._start(), list[ShuffleHost]()
        table = lay_out(start, dealings_deck(dealings) if self.fair else self._deck, nullcontext, self.now)
        engine, kept = table.engine, start.kept
        if self.fair:
            dealings.append(
                ShuffleHost(
                    TABLE,
                    HOST,
                    lambda *row: engine.journal.keep(*row),
                    lambda row: engine.journal.remember(row),
                    self.chance.randbytes,
                )
            )
            table.fair = ShuffleCoordinator(dealings[0])
        table.new_locks = self._new_locks
        if kept is not None:
            take_up(kept, table, self.now)
        journal = open_journal(start, table, 7777, self.host_log.append)
        assert journal is not None
        dispatcher = Dispatcher(table, CATALOGUE, table.writer.epoch)
        dispatcher.send = self._send
        self.dispatcher = dispatcher
        if kept is None:
            for seat in range(self.seats - self.bots, self.seats):
                self._seat_bot(seat)
        else:
            dispatcher.restore(kept.journal.tallies, self.now)
            self.checker.model.resumed()
            for seat, chair in enumerate(table.seating.chairs):
                if chair.kind == "bot" or chair.standin:
                    table.seating.stand_in(seat, self._bot())
            table.go_on_again(self.now)
            dispatcher.flush(self.now)
        self.after(TICK, lambda: self._tick(dispatcher))

    def _deck(self, declared: tuple[int, ...], number: int) -> tuple[int, ...]:
        deck = shuffled(deal_seed(str(self.seed), number), declared)
        return tuple(self.swap.get(face, face) for face in deck)

    def _new_locks(self) -> None:
        assert self.dispatcher is not None
        self.token = self.dispatcher.table.seating.token = self.chance.randbytes(16)

    def _bot(self) -> str:
        """The key of a new bot, which comes in a moment."""
        key = z85(self.chance.randbytes(32)).decode()
        self.after(0.05, lambda: self.devices.append(BotDevice(self, key)))
        return key

    def _seat_bot(self, seat: int) -> None:
        assert self.dispatcher is not None
        self.dispatcher.table.seat_bot(seat, self._bot(), self.now)

    def _host(self, what: Callable[[Dispatcher], object]) -> None:
        """The host does something, unless it dies of it."""
        if self.dispatcher is None:
            return
        try:
            what(self.dispatcher)
        except Killed:
            self.died()
            return
        if self.dispatcher.table.ended and not self.closed:
            self.closed = True
        self.host_log += self.dispatcher.log
        self.dispatcher.log.clear()

    def _tick(self, dispatcher: Dispatcher) -> None:
        if dispatcher is not self.dispatcher:
            return
        self.after(TICK, lambda: self._tick(dispatcher))
        if self._frozen <= self.now:
            self._host(self._do_tick)

    def _do_tick(self, dispatcher: Dispatcher) -> None:
        dispatcher.tick(self.now)
        while dispatcher.table.bots_wanted:
            self._seat_bot(dispatcher.table.bots_wanted.pop())
        dispatcher.flush(self.now)

    # -- its end

    def _safe(self, row: Any) -> None:
        self.checker.row(row)

    def _moment(self, when: str) -> None:
        """A write is about to be synced, or was."""
        if self._doom == when:
            self.happened[f"killed when {when}"] += 1
            raise Killed
        if self._doom == "sending" and when == "synced":
            self._doom = "sent"

    def died(self) -> None:
        """The host is gone with all its bots; another one comes in a moment."""
        if self.dispatcher is not None:
            self.host_log += self.dispatcher.log
        self.dispatcher, self._doom, self._frozen = None, "", 0.0
        self._host_inbox.clear()
        for wire, device in list(self._routes.values()):
            self.cut(wire)
            if device.local:
                device.link.state = "over"
        self.happened["killed"] += 1
        self.devices = [each for each in self.devices if not each.local]
        self.after(0.3 + self.chance.random(), self._come_again)

    def _come_again(self) -> None:
        if self.dispatcher is None:
            if self.disk.full:
                self.after(0.3, self._come_again)
            else:
                self.open()

    def answers(self) -> bool:
        """Whether the host's machine takes a connection."""
        return self._frozen <= self.now or self._wedged

    # -- the network

    def connect(self, device: Device) -> Wire:
        """A new connection from a guest."""
        wire = Wire(b"route %d" % self._count)
        self._routes[wire.route] = (wire, device)
        return wire

    def cut(self, wire: Wire, *, both: bool = True) -> None:
        """A connection breaks; with `both` its guest's end looks for another one."""
        found = self._routes.pop(wire.route, None)
        if not wire.up:
            return
        wire.cut(self.chance)
        if both and found is not None and found[1].wire is wire:
            found[1].lost()

    def _post(self, wire: Wire, way: int, device: Device, land: Callable[[int], None]) -> None:
        wire.sent[way] += 1
        number = wire.sent[way]
        when = self.now + device.lag()
        if device.hole[way] > self.now:
            when = max(when, device.hole[way] + 0.05 + 0.4 * self.chance.random())
        wire.last[way] = when = max(when, wire.last[way])
        self.at(when, lambda: land(number))

    def to_host(self, device: Device, frames: tuple[bytes, bytes]) -> None:
        """A guest sends something; without a connection it is lost."""
        wire = device.wire
        if wire is not None and wire.up:
            self._post(wire, TO_HOST, device, lambda number: self._arrive(wire, device, number, frames))

    def _arrive(self, wire: Wire, device: Device, number: int, frames: tuple[bytes, bytes]) -> None:
        if number > wire.keep[TO_HOST] or self.dispatcher is None:
            self.happened["frames lost"] += 1
            return
        if self._frozen > self.now:
            self._host_inbox.append((wire, device, number, frames))
            return
        wire.done[TO_HOST] = number
        self.note("host", device.key, frames)
        self._host(lambda dispatcher: dispatcher.receive(wire.route, device.key, device.address, list(frames), self.now))

    def _send(self, frame: OutgoingFrame) -> None:
        """The host sends something: what it says is checked, whether it arrives or not."""
        dispatcher = self.dispatcher
        assert dispatcher is not None
        header = codec.read_header(frame.header)
        if frame.key:
            session, seating = dispatcher.sessions.get(frame.key), dispatcher.table.seating
            place = seating.place(frame.key)
            if place is None or (dispatcher.table.relaid and session is not None):
                place = session.seat if session is not None else -1
            laid = dispatcher.table.writer.frozen
            self.checker.sent(header.sid, header.kind, frame.body, frame.key, place, laid)
            self.sent.setdefault(frame.key, []).append((frame.header, frame.body))
        wire, device = self._routes.get(frame.route, (None, None))
        if wire is None or device is None:
            dispatcher.unreachable(frame.key)
        else:
            if frame.key not in ("", device.key):
                self.checker.wrong("secret", f"a frame for {frame.key} went to {device.key}")
            frames = (frame.header, frame.body)
            self._post(wire, TO_GUEST, device, lambda number: device.arrive(wire, number, frames))
        if self._doom == "sent":
            self._sends -= 1
            if self._sends <= 0:
                self.happened["killed between frames"] += 1
                raise Killed

    # -- people

    def person(self, *, watch: bool = False) -> Device:
        """Somebody new comes to the table."""
        number, self._persons = self._persons, self._persons + 1
        key = raw(number)
        device = Device(self, f"P{number}", z85(key).decode(), watch=watch, fair=key if self.fair else b"")
        self.devices.append(device)
        return device

    def again(self, old: Device) -> Device:
        """The same person with a fresh program."""
        device = Device(self, old.name, old.key, watch=old.watch, fair=old.fair)
        device.quiet = False
        self.devices.append(device)
        return device

    def people(self, *, watch: bool = False) -> list[Device]:
        """Everybody's programs that are at the table or on their way there."""
        return [each for each in self.devices if not each.local and each.link.state != "over" and each.watch == watch]

    def alone(self, device: Device) -> bool:
        """Whether this key has had one program only."""
        return sum(each.key == device.key for each in self.devices) == 1

    def gone(self, device: Device, code: str) -> None:
        """A link is over: the person comes back, or another one."""
        if device.local or code == "closed":
            return
        self.happened[f"link over: {code}"] += 1
        if code == "kicked":
            self.after(0.5, self.person)
        elif code != "replaced" or not any(each.key == device.key for each in self.people(watch=device.watch)):
            self.after(1.0 + self.chance.random(), lambda: self.again(device) and None)

    # -- the run

    def run(self) -> list[Broken]:
        """Everything from the first guest to the last look; returns what did not hold."""
        with pretended(self.disk, self.chance, self.wall, self.told):
            self.open()
            for _ in range(self.seats - self.bots):
                self.person()
            for _ in range(self.watchers):
                self.person(watch=True)
            trouble = Trouble(self)
            trouble.plan()
            self.until(self.end)
            trouble.over()
            if not self.closed:
                trouble.settle()
            if not self.closed:
                trouble.last_look()
        return self.checker.broken


def dealings_deck(dealings: list[ShuffleHost]) -> Callable[[tuple[int, ...], int], tuple[int, ...]]:
    """Decks from a dealing that is made in a moment."""
    return lambda declared, number: dealings[0].deck(declared, number)
