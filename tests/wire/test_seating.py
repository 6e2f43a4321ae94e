"""Who sits where: by key, never by name; the grace of who is away; the stand-in and the hand-over back."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from rumpus.net.protocol.sanitize import folded
from rumpus.net.table.seating import AWAY_AFTER, WATCHERS_MOST, Chair, NoPlace, Seating
from rumpus.net.table.settings import read_settings
from rumpus.net.table.timeouts import Clocks

TOKEN = b"token"


def table(chairs=3, grace=60.0):
    return Seating([Chair() for _ in range(chairs)], TOKEN, grace)


def changes(seating):
    found = [(change.what, change.seat) for change in seating.changes]
    seating.changes.clear()
    return found


def keep_alive(seating, keys, start, end):
    """Time passes while these keys are heard each second."""
    now = start
    while now < end:
        now += 1.0
        for key in keys:
            seating.heard(key, now)
        seating.tick(now, playing=True)
    return now


def test_the_lowest_free_seat_in_the_order_of_coming():
    seating = table()
    seating.admit(1, "bot", "Bot 1")
    assert seating.arrive("a", "Ann", TOKEN, False, 0.0) == 0
    assert seating.arrive("b", "Bea", TOKEN, False, 0.0) == 2
    assert seating.full
    assert changes(seating) == [("sat", 0), ("sat", 2)]


@pytest.mark.parametrize("token", [b"", b"tokem", b"token ", TOKEN * 2])
def test_a_stranger_needs_the_token(token):
    with pytest.raises(NoPlace, match="ask the host") as why:
        table().arrive("a", "Ann", token, False, 0.0)
    assert why.value.code == "token"


def test_a_key_that_sits_needs_no_token_and_keeps_its_seat_and_name():
    seating = table()
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.arrive("b", "Bea", TOKEN, False, 0.0)
    assert seating.arrive("b", "Ann", b"", False, 1.0) == 1
    assert seating.chairs[1].name == "Bea"


def test_a_full_table_takes_watchers_only():
    seating = table(1)
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    with pytest.raises(NoPlace) as why:
        seating.arrive("b", "Bea", TOKEN, False, 0.0)
    assert why.value.code == "full"
    assert seating.arrive("b", "Bea", TOKEN, True, 0.0) == -1
    for n in range(WATCHERS_MOST - 1):
        seating.arrive(f"w{n}", "W", TOKEN, True, 0.0)
    with pytest.raises(NoPlace):
        seating.arrive("one more", "W", TOKEN, True, 0.0)


def test_names_are_unique_but_seats_do_not_come_from_them():
    seating = table()
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.arrive("b", "ＡＮＮ\u200b", TOKEN, False, 0.0)
    seating.arrive("c", "", TOKEN, False, 0.0)
    assert [chair.name for chair in seating.chairs] == ["Ann", "ＡＮＮ 2", "guest"]
    assert seating.place("ann") is None


def test_away_then_a_stand_in_then_back():
    seating = table(2, grace=10.0)
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.arrive("b", "Bea", TOKEN, False, 0.0)
    changes(seating)
    now = keep_alive(seating, ["a"], 0.0, AWAY_AFTER)
    assert changes(seating) == [("away", 1)]
    now = keep_alive(seating, ["a"], now, now + 9)
    assert changes(seating) == []
    now = keep_alive(seating, ["a"], now, now + 1)
    assert changes(seating) == [("standin", 1)]
    seating.stand_in(1, "bot")
    assert seating.plays("bot", 1)
    assert not seating.plays("b", 1)
    seating.heard("b", now + 1)
    assert changes(seating) == [("back", 1)]
    assert seating.plays("b", 1)
    assert not seating.plays("bot", 1)
    assert seating.place("bot") is None


def test_no_stand_in_while_no_match_is_on():
    seating = table(1, grace=1.0)
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    for second in range(20):
        seating.tick(float(second), playing=False)
    assert changes(seating) == [("sat", 0), ("away", 0)]


def test_nobody_is_away_because_the_host_slept():
    seating = table(1, grace=5.0)
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.tick(0.0, playing=True)
    changes(seating)
    seating.tick(3600.0, playing=True)
    assert changes(seating) == []
    keep_alive(seating, [], 3600.0, 3604.0)
    assert changes(seating) == [("away", 0)]


def test_who_says_good_bye_is_away_at_once():
    seating = table(1)
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.lost("a", 1.0)
    assert changes(seating) == [("sat", 0), ("away", 0)]
    assert seating.people() == [0]
    assert seating.people(here=True) == []


def test_who_leaves_during_a_match_is_replaced_and_somebody_may_take_over():
    seating = table(2)
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.arrive("b", "Bea", TOKEN, False, 0.0)
    seating.leave("b", playing=True)
    assert changes(seating)[2:] == [("left", 1), ("standin", 1)]
    assert seating.full
    seating.stand_in(1, "bot")
    assert seating.place("b") is None
    assert seating.arrive("c", "Cat", TOKEN, False, 1.0) == 1
    assert seating.plays("c", 1)
    assert not seating.plays("bot", 1)


def test_who_leaves_between_matches_leaves_a_free_seat():
    seating = table(1)
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.leave("a", playing=False)
    assert seating.chairs[0] == Chair()


def test_who_was_sent_away_stays_away():
    seating = table()
    seating.arrive("a", "Ann", TOKEN, False, 0.0)
    seating.leave("a", playing=False, ban=True)
    with pytest.raises(NoPlace) as why:
        seating.arrive("a", "Ann", TOKEN, True, 1.0)
    assert why.value.code == "kicked"


def test_another_number_of_chairs_keeps_the_people_in_order():
    seating = table(4)
    seating.admit(1, "bot", "Bot")
    for key in "abc":
        seating.arrive(key, key, TOKEN, False, 0.0)
    assert seating.resize(3) == [0, 2, 3]
    assert [chair.key for chair in seating.chairs] == ["a", "b", "c"]
    assert seating.resize(5) == [0, 1, 2, -1, -1]


def test_fewer_chairs_than_people_bench_some_who_keep_their_number():
    seating = table(4)
    for key in "abcd":
        seating.arrive(key, key, TOKEN, False, 0.0)
    changes(seating)
    assert seating.resize(2, ["c", "b"]) == [1, 2]
    assert [chair.key for chair in seating.chairs] == ["b", "c"]
    assert [seating.number(key) for key in "abcd"] == [0, -1, -1, 3]
    assert [seating.place(key) for key in "abcd"] == [-1, 0, 1, -1]
    assert not any(seating.plays(key, seat) for key in "ad" for seat in (0, 1))
    assert seating.people_keys() == ["a", "b", "c", "d"]
    assert seating.keys() == set("abcd")
    assert seating.arrive("d", "whoever", b"", False, 1.0) == -1
    assert seating.resize(4) == [-1, 0, 1, -1]
    assert [chair.key for chair in seating.chairs] == ["a", "b", "c", "d"]
    assert seating.benched == {}


def test_of_three_chairs_for_four_the_others_keep_their_order_and_a_second_switch_their_numbers():
    seating = table(4)
    for key in "abcd":
        seating.arrive(key, key, TOKEN, False, 0.0)
    seating.resize(2, ["d", "a"])
    assert [chair.key for chair in seating.chairs] == ["a", "d"]
    seating.resize(3, ["b"])
    assert [chair.key for chair in seating.chairs] == ["a", "b", "c"]
    assert seating.number("d") == 3
    seating.resize(4)
    assert [chair.key for chair in seating.chairs] == ["a", "b", "c", "d"]


def test_who_is_benched_is_away_and_back_and_may_leave_and_nobody_stands_in():
    seating = table(2, grace=5.0)
    for key in "ab":
        seating.arrive(key, key, TOKEN, False, 0.0)
    seating.resize(1, ["a"])
    changes(seating)
    keep_alive(seating, ["a"], 0.0, 30.0)
    assert changes(seating) == [("away", -1)]
    assert seating.people_keys(here=True) == ["a"]
    seating.heard("b", 31.0)
    assert changes(seating) == [("here", -1)]
    seating.leave("b", playing=True)
    assert changes(seating) == [("left", -1)]
    assert seating.place("b") is None


def test_who_looks_on_and_is_silent_is_away_and_after_the_grace_gone():
    seating = table(1, grace=5.0)
    for key in "uvw":
        seating.arrive(key, key, TOKEN, True, 0.0)
    changes(seating)
    now = keep_alive(seating, ["u"], 0.0, 4.0)
    assert changes(seating) == [("away", -1), ("away", -1)]
    assert [watcher.away_since for watcher in seating.watchers.values()] == [None, now, now]
    seating.heard("v", now)
    assert changes(seating) == [("here", -1)]
    keep_alive(seating, ["u", "v"], now, now + 5.0)
    assert changes(seating) == [("left", -1)]
    assert set(seating.watchers) == {"u", "v"}
    seating.lost("v", now)
    assert changes(seating) == [("left", -1)]


def test_a_table_is_deserted_when_all_are_away():
    seating = table(2)
    assert seating.deserted
    seating.arrive("a", "a", TOKEN, False, 0.0)
    seating.arrive("w", "w", TOKEN, True, 0.0)
    now = keep_alive(seating, ["w"], 0.0, 5.0)
    assert not seating.deserted
    now = keep_alive(seating, [], now, now + 5.0)
    assert seating.deserted
    seating.heard("a", now)
    assert not seating.deserted


def test_who_looks_on_takes_a_free_seat_or_a_bots():
    seating = table(3)
    seating.arrive("a", "a", TOKEN, False, 0.0)
    seating.admit(1, "bot", "Bot 1")
    seating.arrive("w", "Will", TOKEN, True, 0.0)
    seating.arrive("v", "Vera", TOKEN, True, 0.0)
    seating.arrive("u", "Ute", TOKEN, True, 0.0)
    assert [seating.may_sit(key) for key in ("w", "a", "bot", "stranger")] == [True, False, False, False]
    assert seating.sit_down("w", 1.0) == 2
    assert (seating.place("w"), seating.chairs[2].name) == (2, "Will")
    assert seating.sit_down("v", 1.0) == 1
    assert seating.place("bot") is None
    assert not seating.may_sit("u")


class Evening(RuleBasedStateMachine):
    """Whatever happens: one key one chair, names differ, only one key plays a chair."""

    def __init__(self):
        super().__init__()
        self.seating = table(3, grace=8.0)
        self.now = 0.0

    keys = st.sampled_from("abcdef")

    @rule(key=keys, watch=st.booleans(), good=st.booleans())
    def arrive(self, key, watch, good):
        placed = self.seating.place(key)
        try:
            seat = self.seating.arrive(key, "same", TOKEN if good else b"", watch, self.now)
        except NoPlace:
            assert placed is None
        else:
            assert placed in (None, seat)
            assert self.seating.place(key) == seat

    @rule(key=keys)
    def heard(self, key):
        self.seating.heard(key, self.now)

    @rule(seconds=st.sampled_from([0.5, 1.0, 2.0]), playing=st.booleans())
    def wait(self, seconds, playing):
        self.now += seconds
        self.seating.tick(self.now, playing=playing)

    @rule(key=keys, playing=st.booleans(), ban=st.booleans())
    def leave(self, key, playing, ban):
        self.seating.leave(key, playing=playing, ban=ban)
        assert self.seating.place(key) is None

    @rule(key=keys)
    def lost(self, key):
        self.seating.lost(key, self.now)

    @rule(seat=st.integers(0, 2))
    def bot(self, seat):
        if seat < len(self.seating.chairs) and self.seating.chairs[seat].standin:
            self.seating.stand_in(seat, f"bot{seat}")

    @rule(seats=st.integers(1, 4), first=st.lists(keys, max_size=3, unique=True))
    def resize(self, seats, first):
        people = self.seating.people_keys()
        moved = self.seating.resize(seats, first)
        assert self.seating.people_keys() == people
        assert len(moved) == len(self.seating.chairs) == seats
        assert bool(self.seating.benched) == (len(people) > seats)
        sits = {chair.key for chair in self.seating.chairs}
        assert len(people) <= seats or {key for key in first if key in people} - sits == set() or len(sits & set(first)) == seats

    @rule(key=keys)
    def sit_down(self, key):
        if self.seating.may_sit(key):
            seat = self.seating.sit_down(key, self.now)
            assert self.seating.place(key) == seat

    @invariant()
    def sound(self):
        chairs = self.seating.chairs
        owned = [chair.key for chair in chairs if chair.key]
        assert len(owned) == len(set(owned))
        assert not set(owned) & set(self.seating.watchers)
        assert not (set(owned) | set(self.seating.watchers)) & set(self.seating.benched)
        rights = [self.seating._right(seat) for seat in self.seating.people()]
        rights += [chair.number for chair in self.seating.benched.values()]
        assert len(rights) == len(set(rights))
        names = [folded(name) for name in self.seating.names()]
        assert len(names) == len(set(names))
        everybody = [*"abcdef", "bot0", "bot1", "bot2"]
        for seat, chair in enumerate(chairs):
            players = [key for key in everybody if self.seating.plays(key, seat)]
            assert len(players) <= 1
            assert (chair.kind == "person") == bool(chair.key)
            for key in players:
                assert self.seating.place(key) == seat


Evening.TestCase.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
TestEvening = Evening.TestCase


def test_after_the_host_slept_everybody_has_fifteen_seconds_more():
    clocks = Clocks(read_settings({"clock": 10}))
    clocks.new_match(2)
    clocks.note([1, 1], 100.0, [0])
    clocks.tick(100.25)
    clocks.tick(104.0 + 600.0)  # it slept: ten minutes and what it had waited for the tick
    assert clocks.thought(704.0) == [0, 0]
    assert not clocks.overdue(0, False, 704.0 + 15.0 + 9.5)
    assert clocks.overdue(0, False, 704.0 + 15.0 + 10.0)
