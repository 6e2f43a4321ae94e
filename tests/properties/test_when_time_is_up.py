"""What is played for a seat whose time has run out: nothing that a table would call a decision."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rumpus.core.actions import Action, Choice, read_action
from rumpus.core.cards import read_card
from rumpus.core.deal import Illegal
from rumpus.core.events import View
from rumpus.core.game import Game
from rumpus.core.hooks import find_plugins
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, deal_seed, shuffled, tag
from rumpus.core.timeouts import by_default, when_time_is_up

GIN = find_plugins().games["gin-rummy"]


def holding(*hand: str) -> View:
    """A seat that holds these cards, the last one drawn last."""
    view = View(0)
    faces = [read_card(name) for name in hand]
    for event in (
        ["deal", 0, 1],
        ["zone", 0, "hand", 0, "owner", 0],
        ["zone", 1, "stock", -1, "none", 52],
        ["move", faces, 1, 0],
    ):
        view.fold(event)
    return view


@pytest.mark.parametrize(
    ("offered", "played"),
    [
        (["draw discard", "pass"], "pass"),  # the upcard of a gin deal; or no stock is left, and a pass ends the deal
        (["draw stock", "draw discard"], "draw stock"),
        (["buy", "pass"], "pass"),
        (["meld 2C 2D 2S", "discard 2C", "discard KS", "discard 9H"], "discard 9H"),  # drawn last
        (["meld 2C 2D 2S", "discard 2C", "discard KS"], "discard KS"),  # the 9H was taken from the pile and is barred
        (["knock KS", "discard 2C", "discard 9H"], "discard 9H"),
        (["tunk", "draw stock", "draw discard"], "draw stock"),
        (["draw discard 3", "draw discard", "draw stock"], "draw stock"),
        (["return", "meld 2C 2D 2S"], "return"),  # a dug card goes back
        (["meld 2C 2D 2S", "meld 2C 2D 2S, 9H on 1"], "meld 2C 2D 2S"),  # bound to meld
        (["yes", "no"], "no"),
        (["play 9H", "draw stock"], "draw stock"),
        (["play 9H", "pass"], "pass"),
        (["discard 9H trick", "discard 9H"], "discard 9H"),
        (["moon add", "moon subtract"], "moon subtract"),
        (["draw discard"], "draw discard"),  # where there is nothing else
    ],
)
def test_what_a_sleeper_does(offered: list[str], played: str) -> None:
    ranked = by_default(holding("2C", "2D", "2S", "KS", "9H"), [read_action(text) for text in offered])
    assert str(ranked[0]) == played
    assert sorted(map(str, ranked)) == sorted(offered), "the others follow, if the rules refuse the first"


def test_cards_that_must_be_given_are_given() -> None:
    [given] = by_default(holding("2C", "KS", "9H"), [Choice("give", 2, (0, 50, 33))])
    assert given == Action("give", (0, 33))


def test_a_game_may_say_itself_what_is_played() -> None:
    offers = [read_action("draw stock"), read_action("draw discard")]
    greedy = replace(GIN, timeout=lambda view, offers: read_action("draw discard"))
    assert str(when_time_is_up(greedy, holding("9H"), offers)[0]) == "draw discard"
    silent = replace(GIN, timeout=lambda view, offers: None)
    assert str(when_time_is_up(silent, holding("9H"), offers)[0]) == "draw stock"


def test_hearts_is_played_by_a_bot_and_its_variants_too() -> None:
    games = find_plugins().games
    assert {name for name, game in games.items() if game.timeout == "bot"} == {
        name for name, game in games.items() if game.family == "tricks"
    }


@pytest.mark.parametrize("deals", [2, pytest.param(100, marks=pytest.mark.slow)])
def test_it_is_legal_in_every_game_and_buys_and_takes_nothing(each_game: Game, deals: int) -> None:
    """One sleeper among random players, who may also be the only one who could go on."""
    stream = Stream(tag("sleepers"), each_game.name)
    match = Match(each_game.charter())
    for number in range(deals):
        deal = match.open_deal(shuffled(deal_seed("sleepers", number), match.deck), story=True)
        for _ in range(200):
            if deal.over:
                break
            seat = deal.turn[0]
            offers = deal.offers(seat)
            ranked = by_default(deal.view(seat), offers)
            if seat == number % deal.seats:
                first = ranked[0]
                assert str(first) not in ("buy", "draw discard", "draw trick") or len(offers) == 1
                deal.act(seat, first)
                continue
            choice = offers[stream.below(len(offers))]
            try:
                deal.act(seat, choice.example() if isinstance(choice, Choice) else choice)
            except Illegal as why:  # an offer is legal, whoever takes it
                raise AssertionError(f"{choice}: {why}") from why
