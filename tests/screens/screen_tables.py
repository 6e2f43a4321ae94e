"""Tables without a network: real deals from a text to draw from, told to a model as a guest would tell them."""

from __future__ import annotations

from typing import Any, Self

from rumpus.client.model.model import LogLine, Model
from rumpus.core.actions import Choice, Unreadable, read_action
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import View, project
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.match import Match
from rumpus.core.record import charter_for
from rumpus.core.shuffling.seeded import Stream, deal_seed, shuffled, tag
from rumpus.net.guest.events import Answered, Heard, LinkNews, SayNews, TableNews, WelcomeNews
from rumpus.net.protocol.messages import Give, Offer, Proposal, SeatLine, State

NAMES = ("North", "East", "South", "West", "Ada", "Bruno", "Cleo", "Dora")
ORDER = ("meld", "knock", "play", "give", "draw", "discard")
_CATALOGUE: list[Catalogue] = []


def catalogue() -> Catalogue:
    """The installed games, found once."""
    if not _CATALOGUE:
        _CATALOGUE.append(find_plugins())
    return _CATALOGUE[0]


def steady(offers: list[Any], stream: Stream) -> str:
    """A player for these tests, who plays on whatever the bots learn: melds and knocks when it can, else as it comes."""
    verb = min((each.verb for each in offers), key=lambda verb: ORDER.index(verb) if verb in ORDER else len(ORDER))
    return str(stream.choice([each for each in offers if each.verb == verb]))


def as_sent(offers: list[Any], dp: int) -> Offer | None:
    """What a host sends of a seat's offers."""
    if not offers:
        return None
    gives = [Give(each.verb, each.n, list(each.cards)) for each in offers if isinstance(each, Choice)]
    return Offer(dp, [str(each) for each in offers if not isinstance(each, Choice)], gives)


class Sitting:
    """A table with a model at one of its seats; steady players sit at the others."""

    def __init__(self, game: str, seats: int, seat: int = 0, seed: str = "screens", **options: Any) -> None:
        self.charter = charter_for(catalogue(), game, seats, options, [])
        self.match = Match(self.charter)
        self.table: Deal | None = None
        self.seat, self.seats, self.seed = seat, seats, seed
        self.stream = Stream(tag(seed), "steady")
        self.rev = self.dp = self.told = 0
        self.waited_for = False
        self.model = Model()
        self.lines: list[LogLine] = []
        self.hear(LinkNews("live", "You are at the table."))
        self.hear(TableNews(self.state()))
        self.hear(WelcomeNews(seat, 0, View(seat), [], None))

    def state(self, state: str = "playing", proposal: Proposal | None = None, **changes: Any) -> State:
        """The public state of this table."""
        charter = {**self.charter.data(), "hash": self.charter.hash}
        lines = [SeatLine(NAMES[n], "person" if n == self.seat else "bot") for n in range(self.seats)]
        fields: dict[str, Any] = {
            "table": "0f" * 8, "name": "Kitchen table", "state": state, "charter": charter, "seats": lines, "watchers": [],
            "you": self.seat, "match": 1, "deal": 1, "totals": list(self.match.totals), "book": [],
            "proposal": proposal, "settings": {}, "seeded": False,
        }  # fmt: skip
        return State(**(fields | changes))

    def hear(self, *news: Any) -> None:
        """Tell the model something."""
        for each in news:
            written = self.model.log.written
            self.model.hear(each)
            self.lines += self.model.log.since(written)

    def say(self, name: str, text: str) -> None:
        """Somebody talks."""
        self.hear(SayNews(name, text))

    # --- playing ------------------------------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether a deal is on."""
        return self.table is not None and not self.table.over

    def turn(self) -> tuple[int, ...]:
        """The seats that may act."""
        return self.table.turn if self.table is not None else ()

    def deal(self) -> Self:
        """Deal."""
        deck = shuffled(deal_seed(self.seed, self.match.deals), self.charter.rules.deck)
        self.table, self.told, self.waited_for = self.match.open_deal(deck, story=True), 0, False
        self._tell(actor=-1)
        return self

    def act(self, seat: int, text: str) -> None:
        """A seat acts; raises what the rules raise."""
        deal = self.table
        assert deal is not None
        deal.act(seat, read_action(text))
        if deal.over:
            self.match.settle(deal)
        self._tell(seat)

    def _tell(self, actor: int) -> None:
        deal = self.table
        assert deal is not None
        assert deal.story is not None
        fresh, self.told = deal.story[self.told :], len(deal.story)
        mine = self.seat in deal.turn
        if mine and (not self.waited_for or actor == self.seat):
            self.dp += 1
        self.waited_for = mine
        self.rev += 1
        seen = [each for event in fresh if (each := project(event, self.seat)) is not None]
        self.hear(Heard(self.rev, seen, as_sent(deal.offers(self.seat), self.dp) if mine else None))

    def mine(self, text: str) -> str:
        """The model's seat acts as a guest would: the sentence of a refusal, or nothing."""
        self.model.sent(text)
        try:
            deal = self.table
            assert deal is not None
            deal.clone().act(self.seat, read_action(text))
        except (Illegal, Unreadable) as why:
            self.hear(Answered(1, text, False, "illegal", str(why)))
            return str(why)
        self.hear(Answered(1, text, True, "", ""))
        self.act(self.seat, text)
        return ""

    def move(self, seat: int) -> None:
        """The steady player of a seat acts."""
        assert self.table is not None
        self.act(seat, steady(self.table.offers(seat), self.stream))

    def until_mine(self) -> Self:
        """The others act until it is the model's turn, or the deal is over."""
        while self.on and not self.model.offers:
            self.move(next(n for n in self.turn() if n != self.seat))
        return self

    def play(self, actions: int) -> Self:
        """Steady players play every seat, so many actions."""
        for _ in range(actions):
            if self.on:
                self.move(self.turn()[0])
        return self

    def play_out(self) -> Self:
        """Steady players play every seat to the end of the deal."""
        while self.on:
            self.move(self.turn()[0])
        return self
