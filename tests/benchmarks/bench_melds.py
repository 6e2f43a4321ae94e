"""How many ten-card hands a second are counted, beside RLCard's gin rummy utilities in the same run.

    python tests/benchmarks/bench_melds.py [--hands 1000] [--rounds 7]

Each round times every contestant once, one after the other, so that a slow moment of the machine meets them all; the ratio is
taken within a round, and the median over the rounds is printed. Without RLCard only our own figures are shown.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from rumpus.core.cards import NAME, SUIT
from rumpus.core.families import melds
from rumpus.core.families.melds import MeldRule

Hand = list[int]
Contestant = tuple[str, Callable[[Any], object], Sequence[Any]]

LOW, AROUND = MeldRule(), MeldRule(ace="round")


def uniform_hands(number: int, size: int) -> list[Hand]:
    rng = random.Random(f"uniform {size}")
    return [rng.sample(range(52), size) for _ in range(number)]


def rich_hands(number: int, size: int) -> list[Hand]:
    """Hands from a few neighbouring ranks, in which many melds overlap."""
    rng = random.Random(f"rich {size}")
    hands = []
    for _ in range(number):
        low, width = rng.randrange(-1, 7), rng.choice((4, 5, 6))
        hands.append(rng.sample([suit * 13 + rank % 13 for suit in range(4) for rank in range(low, low + width)], size))
    return hands


def rlcard_counter() -> tuple[Callable[[Hand], list[Any]], Callable[[list[Any]], int]] | None:
    """How to turn a hand into RLCard's cards, and its least unmatched count; None where RLCard is not installed."""
    try:
        from rlcard.games.base import Card
        from rlcard.games.gin_rummy.utils import melding, utils
    except ImportError:
        return None
    theirs = [Card(suit="CDHS"[SUIT[face]], rank=NAME[face][0]) for face in range(52)]

    def count(hand: list[Any]) -> int:
        best = melding.get_best_meld_clusters(hand)
        return int(utils.get_deadwood_count(hand, best[0] if best else []))

    return lambda hand: [theirs[face] for face in hand], count


def seconds_each(function: Callable[[Any], object], hands: Sequence[Any]) -> float:
    begin = time.perf_counter()
    for hand in hands:
        function(hand)
    return (time.perf_counter() - begin) / len(hands)


def race(title: str, contestants: list[Contestant], rounds: int) -> None:
    """Time them round by round; the first one is what the others are compared with."""
    times: dict[str, list[float]] = {name: [] for name, _, _ in contestants}
    for _ in range(rounds):
        for name, function, hands in contestants:
            times[name].append(seconds_each(function, hands))
    base, *_ = times.values()
    print(f"\n{title}")
    for name, taken in times.items():
        ratio = statistics.median(other / mine for other, mine in zip(base, taken, strict=True))
        median = statistics.median(taken)
        print(f"  {name:42}{1 / median:12,.0f} hands/s {median * 1e6:10.2f} us {ratio:9.1f} x")


def counting(title: str, hands: list[Hand], rounds: int) -> None:
    ours = melds.counter(LOW)
    contestants: list[Contestant] = [("rumpus count, ace low", ours, hands)]
    rlcard = rlcard_counter()
    if rlcard:
        convert, count = rlcard
        converted = [convert(hand) for hand in hands]
        some = range(min(len(hands), 200))
        differ = sum(ours(hands[turn]) != count(converted[turn]) for turn in some)
        print(f"\n{title}: {differ} of {len(some)} counts differ from RLCard's")
        contestants.insert(0, ("RLCard get_best_meld_clusters", count, converted))
    contestants += [
        ("rumpus count, around the corner", melds.counter(AROUND), hands),
        ("rumpus arrange", lambda hand: melds.arrange(LOW, hand), hands[: max(len(hands) // 10, 1)]),
        ("rumpus hardest to lay on", lambda hand: melds.hardest_to_lay_on(LOW, hand), hands[: max(len(hands) // 10, 1)]),
    ]
    race(title, contestants, rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    for rule in (LOW, AROUND):
        begin = time.perf_counter()
        melds.count(rule, [0])
        print(f"tables for ace {rule.ace}: {(time.perf_counter() - begin) * 1e3:.1f} ms, once")
    counting("ten cards, dealt", uniform_hands(asked.hands, 10), asked.rounds)
    counting("ten cards, rich in melds", rich_hands(asked.hands, 10), asked.rounds)
    within = ("rumpus discards within 10", lambda hand: melds.discards_within(LOW, hand, 10), uniform_hands(asked.hands, 11))
    race("eleven cards, dealt", [within], asked.rounds)


if __name__ == "__main__":
    main()
