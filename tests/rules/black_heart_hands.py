"""Helpers for tests of Black Heart Rum and its solitaire: decks for any number of seats, and deals that pay what a test needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rummy_hands import Answer, ask, catalogue, circling, clockwise, dealt, ended, record, standing
from rummy_more import Deal
from rumpus.core.actions import read_action
from rumpus.core.cards import read_card
from rumpus.core.match import Match

GAME = "black-heart-rum"
SOLO = "black-heart-solitaire"
ROYALTY = "JQK"
# One pack as declared: no diamonds, no royalty of hearts.
HALF = [rank + suit for suit in "CHS" for rank in "23456789TJQKA" if suit != "H" or rank not in ROYALTY]
REST = "KS QC KC QS JS JC"  # the discard pile's first card, then the draw pile: of each another copy is left for the hands


# --- decks -----------------------------------------------------------------------------------------------------------


def pool(seats: int, rules: str = "standard", deck: str = "auto") -> list[str]:
    """The deck in declared order."""
    packs = 2 if deck == "two" else max(2, (seats + 1) // 2)
    jokers = ["BJ"] * packs + ["RJ"] * ((packs + 1) // 2)
    return HALF * packs + (jokers if rules == "standard" else [])


def stacked(hands: Mapping[int, str], rest: str, seats: int = 3, dealer: int = 0, **options: Any) -> str:
    """The deck that deals these hands; `rest` is the first discard and then the draw pile. Short hands are filled up."""
    cards = pool(seats, options.get("rules", "standard"), options.get("deck", "auto"))
    return dealt(cards, clockwise(seats, dealer), 10, hands, rest)


def table(
    hands: Mapping[int, str],
    script: str,
    rest: str = REST,
    *,
    seats: int = 3,
    dealer: int = 0,
    emptied: bool = False,
    **options: Any,
) -> Answer:
    """What comes of a script in a first deal. `emptied`: before it everybody draws and discards until the draw pile is gone."""
    deck = stacked(hands, rest, seats, dealer, **options)
    before = idle(deck, seats, dealer) if emptied else ""
    return ask(record(GAME, (deck, before + script), seats=seats, dealer=dealer, **options))


def idle(deck: str, seats: int, dealer: int = 0) -> str:
    """A script in which each seat in turn draws a card and discards it, until the draw pile is gone: two actions a card."""
    left = len(deck.split()) - 10 * seats - 1
    return circling(deck, clockwise(seats, dealer), 10, left)


def played(*deals: Deal, seats: int = 3, dealer: int = 0, **options: Any) -> Answer:
    """What comes of a match."""
    return ask(record(GAME, *deals, seats=seats, dealer=dealer, **options))


# Six seats with two packs, every card in its place: 75 - 60 - 1 = 14 cards to draw. Seats 1 to 5, 0, 1 to 5, 0, 1, 2 draw and
# discard them, and seat 3 is the first that finds the draw pile empty. Seat 4 can lay 5♠ 6♠ 7♠; then all of seat 5 goes.
LAST_DRAWN = "KC QC QS JS JC KS TS 9C 9S 8C 8S TC 7S 5S 4H"
GOES = {
    3: "4C 4S 5H 6H 7H 8C 8H TH AC 3S",
    4: "5S 6S 7S 2H 2H 3H TS AH QC KS",
    5: "8S 2C 2C 2S 3C 3C 3S 9C 9H 9H",
    0: "6C 6C 7C 7C KC TH 4S JS QS AS",
    1: "3H 4H 4C 5H 6H 7H JC BJ 5C 5C",
    2: "AC AH AS BJ RJ 9S 6S TC 8H 2S",
}
GROUPS = "2C 2C 2S, 3C 3C 3S, 9C 9H 9H"


# --- questions -------------------------------------------------------------------------------------------------------


def declared(cards: str) -> list[str]:
    """Cards in declared order, jokers last."""
    return sorted(cards.split(), key=[*HALF, "BJ", "RJ"].index)


def worth(cards: str | Iterable[str], *, held: bool = False) -> int:
    """What cards count: ace 15, 2 to 9 five, ten and royalty 10, a joker 10 melded and 20 held."""
    listed = cards.split() if isinstance(cards, str) else list(cards)
    joker = 20 if held else 10
    return sum(joker if card in ("BJ", "RJ") else 15 if card[0] == "A" else 10 if card[0] in "TJQK" else 5 for card in listed)


def attended(answer: Answer, number: int = 1) -> list[str | None]:
    """The attendants of a meld, a place a card."""
    lying = standing(answer)["melds"][number - 1]
    assert len(lying["with"]) == len(lying["cards"]) == len(lying["owners"])
    attendants: list[str | None] = lying["with"]
    return attendants


def lying(answer: Answer, number: int = 1) -> str:
    """The cards of a meld as they lie."""
    cards: list[str] = standing(answer)["melds"][number - 1]["cards"]
    return " ".join(cards)


def owners(answer: Answer, number: int = 1) -> list[int]:
    """Who scores each card of a meld."""
    scored: list[int] = standing(answer)["melds"][number - 1]["owners"]
    return scored


def opened(deck: str, script: str, *, seats: int = 3, dealer: int = 0, game: str = GAME, **options: Any) -> Any:
    """A deal with its story, as far as a script takes it (`1 draw stock; discard 7H; 2 draw stock`)."""
    match = Match(catalogue().games[game].charter(seats, options), dealer)
    faces = [read_card(word) for word in deck.split()]
    deal = match.open_deal(tuple(face for face in faces if face is not None), story=True)
    seat = -1
    for line in filter(None, (line.strip() for line in script.split(";"))):
        first, _, others = line.partition(" ")
        if first.isdigit():
            seat, line = int(first), others
        deal.act(seat, read_action(line))
    return deal


# --- deals that pay what a test needs --------------------------------------------------------------------------------


def cards_of(meld: str) -> list[str]:
    """The cards that a meld takes out of the hand: `9C BJ=TC JC with 5H` is four."""
    words = [word.strip(",") for word in meld.split()]
    return [word.split("=")[0] for word in words if word not in ("with", "on", "low", "high") and not word.isdigit()]


def won(
    dealer: int,
    winner: int,
    meld: str,
    *,
    seats: int = 3,
    hands: Mapping[int, str] | None = None,
    gain: tuple[int, str, str] | None = None,
    **options: Any,
) -> Deal:
    """A deal that `winner` ends by melding eleven cards at once: 25, the black heart, and the cards.

    All others draw and discard until then; but for `gain`, (seat, meld, cards): that seat melds first and is left with
    the cards, of which it discards the last.
    """
    eleven = {winner: cards_of(meld)}
    if gain is not None:
        eleven[gain[0]] = cards_of(gain[1]) + gain[2].split()
    assert all(len(cards) == 11 for cards in eleven.values()), eleven
    given = dict(hands or {}) | {seat: " ".join(cards[:10]) for seat, cards in eleven.items()}
    named = Counter(card for hand in given.values() for card in hand.split()) + Counter(cards[10] for cards in eleven.values())
    spare = []
    for card in reversed(pool(seats, options.get("rules", "standard"), options.get("deck", "auto"))):
        if named[card]:
            named[card] -= 1
        elif card not in ("BJ", "RJ"):
            spare.append(card)
    rest, script, seat, waits = [spare.pop(0)], "", dealer, gain is not None
    while True:
        seat = (seat + 1) % seats
        script += f"{seat} draw stock; "
        if seat == winner and not waits:
            rest.append(eleven[seat][10])
            return stacked(given, " ".join(rest), seats, dealer, **options), script + f"meld {meld}"
        if gain is not None and waits and seat == gain[0]:
            rest.append(eleven[seat][10])
            script += f"meld {gain[1]}; discard {rest[-1]}; "
            waits = False
        else:
            rest.append(spare.pop(0))
            script += f"discard {rest[-1]}; "


ACES = "AC AC AH AH AS AS"
# Eleven cards, by what they count: 55, 95, 100, 140. With three seats a black heart pays 100 more.
ELEVEN = {
    55: "4C 4C 4H 4H 4S 4S, 5C 5C 5H 5H 5S",
    95: "AC AC AH AH, 4C 4C 4H 4H, 5C 5C 5H",
    100: "AC AC AH, TC TC TH, 4C 4C 4H 4H 4S",
    140: f"{ACES}, TC TC TH TH TS",
}
# Nine cards melded, one kept, one discarded: 105 - 10, 105 - 5, 120 - 5.
GAINS = {
    95: (f"{ACES}, 7C 7C 7H", "KS 3S"),
    100: (f"{ACES}, 7C 7C 7H", "2S 3S"),
    115: (f"{ACES}, TC TC TH", "2S 3S"),
}


def climb(steps: Iterable[int], dealer: int) -> list[Deal]:
    """Deals of three seats that give seat 1 these points one after the other; who deals the first is given.

    155 195 200 240 are black hearts of its own; 95 100 115 it gains in a deal that seat 2 and seat 0 in turn win; -50 it
    loses to seat 2.
    """
    deals: list[Deal] = []
    gains = 0
    for step in steps:
        who = (dealer + len(deals)) % 3
        if step == -50:
            deals.append(won(who, 2, ELEVEN[55], hands={1: "2C 3C 6C 7C 9C 2H 3H 6H 7H 9H"}))
        elif step in GAINS:
            deals.append(won(who, (2, 0)[gains % 2], ELEVEN[55], gain=(1, *GAINS[step])))
            gains += 1
        else:
            deals.append(won(who, 1, ELEVEN[step - 100]))
    return deals


def after(steps: Iterable[int], hands: Mapping[int, str], script: str, rest: str = REST, **options: Any) -> Answer:
    """What comes of a script in a deal of three seats before which seat 1 made these points; seat 0 deals it."""
    points = list(steps)
    first = -len(points) % 3
    return played(*climb(points, first), (stacked(hands, rest), script), dealer=first, **options)


# --- the solitaire ---------------------------------------------------------------------------------------------------


def solo_deck(pile: str, hand: str, rest: str) -> str:
    """A deck of the solitaire: the opponent's pile from the up card down, the player's hand, the first discard and the draw pile.

    A pile or a hand that is short is filled up with cards that are named nowhere, the pile first and at its bottom.
    """
    below, held = pile.split(), hand.split()
    named = Counter(below + held + rest.split())
    assert not named - Counter(pool(2)), f"more than the packs hold: {named - Counter(pool(2))}"
    spare = []
    for card in pool(2):
        if named[card]:
            named[card] -= 1
        else:
            spare.append(card)
    for cards in (below, held):
        while len(cards) < 10:
            cards.append(spare.pop(0))
        assert len(cards) == 10, cards
    hands = [card for pair in zip(reversed(below), held, strict=True) for card in pair]
    return " ".join(hands + rest.split() + spare)


def solo(pile: str, hand: str, rest: str, script: str = "", **options: Any) -> Answer:
    """What comes of a script in a first deal of the solitaire; the opponent's first turn goes before it."""
    return ask(record(SOLO, (solo_deck(pile, hand, rest), script), seats=1, dealer=0, **options))


def opponent(answer: Answer) -> tuple[int, str | None, str]:
    """The opponent: how many cards lie in its pile, its up card, its meld pile with the meld card last."""
    other = standing(answer)["opponent"]
    return other["pile"], other["up"], " ".join(other["melds"])


def paid(answer: Answer) -> list[int]:
    """What the deal paid; somebody has gone out."""
    how, scores = ended(answer)
    assert how == "out", answer
    return scores
