"""A table in one process, in virtual time: a room, guests' links, and a network between them that may lose and repeat."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from rumpus.core.hooks import find_plugins
from rumpus.core.shuffling.seeded import deal_seed, shuffled
from rumpus.net.guest.events import News
from rumpus.net.guest.link import GuestLink
from rumpus.net.host.dispatcher import Dispatcher
from rumpus.net.table.engine import Engine, core_offers
from rumpus.net.table.seating import Chair, Seating
from rumpus.net.table.settings import read_settings
from rumpus.net.table.table import Table

TOKEN = b"let me in"
CATALOGUE = find_plugins()


def seeded(declared, number):
    return shuffled(deal_seed("parlour", number), declared)


def make_dispatcher(
    game="hearts", *, seats=None, options=None, settings=None, decks=seeded, catalogue=CATALOGUE, journal=None, **more
):
    plugin, version = catalogue.origins[game]
    charter = catalogue.games[game].charter(seats, options, (), plugin, version)
    engine = Engine(charter, decks, journal)
    seating = Seating([Chair() for _ in range(charter.seats)], TOKEN)
    return Dispatcher(Table(engine, seating, read_settings(settings or {}), "den", "f00d", **more), catalogue)


@dataclass
class Player:
    """One guest: its key, its link, what it was told."""

    key: str
    link: GuestLink
    route: bytes
    news: list[News] = field(default_factory=list)
    cut: bool = False

    def of(self, kind):
        return [each for each in self.news if isinstance(each, kind)]


class AtSeat:
    """What a bot asks its guest for, of a guest that is a bare link."""

    link: GuestLink

    seat = property(lambda self: self.link.seat)
    view = property(lambda self: self.link.view)
    offer = property(lambda self: self.link.offer)


class Parlour:
    """A dispatcher and its guests.  `run` lets virtual time pass; frames take no time unless `rough` loses or delays them."""

    def __init__(self, dispatcher=None, seed=0, rough=False, **more):
        self.now = 100.0
        self.dispatcher = dispatcher or make_dispatcher(opened=self.now, **more)
        self.players: list[Player] = []
        self.rough = rough
        self.random = random.Random(seed)
        self.flying: list[tuple[float, int, str, object, tuple]] = []
        self.count = 0

    @property
    def engine(self):
        return self.dispatcher.table.engine

    @property
    def table(self):
        return self.dispatcher.table

    def join(self, name, key=None, token=TOKEN, **more):
        number = len(self.players)
        nonces = random.Random(f"{name}{number}").randbytes
        link = GuestLink(name, token, nonces=nonces, **more)
        player = Player(key or f"key-{name}", link, f"route-{number}".encode())
        self.players.append(player)
        link.opened(self.now)
        return player

    def everybody(self, count=4):
        """So many guests sit down; returns them when all are live."""
        joined = [self.join(f"P{n}") for n in range(count)]
        self.run(0.1)
        assert all(player.link.state == "live" for player in joined)
        return joined

    def step(self):
        """Moves every frame that is due, until none is."""
        moved = True
        while moved:
            moved = False
            for player in self.players:
                for frames in player.link.out:
                    self._post("host", player, frames)
                player.link.out.clear()
                player.news += player.link.news
                player.link.news.clear()
            for frame in self.dispatcher.out:
                for player in self.players:
                    if player.route == frame.route:
                        self._post("guest", player, (frame.header, frame.body))
            self.dispatcher.out.clear()
            due = sorted((each for each in self.flying if each[0] <= self.now), key=lambda each: each[:2])
            self.flying = [each for each in self.flying if each[0] > self.now]
            for _, _, where, player, frames in due:
                moved = True
                if where == "host":
                    self.dispatcher.receive(player.route, player.key, "127.0.0.1", list(frames), self.now)
                else:
                    player.link.frame(list(frames), self.now)

    def _post(self, where, player, frames):
        if player.cut:
            return
        copies = 1
        if self.rough:
            copies = self.random.choice((0, 1, 1, 1, 1, 1, 2))
        for _ in range(copies):
            delay = self.random.choice((0.0, 0.0, 0.01, 0.3)) if self.rough else 0.0
            self.count += 1
            self.flying.append((self.now + delay, self.count, where, player, frames))

    def run(self, seconds, step=0.05):
        """Lets so much time pass."""
        end = self.now + seconds
        self.step()
        while self.now < end - 1e-9:
            self.now += step
            for player in self.players:
                player.link.tick(self.now)
                if player.link.reopen:
                    player.route += b"+"
                    player.link.opened(self.now)
            self.dispatcher.tick(self.now)
            self.step()

    def until(self, wanted, seconds=30.0):
        """Lets time pass until it is so; returns how long that took."""
        begun = self.now
        self.step()
        while not wanted():
            assert self.now - begun < seconds, "it never came"
            self.run(0.05)
        return self.now - begun

    def mover(self):
        """A guest that may act and has no action on its way, or None."""
        return next((p for p in self.players if p.link.offer and not p.link.pending and p.link.state == "live"), None)

    def play(self, moves):
        """So many actions, each the first one offered, paced so that nobody is over budget."""
        for _ in range(moves):
            self.until(lambda: self.mover() is not None)
            player = self.mover()
            player.link.act(str(core_offers(player.link.offer)[0]), self.now)
            self.run(0.05)

    def same(self):
        """Every guest's view is the host's view of its seat, and that is the deal's."""
        told, deal = self.engine.told, self.engine.deal
        told.complete()
        for view in told.views[: len(told.views) - (not told.watched)]:
            assert deal is None or view.data() == deal.view(view.seat).data()
        for player in self.players:
            if player.link.state == "live":
                assert player.link.view.data() == self.engine.told.views[player.link.seat].data()
                assert player.link.rev == self.engine.rev
