"""Buying: a discard that the seat in turn declines is offered to the others, who pay for it with a card more."""

from __future__ import annotations

from typing import Any

from rumpus.core.actions import DRAW_DISCARD, DRAW_STOCK, PASS, Action, Offer
from rumpus.core.deal import ONLY, Illegal, Phase
from rumpus.core.families.rummy.deal import Draw, RummyDeal

BUY = Action("buy")


class TakeOrDecline(Draw):
    """A turn begins: take the top discard, or decline it; then draw from the stock."""

    def offers(self, deal: BuyingDeal, seat: int) -> list[Offer]:
        return [DRAW_STOCK] if deal.declined else [DRAW_DISCARD, PASS]

    def act(self, deal: BuyingDeal, seat: int, action: Action) -> None:
        if deal.declined:
            if action != DRAW_STOCK:
                raise Illegal("You declined the discard: draw from the stock.")
            super().act(deal, seat, action)
        elif action == PASS:
            deal.decline(seat)
        elif action == DRAW_STOCK:
            raise Illegal("First take the top discard, or pass it; then you draw from the stock.")
        else:
            super().act(deal, seat, action)


class Offering(Phase):
    """The declined discard is offered round: buy it with a card from the stock, or pass."""

    name = "offer"

    def offers(self, deal: BuyingDeal, seat: int) -> list[Offer]:
        return [BUY, PASS]

    def act(self, deal: BuyingDeal, seat: int, action: Action) -> None:
        if action == BUY:
            deal.buy(seat)
        elif action == PASS:
            deal.ask_next()
        else:
            raise Illegal("The declined discard is offered to you: 'buy' or 'pass'.")


class BuyingDeal(RummyDeal):
    """A deal with buying: ``declined`` says whether the seat in turn has left the discard, ``asked`` who is still to ask.

    ``bought`` counts each seat's buys.
    """

    phases = {**RummyDeal.phases, **{phase.name: phase for phase in (TakeOrDecline(), Offering())}}  # noqa: RUF012
    rules: Any

    def begin(self) -> None:
        self.declined = False
        self.buyer_for = 0
        self.to_ask: tuple[int, ...] = ()
        self.bought = [0] * self.seats
        super().begin()

    def part_ways(self) -> None:
        super().part_ways()
        self.bought = list(self.bought)

    def decline(self, seat: int) -> None:
        """The seat in turn leaves the discard: the others are asked, where a buy would leave it a stock to draw from."""
        if not self.has_stock():
            self.finish(self.rules.stockless)
            return
        self.declined = True
        self.buyer_for = seat
        others = [(seat + k) % self.seats for k in range(1, self.seats)]
        limit = self.rules.max_buys
        may_buy = [other for other in others if not limit or self.bought[other] < limit]
        self.to_ask = tuple(may_buy) if self._lasts_for_a_buy() else ()
        self.ask_next()

    def _lasts_for_a_buy(self) -> bool:
        """Whether the stock, with the pile turned over under a bought card, holds a card for the buyer and one more."""
        left = len(self.at[self.stock])
        if left < 2 and self.may_turn_over():
            left += max(0, len(self.at[self.pile]) - 2)
        return left >= 2

    def ask_next(self) -> None:
        """Ask the next seat, or let the seat in turn draw."""
        if self.to_ask:
            asked, *rest = self.to_ask
            self.to_ask = tuple(rest)
            self.enter("offer", ONLY[asked])
        else:
            self.enter("draw", ONLY[self.buyer_for])

    def buy(self, seat: int) -> None:
        """Take the discard and a card from the stock, and wait for one's turn."""
        self.take(1, self.pile, seat)
        self.draw_stock(seat)
        self.bought[seat] += 1
        self.to_ask = ()
        self.ask_next()

    def end_turn(self, seat: int) -> None:
        self.declined = False
        super().end_turn(seat)
