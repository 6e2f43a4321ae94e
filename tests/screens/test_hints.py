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
    session = Sitting(game.name, game.default_seats).deal()
    for _ in range(MOVES):
        if session.on:
            session.move(session.turn()[0])
    while not session.until_mine().model.offers:
        session.deal()
    return session


def who_has_just_come(session: Sitting) -> Model:
    """The same seat at the same moment, with nothing but a welcome."""
    model, deal = Model(), session.table
    assert deal is not None
    offer = as_sent(deal.offers(session.seat), 1)
    for news in (
        LinkNews("live", ""),
        TableNews(session.state()),
        WelcomeNews(session.seat, session.rev, deal.view(session.seat), [], offer),
    ):
        model.hear(news)
    return model


def test_who_has_just_come_is_given_a_hint_by_the_bot(each_game: Game) -> None:
    late = who_has_just_come(in_the_middle(each_game))
    said, action = hints.hint(late)
    assert said == f"A hint: {action}"


def test_a_welcome_after_a_break_leaves_the_story_whole() -> None:
    """What was missed is added to what was heard, so that the hint knows all that its player saw."""
    session = in_the_middle(catalogue().games["hearts"])
    whole, deal = list(session.model.story), session.table
    assert deal is not None
    view = deal.view(session.seat)
    session.hear(WelcomeNews(session.seat, session.rev, view, [["note", "said", "East coughed."]], None, unbroken=True))
    assert session.model.story == [*whole, ["note", "said", "East coughed."]]
    session.hear(WelcomeNews(session.seat, session.rev, view, [], None))
    assert session.model.story == view.retold(), "of what lies between nothing is known: it is told anew"


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
