"""Record files: a match as its decks and actions, and what the rules make of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.core.actions import Action, Unreadable, read_action
from rumpus.core.cards import Card, read_card
from rumpus.core.deal import Deal, Illegal
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import Catalogue
from rumpus.core.house import Misfit
from rumpus.core.match import Match
from rumpus.core.rules import BadOption
from rumpus.core.shuffling.seeded import shuffled
from rumpus.core.spelling import did_you_mean

VERSION = 1


class BadRecord(ValueError):
    """What was given is no record; the sentence names the place and what was expected there."""


def record_of(charter: Charter, seats: Sequence[str] = (), dealer: int = 0, deals: Iterable[Any] = ()) -> dict[str, Any]:
    """A match as a record file holds it: who sat there (or only the seats' numbers), who dealt first, and the deals so far."""
    return {
        "rumpus": VERSION,
        "game": charter.game.name,
        "options": dict(charter.options),
        "house_rules": [rule.name for rule in charter.house_rules],
        "seats": [*seats] or [f"seat {seat}" for seat in range(charter.seats)],
        "dealer": dealer,
        "deals": [*deals],
    }


@dataclass(frozen=True)
class RecordedDeal:
    """One deal of a record: its deck, top first, or the seed that gives it, or both; and what the seats did."""

    place: str
    written: tuple[Card, ...] | None
    seed: bytes | None
    actions: tuple[tuple[int, Action], ...]

    def deck(self, declared: tuple[Card, ...]) -> tuple[Card, ...]:
        """The shuffled deck, which holds the cards that the game declares for this deal; raises BadRecord."""
        if self.written is not None and Counter(self.written) != Counter(declared):
            raise BadRecord(f"{self.place}.deck: it is not this game's deck of {len(declared)} cards, each as often as there.")
        seeded = shuffled(self.seed, declared) if self.seed is not None else None
        if seeded is not None and self.written not in (None, seeded):
            raise BadRecord(f"{self.place}: the seed gives another deck than the one that is written; leave one of them out.")
        deck = self.written or seeded
        assert deck is not None, "a recorded deal has a deck or a seed"
        return deck


@dataclass(frozen=True)
class Record:
    """A match from its first deal, as far as it was written."""

    charter: Charter
    seats: tuple[str, ...]
    dealer: int
    deals: tuple[RecordedDeal, ...]


def charter_for(catalogue: Catalogue, name: str, seats: int | None, options: Mapping[str, object], rules: list[str]) -> Charter:
    """The charter of a table by names; raises BadOption or Misfit with a sentence."""
    game = find_game(catalogue, name)
    unknown = [each for each in rules if each not in catalogue.house_rules]
    if unknown:
        known = ", ".join(sorted(catalogue.house_rules)) or "none"
        meant = did_you_mean(unknown[0], catalogue.house_rules)
        raise Misfit(f"There is no house rule {unknown[0][:40]!r}{meant or f'; installed are: {known}.'}")
    plugin, version = catalogue.origins[name]
    return game.charter(seats, options, [catalogue.house_rules[each] for each in rules], plugin, version)


def find_game(catalogue: Catalogue, name: str) -> Game:
    """A game by its name; raises Misfit with a sentence that names those there are."""
    if name not in catalogue.games:
        meant = did_you_mean(name, catalogue.games)
        raise Misfit(f"There is no game {name[:40]!r}{meant or '; installed are: ' + ', '.join(sorted(catalogue.games)) + '.'}")
    return catalogue.games[name]


def read_record(data: Any, catalogue: Catalogue) -> Record:
    """The record that a JSON object holds; raises BadRecord."""
    if not isinstance(data, dict):
        raise BadRecord("A record is one JSON object.")
    if data.get("rumpus") != VERSION or isinstance(data.get("rumpus"), bool):
        raise BadRecord(f"rumpus: a record says version {VERSION} here.")
    seats = _typed(data, "seats", list, "a list of names")
    if not all(isinstance(name, str) for name in seats):
        raise BadRecord("seats: every seat has a name.")
    house_rules = _typed(data, "house_rules", list, "a list of names", [])
    if not all(isinstance(name, str) for name in house_rules):
        raise BadRecord("house_rules: a list of names is expected here.")
    options = _typed(data, "options", dict, "an object of names and values", {})
    try:
        charter = charter_for(catalogue, _typed(data, "game", str, "a game's name"), len(seats), options, house_rules)
    except (BadOption, Misfit, TypeError) as error:
        raise BadRecord(f"game, seats, options, house_rules: {error}") from error
    dealer = _typed(data, "dealer", int, "a seat's number")
    if not 0 <= dealer < charter.seats:
        raise BadRecord(f"dealer: a seat from 0 to {charter.seats - 1}, not {dealer}.")
    deals = _typed(data, "deals", list, "a list of deals")
    read = tuple(_read_deal(deal, n, charter.seats) for n, deal in enumerate(deals))
    possible = list(dict.fromkeys(charter.rules.deck_for(players) for players in range(charter.seats, 0, -1)))
    for recorded in read:
        _check_deck(recorded, possible)
    return Record(charter, tuple(seats), dealer, read)


def _check_deck(recorded: RecordedDeal, possible: list[tuple[Card, ...]]) -> None:
    """Refuse a deck that no deal of this game has; which one a deal has may depend on the deals before it."""
    for declared in possible[1:]:
        try:
            recorded.deck(declared)
        except BadRecord:
            continue
        return
    recorded.deck(possible[0])


def _typed(data: dict[str, Any], key: str, kind: type, what: str, default: Any = None) -> Any:
    value = data.get(key, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise BadRecord(f"{key}: {what} is expected here.")
    return value


def _read_deal(data: Any, n: int, seats: int) -> RecordedDeal:
    place = f"deals[{n}]"
    if not isinstance(data, dict):
        raise BadRecord(f"{place}: a deal is an object with a deck (or a seed) and actions.")
    actions = data.get("actions", [])
    if not isinstance(actions, list):
        raise BadRecord(f"{place}.actions: a list of [seat, action] is expected here.")
    read = tuple(_read_step(step, f"{place}.actions[{k}]", seats) for k, step in enumerate(actions))
    written, seed = _read_deck(data, place)
    return RecordedDeal(place, written, seed, read)


def _read_step(step: Any, place: str, seats: int) -> tuple[int, Action]:
    if not (isinstance(step, list) and len(step) == 2 and type(step[0]) is int and isinstance(step[1], str)):
        raise BadRecord(f"{place}: [seat, action] is expected here.")
    if not 0 <= step[0] < seats:
        raise BadRecord(f"{place}: a seat from 0 to {seats - 1}, not {step[0]}.")
    try:
        return step[0], read_action(step[1])
    except Unreadable as error:
        raise BadRecord(f"{place}: {error}") from error


def _read_deck(data: dict[str, Any], place: str) -> tuple[tuple[Card, ...] | None, bytes | None]:
    seed, text = data.get("seed"), data.get("deck")
    if "seed" in data and not (isinstance(seed, str) and re.fullmatch("[0-9a-fA-F]{64}", seed)):
        raise BadRecord(f"{place}.seed: 32 bytes in hex are expected here.")
    if "deck" in data and not isinstance(text, str):
        raise BadRecord(f"{place}.deck: the cards of the deck, top first, are expected here.")
    if seed is None and text is None:
        raise BadRecord(f"{place}: a deck or a seed is expected here.")
    faces = [read_card(word) for word in text.split()] if text is not None else []
    known = tuple(face for face in faces if face is not None)
    if len(known) != len(faces):
        raise BadRecord(f"{place}.deck: it holds a word that is no card; cards are written such as QS, TD or BJ.")
    return (known if text is not None else None), (bytes.fromhex(seed) if seed is not None else None)


def replay(data: Any, catalogue: Catalogue) -> dict[str, Any]:
    """What the rules make of a record, as ``rumpus replay --json`` prints it; raises BadRecord."""
    record = read_record(data, catalogue)
    match = Match(record.charter, record.dealer)
    told: list[dict[str, Any]] = []
    deal: Deal | None = None
    for n, recorded in enumerate(record.deals):
        if match.over:
            return _error(n, 0, "The match is over; no further deal belongs to it.")
        dealer = match.dealer
        deal = match.open_deal(recorded.deck(match.deck))
        for k, (seat, action) in enumerate(recorded.actions):
            try:
                deal.act(seat, action)
            except Illegal as refusal:
                return _error(n, k, str(refusal))
        if deal.over:
            match.settle(deal)
        elif n + 1 < len(record.deals):
            return _error(n, len(recorded.actions), "The deal is not over; it must end before the next one begins.")
        told.append({"dealer": dealer, "ended": deal.ended, "scores": deal.scores, "totals": list(match.totals)})
    answer: dict[str, Any] = {"game": record.charter.game.name, "deals": told, "over": match.over, "winners": match.winners}
    if match.final is not None:
        answer["final"] = match.final
    answer["position"] = deal.position() if deal is not None else None
    return answer


def _error(deal: int, action: int, reason: str) -> dict[str, Any]:
    return {"error": {"deal": deal, "action": action, "reason": reason}}
