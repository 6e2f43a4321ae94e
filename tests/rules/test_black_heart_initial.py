"""Black Heart Rum: how many cards a seat's first meld of a deal must hold."""

from __future__ import annotations

import pytest
from black_heart_hands import after, attended, climb, lying, opened, owners, played, stacked, table
from rummy_hands import Answer, column, melds, refused, standing

# What seat 1 made in the deals before, its total, and how many cards it must then meld.
LADDER = [
    ((95,), 95, 3),
    ((100,), 100, 4),
    ((195,), 195, 4),
    ((200,), 200, 5),
    ((240,), 240, 5),
    ((195, 100), 295, 5),
    ((200, 100), 300, 6),
    ((200, 195), 395, 6),
    ((200, 200), 400, 7),
    ((195, 200, 100), 495, 7),
    ((200, 200, 100), 500, 8),
    ((195, 200, 100, 100), 595, 8),
    ((200, 200, 100, 100), 600, 9),
    ((195, 200, 100, 100, 100), 695, 9),
    ((200, 200, 100, 100, 100), 700, 10),
    ((195, 200, 100, 100, 100, 115), 810, 10),
]
# Seat 1 holds the clubs from the ace to the ten: it melds as many of them as it likes.
CLUBS = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC"


def first(number: int) -> str:
    """The first cards of that sequence."""
    return " ".join(CLUBS.split()[:number])


@pytest.mark.parametrize(("steps", "total", "least"), LADDER)
def test_three_cards_and_one_more_for_each_hundred_ten_at_most(steps: tuple[int, ...], total: int, least: int) -> None:
    deals = len(steps)
    answer = after(steps, {1: CLUBS}, f"1 draw stock; meld {first(least)}")
    assert column(answer, "totals")[deals - 1][1] == total
    assert melds(answer) == [(1, 1, "sequence", first(least))]
    for fewer in range(3, least):
        refused(after(steps, {1: CLUBS}, f"1 draw stock; meld {first(fewer)}"), deals, 1, str(least), "initial", "first", "open")
    if least < 10:
        assert lying(after(steps, {1: CLUBS}, f"1 draw stock; meld {first(least + 1)}")) == first(least + 1)


def test_five_hundred_points_and_more_without_being_the_one_that_goes_out_do_not_win() -> None:
    # In the last ladders seat 1 passes 500, 600, 700 and 800 while another seat goes out, and plays on.
    for steps, total, _ in LADDER[-6:]:
        first_dealer = -len(steps) % 3
        answer = played(*climb(steps, first_dealer), dealer=first_dealer)
        assert answer["deals"][-1]["totals"][1] == total
        assert (answer["over"], answer["winners"]) == (False, [])


# --- at the beginning, and below 0 ------------------------------------------------------------------------------------

# Seat 1 melds three aces; seat 2 has one, and other cards.
ACE = {1: "AC AH AS 2C 4C 6C 8C TC 2H 4H", 2: "AS 7S 7H 7C 3S 5S 9S TS TH 9H"}
LAID = "1 draw stock; meld AC AH AS; discard QC; 2 draw stock; "
AT = 4


@pytest.mark.parametrize("action", ["meld AS on 1", "meld AS on 1; meld 7S 7H 7C"])
def test_with_nothing_yet_three_cards_are_wanted_too(action: str) -> None:
    # One ace on a neighbour's group is too little for a first meld, whatever would follow.
    refused(table(ACE, LAID + action), 0, AT)


def test_cards_laid_off_count_and_so_do_attendants() -> None:
    assert lying(table(ACE, LAID + "meld AS on 1, 7S 7H 7C")) == "AC AH AS AS"
    # Ten and jack on 7 8 9: two cards and the jack's heart are three.
    hands = {1: "7C 8C 9C 2C 3C 5C 2S 4S 6S AH", 2: "TC JC 4H 2H 3S 5S 9S TS TH 9H"}
    laid = "1 draw stock; meld 7C 8C 9C; discard QC; 2 draw stock; "
    answer = table(hands, laid + "meld TC JC with 4H on 1")
    assert (lying(answer), attended(answer)) == ("7C 8C 9C TC JC", [None, None, None, None, "4H"])
    refused(table(hands, laid + "meld TC on 1"), 0, AT)


def test_three_single_cards_on_three_melds_are_three() -> None:
    hands = {1: "AC AH AS 6C 6H 6S 8C 9C TC 2H", 2: "AS 6H 7C 3S 5S 9S TS TH 9H 2C"}
    laid = "1 draw stock; meld AC AH AS, 6C 6H 6S, 8C 9C TC; discard QC; 2 draw stock; "
    answer = table(hands, laid + "meld AS on 1, 6H on 2, 7C on 3")
    assert [owners(answer, number) for number in (1, 2, 3)] == [[1, 1, 1, 2], [1, 1, 1, 2], [2, 1, 1, 1]]
    refused(table(hands, laid + "meld AS on 1, 6H on 2"), 0, AT)
    refused(table(hands, laid + "meld AS on 1; meld 6H on 2, 7C on 3"), 0, AT)


def test_below_nought_one_card_is_enough() -> None:
    # Seat 1 lost 50. Seat 2, which has 155, melds four sevens; seat 1 lays one card on them.
    hands = {1: "7H 2C 4C 6C 8C TC 2H 4H 9S TS", 2: "7C 7C 7S 7S 3S 5S 9C TH 9H AS"}
    script = "1 draw stock; discard QC; 2 draw stock; meld 7C 7C 7S 7S; discard KC; "
    script += "0 draw stock; discard QS; 1 draw stock; meld 7H on 1"
    answer = after((-50,), hands, script)
    assert column(answer, "totals")[0][1] == -50
    assert owners(answer) == [2, 2, 2, 2, 1]
    # The other seat has more than 100: three sevens are one too few.
    refused(after((-50,), hands, script.replace("7C 7C 7S 7S", "7C 7C 7S")), 1, 3)


# --- other examples of what makes it up ---------------------------------------------------------------------------------


def with_295(action: str, hand: str) -> Answer:
    """Seat 1 has 295 points; seat 0 dealt, seat 1 has drawn Q♣. Its action is the one at 1 of deal 2."""
    return after((195, 100), {1: hand}, f"1 draw stock; {action}")


def test_two_groups_are_six_cards() -> None:
    hand = "2C 2H 2S 7C 7H 7S 4C 6H 9S TS"
    assert len(melds(with_295("meld 2C 2H 2S, 7C 7H 7S", hand))) == 2
    refused(with_295("meld 2C 2H 2S", hand), 2, 1)
    refused(with_295("meld 2C 2H 2S; meld 7C 7H 7S", hand), 2, 1)
    assert len(melds(after((200, 100), {1: hand}, "1 draw stock; meld 2C 2H 2S, 7C 7H 7S"))) == 2


def test_a_group_and_a_royal_laid_off_with_its_heart_are_five() -> None:
    hands = {1: "2C 2H 2S KC 6H 4C 9S TS 8C 8H", 2: "JC QC 9C TC 3H 5H 7C 8S TH 3S"}
    script = "1 draw stock; discard 8H; 2 draw stock; meld 9C TC JC QC with 3H 5H; discard 8S; "
    script += "0 draw stock; discard QS; 1 draw stock; "
    rest = "KS 4S KC QS JS"
    fine = after((195, 100), hands, script + "meld 2C 2H 2S, KC with 6H on 1", rest)
    assert (lying(fine), attended(fine)[-1]) == ("9C TC JC QC KC", "6H")
    # With 300 it is one too few.
    refused(after((200, 100), hands, script + "meld 2C 2H 2S, KC with 6H on 1", rest), 2, 8)


def test_with_150_a_group_and_a_card_elsewhere_will_do() -> None:
    # 195 points ask for four cards as 150 do.
    hands = {1: "7C 7H 7S 5C 4H 9S TS 8C 8H AS", 2: "2C 3C 4C 3H 5H 7C 8S TH 3S 6S"}
    script = "1 draw stock; discard 8H; 2 draw stock; meld 2C 3C 4C; discard 8S; 0 draw stock; discard QS; 1 draw stock; "
    rest = "KS 4S KC QS JS"
    assert lying(after((195,), hands, script + "meld 7C 7H 7S, 5C on 1", rest)) == "2C 3C 4C 5C"
    refused(after((195,), hands, script + "meld 7C 7H 7S", rest), 1, 8)


def test_jokers_count() -> None:
    hand = "2C BJ RJ 7C BJ 7S 4C 6H 9S TS"
    assert len(melds(with_295("meld 2C BJ=2 RJ=2, 7C BJ 7S", hand))) == 2


# --- afterwards ------------------------------------------------------------------------------------------------------


def test_once_opened_a_seat_melds_as_it_likes_until_the_deal_ends() -> None:
    hands = {1: "2C 2H 2S 7C 7H 7S 7C 8H 9S TS", 2: "2C 3C 4C 3H 5H 6C 8S TH 3S 6S"}
    start = "1 draw stock; meld 2C 2H 2S, 7C 7H 7S; "
    assert lying(after((195, 100), hands, start + "meld 7C on 2"), 2) == "7C 7H 7S 7C"
    # And in a later turn.
    later = start + "discard QC; 2 draw stock; discard KC; 0 draw stock; discard QS; 1 draw stock; meld 7C on 2"
    assert lying(after((195, 100), hands, later), 2) == "7C 7H 7S 7C"


def test_each_seat_opens_for_itself() -> None:
    hands = {1: ACE[1], 2: ACE[2]}
    refused(table(hands, LAID + "meld AS on 1"), 0, AT)
    # Seat 2 has opened, seat 0 has not.
    more = LAID + "meld 7S 7H 7C; discard KC; 0 draw stock; meld 7H on 2"
    refused(table({**hands, 0: "7H 2C 4C 6C 8C TC 2H 4H 6H 8H"}, more), 0, AT + 3)


def test_the_next_deal_asks_for_an_initial_meld_again() -> None:
    # Seat 1 opened and went out in the deal before: with 195 points it needs four cards now.
    refused(after((195,), {1: "7C 7H 7S"}, "1 draw stock; meld 7C 7H 7S"), 1, 1)


def test_the_initial_meld_of_a_dig_holds_the_bound_card_and_enough_cards() -> None:
    # 295 points: the upcard K♠ and three hearts and kings are six cards; 7♣ 7♥ 7♠ alone are not the bond.
    hand = "KC KC 2H 3H 4H 7C 7H 7S 9S TS"
    answer = after((195, 100), {1: hand}, "1 draw discard; meld KC KC KS with 2H 3H 4H", "KS QC QS JS")
    assert lying(answer) == "KC KC KS"
    refused(after((195, 100), {1: hand}, "1 draw discard; meld 7C 7H 7S", "KS QC QS JS"), 2, 1)
    hand = "QS QC JS 2H 3H 4H 7C 7H 7S 9S"
    refused(after((195, 100), {1: hand}, "1 draw discard; meld 7C 7H 7S; meld JS QS KS with 2H 3H 4H"), 2, 1)
    assert len(melds(after((195, 100), {1: hand}, "1 draw discard; meld JS QS KS with 2H 3H 4H, 7C 7H 7S"))) == 2


def test_where_only_a_bigger_meld_is_legal_one_is_offered() -> None:
    # At 0 the upcard K♠ laid with Q♠ A♠ needs two hearts: the offers hold a meld that meets the bond.
    deal = opened(stacked({1: "QS AS 2H 3H 4C 6C 8C TC 9C 2S"}, "KS QC KC"), "1 draw discard")
    offered = [offer for offer in deal.offers(1) if offer.verb == "meld"]
    assert offered
    for offer in deal.offers(1):
        deal.clone().act(1, offer)
    assert any("KS" in str(offer) for offer in offered)
    assert standing(table({1: "QS AS 2H 3H"}, "1 draw discard; meld QS KS AS with 2H 3H"))["phase"] == "meld"
