"""Black Heart Rum: what jokers stand for, how they are named, and how long sets become with them."""

from __future__ import annotations

import pytest
from black_heart_hands import attended, lying, owners, table
from rummy_hands import Answer, melds, refused

REST = "9S 8S KS QS JS"


def meld(hand: str, action: str, rest: str = REST) -> Answer:
    """Seat 1 draws 8♠ and acts; its action is the one at 1."""
    return table({1: hand}, f"1 draw stock; {action}", rest)


# --- one hand, what its jokers can do and what they cannot --------------------------------------------------------------

NANCY = "9C JC JS 9H TH KC KC KS BJ RJ"


@pytest.mark.parametrize(
    ("action", "laid", "hearts"),
    [
        ("meld 9C BJ=TC JC with 9H", "9C BJ=TC JC", [None, None, "9H"]),
        ("meld JC JS BJ with 9H TH RJ", "JC JS BJ=J", ["9H", "TH", "RJ"]),
        ("meld KC KC KS with RJ 9H TH", "KC KC KS", ["RJ", "9H", "TH"]),
        ("meld RJ=8H 9H TH", "RJ=8H 9H TH", [None] * 3),
        ("meld 9C 9H BJ", "9C 9H BJ=9", [None] * 3),
        ("meld 9C 9H RJ", "9C 9H RJ=9", [None] * 3),
        ("meld 9C 9H BJ RJ", "9C 9H BJ=9 RJ=9", [None] * 4),
        ("meld 9C 9H RJ; meld BJ on 1", "9C 9H RJ=9 BJ=9", [None] * 4),
    ],
)
def test_what_a_joker_stands_for(action: str, laid: str, hearts: list[str | None]) -> None:
    answer = meld(NANCY, action)
    assert lying(answer) == laid
    assert attended(answer) == hearts


@pytest.mark.parametrize(
    "action",
    [
        "meld 9C RJ=TC JC with 9H",  # a red joker is no club
        "meld 9C RJ JC with 9H",
        "meld JC JS RJ with 9H TH",  # there are no red jacks
        "meld JC JS RJ=J with 9H TH",
        "meld JC JS RJ=J with 9H TH BJ",
        "meld KC KC KS with BJ 9H TH",  # a black joker does not attend
        "meld KC KC RJ=K with 9H TH",
        "meld BJ=8H 9H TH",  # a black joker is no heart in a sequence
        "meld BJ 9H TH",
        "meld 9H TH RJ=JH",  # hearts stop at the ten
        "meld 9H TH RJ",  # it stands where it is written
        "meld 9C 9H BJ=8",  # not of that rank
        "meld 9C 9H BJ=K",
    ],
)
def test_what_it_does_not_stand_for(action: str) -> None:
    refused(meld(NANCY, action), 0, 1)


# --- where it stands -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "laid"),
    [
        ("4C 5C BJ", "4C 5C BJ=6C"),
        ("BJ 4C 5C", "BJ=3C 4C 5C"),
        ("4C BJ 6C", "4C BJ=5C 6C"),
        ("4C 5C BJ=3C", "BJ=3C 4C 5C"),
        ("3H 4H RJ", "3H 4H RJ=5H"),
        ("RJ 3H 4H", "RJ=2H 3H 4H"),
        ("BJ=AS 2S 3S", "BJ=AS 2S 3S"),
        ("QS KS BJ with 3H 4H", "QS KS BJ=AS"),
        ("BJ=KS AS 2S with 3H", "BJ=KS AS 2S"),
    ],
)
def test_in_a_sequence_its_place_says_rank_and_suit(action: str, laid: str) -> None:
    spades = "QS KS 3S" if "QS" in action else "AS 2S 3S"
    answer = meld(f"4C 5C 6C 3H 4H BJ RJ {spades}", f"meld {action}")
    assert melds(answer) == [(1, 1, "sequence", laid)]


def test_a_joker_that_is_named_twice_over() -> None:
    refused(meld("4C 5C 6C BJ", "meld 4C 5C BJ=5C"), 0, 1)
    refused(meld("4C 5C 6C BJ", "meld 4C 5C BJ=6S"), 0, 1)
    refused(meld("4C 5C 6C BJ", "meld 4C 5C BJ=8C"), 0, 1)
    refused(meld("4C 5C 6C BJ", "meld 4C 5C BJ=6H"), 0, 1)


def test_a_plain_card_stands_for_itself_only() -> None:
    refused(meld("4C 5C 7C 9S", "meld 4C 5C 7C=6C"), 0, 1)


def test_how_many_copies_are_left_does_not_matter() -> None:
    # Both fours of hearts and the red joker as a third one.
    assert lying(meld("4H 4H RJ", "meld 4H 4H RJ")) == "4H 4H RJ=4"
    # Both 3♣ lie in a group: the joker is a third in the sequence.
    hands = {1: "3C 3C 3S 2C 6C 7C 9C TC 2H 3H", 2: "4C 5C BJ 2S 4S 5S 6S 7S 2H 3H"}
    answer = table(hands, "1 draw stock; meld 3C 3C 3S; discard 8S; 2 draw stock; meld BJ=3C 4C 5C", REST)
    assert lying(answer, 2) == "BJ=3C 4C 5C"


# --- two jokers with one card, and jokers alone -----------------------------------------------------------------------


def test_two_jokers_with_one_card_are_said_to_be_a_group_or_a_sequence() -> None:
    hand = "9C BJ BJ 2H 3H 4H 2S 3S 4S 6S"
    refused(meld(hand, "meld 9C BJ BJ"), 0, 1)
    assert melds(meld(hand, "meld 9C BJ=9 BJ=9"))[0][2:] == ("group", "9C BJ=9 BJ=9")
    assert melds(meld(hand, "meld 9C BJ=TC BJ=8C"))[0][2:] == ("sequence", "BJ=8C 9C BJ=TC")
    answer = meld(hand, "meld 9C BJ=TC BJ=JC with 2H")
    assert (lying(answer), attended(answer)) == ("9C BJ=TC BJ=JC", [None, None, "2H"])


def test_two_jokers_with_a_royal() -> None:
    hand = "QC BJ BJ 2H 3H 4H 2S 3S 4S 6S"
    assert lying(meld(hand, "meld QC BJ=Q BJ=Q with 2H 3H 4H")) == "QC BJ=Q BJ=Q"
    assert lying(meld(hand, "meld QC BJ=KC BJ=AC with 2H 3H")) == "QC BJ=KC BJ=AC"
    refused(meld(hand, "meld QC BJ BJ with 2H 3H 4H"), 0, 1)


THREE = "BJ BJ RJ 2H 3H 4H 2S 3S 4S 6S"


@pytest.mark.parametrize("rank", ["4", "A", "T"])
def test_the_three_jokers_alone_are_a_group_of_a_rank_that_is_said(rank: str) -> None:
    answer = meld(THREE, f"meld BJ={rank} BJ={rank} RJ={rank}")
    assert melds(answer) == [(1, 1, "group", f"BJ={rank} BJ={rank} RJ={rank}")]


@pytest.mark.parametrize(
    "action",
    [
        "meld BJ BJ RJ",  # no rank is said
        "meld BJ=4 BJ=4 RJ=5",
        "meld BJ=Q BJ=Q RJ=Q with 2H 3H 4H",  # no red queen
        "meld BJ=4C BJ=5C RJ=6H",
        "meld BJ=4 RJ=4",
    ],
)
def test_jokers_alone_are_nothing_else(action: str) -> None:
    refused(meld(THREE, action), 0, 1)


def test_black_jokers_alone_are_a_group_of_index_cards_too() -> None:
    # Five seats, three black jokers.
    hands = {1: "BJ BJ BJ 2H 3H 4H 2S 3S 4S 6S"}
    answer = table(hands, "1 draw stock; meld BJ=4 BJ=4 BJ=4", REST, seats=5)
    assert melds(answer) == [(1, 1, "group", "BJ=4 BJ=4 BJ=4")]
    refused(table(hands, "1 draw stock; meld BJ=4C BJ=5C BJ=6C", REST, seats=5), 0, 1)
    refused(table(hands, "1 draw stock; meld BJ=Q BJ=Q BJ=Q with 2H 3H 4H", REST, seats=5), 0, 1)


# --- how long sets become --------------------------------------------------------------------------------------------


def test_nine_cards_in_a_group_of_index_cards() -> None:
    answer = meld("8C 8C 8H 8H 8S 8S BJ BJ RJ 2H", "meld 8C 8C 8H 8H 8S 8S BJ BJ RJ", "9S KS QS JS")
    assert melds(answer) == [(1, 1, "group", "8C 8C 8H 8H 8S 8S BJ=8 BJ=8 RJ=8")]


def test_six_cards_in_a_group_of_royalty() -> None:
    hands = {1: "JC JC JS JS 2H 3H 4H 5H 9H 9C", 2: "BJ BJ 6H 7H RJ 2S 3S 4S 6S TS"}
    script = "1 draw stock; meld JC JC JS JS with 2H 3H 4H 5H; discard 8S; 2 draw stock; "
    answer = table(hands, script + "meld BJ BJ with 6H 7H on 1", "9S 8S KS QS")
    assert lying(answer) == "JC JC JS JS BJ=J BJ=J"
    assert attended(answer) == ["2H", "3H", "4H", "5H", "6H", "7H"]
    assert owners(answer) == [1, 1, 1, 1, 2, 2]
    assert attended(table(hands, script + "meld BJ BJ with 6H RJ on 1", "9S 8S KS QS"))[-1] == "RJ"
    refused(table(hands, script + "meld RJ with 6H on 1, 2S 3S 4S", "9S 8S KS QS"), 0, 4)
    refused(table(hands, script + "meld BJ BJ with 6H on 1", "9S 8S KS QS"), 0, 4)


# --- laying off ------------------------------------------------------------------------------------------------------


def test_a_joker_is_laid_off_where_its_place_leaves_no_doubt() -> None:
    assert lying(meld("8H 9H TH RJ", "meld 8H 9H TH; meld RJ on 1")) == "RJ=7H 8H 9H TH"
    assert lying(meld("AH 2H 3H RJ", "meld AH 2H 3H; meld RJ on 1")) == "AH 2H 3H RJ=4H"
    hand = "4C 5C 6C BJ RJ"
    assert lying(meld(hand, "meld 4C 5C 6C; meld BJ on 1 low")) == "BJ=3C 4C 5C 6C"
    assert lying(meld(hand, "meld 4C 5C 6C; meld BJ on 1 high")) == "4C 5C 6C BJ=7C"
    assert lying(meld(hand, "meld 4C 5C 6C; meld BJ=7C on 1")) == "4C 5C 6C BJ=7C"
    refused(meld(hand, "meld 4C 5C 6C; meld BJ on 1"), 0, 2)
    refused(meld(hand, "meld 4C 5C 6C; meld RJ=7C on 1"), 0, 2)
    refused(meld(hand, "meld 4C 5C 6C; meld RJ on 1 high"), 0, 2)
    refused(meld(hand, "meld 4C 5C 6C; meld BJ=8C on 1"), 0, 2)


def test_a_joker_bridges_to_a_card_that_goes_with_it() -> None:
    assert lying(meld("4C 5C 6C BJ 8C", "meld 4C 5C 6C; meld BJ=7C 8C on 1")) == "4C 5C 6C BJ=7C 8C"
    refused(meld("4C 5C 6C BJ 8C", "meld 4C 5C 6C; meld 8C on 1"), 0, 2)


def test_jokers_go_on_a_group_of_their_colour() -> None:
    assert lying(meld("4C 4H 4S BJ RJ", "meld 4C 4H 4S; meld RJ BJ on 1")) == "4C 4H 4S RJ=4 BJ=4"
    refused(meld("4C 4H 4S BJ RJ", "meld 4C 4H 4S; meld BJ=5 on 1"), 0, 2)
    refused(meld("4C 4H 4S BJ RJ", "meld 4C 4H 4S; meld BJ with 2H on 1"), 0, 2)


def test_a_joker_may_be_kept_or_thrown_away() -> None:
    assert table({1: NANCY}, "1 draw stock; discard BJ", REST)["position"]["discard"] == ["9S", "BJ"]
    assert table({1: NANCY}, "1 draw stock; discard RJ", REST)["position"]["discard"] == ["9S", "RJ"]
