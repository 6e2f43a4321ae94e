"""Helpers for tests of Blackbird and Broken Hearts: decks that deal given hands, and tables that play a script.

A script is one line of actions, divided by semicolons, as in `rummy_hands`. Where no dealer is given the last seat deals,
so that seat 0 is the eldest hand and acts first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummy_hands import Answer, ask, clockwise, dealt, record
from rummy_more import packs

BLACKBIRD = "blackbird"
BROKEN_HEARTS = "broken-hearts"
BLACKBIRD_SIZE = {2: 10, 3: 10, 4: 10, 5: 8, 6: 10, 7: 10, 8: 10}
BROKEN_SIZE = {2: 13, 3: 10, 4: 7}
DECLARED = packs(1, "BJ", "RJ")

# Ten cards of one colour and kind, as melds of four, four and two, and the trick card that asks for them.
RED_TEN = "AH 3H 5H 7H, AD 3D 5D 7D, 9H 9D"  # hearts 8 + diamonds 16 + a mixed pair 2 + out 5 = 31
RED_TEN_PAYS = 31
BLACK_TEN = "AC 3C 5C 7C, AS 3S 5S 7S, 9C 9S"  # clubs 12 + spades 20 + a mixed pair 2 + out 5 = 39
BLACK_TEN_PAYS = 39


def plain(cards: str) -> str:
    """The cards of a meld or a play, without commas and without what a joker stands for."""
    return " ".join(card.partition("=")[0] for card in cards.replace(",", " ").split())


def declared(cards: str) -> list[str]:
    """Cards of one pack with jokers, in the declared order."""
    return sorted(cards.split(), key=DECLARED.index)


# --- Blackbird -------------------------------------------------------------------------------------------------------


def blackbird_deck(hands: Mapping[int, str], rest: str, seats: int = 2, dealer: int | None = None) -> str:
    """A Blackbird deck: `rest` is the discard pile's first card, the trick pile's, then the stock from its top."""
    deals = seats - 1 if dealer is None else dealer
    pool = packs(1 if seats < 6 else 2)
    return dealt(pool, clockwise(seats, deals), BLACKBIRD_SIZE[seats], hands, rest)


def blackbird_record(
    script: str, hands: Mapping[int, str], rest: str, seats: int = 2, dealer: int | None = None, **options: Any
) -> dict[str, Any]:
    """A record of one deal of Blackbird."""
    deals = seats - 1 if dealer is None else dealer
    return record(BLACKBIRD, (blackbird_deck(hands, rest, seats, deals), script), seats=seats, dealer=deals, **options)


def blackbird(
    script: str, hands: Mapping[int, str], rest: str, seats: int = 2, dealer: int | None = None, **options: Any
) -> Answer:
    """What comes of a script at a table of Blackbird."""
    return ask(blackbird_record(script, hands, rest, seats, dealer, **options))


def shown(display: str, trick: str, seats: int = 2) -> Answer:
    """A deal in which seat 0 displays these cards in its first turn and seat 1 goes out with ten of the other colour."""
    black = trick[1] in "CS"
    ten, key, spare = (RED_TEN, "KH", "2D 4D") if black else (BLACK_TEN, "KC", "2C 4C")
    first = "6D" if black else "6C"
    drawn = spare.split()[1]
    script = f"0 draw stock; meld {display}; discard {key} trick; 1 draw stock; meld {ten}; discard {drawn}"
    return blackbird(script, {0: f"{plain(display)} {key}", 1: plain(ten)}, f"{first} {trick} {spare}", seats)


def idle_turns(deck: str, seats: int, turns: int) -> str:
    """Turns in which each seat draws the stock card and discards it; the pile is turned over where the stock is empty."""
    stock = deck.split()[BLACKBIRD_SIZE[seats] * seats :]
    pile = [stock.pop(0)]
    del stock[0]  # the trick pile's first card
    lines: list[str] = []
    for turn in range(turns):
        if not stock:
            stock, pile = pile[:-1], pile[-1:]
        pile.append(stock.pop(0))
        lines.append(f"{turn % seats} draw stock; discard {pile[-1]}; ")
    return "".join(lines)


# --- Broken Hearts ---------------------------------------------------------------------------------------------------


def broken_deck(hands: Mapping[int, str], stock: str = "", seats: int = 2, dealer: int | None = None) -> str:
    """A Broken Hearts deck: the hands, then these cards on top of the stock."""
    deals = seats - 1 if dealer is None else dealer
    return dealt(DECLARED, clockwise(seats, deals), BROKEN_SIZE[seats], hands, stock)


def broken_record(
    script: str, hands: Mapping[int, str], stock: str = "", seats: int = 2, dealer: int | None = None, **options: Any
) -> dict[str, Any]:
    """A record of one deal of Broken Hearts."""
    deals = seats - 1 if dealer is None else dealer
    return record(BROKEN_HEARTS, (broken_deck(hands, stock, seats, deals), script), seats=seats, dealer=deals, **options)


def broken(
    script: str, hands: Mapping[int, str], stock: str = "", seats: int = 2, dealer: int | None = None, **options: Any
) -> Answer:
    """What comes of a script at a table of Broken Hearts."""
    return ask(broken_record(script, hands, stock, seats, dealer, **options))


OPENING = "0 play AC; 1 draw stock; pass; "


def replied(lead: str, reply: str) -> Answer:
    """Seat 0 wins a first trick with A♣ (actions 0 to 2), leads this (action 3), and seat 1 plays that on it (action 4)."""
    hands = {0: f"AC {plain(lead)}", 1: plain(reply)}
    return broken(f"{OPENING}0 play {lead}; 1 play {reply}", hands)


def led(lead: str) -> Answer:
    """Seat 0 wins a first trick with A♣ (actions 0 to 2) and then leads this (action 3)."""
    return broken(f"{OPENING}0 play {lead}", {0: f"AC {plain(lead)}"})
