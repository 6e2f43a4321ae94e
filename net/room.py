"""The host without its socket: frames come in with the key that sent them, frames go out to routes.  Pure.

Whose seat it is follows from the key alone.  A key without a place may say hello and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rumpus.net import codec, handed, handing
from rumpus.net.asks import TOO_FAST, Known, reply_to
from rumpus.net.budget import Door, Purse
from rumpus.net.codec import Bad
from rumpus.net.evening import Evening
from rumpus.net.fair import Step
from rumpus.net.journal import DiskJournal
from rumpus.net.marking import Marking
from rumpus.net.messages import (
    FROM_HOST,
    PROTOCOL,
    Ack,
    Act,
    Ask,
    Bye,
    Code,
    Hello,
    Message,
    Nack,
    Ping,
    Pong,
    RefusalCode,
    Refuse,
    Share,
    Spoken,
    Table,
)
from rumpus.net.seating import WATCHING, NoPlace
from rumpus.net.session import Session, Tally, open_session
from rumpus.net.spoken import CodeRefused, WrongCode
from rumpus.net.text import LOG_CELLS, clean
from rumpus.net.told import Revision
from rumpus.net.welcome import welcome

BAD_MOST = 3
KINDS = {record: kind for kind, record in FROM_HOST.items()}


class Frame(NamedTuple):
    """One message on its way out; `key` is empty where a stranger is answered."""

    route: bytes
    header: bytes
    body: bytes
    key: str


class Room:
    """All sessions of one table.  Frames go to `send`, which fills `out`; the driver logs `log`, and looks at the evening."""

    def __init__(self, evening: Evening, known: Known, epoch: int = 1) -> None:
        self.evening = evening
        self.known, self.epoch = known, epoch
        self.sessions: dict[str, Session] = {}
        self.out: list[Frame] = []
        self.send: Callable[[Frame], object] = self.out.append
        self.log: list[str] = []
        self.marking: Marking | None = None
        self.leaving: set[str] = set()  # who was told that the table closes and has not answered
        self._tallies: dict[str, Tally] = {}
        self._door = Door()
        self._reading: dict[type[Message], Callable[[Session, Any, float], None]] = {
            Act: self._act,
            Ping: self._ping,
            Pong: self._ponged,
            Ask: self._ask,
            Share: self._share,
            Bye: self._bye,
        }

    # -- in

    def receive(self, route: bytes, key: str, address: str, frames: list[Any], now: float) -> None:
        """One message from a key."""
        place = self.evening.seating.place(key)
        if place is None:
            if self._door.listens(key, address, now):
                self._from_stranger(route, key, address, frames, now)
            return
        tally = self._tally(key, now)
        if not tally.purse.messages.take(now):
            self._over_budget(key, tally.purse, now)
            return
        try:
            sid, message = codec.read_frames(frames)
        except Bad as why:
            self._bad(route, key, tally.purse, str(why))
            return
        if type(message) is Hello:
            self._hello(route, key, message, now)
            return
        session = self.sessions.get(key)
        if session is None or sid != session.sid:
            if type(message) is Bye:
                self.leaving.discard(key)
            return  # a late frame of an older session
        session.route, session.address, session.stale = route, address, False
        self.evening.seating.heard(key, now)
        if self.evening.seating.changes:
            self.evening.after(now)
        self._reading[type(message)](session, message, now)
        self.flush(now)

    def _from_stranger(self, route: bytes, key: str, address: str, frames: list[Any], now: float) -> None:
        try:
            _, message = codec.read_frames(frames)
        except Bad as why:
            self.log.append(f"A stranger sent what is no message: {clean(str(why), LOG_CELLS)}")
            self._refuse(route, "bad_message", "That is no message of this protocol: update rumpus.")
            return
        if type(message) is Hello:
            self._hello(route, key, message, now)
        elif type(message) is Spoken:
            self._spoken(route, key, address, message, now)

    def _spoken(self, route: bytes, key: str, address: str, spoken: Spoken, now: float) -> None:
        """A step of a stranger who knows the code that the screen shows, or guesses at it."""
        codes = self.evening.codes
        if codes is None or key in self.evening.seating.banned:
            self._refuse(route, "code", "This table lets nobody in by a code: ask the host for the invite.")
            return
        try:
            if spoken.step == 1:
                reply = codes.begin(key, address, spoken.data, now)
            else:
                reply = codes.finish(key, spoken.data, now)
                self.evening.seating.admitted.add(key)
        except (CodeRefused, WrongCode) as why:
            if type(why) is WrongCode:
                self.log.append(f"Somebody at {clean(address, 60)} tried a wrong code.")
            self._refuse(route, "code", str(why))
        else:
            self.send(Frame(route, codec.header("code"), codec.body(Spoken(spoken.step, reply)), ""))
        if codes.changed:
            codes.changed, self.evening.dirty = False, True
            self.flush(now)

    def _tally(self, key: str, now: float) -> Tally:
        tally = self._tallies.get(key)
        if tally is None:
            tally = self._tallies[key] = Tally(now, bot=self.evening.seating.is_bot(key))
        return tally

    def forget(self, key: str) -> None:
        """This bot never comes again."""
        self._tallies.pop(key, None)

    def restore(self, done: Mapping[str, tuple[int, int, int, str]], now: float) -> None:
        """What every key had done when the host ended: number and revision of its last accepted action, decision and text."""
        for key, (cid, rev, dp, mv) in done.items():
            self._tally(key, now).answered(Ack(cid, rev), dp, mv)

    def _over_budget(self, key: str, purse: Purse, now: float) -> None:
        tell, enough = purse.over(now)
        if tell:
            self.log.append(f"{self.evening.seating.name(key)} sends more than anybody may; the rest is dropped.")
        if enough:
            self._send_away(key, "flood", "You sent far too much; sit down again when your program is mended.")

    def _bad(self, route: bytes, key: str, purse: Purse, why: str) -> None:
        purse.bad += 1
        self.log.append(f"{self.evening.seating.name(key)} sent what is no message: {clean(why, LOG_CELLS)}")
        if purse.bad >= BAD_MOST:
            purse.bad = 0
            self._send_away(key, "bad_message", "Your program does not speak this protocol: update it.")

    def _send_away(self, key: str, code: Code, text: str, to: str = "") -> None:
        session = self.sessions.pop(key, None)
        if session is not None:
            self._send(session, "bye", Bye(code, text, to))

    # -- hello, welcome

    def _hello(self, route: bytes, key: str, hello: Hello, now: float) -> None:
        seating = self.evening.seating
        if not hello.proto[0] <= PROTOCOL <= hello.proto[1]:
            theirs = "-".join(str(version) for version in sorted(set(hello.proto)))
            self._refuse(
                route, "version", f"This table speaks protocol {PROTOCOL}, your program {theirs}: update the older of the two."
            )
            return
        if self.evening.state == "closed":
            self._refuse(route, "closed", "The table is closed.")
            return
        if self.evening.fair is not None:
            self.evening.fair.hello(key, hello.fair)
        stranger = seating.place(key) is None
        try:
            seat = self.evening.arrive(key, hello.name, hello.token, hello.watch, now)
        except NoPlace as why:
            if self.evening.fair is not None:
                self.evening.fair.hello(key, False)
            self._refuse(route, why.code, str(why))
            return
        if stranger:
            self._door.enter(key)
        if hello.sign and self.evening.signs.get(key) != hello.sign.hex():
            self.evening.signs[key], self.evening.dirty = hello.sign.hex(), True
        if not self._tally(key, now).purse.welcomes.take(now):
            self.flush(now)
            return
        old = self.sessions.get(key)
        if old is None or old.nonce != hello.nonce:
            if old is not None and old.route != route:
                self._send(old, "bye", Bye("replaced", "You sat down at this table from elsewhere."))
            self.sessions[key] = open_session(key, hello.nonce, route, seat)
            if old is None and seating.is_bot(key):
                self.evening.clocks.restart(seat, now)  # its process has only just begun
        session = self.sessions[key]
        session.route, session.stale, session.seat = route, False, seat
        if self.evening.relaid or self.evening.revisions:
            self.flush(now)  # others hear what the arrival began; this one reads it in its welcome
        self._welcome(session, hello, now)
        for piece in self.marking.pieces if self.marking is not None else ():
            self._send(session, "piece", piece)
        self._hand_over(session)
        self._send(session, "table", self._shown(session, now))
        for step in self.evening.fair.steps(key, session.seat) if self.evening.fair is not None else ():
            self._send(session, KINDS[type(step)], step)
        self.flush(now)

    def _welcome(self, session: Session, hello: Hello | None, now: float) -> None:
        """The whole view of the session's seat, in pieces."""
        tally = self._tally(session.key, now)
        resume = hello.resume if hello is not None else None
        for piece in welcome(self.evening, self.epoch, session, tally, resume, self.log.append):
            self._send(session, "welcome", piece)

    def _refuse(self, route: bytes, code: RefusalCode, text: str) -> None:
        self.send(Frame(route, codec.header("refuse"), codec.body(Refuse(code, text)), ""))

    # -- the rest of what a guest says

    def _act(self, session: Session, act: Act, now: float) -> None:
        tally = self._tally(session.key, now)
        claim = tally.claim(act.cid)
        if claim == "gap":
            self._send(session, "nack", Nack(act.cid, "cid_gap", f"The next action of this seat is number {tally.done_cid + 1}."))
            return
        if claim == "again":
            if tally.answer is not None and tally.answer.cid == act.cid:
                self._send(session, "ack" if type(tally.answer) is not Nack else "nack", tally.answer)
            return
        answer = self.evening.act(session.key, session.seat, act.cid, act.dp, act.mv, now)
        tally.answered(answer, act.dp, act.mv)
        if type(answer) is Nack:
            if answer.code in ("plugin", "frozen"):
                self.log.append(answer.text)
            self._send(session, "nack", answer)
        else:
            self._send(session, "ack", answer)

    def _ping(self, session: Session, ping: Ping, now: float) -> None:
        self._send(session, "pong", Pong(self.evening.table.rev, ping.t))

    def _ponged(self, session: Session, pong: Pong, now: float) -> None:
        """Nothing else is to do: a guest that answers is there."""

    def _ask(self, session: Session, ask: Ask, now: float) -> None:
        tally = self._tally(session.key, now)
        reply = tally.heard(ask.n)
        if reply is None and ask.what == "taken":
            handing.taken(self.evening, session.key, ask.text, ask.id, session.address, now)
            reply = tally.hears(ask.n, Table())
        elif reply is None:
            slow = ask.what == "leave" or tally.purse.talk.take(now)
            told = reply_to(self.evening, self.known, session.key, session.seat, ask, now) if slow else TOO_FAST
            reply = tally.hears(ask.n, told)
        if reply != Table():
            self._send(session, "table", reply)

    def _share(self, session: Session, share: Share, now: float) -> None:
        self.evening.share(session.key, session.seat, share, now)

    def _bye(self, session: Session, bye: Bye, now: float) -> None:
        if bye.code == "left":
            self.evening.leave(session.key, now)
        else:
            self.evening.seating.lost(session.key, now)
            self.evening.after(now)
        self.sessions.pop(session.key, None)

    # -- out

    def _send(self, session: Session, kind: str, message: Message) -> None:
        self._post(session, kind, codec.body(message))

    def _post(self, session: Session, kind: str, body: bytes) -> None:
        if session.stale:
            return
        if len(body) > codec.FRAME_MAX:
            self.log.append(f"A {kind} of {len(body)} bytes is too large to send.")
            return
        self.send(Frame(session.route, session.header(kind), body, session.key))

    def unreachable(self, key: str) -> None:
        """The socket could not take a frame for this key: nothing more is sent until it says hello again."""
        session = self.sessions.get(key)
        if session is not None:
            session.stale = True

    def flush(self, now: float) -> None:
        """Sends what there is to tell: a mark first, as it holds all totals that anybody hears of; revisions, talk, the state."""
        evening = self.evening
        for piece in self.marking.look(evening) if self.marking is not None and evening.dirty else ():
            body = codec.body(piece)
            for session in self.sessions.values():
                self._post(session, "piece", body)
        if evening.relaid:
            self._relaid(now)
        for each in evening.revisions:
            if isinstance(each, Revision):
                self._fan_out(each, now)
            else:
                self._tell_partners(each)
        evening.revisions.clear()
        for key in evening.reseated:
            if key in self.sessions:
                self._move(self.sessions[key], now)
        evening.reseated.clear()
        if evening.said:
            body = codec.body(Table(say=evening.said[:64]))
            evening.said.clear()
            for session in self.sessions.values():
                self._post(session, "table", body)
        if evening.dirty:
            evening.dirty = False
            shown: dict[tuple[int, int], bytes] = {}
            for session in self.sessions.values():
                place = (session.seat, evening.seating.number(session.key))
                if place not in shown:
                    shown[place] = codec.body(self._shown(session, now))
                self._post(session, "table", shown[place])
        for key, code, text in evening.goodbyes:
            self._send_away(key, code, text)
        evening.goodbyes.clear()
        if evening.moving is not None and evening.moving.due:
            self._give_table(evening.moving)
        if evening.ended and self.sessions:
            self.leaving.update(key for key, session in self.sessions.items() if not session.stale)
            for key in list(self.sessions):
                if evening.moved and not evening.seating.is_bot(key):
                    self._send_away(key, "moved", evening.ended, evening.moved)
                else:
                    self._send_away(key, "closed", evening.ended)
        if evening.turning and not evening.keeping.frozen and not evening.ended:
            evening.turn(now)
            self.flush(now)

    def _give_table(self, moving: handing.Moving) -> None:
        """The table itself, to the machine that is to carry it on and to nobody else."""
        moving.due = False
        journal = self.evening.table.journal
        if isinstance(journal, DiskJournal):
            moving.pieces = handed.packed(journal, sorted(self.evening.seating.watchers))
            if moving.key in self.sessions:
                self._hand_over(self.sessions[moving.key])

    def _hand_over(self, session: Session) -> None:
        moving = self.evening.moving
        for piece in moving.pieces if moving is not None and moving.key == session.key else ():
            self._send(session, "piece", piece)

    def _shown(self, session: Session, now: float) -> Table:
        """The table's state for one guest."""
        return Table(self.evening.show(session.seat, now, self.evening.seating.number(session.key)))

    def _fan_out(self, revision: Revision, now: float) -> None:
        """One delta for everybody; those who look on share theirs."""
        onlookers = b""
        for session in self.sessions.values():
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
        assert self.evening.fair is not None
        body = codec.body(step)
        for key, session in self.sessions.items():
            if key in self.evening.fair.partners:
                self._post(session, KINDS[type(step)], body)

    def _relaid(self, now: float) -> None:
        """The table plays another game: everybody's seat and view are fresh, and what was told before no longer counts."""
        self.evening.relaid = False
        self.evening.revisions[:] = [each for each in self.evening.revisions if not isinstance(each, Revision)]
        self.evening.reseated.clear()
        for session in list(self.sessions.values()):
            self._move(session, now)

    def _move(self, session: Session, now: float) -> None:
        """A guest sees the table from another seat, or another game."""
        place = self.evening.seating.place(session.key)
        if place is not None:
            session.seat = place
            self._send(session, "table", self._shown(session, now))
            self._welcome(session, None, now)

    def tick(self, now: float) -> None:
        """Time has passed."""
        self.evening.tick(now)
        self.flush(now)

    def close(self, text: str, now: float) -> None:
        """Good-bye to everybody."""
        self.evening.close(text)
        self.flush(now)
