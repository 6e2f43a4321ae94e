"""A headless table that everybody has left: its bots play the match to its end, and then the table waits for somebody."""

from __future__ import annotations

from parlour import Parlour
from rumpus.net.guest.events import Ended, Refused
from rumpus.net.host.config import HostConfig
from rumpus.net.host.server import Host
from rumpus.net.identity.invite import read_invite
from rumpus.net.protocol.messages import Ask
from rumpus.net.table.engine import core_offers

SHORT = {"target": 5}


class Served(Parlour):
    """A parlour whose host gives every bot that is wanted a program of its own."""

    def __init__(self, bots, **more):
        super().__init__(headless=True, options=SHORT, **more)
        self.came = 0
        for seat in range(4 - bots, 4):
            self.bot(seat)

    def bot(self, seat):
        self.came += 1
        key = f"bot {self.came}"
        self.table.seat_bot(seat, key, self.now)
        self.join("bot", key=key, token=b"")

    def step(self):
        super().step()
        while self.table.bots_wanted:
            self.bot(self.table.bots_wanted.pop())
        for player in self.players:
            link = player.link
            if player.key.startswith("bot ") and link.state == "live" and link.offer and not link.pending:
                link.act(str(core_offers(link.offer)[0]), self.now)
        super().step()

    @property
    def rests(self):
        return not self.engine.on and self.table.state in ("waiting", "between")

    def matches(self, seconds):
        """So many matches were begun while this time passed."""
        before = self.engine.deals
        self.run(seconds)
        return self.engine.deals - before


def play(parlour, player):
    """Until the match is over: this one plays what is offered first."""
    played = parlour.table.played
    while parlour.table.played == played:
        if player.link.offer and not player.link.pending:
            player.link.act(str(core_offers(player.link.offer)[0]), parlour.now)
        parlour.run(0.1)


def test_bots_that_were_alone_from_the_start_play_on():
    parlour = Served(4)
    assert parlour.matches(30.0) > 2
    watcher = parlour.join("W", watch=True)
    parlour.run(1.0)
    watcher.link.quit()
    assert parlour.matches(30.0) > 2


def test_who_left_is_not_followed_by_match_after_match():
    parlour = Served(3)
    ann = parlour.join("Ann")
    parlour.until(lambda: ann.link.offer is not None)
    ann.link.ask(Ask("propose", game="hearts", options={"target": 10}))  # the bots would fill all its seats
    parlour.run(0.1)
    ann.link.ask(Ask("leave"))
    parlour.until(lambda: parlour.rests)
    parlour.run(5.0)
    assert parlour.engine.charter.options["target"] == 10
    assert [chair.kind for chair in parlour.table.seating.chairs] == ["bot"] * 4
    assert parlour.matches(60.0) == 0
    assert not parlour.table.ended
    parlour.join("Will", watch=True)
    parlour.until(lambda: parlour.engine.on)
    assert parlour.matches(30.0) > 2


def test_after_the_match_of_who_is_away_the_table_waits_and_asks_whoever_comes_back():
    parlour = Served(3, settings={"grace": 2})
    ann = parlour.join("Ann")
    parlour.until(lambda: ann.link.offer is not None)
    ann.cut = True
    parlour.until(lambda: parlour.rests, 60.0)
    assert parlour.matches(90.0) == 0
    assert parlour.table.vote is None
    ann.cut = False
    parlour.until(lambda: parlour.table.vote is not None)
    parlour.run(0.5)
    ann.link.ask(Ask("vote", yes=True))
    parlour.until(lambda: parlour.engine.on)
    play(parlour, ann)


def test_a_free_seat_is_still_taken_by_whoever_comes():
    parlour = Served(3)
    ann = parlour.join("Ann")
    parlour.until(lambda: ann.link.offer is not None)
    ann.link.ask(Ask("leave"))
    parlour.until(lambda: parlour.rests)
    assert parlour.matches(30.0) == 0
    parlour.join("Bob")
    parlour.until(lambda: parlour.engine.on, 2.0)


def test_who_stood_in_for_somebody_takes_no_seat_when_the_match_is_over():
    parlour = Served(2)
    ann, bob = parlour.join("Ann"), parlour.join("Bob")
    parlour.until(lambda: ann.link.offer is not None)
    ann.link.ask(Ask("leave"))
    parlour.run(1.0)
    standin = parlour.players[-1]
    assert (standin.key, standin.link.seat) == ("bot 3", 0)
    play(parlour, bob)
    parlour.run(1.0)
    assert [each.code for each in standin.of(Ended)] == ["handed_back"]
    again = parlour.join("bot", key="bot 3", token=b"")  # were its good-bye lost
    parlour.run(30.0)
    assert [each.code for each in again.of(Refused)] == ["token"]
    assert [chair.kind for chair in parlour.table.seating.chairs] == ["free", "person", "bot", "bot"]


def test_a_stand_in_that_is_wanted_when_the_match_ends_is_wanted_no_more():
    parlour = Parlour(options=SHORT)
    players = parlour.everybody()
    parlour.play(5)
    parlour.table.leave(players[3].key, parlour.now)
    assert parlour.table.bots_wanted == [3]
    parlour.table.start(parlour.now)
    assert parlour.table.bots_wanted == []


def test_the_bots_program_is_told_no_invite_that_seats_anybody():
    host = Host(HostConfig(game="hearts", bots=2, seed="bots"))
    assert read_invite(host.workers.told["invite"]).token != host.token
    host.close()


def test_so_many_matches_are_played_whoever_is_there():
    parlour = Served(3, matches=3, settings={"grace": 2})
    ann = parlour.join("Ann")
    parlour.until(lambda: ann.link.offer is not None)
    ann.cut = True
    parlour.until(lambda: parlour.table.ended, 120.0)
    assert parlour.table.played == 3
