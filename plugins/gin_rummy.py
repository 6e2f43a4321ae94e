"""Gin Rummy: match your cards in secret, and knock before the other seat can."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rumpus.core.cards import pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy.gin import GinDeal, GinRules, gin_grand_totals, score_gin
from rumpus.core.families.rummy.help import tell_gin
from rumpus.core.families.rummy.options import DEALS, RETURN_DISCARD, common, target
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options, option

RUMPUS_API = 1

OPTIONS = (
    target(100),
    DEALS,
    RETURN_DISCARD,
    option("dealer", "winner", "who deals the next deal", "winner", "alternate"),
    option("knock_limit", 10, "the most that a knock may leave unmatched", high=100),
    option("gin_bonus", 25, "paid for gin", high=1000),
    option("undercut_bonus", 25, "paid for an undercut", high=1000),
    option("game_bonus", 100, "paid to the winner of the match", high=1000),
    option("shutout_bonus", 100, "paid besides when the loser has nothing", high=1000),
    option("box_bonus", 25, "paid after the match for every deal won", high=1000),
    option("big_gin", 0, "paid instead of the gin bonus for eleven matched cards; 0: not played", high=1000),
)
FIELDS = {field.name for field in fields(GinRules)}


def rules(chosen: Options, seats: int) -> GinRules:
    """The rule record that a table's options come to; an option that is named like a field sets it."""
    shared = common(chosen)
    named: dict[str, Any] = {name: value for name, value in chosen.items() if name in FIELDS}
    sources = {name: f"option {name}" for name in ("knock_limit", "big_gin") if name in chosen}
    return GinRules(
        seats=seats,
        deck=pack(),
        hand=(10,),
        values=PIPS,
        melds=MeldRule(),
        score=score_gin,
        final=gin_grand_totals,
        turn_overs=0,
        lays_on="none",
        winner_deals=chosen["dealer"] == "winner",
        **(shared | named | {"sources": sources}),
    )


GIN_RUMMY = Game(
    name="gin-rummy",
    title="Gin Rummy",
    family="gin",
    seats=(2, 2),
    default_seats=2,
    options=OPTIONS,
    rules=rules,
    deal=GinDeal,
    tells=tell_gin,
    verbs=("draw", "pass", "discard", "knock"),
    summary="Match your ten cards into groups and sequences in secret; knock when little is left unmatched.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [GIN_RUMMY]
