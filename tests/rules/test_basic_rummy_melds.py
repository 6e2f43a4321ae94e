"""Basic Rummy: what is a meld, what is laid off, and how the melds of the table are numbered and shown."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import Answer, ask, melds, record, refused, stack, standing

A_MELD = ("group", "sequence", "meld")
NOT_HELD = ("hold", "hand", "have")

# A table of three; seat 0 deals, seat 1 is the eldest hand. T♦ is turned up, 8♦ and 9♦ are the first two stock cards.


def table(hands: dict[int, str], script: str, rest: str = "TD 8D 9D", **options: Any) -> Answer:
    """What comes of a script at that table."""
    deck = stack("basic-rummy", 3, 0, hands, rest)
    return ask(record("basic-rummy", (deck, script), seats=3, dealer=0, **options))


def first(hand: str, script: str) -> Answer:
    """Seat 1's first turn: it draws 8♦ from the stock (action 0), then follows the script."""
    return table({1: hand}, f"1 draw stock; {script}")


def later(hand: str, script: str) -> Answer:
    """Seat 1 melds 5♠6♠7♠ and K♣K♥K♠ and keeps 2♦; seat 2 draws 9♦ (action 3) and follows the script (from 4)."""
    opening = "1 draw stock; meld 5S 6S 7S, KC KH KS; discard 8D; 2 draw stock; "
    return table({1: "5S 6S 7S KC KH KS 2D", 2: hand}, opening + script)


SEQUENCE_1 = (1, 1, "sequence", "5S 6S 7S")
GROUP_2 = (2, 1, "group", "KC KH KS")


# --- groups and sequences --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "meld", "kind", "lying"),
    [
        ("7S 7H 7D 2C 4C 9H JH", "7S 7H 7D", "group", "7S 7H 7D"),
        ("7S 7H 7D 7C 4C 9H JH", "7S 7H 7D 7C", "group", "7S 7H 7D 7C"),
        ("7S 8S 9S 2C 4C 9H JH", "7S 8S 9S", "sequence", "7S 8S 9S"),
        ("7S 8S 9S TS 4C 9H JH", "7S 8S 9S TS", "sequence", "7S 8S 9S TS"),
        ("4S 5S 6S 7S 8S 9S 2H", "4S 5S 6S 7S 8S 9S", "sequence", "4S 5S 6S 7S 8S 9S"),
        ("AH 2H 3H 9C 4C 9S JS", "AH 2H 3H", "sequence", "AH 2H 3H"),
        ("JH QH KH 9C 4C 9S 2S", "JH QH KH", "sequence", "JH QH KH"),
        ("9H TH JH 9C 4C 9S 2S", "9H TH JH", "sequence", "9H TH JH"),
        ("AH AS AC 9C 4C 9S 2S", "AH AS AC", "group", "AH AS AC"),
    ],
)
def test_a_group_is_three_or_four_of_a_rank_and_a_sequence_three_or_more_of_a_suit(
    hand: str, meld: str, kind: str, lying: str
) -> None:
    assert melds(first(hand, f"meld {meld}")) == [(1, 1, kind, lying)]


@pytest.mark.parametrize(
    ("hand", "meld"),
    [
        ("7S 7H 2C 4C 9H JH KC", "7S 7H"),  # two of a rank
        ("7S 7H 8C 4C 9H JH KC", "7S 7H 8C"),  # another rank among them
        ("7S 8S 2C 4C 9H JH KC", "7S 8S"),  # two in order
        ("7S 8S TS 4C 9H JH KC", "7S 8S TS"),  # the nine is missing
        ("7S 8S 9H 4C 2H JH KC", "7S 8S 9H"),  # two suits
        ("7S 2C 4C 9H JH KC 3H", "7S"),  # one card
        ("7S 8S 9S 9H 4C 2H KC", "7S 8S 9S 9H"),  # a sequence and a card of the last one's rank
        ("QS KS AS 4C 9H JH 2C", "QS KS AS"),  # the ace is low: not above the king
        ("KS AS 2S 4C 9H JH 2C", "KS AS 2S"),  # and not around the corner
        ("JS QS KS AS 9H 4C 2C", "JS QS KS AS"),
        ("KS AS 2S 3S 9H 4C 2C", "KS AS 2S 3S"),
    ],
)
def test_what_is_no_group_and_no_sequence_is_refused(hand: str, meld: str) -> None:
    refused(first(hand, f"meld {meld}"), 0, 1, *A_MELD)


def test_the_cards_of_a_part_may_be_written_in_any_order() -> None:
    # A sequence then lies low end first, a group in the order in which it was laid.
    answer = first("7S 5S 8S 6S 9C 9S 9H", "meld 7S 5S 8S 6S, 9H 9C 9S")
    assert melds(answer) == [(1, 1, "sequence", "5S 6S 7S 8S"), (2, 1, "group", "9H 9C 9S")]


def test_an_ace_written_last_lies_below_the_deuce() -> None:
    assert melds(first("3D AD 2D 9C 9S JH QC", "meld 2D 3D AD")) == [(1, 1, "sequence", "AD 2D 3D")]


def test_cards_may_be_written_in_lower_case_and_ten_as_a_number() -> None:
    assert melds(first("9H TH JH 9C 4C 9S 2S", "meld 9h 10H jh")) == [(1, 1, "sequence", "9H TH JH")]


# --- no card in two melds --------------------------------------------------------------------------------------------


def test_no_card_stands_in_two_melds_of_one_action() -> None:
    # 7♣ would stand in the group and in the sequence.
    refused(first("7C 7D 7H 8C 9C 2S JH", "meld 7C 7D 7H, 7C 8C 9C"), 0, 1, *NOT_HELD, "two", "twice")


def test_no_card_stands_in_two_melds_of_two_actions() -> None:
    refused(first("7C 7D 7H 8C 9C 2S JH", "meld 7C 7D 7H; meld 7C 8C 9C"), 0, 2, *NOT_HELD, "two", "twice")


def test_no_card_is_written_twice_in_a_part() -> None:
    refused(first("7C 7H 2D 8C 9C 2S JH", "meld 7C 7H 7H"), 0, 1, *NOT_HELD, "two", "twice")


def test_a_card_that_is_not_held_cannot_be_melded() -> None:
    refused(first("7C 7H 2D 8C 9C 2S JH", "meld 7C 7H 7S"), 0, 1, *NOT_HELD)


def test_a_melded_card_cannot_be_discarded() -> None:
    refused(first("7C 7D 7H 8C 9C 2S JH", "meld 7C 7D 7H; discard 7C"), 0, 2, *NOT_HELD)


# --- as much as wished, in any order, or nothing ---------------------------------------------------------------------


def test_a_turn_melds_and_lays_off_as_often_as_wished() -> None:
    # Four melding actions in one turn: a lay-off, a set, a lay-off on that set, a lay-off elsewhere.
    answer = later("8S 3C 3D 3H 3S KD JH", "meld 8S on 1; meld 3C 3D 3H; meld 3S on 3; meld KD on 2; discard JH")
    assert melds(answer) == [
        (1, 1, "sequence", "5S 6S 7S 8S"),
        (2, 1, "group", "KC KH KS KD"),
        (3, 2, "group", "3C 3D 3H 3S"),
    ]
    assert standing(answer)["hands"][2] == ["9D"]


def test_a_matched_set_may_be_kept_in_hand() -> None:
    # Seat 1 holds three sevens and 4♣5♣6♣, melds only the sevens, and discards.
    answer = first("7S 7H 7D 4C 5C 6C KS", "meld 7S 7H 7D; discard KS")
    position = standing(answer)
    assert (position["turn"], position["hands"][1]) == ([2], ["4C", "5C", "6C", "8D"])


def test_a_seat_need_not_meld_at_all() -> None:
    answer = first("7S 7H 7D 4C 5C 6C KS", "discard KS")
    assert (standing(answer)["turn"], melds(answer)) == ([2], [])


# --- laying off ------------------------------------------------------------------------------------------------------


def test_the_fourth_of_a_rank_is_laid_off_on_a_group() -> None:
    assert melds(later("KD 2C 4C 9H JH 3H 6C", "meld KD on 2"))[1] == (2, 1, "group", "KC KH KS KD")


@pytest.mark.parametrize(
    ("part", "lying"),
    [
        ("8S on 1", "5S 6S 7S 8S"),
        ("4S on 1", "4S 5S 6S 7S"),
        ("8S 9S on 1", "5S 6S 7S 8S 9S"),
        ("9S 8S on 1", "5S 6S 7S 8S 9S"),  # the cards of a part in any order
        ("3S 4S on 1", "3S 4S 5S 6S 7S"),
        ("4S 8S on 1", "4S 5S 6S 7S 8S"),  # both ends by one part
        ("9S 4S 8S 3S on 1", "3S 4S 5S 6S 7S 8S 9S"),
        ("8S on 1, 9S on 1", "5S 6S 7S 8S 9S"),  # part by part
        ("8S on 1 high", "5S 6S 7S 8S"),
        ("4S on 1 low", "4S 5S 6S 7S"),
        ("3S 4S on 1 low", "3S 4S 5S 6S 7S"),
        ("9S 8S on 1 high", "5S 6S 7S 8S 9S"),
        ("4S on 1 low, 8S on 1 high", "4S 5S 6S 7S 8S"),
    ],
)
def test_a_sequence_is_extended_at_either_end_and_at_both(part: str, lying: str) -> None:
    assert melds(later("3S 4S 8S 9S JH 2C 4C", f"meld {part}"))[0] == (1, 1, "sequence", lying)


@pytest.mark.parametrize(
    "part",
    [
        "9S on 1",  # a gap: the eight is missing
        "9S on 1, 8S on 1",  # parts apply from left to right: nine comes before eight
        "3S on 1",
        "8H on 1",  # another suit
        "8S 8H on 1",
        "8S on 1 low",  # it then extends that end only
        "4S on 1 high",
        "4S 8S on 1 low",
        "4S 8S on 1 high",
        "8S on 2",  # eights and kings
        "4S 8S on 2",
        "8S 9S JS on 1",  # the ten is missing
    ],
)
def test_a_card_that_does_not_fit_is_not_laid_off(part: str) -> None:
    refused(later("3S 4S 8S 9S 8H JS 4C", f"meld {part}"), 0, 4)


def test_a_group_has_no_ends() -> None:
    # `low` and `high` may be written for a lay-off on a sequence.
    refused(later("KD 2C 4C 9H JH 3H 6C", "meld KD on 2 high"), 0, 4)


def test_nothing_is_laid_above_the_king_or_below_the_ace() -> None:
    hands = {1: "JS QS KS AH 2H 3H 4C", 2: "AS TS KH 4H 6C 9C 9H"}
    opening = "1 draw stock; meld JS QS KS, AH 2H 3H; discard 8D; 2 draw stock; "
    refused(table(hands, opening + "meld AS on 1"), 0, 4)
    refused(table(hands, opening + "meld KH on 2"), 0, 4)
    refused(table(hands, opening + "meld TS AS on 1"), 0, 4)
    lying = melds(table(hands, opening + "meld TS on 1, 4H on 2"))
    assert lying == [(1, 1, "sequence", "TS JS QS KS"), (2, 1, "sequence", "AH 2H 3H 4H")]


def test_a_deuce_takes_an_ace_below_it_only() -> None:
    hands = {1: "2S 3S 4S KC KH 9C 7H", 2: "AS KS 4H 6C 9H JC JD"}
    opening = "1 draw stock; meld 2S 3S 4S; discard 8D; 2 draw stock; meld AS on 1"
    assert melds(table(hands, opening)) == [(1, 1, "sequence", "AS 2S 3S 4S")]
    refused(table(hands, opening + "; meld KS on 1"), 0, 5)
    refused(table(hands, opening.replace("AS on 1", "AS KS on 1")), 0, 4)


def test_cards_are_laid_off_on_any_seats_melds_whether_or_not_the_layer_has_melded() -> None:
    # Seat 2 has melded nothing; it lays off on seat 1's melds, and those stay seat 1's.
    assert melds(later("8S KD 4C 9H JH 3H 6C", "meld 8S on 1, KD on 2")) == [
        (1, 1, "sequence", "5S 6S 7S 8S"),
        (2, 1, "group", "KC KH KS KD"),
    ]


def test_cards_are_laid_off_on_ones_own_melds_in_the_same_turn_and_in_a_later_one() -> None:
    same_turn = first("7S 7H 7D 7C 4C 9H JH", "meld 7S 7H 7D; meld 7C on 1")
    assert melds(same_turn) == [(1, 1, "group", "7S 7H 7D 7C")]
    # Seats 2 and 0 draw 9♦ and K♦ and discard them; seat 1's second draw is 8♠.
    script = "1 draw stock; meld 5S 6S 7S; discard 8D; 2 draw stock; discard 9D; 0 draw stock; discard KD; "
    answer = table({1: "5S 6S 7S 2C 4C 9H JH"}, script + "1 draw stock; meld 8S on 1", rest="TD 8D 9D KD 8S")
    assert melds(answer) == [(1, 1, "sequence", "5S 6S 7S 8S")]


def test_what_another_seat_laid_off_can_be_built_upon() -> None:
    hands = {1: "5S 6S 7S KC QH 4C 9H", 2: "8S 2C 4D 6H JH 3H JD", 0: "9S TS 2H 4H 6C 9C 3D"}
    script = "1 draw stock; meld 5S 6S 7S; discard 8D; 2 draw stock; meld 8S on 1; discard 9D; 0 draw stock; meld 9S TS on 1"
    assert melds(table(hands, script)) == [(1, 1, "sequence", "5S 6S 7S 8S 9S TS")]


def test_a_laid_off_card_is_gone_from_the_hand() -> None:
    assert standing(later("8S KD 4C 9H JH 3H 6C", "meld 8S on 1"))["hands"][2] == ["4C", "6C", "9D", "KD", "3H", "9H", "JH"]


# --- parts, and the numbers of melds ---------------------------------------------------------------------------------


def test_a_part_may_name_a_meld_made_by_an_earlier_part() -> None:
    answer = first("7S 7H 7D 7C 4C 9H JH", "meld 7S 7H 7D, 7C on 1")
    assert melds(answer) == [(1, 1, "group", "7S 7H 7D 7C")]


def test_a_part_may_not_name_a_meld_that_a_later_part_makes() -> None:
    refused(first("7S 7H 7D 7C 4C 9H JH", "meld 7C on 1, 7S 7H 7D"), 0, 1, "meld")


def test_a_meld_number_that_is_not_on_the_table_is_refused() -> None:
    refused(first("7S 7H 7D 7C 4C 9H JH", "meld 7S 7H 7D; meld 7C on 2"), 0, 2, "meld")
    refused(later("8S KD 4C 9H JH 3H 6C", "meld 8S on 3"), 0, 4, "meld")


def test_melds_are_numbered_in_the_order_in_which_they_were_made_whoever_made_them() -> None:
    hands = {1: "5S 6S 7S KC QH 4C 9H", 2: "2C 2D 2H JC JH JS 6D", 0: "4D 4H 4S 3C 6H 9C QD"}
    script = "1 draw stock; meld 5S 6S 7S; discard 8D; 2 draw stock; meld JC JH JS, 2C 2D 2H; discard 9D; "
    assert melds(table(hands, script + "0 draw stock; meld 4D 4H 4S")) == [
        (1, 1, "sequence", "5S 6S 7S"),
        (2, 2, "group", "JC JH JS"),
        (3, 2, "group", "2C 2D 2H"),
        (4, 0, "group", "4D 4H 4S"),
    ]


def test_a_lay_off_makes_no_new_number() -> None:
    answer = later("8S 3C 3D 3H KD JH 6C", "meld 8S on 1, 3C 3D 3H, KD on 2")
    assert [lying[0] for lying in melds(answer)] == [1, 2, 3]


def test_one_part_against_the_rules_spoils_the_whole_action() -> None:
    # The first two parts are fine; the third is a pair. The refusal is the action's, whose index is 1.
    refused(first("7S 7H 7D 4C 5C 6C KS", "meld 7S 7H 7D, 4C 5C 6C, KS 8D"), 0, 1, *A_MELD)


def test_every_card_of_a_meld_says_who_laid_it_and_has_no_attendant() -> None:
    lying = standing(first("7S 7H 7D 4C 5C 6C KS", "meld 7S 7H 7D"))["melds"]
    assert lying == [
        {"id": 1, "owner": 1, "kind": "group", "cards": ["7S", "7H", "7D"], "owners": [1, 1, 1], "with": [None, None, None]}
    ]


def test_a_sequence_can_grow_to_all_thirteen_ranks_ace_first() -> None:
    # Seat 1 lays A♠ to 6♠; seat 2 lays 7♠ to K♠ on them and keeps 9♦.
    hands = {1: "AS 2S 3S 4S 5S 6S 2C", 2: "7S 8S 9S TS JS QS KS"}
    script = "1 draw stock; meld AS 2S 3S 4S 5S 6S; discard 8D; 2 draw stock; meld KS 7S 9S 8S TS QS JS on 1"
    assert melds(table(hands, script)) == [(1, 1, "sequence", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")]
