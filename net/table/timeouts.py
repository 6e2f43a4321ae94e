"""How long everybody has been thinking; who thinks too long loses the choice, and the clock plays for the seat.  Pure.

What it plays is the game's own word for it, or the basic bot's choice, which a process beside the host is asked for a little
ahead; where that has no answer, and for bots that think too long, it is what a table would expect of a sleeper
(core/timeouts.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from rumpus.core.rules import Value
from rumpus.core.timeouts import by_default, when_time_is_up
from rumpus.net.protocol.messages import Offer
from rumpus.net.table.engine import NotPlayed, Overrun, core_offers

if TYPE_CHECKING:
    from rumpus.net.table.table import Table

SLEPT = 2.0
"""Seconds without a tick after which the host itself must have slept."""
AFTER_SLEEP = 15.0
"""Seconds that everybody has more after that, to be there again."""


class Clocks:
    """Since when each seat has had its decision, and what is left of its bank of spare seconds in this match.

    `bot_time` bounds a bot's thinking.  A person has `clock` seconds for a decision, if that is not 0, and then uses up
    the `bank`.
    """

    def __init__(self, settings: Mapping[str, Value]) -> None:
        self._bot_time = int(settings["bot_time"])
        self._clock = int(settings["clock"])
        self._bank = int(settings["bank"])
        self._since: list[tuple[int, float]] = []
        self._turn: frozenset[int] = frozenset()
        self._left: list[float] = []
        self._ticked: float | None = None

    def new_match(self, seats: int) -> None:
        """Full banks for everybody."""
        self._left = [float(self._bank)] * seats

    def banks(self) -> list[int]:
        """The whole seconds that are left in each bank, where there are banks."""
        return [int(left) for left in self._left] if self._bank else []

    def thought(self, now: float) -> list[int]:
        """The whole seconds that each seat has had its last decision, where there is a clock."""
        return [max(0, min(65535, int(now - since))) for _, since in self._since] if self._clock else []

    def note(self, dps: Sequence[int], now: float, turn: Sequence[int] = ()) -> bool:
        """The decisions as they are numbered now, and who is on turn: who has a new one begins to think.

        Who has decided pays for the time until then, and not for the others'.  Whether a bank is less than it was.
        """
        if len(self._since) != len(dps):
            self._since, self._turn = [(dp, now) for dp in dps], frozenset(turn)
            return False
        banks = self.banks()
        for seat, dp in enumerate(dps):
            before, since = self._since[seat]
            decided = seat in self._turn and (before != dp or seat not in turn)
            if decided and self._clock and seat < len(self._left):
                self._left[seat] = max(0.0, self._left[seat] - max(0.0, now - since - self._clock))
            if before != dp:
                self._since[seat] = (dp, now)
        self._turn = frozenset(turn)
        return self.banks() != banks

    def tick(self, now: float) -> None:
        """Time has passed; the time in which the host itself slept is nobody's."""
        slept = 0.0 if self._ticked is None else now - self._ticked
        self._ticked = now
        if slept > SLEPT:
            self._since = [(dp, since + slept + AFTER_SLEEP) for dp, since in self._since]

    def restart(self, seat: int, now: float) -> None:
        """This seat's decision counts from now on."""
        if seat < len(self._since):
            self._since[seat] = (self._since[seat][0], now)

    def restart_all(self, now: float) -> None:
        """Everybody's decision counts from now on."""
        self._since = [(dp, now) for dp, _ in self._since]

    def overdue(self, seat: int, bot: bool, now: float) -> bool:
        """Whether the seat has thought for too long."""
        if seat >= len(self._since):
            return False
        thought = now - self._since[seat][1]
        if bot:
            return thought >= self._bot_time
        return self._clock > 0 and thought >= self._clock + (self._left[seat] if seat < len(self._left) else 0.0)


AHEAD = 3.0
"""Seconds before a clock runs out in which the basic bot is asked already."""
ANSWER = 0.5
"""Seconds that its answer may come late."""


class BotQuestion(NamedTuple):
    """The basic bot was asked for the decision of this number; `text` is its answer, `due` when it is waited for no longer."""

    dp: int
    text: str | None = None
    due: float = 0.0


class TimeoutPlayer:
    """The hand of the table's clock.  `questions` are for the bots' process: plain data, sent and cleared by the host."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.questions: list[dict[str, Any]] = []
        self._asked: dict[int, BotQuestion] = {}

    @property
    def by_bot(self) -> bool:
        """Whether the clock plays what the basic bot would."""
        table = self.table
        return table.settings["timeout"] == "bot" or table.engine.charter.game.timeout == "bot"

    def look(self, now: float) -> str:
        """Plays for bots that died or think too long, and for people whose clock has run out.

        Returns a sentence where nothing that a seat was offered can be played, and the match cannot go on.
        """
        table = self.table
        table.clocks.tick(now)
        while table.playing and not table.paused and not table.still and table.engine.deal is not None:
            turn = table.engine.deal.turn
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
        return self.table.clocks.overdue(seat, self.table.played_by_bot(seat), now)

    def _ask(self, seat: int) -> None:
        """Asks the basic bot for a person's decision, once, where its choice is what the clock plays."""
        table, engine = self.table, self.table.engine
        offer = engine.offers[seat]
        if offer is None or not self.by_bot or table.played_by_bot(seat):
            return
        asked = self._asked.get(seat)
        if asked is None or asked.dp != offer.dp:
            self._asked[seat] = BotQuestion(offer.dp)
            engine.told.complete()
            view, charter = engine.told.views[seat].data(), table.agreed.charter
            self.questions.append({"seat": seat, "charter": charter, "view": view, "offer": msgspec.to_builtins(offer)})

    def _waits(self, seat: int, now: float) -> bool:
        """Whether the basic bot's answer for a seat whose time is up may still come."""
        offer, asked = self.table.engine.offers[seat], self._asked.get(seat)
        if offer is None or asked is None or asked.dp != offer.dp or asked.text is not None:
            return False
        if not asked.due:
            asked = self._asked[seat] = asked._replace(due=now + ANSWER)
        return now < asked.due

    def _play(self, seat: int, now: float) -> str:
        """Plays what can be played of what the clock plays; a table that is frozen plays nothing and waits."""
        table = self.table
        offer = table.engine.offers[seat]
        choices = self._choices(seat, offer) if offer is not None else []
        if offer is None or not any(self._try(seat, offer, text, now) for text in choices):
            name = table.seating.chairs[seat].name
            return f"Nothing that {name} was offered could be played: the match is off, propose another game."
        if not table.writer.frozen:
            self._say(seat)
        return ""

    def _choices(self, seat: int, offer: Offer) -> list[str]:
        """What the clock may play, best first."""
        engine, asked = self.table.engine, self._asked.get(seat)
        engine.told.complete()
        view, offers = engine.told.views[seat], core_offers(offer)
        try:
            with engine.limit():
                ranked = when_time_is_up(engine.charter.game, view, offers)
        except (Exception, Overrun):  # a game's own word for it; the table's is as good
            ranked = by_default(view, offers)
        bots = [asked.text] if asked is not None and asked.dp == offer.dp and asked.text else []
        return [*bots, *map(str, ranked)]

    def _try(self, seat: int, offer: Offer, text: str, now: float) -> bool:
        table = self.table
        try:
            revision = table.engine.act(seat, offer.dp, text)
        except NotPlayed as why:
            return table.writer.noticed(why)
        table.acted(revision, now)
        return True

    def _say(self, seat: int) -> None:
        self.table.speak(f"{self.table.seating.chairs[seat].name} took too long: the clock has played.")
