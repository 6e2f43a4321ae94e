"""Every set and single lay-off worth naming where royalty is attended, with attendants chosen and jokers named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from rumpus.core.actions import Part
from rumpus.core.cards import BJ, HEARTS, RANK, RJ, SUIT, Card, Placed, card_of, named, rank_of, ranked
from rumpus.core.families.black_heart.board import (
    JACK_PLACE,
    KING_PLACE,
    SUITS,
    TEN_PLACE,
    Attending,
    MayLay,
    ends,
    face_at,
    may_lay_on,
    place_of,
    rank_at,
)
from rumpus.core.families.black_heart.laying import fits_elsewhere, is_royal
from rumpus.core.families.melds.rule import Meld


def every_part(rule: Attending, hand: Sequence[Card], table: Sequence[Meld], may_lay: MayLay = None) -> list[Part]:
    """The sets that a hand can make and the cards that it can lay on the table's melds, always in the same order.

    Groups of three cards, and of all of a rank; jokers fill up to three. Sequences of every length, in which jokers stand
    where no card is held. Jokers alone are of the rank that is held most. Twins are told once.
    """
    held = Counter(card for card in hand if card < BJ or rule.jokers)
    found: dict[Part, None] = {}
    sets = [*_groups(held), *_sequences(rule, held)]
    for cards in sets:
        _add(found, held, cards)
    for index, meld in enumerate(table):
        if may_lay_on(may_lay, index):
            for code, end in _lay_offs(rule, held, meld):
                _add(found, held, (code,), index + 1, end)
    return list(found)


def _add(found: dict[Part, None], held: Counter[Card], cards: tuple[Placed, ...], on: int = 0, end: str = "") -> None:
    """Add a part, with the hearts that attend; not where there are too few."""
    attendants = attending(held - Counter(map(card_of, cards)), sum(map(is_royal, cards)))
    if attendants is not None:
        found[Part(cards, attendants, on, end)] = None


def attending(left: Counter[Card], number: int) -> tuple[Card, ...] | None:
    """So many hearts to attend, those first that match least of what is left; None where there are too few."""
    if not number:
        return ()
    hearts = sorted((card for card in left.elements() if SUIT[card] == HEARTS), key=lambda card: (_use(left, card), card))
    hearts += [RJ] * left[RJ]
    return tuple(hearts[:number]) if len(hearts) >= number else None


def _use(left: Counter[Card], heart: Card) -> int:
    """How many cards that are left could share a set with a heart."""
    mates = sum(left[13 * suit + RANK[heart]] for suit in SUITS) - 1
    place = place_of(heart)
    near = [at for at in range(max(0, place - 2), min(TEN_PLACE, place + 2) + 1) if at != place]
    return mates + sum(left[face_at(HEARTS, at)] for at in near)


def _groups(held: Counter[Card]) -> Iterator[tuple[Placed, ...]]:
    jokers = [joker for joker in (BJ, RJ) for _ in range(held[joker])]
    for place in range(13):
        rank = rank_at(place)
        faces = [face_at(suit, place) for suit in SUITS if held[face_at(suit, place)]]
        cards = [face for face in faces for _ in range(held[face])]
        wild = jokers if place < JACK_PLACE else [BJ] * held[BJ]
        for number in range(1, 4):
            for few in combinations_with_replacement(faces, number):
                if all(few.count(face) <= held[face] for face in few):
                    for filling in sorted(set(combinations_with_replacement(wild, 3 - number))):
                        if all(filling.count(joker) <= held[joker] for joker in filling):
                            yield (*few, *(ranked(joker, rank) for joker in filling))
        if len(cards) > 3:
            yield tuple(cards)
    if len(jokers) >= 3:
        index = [place for place in map(place_of, (card for card in held.elements() if card < BJ)) if place < JACK_PLACE]
        most = max(range(JACK_PLACE), key=lambda place: (index.count(place), -place))
        yield tuple(ranked(joker, rank_at(most)) for joker in jokers)


def _sequences(rule: Attending, held: Counter[Card]) -> Iterator[tuple[Placed, ...]]:
    for suit, start in product(SUITS, range(13)):
        joker = RJ if suit == HEARTS else BJ
        around = rule.around and suit != HEARTS
        last = TEN_PLACE if suit == HEARTS else KING_PLACE
        cards: list[Placed] = []
        left = dict(held)
        # Around the corner a sequence ends where it would come by its first card a second time.
        for place in range(start, start + 13 if around else last + 1):
            face = face_at(suit, place)
            natural = left.get(face, 0) > 0
            if not natural and not left.get(joker):
                break
            left[face if natural else joker] -= 1
            cards.append(face if natural else named(joker, face))
            if len(cards) > 3 and cards[0] > 63:
                break
            if len(cards) >= 3 and (natural or len(cards) == 3) and min(cards) < BJ:
                yield tuple(cards)


def _lay_offs(rule: Attending, held: Counter[Card], meld: Meld) -> Iterator[tuple[Placed, str]]:
    """The cards of a hand that fit on a meld, and the end where that must be said."""
    if meld.kind == "group":
        rank = rank_of(meld.cards[0])
        royal = is_royal(ranked(BJ, rank))
        yield from ((face, "") for face in (13 * suit + rank for suit in SUITS) if held[face])
        yield from ((ranked(joker, rank), "") for joker in (BJ, RJ) if held[joker] and not (royal and joker == RJ))
        return
    suit, low, high = ends(rule, meld)
    joker = RJ if suit == HEARTS else BJ
    for place, end in ((low, "low"), (high, "high")):
        if place is not None:
            face = face_at(suit, place)
            doubt = fits_elsewhere(rule, meld, (face,), end)
            yield from ((code, end if doubt else "") for card, code in ((face, face), (joker, named(joker, face))) if held[card])
