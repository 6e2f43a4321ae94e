"""What a host does about marks: it signs the public state of its table whenever that has changed between the deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from rumpus.net.identity.keys import KeyPair
from rumpus.net.protocol.messages import Piece
from rumpus.net.storage.checkpoint import (
    HOSTS_MOST,
    Checkpoint,
    CheckpointMatch,
    CheckpointPerson,
    CheckpointSeat,
    HostChain,
    SignedCheckpoint,
    cut,
    sign_key,
    signed,
)
from rumpus.net.storage.journal import DiskJournal

if TYPE_CHECKING:
    from rumpus.core.match import Match
    from rumpus.net.table.seating import Chair
    from rumpus.net.table.table import Table

PASSING = {"number": 0, "deals": 0, "rev": 0, "chain": ""}
"""What changes all the time and makes no new mark by itself."""


class CheckpointSigner:
    """The marks of one host. `before` are the last marks of the hosts that the table had earlier."""

    def __init__(self, pair: KeyPair, port: int, bot: str, matches: int, before: Sequence[SignedCheckpoint] = ()) -> None:
        self.pair, self.port, self.bot, self.matches = pair, port, bot, matches
        self.before = list(before)[-(HOSTS_MOST - 1) :]
        self.pieces: list[Piece] = []
        self.line: HostChain | None = None
        self._public, self._private = sign_key(pair.secret)
        self._last: Checkpoint | None = None

    def look(self, table: Table) -> list[Piece]:
        """The pieces of a new mark, if one is due: never of what the journal does not hold, nor of a table that is closed."""
        if table.writer.frozen or table.state == "closed":
            return []
        mark = self.mark(table)
        if self._last is not None and _lasting(mark) == _lasting(self._last):
            return []
        self._last = mark
        self.line = HostChain([*self.before, signed(mark, self._private)])
        self.pieces = cut("mark", self.line.data())
        return self.pieces

    def mark(self, table: Table) -> Checkpoint:
        """The public state of the table at this moment."""
        engine, seating = table.engine, table.seating
        chain = engine.journal.settled if isinstance(engine.journal, DiskJournal) else b""
        return Checkpoint(
            table=table.table_id,
            name=table.name,
            epoch=table.writer.epoch,
            number=1 if self._last is None else self._last.number + 1,
            host=self.pair.public.decode(),
            sign=self._public.hex(),
            charter={**engine.charter.data(), "hash": engine.charter.hash},
            rules=engine.charter.sha256.hex(),
            settings=dict(table.settings),
            seats=[_line(table, chair) for chair in seating.chairs],
            benched=[_line(table, chair) for chair in seating.benched.values()],
            watchers=sorted(seating.watchers),
            state=table.state,
            match=_standing(engine.match),
            deals=engine.deals - engine.on,
            rev=engine.rev,
            played=table.played,
            matches=self.matches,
            left=table.left,
            book=list(table.book),
            people=_people(table),
            voids=table.fair.dealing.voids if table.fair is not None else 0,
            bot=self.bot[:40],
            port=self.port,
            chain=chain.hex(),
        )


def _standing(match: Match) -> CheckpointMatch:
    lists = {name: list(getattr(match, name)) for name in ("totals", "wins", "seats_in", "winners")}
    return CheckpointMatch(
        dealer=match.dealer, deals=match.deals, counted=match.counted, over=match.over, final=match.final, **lists
    )


def _line(table: Table, chair: Chair) -> CheckpointSeat:
    key = chair.key if chair.kind == "person" else ""
    left = chair.kind == "free" and chair.standin
    sign = table.signs.get(key, "") if key else ""
    return CheckpointSeat(name=chair.name, kind=chair.kind, key=key, sign=sign, standin=left, number=chair.number)


def _people(table: Table) -> dict[str, CheckpointPerson]:
    named = [*table.people.items()][:256]
    return {
        key: CheckpointPerson(name=one.name, matches=one.matches, wins=one.wins, points=dict(one.points)) for key, one in named
    }


def _lasting(mark: Checkpoint) -> Checkpoint:
    return msgspec.structs.replace(mark, **PASSING)
