"""Places where cards lie, and who may read them."""

from __future__ import annotations

from typing import Literal, NamedTuple

Seen = Literal["all", "owner", "none"]

NOBODY = -1
"""The seat of a zone that is nobody's own, and the seat number of somebody who looks on."""
WATCHER = NOBODY


class Zone(NamedTuple):
    """A place where cards lie: a hand, the stock, a meld, the trick on the table.

    ``id`` counts from 0 within a deal; ``seat`` is its owner or NOBODY; ``seen`` says who may read its cards. How many
    cards lie in a zone everybody may count.
    """

    id: int
    name: str
    seat: int
    seen: Seen

    def shows(self, seat: int) -> bool:
        """Whether a seat (or a watcher) may read the cards that lie here."""
        return self.seen == "all" or (self.seen == "owner" and seat == self.seat)
