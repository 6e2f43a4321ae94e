"""Spot Hearts: hearts count their pips, Q♠ 25, 124 a deal, and the match goes to 500."""

from __future__ import annotations

from typing import Any

import pytest
from hands import (
    ALL_POINTS_NOT_ALL_TRICKS,
    SPLITS,
    SUNS,
    Plan,
    accepted,
    answer,
    cards,
    filled,
    may_play,
    position,
    results,
    turned,
)
from variant_hands import (
    ADD,
    SUBTRACT,
    SUN6,
    Doubled,
    after_in,
    defaults,
    doubled,
    end,
    paid,
    refused_at_the_end,
    seat_numbers,
    variant,
)

SUN = SUNS[4]  # seat 0 takes every card
MOON = ALL_POINTS_NOT_ALL_TRICKS  # seat 0 takes all the points and T♦ in eleven tricks, seat 1 J♦

# Seat 1 takes 2♥ on A♣ in the first trick; seat 0 has all the rest.
ONE_HEART_ESCAPES = ["2C AD 3C..KC", "AC 2D..KD", "2H..AH", "2S..AS"]


def spot(*plans: Plan, dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of spot-hearts; nobody gives."""
    return variant("spot-hearts", plans, dealer, **options)


def deal(table: list[str], said: str = "", **options: Any) -> list[int]:
    """What one deal pays; where seat 0 chooses, `said` is its choice."""
    return paid(spot(Plan(table, then=[[0, said]] if said else []), **options))


# --- what counts -----------------------------------------------------------------------------------------------------


def test_hearts_count_their_pips_and_the_queen_25() -> None:
    """Seat 1: 2 + 3 + ... + 10 = 54 and J 10: 64. Seat 0: Q 10, K 10, A 15, Q♠ 25: 60."""
    assert deal(SPLITS[4]) == [60, 64, 0, 0]


@pytest.mark.parametrize("by", range(12))
def test_each_heart_by_itself(by: int) -> None:
    """Which heart falls on trick 1 is what seat 1 takes; all the others and Q♠ go to seat 0, 124 less that one."""
    hearts = cards("2H..AH")
    first = hearts[by]
    table = [*ONE_HEART_ESCAPES[:2], " ".join([first, *(card for card in hearts if card != first)]), ONE_HEART_ESCAPES[3]]
    worth = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10][by]
    assert deal(table) == [124 - worth, worth, 0, 0]


def test_the_ace_of_hearts_is_fifteen() -> None:
    table = [*ONE_HEART_ESCAPES[:2], "AH 2H..KH", ONE_HEART_ESCAPES[3]]
    assert deal(table) == [109, 15, 0, 0]


def test_the_queen_by_herself_is_25() -> None:
    """She falls on A♣ beside 2♥, the first trick being free: 25 + 2 for seat 1, 99 - 2 for seat 0."""
    table = [*ONE_HEART_ESCAPES[:3], "QS 2S..JS KS AS"]
    assert deal(table, first_trick="free") == [97, 27, 0, 0]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        # 3: K♥ 10 and A♥ 15 to seat 0; Q♠ 25, 2♥ to T♥ 54, J♥ 10, Q♥ 10 to seat 1.
        (3, [25, 99, 0]),
        # 5: seat 1 takes 2♥ to 7♥ (27) and Q♥ K♥ A♥ (35). Seat 0: Q♠ 25, 8 + 9 + 10 + 10 = 37.
        (5, [62, 62, 0, 0, 0]),
        # 6: seat 1 takes 2♥ to 5♥ (14), T♥ 10, J♥ 10. Seat 0: Q♠ 25, 6 + 7 + 8 + 9 = 30, Q♥ 10, K♥ 10, A♥ 15.
        (6, [90, 34, 0, 0, 0, 0]),
    ],
)
def test_other_tables(seats: int, expected: list[int]) -> None:
    assert sum(expected) == 124
    assert deal(SPLITS[seats]) == expected


def test_king_and_ace_of_spades_stay_ten_and_seven() -> None:
    """Seat 0 took both: 60 + 17; 141 a deal."""
    assert deal(SPLITS[4], black_spades=True) == [77, 64, 0, 0]
    assert deal(SUN, black_spades=True, moon="off") == [141, 0, 0, 0]


def test_a_bonus_card_is_ten_as_ever() -> None:
    """Seat 1 takes J♦: 64 - 10."""
    assert deal(SPLITS[4], bonus_card="JD") == [60, 54, 0, 0]


def test_spot_turned_off_counts_plainly() -> None:
    assert deal(SPLITS[4], spot=False) == [16, 10, 0, 0]


# --- moon and sun ----------------------------------------------------------------------------------------------------


def test_a_moon_pays_124() -> None:
    assert deal(MOON, SUBTRACT) == [-124, 0, 0, 0]
    assert deal(MOON, ADD) == [0, 124, 124, 124]
    assert deal(MOON, moon="subtract") == [-124, 0, 0, 0]
    assert deal(MOON, moon="add") == [0, 124, 124, 124]
    assert deal(MOON, moon="off") == [124, 0, 0, 0]
    assert position(spot(Plan(MOON)))["phase"] == "moon"


def test_122_of_124_are_no_moon() -> None:
    assert deal(ONE_HEART_ESCAPES) == [122, 2, 0, 0]
    refused_at_the_end(spot(Plan(ONE_HEART_ESCAPES)), [0, ADD])


def test_every_trick_is_a_plain_moon_by_default() -> None:
    assert deal(SUN, ADD) == [0, 124, 124, 124]
    assert deal(SUN, ADD, sun="plain") == [0, 124, 124, 124]


def test_a_double_sun_pays_248() -> None:
    assert deal(SUN, ADD, sun="double") == [0, 248, 248, 248]
    assert deal(SUN, SUBTRACT, sun="double") == [-248, 0, 0, 0]
    assert deal(MOON, ADD, sun="double") == [0, 124, 124, 124]
    assert deal(SUN, ADD, sun="double", black_spades=True) == [0, 282, 282, 282]  # 2 x 141


def test_the_bonus_card_besides() -> None:
    """-124 - 10, and no moon at all without it: MOON's J♦ is seat 1's."""
    assert deal(MOON, SUBTRACT, bonus_card="TD") == [-134, 0, 0, 0]
    assert deal(MOON, bonus_card="JD") == [124, -10, 0, 0]
    assert deal(SUN, ADD, bonus_card="JD", sun="double") == [-10, 248, 248, 248]


def test_two_packs_are_248_a_deal() -> None:
    """Six seats, seat 0 takes every card: 2 x 124; as a double sun 496; with two jacks -20 besides."""
    assert paid(doubled("spot-hearts", [Doubled(SUN6)], packs=2, moon="off")) == [248, 0, 0, 0, 0, 0]
    assert paid(doubled("spot-hearts", [Doubled(SUN6)], packs=2, moon="add")) == [0, 248, 248, 248, 248, 248]
    two = doubled("spot-hearts", [Doubled(SUN6)], packs=2, moon="add", sun="double", bonus_card="JD")
    assert paid(two) == [-20, 496, 496, 496, 496, 496]


# --- the match -------------------------------------------------------------------------------------------------------


def test_the_target_is_500() -> None:
    """124 to all others a deal: 372, 496, 620."""
    assert results(spot(*[Plan(SUN)] * 4, moon="add"), "totals")[-1] == [0, 496, 496, 496]
    assert end(spot(*[Plan(SUN)] * 4, moon="add")) == (False, [])
    assert end(spot(*[Plan(SUN)] * 5, moon="add")) == (True, [0])


def test_exactly_500_ends_it() -> None:
    """Moon off: 4 x 124 = 496 for seat 0, 0 for the others. Then a deal that brings it exactly 4♥ and seat 1 the rest, 120:
    500 120 0 0, two level. Then 60 64 to seats 2 and 3: 500 120 60 64, and seat 2 has won."""
    four = ["AC 2D..KD", "2C AD 3C..KC", "4H 2H 3H 5H..AH", "2S..AS"]
    plans = [*[Plan(SUN)] * 4, Plan(four), Plan(turned(SPLITS[4], 2))]
    assert results(spot(*plans, moon="off"), "totals")[4:] == [[500, 120, 0, 0], [500, 120, 60, 64]]
    assert end(spot(*plans[:5], moon="off")) == (False, [])
    assert end(spot(*plans, moon="off")) == (True, [2])


@pytest.mark.parametrize(("target", "deals"), [(124, 1), (125, 2), (100, 1), (500, 5)])
def test_another_target(target: int, deals: int) -> None:
    assert end(spot(*[Plan(SUN)] * deals, moon="add", target=target)) == (True, [0])
    if deals > 1:
        assert end(spot(*[Plan(SUN)] * (deals - 1), moon="add", target=target)) == (False, [])


def test_the_option_alone_does_not_change_the_target() -> None:
    """`spot` turned off here leaves 500; turned on in hearts or omnibus-hearts it leaves 100: 124 to three others ends it."""
    assert end(spot(*[Plan(SUN)] * 4, moon="add", spot=False)) == (False, [])  # 104
    for game in ("hearts", "omnibus-hearts", "shoot-the-sun"):
        assert end(variant(game, [Plan(SUN)], moon="add", spot=True)) == (True, [0])


# --- the rest is hearts ----------------------------------------------------------------------------------------------


def test_three_to_six_seats() -> None:
    assert seat_numbers("spot-hearts") == [3, 4, 5, 6]


def test_the_defaults_are_those_of_hearts() -> None:
    """Cards go left, then right; a moon is the shooter's to choose."""
    record = defaults("spot-hearts", [Plan(SPLITS[4], give=1), Plan(SPLITS[4], give=3)])
    assert results(record, "totals")[-1] == [120, 128, 0, 0]
    assert answer(record)["game"] == "spot-hearts"


def test_the_bars_are_those_of_hearts() -> None:
    """On the first trick every heart and Q♠; after it, Q♠ may be led and unbroken hearts may not."""
    table = filled(["2C", "3D 2H..QH QS", "", ""])
    assert may_play(after_in("spot-hearts", table, "2C")) == "3D"
    assert may_play(after_in("spot-hearts", table, "2C", first_trick="hearts")) == "3D QS"
    table = filled(["AC KC 5H QS", "3C", "4C", "2C"])
    record = after_in("spot-hearts", table, "2C AC 3C 4C", leader=3)
    assert not accepted(record, [0, "play 5H"])
    assert accepted(record, [0, "play QS"])
