"""What is played for a seat whose time has run out: what a table would expect of somebody who has fallen asleep.

Passing comes first, then the stock, then the card that was drawn last. Nothing is bought, taken from the discard pile, knocked
or laid down while anything else can be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rumpus.core.actions import Action, Choice, Offer
from rumpus.core.events import View

if TYPE_CHECKING:
    from rumpus.core.game import Game

ORDER = (
    "pass", "no", "return", "draw stock", "discard", "discard trick", "play", "give", "meld", "moon subtract", "moon add",
    "swap", "knock", "tunk", "ask open", "ask out", "yes", "draw trick", "draw discard", "buy",
)  # fmt: skip
"""What may be done, from what is expected of a sleeper to what is a decision of its own."""
_OTHER = ORDER.index("meld")
"""Where a game's own verbs stand: after whatever is expected, before what costs or commits."""


def when_time_is_up(game: Game, view: View, offers: Sequence[Offer]) -> list[Action]:
    """What is played for a seat that does not choose: the first of these that the rules still let through.

    A game that says so itself (`Game.timeout`) comes first with its own choice.
    """
    ranked = by_default(view, offers)
    own = game.timeout(view, offers) if callable(game.timeout) else None
    return ranked if own is None else [own, *ranked]


def by_default(view: View, offers: Sequence[Offer]) -> list[Action]:
    """The offers as actions, the one that is least of a decision first; of discards the card that came to hand last."""
    hand = view.find("hand", view.seat)
    lies_at = {face: at for at, face in enumerate(hand.faces)} if hand is not None else {}

    def rank(action: Action) -> tuple[int, int]:
        words = f"{action.verb} {action.word}".strip()
        place = next((ORDER.index(known) for known in (words, action.verb) if known in ORDER), _OTHER)
        newest = lies_at.get(action.cards[0], -1) if action.verb == "discard" else 0
        return place, -newest

    return sorted((offer.example() if isinstance(offer, Choice) else offer for offer in offers), key=rank)
