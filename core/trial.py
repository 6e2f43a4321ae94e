"""The trial: laws that every game must keep, whoever wrote it.

Random deals are played, and in their states and in their whole stories the laws are checked: cards are conserved,
somebody can act, what is offered is accepted, what is refused changes nothing, a replay and a clone and a view agree
with the deal, and a seat is told nothing about cards that it cannot see.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.actions import Action, Choice, Offer, Unreadable, one_card, read_action
from rumpus.core.bots import RANDOM_BOT, BotKind
from rumpus.core.cards import NAME, Card
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import Event, View, project
from rumpus.core.house import Charter
from rumpus.core.match import Match
from rumpus.core.shuffle import Stream, deal_seed, shuffled, tag
from rumpus.core.zones import WATCHER

ONE_CARD_VERBS = {verb: one_card(verb) for verb in ("play", "discard", "knock")}
_ONE_CARD_ACTIONS = tuple(action for actions in ONE_CARD_VERBS.values() for action in actions)
_OTHER_TEXTS = (
    *("draw stock", "draw discard", "draw discard 2", "draw trick", "pass", "buy", "return", "tunk", "knock"),
    *("ask open", "ask out", "yes", "no", "moon add", "moon subtract", "give 2C 3C 4C"),
    *("meld 2C 3C 4C", "meld 2C on 1", "swap 2C on 1"),
)
_OTHER_ACTIONS = tuple(read_action(text) for text in _OTHER_TEXTS)
"""One or two of every other verb: most of the time most of them are refused."""
LIMIT = 5000

Steps = list[tuple[int, Action]]


class Broken(AssertionError):
    """A law was broken: which one, what happened, and the shortest record that shows it."""

    def __init__(self, law: str, what: str, record: dict[str, Any]) -> None:
        super().__init__(f"{law}: {what}")
        self.law, self.what, self.record = law, what, record


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


@dataclass
class _Played:
    """A deal as it was played, to be played again."""

    match: Match
    deck: tuple[Card, ...]
    deal: Deal
    steps: Steps


def run_trial(
    charter: Charter,
    deals: int = 20,
    seed: str = "trial",
    *,
    kinds: Sequence[BotKind] = (RANDOM_BOT,),
    thorough: int = 4,
    all_verbs: bool = True,
) -> Report:
    """Play deals and check every law; raises Broken.

    The kinds of bots take turns, a deal each. In one state out of ``thorough`` views are compared, and all offers and
    all 54 faces of the one-card verbs tried. ``all_verbs`` asks that every verb of the game occurs; leave it off where
    the options rule one out.
    """
    report = Report()
    stream = Stream(tag("trial", seed), charter.game.name)
    match = Match(charter)
    for number in range(deals):
        deck = shuffled(deal_seed(seed, number), match.deck)
        played = _play(match, deck, kinds[number % len(kinds)], stream, thorough)
        _count(report, played)
        _check_replay(played)
        for seat in (*range(charter.seats), WATCHER):
            _check_secrecy(played, seat, stream, report)
        match.settle(played.deal)
        if match.over:
            match = Match(charter, dealer=stream.below(charter.seats))
    missing = [verb for verb in charter.game.verbs if not report.verbs[verb]]
    if missing and all_verbs:
        raise Broken("every verb occurs", f"in {deals} deals nobody could {' or '.join(missing)}", {})
    return report


def _record(match: Match, deck: tuple[Card, ...], dealer: int, steps: Steps) -> dict[str, Any]:
    return {
        "rumpus": 1,
        "game": match.charter.game.name,
        "options": dict(match.charter.options),
        "house_rules": [rule.name for rule in match.charter.house_rules],
        "seats": [f"seat {seat}" for seat in range(match.charter.seats)],
        "dealer": dealer,
        "deals": [{"deck": " ".join(NAME[face] for face in deck), "actions": [[s, str(a)] for s, a in steps]}],
    }


def _count(report: Report, played: _Played) -> None:
    report.deals += 1
    report.actions += len(played.steps)
    report.longest = max(report.longest, len(played.steps))
    report.ended[str(played.deal.ended)] += 1
    report.verbs.update(action.verb for _, action in played.steps)


# --- laws of states ---------------------------------------------------------------------------------------------------


def _play(match: Match, deck: tuple[Card, ...], kind: BotKind, stream: Stream, thorough: int) -> _Played:
    deal = match.open_deal(deck, story=True)
    bots = [kind.make(seat, match.charter, stream) for seat in range(deal.seats)]
    steps: Steps = []
    views = {seat: View(seat) for seat in (*range(deal.seats), WATCHER)}
    heard = 0

    def broken(law: str, what: str) -> Broken:
        return Broken(law, what, _record(match, deck, match.dealer, steps))

    while True:
        assert deal.story is not None
        for seat, view in views.items():
            news = _fold_news(view, deal.story[heard:], seat)
            if seat != WATCHER:
                bots[seat].hear(news)
        heard = len(deal.story)
        _check_state(deal, broken)
        closely = stream.below(thorough) == 0
        if closely or deal.over:
            _check_views(deal, views, broken)
        if deal.over:
            return _Played(match, deck, deal, steps)
        if len(steps) >= LIMIT:
            raise broken("deals end", f"the deal is not over after {LIMIT} actions")
        seat = stream.choice(deal.turn)
        offers = deal.offers(seat)
        if closely:
            _check_offers(deal, seat, offers, broken)
        action = bots[seat].choose(views[seat], offers)
        _check_notation(action, broken)
        try:
            deal.act(seat, action)
        except Illegal as refusal:
            raise broken("offers are accepted", f"{action} was offered to seat {seat} and refused: {refusal}") from refusal
        steps.append((seat, action))


def _check_notation(action: Action, broken: Any) -> None:
    try:
        same = read_action(str(action)) == action
    except Unreadable:
        same = False
    if not same:
        raise broken("one notation", f"{action} is not read back as the same action")


def _fold_news(view: View, events: list[Event], seat: int) -> list[list[Any]]:
    news = [json.loads(json.dumps(seen)) for event in events if (seen := project(event, seat)) is not None]
    for seen in news:
        view.fold(seen)
    return news


def _check_state(deal: Deal, broken: Any) -> None:
    lying = sorted(face for cards in deal.at for face in cards)
    if lying != sorted(deal.rules.deck_for(len(deal.seats_in))):
        raise broken("cards are conserved", "the zones do not hold the deck's cards, each once")
    if deal.over:
        if deal.turn or len(deal.scores or ()) != deal.seats:
            raise broken("a deal that is over is paid", f"turn {deal.turn}, scores {deal.scores}")
    elif not deal.turn or not all(deal.offers(seat) for seat in deal.turn):
        raise broken("somebody can act", f"in phase {deal.phase} a seat of {deal.turn} is offered nothing")


def _check_views(deal: Deal, views: dict[int, View], broken: Any) -> None:
    for seat, view in views.items():
        for zone in deal.zones:
            place, cards = view.places[zone.id], deal.at[zone.id]
            if not zone.shows(seat):
                agrees = place.cards == len(cards)
            elif zone.name == "hand":
                agrees = sorted(place.faces) == sorted(cards)
            else:
                agrees = sorted(place.faces) == sorted(cards) if zone.name == "meld" else place.faces == cards
            if not agrees:
                raise broken("a view is a fold", f"seat {seat} sees {place} where {zone.name} of seat {zone.seat} lies")
        if View.read(json.loads(json.dumps(view.data()))).digest() != view.digest():
            raise broken("a view is a fold", f"the snapshot of seat {seat} reads back as another view")


def fingerprint(deal: Deal) -> str:
    """Everything that can change in a deal, as one text: equal texts, equal deals."""
    return repr(sorted((name, value) for name, value in vars(deal).items() if name not in ("rules", "story", "zones")))


def _check_offers(deal: Deal, seat: int, offers: list[Offer], broken: Any) -> None:
    before = fingerprint(deal)
    written = len(deal.story or ())
    texts = [str(offer) for offer in offers]
    if len(set(texts)) != len(texts):
        raise broken("offers are named once", f"seat {seat} is offered something twice: {texts}")
    for offer in offers:
        trying = deal.clone()
        try:
            trying.act(seat, offer.example() if isinstance(offer, Choice) else offer)
        except Illegal as refusal:
            raise broken("offers are accepted", f"{offer} was offered to seat {seat} and refused: {refusal}") from refusal
        if fingerprint(trying) == before:
            raise broken("actions change something", f"{offer} of seat {seat} changed nothing")
    for action in _ONE_CARD_ACTIONS:
        accepted = _accepts(deal.clone(), seat, action)
        if accepted != (action in offers):
            word = "accepted but not offered" if accepted else "offered but not accepted"
            raise broken("one-card verbs are offered exactly", f"{action} of seat {seat} is {word}")
        if not accepted:
            _accepts(deal, seat, action)
    for action in _OTHER_ACTIONS:
        if not _accepts(deal.clone(), seat, action):
            _accepts(deal, seat, action)
    tried = offers[0].example() if isinstance(offers[0], Choice) else offers[0]
    for other in range(deal.seats):
        if other not in deal.turn and _accepts(deal, other, tried):
            raise broken("seats act in turn", f"seat {other} could {texts[0]} out of turn")
    if fingerprint(deal) != before or len(deal.story or ()) != written:
        raise broken("refusals change nothing", f"something changed while actions of seat {seat} were tried")


def _accepts(deal: Deal, seat: int, action: Action) -> bool:
    try:
        deal.act(seat, action)
    except Illegal:
        return False
    return True


# --- laws of stories --------------------------------------------------------------------------------------------------


def _again(played: _Played, deck: tuple[Card, ...], steps: Steps) -> Deal:
    """The same deal from another deck or by other steps; raises Illegal where they do not go together."""
    source = played.deal
    deal = type(source)(source.rules, deck, source.dealer, source.number, source.before, source.seats_in, [])
    for seat, action in steps:
        deal.act(seat, action)
    return deal


def _check_replay(played: _Played) -> None:
    again = _again(played, played.deck, played.steps)
    if again.story != played.deal.story or again.scores != played.deal.scores:
        record = _record(played.match, played.deck, played.deal.dealer, played.steps)
        raise Broken("a replay gives the same deal", "the same deck and actions told another story", record)


def _bytes_for(played: _Played, deck: tuple[Card, ...], steps: Steps, seat: int) -> list[str]:
    """Every byte that a seat is sent while a deal is played: events and offers, step by step, and refusals.

    Where a step is against the rules it is what was sent until then.
    """
    source = played.deal
    deal = type(source)(source.rules, deck, source.dealer, source.number, source.before, source.seats_in, [])
    sent: list[str] = []
    heard = 0
    for step in (*steps, None):
        assert deal.story is not None
        sent.append(json.dumps([project(event, seat) for event in deal.story[heard:] if project(event, seat) is not None]))
        heard = len(deal.story)
        if seat >= 0:
            sent.append(json.dumps([str(offer) for offer in deal.offers(seat)]))
        try:
            if step is not None:
                deal.act(*step)
        except Illegal:
            return sent
    if seat >= 0:
        sent.append(json.dumps([_refusal(deal, seat, action) for action in (*_ONE_CARD_ACTIONS, *_OTHER_ACTIONS)]))
    return sent


def _refusal(deal: Deal, seat: int, action: Action) -> str:
    try:
        deal.clone().act(seat, action)
    except Illegal as refusal:
        return str(refusal)
    return "accepted"


def _check_secrecy(played: _Played, seat: int, stream: Stream, report: Report) -> None:
    """Exchange two cards that a seat has not seen up to some moment: it must have been sent the same bytes.

    Where the other seats could not have acted so in that other world, it must be the same until then.
    """
    upto = stream.below(len(played.steps) + 1) if stream.below(4) else len(played.steps)  # much is told at the end
    steps = played.steps[:upto]
    unseen = _unseen(_again(played, played.deck, steps), seat, played.match.charter.game.reveals)
    if len(unseen) < 2:
        return
    one, two = stream.some(unseen, 2)
    swap = {one: two, two: one}
    other_deck = tuple(swap.get(face, face) for face in played.deck)
    other_steps = [(who, _exchanged(action, swap)) for who, action in steps]
    sent = _bytes_for(played, played.deck, steps, seat)
    other = _bytes_for(played, other_deck, other_steps, seat)
    if len(other) < len(sent):
        report.worlds_unusable += 1
    else:
        report.worlds += 1
    if other != sent[: len(other)]:
        record = _record(played.match, played.deck, played.deal.dealer, steps)
        what = f"seat {seat} could tell {NAME[one]} from {NAME[two]}, which it cannot see, after {upto} actions"
        raise Broken("hidden is hidden", what, record)


def _unseen(deal: Deal, seat: int, reveals: tuple[str, ...]) -> list[Card]:
    told: set[Card] = set()
    for event in deal.story or ():
        seen = project(event, seat)
        if seen is not None and seen[0] == "move" and isinstance(seen[1], list):
            told.update(seen[1])
    return [
        face
        for face in dict.fromkeys(sorted(deal.rules.deck_for(len(deal.seats_in))))
        if face not in told and NAME[face] not in reveals
    ]


def _exchanged(action: Action, swap: dict[Card, Card]) -> Action:
    cards = tuple(swap.get(face, face) for face in action.cards)
    parts = tuple(
        part._replace(
            cards=tuple(swap.get(code, code) for code in part.cards),
            attendants=tuple(swap.get(face, face) for face in part.attendants),
        )
        for part in action.parts
    )
    if action.verb == "give":
        cards = tuple(sorted(cards))
    return action._replace(cards=cards, parts=parts)
