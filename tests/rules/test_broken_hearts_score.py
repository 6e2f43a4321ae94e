"""Broken Hearts: what is paid as it falls, going out, what a hand costs, and the end of the match."""

from __future__ import annotations

from typing import Any

import pytest
from display_hands import BROKEN_HEARTS, broken, broken_deck
from rummy_hands import Answer, ask, column, ended, record, refused, standing

# Seven clubs in sequence: who holds them goes out with one play. An ace 10 and 100.
CLUBS = "AC 2C 3C 4C 5C 6C 7C"


def against(hand: str) -> int:
    """What this hand of seven costs seat 1 when seat 0 goes out at once."""
    how, scores = ended(broken(f"0 play {CLUBS}", {0: CLUBS, 1: hand}, "", 4))
    assert (how, scores[0]) == ("out", 110)
    return scores[1]


# --- what a hand costs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "cost"),
    [
        ("KS QS JS TS 9S 8S 7S", 64),  # 10 + 10 + 10 + 10 + 9 + 8 + 7
        ("KH QH JH TH 9H 8H 7H", 128),  # twice as much
        ("BJ RJ AD AS AH 2D 2H", 60),  # 25 + 25 + 1 + 1 + 2 + 2 + 4
        ("6H 5H 4H 3H 2H AH KD", 52),  # 12 + 10 + 8 + 6 + 4 + 2 + 10
        ("KH BJ AH 2S 2D 3S 3D", 57),  # 20 + 25 + 2 + 2 + 2 + 3 + 3
    ],
)
def test_jokers_25_faces_10_aces_1_others_pips_hearts_double(hand: str, cost: int) -> None:
    assert against(hand) == -cost


def test_the_hand_of_54() -> None:
    # K♥ 20 + joker 25 + A♥ 2 + 7♣ 7 are left when seat 0, which has played no ace, goes out: 100.
    hands = {0: "2S 6S 7S 8S 9S TS JS", 1: "3S 4S 5S KH BJ AH 7C"}
    script = "0 play 2S; 1 play 3S 4S 5S; 2 draw stock; pass; 3 draw stock; pass; 0 play 6S 7S 8S 9S TS JS"
    how, scores = ended(broken(script, hands, "", 4))
    assert (how, scores[:2]) == ("out", [100, -54])


def test_every_other_seat_loses_its_hand_drawn_cards_too() -> None:
    hands = {0: "AC 3C 4C 5C 6C 7C 8C", 1: "2D 3D 4D 5D 6D 7D 8D", 2: "2S 3S 4S 5S 6S 7S 8S", 3: "2H 3H 4H 5H 6H 7H 8H"}
    script = "0 play AC; 1 draw stock; pass; 2 draw stock; pass; 3 draw stock; pass; 0 play 3C 4C 5C 6C 7C 8C"
    # 2 + … + 8 = 35; K♦ 10, 9♠ 9, and 70 + J♥ 20. Seat 0: ace 10 + trick 20 + out 100.
    assert ended(broken(script, hands, "KD 9S JH", 4)) == ("out", [130, -45, -44, -90])


# --- paid as it falls ------------------------------------------------------------------------------------------------


def test_going_out_100_and_the_trick_on_the_table_won_by_nobody() -> None:
    # Two, not ace: only 100; no 20 for the trick that lies there.
    how, scores = ended(broken("0 play 2C 3C 4C 5C 6C 7C 8C", {0: "2C 3C 4C 5C 6C 7C 8C"}, "", 4))
    assert (how, scores[0]) == ("out", 100)


def test_the_deal_ends_at_once() -> None:
    answer = broken(f"0 play {CLUBS}; 1 draw stock", {0: CLUBS}, "", 4)
    refused(answer, 0, 1, "over")


def test_nobody_wins_a_trick_that_others_had_played_to() -> None:
    # Seat 0 leads, seat 1 goes out over it with seven diamonds: 100, and no 20 for the trick.
    hands = {0: "AD AC AS TH JH QH KH", 1: "2D 3D 4D 5D 6D 7D 8D"}
    how, scores = ended(broken("0 play AD; 1 play 2D 3D 4D 5D 6D 7D 8D", hands, "", 4))
    # Seat 0: A♦ 10, less A♣ 1, A♠ 1, T♥ 20, J♥ 20, Q♥ 20, K♥ 20.
    assert (how, scores[:2]) == ("out", [10 - 82, 100])


def tricks(number: int) -> Answer:
    """Seat 0 wins so many tricks with single clubs, beginning with 2♣, and goes out with the rest."""
    clubs = ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    passes = "; 1 draw stock; pass; 2 draw stock; pass; 3 draw stock; pass; "
    script = "".join(f"0 play {card}{passes}" for card in clubs[:number]) + "0 play " + " ".join(clubs[number:])
    return broken(script, {0: " ".join(clubs)}, "", 4)


@pytest.mark.parametrize("number", [0, 1, 3, 6])
def test_each_trick_won_pays_20(number: int) -> None:
    assert ended(tricks(number))[1][0] == 100 + 20 * number


def test_a_trick_is_paid_to_the_last_play_when_all_others_have_passed() -> None:
    # Seat 1 beats 2♠ with 3♠ and all pass: 20. It leads 2♥, all pass: 20. Seat 1 leads the other five hearts and is out.
    hands = {0: "2S 2D 3D 4D 5D 6D 7D", 1: "3S 2H 3H 4H 5H 6H 7H"}
    rest = "2 draw stock; pass; 3 draw stock; pass; 0 draw stock; pass; "
    script = f"0 play 2S; 1 play 3S; {rest}1 play 2H; {rest}1 play 3H 4H 5H 6H 7H"
    assert ended(broken(script, hands, "", 4))[1][1] == 20 + 20 + 100


def test_each_ace_played_pays_10_to_who_plays_it() -> None:
    # Seat 0 plays A♠ 10, seat 1 A♥ over it 10, seat 2 2♥, all pass: 20 for seat 2. It leads A♦ 10 in a sequence of six: 100.
    hands = {0: "AS 2S 2C 3C 4C 5C 6C", 1: "AH 3S 4S 5S 6S 7S 8S", 2: "2H AD 2D 3D 4D 5D 6D"}
    script = (
        "0 play AS; 1 play AH; 2 play 2H; 3 draw stock; pass; 0 draw stock; pass; 1 draw stock; pass; 2 play AD 2D 3D 4D 5D 6D"
    )
    scores = ended(broken(script, hands, "KS 7D 9S", 4))[1]
    # Seat 0 keeps 2♠ 2 + 2 to 6 of clubs 20 + 7♦ 7; seat 1 3 to 8 of spades 33 + 9♠ 9.
    assert scores[:3] == [10 - 29, 10 - 42, 20 + 10 + 100]


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("7H 8H 9H TH JH QH KH", 110),
        ("6H 7H 8H 9H TH JH QH", 100),
        ("7H 8H 9H TH JH BJ KH", 110),  # the king itself
        ("7H BJ 9H RJ JH QH KH", 110),
        ("AH 2H 3H 4H 5H 6H 7H", 110),
        ("AS BJ 3S 4S 5S 6S 7S", 110),
        ("2S BJ 4S 5S RJ 7S 8S", 100),  # a joker pays nothing
    ],
)
def test_the_king_of_hearts_and_aces_pay_in_a_sequence_too(hand: str, pays: int) -> None:
    assert ended(broken(f"0 play {hand}", {0: hand}, "", 4))[1][0] == pays


def test_a_joker_alone_pays_nothing_and_may_be_the_last_card() -> None:
    hands = {0: "2C 3C 4C 5C 6C 7C BJ"}
    passes = "; 1 draw stock; pass; 2 draw stock; pass; 3 draw stock; pass; "
    answer = broken(f"0 play 2C 3C 4C 5C 6C 7C{passes}0 play BJ", hands, "", 4)
    assert ended(answer)[1][0] == 20 + 100  # one trick; none for the joker's


# --- the match -------------------------------------------------------------------------------------------------------


def eldest_out(dealer: int, seats: int = 4) -> tuple[str, str]:
    """A deal in which the eldest hand goes out with its first play: 110."""
    eldest = (dealer + 1) % seats
    return broken_deck({eldest: CLUBS}, "", seats, dealer), f"{eldest} play {CLUBS}"


def match(*deals: tuple[str, str], seats: int, dealer: int, **options: Any) -> Answer:
    """What comes of these deals."""
    return ask(record(BROKEN_HEARTS, *deals, seats=seats, dealer=dealer, **options))


def test_the_deal_passes_to_the_left() -> None:
    answer = match(eldest_out(2), eldest_out(3), eldest_out(0), seats=4, dealer=2)
    assert column(answer, "dealer") == [2, 3, 0]
    refused(match(eldest_out(2), eldest_out(2), seats=4, dealer=2), 1, 0, "turn")


ALL_CLUBS = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
ALL_HEARTS = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


def seat_0_out(dealer: int) -> tuple[str, str]:
    """A deal for two: seat 0 leads all clubs, 110, or plays all hearts over A♣, 120."""
    if dealer == 1:
        return broken_deck({0: ALL_CLUBS}, "", 2, 1), f"0 play {ALL_CLUBS}"
    return broken_deck({0: ALL_HEARTS, 1: "AC"}, "", 2, 0), f"1 play AC; 0 play {ALL_HEARTS}"


def test_500_ends_the_match() -> None:
    deals = [seat_0_out(1), seat_0_out(0)] * 2 + [seat_0_out(1)]
    answer = match(*deals[:4], seats=2, dealer=1)
    assert [total[0] for total in column(answer, "totals")] == [110, 230, 340, 460]
    assert (answer["over"], answer["winners"]) == (False, [])
    answer = match(*deals, seats=2, dealer=1)
    assert column(answer, "totals")[-1][0] == 570
    assert (answer["over"], answer["winners"]) == (True, [0])


def test_the_target_is_reached_exactly_and_no_deal_follows() -> None:
    assert match(seat_0_out(1), seats=2, dealer=1, target=110)["over"] is True
    assert match(seat_0_out(1), seats=2, dealer=1, target=111)["over"] is False
    refused(match(seat_0_out(1), seat_0_out(0), seats=2, dealer=1, target=110), 1, 0, "over")


def shared(eldest: int) -> tuple[str, str]:
    """A deal for two: the eldest hand 130, the dealer 19.

    A♠ is led (10); the dealer plays 9♥ to K♥ (10), wins 20 and leads A♦ (10); 2♦ to K♦ beat it and win 20; 9♣, the last
    card, goes out (100). The dealer keeps A♣ 1, A♥ 2, 2♣ 2, 2♠ 2, 3♣ 3, 3♠ 3, 4♣ 4 and 4♠ 4: 40 - 21.
    """
    dealer = 1 - eldest
    hands = {
        eldest: "AS 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
        dealer: "9H TH JH QH KH AD AC AH 2C 2S 3C 3S 4C",
    }
    script = (
        f"{eldest} play AS; {dealer} play 9H TH JH QH KH; {eldest} draw stock; pass; {dealer} play AD; "
        f"{eldest} play 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD; {dealer} draw stock; pass; {eldest} play 9C"
    )
    return broken_deck(hands, "9C 4S", 2, dealer), script


def test_level_at_the_top_is_another_deal() -> None:
    answer = match(shared(0), shared(1), seats=2, dealer=1, target=140)
    assert column(answer, "totals") == [[130, 19], [149, 149]]
    assert (answer["over"], answer["winners"]) == (False, [])
    answer = match(shared(0), shared(1), shared(0), seats=2, dealer=1, target=140)
    assert column(answer, "totals")[-1] == [279, 168]
    assert (answer["over"], answer["winners"]) == (True, [0])


def ahead() -> tuple[str, str]:
    """A deal for two in which seat 1 goes out with 150 and seat 0 has 202.

    Seat 0 wins ten tricks (200) and plays two aces (20); it keeps 6♥ 12, A♠ 1, 2♠ 2, 3♠ 3. Seat 1 beats 6♣ with 7♣ to K♣
    (20), wins another trick (20) with all diamonds (ace 10), and goes out with 8♠ 9♠ T♠ (100).
    """
    hands = {0: "AC 2C 3C 4C 5C 6C AH 2H 3H 4H 5H 6H AS", 1: "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"}
    led = [f"0 play {card}; 1 draw stock; pass; " for card in ["AC", "2C", "3C", "4C", "5C", "AH", "2H", "3H", "4H", "5H"]]
    rest = (
        "0 play 6C; 1 play 7C 8C 9C TC JC QC KC; 0 draw stock; pass; 1 play AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD; "
        "0 draw stock; pass; 1 play 8S 9S TS"
    )
    return broken_deck(hands, "7C 8C 9C TC JC QC KC 8S 9S TS 2S 3S"), "".join(led) + rest


def test_the_highest_total_wins_not_who_went_out() -> None:
    answer = match(ahead(), seats=2, dealer=1, target=150)
    assert ended(answer) == ("out", [202, 150])
    assert (answer["over"], answer["winners"]) == (True, [0])


def test_target_0_one_deal_is_the_match_won_by_who_goes_out() -> None:
    answer = match(ahead(), seats=2, dealer=1, target=0)
    assert column(answer, "totals") == [[202, 150]]
    assert (answer["over"], answer["winners"]) == (True, [1])
    refused(match(ahead(), seat_0_out(0), seats=2, dealer=1, target=0), 1, 0, "over")


# --- positions -------------------------------------------------------------------------------------------------------


def test_position_of_a_trick_with_a_joker() -> None:
    hands = {0: "6S 7D", 1: "8S BJ TS KH"}
    position = standing(broken("0 play 6S; 1 play 8S BJ TS; 2 draw stock", {**hands, 0: "6S 7D 8D 9D TD JD QD"}, "2C", 4))
    assert position["trick"] == ["6S", "8S", "BJ=9S", "TS"]
    assert (position["turn"], position["phase"], position["stock"]) == ([2], "drawn", 25)
    assert position["hands"][0] == ["7D", "8D", "9D", "TD", "JD", "QD"]
    assert "BJ" not in position["hands"][1]
