"""What can be melded where royalty is attended, against a search that tries everything."""

from __future__ import annotations

import random

import pytest
from attended_brute import Hand, check, leftovers, lying_of, minus, random_board
from rumpus.core.actions import Action, Part, read_action
from rumpus.core.cards import read_card
from rumpus.core.families.black_heart.board import Board
from rumpus.core.families.black_heart.cover import Aim, Cover
from rumpus.core.families.black_heart.rule import AttendedRule, lay_on, read_set
from rumpus.core.families.black_heart.search import Wish, best_meld, can_meld, every_part, find_meld, value_of
from rumpus.core.families.melds.rule import Meld

HANDS = [300, pytest.param(6000, marks=pytest.mark.slow)]


def meets(wish: Wish, hand: Hand, left: Hand) -> bool:
    if len(hand) - len(left) < max(1, wish.least) or len(left) < wish.keeps:
        return False
    if wish.leaves is not None and len(left) > wish.leaves:
        return False
    return wish.holds is None or left.count(wish.holds) < hand.count(wish.holds)


def some_wishes(rng: random.Random, hand: Hand) -> list[Wish]:
    wishes = [Wish(least) for least in range(1, len(hand) + 1)]
    wishes += [Wish(rng.randint(1, 4), holds) for holds in sorted(set(hand))]
    wishes += [Wish(1, None, leaves, keeps) for leaves, keeps in ((0, 0), (1, 0), (1, 1))]
    for _ in range(8):
        holds = rng.choice(hand) if rng.random() < 0.5 else None
        leaves = rng.choice((None, None, 0, 1, 2))
        wishes.append(Wish(rng.randint(1, len(hand)), holds, leaves, rng.choice((0, 1, 1, 2, 2, 3))))
    return wishes


@pytest.mark.parametrize("hands", HANDS)
def test_a_meld_is_found_wherever_there_is_one(hands: int) -> None:
    rng = random.Random(f"melds {hands}")
    for number in range(hands):
        rule, dealt, table = random_board(rng, 9 if number % 10 == 0 else 7)
        hand = tuple(dealt)
        able = leftovers(rule, hand, tuple(lying_of(meld) for meld in table))
        for wish in some_wishes(rng, hand):
            parts = find_meld(rule, hand, table, wish)
            there = any(meets(wish, hand, left) for left in able)
            assert (parts is not None) == there, (number, rule, hand, table, wish, parts)
            if parts is not None:
                left = check(rule, hand, table, parts)
                assert meets(wish, hand, left), (number, rule, hand, table, wish, parts)


@pytest.mark.parametrize("hands", HANDS)
def test_the_best_meld_is_the_best(hands: int) -> None:
    rng = random.Random(f"best {hands}")
    for number in range(hands):
        rule, dealt, table = random_board(rng, 8 if number % 10 == 0 else 7)
        hand = tuple(dealt)
        able = leftovers(rule, hand, tuple(lying_of(meld) for meld in table))
        for by_value in (False, True):
            wish = Wish(rng.randint(1, 4), rng.choice((None, None, rng.choice(hand))), None, rng.choice((0, 0, 0, 1)))
            laid = [minus(hand, left) for left in able if meets(wish, hand, left)]
            found = best_meld(rule, hand, table, wish, by_value=by_value)
            assert (found is None) == (not laid)
            if found is None:
                continue
            left = check(rule, hand, table, found.parts)
            assert meets(wish, hand, left)
            assert (found.cards, found.value) == (len(hand) - len(left), value_of(minus(hand, left)))
            best = max(value_of(each) if by_value else len(each) for each in laid)
            score = found.value if by_value else found.cards
            assert score == best if found.complete else score <= best, (number, rule, hand, table, wish, found)


@pytest.mark.parametrize("hands", HANDS)
def test_what_is_found_reads_as_it_is_written(hands: int) -> None:
    rng = random.Random(f"read {hands}")
    for _ in range(hands):
        rule, hand, table = random_board(rng, 14, 3)
        for least in (1, 4, 8):
            parts = find_meld(rule, hand, table, Wish(least))
            if parts is not None:
                read_all(rule, table, parts)
        each = every_part(rule, hand, table)
        assert len(set(each)) == len(each)
        assert bool(each) == (find_meld(rule, hand, table) is not None), (rule, hand, table, each)
        for part in each:
            read_all(rule, table, (part,))
            check(rule, tuple(hand), table, (part,))


def read_all(rule: AttendedRule, table: list[Meld], parts: tuple[Part, ...]) -> None:
    """Read the parts as the table does, from their text; fails where it reads anything else."""
    lies = [(meld.kind, meld.cards) for meld in table]
    text = str(Action("meld", parts=parts))
    action = read_action(text)
    assert action.parts == parts
    for part in action.parts:
        if part.on:
            kind, lying = lies[part.on - 1]
            end = {"low": "low", "high": "high"}.get(part.end)
            low, high = lay_on(rule, kind, lying, part.cards, part.attendants, end)  # type: ignore[arg-type]
            assert sorted(low.cards + high.cards) == sorted(part.cards), text
            assert bool(low.cards) + bool(high.cards) == 1, text
            lies[part.on - 1] = kind, (*low.cards, *lying, *high.cards)
        else:
            made = read_set(rule, part.cards, part.attendants)
            assert made.cards == part.cards, text
            lies.append((made.kind, made.cards))


@pytest.mark.parametrize("hands", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_cards_near_a_card_tell_as_much_as_the_whole_hand(hands: int) -> None:
    rng = random.Random(f"near {hands}")
    for _ in range(hands):
        rule, hand, table = random_board(rng, 20, 3)
        for holds in sorted(set(hand)):
            wish = Wish(rng.randint(1, 8), holds, keeps=rng.choice((0, 0, 2)))
            whole = Cover(Board(rule, hand, table), Aim(holds, room=len(hand) - wish.keeps)).find(wish.least)
            assert can_meld(rule, hand, table, wish) == (whole is not None), (rule, hand, table, wish)


def cards(text: str) -> tuple[int, ...]:
    found = [read_card(name) for name in text.split()]
    assert None not in found
    return tuple(found)  # type: ignore[arg-type]


def test_only_where_it_may_be_laid() -> None:
    hand, table = cards("7C"), [Meld("group", cards("7S 7H 7C"))]
    assert find_meld(AttendedRule(), hand, table) is not None
    assert find_meld(AttendedRule(), hand, table, may_lay=()) is None
    assert find_meld(AttendedRule(), hand, table, may_lay=lambda index: index == 0) is not None


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ("7C 7S BJ JC QC KC AC 3H 6H TH", 10),
        ("AC 2C BJ 5H", 4),  # the joker as a king, which comes with a heart
        ("BJ BJ RJ", 3),
        ("BJ BJ BJ 4H 5H 6H", 6),
        ("KS KC BJ 2H 4H", 0),
        ("KS KC BJ 2H 4H 6H", 6),
        ("TH 9H RJ", 3),
        ("AH 2H KC", 0),
        ("RJ JC JS QS KS", 0),
        ("RJ RJ RJ JS QS KS", 6),
    ],
)
def test_the_most_cards(hand: str, laid: int) -> None:
    found = best_meld(AttendedRule(), cards(hand), [])
    assert (found.cards if found else 0) == laid


def test_a_dug_card_on_a_big_hand() -> None:
    """Thirteen spades around a table's sequence, and one joker that must be a king."""
    table = [Meld("sequence", cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"))]
    parts = find_meld(AttendedRule(), cards("6H AS BJ"), table, Wish(3))
    assert parts is not None
    assert check(AttendedRule(), cards("6H AS BJ"), table, parts) == ()
