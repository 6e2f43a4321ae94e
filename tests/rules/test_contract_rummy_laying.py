"""Contract Rummy: the deal, the seven contracts, sets and sequences, and lay-offs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rummy_hands import Answer, ended, melds, refused, standing
from rummy_more import LAID, contract, contract_deck, contract_match, declined

DRAWN = 4  # the first action after the eldest hand's three-seat draw: pass, pass, pass, draw stock
WORDS = ("contract", "group", "sequence", "set", "in order", "one rank", "3 cards")
HAND = {1: "7S 7H 7D QC QD QH"}  # deal 1's contract


def lay(number: int, hand: str, action: str, rest: str = "KS KD", **options: Any) -> Answer:
    """What comes of an action of seat 1 that has drawn K♦ from the stock."""
    return contract(number, {1: hand}, rest, declined(1) + action, **options)


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "stock"),
    [
        (3, 74),  # 2 x 52 + 1 - 30 - 1
        (4, 64),
        (5, 107),  # 3 x 52 + 2 - 50 - 1
        (6, 97),
        (7, 87),
        (8, 77),
    ],
)
def test_packs_and_hands_by_the_number_of_seats(seats: int, stock: int) -> None:
    position = standing(contract(1, {}, "", "", seats=seats))
    assert [len(hand) for hand in position["hands"]] == [10] * seats
    assert (position["stock"], len(position["discard"])) == (stock, 1)
    assert (position["turn"], position["phase"], position["melds"]) == ([1], "draw", [])


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7])
def test_twelve_cards_in_deal_seven_only(number: int) -> None:
    position = standing(contract(number, {}, "", ""))
    size = 12 if number == 7 else 10
    assert [len(hand) for hand in position["hands"]] == [size] * 3
    assert position["stock"] == 105 - 3 * size - 1


# --- the contracts ---------------------------------------------------------------------------------------------------

CONTRACTS = {
    1: "7S 7H 7D, QC QD QH",
    2: "7S 7H 7D, 3C 4C 5C",
    3: "3C 4C 5C, 8D 9D TD",
    4: "7S 7H 7D, QC QD QH, 9C 9D 9S",
    5: "7S 7H 7D, QC QD QH, 3C 4C 5C",
    6: "7S 7H 7D, 3C 4C 5C, 8D 9D TD",
}


@pytest.mark.parametrize("number", list(CONTRACTS))
def test_the_contract_of_deals_one_to_six(number: int) -> None:
    sets = CONTRACTS[number].split(", ")
    answer = lay(number, CONTRACTS[number].replace(",", ""), f"meld {CONTRACTS[number]}")
    kinds = ["sequence" if "3C" in cards or "8D" in cards else "group" for cards in sets]
    assert melds(answer) == [(at + 1, 1, kind, cards) for at, (kind, cards) in enumerate(zip(kinds, sets, strict=True))]
    assert (standing(answer)["phase"], standing(answer)["turn"]) == ("meld", [1])


@pytest.mark.parametrize("number", list(CONTRACTS))
@pytest.mark.parametrize("other", list(CONTRACTS))
def test_no_other_sets_than_the_contracts(number: int, other: int) -> None:
    if other != number:
        answer = lay(number, CONTRACTS[other].replace(",", ""), f"meld {CONTRACTS[other]}")
        refused(answer, number - 1, DRAWN, *WORDS)


def test_the_sets_of_a_contract_come_in_any_order() -> None:
    assert melds(lay(2, "7S 7H 7D 3C 4C 5C", "meld 5C 3C 4C, 7H 7S 7D")) == [
        (1, 1, "sequence", "3C 4C 5C"),
        (2, 1, "group", "7H 7S 7D"),
    ]


@pytest.mark.parametrize("part", ["7S 7H 7D", "QC QD QH"])
def test_the_whole_contract_is_one_action(part: str) -> None:
    refused(lay(1, HAND[1], f"meld {part}"), 0, DRAWN, *WORDS)


@pytest.mark.parametrize(
    ("number", "hand", "action"),
    [
        (1, "7S 7H 7D 7C QC QD QH", "7S 7H 7D 7C, QC QD QH"),
        (2, "7S 7H 7D 3C 4C 5C 6C", "7S 7H 7D, 3C 4C 5C 6C"),
        (3, "3C 4C 5C 6C 8D 9D TD JD", "3C 4C 5C 6C, 8D 9D TD JD"),
        (6, "7S 7H 7D 7C 3C 4C 5C 8D 9D TD", "7S 7H 7D 7C, 3C 4C 5C, 8D 9D TD"),
    ],
)
def test_exactly_three_cards_a_set_in_deals_one_to_six(number: int, hand: str, action: str) -> None:
    refused(lay(number, hand, f"meld {action}"), number - 1, DRAWN, "three", *WORDS)


def test_no_more_sets_than_the_contract_has() -> None:
    refused(lay(1, "7S 7H 7D QC QD QH 9C 9D 9S", "meld 7S 7H 7D, QC QD QH, 9C 9D 9S"), 0, DRAWN, *WORDS)


# --- groups and sequences --------------------------------------------------------------------------------------------


def test_twins_stand_in_a_group_and_two_groups_may_be_of_one_rank() -> None:
    answer = lay(1, "7S 7S 7H 7H 7D 7C", "meld 7S 7S 7H, 7H 7D 7C")
    assert melds(answer) == [(1, 1, "group", "7S 7S 7H"), (2, 1, "group", "7H 7D 7C")]


def test_three_of_one_card_from_three_packs_are_a_group() -> None:
    script = declined(1, 5) + "meld 7S 7S 7S, QC QD QH"
    assert melds(contract(1, {1: "7S 7S 7S QC QD QH"}, "KS KD", script, seats=5))[0] == (1, 1, "group", "7S 7S 7S")


def test_a_card_stands_in_one_set_and_must_be_held_for_each() -> None:
    refused(lay(1, "7S 7H 7D 7C 2H 3D", "meld 7S 7H 7D, 7S 7H 7C"), 0, DRAWN)


@pytest.mark.parametrize("action", ["7S 7H QD, 7D QC QH", "7S 7H, QC QD QH"])
def test_what_is_no_group(action: str) -> None:
    refused(lay(1, HAND[1], f"meld {action}"), 0, DRAWN, *WORDS)


def test_two_sequences_may_be_of_one_suit_and_adjacent() -> None:
    answer = lay(3, "3C 4C 5C 6C 7C 8C", "meld 3C 4C 5C, 6C 7C 8C")
    assert melds(answer) == [(1, 1, "sequence", "3C 4C 5C"), (2, 1, "sequence", "6C 7C 8C")]


def test_the_ace_stands_at_either_end() -> None:
    answer = lay(3, "AS 2S 3S QH KH AH", "meld AS 2S 3S, QH KH AH")
    assert melds(answer) == [(1, 1, "sequence", "AS 2S 3S"), (2, 1, "sequence", "QH KH AH")]


@pytest.mark.parametrize("sequence", ["KS AS 2S", "3S 3S 4S", "3S 4S 6S", "3S 4S 5H"])
def test_what_is_no_sequence(sequence: str) -> None:
    refused(lay(3, f"QH KH AH {sequence}", f"meld {sequence}, QH KH AH"), 2, DRAWN, *WORDS)


def test_a_sequence_of_fourteen_with_an_ace_at_both_ends_and_not_on_past_it() -> None:
    # Deal 1 of four seats has no sequence; so deal 2, after a deal 1 that seat 0 wins; here seat 0 deals deal 2.
    hands = {
        1: "7C 7D 7H AS 2S 3S 4S 5S 6S 2C",
        2: "8C 8D 8H 3C 4C 5C 7S 8S 9S 2D",
        3: "9C 9D 9H 3D 4D 5D TS JS QS 2H",
        0: "TC TD TH 3H 4H 5H KS AS 2S 2C",
    }
    first = {0: LAID[1][0].replace(",", "") + " " + LAID[1][1]}
    one = declined(0, 4) + f"meld {LAID[1][0]}; discard KD; "
    one += "".join(declined(seat, 4) + f"discard {card}; " for seat, card in ((1, "KC"), (2, "JD"), (3, "JC")))
    one += declined(0, 4) + f"meld {LAID[1][2]}; discard QD"
    two = ""
    for seat, sets, card in (
        (1, "7C 7D 7H, AS 2S 3S", "KD"),
        (2, "8C 8D 8H, 3C 4C 5C", "KC"),
        (3, "9C 9D 9H, 3D 4D 5D", "JD"),
        (0, "TC TD TH, 3H 4H 5H", "JC"),
    ):
        two += declined(seat, 4) + f"meld {sets}; discard {card}; "
    for seat, cards, card in ((1, "4S 5S 6S", "QD"), (2, "7S 8S 9S", "QC"), (3, "TS JS QS", "JH")):
        two += declined(seat, 4) + f"meld {cards} on 2; discard {card}; "
    two += declined(0, 4) + "meld KS AS on 2"
    rest = "QH KD KC JD JC QD QC JH KH"
    answer = four_seats(first, one, hands, rest, two)
    assert (2, 1, "sequence", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS") in melds(answer)
    refused(four_seats(first, one, hands, rest, two + "; meld 2S on 2"), 1, (5 + 2) * 8 - 1)


def four_seats(first: Mapping[int, str], one: str, hands: Mapping[int, str], rest: str, two: str) -> Answer:
    """Deal 1, dealt by seat 3, and deal 2, dealt by seat 0, of four seats."""
    deals = [(contract_deck(1, first, rest, 4, dealer=3), one), (contract_deck(2, hands, rest, 4), two)]
    return contract_match(*deals, dealer=3, seats=4)


# --- deal 7 ----------------------------------------------------------------------------------------------------------

SEVEN = "3C 4C 5C 6C 8D 9D TD JD 2H 3H 4H 5H"


def test_in_deal_seven_three_sequences_leave_one_card_which_is_discarded() -> None:
    answer = lay(7, SEVEN, "meld 3C 4C 5C 6C, 8D 9D TD JD, 2H 3H 4H 5H")
    assert (standing(answer)["hands"][1], standing(answer)["phase"]) == (["KD"], "meld")
    answer = lay(7, SEVEN, "meld 3C 4C 5C 6C, 8D 9D TD JD, 2H 3H 4H 5H; discard KD")
    assert (ended(answer)[0], answer["over"]) == ("out", True)


def test_in_deal_seven_they_may_leave_none() -> None:
    answer = lay(7, SEVEN, "meld 3C 4C 5C 6C, 8D 9D TD JD QD, 2H 3H 4H 5H", rest="KS QD")
    assert (ended(answer)[0], ended(answer)[1][1]) == ("out", 0)


@pytest.mark.parametrize(
    "action",
    [
        "3C 4C 5C, 8D 9D TD JD, 2H 3H 4H 5H",  # leaves 6♣ and K♦
        "3C 4C 5C, 8D 9D TD, 2H 3H 4H",  # leaves four
        "8D 9D TD JD, 2H 3H 4H 5H",  # two sequences
    ],
)
def test_in_deal_seven_more_than_one_card_left_is_refused(action: str) -> None:
    refused(lay(7, SEVEN, f"meld {action}"), 6, DRAWN, "one card", *WORDS)


def test_in_deal_seven_there_are_three_sequences_and_no_group() -> None:
    hand = "3C 4C 5C 3D 4D 5D 3H 4H 5H 3S 4S 5S"
    refused(lay(7, hand, "meld 3C 4C 5C, 3D 4D 5D, 3H 4H 5H, 3S 4S 5S"), 6, DRAWN, *WORDS)
    refused(lay(7, hand, "meld 3C 3D 3H 3S, 4C 4D 4H 4S, 5C 5D 5H 5S"), 6, DRAWN, *WORDS)


def test_in_deal_seven_a_hand_that_has_grown_is_laid_too() -> None:
    # Seat 2 buys K♠ and Q♦: fourteen cards, fifteen after its draw (K♦).
    script = "1 pass; 2 buy; 1 draw stock; discard QS; " + declined(2) + "meld {}"
    hands, rest = {2: SEVEN}, "KS QD QS KD"
    left = "3C 4C 5C 6C, 8D 9D TD JD, 2H 3H 4H 5H"  # leaves K♠ Q♦ K♦
    refused(contract(7, hands, rest, script.format(left)), 6, 8, "one card", *WORDS)
    answer = contract(7, hands, rest, script.format("3C 4C 5C 6C, 8D 9D TD JD QD KD, 2H 3H 4H 5H"))
    assert standing(answer)["hands"][2] == ["KS"]


def test_in_deal_seven_the_card_left_is_not_the_card_just_taken() -> None:
    sets = "3C 4C 5C 6C, 8D 9D TD JD, 2H 3H 4H 5H"
    refused(contract(7, {1: SEVEN}, "KS KD", f"1 draw discard; meld {sets}"), 6, 1, "took", "take", "pile")


# --- laying off ------------------------------------------------------------------------------------------------------

LAYING = {1: "7S 7H 7D QC QD QH 7C QS 9C 2D", 2: "8S 8H 8D JC JD JH 7S 7D QC 2H", 0: "9D 9H 9S 7H 2S 3S 4S 5D 6D 8C"}
ROUND = (
    declined(1) + "meld 7S 7H 7D, QC QD QH; discard KD; " + declined(2) + "meld 8S 8H 8D, JC JD JH; discard KC; " + declined(0)
)
REST = "KS KD KC KH 3D 4D 5C"


@pytest.mark.parametrize(
    ("action", "at"), [("7S 7H 7D, QC QD QH, 7C on 1", DRAWN), ("7S 7H 7D, QC QD QH; meld 7C on 1", DRAWN + 1)]
)
def test_nothing_is_laid_off_in_the_turn_of_the_contract(action: str, at: int) -> None:
    refused(contract(1, LAYING, REST, declined(1) + f"meld {action}"), 0, at, "turn", "contract")


def test_nor_on_another_seats_set_in_that_turn() -> None:
    script = declined(1) + "meld 7S 7H 7D, QC QD QH; discard KD; " + declined(2) + "meld 8S 8H 8D, JC JD JH; meld 7S on 1"
    refused(contract(1, LAYING, REST, script), 0, 11, "turn", "contract")


def test_a_seat_without_its_contract_lays_nothing_off() -> None:
    refused(contract(1, LAYING, REST, ROUND + "meld 7H on 1"), 0, 16, "contract")


def test_in_later_turns_a_seat_adds_to_any_set_and_a_group_has_no_upper_limit() -> None:
    script = (
        ROUND + "discard KH; " + declined(1) + "meld 7C on 1, QS on 2; discard 3D; " + declined(2) + "meld 7S 7D on 1, QC on 2"
    )
    answer = contract(1, LAYING, REST, script)
    assert melds(answer) == [
        (1, 1, "group", "7S 7H 7D 7C 7S 7D"),
        (2, 1, "group", "QC QD QH QS QC"),
        (3, 2, "group", "8S 8H 8D"),
        (4, 2, "group", "JC JD JH"),
    ]


def test_and_melds_no_new_set_in_that_deal() -> None:
    hands = {1: "7S 7H 7D QC QD QH 9C 9D 9S 2D", 2: "", 0: ""}
    script = declined(1) + "meld 7S 7H 7D, QC QD QH; discard 2D; " + declined(2) + "discard KC; " + declined(0) + "discard KH; "
    refused(contract(1, hands, REST, script + declined(1) + "meld 9C 9D 9S"), 0, 20, "lay off", "new set")


def test_nothing_is_laid_before_a_draw() -> None:
    refused(contract(1, LAYING, REST, "1 meld 7S 7H 7D, QC QD QH"), 0, 0, "draw")
    refused(contract(1, LAYING, REST, "1 pass; 2 pass; 0 pass; 1 meld 7S 7H 7D, QC QD QH"), 0, 3, "draw")


@pytest.mark.parametrize("action", ["knock KD", "tunk", "return", "buy", "pass", "draw stock", "draw discard", "swap 7S on 1"])
def test_verbs_that_have_no_place_after_the_draw(action: str) -> None:
    refused(lay(1, HAND[1], action), 0, DRAWN)


def test_of_twins_the_one_taken_counts_as_the_one_melded_first() -> None:
    # Seat 1 takes the second 7♠, lays off one of its two and may throw the other away.
    hands = {1: "7C 7H 7D QC QD QH 7S QS 9C 2D", 0: "7S 2H 3D"}
    script = declined(1) + "meld 7C 7H 7D, QC QD QH; discard KD; " + declined(2) + "discard KC; " + declined(0) + "discard 7S; "
    answer = contract(1, hands, REST, script + "1 draw discard; meld 7S on 1; discard 7S")
    assert standing(answer)["discard"][-1] == "7S"


def test_one_card_is_drawn_from_the_pile() -> None:
    refused(contract(1, {}, REST, declined(1) + "discard KD; 2 draw discard 2"), 0, 5)
