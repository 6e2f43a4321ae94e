"""One sentence for each event: for the log, the line client and screen readers.

The sentences know no game: they speak of places by their names, whatever the rules do with them.
"""

from __future__ import annotations

from collections.abc import Sequence
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
        if seat != self.you:
            verb += "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
        return f"{self.who(seat)} {verb}{' ' + rest if rest else ''}."

    def both(self, seats: Sequence[int]) -> str:
        """``North``, ``North and East``, ``North, East and you``."""
        called = [("you" if seat == self.you and at else self.who(seat)) for at, seat in enumerate(seats)]
        return called[0] if len(called) == 1 else ", ".join(called[:-1]) + " and " + called[-1] if called else "nobody"

    def sides(self, count: int) -> list[str]:
        """Names for so many scores: one a seat, or one a team where there are fewer scores than seats."""
        seats = len(self.names)
        if 0 < count < seats:
            return [" + ".join(self.name(seat) for seat in range(side, seats, count)) for side in range(count)]
        return [self.name(seat) for seat in range(count)]


def number(count: int, thing: str = "card") -> str:
    """``one card``, ``three cards``, ``12 cards``."""
    word = _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)
    return f"{word} {thing}{'' if count == 1 else 's'}"


def standings(names: Names, scores: Sequence[int]) -> str:
    """``North 12 · South 3``."""
    return " · ".join(f"{name.replace('·', '.')} {score}" for name, score in zip(names.sides(len(scores)), scores, strict=True))


def dealing(view: View) -> bool:
    """Whether the cards are still being dealt."""
    return "turn" not in view.notes


def tell(event: Seen, view: View, names: Names) -> str:
    """The sentence for an event, told with the view as it was before; empty where nothing need be said."""
    kind = event[0]
    if kind == "deal":
        return f"Deal {event[1] + 1}: {names.does(event[2], 'deal')}"
    if kind == "note":
        return _note(event[1], event[2], view, names)
    if kind == "move":
        src, dst = view.places.get(event[2]), view.places.get(event[3])
        if src is not None and dst is not None:
            return _move(event[1], src, dst, event[3], view, names)
    return ""


def ending(ended: str, view: View, names: Names) -> str:
    """How a deal ended, with who brought that about where it can be seen (the view as it was before the end was told)."""
    seat = _ender(ended, view)
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


def _note(key: str, value: Any, view: View, names: Names) -> str:
    if key == "said":
        return str(value)
    if key.startswith("line/"):
        return str(value) if value and value != view.notes.get(key) else ""
    if key == "broken" and value:
        return "Hearts are broken."
    if key == "shooter":
        return f"{names.who(value)} {'have' if value == names.you else 'has'} shot the moon."
    if key == "tunker" and isinstance(value, int):
        return names.does(value, "tunk")
    if key == "ended":
        return f"The deal is over: {ending(str(value), view, names)}."
    if key == "scores" and value is not None:
        return f"This deal: {standings(names, value)}."
    if key == "counts" and value is not None:
        return f"Unmatched: {standings(names, value)}."
    if key == "winners":
        won = "wins" if len(value) == 1 and value[0] != names.you else "win"
        return f"{names.both(value)} {won} the match."
    if key == "final":
        return f"Grand totals: {standings(names, value)}."
    if key == "totals" and "ended" in view.notes:
        return f"Totals: {standings(names, value)}."
    return ""


def _move(cards: list[int] | int, src: Place, dst: Place, onto: int, view: View, names: Names) -> str:
    count = cards if isinstance(cards, int) else len(cards)
    shown = "" if isinstance(cards, int) else signs(cards)
    if not count:
        return ""
    way = (src.name, dst.name)
    if dealing(view):
        return f"The upcard is {shown}." if way == ("stock", "discard") and shown else ""
    if way == ("hand", "meld"):
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
    ("hand", "shown"): lambda names, src, dst, count, shown: f"{names.who(src)} still held {shown}.",
    ("meld", "hand"): lambda names, src, dst, count, shown: names.does(dst, "take", f"{shown} from the melds"),
}


def _plainly(names: Names, src: Place, dst: Place, count: int, shown: str) -> str:
    what = shown or number(count)
    whose = f"{names.name(dst.seat)}: " if dst.seat >= 0 else f"{names.name(src.seat)}: " if src.seat >= 0 else ""
    return f"{whose}{what} from {src.name} to {dst.name}."
