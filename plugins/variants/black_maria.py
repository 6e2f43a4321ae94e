"""Black Maria: three seats, and the king and ace of spades are nearly as bad as their queen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.plugins.hearts import HEARTS_GAME, rules

RUMPUS_API = 1


@hookimpl
def rumpus_games() -> list[Game]:
    game = HEARTS_GAME.variant(
        "black-maria",
        "Black Maria",
        "Hearts for three, with three bad spades; three cards always go to the right.",
        seats=(3, 3),
        black_spades=True,
        give="right",
        opening="eldest",
        break_hearts=False,
        first_trick="free",
        moon="off",
    )
    return [replace(game, rules=partial(rules, left_out={3: ("2C",)}), verbs=("give", "play"))]
