"""Contract Rummy: jokers, how they are named and captured, and wild deuces."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import Answer, ended, melds, refused, standing
from rummy_more import contract, declined

DRAWN = 4
REST = "KS KD KC KH 9D 9C 8C"


def lay(number: int, hand: str, action: str, seats: int = 3, **options: Any) -> Answer:
    """What comes of an action of seat 1 that has drawn K♦ from the stock."""
    return contract(number, {1: hand}, REST, declined(1, seats) + action, seats, **options)


def later(number: int, hand: str, contracted: str, action: str, **options: Any) -> Answer:
    """Seat 1 lays its contract, the others draw and discard, seat 1 draws 9♦: its next action is the one at NEXT."""
    script = declined(1) + f"meld {contracted}; discard KD; " + declined(2) + "discard KC; " + declined(0) + "discard KH; "
    return contract(number, {1: hand}, REST, script + declined(1) + action, **options)


NEXT = 20  # 6 + 5 + 5 + 4


# --- naming ----------------------------------------------------------------------------------------------------------


def test_a_joker_is_named_when_it_is_played() -> None:
    answer = lay(1, "7S BJ 7D QC QD QH", "meld 7S BJ=7H 7D, QC QD QH")
    assert melds(answer)[0] == (1, 1, "group", "7S BJ=7H 7D")
    answer = lay(2, "7S 7H 7D 4C 5C BJ", "meld 7S 7H 7D, 4C 5C BJ=3C")
    assert melds(answer)[1] == (2, 1, "sequence", "BJ=3C 4C 5C")


def test_an_unnamed_joker_in_a_sequence_stands_where_it_is_written() -> None:
    for written, lying in (("4C 5C BJ", "4C 5C BJ=6C"), ("BJ 4C 5C", "BJ=3C 4C 5C"), ("4C BJ 6C", "4C BJ=5C 6C")):
        assert melds(lay(2, "7S 7H 7D 4C 5C 6C BJ", f"meld 7S 7H 7D, {written}"))[1] == (2, 1, "sequence", lying)


@pytest.mark.parametrize("joker", ["BJ=8H", "BJ=QH"])
def test_a_joker_stands_for_a_card_of_its_set(joker: str) -> None:
    refused(lay(1, "7S BJ 7D QC QD QH", f"meld 7S {joker} 7D, QC QD QH"), 0, DRAWN)
    refused(lay(2, "7S 7H 7D 4C 5C BJ", f"meld 7S 7H 7D, 4C 5C {joker}"), 1, DRAWN)


def test_every_set_holds_a_natural_card() -> None:
    answer = lay(1, "7S BJ RJ QC QD QH", "meld 7S BJ=7H RJ=7D, QC QD QH", seats=5)
    assert melds(answer)[0] == (1, 1, "group", "7S BJ=7H RJ=7D")
    hand = "2C BJ RJ QC QD QH"
    refused(lay(1, hand, "meld BJ=7H RJ=7D 2C=7C, QC QD QH", seats=5, deuces_wild=True), 0, 6)
    refused(lay(1, "2C 2D 2H QC QD QH", "meld 2C=7C 2D=7D 2H=7H, QC QD QH", deuces_wild=True), 0, DRAWN)


def test_a_joker_laid_off_on_a_set() -> None:
    answer = later(1, "7S 7H 7D QC QD QH BJ 3C 5H", "7S 7H 7D, QC QD QH", "meld BJ=7C on 1")
    assert melds(answer)[0] == (1, 1, "group", "7S 7H 7D BJ=7C")


# --- both ends of a sequence -----------------------------------------------------------------------------------------

JACKS = ("7S 7H 7D JS QS KS BJ 9S TS 8S", "7S 7H 7D, JS QS KS")


def test_a_joker_laid_as_the_ten_below_lets_the_nine_follow() -> None:
    answer = later(2, *JACKS, "meld BJ=TS on 2; meld 9S on 2")
    assert melds(answer)[1] == (2, 1, "sequence", "9S BJ=TS JS QS KS")
    assert melds(later(2, *JACKS, "meld BJ=TS on 2, 9S on 2")) == melds(answer)


def test_a_lay_off_at_the_low_end_can_be_followed_by_the_next_lower_card() -> None:
    answer = later(2, *JACKS, "meld TS on 2; meld 9S on 2; meld 8S on 2")
    assert melds(answer)[1] == (2, 1, "sequence", "8S 9S TS JS QS KS")


def test_low_and_high_say_at_which_end_an_unnamed_joker_goes() -> None:
    assert melds(later(2, *JACKS, "meld BJ on 2 low"))[1][3] == "BJ=TS JS QS KS"
    assert melds(later(2, *JACKS, "meld BJ on 2 high"))[1][3] == "JS QS KS BJ=AS"
    refused(later(2, *JACKS, "meld BJ on 2"), 1, NEXT)


def test_one_lay_off_may_extend_both_ends() -> None:
    hand = "7S 7H 7D 4S 5S 6S 3S 7S BJ 2D"
    assert melds(later(2, hand, "7S 7H 7D, 4S 5S 6S", "meld 3S 7S on 2"))[1][3] == "3S 4S 5S 6S 7S"
    assert melds(later(2, hand, "7S 7H 7D, 4S 5S 6S", "meld BJ=8S 3S 7S on 2"))[1][3] == "3S 4S 5S 6S 7S BJ=8S"
    refused(later(2, hand, "7S 7H 7D, 4S 5S 6S", "meld 3S 7S on 2 low"), 1, NEXT)


# --- capture ---------------------------------------------------------------------------------------------------------

WITH_JOKER = declined(1) + "meld 7S BJ=7H 7D, QC QD QH; discard KD; "
CAPTURE = {1: "7S BJ 7D QC QD QH 3C 4D", 2: "7H 7C 8S 8H 8D JC JD 5C 5S AD"}


def capture(action: str, **options: Any) -> Answer:
    """Seat 2 has drawn K♣ while seat 1's joker stands for 7♥; its action is the tenth."""
    return contract(1, CAPTURE, REST, WITH_JOKER + declined(2) + action, **options)


def test_a_seat_that_holds_the_named_card_takes_the_joker_whether_it_has_laid_its_contract_or_not() -> None:
    answer = capture("swap 7H on 1")
    assert melds(answer)[0] == (1, 1, "group", "7S 7H 7D")
    assert sorted(standing(answer)["hands"][2]) == sorted(["7C", "8S", "8H", "8D", "JC", "JD", "5C", "5S", "AD", "KC", "BJ"])
    assert melds(capture("swap 7H for BJ on 1")) == melds(answer)


def test_the_joker_may_be_laid_in_the_contract_of_the_same_turn() -> None:
    answer = capture("swap 7H on 1; meld 8S 8H 8D, JC JD BJ=JS")
    assert melds(answer)[3] == (4, 2, "group", "JC JD BJ=JS")


def test_a_capture_is_possible_in_the_turn_of_the_contract_after_it_too() -> None:
    hands = {1: CAPTURE[1], 2: "7H 8S 8H 8D JC JD JH 5C 5S AD"}
    answer = contract(1, hands, REST, WITH_JOKER + declined(2) + "meld 8S 8H 8D, JC JD JH; swap 7H on 1")
    assert "BJ" in standing(answer)["hands"][2]


def test_option_early_capture_off_lets_only_a_seat_that_has_laid_its_contract_capture() -> None:
    refused(capture("swap 7H on 1", early_capture=False), 0, 10, "contract", "meld", "early_capture")
    assert "BJ" in standing(capture("swap 7H on 1", early_capture=True))["hands"][2]
    hand = "7S BJ 7D QC QD QH 7H 3C"
    answer = later(1, hand, "7S BJ=7H 7D, QC QD QH", "swap 7H on 1", early_capture=False)
    assert "BJ" in standing(answer)["hands"][1]


@pytest.mark.parametrize(
    "action",
    ["swap 7C on 1", "swap 7S on 1", "swap 8S on 1", "swap 7H on 2", "swap 7H on 3", "swap 7H for RJ on 1", "swap 7H on 1 low"],
)
def test_only_the_named_card_captures_and_only_a_joker_that_is_there(action: str) -> None:
    refused(capture(action), 0, 10)


def test_a_capture_needs_a_draw_first_and_ones_own_turn() -> None:
    refused(contract(1, CAPTURE, REST, WITH_JOKER + "2 swap 7H on 1"), 0, 6)
    refused(contract(1, CAPTURE, REST, WITH_JOKER + "2 pass; 0 pass; 1 pass; 2 swap 7H on 1"), 0, 9)
    refused(contract(1, CAPTURE, REST, declined(1) + "meld 7S BJ=7H 7D, QC QD QH; 2 swap 7H on 1"), 0, 5, "turn")


def test_where_jokers_of_both_colours_fit_the_colour_is_said() -> None:
    hands = {1: "7S BJ RJ QC QD QH", 2: "7H 8S"}
    script = declined(1, 5) + "meld 7S BJ=7H RJ=7H, QC QD QH; discard KD; " + declined(2, 5)
    at = 6 + 2 + 6
    refused(contract(1, hands, REST, script + "swap 7H on 1", 5), 0, at, "for")
    for colour, other in (("BJ", "RJ"), ("RJ", "BJ")):
        answer = contract(1, hands, REST, script + f"swap 7H for {colour} on 1", 5)
        assert colour in standing(answer)["hands"][2]
        assert f"{other}=7H" in melds(answer)[0][3].split()


def test_in_a_sequence_the_card_takes_the_jokers_place() -> None:
    answer = later(2, "7S 7H 7D 4C BJ 6C 5C 9H", "7S 7H 7D, 4C BJ=5C 6C", "swap 5C on 2")
    assert melds(answer)[1] == (2, 1, "sequence", "4C 5C 6C")
    assert "BJ" in standing(answer)["hands"][1]


def test_of_a_joker_and_a_deuce_for_the_same_card_the_joker_is_taken() -> None:
    hand = "7S BJ 2D QC QD QH 7H 3C"
    answer = later(1, hand, "7S BJ=7H 2D=7H, QC QD QH", "swap 7H on 1", deuces_wild=True)
    assert melds(answer)[0][3] == "7S 7H 2D=7H"
    assert "BJ" in standing(answer)["hands"][1]


# --- wild deuces -----------------------------------------------------------------------------------------------------

WILD: dict[str, Any] = {"deuces_wild": True}


def test_a_deuce_is_no_wild_card_without_the_option() -> None:
    refused(lay(1, "7S 7H 2D QC QD QH", "meld 7S 7H 2D=7D, QC QD QH"), 0, DRAWN)
    assert melds(lay(2, "7S 7H 7D AC 2C 3C", "meld 7S 7H 7D, AC 2C 3C"))[1][3] == "AC 2C 3C"


def test_with_it_a_deuce_stands_for_another_card() -> None:
    answer = lay(2, "7S 7H 2D 4C 2S 6C", "meld 7S 7H 2D=7D, 4C 2S 6C", **WILD)
    assert melds(answer) == [(1, 1, "group", "7S 7H 2D=7D"), (2, 1, "sequence", "4C 2S=5C 6C")]


def test_it_never_stands_for_itself_nor_anything_for_it() -> None:
    refused(lay(1, "2S 2H 2D QC QD QH", "meld 2S 2H 2D, QC QD QH", **WILD), 0, DRAWN)
    refused(lay(2, "7S 7H 7D AC 2C 3C", "meld 7S 7H 7D, AC 2C=2C 3C", **WILD), 1, DRAWN)
    refused(lay(2, "7S 7H 7D AC BJ 3C", "meld 7S 7H 7D, AC BJ=2C 3C", **WILD), 1, DRAWN)


def test_sequences_then_skip_the_rank_of_the_deuce() -> None:
    answer = lay(2, "7S 7H 7D AC 3C 4C", "meld 7S 7H 7D, AC 3C 4C", **WILD)
    assert melds(answer)[1] == (2, 1, "sequence", "AC 3C 4C")
    refused(lay(2, "7S 7H 7D AC 3C 4C", "meld 7S 7H 7D, AC 3C 4C"), 1, DRAWN)
    answer = later(2, "7S 7H 7D 3C 4C 5C AC", "7S 7H 7D, 3C 4C 5C", "meld AC on 2", **WILD)
    assert melds(answer)[1] == (2, 1, "sequence", "AC 3C 4C 5C")


def test_a_deuce_is_never_captured() -> None:
    refused(later(1, "7S 7H 2D QC QD QH 7D 3C", "7S 7H 2D=7D, QC QD QH", "swap 7D on 1", **WILD), 0, NEXT)
    refused(later(1, "7S 7H 2D QC QD QH 7D 3C", "7S 7H 2D=7D, QC QD QH", "swap 7D on 1 low", **WILD), 0, NEXT)


DEUCE = ("7S 7H 7D 4C 2S 6C 5C 9H", "7S 7H 7D, 4C 2S=5C 6C")


def test_the_natural_card_moves_a_deuce_to_either_end_of_its_sequence() -> None:
    for end, lying in (("low", "2S=3C 4C 5C 6C"), ("high", "4C 5C 6C 2S=7C")):
        answer = later(2, *DEUCE, f"swap 5C on 2 {end}", **WILD)
        assert melds(answer)[1] == (2, 1, "sequence", lying)
        assert "2S" not in standing(answer)["hands"][1]
        assert "5C" not in standing(answer)["hands"][1]


def test_the_end_is_always_written() -> None:
    refused(later(2, *DEUCE, "swap 5C on 2", **WILD), 1, NEXT)


def test_the_end_must_have_room() -> None:
    hand, sets = "7S 7H 7D AC 2S 4C 3C 9H", "7S 7H 7D, AC 2S=3C 4C"
    refused(later(2, hand, sets, "swap 3C on 2 low", **WILD), 1, NEXT)
    assert melds(later(2, hand, sets, "swap 3C on 2 high", **WILD))[1][3] == "AC 3C 4C 2S=5C"
    hand, sets = "7S 7H 7D QC 2S AC KC 9H", "7S 7H 7D, QC 2S=KC AC"
    refused(later(2, hand, sets, "swap KC on 2 high", **WILD), 1, NEXT)
    assert melds(later(2, hand, sets, "swap KC on 2 low", **WILD))[1][3] == "2S=JC QC KC AC"


def test_below_the_three_a_moved_deuce_is_the_ace() -> None:
    answer = later(2, "7S 7H 7D 3C 2S 5C 4C 9H", "7S 7H 7D, 3C 2S=4C 5C", "swap 4C on 2 low", **WILD)
    assert melds(answer)[1][3] == "2S=AC 3C 4C 5C"


def test_moving_a_deuce_is_a_lay_off_and_waits_for_the_turn_after_the_contract() -> None:
    script = f"meld {DEUCE[1]}; swap 5C on 2 low"
    refused(lay(2, DEUCE[0], script, **WILD), 1, DRAWN + 1)
    # Nor has a seat that laid no contract that right, early_capture or not.
    hands = {1: DEUCE[0], 2: "5C 9H"}
    script = declined(1) + f"meld {DEUCE[1]}; discard KD; " + declined(2) + "swap 5C on 2 low"
    refused(contract(2, hands, REST, script, **WILD), 1, 10)


def test_a_joker_beside_a_deuce_is_still_captured_without_an_end() -> None:
    hand, sets = "7S 7H 7D 4C 2S BJ 6C 9H", "7S 7H 7D, 4C 2S=5C BJ=6C"
    answer = later(2, hand, sets, "swap 6C on 2", **WILD)
    assert melds(answer)[1][3] == "4C 2S=5C 6C"
    assert standing(answer)["hands"][1].count("BJ") == 1


# --- never stuck with the taken card ---------------------------------------------------------------------------------

# Deal 5. Seat 1 lays its contract with 5♣ as a joker and keeps 7♣; then seat 0 discards a card that seat 1 takes.
KEPT = "7S 7H 7D QC QD QH 4C BJ 6C 7C"
FIFTH = "meld 7S 7H 7D, QC QD QH, 4C BJ=5C 6C; discard KD; "


def taken(card: str, action: str) -> Answer:
    """Seat 1 takes this card and has one other, 7♣, in the hand; its action is the one at TAKEN."""
    script = declined(1) + FIFTH + declined(2) + "discard KC; " + declined(0) + f"discard {card}; 1 draw discard; "
    return contract(5, {1: KEPT, 0: "5C 7C 2H"}, REST, script + action)


TAKEN = 6 + 5 + 5 + 1


def test_a_lay_off_may_not_leave_the_taken_card_alone() -> None:
    refused(taken("2H", "meld 7C on 1"), 4, TAKEN, "took", "take", "pile")


def test_unless_it_can_still_be_laid_off() -> None:
    assert ended(taken("7C", "meld 7C on 1; meld 7C on 1"))[0] == "out"


def test_or_swapped_in() -> None:
    answer = taken("5C", "meld 7C on 1")
    assert standing(answer)["hands"][1] == ["5C"]
    refused(taken("5C", "meld 7C on 1; discard 5C"), 4, TAKEN + 1, "took", "take", "pile")
    assert standing(taken("5C", "meld 7C on 1; swap 5C on 3"))["hands"][1] == ["BJ"]
    assert ended(taken("5C", "meld 7C on 1; swap 5C on 3; discard BJ"))[0] == "out"
    assert ended(taken("5C", "meld 7C on 1; swap 5C on 3; meld BJ=QS on 2"))[0] == "out"


def test_or_put_in_the_place_of_a_deuce() -> None:
    # 5♣ moves the deuce of 4♣ 2♠=5♣ 6♣: nothing is left, and seat 1 goes out.
    hands = {1: "7S 7H 7D QC QD QH 4C 2S 6C 7C", 0: "5C 2H"}
    script = declined(1) + "meld 7S 7H 7D, QC QD QH, 4C 2S=5C 6C; discard KD; " + declined(2) + "discard KC; "
    script += declined(0) + "discard 5C; 1 draw discard; meld 7C on 1; swap 5C on 3 low"
    answer = contract(5, hands, REST, script, **WILD)
    assert ended(answer)[0] == "out"
