"""How deals of every game end: 2,000 with random play and 200 of the basic bot, and basic against random.

    python tests/benchmarks/bench_long.py [GAME …] [--deals 2000] [--basic 200]

Where a game has the option ``max_turns_over`` it is 10. Exit status 1 where a deal reaches 5,000 actions, where a verb of a game
never occurs, or where the basic bot does not beat the random one over as many deals with seats rotated.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from rumpus.core.bots import RANDOM_BOT, BotKind
from rumpus.core.game import Charter
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.record import charter_for
from rumpus.core.testing.simulate import Figures, simulate

LIMITED = "max_turns_over"


def table(catalogue: Catalogue, name: str) -> Charter:
    """The game's usual table, with the turning-over bounded where it can be."""
    has_limit = any(option.name == LIMITED for option in catalogue.games[name].options)
    return charter_for(catalogue, name, None, {LIMITED: 10} if has_limit else {}, [])


def tell(what: str, figures: Figures) -> None:
    ended = ", ".join(f"{word} {count}" for word, count in sorted(figures.ended.items()))
    verbs = ", ".join(f"{verb} {count}" for verb, count in sorted(figures.verbs.items()))
    print(f"  {what}: {figures.deals} deals, {ended}; longest {figures.longest} actions; {verbs}", flush=True)


def look(catalogue: Catalogue, name: str, deals: int, basic_deals: int) -> list[str]:
    """Play one game; what is wrong with it."""
    charter = table(catalogue, name)
    basic = catalogue.bot("basic", charter.game)
    assert basic is not None, name
    print(f"{name}, {charter.seats} seats", flush=True)
    random_play = simulate(charter, deals, [RANDOM_BOT] * charter.seats, "long")
    tell("random", random_play)
    basic_play = simulate(charter, basic_deals, [basic] * charter.seats, "long")
    tell("basic", basic_play)
    verbs = Counter(random_play.verbs) + Counter(basic_play.verbs)
    wrong = [f"{name}: nobody ever could {verb}" for verb in charter.game.verbs if not verbs[verb]]
    unfinished = random_play.unfinished + basic_play.unfinished
    wrong += [f"{name}: {unfinished} deals reached 5,000 actions"] if unfinished else []
    kinds: list[BotKind] = [basic if seat % 2 == 0 else RANDOM_BOT for seat in range(charter.seats)]
    means = simulate(charter, basic_deals, kinds, "beside", rotate=True).mean_scores()
    ours = sum(means[0::2]) / len(means[0::2])
    theirs = sum(means[1::2]) / len(means[1::2])
    print(f"  basic {ours:.2f} a deal, random {theirs:.2f}", flush=True)
    better = ours < theirs if charter.rules.lowest_wins else ours > theirs
    return wrong if better else [*wrong, f"{name}: basic does not beat random"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--basic", type=int, default=200)
    asked = parser.parse_args()
    catalogue = find_plugins()
    wrong: list[str] = []
    for name in asked.games or sorted(catalogue.games):
        wrong += look(catalogue, name, asked.deals, asked.basic)
    print("\n".join(wrong) or "All deals ended, every verb occurred, basic beats random everywhere.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
