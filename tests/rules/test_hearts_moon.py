"""Hearts: shooting the moon and the sun (options `moon`, `sun`, and what the others make of them)."""

from __future__ import annotations

from typing import Any

import pytest
from hands import (
    ALL_POINTS_NOT_ALL_TRICKS,
    SPLITS,
    SUNS,
    Plan,
    answer,
    hearts,
    position,
    refusal,
    refused,
    results,
    turned,
    with_more,
)

# Seat 0 takes all the points in eleven tricks; J♦ goes to seat 1, every other diamond, K♠ and A♠ to seat 0.
MOON = ALL_POINTS_NOT_ALL_TRICKS
SUN = SUNS[4]

ADD = "moon add"
SUBTRACT = "moon subtract"


def paid(table: list[str], said: str = "", seat: int = 0, **options: Any) -> list[int]:
    """What the deal pays; where a seat chooses, `said` is its choice."""
    (scores,) = results(hearts([Plan(table, then=[[seat, said]] if said else [])], **options), "scores")
    assert isinstance(scores, list)
    return scores


# --- the choice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"moon": "choose"}], ids=["default", "choose"])
def test_who_took_all_the_points_decides(options: dict[str, Any]) -> None:
    """26 off its own total, or 26 to every other."""
    assert paid(MOON, SUBTRACT, **options) == [-26, 0, 0, 0]
    assert paid(MOON, ADD, **options) == [0, 26, 26, 26]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_any_seat_of_any_table_may_shoot(seats: int) -> None:
    for by in range(seats):
        table = turned(SUNS[seats], by)
        assert paid(table, SUBTRACT, by) == [-26 if seat == by else 0 for seat in range(seats)]
        assert paid(table, ADD, by) == [0 if seat == by else 26 for seat in range(seats)]


def test_until_it_is_decided_the_deal_goes_on() -> None:
    """All cards are played: neither end nor scores, the totals of before, and the shooter alone may act."""
    assert answer(hearts([Plan(SPLITS[4]), Plan(turned(MOON, 2))])) == {
        "game": "hearts",
        "deals": [
            {"dealer": 3, "ended": "tricks", "scores": [16, 10, 0, 0], "totals": [16, 10, 0, 0]},
            {"dealer": 0, "ended": None, "scores": None, "totals": [16, 10, 0, 0]},
        ],
        "over": False,
        "winners": [],
        "position": {"turn": [2], "phase": "moon", "hands": [[], [], [], []], "trick": []},
    }


def test_the_decision_ends_the_deal() -> None:
    said = answer(hearts([Plan(MOON, then=[[0, SUBTRACT]])]))
    assert said["deals"] == [{"dealer": 3, "ended": "tricks", "scores": [-26, 0, 0, 0], "totals": [-26, 0, 0, 0]}]
    assert said["position"] is None


def test_only_the_shooter_decides_and_only_that() -> None:
    for said in ([1, ADD], [2, SUBTRACT], [0, "play 2C"], [0, "pass"], [0, "yes"], [1, "give 2C 3C 4C"]):
        refusal(hearts([Plan(MOON)]), said)


def test_it_decides_once() -> None:
    refused(hearts([Plan(MOON, then=[[0, SUBTRACT], [0, ADD]])]), 0, 53)


def test_a_moon_is_not_decided_before_the_last_card() -> None:
    """After 48 plays seat 0 has all the points for certain, and still has a card."""
    refusal(hearts([Plan(MOON, stop=48)]), [0, ADD])


def test_a_deal_whose_moon_is_undecided_is_not_over() -> None:
    """52 plays, then another deal: refused at action 52 of the first."""
    refused(hearts([Plan(MOON), Plan(SPLITS[4])]), 0, 52)


def test_who_did_not_shoot_decides_nothing() -> None:
    """16 and 10: the deal is over with its last card."""
    for seat in range(4):
        refused(hearts([Plan(SPLITS[4], then=[[seat, ADD]])]), 0, 52)


# --- option moon -----------------------------------------------------------------------------------------------------


def test_moon_add_pays_at_once() -> None:
    """Nobody is asked: 26 to every other."""
    assert paid(MOON, moon="add") == [0, 26, 26, 26]
    refused(hearts([Plan(MOON, then=[[0, ADD]])], moon="add"), 0, 52)
    refused(hearts([Plan(MOON, then=[[0, SUBTRACT]])], moon="add"), 0, 52)


def test_moon_subtract_pays_at_once() -> None:
    assert paid(MOON, moon="subtract") == [-26, 0, 0, 0]
    refused(hearts([Plan(MOON, then=[[0, SUBTRACT]])], moon="subtract"), 0, 52)


@pytest.mark.parametrize("sun", ["off", "plain", "double"])
def test_moon_off_changes_no_score(sun: str) -> None:
    """Who took them keeps them, every trick or not: with `moon` off there is no sun either."""
    assert paid(MOON, moon="off", sun=sun) == [26, 0, 0, 0]
    assert paid(SUN, moon="off", sun=sun) == [26, 0, 0, 0]
    refused(hearts([Plan(SUN, then=[[0, SUBTRACT]])], moon="off", sun=sun), 0, 52)


# --- what a moon is worth --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({"spot": True}, 124),  # 99 in hearts and 25
        ({"black_spades": True}, 43),  # 26 + 10 + 7
        ({"spot": True, "black_spades": True}, 141),  # 124 + 17
    ],
    ids=str,
)
def test_a_moon_pays_all_the_points_of_the_deal(options: dict[str, Any], worth: int) -> None:
    assert paid(MOON, SUBTRACT, **options) == [-worth, 0, 0, 0]
    assert paid(MOON, ADD, **options) == [0, worth, worth, worth]
    assert paid(MOON, moon="off", **options) == [worth, 0, 0, 0]


def test_all_the_hearts_and_the_queen_are_no_moon_without_the_black_spades() -> None:
    """A♠ goes to seat 1 (on the first trick, `first_trick` being free): seat 0 has 13 + 13 + 10 = 36 of 43, seat 1 has 7.

    With `black_spades` off the same deal is a moon.
    """
    table = ["2C AD 3C..KC", "AC 2D..KD", "JS 2H..KH", "AS AH 2S..TS QS KS"]
    options: dict[str, Any] = {"first_trick": "free", "moon": "subtract"}
    assert paid(table, black_spades=True, **options) == [36, 7, 0, 0]
    assert paid(table, black_spades=False, **options) == [-26, 0, 0, 0]


# --- the bonus card --------------------------------------------------------------------------------------------------


def test_a_moon_needs_the_bonus_card() -> None:
    """All 26 points without J♦ are 26 points; who took J♦ has its −10."""
    for moon in ("choose", "add", "subtract", "off"):
        assert paid(MOON, bonus_card="JD", moon=moon) == [26, -10, 0, 0]


def test_a_moon_with_the_bonus_card_pays_26_and_the_ten_besides() -> None:
    """T♦ is with the points: −26 − 10 = −36; or 26 to every other and −10 for the shooter."""
    assert paid(MOON, SUBTRACT, bonus_card="TD") == [-36, 0, 0, 0]
    assert paid(MOON, ADD, bonus_card="TD") == [-10, 26, 26, 26]
    assert paid(MOON, bonus_card="TD", moon="add") == [-10, 26, 26, 26]
    assert paid(MOON, bonus_card="TD", moon="subtract") == [-36, 0, 0, 0]
    assert paid(MOON, bonus_card="TD", moon="off") == [16, 0, 0, 0]


def test_a_spot_moon_with_the_bonus_card() -> None:
    """−124 − 10."""
    assert paid(MOON, SUBTRACT, bonus_card="TD", spot=True) == [-134, 0, 0, 0]
    assert paid(MOON, ADD, bonus_card="TD", spot=True) == [-10, 124, 124, 124]


def test_a_spot_deal_without_the_bonus_card_is_no_moon() -> None:
    assert paid(MOON, bonus_card="JD", spot=True) == [124, -10, 0, 0]


# --- the sun ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sun", ["off", "plain"])
def test_every_trick_pays_as_a_moon_unless_the_sun_is_double(sun: str) -> None:
    assert paid(SUN, SUBTRACT, sun=sun) == [-26, 0, 0, 0]
    assert paid(SUN, ADD, sun=sun) == [0, 26, 26, 26]


def test_the_sun_is_off_by_default() -> None:
    assert paid(SUN, ADD) == [0, 26, 26, 26]


def test_a_double_sun_pays_52() -> None:
    """Twice the moon, settled like it."""
    assert paid(SUN, SUBTRACT, sun="double") == [-52, 0, 0, 0]
    assert paid(SUN, ADD, sun="double") == [0, 52, 52, 52]
    assert paid(SUN, sun="double", moon="add") == [0, 52, 52, 52]
    assert paid(SUN, sun="double", moon="subtract") == [-52, 0, 0, 0]
    assert position(hearts([Plan(SUN)], sun="double"))["phase"] == "moon"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_double_sun_at_any_table(seats: int) -> None:
    assert paid(SUNS[seats], sun="double", moon="add") == [0] + [52] * (seats - 1)


@pytest.mark.parametrize("sun", ["off", "plain", "double"])
def test_all_the_points_but_not_all_the_tricks_is_a_plain_moon(sun: str) -> None:
    """Eleven tricks of thirteen, every point."""
    assert paid(MOON, SUBTRACT, sun=sun) == [-26, 0, 0, 0]


def test_twelve_tricks_are_no_sun() -> None:
    """A♣ takes the first trick, without a point in it, for seat 1; 2♦ gives seat 0 the lead and the rest."""
    table = ["2C AD 3C..KC", "AC 2D..KD", "JS 2H..KH", "2S AH 3S..TS QS KS AS"]
    assert paid(table, sun="double", moon="add") == [0, 26, 26, 26]


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({"spot": True}, 248),
        ({"black_spades": True}, 86),
        ({"spot": True, "black_spades": True}, 282),
    ],
    ids=str,
)
def test_a_double_sun_doubles_all_the_points_of_the_deal(options: dict[str, Any], worth: int) -> None:
    assert paid(SUN, ADD, sun="double", **options) == [0, worth, worth, worth]
    assert paid(SUN, SUBTRACT, sun="double", **options) == [-worth, 0, 0, 0]


@pytest.mark.parametrize("bonus", ["JD", "TD"])
def test_the_bonus_cards_ten_is_not_doubled(bonus: str) -> None:
    """−52 − 10 = −62; or 52 to every other and −10."""
    assert paid(SUN, SUBTRACT, sun="double", bonus_card=bonus) == [-62, 0, 0, 0]
    assert paid(SUN, ADD, sun="double", bonus_card=bonus) == [-10, 52, 52, 52]


def test_omnibus_with_spot_and_the_sun_five_seats_target_300() -> None:
    """One sun: 2 × 124 = 248 to every other, −10 for J♦. A second one by the same seat brings 496: over.

    Taken off instead: −248 − 10 = −258.
    """
    options: dict[str, Any] = {"bonus_card": "JD", "spot": True, "sun": "double", "target": 300}
    assert paid(SUNS[5], SUBTRACT, **options) == [-258, 0, 0, 0, 0]
    once = hearts([Plan(SUNS[5], then=[[0, ADD]])], **options)
    assert answer(once)["deals"][0]["totals"] == [-10, 248, 248, 248, 248]
    assert answer(once)["over"] is False
    twice = hearts([Plan(SUNS[5], then=[[0, ADD]])] * 2, **options)
    assert answer(twice)["deals"][1]["totals"] == [-20, 496, 496, 496, 496]
    assert (answer(twice)["over"], answer(twice)["winners"]) == (True, [0])


def test_a_choice_that_came_to_a_later_deal() -> None:
    """Seat 2 decides in the second deal, to the totals of the first: 16 + 26, 10 + 26, 0, 0 + 26."""
    record = hearts([Plan(SPLITS[4]), Plan(turned(SUN, 2))])
    assert results(with_more(record, [2, ADD]), "totals")[1] == [42, 36, 0, 26]
    assert results(with_more(record, [2, SUBTRACT]), "totals")[1] == [16, 10, -26, 0]
