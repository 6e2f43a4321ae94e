"""The best arrangement of any hand under any rule of melds, with lay-offs or without.

The search takes the lowest natural card that is left and either leaves it unmatched or puts it into one of the pieces
whose lowest card it is. Wild cards are alike but for their price, so only how many are left matters. What is left at any
moment differs from a suffix of the hand only in the few cards near its lowest one; so even a hand of thirty cards is
searched through in a moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rumpus.core.cards import Card
from rumpus.core.families.melds_layout import Layout
from rumpus.core.families.melds_pieces import FACE_AT, GUARDS, ONE, Laying, Piece, holds, layings, lowest, packed, pieces
from rumpus.core.families.melds_rule import Arrangement, Meld, MeldRule


class Search:
    """One hand being arranged: what is the least that it can cost, and how."""

    def __init__(self, rule: MeldRule, hand: Iterable[Card], melds: Sequence[Meld] = ()) -> None:
        cards = list(hand)
        self.rule = rule
        self.pieces = pieces(rule)
        self.naturals = packed(card for card in cards if not rule.is_wild(card))
        self.wilds = sorted((card for card in cards if rule.is_wild(card)), key=lambda card: (-rule.prices[card], card))
        self.melds = melds
        self.layings = [tuple(layings(rule, meld, self.naturals, len(self.wilds))) for meld in melds]
        self.known: dict[tuple[int, int, int], int] = {}
        self.known_from: dict[tuple[int, int, int, int], int] = {}

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
            best = self.rule.prices[card] + self.least(naturals - ONE[card], wilds, room)
            for piece in self.pieces[face]:
                if piece.wilds <= wilds and (naturals + GUARDS - piece.naturals) & GUARDS == GUARDS:
                    left = wilds - piece.wilds
                    cost = self.least(naturals - piece.naturals, left, min(room + piece.room, left))
                    if cost < best:
                        best = cost
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
        naturals, wilds, room = self.naturals, len(self.wilds), 0
        ways: list[Laying] = []
        for on, choices in enumerate(self.layings):
            for way in choices:
                if way.wilds <= wilds and holds(naturals, way.naturals):
                    after = naturals - way.naturals, wilds - way.wilds, room + way.room
                    if self.least_from(on + 1, *after) == total:
                        naturals, wilds, room = after
                        ways.append(way)
                        break
        room = min(room, wilds)
        made: list[Piece] = []
        unmatched: list[Card] = []
        spent = 0
        while naturals:
            face = lowest(naturals)
            for piece in self.pieces[face]:
                if piece.wilds <= wilds and holds(naturals, piece.naturals):
                    left = wilds - piece.wilds
                    after = naturals - piece.naturals, left, min(room + piece.room, left)
                    if spent + self.least(*after) == total:
                        made.append(piece)
                        naturals, wilds, room = after
                        break
            else:
                unmatched.append(FACE_AT[face])
                spent += self.rule.prices[FACE_AT[face]]
                naturals -= ONE[FACE_AT[face]]
        used = len(self.wilds) - self.left_over(wilds, room)
        unmatched += self.wilds[used:]
        melds, laid_off = Layout(self.rule, self.wilds[:used]).lay(made, self.alone(wilds), self.melds, ways)
        return Arrangement(total, melds, tuple(sorted(unmatched)), laid_off)
