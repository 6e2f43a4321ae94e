"""The card table itself: the match, the deal that is on, what every seat has been told of it.  Pure: no clock, no socket.

One accepted action is one revision with all that follows from it; every seat, and all who look on together, get one
delta for it.  An action is carried out in three steps: try it (a game's own code runs and may fail), enter it in the
journal, tell it.  What fails in the first step leaves the table as it was.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from rumpus.core.actions import Action, Choice, Unreadable, read_action
from rumpus.core.actions import Offer as CoreOffer
from rumpus.core.cards import Card
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import View
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.net.protocol.messages import Give, NackCode, Offer
from rumpus.net.protocol.sanitize import clean
from rumpus.net.table.revisions import WATCHER, Revision, SeatViews

OFFERS_MOST = 200
LETTERS_MOST = 20_000


class NotPlayed(ValueError):
    """The action is refused; nothing has changed.  `code` is for the program, the sentence for the player."""

    def __init__(self, code: NackCode, text: str) -> None:
        super().__init__(text)
        self.code: NackCode = code


class PluginFailed(Exception):
    """A game's own code raised, or ran over its time."""


class Overrun(BaseException):
    """A game's own code took too long.  No `except Exception` of a plugin may swallow it."""


@dataclass
class PlayedDeal:
    """A deal with what is needed to play it again from its first card; `fair` is its shuffle, once that may be shown."""

    number: int
    deck: tuple[Card, ...]
    dealer: int
    actions: list[tuple[int, str]]
    fair: dict[str, Any] | None = None


class ActionRow(NamedTuple):
    """One accepted action as the journal keeps it.

    `key` and `cid` are whose action it was and its number, empty and 0 where the table itself played for a seat; `dp` is
    the decision it answered, `state` the fingerprint of the table after it.
    """

    rev: int
    seat: int
    text: str
    key: str = ""
    cid: int = 0
    dp: int = 0
    state: bytes = b""


class Journal:
    """Where all that must survive the host is kept before anybody hears of it.  This one keeps nothing."""

    keeps = False

    def commit(self, line: ActionRow) -> None:
        """Keeps an action: returns when it is safe, raises OSError when it cannot be made safe."""

    def keep(self, kind: str, data: dict[str, Any]) -> None:
        """Keeps what is no action: returns when it is safe, raises OSError when it cannot be made safe.

        `kind` "table" is the table under its charter, "seats" who sits where, "deal" a deal and its deck, "end" the end
        of a deal, "fair" the host's share in a deal that is being agreed on.  `data` holds numbers, texts, yes or no,
        nothing, and lists and maps of them.
        """

    def remember(self, data: dict[str, Any]) -> None:
        """Something of a shuffle that goes into the row of the deal that comes of it; until then it may be lost."""


Decks = Callable[[tuple[Card, ...], int], tuple[Card, ...]]
"""The shuffled deck, from the deck in declared order and the number of the deal over the table's life, from 0."""


class Engine:
    """The match at one table.  `deals` counts over the table's life.

    `limit` makes the context in which a game's own code runs: the host bounds its time there.
    """

    def __init__(
        self,
        charter: Charter,
        decks: Decks,
        journal: Journal | None = None,
        limit: Callable[[], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        self.decks = decks
        self.journal = journal or Journal()
        self.limit = limit
        self.rev = 0
        self.told = SeatViews(0)
        self.deals = 0
        self.dps: list[int] = []
        self.lay(charter)

    def lay(self, charter: Charter) -> None:
        """Another charter: the match that was on is gone, the evening's book stays."""
        self.charter = charter
        self.rev += 1  # the views are other ones: a welcome tells them, no delta leads there
        self.match = Match(charter)
        self.deal: Deal | None = None
        self.dealt: PlayedDeal | None = None
        self.record: list[PlayedDeal] = []
        self._told = 0
        watched = self.told.watched
        self.told = SeatViews(charter.seats)
        self.told.watched = watched
        self.dps = [max(self.dps, default=0) + 1] * charter.seats  # an old decision is never a new one's number
        self.offers: list[Offer | None] = [None] * charter.seats

    # -- playing

    @property
    def on(self) -> bool:
        """Whether a deal is on that waits for somebody."""
        return self.deal is not None and not self.deal.over

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that the deal waits for."""
        return self.deal.turn if self.deal is not None else ()

    def new_match(self) -> None:
        """A match by the same charter; `open_deal` then deals it."""
        self.match = Match(self.charter)
        self.record = []
        self.deal = None

    def open_deal(self) -> Revision:
        """Shuffles and deals; raises PluginFailed, or OSError from the journal, and then nothing has changed."""
        self.told.complete()
        deck = self.decks(self.match.deck, self.deals)
        dealt = PlayedDeal(self.deals, deck, self.match.dealer, [])
        deal, match, offers, state = self._guarded(lambda: self._dealt(deck))
        self.journal.keep("deal", {"deck": list(deck), "state_hash": state.hex()})
        self.deals += 1
        self.deal, self.match, self.dealt, self._told = deal, match, dealt, 0
        self.record.append(dealt)
        return self._tell(offers, before=(), actor=WATCHER)

    def _dealt(self, deck: tuple[Card, ...]) -> tuple[Deal, Match, list[Offer | None], bytes]:
        deal = self.match.open_deal(deck, story=True)
        match = self._settled(deal)
        return deal, match, self._what_is_offered(deal), self._fingerprint(deal, match, 0)

    def act(self, seat: int, dp: int, text: str, key: str = "", cid: int = 0) -> Revision:
        """Carries out what a seat does; raises NotPlayed.  `key` and `cid` say whose action it is, for the journal."""
        deal = self.deal
        if deal is None or deal.over:
            raise NotPlayed("waiting", "No deal is on at the moment.")
        if seat in deal.turn and dp != self.dps[seat]:
            raise NotPlayed("late", "That came for a decision that is past: look at the table again.")
        try:
            action = _read(text)
        except Unreadable as why:
            raise NotPlayed("unreadable", str(why)) from None
        self.told.complete()
        before = deal.turn
        kept, match = deal.clone(), self.match
        kept.story = deal.story
        try:
            offers, state = self._guarded(lambda: self._played(deal, seat, action))
            self.journal.commit(ActionRow(self.rev + 1, seat, text, key, cid, dp, state))
        except Illegal as why:
            raise NotPlayed("turn" if seat not in before else "illegal", str(why)) from None
        except PluginFailed as why:
            self._restore(kept, match)
            raise NotPlayed("plugin", f"{why} The action was not played.") from why
        except OSError:
            self._restore(kept, match)
            raise NotPlayed("frozen", "The host cannot write its journal (is its disk full?): the table waits.") from None
        assert self.dealt is not None
        self.dealt.actions.append((seat, str(action)))
        return self._tell(offers, before, seat)

    def _played(self, deal: Deal, seat: int, action: Action) -> tuple[list[Offer | None], bytes]:
        deal.act(seat, action)
        self.match = self._settled(deal)
        return self._what_is_offered(deal), self._fingerprint(deal, self.match, self._told)

    def _settled(self, deal: Deal) -> Match:
        """The match with the deal entered if it is over; the match before stays as it is."""
        if not deal.over:
            return self.match
        settled = copy.copy(self.match)
        settled.totals, settled.wins = list(settled.totals), list(settled.wins)
        settled.settle(deal)
        return settled

    def _fingerprint(self, deal: Deal, match: Match, told: int) -> bytes:
        """The hash of all that the rules made of the last step: every card's place, the scores, what happened."""
        if not self.journal.keeps:
            return b""
        assert deal.story is not None
        outcome = [deal.at, deal.turn, deal.phase, deal.ended, deal.scores, deal.story[told:]]
        standing = [match.dealer, match.totals, match.wins, match.deals, match.over, match.winners, match.final]
        return sha256(_plain([outcome, standing, match.seats_in])).digest()

    def _guarded(self, step: Callable[[], Any]) -> Any:
        """Runs a game's own code within its time; what it raises besides a refusal becomes PluginFailed."""
        try:
            with self.limit():
                return step()
        except Illegal:
            raise
        except (Exception, Overrun) as why:
            plugin = clean(self.charter.plugin, 60) or self.charter.game.name
            said = "it ran over its time" if isinstance(why, Overrun) else type(why).__name__
            raise PluginFailed(f"The game's own code failed (plugin {plugin}: {said}).") from why

    def _restore(self, deal: Deal, match: Match) -> None:
        """The deal and the match as they were before an action that failed half way."""
        assert deal.story is not None
        del deal.story[self._told :]
        self.deal = deal
        self.match = match

    # -- telling

    def _what_is_offered(self, deal: Deal) -> list[Offer | None]:
        """What each seat may do, without the decision's number yet; a seat that may do nothing has None."""
        offers: list[Offer | None] = [None] * self.charter.seats
        for seat in deal.turn:
            offers[seat] = _offer(deal.offers(seat))
        return offers

    def _tell(self, offers: list[Offer | None], before: tuple[int, ...], actor: int) -> Revision:
        """Numbers the decisions, and makes a revision of what happened."""
        deal = self.deal
        assert deal is not None
        assert deal.story is not None
        self.rev += 1
        story = deal.story[self._told :]
        self._told = len(deal.story)
        for seat in deal.turn:
            if seat not in before or seat == actor:
                self.dps[seat] += 1
            offer = offers[seat]
            assert offer is not None
            offers[seat] = Offer(self.dps[seat], offer.acts, offer.gives, offer.more)
        self.offers = offers
        return self.told.revise(self.rev, story, offers)

    def watch(self) -> None:
        """Somebody looks on: from now on there is a view for that."""
        if not self.told.watched:
            self.told.watch(View(WATCHER) if self.deal is None else self.deal.view(WATCHER))


# a deal's actions are few and come again and again; a larger memory would only hold what was given away long ago
_read = lru_cache(maxsize=512)(read_action)
_written = lru_cache(maxsize=512)(str)
_plain = msgspec.json.Encoder(order="sorted").encode


def _offer(offers: list[CoreOffer]) -> Offer:
    acts: list[str] = []
    gives: list[Give] = []
    more = False
    letters = 0
    for each in offers:
        if type(each) is Choice:
            gives.append(Give(each.verb, each.n, list(each.cards)))
            continue
        text = _written(each)
        letters += len(text)
        if len(acts) < OFFERS_MOST and letters <= LETTERS_MOST:
            acts.append(text)
        else:
            more = True
    return Offer(0, acts, gives, more)


def core_offers(offer: Offer) -> list[Action | Choice]:
    """What was offered, as the rules and the bots know it; raises ValueError where it cannot be read."""
    return [_read(text) for text in offer.acts] + [Choice(give.verb, give.n, tuple(give.cards)) for give in offer.gives]
