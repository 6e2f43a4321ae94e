"""Black Heart Rum: a turn, digging in the discard pile, the card that a dig binds, and putting cards back."""

from __future__ import annotations

import pytest
from black_heart_hands import GAME, REST, attended, lying, opened, owners, pool, stacked, table
from rummy_hands import Answer, in_order, melds, no_record, record, refused, standing
from rumpus.core.cards import NAME

HAND = {1: "7S 7H 7C 4C 5C 6C 2H 9S JC KC"}


def test_a_turn_is_a_draw_and_a_discard() -> None:
    drawn = standing(table(HAND, "1 draw stock"))
    assert (drawn["phase"], drawn["turn"], drawn["discard"]) == ("meld", [1], ["KS"])
    assert drawn["hands"][1].count("QC") == 1
    assert len(drawn["hands"][1]) == 11
    done = standing(table(HAND, "1 draw stock; discard JC"))
    assert (done["phase"], done["turn"], done["discard"]) == ("draw", [2], ["KS", "JC"])
    assert len(done["hands"][1]) == 10


def test_any_card_may_be_discarded_the_one_just_drawn_too() -> None:
    for card in [*HAND[1].split(), "QC"]:
        assert standing(table(HAND, f"1 draw stock; discard {card}"))["discard"] == ["KS", card]
    refused(table(HAND, "1 draw stock; discard AS"), 0, 1)


@pytest.mark.parametrize(
    "action", ["discard JC", "meld 7S 7H 7C", "return", "pass", "yes", "no", "ask out", "ask open", "swap 7S on 1"]
)
def test_first_a_card_is_drawn(action: str) -> None:
    refused(table(HAND, f"1 {action}"), 0, 0)


@pytest.mark.parametrize("action", ["draw stock", "draw discard", "draw discard 2", "return", "pass"])
def test_once_the_draw_pile_was_touched_there_is_no_way_back(action: str) -> None:
    refused(table(HAND, f"1 draw stock; {action}"), 0, 1)


def test_melding_is_never_a_duty() -> None:
    assert standing(table(HAND, "1 draw stock; discard QC"))["melds"] == []


def test_one_seat_at_a_time() -> None:
    refused(table(HAND, "2 draw stock"), 0, 0, "turn")
    refused(table(HAND, "1 draw stock; 2 discard 2C"), 0, 1, "turn")
    refused(table(HAND, "1 draw stock; discard QC; 1 draw stock"), 0, 2, "turn")


@pytest.mark.parametrize(
    "action", ["buy", "tunk", "knock QC", "draw trick", "give QC", "play QC", "moon add", "discard QC trick"]
)
def test_verbs_of_other_games(action: str) -> None:
    refused(table(HAND, f"1 {action}"), 0, 0)
    refused(table(HAND, f"1 draw stock; {action}"), 0, 1)


# --- digging ---------------------------------------------------------------------------------------------------------

# The pile is K♠ 7♣ K♣ when seat 0 comes to act with two sevens and 4♣ 5♣ 6♣.
DIG = {1: "7C 2C 2S 3H 3S 8S 9S TS JS AS", 2: "2C 3C 2H 8H 9H TH 6S AH AC TC", 0: "7S 7H 4C 5C 6C 2H 9S QS JC KC"}
PILE = "1 draw stock; discard 7C; 2 draw stock; discard KC; 0 "
AT = 4


def dig(action: str, hand: str = DIG[0]) -> Answer:
    """What comes of seat 0's actions before the pile K♠ 7♣ K♣ (top last)."""
    return table({**DIG, 0: hand}, PILE + action)


def test_a_dig_takes_a_card_and_all_above_it() -> None:
    position = standing(dig("draw discard 2"))
    assert position["hands"][0] == in_order(DIG[0] + " 7C KC")
    assert (position["discard"], position["phase"], position["turn"]) == (["KS"], "meld", [0])
    assert standing(dig("draw discard 2; meld 7S 7H 7C; discard KC"))["discard"] == ["KS", "KC"]


def test_the_pile_is_spread_for_all_to_see() -> None:
    deal = opened(stacked(DIG, REST), PILE + "draw discard")
    for seat in (-1, 0, 1, 2):
        assert [NAME[face] for face in deal.view(seat).pile("discard")] == ["KS", "7C"]


def test_the_top_card_binds_as_any_other_does() -> None:
    hand = "KS 2H 3H 4H KC 4C 5C 6C 9S JC"
    answer = dig("draw discard; meld KC KS KC with 2H 3H 4H; discard JC", hand)
    assert melds(answer)[0][3] == "KC KS KC"
    for action in ("discard JC", "discard KC", "meld 4C 5C 6C"):
        refused(dig(f"draw discard; {action}", hand), 0, AT + 1)


@pytest.mark.parametrize(
    "action", ["meld 4C 5C 6C", "discard KC", "discard JC", "discard 7C", "pass", "draw stock", "draw discard", "draw discard 2"]
)
def test_the_first_meld_after_a_dig_holds_the_bound_card(action: str) -> None:
    refused(dig(f"draw discard 2; {action}"), 0, AT + 1)


def test_the_bond_is_on_the_chosen_card_not_on_one_above_it() -> None:
    hand = "KS 2H 3H 4H KC 4C 5C 6C 9S JC"
    refused(dig("draw discard 2; meld KC KC KS with 2H 3H 4H", hand), 0, AT + 1)
    # It is enough that it is somewhere in that meld.
    answer = dig("draw discard 2; meld KC KC KS with 2H 3H 4H, 4C 5C 6C 7C", hand)
    assert [meld[3] for meld in melds(answer)] == ["KC KC KS", "4C 5C 6C 7C"]


def test_other_sets_may_come_with_it_and_after_it() -> None:
    assert len(melds(dig("draw discard 2; meld 4C 5C 6C, 7S 7H 7C"))) == 2
    assert len(melds(dig("draw discard 2; meld 7S 7H 7C; meld 4C 5C 6C"))) == 2


def test_the_cards_above_it_need_not_be_melded() -> None:
    position = standing(dig("draw discard 2; meld 7S 7H 7C; discard 9S"))
    assert position["hands"][0].count("KC") == 2


def test_a_dug_card_may_be_laid_off() -> None:
    hands = {1: "7S 7H 7C 7C 8S 2S 3S TS JS AS", 2: DIG[2], 0: DIG[0].replace("7S 7H", "3C 8C")}
    script = "1 draw stock; meld 7S 7H 7C; discard 7C; 2 draw stock; discard KC; "
    answer = table(hands, script + "0 draw discard 2; meld 7C on 1, 4C 5C 6C; discard KC")
    assert lying(answer) == "7S 7H 7C 7C"
    assert owners(answer) == [1, 1, 1, 0]


def test_a_dug_heart_may_be_an_attendant() -> None:
    # The top of the pile is 3♥; seat 2 melds J♣ Q♣ K♣ and holds but two hearts of its own.
    hands = {1: "3H 4C 8S 2S 6S TS 9S AS TC 9C", 2: "JC QC KC 2H 4H 5S 6S 7S 8C 9C"}
    answer = table(hands, "1 draw stock; discard 3H; 2 draw discard; meld JC QC KC with 2H 3H 4H; discard 5S", rest="KS QS KS")
    assert attended(answer) == ["2H", "3H", "4H"]
    refused(table(hands, "1 draw stock; discard 3H; 2 draw discard; meld 5S 6S 7S", rest="KS QS KS"), 0, 3)


def test_the_bond_is_met_by_any_card_of_that_face() -> None:
    # Seat 0 holds the other 7♣: one is melded, the other thrown away in the same turn.
    hand = "7S 7H 7C 4C 5C 6C 2H 9S QS JC"
    assert standing(dig("draw discard 2; meld 7S 7H 7C; discard 7C", hand))["discard"] == ["KS", "7C"]
    assert len(melds(dig("draw discard 2; meld 4C 5C 6C 7C; discard 7C", hand))) == 1
    refused(dig("draw discard 2; discard 7C", hand), 0, AT + 1)


def test_a_dug_joker_is_melded_at_once() -> None:
    hands = {1: "BJ 4C 8S 2S 6S TS 9S AS TC 9C", 2: "7S 7H 2H 3H 4H 5S 6S KC 8C 9C"}
    script = "1 draw stock; discard BJ; 2 draw discard; "
    refused(table(hands, script + "discard BJ"), 0, 3)
    refused(table(hands, script + "meld 2H 3H 4H"), 0, 3)
    assert lying(table(hands, script + "meld 7S 7H BJ")) == "7S 7H BJ=7"


def test_a_dig_goes_down_to_the_bottom_and_no_deeper() -> None:
    hand = "KC KS 2H 3H 4H 5H 9S QS JC 9C"
    answer = dig("draw discard 3; meld KS KS KC KC with 2H 3H 4H 5H; discard 9S", hand)
    assert standing(answer)["discard"] == ["9S"]
    refused(dig("draw discard 4", hand), 0, AT)
    refused(table(HAND, "1 draw discard 2"), 0, 0)


def test_no_option_forbids_to_discard_a_card_of_the_dig() -> None:
    assert standing(dig("draw discard 2; meld 7S 7H 7C; discard KC"))["turn"] == [1]
    no_record(record(GAME, (" ".join(pool(3)), ""), seats=3, dealer=0, return_discard=False))


# --- putting the cards back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [DIG[0], "3C 4S 4C 5C 6C 2H 9S QS JC KS"])
def test_the_dug_cards_go_back_whether_or_not_they_would_fit(hand: str) -> None:
    position = standing(dig("draw discard 2; return", hand))
    assert position["discard"] == ["KS", "7C", "KC"]
    assert position["hands"][0] == in_order(hand)
    assert (position["phase"], position["turn"]) == ("draw", [0])


def test_a_depth_that_was_put_back_is_not_chosen_again_in_that_turn() -> None:
    refused(dig("draw discard 2; return; draw discard 2"), 0, AT + 2)
    refused(dig("draw discard 2; return; draw discard; return; draw discard 2"), 0, AT + 4)
    refused(dig("draw discard 2; return; draw discard; return; draw discard 1"), 0, AT + 4)
    refused(dig("draw discard 2; return; return"), 0, AT + 2)
    refused(dig("draw discard; return; draw discard 3; return; draw discard 2; return; draw discard 3"), 0, AT + 6)


def test_another_depth_or_the_draw_pile_is_free_then() -> None:
    assert len(standing(dig("draw discard 2; return; draw discard 3"))["hands"][0]) == 13
    assert len(standing(dig("draw discard 3; return; draw discard 2; return; draw discard"))["hands"][0]) == 11
    position = standing(dig("draw discard 2; return; draw stock; discard JC"))
    assert position["hands"][0] == in_order(DIG[0].replace("JC", "QS"))
    refused(dig("draw discard 2; return; draw stock; return"), 0, AT + 3)
    refused(dig("draw discard 2; return; draw stock; draw discard 3"), 0, AT + 3)


def test_in_the_next_turn_all_depths_are_free_again() -> None:
    around = "draw discard 2; return; draw stock; discard QS; 1 draw stock; discard JS; 2 draw stock; discard JC; "
    assert len(standing(dig(around + "0 draw discard 2"))["hands"][0]) == 12


def test_once_the_bound_card_is_melded_nothing_goes_back() -> None:
    refused(dig("draw discard 2; meld 7S 7H 7C; return"), 0, AT + 2)


def test_return_is_for_digs() -> None:
    refused(dig("return"), 0, AT)
    refused(dig("draw stock; return"), 0, AT + 1)


def test_what_a_return_leaves_is_what_everybody_saw_before() -> None:
    deck = stacked(DIG, REST)
    for seat in (-1, 0, 1, 2):
        before = opened(deck, PILE.removesuffix("0 ")).view(seat)
        back = opened(deck, PILE + "draw discard 3; return").view(seat)
        assert back.pile("discard") == before.pile("discard")
        assert back.hand() == before.hand()
        assert [back.count("hand", other) for other in range(3)] == [before.count("hand", other) for other in range(3)]
