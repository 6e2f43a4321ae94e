"""The lobby: what there is to play, and what one may do; for whoever types nothing but ``rumpus``.

`Lobby` is pure: keys in, the words of a command out. `visit` shows it on the terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rumpus.client.cli import nearby
from rumpus.client.cli.nearby import Listening, Nearby
from rumpus.client.input.key_bindings import edit
from rumpus.client.model.model import Entry
from rumpus.client.session.discovery import FoundTable, read_address
from rumpus.client.setup.table_options import catalogue
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas, cells, cut, wrap
from rumpus.core.game import Game

LIST_WIDTH = 28
JOIN_PREFIX = "rumpus1-"


@dataclass
class Lobby:
    """The games, which one is under the cursor, for how many seats, and an invite that is being typed."""

    games: list[Game]
    at: int = 0
    seats: int = 0
    entry: Entry | None = None
    notice: str = ""
    interrupted: str = ""
    """What there is to say of a table that can be gone on with."""
    nearby: Nearby | None = None
    """The tables of this network, while they are shown."""

    def game(self) -> Game | None:
        """The game under the cursor."""
        return self.games[self.at] if self.games else None

    def press(self, key: str) -> list[str] | None:
        """What a key does: the words of a command, an empty list to go, None to stay."""
        self.notice = ""
        if key == "c-c":
            return []
        if self.entry is not None:
            return self._in_entry(self.entry, key)
        if self.nearby is not None:
            if self.nearby.entry is None and key in ("q", "escape", "n"):
                self.nearby = None
                return None
            return self.nearby.press(key)
        if key in ("q", "escape"):
            return []
        if key in ("up", "down", "home", "end", "pageup", "pagedown"):
            self._move(key)
        elif key in ("left", "right"):
            self._seat(1 if key == "right" else -1)
        elif key in ("enter", "space", "h") and self.games:
            return self._words("host" if key == "h" else "play")
        elif key == "r" and self.interrupted:
            return ["host", "--resume"]
        elif key == "p":
            return ["history"]
        elif key == "j":
            self.entry = Entry()
        elif key == "n":
            self.nearby = Nearby()
        elif len(key) == 1 and key.isalpha():
            self._letter(key)
        return None

    def _move(self, key: str) -> None:
        if not self.games:
            return
        far = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -len(self.games), "end": len(self.games)}[key]
        at = self.at + far
        self.at = at % len(self.games) if abs(far) == 1 else min(max(at, 0), len(self.games) - 1)
        self.seats = 0

    def _seat(self, step: int) -> None:
        game = self.game()
        if game is not None:
            least, most = game.seats
            self.seats = min(max((self.seats or game.default_seats) + step, least), most)

    def _letter(self, key: str) -> None:
        """To the next game that begins with a letter."""
        order = [*range(self.at + 1, len(self.games)), *range(self.at + 1)]
        self.at = next((n for n in order if self.games[n].title.lower().startswith(key.lower())), self.at)
        self.seats = 0

    def _words(self, command: str) -> list[str]:
        game = self.games[self.at]
        return [command, game.name, *(["--seats", str(self.seats)] if self.seats else [])]

    def _in_entry(self, entry: Entry, key: str) -> list[str] | None:
        if key == "escape":
            self.entry = None
        elif key == "enter":
            words = [word for word in entry.text.split() if word not in ("rumpus", "join")]
            if "".join(words).lower().startswith(JOIN_PREFIX):
                return ["join", "".join(words)]
            if words and read_address(words[0]) and any(mark in words[0] for mark in ".:"):
                return ["join", *words]
            self.notice = f"Type the address and the code, or paste the invite, one long word that begins with {JOIN_PREFIX}."
        else:
            edit(entry, key)
        return None


def paint(lobby: Lobby, width: int, height: int) -> Canvas:
    """The lobby at this size."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, 1, "class:header")
    canvas.put(1, 0, "rumpus", "class:header class:header.name")
    canvas.put(8, 0, cut("· a card table for the people on one network", width - 9), "class:header")
    rows = max(1, height - 6)
    first = max(0, min(lobby.at - rows // 2, len(lobby.games) - rows))
    for k, game in enumerate(lobby.games[first : first + rows]):
        here = first + k == lobby.at
        canvas.put(1, 2 + k, faces.TURN if here else " ", "class:seat.turn")
        canvas.put(3, 2 + k, cut(game.title, LIST_WIDTH - 4), "class:seat.turn" if here else "class:seat")
    if first + rows < len(lobby.games):
        canvas.put(3, 2 + rows, f"and {len(lobby.games) - first - rows} more", "class:label")
    if lobby.nearby is None:
        _about(canvas, lobby, LIST_WIDTH + 1, 2, width - LIST_WIDTH - 3)
    else:
        nearby.paint(canvas, lobby.nearby, LIST_WIDTH + 1, 2, width - LIST_WIDTH - 2, height - 6)
    _below(canvas, lobby, height - 3)
    return canvas


def _about(canvas: Canvas, lobby: Lobby, x: int, y: int, width: int) -> None:
    """What there is to know of the game under the cursor."""
    game = lobby.game()
    if game is None:
        canvas.put(x, y, "No game is installed.", "class:label", width)
        return
    canvas.put(x, y, game.title, "class:seat", width)
    for line in wrap(game.summary, width)[:5]:
        y += 1
        canvas.put(x, y, line, "class:prompt")
    least, most = game.seats
    seats = lobby.seats or game.default_seats
    choice = f"{seats}" + (f" (← → for {least} to {most})" if least != most else "")
    canvas.put(canvas.put(x, y + 2, "Seats ", "class:label"), y + 2, choice, "class:number", width - 6)
    canvas.put(x, y + 3, f"All its options: rumpus rules {game.name}", "class:label", width)


def _below(canvas: Canvas, lobby: Lobby, y: int) -> None:
    width = canvas.width
    canvas.put(0, y - 1, "─" * width, "class:rule")
    if lobby.entry is not None:
        said = lobby.notice or "Type the address and the code that the host's screen shows, or paste its invite; then Enter."
        canvas.put(1, y, said, "class:refused" if lobby.notice else "class:keys", width - 2)
        text = lobby.entry.text
        while cells(text) > width - 6:
            text = text[1:]
        at = canvas.put(1, y + 1, "> ", "class:prompt.turn")
        canvas.put(canvas.put(at, y + 1, text, "class:entry"), y + 1, " ", "class:entry.cursor")
        return
    x = 1
    told = [
        ("Enter", "play it here, with bots"),
        ("h", "open a table for others"),
        ("n", "tables here"),
        ("j", "join"),
        ("p", "past matches"),
        ("q", "go"),
    ]
    if lobby.nearby is not None:
        told = [("Enter", "sit down"), ("w", "look on"), ("r", "listen anew"), ("Esc", "back")]
    elif lobby.interrupted:
        told.insert(0, ("r", cut(f"resume the interrupted table {lobby.interrupted}", width - 4)))
    for key, text in told:
        if x + cells(key) + cells(text) + 1 > width:
            x, y = 1, y + 1
        x = canvas.put(canvas.put(x, y, key, "class:key") + 1, y, text, "class:keys") + 3


def visit() -> list[str]:
    """Show the lobby until something is chosen: the words of the command that does it, or none."""
    import sys

    from prompt_toolkit.application import Application
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window
    from prompt_toolkit.styles import Style
    from rumpus.client.screen.style import STYLE
    from rumpus.client.setup import interrupted

    lobby = Lobby(sorted(catalogue(complain=False).games.values(), key=lambda game: game.title))
    lobby.interrupted = next(map(interrupted.label, interrupted.tables()), "")
    poor = faces.wants_ascii(sys.stdout.encoding)

    def text() -> Any:
        size = app.output.get_size()
        rows = paint(lobby, size.columns, size.rows).rows()
        return [(style, faces.to_ascii(run) if poor else run) for row in rows for style, run in (*row, ("", "\n"))][:-1]

    ear = _Ear(lobby, lambda: app.invalidate())

    def done(words: list[str] | None) -> None:
        ear.follow()
        if words is not None and app.is_running:
            app.exit(result=words)

    app: Application[list[str]] = Application(
        layout=Layout(Window(FormattedTextControl(text, focusable=True, show_cursor=False), style="class:felt")),
        key_bindings=_bindings(lobby, done),
        style=Style.from_dict(STYLE),
        full_screen=True,
    )
    app.ttimeoutlen = app.timeoutlen = 0.05
    try:
        return app.run() or []
    finally:
        ear.close()


class _Ear:
    """Listens to the network while the lobby shows its tables."""

    def __init__(self, lobby: Lobby, changed: Callable[[], None]) -> None:
        self.lobby = lobby
        self.changed = changed
        self.listening: Listening | None = None

    def follow(self) -> None:
        """After a key: begin to listen, begin anew, or stop."""
        shown = self.lobby.nearby
        if shown is None:
            self.close()
        elif self.listening is None:
            self.listening = Listening(self._hear)
        elif shown.fresh:
            self.listening.anew()
        if shown is not None:
            shown.fresh = False

    def _hear(self, tables: list[FoundTable]) -> None:
        if self.lobby.nearby is not None:
            self.lobby.nearby.hear(tables)
            self.changed()

    def close(self) -> None:
        """Listen no more."""
        if self.listening is not None:
            self.listening.close()
            self.listening = None


def _bindings(lobby: Lobby, done: Callable[[list[str] | None], None]) -> Any:
    """Every key goes to the lobby; what is pasted is an invite, or an address and a code."""
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.keys import Keys
    from rumpus.client.screen.app import NAMED

    bindings = KeyBindings()
    for name in NAMED:
        bindings.add(name, eager=True)(lambda event, name=name: done(lobby.press(name)))
    for name in ("c-c", Keys.SIGINT, "c-d"):
        bindings.add(name, eager=True)(lambda event: done(lobby.press("c-c")))

    @bindings.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        lobby.entry = lobby.entry or Entry()
        gap = "" if JOIN_PREFIX in event.data.lower() else " "
        for char in gap.join(event.data.split())[:1000]:
            edit(lobby.entry, char)

    @bindings.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        done(lobby.press("space" if event.data == " " else event.data))

    return bindings
