"""The basic bot for trick games: it ducks while it can, sheds what costs most, and keeps away from the black queen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.core.actions import PLAY, Action, Choice, Offer
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import QUEEN, RANK, SPADES, SUIT, Card
from rumpus.core.events import View
from rumpus.core.families.tricks import TrickRules
from rumpus.core.hooks import hookimpl
from rumpus.core.house import Charter
from rumpus.core.shuffle import Stream

RUMPUS_API = 1


class TrickBot(Bot):
    """Plays any game of penalties taken in tricks, from the prices of the cards and what fell so far."""

    def __init__(self, seat: int, charter: Charter, stream: Stream) -> None:
        super().__init__(seat, charter, stream)
        rules = charter.rules
        assert isinstance(rules, TrickRules)
        self.rules = rules
        self.worst = max(rules.deck, key=lambda face: rules.penalty[face])
        self.fallen: list[Card] = []

    def hear(self, events: Sequence[list[Any]]) -> None:
        for event in events:
            if event[0] == "deal":
                self.fallen = []
                self.places: dict[int, str] = {}
            elif event[0] == "zone":
                self.places[event[1]] = event[2]
            elif event[0] == "move" and self.places[event[3]] == "trick":
                self.fallen += event[1]

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        first = offers[0]
        if isinstance(first, Choice):
            return first.of(tuple(self._give(list(first.cards), first.n)))
        if first.verb != "play":
            return first
        cards = [offer.cards[0] for offer in offers if isinstance(offer, Action)]
        trick = view.pile("trick")
        return PLAY[self._follow(cards, trick, view) if trick else self._lead(cards, view.hand())]

    def _give(self, hand: list[Card], n: int) -> list[Card]:
        """Give away what is dangerous: a badly covered queen or what catches her, high hearts, short suits."""
        lengths = [sum(SUIT[face] == suit for face in hand) for suit in range(4)]

        def danger(face: Card) -> float:
            suit, rank = SUIT[face], RANK[face]
            if suit == SUIT[self.worst] and rank >= RANK[self.worst]:
                return 60.0 - 10 * lengths[suit] + self.rules.penalty[face] if lengths[suit] < 5 else 0.0
            if face in self.rules.bonus:
                return -20.0
            return rank + 2.0 * min(self.rules.penalty[face], 3) + (6.0 - 2 * lengths[suit] if lengths[suit] < 4 else 0.0)

        return sorted(hand, key=lambda face: (-danger(face), face))[:n]

    def _lead(self, cards: list[Card], hand: list[Card]) -> Card:
        """Lead low, where others must still play above; flush out the queen only without her or her betters."""
        queen_out = self.worst not in self.fallen and self.worst not in hand
        holds_high = any(SUIT[face] == SUIT[self.worst] and RANK[face] > RANK[self.worst] for face in hand)

        def risk(face: Card) -> float:
            suit = SUIT[face]
            gone = [other for other in (*self.fallen, *hand) if SUIT[other] == suit]
            left = sum(SUIT[other] == suit for other in self.rules.deck) - len(gone)
            above = RANK[face] + 1 - sum(RANK[other] <= RANK[face] for other in gone)
            score = float(above) if left else 20.0
            score += min(self.rules.penalty[face], 5)
            if suit == SUIT[self.worst] and queen_out:
                score += 15.0 if RANK[face] >= RANK[self.worst] else (2.0 if holds_high else -4.0)
            return score + (30.0 if face == self.worst else 0.0)

        return min(cards, key=lambda face: (risk(face), face))

    def _follow(self, cards: list[Card], trick: list[Card], view: View) -> Card:
        led = SUIT[trick[0]]
        price = self.rules.penalty
        if SUIT[cards[0]] != led:
            return max(cards, key=lambda face: (self._shed(face, view.hand()), face))
        best = max(RANK[face] for face in trick if SUIT[face] == led)
        under = [face for face in cards if RANK[face] < best]
        last = len(trick) == self.rules.seats - 1
        cost = sum(price[face] for face in trick)
        if last and cost <= 0:
            harmless = [face for face in cards if price[face] <= 0 and face != self.worst]
            if harmless:
                return max(harmless, key=lambda face: (RANK[face], face))
        if under:
            return max(under, key=lambda face: (price[face], RANK[face]))
        if last or cost == 0:
            safe = [face for face in cards if face != self.worst] or cards
            risky = led == SUIT[self.worst] and not last and self.worst not in self.fallen
            return (min if risky else max)(safe, key=lambda face: (RANK[face], face))
        return min(cards, key=lambda face: (price[face], RANK[face]))

    def _shed(self, face: Card, hand: list[Card]) -> float:
        suit = SUIT[face]
        length = sum(SUIT[other] == suit for other in hand)
        if face in self.rules.bonus:
            return -10.0
        worry = 12.0 if suit == SPADES and RANK[face] > QUEEN and self.worst not in self.fallen else 0.0
        return 3.0 * self.rules.penalty[face] + worry + RANK[face] - length


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", TrickBot, lambda game: game.family == "tricks")]
