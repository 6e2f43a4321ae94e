"""The own hand as it is held: sorted, a cursor on one card, some cards marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from rumpus.client.text import faces
from rumpus.core.actions import Action
from rumpus.core.events import View

CardAt = tuple[int, int]
"""A card of the hand: its face, and which of equal cards it is (from 0)."""


ORDERS = ("suits", "ranks", "melds")
"""How a hand may be sorted."""


class Arranged(NamedTuple):
    """A hand sorted into melds, and what the cards that are in none count."""

    melds: list[list[int]]
    deadwood: int


class Plan(NamedTuple):
    """What marked cards are to be melded as: proposed for these marks, at this decision."""

    action: Action
    marked: frozenset[CardAt]
    dp: int


@dataclass(slots=True)
class HandSelection:
    """One seat's hand (seat -1 looks on and holds none), as its view shows it.

    ``cursor`` and ``picked`` name cards, not places, so that they keep to their cards when others come and go. ``plan`` is
    what was proposed for them, ``which`` what the player is asked to choose from. ``steps`` are the sentences that the last
    news told one after the other under one ``line/`` note.
    """

    seat: int = -1
    view: View = field(default_factory=lambda: View(-1))
    cursor: CardAt | None = None
    picked: set[CardAt] = field(default_factory=set)
    order: str = ORDERS[0]
    arranger: Callable[[tuple[int, ...]], Arranged | None] | None = None
    plan: Plan | None = None
    which: list[Action] = field(default_factory=list)
    steps: dict[str, list[str]] = field(default_factory=dict)
    _stepped: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    _laid: list[CardAt] = field(default_factory=list, repr=False, compare=False)
    _kept: tuple[list[int], str, list[CardAt]] = field(default_factory=lambda: ([], "", []), repr=False, compare=False)

    def hear_step(self, key: str, text: str, news: int) -> None:
        """Keep what is told under one ``line/`` note step by step, where a view has only the last of it.

        ``news`` is the number of the news that it comes with: steps of earlier ones go.
        """
        if self._stepped.get(key) != news:
            self.steps[key], self._stepped[key] = [], news
        self.steps[key].append(text)

    def hand(self) -> list[CardAt]:
        """The own hand as it is held: sorted, each card with its number among equal ones."""
        if self.seat < 0:
            return []
        cards = self.view.hand()
        if self.order != "melds" and (cards, self.order) == self._kept[:2]:
            return [*self._kept[2]]
        held = sorted(cards, key=faces.by_rank if self.order == "ranks" else faces.by_suit)
        arranged = self.arranged()
        if arranged is not None:
            matched = [face for meld in arranged.melds for face in meld]
            for face in matched:
                held.remove(face)
            held = matched + held
        seen: dict[int, int] = {}
        out: list[CardAt] = []
        for face in held:
            out.append((face, seen.get(face, 0)))
            seen[face] = out[-1][1] + 1
        self._kept = cards, self.order, out
        return [*out]

    def arranged(self) -> Arranged | None:
        """The hand sorted into melds, while it is to be held so and somebody knows how."""
        if self.order != "melds" or self.arranger is None:
            return None
        hand = tuple(self.view.hand())
        return self.arranger(hand) if hand else None

    def sort_anew(self) -> None:
        """The next way to sort the hand; by melds only where that is known."""
        held = self.cursor if self.cursor in self.hand() else None
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
        if self.order == "melds" and self.arranged() is None:
            self.order = ORDERS[0]
        self.cursor, self._laid = held, self.hand()

    def cursor_at(self) -> int:
        """Where in the hand the cursor stands; -1 with an empty hand."""
        hand = self.hand()
        if not hand:
            return -1
        return hand.index(self.cursor) if self.cursor in hand else min(len(hand) - 1, 0)

    def under_cursor(self) -> int | None:
        """The face of the card under the cursor."""
        at = self.cursor_at()
        return self.hand()[at][0] if at >= 0 else None

    def selected(self) -> list[int]:
        """The faces of the cards that are picked, in the order of the hand."""
        return [held[0] for held in self.hand() if held in self.picked]

    def move_cursor(self, step: int) -> None:
        """Along the hand, round its ends."""
        hand = self.hand()
        if hand:
            self.cursor = hand[(self.cursor_at() + step) % len(hand)]

    def pick(self, picked: Iterable[int]) -> None:
        """Pick exactly these faces of the hand."""
        wanted = list(picked)
        self.picked.clear()
        for held in self.hand():
            if held[0] in wanted:
                wanted.remove(held[0])
                self.picked.add(held)

    def point_at(self, cards: list[int]) -> None:
        """Put the cursor on a card, or pick several."""
        self.pick(cards if len(cards) > 1 else [])
        self.cursor = next((held for held in self.hand() if held[0] in cards), self.cursor)

    def settle(self) -> None:
        """After a change: what is no longer held is no longer picked; the cursor stays where it was."""
        before, hand = self._laid, self.hand()
        self._laid = hand
        self.picked &= set(hand)
        if self.cursor not in hand:
            at = before.index(self.cursor) if self.cursor in before else 0
            self.cursor = hand[min(at, len(hand) - 1)] if hand and before else None
