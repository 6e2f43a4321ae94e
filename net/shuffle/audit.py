"""Was the deal fair?  A guest's own check of a deal that is over, from what it was shown while it went on.  Pure.

The shuffle is checked by hashing; everything else by playing the deal again through the rules that are installed here, and
comparing every card and every event that the guest was told of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from rumpus.core.actions import Unreadable, read_action
from rumpus.core.cards import BJ, NAME, RJ, Card, names
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import View, project
from rumpus.core.game import Charter
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.core.record import charter_for
from rumpus.core.shuffling.fair import Shuffle, host_commit, in_order
from rumpus.core.shuffling.seeded import shuffled
from rumpus.net.protocol.messages import Standing
from rumpus.net.shuffle.evidence import Evidence, Fault, Verdict, charter_hash

HOSTS_ALONE = "all entropy is the host's"

_canonical = msgspec.json.Encoder(order="sorted").encode


class ProofFails(Exception):
    """Something does not fit."""

    def __init__(self, step: str, event: int, text: str) -> None:
        super().__init__(text)
        self.fault = Fault(step, event, text)


class Auditor:
    """Checks one deal after the other, and keeps the match that they make: its standing, and its record.

    `records` holds the record of the match that was begun last, if its first deal was checked; `begun` counts such matches.
    `at_host` says that this guest is the host's own player, whose share nobody else need trust.
    """

    def __init__(self, at_host: bool = False) -> None:
        self.at_host = at_host
        self.records: list[dict[str, Any]] = []
        self.begun = 0
        self._match: Match | None = None  # as the last deal left it
        self._deal = -1

    def check(self, evidence: Evidence, found: Catalogue, seats: Sequence[str] = ()) -> Verdict:
        """What this deal comes to; `found` is what is installed here, `seats` the names for the record."""
        deal, code = evidence.terms.deal, evidence.code
        try:
            if evidence.fault is not None:
                raise ProofFails(*evidence.fault)
            if evidence.secret is None:
                return Verdict(deal, "not revealed", f"not revealed{evidence.hidden}", code)
            _check_secret(evidence)
            charter, why = _charter(evidence, found)
            if charter is None:
                _check_own_cards(evidence)
                self._match = None
                return Verdict(deal, "cannot verify", f"cannot verify: {why}; the shuffle and your cards fit", code)
            self._replay(evidence, charter, seats)
        except ProofFails as wrong:
            self._match = None
            fault = wrong.fault
            return Verdict(deal, "failed", f"FAILED at event {fault.event} ({fault.step}): {fault.text}", code, fault)
        return self._word(evidence)

    def _word(self, evidence: Evidence) -> Verdict:
        """Everything fits: whether that proves anything depends on whose shares are in the deck."""
        deal, code = evidence.terms.deal, evidence.code
        others = [pledge for pledge in evidence.pledges if not (self.at_host and pledge.seat == evidence.own)]
        if not others:
            return Verdict(deal, "not verifiable", f"not verifiable: {HOSTS_ALONE}", code)
        if evidence.mine is False:
            return Verdict(deal, "not verifiable", "not verifiable: your share is not in it", code)
        return Verdict(deal, "verified", "verified ✓", code)

    def _replay(self, evidence: Evidence, charter: Charter, seats: Sequence[str]) -> None:
        match = self._standing(evidence, charter)
        before = match.deals
        deal = replay(evidence, match)
        self._match, self._deal = (match if deal.over else None), evidence.terms.deal
        if before == 0:
            self.records, self.begun = [_record(charter, seats)], self.begun + 1
        if self.records and len(self.records[-1]["deals"]) == before:
            self.records[-1]["deals"].append(_recorded(evidence))

    def _standing(self, evidence: Evidence, charter: Charter) -> Match:
        """The match as it must stand before this deal: as the last one left it, or from the beginning."""
        match = Match(charter)
        start = evidence.start
        assert start is not None
        known = self._match
        if known is not None and known.charter.sha256 == charter.sha256 and start.deals and self._deal + 1 == evidence.terms.deal:
            match = known
        elif start.deals:
            ins = start.seats_in
            fits = {len(start.totals), len(start.wins)} == {len(match.totals)} and start.dealer < charter.seats
            if not (fits and ins and in_order(ins) and ins[-1] < charter.seats):
                raise ProofFails("score", 0, "The standing of the match before this deal does not belong to this table.")
            match.dealer, match.deals, match.counted = start.dealer, start.deals, start.counted
            match.totals, match.wins, match.seats_in = list(start.totals), list(start.wins), tuple(start.seats_in)
        stands = Standing(match.dealer, match.deals, match.counted, match.totals, match.wins, list(match.seats_in))
        if stands != start:
            raise ProofFails("score", 0, "The match stood otherwise before this deal than the host says.")
        return match


def _check_secret(evidence: Evidence) -> None:
    """The secret is the one that the host bound itself to; the shares were checked when they were shown."""
    assert evidence.secret is not None
    if host_commit(evidence.terms.context, evidence.secret) != evidence.host:
        raise ProofFails("secret", 0, "The host's secret is not the one that it committed to before the shares were shown.")


def shuffle_of(evidence: Evidence) -> Shuffle:
    """The whole shuffle of a deal that was opened."""
    assert evidence.secret is not None
    return Shuffle(evidence.terms, evidence.secret, evidence.pledges, evidence.shares)


def _charter(evidence: Evidence, found: Catalogue) -> tuple[Charter | None, str]:
    """The same charter made of what is installed here; or None, and why it cannot be made."""
    if not evidence.charter:
        return None, "the table's charter did not come"
    if charter_hash(evidence.charter) != evidence.terms.rules:
        raise ProofFails("charter", 0, "The cards were shuffled for another charter than any that the table has shown.")
    return local_charter(evidence.charter, evidence.terms.rules, found)


def local_charter(shown: Mapping[str, Any], rules: bytes, found: Catalogue) -> tuple[Charter | None, str]:
    """The charter of this hash made of what is installed here; or None, and the sentence why it cannot be made."""
    name, theirs = str(shown.get("game")), str(shown.get("version") or "unknown")
    if name not in found.games:
        return None, f"you have no {name}, the table's is {theirs}"
    own = found.origins[name][1] or "unknown"
    if own != theirs:
        return None, f"your {name} is {own}, the table's {theirs}"
    try:
        charter = charter_for(found, name, int(shown["seats"]), shown["options"], list(shown["house_rules"]))
    except (ValueError, TypeError, KeyError, AttributeError) as why:
        return None, f"your {name} {own} does not know this charter ({str(why)[:100]})"
    if charter.sha256 != rules:
        return None, f"your {name} {own} is not the table's {theirs}"
    return charter, ""


# --- the deal once more -------------------------------------------------------------------------------------------------


def replay(evidence: Evidence, match: Match) -> Deal:
    """Plays the deal again and compares; the match is then after it.  Raises Wrong."""
    if evidence.deck != match.deck or len(match.deck) != evidence.terms.n:
        raise ProofFails("deck", 0, "The deck that was shuffled is not the one that this game has.")
    deck = shuffled(shuffle_of(evidence).seed, match.deck)
    try:
        deal = match.open_deal(deck, story=True)
        comparing = _Comparing(evidence, deal)
        if deal.over:
            match.settle(deal)
        comparing.step(-1)
        for k, (seat, text) in enumerate(evidence.log):
            _act(deal, k, seat, text)
            if deal.over:
                match.settle(deal)
            comparing.step(k)
    except (ProofFails, KeyboardInterrupt):
        raise
    except Exception as why:
        raise ProofFails("rules", 0, f"The rules that are installed here failed ({type(why).__name__}).") from why
    _check_end(evidence, deal)
    return deal


def _act(deal: Deal, k: int, seat: int, text: str) -> None:
    try:
        deal.act(seat, read_action(text))
    except Unreadable as why:
        raise ProofFails("action", k, f"The log says what is no action: {why}") from None
    except Illegal as why:
        raise ProofFails("action", k, f"The rules refuse what the log says seat {seat} did ({text[:60]}): {why}") from None


class _Comparing:
    """What the rules tell a seat of each revision, beside what it was told at the table."""

    def __init__(self, evidence: Evidence, deal: Deal) -> None:
        self.evidence = evidence
        self.deal = deal
        self._view = View(evidence.seat)
        self._told = 0

    def step(self, k: int) -> None:
        """Compares the revision of action k; -1 is the dealing."""
        evidence, deal = self.evidence, self.deal
        assert deal.story is not None
        story = deal.story[self._told :]
        self._told = len(deal.story)
        events = [seen for event in story if (seen := project(event, evidence.seat)) is not None]
        for seen in events:
            self._view.fold(seen)
        rev, at = evidence.rev + k + 1, max(k, 0)
        heard = evidence.heard.get(rev)
        if heard is not None and _canonical(heard) != _canonical(events):
            raise ProofFails(*_difference(heard, events, k))
        view = evidence.views.get(rev)
        if view is not None and _canonical(view) != _canonical(self._view.data()):
            raise ProofFails("cards", at, "The table that you were shown when you came is not the one that the rules make.")
        own = evidence.acked.get(rev)
        if own is not None and k >= 0 and (evidence.seat, own) != evidence.log[k]:
            raise ProofFails("action", k, f"Your own action ({own[:60]}) was accepted, and the log has another one there.")


def _difference(heard: Sequence[Any], events: Sequence[Any], k: int) -> tuple[str, int, str]:
    """The step, the event and the sentence for the first event that is another one."""
    at = max(k, 0)
    for told, ruled in zip(heard, events, strict=False):
        if _canonical(told) == _canonical(ruled):
            continue
        if told[0] == "move" and ruled[0] == "move" and told[2:] == ruled[2:] and isinstance(told[1], list):
            cards = _named(ruled[1]) if isinstance(ruled[1], list) else "none to see"
            where = "The shuffled deck gives" if k < 0 else "By the deck and the rules it is"
            return "cards", at, f"You were shown {_named(told[1])} there. {where} {cards}."
        if told[0] == "note" and ruled[0] == "note" and told[1] == ruled[1]:
            step = "score" if told[1] in ("scores", "totals", "final", "winners", "over", "ended") else "rules"
            return step, at, f"The host said {told[1]} is {told[2]!r}, by the rules it is {ruled[2]!r}."[:300]
        break
    return "events", at, "What you were told there is not what the rules make of it."


def _named(cards: Sequence[Any]) -> str:
    """Cards as a player writes them; what is no card is said to be none."""
    return " ".join(NAME[face] if type(face) is int and 0 <= face < len(NAME) else "no card" for face in cards[:30])


def _check_end(evidence: Evidence, deal: Deal) -> None:
    """The log holds everything that was told, and nothing was told that it does not hold."""
    last = len(evidence.log)
    unheard = min((rev for rev in evidence.heard if rev < evidence.rev or rev > evidence.rev + last), default=None)
    if unheard is not None or (evidence.after is not None and evidence.after[:1] != ["deal"]):
        raise ProofFails("events", last, "You were told of more than the log of the deal holds.")


# --- without the game -----------------------------------------------------------------------------------------------------


def _check_own_cards(evidence: Evidence) -> None:
    """As far as it goes without the rules: the deck is in its declared order, and no card was seen that it does not have."""
    deck = evidence.deck
    if len(deck) != evidence.terms.n or not _declared(deck):
        raise ProofFails("deck", 0, "The deck that was shuffled was not in its declared order.")
    has = Counter(deck)
    view = View(evidence.seat)
    for rev in sorted(evidence.heard):
        for event in evidence.heard[rev]:
            try:
                view.fold(event)
            except (LookupError, ValueError, TypeError, AssertionError):
                return  # it was not heard from the beginning
        seen = Counter(face for place in view.places.values() for face in place.faces)
        extra = [face for face in seen if seen[face] > has[face]]
        if extra:
            raise ProofFails(
                "cards", max(rev - evidence.rev - 1, 0), f"You saw {_named(extra)}, which the deck does not have so often."
            )


def _declared(deck: Sequence[Card]) -> bool:
    """Whether a deck may be in declared order: pack after pack, each by suit and rank, then black jokers, then red ones."""
    plain = [face for face in deck if face < BJ]
    jokers = [face for face in deck if face >= BJ]
    if list(deck) != plain + sorted(jokers) or any(face not in (BJ, RJ) for face in jokers):
        return False
    packs = max(Counter(plain).values(), default=0)
    return sum(one >= other for one, other in pairwise(plain)) <= max(packs - 1, 0)


# --- the record -----------------------------------------------------------------------------------------------------------


def _record(charter: Charter, seats: Sequence[str]) -> dict[str, Any]:
    called = list(seats) if len(seats) == charter.seats else [f"Seat {seat}" for seat in range(charter.seats)]
    return {
        "rumpus": 1,
        "game": charter.game.name,
        "options": dict(charter.options),
        "house_rules": [rule.name for rule in charter.house_rules],
        "seats": called,
        "dealer": 0,
        "deals": [],
    }


def _recorded(evidence: Evidence) -> dict[str, Any]:
    shuffle = shuffle_of(evidence)
    return {
        "deck": names(shuffled(shuffle.seed, evidence.deck)),
        "actions": [[seat, text] for seat, text in evidence.log],
        "fair": shuffle.data(),
    }
