"""How many deals a second: random bots at a table of ours, beside OpenSpiel driven from Python.

    python tests/benchmarks/bench_engines.py [--rounds 41] [--seconds 0.2]

Ours is ``simulate`` as the command line calls it: shuffling, legal actions, moves, scores, matches. OpenSpiel is driven the
documented way, with its defaults: chance nodes sampled from ``chance_outcomes``, ``legal_actions``, ``apply_action``. The two
take turns in short rounds; what is told is the median of the rounds' ratios. Times are of the processor, so that what else
the machine does matters little. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from rumpus.core.bots import RANDOM_BOT
from rumpus.core.hooks import find_plugins
from rumpus.core.testing.simulate import simulate

TARGETS = {"hearts": 0.5, "gin-rummy": 4.0}
THERE = {"hearts": "hearts", "gin-rummy": "gin_rummy"}
AT_ONCE = {"hearts": 40, "gin-rummy": 8}
"""Deals that are played between two looks at the clock."""

Contestant = Callable[[int], None]
"""Plays so many deals."""


def ours(game: str) -> Contestant:
    """A table of ours with random bots in every seat."""
    charter = find_plugins().games[game].charter()
    kinds = [RANDOM_BOT] * charter.seats
    played = 0

    def play(deals: int) -> None:
        nonlocal played
        simulate(charter, deals, kinds, f"bench {played}")
        played += deals

    return play


def theirs(game: str) -> Contestant | None:
    """The same game there, or None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    peer: Any = pyspiel.load_game(THERE[game])
    draw = random.Random(1).random

    def play(deals: int) -> None:
        for _ in range(deals):
            state = peer.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(draw() * len(actions))])

    return play


def deals_a_second(play: Contestant, at_once: int, seconds: float) -> float:
    """Deals per second of processor time, over about so many seconds."""
    begun = time.process_time()
    deals = 0
    while (spent := time.process_time() - begun) < seconds:
        play(at_once)
        deals += at_once
    return deals / spent


def race(game: str, rounds: int, seconds: float) -> None:
    """Print both speeds of one game, and whether the target is met."""
    here, there = ours(game), theirs(game)
    mine: list[float] = []
    other: list[float] = []
    for number in range(rounds + 1):
        pairs = [(here, mine), *([(there, other)] if there else [])]
        for play, speeds in pairs if number % 2 else pairs[::-1]:
            speed = deals_a_second(play, AT_ONCE[game], seconds if number else 0.2)
            if number:  # the first round warms up
                speeds.append(speed)
    print(f"{game}: rumpus {statistics.median(mine):.0f} deals/s", end="")
    if not there:
        print("; OpenSpiel is not installed, nothing to compare with (pip install 'rumpus[peers]')")
        return
    ratios = [one / two for one, two in zip(mine, other, strict=True)]
    ratio, target = statistics.median(ratios), TARGETS[game]
    low, _, high = statistics.quantiles(ratios, n=4)
    said = "met" if ratio >= target else "NOT met"
    print(f", OpenSpiel {statistics.median(other):.0f} deals/s: {ratio:.2f} x ", end="")
    print(f"(middle half of the rounds {low:.2f} to {high:.2f}); target {target} x {said}")


def main() -> None:
    """Both games."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--rounds", type=int, default=41)
    words.add_argument("--seconds", type=float, default=0.2)
    asked = words.parse_args()
    for game in TARGETS:
        race(game, asked.rounds, asked.seconds)


if __name__ == "__main__":
    main()
