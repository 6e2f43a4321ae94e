"""Black Heart Rum: going out, and the black heart for going out in the turn of the initial meld."""

from __future__ import annotations

import pytest
from black_heart_hands import ELEVEN, GAME, after, paid, played, table, won
from rummy_hands import ask, column, ended, record, refused

# 4♣ 5♣ 6♣ and 7♣ 7♥ 7♠ and 2♠ 3♠ 4♠: nine cards at 5. 9♠ is left, or Q♣.
NINE = "4C 5C 6C 7C 7H 7S 2S 3S 4S"
MELD = "meld 4C 5C 6C, 7C 7H 7S, 2S 3S 4S"


def test_the_last_card_is_melded_or_discarded() -> None:
    for script in (f"{MELD}; meld 7C on 2; discard QC", f"{MELD}, 7C on 2; discard QC"):
        assert ended(table({1: NINE + " 7C"}, f"1 draw stock; {script}"))[0] == "out"
    assert ended(table({1: NINE + " 5S"}, f"1 draw stock; {MELD}, 5S 6S on 3", "KS 6S"))[0] == "out"


def test_no_final_discard_is_wanted_and_none_is_possible() -> None:
    refused(table({1: NINE + " 5S"}, f"1 draw stock; {MELD}, 5S 6S on 3; discard QC", "KS 6S"), 0, 2, "over")


def test_the_deal_stops_at_once() -> None:
    refused(table({1: NINE + " 7C"}, f"1 draw stock; {MELD}, 7C on 2; discard QC; 2 draw stock"), 0, 3, "over")


def test_a_seat_that_keeps_a_card_has_not_gone_out() -> None:
    answer = table({1: NINE + " 9S"}, f"1 draw stock; {MELD}; discard QC")
    assert answer["deals"][0]["ended"] is None
    assert answer["position"]["hands"][1] == ["9S"]


def test_going_out_with_a_last_lay_off_in_a_later_turn() -> None:
    script = f"1 draw stock; {MELD}; discard QC; 2 draw stock; discard KC; 0 draw stock; discard QS; 1 draw stock; "
    answer = table({1: NINE + " 5S"}, script + "meld 5S 6S on 3", "KS QC KC QS 6S")
    # Eleven cards at 5 and 25 for going out: it had melded in an earlier turn, so there is no black heart.
    assert paid(answer)[1] == 55 + 25


@pytest.mark.parametrize(("seats", "heart"), [(2, 50), (3, 75), (4, 100), (5, 100), (6, 100), (7, 100), (10, 100)])
def test_a_black_heart_pays_25_a_seat_and_100_at_most(seats: int, heart: int) -> None:
    for points in (55, 140):
        answer = played(won(0, 1, ELEVEN[points], seats=seats), seats=seats)
        assert paid(answer)[1] == points + 25 + heart


def test_with_an_expanded_deck_of_two_packs_too() -> None:
    assert paid(played(won(0, 1, ELEVEN[55], seats=6, deck="two"), seats=6, deck="two"))[1] == 55 + 25 + 100


def test_five_seats_75_points() -> None:
    # Four tens and seven cards at 5 are 75; 25 for going out; five seats would be 125, but 100 is the most.
    answer = played(won(0, 1, "TC TC TH TS, 4C 4H 4S, 7C 7C 7H 7S", seats=5), seats=5)
    assert paid(answer)[1] == 200


def test_several_melds_of_one_turn_are_one_initial_meld() -> None:
    script = "1 draw stock; meld 4C 5C 6C; meld 7C 7H 7S; meld 2S 3S 4S; meld 7C on 2; discard QC"
    # Ten cards at 5, 25, 75.
    assert paid(table({1: NINE + " 7C"}, script))[1] == 150


def test_the_last_card_of_a_black_heart_may_be_discarded() -> None:
    assert paid(table({1: NINE + " 7C"}, f"1 draw stock; {MELD}, 7C on 2; discard QC"))[1] == 150


def test_a_black_heart_after_a_dig() -> None:
    # The upcard K♠ is dug; J♠ Q♠ K♠ with three hearts, 7 7 7, 5♠ 6♠... eleven cards in all.
    hand = "JS QS 2H 3H 4H 7C 7H 7S 7C 7S"
    answer = table({1: hand}, "1 draw discard; meld JS QS KS with 2H 3H 4H, 7C 7C 7H 7S 7S", "KS QC KC QS")
    # Three royals 30, eight cards at 5 are 40; 25 and 75.
    assert paid(answer)[1] == 170


def test_a_later_turn_of_the_deal_can_still_bring_one() -> None:
    # Nothing melded in the first turn.
    script = f"1 draw stock; discard QC; 2 draw stock; discard KC; 0 draw stock; discard QS; 1 draw stock; {MELD}, 5S 6S on 3"
    assert paid(table({1: NINE + " 5S"}, script, "KS QC KC QS 6S"))[1] == 155


def test_what_others_have_melded_takes_nothing_away() -> None:
    hands = {1: "9C 9H 9S 2C 2H 6H 8H TH TS AS", 2: NINE + " 9H"}
    script = f"1 draw stock; meld 9C 9H 9S; discard QC; 2 draw stock; {MELD}, 9H 9S on 1"
    # Eleven cards at 5, 25, 75; seat 1 has 15 on the table and holds 5 + 5 + 5 + 5 + 10 + 10 + 15 = 55.
    assert paid(table(hands, script, "KS QC 9S"))[1:] == [15 - 55, 155]


def test_a_swap_before_is_no_meld() -> None:
    # Seat 2 has swapped in an earlier turn: its first meld is still to come. See also the naturals' points.
    hands = {1: "9C 9H BJ 2C 2H 6H 8H TH TS AS", 2: "9H 5C 6C 7C 7H 7S 2S 3S 4S 8C"}
    script = "1 draw stock; meld 9C 9H BJ; discard QC; 2 draw stock; swap 9H on 1; discard KC; 0 draw stock; discard QS; "
    script += "1 draw stock; discard JS; 2 draw stock; meld 5C 6C 7C 8C, 7H 7S BJ=7, 2S 3S 4S; discard JC"
    # Nine cards at 5, the joker 10, 25, 75.
    assert paid(table(hands, script))[2] == 155


def test_below_nought_a_black_heart_counts_as_well() -> None:
    # Seat 1 lost 50 before; one card would have been enough for a first meld, but all are melded in that turn.
    script = f"1 draw stock; meld 4C 5C 6C; {MELD.replace('4C 5C 6C, ', '')}; meld 5S 6S on 3"
    assert column(after((-50,), {1: NINE + " 5S"}, script, "KS 6S"), "totals")[-1][1] == -50 + 155


def test_the_seat_that_is_out_is_charged_nothing_the_others_what_they_hold() -> None:
    hands = {1: NINE + " 5S", 2: "BJ BJ RJ AC KC TH 9H 2H 3H 4H", 0: "AH AS JC QC 8C 8H 9C 9S TC 5H"}
    answer = table(hands, f"1 draw stock; {MELD}, 5S 6S on 3", "KS 6S")
    # Seat 2: three jokers 60, an ace 15, two tens 20, four cards 20. Seat 0: two aces 30, three tens 30, five cards 25.
    assert paid(answer) == [-85, 155, -115]


def test_the_deal_after_is_dealt_by_the_next_seat() -> None:
    deals = [won(dealer, (dealer + 1) % 3, ELEVEN[55]) for dealer in range(3)]
    assert column(ask(record(GAME, *deals, seats=3, dealer=0)), "dealer") == [0, 1, 2]
