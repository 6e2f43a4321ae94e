"""The arrangement of hands: on hands that are known, and against a brute force on thousands that are not."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from brute_melds import (
    LOW,
    TABLES,
    Table,
    cards,
    codes,
    hands,
    in_order,
    is_set,
    is_wild,
    least,
    least_with_lay_offs,
    longer_by,
    lying,
    rich_deck,
    sets_of,
)
from rumpus.core.cards import card_of, code_name, names, rank_of
from rumpus.core.families import melds
from rumpus.core.families.melds import Arrangement, LaidOff, Meld, MeldRule

GIN = MeldRule()
TUNK = TABLES["tunk"].rule
CONTRACT = TABLES["contract"].rule

every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
plain_tables = pytest.mark.parametrize(
    "table", [pytest.param(table, id=name) for name, table in TABLES.items() if not table.rule.has_wilds]
)
thousands = pytest.mark.parametrize("number", [1000, pytest.param(20_000, marks=pytest.mark.slow)])
hundreds = pytest.mark.parametrize("number", [200, pytest.param(4000, marks=pytest.mark.slow)])


def shown(arrangement: Arrangement) -> list[str]:
    return [" ".join(map(code_name, meld.cards)) for meld in arrangement.melds]


def laid(arrangement: Arrangement) -> list[tuple[int, str, str | None]]:
    return [(one.on, code_name(one.card), one.end) for one in arrangement.laid_off]


def meld(text: str) -> Meld:
    return melds.read_set(CONTRACT, codes(text))


# --- known hands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand",
    [
        "6H QH QC 5H KD KH 7H KC 4H QD",
        "KC 3S 3C 9C KH 3H 9H 3D 9D KD",
        "TC 2H 3H 2S TD 5H 3S 4H 4S TS",
        "5S 4H 6S TH 3H JH 5H 9H 2H 4S",
    ],
)
def test_nothing_is_unmatched(hand: str) -> None:
    arrangement = melds.arrange(GIN, cards(hand))
    assert (melds.count(GIN, cards(hand)), arrangement.deadwood, arrangement.unmatched) == (0, 0, ())
    assert sorted(card for meld in arrangement.melds for card in meld.cards) == sorted(cards(hand))


def test_eights_and_jacks_are_sorted_for_the_least_count() -> None:
    hand = cards("JC 9D 8S 6D JS 8H TD 8D 7D JD")
    arrangement = melds.arrange(GIN, hand)
    assert arrangement.deadwood == melds.count(GIN, hand) == 16
    assert names(arrangement.unmatched) == "8H 8S"
    assert shown(arrangement) == ["JC JD JS", "6D 7D 8D 9D TD"]


def test_a_knock_throws_one_of_six_cards_and_no_other() -> None:
    hand = cards("3S 4S 5S 6S 2C 3C 4C 5C 4D 5D 4H")
    assert set(melds.discards_within(GIN, hand, 10)) == set(cards("3S 6S 5C 4D 5D 4H"))


def test_the_best_sets_of_eleven_cards_need_not_be_the_best_of_ten() -> None:
    hand = cards("3D 3H 4C 4D 5C 5D 5H 6C 6D 6H AS")
    assert melds.count(GIN, [card for card in hand if card not in cards("6H")]) == 9
    assert cards("6H")[0] in melds.discards_within(GIN, hand, 9)


def test_lay_offs_and_own_sets_are_chosen_together() -> None:
    knocker = [meld("KS KC KD"), meld("5S 6S 7S"), meld("9C TC JC")]
    arrangement = melds.defend(GIN, cards("2S 8S 9S AC 2C 7C 8C 2D 8D 2H"), knocker)
    assert arrangement.deadwood == 9
    assert names(arrangement.unmatched) == "AC 8D"
    assert shown(arrangement) == ["2C 2D 2H 2S"]
    assert laid(arrangement) == [(1, "8S", "high"), (1, "9S", "high"), (2, "8C", "low"), (2, "7C", "low")]


def test_lay_offs_run_on_at_both_ends() -> None:
    arrangement = melds.defend(GIN, cards("JS TS 6S 5S 5D KD"), [meld("7S 8S 9S")])
    assert laid(arrangement) == [(0, "6S", "low"), (0, "5S", "low"), (0, "TS", "high"), (0, "JS", "high")]
    assert names(arrangement.unmatched) == "5D KD"


def test_a_wild_card_in_hand_bridges_a_gap_of_a_lay_off() -> None:
    arrangement = melds.defend(CONTRACT, cards("9S BJ KD"), [meld("JS QS KS")])
    assert laid(arrangement) == [(0, "BJ=TS", "low"), (0, "9S", "low")]
    assert names(arrangement.unmatched) == "KD"


def test_spare_wild_cards_go_where_there_is_room() -> None:
    full = Meld("group", codes("7C 7D 7H 7S"))
    run = Meld("sequence", codes("JH QH KH"))
    arrangement = melds.defend(TUNK, cards("2C 9D"), [full, run])
    assert laid(arrangement) == [(1, "2C=TH", "low")]
    assert names(arrangement.unmatched) == "9D"


def test_deuces_may_be_a_group_of_deuces() -> None:
    assert shown(melds.arrange(TUNK, cards("2C 2D 2S 9H KD"))) != []
    assert melds.arrange(TUNK, cards("2C 2D 2S")) == Arrangement(0, (Meld("group", tuple(cards("2C 2D 2S"))),), ())
    assert melds.count(TABLES["contract, deuces wild"].rule, cards("2C 2D 2S BJ")) == 60


def test_the_ace_is_where_the_rule_has_it() -> None:
    aces = {"low": 21, "either": 0, "both": 0, "round": 0}
    assert {ace: melds.count(MeldRule(ace=ace), cards("QH KH AH")) for ace in aces} == aces  # type: ignore[arg-type]
    aces = {"low": 13, "either": 13, "both": 13, "round": 0}
    assert {ace: melds.count(MeldRule(ace=ace), cards("KH AH 2H")) for ace in aces} == aces  # type: ignore[arg-type]
    whole_suit = " ".join(rank + "S" for rank in LOW)
    both = melds.arrange(CONTRACT, cards(whole_suit + " AS"))
    assert shown(both) == [whole_suit + " AS"]
    assert melds.arrange(TABLES["ace high or low"].rule, cards(whole_suit)).deadwood == 0


def test_an_ace_joins_no_two_sequences_at_once() -> None:
    rule = TABLES["ace high or low"].rule
    (only,) = melds.arrangements(rule, cards("AH KH TH JH 2H 3H QH 9H 8H"))
    assert shown(only) == ["8H 9H TH JH QH KH", "AH 2H 3H"]


def test_gin_arranges_so_that_the_fewest_cards_fit() -> None:
    hand = cards("3S 3C 3D 3H 4S 5S 9C 9D 9H KH")
    every = melds.arrangements(GIN, hand)
    assert [shown(one) for one in every] == [["3C 3D 3H", "9C 9D 9H", "3S 4S 5S"]]
    hand = cards("5C 6C 7C 8C 8D 8H 8S 2D 2H 2S")
    every = melds.arrangements(GIN, hand)
    assert len(every) == 2
    fits = {tuple(shown(one)): names(sorted(melds.openings(GIN, one))) for one in every}
    assert fits == {
        ("8C 8D 8H 8S", "2D 2H 2S", "5C 6C 7C"): "2C 4C",
        ("2D 2H 2S", "8D 8H 8S", "5C 6C 7C 8C"): "2C 4C 9C",
    }
    assert shown(melds.hardest_to_lay_on(GIN, hand)) == ["8C 8D 8H 8S", "2D 2H 2S", "5C 6C 7C"]


# --- against the brute force ------------------------------------------------------------------------------------------


def check_arrangement(table: Table, hand: Sequence[int], arrangement: Arrangement) -> None:
    """Every card is somewhere, every set is one, and what is unmatched costs what is said."""
    somewhere = [card_of(code) for meld in arrangement.melds for code in meld.cards]
    somewhere += [card_of(one.card) for one in arrangement.laid_off]
    assert sorted([*somewhere, *arrangement.unmatched]) == sorted(hand)
    assert sum(table.rule.prices[card] for card in arrangement.unmatched) == arrangement.deadwood
    for one in arrangement.melds:
        check_set(table, one)


def check_set(table: Table, one: Meld) -> None:
    assert is_set(table, tuple(sorted(map(card_of, one.cards)))), one
    assert all(code < 64 or is_wild(table, card_of(code)) for code in one.cards)
    assert in_order(table, one.cards) if one.kind == "sequence" else len({rank_of(code) for code in one.cards}) == 1


@thousands
@every_table
def test_the_least_count_is_the_least(table: Table, number: int) -> None:
    rng = random.Random(number)
    for hand in hands(table, number):
        arrangement = melds.arrange(table.rule, hand)
        assert arrangement.deadwood == melds.count(table.rule, hand) == least(table, hand), names(hand)
        check_arrangement(table, hand, arrangement)
        rng.shuffle(hand)
        assert melds.arrange(table.rule, hand) == arrangement, names(hand)


@hundreds
@every_table
def test_discards_are_those_that_leave_no_more_than_the_limit(table: Table, number: int) -> None:
    rng = random.Random(number)
    for hand in hands(table, number, 11, "discards"):
        limit = rng.choice((0, 3, 5, 10, 20))
        kept = {card: [other for place, other in enumerate(hand) if place != hand.index(card)] for card in hand}
        wanted = sorted(card for card, others in kept.items() if least(table, others) <= limit)
        assert sorted(melds.discards_within(table.rule, hand, limit)) == wanted, names(hand)


@thousands
@every_table
def test_lay_offs_leave_the_least(table: Table, number: int) -> None:
    rng = random.Random(f"{table.line}{table.rule.prices}{number}")
    done = 0
    while done < number:
        spare = rich_deck(rng, table)
        on_table = tuple(one for one in (lying(rng, table, spare) for _ in range(rng.randint(1, 3))) if one)
        if not on_table or not spare:
            continue
        done += 1
        hand = rng.sample(spare, min(len(spare), rng.randint(2, 6)))
        arrangement = melds.defend(table.rule, hand, on_table)
        said = f"{names(hand)} on {on_table}"
        assert arrangement.deadwood == least_with_lay_offs(table, tuple(hand), on_table), said
        check_arrangement(table, hand, arrangement)
        check_lay_offs(table, list(on_table), arrangement.laid_off)
        rng.shuffle(hand)
        assert melds.defend(table.rule, hand, on_table) == arrangement, said


def check_lay_offs(table: Table, on_table: list[Meld], laid_off: Sequence[LaidOff]) -> None:
    """Each card fits when it is its turn, by the brute force's word and by the engine's."""
    for one in laid_off:
        before = on_table[one.on]
        after = (one.card, *before.cards) if one.end == "low" else (*before.cards, one.card)
        if before.kind == "group":
            assert rank_of(one.card) == rank_of(before.cards[0])
            assert list(longer_by(table, before, card_of(one.card)))
        else:
            assert in_order(table, after)
        extension = melds.lay_on(table.rule, before, [one.card], one.end)
        assert (*extension.low, *before.cards, *extension.high) == after
        on_table[one.on] = Meld(before.kind, after)


@hundreds
@plain_tables
def test_every_set_and_every_least_arrangement_is_found(table: Table, number: int) -> None:
    for hand in hands(table, number, 10, "every"):
        sets = {tuple(sorted(hand[place] for place in range(len(hand)) if some >> place & 1)) for some in sets_of(table, hand)}
        found = melds.every_set(table.rule, hand)
        assert sorted(tuple(sorted(one.cards)) for one in found) == sorted(sets), names(hand)
        for one in found:
            check_set(table, one)
        every = melds.arrangements(table.rule, hand)
        wanted = every_least(hand, sets, table.rule.prices, least(table, hand))
        as_sets = {(frozenset(tuple(sorted(one.cards)) for one in each.melds), each.unmatched) for each in every}
        assert len(as_sets) == len(every)
        assert {unmatched for _, unmatched in as_sets} == {unmatched for _, unmatched in wanted}, names(hand)
        assert as_sets <= wanted, names(hand)
        assert melds.arrange(table.rule, hand) in every
        hardest = melds.hardest_to_lay_on(table.rule, hand)
        assert len(melds.openings(table.rule, hardest)) == min(len(melds.openings(table.rule, each)) for each in every)


Sorted = tuple[frozenset[tuple[int, ...]], tuple[int, ...]]


def every_least(hand: Sequence[int], sets: set[tuple[int, ...]], prices: Sequence[int], total: int) -> set[Sorted]:
    """Every way to sort a hand into sets and unmatched cards for this count."""
    found: set[Sorted] = set()

    def sort_out(left: list[int], made: tuple[tuple[int, ...], ...], unmatched: tuple[int, ...], cost: int) -> None:
        if cost > total:
            return
        if not left:
            found.add((frozenset(made), tuple(sorted(unmatched))))
            return
        first, *rest = left
        sort_out(rest, made, (*unmatched, first), cost + prices[first])
        for some in sets:
            if first in some:
                others = list(left)
                try:
                    for card in some:
                        others.remove(card)
                except ValueError:
                    continue
                sort_out(others, (*made, some), unmatched, cost)

    sort_out(sorted(hand), (), (), 0)
    return {each for each in found if cost_of(each, prices) == total}


def cost_of(each: Sorted, prices: Sequence[int]) -> int:
    return sum(prices[card] for card in each[1])
