"""A household's network in one machine: network namespaces as computers, a bridge as the router between them.

Needs the right to make namespaces (root, or a container that allows it) and iproute2; `allowed` says why not.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60.0
_numbers = itertools.count()


def allowed() -> str:
    """Empty where namespaces can be made, else the reason."""
    name = f"rumpus-try-{os.getpid()}"
    try:
        made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    except FileNotFoundError:
        return "network namespaces: iproute2 is not installed"
    if made.returncode:
        return f"network namespaces are not allowed here: {made.stderr.strip()[:80]}"
    subprocess.run(["ip", "netns", "del", name], check=False)
    return ""


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)


class Program:
    """A rumpus command that runs on a computer of the network (no space: on this one); its lines can be waited for."""

    def __init__(self, space: str, home: Path, *words: str) -> None:
        env = {**os.environ, "RUMPUS_HOME": str(home), "PYTHONUNBUFFERED": "1"}
        where = ["ip", "netns", "exec", space] if space else []
        command = [*where, sys.executable, "-m", "rumpus.client", *words]
        self.words = words
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
        )
        self.lines: list[str] = []
        self._news: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._news.put(line.rstrip("\n"))
        self._news.put(None)

    def next_line(self, patience: float = PATIENCE) -> str | None:
        """The next line; None at the end of its output."""
        try:
            line = self._news.get(timeout=patience)
        except queue.Empty:
            raise AssertionError(f"{self.words} said nothing for {patience} s: {self.lines[-15:]}") from None
        if line is not None:
            self.lines.append(line)
        return line

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The next line that is wanted."""
        while (line := self.next_line()) is not None:
            if wanted(line):
                return line
        raise AssertionError(f"{self.words} ended: {self.lines[-15:]}")

    def type(self, text: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def end(self) -> None:
        """End it, if it has not ended."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)


class Lan:
    """Computers by name, all on one bridge. ``cut`` takes the cable out, ``deaf`` keeps the link up and passes nothing."""

    def __init__(self, home: Path, computers: tuple[str, ...], only_v6: bool = False) -> None:
        self.home = home
        self.only_v6 = only_v6
        self.mark = f"{os.getpid() % 10000}x{next(_numbers)}"
        self.computers = computers
        self.programs: list[Program] = []
        self.bridge = f"rp{self.mark}sw"
        _ip("netns", "add", self.bridge)
        _ip("-n", self.bridge, "link", "add", "br0", "type", "bridge")
        _ip("-n", self.bridge, "link", "set", "br0", "up")
        for number, computer in enumerate(computers, 1):
            self._computer(computer, number)

    def space(self, computer: str) -> str:
        """The namespace of a computer."""
        return f"rp{self.mark}{computer}"

    def address(self, computer: str) -> str:
        """Its address."""
        number = self.computers.index(computer) + 1
        return f"fd77::{number}" if self.only_v6 else f"10.77.0.{number}"

    def _computer(self, computer: str, number: int) -> None:
        space, port = self.space(computer), f"p{number}"
        _ip("netns", "add", space)
        _ip("-n", space, "link", "add", "eth0", "type", "veth", "peer", "name", port, "netns", self.bridge)
        _ip("-n", self.bridge, "link", "set", port, "master", "br0")
        _ip("-n", self.bridge, "link", "set", port, "up")
        _ip("-n", space, "link", "set", "lo", "up")
        if self.only_v6:
            _ip("-n", space, "addr", "add", f"fd77::{number}/64", "dev", "eth0", "nodad")
            _ip("-n", space, "link", "set", "eth0", "up")
            return
        _ip("-n", space, "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
        _ip("-n", space, "link", "set", "eth0", "up")
        _ip("-n", space, "route", "add", "224.0.0.0/4", "dev", "eth0")

    def readdress(self, computer: str, address: str) -> None:
        """The router gives it another address."""
        space = self.space(computer)
        _ip("-n", space, "addr", "del", f"{self.address(computer)}/24", "dev", "eth0")
        _ip("-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
        _ip("-n", space, "route", "replace", "224.0.0.0/4", "dev", "eth0")

    def also(self, computer: str, name: str, address: str) -> None:
        """One more interface that leads nowhere, such as a container's bridge."""
        _ip("-n", self.space(computer), "link", "add", name, "type", "bridge")
        _ip("-n", self.space(computer), "addr", "add", address, "dev", name)
        _ip("-n", self.space(computer), "link", "set", name, "up")

    def route(self, computer: str, where: str, name: str) -> None:
        """What goes there goes through this interface."""
        _ip("-n", self.space(computer), "route", "add", where, "dev", name)

    def run(self, computer: str, *words: str, home: str = "") -> Program:
        """Start a rumpus command on a computer, with a home folder of its own."""
        program = Program(self.space(computer), self.home / (home or computer), *words)
        self.programs.append(program)
        return program

    def answer(self, computer: str, *words: str, home: str = "") -> str:
        """What a command prints that ends by itself."""
        program = self.run(computer, *words, home=home)
        while program.next_line() is not None:
            pass
        return "\n".join(program.lines)

    def cut(self, computer: str, whole: bool) -> None:
        """Take the cable out, or put it in again (``whole``)."""
        port = f"p{self.computers.index(computer) + 1}"
        _ip("-n", self.bridge, "link", "set", port, "up" if whole else "down")

    def deaf(self, computer: str, hears: bool) -> None:
        """A black hole: the link stays up, nothing passes, until it ``hears`` again."""
        port = f"p{self.computers.index(computer) + 1}"
        _ip("-n", self.bridge, "link", "set", port, *(["master", "br0"] if hears else ["nomaster"]))

    def close(self) -> None:
        """End what was started, and take the network down."""
        for program in self.programs:
            program.end()
        for computer in self.computers:
            with contextlib.suppress(AssertionError):
                _ip("netns", "del", self.space(computer))
        with contextlib.suppress(AssertionError):
            _ip("netns", "del", self.bridge)


@contextmanager
def household(home: Path, *computers: str, only_v6: bool = False) -> Iterator[Lan]:
    """A network with these computers, while it lasts."""
    lan = Lan(home, computers, only_v6)
    try:
        yield lan
    finally:
        lan.close()
