"""Hearts: the pack, the deal, and what a record's answer says while a deal goes on and when it is over."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hands import (
    PACK,
    SPLIT_SCORES,
    SPLITS,
    SUNS,
    Plan,
    accepted,
    after,
    answer,
    cards,
    dealt,
    hearts,
    in_order,
    may_play,
    position,
    refusal,
    results,
    turned,
    with_more,
)

REMOVED = {3: ["2D"], 4: [], 5: ["2D", "2C"], 6: ["2D", "3D", "2C", "3C"]}
EACH = {3: 17, 4: 13, 5: 10, 6: 8}


# --- the pack and the deal -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_rest_of_the_pack_is_dealt_out(seats: int) -> None:
    """17, 13, 10, 8 cards: 51, 52, 50 and 48 cards are left after 2♦ / none / 2♦ 2♣ / 2♦ 3♦ 2♣ 3♣ are taken out."""
    hands = position(hearts(SPLITS[seats], dealer=0))["hands"]
    assert [len(hand) for hand in hands] == [EACH[seats]] * seats
    assert sorted(card for hand in hands for card in hand) == sorted(set(PACK) - set(REMOVED[seats]))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_cards_are_dealt_singly_clockwise_from_the_dealers_left(seats: int, dealer: int) -> None:
    """With dealer d the k-th card of the deck goes to seat d + 1 + k, counted round the table."""
    pack = [card for card in PACK if card not in REMOVED[seats]]
    deck = pack[::-1]  # A♠ on top
    record = hearts(SPLITS[seats], dealer=dealer)
    record["deals"][0] = {"deck": " ".join(deck), "actions": []}
    hands = position(record)["hands"]
    for seat in range(seats):
        assert hands[seat] == in_order(card for k, card in enumerate(deck) if (dealer + 1 + k) % seats == seat)


def test_hands_are_shown_in_declared_order() -> None:
    """Clubs, diamonds, hearts, spades, each 2 to A, whatever the order in the deck."""
    table = ["AS 2S AH 2H AD 2D AC 2C TS TH TD TC 9C", "3C..8C 3D..9D", "JC QC KC JD QD KD 3H..9H", "JH QH KH 3S..9S JS QS KS"]
    assert position(hearts(table))["hands"][0] == cards("2C 9C TC AC 2D TD AD 2H TH AH 2S TS AS")


def test_the_deal_passes_left() -> None:
    """From seat 2 of 4 the deal goes to seats 3, 0, 1, 2; deck order follows the dealer (the helper deals from there)."""
    plans = [Plan(turned(SPLITS[4], by)) for by in (0, 1, 2, 3, 0)]
    assert results(hearts(plans, dealer=2, target=500), "dealer") == [2, 3, 0, 1, 2]


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_the_deal_passes_left_round_any_table(seats: int) -> None:
    """The last seat deals, then seat 0, then seat 1."""
    record = hearts([Plan(SPLITS[seats])] * 3, dealer=seats - 1, target=500)
    assert results(record, "dealer") == [seats - 1, 0, 1]


# --- the answer of a record ------------------------------------------------------------------------------------------


def test_an_answer_between_deals_has_no_position() -> None:
    """16 and 10 points: every key that the answer has, and no other."""
    assert answer(hearts([Plan(SPLITS[4])])) == {
        "game": "hearts",
        "deals": [{"dealer": 3, "ended": "tricks", "scores": [16, 10, 0, 0], "totals": [16, 10, 0, 0]}],
        "over": False,
        "winners": [],
        "position": None,
    }


def test_a_deal_that_goes_on_has_neither_end_nor_scores_and_the_totals_before_it() -> None:
    """After the first trick of the second deal seat 1 has taken a point, but `totals` are still those of the first deal."""
    said = answer(hearts([Plan(SPLITS[4]), Plan(SPLITS[4], stop=4)]))
    assert said["deals"][1] == {"dealer": 0, "ended": None, "scores": None, "totals": [16, 10, 0, 0]}
    assert (said["over"], said["winners"]) == (False, [])


def test_totals_add_up_over_the_deals() -> None:
    """16 10 0 0, then the same moved one seat on: 0 16 10 0; together 16 26 10 0."""
    record = hearts([Plan(SPLITS[4]), Plan(turned(SPLITS[4], 1))])
    assert results(record, "scores") == [[16, 10, 0, 0], [0, 16, 10, 0]]
    assert results(record, "totals") == [[16, 10, 0, 0], [16, 26, 10, 0]]


def test_the_position_in_the_middle_of_a_trick() -> None:
    """2♣ and A♣ are on the table, in the order played; seat 2 is to play; the keys of other games are left out."""
    assert position(hearts([Plan(SPLITS[4], stop=2)])) == {
        "turn": [2],
        "phase": "play",
        "hands": [cards("3C..KC AS"), cards("4D..AD 2S"), cards("2H..AH"), cards("2D 3D 3S..KS")],
        "trick": ["2C", "AC"],
    }


def test_the_position_between_two_tricks() -> None:
    """A♣ has taken the trick: seat 1 leads to an empty table."""
    found = position(hearts([Plan(SPLITS[4], stop=4)]))
    assert (found["turn"], found["phase"], found["trick"]) == ([1], "play", [])
    assert [len(hand) for hand in found["hands"]] == [12, 12, 12, 12]


def test_the_position_before_the_last_card() -> None:
    """Nothing is played unasked: the last card, though it is the only one, waits for its seat."""
    found = position(hearts([Plan(SPLITS[4], stop=51)]))
    assert (found["turn"], found["hands"], found["trick"]) == ([3], [[], [], [], ["KS"]], ["QC", "4D", "AH"])


def test_the_answer_is_plain_data_and_the_record_is_left_as_it_was() -> None:
    record = hearts([Plan(SPLITS[4]), Plan(SPLITS[4], stop=7)])
    before = copy.deepcopy(record)
    said = answer(record)
    assert json.loads(json.dumps(said)) == said
    assert record == before
    assert answer(record) == said


# --- who leads, who takes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "lowest"), [(3, "2C"), (4, "2C"), (5, "3C"), (6, "4C")])
def test_the_lowest_club_of_the_pack_leads(seats: int, lowest: str) -> None:
    """Its holder is to act, whoever dealt, and may lead nothing else."""
    for dealer in range(seats):
        record = hearts(turned(SPLITS[seats], 1), dealer=dealer)
        assert position(record)["turn"] == [1]
        assert may_play(record) == lowest


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_whole_deals_come_out_as_worked_by_hand(seats: int) -> None:
    """26 points a deal, whatever the number of seats: 2 + 24, 16 + 10, 17 + 9, 20 + 6 (see the tables)."""
    scores = SPLIT_SCORES[seats]
    assert sum(scores) == 26
    said = answer(hearts([Plan(SPLITS[seats])], dealer=1))
    assert said["deals"] == [{"dealer": 1, "ended": "tricks", "scores": scores, "totals": scores}]


def test_play_goes_clockwise() -> None:
    """Seat 3 leads 2♣; then 0, 1 and 2, and none of them before its turn."""
    record = hearts(turned(SUNS[4], 3))
    for step, seat in enumerate([3, 0, 1, 2]):
        assert position(record)["turn"] == [seat]
        other = (seat + 1) % 4
        for card in position(record)["hands"][other]:
            refusal(record, [other, f"play {card}"])
        record = with_more(record, [seat, f"play {['2C', '2D', '2H', '2S'][step]}"])


FOLLOW = [
    "AC TC..KC AD KD QD TD JD 3H 4H 5H",
    "3C 2D 5D 8D 6H 7H 9H TH..AH 2S",
    "4C 3D 6D 9D 5C..9C 8H 8S KS AS",
    "2C 4D 7D 2H 3S..7S 9S..QS",
]


def test_following_suit_is_a_duty() -> None:
    """Diamonds are led: who has diamonds plays one, high or low; who has none plays what it likes."""
    record = after(FOLLOW, "2C AC 3C 4C AD", leader=3)
    assert may_play(record) == "2D 5D 8D"
    assert "suit" in refusal(record, [1, "play 2S"]).lower()
    record = after(FOLLOW, "2C AC 3C 4C AD 2D 3D 4D KD 5D 6D 7D QD 8D 9D", leader=3)
    assert position(record)["turn"] == [3]
    assert may_play(record) == "2H 3S 4S 5S 6S 7S 9S TS JS QS"


def test_hearts_led_a_single_heart_must_follow() -> None:
    """3♥ is led and 6♥ follows; of 5♣ 6♣ 7♣ 8♣ 9♣ 8♥ 8♠ K♠ A♠ only 8♥ may be played. (2♥ broke hearts in trick 4.)"""
    record = after(FOLLOW, "2C AC 3C 4C AD 2D 3D 4D KD 5D 6D 7D QD 8D 9D 2H 3H 6H", leader=3)
    assert position(record)["hands"][2] == cards("5C..9C 8H 8S KS AS")
    assert may_play(record) == "8H"


def test_the_highest_card_of_the_suit_led_takes_and_no_suit_is_trump() -> None:
    """9♦ lies over 8♦ and under Q♦; the heart that was thrown takes nothing: seat 0 leads again."""
    found = position(after(FOLLOW, "2C AC 3C 4C AD 2D 3D 4D KD 5D 6D 7D QD 8D 9D 2H", leader=3))
    assert (found["turn"], found["trick"]) == ([0], [])


def test_aces_are_high() -> None:
    """A♣ takes the trick to which 2♣ was led and on which K♣ lies."""
    table = turned(["2C 2H..KH", "KC 2D..KD", "AC 2S..KS", "3C..QC AD AH AS"], 0)
    assert position(after(table, "2C KC AC 3C"))["turn"] == [2]


def test_a_card_thrown_off_suit_takes_nothing_however_high() -> None:
    """2♣ is led and nobody else has a club: it takes A♦, 2♥ and K♠ of the other suits."""
    record = after(SUNS[4], "2C AD 2H KS")
    assert position(record)["turn"] == [0]


# --- what is no play -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [[0, "play AC"], [0, "play BJ"], [0, "play 8C BJ=9C TC"], [0, "play 2C 3C"], [1, "play AC"], [2, "play 2H"]],
    ids=["not held", "a joker", "a play of Broken Hearts", "two cards", "not its turn", "nor its turn"],
)
def test_a_play_that_is_no_play_is_refused(said: list[Any]) -> None:
    """Seat 0 is to lead 2♣; A♣ is at seat 1."""
    record = hearts(SPLITS[4])
    assert accepted(record, [0, "play 2C"])
    refusal(record, said)


def test_a_card_cannot_be_played_twice() -> None:
    """3♠ was thrown on the first trick: seat 3 does not hold it any more."""
    record = hearts([Plan(SPLITS[4], stop=6)])
    refusal(record, [3, "play 3S"])
    assert may_play(record) == "2D 3D"


@pytest.mark.parametrize(
    "said",
    ["draw stock", "draw discard", "pass", "buy", "return", "meld 7S 7H 7D", "swap 7H on 2", "discard 2C", "knock 2C", "knock",
     "tunk", "ask out", "yes", "no", "give 2C 3C 4C", "moon add", "moon subtract"],
)  # fmt: skip
def test_a_verb_of_another_game_or_phase_is_against_the_rules(said: str) -> None:
    """It can be read, so the file is a record: seat 0, which is to lead 2♣, is refused."""
    refusal(hearts(SPLITS[4]), [0, said])


def test_an_action_after_its_deal_is_over_is_against_the_rules() -> None:
    """A deal of four hands is 52 plays, numbered 0 to 51: the next one is action 52."""
    said = answer(hearts([Plan(SPLITS[4], then=[[0, "play 2C"]])]))
    assert (said["error"]["deal"], said["error"]["action"]) == (0, 52)


def test_the_helper_deals_what_it_should() -> None:
    """The test's own arithmetic: with dealer 1 of 3 the deck begins with seat 2's first card, then seat 0's, then seat 1's."""
    assert dealt(["2C 3C", "4C 5C", "6C 7C"], dealer=1) == "6C 2C 4C 7C 3C 5C"
