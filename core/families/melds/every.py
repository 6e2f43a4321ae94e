"""Everything that a hand can make: each set of it, and each arrangement that counts least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from rumpus.core.cards import Card, named
from rumpus.core.families.melds.best import Search
from rumpus.core.families.melds.layout import group_faces
from rumpus.core.families.melds.pieces import FACE_AT, ONE, alike, holds, lowest, may_share_group, packed
from rumpus.core.families.melds.rule import Arrangement, Meld, MeldRule


def every_set(rule: MeldRule, hand: Sequence[Card]) -> list[Meld]:
    """Every group and every sequence that a hand can lay down, groups first, always in the same order.

    Of sets with wild cards those worth naming. Sets of three are all there, but for what a wild card in a group is called.
    In longer sequences wild cards stand only between natural cards, where none is held; longer groups have none. Of several
    wild cards the first in declared order is taken.
    """
    naturals = sorted(card for card in hand if not rule.is_wild(card))
    wilds = sorted(card for card in hand if rule.is_wild(card))
    return sorted({*_every_group(rule, naturals, wilds), *_every_sequence(rule, naturals, wilds)})


def _every_group(rule: MeldRule, naturals: Sequence[Card], wilds: Sequence[Card]) -> Iterator[Meld]:
    for rank in sorted({card % 13 for card in naturals}):
        held = [card for card in naturals if card % 13 == rank]
        for cards in alike(rule, held, range(1, min(len(held), rule.most_of_a_rank) + 1)):
            missing = max(rule.shortest - len(cards), 0)
            if missing <= len(wilds):
                places = [*cards, *(None,) * missing]
                yield Meld("group", _filled(group_faces((), places), places, wilds))
    if rule.deuces == "both":
        for cards in alike(rule, wilds, range(rule.shortest, min(len(wilds), rule.most_of_a_rank) + 1)):
            yield Meld("group", cards)


def _every_sequence(rule: MeldRule, naturals: Sequence[Card], wilds: Sequence[Card]) -> Iterator[Meld]:
    for suit in sorted({card // 13 for card in naturals}):
        held = Counter(card for card in naturals if card // 13 == suit)
        for start in range(len(rule.track)):
            yield from _sequences_from(rule, suit, start, held, wilds)


def _sequences_from(rule: MeldRule, suit: int, start: int, held: Counter[Card], wilds: Sequence[Card]) -> Iterator[Meld]:
    """The sequences with their low end at one place of the track."""
    faces: list[Card] = []
    places: list[Card | None] = []
    for rank in rule.ranks_from(start)[: rule.most]:
        face = suit * 13 + rank
        faces.append(face)
        places.append(face if held[face] > places.count(face) else None)
        length = len(places)
        if places.count(None) > len(wilds) or (places[0] is None and length > rule.shortest):
            return
        if start and length == len(rule.track):
            return  # All around the corner it is the same sequence wherever it begins.
        if length == rule.shortest:
            for there in product(*((card, None) if wilds else (card,) for card in places)):
                if len(wilds) >= there.count(None) < length:
                    yield Meld("sequence", _filled(faces, there, wilds))
        elif length > rule.shortest and places[-1] is not None:
            yield Meld("sequence", _filled(faces, places, wilds))


def _filled(faces: Sequence[Card], places: Sequence[Card | None], wilds: Sequence[Card]) -> tuple[int, ...]:
    """The places with wild cards in the gaps, a deuce as itself where it can be."""
    waiting = list(wilds)
    placed = list(places)
    for place, face in enumerate(faces):
        if placed[place] is None and face in waiting:
            placed[place] = face
            waiting.remove(face)
    return tuple(named(waiting.pop(0), face) if card is None else card for face, card in zip(faces, placed, strict=True))


def arrangements(rule: MeldRule, hand: Sequence[Card]) -> list[Arrangement]:
    """Every arrangement of least count, where no card is wild (else the one that ``arrange`` finds).

    Sets that could lie as one longer set are not told apart from it.
    """
    search = Search(rule, hand)
    if rule.has_wilds:
        return [search.best()]
    total = search.count()
    sets: dict[int, list[tuple[int, Meld]]] = {}
    for meld in every_set(rule, hand):
        cards = packed(meld.cards)
        sets.setdefault(lowest(cards), []).append((cards, meld))
    found: set[tuple[tuple[Meld, ...], tuple[Card, ...]]] = set()

    def sort_out(naturals: int, spent: int, melds: tuple[Meld, ...], unmatched: tuple[Card, ...]) -> None:
        if spent + search.least(naturals, 0, 0) > total:
            return
        if not naturals:
            found.add((tuple(sorted(melds)), tuple(sorted(unmatched))))
            return
        face = lowest(naturals)
        card = FACE_AT[face]
        sort_out(naturals - ONE[card], spent + rule.prices[card], melds, (*unmatched, card))
        for cards, meld in sets.get(face, ()):
            if holds(naturals, cards) and not any(_join(rule, meld, other) for other in melds):
                sort_out(naturals - cards, spent, (*melds, meld), unmatched)

    sort_out(search.naturals, 0, (), ())
    return [Arrangement(total, melds, unmatched) for melds, unmatched in sorted(found)]


def _join(rule: MeldRule, one: Meld, other: Meld) -> bool:
    """Whether two sets of natural cards could lie as one."""
    if one.kind != other.kind:
        return False
    both = (*one.cards, *other.cards)
    if one.kind == "group":
        same = one.cards[0] % 13 == other.cards[0] % 13
        return same and len(both) <= rule.most_of_a_rank and may_share_group(rule, both)
    return _in_order(rule, both) or _in_order(rule, (*other.cards, *one.cards))


def _in_order(rule: MeldRule, cards: Sequence[Card]) -> bool:
    """Whether natural cards are a sequence as they lie."""
    suit, start = cards[0] // 13, rule.track.index(cards[0] % 13)
    run = [suit * 13 + rank for rank in rule.ranks_from(start)[: len(cards)]]
    return len(cards) <= rule.most and run == list(cards)
