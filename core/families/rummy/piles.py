"""Stock and discard pile: what every game has in which a turn is a draw and a discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rumpus.core.cards import Card, sign
from rumpus.core.deal import Deal, Illegal
from rumpus.core.rules import Rules
from rumpus.core.zones import NOBODY


@dataclass(frozen=True, kw_only=True)
class PileRules(Rules):
    """What a game with a stock and a discard pile chooses.

    ``hand`` are the cards dealt to each seat, deal after deal (the last number stays). ``values`` is what each card in
    hand counts, by card number. ``turn_overs`` is how often the pile makes a new stock (None: as often as it is needed),
    and ``stockless`` how a deal ends when a seat then passes. ``return_discard`` lets a seat discard the card that it
    just took.
    """

    hand: tuple[int, ...]
    values: tuple[int, ...]
    turn_overs: int | None = None
    stockless: Literal["block", "stock"] = "block"
    return_discard: bool = False


class PileDeal(Deal):
    """A deal with a stock and a discard pile.

    ``taken`` are the cards that the seat in turn took from the pile and may not discard again; ``turned`` is how often
    the pile was turned over.
    """

    rules: PileRules

    def deal_and_turn_up(self) -> None:
        """Deal the hands and turn up the card that starts the discard pile."""
        self.pile = self.open_zone("discard", NOBODY, "all")
        self.turned = 0
        self.taken: tuple[Card, ...] = ()
        deck = self.rules.deck_for(len(self.seats_in))
        self.has_twins = len(set(deck)) < len(deck)
        hand = self.rules.hand
        self.deal_hands(hand[min(self.number, len(hand) - 1)])
        self.take(1, self.stock, self.pile)

    def has_stock(self) -> bool:
        """Whether a card can be drawn from the stock, a turned-over pile included."""
        return bool(self.at[self.stock]) or (len(self.at[self.pile]) > 1 and self.may_turn_over())

    def may_turn_over(self) -> bool:
        """Whether the rules still let the pile be turned over."""
        limit = self.rules.turn_overs
        return limit is None or self.turned < limit

    def draw_stock(self, seat: int) -> None:
        """Draw the top of the stock, which is made from the pile first where it is empty."""
        if not self.at[self.stock]:
            self.turn_over()
        self.take(1, self.stock, seat)

    def turn_over(self) -> None:
        """Make a new stock of the pile, all but its top card; the card discarded first comes to lie on top."""
        pile = self.at[self.pile]
        rest = tuple(pile[:-1])
        self.at[self.stock] = list(rest[::-1])
        del pile[:-1]
        self.turned += 1
        if self.story is not None:
            self.story.append(("move", rest, self.zones[self.pile], self.zones[self.stock]))
        self.note("turned", self.turned)

    def take_discard(self, seat: int, depth: int) -> None:
        """Take the top discard into the hand."""
        pile = self.at[self.pile]
        if not pile:
            raise Illegal("The discard pile is empty: draw from the stock.")
        if depth != 1:
            raise Illegal("Only the top card of the pile may be taken: 'draw discard'.")
        self.taken = (*self.taken, pile[-1])
        self.take(1, self.pile, seat)

    def discards(self, seat: int) -> list[Card]:
        """The cards that a seat may discard, in declared order, twins named once."""
        hand, taken = self.at[seat], self.taken
        if self.has_twins:
            hand = list(dict.fromkeys(hand))
        return [face for face in hand if face not in taken or not self.is_barred_discard(seat, face)] if taken else hand

    def is_barred_discard(self, seat: int, face: Card) -> bool:
        """Whether a card is the one just taken from the pile; a twin of it is another card."""
        if face not in self.taken or self.rules.return_discard:
            return False
        return self.at[seat].count(face) <= self.taken.count(face)

    def check_discard(self, seat: int, face: Card) -> None:
        """Raise Illegal where a seat may not discard a card."""
        if face not in self.at[seat]:
            raise Illegal(f"You do not hold {sign(face)}; discard a card of your hand.")
        if self.is_barred_discard(seat, face):
            source = self.rules.by("return_discard") or " (option return_discard)"
            raise Illegal(f"You just took the {sign(face)} and may not discard it in this turn{source}.")

    def hand_value(self, seat: int) -> int:
        """What the cards in a hand count, matched or not."""
        values = self.rules.values
        return sum(values[face] for face in self.at[seat])
