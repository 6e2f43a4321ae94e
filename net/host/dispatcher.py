"""The host without its socket: frames come in with the key that sent them, frames go out to routes.  Pure.

Whose seat it is follows from the key alone.  A key without a place may say hello and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rumpus.net.host.broadcaster import Broadcaster, OutgoingFrame
from rumpus.net.host.sessions import PeerSession, open_session
from rumpus.net.identity.pairing import CodeRefused, WrongCode
from rumpus.net.protocol import codec
from rumpus.net.protocol.codec import BadMessage, OtherLayout
from rumpus.net.protocol.messages import (
    PROTOCOL,
    Ack,
    Act,
    Ask,
    Bye,
    Hello,
    Message,
    Nack,
    Ping,
    Pong,
    Share,
    Spoken,
    TableMessage,
)
from rumpus.net.protocol.rate_limit import PeerLimits, StrangerLimits
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.table import handover
from rumpus.net.table.requests import TOO_FAST, Known, reply_to
from rumpus.net.table.seating import NoPlace
from rumpus.net.table.table import Table

BAD_MOST = 3


class Dispatcher(Broadcaster):
    """One table: what is heard of everybody at it, and what comes of that.  The driver looks at the evening."""

    def __init__(self, table: Table, known: Known, epoch: int = 1) -> None:
        super().__init__(table, epoch)
        self.known = known
        self._door = StrangerLimits()
        self._reading: dict[type[Message], Callable[[PeerSession, Any, float], None]] = {
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
        place = self.table.seating.place(key)
        if place is None:
            if self._door.listens(key, address, now):
                self._from_stranger(route, key, address, frames, now)
            return
        tally = self._tally(key, now)
        if not tally.limits.messages.take(now):
            self._over_budget(key, tally.limits, now)
            return
        try:
            sid, message = codec.read_frames(frames)
        except OtherLayout as why:
            self._other_layout(route, why)
            return
        except BadMessage as why:
            self._bad(route, key, tally.limits, str(why))
            return
        if type(message) is Hello:
            self._hello(route, key, address, message, now)
            return
        session = self.sessions.get(key)
        if session is None or sid != session.sid:
            if type(message) is Bye:
                self.leaving.discard(key)
            return  # a late frame of an older session
        session.route, session.address, session.stale = route, address, False
        self.table.seating.heard(key, now)
        if self.table.seating.changes:
            self.table.after(now)
        self._reading[type(message)](session, message, now)
        self.flush(now)

    def _from_stranger(self, route: bytes, key: str, address: str, frames: list[Any], now: float) -> None:
        try:
            _, message = codec.read_frames(frames)
        except OtherLayout as why:
            self._other_layout(route, why)
            return
        except BadMessage as why:
            self.log.append(f"A stranger sent what is no message: {clean(str(why), LOG_CELLS)}")
            self._refuse(route, "bad_message", "That is no message of this protocol: update rumpus.")
            return
        if type(message) is Hello:
            self._hello(route, key, address, message, now)
        elif type(message) is Spoken:
            self._spoken(route, key, address, message, now)

    def _other_layout(self, route: bytes, why: OtherLayout) -> None:
        if why.kind == "hello":
            self._refuse(route, "version", str(why))

    def _spoken(self, route: bytes, key: str, address: str, spoken: Spoken, now: float) -> None:
        """A step of a stranger who knows the code that the screen shows, or guesses at it."""
        codes = self.table.codes
        if codes is None or key in self.table.seating.banned:
            self._refuse(route, "code", "This table lets nobody in by a code: ask the host for the invite.")
            return
        burnt = codes.burnt
        try:
            if spoken.step == 1:
                reply = codes.begin(key, address, spoken.data, now)
            else:
                reply = codes.finish(key, spoken.data, now)
                self.table.seating.admitted.add(key)
        except (CodeRefused, WrongCode) as why:
            if type(why) is WrongCode:
                self.log.append(f"Somebody at {clean(address, 60)} tried a wrong code.")
            self._refuse(route, "code", str(why))
        else:
            self.send(OutgoingFrame(route, codec.header("code"), codec.body(Spoken(spoken.step, reply)), ""))
        if codes.burnt > burnt:
            self.table.speak("Somebody has tried five wrong codes: the table shows another code now.")
        if codes.changed:
            codes.changed, self.table.dirty = False, True
            self.flush(now)

    def forget(self, key: str) -> None:
        """This bot never comes again."""
        self._tallies.pop(key, None)

    def restore(self, done: Mapping[str, tuple[int, int, int, str]], now: float) -> None:
        """What every key had done when the host ended: number and revision of its last accepted action, decision and text."""
        for key, (cid, rev, dp, mv) in done.items():
            self._tally(key, now).answered(Ack(cid, rev), dp, mv)

    def _over_budget(self, key: str, limits: PeerLimits, now: float) -> None:
        tell, enough = limits.over(now)
        if tell:
            self.log.append(f"{self.table.seating.name(key)} sends more than anybody may; the rest is dropped.")
        if enough:
            self._send_away(key, "flood", "You sent far too much; sit down again when your program is mended.")

    def _bad(self, route: bytes, key: str, limits: PeerLimits, why: str) -> None:
        limits.bad += 1
        self.log.append(f"{self.table.seating.name(key)} sent what is no message: {clean(why, LOG_CELLS)}")
        if limits.bad >= BAD_MOST:
            limits.bad = 0
            self._send_away(key, "bad_message", "Your program does not speak this protocol: update it.")

    # -- hello, welcome

    def _hello(self, route: bytes, key: str, address: str, hello: Hello, now: float) -> None:
        if not hello.proto[0] <= PROTOCOL <= hello.proto[1]:
            theirs = "-".join(str(version) for version in sorted(set(hello.proto)))
            self._refuse(
                route, "version", f"This table speaks protocol {PROTOCOL}, your program {theirs}: update the older of the two."
            )
            return
        if self.table.state == "closed":
            self._refuse(route, "closed", "The table is closed.")
            return
        if self.table.fair is not None:
            self.table.fair.hello(key, hello.fair)
        stranger = self.table.seating.place(key) is None
        try:
            seat = self.table.arrive(key, hello.name, hello.token, hello.watch, now)
        except NoPlace as why:
            if self.table.fair is not None:
                self.table.fair.hello(key, False)
            self._refuse(route, why.code, str(why))
            return
        if stranger:
            self._door.enter(key)
        if hello.sign and self.table.signs.get(key) != hello.sign.hex():
            self.table.signs[key], self.table.dirty = hello.sign.hex(), True
        if self._tally(key, now).limits.welcomes.take(now):
            self._let_in(route, key, address, hello, seat, now)
        self.flush(now)

    def _let_in(self, route: bytes, key: str, address: str, hello: Hello, seat: int, now: float) -> None:
        """A session for this hello, the same one where it was said twice, and all that its guest has to know."""
        old = self.sessions.get(key)
        if old is None or old.nonce != hello.nonce:
            if old is not None and old.route != route:
                self._send(old, "bye", Bye("replaced", "You sat down at this table from elsewhere."))
            self.sessions[key] = open_session(key, hello.nonce, route, seat)
            if old is None and self.table.seating.is_bot(key):
                self.table.clocks.restart(seat, now)  # its process has only just begun
        session = self.sessions[key]
        session.route, session.address, session.stale, session.seat = route, address, False, seat
        if self.table.relaid or self.table.revisions:
            self.flush(now)  # others hear what the arrival began; this one reads it in its welcome
        self._greet(session, hello, now)

    # -- the rest of what a guest says

    def _act(self, session: PeerSession, act: Act, now: float) -> None:
        tally = self._tally(session.key, now)
        claim = tally.claim(act.cid)
        if claim == "gap":
            self._send(session, "nack", Nack(act.cid, "cid_gap", f"The next action of this seat is number {tally.done_cid + 1}."))
            return
        if claim == "again":
            if tally.answer is not None and tally.answer.cid == act.cid:
                self._send(session, "ack" if type(tally.answer) is not Nack else "nack", tally.answer)
            return
        answer = self.table.act(session.key, session.seat, act.cid, act.dp, act.mv, now)
        tally.answered(answer, act.dp, act.mv)
        if type(answer) is Nack:
            if answer.code in ("plugin", "frozen"):
                self.log.append(answer.text)
            self._send(session, "nack", answer)
        else:
            self._send(session, "ack", answer)

    def _ping(self, session: PeerSession, ping: Ping, now: float) -> None:
        self._send(session, "pong", Pong(self.table.engine.rev, ping.t))

    def _ponged(self, session: PeerSession, pong: Pong, now: float) -> None:
        """Nothing else is to do: a guest that answers is there."""

    def _ask(self, session: PeerSession, ask: Ask, now: float) -> None:
        tally = self._tally(session.key, now)
        reply = tally.heard(ask.n)
        if reply is None and ask.what == "taken":
            handover.taken(self.table, session.key, ask.text, ask.id, session.address, now)
            reply = tally.hears(ask.n, TableMessage())
        elif reply is None:
            slow = ask.what == "leave" or tally.limits.talk.take(now)
            told = reply_to(self.table, self.known, session.key, session.seat, ask, now) if slow else TOO_FAST
            reply = tally.hears(ask.n, told)
        if reply != TableMessage():
            self._send(session, "table", reply)

    def _share(self, session: PeerSession, share: Share, now: float) -> None:
        self.table.share(session.key, session.seat, share, now)

    def _bye(self, session: PeerSession, bye: Bye, now: float) -> None:
        if bye.code == "left":
            self.table.leave(session.key, now)
        else:
            self.table.seating.lost(session.key, now)
            self.table.after(now)
        self.sessions.pop(session.key, None)

    def tick(self, now: float) -> None:
        """Time has passed."""
        self.table.tick(now)
        self.flush(now)

    def close(self, text: str, now: float) -> None:
        """Good-bye to everybody."""
        self.table.close(text)
        self.flush(now)
