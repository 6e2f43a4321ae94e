"""Helpers for tests of the rummies: stacked decks, scripts of a deal, and questions to the engine.

A *script* is one line of actions, divided by semicolons: `1 draw stock; meld 7S 7H 7D; discard KC; 2 draw discard`. A number
in front is the seat; without one the same seat goes on.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from rumpus.core.hooks import find_plugins
from rumpus.core.record import BadRecord, replay

PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
HAND_SIZE = {"basic-rummy": {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}, "gin-rummy": {2: 10}}

Answer = dict[str, Any]
Hands = Mapping[int, str] | Sequence[str]


@functools.cache
def catalogue() -> Any:
    """The installed games, found once."""
    return find_plugins()


# --- decks and scripts -----------------------------------------------------------------------------------------------


def in_order(cards: str) -> list[str]:
    """Cards in the declared order: clubs, diamonds, hearts, spades, each 2 to A."""
    return sorted(cards.split(), key=PACK.index)


def dealt(pool: Sequence[str], order: Sequence[int], size: int, hands: Mapping[int, str], rest: str) -> str:
    """The deck that deals these hands to the seats in this order, then the cards of `rest`, then all others as declared.

    A hand that is short or missing is filled up, seat by seat in rising order, with cards that are named nowhere.
    """
    held = {seat: hands.get(seat, "").split() for seat in sorted(order)}
    assert set(hands) <= set(order), "a hand for a seat that is not dealt to"
    named = Counter(card for hand in held.values() for card in hand) + Counter(rest.split())
    assert not named - Counter(pool), f"more than the packs hold: {named - Counter(pool)}"
    spare = []
    for card in pool:
        if named[card]:
            named[card] -= 1
        else:
            spare.append(card)
    for hand in held.values():
        while len(hand) < size:
            hand.append(spare.pop(0))
        assert len(hand) == size, hand
    deck = [held[seat][turn] for turn in range(size) for seat in order] + rest.split() + spare
    assert Counter(deck) == Counter(pool)
    return " ".join(deck)


def clockwise(seats: int, dealer: int) -> list[int]:
    """All seats, the eldest hand first and the dealer last."""
    return [(dealer + 1 + step) % seats for step in range(seats)]


def stack(game: str, seats: int, dealer: int, hands: Hands, rest: str) -> str:
    """The deck of one pack that deals these hands, then turns up the first card of `rest`; the others are the top of the stock.

    `hands` is a line a seat, or a mapping where only some seats matter; they are filled up as `dealt` does it.
    """
    lines = hands if isinstance(hands, Mapping) else dict(enumerate(hands))
    return dealt(PACK, clockwise(seats, dealer), HAND_SIZE[game][seats], lines, rest)


def said(script: str) -> list[list[Any]]:
    """The actions of a script, as a record has them."""
    actions: list[list[Any]] = []
    seat = -1
    for line in script.split(";"):
        words = line.split()
        if not words:
            continue
        if words[0].isdigit():
            seat = int(words.pop(0))
        actions.append([seat, " ".join(words)])
    assert all(who >= 0 for who, _ in actions), "the first action of a script names its seat"
    return actions


def circling(deck: str, order: Sequence[int], size: int, turns: int) -> str:
    """A script in which each seat of `order` in turn draws the stock card and discards it; the pile is turned over as often as
    it must be."""
    stock = deck.split()[size * len(order) :]
    pile = [stock.pop(0)]
    lines: list[str] = []
    for turn in range(turns):
        if not stock:
            stock, pile = pile[:-1], pile[-1:]
        pile.append(stock.pop(0))
        lines.append(f"{order[turn % len(order)]} draw stock; discard {pile[-1]}; ")
    return "".join(lines)


def idle(game: str, deck: str, seats: int, dealer: int, turns: int) -> str:
    """`circling` with all seats of a game of one pack."""
    return circling(deck, clockwise(seats, dealer), HAND_SIZE[game][seats], turns)


def record(game: str, *deals: tuple[str, str], seats: int, dealer: int, **options: Any) -> dict[str, Any]:
    """A record of these deals, each a deck and a script."""
    return {
        "rumpus": 1,
        "game": game,
        "options": options,
        "house_rules": [],
        "seats": [f"seat {seat}" for seat in range(seats)],
        "dealer": dealer,
        "deals": [{"deck": deck, "actions": said(script)} for deck, script in deals],
    }


# --- questions to the engine -----------------------------------------------------------------------------------------


def ask(written: dict[str, Any]) -> Answer:
    """What `rumpus replay --json` says of a record."""
    answer: Answer = replay(written, catalogue())
    return answer


def allowed(answer: Answer) -> Answer:
    """The same answer, which must be no refusal."""
    assert "error" not in answer, answer
    return answer


def standing(answer: Answer) -> dict[str, Any]:
    """The position of the last deal, which must be going on."""
    position = allowed(answer)["position"]
    assert isinstance(position, dict), answer
    last = answer["deals"][-1]
    assert last["ended"] is None, answer
    assert last["scores"] is None, answer
    return position


def ended(answer: Answer) -> tuple[str, list[int]]:
    """How the last deal ended and what it paid; it must be over."""
    last = allowed(answer)["deals"][-1]
    assert last["ended"] is not None, answer
    assert answer["position"] is None, answer
    return last["ended"], last["scores"]


def column(answer: Answer, key: str) -> list[Any]:
    """`dealer`, `ended`, `scores` or `totals` of every deal."""
    return [deal[key] for deal in allowed(answer)["deals"]]


def melds(answer: Answer) -> list[tuple[int, int, str, str]]:
    """The melds on the table: number, owner, kind, and the cards in the order in which they lie."""
    lying = standing(answer)["melds"]
    return [(meld["id"], meld["owner"], meld["kind"], " ".join(meld["cards"])) for meld in lying]


def refused(answer: Answer, deal: int, action: int, *words: str) -> str:
    """The reason of a refusal at this place: a sentence in which one of the words, where any are given, occurs."""
    assert set(answer) == {"error"}, answer
    error = answer["error"]
    assert set(error) == {"deal", "action", "reason"}, answer
    assert (error["deal"], error["action"]) == (deal, action), answer
    reason = error["reason"]
    assert isinstance(reason, str), answer
    assert len(reason.split()) >= 3, reason
    assert "\n" not in reason, reason
    assert not reason[0].islower(), reason
    assert reason.rstrip(")\"'").endswith("."), reason
    assert not words or any(word in reason.lower() for word in words), (words, reason)
    return reason


def no_record(written: dict[str, Any]) -> None:
    """Asserts that this is no record, and that a sentence says so."""
    with pytest.raises(BadRecord) as caught:
        ask(written)
    assert len(str(caught.value).split()) >= 3, str(caught.value)
