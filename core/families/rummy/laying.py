"""Melds on the table, and a meld tried out before it is made: what would lie there, what would be left in hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from rumpus.core.actions import Part, card_set
from rumpus.core.cards import Card, Placed, sign
from rumpus.core.deal import Illegal
from rumpus.core.families.melds import End, Kind, Meld, NoMeld, fitting, lay_on, read_set
from rumpus.core.families.melds.sets import Room

Owners = tuple[int, ...]


@dataclass(slots=True)
class TableMeld:
    """A meld on the table: its cards in order, who scores each of them, and the zone in which they lie.

    ``beside`` is the attendant that came with each (empty where there are none) and ``since`` a number that grows from
    laying to laying (empty where nobody asks which card lay first); ``room`` are the cards that fit on it.
    """

    zone: int
    owner: int
    kind: Kind
    cards: tuple[Placed, ...]
    owners: tuple[int, ...]
    beside: tuple[Card | None, ...] = ()
    since: tuple[int, ...] = ()
    room: Room = field(default_factory=dict)

    @property
    def attendants(self) -> tuple[Card | None, ...]:
        """The attendant of each card, None where it has none."""
        return self.beside or (None,) * len(self.cards)

    @property
    def meld(self) -> Meld:
        """The set alone."""
        return Meld(self.kind, self.cards)

    def note(self) -> dict[str, Any]:
        """The meld as everybody is told of it."""
        return {
            "zone": self.zone,
            "owner": self.owner,
            "kind": self.kind,
            "cards": list(self.cards),
            "owners": list(self.owners),
            "with": list(self.attendants),
        }


class MeldingTable(Protocol):
    """What a meld on trial must know of the deal: hands and melds, and who may lay off where."""

    at: list[list[Card]]
    taken: tuple[Card, ...]
    melds: list[TableMeld]

    def may_lay_off(self, seat: int, table_meld: TableMeld) -> bool:
        """Whether a seat may lay off on this meld."""

    def why_no_lay_off(self, number: int) -> str:
        """The sentence for a meld that a seat may not lay off on."""


@dataclass(slots=True)
class Laying:
    """A seat's ``meld`` on trial.

    ``hand`` is what would be left, ``taken`` what of it was just taken from the pile; ``melds`` are the table's melds as
    they would be, each with who scores its cards; ``changed`` are the numbers, from 0, of those that are new or grew.
    ``deal`` gives a rule of melds (``meld_rule``); how sets are read by it a game says.
    """

    deal: Any
    seat: int
    hand: list[Card]
    taken: tuple[Card, ...]
    melds: list[tuple[Any, Owners]]
    changed: set[int] = field(default_factory=set)
    lay_offs: int = 0

    @classmethod
    def of(cls, deal: MeldingTable, seat: int) -> Self:
        """Nothing tried yet."""
        return cls(deal, seat, list(deal.at[seat]), deal.taken, [(each.meld, each.owners) for each in deal.melds])

    # --- what a game gives --------------------------------------------------------------------------------------------

    def read(self, part: Part) -> Any:
        """The set that a part makes; raises NoMeld."""
        raise NotImplementedError

    def grown(self, meld: Any, owners: Owners, part: Part) -> tuple[Any, Owners]:
        """A meld with a part laid off on it, and who scores its cards then; raises NoMeld."""
        raise NotImplementedError

    def fresh(self, number: int) -> list[Placed]:
        """The cards that would leave the hand for a meld."""
        fresh = list(self.melds[number][0].cards)
        for code in self.deal.melds[number].cards if number < len(self.deal.melds) else ():
            fresh.remove(code)
        return fresh

    # --- trying -------------------------------------------------------------------------------------------------------

    @property
    def new_sets(self) -> list[Any]:
        """The sets that would be melded."""
        return [meld for meld, _ in self.melds[len(self.deal.melds) :]]

    def lay(self, part: Part) -> None:
        """Try one part; raises Illegal."""
        for face in card_set(part):
            if face not in self.hand:
                raise Illegal(f"You do not hold {sign(face)}; meld cards of your hand, each once.")
            self.hand.remove(face)
            if face in self.taken:
                self.taken = without(self.taken, face)
        try:
            if part.on:
                self._lay_off(part)
            else:
                meld = self.read(part)
                self.changed.add(len(self.melds))
                self.melds.append((meld, (self.seat,) * len(meld.cards)))
        except NoMeld as why:
            raise Illegal(str(why)) from None

    def _lay_off(self, part: Part) -> None:
        number = part.on - 1
        if number >= len(self.melds):
            raise Illegal(f"There is no meld {part.on} on the table; there are {len(self.melds)}.")
        if not self.may_lay_off(number):
            raise Illegal(self.deal.why_no_lay_off(part.on))
        self.melds[number] = self.grown(*self.melds[number], part)
        self.changed.add(number)
        self.lay_offs += 1

    def may_lay_off(self, number: int) -> bool:
        """Whether the seat may lay off on a meld: on one that it makes in this action, as on its own."""
        if number >= len(self.deal.melds):
            return bool(self.deal.rules.lays_on != "none")
        return bool(self.deal.may_lay_off(self.seat, self.deal.melds[number]))


class PlainLaying(Laying):
    """A meld on trial where a set is cards and nothing beside them."""

    __slots__ = ()

    def lay(self, part: Part) -> None:
        if part.attendants:
            raise Illegal("No card comes with an attendant in this game: leave 'with' out.")
        super().lay(part)

    def read(self, part: Part) -> Meld:
        return read_set(self.deal.meld_rule, part.cards)

    def grown(self, meld: Meld, owners: Owners, part: Part) -> tuple[Meld, Owners]:
        low, high = lay_on(self.deal.meld_rule, meld, part.cards, end_of(part.end))
        owners = (self.seat,) * len(low) + owners + (self.seat,) * len(high)
        return Meld(meld.kind, (*low, *meld.cards, *high)), owners

    def can_lay_off_more(self) -> bool:
        """Whether a card that would be left in hand could still be laid off."""
        rule = self.deal.meld_rule
        melds = [meld for number, (meld, _) in enumerate(self.melds) if self.may_lay_off(number)]
        return any(fitting(rule, meld, self.hand) for meld in melds)


def end_of(word: str) -> End | None:
    """The end of a sequence that a player named."""
    return "low" if word == "low" else "high" if word == "high" else None


def without(cards: Sequence[Card], face: Card) -> tuple[Card, ...]:
    """The cards with one copy of a face left out."""
    left = list(cards)
    left.remove(face)
    return tuple(left)
