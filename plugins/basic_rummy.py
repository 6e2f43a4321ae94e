"""Basic Rummy: draw, meld, discard; the first hand that is empty wins what the others still hold."""

from __future__ import annotations

from rumpus.core.cards import pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy import RummyDeal, RummyRules, winner_takes_hands
from rumpus.core.families.rummy_help import tell_rummy
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options, option

RUMPUS_API = 1

OPTIONS = (
    option("target", 500, "points that end the match", low=1, high=10000),
    option("deals", 0, "end the match after so many deals instead; 0: play to the target", high=100),
    option("return_discard", False, "the card just taken from the pile may be discarded in the same turn"),
    option("max_turns_over", 0, "how often the pile makes a new stock before an empty one ends the deal; 0: always", high=1000),
)

HANDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}


def rules(chosen: Options, seats: int) -> RummyRules:
    """The rule record that a table's options come to."""
    return RummyRules(
        seats=seats,
        deck=pack(),
        hand=(HANDS[seats],),
        values=PIPS,
        melds=MeldRule(),
        score=winner_takes_hands,
        target=int(chosen["target"]),
        deals=int(chosen["deals"]),
        winner_deals=seats == 2,
        return_discard=bool(chosen["return_discard"]),
        turn_overs=int(chosen["max_turns_over"]) or None,
        rummy_pays=2,
        sources={"turn_overs": "option max_turns_over"} if chosen["max_turns_over"] else {},
    )


BASIC_RUMMY = Game(
    name="basic-rummy",
    title="Basic Rummy",
    family="rummy",
    seats=(2, 6),
    default_seats=2,
    options=OPTIONS,
    rules=rules,
    deal=RummyDeal,
    tells=tell_rummy,
    verbs=("draw", "meld", "discard"),
    summary="Make groups and sequences of your cards, put them on the table, and be the first whose hand is empty.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [BASIC_RUMMY]
