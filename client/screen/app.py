"""The screen: a full-screen prompt-toolkit application around `paint`; keys in, a painted model out.

What others do is shown at a pace that eyes can follow: cards that bots play in the same instant appear one after the
other. RUMPUS_PACE stretches that (1 is usual, 0 shows everything at once).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections import deque
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style
from rumpus.client.input import key_bindings
from rumpus.client.model import attended_hand, autoplay, prompts
from rumpus.client.model.intents import Act, Hint, Quit, Wish
from rumpus.client.model.model import Entry, Model
from rumpus.client.model.turn_clocks import Ticking
from rumpus.client.screen import layout
from rumpus.client.screen.style import STYLE
from rumpus.client.session.hints import HandSorter, hint, installed
from rumpus.client.session.session import Session
from rumpus.client.session.signals import on_signals
from rumpus.client.text import faces
from rumpus.net.guest.client import run_at_table
from rumpus.net.guest.events import Ended, Heard, News, Refused

CARD_SECONDS = 0.45
TRICK_SECONDS = 1.3
MANY = 40
NAMED = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "enter", "escape", "backspace", "delete", "c-u")
"""Keys that have a name; every other one is its own character."""


def pace_of(model: Model, news: News) -> float:
    """How long eyes need for a piece of news, in seconds, asked after the model has heard it."""
    if not isinstance(news, Heard) or any(event[0] == "deal" for event in news.events):
        return 0.0
    moves = [event for event in news.events if event[0] == "move"]
    places = model.view.places
    if any(event[3] in places and places[event[3]].name in ("taken", "untaken") for event in moves):
        return TRICK_SECONDS
    mine = any(event[2] in places and places[event[2]].seat == model.seat for event in moves)
    return CARD_SECONDS if moves and not mine else 0.0


class Screen:
    """A table on the whole terminal; ``run`` returns the exit status."""

    def __init__(
        self, session: Session, given: Input | None = None, shown: Output | None = None, pace: float | None = None
    ) -> None:
        self.session = session
        self.model = session.model
        self.model.arranger = HandSorter(self.model)
        self.pace = pace if pace is not None else _pace_from_environment()
        self.painted = -1
        self.status = 0
        self._painting = -1
        self._waiting: deque[News] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._second: asyncio.TimerHandle | None = None
        self.ticking = Ticking(self.model)
        self._seen = asyncio.Event()
        self._heard = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.app: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl(self._text, focusable=True, show_cursor=False), style="class:felt")),
            key_bindings=self._bindings(),
            style=Style.from_dict(STYLE),
            full_screen=True,
            input=given,
            output=shown,
            enable_page_navigation_bindings=False,
        )
        self.app.ttimeoutlen = 0.05
        self.app.timeoutlen = 0.05
        self.app.after_render += self._rendered
        encoding = getattr(getattr(self.app.output, "stdout", None), "encoding", None) or sys.stdout.encoding
        self._ascii = faces.wants_ascii(encoding)

    # --- painting -----------------------------------------------------------------------------------------------------

    def _text(self) -> StyleAndTextTuples:
        size: Size = self.app.output.get_size()
        self._painting = self.model.version
        fragments: StyleAndTextTuples = []
        for row in layout.rows(self.model, size.columns, size.rows, self._ascii):
            fragments += row
            fragments.append(("", "\n"))
        return fragments[:-1]

    def _rendered(self, _: Any) -> None:
        self.painted = self._painting
        self._seen.set()

    async def until_painted(self, version: int) -> None:
        """Wait until the model's version, or a later one, is on the screen."""
        while self.painted < version:
            self._seen.clear()
            await self._seen.wait()

    async def until_heard(self) -> None:
        """Wait until a key or a piece of news has changed the model."""
        self._heard.clear()
        await self._heard.wait()

    # --- news ---------------------------------------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """News from the table; it waits its turn if eyes still need a moment for what came before."""
        self._waiting.append(news)
        if self._timer is None:
            self._go_on()

    def _go_on(self) -> None:
        self._timer = None
        while self._waiting:
            news = self._waiting.popleft()
            self.model.hear(news)
            self.ticking.hear(news)
            if isinstance(news, Refused):
                self.status = 1
            if isinstance(news, Ended) and news.code == "left":
                self._leave()
            pause = self.pace * pace_of(self.model, news)
            if pause and len(self._waiting) < MANY:
                self._timer = asyncio.get_running_loop().call_later(pause, self._go_on)
                break
        self._auto()
        self._changed()
        self._tick()

    def _tick(self) -> None:
        """Once a second, while somebody's clock runs."""
        if self.ticking.look():
            self.model.version += 1
            self._changed()
        if self.model.left and (self._second is None or self._second.cancelled()):
            self._second = asyncio.get_running_loop().call_later(1.0, self._next_second)

    def _next_second(self) -> None:
        self._second = None
        self._tick()

    def _auto(self) -> None:
        """Do what auto-play does, when all that came before it has been seen."""
        while self._timer is None and not self._waiting and not self.session.bot:
            only = autoplay.lone(self.model)
            if only is None:
                return
            self.model.acted = self.model.dp
            self.model.tell([autoplay.told(only)])
            self._do(Act(str(only)))

    def _catch_up(self) -> bool:
        """Show at once all that waits; whether anything did."""
        behind = bool(self._waiting)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        pace, self.pace = self.pace, 0.0
        self._go_on()
        self.pace = pace
        return behind

    def _changed(self) -> None:
        self._heard.set()
        self.app.invalidate()

    # --- keys ---------------------------------------------------------------------------------------------------------

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for name in NAMED:
            bindings.add(name, eager=True)(self._on_key(name))
        for name in ("c-c", Keys.SIGINT, "c-d"):
            bindings.add(name, eager=True)(self._on_key("c-c"))

        @bindings.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            for char in event.data.split("\n")[0]:
                if self.model.entry is not None:
                    key_bindings.edit(self.model.entry, char)
            self.model.version += 1
            self._changed()

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            self.press("space" if event.data == " " else event.data)

        return bindings

    def _on_key(self, name: str) -> Any:
        return lambda event: self.press(name)

    def press(self, key: str) -> None:
        """A key was pressed."""
        behind = key not in key_bindings.MOVES and self.model.entry is None and self._catch_up()
        if not behind or key == "c-c":
            self._do(key_bindings.press(self.model, key))
            self._auto()
        self._changed()

    def _do(self, wish: Wish | None) -> None:
        if wish is None:
            return
        if isinstance(wish, Hint):
            self._later(self._hint())
        elif isinstance(wish, Quit) and not (wish.for_good and not self.model.farewell):
            self._leave()
        else:
            refusal = self.session.do(wish)
            if refusal:
                self._not_sent(refusal)
            self.model.version += 1

    def _not_sent(self, refusal: str) -> None:
        """What was typed stays, to be sent again."""
        model = self.model
        model.refusal = refusal
        if model.entry is not None:
            model.entry.sent = False
        elif model.typed:
            model.entry = Entry(model.typed, len(model.typed))

    def _later(self, coroutine: Any) -> None:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hint(self) -> None:
        dp = self.model.dp
        told, found = await asyncio.get_running_loop().run_in_executor(None, hint, self.model)
        if dp == self.model.dp:
            self.model.point_at(prompts.named_cards(found) if found is not None else [])
            if found is not None and found.verb == "meld" and attended_hand.on(self.model):
                attended_hand.propose(self.model, found)
            self.model.notice = prompts.friendly(told)
        self.model.version += 1
        self._changed()

    # --- from start to end --------------------------------------------------------------------------------------------

    def _leave(self, status: int = 0) -> None:
        self.status = self.status or status
        if self.app.is_running and not (self.app.future is not None and self.app.future.done()):
            self.app.exit()

    def _failed(self, loop: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
        """Something raised in the loop: give the terminal back first, then say so."""
        error = told.get("exception") or RuntimeError(str(told.get("message")))
        if self.app.is_running and not (self.app.future is not None and self.app.future.done()):
            self.app.exit(exception=error)

    def _begin(self) -> None:
        self.session.start(self.hear)
        self._later(self._look_around())

    async def _look_around(self) -> None:
        """Find the installed games while the player looks at the table, so that the first hint comes at once."""
        with contextlib.suppress(Exception):
            await asyncio.get_running_loop().run_in_executor(None, installed)

    async def run(self) -> int:
        """Until the player leaves."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._failed)
        on_signals(self._leave)
        try:
            await self.app.run_async(pre_run=self._begin, set_exception_handler=False)
        except EOFError:
            self.status = self.status or 1
        finally:
            for timer in (self._timer, self._second):
                if timer is not None:
                    timer.cancel()
            await self.session.close()
        return self.status


def _pace_from_environment() -> float:
    try:
        return max(0.0, min(10.0, float(os.environ.get("RUMPUS_PACE", "1"))))
    except ValueError:
        return 1.0


def run_screen(session: Session) -> int:
    """Run the screen; returns the exit status. The terminal is as it was, whatever happens."""
    status = run_at_table(Screen(session).run())
    print(session.model.farewell or "You have left the table.")
    return status
