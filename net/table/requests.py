"""What a guest may ask of the table: talk, propose, vote, pause, wish, sit down, leave, close it, move it.  Pure."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from rumpus.core.game import Charter, Game
from rumpus.core.house import HouseRule
from rumpus.net.protocol.messages import Ask, Say, TableMessage
from rumpus.net.protocol.sanitize import LOG_CELLS, clean, clean_chat
from rumpus.net.table import handover
from rumpus.net.table.auto_pass import want
from rumpus.net.table.engine import Overrun
from rumpus.net.table.game_switch import ask_to_sit
from rumpus.net.table.table import Table

PAGE_MOST = 16000
Made = TypeVar("Made")
TOO_FAST = TableMessage(say=[Say("", "Not so fast: that was not heard.")])


class Known(Protocol):
    """What is installed at the host: core's catalogue."""

    games: dict[str, Game]
    house_rules: dict[str, HouseRule]
    origins: dict[str, tuple[str, str]]


class RequestRefused(ValueError):
    """The table does not do that; the sentence is for whoever asked."""


def make_charter(known: Known, game: str, seats: int | None, options: Mapping[str, object], house_rules: list[str]) -> Charter:
    """The charter of these words; raises ValueError with a sentence."""
    found = known.games.get(game)
    if found is None:
        raise RequestRefused(f"The host has no game {game[:40]!r}; it has {', '.join(sorted(known.games))}.")
    rules = []
    for name in house_rules:
        if name not in known.house_rules:
            there_are = ", ".join(sorted(known.house_rules)) or "none"
            raise RequestRefused(f"The host has no house rule {name[:40]!r}; it has {there_are}.")
        rules.append(known.house_rules[name])
    plugin, version = known.origins.get(game, ("", ""))
    return found.charter(seats, options, tuple(rules), plugin, version)


def guarded(table: Table, game: str, step: Callable[[], Made]) -> Made:
    """What a game's or a house rule's own code makes, within its time; AskRefused where it fails."""
    try:
        with table.engine.limit():
            return step()
    except ValueError:
        raise
    except (Exception, Overrun) as why:
        said = "it ran over its time" if isinstance(why, Overrun) else type(why).__name__
        raise RequestRefused(f"The own code of {clean(game, 40)}, or of one of its house rules, failed ({said}).") from why


def reply_to(table: Table, known: Known, key: str, seat: int, ask: Ask, now: float) -> TableMessage:
    """Does what was asked; returns what only the asker is told, which may be nothing, or why it is not done."""
    try:
        return answer(table, known, key, seat, ask, now) or TableMessage()
    except ValueError as why:
        return TableMessage(say=[Say("", clean(str(why), LOG_CELLS))])


def answer(table: Table, known: Known, key: str, seat: int, ask: Ask, now: float) -> TableMessage | None:
    """Does what was asked; returns what only the asker is told.  Raises AskRefused and core's ValueErrors."""
    if ask.what == "rules":
        charter = table.engine.charter
        page = guarded(table, charter.game.name, lambda: charter.game.help_page(charter))
        return TableMessage(rules=page[:PAGE_MOST])
    if ask.what == "say":
        text = clean_chat(ask.text)
        if text:
            table.said.append(Say(table.seating.name(key), text))
        return None
    if ask.what == "leave":
        table.goodbyes.append((key, "left", "You have left the table."))
        table.leave(key, now)
        return None
    if ask.what == "close":
        _close(table, ask.text)
        return None
    if ask.what == "sit":
        return _sit(table, key, seat, now)
    if key not in table.people_keys():
        raise RequestRefused("Only the people at the table decide that.")
    reply = None
    if ask.what == "want":
        if seat < 0:
            raise RequestRefused("You sit out: in this game you are asked about no card.")
        reply = TableMessage(say=[Say("", want(table, seat, ask.text))])
    elif ask.what == "propose":
        _propose(table, known, key, ask, now)
    elif ask.what == "vote":
        _vote(table, key, ask)
    elif ask.what == "kick":
        _kick(table, key, ask, now)
    elif ask.what == "hand":
        _one_vote_at_a_time(table)
        handover.propose(table, key, table.seating.named(ask.text), now)
    else:
        _pause(table, key, ask.what == "pause", now)
    table.after(now)
    return reply


def _propose(table: Table, known: Known, key: str, ask: Ask, now: float) -> None:
    _one_vote_at_a_time(table)
    seating = table.seating
    game = ask.game or table.engine.charter.game.name
    people = table.people_keys()
    seats = ask.seats or _seats_for(known, game, table.engine.charter.seats, len(people))
    charter = guarded(table, game, lambda: make_charter(known, game, seats, ask.options, ask.house_rules))
    sit = _who_sits(table, ask.sit, charter) or [key]
    chosen = [f"{name}={value}" for name, value in ask.options.items()] + [f"with {name}" for name in ask.house_rules]
    asked = f" ({', '.join(chosen)})" if chosen else ""
    text = f"{seating.name(key)} proposes {charter.game.title} for {charter.seats} seats{asked}."
    if len(people) > charter.seats:
        named = sorted(people, key=lambda each: sit.index(each) if each in sit else len(sit))
        sits, out = ([seating.name(each) for each in part] for part in (named[: charter.seats], named[charter.seats :]))
        text += f" {_and(sits)} {_does(sits, 'sit')}; {_and(out)} {_does(out, 'look')} on."
    table.propose("game", key, clean(text, LOG_CELLS), now, charter, sit=sit)


def _who_sits(table: Table, names: list[str], charter: Charter) -> list[str]:
    """The keys of the people who are named to sit; raises AskRefused."""
    people = table.people_keys()
    found = [table.seating.named(name) for name in names]
    for name, key in zip(names, found, strict=True):
        if key not in people:
            raise RequestRefused(f"Nobody at the table is called {clean(name, 40)}: name people who have a seat.")
    if len(set(found)) > charter.seats:
        raise RequestRefused(f"{charter.game.title} has {charter.seats} seats here: name that many people at most.")
    return list(dict.fromkeys(found))


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _does(names: list[str], verb: str) -> str:
    return verb if len(names) > 1 else f"{verb}s"


def _seats_for(known: Known, name: str, seats: int, people: int) -> int | None:
    """As many seats as there are, if the game allows it and they hold the people; else as few as hold them, or as many as
    the game has."""
    game = known.games.get(name)
    if game is None:
        return None
    least, most = game.seats
    if least <= seats <= most and people <= seats:
        return seats
    return next((count for count in (game.default_seats, *range(least, most + 1)) if people <= count), most)


def _sit(table: Table, key: str, seat: int, now: float) -> TableMessage | None:
    """Who looks on takes a seat."""
    if seat >= 0 or table.seating.is_bot(key):
        raise RequestRefused("You have a seat.")
    told = ask_to_sit(table, key, now)
    return TableMessage(say=[Say("", told)]) if told else None


def _close(table: Table, word: str) -> None:
    """The host's own player closes the table: nobody else knows the word for it."""
    if not table.owner or not hmac.compare_digest(word.encode(), table.owner.encode()):
        raise RequestRefused("Only whoever opened the table closes it; /leave gives up your own seat.")
    table.close("The host has closed the table.")


def _one_vote_at_a_time(table: Table) -> None:
    if table.vote is not None and table.vote.what != "again":
        raise RequestRefused(f"There is a proposal on the table already: {table.vote.text}")


def _vote(table: Table, key: str, ask: Ask) -> None:
    vote = table.vote
    if vote is None or ask.id not in (0, vote.number):
        raise RequestRefused("There is no proposal to vote on.")
    if key == vote.target:
        raise RequestRefused("You have no vote in this.")
    vote.votes[key] = ask.yes
    table.dirty = True


def _kick(table: Table, key: str, ask: Ask, now: float) -> None:
    _one_vote_at_a_time(table)
    target = table.seating.named(ask.text)
    if not target or target == key:
        raise RequestRefused("Name somebody else who is at the table: /kick NAME.")
    if set(table.people_keys()) == {key, target} <= set(table.people_keys(here=True)) and table.settings["quorum"] != 1:
        raise RequestRefused("Only the two of you are here, and nobody is sent away by one voice.")
    text = f"{table.seating.name(key)} proposes to send {table.seating.name(target)} away."
    table.propose("kick", key, text, now, target=target)


def _pause(table: Table, key: str, hold: bool, now: float) -> None:
    """Who is alone holds the table at once, of several most have to agree; anybody lets it go on."""
    if hold == bool(table.paused):
        raise RequestRefused("The table is paused already." if hold else "The table is not paused.")
    name = table.seating.name(key)
    if not hold:
        table.paused = ""
        table.dirty = True
        table.speak(f"{name} lets the table go on.")
        table.clocks.restart_all(now)
    elif len(table.people_keys()) > 1:
        _one_vote_at_a_time(table)
        table.propose("pause", key, f"{name} proposes a pause.", now)
    else:
        table.pause(name)
