"""The best arrangement of any hand under any rule of melds, with lay-offs or without.

The search takes the lowest natural card that is left and either leaves it unmatched or puts it into one of the pieces
whose lowest card it is. Wild cards are alike but for their price, so only how many are left matters. What is left at any
moment differs from a suffix of the hand only in the few cards near its lowest one; so even a hand of thirty cards is
searched through in a moment. Hands that end alike share what was found out: who weighs one discard against another asks
for the same hand again and again, but for a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rumpus.core.cards import Card
from rumpus.core.families.melds.layout import Layout
from rumpus.core.families.melds.pieces import FACE_AT, GUARDS, ONE, Laying, Piece, holds, layings, lowest, packed, pieces
from rumpus.core.families.melds.rule import Arrangement, Meld, MeldRule

UNSOLVED = 1_000_000
"""More than any hand costs."""

State = tuple[int, int, int]
"""Natural cards, how many wild cards, and the room for wild cards in the sets already made (no more than there are)."""

REMEMBERED = 50_000
"""How many states are remembered between searches, for a rule and the wild cards of a hand."""


@lru_cache(maxsize=4)
def _remembered(rule: MeldRule, wild_prices: tuple[int, ...]) -> dict[State, int]:
    """The least cost of each state that was met, for hands with wild cards of these prices."""
    return {}


class Search:
    """One hand being arranged: what is the least that it can cost, and how."""

    def __init__(self, rule: MeldRule, hand: Iterable[Card], melds: Sequence[Meld] = ()) -> None:
        cards = list(hand)
        self.rule = rule
        self.every_piece = pieces(rule)
        self.pieces: dict[int, list[Piece]] = {}
        self.naturals = packed(card for card in cards if not rule.is_wild(card))
        self.wilds = sorted((card for card in cards if rule.is_wild(card)), key=lambda card: (-rule.prices[card], card))
        self.melds = melds
        self.layings = [tuple(layings(rule, meld, self.naturals, len(self.wilds))) for meld in melds]
        self.known = _remembered(rule, tuple(rule.prices[card] for card in self.wilds))
        if len(self.known) > REMEMBERED:
            self.known.clear()
        self.known_from: dict[tuple[int, int, int, int], int] = {}

    def pieces_of(self, face: int) -> list[Piece]:
        """The pieces of the hand whose lowest card this is."""
        held, wilds = self.naturals, len(self.wilds)
        found = [piece for piece in self.every_piece[face] if piece.wilds <= wilds and holds(held, piece.naturals)]
        self.pieces[face] = found
        return found

    def count(self) -> int:
        """The least unmatched count of the hand."""
        return self.least_from(0, self.naturals, len(self.wilds), 0)

    def least_from(self, on: int, naturals: int, wilds: int, room: int) -> int:
        """The least cost where these cards may still be laid off on the melds from this one on."""
        if on == len(self.layings):
            return self.least(naturals, wilds, min(room, wilds))
        state = on, naturals, wilds, room
        best = self.known_from.get(state)
        if best is None:
            best = min(
                self.least_from(on + 1, naturals - way.naturals, wilds - way.wilds, room + way.room)
                for way in self.layings[on]
                if way.wilds <= wilds and holds(naturals, way.naturals)
            )
            self.known_from[state] = best
        return best

    def least(self, naturals: int, wilds: int, room: int) -> int:
        """The least cost of these natural cards and so many wild ones, with room for some in the sets already made."""
        if not naturals:
            return self.rule.price(self.wilds[len(self.wilds) - self.left_over(wilds, room) :])
        state = naturals, wilds, room
        best = self.known.get(state)
        if best is None:
            face = lowest(naturals)
            card = FACE_AT[face]
            price = self.rule.prices[card]
            best = UNSOLVED
            at_hand = self.pieces.get(face)
            for piece in self.pieces_of(face) if at_hand is None else at_hand:
                if piece.wilds <= wilds and (naturals + GUARDS - piece.naturals) & GUARDS == GUARDS:  # holds()
                    left = wilds - piece.wilds
                    cost = self.least(naturals - piece.naturals, left, min(room + piece.room, left))
                    if cost < best:
                        best = cost
                        if not best:
                            break
            if best > price:
                best = min(best, price + self.least(naturals - ONE[card], wilds, room))
            self.known[state] = best
        return best

    def left_over(self, wilds: int, room: int) -> int:
        """How many of so many wild cards stay unmatched, where the sets have room for some."""
        return max(0, wilds - self.alone(wilds) - room)

    def alone(self, wilds: int) -> int:
        """How many of so many wild cards can make sets of their own."""
        if self.rule.deuces != "both":
            return 0
        most, least = self.rule.most_of_a_rank, self.rule.shortest
        return max((size for size in range(least, wilds + 1) if -(-size // most) * least <= size), default=0)

    def best(self) -> Arrangement:
        """One arrangement of the least count; the same for the same cards in any order."""
        total = self.count()
        ways, left = self._choose_layings(total)
        made, unmatched, wilds, room = self._choose_pieces(total, *left)
        placed = len(self.wilds) - self.left_over(wilds, room)
        melds, laid_off = Layout(self.rule, self.wilds[:placed]).lay(made, self.alone(wilds), self.melds, ways)
        return Arrangement(total, melds, tuple(sorted([*unmatched, *self.wilds[placed:]])), laid_off)

    def _choose_layings(self, total: int) -> tuple[list[Laying], State]:
        """What is laid off on each meld, as little as will do, and what is left then."""
        naturals, wilds, room = self.naturals, len(self.wilds), 0
        chosen: list[Laying] = []
        for on, ways in enumerate(self.layings):
            for way in ways:
                if way.wilds <= wilds and holds(naturals, way.naturals):
                    after = naturals - way.naturals, wilds - way.wilds, room + way.room
                    if self.least_from(on + 1, *after) == total:
                        naturals, wilds, room = after
                        chosen.append(way)
                        break
        return chosen, (naturals, wilds, min(room, wilds))

    def _choose_pieces(self, total: int, naturals: int, wilds: int, room: int) -> tuple[list[Piece], list[Card], int, int]:
        """The pieces that are made, the natural cards in none, and the wild cards and the room for them that are left."""
        made: list[Piece] = []
        unmatched: list[Card] = []
        while naturals:
            card = FACE_AT[lowest(naturals)]
            for piece in self.pieces.get(lowest(naturals)) or self.pieces_of(lowest(naturals)):
                if piece.wilds <= wilds and holds(naturals, piece.naturals):
                    after = naturals - piece.naturals, wilds - piece.wilds, min(room + piece.room, wilds - piece.wilds)
                    if self.rule.price(unmatched) + self.least(*after) == total:
                        naturals, wilds, room = after
                        made.append(piece)
                        break
            else:
                naturals -= ONE[card]
                unmatched.append(card)
        return made, unmatched, wilds, room
