"""An evening in one process and virtual time that does not end: deals and matches follow each other, and in every deal
somebody goes away, a bot stands in, and the person comes back with a program that was started anew.

`python tests/wire/longevening.py [--rounds 1000] [--game NAME] [--seeded] [--host-only]` prints what the process holds as the
rounds go by, and by how much a round makes it grow once the first third is over, with the range of nineteen in twenty.  A
round is a match.  Compared are moments that are alike: a deal has just been dealt, everybody is there, nobody has acted; what
is remembered of texts and headers is forgotten, as that is bounded by its number.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from fair_parlour import HOST, make_fair, raw
from parlour import CATALOGUE, TOKEN, AtSeat, Parlour, Player, make_dispatcher
from rumpus.client.model.log import LINES
from rumpus.client.model.model import Model
from rumpus.core.shuffling.seeded import tag
from rumpus.net.bots.process import BotPlayer
from rumpus.net.guest.events import EvidenceNews, VerdictNews
from rumpus.net.guest.link import GuestLink
from rumpus.net.guest.outbox import NotNow
from rumpus.net.host.dispatcher import Dispatcher
from rumpus.net.identity.keys import z85
from rumpus.net.protocol import codec, sanitize
from rumpus.net.protocol.messages import Played
from rumpus.net.shuffle.audit import Auditor
from rumpus.net.shuffle.guest import ShuffleGuest
from rumpus.net.storage.journal import DiskJournal
from rumpus.net.storage.restore import snapshot
from rumpus.net.table import engine
from rumpus.net.table.engine import core_offers
from rumpus.net.table.public_state import BOOK_MOST
from soak import growth

REMEMBERED = (engine._read, engine._written, sanitize.folded, codec.read_header)
SETTINGS = {"grace": 0, "keep_hands": "match"}


class Bot(AtSeat):
    """A bot at a seat, as its process has it: its link's view, and what it decides."""

    def __init__(self, table: LongEvening, link: GuestLink) -> None:
        self.link, self.table = link, table
        self.player = BotPlayer("random", CATALOGUE, self._act, table.bot_log.append, "long")

    def _act(self, said: str) -> None:
        with suppress(NotNow):
            self.link.act(said, self.table.now)
            self.table.bot_acts += 1


def make_long(folder: Path, game: str, fair: bool) -> Dispatcher:
    """A room with a journal on the disk, whose book is full already."""
    journal = DiskJournal(folder / "tables" / "long.journal", "long", new=True)
    make = make_fair if fair else make_dispatcher
    dispatcher = make(game, journal=journal, options={"target": 1}, settings=SETTINGS, matches=10**6)
    table = dispatcher.table
    journal.about = lambda: snapshot(table, {})
    journal.keep_hands = "match"
    seats = table.engine.charter.seats
    table.book += [Played(game, [f"P{n}"], [1000 + n] * seats, [f"P{n} {k}" for k in range(seats)]) for n in range(BOOK_MOST)]
    journal.keep("table", {})
    return dispatcher


class LongEvening(Parlour):
    """Four people, who all check every deal, and one who looks on; `round` is one match with a coming and going in it."""

    def __init__(self, folder: Path, game: str = "hearts", *, fair: bool = True, models: bool = True) -> None:
        super().__init__(make_long(folder, game, fair))
        self.models = models
        self.fair = fair
        self.seated: dict[int, Bot] = {}
        self.wanted: set[str] = set()
        self.bots = self.bot_acts = 0
        self.bot_log: list[str] = []
        self.verdicts: list[str] = []
        self.screens: dict[str, tuple[Model, Auditor]] = {}
        self.acting = False
        for n in range(self.engine.charter.seats):
            self.comes(n)
        self.comes(self.engine.charter.seats, watch=True)
        self.until(lambda: self.engine.deals == 1)

    # -- who is there

    def comes(self, n: int, **more: Any) -> Player:
        """A person comes, for the first time or again."""
        name = f"P{n}"
        shuffle_guest = ShuffleGuest(HOST, raw(n), lambda context, host: tag("test share", name, context, host))
        link = GuestLink(name, TOKEN, nonces=random.Random(f"{n} {self.now}").randbytes, shuffle_guest=shuffle_guest, **more)
        return self._sits(z85(raw(n)).decode(), link)

    def _sits(self, key: str, link: GuestLink) -> Player:
        self.count += 1
        player = Player(key, link, b"route %d" % self.count)
        self.players.append(player)
        link.opened(self.now)
        if self.models and link.name != "bot":
            self.screens[link.name] = (Model(), Auditor())
            self.screens[link.name][0].tell(f"line {n} of what was said before" for n in range(LINES))
        return player

    def bot(self, key: str) -> None:
        """A bot comes, which the host has admitted."""
        player = self._sits(key, GuestLink("bot", TOKEN, app="rumpus-bot", nonces=random.Random(key).randbytes))
        self.seated[id(player)] = Bot(self, player.link)

    # -- the course of things

    def step(self) -> None:
        super().step()
        for player in [*self.players]:
            bot = self.seated.get(id(player))
            for news in player.news:
                if bot is not None:
                    bot.player.take(news, bot)
                elif self.models:
                    self._shows(player.link.name, news)
            player.news.clear()
            if player.link.state == "over":
                self.players.remove(player)
                self.seated.pop(id(player), None)

    def _shows(self, name: str, news: Any) -> None:
        model, prover = self.screens[name]
        model.hear(news)
        if isinstance(news, EvidenceNews):
            verdict = prover.check(news.evidence, CATALOGUE)
            self.verdicts.append(verdict.kind)
            model.hear(VerdictNews(verdict))

    def run(self, seconds: float, step: float = 0.05) -> None:
        super().run(seconds, step)
        for model, _ in self.screens.values():
            assert len(model.log.lines) <= LINES  # a screen reads them
        table = self.table
        while table.bots_wanted:
            self.bots += 1
            key = f"bot {self.bots}"
            self.wanted.add(key)
            table.seat_bot(table.bots_wanted.pop(), key, self.now)
            self.bot(key)
        for key in self.wanted - table.seating.bot_keys():  # as the host's loop does
            self.dispatcher.forget(key)
            self.wanted.discard(key)
        self.dispatcher.log.clear()

    def plays(self) -> None:
        """Somebody acts, or time passes."""
        mover = next((each for each in self.players if id(each) not in self.seated and self._may(each.link)), None)
        if mover is not None:
            offers = [str(each) for each in core_offers(mover.link.offer)]
            best = next((said for said in offers if said.startswith(("knock", "draw stock"))), offers[-1])
            mover.link.act(best, self.now)
        self.run(0.05)

    @staticmethod
    def _may(link: GuestLink) -> bool:
        return link.offer is not None and link.pending is None and link.state == "live"

    def round(self) -> None:
        """One match: the first person goes, a bot plays for it, the person comes back, and the next match begins."""
        deals, acts, chair = self.engine.deals, self.bot_acts, self.table.seating.chairs[0]
        played = self.table.played
        first = next(each for each in self.players if each.key == chair.key)
        first.link.quit()
        while self.bot_acts < acts + 2 and self.engine.deals == deals:
            self.plays()
        assert self.bot_acts > acts, "nobody stood in"
        self.comes(0)
        self.until(lambda: self.players[-1].link.state == "live" and not chair.standin)
        while self.table.played == played or self.engine.match.deals or self.engine.deal is None:
            self.plays()
        self.run(1.5)  # every check is told, every ping answered

    def close(self) -> None:
        """The journal is let go of."""
        journal = self.engine.journal
        assert isinstance(journal, DiskJournal)
        journal.close()


def forget() -> None:
    """What is remembered to save time, and what nobody holds any more, goes."""
    for remembered in REMEMBERED:
        remembered.cache_clear()
    gc.collect()


def held() -> tuple[int, int]:
    """What this process holds: small blocks of memory, and the bytes of all things that hold other things."""
    forget()
    return sys.getallocatedblocks(), sum(map(sys.getsizeof, gc.get_objects()))


def main() -> None:
    """A long evening, and what came of it."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--rounds", type=int, default=1000)
    words.add_argument("--game", default="hearts")
    words.add_argument("--seeded", action="store_true", help="no fair shuffles: the deck comes from a text")
    words.add_argument("--host-only", action="store_true", help="no screens and no checks at the guests' ends")
    asked = words.parse_args()
    blocks: list[tuple[float, float]] = []
    sizes: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        table = LongEvening(Path(folder), asked.game, fair=not asked.seeded, models=not asked.host_only)
        begun, every = time.monotonic(), max(1, asked.rounds // 60)
        for n in range(1, asked.rounds + 1):
            table.round()
            table.verdicts.clear()
            if n % every == 0:
                block, size = held()
                blocks.append((n, block))
                sizes.append((n, size))
                if n % (10 * every) == 0:
                    print(f"{n:6} rounds, {time.monotonic() - begun:5.0f} s: {block} blocks, {size} bytes", flush=True)
        print(f"{asked.game}: {table.engine.rev} revisions, {table.table.played} matches, {table.bots} stand-ins")
        table.close()
    for name, points in (("blocks", blocks), ("bytes", sizes)):
        grows, off = (each / 3600 for each in growth(points[len(points) // 3 :]))
        print(f"{grows:+.3f} ± {off:.3f} {name} a round after the first third")


if __name__ == "__main__":
    main()
