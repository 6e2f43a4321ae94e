"""Hearts: giving three cards, whom they go to, and the option `give`."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hands import (
    SPLIT_SCORES,
    SPLITS,
    Plan,
    accepted,
    answer,
    before_giving,
    cards,
    hearts,
    in_order,
    may_play,
    position,
    refusal,
    results,
    turned,
    with_more,
)

CYCLE = {3: [1, 2, 0], 4: [1, 3, 2, 0], 5: [1, 4, 0], 6: [1, 5, 3, 0]}
"""Seats to the left that the cards go, deal by deal: left, right, across, hold; with 3 and 5 seats left, right, hold."""

# Before giving left, seat by seat; after it seat 1 holds the four lowest clubs.
BEFORE = ["2C 3C 4C 2D..JD", "5C..AC QD KD AD", "2H..AH", "2S..AS"]
GIVE = [[0, "give 2C 3C 4C"], [1, "give QD KD AD"], [2, "give AH KH QH"], [3, "give QS KS AS"]]
AFTER = ["2D..JD QS KS AS", "2C..AC", "QD KD AD 2H..JH", "QH KH AH 2S..JS"]


def giving(table: list[str] | None = None, *said: list[Any], **options: Any) -> dict[str, Any]:
    """A record of hearts whose seats give by `cycle`, unless an option says otherwise, after these actions."""
    return with_more(hearts(table or BEFORE, **{"give": "cycle", **options}), *said)


# --- the giving of one deal ------------------------------------------------------------------------------------------


def test_all_seats_are_asked_at_once() -> None:
    assert position(giving()) == {"turn": [0, 1, 2, 3], "phase": "give", "hands": [cards(line) for line in BEFORE], "trick": []}


def test_given_cards_stay_with_the_giver_until_the_last_has_committed() -> None:
    """Seats 2 and 0 have committed: 1 and 3 are still asked, and every hand is as it was dealt."""
    found = position(giving(None, GIVE[2], GIVE[0]))
    assert (found["turn"], found["phase"]) == ([1, 3], "give")
    assert found["hands"] == [cards(line) for line in BEFORE]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[::5])
def test_commitments_come_in_any_order_and_the_last_exchanges_them(order: tuple[int, ...]) -> None:
    """Everybody's three cards go one seat to the left; then the holder of 2♣, which was given away, is to lead it."""
    record = giving(None, *(GIVE[seat] for seat in order))
    assert position(record) == {"turn": [1], "phase": "play", "hands": [cards(line) for line in AFTER], "trick": []}
    assert may_play(record) == "2C"


def test_the_cards_of_a_give_come_in_any_order() -> None:
    """And in any spelling that the notation reads."""
    said = [[0, "give 4c 2♣ 3C"], [1, "give AD QD KD"], [2, "give q♥ KH AH"], [3, "give KS AS QS"]]
    assert position(giving(None, *said))["hands"] == [cards(line) for line in AFTER]


@pytest.mark.parametrize("count", [1, 2, 4, 13])
def test_three_cards_are_given_neither_more_nor_fewer(count: int) -> None:
    held = cards(BEFORE[0])[:count]
    reason = refusal(giving(), [0, "give " + " ".join(held)]).lower()
    assert "three" in reason or "3" in reason


def test_a_wrong_count_is_refused_at_its_action_when_others_have_given() -> None:
    """Two seats have given; the third action, number 2, gives two cards, or four."""
    for said in ("give QD KD", "give QD KD AD 5C"):
        refusal(giving(None, GIVE[0], GIVE[3]), [1, said])


def test_cards_that_are_given_must_be_held() -> None:
    refusal(giving(), [0, "give 2C 3C 5C"])  # 5♣ is at seat 1
    refusal(giving(), [0, "give BJ 2C 3C"])
    refusal(giving(), [0, "give 2C 2C 3C"])  # there is one 2♣
    assert accepted(giving(), [0, "give 2C 3C JD"])


def test_a_card_that_is_on_its_way_cannot_be_given_on() -> None:
    """Seat 0 has given 2♣ to seat 1, which does not hold it before all have given."""
    refusal(giving(None, GIVE[0]), [1, "give 2C QD KD"])


def test_a_commitment_is_final() -> None:
    refusal(giving(None, GIVE[0]), [0, "give 2D 3D 4D"])
    refusal(giving(None, GIVE[0]), [0, GIVE[0][1]])


def test_nobody_plays_before_all_have_given() -> None:
    """Seat 0 holds 2♣ before the giving; so long as one seat has not given, nothing can be played."""
    refusal(giving(), [0, "play 2C"])
    refusal(giving(None, *GIVE[:3]), [0, "play 2D"])
    refusal(giving(None, *GIVE[:3]), [3, "play 2S"])


def test_nobody_gives_when_play_has_begun() -> None:
    refusal(giving(None, *GIVE), [1, "give 2C 3C 4C"])
    refusal(giving(None, *GIVE, [1, "play 2C"]), [2, "give 2H 3H 4H"])


def test_cards_that_came_may_be_what_went_before() -> None:
    """No card is barred from giving: hearts, Q♠ and the lowest club may all go."""
    table = ["2C QS AH 3C..QC", "KC AC 2H..QH", "KH 2D..KD", "AD 2S..JS KS AS"]
    said = [[0, "give 2C QS AH"], [1, "give KC AC QH"], [2, "give KH KD QD"], [3, "give AD AS KS"]]
    found = position(giving(table, *said))
    assert found["turn"] == [1]
    assert found["hands"][1] == cards("2C 2H..JH AH QS")


# --- whom the cards go to --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_direction_changes_by_deal(seats: int) -> None:
    """A whole cycle and one deal more; with the cards going elsewhere the planned deals could not be played.

    Each deal pays its hand-worked scores: 26 points a deal in all, so seat by seat (n deals) times those of the table.
    """
    offsets = [*CYCLE[seats], CYCLE[seats][0]]
    record = hearts([Plan(SPLITS[seats], give=offset) for offset in offsets], give="cycle", target=500)
    assert results(record, "scores") == [SPLIT_SCORES[seats]] * len(offsets)
    assert results(record, "totals")[-1] == [len(offsets) * score for score in SPLIT_SCORES[seats]]


@pytest.mark.parametrize(("seats", "number"), [(seats, number) for seats in CYCLE for number in range(5)])
def test_the_exchange_in_each_deal(seats: int, number: int) -> None:
    """Deal `number`: each seat's first three cards are found at the seat that many places to its left; hold asks nobody."""
    offsets = (CYCLE[seats] * 2)[: number + 1]
    offset = offsets.pop()
    plans = [Plan(SPLITS[seats], give=earlier) for earlier in offsets]
    record = hearts([*plans, Plan(SPLITS[seats], stop=0)], give="cycle", target=500)
    found = position(record)
    if not offset:
        assert (found["phase"], len(found["turn"])) == ("play", 1)
        return
    assert (found["phase"], found["turn"]) == ("give", list(range(seats)))
    hands = [cards(line) for line in SPLITS[seats]]
    last = record["deals"][-1]
    record["deals"][-1] = {**last, "actions": [[seat, "give " + " ".join(hands[seat][:3])] for seat in range(seats)]}
    for seat, hand in enumerate(position(record)["hands"]):
        assert hand == in_order(hands[seat][3:] + hands[(seat - offset) % seats][:3])


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_in_a_hold_deal_nobody_gives(seats: int) -> None:
    """The third deal with 3 or 5 seats, the fourth with 4 or 6: the lowest club is to be led from the hands as dealt."""
    plans = [Plan(SPLITS[seats], give=offset) for offset in CYCLE[seats][:-1]]
    record = hearts([*plans, Plan(turned(SPLITS[seats], 2), stop=0)], give="cycle", target=500)
    found = position(record)
    assert (found["phase"], found["turn"], found["trick"]) == ("play", [2], [])
    assert may_play(record) == {3: "2C", 4: "2C", 5: "3C", 6: "4C"}[seats]
    refusal(record, [2, "give " + " ".join(found["hands"][2][:3])])


def test_the_direction_follows_the_deal_not_the_dealer() -> None:
    """Whoever deals first, the first deal gives to the left."""
    for dealer in range(4):
        record = hearts([Plan(SPLITS[4], give=1)], dealer=dealer, give="cycle")
        assert results(record, "scores") == [[16, 10, 0, 0]]


def test_cycle_is_the_default() -> None:
    """No option named: the first deal asks all for three cards, and they go left."""
    record = hearts([Plan(SPLITS[4], give=1)])
    record["options"] = {}
    assert answer(record)["deals"][0]["scores"] == [16, 10, 0, 0]


# --- option give -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_give_right_is_to_the_right_in_every_deal(seats: int) -> None:
    """Also in the deals that would be left, across or hold: right is as many places to the left as seats less one."""
    record = hearts([Plan(SPLITS[seats], give=seats - 1)] * 5, give="right", target=500)
    assert results(record, "totals")[-1] == [5 * score for score in SPLIT_SCORES[seats]]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_give_none_asks_nobody_in_any_deal(seats: int) -> None:
    record = hearts([Plan(SPLITS[seats])] * 5, give="none", target=500)
    assert results(record, "totals")[-1] == [5 * score for score in SPLIT_SCORES[seats]]
    first = hearts(SPLITS[seats], give="none")
    assert position(first)["phase"] == "play"
    refusal(first, [0, "give " + " ".join(position(first)["hands"][0][:3])])


def test_the_lowest_club_is_led_by_who_holds_it_after_the_giving() -> None:
    """To the right: seat 0's 2♣ goes to seat 3."""
    record = giving(None, *GIVE, give="right")
    assert position(record)["turn"] == [3]
    assert position(record)["hands"][3] == cards("2C 3C 4C 2S..JS")
    assert may_play(record) == "2C"


def test_the_helper_gives_what_it_should() -> None:
    """The test's own arithmetic: giving left, seat 1 receives the first three of its line from seat 0."""
    before, said = before_giving(["AC KC QC JC", "AD KD QD JD", "AH KH QH JH"], 1)
    assert before == ["JC AD KD QD", "JD AH KH QH", "JH AC KC QC"]
    assert said == [[0, "give AD KD QD"], [1, "give AH KH QH"], [2, "give AC KC QC"]]
