"""Switching between games at one table: when what was voted for comes, who sits, who looks on, what the book says of it."""

from typing import ClassVar

import pytest
from fair_parlour import FairParlour
from journalled import Journalled
from parlour import Parlour
from rumpus.core.game import Game
from rumpus.net import codec
from rumpus.net.messages import Ask, Table
from rumpus.net.news import Answered, Ended, Heard, LinkNews, Oddity, SayNews, TableNews, WelcomeNews
from rumpus.net.pending import ASKS_MOST, Asked, NotNow
from rumpus.net.session import Tally
from rumpus.net.table import core_offers
from rumpus.net.votes import Vote

QUICK = {"target": 5}
"""A game of hearts that a deal or two decide."""


def state(player):
    return player.of(TableNews)[-1].state


def said(player):
    return [each.text for each in player.of(SayNews)]


def ask(parlour, player, *args, **fields):
    player.link.ask(Ask(*args, **fields))
    parlour.run(0.1)


def vote(parlour, players, yes=True):
    for player in players:
        ask(parlour, player, "vote", yes=yes)


def move(parlour):
    """One action of whoever may act, or a moment of time."""
    mover = parlour.mover()
    if mover is None:
        parlour.run(0.05)
        return
    offers = [str(each) for each in core_offers(mover.link.offer)]
    best = next((text for text in offers if text.startswith(("knock", "draw stock"))), offers[-1])
    mover.link.act(best, parlour.now)
    parlour.run(0.05)


def until(parlour, wanted, most=3000):
    """Plays until it is so."""
    for _ in range(most):
        if wanted():
            parlour.run(0.1)
            return
        move(parlour)
    raise AssertionError("it never came")


def finish_deal(parlour):
    deals, played = parlour.table.deals, parlour.evening.played
    until(parlour, lambda: parlour.table.deals > deals or parlour.evening.played > played or not parlour.evening.playing)


def finish_match(parlour):
    played = parlour.evening.played
    until(parlour, lambda: parlour.evening.played > played)


def seat_bots(parlour):
    """What the host does for the evening, with bots that sit still."""
    for seat in sorted(parlour.evening.bots_wanted):
        parlour.evening.seat_bot(seat, f"bot-{seat}-{parlour.now}", parlour.now)
    parlour.evening.bots_wanted.clear()
    parlour.run(0.1)


def names(player):
    return [line.name for line in state(player).seats]


# -- when it comes


def test_if_all_agree_the_match_is_left_when_the_deal_is_over_and_kept_as_unfinished():
    parlour = Parlour()
    players = parlour.everybody()
    parlour.play(7)
    ask(parlour, players[2], "propose", game="spot-hearts", options={"target": 50})
    proposal = state(players[0]).proposal
    assert (proposal.by, proposal.needs, proposal.votes) == ("P2", 3, {"P2": True})
    assert (proposal.charter["game"], proposal.charter["options"]["target"]) == ("spot-hearts", 50)
    vote(parlour, players[:2])
    assert state(players[0]).proposal is not None, "the fourth may still want to leave too"
    vote(parlour, players[3:])
    waits = state(players[1]).waits
    assert (waits.after, waits.charter["game"]) == ("deal", "spot-hearts")
    assert "comes after this deal" in waits.text
    assert all(waits.text in said(player) for player in players)
    assert state(players[1]).charter["game"] == "hearts", "nothing changes while cards are on the table"
    finish_deal(parlour)
    shown = state(players[3])
    assert (shown.charter["game"], shown.charter["options"]["target"], shown.state) == ("spot-hearts", 50, "playing")
    assert (shown.proposal, shown.waits, shown.match, shown.deal) == (None, None, 2, 1)
    [line] = shown.book
    assert (line.game, line.unfinished, line.winners, line.names) == ("hearts", True, [], ["P0", "P1", "P2", "P3"])
    assert sum(line.totals) == 26
    assert shown.people == []
    assert names(players[0]) == ["P0", "P1", "P2", "P3"]
    parlour.play(9)
    parlour.same()


def test_everybody_is_told_the_end_of_the_deal_before_the_game_changes():
    parlour = Parlour()
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="spot-hearts")
    vote(parlour, players[1:])
    finish_deal(parlour)
    for player in players:
        ends = [k for k, news in enumerate(player.news) if isinstance(news, Heard) and ["note", "over", False] in news.events]
        fresh = [k for k, news in enumerate(player.news) if isinstance(news, WelcomeNews)]
        assert len(fresh) == 2
        assert ends[0] < fresh[1]
        assert not player.of(Oddity)
        assert [news.state for news in player.of(LinkNews)] == ["live"]
    parlour.same()


def test_if_only_most_agree_it_comes_after_the_match():
    parlour = Parlour(options=QUICK)
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="spot-hearts")
    vote(parlour, players[1:3])
    vote(parlour, players[3:], yes=False)
    assert state(players[3]).waits.after == "match"
    assert said(players[3])[-1] == "Spot Hearts comes after this match."
    finish_match(parlour)
    shown = state(players[0])
    assert (shown.charter["game"], shown.state, shown.proposal) == ("spot-hearts", "playing", None)
    assert [(line.game, line.unfinished) for line in shown.book] == [("hearts", False)]
    parlour.play(5)
    parlour.same()


def test_who_has_not_voted_when_the_time_is_over_has_not_agreed_to_leave_the_match():
    parlour = Parlour(settings={"vote_time": 10})
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="spot-hearts")
    vote(parlour, players[1:3])
    parlour.run(8.0)
    assert state(players[0]).waits is None
    parlour.run(3.0)
    assert state(players[0]).waits.after == "match"


def test_a_later_vote_takes_the_place_of_what_waits():
    parlour = Parlour(options=QUICK)
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="spot-hearts")
    vote(parlour, players[1:3])
    vote(parlour, players[3:], yes=False)
    ask(parlour, players[1], "propose", game="hearts", options={"target": 60})
    vote(parlour, [players[0], players[2]])
    vote(parlour, players[3:], yes=False)
    assert state(players[0]).waits.charter["options"]["target"] == 60
    finish_match(parlour)
    assert state(players[0]).charter["options"]["target"] == 60


def test_between_matches_most_are_enough_and_it_comes_at_once():
    parlour = Parlour(options=QUICK)
    players = parlour.everybody()
    finish_match(parlour)
    assert state(players[0]).proposal.text == "The same again?"
    ask(parlour, players[3], "propose", game="spot-hearts")
    vote(parlour, players[1:3])
    assert (state(players[0]).state, state(players[0]).charter["game"]) == ("playing", "spot-hearts")


def test_after_a_vote_is_lost_the_table_asks_again_for_the_same_once():
    parlour = Parlour(options=QUICK, settings={"vote_time": 5})
    players = parlour.everybody()
    finish_match(parlour)
    ask(parlour, players[3], "propose", game="spot-hearts")
    vote(parlour, players[:3], yes=False)
    assert state(players[0]).proposal.text == "The same again?"
    parlour.run(6.0)
    assert (state(players[0]).proposal, state(players[0]).state) == (None, "between")


def test_a_vote_that_is_open_when_the_match_ends_goes_on():
    parlour = Parlour(options=QUICK, settings={"vote_time": 600})
    players = parlour.everybody()
    ask(parlour, players[3], "propose", game="spot-hearts")
    finish_match(parlour)
    assert state(players[0]).proposal.charter["game"] == "spot-hearts"
    vote(parlour, players[:2])
    assert state(players[0]).charter["game"] == "spot-hearts"


def test_with_a_number_of_matches_those_that_were_left_do_not_count():
    parlour = Parlour(matches=1)
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="spot-hearts", options={"target": 10})
    vote(parlour, players[1:])
    finish_deal(parlour)
    assert not parlour.evening.ended
    finish_match(parlour)
    assert parlour.evening.ended.startswith("1 of 1 matches")


def test_somebody_for_whom_a_bot_plays_need_not_agree_and_somebody_who_is_only_away_must():
    for gone_for, after in ((5.0, "match"), (30.0, "deal")):
        parlour = Parlour(settings={"grace": 20, "vote_time": 10, "bot_time": 600})
        players = parlour.everybody()
        players[3].cut = True
        parlour.run(gone_for)
        ask(parlour, players[0], "propose", game="spot-hearts")
        vote(parlour, players[1:3])
        parlour.run(0.5 if after == "deal" else 11.0)
        assert state(players[0]).waits.after == after


def test_a_quorum_decides_and_the_time_is_limited():
    parlour = Parlour(settings={"quorum": 2, "vote_time": 7})
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="spot-hearts")
    assert (state(players[0]).proposal.needs, state(players[0]).proposal.seconds) == (2, 7)
    vote(parlour, players[1:2])
    vote(parlour, players[2:3], yes=False)
    assert state(players[0]).waits.after == "match"
    ask(parlour, players[1], "propose", game="hearts")
    parlour.run(8.0)
    assert state(players[0]).waits.charter["game"] == "spot-hearts"
    assert said(players[0])[-1].startswith("Voted down: P1 proposes")


def test_alone_with_bots_one_decides_and_the_deal_is_played_to_its_end():
    parlour = Parlour(game="gin-rummy", settings={"bot_time": 1})
    parlour.evening.seat_bot(1, "bot", parlour.now)
    bot = parlour.join("bot", key="bot", token=b"")
    ann = parlour.join("Ann")
    parlour.run(0.1)
    ask(parlour, ann, "propose", game="hearts")
    assert state(ann).waits.after == "deal"
    until(parlour, lambda: state(ann).charter["game"] == "hearts")
    seat_bots(parlour)
    assert [line.kind for line in state(ann).seats] == ["person", "bot", "bot", "bot"]
    assert (bot.link.seat, state(ann).state) == (1, "playing")
    parlour.same()


def test_a_late_key_press_for_the_old_game_is_not_played_in_the_new_one():
    parlour = Parlour()
    players = parlour.everybody()
    old = players[0].link.offer.dp
    ask(parlour, players[0], "propose", game="hearts")
    vote(parlour, players[1:])
    finish_deal(parlour)
    players[0].link.act(str(core_offers(players[0].link.offer)[0]), parlour.now, dp=old)
    parlour.run(0.1)
    assert players[0].of(Answered)[-1].code == "late"


def test_a_match_that_is_off_makes_room_for_what_waits():
    parlour = Parlour()
    players = parlour.everybody()
    ask(parlour, players[0], "propose", game="spot-hearts")
    vote(parlour, players[1:3])
    vote(parlour, players[3:], yes=False)
    parlour.evening._give_up("The match is off.")
    parlour.run(0.1)
    assert (state(players[0]).charter["game"], state(players[0]).state) == ("spot-hearts", "playing")


# -- who sits


def gin_for_two(players, parlour, **fields):
    """Four people at hearts agree to play gin; returns when they do."""
    ask(parlour, players[2], "propose", game="gin-rummy", options={"target": 25}, **fields)
    text = state(players[0]).proposal.text
    vote(parlour, [player for player in players if player is not players[2]])
    finish_deal(parlour)
    return text


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
            assert player.link.vh == watcher.link.vh
            assert player.link.offer is None
            assert player.link.view.hand(0) == player.link.view.hand(1) == []
    rev = parlour.table.rev
    players[1].link.act("draw stock", parlour.now)
    parlour.run(0.1)
    assert players[1].of(Answered)[-1].code == "watching"
    session = parlour.room.sessions[players[1].key]
    assert session.seat == -1
    assert parlour.evening.act(players[1].key, 1, 9, players[0].link._dp, "draw stock", parlour.now).code == "watching"
    assert parlour.table.rev == rev


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
    parlour.evening.seat_bot(3, "bot", parlour.now)
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
    assert parlour.evening.bots_wanted == [2, 3]
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
    assert parlour.evening.bots_wanted == []
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
    assert parlour.evening.seating.place(late.key) == 2


# -- what was agreed


def test_a_proposal_and_the_table_say_what_house_rules_do_and_where_their_order_matters():
    parlour = Parlour()
    players = parlour.everybody()
    rules = [name for name in sorted(parlour.room.known.house_rules) if _fits(parlour, name)][:2]
    assert len(rules) == 2
    ask(parlour, players[0], "propose", game="spot-hearts", house_rules=rules)
    proposal = state(players[1]).proposal
    assert list(proposal.helps) == rules
    assert all(proposal.helps[name] == parlour.room.known.house_rules[name].help[:300] for name in rules)
    assert set(proposal.charter["house_rule_plugins"]) == set(rules)
    vote(parlour, players[1:])
    finish_deal(parlour)
    assert state(players[1]).helps == proposal.helps
    assert state(players[1]).order == parlour.table.charter.order_matters() == proposal.order
    assert state(players[1]).charter["hash"] == proposal.charter["hash"]


def _fits(parlour, name):
    game: Game = parlour.room.known.games["spot-hearts"]
    try:
        game.charter(4, {}, (parlour.room.known.house_rules[name],))
    except ValueError:
        return False
    return True


# -- the book


def test_the_book_goes_on_through_games_and_counts_matches_wins_and_points_by_person():
    parlour = Parlour(options=QUICK)
    players = parlour.everybody()
    finish_match(parlour)
    first = state(players[0]).book[0]
    ask(parlour, players[2], "propose", game="gin-rummy", options={"target": 25})
    vote(parlour, players[:2])
    assert state(players[0]).charter["game"] == "gin-rummy"
    finish_match(parlour)
    shown = state(players[0])
    second = shown.book[1]
    assert (first.game, second.game) == ("hearts", "gin-rummy")
    assert second.names == ["P0", "P2"]
    people = {one.name: one for one in shown.people}
    for k, name in enumerate(first.names):
        assert people[name].points["hearts"] == first.totals[k]
        assert people[name].matches == 1 + (name in second.names)
        assert people[name].wins == (name in first.winners) + (name in second.winners)
    assert [people[name].points["gin-rummy"] for name in second.names] == second.totals
    assert "gin-rummy" not in people["P1"].points
    assert shown.people[0].wins == max(one.wins for one in shown.people)


# -- the host, pauses


def test_only_the_word_of_the_own_client_closes_the_table():
    parlour = Parlour(owner="a1b2")
    players = parlour.everybody()
    for word in ("", "a1b", "A1B2", "let me in"):
        ask(parlour, players[0], "close", word)
        assert "Only whoever opened the table" in said(players[0])[-1]
        parlour.run(1.0)
    assert not parlour.evening.ended
    ask(parlour, players[3], "close", "a1b2")
    assert [player.of(Ended)[-1].text for player in players] == ["The host has closed the table."] * 4
    assert parlour.evening.interrupted, "a match that is on may be gone on with"


def test_a_table_without_an_owner_is_closed_by_nobody():
    parlour = Parlour()
    players = parlour.everybody()
    ask(parlour, players[0], "close", "")
    assert not parlour.evening.ended


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
    parlour.evening.seat_bot(1, "bot", parlour.now)
    ann = parlour.join("Ann")
    parlour.run(0.1)
    ask(parlour, ann, "pause")
    assert state(ann).paused == "Ann"


# -- fair dealing


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


# -- the journal


def test_what_waits_the_benched_and_the_book_survive_the_host(tmp_path):
    parlour = Journalled(tmp_path)
    players = parlour.players
    gin_for_two(players, parlour)
    parlour.play(3)
    parlour.again()
    assert [player.link.seat for player in players] == [0, -1, 1, -1]
    assert [(line.name, line.number) for line in state(players[0]).benched] == [("P1", 1), ("P3", 3)]
    assert [(line.game, line.unfinished) for line in state(players[0]).book] == [("hearts", True)]
    ask(parlour, players[3], "propose", game="hearts", options=QUICK)
    vote(parlour, players[:3])
    assert state(players[0]).waits.after == "deal"
    parlour.again()
    waits = state(players[0]).waits
    assert (waits.after, waits.charter["game"], waits.charter["options"]["target"]) == ("deal", "hearts", 5)
    until(parlour, lambda: state(players[0]).charter["game"] == "hearts")
    assert [player.link.seat for player in players] == [0, 1, 2, 3]
    finish_match(parlour)
    before = (list(parlour.evening.book), state(players[0]).people)
    assert len(before[1]) == 4
    parlour.again()
    assert (list(parlour.evening.book), state(players[0]).people) == before
    parlour.end()


def test_a_host_that_ends_before_the_table_turns_turns_it_when_it_is_back(tmp_path):
    parlour = Journalled(tmp_path, options=QUICK)
    players = parlour.players
    ask(parlour, players[0], "propose", game="spot-hearts")
    vote(parlour, players[1:3])
    vote(parlour, players[3:], yes=False)
    evening = parlour.evening
    evening.turn = lambda now: setattr(evening, "turning", False)  # it never comes to it
    until(parlour, lambda: evening.state == "between")
    parlour.again()
    parlour.run(6.0)
    assert state(players[0]).charter["game"] == "spot-hearts"
    assert [(line.game, line.unfinished) for line in state(players[0]).book] == [("hearts", False)]
    parlour.play(3)
    parlour.same()
    parlour.end()


# -- asking, until it is heard


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
    parlour.evening.said = Lines()
    for n in range(8):
        parlour.until(lambda: parlour.players[0].link.state == "live", 60.0)
        parlour.players[0].link.ask(Ask("say", f"line {n}"))
        parlour.run(1.5)
    parlour.rough = False
    parlour.run(12.0)
    assert parlour.room._tallies[parlour.players[0].key].done_ask == 8
    assert [line.text for line in Lines.ever if line.name] == [f"line {n}" for n in range(8)]


def test_the_same_ask_again_gets_the_same_answer_and_nothing_else_happens():
    tally = Tally(0.0)
    assert tally.heard(1) is None
    reply = tally.hears(1, Table(rules="page"))
    assert reply == tally.heard(1) == Table(rules="page", heard=1)
    tally.hears(2, Table())
    assert tally.heard(1) == Table(heard=1)
    assert tally.heard(3) is None
    assert tally.hears(0, Table(rules="x")) == Table(rules="x")
    assert tally.heard(0) is None


def test_asks_are_one_at_a_time_and_numbered_on_from_what_the_host_has_heard():
    asked = Asked()
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
        parlour.room.receive(players[1].route, players[1].key, "", list(frames), parlour.now)
    players[1].link.out.clear()
    parlour.room.out.clear()
    parlour.run(10.0)
    assert players[1].of(Ended)[-1].code == "left"
    assert parlour.evening.seating.chairs[1].kind == "free"


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
    session = parlour.room.sessions[player.key]
    for _ in range(2):
        frames = [codec.header("table", session.sid), codec.body(Ask("say", "old"))]
        parlour.room.receive(player.route, player.key, "", frames, parlour.now)
    parlour.run(0.1)
    assert said(player).count("old") == 2
