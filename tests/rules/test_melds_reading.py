"""Reading sets as players write them: wild cards with and without names, what is refused and how, and what fits where."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from brute_melds import TABLES, Table, cards, codes, hands, in_order, is_set, is_wild, longer_by, lying, rich_deck
from rumpus.core.cards import card_of, code_name, names
from rumpus.core.families import melds
from rumpus.core.families.melds import Meld, MeldRule, NoMeld

LOW = MeldRule()
ROUND = MeldRule(ace="round")
EITHER = MeldRule(ace="either")
CONTRACT = TABLES["contract"].rule
DEUCES = TABLES["contract, deuces wild"].rule
TUNK = TABLES["tunk"].rule
TUNK_TWO = TABLES["tunk, two packs"].rule

every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


def read(rule: MeldRule, text: str) -> str:
    kind, placed = melds.read_set(rule, codes(text))
    return f"{kind} {' '.join(map(code_name, placed))}"


def laid(rule: MeldRule, lying: str, text: str, end: melds.End | None = None) -> tuple[str, str]:
    low, high = melds.lay_on(rule, melds.read_set(rule, codes(lying)), codes(text), end)
    return " ".join(map(code_name, low)), " ".join(map(code_name, high))


@pytest.mark.parametrize(
    ("rule", "written", "meld"),
    [
        (LOW, "3C AC 2C", "sequence AC 2C 3C"),
        (LOW, "7S 7C 7D", "group 7S 7C 7D"),
        (ROUND, "2C KC AC", "sequence KC AC 2C"),
        (EITHER, "KC QC AC", "sequence QC KC AC"),
        (EITHER, "3C 2C AC", "sequence AC 2C 3C"),
        (CONTRACT, "4C 5C BJ", "sequence 4C 5C BJ=6C"),
        (CONTRACT, "BJ 4C 5C", "sequence BJ=3C 4C 5C"),
        (CONTRACT, "5C 4C BJ", "sequence BJ=3C 4C 5C"),
        (CONTRACT, "4C 6C BJ", "sequence 4C BJ=5C 6C"),
        (CONTRACT, "RJ 4C BJ 6C", "sequence RJ=3C 4C BJ=5C 6C"),
        (CONTRACT, "4C 7C RJ BJ", "sequence 4C RJ=5C BJ=6C 7C"),
        (CONTRACT, "JC QC KC AC BJ", "sequence BJ=TC JC QC KC AC"),
        (CONTRACT, "6C BJ=4C 5C", "sequence BJ=4C 5C 6C"),
        (CONTRACT, "7C 7D BJ=7D", "group 7C 7D BJ=7D"),
        (CONTRACT, "7C 7C 7C 7D 7D 7D 7H", "group 7C 7C 7C 7D 7D 7D 7H"),
        (DEUCES, "AC 4C 3C", "sequence AC 3C 4C"),
        (DEUCES, "2D 3C 4C", "sequence 2D=AC 3C 4C"),
        (TUNK, "AH 2H 3H", "sequence AH 2H 3H"),
        (TUNK, "AH 2C 3H", "sequence AH 2C=2H 3H"),
        (TUNK, "2C 3C 2D", "sequence 2C 3C 2D=4C"),
        (TUNK, "5C 6C 2C", "sequence 5C 6C 2C=7C"),
        (TUNK, "2C=2C 3C 4C", "sequence 2C 3C 4C"),
        (TUNK, "7C 7D 2H", "group 7C 7D 2H=7H"),
        (TUNK, "7C 7D 2H=7D", "group 7C 7D 2H=7D"),
        (TUNK, "2C 2D 2H", "group 2C 2D 2H"),
        (TUNK_TWO, "2C 2C 2H", "group 2C 2C 2H"),
        (TUNK_TWO, "7C 7C 2H", "group 7C 7C 2H=7D"),
    ],
)
def test_what_is_written_is_read(rule: MeldRule, written: str, meld: str) -> None:
    assert read(rule, written) == meld


def test_all_around_the_corner_begins_with_the_card_written_first() -> None:
    written = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C"
    assert read(ROUND, written) == "sequence " + written
    assert read(ROUND, "QC 2C AC 4C 5C 6C 7C 8C 9C TC JC KC 3C").startswith("sequence QC KC AC 2C 3C")
    both = "AC " + written[:-2] + "AC"
    assert read(DEUCES, "AC 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC").endswith("QC KC AC")
    assert read(CONTRACT, "AC 2C " + written[:-3]) == f"sequence AC 2C {written[:-3]}", both


@pytest.mark.parametrize(
    ("rule", "written", "sentence"),
    [
        (LOW, "7C 8C", "at least 3 cards"),
        (LOW, "4C 5C 8C", "6♣ 7♣ is missing"),
        (LOW, "QC KC AC", "ace is low"),
        (LOW, "7C 8D 9H", "neither"),
        (LOW, "7C 7D 7D", "7♦ is there twice"),
        (LOW, "4C 5C 5C 6C", "5♣ is there twice"),
        (LOW, "4C 5C BJ", "BJ is not in this deck"),
        (LOW, "4C 5C 7D=6C", "7♦ is no wild card"),
        (EITHER, "KC AC 2C", "not run on past the ace"),
        (EITHER, "JC QC AC", ": K♣ is missing"),
        (ROUND, "KC AC 3C", ": 2♣ is missing"),
        (CONTRACT, "4C 7C BJ", ": 5♣ 6♣ is missing"),
        (CONTRACT, "QC KC AC 2C", "not run on past the ace"),
        (CONTRACT, "BJ=4C BJ=5C RJ=6C", "not wild"),
        (CONTRACT, "5C BJ 4C", "say what BJ stands for"),
        (CONTRACT, "7C 7D BJ", "as BJ=7♥"),
        (CONTRACT, "7C BJ RJ", "say what BJ stands for"),
        (DEUCES, "BJ=2C 3C 4C", "stands for a deuce"),
        (DEUCES, "2C 2D 2H", "not wild"),
        (TUNK, "7C 7D 7H 7S 2H", "at most 4 cards"),
        (TUNK, "7C 7C 2H", "7♣ is there twice"),
        (TUNK, "7C 2C 2D", "say what 2♣ stands for"),
    ],
)
def test_what_is_refused_is_told_why(rule: MeldRule, written: str, sentence: str) -> None:
    with pytest.raises(NoMeld) as refusal:
        melds.read_set(rule, codes(written))
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("rule", "lying", "cards", "end", "low", "high"),
    [
        (LOW, "5S 6S 7S", "9S 8S", None, "", "8S 9S"),
        (LOW, "5S 6S 7S", "9S 4S 8S", None, "4S", "8S 9S"),
        (LOW, "7C 7D 7H", "7S", None, "", "7S"),
        (LOW, "JC QC KC", "TC", None, "TC", ""),
        (ROUND, "QC KC AC", "2C JC", None, "JC", "2C"),
        (EITHER, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC", "high", "", "AC"),
        (EITHER, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC", "low", "AC", ""),
        (CONTRACT, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC AC", None, "AC", "AC"),
        (CONTRACT, "JS QS KS", "BJ", "low", "BJ=TS", ""),
        (CONTRACT, "BJ=TS JS QS KS", "9S", None, "9S", ""),
        (CONTRACT, "JS QS KS", "BJ 9S", None, "9S BJ=TS", ""),
        (CONTRACT, "JS QS KS", "RJ BJ 8S", None, "8S BJ=9S RJ=TS", ""),
        (CONTRACT, "7C 7D 7H", "7C BJ=7S", None, "", "7C BJ=7S"),
        (TUNK, "7C 7D 2H", "7H", None, "", "7H"),
        (TUNK, "7C 7D 7H", "2D", None, "", "2D=7S"),
        (TUNK, "3C 4C 5C", "2C", None, "2C", ""),
        (TUNK, "3C 4C 5C", "2C", "high", "", "2C=6C"),
        (TUNK, "2C 2D 2H", "2S", None, "", "2S"),
    ],
)
def test_cards_are_laid_where_they_fit(
    rule: MeldRule, lying: str, cards: str, end: melds.End | None, low: str, high: str
) -> None:
    assert laid(rule, lying, cards, end) == (low, high)


@pytest.mark.parametrize(
    ("rule", "lying", "cards", "end", "sentence"),
    [
        (LOW, "5S 6S 7S", "9S", None, "what fits is 4♠ 8♠"),
        (LOW, "5S 6S 7S", "8S", "low", "at the low end"),
        (LOW, "7C 7D 7H", "8S", None, "what fits is 7♠"),
        (LOW, "7C 7D 7H", "7S", "high", "no high end"),
        (LOW, "7C 7D 7H 7S", "8S", None, "nothing more"),
        (LOW, "JC QC KC", "AC", None, "what fits is T♣"),
        (ROUND, "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "KC", None, "low or high"),
        (EITHER, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC", None, "low or high"),
        (EITHER, "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "KC AC", None, "what fits is K♣"),
        (CONTRACT, "JS QS KS", "BJ", None, "low or high"),
        (CONTRACT, "7C 7D 7H", "BJ", None, "as BJ=7♠"),
        (TUNK, "7C 7D 2H 7S", "2D", None, "nothing more"),
        (TUNK, "3C 4C 5C", "2D", None, "low or high"),
    ],
)
def test_what_does_not_fit_is_told_what_would(
    rule: MeldRule, lying: str, cards: str, end: melds.End | None, sentence: str
) -> None:
    with pytest.raises(NoMeld) as refusal:
        laid(rule, lying, cards, end)
    assert sentence in str(refusal.value)


def test_single_cards_that_fit_are_offered_with_their_end() -> None:
    run = melds.read_set(TUNK, codes("3C 4C 5C"))
    found = melds.fitting(TUNK, run, cards("2C 2D 6C AC 7H"))
    assert [(code_name(code), end) for code, end in found] == [
        ("2C", "low"),
        ("2C=6C", "high"),
        ("6C", "high"),
        ("2D=2C", "low"),
        ("2D=6C", "high"),
    ]


# --- against the brute force ------------------------------------------------------------------------------------------


@every_table
def test_natural_cards_are_read_as_what_they_are(table: Table) -> None:
    for hand in hands(table, 1500, 5, "read"):
        natural = [card for card in hand if not is_wild(table, card)]
        if not is_set(table, tuple(sorted(natural))):
            with pytest.raises(NoMeld, match=r"\.$"):
                melds.read_set(table.rule, natural)
            continue
        kind, placed = melds.read_set(table.rule, natural)
        assert sorted(placed) == sorted(natural)
        assert in_order(table, placed) if kind == "sequence" else list(placed) == natural


@every_table
def test_named_cards_are_read_in_any_order_and_unnamed_ones_where_they_stand(table: Table) -> None:
    rng = random.Random(table.line)
    for _ in range(1000):
        spare = rich_deck(rng, table)
        one = lying(rng, table, spare)
        if one is None:
            continue
        shuffled = rng.sample(one.cards, len(one.cards))
        if len(shuffled) < 13:
            kind, placed = melds.read_set(table.rule, shuffled)
            assert (kind, placed) == (one.kind, one.cards if kind == "sequence" else tuple(shuffled))
        bare = [card_of(code) for code in one.cards]
        if one.kind == "sequence" and bare != list(one.cards) and table.rule.deuces != "both" and not _lone(table, bare):
            assert melds.read_set(table.rule, bare) == one
            if len(bare) < 13:
                assert melds.read_set(table.rule, bare[::-1]) == one


def _lone(table: Table, bare: list[int]) -> bool:
    """Whether one natural card leaves open whether the set is a group or a sequence."""
    return sum(not is_wild(table, card) for card in bare) == 1


@every_table
def test_what_fits_is_what_makes_a_longer_set(table: Table) -> None:
    rng = random.Random(table.line)
    for _ in range(150):
        spare = rich_deck(rng, table)
        one = lying(rng, table, spare)
        if one is None or not spare:
            continue
        hand = rng.sample(spare, min(len(spare), 8))
        fitting = melds.fitting(table.rule, one, hand)
        for card in set(hand):
            mine = {(code, end) for code, end in fitting if card_of(code) == card}
            longer = list(longer_by(table, one, card))
            if one.kind == "group":
                assert bool(mine) == bool(longer)
                continue
            ends = {"low" if each.cards[1:] == one.cards else "high" for each in longer}
            ends |= {"high" for each in longer if each.cards[:-1] == one.cards}
            assert {end for _, end in mine} == ends
            for code, end in mine:
                extension = melds.lay_on(table.rule, one, [code], end)
                assert in_order(table, (*extension.low, *one.cards, *extension.high))
                if len(ends) == 2 and not is_wild(table, card):
                    with pytest.raises(NoMeld, match="low or high"):
                        melds.lay_on(table.rule, one, [code])


@pytest.mark.parametrize("table", [table for table in TABLES.values() if table.rule.has_wilds])
def test_sets_with_wild_cards_are_named_for_all_their_natural_cards(table: Table) -> None:
    for hand in hands(table, 300, 7, "every"):
        found = melds.every_set(table.rule, hand)
        assert len(set(found)) == len(found)
        assert found == melds.every_set(table.rule, sorted(hand, reverse=True))
        for one in found:
            assert is_set(table, tuple(sorted(map(card_of, one.cards))))
            assert one.kind == "group" or in_order(table, one.cards)
        natural = {natural_of(table, map(card_of, one.cards)) for one in found}
        assert {natural_of(table, one) for one in _threes(table, hand)} <= natural, names(hand)


def natural_of(table: Table, some: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(card for card in some if not is_wild(table, card)))


def _threes(table: Table, hand: list[int]) -> set[tuple[int, ...]]:
    size = range(len(hand))
    triples = {
        tuple(sorted((hand[first], hand[second], hand[third])))
        for first in size
        for second in size[first + 1 :]
        for third in size[second + 1 :]
    }
    return {triple for triple in triples if is_set(table, triple)}


def test_a_meld_is_what_the_notation_shows() -> None:
    assert Meld("group", codes("7C BJ=7D 7S")) == melds.read_set(CONTRACT, codes("7c bj=7d 7s"))
