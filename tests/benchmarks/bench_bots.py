"""How well the basic bots play: against random ones, and whether deals among themselves come to an end.

    python tests/benchmarks/bench_bots.py [--deals 200]

A basic bot sits in each seat in turn for an equal share of the deals, random ones in all others; the mean score of a deal is
told for both. Then two basics play Gin Rummy (how many deals are void?) and basics at every number of seats play Basic Rummy
with the pile turned over ten times at most (how many are blocked?). The same decks each time it is run.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

from rumpus.core.bots import BotKind
from rumpus.core.game import Game
from rumpus.core.hooks import find_plugins
from rumpus.core.testing.simulate import Figures, simulate

CATALOGUE = find_plugins()
OPTIONS: dict[str, dict[str, int]] = {"hearts": {}, "gin-rummy": {}, "basic-rummy": {"max_turns_over": 10}, "black-heart-rum": {}}
LOW_WINS = ("hearts",)


class Means(NamedTuple):
    """Points a deal: of the basic bot, and of a random one."""

    basic: float
    random: float

    def basic_better(self, game: str) -> float:
        """How many points a deal the basic bot is better."""
        return self.random - self.basic if game in LOW_WINS else self.basic - self.random


def kind(name: str, game: Game) -> BotKind:
    """The bots of that name that play this game."""
    found = CATALOGUE.bot(name, game)
    assert found is not None, f"no {name} bot plays {game.name}"
    return found


def against_random(name: str, deals: int) -> Means:
    """One basic bot against random ones, in every seat for an equal share of the deals."""
    game = CATALOGUE.games[name]
    charter = game.charter(None, OPTIONS[name])
    basic, other = kind("basic", game), kind("random", game)
    mine = theirs = 0
    each = -(-deals // charter.seats)
    for seat in range(charter.seats):
        kinds = [basic if at == seat else other for at in range(charter.seats)]
        scores = simulate(charter, each, kinds, f"seat {seat}").scores
        mine += scores[seat]
        theirs += sum(scores) - scores[seat]
    played = each * charter.seats
    return Means(mine / played, theirs / played / (charter.seats - 1))


def among_basics(name: str, seats: int, deals: int) -> Figures:
    """Basic bots in every seat."""
    game = CATALOGUE.games[name]
    return simulate(game.charter(seats, OPTIONS[name]), deals, [kind("basic", game)] * seats, f"{seats} basics")


def share(figures: Figures, ended: str) -> float:
    """The share of the deals that ended so."""
    return figures.ended[ended] / max(1, figures.deals)


def main() -> None:
    """Print it all."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--deals", type=int, default=200)
    deals = words.parse_args().deals
    for name in OPTIONS:
        means = against_random(name, deals)
        print(f"{name}: basic {means.basic:.2f} a deal, random {means.random:.2f}; better by {means.basic_better(name):.2f}")
    void = share(among_basics("gin-rummy", 2, deals), "void")
    print(f"gin-rummy, two basics: {100 * void:.1f} % of the deals void (target: under 20 %)")
    for seats in range(2, 7):
        figures = among_basics("basic-rummy", seats, deals)
        print(f"basic-rummy, {seats} basics: {100 * share(figures, 'block'):.1f} % blocked (target: under 2 %); {figures.data()}")


if __name__ == "__main__":
    main()
