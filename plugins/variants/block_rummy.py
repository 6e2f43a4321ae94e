"""Block Rummy: Basic Rummy whose pile is never turned over; an empty stock can block the deal."""

from __future__ import annotations

from rumpus.core.families.rummy import RummyDeal, winner_takes_hands
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.plugins.basic_rummy import BASIC_RUMMY

RUMPUS_API = 1


def score(deal: RummyDeal) -> list[int]:
    """As in Basic Rummy; in a block the lowest hands win the differences, shared out in whole points."""
    if deal.ended != "block":
        return winner_takes_hands(deal)
    counts = [deal.hand_value(seat) for seat in range(deal.seats)]
    low = min(counts)
    won = sum(count - low for count in counts) // counts.count(low)
    return [won if count == low else 0 for count in counts]


@hookimpl
def rumpus_games() -> list[Game]:
    return [
        BASIC_RUMMY.variant(
            "block-rummy",
            "Block Rummy",
            "Basic Rummy with one stock and no other: when it is gone and a seat passes, the lowest hand wins.",
            without=["max_turns_over"],
            turn_overs=0,
            score=score,
        )
    ]
