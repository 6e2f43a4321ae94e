"""What a guest may ask of the table: talk, propose, vote, pause, wish, leave.  Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rumpus.core.game import Game
from rumpus.core.house import Charter, HouseRule
from rumpus.net.evening import Evening
from rumpus.net.messages import Ask, Say, Table
from rumpus.net.seating import NoPlace
from rumpus.net.text import LOG_CELLS, clean, clean_chat
from rumpus.net.wants import want

PAGE_MOST = 16000


class Known(Protocol):
    """What is installed at the host: core's catalogue."""

    games: dict[str, Game]
    house_rules: dict[str, HouseRule]
    origins: dict[str, tuple[str, str]]


class AskRefused(ValueError):
    """The table does not do that; the sentence is for whoever asked."""


def make_charter(known: Known, game: str, seats: int | None, options: Mapping[str, object], house_rules: list[str]) -> Charter:
    """The charter of these words; raises ValueError with a sentence."""
    found = known.games.get(game)
    if found is None:
        raise AskRefused(f"The host has no game {game[:40]!r}; it has {', '.join(sorted(known.games))}.")
    rules = []
    for name in house_rules:
        if name not in known.house_rules:
            there_are = ", ".join(sorted(known.house_rules)) or "none"
            raise AskRefused(f"The host has no house rule {name[:40]!r}; it has {there_are}.")
        rules.append(known.house_rules[name])
    plugin, version = known.origins.get(game, ("", ""))
    return found.charter(seats, options, tuple(rules), plugin, version)


def answer(evening: Evening, known: Known, key: str, seat: int, ask: Ask, now: float) -> Table | None:
    """Does what was asked; returns what only the asker is told.  Raises AskRefused and core's ValueErrors."""
    if ask.what == "rules":
        charter = evening.table.charter
        return Table(rules=charter.game.help_page(charter)[:PAGE_MOST])
    if ask.what == "say":
        text = clean_chat(ask.text)
        if text:
            evening.said.append(Say(evening.seating.name(key), text))
        return None
    if ask.what == "leave":
        evening.goodbyes.append((key, "left", "You have left the table."))
        evening.leave(key, now)
        return None
    if seat < 0 or evening.seating.chairs[seat].key != key:
        raise AskRefused("Only the people at the table decide that.")
    reply = None
    if ask.what == "want":
        reply = Table(say=[Say("", want(evening, seat, ask.text))])
    elif ask.what == "propose":
        _propose(evening, known, key, ask, now)
    elif ask.what == "vote":
        _vote(evening, key, ask)
    elif ask.what == "kick":
        _kick(evening, key, ask, now)
    else:
        _pause(evening, key, ask.what == "pause", now)
    evening.after(now)
    return reply


def _propose(evening: Evening, known: Known, key: str, ask: Ask, now: float) -> None:
    _one_vote_at_a_time(evening)
    game = ask.game or evening.table.charter.game.name
    people = len(evening.seating.people())
    seats = ask.seats or _seats_for(known, game, evening.table.charter.seats, people)
    charter = make_charter(known, game, seats, ask.options, ask.house_rules)
    if people > charter.seats:
        raise NoPlace("full", f"{people} people sit here; that game would have {charter.seats} seats.")
    chosen = [f"{name}={value}" for name, value in ask.options.items()] + [f"with {name}" for name in ask.house_rules]
    asked = f" ({', '.join(chosen)})" if chosen else ""
    text = f"{evening.seating.name(key)} proposes {charter.game.title} for {charter.seats} seats{asked}."
    evening.propose("game", key, clean(text, LOG_CELLS), now, charter)


def _seats_for(known: Known, name: str, seats: int, people: int) -> int | None:
    """As many seats as there are, if the game allows it; else as few as hold the people; else the game's own number."""
    game = known.games.get(name)
    if game is None:
        return None
    least, most = game.seats
    if least <= seats <= most:
        return seats
    return next((count for count in (game.default_seats, *range(least, most + 1)) if people <= count), None)


def _one_vote_at_a_time(evening: Evening) -> None:
    if evening.vote is not None and evening.vote.what != "again":
        raise AskRefused(f"There is a proposal on the table already: {evening.vote.text}")


def _vote(evening: Evening, key: str, ask: Ask) -> None:
    vote = evening.vote
    if vote is None or ask.id not in (0, vote.number):
        raise AskRefused("There is no proposal to vote on.")
    if key == vote.target:
        raise AskRefused("You have no vote in this.")
    vote.votes[key] = ask.yes
    evening.dirty = True


def _kick(evening: Evening, key: str, ask: Ask, now: float) -> None:
    _one_vote_at_a_time(evening)
    target = evening.seating.named(ask.text)
    if not target or target == key:
        raise AskRefused("Name somebody else who is at the table: /kick NAME.")
    text = f"{evening.seating.name(key)} proposes to send {evening.seating.name(target)} away."
    evening.propose("kick", key, text, now, target=target)


def _pause(evening: Evening, key: str, hold: bool, now: float) -> None:
    if hold == bool(evening.paused):
        raise AskRefused("The table is paused already." if hold else "The table is not paused.")
    name = evening.seating.name(key)
    evening.paused = name if hold else ""
    evening.dirty = True
    evening.speak(f"{name} pauses the table." if hold else f"{name} lets the table go on.")
    if not hold:
        evening.clocks.restart_all(now)
