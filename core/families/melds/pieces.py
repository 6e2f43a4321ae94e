"""Hands as numbers, and the smallest sets that hands are made of.

A hand's natural cards are one number with four bits for each face, the count of its copies. A *piece* is a set that
cannot be cut in two sets: it has three to five cards, since a sequence of six is two of three, and one of seven with a
joker inside, which begins and ends with a natural card, is two sets as well. Wild cards stand inside a piece or make up
its three cards; further ones join a set that has room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from rumpus.core.cards import RANK, SUIT, Card, rank_of
from rumpus.core.families.melds.rule import Kind, Meld, MeldRule, beyond, face_of

ONE = tuple(1 << 4 * ((RANK[card] + 1) % 13 * 4 + SUIT[card]) for card in range(52))
"""One copy of a face, in the four bits of that face; aces lowest, then twos."""
FACE_AT = tuple(sorted(range(52), key=ONE.__getitem__))
GUARDS = sum(8 * one for one in ONE)
"""The highest bit of every face's four: a subtraction that clears one takes more copies than there are."""


class Piece(NamedTuple):
    """A smallest set: its natural cards, how many wild cards it needs, and how many more it could hold."""

    naturals: int
    wilds: int
    room: int
    kind: Kind
    faces: tuple[Card | None, ...]
    """Natural cards, None for a wild card; of a sequence from the low end."""
    start: int
    """Of a sequence the place of its low end on the track."""


def may_share_group(rule: MeldRule, cards: Sequence[Card]) -> bool:
    """Whether natural cards of one rank may lie in one group: each card once, where twins are not allowed."""
    return rule.twins or len(set(cards)) == len(cards)


def alike(rule: MeldRule, cards: Sequence[Card], sizes: Iterable[int]) -> Iterator[tuple[Card, ...]]:
    """Every choice of so many of these cards of one rank that may lie in one group, twins not told apart."""
    for size in sizes:
        for chosen in dict.fromkeys(combinations(sorted(cards), size)):
            if may_share_group(rule, chosen):
                yield chosen


def packed(cards: Iterable[Card]) -> int:
    """Natural cards as one number, four bits a face."""
    return sum(ONE[card] for card in cards)


@cache
def pieces(rule: MeldRule) -> tuple[tuple[Piece, ...], ...]:
    """The pieces of a rule, for each face (in the order of ``FACE_AT``) those whose lowest card it is."""
    found: dict[tuple[int, int], Piece] = {}
    for piece in (*sequence_pieces(rule), *group_pieces(rule)):
        known = found.get((piece.naturals, piece.wilds))
        if known is None or piece.room > known.room:
            found[piece.naturals, piece.wilds] = piece
    by_face: list[list[Piece]] = [[] for _ in range(52)]
    for piece in found.values():
        by_face[lowest(piece.naturals)].append(piece)
    return tuple(map(tuple, by_face))


def lowest(naturals: int) -> int:
    """Where in ``FACE_AT`` the lowest card of a packed hand stands."""
    return ((naturals & -naturals).bit_length() - 1) // 4


def sequence_pieces(rule: MeldRule) -> Iterator[Piece]:
    """Sequences that begin and end with a natural card, short enough that they are not two."""
    for length in range(1 if rule.has_wilds else rule.shortest, 2 * rule.shortest):
        for start, ranks in rule.runs(length):
            for filled in product((True, False), repeat=max(length - 2, 0)):
                natural = [(True, *filled, True)[place] and not rule.is_wild(rank) for place, rank in enumerate(ranks)]
                if not (natural[0] and natural[-1] and (rule.has_wilds or all(natural))):
                    continue
                for suit in range(4):
                    faces = tuple(suit * 13 + rank if there else None for rank, there in zip(ranks, natural, strict=True))
                    yield _piece(rule, "sequence", faces, start, rule.most)


def group_pieces(rule: MeldRule) -> Iterator[Piece]:
    """Groups of natural cards, with the wild cards that they need."""
    for rank in range(13):
        if not rule.is_wild(rank):
            largest = min(2 * rule.shortest - 1, rule.most_of_a_rank)
            copies = [*range(rank, 52, 13)] * (largest if rule.twins else 1)
            for cards in alike(rule, copies, range(1 if rule.has_wilds else rule.shortest, largest + 1)):
                yield _piece(rule, "group", cards, -1, rule.most_of_a_rank)


def _piece(rule: MeldRule, kind: Kind, faces: tuple[Card | None, ...], start: int, most: int) -> Piece:
    naturals = [face for face in faces if face is not None]
    wilds = max(len(faces), rule.shortest) - len(naturals)
    return Piece(packed(naturals), wilds, most - len(naturals) - wilds, kind, faces, start)


class Laying(NamedTuple):
    """A way to lay off on one meld: natural cards in order outwards from each end, None for a wild card between them."""

    naturals: int
    wilds: int
    room: int
    """How many more wild cards the meld could take."""
    low: tuple[Card | None, ...]
    high: tuple[Card | None, ...]
    """What is laid at the high end of a sequence, or on a group."""


def layings(rule: MeldRule, meld: Meld, held: int, wilds: int) -> Iterator[Laying]:
    """Every way to lay off some of the held cards on a meld; the first is to lay off nothing."""
    size = len(meld.cards)
    if meld.kind == "group":
        room = rule.most_of_a_rank - size
        fit = [face for face in next_faces(rule, meld) for _ in range(copies(held, face))]
        for cards in alike(rule, fit, range(min(room, len(fit)) + 1)):
            yield Laying(packed(cards), 0, room - len(cards), (), cards)
    else:
        yield from layings_at_ends(rule, *beyond(rule, meld), rule.most - size, held, wilds)


def layings_at_ends(
    rule: MeldRule, low: tuple[Card, ...], high: tuple[Card, ...], room: int, held: int, wilds: int
) -> Iterator[Laying]:
    """``layings`` on a sequence that these faces follow at its ends, with room for so many more cards."""
    for lower in _chains(rule, low, held, wilds):
        for higher in _chains(rule, high, held, wilds):
            naturals = packed(card for card in lower + higher if card is not None)
            gaps = lower.count(None) + higher.count(None)
            if len(lower) + len(higher) <= room and gaps <= wilds and holds(held, naturals):
                yield Laying(naturals, gaps, room - len(lower) - len(higher), lower, higher)


def counting(rule: MeldRule, group: Meld) -> list[Card]:
    """The faces in a group that keep a twin out; a wild card's name does only where it binds."""
    return [face_of(code) for code in group.cards if code < 64 or rule.suits_bind]


def copies(held: int, face: Card) -> int:
    """How many copies of a face a packed hand has."""
    return held // ONE[face] & 7


def holds(held: int, wanted: int) -> bool:
    """Whether a packed hand holds these cards."""
    return (held + GUARDS - wanted) & GUARDS == GUARDS


def next_faces(rule: MeldRule, meld: Meld) -> tuple[Card, ...]:
    """The natural cards that fit on a meld directly, each once."""
    if meld.kind == "sequence":
        return tuple(dict.fromkeys(face for faces in beyond(rule, meld) for face in faces[:1]))
    if len(meld.cards) >= rule.most_of_a_rank:
        return ()
    faces = range(rank_of(meld.cards[0]), 52, 13)
    return tuple(face for face in faces if may_share_group(rule, [*counting(rule, meld), face]))


def _chains(rule: MeldRule, faces: tuple[Card, ...], held: int, wilds: int) -> Iterator[tuple[Card | None, ...]]:
    """What may be laid off along these faces: natural cards that are held, gaps before them filled with wild ones."""
    yield ()
    yield from _gapped(rule, faces, held, wilds)


def _gapped(rule: MeldRule, faces: tuple[Card, ...], held: int, wilds: int) -> Iterator[tuple[Card | None, ...]]:
    if not faces:
        return
    if not rule.is_wild(faces[0]) and holds(held, ONE[faces[0]]):
        yield (faces[0],)
        for further in _gapped(rule, faces[1:], held, wilds):
            yield (faces[0], *further)
    if wilds:
        for further in _gapped(rule, faces[1:], held, wilds - 1):
            yield (None, *further)
