"""The basic bot for Broken Hearts: many cards at once, and hearts and jokers saved for what cannot be had otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.actions import DRAW_STOCK, PASS, Action, Offer
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import ACE, HEARTS, JOKERS, RANK, SUIT, Card, card_of
from rumpus.core.events import View
from rumpus.core.hooks import hookimpl
from rumpus.plugins.broken_hearts import HEIGHT

RUMPUS_API = 1

FEW = 4
"""A hand so small that jokers and high hearts are no longer saved."""


class BrokenHeartsBot(Bot):
    """Gets rid of many cards at once, saves hearts and jokers for tricks that cannot be had otherwise."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        plays = [offer for offer in offers if isinstance(offer, Action) and offer.verb == "play"]
        hand = view.hand()
        leads = PASS not in offers and DRAW_STOCK not in offers
        best = min(plays, key=lambda action: (self._cost(action, hand), action), default=None)
        if best is not None and (leads or len(best.cards) == len(hand) or self._cost(best, hand) < 10):
            return best
        return DRAW_STOCK if DRAW_STOCK in offers else PASS

    @staticmethod
    def _cost(action: Action, hand: list[Card]) -> float:
        faces = [card_of(code) for code in action.cards]
        jokers = sum(face in JOKERS for face in faces)
        hearts = max((HEIGHT[face] for face in faces if face < 52 and SUIT[face] == HEARTS), default=-4)
        saved = 0.0 if len(hand) <= FEW else 12.0 * jokers + max(0, hearts) * 0.8
        aces = sum(face < 52 and RANK[face] == ACE for face in faces)
        last = faces[-1]
        return saved + (0.3 * HEIGHT[last] if last < 52 else 3) - 3.0 * (len(faces) - 1) - 2.0 * aces


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", BrokenHeartsBot, lambda game: game.family == "climbing")]
