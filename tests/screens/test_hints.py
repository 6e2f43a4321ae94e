"""Hints: what the basic bot would do, also for who has just come, and what is said where there is no bot or it fails."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rumpus.client.model.model import Model
from rumpus.client.session import hints
from rumpus.core.bots import Bot, BotKind
from rumpus.core.game import Game
from rumpus.core.hooks import Catalogue
from rumpus.net.guest.events import LinkNews, TableNews, WelcomeNews
from screen_tables import Sitting, as_sent, catalogue

MOVES = 9


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_FOUND", [catalogue()])


def in_the_middle(game: Game) -> Sitting:
    """A deal some moves old, in which it is this player's turn."""
    sitting = Sitting(game.name, game.default_seats).deal()
    for _ in range(MOVES):
        if sitting.on:
            sitting.move(sitting.turn()[0])
    while not sitting.until_mine().model.offers:
        sitting.deal()
    return sitting


def who_has_just_come(sitting: Sitting) -> Model:
    """The same seat at the same moment, with nothing but a welcome."""
    model, deal = Model(), sitting.table
    assert deal is not None
    offer = as_sent(deal.offers(sitting.seat), 1)
    for news in (
        LinkNews("live", ""),
        TableNews(sitting.state()),
        WelcomeNews(sitting.seat, sitting.rev, deal.view(sitting.seat), [], offer),
    ):
        model.hear(news)
    return model


def test_who_has_just_come_is_given_a_hint_by_the_bot(each_game: Game) -> None:
    late = who_has_just_come(in_the_middle(each_game))
    said, action = hints.hint(late)
    assert said == f"A hint: {action}"


def test_a_welcome_after_a_break_leaves_the_story_whole() -> None:
    """What was missed is added to what was heard, so that the hint knows all that its player saw."""
    sitting = in_the_middle(catalogue().games["hearts"])
    whole, deal = list(sitting.model.story), sitting.table
    assert deal is not None
    view = deal.view(sitting.seat)
    sitting.hear(WelcomeNews(sitting.seat, sitting.rev, view, [["note", "said", "East coughed."]], None, unbroken=True))
    assert sitting.model.story == [*whole, ["note", "said", "East coughed."]]
    sitting.hear(WelcomeNews(sitting.seat, sitting.rev, view, [], None))
    assert sitting.model.story == view.retold(), "of what lies between nothing is known: it is told anew"


def test_a_game_that_no_bot_knows_says_so_and_names_what_may_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_FOUND", [Catalogue(games=catalogue().games, origins=catalogue().origins)])
    said, action = hints.hint(in_the_middle(catalogue().games["gin-rummy"]).model)
    assert action is not None
    assert said == f"No bot here knows this game; one thing that you may do: {action}"


def test_a_bot_that_fails_is_said_to_have_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Bot):
        def choose(self, view: object, offers: object) -> object:  # type: ignore[override]
            raise ZeroDivisionError("by nothing")

    broken = replace(catalogue(), bots=[BotKind("basic", Broken, lambda game: True)])
    monkeypatch.setattr(hints, "_FOUND", [broken])
    said, action = hints.hint(in_the_middle(catalogue().games["gin-rummy"]).model)
    assert action is not None
    assert said == f"The basic bot failed (ZeroDivisionError: by nothing); one thing that you may do: {action}"
