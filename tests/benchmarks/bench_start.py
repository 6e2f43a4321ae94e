"""How long one waits: for ``rumpus --help``, and for ``rumpus play hearts`` to show the table.

    python tests/benchmarks/bench_start.py [--times 9]

Each time is from the start of the process: of ``--help`` to its end, of ``play`` in a pseudo-terminal to the moment when the
hand lies on the screen and it is one's turn. Files go to a folder of their own. What is told is the median and the range, and
the processor time of that process (of ``play`` without its host's): on a busy machine it shows what the wait would else be.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

Wait = tuple[float, float]
"""Seconds by the clock, and of the processor."""

RUMPUS = str(Path(sys.executable).with_name("rumpus"))
TARGETS = {"--help": 0.25, "play hearts": 1.5}
COLUMNS, LINES = 100, 30
PATIENCE = 20.0


def surroundings(home: str) -> dict[str, str]:
    """The environment of a user who has nothing yet."""
    folders = {f"XDG_{kind}_HOME": f"{home}/{kind.lower()}" for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    return {**os.environ, **folders, "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}


def help_time(home: str) -> Wait:
    """Until ``rumpus --help`` has ended."""
    begun, before = time.perf_counter(), os.times()
    subprocess.run([RUMPUS, "--help"], env=surroundings(home), stdout=subprocess.DEVNULL, check=True)
    took, after = time.perf_counter() - begun, os.times()
    return took, after.children_user + after.children_system - before.children_user - before.children_system


def processor_time(pid: int) -> float:
    """Seconds of the processor that a process has used."""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


class Terminal:
    """A program in a pseudo-terminal, and what stands on its screen."""

    def __init__(self, words: list[str], home: str) -> None:
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.begun = time.perf_counter()
        self.pid, self.end = pty.fork()
        if not self.pid:
            os.execvpe(words[0], words, surroundings(home))
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))

    def text(self) -> str:
        """The screen's lines."""
        return "\n".join(self.screen.display)

    def read(self) -> bool:
        """Take in what the program writes next; False when it has ended."""
        ready, _, _ = select.select([self.end], [], [], PATIENCE)
        if not ready:
            raise TimeoutError(f"Nothing came for {PATIENCE:.0f} s; the screen is:\n{self.text()}")
        try:
            written = os.read(self.end, 65536)
        except OSError:  # so Linux says that the other end is closed
            return False
        self.stream.feed(written)
        return bool(written)

    def until(self, shown: Callable[[str], bool]) -> Wait:
        """From the start until the screen shows something."""
        while not shown(self.text()):
            if not self.read():
                raise EOFError(f"The program ended; the screen was:\n{self.text()}")
        return time.perf_counter() - self.begun, processor_time(self.pid)

    def close(self) -> None:
        """Leave with Ctrl-C and wait until the program is gone."""
        os.write(self.end, b"\x03")
        while self.read():
            pass
        os.close(self.end)
        os.waitpid(self.pid, 0)


def table_is_shown(text: str) -> bool:
    """Whether a deal of Hearts is on the screen, a hand with its cards, and it is one's turn."""
    return "Hearts" in text and "deal 1" in text and "Your turn" in text and sum(sign in text for sign in "♣♦♥♠") >= 2


def play_time(home: str) -> Wait:
    """Until ``rumpus play hearts`` shows the table."""
    terminal = Terminal([RUMPUS, "play", "hearts", "--seed", "bench"], home)
    try:
        took = terminal.until(table_is_shown)
        terminal.close()
    except (TimeoutError, EOFError):
        os.kill(terminal.pid, signal.SIGTERM)
        os.waitpid(terminal.pid, 0)
        raise
    return took


def main() -> None:
    """Both waits, in turns."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--times", type=int, default=9)
    times = words.parse_args().times
    took: dict[str, list[Wait]] = {name: [] for name in TARGETS}
    with tempfile.TemporaryDirectory() as home:
        for number in range(times + 1):
            for name, wait in (("--help", help_time(home)), ("play hearts", play_time(home))):
                if number:  # the first time warms the caches
                    took[name].append(wait)
    for name, target in TARGETS.items():
        waits, busy = zip(*took[name], strict=True)
        median = statistics.median(waits)
        said = "met" if median < target else "NOT met"
        print(f"rumpus {name}: {median:.2f} s ({min(waits):.2f} to {max(waits):.2f}); target {target} s {said}", end="")
        print(f"; of the processor {statistics.median(busy):.2f} s; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
