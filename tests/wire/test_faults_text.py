"""Names and talk that would command a terminal, on a real pty: lines of text and the screen show them tame, and nothing else."""

from __future__ import annotations

import errno
import os
import re
import signal
import struct
import subprocess
import sys
import time

import pyte
import pytest
from faulty import of
from rumpus.net.guest.events import SayNews, TableNews
from rumpus.net.table.engine import core_offers

pty = pytest.importorskip("pty", reason="signals and /proc")
import fcntl  # noqa: E402 - only where there are ptys
import select  # noqa: E402
import termios  # noqa: E402

NAME = "\x1b]0;owned\x07\x1b[31mMal\u202elory\u0301\u0301\u0301\u0301\x9b2J"
TALK = (
    "\x1b]52;c;cHduZWQ=\x07clip",
    "\x1b]0;a title\x1b\\titled",
    "\x9b2J\x9d0;c1\x9cwiped",
    "one\r\nAnn is away.\ntwo",
    "\u202eright to left\u2066 isolated",
    "z" + "\u0301" * 600 + "algo",
    "Bob <3 <b>bold</b>",
    "[/bold] [link=x]click[/link]",
    "\x01\x1b[?1049h\x02 hidden \u200b\U000e0041tags",
    "\x08\x08\x08\x7f backspaced",
)
PATIENCE = 60.0
SPOILED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f\x80-\x9f\u200b\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
"""What no program of ours writes to a terminal, escapes of its own apart."""
OSC = re.compile("\x1b[]P^_X]|\x9d|\x90")
CSI = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A rumpus command in a terminal of its own; `shown` is every byte that it wrote."""

    def __init__(self, home, *words, columns=100, lines=40):
        self.mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.before = termios.tcgetattr(theirs)
        env = {**os.environ, "RUMPUS_HOME": str(home), "RUMPUS_PACE": "0", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        env.pop("RUMPUS_ASCII", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rumpus.client", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True, preexec_fn=_controls(theirs),
        )  # fmt: skip
        self.theirs = theirs
        self.raw = b""
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)

    @property
    def shown(self):
        return self.raw.decode("utf-8", "replace")

    @property
    def seen(self):
        """What stands on the terminal now, and above it what has scrolled away."""
        return "\n".join(self.screen.display) + self.shown

    def read(self, seconds):
        ready, _, _ = select.select([self.mine], [], [], seconds)
        if ready:
            try:
                more = os.read(self.mine, 65536)
            except OSError as why:
                if why.errno != errno.EIO:
                    raise
                return
            self.raw += more
            self.stream.feed(more)

    def until(self, wanted, *tables):
        begun = time.monotonic()
        while not wanted(self.seen):
            self.read(0.05)
            for table in tables:
                table.look()
            if b"\x1b[6n" in self.raw and not getattr(self, "answered", False):
                self.answered = True  # a terminal says where its cursor is
                os.write(self.mine, b"\x1b[1;1R")
            assert time.monotonic() - begun < PATIENCE, self.shown[-3000:]

    def type(self, text):
        os.write(self.mine, text.encode())

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        for end in (self.mine, self.theirs):
            if end is not None:
                os.close(end)


def _controls(theirs):
    """Before the client starts: the terminal is its own, and Ctrl-C reaches it, as from a shell at a prompt."""

    def settle():
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background has it ignored

    return settle


@pytest.fixture
def terminal(tmp_path):
    made = []

    def make(*words, **more):
        made.append(Terminal(tmp_path / "home", *words, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def say_it_all(table, hostile, watching):
    """Says every hostile line, and one to know that all have come."""
    for line in (*TALK, "that was all"):
        hostile.say(line)
        heard = len(of(watching, SayNews))
        table.until(lambda heard=heard: len(of(watching, SayNews)) > heard)
        begun = time.monotonic()
        while time.monotonic() - begun < (0 if line is TALK[0] else 1.05):  # a line of talk a second
            table.look(0.1)


@pytest.mark.parametrize("how", ["plain", "screen"])
def test_nothing_that_is_said_reaches_the_terminal_as_a_command(serve, terminal, how):
    table = serve("gin-rummy", settings={"grace": 600})
    hostile = table.guest(NAME)
    seen = terminal("join", str(table.invite), "--name", "Ann", *(["--plain"] if how == "plain" else []))
    table.until(lambda: (of(hostile, TableNews) and of(hostile, TableNews)[-1].state.seats[1].name == "Ann") or seen.read(0.01))
    watcher = table.guest("Bob <3", watch=True)
    say_it_all(table, hostile, watcher)
    seen.until(lambda shown: "that was all" in shown, table)
    shown = seen.shown
    assert seen.process.poll() is None
    assert not OSC.search(shown), "no title, no clipboard"
    assert not SPOILED.search(shown.replace("\x08", "") if how == "screen" else shown)  # the screen steps back by it
    assert "\u0301\u0301\u0301" not in shown
    if how == "screen":
        assert "\x1b" not in CSI.sub("", shown), "what the screen itself says is moves and colours"
        assert shown.count("\x1b[?1049h") == 1
        assert seen.screen.title == ""
        display = seen.screen.display
        assert any("one Ann is away. two" in line for line in display)
        assert any("Bob <3 <b>bold</b>" in line for line in display)
    else:
        assert "\x1b" not in shown
        lines = [line.rstrip("\r") for line in shown.split("\n")]
        assert not [line for line in lines if line.startswith("Ann is away")], "talk is never a line of the table's"
        assert any("Bob <3 <b>bold</b>" in line for line in lines)
        assert any("[/bold] [link=x]click[/link]" in line for line in lines)
        assert any("one Ann is away. two" in line for line in lines)
    assert not SPOILED.search(table.logged())
    assert "\x1b" not in table.logged()


def test_a_hostile_name_in_the_log_and_in_the_history_is_tame(serve, terminal, tmp_path):
    home = tmp_path / "home"
    (home / "tables").mkdir(parents=True)
    table = serve("gin-rummy", journal=str(home / "tables"), options={"target": 10}, matches=1, settings={"grace": 600})
    for number in range(2):
        table.guest(f"{NAME} {number}")
    table.guests[0].dealer.send((b"\x93\x01\x1b]0;x\x07", b"\x1b]52;c;x\x07"))
    for _ in range(4000):
        mover = next((guest for guest in table.guests if guest.offer and not guest.link.pending), None)
        if all(guest.link.state == "over" for guest in table.guests):
            break
        if mover is None:
            table.look()
            continue
        offers = [str(each) for each in core_offers(mover.offer)]
        mover.act(next((text for text in offers if text.startswith(("knock", "draw stock"))), offers[-1]))
        table.look(0.004)
    table.until(lambda: table.process.poll() is not None)
    history = next(home.rglob("history*"))
    kept = b"".join(
        path.read_bytes() for path in ([history] if history.is_file() else [p for p in history.rglob("*") if p.is_file()])
    )
    assert b"Mal" in kept
    assert b"\x1b]" not in kept
    assert not re.search(rb"\\u001b|\\u202e|\\u009b", kept)
    assert not SPOILED.search(table.logged())
    assert "\x1b" not in table.logged()


@pytest.mark.parametrize("how", ["plain", "screen"])
@pytest.mark.parametrize("end", ["ctrl-c", "closed terminal", "sigterm"])
def test_a_client_ends_at_once_and_leaves_the_terminal_as_it_was(serve, terminal, how, end):
    table = serve("gin-rummy", settings={"grace": 600})
    other = table.guest("G0")
    seen = terminal("join", str(table.invite), "--name", "Ann", *(["--plain"] if how == "plain" else []))
    table.until(lambda: (of(other, TableNews) and of(other, TableNews)[-1].state.seats[1].name == "Ann") or seen.read(0.01))
    seen.until(lambda shown: any(word in shown for word in ("G0", "turn", "upcard")), table)
    begun = time.monotonic()
    if end == "ctrl-c":
        seen.type("\x03")
    elif end == "sigterm":
        seen.process.send_signal(signal.SIGTERM)
    else:
        os.close(seen.mine)
        os.close(seen.theirs)
        seen.mine = seen.theirs = None
    while seen.process.poll() is None:
        if seen.mine is not None:
            seen.read(0.02)
        table.look()
        assert time.monotonic() - begun < PATIENCE
    gone = time.monotonic() - begun
    table.until(lambda: of(other, TableNews)[-1].state.seats[1].away)
    print(f"{how}, {end}: gone after {gone:.2f} s, the others saw it {time.monotonic() - begun - gone:.2f} s later")
    if seen.mine is not None:
        assert termios.tcgetattr(seen.theirs)[3] == seen.before[3], "echo and lines are as they were"
