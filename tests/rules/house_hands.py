"""Helpers for tests of house rules: a table with some in force, stacked decks, scripts, and what was said.

A script is one line of actions, divided by semicolons: ``1 draw stock; meld 7S 7H 7D; discard KC``. A number in front is
the seat; without one the same seat goes on.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from rumpus.core.actions import Action, Choice, read_action
from rumpus.core.cards import NAME, card
from rumpus.core.deal import Deal, Illegal
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.match import Match
from rumpus.core.record import charter_for


@functools.cache
def catalogue() -> Catalogue:
    """The installed games and house rules, found once."""
    return find_plugins()


def stacked(names: list[str], order: list[int], size: int, hands: Mapping[int, str], rest: str) -> str:
    """The deck that deals these hands and then has ``rest`` on top; short hands are filled with cards named nowhere."""
    held = {seat: hands.get(seat, "").split() for seat in sorted(order)}
    spare = Counter(names) - Counter(rest.split())
    for hand in held.values():
        spare.subtract(hand)
    assert min(spare.values()) >= 0, "a card is named more often than the deck has it"
    left = [name for name in dict.fromkeys(names) for _ in range(spare[name])]
    for hand in held.values():
        while len(hand) < size:
            hand.append(left.pop(0))
    return " ".join([held[seat][turn] for turn in range(size) for seat in order] + rest.split() + left)


class Table:
    """A table of a game with some house rules: one match, deal by deal."""

    def __init__(self, game: str, *rules: str, seats: int | None = None, **options: Any) -> None:
        self.charter = charter_for(catalogue(), game, seats, options, list(rules))
        self.match = Match(self.charter)

    def open(self, hands: Mapping[int, str] | None = None, rest: str = "") -> Deal:
        """The next deal of the match, with these hands and these cards after them."""
        match = self.match
        seats = self.charter.seats
        order = [(match.dealer + 1 + step) % seats for step in range(seats)]
        size = len(match.open_deal(match.deck).at[0])
        deck = stacked([NAME[face] for face in match.deck], order, size, hands or {}, rest)
        self.deal = match.open_deal(tuple(map(card, deck.split())), story=True)
        return self.deal

    def play(self, script: str) -> None:
        """Play a script in the deal that is open; settle it where that ends it."""
        seat = -1
        for line in script.split(";"):
            words = line.split()
            if words and words[0].isdigit():
                seat = int(words.pop(0))
            if words:
                self.deal.act(seat, read_action(" ".join(words)))
        if self.deal.over:
            self.match.settle(self.deal)

    def refuses(self, script: str) -> str:
        """The sentence that refuses the last action of a script; the others are played, and the deal stays as it was."""
        *before, last = script.split(";")
        self.play(";".join(before))
        words = last.split()
        with pytest.raises(Illegal) as why:
            self.deal.act(int(words[0]), read_action(" ".join(words[1:])))
        return str(why.value)

    def finish(self) -> None:
        """Every seat does the first thing that it is offered until the deal is over."""
        while not self.deal.over:
            seat = self.deal.turn[0]
            first = self.deal.offers(seat)[0]
            self.deal.act(seat, first.example() if isinstance(first, Choice) else first)
        self.match.settle(self.deal)

    def idle(self) -> None:
        """One turn in which a seat draws from the stock and throws its last card in declared order."""
        seat = self.deal.turn[0]
        self.deal.act(seat, read_action("draw stock"))
        thrown = [each for each in self.deal.offers(seat) if isinstance(each, Action) and each.verb == "discard"]
        self.deal.act(seat, thrown[-1])

    def lines(self) -> list[str]:
        """The sentences that were said at the table in this deal."""
        return [event[2] for event in self.deal.story or () if event[0] == "note" and event[1] == "said"]
