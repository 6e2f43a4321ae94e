"""Two worlds that differ only in cards that one seat has not seen: whatever that seat is sent must be the same in both."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rumpus.core.actions import Action, Choice, one_card, read_action
from rumpus.core.bots import BotKind
from rumpus.core.cards import NAME, Card, names
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import View, project
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, shuffled, tag
from rumpus.core.zones import WATCHER

Step = tuple[int, Action]

TEXTS = """draw stock, draw discard, draw discard 2, draw discard 5, draw trick, pass, buy, return, tunk, knock, ask open,
ask out, yes, no, moon add, moon subtract, give 2C 3C 4C, give QS, play 7S 8S 9S, play 2C BJ=3C 4C, meld 2C 3C 4C,
meld 7C 7D 7H, meld 9S, meld BJ=4C 5C 6C, meld QS on 1, meld KC with 5H on 1, swap 2C on 1, swap 7H for BJ on 2,
discard 9C trick"""
TRIES = (*one_card("play"), *one_card("discard"), *one_card("knock"), *(read_action(text) for text in TEXTS.split(",")))
"""What a curious seat may type: every face with every one-card verb, and some of everything else."""


@dataclass
class Played:
    """A deal as it was played, and where on the way the curious seat tries everything."""

    charter: Charter
    deck: tuple[Card, ...]
    steps: list[Step]
    curious: frozenset[int]
    start: tuple[int, int, tuple[int, ...], tuple[int, ...]]
    over: bool = True

    def open(self, deck: Sequence[Card]) -> Deal:
        """The same deal, from this deck or from another one."""
        return self.charter.game.deal(self.charter.rules, deck, *self.start, [])


@dataclass
class Sent:
    """What a seat was sent, step by step; ``stopped`` where the deal could not go on like this."""

    seat: int
    pages: list[dict[str, str]] = field(default_factory=list)
    stopped: bool = False


@dataclass
class Compared:
    """How many pairs of worlds were compared, to the end and up to where they could not both go on."""

    whole: int = 0
    part: int = 0


def play(charter: Charter, kind: BotKind, seed: str, most: int = 2000) -> Played:
    """One deal by bots of one kind, with a dealer by lot."""
    stream = Stream(tag("worlds", seed), charter.game.name)
    match = Match(charter, dealer=stream.below(charter.seats))
    match.deals = stream.below(7)
    deck = shuffled(tag("worlds deck", seed, charter.game.name), match.deck)
    deal = match.open_deal(deck, story=True)
    bots = [kind.make(seat, charter, stream) for seat in range(charter.seats)]
    views = [View(seat) for seat in range(charter.seats)]
    heard = 0
    steps: list[Step] = []
    assert deal.story is not None
    while not deal.over and len(steps) < most:
        for view, bot in zip(views, bots, strict=True):
            news = [seen for event in deal.story[heard:] if (seen := project(event, view.seat)) is not None]
            for seen in news:
                view.fold(seen)
            bot.hear(news)
        heard = len(deal.story)
        seat = stream.choice(deal.turn)
        action = bots[seat].choose(views[seat], deal.offers(seat))
        deal.act(seat, action)
        steps.append((seat, action))
    curious = frozenset({0, len(steps), *(stream.below(len(steps)) for _ in range(4))})
    start = (deal.dealer, deal.number, deal.before, deal.seats_in)
    return Played(charter, deck, steps, curious, start, deal.over)


def watch(played: Played, seat: int, deck: Sequence[Card], steps: Sequence[Step]) -> Sent:
    """Play the steps, and write down every byte that a seat (or a watcher) is sent or could get by asking."""
    deal = played.open(deck)
    sent = Sent(seat)
    heard = 0
    assert deal.story is not None
    for at in range(len(steps) + 1):
        news = [project(event, seat) for event in deal.story[heard:]]
        heard = len(deal.story)
        page = {"events": json.dumps([seen for seen in news if seen is not None])}
        if seat >= 0:
            page["offers"] = " · ".join(_written(offer) for offer in deal.offers(seat))
        if at in played.curious:
            page |= _curious(deal, seat)
        sent.pages.append(page)
        if at == len(steps):
            return sent
        try:
            deal.act(*steps[at])
        except Illegal:
            sent.stopped = True
            return sent
    return sent


def _written(offer: Action | Choice) -> str:
    return f"{offer.verb} {offer.n} of {names(offer.cards)}" if isinstance(offer, Choice) else str(offer)


def _curious(deal: Deal, seat: int) -> dict[str, str]:
    """What a snapshot and every try would tell."""
    view = deal.view(seat)
    page = {"snapshot": json.dumps(view.data()), "hash": view.digest().hex()}
    if seat >= 0:
        page |= {f"answer to {action}": _answer(deal, seat, action) for action in TRIES}
    return page


def _answer(deal: Deal, seat: int, action: Action) -> str:
    try:
        deal.clone().act(seat, action)
    except Illegal as refusal:
        return str(refusal)
    return "accepted"


def unseen(played: Played, seat: int, upto: int) -> list[Card]:
    """The faces of which a seat has been shown no card so far, but for those that the game says it may infer."""
    deal = played.open(played.deck)
    for step in played.steps[:upto]:
        deal.act(*step)
    told: set[Card] = set()
    for event in deal.story or ():
        seen = project(event, seat)
        if seen is not None and seen[0] == "move" and isinstance(seen[1], list):
            told.update(seen[1])
    reveals = played.charter.game.reveals
    return sorted(face for face in set(played.deck) if face not in told and NAME[face] not in reveals)


def other_worlds(played: Played, seat: int, stream: Stream, number: int) -> Iterator[tuple[int, dict[Card, Card]]]:
    """The end and some other moments, and for each of them hidden cards that change places: two, or up to five in a circle."""
    for n in range(number):
        upto = stream.below(len(played.steps) + 1) if n else len(played.steps)
        hidden = unseen(played, seat, upto)
        if len(hidden) >= 2:
            circle = stream.some(hidden, min(len(hidden), 2 + max(0, stream.below(6) - 2)))
            yield upto, dict(zip(circle, circle[1:] + circle[:1], strict=True))


def exchanged(steps: Sequence[Step], change: dict[Card, Card]) -> list[Step]:
    """What the seats did, in the other world. What they melded was shown to everybody and is the same."""
    done = []
    for seat, action in steps:
        cards = tuple(change.get(face, face) for face in action.cards)
        done.append((seat, action._replace(cards=tuple(sorted(cards)) if action.verb == "give" else cards)))
    return done


def compare(played: Played, seat: int, stream: Stream, number: int, compared: Compared) -> None:
    """Raise AssertionError where a seat could tell two worlds apart; say how, and by what."""
    here = watch(played, seat, played.deck, played.steps)
    for upto, change in other_worlds(played, seat, stream, number):
        deck = [change.get(face, face) for face in played.deck]
        there = watch(played, seat, deck, exchanged(played.steps[:upto], change))
        compared.part += there.stopped
        compared.whole += not there.stopped
        who = "a watcher" if seat == WATCHER else f"seat {seat}"
        moved = names(change)
        for at, (one, other) in enumerate(zip(here.pages, there.pages, strict=False)):
            for what in other:
                assert one[what] == other[what], (
                    f"{who} of {played.charter.game.name} could tell {moved} from one another after {at} actions, by {what}"
                )
