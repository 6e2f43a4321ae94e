"""One match through many kills: the host's process is killed at random moments, and goes on from its journal each time.

`python tests/wire/kills.py [KILLS] [SEED]` plays a match of Hearts with four guests over real sockets and prints what came of
it.  At the end the totals are those of the same actions played through the rules alone, every action that was answered is in
the journal once, in order, and the chain holds.
"""

import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from rumpus.core.actions import read_action
from rumpus.core.hooks import find_plugins
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import deal_seed, shuffled
from rumpus.net.guest.events import Answered
from rumpus.net.storage.journal import DiskJournal
from rumpus.net.table.engine import core_offers
from served import Served


class Killed:
    """The match: `done` are the actions that were answered as accepted, in order."""

    def __init__(self, folder, kills, seed="kills"):
        self.random = random.Random(seed)
        self.kills, self.seed = kills, seed
        self.options = {"target": 50 if kills < 50 else 250}
        self.done = []
        self.killed = 0
        self.restarts, self.returns = [], []
        self.host = Served(seed=seed, options=self.options, journal=str(folder), settings={"grace": 600})
        self.path = next(Path(folder).glob("*.journal"))
        self.guests = self.host.everybody()
        self.spacing = max(1, (4 * self.options["target"] // 26 + 2) * 30 // max(1, kills))

    def play(self):
        """To the end of the match."""
        next_kill = self.random.randint(1, self.spacing)
        while not self.guests[0].view.notes.get("over"):
            self.host.until(lambda: self.mover() is not None or self.guests[0].view.notes.get("over"))
            mover = self.mover()
            if mover is None:
                break
            text = str(self.random.choice(core_offers(mover.offer)))
            mover.told.clear()
            mover.act(text)
            next_kill -= 1
            if next_kill <= 0 and self.killed < self.kills:
                self.wait_a_little()
                self.kill()
                next_kill = self.random.randint(1, 2 * self.spacing)
            self.host.until(lambda mover=mover: any(isinstance(each, Answered) for each in mover.told))
            answer = [each for each in mover.told if isinstance(each, Answered)][-1]
            assert answer.ok, answer
            self.done.append((mover.seat, text))
            self.host.until(self.same)

    def wait_a_little(self):
        """Lets the host come some way into the action: nothing of it, its commit, its answer, the news for some guests."""
        until = time.monotonic() + self.random.choice((0.0, 0.0003, 0.001, 0.003, 0.01)) * self.random.random() * 2
        while time.monotonic() < until:
            pass

    def mover(self):
        """A guest that may act, once everybody is at the table and has seen the same."""
        if not self.same():
            return None
        return next((guest for guest in self.guests if guest.offer and not guest.link.pending), None)

    def same(self):
        live = all(guest.link.state == "live" for guest in self.guests)
        return live and len({(guest.link.epoch, guest.link.rev) for guest in self.guests}) == 1

    def kill(self):
        self.host.signal(signal.SIGKILL)
        self.host.process.wait()
        self.killed += 1
        epoch = self.guests[0].link.epoch + 1
        begun = time.monotonic()
        old, self.host = self.host, Served(game="", seed=None, resume=str(self.path))
        self.host.guests, old.guests = self.guests, []
        self.restarts.append(time.monotonic() - begun)
        old.close()
        self.returns.append(self.host.until(lambda: all(g.link.epoch >= epoch and g.link.state == "live" for g in self.guests)))

    def check(self):
        """Raises AssertionError where anything was lost, doubled or changed."""
        match = model(self.seed, self.options, self.done)
        assert match.over
        for guest in self.guests:
            assert guest.view.notes["totals"] == match.totals
        self.host.signal(signal.SIGKILL)
        self.host.process.wait()
        journal = DiskJournal(self.path, "")
        rows, damage = journal.found()
        journal.close()
        assert not damage
        acts = [row for row in rows if row.kind == "act"]
        assert [(row.seat, row.data()["text"]) for row in acts] == self.done
        assert len({(row.key, row.cid) for row in acts}) == len(acts)
        assert rows[-1].data()["epoch"] == self.killed + 1
        return match.totals

    def close(self):
        self.host.close()


def model(seed, options, done):
    """The same actions by the rules alone."""
    catalogue = find_plugins()
    match = Match(catalogue.games["hearts"].charter(None, options, (), *catalogue.origins["hearts"]))
    left, number = list(done), 0
    while left:
        deal = match.open_deal(shuffled(deal_seed(seed, number), match.deck))
        while not deal.over:
            seat, text = left.pop(0)
            deal.act(seat, read_action(text))
        match.settle(deal)
        number += 1
    return match


def main(arguments):
    kills = int(arguments[0]) if arguments else 150
    with tempfile.TemporaryDirectory() as folder:
        match = Killed(folder, kills, *arguments[1:2])
        try:
            match.play()
            totals = match.check()
        finally:
            match.close()
    restarts, returns = sorted(match.restarts), sorted(match.returns)
    print(f"{match.killed} kills, {len(match.done)} actions, totals {totals}: as the rules make them, the chain holds")
    print(f"host up again after {restarts[len(restarts) // 2]:.2f} s (at most {restarts[-1]:.2f})")
    print(f"all guests back {returns[len(returns) // 2]:.2f} s later (at most {returns[-1]:.2f})")


if __name__ == "__main__":
    main(sys.argv[1:])
