"""Basic Rummy: draw, meld, discard; the first hand that is empty wins what the others still hold."""

from __future__ import annotations

from rumpus.core.cards import pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy import RummyDeal, winner_takes_hands
from rumpus.core.families.rummy.help import tell_rummy
from rumpus.core.families.rummy.options import DEALS, MAX_TURNS_OVER, RETURN_DISCARD, common, target
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options

RUMPUS_API = 1

OPTIONS = (target(500), DEALS, RETURN_DISCARD, MAX_TURNS_OVER)

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
        winner_deals=seats == 2,
        rummy_pays=2,
        **common(chosen),
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
