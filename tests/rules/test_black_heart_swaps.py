"""Black Heart Rum: a natural for a melded joker, when, by whom, and what a swap does to a dug card."""

from __future__ import annotations

import pytest
from black_heart_hands import attended, declared, lying, owners, table
from rummy_hands import Answer, melds, refused, standing

REST = "9S 8S KS QS JS KC"
AT = 4  # seat 2's first action after its draw


def swap(laid: str, first: str, second: str, actions: str, rest: str = REST) -> Answer:
    """Seat 1 melds from its hand and discards 8♠, seat 2 draws K♠ and acts."""
    return table({1: first, 2: second}, f"1 draw stock; meld {laid}; discard 8S; 2 draw stock; {actions}", rest)


GROUP = ("4S 4S BJ", "4S 4S BJ 2C 3C 7C 9C TC 2H 3H")
HOLDS = "4C 4H 5C 6S 7S 9H TH 2S RJ AC"


def test_any_card_of_the_rank_replaces_a_joker_in_a_group() -> None:
    for natural in ("4C", "4H"):
        answer = swap(*GROUP, HOLDS, f"swap {natural} on 1")
        assert melds(answer) == [(1, 1, "group", f"4S 4S {natural}")]
        assert owners(answer) == [1, 1, 1]
        assert standing(answer)["hands"][2] == declared(HOLDS.replace(natural, "BJ") + " KS")
        assert (standing(answer)["turn"], standing(answer)["phase"]) == ([2], "meld")
        assert melds(swap(*GROUP, HOLDS, f"swap {natural} for BJ on 1")) == melds(answer)


@pytest.mark.parametrize(
    "action",
    [
        "swap 5C on 1",  # not of the rank
        "swap 4S on 1",  # not held
        "swap 4C for RJ on 1",  # no red joker lies there
        "swap 4C on 2",  # no such meld
        "swap BJ on 1",
        "swap 4C on 1 low",
    ],
)
def test_what_does_not_replace_it(action: str) -> None:
    refused(swap(*GROUP, HOLDS, action), 0, AT)


def test_the_joker_may_be_melded_at_once_or_kept() -> None:
    assert lying(swap(*GROUP, HOLDS, "swap 4C on 1; meld 6S 7S BJ=8S"), 2) == "6S 7S BJ=8S"
    assert "BJ" in standing(swap(*GROUP, HOLDS, "swap 4C on 1; discard AC"))["hands"][2]
    assert standing(swap(*GROUP, HOLDS, "swap 4C on 1; discard BJ"))["discard"][-1] == "BJ"


def test_a_swap_comes_after_the_draw_and_before_melding_and_discarding() -> None:
    before = f"1 draw stock; meld {GROUP[0]}; discard 8S; 2 swap 4C on 1"
    refused(table({1: GROUP[1], 2: HOLDS}, before, REST), 0, 3)
    refused(swap(*GROUP, HOLDS, "meld 9H TH RJ=8H; swap 4C on 1"), 0, AT + 1)
    refused(swap(*GROUP, HOLDS, "discard AC; 2 swap 4C on 1"), 0, AT + 1, "turn")
    refused(table({1: GROUP[1].replace("2C", "4C")}, f"1 draw stock; meld {GROUP[0]}; swap 4C on 1", REST), 0, 2)


def test_a_seat_swaps_its_own_joker_too() -> None:
    hands = {1: GROUP[1].replace("2C", "4C")}
    script = f"1 draw stock; meld {GROUP[0]}; discard 8S; 2 draw stock; discard KS; 0 draw stock; discard QS; 1 draw stock; "
    assert lying(table(hands, script + "swap 4C on 1", REST)) == "4S 4S 4C"


def test_a_meld_without_a_joker() -> None:
    refused(swap("4S 4S 4C", "4S 4S 4C 2C 3C 7C 9C TC 2H 3H", "4C 4H 5C 6S 7S 9H TH 2S BJ AC", "swap 4H on 1"), 0, AT)


# --- in a sequence ---------------------------------------------------------------------------------------------------


def test_only_the_exact_card_replaces_a_joker_in_a_sequence() -> None:
    # 3♥ 4♥ and the joker is 5♥: 2♥ would leave a sequence too, but the joker's place is the five's.
    first = "3H 4H RJ 2C 3C 7C 9C TC JC QC"
    second = "2H 5H 5C 4C 6S BJ 2S 3S 9C TC"
    assert lying(swap("3H 4H RJ", first, second, "swap 5H on 1")) == "3H 4H 5H"
    for card in ("2H", "5C", "BJ", "6S"):
        refused(swap("3H 4H RJ", first, second, f"swap {card} on 1"), 0, AT)


def test_in_a_black_sequence_no_joker_is_a_natural() -> None:
    first = "6S 7S BJ 2C 3C 7C 9C TC JC QC"
    second = "8C 5S RJ BJ 2S 3S 9C TC 2H 8S"
    rest = "9S 8C KS QS"
    script = "1 draw stock; meld 6S 7S BJ; discard 8C; 2 draw stock; "
    assert lying(table({1: first, 2: second}, script + "swap 8S on 1", rest)) == "6S 7S 8S"
    for card in ("8C", "5S", "RJ", "BJ"):
        refused(table({1: first, 2: second}, script + f"swap {card} on 1", rest), 0, AT)


# --- royalty and attendants ------------------------------------------------------------------------------------------

QUEENS = ("QC QS BJ with 2H 3H 4H", "QC QS BJ 2H 3H 4H 2C 3C 7C 9C")


def test_a_royal_takes_the_jokers_place_and_the_heart_stays() -> None:
    answer = swap(*QUEENS, "QC 5H RJ BJ 6S 7S 2S 3S 9H TH", "swap QC on 1", "9S 8S KS JS")
    assert (lying(answer), attended(answer), owners(answer)) == ("QC QS QC", ["2H", "3H", "4H"], [1, 1, 1])
    for card in ("5H", "RJ", "BJ", "KS"):
        refused(swap(*QUEENS, "QC 5H RJ BJ 6S 7S 2S 3S 9H TH", f"swap {card} on 1", "9S 8S KS JS"), 0, AT)


def test_a_royal_in_a_sequence() -> None:
    first = "9C TC BJ 2H 3C 7C 8C 2C 5H 6H"
    answer = swap("9C TC BJ=JC with 2H", first, "JC JS 5H 6S 7S 2S 3S 9H TH AC", "swap JC on 1", "9S 8S KS QS")
    assert (lying(answer), attended(answer)) == ("9C TC JC", [None, None, "2H"])
    refused(swap("9C TC BJ=JC with 2H", first, "JC JS 5H 6S 7S 2S 3S 9H TH AC", "swap JS on 1", "9S 8S KS QS"), 0, AT)


KINGS = ("KC KC KS with 2H RJ 4H", "KC KC KS 2H RJ 4H 2C 3C 7C 9C")


def test_any_heart_replaces_a_joker_that_attends() -> None:
    second = "AH TH 5C BJ 6S 7S 2S 3S 9C 5H"
    for heart in ("AH", "TH", "5H"):
        answer = swap(*KINGS, second, f"swap {heart} on 1", "9S 8S JS QS")
        assert (lying(answer), attended(answer)) == ("KC KC KS", ["2H", heart, "4H"])
        assert "RJ" in standing(answer)["hands"][2]
    assert attended(swap(*KINGS, second, "swap AH for RJ on 1", "9S 8S JS QS")) == ["2H", "AH", "4H"]
    for card in ("5C", "BJ", "6S"):
        refused(swap(*KINGS, second, f"swap {card} on 1", "9S 8S JS QS"), 0, AT)


def test_where_jokers_of_both_colours_lie_the_natural_tells_them_apart_or_a_word_does() -> None:
    # A joker as queen and a joker that attends: a queen can only be for the black one, a heart only for the red one.
    first = "QC QS BJ 2H 3H RJ 2C 3C 7C 9C"
    laid = "QC QS BJ with 2H RJ 3H"
    second = "QC 5H 5C 6C 6S 7S 2S 3S 9H TH"
    assert lying(swap(laid, first, second, "swap QC on 1", "9S 8S KS JS")) == "QC QS QC"
    assert attended(swap(laid, first, second, "swap 5H on 1", "9S 8S KS JS")) == ["2H", "5H", "3H"]
    refused(swap(laid, first, second, "swap 5H for BJ on 1", "9S 8S KS JS"), 0, AT)
    refused(swap(laid, first, second, "swap QC for RJ on 1", "9S 8S KS JS"), 0, AT)
    # In a group of index cards any card of the rank fits for either.
    first, laid, second = "9C 9H BJ RJ 2C 3C 7C TC 2H 3H", "9C 9H BJ RJ", "9C 9H 5C 6C 6S 7S 2S 3S 4H TH"
    refused(swap(laid, first, second, "swap 9C on 1"), 0, AT)
    assert lying(swap(laid, first, second, "swap 9C for BJ on 1")) == "9C 9H 9C RJ=9"
    assert lying(swap(laid, first, second, "swap 9C for RJ on 1")) == "9C 9H BJ=9 9C"
    # Then only one is left.
    assert lying(swap(laid, first, second, "swap 9C for RJ on 1; swap 9H on 1")) == "9C 9H 9H 9C"


def test_of_equal_jokers_the_one_melded_first_is_taken() -> None:
    hands = {1: "9C 9H BJ 2C 3C 7C TC 2H 3H 4H", 2: "BJ 2S 3S 4S 5C 6C 7C 8C AC AC", 0: "9H 6S 7S TS TH 5H 6H 7H 8H AH"}
    script = "1 draw stock; meld 9C 9H BJ; discard 8S; 2 draw stock; meld BJ on 1, 2S 3S 4S; discard KS; 0 draw stock; "
    answer = table(hands, script + "swap 9H on 1", REST)
    assert lying(answer) == "9C 9H 9H BJ=9"
    assert owners(answer) == [1, 1, 1, 2]


# --- a joker for a joker ---------------------------------------------------------------------------------------------


def test_in_a_group_of_index_cards_a_joker_of_the_other_colour_is_a_natural() -> None:
    answer = swap(*GROUP, "RJ 4H 5C 6S 7S 9H TH 2S BJ AC", "swap RJ on 1")
    assert lying(answer) == "4S 4S RJ=4"
    assert standing(answer)["hands"][2].count("BJ") == 2
    refused(swap(*GROUP, "RJ 4H 5C 6S 7S 9H TH 2S BJ AC", "swap BJ on 1"), 0, AT)
    refused(swap(*GROUP, "RJ 4H 5C 6S 7S 9H TH 2S BJ AC", "swap BJ for BJ on 1"), 0, AT)
    red = ("4S 4S RJ", "4S 4S RJ 2C 3C 7C 9C TC 2H 3H")
    assert lying(swap(*red, "BJ 4H 5C 6S 7S 9H TH 2S 3S AC", "swap BJ on 1")) == "4S 4S BJ=4"


def test_three_jokers_alone_can_be_replaced() -> None:
    first = "BJ BJ RJ 2C 3C 7C 9C TC 2H 3H"
    second = "4C 4H 5C 6S 7S 9H TH 2S 3S AC"
    answer = swap("BJ=4 BJ=4 RJ=4", first, second, "swap 4C for BJ on 1; swap 4H for RJ on 1")
    assert lying(answer) == "4C BJ=4 4H"
    refused(swap("BJ=4 BJ=4 RJ=4", first, second, "swap 4C on 1"), 0, AT)
    refused(swap("BJ=4 BJ=4 RJ=4", first, second, "swap 5C for BJ on 1"), 0, AT)


TWO = ("4S 4S BJ, 6C 6C RJ", "4S 4S BJ 6C 6C RJ 2C 3C 2H 3H")


def test_several_swaps_in_one_turn() -> None:
    answer = swap(*TWO, "4C 6S 7S 8C 9H TH 2S 3S AC AC", "swap 4C on 1; swap 6S on 2")
    assert (lying(answer, 1), lying(answer, 2)) == ("4S 4S 4C", "6C 6C 6S")
    assert standing(answer)["hands"][2][-2:] == ["BJ", "RJ"]


def test_a_joker_taken_by_a_swap_is_no_natural_in_that_turn() -> None:
    second = "4C 7S 8C 9H TH 2S 3S AC AC 5H"
    refused(swap(*TWO, second, "swap 4C on 1; swap BJ on 2"), 0, AT + 1)
    refused(swap(*TWO, second, "swap 4C on 1; swap BJ for RJ on 2"), 0, AT + 1)
    # One that was in the hand before is; and so is the taken one in a later turn.
    assert lying(swap(*TWO, second.replace("5H", "BJ"), "swap 4C on 1; swap BJ on 2"), 2) == "6C 6C BJ=6"
    refused(swap(*TWO, second.replace("5H", "BJ"), "swap BJ on 2; swap RJ on 1"), 0, AT + 1)
    around = "swap 4C on 1; discard KS; 0 draw stock; discard QS; 1 draw stock; discard JS; 2 draw stock; swap BJ on 2"
    assert lying(swap(*TWO, second, around), 2) == "6C 6C BJ=6"
