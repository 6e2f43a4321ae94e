"""Gin Rummy: who deals next, the end of the match, bonuses and boxes, and the options."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, allowed, ask, column, ended, idle, no_record, record, refused, stack, standing

GAME = "gin-rummy"
PLAIN = " ".join(PACK)

# The winner of a deal takes the upcard 9♥, knocks with K♥, and has gin: it scores the other hand's count and 25.
WINNER = "AC 2C 3C 4C 5H 5D 5S 9C 9D KH"
# Losing hands, named by what the deal then pays.
PAYS_35 = "2D 3D 4D KC KD KS 6C 6D 6H TS"  # T♠ unmatched: 10
PAYS_45 = "2D 3D 4D KC KD KS 7C 8D AH 4H"  # 7 + 8 + 1 + 4 = 20
PAYS_95 = "KS QS JH TH 4D 7C 3D 2H 6S 8H"  # 40 + 4 + 7 + 3 + 2 + 6 + 8 = 70
PAYS_99 = "KS QS JH TH 8D 7C 3D 2H 6S 8H"  # 40 + 8 + 7 + 3 + 2 + 6 + 8 = 74
PAYS_100 = "KS QS JH TH 8D 7C 3D 2H 6S 9S"  # 40 + 8 + 7 + 3 + 2 + 6 + 9 = 75

Deal = tuple[str, str]


def gin(dealer: int, winner: int, loser: str) -> Deal:
    """A deal that the winner ends with gin in its first turn, whoever deals."""
    deck = stack(GAME, 2, dealer, {winner: WINNER, 1 - winner: loser}, "9H")
    offered = f"{winner} draw discard" if winner != dealer else f"{1 - dealer} pass; {winner} draw discard"
    return deck, f"{offered}; knock KH"


def undercut(dealer: int) -> Deal:
    """A deal in which the seat that does not deal knocks with 10 against 10: the dealer scores 0 + 25."""
    knocker, other = "4S 5S 6S 9C 9D AC 2D 3H 4H KH", "2C 3C 4C 5C KC KS KD AH 3D 6D"
    return stack(GAME, 2, dealer, {1 - dealer: knocker, dealer: other}, "9H"), f"{1 - dealer} draw discard; knock KH"


def void(dealer: int) -> Deal:
    """A deal in which both pass and 29 stock cards are drawn and thrown away."""
    return PLAIN, f"{1 - dealer} pass; {dealer} pass; " + idle(GAME, PLAIN, 2, dealer, 29)


NEXT: Deal = (PLAIN, "")  # a deal just dealt


def match(*deals: Deal, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a match of these deals."""
    return ask(record(GAME, *deals, seats=2, dealer=dealer) | {"options": options})


# --- who deals next --------------------------------------------------------------------------------------------------


def test_the_winner_of_a_deal_deals_the_next() -> None:
    deals = [gin(0, 1, PAYS_35), gin(1, 1, PAYS_45), gin(1, 0, PAYS_35), gin(0, 0, PAYS_35), NEXT]
    answer = match(*deals)
    assert column(answer, "dealer") == [0, 1, 1, 0, 0]
    assert column(answer, "scores") == [[0, 35], [0, 45], [35, 0], [35, 0], None]
    assert column(answer, "totals") == [[0, 35], [0, 80], [35, 80], [70, 80], [70, 80]]
    assert standing(answer)["turn"] == [1]


def test_a_seat_that_undercut_has_won_the_deal_and_deals() -> None:
    answer = match(undercut(1), undercut(1), NEXT, dealer=1)
    assert column(answer, "ended") == ["undercut", "undercut", None]
    assert column(answer, "dealer") == [1, 1, 1]
    assert column(answer, "totals") == [[0, 25], [0, 50], [0, 50]]


def test_option_dealer_alternate_passes_the_deal_whoever_won() -> None:
    deals = [gin(0, 1, PAYS_35), gin(1, 1, PAYS_35), gin(0, 0, PAYS_35), void(1), void(1), undercut(1), NEXT]
    answer = ask(record(GAME, *deals, seats=2, dealer=0) | {"options": {"dealer": "alternate"}})
    assert column(answer, "dealer") == [0, 1, 0, 1, 1, 1, 0]


def test_after_void_deals_the_winner_still_deals() -> None:
    answer = match(gin(0, 1, PAYS_35), void(1), gin(1, 0, PAYS_35), void(0), NEXT)
    assert column(answer, "dealer") == [0, 1, 1, 0, 0]
    assert column(answer, "totals") == [[0, 35], [0, 35], [35, 35], [35, 35], [35, 35]]


# --- the end of the match --------------------------------------------------------------------------------------------


def test_the_match_is_over_at_100_with_game_shutout_and_box() -> None:
    answer = match(gin(0, 1, PAYS_100))
    assert column(answer, "totals") == [[0, 100]]
    assert (answer["over"], answer["winners"], answer["position"]) == (True, [1], None)
    assert answer["final"] == [0, 325]  # 100 + 100 for the game + 100 for the shutout + 25 for the one deal


def test_boxes_do_not_count_towards_the_target() -> None:
    answer = match(gin(0, 1, PAYS_99), NEXT)  # with a box it would be 124
    assert column(answer, "totals") == [[0, 99], [0, 99]]
    assert (answer["over"], answer["winners"]) == (False, [])
    assert "final" not in answer


def test_no_shutout_where_the_loser_has_scored_and_25_for_each_deal_won_by_either() -> None:
    answer = match(gin(0, 0, PAYS_35), gin(0, 0, PAYS_45), gin(0, 1, PAYS_95), gin(1, 1, PAYS_45))
    assert column(answer, "totals")[-1] == [80, 140]
    assert (answer["over"], answer["winners"]) == (True, [1])
    assert answer["final"] == [130, 290]  # 80 + 2 x 25; 140 + 100 + 2 x 25


def test_an_undercut_is_a_deal_won_and_a_void_deal_is_not() -> None:
    answer = match(undercut(1), void(1), gin(1, 1, PAYS_35), void(1), undercut(1), gin(1, 1, PAYS_35), dealer=1)
    assert column(answer, "totals")[-1] == [0, 120]  # 25 + 35 + 25 + 35
    assert answer["final"] == [0, 420]  # 120 + 100 + 100 + 4 x 25


def test_a_shutout_is_a_total_of_0_not_no_deal_won() -> None:
    # With undercut_bonus 0 seat 1 wins a deal that pays 0: a box, and its total is still 0.
    answer = match(undercut(1), gin(1, 0, PAYS_100), dealer=1, undercut_bonus=0)
    assert column(answer, "totals") == [[0, 0], [100, 0]]
    assert answer["final"] == [325, 25]


def test_the_winner_is_who_reached_the_target_whatever_the_boxes_say() -> None:
    # 35 + 45 in two deals against 100 in one; with boxes of 1000 the loser's grand total is the higher.
    answer = match(gin(0, 0, PAYS_35), gin(0, 0, PAYS_45), gin(0, 1, PAYS_100), box_bonus=1000)
    assert answer["winners"] == [1]
    assert answer["final"] == [2080, 1200]  # 80 + 2000; 100 + 100 + 1000


@pytest.mark.parametrize(("target", "over"), [(1, True), (45, True), (46, False), (10000, False)])
def test_option_target(target: int, over: bool) -> None:
    answer = match(gin(0, 1, PAYS_45), target=target)
    assert (answer["over"], answer["winners"]) == (over, [1] if over else [])
    assert ("final" in answer) == over


@pytest.mark.parametrize(
    ("options", "final"),
    [
        ({}, [0, 260]),  # 35 + 100 + 100 + 25
        ({"game_bonus": 0}, [0, 160]),
        ({"game_bonus": 1000}, [0, 1160]),
        ({"shutout_bonus": 0}, [0, 160]),
        ({"shutout_bonus": 50}, [0, 210]),
        ({"box_bonus": 0}, [0, 235]),
        ({"box_bonus": 20}, [0, 255]),
        ({"gin_bonus": 20}, [0, 255]),  # the deal pays 30
        ({"game_bonus": 200, "shutout_bonus": 50, "box_bonus": 10, "gin_bonus": 30}, [0, 300]),  # 40 + 200 + 50 + 10
    ],
)
def test_the_bonus_options(options: dict[str, int], final: list[int]) -> None:
    assert match(gin(0, 1, PAYS_35), target=30, **options)["final"] == final


# --- option deals ----------------------------------------------------------------------------------------------------


def test_option_deals_ignores_the_target_and_its_leader_gets_game_and_shutout() -> None:
    one = match(gin(0, 1, PAYS_100), deals=2)
    assert (one["over"], one["winners"], "final" in one) == (False, [], False)
    two = match(gin(0, 1, PAYS_100), gin(1, 1, PAYS_45), deals=2)
    assert (two["over"], two["winners"]) == (True, [1])
    assert two["final"] == [0, 395]  # 145 + 100 + 100 + 2 x 25


def test_option_deals_with_a_loser_that_scored() -> None:
    answer = match(gin(0, 1, PAYS_45), gin(1, 0, PAYS_35), deals=2)
    assert (answer["over"], answer["winners"]) == (True, [1])
    assert answer["final"] == [60, 170]  # 35 + 25; 45 + 100 + 25


def test_option_deals_level_gives_boxes_only() -> None:
    # 35 + 25 each.
    answer = match(gin(0, 1, PAYS_35), gin(1, 0, PAYS_35), deals=2)
    assert (answer["over"], answer["winners"]) == (True, [0, 1])
    assert answer["final"] == [60, 60]


def test_level_with_unlike_boxes_is_still_won_jointly() -> None:
    # 10 + 35 in two deals against 45 in one: the undercut pays 0 + 10 here.
    answer = match(undercut(0), gin(0, 0, PAYS_35), gin(0, 1, PAYS_45), deals=3, undercut_bonus=10)
    assert column(answer, "totals")[-1] == [45, 45]
    assert (answer["over"], answer["winners"]) == (True, [0, 1])
    assert answer["final"] == [95, 70]  # 45 + 2 x 25; 45 + 25


def test_void_deals_do_not_count_as_deals() -> None:
    answer = match(void(0), gin(0, 1, PAYS_35), void(1), deals=2)
    assert answer["over"] is False
    answer = match(void(0), gin(0, 1, PAYS_35), void(1), gin(1, 1, PAYS_35), deals=2)
    assert (answer["over"], answer["winners"], answer["final"]) == (True, [1], [0, 320])  # 70 + 200 + 50


# --- a record's deals ------------------------------------------------------------------------------------------------


def test_a_deal_after_the_match_is_refused() -> None:
    refused(match(gin(0, 1, PAYS_100), NEXT), 1, 0, "over")
    refused(match(gin(0, 1, PAYS_35), gin(1, 1, PAYS_35), NEXT, deals=2), 2, 0, "over")


def test_a_deal_that_is_not_over_must_be_the_last() -> None:
    refused(match((PLAIN, "1 pass; 0 pass"), NEXT), 0, 2)
    refused(match(gin(0, 1, PAYS_35), NEXT, NEXT), 1, 0)


def test_an_action_after_the_deal_is_over_is_refused() -> None:
    deck, script = gin(0, 1, PAYS_35)
    refused(match((deck, script + "; 0 draw stock")), 0, 2, "over")


def test_a_deal_that_goes_on_has_no_scores_and_the_totals_before_it() -> None:
    answer = allowed(match(gin(0, 1, PAYS_35), (PLAIN, "0 pass")))
    assert answer["game"] == GAME
    assert answer["deals"] == [
        {"dealer": 0, "ended": "gin", "scores": [0, 35], "totals": [0, 35]},
        {"dealer": 1, "ended": None, "scores": None, "totals": [0, 35]},
    ]
    assert ended(match(gin(0, 1, PAYS_35))) == ("gin", [0, 35])


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 10001},
        {"deals": 101},
        {"knock_limit": -1},
        {"knock_limit": 101},
        {"knock_limit": "10"},
        {"gin_bonus": 1001},
        {"undercut_bonus": -1},
        {"game_bonus": 1001},
        {"shutout_bonus": 1001},
        {"box_bonus": 1001},
        {"big_gin": 1001},
        {"big_gin": True},
        {"dealer": "left"},
        {"dealer": 0},
        {"return_discard": 0},
        {"max_turns_over": 0},  # options of other games
        {"ace_means_gin": False},
        {"spades_double": False},
        {"ace_high": True},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, NEXT, seats=2, dealer=0) | {"options": options})


def test_the_ends_of_the_ranges_are_values() -> None:
    least = dict.fromkeys(
        ["knock_limit", "gin_bonus", "undercut_bonus", "game_bonus", "shutout_bonus", "box_bonus", "big_gin"], 0
    )
    most = {**dict.fromkeys(least, 1000), "knock_limit": 100, "target": 10000, "deals": 100, "dealer": "winner"}
    for options in ({**least, "target": 1, "deals": 0, "dealer": "alternate"}, most):
        standing(ask(record(GAME, NEXT, seats=2, dealer=0) | {"options": options}))


@pytest.mark.parametrize("seats", [1, 3, 4])
def test_gin_is_for_two(seats: int) -> None:
    no_record({**record(GAME, NEXT, seats=2, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize("deck", [PACK[:-1], [*PACK, "BJ"], [*PACK[:-1], "2C"]])
def test_the_deck_is_one_pack(deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=2, dealer=0))
