"""A long evening: six bots, two guests whose network comes and goes, and one who looks on, over real sockets.

`python tests/wire/soak.py [--minutes N] [--game NAME] [--seed TEXT]` prints a line a minute and, at the end, how memory and open
files of the host and of its bots grew, how often links broke, and how many views were not the host's.  It fails (status 1)
 on any such view, or where memory grew by more than a mebibyte an hour or the files by one, once the first third is over.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from proxy import Proxy
from rumpus.net.guest import BlockingGuest
from rumpus.net.invite import Invite
from rumpus.net.keys import KeyPair, new_pair
from rumpus.net.link import NotNow
from rumpus.net.news import Ended, LinkNews, Oddity, Refused, TableNews
from rumpus.net.table import core_offers
from rumpus.net.witness import VoidNews
from served import Served

BOTS = 6
DIVERGED = ("is not the host's", "does not fit the view", "The view is not the one")


def children(process: int) -> list[int]:
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(child) for child in file.read().split()]


def size(process: int) -> tuple[int, int]:
    """Memory in KiB and the number of open files of a process."""
    with open(f"/proc/{process}/status") as status:
        rss = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return rss, len(os.listdir(f"/proc/{process}/fd"))


def slope(points: list[tuple[float, float]]) -> float:
    """By how much y grows in an hour; the line of least squares through (seconds, y)."""
    if len(points) < 2:
        return 0.0
    middle = sum(x for x, _ in points) / len(points)
    level = sum(y for _, y in points) / len(points)
    spread = sum((x - middle) ** 2 for x, _ in points)
    return 3600 * sum((x - middle) * (y - level) for x, y in points) / spread if spread else 0.0


class Flapper:
    """A guest behind a bad line: it plays what is offered first or last, votes yes, and is often gone."""

    def __init__(self, table: Served, name: str, chance: random.Random, counted: Counter[str], line: Proxy | None) -> None:
        invite = table.invite
        port = line.port if line is not None else invite.port
        self.invite = Invite(("127.0.0.1",), port, invite.key, invite.token)
        self.pair: KeyPair = new_pair()
        self.name, self.chance, self.counted, self.line = name, chance, counted, line
        self.watch = line is None
        self.acts_at = self.heals_at = 0.0
        self.trouble_at = time.monotonic() + chance.uniform(5, 15)
        self.state = None
        self.sit()

    def sit(self) -> None:
        self.guest: BlockingGuest | None = BlockingGuest(self.invite, self.pair, self.name, watch=self.watch)
        self.guest.start()

    def look(self, now: float) -> None:
        if self.guest is not None:
            for news in self.guest.wait(0.005):
                self._hear(news)
            if self.guest is not None and self.guest.link.state == "live" and not self.watch:
                with suppress(NotNow, ValueError):
                    self._play(now)
        if self.line is not None:
            self._trouble(now)

    def _hear(self, news: object) -> None:
        if isinstance(news, Oddity):
            self.counted["diverged" if any(each in news.text for each in DIVERGED) else "resync"] += 1
            if any(each in news.text for each in DIVERGED):
                print(f"DIVERGED: {self.name}: {news.text}", flush=True)
        elif isinstance(news, LinkNews):
            self.counted[f"link {news.state}"] += 1
        elif isinstance(news, TableNews):
            self.state = news.state
        elif isinstance(news, VoidNews):
            self.counted["void shuffles heard"] += 1
        elif isinstance(news, (Ended, Refused)):
            self.counted[f"ended: {news.code}"] += 1
            self.guest = None

    def _play(self, now: float) -> None:
        assert self.guest is not None
        state = self.state
        if self.guest.offer and not self.guest.link.pending and now >= self.acts_at:
            offers = core_offers(self.guest.offer)
            self.guest.act(str(self.chance.choice(offers)))
            self.counted["acts"] += 1
            self.acts_at = now + self.chance.uniform(0.05, 0.3)
        elif state is not None and now >= self.acts_at:
            if state.proposal is not None and self.guest.seat >= 0 and self.name not in state.proposal.votes:
                self.guest.vote(True, state.proposal.id)
                self.acts_at = now + 2.0
            elif state.proposal is None and state.state == "between":
                self.guest.propose(state.charter["game"])
                self.acts_at = now + 5.0

    def _trouble(self, now: float) -> None:
        assert self.line is not None
        if self.heals_at and now >= self.heals_at:
            self.heals_at = 0.0
            self.line.blackhole(False)
            self.line.toxics(latency=0.0, jitter=0.0, bandwidth=0, slicer=0, limit_data=-1, flip=-1)
            if self.guest is None:
                self.sit()
        if self.heals_at or now < self.trouble_at:
            return
        self.trouble_at = now + self.chance.uniform(8, 30)
        self.heals_at = now + self.chance.uniform(0.5, 9)
        what = self.chance.choice(
            ("hole", "hole up", "hole down", "reset", "cut", "flip", "half", "limit", "slow", "slices", "quit", "drop")
        )
        self.counted[f"trouble: {what}"] += 1
        self._make(what)

    def _make(self, what: str) -> None:
        line = self.line
        assert line is not None
        if what.startswith("hole"):
            line.blackhole(True, *what.split()[1:])
        elif what in ("reset", "cut"):
            getattr(line, what)()
        elif what in ("flip", "half"):
            way = self.chance.choice(("up", "down"))
            line.flip(way, self.chance.randrange(300)) if what == "flip" else line.half_close(way)
        elif what == "limit":
            line.toxics(limit_data=self.chance.randrange(200, 20_000))
        elif what == "slow":
            line.toxics(latency=0.15, jitter=0.1, bandwidth=20_000)
        elif what == "slices":
            line.toxics(slicer=self.chance.randrange(1, 9))
        elif self.guest is not None:
            if what == "quit":
                self.guest.close()
            elif self.guest.dealer.socket is not None:
                self.guest.dealer.socket.close(0)  # no good-bye
                if self.guest.dealer.monitor is not None:
                    self.guest.dealer.monitor.close(0)
            self.guest = None

    def close(self) -> None:
        if self.guest is not None:
            self.guest.close()
        if self.line is not None:
            self.line.close()


class Soak:
    """The evening; `points` are (seconds, host KiB, host files, bots KiB, bots files)."""

    def __init__(self, game: str, seed: str, folder: str) -> None:
        self.chance = random.Random(seed)
        self.counted: Counter[str] = Counter()
        settings = {"grace": 2, "vote_time": 5, "bot_time": 20}
        self.table = Served(
            game, seed=None, seats=BOTS + 2, bots=BOTS, matches=10**6, settings=settings, journal=folder, headless=True
        )
        lines = [Proxy(self.table.invite.port, f"{seed} {n}") for n in range(2)]
        self.flappers = [Flapper(self.table, f"Flap {n}", self.chance, self.counted, line) for n, line in enumerate(lines)]
        self.flappers.append(Flapper(self.table, "Looker", self.chance, self.counted, None))
        self.points: list[tuple[float, int, int, int, int]] = []

    def run(self, minutes: float) -> None:
        begun = time.monotonic()
        sample_at, said_at = begun, begun
        while (now := time.monotonic()) - begun < 60 * minutes:
            for flapper in self.flappers:
                flapper.look(now)
            if now >= sample_at:
                sample_at = now + 10
                self._sample(now - begun)
            if now >= said_at:
                said_at = now + 60
                self._say(now - begun)

    def _sample(self, seconds: float) -> None:
        process = self.table.process.pid
        assert self.table.process.poll() is None, f"the host has ended: {self.table.logged()[-2000:]}"
        bots = [size(child) for child in children(process)] or [(0, 0)]
        self.points.append((seconds, *size(process), sum(rss for rss, _ in bots), sum(files for _, files in bots)))

    def _say(self, seconds: float) -> None:
        _, rss, files, bots_rss, bots_files = self.points[-1]
        looker = self.flappers[-1]
        at = looker.guest.link.rev if looker.guest is not None else -1
        print(
            f"{seconds / 60:5.1f} min: host {rss} KiB {files} files, bots {bots_rss} KiB {bots_files} files, revision {at}, "
            f"{self.counted['diverged']} diverged, {self.counted['resync']} resyncs, {self.counted['acts']} acts",
            flush=True,
        )

    def verdict(self) -> bool:
        settled = self.points[len(self.points) // 3 :]
        ok = not self.counted["diverged"]
        for name, at, most, unit in (
            ("host memory", 1, 1024, "KiB"),
            ("host files", 2, 1, "files"),
            ("bots' memory", 3, 1024, "KiB"),
        ):
            grows = slope([(point[0], point[at]) for point in settled])
            ok = ok and grows < most
            print(f"{name}: {settled[0][at]} to {settled[-1][at]} {unit}, {grows:+.1f} {unit} an hour after the first third")
        print(f"bots' files: {settled[0][4]} to {settled[-1][4]}")
        print(", ".join(f"{what} {count}" for what, count in sorted(self.counted.items())))
        log = self.table.logged().splitlines()
        print(f"the host logged {len(log)} lines; the last: {log[-3:]}")
        return ok

    def close(self) -> None:
        for flapper in self.flappers:
            flapper.close()
        self.table.close()


def main() -> int:
    words = argparse.ArgumentParser(description="A long evening with two bad lines.")
    words.add_argument("--minutes", type=float, default=480.0)
    words.add_argument("--game", default="cancellation-hearts")
    words.add_argument("--seed", default="soak")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(asked.game, asked.seed, str(Path(folder) / "tables"))
        try:
            soak.run(asked.minutes)
            ok = soak.verdict()
        finally:
            soak.close()
    print("soak: ok" if ok else "soak: NOT ok", flush=True)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
