"""Boathouse Rummy: sequences around the corner, going out in one turn, the second draw, and unmatched cards."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import (
    PACK,
    Answer,
    ask,
    circling,
    clockwise,
    column,
    dealt,
    ended,
    in_order,
    no_record,
    record,
    refused,
    standing,
)
from rummy_more import Deal, packs

GAME = "boathouse-rummy"
SIZE = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
REST = "KD QD JD TD 9D 8D"  # the upcard, then the stock
H = {2: "AC AD 2H 3S 5C 9H TS", 0: "TC JS 3D 6C 8S 4H QC"}  # nothing matched, around the corner neither


def table(hands: dict[int, str], script: str, rest: str = REST, seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a script; seat 0 deals, unless another is named."""
    deck = dealt(PACK, clockwise(seats, dealer), SIZE[seats], hands, rest)
    return ask(record(GAME, (deck, script), seats=seats, dealer=dealer, **options))


def out(hand: str, action: str, rest: str = REST) -> Answer:
    """What comes of an action of seat 1 that has drawn a stock card."""
    return table({1: hand}, f"1 draw stock; {action}", rest)


@pytest.mark.parametrize(("seats", "stock"), [(2, 31), (3, 30), (4, 23), (5, 21), (6, 15)])
def test_hands_as_in_basic_rummy(seats: int, stock: int) -> None:
    position = standing(table({}, "", seats=seats))
    assert [len(hand) for hand in position["hands"]] == [SIZE[seats]] * seats
    assert (position["stock"], position["discard"], position["phase"]) == (stock, ["KD"], "draw")


# --- going out -------------------------------------------------------------------------------------------------------


def test_the_whole_hand_is_melded_but_one_card_which_is_discarded() -> None:
    answer = out("7S 7H 7D 4C 5C 6C 3C", "meld 7S 7H 7D, 3C 4C 5C 6C")
    assert (standing(answer)["phase"], standing(answer)["hands"][1]) == ("meld", ["QD"])
    assert ended(out("7S 7H 7D 4C 5C 6C 3C", "meld 7S 7H 7D, 3C 4C 5C 6C; discard QD"))[0] == "out"


def test_or_all_of_it_and_the_deal_is_over() -> None:
    assert ended(out("7S 7H 7D 4C 5C 6C 3C", "meld 7S 7H 7D 7C, 3C 4C 5C 6C", rest="KD 7C"))[0] == "out"


@pytest.mark.parametrize(
    "action",
    [
        "7S 7H 7D",
        "7S 7H 7D, 4C 5C 6C",  # leaves 3♣ and Q♦
        "3C 4C 5C 6C",
    ],
)
def test_a_meld_that_leaves_more_is_refused(action: str) -> None:
    refused(out("7S 7H 7D 4C 5C 6C 3C", f"meld {action}"), 0, 1, "whole hand", "at most one", "go out", "goes out")


def test_it_is_one_meld_not_several_actions() -> None:
    refused(out("7S 7H 7D 4C 5C 6C 3C", "meld 7S 7H 7D; meld 3C 4C 5C 6C"), 0, 1)


def test_nothing_is_laid_off() -> None:
    refused(out("7S 7H 7D 4C 5C 6C 3C", "meld 7S 7H 7D, 4C 5C 6C, 3C on 2"), 0, 1)
    refused(out("7S 7H 7D 4C 5C 6C 3C", "meld 7S 7H 7D, 3C 4C 5C 6C; meld 7C on 1", rest="KD 7C"), 0, 2)


def test_a_draw_comes_first() -> None:
    refused(table({1: "7S 7H 7D 4C 5C 6C 3C"}, "1 meld 7S 7H 7D, 3C 4C 5C 6C"), 0, 0, "draw")


@pytest.mark.parametrize(
    ("sequence", "others"),
    [
        ("KS AS 2S", ", 7H 7D 7C 7S"),
        ("QS KS AS", ", 7H 7D 7C 7S"),
        ("AS 2S 3S", ", 7H 7D 7C 7S"),
        ("JS QS KS AS 2S 3S 4S", ""),
    ],
)
def test_sequences_go_around_the_corner(sequence: str, others: str) -> None:
    answer = out(f"{sequence} {others[2:]}", f"meld {sequence}{others}")
    lying = standing(answer)["melds"][0]
    assert (lying["kind"], lying["cards"]) == ("sequence", sequence.split())


def test_a_sequence_is_up_to_a_whole_suit_and_begins_with_the_card_written_first() -> None:
    # Seat 1 has eight spades and two cards to throw away; it takes Q♠ A♠, then K♠ 2♠, then 3♠ T♦.
    suit = ["4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "2S", "3S"]
    hands = {1: " ".join([*suit[:8], "2D", "3D"])}
    script = "1 draw discard; draw stock; discard 2D; 0 draw stock; discard KS; 1 draw discard; draw stock; discard 3D; "
    script += "0 draw stock; discard 3S; 1 draw discard; draw stock; meld "
    for first in (suit, suit[4:] + suit[:4]):
        answer = table(hands, script + " ".join(first), rest="QS AS KS 2S 3S TD", seats=2)
        assert standing(answer)["melds"][0]["cards"] == first
        assert standing(answer)["hands"][1] == ["TD"]


# --- the second draw -------------------------------------------------------------------------------------------------


def test_after_the_top_discard_a_seat_may_draw_one_more_from_either_pile() -> None:
    script = "1 draw stock; discard QD; 2 "
    position = standing(table(H, script + "draw discard"))
    assert (position["phase"], position["turn"], len(position["hands"][2])) == ("meld", [2], 8)
    position = standing(table(H, script + "draw discard; draw stock"))
    assert position["hands"][2] == in_order(H[2] + " QD JD")
    position = standing(table(H, script + "draw discard; draw discard"))
    assert position["hands"][2] == in_order(H[2] + " QD KD")
    assert position["discard"] == []


def test_only_one_card_is_discarded_so_the_hand_grows() -> None:
    position = standing(table(H, "1 draw discard; draw stock; discard 2C"))
    assert [len(hand) for hand in position["hands"]] == [7, 8, 7]
    assert position["turn"] == [2]


def test_a_seat_that_begins_with_the_stock_gets_no_second_card() -> None:
    for action in ("draw stock", "draw discard"):
        refused(table(H, f"1 draw stock; {action}"), 0, 1)


def test_there_is_no_third_draw() -> None:
    for second in ("draw stock", "draw discard"):
        for third in ("draw stock", "draw discard"):
            refused(table(H, f"1 draw stock; discard QD; 2 draw discard; {second}; {third}"), 0, 4)


def test_there_is_no_second_card_from_an_empty_pile() -> None:
    refused(table(H, "1 draw discard; draw discard"), 0, 1)


def test_a_discard_or_a_meld_declines_the_second_draw_and_there_is_no_pass_for_it() -> None:
    assert standing(table(H, "1 draw discard; discard 2C"))["turn"] == [2]
    answer = table({1: "7S 7H 7C 4C 5C 6C 3C"}, "1 draw discard; meld 7S 7H 7C 7D, 3C 4C 5C 6C", rest="7D KD")
    assert ended(answer)[0] == "out"
    refused(table(H, "1 draw discard; pass"), 0, 1)
    hands = {1: "7S 7H 7C 4C 5C 6C QC"}
    refused(table(hands, "1 draw discard; meld 7S 7H 7C, 3C 4C 5C 6C; draw stock", rest="3C KD"), 0, 2)


def test_cards_taken_from_the_pile_may_not_be_discarded_in_that_turn_both_if_both_were() -> None:
    script = "1 draw stock; discard QD; 2 draw discard; "
    refused(table(H, script + "discard QD"), 0, 3, "took", "take", "pile")
    refused(table(H, script + "draw discard; discard QD"), 0, 4, "took", "take", "pile")
    refused(table(H, script + "draw discard; discard KD"), 0, 4, "took", "take", "pile")
    refused(table(H, script + "draw stock; discard QD"), 0, 4, "took", "take", "pile")
    assert standing(table(H, script + "draw stock; discard JD"))["discard"] == ["KD", "JD"]
    assert standing(table(H, script + "draw discard; discard KD", return_discard=True))["discard"] == ["KD"]
    assert standing(table(H, script + "draw discard; discard QD", return_discard=True))["discard"] == ["QD"]


def test_a_meld_that_leaves_only_the_taken_card_is_refused() -> None:
    hands = {1: "7S 7H 7C 4C 5C 6C 3C"}
    refused(table(hands, "1 draw discard; meld 7S 7H 7C, 3C 4C 5C 6C"), 0, 1, "took", "take", "pile")


def test_an_empty_stock_is_made_from_the_pile_before_the_second_card() -> None:
    deck = dealt(PACK, [1, 0], 10, {}, "")
    script = circling(deck, [1, 0], 10, 31)  # the stock is empty, the pile holds 32, and seat 0 is in turn
    second = standing(ask(record(GAME, (deck, script + "0 draw discard; draw stock"), seats=2, dealer=0)))
    # The top card is taken, the next stays, 30 are turned over, and one is drawn.
    assert (second["stock"], len(second["discard"]), len(second["hands"][0])) == (29, 1, 12)


def test_where_no_stock_can_be_made_the_second_card_is_the_next_discard() -> None:
    # In 31 turns each seat takes the discard and a stock card and discards one: no stock is left, and a pile of one.
    deck = dealt(PACK, [1, 0], 10, {}, "")
    stock = deck.split()[20:]
    script, pile = "", [stock.pop(0)]
    hands = {1: deck.split()[0:20:2], 0: deck.split()[1:20:2]}
    for turn in range(31):
        seat = (1 + turn) % 2
        hands[seat] += [pile.pop(), stock.pop(0)]
        pile.append(hands[seat].pop(0))
        script += f"{seat} draw discard; draw stock; discard {pile[-1]}; "

    def then(actions: str) -> Answer:
        return ask(record(GAME, (deck, script + actions), seats=2, dealer=0))

    assert (standing(then(""))["stock"], len(standing(then(""))["discard"])) == (0, 1)
    refused(then("0 draw stock"), 0, 93, "stock")
    refused(then("0 draw discard; draw stock"), 0, 94)
    assert ended(then("0 pass")) == ("block", [0, 0])
    assert standing(then(f"0 draw discard; discard {hands[0][0]}"))["turn"] == [1]


def test_option_max_turns_over_holds_for_the_second_card_too() -> None:
    # The stock of 31 and, once turned over, the pile's 31: all is drawn, and the pile may not be turned over again.
    deck = dealt(PACK, [1, 0], 10, {}, "")
    script = circling(deck, [1, 0], 10, 62)
    for limit, fine in ((1, False), (2, True)):
        answer = ask(record(GAME, (deck, script + "1 draw discard; draw stock"), seats=2, dealer=0, max_turns_over=limit))
        if fine:
            assert len(standing(answer)["hands"][1]) == 12
        else:
            refused(answer, 0, 125)


def test_a_hand_that_has_grown_is_melded_whole() -> None:
    hands = {1: "7S 7H 7D 3C 4C 5C 6C"}
    refused(table(hands, "1 draw discard; draw stock; meld 7S 7H 7D, 3C 4C 5C 6C"), 0, 2)
    answer = table(hands, "1 draw discard; draw stock; meld 7S 7H 7D, 2C 3C 4C 5C 6C; discard KD", rest="2C KD")
    assert ended(answer)[0] == "out"
    # Here K♦ was taken and 2♣ drawn: K♦ may not be what is left.
    refused(table(hands, "1 draw discard; draw stock; meld 7S 7H 7D, 2C 3C 4C 5C 6C", rest="KD 2C"), 0, 2, "took", "take", "pile")


def test_of_two_cards_taken_from_the_pile_neither_may_be_what_is_left() -> None:
    # The pile is K♦ Q♦, and both are taken: nine cards, which fit; or K♦, the second that was taken, would be left.
    hands = {2: "JD TD 9D 7S 7H 7C 7D"}
    script = "1 draw stock; discard QD; 2 draw discard; draw discard; meld "
    assert ended(table(hands, script + "9D TD JD QD KD, 7S 7H 7D 7C", rest="KD QD 8S"))[0] == "out"
    refused(table(hands, script + "9D TD JD QD, 7S 7H 7D 7C", rest="KD QD 8S"), 0, 4, "took", "take", "pile")


# --- what it pays ----------------------------------------------------------------------------------------------------

WIN = {1: "7S 7H 7D 4C 5C 6C 3C"}
TENS = "TC TD TH 9C 9D 6H 6D"  # 9 + 9 + 6 + 6 = 30, or 4 cards
GOES = "1 draw stock; meld 7S 7H 7D, 3C 4C 5C 6C; discard QD"


@pytest.mark.parametrize(
    ("hand", "points", "cards"),
    [
        ("AC AD 2H 3S 5D 9H TS", 11 + 11 + 2 + 3 + 5 + 9 + 10, 7),
        ("KS AS 2S JC 8D 5H 3H", 10 + 8 + 5 + 3, 4),  # the corner is matched
        ("AC AD AH AS KC KH KS", 0, 0),
        ("8C 8D 8H 8S 9S TS 2D", 2 + 0, 1),  # 8-8-8 and 8♠9♠T♠
        ("KC KH KS QS JS 2D 3D", 20 + 2 + 3, 4),  # three kings leave Q♠J♠ 20; K♠Q♠J♠ leave two kings 20; and 2♦3♦
    ],
)
def test_the_winner_wins_unmatched_cards_best_arranged(hand: str, points: int, cards: int) -> None:
    hands = {**WIN, 2: hand, 0: TENS}
    assert ended(table(hands, GOES, "KD QD")) == ("out", [0, points + 30, 0])
    assert ended(table(hands, GOES, "KD QD", count="points")) == ("out", [0, points + 30, 0])
    assert ended(table(hands, GOES, "KD QD", count="cards")) == ("out", [0, cards + 4, 0])


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("9S TS JS JH JC 2H 4H", 19 + 6),  # the jacks leave 9♠T♠; the sequence would leave 20
        ("2H 3H 4H 4S 4D KH JS", 5 + 20),  # the fours leave 2♥3♥; the sequence would leave 8
        ("AS 2S 3S 4S 4H 4D KH", 10),  # three spades and three fours
    ],
)
def test_best_arranged_is_the_fewest_points(hand: str, points: int) -> None:
    assert ended(table({**WIN, 2: hand, 0: TENS}, GOES, "KD QD")) == ("out", [0, points + 30, 0])


def test_with_count_cards_best_arranged_is_the_fewest_cards() -> None:
    # The aces leave K♥2♥3♥9♠: 24 points, four cards. The sequence leaves A♣A♦9♠: 31 points, three cards.
    hands = {**WIN, 2: "KH AH 2H 3H AC AD 9S", 0: TENS}
    assert ended(table(hands, GOES, "KD QD")) == ("out", [0, 24 + 30, 0])
    assert ended(table(hands, GOES, "KD QD", count="cards")) == ("out", [0, 3 + 4, 0])


def test_there_is_no_doubling_for_rummy() -> None:
    # 11 + 11 + 2 + 3 + 5 + 9 + 10 = 51, and 30.
    assert ended(table({**WIN, 2: "AC AD 2H 3S 5D 9H TS", 0: TENS}, GOES, "KD QD")) == ("out", [0, 81, 0])


def test_a_blocked_deal_pays_nobody() -> None:
    deck = dealt(PACK, [1, 0], 10, {}, "")
    script = circling(deck, [1, 0], 10, 62) + "1 pass"
    answer = ask(record(GAME, (deck, script), (deck, ""), seats=2, dealer=0, max_turns_over=1))
    assert column(answer, "scores") == [[0, 0], None]
    assert column(answer, "ended") == ["block", None]
    assert column(answer, "dealer") == [0, 1]


def test_with_two_seats_the_winner_deals_and_with_more_the_deal_passes_left() -> None:
    def two(dealer: int, winner: int) -> Deal:
        hands = {winner: "7S 7H 7D 2C 3C 4C 5C 6C 7C 8C", 1 - winner: "9H 9D KC KS QS JD TS TC 5H 4H"}
        before = "" if winner != dealer else f"{1 - dealer} draw stock; discard AH; "
        rest = "AD AH QD" if before else "AD QD"
        deck = dealt(PACK, clockwise(2, dealer), 10, hands, rest)
        return deck, before + f"{winner} draw stock; meld 7S 7H 7D, 2C 3C 4C 5C 6C 7C 8C; discard QD"

    answer = ask(record(GAME, two(0, 1), two(1, 1), two(1, 0), two(0, 0), seats=2, dealer=0))
    assert column(answer, "dealer") == [0, 1, 1, 0]
    deck = dealt(PACK, [1, 2, 0], 7, {**WIN}, REST)
    answer = ask(record(GAME, (deck, GOES), (dealt(PACK, [2, 0, 1], 7, {}, ""), ""), seats=3, dealer=0))
    assert column(answer, "dealer") == [0, 1]


def test_the_match_is_over_at_the_target_and_with_the_option_after_so_many_deals() -> None:
    hands = {**WIN, 2: "AC AD 2H 3S 5D 9H TS", 0: TENS}  # 51 + 30
    for target, over in ((81, True), (82, False), (500, False)):
        assert table(hands, GOES, "KD QD", target=target)["over"] is over
    answer = table(hands, GOES, "KD QD", deals=1, target=500)
    assert (answer["over"], answer["winners"]) == (True, [1])


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"deals": 101},
        {"max_turns_over": 1001},
        {"return_discard": 0},
        {"count": "aces"},
        {"count": 1},
        {"ace_high": True},  # options of other games
        {"deuces_wild": False},
        {"dealer": "winner"},
        {"max_buys": 0},
        {"knock_limit": 10},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, (" ".join(PACK), ""), seats=2, dealer=0) | {"options": options})


@pytest.mark.parametrize("seats", [1, 7])
def test_boathouse_rummy_is_for_two_to_six(seats: int) -> None:
    no_record({**record(GAME, (" ".join(PACK), ""), seats=2, dealer=0), "seats": ["x"] * seats})


@pytest.mark.parametrize("deck", [packs(2), packs(1, "BJ"), PACK[1:]])
def test_the_deck_is_one_pack(deck: list[str]) -> None:
    no_record(record(GAME, (" ".join(deck), ""), seats=2, dealer=0))
