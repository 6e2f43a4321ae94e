"""Blackbird: what may be displayed, the trick card, singletons, and the variations."""

from __future__ import annotations

from typing import Any

import pytest
from display_hands import blackbird
from rummy_hands import Answer, in_order, melds, refused, standing

FIT = ("fit", "colour", "kind")
ODD, EVEN = "A3579JK", "2468TQ"

# Nine black odd cards, and two that are not.
NINE = "AS 3S 5S 7S AC 3C 5C 7C KH 8H"
OTHER = "2H 4H 6H TH 2D 4D 6D 9C JC 2C"
REST = "KD 9S 8C 8S TS QC"


def table(script: str, hand: str = NINE, rest: str = REST, **options: Any) -> Answer:
    """What comes of a script at a table where seat 0 holds NINE and seat 1 OTHER; 9♠ is the trick card."""
    return blackbird(script, {0: hand, 1: OTHER}, rest, **options)


def one_turn(trick: str, hand: str, script: str, **options: Any) -> Answer:
    """A first turn of seat 0 with this trick card; the rest of the cards come as they may."""
    return blackbird("0 draw discard; " + script, {0: hand}, f"KD {trick}", **options)


# --- values, colour, kind --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", ODD)
def test_ace_three_to_nine_jack_and_king_are_odd(rank: str) -> None:
    pair = [other for other in ODD if other != rank][:2]
    meld = f"{pair[0]}S {pair[1]}S"
    assert melds(one_turn(f"{rank}S", meld + " 2S 4S", f"meld {meld}")) == [(1, 0, "display", meld)]
    refused(one_turn(f"{rank}S", meld + " 2S 4S", "meld 2S 4S"), 0, 1, *FIT)
    refused(one_turn(f"{rank}S", meld + " 2S 4S", f"meld {pair[0]}S 2S"), 0, 1, *FIT)


@pytest.mark.parametrize("rank", EVEN)
def test_two_to_ten_and_queen_are_even(rank: str) -> None:
    pair = [other for other in EVEN if other != rank][:2]
    meld = f"{pair[0]}H {pair[1]}H"
    assert melds(one_turn(f"{rank}H", meld + " AH 3H", f"meld {meld}")) == [(1, 0, "display", meld)]
    refused(one_turn(f"{rank}H", meld + " AH 3H", "meld AH 3H"), 0, 1, *FIT)


@pytest.mark.parametrize("face", ["JS KS", "AS JS", "KS 9S"])
def test_jack_eleven_and_king_thirteen_are_odd(face: str) -> None:
    assert melds(one_turn("7C", face + " QS TS", f"meld {face}")) == [(1, 0, "display", face)]
    refused(one_turn("7C", face + " QS TS", "meld QS TS"), 0, 1, *FIT)


@pytest.mark.parametrize(("trick", "right", "wrong"), [("9C", "AC AS", "AD AH"), ("9D", "AD AH", "AC AS")])
def test_clubs_and_spades_are_black_diamonds_and_hearts_red(trick: str, right: str, wrong: str) -> None:
    hand = "AC AS AD AH"
    assert melds(one_turn(trick, hand, f"meld {right}")) == [(1, 0, "display", right)]
    refused(one_turn(trick, hand, f"meld {wrong}"), 0, 1, *FIT)
    refused(one_turn(trick, hand, "meld AC AD"), 0, 1, *FIT)


# --- melds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("meld", ["AS 5S", "7S AC 3S", "5C AS 7C 3S"])
def test_a_meld_of_two_three_or_four_in_no_order_and_of_mixed_suits(meld: str) -> None:
    assert melds(table(f"0 draw stock; meld {meld}")) == [(1, 0, "display", meld)]


def test_no_meld_of_five() -> None:
    refused(table("0 draw stock; meld AS 3S 5S 7S AC"), 0, 1, "four", "4")


def test_every_part_has_the_colour_and_kind_of_the_trick_card() -> None:
    refused(table("0 draw stock; meld AS 3S, 5S 8C"), 0, 1, *FIT)
    refused(table("0 draw stock; meld AS 3S KH"), 0, 1, *FIT)


def test_a_card_that_is_not_held_or_twice_named() -> None:
    refused(table("0 draw stock; meld AS JS"), 0, 1, "hold")
    refused(table("0 draw stock; meld AS AS"), 0, 1, "hold", "twice")
    refused(table("0 draw stock; meld AS 3S, AS 5S"), 0, 1, "hold", "twice")


def test_equal_cards_of_two_packs_lie_together() -> None:
    answer = blackbird("0 draw stock; meld 7S 7S; discard 2D", {0: "7S 7S 2D"}, "KD 9S", 6)
    assert melds(answer) == [(1, 0, "display", "7S 7S")]


def test_several_melds_in_a_turn_in_one_action_or_in_more() -> None:
    lying = [(1, 0, "display", "AS 3S"), (2, 0, "display", "5S 7S"), (3, 0, "display", "AC 3C 5C")]
    assert melds(table("0 draw stock; meld AS 3S, 5S 7S, AC 3C 5C")) == lying
    assert melds(table("0 draw stock; meld AS 3S; meld 5S 7S, AC 3C 5C")) == lying
    assert melds(table("0 draw stock; meld AS 3S; meld 5S 7S; meld AC 3C 5C")) == lying


@pytest.mark.parametrize("part", ["5S on 1", "5S 7S on 1", "5S on 1 high", "5S 7S with 3C"])
def test_a_meld_is_never_added_to(part: str) -> None:
    refused(table(f"0 draw stock; meld AS 3S; meld {part}"), 0, 2, "added", "own")


def test_nor_is_the_meld_of_another_seat() -> None:
    refused(table("0 draw stock; meld AS 3S; discard KH; 1 draw stock; meld 9C on 1"), 0, 4, "added", "own")


def test_nor_in_the_action_that_makes_it() -> None:
    refused(table("0 draw stock; meld AS 3S, 5S on 1"), 0, 1, "added", "own")


# --- the trick card --------------------------------------------------------------------------------------------------

TWO_DEEP = "0 draw stock; meld AS 3S; discard 8H trick; "  # the trick pile is 9♠ 8♥, seat 1 is to act


def test_the_trick_card_is_the_top_of_the_pile_when_the_turn_starts() -> None:
    assert melds(table(TWO_DEEP + "1 draw stock; meld 2H 4H"))[-1] == (2, 1, "display", "2H 4H")
    refused(table(TWO_DEEP + "1 draw stock; meld 9C JC"), 0, 4, *FIT)


def test_it_counts_for_the_whole_turn_though_it_was_drawn_and_another_shows() -> None:
    assert len(melds(table(TWO_DEEP + "1 draw trick; meld 8H 2H; meld 4H 6H, 2D"))) == 4
    refused(table(TWO_DEEP + "1 draw trick; meld 8H 2H; meld 9C JC"), 0, 5, *FIT)  # though 9♠ shows


def test_it_counts_for_the_whole_turn_though_the_pile_is_empty() -> None:
    assert len(melds(table("0 draw trick; meld 9S AS; meld 3S 5C"))) == 2
    refused(table("0 draw trick; meld 9S AS; meld KH 8H"), 0, 2, *FIT)


@pytest.mark.parametrize("hand", ["AD 3D 5D 7D AH 3H 5H 7H 2S 4S", "2C 4C 6C 8C 2S 4S 6S 8S TS TC"])
def test_the_trick_card_is_drawn_only_where_it_fits_in_a_meld(hand: str) -> None:
    refused(one_turn_trick(hand), 0, 0, "trick")


def test_one_card_beside_it_is_enough() -> None:
    assert standing(one_turn_trick("JS 2C 4C 6C 8C 2S 4S 6S 8S TS"))["hands"][0].count("9S") == 1


def one_turn_trick(hand: str, **options: Any) -> Answer:
    """Seat 0 draws the trick card 9♠ in its first turn."""
    return blackbird("0 draw trick", {0: hand}, "KD 9S", **options)


def test_it_must_be_used_in_that_turn() -> None:
    refused(table("0 draw trick; discard KH"), 0, 1, "trick card")
    refused(table("0 draw trick; discard KH trick"), 0, 1, "trick card")
    refused(table("0 draw trick; discard 9S trick"), 0, 1)


def test_the_first_meld_action_holds_it() -> None:
    refused(table("0 draw trick; meld AS 3S"), 0, 1, "trick card")
    assert melds(table("0 draw trick; meld AS 3S 9S"))[0][3] == "AS 3S 9S"
    assert len(melds(table("0 draw trick; meld AS 3S, 9S 5S"))) == 2  # in any part of it


def test_never_as_a_singleton() -> None:
    refused(table("0 draw trick; meld 9S"), 0, 1, "trick card", "meld")
    refused(table("0 draw trick; meld AS 3S, 9S"), 0, 1, "trick card")


def test_another_singleton_beside_the_meld_that_holds_it() -> None:
    assert [meld[3] for meld in melds(table("0 draw trick; meld 9S 3S, AS"))] == ["9S 3S", "AS"]


# --- singletons ------------------------------------------------------------------------------------------------------


def test_a_singleton_needs_a_meld_of_its_seat_on_the_table() -> None:
    refused(table("0 draw stock; meld AS"), 0, 1, "singleton", "alone", "single")
    theirs = "0 draw stock; meld AS 3S; discard KH; 1 draw stock; meld 9C"
    refused(table(theirs), 0, 4, "singleton", "alone", "single")


@pytest.mark.parametrize("display", ["meld AS 3S, 5S", "meld AS 3S; meld 5S"])
def test_a_singleton_beside_a_meld_of_the_same_turn(display: str) -> None:
    assert [meld[3] for meld in melds(table(f"0 draw stock; {display}"))] == ["AS 3S", "5S"]


def test_a_singleton_beside_a_meld_of_an_earlier_turn() -> None:
    script = "0 draw stock; meld AS 3S; discard KH; 1 draw stock; discard 2C; 0 draw stock; meld 5S"
    assert melds(table(script))[-1] == (2, 0, "display", "5S")


def test_one_singleton_a_seat_a_deal() -> None:
    refused(table("0 draw stock; meld AS 3S, 5S, 7S"), 0, 1, "singleton", "single")
    refused(table("0 draw stock; meld AS 3S, 5S; meld 7S"), 0, 2, "singleton", "single")
    later = "0 draw stock; meld AS 3S, 5S; discard KH; 1 draw stock; discard 2C; 0 draw stock; meld 7S"
    refused(table(later), 0, 6, "singleton", "single")


def test_each_seat_has_its_own_singleton() -> None:
    script = "0 draw stock; meld AS 3S, 5S; discard KH; 1 draw stock; meld 9C JC, 8S"
    refused(table(script), 0, 4, *FIT)
    script = "0 draw stock; meld AS 3S, 5S; discard 8H trick; 1 draw stock; meld 2H 4H, 2D"
    assert [meld[3] for meld in melds(table(script))] == ["AS 3S", "5S", "2H 4H", "2D"]


@pytest.mark.parametrize("single", ["KH", "8H", "8C"])
def test_a_singleton_fits_the_trick_card_too(single: str) -> None:
    refused(table(f"0 draw stock; meld AS 3S, {single}"), 0, 1, *FIT)


# --- a card to discard -----------------------------------------------------------------------------------------------

ELEVEN = "AS 3S 5S 7S AC 3C 5C 7C JS KS"


def test_a_display_leaves_a_card_to_discard() -> None:
    rest = "KD 9S 9C"
    all_eleven = "0 draw stock; meld AS 3S 5S 7S, AC 3C 5C 7C, JS KS 9C"
    refused(blackbird(all_eleven, {0: ELEVEN}, rest), 0, 1, "discard", "at most")
    in_two = "0 draw stock; meld AS 3S 5S 7S, AC 3C 5C 7C; meld JS KS 9C"
    refused(blackbird(in_two, {0: ELEVEN}, rest), 0, 2, "discard", "at most")


# Seat 0 displays nine cards; it keeps 3♦ alone, and K♦ shows. Seat 1 discards 2♣.
THREES = "AS 3S 5S 7S 9S JS AC 3C 5C KD"
NINE_SHOWN = "0 draw stock; meld AS 3S 5S, 7S 9S JS, AC 3C 5C; discard KD trick; 1 draw stock; discard 2C; "


def nearly(script: str, **options: Any) -> Answer:
    """A script that goes on from NINE_SHOWN: actions from 5; the next stock card is 4♣."""
    return blackbird(NINE_SHOWN + script, {0: THREES, 1: "2C"}, "6D JC 3D 6C 4C", **options)


def test_the_card_taken_from_the_pile_is_none_that_may_be_discarded() -> None:
    assert standing(nearly("0 draw stock; meld 3D"))["hands"][0] == ["4C"]
    refused(nearly("0 draw discard; meld 3D"), 0, 6, "discard")
    assert standing(nearly("0 draw discard; meld 3D", return_discard=True))["hands"][0] == ["2C"]


def test_the_trick_card_is_not_drawn_where_no_card_would_be_left_to_discard() -> None:
    assert standing(nearly(""))["hands"][0] == ["3D"]
    refused(nearly("0 draw trick"), 0, 5, "trick")


# --- variations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variation", [1, 3])
def test_variations_1_and_3_ask_for_colour_and_kind(variation: int) -> None:
    answer = table("0 draw stock; meld AC 3C, 5S 5C, 7C", variation=variation)
    assert [meld[3] for meld in melds(answer)] == ["AC 3C", "5S 5C", "7C"]


@pytest.mark.parametrize("variation", [2, 4])
@pytest.mark.parametrize("display", ["AC 3C", "AS 3C", "AS 3S, 5C", "KH 8H"])
def test_variations_2_and_4_ask_for_the_suit_of_the_trick_card(variation: int, display: str) -> None:
    refused(table(f"0 draw stock; meld {display}", variation=variation), 0, 1, "suit")


@pytest.mark.parametrize("variation", [2, 4])
def test_variations_2_and_4_ask_for_the_kind_as_well(variation: int) -> None:
    assert len(melds(table("0 draw stock; meld AS 3S, 5S", variation=variation))) == 2
    hand = "AS 3S 2S 4S 5S 6S KH 8H 5C 7C"
    refused(table("0 draw stock; meld 2S 4S", hand, "KD 9S 8C 8S", variation=variation), 0, 1, "kind")


def test_variation_2_draws_the_trick_card_for_a_meld_of_its_suit() -> None:
    assert standing(table("0 draw trick; meld 9S AS; discard 3S trick", variation=2))["trick"] == ["3S"]
    refused(one_turn_trick("AC 3C 5C 7C 2D 4D 6D 8D TD QD", variation=2), 0, 0, "trick")


@pytest.mark.parametrize("variation", [3, 4])
def test_variations_3_and_4_never_draw_the_trick_card(variation: int) -> None:
    reason = refused(table("0 draw trick", variation=variation), 0, 0, "never", "variation")
    assert "trick" in reason
    assert standing(table("0 draw stock", variation=variation))["hands"][0] == in_order(NINE + " 8C")
