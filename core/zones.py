"""Places where cards lie, and who may read them."""

from __future__ import annotations

from typing import Literal, NamedTuple

Seen = Literal["all", "owner", "none"]

NOBODY = -1
"""The seat of a zone that is nobody's own, and the seat number of somebody who looks on."""
WATCHER = NOBODY


class Zone(NamedTuple):
    """A place where cards lie: a hand, the stock, a meld, the trick on the table.

    ``id`` counts from 0 within a deal; ``seat`` is its owner or NOBODY; ``seen`` says who may read its cards. Who may not
    read them is told how many there are: exactly, or with ``upto`` only up to so many, and then that there are more.
    """

    id: int
    name: str
    seat: int
    seen: Seen
    upto: int = 0

    def shows(self, seat: int) -> bool:
        """Whether a seat (or a watcher) may read the cards that lie here."""
        return self.seen == "all" or (self.seen == "owner" and seat == self.seat)

    def told(self, seat: int, count: int) -> int:
        """The number that a seat is told where so many cards lie here: never more than one past ``upto``."""
        return min(count, self.upto + 1) if self.upto and not self.shows(seat) else count
