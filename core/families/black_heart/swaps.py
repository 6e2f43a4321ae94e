"""Swaps of Black Heart: a natural for a melded joker, which comes into the hand and need not be melded at once."""

from __future__ import annotations

from typing import Any, NamedTuple

from rumpus.core.actions import Action
from rumpus.core.cards import JOKERS, RJ, Card, card_of, sign
from rumpus.core.deal import Illegal
from rumpus.core.families.black_heart.rule import AttendedMeld, is_heart, natural_for
from rumpus.core.families.rummy.digging import Digging
from rumpus.core.families.rummy.laying import TableMeld


class Joker(NamedTuple):
    """A joker that lies in a meld: when it was laid, where in the order of cards, and whether it is an attendant."""

    since: int
    place: int
    attends: bool
    face: Card


class Swapped(NamedTuple):
    """A swap of this turn, so that it can be undone."""

    number: int
    before: TableMeld
    natural: Card
    joker: Card


class Swaps(Digging):
    """A deal in which naturals are swapped for melded jokers, after the draw and before the first meld of a turn.

    ``swapped`` are the swaps of the seat in turn.
    """

    rules: Any
    way: str
    laid: int

    def begin_swaps(self) -> None:
        """A turn begins: nothing is swapped yet."""
        self.swapped: tuple[Swapped, ...] = ()

    def may_swap(self) -> bool:
        """Whether the seat in turn may still swap."""
        return bool(self.rules.swaps) and not self.melded_now

    def naturals(self, seat: int) -> list[Card]:
        """The cards of a hand that may be swapped in: not the jokers that swaps of this turn brought."""
        hand = self.at[seat]
        gained = [each.joker for each in self.swapped]
        return [face for face in dict.fromkeys(hand) if face not in gained or hand.count(face) > gained.count(face)]

    def jokers_for(self, number: int, face: Card) -> list[Joker]:
        """The jokers of a meld whose place a card may take, the one that was melded first at the head."""
        each = self.melds[number]
        found = [
            Joker(since, place, False, card_of(code))
            for place, (code, since) in enumerate(zip(each.cards, each.since, strict=True))
            if card_of(code) in JOKERS and natural_for(each.kind, code, face)
        ]
        if is_heart(face) and face != RJ:
            laid = zip(each.beside, each.since, strict=True)
            found += [Joker(since, place, True, RJ) for place, (beside, since) in enumerate(laid) if beside == RJ]
        return sorted(found)

    def swap_offers(self, seat: int) -> list[Action]:
        """Every swap that a seat may make."""
        found: list[Action] = []
        with_jokers = [
            number
            for number, each in enumerate(self.melds)
            if RJ in each.beside or any(card_of(code) in JOKERS for code in each.cards)
        ]
        for face in self.naturals(seat) if with_jokers else ():
            for number in with_jokers:
                kinds = sorted({each.face for each in self.jokers_for(number, face)})
                found += [Action("swap", (face,), on=number + 1, joker=kind if len(kinds) > 1 else -1) for kind in kinds]
        return found

    def swap(self, seat: int, action: Action) -> None:
        """Put a natural in a joker's place; the joker comes into the hand, and a bond may pass to it."""
        joker = self._find(seat, action)
        face, number = action.cards[0], action.on - 1
        before = self.melds[number]
        self.laid += 1
        cards, beside, since = list(before.cards), list(before.beside), list(before.since)
        if joker.attends:
            beside[joker.place] = face
        else:
            cards[joker.place] = face if face not in JOKERS else face + (cards[joker.place] & ~63)
            since[joker.place] = self.laid
        meld = AttendedMeld(before.kind, tuple(cards), tuple(beside), tuple(since))
        self.set_down(seat, number, meld, before.owners, (face,), joker.face)
        self.swapped = (*self.swapped, Swapped(number, before, face, joker.face))
        self.way = self.way or "none"
        if face == self.bound and face not in self.at[seat]:
            self.bind(joker.face)

    def _find(self, seat: int, action: Action) -> Joker:
        """The joker that a swap takes; raises Illegal."""
        if not self.rules.swaps:
            raise Illegal(f"No jokers are swapped in this game{self.rules.by('swaps')}.")
        if self.melded_now:
            raise Illegal("Swaps come before melds: you have melded in this turn.")
        face, number = action.cards[0], action.on - 1
        if face not in self.at[seat]:
            raise Illegal(f"You do not hold {sign(face)}; swap a card of your hand.")
        if face not in self.naturals(seat):
            raise Illegal(f"A swap of this turn brought you the {sign(face)}: it is not swapped on, meld it or keep it.")
        if number >= len(self.melds):
            raise Illegal(f"There is no meld {action.on} on the table; there are {len(self.melds)}.")
        if action.end:
            raise Illegal("A swap puts the card in the joker's place: say no end, only the meld.")
        found = [each for each in self.jokers_for(number, face) if action.joker in (-1, each.face)]
        if not found:
            raise Illegal(f"No such joker in meld {action.on} has a place that {sign(face)} could take.")
        if len({each.face for each in found}) > 1:
            raise Illegal("Jokers of both colours would fit: say 'for BJ' or 'for RJ'.")
        return found[0]

    def undo_swaps(self, seat: int) -> None:
        """Give back every joker that this turn's swaps brought, the last one first."""
        for number, before, natural, joker in reversed(self.swapped):
            self.move((natural,), before.zone, seat)
            self.move((joker,), seat, before.zone)
            self.show_meld(number, before)
        self.swapped = ()
