"""More helpers for tests of the rummies: several packs, what cards count, and Contract Rummy's deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rummy_hands import PACK, Answer, ask, clockwise, dealt, record

Deal = tuple[str, str]


# --- cards -----------------------------------------------------------------------------------------------------------


def packs(number: int, *jokers: str) -> list[str]:
    """So many packs and these jokers, in declared order."""
    return PACK * number + list(jokers)


def value(cards: Sequence[str], **special: int) -> int:
    """What cards count: faces and tens 10, others their pips; an ace 1, unless `ace` (or `deuce`, `joker`) says otherwise."""
    worth = dict.fromkeys("TJQK", 10) | {rank: int(rank) for rank in "23456789"} | {"A": special.get("ace", 1)}
    worth["2"] = special.get("deuce", 2)
    return sum(special["joker"] if card in ("BJ", "RJ") else worth[card[0]] for card in cards)


# --- Contract Rummy --------------------------------------------------------------------------------------------------

# What each deal's contract is, with the cards that the seat which goes out holds besides, and where they are laid off.
LAID = {
    1: ("AC AD AH, 3C 3D 3H", "AS AC 3S 3C", "AS AC on 1, 3S 3C on 2"),
    2: ("AC AD AH, 4S 5S 6S", "AS AC 7S 8S", "AS AC on 1, 7S 8S on 2"),
    3: ("4S 5S 6S, 4H 5H 6H", "7S 8S 7H 8H", "7S 8S on 1, 7H 8H on 2"),
    4: ("AC AD AH, 3C 3D 3H, 4C 4D 4H", "AS", "AS on 1"),
    5: ("AC AD AH, 3C 3D 3H, 5S 6S 7S", "AS", "AS on 1"),
    6: ("AC AD AH, 4S 5S 6S, 4H 5H 6H", "AS", "AS on 1"),
    7: ("4S 5S 6S 7S, 4H 5H 6H 7H, 4D 5D 6D 7D", "", ""),
}
# Twelve tens and faces: ten of them count 100, all of them 120.
HUNDRED = "TC JC QC KC TD JD QD KD TH JH QH KH"


def contract_deck(number: int, hands: Mapping[int, str], rest: str, seats: int = 3, dealer: int = 0) -> str:
    """A deck of Contract Rummy for the deal of this number: two packs and a joker, for five seats or more three packs and two."""
    pool = packs(2, "BJ") if seats <= 4 else packs(3, "BJ", "RJ")
    return dealt(pool, clockwise(seats, dealer), 12 if number == 7 else 10, hands, rest)


def declined(seat: int, seats: int = 3) -> str:
    """A seat passes the discard, nobody buys it, and it draws from the stock: one action a seat, and one more."""
    asked = "; ".join(f"{(seat + step) % seats} pass" for step in range(seats))
    return f"{asked}; {seat} draw stock; "


def quick_contract(number: int, dealer: int, losers: Mapping[int, str] | None = None) -> Deal:
    """A deal of three seats that the eldest hand wins: it lays the contract in its first turn and goes out as soon as it can.

    The two others hold ten (in deal 7 twelve) tens and faces, unless `losers` says otherwise: they pay 100 (120) each.
    """
    laid, kept, where = LAID[number]
    seats = clockwise(3, dealer)
    winner = seats[0]
    size = 12 if number == 7 else 10
    hands = {seat: " ".join(HUNDRED.split()[:size]) for seat in seats[1:]} | dict(losers or {})
    hands[winner] = laid.replace(",", "") + " " + kept
    deck = contract_deck(number, hands, "9S 9C 8C 8D 9D", dealer=dealer)
    script = declined(winner) + f"meld {laid}; discard 9C; "
    if kept:
        script += declined(seats[1]) + "discard 8C; " + declined(seats[2]) + "discard 8D; "
        script += declined(winner) + f"meld {where}; discard 9D"
    return deck, script


def contract_match(*deals: Deal, dealer: int = 0, seats: int = 3, **options: Any) -> Answer:
    """What comes of a match of Contract Rummy."""
    return ask(record("contract-rummy", *deals, seats=seats, dealer=dealer, **options))


def contract(number: int, hands: Mapping[int, str], rest: str, script: str, seats: int = 3, **options: Any) -> Answer:
    """What comes of a script in the deal of this number, which seat 0 deals; the deals before it are quick ones (three seats)."""
    first = (1 - number) % seats
    before = [quick_contract(deal, (first + deal - 1) % seats) for deal in range(1, number)]
    return contract_match(*before, (contract_deck(number, hands, rest, seats), script), dealer=first, seats=seats, **options)
