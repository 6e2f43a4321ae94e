"""Black Heart Rum in teams: one total, one opening, and what a team is paid and charged."""

from __future__ import annotations

import pytest
from black_heart_hands import ELEVEN, GAME, idle, lying, owners, played, stacked, table, won, worth
from rummy_hands import ask, column, ended, record, refused

# --- two deals of four seats: 0 and 2 against 1 and 3 -------------------------------------------------------------------

# Seat 2 digs five, melds four aces and four tens (100) and keeps 6♣ 6♥ and four royals (50). Seat 3 melds Q K A 2 of spades
# with two hearts (50) and keeps a joker and three jacks (50). Seat 1 digs nine, melds 45 + 25 + 15 + 15 and keeps two tens
# and 3♠ (25). Seat 0, which melds last, digs three and goes out with six nines, two jokers and five fours: 75.
FIRST_HANDS = {
    0: "9C 9H 9S BJ RJ 4C 4C 4H 4S 4S",
    1: "JC QC KC 4H 6H AC TS TS 3S 9C",
    2: "AH AH AS TC TC TH TH 6C 6H 3C",
    3: "QS KS AS 2S 2H 3H BJ JS JS JC",
}
FIRST_REST = "6S 8C 8H AC QC QS KC KS 5H 7C 8S 7H 7S 2C 9H 9S"
FIRST = """
    3 draw stock; discard 8C; 0 draw stock; discard 8H; 1 draw stock; discard AC; 2 draw stock; discard QC;
    3 draw stock; discard QS; 0 draw stock; discard KC; 1 draw stock; discard KS;
    2 draw discard 5; meld AC AH AH AS, TC TC TH TH; discard 3C;
    3 draw stock; meld QS KS AS 2S with 2H 3H; discard 5H;
    0 draw stock; discard 7C; 1 draw stock; discard 8S; 2 draw stock; discard 7H;
    3 draw stock; discard 7S; 0 draw stock; discard 2C;
    1 draw discard 9; meld JC QC KC with 4H 5H 6H, AC 2C 3C, 7C 7H 7S, 8C 8H 8S; discard 9C;
    2 draw stock; discard 9H; 3 draw stock; discard 9S;
    0 draw discard 3; meld 9C 9C 9H 9H 9S 9S BJ RJ, 4C 4C 4H 4S 4S
"""
# Then seat 3 deals. Seat 2 digs six, melds 45 + 15 + 15 and keeps Q♣ K♣ 3♣ (25). Seat 0 digs two, melds four aces and four
# tens (100) and keeps two tens and 3♥ (25). Seat 1 goes out with its team's first meld: 45 - 15 = 30, 25 and 20 are 75.
# Seat 3 holds a joker, four royals and five cards at 5: 75 with the joker as 10.
SECOND_HANDS = {
    0: "AC AC AH AS TC TH TS TS 3H JC",
    1: "AS 2S 3S 4S AH 2H 3H 8C 8H 8S",
    2: "JC QC QC KC KC 4H 5H 6H 3C TC",
    3: "BJ JS JS QS KS 9C 9H 9S 7S 6S",
}
SECOND_REST = "2C 7C 7H 7C 4C 5C 6C TH 8S"
SECOND = """
    0 draw stock; discard 7C; 1 draw stock; discard 7H; 2 draw stock; discard 7C; 3 draw stock; discard 4C;
    0 draw stock; discard 5C; 1 draw stock; discard 6C;
    2 draw discard 6; meld JC QC KC with 4H 5H 6H, 4C 5C 6C, 7C 7H 7C; discard TC;
    3 draw stock; discard TH; 0 draw discard 2; meld AC AC AH AS, TC TC TH TH; discard JC;
    1 draw stock; meld AS 2S 3S 4S, AH 2H 3H, 8C 8H 8S 8S
"""


def test_a_team_is_paid_what_both_have_melded_and_the_hand_of_the_one_who_is_left_is_not_charged() -> None:
    answer = played((stacked(FIRST_HANDS, FIRST_REST, 4, 2), FIRST), seats=4, dealer=2, teams=2)
    # 25 + 75 + 100, and seat 2's 50 are forgotten; seat 2 had opened for the team, so there is no black heart.
    # 100 - 25 + 50 - 50.
    assert ended(answer) == ("out", [200, 75])
    assert worth("BJ JS JS JC", held=True) == worth("QC QS KC KS 6C 6H", held=True) == 50


def test_a_black_heart_of_a_team_adds_the_hand_of_the_other() -> None:
    first = (stacked(FIRST_HANDS, FIRST_REST, 4, 2), FIRST)
    second = (stacked(SECOND_HANDS, SECOND_REST, 4, 3), SECOND)
    answer = played(first, second, seats=4, dealer=2, teams=2)
    # 25 + 100 + 75 + 75; 100 - 25 + 75 - 25.
    assert ended(answer) == ("out", [125, 275])
    assert column(answer, "totals") == [[200, 75], [325, 350]]
    assert (answer["over"], answer["winners"]) == (False, [])


def test_without_teams_the_same_deal_pays_seat_by_seat() -> None:
    answer = played((stacked(FIRST_HANDS, FIRST_REST, 4, 2), FIRST), seats=4, dealer=2)
    # Seat 0 went out with its own first meld: 75 + 25 + 100. Seat 2: 100 - 50.
    assert ended(answer) == ("out", [200, 75, 50, 0])


# --- who is with whom --------------------------------------------------------------------------------------------------

FIVES = "2C 3C 6C 7C 9C 2H 3H 6H 7H 9H"  # ten cards at 5
SPADES = "2S 3S 6S 7S 8S 9S 8C 8H 9S 3S"  # ten more


@pytest.mark.parametrize(
    ("seats", "teams", "partners"),
    [
        (4, 2, [3]),
        (6, 2, [3, 5]),
        (6, 3, [4]),
        (8, 2, [3, 5, 7]),
        (8, 4, [5]),
        (9, 3, [4, 7]),
        (10, 5, [6]),
        (10, 2, [3, 5, 7, 9]),
    ],
)
def test_teammates_sit_equally_far_apart(seats: int, teams: int, partners: list[int]) -> None:
    # Seat 1 goes out at once: 25 + 100 + 55, and 100 for each of its team that holds ten tens and royals.
    tens = "TC JC QC KC TS JS QS KS TH"
    hands = {partners[0]: f"{tens} TH", **dict.fromkeys(partners[1:], FIVES)}
    answer = played(won(0, 1, ELEVEN[55], seats=seats, hands=hands), seats=seats, teams=teams)
    how, scores = ended(answer)
    assert how == "out"
    assert len(scores) == teams
    assert scores[1] == 180 + 100 + 50 * (len(partners) - 1)
    assert all(score < 0 for team, score in enumerate(scores) if team != 1)


def test_the_others_are_charged_all_their_hands() -> None:
    hands = {0: FIVES, 2: SPADES, 3: "TC JC QC KC TS JS QS KS TH BJ"}
    answer = played(won(0, 1, ELEVEN[55], seats=4, hands=hands), seats=4, teams=2)
    # 25 + 100 + 55 + 100 with the joker as 10; and twice 50.
    assert ended(answer)[1] == [-100, 280]


def test_when_nobody_goes_out_every_hand_is_charged() -> None:
    deck = stacked({0: FIVES, 2: SPADES, 3: "TC JC QC KC TS JS QS KS TH BJ", 1: "BJ RJ AC AC AS AS AH AH TH TC"}, "QC JC", 4)
    passes = "3 pass; 0 pass; 1 pass; 2 pass"  # 75 - 41 = 34 draws: seat 3 is next
    how, scores = ended(played((deck, idle(deck, 4) + passes), seats=4, teams=2))
    # Seat 3 holds nine tens and a joker, seat 1 two jokers, six aces and two tens.
    assert (how, scores) == ("stock", [-100, -(90 + 20) - (40 + 90 + 20)])


# --- the team's initial meld ---------------------------------------------------------------------------------------------

HANDS = {
    1: "7S 7H 7C 4C 5C 6C 2S 9H TS 8H",
    2: "7S 2C 2H 2S 3C 9C TH AH AC 4H",
    3: "7C 7H 3S 4S 5S 8C 9S TC 3H AS",
    0: "3C 6H 5H 6S 8S JS KC 9S AC 2H",
}
AFTER_ONE = "1 draw stock; meld 7S 7H 7C; discard QC; "
REST = "KS QC KC QS JS JC"


def test_one_seat_opens_for_its_team() -> None:
    # Seat 3 lays one card on its partner's group; seat 2, of the other team, may not.
    around = AFTER_ONE + "2 draw stock; discard KC; 3 draw stock; meld 7C on 1"
    answer = table(HANDS, around, REST, seats=4, teams=2)
    assert (lying(answer), owners(answer)) == ("7S 7H 7C 7C", [1, 1, 1, 3])
    refused(table(HANDS, AFTER_ONE + "2 draw stock; meld 7S on 1", REST, seats=4, teams=2), 0, 4)
    refused(table(HANDS, around, REST, seats=4), 0, 6)


@pytest.mark.parametrize("seat", [1, 3])
def test_its_minimum_is_by_the_teams_total(seat: int) -> None:
    # Seat 1 made 55, 25 and 100, and 50 for seat 3's hand: 230, so that either of them needs five cards.
    first = won(0, 1, ELEVEN[55], seats=4, hands={3: FIVES})
    hands = {seat: "AC 2C 3C 4C 5C 6C 7H 8H KS KS"}
    deck = stacked(hands, "QC QS JS JC JS", 4, 1)
    before = "".join(f"{each} draw stock; discard {card}; " for each, card in ((2, "QS"), (3, "JS"), (0, "JC")))
    script = "2 draw stock; discard QS; " if seat == 3 else before
    meld = f"{script}{seat} draw stock; meld AC 2C 3C 4C"
    at = script.count(";") + 1
    assert column(played(first, seats=4, teams=2), "totals")[0][1] == 230
    refused(played(first, (deck, meld), seats=4, teams=2), 1, at)
    assert lying(played(first, (deck, meld + " 5C"), seats=4, teams=2)) == "AC 2C 3C 4C 5C"


def test_no_black_heart_once_a_partner_has_melded() -> None:
    hands = {1: "7S 7H 7C TC TC TS 6H BJ RJ AS", 3: "4C 5C 6C 8C 8H 8S 2S 3S 4S 5S"}
    script = "1 draw stock; meld 7S 7H 7C; discard QC; 2 draw stock; discard KC; "
    script += "3 draw stock; meld 4C 5C 6C, 8C 8H 8S, 2S 3S 4S 5S; discard QS"
    # Seat 3 goes out with the first meld that it makes itself: 50, the partner's 15 and 25; the partner's
    # hand, two jokers among it, is forgotten.
    assert ended(table(hands, script, REST, seats=4, teams=2))[1][1] == 90
    # Where all play alone it is one: 50, 25 and 100.
    assert ended(table(hands, script, REST, seats=4))[1][3] == 175


# --- winning -----------------------------------------------------------------------------------------------------------


def test_the_first_team_that_goes_out_with_the_target_wins() -> None:
    pairs = ((1, 3), (3, 1), (1, 3))
    deals = [won(dealer, goes, ELEVEN[55], seats=4, hands={other: FIVES}) for dealer, (goes, other) in enumerate(pairs)]
    answer = played(*deals, seats=4, teams=2)
    # 230 each time, whichever of the two goes out.
    assert [totals[1] for totals in column(answer, "totals")] == [230, 460, 690]
    assert (answer["over"], answer["winners"]) == (True, [1])
    assert all(len(scores) == 2 for scores in column(answer, "scores"))


def test_the_last_team_of_three_can_win() -> None:
    written = record(GAME, won(0, 5, ELEVEN[140], seats=6), seats=6, dealer=0, teams=3, target=200)
    answer = ask(written)
    assert (answer["over"], answer["winners"]) == (True, [2])
    assert len(answer["deals"][0]["scores"]) == 3
