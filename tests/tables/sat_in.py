"""A person in the test's own process who sits at a real host and comes and goes, so that a bot stands in again and again."""

from __future__ import annotations

import time

from rumpus.core.bots import BotKind
from rumpus.core.events import View
from rumpus.core.game import Charter
from rumpus.core.shuffling.seeded import Stream
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.table.engine import core_offers

PATIENCE = 60.0
ALWAYS = 1_000_000
FIRST_DECISION = 2
"""What a host calls the first decision of a seat at a new table."""


class ComesAndGoes:
    """Plays a seat as a bot would, and goes away at the first decision of every sort; a bot stands in until the next deal.

    It is away for ``stays`` revisions at most: not all bots come to the end of a deal. ``own`` are the numbers of the decisions
    that it took itself, ``left_before`` those before which it went.
    """

    def __init__(self, invite: str, charter: Charter, kind: BotKind, stays: int) -> None:
        self.invite, self.charter, self.kind = read_invite(invite), charter, kind
        self.stays = stays
        self.pair = new_pair()
        self.own: set[int] = set()
        self.left_at: list[str] = []
        self.left_before: set[int] = set()
        self._dealt_at: dict[int, int] = {}
        self.watcher = BlockingGuest(self.invite, new_pair(), "Watcher", watch=True)
        self.watcher.start()
        self.guest = self._sit()
        self.seat = -1

    def _sit(self) -> BlockingGuest:
        guest = BlockingGuest(self.invite, self.pair, "Ann")
        guest.start()
        return guest

    def play(self) -> None:
        """Until the table closes."""
        heard_at = time.monotonic()
        while "over" not in (self.guest.link.state, self.watcher.link.state):
            news = [*self.guest.wait(0.02), *self.watcher.wait(0)]
            heard_at = time.monotonic() if news else heard_at
            assert time.monotonic() - heard_at < PATIENCE, "nothing happens at the table"
            guest = self.guest
            if guest.offer is not None and guest.link.pending is None and guest.link.state == "live":
                self.seat = guest.seat
                sort = sort_of(guest.view)
                if sort in self.left_at:
                    self._decide(guest)
                else:
                    self.left_at.append(sort)
                    self.left_before.add(guest.offer.dp)
                    self._go_away()
        self.guest.close()
        self.watcher.close()

    def _decide(self, guest: BlockingGuest) -> None:
        assert guest.offer is not None
        bot = self.kind.make(guest.seat, self.charter, Stream(bytes(32), "ann"))
        view = View.read(guest.view.data())
        bot.hear(view.retold())
        self.own.add(guest.offer.dp)
        guest.act(str(bot.choose(view, core_offers(guest.offer))))

    def _go_away(self) -> None:
        """Away until the cards of the next deal are played, or the table closes."""
        self.guest.close()
        number, begun, until = self.guest.view.notes["number"], time.monotonic(), self.guest.link.rev + self.stays
        while self.watcher.link.state != "over" and not self._well_into(self.watcher.view, number + 1):
            self.watcher.wait(0.02)
            if self.watcher.link.rev >= until:
                break
            assert time.monotonic() - begun < PATIENCE, f"the deal does not go on without {self.seat}: {self.left_at}"
        if self.watcher.link.state != "over":
            self.guest = self._sit()

    def _well_into(self, view: View, number: int) -> bool:
        """Whether a deal of this number is on, and everybody has had something to do in it."""
        deal = view.notes.get("number", -1)
        dealt_at = self._dealt_at.setdefault(deal, self.watcher.link.rev)
        return deal >= number and self.watcher.link.rev - dealt_at >= 2 * self.charter.seats


def watch(invite: str, revisions: int) -> None:
    """Looks on until so much has happened."""
    watcher = BlockingGuest(read_invite(invite), new_pair(), "Watcher", watch=True)
    watcher.start()
    begun = time.monotonic()
    while watcher.link.state != "over" and watcher.link.rev < revisions:
        watcher.wait(0.1)
        assert time.monotonic() - begun < PATIENCE, f"the table stands at revision {watcher.link.rev}"
    watcher.close()


def sort_of(view: View) -> str:
    """What sort of decision it is: the phase, a bound card, a contract that is laid, a trick that lies there."""
    marks = [str(view.notes.get("phase", ""))]
    marks += ["bound"] if view.notes.get("bound") is not None else []
    marks += ["asked"] if "ask" in view.notes else []
    marks += ["laid"] if any(key.startswith("meld/") and note["owner"] == view.seat for key, note in view.notes.items()) else []
    marks += ["following"] if view.pile("trick") else []
    return " ".join(marks)
