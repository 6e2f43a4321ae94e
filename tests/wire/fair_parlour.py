"""A parlour whose table deals fairly: guests with real keys, a host whose chance is the test's, and everybody's own checks."""

from __future__ import annotations

import random

from parlour import CATALOGUE, Parlour, make_dispatcher
from rumpus.core.hooks import Catalogue
from rumpus.core.shuffling.seeded import tag
from rumpus.net.guest.events import TableNews
from rumpus.net.identity.keys import z85
from rumpus.net.shuffle.audit import Auditor
from rumpus.net.shuffle.evidence import Verdict
from rumpus.net.shuffle.guest import CodeNews, EvidenceNews, ShuffleGuest, VoidNews
from rumpus.net.shuffle.host import ShuffleHost
from rumpus.net.table.dealing import ShuffleCoordinator
from rumpus.net.table.engine import core_offers

TABLE = bytes(range(16))
HOST = bytes([0x11]) * 32


def raw(number: int) -> bytes:
    """The public key of a guest, by its number in the order of joining."""
    return bytes([0x20 + number]) * 32


def make_fair(game="hearts", *, dealing=None, seed=0, journal=None, **more):
    """A dispatcher that deals fairly; its ShuffleHost is `dispatcher.table.fair.dealing`."""
    made: list[ShuffleHost] = []
    dispatcher = make_dispatcher(
        game, decks=lambda declared, number: made[0].deck(declared, number), journal=journal, opened=100.0, **more
    )
    journal = dispatcher.table.engine.journal
    made.append((dealing or ShuffleHost)(TABLE, HOST, journal.keep, journal.remember, random.Random(f"host {seed}").randbytes))
    dispatcher.table.table_id = TABLE.hex()
    dispatcher.table.fair = ShuffleCoordinator(made[0])
    return dispatcher


class FairParlour(Parlour):
    """Guests who take part in every shuffle, and check every deal."""

    def __init__(self, dispatcher=None, found: Catalogue = CATALOGUE, at_host=(), **more):
        super().__init__(dispatcher or make_fair(**more))
        self.found = found
        self.at_host = set(at_host)
        self.provers: dict[str, Auditor] = {}

    @property
    def dealing(self) -> ShuffleHost:
        return self.table.fair.dealing

    def join(self, name, *, fair=True, **more):
        number = len(self.players)
        key = more.pop("key", None) or z85(raw(number)).decode()
        shuffle_guest = (
            ShuffleGuest(HOST, raw(number), lambda context, host: tag("test share", name, context, host))
            if fair
            else ShuffleGuest()
        )
        player = super().join(name, key=key, shuffle_guest=shuffle_guest, **more)
        self.provers[name] = Auditor(at_host=name in self.at_host)
        return player

    def codes(self, player):
        return [each.code for each in player.of(CodeNews)]

    def voids(self, player):
        return len(player.of(VoidNews))

    def verdicts(self, player) -> list[Verdict]:
        """What this guest's own check says of every deal so far."""
        prover = Auditor(at_host=player.link.name in self.at_host)
        self.provers[player.link.name] = prover
        names = [line.name for line in player.of(TableNews)[-1].state.seats]
        return [prover.check(each.evidence, self.found, names) for each in player.of(EvidenceNews)]

    def kinds(self, player):
        return [verdict.kind for verdict in self.verdicts(player)]

    def play_deal(self):
        """Plays until the deal that is on is over and opened."""
        deals = self.engine.deals
        moves = 0
        while self.engine.deals == deals and self.table.playing:
            assert moves < 3000, "the deal does not end"
            mover = self.mover()
            if mover is None:
                self.until(lambda: self.mover() is not None or self.engine.deals != deals or not self.table.playing)
                continue
            offers = [str(each) for each in core_offers(mover.link.offer)]
            best = next((text for text in offers if text.startswith(("knock", "draw stock"))), offers[-1])
            mover.link.act(best, self.now)
            self.run(0.05)
            moves += 1
        self.run(0.1)
