"""Cancellation Hearts: the two packs, the deal, the giving, the opening lead, and what a table may set."""

from __future__ import annotations

from typing import Any

import pytest
from hands import PACK, Plan, accepted, answer, cards, in_order, may_play, position, refusal, results, with_more
from rumpus.core.shuffling.seeded import permutation
from variant_hands import (
    EACH,
    TWINS,
    Doubled,
    after_twice,
    bad,
    cancelling,
    doubled,
    empty_table,
    filled_twice,
    paid,
    played_out,
    points,
    seat_numbers,
    two_packs,
    variant,
    without,
)

CYCLE = {6: [1, 5, 3, 0], 7: [1, 6, 0], 8: [1, 7, 4, 0], 9: [1, 8, 0], 10: [1, 9, 5, 0]}
"""Seats to the left that the cards go, deal by deal: left, right, across, hold; with 7 and 9 seats left, right, hold."""

LOWEST = {6: "2C", 7: "3C", 8: "2C", 9: "3C", 10: "3C"}
SEATS = [6, 7, 8, 9, 10]


def with_deck(seats: int, deck: list[str], **options: Any) -> dict[str, Any]:
    """A record of one deal from this deck, with nothing done."""
    return {**empty_table("cancellation-hearts", seats, **options), "deals": [{"deck": " ".join(deck), "actions": []}]}


# --- seats and packs -------------------------------------------------------------------------------------------------


def test_six_to_ten_seats() -> None:
    assert seat_numbers("cancellation-hearts") == SEATS


@pytest.mark.parametrize("seats", SEATS)
def test_low_cards_are_out_until_the_deal_is_even(seats: int) -> None:
    """Of 104 cards 2, 6, none, 5, 4 are out; the rest is 17, 14, 13, 11, 10 each."""
    hands = position(with_deck(seats, two_packs(seats), give="none"))["hands"]
    assert [len(hand) for hand in hands] == [EACH[seats]] * seats
    assert sorted(card for hand in hands for card in hand) == sorted(two_packs(seats))


@pytest.mark.parametrize(
    ("seats", "twos_of_diamonds", "twos_of_clubs", "threes_of_diamonds"),
    [(6, 0, 2, 2), (7, 0, 0, 0), (8, 2, 2, 2), (9, 0, 0, 1), (10, 0, 0, 2)],
)
def test_which_are_out(seats: int, twos_of_diamonds: int, twos_of_clubs: int, threes_of_diamonds: int) -> None:
    """2♦ 2♦ 2♣ 2♣ 3♦ 3♦ in this order: so many of each are left."""
    hands = position(with_deck(seats, two_packs(seats), give="none"))["hands"]
    left = [card for hand in hands for card in hand]
    assert (left.count("2D"), left.count("2C"), left.count("3D")) == (twos_of_diamonds, twos_of_clubs, threes_of_diamonds)


@pytest.mark.parametrize("seats", SEATS)
def test_no_other_deck_is_this_games(seats: int) -> None:
    """Not with other cards out, nor with one card three times, nor the whole two packs where cards are out."""
    deck = two_packs(seats)
    bad(with_deck(seats, [*without(deck, "KS"), "2D"]))
    bad(with_deck(seats, [*without(deck, "KS"), "QS"]))
    bad(with_deck(seats, deck[:-1]))
    bad(with_deck(seats, [*deck, "2D"]))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("dealer", [0, 3, 5])
def test_cards_are_dealt_singly_from_the_dealers_left(seats: int, dealer: int) -> None:
    deck = two_packs(seats)[::-1]
    record = {**with_deck(seats, deck, give="none"), "dealer": dealer}
    for seat, hand in enumerate(position(record)["hands"]):
        assert hand == in_order(card for k, card in enumerate(deck) if (dealer + 1 + k) % seats == seat)


@pytest.mark.parametrize("seats", [6, 7, 8, 10])
def test_a_seed_gives_the_deck(seats: int) -> None:
    """The permutation over the declared order: clubs, diamonds, hearts, spades, what is out left out; one pack, then the
    other. (With 9 seats the one 3♦ that is left could be of either pack.)"""
    out = {6: "2D", 7: "2D 2C 3D", 8: "", 10: "2D 2C"}[seats]
    declared = without(PACK, out) * 2
    seed = bytes(range(32))
    deck = [declared[at] for at in permutation(seed, "deck/0", len(declared))]
    by_seed = {**empty_table("cancellation-hearts", seats), "deals": [{"seed": seed.hex(), "actions": []}]}
    assert answer(by_seed) == answer(with_deck(seats, deck))
    both = {**by_seed, "deals": [{"seed": seed.hex(), "deck": " ".join(deck), "actions": []}]}
    assert answer(both) == answer(by_seed)


@pytest.mark.parametrize("seats", [7, 8, 9, 10])
def test_one_pack_is_too_few_for_more_than_six(seats: int) -> None:
    """The sentence names the option."""
    assert "pack" in bad(empty_table("cancellation-hearts", seats, packs=1))


def test_one_pack_for_six_is_hearts_for_six() -> None:
    """2♦ 3♦ 2♣ 3♣ out, 8 cards each, no cancelling; SPLITS[6] of hearts: 20 and 6 points of 26."""
    table = [
        *("4C..7C AS 8C 9C TC", "AC KC AD KD 2S QD JD 3S", "2H..9H"),
        *("4S 5S TH JH QS QH KH AH", "6S 7S 4D 5D 8S 6D 7D 9S", "JC QC 8D 9D KS TD TS JS"),
    ]
    record = variant("cancellation-hearts", [Plan(table)], packs=1)
    assert paid(record) == [20, 6, 0, 0, 0, 0]
    assert "untaken" not in position(variant("cancellation-hearts", [Plan(table, stop=0)], packs=1))


def test_the_number_of_packs_is_one_or_two() -> None:
    for packs in (0, 3, True, "2"):
        assert "packs" in bad(empty_table("cancellation-hearts", 8, packs=packs))


@pytest.mark.parametrize(("seats", "out"), [(3, "2D 2D"), (4, ""), (5, "2D 2D 2C 2C"), (6, "2D 2D")])
def test_two_packs_for_hearts(seats: int, out: str) -> None:
    """The same order of cards that are out serves 3 to 6 seats: 102 = 3 x 34, 104 = 4 x 26, 100 = 5 x 20, 102 = 6 x 17."""
    deck = without(PACK + PACK, out)
    record = {**empty_table("hearts", seats, packs=2, give="none"), "deals": [{"deck": " ".join(deck), "actions": []}]}
    hands = position(record)["hands"]
    assert [len(hand) for hand in hands] == [len(deck) // seats] * seats


def test_two_packs_do_not_seat_more_at_hearts() -> None:
    for game in ("hearts", "omnibus-hearts", "spot-hearts", "shoot-the-sun"):
        assert seat_numbers(game, packs=2) == [3, 4, 5, 6]


def test_two_packs_bring_cancelling_to_hearts() -> None:
    """Four seats, 26 cards each: seats 0 and 1 hold clubs and diamonds, 2 and 3 hearts and spades, all the same; nobody
    takes anything. With seat 1's 2♣ and 3♣ exchanged it takes trick 1: 3♣ over 2♣, with 2♠ 2♠; then leads 2♣ to seat 0's 3♣,
    which takes the rest, as all that follow cancel: 52 for seat 0."""
    red, black = "2C..AC 2D..AD", "2S..AS 2H..AH"
    same = doubled("hearts", [Doubled([red, red, black, black])], packs=2)
    assert results(same, "scores") == [[0, 0, 0, 0]]
    other = doubled("hearts", [Doubled([red, "3C 2C 4C..AC 2D..AD", black, black])], packs=2, moon="off")
    assert results(other, "scores") == [[52, 0, 0, 0]]


# --- giving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_the_direction_changes_by_deal(seats: int) -> None:
    """Even numbers left, right, across, hold; odd ones left, right, hold: a whole cycle and a deal more. Each seat gives its
    first three cards, and the hands after that, the lead, and what the whole deal pays are as they must be then."""
    record = empty_table("cancellation-hearts", seats, first_trick="free", break_hearts=False, moon="off", target=500)
    for number, offset in enumerate([*CYCLE[seats], CYCLE[seats][0]]):
        dealer = number % seats
        deck = two_packs(seats)
        deck = [deck[at] for at in permutation(bytes([number] * 32), "deck/0", len(deck))]
        order = [(dealer + 1 + step) % seats for step in range(seats)]
        hands = [in_order(deck[order.index(seat) :: seats]) for seat in range(seats)]
        record["deals"].append({"deck": " ".join(deck), "actions": []})
        if offset:
            assert (position(record)["phase"], position(record)["turn"]) == ("give", list(range(seats)))
            gives = [[seat, "give " + " ".join(hands[seat][:3])] for seat in range(seats)]
            record = with_more(record, *gives)
            hands = [in_order(hands[seat][3:] + hands[(seat - offset) % seats][:3]) for seat in range(seats)]
        assert position(record)["hands"] == hands
        leader = next(seat for seat in order if LOWEST[seats] in hands[seat])
        assert position(record)["turn"] == [leader]
        played = played_out(hands, leader, in_columns=False)
        record = with_more(record, *played.said)
        assert paid(record) == [points(taken) for taken in played.taken]


def test_twins_may_be_given_both_and_one_only_once() -> None:
    """Seat 0 holds two 5♣ and one A♣; seat 1, to its left, gets what it gives."""
    table = filled_twice(["5C 5C AC", "AC", "", "", "", "", "", ""])
    record = cancelling(table, give="cycle")
    refusal(record, [0, "give AC AC 5C"])
    gives = [[seat, "give " + " ".join(cards(line)[-3:])] for seat, line in enumerate(table)]
    record = with_more(record, [0, "give 5C 5C AC"], *gives[1:])
    assert [position(record)["hands"][1].count(card) for card in ("5C", "AC")] == [2, 2]
    assert not {"5C", "AC"} & set(position(record)["hands"][0])


# --- the opening lead ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_the_lowest_club_that_is_left_is_led(seats: int) -> None:
    """2♣ where both are in, 3♣ where both are out; seat 2 holds the two, whoever deals."""
    lowest = LOWEST[seats]
    table = filled_twice(["", "", f"{lowest} {lowest}", *[""] * (seats - 3)])
    for dealer in range(seats):
        record = cancelling(table, dealer)
        assert position(record)["turn"] == [2]
        assert may_play(record) == lowest


@pytest.mark.parametrize(
    ("dealer", "leader"),
    [(0, 1), (1, 5), (2, 5), (3, 5), (4, 5), (5, 1), (6, 1), (7, 1)],
)
def test_of_two_holders_the_nearest_to_the_dealers_left_leads(dealer: int, leader: int) -> None:
    """Seats 1 and 5 hold 2♣. The dealer is farthest of all from its own left: seat 1 dealing, seat 5 leads."""
    table = filled_twice(["", "2C", "", "", "", "2C", "", ""])
    record = cancelling(table, dealer)
    assert position(record)["turn"] == [leader]
    assert may_play(record) == "2C"
    refusal(record, [6 - leader, "play 2C"])


def test_a_dealer_who_holds_both_leads() -> None:
    table = filled_twice(["", "", "", "2C 2C", "", "", "", ""])
    assert position(cancelling(table, 3))["turn"] == [3]


def test_one_copy_is_led_and_the_other_stays() -> None:
    """Seat 3 holds both: one goes on the table; seat 4 plays next."""
    table = filled_twice(["", "", "", "2C 2C", "", "", "", ""])
    record = with_more(cancelling(table), [3, "play 2C"])
    found = position(record)
    assert (found["trick"], found["turn"]) == (["2C"], [4])
    assert (found["hands"][3].count("2C"), len(found["hands"][3])) == (1, 12)
    refusal(record, [3, "play 2C"])


def test_the_second_holder_follows_as_it_likes() -> None:
    """It need not play its 2♣: seats 0 and 4 of the twins; seat 4 may follow with any of its clubs."""
    assert may_play(after_twice(TWINS, "2C 2D 2H 2S")) == " ".join(cards("2C..AC"))
    refusal(after_twice(TWINS, "2C 2D 2H"), [4, "play 2C"])  # seat 3 is to play


@pytest.mark.parametrize(
    ("dealer", "allowed"),
    [(7, "2C..AC"), (0, "2D..AD"), (1, "2H..AH"), (2, "2S..JS KS AS")],
)
def test_opening_eldest_leads_what_no_bar_forbids(dealer: int, allowed: str) -> None:
    """The seat to the dealer's left, whoever holds 2♣. Of the twins who has hearts only may lead any; Q♠ is barred."""
    record = cancelling(TWINS, dealer, opening="eldest")
    assert position(record)["turn"] == [(dealer + 1) % 8]
    assert may_play(record) == " ".join(cards(allowed))


# --- the first trick and the bars ------------------------------------------------------------------------------------


def void(hand: str, **options: Any) -> dict[str, Any]:
    """Seat 0 has led 2♣; seat 1, to play, holds this hand, in which there are no clubs."""
    return after_twice(filled_twice(["2C", hand, *[""] * 6]), "2C", **options)


@pytest.mark.parametrize(
    ("hand", "rule", "allowed"),
    [
        ("3D 2H 2H 3H..TH QS QS", "strict", "3D"),
        ("3D 2H 2H 3H..TH QS QS", "hearts", "3D QS"),
        ("3D 2H 2H 3H..TH QS QS", "free", "3D 2H..TH QS"),
        ("2H 2H 3H..KH", "strict", "2H..KH"),
        ("2H 2H 3H..KH", "hearts", "2H..KH"),
        ("2H..QH QS QS", "strict", "2H..QH QS"),
        ("2H..QH QS QS", "hearts", "QS"),
        ("JD JD 2H..QH", "strict", "JD"),
    ],
)
def test_first_trick_void_in_clubs(hand: str, rule: str, allowed: str) -> None:
    """Thirteen cards, twins among them. A bonus card would not be barred either: it costs nothing, named or not."""
    assert may_play(void(hand, first_trick=rule)) == " ".join(cards(allowed))


def test_it_is_strict_by_default_and_the_refusal_names_the_option() -> None:
    record = void("3D 2H 2H 3H..JH QS")
    assert "first_trick" in refusal(record, [1, "play 2H"])
    assert "first_trick" in refusal(record, [1, "play QS"])
    assert accepted(record, [1, "play 3D"])


def test_hearts_must_be_broken() -> None:
    """Seat 1 takes trick 1 with its A♣, all follow; hearts have not fallen."""
    table = filled_twice(["2C", "AC 5H QS", "3C", "4C", "5C", "6C", "7C", "8C"])
    record = after_twice(table, "2C AC 3C 4C 5C 6C 7C 8C")
    assert "break_hearts" in refusal(record, [1, "play 5H"])
    assert accepted(record, [1, "play QS"])
    assert accepted(after_twice(table, "2C AC 3C 4C 5C 6C 7C 8C", break_hearts=False), [1, "play 5H"])
