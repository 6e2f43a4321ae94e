"""Melds with attendants: royalty comes with a heart each, and jokers of two colours stand in for what their colour lacks.

One rule (`AttendedRule`) says what a table calls a meld. `read_set` and `lay_on` read what a player wrote. What lies in
a meld is placed cards in order (a sequence's from the low end, a group's as they were laid) and beside each of them
the attendant that came with it, or None.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rumpus.core.cards import (
    ACE,
    BJ,
    HEARTS,
    JACK,
    JOKERS,
    KING,
    QUEEN,
    RANK,
    RJ,
    SUIT,
    TEN,
    Card,
    Placed,
    card_of,
    named,
    rank_of,
    ranked,
    sign,
    signs,
    stands_for,
    suit_of,
)
from rumpus.core.families.melds.rule import End, Kind, NoMeld

ROYAL = (JACK, QUEEN, KING)
BLACK = (0, 3)
ROUND = 13
SHORTEST = 3
Beside = tuple[Card | None, ...]
Order = tuple[int, ...]
"""Which of the written cards lies where, by the places at which they were written."""
Names = tuple[Placed, ...]
"""The written cards, in the order in which they were written, each joker with what it stands for."""


@dataclass(frozen=True)
class AttendedRule:
    """What a table calls a meld where royalty is attended.

    With ``jokers`` a black joker stands for a spade or a club and a red one for a heart or an attendant; with ``around``
    black sequences go around the corner, as often as there are cards for it.
    """

    jokers: bool = True
    around: bool = True

    def length(self, suit: int) -> int:
        """How many ranks a suit has; hearts stop at the ten."""
        return place_of(TEN) + 1 if suit == HEARTS else ROUND

    def goes_around(self, suit: int) -> bool:
        """Whether the sequences of a suit go around the corner."""
        return self.around and suit != HEARTS


class AttendedMeld(NamedTuple):
    """A set: its kind, its placed cards in order, the attendant of each (None where it has none), and when each was laid."""

    kind: Kind
    cards: tuple[Placed, ...]
    beside: Beside
    since: tuple[int, ...] = ()


class Laid(NamedTuple):
    """Cards that are laid off, in order, with the attendant of each."""

    cards: tuple[Placed, ...]
    beside: Beside


def place_of(rank: int) -> int:
    """Where a rank stands in a sequence: the ace 0, the king 12."""
    return (rank + 1) % ROUND


def face_at(suit: int, place: int) -> Card:
    """The card at a place of a suit's sequence; places go on around the corner."""
    return suit * 13 + (place + ACE) % 13


def is_royal(code: Placed) -> bool:
    """Whether a card counts as a jack, queen or king."""
    return rank_of(code) in ROYAL


def is_heart(face: Card) -> bool:
    """Whether a card may be an attendant."""
    return face == RJ or SUIT[face] == HEARTS


def joker_fits(joker: Card, suit: int) -> bool:
    """Whether a joker has the colour of a suit."""
    return joker == RJ if suit == HEARTS else joker == BJ


def read_set(rule: AttendedRule, codes: Sequence[Placed], attendants: Sequence[Card] = ()) -> AttendedMeld:
    """The meld that a player means by these cards, written in any order; raises ``NoMeld``.

    Jokers without a name stand where they are written, or where a card is missing; the attendants belong to the royals in
    the order in which those are written.
    """
    written = _checked(rule, codes)
    if len(written) < SHORTEST:
        raise NoMeld(f"A meld needs at least {SHORTEST} cards, attendants aside; this is {signs(written)}.")
    if all(card_of(code) in JOKERS for code in written) and all(rank_of(code) < 0 for code in written):
        raise NoMeld("Jokers alone are a group of a rank that you say: write them as BJ=4.")
    readings = [*_groups(written), *_sequences(rule, written)]
    if not readings:
        raise NoMeld(_why_none(rule, written))
    if len(readings) > 1:
        raise _doubt(written, readings[-1][2])
    kind, order, names = readings[0]
    laid = _attended(names, order, attendants)
    return AttendedMeld(kind, laid.cards, laid.beside)


def lay_on(
    rule: AttendedRule,
    kind: Kind,
    lying: Sequence[Placed],
    codes: Sequence[Placed],
    attendants: Sequence[Card] = (),
    end: End | None = None,
) -> tuple[Laid, Laid]:
    """How cards are laid off on a meld: what comes before its low end, and what behind its high end (a group's cards).

    Raises ``NoMeld`` where they do not fit, or where they fit at both ends and none is said.
    """
    written = _checked(rule, codes)
    if kind == "group":
        if end:
            raise NoMeld(f"A group has no {end} end; lay the card off on it without saying one.")
        names = _of_rank(written, rank_of(lying[0]))
        if names is None:
            raise NoMeld(f"{signs(written)} does not fit on the group {signs(lying)}.")
        return Laid((), ()), _attended(names, tuple(range(len(names))), attendants)
    low, order, names = _on_sequence(rule, lying, written, end)
    laid = _attended(names, order, attendants)
    return Laid(laid.cards[:low], laid.beside[:low]), Laid(laid.cards[low:], laid.beside[low:])


# --- what a card may be called ----------------------------------------------------------------------------------------


def _checked(rule: AttendedRule, codes: Sequence[Placed]) -> Names:
    """The cards as written; refuses names that no card may have here."""
    for code in codes:
        card, stands = card_of(code), stands_for(code)
        if card not in JOKERS and stands not in (None, card):
            raise NoMeld(f"{sign(card)} is no wild card here; it stands for itself.")
        if card in JOKERS and not rule.jokers:
            raise NoMeld(f"{sign(card)} is not in this deck.")
        if card in JOKERS and stands is not None and not _may_be_named(code):
            colour = "black joker stands for clubs and spades" if card == BJ else "red joker stands for hearts from ace to ten"
            raise NoMeld(f"A {colour} only; it cannot be {sign(code)}.")
    return tuple(code if card_of(code) in JOKERS else card_of(code) for code in codes)


def _may_be_named(code: Placed) -> bool:
    joker, suit = card_of(code), suit_of(code)
    if joker == RJ and is_royal(code):
        return False
    return suit < 0 or (suit in (*BLACK, HEARTS) and joker_fits(joker, suit))


def _attended(names: Names, order: Order, attendants: Sequence[Card]) -> Laid:
    """The cards in their order with their attendants; raises ``NoMeld`` where those are not one for each royal."""
    royals = [at for at, code in enumerate(names) if is_royal(code)]
    wrong = [face for face in attendants if not is_heart(face)]
    if wrong:
        raise NoMeld(f"An attendant is a heart or the red joker; {signs(wrong)} is neither.")
    missing = len(royals) - len(attendants)
    if missing > 0:
        each = "need an attendant each" if len(royals) > 1 else "needs an attendant"
        more = f"{missing} heart{'s' if missing > 1 else ''}{' more' if attendants else ''}"
        raise NoMeld(f"{signs(names[at] for at in royals)} {each}: name {more} of your hand after 'with'.")
    if missing < 0:
        raise NoMeld(f"Each jack, queen and king has one attendant: here {-missing} of {signs(attendants)} too many.")
    beside = dict(zip(royals, attendants, strict=True))
    return Laid(tuple(names[at] for at in order), tuple(beside.get(at) for at in order))


# --- groups -----------------------------------------------------------------------------------------------------------


def _groups(written: Names) -> Iterator[tuple[Kind, Order, Names]]:
    ranks = {rank_of(code) for code in written} - {-1}
    if len(ranks) != 1:
        return
    rank = ranks.pop()
    names = _of_rank(written, rank)
    has_natural = any(code < 52 for code in written)
    if names is not None and (has_natural or rank not in ROYAL):
        yield "group", tuple(range(len(names))), names


def _of_rank(written: Names, rank: int) -> Names | None:
    """The cards as they lie in a group of a rank, or None where one cannot."""
    if any(rank_of(code) not in (rank, -1) or (card_of(code) == RJ and rank in ROYAL) for code in written):
        return None
    return tuple(code if code < 52 else ranked(card_of(code), rank) for code in written)


# --- sequences --------------------------------------------------------------------------------------------------------


def _sequences(rule: AttendedRule, written: Names) -> Iterator[tuple[Kind, Order, Names]]:
    """The sequence that is written, or else every one that the cards could be."""
    suits = {suit_of(code) for code in written} - {-1}
    if len(suits) != 1 or not any(code < 52 for code in written):
        return
    suit = suits.pop()
    known = _places(suit, written)
    if known is None:
        return
    size, length = len(written), rule.length(suit)
    around = rule.goes_around(suit)
    if size > length and not around:
        return
    starts = range(ROUND) if around else range(length - size + 1)
    whole = around and size % ROUND == 0
    for step in (1,) if whole else (1, -1):
        order = tuple(range(size))[::step]
        at = next(at for at, index in enumerate(order) if known[index] >= 0)
        start = (known[order[at]] - at) % ROUND
        if start in starts and _is_run(known, order, start):
            yield "sequence", order, _named(written, order, suit, start)
            return
    if whole:
        starts = range(known[0], known[0] + 1) if known[0] >= 0 else range(0)
    for start in starts:
        order = _filled(known, [(start + k) % ROUND for k in range(size)])
        if order and known[order[0]] >= 0 and known[order[-1]] >= 0:  # at an end a joker stands where it is written
            yield "sequence", order, _named(written, order, suit, start)


def _places(suit: int, written: Names) -> Order | None:
    """Where the cards stand in the sequence of a suit, -1 for a joker without a name; None where one cannot be there."""
    if any(card_of(code) in JOKERS and not joker_fits(card_of(code), suit) for code in written):
        return None
    return tuple(place_of(rank_of(code)) if rank_of(code) >= 0 else -1 for code in written)


def _is_run(known: Order, order: Order, start: int) -> bool:
    """Whether the cards in this order run on from a place."""
    return all(known[index] in (-1, (start + at) % ROUND) for at, index in enumerate(order))


def _filled(known: Order, stretch: Sequence[int]) -> Order:
    """The cards so that they make the stretch, jokers without a name where one is missing; empty where they do not."""
    waiting = list(range(len(known)))
    placed: list[int] = []
    for place in stretch:
        mine = next((index for index in waiting if known[index] == place), -1)
        placed.append(mine)
        if mine >= 0:
            waiting.remove(mine)
    if any(known[index] >= 0 for index in waiting):
        return ()
    unnamed = iter(waiting)
    return tuple(index if index >= 0 else next(unnamed) for index in placed)


def _named(written: Names, order: Order, suit: int, start: int) -> Names:
    """The written cards with the jokers named by their places in a run that starts here."""
    return _named_at(written, order, suit, [start + at for at in range(len(order))])


def _named_at(written: Names, order: Order, suit: int, places: Sequence[int]) -> Names:
    names = list(written)
    for index, place in zip(order, places, strict=True):
        if card_of(written[index]) in JOKERS:
            names[index] = named(card_of(written[index]), face_at(suit, place))
    return tuple(names)


def _on_sequence(rule: AttendedRule, lying: Sequence[Placed], written: Names, end: End | None) -> tuple[int, Order, Names]:
    """How many of the cards come before the low end of a sequence, in which order all of them lie, and their names."""
    suit, size = suit_of(lying[0]), len(written)
    fits = all(suit_of(code) in (suit, -1) for code in written)
    known = _places(suit, written) if fits else None
    start = place_of(rank_of(lying[0]))
    last = start + len(lying)
    straight: list[tuple[int, Order, Names]] = []
    found: list[tuple[int, Order, Names]] = []
    for low in range(size + 1) if known is not None else ():
        high = size - low
        if (end == "low" and high) or (end == "high" and low):
            continue
        if not rule.goes_around(suit) and (start - low < 0 or last + high > rule.length(suit)):
            continue
        places = [*range(start - low, start), *range(last, last + high)]
        stretch = [place % ROUND for place in places]
        assert known is not None
        order = _laid_in(known, stretch)
        if order:
            found.append((low, order, _named_at(written, order, suit, places)))
            if order == tuple(range(size)) and size > 1 and not (low and high):
                straight.append(found[-1])
    if len(found) == 1 or len(straight) == 1:
        return found[0] if len(found) == 1 else straight[0]
    if found:
        raise NoMeld(f"{signs(written)} fits at more than one end of {signs(lying)}; add low or high.")
    at = f"at the {end} end of" if end else "on"
    raise NoMeld(f"{signs(written)} does not fit {at} {signs(lying)}; {_what_fits(rule, suit, start, last)}.")


def _laid_in(known: Order, stretch: Sequence[int]) -> Order:
    """The cards so that they make the stretch: as they are written if that will do; empty where they do not."""
    forward = tuple(range(len(known)))
    for order in (forward, forward[::-1]):
        if all(known[index] in (-1, place) for index, place in zip(order, stretch, strict=True)):
            return order
    return _filled(known, stretch)


def next_places(rule: AttendedRule, suit: int, start: int, last: int) -> tuple[int, ...]:
    """The places just before and just behind a sequence, as far as there are cards for them."""
    if rule.goes_around(suit):
        return (start - 1) % ROUND, last % ROUND
    return tuple(place for place in (start - 1, last) if 0 <= place < rule.length(suit))


# --- what is missing --------------------------------------------------------------------------------------------------


def _what_fits(rule: AttendedRule, suit: int, start: int, last: int) -> str:
    faces = [face_at(suit, place) for place in next_places(rule, suit, start, last)]
    return f"next to it comes {' or '.join(map(sign, faces))}" if faces else "nothing more does"


def _doubt(written: Names, names: Names) -> NoMeld:
    example = next((code for code in names if code >= 64), names[0])
    return NoMeld(
        f"{signs(written)} can be read in more than one way; say what {sign(card_of(example))} stands for, as {sign(example)}."
    )


def _why_none(rule: AttendedRule, written: Names) -> str:
    """What keeps these cards from being a meld."""
    ranks = {rank_of(code) for code in written} - {-1}
    suits = {suit_of(code) for code in written} - {-1}
    if not any(code < 52 for code in written):
        return f"Jokers alone are a group of one rank from ace to ten; {signs(written)} is none."
    if len(ranks) == 1 and ranks & set(ROYAL):
        return f"A red joker is never a jack, queen or king: {signs(written)} is no group."
    if len(suits) != 1:
        return f"A meld is cards of one rank, or cards of one suit in order; {signs(written)} is neither."
    suit = suits.pop()
    wrong = [card_of(code) for code in written if card_of(code) in JOKERS and not joker_fits(card_of(code), suit)]
    if wrong:
        return f"{sign(wrong[0])} has the other colour: it stands for no card of that suit in a sequence."
    if suit == HEARTS:
        return f"{signs(written)} is no sequence: hearts run from the ace to the ten, and no further."
    if {ACE, KING} <= ranks and not rule.around:
        return f"The ace is low here and does not follow the king (option rules): {signs(written)} is no sequence."
    return f"{signs(written)} is no sequence: its cards do not follow each other."


def natural_for(kind: Kind, code: Placed, face: Card) -> bool:
    """Whether a card may take the place of a joker that lies in a meld as this."""
    if kind == "sequence":
        return face == stands_for(code)
    if face in JOKERS:
        return face != card_of(code) and not is_royal(code)
    return RANK[face] == rank_of(code)
