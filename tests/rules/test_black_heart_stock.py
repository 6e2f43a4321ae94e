"""Black Heart Rum: the draw pile is empty: digs, shortened turns, and the end of a deal that nobody wins."""

from __future__ import annotations

from typing import Any

import pytest
from black_heart_hands import GOES, GROUPS, LAST_DRAWN, declared, idle, lying, owners, paid, played, stacked, table, won, worth
from rummy_hands import Answer, column, ended, refused, standing

# Seat 3 finds the pile empty; the last three discards are seat 0's, 1's and 2's.
REST = LAST_DRAWN
HANDS = {
    3: "4C 4S 5H 6H 7H 8H 2C 9C TH AC",
    4: "5S 6S 7S 3S 2H 2H TS AH QC KS",
    5: "2C 3C 3C 8C TH 2S 4S JS QS AS",
    0: "5C 5C 6C 6C 7C 7C KC 9H 2S 3S",
    1: "3H 3H 4C 4H 5H 6H 7H 8H JC BJ",
    2: "AC AH AS BJ RJ 9S 8S 6S TC 9H",
}
AT = 28  # the first action after fourteen draws and discards


def empty(script: str, hands: dict[int, str] | None = None, **options: Any) -> Answer:
    """What comes of a script when the draw pile is gone; seat 3 is to act and the pile ends with 7♠ 5♠ 4♥."""
    return table({**HANDS, **(hands or {})}, script, REST, seats=6, emptied=True, deck="two", **options)


def test_the_turn_that_finds_it_empty_begins_as_any_other() -> None:
    position = standing(empty(""))
    assert (position["turn"], position["phase"], position["stock"]) == ([3], "draw", 0)
    assert position["discard"] == REST.split()
    refused(empty("3 draw stock"), 0, AT)


# --- an ordinary turn: a dig ------------------------------------------------------------------------------------------


def test_a_dig_is_an_ordinary_turn_with_a_discard() -> None:
    answer = empty("3 draw discard; meld 4C 4S 4H; discard AC")
    position = standing(answer)
    assert (position["turn"], position["phase"]) == ([4], "draw")
    assert position["discard"][-2:] == ["5S", "AC"]
    refused(empty("3 draw discard; meld 4C 4S 4H; pass"), 0, AT + 2)
    # So the next seat may dig and discard as well.
    again = standing(empty("3 draw discard; meld 4C 4S 4H; discard AC; 4 draw discard 2; meld 5S 6S 7S; discard QC"))
    assert (again["turn"], again["phase"]) == ([5], "draw")


def test_the_bond_holds_then_too() -> None:
    refused(empty("3 draw discard; discard AC"), 0, AT + 1)
    refused(empty("3 draw discard; meld 5H 6H 7H 8H"), 0, AT + 1)
    refused(empty("3 draw discard; pass"), 0, AT + 1)
    position = standing(empty("3 draw discard; return"))
    assert (position["phase"], position["discard"][-1]) == ("draw", "4H")
    refused(empty("3 draw discard; return; draw discard"), 0, AT + 2)
    assert standing(empty("3 draw discard; return; pass"))["turn"] == [4]


def test_a_discard_without_a_dig_is_none() -> None:
    refused(empty("3 discard AC"), 0, AT)


# --- shortened turns -------------------------------------------------------------------------------------------------


def test_a_pass_begins_the_shortened_turns() -> None:
    position = standing(empty("3 pass"))
    assert (position["turn"], position["phase"]) == ([4], "shortened")
    assert len(position["hands"][3]) == 10


def test_a_meld_without_drawing_begins_them_too_and_that_turn_is_the_first() -> None:
    position = standing(empty("3 meld 5H 6H 7H 8H"))
    assert (position["turn"], position["phase"]) == ([3], "shortened")
    refused(empty("3 meld 5H 6H 7H 8H; discard AC"), 0, AT + 1)
    refused(empty("3 meld 5H 6H 7H 8H; draw discard"), 0, AT + 1)
    position = standing(empty("3 meld 5H 6H 7H 8H; pass"))
    assert (position["turn"], position["phase"]) == ([4], "shortened")


@pytest.mark.parametrize("action", ["discard QC", "draw stock", "return", "yes", "draw discard 16", "meld 3S 2H 2H"])
def test_nothing_is_drawn_or_discarded_in_a_shortened_turn(action: str) -> None:
    refused(empty(f"3 pass; 4 {action}"), 0, AT + 1)


def test_a_shortened_turn_may_begin_with_a_dig() -> None:
    script = "3 pass; 4 draw discard 2; meld 5S 6S 7S"
    position = standing(empty(script))
    assert position["turn"] == [4]
    assert "4H" in position["hands"][4]
    for action in ("discard 4H", "discard QC", "draw discard", "return"):
        refused(empty(f"{script}; {action}"), 0, AT + 3)
    done = standing(empty(f"{script}; pass"))
    assert (done["turn"], done["phase"]) == ([5], "shortened")
    assert done["discard"][-1] == "7S"
    assert done["hands"][4] == declared("3S 2H 2H TS AH QC KS 5S 4H")


def test_the_bond_of_a_dig_in_a_shortened_turn() -> None:
    for action in ("pass", "discard 4H", "meld 5S 6S 7S"):
        refused(empty(f"3 pass; 4 draw discard; {action}"), 0, AT + 2)
    position = standing(empty("3 pass; 4 draw discard; return"))
    assert (position["turn"], position["discard"][-1]) == ([4], "4H")
    refused(empty("3 pass; 4 draw discard; return; draw discard"), 0, AT + 3)
    assert standing(empty("3 pass; 4 draw discard; return; pass"))["turn"] == [5]


def test_a_dig_comes_before_melds_and_swaps() -> None:
    refused(empty("3 pass; 4 meld 5S 6S 7S; draw discard"), 0, AT + 2)
    # Seat 2 laid three aces with a joker in its last ordinary turn: seat 4 takes it, and digs no more.
    refused(with_joker("3 pass; 4 swap AH on 1; draw discard"), 0, AT + 3)


def with_joker(script: str) -> Answer:
    """As before, but seat 2 has melded A♣ A♠ and a joker in its last turn: one action more."""
    deck = stacked(HANDS, REST, 6, deck="two")
    before = idle(deck, 6).removesuffix("discard 4H; ") + "meld AC AS BJ; discard 4H; "
    return played((deck, before + script), seats=6, deck="two")


def test_a_swap_needs_no_dig_there() -> None:
    answer = with_joker("3 pass; 4 swap AH on 1")
    assert lying(answer) == "AC AS AH"
    assert owners(answer) == [2, 2, 2]
    assert "BJ" in standing(answer)["hands"][4]
    assert standing(with_joker("3 pass; 4 swap AH on 1; pass"))["turn"] == [5]
    # After a dig too, and never after a meld.
    assert lying(with_joker("3 pass; 4 draw discard 2; swap AH on 1; meld 5S 6S 7S")) == "AC AS AH"
    refused(with_joker("3 pass; 4 meld 5S 6S 7S; swap AH on 1"), 0, AT + 3)


def test_a_swap_in_the_turn_that_finds_the_pile_empty_is_in_place_of_a_dig() -> None:
    assert lying(with_joker("3 swap AC on 1")) == "AC AS AC"
    refused(with_joker("3 swap AC on 1; discard 2C"), 0, AT + 2)
    refused(with_joker("3 swap AC on 1; draw discard"), 0, AT + 2)
    assert standing(with_joker("3 swap AC on 1; pass"))["phase"] == "shortened"
    assert standing(with_joker("3 swap AC on 1; meld 5H 6H 7H 8H; pass"))["turn"] == [4]


def test_the_initial_meld_needs_its_cards_there_too() -> None:
    refused(with_joker("3 pass; 4 meld AH on 1"), 0, AT + 2)
    assert owners(with_joker("3 pass; 4 meld AH on 1, 5S 6S 7S")) == [2, 2, 2, 4]


# --- the end ---------------------------------------------------------------------------------------------------------

ALL_PASS = "3 pass; 4 pass; 5 pass; 0 pass; 1 pass; 2 pass"


def test_as_many_turns_without_a_meld_as_there_are_seats_end_the_deal() -> None:
    assert standing(empty(ALL_PASS.removesuffix("; 2 pass")))["turn"] == [2]
    how, scores = ended(empty(ALL_PASS))
    assert how == "stock"
    # Nobody is out: all hands are charged, jokers at 20.
    assert scores == [-worth(HANDS[seat], held=True) for seat in range(6)]
    assert scores[2] == -(15 * 3 + 20 * 2 + 5 * 4 + 10)
    refused(empty(ALL_PASS + "; 3 pass"), 0, AT + 6, "over")


def test_a_dig_that_was_put_back_is_nothing_melded() -> None:
    script = ALL_PASS.replace("3 pass; 4 pass", "3 draw discard; return; pass; 4 draw discard 2; return; pass")
    assert ended(empty(script))[0] == "stock"


def test_after_a_dig_that_was_put_back_a_seat_may_meld_without_drawing() -> None:
    position = standing(empty("3 draw discard; return; meld 5H 6H 7H 8H"))
    assert (position["turn"], position["phase"]) == ([3], "shortened")
    refused(empty("3 draw discard; return; meld 5H 6H 7H 8H; discard AC"), 0, AT + 3)


def test_turns_before_the_first_shortened_one_do_not_count() -> None:
    # Two seats: 54 draws, none with a meld; then two passes end it, not one.
    deck = stacked({}, "KS", 2)
    before = idle(deck, 2)
    assert standing(played((deck, before + "1 pass"), seats=2))["turn"] == [0]
    assert ended(played((deck, before + "1 pass; 0 pass"), seats=2))[0] == "stock"


def test_a_turn_with_a_meld_begins_the_count_anew() -> None:
    script = "3 pass; 4 pass; 5 pass; 0 pass; 1 meld 3H 4H 5H 6H 7H 8H; pass; 2 pass; 3 pass; 4 pass; 5 pass; 0 pass"
    assert standing(empty(script))["turn"] == [1]
    how, scores = ended(empty(script + "; 1 pass"))
    assert how == "stock"
    # Seat 1 has six cards at 5 on the table and holds 3♥ 4♣ J♣ and a joker: 5 + 5 + 10 + 20.
    assert scores[1] == 30 - 40


def test_the_first_shortened_turn_with_a_meld_is_no_meldless_one() -> None:
    script = "3 meld 5H 6H 7H 8H; pass; 4 pass; 5 pass; 0 pass; 1 pass; 2 pass"
    assert standing(empty(script))["turn"] == [3]
    assert ended(empty(script + "; 3 pass"))[0] == "stock"


def test_a_swap_alone_is_nothing_melded() -> None:
    script = "3 pass; 4 swap AH on 1; pass; 5 pass; 0 pass; 1 pass; 2 pass"
    how, scores = ended(with_joker(script))
    assert how == "stock"
    # Seat 2 has three aces on the table, and holds A♥, the red joker, 9♠ 8♠ 6♠ 9♥ and 10♣.
    assert scores[2] == 45 - (15 + 20 + 5 * 4 + 10)
    # Seat 4 gave its ace for a joker: 5♠ 6♠ 7♠ 3♠ 2♥ 2♥ 30, 10♠ Q♣ K♠ 30, the joker 20.
    assert scores[4] == -80


def test_nobody_has_won_and_the_next_seat_deals() -> None:
    deck = stacked(HANDS, REST, 6, deck="two")
    deals = [(deck, idle(deck, 6) + ALL_PASS), won(1, 2, "4C 4C 4H 4H 4S 4S, 5C 5C 5H 5H 5S", seats=6, deck="two")]
    answer = played(*deals, seats=6, deck="two")
    assert column(answer, "ended") == ["stock", "out"]
    assert column(answer, "dealer") == [0, 1]
    assert (answer["over"], answer["winners"]) == (False, [])


# --- going out in a shortened turn ------------------------------------------------------------------------------------


def test_going_out_by_melding_ends_the_deal_as_ever() -> None:
    how, scores = ended(empty(f"3 pass; 4 meld 5S 6S 7S; pass; 5 meld 8S on 1, {GROUPS}", GOES))
    assert how == "out"
    # Ten cards at 5, 25 for going out, and as it was its first meld, 100 for a black heart at six seats.
    assert scores[5] == 50 + 25 + 100
    # Seat 4: 15 on the table; 2♥ 2♥ 3♥ 10♠ A♥ Q♣ K♠ held.
    assert scores[4] == 15 - 60


def test_the_eight_that_is_left_goes_on_a_sequence_that_was_just_laid() -> None:
    script = f"3 pass; 4 pass; 5 meld {GROUPS}; pass; 0 pass; 1 pass; 2 pass; 3 pass; 4 meld 5S 6S 7S; pass; 5 meld 8S on 4"
    how, scores = ended(empty(script, GOES))
    assert (how, scores[5]) == ("out", 50 + 25)


def test_the_last_card_cannot_be_thrown_away_there() -> None:
    # 8♠ lies on top of the pile and fits; the king that seat 5 holds besides does not, and there is no discard.
    hands = {**GOES, 5: GOES[5].replace("8S", "KC"), 0: GOES[0].replace("KC", "8S")}
    rest = REST.replace("8S TC 7S 5S 4H", "4H TC 7S 5S 8S")
    script = f"3 pass; 4 meld 5S 6S 7S; pass; 5 draw discard; meld 8S on 1, {GROUPS}"
    answer = table(hands, script, rest, seats=6, emptied=True, deck="two")
    position = standing(answer)
    assert (position["hands"][5], position["turn"], position["phase"]) == (["KC"], [5], "shortened")
    refused(table(hands, script + "; discard KC", rest, seats=6, emptied=True, deck="two"), 0, AT + 5)
    done = standing(table(hands, script + "; pass", rest, seats=6, emptied=True, deck="two"))
    assert (done["turn"], done["hands"][5]) == ([0], ["KC"])


def test_a_black_heart_is_for_the_turn_of_the_initial_meld_only() -> None:
    # The groups in one shortened turn, the eight in the next: 25 for going out and no more.
    script = f"3 pass; 4 meld 5S 6S 7S; pass; 5 meld {GROUPS}; pass; 0 pass; 1 pass; 2 pass; 3 pass; 4 pass; 5 meld 8S on 1"
    assert paid(empty(script, GOES))[5] == 50 + 25
    assert paid(empty(f"3 pass; 4 meld 5S 6S 7S; pass; 5 meld {GROUPS}; meld 8S on 1", GOES))[5] == 50 + 25 + 100
