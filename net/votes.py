"""Proposals and votes: the people at the table decide, bots and watchers do not.  Pure; the time is handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from rumpus.core.house import Charter
from rumpus.net.messages import Proposal


@dataclass
class Vote:
    """One proposal on the table.

    `what`: "again" asks for the same once more after a match, "fair" whether to shuffle again after void shuffles (who does
    not vote does not count in either), "game" for another charter, "kick" to send somebody away (who has no vote in it).
    `votes` are by key.
    """

    number: int
    what: Literal["again", "fair", "game", "kick"]
    by: str
    text: str
    ends_at: float
    charter: Charter | None = None
    target: str = ""
    votes: dict[str, bool] = field(default_factory=dict)

    def voters(self, people: list[str]) -> list[str]:
        """Whose votes count, among the keys of the people at the table."""
        return [key for key in people if key != self.target]

    def needs(self, people: list[str], quorum: int) -> int:
        """How many yes votes decide at once."""
        count = len(self.voters(people))
        if self.what in ("again", "fair"):
            return max(count, 1)
        return max(min(quorum, count) if quorum else count // 2 + 1, 1)

    def decided(self, people: list[str], here: list[str], quorum: int, now: float) -> bool | None:
        """Yes or no as soon as it is certain or the time is over; None while it is open.

        `here` are the people who are not away: only they are waited for.
        """
        voters = self.voters(people)
        yes = sum(1 for key in voters if self.votes.get(key) is True)
        no = sum(1 for key in voters if self.votes.get(key) is False)
        if yes >= self.needs(here if self.what in ("again", "fair") else people, quorum):
            return True
        if self.what in ("again", "fair"):
            if now >= self.ends_at or (no and yes + no >= len(self.voters(here))):
                return yes > no
            return None
        if now >= self.ends_at or len(voters) - no < self.needs(people, quorum):
            return False
        return None

    def line(self, people: list[str], name: Callable[[str], str], quorum: int, now: float) -> Proposal:
        """The proposal as everybody is shown it."""
        charter: dict[str, Any] | None = None
        if self.charter is not None:
            charter = {**self.charter.data(), "hash": self.charter.hash}
        votes = {name(key): yes for key, yes in self.votes.items() if name(key)}
        return Proposal(
            self.number,
            self.by,
            self.text,
            charter,
            votes,
            self.needs(people, quorum),
            max(0, min(65535, round(self.ends_at - now))),
        )
