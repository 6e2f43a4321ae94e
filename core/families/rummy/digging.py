"""Digging: the discard pile lies spread, and a seat may take a deeper card with all that lies on it.

The card that was chosen is bound: it must be melded at once, or everything put back.
"""

from __future__ import annotations

from typing import ClassVar

from rumpus.core.actions import Action, Offer, Part, card_set
from rumpus.core.cards import Card, sign
from rumpus.core.deal import ONLY, Illegal
from rumpus.core.families.rummy.deal import Draw, MeldAndDiscard, RummyDeal
from rumpus.core.families.rummy.laying import Laying
from rumpus.core.families.rummy.tables import TableDeal

NONE = -1
RETURN = Action("return")


class Digging(TableDeal):
    """A deal whose pile may be dug into: ``bound`` is the card that must be melded, ``dug`` all that was taken with it.

    ``put_back`` are the depths at which the seat in turn has dug and put the pile back. From ``least_bound`` cards on a
    taking of the pile is a dig.
    """

    least_bound: ClassVar[int] = 2

    def clear_table(self) -> None:
        super().clear_table()
        self.note("spread", True)
        self.bound: Card = NONE
        self.dug: tuple[Card, ...] = ()
        self.put_back: tuple[int, ...] = ()

    def why_no_dig(self, depth: int) -> str | None:
        """The sentence for a depth to which the seat in turn may not dig, or None where it may."""
        return "You have put the pile back: draw the stock, or the top discard." if self.put_back else None

    def take_discard(self, seat: int, depth: int) -> None:
        """Take from the pile; a dig binds the deepest card."""
        pile = self.at[self.pile]
        if depth < self.least_bound or not pile:
            super().take_discard(seat, depth)
            return
        if refusal := self.why_no_dig(depth):
            raise Illegal(refusal)
        if depth > len(pile):
            raise Illegal(f"The pile has only {len(pile)} card{'s' if len(pile) > 1 else ''}.")
        self.dug = tuple(pile[-depth:])
        self.take(depth, self.pile, seat)
        self.bind(self.dug[0])

    def bind(self, face: Card) -> None:
        """This card must be melded now."""
        self.bound = face
        self.note("bound", face)

    def holds_bound(self, parts: tuple[Part, ...]) -> bool:
        """Whether a meld holds the bound card."""
        return any(self.bound in card_set(part) for part in parts)

    def check_bound(self, action: Action) -> None:
        """Raise Illegal where the bound card must be melded and this does not."""
        if self.bound != NONE and not (action.verb == "meld" and self.holds_bound(action.parts)):
            raise Illegal(
                f"The pile's {sign(self.bound)} must be melded in this turn; it is still in your hand. "
                "Meld it, or put the pile back (return)."
            )

    def put_down(self, seat: int, laying: Laying) -> None:
        super().put_down(seat, laying)
        self._release()

    def put_pile_back(self, seat: int) -> None:
        """Undo a dig: the pile lies as it lay, and the seat draws something else."""
        if self.bound == NONE:
            raise Illegal("There is nothing to put back: only a dig can be returned, before its card is melded.")
        self.undo_turn(seat)
        self.put_back = (*self.put_back, len(self.dug))
        self.move(self.dug, seat, self.pile)
        self._release()
        self.enter("draw", ONLY[seat])

    def undo_turn(self, seat: int) -> None:
        """Undo what was done between the dig and its return."""

    def _release(self) -> None:
        if self.bound != NONE:
            self.bound, self.dug = NONE, ()
            self.note("bound", None)

    def end_turn(self, seat: int) -> None:
        self.put_back = ()
        super().end_turn(seat)


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
        else:
            deal.check_bound(action)
            super().act(deal, seat, action)


class DiggingDeal(Digging, RummyDeal):
    """A rummy with digs: whoever puts the pile back digs no more in that turn."""

    phases = {phase.name: phase for phase in (DigDraw(), DigMeld())}  # noqa: RUF012
