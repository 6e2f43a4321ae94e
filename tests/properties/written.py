"""Records written by hand, small enough to be worked out on paper."""

from __future__ import annotations

from typing import Any

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
Deal = dict[str, Any]


def dealt(hands: list[str], rest: str = "", dealer: int = 0) -> str:
    """The deck that deals these hands, one a seat from seat 0, singly from the eldest hand; then ``rest``, then all others."""
    rows = [hand.split() for hand in hands]
    order = [rows[(dealer + 1 + k) % len(rows)] for k in range(len(rows))]
    top = [row[n] for n in range(len(rows[0])) for row in order] + rest.split()
    return " ".join([*top, *(card for card in PACK if card not in top)])


def match(game: str, seats: int, *deals: Deal, options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A record of these deals; the first is dealt by seat 0."""
    names = ["North", "East", "South", "West", "Ada", "Bo"][:seats]
    head: dict[str, Any] = {"rumpus": 1, "game": game, "options": options or {}, "house_rules": [], "seats": names, "dealer": 0}
    return {**head, "deals": list(deals), **more}


# --- hearts: every seat holds one suit, and who holds the clubs takes everything --------------------------------------

SUIT_OF_SEAT = "SCDH"
"""Seat 0 holds the spades, seat 1, which leads, the clubs."""


def suits(stop: int = 52, moon: str = "", dealer: int = 0) -> Deal:
    """A deal of Hearts for four in which the seat to the dealer's left shoots the moon; nothing is given."""
    order = [(dealer + 1 + k) % 4 for k in range(4)]
    hands = [" ".join(rank + SUIT_OF_SEAT[(seat - dealer) % 4] for rank in RANKS) for seat in range(4)]
    plays = [[seat, f"play {rank}{SUIT_OF_SEAT[(seat - dealer) % 4]}"] for rank in RANKS for seat in order]
    said = [[order[0], f"moon {moon}"]] if moon else []
    return {"deck": dealt(hands, dealer=dealer), "actions": [*plays[:stop], *said]}


def hearts(*deals: Deal, **options: Any) -> dict[str, Any]:
    """A match of Hearts for four without giving."""
    return match("hearts", 4, *deals, options={"give": "none", **options})


# --- gin rummy: seat 1 is dealt ten clubs in a row and finds the eleventh ---------------------------------------------

GIN_HANDS = ["2D 4D 6D 8D TD QD 2H 4H 6H 8H", "2C 3C 4C 5C 6C 7C 8C 9C TC JC"]
GIN_ACTIONS: list[list[Any]] = [[1, "draw discard"], [1, "knock 2C"]]
"""Gin: seat 0 counts 2 4 6 8 10 10 and 2 4 6 8, which is 60; with the bonus seat 1 scores 85."""


def gin_deal(*actions: list[Any]) -> Deal:
    """A deal of Gin Rummy, dealt by seat 0, with the queen of clubs as upcard."""
    return {"deck": dealt(GIN_HANDS, "QC"), "actions": list(actions)}


def gin(*deals: Deal, **options: Any) -> dict[str, Any]:
    """A match of Gin Rummy."""
    return match("gin-rummy", 2, *deals, options=options)


# --- basic rummy ------------------------------------------------------------------------------------------------------

RUMMY_HANDS = ["7C 9D JD KD 2H 4H 9S QS KS AS", "7S 7H 7D 6C 4C 5C 8D TD QD 3S"]
RUMMY_ACTIONS: list[list[Any]] = [
    [1, "draw stock"],
    [1, "meld 7S 7H 7D, 6C 4C 5C"],
    [1, "discard 3S"],
    [0, "draw discard"],
    [0, "meld 7C on 1"],
    [0, "discard KS"],
    [1, "draw discard"],
]
"""Seat 1 draws the nine of clubs and melds a group and a sequence; seat 0 takes its discard and lays the fourth seven off."""


def rummy_deal(*actions: list[Any]) -> Deal:
    """A deal of Basic Rummy for two, dealt by seat 0: the upcard is the three of hearts, then come 9C, TC and QC."""
    return {"deck": dealt(RUMMY_HANDS, "3H 9C TC QC"), "actions": list(actions)}


def rummy(*deals: Deal, **options: Any) -> dict[str, Any]:
    """A match of Basic Rummy for two."""
    return match("basic-rummy", 2, *deals, options=options)
