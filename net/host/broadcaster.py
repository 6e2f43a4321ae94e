"""What a room says: everything that the evening has to tell, to every session, in its order.  Pure.

A seat is told what its own view holds and nothing else; whoever looks on shares one view.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import NamedTuple

from rumpus.net.failover import handover_package
from rumpus.net.host.sessions import PeerSession, Tally
from rumpus.net.host.welcome import welcome
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import FROM_HOST, Bye, Code, Hello, Message, Piece, RefusalCode, Refuse, TableMessage
from rumpus.net.shuffle.host import Step
from rumpus.net.storage.checkpoint_signer import CheckpointSigner
from rumpus.net.storage.journal import DiskJournal
from rumpus.net.table.revisions import Revision
from rumpus.net.table.seating import WATCHING
from rumpus.net.table.table import Table

KINDS = {record: kind for kind, record in FROM_HOST.items()}
KNOWN_MOST = 256
"""So many keys are known; more than these never have a place at once."""


class OutgoingFrame(NamedTuple):
    """One message on its way out; `key` is empty where a stranger is answered."""

    route: bytes
    header: bytes
    body: bytes
    key: str


class Broadcaster:
    """All sessions of one table, and what is said to them.  Frames go to `send`, which fills `out`; the driver logs `log`."""

    def __init__(self, table: Table, epoch: int) -> None:
        self.table = table
        self.epoch = epoch
        self.sessions: dict[str, PeerSession] = {}
        self.out: list[OutgoingFrame] = []
        self.send: Callable[[OutgoingFrame], object] = self.out.append
        self.log: list[str] = []
        self.signer: CheckpointSigner | None = None
        self.leaving: set[str] = set()  # who was told that the table closes and has not answered
        self._tallies: dict[str, Tally] = {}

    def _tally(self, key: str, now: float) -> Tally:
        tally = self._tallies.get(key)
        if tally is None:
            if len(self._tallies) >= KNOWN_MOST:
                self._forget_gone()
            tally = self._tallies[key] = Tally(now, bot=self.table.seating.is_bot(key))
        return tally

    def _forget_gone(self) -> None:
        """Who has no place any more comes again as a stranger does: nothing is known of those keys from now on."""
        table = self.table
        placed = table.seating.keys()
        self._tallies = {key: tally for key, tally in self._tallies.items() if key in placed}
        table.signs = {key: sign for key, sign in table.signs.items() if key in placed}
        if table.fair is not None:
            table.fair.partners &= placed

    def unreachable(self, key: str) -> None:
        """The socket could not take a frame for this key: nothing more is sent until it says hello again."""
        session = self.sessions.get(key)
        if session is not None:
            session.stale = True

    # -- to one

    def _send(self, session: PeerSession, kind: str, message: Message) -> None:
        self._post(session, kind, codec.body(message))

    def _post(self, session: PeerSession, kind: str, body: bytes) -> None:
        if session.stale:
            return
        if len(body) > codec.FRAME_MAX:
            self.log.append(f"A {kind} of {len(body)} bytes is too large to send.")
            return
        self.send(OutgoingFrame(session.route, session.header(kind), body, session.key))

    def _refuse(self, route: bytes, code: RefusalCode, text: str) -> None:
        self.send(OutgoingFrame(route, codec.header("refuse"), codec.body(Refuse(code, text)), ""))

    def _send_away(self, key: str, code: Code, text: str, to: str = "") -> None:
        session = self.sessions.pop(key, None)
        if session is not None:
            self._send(session, "bye", Bye(code, text, to))

    def _greet(self, session: PeerSession, hello: Hello, now: float) -> None:
        """All that somebody who says hello has to know: the view, the signed state, the table, the shuffle."""
        self._welcome(session, hello, now)
        for piece in [*(self.signer.pieces if self.signer is not None else ()), *self._given(session)]:
            self._send(session, "piece", piece)
        self._send(session, "table", self._shown(session, now))
        for step in self.table.fair.steps(session.key, session.seat) if self.table.fair is not None else ():
            self._send(session, KINDS[type(step)], step)

    def _welcome(self, session: PeerSession, hello: Hello | None, now: float) -> None:
        """The whole view of the session's seat, in pieces."""
        tally = self._tally(session.key, now)
        resume = hello.resume if hello is not None else None
        for piece in welcome(self.table, self.epoch, session, tally, resume, self.log.append):
            self._send(session, "welcome", piece)

    def _shown(self, session: PeerSession, now: float) -> TableMessage:
        """The table's state for one guest."""
        return TableMessage(self.table.show(session.seat, now, self.table.seating.number(session.key)))

    def _move(self, session: PeerSession, now: float) -> None:
        """A guest sees the table from another seat, or another game."""
        place = self.table.seating.place(session.key)
        if place is not None:
            session.seat = place
            self._send(session, "table", self._shown(session, now))
            self._welcome(session, None, now)

    def _given(self, session: PeerSession) -> list[Piece]:
        """The table itself, for the machine that is to carry it on and for nobody else."""
        moving = self.table.moving
        return moving.pieces if moving is not None and moving.key == session.key else []

    # -- to everybody

    def flush(self, now: float) -> None:
        """Sends what there is to tell: a mark first, as it holds all totals that anybody hears of; revisions, talk, the state."""
        table = self.table
        for piece in self.signer.look(table) if self.signer is not None and table.dirty else ():
            self._post_to_all("piece", codec.body(piece))
        if table.relaid:
            self._relaid(now)
        moved = set(table.reseated)
        for key in table.reseated:  # before the shuffle in which they have a share
            if key in self.sessions:
                self._move(self.sessions[key], now)
        table.reseated.clear()
        for each in table.revisions:
            if isinstance(each, Revision):
                self._fan_out(each, moved, now)
            else:
                self._tell_partners(each)
        table.revisions.clear()
        if table.said:
            body = codec.body(TableMessage(say=table.said[:64]))
            table.said.clear()
            self._post_to_all("table", body)
        for key, code, text in table.goodbyes:  # before the state: who is sent away learns no new invite
            self._send_away(key, code, text)
        table.goodbyes.clear()
        if table.dirty:
            self._show_all(now)
        self._see_off()
        if table.turning and not table.writer.frozen and not table.ended:
            table.turn(now)
            self.flush(now)

    def _post_to_all(self, kind: str, body: bytes) -> None:
        for session in self.sessions.values():
            self._post(session, kind, body)

    def _fan_out(self, revision: Revision, moved: Set[str], now: float) -> None:
        """One delta for everybody but who has `moved` and been told all; those who look on share theirs."""
        onlookers = b""
        for session in self.sessions.values():
            if session.key in moved:
                continue
            seat = session.seat
            delta = revision.delta(seat)
            body = onlookers if seat == WATCHING and onlookers else codec.body(delta)
            if seat == WATCHING:
                onlookers = body
            if len(body) > codec.FRAME_MAX or len(delta.ev) > codec.LIST_MAX:
                self._welcome(session, None, now)
            else:
                self._post(session, "delta", body)

    def _tell_partners(self, step: Step) -> None:
        """A step of the shuffle, for those who take part in it."""
        assert self.table.fair is not None
        body = codec.body(step)
        for key, session in self.sessions.items():
            if key in self.table.fair.partners:
                self._post(session, KINDS[type(step)], body)

    def _relaid(self, now: float) -> None:
        """The table plays another game: everybody's seat and view are fresh, and what was told before no longer counts."""
        self.table.relaid = False
        self.table.revisions[:] = [each for each in self.table.revisions if not isinstance(each, Revision)]
        self.table.reseated.clear()
        for session in list(self.sessions.values()):
            self._move(session, now)

    def _show_all(self, now: float) -> None:
        """The table's state, made once for all who see the same."""
        table = self.table
        table.dirty = False
        shown: dict[tuple[int, int], bytes] = {}
        for session in self.sessions.values():
            place = (session.seat, table.seating.number(session.key))
            if place not in shown:
                shown[place] = codec.body(self._shown(session, now))
            self._post(session, "table", shown[place])

    def _see_off(self) -> None:
        """The table itself where it moves, and the last good-byes."""
        table = self.table
        if table.moving is not None and table.moving.due:
            table.moving.due = False
            assert isinstance(table.engine.journal, DiskJournal)
            table.moving.pieces = handover_package.packed(table.engine.journal, sorted(table.seating.watchers))
            if table.moving.key in self.sessions:
                session = self.sessions[table.moving.key]
                for piece in self._given(session):
                    self._send(session, "piece", piece)
        if table.ended and self.sessions:
            self.leaving.update(key for key, session in self.sessions.items() if not session.stale)
            for key in list(self.sessions):
                if table.moved and not table.seating.is_bot(key):
                    self._send_away(key, "moved", table.ended, table.moved)
                else:
                    self._send_away(key, "closed", table.ended)
