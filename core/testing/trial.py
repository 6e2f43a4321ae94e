"""The trial: deals are played, and in each of their states and in their whole stories the laws are checked.

Every game is tried so, whoever wrote it; `rumpus.core.testing.invariants` says what the laws are.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.actions import Action, Choice, Offer
from rumpus.core.bots import RANDOM_BOT, Bot, BotKind
from rumpus.core.deal import Illegal
from rumpus.core.events import View, project
from rumpus.core.game import Charter, Game
from rumpus.core.match import Match
from rumpus.core.rules import Value
from rumpus.core.shuffling.seeded import Stream, deal_seed, shuffled, tag
from rumpus.core.testing.invariants import (
    Broken,
    Course,
    check_notation,
    check_offers,
    check_replay,
    check_secrecy,
    check_state,
    check_views,
    fingerprint,
)
from rumpus.core.zones import WATCHER

LIMIT = 5000
SHORTER_TRIES = 12
COMPARISONS = 4
"""How many other deals are tried for a shorter record of a broken law, and how often each is compared with other worlds."""


@dataclass
class Report:
    """What a trial saw: how deals ended, how often each verb occurred, how many pairs of worlds were compared."""

    deals: int = 0
    actions: int = 0
    longest: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    worlds: int = 0
    worlds_unusable: int = 0

    def count(self, course: Course) -> None:
        """Enter a deal that was played to its end."""
        self.deals += 1
        self.actions += len(course.steps)
        self.longest = max(self.longest, len(course.steps))
        self.ended[str(course.played.ended)] += 1
        self.verbs.update(action.verb for _, action in course.steps)

    def compare(self, alike: bool | None) -> None:
        """Enter a pair of worlds that looked the same to a seat, as far as the other one could be played."""
        self.worlds += alike is True
        self.worlds_unusable += alike is False


def run_trial(
    charter: Charter,
    deals: int = 20,
    seed: str = "trial",
    *,
    kinds: Sequence[BotKind] = (RANDOM_BOT,),
    thorough: int = 4,
    all_verbs: bool = True,
    shorten: bool = True,
    each: Callable[[], None] | None = None,
) -> Report:
    """Play deals and check every law; raises Broken.

    The kinds of bots take turns, a deal each. In one state out of ``thorough`` views are compared, and all offers and
    all 54 faces of the one-card verbs tried. ``all_verbs`` asks that every verb of the game occurs; leave it off where
    the options rule one out. ``shorten`` looks for a shorter record of a law that was broken. ``each`` is called after
    every deal.
    """
    report = Report()
    try:
        _play_deals(charter, deals, seed, kinds, thorough, report, each)
    except Broken as broken:
        if shorten:
            shorter = _shorter(charter, broken, seed, kinds, thorough)
            raise shorter from shorter.__cause__
        raise
    missing = [verb for verb in charter.game.verbs if not report.verbs[verb]]
    if missing and all_verbs:
        raise Broken("every verb occurs", f"in {deals} deals nobody could {' or '.join(missing)}", {})
    return report


def bounded_options(game: Game) -> dict[str, Value]:
    """Options with which random players come to an end: an unlimited turning of the pile is limited."""
    return {each.name: 10 for each in game.options if each.name == "max_turns_over" and not each.default}


def _play_deals(
    charter: Charter,
    deals: int,
    seed: str,
    kinds: Sequence[BotKind],
    thorough: int,
    report: Report,
    each: Callable[[], None] | None,
) -> None:
    stream = Stream(tag("trial", seed), charter.game.name)
    match = Match(charter)
    opened: tuple[int, list[dict[str, Any]]] = (0, [])
    for number in range(deals):
        course = Course(match, shuffled(deal_seed(seed, number), match.deck), opened)
        with _nothing_raises(course):
            if not _play(course, kinds[number % len(kinds)], stream, thorough, LIMIT):
                raise course.broken("deals end", f"the deal is not over after {LIMIT} actions")
            report.count(course)
            _check_story(course, stream, report)
            match.settle(course.played)
        opened[1].append(course.written(course.steps))
        if match.over:
            match = Match(charter, dealer=stream.below(charter.seats))
            opened = (match.dealer, [])
        if each is not None:
            each()


def _check_story(course: Course, stream: Stream, report: Report) -> None:
    check_replay(course)
    for seat in (*range(course.played.seats), WATCHER):
        report.compare(check_secrecy(course, seat, stream))


@contextmanager
def _nothing_raises(course: Course) -> Iterator[None]:
    """Only the refusal of an action is raised by a game; anything else that it raises is a law that it broke."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        when = f" and at {course.trying[1]} of seat {course.trying[0]}" if course.trying is not None else ""
        what = f"{type(error).__name__}: {error}, after {len(course.steps)} actions{when}"
        raise course.broken("rules do not raise", what, course.trying) from error


# --- one deal ---------------------------------------------------------------------------------------------------------


def _play(course: Course, kind: BotKind, stream: Stream, thorough: int, limit: int) -> bool:
    """Play a deal with every law of states checked on the way; whether it came to its end within so many actions."""
    deal = course.deal = course.match.open_deal(course.deck, story=True)
    bots = [kind.make(seat, course.match.charter, stream) for seat in range(deal.seats)]
    views = {seat: View(seat) for seat in (*range(deal.seats), WATCHER)}
    heard = 0
    while True:
        heard = _tell(course, views, bots, heard)
        check_state(course)
        closely = stream.below(thorough) == 0
        if closely or deal.over:
            check_views(course, views)
        if deal.over or len(course.steps) >= limit:
            return deal.over
        seat = stream.choice(deal.turn)
        offers = deal.offers(seat)
        if closely:
            check_offers(course, seat, offers)
        action = bots[seat].choose(views[seat], offers)
        check_notation(course, seat, action)
        course.trying = seat, action
        try:
            deal.act(seat, action)
        except Illegal as refusal:
            raise _refused(course, kind, (seat, action), offers, refusal) from refusal
        course.steps.append(course.trying)
        course.trying = None


def _tell(course: Course, views: dict[int, View], bots: list[Bot], heard: int) -> int:
    """Send everybody what is new of the story, and let the bots hear it; how much of it has been told by now."""
    story = course.played.story
    assert story is not None
    for seat, view in views.items():
        news = [json.loads(json.dumps(seen)) for event in story[heard:] if (seen := project(event, seat)) is not None]
        for seen in news:
            view.fold(seen)
        if seat != WATCHER:
            bots[seat].hear(news)
    return len(story)


def _refused(course: Course, kind: BotKind, tried: tuple[int, Action], offers: list[Offer], refusal: Illegal) -> Broken:
    seat, action = tried
    if any(_is_of(action, offer) for offer in offers):
        return course.broken("offers are accepted", f"{action} was offered to seat {seat} and refused: {refusal}", tried)
    what = f"the bot {kind.name} chose {action} for seat {seat}, which was not offered and is refused: {refusal}"
    return course.broken("bots play what is legal", what, tried)


def _is_of(action: Action, offer: Offer) -> bool:
    """Whether an action is what was offered, or one of the choices offered."""
    if not isinstance(offer, Choice):
        return offer == action
    return action.verb == offer.verb and len(action.cards) == offer.n and set(action.cards) <= set(offer.cards)


# --- the shortest record ----------------------------------------------------------------------------------------------


def _shorter(charter: Charter, broken: Broken, seed: str, kinds: Sequence[BotKind], thorough: int) -> Broken:
    """The same law broken after fewer actions, in the first deal of a match, if some other deal shows it so."""
    best = broken
    dealers = range(charter.seats) if broken.record["dealer"] or len(broken.record["deals"]) > 1 else range(1)
    for attempt in range(SHORTER_TRIES):
        if best.length <= 1 or best.law == "deals end":
            break
        stream = Stream(tag("shorter", seed, str(attempt)), charter.game.name)
        dealer = dealers[attempt % len(dealers)]
        match = Match(charter, dealer)
        course = Course(match, shuffled(deal_seed(f"{seed} shorter", attempt), match.deck), (dealer, []))
        try:
            with _nothing_raises(course):
                _play(course, kinds[attempt % len(kinds)], stream, thorough, best.length - 1)
                for _ in range(COMPARISONS):
                    _check_story(course, stream, Report())
        except Broken as other:
            if other.law == best.law and other.length < best.length:
                best = other
    return best


__all__ = ["Broken", "Report", "bounded_options", "fingerprint", "run_trial"]
