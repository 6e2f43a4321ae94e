"""Bots: players that are told what their seat is told, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rumpus.core.actions import Action, Choice, Offer
from rumpus.core.events import Seen, View
from rumpus.core.game import Charter, Game
from rumpus.core.shuffling.seeded import Stream


class Bot:
    """Plays one seat. It hears what its seat is sent, and chooses among what it is offered.

    What it hears of a deal begins with the deal's ``deal`` and ``zone`` events. Where it comes late, as a stand-in or after
    its machine was away, that is a retold story (`View.retold`), which says that what came before is not known.
    ``wants_view`` says whether it looks at anything but the offers; where no bot does, no story is written.
    """

    wants_view = True

    def __init__(self, seat: int, charter: Charter, stream: Stream) -> None:
        self.seat = seat
        self.charter = charter
        self.stream = stream

    def hear(self, events: Sequence[Seen]) -> None:
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


class BotSeat:
    """A seat with a bot in it. A bot that fails sits out the rest of the deal; for the next one there is a new bot.

    ``make`` makes the bot, ``failed`` is told what it raised.
    """

    def __init__(self, make: Callable[[], Bot], failed: Callable[[BaseException], object]) -> None:
        self._make = make
        self._failed = failed
        self._bot: Bot | None = None

    def hear(self, events: Sequence[Seen]) -> None:
        """Pass on what the seat was sent, deal by deal: what is amiss with the tail of one costs nothing of the next."""
        for part in by_deal(events):
            try:
                if self._bot is None and part[0][0] == "deal":
                    self._bot = self._make()
                if self._bot is not None:
                    self._bot.hear(part)
            except Exception as why:
                self.fail(why)

    def choose(self, view: View, offers: Sequence[Offer]) -> Action | None:
        """The bot's action; None where there is no bot for this deal."""
        try:
            return self._bot.choose(view, offers) if self._bot is not None else None
        except Exception as why:
            self.fail(why)
            return None

    def fail(self, why: BaseException) -> None:
        """The bot has failed: it is gone until the next deal."""
        self._bot = None
        self._failed(why)


def by_deal(events: Sequence[Seen]) -> list[Sequence[Seen]]:
    """Events cut before every new deal."""
    cuts = [at for at, event in enumerate(events) if at and event[0] == "deal"]
    return [events[start:end] for start, end in zip([0, *cuts], [*cuts, len(events)], strict=True) if start < end]


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
