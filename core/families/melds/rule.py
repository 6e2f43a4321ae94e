"""What makes a meld: the rule of a table, written down as data.

A *group* is cards of one rank, a *sequence* cards of one suit in order. Everything in which the rummies differ about them
is a field of ``MeldRule``; the solver and the reader of ``melds`` ask nothing else about a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from rumpus.core.cards import ACE, FACES, RANK, THREE, TWO, Card, Placed, stands_for

Kind = Literal["group", "sequence"]
End = Literal["low", "high"]

PIPS: tuple[int, ...] = tuple(1 if rank == ACE else min(rank + 2, 10) if rank >= 0 else 0 for rank in RANK)
"""Ace 1, face cards 10, others their pips: the prices of the rummies unless a game says otherwise."""


class NoMeld(ValueError):
    """Cards that make no meld, or do not fit one; the text says what is missing."""


class Meld(NamedTuple):
    """A set: its kind and its placed cards, a sequence's from the low end, a group's in the order written."""

    kind: Kind
    cards: tuple[Placed, ...]


class LaidOff(NamedTuple):
    """A card laid off on a meld: on which one of those given (from 0), the card, and at which end of a sequence."""

    on: int
    card: Placed
    end: End | None


class Arrangement(NamedTuple):
    """A hand sorted into sets, lay-offs and what is left; ``deadwood`` is what the unmatched cards count."""

    deadwood: int
    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    laid_off: tuple[LaidOff, ...] = ()


@dataclass(frozen=True)
class MeldRule:
    """Which cards make a meld at this table, and what a card costs that is in none.

    Wild cards stand for any card, and every meld holds at least one that is not wild. (Where deuces are wild and may
    stand for themselves, deuces alone make a group of deuces too.)
    """

    ace: Literal["low", "either", "both", "round"] = "low"
    """``low``: A-2-3. ``either``: A-2-3 or Q-K-A, one ace a sequence. ``both``: A-2-...-K-A too. ``round``: K-A-2 too."""
    shortest: int = 3
    """The fewest cards of a meld."""
    longest: int = 0
    """The most cards of a sequence; 0: as many as there are ranks (14 with an ace at both ends)."""
    group: int = 4
    """The most cards of a group: 4 with one pack, 8 with two, 0 for no limit."""
    twins: bool = False
    """Whether equal cards of two packs may lie in one group."""
    deuces: Literal["plain", "wild", "both"] = "plain"
    """``wild``: they stand for any other card, never for a deuce, and sequences run A-3. ``both``: for a deuce as well.

    Where they may stand for deuces and there is more than one pack, ``twins`` must be true."""
    jokers: bool = False
    """Whether jokers are in the deck, wild."""
    suits_bind: bool = True
    """Whether a wild card in a group is named with a suit that matters; if not, a suit is chosen where none is said."""
    prices: tuple[int, ...] = PIPS
    """What an unmatched card counts, by card number."""

    def __post_init__(self) -> None:
        if len(self.prices) != FACES or self.shortest < 2 or 0 < self.group < self.shortest or self.longest < 0:
            raise ValueError("A rule of melds needs a price for each of the 54 cards and room for a shortest meld.")

    def __hash__(self) -> int:
        # Asked at every count: a few fields tell rules apart, where all 54 prices would take longer than the count.
        return hash((self.group, self.longest, self.jokers, self.prices[TWO], self.prices[ACE], self.prices[-1]))

    @property
    def track(self) -> tuple[int, ...]:
        """The ranks in the order in which sequences run, from the low end; ``round`` goes on from the last to the first."""
        return _track(self.ace, self.deuces == "wild")

    @property
    def most(self) -> int:
        """The most cards that a sequence can have."""
        natural = len(self.track) - (self.ace == "either")
        return min(self.longest or natural, natural)

    @property
    def most_of_a_rank(self) -> int:
        """The most cards that a group can have; a number that no hand reaches where there is no limit."""
        return self.group or 99

    @property
    def has_wilds(self) -> bool:
        """Whether any card is wild."""
        return self.jokers or self.deuces != "plain"

    def is_wild(self, card: Card) -> bool:
        """Whether this card may stand for others."""
        return self.jokers if card >= 52 else RANK[card] == TWO and self.deuces != "plain"

    def ranks_from(self, start: int) -> tuple[int, ...]:
        """The ranks of a sequence that begins at this place of the track, as far as one can run."""
        track = self.track
        return track[start:] + track[:start] if self.ace == "round" else track[start:]

    def runs(self, length: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Every stretch of so many ranks in order: where on the track it starts, and its ranks."""
        for start in range(len(self.track)):
            ranks = self.ranks_from(start)[:length]
            if len(ranks) == length <= self.most:
                yield start, ranks

    def price(self, cards: Sequence[Card]) -> int:
        """What these cards count when nothing of them is matched."""
        return sum(self.prices[card] for card in cards)


@cache
def _track(ace: str, without_deuces: bool) -> tuple[int, ...]:
    middle = tuple(range(THREE if without_deuces else TWO, ACE))
    return (ACE, *middle, ACE) if ace in ("either", "both") else (ACE, *middle)


def face_of(code: Placed) -> Card:
    """The face that a placed card counts as."""
    stands = stands_for(code)
    return code if stands is None else stands


def beyond(rule: MeldRule, meld: Meld) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The faces that follow a sequence at its low and at its high end, outwards, as far as it may grow."""
    first = face_of(meld.cards[0])
    return beyond_places(rule, first // 13, rule.track.index(first % 13), len(meld.cards))


def beyond_places(rule: MeldRule, suit: int, start: int, size: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """``beyond`` for so many cards of a suit from this place of the track on."""
    room = rule.most - size
    below = rule.track[:start] if rule.ace != "round" else rule.ranks_from(start)
    low, high = below[::-1][:room], rule.ranks_from(start)[size : size + room]
    return tuple(suit * 13 + rank for rank in low), tuple(suit * 13 + rank for rank in high)
