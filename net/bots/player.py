"""A bot at a guest's seat: it hears what the seat is sent, and plays whenever the seat is offered something.

What fails is told once for every cause: where it happened goes to whoever runs the program, a sentence to the table.
"""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from rumpus.core.actions import Action, Offer
from rumpus.core.bots import Bot, BotKind, BotSeat, by_deal
from rumpus.core.events import Seen, View
from rumpus.core.game import Charter
from rumpus.core.hooks import Catalogue
from rumpus.core.shuffling.seeded import Stream, bot_stream
from rumpus.core.timeouts import by_default, when_time_is_up
from rumpus.net.guest.events import Answered, Heard, News, TableNews, WelcomeNews
from rumpus.net.protocol.messages import State
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.table.engine import Overrun, core_offers
from rumpus.net.table.plugin_timeout import time_limit
from rumpus.net.table.requests import make_charter

SECONDS = 8.0
FRAMES = 4
CAUSES_MOST = 100
BASIC = "basic"


class Failure(NamedTuple):
    """A bot's program failed: whose it is, what it raised, and the last frames that it came through, the deepest last."""

    seat: int
    kind: str
    cause: str
    frames: tuple[str, ...] = ()

    @classmethod
    def of(cls, seat: int, kind: str, why: BaseException) -> Failure:
        """What a bot raised."""
        if isinstance(why, Overrun):
            return cls(seat, kind, "Overrun: it ran over its time")
        cause = clean(f"{type(why).__name__}: {why}", LOG_CELLS)
        frames = traceback.extract_tb(why.__traceback__)[-FRAMES:]
        return cls(seat, kind, cause, tuple(f"{frame.filename}, line {frame.lineno}, in {frame.name}" for frame in frames))

    def report(self) -> list[str]:
        """Lines for the log of whoever runs the bot."""
        told = f"The bot at seat {self.seat} failed: {self.kind} raised {self.cause}"
        return [told, *(f"  {clean(frame, LOG_CELLS)}" for frame in self.frames)]

    def place(self) -> str:
        """The cause in a few words, without what the program said about cards."""
        name = self.cause.partition(":")[0]
        if not self.frames:
            return name
        file, line, _ = self.frames[-1].rsplit(", ", 2)
        return f"{name} in {Path(file).name}, {line}"


def clock_choices(
    charter: Charter, basic: BotKind | None, view: View, offers: Sequence[Offer], by_bot: bool = False
) -> list[Action]:
    """What the clock plays for a seat, best first; ``basic`` is the kind that is asked where the game or the table wants a bot's
    choice.  Raises what the bot raises.
    """
    ranked = when_time_is_up(charter.game, view, offers)
    if basic is None or not (by_bot or charter.game.timeout == "bot"):
        return ranked
    bot = basic.make(view.seat, charter, Stream(bytes(32), f"clock/{view.seat}"))
    bot.hear(view.retold())
    return [bot.choose(view, offers), *ranked]


class BotPlayer:
    """One bot at one seat of a guest.

    `act` sends an action; `failed` takes a failure, once a cause.  A bot that raises or runs over its time is out until the
    next deal, for which there is a new one; until then, and where it chooses what is refused, its seat is played as the
    clock would play it.
    """

    def __init__(
        self,
        kind: str,
        catalogue: Catalogue,
        act: Callable[[str], object],
        failed: Callable[[Failure], object],
        seed: str | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self.kind = kind
        self.catalogue = catalogue
        self.act = act
        self.failed = failed
        self.seed = seed
        self.limit = time_limit(seconds)
        self.state: State | None = None
        self._charter: Charter | None = None
        self._bot: BotSeat | None = None
        self._made_for: tuple[str, int] | None = None
        self._stream: Stream | None = None
        self._heard: list[Seen] = []
        self._left: list[Action] | None = None  # what the clock plays, once it is the clock's turn
        self._played = 0
        self._causes: set[str] = set()

    def take(self, news: News, guest: Any) -> None:
        """One piece of news of the seat; `guest` has its view, seat and offer."""
        if isinstance(news, TableNews):
            self.state = replace(news.state, book=[], people=[], helps={})  # those are for people
        elif isinstance(news, WelcomeNews):
            self._heard = [*self._heard, *news.story()] if news.unbroken else news.story()
        elif isinstance(news, Heard):
            self._heard += news.events
        elif isinstance(news, Answered) and news.code == "frozen":
            self._played = 0  # the table says when it goes on
            return
        elif isinstance(news, Answered) and not news.ok and news.code not in ("late", "paused", "waiting"):
            if self._left is None:
                self._tell(Failure(guest.seat, self.kind, f"Refused: it chose {news.mv[:60]}. {news.text}"))
            self._play_for_it(guest)
            return
        self._play(guest)

    def _play(self, guest: Any) -> None:
        offer = guest.offer
        if offer is None or offer.dp == self._played or self.state is None or guest.link.pending is not None:
            return
        if self.state.state != "playing" or self.state.paused:
            return
        self._played, self._left = offer.dp, None
        action = self._choice(guest)
        if action is not None:
            self.act(str(action))
        else:
            self._play_for_it(guest)

    def _choice(self, guest: Any) -> Action | None:
        heard, self._heard = self._heard, []
        try:
            with self.limit():
                offers = core_offers(guest.offer)
                bot, fresh = self._bot_for(guest.seat)
                bot.hear(by_deal(heard)[-1] if fresh and heard else heard)
                return bot.choose(guest.view, offers) if offers else None
        except (Exception, Overrun) as why:
            if self._bot is not None:
                self._bot.fail(why)
            else:
                self._tell(Failure.of(guest.seat, self.kind, why))
            return None

    def _play_for_it(self, guest: Any) -> None:
        """Plays as the clock would; what is refused is followed by the next best."""
        offer = guest.offer
        if offer is None or guest.link.pending is not None:
            return
        if self._left is None:
            self._left = self._clock_choices(guest)
        if self._left:
            self.act(str(self._left.pop(0)))

    def _clock_choices(self, guest: Any) -> list[Action]:
        offers = core_offers(guest.offer)
        if self._charter is None or self.state is None:
            return by_default(guest.view, offers)
        basic = self.catalogue.bot(BASIC, self._charter.game) if self.kind != BASIC else None
        try:
            with self.limit():
                by_bot = self.state.settings.get("timeout") == "bot"
                return clock_choices(self._charter, basic, guest.view, offers, by_bot)
        except (Exception, Overrun) as why:
            self._tell(Failure.of(guest.seat, BASIC, why))
            return by_default(guest.view, offers)

    def _bot_for(self, seat: int) -> tuple[BotSeat, bool]:
        """The bot for this seat under the charter that is on the table, and whether it is a new one; raises ValueError where its
        game is not known here."""
        assert self.state is not None
        made_for = (str(self.state.charter.get("hash")), seat)
        if self._bot is not None and made_for == self._made_for:
            return self._bot, False
        self._bot, self._charter = None, None
        charter = self._charter = shown_charter(self.catalogue, self.state.charter)
        kind = self.catalogue.bot(self.kind, charter.game) or self.catalogue.bot("random", charter.game)
        assert kind is not None, "the random bot plays every game"
        if self._stream is None or self._made_for is None or self._made_for[1] != seat:
            self._stream = (
                bot_stream(self.seed, seat) if self.seed is not None else Stream(secrets.token_bytes(32), f"bot/{seat}")
            )
        self._made_for, stream = made_for, self._stream

        def make() -> Bot:
            return kind.make(seat, charter, stream)

        self._bot = BotSeat(make, lambda why: self._tell(Failure.of(seat, kind.name, why)))
        return self._bot, True

    def _tell(self, failure: Failure) -> None:
        cause = " ".join((failure.cause.partition(":")[0], *failure.frames[-1:]))
        if cause not in self._causes and len(self._causes) < CAUSES_MOST:
            self._causes.add(cause)
            self.failed(failure)


def shown_charter(catalogue: Catalogue, shown: dict[str, Any]) -> Charter:
    """The charter that a table shows as plain data; raises ValueError where it cannot be made here."""
    return make_charter(catalogue, str(shown["game"]), int(shown["seats"]), shown["options"], list(shown["house_rules"]))
