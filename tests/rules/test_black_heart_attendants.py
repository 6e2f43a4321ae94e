"""Black Heart Rum: every royal comes with a heart."""

from __future__ import annotations

import pytest
from black_heart_hands import attended, lying, owners, table
from rummy_hands import Answer, melds, refused, standing

REST = "9S 8S KS QS JS"


def meld(hand: str, action: str) -> Answer:
    """Seat 1 draws 8♠ and acts; its action is the one at 1."""
    return table({1: hand}, f"1 draw stock; {action}", REST)


CLUBS = "TC JC QC KC 5H 7H 2S 3S 4C 6C"


def test_two_hearts_serve_two_royals_and_no_third() -> None:
    answer = meld(CLUBS, "meld TC JC QC with 5H 7H")
    assert melds(answer) == [(1, 1, "sequence", "TC JC QC")]
    assert attended(answer) == [None, "5H", "7H"]
    assert owners(answer) == [1, 1, 1]
    assert standing(answer)["hands"][1] == ["4C", "6C", "KC", "2S", "3S", "8S"]
    refused(meld(CLUBS, "meld TC JC QC KC with 5H 7H"), 0, 1)
    refused(meld(CLUBS, "meld JC QC KC with 5H 7H"), 0, 1)


def test_the_hearts_are_named_in_the_order_of_the_royals() -> None:
    assert attended(meld(CLUBS, "meld TC JC QC with 7H 5H")) == [None, "7H", "5H"]


def test_royals_and_hearts_are_paired_as_they_are_written() -> None:
    assert attended(meld(CLUBS, "meld QC JC TC with 5H 7H")) == [None, "7H", "5H"]
    # Laid off at both ends in one part: J♣ comes with 5♥ above, K♣ with 7♥ below.
    hands = {1: CLUBS, 2: "AC 2C 3C 4C 5C 6C 7C 8C 9C 3S", 0: "TC 2S 3H 4S 5S 6H 7S 8C 9C 9S"}
    script = "1 draw stock; discard 2S; 2 draw stock; meld AC 2C 3C 4C 5C 6C 7C 8C 9C; discard KS; "
    script += "0 draw stock; discard QS; 1 draw stock; meld TC JC KC with 5H 7H on 1"
    answer = table(hands, script, REST)
    assert lying(answer) == "KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC"
    assert attended(answer) == ["7H", *[None] * 10, "5H"]


def test_three_kings_wait_for_three_hearts() -> None:
    kings = "KC KC KS 4H 6H 8H 2S 3S 4C 6C"
    refused(meld(kings, "meld KC KC KS with 4H"), 0, 1)
    refused(meld(kings, "meld KC KC KS with 4H 6H"), 0, 1)
    answer = meld(kings, "meld KC KC KS with 4H 6H 8H")
    assert (melds(answer)[0][2:], attended(answer)) == (("group", "KC KC KS"), ["4H", "6H", "8H"])


@pytest.mark.parametrize(
    "action",
    [
        "meld TC JC QC",  # none at all
        "meld TC JC QC with 5H",  # one too few
        "meld TC JC QC with 5H 7H 9H",  # one too many
        "meld TC JC QC with 5H 9S",  # no heart
        "meld TC JC QC with 5H 2S",
        "meld TC JC QC with 5H 5H",  # one 5♥ is held, not two
        "meld TC JC QC with 5H TH",  # not held
        "meld TC JC QC with 5H BJ",  # a black joker is no heart
        "meld TC JC QC with 5H TC",
        "meld TC JC QC 5H 7H",  # attendants are named after `with`
        "meld 8C 9C TC with 5H",  # nobody to attend
        "meld 5H 7H",
    ],
)
def test_exactly_one_heart_for_each(action: str) -> None:
    refused(meld("8C 9C TC JC QC 5H 7H 9H BJ 2S", action), 0, 1)


def test_a_heart_does_one_thing_only() -> None:
    hand = "JC QC KC 5H 6H 7H 5C 5S 2S 3S"
    refused(meld(hand, "meld JC QC KC with 5H 6H 7H, 5C 5S 5H"), 0, 1)
    refused(meld(hand, "meld 5C 5S 5H, JC QC KC with 5H 6H 7H"), 0, 1)


def test_hearts_of_another_part_do_not_serve() -> None:
    hand = "9C TC JC 9S TS JS 2H 3H 4H 5H"
    refused(meld(hand, "meld 9C TC JC with 2H 3H, 9S TS JS"), 0, 1)
    refused(meld(hand, "meld 9C TC JC, 9S TS JS with 2H 3H"), 0, 1)
    answer = meld(hand, "meld 9C TC JC with 3H, 9S TS JS with 2H")
    assert (attended(answer, 1), attended(answer, 2)) == ([None, None, "3H"], [None, None, "2H"])


def test_hearts_in_a_group_of_index_cards_attend_nobody() -> None:
    answer = meld("7H 7H 7C 2S 3S 4S", "meld 7H 7H 7C")
    assert attended(answer) == [None, None, None]


def test_twins_may_attend_together() -> None:
    assert attended(meld("JC QC KC 5H 5H 5S 2H", "meld JC QC KC with 5H 2H 5H")) == ["5H", "2H", "5H"]


@pytest.mark.parametrize("heart", ["AH", "2H", "9H", "TH"])
def test_any_heart_will_do(heart: str) -> None:
    assert attended(meld(f"9C TC JC {heart}", f"meld 9C TC JC with {heart}"))[2] == heart


# --- laying off ------------------------------------------------------------------------------------------------------

HANDS = {1: "8C 9C TC 2C 3C 5C 2H 3H 4H 5H", 2: "QC JC KC 6H 7H 8H 2S 3S 4S 5S"}
LAID = "1 draw stock; meld 8C 9C TC; discard 8S; 2 draw stock; "
AT = 4


def lay_off(action: str) -> Answer:
    """Seat 2 holds J♣ Q♣ K♣ and three hearts, and the sequence ends with the ten; its action is the one at 4."""
    return table(HANDS, LAID + action, REST)


def test_a_royal_laid_off_brings_its_heart() -> None:
    answer = lay_off("meld JC QC with 6H 8H on 1")
    assert lying(answer) == "8C 9C TC JC QC"
    assert attended(answer) == [None, None, None, "6H", "8H"]
    assert owners(answer) == [1, 1, 1, 2, 2]
    assert not set(standing(answer)["hands"][2]) & {"JC", "QC", "6H", "8H"}


@pytest.mark.parametrize(
    "action", ["meld JC QC on 1, 2S 3S 4S", "meld JC QC with 6H on 1, 2S 3S 4S", "meld JC QC with 6H 7H 8H on 1, 2S 3S 4S"]
)
def test_a_royal_laid_off_without_its_heart(action: str) -> None:
    refused(lay_off(action), 0, AT)


def test_the_hearts_of_the_seat_that_lays_off_serve_nobody_elses() -> None:
    refused(lay_off("meld JC with 2H on 1, 2S 3S 4S"), 0, AT)


def test_royals_laid_off_on_a_group_of_theirs() -> None:
    hands = {1: "JC JC JS 2H 3H 4H 2C 3C 5C 6C", 2: "JS 6H 2S 3S 4S 5S 7C 8C 9C TC"}
    script = "1 draw stock; meld JC JC JS with 2H 3H 4H; discard 8S; 2 draw stock; "
    answer = table(hands, script + "meld JS with 6H on 1, 2S 3S 4S", "9S 8S KS QS KS")
    assert (lying(answer), attended(answer)) == ("JC JC JS JS", ["2H", "3H", "4H", "6H"])
    refused(table(hands, script + "meld JS on 1, 2S 3S 4S", "9S 8S KS QS KS"), 0, 4)


# --- jokers ----------------------------------------------------------------------------------------------------------


def test_the_red_joker_attends() -> None:
    hand = "KC KC KS 4H 6H RJ BJ 2S 3S 4C"
    assert attended(meld(hand, "meld KC KC KS with 4H RJ 6H")) == ["4H", "RJ", "6H"]
    refused(meld(hand, "meld KC KC KS with 4H BJ 6H"), 0, 1)
    assert attended(meld("9C TC JC RJ 2C", "meld 9C TC JC with RJ"))[2] == "RJ"


def test_a_black_joker_that_stands_for_a_royal_has_a_heart_too() -> None:
    # Two queens, the joker and only two hearts are not enough.
    hand = "QC QS BJ 2H 3H 2S 3S 4C 5C 7C"
    refused(meld(hand, "meld QC QS BJ with 2H 3H"), 0, 1)
    refused(meld(hand, "meld QC QS BJ=Q with 2H 3H"), 0, 1)
    hand = "QC QS BJ 2H 3H 4H 3S 4C 5C 7C"
    answer = meld(hand, "meld QC QS BJ with 2H 3H 4H")
    assert (lying(answer), attended(answer)) == ("QC QS BJ=Q", ["2H", "3H", "4H"])


def test_a_black_joker_in_a_sequence_needs_one_where_it_is_royalty_only() -> None:
    hand = "9C TC JC BJ 2H 3H 2S 4S 5C 6C"
    answer = meld(hand, "meld TC JC BJ=QC with 2H 3H")
    assert (lying(answer), attended(answer)) == ("TC JC BJ=QC", [None, "2H", "3H"])
    refused(meld(hand, "meld TC JC BJ=QC with 2H"), 0, 1)
    answer = meld(hand, "meld TC JC BJ=9C with 2H")
    assert (lying(answer), attended(answer)) == ("BJ=9C TC JC", [None, None, "2H"])
    refused(meld(hand, "meld TC JC BJ=9C with 2H 3H"), 0, 1)


def test_a_black_joker_laid_off_as_royalty() -> None:
    hand = "8C 9C TC BJ 2H 3H 2S 4S 5C 6C"
    answer = meld(hand, "meld 8C 9C TC; meld BJ=JC with 3H on 1")
    assert (lying(answer), attended(answer)) == ("8C 9C TC BJ=JC", [None, None, None, "3H"])
    refused(meld(hand, "meld 8C 9C TC; meld BJ=JC on 1"), 0, 2)
    refused(meld(hand, "meld 8C 9C TC; meld BJ=7C with 3H on 1"), 0, 2)


def test_attendants_stay_where_they_are() -> None:
    # Another heart takes no heart's place; a heart takes no index card's place either.
    hands = {1: "KC KC KS 4H 6H 8H 2S 3S 4C 6C", 2: "AH 4H 2H 2C 3C 5C 7C 8C 9C TC"}
    script = "1 draw stock; meld KC KC KS with 4H 6H 8H; discard 8S; 2 draw stock; "
    for heart in ("AH", "4H"):
        refused(table(hands, script + f"swap {heart} on 1", REST), 0, 4)
    # Nothing is laid off on them.
    refused(table(hands, script + "meld 4H on 1, 7C 8C 9C", REST), 0, 4)
