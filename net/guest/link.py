"""A guest's end of the link.  A pure machine: frames and the time go in; frames, news and the wish for a new socket come out.

The guest owns liveness: it says hello until it is welcome, pings every second, suspects the link after four silent
seconds and asks for a new socket after six.  Its view is the fold of what it was sent; it is checked by hash when there is
no more to read, and before the guest acts.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.events import Seen, View
from rumpus.net.guest.events import (
    SENTENCES,
    Answered,
    Ended,
    Heard,
    LinkNews,
    LinkState,
    News,
    Oddity,
    PieceNews,
    Refused,
    WelcomeNews,
    news_of,
)
from rumpus.net.guest.outbox import NotNow, Pace, Pending, RequestQueue
from rumpus.net.protocol import codec
from rumpus.net.protocol.chunks import WelcomePieces
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.field_types import NONCE_BYTES
from rumpus.net.protocol.messages import (
    PROTOCOL,
    Ack,
    Act,
    Ask,
    Bye,
    Delta,
    Hello,
    Message,
    Nack,
    Offer,
    Piece,
    Ping,
    Pong,
    Refuse,
    Resume,
    Snapshot,
    TableMessage,
    Welcome,
)
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.protocol.view_hash import ViewHash
from rumpus.net.shuffle.guest import ShuffleGuest

RESEND, PING = 0.7, 1.0
SUSPECT, REOPEN = 4.0, 6.0
BAD_MOST = 3


@dataclass
class GuestLink:
    """What the guest knows of the table, and what it still waits for.

    The driver sends all of `out`, tells all of `news`, and where `reopen` is set makes a new socket and calls `opened`.
    The `shuffle_guest` takes part in fair shuffles, if it has keys.
    """

    name: str
    token: bytes = b""
    app: str = "rumpus"
    watch: bool = False
    sign: bytes = b""
    plugins: dict[str, str] = field(default_factory=dict)
    nonces: Callable[[int], bytes] = secrets.token_bytes
    shuffle_guest: ShuffleGuest = field(default_factory=ShuffleGuest)

    def __post_init__(self) -> None:
        self.out: list[tuple[bytes, bytes]] = []
        self.news: list[News] = []
        self.reopen = False
        self.state: LinkState = "connecting"
        self.seat, self.rev, self._spent = -1, 0, -1
        self.view = View(-1)
        self.view_hash = ViewHash(self.view)
        self.offer: Offer | None = None
        self.table, self.epoch = "", 0
        self.pending: Pending | None = None
        self.asked, self._pace, self._parts = RequestQueue(), Pace(), WelcomePieces()
        self._done = self._dp = self._ahead = self._bad = 0
        self._sid = self._sid_offered = self._nonce = b""
        self._waiting = True  # for a welcome
        self._astray = False  # the view was not the host's
        self._hello_at = self._ping_at = self._heard_at = self._opened_at = 0.0
        self._reading: dict[type[Message], Callable[[Any, float], None]] = {
            Welcome: self._welcome,
            Delta: self._delta,
            Ack: self._ack,
            Nack: self._nack,
            Ping: self._pinged,
            Pong: self._pong,
            TableMessage: self._news_of_table,
            Piece: lambda piece, now: self.news.append(PieceNews(piece)),
            Refuse: self._refuse,
            Bye: self._bye,
        }
        self._reading |= dict.fromkeys(self.shuffle_guest.reading, self._fair_step)

    # -- what the driver calls

    def opened(self, now: float) -> None:
        """There is a (new) socket: say hello on it."""
        self.reopen = False
        self._opened_at = self._ping_at = now
        self._say_hello(now)

    def connected(self, now: float) -> None:
        """The socket's handshake is done, or done again: what was said before may be lost, say hello at once."""
        if self.state != "over":
            (self._send_hello if self._waiting else self._say_hello)(now)

    def frame(self, frames: list[Any], now: float) -> None:
        """A message came in."""
        if self.state == "over":
            return
        try:
            if len(frames) != 2:
                raise BadMessage("A message is two frames.")
            header = codec.read_header(frames[0])
            if header.sid != self._sid and header.kind not in ("welcome", "refuse"):
                return  # a late frame of an older session
            message = codec.read_from_host(header.kind, frames[1])
        except BadMessage as why:
            self._bad_message(str(why), now)
            return
        self._heard_at = now
        reading = self._reading.get(type(message))
        if reading is None:
            return
        if type(message) is Welcome:
            self._sid_offered = header.sid
        elif self.state == "suspect" and not self._waiting:
            self._become("live")
        reading(message, now)

    def check(self, now: float) -> bool:
        """There is no more to read for now: whether the view is the host's.  If not, what it offers and tells does not count."""
        if self.view_hash.fits() or self.state == "over":
            return True
        self.offer, self._astray = None, True
        self.news = [each for each in self.news if type(each) is not Heard]
        self.resync(f"The view after revision {self.rev} is not the host's.", now)
        return False

    def tick(self, now: float) -> None:
        """Time has passed."""
        if self.state == "over":
            return
        self.check(now)
        silent = now - max(self._heard_at, self._opened_at)
        if silent >= REOPEN:
            if self.asked.leaving:  # and the host's good-bye was lost
                self._end(Ended("left", "You have left the table."))
                return
            self._become("connecting" if not self.table else "reconnecting")
            self._waiting = True
            self.reopen = True
            return
        if silent >= SUSPECT and self.state == "live":
            self._become("suspect")
        if self._waiting:
            if now - self._hello_at >= RESEND:
                self._send_hello(now)
        elif self.pending is not None and now - self.pending.sent >= RESEND:
            self._send_act(now)
        self._send_asks(now)
        if not self._waiting and now - self._ping_at >= PING:
            self._ping_at = now
            self._send("ping", Ping(self.rev, int(now * 1000)))

    def next_at(self) -> float:
        """When `tick` has something to do at the latest."""
        if self.state == "over":
            return float("inf")
        soonest = max(self._heard_at, self._opened_at) + (SUSPECT if self.state == "live" else REOPEN)
        if self._waiting:
            return min(soonest, self._hello_at + RESEND)
        if self.pending is not None:
            soonest = min(soonest, self.pending.sent + RESEND)
        return min(soonest, self._ping_at + PING, self.asked.next_at())

    def act(self, mv: str, now: float, dp: int | None = None) -> int:
        """Sends an action for the decision that the seat was offered last; returns its number.  Raises NotNow."""
        if self.state == "over":
            raise NotNow("The table is closed.")
        if not self.table:
            raise NotNow("You are not at the table yet: wait for the host.")
        if self.pending is not None:
            raise NotNow("Your last action is still on its way: wait for its answer.")
        if not self.check(now):
            raise NotNow("What you see is not what the host has: look again in a moment.")
        self.pending = Pending(self._done + 1, self._dp if dp is None else dp, mv[:2000], now)
        if not self._waiting:
            self._send_act(now)
        return self.pending.cid

    def ask(self, ask: Ask) -> None:
        """Asks something of the table; it is sent again until the host has heard it.  Raises NotNow."""
        if self._waiting or self.state == "over":
            raise NotNow("The host cannot be reached at the moment: try again in a moment.")
        self.asked.add(ask)
        self._send_asks(self._ping_at)

    def quit(self) -> None:
        """Good-bye for now: the seat is away."""
        if self._sid and self.state != "over":
            self._send("bye", Bye("quit"))
        self.state = "over"

    def resync(self, why: str, now: float) -> None:
        """The guest and the host do not agree: ask for everything again."""
        if self._waiting:
            return
        self.news.append(Oddity(why))
        self._ahead = 0
        self._say_hello(now)

    # -- saying

    def _send(self, kind: str, message: Message) -> None:
        self.out.append((codec.header(kind, self._sid), codec.body(message)))

    def _say_hello(self, now: float) -> None:
        self._nonce = self.nonces(NONCE_BYTES)
        self._waiting = True
        self._parts.clear()
        self._send_hello(now)

    def _send_hello(self, now: float) -> None:
        self._hello_at = now
        resume = Resume(self.table, self.epoch, self.rev, self.view_hash.value) if self.table else None
        mine = self.name, self.token, self.watch, self.plugins, resume, bool(self.shuffle_guest.key), self.sign
        hello = Hello((PROTOCOL, PROTOCOL), self._nonce, self.app, *mine)
        self.out.append((codec.header("hello"), codec.body(hello)))

    def _send_act(self, now: float) -> None:
        """Sends the pending action, or puts it off: who plays faster than the host's budget would not be heard."""
        assert self.pending is not None
        free = self._pace.free(now)
        if free > now:
            self.pending.sent = free - RESEND
            return
        self.pending.sent = now
        self._send("act", Act(self.pending.cid, self.pending.dp, self.pending.mv))

    def _send_asks(self, now: float) -> None:
        if not self._waiting and self.asked.due(now):
            self._send("table", self.asked.ask(now))

    def _become(self, state: LinkState) -> None:
        if state != self.state:
            self.state = state
            self.news.append(LinkNews(state, SENTENCES[state]))

    def _end(self, news: Refused | Ended) -> None:
        self.state = "over"
        self.offer = None
        self.news += [news, LinkNews("over", news.text)]

    # -- hearing

    def _bad_message(self, why: str, now: float) -> None:
        self._bad += 1
        self.news.append(Oddity(f"The host sent what is no message: {clean(why, LOG_CELLS)}"))
        if self._bad >= BAD_MOST:
            self._end(Ended("bad_message", "The host does not speak this protocol: update rumpus on both machines."))
        else:
            self.resync("A bad message came from the host.", now)

    def _welcome(self, welcome: Welcome, now: float) -> None:
        if welcome.nonce != self._nonce:
            return
        if not self._waiting and welcome.rev <= self.rev and welcome.seat == self.seat:
            return  # said again for a hello that was answered long ago
        try:
            whole = self._parts.join(welcome)
        except BadMessage as why:
            self._bad_message(f"welcome: {why}", now)
            return
        if whole is None:
            return
        snapshot, self.view, self.view_hash = whole
        unbroken, told = self._leads_here(welcome, snapshot)
        self._bad, self._spent = 0, -1
        self._sid, self._waiting, self._ahead, self._astray = self._sid_offered, False, 0, False
        self.table, self.epoch, self.seat, self.rev = welcome.table, welcome.epoch, welcome.seat, welcome.rev
        self._done = welcome.done_cid
        self.asked.welcome(welcome.done_ask)
        self._take_offer(welcome.offer)
        self._become("live")
        since = [] if told else snapshot.missed
        missed = [event for each in since for event in each.ev]
        self.shuffle_guest.welcome(self.table, self.seat, self.rev, snapshot.view, since)
        self.news.append(WelcomeNews(self.seat, self.rev, View.read(snapshot.view), missed, self.offer, unbroken, told))
        self._settle_pending(welcome, now)

    def _leads_here(self, welcome: Welcome, snapshot: Snapshot) -> tuple[bool, list[Seen]]:
        """Whether what was missed goes on from what was heard before; if not, the deal from its beginning, where that is told."""
        known = (self.table, self.epoch, self.seat) == (welcome.table, welcome.epoch, welcome.seat) and not self._astray
        revs = [each.rev for each in snapshot.missed]
        if known and revs == list(range(self.rev + 1, welcome.rev + 1)):
            return True, []
        told = [event for each in snapshot.missed for event in each.ev]
        is_whole = revs == list(range(welcome.rev - len(revs) + 1, welcome.rev + 1)) and bool(told) and told[0][0] == "deal"
        return False, told if is_whole else []

    def _settle_pending(self, welcome: Welcome, now: float) -> None:
        """An action that the host has answered is done, whatever became of the answer; another one is sent again."""
        pending = self.pending
        if pending is None:
            return
        if pending.answered_by(welcome):
            self.pending = None
            refusal = clean(welcome.refusal, LOG_CELLS)
            self.news.append(Answered(pending.cid, pending.mv, not refusal, "illegal" if refusal else "", refusal))
        else:
            pending.cid = welcome.done_cid + 1
            self._send_act(now)

    def _take_offer(self, offer: Offer | None) -> None:
        """A decision that is taken is no offer any more, even where the news of it is still on its way."""
        self.offer = offer if offer is None or offer.dp > self._spent else None
        if offer is not None:
            self._dp = offer.dp

    def _delta(self, delta: Delta, now: float) -> None:
        if self._waiting or delta.rev <= self.rev:
            return
        if delta.rev != self.rev + 1:
            self.resync(f"Revision {self.rev + 1} was lost.", now)
            return
        try:
            if delta.ev and delta.ev[0][0] == "deal" and not self.check(now):  # nothing stays of the deal before
                return
            for event in delta.ev:
                self.view.fold(event)
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as why:
            self.resync(f"Revision {delta.rev} does not fit the view ({type(why).__name__}).", now)
            return
        self.rev = delta.rev
        self.view_hash.claim(delta.ev, delta.vh)
        self.shuffle_guest.heard(delta.rev, delta.ev)
        self._take_offer(delta.offer)
        self.news.append(Heard(delta.rev, delta.ev, self.offer))
        if self.shuffle_guest.lacks:
            self._tell_fair(now)

    def _fair_step(self, step: Message, now: float) -> None:
        """Hears a step of a shuffle, and answers it."""
        for share in self.shuffle_guest.take(step):
            self._send("share", share)
        self._tell_fair(now)

    def _tell_fair(self, now: float) -> None:
        self.news += self.shuffle_guest.news
        self.shuffle_guest.news.clear()
        if self.shuffle_guest.lacks:
            why, self.shuffle_guest.lacks = self.shuffle_guest.lacks, ""
            self.resync(why, now)

    def _ack(self, ack: Ack, now: float) -> None:
        if self.pending is not None and ack.cid == self.pending.cid:
            self.shuffle_guest.acked(ack.rev, self.pending.mv)
        self._answered(ack.cid)

    def _nack(self, nack: Nack, now: float) -> None:
        if nack.code == "cid_gap":
            self.resync("The host counts this seat's actions otherwise.", now)
        else:
            self._answered(nack.cid, nack.code, clean(nack.text, LOG_CELLS))

    def _answered(self, cid: int, code: str = "", text: str = "") -> None:
        pending = self.pending
        if pending is not None and cid == pending.cid:
            self.pending = None
            self._done = cid
            if not code:
                self._spent = pending.dp
                self._take_offer(self.offer)
            self.news.append(Answered(cid, pending.mv, not code, code, text))

    def _pinged(self, ping: Ping, now: float) -> None:
        self._send("pong", Pong(self.rev, ping.t))

    def _pong(self, pong: Pong, now: float) -> None:
        self._ahead = self._ahead + 1 if pong.rev > self.rev else 0
        if self._ahead >= 2:
            self.resync(f"The host is at revision {pong.rev}, this guest at {self.rev}.", now)

    def _news_of_table(self, table: TableMessage, now: float) -> None:
        if table.state is not None:
            self.shuffle_guest.state(table.state)
        self.news += news_of(table)
        if self.asked.heard(table.heard):
            self._send_asks(now)

    def _refuse(self, refuse: Refuse, now: float) -> None:
        if self._waiting:
            self._end(Refused(refuse.code, clean(refuse.text, LOG_CELLS)))

    def _bye(self, bye: Bye, now: float) -> None:
        if bye.code in ("closed", "moved"):
            self._send("bye", Bye("quit"))  # the host waits for it before it goes
        if bye.code == "closed":
            self.shuffle_guest.closing()
            self._tell_fair(now)
        self._end(Ended(bye.code, clean(bye.text, LOG_CELLS), bye.to))
