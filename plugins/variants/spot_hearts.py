"""Spot Hearts: every heart counts its pips, and the queen of spades twenty-five."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.plugins.hearts import HEARTS_GAME

RUMPUS_API = 1


@hookimpl
def rumpus_games() -> list[Game]:
    return [
        HEARTS_GAME.variant(
            "spot-hearts",
            "Spot Hearts",
            "Hearts in which a high heart costs more than a low one.",
            spot=True,
            target=500,
        )
    ]
