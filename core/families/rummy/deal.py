"""The family of rummies: draw, meld, lay off, discard, go out.

`RummyDeal` plays by a `RummyRules` record, through one phase for each stage of a turn. A game with a stage of its own
adds a phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.core.actions import DISCARD, DRAW_DISCARD, DRAW_STOCK, PASS, Action, Offer, Part
from rumpus.core.cards import sign
from rumpus.core.deal import ONLY, Illegal, Phase
from rumpus.core.families.melds import Meld
from rumpus.core.families.melds.sets import room_on, set_finder
from rumpus.core.families.rummy.laying import PlainLaying, TableMeld
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.families.rummy.tables import TableDeal
from rumpus.core.zones import NOBODY


class Draw(Phase):
    """A turn begins: the top of the stock, or the top discard."""

    name = "draw"

    def offers(self, deal: Any, seat: int) -> list[Offer]:
        out: list[Offer] = [DRAW_STOCK] if deal.has_stock() else []
        if deal.at[deal.pile]:
            out.append(DRAW_DISCARD)
        return out if deal.has_stock() else [*out, PASS]

    def act(self, deal: Any, seat: int, action: Action) -> None:
        if action.word == "stock" and action.verb == "draw":
            if not deal.has_stock():
                raise Illegal(f"There is no stock to draw from: take the top discard, or pass{deal.rules.by('turn_overs')}.")
            deal.draw_stock(seat)
            deal.enter("meld", ONLY[seat])
        elif action == PASS:
            if deal.has_stock():
                raise Illegal("You may not pass while a card can be drawn from the stock or a turned-over pile: draw one.")
            deal.finish(deal.rules.stockless)
        elif action.verb != "draw":
            raise Illegal("Draw a card first: 'draw stock' or 'draw discard'.")
        elif action.word == "discard":
            deal.take_discard(seat, action.depth)
            deal.enter("meld", ONLY[seat])
        else:
            raise Illegal("There is no trick pile in this game: 'draw stock' or 'draw discard'.")


class MeldAndDiscard(Phase):
    """After the draw: meld and lay off as much as wished, then discard one card."""

    name = "meld"

    def offers(self, deal: Any, seat: int) -> list[Offer]:
        return [*deal.meld_offers(seat), *(DISCARD[face] for face in deal.discards(seat))]

    def act(self, deal: Any, seat: int, action: Action) -> None:
        if action.verb == "meld":
            deal.meld(seat, action.parts)
        elif action.verb == "discard":
            deal.discard(seat, action)
        else:
            raise Illegal("Meld, lay off, or end your turn with a discard: 'discard' and a card.")


class RummyDeal(TableDeal):
    """A deal of a rummy."""

    phases = {phase.name: phase for phase in (Draw(), MeldAndDiscard())}  # noqa: RUF012
    rules: RummyRules

    def begin(self) -> None:
        self.meld_rule = self.rules.melds_for(len(self.seats_in))
        self.find_sets = set_finder(self.meld_rule)
        self.clear_table()
        self.deal_and_turn_up()
        self.begin_turn(self.left_of(self.dealer))

    def may_meld(self, seat: int) -> bool:
        """Whether a seat may meld anything more in this turn."""
        return not (self.rules.opening_alone and self.melded_now and not self.opened[seat])

    def meld_offers(self, seat: int) -> list[Action]:
        """Every set that the hand holds and every card of it that can be laid off; before the opening, openings."""
        rules = self.rules
        if not self.may_meld(seat):
            return []
        if rules.opening is not None and not self.has_opened(seat):
            return rules.opening.offers(self, seat)
        hand = self.at[seat]
        parts = [Part(found.cards) for found in self.find_sets(hand)] if rules.later_sets or rules.opening is None else []
        faces = list(dict.fromkeys(hand))
        for number, table_meld in enumerate(self.melds, 1):
            if table_meld.room and self.may_lay_off(seat, table_meld):
                room = table_meld.room
                parts += [Part((code,), on=number, end=end) for face in faces for code, end in room.get(face, ())]
        keeps = max(rules.keeps, 1 if self.taken else 0)
        return [
            Action("meld", parts=(part,))
            for part in parts
            if len(hand) - len(part.cards) > keeps or self.is_legal_meld(seat, (part,))
        ]

    def try_meld(self, seat: int, parts: Sequence[Part]) -> PlainLaying:
        """What the table would look like after a meld of these parts; raises Illegal."""
        rules = self.rules
        if not self.may_meld(seat):
            raise Illegal(f"Nothing more is melded in the turn of your first meld: discard{rules.by('opening_alone')}.")
        laying = PlainLaying.of(self, seat)
        for part in parts:
            laying.lay(part)
        if rules.opening is not None and not self.has_opened(seat):
            refusal = rules.opening.refuses(self, seat, laying)
            if refusal:
                raise Illegal(refusal)
        elif rules.opening is not None and not rules.later_sets and laying.new_sets:
            raise Illegal("After your first meld you only lay off in this deal: say on which meld, such as '8S on 2'.")
        if len(laying.hand) < rules.keeps and not self.may_empty(seat):
            raise Illegal(f"You must keep {rules.keeps} cards, one to discard and one to hold{rules.by('keeps')}.")
        self.check_not_stuck(laying)
        return laying

    def may_empty(self, seat: int) -> bool:
        """Whether a seat may meld down to nothing although the rules make it keep cards."""
        return False

    def check_not_stuck(self, laying: PlainLaying) -> None:
        """Raise Illegal where only the card that was just taken would be left, and no place for it."""
        left = laying.hand
        stuck = len(left) == 1 and tuple(left) == laying.taken and not self.rules.return_discard
        if stuck and not self.has_room_for(laying):
            raise Illegal(
                f"That would leave you only the {sign(left[0])} that you just took, and you may not discard it: "
                "keep another card."
            )

    def has_room_for(self, laying: PlainLaying) -> bool:
        """Whether a card that would be left in hand could still go to a meld in this turn."""
        may_go_on = not self.rules.opening_alone or self.has_opened(laying.seat)
        return may_go_on and laying.can_lay_off_more()

    def lies(self, zone: int, owner: int, meld: Meld, owners: tuple[int, ...]) -> TableMeld:
        return TableMeld(zone, owner, meld.kind, meld.cards, owners, room=room_on(self.meld_rule, meld))


def winner_takes_hands(deal: RummyDeal) -> list[int]:
    """The seat that goes out wins the value of every other hand, more than once for a Rummy; a block pays nobody."""
    scores = [0] * deal.seats
    if deal.winner != NOBODY:
        won = sum(deal.hand_value(seat) for seat in range(deal.seats) if seat != deal.winner)
        scores[deal.winner] = won * (1 if deal.opened[deal.winner] else deal.rules.rummy_pays)
    return scores
