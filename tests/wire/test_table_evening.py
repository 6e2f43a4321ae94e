"""The evening: matches follow each other, people vote, bots stand in, somebody leaves, the table closes.  In virtual time."""

import pytest
from parlour import Parlour
from rumpus.net.guest.events import Ended, RulesNews, SayNews, TableNews, WelcomeNews
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol.messages import Ask
from rumpus.net.table.engine import core_offers
from rumpus.net.table.settings import read_settings
from rumpus.net.table.table import LOST_FOR


def short_gin(**more):
    """Two people at a gin match that one deal decides."""
    parlour = Parlour(game="gin-rummy", options={"target": 25}, **more)
    return parlour, parlour.everybody(2)


def finish_match(parlour):
    """Plays until the match is over."""
    played = parlour.table.played
    while parlour.table.played == played:
        parlour.until(lambda: parlour.mover() is not None or parlour.table.played > played)
        mover = parlour.mover()
        if mover is not None:
            offers = [str(each) for each in core_offers(mover.link.offer)]
            best = next((text for text in offers if text.startswith(("knock", "draw stock"))), offers[-1])
            mover.link.act(best, parlour.now)
            parlour.run(0.05)


def state(player):
    return player.of(TableNews)[-1].state


def said(player):
    return [each.text for each in player.of(SayNews)]


def test_after_a_match_all_people_saying_yes_begins_the_next_at_once():
    parlour, players = short_gin()
    finish_match(parlour)
    parlour.run(0.1)
    shown = state(players[0])
    assert shown.state == "between"
    assert (shown.proposal.text, shown.proposal.needs, shown.proposal.by) == ("The same again?", 2, "")
    assert shown.book[0].game == "gin-rummy"
    assert shown.book[0].winners[0] in ("P0", "P1")
    players[0].link.ask(Ask("vote", yes=True))
    parlour.run(0.1)
    assert state(players[1]).proposal.votes == {"P0": True}
    players[1].link.ask(Ask("vote", yes=True))
    parlour.run(0.1)
    assert state(players[0]).state == "playing"
    assert state(players[0]).match == 2
    parlour.play(6)
    parlour.same()


def test_at_the_end_of_the_vote_most_of_the_votes_cast_decide():
    parlour, players = short_gin(settings={"vote_time": 30})
    finish_match(parlour)
    parlour.run(0.1)
    players[1].link.ask(Ask("vote", yes=True))
    parlour.run(29.0)
    assert state(players[0]).state == "between"
    parlour.run(2.0)
    assert state(players[0]).state == "playing"


def test_without_a_vote_nothing_begins():
    parlour, players = short_gin(settings={"vote_time": 5})
    finish_match(parlour)
    parlour.run(6.0)
    assert state(players[0]).state == "between"
    assert state(players[0]).proposal is None
    assert "Voted down: The same again?" in said(players[0])


def test_after_so_many_matches_the_table_says_good_bye():
    parlour, players = short_gin(matches=2)
    finish_match(parlour)
    parlour.run(0.1)
    assert state(players[0]).state == "playing"
    finish_match(parlour)
    parlour.run(0.1)
    assert [player.of(Ended)[0].code for player in players] == ["closed", "closed"]
    assert parlour.table.ended
    assert state(players[0]).state == "closed"


@pytest.mark.parametrize(
    "ask",
    [
        Ask("propose", game="whist"),
        Ask("propose", game="hearts", options={"moon": 7}),
        Ask("propose", game="hearts", house_rules=["x"]),
        Ask("vote", yes=True),
        Ask("kick", "nobody"),
        Ask("kick", "P0"),
        Ask("resume"),
        Ask("want", "Z"),
    ],
)
def test_what_cannot_be_is_answered_with_one_sentence_to_the_asker_alone(ask):
    parlour = Parlour()
    players = parlour.everybody()
    before = [len(said(player)) for player in players]
    players[0].link.ask(ask)
    parlour.run(0.1)
    assert [len(said(player)) - count for player, count in zip(players, before, strict=True)] == [1, 0, 0, 0]


def test_somebody_is_voted_away_and_may_not_come_back():
    parlour = Parlour()
    players = parlour.everybody()
    players[0].link.ask(Ask("kick", "p3"))
    parlour.run(0.1)
    assert state(players[1]).proposal.charter is None
    players[3].link.ask(Ask("vote", yes=False))
    parlour.run(0.1)
    assert said(players[3])[-1] == "You have no vote in this."
    players[1].link.ask(Ask("vote", yes=True))
    parlour.run(0.1)
    assert players[3].of(Ended)[0].code == "kicked"
    assert state(players[0]).seats[3].kind == "free"
    assert state(players[0]).seats[3].standin
    again = parlour.join("P3", key=players[3].key)
    parlour.run(0.1)
    assert again.link.state == "over"


def test_away_then_grace_then_a_stand_in_then_back():
    parlour = Parlour(settings={"grace": 10, "bot_time": 1})
    players = parlour.everybody()
    parlour.play(8)
    gone = parlour.mover()
    seat = gone.link.seat
    gone.cut = True
    other = next(player for player in players if player is not gone)
    took = parlour.until(lambda: state(other).seats[seat].away)
    assert 3.0 <= took <= 5.0
    took = parlour.until(lambda: state(other).seats[seat].standin)
    assert 9.0 <= took <= 11.0
    assert parlour.table.bots_wanted == [seat]
    parlour.table.seat_bot(seat, "standin", parlour.now)
    bot = parlour.join("bot", key="standin", token=b"")
    parlour.run(0.2)
    assert bot.link.seat == seat
    parlour.play(5)
    assert {line.name for line in state(other).seats} == {"P0", "P1", "P2", "P3"}
    gone.cut = False
    took = parlour.until(lambda: gone.link.state == "live")
    assert took <= 2.0
    parlour.run(0.2)
    assert bot.of(Ended)[0].code == "handed_back"
    line = state(other).seats[seat]
    assert (line.away, line.standin) == (False, False)
    parlour.play(9)
    parlour.same()


def test_a_bot_that_does_nothing_loses_its_choice_and_not_the_table():
    parlour = Parlour(settings={"grace": 1, "bot_time": 2})
    players = parlour.everybody()
    parlour.play(4)
    gone = parlour.mover()
    gone.cut = True
    other = next(player for player in players if player is not gone)
    parlour.until(lambda: state(other).seats[gone.link.seat].standin)
    rev = parlour.engine.rev
    took = parlour.until(lambda: parlour.engine.rev > rev)
    assert took <= 3.0
    assert any("took too long" in text for text in said(other))
    parlour.play(3)


def without_seat(seat):
    """A table in the middle of a deal that the person at this seat has left."""
    parlour = Parlour()
    players = parlour.everybody()
    parlour.play(4)
    players[seat].link.ask(Ask("leave"))
    parlour.run(0.1)
    return parlour, players


def test_who_leaves_gives_the_seat_up_and_another_takes_it_when_the_deal_is_over():
    parlour, players = without_seat(1)
    assert players[1].of(Ended)[0].code == "left"
    assert state(players[0]).seats[1].standin
    new = parlour.join("Nan")
    parlour.run(0.2)
    assert new.link.seat == -1, "whoever comes in the middle of a deal is shown no hand that somebody has left"
    assert new.link.view.hand() == []
    assert "Nan sits down when this deal is over." in said(players[0])
    bot = parlour.join("Bot", key="the bot's key")
    parlour.table.seating.stand_in(1, "the bot's key")
    bot.link.opened(parlour.now)
    parlour.until(lambda: new.link.seat == 1 or (parlour.play(1) and False), 60.0)
    assert parlour.engine.deals == 2
    assert state(players[0]).seats[1].name == "Nan"
    assert len(new.link.view.hand()) == 13
    parlour.play(6)
    parlour.same()


def test_a_second_program_of_somebody_who_sits_is_shown_no_other_hand():
    parlour, _ = without_seat(2)
    spy = parlour.join("P0 again")
    parlour.run(30.0)
    assert spy.link.seat == -1
    assert all(not place.faces for place in spy.link.view.places.values() if place.name == "hand")


def test_who_is_sent_away_learns_no_new_invite():
    parlour = Parlour()
    players = parlour.everybody()
    first, second = (str(Invite(("127.0.0.1",), 7777, new_pair().public, token)) for token in (b"first", b"second"))

    def renew():
        parlour.table.invite = second
        parlour.table.dirty = True

    parlour.table.invite, parlour.table.new_locks = first, renew
    players[0].link.ask(Ask("kick", "P3"))
    parlour.run(0.1)
    for player in players[1:3]:
        player.link.ask(Ask("vote", yes=True))
    parlour.run(0.2)
    assert players[3].of(Ended)[0].code == "kicked"
    assert {each.state.invite for each in players[3].of(TableNews)} <= {"", first}
    assert state(players[0]).invite == second


def test_the_table_ends_with_its_last_person():
    parlour = Parlour()
    players = parlour.everybody()
    for player in players:
        player.link.ask(Ask("leave"))
    parlour.run(1.0)
    assert parlour.table.ended


@pytest.mark.parametrize("headless", [False, True])
def test_ten_minutes_after_the_last_link_was_lost(headless):
    parlour = Parlour(headless=headless, settings={"grace": 3600})
    players = parlour.everybody()
    for player in players:
        player.link.quit()
    parlour.run(LOST_FOR - 5, step=0.5)
    assert not parlour.table.ended
    parlour.run(10, step=0.5)
    assert bool(parlour.table.ended) != headless


def test_the_help_page_comes_to_who_asks():
    parlour = Parlour()
    players = parlour.everybody()
    players[0].link.ask(Ask("rules"))
    parlour.run(0.1)
    [page] = players[0].of(RulesNews)
    assert "Hearts" in page.text
    assert not players[1].of(RulesNews)


def test_who_looks_on_decides_nothing():
    parlour = Parlour()
    parlour.everybody()
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    for ask in (Ask("propose", game="hearts"), Ask("vote", yes=True), Ask("kick", "P0"), Ask("pause")):
        watcher.link.ask(ask)
    parlour.run(0.1)
    assert said(watcher).count("Only the people at the table decide that.") == 4
    assert state(watcher).proposal is None
    watcher.link.ask(Ask("say", "hello"))
    parlour.run(0.1)


def test_a_watcher_who_comes_late_sees_the_table():
    parlour = Parlour()
    parlour.everybody()
    parlour.play(13)
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    parlour.same()
    assert watcher.of(WelcomeNews)[0].seat == -1
    assert watcher.link.view.hand(0) == []
    parlour.play(5)
    parlour.same()


def test_everybody_sees_that_who_looks_on_is_away_and_is_here_again():
    parlour = Parlour(settings={"grace": 10})
    players = parlour.everybody()
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    watcher.cut = True
    took = parlour.until(lambda: state(players[0]).silent == ["W"])
    assert took <= 5.0
    assert (state(players[3]).watchers, said(players[3])[-1]) == (["W"], "W is away.")
    watcher.cut = False
    took = parlour.until(lambda: watcher.link.state == "live" and not state(players[0]).silent)
    assert took <= 3.0
    assert said(players[3])[-1] == "W is here again."
    watcher.cut = True
    took = parlour.until(lambda: not state(players[0]).watchers)
    assert 13.0 <= took <= 15.0
    assert said(players[3])[-1] == "W has left."


def test_settings_are_read_with_their_bounds():
    assert read_settings({"grace": 5})["grace"] == 5
    for bad in ({"grace": -1}, {"grace": "x"}, {"graze": 1}, {"grace": True}):
        with pytest.raises(ValueError, match=r"setting|Option"):
            read_settings(bad)


def test_a_clock_plays_for_who_thinks_too_long_after_the_bank_is_empty():
    parlour = Parlour(settings={"clock": 10, "bank": 5})
    players = parlour.everybody()
    parlour.play(4)
    slow = parlour.mover()
    rev = parlour.engine.rev
    parlour.run(14.0)
    assert parlour.engine.rev == rev
    parlour.run(2.0)
    assert parlour.engine.rev > rev
    assert state(players[0]).banks[slow.link.seat] == 0, "everybody sees what is left"
    assert any(f"{slow.link.name} took too long" in text for text in said(players[0]))
    while parlour.mover() is not slow:
        parlour.play(1)
    rev = parlour.engine.rev
    parlour.run(11.0)
    assert parlour.engine.rev > rev
    parlour.same()


def test_a_bank_pays_for_the_own_thinking_and_not_for_the_others():
    parlour = Parlour(settings={"clock": 10, "bank": 30})
    players = parlour.everybody()
    parlour.play(4)
    first = parlour.mover()
    parlour.play(1)
    for _ in range(3):  # the others take 20 seconds each
        parlour.run(20.0)
        parlour.play(1)
    while parlour.mover() is not first:
        parlour.play(1)
    parlour.play(1)
    parlour.run(0.2)
    banks = state(players[0]).banks
    assert banks[first.link.seat] == 30
    assert sum(banks) in range(86, 91), "three times 20 seconds, of which the clock pays 10 each"
