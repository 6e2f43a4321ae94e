"""Tunk: seats that are out, the packs and the dealer then, the end of the match, an empty stock, and the options."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, ask, circling, column, dealt, ended, no_record, record, refused, standing
from rummy_more import Deal, packs, value

GAME = "tunk"
TUNKER = "7S 7H 7D 4C 5C 6C AS"  # 1 unmatched
JUNK = ["8C", "9C", "8D", "9D"]  # what the others draw and discard
H70, H65, H60, H40, H30 = (
    "TC JC QC KC TD JD QD",
    "TH JH QH KH TS JS 5S",  # 60 + 5
    "TH JH QH KH TS 5S 5H",  # 50 + 10
    "KS QS JS 3D 3S 2D 2S",  # 30 + 6 + 4
    "6D 6H 6S 5D 2C 2D 3C",  # 18 + 5 + 4 + 3
)


def tunked(order: list[int], hands: dict[int, str]) -> Deal:
    """A deal in which the first seat of `order` tunks at once; the others draw a card and discard it. All other seats are out."""
    size = 1 if len(order) <= 3 else 2
    deck = dealt(packs(size), order, 7, {**hands, order[0]: TUNKER}, "KD " + " ".join(JUNK))
    turns = "; ".join(f"{seat} draw stock; discard {card}" for seat, card in zip(order[1:], JUNK, strict=False))
    return deck, f"{order[0]} tunk; {turns}"


def match(*deals: Deal, seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a match of these deals."""
    return ask(record(GAME, *deals, seats=seats, dealer=dealer, **options))


# --- what a deal costs, and who is out -------------------------------------------------------------------------------

FIRST = tunked([1, 2, 0], {2: H70, 0: H65})  # 0: 65, 2: 70


def test_the_tunker_scores_nothing_and_the_others_what_they_hold() -> None:
    answer = match(FIRST)
    assert ended(answer) == ("tunk", [65, 0, 70])
    assert (answer["over"], answer["winners"]) == (False, [])


def test_the_deal_passes_left() -> None:
    answer = match(FIRST, (dealt(PACK, [2, 0, 1], 7, {}, ""), ""))
    assert column(answer, "dealer") == [0, 1]
    assert standing(answer)["turn"] == [2]


@pytest.mark.parametrize(("target", "out"), [(70, True), (71, False), (65, True)])
def test_a_seat_that_reaches_the_target_is_out(target: int, out: bool) -> None:
    # With 65 both losers reach it, and the match is over.
    answer = match(FIRST, target=target)
    assert (answer["over"], answer["winners"]) == ((True, [1]) if target == 65 else (False, []))
    if target != 65:
        order = [0, 1] if out else [2, 0, 1]
        answer = match(FIRST, (dealt(PACK, order, 7, {}, ""), ""), target=target)
        assert [len(hand) for hand in standing(answer)["hands"]] == ([7, 7, 0] if out else [7, 7, 7])


def test_a_seat_that_is_out_is_not_dealt_to_and_the_others_play_on() -> None:
    # Seat 1 deals the second deal; seat 2, its left neighbour, is out: seat 0 is the eldest hand.
    answer = match(FIRST, (dealt(PACK, [0, 1], 7, {}, "KD"), "0 draw stock"), target=70)
    position = standing(answer)
    assert (position["hands"][2], len(position["hands"][0]), len(position["hands"][1])) == ([], 8, 7)
    assert position["stock"] == 52 - 14 - 1 - 1
    refused(match(FIRST, (dealt(PACK, [0, 1], 7, {}, "KD"), "2 draw stock"), target=70), 1, 0, "turn")


def test_seats_that_are_out_score_nothing_and_the_deal_goes_to_the_next_seat_still_in() -> None:
    # 1. seat 0 deals, 2 is out with 70. 2. seat 1 deals, seat 0 tunks, seat 1 pays 40. 3. seat 2 is out: seat 0 deals.
    deals = [FIRST, tunked([0, 1], {1: "KS QS JS 3D 3S 2D 2S"}), (dealt(PACK, [1, 0], 7, {}, ""), "")]
    answer = match(*deals, target=70)
    assert column(answer, "scores") == [[65, 0, 70], [0, 40, 0], None]
    assert column(answer, "totals") == [[65, 0, 70], [65, 40, 70], [65, 40, 70]]
    assert column(answer, "dealer") == [0, 1, 0]
    assert standing(answer)["turn"] == [1]


def test_the_last_survivor_wins() -> None:
    answer = match(FIRST, tunked([0, 1], {1: "KS QS JS TD TS JH TH"}), target=70)
    assert column(answer, "totals")[-1] == [65, 70, 70]
    assert (answer["over"], answer["winners"], answer["position"]) == (True, [0], None)
    refused(match(FIRST, tunked([0, 1], {1: "KS QS JS TD TS JH TH"}), (FIRST[0], ""), target=70), 2, 0, "over")


def test_a_match_of_two_ends_at_the_first_hundred() -> None:
    # Seat 0 pays 70, then seat 1, who deals next, 60; then seat 1 tunks again: 70 + 70.
    deals = [tunked([1, 0], {0: H70}), tunked([0, 1], {1: H60}), tunked([1, 0], {0: H70})]
    answer = match(*deals, seats=2)
    assert column(answer, "dealer") == [0, 1, 0]
    assert column(answer, "totals") == [[70, 0], [70, 60], [140, 60]]
    assert (answer["over"], answer["winners"]) == (True, [1])


def test_99_is_not_100() -> None:
    answer = match(tunked([1, 0], {0: H70}), tunked([0, 1], {1: H60}), tunked([1, 0], {0: "6D 6H 6S 5D 2C 2D 2H"}), seats=2)
    assert (column(answer, "totals")[-1], answer["over"]) == ([99, 60], False)  # 18 + 5 + 6 = 29
    answer = match(tunked([1, 0], {0: H70}), tunked([0, 1], {1: H60}), tunked([1, 0], {0: H30}), seats=2)
    assert (column(answer, "totals")[-1], answer["over"]) == ([100, 60], True)  # 18 + 5 + 4 + 3 = 30


FOUR = tunked([1, 2, 3, 0], {2: H70, 3: "AC AD AH 2C 2D 2H 2S", 0: "AC AD AH 2C 2D 2H 2S"})  # 11 each


def test_the_packs_follow_from_the_seats_still_in() -> None:
    answer = match(FOUR, (dealt(PACK, [3, 0, 1], 7, {}, ""), ""), seats=4, target=70)
    assert column(answer, "scores") == [[11, 0, 70, 11], None]
    position = standing(answer)
    assert ([len(hand) for hand in position["hands"]], position["stock"]) == ([7, 7, 0, 7], 52 - 21 - 1)
    assert position["turn"] == [3]
    no_record(record(GAME, FOUR, (dealt(packs(2), [3, 0, 1], 7, {}, ""), ""), seats=4, dealer=0, target=70))
    # While all four are in there are two packs.
    position = standing(match(FOUR, (dealt(packs(2), [2, 3, 0, 1], 7, {}, ""), ""), seats=4))
    assert position["stock"] == 104 - 28 - 1


def test_four_of_five_seats_still_in_keep_two_packs() -> None:
    five = tunked([1, 2, 3, 4, 0], {2: H70, 3: H30, 4: "AC AD AH 2C 2H 2S 3D", 0: H65})
    position = standing(match(five, (dealt(packs(2), [3, 4, 0, 1], 7, {}, ""), ""), seats=5, target=70))
    assert ([len(hand) for hand in position["hands"]], position["stock"]) == ([7, 7, 0, 7, 7], 75)


def test_a_dealer_that_is_out_passes_the_deal_on_all_the_same() -> None:
    # Seat 0 deals and pays 70: out. Seat 1 deals, and seat 2 is the eldest hand.
    first = tunked([1, 2, 0], {2: H40, 0: H70.replace("QD", "TH")})
    answer = match(first, (dealt(PACK, [2, 1], 7, {}, ""), ""), target=70)
    assert column(answer, "scores")[0] == [70, 0, 40]
    assert column(answer, "dealer") == [0, 1]
    assert standing(answer)["turn"] == [2]


def test_after_a_deal_without_a_payer_nobody_is_out() -> None:
    # The other seat empties its hand after the tunk: 0 and 0.
    deck = dealt(PACK, [1, 0], 7, {1: TUNKER, 0: "9S 9H 9C TS JS QS KS"}, "KD QD")
    answer = match((deck, "1 tunk; 0 draw stock; meld 9S 9H 9C, TS JS QS KS; discard QD"), seats=2, target=1)
    assert ended(answer) == ("tunk", [0, 0])
    assert answer["over"] is False


# --- an empty stock --------------------------------------------------------------------------------------------------

TWO = dealt(PACK, [1, 0], 7, {1: H40, 0: H70}, "")
TURNS = 4 * 37  # the stock of 37 and three times the pile of 38 but its top card


def test_the_pile_is_turned_over_three_times() -> None:
    for turns, stock in ((36, 1), (37, 0), (38, 36), (75, 36), (112, 36), (147, 1)):
        position = standing(match((TWO, circling(TWO, [1, 0], 7, turns)), seats=2))
        assert (position["stock"], len(position["discard"])) == (stock, 38 - stock)


def test_then_a_turn_that_begins_with_an_empty_stock_is_a_block_at_once_and_all_pay() -> None:
    answer = match((TWO, circling(TWO, [1, 0], 7, TURNS)), seats=2)
    assert ended(answer) == ("block", [70, 40])
    assert (answer["over"], answer["winners"]) == (False, [])
    refused(match((TWO, circling(TWO, [1, 0], 7, TURNS) + "1 draw discard"), seats=2), 0, 2 * TURNS, "over")


def test_after_a_block_the_deal_passes_left() -> None:
    answer = match((TWO, circling(TWO, [1, 0], 7, TURNS)), (dealt(PACK, [0, 1], 7, {}, ""), ""), seats=2)
    assert column(answer, "dealer") == [0, 1]
    assert column(answer, "ended") == ["block", None]


def test_if_the_turn_has_come_back_to_the_tunker_the_tunk_counts() -> None:
    # 147 cards are drawn, the last by seat 1; seat 0 tunks, seat 1 draws and discards the last card of all.
    deck = dealt(PACK, [1, 0], 7, {1: H40.replace("3S", "3H"), 0: TUNKER}, "")
    script = circling(deck, [1, 0], 7, TURNS)
    tunk = circling(deck, [1, 0], 7, TURNS - 1)
    last = script[len(tunk) :].replace("0 draw", "1 draw")
    assert ended(match((deck, tunk + "0 tunk; " + last), seats=2)) == ("tunk", [0, 40])


def test_else_a_block_after_a_tunk_makes_everybody_pay() -> None:
    # Three seats: 4 x 30 cards. Seat 2 draws the 119th, seat 0 tunks, seat 1 draws the 120th: seat 2 has no turn.
    deck = dealt(PACK, [1, 2, 0], 7, {1: H40.replace("3S", "3H"), 2: H70.replace("QD", "TH"), 0: TUNKER}, "")
    tunk = circling(deck, [1, 2, 0], 7, 119)
    last = circling(deck, [1, 2, 0], 7, 120)[len(tunk) :].replace("2 draw", "1 draw").replace("0 draw", "1 draw")
    # Seat 0 holds 21 + 15 + 1 = 37.
    assert ended(match((deck, tunk + "0 tunk; " + last), seats=3)) == ("block", [37, 40, 70])


@pytest.mark.parametrize(
    ("hands", "target", "winners"),
    [
        ((H70, H40), 40, [1]),  # both reach it: the lowest total
        ((H70, H40), 1, [1]),
        ((H70, H40), 41, [1]),  # seat 1 is the survivor
        (("TC JC QC KC TD JD QD", "TH JH QH KH TS JS QS"), 70, [0, 1]),  # level: jointly
    ],
)
def test_if_all_reach_the_target_in_a_block_the_lowest_total_wins(
    hands: tuple[str, str], target: int, winners: list[int]
) -> None:
    deck = dealt(PACK, [1, 0], 7, {0: hands[0], 1: hands[1]}, "")
    answer = match((deck, circling(deck, [1, 0], 7, TURNS)), seats=2, target=target)
    assert ended(answer) == ("block", [value(hand.split()) for hand in hands])
    assert (answer["over"], answer["winners"]) == (True, winners)


def test_the_lowest_among_them_is_no_seat_that_was_out_before() -> None:
    # Seat 2 is out with 40 (seat 0 has 37 of 38). Then a block: seat 0 has 107, seat 1 70. Seat 2, with 40, does not win.
    first = tunked([1, 2, 0], {2: H40, 0: "JC QC KC AD AH 3C 2C"})  # 30 + 2 + 5 = 37
    deck = dealt(PACK, [0, 1], 7, {0: H70, 1: "TH JH QH KH TS JS QS"}, "")
    answer = match(first, (deck, circling(deck, [0, 1], 7, TURNS)), target=38)
    assert column(answer, "totals") == [[37, 0, 40], [107, 70, 40]]
    assert (answer["over"], answer["winners"]) == (True, [1])


def test_with_an_empty_stock_before_the_third_turning_the_discard_may_be_taken_but_not_passed() -> None:
    script = circling(TWO, [1, 0], 7, 37)
    assert standing(match((TWO, script + "0 draw discard"), seats=2))["stock"] == 0
    refused(match((TWO, script + "0 pass"), seats=2), 0, 74)


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 10001},
        {"target": True},
        {"return_discard": 0},
        {"deals": 0},  # no option of Tunk
        {"max_turns_over": 0},
        {"max_turns_over": 3},
        {"deuces_wild": True},
        {"knock_limit": 5},
        {"ace_high": False},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, (TWO, ""), seats=2, dealer=0) | {"options": options})


def test_the_ends_of_the_ranges_are_values() -> None:
    for options in ({"target": 1, "return_discard": True}, {"target": 10000, "return_discard": False}):
        standing(match((TWO, ""), seats=2, **options))


@pytest.mark.parametrize("seats", [1, 6])
def test_tunk_is_for_two_to_five(seats: int) -> None:
    no_record({**record(GAME, (TWO, ""), seats=2, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize(("seats", "deck"), [(2, packs(2)), (3, packs(2)), (4, packs(1)), (5, packs(1)), (2, packs(1, "BJ"))])
def test_the_deck_follows_from_the_number_of_seats(seats: int, deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=seats, dealer=0))
