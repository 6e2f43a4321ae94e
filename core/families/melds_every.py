"""Everything that a hand can make: each set of it, and each arrangement that counts least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from rumpus.core.cards import Card, card_of, named, rank_of
from rumpus.core.families.melds_best import Search
from rumpus.core.families.melds_layout import group_faces
from rumpus.core.families.melds_pieces import FACE_AT, ONE, groups, holds, lowest, may_share_group, packed
from rumpus.core.families.melds_rule import Arrangement, Meld, MeldRule, beyond


def every_set(rule: MeldRule, hand: Sequence[Card]) -> list[Meld]:
    """Every group and every sequence that a hand can lay down, groups first, always in the same order.

    Of sets with wild cards those worth naming: wild cards fill gaps between natural cards or make up the least length,
    never the place of a natural card that is held; and of several wild cards the first in declared order is taken.
    """
    naturals = sorted(card for card in hand if not rule.is_wild(card))
    wilds = sorted(card for card in hand if rule.is_wild(card))
    return sorted({*_every_group(rule, naturals, wilds), *_every_sequence(rule, naturals, wilds)})


def _every_group(rule: MeldRule, naturals: Sequence[Card], wilds: Sequence[Card]) -> Iterator[Meld]:
    held = packed(naturals)
    most = rule.most_of_a_rank
    for rank, number in Counter(card % 13 for card in naturals).items():
        for cards in groups(rule, rank, range(1, min(number, most) + 1)):
            missing = max(rule.shortest - len(cards), 0)
            if missing <= len(wilds) and holds(held, packed(cards)):
                yield Meld("group", _filled(group_faces((), [*cards, *(None,) * missing]), [*cards, *(None,) * missing], wilds))
    if rule.deuces == "both":
        for size in range(rule.shortest, min(len(wilds), most) + 1):
            yield from (Meld("group", cards) for cards in combinations(wilds, size) if may_share_group(rule, cards))


def _every_sequence(rule: MeldRule, naturals: Sequence[Card], wilds: Sequence[Card]) -> Iterator[Meld]:
    for length in range(rule.shortest, min(len(naturals) + len(wilds), rule.most) + 1):
        for suit in range(4):
            for start, ranks in rule.runs(length):
                if start and length == len(rule.track):
                    continue  # All around the corner it is the same sequence wherever it begins.
                held = Counter(card for card in naturals if card // 13 == suit)
                places: list[Card | None] = []
                for face in (suit * 13 + rank for rank in ranks):
                    places.append(face if held[face] else None)
                    held[face] -= 1
                gaps = places.count(None)
                framed = places[0] is not None and places[-1] is not None
                if gaps <= len(wilds) and gaps < length and (framed or length == rule.shortest):
                    yield Meld("sequence", _filled([suit * 13 + rank for rank in ranks], places, wilds))


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
        alike = rank_of(one.cards[0]) == rank_of(other.cards[0])
        return alike and len(both) <= rule.most_of_a_rank and may_share_group(rule, both)
    follows = (
        beyond(rule, low)[1][:1] == (card_of(high.cards[0]),) for low, high in ((one, other), (other, one))
    )
    return len(both) <= rule.most and any(follows)
