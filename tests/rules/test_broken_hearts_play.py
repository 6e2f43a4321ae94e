"""Broken Hearts: the deal, leads, drawing and passing, and what beats what."""

from __future__ import annotations

from typing import Any

import pytest
from display_hands import BROKEN_HEARTS, DECLARED, broken, broken_deck, declared, led, replied
from rummy_hands import PACK, Answer, ask, no_record, record, refused, standing

BEATS = ("beat", "higher")
LOWEST = ("lowest", "first lead")


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "size", "stock"),
    [(2, 13, 28), (3, 10, 24), (4, 7, 26)],  # 54 - 26, 54 - 30, 54 - 28
)
@pytest.mark.parametrize("dealer", [0, 1])
def test_hands_by_seats_and_no_upcard(seats: int, size: int, stock: int, dealer: int) -> None:
    position = standing(ask(record(BROKEN_HEARTS, (" ".join(DECLARED), ""), seats=seats, dealer=dealer)))
    eldest = (dealer + 1) % seats
    for step in range(seats):
        assert position["hands"][(eldest + step) % seats] == DECLARED[step : size * seats : seats]
    assert (position["stock"], position["trick"]) == (stock, [])
    assert (position["turn"], position["phase"]) == ([eldest], "play")


@pytest.mark.parametrize("seats", [1, 5])
def test_broken_hearts_is_for_two_to_four(seats: int) -> None:
    no_record(record(BROKEN_HEARTS, (" ".join(DECLARED), ""), seats=seats, dealer=0))


@pytest.mark.parametrize("deck", [PACK, [*PACK, "BJ"], [*PACK, "BJ", "BJ"]])
def test_the_deck_has_both_jokers(deck: list[str]) -> None:
    no_record(record(BROKEN_HEARTS, (" ".join(deck), ""), seats=2, dealer=0))


# --- the first lead --------------------------------------------------------------------------------------------------


def first(lead: str, hand: str, seats: int = 4, dealer: int | None = None) -> Answer:
    """The eldest hand, seat 0 of four unless told otherwise, leads this first."""
    deals = seats - 1 if dealer is None else dealer
    eldest = (deals + 1) % seats
    return broken(f"{eldest} play {lead}", {eldest: hand}, "", seats, deals)


PLAIN = "4C 9C 6D 2H 7S KS BJ"


def test_the_eldest_hand_leads_its_lowest_card_that_is_no_heart() -> None:
    assert standing(first("4C", PLAIN))["trick"] == ["4C"]
    for card in ("9C", "6D", "2H", "7S", "KS", "BJ"):
        refused(first(card, PLAIN), 0, 0, *LOWEST)
    assert standing(first("4C", PLAIN, dealer=1))["turn"] == [3]


def test_the_ace_is_the_lowest() -> None:
    hand = "2C 9C AS KD 2H 7S BJ"
    assert standing(first("AS", hand))["trick"] == ["AS"]
    refused(first("2C", hand), 0, 0, *LOWEST)


@pytest.mark.parametrize("card", ["3C", "3D", "3S"])
def test_of_equal_ones_which_it_likes(card: str) -> None:
    hand = "3C 3D 3S 2H 9C KD RJ"
    assert standing(first(card, hand))["trick"] == [card]
    refused(first("2H", hand), 0, 0, *LOWEST)


def test_a_hand_of_hearts_leads_its_lowest_heart() -> None:
    hand = "3H 5H 6H 8H TH JH QH"
    assert standing(first("3H", hand))["trick"] == ["3H"]
    refused(first("5H", hand), 0, 0, *LOWEST)
    assert standing(first("AH", "3H 5H 6H 8H TH JH AH"))["trick"] == ["AH"]


def test_so_does_a_hand_of_hearts_and_jokers() -> None:
    hand = "3H 5H 6H 8H TH BJ RJ"
    assert standing(first("3H", hand))["trick"] == ["3H"]
    for card in ("5H", "BJ", "RJ"):
        refused(first(card, hand), 0, 0, *LOWEST)


def test_jokers_do_not_count_beside_a_single_card_that_is_no_heart() -> None:
    hand = "AH 2H 3H 4H KS BJ RJ"
    assert standing(first("KS", hand))["trick"] == ["KS"]
    refused(first("BJ", hand), 0, 0, *LOWEST)
    refused(first("AH", hand), 0, 0, *LOWEST)


def test_the_first_lead_may_be_a_sequence_that_begins_with_the_card_that_must_be_led() -> None:
    hand = "4C 5C 6C 4S 5S 7C BJ"
    assert standing(first("4C 5C 6C", hand))["trick"] == ["4C", "5C", "6C"]
    assert standing(first("4S 5S", hand))["trick"] == ["4S", "5S"]
    refused(first("5C 6C 7C", hand), 0, 0, *LOWEST)
    assert standing(first("5H 6H", "5H 6H 8H 9H TH JH BJ"))["trick"] == ["5H", "6H"]


def test_a_joker_may_fill_a_gap_in_the_first_lead() -> None:
    assert standing(first("4C BJ 6C", "4C 6C 9C 9D 9S TS BJ"))["trick"] == ["4C", "BJ=5C", "6C"]


def test_the_first_lead_is_neither_drawn_for_nor_passed() -> None:
    for action in ("draw stock", "pass"):
        refused(broken(f"0 {action}", {0: PLAIN}, "", 4), 0, 0, "lead")
    refused(broken("1 play 2C", {1: "2C"}, "", 4), 0, 0, "turn")


# --- later leads -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", ["9S", "2H", "KH", "BJ", "RJ", "3D", "3D 4D 5D", "6H 7H", "9S BJ=TS JS", "AD 2D"])
def test_later_leads_are_free(lead: str) -> None:
    assert standing(led(lead))["trick"] == lead.split()


def test_who_leads_later_neither_draws_nor_passes() -> None:
    start = "0 play AC; 1 draw stock; pass; "
    position = standing(broken(start, {0: "AC"}))
    assert (position["turn"], position["phase"], position["trick"]) == ([0], "play", [])
    refused(broken(start + "0 draw stock", {0: "AC"}), 0, 3, "lead")
    refused(broken(start + "0 pass", {0: "AC"}), 0, 3, "lead")


# --- a turn ----------------------------------------------------------------------------------------------------------

ONE = {0: "AC 2C 9D 9S TS JS QS", 1: "3C 5C KC 2D 3D 4D 5D", 2: "4C 6C 6D 7D 8D TD JD"}


def turn(script: str, stock: str = "QD KD 8C", **options: Any) -> Answer:
    """A script at a table of four; seat 0 has to lead A♣."""
    return broken(script, ONE, stock, 4, **options)


def test_a_seat_plays_without_drawing() -> None:
    position = standing(turn("0 play AC; 1 play 3C"))
    assert (position["trick"], position["turn"], position["phase"], position["stock"]) == (["AC", "3C"], [2], "play", 26)


def test_or_it_draws_one_card() -> None:
    position = standing(turn("0 play AC; 1 draw stock"))
    assert (position["turn"], position["phase"], position["stock"]) == ([1], "drawn", 25)
    assert position["hands"][1] == declared(ONE[1] + " QD")
    refused(turn("0 play AC; 1 draw stock; draw stock"), 0, 2, "drawn")


def test_and_then_plays_any_card_that_beats() -> None:
    assert standing(turn("0 play AC; 1 draw stock; play 3C"))["trick"] == ["AC", "3C"]
    assert standing(turn("0 play AC; 1 draw stock; play 3C; 2 draw stock; play 4C"))["trick"] == ["AC", "3C", "4C"]
    refused(turn("0 play AC; 1 draw stock; play 2D"), 0, 2, *BEATS)
    position = standing(turn("0 play AC; 1 draw stock; play 8C", "8C QD KD"))  # the card drawn
    assert (position["trick"], position["hands"][1]) == (["AC", "8C"], declared(ONE[1]))


def test_or_passes_although_it_could_play() -> None:
    position = standing(turn("0 play AC; 1 draw stock; pass"))
    assert (position["turn"], position["phase"], position["trick"]) == ([2], "play", ["AC"])
    assert position["hands"][1] == declared(ONE[1] + " QD")


def test_while_there_is_a_stock_nobody_passes_without_drawing() -> None:
    refused(turn("0 play AC; 1 pass"), 0, 1, "draw")


def test_a_pass_holds_for_that_turn_only() -> None:
    script = "0 play AC; 1 draw stock; pass; 2 play 4C; 3 draw stock; pass; 0 draw stock; pass; 1 play 5C"
    position = standing(turn(script))
    assert (position["trick"], position["turn"]) == (["AC", "4C", "5C"], [2])


def test_a_seat_acts_in_its_turn_and_with_cards_that_it_holds() -> None:
    refused(turn("0 play AC; 2 play 4C"), 0, 1, "turn")
    refused(turn("0 play AC; 0 play 2C"), 0, 1, "turn")
    refused(turn("0 play AC; 1 play 4C"), 0, 1, "hold")
    refused(turn("0 play AC; 1 play 3C 4C 5C"), 0, 1, "hold")


@pytest.mark.parametrize(
    "action", ["draw discard", "draw trick", "discard 3C", "meld 3C 5C", "buy", "give 3C", "knock", "moon add"]
)
def test_verbs_of_other_games(action: str) -> None:
    refused(turn(f"0 play AC; 1 {action}"), 0, 1)


# --- the trick's end -------------------------------------------------------------------------------------------------


def test_a_trick_is_over_when_every_other_seat_has_passed_since_the_last_play() -> None:
    script = "0 play AC; 1 draw stock; pass; 2 play 4C; 3 draw stock; pass; 0 draw stock; pass; "
    position = standing(turn(script))
    assert (position["turn"], position["trick"]) == ([1], ["AC", "4C"])  # seat 1 passed before the last play
    position = standing(turn(script + "1 draw stock; pass"))
    assert (position["turn"], position["phase"], position["trick"]) == ([2], "play", [])  # seat 2 won it and leads


# --- the empty stock -------------------------------------------------------------------------------------------------


def drained() -> str:
    """Twenty-six draws: the stock is empty, J♣ of seat 1 lies there, seats 2 and 3 have passed, seat 0 is to act."""
    passes = "{} draw stock; pass; {} draw stock; pass; {} draw stock; pass; "
    lines = [f"0 play {card}; " + passes.format(1, 2, 3) for card in ("AC", "2C", "3C", "4C", "5C")]  # 15 draws
    lines.append("0 play 6C; 1 play 8C; " + passes.format(2, 3, 0))  # 18
    lines += [f"1 play {card}; " + passes.format(2, 3, 0) for card in ("9C", "TC")]  # 24
    lines.append("1 play JC; 2 draw stock; pass; 3 draw stock; pass; ")
    return "".join(lines)


DRAINED = {0: "AC 2C 3C 4C 5C 6C BJ", 1: "8C 9C TC JC QC 2D 3D"}
COUNT = drained().count(";")


def test_with_the_stock_empty_a_seat_plays_or_passes() -> None:
    position = standing(broken(drained(), DRAINED, "", 4))
    assert (position["stock"], position["turn"], position["phase"], position["trick"]) == (0, [0], "play", ["JC"])
    refused(broken(drained() + "0 draw stock", DRAINED, "", 4), 0, COUNT, "stock", "empty")
    assert standing(broken(drained() + "0 play BJ", DRAINED, "", 4))["trick"] == ["JC", "BJ"]


def test_then_it_passes_without_drawing_though_it_could_play() -> None:
    position = standing(broken(drained() + "0 pass", DRAINED, "", 4))
    assert (position["turn"], position["trick"], position["phase"]) == ([1], [], "play")
    position = standing(broken(drained() + "0 pass; 1 play 2D; 2 pass; 3 pass; 0 pass", DRAINED, "", 4))
    assert (position["turn"], position["trick"]) == ([1], [])
    refused(broken(drained() + "0 pass; 1 pass", DRAINED, "", 4), 0, COUNT + 1, "lead")


# --- what beats what -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "reply"),
    [
        ("6S", "7S"),
        ("6S", "KS"),
        ("6S", "6H"),  # a heart of the same rank
        ("6S", "KH"),
        ("AD", "2D"),  # the ace is low
        ("AD", "AH"),
        ("KD", "KH"),
        ("6H", "7H"),
        ("AH", "2H"),
        ("QH", "KH"),
        ("KH", "BJ"),
        ("6S", "RJ"),
    ],
)
def test_a_play_that_beats(lead: str, reply: str) -> None:
    assert standing(replied(lead, reply))["trick"] == [lead, reply]


@pytest.mark.parametrize(
    ("lead", "reply"),
    [
        ("6S", "5S"),
        ("6S", "AS"),  # low
        ("6S", "7D"),
        ("6S", "KC"),
        ("6S", "5H"),
        ("6S", "AH"),
        ("KD", "QH"),
        ("2D", "AH"),
        ("6H", "5H"),
        ("6H", "7S"),  # the trick stays in hearts
        ("6H", "KD"),
        ("KH", "AH"),
    ],
)
def test_a_play_that_does_not(lead: str, reply: str) -> None:
    refused(replied(lead, reply), 0, 4, *BEATS)


def test_once_a_heart_is_played_the_trick_stays_in_hearts_higher_each_time() -> None:
    hands = {0: "AC 6S 9S 9H", 1: "7H TS 8H"}
    start = "0 play AC; 1 draw stock; pass; 0 play 6S; 1 play 7H; "
    refused(broken(start + "0 play 9S", hands), 0, 5, *BEATS)
    refused(broken(start + "0 play 9H; 1 play TS", hands), 0, 6, *BEATS)
    refused(broken(start + "0 play 9H; 1 play 8H", hands), 0, 6, *BEATS)
    assert standing(broken(start + "0 play 9H", hands))["trick"] == ["6S", "7H", "9H"]


def test_the_deck_is_dealt_as_the_helper_says() -> None:
    assert broken_deck({0: "AC", 1: "KC"}, "BJ RJ").split()[26:28] == ["BJ", "RJ"]
