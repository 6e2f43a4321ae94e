"""Typed lines: an action in the notation, or a command that begins with ``/``. The same for the screen and the line client."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rumpus.client.input.commands import may_vote
from rumpus.client.model import attended_hand, autoplay, invites, prompts
from rumpus.client.model.intents import Act, AskTable, Hint, Quit, Revive, Wish
from rumpus.client.model.model import Model
from rumpus.client.model.opponent import opponent_text
from rumpus.client.text import charters, faces
from rumpus.client.text.events import OPENLY, first_melds, standings
from rumpus.client.text.melds import meld_text
from rumpus.core.actions import Action, Choice, Unreadable, read_action
from rumpus.core.cards import read_card, signs


class Answer(NamedTuple):
    """What comes of a typed line: lines to show, and perhaps a wish."""

    lines: list[str]
    wish: Wish | None = None


class MistypedCommand(ValueError):
    """The line is no command; the sentence says what was expected."""


Run = Callable[[Model, str], Answer]


@dataclass(frozen=True)
class Slash:
    """A command that is typed: its name, what may follow, its help, what it does."""

    name: str
    takes: str
    help: str
    run: Run


def read_line(model: Model, text: str) -> Answer:
    """What a typed line asks for; raises Mistyped or Unreadable with a sentence."""
    text = text.strip()
    if not text:
        return Answer([])
    if text.startswith("/"):
        word, _, rest = text[1:].partition(" ")
        slash = SLASHES.get(word.lower())
        if slash is None:
            raise MistypedCommand(f"There is no command '/{word[:20]}'; /help lists them.")
        return slash.run(model, rest.strip())
    if model.pending:
        raise MistypedCommand("Your last action is still on its way.")
    return Answer([], Act(str(read_action(text))))


def offered(model: Model) -> list[str]:
    """The lines that say what may be done: choices in words, then ``your turn:`` with actions in notation."""
    lines = []
    for offer in model.offers:
        if isinstance(offer, Choice):
            lines.append(f"{offer.verb}: choose any {offer.n} of: {prompts.written(offer.cards)}")
    lines.append("your turn: " + " · ".join(str(offer) for offer in model.offers))
    return lines


def _legal(model: Model, rest: str) -> Answer:
    if not model.offers:
        return Answer([prompts.prompt(model)])
    more = ["Other melds are legal too."] if model.more else []
    return Answer([*offered(model), *more])


def hand_line(model: Model) -> str:
    """The own hand in a sentence."""
    cards = [face for face, _ in model.hand()]
    if model.seat < 0:
        return "You look on; you hold no cards."
    return f"You hold {signs(cards)}." if cards else "You hold no cards."


def _melds(model: Model, rest: str) -> Answer:
    lines = [f"{number}: {meld_text(meld)} ({model.names.name(meld.get('owner', -1))})" for number, meld in model.melds().items()]
    trick = [f"{model.names.who(seat)}: {signs([face])}" for seat, face in model.trick.plays]
    if trick:
        lines.append("On the table: " + ", ".join(trick))
    lines += [f"{opponent_text(model)}."] if opponent_text(model) else []
    lines += [f"{place.name}: {' '.join(map(faces.face, place.faces))}" for place in model.others()]
    pile = model.view.pile("discard")
    if pile:
        lines.append(f"Pile: {signs(pile[-1:])} on top of {len(pile) - 1}; stock: {model.view.count('stock')}")
    if model.digs and pile:
        lines.append(f"The pile, its top last: {' '.join(map(faces.face, pile))}")
    return Answer(lines or ["There is nothing on the table."])


def _meld(model: Model, rest: str) -> Answer:
    """Ways to meld some cards of the hand, or the best meld of it, as they may be typed."""
    if not attended_hand.on(model):
        raise MistypedCommand("Type the meld itself, such as 'meld 7S 7H 7D'; /legal names some.")
    if not rest:
        found = attended_hand.best(model)
        if found is None:
            return Answer([attended_hand.none_in_hand(model)])
        return Answer([f"{Action('meld', parts=found.parts)}: {attended_hand.told(found)}"])
    cards = [read_card(word) for word in rest.split()]
    if None in cards:
        raise MistypedCommand("Write the cards as in 'meld 7S 8S BJ', without what jokers stand for: /meld 7S 8S BJ.")
    told = attended_hand.ways(model, [face for face in cards if face is not None])
    return Answer(told)


def _scores(model: Model, rest: str) -> Answer:
    lines = [f"Totals: {standings(model.names, model.totals)}"] if model.totals else ["No deal is scored yet."]
    least = model.view.notes.get("first_meld")
    if isinstance(least, list) and any(least):
        lines.append(first_melds(least, model.view.notes.get("teams"), model.names))
    for played in model.state.book if model.state is not None else []:
        lines.append(charters.played(played))
    lines += [charters.reckoned(one) for one in (model.state.people if model.state is not None else [])]
    if model.state is not None and model.state.waits is not None:
        lines.append(model.state.waits.text)
    return Answer(lines)


def _rules(model: Model, rest: str) -> Answer:
    return Answer([], AskTable("rules"))


def _say(model: Model, rest: str) -> Answer:
    if not rest:
        raise MistypedCommand("Say something: /say hello.")
    return Answer([], AskTable("say", {"text": rest[:1000]}))


def _propose(model: Model, rest: str) -> Answer:
    try:
        words = shlex.split(rest)
    except ValueError:
        raise MistypedCommand("A quotation mark is missing in that proposal.") from None
    game, options, rules, seats = "", {}, [], 0
    sit: list[str] = []
    at = iter(words)
    for word in at:
        if word in ("-o", "-r", "--seats", "--sit"):
            value = next(at, "")
            name, equals, chosen = value.partition("=")
            if word == "-o" and equals:
                options[name] = read_value(chosen)
            elif word == "-r" and value:
                rules.append(value)
            elif word == "--seats" and value.isdigit():
                seats = int(value)
            elif word == "--sit" and value:
                sit += [name.strip()[:200] for name in value.split(",") if name.strip()][:64]
            else:
                raise MistypedCommand(f"After {word} comes {_AFTER[word]}.")
        elif not game and not word.startswith("-"):
            game = word
        else:
            raise MistypedCommand("Propose a game: /propose hearts -o target=50 -r RULE --seats 4.")
    if not words:
        raise MistypedCommand("Propose a game: /propose hearts -o target=50.")
    return Answer([], AskTable("propose", _proposed(game, options, rules, seats, sit)))


_AFTER = {"-o": "NAME=VALUE", "-r": "the name of a house rule", "--seats": "a number", "--sit": "who sits, as in Ann,Bob"}


def _proposed(game: str, options: dict[str, bool | int | str], rules: list[str], seats: int, sit: list[str]) -> dict[str, Any]:
    asked: dict[str, Any] = {"game": game[:40], "options": options, "house_rules": rules, "seats": seats}
    return {**asked, "sit": sit} if sit else asked


def read_value(text: str) -> bool | int | str:
    """An option's value as it is typed: true, 50, choose."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.lstrip("-").isdigit() and text.isascii() and len(text) < 12 else text


def _vote(model: Model, rest: str) -> Answer:
    if rest.lower() not in ("yes", "no", "y", "n"):
        raise MistypedCommand("Vote with /vote yes or /vote no.")
    if not may_vote(model):
        raise MistypedCommand("There is nothing to vote on at the moment.")
    return Answer([], AskTable("vote", {"yes": rest.lower().startswith("y")}))


def _pause(model: Model, rest: str) -> Answer:
    paused = model.state is not None and bool(model.state.paused)
    return Answer([], AskTable("resume" if paused else "pause"))


def _kick(model: Model, rest: str) -> Answer:
    if not rest:
        raise MistypedCommand("Say whom: /kick NAME.")
    return Answer([], AskTable("kick", {"text": rest[:200]}))


def _handover(model: Model, rest: str) -> Answer:
    if not rest:
        raise MistypedCommand("Say whose machine carries the table on: /handover NAME.")
    return Answer([], AskTable("hand", {"text": rest[:200]}))


def _want(model: Model, rest: str) -> Answer:
    if not rest:
        raise MistypedCommand("Say which cards to be asked about: /want none, /want all, or ranks such as /want 7 8 K.")
    return Answer([], AskTable("want", {"text": rest[:200]}))


def _auto(model: Model, rest: str) -> Answer:
    if rest.lower() not in ("on", "off"):
        raise MistypedCommand(f"{autoplay.switched(model)} Say /auto on or /auto off.")
    model.auto = rest.lower() == "on"
    return Answer([autoplay.switched(model)])


def _help(model: Model, rest: str) -> Answer:
    shown = [f"/{each.name}{' ' + each.takes if each.takes else ''}: {each.help}" for each in SLASHES.values()]
    openly = [OPENLY] if "teams" in model.view.notes else []
    return Answer(["Type an action, such as 'play QS' or 'draw stock', or a command:", *shown, *openly])


def _who(model: Model, rest: str) -> Answer:
    if model.state is None:
        return Answer(["You are not at the table yet."])
    seats = [
        f"{line.name or 'free'}{' (you)' if n == model.seat else ''}{' (bot)' if line.kind == 'bot' else ''}"
        f"{' (away)' if line.away else ''}"
        for n, line in enumerate(model.state.seats)
    ]
    away = model.state.silent
    watchers = [f"{name}{' (away)' if name in away else ''}" for name in model.state.watchers]
    looking = [f"Looking on: {', '.join(watchers)}."] if watchers else []
    out = [f"Sitting out: {', '.join(charters.benched(model.state))}."] if model.state.benched else []
    return Answer([f"At the table: {', '.join(seats)}.", *out, *looking])


def _charter(model: Model, rest: str) -> Answer:
    state = model.state
    return Answer(charters.table(state) if state is not None else ["You are not here yet."])


SLASHES: dict[str, Slash] = {
    each.name: each
    for each in (
        Slash("legal", "", "what you may do now", _legal),
        Slash("hand", "", "the cards you hold", lambda model, rest: Answer([hand_line(model)])),
        Slash(
            "meld", "[CARDS]", "how these cards could be melded, hearts and jokers named; alone: the best meld you hold", _meld
        ),
        Slash("melds", "", "what lies on the table", _melds),
        Slash("scores", "", "totals of the match, and who won this evening", _scores),
        Slash("invite", "", "how others come to this table", lambda model, rest: Answer(invites.lines(model))),
        Slash("who", "", "who is at the table", _who),
        Slash("rules", "", "the rules of the game as this table plays it", _rules),
        Slash("hint", "", "what a bot would do", lambda model, rest: Answer([], Hint())),
        Slash("want", "none|all|RANKS", "which offered cards to be asked about", _want),
        Slash("auto", "on|off", "do the only action there is for you, or not (at first: off)", _auto),
        Slash("say", "TEXT", "talk to the table", _say),
        Slash("propose", "GAME [-o NAME=VALUE] [-r RULE] [--seats N] [--sit NAMES]", "ask for another game", _propose),
        Slash("vote", "yes|no", "vote on a proposal", _vote),
        Slash("charter", "", "what this table plays by, and what its house rules do", _charter),
        Slash("sit", "", "take a seat, if you look on", lambda model, rest: Answer([], AskTable("sit"))),
        Slash("pause", "", "hold the table still, or go on", _pause),
        Slash("kick", "NAME", "propose to send somebody away", _kick),
        Slash("handover", "NAME", "propose that somebody's machine carries the table on, as it is", _handover),
        Slash(
            "revive", "", "carry the table on from this machine, when its host is gone", lambda model, rest: Answer([], Revive())
        ),
        Slash("close", "", "close the table, if you opened it", lambda model, rest: Answer([], AskTable("close"))),
        Slash("leave", "", "give your seat up for good", lambda model, rest: Answer([], Quit(for_good=True))),
        Slash("quit", "", "go away; your seat waits for you", lambda model, rest: Answer([], Quit())),
        Slash("help", "", "this list", _help),
    )
}

__all__ = ["SLASHES", "Answer", "MistypedCommand", "Slash", "Unreadable", "hand_line", "offered", "read_line", "read_value"]
