"""House rules, and the charter that a table plays by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib import metadata
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rumpus.core.rules import Rules, Value

if TYPE_CHECKING:
    from rumpus.core.actions import Action
    from rumpus.core.game import Game

Question = Callable[[Any, int, "Action"], "str | None"]
"""Asked with a deal, a seat and its action; the answer is a sentence without its full stop, or None."""


class Misfit(ValueError):
    """A house rule or a number of seats does not go with the game; the sentence says why."""


@dataclass(frozen=True)
class HouseRule:
    """A household's own rule: it maps fields of the rule record, bars actions, or adds a step to the play.

    ``HouseRule("lady-breaks", "The queen of spades breaks hearts.", {"breakers": lambda cards: cards | {QS}})`` fits
    every game whose record has the field, and stacks with others in the order in which a table names them.

    ``bars`` are asked before an action: a sentence refuses it. ``steps`` run after an action and may go on with the deal;
    ``tells`` only look at what an action came to. What any of them answers is said at the table, with the rule's name.
    ``needs`` are fields that a game must have although they are not changed, ``where`` tells of a game's rule record
    whether the rule has a place in it. ``origin`` is the plugin that brought the rule, and its version.
    """

    name: str
    help: str
    changes: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    bars: tuple[Question, ...] = ()
    steps: tuple[Question, ...] = ()
    tells: tuple[Question, ...] = ()
    needs: tuple[str, ...] = ()
    where: Callable[[Any], bool] | None = None
    origin: str = field(default="", compare=False)

    @property
    def source(self) -> str:
        """How sentences name this rule."""
        return f"house rule {self.name}"

    def missing(self, rules: Rules) -> list[str]:
        """The fields that this rule wants and the game does not have."""
        return [name for name in (*self.changes, *self.needs) if not hasattr(rules, name)]

    def fits(self, rules: Rules) -> bool:
        """Whether a game has every field that this rule wants, and a place for it."""
        return not self.missing(rules) and (self.where is None or self.where(rules))

    def seek_place(self, rules: Rules) -> None:
        """Raise Misfit where a game, as its options are chosen and before any house rule, does not have a place for this."""
        if not self.missing(rules) and not self.fits(rules):
            raise Misfit(f"House rule {self.name} has no place in this game as it is played here; leave the rule out.")

    def amend(self, rules: Rules) -> Rules:
        """The record under this house rule; raises Misfit."""
        missing = self.missing(rules)
        if missing:
            raise Misfit(f"House rule {self.name} does not fit this game: it has no {', '.join(missing)}; leave the rule out.")
        amended = rules.amended(self.source, self.changes)
        if not (self.bars or self.steps or self.tells):
            return amended
        done = [step for step in amended.after if not isinstance(step, Told)]
        told = [step for step in amended.after if isinstance(step, Told)]
        done += [Step(step, self.source) for step in self.steps]
        told += [Told(tell, self.source) for tell in self.tells]
        bars = (*amended.bars, *(Bar(bar, self.source) for bar in self.bars))
        return amended.amended("", {"bars": lambda _: bars, "after": lambda _: (*done, *told)})


@dataclass(frozen=True)
class Bar:
    """A house rule's question about an action, whose answer refuses it in the rule's name."""

    ask: Question
    source: str

    def __call__(self, deal: Any, seat: int, action: Action) -> str | None:
        why = self.ask(deal, seat, action)
        return None if why is None else f"{why} ({self.source})."


@dataclass(frozen=True)
class Step:
    """What a house rule does after an action; what it answers is said at the table in the rule's name."""

    take: Question
    source: str

    def __call__(self, deal: Any, seat: int, action: Action) -> None:
        what = self.take(deal, seat, action)
        if what is not None:
            deal.note("said", f"{what} ({self.source}).")


class Told(Step):
    """A step that only tells what an action came to; it changes nothing."""


def differ(one: Rules, other: Rules) -> bool:
    """Whether two rule records are other rules: who set a field does not count, nor in which order bars are asked."""
    names = [each.name for each in fields(one) if each.name not in ("sources", "bars", "after")]
    if any(getattr(one, name) != getattr(other, name) for name in names):
        return True
    if set(one.bars) != set(other.bars):
        return True
    steps, others = ([step for step in each.after if not isinstance(step, Told)] for each in (one, other))
    return steps != others


@dataclass(frozen=True)
class Charter:
    """What a table agreed on: the game, its options, the house rules in order, how many seats."""

    game: Game
    seats: int
    options: Mapping[str, Value]
    house_rules: tuple[HouseRule, ...]
    rules: Rules
    plugin: str = ""
    version: str = ""

    def data(self) -> dict[str, Any]:
        """The charter as plain data: what everybody at the table is shown, and what its hash covers."""
        data: dict[str, Any] = {
            "game": self.game.name,
            "title": self.game.title,
            "family": self.game.family,
            "plugin": self.plugin,
            "version": self.version,
            "seats": self.seats,
            "options": dict(self.options),
            "house_rules": [rule.name for rule in self.house_rules],
        }
        if self.house_rules:  # the plugin of each, and its version: the same name may mean another rule elsewhere
            data["house_rule_plugins"] = {rule.name: rule.origin for rule in self.house_rules}
        return data

    def order_matters(self) -> list[list[str]]:
        """The pairs of house rules in force of which it matters which one comes first, each in the order in force."""
        pairs = combinations(range(len(self.house_rules)), 2)
        return [[self.house_rules[n].name for n in pair] for pair in pairs if self._decides(*pair)]

    def _decides(self, first: int, second: int) -> bool:
        """Whether two house rules, put next to each other in either one's place, come to other rules the other way round."""
        one, other = self.house_rules[first], self.house_rules[second]
        others = [rule for n, rule in enumerate(self.house_rules) if n not in (first, second)]
        if one == other:
            return False
        for place in (first, second - 1):
            before, after = others[:place], others[place:]
            ways = [self._record([*before, *pair, *after]) for pair in ((one, other), (other, one))]
            if ways[0] is None or ways[1] is None:
                return ways[0] is not ways[1]
            if differ(ways[0], ways[1]):
                return True
        return False

    def _record(self, order: list[HouseRule]) -> Rules | None:
        """The rule record under these house rules, or None where they do not go together."""
        try:
            return self.game.record(self.options, self.seats, order)
        except Misfit:
            return None

    @property
    def sha256(self) -> bytes:
        """The full hash of the charter."""
        return hashlib.sha256(json.dumps(self.data(), sort_keys=True, separators=(",", ":")).encode()).digest()

    @property
    def hash(self) -> str:
        """Eight letters to compare aloud."""
        return self.sha256.hex()[:8]


def _version() -> str:
    """The version of rumpus that is installed; 0 where rumpus runs from its source alone."""
    try:
        return metadata.version("rumpus")
    except metadata.PackageNotFoundError:
        return "0"


def engine(charter: Charter | None = None) -> str:
    """By what the rules are played: the version of rumpus, and of the game's plugin."""
    return _version() if charter is None else f"{_version()} {charter.plugin} {charter.version}".strip()
