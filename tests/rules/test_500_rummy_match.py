"""500 Rummy: what a deal pays, an empty stock, the end of the match, and the options."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import (
    PACK,
    Answer,
    allowed,
    ask,
    circling,
    clockwise,
    column,
    dealt,
    ended,
    no_record,
    record,
    refused,
    standing,
)
from rummy_more import Deal, packs

GAME = "500-rummy"
H70, H66 = "TC JC QC KC TH JH QH", "TS JS QS KS TD JD 6C"  # 70; 60 + 6
NEW = (dealt(PACK, [1, 2, 0], 7, {}, ""), "")


def match(*deals: Deal, seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a match of these deals."""
    return ask(record(GAME, *deals, seats=seats, dealer=dealer, **options))


def deal(hands: dict[int, str], script: str, rest: str = "2D KH KD", dealer: int = 0) -> Deal:
    """A deal of three seats."""
    return dealt(PACK, clockwise(3, dealer), 7, hands, rest), script


def won(dealer: int, left: str = H70, right: str = H66) -> Deal:
    """A deal that the eldest hand wins in its first turn with 39 on the table: 7+7+7 and 3+4+5+6; it discards K♥.

    `left` is the hand of the seat after it, `right` the dealer's.
    """
    first, second, third = clockwise(3, dealer)
    hands = {first: "7S 7H 7D 3C 4C 5C 6C", second: left, third: right}
    if "6C" in left + right:
        hands[first] = "7S 7H 7D 3H 4H 5H 6H"
    cards = ", ".join((hands[first][:8], hands[first][9:]))
    return deal(hands, f"{first} draw stock; meld {cards}; discard KH", dealer=dealer)


# --- what a deal pays ------------------------------------------------------------------------------------------------


def test_each_seat_scores_its_table_minus_its_hand() -> None:
    # 21 + 18 = 39; the others have nothing on the table: - 70 and - 66.
    assert ended(match(won(0))) == ("out", [-66, 39, -70])


def test_going_out_without_a_discard() -> None:
    hands = {1: "7S 7H 7D 3C 4C 5C 6C", 2: H70, 0: H66.replace("6C", "KH")}
    answer = match(deal(hands, "1 draw stock; meld 7S 7H 7D 7C, 3C 4C 5C 6C", rest="2D 7C"))
    assert ended(answer) == ("out", [-70, 46, -70])  # 28 + 18


@pytest.mark.parametrize(
    ("meld", "rest", "worth"),
    [
        ("AS 2S 3S", "7C 7D 7H 7S", 6 + 28),  # a low ace 1: 1 + 2 + 3
        ("QS KS AS", "7C 7D 7H 7S", 35 + 28),  # a high ace 15
        ("AS AD AH", "7C 7D 7H 7S", 45 + 28),  # in a group 15 each
        ("TS JS QS", "2C 2D 2H 2S", 30 + 8),  # a ten, faces 10, others pips
        ("9S 9D 9H", "8C 8D 8H 8S", 27 + 32),
    ],
)
def test_what_cards_are_worth_on_the_table(meld: str, rest: str, worth: int) -> None:
    others = {2: "3C 3D 3H 4C 4D 4H 5C", 0: "5D 5H 5S 6C 6D 6H 6S"}  # 9 + 12 + 5 = 26; 15 + 24 = 39
    script = f"1 draw stock; meld {meld}, {rest}; discard KD"
    assert ended(match(deal({1: f"{meld} {rest}", **others}, script, rest="KC KD"))) == ("out", [-39, worth, -26])


def test_an_ace_in_the_hand_counts_15_wherever_it_would_fit() -> None:
    # 2♣3♣ beside the ace; 4 x 15 + 2 + 3 + 4 = 69.
    hands = {1: "7S 7H 7D 3H 4H 5H 6H", 2: "AC AD AH AS 2C 3C 4C", 0: H66}
    answer = match(deal(hands, "1 draw stock; meld 7S 7H 7D, 3H 4H 5H 6H; discard KH", rest="2D KH"))
    assert ended(answer) == ("out", [-66, 39, -69])


def test_option_ace_high_off_changes_no_worth_of_a_group_or_a_hand() -> None:
    hands = {1: "AS AD AH 7C 7D 7H 7S", 2: "AC 3D 3H 4C 4D 4H 5C", 0: "5D 5H 5S 6C 6D 6H 6S"}
    answer = match(deal(hands, "1 draw stock; meld AS AD AH, 7C 7D 7H 7S; discard KD", rest="KC KD"), ace_high=False)
    assert ended(answer) == ("out", [-39, 45 + 28, -(15 + 6 + 12 + 5)])


def test_an_ace_keeps_the_worth_it_was_laid_in() -> None:
    # Seat 1 lays A♠2♠3♠4♠5♠6♠, seat 2 adds 7♠ to Q♠, seat 0 goes out with K♠ and six more: the ace still counts 1.
    hands = {1: "AS 2S 3S 4S 5S 6S AH", 2: "7S 8S 9S TS JS QS AD", 0: "KS 7C 7D 7H 9C 9D 9H"}
    script = "1 draw stock; meld AS 2S 3S 4S 5S 6S; discard KH; 2 draw stock; meld 7S 8S 9S TS JS QS on 1; discard KD; "
    script += "0 draw stock; meld KS on 1, 7C 7D 7H, 9C 9D 9H; discard KC"
    # Seat 1: 1 + 2 + 3 + 4 + 5 + 6 - 15 = 6. Seat 2: 7 + 8 + 9 + 30 - 15 = 39. Seat 0: 10 + 21 + 27 = 58.
    assert ended(match(deal(hands, script, rest="2D KH KD KC"))) == ("out", [58, 6, 39])


def test_an_ace_laid_off_high_counts_15_for_the_layer_and_low_1() -> None:
    # Seat 1 lays J♠Q♠K♠ (30) and 2♥3♥4♥ (9); seat 2 lays off A♠ (15) and A♥ (1); seat 1 goes out with 5♥, discarding.
    hands = {1: "JS QS KS 2H 3H 4H 5H", 2: "AS AH 3C 4C 6C 8C 9C", 0: "2C 3D 4D 6D 7D 8D 9D"}
    script = "1 draw stock; meld JS QS KS, 2H 3H 4H; discard KH; 2 draw stock; meld AS on 1, AH on 2; discard KD; "
    script += "0 draw stock; discard KC; 1 draw stock; meld 5H on 2; discard QD"
    # Seat 1: 30 + 9 + 5 = 44. Seat 2: 16 - (3 + 4 + 6 + 8 + 9 = 30) = -14. Seat 0: - (2 + 3 + 4 + 6 + 7 + 8 + 9 = 39).
    assert ended(match(deal(hands, script, rest="2D KH KD KC QD"))) == ("out", [-39, 44, -14])


# --- an empty stock --------------------------------------------------------------------------------------------------

PLAY = {1: "2C 4C 6C 8C TC QC AD", 2: "2H 4H 6H 8H TH QH AS", 0: "3D 5D 7D 9D JD KD 3S"}
LAST = dealt(PACK, [1, 2, 0], 7, PLAY, "")
EMPTY = circling(LAST, [1, 2, 0], 7, 30)  # the stock of 30; seat 1 is next


def test_the_pile_is_never_turned_over() -> None:
    position = standing(match((LAST, EMPTY)))
    assert (position["stock"], len(position["discard"]), position["turn"], position["phase"]) == (0, 31, [1], "draw")
    refused(match((LAST, EMPTY + "1 draw stock")), 0, 60, "stock")


def test_play_goes_on_while_each_seat_draws_from_the_pile() -> None:
    script = EMPTY + "1 draw discard; discard 2C; 2 draw discard; discard 2H; 0 draw discard; discard 3D; "
    assert standing(match((LAST, script)))["turn"] == [1]


def test_the_first_that_does_not_ends_the_deal() -> None:
    # 2 + 4 + 6 + 8 + 10 + 10 + 15 = 55 for seats 1 and 2; 3 + 5 + 7 + 9 + 10 + 10 + 3 = 47.
    assert ended(match((LAST, EMPTY + "1 pass"))) == ("stock", [-47, -55, -55])
    assert LAST.split()[-1] == "KS"
    assert ended(match((LAST, EMPTY + "1 draw discard; discard 2C; 2 pass"))) == ("stock", [-47, -63, -55])  # K♠ for 2♣: 8 more


def test_no_pass_while_there_is_a_stock() -> None:
    refused(match((LAST, "1 pass")), 0, 0)
    refused(match((LAST, EMPTY.rsplit(" draw", 1)[0] + " pass")), 0, 58)


def test_a_dig_is_possible_there_and_after_a_return_the_top_discard_or_a_pass() -> None:
    assert standing(match((LAST, EMPTY + "1 draw discard 5")))["phase"] == "meld"
    script = EMPTY + "1 draw discard 5; return; "
    assert standing(match((LAST, script)))["phase"] == "draw"
    assert standing(match((LAST, script + "draw discard")))["phase"] == "meld"
    assert ended(match((LAST, script + "pass")))[0] == "stock"
    refused(match((LAST, script + "draw stock")), 0, 62, "stock")
    refused(match((LAST, script + "draw discard 2")), 0, 62)


# --- the match -------------------------------------------------------------------------------------------------------


def test_the_deal_passes_left() -> None:
    answer = match(won(0), won(1), won(2), won(0), NEW)
    assert column(answer, "dealer") == [0, 1, 2, 0, 1]


def high(dealer: int, drawn: str) -> Deal:
    """A deal that seat 1 wins with 4 x 15 + 3 x 10 = 90 on the table, and 10 more if it draws K♣."""
    order = clockwise(3, dealer)
    before = order[: order.index(1)]
    junk = ["2C", "2H"][: len(before)]
    script = "".join(f"{seat} draw stock; discard {card}; " for seat, card in zip(before, junk, strict=True))
    cards = "KS KD KH KC" if drawn == "KC" else "KS KD KH"
    script += f"1 draw stock; meld AS AD AH AC, {cards}" + ("" if drawn == "KC" else f"; discard {drawn}")
    return deal({1: "AS AD AH AC KS KD KH"}, script, rest=" ".join(["2D", *junk, drawn]), dealer=dealer)


def test_the_match_is_over_at_500() -> None:
    hundreds = [high(dealer, "KC") for dealer in (0, 1, 2, 0)]
    answer = match(*hundreds, high(1, "QC"))
    assert [totals[1] for totals in column(answer, "totals")] == [100, 200, 300, 400, 490]
    assert (answer["over"], answer["winners"]) == (False, [])
    answer = match(*hundreds, high(1, "KC"))
    assert column(answer, "totals")[-1][1] == 500
    assert (answer["over"], answer["winners"], answer["position"]) == (True, [1], None)
    refused(match(*hundreds, high(1, "KC"), NEW), 5, 0, "over")


def test_option_target() -> None:
    for target, over in ((38, True), (39, True), (40, False)):
        answer = match(won(0), target=target)
        assert (answer["over"], answer["winners"]) == (over, [1] if over else [])


def level(hand: str, out: str = "TC JC QC 2C 2H 2S 2D") -> Deal:
    """Seat 1 lays 3 x 7 + 3 x 9 = 48 and keeps one card; seat 2 goes out with 3 x 10 + 4 x 2 = 38; seat 0 holds 42."""
    hands = {1: f"7S 7H 7D 9S 9H 9D {hand}", 2: out, 0: "3H 4H 5H 6S 8S 8D 8H"}
    script = "1 draw stock; meld 7S 7H 7D, 9S 9H 9D; discard KC; 2 draw stock; meld TC JC QC, 2C 2H 2S 2D; discard KD"
    return deal(hands, script, rest="QD KC KD")


def test_level_at_the_top_plays_another_deal() -> None:
    # 48 - 10 = 38 and 38; seat 0: -(3 + 4 + 5 + 6 + 24 = 42).
    answer = match(level("KS"), target=38)
    assert ended(answer) == ("out", [-42, 38, 38])
    assert (answer["over"], answer["winners"]) == (False, [])
    # Seat 2 is the eldest hand now, and wins 39: 77 against 38 - 70 and - 42 - 66.
    answer = match(level("KS"), won(1, left=H70, right=H66), target=38)
    assert column(answer, "totals")[-1] == [-112, -28, 77]  # seat 0 follows seat 2, seat 1 deals
    assert (answer["over"], answer["winners"]) == (True, [2])


def test_of_several_at_the_target_the_highest_wins() -> None:
    answer = match(level("4S"), target=30)  # 48 - 4 = 44 and 38
    assert (column(answer, "totals"), answer["over"], answer["winners"]) == ([[-42, 44, 38]], True, [1])


def test_below_the_target_level_totals_mean_nothing() -> None:
    assert match(level("KS"), target=39)["over"] is False


def test_level_after_the_last_of_so_many_deals_plays_another_too() -> None:
    assert match(level("KS"), deals=1)["over"] is False
    answer = match(level("KS"), won(1), deals=1)
    assert (answer["over"], answer["winners"]) == (True, [2])


def test_option_deals_ends_the_match_after_so_many() -> None:
    assert match(won(0), deals=2, target=1)["over"] is False
    answer = match(won(0), won(1), deals=2, target=1)
    # Deal 1: -66, 39, -70. Deal 2: seat 2 39, seat 0 -70, seat 1 -66.
    assert column(answer, "totals")[-1] == [-136, -27, -31]
    assert (answer["over"], answer["winners"]) == (True, [1])
    assert "final" not in allowed(answer)


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 10001},
        {"deals": -1},
        {"deals": 101},
        {"ace_high": 1},
        {"ace_high": "on"},
        {"return_discard": 1},
        {"max_turns_over": 0},  # options of other games
        {"deuces_wild": False},
        {"count": "points"},
        {"knock_limit": 10},
        {"max_buys": 0},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, NEW, seats=3, dealer=0) | {"options": options})


def test_the_ends_of_the_ranges_are_values() -> None:
    most = {"target": 10000, "deals": 100, "return_discard": True, "ace_high": True}
    for options in ({"target": 1, "deals": 0, "return_discard": False, "ace_high": False}, most):
        standing(match(NEW, **options))


@pytest.mark.parametrize("seats", [1, 2, 9])
def test_500_rummy_is_for_three_to_eight(seats: int) -> None:
    no_record({**record(GAME, NEW, seats=3, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize(("seats", "deck"), [(3, packs(2)), (4, packs(2)), (5, packs(1)), (8, packs(3)), (3, packs(1, "BJ"))])
def test_the_deck_follows_from_the_number_of_seats(seats: int, deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=seats, dealer=0))
