"""A guest's action on its way, how fast actions may follow each other, and what was asked of the table and is not heard yet."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from msgspec.structs import replace
from rumpus.net.protocol.messages import Ask, Welcome

ACTS_A_SECOND, ACTS_AT_ONCE = 24.0, 40
"""How fast a guest acts at most: below the host's budget, pings and talk included."""
ASKS_MOST, ASK_AGAIN = 64, 0.7
"""So much may wait to be heard, and so many seconds pass before it is asked once more."""


class NotNow(ValueError):
    """The guest cannot act at this moment; the sentence says why."""


@dataclass(slots=True)
class Pending:
    """An action on its way: not answered yet."""

    cid: int
    dp: int
    mv: str
    sent: float

    def answered_by(self, welcome: Welcome) -> bool:
        """Whether the host's last answer to this key was to this very action.

        Its number alone does not say so: another program with the same key may have used it.  Where it was answered after
        all, and that program has played since, to send it again is only late: no decision is answered twice.
        """
        return (self.cid, self.dp, self.mv) == (welcome.done_cid, welcome.done_dp, welcome.done_mv)


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


class RequestQueue:
    """What was asked of the table, one at a time under way, numbered 1, 2, 3 …, and sent again until the host has heard it."""

    def __init__(self) -> None:
        self._queue: deque[Ask] = deque()
        self._done = 0
        self._sent = float("-inf")
        self._under_way = False

    def add(self, ask: Ask) -> None:
        """One thing more to ask; raises NotNow where too much waits already."""
        if len(self._queue) >= ASKS_MOST:
            raise NotNow("The host has not heard what you asked before: wait a moment.")
        self._queue.append(ask)

    @property
    def leaving(self) -> bool:
        """Whether the seat is being given up, and the host has not answered."""
        return bool(self._queue) and self._under_way and self._queue[0].what == "leave"

    def next_at(self) -> float:
        """When something is to be sent, or sent again."""
        if not self._queue:
            return float("inf")
        return self._sent + ASK_AGAIN if self._under_way else float("-inf")

    def due(self, now: float) -> bool:
        """Whether something is to be sent now."""
        return bool(self._queue) and now >= self.next_at()

    def ask(self, now: float) -> Ask:
        """What is to be sent, with its number."""
        self._sent, self._under_way = now, True
        return replace(self._queue[0], n=self._done + 1)

    def heard(self, number: int) -> bool:
        """The host has heard the ask of this number; whether that is the one that was under way."""
        if not self._under_way or number != self._done + 1:
            return False
        self._done = number
        self._next()
        return True

    def welcome(self, done: int) -> None:
        """The host says how much it has heard of this key: the rest is asked again."""
        if self._under_way and done == self._done + 1:
            self._next()
        self._done, self._under_way, self._sent = done, False, float("-inf")

    def _next(self) -> None:
        self._queue.popleft()
        self._under_way = False
