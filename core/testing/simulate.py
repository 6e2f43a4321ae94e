"""Bots play whole matches among themselves, one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.actions import Action
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import names
from rumpus.core.deal import Deal
from rumpus.core.events import View, project
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.core.record import record_of
from rumpus.core.shuffling.seeded import bot_stream, deal_seed, shuffled
from rumpus.core.zones import NOBODY

MAX_ACTIONS = 5000


@dataclass
class Figures:
    """What came of simulated deals: how they ended, what they paid, how long they were."""

    deals: int = 0
    actions: int = 0
    longest: int = 0
    unfinished: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    scores: list[int] = field(default_factory=list)

    def mean_scores(self) -> list[float]:
        """Points a deal by side."""
        paid = max(1, self.deals - self.unfinished)
        return [round(score / paid, 3) for score in self.scores]

    def data(self) -> dict[str, Any]:
        """The figures by the names of the command line."""
        return {
            "ended": dict(sorted(self.ended.items())),
            "mean_scores": self.mean_scores(),
            "mean_actions": round(self.actions / max(1, self.deals), 2),
            "longest_actions": self.longest,
            "unfinished": self.unfinished,
        }


class _Listener:
    """Keeps one bot's view up to date while a deal goes on."""

    def __init__(self, seat: int, bot: Bot, deal: Deal) -> None:
        self.seat, self.bot, self.deal = seat, bot, deal
        self.view = View(seat)
        self.heard = 0

    def catch_up(self) -> None:
        story = self.deal.story
        if story is None or self.heard == len(story):
            return
        news = [seen for event in story[self.heard :] if (seen := project(event, self.seat)) is not None]
        self.heard = len(story)
        for seen in news:
            self.view.fold(seen)
        self.bot.hear(news)


def play_deal(deal: Deal, bots: Sequence[Bot], max_actions: int = MAX_ACTIONS) -> list[tuple[int, Action]] | None:
    """Let bots play a deal to its end; the actions, or None where it reached ``max_actions``."""
    actions: list[tuple[int, Action]] = []
    listeners = [_Listener(seat, bot, deal) for seat, bot in enumerate(bots)] if deal.story is not None else []
    view = View(NOBODY)
    chooses = [bot.choose for bot in bots]
    for _ in range(max_actions):
        if not deal.turn:
            break
        seat = deal.turn[0]
        if listeners:
            listeners[seat].catch_up()
            view = listeners[seat].view
        action = chooses[seat](view, deal.offers(seat))
        deal.act(seat, action)
        actions.append((seat, action))
    if deal.turn:
        return None
    for listener in listeners:
        listener.catch_up()
    return actions


def simulate(
    charter: Charter,
    deals: int,
    kinds: Sequence[BotKind],
    seed: str,
    *,
    max_actions: int = MAX_ACTIONS,
    save: Callable[[dict[str, Any]], None] | None = None,
    rotate: bool = False,
) -> Figures:
    """Play ``deals`` deals, match after match; the same text to draw from gives the same play.

    ``kinds`` are the bots by seat; with ``rotate`` they move one seat on when every seat has dealt, and scores are by
    bot. ``save`` is handed a record of every match.
    """
    figures = Figures(scores=[0] * charter.rules.totals)
    bots = [kind.make(seat, charter, bot_stream(seed, seat)) for seat, kind in enumerate(kinds)]
    match = Match(charter)
    record = record_of(charter)
    while figures.deals < deals:
        shift = figures.deals // charter.seats % charter.seats if rotate else 0
        seated = [bots[(seat + shift) % charter.seats] for seat in range(charter.seats)]
        for seat, bot in enumerate(seated):
            bot.seat = seat
        deck = shuffled(deal_seed(seed, figures.deals), match.deck)
        deal = match.open_deal(deck, story=any(bot.wants_view for bot in bots))
        actions = play_deal(deal, seated, max_actions)
        _count(figures, deal, actions, shift, max_actions)
        if save is not None:
            written = [] if actions is None else [[seat, str(action)] for seat, action in actions]
            record["deals"].append({"deck": names(deck), "actions": written})
        if deal.over:
            match.settle(deal)
        if match.over or not deal.over or figures.deals >= deals:
            if save is not None:
                save(record)
            match, record = Match(charter), record_of(charter)
    return figures


def _count(figures: Figures, deal: Deal, actions: list[tuple[int, Action]] | None, shift: int, max_actions: int) -> None:
    figures.deals += 1
    length = max_actions if actions is None else len(actions)
    figures.actions += length
    figures.longest = max(figures.longest, length)
    figures.verbs.update([action.verb for _, action in actions or ()])
    if deal.scores is None:
        figures.unfinished += 1
        return
    figures.ended[str(deal.ended)] += 1
    for seat, score in enumerate(deal.scores):
        figures.scores[(seat + shift) % len(figures.scores)] += score
