"""A player who comes late is told a story that leads to its view: in every game, at every point, for every place."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from rumpus.core.bots import RANDOM_BOT, by_deal
from rumpus.core.deal import Deal
from rumpus.core.events import View
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, deal_seed, shuffled, tag
from rumpus.core.zones import NOBODY

WATCHER = -1


def positions(game: Game, seats: int, deals: int, most: int = 300) -> Iterator[Deal]:
    """Deals of a match between random players, after the dealing and after every action."""
    match = Match(game.charter(seats))
    bots = [RANDOM_BOT.make(seat, match.charter, Stream(tag("retold"), f"bot/{seat}")) for seat in range(seats)]
    for number in range(deals):
        deal = match.open_deal(shuffled(deal_seed("retold", number), match.deck), story=True)
        yield deal
        for _ in range(most):
            if deal.over:
                break
            seat = deal.turn[0]
            deal.act(seat, bots[seat].choose(View(seat), deal.offers(seat)))
            yield deal
        if not deal.over:
            return
        match.settle(deal)
        yield deal


def folded(seat: int, story: list[list[object]]) -> View:
    view = View(seat)
    for event in json.loads(json.dumps(story)):
        view.fold(event)
    return view


@pytest.mark.parametrize("deals", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_the_story_folds_to_the_view(each_game: Game, deals: int) -> None:
    for seats in {each_game.seats[0], each_game.default_seats, each_game.seats[1]}:
        for deal in positions(each_game, seats, deals):
            for seat in (*range(seats), WATCHER):
                view = deal.view(seat)
                assert folded(seat, view.retold()).data() == view.data()


def test_it_is_told_in_the_order_of_a_deal(each_game: Game) -> None:
    for deal in positions(each_game, each_game.default_seats, 1, 12):
        story = deal.view(0).retold()
        assert story[0] == ["deal", deal.number, deal.dealer]
        assert story[1] == ["note", "unheard", True]
        assert story[-1] == ["note", "unheard", None]
        kinds = [event[0] for event in story[2:-1]]
        assert kinds == sorted(kinds, key=["zone", "move", "note"].index)
        assert by_deal(story) == [story], "one deal and no more"


def test_places_are_open_to_whom_they_were_open(each_game: Game) -> None:
    """As far as a seat can tell: who else may read a place of its own is seen by what it may not read of the others'."""
    for deal in positions(each_game, each_game.default_seats, 1):
        for seat in range(deal.seats):
            for event in deal.view(seat).retold():
                if event[0] == "zone":
                    _, number, name, owner, seen, _ = event
                    zone = deal.zones[number]
                    assert (name, owner) == (zone.name, zone.seat)
                    lonely = sum(other.name == name for other in deal.zones) == 1
                    assert seen == zone.seen or (lonely and owner != NOBODY), (name, seen, zone.seen)


def test_nothing_is_told_before_the_first_deal() -> None:
    assert View(0).retold() == []


def test_events_are_cut_before_every_deal() -> None:
    tail, first, second = [["note", "turn", [1]]], [["deal", 1, 0], ["note", "x", 1]], [["deal", 2, 1]]
    assert by_deal([*tail, *first, *second]) == [tail, first, second]
    assert by_deal([*first, *second]) == [first, second]
    assert by_deal([]) == []
