"""What a guest may ask of the table: talk, propose, vote, pause, wish, sit down, leave, close it, move it.  Pure."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from rumpus.core.game import Game
from rumpus.core.house import Charter, HouseRule
from rumpus.net.protocol.messages import Ask, Say, Table
from rumpus.net.protocol.sanitize import LOG_CELLS, clean, clean_chat
from rumpus.net.table import handover
from rumpus.net.table.auto_pass import want
from rumpus.net.table.engine import Overrun
from rumpus.net.table.game_switch import ask_to_sit
from rumpus.net.table.table import Evening

PAGE_MOST = 16000
Made = TypeVar("Made")
TOO_FAST = Table(say=[Say("", "Not so fast: that was not heard.")])


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


def guarded(evening: Evening, game: str, step: Callable[[], Made]) -> Made:
    """What a game's or a house rule's own code makes, within its time; AskRefused where it fails."""
    try:
        with evening.table.limit():
            return step()
    except ValueError:
        raise
    except (Exception, Overrun) as why:
        said = "it ran over its time" if isinstance(why, Overrun) else type(why).__name__
        raise AskRefused(f"The own code of {clean(game, 40)}, or of one of its house rules, failed ({said}).") from why


def reply_to(evening: Evening, known: Known, key: str, seat: int, ask: Ask, now: float) -> Table:
    """Does what was asked; returns what only the asker is told, which may be nothing, or why it is not done."""
    try:
        return answer(evening, known, key, seat, ask, now) or Table()
    except ValueError as why:
        return Table(say=[Say("", clean(str(why), LOG_CELLS))])


def answer(evening: Evening, known: Known, key: str, seat: int, ask: Ask, now: float) -> Table | None:
    """Does what was asked; returns what only the asker is told.  Raises AskRefused and core's ValueErrors."""
    if ask.what == "rules":
        charter = evening.table.charter
        page = guarded(evening, charter.game.name, lambda: charter.game.help_page(charter))
        return Table(rules=page[:PAGE_MOST])
    if ask.what == "say":
        text = clean_chat(ask.text)
        if text:
            evening.said.append(Say(evening.seating.name(key), text))
        return None
    if ask.what == "leave":
        evening.goodbyes.append((key, "left", "You have left the table."))
        evening.leave(key, now)
        return None
    if ask.what == "close":
        _close(evening, ask.text)
        return None
    if ask.what == "sit":
        return _sit(evening, key, seat, now)
    if key not in evening.people_keys():
        raise AskRefused("Only the people at the table decide that.")
    reply = None
    if ask.what == "want":
        if seat < 0:
            raise AskRefused("You sit out: in this game you are asked about no card.")
        reply = Table(say=[Say("", want(evening, seat, ask.text))])
    elif ask.what == "propose":
        _propose(evening, known, key, ask, now)
    elif ask.what == "vote":
        _vote(evening, key, ask)
    elif ask.what == "kick":
        _kick(evening, key, ask, now)
    elif ask.what == "hand":
        _one_vote_at_a_time(evening)
        handover.propose(evening, key, evening.seating.named(ask.text), now)
    else:
        _pause(evening, key, ask.what == "pause", now)
    evening.after(now)
    return reply


def _propose(evening: Evening, known: Known, key: str, ask: Ask, now: float) -> None:
    _one_vote_at_a_time(evening)
    seating = evening.seating
    game = ask.game or evening.table.charter.game.name
    people = evening.people_keys()
    seats = ask.seats or _seats_for(known, game, evening.table.charter.seats, len(people))
    charter = guarded(evening, game, lambda: make_charter(known, game, seats, ask.options, ask.house_rules))
    sit = _who_sits(evening, ask.sit, charter) or [key]
    chosen = [f"{name}={value}" for name, value in ask.options.items()] + [f"with {name}" for name in ask.house_rules]
    asked = f" ({', '.join(chosen)})" if chosen else ""
    text = f"{seating.name(key)} proposes {charter.game.title} for {charter.seats} seats{asked}."
    if len(people) > charter.seats:
        named = sorted(people, key=lambda each: sit.index(each) if each in sit else len(sit))
        sits, out = ([seating.name(each) for each in part] for part in (named[: charter.seats], named[charter.seats :]))
        text += f" {_and(sits)} {_does(sits, 'sit')}; {_and(out)} {_does(out, 'look')} on."
    evening.propose("game", key, clean(text, LOG_CELLS), now, charter, sit=sit)


def _who_sits(evening: Evening, names: list[str], charter: Charter) -> list[str]:
    """The keys of the people who are named to sit; raises AskRefused."""
    people = evening.people_keys()
    found = [evening.seating.named(name) for name in names]
    for name, key in zip(names, found, strict=True):
        if key not in people:
            raise AskRefused(f"Nobody at the table is called {clean(name, 40)}: name people who have a seat.")
    if len(set(found)) > charter.seats:
        raise AskRefused(f"{charter.game.title} has {charter.seats} seats here: name that many people at most.")
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


def _sit(evening: Evening, key: str, seat: int, now: float) -> Table | None:
    """Who looks on takes a seat."""
    if seat >= 0 or evening.seating.is_bot(key):
        raise AskRefused("You have a seat.")
    told = ask_to_sit(evening, key, now)
    return Table(say=[Say("", told)]) if told else None


def _close(evening: Evening, word: str) -> None:
    """The host's own player closes the table: nobody else knows the word for it."""
    if not evening.owner or not hmac.compare_digest(word.encode(), evening.owner.encode()):
        raise AskRefused("Only whoever opened the table closes it; /leave gives up your own seat.")
    evening.close("The host has closed the table.")


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
    if set(evening.people_keys()) == {key, target} <= set(evening.people_keys(here=True)) and evening.settings["quorum"] != 1:
        raise AskRefused("Only the two of you are here, and nobody is sent away by one voice.")
    text = f"{evening.seating.name(key)} proposes to send {evening.seating.name(target)} away."
    evening.propose("kick", key, text, now, target=target)


def _pause(evening: Evening, key: str, hold: bool, now: float) -> None:
    """Who is alone holds the table at once, of several most have to agree; anybody lets it go on."""
    if hold == bool(evening.paused):
        raise AskRefused("The table is paused already." if hold else "The table is not paused.")
    name = evening.seating.name(key)
    if not hold:
        evening.paused = ""
        evening.dirty = True
        evening.speak(f"{name} lets the table go on.")
        evening.clocks.restart_all(now)
    elif len(evening.people_keys()) > 1:
        _one_vote_at_a_time(evening)
        evening.propose("pause", key, f"{name} proposes a pause.", now)
    else:
        evening.pause(name)
