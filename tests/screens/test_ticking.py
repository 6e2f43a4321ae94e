"""A turn clock runs on the screen: whose it is, how much is left, and that it stands still while the table does."""

import msgspec
from rumpus.client.model.model import Model
from rumpus.client.model.turn_clocks import Ticking
from rumpus.core.events import View
from rumpus.net.guest.events import Heard, TableNews, WelcomeNews
from rumpus.net.protocol.messages import SeatLine, State

PEOPLE = [SeatLine("Ann", "person"), SeatLine("Bob", "person"), SeatLine("Bot", "bot")]


def state(**more):
    settings = {"clock": 20, "bank": 0} | more.pop("settings", {})
    told = {"banks": [], "thought": [0, 0, 0], "seats": PEOPLE, "state": "playing", "paused": ""} | more
    kind, seats, paused = told.pop("state"), told.pop("seats"), told.pop("paused")
    return State("t", "Kitchen", kind, {}, seats, [], 0, 1, 1, [], [], None, settings, False, paused, **told)


class Table:
    """A model and its clock, which stands until the test moves it."""

    def __init__(self, **more):
        self.now = 100.0
        self.model = Model()
        self.ticking = Ticking(self.model, lambda: self.now)
        self.hear(TableNews(state(**more)))
        self.hear(WelcomeNews(0, 1, View(0), [], None))

    def hear(self, news):
        self.model.hear(news)
        self.ticking.hear(news)

    def turn(self, rev, *seats):
        self.hear(Heard(rev, [["note", "turn", list(seats)]], None))

    def after(self, seconds):
        self.now += seconds
        self.ticking.look()
        return self.model.left


def test_whoever_is_on_turn_has_the_clock_and_every_decision_a_new_one():
    table = Table()
    table.turn(2, 0)
    assert table.after(5) == {0: 15}
    table.turn(3, 0)  # drawn, now to discard
    assert table.after(1) == {0: 19}
    table.turn(4, 1)
    assert table.after(0) == {1: 20}
    assert table.after(30) == {1: 0}


def test_several_who_decide_at_once_each_keep_their_own():
    table = Table()
    table.turn(2, 0, 1)
    table.after(8)
    table.turn(3, 1)
    assert table.after(0) == {1: 12}


def test_the_bank_comes_after_the_clock():
    table = Table(settings={"bank": 60}, banks=[45, 60, 60])
    table.turn(2, 0)
    assert table.after(10) == {0: 55}


def test_what_the_host_says_counts_for_who_comes_late():
    table = Table()
    table.turn(2, 1)
    table.hear(TableNews(state(thought=[0, 12, 0])))
    assert table.after(0) == {1: 8}


def test_bots_have_no_clock_and_a_table_that_holds_still_or_has_none_shows_none():
    table = Table()
    table.turn(2, 2)
    assert table.after(1) == {}
    table.turn(3, 0)
    table.hear(TableNews(state(paused="Bob")))
    assert table.after(1) == {}
    table.hear(TableNews(state(thought=[3, 0, 0])))
    assert table.after(0) == {0: 17}
    table.hear(TableNews(msgspec.structs.replace(state(), settings={"clock": 0, "bank": 0})))
    assert table.after(0) == {}
