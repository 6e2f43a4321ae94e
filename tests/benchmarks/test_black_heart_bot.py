"""The basic bot of Black Heart beats the random one at every kind of table, and never does what is not allowed."""

from __future__ import annotations

from typing import Any

import pytest
from bench_bots import CATALOGUE, kind
from rumpus.core.actions import Action
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import bot_stream, deal_seed, shuffled
from rumpus.core.testing.simulate import simulate

GAME, SOLITAIRE = CATALOGUE.games["black-heart-rum"], CATALOGUE.games["black-heart-solitaire"]
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"rules": "basic"}),
    (4, {"teams": 2}),
    (5, {}),
    (6, {"deck": "two"}),
    (6, {"teams": 3}),
    (10, {"teams": 5}),
]
DEALS = [8, pytest.param(200, marks=pytest.mark.slow)]


def charter(seats: int, options: dict[str, Any]) -> Charter:
    return GAME.charter(seats, options)


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_basics_play_every_table_to_its_end(seats: int, options: dict[str, Any], deals: int) -> None:
    figures = simulate(charter(seats, options), deals, [kind("basic", GAME)] * seats, "basics")
    assert not figures.unfinished
    assert figures.ended["out"] >= 0.8 * deals, figures.data()


@pytest.mark.parametrize("deals", [20, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"teams": 2}), (3, {"rules": "basic"})])
def test_basic_beats_random(seats: int, options: dict[str, Any], deals: int) -> None:
    """The basic bots are one side, random ones the others; each side in turn."""
    table = charter(seats, options)
    mine = theirs = 0
    each = -(-deals // table.rules.totals)
    for side in range(table.rules.totals):
        kinds = [kind("basic" if table.rules.side(seat) == side else "random", GAME) for seat in range(seats)]
        scores = simulate(table, each, kinds, f"side {side}").scores
        mine += scores[side]
        theirs += sum(scores) - scores[side]
    played = each * table.rules.totals
    assert mine / played - theirs / played / (table.rules.totals - 1) > 30


@pytest.mark.parametrize("deals", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_basic_beats_the_clockwork_more_than_random_does(deals: int) -> None:
    table = SOLITAIRE.charter(None, {})
    basic, other = (simulate(table, deals, [kind(name, SOLITAIRE)], "alone") for name in ("basic", "random"))
    assert not basic.unfinished
    assert basic.scores[0] - basic.scores[1] > other.scores[0] - other.scores[1] + 30 * deals


def test_it_takes_over_in_the_middle_of_any_turn() -> None:
    """After every action of a random deal in teams a basic bot can take the seat and go on legally."""
    table = charter(4, {"teams": 2})
    for number in range(3):
        match = Match(table)
        deal = match.open_deal(shuffled(deal_seed("taken over", number), match.deck), story=True)
        random_bot = kind("random", GAME).make(0, table, bot_stream("taken over", number))
        while deal.turn:
            seat = deal.turn[0]
            view, offers = deal.view(seat), deal.offers(seat)
            chosen = kind("basic", GAME).make(seat, table, bot_stream("taken over", seat)).choose(view, offers)
            deal.clone().act(seat, chosen)
            deal.act(seat, random_bot.choose(view, offers))


def test_yes_is_answered() -> None:
    table = charter(4, {"teams": 2})
    bot = kind("basic", GAME).make(0, table, bot_stream("asked", 0))
    match = Match(table)
    deal = match.open_deal(shuffled(deal_seed("asked", 0), match.deck), story=True)
    assert bot.choose(deal.view(0), [Action("yes"), Action("no")]) == Action("yes")
