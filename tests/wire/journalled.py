"""A table with a journal in one process and virtual time, whose host may end at any moment and go on from the file."""

import copy
from contextlib import nullcontext
from pathlib import Path
from unittest import mock

from parlour import CATALOGUE, Parlour, seeded
from rumpus.net.host.config import HostConfig
from rumpus.net.host.dispatcher import Dispatcher
from rumpus.net.host.startup import begin, lay_out, open_journal
from rumpus.net.storage.journal import DiskJournal
from rumpus.net.storage.restore import take_up


def open_room(config, now, said=None, decks=seeded):
    """The room that a host opens with this config, and its journal."""
    said = [] if said is None else said
    with mock.patch("rumpus.net.host.startup.find_plugins", return_value=CATALOGUE):
        start = begin(config, said.append)
    table = lay_out(start, decks, nullcontext, now)
    if start.kept is not None:
        take_up(start.kept, table, now)
    journal = open_journal(start, table, 7777, said.append)
    dispatcher = Dispatcher(table, start.catalogue, table.writer.epoch)
    if start.kept is not None:
        dispatcher.restore(start.kept.journal.tallies, now)
        table.writer.back.append(start.kept.damage or f"The table goes on from revision {table.engine.rev}.")
        said += table.writer.back
        table.go_on_again(now)
    return dispatcher, journal


class Journalled(Parlour):
    """A parlour with a journal in `folder`.  `end` lets the host go as a kill would; `again` goes on from the file."""

    def __init__(self, folder, game="hearts", count=4, **config):
        dispatcher, self.journal = open_room(
            HostConfig(game=game, seed="parlour", journal=str(folder / "tables"), **config), 100.0
        )
        super().__init__(dispatcher)
        self.path = self.journal.path
        self.players_then = [(f"P{n}", f"key-P{n}") for n in range(count)]
        self.seating.token = b"let me in"
        self.everybody(count)

    @property
    def seating(self):
        return self.table.seating

    def end(self):
        self.journal.close()
        self.flying.clear()
        self.dispatcher.out.clear()

    def again(self, said=None, path=None):
        """A new host at the same table; its guests find it at once."""
        self.end()
        config = HostConfig(resume=str(path or self.path))
        self.dispatcher, self.journal = open_room(config, self.now, said)
        for player in self.players:
            player.route += b"'"
            player.link.opened(self.now)
        self.run(0.2)
        assert all(player.link.state == "live" for player in self.players)

    def rows(self):
        """All rows of the journal; it must be closed or belong to this table."""
        return self.journal.found().rows

    def act(self, player, text=None):
        """Sends an action, the first that was offered, and lets nothing happen yet."""
        from rumpus.net.table.engine import core_offers

        text = text or str(core_offers(player.link.offer)[0])
        player.link.act(text, self.now)
        return text


def state(table):
    """All of a card table that matters for what comes next: of a deal that is over, what the match came to by it."""
    deal = None if table.deal is None or table.deal.over else table.deal
    standing = [table.match.totals, table.match.dealer, table.match.deals, table.match.over]
    on = None if deal is None else [deal.position(), deal.at, deal.scores]
    return copy.deepcopy([table.rev, table.deals, table.dps, standing, on])


def read_rows(path):
    """The rows of a journal that nobody has open."""
    journal = DiskJournal(Path(path), "")
    found = journal.found()
    journal.close()
    return found
