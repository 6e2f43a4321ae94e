"""One sentence for each event: for the log, the line client and screen readers.

The sentences know no game: they speak of places by their names, whatever the rules do with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rumpus.core.cards import signs
from rumpus.core.events import Place, Seen, View

ENDS: dict[str, str] = {
    "out": "a hand is empty",
    "block": "no card could be drawn",
    "knock": "the knock counts",
    "gin": "gin",
    "undercut": "the knock was undercut",
    "void": "it does not count",
    "tunk": "a tunk",
    "stock": "the stock is used up",
    "tricks": "every trick is taken",
}
OPENLY = "With teams on nobody talks in private here: what you say, all hear."
OPPONENT = "line/opponent"
"""The note in which a game tells, sentence by sentence, what an opponent of its own does."""
UNTOLD = frozenset(("turn", "phase"))
"""The notes that come with nearly every action: no sentence is made of them, and nothing but the view keeps them."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Names(NamedTuple):
    """What the seats are called, and which one is yours (-1: none)."""

    names: Sequence[str]
    you: int = -1

    def who(self, seat: int) -> str:
        """The seat as the subject of a sentence: its name, or ``You``."""
        return "You" if seat == self.you else self.name(seat)

    def name(self, seat: int) -> str:
        """The name that was given, also for yourself."""
        return self.names[seat] if 0 <= seat < len(self.names) and self.names[seat] else f"Seat {seat}"

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        """``North plays Q♠.`` or ``You play Q♠.``"""
        rest = f" {rest}." if rest else "."
        if seat == self.you:
            return f"You {verb}{rest}"
        return f"{self.name(seat)} {verb}{'es' if verb.endswith(('s', 'sh', 'ch', 'x')) else 's'}{rest}"

    def both(self, seats: Sequence[int]) -> str:
        """``North``, ``North and East``, ``North, East and you``."""
        called = [("you" if seat == self.you and at else self.who(seat)) for at, seat in enumerate(seats)]
        return called[0] if len(called) == 1 else ", ".join(called[:-1]) + " and " + called[-1] if called else "nobody"

    def winning(self, winners: Sequence[int], count: int) -> str:
        """Who wins a match with so many totals: ``North wins the match.`` A side without a seat is the game's opponent."""
        seats = [seat for side in winners for seat in range(side, len(self.names), count or len(self.names))]
        won = "wins" if len(seats) <= 1 and seats != [self.you] else "win"
        return f"{self.both(seats) if seats or not winners else 'The opponent'} {won} the match."

    def sides(self, count: int) -> list[str]:
        """Names for so many scores: one a seat, or one a team where there are fewer scores than seats."""
        seats = len(self.names)
        if count > seats == 1:
            return [self.name(0), "the opponent"]
        if 0 < count < seats:
            return [" & ".join(self.name(seat) for seat in range(side, seats, count)) for side in range(count)]
        return [self.name(seat) for seat in range(count)]


def number(count: int, thing: str = "card") -> str:
    """``one card``, ``three cards``, ``12 cards``."""
    word = _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)
    return f"{word} {thing}{'' if count == 1 else 's'}"


def standings(names: Names, scores: Sequence[int]) -> str:
    """``North 12 · South 3``."""
    return " · ".join(f"{name.replace('·', '.')} {score}" for name, score in zip(names.sides(len(scores)), scores, strict=True))


def holding(view: View, names: Names) -> list[str]:
    """What was said before one sat down, and still holds."""
    bare = View(view.seat, view.places, {key: value for key, value in view.notes.items() if key in ("number", "teams")})
    told = [_note(key, value, bare, names) for key, value in view.notes.items() if key in ("teams", "first_meld", OPPONENT)]
    return [text for text in told if text]


def dealing(view: View) -> bool:
    """Whether the cards are still being dealt."""
    return "turn" not in view.notes


def tell(event: Seen, view: View, names: Names) -> str:
    """The sentence for an event, told with the view as it was before; empty where nothing need be said."""
    kind = event[0]
    if kind == "note":
        return _note(event[1], event[2], view, names)
    if kind == "move":
        src, dst = view.places.get(event[2]), view.places.get(event[3])
        if src is not None and dst is not None:
            return _move(event[1], src, dst, event[3], view, names)
    if kind == "deal":
        return f"Deal {event[1] + 1}: {names.does(event[2], 'deal')}"
    return ""


def ending(ended: str, view: View, names: Names) -> str:
    """How a deal ended, with who brought that about where it can be seen (the view as it was before the end was told)."""
    seat = _ender(ended, view)
    if seat is None and ended == "out" and view.find("opponent") is not None:
        return "the opponent went out"
    if seat is None:
        return ENDS.get(ended, ended)
    yours = seat == names.you
    did = {"out": "went out", "knock": "knocked", "gin": "knocked with gin", "tunk": "tunked"}.get(ended, "")
    did = did or f"knocked and {'were' if yours else 'was'} undercut"
    return f"{'you' if yours else names.name(seat)} {did}"


def _ender(ended: str, view: View) -> int | None:
    """The seat that knocked, tunked or went out; the turn is still told to be its own when the deal ends."""
    notes = view.notes
    turn = notes.get("turn")
    acted = turn[0] if isinstance(turn, list) and len(turn) == 1 and isinstance(turn[0], int) else None
    if ended == "out":
        empty = [place.seat for place in view.places.values() if place.name == "hand" and not len(place)]
        return empty[0] if len(empty) == 1 else acted if acted in empty else None
    if ended in ("knock", "gin", "undercut"):
        return notes["knocker"] if isinstance(notes.get("knocker"), int) else acted
    return notes["tunker"] if ended == "tunk" and isinstance(notes.get("tunker"), int) else None


def taker(view: View, dst: Place) -> int:
    """Who takes a trick that goes to this place (the view as it was before): -1 where nobody does."""
    by = view.notes.get("by")
    return by[-1] if dst.seat < 0 and isinstance(by, list) and by and isinstance(by[-1], int) else dst.seat


def _named(text: str, view: View, names: Names) -> str:
    """A game's own sentence with the names of its seats, or of the sides where totals are theirs."""
    totals = view.notes.get("totals")
    sides = names.sides(len(totals) if isinstance(totals, list) else len(names.names))
    return re.sub(r"\bseat (\d{1,2})\b", lambda found: sides[int(found[1])] if int(found[1]) < len(sides) else found[0], text)


def _note(key: str, value: Any, view: View, names: Names) -> str:
    noted = _NOTED.get(key)
    if noted is not None:
        return noted(value, view, names)
    if key.startswith("line/"):
        return str(value) if value and (value != view.notes.get(key) or key == OPPONENT) else ""
    if key.startswith("meld/") and isinstance(value, dict) and "attended" in view.notes:
        return _melded(key[5:], value, view.notes.get(key), names)
    return ""


def _teams(value: Any, view: View, names: Names) -> str:
    told = isinstance(value, int) and 0 < value <= len(names.names) and not view.notes.get("number")
    return f"Teams: {', '.join(names.sides(value))}. {OPENLY}" if told else ""


def _first_meld(value: Any, view: View, names: Names) -> str:
    told = isinstance(value, list) and "first_meld" not in view.notes
    return first_melds(value, view.notes.get("teams"), names) if told else ""


def _asks(value: Any, view: View, names: Names) -> str:
    return names.does(value[0], "ask", "to make the first meld" if value[1] == "open" else "to go out") if value else ""


_NOTED: dict[str, Callable[[Any, View, Names], str]] = {
    "said": lambda value, view, names: _named(str(value), view, names),
    "teams": _teams,
    "first_meld": _first_meld,
    "broken": lambda value, view, names: "Hearts are broken." if value else "",
    "shooter": lambda value, view, names: f"{names.who(value)} {'have' if value == names.you else 'has'} shot the moon.",
    "tunker": lambda value, view, names: names.does(value, "tunk") if isinstance(value, int) else "",
    "ask": _asks,
    "answer": lambda value, view, names: names.does(value[0], "say", "yes" if value[1] else "no") if value else "",
    "ended": lambda value, view, names: f"The deal is over: {ending(str(value), view, names)}.",
    "scores": lambda value, view, names: f"This deal: {standings(names, value)}." if value is not None else "",
    "counts": lambda value, view, names: f"Unmatched: {standings(names, value)}." if value is not None else "",
    "winners": lambda value, view, names: names.winning(value, len(view.notes.get("totals", ()))),
    "final": lambda value, view, names: f"Grand totals: {standings(names, value)}.",
    "totals": lambda value, view, names: f"Totals: {standings(names, value)}." if "ended" in view.notes else "",
}


def first_melds(least: Sequence[int], teams: Any, names: Names) -> str:
    """How many cards a first meld holds at least: for all alike, or for each side."""
    sides = list(least)[: teams if isinstance(teams, int) else len(least)]
    if len(set(sides)) == 1:
        return f"A first meld holds at least {number(sides[0])}, attendants among them."
    each = " · ".join(f"{name} {cards}" for name, cards in zip(names.sides(len(sides)), sides, strict=True))
    return f"Cards that a first meld holds at least, attendants among them: {each}."


def _melded(at: str, meld: dict[str, Any], before: dict[str, Any] | None, names: Names) -> str:
    """What was melded, laid off or swapped in, with the attendants; jokers with what they stand for."""
    cards, beside, old = list(meld["cards"]), list(meld["with"]), list(before["cards"]) if before else []
    first = next((k for k in range(len(cards) - len(old) + 1) if cards[k : k + len(old)] == old), -1)
    if first < 0 or len(cards) == len(old):
        fresh = [new for new, then in zip(cards, old, strict=False) if new != then]
        fresh += [new for new, then in zip(beside, before["with"] if before else [], strict=False) if new != then]
        return f"{signs(fresh)} takes its place in meld {at}." if fresh else ""
    new = [k for k in range(len(cards)) if not first <= k < first + len(old)]
    hearts = [beside[k] for k in new if beside[k] is not None]
    shown = signs(cards[k] for k in new) + (f" with {signs(hearts)}" if hearts else "")
    seat = meld["owners"][new[0]]
    return names.does(seat, "lay", f"{shown} off on meld {at}") if old else names.does(seat, "meld", shown)


def _move(cards: list[int] | int, src: Place, dst: Place, onto: int, view: View, names: Names) -> str:
    count = cards if isinstance(cards, int) else len(cards)
    shown = "" if isinstance(cards, int) else signs(cards)
    if not count:
        return ""
    way = (src.name, dst.name)
    if OPPONENT in view.notes and src.seat < 0 and dst.seat < 0 and dst.name != "shown":
        return ""
    if dealing(view):
        return f"The upcard is {shown}." if way == ("stock", "discard") and shown else ""
    if way == ("hand", "meld"):
        if "attended" in view.notes:
            return ""  # told with the meld, which says who attends whom
        at = next((key[5:] for key, note in view.notes.items() if key.startswith("meld/") and note.get("zone") == onto), "")
        if len(dst) and at:
            return names.does(src.seat, "lay", f"{shown} off on meld {at}")
        return names.does(src.seat, "meld", shown)
    if src.name == "trick" and taker(view, dst) >= 0:
        return names.does(taker(view, dst), "take", "the trick")
    teller = _TOLD.get(way)
    if teller is not None:
        return str(teller(names, src.seat, dst.seat, count, shown))
    return _plainly(names, src, dst, count, shown)


def _from_stock(names: Names, src: int, dst: int, count: int, shown: str) -> str:
    if shown:
        return names.does(dst, "draw", shown)
    return names.does(dst, "draw", "from the stock" if count == 1 else f"{number(count)} from the stock")


def _knocks(names: Names, src: int, dst: int, count: int, shown: str) -> str:
    return f"You knock, laying {shown} aside." if src == names.you and shown else names.does(src, "knock")


def _given_away(names: Names, src: int, dst: int, count: int, shown: str) -> str:
    return names.does(src, "give", shown if src == names.you and shown else number(count))


def _received(names: Names, src: int, dst: int, count: int, shown: str) -> str:
    return names.does(dst, "receive", shown) if dst == names.you else ""


_TOLD: dict[tuple[str, str], Any] = {
    ("hand", "trick"): lambda names, src, dst, count, shown: names.does(src, "play", shown),
    ("stock", "hand"): _from_stock,
    ("stock", "trick"): lambda names, src, dst, count, shown: f"{shown} comes from the stock.",
    ("discard", "hand"): lambda names, src, dst, count, shown: names.does(dst, "take", f"{shown} from the pile"),
    ("hand", "discard"): lambda names, src, dst, count, shown: (
        names.does(src, "discard", shown) if count == 1 else names.does(src, "put", f"{shown} back on the pile")
    ),
    ("hand", "given"): _given_away,
    ("hand", "knocked"): _knocks,
    ("given", "hand"): _received,
    ("untaken", "taken"): lambda names, src, dst, count, shown: names.does(dst, "take", f"the {number(count)} left lying"),
    ("trick", "untaken"): lambda names, src, dst, count, shown: "Nobody takes the trick; it stays on the table.",
    ("discard", "stock"): lambda names, src, dst, count, shown: "The pile is turned over and makes a new stock.",
    ("stock", "discard"): lambda names, src, dst, count, shown: f"{shown or number(count)} is turned up.",
    ("opponent", "shown"): lambda names, src, dst, count, shown: f"The opponent still held {shown}.",
    ("hand", "shown"): lambda names, src, dst, count, shown: f"{names.who(src)} still held {shown}.",
    ("meld", "hand"): lambda names, src, dst, count, shown: names.does(dst, "take", f"{shown} from the melds"),
}


def _plainly(names: Names, src: Place, dst: Place, count: int, shown: str) -> str:
    what = shown or number(count)
    whose = f"{names.name(dst.seat)}: " if dst.seat >= 0 else f"{names.name(src.seat)}: " if src.seat >= 0 else ""
    return f"{whose}{what} from {src.name} to {dst.name}."
