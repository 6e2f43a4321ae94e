"""What a player is told of fair dealing: the deal's ten digits, void shuffles, and what the own check of a deal came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.net.guest.events import VerdictNews
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.shuffle.evidence import Verdict
from rumpus.net.shuffle.guest import CodeNews, VoidNews

PROMISE = "The order of the cards was chosen by nobody, not even the host; but the host's machine holds all hands."


@dataclass
class Fairness:
    """The code of the deal that is on, the verdict on the one before, and how many void shuffles were seen."""

    code: str = ""
    shares: int = 0
    voids: int = 0
    verdict: Verdict | None = None
    deal: int = -1
    ended: int = -1
    explained: bool = False

    def hear(self, news: CodeNews | VoidNews | VerdictNews) -> list[str]:
        """Take in a piece of news; what is to be read of it in the log."""
        if isinstance(news, VoidNews):
            self.voids = news.voids
            return []
        if isinstance(news, CodeNews):
            self.code, self.shares, self.deal = news.code, news.shares, news.deal
            return [self._code_line()] if news.shares else []
        before, self.verdict = self.verdict, news.verdict
        same = before is not None and (before.kind, before.text) == (news.verdict.kind, news.verdict.text)
        if same and news.verdict.kind in ("not verifiable", "cannot verify"):
            return []
        return [clean(f"Deal {news.verdict.deal + 1} of this table: {news.verdict.text}.", LOG_CELLS)]

    def _code_line(self) -> str:
        if self.explained:
            return f"Deal code {self.code}."
        self.explained = True
        return f"Deal code {self.code}: the same for everybody at this table, or the host cheats."

    def header(self, state: Any) -> list[str]:
        """What the top of the screen says."""
        if state is not None and state.seeded:
            return ["seeded"]
        voids = max(self.voids, state.voids if state is not None else 0)
        said = [f"{voids} void"] if voids else []
        return said + ([f"code {self.code}"] if self.code else [])

    def rows(self) -> list[str]:
        """What the scores say of the last deal and of this one."""
        said = [f"This deal's code: {self.code}"] if self.code else []
        if self.verdict is not None:
            said.append(clean(f"The last deal: {self.verdict.text}.", LOG_CELLS))
        return [*said, PROMISE] if said else []

    def over(self) -> None:
        """The deal whose code is shown is over."""
        self.ended = self.deal

    def result(self) -> str:
        """What is said of the deal that is over beside its result; empty while it is not known."""
        known = self.verdict is not None and self.verdict.deal == self.ended
        return clean(f"Fair dealing: {self.verdict.text}.", LOG_CELLS) if known and self.verdict is not None else ""


def shuffling(state: Any) -> str:
    """What the table waits for while a shuffle is under way; empty where it does not wait."""
    names: Sequence[str] = state.shuffling if state is not None else ()
    return f"The cards are being shuffled; waiting for the share of {' and '.join(names)}." if names else ""
