"""How long everybody has been thinking.  Pure; the time is handed in, in seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.rules import Value

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
