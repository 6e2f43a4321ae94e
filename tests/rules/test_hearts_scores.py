"""Hearts: what a deal pays when nobody shoots the moon (options `spot`, `black_spades`, `bonus_card`)."""

from __future__ import annotations

from typing import Any

import pytest
from hands import ALL_POINTS_NOT_ALL_TRICKS, SPLITS, SUNS, Plan, hearts, refused, results, turned

# SPLITS[4]: seat 1 takes 2♥ to J♥ (and J♦, T♦, all diamonds but 4♦ 5♦); seat 0 takes Q♥ K♥ A♥ Q♠, A♠ and K♠.
SPLIT = SPLITS[4]

# A♣ takes the first trick and 2♥ with it for seat 1, whose 2♦ then gives seat 0's A♦ the lead and all that is left.
ONE_HEART_ESCAPES = ["2C AD 3C..KC", "AC 2D..KD", "2H..AH", "2S..AS"]


def scores(table: list[str], **options: Any) -> list[int]:
    """What one deal of this table pays; nobody gives."""
    (paid,) = results(hearts([Plan(table)], **options), "scores")
    assert isinstance(paid, list)
    return paid


def test_each_heart_is_one_and_the_queen_thirteen() -> None:
    """Seat 1: ten hearts. Seat 0: three hearts and Q♠, 3 + 13 = 16. In all 26."""
    assert scores(SPLIT) == [16, 10, 0, 0]


def test_nothing_else_scores() -> None:
    """K♠ and A♠ (seat 0), J♦ and T♦ (seat 1) are worth nothing unless an option says so."""
    assert scores(SPLIT, black_spades=False, bonus_card="none", spot=False) == [16, 10, 0, 0]


def test_the_points_go_with_who_took_them_not_with_who_held_them() -> None:
    """Seats 2 and 3 held every heart and Q♠ and took no trick; moved round the table the scores move along."""
    for by in range(4):
        expected = [16, 10, 0, 0][-by:] + [16, 10, 0, 0][:-by] if by else [16, 10, 0, 0]
        assert scores(turned(SPLIT, by)) == expected


def test_sixteen_of_twenty_six_is_no_moon() -> None:
    """Q♠ and three hearts: seat 0 keeps its 16, whatever `moon` says."""
    for moon in ("choose", "add", "subtract", "off"):
        assert scores(SPLIT, moon=moon) == [16, 10, 0, 0]


def test_all_but_one_heart_is_no_moon() -> None:
    """Seat 0 takes twelve hearts and Q♠ in twelve tricks: 25 points, and 2♥ went to seat 1."""
    for moon in ("choose", "add", "subtract", "off"):
        assert scores(ONE_HEART_ESCAPES, moon=moon) == [25, 1, 0, 0]


# --- spot ------------------------------------------------------------------------------------------------------------


def test_spot_hearts_count_their_pips() -> None:
    """Seat 1: 2 + 3 + … + 10 = 54 and J 10: 64. Seat 0: Q 10, K 10, A 15 and Q♠ 25: 60. In all 124."""
    assert scores(SPLIT, spot=True) == [60, 64, 0, 0]


def test_spot_with_one_heart_for_another() -> None:
    """2♥ is 2 points: 122 and 2."""
    assert scores(ONE_HEART_ESCAPES, spot=True) == [122, 2, 0, 0]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        # 3: K♥ 10 and A♥ 15 to seat 0; Q♠ 25, 2♥ to T♥ 54, J♥ 10, Q♥ 10 to seat 1.
        (3, [25, 99, 0]),
        # 5: seat 1 takes 2♥ to 7♥ (27) and Q♥ K♥ A♥ (35): 62. Seat 0: Q♠ 25, 8 + 9 + 10 (T♥) + 10 (J♥) = 37: 62.
        (5, [62, 62, 0, 0, 0]),
        # 6: seat 1 takes 2♥ to 5♥ (14), T♥ 10, J♥ 10: 34. Seat 0: Q♠ 25, 6 + 7 + 8 + 9 = 30, Q♥ 10, K♥ 10, A♥ 15: 90.
        (6, [90, 34, 0, 0, 0, 0]),
    ],
)
def test_spot_at_other_tables(seats: int, expected: list[int]) -> None:
    assert sum(expected) == 124
    assert scores(SPLITS[seats], spot=True) == expected


def test_spot_all_points_of_the_deal_are_124() -> None:
    """With the moon off who takes all of them keeps them: 54 + 3 × 10 + 15 + 25."""
    assert scores(SUNS[4], spot=True, moon="off") == [124, 0, 0, 0]


def test_spot_does_not_change_the_target() -> None:
    """It stays 100: after 124 points for seat 0 the match would end, were seats 1, 2 and 3 not level at the bottom.

    Then seats 1, 2, 3 have 0 each; in the next deal seat 1 takes 60 and seat 2 takes 64; seat 3 is alone with 0.
    """
    record = hearts([Plan(SUNS[4]), Plan(turned(SPLIT, 1))], spot=True, moon="off")
    assert results(record, "totals") == [[124, 0, 0, 0], [124, 60, 64, 0]]
    over = hearts([Plan(SUNS[4]), Plan(turned(SPLIT, 1)), Plan(SPLIT)], spot=True, moon="off")
    refused(over, 2, 0)


# --- black spades ----------------------------------------------------------------------------------------------------


def test_black_spades() -> None:
    """K♠ 10 and A♠ 7 on top of seat 0's 16: 33; with seat 1's ten hearts 43 a deal."""
    assert scores(SPLIT, black_spades=True) == [33, 10, 0, 0]


def test_black_spades_go_to_who_takes_them() -> None:
    """3 seats: seat 0 takes with A♠ and K♠ and two hearts 7 + 10 + 2 = 19; seat 1 has 24: 43."""
    assert scores(SPLITS[3], black_spades=True) == [19, 24, 0]


def test_black_spades_in_a_whole_deal_are_43() -> None:
    assert scores(SUNS[4], black_spades=True, moon="off") == [43, 0, 0, 0]


def test_black_spades_with_spot() -> None:
    """Q♠ is 25, K♠ 10 and A♠ 7 stay: seat 0 has 60 + 17 = 77, seat 1 64; 141 a deal."""
    assert scores(SPLIT, black_spades=True, spot=True) == [77, 64, 0, 0]
    assert scores(SUNS[4], black_spades=True, spot=True, moon="off") == [141, 0, 0, 0]


# --- the bonus card --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bonus", ["JD", "TD"])
def test_the_bonus_card_is_ten_off_for_who_takes_it(bonus: str) -> None:
    """Seat 1 leads J♦ and T♦ itself and takes them: 10 hearts − 10 = 0."""
    assert scores(SPLIT, bonus_card=bonus) == [16, 0, 0, 0]


def test_only_the_card_that_is_named_is_the_bonus() -> None:
    """ALL_POINTS_NOT_ALL_TRICKS: J♦ goes to seat 1, T♦ with all the points to seat 0."""
    assert scores(ALL_POINTS_NOT_ALL_TRICKS, bonus_card="JD", moon="off") == [26, -10, 0, 0]
    assert scores(ALL_POINTS_NOT_ALL_TRICKS, bonus_card="TD", moon="off") == [16, 0, 0, 0]


def test_the_bonus_card_goes_to_who_takes_it_not_to_who_held_it() -> None:
    """Seat 1 throws J♦ on seat 0's clubs: 25 − 10 = 15, and seat 1 keeps its heart."""
    assert scores(ONE_HEART_ESCAPES, bonus_card="JD") == [15, 1, 0, 0]


def test_the_bonus_card_with_spot_and_black_spades() -> None:
    """Seat 0: 60 + 17 = 77. Seat 1: 64 − 10 = 54."""
    assert scores(SPLIT, spot=True, black_spades=True, bonus_card="JD") == [77, 54, 0, 0]


def test_scores_below_zero() -> None:
    """J♦ and no point: −10, for the deal and in the totals."""
    record = hearts([Plan(ALL_POINTS_NOT_ALL_TRICKS), Plan(SPLIT)], bonus_card="JD", moon="off")
    assert results(record, "scores") == [[26, -10, 0, 0], [16, 0, 0, 0]]
    assert results(record, "totals") == [[26, -10, 0, 0], [42, -10, 0, 0]]
