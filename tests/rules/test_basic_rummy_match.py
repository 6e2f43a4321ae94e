"""Basic Rummy: going out, what it pays, Rummy, who deals next, and the end of the match."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, allowed, ask, column, ended, idle, no_record, record, refused, stack, standing

GAME = "basic-rummy"

# A hand that is all matched, by its size: with the card drawn it goes out in one turn.
WINNING = {6: "2C 3C 4C 9C 9D 9H", 7: "2C 3C 4C 5C 9C 9D 9H", 10: "2C 3C 4C 5C 6C 7C 9C 9D 9H 9S"}
ITS_MELDS = {6: "2C 3C 4C, 9C 9D 9H", 7: "2C 3C 4C 5C, 9C 9D 9H", 10: "2C 3C 4C 5C 6C 7C, 9C 9D 9H 9S"}
SIZE = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}

# Losing hands of seven cards.
H70 = "TS JS QH TD TH JD JH"  # seven tens and faces
H55 = "8D 8H 8S 7D 7H 7S TC"  # 24 + 21 + 10
H54 = "8D 8H 8S 6D 7H 7S TC"  # a six for a seven
H49 = "AS AH AD 4S 4H 6S 6D 8S 8D TS"  # ten cards: 3 + 8 + 12 + 16 + 10


def won(seats: int, dealer: int, winner: int, hands: dict[int, str]) -> tuple[str, str]:
    """A deal in which the seats before the winner draw and discard a stock card, and the winner goes out in its first turn."""
    rest, script, seat = ["KD"], "", (dealer + 1) % seats
    for junk in ["KS", "QS", "QD", "QC", "JC"]:
        if seat == winner:
            break
        rest.append(junk)
        script += f"{seat} draw stock; discard {junk}; "
        seat = (seat + 1) % seats
    size = SIZE[seats]
    deck = stack(GAME, seats, dealer, {**hands, winner: WINNING[size]}, " ".join([*rest, "KH"]))
    return deck, script + f"{winner} draw stock; meld {ITS_MELDS[size]}; discard KH"


def match(*deals: tuple[str, str], seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a match of these deals."""
    return ask(record(GAME, *deals, seats=seats, dealer=dealer, **options))


# --- what the seat that goes out wins --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("AC AD AH AS 2D 2H 2S", 10),  # 4 x 1 + 3 x 2
        ("3D 3H 3S 4D 4H 4S 5D", 26),  # 9 + 12 + 5
        ("5H 5S 6D 6H 6S 6C AD", 35),  # 10 + 24 + 1
        ("7C 7D 7H 7S 8D 8H 8S", 52),  # 28 + 24
        ("9S AC AD AH AS 2D 2H", 17),  # 9 + 4 + 4
        ("TC AC AD AH AS 2D 2H", 18),  # ten 10
        ("JC AC AD AH AS 2D 2H", 18),  # jack 10
        ("QC AC AD AH AS 2D 2H", 18),  # queen 10
        ("KC AC AD AH AS 2D 2H", 18),  # king 10
    ],
)
def test_face_cards_and_tens_count_10_aces_1_others_their_pips(hand: str, value: int) -> None:
    # The other loser holds 70. Both hands together, twice: seat 1 goes out in its first turn (Rummy).
    answer = match(won(3, 0, 1, {2: hand, 0: H70}))
    assert ended(answer) == ("out", [0, 2 * (value + 70), 0])


def test_the_winner_wins_the_hands_of_all_other_seats_and_they_lose_nothing() -> None:
    hands = {
        0: "AD AH AS 2D 2H 2S",  # 3 + 6 = 9
        2: "3D 3H 3S 4D 4H 4S",  # 9 + 12 = 21
        3: "5D 5H 5S 6D 6H 6S",  # 15 + 18 = 33
        4: "7D 7H 7S 8D 8H 8S",  # 21 + 24 = 45
        5: "TD TH TS JD JH JS",  # 60
    }
    # 9 + 21 + 33 + 45 + 60 = 168, twice for Rummy.
    answer = match(won(6, 0, 1, hands), seats=6)
    assert ended(answer) == ("out", [0, 336, 0, 0, 0, 0])


def test_cards_matched_in_the_hand_count_like_the_rest() -> None:
    # Seat 2 holds 7♠7♥7♦ and 4♠5♠6♠, which it could have melded, and A♦: 21 + 15 + 1 = 37. 37 + 70 = 107, twice.
    answer = match(won(3, 0, 1, {2: "7S 7H 7D 4S 5S 6S AD", 0: H70}))
    assert ended(answer) == ("out", [0, 214, 0])


def test_going_out_by_melding_everything_needs_no_discard() -> None:
    # Seat 1 draws 6♣, which fits: nothing is left. 70 + 55 = 125, twice.
    deck = stack(GAME, 3, 0, {1: WINNING[7], 2: H70, 0: H55}, "KD 6C")
    answer = match((deck, "1 draw stock; meld 2C 3C 4C 5C 6C, 9C 9D 9H"))
    assert ended(answer) == ("out", [0, 250, 0])


def test_a_final_discard_does_not_spoil_rummy() -> None:
    # As above, but K♥ is drawn and discarded.
    assert ended(match(won(3, 0, 1, {2: H70, 0: H55}))) == ("out", [0, 250, 0])


def test_several_melding_actions_of_one_turn_are_still_rummy() -> None:
    deck = stack(GAME, 3, 0, {1: WINNING[7], 2: H70, 0: H55}, "KD 6C")
    answer = match((deck, "1 draw stock; meld 9C 9D 9H; meld 2C 3C 4C; meld 5C on 2; meld 6C on 2"))
    assert ended(answer) == ("out", [0, 250, 0])


def test_a_rummy_with_the_top_discard_drawn() -> None:
    deck = stack(GAME, 3, 0, {1: WINNING[7], 2: H70, 0: H55}, "6C KD")
    assert ended(match((deck, "1 draw discard; meld 2C 3C 4C 5C 6C, 9C 9D 9H"))) == ("out", [0, 250, 0])


def test_no_rummy_for_a_seat_that_melded_in_an_earlier_turn() -> None:
    # Seat 1 melds its nines in the first turn and goes out in the second: 70 + 55, once.
    deck = stack(GAME, 3, 0, {1: WINNING[7], 2: H70, 0: H55}, "KD KH QS QD KS")
    script = "1 draw stock; meld 9C 9D 9H; discard KH; 2 draw stock; discard QS; 0 draw stock; discard QD; "
    answer = match((deck, script + "1 draw stock; meld 2C 3C 4C 5C; discard KS"))
    assert ended(answer) == ("out", [0, 125, 0])


# Seat 2 melds its jacks in its first turn and keeps A♠ 2♦ 3♥ 4♠: 10. Seat 0 keeps 8♣ 9♠ T♦ Q♣ K♠ 2♠ 6♦: 8 + 9 + 30 + 2 + 6 = 55.
LAYING_OFF = {1: "2C 3C 4C 5C 9C 9D JC", 2: "JS JH JD AS 2D 3H 4S", 0: "8C 9S TD QC KS 2S 6D"}
JACKS = "1 draw stock; discard KH; 2 draw stock; meld JS JH JD; discard QS; 0 draw stock; discard QD; "


def test_no_rummy_for_a_seat_that_laid_off_in_an_earlier_turn() -> None:
    # Seat 1 lays J♣ off in its second turn and goes out in its third: 10 + 55, once. The jacks on the table count nothing.
    deck = stack(GAME, 3, 0, LAYING_OFF, "KD KH QS QD QH TS TH 9H")
    script = JACKS + "1 draw stock; meld JC on 1; discard QH; 2 draw stock; discard TS; 0 draw stock; discard TH; "
    answer = match((deck, script + "1 draw stock; meld 2C 3C 4C 5C, 9C 9D 9H"))
    assert ended(answer) == ("out", [0, 65, 0])


def test_a_lay_off_in_the_turn_of_going_out_does_not_spoil_rummy() -> None:
    # Nor does having had turns before, as long as nothing was melded in them: (10 + 55) twice.
    deck = stack(GAME, 3, 0, LAYING_OFF, "KD KH QS QD 9H")
    answer = match((deck, JACKS + "1 draw stock; meld JC on 1, 2C 3C 4C 5C, 9C 9D 9H"))
    assert ended(answer) == ("out", [0, 130, 0])


def test_a_seat_may_go_out_by_lay_offs_alone() -> None:
    # Seat 1 melds 6♠ to T♠ and keeps 2♦ 3♦; seat 2 lays its seven cards on them and discards 9♣.
    hands = {1: "6S 7S 8S 9S TS 2D 3D", 2: "AS 2S 3S 4S 5S JS QS", 0: "8C 8D TD QC KC 2H 6D"}
    deck = stack(GAME, 3, 0, hands, "KD KH 9C")
    script = "1 draw stock; meld 6S 7S 8S 9S TS; discard KH; 2 draw stock; meld AS 2S 3S 4S 5S JS QS on 1; discard 9C"
    # Seat 1 holds 2 + 3 = 5; seat 0 holds 8 + 8 + 10 + 10 + 10 + 2 + 6 = 54. Seat 2 melded nothing before: 59 twice.
    assert ended(match((deck, script))) == ("out", [0, 0, 118])


def test_a_card_drawn_by_a_loser_counts_as_well() -> None:
    # Seat 2 draws K♥ and discards A♠; seat 0 goes out.
    hands = {1: "2C 3C 5D 6H 8H TH JC", 2: "AS 2D 3H 4S 5S 6S 7S", 0: "4C 5C 6C 7C 9C 9D 9H"}
    deck = stack(GAME, 3, 0, hands, "KD KS KH QD")
    script = "1 draw stock; discard KS; 2 draw stock; discard AS; 0 draw stock; meld 4C 5C 6C 7C, 9C 9D 9H; discard QD"
    # Seat 1: 2 + 3 + 5 + 6 + 8 + 10 + 10 = 44. Seat 2: 2 + 3 + 4 + 5 + 6 + 7 + 10 = 37. 81, twice.
    assert ended(match((deck, script))) == ("out", [162, 0, 0])


def test_a_seat_with_one_card_left_goes_on_until_it_goes_out() -> None:
    # Seat 1 keeps only 5♦ after its first turn. It draws K♣ and discards it; then it draws 5♣, which fits, and discards 5♦.
    # 70 + 55, once: it melded in its first turn.
    hands = {1: "2C 3C 4C 9C 9D 9H 5D", 2: H70, 0: H55}
    deck = stack(GAME, 3, 0, hands, "KD KH QS QD KC QC JC 5C")
    script = "1 draw stock; meld 2C 3C 4C, 9C 9D 9H; discard KH; 2 draw stock; discard QS; 0 draw stock; discard QD; "
    answer = match((deck, script + "1 draw stock; discard KC"))
    assert standing(answer)["hands"][1] == ["5D"]
    script += "1 draw stock; discard KC; 2 draw stock; discard QC; 0 draw stock; discard JC; "
    script += "1 draw stock; meld 5C on 1; discard 5D"
    assert ended(match((deck, script))) == ("out", [0, 125, 0])


# --- a record's deals ------------------------------------------------------------------------------------------------

A_DEAL = won(3, 0, 1, {2: H70, 0: H55})  # pays seat 1 250
NEXT_DEAL = won(3, 1, 1, {2: H70, 0: H55})  # seat 1 deals and wins 250 again


def test_an_action_after_the_deal_is_over_is_refused() -> None:
    deck, script = A_DEAL
    refused(match((deck, script + "; 2 draw stock")), 0, 3, "over")


def test_a_deal_that_is_not_over_must_be_the_last() -> None:
    deck = A_DEAL[0]
    refused(match((deck, "1 draw stock"), NEXT_DEAL), 0, 1)
    refused(match((deck, ""), NEXT_DEAL), 0, 0)
    refused(match(A_DEAL, (NEXT_DEAL[0], ""), A_DEAL), 1, 0)


def test_a_deal_that_goes_on_has_no_scores_and_the_totals_before_it() -> None:
    answer = allowed(match(A_DEAL, (NEXT_DEAL[0], "2 draw stock")))
    assert answer["game"] == GAME
    assert answer["deals"] == [
        {"dealer": 0, "ended": "out", "scores": [0, 250, 0], "totals": [0, 250, 0]},
        {"dealer": 1, "ended": None, "scores": None, "totals": [0, 250, 0]},
    ]
    assert (answer["over"], answer["winners"]) == (False, [])
    assert "final" not in answer


# --- who deals next --------------------------------------------------------------------------------------------------


def test_with_more_than_two_seats_the_deal_passes_left_whoever_won() -> None:
    hands = {0: H55, 1: H70, 2: H55}
    deals = [
        won(3, 2, 0, {1: H70, 2: H55}),
        won(3, 0, 0, {1: H70, 2: H55}),  # the dealer wins: it does not deal again
        won(3, 1, 2, {0: hands[0], 1: hands[1]}),
        (stack(GAME, 3, 2, {}, ""), ""),
    ]
    assert column(match(*deals, dealer=2, target=5000), "dealer") == [2, 0, 1, 2]


def test_with_two_seats_the_winner_of_a_deal_deals_the_next() -> None:
    deals = [
        won(2, 0, 1, {0: H49}),
        won(2, 1, 1, {0: H49}),  # the dealer wins and deals again
        won(2, 1, 0, {1: H49}),
        won(2, 0, 0, {1: H49}),
        (stack(GAME, 2, 0, {}, ""), ""),
    ]
    answer = match(*deals, seats=2)
    assert column(answer, "dealer") == [0, 1, 1, 0, 0]
    assert column(answer, "totals")[-1] == [196, 196]  # 2 x 49 for each of four deals
    assert standing(answer)["turn"] == [1]


@pytest.mark.parametrize(("seats", "dealer", "after"), [(2, 0, 1), (2, 1, 0), (3, 2, 0), (4, 1, 2)])
def test_after_a_block_the_deal_passes_left(seats: int, dealer: int, after: int) -> None:
    # The stock is used up, the pile turned over once, and used up again: twice 52 - hands - 1 turns; then a pass.
    stock = 51 - seats * SIZE[seats]
    deck = " ".join(PACK)
    script = idle(GAME, deck, seats, dealer, 2 * stock) + f"{(dealer + 1 + 2 * stock) % seats} pass"
    answer = match((deck, script), (deck, ""), seats=seats, dealer=dealer, max_turns_over=1)
    assert column(answer, "ended") == ["block", None]
    assert column(answer, "dealer") == [dealer, after]


# --- the end of the match --------------------------------------------------------------------------------------------


def test_the_match_is_over_when_a_seat_reaches_500_at_the_end_of_a_deal() -> None:
    answer = match(A_DEAL, NEXT_DEAL)
    assert column(answer, "totals") == [[0, 250, 0], [0, 500, 0]]
    assert (answer["over"], answer["winners"], answer["position"]) == (True, [1], None)


def test_498_is_not_500() -> None:
    answer = match(A_DEAL, won(3, 1, 1, {2: H70, 0: H54}))  # 2 x (70 + 54) = 248
    assert column(answer, "totals") == [[0, 250, 0], [0, 498, 0]]
    assert (answer["over"], answer["winners"], answer["position"]) == (False, [], None)


@pytest.mark.parametrize(("target", "over"), [(1, True), (249, True), (250, True), (251, False), (10000, False)])
def test_option_target(target: int, over: bool) -> None:
    answer = match(A_DEAL, target=target)
    assert (answer["over"], answer["winners"]) == (over, [1] if over else [])


def test_a_deal_after_the_match_is_refused() -> None:
    refused(match(A_DEAL, NEXT_DEAL, target=250), 1, 0, "over")
    refused(match(A_DEAL, (NEXT_DEAL[0], ""), target=250), 1, 0, "over")


def test_option_deals_ends_the_match_after_so_many_and_ignores_the_target() -> None:
    one = match(A_DEAL, deals=2, target=100)
    assert (one["over"], one["winners"]) == (False, [])
    two = match(A_DEAL, won(3, 1, 2, {0: H70, 1: H54}), deals=2, target=10000)
    assert column(two, "totals") == [[0, 250, 0], [0, 250, 248]]
    assert (two["over"], two["winners"]) == (True, [1])  # the highest total wins
    refused(match(A_DEAL, NEXT_DEAL, NEXT_DEAL, deals=2), 2, 0, "over")


def test_a_match_that_ends_level_is_won_jointly() -> None:
    answer = match(won(2, 0, 1, {0: H49}), won(2, 1, 0, {1: H49}), seats=2, deals=2)
    assert column(answer, "totals")[-1] == [98, 98]
    assert (answer["over"], answer["winners"]) == (True, [0, 1])
    answer = match(A_DEAL, won(3, 1, 2, {0: H70, 1: H55}), deals=2)
    assert column(answer, "totals")[-1] == [0, 250, 250]
    assert (answer["over"], answer["winners"]) == (True, [1, 2])


def test_a_blocked_deal_counts_as_one_of_the_deals() -> None:
    deck = " ".join(PACK)  # two seats: 31 stock cards, twice; seat 1 begins, so after 62 turns it is seat 1's turn
    answer = match((deck, idle(GAME, deck, 2, 0, 62) + "1 pass"), seats=2, deals=1, max_turns_over=1)
    assert ended(answer) == ("block", [0, 0])
    assert (answer["over"], answer["winners"]) == (True, [0, 1])


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 10001},
        {"target": "500"},
        {"target": True},
        {"deals": -1},
        {"deals": 101},
        {"max_turns_over": -1},
        {"max_turns_over": 1001},
        {"return_discard": 1},
        {"return_discard": "yes"},
        {"knock_limit": 10},  # options of other games
        {"dealer": "winner"},
        {"count": "points"},
        {"ace_high": True},
        {"max_buys": 0},
        {"house": 1},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, (" ".join(PACK), ""), seats=2, dealer=0) | {"options": options})


def test_the_ends_of_the_ranges_are_values() -> None:
    for options in ({"target": 1, "deals": 0}, {"target": 10000, "deals": 100, "max_turns_over": 1000, "return_discard": True}):
        standing(match((" ".join(PACK), ""), **options))


@pytest.mark.parametrize("seats", [1, 7])
def test_basic_rummy_is_for_two_to_six(seats: int) -> None:
    no_record({**record(GAME, (" ".join(PACK), ""), seats=2, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize("deck", [PACK[:-1], [*PACK, "BJ"], [*PACK[:-1], "2C"], [*PACK[:-1], "RJ"], []])
def test_the_deck_is_one_pack(deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=2, dealer=0))


@pytest.mark.parametrize(
    "action", ["melt 7S 7H 7D", "meld", "discard", "discard 1S", "draw", "meld 7S on", "meld 7S on 1 up", ""]
)
def test_an_action_that_cannot_be_read_makes_no_record(action: str) -> None:
    written = record(GAME, (" ".join(PACK), ""), seats=2, dealer=0)
    written["deals"][0]["actions"] = [[1, action]]
    no_record(written)
