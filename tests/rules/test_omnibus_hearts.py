"""Omnibus Hearts: the jack of diamonds is ten off, and a moon needs it."""

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
    refusal,
    results,
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
MOON = ALL_POINTS_NOT_ALL_TRICKS  # seat 0 takes all 26 points and T♦, seat 1 J♦

# As MOON, with J♦ and T♦ exchanged: seat 0 takes all the points and J♦ in eleven tricks, seat 1 takes T♦.
MOON_WITH_JACK = ["2C 3C AS KC..4C", "AC TD 2S 4D..9D JD QD KD AD", "2D 3D 2H..QH", "3S 4S QS KH AH 5S..JS KS"]

# Seat 0 takes twelve hearts, Q♠ and J♦, 25 - 10; seat 1 takes 2♥ on A♣.
JACK_NO_MOON = ["2C AD 3C..KC", "AC 2D..KD", "2H..AH", "2S..AS"]


def omnibus(*plans: Plan, dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of omnibus-hearts; nobody gives."""
    return variant("omnibus-hearts", plans, dealer, **options)


def deal(table: list[str], said: str = "", **options: Any) -> list[int]:
    """What one deal pays; where seat 0 chooses, `said` is its choice."""
    return paid(omnibus(Plan(table, then=[[0, said]] if said else []), **options))


# --- ten off ---------------------------------------------------------------------------------------------------------


def test_the_jack_of_diamonds_is_ten_off_for_who_takes_it() -> None:
    """Seat 1 takes ten hearts and leads J♦ itself: 10 - 10. Seat 0: three hearts and Q♠."""
    assert deal(SPLITS[4]) == [16, 0, 0, 0]


def test_the_jack_goes_to_who_takes_it_not_to_who_held_it() -> None:
    """Seat 1 throws J♦ on seat 0's clubs: 12 + 13 - 10 = 15."""
    assert deal(JACK_NO_MOON) == [15, 1, 0, 0]


def test_the_jack_alone_is_ten_below_zero() -> None:
    """Seat 1 takes J♦ and no point; seat 0 has 26 points without it."""
    record = omnibus(Plan(MOON), Plan(SPLITS[4]))
    assert results(record, "scores") == [[26, -10, 0, 0], [16, 0, 0, 0]]
    assert results(record, "totals") == [[26, -10, 0, 0], [42, -10, 0, 0]]


def test_no_other_card_is_a_bonus() -> None:
    """T♦ goes to seat 0 with twelve hearts, Q♠ and J♦: ten off for J♦ only."""
    assert deal(JACK_NO_MOON) == [12 + 13 - 10, 1, 0, 0]


def test_floor_zero_stops_totals_and_not_scores() -> None:
    record = omnibus(Plan(MOON), Plan(SPLITS[4]), floor_zero=True)
    assert results(record, "scores")[0] == [26, -10, 0, 0]
    assert results(record, "totals") == [[26, 0, 0, 0], [42, 0, 0, 0]]


@pytest.mark.parametrize(
    ("bonus", "scores"),
    [
        ("JD", [15, 1, 0, 0]),
        ("TD", [15, 1, 0, 0]),  # T♦ goes to seat 0 too
        ("none", [25, 1, 0, 0]),
    ],
)
def test_the_bonus_card_is_a_tables_to_choose(bonus: str, scores: list[int]) -> None:
    assert deal(JACK_NO_MOON, bonus_card=bonus) == scores


def test_ten_instead_of_jack() -> None:
    """MOON: T♦ goes to seat 0 with all the points, which is a moon then: 26 to every other and -10."""
    assert deal(MOON, ADD, bonus_card="TD") == [-10, 26, 26, 26]


# --- the moon --------------------------------------------------------------------------------------------------------


def test_all_the_points_without_the_jack_is_no_moon() -> None:
    """26 points, and nobody is asked."""
    for moon in ("choose", "add", "subtract", "off"):
        assert deal(MOON, moon=moon) == [26, -10, 0, 0]
    refused_at_the_end(omnibus(Plan(MOON)), [0, ADD])


def test_the_jack_without_all_the_points_is_no_moon() -> None:
    """25 of 26 and J♦: seat 0 is not asked."""
    refused_at_the_end(omnibus(Plan(JACK_NO_MOON)), [0, SUBTRACT])


def test_a_moon_pays_26_and_the_ten_besides() -> None:
    """-26 - 10 = -36; or 26 to every other and -10 for who shot it. Eleven tricks of thirteen do."""
    assert deal(MOON_WITH_JACK, SUBTRACT) == [-36, 0, 0, 0]
    assert deal(MOON_WITH_JACK, ADD) == [-10, 26, 26, 26]


def test_who_shot_it_decides() -> None:
    found = position(omnibus(Plan(MOON_WITH_JACK)))
    assert (found["phase"], found["turn"]) == ("moon", [0])


@pytest.mark.parametrize(
    ("moon", "scores"), [("add", [-10, 26, 26, 26]), ("subtract", [-36, 0, 0, 0]), ("off", [16, 0, 0, 0])], ids=str
)
def test_the_moon_by_option(moon: str, scores: list[int]) -> None:
    """At once; off: 26 - 10 = 16."""
    assert deal(MOON_WITH_JACK, moon=moon) == scores


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_moon_at_any_table(seats: int) -> None:
    """Every card, J♦ with them."""
    assert deal(SUNS[seats], ADD) == [-10] + [26] * (seats - 1)
    assert deal(SUNS[seats], SUBTRACT) == [-36] + [0] * (seats - 1)


def test_every_trick_is_a_plain_moon_by_default() -> None:
    """`sun` is off: 26, not 52."""
    assert deal(SUN, ADD) == [-10, 26, 26, 26]


def test_a_double_sun_doubles_the_moon_and_not_the_ten() -> None:
    """-52 - 10; 52 and -10."""
    assert deal(SUN, SUBTRACT, sun="double") == [-62, 0, 0, 0]
    assert deal(SUN, ADD, sun="double") == [-10, 52, 52, 52]
    assert deal(MOON_WITH_JACK, ADD, sun="double") == [-10, 26, 26, 26]


@pytest.mark.parametrize(
    ("options", "worth"),
    [({"spot": True}, 124), ({"black_spades": True}, 43), ({"spot": True, "black_spades": True}, 141)],
    ids=str,
)
def test_a_moon_pays_all_the_points_of_the_deal(options: dict[str, Any], worth: int) -> None:
    """99 + 25; 26 + 17; 99 + 25 + 17; and the card's -10 besides."""
    assert deal(MOON_WITH_JACK, ADD, **options) == [-10, worth, worth, worth]
    assert deal(MOON_WITH_JACK, SUBTRACT, **options) == [-worth - 10, 0, 0, 0]


# --- the jack in play ------------------------------------------------------------------------------------------------


def first_trick(hand: str, **options: Any) -> dict[str, Any]:
    """Seat 0 has led 2♣; seat 1, to play, holds this hand without clubs."""
    return omnibus(Plan(filled(["2C", hand, "", ""]), stop=1), **options)


@pytest.mark.parametrize("rule", ["strict", "hearts"])
def test_the_jack_is_never_barred_on_the_first_trick(rule: str) -> None:
    """It is what a hand of hearts and J♦ must play; Q♠ beside it is barred where the rule is strict."""
    assert may_play(first_trick("JD 2H..KH", first_trick=rule)) == "JD"
    assert may_play(first_trick("JD 2H..QH QS", first_trick=rule)) == {"strict": "JD", "hearts": "JD QS"}[rule]


def test_the_jack_breaks_no_hearts() -> None:
    """Seat 0 leads Q♦, on which J♦ and T♦ fall, and may lead no heart after that."""
    table = filled(["AC QD 5H", "3C JD", "4C TD", "2C 9D"])
    record = after_in("omnibus-hearts", table, "2C AC 3C 4C QD JD TD 9D", leader=3)
    assert position(record)["turn"] == [0]
    assert "break_hearts" in refusal(record, [0, "play 5H"])


def test_following_with_the_jack_is_as_with_any_card() -> None:
    """2♣ is led: who has a club may not throw J♦ to be rid of it, nor save it: K♣ is played."""
    table = filled(["2C", "KC JD 2H..QH", "", ""])
    assert may_play(omnibus(Plan(table, stop=1))) == "KC"


# --- the rest is hearts ----------------------------------------------------------------------------------------------


def test_three_to_six_seats() -> None:
    assert seat_numbers("omnibus-hearts") == [3, 4, 5, 6]


def test_the_first_deal_gives_left_and_the_second_right() -> None:
    """No option named: `cycle`. 10 hearts - 10 and 16, twice."""
    record = defaults("omnibus-hearts", [Plan(SPLITS[4], give=1), Plan(SPLITS[4], give=3)])
    assert results(record, "totals") == [[16, 0, 0, 0], [32, 0, 0, 0]]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (3, [2, 14, 0]),  # seat 1 leads J♦ in trick 5: 24 - 10
        (5, [17, -1, 0, 0, 0]),  # and in trick 6: 9 - 10
        (6, [10, 6, 0, 0, 0, 0]),  # seat 1 throws it on seat 0's 9♣: 20 - 10
    ],
)
def test_the_jack_at_other_tables(seats: int, expected: list[int]) -> None:
    assert deal(SPLITS[seats]) == expected


def test_the_first_trick_is_strict_and_hearts_must_be_broken() -> None:
    assert may_play(first_trick("3D 2H..QH QS")) == "3D"
    table = filled(["AC KC 5H QS", "3C", "4C", "2C"])
    record = after_in("omnibus-hearts", table, "2C AC 3C 4C", leader=3)
    assert "break_hearts" in refusal(record, [0, "play 5H"])
    assert accepted(record, [0, "play QS"])


def test_the_target_is_100() -> None:
    """Seat 0 adds four times: 26 52 78 104 to every other, -40 for itself."""
    plans = [Plan(SUN, then=[[0, ADD]])] * 4
    assert end(omnibus(*plans[:3])) == (False, [])
    assert results(omnibus(*plans), "totals")[-1] == [-40, 104, 104, 104]
    assert end(omnibus(*plans)) == (True, [0])


def test_the_lowest_total_wins_below_zero_too() -> None:
    """Target 26: 26 -10 0 0."""
    assert end(omnibus(Plan(MOON), target=26)) == (True, [1])
    assert end(omnibus(Plan(MOON), target=26, floor_zero=True)) == (False, [])  # 26 0 0 0: three are level


# --- together --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["hearts", "omnibus-hearts", "spot-hearts", "shoot-the-sun"])
def test_omnibus_with_spot_and_the_sun_five_seats_target_300(game: str) -> None:
    """One sun: 2 x 124 = 248 to every other and -10. A second: 496 and -20, over. Taken off: -248 - 10 = -258.

    SPLITS[5] instead: seat 0 takes Q♠ 25, 8 + 9 + 10 (T♥) + 10 (J♥): 62; seat 1 takes 2 to 7 (27) and 35, and J♦: 52.
    """
    options: dict[str, Any] = {"bonus_card": "JD", "spot": True, "sun": "double", "target": 300}
    sun = Plan(SUNS[5], then=[[0, ADD]])
    record = variant(game, [sun], **options)
    assert (paid(record), end(record)) == ([-10, 248, 248, 248, 248], (False, []))
    assert end(variant(game, [sun, sun], **options)) == (True, [0])
    assert results(variant(game, [sun, sun], **options), "totals")[-1] == [-20, 496, 496, 496, 496]
    assert paid(variant(game, [Plan(SUNS[5], then=[[0, SUBTRACT]])], **options)) == [-258, 0, 0, 0, 0]
    assert paid(variant(game, [Plan(SPLITS[5])], **options)) == [62, 52, 0, 0, 0]


def test_what_a_variant_does_not_set_a_table_sets_on_it() -> None:
    """Omnibus with spot, K♠ and A♠: seat 0 has Q K A 35, Q♠ 25, K♠ A♠ 17: 77; seat 1 has 2 to J (64) less 10."""
    assert deal(SPLITS[4], spot=True, black_spades=True) == [77, 54, 0, 0]


# --- with two packs --------------------------------------------------------------------------------------------------


def test_each_of_two_jacks_is_ten_off() -> None:
    """Six seats: seat 0 takes every card of two packs; 52 and twice -10."""
    two = doubled("omnibus-hearts", [Doubled(SUN6, then=[[0, ADD]])], packs=2)
    assert paid(two) == [-20, 52, 52, 52, 52, 52]
    two = doubled("omnibus-hearts", [Doubled(SUN6, then=[[0, SUBTRACT]])], packs=2)
    assert paid(two) == [-72, 0, 0, 0, 0, 0]
    assert paid(doubled("omnibus-hearts", [Doubled(SUN6)], packs=2, moon="off")) == [32, 0, 0, 0, 0, 0]


def test_the_answer_names_the_game() -> None:
    assert answer(omnibus(Plan(SPLITS[4], stop=3)))["game"] == "omnibus-hearts"
    assert position(omnibus(Plan(SPLITS[4], stop=2)))["trick"] == cards("2C AC")
