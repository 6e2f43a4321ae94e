"""A brute force for melds: every set of a hand is tried in every way.

It says what a set is in its own words (`Table`), and shares nothing with the solver but the numbers of the cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from rumpus.core.cards import BJ, FACES, RJ, card_of, read_card, read_code
from rumpus.core.families import melds
from rumpus.core.families.melds import Meld, MeldRule

LOW, ACES, SHORT = "A23456789TJQK", "A23456789TJQKA", "A3456789TJQKA"
RANK = "23456789TJQKA"


class Table(NamedTuple):
    """What a table plays: the rule that the solver is given, and the same in the words of the brute force."""

    rule: MeldRule
    line: str
    around: bool = False
    aces: int = 1
    packs: int = 1
    jokers: int = 0
    group: int = 4
    deuces: str = "plain"


POINTS = (*(11 if face % 13 == 12 else min(face % 13 + 2, 10) for face in range(52)), 0, 0)
CONTRACT = tuple(15 if face % 13 == 12 or face > 51 else min(face % 13 + 2, 10) for face in range(FACES))
CONTRACT_DEUCES = tuple(15 if face % 13 == 0 else price for face, price in enumerate(CONTRACT))
FIVE_HUNDRED = tuple(15 if face % 13 == 12 else price for face, price in enumerate(melds.PIPS))

TABLES = {
    "ace low": Table(MeldRule(), LOW),
    "around the corner": Table(MeldRule(ace="round", prices=POINTS), LOW, around=True),
    "fewest cards": Table(MeldRule(ace="round", prices=(1,) * FACES), LOW, around=True),
    "ace high or low": Table(MeldRule(ace="either", prices=FIVE_HUNDRED), ACES),
    "ace high or low, two packs": Table(MeldRule(ace="either", prices=FIVE_HUNDRED, group=8, twins=True), ACES, packs=2, group=8),
    "no twins, two packs": Table(MeldRule(), LOW, packs=2),
    "contract": Table(
        MeldRule(ace="both", group=0, twins=True, jokers=True, prices=CONTRACT), ACES, aces=2, packs=3, jokers=2, group=0
    ),
    "contract, deuces wild": Table(
        MeldRule(ace="both", group=0, twins=True, jokers=True, deuces="wild", prices=CONTRACT_DEUCES),
        SHORT,
        aces=2,
        packs=3,
        jokers=2,
        group=0,
        deuces="wild",
    ),
    "tunk": Table(MeldRule(deuces="both", suits_bind=False), LOW, deuces="both"),
    "tunk, two packs": Table(
        MeldRule(deuces="both", suits_bind=False, group=8, twins=True), LOW, packs=2, group=8, deuces="both"
    ),
}


def cards(text: str) -> list[int]:
    return [face for face in map(read_card, text.split()) if face is not None]


def codes(text: str) -> tuple[int, ...]:
    return tuple(code for code in map(read_code, text.split()) if code is not None)


# --- the brute force --------------------------------------------------------------------------------------------------


def is_wild(table: Table, card: int) -> bool:
    return card >= 52 or (card % 13 == 0 and table.deuces != "plain")


def is_group(table: Table, hand: Sequence[int]) -> bool:
    natural = [card for card in hand if not is_wild(table, card)]
    if len(hand) < 3 or len(hand) > (table.group or len(hand)):
        return False
    if not natural:
        return table.deuces == "both"
    twins = table.packs > 1 and table.group != 4
    return len({card % 13 for card in natural}) == 1 and (twins or len(set(natural)) == len(natural))


def is_sequence(table: Table, hand: Sequence[int]) -> bool:
    natural = [card for card in hand if not is_wild(table, card)]
    if len(hand) < 3 or len({card // 13 for card in natural}) != 1:
        return False
    ranks = [RANK[card % 13] for card in natural]
    return any(
        all(stretch.count(rank) >= ranks.count(rank) for rank in ranks)
        for stretch in stretches(table.line, table.around, table.aces, len(hand))
    )


@cache
def stretches(line: str, around: bool, aces: int, length: int) -> list[str]:
    """The ranks of every sequence of so many cards."""
    whole = line + line[:-1] if around else line
    parts = [whole[start : start + length] for start in range(len(whole) - length + 1)]
    return [part for part in parts if part.count("A") <= aces and not any(part.count(rank) > 1 for rank in RANK[:-1])]


@cache
def is_set(table: Table, hand: tuple[int, ...]) -> bool:
    return is_group(table, hand) or is_sequence(table, hand)


def sets_of(table: Table, hand: Sequence[int]) -> set[int]:
    """Every set in a hand, as the bits of its places."""
    places = range(len(hand))
    wild = [place for place in places if is_wild(table, hand[place])]
    natural = [place for place in places if place not in wild]
    alike = [[place for place in natural if hand[place] % 13 == rank] for rank in range(13)]
    alike += [[place for place in natural if hand[place] // 13 == suit] for suit in range(4)]
    found = set()
    for chosen in {tuple(sorted(some + wild)) for some in alike}:
        for size in range(3, len(chosen) + 1):
            for some in combinations(chosen, size):
                if is_set(table, tuple(sorted(hand[place] for place in some))):
                    found.add(sum(1 << place for place in some))
    return found


def least(table: Table, hand: Sequence[int]) -> int:
    """The least unmatched count: each card in turn left out, or in each set with cards that are still there."""
    by_first: dict[int, list[int]] = {}
    in_sets = 0
    for some in sets_of(table, hand):
        by_first.setdefault(some & -some, []).append(some)
        in_sets |= some
    known = {0: 0}

    def of(left: int) -> int:
        if left not in known:
            first = left & -left
            costs = [of(left ^ some) for some in by_first.get(first, ()) if some & left == some]
            known[left] = min([table.rule.prices[hand[first.bit_length() - 1]] + of(left ^ first), *costs])
        return known[left]

    return of(in_sets) + sum(table.rule.prices[card] for place, card in enumerate(hand) if not in_sets >> place & 1)


def least_with_lay_offs(table: Table, hand: tuple[int, ...], lying: tuple[Meld, ...]) -> int:
    """The least count after any number of cards has been laid off, one at a time, each as any card that it may be."""
    seen = set()
    best = 10_000

    def lay(left: tuple[int, ...], table_melds: tuple[Meld, ...]) -> None:
        nonlocal best
        if (left, table_melds) in seen:
            return
        seen.add((left, table_melds))
        best = min(best, least(table, left))
        for place, card in enumerate(left):
            for on, meld in enumerate(table_melds):
                for longer in longer_by(table, meld, card):
                    lay(left[:place] + left[place + 1 :], (*table_melds[:on], longer, *table_melds[on + 1 :]))

    lay(tuple(sorted(hand)), lying)
    return best


def longer_by(table: Table, meld: Meld, card: int) -> Iterator[Meld]:
    """Every set that this one becomes with one card more; a wild card is named in all the ways that there are."""
    if meld.kind == "group":
        if is_group(table, [*map(card_of, meld.cards), card]):
            yield Meld("group", tuple(sorted((*meld.cards, card))))
        return
    first = meld.cards[0]
    suit = ((first >> 6) - 1 if first > 63 else first) // 13
    as_any = [card + 64 * (1 + face) for face in range(suit * 13, suit * 13 + 13)]
    for code in as_any if is_wild(table, card) else [card]:
        for longer in ((code, *meld.cards), (*meld.cards, code)):
            if in_order(table, longer):
                yield Meld("sequence", longer)


def in_order(table: Table, placed: Sequence[int]) -> bool:
    """Whether placed cards are a sequence as they lie."""
    faces = [(code >> 6) - 1 if code > 63 else code for code in placed]
    ranks = "".join(RANK[face % 13] for face in faces)
    return ranks in stretches(table.line, table.around, table.aces, len(faces)) and len({face // 13 for face in faces}) == 1


# --- hands ------------------------------------------------------------------------------------------------------------


def deck(table: Table) -> list[int]:
    return list(range(52)) * table.packs + [BJ, RJ][: table.jokers]


def rich_deck(rng: random.Random, table: Table) -> list[int]:
    """Part of a deck in which melds are near: some neighbouring ranks, some suits, and most often a few wild cards."""
    low, width = rng.randrange(13), rng.choice((3, 4, 5, 7, 13))
    suits = rng.sample(range(4), rng.choice((1, 2, 3, 4, 4)))
    whole = deck(table)
    part = [card for card in whole if card < 52 and (card - low) % 13 < width and card // 13 in suits]
    wild = [card for card in whole if is_wild(table, card)]
    part = [card for card in part if not is_wild(table, card)] + rng.sample(wild, rng.randrange(min(5, len(wild)) + 1))
    return part if len(part) >= 8 else rich_deck(rng, table)


def hands(table: Table, number: int, most: int = 10, seed: str = "") -> Iterator[list[int]]:
    rng = random.Random(f"{table.line}{table.rule.prices}{seed}")
    for turn in range(number):
        cards_there = rich_deck(rng, table) if turn % 5 else deck(table)
        yield rng.sample(cards_there, min(len(cards_there), rng.randint(5, most)))


def lying(rng: random.Random, table: Table, spare: list[int]) -> Meld | None:
    """A set made of spare cards, most often with a wild card where one is missing; what it takes is no longer spare."""
    wild = [card for card in spare if is_wild(table, card)]
    natural = [card for card in spare if not is_wild(table, card)]
    if not natural:
        return None
    face = rng.choice(natural)
    if rng.random() < 0.3:
        faces = [suit * 13 + face % 13 for suit in rng.sample(range(4), rng.choice((3, 3, 4)))]
    else:
        line = table.line + table.line[:-1] if table.around else table.line
        size = rng.choice((3, 3, 4, 5, 8))
        start = rng.randrange(len(line) - size + 1)
        faces = [face // 13 * 13 + RANK.index(rank) for rank in line[start : start + size]]
    placed = []
    for wanted in faces:
        if wanted in natural:
            natural.remove(wanted)
            placed.append(wanted)
        elif wild:
            card = wild.pop()
            placed.append(card if card == wanted else card + 64 * (1 + wanted))
    if len(placed) < len(faces) or all(is_wild(table, card_of(code)) for code in placed):
        return None
    spare[:] = natural + wild
    return Meld("group" if len({face % 13 for face in faces}) == 1 else "sequence", tuple(placed))
