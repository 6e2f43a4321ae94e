"""People at a table whose programs are real: line clients that a test plays, each with a home of its own."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable
from pathlib import Path

from lan import PATIENCE, Program


class Seated(Program):
    """A line client; `turn` is what it may do now, in the notation."""

    def __init__(self, space: str, home: Path, *words: str) -> None:
        super().__init__(space, home, *words)
        self.turn: list[str] = []
        self.actions = 0
        self.ended = False

    def read(self, seconds: float = 0.005) -> None:
        """Reads what has come; it has `ended` when nothing more will."""
        try:
            while True:
                line = self._news.get(timeout=seconds)
                if line is None:
                    self.ended = True
                    return
                self.lines.append(line)
                if line.startswith("your turn: "):
                    self.turn = line.removeprefix("your turn: ").split(" · ")
                elif line.startswith("Reconnecting"):  # it is told again, by this host or the next
                    self.turn = []
                seconds = 0.0
        except queue.Empty:
            return

    def play(self) -> None:
        """The first action that is offered."""
        if self.turn:
            self.type(self.turn[0])
            self.turn = []
            self.actions += 1

    def said(self, words: str, times: int = 1) -> bool:
        """Whether lines with these words have come, so many."""
        return sum(words in line for line in self.lines) >= times

    def totals(self) -> list[list[int]]:
        """The totals after each deal so far."""
        told = [line.removeprefix("totals: ") for line in self.lines if line.startswith("totals: ")]
        return [[int(part.split()[-1]) for part in line.split(" · ")] for line in told]


def play(people: list[Seated], until: Callable[[], bool], acts: bool = True) -> None:
    """Everybody plays what is offered first, until it is so; somebody must say something now and then."""
    heard, count = time.monotonic(), -1
    while not until():
        if (lines := sum(len(each.lines) for each in people)) != count:
            heard, count = time.monotonic(), lines
        for each in people:
            each.read()
            if acts and not until():
                each.play()
        assert time.monotonic() - heard < PATIENCE, "\n".join(f"{each.words}: {each.lines[-12:]}" for each in people)


def carried_on(people: list[Seated], by: Seated) -> float:
    """Somebody carries the table on, and everybody is there; the seconds that took."""
    asked = time.monotonic()
    by.type("/revive")
    play(people, lambda: all(each.said("is dealt anew") for each in people), acts=False)
    return time.monotonic() - asked


def record(folder: Path) -> dict[str, object]:
    """The one record that was saved there."""
    (path,) = folder.glob("*.json")
    told: dict[str, object] = json.loads(path.read_text())
    return told
