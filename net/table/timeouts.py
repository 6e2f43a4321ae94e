"""Who thinks too long loses the choice: the clock plays for the seat.  Pure.

What it plays is the game's own word for it, or the basic bot's choice, which a process beside the host is asked for a little
ahead; where that has no answer, and for bots that think too long, it is what a table would expect of a sleeper
(core/timeouts.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from rumpus.core.timeouts import by_default, when_time_is_up
from rumpus.net.protocol.messages import Offer
from rumpus.net.table.engine import NotPlayed, Overrun, core_offers

if TYPE_CHECKING:
    from rumpus.net.table.table import Evening

AHEAD = 3.0
"""Seconds before a clock runs out in which the basic bot is asked already."""
ANSWER = 0.5
"""Seconds that its answer may come late."""


class Asked(NamedTuple):
    """The basic bot was asked for the decision of this number; `text` is its answer, `due` when it is waited for no longer."""

    dp: int
    text: str | None = None
    due: float = 0.0


class Hurry:
    """The hand of the table's clock.  `questions` are for the bots' process: plain data, sent and cleared by the host."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.questions: list[dict[str, Any]] = []
        self._asked: dict[int, Asked] = {}

    def look(self, now: float) -> str:
        """Plays for bots that died or think too long, and for people whose clock has run out.

        Returns a sentence where nothing that a seat was offered can be played, and the match cannot go on.
        """
        evening = self.evening
        evening.clocks.tick(now)
        while evening.playing and not evening.paused and not evening.still and evening.table.deal is not None:
            turn = evening.table.deal.turn
            for seat in turn:
                if self._overdue(seat, now + AHEAD):
                    self._ask(seat)
            late = [seat for seat in turn if self._overdue(seat, now) and not self._waits(seat, now)]
            if not late:
                return ""
            stuck = self._play(late[0], now)
            if stuck:
                return stuck
        return ""

    def answered(self, seat: int, dp: int, text: str) -> None:
        """The basic bot's choice for a seat's decision; empty where it has none."""
        asked = self._asked.get(seat)
        if asked is not None and asked.dp == dp:
            self._asked[seat] = asked._replace(text=text)

    def _overdue(self, seat: int, now: float) -> bool:
        return self.evening.clocks.overdue(seat, self.evening.played_by_bot(seat), now)

    def _ask(self, seat: int) -> None:
        """Asks the basic bot for a person's decision, once, where its choice is what the clock plays."""
        evening, table = self.evening, self.evening.table
        offer = table.offers[seat]
        by_bot = evening.settings["timeout"] == "bot" or table.charter.game.timeout == "bot"
        if offer is None or not by_bot or evening.played_by_bot(seat):
            return
        asked = self._asked.get(seat)
        if asked is None or asked.dp != offer.dp:
            self._asked[seat] = Asked(offer.dp)
            table.told.complete()
            view, charter = table.told.views[seat].data(), evening.agreed.charter
            self.questions.append({"seat": seat, "charter": charter, "view": view, "offer": msgspec.to_builtins(offer)})

    def _waits(self, seat: int, now: float) -> bool:
        """Whether the basic bot's answer for a seat whose time is up may still come."""
        offer, asked = self.evening.table.offers[seat], self._asked.get(seat)
        if offer is None or asked is None or asked.dp != offer.dp or asked.text is not None:
            return False
        if not asked.due:
            asked = self._asked[seat] = asked._replace(due=now + ANSWER)
        return now < asked.due

    def _play(self, seat: int, now: float) -> str:
        """Plays what can be played of what the clock plays; a table that is frozen plays nothing and waits."""
        evening = self.evening
        offer = evening.table.offers[seat]
        choices = self._choices(seat, offer) if offer is not None else []
        if offer is None or not any(self._try(seat, offer, text, now) for text in choices):
            name = evening.seating.chairs[seat].name
            return f"Nothing that {name} was offered could be played: the match is off, propose another game."
        if not evening.keeping.frozen:
            self._say(seat)
        return ""

    def _choices(self, seat: int, offer: Offer) -> list[str]:
        """What the clock may play, best first."""
        table, asked = self.evening.table, self._asked.get(seat)
        table.told.complete()
        view, offers = table.told.views[seat], core_offers(offer)
        try:
            with table.limit():
                ranked = when_time_is_up(table.charter.game, view, offers)
        except (Exception, Overrun):  # a game's own word for it; the table's is as good
            ranked = by_default(view, offers)
        bots = [asked.text] if asked is not None and asked.dp == offer.dp and asked.text else []
        return [*bots, *map(str, ranked)]

    def _try(self, seat: int, offer: Offer, text: str, now: float) -> bool:
        evening = self.evening
        try:
            revision = evening.table.act(seat, offer.dp, text)
        except NotPlayed as why:
            return evening.keeping.noticed(why)
        evening.acted(revision, now)
        return True

    def _say(self, seat: int) -> None:
        self.evening.speak(f"{self.evening.seating.chairs[seat].name} took too long: the clock has played.")
