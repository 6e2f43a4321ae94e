"""Bots: players that are told what their seat is told, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.core.actions import Action, Choice, Offer
from rumpus.core.events import View
from rumpus.core.game import Game
from rumpus.core.house import Charter
from rumpus.core.shuffle import Stream


class Bot:
    """Plays one seat. It hears what its seat is sent, and chooses among what it is offered.

    ``wants_view`` says whether it looks at anything but the offers; where no bot does, no story is written.
    """

    wants_view = True

    def __init__(self, seat: int, charter: Charter, stream: Stream) -> None:
        self.seat = seat
        self.charter = charter
        self.stream = stream

    def hear(self, events: Sequence[list[Any]]) -> None:
        """Take in what the seat was sent since the last time, before it chooses."""

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        """The action to take."""
        raise NotImplementedError


@dataclass(frozen=True)
class BotKind:
    """A kind of bot by its name: which games it plays, and how one is made for a seat."""

    name: str
    make: Callable[[int, Charter, Stream], Bot]
    plays: Callable[[Game], bool]


class RandomBot(Bot):
    """Does anything that is offered, each as likely as any other."""

    wants_view = False

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        count = len(offers)
        offer = offers[self.stream.pick(count)] if count > 1 else offers[0]
        if isinstance(offer, Choice):
            return offer.of(tuple(self.stream.some(offer.cards, offer.n)))
        return offer


RANDOM_BOT = BotKind("random", RandomBot, lambda game: True)
