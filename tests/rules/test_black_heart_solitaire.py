"""Black Heart Solitaire: the deal, the player's side, the points and the match."""

from __future__ import annotations

from typing import Any

import pytest
from black_heart_hands import SOLO, attended, lying, opened, opponent, paid, pool, solo, solo_deck, worth
from rummy_hands import Answer, ask, column, in_order, melds, no_record, record, refused, standing

# The up card 5♣ matches neither the first discard 9♠ nor K♠, which the opponent draws and discards: then the player acts.
QUIET = "5C 2S 8C 4H TS 7C QS 3H 9C JC"
REST = "9S KS QC JS KC TC"


def quiet(hand: str, script: str = "", rest: str = REST) -> Answer:
    """What comes of the player's actions after the opponent's first turn, in which nothing matched."""
    return solo(QUIET, hand, rest, script)


# --- the deal --------------------------------------------------------------------------------------------------------


def test_cards_are_dealt_alternately_the_opponents_first_and_its_last_one_is_turned_up() -> None:
    deck = pool(2)
    written = record(SOLO, (" ".join(deck), ""), seats=1, dealer=0)
    # Clubs 2 to A, hearts 2 to 8: the opponent has those with even places, the last of them 7♥ (place 18).
    # The first discard is 9♥ (place 20), which does not match it; 10♥ is drawn and does not either.
    position = standing(ask(written))
    assert deck[18:22] == ["7H", "8H", "9H", "TH"]
    assert position["hands"] == [in_order(" ".join(deck[1:20:2]))]
    assert position["opponent"] == {"pile": 9, "up": "7H", "melds": []}
    assert position["discard"] == ["9H", "TH"]
    assert position["stock"] == 75 - 21 - 1
    assert (position["turn"], position["phase"], position["melds"]) == ([0], "draw", [])


def test_the_pile_lies_in_order_the_card_dealt_last_on_top() -> None:
    position = standing(quiet("2C 3C 6C 8H 2H 4S 6S 7S 8S AH"))
    assert position["opponent"] == {"pile": 9, "up": "5C", "melds": []}
    assert position["discard"] == ["9S", "KS"]


def test_the_player_does_not_see_the_pile_or_the_draw_pile() -> None:
    hand = "2C 3C 6C 8H 2H 4S 6S 7S 8S AH"
    one = opened(solo_deck(QUIET, hand, REST), "", seats=1, game=SOLO)
    two = opened(solo_deck("5C 2S 8C 4H TS 7C QS 3H JC 9C", hand, REST), "", seats=1, game=SOLO)
    three = opened(solo_deck(QUIET, hand, "9S KS JS QC KC TC"), "", seats=1, game=SOLO)
    for seat in (0, -1):
        assert one.view(seat).data() == two.view(seat).data() == three.view(seat).data()


def test_one_seat_and_the_deck_of_75() -> None:
    for seats in (2, 3):
        no_record(record(SOLO, (" ".join(pool(2)), ""), seats=seats, dealer=0))
    no_record(record(SOLO, (" ".join(pool(2, "basic")), ""), seats=1, dealer=0))
    no_record(record(SOLO, (" ".join(pool(5)), ""), seats=1, dealer=0))


# --- the player's side -------------------------------------------------------------------------------------------------

HAND = "4S 4C BJ 6C 6S 7S 8S 2H TH AH"


def test_the_player_plays_black_heart_rum() -> None:
    position = standing(quiet(HAND, "0 draw stock"))
    assert "QC" in position["hands"][0]
    assert melds(quiet(HAND, "0 draw stock; meld 4S 4C BJ"))[0] == (1, 0, "group", "4S 4C BJ=4")
    refused(quiet(HAND, "0 discard 2H"), 0, 0)
    refused(quiet(HAND, "0 pass"), 0, 0)
    refused(quiet(HAND, "0 draw stock; draw discard"), 0, 1)
    for question in ("ask open", "ask out"):
        refused(quiet(HAND, f"0 draw stock; {question}"), 0, 1)


def test_digging_binds() -> None:
    # K♠ lies on 9♠.
    hand = "7S 8S KC KC 2H 3H 4H 4S 4C TH"
    rest = "9S KS QC JS"
    assert lying(solo(QUIET, hand, rest, "0 draw discard 2; meld 7S 8S 9S")) == "7S 8S 9S"
    refused(solo(QUIET, hand, rest, "0 draw discard 2; meld KC KC KS with 2H 3H 4H"), 0, 1)
    assert attended(solo(QUIET, hand, rest, "0 draw discard; meld KC KC KS with 2H 3H 4H")) == ["2H", "3H", "4H"]
    position = standing(solo(QUIET, hand, rest, "0 draw discard 2; return"))
    assert (position["discard"], position["phase"]) == (["9S", "KS"], "draw")
    refused(solo(QUIET, hand, rest, "0 draw discard 2; return; draw discard 2"), 0, 2)


def test_the_initial_meld_of_the_player() -> None:
    refused(quiet(HAND, "0 draw stock; meld 6C 6S"), 0, 1)
    # After 25 + 50 + 140 = 215 points five cards are wanted.
    first = won_by_player()
    deck = solo_deck(QUIET, "4S 4C 4S 6C 6S 7S 8S 2H TH AH", REST)
    for script, fine in (("meld 4S 4C 4S", False), ("meld 6S 7S 8S", False), ("meld 4S 4C 4S, 6S 7S 8S", True)):
        answer = played_solo(first, (deck, f"0 draw stock; {script}"))
        if fine:
            assert len(melds(answer)) == 2
        else:
            refused(answer, 1, 1)


def test_the_player_lays_off_on_its_own_melds_and_swaps_its_own_jokers() -> None:
    script = "0 draw stock; meld 4S 4C BJ; meld 6S 7S 8S; discard QC; "
    # The opponent draws J♠, which does not match, and discards it.
    answer = quiet(HAND.replace("TH", "4C"), script + "0 draw stock; swap 4C on 1")
    assert lying(answer) == "4S 4C 4C"
    assert "BJ" in standing(answer)["hands"][0]
    answer = quiet(HAND.replace("TH", "9S"), script + "0 draw stock; meld 9S on 2")
    assert lying(answer, 2) == "6S 7S 8S 9S"


def test_the_opponents_meld_pile_is_no_meld_of_the_table() -> None:
    # The opponent takes a joker for 5♣. Nothing of its pile has a number.
    answer = solo("5C 9C 2S 8H", "5S 5H 4C 7C 8C TH JC QC KC AC", "BJ KS QC")
    position = standing(answer)
    assert position["opponent"]["melds"][:2] == ["5C", "BJ"]
    assert position["melds"] == []
    hand = "5S 5H 4C 7C 8C TH JC QC KC AC"
    for action in ("swap 5S on 1", "swap 5S for BJ on 1", "meld 5S 5H on 1", "meld 5S on 1"):
        refused(solo("5C 9C 2S 8H", hand, "BJ KS QC", f"0 draw stock; {action}"), 0, 1)


# --- the points ------------------------------------------------------------------------------------------------------

ACES = "AC AC AH AH AS AS TC TC TH TH"


def won_by_player() -> tuple[str, str]:
    """A deal that the player ends at once with six aces and five tens: 140, 25, and the black heart of two seats, 50."""
    return solo_deck(QUIET, ACES, "9S KS TS"), "0 draw stock; meld AC AC AH AH AS AS, TC TC TH TH TS"


def lost_by_player() -> tuple[str, str]:
    """A deal that the opponent ends in its first turn: A♣ A♣ and the clubs from 2 to 10.

    30 + 40 + 10, 25 and 50 are 155. The player holds ten cards at 5.
    """
    return solo_deck("AC 2C 3C 4C 5C 6C 7C 8C 9C TC", FIVES, "AC"), ""


FIVES = "2H 3H 4H 5H 6H 2S 3S 4S 5S 6S"


def played_solo(*deals: tuple[str, str], **options: Any) -> Answer:
    """What comes of a match of the solitaire."""
    return ask(record(SOLO, *deals, seats=1, dealer=0, **options))


def test_the_player_goes_out_with_a_black_heart() -> None:
    # The opponent holds 5♣ 2♠ 8♣ 4♥ 7♣ 3♥ 9♣ at 5 and 10♠ Q♠ J♣: 65.
    assert paid(played_solo(won_by_player())) == [215, -65]


def test_the_player_goes_out_without_one() -> None:
    # Six aces first, and the tens in the next turn. The opponent draws J♠ and discards it.
    script = "0 draw stock; meld AC AC AH AH AS AS; discard QC; draw stock; meld TC TC TH TH TS"
    assert paid(solo(QUIET, ACES, "9S KS QC JS TS", script)) == [165, -65]


def test_a_joker_in_the_pile_is_twenty() -> None:
    pile = "5C 2S 8C 4H TS 7C QS 3H BJ RJ"
    deck = solo_deck(pile, ACES, "9S KS TS")
    # 8 cards: six at 5 and two at 10; two jokers 40.
    assert paid(played_solo((deck, won_by_player()[1]))) == [215, -90]


def test_the_opponent_goes_out_in_its_first_turn() -> None:
    assert paid(played_solo(lost_by_player())) == [-50, 155]


def test_a_joker_in_the_meld_pile_is_ten() -> None:
    # The joker matches anything: it goes on the ace, and the two after it.
    deck = solo_deck("AC 2C 3C 4C 5C 6C 7C 8C 9C TC", FIVES, "BJ")
    # 15 + 10 + 8 × 5 + 10, 25, 50.
    assert paid(played_solo((deck, ""))) == [-50, 150]


def test_the_players_melds_and_its_hand() -> None:
    # The player melds 4♠ 4♣ and a joker, 6♠ 7♠ 8♠ and discards 2♥; the opponent then takes it all the way.
    pile = "KC KS QC QS JC JS TC TS 9C 9S"
    hand = "4S 4C BJ 6S 7S 8S 2H 3C AH RJ"
    script = "0 draw stock; meld 4S 4C BJ; meld 6S 7S 8S; discard 2H"
    # K♣ takes 2♥. K♠ matches 2♥; Q♣ does not match K♠ and is proposed; Q♠ matches it; J♣ is proposed, J♠ matches;
    # 10♣, 10♠; 9♣, 9♠: the pile has run out. The opponent's meld pile was empty: 8 × 10 and 2♥ 9♣ 9♠, 25 and 50.
    answer = solo(pile, hand, "5C 7C 8C", script)
    # The player: 5 + 5 + 10 + 15 = 35 on the table; 3♣ 8♣ A♥ and the red joker are 5 + 5 + 15 + 20 held.
    assert paid(answer) == [35 - 45, worth("KC KS QC QS JC JS TC TS 9C 9S 2H") + 75]
    assert worth("KC KS QC QS JC JS TC TS 9C 9S 2H") == 95


# --- the match -------------------------------------------------------------------------------------------------------


def test_the_player_wins() -> None:
    answer = played_solo(won_by_player(), won_by_player(), won_by_player())
    assert column(answer, "totals") == [[215, -65], [430, -130], [645, -195]]
    assert column(answer, "dealer") == [0, 0, 0]
    assert (answer["over"], answer["winners"]) == (True, [0])


def test_the_opponent_wins() -> None:
    answer = played_solo(*[lost_by_player()] * 4)
    assert [totals[1] for totals in column(answer, "totals")] == [155, 310, 465, 620]
    assert (answer["over"], answer["winners"]) == (True, [1])
    refused(played_solo(*[lost_by_player()] * 5), 4, 0, "over")


def test_the_first_to_go_out_with_500_has_won() -> None:
    # 465 for the opponent; the player goes out three times, and has won with 645 - 150.
    answer = played_solo(*[lost_by_player()] * 3, *[won_by_player()] * 3)
    assert column(answer, "totals")[-1] == [495, 270]
    assert answer["over"] is False
    answer = played_solo(*[lost_by_player()] * 3, *[won_by_player()] * 3, lost_by_player())
    # 270 + 155 is too little.
    assert (column(answer, "totals")[-1], answer["over"]) == ([445, 425], False)


def test_the_opponent_does_nothing_between_the_deals() -> None:
    answer = played_solo(lost_by_player(), (solo_deck(QUIET, HAND, REST), ""))
    assert column(answer, "ended") == ["out", None]
    assert opponent(answer) == (9, "5C", "")


@pytest.mark.parametrize("action", ["yes", "no", "buy", "tunk", "draw trick", "knock 4S"])
def test_verbs_of_other_games(action: str) -> None:
    refused(quiet(HAND, f"0 {action}"), 0, 0)
