"""Knock Rummy: the knock, what is unmatched, and payments that sum to nothing."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, ask, circling, clockwise, column, dealt, ended, no_record, record, refused, standing
from rummy_more import Deal, packs

GAME = "knock-rummy"
SIZE = {2: 10, 3: 7, 4: 7, 5: 5, 6: 5}


def match(*deals: Deal, seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a match of these deals."""
    return ask(record(GAME, *deals, seats=seats, dealer=dealer, **options))


def table(hands: dict[int, str], script: str, rest: str = "KD QD JD", seats: int = 3, **options: Any) -> Answer:
    """What comes of a script; seat 0 deals."""
    return match((dealt(PACK, clockwise(seats, 0), SIZE[seats], hands, rest), script), seats=seats, **options)


def paid(hands: dict[int, str], seats: int = 3, knock: str = "knock QD", rest: str = "KD QD JD") -> list[int]:
    """What a deal pays in which seat 1 draws a stock card and knocks with it: the scores always sum to nothing."""
    how, scores = ended(table(hands, f"1 draw stock; {knock}", rest, seats=seats))
    assert how == "knock"
    assert sum(scores) == 0
    return scores


# Seven cards and what is unmatched of them.
RUM = "7S 7H 7D 3C 4C 5C 6C"  # 0
FIVE = "7S 7H 7C 3C 4C 5C 5H"
TEN = "8S 8H 8C AH 2D 3S 4D"  # 1 + 2 + 3 + 4
TEN_TOO = "9S 9H 9C AS 2S 3D 4H"  # 1 + 2 + 3 + 4
HIGH = "TS JH QC KH 9D 6H 2C"  # 40 + 9 + 6 + 2 = 57
ODD = "TS JH QC KH 9D 6H 3H"  # 58


# --- until the knock -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "stock"), [(2, 31), (3, 30), (4, 23), (5, 26), (6, 21)])
def test_ten_cards_for_two_seven_for_three_or_four_five_for_more(seats: int, stock: int) -> None:
    position = standing(table({}, "", seats=seats))
    assert [len(hand) for hand in position["hands"]] == [SIZE[seats]] * seats
    assert (position["stock"], position["discard"], position["phase"], position["turn"]) == (stock, ["KD"], "draw", [1])


def test_nothing_is_melded_before_the_knock() -> None:
    refused(table({1: RUM}, "1 draw stock; meld 7S 7H 7D"), 0, 1)
    refused(table({1: RUM}, "1 draw stock; meld 7S 7H 7D, 3C 4C 5C 6C"), 0, 1)


def test_draws_and_discards_as_in_basic_rummy() -> None:
    assert standing(table({1: RUM}, "1 draw stock; discard QD"))["discard"] == ["KD", "QD"]
    assert standing(table({1: RUM}, "1 draw discard; discard 6C"))["discard"] == ["6C"]
    refused(table({1: RUM}, "1 draw discard; discard KD"), 0, 1, "took", "take", "pile")


def test_a_knock_comes_after_the_draw_and_in_turn() -> None:
    refused(table({1: RUM}, "1 knock 6C"), 0, 0, "draw")
    refused(table({1: RUM}, "1 draw stock; 2 knock QH"), 0, 1, "turn")


def test_the_knocks_discard_is_held_and_not_the_card_just_taken() -> None:
    refused(table({1: RUM}, "1 draw stock; knock KS"), 0, 1, "hold", "hand", "have")
    refused(table({1: RUM}, "1 draw discard; knock KD"), 0, 1, "took", "take", "pile")
    assert ended(table({1: RUM}, "1 draw discard; knock KD", return_discard=True))[0] == "knock"


def test_any_hand_may_knock() -> None:
    # 57 against 10 and 0: see below for what it costs.
    assert ended(table({1: HIGH}, "1 draw stock; knock QD"))[0] == "knock"


def test_a_knock_without_a_discard_needs_all_cards_matched() -> None:
    refused(table({1: RUM}, "1 draw stock; knock"), 0, 1, "match", "discard")
    # With 7♣ drawn all eight are matched.
    assert paid({1: RUM, 2: TEN, 0: HIGH}, knock="knock", rest="KD 7C") == [-82, 117, -35]  # 57 + 25 and 10 + 25


def test_nobody_says_its_melds() -> None:
    refused(table({1: RUM}, "1 draw stock; knock QD: 7S 7H 7D, 3C 4C 5C 6C"), 0, 1)


# --- payments --------------------------------------------------------------------------------------------------------


def test_the_knocker_alone_lowest_wins_the_difference_from_each() -> None:
    # 5 against 10 and 57.
    assert paid({1: FIVE, 2: TEN, 0: HIGH}) == [-52, 57, -5]


def test_a_hand_is_arranged_for_the_least_unmatched_count() -> None:
    # Seat 2: 7-7-7 would leave 5♦6♦8♦, 5♦6♦7♦8♦ leaves two sevens: 14 with A♠, against 20. Seat 0: all matched but 2♦: 2.
    hands = {1: HIGH.replace("9D", "9H"), 2: "7D 7C 7S 5D 6D 8D AS", 0: "AH 2H 3H JS QS KS 2D"}
    # Seat 1 knocked with 57: 55 + 10 to seat 0; seat 2 (15) pays 13.
    assert paid(hands) == [78, -65, -13]


def test_a_rum_hand_takes_25_more_from_each() -> None:
    assert paid({1: RUM, 2: TEN, 0: HIGH}) == [-82, 117, -35]


def test_a_rum_hand_wins_even_against_another_that_counts_0() -> None:
    assert paid({1: RUM, 2: "8S 8H 8C TH JH QH KH", 0: HIGH.replace("KH", "KS").replace("JH", "JC")}) == [-82, 107, -25]


def test_the_lowest_of_the_others_wins_from_everybody_and_a_beaten_knocker_pays_10_more() -> None:
    # The knocker has 57, seat 0 58, seat 2 10: 47 + 10 and 48.
    hands = {1: HIGH, 2: TEN, 0: "TD JC QS KS 9H 6C 3C"}  # 40 + 9 + 6 + 3 = 58
    assert paid(hands) == [-48, -57, 105]


def test_a_knocker_that_is_merely_tied_loses_nothing_but_the_other_wins() -> None:
    # 10 and 10, and 57.
    hands = {1: TEN, 2: TEN_TOO, 0: HIGH.replace("9D", "9H").replace("9H", "9D")}
    assert paid(hands) == [-47, 0, 47]


def test_seats_tied_for_low_share_what_every_loser_pays_rounded_down() -> None:
    # The knocker has 57, seats 2 and 0 10 each: 47 + 10 = 57, 28 each.
    assert paid({1: HIGH, 2: TEN, 0: TEN_TOO}) == [28, -56, 28]


def test_difference_and_ten_are_divided_together_loser_by_loser() -> None:
    # Four seats. Knocker 57, seats 2 and 3 10 each, seat 0 55: from the knocker 57, 28 each; from seat 0 45, 22 each.
    hands = {1: HIGH, 2: TEN, 3: TEN_TOO, 0: "TD JC QS KS 7D 6C 2H"}  # 40 + 7 + 6 + 2
    assert paid(hands, 4) == [-44, -56, 50, 50]


def test_tied_with_the_knocker_and_among_themselves() -> None:
    # Knocker, seat 2 and seat 3 10 each, seat 0 57: 47 / 2.
    hands = {1: TEN, 2: TEN_TOO, 3: "KS KH KC AC 2H 3C 4S", 0: "TS JH QC TH 7D 6H 4C"}  # 40 + 7 + 6 + 4 = 57
    assert paid(hands, 4) == [-46, 0, 23, 23]


# --- the match -------------------------------------------------------------------------------------------------------


def rum(dealer: int, seats: int = 3) -> Deal:
    """The eldest hand knocks with a rum hand in its first turn, against 10 to its left and 57 further on (three seats)."""
    order = clockwise(seats, dealer)
    if seats == 2:
        hands = {order[0]: "7S 7H 7D 2C 3C 4C 5C 6C 7C 8C", order[1]: "TS JH QC KH 9D 6H 2H 5S 4D 3S"}  # 57 + 12
    else:
        hands = {order[0]: RUM, order[1]: TEN, order[2]: HIGH}
    return dealt(PACK, order, SIZE[seats], hands, "KD QD"), f"{order[0]} draw stock; knock QD"


def test_the_deal_passes_left_with_two_seats_too() -> None:
    answer = match(rum(0, 2), rum(1, 2), rum(0, 2), (rum(1, 2)[0], ""), seats=2, target=1000)
    assert column(answer, "dealer") == [0, 1, 0, 1]
    assert column(answer, "scores")[:2] == [[-94, 94], [94, -94]]  # 40 + 9 + 6 + 2 + 5 + 4 + 3 = 69, + 25
    assert column(match(rum(0), rum(1), rum(2), target=1000), "dealer") == [0, 1, 2]


def test_the_match_is_over_at_100() -> None:
    answer = match(rum(0))
    assert column(answer, "totals") == [[-82, 117, -35]]
    assert (answer["over"], answer["winners"]) == (True, [1])
    refused(match(rum(0), rum(1)), 1, 0, "over")
    for target, over in ((117, True), (118, False)):
        assert match(rum(0), target=target)["over"] is over


def test_option_deals() -> None:
    # Seat 1 117, then seat 2 117 with seat 0 - 35 and seat 1 - 82: 35 and 82.
    answer = match(rum(0), rum(1), deals=2)
    assert column(answer, "totals")[-1] == [-117, 35, 82]
    assert (answer["over"], answer["winners"]) == (True, [2])
    # A third deal (seat 0 117, seat 1 - 35, seat 2 - 82): all level.
    answer = match(rum(0), rum(1), rum(2), deals=3)
    assert (column(answer, "totals")[-1], answer["winners"]) == ([0, 0, 0], [0, 1, 2])


def test_an_empty_stock_is_made_from_the_pile_and_a_block_pays_nobody() -> None:
    deck = dealt(PACK, [1, 0], 10, {}, "")
    position = standing(match((deck, circling(deck, [1, 0], 10, 32)), seats=2))
    assert (position["stock"], len(position["discard"])) == (30, 2)
    blocked = (deck, circling(deck, [1, 0], 10, 62) + "1 pass")
    answer = match(blocked, (deck, ""), seats=2, max_turns_over=1)
    assert (column(answer, "ended"), column(answer, "dealer")) == (["block", None], [0, 1])
    assert column(answer, "scores")[0] == [0, 0]
    refused(match((deck, circling(deck, [1, 0], 10, 31) + "0 pass"), seats=2), 0, 62)


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"deals": 101},
        {"return_discard": 0},
        {"max_turns_over": 1001},
        {"knock_limit": 10},  # options of other games
        {"gin_bonus": 25},
        {"dealer": "winner"},
        {"count": "points"},
        {"ace_high": False},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, (" ".join(PACK), ""), seats=2, dealer=0) | {"options": options})


@pytest.mark.parametrize("seats", [1, 7])
def test_knock_rummy_is_for_two_to_six(seats: int) -> None:
    no_record({**record(GAME, (" ".join(PACK), ""), seats=2, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize("deck", [packs(2), packs(1, "BJ"), PACK[1:]])
def test_the_deck_is_one_pack(deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=2, dealer=0))
