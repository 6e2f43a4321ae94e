"""Basic Rummy: the deal, a turn's draw and discard, the card just taken, and an empty stock."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, allowed, ask, column, ended, idle, in_order, melds, record, refused, stack, standing

GAME = "basic-rummy"
TAKEN = ("took", "take", "pile")
DRAW = ("draw",)


def table(hands: dict[int, str], rest: str, script: str, seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a script at a table where seat 0 deals, unless another is named."""
    return ask(record(GAME, (stack(GAME, seats, dealer, hands, rest), script), seats=seats, dealer=dealer, **options))


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "size", "stock"),
    [
        (2, 10, 31),  # 52 - 20 - 1
        (3, 7, 30),  # 52 - 21 - 1
        (4, 7, 23),  # 52 - 28 - 1
        (5, 6, 21),  # 52 - 30 - 1
        (6, 6, 15),  # 52 - 36 - 1
    ],
)
def test_hands_by_the_number_of_seats(seats: int, size: int, stock: int) -> None:
    position = standing(table({}, "", "", seats=seats))
    assert [len(hand) for hand in position["hands"]] == [size] * seats
    assert position["stock"] == stock
    assert len(position["discard"]) == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_are_dealt_singly_clockwise_from_the_eldest_hand(seats: int, dealer: int) -> None:
    # From a pack in declared order the eldest hand gets 2♣, the next seat 3♣ …; with k seats every k-th card.
    position = standing(ask(record(GAME, (" ".join(PACK), ""), seats=seats, dealer=dealer)))
    size = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}[seats]
    for turn in range(seats):
        seat = (dealer + 1 + turn) % seats
        assert position["hands"][seat] == in_order(" ".join(PACK[turn : seats * size : seats]))
    assert position["discard"] == [PACK[seats * size]]  # the upcard
    assert position["turn"] == [(dealer + 1) % seats]  # the eldest hand plays first
    assert position["phase"] == "draw"
    assert position["melds"] == []


def test_the_turn_passes_to_the_left_and_round_again() -> None:
    script, order = "", []
    for number in range(7):
        order.append(standing(table({}, "KC 2S 3S 4S 5S 6S 7S 8S", script, seats=4, dealer=2))["turn"])
        script += f"{(3 + number) % 4} draw stock; discard {number + 2}S; "
    assert order == [[3], [0], [1], [2], [3], [0], [1]]


# --- draw, then meld, then discard -----------------------------------------------------------------------------------


def test_the_stock_card_is_its_top() -> None:
    position = standing(table({1: "2C 4C 6C 8C TC QC AD"}, "9H 5S 7S", "1 draw stock"))
    assert (position["hands"][1], position["stock"]) == (["2C", "4C", "6C", "8C", "TC", "QC", "AD", "5S"], 29)
    assert (position["phase"], position["turn"], position["discard"]) == ("meld", [1], ["9H"])


def test_the_top_discard_may_be_drawn_instead() -> None:
    position = standing(table({1: "2C 4C 6C 8C TC QC AD"}, "9H 5S 7S", "1 draw discard"))
    assert (position["hands"][1], position["stock"]) == (["2C", "4C", "6C", "8C", "TC", "QC", "AD", "9H"], 30)
    assert (position["phase"], position["turn"], position["discard"]) == ("meld", [1], [])


def test_the_discard_is_on_top_and_the_next_seat_may_take_it() -> None:
    position = standing(table({1: "2C 4C 6C 8C TC QC AD"}, "9H 5S 7S", "1 draw stock; discard QC"))
    assert (position["discard"], position["phase"], position["turn"]) == (["9H", "QC"], "draw", [2])
    position = standing(table({1: "2C 4C 6C 8C TC QC AD"}, "9H 5S 7S", "1 draw stock; discard QC; 2 draw discard"))
    assert position["discard"] == ["9H"]
    assert "QC" in position["hands"][2]


def test_one_card_is_drawn_from_the_pile_and_may_be_written_with_its_number() -> None:
    script = "1 draw stock; discard QC; 2 draw discard"
    hands = {1: "2C 4C 6C 8C TC QC AD"}
    assert table(hands, "9H 5S 7S", script + " 1") == table(hands, "9H 5S 7S", script)
    refused(table(hands, "9H 5S 7S", script + " 2"), 0, 2)
    refused(table(hands, "9H 5S 7S", script + " 3"), 0, 2)


@pytest.mark.parametrize("action", ["discard 7S", "meld 7S 7H 7D", "meld 7S 7H 7D, 4C 5C 6C 8C"])
def test_nothing_is_melded_or_discarded_before_a_draw(action: str) -> None:
    refused(table({1: "7S 7H 7D 4C 5C 6C KS"}, "9H 5S", f"1 {action}"), 0, 0, *DRAW)


def test_going_out_needs_a_draw_first() -> None:
    # Seat 1 holds 8♠ alone when its second turn begins; it would fit on 5♠6♠7♠.
    hands = {1: "5S 6S 7S KC KH KS 8S"}
    script = "1 draw stock; meld 5S 6S 7S, KC KH KS; discard 9C; 2 draw stock; discard 9D; 0 draw stock; discard 9H; "
    refused(table(hands, "TD 9C 9D 9H", script + "1 meld 8S on 1"), 0, 7, *DRAW)


@pytest.mark.parametrize("again", ["draw stock", "draw discard"])
@pytest.mark.parametrize("drawn", ["draw stock", "draw discard"])
def test_one_card_is_drawn_in_a_turn(drawn: str, again: str) -> None:
    refused(table({}, "9H 5S", f"1 {drawn}; {again}"), 0, 1)


@pytest.mark.parametrize("action", ["draw stock", "draw discard", "pass", "meld 7S 7H 7D"])
def test_a_seat_acts_in_its_turn_only(action: str) -> None:
    hands = {2: "7S 7H 7D 4C 5C 6C KS"}
    refused(table(hands, "9H 5S", f"2 {action}"), 0, 0, "turn")
    refused(table(hands, "9H 5S", f"1 draw stock; 2 {action}"), 0, 1, "turn")
    refused(table(hands, "9H 5S", f"0 {action}"), 0, 0, "turn")


def test_the_turn_is_over_with_the_discard() -> None:
    refused(table({1: "7S 7H 7D 4C 5C 6C KS"}, "9H 5S", "1 draw stock; discard KS; 1 meld 7S 7H 7D"), 0, 2, "turn")
    refused(table({1: "7S 7H 7D 4C 5C 6C KS"}, "9H 5S", "1 draw stock; discard KS; 1 discard 6C"), 0, 2, "turn")


def test_only_a_card_that_is_held_is_discarded() -> None:
    refused(table({1: "7S 7H 7D 4C 5C 6C KS"}, "9H 5S", "1 draw stock; discard KH"), 0, 1, "hold", "hand", "have")


@pytest.mark.parametrize(
    "action",
    [
        "pass",
        "knock KS",
        "knock",
        "tunk",
        "buy",
        "return",
        "swap 7H on 1",
        "give KS",
        "play KS",
        "draw trick",
        "discard KS trick",
    ],
)
def test_verbs_of_other_games_and_phases_are_against_the_rules(action: str) -> None:
    hands = {1: "7S 7H 7D 4C 5C 6C KS"}
    refused(table(hands, "9H 5S", f"1 {action}"), 0, 0)
    refused(table(hands, "9H 5S", f"1 draw stock; {action}"), 0, 1)


# --- the card just taken ---------------------------------------------------------------------------------------------


def test_the_discard_just_taken_may_not_be_discarded() -> None:
    refused(table({}, "9H 5S", "1 draw discard; discard 9H"), 0, 1, *TAKEN)


def test_nor_after_a_meld_in_the_same_turn() -> None:
    hands = {1: "7S 7H 7D 4C 5C 6C KS"}
    refused(table(hands, "9H 5S", "1 draw discard; meld 7S 7H 7D; discard 9H"), 0, 2, *TAKEN)


def test_another_card_of_its_rank_may_be_discarded() -> None:
    assert standing(table({1: "9S 4C"}, "9H 5S", "1 draw discard; discard 9S"))["discard"] == ["9S"]


def test_the_taken_card_may_be_discarded_in_a_later_turn() -> None:
    script = "1 draw discard; discard 4C; 2 draw stock; discard 5S; 0 draw stock; discard 6S; 1 draw stock; discard 9H"
    assert standing(table({1: "9S 4C"}, "9H 5S 6S 7S", script))["discard"] == ["4C", "5S", "6S", "9H"]


def test_the_stock_card_may_be_discarded_at_once() -> None:
    assert standing(table({}, "9H 5S", "1 draw stock; discard 5S"))["discard"] == ["9H", "5S"]


def test_option_return_discard_lets_the_taken_card_go_back() -> None:
    answer = table({}, "9H 5S", "1 draw discard; discard 9H", return_discard=True)
    assert (standing(answer)["discard"], standing(answer)["turn"]) == (["9H"], [2])
    refused(table({}, "9H 5S", "1 draw discard; discard 9H", return_discard=False), 0, 1, *TAKEN)


# --- never stuck with the taken card ---------------------------------------------------------------------------------

STUCK = {1: "7S 7H 7D 4C 5C 6C 3C"}  # takes 9♥: both sets and 3♣ melded would leave 9♥ alone


@pytest.mark.parametrize(
    ("script", "action"),
    [
        ("1 draw discard; meld 7S 7H 7D, 3C 4C 5C 6C", 1),
        ("1 draw discard; meld 7S 7H 7D; meld 3C 4C 5C 6C", 2),
        ("1 draw discard; meld 7S 7H 7D, 4C 5C 6C; meld 3C on 2", 2),  # a lay-off too
    ],
)
def test_a_meld_or_lay_off_that_leaves_only_the_taken_card_is_refused(script: str, action: int) -> None:
    refused(table(STUCK, "9H 5S", script), 0, action, *TAKEN)


def test_it_is_not_refused_where_the_card_came_from_the_stock() -> None:
    answer = table(STUCK, "5S 9H", "1 draw stock; meld 7S 7H 7D, 3C 4C 5C 6C; discard 9H")
    assert ended(answer)[0] == "out"


def test_it_is_not_refused_where_another_card_is_left_to_discard() -> None:
    position = standing(table(STUCK, "9H 5S", "1 draw discard; meld 7S 7H 7D, 4C 5C 6C; discard 3C"))
    assert position["hands"][1] == ["9H"]


def test_it_is_not_refused_where_the_card_fits_a_meld_of_the_same_action() -> None:
    # 7♣ is left alone, and fits on the sevens: it must be laid off, it still may not be discarded.
    left = "1 draw discard; meld 7S 7H 7D, 3C 4C 5C 6C"
    position = standing(table(STUCK, "7C 5S", left))
    assert (position["hands"][1], position["phase"], position["turn"]) == (["7C"], "meld", [1])
    refused(table(STUCK, "7C 5S", left + "; discard 7C"), 0, 2, *TAKEN)
    assert ended(table(STUCK, "7C 5S", left + "; meld 7C on 1"))[0] == "out"
    assert ended(table(STUCK, "7C 5S", left + "; meld 7C on 2"))[0] == "out"


def test_it_is_not_refused_where_the_card_fits_another_seats_meld() -> None:
    # Seat 1 melds 9♣9♦9♠ and discards 9♥; seat 2 takes it and keeps it for the nines.
    hands = {1: "9C 9D 9S 9H 2S KH JD", 2: "7S 7H 7D 4C 5C 6C 3C"}
    script = "1 draw stock; meld 9C 9D 9S; discard 9H; 2 draw discard; meld 7S 7H 7D, 3C 4C 5C 6C"
    assert standing(table(hands, "TD 5S", script))["hands"][2] == ["9H"]
    assert ended(table(hands, "TD 5S", script + "; meld 9H on 1"))[0] == "out"


def test_the_taken_card_itself_may_be_melded_or_laid_off() -> None:
    answer = table({1: "7S 7H 2C 4C TC QC AD"}, "7D 5S", "1 draw discard; meld 7S 7H 7D; discard AD")
    assert melds(answer) == [(1, 1, "group", "7S 7H 7D")]
    hands = {1: "9C 9D 9S 9H 2S KH JD"}
    answer = table(hands, "TD 5S", "1 draw stock; meld 9C 9D 9S; discard 9H; 2 draw discard; meld 9H on 1")
    assert melds(answer) == [(1, 1, "group", "9C 9D 9S 9H")]


def test_with_return_discard_nobody_is_stuck_with_it() -> None:
    # The taken card may then be discarded, so the meld that leaves it alone stands.
    script = "1 draw discard; meld 7S 7H 7D, 3C 4C 5C 6C; discard 9H"
    assert ended(table(STUCK, "9H 5S", script, return_discard=True))[0] == "out"


# --- an empty stock --------------------------------------------------------------------------------------------------
# Six seats: 36 cards in the hands, the upcard, and a stock of 15. With five seats 21, with two 31.

SIX = stack(GAME, 6, 0, {}, "KC 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H")
SIX_STOCK = [*PACK[39:], "2H", "3H"]


def six(turns: int, script: str = "", **options: Any) -> Answer:
    """Six seats; seat 0 deals. After so many turns in which the stock card is thrown away, the script."""
    return ask(record(GAME, (SIX, idle(GAME, SIX, 6, 0, turns) + script), seats=6, dealer=0, **options))


def test_the_stock_runs_out_and_the_deal_goes_on() -> None:
    position = standing(six(15))
    assert (position["stock"], position["phase"]) == (0, "draw")
    assert position["turn"] == [4]  # 15 turns from seat 1: 1 + 15 = 16, and 16 - 12 = 4
    assert position["discard"] == ["KC", *SIX_STOCK]


def test_the_pile_is_turned_over_its_top_stays_and_the_first_discarded_is_on_top() -> None:
    # K♣ was the upcard, so it was discarded first; 3♥ is the pile's top and stays.
    position = standing(six(15, "4 draw stock"))
    assert (position["discard"], position["stock"]) == (["3H"], 14)
    assert "KC" in position["hands"][4]
    # Then come 2♠, 3♠ … as they were discarded: no shuffle.
    position = standing(six(15, "4 draw stock; discard KC; 5 draw stock; discard 2S; 0 draw stock; discard 3S; 1 draw stock"))
    assert "4S" in position["hands"][1]
    assert (position["discard"], position["stock"]) == (["3H", "KC", "2S", "3S"], 11)


def test_with_an_empty_stock_the_top_discard_may_be_taken_and_nothing_is_turned_over() -> None:
    position = standing(six(15, "4 draw discard"))
    assert "3H" in position["hands"][4]
    assert (position["discard"], position["stock"]) == (["KC", *SIX_STOCK[:-1]], 0)


def test_a_card_from_the_turned_over_pile_is_a_stock_card() -> None:
    # K♣ comes from the new stock, so it may be discarded at once; 3♥ taken from the pile may not.
    assert standing(six(15, "4 draw stock; discard KC"))["discard"] == ["3H", "KC"]
    refused(six(15, "4 draw discard; discard 3H"), 0, 31, *TAKEN)


def test_no_pass_while_there_is_a_stock_or_a_pile_to_turn_over() -> None:
    # Six hands leave 16 cards beside them at the end of every turn: there is always something under the top card.
    refused(six(0, "1 pass"), 0, 0)
    refused(six(14, "3 pass"), 0, 28)
    refused(six(15, "4 pass"), 0, 30)


def test_without_a_limit_the_pile_is_turned_over_again_and_again() -> None:
    # 15 cards each time: turns 16, 31 and 46 begin with an empty stock.
    position = standing(six(46))
    assert (position["stock"], len(position["discard"])) == (14, 2)


# --- option max_turns_over -------------------------------------------------------------------------------------------


def test_max_turns_over_allows_so_many_turnings_over() -> None:
    assert standing(six(16, max_turns_over=1))["stock"] == 14
    assert standing(six(30, max_turns_over=1))["stock"] == 0
    assert standing(six(31, max_turns_over=2))["stock"] == 14


@pytest.mark.parametrize(("limit", "turns"), [(1, 30), (2, 45)])
def test_after_them_no_stock_is_made(limit: int, turns: int) -> None:
    # 15 turns use up a stock, so the second empty stock is met after 30 turns (60 actions), the third after 45.
    seat = (1 + turns) % 6
    refused(six(turns, f"{seat} draw stock", max_turns_over=limit), 0, 2 * turns)


def test_after_them_a_pass_ends_the_deal_as_a_block_and_nobody_scores() -> None:
    # 30 turns from seat 1: 1 + 30 = 31, and 31 - 30 = 1.
    answer = six(30, "1 pass", max_turns_over=1)
    assert ended(answer) == ("block", [0, 0, 0, 0, 0, 0])
    assert column(answer, "totals") == [[0, 0, 0, 0, 0, 0]]


def test_after_them_the_top_discard_may_still_be_taken() -> None:
    # The second time round the pile is 3♥ K♣ 2♠ … A♠ 2♥, its top 2♥.
    answer = allowed(six(30, "1 draw discard; discard 8C", max_turns_over=1))
    assert standing(answer)["turn"] == [2]
    refused(six(30, "1 draw discard; discard 2H", max_turns_over=1), 0, 61, *TAKEN)
