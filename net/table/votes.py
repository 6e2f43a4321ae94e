"""Proposals and votes: the people at the table decide, bots and watchers do not.  Pure; the time is handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from rumpus.core.game import Charter
from rumpus.net.protocol.messages import Proposal
from rumpus.net.table.shown_charter import ShownCharter


@dataclass
class Vote:
    """One proposal on the table.

    `what`: "again" asks for the same once more after a match, "fair" whether to shuffle again after void shuffles (who does
    not vote does not count in either), "game" for another charter, "kick" to send somebody away (who has no vote in it),
    "pause" to hold the table still, "hand" whether the machine of `to` carries the table on, to which everybody has to agree.
    `votes` are by key.  `sit` are the keys of who sits first, where a game has too few
    seats; `agreed` is the proposed charter as it is shown.
    """

    number: int
    what: Literal["again", "fair", "game", "kick", "pause", "hand"]
    by: str
    text: str
    ends_at: float
    charter: Charter | None = None
    target: str = ""
    to: str = ""
    sit: list[str] = field(default_factory=list)
    agreed: ShownCharter | None = None
    votes: dict[str, bool] = field(default_factory=dict)

    def voters(self, people: list[str]) -> list[str]:
        """Whose votes count, among the keys of the people at the table."""
        return [key for key in people if key != self.target]

    def needs(self, people: list[str], quorum: int) -> int:
        """How many yes votes decide at once."""
        count = len(self.voters(people))
        if self.what in ("again", "fair", "hand"):
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

    def split(self, people: list[str]) -> tuple[list[str], list[str]]:
        """Of these people, in the order of their seats, who would sit and who would look on; nobody where all sit."""
        if self.charter is None or len(people) <= self.charter.seats:
            return [], []
        named = sorted(people, key=lambda key: self.sit.index(key) if key in self.sit else len(self.sit))
        sit = named[: self.charter.seats]
        return [key for key in people if key in sit], [key for key in people if key not in sit]

    def everybody(self, asked: list[str], now: float) -> bool | None:
        """Whether each of these has said yes, as soon as that is certain or the time is over; None while it is open."""
        said = [self.votes.get(key) for key in self.voters(asked)]
        if False in said or now >= self.ends_at:
            return all(said)
        return True if None not in said else None

    def line(self, people: list[str], name: Callable[[str], str], quorum: int, now: float) -> Proposal:
        """The proposal as everybody is shown it."""
        agreed = self.agreed
        sit, out = self.split(people)
        votes = {name(key): yes for key, yes in self.votes.items() if name(key)}
        return Proposal(
            self.number,
            self.by,
            self.text,
            agreed.charter if agreed is not None else None,
            votes,
            self.needs(people, quorum),
            max(0, min(65535, round(self.ends_at - now))),
            sit=[name(key) for key in sit],
            watch=[name(key) for key in out],
            helps=agreed.helps if agreed is not None else {},
            order=agreed.order if agreed is not None else [],
        )
