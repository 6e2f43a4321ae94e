"""Shoot the Sun: as Hearts, and taking every trick pays twice the moon."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.plugins.hearts import HEARTS_GAME

RUMPUS_API = 1


@hookimpl
def rumpus_games() -> list[Game]:
    return [
        HEARTS_GAME.variant(
            "shoot-the-sun",
            "Shoot the Sun",
            "Hearts for the bold: take every trick, and the moon counts double.",
            sun="double",
        )
    ]
