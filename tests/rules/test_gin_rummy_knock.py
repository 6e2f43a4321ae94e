"""Gin Rummy: the knock, its limit, how the two hands are arranged, lay-offs, undercut, gin and big gin."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import Answer, ask, ended, record, refused, stack

GAME = "gin-rummy"


def table(knocker: str, other: str, script: str, rest: str = "TD TC", **options: Any) -> Answer:
    """What comes of a script; seat 0 deals, the knocker is seat 1."""
    deck = stack(GAME, 2, 0, {1: knocker, 0: other}, rest)
    return ask(record(GAME, (deck, script), seats=2, dealer=0, **options))


def knock(knocker: str, other: str, action: str = "knock TC", **options: Any) -> Answer:
    """Both pass T♦, seat 1 draws T♣ from the stock; its knock is action 3."""
    return table(knocker, other, f"1 pass; 0 pass; 1 draw stock; {action}", **options)


# 4♠5♠6♠, three nines, and A♣ 2♦ 3♥ 4♥ unmatched: 10. What would fit: 3♠, 7♠, 9♠.
TEN = "4S 5S 6S 9C 9D 9H AC 2D 3H 4H"
# Nothing matched, nothing that fits there: 40 + 8 + 7 + 3 + 2 + 1 + 1 = 62.
OTHER = "KS QS JH TH 8D 7C 3D 2H AH AD"
# A whole hand matched.
GIN = "AC 2C 3C 4C 5H 5D 5S 9C 9D 9H"
# 5♣ and 9♠ fit there; nothing is matched: 5 + 9 + 40 + 8 + 7 + 3 + 2 = 74.
FITTING = "5C 9S KS QS JH TH 8D 7C 3D 2H"


# --- who may knock, and when -----------------------------------------------------------------------------------------


def test_a_knock_with_10_unmatched_wins_the_difference() -> None:
    assert ended(knock(TEN, OTHER)) == ("knock", [0, 52])  # 62 - 10


def test_11_unmatched_are_too_many() -> None:
    # 5♥ for 4♥: 1 + 2 + 3 + 5 = 11. The sentence names the limit.
    refused(knock(TEN.replace("4H", "5H"), OTHER), 0, 3, "10")


@pytest.mark.parametrize("single", ["TS", "JS", "QS", "KC"])
def test_tens_and_faces_count_10(single: str) -> None:
    # Three sets and the single card: 10. The other seat holds 40 + 8 + 7 + 3 + 1 + 1 + 6 = 66.
    other = "KS QD JH TH 8D 7C 3D AH AD 6H"
    assert ended(knock(f"4S 5S 6S 9C 9D 9H 2C 2D 2H {single}", other)) == ("knock", [0, 56])
    # With an ace beside it 11.
    refused(knock(f"4S 5S 6S 7S 9C 9D 9H 9S AC {single}", other), 0, 3, "10")


def test_the_count_is_what_is_left_once_the_final_discard_is_made() -> None:
    # Knocking with 4♥ keeps T♣: 1 + 2 + 3 + 10 = 16.
    refused(knock(TEN, OTHER, "knock 4H"), 0, 3, "10")
    # Where T♣ joins 8♣9♣J♣, 1 + 2 + 3 are left after 4♥, and 1 + 2 + 4 after 3♥. 7♣ fits there: 55 of the 62 stay.
    hand = "4S 5S 6S 9C 8C JC AC 2D 3H 4H"
    assert ended(knock(hand, OTHER, "knock 4H")) == ("knock", [0, 49])
    assert ended(knock(hand, OTHER, "knock 3H")) == ("knock", [0, 48])


def test_a_knock_is_made_after_drawing_in_ones_own_turn() -> None:
    refused(table(TEN, OTHER, "1 knock 4H"), 0, 0)
    refused(table(TEN, OTHER, "1 pass; 0 pass; 1 knock 4H"), 0, 2, "draw")
    refused(table(TEN, OTHER, "1 pass; 0 pass; 1 draw stock; 0 knock KS"), 0, 3, "turn")
    refused(table(TEN, OTHER, "1 pass; 0 pass; 1 draw stock; discard TC; 1 knock 4H"), 0, 4, "turn")


def test_the_card_knocked_with_must_be_held() -> None:
    refused(knock(TEN, OTHER, "knock KS"), 0, 3, "hold", "hand", "have")


def test_a_knocks_discard_may_not_be_the_card_just_taken() -> None:
    refused(table(TEN, OTHER, "1 draw discard; knock TD"), 0, 1, "took", "take", "pile")
    assert ended(table(TEN, OTHER, "1 draw discard; knock TD", return_discard=True)) == ("knock", [0, 52])


def test_the_seat_that_took_the_upcard_may_knock_at_once() -> None:
    # 9♥ is turned up. Seat 1 takes it for its nines, or seat 1 passes and seat 0 does.
    hand = TEN.replace("9H", "KH")
    assert ended(table(hand, OTHER, "1 draw discard; knock KH", rest="9H TC")) == ("knock", [0, 52])
    deck = stack(GAME, 2, 0, {0: hand, 1: OTHER}, "9H TC")
    answer = ask(record(GAME, (deck, "1 pass; 0 draw discard; knock KH"), seats=2, dealer=0))
    assert ended(answer) == ("knock", [52, 0])


@pytest.mark.parametrize(("limit", "fine"), [(100, True), (10, True), (9, False), (5, False), (0, False)])
def test_option_knock_limit(limit: int, fine: bool) -> None:
    answer = knock(TEN, OTHER, knock_limit=limit)
    if fine:
        assert ended(answer) == ("knock", [0, 52])
    else:
        assert "knock_limit" in refused(answer, 0, 3, str(limit))


def test_with_a_wide_limit_any_hand_may_knock_and_with_limit_0_gin_still_may() -> None:
    # Nothing matched: 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1 + 1 = 46 against 62.
    hand = "9C 8S 7D 6C 5S 4D 3C 2S AC AS"
    assert ended(knock(hand, OTHER, knock_limit=100)) == ("knock", [0, 16])
    assert ended(knock(GIN, FITTING, knock_limit=0)) == ("gin", [0, 99])


def test_nothing_comes_after_a_knock() -> None:
    refused(knock(TEN, OTHER, "knock TC; 0 draw stock"), 0, 4, "over")


# --- what the opponent lays off --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "left"),
    [
        ("KS QS JH TH 8D 7C 3D 2H AH AD", 62),  # nothing fits
        ("9S QS JH TH 8D 7C 3D 2H AH AD", 52),  # the fourth nine
        ("7S QS JH TH 8D 7C 3D 2H AH AD", 52),  # at the high end
        ("3S QS JH TH 8D 7C 3D 2H AH AD", 52),  # at the low end
        ("3S 7S JH TH 8D 7C 3D 2H AH AD", 42),  # at both
        ("8S QS JH TH 8D 7C 3D 2H AH AD", 60),  # 62 - 10 + 8: the seven is missing
        ("8S 7S JH TH 8D 7C 3D 2H AH AD", 42),  # a chain
        ("8S 7S 3S 2S 8D 7C 3D KH QD AD", 39),  # two chains; 8 + 7 + 3 + 10 + 10 + 1 stay
        ("9S 7S 3S TH 8D 7C 3D 2H AH AD", 32),  # all three that fit
    ],
)
def test_the_opponent_lays_off_on_the_knockers_melds(other: str, left: int) -> None:
    assert ended(knock(TEN, other)) == ("knock", [0, left - 10])


def test_chains_such_as_ten_then_jack_on_7_8_9() -> None:
    # 7♠8♠9♠, three fours; A♣ 2♠ 3♥ 3♣ count 9. With T♠ J♠: 10 + 10 + 8 + 7 + 6 + 5 + 1 + 2 = 49 stay; without T♠ J♠ stays.
    hand = "7S 8S 9S 4C 4D 4H AC 2S 3H 3C"
    assert ended(knock(hand, "TS JS KH QD 8D 7C 6H 5D AH 2H")) == ("knock", [0, 40])  # 49 - 9
    assert ended(knock(hand, "TH JS KH QD 8D 7C 6H 5D AH 2H")) == ("knock", [0, 60])  # 49 + 20 - 9


def test_the_ace_is_low_for_lay_offs_too() -> None:
    # J♠Q♠K♠ and A♥2♥3♥: A♠ does not fit above the king, nor K♥ below the ace; T♠ and 4♥ do.
    hand = "JS QS KS AH 2H 3H 6C 6D 6H 7C"
    other = "AS KH TS 4H 9D 8D 7S 5D 3C 2C"
    assert ended(knock(hand, other)) == ("knock", [0, 38])  # 1 + 10 + 9 + 8 + 7 + 5 + 3 + 2 = 45, less 7


def test_nothing_is_laid_off_on_the_knockers_unmatched_cards() -> None:
    # Seat 1 keeps A♣ and 2♦ unmatched; 3♦, A♥ and A♦ of the other seat go nowhere.
    assert ended(knock("4S 5S 6S 9C 9D 9H 6C 6D 6H AC", OTHER)) == ("knock", [0, 61])


def test_arrangement_and_lay_offs_are_found_together_three_of_a_group_of_four() -> None:
    # Four sevens melded leave 8♠ (and 33). Three sevens melded let 7♠ and 8♠ go to 4♠5♠6♠: 10 + 10 + 10 + 2 + 1 = 33 stay.
    assert ended(knock(TEN, "7S 7C 7D 7H 8S KS QD JC 2H AH")) == ("knock", [0, 23])


def test_arrangement_and_lay_offs_are_found_together_a_sequence_broken() -> None:
    # Queens for the nines. 7♠8♠9♠ kept: 9♥ 9♦ and 33 = 51. 7♠ 8♠ laid off and three nines melded: 33.
    hand = "4S 5S 6S QC QD QH AC 2D 3H 4H"
    assert ended(knock(hand, "7S 8S 9S 9H 9D KS JC JD 2H AH")) == ("knock", [0, 23])


def test_a_card_that_fits_stays_where_it_lowers_the_count_more() -> None:
    # 7♠ would fit, but 7♠7♣7♦ is a group: 10 x 4 + 8 + 2 + 1 = 51 stay, not 65.
    assert ended(knock(TEN, "7S 7C 7D KS JC JD QS 8H 2H AH")) == ("knock", [0, 41])


def test_the_opponents_hand_is_arranged_for_its_least_count() -> None:
    # 3♣4♣5♣ or three fives: with the fives 3 + 4 stay, with the sequence 5 + 5. 7 + 48 = 55.
    assert ended(knock(TEN, "3C 4C 5C 5D 5H KS QS JH TH 8D")) == ("knock", [0, 45])


# --- undercut --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("singles", "how", "scores"),
    [
        ("AH 3D 7D", "knock", [0, 1]),  # 11 against 10
        ("AH 3D 6D", "undercut", [25, 0]),  # 10 against 10: equal is an undercut, difference 0
        ("AH 2H 6D", "undercut", [26, 0]),  # 9: 1 + 25
        ("AH 2H 3D", "undercut", [29, 0]),  # 6: 4 + 25
        ("JS JC JD", "undercut", [35, 0]),  # all matched: 10 + 25, and no bonus for gin
        ("7S 8S AH", "undercut", [34, 0]),  # 7♠ and 8♠ are laid off, 1 stays: 9 + 25
        ("7S 8S 9S", "undercut", [35, 0]),  # a sequence, or all laid off: 0
    ],
)
def test_an_undercut_pays_the_difference_and_25(singles: str, how: str, scores: list[int]) -> None:
    # Seat 0 has 2♣3♣4♣5♣ and three kings matched, and three cards more.
    assert ended(knock(TEN, f"2C 3C 4C 5C KH KS KD {singles}")) == (how, scores)


@pytest.mark.parametrize("bonus", [0, 10, 1000])
def test_option_undercut_bonus(bonus: int) -> None:
    assert ended(knock(TEN, "2C 3C 4C 5C KH KS KD AH 2H 3D", undercut_bonus=bonus)) == ("undercut", [4 + bonus, 0])


# --- gin -------------------------------------------------------------------------------------------------------------


def test_gin_pays_the_opponents_count_and_25_and_there_is_no_lay_off() -> None:
    assert ended(knock(GIN, FITTING)) == ("gin", [0, 99])  # 74 + 25, though 5♣ and 9♠ would fit


def test_against_gin_the_opponents_own_sets_count_for_it() -> None:
    # 2♦3♦4♦ and three sixes matched: 10 + 10 + 8 + 1 = 29.
    assert ended(knock(GIN, "2D 3D 4D 6S 6H 6D KH QS 8H AH")) == ("gin", [0, 54])


def test_gin_against_a_hand_that_is_all_matched_too() -> None:
    assert ended(knock(GIN, "2D 3D 4D 6S 6H 6D KC KD KH KS")) == ("gin", [0, 25])


@pytest.mark.parametrize("bonus", [0, 30, 1000])
def test_option_gin_bonus(bonus: int) -> None:
    assert ended(knock(GIN, FITTING, gin_bonus=bonus)) == ("gin", [0, 74 + bonus])


# --- big gin ---------------------------------------------------------------------------------------------------------
# Seat 1 draws 5♣ to GIN: eleven matched cards. The other hand: 9 + 40 + 8 + 7 + 3 + 2 + 6 = 75.

OTHER_75 = FITTING.replace("5C", "6S")
DRAWN = "1 pass; 0 pass; 1 draw stock; "


def test_big_gin_pays_its_bonus_instead_of_the_gin_bonus() -> None:
    answer = table(GIN, OTHER_75, DRAWN + "knock", rest="TD 5C", big_gin=50, gin_bonus=30)
    assert ended(answer) == ("gin", [0, 125])  # 75 + 50


def test_big_gin_with_the_card_just_taken() -> None:
    assert ended(table(GIN, OTHER_75, "1 draw discard; knock", rest="5C TD", big_gin=50)) == ("gin", [0, 125])


def test_with_a_discard_it_is_gin_as_ever() -> None:
    answer = table(GIN, OTHER_75, DRAWN + "knock 5C", rest="TD 5C", big_gin=50, gin_bonus=30)
    assert ended(answer) == ("gin", [0, 105])  # 75 + 30


def test_big_gin_needs_eleven_matched_cards() -> None:
    # T♣ is drawn: ten matched, one not. And with 6♦ for 9♥ nine.
    refused(table(GIN, OTHER_75, DRAWN + "knock", rest="TD TC", big_gin=50), 0, 3)
    refused(table(GIN.replace("9H", "6D"), OTHER_75, DRAWN + "knock", rest="TD 5C", big_gin=50), 0, 3)


def test_without_the_option_a_knock_needs_its_discard() -> None:
    refused(table(GIN, OTHER_75, DRAWN + "knock", rest="TD 5C"), 0, 3, "discard", "card")
    refused(table(GIN, OTHER_75, DRAWN + "knock", rest="TD 5C", big_gin=0), 0, 3, "discard", "card")
    refused(knock(TEN, OTHER, "knock"), 0, 3, "discard", "card")
