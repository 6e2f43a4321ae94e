"""How long everybody on turn still has, where the table has a turn clock: counted here, set right by what the host says."""

from __future__ import annotations

import time
from collections.abc import Callable

from rumpus.client.model.model import Model
from rumpus.net.guest.events import Heard, News, TableNews, WelcomeNews


class Ticking:
    """Since when the seats on turn have had their decision, by this machine's own clock."""

    def __init__(self, model: Model, clock: Callable[[], float] = time.monotonic) -> None:
        self.model, self.clock = model, clock
        self._since: dict[int, float] = {}

    def hear(self, news: News) -> None:
        """A piece of news, which the model has heard already."""
        now, model = self.clock(), self.model
        if isinstance(news, Heard):
            kept = self._since if len(self._since) > 1 else {}  # who alone was on turn, and still is, has decided something
            self._since = {seat: kept.get(seat, now) for seat in model.turn}
        elif isinstance(news, WelcomeNews):
            self._since = {seat: self._since.get(seat, now) for seat in model.turn}
        elif isinstance(news, TableNews):
            self._since = {seat: now - thought for seat, thought in enumerate(news.state.thought) if seat in model.turn}
        self.look()

    def look(self) -> bool:
        """Time has passed; whether the model shows another number now."""
        model = self.model
        before, model.left = model.left, self._left()
        return model.left != before

    def _left(self) -> dict[int, int]:
        """The seconds that the people on turn have left, their banks among them; nothing while the table holds still."""
        state = self.model.state
        clock = state.settings.get("clock") if state is not None else 0
        if state is None or not isinstance(clock, int) or not clock or state.state != "playing" or state.paused:
            return {}
        left = {}
        for seat, since in self._since.items():
            line = state.seats[seat] if seat < len(state.seats) else None
            if line is not None and line.kind == "person" and not line.standin:
                bank = state.banks[seat] if seat < len(state.banks) else 0
                left[seat] = max(0, round(clock + bank - (self.clock() - since)))
        return left
