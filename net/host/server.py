"""The host: one ROUTER, one loop that waits for it, and the room that decides everything.

`python -m rumpus.net.host.server JSON` opens a table: the fields of `HostConfig` as one JSON object (or `-`, to read it from
standard input).  Its first line on standard output is the invite, the second, if it is not headless, the word with which
its own client closes the table; SIGTERM closes the table with a good-bye.
"""

from __future__ import annotations

import secrets
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec
import zmq
from rumpus.core.cards import Card
from rumpus.core.shuffling.seeded import deal_seed, shuffled
from rumpus.net.bots.supervisor import BotSupervisor
from rumpus.net.discovery.addresses import from_here, reachable
from rumpus.net.host.advertising import Advertiser
from rumpus.net.host.broadcaster import OutgoingFrame
from rumpus.net.host.config import HostConfig
from rumpus.net.host.dispatcher import Dispatcher
from rumpus.net.host.startup import CannotOpen, Start, begin, lay_out, open_journal
from rumpus.net.identity.invite import TOKEN_BYTES, Invite, new_token
from rumpus.net.identity.keys import raw_key
from rumpus.net.identity.pairing import Codes
from rumpus.net.protocol.codec import FRAME_MAX
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.shuffle.host import ShuffleHost
from rumpus.net.storage.checkpoint import SignedCheckpoint
from rumpus.net.storage.checkpoint_signer import CheckpointSigner
from rumpus.net.storage.restore import take_up
from rumpus.net.table.dealing import ShuffleCoordinator
from rumpus.net.table.plugin_timeout import PLUGIN_SECONDS, time_limit
from rumpus.net.transport import frames
from rumpus.net.transport.connection_guard import Connections
from rumpus.net.transport.dealer_socket import HEARTBEAT
from rumpus.net.transport.zap import DOMAIN, ZapAuthenticator

TICK = 0.25
IN_A_ROW = 64
OPTIONS = (
    (zmq.ROUTER_MANDATORY, 1),
    (zmq.MAXMSGSIZE, FRAME_MAX),
    (zmq.HANDSHAKE_IVL, 3000),
    (zmq.RCVHWM, 64),
    (zmq.SNDHWM, 256),
    *HEARTBEAT,
    (zmq.LINGER, 300),
    (zmq.IPV6, 1),
    (zmq.BACKLOG, 64),
)


FAREWELL, FAREWELL_BY_SIGNAL = 5.0, 0.7
"""Seconds that the last guests have to answer a good-bye."""


class Host:
    """A table that is open: `invite` lets people in, `run` serves until the table closes."""

    def __init__(self, config: HostConfig, log: Callable[[str], None] | None = None) -> None:
        self.log = log or _to_stderr
        start = begin(config, self.log)
        self.config = config = start.config
        self.pair, self.token = start.pair, start.token
        self.owner = secrets.token_hex(16)
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.door = ZapAuthenticator(self.context)
        self.router = self._bind()
        self.connections = Connections(self.router)
        self.invite = Invite(reachable(config.bind), self.port, self.pair.public, self.token)
        self.dispatcher = self._open(start)
        self._send_frame = frames.sender(self.router)
        self.dispatcher.send = self._send
        self.workers = BotSupervisor(
            {  # bots need no token
                "invite": str(Invite((from_here(config.bind),), self.port, self.pair.public, bytes(TOKEN_BYTES))),
                "bot": config.bot,
                "plugins": config.plugins,
                "folder": config.folder,
                "seed": config.seed,
                "seconds": 0.8 * int(self.dispatcher.table.settings["bot_time"]),
            },
            self.log,
        )
        self._seat_bots(start)
        self.stopping = ""
        self.advertiser = Advertiser(self, config.bind, self.log) if config.open else None

    def _open(self, start: Start) -> Dispatcher:
        now, kept = time.monotonic(), start.kept
        table = lay_out(start, self._deck, time_limit(PLUGIN_SECONDS), now)
        engine = table.engine
        table.invite = str(self.invite) if self.config.open else ""
        table.new_locks = self._new_locks
        table.owner = self.owner
        if self.config.open:
            table.codes = Codes(table.table_id, self.pair.public)
        self.fair: ShuffleCoordinator | None = None
        if self.config.seed is None:
            dealing = ShuffleHost(
                bytes.fromhex(table.table_id),
                raw_key(self.pair.public),
                lambda *row: engine.journal.keep(*row),
                lambda row: engine.journal.remember(row),
            )
            table.fair = self.fair = ShuffleCoordinator(dealing)
        if kept is not None:
            take_up(kept, table, now)
        self.journal = open_journal(start, table, self.port, self.log)
        dispatcher = Dispatcher(table, start.catalogue, table.writer.epoch)
        if self.config.open:
            before = [SignedCheckpoint(*each) for each in start.before]
            dispatcher.signer = CheckpointSigner(self.pair, self.port, self.config.bot, self.config.matches, before)
            dispatcher.signer.look(table)
        if kept is not None:
            dispatcher.restore(kept.journal.tallies, now)
        return dispatcher

    def _seat_bots(self, start: Start) -> None:
        """The bots that were asked for, or those of a table that goes on, which then does go on."""
        table = self.dispatcher.table
        if start.kept is None:
            for seat in range(start.charter.seats - start.config.bots, start.charter.seats):
                self._seat_bot(seat)
            return
        for seat, chair in enumerate(table.seating.chairs):
            if chair.kind == "bot" or chair.standin:
                table.seating.stand_in(seat, self.workers.add().decode())
        said = start.kept.damage or start.kept.base.get("back", f"The table goes on from revision {table.engine.rev}.")
        if start.kept.moved:
            said = f"{start.kept.moved}'s machine has carried this table on; here it goes on from where it was given away."
        table.writer.back += [said] if said else []
        for sentence in table.writer.back:
            self.log(sentence)
        table.go_on_again(time.monotonic())

    def _new_locks(self) -> None:
        """The invite and the code that were known let nobody in any more."""
        table = self.dispatcher.table
        self.token = table.seating.token = new_token()
        table.seating.admitted.clear()  # a key that knew an older code and never sat down
        self._invite_to(self.invite.addresses)
        if table.codes is not None:
            table.codes.renew()

    def _invite_to(self, addresses: tuple[str, ...]) -> None:
        self.invite = Invite(addresses, self.port, self.pair.public, self.token)
        if self.config.open:
            self.dispatcher.table.invite = str(self.invite)

    def reached_at(self, addresses: tuple[str, ...]) -> None:
        """This machine has other addresses now: everybody is shown the invite to them."""
        self._invite_to(addresses)
        self.dispatcher.table.speak(
            f"The host's machine is at {addresses[0]} now: others come by the new line or the new invite."
        )
        self.dispatcher.table.dirty = True

    def _bind(self) -> zmq.Socket[bytes]:
        router = self.context.socket(zmq.ROUTER)
        for option, value in OPTIONS:
            router.setsockopt(option, value)
        router.curve_server = True
        router.curve_publickey, router.curve_secretkey = self.pair
        router.zap_domain = DOMAIN
        router.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)
        where = f"[{self.config.bind}]" if ":" in self.config.bind else self.config.bind
        try:
            try:
                router.bind(f"tcp://{where}:{self.config.port or '*'}")
            except zmq.ZMQError as why:
                if why.errno != zmq.EADDRINUSE or not self.config.port_free:
                    raise
                router.bind(f"tcp://{where}:*")
        except zmq.ZMQError as why:
            self.context.destroy(0)
            raise CannotOpen(
                f"Port {self.config.port} at {self.config.bind} cannot be opened ({why}): choose another with --port or --bind."
            ) from None
        endpoint = router.getsockopt(zmq.LAST_ENDPOINT)
        assert isinstance(endpoint, bytes)
        self.port = int(endpoint.rstrip(b"\0").rpartition(b":")[2])
        return router

    def _deck(self, declared: tuple[Card, ...], number: int) -> tuple[Card, ...]:
        """The deck of a deal: from the table's seed text, if it has one, else from everybody's share."""
        if self.config.seed is not None:
            return shuffled(deal_seed(self.config.seed, number), declared)
        assert self.fair is not None
        return self.fair.dealing.deck(declared, number)

    def _seat_bot(self, seat: int) -> None:
        self.dispatcher.table.seat_bot(seat, self.workers.add().decode(), time.monotonic())

    # -- the loop

    def run(self) -> None:
        """Serves until the table closes; then says good-bye and lets go of everything."""
        poller = zmq.Poller()
        poller.register(self.router, zmq.POLLIN)
        poller.register(self.door.socket, zmq.POLLIN)
        poller.register(self.connections.monitor, zmq.POLLIN)
        dispatcher, advertiser = self.dispatcher, self.advertiser
        if advertiser is not None:
            advertiser.start(poller)
        self.workers.start(for_the_clock=bool(dispatcher.table.settings["clock"]) and dispatcher.table.timeout_player.by_bot)
        tick_at = time.monotonic()
        try:
            while not dispatcher.table.ended:
                ready = dict(poller.poll(max(0, int((tick_at - time.monotonic()) * 1000) + 1)))
                if self.door.socket in ready:
                    self.door.answer_all()
                now = time.monotonic()
                if self.connections.monitor in ready:
                    self.connections.look(now)
                if self.router in ready:
                    self._receive()
                    now = time.monotonic()
                if advertiser is not None and advertiser.rung(ready):
                    advertiser.look(now)
                if now >= tick_at:
                    tick_at = now + TICK
                    self._tick(now)
                if dispatcher.log:
                    self._write_log()
            self._see_off(poller)
        finally:
            self.close()

    def _see_off(self, poller: zmq.Poller) -> None:
        """Waits a little until the guests have heard the good-bye: a socket that closes with something unread takes back
        what it has just sent."""
        until = time.monotonic() + (FAREWELL_BY_SIGNAL if self.stopping else FAREWELL)
        while self.dispatcher.leaving and (left := until - time.monotonic()) > 0:
            if self.router in dict(poller.poll(int(left * 1000) + 1)):
                self._receive()

    def _receive(self) -> None:
        """Reads what has come, some messages in a row."""
        for _ in range(IN_A_ROW):
            message = frames.receive(self.router)
            if message is None:
                return
            last = message[-1]
            try:
                key, address = last.get("User-Id"), last.get("Peer-Address")
            except zmq.ZMQError:
                continue  # no key, no message; ZeroMQ does not let it come to this
            now, route = time.monotonic(), message[0].bytes
            self.connections.note(route, str(key), last, now)
            self.dispatcher.receive(route, str(key), str(address), [frame.bytes for frame in message[1:4]], now)

    def _send(self, frame: OutgoingFrame) -> None:
        """Sends at once: the first guest reads its delta while the host works on the next one's."""
        send = self._send_frame
        try:
            send(frame.route, frames.MORE)
            send(frame.header, frames.MORE)
            send(frame.body, frames.NOBLOCK)
        except zmq.ZMQError as why:
            if why.errno not in (zmq.EAGAIN, zmq.EHOSTUNREACH):
                raise
            self.dispatcher.unreachable(frame.key)

    def _write_log(self) -> None:
        for sentence in self.dispatcher.log:
            self.log(sentence)
        self.dispatcher.log.clear()

    def _tick(self, now: float) -> None:
        table = self.dispatcher.table
        if self.stopping:
            self.dispatcher.close(self.stopping, now)
            return
        self.dispatcher.tick(now)
        for question in table.timeout_player.questions:
            self.workers.decide(question)
        table.timeout_player.questions.clear()
        self._hear_workers()
        while table.bots_wanted:
            self._seat_bot(table.bots_wanted.pop())
            self.workers.start()
        self.dispatcher.flush(now)
        for key in self.workers.keep(table.seating.bot_keys()):
            self.dispatcher.forget(key)
        self.workers.look(now)
        if self.advertiser is not None:
            self.advertiser.tell(now)
        seating = table.seating
        self.dispatcher.log += self.connections.cut(seating.keys(), seating.bot_keys(), now)

    def _hear_workers(self) -> None:
        """What the bots' process says: whose program failed, and what the clock plays."""
        table = self.dispatcher.table
        for told in self.workers.heard():
            if "failed" in told:
                table.bot_failed(int(told["failed"]))
            else:
                table.timeout_player.answered(int(told["seat"]), int(told["dp"]), str(told["text"]))

    def stop(self, text: str = "The host has closed the table.") -> None:
        """The table closes at the next turn of the loop; may be called from a signal."""
        self.stopping = text

    def close(self) -> None:
        """Lets go of the sockets and the bots' process; what was sent has 300 ms to leave."""
        if self.advertiser is not None:
            self.advertiser.close()
        self.workers.close()
        self.connections.close()
        self.door.close()
        self.router.close()
        self.context.destroy(linger=300)
        if self.journal is not None:
            table = self.dispatcher.table
            if table.moved and table.moving is not None and table.moving.key in self.dispatcher.leaving:
                self.log(f"{table.moving.name}'s machine said no good-bye: the journal is kept, as for rumpus host --resume.")
            elif table.ended and not table.interrupted and not table.writer.frozen:
                self.journal.delete()
            self.journal.close()


def _to_stderr(sentence: str) -> None:
    print(clean(sentence, LOG_CELLS), file=sys.stderr, flush=True)


def _more_files() -> None:
    """As many connections as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard > 0 else 65536, hard))


def serve(
    config: HostConfig | Mapping[str, object], tell: Callable[[str], None], tell_owner: Callable[[str], None] | None = None
) -> None:
    """Opens a table, tells the invite and the owner's word (with which its client closes the table), serves until it closes.

    The config may be plain data with the fields of `HostConfig`.  Raises ValueError where it cannot be opened.
    """
    if not isinstance(config, HostConfig):
        config = msgspec.convert(config, HostConfig)
    _more_files()
    host = Host(config)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: host.stop())
    tell(str(host.invite))
    if tell_owner is not None:
        tell_owner(host.owner)
    if host.advertiser is not None and config.headless:
        host.advertiser.say_code = lambda code: print(f"code: {code}", flush=True)
    host.run()


def main(arguments: list[str]) -> int:
    """The program: one JSON object, or `-` for standard input; returns the exit status."""
    try:
        text = sys.stdin.read() if arguments == ["-"] else arguments[0]
        config = msgspec.json.decode(text, type=HostConfig)
        told = None if config.headless else lambda owner: print(f"owner: {owner}", flush=True)
        serve(config, lambda invite: print(f"invite: {invite}", flush=True), told)
    except IndexError:
        print("Say how to open the table: one JSON object.", file=sys.stderr)
        return 2
    except (ValueError, OSError) as why:
        print(clean(str(why), LOG_CELLS), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
