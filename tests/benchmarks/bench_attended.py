"""How long the search for melds with attendants takes: percentiles over random positions, and over digs.

    python tests/benchmarks/bench_attended.py [--positions 300]

A position is a hand of 10 to 30 cards dealt from two to five packs, beside up to eight melds that were made from the rest of
the deck. Asked are an initial meld of 3 to 10 cards, going out, and the best meld; and for a pile of twenty cards whether
each of its cards can be dug for with an initial meld, and with any.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import NamedTuple

from rumpus.core.cards import BJ, HEARTS, JACK, KING, RANK, SUIT, pack, suit
from rumpus.core.families.black_heart.rule import AttendedRule
from rumpus.core.families.black_heart.search import Wish, best_meld, can_meld, find_meld
from rumpus.core.families.melds.rule import Meld

RULE = AttendedRule()
LEFT_OUT = [*suit(1), *(13 * HEARTS + rank for rank in range(JACK, KING + 1))]
PILE = 20


class Position(NamedTuple):
    """A hand, the table's melds and a pile."""

    hand: list[int]
    table: list[Meld]
    pile: list[int]


def positions(number: int, sizes: tuple[int, int] = (10, 30)) -> list[Position]:
    """So many random positions, always the same."""
    rng = random.Random(f"positions {number} {sizes}")
    return [_position(rng, rng.randint(*sizes)) for _ in range(number)]


def _position(rng: random.Random, size: int) -> Position:
    packs = rng.randint(2 if size <= 30 else 4, 5)
    deck = list(pack(packs, without=LEFT_OUT * packs, black_jokers=packs, red_jokers=-(-packs // 2)))
    rng.shuffle(deck)
    hand, pile, rest = deck[:size], deck[size : size + PILE], deck[size + PILE :]
    table: list[Meld] = []
    for _ in range(rng.randint(0, 8)):
        meld = _some_meld(rng, rest) if len(rest) > 20 else None
        if meld is not None:
            table.append(meld)
    return Position(hand, table, pile)


def _some_meld(rng: random.Random, rest: list[int]) -> Meld | None:
    """A meld of natural cards that are left, three to five of them."""
    first = rng.choice([card for card in rest if card < BJ])
    length = rng.randint(3, 5)
    if rng.random() < 0.5:
        same = [card for card in rest if card < BJ and RANK[card] == RANK[first]][:length]
        return Meld("group", tuple(same)) if len(same) >= 3 else None
    ranks = [(RANK[first] + step) % 13 for step in range(length)]
    row = [13 * SUIT[first] + rank for rank in ranks]
    around = (SUIT[first] == HEARTS and any(RANK[card] >= JACK for card in row[:-1])) or row != sorted(row)
    return None if around or any(card not in rest for card in row) else Meld("sequence", tuple(row))


def told(title: str, asked: list[Callable[[], object]]) -> None:
    """Time every question once and print how long they took."""
    taken = []
    found = 0
    for ask in asked:
        begin = time.process_time()
        answer = ask()
        taken.append(1e3 * (time.process_time() - begin))
        found += answer is not None
    taken.sort()
    at = {share: taken[min(len(taken) - 1, int(share / 100 * len(taken)))] for share in (50, 90, 95, 99, 100)}
    shown = "  ".join(f"{share} %: {ms:8.2f}" for share, ms in at.items())
    print(f"{title:44}{len(taken):6} asked {found:6} there   ms {shown}", flush=True)


def digs(each: Position, least: int) -> int | None:
    """How many cards of the pile can be dug for."""
    found = 0
    for depth in range(1, len(each.pile) + 1):
        dug = each.pile[:depth]
        found += can_meld(RULE, each.hand + dug, each.table, Wish(least, dug[-1]))
    return found or None


def main() -> None:
    """Print it all."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--positions", type=int, default=300)
    number = words.parse_args().positions
    for sizes in ((10, 30), (30, 60)):
        print(f"hands of {sizes[0]} to {sizes[1]} cards")
        some = positions(number, sizes)
        for least in (3, 6, 10):
            told(f"  a meld of {least} cards", [lambda e=e, n=least: find_meld(RULE, e.hand, e.table, Wish(n)) for e in some])
        told("  6 cards, the last one bound", [lambda e=e: find_meld(RULE, e.hand, e.table, Wish(6, e.hand[-1])) for e in some])
        told("  6 cards, two kept", [lambda e=e: find_meld(RULE, e.hand, e.table, Wish(6, keeps=2)) for e in some])
        told("  going out with a discard", [lambda e=e: find_meld(RULE, e.hand, e.table, Wish(leaves=1)) for e in some])
        told("  most cards", [lambda e=e: best_meld(RULE, e.hand, e.table) for e in some])
        told("  greatest score", [lambda e=e: best_meld(RULE, e.hand, e.table, by_value=True) for e in some])
    some = positions(number // 3, (10, 20))
    for least in (1, 4, 7, 10):
        told(f"  {PILE} digs, {least} cards at least", [lambda e=e, n=least: digs(e, n) for e in some])


if __name__ == "__main__":
    main()
