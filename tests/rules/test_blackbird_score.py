"""Blackbird: going out, dead displays, what displays pay, and the end of the match."""

from __future__ import annotations

from typing import Any

import pytest
from display_hands import (
    BLACK_TEN_PAYS,
    BLACKBIRD,
    RED_TEN,
    RED_TEN_PAYS,
    blackbird,
    blackbird_deck,
    blackbird_record,
    plain,
    shown,
)
from rummy_hands import Answer, ask, column, ended, record, refused, standing

# --- the chart -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("display", "pays"),
    [
        ("AS 3S 5S 7S", 20),
        ("AS 3S 5S", 15),
        ("AS 3S", 10),
        ("AC 3C 5C 7C", 12),
        ("AC 3C 5C", 9),
        ("AC 3C", 6),
        ("AC 3S 5C 7S", 4),
        ("AC 3S 5C", 3),
        ("AC 3S", 2),
        ("KS JS", 20),
        ("JC KC", 12),
        ("KC JS", 2),
        ("KC KS", 2),
        ("JC JS", 2),
        ("KS JS 5S", 15),  # king and jack pay as such in a meld of two only
        ("KS 3S", 10),
        ("AS 3S, 5S", 15),  # 10 + 5
        ("AC 3S, 5C", 5),  # 2 + 3
        ("AS 3S 5S, KC JC, AC 3C, 9S", 38),  # 15 + 12 + 6 + 5
    ],
)
def test_black_odd_displays(display: str, pays: int) -> None:
    assert ended(shown(display, "9C")) == ("out", [pays, RED_TEN_PAYS])


@pytest.mark.parametrize(
    ("display", "pays"),
    [
        ("AD 3D 5D 7D", 16),
        ("AD 3D 5D", 12),
        ("AD 3D", 8),
        ("AH 3H 5H 7H", 8),
        ("AH 3H 5H", 6),
        ("AH 3H", 4),
        ("AD 3H 5D 7H", 4),
        ("AD 3H 5D", 3),
        ("AD 3H", 2),
        ("KD JD", 16),
        ("JH KH", 8),
        ("KH JD", 2),
        ("KD KH", 2),
        ("AD 3D, 5D", 12),  # 8 + 4
        ("AD 3H, 5H", 4),  # 2 + 2
    ],
)
def test_red_odd_displays(display: str, pays: int) -> None:
    assert ended(shown(display, "9D")) == ("out", [pays, BLACK_TEN_PAYS])


@pytest.mark.parametrize(
    ("display", "trick", "pays"),
    [
        ("2S 4S, QS", "8C", 20),  # 10 + 10
        ("2S 4S, QC", "8C", 16),  # 10 + 6
        ("2H 4H, QD", "8H", 12),  # 4 + 8
        ("2H 4H, QH", "8D", 8),  # 4 + 4
        ("2S 4S, TS", "8C", 15),  # 10 + 5
        ("2H 4H, TH", "8D", 6),  # 4 + 2
        ("2S QS", "8C", 10),  # a queen in a meld pays as any card
        ("QS QC", "8C", 2),
        ("2H 4H QH", "8D", 6),
    ],
)
def test_even_displays_and_the_lone_queen(display: str, trick: str, pays: int) -> None:
    assert ended(shown(display, trick))[1][0] == pays


@pytest.mark.parametrize("pair", ["KS KS", "JS JS"])
def test_two_kings_or_two_jacks_of_two_packs_are_a_plain_pair(pair: str) -> None:
    # Two spades 10; the four seats that display nothing score nothing, whatever they hold.
    assert ended(shown(pair, "9C", seats=6)) == ("out", [10, RED_TEN_PAYS, 0, 0, 0, 0])


def test_king_and_jack_of_two_packs_are_one() -> None:
    assert ended(shown("JS KS", "9C", seats=6))[1][:2] == [20, RED_TEN_PAYS]


def test_a_meld_at_a_time_and_not_the_display_as_a_whole() -> None:
    # The same four spades: one meld 20, two pairs 10 + 10, a three and a singleton 15 + 5, mixed with clubs 2 + 2 + 2 + 2.
    assert ended(shown("3S 5S, 7S 9S", "9C"))[1][0] == 20
    assert ended(shown("3S 5S 7S, 9S", "9C"))[1][0] == 20
    assert ended(shown("3S 3C, 5S 5C, 7S 7C, AS AC", "9C"))[1][0] == 8


def test_who_goes_out_need_not_have_the_highest_score() -> None:
    # K♠ J♠ 20 + four spades 20 + three clubs 9 = 49 against 31 of the seat that is out.
    assert ended(shown("KS JS, AS 3S 5S 7S, AC 3C 5C", "9C")) == ("out", [49, RED_TEN_PAYS])


# --- going out -------------------------------------------------------------------------------------------------------


def test_the_first_worked_display_of_45() -> None:
    # Four spades 20, three mixed reds 3, K♥ J♥ 8, singleton Q♥ 4, out with a singleton 10: 45.
    script = (
        "0 draw stock; meld AS 3S 5S 7S; discard 7D trick; 1 draw stock; discard 2C; "
        "0 draw stock; meld KH JH, AH 3H 3D; discard 2D trick; 1 draw stock; discard 4C; "
        "0 draw stock; meld QH; discard 6C"
    )
    answer = blackbird(script, {0: "AS 3S 5S 7S KH JH AH 3H 3D QH"}, "4D 9S 7D 2C 2D 4C 6C")
    assert ended(answer) == ("out", [45, 0])


def test_the_second_worked_display_of_34() -> None:
    # Three clubs 9, three diamonds 12, two clubs 6, two mixed reds 2, out without a singleton 5: 34.
    script = (
        "0 draw stock; meld AC 3C 5C, 7C 9C; discard 9H trick; 1 draw stock; discard 2C; "
        "0 draw stock; meld AD 3D 5D, 7D 7H; discard 2D"
    )
    answer = blackbird(script, {0: "AC 3C 5C 7C 9C AD 3D 5D 7D 7H"}, "4D 9S 9H 2C 2D")
    assert ended(answer) == ("out", [34, 0])


TEN = "AS 3S 5S 7S AC 3C 5C 7C KS KC"


def out(script: str, **options: Any) -> Answer:
    """A first turn of seat 0, which holds ten black odd cards; it has drawn 8♥, 9♠ shows."""
    return blackbird(f"0 draw stock; {script}", {0: TEN}, "KD 9S 8H 2C", **options)


@pytest.mark.parametrize("pile", ["", " trick"])
def test_out_with_ten_cards_on_the_table_and_the_last_one_discarded(pile: str) -> None:
    # 20 + 12 + a mixed pair 2 + 5 = 39
    assert ended(out(f"meld AS 3S 5S 7S, AC 3C 5C 7C, KS KC; discard 8H{pile}")) == ("out", [39, 0])


def test_out_with_a_singleton() -> None:
    # 20 + three clubs 9 + K♠ 7♣ 2 + singleton K♣ 3 + 10 = 44
    assert ended(out("meld AS 3S 5S 7S, AC 3C 5C, KS 7C, KC; discard 8H")) == ("out", [44, 0])


def test_after_the_end_nobody_acts() -> None:
    refused(out("meld AS 3S 5S 7S, AC 3C 5C 7C, KS KC; discard 8H; 1 draw stock"), 0, 3, "over")


def test_ten_cards_displayed_are_not_out_before_the_discard() -> None:
    position = standing(out("meld AS 3S 5S 7S, AC 3C 5C 7C, KS KC"))
    assert (position["turn"], position["phase"], position["hands"][0]) == ([0], "display", ["8H"])


def test_nine_melded_cards_are_not_out_and_a_singleton_completes_them() -> None:
    start = "meld AS 3S 5S 7S, AC 3C 5C, KS 7C; discard 8H; 1 draw stock; discard 2C; "
    assert standing(out(start))["hands"][0] == ["KC"]
    # 20 + 9 + 2, later the singleton K♣ 3, and 10: 44; the second card of the stock is 2♣, the third is drawn here.
    deck_rest = "KD 9S 8H 2C 4C"
    script = f"0 draw stock; {start}0 draw stock; meld KC; discard 4C"
    assert ended(blackbird(script, {0: TEN}, deck_rest)) == ("out", [44, 0])


FIVE_SEATS = {0: "AS 3S 5S 7S AC 3C 5C 7C"}


def test_five_seats_go_out_with_eight_cards() -> None:
    script = "0 draw stock; meld AS 3S 5S 7S, AC 3C 5C 7C; discard 8H"
    assert ended(blackbird(script, FIVE_SEATS, "KD 9S 8H", 5)) == ("out", [37, 0, 0, 0, 0])  # 20 + 12 + 5


def test_six_seats_go_out_with_ten() -> None:
    start = "0 draw stock; meld AS 3S 5S 7S, AC 3C 5C 7C; "
    assert standing(blackbird(start + "discard 8H", {0: TEN}, "KD 9S 8H", 6))["turn"] == [1]
    assert ended(blackbird(start + "meld KS KC; discard 8H", {0: TEN}, "KD 9S 8H", 6)) == ("out", [39, 0, 0, 0, 0, 0])


# --- dead displays ---------------------------------------------------------------------------------------------------

DEAD = ("dead", "never be completed", "dead_display")
DIES = "0 draw stock; meld AS 3S 5S 7S, AC 3C 5C 7C, 9C; discard KH trick; "
DEAD_HANDS = {0: "AS 3S 5S 7S AC 3C 5C 7C 9C KH", 1: plain(RED_TEN)}
DEAD_REST = "6D 9S 2S 4D 4S 6S"


def dead(script: str, **options: Any) -> Answer:
    """A script that goes on (action 3) after seat 0 has displayed nine cards with its singleton; seat 1 holds RED_TEN."""
    return blackbird(DIES + script, DEAD_HANDS, DEAD_REST, **options)


def test_a_dead_display_scores_minus_50_in_all() -> None:
    # Not 20 + 12 + 3 - 50: it is void.
    answer = dead(f"1 draw stock; meld {RED_TEN}; discard 4D")
    assert ended(answer) == ("out", [-50, RED_TEN_PAYS])


def test_its_seat_goes_on_drawing_and_discarding() -> None:
    position = standing(dead("1 draw stock; discard 4D; 0 draw stock; discard 4S; 1 draw discard; discard 9D"))
    assert (position["turn"], position["discard"]) == ([0], ["6D", "4D", "9D"])
    assert standing(dead("1 draw stock; discard 9D; 0 draw discard; discard 2S"))["hands"][0] == ["9D"]


@pytest.mark.parametrize("display", ["9H 9D", "9H", "9D 9H, KH"])
def test_it_displays_nothing_more(display: str) -> None:
    refused(dead(f"1 draw stock; discard 9D; 0 draw discard; meld {display}"), 0, 6)
    refused(dead("1 draw stock; discard 4D; 0 draw stock; meld 2S 4S"), 0, 6, *DEAD)


def test_nor_draws_the_trick_card() -> None:
    start = f"1 draw stock; meld {RED_TEN.split(',')[0]}; discard 4D trick; "  # 4♦ shows
    refused(dead(start + "0 draw trick"), 0, 6, "trick", *DEAD)


def test_in_a_table_of_five_a_display_of_seven_with_the_singleton_is_dead() -> None:
    hands = {0: "AS 3S 5S 7S AC 3C 5C KH", 1: "AH 3H 5H 7H AD 3D 5D 7D"}
    start = "0 draw stock; meld AS 3S 5S 7S, AC 3C, 5C; discard KH trick; "
    answer = blackbird(start + "1 draw stock; meld AH 3H 5H 7H, AD 3D 5D 7D; discard 4D", hands, "6D 9S 2S 4D", 5)
    assert ended(answer) == ("out", [-50, 29, 0, 0, 0])  # 8 + 16 + 5


def test_nine_without_a_singleton_and_eight_with_one_are_alive() -> None:
    # 20 + 9 + 2 = 31; 20 + 9 + 3 = 32.
    assert ended(shown("AS 3S 5S 7S, AC 3C 5C, 7C 9S", "9C"))[1][0] == 31
    assert ended(shown("AS 3S 5S 7S, AC 3C 5C, 7C", "9C"))[1][0] == 32


def test_dead_display_forbid_refuses_it() -> None:
    refused(dead("", dead_display="forbid"), 0, 1, *DEAD)
    parts = "0 draw stock; meld AS 3S 5S 7S, AC 3C 5C 7C; meld 9C"
    refused(blackbird(parts, DEAD_HANDS, DEAD_REST, dead_display="forbid"), 0, 2, *DEAD)
    single_first = "0 draw stock; meld AS 3S 5S 7S, 9C; meld AC 3C 5C 7C"
    refused(blackbird(single_first, DEAD_HANDS, DEAD_REST, dead_display="forbid"), 0, 2, *DEAD)
    alive = "0 draw stock; meld AS 3S 5S 7S, 9C; meld AC 3C 5C; discard KH trick"
    assert standing(blackbird(alive, DEAD_HANDS, DEAD_REST, dead_display="forbid"))["turn"] == [1]


def test_dead_display_forbid_among_five() -> None:
    hands = {0: "AS 3S 5S 7S AC 3C 5C KH"}
    script = "0 draw stock; meld AS 3S 5S 7S, AC 3C, 5C"
    refused(blackbird(script, hands, "6D 9S 2S 4D", 5, dead_display="forbid"), 0, 1, *DEAD)


# Seat 0 displays seven cards with its singleton and asks for red odd ones with K♦; it keeps 3♦ and two more.
SEVEN = "AS 3S 5S 7S AC 3C 5C KD 3D "
SEVEN_SHOWN = "0 draw stock; meld AS 3S 5S 7S, AC 3C, 5C; discard KD trick; 1 draw stock; discard 2S; "


def seven(other: str, script: str, **options: Any) -> Answer:
    """A script that goes on (action 5) after SEVEN_SHOWN; `other` is the tenth card of seat 0, which has drawn 4♣."""
    return blackbird(SEVEN_SHOWN + script, {0: SEVEN + other}, "6D JC 4C 2S 6S", **options)


def test_dead_display_forbid_bars_the_trick_card_where_only_a_dead_display_could_use_it() -> None:
    # K♦ 3♦ would be the eighth and ninth card.
    refused(seven("2C", "0 draw trick", dead_display="forbid"), 0, 5, "trick", *DEAD)
    assert standing(seven("2C", "0 draw trick"))["phase"] == "display"


def test_dead_display_forbid_lets_it_be_drawn_for_a_display_that_lives() -> None:
    refused(seven("5D", "0 draw trick; meld KD 3D", dead_display="forbid"), 0, 6, *DEAD)
    # 20 + 6 + 3, then three diamonds 12, and 10: 51.
    answer = seven("5D", "0 draw trick; meld KD 3D 5D; discard 4C", dead_display="forbid")
    assert ended(answer) == ("out", [51, 0])


# --- the match -------------------------------------------------------------------------------------------------------


def eldest_out(dealer: int) -> tuple[str, str]:
    """A deal for two in which the eldest hand goes out in its first turn: 31."""
    deck = blackbird_deck({1 - dealer: plain(RED_TEN)}, "2C KH 4C", 2, dealer)
    return deck, f"{1 - dealer} draw stock; meld {RED_TEN}; discard 4C"


def matched(*deals: tuple[str, str], **options: Any) -> Answer:
    """What comes of a match of two that seat 1 deals first."""
    return ask(record(BLACKBIRD, *deals, seats=2, dealer=1, **options))


def test_a_hundred_ends_the_match_and_the_deal_passes_left() -> None:
    # Each second deal brings a seat 31: seat 0 has 31, 62, 93, 124.
    answer = matched(*[eldest_out(1 - turn % 2) for turn in range(6)])
    assert column(answer, "dealer") == [1, 0, 1, 0, 1, 0]
    assert column(answer, "totals")[-1] == [93, 93]
    assert (answer["over"], answer["winners"]) == (False, [])
    answer = matched(*[eldest_out(1 - turn % 2) for turn in range(7)])
    assert column(answer, "totals")[-1] == [124, 93]
    assert (answer["over"], answer["winners"]) == (True, [0])


def test_the_target_is_reached_exactly() -> None:
    assert matched(eldest_out(1), target=31)["over"] is True
    assert matched(eldest_out(1), target=32)["over"] is False


def test_no_deal_after_the_match() -> None:
    refused(matched(eldest_out(1), eldest_out(0), target=31), 1, 0, "over")


LEVEL = "AS 3S 5S 7S, AC 3C 5C, 7C 9S"  # 20 + 9 + 2 = 31


def test_level_at_the_top_is_another_deal() -> None:
    script = f"0 draw stock; meld {LEVEL}; discard KH trick; 1 draw stock; meld {RED_TEN}; discard 4D"
    first = (blackbird_deck({0: f"{plain(LEVEL)} KH", 1: plain(RED_TEN)}, "6D JC 2D 4D"), script)
    answer = matched(first, target=31)
    assert column(answer, "totals") == [[31, 31]]
    assert (answer["over"], answer["winners"]) == (False, [])
    answer = matched(first, eldest_out(0), target=31)
    assert column(answer, "totals") == [[31, 31], [31, 62]]
    assert (answer["over"], answer["winners"]) == (True, [1])


def test_the_highest_total_wins_not_who_was_out() -> None:
    answer = shown("KS JS, AS 3S 5S 7S, AC 3C 5C", "9C")
    assert (answer["over"], column(answer, "scores")) == (False, [[49, 31]])
    script = f"0 draw stock; meld KS JS, AS 3S 5S 7S, AC 3C 5C; discard KH trick; 1 draw stock; meld {RED_TEN}; discard 4D"
    written = blackbird_record(script, {0: "KS JS AS 3S 5S 7S AC 3C 5C KH", 1: plain(RED_TEN)}, "6D 9C 2D 4D", target=30)
    assert (ask(written)["over"], ask(written)["winners"]) == (True, [0])
