"""500 Rummy: what one puts on the table counts for oneself, and the whole discard pile lies open to be dug into."""

from __future__ import annotations

from rumpus.core.cards import ACE, RANK, card_of, pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy.digging import DiggingDeal
from rumpus.core.families.rummy.help import tell_500
from rumpus.core.families.rummy.options import DEALS, RETURN_DISCARD, common, target
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options, option

RUMPUS_API = 1

VALUES = tuple(15 if RANK[face] == ACE else price for face, price in enumerate(PIPS))
LOW_ACE = 1


def score(deal: DiggingDeal) -> list[int]:
    """The value of the cards that a seat put on the table, less the value of its hand."""
    scores = [-deal.hand_value(seat) for seat in range(deal.seats)]
    for each in deal.melds:
        for place, (code, owner) in enumerate(zip(each.cards, each.owners, strict=True)):
            is_low = each.kind == "sequence" and place == 0 and RANK[card_of(code)] == ACE
            scores[owner] += LOW_ACE if is_low else VALUES[card_of(code)]
    return scores


def rules(chosen: Options, seats: int) -> RummyRules:
    """The rule record that a table's options come to."""
    packs = 1 if seats <= 4 else 2
    return RummyRules(
        seats=seats,
        deck=pack(packs),
        hand=(7,),
        values=VALUES,
        melds=MeldRule(ace="either" if chosen["ace_high"] else "low", group=4 * packs, twins=packs > 1, prices=VALUES),
        score=score,
        ties_play_on=True,
        turn_overs=0,
        stockless="stock",
        **common(chosen),
    )


RUMMY_500 = Game(
    name="500-rummy",
    title="500 Rummy",
    family="rummy",
    seats=(3, 8),
    default_seats=4,
    options=(target(500), DEALS, RETURN_DISCARD, option("ace_high", True, "sequences may end with queen, king, ace")),
    rules=rules,
    deal=DiggingDeal,
    tells=tell_500,
    verbs=("draw", "pass", "meld", "discard", "return"),
    summary="Meld for points: every card on the table counts for who laid it, every card in hand against its holder.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [RUMMY_500]
