"""How long a move takes to everybody, beside boardgame.io, Colyseus and the bare limit, all in one run.

    python tests/benchmarks/bench_peers.py --peers FOLDER [--clients 2,4,8,32] [--cycles 20] [--block 25] [--rest 0]

FOLDER holds the peers' adapters with their node modules (``net-common/rig.js``, ``net-boardgameio``, ``net-colyseus``);
without it only rumpus and the bare limits run. Every contestant is a server process and a process with all clients; each
plays a block of moves in turn, in another order every cycle, one move upon the other or all with the same rest between them:
who rests finds its caches cold. After a block a table waits until the host's budget for its guests is whole again. A move runs
from ``act`` sent until the last client has applied it: with rumpus until its model has, and once only until its link has, so
that what a screen needs can be told from what the table costs. Clients beyond the seats look on. The journal is on, and once
off; beside them stand the bare blocking round trip and the bare commit of a row. Told are p50 and p99 in microseconds and the
median over the cycles of block median by block median, against boardgame.io's full state, its deltaState and the round trip;
nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import random
import select
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from bench_wire import Bare, Table, percentile
from rumpus.net.guest.outbox import ACTS_A_SECOND

FULL, DELTA = "boardgame.io, full state", "boardgame.io, deltaState"
GAMES = {2: ("gin-rummy", 2), 4: ("hearts", 4), 8: ("hearts", 4), 32: ("hearts", 4)}
"""The game for so many clients, and how many of them sit at it."""
IDLE = 0.4
"""Seconds between two looks of a table that is not asked for a block: often enough for pings, no trouble to the others."""


class Contestant(Protocol):
    """Somebody who plays blocks of moves."""

    def block(self, moves: int) -> list[float]: ...

    def close(self) -> None: ...


def serve_table(clients: int, journal: str, models: bool, rest: float) -> None:
    """In a process of its own: a table with seats and watchers, each with the model that a screen would read, or without.

    Between the blocks that standard input asks for, every guest goes on hearing and pinging.
    """
    game, seats = GAMES[clients]
    config = {"game": game, "headless": True, "seed": "peers", "options": {"target": 10000}, "journal": journal}
    table = Table(models, count=seats, watchers=clients - seats, config=config, rest=rest)
    print(json.dumps({"ready": True}), flush=True)
    while True:
        if not select.select([sys.stdin], [], [], IDLE)[0]:
            for client in table.clients:
                client.take(0)
            continue
        words = sys.stdin.readline().split()
        if not words or words[0] == "quit":
            break
        if words[0] == "stat":
            status = Path(f"/proc/{table.host.pid}/status").read_text().splitlines()
            held = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
            print(json.dumps({"rss_mb": held / 1024}), flush=True)
        else:
            moves = int(words[1])
            times = [1e6 * table.move() for _ in range(moves)]
            time.sleep(moves / (ACTS_A_SECOND * seats))  # the host's budget is whole again
            print(json.dumps({"lat": times}), flush=True)
    table.close()


class RoundTrip:
    """The bare blocking round trip with as many DEALERs."""

    def __init__(self, clients: int, rest: float) -> None:
        self.bare = Bare(clients, rest)

    def block(self, moves: int) -> list[float]:
        """Seconds of each message to everybody."""
        return [self.bare.move() for _ in range(moves)]

    def close(self) -> None:
        """Stop."""
        self.bare.close()


class Commit:
    """One row in a journal's way, WAL and FULL, and nothing else."""

    def __init__(self, rest: float) -> None:
        self.rest = rest
        self.folder = tempfile.TemporaryDirectory()
        self.file = sqlite3.connect(f"{self.folder.name}/bare.sqlite", isolation_level=None)
        self.file.execute("PRAGMA journal_mode=WAL")
        self.file.execute("PRAGMA synchronous=FULL")
        self.file.execute("CREATE TABLE row (n INTEGER PRIMARY KEY, payload BLOB)")

    def block(self, moves: int) -> list[float]:
        """Seconds of each commit."""
        times = []
        for _ in range(moves):
            time.sleep(self.rest)
            begun = time.perf_counter()
            self.file.execute("INSERT INTO row (payload) VALUES (?)", (b"x" * 300,))
            times.append(time.perf_counter() - begun)
        return times

    def close(self) -> None:
        """Let the file go."""
        self.file.close()
        self.folder.cleanup()


class Apart:
    """A contestant whose clients are a process of their own, driven line by line."""

    def __init__(self, command: Sequence[str], folder: Path | None = None, rest: float = 0.0) -> None:
        self.rest = rest  # seconds before each move, where the process itself keeps to none
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._read()

    @classmethod
    def table(cls, clients: int, journal: str, rest: float, *more: str) -> Apart:
        """A table of ours."""
        words = ["--serve-table", str(clients), "--journal", journal, "--rest", str(rest), *more]
        return cls([sys.executable, __file__, *words])

    @classmethod
    def peer(cls, folder: Path, name: str, clients: int, mode: str, port: int, rest: float) -> Apart:
        """A peer behind the adapters' rig."""
        command = ["node", str(folder / "net-common" / "rig.js"), "./lib.js", str(clients), mode, str(port)]
        return cls(command, folder / name, rest)

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                answer: dict[str, Any] = json.loads(line)
                return answer
        raise RuntimeError("the peer ended")

    def block(self, moves: int) -> list[float]:
        """Seconds of each move."""
        if not self.rest:
            return [each / 1e6 for each in self._ask(f"block {moves}")["lat"]]
        times = []
        for _ in range(moves):
            time.sleep(self.rest)
            times.append(self._ask("block 1")["lat"][0] / 1e6)
        return times

    def memory(self) -> float:
        """The server's resident MiB."""
        return float(self._ask("stat")["rss_mb"])

    def _ask(self, line: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self._read()

    def close(self) -> None:
        """Ask it to end."""
        assert self.process.stdin is not None
        self.process.stdin.write("quit\n")
        self.process.stdin.flush()
        self.process.wait(20)


def contestants(clients: int, peers: Path | None, journal: str, rest: float) -> dict[str, Callable[[], Contestant]]:
    """Everybody for so many clients."""
    found: dict[str, Callable[[], Contestant]] = {
        "rumpus, journal on": lambda: Apart.table(clients, journal, rest),
        "rumpus, no journal": lambda: Apart.table(clients, "", rest),
        "rumpus, journal, no models": lambda: Apart.table(clients, journal, rest, "--no-models"),
        "bare round trip": lambda: RoundTrip(clients, rest),
        "bare commit": lambda: Commit(rest),
    }
    if peers is not None:
        found[FULL] = lambda: Apart.peer(peers, "net-boardgameio", clients, "full", 8412, rest)
        found[DELTA] = lambda: Apart.peer(peers, "net-boardgameio", clients, "delta", 8413, rest)
        found["Colyseus, patch a move"] = lambda: Apart.peer(peers, "net-colyseus", clients, "immediate", 8411, rest)
    return found


def race(clients: int, peers: Path | None, cycles: int, block: int, rest: float) -> None:
    """All of them by turns, and the table of what came of it."""
    with tempfile.TemporaryDirectory() as journal:
        rigs: dict[str, Contestant] = {}
        times: dict[str, list[list[float]]] = {}
        try:
            for name, make in contestants(clients, peers, journal, rest).items():
                rigs[name], times[name] = make(), []
            names = list(rigs)
            for name in 4 * names:
                rigs[name].block(block)
            order = random.Random(clients)
            for _ in range(cycles):  # who comes after whom changes, too: the next one finds caches as the last one left them
                for name in order.sample(names, len(names)):
                    times[name].append(rigs[name].block(block))
            memory = rigs["rumpus, journal on"].memory()  # type: ignore[attr-defined]
        finally:
            for rig in rigs.values():
                rig.close()
    tell(clients, times, memory)


def tell(clients: int, times: dict[str, list[list[float]]], memory: float) -> None:
    """Print a line for each."""
    bases = [base for base in (FULL, DELTA, "bare round trip") if base in times]
    print(f"{clients} clients (the host holds {memory:.0f} MiB): p50, p99 in us; " + ", ".join(f"x {base}" for base in bases))
    for name, blocks in times.items():
        flat = [each for block in blocks for each in block]
        ratios = []
        for base in bases:
            pairs = zip(blocks, times[base], strict=True)
            ratios.append(statistics.median(statistics.median(mine) / statistics.median(other) for mine, other in pairs))
        shown = "  ".join(f"{ratio:6.2f}" for ratio in ratios)
        print(f"  {name:<26} {percentile(flat, 0.5):7.0f} {percentile(flat, 0.99):7.0f}  {shown}")


def main() -> None:
    """The races, one for each number of clients."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--peers", type=Path)
    words.add_argument("--clients", default="2,4,8,32")
    words.add_argument("--cycles", type=int, default=20)
    words.add_argument("--block", type=int, default=25)
    words.add_argument("--rest", type=float, default=0.0, help="seconds before every move, for everybody")
    words.add_argument("--serve-table", type=int, help=argparse.SUPPRESS)
    words.add_argument("--journal", default="", help=argparse.SUPPRESS)
    words.add_argument("--no-models", action="store_true", help=argparse.SUPPRESS)
    asked = words.parse_args()
    if asked.serve_table:
        serve_table(asked.serve_table, asked.journal, not asked.no_models, asked.rest)
        return
    for clients in map(int, asked.clients.split(",")):
        race(clients, asked.peers, asked.cycles, asked.block, asked.rest)


if __name__ == "__main__":
    main()
