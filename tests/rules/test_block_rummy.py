"""Block Rummy: the pile is never turned over, what a block pays, and who deals then."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, ask, circling, clockwise, column, dealt, ended, melds, no_record, record, refused, standing
from rummy_more import Deal, packs

GAME = "block-rummy"
SIZE = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}


def blocked(hands: dict[int, str], seats: int = 3, dealer: int = 0) -> Deal:
    """A deal in which each stock card is drawn and discarded by the seat in turn, and the next seat passes."""
    order = clockwise(seats, dealer)
    deck = dealt(PACK, order, SIZE[seats], hands, "")
    stock = 51 - seats * SIZE[seats]
    return deck, circling(deck, order, SIZE[seats], stock) + f"{order[stock % seats]} pass"


def match(*deals: Deal, seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a match of these deals."""
    return ask(record(GAME, *deals, seats=seats, dealer=dealer, **options))


# Hands of seven.
H70, H66, H35, H26, H10 = (
    "TC JC QC KC TD JD QD",
    "TH JH QH KH TS JS 6D",  # 60 + 6
    "5C 5D 5H 5S 7C 7D AC",  # 20 + 14 + 1
    "3C 3D 3H 3S 4C 4D 6C",  # 12 + 8 + 6
    "AD AH AS 2C 2D AC 2H",  # 4 + 6
)


# --- as in Basic Rummy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "stock"), [(2, 31), (3, 30), (4, 23), (5, 21), (6, 15)])
def test_hands_as_in_basic_rummy(seats: int, stock: int) -> None:
    position = standing(match((dealt(PACK, clockwise(seats, 0), SIZE[seats], {}, ""), ""), seats=seats))
    assert [len(hand) for hand in position["hands"]] == [SIZE[seats]] * seats
    assert (position["stock"], len(position["discard"]), position["phase"]) == (stock, 1, "draw")


def test_a_turn_as_in_basic_rummy_and_the_next_lower_card_follows_a_lay_off() -> None:
    hands = {1: "JS QS KS 4C 5D AH 2C", 2: "TS 9S 7C 7D 4H 3H 2D"}
    script = "1 draw stock; meld JS QS KS; discard AH; 2 draw stock; meld TS on 1; meld 9S on 1; discard 7C"
    answer = match((dealt(PACK, [1, 2, 0], 7, hands, "8D 8H KD"), script))
    assert melds(answer) == [(1, 1, "sequence", "9S TS JS QS KS")]


def test_going_out_wins_all_hands_and_double_for_rummy() -> None:
    hands = {1: "7S 7H 7D 3C 4C 5C 6C", 2: H70, 0: H66}
    deck = dealt(PACK, [1, 2, 0], 7, hands, "KD KS")
    answer = match((deck, "1 draw stock; meld 7S 7H 7D, 3C 4C 5C 6C; discard KS"))
    assert ended(answer) == ("out", [0, 272, 0])  # 2 x (70 + 66)


# --- the block -------------------------------------------------------------------------------------------------------


def test_the_pile_is_never_turned_over() -> None:
    deck, script = blocked({})
    position = standing(match((deck, script.rpartition("1 pass")[0])))
    assert (position["stock"], len(position["discard"]), position["turn"], position["phase"]) == (0, 31, [1], "draw")
    refused(match((deck, script.replace("1 pass", "1 draw stock"))), 0, 60, "stock")


def test_the_top_discard_may_be_taken_instead_and_play_goes_on() -> None:
    deck, script = blocked({1: H70})
    position = standing(match((deck, script.replace("1 pass", "1 draw discard; discard TC"))))
    assert (position["turn"], position["discard"][-1], position["stock"]) == ([2], "TC", 0)
    answer = match((deck, script.replace("1 pass", "1 draw discard; discard TC; 2 pass")))
    assert column(answer, "ended") == ["block"]


def test_no_pass_while_there_is_a_stock() -> None:
    refused(match((blocked({})[0], "1 pass")), 0, 0, "pass", "stock")


def test_the_lowest_hand_wins_the_difference_from_each_other_seat() -> None:
    # 70 - 26 and 35 - 26.
    assert ended(match(blocked({0: H70, 1: H26, 2: H35}))) == ("block", [0, 53, 0])
    assert ended(match(blocked({0: H10, 1: H70, 2: H66}))) == ("block", [116, 0, 0])  # 60 + 56


def test_cards_matched_in_the_hand_count_like_the_rest() -> None:
    # All of 5-5-5-5 7-7 A is 35, of 3-3-3-3 4-4 6 26: as above; it is not what is unmatched (15 and 14).
    assert ended(match(blocked({0: H35, 1: H26, 2: H70}))) == ("block", [0, 53, 0])


def test_seats_tied_for_low_each_win_the_sum_divided_and_rounded_down() -> None:
    level = "3C 3D 3H 3S 4C 4D 6C", "2C 2D 2H 2S 5C 6D 7D"  # 26; 8 + 18 = 26
    assert ended(match(blocked({0: level[0], 1: "TC JC QC KC TH JH QH", 2: level[1]}))) == ("block", [22, 0, 22])  # 70 - 26 = 44
    hands = {0: level[0], 1: "TC JC QC KC TH JH AC", 2: level[1]}  # 61 - 26 = 35: 17 each
    assert ended(match(blocked(hands))) == ("block", [17, 0, 17])


def test_three_of_four_level() -> None:
    hands = {
        0: "AC AD 2C 2D 3C 3D 8C",  # 1 + 1 + 2 + 2 + 3 + 3 + 8 = 20
        1: "AH AS 2H 2S 3H 3S 8D",
        2: "4C 4D 4H 4S 5C 6C 7C",  # 16 + 18 = 34
        3: "TC TD TH TS JC JD 6D",  # 66
    }
    # Two tied: (14 + 46) / 2.
    assert ended(match(blocked(hands, 4), seats=4)) == ("block", [30, 30, 0, 0])
    hands = {
        0: "AC AD 4C 4D 7C 8C 9C",  # 1 + 1 + 8 + 24 = 34
        1: "AH AS 4H 4S 7D 8D 9D",
        2: "2C 2D 3C 3D 7H 8H 9H",  # 4 + 6 + 24 = 34
        3: "TC TD TH TS JC JD 5D",  # 65
    }
    # 31 among three: 10 each.
    assert ended(match(blocked(hands, 4), seats=4)) == ("block", [10, 10, 10, 0])


def test_if_all_are_level_nobody_wins_anything() -> None:
    hands = {0: "2C 3C 4C 5C 6C 7C 8C", 1: "2D 3D 4D 5D 6D 7D 8D", 2: "2H 3H 4H 5H 6H 7H 8H"}
    assert ended(match(blocked(hands))) == ("block", [0, 0, 0])


def test_a_block_never_counts_as_rummy() -> None:
    # Nobody has melded, the winner neither: 53, not 106.
    assert ended(match(blocked({0: H70, 1: H26, 2: H35})))[1] == [0, 53, 0]


# --- who deals next, and the match -----------------------------------------------------------------------------------

TEN = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC", "AD 2D 3D 4D 5D 6D 7D 8D 9D TD", "AH 2H 3H 4H 5H 6H 7H 8H 9H KH"


@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (0, 0), (1, 0), (1, 1)])
def test_with_two_seats_the_winner_of_a_block_deals_the_next(dealer: int, winner: int) -> None:
    deal = blocked({winner: TEN[0], 1 - winner: "TS JS QS KS TD JD QD KD TH JH"}, 2, dealer)
    answer = match(deal, (deal[0], ""), seats=2, dealer=dealer)
    assert column(answer, "dealer") == [dealer, winner]
    assert column(answer, "scores")[0][winner] == 45  # 100 - 55


@pytest.mark.parametrize("dealer", [0, 1])
def test_with_two_seats_after_a_block_with_no_single_winner_the_deal_passes_left(dealer: int) -> None:
    deal = blocked({0: TEN[0], 1: TEN[1]}, 2, dealer)
    answer = match(deal, (deal[0], ""), seats=2, dealer=dealer)
    assert column(answer, "dealer") == [dealer, 1 - dealer]
    assert column(answer, "scores") == [[0, 0], None]


def test_with_more_seats_the_deal_passes_left() -> None:
    deal = blocked({0: H10, 1: H70, 2: H66})
    assert column(match(deal, (deal[0], "")), "dealer") == [0, 1]


def test_the_match_ends_at_the_target_and_with_the_option_after_so_many_deals() -> None:
    deal = blocked({0: H70, 1: H26, 2: H35})  # 53
    for target, over in ((53, True), (54, False), (500, False)):
        assert match(deal, target=target)["over"] is over
    again = blocked({0: H70, 1: H26, 2: H35}, dealer=1)
    answer = match(deal, again, deals=2, target=1)
    assert (column(answer, "totals")[-1], answer["over"], answer["winners"]) == ([0, 106, 0], True, [1])
    refused(match(deal, again, (deal[0], ""), deals=2), 2, 0, "over")


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"deals": 101},
        {"return_discard": 0},
        {"max_turns_over": 0},
        {"count": "points"},
        {"ace_high": True},
        {"max_buys": 0},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, (" ".join(PACK), ""), seats=2, dealer=0) | {"options": options})


@pytest.mark.parametrize("seats", [1, 7])
def test_block_rummy_is_for_two_to_six(seats: int) -> None:
    no_record({**record(GAME, (" ".join(PACK), ""), seats=2, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize("deck", [packs(2), packs(1, "BJ"), PACK[1:]])
def test_the_deck_is_one_pack(deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=2, dealer=0))
