"""How one bot does against another: each deck is played once for every seat of the first, the second in all others.

    python tests/benchmarks/bench_pit.py GAME --against KIND|FILE [--bot KIND] [--deals 200] [--seats N] [-o NAME=VALUE]

A FILE is a bot's plugin, such as that of an earlier version. What is told is the first bot's score of a deal less the mean
of the others', with its 95 % interval over the decks, and how many deals came to no end in 5,000 actions.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from rumpus.core.bots import BotKind
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import find_plugins
from rumpus.core.shuffling.seeded import bot_stream, deal_seed, shuffled
from rumpus.core.testing.simulate import play_deal

CATALOGUE = find_plugins()
CYCLE = 12
"""So many numbers of deals come in turn where a match has no length: every way of giving is among them, equally often."""


class Edge(NamedTuple):
    """The first bot's points a deal less the others', half the width of the 95 % interval, and deals without an end."""

    points: float
    within: float
    unfinished: int


def kind_of(name: str, game: Game) -> BotKind:
    """A kind of bot by its name, or the one that a plugin file brings for this game."""
    if not name.endswith(".py"):
        found = CATALOGUE.bot(name, game)
        assert found is not None, f"no {name} bot plays {game.name}"
        return found
    spec = importlib.util.spec_from_file_location("pitted_" + Path(name).stem, name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return next(kind for kind in module.rumpus_bots() if kind.plays(game))


def edge(charter: Charter, first: BotKind, second: BotKind, deals: int, seed: str = "pit") -> Edge:
    """The first bot's edge over so many decks, each played once for every seat that it can have."""
    seats, lengths, unfinished = charter.seats, charter.rules.deals or CYCLE, 0
    found: list[float] = []
    for number in range(deals):
        deck = shuffled(deal_seed(seed, number), charter.rules.deck_for(seats))
        leads: list[float] = []
        for hero in range(seats):
            bots = [
                (first if seat == hero else second).make(seat, charter, bot_stream(f"{seed} {number} {hero}", seat))
                for seat in range(seats)
            ]
            deal = charter.game.deal(charter.rules, deck, number % seats, number % lengths, (), (), [])
            play_deal(deal, bots)
            if deal.scores is None:
                unfinished += 1
                continue
            others = [deal.scores[seat] for seat in range(seats) if seat != hero]
            leads.append(deal.scores[hero] - (fmean(others) if others else 0.0))
        if leads:
            found.append(fmean(leads))
    return Edge(fmean(found), 1.96 * stdev(found) / math.sqrt(len(found)), unfinished)


def main() -> None:
    """Print it."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("game")
    words.add_argument("--against", required=True)
    words.add_argument("--bot", default="basic")
    words.add_argument("--deals", type=int, default=200)
    words.add_argument("--seats", type=int)
    words.add_argument("-o", dest="options", action="append", default=[])
    asked = words.parse_args()
    game = CATALOGUE.games[asked.game]
    known = {each.name: each for each in game.options}
    options = {name: known[name].parse(value) for name, _, value in (each.partition("=") for each in asked.options)}
    charter = game.charter(asked.seats, options)
    found = edge(charter, kind_of(asked.bot, game), kind_of(asked.against, game), asked.deals)
    better = "fewer is better" if charter.rules.lowest_wins else "more is better"
    told = f"{asked.bot} {found.points:+.2f} ± {found.within:.2f} points a deal ({better}); {found.unfinished} deals unfinished"
    print(f"{game.name}, {charter.seats} seats, {asked.deals} decks: {told}")


if __name__ == "__main__":
    main()
