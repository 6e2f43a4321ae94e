"""Contracts: so many groups and so many sequences laid down together.

Whether a hand holds a contract is searched like its best arrangement, lowest card first; positions that led nowhere are
remembered. What is found uses as few wild cards as will do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache

from rumpus.core.cards import ACE, RANK, SUIT, Card
from rumpus.core.families.melds.layout import Layout
from rumpus.core.families.melds.pieces import (
    FACE_AT,
    ONE,
    Piece,
    copies,
    group_pieces,
    holds,
    layings_at_ends,
    lowest,
    packed,
    sequence_pieces,
)
from rumpus.core.families.melds.rule import Meld, MeldRule, beyond_places


def contract(rule: MeldRule, hand: Collection[Card], groups: int, sequences: int) -> tuple[Meld, ...] | None:
    """So many groups and sequences of the least length that a hand can lay down together; None where it cannot."""
    naturals, wild = _sorted_out(rule, hand)
    smallest = _smallest(rule)
    dead: set[tuple[int, int, int, int]] = set()

    def find(naturals: int, wilds: int, groups: int, sequences: int) -> list[Piece] | None:
        if not groups and not sequences:
            return []
        state = naturals, wilds, groups, sequences
        if not naturals or state in dead:
            return None
        face = lowest(naturals)
        for piece in smallest[face]:
            group = piece.kind == "group"
            if piece.wilds <= wilds and (groups if group else sequences) and holds(naturals, piece.naturals):
                left = naturals - piece.naturals, wilds - piece.wilds, groups - group, sequences - (not group)
                found = find(*left)
                if found is not None:
                    return [piece, *found]
        dead.add(state)
        return find(naturals - ONE[FACE_AT[face]], wilds, groups, sequences)

    return _with_fewest_wilds(rule, wild, lambda wilds: find(naturals, wilds, groups, sequences))


def sequences_of_all(
    rule: MeldRule, hand: Collection[Card], number: int, left: int = 1, not_left: Collection[Card] = ()
) -> tuple[Meld, ...] | None:
    """The whole hand in so many sequences of any length, but for a card or so; None where that cannot be.

    As few cards as can be, at most ``left``, are in no sequence, and none of the faces of ``not_left``.
    """
    naturals, wild = _sorted_out(rule, hand)
    dead: set[tuple[int, int, int, int, int]] = set()

    def find(naturals: int, wilds: int, number: int, left: int, room: int) -> list[Piece] | None:
        """Sequences for all these cards; ``room`` is for how many wild cards those already found have room."""
        if not naturals:
            return [] if not number and wilds <= room else None
        state = naturals, wilds, number, left, room
        if state in dead or _sequences_needed(naturals) > number + left:
            return None
        card = FACE_AT[lowest(naturals)]
        for piece in _sequences_with(rule, card, naturals, wilds) if number else ():
            unused = wilds - piece.wilds
            found = find(naturals - piece.naturals, unused, number - 1, left, min(room + piece.room, unused))
            if found is not None:
                return [piece, *found]
        dead.add(state)
        return find(naturals - ONE[card], wilds, number, left - 1, room) if left and card not in not_left else None

    free = [card for card in wild if card not in not_left]
    for unmatched in range(left + 1):
        for dropped in range(min(unmatched, len(free)) + 1):
            found = find(naturals, len(wild) - dropped, number, unmatched - dropped, 0)
            if found is not None:
                for card in free[:dropped]:
                    wild.remove(card)
                return Layout(rule, wild).lay_apart(found)
    return None


def _sorted_out(rule: MeldRule, hand: Collection[Card]) -> tuple[int, list[Card]]:
    """The natural cards of a hand, packed, and its wild ones."""
    return packed(card for card in hand if not rule.is_wild(card)), sorted(card for card in hand if rule.is_wild(card))


@cache
def _smallest(rule: MeldRule) -> tuple[tuple[Piece, ...], ...]:
    """The sets of the least length, by their lowest face, those without wild cards first."""
    by_face: list[list[Piece]] = [[] for _ in range(52)]
    for piece in sorted((*sequence_pieces(rule), *group_pieces(rule)), key=lambda piece: piece.wilds):
        if len(piece.faces) <= rule.shortest:
            by_face[lowest(piece.naturals)].append(piece)
    return tuple(map(tuple, by_face))


def _sequences_needed(naturals: int) -> int:
    """A number of sequences without which these cards cannot be: twins are in different ones, but for aces."""
    needed = [0, 0, 0, 0]
    while naturals:
        card = FACE_AT[lowest(naturals)]
        number = copies(naturals, card)
        naturals -= number * ONE[card]
        suit = SUIT[card]
        needed[suit] = max(needed[suit], -(-number // 2) if RANK[card] == ACE else number)
    return sum(needed)


def _with_fewest_wilds(rule: MeldRule, wild: list[Card], find: Callable[[int], list[Piece] | None]) -> tuple[Meld, ...] | None:
    for number in range(len(wild) + 1):
        found = find(number)
        if found is not None:
            return Layout(rule, wild[:number]).lay_apart(found)
    return None


def _sequences_with(rule: MeldRule, card: Card, held: int, wilds: int) -> Iterator[Piece]:
    """The sequences with this card that begin and end with natural cards, or are filled up to the least length."""
    for place in (place for place, rank in enumerate(rule.track) if rank == card % 13):
        low, high = beyond_places(rule, card // 13, place, 1)
        for way in layings_at_ends(rule, low, high, rule.most - 1, held - ONE[card], wilds):
            faces = (*way.low[::-1], card, *way.high)
            missing = max(rule.shortest - len(faces), 0)
            if way.wilds + missing <= wilds:
                start = (place - len(way.low)) % len(rule.track)
                yield Piece(ONE[card] + way.naturals, way.wilds + missing, way.room - missing, "sequence", faces, start)
