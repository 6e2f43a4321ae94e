"""Contracts: what a hand can lay down together, on known hands and against trying everything."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
from brute_melds import TABLES, Table, cards, in_order, is_group, is_sequence, rich_deck
from rumpus.core.cards import card_of, code_name, names, rank_of
from rumpus.core.families import melds
from rumpus.core.families.melds import Meld

CONTRACT = TABLES["contract"].rule
DEUCES = TABLES["contract, deuces wild"].rule

contract_tables = pytest.mark.parametrize(
    "table", [TABLES["contract"], TABLES["contract, deuces wild"]], ids=["jokers", "deuces wild"]
)
hundreds = pytest.mark.parametrize("number", [300, pytest.param(6000, marks=pytest.mark.slow)])


def shown(found: Sequence[Meld] | None) -> list[str] | None:
    return None if found is None else [" ".join(map(code_name, meld.cards)) for meld in found]


def test_a_contract_is_found_or_it_is_said_that_there_is_none() -> None:
    hand = cards("7C 7D 7H 9S 9D 9D KC 4H 5H 6H")
    assert shown(melds.contract(CONTRACT, hand, 2, 0)) == ["7C 7D 7H", "9D 9D 9S"]
    assert shown(melds.contract(CONTRACT, hand, 2, 1)) == ["7C 7D 7H", "9D 9D 9S", "4H 5H 6H"]
    assert melds.contract(CONTRACT, hand, 0, 2) is None
    assert melds.contract(CONTRACT, hand, 3, 0) is None


def test_a_joker_is_spent_only_where_it_must_be() -> None:
    hand = cards("7C 7D 7H 9S 9D BJ KC 4H 5H 6H")
    assert shown(melds.contract(CONTRACT, hand, 1, 1)) == ["7C 7D 7H", "4H 5H 6H"]
    two = melds.contract(CONTRACT, hand, 2, 0)
    assert two is not None
    assert "BJ" in " ".join(shown(two) or ())


def test_the_last_contract_leaves_one_card_at_most() -> None:
    hand = cards("AC 2C 3C 4C 5H 6H 7H 8H TS JS QS KS 9D")
    assert shown(melds.sequences_of_all(CONTRACT, hand, 3)) == ["AC 2C 3C 4C", "5H 6H 7H 8H", "TS JS QS KS"]
    assert melds.sequences_of_all(CONTRACT, hand, 3, not_left=cards("9D")) is None
    assert melds.sequences_of_all(CONTRACT, hand, 3, left=0) is None
    assert melds.sequences_of_all(CONTRACT, [*hand, *cards("9C")], 3) is None
    joker = melds.sequences_of_all(CONTRACT, [*hand[:-1], *cards("BJ RJ")], 3)
    assert joker is not None
    assert sum(len(meld.cards) for meld in joker) == 14


# --- against the brute force ------------------------------------------------------------------------------------------


def can_lay(table: Table, hand: Sequence[int], groups: int, sequences: int) -> bool:
    if not groups and not sequences:
        return True
    tried = set()
    for some in combinations(range(len(hand)), 3):
        three = tuple(hand[place] for place in some)
        if three in tried:
            continue
        tried.add(three)
        rest = [card for place, card in enumerate(hand) if place not in some]
        if groups and is_group(table, three) and can_lay(table, rest, groups - 1, sequences):
            return True
        if sequences and is_sequence(table, three) and can_lay(table, rest, groups, sequences - 1):
            return True
    return False


def can_lay_all(table: Table, hand: Sequence[int], number: int, left: int) -> bool:
    if not number or not hand:
        return not number and len(hand) <= left
    first, rest = hand[0], range(1, len(hand))
    if left and can_lay_all(table, hand[1:], number, left - 1):
        return True
    for size in range(2, len(hand)):
        for others in combinations(rest, size):
            if is_sequence(table, [first, *(hand[place] for place in others)]):
                left_over = [hand[place] for place in rest if place not in others]
                if can_lay_all(table, left_over, number - 1, left):
                    return True
    return False


def check_melds(table: Table, hand: Sequence[int], found: Sequence[Meld]) -> None:
    held = sorted(hand)
    for meld in found:
        for code in meld.cards:
            held.remove(card_of(code))
        natural = [card_of(code) for code in meld.cards]
        if meld.kind == "group":
            assert is_group(table, natural)
            assert len({rank_of(code) for code in meld.cards}) == 1
        else:
            assert is_sequence(table, natural)
            assert in_order(table, meld.cards)


@hundreds
@contract_tables
def test_every_contract_that_exists_is_found(table: Table, number: int) -> None:
    rng = random.Random(table.line)
    for _ in range(number):
        deck = rich_deck(rng, table)
        hand = rng.sample(deck, min(len(deck), rng.randint(6, 11)))
        groups, sequences = rng.choice(((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2)))
        found = melds.contract(table.rule, hand, groups, sequences)
        assert (found is not None) == can_lay(table, hand, groups, sequences), names(hand)
        if found is not None:
            check_melds(table, hand, found)
            assert [len(meld.cards) for meld in found] == [3] * (groups + sequences)
            assert sum(meld.kind == "group" for meld in found) == groups
            assert found == melds.contract(table.rule, hand[::-1], groups, sequences)


@hundreds
@contract_tables
def test_every_last_contract_that_exists_is_found(table: Table, number: int) -> None:
    rng = random.Random(table.line)
    for _ in range(number):
        suits = rng.sample(range(4), 2)
        deck = [card for card in rich_deck(rng, table) if card >= 52 or card // 13 in suits or card % 13 == 0]
        hand = rng.sample(deck, min(len(deck), rng.randint(5, 10)))
        sequences, left = rng.choice((1, 2, 3)), rng.choice((0, 1, 1))
        found = melds.sequences_of_all(table.rule, hand, sequences, left)
        assert (found is not None) == can_lay_all(table, hand, sequences, left), names(hand)
        if found is not None:
            check_melds(table, hand, found)
            assert len(found) == sequences
            assert sum(len(meld.cards) for meld in found) >= len(hand) - left
