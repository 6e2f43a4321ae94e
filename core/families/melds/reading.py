"""Reading the sets that players write: which meld is it, what do its wild cards stand for, and does a card fit on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import NamedTuple

from rumpus.core.cards import ACE, RANK, TWO, Card, Placed, card_of, named, rank_of, sign, signs, stands_for, suit_of
from rumpus.core.families.melds.pieces import may_share_group, next_faces
from rumpus.core.families.melds.rule import End, Meld, MeldRule, NoMeld, beyond, face_of

Faces = tuple[Card | None, ...]
"""What the written cards count as (64 + a rank where only a rank is said), None for a wild card without a name."""


class Extension(NamedTuple):
    """What is laid off on a meld: before its low end (low end first) and behind its high end; on a group behind it."""

    low: tuple[Placed, ...]
    high: tuple[Placed, ...]


def read_set(rule: MeldRule, codes: Sequence[Placed]) -> Meld:
    """The meld that a player means by these cards, written in any order.

    Wild cards without a name stand where they are written (``4C 5C BJ``) or where one is missing (``4C 6C BJ``); a
    sequence all around the corner begins with the card written first. Raises ``NoMeld`` where the cards are no meld, or
    where a wild card could stand for one card or for another.
    """
    _check(rule, codes)
    if len(codes) < rule.shortest:
        raise NoMeld(f"A meld needs at least {rule.shortest} cards; this is {signs(codes)}.")
    if all(rule.is_wild(card_of(code)) for code in codes) and not _deuces_alone(rule, codes):
        raise NoMeld(f"A meld needs at least one card that is not wild; {signs(codes)} has none.")
    for choice in _as_themselves(rule, codes):
        readings = [(*_groups(rule, codes, faces), *_sequences(rule, codes, faces)) for faces in choice]
        melds = dict.fromkeys(meld for reading in readings for meld in reading)
        if len(melds) == 1:
            return next(iter(melds))
        if melds:
            raise _doubt(codes, (code for meld in melds for code in meld.cards))
    raise NoMeld(_why_none(rule, codes))


def lay_on(rule: MeldRule, meld: Meld, codes: Sequence[Placed], end: End | None = None) -> Extension:
    """How these cards, written in any order, are laid off on a meld: all at the end that is said, or where they fit.

    Raises ``NoMeld`` where they do not fit, or where they fit at more than one end and none is said.
    """
    _check(rule, codes)
    if meld.kind == "group" and end:
        raise NoMeld(f"A group has no {end} end; lay the card off on it without saying one.")
    lay = _on_group if meld.kind == "group" else _on_sequence
    for choice in _as_themselves(rule, codes):
        ways = dict.fromkeys(way for faces in choice for way in lay(rule, meld, codes, faces, end))
        if len(ways) == 1:
            return next(iter(ways))
        if ways:
            if meld.kind == "sequence" and len({len(way.low) for way in ways}) > 1 and not end:
                raise NoMeld(f"{signs(codes)} fits at more than one end of {signs(meld.cards)}; add low or high.")
            raise _doubt(codes, (code for way in ways for code in (*way.low, *way.high)))
    at = f" at the {end} end of " if end else " on "
    raise NoMeld(f"{signs(codes)} does not fit{at}{signs(meld.cards)}; {_what_fits(rule, meld, end)}.")


def fitting(rule: MeldRule, meld: Meld, cards: Iterable[Card]) -> list[tuple[Placed, End | None]]:
    """Which of these cards fit on a meld directly, and at which end of a sequence; wild cards with what they stand for."""
    found: list[tuple[Placed, End | None]] = []
    ends: tuple[End | None, ...] = ("low", "high") if meld.kind == "sequence" else (None,)
    lay = _on_sequence if meld.kind == "sequence" else _on_group
    for card in sorted(set(cards)):
        for end in ends:
            for choice in _as_themselves(rule, (card,)):
                way = next((way for faces in choice for way in lay(rule, meld, (card,), faces, end)), None)
                if way:
                    found.append(((*way.low, *way.high)[0], end))
                    break
    return found


# --- what a card counts as --------------------------------------------------------------------------------------------


def _check(rule: MeldRule, codes: Sequence[Placed]) -> None:
    """Refuse names that no card may have here."""
    for code in codes:
        stands = stands_for(code)
        if stands is None:
            if code >= 52 and not rule.is_wild(code):
                raise NoMeld(f"{sign(code)} is not in this deck.")
        elif not rule.is_wild(card_of(code)) and stands != code & 63:
            raise NoMeld(f"{sign(card_of(code))} is no wild card here; it stands for itself.")
        elif rule.deuces == "wild" and rank_of(code) == TWO:
            raise NoMeld(f"No card stands for a deuce here; name another card than {sign(code)} does.")


def _deuces_alone(rule: MeldRule, codes: Iterable[Placed]) -> bool:
    """Whether these make a group of deuces, where those may stand for themselves."""
    return rule.deuces == "both" and all(RANK[card_of(code)] == TWO and rank_of(code) == TWO for code in codes)


def _as_themselves(rule: MeldRule, codes: Sequence[Placed]) -> Iterator[list[Faces]]:
    """What the cards may count as, in the order in which a reader tries it: deuces as themselves wherever they can be."""
    faces = tuple(None if _unnamed(rule, code) else face_of(code) for code in codes)
    deuces = [place for place, code in enumerate(codes) if code < 52 and _unnamed(rule, code)] if rule.deuces == "both" else []
    for number in range(len(deuces), -1, -1):
        yield [
            tuple(codes[place] if place in themselves else face for place, face in enumerate(faces))
            for themselves in combinations(deuces, number)
        ]


def _unnamed(rule: MeldRule, code: Placed) -> bool:
    """Whether this is a wild card that was given no name."""
    return stands_for(code) is None and rule.is_wild(code)


def _as(code: Placed, face: Card) -> Placed:
    """A card that counts as this face, named only where it is another one."""
    card = card_of(code)
    return card if card == face else named(card, face)


# --- groups -----------------------------------------------------------------------------------------------------------


def _groups(rule: MeldRule, codes: Sequence[Placed], faces: Faces) -> Iterator[Meld]:
    """The group that these cards make; two of them where a suit is in doubt that matters."""
    if _deuces_alone(rule, codes):
        codes = [card_of(code) for code in codes]
        faces = tuple(codes)
    for placed in _of_one_rank(rule, (), codes, faces):
        yield Meld("group", placed)


def _on_group(rule: MeldRule, meld: Meld, codes: Sequence[Placed], faces: Faces, end: End | None) -> Iterator[Extension]:
    for placed in _of_one_rank(rule, meld.cards, codes, faces):
        yield Extension((), placed)


def _of_one_rank(rule: MeldRule, lying: Sequence[Placed], codes: Sequence[Placed], faces: Faces) -> Iterator[tuple[Placed, ...]]:
    """The cards as they lie in a group with those that lie there; two answers where a suit is in doubt that matters."""
    ranks = {rank_of(code) for code in lying}
    ranks |= {face - 64 if face >= 64 else face % 13 for face in faces if face is not None}
    if len(ranks) != 1 or len(lying) + len(codes) > rule.most_of_a_rank:
        return
    rank = ranks.pop()
    said = [face for face in faces if face is not None and face < 64]
    there = [*map(face_of, lying), *said]
    suits = sorted(range(rank, 52, 13), key=there.count)
    choices: Iterable[tuple[Card, ...]] = product(suits, repeat=len(faces) - len(said))
    if not rule.suits_bind:
        choices = [_free_suits(rank, there, len(faces) - len(said))]
    fitting_choices = (choice for choice in choices if _may_lie(rule, lying, codes, said, choice))
    for choice in islice(fitting_choices, 2):
        unsaid = iter(choice)
        yield tuple(
            _as(code, next(unsaid) if face is None or face >= 64 else face) for code, face in zip(codes, faces, strict=True)
        )


def _free_suits(rank: int, there: list[Card], number: int) -> tuple[Card, ...]:
    """So many cards of a rank, of suits that are not there yet while there are such."""
    chosen: list[Card] = []
    for _ in range(number):
        chosen.append(min(range(rank, 52, 13), key=[*there, *chosen].count))
    return tuple(chosen)


def _may_lie(
    rule: MeldRule, lying: Sequence[Placed], codes: Sequence[Placed], said: Sequence[Card], chosen: Sequence[Card]
) -> bool:
    """Whether no card is twice in a group that holds each once; names count where they bind."""
    if rule.suits_bind:
        return may_share_group(rule, [*map(face_of, lying), *said, *chosen])
    return may_share_group(rule, [card_of(code) for code in (*lying, *codes)])


# --- sequences --------------------------------------------------------------------------------------------------------


def _sequences(rule: MeldRule, codes: Sequence[Placed], faces: Faces) -> Iterator[Meld]:
    """The sequences that these cards make: the one that is written, or else every one that they could be."""
    known = _of_one_suit(faces)
    if known is None or _deuces_alone(rule, codes):
        return
    suit, known_faces = known
    around = rule.ace == "round" and len(codes) == len(rule.track)
    stretches = [tuple(suit * 13 + rank for rank in ranks) for _, ranks in rule.runs(len(codes))]
    if around and known_faces[0] is not None:
        stretches = [stretch for stretch in stretches if stretch[0] == known_faces[0]]
    for order in (1,) if around else (1, -1):
        for stretch in stretches:
            if _matches(known_faces[::order], stretch):
                yield Meld("sequence", tuple(map(_as, codes[::order], stretch)))
                return
    for stretch in stretches:
        if placed := _sorted_into(codes, known_faces, stretch):
            yield Meld("sequence", placed)


def _on_sequence(rule: MeldRule, meld: Meld, codes: Sequence[Placed], faces: Faces, end: End | None) -> Iterator[Extension]:
    """Every way to lay these cards off at the ends of a sequence."""
    known = _of_one_suit((*faces, face_of(meld.cards[0])))
    if known is None:
        return
    known_faces = known[1][:-1]
    low, high = beyond(rule, meld)
    for lower in range(len(codes) + 1):
        higher = len(codes) - lower
        fits = lower <= len(low) and higher <= len(high) and lower + higher <= rule.most - len(meld.cards)
        if not fits or (end == "low" and higher) or (end == "high" and lower):
            continue
        stretch = (*low[:lower][::-1], *high[:higher])
        for order in (1, -1):
            if _matches(known_faces[::order], stretch):
                placed: tuple[Placed, ...] = tuple(map(_as, codes[::order], stretch))
                break
        else:
            placed = _sorted_into(codes, known_faces, stretch)
        if placed:
            yield Extension(placed[:lower], placed[lower:])


def _of_one_suit(faces: Faces) -> tuple[int, Faces] | None:
    """The suit of these faces, and the faces with those of which only a rank was said; None where suits differ."""
    suits = {face // 13 for face in faces if face is not None and face < 52}
    if len(suits) != 1:
        return None
    suit = suits.pop()
    return suit, tuple(suit * 13 + face - 64 if face is not None and face >= 64 else face for face in faces)


def _matches(faces: Faces, stretch: Sequence[Card]) -> bool:
    """Whether the cards, as written, are this stretch."""
    return all(face is None or face == there for face, there in zip(faces, stretch, strict=True))


def _sorted_into(codes: Sequence[Placed], faces: Faces, stretch: Sequence[Card]) -> tuple[Placed, ...]:
    """The cards in the order of the stretch, those without a name where one is missing; empty where they do not fit."""
    waiting = list(zip(faces, codes, strict=True))
    placed: list[Placed | None] = []
    for there in stretch:
        mine = next((one for one in waiting if one[0] == there), None)
        if mine:
            waiting.remove(mine)
        placed.append(_as(mine[1], there) if mine else None)
    if any(face is not None for face, _ in waiting):
        return ()
    unnamed = iter(waiting)
    return tuple(_as(next(unnamed)[1], there) if code is None else code for code, there in zip(placed, stretch, strict=True))


# --- what is missing --------------------------------------------------------------------------------------------------


def _doubt(codes: Sequence[Placed], placed: Iterable[Placed]) -> NoMeld:
    example = next((code for code in placed if code >= 64), codes[0])
    wild = sign(card_of(example))
    return NoMeld(f"{signs(codes)} can be read in more than one way; say what {wild} stands for, as {sign(example)}.")


def _why_none(rule: MeldRule, codes: Sequence[Placed]) -> str:
    """What keeps these cards from being a meld."""
    told = [code for code in codes if not _unnamed(rule, code)]
    faces = [face_of(code) for code in told]
    twice = next((code for code in told if faces.count(face_of(code)) > 1), None)
    if len({rank_of(code) for code in told}) == 1:
        if len(codes) > rule.most_of_a_rank:
            return f"A group holds at most {rule.most_of_a_rank} cards; {signs(codes)} are {len(codes)}."
        return f"A group holds each card once; {sign(twice) if twice is not None else signs(codes)} is there twice."
    if len({suit_of(code) for code in told}) == 1:
        return _why_no_sequence(rule, codes, told, twice)
    return f"A meld is cards of one rank, or cards of one suit in order; {signs(codes)} is neither."


def _why_no_sequence(rule: MeldRule, codes: Sequence[Placed], told: Sequence[Placed], twice: Placed | None) -> str:
    if len(codes) > rule.most:
        return f"A sequence has at most {rule.most} cards; {signs(codes)} are {len(codes)}."
    if twice is not None:
        return f"A sequence holds each card once; {sign(twice)} is there twice."
    ranks = {rank_of(code) for code in told}
    inner = [rank for rank in rule.track if rank != ACE]
    if ACE in ranks and inner[-1] in ranks and rule.ace == "low":
        return f"The ace is low here and does not follow the king: {signs(codes)} is no sequence."
    if ACE in ranks and {inner[0], inner[-1]} <= ranks and rule.ace != "round":
        return f"{signs(codes)} is no sequence: it does not run on past the ace."
    holding = (run for length in range(1, rule.most + 1) for _, run in rule.runs(length) if ranks <= set(run))
    missing = [suit_of(told[0]) * 13 + rank for rank in next(holding, ()) if rank not in ranks]
    return f"{signs(codes)} is no sequence{f': {signs(missing)} is missing' if missing else ''}."


def _what_fits(rule: MeldRule, meld: Meld, end: End | None) -> str:
    """Which cards would fit on a meld (at one end of it, if one is said), for a sentence."""
    faces = next_faces(rule, meld)
    if end:
        sides = dict(zip(("low", "high"), beyond(rule, meld), strict=True))
        faces = tuple(face for face in faces if face in sides[end][:1])
    return f"what fits is {signs(faces)}" if faces else "nothing more does"
