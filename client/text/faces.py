"""How cards, backs and suits are drawn, with a set for terminals that know only ASCII.

Everything is drawn in the rich set; `to_ascii` exchanges it sign for sign, so that nothing moves.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

from rumpus.core.cards import DIAMONDS, HEARTS, RJ, Card, Placed, card_of, sign, suit_of

TOP = "╭───╮"
SIDE = "│"
BOTTOM = "╰───╯"
BACK = "░░░"
TURN = "▶"
CURSOR = "▲"
MARK = "•"
ON = "●"
OFF = "○"

_RICH = "♣♦♥♠╭╮╰╯│─├┤┬┴┼░▶▲•●○·…–’“”←→↑↓▏═║✓✗×"
_POOR = 'CDHS++++|-+++++#>^**o-.-\'""<>^v|=|ynx'
_TO_ASCII = str.maketrans(_RICH, _POOR)
_TEN = re.compile(r"\bT(?=[♣♦♥♠])")

_SUIT_ORDER = (0, 1, 3, 2)
"""Clubs, diamonds, spades, hearts: the colours take turns."""


def to_ascii(text: str) -> str:
    """The same text with ASCII signs for everything that rumpus draws; as long as it was."""
    return text.translate(_TO_ASCII)


def printable(text: str) -> str:
    """The text without anything that a terminal would obey instead of showing."""
    return "".join(char for char in text if char.isprintable())


def wants_ascii(encoding: str | None) -> bool:
    """Whether to keep to ASCII: the terminal's encoding is not Unicode, or RUMPUS_ASCII says so."""
    told = os.environ.get("RUMPUS_ASCII", "")
    if told:
        return told not in ("0", "no", "false")
    return not (encoding or "").lower().replace("-", "").startswith("utf")


def face(code: Placed) -> str:
    """A card as it is drawn: ``Q♠``, ``10♠``, ``BJ``, ``BJ=7♥``."""
    return tens(sign(code))


def tens(text: str) -> str:
    """A sentence with its tens as a card shows them: ``10♠``."""
    return _TEN.sub("10", text)


def is_red(code: Placed) -> bool:
    """Whether a card is printed in red."""
    return card_of(code) == RJ or suit_of(code) in (DIAMONDS, HEARTS)


@lru_cache(maxsize=128)
def by_suit(card: Card) -> tuple[int, int]:
    """Sort a hand by suits, red and black by turns, jokers last."""
    return (4, card) if card >= 52 else (_SUIT_ORDER.index(card // 13), card % 13)


@lru_cache(maxsize=128)
def by_rank(card: Card) -> tuple[int, int]:
    """Sort a hand by ranks, the ace first, jokers last."""
    return (99, card) if card >= 52 else ((card % 13 + 1) % 13, _SUIT_ORDER.index(card // 13))
