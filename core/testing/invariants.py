"""The laws that every game must keep, in each state of a deal and in its whole story.

Cards are conserved, somebody can act, what is offered is accepted, what is refused changes nothing, a replay and a
clone and a view agree with the deal, and a seat is told nothing about cards that it cannot see.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rumpus.core.actions import Action, Choice, Offer, Unreadable, one_card, read_action
from rumpus.core.cards import NAME, Card
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import View, project
from rumpus.core.match import Match
from rumpus.core.record import record_of
from rumpus.core.shuffling.seeded import Stream

ONE_CARD_VERBS = {verb: one_card(verb) for verb in ("play", "discard", "knock")}
_ONE_CARD_ACTIONS = tuple(action for actions in ONE_CARD_VERBS.values() for action in actions)
_OTHER_TEXTS = (
    *("draw stock", "draw discard", "draw discard 2", "draw trick", "pass", "buy", "return", "tunk", "knock"),
    *("ask open", "ask out", "yes", "no", "moon add", "moon subtract", "give 2C 3C 4C"),
    *("meld 2C 3C 4C", "meld 2C on 1", "swap 2C on 1"),
)
_OTHER_ACTIONS = tuple(read_action(text) for text in _OTHER_TEXTS)
"""One or two of every other verb: most of the time most of them are refused."""

Step = tuple[int, Action]


class Broken(AssertionError):
    """A law was broken: which one, what happened, and the shortest record that shows it.

    The record is of a match up to the moment; ``tried`` is what a seat was trying then and the record does not hold.
    What was raised, if anything was, is the cause of this error.
    """

    def __init__(self, law: str, what: str, record: Mapping[str, Any], tried: Step | None = None) -> None:
        super().__init__(f"{law}: {what}")
        self.law, self.what, self.record, self.tried = law, what, dict(record), tried

    @property
    def length(self) -> int:
        """How many actions the record holds."""
        return sum(len(deal["actions"]) for deal in self.record.get("deals", ()))


class Course:
    """A deal that is tried: the match it belongs to, its deck, and what was done so far.

    ``opened`` is how its match began: the first dealer, and the deals before this one as a record holds them.
    ``trying`` is what a seat is doing at this moment.
    """

    def __init__(self, match: Match, deck: tuple[Card, ...], opened: tuple[int, Sequence[dict[str, Any]]]) -> None:
        self.match, self.deck, self.opened = match, deck, opened
        self.steps: list[Step] = []
        self.trying: Step | None = None
        self.deal: Deal | None = None

    @property
    def played(self) -> Deal:
        """The deal, which has been opened."""
        assert self.deal is not None
        return self.deal

    def written(self, steps: Iterable[Step]) -> dict[str, Any]:
        """The deal as a record holds it."""
        return {"deck": " ".join(NAME[face] for face in self.deck), "actions": [[seat, str(action)] for seat, action in steps]}

    def record(self, steps: Iterable[Step] | None = None) -> dict[str, Any]:
        """The match up to here, or up to the end of these steps."""
        dealer, earlier = self.opened
        deals = [*earlier, self.written(self.steps if steps is None else steps)]
        return record_of(self.match.charter, dealer=dealer, deals=deals)

    def broken(self, law: str, what: str, tried: Step | None = None) -> Broken:
        """The law that was broken at this moment."""
        return Broken(law, what, self.record(), tried)

    def accepts(self, deal: Deal, seat: int, action: Action) -> bool:
        """Try an action on the deal or on a clone of it."""
        self.trying = seat, action
        accepted = accepts(deal, seat, action)
        self.trying = None
        return accepted

    def again(self, deck: tuple[Card, ...], steps: Iterable[Step]) -> Deal:
        """The same deal from another deck or by other steps; raises Illegal where they do not go together."""
        source = self.played
        deal = type(source)(source.rules, deck, source.dealer, source.number, source.before, source.seats_in, [])
        for seat, action in steps:
            deal.act(seat, action)
        return deal


# --- laws of states ---------------------------------------------------------------------------------------------------


def check_notation(course: Course, seat: int, action: Action) -> None:
    """What a seat does can be written down and read back."""
    try:
        same = read_action(str(action)) == action
    except Unreadable:
        same = False
    if not same:
        raise course.broken("one notation", f"{action} is not read back as the same action", (seat, action))


def check_state(course: Course) -> None:
    """The cards are all there, and somebody can act or everybody is paid."""
    deal = course.played
    lying = sorted(face for cards in deal.at for face in cards)
    if lying != sorted(deal.rules.deck_for(len(deal.seats_in))):
        raise course.broken("cards are conserved", "the zones do not hold the deck's cards, each once")
    if deal.over:
        if deal.turn or len(deal.scores or ()) != deal.rules.totals:
            raise course.broken("a deal that is over is paid", f"turn {deal.turn}, scores {deal.scores}")
    elif not deal.turn or not all(deal.offers(seat) for seat in deal.turn):
        raise course.broken("somebody can act", f"in phase {deal.phase} a seat of {deal.turn} is offered nothing")


def check_views(course: Course, views: dict[int, View]) -> None:
    """What every seat was sent adds up to the table as it lies there."""
    deal = course.played
    for seat, view in views.items():
        for zone in deal.zones:
            place, cards = view.places[zone.id], deal.at[zone.id]
            if not zone.shows(seat):
                agrees = place.cards == zone.told(seat, len(cards))
            elif zone.name in ("hand", "meld"):
                agrees = sorted(place.faces) == sorted(cards)
            else:
                agrees = place.faces == cards
            if not agrees:
                raise course.broken("a view is a fold", f"seat {seat} sees {place} where {zone.name} of seat {zone.seat} lies")
        if View.read(json.loads(json.dumps(view.data()))).digest() != view.digest():
            raise course.broken("a view is a fold", f"the snapshot of seat {seat} reads back as another view")


def fingerprint(deal: Deal) -> str:
    """Everything that can change in a deal, as one text: equal texts, equal deals."""
    return repr(sorted((name, value) for name, value in vars(deal).items() if name not in ("rules", "story", "zones")))


def check_offers(course: Course, seat: int, offers: list[Offer]) -> None:
    """What is offered is accepted and changes something; what is not is refused and changes nothing."""
    deal = course.played
    before = fingerprint(deal)
    written = len(deal.story or ())
    texts = [str(offer) for offer in offers]
    if len(set(texts)) != len(texts):
        raise course.broken("offers are named once", f"seat {seat} is offered something twice: {texts}")
    for offer in offers:
        check_offer(course, seat, offer.example() if isinstance(offer, Choice) else offer, before)
    for action in _ONE_CARD_ACTIONS:
        accepted = course.accepts(deal.clone(), seat, action)
        if accepted != (action in offers):
            word = "accepted but not offered" if accepted else "offered but not accepted"
            raise course.broken("one-card verbs are offered exactly", f"{action} of seat {seat} is {word}", (seat, action))
    refused = [action for action in (*_ONE_CARD_ACTIONS, *_OTHER_ACTIONS) if not course.accepts(deal.clone(), seat, action)]
    for action in refused:
        course.accepts(deal, seat, action)
    tried = offers[0].example() if isinstance(offers[0], Choice) else offers[0]
    for other in range(deal.seats):
        if other not in deal.turn and course.accepts(deal, other, tried):
            raise course.broken("seats act in turn", f"seat {other} could {texts[0]} out of turn", (other, tried))
    if fingerprint(deal) != before or len(deal.story or ()) != written:
        steps = [(seat, action) for action in refused] + [(other, tried) for other in range(deal.seats) if other not in deal.turn]
        culprit = _changing(course, steps)
        if culprit is None:
            what = f"something changed while actions of seat {seat} were tried"
        else:
            what = f"something changed although {culprit[1]} of seat {culprit[0]} was refused"
        raise course.broken("refusals change nothing", what, culprit)


def check_offer(course: Course, seat: int, action: Action, before: str) -> None:
    """One action that was offered is accepted, and changes something."""
    trying = course.played.clone()
    course.trying = seat, action
    try:
        trying.act(seat, action)
    except Illegal as refusal:
        what = f"{action} was offered to seat {seat} and refused: {refusal}"
        raise course.broken("offers are accepted", what, (seat, action)) from refusal
    course.trying = None
    if fingerprint(trying) == before:
        raise course.broken("actions change something", f"{action} of seat {seat} changed nothing", (seat, action))


def _changing(course: Course, steps: Iterable[Step]) -> Step | None:
    """The refused step that changes something, tried alone on the deal as it was; None where it is none alone."""
    deal = course.again(course.deck, course.steps)
    before, written = fingerprint(deal), len(deal.story or ())
    for step in steps:
        if not accepts(deal, *step) and (fingerprint(deal) != before or len(deal.story or ()) != written):
            return step
    return None


def accepts(deal: Deal, seat: int, action: Action) -> bool:
    """Carry an action out, if it is legal."""
    try:
        deal.act(seat, action)
    except Illegal:
        return False
    return True


# --- laws of stories --------------------------------------------------------------------------------------------------


def check_replay(course: Course) -> None:
    """The same deck and the same actions tell the same story."""
    try:
        again = course.again(course.deck, course.steps)
    except Illegal as refusal:
        what = f"the same deck and actions were refused the second time: {refusal}"
        raise course.broken("a replay gives the same deal", what) from refusal
    if again.story != course.played.story or again.scores != course.played.scores:
        raise course.broken("a replay gives the same deal", "the same deck and actions told another story")


def check_secrecy(course: Course, seat: int, stream: Stream) -> bool | None:
    """Exchange two cards that a seat has not seen up to some moment: it must have been sent the same bytes.

    Where the other seats could not have acted so in that other world, it must be the same until then. Tells whether
    the other world could be played as far as this one, or None where there was none to compare with.
    """
    upto = stream.below(len(course.steps) + 1) if stream.below(4) else len(course.steps)  # much is told at the end
    steps = course.steps[:upto]
    unseen = _unseen(course.again(course.deck, steps), seat, course.match.charter.game.reveals)
    if len(unseen) < 2:
        return None
    one, two = stream.some(unseen, 2)
    swap = {one: two, two: one}
    other_deck = tuple(swap.get(face, face) for face in course.deck)
    other_steps = [(who, _exchanged(action, swap)) for who, action in steps]
    sent = _bytes_for(course, course.deck, steps, seat)
    other = _bytes_for(course, other_deck, other_steps, seat)
    if other != sent[: len(other)]:
        told = next(n for n, (here, there) in enumerate(zip(sent, other, strict=False)) if here != there)
        known = min(upto, told // (2 if seat >= 0 else 1))  # the action after which it was told
        who = f"seat {seat}" if seat >= 0 else "a watcher"
        what = f"{who} could tell {NAME[one]} from {NAME[two]}, which it cannot see, after {known} actions"
        raise Broken("hidden is hidden", what, course.record(steps[:known]))
    return len(other) == len(sent)


def _bytes_for(course: Course, deck: tuple[Card, ...], steps: list[Step], seat: int) -> list[str]:
    """Every byte that a seat is sent while a deal is played: events and offers, step by step, and refusals.

    Where a step is against the rules it is what was sent until then.
    """
    deal = course.again(deck, ())
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
        sent.append(json.dumps([_refusal(course, deal, seat, action) for action in (*_ONE_CARD_ACTIONS, *_OTHER_ACTIONS)]))
    return sent


def _refusal(course: Course, deal: Deal, seat: int, action: Action) -> str:
    course.trying = seat, action
    answer = "accepted"
    try:
        deal.clone().act(seat, action)
    except Illegal as refusal:
        answer = str(refusal)
    course.trying = None
    return answer


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
