"""Black Heart Rum for beginners: what the basic rules leave out, and what they keep."""

from __future__ import annotations

from typing import Any

import pytest
from black_heart_hands import ELEVEN, attended, idle, lying, owners, paid, played, pool, stacked, table, won
from rummy_hands import Answer, ended, melds, refused, standing

REST = "KS QC KC QS JS JC"


def basic(hands: dict[int, str], script: str, rest: str = REST, **options: Any) -> Answer:
    """What comes of a script by the basic rules."""
    return table(hands, script, rest, rules="basic", **options)


def test_two_seats_100_and_35() -> None:
    # Seat 1 lays 9 10 J of clubs with A♥ first, then three threes and four fives, and is out:
    # 25 + 15 + 20 + 5 + 10 + 10 + 15 = 100. No black heart, and it would be none.
    # Seat 0 digs two, melds three queens with 4♥ 9♥ 10♥ and lays 7♣ 8♣ on the sequence: 30 + 20 + 10; it keeps two kings and
    # a six: 60 - 25 = 35.
    hands = {1: "9C TC JC AH 3C 3H 3S 5C 5H 5S", 0: "QC QC QS 4H 9H TH 8C KS 6S 2S"}
    script = "1 draw stock; meld 9C TC JC with AH; discard KC; "
    script += "0 draw discard 2; meld QC QC QS with 4H 9H TH, 7C 8C on 1; discard 2S; "
    script += "1 draw stock; meld 3C 3H 3S, 5C 5H 5S 5S"
    assert paid(basic(hands, script, "7C KC 5S", seats=2)) == [35, 100]


def test_there_are_no_jokers() -> None:
    assert "BJ" not in pool(3, "basic")
    for action in ("discard BJ", "meld 7S 7H BJ", "meld 7S 7H BJ=7", "swap 7C on 1"):
        refused(basic({1: "7S 7H 7C"}, f"1 draw stock; {action}"), 0, 1)
    refused(basic({1: "7S 7H 7C", 2: "7S"}, "1 draw stock; meld 7S 7H 7C; discard QC; 2 draw stock; swap 7S on 1"), 0, 4)


@pytest.mark.parametrize("cards", ["KS AS 2S with 2H", "QS KS AS with 2H 3H", "JS QS KS AS with 2H 3H 4H"])
def test_no_sequence_goes_around_the_corner(cards: str) -> None:
    refused(basic({1: "JS QS KS AS 2S 3S 2H 3H 4H 5H"}, f"1 draw stock; meld {cards}", "9S QC KC"), 0, 1)


def test_the_ace_is_below_the_two() -> None:
    hands = {1: "JS QS KS AS 2S 3S 2H 3H 4H 5H"}
    assert melds(basic(hands, "1 draw stock; meld AS 2S 3S", "9S QC KC"))[0][2:] == ("sequence", "AS 2S 3S")
    assert lying(basic(hands, "1 draw stock; meld JS QS KS with 2H 3H 4H", "9S QC KC")) == "JS QS KS"
    refused(basic(hands, "1 draw stock; meld AS 2S 3S; meld KS with 2H on 1", "9S QC KC"), 0, 2)
    refused(basic(hands, "1 draw stock; meld JS QS KS with 2H 3H 4H; meld AS on 1", "9S QC KC"), 0, 2)


def test_royalty_has_its_attendants() -> None:
    hands = {1: "TC JC QC KC 5H 7H 2S 3S 4C 6C"}
    assert attended(basic(hands, "1 draw stock; meld TC JC QC with 5H 7H")) == [None, "5H", "7H"]
    refused(basic(hands, "1 draw stock; meld TC JC QC"), 0, 1)
    refused(basic(hands, "1 draw stock; meld JC QC KC with 5H 7H"), 0, 1)


def test_a_first_meld_may_be_a_single_card() -> None:
    hands = {1: "AC AH AS 2C 4C 6C 8C TC 2H 4H", 2: "AS 7S 7H 8C 3S 5S 9S TS TH 9H"}
    answer = basic(hands, "1 draw stock; meld AC AH AS; discard QC; 2 draw stock; meld AS on 1")
    assert owners(answer) == [1, 1, 1, 2]
    # However many points a seat has: with 165 three cards are still enough.
    answer = played(
        won(0, 2, ELEVEN[140], rules="basic"), (stacked({2: "7S 7H 7C"}, REST, 3, 1, rules="basic"), ""), rules="basic"
    )
    assert answer["deals"][0]["totals"][2] == 165
    deck = stacked({2: "7S 7H 7C"}, REST, 3, 1, rules="basic")
    answer = played(won(0, 2, ELEVEN[140], rules="basic"), (deck, "2 draw stock; meld 7S 7H 7C"), rules="basic")
    assert lying(answer) == "7S 7H 7C"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_there_is_no_black_heart(seats: int) -> None:
    assert paid(played(won(0, 1, ELEVEN[55], seats=seats, rules="basic"), seats=seats, rules="basic"))[1] == 80


def test_digging_binds_and_can_be_taken_back() -> None:
    hands = {1: "KC KC 2H 3H 4H 7C 7H 7S 9S TS"}
    rest = "KS QC QS JS"
    assert lying(basic(hands, "1 draw discard; meld KC KC KS with 2H 3H 4H", rest)) == "KC KC KS"
    refused(basic(hands, "1 draw discard; meld 7C 7H 7S", rest), 0, 1)
    refused(basic(hands, "1 draw discard; discard 9S", rest), 0, 1)
    assert standing(basic(hands, "1 draw discard; return", rest))["phase"] == "draw"
    refused(basic(hands, "1 draw discard; return; draw discard", rest), 0, 2)


def test_a_match_goes_to_500_in_going_out() -> None:
    # 165 a deal: 495 after three, 660 after four.
    deals = [won(dealer % 3, 1, ELEVEN[140], rules="basic") for dealer in range(4)]
    answer = played(*deals, rules="basic")
    assert [deal["totals"][1] for deal in answer["deals"]] == [165, 330, 495, 660]
    assert (answer["over"], answer["winners"]) == (True, [1])


def test_shortened_turns_end_the_deal_here_too() -> None:
    # 72 - 20 - 1 = 51 cards to draw: then seat 0 is to act.
    deck = stacked({0: "2C 3C 6C 7C 9C 2H 3H 6H 7H 9H", 1: "TC JC QC KC TS JS QS KS TH TH"}, "AC AS", 2, rules="basic")
    script = idle(deck, 2)
    assert standing(played((deck, script), seats=2, rules="basic"))["turn"] == [0]
    assert ended(played((deck, script + "0 pass; 1 pass"), seats=2, rules="basic")) == ("stock", [-50, -100])


# --- teams -----------------------------------------------------------------------------------------------------------

LEAVES = "4C 5C 6C 7C 7C 7H 7S 2S 3S 4S"


def test_one_asks_before_going_out_but_not_before_opening() -> None:
    refused(basic({1: LEAVES}, "1 draw stock; ask open", seats=4, teams=2), 0, 1)
    position = standing(basic({1: LEAVES}, "1 draw stock; ask out", seats=4, teams=2))
    assert (position["phase"], position["turn"]) == ("ask", [3])


def test_a_team_that_goes_out_is_not_charged_and_nothing_is_added() -> None:
    hands = {3: "TC JC QC KC TS JS QS KS TH TH"}
    answer = played(won(0, 1, ELEVEN[55], seats=4, hands=hands, rules="basic"), seats=4, teams=2, rules="basic")
    assert ended(answer)[1][1] == 80


def test_ten_seats_and_five_packs() -> None:
    assert standing(basic({}, "", seats=10))["stock"] == 180 - 101
