"""Knock Rummy: nothing is melded until somebody knocks; then the lowest hand is paid by all the others."""

from __future__ import annotations

from dataclasses import dataclass

from rumpus.core.cards import pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy.help import tell_knock
from rumpus.core.families.rummy.knock import KnockDeal
from rumpus.core.families.rummy.options import DEALS, MAX_TURNS_OVER, RETURN_DISCARD, common, target
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options

RUMPUS_API = 1

HANDS = {2: 10, 3: 7, 4: 7, 5: 5, 6: 5}


@dataclass(frozen=True, kw_only=True)
class KnockRummyRules(RummyRules):
    """What Knock Rummy adds: what each seat pays besides for a rum hand, and what a knocker pays that was beaten."""

    rum_bonus: int = 25
    beaten_pays: int = 10


class KnockRummyDeal(KnockDeal):
    """A deal of Knock Rummy."""

    rules: KnockRummyRules


def score(deal: KnockRummyDeal) -> list[int]:
    """Every item twice: plus for who wins it, minus for who pays it."""
    scores = [0] * deal.seats
    if deal.ended != "knock":
        return scores
    knocker, counts = deal.knocker, deal.counts
    low = min(count for seat, count in enumerate(counts) if seat != knocker)
    rum = counts[knocker] == 0
    winners = [knocker]
    if not rum and low <= counts[knocker]:
        winners = [seat for seat, count in enumerate(counts) if count == low and seat != knocker]
    best = counts[winners[0]]
    for seat, count in enumerate(counts):
        if seat not in winners:
            owed = count - best + (deal.rules.rum_bonus if rum else 0)
            owed += deal.rules.beaten_pays if seat == knocker and count > best else 0
            for winner in winners:
                scores[winner] += owed // len(winners)
                scores[seat] -= owed // len(winners)
    return scores


def rules(chosen: Options, seats: int) -> KnockRummyRules:
    """The rule record that a table's options come to."""
    return KnockRummyRules(
        seats=seats,
        deck=pack(),
        hand=(HANDS[seats],),
        values=PIPS,
        melds=MeldRule(),
        score=score,
        lays_on="none",
        **common(chosen),
    )


KNOCK_RUMMY = Game(
    name="knock-rummy",
    title="Knock Rummy",
    family="gin",
    seats=(2, 6),
    default_seats=2,
    options=(target(100), DEALS, RETURN_DISCARD, MAX_TURNS_OVER),
    rules=rules,
    deal=KnockRummyDeal,
    tells=tell_knock,
    verbs=("draw", "discard", "knock"),
    summary="Collect your melds in secret and knock when you think that yours is the lowest hand.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [KNOCK_RUMMY]
