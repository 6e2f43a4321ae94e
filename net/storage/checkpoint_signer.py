"""What a host does about marks: it signs the public state of its table whenever that has changed between the deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from rumpus.net.identity.keys import KeyPair
from rumpus.net.protocol.messages import Piece
from rumpus.net.storage.checkpoint import HOSTS_MOST, Line, Mark, MarkMatch, MarkPerson, MarkSeat, Signed, cut, sign_key, signed
from rumpus.net.storage.journal import DiskJournal

if TYPE_CHECKING:
    from rumpus.core.match import Match
    from rumpus.net.table.seating import Chair
    from rumpus.net.table.table import Evening

PASSING = {"number": 0, "deals": 0, "rev": 0, "chain": ""}
"""What changes all the time and makes no new mark by itself."""


class Marking:
    """The marks of one host. `before` are the last marks of the hosts that the table had earlier."""

    def __init__(self, pair: KeyPair, port: int, bot: str, matches: int, before: Sequence[Signed] = ()) -> None:
        self.pair, self.port, self.bot, self.matches = pair, port, bot, matches
        self.before = list(before)[-(HOSTS_MOST - 1) :]
        self.pieces: list[Piece] = []
        self.line: Line | None = None
        self._public, self._private = sign_key(pair.secret)
        self._last: Mark | None = None

    def look(self, evening: Evening) -> list[Piece]:
        """The pieces of a new mark, if one is due: never of what the journal does not hold, nor of a table that is closed."""
        if evening.keeping.frozen or evening.state == "closed":
            return []
        mark = self.mark(evening)
        if self._last is not None and _lasting(mark) == _lasting(self._last):
            return []
        self._last = mark
        self.line = Line([*self.before, signed(mark, self._private)])
        self.pieces = cut("mark", self.line.data())
        return self.pieces

    def mark(self, evening: Evening) -> Mark:
        """The public state of the table at this moment."""
        table, seating = evening.table, evening.seating
        chain = table.journal.settled if isinstance(table.journal, DiskJournal) else b""
        return Mark(
            table=evening.table_id,
            name=evening.name,
            epoch=evening.keeping.epoch,
            number=1 if self._last is None else self._last.number + 1,
            host=self.pair.public.decode(),
            sign=self._public.hex(),
            charter={**table.charter.data(), "hash": table.charter.hash},
            rules=table.charter.sha256.hex(),
            settings=dict(evening.settings),
            seats=[_line(evening, chair) for chair in seating.chairs],
            benched=[_line(evening, chair) for chair in seating.benched.values()],
            watchers=sorted(seating.watchers),
            state=evening.state,
            match=_standing(table.match),
            deals=table.deals - table.on,
            rev=table.rev,
            played=evening.played,
            matches=self.matches,
            left=evening.left,
            book=list(evening.book),
            people=_people(evening),
            voids=evening.fair.dealing.voids if evening.fair is not None else 0,
            bot=self.bot[:40],
            port=self.port,
            chain=chain.hex(),
        )


def _standing(match: Match) -> MarkMatch:
    lists = {name: list(getattr(match, name)) for name in ("totals", "wins", "seats_in", "winners")}
    return MarkMatch(dealer=match.dealer, deals=match.deals, counted=match.counted, over=match.over, final=match.final, **lists)


def _line(evening: Evening, chair: Chair) -> MarkSeat:
    key = chair.key if chair.kind == "person" else ""
    left = chair.kind == "free" and chair.standin
    sign = evening.signs.get(key, "") if key else ""
    return MarkSeat(name=chair.name, kind=chair.kind, key=key, sign=sign, standin=left, number=chair.number)


def _people(evening: Evening) -> dict[str, MarkPerson]:
    named = [*evening.people.items()][:256]
    return {key: MarkPerson(name=one.name, matches=one.matches, wins=one.wins, points=dict(one.points)) for key, one in named}


def _lasting(mark: Mark) -> Mark:
    return msgspec.structs.replace(mark, **PASSING)
