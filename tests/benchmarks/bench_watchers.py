"""What many who look on cost the host, and whether that stays what it was: memory and work over thousands of actions.

    python tests/benchmarks/bench_watchers.py [--watchers 20] [--actions 10000] [--every 1000] [--seeded] [--no-journal]

Four people play Hearts, each with the model that a screen would read, and so many more look on; the deals are shuffled with
everybody's share unless ``--seeded``. After every thousand actions a line tells the host's memory and that of the process
with all the clients (KiB that are their own: anonymous pages, also swapped out), the host's work for an action in
microseconds of CPU, and the guests'. The last lines tell what the second half of the run came to beside the first; nothing
is asserted.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import tempfile
from collections.abc import Sequence
from typing import NamedTuple

from bench_wire import Table

SEATS = 4
TICKS = os.sysconf("SC_CLK_TCK")


class Look(NamedTuple):
    """A process at one moment: KiB of its own, and the seconds of CPU that it has used."""

    held: int
    used: float


def look(process: int) -> Look:
    """At one process."""
    with open(f"/proc/{process}/status") as status:
        held = sum(int(line.split()[1]) for line in status if line.startswith(("RssAnon", "VmSwap")))
    with open(f"/proc/{process}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return Look(held, (int(fields[11]) + int(fields[12])) / TICKS)


def halves(figures: Sequence[float]) -> str:
    """The medians of the two halves, and their ratio."""
    half = len(figures) // 2
    first, second = statistics.median(figures[:half]), statistics.median(figures[-half:])
    return f"{first:.0f} and {second:.0f}, ratio {second / first:.3f}"


def watch(table: Table, actions: int, every: int) -> None:
    """Print a line for every so many actions, and what came of it."""
    me, host = os.getpid(), table.host.pid
    held: list[float] = []
    work: list[float] = []
    before, before_me = look(host), look(me)
    print(f"{'actions':>8} {'host KiB':>9} {'clients KiB':>12} {'host us an action':>18} {'clients us':>11}")
    print(f"{0:8} {before.held:9} {before_me.held:12}", flush=True)
    for done in range(every, actions + 1, every):
        took = [table.move() for _ in range(every)]
        gc.collect()
        after, after_me = look(host), look(me)
        held.append(after.held)
        work.append(1e6 * (after.used - before.used) / every)
        theirs = 1e6 * (after_me.used - before_me.used) / every
        shown = f"{done:8} {after.held:9} {after_me.held:12} {work[-1]:18.0f} {theirs:11.0f}"
        print(f"{shown}   p50 {1e6 * statistics.median(took):.0f} us", flush=True)
        before, before_me = after, after_me
    if len(held) >= 2:
        print(f"host memory in KiB, first and second half: {halves(held)}")
        print(f"host CPU in us an action, first and second half: {halves(work)}")


def main() -> None:
    """Open the table, play, close it."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--watchers", type=int, default=20)
    words.add_argument("--actions", type=int, default=10_000)
    words.add_argument("--every", type=int, default=1000)
    words.add_argument("--seeded", action="store_true", help="a deck from a text instead of everybody's share")
    words.add_argument("--no-journal", action="store_true")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        config: dict[str, object] = {"game": "hearts", "headless": True, "options": {"target": 100}, "matches": 10**6}
        config["seed"] = "watchers" if asked.seeded else None
        config["journal"] = "" if asked.no_journal else f"{folder}/tables"
        table = Table(True, SEATS, asked.watchers, config)
        try:
            watch(table, asked.actions, asked.every)
        finally:
            table.close()


if __name__ == "__main__":
    main()
