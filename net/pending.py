"""A guest's action on its way, and how fast actions may follow each other."""

from __future__ import annotations

from dataclasses import dataclass

ACTS_A_SECOND, ACTS_AT_ONCE = 24.0, 40
"""How fast a guest acts at most: below the host's budget, pings and talk included."""


@dataclass(slots=True)
class Pending:
    """An action on its way: not answered yet."""

    cid: int
    dp: int
    mv: str
    sent: float


class Pace:
    """Spreads actions over time, so that none is over the host's budget."""

    def __init__(self) -> None:
        self._until = float("-inf")

    def free(self, now: float) -> float:
        """When the next action may be sent; where that is now, it counts as sent."""
        free = max(self._until, now - ACTS_AT_ONCE / ACTS_A_SECOND)
        if free <= now:
            self._until = free + 1 / ACTS_A_SECOND
        return free
