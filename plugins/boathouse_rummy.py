"""Boathouse Rummy: nothing is melded until a whole hand goes down at once, and a taken card buys a second draw."""

from __future__ import annotations

from rumpus.core.actions import DRAW_DISCARD, DRAW_STOCK, Action, Offer
from rumpus.core.cards import ACE, RANK, pack
from rumpus.core.deal import Illegal
from rumpus.core.families.melds import PIPS, MeldRule, count
from rumpus.core.families.rummy import Draw, MeldAndDiscard, RummyDeal
from rumpus.core.families.rummy.help import tell_boathouse
from rumpus.core.families.rummy.openings import EVEN, WholeHand
from rumpus.core.families.rummy.options import DEALS, MAX_TURNS_OVER, RETURN_DISCARD, common, target
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options, option
from rumpus.core.zones import NOBODY
from rumpus.plugins.basic_rummy import HANDS

RUMPUS_API = 1

POINTS = tuple(11 if RANK[face] == ACE else price for face, price in enumerate(PIPS))


class SecondDraw(MeldAndDiscard):
    """After a card from the pile: one more card from either pile, or straight on to the meld or the discard."""

    def offers(self, deal: BoathouseDeal, seat: int) -> list[Offer]:
        draws: list[Offer] = []
        if deal.may_draw_again:
            draws = [DRAW_STOCK] if deal.has_stock() else []
            draws += [DRAW_DISCARD] if deal.at[deal.pile] else []
        return [*draws, *super().offers(deal, seat)]

    def act(self, deal: BoathouseDeal, seat: int, action: Action) -> None:
        if action.verb != "draw":
            super().act(deal, seat, action)
        elif not deal.may_draw_again:
            raise Illegal("A second card is drawn only right after the top discard was: meld your whole hand, or discard.")
        elif action.word == "stock":
            if not deal.has_stock():
                raise Illegal("There is no stock to draw from: meld your whole hand, or discard.")
            deal.draw_stock(seat)
        else:
            deal.take_discard(seat, action.depth)
        deal.may_draw_again = False


class BoathouseDeal(RummyDeal):
    """A deal of Boathouse Rummy: ``may_draw_again`` says whether the seat in turn has a second draw left."""

    phases = {phase.name: phase for phase in (Draw(), SecondDraw())}  # noqa: RUF012

    def begin(self) -> None:
        self.may_draw_again = False
        super().begin()

    def take_discard(self, seat: int, depth: int) -> None:
        super().take_discard(seat, depth)
        self.may_draw_again = True


def score(deal: RummyDeal) -> list[int]:
    """The winner wins what every other seat has unmatched, its hand arranged at its best."""
    scores = [0] * deal.seats
    if deal.winner != NOBODY:
        scores[deal.winner] = sum(count(deal.meld_rule, hand) for hand in deal.at[: deal.seats] if hand)
    return scores


def rules(chosen: Options, seats: int) -> RummyRules:
    """The rule record that a table's options come to."""
    prices = POINTS if chosen["count"] == "points" else EVEN
    return RummyRules(
        seats=seats,
        deck=pack(),
        hand=(HANDS[seats],),
        values=prices,
        melds=MeldRule(ace="round", prices=prices),
        score=score,
        winner_deals=seats == 2,
        opening=WholeHand(),
        opening_alone=True,
        lays_on="none",
        **common(chosen),
    )


COUNT = option("count", "points", "what unmatched cards are paid by", "points", "cards")

BOATHOUSE_RUMMY = Game(
    name="boathouse-rummy",
    title="Boathouse Rummy",
    family="rummy",
    seats=(2, 6),
    default_seats=2,
    options=(target(500), DEALS, RETURN_DISCARD, MAX_TURNS_OVER, COUNT),
    rules=rules,
    deal=BoathouseDeal,
    tells=tell_boathouse,
    verbs=("draw", "meld", "discard"),
    summary="Build a hand that goes down all at once; sequences run around the corner.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [BOATHOUSE_RUMMY]
