"""Cancellation Hearts: two packs, and two identical cards in a trick cancel each other."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.plugins.hearts import HEARTS_GAME

RUMPUS_API = 1


@hookimpl
def rumpus_games() -> list[Game]:
    return [
        HEARTS_GAME.variant(
            "cancellation-hearts",
            "Cancellation Hearts",
            "Hearts for a full table: identical cards cancel, and a trick that nobody takes waits for the next taker.",
            seats=(6, 10),
            packs=2,
        )
    ]
