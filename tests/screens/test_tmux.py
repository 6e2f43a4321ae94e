"""The program in a real terminal: tmux shows it, keys are pressed in it, and the shell is as it was afterwards."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

POLLS, BETWEEN = 300, 0.1
"""So often a screen is looked at for a text before it counts as stuck, and the seconds from look to look."""
BIN = Path(sys.executable).parent
PROMPT = "ready>"


class Tmux:
    """A tmux server of this test's own, with a shell in every pane; it ends with the test."""

    def __init__(self, home: Path) -> None:
        self.started = False
        self.socket = f"rumpus-test-{os.getpid()}-{home.name[-12:]}"
        kept = {name: value for name, value in os.environ.items() if name not in ("TMUX", "TMUX_PANE", "ENV", "RUMPUS_ASCII")}
        changes = {"RUMPUS_HOME": str(home), "RUMPUS_PACE": "0", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
        self.env = {**kept, **changes, "PATH": f"{BIN}{os.pathsep}{kept.get('PATH', os.defpath)}"}

    def run(self, *words: str) -> str:
        """A tmux command; what it prints."""
        told = subprocess.run(
            ["tmux", "-L", self.socket, "-f", "/dev/null", *words],
            capture_output=True, encoding="utf-8", env=self.env, timeout=30, check=True,
        )  # fmt: skip
        return told.stdout

    def open(self, width: int, height: int) -> Pane:
        """The first pane, of this size."""
        self.started = True
        self.run("new-session", "-d", "-x", str(width), "-y", str(height), "-P", "-F", "#{pane_id}", "sh")
        self.run("set-option", "-g", "status", "off")
        self.run("resize-window", "-x", str(width), "-y", str(height))
        return Pane(self, self.run("list-panes", "-F", "#{pane_id}").strip())

    def split(self, beside: Pane) -> Pane:
        """One pane more, below another."""
        return Pane(self, self.run("split-window", "-v", "-t", beside.name, "-P", "-F", "#{pane_id}", "sh").strip())

    def close(self) -> None:
        """End this server, and what runs in it."""
        if self.started:
            path = Path(self.run("list-sessions", "-F", "#{socket_path}").strip())
            self.run("kill-server")
            path.unlink(missing_ok=True)


class Pane:
    """One terminal: what it shows, and keys that are pressed in it."""

    def __init__(self, tmux: Tmux, name: str) -> None:
        self.tmux, self.name = tmux, name

    def screen(self) -> str:
        """What can be read in it now."""
        return self.tmux.run("capture-pane", "-p", "-t", self.name)

    def fact(self, name: str) -> str:
        """Something that tmux knows of it."""
        return self.tmux.run("display-message", "-p", "-t", self.name, f"#{{{name}}}").strip()

    def until(self, wanted: str | Callable[[str], object]) -> str:
        """Look until the screen shows a text, or is as a function wants it: that screen."""
        for _ in range(POLLS):
            screen = self.screen()
            if wanted in screen if isinstance(wanted, str) else wanted(screen):
                return screen
            time.sleep(BETWEEN)
        raise AssertionError(f"after {POLLS} looks no {wanted!r}; the screen shows\n{self.screen()}")

    def type(self, text: str) -> None:
        """Type a line, and press Enter."""
        self.tmux.run("send-keys", "-t", self.name, "-l", text)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        """Press keys by their names."""
        self.tmux.run("send-keys", "-t", self.name, *keys)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    server = Tmux(tmp_path)
    yield server
    server.close()


def remember_terminal(pane: Pane) -> None:
    """Give the shell its prompt, and let it note how the terminal is set."""
    pane.type(f"PS1='{PROMPT[:3]}''{PROMPT[3:]} '; before=$(stty -g); clear")
    pane.until(lambda screen: screen.strip() == PROMPT)


def check_terminal(pane: Pane) -> None:
    """The shell is back, with its own screen, its cursor, and the terminal set as it was, echo and all."""
    pane.until(lambda screen: screen.rstrip().endswith(PROMPT))
    assert pane.fact("alternate_on") == "0"
    assert pane.fact("cursor_flag") == "1"
    pane.type('[ "$before" = "$(stty -g)" ] && echo same-$((1 + 1)); stty -a | tr " " "\\n" | grep -x -e echo -e icanon')
    screen = pane.until(lambda screen: re.search(r"\n(same-2\n)?(echo|icanon)\n(echo|icanon)\n", screen))
    assert "\nsame-2\n" in screen, "the terminal is set otherwise than before"
    assert "same-$((1 + 1))" in screen.replace("\n", ""), "what is typed can be read"


def held(screen: str) -> int:
    """How many cards are fanned out in the own hand."""
    rows = [line for line in screen.splitlines() if "╭───╭" in line or re.search(r"^ *╭───╮ *$", line)]
    return rows[-1].count("╭") if rows else 0


def test_a_table_in_a_terminal_follows_it_and_leaves_it_as_it_was(tmux: Tmux) -> None:
    pane = tmux.open(80, 24)
    remember_terminal(pane)
    pane.type("rumpus play hearts --seed tmux --name North")
    screen = pane.until("choose three cards to give")
    assert "Hearts · deal 1" in screen
    assert "You, North" in screen
    assert pane.fact("alternate_on") == "1"
    pane.press("Space", "Right", "Space", "Right", "Space")
    pane.until("3 marked")
    pane.press("Enter")
    pane.until(lambda screen: "a card." in screen and held(screen) == 13)
    pane.press("Enter")
    pane.until(lambda screen: held(screen) == 12)
    tmux.run("resize-window", "-x", "100", "-y", "30")
    pane.until(lambda screen: len(screen.splitlines()) == 30 and "─" * 100 in screen and "You, North" in screen)
    pane.press("q")
    pane.until("Press q once more")
    pane.press("q")
    pane.until("You have left the table.")
    check_terminal(pane)


def test_ctrl_c_leaves_the_terminal_as_it_was(tmux: Tmux) -> None:
    pane = tmux.open(80, 24)
    remember_terminal(pane)
    pane.type("rumpus play gin-rummy --seed tmux --name North")
    pane.until("You, North")
    pane.press("C-c")
    pane.until("You have left the table.")
    check_terminal(pane)


def test_two_people_in_two_terminals(tmux: Tmux) -> None:
    ada = tmux.open(110, 50)
    bruno = tmux.split(ada)
    remember_terminal(ada)
    remember_terminal(bruno)
    ada.type("rumpus host gin-rummy --bind 127.0.0.1 --port 0 --name Ada --seed tmux")
    screen = ada.until(lambda screen: "rumpus join rumpus1-" in screen and "Waiting for one more player." in screen)
    bruno.type(f"rumpus join {invite_on(screen)} --name Bruno")
    bruno.until("Gin Rummy · deal 1")
    ada.until("Gin Rummy · deal 1")
    for _ in range(2):
        take_a_turn(bruno)
        take_a_turn(ada)
    bruno.until("Ada discards")
    ada.until("Bruno discards")
    for pane in (bruno, ada):  # who leaves for good leaves no host behind
        pane.type("/leave")
        pane.until("You have left the table.")
        check_terminal(pane)


@pytest.fixture
def bare_host(tmp_path: Path, tmux: Tmux) -> Iterator[subprocess.Popen[str]]:
    """A host in no terminal, with two free seats; its first line is the invite."""
    words = ("host", "hearts", "--headless", "--bots", "2", "--bind", "127.0.0.1", "--port", "0", "-t", "grace=300")
    env = {**tmux.env, "RUMPUS_HOME": str(tmp_path / "host")}
    host = subprocess.Popen([BIN / "rumpus", *words], env=env, stdout=subprocess.PIPE, text=True)
    yield host
    host.kill()
    host.wait()
    assert host.stdout is not None
    host.stdout.close()


@pytest.mark.parametrize("offer", ["V carry the table on", pytest.param("/revive does it, or V", marks=pytest.mark.slow)])
def test_v_carries_the_table_on_when_the_host_s_machine_is_gone(
    tmux: Tmux, tmp_path: Path, bare_host: subprocess.Popen[str], offer: str
) -> None:
    """The key is in the bar as soon as the host is missed; a while later a sentence says so too."""
    assert bare_host.stdout is not None
    invite = bare_host.stdout.readline().removeprefix("invite: ").strip()
    ada = tmux.open(110, 50)
    bruno = tmux.split(ada)
    for pane, name in ((ada, "Ada"), (bruno, "Bruno")):
        remember_terminal(pane)
        pane.type(f"RUMPUS_HOME={tmp_path / name} rumpus join {invite} --name {name}")
        pane.until("Hearts")
    for pane in (ada, bruno):
        pane.until("choose three cards to give")
    bare_host.kill()
    for pane in (ada, bruno):
        pane.until(lambda screen: "reconnecting" in screen.splitlines()[0])
        pane.until(lambda screen: offer in " ".join(screen.replace("│", " ").split()))
    bruno.press("V")
    bruno.until("This machine carries")
    for pane in (ada, bruno):
        pane.until(lambda screen: "is void" in screen and "reconnecting" not in screen.splitlines()[0])
        pane.until("choose three cards to give")
    for pane in (ada, bruno):
        pane.type("/leave")
        pane.until("You have left the table.")
        check_terminal(pane)


def invite_on(screen: str) -> str:
    """The invite as a player would copy it, from all the lines that it takes."""
    lines = screen[screen.index("rumpus join rumpus1-") :].removeprefix("rumpus join ").splitlines()
    words = [lines[0].strip()]
    for line in lines[1:]:
        if not re.fullmatch(r"[a-z0-9-]+", line.strip()):
            break
        words.append(line.strip())
    return "".join(words)


def take_a_turn(pane: Pane) -> None:
    """Draw from the stock, or take what is there, and discard the card under the cursor."""
    screen = pane.until(lambda screen: re.search(r"Your turn: (draw|take)", screen))
    pane.press("d" if "or pass" in screen else "s")
    pane.until(lambda screen: re.search(r"Your turn: .*discard", screen))
    pane.press("End", "Enter")
    pane.until(lambda screen: "Your turn" not in screen)
