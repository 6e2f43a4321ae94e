"""Contract Rummy: the declined discard, who may buy it, how often, and what happens when the stock runs out."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import Answer, ask, column, ended, in_order, record, refused, standing
from rummy_more import contract, contract_deck, contract_match, declined, quick_contract, value

REST = "KS 3C 4C 5C 6C 8C 9C"  # the upcard, then the stock
HANDS = {1: "7S 7H 7D QC QD QH 2C 2D 8H 9H", 2: "8S 8D TS TD TH JC JD JH 2S AS"}


def table(script: str, rest: str = REST, seats: int = 3, **options: Any) -> Answer:
    """What comes of a script in deal 1, which seat 0 deals."""
    return contract(1, HANDS, rest, script, seats, **options)


def where(answer: Answer) -> tuple[list[int], str]:
    """Whose turn it is, and the phase."""
    position = standing(answer)
    return position["turn"], position["phase"]


# --- taking or passing -----------------------------------------------------------------------------------------------


def test_the_seat_in_turn_may_take_the_top_discard_and_nobody_is_asked() -> None:
    answer = table("1 draw discard")
    assert where(answer) == ([1], "meld")
    assert "KS" in standing(answer)["hands"][1]
    assert (standing(answer)["discard"], standing(answer)["stock"]) == ([], 74)


def test_after_a_pass_each_other_seat_is_asked_once_from_the_left() -> None:
    asked = [where(table("; ".join(["1 pass", "2 pass", "3 pass", "0 pass"][:times]), seats=4)) for times in range(5)]
    assert asked == [([1], "draw"), ([2], "offer"), ([3], "offer"), ([0], "offer"), ([1], "draw")]


def test_if_nobody_buys_the_seat_in_turn_draws_from_the_stock() -> None:
    answer = table(declined(1))
    assert where(answer) == ([1], "meld")
    assert "3C" in standing(answer)["hands"][1]
    assert (standing(answer)["discard"], standing(answer)["stock"]) == (["KS"], 73)


@pytest.mark.parametrize(
    "action", ["1 draw discard", "1 buy", "2 draw stock", "1 discard 8H", "2 buy", "1 meld 7S 7H 7D, QC QD QH"]
)
def test_a_seat_that_passed_has_nothing_but_the_stock(action: str) -> None:
    refused(table(f"1 pass; 2 pass; 0 pass; {action}"), 0, 3)


@pytest.mark.parametrize(
    "action", ["1 draw stock", "0 buy", "0 pass", "2 draw discard", "2 draw stock", "1 draw discard", "2 discard AS"]
)
def test_only_the_seat_that_is_asked_answers_and_only_with_buy_or_pass(action: str) -> None:
    refused(table(f"1 pass; {action}"), 0, 1)


def test_the_seat_in_turn_cannot_buy() -> None:
    refused(table("1 buy"), 0, 0)


def test_the_discard_is_passed_before_the_stock_is_drawn() -> None:
    refused(table("1 draw stock"), 0, 0, "pass")


# --- buying ----------------------------------------------------------------------------------------------------------


def test_the_buyer_gets_the_discard_and_the_top_of_the_stock() -> None:
    position = standing(table("1 pass; 2 buy"))
    assert position["hands"][2] == in_order(HANDS[2] + " KS 3C")
    assert (position["discard"], position["stock"]) == ([], 73)


def test_the_first_to_buy_ends_the_asking_and_waits_for_its_turn() -> None:
    assert where(table("1 pass; 2 buy")) == ([1], "draw")
    refused(table("1 pass; 2 buy; 0 buy"), 0, 2, "turn")
    refused(table("1 pass; 2 buy; 0 pass"), 0, 2, "turn")
    refused(table("1 pass; 2 buy; 2 discard KS"), 0, 2, "turn")
    refused(table("1 pass; 2 buy; 1 draw discard"), 0, 2)


def test_a_seat_further_on_buys_if_those_before_it_pass() -> None:
    position = standing(table("1 pass; 2 pass; 0 buy"))
    assert {"KS", "3C"} <= set(position["hands"][0])
    assert (position["turn"], len(position["hands"][0])) == ([1], 12)


def test_the_seat_in_turn_then_draws_the_next_stock_card_and_plays_on() -> None:
    position = standing(table("1 pass; 2 buy; 1 draw stock; discard 4C"))
    assert (position["turn"], position["discard"], position["stock"]) == ([2], ["4C"], 72)
    assert [len(hand) for hand in position["hands"]] == [10, 10, 12]


def test_a_bought_card_may_be_discarded_in_the_buyers_turn() -> None:
    # It was not taken in that turn.
    script = "1 pass; 2 buy; 1 draw stock; discard 4C; " + declined(2) + "discard KS"
    assert standing(table(script))["discard"] == ["4C", "KS"]


def test_the_seat_that_discarded_the_card_is_asked_too() -> None:
    script = "1 draw discard; discard 9H; 2 pass; 0 pass; "
    assert where(table(script)) == ([1], "offer")
    position = standing(table(script + "1 buy"))
    assert {"9H", "3C"} <= set(position["hands"][1])
    assert position["turn"] == [2]


def test_a_seat_that_has_laid_its_contract_is_asked_too() -> None:
    script = declined(1) + "meld 7S 7H 7D, QC QD QH; discard 9H; 2 pass; 0 pass; 1 buy"
    position = standing(table(script))
    assert position["hands"][1] == in_order("2C 2D 3C 8H 9H 4C")
    assert position["turn"] == [2]


def test_the_card_taken_from_the_pile_may_not_be_discarded() -> None:
    refused(table("1 draw discard; discard KS"), 0, 1, "took", "take", "pile")
    assert standing(table("1 draw discard; discard KS", return_discard=True))["discard"] == ["KS"]


def test_a_twin_of_the_taken_card_may_be_discarded() -> None:
    script = "1 draw discard; discard KS"
    hands = {1: "KS 7S 7H 7D QC QD QH 2C 2D 8H"}
    assert standing(contract(1, hands, REST, script))["discard"] == ["KS"]


# --- max_buys --------------------------------------------------------------------------------------------------------

BOUGHT = "1 pass; 2 buy; 1 draw stock; discard 4C; " + declined(2) + "discard 5C; "


def test_without_a_limit_a_seat_buys_as_often_as_it_likes() -> None:
    for answer in (table(BOUGHT + "0 pass; 1 pass; 2 buy"), table(BOUGHT + "0 pass; 1 pass; 2 buy", max_buys=0)):
        position = standing(answer)
        assert len(position["hands"][2]) == 14


def test_a_seat_that_has_no_buy_left_is_skipped() -> None:
    # Seat 0 passes: seat 1 is asked; seat 2 has bought once; seat 0 draws.
    script = BOUGHT + "0 pass; "
    assert where(table(script, max_buys=1)) == ([1], "offer")
    assert where(table(script + "1 pass", max_buys=1)) == ([0], "draw")
    refused(table(script + "1 pass; 2 buy", max_buys=1), 0, 11, "turn")
    assert where(table(script + "1 pass", max_buys=2)) == ([2], "offer")


def test_where_nobody_has_a_buy_left_nobody_is_asked() -> None:
    script = BOUGHT + "0 pass; 1 buy; 0 draw stock; discard 8C; 1 pass"
    assert where(table(script, max_buys=1)) == ([0], "offer")  # not seat 2
    script = BOUGHT + "0 pass; 1 buy; 0 draw stock; discard 8C; 1 pass; 0 pass; 1 draw stock; discard 2C; 2 pass; 0 buy; "
    script += "2 draw stock; discard 2S; 0 pass"
    assert where(table(script, max_buys=1)) == ([0], "draw")


def test_the_limit_is_a_deals() -> None:
    # Seat 1 buys 9♠ and 9♣ in deal 1, which seat 2 deals and seat 0 wins; it is not asked again there, but in deal 2.
    deck, _ = quick_contract(1, 2)
    fifth = deck.split()[30 + 5]
    one = "0 pass; 1 buy; 0 draw stock; meld AC AD AH, 3C 3D 3H; discard 8C; 1 pass; 2 pass; 0 pass; 1 draw stock; discard 8D; "
    one += "2 pass; 0 pass; 2 draw stock; discard 9D; 0 pass; 2 pass; 0 draw stock; meld AS AC on 1, 3S 3C on 2; "
    two = "1 pass; 2 pass; 0 pass; 1 draw stock; discard 3C; 2 pass; 0 pass; 1 buy"
    deals = (deck, one + f"discard {fifth}"), (contract_deck(2, {}, REST), two)
    assert len(standing(contract_match(*deals, dealer=2, max_buys=1))["hands"][1]) == 12


# --- the stock runs out ----------------------------------------------------------------------------------------------


def drained(turns: int, buys: int) -> tuple[str, str, list[str]]:
    """A deck of three seats, a script of turns in each of which the seat discards what it drew, and the pile then.

    In the first `buys` turns the seat to the left of the one in turn buys.
    """
    deck = contract_deck(1, {}, "")
    stock = deck.split()[30:]
    pile = [stock.pop(0)]
    script = ""
    for turn in range(turns):
        seat = (1 + turn) % 3
        if turn < buys:
            pile.pop()
            stock.pop(0)
            script += f"{seat} pass; {(seat + 1) % 3} buy; {seat} draw stock; "
        else:
            script += declined(seat)
        pile.append(stock.pop(0))
        script += f"discard {pile[-1]}; "
    return deck, script, pile


def drain(turns: int, buys: int, then: str = "", **options: Any) -> Answer:
    """What comes of that, and of the actions that follow."""
    deck, script, _ = drained(turns, buys)
    return ask(record("contract-rummy", (deck, script + then), seats=3, dealer=0, **options))


def test_if_no_stock_can_be_made_when_the_seat_passes_the_deal_is_a_block_at_once() -> None:
    # 37 buys and 37 draws use up the 74 cards; the pile is one card. Seat 2 (turn 38) is in turn; everybody pays its hand.
    before = standing(drain(37, 37))
    assert (before["stock"], len(before["discard"]), before["turn"]) == (0, 1, [2])
    how, scores = ended(drain(37, 37, "2 pass"))
    assert how == "block"
    assert scores == [value(hand, ace=15, joker=15) for hand in before["hands"]]
    assert sum(len(hand) for hand in before["hands"]) == 104


def test_the_last_discard_may_still_be_taken_there() -> None:
    assert where(drain(37, 37, "2 draw discard")) == ([2], "meld")


def test_nobody_is_asked_if_after_a_buy_the_seat_in_turn_could_not_draw() -> None:
    # 36 turns with a buy, one without: one stock card, two in the pile. A buyer would leave no stock and a pile of one.
    position = standing(drain(37, 36))
    assert (position["stock"], len(position["discard"])) == (1, 2)
    assert where(drain(37, 36, "2 pass")) == ([2], "draw")
    position = standing(drain(37, 36, "2 pass; draw stock"))
    assert (position["stock"], len(position["discard"])) == (0, 2)


def test_the_stock_is_made_from_the_pile_but_its_top_card() -> None:
    # 30 turns with a buy, 14 without: 74 - 60 - 14 = 0 in the stock, 15 in the pile (the 30th discard and 14 more).
    position = standing(drain(44, 30))
    assert (position["stock"], len(position["discard"])) == (0, 15)
    pile = drained(44, 30)[2]
    seat = (1 + 44) % 3  # 0
    position = standing(drain(44, 30, f"{seat} pass; 1 pass; 2 pass; {seat} draw stock"))
    assert (position["stock"], position["discard"]) == (13, pile[-1:])  # 14 turned over, one drawn
    # The card that was discarded first is on top.
    assert standing(drain(44, 30, f"{seat} pass; 1 pass; 2 pass; {seat} draw stock; discard {pile[0]}"))["discard"] == [
        pile[-1],
        pile[0],
    ]


def test_a_buyer_with_an_empty_stock_takes_the_discard_and_the_first_card_that_was_discarded() -> None:
    pile = drained(44, 30)[2]
    before = standing(drain(44, 30))["hands"][1]
    after = standing(drain(44, 30, "0 pass; 1 buy"))["hands"][1]
    assert sorted(after) == sorted([*before, pile[-1], pile[0]])
    assert where(drain(44, 30, "0 pass; 1 buy")) == ([0], "draw")


def test_option_max_turns_over() -> None:
    # The pile of 15 is turned over once: 14 draws, and the stock is empty again with 15 in the pile. With a limit of 1 a
    # buyer of the last stock card would leave the seat in turn (1) nothing: nobody is asked then.
    deck, script, pile = drained(44, 30)
    for turn, card in enumerate(pile[:-2]):
        script += declined((45 + turn) % 3) + f"discard {card}; "
    for limit, how in ((1, "block"), (2, None), (0, None)):
        last = "1 pass; draw stock; " if limit == 1 else declined(1)
        actions = script + last + f"discard {pile[-2]}; 2 pass"
        answer = ask(record("contract-rummy", (deck, actions), seats=3, dealer=0, max_turns_over=limit))
        assert column(answer, "ended") == [how]
