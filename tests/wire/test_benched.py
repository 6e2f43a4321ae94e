"""Who sits when a game has fewer seats than there are people, who looks on and keeps the seat, and how bots fill the rest."""

import pytest
from fair_parlour import FairParlour
from parlour import Parlour
from rumpus.net.guest.events import Answered, Ended, LinkNews, Oddity, TableNews
from switched import QUICK, ask, finish_deal, finish_match, gin_for_two, names, said, seat_bots, state, until, vote


def test_fewer_seats_than_people_seat_who_proposed_and_then_by_their_seats():
    parlour = Parlour()
    players = parlour.everybody()
    text = gin_for_two(players, parlour)
    assert text.endswith("P2 and P0 sit; P1 and P3 look on.")
    proposal = [each.state.proposal for each in players[0].of(TableNews) if each.state.proposal is not None][-1]
    assert (proposal.sit, proposal.watch) == (["P0", "P2"], ["P1", "P3"])
    assert names(players[0]) == ["P0", "P2"]
    assert [player.link.seat for player in players] == [0, -1, 1, -1]
    assert [(line.name, line.number) for line in state(players[0]).benched] == [("P1", 1), ("P3", 3)]
    assert [(state(player).you, state(player).number) for player in players] == [(0, -1), (-1, 1), (1, -1), (-1, 3)]
    assert "P3 looks on, and seat 4 waits for P3." in said(players[0])
    parlour.play(4)
    parlour.same()


def test_the_proposal_may_name_who_sits_and_need_not_name_who_makes_it():
    parlour = Parlour()
    players = parlour.everybody()
    text = gin_for_two(players, parlour, sit=["P3", "p1"])
    assert text.endswith("P3 and P1 sit; P0 and P2 look on.")
    assert names(players[0]) == ["P1", "P3"]


@pytest.mark.parametrize(
    ("sit", "why"), [(["P0", "P1", "P2"], "has 2 seats"), (["Zoe"], "called Zoe"), (["W"], "called W"), ([""], "called")]
)
def test_only_people_can_be_named_and_no_more_than_there_are_seats(sit, why):
    parlour = Parlour()
    players = parlour.everybody()
    parlour.join("W", watch=True)
    parlour.run(0.1)
    ask(parlour, players[0], "propose", game="gin-rummy", sit=sit)
    assert why in said(players[0])[-1]
    assert state(players[0]).proposal is None


def test_who_is_benched_sees_what_who_looks_on_sees_and_nothing_else():
    parlour = Parlour()
    players = parlour.everybody()
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    gin_for_two(players, parlour)
    for _ in range(6):
        parlour.play(1)
        for player in (players[1], players[3]):
            assert player.link.view.data() == watcher.link.view.data()
            assert player.link.view_hash.value == watcher.link.view_hash.value
            assert player.link.offer is None
            assert player.link.view.hand(0) == player.link.view.hand(1) == []
    rev = parlour.engine.rev
    players[1].link.act("draw stock", parlour.now)
    parlour.run(0.1)
    assert players[1].of(Answered)[-1].code == "watching"
    session = parlour.dispatcher.sessions[players[1].key]
    assert session.seat == -1
    assert parlour.table.act(players[1].key, 1, 9, players[0].link._dp, "draw stock", parlour.now).code == "watching"
    assert parlour.engine.rev == rev


def test_a_benched_key_that_comes_back_with_a_new_program_is_benched_still_and_sees_no_hand():
    parlour = Parlour()
    players = parlour.everybody()
    gin_for_two(players, parlour)
    parlour.play(3)
    again = parlour.join("P0", key=players[1].key, token=b"")
    parlour.run(0.2)
    assert again.link.seat == -1
    assert state(again).number == 1
    assert again.link.view.hand(0) == again.link.view.hand(1) == []
    assert players[1].of(Ended)[-1].code == "replaced"


def test_who_is_benched_talks_votes_proposes_and_comes_back_to_the_own_seat():
    parlour = Parlour()
    players = parlour.everybody()
    gin_for_two(players, parlour)
    ask(parlour, players[1], "say", "good luck")
    assert said(players[0])[-1] == "good luck"
    ask(parlour, players[3], "propose", game="hearts", options=QUICK)
    proposal = state(players[1]).proposal
    assert (proposal.by, proposal.needs, proposal.charter["seats"]) == ("P3", 3, 4)
    vote(parlour, players[:3])
    assert state(players[0]).waits.after == "deal"
    until(parlour, lambda: state(players[0]).charter["game"] == "hearts")
    assert names(players[0]) == ["P0", "P1", "P2", "P3"]
    assert [player.link.seat for player in players] == [0, 1, 2, 3]
    assert state(players[1]).number == -1
    assert "P1 sits again." in said(players[0])
    finish_match(parlour)
    parlour.same()
    assert [news.state for player in players for news in player.of(LinkNews)] == ["live"] * 4
    assert not any(player.of(Oddity) for player in players)


def test_who_is_benched_may_be_named_voted_away_and_may_leave():
    parlour = Parlour()
    players = parlour.everybody()
    gin_for_two(players, parlour)
    ask(parlour, players[0], "kick", "P1")
    vote(parlour, players[2:])
    assert players[1].of(Ended)[-1].code == "kicked"
    ask(parlour, players[3], "leave")
    assert state(players[0]).benched == []
    assert players[3].of(Ended)[-1].code == "left"


def test_who_is_benched_takes_a_seat_that_is_given_up_when_the_deal_is_over():
    parlour = Parlour(settings={"bot_time": 1})
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="gin-rummy", options={"target": 500})
    vote(parlour, players[1:])
    finish_deal(parlour)
    ask(parlour, players[1], "leave")
    assert state(players[0]).seats[1].standin
    ask(parlour, players[3], "sit")
    assert said(players[3])[-1] == "You sit down when this deal is over."
    assert players[3].link.seat == -1
    until(parlour, lambda: players[3].link.seat >= 0)
    assert players[3].link.seat == 1
    assert state(players[0]).seats[1].name == "P3"
    assert [line.name for line in state(players[0]).benched] == ["P2"]
    parlour.play(4)
    parlour.same()
    assert not players[3].of(Oddity)


def test_a_watcher_takes_a_free_seat_between_deals_and_a_bots_too():
    parlour = Parlour(settings={"bot_time": 1})
    parlour.table.seat_bot(3, "bot", parlour.now)
    bot = parlour.join("bot", key="bot", token=b"")
    players = [parlour.join(f"P{n}") for n in range(3)]
    parlour.run(0.2)
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    ask(parlour, players[0], "sit")
    assert said(players[0])[-1] == "You have a seat."
    ask(parlour, watcher, "sit")
    assert said(watcher)[-1] == "You sit down when this deal is over."
    until(parlour, lambda: watcher.link.seat == 3)
    assert bot.of(Ended)[-1].code == "handed_back"
    assert state(players[0]).seats[3].kind == "person"
    assert len(watcher.link.view.hand()) == 13
    parlour.play(6)
    parlour.same()
    late = parlour.join("V", watch=True)
    parlour.run(0.1)
    ask(parlour, late, "sit")
    assert "Every seat is taken" in said(late)[-1]


def test_before_the_first_match_a_watcher_sits_down_at_once():
    parlour = Parlour()
    first = parlour.join("Ann")
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    ask(parlour, watcher, "sit")
    assert (first.link.seat, watcher.link.seat) == (0, 1)
    for name in ("Bob", "Cat"):
        parlour.join(name)
    parlour.run(0.2)
    assert state(first).state == "playing"
    parlour.same()


def test_more_seats_are_filled_by_bots_and_bots_leave_when_people_need_the_chairs():
    parlour = Parlour(game="gin-rummy", options={"target": 500}, settings={"bot_time": 1})
    players = parlour.everybody(2)
    ask(parlour, players[0], "propose", game="hearts", options={"target": 500})
    vote(parlour, players[1:])
    until(parlour, lambda: state(players[0]).charter["game"] == "hearts")
    assert parlour.table.bots_wanted == [2, 3]
    seat_bots(parlour)
    assert [line.kind for line in state(players[0]).seats] == ["person", "person", "bot", "bot"]
    assert state(players[0]).state == "playing"
    assert players[0].link.view.count("hand", 3) == 13
    parlour.play(2)
    parlour.same()
    ask(parlour, players[0], "propose", game="gin-rummy")
    vote(parlour, players[1:])
    until(parlour, lambda: state(players[0]).charter["game"] == "gin-rummy")
    assert names(players[0]) == ["P0", "P1"]
    assert parlour.table.bots_wanted == []
    parlour.play(4)
    parlour.same()


def test_a_bot_that_comes_too_late_takes_nobodys_seat():
    parlour = Parlour(game="gin-rummy")
    players = parlour.everybody(2)
    ask(parlour, players[0], "propose", game="hearts", seats=3)
    vote(parlour, players[1:])
    until(parlour, lambda: state(players[0]).charter["game"] == "hearts")
    late = parlour.join("Late")
    parlour.run(0.1)
    assert late.link.seat == 2
    seat_bots(parlour)
    assert state(players[0]).seats[2].name == "Late"
    assert parlour.table.seating.place(late.key) == 2


def test_who_is_benched_gives_no_share_and_the_deals_of_both_games_are_verified():
    parlour = FairParlour(options=QUICK)
    players = parlour.everybody()
    gin_for_two(players, parlour)
    assert sorted(parlour.dealing.asked) == [0, 1]
    finish_deal(parlour)
    ask(parlour, players[1], "propose", game="hearts", options=QUICK)
    vote(parlour, [players[0], *players[2:]])
    until(parlour, lambda: state(players[0]).charter["game"] == "hearts")
    finish_deal(parlour)
    assert parlour.dealing.voids == 0
    assert all(kind in ("verified", "not verifiable") for player in players for kind in parlour.kinds(player))
    assert all(set(parlour.kinds(player)) == {"verified"} for player in (players[0], players[2]))
    assert not any(player.of(Oddity) for player in players)
