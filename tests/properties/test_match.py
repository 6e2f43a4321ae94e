"""A match: totals, who deals, when it is over and who has won; played with deals whose scores are simply said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rumpus.core.cards import pack
from rumpus.core.deal import Deal
from rumpus.core.game import Game
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.core.record import replay
from rumpus.core.rules import Rules
from rumpus.core.zones import NOBODY, WATCHER
from written import GIN_ACTIONS, gin, gin_deal

NEXT: list[list[int]] = []
"""The scores that the deals to come will pay."""


class Said(Deal):
    """A deal that waits to be ended."""

    def begin(self) -> None:
        self.enter("play", (self.left_of(self.dealer),))

    def table(self) -> dict[str, Any]:
        return {}

    def end(self, ended: str, winner: int) -> None:
        self.winner = winner
        self.finish(ended)


def match(seats: int = 4, dealer: int = 0, **fields: Any) -> Match:
    """A match under rules like these."""
    rules = Rules(**{"seats": seats, "deck": pack(), "score": lambda deal: NEXT.pop(0), "target": 100, **fields})
    game = Game(
        name="said",
        title="Said",
        family="said",
        seats=(2, 6),
        default_seats=seats,
        options=(),
        rules=lambda options, count: rules,
        deal=Said,
        tells=lambda rules: [],
        summary="Scores are said.",
    )
    return Match(game.charter(seats), dealer)


def play(table: Match, *scores: int, ended: str = "out", winner: int = NOBODY, story: bool = False) -> Said:
    """One deal with these scores."""
    NEXT[:] = [list(scores)]
    deal = table.open_deal(pack(), story=story)
    assert isinstance(deal, Said)
    deal.end(ended, winner)
    table.settle(deal)
    return deal


# --- totals -----------------------------------------------------------------------------------------------------------


def test_totals_add_up_and_are_told_to_the_next_deal() -> None:
    table = match()
    assert table.totals == [0, 0, 0, 0]
    play(table, 5, 0, -3, 20)
    play(table, 1, 1, 1, 1)
    assert table.totals == [6, 1, -2, 21]
    deal = table.open_deal(pack())
    assert deal.before == (6, 1, -2, 21)
    assert deal.number == 2
    assert not table.over
    assert table.winners == []


def test_no_total_below_zero_where_the_table_floors_them() -> None:
    table = match(floor_zero=True)
    deal = play(table, 10, -26, 0, 0)
    assert deal.scores == [10, -26, 0, 0], "what the deal paid stays as it was"
    assert table.totals == [10, 0, 0, 0]
    play(table, -3, 5, -1, 0)
    assert table.totals == [7, 5, 0, 0]


@given(st.lists(st.lists(st.integers(-30, 9), min_size=3, max_size=3), max_size=10), st.booleans())
def test_totals_are_the_sum_of_what_was_paid(deals: list[list[int]], floored: bool) -> None:
    table = match(3, floor_zero=floored)
    totals = [0, 0, 0]
    for scores in deals:
        play(table, *scores)
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        totals = [max(0, total) for total in totals] if floored else totals
        assert table.totals == totals


# --- who deals --------------------------------------------------------------------------------------------------------


def test_the_deal_passes_to_the_left() -> None:
    table = match(dealer=2)
    dealers = []
    for _ in range(6):
        dealers.append(play(table, 0, 0, 0, 0, winner=1).dealer)
    assert dealers == [2, 3, 0, 1, 2, 3]


def test_the_winner_deals_where_the_game_says_so() -> None:
    table = match(2, winner_deals=True)
    assert play(table, 0, 5, winner=1).dealer == 0
    assert play(table, 0, 5, winner=1).dealer == 1
    assert play(table, 5, 0, winner=0).dealer == 1
    assert play(table, 0, 0, ended="block").dealer == 0, "now the deal passes left: nobody won"
    assert table.dealer == 1


def test_a_void_deal_is_dealt_again_by_the_same_dealer() -> None:
    table = match(2, deals=2, winner_deals=True)
    play(table, 0, 9, winner=1)
    for _ in range(3):
        deal = play(table, 0, 0, ended="void")
        assert deal.dealer == 1
        assert table.dealer == 1
        assert not table.over, "void deals do not count"
    assert table.totals == [0, 9]
    play(table, 0, 0, ended="block")
    assert table.over, "blocked ones do"


def test_void_deals_of_gin_do_not_count_in_a_record(catalogue: Catalogue) -> None:
    deck = gin_deal()["deck"].split()
    actions: list[list[Any]] = [[1, "pass"], [0, "pass"]]
    for n in range(29):  # of the 31 cards of the stock two are left then
        seat = 1 - n % 2
        actions += [[seat, "draw stock"], [seat, f"discard {deck[21 + n]}"]]
    void = {"deck": " ".join(deck), "actions": actions}
    said = replay(gin(void, void, gin_deal(*GIN_ACTIONS), deals=1), catalogue)
    told = [(deal["dealer"], deal["ended"], deal["totals"]) for deal in said["deals"]]
    assert told == [(0, "void", [0, 0]), (0, "void", [0, 0]), (0, "gin", [0, 85])]
    assert (said["over"], said["winners"]) == (True, [1])


# --- the end ----------------------------------------------------------------------------------------------------------


def test_the_match_ends_when_a_total_reaches_the_target() -> None:
    table = match(target=50)
    play(table, 49, 0, 0, 0)
    assert not table.over
    play(table, 1, 0, 0, 0)
    assert table.over
    assert table.winners == [0]


def test_the_highest_of_several_at_the_target_wins() -> None:
    table = match(target=50)
    play(table, 55, 60, 0, 0)
    assert table.winners == [1]


def test_the_lowest_total_wins_where_points_are_penalties() -> None:
    table = match(target=50, lowest_wins=True)
    play(table, 20, 50, 3, 7)
    assert (table.over, table.winners) == (True, [2])


def test_a_level_match_is_won_jointly() -> None:
    table = match(target=50)
    play(table, 50, 0, 50, 10)
    assert (table.over, table.winners) == (True, [0, 2])


@pytest.mark.parametrize("lowest", [True, False])
def test_a_level_match_plays_on_where_the_game_says_so(lowest: bool) -> None:
    table = match(target=50, ties_play_on=True, lowest_wins=lowest)
    play(table, *([50, 3, 3, 60] if lowest else [50, 3, 50, 0]))
    assert not table.over
    assert table.winners == []
    play(table, 0, 0, 0, 0)
    assert not table.over
    play(table, 0, 1, 2, 0) if lowest else play(table, 1, 0, 0, 0)
    assert table.over
    assert table.winners == ([1] if lowest else [0])


def test_a_number_of_deals_ends_the_match_instead_of_the_target() -> None:
    table = match(deals=3, target=50)
    play(table, 99, 0, 0, 0)
    play(table, 99, 0, 0, 0)
    assert not table.over, "the target is ignored"
    play(table, 0, 0, 500, 0)
    assert (table.over, table.winners) == (True, [2])


def test_grand_totals_are_made_once_from_totals_wins_and_winners() -> None:
    asked: list[Any] = []

    def final(rules: Rules, totals: list[int], wins: list[int], winners: list[int]) -> list[int]:
        asked.append((list(totals), list(wins), list(winners)))
        return [total + 25 * won for total, won in zip(totals, wins, strict=True)]

    table = match(2, target=50, final=final)
    play(table, 30, 0, winner=0)
    play(table, 0, 20, winner=1)
    play(table, 0, 0, ended="void")
    assert table.final is None
    assert asked == []
    play(table, 30, 0, winner=0)
    assert asked == [([60, 20], [2, 1], [0])]
    assert table.final == [110, 45]


# --- who reached the target is out ------------------------------------------------------------------------------------


def test_seats_that_reach_the_target_are_out_until_one_is_left() -> None:
    table = match(4, out_at_target=True, lowest_wins=True)
    play(table, 100, 20, 30, 40)
    assert not table.over
    deal = table.open_deal(pack())
    assert deal.seats_in == (1, 2, 3)
    assert deal.dealer == 1
    assert deal.left_of(3) == 1, "seat 0 is not dealt to"
    play(table, 0, 80, 0, 0)
    assert table.open_deal(pack()).dealer == 2
    play(table, 0, 0, 70, 0)
    assert (table.over, table.winners) == (True, [3])


def test_if_all_that_are_left_reach_the_target_together_the_lowest_of_them_wins() -> None:
    table = match(3, out_at_target=True, lowest_wins=True)
    play(table, 100, 20, 30)
    play(table, 0, 90, 85)
    assert table.totals == [100, 110, 115]
    assert (table.over, table.winners) == (True, [1]), "seat 0 was out before"


# --- what is said -----------------------------------------------------------------------------------------------------


def test_everybody_is_told_how_it_stands() -> None:
    table = match(2, target=50, final=lambda rules, totals, wins, winners: [7, 8])
    going_on = play(table, 20, 0, story=True)
    done = play(table, 0, 60, winner=1, story=True)
    for seat in (0, 1, WATCHER):
        notes = going_on.view(seat).notes
        assert (notes["ended"], notes["scores"], notes["totals"], notes["over"]) == ("out", [20, 0], [20, 0], False)
        assert not notes.get("winners")
        notes = done.view(seat).notes
        assert (notes["scores"], notes["totals"], notes["over"], notes["winners"]) == ([0, 60], [20, 60], True, [1])
        assert notes["final"] == [7, 8]
        assert (notes["number"], notes["dealer"]) == (1, 1)


def test_a_deal_says_the_totals_before_it() -> None:
    table = match(2)
    play(table, 20, 7)
    notes = table.open_deal(pack(), story=True).view(WATCHER).notes
    assert (notes["totals"], notes["number"], notes["dealer"]) == ([20, 7], 1, 1)
    assert (notes["turn"], notes["phase"]) == ([0], "play")
