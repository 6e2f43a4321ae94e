"""Omnibus Hearts: as Hearts, and the jack of diamonds takes ten points off."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.plugins.hearts import HEARTS_GAME

RUMPUS_API = 1


@hookimpl
def rumpus_games() -> list[Game]:
    return [
        HEARTS_GAME.variant(
            "omnibus-hearts",
            "Omnibus Hearts",
            "Hearts in which one card is worth having: the jack of diamonds.",
            bonus_card="JD",
        )
    ]
