"""A long evening: six bots, two guests whose network comes and goes, and one who looks on, over real sockets.

`python tests/wire/soak.py [--minutes N] [--game NAME] [--seed TEXT]` prints a line a minute and, at the end, how memory and open
files of the host and of its bots grew, how often links broke, and how many views were not the host's.

Memory is what a process has for itself alone (anonymous pages, also those swapped out): pages of files come and go with the
machine's page cache.  It is looked at every two seconds; of each ten looks the median counts, since a bot that stands in
takes memory while it plays.  The first third of the evening is left out.  Growth is the line of least squares through the
rest, with the range in which it lies nineteen times in twenty (see `growth`).  Status 1: a view was not the host's, a process
was started again, or memory surely grew by more than a mebibyte an hour or the files by one; 2: that range holds the bound,
so the run was too short to tell.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from proxy import Proxy
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.guest.events import Ended, LinkNews, Oddity, Refused, SayNews, TableNews
from rumpus.net.guest.outbox import NotNow
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import KeyPair, new_pair
from rumpus.net.shuffle.guest import VoidNews
from rumpus.net.table.engine import core_offers
from served import Served

BOTS = 6
LOOK = 2.0
TOGETHER = 10
"""So many looks at the memory are one point of the line."""
DIVERGED = ("is not the host's", "does not fit the view", "The view is not the one")


def children(process: int) -> list[int]:
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(child) for child in file.read().split()]


def size(process: int) -> tuple[int, int]:
    """Memory that is the process's own, in KiB, and the number of its open files."""
    with open(f"/proc/{process}/status") as status:
        own = sum(int(line.split()[1]) for line in status if line.startswith(("RssAnon", "VmSwap")))
    return own, len(os.listdir(f"/proc/{process}/fd"))


def growth(points: list[tuple[float, float]]) -> tuple[float, float]:
    """By how much y grows in an hour, and how far off that may be: the line of least squares through (seconds, y).

    Twice the standard error of the line, made wider where neighbours lie on the same side of it: such points tell less.
    """
    if len(points) < 4:
        return 0.0, math.inf
    xs, ys = zip(*points, strict=True)
    steep, level = statistics.linear_regression(xs, ys)
    off = [y - level - steep * x for x, y in points]
    squares = sum(each * each for each in off)
    alike = sum(one * other for one, other in pairwise(off)) / squares if squares else 0.0
    alike = min(max(alike, 0.0), 0.9)
    middle = statistics.fmean(xs)
    error = math.sqrt(squares / (len(points) - 2) / sum((x - middle) ** 2 for x in xs) * (1 + alike) / (1 - alike))
    return 3600 * steep, 3600 * 2 * error


def medians(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Every ten points as one: the middle one of the times and of the values."""
    groups = [points[at : at + TOGETHER] for at in range(0, len(points) - TOGETHER + 1, TOGETHER)]
    return [(statistics.median(x for x, _ in group), statistics.median(y for _, y in group)) for group in groups]


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
        elif isinstance(news, SayNews):
            self.counted["stand-ins"] += self.watch and not news.name and news.text.startswith("A bot plays for ")
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
        self.workers: list[int] = []

    def run(self, minutes: float) -> None:
        begun = time.monotonic()
        sample_at, said_at = begun, begun
        while (now := time.monotonic()) - begun < 60 * minutes:
            for flapper in self.flappers:
                flapper.look(now)
            if now >= sample_at:
                sample_at = now + LOOK
                self._sample(now - begun)
            if now >= said_at:
                said_at = now + 60
                self._say(now - begun)

    def _sample(self, seconds: float) -> None:
        process = self.table.process.pid
        assert self.table.process.poll() is None, f"the host has ended: {self.table.logged()[-2000:]}"
        workers = children(process)
        if self.workers and workers != self.workers:
            self.counted["bots' process began again"] += 1
        self.workers = workers
        bots = [size(child) for child in workers] or [(0, 0)]
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

    def verdict(self) -> int:
        """Prints what came of it; returns the exit status."""
        settled = self.points[len(self.points) // 3 :]
        wrong, unsure = bool(self.counted["diverged"] + self.counted["bots' process began again"]), False
        for name, at, most, unit in (
            ("host memory", 1, 1024, "KiB"),
            ("host files", 2, 1, "files"),
            ("bots' memory", 3, 1024, "KiB"),
        ):
            line = medians([(point[0], float(point[at])) for point in settled])
            grows, off = growth(line)
            wrong = wrong or grows - off >= most
            unsure = unsure or grows + off >= most
            ends = f"{line[0][1]:.0f} to {line[-1][1]:.0f} {unit} in {len(line)} points" if line else "no points"
            print(f"{name}: {ends}, {grows:+.1f} ± {off:.1f} {unit} an hour after the first third")
        print(f"bots' files: {settled[0][4]} to {settled[-1][4]}")
        print(", ".join(f"{what} {count}" for what, count in sorted(self.counted.items())))
        log = self.table.logged().splitlines()
        print(f"the host logged {len(log)} lines; the last: {log[-3:]}")
        return 1 if wrong else 2 if unsure else 0

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
            status = soak.verdict()
        finally:
            soak.close()
    print(("soak: ok", "soak: NOT ok", "soak: too short to tell")[status], flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
