"""Blackbird: the deal, the piles, drawing, and where a discard may go."""

from __future__ import annotations

import pytest
from display_hands import BLACKBIRD, blackbird, blackbird_deck, blackbird_record
from rummy_hands import PACK, Answer, ask, in_order, melds, no_record, record, refused, standing
from rummy_more import packs

TAKEN = ("took", "taken", "pile")

# Seat 0 can display black odd cards, seat 1 red even ones. K♦ starts the discard pile, 9♠ the trick pile.
BLACK = "AS 3S 5S 7S AC 8H KH JD 6C 5C"
RED = "2H 4H 6H TH 2D 4D 7C TC AD 3C"
REST = "KD 9S 8C 8S TS QC 2C"


def table(script: str, **options: object) -> Answer:
    """What comes of a script at a table where seat 0 holds BLACK and seat 1 RED."""
    return blackbird(script, {0: BLACK, 1: RED}, REST, **options)  # type: ignore[arg-type]


# --- hands and packs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "size", "number", "stock"),
    [
        (2, 10, 1, 30),  # 52 - 2 * 10 - 2
        (3, 10, 1, 20),  # 52 - 3 * 10 - 2
        (4, 10, 1, 10),  # 52 - 4 * 10 - 2
        (5, 8, 1, 10),  # 52 - 5 * 8 - 2
        (6, 10, 2, 42),  # 104 - 6 * 10 - 2
        (7, 10, 2, 32),  # 104 - 7 * 10 - 2
        (8, 10, 2, 22),  # 104 - 8 * 10 - 2
    ],
)
@pytest.mark.parametrize("dealer", [0, 1])
def test_hands_and_packs_by_seats(seats: int, size: int, number: int, stock: int, dealer: int) -> None:
    deck = packs(number)
    position = standing(ask(record(BLACKBIRD, (" ".join(deck), ""), seats=seats, dealer=dealer)))
    eldest = (dealer + 1) % seats
    for step in range(seats):
        hand = position["hands"][(eldest + step) % seats]
        assert sorted(hand) == sorted(deck[step : size * seats : seats])
    assert position["discard"] == [deck[size * seats]]
    assert position["trick"] == [deck[size * seats + 1]]
    assert position["stock"] == stock
    assert (position["turn"], position["phase"], position["melds"]) == ([eldest], "draw", [])


@pytest.mark.parametrize("seats", [1, 9])
def test_blackbird_is_for_two_to_eight(seats: int) -> None:
    no_record(record(BLACKBIRD, (" ".join(packs(2)), ""), seats=seats, dealer=0))


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (5, 2), (6, 1), (8, 1)])
def test_one_pack_to_five_seats_and_two_to_more(seats: int, number: int) -> None:
    no_record(record(BLACKBIRD, (" ".join(packs(number)), ""), seats=seats, dealer=0))


@pytest.mark.parametrize(
    "options", [{"variation": 0}, {"variation": 5}, {"dead_display": "void"}, {"target": "many"}, {"upcard": True}]
)
def test_options_that_blackbird_does_not_have(options: dict[str, object]) -> None:
    no_record(record(BLACKBIRD, (" ".join(PACK), ""), seats=2, dealer=0, **options))


# --- the turn --------------------------------------------------------------------------------------------------------


def test_the_eldest_hand_begins() -> None:
    refused(table("1 draw stock"), 0, 0, "turn")
    assert standing(table("0 draw stock"))["turn"] == [0]


def test_a_turn_draws_then_displays_or_not_then_discards() -> None:
    refused(table("0 discard KH"), 0, 0, "draw")
    refused(table("0 meld AS 3S"), 0, 0, "draw")
    refused(table("0 draw stock; draw stock"), 0, 1)
    refused(table("0 draw stock; draw discard"), 0, 1)
    refused(table("0 draw stock; draw trick"), 0, 1)
    refused(table("0 draw stock; 1 draw stock"), 0, 1, "turn")
    refused(table("0 draw stock; meld AS 3S; draw stock"), 0, 2)


@pytest.mark.parametrize("action", ["pass", "knock", "knock KH", "swap 7H on 1", "play KH", "draw discard 2"])
def test_verbs_of_other_games_and_no_pass(action: str) -> None:
    refused(table(f"0 {action}"), 0, 0)
    refused(table(f"0 draw stock; {action}"), 0, 1)


def test_draw_from_the_stock() -> None:
    position = standing(table("0 draw stock"))
    assert position["hands"] == [in_order(BLACK + " 8C"), in_order(RED)]
    assert (position["phase"], position["stock"], position["discard"], position["trick"]) == ("display", 29, ["KD"], ["9S"])


def test_draw_the_top_discard_which_need_not_be_used() -> None:
    position = standing(table("0 draw discard"))
    assert position["hands"][0] == in_order(BLACK + " KD")
    assert (position["phase"], position["stock"], position["discard"]) == ("display", 30, [])
    position = standing(table("0 draw discard; discard KH"))
    assert (position["discard"], position["turn"], position["phase"]) == (["KH"], [1], "draw")


def test_draw_the_trick_card() -> None:
    position = standing(table("0 draw trick"))
    assert position["hands"][0] == in_order(BLACK + " 9S")
    assert (position["trick"], position["phase"], position["stock"]) == ([], "display", 30)


def test_position_of_a_display() -> None:
    position = standing(table("0 draw stock; meld 3S AS AC, 5S 7S; discard 8H trick"))
    assert [(meld["id"], meld["owner"], meld["kind"], meld["cards"], meld["owners"]) for meld in position["melds"]] == [
        (1, 0, "display", ["3S", "AS", "AC"], [0, 0, 0]),
        (2, 0, "display", ["5S", "7S"], [0, 0]),
    ]
    assert (position["trick"], position["discard"]) == (["9S", "8H"], ["KD"])
    assert (position["turn"], position["phase"]) == ([1], "draw")
    assert position["hands"][0] == in_order("KH JD 6C 5C 8C")
    assert melds(table("0 draw stock; meld AS 3S; meld 5S"))[1] == (2, 0, "display", "5S")


# --- the card taken from the pile --------------------------------------------------------------------------------------


def test_the_card_taken_from_the_discard_pile_goes_to_neither_pile() -> None:
    refused(table("0 draw discard; discard KD"), 0, 1, *TAKEN)
    start = "0 draw stock; discard KH; 1 draw stock; discard TC; "  # the discard pile is not emptied: K♦ K♥ T♣
    refused(table(start + "0 draw discard; meld AS 3S; discard TC"), 0, 6, *TAKEN)
    refused(table(start + "0 draw discard; meld AS 3S; discard TC trick"), 0, 6, *TAKEN)


def test_return_discard_lets_it_go_to_either_pile() -> None:
    assert standing(table("0 draw discard; discard KD", return_discard=True))["discard"] == ["KD"]
    start = "0 draw stock; discard KH; 1 draw stock; discard TC; 0 draw discard; meld AS 3S; "
    position = standing(table(start + "discard TC", return_discard=True))
    assert (position["discard"], position["trick"]) == (["KD", "KH", "TC"], ["9S"])
    position = standing(table(start + "discard TC trick", return_discard=True))
    assert (position["discard"], position["trick"]) == (["KD", "KH"], ["9S", "TC"])


def test_it_may_be_discarded_in_a_later_turn() -> None:
    script = "0 draw discard; discard KH; 1 draw stock; discard TC; 0 draw stock; discard KD"
    assert standing(table(script))["discard"] == ["KH", "TC", "KD"]


def test_it_may_be_displayed_at_once() -> None:
    script = "0 draw stock; discard KH; 1 draw stock; discard 3C; 0 draw discard; meld 3C AS; discard JD"
    assert melds(table(script)) == [(1, 0, "display", "3C AS")]


def test_a_twin_of_it_may_be_discarded() -> None:
    hands = {0: "7S 5S 4D"}
    assert standing(blackbird("0 draw discard; discard 4D", hands, "4D 9S", 6))["discard"] == ["4D"]
    refused(blackbird("0 draw discard; discard 7D", hands, "7D 9S 7D", 6), 0, 1, *TAKEN)


def test_of_twins_the_one_taken_counts_as_the_one_displayed_first() -> None:
    # Seat 0 takes 7♠ and holds another; one is displayed, and the other is the twin, which may be discarded.
    hands = {0: "7S 5S 4D"}
    assert standing(blackbird("0 draw discard; meld 7S 5S; discard 7S", hands, "7S 9S", 6))["discard"] == ["7S"]


# --- where a discard may go --------------------------------------------------------------------------------------------


def test_without_a_display_only_to_the_discard_pile() -> None:
    refused(table("0 draw stock; discard 8H trick"), 0, 1, "display")
    refused(table("0 draw discard; discard 8H trick"), 0, 1, "display", "discard pile")
    later = "0 draw stock; meld AS 3S; discard KH; 1 draw stock; discard TC; 0 draw stock; discard 8H trick"
    refused(table(later), 0, 6, "display")  # the display of an earlier turn does not count


@pytest.mark.parametrize(("card", "why"), [("8H", "both"), ("KH", "the colour"), ("6C", "the kind")])
def test_after_a_display_to_the_trick_pile_if_it_changes_what_is_asked_for(card: str, why: str) -> None:
    position = standing(table(f"0 draw stock; meld AS 3S; discard {card} trick"))
    assert (position["trick"], position["discard"], position["turn"]) == (["9S", card], ["KD"], [1]), why


@pytest.mark.parametrize("card", ["7S", "5C"])
def test_a_card_of_the_same_colour_and_kind_changes_nothing(card: str) -> None:
    refused(table(f"0 draw stock; meld AS 3S; discard {card} trick"), 0, 2, "trick")
    assert standing(table(f"0 draw stock; meld AS 3S; discard {card}"))["discard"] == ["KD", card]


@pytest.mark.parametrize("variation", [2, 4])
def test_variations_2_and_4_compare_suit_and_kind(variation: int) -> None:
    assert standing(table("0 draw stock; meld AS 3S; discard 5C trick", variation=variation))["trick"] == ["9S", "5C"]
    refused(table("0 draw stock; meld AS 3S; discard 7S trick", variation=variation), 0, 2, "trick")


def test_variation_3_compares_colour_and_kind() -> None:
    refused(table("0 draw stock; meld AS 3S; discard 5C trick", variation=3), 0, 2, "trick")
    assert standing(table("0 draw stock; meld AS 3S; discard 6C trick", variation=3))["trick"] == ["9S", "6C"]


def test_after_a_display_to_the_discard_pile_whatever_it_is() -> None:
    assert standing(table("0 draw stock; meld AS 3S; discard 8H"))["discard"] == ["KD", "8H"]
    assert standing(table("0 draw stock; meld AS 3S; discard 7S"))["trick"] == ["9S"]


def test_an_emptied_trick_pile_must_get_the_discard() -> None:
    refused(table("0 draw trick; meld 9S AS; discard 8H"), 0, 2, "trick")
    for card in ("8H", "3S", "5C"):  # whatever it is, also one of the same suit and kind
        position = standing(table(f"0 draw trick; meld 9S AS; discard {card} trick"))
        assert (position["trick"], position["discard"]) == ([card], ["KD"])


def test_an_emptied_discard_pile_must_get_the_discard() -> None:
    refused(table("0 draw discard; meld AS 3S; discard 8H trick"), 0, 2, "discard pile")
    position = standing(table("0 draw discard; meld AS 3S; discard 8H"))
    assert (position["trick"], position["discard"]) == (["9S"], ["8H"])


def test_a_discard_is_compared_with_the_trick_card_then_showing() -> None:
    # Seat 1 draws 8♥ off 9♠: 9♠ shows when it discards, so a black odd card changes nothing, and a red even one does.
    start = "0 draw stock; meld AS 3S; discard 8H trick; 1 draw trick; meld 8H 2H; "
    refused(table(start + "discard 7C trick"), 0, 5, "trick")
    refused(table(start + "discard 3C trick"), 0, 5, "trick")
    assert standing(table(start + "discard 4H trick"))["trick"] == ["9S", "4H"]
    assert standing(table(start + "discard 7C"))["discard"] == ["KD", "7C"]


def test_only_a_card_that_is_held_is_discarded() -> None:
    refused(table("0 draw stock; discard QH"), 0, 1, "hold")
    refused(table("0 draw stock; meld AS 3S; discard AS"), 0, 2, "hold")


def test_the_deck_is_dealt_as_the_helper_says() -> None:
    deck = blackbird_deck({0: BLACK, 1: RED}, REST).split()
    assert (deck[0], deck[1], deck[20:25]) == ("AS", "2H", ["KD", "9S", "8C", "8S", "TS"])
    assert blackbird_record("", {}, REST, dealer=0)["dealer"] == 0
