"""Digging: the discard pile lies spread, and a seat may take a deeper card with all that lies on it.

The card that was chosen is bound: it must be melded at once, or everything put back.
"""

from __future__ import annotations

from rumpus.core.actions import Action, Offer, Part
from rumpus.core.cards import Card, card_of, sign
from rumpus.core.deal import ONLY, Illegal
from rumpus.core.families.laying import Laying
from rumpus.core.families.rummy import Draw, MeldAndDiscard, RummyDeal

NONE = -1
RETURN = Action("return")


class DigDraw(Draw):
    """A turn begins: stock, top discard, or a dig into the pile."""

    def offers(self, deal: DiggingDeal, seat: int) -> list[Offer]:
        depths = range(2, len(deal.at[deal.pile]) + 1) if not deal.put_back else ()
        offered = super().offers(deal, seat)
        digs: list[Offer] = [Action("draw", word="discard", depth=depth) for depth in depths]
        return [*[each for each in offered if each.verb == "draw"], *digs, *[each for each in offered if each.verb != "draw"]]


class DigMeld(MeldAndDiscard):
    """After a dig the bound card is melded first, or the pile put back."""

    def offers(self, deal: DiggingDeal, seat: int) -> list[Offer]:
        if deal.bound == NONE:
            return super().offers(deal, seat)
        melds = [each for each in deal.meld_offers(seat) if deal.holds_bound(each.parts)]
        return [*melds, RETURN]

    def act(self, deal: DiggingDeal, seat: int, action: Action) -> None:
        if action == RETURN:
            deal.put_pile_back(seat)
        elif deal.bound != NONE and not (action.verb == "meld" and deal.holds_bound(action.parts)):
            raise Illegal(
                f"The pile's {sign(deal.bound)} must be melded in this turn; it is still in your hand. "
                "Meld it, or put the pile back (return)."
            )
        else:
            super().act(deal, seat, action)


class DiggingDeal(RummyDeal):
    """A deal whose pile may be dug into: ``bound`` is the card that must be melded, ``dug`` all that was taken with it.

    ``put_back`` says whether the seat in turn has dug and put the pile back already.
    """

    phases = {phase.name: phase for phase in (DigDraw(), DigMeld())}  # noqa: RUF012

    def begin(self) -> None:
        self.bound: Card = NONE
        self.dug: tuple[Card, ...] = ()
        self.put_back = False
        super().begin()

    def take_discard(self, seat: int, depth: int) -> None:
        """Take the top discard, or dig: with more than one card the deepest is bound."""
        pile = self.at[self.pile]
        if depth == 1:
            super().take_discard(seat, depth)
            return
        if self.put_back:
            raise Illegal("You have put the pile back: draw the stock, or the top discard.")
        if depth > len(pile):
            raise Illegal(f"The pile has only {len(pile)} cards.")
        self.dug = tuple(pile[-depth:])
        self.bound = self.dug[0]
        self.take(depth, self.pile, seat)
        self.note("bound", self.bound)

    def holds_bound(self, parts: tuple[Part, ...]) -> bool:
        """Whether a meld holds the bound card."""
        return any(card_of(code) == self.bound for part in parts for code in part.cards)

    def put_down(self, seat: int, laying: Laying) -> None:
        super().put_down(seat, laying)
        self._release()

    def put_pile_back(self, seat: int) -> None:
        """Undo a dig: the pile lies as it lay, and the seat draws something else."""
        if self.bound == NONE:
            raise Illegal("There is nothing to put back: only a dig can be returned, before its card is melded.")
        self.move(self.dug, seat, self.pile)
        self.put_back = True
        self._release()
        self.enter("draw", ONLY[seat])

    def _release(self) -> None:
        if self.bound != NONE:
            self.bound, self.dug = NONE, ()
            self.note("bound", None)

    def end_turn(self, seat: int) -> None:
        self.put_back = False
        super().end_turn(seat)
