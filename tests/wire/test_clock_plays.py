"""A clock that runs out: the basic bot is asked a little ahead where its choice is wanted, else a sleeper's action is played."""

import msgspec
import pytest
from parlour import Parlour
from rumpus.core.actions import PASS
from rumpus.core.events import View
from rumpus.core.hooks import find_plugins
from rumpus.core.shuffling.seeded import Stream
from rumpus.net.bots.player import clock_choices, shown_charter
from rumpus.net.guest.events import Heard, SayNews, TableNews
from rumpus.net.protocol.messages import Offer
from rumpus.net.table.engine import core_offers

CLOCK = {"clock": 10}


def said(player):
    return [each.text for each in player.of(SayNews)]


def says(guest):
    return [each.text for each in guest.told if isinstance(each, SayNews)]


def hearts(**settings):
    """Four people of whom everybody has given; one of them has to lead."""
    parlour = Parlour(settings={**CLOCK, **settings})
    parlour.everybody()
    parlour.play(5)
    parlour.until(lambda: parlour.mover() is not None)
    return parlour, parlour.mover()


def others_choice(question):
    """A card that the question offers, and not the one that would be played without an answer."""
    return msgspec.convert(question["offer"], Offer).acts[-1]


def test_the_bot_is_asked_before_the_time_is_up_and_played_when_it_is():
    parlour, slow = hearts()
    timeout_player, rev = parlour.table.timeout_player, parlour.engine.rev
    parlour.run(6.5)
    assert timeout_player.questions == []
    parlour.run(1.0)
    [question] = timeout_player.questions
    assert question["seat"] == slow.link.seat
    assert question["view"] == slow.link.view.data(), "it is told what the seat knows, and no more"
    wanted = others_choice(question)
    timeout_player.answered(question["seat"], question["offer"]["dp"], wanted)
    assert parlour.engine.rev == rev, "the player still has time"
    parlour.until(lambda: parlour.engine.rev > rev, 3.5)
    assert parlour.engine.dealt.actions[-1] == (slow.link.seat, wanted)
    assert f"{slow.link.name} took too long: the clock has played." in said(slow)


def test_an_answer_that_does_not_come_is_waited_for_half_a_second():
    parlour, slow = hearts()
    rev = parlour.engine.rev
    first = str(core_offers(slow.link.offer)[0])
    assert 10.4 <= parlour.until(lambda: parlour.engine.rev > rev, 12) <= 10.7
    assert parlour.engine.dealt.actions[-1] == (slow.link.seat, first)


def test_an_answer_may_come_in_that_half_second():
    parlour, slow = hearts()
    rev, timeout_player = parlour.engine.rev, parlour.table.timeout_player
    parlour.run(10.2)
    [question] = timeout_player.questions
    wanted = others_choice(question)
    timeout_player.answered(question["seat"], question["offer"]["dp"], wanted)
    assert parlour.until(lambda: parlour.engine.rev > rev) <= 0.1
    assert parlour.engine.dealt.actions[-1] == (slow.link.seat, wanted)


@pytest.mark.parametrize("text", ["", "play BJ", "nonsense", "draw stock"])
def test_an_answer_that_is_worth_nothing_is_none(text):
    parlour, slow = hearts()
    rev, timeout_player = parlour.engine.rev, parlour.table.timeout_player
    first = str(core_offers(slow.link.offer)[0])
    parlour.run(8.0)
    [question] = timeout_player.questions
    timeout_player.answered(question["seat"], question["offer"]["dp"], text)
    assert parlour.until(lambda: parlour.engine.rev > rev, 3) <= 2.2
    assert parlour.engine.dealt.actions[-1] == (slow.link.seat, first)


def test_who_plays_in_time_is_not_played_for_however_the_bot_answers():
    parlour, slow = hearts()
    timeout_player = parlour.table.timeout_player
    parlour.run(8.0)
    [question] = timeout_player.questions
    slow.link.act(str(core_offers(slow.link.offer)[0]), parlour.now)
    parlour.run(0.2)
    timeout_player.answered(question["seat"], question["offer"]["dp"], others_choice(question))
    played = list(parlour.engine.dealt.actions)
    parlour.run(3.0)
    assert parlour.engine.dealt.actions == played
    timeout_player.answered(question["seat"], 9999, "play 2C")
    timeout_player.answered(99, question["offer"]["dp"], "play 2C")
    parlour.run(1.0)
    assert parlour.engine.dealt.actions == played


def test_gin_passes_draws_from_the_stock_and_discards_what_it_drew():
    parlour = Parlour(game="gin-rummy", settings=CLOCK)
    players = parlour.everybody(2)
    parlour.until(lambda: len(parlour.engine.dealt.actions) == 2, 25)
    assert [text for _, text in parlour.engine.dealt.actions] == ["pass", "pass"]
    parlour.until(lambda: len(parlour.engine.dealt.actions) == 3, 15)
    seat, text = parlour.engine.dealt.actions[-1]
    assert text == "draw stock"
    drawn = parlour.engine.told.views[seat].find("hand", seat).faces[-1]
    parlour.until(lambda: len(parlour.engine.dealt.actions) == 4, 15)
    seat, text = parlour.engine.dealt.actions[-1]
    assert text.startswith("discard ")
    assert parlour.engine.told.views[seat].pile("discard")[-1] == drawn
    assert parlour.table.timeout_player.questions == []
    assert players[0].of(Heard)


def test_contract_never_buys_for_a_sleeper():
    parlour = Parlour(game="contract-rummy", seats=3, settings=CLOCK)
    parlour.everybody(3)
    parlour.until(lambda: len(parlour.engine.dealt.actions) >= 12, 200)
    verbs = [text for _, text in parlour.engine.dealt.actions]
    assert verbs[:4] == [str(PASS)] * 3 + ["draw stock"]
    assert not [text for text in verbs if text in ("buy", "draw discard")]


def test_with_timeout_bot_every_game_is_played_by_the_bot():
    parlour = Parlour(game="gin-rummy", settings={**CLOCK, "timeout": "bot"})
    slow = parlour.everybody(2)
    parlour.run(8.0)
    [question] = parlour.table.timeout_player.questions
    assert question["offer"]["acts"] == ["draw discard", "pass"]
    parlour.table.timeout_player.answered(question["seat"], question["offer"]["dp"], "draw discard")
    parlour.run(3.0)
    assert parlour.engine.dealt.actions[0][1] == "draw discard"
    assert slow[0].of(TableNews)[-1].state.settings["timeout"] == "bot"


def test_a_person_at_a_real_host_is_played_for_as_basic_would(serve):
    """Nobody at the host is a bot: the process that chooses is started for the clock."""
    table = serve("hearts", settings={"clock": 5}, options={"give": "right"})
    guests = [table.guest(f"G{n}") for n in range(4)]
    catalogue = find_plugins()
    expected = {}
    table.until(lambda: all(guest.offer for guest in guests))
    for guest in guests:
        state = [each for each in guest.told if isinstance(each, TableNews)][-1].state
        charter = shown_charter(catalogue, state.charter)
        basic = catalogue.bot("basic", charter.game)
        view = View.read(guest.view.data())
        bot = basic.make(guest.seat, charter, Stream(bytes(32), "any"))
        bot.hear(view.retold())
        expected[guest.seat] = set(bot.choose(view, core_offers(guest.offer)).cards)
        assert str(clock_choices(charter, basic, view, core_offers(guest.offer))[0]).startswith("give ")
    held = {guest.seat: set(guest.view.hand()) for guest in guests}
    table.until(lambda: all(guest.view.notes.get("phase") == "play" for guest in guests))
    given = {guest.seat: held[guest.seat] - set(guest.view.hand()) for guest in guests}
    led = {face for guest in guests for face in guest.view.pile("trick")}
    assert all(expected[seat] <= given[seat] <= expected[seat] | led for seat in given)
    table.until(lambda: sum(text.endswith("took too long: the clock has played.") for text in says(guests[0])) >= 4)
