"""A seat of a deal with the bot that hears everything, and others of its kind that come late, to be compared with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

from rumpus.core.actions import Action, Offer
from rumpus.core.bots import Bot, BotKind
from rumpus.core.deal import Deal
from rumpus.core.events import UNHEARD, Seen, View, project
from rumpus.core.game import Charter
from rumpus.core.shuffling.seeded import Stream, bot_stream

UNKNOWN: dict[str, Callable[[str, str], bool]] = {
    "the tricks that are gone": lambda src, dst: "trick" in (src, dst),
    "what went over the discard pile": lambda src, dst: "discard" in (src, dst),
    "what was given and received": lambda src, dst: "given" in (src, dst),
    "what was laid down": lambda src, dst: "meld" in (src, dst),
    "what was drawn": lambda src, dst: (src, dst) == ("stock", "hand"),
}
"""What a view does not hold of a deal, by the places between which cards moved."""


def fork(stream: Stream) -> Stream:
    """A stream that goes on from the same place."""
    twin = copy(stream)
    twin._words = list(stream._words)
    return twin


class Seat:
    """One seat: the bot that hears everything, what it was sent of this deal, and perhaps a stand-in."""

    def __init__(self, kind: BotKind, seat: int, charter: Charter, seed: str) -> None:
        self.kind, self.seat, self.charter = kind, seat, charter
        self.stream = bot_stream(seed, seat)
        self.bot = kind.make(seat, charter, self.stream)
        self.standin: Bot | None = None
        self.since = -1
        self.begin()

    def begin(self) -> None:
        """A new deal."""
        self.view = View(self.seat)
        self.story: list[Seen] = []
        self.told = 0

    def catch_up(self, deal: Deal) -> None:
        """Hear what is new of the deal."""
        assert deal.story is not None
        news = [seen for event in deal.story[self.told :] if (seen := project(event, self.seat)) is not None]
        self.told = len(deal.story)
        for seen in news:
            self.view.fold(seen)
        self.story += news
        for bot in (self.bot, self.standin):
            if bot is not None:
                bot.hear(news)

    def late(self, *things: str) -> Bot:
        """The same bot if it had just come, and were told these things besides."""
        bot = self.kind.make(self.seat, self.charter, fork(self.stream))
        retold = [event for event in self.view.retold() if not things or event[:2] != ["note", UNHEARD]]
        notes = next(at for at, event in enumerate(retold) if at > 1 and event[0] == "note")
        begun = [event for event in retold[:notes] if event[0] != "move" or not self._is_one_of(event, things)]
        truly = [event for event in self.story if event[0] == "move" and self._is_one_of(event, things)]
        bot.hear([*begun, *truly, *retold[notes:]])
        return bot

    def _is_one_of(self, move: Seen, things: Sequence[str]) -> bool:
        src, dst = (self.view.places[place].name for place in move[2:4])
        return any(UNKNOWN[thing](src, dst) for thing in things)

    def choice(self, bot: Bot, place: Stream, offers: Sequence[Offer]) -> Action:
        """What a bot would do here, drawing from this place of the seat's stream."""
        bot.stream = fork(place)
        return bot.choose(self.view, offers)

    def why(self, place: Stream, offers: Sequence[Offer], chosen: Action) -> str:
        """By what a new bot would have to be told to choose the same; empty where it is nothing that a view does not hold."""
        for things in (*((name,) for name in UNKNOWN), tuple(UNKNOWN)):
            if self.choice(self.late(*things), place, offers) == chosen:
                return " and ".join(things)
        return ""
