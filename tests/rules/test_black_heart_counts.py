"""Black Heart Rum: how many cards another seat holds is told up to ten, then "more than ten"."""

from __future__ import annotations

from typing import Any

import pytest
from black_heart_hands import opened, stacked, table
from rummy_hands import standing

# The pile grows to K♠ 7♣ 3♥ Q♠ 7♠ 9♣ (top last); seat 0 digs for 7♠ with two cards or for 7♣ with five.
HANDS = {0: "7S 7H 7C 4C 5C 6C 2H 9S JC KC", 1: "7C 7S 2C 2S 3S 8S 9S TS JS AS", 2: "3H 9C 2C 3C 2H 8H 9H TH 6S AH"}
REST = "KS QC KC QS JS JC QS"
SCRIPT = "1 draw stock; discard 7C; 2 draw stock; discard 3H; 0 draw stock; discard QS; "
SCRIPT += "1 draw stock; discard 7S; 2 draw stock; discard 9C; 0 "


def hand_seen(by: int, script: str, **options: Any) -> Any:
    """What a seat (or somebody who looks on, -1) sees of seat 0's hand."""
    deal = opened(stacked(HANDS, REST), SCRIPT.removesuffix("0 ") if not script else SCRIPT + script, **options)
    places = [place for place in deal.view(by).data()["places"] if place[1] == "hand" and place[2] == 0]
    assert len(places) == 1
    return places[0]


def number(by: int, script: str, **options: Any) -> Any:
    """The number that a seat sees of seat 0's hand."""
    deal = opened(stacked(HANDS, REST), SCRIPT.removesuffix("0 ") if not script else SCRIPT + script, **options)
    return deal.view(by).count("hand", 0)


@pytest.mark.parametrize("by", [-1, 1, 2])
def test_up_to_ten_the_number_is_told(by: int) -> None:
    assert number(by, "") == 10
    assert number(by, "draw stock; discard KC") == 10
    # Twelve less three, less the discard.
    assert number(by, "draw discard 2; meld 7S 7S 7H") == 9
    assert number(by, "draw discard 2; meld 7S 7S 7H; discard KC") == 8


@pytest.mark.parametrize("by", [-1, 1, 2])
def test_above_ten_all_numbers_look_alike(by: int) -> None:
    # 11, 12, 14 and 15 cards; and 15 - 3 after a meld.
    seen = [hand_seen(by, f"draw {what}") for what in ("stock", "discard 2", "discard 4", "discard 5")]
    seen.append(hand_seen(by, "draw discard 5; meld 7C 7H 7S"))
    assert all(place == seen[0] for place in seen)
    assert hand_seen(by, "") != seen[0]


@pytest.mark.parametrize("by", [-1, 1, 2])
def test_with_show_counts_all_numbers_are_told(by: int) -> None:
    for script, cards in (("", 10), ("draw stock", 11), ("draw discard 2", 12), ("draw discard 4", 14), ("draw discard 5", 15)):
        assert number(by, script, show_counts=True) == cards


def test_a_seat_sees_its_own_hand() -> None:
    for script, cards in (("draw stock", 11), ("draw discard 2", 12), ("draw discard 5", 15)):
        deal = opened(stacked(HANDS, REST), SCRIPT + script)
        assert len(deal.view(0).hand()) == cards


def test_a_position_tells_everything() -> None:
    assert len(standing(table(HANDS, SCRIPT + "draw discard 5", REST))["hands"][0]) == 15


def test_the_number_comes_back_when_the_hand_is_small_again() -> None:
    script = "draw discard 5; meld 7C 7C 7H 7S 7S; discard KC"
    for by in (-1, 1, 2):
        # 15 - 5 - 1.
        assert number(by, script) == 9
