"""500 Rummy: the deal, draws and digs, the two places of an ace, and cards on other seats' melds."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import Answer, ask, clockwise, dealt, ended, in_order, melds, record, refused, standing
from rummy_more import packs

GAME = "500-rummy"
REST = "KD QD JD TD 9D 8D 6D 5D"  # the upcard, then the stock
BOUND = ("dug", "dig", "bound", "return")


def table(hands: dict[int, str], script: str, rest: str = REST, seats: int = 3, **options: Any) -> Answer:
    """What comes of a script; seat 0 deals."""
    deck = dealt(packs(1 if seats <= 4 else 2), clockwise(seats, 0), 7, hands, rest)
    return ask(record(GAME, (deck, script), seats=seats, dealer=0, **options))


@pytest.mark.parametrize(("seats", "stock"), [(3, 30), (4, 23), (5, 68), (6, 61), (7, 54), (8, 47)])  # 52 or 104 - 7 a seat - 1
def test_seven_cards_and_one_pack_for_three_or_four_two_for_more(seats: int, stock: int) -> None:
    position = standing(table({}, "", seats=seats))
    assert [len(hand) for hand in position["hands"]] == [7] * seats
    assert (position["stock"], position["discard"]) == (stock, ["KD"])
    assert (position["turn"], position["phase"], position["melds"]) == ([1], "draw", [])


# --- the top discard -------------------------------------------------------------------------------------------------


def test_the_top_discard_is_taken_freely() -> None:
    for action in ("draw discard", "draw discard 1"):
        answer = table({1: "2C 4S"}, f"1 {action}; discard 4S")
        assert (standing(answer)["discard"], standing(answer)["turn"]) == (["4S"], [2])
        assert "KD" in standing(answer)["hands"][1]


def test_the_top_discard_may_not_be_discarded_in_that_turn() -> None:
    refused(table({}, "1 draw discard; discard KD"), 0, 1, "took", "take", "pile")
    assert standing(table({}, "1 draw discard; discard KD", return_discard=True))["discard"] == ["KD"]


def test_a_single_card_is_no_dig_and_does_not_go_back() -> None:
    refused(table({}, "1 draw discard; return"), 0, 1)
    refused(table({}, "1 draw stock; return"), 0, 1)
    refused(table({}, "1 return"), 0, 0)


def test_the_card_just_taken_is_never_all_that_is_left() -> None:
    hands = {1: "7S 7H 7C 4C 5C 6C 3C"}
    refused(table(hands, "1 draw discard; meld 7S 7H 7C, 3C 4C 5C 6C"), 0, 1, "took", "take", "pile")
    # Where it can still be laid off it may be the last.
    hands = {1: "7S 7H 7C 4C 5C 6C 3C"}
    answer = table(hands, "1 draw discard; meld 7S 7H 7C, 3C 4C 5C 6C; meld 7D on 1", rest="7D KD QD")
    assert ended(answer)[0] == "out"


# --- digging ---------------------------------------------------------------------------------------------------------

# Seats 1 and 2 discard 7♦ and K♠: the pile is K♦ 7♦ K♠, and seat 0 holds two sevens and 4♣5♣6♣.
HANDS = {1: "7D 2C 2H 8S 9H TH JH", 2: "KS 2S 3H 8H 9S TC AH", 0: "7S 7H 4C 5C 6C QS 3S"}
PILE = "1 draw stock; discard 7D; 2 draw stock; discard KS; 0 "
AT = 4  # seat 0's first action


def dig(action: str, hands: dict[int, str] | None = None, **options: Any) -> Answer:
    """What comes of seat 0's actions there."""
    return table(hands or HANDS, PILE + action, rest="KD QD JD TD 9D 8D", **options)


def test_a_dig_takes_the_card_and_all_above_it() -> None:
    position = standing(dig("draw discard 2"))
    assert position["hands"][0] == in_order(HANDS[0] + " 7D KS")
    assert (position["discard"], position["phase"], position["turn"]) == (["KD"], "meld", [0])


def test_the_pile_lies_in_order() -> None:
    position = standing(table(HANDS, PILE.removesuffix("0 "), rest="KD QD JD TD 9D 8D"))
    assert position["discard"] == ["KD", "7D", "KS"]


def test_the_next_action_is_a_meld_with_the_bound_card() -> None:
    answer = dig("draw discard 2; meld 7S 7H 7D")
    assert melds(answer) == [(1, 0, "group", "7S 7H 7D")]
    assert standing(answer)["phase"] == "meld"


def test_other_parts_may_go_with_it() -> None:
    assert [meld[3] for meld in melds(dig("draw discard 2; meld 4C 5C 6C, 7S 7H 7D"))] == ["4C 5C 6C", "7S 7H 7D"]


@pytest.mark.parametrize(
    "action", ["meld 4C 5C 6C", "discard KS", "discard QS", "discard 7D", "pass", "draw stock", "draw discard"]
)
def test_anything_else_is_refused_until_then(action: str) -> None:
    refused(dig(f"draw discard 2; {action}"), 0, AT + 1)
    if action in ("meld 4C 5C 6C", "discard QS"):
        refused(dig(f"draw discard 2; {action}"), 0, AT + 1, *BOUND)


def test_the_bound_card_may_be_laid_off() -> None:
    hands = {1: "7S 7H 7C 7D 8S 9H TH", 2: HANDS[2], 0: "2C 2H 4C 5C 6C QS 3S"}
    script = "1 draw stock; meld 7S 7H 7C; discard 7D; 2 draw stock; discard KS; 0 draw discard 2; meld 7D on 1; discard KS"
    answer = table(hands, script)
    assert melds(answer) == [(1, 1, "group", "7S 7H 7C 7D")]
    assert standing(answer)["melds"][0]["owners"] == [1, 1, 1, 0]


def test_any_card_may_then_be_discarded_those_dug_up_too() -> None:
    position = standing(dig("draw discard 2; meld 7S 7H 7D; discard KS"))
    assert (position["discard"], position["turn"]) == (["KD", "KS"], [1])


def test_a_dig_to_the_bottom() -> None:
    hands = {**HANDS, 0: "KH KC 4C 5C 6C QS 3S"}
    assert standing(dig("draw discard 3", hands))["discard"] == []
    assert melds(dig("draw discard 3; meld KD KH KC KS", hands))[0][3] == "KD KH KC KS"
    refused(dig("draw discard 4", hands), 0, AT)
    refused(table({}, "1 draw discard 2"), 0, 0)


def test_the_bound_card_is_the_deepest_not_one_above_it() -> None:
    # K♠ fits with K♥ and K♣, 7♦ does not go with it.
    hands = {**HANDS, 0: "KH KC 4C 5C 6C QS 3S"}
    refused(dig("draw discard 2; meld KS KH KC", hands), 0, AT + 1, *BOUND)


def test_of_twins_either_is_the_bound_card() -> None:
    # Five seats, two packs: seat 3 digs for 7♦ and holds another.
    hands = {1: "7D 2C 8S", 2: "KS 2S 3H", 3: "7D 7S 7H 4C 5C 6C QS"}
    script = "1 draw stock; discard 7D; 2 draw stock; discard KS; 3 draw discard 2; "
    assert melds(table(hands, script + "meld 7D 7S 7H", seats=5))[0][3] == "7D 7S 7H"
    assert standing(table(hands, script + "meld 7D 7S 7H; discard 7D", seats=5))["discard"] == ["KD", "7D"]


def test_a_dig_may_end_the_deal() -> None:
    hands = {**HANDS, 0: "7S 7H 4C 5C 6C 7C 3C"}
    answer = dig("draw discard 2; meld 7S 7H 7D, 3C 4C 5C 6C 7C; discard KS", hands)
    assert ended(answer)[0] == "out"


def test_after_a_dig_the_rule_of_the_card_just_taken_does_not_hold() -> None:
    # K♠ alone would be left: it may be discarded, for it was dug up.
    hands = {**HANDS, 0: "7S 7H 4C 5C 6C 7C 3C"}
    assert standing(dig("draw discard 2; meld 7S 7H 7D, 3C 4C 5C 6C 7C", hands))["hands"][0] == ["KS"]


# --- putting the cards back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [HANDS[0], "QH QS 4C 5C 6C 2D 3S"])
def test_the_cards_go_back_whether_or_not_the_bound_card_would_fit(hand: str) -> None:
    position = standing(dig("draw discard 2; return", {**HANDS, 0: hand}))
    assert position["discard"] == ["KD", "7D", "KS"]
    assert position["hands"][0] == in_order(hand)
    assert (position["phase"], position["turn"]) == ("draw", [0])


def test_then_the_seat_draws_the_stock_or_the_top_discard() -> None:
    position = standing(dig("draw discard 2; return; draw stock"))
    assert "TD" in position["hands"][0]
    position = standing(dig("draw discard 2; return; draw discard"))
    assert "KS" in position["hands"][0]
    refused(dig("draw discard 2; return; draw discard; discard KS"), 0, AT + 3, "took", "take", "pile")


@pytest.mark.parametrize("action", ["draw discard 2", "draw discard 3", "return", "pass", "discard QS", "meld 4C 5C 6C"])
def test_there_is_no_second_dig_in_the_turn(action: str) -> None:
    refused(dig(f"draw discard 2; return; {action}"), 0, AT + 2)


def test_no_return_once_the_bound_card_is_melded() -> None:
    refused(dig("draw discard 2; meld 7S 7H 7D; return"), 0, AT + 2)


# --- sequences and aces ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "sequence", "fine"),
    [
        ("AS 2S 3S", "AS 2S 3S", True),
        ("QS KS AS", "QS KS AS", True),
        ("KS AS 2S", "KS AS 2S", False),
        ("AS 2S QS KS", "QS KS AS 2S", False),
    ],
)
def test_the_ace_is_low_or_high_never_around(hand: str, sequence: str, fine: bool) -> None:
    answer = table({1: hand}, f"1 draw stock; meld {sequence}")
    if fine:
        assert melds(answer) == [(1, 1, "sequence", sequence)]
    else:
        refused(answer, 0, 1)


def test_option_ace_high_off() -> None:
    assert melds(table({1: "AS 2S 3S"}, "1 draw stock; meld AS 2S 3S", ace_high=False))[0][3] == "AS 2S 3S"
    refused(table({1: "QS KS AS"}, "1 draw stock; meld QS KS AS", ace_high=False), 0, 1)
    refused(table({1: "JS QS KS AS"}, "1 draw stock; meld JS QS KS; meld AS on 1", ace_high=False), 0, 2)


def test_an_ace_is_laid_off_at_either_end_of_its_suit() -> None:
    assert melds(table({1: "2S 3S 4S AS"}, "1 draw stock; meld 2S 3S 4S; meld AS on 1"))[0][3] == "AS 2S 3S 4S"
    assert melds(table({1: "JS QS KS AS"}, "1 draw stock; meld JS QS KS; meld AS on 1"))[0][3] == "JS QS KS AS"
    refused(table({1: "JS QS KS AS 2S"}, "1 draw stock; meld JS QS KS; meld AS on 1; meld 2S on 1"), 0, 3)


def test_a_lay_off_at_the_low_end_can_be_followed_by_the_next_lower_card() -> None:
    answer = table({1: "JS QS KS TS 9S 2C 4D"}, "1 draw stock; meld JS QS KS; meld TS on 1; meld 9S on 1", rest="KD QD JD")
    assert melds(answer)[0][3] == "9S TS JS QS KS"


def test_a_sequence_holds_one_ace() -> None:
    # Two packs. The suit lies from the ace to the king: the other ace fits nowhere.
    hands = {1: "AS 2S 3S 4S 5S 6S 2H", 2: "7S 8S 9S TS JS QS 2C", 3: "KS AS 2D"}
    script = (
        "1 draw stock; meld AS 2S 3S 4S 5S 6S; discard QD; 2 draw stock; meld 7S 8S 9S TS JS QS on 1; discard JD; 3 draw stock; "
    )
    assert melds(table(hands, script + "meld KS on 1", seats=5))[0][3] == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    refused(table(hands, script + "meld KS on 1; meld AS on 1", seats=5), 0, 8)
    refused(table(hands, script + "meld KS AS on 1", seats=5), 0, 7)
    # A group of two packs holds more.
    assert melds(table({1: "AS AS AH AH AC"}, "1 draw stock; meld AS AS AH AH AC", seats=5))[0][3] == "AS AS AH AH AC"


# --- cards on other seats' melds -------------------------------------------------------------------------------------


def test_cards_laid_off_stay_with_the_layer_and_the_meld_is_one_for_further_lay_offs() -> None:
    hands = {1: "7C 8C 9C 2H 2D 3H KH", 2: "TC KS KC 3D 4D 4S 5S", 0: "JC 6C AH AS 5H 6H TH"}
    script = "1 draw stock; meld 7C 8C 9C; discard QD; 2 draw stock; meld TC on 1; discard JD; 0 draw stock; meld JC 6C on 1"
    answer = table(hands, script, rest="KD QD JD TD 9D")
    lying = standing(answer)["melds"][0]
    assert (lying["id"], lying["owner"], lying["kind"]) == (1, 1, "sequence")
    assert lying["cards"] == ["6C", "7C", "8C", "9C", "TC", "JC"]
    assert lying["owners"] == [0, 1, 1, 1, 2, 0]
    assert len(standing(answer)["melds"]) == 1


def test_with_two_packs_twins_stand_in_a_group() -> None:
    answer = table({1: "7S 7S 7H 7H 7D 7D 7C"}, "1 draw stock; meld 7S 7S 7H 7H 7D", seats=5)
    assert melds(answer) == [(1, 1, "group", "7S 7S 7H 7H 7D")]
    refused(table({1: "7S 7S 7H 7H 7D 7D 7C"}, "1 draw stock; meld 7S 7S 8H", seats=5), 0, 1)


def test_of_twins_the_one_taken_counts_as_the_one_melded_first() -> None:
    # Two packs: seat 1 takes K♦ and holds another; one is melded, and the other, the last card, may be thrown away.
    hands = {1: "KD KS KH 7S 7H 7D 7C"}
    assert ended(table(hands, "1 draw discard; meld KD KS KH, 7S 7H 7D 7C; discard KD", seats=5))[0] == "out"
    # With both in the hand and neither melded it holds one that it did not take.
    assert standing(table(hands, "1 draw discard; discard KD", seats=5))["discard"] == ["KD"]


@pytest.mark.parametrize("action", ["buy", "pass", "tunk", "knock KS", "swap 7S on 1", "draw trick"])
def test_verbs_of_other_games(action: str) -> None:
    refused(table(HANDS, f"1 draw stock; discard QD; 2 {action}"), 0, 2)
