"""Melds on the table: what every rummy shares, whatever it calls a meld.

A seat's ``meld`` is tried out as a whole (`Laying`), then put down; the last card is out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rumpus.core.actions import Action, Part
from rumpus.core.cards import NAME, Card, Placed, card_of, code_name
from rumpus.core.deal import ONLY, Illegal
from rumpus.core.families.melds.rule import Kind
from rumpus.core.families.rummy.laying import Laying, TableMeld
from rumpus.core.families.rummy.piles import PileDeal
from rumpus.core.families.rummy.rules import TableRules
from rumpus.core.zones import NOBODY


class Lying(Protocol):
    """A set as a game reads it: its kind and its placed cards in order."""

    @property
    def kind(self) -> Kind:
        """Group or sequence."""

    @property
    def cards(self) -> tuple[Placed, ...]:
        """The cards in order."""


class TableDeal(PileDeal):
    """A deal with melds on the table.

    ``opened`` says which sides have melded or laid off in an earlier turn, ``melded_now`` whether the seat in turn has in
    this one.
    """

    rules: TableRules

    def clear_table(self) -> None:
        """Nothing is melded yet."""
        self.melds: list[TableMeld] = []
        self.opened = [False] * self.rules.totals
        self.melded_now = False

    def part_ways(self) -> None:
        self.melds = list(self.melds)
        self.opened = list(self.opened)

    # --- what a game gives --------------------------------------------------------------------------------------------

    def try_meld(self, seat: int, parts: Sequence[Part]) -> Laying:
        """What the table would look like after a meld of these parts; raises Illegal."""
        raise NotImplementedError

    def lies(self, zone: int, owner: int, meld: Any, owners: tuple[int, ...]) -> TableMeld:
        """A set as it lies on the table."""
        raise NotImplementedError

    # --- melding ------------------------------------------------------------------------------------------------------

    def has_opened(self, seat: int) -> bool:
        """Whether a seat (or its team) has made its first meld of the deal, in this turn or an earlier one."""
        return self.opened[self.rules.side(seat)] or (self.melded_now and seat in self.turn)

    def may_lay_off(self, seat: int, table_meld: TableMeld) -> bool:
        """Whether a seat may lay off on this meld."""
        lays_on = self.rules.lays_on
        return lays_on == "all" or (lays_on == "own" and table_meld.owner == seat)

    def why_no_lay_off(self, number: int) -> str:
        """The sentence for a meld that a seat may not lay off on."""
        whose = "only on melds of your own" if self.rules.lays_on == "own" else "not at all"
        return f"You may not lay off on meld {number}: in this game cards are laid off {whose}{self.rules.by('lays_on')}."

    def is_legal_meld(self, seat: int, parts: Sequence[Part]) -> bool:
        """Whether a seat may meld these parts now."""
        try:
            self.try_meld(seat, parts)
        except Illegal:
            return False
        return True

    def meld(self, seat: int, parts: Sequence[Part]) -> None:
        """Put sets on the table and lay cards off; with the last card the seat is out."""
        laying = self.try_meld(seat, parts)
        self.put_down(seat, laying)
        self.taken = laying.taken
        self.melded_now = True
        if not self.at[seat]:
            self.go_out(seat)

    def put_down(self, seat: int, laying: Laying) -> None:
        """Carry out what was tried."""
        for number in sorted(laying.changed):
            meld, owners = laying.melds[number]
            self.set_down(seat, number, meld, owners, laying.fresh(number))

    def set_down(
        self,
        seat: int,
        number: int,
        meld: Lying,
        owners: tuple[int, ...],
        fresh: Sequence[Placed],
        back: Card | None = None,
    ) -> None:
        """Put cards of a hand into a meld, the table's next one or one that is there, which then looks like this.

        ``back`` is a card of the meld that comes into the hand for them.
        """
        if number == len(self.melds):
            zone, owner = self.open_zone("meld", seat, "all"), seat
            self.melds.append(TableMeld(zone, owner, meld.kind, (), ()))
        else:
            zone, owner = self.melds[number].zone, self.melds[number].owner
        self.move([card_of(code) for code in fresh], seat, zone)
        if back is not None:
            self.move((back,), zone, seat)
        self.show_meld(number, self.lies(zone, owner, meld, owners))

    def show_meld(self, number: int, table_meld: TableMeld) -> None:
        """Say how a meld lies now."""
        self.melds[number] = table_meld
        self.note(f"meld/{number + 1}", table_meld.note())

    # --- the end of a turn --------------------------------------------------------------------------------------------

    def discard(self, seat: int, action: Action) -> None:
        """End a turn with a discard; with the last card the seat is out."""
        if action.word:
            raise Illegal("There is no trick pile in this game: 'discard' and a card.")
        face = action.cards[0]
        self.check_discard(seat, face)
        self.put(face, seat, self.pile)
        if self.at[seat]:
            self.end_turn(seat)
        else:
            self.go_out(seat)

    def end_turn(self, seat: int) -> None:
        """The next seat to the left begins its turn."""
        side = self.rules.side(seat)
        self.opened[side] = self.opened[side] or self.melded_now
        self.melded_now = False
        self.taken = ()
        self.begin_turn(self.left_of(seat))

    def begin_turn(self, seat: int) -> None:
        """A seat's turn begins with a draw."""
        self.enter("draw", ONLY[seat])

    def go_out(self, seat: int) -> None:
        """A seat has no card left: the deal ends."""
        self.winner = seat
        self.finish("out")

    def finish(self, ended: str) -> None:
        """End the deal, pay it, and show the hands that were left."""
        super().finish(ended)
        if self.winner == NOBODY:
            self.winner = self.winner_by(self.scores or [])
        for seat in range(self.seats):
            if self.at[seat]:
                shown = self.open_zone("shown", seat, "all")
                self.move(tuple(self.at[seat]), seat, shown)

    def winner_by(self, scores: Sequence[int]) -> int:
        """Who has won a deal in which nobody went out: the only seat that was paid."""
        return scores.index(max(scores)) if sum(score > 0 for score in scores) == 1 else NOBODY

    def table(self) -> dict[str, Any]:
        melds = [
            {
                "id": number,
                "owner": each.owner,
                "kind": each.kind,
                "cards": [code_name(code) for code in each.cards],
                "owners": list(each.owners),
                "with": [None if face is None else NAME[face] for face in each.attendants],
            }
            for number, each in enumerate(self.melds, 1)
        ]
        pile = [NAME[face] for face in self.at[self.pile]]
        return {"melds": melds, "discard": pile, "stock": len(self.at[self.stock])}
