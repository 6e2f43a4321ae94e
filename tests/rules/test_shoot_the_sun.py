"""Shoot the Sun: every trick of a deal pays twice the moon."""

from __future__ import annotations

from typing import Any

import pytest
from hands import ALL_POINTS_NOT_ALL_TRICKS, SPLITS, SUNS, Plan, accepted, answer, filled, may_play, position, results, turned
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
MOON = ALL_POINTS_NOT_ALL_TRICKS  # seat 0 takes all the points in eleven tricks, T♦ with them; seat 1 takes J♦

# Seat 1 takes the first trick, in which there is no point, with A♣; seat 0 the other twelve.
TWELVE = ["2C AD 3C..KC", "AC 2D..KD", "JS 2H..KH", "2S AH 3S..TS QS KS AS"]

# Seat 0 takes twelve tricks with its clubs (seat 3 leads 2♣) and gives the last, 2♠ A♦ J♠ A♠ without a point, to seat 3.
ALL_BUT_THE_LAST = ["AC KC..3C 2S", "2D..AD", "2H..KH JS", "2C 4S..TS QS KS AH 3S AS"]


def sun(*plans: Plan, dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of shoot-the-sun; nobody gives."""
    return variant("shoot-the-sun", plans, dealer, **options)


def deal(table: list[str], said: str = "", seat: int = 0, **options: Any) -> list[int]:
    """What one deal pays; where a seat chooses, `said` is its choice."""
    return paid(sun(Plan(table, then=[[seat, said]] if said else []), **options))


# --- the sun ---------------------------------------------------------------------------------------------------------


def test_every_trick_pays_52() -> None:
    """Twice 26, off its own total or to every other."""
    assert deal(SUN, SUBTRACT) == [-52, 0, 0, 0]
    assert deal(SUN, ADD) == [0, 52, 52, 52]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_any_seat_of_any_table(seats: int) -> None:
    for by in range(seats):
        table = turned(SUNS[seats], by)
        assert deal(table, ADD, by) == [0 if seat == by else 52 for seat in range(seats)]
        assert deal(table, SUBTRACT, by) == [-52 if seat == by else 0 for seat in range(seats)]


def test_it_is_settled_like_a_moon() -> None:
    """The seat chooses, in the phase `moon`, with the words of a moon, and once."""
    said = answer(sun(Plan(SUN)))
    assert said["deals"] == [{"dealer": 3, "ended": None, "scores": None, "totals": [0, 0, 0, 0]}]
    assert said["position"] == {"turn": [0], "phase": "moon", "hands": [[], [], [], []], "trick": []}
    refused_at_the_end(sun(Plan(SUN)), [1, ADD])
    refused_at_the_end(sun(Plan(SUN, then=[[0, ADD]])), [0, SUBTRACT])


@pytest.mark.parametrize(("moon", "scores"), [("add", [0, 52, 52, 52]), ("subtract", [-52, 0, 0, 0])])
def test_it_is_settled_as_moon_says(moon: str, scores: list[int]) -> None:
    """At once: nobody is asked."""
    assert deal(SUN, moon=moon) == scores
    refused_at_the_end(sun(Plan(SUN), moon=moon), [0, ADD])


@pytest.mark.parametrize("value", ["off", "plain", "double"])
def test_with_the_moon_off_there_is_no_sun(value: str) -> None:
    assert deal(SUN, moon="off", sun=value) == [26, 0, 0, 0]
    refused_at_the_end(sun(Plan(SUN), moon="off", sun=value), [0, ADD])


@pytest.mark.parametrize("value", ["off", "plain"])
def test_a_table_may_pay_it_as_a_moon(value: str) -> None:
    assert deal(SUN, ADD, sun=value) == [0, 26, 26, 26]
    assert deal(SUN, SUBTRACT, sun=value) == [-26, 0, 0, 0]


# --- no sun ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [MOON, TWELVE], ids=["eleven", "twelve"])
def test_all_the_points_but_not_all_the_tricks_is_a_plain_moon(table: list[str]) -> None:
    assert deal(table, ADD) == [0, 26, 26, 26]
    assert deal(table, SUBTRACT) == [-26, 0, 0, 0]
    assert deal(table, moon="add") == [0, 26, 26, 26]


def test_the_last_trick_counts_as_the_first_does() -> None:
    """A heart falls on the first trick, which is free here."""
    assert deal(ALL_BUT_THE_LAST, ADD, first_trick="free") == [0, 26, 26, 26]


def test_some_of_the_points_are_theirs_who_took_them() -> None:
    assert deal(SPLITS[4]) == [16, 10, 0, 0]
    refused_at_the_end(sun(Plan(SPLITS[4])), [0, ADD])


# --- with other options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "worth"),
    [({"spot": True}, 248), ({"black_spades": True}, 86), ({"spot": True, "black_spades": True}, 282)],
    ids=str,
)
def test_it_doubles_all_the_points_of_the_deal(options: dict[str, Any], worth: int) -> None:
    """2 x 124, 2 x 43, 2 x 141."""
    assert deal(SUN, ADD, **options) == [0, worth, worth, worth]
    assert deal(SUN, SUBTRACT, **options) == [-worth, 0, 0, 0]


@pytest.mark.parametrize("bonus", ["JD", "TD"])
def test_a_bonus_cards_ten_is_not_doubled(bonus: str) -> None:
    """-52 - 10; 52 and -10."""
    assert deal(SUN, SUBTRACT, bonus_card=bonus) == [-62, 0, 0, 0]
    assert deal(SUN, ADD, bonus_card=bonus) == [-10, 52, 52, 52]
    assert deal(SUN, bonus_card=bonus, moon="off") == [16, 0, 0, 0]


def test_a_plain_moon_with_and_without_the_bonus_card() -> None:
    """MOON: T♦ is with the points, J♦ is not."""
    assert deal(MOON, ADD, bonus_card="TD") == [-10, 26, 26, 26]
    assert deal(MOON, bonus_card="JD") == [26, -10, 0, 0]


def test_a_floor_takes_nothing_from_scores() -> None:
    record = sun(Plan(SUN, then=[[0, SUBTRACT]]), floor_zero=True)
    assert (paid(record), results(record, "totals")) == ([-52, 0, 0, 0], [[0, 0, 0, 0]])


def test_with_two_packs_it_pays_104() -> None:
    """Six seats: every card of the two packs, those of the tricks that nobody took at once among them: 2 x 52."""
    assert paid(doubled("shoot-the-sun", [Doubled(SUN6)], packs=2, moon="add")) == [0, 104, 104, 104, 104, 104]
    two = doubled("shoot-the-sun", [Doubled(SUN6, then=[[0, SUBTRACT]])], packs=2, bonus_card="TD")
    assert paid(two) == [-124, 0, 0, 0, 0, 0]  # -104 - 20


# --- the rest is hearts ----------------------------------------------------------------------------------------------


def test_three_to_six_seats() -> None:
    assert seat_numbers("shoot-the-sun") == [3, 4, 5, 6]


def test_the_target_is_100() -> None:
    """52, 104 to every other."""
    assert end(sun(Plan(SUN), moon="add")) == (False, [])
    assert end(sun(Plan(SUN), Plan(SUN), moon="add")) == (True, [0])
    assert end(sun(Plan(SUN), moon="add", target=52)) == (True, [0])


def test_the_defaults_are_those_of_hearts() -> None:
    """Cards go left, then right; the sun is the shooter's to choose, at 52."""
    record = defaults("shoot-the-sun", [Plan(SPLITS[4], give=1), Plan(SPLITS[4], give=3)])
    assert results(record, "totals")[-1] == [32, 20, 0, 0]
    record = defaults("shoot-the-sun", [Plan(SUNS[5], give=1, then=[[0, ADD]])])
    assert paid(record) == [0, 52, 52, 52, 52]


def test_the_bars_are_those_of_hearts() -> None:
    table = filled(["2C", "3D 2H..QH QS", "", ""])
    assert may_play(after_in("shoot-the-sun", table, "2C")) == "3D"
    table = filled(["AC KC 5H QS", "3C", "4C", "2C"])
    record = after_in("shoot-the-sun", table, "2C AC 3C 4C", leader=3)
    assert position(record)["turn"] == [0]
    assert not accepted(record, [0, "play 5H"])
    assert accepted(record, [0, "play QS"])
