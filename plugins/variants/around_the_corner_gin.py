"""Around-the-Corner Gin: sequences run on past the ace, and an ace left over is dear."""

from __future__ import annotations

from rumpus.core.cards import ACE, RANK
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.plugins.gin_rummy import GIN_RUMMY

RUMPUS_API = 1

DEAR_ACES = tuple(15 if RANK[face] == ACE else price for face, price in enumerate(PIPS))


@hookimpl
def rumpus_games() -> list[Game]:
    return [
        GIN_RUMMY.variant(
            "around-the-corner-gin",
            "Around-the-Corner Gin",
            "Gin whose sequences go around the corner, and whose gin may be laid off on.",
            target=125,
            melds=MeldRule(ace="round", prices=DEAR_ACES),
            values=DEAR_ACES,
            lay_off_on_gin=True,
        )
    ]
