"""Real processes at one table: a headless host, and line clients that a test types for."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

RUMPUS = str(Path(sys.executable).with_name("rumpus"))
PATIENCE = 60.0
"""Seconds after which a silent process counts as stuck; nothing is asserted about how quick one is."""

Chooser = Callable[[list[str]], str]
"""From the actions that a client printed to the one to type."""


class Process:
    """A rumpus process whose lines are read as they come."""

    def __init__(self, home: Path, *words: str) -> None:
        self.words = words
        self.lines: list[str] = []
        self.news: queue.Queue[str | None] = queue.Queue()
        env = {**os.environ, "RUMPUS_HOME": str(home), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [RUMPUS, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
        )
        self.errors: list[str] = []
        self.ended = False
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.news.put(line.rstrip("\n"))
        self.news.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)

    def next_line(self, patience: float = PATIENCE) -> str | None:
        """The next line, or None at the end of its output."""
        if self.ended:
            return None
        try:
            line = self.news.get(timeout=patience)
        except queue.Empty:
            said = "\n".join(self.lines[-20:])
            raise AssertionError(
                f"{self.words} said nothing for {patience} s; its last lines:\n{said}\n{self.errors[-30:]}"
            ) from None
        self.ended = line is None
        if line is not None:
            self.lines.append(line)
        return line

    def wait_for(self, start: str) -> str:
        """The rest of the next line that begins like this."""
        while (line := self.next_line()) is not None:
            if line.startswith(start):
                return line[len(start) :].strip()
        raise AssertionError(f"{self.words} ended without saying {start!r}: {self.lines[-20:]} {self.errors}")

    def type(self, text: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def exit_status(self) -> int:
        """How it ended; reads the rest of what it says."""
        while self.next_line() is not None:
            pass
        return self.process.wait(PATIENCE)

    def no_more_input(self) -> None:
        """The end of its standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()


@contextmanager
def table(home: Path, *host_words: str) -> Iterator[tuple[Process, str]]:
    """A headless host on this machine, and its invite."""
    host = Process(home / "host", "host", *host_words, "--headless", "--bind", "127.0.0.1", "--port", "0")
    try:
        yield host, host.wait_for("invite:")
    finally:
        end(host)


@contextmanager
def guests(home: Path, invite: str, count: int, *words: str) -> Iterator[list[Process]]:
    """Line clients of so many people."""
    seated: list[Process] = []
    try:
        for number in range(count):
            name = f"Guest{number}"
            seated.append(Process(home / name, "join", invite, "--plain", "--name", name, *words))
        yield seated
    finally:
        for guest in seated:
            end(guest)


def end(process: Process) -> None:
    """End a process that a test started, if it has not ended."""
    if process.process.poll() is None:
        process.process.terminate()
        try:
            process.process.wait(10)
        except subprocess.TimeoutExpired:
            process.process.kill()


def type_to_the_end(seated: Sequence[Process], choose: Chooser) -> None:
    """Type an action whenever a client offers some, until every client has ended."""
    threads = [threading.Thread(target=_type, args=(guest, choose), daemon=True) for guest in seated]
    for thread in threads:
        thread.start()
    limit = time.monotonic() + 4 * PATIENCE
    for thread in threads:
        thread.join(max(0.1, limit - time.monotonic()))
        assert not thread.is_alive(), "a client did not come to its end"


def _type(guest: Process, choose: Chooser) -> None:
    while (line := guest.next_line()) is not None:
        if line.startswith("your turn:"):
            guest.type(choose([each.strip() for each in line.removeprefix("your turn:").split("·")]))


def last_totals(guest: Process) -> str:
    """The last totals that a client printed."""
    return [line for line in guest.lines if line.startswith("totals:")][-1]
