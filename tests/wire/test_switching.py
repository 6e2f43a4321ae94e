"""From one game to the next at the same table, in virtual time: votes, what waits for its time, and what survives the host."""

from journalled import Journalled
from parlour import Parlour
from rumpus.core.game import Game
from rumpus.net.guest.events import Answered, Heard, LinkNews, Oddity, WelcomeNews
from rumpus.net.table.engine import core_offers
from switched import QUICK, ask, finish_deal, finish_match, gin_for_two, names, said, seat_bots, state, until, vote


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
    assert not parlour.table.ended
    finish_match(parlour)
    assert parlour.table.ended.startswith("1 of 1 matches")


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
    parlour.table.seat_bot(1, "bot", parlour.now)
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
    parlour.table._give_up("The match is off.")
    parlour.run(0.1)
    assert (state(players[0]).charter["game"], state(players[0]).state) == ("spot-hearts", "playing")


def test_a_proposal_and_the_table_say_what_house_rules_do_and_where_their_order_matters():
    parlour = Parlour()
    players = parlour.everybody()
    rules = [name for name in sorted(parlour.dispatcher.known.house_rules) if _fits(parlour, name)][:2]
    assert len(rules) == 2
    ask(parlour, players[0], "propose", game="spot-hearts", house_rules=rules)
    proposal = state(players[1]).proposal
    assert list(proposal.helps) == rules
    assert all(proposal.helps[name] == parlour.dispatcher.known.house_rules[name].help[:300] for name in rules)
    assert set(proposal.charter["house_rule_plugins"]) == set(rules)
    vote(parlour, players[1:])
    finish_deal(parlour)
    assert state(players[1]).helps == proposal.helps
    assert state(players[1]).order == parlour.engine.charter.order_matters() == proposal.order
    assert state(players[1]).charter["hash"] == proposal.charter["hash"]


def _fits(parlour, name):
    game: Game = parlour.dispatcher.known.games["spot-hearts"]
    try:
        game.charter(4, {}, (parlour.dispatcher.known.house_rules[name],))
    except ValueError:
        return False
    return True


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
    before = (list(parlour.table.book), state(players[0]).people)
    assert len(before[1]) == 4
    parlour.again()
    assert (list(parlour.table.book), state(players[0]).people) == before
    parlour.end()


def test_a_host_that_ends_before_the_table_turns_turns_it_when_it_is_back(tmp_path):
    parlour = Journalled(tmp_path, options=QUICK)
    players = parlour.players
    ask(parlour, players[0], "propose", game="spot-hearts")
    vote(parlour, players[1:3])
    vote(parlour, players[3:], yes=False)
    table = parlour.table
    table.turn = lambda now: setattr(table, "turning", False)  # it never comes to it
    until(parlour, lambda: table.state == "between")
    parlour.again()
    parlour.run(6.0)
    assert state(players[0]).charter["game"] == "spot-hearts"
    assert [(line.game, line.unfinished) for line in state(players[0]).book] == [("hearts", False)]
    parlour.play(3)
    parlour.same()
    parlour.end()
