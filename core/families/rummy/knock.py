"""The rummies that end with a knock: nothing is melded before it, then every hand is arranged and compared.

`KnockDeal` plays Knock Rummy, where any hand may knock; the Gins (gin.py) are more particular.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.core.actions import DISCARD, KNOCK, Action, Offer
from rumpus.core.cards import Card
from rumpus.core.deal import Illegal, Phase
from rumpus.core.families.melds import Meld, arrange, count
from rumpus.core.families.rummy.deal import Draw, RummyDeal
from rumpus.core.zones import NOBODY


class Knock(Phase):
    """After the draw: discard, or knock."""

    name = "meld"

    def offers(self, deal: KnockDeal, seat: int) -> list[Offer]:
        out: list[Offer] = list(map(DISCARD.__getitem__, deal.discards(seat)))
        out += map(KNOCK.__getitem__, deal.knocks(seat))
        if deal.may_knock_with_all(seat):
            out.append(Action("knock"))
        return out

    def act(self, deal: KnockDeal, seat: int, action: Action) -> None:
        if action.verb == "discard":
            deal.discard(seat, action)
        elif action.verb == "knock":
            deal.knock(seat, action)
        else:
            raise Illegal("Nothing is melded before the knock: end your turn with 'discard' or 'knock' and a card.")


class KnockDeal(RummyDeal):
    """A deal that a knock ends: ``knocker`` is who did, ``counts`` is then what each hand has unmatched."""

    phases = {phase.name: phase for phase in (Draw(), Knock())}  # noqa: RUF012

    def begin(self) -> None:
        super().begin()
        self.knocker = NOBODY
        self.counts = [0] * self.seats

    def part_ways(self) -> None:
        super().part_ways()
        self.counts = list(self.counts)

    def table(self) -> dict[str, Any]:
        shown = super().table()
        del shown["melds"]  # there are none before the knock, and a position is never shown after it
        return shown

    def knocks(self, seat: int) -> list[Card]:
        """The cards with whose discard a seat may knock."""
        return self.discards(seat)

    def may_knock_with_all(self, seat: int) -> bool:
        """Whether a seat may knock without a discard: all the cards it holds are matched."""
        return count(self.meld_rule, self.at[seat]) == 0

    def knock(self, seat: int, action: Action) -> None:
        """Lay all hands open, each arranged for the least count."""
        if action.parts:
            raise Illegal("The engine arranges the hands; say 'knock' and the card to discard.")
        if action.cards:
            self.check_discard(seat, action.cards[0])
            self.move(action.cards, seat, self.pile)
        elif not self.may_knock_with_all(seat):
            raise Illegal("You may knock without a discard only when all your cards are matched: name a card to discard.")
        self.knocker = seat
        for each in self.seats_in:
            shown = arrange(self.meld_rule, self.at[each])
            self.counts[each] = shown.deadwood
            self.lay_open(each, shown.melds)
        self.note("counts", list(self.counts))
        self.finish("knock")

    def lay_open(self, seat: int, sets: Sequence[Meld]) -> None:
        """Put the sets of an arranged hand on the table."""
        for found in sets:
            self.set_down(seat, len(self.melds), found, (seat,) * len(found.cards), found.cards)
