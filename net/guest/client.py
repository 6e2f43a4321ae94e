"""A guest at somebody's table: a link with a socket under it, for asyncio programs and for plain ones.

Both tell `News` (events.py) in the order in which things happened.  The view (`guest.view`) is kept up to date before the
news of it is told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import zmq
from rumpus.core.events import View
from rumpus.net.guest.events import Ended, LinkNews, News
from rumpus.net.guest.link import GuestLink
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import KeyPair, raw_key
from rumpus.net.protocol.field_types import OptionValue
from rumpus.net.protocol.messages import Ask, Offer
from rumpus.net.shuffle.guest import ShuffleGuest, own_shares
from rumpus.net.transport.dealer_socket import Dealer, Sign

READ_MOST = 1000
STEP_MOST = 0.25
"""Seconds for which messages that come one upon the other may put off what else there is to look after."""
Result = TypeVar("Result")


def run_at_table(main: Coroutine[Any, Any, Result]) -> Result:
    """Runs a program with a `Guest` in it, in a loop that waits for ZeroMQ's descriptors: not every system's own does."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)


class _Seat:
    """What both kinds of guest have in common: the link, its socket, and what can be asked of the table."""

    def __init__(
        self,
        invite: Invite,
        pair: KeyPair,
        name: str,
        *,
        watch: bool = False,
        app: str = "rumpus",
        fair: bool = True,
        sign: bytes = b"",
        shuffle_guest: ShuffleGuest | None = None,
        context: zmq.Context[zmq.Socket[bytes]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.clock = clock
        self.context = context if context is not None else zmq.Context.instance()
        self.dealer = Dealer(self.context, invite, pair)
        if shuffle_guest is None:
            shuffle_guest = (
                ShuffleGuest(raw_key(invite.key), raw_key(pair.public), own_shares(raw_key(pair.secret)))
                if fair
                else ShuffleGuest()
            )
        self.link = GuestLink(name, invite.token, app, watch, sign, shuffle_guest=shuffle_guest)
        self._said = ""

    @property
    def view(self) -> View:
        """What this guest knows of the deal."""
        return self.link.view

    @property
    def seat(self) -> int:
        """Its seat; -1 looks on."""
        return self.link.seat

    @property
    def offer(self) -> Offer | None:
        """What it may do now."""
        return self.link.offer

    def look_at(self, place: tuple[str, int]) -> None:
        """The host is said to be at another place now: it is looked for there too, at once."""
        self.dealer.also(place)
        self._open(self.clock())
        self._push()

    def act(self, text: str) -> int:
        """Plays an action in the one notation; returns its number.  Raises NotNow."""
        number = self.link.act(text, self.clock())
        self._push()
        return number

    def say(self, text: str) -> None:
        """Says a line to everybody.  Raises NotNow, as all of the following do."""
        self._ask(Ask("say", text[:1000]))

    def propose(
        self,
        game: str,
        options: dict[str, OptionValue] | None = None,
        house_rules: Iterable[str] = (),
        seats: int = 0,
        sit: Iterable[str] = (),
    ) -> None:
        """Lays another game, or other rules, before the people at the table; `sit` names who sits, if not all can."""
        rules, names = list(house_rules), list(sit)
        self._ask(Ask("propose", game=game[:40], options=options or {}, house_rules=rules, seats=seats, sit=names))

    def vote(self, yes: bool, number: int = 0) -> None:
        """Votes on the proposal that is on the table."""
        self._ask(Ask("vote", yes=yes, id=number))

    def kick(self, name: str) -> None:
        """Proposes to send somebody away."""
        self._ask(Ask("kick", name[:200]))

    def hand_over(self, name: str) -> None:
        """Proposes that this person's machine carries the table on."""
        self._ask(Ask("hand", name[:200]))

    def taken(self, port: int, why: str = "") -> None:
        """This machine has the table and will open it at this port, or says why it cannot take it."""
        self._ask(Ask("taken", why[:1000], id=port))

    def want(self, ranks: str) -> None:
        """Which offered cards to be asked about: all, none, or ranks."""
        self._ask(Ask("want", ranks[:200]))

    def pause(self, hold: bool = True) -> None:
        """Holds the table, or lets it go on."""
        self._ask(Ask("pause" if hold else "resume"))

    def sit(self) -> None:
        """Takes a seat, after having looked on."""
        self._ask(Ask("sit"))

    def close_table(self, owner: str) -> None:
        """Closes the table; only the host's own player knows the word for it."""
        self._ask(Ask("close", owner))

    def rules(self) -> None:
        """Asks for the help page of the game on the table."""
        self._ask(Ask("rules"))

    def leave(self) -> None:
        """Gives the seat up for good; the host's good-bye ends the link."""
        self._ask(Ask("leave"))

    def _ask(self, ask: Ask) -> None:
        self.link.ask(ask)
        self._push()

    def _push(self) -> None:
        """Sends what the link wants to send."""
        for message in self.link.out:
            self.dealer.send(message)
        self.link.out.clear()

    def _read(self, now: float) -> None:
        """Reads what is there."""
        dealer, hear = self.dealer, self.link.frame
        frames = dealer.receive()
        for _ in range(READ_MOST):
            if frames is None:
                break
            hear(frames, now)
            frames = dealer.receive() if dealer.holds_more() else None

    def _step(self, now: float) -> list[News]:
        """Reads all that is there, lets time pass, sends; returns what there is to tell."""
        link, dealer = self.link, self.dealer
        self._read(now)
        link.tick(now)
        shaken = dealer.shaken
        signs = [self._noted(sign) for sign in dealer.signs()]
        if dealer.again or (dealer.shaken and not shaken):
            dealer.again = False
            link.connected(now)
        if link.reopen or dealer.astray or (link.state == "connecting" and dealer.wants_next_address(now)):
            self._open(now)
        self._push()
        news = [*link.news, *(sign for sign in signs if sign is not None)]
        link.news.clear()
        return news

    def _open(self, now: float) -> None:
        """A new socket, and a hello on it."""
        self.dealer.open(now)
        self.link.opened(now)

    def _noted(self, sign: Sign) -> News | None:
        """What the monitor saw, told once; a wrong key ends the link."""
        if sign.final:
            self.link.state = "over"
            return Ended("wrong_host", sign.text)
        if sign.text == self._said or self.link.state == "live":
            return None
        self._said = sign.text
        return LinkNews(self.link.state, sign.text)


class Guest(_Seat):
    """A guest in an asyncio program.  `tell` is called with each piece of news, in the loop's thread.

    ZeroMQ's descriptor only tells of changes, so that everything that is there is read whenever anything happened, and
    once more after sending.
    """

    def __init__(self, invite: Invite, pair: KeyPair, name: str, tell: Callable[[News], None], **more: Any) -> None:
        super().__init__(invite, pair, name, **more)
        self.tell = tell
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._soon: asyncio.Handle | None = None
        self._watched: list[int] = []

    def start(self) -> None:
        """Begins to look for the host; call it in a running loop."""
        self._loop = asyncio.get_running_loop()
        self._open(self.clock())
        self._push()

    def _open(self, now: float) -> None:
        assert self._loop is not None
        self._unwatch()  # before the old descriptors are closed: their numbers come again
        super()._open(now)
        for socket in self.dealer.sockets():
            self._watched.append(int(socket.get(zmq.FD)))
            self._loop.add_reader(self._watched[-1], self._look)

    def _unwatch(self) -> None:
        assert self._loop is not None
        for descriptor in self._watched:
            self._loop.remove_reader(descriptor)
        self._watched.clear()

    def _look_soon(self) -> None:
        if self._loop is not None and self._soon is None:
            self._soon = self._loop.call_soon(self._look)

    def _push(self) -> None:
        if self.link.out:
            super()._push()
            self._look_soon()  # sending may have swallowed the sign that something came in

    def _look(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if self.dealer.socket is None:
            return
        news = self._step(self.clock())
        over = self.link.state == "over"
        if over:
            self._stop()
        else:
            self._arm()
        for each in news:
            self.tell(each)

    def _arm(self) -> None:
        assert self._loop is not None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wait = max(0.0, min(self.link.next_at(), self.dealer.next_at()) - self.clock())
        self._timer = self._loop.call_later(wait, self._look)

    def close(self) -> None:
        """Good-bye for now: the seat is away until the key comes back."""
        self.link.quit()
        self._push()
        self._stop()

    def _stop(self) -> None:
        for handle in (self._timer, self._soon):
            if handle is not None:
                handle.cancel()
        self._timer = self._soon = None
        if self._loop is not None:
            self._unwatch()
        self.dealer.close()


class BlockingGuest(_Seat):
    """A guest in a plain program: `wait` returns the next news."""

    _step_at = 0.0

    def start(self) -> None:
        """Begins to look for the host."""
        self._open(self.clock())
        self._push()

    def wait(self, seconds: float) -> list[News]:
        """What happened; waits until something did, at most so long.  There may be more: wait again."""
        now = self.clock()
        until = now + seconds
        while True:
            news = self._hear(now) if now < self._step_at else []
            if not news and now >= min(self._step_at, self._wakes_at()):
                news = self._step(now)
            if self.link.state == "over":
                self.dealer.close()
            if news or now >= until or self.dealer.socket is None:
                return news
            self._poll(max(0.0, min(until, self._wakes_at()) - now))
            now = self.clock()

    def _hear(self, now: float) -> list[News]:
        """Reads the next message, and all that is there where that one was no news, or there is something to do: who acts upon
        a part of the news acts too early.  What else a step looks after may wait a moment, if the link is well.

        A socket that was found empty has to be woken for the next message; one of which no more was asked than came has not.
        """
        link = self.link
        frames = self.dealer.receive()
        if frames is not None:
            link.frame(frames, now)
            if link.offer is not None or not link.news:
                self._read(now)
                link.check(now)
        else:
            link.check(now)
        if link.out:
            self._push()
        news, link.news = link.news, []
        if link.state != "live":
            self._step_at = 0.0
        return news

    def _step(self, now: float) -> list[News]:
        news = super()._step(now)
        self._step_at = self.clock() + STEP_MOST if self.link.state == "live" else 0.0
        return news

    def _wakes_at(self) -> float:
        return min(self.link.next_at(), self.dealer.next_at())

    def _poll(self, seconds: float) -> None:
        for socket, _ in self._poller.poll(int(seconds * 1000) + 1):
            if socket is not self.dealer.socket:
                self._step_at = 0.0  # something happened to the connection

    def _open(self, now: float) -> None:
        super()._open(now)
        self._poller = zmq.Poller()
        for socket in self.dealer.sockets():
            self._poller.register(socket, zmq.POLLIN)

    def close(self) -> None:
        """Good-bye for now: the seat is away until the key comes back."""
        self.link.quit()
        self._push()
        self.dealer.close()
