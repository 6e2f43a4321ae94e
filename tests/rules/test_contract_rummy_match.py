"""Contract Rummy: what the deals cost, the seven deals of a match, and the options."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import ask, column, ended, no_record, record, refused, standing
from rummy_more import HUNDRED, contract_deck, contract_match, declined, packs, quick_contract

GAME = "contract-rummy"
SEVEN = [quick_contract(number, (number - 1) % 3) for number in range(1, 8)]  # seat 0 deals the first
NEW = (contract_deck(1, {}, ""), "")  # a deal just dealt

# --- what a deal costs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "cost"),
    [
        ("AD AH AS BJ 2C 2D 2H 2S 3S 3D", 74),  # 4 x 15 + 4 x 2 + 2 x 3
        ("TC JC QC KC 4D 4H 5S 5D 6H 6S", 70),  # 40 + 8 + 10 + 12
        ("7C 7D 7H 7S 8H 8S 9H 9D 2C 2S", 66),  # 28 + 16 + 18 + 4
        ("QC QD QH 7C 7D 7H 2C 2D 2H AD", 72),  # matched or not: 30 + 21 + 6 + 15
    ],
)
def test_who_goes_out_pays_nothing_and_every_other_seat_its_hand(hand: str, cost: int) -> None:
    # In deal 2 seat 2 goes out and seat 0 holds the hand; in deal 1 seat 1 goes out and seat 2 holds it.
    answer = contract_match(quick_contract(1, 0), quick_contract(2, 1, {0: hand}))
    assert ended(answer) == ("out", [cost, 100, 0])
    assert ended(contract_match(quick_contract(1, 0, {2: hand}))) == ("out", [100, 0, cost])


def test_both_jokers_cost_15_each() -> None:
    hands = {1: "3C 3D 3H 4C 4D 4H 4S 3S 4S 3S", 2: "BJ RJ AC AD AH AS 5C 5D 5H 5S"}
    script = "1 pass; 2 pass; 3 pass; 4 pass; 0 pass; 1 draw stock; meld 3C 3D 3H, 4C 4D 4H; discard 9C; "
    seats = (2, 3, 4, 0)
    for seat, card in zip(seats, ("8C", "8D", "9D", "9H"), strict=True):
        asked = "; ".join(f"{(seat + step) % 5} pass" for step in range(5))
        script += f"{asked}; {seat} draw stock; discard {card}; "
    script += "1 pass; 2 pass; 3 pass; 4 pass; 0 pass; 1 draw stock; meld 3S 3S on 1, 4S 4S on 2; discard 8H"
    hands |= {3: "2C 2D 2H 2S 2C 2D 2H 2S 2C 2D", 4: HUNDRED[:29], 0: HUNDRED[:29]}
    answer = contract_match((contract_deck(1, hands, "9S 9C 8C 8D 9D 9H 8H", 5), script), seats=5)
    assert ended(answer) == ("out", [100, 0, 110, 20, 100])  # 6 x 15 + 20; ten deuces 20


def test_wild_deuces_cost_15() -> None:
    hand = "2C 2D 2H 2S 4D 4H 5S 5D 6H 6S"  # 4 x 2 or 4 x 15, and 8 + 10 + 12
    assert ended(contract_match(quick_contract(1, 0, {2: hand}))) == ("out", [100, 0, 38])
    assert ended(contract_match(quick_contract(1, 0, {2: hand}), deuces_wild=True)) == ("out", [100, 0, 90])


def test_a_seat_that_melds_everything_goes_out_without_a_discard() -> None:
    # In its second turn seat 1 draws A♦, which fits like the four cards it has left.
    laid = "AC AD AH, 3C 3D 3H"
    hands = {1: "AC AD AH 3C 3D 3H AS AC 3S 3C", 2: HUNDRED[:29], 0: HUNDRED[:29]}
    script = declined(1) + f"meld {laid}; discard 9C; " + declined(2) + "discard 8C; " + declined(0) + "discard 8D; "
    script += declined(1) + "meld AS AC AD on 1, 3S 3C on 2"
    answer = contract_match((contract_deck(1, hands, "9S 9C 8C 8D AD"), script))
    assert ended(answer) == ("out", [100, 0, 100])


# --- the seven deals -------------------------------------------------------------------------------------------------


def test_the_lowest_total_after_deal_seven_wins() -> None:
    # Seats 1, 2, 0, 1, 2, 0, 1 go out. Seat 0 pays 4 x 100 + 120, seat 1 4 x 100, seat 2 4 x 100 + 120.
    answer = contract_match(*SEVEN)
    assert column(answer, "dealer") == [0, 1, 2, 0, 1, 2, 0]  # the deal passes left
    assert column(answer, "scores") == [
        [100, 0, 100],
        [100, 100, 0],
        [0, 100, 100],
        [100, 0, 100],
        [100, 100, 0],
        [0, 100, 100],
        [120, 0, 120],
    ]
    assert column(answer, "totals")[-1] == [520, 400, 520]
    assert (answer["over"], answer["winners"], answer["position"]) == (True, [1], None)
    assert "final" not in answer


def test_after_six_deals_the_match_goes_on() -> None:
    answer = contract_match(*SEVEN[:6])
    assert column(answer, "totals")[-1] == [400, 400, 400]
    assert (answer["over"], answer["winners"]) == (False, [])


def test_a_deal_after_the_seventh_is_refused() -> None:
    refused(contract_match(*SEVEN, NEW), 7, 0, "over")


@pytest.mark.parametrize(
    ("deals", "totals", "winners"),
    [
        (1, [100, 0, 100], [1]),
        (2, [200, 100, 100], [1, 2]),  # level: jointly
        (3, [200, 200, 200], [0, 1, 2]),
        (4, [300, 200, 300], [1]),
        (5, [400, 300, 300], [1, 2]),
        (6, [400, 400, 400], [0, 1, 2]),
        (7, [520, 400, 520], [1]),
    ],
)
def test_option_deals_plays_only_the_first_so_many_contracts(deals: int, totals: list[int], winners: list[int]) -> None:
    answer = contract_match(*SEVEN[:deals], deals=deals)
    assert column(answer, "totals")[-1] == totals
    assert (answer["over"], answer["winners"]) == (True, winners)
    refused(contract_match(*SEVEN[:deals], NEW, deals=deals), deals, 0, "over")
    if deals > 1:
        assert contract_match(*SEVEN[: deals - 1], deals=deals)["over"] is False


def test_the_lowest_total_may_be_a_seat_that_never_went_out() -> None:
    # Seats 1 and 2 go out in the two deals; seat 0 pays 22 and 34, they pay 100 each.
    low = "2C 2D 2H 2S 2C 2D 2H 2S 3D 3S"  # 16 + 6 = 22
    lower = "2C 2D 2H 2S 2C 2D 2H 2S AD 3S"  # 16 + 15 + 3 = 34
    answer = contract_match(quick_contract(1, 0, {0: low}), quick_contract(2, 1, {0: lower}), deals=2)
    assert column(answer, "totals")[-1] == [56, 100, 100]
    assert answer["winners"] == [0]


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"deals": 0},  # 1 to 7
        {"deals": 8},
        {"deals": "7"},
        {"max_buys": -1},
        {"max_buys": 1001},
        {"max_buys": False},
        {"max_turns_over": 1001},
        {"deuces_wild": 1},
        {"early_capture": "on"},
        {"return_discard": 0},
        {"target": 500},  # options of other games
        {"ace_high": True},
        {"count": "points"},
        {"dealer": "winner"},
        {"knock_limit": 10},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, NEW, seats=3, dealer=0) | {"options": options})


def test_the_ends_of_the_ranges_are_values() -> None:
    least = {
        "deals": 1,
        "return_discard": False,
        "max_turns_over": 0,
        "max_buys": 0,
        "deuces_wild": False,
        "early_capture": False,
    }
    most = {
        "deals": 7,
        "return_discard": True,
        "max_turns_over": 1000,
        "max_buys": 1000,
        "deuces_wild": True,
        "early_capture": True,
    }
    for options in (least, most):
        standing(ask(record(GAME, NEW, seats=3, dealer=0) | {"options": options}))


@pytest.mark.parametrize("seats", [1, 2, 9])
def test_contract_rummy_is_for_three_to_eight(seats: int) -> None:
    no_record({**record(GAME, NEW, seats=3, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize(
    ("seats", "deck"),
    [
        (3, packs(2)),
        (3, packs(2, "RJ")),
        (3, packs(2, "BJ", "RJ")),
        (4, packs(1, "BJ")),
        (4, packs(3, "BJ", "RJ")),
        (5, packs(2, "BJ")),
        (5, packs(3, "BJ", "BJ")),
        (8, packs(3, "BJ")),
    ],
)
def test_the_deck_follows_from_the_number_of_seats(seats: int, deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=seats, dealer=0))
