"""Black Heart Solitaire: Black Heart Rum against a pile of cards that plays by itself."""

from __future__ import annotations

from rumpus.core.families.black_heart.clockwork import ClockworkDeal, score_both
from rumpus.core.families.black_heart.deal import AttendedRules
from rumpus.core.families.black_heart.help import CREDITS, tell_solitaire
from rumpus.core.families.rummy.options import target
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options
from rumpus.plugins.black_heart_rum import deck, standard

RUMPUS_API = 1


def rules(chosen: Options, seats: int) -> AttendedRules:
    """The rule record that a table's options come to."""
    return standard(seats=seats, deck=deck(2, jokers=True), target=chosen["target"], sides=2, lays_on="own", score=score_both)


BLACK_HEART_SOLITAIRE = Game(
    name="black-heart-solitaire",
    title="Black Heart Solitaire",
    family="attended",
    seats=(1, 1),
    default_seats=1,
    options=(target(500),),
    rules=rules,
    deal=ClockworkDeal,
    tells=tell_solitaire,
    verbs=("draw", "pass", "meld", "swap", "discard", "return"),
    summary="Black Heart Rum for one, against an opponent that melds whatever matches: be the first to go out with 500.",
    credits=CREDITS,
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [BLACK_HEART_SOLITAIRE]
