"""What is asked of the table: closing it, pausing it, and that every ask is heard and done once, whatever the network does."""

from typing import ClassVar

import pytest
from parlour import Parlour
from rumpus.net.guest.events import Answered, Ended
from rumpus.net.guest.outbox import ASKS_MOST, NotNow, RequestQueue
from rumpus.net.host.sessions import Tally
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ask, TableMessage
from rumpus.net.table.engine import core_offers
from rumpus.net.table.votes import Vote
from switched import ask, said, state, vote


def test_only_the_word_of_the_own_client_closes_the_table():
    parlour = Parlour(owner="a1b2")
    players = parlour.everybody()
    for word in ("", "a1b", "A1B2", "let me in"):
        ask(parlour, players[0], "close", word)
        assert "Only whoever opened the table" in said(players[0])[-1]
        parlour.run(1.0)
    assert not parlour.table.ended
    ask(parlour, players[3], "close", "a1b2")
    assert [player.of(Ended)[-1].text for player in players] == ["The host has closed the table."] * 4
    assert parlour.table.interrupted, "a match that is on may be gone on with"


def test_a_table_without_an_owner_is_closed_by_nobody():
    parlour = Parlour()
    players = parlour.everybody()
    ask(parlour, players[0], "close", "")
    assert not parlour.table.ended


def test_most_must_agree_to_a_pause_and_anybody_goes_on():
    parlour = Parlour()
    players = parlour.everybody()
    ask(parlour, players[0], "pause")
    assert state(players[1]).proposal.text == "P0 proposes a pause."
    assert state(players[1]).paused == ""
    vote(parlour, players[1:3])
    assert state(players[1]).paused == "P0"
    players[1].link.act(str(core_offers(players[1].link.offer)[0]), parlour.now)
    parlour.run(0.1)
    assert players[1].of(Answered)[-1].code == "paused"
    ask(parlour, players[2], "resume")
    assert state(players[1]).paused == ""
    parlour.play(4)
    parlour.same()


def test_alone_a_pause_is_no_question():
    parlour = Parlour(game="gin-rummy")
    parlour.table.seat_bot(1, "bot", parlour.now)
    ann = parlour.join("Ann")
    parlour.run(0.1)
    ask(parlour, ann, "pause")
    assert state(ann).paused == "Ann"


def test_what_is_asked_is_asked_again_until_it_is_heard_and_done_once():
    parlour = Parlour()
    players = parlour.everybody()
    players[1].cut = True
    players[1].link.ask(Ask("say", "hello"))
    parlour.run(1.0)
    assert "hello" not in said(players[0])
    players[1].cut = False
    parlour.run(1.0)
    parlour.run(3.0)
    assert said(players[0]).count("hello") == 1


class Lines(list):
    """What is said at a table, remembered."""

    ever: ClassVar[list] = []

    def __init__(self):
        super().__init__()
        self.ever.clear()

    def append(self, line):
        self.ever.append(line)
        super().append(line)


@pytest.mark.parametrize("seed", range(6))
def test_over_a_rough_network_every_line_is_said_once_and_in_order(seed):
    parlour = Parlour(rough=True, seed=seed)
    for n in range(4):
        parlour.join(f"P{n}")
    parlour.until(lambda: all(player.link.state == "live" for player in parlour.players), 60.0)
    parlour.table.said = Lines()
    for n in range(8):
        parlour.until(lambda: parlour.players[0].link.state == "live", 60.0)
        parlour.players[0].link.ask(Ask("say", f"line {n}"))
        parlour.run(1.5)
    parlour.rough = False
    parlour.run(12.0)
    assert parlour.dispatcher._tallies[parlour.players[0].key].done_ask == 8
    assert [line.text for line in Lines.ever if line.name] == [f"line {n}" for n in range(8)]


def test_the_same_ask_again_gets_the_same_answer_and_nothing_else_happens():
    tally = Tally(0.0)
    assert tally.heard(1) is None
    reply = tally.hears(1, TableMessage(rules="page"))
    assert reply == tally.heard(1) == TableMessage(rules="page", heard=1)
    tally.hears(2, TableMessage())
    assert tally.heard(1) == TableMessage(heard=1)
    assert tally.heard(3) is None
    assert tally.hears(0, TableMessage(rules="x")) == TableMessage(rules="x")
    assert tally.heard(0) is None


def test_asks_are_one_at_a_time_and_numbered_on_from_what_the_host_has_heard():
    asked = RequestQueue()
    asked.add(Ask("rules"))
    asked.add(Ask("pause"))
    assert asked.due(5.0)
    assert asked.ask(5.0).n == 1
    assert not asked.due(5.5)
    assert asked.due(5.7)
    assert not asked.heard(2)
    assert asked.heard(1)
    assert asked.ask(6.0) == Ask("pause", n=2)
    asked.welcome(0)  # the host was away and has forgotten how much it has heard
    assert asked.ask(7.0) == Ask("pause", n=1)
    asked.welcome(1)
    assert not asked.due(99.0)
    for _ in range(ASKS_MOST):
        asked.add(Ask("rules"))
    with pytest.raises(NotNow):
        asked.add(Ask("rules"))


def test_a_guest_that_has_given_up_its_seat_does_not_come_back_for_the_lost_good_bye():
    parlour = Parlour()
    players = parlour.everybody()
    players[1].link.ask(Ask("leave"))
    for frames in players[1].link.out:
        parlour.dispatcher.receive(players[1].route, players[1].key, "", list(frames), parlour.now)
    players[1].link.out.clear()
    parlour.dispatcher.out.clear()
    parlour.run(10.0)
    assert players[1].of(Ended)[-1].code == "left"
    assert parlour.table.seating.chairs[1].kind == "free"


def test_votes_of_everybody():
    vote = Vote(1, "game", "Ann", "?", 10.0)
    people = ["a", "b", "c"]
    assert vote.everybody(people, 0.0) is None
    vote.votes = {"a": True, "b": True}
    assert vote.everybody(people, 9.9) is None
    assert vote.everybody(people, 10.0) is False
    vote.votes["c"] = True
    assert vote.everybody(people, 0.0) is True
    vote.votes["b"] = False
    assert vote.everybody(people, 0.0) is False


def test_numbers_that_are_no_asks_are_heard_as_before():
    parlour = Parlour()
    player = parlour.everybody()[0]
    session = parlour.dispatcher.sessions[player.key]
    for _ in range(2):
        frames = [codec.header("table", session.sid), codec.body(Ask("say", "old"))]
        parlour.dispatcher.receive(player.route, player.key, "", frames, parlour.now)
    parlour.run(0.1)
    assert said(player).count("old") == 2


def test_of_two_people_neither_sends_the_other_away_unless_that_one_is_gone():
    parlour = Parlour(game="gin-rummy", settings={"grace": 600})
    ann, bob = parlour.everybody(2)
    ask(parlour, bob, "kick", "P0")
    assert said(bob)[-1] == "Only the two of you are here, and nobody is sent away by one voice."
    assert state(ann).proposal is None
    ann.cut = True
    parlour.run(8.0)
    ask(parlour, bob, "kick", "P0")
    assert parlour.table.seating.place(ann.key) is None


def test_where_one_voice_decides_it_decides_between_two_as_well():
    parlour = Parlour(game="gin-rummy", settings={"quorum": 1})
    ann, bob = parlour.everybody(2)
    ask(parlour, bob, "kick", "P0")
    assert ann.of(Ended)[-1].code == "kicked"
