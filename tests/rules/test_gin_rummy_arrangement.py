"""Gin Rummy: the knocker's hand is arranged as it said, or by the ruling for a knock that says nothing."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import Answer, ask, ended, record, refused, stack

GAME = "gin-rummy"


def knock(knocker: str, other: str, said: str = "", card: str = "TC", **options: Any) -> Answer:
    """Seat 0 deals; both pass T♦; seat 1 draws T♣ and knocks with a card (action 3), with its arrangement where it says one."""
    deck = stack(GAME, 2, 0, {1: knocker, 0: other}, "TD TC")
    script = f"1 pass; 0 pass; 1 draw stock; knock {card}" + (f": {said}" if said else "")
    return ask(record(GAME, (deck, script), seats=2, dealer=0, **options))


# --- nothing said: the least count -----------------------------------------------------------------------------------


def test_an_unsaid_arrangement_is_the_one_of_the_least_count() -> None:
    # 5♠6♠7♠8♠ and 7♣7♥7♦ leave A♣ 2♦ 4♥: 7. Four sevens would leave 5♠ 6♠ 8♠ as well: 26; 5♠6♠7♠ alone 8♠: 15.
    hand = "5S 6S 7S 8S 7C 7H 7D AC 2D 4H"
    other = "KS KD QH QC JS JD 9D 8H 6D 3C"  # 60 + 9 + 8 + 6 + 3 = 86; nothing fits
    assert ended(knock(hand, other)) == ("knock", [0, 79])


# --- nothing said, several of the least count: the fewest cards that would fit ---------------------------------------


def test_among_equals_the_melds_on_which_the_fewest_cards_would_fit_three_groups() -> None:
    # As groups 4♣ 5♣ 6♣ fit (3); as sequences 3♠ 7♠ 3♥ 7♥ 3♦ 7♦ (6). So groups: nothing of this hand fits.
    hand = "4S 5S 6S 4H 5H 6H 4D 5D 6D AC"
    other = "3S 7S 3H 7H KH KS QC QS JC 9C"  # 3 + 7 + 3 + 7 + 50 + 9 = 79
    assert ended(knock(hand, other)) == ("knock", [0, 78])  # 79 - 1
    sequences = "4S 5S 6S, 4H 5H 6H, 4D 5D 6D"
    assert ended(knock(hand, other, sequences)) == ("knock", [0, 58])  # all four laid off: 59 - 1


# A♣2♣3♣4♣5♣ and A♠2♠3♠ leave A♥ 2♥ (3); 6♣ and 4♠ fit: two. Three aces, three deuces and 3♣4♣5♣ leave 3♠ (3); A♦, 2♦ and 6♣
# fit: three. So the sequences lie.
RUNS = "AC 2C 3C 4C 5C AH 2H AS 2S 3S"
AS_RUNS = "AC 2C 3C 4C 5C, AS 2S 3S"
AS_GROUPS = "AC AH AS, 2C 2H 2S, 3C 4C 5C"


def test_among_equals_two_sequences_beat_two_groups_and_a_sequence_only_direct_fits_count() -> None:
    # Of the chain 6♣ 7♣ … K♣ only 6♣ fits directly; were all of it counted, the groups would lie.
    other = "AD 2D KH QH JD TH 9S 8S 7D 6H"  # 1 + 2 + 40 + 9 + 8 + 7 + 6 = 73
    assert ended(knock(RUNS, other)) == ("knock", [0, 70])
    assert ended(knock(RUNS, other, AS_RUNS)) == ("knock", [0, 70])
    assert ended(knock(RUNS, other, AS_GROUPS)) == ("knock", [0, 67])  # A♦ and 2♦ laid off


def test_the_opponents_hand_is_not_looked_at() -> None:
    # The same hand: against 4♠ and 6♣ the groups would give away less, but the sequences lie.
    other = "4S 6C KH QH JD TH 9D 8S 7D 6H"  # 4 + 6 + 40 + 9 + 8 + 7 + 6 = 80
    assert ended(knock(RUNS, other)) == ("knock", [0, 67])  # 70 - 3
    assert ended(knock(RUNS, other, AS_GROUPS)) == ("knock", [0, 71])  # 6♣ laid off: 74 - 3


def test_among_equals_cards_that_lie_in_another_meld_are_no_fits() -> None:
    # Jacks, 8♥9♥T♥ and 8♠9♠T♠ leave Q♠ (10); J♦, 7♥ and 7♠ fit: three (J♥ and J♠ lie in the group). 8♥ to J♥ and 8♠ to Q♠
    # leave J♣ (10); 7♥, Q♥, 7♠ and K♠ fit: four. So the group lies, and Q♥ and K♠ go nowhere.
    hand = "JC 8H 9H TH JH 8S 9S TS JS QS"
    other = "QH KS QD 2D 4D 6C AH 3C 5H 7D"  # 30 + 2 + 4 + 6 + 1 + 3 + 5 + 7 = 58
    assert ended(knock(hand, other)) == ("knock", [0, 48])
    assert ended(knock(hand, other, "8H 9H TH JH, 8S 9S TS JS QS")) == ("knock", [0, 28])  # Q♥ and K♠ laid off: 38 - 10


def test_among_equals_a_card_that_fits_twice_counts_once() -> None:
    # Fours and A♠2♠3♠ leave A♣ 2♦ 3♦ 2♥ (8); only 4♠ fits, on both: one. Deuces and fours leave A♣ A♠ 3♦ 3♠ (8); 2♣ and 4♠
    # fit: two. So the first: 2♣ goes nowhere.
    hand = "4H 4D 4C AS 2S 3S AC 2D 3D 2H"
    other = "2C KH KS QC QS JC 9C 8H 7S 6D"  # 2 + 50 + 9 + 8 + 7 + 6 = 82
    assert ended(knock(hand, other)) == ("knock", [0, 74])  # 82 - 8
    assert ended(knock(hand, other, "2D 2S 2H, 4H 4D 4C")) == ("knock", [0, 72])  # 80 - 8


# --- said ------------------------------------------------------------------------------------------------------------

GIN = "AC 2C 3C 4C 5H 5D 5S 9C 9D 9H"
FITTING = "5C 9S KS QS JH TH 8D 7C 3D 2H"  # 5 + 9 + 40 + 8 + 7 + 3 + 2 = 74


def test_the_whole_hand_said_is_gin() -> None:
    assert ended(knock(GIN, FITTING, "AC 2C 3C 4C, 5H 5D 5S, 9C 9D 9H")) == ("gin", [0, 99])
    assert ended(knock(GIN, FITTING, "9H 9D 9C, 5S 5H 5D, 4C 2C AC 3C")) == ("gin", [0, 99])  # in any order


def test_what_was_said_stands_even_where_it_is_not_the_best() -> None:
    # A♣ left out: a knock with 1, so 5♣ and 9♠ are laid off: 60 - 1.
    assert ended(knock(GIN, FITTING, "2C 3C 4C, 5H 5D 5S, 9C 9D 9H")) == ("knock", [0, 59])
    # 4♣ left out instead: a knock with 4, and 5♣ still fits on the fives: 60 - 4.
    assert ended(knock(GIN, FITTING, "AC 2C 3C, 5H 5D 5S, 9C 9D 9H")) == ("knock", [0, 56])


def test_a_knock_of_what_was_said_may_be_undercut() -> None:
    # A knock with 4♣ left out, against 2♦3♦4♦, three sixes, three kings and 3♠: 4 to 3. As gin it would have won 3 + 25.
    other = "2D 3D 4D 6S 6H 6D KC KS KH 3S"
    assert ended(knock(GIN, other, "AC 2C 3C, 5H 5D 5S, 9C 9D 9H")) == ("undercut", [26, 0])  # 4 - 3 + 25
    assert ended(knock(GIN, other)) == ("gin", [0, 28])


def test_what_was_said_is_held_against_the_limit() -> None:
    # Gin in hand, but 9♣ 9♦ 9♥ are not said: 27 unmatched.
    refused(knock(GIN, FITTING, "AC 2C 3C 4C, 5H 5D 5S"), 0, 3, "10")
    assert ended(knock(GIN, FITTING, "AC 2C 3C 4C, 5H 5D 5S", knock_limit=27))[0] == "knock"
    # A♣ 2♣ 3♣ 4♣ not said: 10, which is just enough.
    assert ended(knock(GIN, FITTING, "5H 5D 5S, 9C 9D 9H")) == ("knock", [0, 50])  # 5♣, 9♠ laid off: 60 - 10


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("AC 2C 3C 4C, 5H 5D, 9C 9D 9H", "TC"),  # a pair is no set
        ("AC 2C 4C, 5H 5D 5S, 9C 9D 9H", "TC"),  # a gap
        ("AC 2C 3C 4C, 5H 5D 5S, 9C 9D 9H TC", "TC"),  # no set, and the card knocked with
        ("AC 2C 3C 4C, 5H 5D 5S 5C, 9C 9D 9H", "TC"),  # 5♣ is not held
        ("AC 2C 3C 4C, 5H 5D 5S, 9C 9D 9S", "TC"),  # 9♠ is the other seat's
        ("AC 2C 3C, 2C 3C 4C, 5H 5D 5S, 9C 9D 9H", "TC"),  # no card stands in two melds
        ("AC 2C 3C 4C, 5H 5D 5S, 5H 5D 5S, 9C 9D 9H", "TC"),
        ("AC 2C 3C 4C, 5H 5D 5S, 9C 9D 9H", "4C"),  # 4♣ is knocked with
        ("AC 2C 3C 4C 5H 5D 5S 9C 9D 9H", "TC"),  # one part of everything
    ],
)
def test_a_wrong_arrangement_is_refused(said: str, card: str) -> None:
    refused(knock(GIN, FITTING, said, card), 0, 3)


def test_the_ace_is_low_in_an_arrangement_too() -> None:
    hand = "QC KC AC 5H 5D 5S 9C 9D 9H 2D"
    refused(knock(hand, "5C 9S KS QS JH TH 8D 7C 3D 2H", "QC KC AC, 5H 5D 5S, 9C 9D 9H"), 0, 3)
