"""Black Heart Rum: swaps, the initial meld and the card that a dig binds."""

from __future__ import annotations

import pytest
from black_heart_hands import lying, opened, owners, stacked, table
from rummy_hands import Answer, ended, refused, standing

REST = "9S 8S KS QS JS KC"
LAID = {1: "4S 4S BJ 2C 3C 7C 9C TC 2H 3H", 2: "4C 5C 6S 7S 9H TH 2S 3S AC RJ", 0: "5C 6H 7H 5S 6S TS AS JC TC 8H"}
SCRIPT = "1 draw stock; meld 4S 4S BJ; discard 8S; "


def later(actions: str, second: str = LAID[2], thrown: str = "8S", first: str = LAID[1]) -> Answer:
    """Seat 1 melds 4♠ 4♠ and a joker and discards (8♠, or a card of its hand); seat 2 acts, without having drawn."""
    script = SCRIPT.replace("discard 8S", f"discard {thrown}")
    return table({**LAID, 1: first, 2: second}, script + "2 " + actions, REST)


AT = 3


def test_a_swap_is_no_initial_meld() -> None:
    # The natural does not count either: after the swap two cards laid off are two, and three are wanted.
    refused(later("draw stock; swap 4C on 1; meld BJ on 1"), 0, AT + 2)
    refused(later("draw stock; swap 4C on 1; meld BJ RJ on 1"), 0, AT + 2)
    assert lying(later("draw stock; swap 4C on 1; meld 6S 7S BJ=8S"), 2) == "6S 7S BJ=8S"
    around = "draw stock; swap 4C on 1; discard KS; 0 draw stock; discard QS; 1 draw stock; discard JS; 2 draw stock; "
    refused(later(around + "meld BJ on 1"), 0, AT + 8)


# --- the natural is what was dug up ----------------------------------------------------------------------------------

# Seat 1 throws away 4♥ on the joker's group of fours: seat 2 takes it and puts it in the joker's place.
FIRST = LAID[1].replace("2H", "4H")
NATURAL = "draw discard; swap 4H on 1; "


def bound(actions: str, second: str = LAID[2]) -> Answer:
    """Seat 2 digs for 4♥ and swaps it for the joker."""
    return later(NATURAL + actions, second, thrown="4H", first=FIRST)


def test_a_swap_does_not_meet_the_bond_and_the_joker_takes_it_over() -> None:
    assert lying(bound("meld 6S 7S BJ=8S"), 2) == "6S 7S BJ=8S"
    assert lying(bound("meld 6S 7S BJ=8S; discard AC")) == "4S 4S 4H"
    for action in ("discard BJ", "discard AC", "meld 9H TH RJ=8H", "pass", "draw stock"):
        refused(bound(action), 0, AT + 2)


def test_the_joker_may_be_one_part_of_a_bigger_meld() -> None:
    answer = bound("meld 9H TH RJ=8H, BJ on 1")
    assert lying(answer) == "4S 4S 4H BJ=4"
    assert owners(answer) == [1, 1, 1, 2]


def test_the_bond_stays_on_the_face_while_another_such_card_is_in_the_hand() -> None:
    second = LAID[2].replace("4C", "4H").replace("5C", "4C")
    # 4♥ came with the dig and another is left after the swap: it is the four that must be melded.
    assert lying(bound("meld 4H 4C BJ", second), 2) == "4H 4C BJ=4"
    assert lying(bound("meld 4H 4C RJ", second), 2) == "4H 4C RJ=4"
    refused(bound("meld 6S 7S BJ=8S", second), 0, AT + 2)
    refused(bound("discard 4H", second), 0, AT + 2)


def test_a_dug_joker_that_is_swapped_passes_the_bond_on() -> None:
    # Seat 1 throws away the red joker; seat 2 puts it into the group of fours and must meld the black one.
    first = LAID[1].replace("2H", "RJ")
    second = LAID[2].replace("RJ", "8S")
    begun = "draw discard; swap RJ on 1; "
    answer = later(begun + "meld 6S 7S BJ=5S", second, "RJ", first)
    assert (lying(answer, 1), lying(answer, 2)) == ("4S 4S RJ=4", "BJ=5S 6S 7S")
    refused(later(begun + "meld 6S 7S 8S", second, "RJ", first), 0, AT + 2)
    refused(later(begun + "discard BJ", second, "RJ", first), 0, AT + 2)


# --- putting back ----------------------------------------------------------------------------------------------------


def test_return_undoes_the_swap_too() -> None:
    before = standing(table({**LAID, 1: FIRST}, SCRIPT.replace("discard 8S", "discard 4H"), REST))
    position = standing(bound("return"))
    assert position["melds"][0]["cards"] == ["4S", "4S", "BJ=4"]
    assert position["melds"][0]["owners"] == [1, 1, 1]
    assert position["discard"] == ["9S", "4H"]
    assert (position["phase"], position["turn"]) == ("draw", [2])
    assert position == before


def test_return_undoes_several_swaps() -> None:
    second = LAID[2].replace("RJ", "4C")
    first = FIRST.replace("2C 3C 7C", "6C 6C RJ")
    script = "1 draw stock; meld 4S 4S BJ, 6C 6C RJ; discard 4H; 2 "
    hands = {**LAID, 0: "5C 6H 7H 5S 7S TS AS JC TC 8H", 1: first, 2: second}
    before = standing(table(hands, script.removesuffix("2 "), REST))
    actions = "draw discard; swap 4C on 1; swap 6S on 2; return"
    after = standing(table(hands, script + actions, REST))
    assert after == before
    # The depth is gone for this turn, the swaps are not.
    refused(table(hands, script + actions + "; draw discard", REST), 0, AT + 4)
    again = table(hands, script + actions + "; draw stock; swap 4C on 1; swap 6S on 2", REST)
    assert (lying(again, 1), lying(again, 2)) == ("4S 4S 4C", "6C 6C 6S")


def test_what_others_see_after_a_return_is_what_they_saw() -> None:
    deck = stacked({**LAID, 1: FIRST}, REST)
    script = SCRIPT.replace("discard 8S", "discard 4H")
    before = opened(deck, script)
    back = opened(deck, script + "2 " + NATURAL + "return")
    assert back.position() == before.position()
    for seat in (-1, 0, 1, 2):
        assert back.view(seat).pile("discard") == before.view(seat).pile("discard")
        assert back.view(seat).hand() == before.view(seat).hand()


def test_no_return_after_a_draw_from_the_pile_or_after_the_bound_meld() -> None:
    refused(later("draw stock; swap 4C on 1; return"), 0, AT + 2)
    refused(bound("meld 6S 7S BJ=8S; return"), 0, AT + 3)
    refused(later("swap 4C on 1"), 0, AT)


# --- whose points ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rank", "points"), [("4", 15), ("A", 45), ("T", 30)])
def test_the_natural_scores_for_the_seat_that_melded_the_joker(rank: str, points: int) -> None:
    # Two fours and a joker were 5 + 5 + 10; with a natural they are 15. With aces 15 + 15 + 10 becomes 45.
    first = f"{rank}S {rank}S BJ 2C 3C 7C 9C JC 2H 3H"
    second = f"{rank}C 2S 3S 5S 6S 7S 8H 9H 6H 7H"
    # Seat 2 swaps and discards, then goes out in its next turn: 2♠ 3♠ and the joker 4♠, 5♠ 6♠ 7♠, 6♥ to 9♥, the drawn card.
    script = f"1 draw stock; meld {rank}S {rank}S BJ; discard KC; 2 draw stock; swap {rank}C on 1; discard KS; "
    script += "0 draw stock; discard QS; 1 draw stock; discard JS; 2 draw stock; "
    script += "meld 2S 3S BJ=4S 5S 6S 7S, 6H 7H 8H 9H; discard QC"
    answer = table({1: first, 2: second}, script, "9S KC KS QS JS QC")
    # Held by seat 1: 2♣ 3♣ 7♣ 9♣ J♣ 2♥ 3♥ are 5 × 6 + 10 = 40. Seat 2: 9 × 5 + 10 melded, out 25, black heart 75.
    how, scores = ended(answer)
    assert how == "out"
    assert scores[1:] == [points - 40, 155]


# --- chains ----------------------------------------------------------------------------------------------------------

# Seat 1 has melded 4♠ 4♠ and a black joker, 6♣ 6♣ and the red one, and thrown 4♥ away; seat 2 holds the other black joker.
BOTH = "4S 4S BJ 6C 6C RJ 9C TC 4H 3H"
OWN = "BJ 6S 7S 9H TH 2S 3S AC 7C 5C"


def chain(actions: str) -> Answer:
    """Seat 2's actions there."""
    script = "1 draw stock; meld 4S 4S BJ, 6C 6C RJ; discard 4H; 2 "
    return table({1: BOTH, 2: OWN}, script + actions, REST)


def test_the_bond_stays_on_a_black_joker_while_one_is_left() -> None:
    # One black joker is taken, the other goes for the red one: a black one must be melded, the red one will not do.
    actions = "draw discard; swap 4H on 1; swap BJ on 2; "
    assert lying(chain(actions + "meld 6S 7S BJ=8S"), 3) == "6S 7S BJ=8S"
    refused(chain(actions + "meld 9H TH RJ=8H"), 0, AT + 3)
    assert len(standing(chain(actions + "meld 9H TH RJ=8H, 6S 7S BJ=8S"))["melds"]) == 4
    # The one that is left was taken by the first swap.
    refused(chain(actions + "swap BJ on 1"), 0, AT + 3)


def test_after_a_return_an_own_joker_is_a_natural_again() -> None:
    actions = "draw discard; swap 4H on 1; swap BJ on 2; return; draw stock; "
    assert lying(chain(actions + "swap BJ on 2"), 2) == "6C 6C BJ=6"
    assert lying(chain(actions + "swap BJ on 2")) == "4S 4S BJ=4"
    refused(chain(actions + "swap 4H on 1"), 0, AT + 5)


def test_a_dug_heart_put_in_an_attendants_place() -> None:
    first = "KC KC KS 2H RJ 4H 5H 3C 7C 9C"
    second = "9H TH AH 6S 7S 2S 3S AC 5C 8C"
    script = "1 draw stock; meld KC KC KS with 2H RJ 4H; discard 5H; 2 draw discard; swap 5H on 1; "
    hands, rest = {1: first, 2: second}, "9S 8S QS JS"
    answer = table(hands, script + "meld 9H TH RJ=8H", rest)
    assert standing(answer)["melds"][0]["with"] == ["2H", "5H", "4H"]
    assert lying(answer, 2) == "RJ=8H 9H TH"
    for action in ("meld 9H TH AH", "discard RJ", "discard AC"):
        refused(table(hands, script + action, rest), 0, AT + 2)
    back = standing(table(hands, script + "return", rest))
    assert back["melds"][0]["with"] == ["2H", "RJ", "4H"]
    assert back["discard"] == ["9S", "5H"]


def test_a_heart_in_an_attendants_place_scores_for_whom_it_attends() -> None:
    # Seat 1: three kings, 2♥, A♥ in the joker's place and 4♥ are 55; it holds 5♥ 3♣ 7♣ 9♣, 20.
    hands = {1: "KC KC KS 2H RJ 4H 5H 3C 7C 9C", 2: "AH 9H TH 6S 7S 5S 2S 3S 4S 8S"}
    script = "1 draw stock; meld KC KC KS with 2H RJ 4H; discard 8S; 2 draw stock; swap AH on 1; "
    script += "meld 9H TH RJ=8H, 2S 3S 4S 5S 6S 7S 8S; discard QS"
    # Seat 2: 9♥ 10♥ and the joker 25, seven cards at 5; out 25 and 75.
    how, scores = ended(table(hands, script, "9S 8S QS JS"))
    assert (how, scores[1:]) == ("out", [55 - 20, 60 + 100])
