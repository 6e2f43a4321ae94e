"""The guests of a simulated table: a link and its connection, and a person (or a bot) who plays by chance.

A connection is TCP: what is sent in one direction arrives in order or, where the connection breaks, not at all.
"""

from __future__ import annotations

import random
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any

from parlour import AtSeat
from rumpus.core.actions import Choice, read_action
from rumpus.net.bots.process import BotPlayer
from rumpus.net.guest.events import Answered, Ended, EvidenceNews, Heard, Oddity, Refused, TableNews, WelcomeNews
from rumpus.net.guest.link import GuestLink
from rumpus.net.guest.outbox import NotNow
from rumpus.net.protocol.messages import Ask, State
from rumpus.net.shuffle.audit import Auditor
from rumpus.net.shuffle.guest import CodeNews, ShuffleGuest, own_shares
from rumpus.net.table.engine import core_offers

if TYPE_CHECKING:
    from simulated import World

HEARTBEAT = 3.1
"""Seconds after which both ends' sockets give a silent connection up."""
TO_HOST, TO_GUEST = 0, 1
EAGER = ("knock", "meld", "play", "draw stock", "tunk")
HARMLESS = ("Revision", "The host is at", "The host counts", "The shares of", "The last deal")
"""How what a link puts right by itself begins, where messages were lost."""


class Wire:
    """One connection.  `up` is what its ends believe; frames whose number is above `keep` never arrive."""

    def __init__(self, route: bytes) -> None:
        self.route = route
        self.up = True
        self.sent = [0, 0]
        self.done = [0, 0]
        self.keep = [2**60, 2**60]
        self.last = [0.0, 0.0]

    def cut(self, chance: random.Random) -> None:
        """The connection breaks; some of what is on its way may still be in a buffer near its end."""
        self.up = False
        for way in (TO_HOST, TO_GUEST):
            self.keep[way] = chance.choice((self.done[way], chance.randint(self.done[way], self.sent[way])))


class Device:
    """A program at some seat: its link, its connection, what happened to it.

    `key` may be that of another device too: the same person twice.  `hole` are the times until which nothing passes in
    each direction, `asleep` until when its machine sleeps.
    """

    local = False

    def __init__(self, world: World, name: str, key: str, *, watch: bool = False, fair: bytes = b"") -> None:
        self.world = world
        self.name, self.key, self.watch, self.fair = name, key, watch, fair
        chance = world.chance
        shuffle_guest = ShuffleGuest(world.host_key, fair, own_shares(fair)) if fair else ShuffleGuest()
        token = b"" if self.local else world.token
        self.link = GuestLink(name, token, watch=watch, nonces=chance.randbytes, shuffle_guest=shuffle_guest)
        self.address = f"10.0.0.{len(world.devices)}"
        self.wire: Wire | None = None
        self.hole = [0.0, 0.0]
        self.asleep = 0.0
        self.slow = 0.0
        self.inbox: list[tuple[Wire, int, tuple[bytes, bytes]]] = []
        self.state: State | None = None
        self.heard: tuple[int, int] = (0, 0)
        self.thinking = False
        self.quiet = True  # its link has not been disturbed
        self.voted = 0
        self.patient = 0.0
        self.meant: int | None = None
        self.codes: dict[tuple[int, int], str] = {}
        self.kinds: list[str] = []
        self.prover = Auditor()
        self._wake_at = float("inf")
        self.link.opened(world.now)
        world.after(self.lag(), self.dial)
        self.stir()

    def lag(self) -> float:
        """Seconds that a frame needs at the moment."""
        if self.local:
            return 0.001
        chance = self.world.chance
        return self.slow * chance.random() + (chance.random() * 0.02 if chance.random() < 0.93 else chance.random() * 0.4)

    # -- the connection

    def dial(self) -> None:
        """Tries to connect, and again a little later where that does not work."""
        world = self.world
        if self.link.state == "over" or (self.wire is not None and self.wire.up):
            return
        if world.dispatcher is None or not world.answers() or max(*self.hole, self.asleep) > world.now:
            if not self.local or world.dispatcher is not None:
                world.after(0.1 + 0.9 * world.chance.random(), self.dial)
            return
        self.wire = world.connect(self)
        self.link.connected(world.now)
        self.stir()

    def lost(self) -> None:
        """The connection is broken, and its socket looks for another one by itself."""
        self.quiet = False
        self.world.after(0.1 * self.world.chance.random(), self.dial)

    def reopened(self) -> None:
        """The link wants a new socket."""
        self.quiet = False
        if self.wire is not None:
            self.world.cut(self.wire, both=False)
            self.wire = None
        self.link.opened(self.world.now)
        self.world.after(self.lag(), self.dial)

    def arrive(self, wire: Wire, number: int, frames: tuple[bytes, bytes]) -> None:
        """A frame from the host is at this machine."""
        if self.asleep > self.world.now:
            self.inbox.append((wire, number, frames))
        elif wire is self.wire and number <= wire.keep[TO_GUEST]:
            wire.done[TO_GUEST] = number
            self.world.note("guest", self.key, frames)
            self.link.frame(list(frames), self.world.now)
            self._news()
            self.stir()

    def wake(self) -> None:
        """The machine goes on after a sleep: first comes what its system has kept."""
        if self.asleep > self.world.now:
            return
        inbox, self.inbox = self.inbox, []
        for each in inbox:
            self.arrive(*each)
        self.link.tick(self.world.now)
        self._news()
        if self.wire is None or not self.wire.up:
            self.lost()
        self.stir()

    # -- time

    def stir(self) -> None:
        """Sends what there is to send, and looks when there is something to do next."""
        world = self.world
        if self.link.reopen:
            self.reopened()
        for frames in self.link.out:
            world.to_host(self, frames)
        self.link.out.clear()
        if self.link.news:
            self._news()
        at = self.link.next_at()
        if at < self._wake_at and at != float("inf"):
            self._wake_at = at
            world.at(max(at, world.now) + 1e-6, lambda: self._tick(at))  # a moment later: sums of floats are not exact

    def _tick(self, at: float) -> None:
        if at != self._wake_at or self.asleep > self.world.now:
            self._wake_at = float("inf") if at == self._wake_at else self._wake_at
            return
        self._wake_at = float("inf")
        self.link.tick(self.world.now)
        self.stir()

    # -- news

    def _news(self) -> None:
        for news in self.link.news:
            self._one(news)
        self.link.news.clear()
        self.mind()

    def _one(self, news: Any) -> None:
        world, check = self.world, self.world.checker
        if isinstance(news, Heard):
            if news.rev != self.heard[1] + 1:
                check.wrong("order", f"{self.name} heard revision {news.rev} after {self.heard[1]}")
            self._at(news.rev)
        elif isinstance(news, WelcomeNews):
            self._at(news.rev)
        elif isinstance(news, Answered):
            self._answered(news)
        elif isinstance(news, TableNews):
            self.state = news.state
        elif isinstance(news, CodeNews):
            self.codes[news.deal, news.attempt] = news.code
        elif isinstance(news, EvidenceNews):
            self.evidence(news)
        elif isinstance(news, Oddity) and not news.text.startswith(HARMLESS):
            check.wrong("odd", f"{self.name}: {news.text}")
        elif isinstance(news, (Ended, Refused)):
            self.quiet = False
            if news.code in ("flood", "bad_message", "version", "busy"):
                check.wrong("odd", f"{self.name}: {news.text}")
            world.gone(self, news.code)

    def _at(self, rev: int) -> None:
        """The view is at another revision: what it is then must be what the rules make of it."""
        link, check = self.link, self.world.checker
        if (link.epoch, rev) < self.heard:
            check.wrong("order", f"{self.name} is at revision {rev} after {self.heard[1]}")
        self.heard = (link.epoch, rev)
        known = check.model.digest(link.seat, rev)
        if known is not None and known != link.view.digest() and rev == check.model.rev:
            check.wrong("hash", f"what {self.name} sees at revision {rev} is not what its seat may see")

    def _answered(self, news: Answered) -> None:
        world = self.world
        row = world.checker.acts.get((self.key, news.cid))
        if news.ok:
            world.answered.append((self.name, self.key, news.cid, news.mv))
        if news.ok and row is None:
            world.checker.wrong("lost", f"{self.name} was told that action {news.cid} counts, and it is not in the journal")
        elif news.ok and row is not None and row.data()["text"] != news.mv:
            world.checker.wrong("lost", f"{self.name} was told that {news.mv} counts, and {row.data()['text']} does")
        elif not news.ok and self.meant is not None:
            done = world.checker.decisions.get((self.link.seat, self.meant))
            if done is None or (done.key, done.data()["text"]) != (self.key, news.mv):
                return
            if not world.alone(self):  # the same person's other program may have been answered since
                world.happened["late for the other program"] += 1
            else:
                world.checker.wrong("denied", f"{self.name} was told that {news.mv} does not count ({news.code}), and it does")

    def evidence(self, news: EvidenceNews) -> None:
        """A deal can be checked."""
        verdict = self.prover.check(news.evidence, self.world.catalogue)
        self.kinds.append(verdict.kind)
        self.world.verdicts[verdict.kind] += 1
        excused = news.evidence.hidden != "" or news.evidence.mine is False or not news.evidence.pledges
        if verdict.kind in ("failed", "cannot verify") or (verdict.kind != "verified" and not excused):
            self.world.checker.wrong("fair", f"{self.name}, deal {verdict.deal}: {verdict.text}")
        elif verdict.kind != "verified" and self.quiet and not self.watch and "verified" in self.kinds:
            self.world.checker.wrong("fair", f"{self.name} was here all the time, deal {verdict.deal}: {verdict.text}")

    # -- what a person does

    def mind(self) -> None:
        """Begins to think where there is something to think about."""
        world, link = self.world, self.link
        if link.offer is not None and link.pending is None and link.state == "live" and world.acting and not self.thinking:
            self.thinking = True
            world.after(world.pace * (0.2 + world.chance.random()) + self.slow, self.act)
        state = self.state
        if state is None or self.watch or link.state != "live":
            return
        if state.proposal is not None and state.proposal.id != self.voted:
            self.voted = state.proposal.id
            yes = world.chance.random() < 0.85
            world.after(world.chance.random(), lambda: self.ask(Ask("vote", yes=yes)))
        if world.now < self.patient or not (state.paused or (state.state == "between" and state.proposal is None)):
            return
        self.patient = world.now + 1.0 + world.chance.random()
        if state.paused:
            world.after(1.0, lambda: self.ask(Ask("resume")) if self.state is not None and self.state.paused else None)
        else:
            world.after(1.5, self.propose)

    def propose(self) -> None:
        """Another match, where none is on."""
        if self.state is not None and self.state.state == "between" and self.state.proposal is None:
            self.ask(Ask("propose"))

    def ask(self, ask: Ask) -> None:
        """Asks something of the table, if the host can be reached."""
        if self.asleep <= self.world.now:
            with suppress(NotNow):
                self.link.ask(ask)
            self.stir()

    def act(self) -> None:
        """Plays one of the offers by chance, or something that does not count."""
        self.thinking = False
        world, link = self.world, self.link
        luck = random.Random(world.chance.random())
        if link.offer is None or link.pending is not None or link.state not in ("live", "suspect") or not world.acting:
            return
        if self.asleep > world.now:
            return
        text, dp = self.choose(luck), None
        if world.mischief and luck.random() < 0.06:
            dp = max(0, link.offer.dp - 1) if luck.random() < 0.5 else None
            text = text if dp is not None else luck.choice(("play 2C", "draw stock", "nonsense", "discard KS", "play BJ"))
        self.meant = link.offer.dp if dp is None else None
        with suppress(NotNow):
            link.act(text, world.now, dp)
        again = link.out[-1:]
        self.stir()
        if world.mischief and luck.random() < 0.08 and again:
            for _ in range(luck.randint(1, 3)):
                world.to_host(self, again[0])

    def choose(self, luck: random.Random) -> str:
        """One of the offers; in another world what was done in the first one."""
        world = self.world
        if world.script is not None:
            return world.script.pop(0) if world.script else "nonsense"
        assert self.link.offer is not None
        offers = core_offers(self.link.offer)
        eager = [each for each in offers if str(each).startswith(EAGER)]
        offer = luck.choice(eager if eager and luck.random() < 0.6 else offers)
        text = str(offer.of(tuple(sorted(luck.sample(offer.cards, offer.n)))) if isinstance(offer, Choice) else offer)
        world.done.append(text)
        return text


class BotDevice(AtSeat, Device):
    """A bot of the host in its own process beside it."""

    local = True

    def __init__(self, world: World, key: str) -> None:
        self.player = BotPlayer("random", world.catalogue, self._play, world.bot_log.append, f"{world.seed}/{key}", 8.0)
        self.player.limit = nullcontext
        super().__init__(world, "bot", key)

    def _play(self, text: str) -> None:
        with suppress(NotNow):
            self.link.act(text, self.world.now)

    def _one(self, news: Any) -> None:
        super()._one(news)
        self.player.take(news, self)

    def mind(self) -> None:
        """It has none of its own."""


def swapped(text: str, change: dict[int, int]) -> str:
    """What was done in one world, as it is done in the world where some cards have changed places."""
    action = read_action(text)
    cards = tuple(change.get(face, face) for face in action.cards)
    return str(action._replace(cards=tuple(sorted(cards)) if action.verb == "give" else cards))


def raw(number: int) -> bytes:
    """A person's public key."""
    return bytes([0x20 + number % 200]) * 32
