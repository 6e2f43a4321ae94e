"""The real application in a terminal that is not there: keys through a pipe, what it writes read by pyte."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import pyte
import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from rumpus.client.model.intents import Act, Wish
from rumpus.client.model.model import Model
from rumpus.client.screen import app
from rumpus.client.screen.app import Screen, pace_of
from rumpus.client.session import hints
from rumpus.net.guest.events import Answered, Ended, News
from screen_tables import Sitting as Table
from screen_tables import catalogue


class Terminal(io.StringIO):
    """What the application writes to; a pyte screen shows it."""

    encoding = "utf-8"

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""

    def write(self, text: str) -> int:
        self.raw += text
        self.stream.feed(text)
        return len(text)

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)

    def size(self) -> Size:
        return Size(rows=self.screen.lines, columns=self.screen.columns)

    def shows(self, text: str) -> bool:
        return any(text in line for line in self.screen.display)


class FakeSitting:
    """A sitting whose link is a table in this process."""

    bot = ""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.model: Model = table.model
        self.wishes: list[Wish] = []
        self.closed = False

    def start(self, tell: Callable[[News], None]) -> None:
        self.tell = tell

    def do(self, wish: Wish) -> str:
        self.wishes.append(wish)
        if isinstance(wish, Act):
            refusal = self.table.mine(wish.text)
            if not refusal:
                self.table.until_mine()
        return ""

    async def close(self) -> None:
        self.closed = True


class Stage:
    """A screen that runs, with its terminal, its keys and its table."""

    def __init__(self, screen: Screen, terminal: Terminal, keys: PipeInput, session: FakeSitting) -> None:
        self.screen, self.terminal, self.keys, self.session = screen, terminal, keys, session

    async def press(self, text: str) -> None:
        """Press keys, one after another, and wait until what came of each is painted."""
        for key in text:
            before = self.screen.model.version
            self.keys.send_text(key)
            while self.screen.model.version == before:
                await self.screen.until_heard()
            await self.painted()

    async def painted(self) -> None:
        self.screen.app.invalidate()
        await self.screen.until_painted(self.screen.model.version)


def on_stage(table: Table, play: Callable[[Stage], Awaitable[None]], width: int = 80, height: int = 24) -> tuple[Stage, int]:
    """Run a screen and a play on it; the stage as it was left, and the exit status."""

    async def run() -> tuple[Stage, int]:
        terminal = Terminal(width, height)
        with create_pipe_input() as keys:
            session = FakeSitting(table)
            output = Vt100_Output(terminal, terminal.size, term="xterm-256color", enable_cpr=False)
            screen = Screen(session, keys, output, pace=0.0)  # type: ignore[arg-type]
            stage = Stage(screen, terminal, keys, session)
            running = asyncio.ensure_future(screen.run())
            await asyncio.wait_for(screen.until_painted(0), 20)
            await asyncio.wait_for(play(stage), 20)
            status = await asyncio.wait_for(running, 20)
            return stage, status

    return asyncio.run(run())


def test_a_card_is_played_and_the_terminal_restored() -> None:
    table = Table("hearts", 4).deal().play(17).until_mine()
    held = len(table.model.view.hand())

    async def play(stage: Stage) -> None:
        assert stage.terminal.shows("Your turn: play a card.")
        await stage.press("\r")
        assert len(table.model.view.hand()) < held
        await stage.press("q")
        assert stage.terminal.shows("Press q once more")
        stage.keys.send_text("q")

    stage, status = on_stage(table, play)
    assert status == 0
    assert stage.session.closed
    assert "\x1b[?1049h" in stage.terminal.raw
    assert stage.terminal.raw.rindex("\x1b[?1049l") > stage.terminal.raw.rindex("\x1b[?1049h")
    assert stage.terminal.raw.rindex("\x1b[?25h") > stage.terminal.raw.rindex("\x1b[?25l")


def test_ctrl_c_leaves_at_once() -> None:
    async def play(stage: Stage) -> None:
        stage.keys.send_text("\x03")

    stage, status = on_stage(Table("hearts", 4).deal(), play)
    assert status == 0
    assert stage.session.closed


def test_arrows_space_and_enter_give_three_cards() -> None:
    table = Table("hearts", 4).deal()

    async def play(stage: Stage) -> None:
        for keys in (" ", "\x1b[C", " ", "\x1b[C", " "):
            before = stage.screen.model.version
            stage.keys.send_text(keys)
            while stage.screen.model.version == before:
                await stage.screen.until_heard()
        await stage.painted()
        assert stage.terminal.shows("3 marked")
        await stage.press("\r")
        assert stage.session.wishes == [Act("give 2C 5C 6C")]
        stage.keys.send_text("\x03")

    on_stage(table, play)


def test_a_refused_line_stays_in_sight() -> None:
    table = Table("hearts", 4).deal().play(17).until_mine()

    async def play(stage: Stage) -> None:
        await stage.press(":play 2c\r")
        assert stage.terminal.shows("> play 2c")
        assert stage.terminal.shows("You do not hold 2♣")
        stage.keys.send_text("\x03")

    on_stage(table, play)


def test_a_paste_goes_into_the_line_and_nowhere_else() -> None:
    table = Table("hearts", 4).deal()

    async def play(stage: Stage) -> None:
        await stage.press(":")
        before = stage.screen.model.version
        stage.keys.send_text("\x1b[200~play qs\nplay ks\x1b[201~")
        while stage.screen.model.version == before:
            await stage.screen.until_heard()
        await stage.painted()
        assert stage.terminal.shows("> play qs")
        assert not stage.terminal.shows("ks")
        stage.keys.send_text("\x03")

    on_stage(table, play)


def test_the_screen_follows_the_window_up_and_down() -> None:
    table = Table("hearts", 4).deal().play(17).until_mine()

    async def play(stage: Stage) -> None:
        for width, height in ((120, 40), (60, 20), (50, 12), (80, 24)):
            stage.terminal.resize(width, height)
            stage.screen.model.version += 1
            stage.screen.app._on_resize()
            await stage.painted()
            if width < 60:
                assert stage.terminal.shows("needs 60 columns and 20 rows")
            else:
                assert stage.terminal.shows("Your turn: play a card.")
                assert stage.terminal.shows("Hearts · deal 1")
        stage.keys.send_text("\x03")

    on_stage(table, play)


def test_talk_that_cannot_be_sent_stays_in_the_line() -> None:
    table = Table("hearts", 4).deal()

    async def play(stage: Stage) -> None:
        stage.session.do = lambda wish: "The host cannot be reached at the moment."  # type: ignore[method-assign]
        await stage.press("thello\r")
        assert stage.terminal.shows("> /say hello")
        assert stage.terminal.shows("cannot be reached")
        stage.keys.send_text("\x03")

    on_stage(table, play)


def test_a_hint_points_at_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("hearts", 4).deal()
    monkeypatch.setattr(hints, "_FOUND", [catalogue()])

    async def play(stage: Stage) -> None:
        before = stage.screen.model.version
        stage.keys.send_text("h")
        while not stage.screen.model.notice:
            await stage.screen.until_heard()
        assert stage.screen.model.version > before
        await stage.painted()
        assert stage.terminal.shows("A hint: give")
        assert len(stage.screen.model.selected()) == 3
        stage.keys.send_text("\x03")

    on_stage(table, play)


def test_the_end_of_the_table_is_shown_until_a_key() -> None:
    table = Table("hearts", 4).deal()

    async def play(stage: Stage) -> None:
        stage.screen.hear(Ended("closed", "The host has closed the table."))
        await stage.painted()
        assert stage.terminal.shows("The host has closed the table.")
        stage.keys.send_text("\r")

    _, status = on_stage(table, play)
    assert status == 0


def test_who_leaves_for_good_is_gone_at_once() -> None:
    async def play(stage: Stage) -> None:
        stage.screen.hear(Ended("left", "You have left the table."))

    stage, status = on_stage(Table("hearts", 4).deal(), play)
    assert status == 0
    assert stage.session.closed


def test_an_error_gives_the_terminal_back_first() -> None:
    table = Table("hearts", 4).deal()

    async def play(stage: Stage) -> None:
        def fail() -> None:
            raise RuntimeError("a bug")

        asyncio.get_running_loop().call_soon(fail)

    terminals: list[Any] = []
    with pytest.raises(RuntimeError, match="a bug"):
        terminals.append(on_stage(table, play))


def test_news_wait_for_eyes_and_a_key_shows_them_all() -> None:
    table = Table("hearts", 4).deal().play(17).until_mine()

    async def play(stage: Stage) -> None:
        screen = stage.screen
        screen.pace = 1000.0
        stage.session.do = lambda wish: ""  # type: ignore[method-assign]
        before = screen.model.version
        for news in news_of_two_tricks():
            screen.hear(news)
        assert screen._waiting, "the first card of another seat holds the rest back"
        assert screen.model.version > before
        await stage.press("\r")
        assert not screen._waiting
        stage.keys.send_text("\x03")

    def news_of_two_tricks() -> list[News]:
        heard: list[News] = []
        original = table.hear
        table.hear = lambda *news: heard.extend(news)  # type: ignore[method-assign]
        table.move(0)
        table.play(6)
        table.hear = original  # type: ignore[method-assign]
        return heard

    on_stage(table, play)


def test_own_cards_need_no_pause() -> None:
    table = Table("hearts", 4).deal().play(17).until_mine()
    heard: list[News] = []
    original = table.hear

    def listen(*news: News) -> None:
        heard.extend(news)
        original(*news)

    table.hear = listen  # type: ignore[method-assign]
    table.move(0)
    assert pace_of(table.model, Answered(1, "", True, "", "")) == 0.0
    assert pace_of(table.model, heard[-1]) in (0.0, app.TRICK_SECONDS)
    table.play(1)
    assert pace_of(table.model, heard[-1]) > 0
