"""The whole of it over loopback: a host's process, bots, and line clients through pipes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

WAIT = 60.0


class Lines:
    """A line client as a process: lines in, lines out."""

    def __init__(self, *words: str, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rumpus.client", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "RUMPUS_HOME": str(home), "PYTHONUTF8": "1"},
        )
        self.seen: list[str] = []
        self._limit = threading.Timer(WAIT, self.process.kill)
        self._limit.start()

    def until(self, start: str) -> str:
        """The next line that begins so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.seen.append(line.rstrip("\n"))
            if line.startswith(start):
                return line.rstrip("\n")
        raise AssertionError(f"no line began with {start!r}; there were {self.seen[-12:]} and {self.errors()}")

    def type(self, text: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()[-500:]

    def end(self) -> int:
        """Close the input, and wait for the end: the exit status."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.seen += self.process.stdout.read().splitlines()
        return self.process.wait()

    def close(self) -> None:
        self._limit.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[list[Lines]]:
    started: list[Lines] = []
    yield started
    for each in started:
        each.close()


def start(clients: list[Lines], tmp_path: Path, *words: str) -> Lines:
    clients.append(Lines(*words, home=tmp_path))
    return clients[-1]


def first_of(line: str) -> str:
    """The first action of a ``your turn:`` line."""
    return line.removeprefix("your turn: ").split(" · ")[0]


def test_a_deal_of_hearts_with_bots(clients: list[Lines], tmp_path: Path) -> None:
    north = start(clients, tmp_path, "play", "hearts", "--plain", "--seed", "evening", "--name", "North")
    first = first_of(north.until("your turn: "))
    assert first.startswith("give ")
    north.type("give 2C")
    assert north.until("refused: ") == "refused: Give exactly 3 cards, not 1."
    while not any(line.startswith("totals: ") for line in north.seen):
        if north.seen[-1].startswith("your turn: "):
            north.type(first_of(north.seen[-1]))
        north.until("")
    assert north.seen[-1].startswith("totals: ")
    assert "North" in north.seen[-1]
    north.type("/scores")
    north.until("Totals: ")
    assert north.end() == 0


def test_two_people_meet_and_talk(clients: list[Lines], tmp_path: Path) -> None:
    words = ("host", "gin-rummy", "--plain", "--bind", "127.0.0.1", "--port", "0", "--name", "Ada", "--table", "Kitchen")
    ada = start(clients, tmp_path, *words)
    invite = ada.until("invite: ")
    assert ada.seen == [invite]
    bruno = start(clients, tmp_path, "join", invite.removeprefix("invite: "), "--plain", "--name", "Bruno")
    bruno.until("your turn: ")
    assert bruno.seen[-1] == "your turn: draw discard · pass"
    ada.type("/say good evening")
    bruno.until("<Ada> good evening")
    again = start(clients, tmp_path, "join", invite.removeprefix("invite: "), "--plain", "--name", "Bruno")
    assert again.process.wait() == 1
    assert "already sits at this table" in again.errors()
    bruno.type("pass")
    ada.until("your turn: ")
    ada.type("/rules")
    ada.until("Gin Rummy")
    for each in (bruno, ada):
        each.type("/leave")
        assert each.process.wait() == 0


def test_lines_that_come_before_the_table_wait_for_it(clients: list[Lines], tmp_path: Path) -> None:
    client = start(clients, tmp_path, "play", "basic-rummy", "--plain", "--seed", "x")
    client.type("/rules")
    client.type("/who")
    assert client.end() == 0
    assert "Basic Rummy" in client.seen
    assert any(line.startswith("At the table: ") for line in client.seen)


def test_a_bot_of_this_machine_plays_the_seat(clients: list[Lines], tmp_path: Path) -> None:
    words = ("host", "hearts", "--plain", "--bind", "127.0.0.1", "--port", "0", "--bots", "2", "--bot", "random", "--name", "Ada")
    ada = start(clients, tmp_path, *words)
    invite = ada.until("invite: ").removeprefix("invite: ")
    robot = start(clients, tmp_path, "join", invite, "--plain", "--name", "Robot", "--bot", "random")
    while not any(line.startswith("totals: ") for line in ada.seen):
        if ada.seen[-1].startswith("your turn: "):
            ada.type(first_of(ada.seen[-1]))
        ada.until("")
    robot.until("totals: ")
    for each in (robot, ada):
        each.type("/leave")
        assert each.end() == 0


def test_a_headless_host_serves_until_it_is_asked_to_end(clients: list[Lines], tmp_path: Path) -> None:
    host = start(clients, tmp_path, "host", "hearts", "--headless", "--bind", "127.0.0.1", "--port", "0", "--bots", "3")
    invite = host.until("invite: ").removeprefix("invite: ")
    north = start(clients, tmp_path, "join", invite, "--plain", "--name", "North")
    north.until("your turn: ")
    watcher = start(clients, tmp_path, "join", invite, "--plain", "--name", "Wanda", "--watch")
    watcher.type("/hand")
    watcher.until("You look on; you hold no cards.")
    host.process.terminate()
    assert host.end() == 0
    assert north.end() == 0
    assert watcher.end() == 0
    assert "The host has closed the table." in north.seen


def test_who_has_no_place_is_told_on_standard_error(clients: list[Lines], tmp_path: Path) -> None:
    host = start(clients, tmp_path, "host", "gin-rummy", "--headless", "--bind", "127.0.0.1", "--port", "0", "--bots", "1")
    invite = host.until("invite: ").removeprefix("invite: ")
    first = start(clients, tmp_path, "join", invite, "--plain", "--name", "First")
    first.until("your turn: ")
    late = start(clients, tmp_path, "join", invite, "--plain", "--name", "Late")
    assert late.process.wait() == 1
    assert late.errors().startswith("Every seat is taken")
    first.process.terminate()
    assert first.process.wait() == 128 + 15
    host.process.terminate()
    assert host.end() == 0
