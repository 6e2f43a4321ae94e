"""Tunk: the deal, wild deuces, lay-offs, the tunk, and the last card."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import Answer, ask, clockwise, dealt, ended, in_order, melds, record, refused, standing
from rummy_more import packs

GAME = "tunk"
REST = "KD QD JD TD 9D 8D 6D 5D"  # the upcard, then the stock
LAST = ("last", "two", "keep", "tunk", "hold")


def table(hands: dict[int, str], script: str, rest: str = REST, seats: int = 3, **options: Any) -> Answer:
    """What comes of a script; seat 0 deals."""
    deck = dealt(packs(1 if seats <= 3 else 2), clockwise(seats, 0), 7, hands, rest)
    return ask(record(GAME, (deck, script), seats=seats, dealer=0, **options))


def meld(hand: str, action: str, seats: int = 3) -> Answer:
    """What comes of an action of seat 1 that has drawn Q♦."""
    return table({1: hand}, f"1 draw stock; {action}", seats=seats)


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "stock"), [(2, 37), (3, 30), (4, 75), (5, 68)])  # one pack, or two: 52 or 104 - 7 a seat - 1
def test_seven_cards_and_one_pack_for_two_or_three_two_for_four_or_five(seats: int, stock: int) -> None:
    position = standing(table({}, "", seats=seats))
    assert [len(hand) for hand in position["hands"]] == [7] * seats
    assert (position["stock"], position["discard"]) == (stock, ["KD"])
    assert (position["turn"], position["phase"], position["melds"]) == ([1], "draw", [])


# --- deuces ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "kind", "lying"),
    [
        ("7S 7H 2C=7D", "group", "7S 7H 2C=7D"),
        ("7S 2D=7C 2C=7D", "group", "7S 2D=7C 2C=7D"),  # one natural card is enough
        ("4C 2H=5C 6C", "sequence", "4C 2H=5C 6C"),
        ("4C 2H 6C", "sequence", "4C 2H=5C 6C"),  # its place leaves no doubt
        ("2H=3C 4C 2S=5C", "sequence", "2H=3C 4C 2S=5C"),
        ("AC 2C 3C", "sequence", "AC 2C 3C"),  # for itself
        ("2C 3C 4C", "sequence", "2C 3C 4C"),
        ("AC 2H=2C 3C", "sequence", "AC 2H=2C 3C"),
        ("2S 2H 2C", "group", "2S 2H 2C"),  # deuces alone
        ("2S 2H 2C 2D", "group", "2S 2H 2C 2D"),
    ],
)
def test_deuces_are_wild_and_may_stand_for_themselves(cards: str, kind: str, lying: str) -> None:
    hand = " ".join(card[:2] for card in cards.split())
    assert melds(meld(hand, f"meld {cards}")) == [(1, 1, kind, lying)]


@pytest.mark.parametrize(
    "cards",
    [
        "2C=7C 2D=7D 2H=7H",
        "2C=4S 2D=5S 2H=6S",
        "2C 2D=3C 2H=4C",
        "7S 2D=8C 2C=7D",
        "4C 2H=7C 6C",
        "4C 2H=5D 6C",
        "7S 7H 8S",
        "QC KC AC",  # the ace is low
    ],
)
def test_what_is_no_meld(cards: str) -> None:
    hand = " ".join(card[:2] for card in cards.split())
    refused(meld(hand, f"meld {cards}"), 0, 1)


def test_with_one_pack_a_group_holds_four_cards() -> None:
    refused(meld("7S 7H 7C 7D 2C", "meld 7S 7H 7C 7D 2C=7D"), 0, 1)
    refused(meld("7S 7H 7C 7D 2C", "meld 7S 7H 7C 7D; meld 2C=7D on 1"), 0, 2)
    refused(meld("7S 7H 7C 2D 2C", "meld 7S 7H 7C 2C=7D 2D=7D"), 0, 1)
    assert melds(meld("7S 7H 7C 2D 2C", "meld 7S 7H 7C 2C=7D"))[0][3] == "7S 7H 7C 2C=7D"


def test_the_suit_named_for_a_deuce_in_a_group_binds_nobody() -> None:
    answer = meld("7S 7H 2C 7D", "meld 7S 7H 2C=7D; meld 7D on 1")
    assert melds(answer) == [(1, 1, "group", "7S 7H 2C=7D 7D")]


def test_with_two_packs_a_group_takes_each_card_twice() -> None:
    assert melds(meld("7S 7S 7H", "meld 7S 7S 7H", seats=4)) == [(1, 1, "group", "7S 7S 7H")]
    assert melds(meld("7S 7S 7H 7D 7C 2C", "meld 7S 7S 7H 7D 7C", seats=4))[0][3] == "7S 7S 7H 7D 7C"


def test_a_deuce_on_the_table_is_not_captured() -> None:
    refused(meld("7S 7H 2C 7D", "meld 7S 7H 2C=7D; swap 7D on 1"), 0, 2)
    refused(meld("4C 2H 6C 5C", "meld 4C 2H=5C 6C; swap 5C on 1 low"), 0, 2)


# --- laying off ------------------------------------------------------------------------------------------------------

# Seat 1 melds its sevens, seat 2 its eights.
HANDS = {1: "7S 7H 7D 4C 5C 6C AS", 2: "8S 8H 8C 7C 9H KS QS", 0: "3S 4S 5S 3C 3H KC KH"}
BEGUN = "1 draw stock; meld 7S 7H 7D; discard QD; 2 draw stock; meld 8S 8H 8C; discard JD; 0 draw stock; "
TUNKED = BEGUN + "discard TD; 1 tunk; "
THEN = 9  # the first action after the tunk


def test_a_seat_lays_off_on_its_own_melds_only() -> None:
    refused(table(HANDS, "1 draw stock; meld 7S 7H 7D; discard QD; 2 draw stock; meld 7C on 1"), 0, 4, "lay off")
    hands = {**HANDS, 1: "7S 7H 7D 4C 5C 6C 7C", 2: "8S 8H 8C AS 9H KS QS"}
    answer = table(hands, BEGUN + "discard TD; 1 draw stock; meld 7C on 1")
    assert melds(answer)[0] == (1, 1, "group", "7S 7H 7D 7C")


def test_a_lay_off_at_the_low_end_can_be_followed_by_the_next_lower_card() -> None:
    answer = meld("JS QS KS TS 9S 4C 5H", "meld JS QS KS; meld TS on 1; meld 9S on 1", seats=2)
    assert melds(answer)[0] == (1, 1, "sequence", "9S TS JS QS KS")
    answer = meld("JS QS KS 2C 9S 4C 5H", "meld JS QS KS; meld 2C=TS on 1; meld 9S on 1", seats=2)
    assert melds(answer)[0] == (1, 1, "sequence", "9S 2C=TS JS QS KS")


def test_after_a_tunk_cards_are_laid_off_on_the_tunkers_melds_too() -> None:
    answer = table(HANDS, TUNKED + "2 draw stock; meld 7C on 1")
    assert melds(answer) == [(1, 1, "group", "7S 7H 7D 7C"), (2, 2, "group", "8S 8H 8C")]


def test_but_not_on_other_seats_melds() -> None:
    hands = {**HANDS, 0: "8D 4S 5S 3C 3H KC KH"}
    script = TUNKED + "2 draw stock; discard KS; 0 draw stock; meld 8D on 2"
    refused(table(hands, script, rest="KD QD JD TD 9D 2S 9C"), 0, THEN + 3, "lay off")


def test_the_tunkers_cards_in_hand_are_no_melds_on_the_table() -> None:
    # 3♣ would fit on the 4♣5♣6♣ that seat 1 still holds.
    refused(table(HANDS, TUNKED + "2 draw stock; discard KS; 0 draw stock; meld 3C on 3"), 0, THEN + 3, "meld 3", "3")


# --- the tunk --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "fine"),
    [
        ("7S 7H 7D 4C 5C 6C 5H", True),  # 5
        ("7S 7H 7D 4C 5C 6C 6H", False),  # 6
        ("7S 7H 7D 7C AS AH 3H", True),  # 1 + 1 + 3
        ("7S 7H 7D 7C AS AH 4H", False),  # 1 + 1 + 4
        ("9S 9H 2C KC KS KH 5S", True),  # the deuce makes a third nine: 5
        ("9S 9H 8C KC KS KH 5S", False),
        ("9S TS 2C 2D KH KC 5S", True),  # 9-10 and the deuces with the kings, or two sets: 5
        ("AS AH 2C 7S 7H 7D AC", True),  # the aces or A-A-deuce: all matched, or 1
        ("2S 3S 7S 7H 7D 7C AC", False),  # 2 + 3 + 1
    ],
)
def test_a_tunk_needs_5_or_less_unmatched_best_arranged(hand: str, fine: bool) -> None:
    answer = table({1: hand}, "1 tunk")
    if fine:
        assert standing(answer)["turn"] == [2]
        assert standing(answer)["hands"][1] == in_order(hand)
    else:
        refused(answer, 0, 0, "5", "five")


@pytest.mark.parametrize(("card", "fine"), [("3C", True), ("4C", False)])
def test_cards_that_fit_its_own_melds_do_not_count(card: str, fine: bool) -> None:
    # Seat 1 has melded three sevens and holds the fourth, two aces, and 3♣ or 4♣: 5 or 6.
    hands = {1: f"7S 7H 7D 7C {card} AS AH", 2: "8S 8H 8C 9H KS QS TH", 0: "3S 4S 5S 3H KC KH QC"}
    script = "1 draw stock; meld 7S 7H 7D; discard QD; 2 draw stock; discard JD; 0 draw stock; discard TD; 1 tunk"
    if fine:
        assert standing(table(hands, script))["turn"] == [2]
    else:
        refused(table(hands, script), 0, 7, "5", "five")


def test_cards_that_fit_another_seats_melds_count() -> None:
    # Seat 0 holds 8♦, which fits seat 2's eights only.
    hands = {2: "8S 8H 8C AS 9H KS QS", 0: "8D 3S 4S 5S 6C 6H 6S", 1: "4C 5C TH JH QH KC KH"}
    script = "1 draw stock; discard QD; 2 draw stock; meld 8S 8H 8C; discard JD; 0 tunk"
    refused(table(hands, script, rest="KD QD JD TD 9D"), 0, 5, "5", "five")


@pytest.mark.parametrize("before", ["draw stock; ", "draw discard; ", "draw stock; meld 7S 7H 7D; "])
def test_a_tunk_is_said_at_the_start_of_the_turn(before: str) -> None:
    refused(table(HANDS, f"1 {before}tunk"), 0, before.count(";"))


def test_a_tunk_is_all_of_the_turn() -> None:
    for action in ("draw stock", "meld 4C 5C 6C", "discard AS", "pass"):
        refused(table(HANDS, f"1 tunk; 1 {action}"), 0, 1, "turn")
    refused(table(HANDS, "2 tunk"), 0, 0, "turn")


def test_every_other_seat_then_has_one_ordinary_turn_and_the_deal_ends() -> None:
    script = TUNKED + "2 draw stock; discard 9D; "
    position = standing(table(HANDS, script))
    assert (position["turn"], position["phase"]) == ([0], "draw")
    # Seat 1 has 0 whatever it holds. Seat 2 keeps 7♣ 9♥ K♠ Q♠: 36. Seat 0: 3♠4♠5♠3♣3♥K♣K♥, 38.
    assert ended(table(HANDS, script + "0 draw stock; discard 8D")) == ("tunk", [38, 0, 36])


def test_they_may_meld_and_lay_off_and_pay_what_is_left_in_the_hand() -> None:
    # Seat 2 lays off 7♣ and draws and discards: 29. Seat 0 melds 3♠4♠5♠: 3 + 3 + 20 = 26.
    script = TUNKED + "2 draw stock; meld 7C on 1; discard 9D; 0 draw stock; meld 3S 4S 5S; discard 8D"
    assert ended(table(HANDS, script)) == ("tunk", [26, 0, 29])


def test_matched_cards_in_the_hand_count_and_a_deuce_counts_2() -> None:
    hands = {1: HANDS[1], 2: "2S 2H 2D 2C 3D AH AD", 0: "8S 8H 8C 9S TS JS QS"}
    script = "1 tunk; 2 draw stock; discard QD; 0 draw stock; discard JD"
    # Seat 2: 8 + 3 + 1 + 1 = 13. Seat 0: 24 + 9 + 30 = 63.
    assert ended(table(hands, script, rest="KD QD JD TD")) == ("tunk", [63, 0, 13])


def test_a_second_tunk_in_a_deal_is_refused() -> None:
    hands = {1: HANDS[1], 2: "8S 8H 8C 9S TS JS AH"}
    refused(table(hands, "1 tunk; 2 tunk"), 0, 1, "tunk")


# --- the last card ---------------------------------------------------------------------------------------------------

FULL = {1: "7S 7H 7D 4C 5C 6C 7C", 2: "9S 9H 9C JS QS KS TH"}


@pytest.mark.parametrize(
    "action", ["meld 7S 7H 7D, 4C 5C 6C 7C", "meld 7S 7H 7D 7C, 4C 5C 6C", "meld 7S 7H 7D; meld 4C 5C 6C 7C"]
)
def test_until_a_tunk_two_cards_are_kept_after_melding(action: str) -> None:
    refused(table(FULL, f"1 draw stock; {action}"), 0, 1 + action.count(";"), *LAST)


def test_two_cards_kept_are_enough() -> None:
    answer = table(FULL, "1 draw stock; meld 7S 7H 7D, 4C 5C 6C; discard QD")
    assert standing(answer)["hands"][1] == ["7C"]


def test_a_lay_off_may_not_leave_one_card_either() -> None:
    refused(table(FULL, "1 draw stock; meld 7S 7H 7D, 4C 5C 6C; meld 7C on 1"), 0, 2, *LAST)


def test_nothing_may_be_melded_that_leaves_no_card() -> None:
    refused(table({1: "7S 7H 7D 4C 5C 6C 7C"}, "1 draw stock; meld 7S 7H 7D, 4C 5C 6C 7C 8C", rest="KD 8C"), 0, 1, *LAST)


def test_after_a_tunk_the_last_card_may_be_played_and_the_deal_goes_on_to_the_tunker() -> None:
    hands = {1: FULL[1], 2: "9S 9H 9C TS JS QS KS", 0: "3S 4S 5S 3C 3H KC KH"}
    script = "1 tunk; 2 draw stock; meld 9S 9H 9C, TS JS QS KS; discard QD; "
    position = standing(table(hands, script))
    assert (position["turn"], position["hands"][2]) == ([0], [])
    assert ended(table(hands, script + "0 draw stock; discard JD")) == ("tunk", [38, 0, 0])


def test_also_without_a_discard() -> None:
    hands = {1: FULL[1], 2: "9S 9H 9C TS JS QS KS", 0: "3S 4S 5S 3C 3H KC KH"}
    script = "1 tunk; 2 draw stock; meld 9S 9H 9C 9D, TS JS QS KS; "
    assert standing(table(hands, script, rest="KD 9D JD"))["turn"] == [0]
    assert ended(table(hands, script + "0 draw stock; discard JD", rest="KD 9D JD")) == ("tunk", [38, 0, 0])


def test_the_card_just_taken_is_never_all_that_is_left() -> None:
    hands = {1: FULL[1], 2: "9S 9H 9C TS JS QS KS"}
    refused(table(hands, "1 tunk; 2 draw discard; meld 9S 9H 9C, TS JS QS KS"), 0, 2, "took", "take", "pile")
    refused(table(hands, "1 draw discard; discard KD"), 0, 1, "took", "take", "pile")
    assert standing(table(hands, "1 draw discard; discard KD", return_discard=True))["turn"] == [2]


def test_of_twins_the_one_taken_counts_as_the_one_melded_first() -> None:
    # Two packs: after a tunk seat 2 takes K♦, lays one of its two K♦ and throws the other away.
    hands = {1: FULL[1], 2: "9S 9H 9C KS KH KD 2H"}
    script = "1 tunk; 2 draw discard; meld 9S 9H 9C 2H=9D, KS KH KD; discard KD"
    position = standing(table(hands, script, seats=4))
    assert (position["turn"], position["hands"][2], position["discard"]) == ([3], [], ["KD"])


def test_chains_with_a_deuce_on_ones_own_meld_do_not_count_for_a_tunk() -> None:
    # On 4♣5♣6♣ fit 3♣, 2♥ as 7♣ and then 8♣; 5♠ is left: 5. With 6♠ it is 6.
    for card, fine in (("5S", True), ("6S", False)):
        hands = {1: f"4C 5C 6C 3C 2H 8C {card}", 2: "8S 8H 9C 9H KS QS TH", 0: "3S 4S 7S 3H KC KH QC"}
        script = "1 draw stock; meld 4C 5C 6C; discard QD; 2 draw stock; discard JD; 0 draw stock; discard TD; 1 tunk"
        if fine:
            assert standing(table(hands, script))["turn"] == [2]
        else:
            refused(table(hands, script), 0, 7, "5", "five")


@pytest.mark.parametrize("action", ["draw discard 2", "buy", "pass", "return", "knock KS", "swap 7S on 1"])
def test_verbs_of_other_games(action: str) -> None:
    refused(table(HANDS, f"1 draw stock; discard QD; 2 {action}"), 0, 2)


def test_low_or_high_says_where_an_unnamed_deuce_goes() -> None:
    hand = "3C 4C 5C 2H AC KS QS"
    assert melds(meld(hand, "meld 3C 4C 5C; meld 2H on 1 high"))[0][3] == "3C 4C 5C 2H=6C"
    assert melds(meld(hand, "meld 3C 4C 5C; meld 2H on 1 low; meld AC on 1"))[0][3] == "AC 2H=2C 3C 4C 5C"
    refused(meld(hand, "meld 3C 4C 5C; meld 2H on 1"), 0, 2, "low", "high")
