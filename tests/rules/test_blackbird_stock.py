"""Blackbird: the empty stock, the pile turned over, and the deals that end by it."""

from __future__ import annotations

from typing import Any

import pytest
from display_hands import blackbird, blackbird_deck, idle_turns
from rummy_hands import Answer, ask, ended, record, refused, standing

# Four seats: 40 cards dealt, two piles begun, ten cards in the stock.
HANDS = {0: "AS 3S 5S 7S AC 3C 5C 7C 9C KH"}
REST = "KD 9S 2S 4S 6S 8S TS QS 2D 4D 6D 8D"


def table(script: str, **options: Any) -> Answer:
    """What comes of a script at a table of four."""
    return blackbird(script, HANDS, REST, 4, **options)


def idle(turns: int) -> str:
    """Turns in which each seat draws a card from the stock and discards it."""
    return idle_turns(blackbird_deck(HANDS, REST, 4), 4, turns)


# --- turning the pile over -------------------------------------------------------------------------------------------


def test_an_empty_stock_waits_for_a_seat_that_draws_from_it() -> None:
    position = standing(table(idle(10)))
    assert (position["stock"], position["turn"], position["phase"]) == (0, [2], "draw")
    assert position["discard"] == ["KD", *REST.split()[2:]]


def test_the_top_card_stays_and_the_rest_is_turned_over_when_drawn_from() -> None:
    # Eleven cards lie there: 8♦ stays, ten are turned; the first discarded, K♦, is on top and drawn at once.
    position = standing(table(idle(10) + "2 draw stock"))
    assert (position["stock"], position["discard"], "KD" in position["hands"][2]) == (9, ["8D"], True)
    position = standing(table(idle(10) + "2 draw stock; discard KD; 3 draw stock"))
    assert (position["stock"], position["discard"], "2S" in position["hands"][3]) == (8, ["8D", "KD"], True)


def test_a_card_drawn_from_the_turned_stock_may_be_discarded() -> None:
    assert standing(table(idle(10) + "2 draw stock; discard KD"))["discard"] == ["8D", "KD"]


def test_who_draws_the_top_discard_turns_nothing_over() -> None:
    position = standing(table(idle(10) + "2 draw discard"))
    assert (position["stock"], position["discard"]) == (0, ["KD", *REST.split()[2:-1]])


def test_there_is_no_pass() -> None:
    refused(table(idle(10) + "2 pass"), 0, 20)
    refused(table(idle(10) + "2 draw stock; pass"), 0, 21)


# --- the second turning-over -----------------------------------------------------------------------------------------


def test_the_deal_ends_with_the_last_card_of_the_second_turning_over() -> None:
    # 10 cards of the first stock, 10 of the second, 10 of the third: thirty turns.
    assert standing(table(idle(20)))["stock"] == 0
    position = standing(table(idle(29)))
    assert (position["stock"], position["turn"]) == (1, [1])
    assert ended(table(idle(30))) == ("stock", [0, 0, 0, 0])
    refused(table(idle(30) + "2 draw stock"), 0, 60, "over")


def test_it_ends_at_the_end_of_the_turn_and_not_at_the_draw() -> None:
    last_draw = idle(30).rpartition("discard")[0]
    position = standing(table(last_draw))
    assert (position["stock"], position["turn"], position["phase"]) == (0, [1], "display")


def displayed(display: str) -> str:
    """Seat 0 displays in its first turn and discards K♥; then everybody idles until the deal is over."""
    stock = REST.split()
    first = f"0 draw stock; meld {display}; discard KH; "
    # 2♠ stays in the hand of seat 0: the pile is K♦ K♥ and the stock begins with 4♠.
    pile, cards, lines = [stock[0], "KH"], stock[3:], []
    for turn in range(1, 30):
        if not cards:
            cards, pile = pile[:-1], pile[-1:]
        pile.append(cards.pop(0))
        lines.append(f"{turn % 4} draw stock; discard {pile[-1]}; ")
    return first + "".join(lines)


def test_a_deal_that_ends_so_pays_displays_and_no_bonus() -> None:
    assert ended(table(displayed("AS 3S 5S 7S"))) == ("stock", [20, 0, 0, 0])
    assert ended(table(displayed("AS 3S 5S 7S, AC 3C 5C, 9C"))) == ("stock", [32, 0, 0, 0])  # 20 + 9 + 3


def test_a_dead_display_costs_50_however_the_deal_ends() -> None:
    assert ended(table(displayed("AS 3S 5S 7S, AC 3C 5C 7C, 9C"))) == ("stock", [-50, 0, 0, 0])


# --- a discard pile of one card --------------------------------------------------------------------------------------

# Five seats, eight cards each; ten turns in which each seat draws from the stock, displays a pair, and discards to the
# trick pile a card that changes what is asked for. J♠ stays alone on the discard pile.
FIVE = {
    0: "AS 3S QH 2H 4H QC",
    1: "6H 8H QS 2S 4S KH",
    2: "6S 8S KD AH 3H JC",
    3: "5H 7H KC 5S 7S TH",
    4: "AC 3C 5C 7C QD 2D 4D 6D",
}
FIVE_REST = "JS KS TD JD 9D 9H 8D 2C 4C 6C 8C TC"
NINE_TURNS = (
    "0 draw stock; meld AS 3S; discard QH trick; 1 draw stock; meld 6H 8H; discard QS trick; "
    "2 draw stock; meld 6S 8S; discard KD trick; 3 draw stock; meld 5H 7H; discard KC trick; "
    "4 draw stock; meld AC 3C 5C 7C; discard QD trick; 0 draw stock; meld 2H 4H; discard QC trick; "
    "1 draw stock; meld 2S 4S; discard KH trick; 2 draw stock; meld AH 3H; discard JC trick; "
    "3 draw stock; meld 5S 7S; discard TH trick; "
)


def five(last_turn: str) -> Answer:
    """The tenth turn, after the nine: seat 4 holds 2♦ 4♦ 6♦ 8♦, T♥ shows, the last stock card is T♣."""
    return blackbird(NINE_TURNS + last_turn, FIVE, FIVE_REST, 5)


def test_an_empty_stock_and_one_discard_end_the_deal() -> None:
    # Each of seats 0 to 3 has a pair of spades 10 and one of hearts 4; seat 4 four clubs 12 and three diamonds 12.
    assert ended(five("4 draw stock; meld 2D 4D 6D; discard TC trick")) == ("stock", [14, 14, 14, 14, 24])


def test_with_two_discards_it_goes_on() -> None:
    position = standing(five("4 draw stock; meld 2D 4D 6D; discard TC"))
    assert (position["stock"], position["discard"], position["turn"]) == (0, ["JS", "TC"], [0])
    assert position["trick"] == ["KS", "QH", "QS", "KD", "KC", "QD", "QC", "KH", "JC", "TH"]


def test_out_comes_first() -> None:
    # Seat 4 has eight cards on the table: 12 + four diamonds 16 + 5.
    assert ended(five("4 draw stock; meld 2D 4D 6D 8D; discard TC trick")) == ("out", [14, 14, 14, 14, 33])


def test_with_cards_in_the_stock_one_discard_ends_nothing() -> None:
    position = standing(five(""))
    assert (position["stock"], position["discard"], position["turn"]) == (1, ["JS"], [4])


TWO_LEFT = "4 draw stock; meld 2D 4D 6D; discard TC; "  # the stock is empty, J♠ T♣ lie on the pile; seat 0 holds T♦ and 2♣


def test_a_turn_that_leaves_the_stock_empty_need_not_draw_from_it() -> None:
    # T♣ is taken, T♦ is the singleton, 2♣ goes to the trick pile: J♠ is the only discard. 10 + 4 + 4 for seat 0.
    assert ended(five(TWO_LEFT + "0 draw discard; meld TD; discard 2C trick")) == ("stock", [18, 14, 14, 14, 24])
    assert standing(five(TWO_LEFT + "0 draw discard; meld TD; discard 2C"))["discard"] == ["JS", "2C"]


def test_one_discard_ends_it_after_a_turning_over_too() -> None:
    # J♠ is the whole new stock; T♣ stays.
    assert ended(five(TWO_LEFT + "0 draw stock; meld TD; discard 2C trick")) == ("stock", [18, 14, 14, 14, 24])


def test_small_piles_turned_over_twice() -> None:
    once = TWO_LEFT + "0 draw stock; discard JS; "
    position = standing(five(once))
    assert (position["stock"], position["discard"], position["turn"]) == (0, ["TC", "JS"], [1])
    assert ended(five(once + "1 draw stock; discard TC")) == ("stock", [14, 14, 14, 14, 24])
    position = standing(five(once + "1 draw discard; discard JD"))  # nothing is turned over: seat 2 still can
    assert (position["stock"], position["discard"], position["turn"]) == (0, ["TC", "JD"], [2])


@pytest.mark.parametrize("turns", [11, 15, 20, 21])
def test_after_one_turning_over_the_deal_goes_on(turns: int) -> None:
    deck = blackbird_deck(HANDS, REST, 4)
    answer = ask(record("blackbird", (deck, idle_turns(deck, 4, turns)), seats=4, dealer=3))
    assert standing(answer)["stock"] == (10 - turns % 10) % 10
