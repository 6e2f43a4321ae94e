"""Cards: what they are called, and which packs there are.

A card is a small integer, the same one in every pack: clubs, diamonds, hearts, spades, each from the two up to the
ace, then the black joker and the red one. Twins from two packs are the same card twice.

A card on the table may stand for another one (a joker for the seven of hearts: ``BJ=7H``). Such a *placed* card is one
integer too: the card in its low six bits, what it stands for above them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Card = int
Placed = int

RANKS = "23456789TJQKA"
SUITS = "CDHS"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)

BJ, RJ = 52, 53
FACES = 54
JOKERS = (BJ, RJ)

RANK: tuple[int, ...] = (*(face % 13 for face in range(52)), -1, -1)
"""Rank of a card by its number, 0 for a two up to 12 for an ace; -1 for a joker."""
SUIT: tuple[int, ...] = (*(face // 13 for face in range(52)), -1, -1)
"""Suit of a card by its number: clubs 0, diamonds 1, hearts 2, spades 3; -1 for a joker."""
NAME: tuple[str, ...] = (*(RANKS[face % 13] + SUITS[face // 13] for face in range(52)), "BJ", "RJ")
"""Two letters by card number: ``QS``, ``TD``, ``BJ``."""

_CARDS = {name: face for face, name in enumerate(NAME)}
_SIGNS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"})
_RANK_STANDS = 64


def card(name: str) -> Card:
    """The card of a two-letter name; for constants in game files."""
    return _CARDS[name]


QS, KS, AS, JD, TD = (card(name) for name in ("QS", "KS", "AS", "JD", "TD"))


def suit(which: int) -> tuple[Card, ...]:
    """All thirteen cards of one suit, the two first."""
    return tuple(range(13 * which, 13 * which + 13))


def read_card(text: str) -> Card | None:
    """The card that a player wrote (``QS``, ``qs``, ``10d``, ``Q♠``), or None where it is no card."""
    name = text.strip().translate(_SIGNS).upper()
    if name.startswith("10"):
        name = "T" + name[2:]
    return _CARDS.get(name)


def prices(costs: Mapping[Card, int]) -> tuple[int, ...]:
    """What each card counts, as a tuple by card number; a card that is not named counts nothing."""
    return tuple(costs.get(face, 0) for face in range(FACES))


def pack(packs: int = 1, *, without: Iterable[Card] = (), black_jokers: int = 0, red_jokers: int = 0) -> tuple[Card, ...]:
    """A deck in declared order: pack after pack, then the jokers; each card of ``without`` left out once.

    Declared order within a pack is clubs, diamonds, hearts, spades, each from the two up to the ace.
    """
    deck = list(range(52)) * packs
    for face in without:
        deck.remove(face)
    return (*deck, *(BJ,) * black_jokers, *(RJ,) * red_jokers)


def names(cards: Iterable[Card]) -> str:
    """Cards as a player writes them, with spaces between."""
    return " ".join(NAME[face] for face in cards)


_SUIT_SIGN = "♣♦♥♠"
_SIGN: tuple[str, ...] = (*(RANKS[face % 13] + _SUIT_SIGN[face // 13] for face in range(52)), *NAME[52:])


def sign(code: Placed) -> str:
    """A card as a sentence shows it: ``Q♠``; a joker with what it stands for: ``BJ=7♥``."""
    shown = _SIGN[code & 63]
    stands = stands_for(code)
    if stands is None:
        return shown
    return f"{shown}={RANKS[stands - _RANK_STANDS] if stands >= _RANK_STANDS else _SIGN[stands]}"


def signs(codes: Iterable[Placed]) -> str:
    """Cards as a sentence shows them, with spaces between."""
    return " ".join([_SIGN[code] if 0 <= code < FACES else sign(code) for code in codes])


# --- placed cards -----------------------------------------------------------------------------------------------------


def named(wild: Card, face: Card) -> Placed:
    """A wild card standing for one face: ``BJ=7H``."""
    return wild + 64 * (1 + face)


def ranked(wild: Card, rank: int) -> Placed:
    """A wild card standing for a rank, whatever the suit: ``BJ=9``."""
    return wild + 64 * (1 + _RANK_STANDS + rank)


def card_of(code: Placed) -> Card:
    """The card itself, whatever it stands for."""
    return code & 63


def stands_for(code: Placed) -> int | None:
    """What a placed card stands for: a face (0 to 51), 64 + a rank, or None where it is itself."""
    return (code >> 6) - 1 if code > 63 else None


def rank_of(code: Placed) -> int:
    """The rank that a placed card counts as; -1 for a joker that was given no name."""
    stands = stands_for(code)
    if stands is None:
        return RANK[code]
    return stands - _RANK_STANDS if stands >= _RANK_STANDS else RANK[stands]


def suit_of(code: Placed) -> int:
    """The suit that a placed card counts as; -1 where it has none."""
    stands = stands_for(code)
    if stands is None:
        return SUIT[code]
    return -1 if stands >= _RANK_STANDS else SUIT[stands]


def code_name(code: Placed) -> str:
    """A placed card in notation: ``7H``, ``BJ=7H``, ``BJ=9``."""
    stands = stands_for(code)
    if stands is None:
        return NAME[code]
    return f"{NAME[code & 63]}={RANKS[stands - _RANK_STANDS] if stands >= _RANK_STANDS else NAME[stands]}"


def read_code(text: str) -> Placed | None:
    """The placed card that a player wrote, or None where it is none."""
    wild, equals, stands = text.partition("=")
    face = read_card(wild)
    if face is None or not equals:
        return face
    standing = read_card(stands)
    if standing is not None and standing < 52:
        return named(face, standing)
    rank = "T" if stands.strip() == "10" else stands.strip().upper()
    return ranked(face, RANKS.index(rank)) if len(rank) == 1 and rank in RANKS else None
