"""Oklahoma Gin: the upcard says with how little one may knock."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import option
from rumpus.plugins.gin_rummy import GIN_RUMMY

RUMPUS_API = 1


@hookimpl
def rumpus_games() -> list[Game]:
    return [
        GIN_RUMMY.variant(
            "oklahoma-gin",
            "Oklahoma Gin",
            "Gin in which the card turned up at the deal sets the limit for knocking.",
            without=["knock_limit"],
            extra=(
                option("ace_means_gin", False, "an ace turned up asks for gin"),
                option("spades_double", False, "a spade turned up doubles what the deal pays"),
            ),
            upcard_limits=True,
        )
    ]
