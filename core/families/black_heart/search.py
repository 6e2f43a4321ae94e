"""What a hand can meld where royalty is attended: whether there is a meld that does what is asked, and the best one.

``find_meld`` is exact for every hand. ``best_meld`` looks for the most and may stop after so many positions; it says so.
Arguments are the rule of the table, the hand (card numbers in any order), the table's melds in their order, and on which of
them (by index from 0, or a test) cards may be laid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rumpus.core.actions import Part, card_set
from rumpus.core.cards import ACE, BJ, HEARTS, RANK, SUIT, TEN, Card
from rumpus.core.families.black_heart.board import Attending, Board, MayLay, place_of
from rumpus.core.families.black_heart.cover import Aim, Cover, GaveUp, Plan
from rumpus.core.families.black_heart.every import every_part
from rumpus.core.families.black_heart.laying import Layout
from rumpus.core.families.melds.rule import Meld

__all__ = ["CARD_VALUES", "Found", "Wish", "best_meld", "can_meld", "every_part", "find_meld", "value_of"]

CARD_VALUES: tuple[int, ...] = (*(15 if rank == ACE else 10 if rank >= TEN else 5 for rank in RANK[:52]), 10, 10)
"""What a melded card scores, by card number."""


class Wish(NamedTuple):
    """What a ``meld`` must do."""

    least: int = 1
    """Hold so many cards at least, attendants among them."""
    holds: Card | None = None
    """Lay a card of this face, in a set, on a meld or as an attendant."""
    leaves: int | None = None
    """Leave so many cards in hand at most."""
    keeps: int = 0
    """Leave so many cards in hand at least."""


class Found(NamedTuple):
    """A meld: its parts, how many cards it lays and what they score; whether there is certainly no better one."""

    parts: tuple[Part, ...]
    cards: int
    value: int
    complete: bool


ANY = Wish()


def value_of(cards: Iterable[Card]) -> int:
    """What these cards score when they are melded."""
    return sum(CARD_VALUES[card] for card in cards)


def find_meld(
    rule: Attending, hand: Sequence[Card], table: Sequence[Meld], wish: Wish = ANY, may_lay: MayLay = None
) -> tuple[Part, ...] | None:
    """The parts of a meld that does what is wished, or None where there is none."""
    asked = _Hand(rule, hand, table, wish, may_lay)
    found = asked.find()
    return None if found is None else asked.parts(*found)


def can_meld(rule: Attending, hand: Sequence[Card], table: Sequence[Meld], wish: Wish = ANY, may_lay: MayLay = None) -> bool:
    """Whether there is a meld that does what is wished; quicker than laying it out."""
    return _Hand(rule, hand, table, wish, may_lay).find() is not None


def best_meld(
    rule: Attending,
    hand: Sequence[Card],
    table: Sequence[Meld],
    wish: Wish = ANY,
    nodes: int = 20_000,
    may_lay: MayLay = None,
    by_value: bool = False,
) -> Found | None:
    """The meld of most cards (``by_value``: of the greatest score) that does what is wished, or None where there is none.

    It looks at so many positions at most; where it stopped before it was certain, ``complete`` is False. Whether there is
    a meld at all is certain all the same.
    """
    return _Hand(rule, hand, table, wish, may_lay).best(nodes, by_value)


class _Hand:
    """One hand, and what is wished of it."""

    def __init__(self, rule: Attending, hand: Sequence[Card], table: Sequence[Meld], wish: Wish, may_lay: MayLay) -> None:
        self.rule, self.hand, self.table, self.wish, self.may_lay = rule, hand, table, wish, may_lay
        self.least = max(1, wish.least, 0 if wish.leaves is None else len(hand) - wish.leaves)
        self.most = len(hand) - wish.keeps
        self.possible = self.least <= self.most and (wish.holds is None or wish.holds in hand)

    def board(self, hand: Sequence[Card]) -> Board:
        """These cards beside the table."""
        return Board(self.rule, hand, self.table, self.may_lay)

    def find(self) -> tuple[Board, Plan] | None:
        """Any cover that does it, and of which cards."""
        holds = self.wish.holds
        if not self.possible:
            return None
        if holds is not None and holds < BJ:
            # A card that can be melded at all can be melded with cards near it, and most often they are enough.
            near = self.board(cards_near(self.hand, holds))
            cover = Cover(near, Aim(holds))
            plan = cover.find(self.least)
            if plan is not None and plan.cards <= self.most:
                return near, plan
            if plan is None and SUIT[holds] != HEARTS and cover.find(1) is None:
                return None
        board = self.board(self.hand)
        plan = Cover(board, Aim(holds)).find(self.least)
        if plan is not None and plan.cards > self.most:
            plan = Cover(board, Aim(holds, self.most)).find(self.least)
        return None if plan is None else (board, plan)

    def parts(self, board: Board, plan: Plan) -> tuple[Part, ...]:
        """A cover as the parts of a meld."""
        return Layout(board, self.hand, plan, self.wish.holds).parts()

    def best(self, nodes: int, by_value: bool) -> Found | None:
        """The best meld that does it, as far as so many positions tell."""
        first = self.find()
        if first is None:
            return None
        best, complete = self.parts(*first), False
        by_value_here = by_value and self.wish.keeps == 0
        room = self.most if self.wish.keeps else None
        board = self.board(self.hand)
        cover = Cover(board, Aim(self.wish.holds, room, by_value_here, self.least if by_value_here else 0), nodes)
        try:
            while True:
                plan = cover.find(1 + (value_of(_cards(best)) // 5 if by_value_here else len(_cards(best))))
                if plan is None:
                    complete = by_value_here == by_value
                    break
                best = self.parts(board, plan)
        except GaveUp:
            pass
        return Found(best, len(_cards(best)), value_of(_cards(best)), complete)


def cards_near(hand: Sequence[Card], face: Card) -> list[Card]:
    """The cards of a hand that a smallest set with this card, or a smallest lay-off of it, could hold.

    Those of its rank, those of its suit up to two places away, jokers, and three hearts to attend. A longer sequence or a
    larger group holds a smaller one, on which the rest is laid off.
    """
    near: list[Card] = []
    hearts = 0
    for card in hand:
        beside = card < BJ and SUIT[card] == SUIT[face] and (place_of(card) - place_of(face) + 2) % 13 <= 4
        if card >= BJ or beside or RANK[card] == RANK[face]:
            near.append(card)
        elif SUIT[card] == HEARTS and hearts < 3:
            near.append(card)
            hearts += 1
    return near


def _cards(parts: tuple[Part, ...]) -> list[Card]:
    return [card for part in parts for card in card_set(part)]
