"""Actions, and the one notation in which they are typed, logged, kept and replayed.

``play QS`` · ``draw discard 3`` · ``meld 7S 7H 7D, 8C on 2`` · ``knock JC: 2C 3C 4C, KH KD KS``: `read_action` reads
what a player wrote, ``str(action)`` gives the canonical form.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rumpus.core.cards import JOKERS, NAME, Card, Placed, card_of, code_name, read_card, read_code


class Unreadable(ValueError):
    """What was written is no action in the notation; the sentence says what was expected."""


class Part(NamedTuple):
    """One part of a ``meld``: a set of its own, or cards laid off on the table's meld number ``on``.

    ``cards`` are placed cards as written; ``attendants`` are the cards after ``with``; ``end`` is ``low``, ``high`` or
    empty.
    """

    cards: tuple[Placed, ...]
    attendants: tuple[Card, ...] = ()
    on: int = 0
    end: str = ""

    def __str__(self) -> str:
        text = " ".join(code_name(code) for code in self.cards)
        if self.attendants:
            text += " with " + " ".join(NAME[face] for face in self.attendants)
        if self.on:
            text += f" on {self.on}"
        return f"{text} {self.end}" if self.end else text


class Action(NamedTuple):
    """One thing that a seat does: a verb, and the cards or words that go with it.

    ``word`` is the plain word after the verb (``stock``, ``discard``, ``trick``, ``open``, ``out``, ``add``,
    ``subtract``); ``depth`` how many cards are drawn from a pile; ``parts`` the parts of a meld or of a knock's
    arrangement; ``on``, ``joker`` and ``end`` belong to ``swap``.
    """

    verb: str
    cards: tuple[Card, ...] = ()
    word: str = ""
    depth: int = 0
    parts: tuple[Part, ...] = ()
    on: int = 0
    joker: Card = -1
    end: str = ""

    def __str__(self) -> str:
        words = [self.verb]
        if self.word and self.verb != "discard":
            words.append(self.word)
        words += [code_name(code) for code in self.cards]
        if self.word and self.verb == "discard":
            words.append(self.word)
        if self.depth > 1:
            words.append(str(self.depth))
        if self.verb == "swap":
            words += [f"for {NAME[self.joker]}"] if self.joker >= 0 else []
            words += [f"on {self.on}", self.end]
        text = " ".join(filter(None, words))
        if not self.parts:
            return text
        return text + (": " if self.verb == "knock" else " ") + ", ".join(str(part) for part in self.parts)


class Choice(NamedTuple):
    """Any ``n`` of these cards, with one verb: offered once instead of as all its combinations."""

    verb: str
    n: int
    cards: tuple[Card, ...]

    def of(self, cards: tuple[Card, ...]) -> Action:
        """The action that takes these cards."""
        return Action(self.verb, tuple(sorted(cards)))

    def example(self) -> Action:
        """One legal action: the first cards in declared order."""
        return self.of(tuple(sorted(self.cards))[: self.n])

    def __str__(self) -> str:
        return str(self.example())


Offer = Action | Choice


def one_card(verb: str, word: str = "") -> tuple[Action, ...]:
    """The actions of a one-card verb by card number, made once and shared by every deal."""
    return tuple(Action(verb, (face,), word) for face in range(len(NAME)))


PLAY = one_card("play")
DISCARD = one_card("discard")
KNOCK = one_card("knock")
PASS = Action("pass")
DRAW_STOCK = Action("draw", word="stock")
DRAW_DISCARD = Action("draw", word="discard", depth=1)

_WORDS = {
    "draw": ("stock", "discard", "trick"),
    "ask": ("open", "out"),
    "moon": ("add", "subtract"),
}
_BARE = ("pass", "buy", "return", "tunk", "yes", "no")
_WITH_CARDS = ("give", "play")
VERBS = (*_BARE, *_WITH_CARDS, *_WORDS, "meld", "swap", "discard", "knock")
MAX_TEXT = 2000


def read_action(text: str) -> Action:
    """The action that a player wrote.

    Raises Unreadable, with a sentence that says what was expected.
    """
    if len(text) > MAX_TEXT:
        raise Unreadable(f"An action has at most {MAX_TEXT} letters; this one has {len(text)}.")
    words = text.replace(",", " , ").replace(":", " : ").split()
    if not words:
        raise Unreadable("Write an action, such as 'draw stock' or 'play QS'.")
    verb, rest = words[0].lower(), words[1:]
    if verb in _BARE:
        if rest:
            raise Unreadable(f"'{verb}' stands alone; leave out '{_short(rest)}'.")
        return Action(verb)
    if verb in _WITH_CARDS:
        cards = tuple((_code if verb == "play" else _card)(word) for word in rest)
        if not cards:
            raise Unreadable(f"Say which cards: '{verb} QS'.")
        return Action(verb, cards if verb == "play" else tuple(sorted(cards)))
    if verb == "meld":
        return Action("meld", parts=_parts(rest))
    readers = {"draw": _draw, "ask": _worded, "moon": _worded, "swap": _swap, "discard": _discard, "knock": _knock}
    if verb not in readers:
        raise Unreadable(f"'{verb[:20]}' is no action; the first word is one of {', '.join(VERBS)}.")
    return readers[verb](verb, rest)


def _short(words: list[str]) -> str:
    return " ".join(words)[:30]


def _card(word: str) -> Card:
    face = read_card(word)
    if face is None:
        raise Unreadable(f"'{word[:12]}' is no card; cards are written rank and suit, such as QS, TD or BJ.")
    return face


def _code(word: str) -> Placed:
    code = read_code(word)
    if code is None:
        raise Unreadable(f"'{word[:12]}' is no card; write QS, BJ=7H for a wild card, or BJ=9 for a rank.")
    return code


def _worded(verb: str, rest: list[str]) -> Action:
    word = rest[0].lower() if len(rest) == 1 else ""
    if word not in _WORDS[verb]:
        raise Unreadable(f"After '{verb}' comes one of {', '.join(_WORDS[verb])}.")
    return Action(verb, word=word)


def _number(word: str, what: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,3}", word):
        raise Unreadable(f"'{word[:12]}' is no number of {what}; write 1, 2, 3 …")
    return int(word)


def _draw(verb: str, rest: list[str]) -> Action:
    word = rest[0].lower() if rest else ""
    if word == "discard" and len(rest) == 2:
        return Action("draw", word="discard", depth=_number(rest[1], "cards"))
    drawn = _worded(verb, rest)
    return DRAW_DISCARD if word == "discard" else drawn


def _discard(verb: str, rest: list[str]) -> Action:
    word = ""
    if len(rest) == 2 and rest[1].lower() == "trick":
        word = "trick"
    elif len(rest) != 1:
        raise Unreadable("Discard one card: 'discard JC'.")
    return Action("discard", (_card(rest[0]),), word)


def _knock(verb: str, rest: list[str]) -> Action:
    parts: tuple[Part, ...] = ()
    if ":" in rest:
        colon = rest.index(":")
        parts = _parts(rest[colon + 1 :], plain=True)
        rest = rest[:colon]
    if len(rest) > 1:
        raise Unreadable("Knock with one card to discard: 'knock JC', or 'knock' alone.")
    return Action("knock", tuple(_card(word) for word in rest), parts=parts)


def _swap(verb: str, rest: list[str]) -> Action:
    found = re.fullmatch(r"(\S+)(?: for (\S+))? on (\S+)(?: (low|high))?", " ".join(rest), re.IGNORECASE)
    if not found:
        raise Unreadable("Write a swap as 'swap 7H on 2' or 'swap 7H for BJ on 2'.")
    joker = -1 if found[2] is None else _card(found[2])
    if joker >= 0 and joker not in JOKERS:
        raise Unreadable(f"After 'for' comes BJ or RJ, not '{found[2][:12]}'.")
    return Action("swap", (_card(found[1]),), on=_number(found[3], "a meld"), joker=joker, end=(found[4] or "").lower())


def _parts(words: list[str], plain: bool = False) -> tuple[Part, ...]:
    texts: list[list[str]] = [[]]
    for word in words:
        if word == ",":
            texts.append([])
        else:
            texts[-1].append(word)
    parts = tuple(_part(text) for text in texts)
    if plain and any(part.on or part.attendants for part in parts):
        raise Unreadable("The sets of a knock are plain: 'knock JC: 2C 3C 4C, KH KD KS'.")
    return parts


def _part(words: list[str]) -> Part:
    end = ""
    if words and words[-1].lower() in ("low", "high"):
        end = words.pop().lower()
    on = 0
    if len(words) >= 2 and words[-2].lower() == "on":
        on = _number(words.pop(), "a meld")
        words.pop()
    if end and not on:
        raise Unreadable(f"'{end}' is said of a lay-off: 'meld 4C on 2 {end}'.")
    lower = [word.lower() for word in words]
    split = lower.index("with") if "with" in lower else len(words)
    attendants = tuple(_card(word) for word in words[split + 1 :])
    if split == len(words) - 1:
        raise Unreadable("After 'with' come the attendants: 'meld TC JC QC with 5H 7H'.")
    if not words[:split]:
        raise Unreadable("Each part of a meld names its cards: 'meld 7S 7H 7D, 8C on 2'.")
    return Part(tuple(_code(word) for word in words[:split]), attendants, on, end)


def card_set(part: Part) -> tuple[Card, ...]:
    """The cards that leave the hand with a part of a meld, attendants included."""
    return tuple(card_of(code) for code in part.cards) + part.attendants
