"""The basic bot for Blackbird: it displays what pays, and never so that its display could not be completed."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.actions import DRAW_STOCK, Action, Offer
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import SUIT, Card
from rumpus.core.events import View
from rumpus.core.hooks import hookimpl
from rumpus.plugins.blackbird import asks, worth

RUMPUS_API = 1


class BlackbirdBot(Bot):
    """Displays what pays, never so that its display could not be completed, and keeps cards of one suit and kind together."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        actions = [offer for offer in offers if isinstance(offer, Action)]
        melds = [action for action in actions if action.verb == "meld"]
        best = max(melds, key=lambda action: (self._pays(view, action), action), default=None)
        must = all(action.verb == "meld" for action in actions)
        if best is not None and (must or self._pays(view, best) > 0):
            return best
        discards = [action for action in actions if action.verb == "discard"]
        if discards:
            hand = view.hand()
            return min(discards, key=lambda action: (self._use(action.cards[0], hand), action))
        trick = [action for action in actions if action.word == "trick"]
        return trick[0] if trick and self._trick_pays(view) else DRAW_STOCK

    def _pays(self, view: View, action: Action) -> float:
        cards = action.parts[0].cards
        shown = [note["cards"] for note in view.notes.values() if isinstance(note, dict) and note.get("owner") == self.seat]
        needs = len(view.hand()) - 1 + sum(map(len, shown))
        left = needs - sum(map(len, shown)) - len(cards)
        single = len(cards) == 1 or any(len(each) == 1 for each in shown)
        if left == 1 and single:
            return -50.0
        return worth(cards) - 1.5 * len(cards) + (6.0 if left == 0 else 0.0)

    @staticmethod
    def _use(face: Card, hand: list[Card]) -> float:
        alike = [other for other in hand if asks(other, False) == asks(face, False)]
        return sum(2.0 if SUIT[other] == SUIT[face] else 1.0 for other in alike) + worth([face]) * 0.2

    @staticmethod
    def _trick_pays(view: View) -> bool:
        trick = view.pile("trick")[-1]
        suited = [face for face in view.hand() if SUIT[face] == SUIT[trick] and asks(face, True) == asks(trick, True)]
        return len(suited) >= 2


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", BlackbirdBot, lambda game: game.family == "display")]
