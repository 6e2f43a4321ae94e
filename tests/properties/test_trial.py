"""Every installed game keeps the laws; and a game that breaks one is caught by it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from broken_games import BROKEN, broken
from rumpus.core.bots import RANDOM_BOT, BotKind
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import Catalogue
from rumpus.core.house import HouseRule
from rumpus.core.record import replay
from rumpus.core.rules import BadOption
from rumpus.core.shuffling.seeded import Stream, tag
from rumpus.core.testing import trial
from rumpus.core.testing.trial import Broken, Report, run_trial
from rumpus.plugins.gin_rummy import GIN_RUMMY

# --- installed games --------------------------------------------------------------------------------------------------


def kinds_for(catalogue: Catalogue, game: Game) -> list[BotKind]:
    """The bots that play a game, the random one among them."""
    return [kind for kind in catalogue.bots if kind.plays(game)]


def most_seats(charter: Charter) -> Charter:
    """The same game and options with as many seats as it allows."""
    return charter.game.charter(charter.game.seats[1], charter.options)


def test_every_game_keeps_the_laws(each_charter: Charter, catalogue: Catalogue) -> None:
    kinds = kinds_for(catalogue, each_charter.game)
    report = run_trial(each_charter, 2 * len(kinds), kinds=kinds, thorough=8, all_verbs=False)
    assert report.deals == 2 * len(kinds)
    assert report.worlds + report.worlds_unusable > 0
    assert sum(report.ended.values()) == report.deals


def test_every_game_keeps_the_laws_with_all_its_seats(each_charter: Charter, catalogue: Catalogue) -> None:
    kinds = kinds_for(catalogue, each_charter.game)
    assert run_trial(most_seats(each_charter), len(kinds), "most seats", kinds=kinds, thorough=8, all_verbs=False).actions > 0


def any_charter(game: Game, stream: Stream) -> Charter:
    """A table with any number of seats and any options that go together."""
    while True:
        chosen: dict[str, Any] = {}
        for each in game.options:
            between = each.low + stream.below(each.high - each.low + 1)
            values = each.values or (each.low, each.default, each.default, each.high, between)
            chosen[each.name] = stream.choice(values)
        if "max_turns_over" in chosen:
            chosen["max_turns_over"] = 3
        try:
            return game.charter(game.seats[0] + stream.below(game.seats[1] - game.seats[0] + 1), chosen)
        except BadOption:
            continue


def options_trial(game: Game, kinds: list[BotKind], tables: int) -> None:
    """One deal at each of so many tables, no two of them alike."""
    stream = Stream(tag("options", game.name), "tables")
    for table in range(tables):
        charter = any_charter(game, stream)
        run_trial(charter, 1, f"table {table}", kinds=[kinds[table % len(kinds)]], thorough=12, all_verbs=False)


def test_options_combine(each_game: Game) -> None:
    options_trial(each_game, [RANDOM_BOT], 4)


@pytest.mark.slow
def test_options_combine_at_many_tables(each_game: Game) -> None:
    options_trial(each_game, [RANDOM_BOT], 200)


@pytest.mark.slow
def test_bots_end_their_deals_whatever_the_options(each_game: Game, catalogue: Catalogue) -> None:
    """Two seats may hand the same discard to and fro for ever; bots must not."""
    options_trial(each_game, kinds_for(catalogue, each_game), 60)


def test_bots_do_not_hand_a_discard_round_for_ever(each_game: Game, catalogue: Catalogue) -> None:
    """Where the card just taken may be discarded again it is tempting."""
    if any(option.name == "return_discard" for option in each_game.options):
        for seats in sorted({each_game.default_seats, each_game.seats[1]}):
            kinds = [kind for kind in kinds_for(catalogue, each_game) if kind != RANDOM_BOT]
            charter = each_game.charter(seats, {"return_discard": True})
            run_trial(charter, 2 * len(kinds), "to and fro", kinds=kinds or [RANDOM_BOT], thorough=100, all_verbs=False)


@pytest.mark.slow
def test_thousands_of_deals_keep_the_laws(each_charter: Charter, catalogue: Catalogue) -> None:
    """2,000 deals by random play and by bots, in which every verb of the game must occur, but for a moon, which is rare."""
    kinds = [RANDOM_BOT, *kinds_for(catalogue, each_charter.game)]
    report = run_trial(each_charter, 2000, "thousands", kinds=kinds, thorough=50, all_verbs=False)
    assert set(each_charter.game.verbs) - set(report.verbs) <= {"moon"}


@pytest.mark.slow
def test_hundreds_of_deals_with_all_seats_keep_the_laws(each_charter: Charter, catalogue: Catalogue) -> None:
    kinds = kinds_for(catalogue, each_charter.game)
    run_trial(most_seats(each_charter), 300, "hundreds", kinds=kinds, thorough=20, all_verbs=False)


def test_a_house_rule_is_tried_with_its_game() -> None:
    """A step that a house rule adds is held to the same laws."""

    def blab(deal: Any, seat: int, action: object) -> None:
        deal.note("blab", deal.at[deal.stock][:1])

    rule = HouseRule("blab", "The bottom card of the stock is told.", {"after": lambda steps: (*steps, blab)})
    with pytest.raises(Broken, match="hidden is hidden"):
        run_trial(GIN_RUMMY.charter(2, {}, [rule]), 20, all_verbs=False)


# --- one clockwork ----------------------------------------------------------------------------------------------------


def test_a_trial_is_the_same_every_time() -> None:
    one, other = (run_trial(GIN_RUMMY.charter(), 2, "again", all_verbs=False) for _ in range(2))
    assert one == other
    assert run_trial(GIN_RUMMY.charter(), 2, "another", all_verbs=False) != one


STORIES = """
import hashlib
from rumpus.core.bots import RANDOM_BOT
from rumpus.core.events import View
from rumpus.core.hooks import find_plugins
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, deal_seed, shuffled
games = find_plugins().games
for name in sorted(games):
    match = Match(games[name].charter())
    deal = match.open_deal(shuffled(deal_seed("hash", 0), match.deck), story=True)
    stream = Stream(deal_seed("hash", 1), "bot/0")
    bot = RANDOM_BOT.make(0, match.charter, stream)
    steps = 0
    while not deal.over and steps < 150:
        seat = stream.choice(deal.turn)
        offers = deal.offers(seat)
        deal.act(seat, bot.choose(View(seat), offers))
        deal.note("offered", [str(offer) for offer in offers])
        steps += 1
    print(name, steps, hashlib.sha256(repr(deal.story).encode()).hexdigest())
"""


def test_no_order_of_a_set_is_in_any_story(catalogue: Catalogue) -> None:
    """Other hash seeds, other orders of sets and of nothing else: the same stories and offers."""
    told = []
    for seed in ("0", "1", "4711"):
        world = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", STORIES], env=world, capture_output=True, text=True, check=True)
        told.append(done.stdout)
    assert len(told[0].splitlines()) == len(catalogue.games)
    assert told[0] == told[1] == told[2]


# --- broken games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_law_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if BROKEN[name][1] == "deals end":
        monkeypatch.setattr(trial, "LIMIT", 100)
    with pytest.raises(Broken) as caught:
        run_trial(broken(name).charter(), 90, thorough=2, all_verbs=False)
    assert caught.value.law == BROKEN[name][1], caught.value
    assert caught.value.what
    assert str(caught.value).startswith(caught.value.law)


@pytest.mark.parametrize("name", ["SaysDeadwood", "RefusesByTheOtherHand", "KeepsACardBack", "LetsAnybodyAct"])
def test_what_is_caught_comes_with_a_record(name: str, catalogue: Catalogue) -> None:
    """The record shows the deal up to there: as sound Gin it can be played through the rules."""
    with pytest.raises(Broken) as caught:
        run_trial(broken(name).charter(), 30, thorough=2, all_verbs=False)
    record = json.loads(json.dumps(caught.value.record))
    assert record["game"] == broken(name).name
    assert "error" not in replay({**record, "game": "gin-rummy"}, catalogue)


def test_sound_gin_is_not_caught() -> None:
    report = run_trial(GIN_RUMMY.charter(), 4, thorough=1, all_verbs=False)
    assert isinstance(report, Report)
    assert report.worlds == 4 * 3


def test_a_verb_that_never_occurs_is_missed() -> None:
    with pytest.raises(Broken, match="every verb occurs") as caught:
        run_trial(GIN_RUMMY.variant("tunky", "Tunky", target=100).charter(), 1, kinds=[RANDOM_BOT])
    assert "knock" in caught.value.what


def test_every_broken_game_is_gin_with_one_fault() -> None:
    for name in BROKEN:
        game = broken(name)
        assert issubclass(game.deal, GIN_RUMMY.deal)
        assert game.options == GIN_RUMMY.options
        assert (game.deal.__doc__ or "").strip(), "it says what is wrong with it"
    assert len(BROKEN) >= 25
