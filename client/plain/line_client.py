"""The line client: sentences out, one an event; actions and commands in, one a line. For pipes and screen readers.

`LineTalk` is pure: news and typed lines go in, lines come out. `run_plain` puts a guest and standard input under it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import deque
from collections.abc import Callable

from rumpus.client.input import slash_commands
from rumpus.client.model import autoplay
from rumpus.client.model.intents import Act, AskTable, Hint, Quit, Wish
from rumpus.client.model.model import LogLine, Model
from rumpus.client.session.hints import hint
from rumpus.client.session.session import Session
from rumpus.client.session.signals import on_signals
from rumpus.client.text import charters, faces
from rumpus.core.actions import Unreadable
from rumpus.net.guest.client import run_at_table
from rumpus.net.guest.events import Answered, Ended, Heard, LinkNews, News, Refused, RulesNews, TableNews, WelcomeNews
from rumpus.net.protocol.messages import State

AWAY = ("connecting", "reconnecting", "over")
FIXED = ("your turn:", "refused:", "totals:", "invite:")


class LineTalk:
    """What the line client says and understands."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._asked = -1
        self._seen = False
        self._proposal = 0
        self._paused = ""
        self._was_away = False

    def hear(self, news: News) -> list[str]:
        """The lines that a piece of news gives."""
        model = self.model
        fresh_deal = isinstance(news, Heard) and any(event[0] == "deal" for event in news.events)
        written = model.log.written
        model.hear(news)
        lines = [self._line(line) for line in model.log.since(written)]
        if fresh_deal or (isinstance(news, WelcomeNews) and model.view.places and model.seat >= 0):
            lines.append(slash_commands.hand_line(model))
        if isinstance(news, RulesNews):
            lines += [_plainly(line) for line in news.text.splitlines()]
        if isinstance(news, TableNews):
            lines += self._charter(lines) + self._table()
        if isinstance(news, LinkNews) and news.state in AWAY:
            self._was_away = True
        back = isinstance(news, WelcomeNews) and self._was_away
        self._was_away = self._was_away and not back
        # what was played while the host was away has its answer yet to come
        if (back and not model.pending) or (isinstance(news, Answered) and not news.ok):
            self._asked = -1
        return lines + self._turn()

    @staticmethod
    def _line(line: LogLine) -> str:
        if line.kind == "refused":
            return f"refused: {line.text}"
        if line.kind == "talk":
            return f"<{line.by}> {line.text}"
        if line.kind == "end" and line.text.startswith("Totals: "):
            return "totals: " + line.text.removeprefix("Totals: ").removesuffix(".")
        return _plainly(line.text)

    def _charter(self, said: list[str]) -> list[str]:
        """What the table plays by, for who has just come."""
        state, fresh = self.model.state, not self._seen
        self._seen = True
        assert state is not None
        told = [_plainly(line) for line in self._played_by(state)] if fresh else []
        return [line for line in told if line not in said]

    @staticmethod
    def _played_by(state: State) -> list[str]:
        return [*charters.lines(state.charter, state.helps, state.order), *charters.settings(state, all_of_them=False)]

    def _table(self) -> list[str]:
        state = self.model.state
        assert state is not None
        lines = []
        if state.proposal is not None and state.proposal.id != self._proposal:
            self._proposal = state.proposal.id
            left = f"{state.proposal.seconds} seconds are left."
            lines.append(_plainly(f"{state.proposal.text} Answer /vote yes or /vote no; {left}"))
            lines += [_plainly(line) for line in charters.proposed(state.proposal, state)]
        if state.paused != self._paused:
            lines.append(_plainly(f"{state.paused} pauses the table; /pause goes on." if state.paused else "The table goes on."))
            self._paused = state.paused
        return lines

    def _turn(self) -> list[str]:
        """``your turn:``, once a decision, and once more after a refusal or when the table was away."""
        model = self.model
        if not model.offers or model.pending or model.dp == self._asked or model.state is None:
            return []
        self._asked = model.dp
        return [] if autoplay.lone(model) is not None else slash_commands.offered(model)

    def type(self, text: str) -> tuple[list[str], Wish | None]:
        """What a typed line gives: lines, and perhaps a wish."""
        try:
            lines, wish = slash_commands.read_line(self.model, text)
        except (slash_commands.MistypedCommand, Unreadable) as why:
            return self.refuse(str(why)), None
        return lines, wish

    def refuse(self, sentence: str) -> list[str]:
        """The lines of a refusal that was not the host's."""
        self._asked = -1
        return [f"refused: {sentence}", *self._turn()]


def _plainly(text: str) -> str:
    """A sentence that no program takes for one of the fixed kinds of lines, whatever somebody is called."""
    return f"- {text}" if text.lower().lstrip().startswith(FIXED) else text


class PlainClient:
    """A guest at a table with lines in and out; ``run`` returns the exit status."""

    def __init__(self, session: Session, out: Callable[[str], None]) -> None:
        self.session = session
        self.talk = LineTalk(session.model)
        self.out = out
        self.status = 0
        self._over = asyncio.Event()
        self._waiting: deque[str | None] = deque()
        self._asked_rules = False

    def hear(self, news: News) -> None:
        """News from the table."""
        lines = self.talk.hear(news)
        if isinstance(news, Refused):
            print(faces.printable(news.text), file=sys.stderr, flush=True)
        else:
            self._say(lines)
        if isinstance(news, RulesNews):
            self._asked_rules = False
        if isinstance(news, Refused):
            self.status = 1
        if isinstance(news, Ended | Refused):
            if isinstance(news, Ended) and news.code in ("wrong_host", "kicked", "bad_message", "replaced", "flood"):
                self.status = 1
            self._over.set()
        self._auto()
        self._read_on()

    def _auto(self) -> None:
        """Do what auto-play does, and say so."""
        only = None if self.session.bot or self._over.is_set() else autoplay.lone(self.session.model)
        if only is None:
            return
        self.session.model.acted = self.session.model.dp
        refusal = self.session.do(Act(str(only)))
        self._say(self.talk.refuse(refusal) if refusal else [autoplay.told(only)])

    def _say(self, lines: list[str]) -> None:
        try:
            for line in lines:
                self.out(line)
        except BrokenPipeError:  # nobody reads any more
            self._over.set()

    def _stopped(self, status: int) -> None:
        """A signal asks the program to end: it says good-bye first."""
        self.status = status
        self._over.set()

    def typed(self, text: str | None) -> None:
        """A line from standard input; None at its end. It waits until what came before it is done."""
        self._waiting.append(text)
        self._read_on()

    def _read_on(self) -> None:
        """Take the lines that need not wait: the table is there, and what was asked or played has its answer."""
        model = self.session.model
        while self._waiting and not self._over.is_set():
            waits = model.pending and model.link != "reconnecting"  # to a host that is gone nothing gets
            if model.state is None or model.link == "connecting" or waits or self._asked_rules:
                return
            self._take(self._waiting.popleft())

    def _take(self, text: str | None) -> None:
        if text is None:
            if not self.session.bot:  # a bot needs no input
                self._over.set()
            return
        lines, wish = self.talk.type(text)
        self._say(lines)
        if isinstance(wish, Quit) and not wish.for_good:
            self._over.set()
        elif isinstance(wish, Hint):
            self._say([hint(self.session.model)[0]])
        elif wish is not None:
            refusal = self.session.do(wish)
            self._asked_rules = wish == AskTable("rules") and not refusal
            if refusal:
                self._say(self.talk.refuse(refusal) if isinstance(wish, Act) else [f"refused: {refusal}"])
        self._auto()

    async def run(self) -> int:
        """Until the table closes, ``/quit`` or the end of the input."""
        self.session.start(self.hear)
        stop = _read_lines(self.typed)
        on_signals(self._stopped)
        try:
            await self._over.wait()
        except asyncio.CancelledError:
            self.status = 130
        finally:
            stop()
            await self.session.close()
        return self.status


def _read_lines(take: Callable[[str | None], None]) -> Callable[[], None]:
    """Hand over the lines of standard input as they come, and None at its end; returns what stops that.

    A thread reads, so that it works for terminals, pipes and files alike; it is a daemon, and never keeps the program.
    """
    loop = asyncio.get_running_loop()
    stopped = threading.Event()

    def give(line: str | None) -> None:
        if not stopped.is_set():
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(take, line)

    def read() -> None:
        rest = b""
        descriptor = sys.stdin.fileno()
        while not stopped.is_set():
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                give(line.decode("utf-8", "replace"))
            if not data:
                if rest:
                    give(rest.decode("utf-8", "replace"))
                give(None)
                return

    threading.Thread(target=read, name="standard input", daemon=True).start()
    return stopped.set


def printer() -> Callable[[str], None]:
    """Prints a line at once; in ASCII where the output knows nothing else."""
    poor = faces.wants_ascii(sys.stdout.encoding)

    def out(line: str) -> None:
        text = faces.printable(faces.to_ascii(line) if poor else line)
        with contextlib.suppress(UnicodeEncodeError):
            print(text, flush=True)
            return
        print(text.encode("ascii", "replace").decode(), flush=True)

    return out


def run_plain(session: Session) -> int:
    """Run the line client; returns the exit status."""
    try:
        return run_at_table(PlainClient(session, printer()).run())
    except KeyboardInterrupt:
        return 130
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:  # nobody reads any more; Python would say so once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
