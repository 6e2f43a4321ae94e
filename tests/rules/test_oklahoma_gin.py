"""Oklahoma Gin: the upcard is the knock limit, an ace may mean gin, spades may double; the rest is Gin Rummy."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, ask, circling, column, dealt, ended, no_record, record, refused, standing
from rummy_more import Deal

GAME = "oklahoma-gin"
SETS = "7S 7H 7D 4C 5C 6C 9C 9D"  # matched, once 9♥ is drawn
OTHER = "KS QH JD TC 8S 6D 3S 2H 8C 5H"  # nothing matched: 40 + 8 + 6 + 3 + 2 + 8 + 5 = 72


def match(*deals: Deal, **options: Any) -> Answer:
    """What comes of a match of these deals, the first of which seat 0 deals."""
    return ask(record(GAME, *deals, seats=2, dealer=0) | {"options": options})


def knocked(upcard: str, left: str, action: str = "knock TD", other: str = OTHER, dealer: int = 0) -> Deal:
    """Both pass the upcard, and the seat that does not deal draws from the stock and knocks with T♦: action 3 of the deal.

    With one card `left` it holds SETS, that card and T♦, and draws 9♥. With four it holds the first two sets and draws T♦.
    """
    first = 1 - dealer
    one = len(left.split()) == 1
    drawn = "9H" if one else "TD"
    hand = f"{SETS} {left} TD" if one else f"{SETS[:17]} {left}"
    deck = dealt(PACK, [first, dealer], 10, {first: hand, dealer: other}, f"{upcard} {drawn}")
    return deck, f"{first} pass; {dealer} pass; {first} draw stock; {action}"


# --- the limit -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("upcard", "left", "count", "fine"),
    [
        ("3D", "3H", 3, True),
        ("3D", "4H", 4, False),
        ("AD", "AH", 1, True),
        ("AD", "2D", 2, False),
        ("2D", "2C", 2, True),
        ("2D", "3H", 3, False),
        ("7C", "5D", 5, True),
        ("8D", "TS", 10, False),
        ("9S", "8H", 8, True),
        ("TH", "TS", 10, True),
        ("JH", "TS", 10, True),
        ("QC", "KD", 10, True),
        ("KH", "JS", 10, True),
    ],
)
def test_the_upcards_value_is_the_knock_limit(upcard: str, left: str, count: int, fine: bool) -> None:
    # Nothing of the other seat's 72 fits the three sets: that would be 3♣, 7♣, the other sevens and nines.
    answer = match(knocked(upcard, left))
    if fine:
        assert ended(answer) == ("knock", [0, 72 - count])
    else:
        refused(answer, 0, 3, {"3D": "3", "AD": "1", "2D": "2", "8D": "8"}[upcard])


@pytest.mark.parametrize("upcard", ["JH", "QC", "KH", "TH"])
def test_faces_and_the_ten_are_10_not_more(upcard: str) -> None:
    # Four cards: 1 + 2 + 3 + 5 = 11, or 1 + 2 + 3 + 4 = 10.
    refused(match(knocked(upcard, "AH 2D 3H 5S")), 0, 3, "10")
    assert ended(match(knocked(upcard, "AH 2D 3H 4S"))) == ("knock", [0, 62])


def test_gin_may_be_knocked_whatever_the_limit() -> None:
    deck = dealt(PACK, [1, 0], 10, {1: "7S 7H 7D 4C 5C 6C 9C 9D 9S TD", 0: OTHER}, "AD 9H")
    assert ended(match((deck, "1 pass; 0 pass; 1 draw stock; knock TD"))) == ("gin", [0, 97])  # 72 + 25


def test_the_limit_stays_when_the_upcard_has_been_taken_or_covered() -> None:
    # Seat 1 takes 9♥, the upcard: the limit is 9.
    hand = "7S 7H 7D 4C 5C 6C 9C 9D TD "
    for left, fine in (("8H", True), ("TS", False)):
        deck = dealt(PACK, [1, 0], 10, {1: hand + left, 0: OTHER}, "9H")
        answer = match((deck, "1 draw discard; knock TD"))
        if fine:
            assert ended(answer) == ("knock", [0, 64])
        else:
            refused(answer, 0, 1, "9")


def test_each_deal_has_its_own_limit() -> None:
    answer = match(knocked("3D", "3H"), knocked("TH", "TS", dealer=1))
    assert column(answer, "totals") == [[0, 69], [62, 69]]
    refused(match(knocked("TH", "TS"), knocked("3D", "4H", dealer=1)), 1, 3, "3")


# --- ace_means_gin ---------------------------------------------------------------------------------------------------


def test_an_ace_lets_knock_with_1_unless_ace_means_gin() -> None:
    assert ended(match(knocked("AD", "AH"))) == ("knock", [0, 71])
    assert ended(match(knocked("AD", "AH"), ace_means_gin=False)) == ("knock", [0, 71])
    refused(match(knocked("AD", "AH"), ace_means_gin=True), 0, 3, "gin", "ace", "0")
    deck = dealt(PACK, [1, 0], 10, {1: "7S 7H 7D 4C 5C 6C 9C 9D 9S TD", 0: OTHER}, "AD 9H")
    assert ended(match((deck, "1 pass; 0 pass; 1 draw stock; knock TD"), ace_means_gin=True)) == ("gin", [0, 97])


def test_ace_means_gin_concerns_an_ace_only() -> None:
    assert ended(match(knocked("2D", "AH"), ace_means_gin=True)) == ("knock", [0, 71])


# --- spades_double ---------------------------------------------------------------------------------------------------


def test_a_spade_doubles_what_the_deal_scores_only_with_the_option() -> None:
    assert ended(match(knocked("TS", "8H"))) == ("knock", [0, 64])
    assert ended(match(knocked("TS", "8H"), spades_double=True)) == ("knock", [0, 128])
    assert ended(match(knocked("TH", "8H"), spades_double=True)) == ("knock", [0, 64])


def test_bonuses_of_the_deal_are_doubled_too() -> None:
    deck = dealt(PACK, [1, 0], 10, {1: "7S 7H 7D 4C 5C 6C 9C 9D 9S TD", 0: OTHER}, "AS 9H")
    answer = match((deck, "1 pass; 0 pass; 1 draw stock; knock TD"), spades_double=True)
    assert ended(answer) == ("gin", [0, 194])  # 2 x (72 + 25)


def test_an_undercut_is_doubled_too() -> None:
    # 8 against 2♦ alone: 2 x (6 + 25).
    other = "JS QS KS 8S 8C 8D AC AD AH 2D"
    answer = match(knocked("TS", "8H", other=other), spades_double=True)
    assert ended(answer) == ("undercut", [62, 0])


def test_boxes_and_the_bonuses_of_the_match_are_not_doubled() -> None:
    answer = match(knocked("TS", "8H"), spades_double=True)
    assert (answer["over"], answer["winners"]) == (True, [1])
    assert answer["final"] == [0, 353]  # 128 + 100 + 100 + 25


# --- as in Gin Rummy -------------------------------------------------------------------------------------------------


def test_the_upcard_is_offered_to_both_and_the_phase_is_upcard() -> None:
    deck = dealt(PACK, [1, 0], 10, {}, "TS")
    for script, turn, phase in (("", [1], "upcard"), ("1 pass", [0], "upcard"), ("1 pass; 0 pass", [1], "draw")):
        position = standing(match((deck, script)))
        assert (position["turn"], position["phase"]) == (turn, phase)
    assert standing(match((deck, "")))["stock"] == 31


def test_the_winner_deals_or_by_the_option_in_turn() -> None:
    deals = knocked("TH", "8H"), (dealt(PACK, [0, 1], 10, {}, ""), "")
    assert column(match(*deals), "dealer") == [0, 1]
    again = match(knocked("TH", "8H"), knocked("2D", "2C", dealer=1), knocked("TH", "8H"), dealer="alternate", target=1000)
    assert column(again, "dealer") == [0, 1, 0]


def test_the_match_is_over_at_100_with_final_totals() -> None:
    deals = knocked("TH", "8H"), knocked("2D", "2C", dealer=1), knocked("TH", "8H")  # 64, 70, 64
    refused(match(*deals, knocked("TH", "8H", dealer=1), dealer="alternate"), 3, 0, "over")
    answer = match(*deals, dealer="alternate")
    assert column(answer, "totals")[-1] == [70, 128]
    assert answer["final"] == [95, 278]  # 70 + 25; 128 + 100 + 2 x 25


def test_two_cards_left_in_the_stock_make_the_deal_void_and_the_same_dealer_deals_again() -> None:
    deck = dealt(PACK, [1, 0], 10, {}, "")
    script = "1 pass; 0 pass; " + circling(deck, [1, 0], 10, 29)
    answer = match((deck, script), (deck, ""), deals=1, spades_double=True)
    assert (column(answer, "ended"), column(answer, "dealer")) == (["void", None], [0, 0])
    assert column(answer, "scores") == [[0, 0], None]


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"knock_limit": 10},
        {"ace_means_gin": 1},
        {"spades_double": "yes"},
        {"target": 0},
        {"deals": 101},
        {"gin_bonus": 1001},
        {"big_gin": -1},
        {"dealer": "loser"},
        {"max_turns_over": 0},
        {"ace_high": True},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, (" ".join(PACK), ""), seats=2, dealer=0) | {"options": options})


def test_the_ends_of_the_ranges_are_values() -> None:
    names = ["gin_bonus", "undercut_bonus", "game_bonus", "shutout_bonus", "box_bonus", "big_gin"]
    for edge in (0, 1000):
        options = {**dict.fromkeys(names, edge), "ace_means_gin": bool(edge), "spades_double": bool(edge), "return_discard": True}
        standing(match((" ".join(PACK), ""), **options))


@pytest.mark.parametrize("seats", [1, 3])
def test_oklahoma_gin_is_for_two(seats: int) -> None:
    no_record({**record(GAME, (" ".join(PACK), ""), seats=2, dealer=0), "seats": ["x"] * seats})
