"""What a table may choose, and the rule record that follows from it.

An `Option` is declared once; the command line, the lobby, the help page, the wire and validation all read that
declaration. A family turns the chosen options into its frozen rule record, a `Rules`; house rules then map fields of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from rumpus.core.cards import Card

if TYPE_CHECKING:
    from rumpus.core.actions import Action

Value = bool | int | str
Options = Mapping[str, Value]


class BadOption(ValueError):
    """A table cannot be set up like this; the sentence says which values there are."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a table may choose about a game.

    Either ``values`` lists what may be chosen, or ``low`` and ``high`` bound a whole number.
    """

    name: str
    default: Value
    help: str
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, value: object) -> Value:
        """The value, if it is one that this option takes; raises BadOption."""
        if self.values:
            for known in self.values:
                if type(known) is type(value) and known == value:
                    return known
        elif type(value) is int and self.low <= value <= self.high:
            return value
        raise BadOption(f"Option {self.name} takes {self.takes()}, not {str(value)[:30]!r}.")

    def parse(self, text: str) -> Value:
        """The value that somebody typed; raises BadOption."""
        word = text.strip()
        if self.values:
            for known in self.values:
                if word.lower() in _spellings(known):
                    return known
        elif word.lstrip("-").isdigit() and word.isascii():
            return self.read(int(word[:12]))
        return self.read(word)

    def takes(self) -> str:
        """What may be chosen, in words."""
        if self.values:
            return " or ".join(spell(value) for value in self.values)
        return f"a whole number from {self.low} to {self.high}"


def spell(value: Value) -> str:
    """An option's value as it is typed: ``true``, ``100``, ``choose``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spellings(value: Value) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("true", "on", "yes", "1") if value else ("false", "off", "no", "0")
    return (str(value).lower(),)


def option(name: str, default: Value, help: str, *values: Value, low: int = 0, high: int = 0) -> Option:  # noqa: A002
    """Declare an option: a switch by its default, else by its values, or by the bounds of a number."""
    if isinstance(default, bool):
        values = (default, not default)
    made = Option(name, default, help, values, low, high)
    made.read(default)
    return made


def read_options(declared: tuple[Option, ...], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Every declared option with its value: the chosen one, else its default. Raises BadOption."""
    known = {each.name: each for each in declared}
    for name in chosen:
        if name not in known:
            there_are = f"its options are {', '.join(known)}" if known else "it has none"
            raise BadOption(f"This game has no option {name[:30]!r}; {there_are}.")
    return {name: each.read(chosen[name]) if name in chosen else each.default for name, each in known.items()}


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What every game's rule record holds; families add their own fields.

    ``score`` says what each seat gets for a finished deal. With ``winner_deals`` who won a deal deals the next, else the
    deal passes to the left. With ``out_at_target`` a seat that reaches the target is out, and the last one left wins.
    With ``single_deal`` one deal is the match, and who won it has won. ``final`` makes the grand totals of a match that
    is over. With ``exact_halves`` a total that comes to the target exactly falls back to half of it. ``bars`` are the
    questions that house rules ask of every action before it is made, each answering with the sentence that refuses it,
    or None; where they would leave a seat nothing they all fall. ``after`` holds the steps that house rules add: each is
    called after every accepted action of a deal.
    ``sides`` is how many totals are kept (0: one a seat); seat s is on side s modulo ``sides``, and a side without a seat is
    the game's own opponent. With ``out_wins`` the first side that goes out of cards and then has the target has won, and no
    other has. ``hand_counts`` is up to how many cards other seats' hands are counted (0: always).
    ``sources`` names for a field the option or the house rule that set it, so that refusals can say so.
    """

    seats: int
    deck: tuple[Card, ...]
    score: Callable[[Any], list[int]]
    target: int
    deals: int = 0
    single_deal: bool = False
    lowest_wins: bool = False
    ties_play_on: bool = False
    floor_zero: bool = False
    winner_deals: bool = False
    out_at_target: bool = False
    out_wins: bool = False
    sides: int = 0
    hand_counts: int = 0
    final: Callable[[Rules, list[int], list[int], list[int]], list[int]] | None = None
    exact_halves: bool = False
    bars: tuple[Callable[[Any, int, Action], str | None], ...] = ()
    after: tuple[Callable[[Any, int, Action], object], ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)

    def deck_for(self, players: int) -> tuple[Card, ...]:
        """The deck, in declared order, when so many seats are dealt to."""
        return self.deck

    @property
    def totals(self) -> int:
        """How many totals are kept."""
        return self.sides or self.seats

    def side(self, seat: int) -> int:
        """The side that a seat is on: itself, or its team."""
        return seat % (self.sides or self.seats)

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats on a side; none on that of the game's own opponent."""
        return tuple(range(side, self.seats, self.totals))

    def by(self, name: str) -> str:
        """Where a field's value comes from, to end a sentence with: `` (option break_hearts)``; empty for plain rules."""
        source = self.sources.get(name)
        return f" ({source})" if source else ""

    def amended(self, source: str, changes: Mapping[str, Callable[[Any], Any]]) -> Self:
        """The record with some fields mapped from old value to new, and who did it noted."""
        fresh = {name: change(getattr(self, name)) for name, change in changes.items()}
        if source:
            fresh["sources"] = {**self.sources, **dict.fromkeys(changes, source)}
        return replace(self, **fresh)
