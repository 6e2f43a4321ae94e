"""Black Heart Rum: what cards count, whole deals with their scores, and who wins the match."""

from __future__ import annotations

import pytest
from black_heart_hands import ACES, ELEVEN, GAME, climb, declared, idle, paid, played, pool, stacked, table, won, worth
from rummy_hands import ask, column, ended, no_record, record


@pytest.mark.parametrize(
    ("cards", "melded", "held"),
    [
        ("AC AH AS", 45, 45),
        ("2C 3H 4S 5C 6H 7S 8C 9H", 40, 40),
        ("TC TH TS", 30, 30),
        ("JC QS KC", 30, 30),
        ("BJ RJ", 20, 40),
    ],
)
def test_what_the_helper_counts(cards: str, melded: int, held: int) -> None:
    assert (worth(cards), worth(cards, held=True)) == (melded, held)


# --- deals with all their scores -----------------------------------------------------------------------------------------


def test_three_seats_185_and_25_below() -> None:
    # Seat 1 ends at once: 7 7 and a joker, J Q K A of clubs with 3♥ 6♥ 10♥, ten cards, and discards the eleventh.
    # 5 + 5 + 10, 30, 15, 5 + 5 + 10; 25 for going out and 75 for the black heart: 185.
    # Seat 2 melded before: 2 2 2 and 7♠ 8♠ 9♠ (30); it holds an ace, two queens and a joker: 15 + 20 + 20. 30 - 55 = -25.
    hands = {1: "7C 7H BJ JC QC KC AC 3H 6H TH", 2: "2C 2H 2S 7S 8S 9S AH QS QC BJ"}
    script = "2 draw stock; meld 2C 2H 2S, 7S 8S 9S; discard 9C; 0 draw stock; discard TS; "
    script += "1 draw stock; meld 7C 7H BJ, JC QC KC AC with 3H 6H TH; discard JS"
    answer = table(hands, script, "KS 9C TS JS", dealer=1)
    assert paid(answer)[1:] == [185, -25]


def test_five_seats_200() -> None:
    # 75 in melds, 25, and 100 for a black heart at five seats.
    assert paid(played(won(0, 2, "TC TC TH TS, 4C 4H 4S, 7C 7C 7H 7S", seats=5), seats=5))[2] == 200


def test_a_joker_counts_ten_on_the_table_and_twenty_in_the_hand() -> None:
    hands = {1: "9C 9H BJ RJ 2C 2H 2S 3S 4S 5S", 2: "BJ AC KC TH 9H 2H 3H 4H 5H 6H"}
    answer = table(hands, "1 draw stock; meld 9C 9H BJ RJ, 2C 2H 2S, 3S 4S 5S 6S", "KS 6S")
    # Nine cards at 5 and two jokers at 10, 25, 75. Seat 2: 20 + 15 + 10 + 10 + 6 × 5.
    assert paid(answer)[1:] == [165, -85]


def test_attendants_and_a_joker_that_attends_are_melded_cards() -> None:
    hands = {1: "KC KC KS 2H 3H RJ 4C 5C 6C 7C", 2: "2C 3C 6C 7S 9C 3H 6H 7H 9H 2S"}
    answer = table(hands, "1 draw stock; meld KC KC KS with 2H RJ 3H, 4C 5C 6C 7C; discard 8S", "QS 8S")
    # 30, 5 + 10 + 5, 20; 25 and 75.
    assert paid(answer)[1:] == [170, -50]


def test_cards_laid_off_score_for_the_seat_that_laid_them_off() -> None:
    hands = {1: "8C 9C TC 2C 3H 5H 7H AS KS QS", 2: "JC QC KC 2H 4H 6H 7S 7C 7H TH", 0: "4C 4C 4H 4S 4S 5C 5C 5H 5S 5S"}
    script = "1 draw stock; meld 8C 9C TC; discard 9S; 2 draw stock; meld JC QC KC with 2H 4H 6H on 1; discard 9H; "
    script += "0 draw stock; meld 4C 4C 4H 4S 4S, 5C 5C 5H 5S 5S; discard 8S"
    # Seat 1: 20 on the table, 2♣ 3♥ 5♥ 7♥ 20 and A♠ K♠ Q♠ 35 in hand. Seat 2: 30 + 15, held 15 + 10.
    assert paid(table(hands, script, "KS 9S 9H 8S")) == [50 + 100, 20 - 55, 45 - 25]


# --- the match -------------------------------------------------------------------------------------------------------


def test_totals_add_up() -> None:
    answer = played(*climb((200, 100, -50), 0))
    assert [totals[1] for totals in column(answer, "totals")] == [200, 300, 250]
    for seat in range(3):
        assert column(answer, "totals")[-1][seat] == sum(scores[seat] for scores in column(answer, "scores"))


def test_with_475_going_out_is_enough() -> None:
    # 195 + 195 + 95 = 485 points; the 25 for going out would do, and the cards count as well: no second time is wanted.
    answer = played(*climb((195, 195, 95, 155), 0))
    assert [totals[1] for totals in column(answer, "totals")] == [195, 390, 485, 640]
    assert (answer["over"], answer["winners"]) == (True, [1])


def test_exactly_500_with_going_out_wins() -> None:
    answer = played(*climb((200, 100), 0), won(2, 1, ELEVEN[100]))
    assert column(answer, "totals")[-1][1] == 500
    assert (answer["over"], answer["winners"]) == (True, [1])


def test_495_with_going_out_plays_on() -> None:
    answer = played(*climb((200, 195, 100), 0))
    assert column(answer, "totals")[-1][1] == 495
    assert answer["over"] is False
    answer = played(*climb((100, 200, 195), 0))
    assert column(answer, "totals")[-1][1] == 495
    assert answer["over"] is False


def test_a_seat_that_has_the_target_without_going_out_has_not_won() -> None:
    # Seat 1 gains 115 twice and has 230; then seat 2, which made 155 before, goes out with 195 more.
    before = climb((115, 115), 0)
    answer = played(*before, target=200)
    assert column(answer, "totals")[-1][1] == 230
    assert (answer["over"], answer["winners"]) == (False, [])
    answer = played(*before, won(2, 2, ELEVEN[95]), target=200)
    assert column(answer, "totals")[-1][2] >= 200
    assert (answer["over"], answer["winners"]) == (True, [2])


def test_option_target() -> None:
    for target, over in ((200, True), (205, False)):
        answer = played(won(0, 1, ELEVEN[100]), target=target)
        assert (answer["over"], answer["winners"]) == (over, [1] if over else [])
    no_record(record(GAME, (" ".join(pool(3)), ""), seats=3, dealer=0, target="high"))


def test_after_the_match_there_is_no_deal() -> None:
    written = record(GAME, won(0, 1, ELEVEN[100]), won(1, 1, ELEVEN[100]), seats=3, dealer=0, target=200)
    assert ask(written)["error"]["deal"] == 1
    assert ask(written)["error"]["action"] == 0


def test_a_deal_that_ends_without_anybody_out_wins_for_nobody() -> None:
    # Seat 1 melds 120 points and keeps 2♠; all other cards are drawn and discarded, and both pass.
    deck = stacked({1: f"{ACES} TC TC TH 2S"}, "KS QC", 2)
    script = idle(deck, 2).replace("1 draw stock; discard QC", f"1 draw stock; meld {ACES}, TC TC TH; discard QC", 1)
    answer = played((deck, script + "1 pass; 0 pass"), seats=2, target=100)
    how, scores = ended(answer)
    assert (how, scores[1]) == ("stock", 115)
    assert (answer["over"], answer["winners"]) == (False, [])


def test_the_helpers_order() -> None:
    assert declared("RJ 2S AH BJ TH 2C") == ["2C", "TH", "AH", "2S", "BJ", "RJ"]
    assert ended(played(won(0, 1, ELEVEN[55])))[0] == "out"
    assert len(idle(stacked({}, "KS", 2), 2).split(";")) == 109
