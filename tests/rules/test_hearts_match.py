"""Hearts: totals and the end of a match (options `target`, `floor_zero`)."""

from __future__ import annotations

from typing import Any

import pytest
from hands import ALL_POINTS_NOT_ALL_TRICKS, SPLITS, SUNS, Plan, answer, hearts, refused, results, turned

SPLIT = SPLITS[4]  # 16 10 0 0
SUN = SUNS[4]  # seat 0 takes all 26
MOON = ALL_POINTS_NOT_ALL_TRICKS  # seat 0 takes all 26, seat 1 J♦


def end(record: dict[str, Any]) -> tuple[bool, list[int]]:
    """Whether the match is over, and who has won."""
    said = answer(record)
    assert "error" not in said, said
    return said["over"], said["winners"]


def suns(count: int, **options: Any) -> dict[str, Any]:
    """Seat 0 takes everything in each of so many deals; each pays at once, as `moon` says (`add`, unless named)."""
    return hearts([Plan(SUN)] * count, **{"moon": "add", **options})


# --- the end ---------------------------------------------------------------------------------------------------------


def test_the_target_is_100_unless_a_table_sets_another() -> None:
    """26 to all others a deal: 78 after three deals, 104 after four."""
    assert end(suns(3)) == (False, [])
    assert end(suns(4)) == (True, [0])
    assert end(suns(4, target=100)) == (True, [0])


def test_a_match_ends_when_a_total_reaches_the_target() -> None:
    """26 is at 26, and is short of 27."""
    assert end(suns(1, target=26)) == (True, [0])
    assert end(suns(1, target=27)) == (False, [])


def test_exactly_one_hundred_ends_it() -> None:
    """Moon off. Seat 0 takes 26 + 26 + 16 + 16 + 16 = 100; the 10s of the last three deals go to seat 1.

    Seats 2 and 3 are level with 0: not over. Then seat 3 takes 16 and seat 0 takes 10: 110 30 0 16, seat 2 has won.
    """
    plans = [Plan(SUN), Plan(SUN), Plan(SPLIT), Plan(SPLIT), Plan(SPLIT)]
    assert results(hearts(plans, moon="off"), "totals")[-1] == [100, 30, 0, 0]
    assert end(hearts(plans, moon="off")) == (False, [])
    plans.append(Plan(turned(SPLIT, 3)))
    assert results(hearts(plans, moon="off"), "totals")[-1] == [110, 30, 0, 16]
    assert end(hearts(plans, moon="off")) == (True, [2])


def test_the_quick_game_ends_at_50() -> None:
    """26, 52."""
    assert end(suns(1, target=50)) == (False, [])
    assert end(suns(2, target=50)) == (True, [0])


def test_the_lowest_total_wins_not_the_last_deal() -> None:
    """10 0 0 16, then 0 16 10 0: 10 16 10 16, level; then 16 10 0 0: 26 26 10 16. Seat 2, which took 10 in all, has won."""
    plans = [Plan(turned(SPLIT, 3)), Plan(turned(SPLIT, 1)), Plan(SPLIT)]
    assert results(hearts(plans, target=16), "totals")[1:] == [[10, 16, 10, 16], [26, 26, 10, 16]]
    assert end(hearts(plans[:2], target=16)) == (False, [])
    assert end(hearts(plans, target=16)) == (True, [2])


def test_a_match_ends_only_after_a_deal() -> None:
    """With 60 of 60 points certain the deal is played out all the same."""
    assert end(hearts([Plan(SUN, stop=51)], target=1)) == (False, [])


def test_a_match_that_is_over_has_no_position() -> None:
    assert answer(suns(1, target=26)) == {
        "game": "hearts",
        "deals": [{"dealer": 3, "ended": "tricks", "scores": [0, 26, 26, 26], "totals": [0, 26, 26, 26]}],
        "over": True,
        "winners": [0],
        "position": None,
    }


def test_a_deal_after_the_match_is_refused_at_its_first_action() -> None:
    """The match is over with deal 0, or deal 3; the deal after it is refused, also when nothing is played in it."""
    refused(suns(2, target=26), 1, 0)
    refused(suns(5), 4, 0)
    refused(hearts([Plan(SUN), Plan(SUN, stop=0)], moon="add", target=26), 1, 0)


def test_a_record_may_stop_after_any_deal() -> None:
    for count in (1, 2, 3):
        assert len(answer(suns(count))["deals"]) == count


def test_a_deal_that_is_neither_over_nor_the_last_is_refused_after_its_last_action() -> None:
    """30 actions, numbered 0 to 29; none at all; the last card missing; in the second of three deals."""
    refused(hearts([Plan(SPLIT, stop=30), Plan(SPLIT)]), 0, 30)
    refused(hearts([Plan(SPLIT, stop=0), Plan(SPLIT)]), 0, 0)
    refused(hearts([Plan(SPLIT, stop=51), Plan(SPLIT)]), 0, 51)
    refused(hearts([Plan(SPLIT), Plan(SPLIT, stop=9), Plan(SPLIT)]), 1, 9)


def test_an_error_names_its_deal() -> None:
    """The fifth action of the third deal."""
    plans = [Plan(SPLIT), Plan(SPLIT), Plan(SPLIT, stop=4, then=[[1, "play 2H"]]), Plan(SPLIT)]
    refused(hearts(plans), 2, 4)


# --- level at the bottom ---------------------------------------------------------------------------------------------


def test_while_two_share_the_lowest_total_further_deals_are_played() -> None:
    """Target 16. 16 10 0 0: seats 2 and 3 are level. Then 0 0 16 10: 16 10 16 10, seats 1 and 3. Then 0 16 10 0:
    16 26 26 10, and seat 3 is alone."""
    plans = [Plan(SPLIT), Plan(turned(SPLIT, 2)), Plan(turned(SPLIT, 1))]
    assert results(hearts(plans, target=16), "totals") == [[16, 10, 0, 0], [16, 10, 16, 10], [16, 26, 26, 10]]
    assert [end(hearts(plans[:count], target=16)) for count in (1, 2, 3)] == [(False, []), (False, []), (True, [3])]
    refused(hearts([*plans, Plan(SPLIT)], target=16), 3, 0)


def test_sharing_another_place_does_not_matter() -> None:
    """0 26 26 26: the three are level at the top, seat 0 is alone at the bottom."""
    assert end(suns(1, target=26)) == (True, [0])


def test_more_than_two_may_share_it() -> None:
    """26 0 0 0, then 26 16 10 0."""
    plans = [Plan(SUN), Plan(turned(SPLIT, 1))]
    assert end(hearts(plans[:1], moon="off", target=26)) == (False, [])
    assert end(hearts(plans, moon="off", target=26)) == (True, [3])


def test_the_same_test_is_applied_after_each_further_deal() -> None:
    """Target 16. 16 10 0 0 is level; a moon then takes 26 off seat 0: −10 10 0 0. Nobody is alone below with a total at 16
    any more, so that the match goes on; the third deal, 16 10 0 0 again for seats 1 and 2, brings −10 26 10 0: over."""
    plans = [Plan(SPLIT), Plan(SUN), Plan(turned(SPLIT, 1))]
    record = hearts(plans, moon="subtract", target=16)
    assert results(record, "totals") == [[16, 10, 0, 0], [-10, 10, 0, 0], [-10, 26, 10, 0]]
    assert [end(hearts(plans[:count], moon="subtract", target=16)) for count in (1, 2, 3)] == [
        (False, []),
        (False, []),
        (True, [0]),
    ]


@pytest.mark.parametrize(
    ("seats", "target", "totals", "winners"),
    [
        (3, 24, [2, 24, 0], [2]),  # alone at once
        (5, 17, [17, 9, 0, 0, 0], []),  # three are level
        (6, 20, [20, 6, 0, 0, 0, 0], []),  # four are level
    ],
)
def test_the_end_at_other_tables(seats: int, target: int, totals: list[int], winners: list[int]) -> None:
    record = hearts([Plan(SPLITS[seats])], target=target)
    assert results(record, "totals") == [totals]
    assert end(record) == (bool(winners), winners)


# --- below zero, and floor_zero --------------------------------------------------------------------------------------


def test_totals_may_go_below_zero() -> None:
    """−26, −52; a further deal adds to that: −52 + 16."""
    record = hearts([Plan(SUN), Plan(SUN), Plan(SPLIT)], moon="subtract")
    assert results(record, "totals") == [[-26, 0, 0, 0], [-52, 0, 0, 0], [-36, 10, 0, 0]]


def test_a_total_below_zero_wins() -> None:
    """−26 0 0 0, then 16 for seat 1 and 10 for seat 2: −26 16 10 0 at target 16."""
    assert end(hearts([Plan(SUN), Plan(turned(SPLIT, 1))], moon="subtract", target=16)) == (True, [0])


def test_floor_zero_stops_totals_at_zero_after_each_deal() -> None:
    """`scores` say what the deal paid; 0 − 26 is 0, 0 − 26 again, then 0 + 16, then 16 − 26."""
    record = hearts([Plan(SUN), Plan(SUN), Plan(SPLIT), Plan(SUN)], moon="subtract", floor_zero=True)
    assert results(record, "scores") == [[-26, 0, 0, 0], [-26, 0, 0, 0], [16, 10, 0, 0], [-26, 0, 0, 0]]
    assert results(record, "totals") == [[0, 0, 0, 0], [0, 0, 0, 0], [16, 10, 0, 0], [0, 10, 0, 0]]


def test_floor_zero_takes_off_what_there_is() -> None:
    """16 + 16 = 32, and 32 − 26 = 6 is above zero."""
    record = hearts([Plan(SPLIT), Plan(SPLIT), Plan(SUN)], moon="subtract", floor_zero=True)
    assert results(record, "totals")[-1] == [6, 20, 0, 0]


def test_floor_zero_applies_to_a_chosen_subtraction() -> None:
    record = hearts([Plan(SPLIT), Plan(SUN, then=[[0, "moon subtract"]])], floor_zero=True)
    assert results(record, "scores")[-1] == [-26, 0, 0, 0]
    assert results(record, "totals")[-1] == [0, 10, 0, 0]


def test_floor_zero_stops_the_bonus_card_too() -> None:
    """Whatever lowered it: J♦ alone is −10, and seat 1's total stays 0."""
    options: dict[str, Any] = {"bonus_card": "JD", "moon": "off"}
    assert results(hearts([Plan(MOON)], floor_zero=True, **options), "scores") == [[26, -10, 0, 0]]
    assert results(hearts([Plan(MOON)], floor_zero=True, **options), "totals") == [[26, 0, 0, 0]]
    assert results(hearts([Plan(MOON)], **options), "totals") == [[26, -10, 0, 0]]


def test_floor_zero_looks_at_the_deal_as_a_whole() -> None:
    """Seat 1 takes ten hearts and J♦: 10 − 10 is 0, not 10."""
    record = hearts([Plan(SPLIT), Plan(SPLIT)], bonus_card="JD", floor_zero=True)
    assert results(record, "totals") == [[16, 0, 0, 0], [32, 0, 0, 0]]


def test_floor_zero_may_leave_the_lowest_total_shared() -> None:
    """26 −10 0 0 ends a match to 26 for seat 1; with the floor it is 26 0 0 0, and three are level."""
    options: dict[str, Any] = {"bonus_card": "JD", "moon": "off", "target": 26}
    assert end(hearts([Plan(MOON)], **options)) == (True, [1])
    assert end(hearts([Plan(MOON)], floor_zero=True, **options)) == (False, [])


def test_floor_zero_is_off_by_default() -> None:
    assert results(hearts([Plan(SUN, then=[[0, "moon subtract"]])]), "totals") == [[-26, 0, 0, 0]]
