"""How long a move takes on the wire: from ``act`` sent until the last of four clients' models has applied it.

    python tests/benchmarks/bench_wire.py [--moves 300] [--rounds 5] [--guests-only]

The table is a real one: the host in a process of its own, CURVE on, four guests of this process with the client's model
behind each (``--guests-only``: without it), who play Hearts. Beside it, in the same run and by turns, the bare round trip: a
message to a ROUTER in another process, which sends as much as a move to each of four DEALERs; blocking pyzmq with CURVE and
nothing else. Both keep to the pace that the host allows its guests. Told are p50, p99 and the median of the rounds' ratios;
nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Protocol

import zmq
from rumpus.client.model.model import Model
from rumpus.core.actions import Choice
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.guest.events import Answered, Ended, Heard, Refused
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.table.engine import core_offers

SEATS = 4
PACE = 0.011
"""Seconds between two moves: each of four guests may act 24 times a second."""
ACT_BYTES, MOVE_BYTES = 60, 300
TARGET = 4.0
PATIENCE = 20.0
GONE = (Ended, Refused)
HOST = {"game": "hearts", "headless": True, "seed": "wire", "options": {"target": 10000}}


class Rig(Protocol):
    """Something that moves can be timed on."""

    def move(self) -> float: ...

    def close(self) -> None: ...


# --- the bare round trip ----------------------------------------------------------------------------------------------


def serve_bare() -> None:
    """In the other process: send as much as a move to everybody for each message that comes."""
    context = zmq.Context()
    router = context.socket(zmq.ROUTER)
    public, secret = zmq.curve_keypair()
    router.curve_publickey, router.curve_secretkey, router.curve_server = public, secret, True
    port = router.bind_to_random_port("tcp://127.0.0.1")
    print(port, public.decode(), flush=True)
    peers: list[bytes] = []
    news = b"n" * MOVE_BYTES
    while True:
        peer, said = router.recv_multipart()
        if said == b"stop":
            context.destroy(0)
            return
        if said == b"hello":
            peers.append(peer)
            router.send_multipart([peer, b"welcome"])
            continue
        for each in peers:
            router.send_multipart([each, news])


class Bare:
    """So many DEALERs and a ROUTER."""

    def __init__(self, count: int = SEATS, rest: float = PACE) -> None:
        self.rest = rest
        self.server = subprocess.Popen([sys.executable, __file__, "--serve-bare"], stdout=subprocess.PIPE, text=True)
        assert self.server.stdout is not None
        port, key = self.server.stdout.readline().split()
        self.context = zmq.Context()
        self.moved = 0
        self.peers = [self._peer(port, key.encode()) for _ in range(count)]

    def _peer(self, port: str, key: bytes) -> zmq.Socket[bytes]:
        peer = self.context.socket(zmq.DEALER)
        peer.curve_publickey, peer.curve_secretkey = zmq.curve_keypair()
        peer.curve_serverkey = key
        peer.rcvtimeo = int(1000 * PATIENCE)
        peer.connect(f"tcp://127.0.0.1:{port}")
        peer.send(b"hello")
        peer.recv()
        return peer

    def move(self) -> float:
        """One message there, one back to each; seconds."""
        time.sleep(self.rest)
        begun = time.perf_counter()
        self.peers[self.moved % len(self.peers)].send(b"a" * ACT_BYTES)
        for peer in self.peers:
            peer.recv()
        self.moved += 1
        return time.perf_counter() - begun

    def close(self) -> None:
        """Stop the other process."""
        self.peers[0].send(b"stop")
        self.server.wait(PATIENCE)
        self.context.destroy(0)


# --- the table --------------------------------------------------------------------------------------------------------


class Client:
    """A guest and, maybe, what its screen would read."""

    def __init__(self, invite: str, number: int, model: Model | None, watch: bool = False) -> None:
        self.guest = BlockingGuest(read_invite(invite), new_pair(), f"Guest {number}", watch=watch)
        self.model = model
        self.guest.start()
        deadline = time.monotonic() + PATIENCE
        while self.guest.link.state != "live":
            self.take(0.1)
            if time.monotonic() > deadline:
                raise TimeoutError(f"guest {number} was not let in: its link is {self.guest.link.state}")

    def take(self, seconds: float) -> None:
        """Whatever comes in so many seconds at most goes into the model."""
        model = self.model
        for news in self.guest.wait(seconds):
            if type(news) is not Heard and (isinstance(news, GONE) or (isinstance(news, Answered) and not news.ok)):
                raise RuntimeError(f"The host refused: {news}")
            if model is not None:
                model.hear(news)


class Table:
    """A host in a process of its own and its clients, seated and looking on, in this one."""

    def __init__(
        self, with_models: bool, count: int = SEATS, watchers: int = 0, config: Mapping[str, object] = HOST, rest: float = PACE
    ) -> None:
        self.rest = rest
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it lives as long as the host
        self.host = subprocess.Popen(
            [sys.executable, "-m", "rumpus.net.host.server", json.dumps(config)],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        assert self.host.stdout is not None
        invite = self.host.stdout.readline().strip().removeprefix("invite: ")
        models = [Model() if with_models else None for _ in range(count + watchers)]
        self.clients = [Client(invite, number, model, number >= count) for number, model in enumerate(models)]

    def _on_turn(self) -> Client:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for client in self.clients:
                client.take(0)
                if client.guest.offer and not client.guest.link.pending:
                    return client
            time.sleep(PACE)
        raise TimeoutError("nobody is asked for an action")

    def move(self) -> float:
        """One action, until the last model has it; seconds."""
        time.sleep(self.rest)
        mover = self._on_turn()
        for client in self.clients:  # a deal that has just begun
            while client.guest.link.rev < mover.guest.link.rev:
                client.take(PATIENCE)
        offer = core_offers(mover.guest.offer)[0]
        text = str(offer.example() if isinstance(offer, Choice) else offer)
        before = [client.guest.link.rev for client in self.clients]
        begun = time.perf_counter()
        mover.guest.act(text)
        for client, rev in zip(self.clients, before, strict=True):
            while client.guest.link.rev == rev:
                client.take(PATIENCE)
        return time.perf_counter() - begun

    def close(self) -> None:
        """The guests go, and the host is ended."""
        for client in self.clients:
            client.guest.close()
        self.host.terminate()
        self.host.wait(PATIENCE)
        self.errors.seek(0)
        print(self.errors.read(), end="", file=sys.stderr)


# --- both by turns ----------------------------------------------------------------------------------------------------


def percentile(times: list[float], share: float) -> float:
    """In microseconds, the time that so large a share of the moves does not exceed."""
    return 1e6 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


def race(moves: int, rounds: int, with_models: bool) -> None:
    """Print what came of it."""
    rigs: dict[str, Rig] = {"bare": Bare(), "table": Table(with_models)}
    took: dict[str, list[list[float]]] = {name: [] for name in rigs}
    try:
        for number in range(rounds + 1):
            for name, rig in rigs.items():
                times = [rig.move() for _ in range(moves if number else 50)]
                if number:  # the first round warms up
                    took[name].append(times)
    finally:
        for rig in rigs.values():
            rig.close()
    for name, rows in took.items():
        flat = [each for times in rows for each in times]
        p50s = " ".join(f"{percentile(times, 0.5):.0f}" for times in rows)
        print(f"{name}: p50 {percentile(flat, 0.5):.0f} us, p99 {percentile(flat, 0.99):.0f} us; p50 by round {p50s}")
    ratios = [percentile(table, 0.5) / percentile(bare, 0.5) for bare, table in zip(took["bare"], took["table"], strict=True)]
    ratio = statistics.median(ratios)
    print(f"{ratio:.2f} x the bare round trip; target at most {TARGET:.0f} x {'met' if ratio <= TARGET else 'NOT met'}")


def main() -> None:
    """The race, or the other end of the bare round trip."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--moves", type=int, default=300)
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--guests-only", action="store_true", help="leave the client's model out")
    words.add_argument("--serve-bare", action="store_true", help=argparse.SUPPRESS)
    asked = words.parse_args()
    if asked.serve_bare:
        serve_bare()
    else:
        race(asked.moves, asked.rounds, not asked.guests_only)


if __name__ == "__main__":
    main()
