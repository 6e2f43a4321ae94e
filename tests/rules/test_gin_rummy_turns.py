"""Gin Rummy: the deal, the offer of the upcard, draws and discards, and the void deal."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, ask, column, ended, idle, in_order, record, refused, stack, standing

GAME = "gin-rummy"
TAKEN = ("took", "take", "pile")

# Two hands in which nothing goes together. K♦ is turned up, 2♥ and 4♥ are the first two stock cards; seat 0 deals.
ELDEST = "AC 3C 5C 7C 9C JC AD 3D 5D 7D"
DEALER = "2S 4S 6S 8S TS QS 6H 8H TH QH"


def table(script: str, rest: str = "KD 2H 4H", dealer: int = 0, **options: Any) -> Answer:
    """What comes of a script at a table where the dealer holds DEALER, the other seat ELDEST."""
    deck = stack(GAME, 2, dealer, {dealer: DEALER, 1 - dealer: ELDEST}, rest)
    return ask(record(GAME, (deck, script), seats=2, dealer=dealer, **options))


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
def test_ten_cards_each_singly_from_the_seat_that_does_not_deal_then_the_upcard(dealer: int) -> None:
    # From a pack in declared order: 2♣ 4♣ … to the eldest hand, 3♣ 5♣ … to the dealer, the 21st is turned up: 9♦.
    position = standing(ask(record(GAME, (" ".join(PACK), ""), seats=2, dealer=dealer)))
    assert position["hands"][1 - dealer] == in_order(" ".join(PACK[0:20:2]))
    assert position["hands"][dealer] == in_order(" ".join(PACK[1:20:2]))
    assert (position["discard"], position["stock"]) == (["9D"], 31)
    assert (position["turn"], position["phase"]) == ([1 - dealer], "upcard")


# --- the upcard ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_eldest_hand_may_take_the_upcard(dealer: int) -> None:
    position = standing(table(f"{1 - dealer} draw discard", dealer=dealer))
    assert position["hands"][1 - dealer] == in_order(ELDEST + " KD")
    assert (position["discard"], position["stock"]) == ([], 31)
    assert (position["turn"], position["phase"]) == ([1 - dealer], "meld")


def test_then_it_discards_and_the_dealer_draws_from_either_pile() -> None:
    position = standing(table("1 draw discard; discard JC"))
    assert (position["discard"], position["turn"], position["phase"]) == (["JC"], [0], "draw")
    assert standing(table("1 draw discard; discard JC; 0 draw stock"))["hands"][0] == in_order(DEALER + " 2H")
    assert standing(table("1 draw discard; discard JC; 0 draw discard"))["hands"][0] == in_order(DEALER + " JC")


def test_passed_by_the_eldest_hand_the_upcard_is_the_dealers_to_take() -> None:
    position = standing(table("1 pass"))
    assert (position["turn"], position["phase"], position["discard"]) == ([0], "upcard", ["KD"])
    position = standing(table("1 pass; 0 draw discard"))
    assert (position["turn"], position["phase"], position["hands"][0]) == ([0], "meld", in_order(DEALER + " KD"))


def test_a_dealer_that_took_it_discards_and_the_other_seat_goes_on() -> None:
    position = standing(table("1 pass; 0 draw discard; discard QH"))
    assert (position["turn"], position["phase"], position["discard"], position["stock"]) == ([1], "draw", ["QH"], 31)
    assert "QH" in standing(table("1 pass; 0 draw discard; discard QH; 1 draw discard"))["hands"][1]


def test_if_both_pass_the_eldest_hand_draws_from_the_stock() -> None:
    position = standing(table("1 pass; 0 pass"))
    assert (position["turn"], position["phase"], position["discard"], position["stock"]) == ([1], "draw", ["KD"], 31)
    position = standing(table("1 pass; 0 pass; 1 draw stock"))
    assert (position["hands"][1], position["phase"], position["stock"]) == (in_order(ELDEST + " 2H"), "meld", 30)
    position = standing(table("1 pass; 0 pass; 1 draw stock; discard 2H"))
    assert (position["discard"], position["turn"], position["phase"]) == (["KD", "2H"], [0], "draw")


def test_if_both_pass_nobody_takes_the_upcard_any_more() -> None:
    refused(table("1 pass; 0 pass; 1 draw discard"), 0, 2, "stock", "pass", "declin")
    refused(table("1 pass; 0 pass; 1 pass"), 0, 2)


@pytest.mark.parametrize("action", ["draw stock", "discard AC", "knock AC", "knock", "meld AC 3C 5C", "draw discard 3"])
def test_while_the_upcard_is_offered_it_is_taken_or_passed(action: str) -> None:
    refused(table(f"1 {action}"), 0, 0)
    refused(table(f"1 pass; 0 {action}"), 0, 1)


def test_the_upcard_is_offered_to_the_eldest_hand_first_and_to_each_once() -> None:
    refused(table("0 draw discard"), 0, 0, "turn")
    refused(table("0 pass"), 0, 0, "turn")
    refused(table("1 pass; 1 draw discard"), 0, 1, "turn")
    refused(table("1 pass; 0 pass; 0 draw stock"), 0, 2, "turn")


@pytest.mark.parametrize(("opening", "action"), [("1 draw discard; ", 1), ("1 pass; 0 draw discard; ", 2)])
def test_the_upcard_taken_may_not_be_discarded_in_that_turn(opening: str, action: int) -> None:
    refused(table(opening + "discard KD"), 0, action, *TAKEN)


def test_it_may_be_discarded_in_a_later_turn() -> None:
    script = "1 draw discard; discard JC; 0 draw stock; discard QH; 1 draw stock; discard KD"
    assert standing(table(script))["discard"] == ["JC", "QH", "KD"]


# --- ordinary turns --------------------------------------------------------------------------------------------------


def test_the_top_discard_taken_may_not_be_discarded_in_that_turn() -> None:
    refused(table("1 draw discard; discard JC; 0 draw discard; discard JC"), 0, 3, *TAKEN)


def test_option_return_discard_lets_it_go_back() -> None:
    position = standing(table("1 draw discard; discard KD", return_discard=True))
    assert (position["discard"], position["turn"], position["hands"][1]) == (["KD"], [0], in_order(ELDEST))
    script = "1 draw discard; discard JC; 0 draw discard; discard JC"
    assert standing(table(script, return_discard=True))["discard"] == ["JC"]


def test_the_stock_card_may_be_discarded_at_once() -> None:
    assert standing(table("1 pass; 0 pass; 1 draw stock; discard 2H; 0 draw stock; discard 4H"))["discard"] == ["KD", "2H", "4H"]


def test_a_seat_draws_first_and_once_and_never_passes() -> None:
    opening = "1 draw discard; discard JC; "
    refused(table(opening + "0 discard QH"), 0, 2, "draw")
    refused(table(opening + "0 pass"), 0, 2)
    refused(table(opening + "0 draw stock; draw stock"), 0, 3)
    refused(table(opening + "0 draw stock; draw discard"), 0, 3)
    refused(table(opening + "0 draw stock; pass"), 0, 3)
    refused(table("1 draw discard; pass"), 0, 1)


def test_a_seat_acts_in_its_turn_only() -> None:
    opening = "1 draw discard; discard JC; "
    refused(table(opening + "1 draw stock"), 0, 2, "turn")
    refused(table(opening + "0 draw stock; 1 draw stock"), 0, 3, "turn")
    refused(table("1 draw discard; 0 discard QH"), 0, 1, "turn")


def test_only_a_card_that_is_held_is_discarded() -> None:
    refused(table("1 draw discard; discard QH"), 0, 1, "hold", "hand", "have")


@pytest.mark.parametrize(
    "action",
    ["meld 2C 3C 4C", "meld 2H 2D 2S", "meld 5C on 1", "swap 5C on 1", "tunk", "buy", "return", "yes", "give AC", "play AC"],
)
def test_nothing_is_melded_or_laid_off_in_gin(action: str) -> None:
    # Seat 1 holds 2♣3♣4♣ and three deuces, which could be melded elsewhere.
    deck = stack(GAME, 2, 0, {1: "2C 3C 4C 2H 2D 2S 5C AC 9H JD", 0: "3S 4S 6S 8S TS QS 6H 8H TH QH"}, "KD 5H")
    for opening in ("1 draw discard; ", "1 draw discard; discard JD; 0 draw stock; discard QH; "):
        script = opening + f"1 {action}"
        refused(ask(record(GAME, (deck, script), seats=2, dealer=0)), 0, script.count(";"))


# --- the void deal ---------------------------------------------------------------------------------------------------
# The stock has 31 cards. 29 of them are drawn before two are left.

PLAIN = " ".join(PACK)


def void(turns: int, script: str = "", dealer: int = 0) -> tuple[str, str]:
    """A deal in which both pass the upcard and then so many stock cards are drawn and thrown away; then the script."""
    return PLAIN, f"{1 - dealer} pass; {dealer} pass; " + idle(GAME, PLAIN, 2, dealer, turns) + script


def test_two_cards_in_the_stock_after_a_discard_void_the_deal() -> None:
    answer = ask(record(GAME, void(29), seats=2, dealer=0))
    assert ended(answer) == ("void", [0, 0])
    assert column(answer, "totals") == [[0, 0]]


def test_not_before_the_discard() -> None:
    # 28 cards drawn leave three. The 29th is seat 1's (it draws the 1st, 3rd …); two are left, and it has still to discard.
    position = standing(ask(record(GAME, void(28), seats=2, dealer=0)))
    assert (position["stock"], position["turn"], position["phase"]) == (3, [1], "draw")
    position = standing(ask(record(GAME, void(28, "1 draw stock"), seats=2, dealer=0)))
    assert (position["stock"], position["turn"], position["phase"]) == (2, [1], "meld")


def test_three_cards_in_the_stock_go_on_and_the_pile_may_still_be_drawn() -> None:
    # Seat 1 draws the last discard instead: the stock still has three cards after its discard.
    position = standing(ask(record(GAME, void(28, "1 draw discard; discard 2C"), seats=2, dealer=0)))
    assert (position["stock"], position["turn"]) == (3, [0])


def test_after_a_void_deal_nothing_more_is_done_in_it() -> None:
    deck, script = void(29)
    refused(ask(record(GAME, (deck, script + "0 draw stock"), seats=2, dealer=0)), 0, 60, "over")


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("option", ["winner", "alternate"])
def test_the_same_dealer_deals_again_after_a_void_deal(dealer: int, option: str) -> None:
    deals = [void(29, dealer=dealer), void(29, dealer=dealer), (PLAIN, "")]
    answer = ask(record(GAME, *deals, seats=2, dealer=dealer) | {"options": {"dealer": option}})
    assert column(answer, "dealer") == [dealer, dealer, dealer]
    assert column(answer, "ended") == ["void", "void", None]
    assert standing(answer)["turn"] == [1 - dealer]


def test_a_knock_with_the_29th_card_is_a_knock() -> None:
    # Seat 1 holds three sets and A♦ (count 1), and throws everything else away until it draws the 29th card. Seat 0 holds
    # 62: 10 + 10 + 10 + 10 + 8 + 7 + 3 + 2 + 1 + 1.
    deck = stack(GAME, 2, 0, {1: "4S 5S 6S 9C 9D 9H JC JD JS AD", 0: "KS QS QH TH 8D 7C 3D 2H AH AC"}, "KD")
    script = "1 pass; 0 pass; " + idle(GAME, deck, 2, 0, 28)
    last = deck.split()[21 + 28]
    answer = ask(record(GAME, (deck, script + f"1 draw stock; knock {last}"), seats=2, dealer=0))
    assert ended(answer) == ("knock", [0, 61])  # 62 - 1
    answer = ask(record(GAME, (deck, script + f"1 draw stock; discard {last}"), seats=2, dealer=0))
    assert ended(answer) == ("void", [0, 0])
