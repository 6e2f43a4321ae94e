"""Black Heart Rum: the deck for every number of seats, the deal, and the tables that the game does not have."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from black_heart_hands import GAME, HALF, pool, table
from rummy_hands import ask, no_record, record, standing
from rumpus.core.cards import NAME, read_card
from rumpus.core.shuffling.seeded import shuffled

# A pack is 13 clubs, 13 spades and 10 hearts: 36. Two packs to four seats, three to six, four to eight, five to ten.
STANDARD = {2: 75, 3: 75, 4: 75, 5: 113, 6: 113, 7: 150, 8: 150, 9: 188, 10: 188}
BASIC = {2: 72, 3: 72, 4: 72, 5: 108, 6: 108, 7: 144, 8: 144, 9: 180, 10: 180}


def empty(cards: list[str], seats: int, **options: Any) -> dict[str, Any]:
    """A record of one deal in which nobody has acted."""
    return record(GAME, (" ".join(cards), ""), seats=seats, dealer=0, **options)


@pytest.mark.parametrize(
    ("seats", "options", "size"),
    [
        *[(seats, {}, size) for seats, size in STANDARD.items()],
        *[(seats, {"rules": "standard", "deck": "auto"}, size) for seats, size in STANDARD.items()],
        *[(seats, {"rules": "basic"}, size) for seats, size in BASIC.items()],
        *[(seats, {"deck": "two"}, 75) for seats in range(2, 7)],
        *[(seats, {"deck": "two", "rules": "basic"}, 72) for seats in range(2, 7)],
    ],
)
def test_ten_cards_each_one_up_and_the_rest_is_the_draw_pile(seats: int, options: dict[str, Any], size: int) -> None:
    position = standing(table({}, "", seats=seats, **options))
    assert [len(hand) for hand in position["hands"]] == [10] * seats
    assert position["discard"] == ["KS"]
    assert position["stock"] == size - 10 * seats - 1
    assert (position["turn"], position["phase"], position["melds"]) == ([1], "draw", [])


@pytest.mark.parametrize(
    ("seats", "black", "red"), [(2, 2, 1), (4, 2, 1), (5, 3, 2), (6, 3, 2), (8, 4, 2), (9, 5, 3), (10, 5, 3)]
)
def test_a_black_joker_a_pack_and_half_as_many_red_ones(seats: int, black: int, red: int) -> None:
    plain = HALF * black
    assert standing(ask(empty(plain + ["BJ"] * black + ["RJ"] * red, seats)))["turn"] == [1]
    no_record(empty(plain + ["BJ"] * (black + 1) + ["RJ"] * (red - 1), seats))
    no_record(empty(plain + ["BJ"] * black + ["RJ"] * (red + 1), seats))
    no_record(empty(plain, seats))
    no_record(empty(plain + ["BJ"] * black + ["RJ"] * red, seats, rules="basic"))


@pytest.mark.parametrize("stranger", ["2D", "AD", "KD", "JH", "QH", "KH"])
def test_no_diamonds_and_no_royalty_of_hearts(stranger: str) -> None:
    no_record(empty([stranger, *pool(3)[1:]], 3))
    no_record(empty([stranger, *pool(3)], 3))


def test_the_numbers_of_seats() -> None:
    no_record(empty(pool(2), 1))
    no_record(empty(pool(11), 11))
    for seats in (7, 8, 9, 10):
        no_record(empty(pool(2), seats, deck="two"))
        no_record(empty(pool(seats), seats, deck="two"))


@pytest.mark.parametrize(
    "options",
    [
        {"rules": "advanced"},
        {"deck": "three"},
        {"deck": 2},
        {"target": "many"},
        {"show_counts": "perhaps"},
        {"return_discard": True},
    ],
)
def test_options_that_there_are_not(options: dict[str, Any]) -> None:
    no_record(empty(pool(3), 3, **options))


def test_the_cards_go_singly_and_clockwise_from_the_eldest_hand() -> None:
    deck = pool(4)
    position = standing(ask(record(GAME, (" ".join(deck), ""), seats=4, dealer=2)))
    for seat, first in ((3, 0), (0, 1), (1, 2), (2, 3)):
        assert Counter(position["hands"][seat]) == Counter(deck[first:40:4])
    assert position["discard"] == [deck[40]]
    assert position["turn"] == [3]
    drawn = standing(ask(record(GAME, (" ".join(deck), "3 draw stock"), seats=4, dealer=2)))
    assert Counter(drawn["hands"][3]) == Counter([*deck[0:40:4], deck[41]])


def test_hands_are_shown_in_declared_order() -> None:
    position = standing(table({1: "RJ BJ 2S KC AH 2H AC 2C TH 9S"}, ""))
    assert position["hands"][1] == ["2C", "KC", "AC", "2H", "TH", "AH", "2S", "9S", "BJ", "RJ"]


@pytest.mark.parametrize(("seats", "rules"), [(3, "standard"), (3, "basic"), (6, "standard"), (9, "standard"), (10, "basic")])
def test_a_seed_shuffles_the_declared_order(seats: int, rules: str) -> None:
    # Clubs, hearts, spades, pack after pack, then all black jokers, then all red ones.
    declared = tuple(face for card in pool(seats, rules) if (face := read_card(card)) is not None)
    seed = bytes(range(32))
    deck = [NAME[face] for face in shuffled(seed, declared)]
    written = empty(deck, seats, rules=rules)
    written["deals"][0]["seed"] = seed.hex()
    assert standing(ask(written))["discard"] == [deck[10 * seats]]


def test_the_deal_passes_to_the_left() -> None:
    for dealer in range(3):
        assert standing(table({}, "", dealer=dealer))["turn"] == [(dealer + 1) % 3]


@pytest.mark.parametrize(
    ("seats", "teams", "fine"),
    [
        (4, 2, True),
        (6, 2, True),
        (6, 3, True),
        (8, 2, True),
        (8, 4, True),
        (9, 3, True),
        (10, 2, True),
        (10, 5, True),
        (4, 0, True),
        (7, 0, True),
        (2, 2, False),
        (3, 3, False),
        (4, 3, False),
        (4, 4, False),
        (5, 2, False),
        (6, 4, False),
        (6, 6, False),
        (7, 2, False),
        (8, 3, False),
        (9, 2, False),
        (10, 3, False),
        (10, 4, False),
        (4, 1, False),
        (4, -2, False),
    ],
)
def test_how_many_teams_a_table_can_have(seats: int, teams: int, fine: bool) -> None:
    if fine:
        assert standing(ask(empty(pool(seats), seats, teams=teams)))["turn"] == [1]
    else:
        no_record(empty(pool(seats), seats, teams=teams))
