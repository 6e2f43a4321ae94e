"""A game as a plugin declares it, and the charter that a table plays it by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata
from itertools import combinations
from typing import Any, Literal

from rumpus.core.actions import Action, Offer
from rumpus.core.deal import Deal
from rumpus.core.events import View
from rumpus.core.house import HouseRule, Misfit, differ
from rumpus.core.rules import BadOption, Option, Options, Rules, Value, option, read_options, spell


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game as a plugin declares it.

    ``rules`` turns the options and the number of seats into the family's rule record (it may raise BadOption where
    they do not go together), ``deal`` is the family's turn rules, ``tells`` gives the help page's sentences for a rule
    record. ``amends`` maps fields of the record, for a variant that no option can describe. ``timeout`` says what is played
    for a person whose time has run out: ``default`` (core/timeouts.py), ``bot`` (what the basic bot would play), or a
    function of the seat's view and its offers; it may answer None for the default.
    """

    name: str
    title: str
    family: str
    seats: tuple[int, int]
    default_seats: int
    options: tuple[Option, ...]
    rules: Callable[[Options, int], Rules]
    deal: type[Deal]
    tells: Callable[[Any], list[str]]
    summary: str
    credits: str = ""
    verbs: tuple[str, ...] = ()
    reveals: tuple[str, ...] = ()
    amends: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    timeout: Literal["default", "bot"] | Callable[[View, Sequence[Offer]], Action | None] = "default"

    def variant(
        self,
        name: str,
        title: str,
        summary: str = "",
        *,
        seats: tuple[int, int] | None = None,
        default_seats: int | None = None,
        without: Sequence[str] = (),
        extra: tuple[Option, ...] = (),
        **changes: Any,
    ) -> Game:
        """A game like this one, but with other defaults of its options or other fields of its rule record.

        A keyword that is an option's name becomes that option's default; any other is a field of the record, given
        as its new value. ``without`` takes options away, ``extra`` adds some.
        """
        known = {each.name for each in self.options}
        options = tuple(
            replace(each, default=each.read(changes[each.name])) if each.name in changes else each
            for each in self.options
            if each.name not in without
        )
        fields = {key: _always(value) for key, value in changes.items() if key not in known}
        return replace(
            self,
            name=name,
            title=title,
            summary=summary or self.summary,
            seats=seats or self.seats,
            default_seats=default_seats or (seats[0] if seats else self.default_seats),
            options=options + extra,
            amends={**self.amends, **fields},
        )

    def charter(
        self,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        house_rules: Sequence[HouseRule] = (),
        plugin: str = "",
        version: str = "",
    ) -> Charter:
        """What a table plays by: raises BadOption or Misfit with a sentence where it does not fit together."""
        count = self.default_seats if seats is None else seats
        least, most = self.seats
        if not least <= count <= most:
            raise Misfit(f"{self.title} is for {_span(least, most)} seats, not {count}.")
        chosen = read_options(self.options, options or {})
        rules = self.record(chosen, count, house_rules)
        return Charter(self, count, chosen, tuple(house_rules), rules, plugin, version)

    def record(self, chosen: Options, seats: int, house_rules: Sequence[HouseRule] = ()) -> Rules:
        """The rule record that all the options and these house rules, in this order, come to; raises BadOption or Misfit."""
        rules = self.rules(chosen, seats)
        for name in self.amends:
            if not hasattr(rules, name):
                raise BadOption(f"{self.title} sets {name}, which is neither an option nor a rule of its family.")
        plain = rules = rules.amended("", self.amends)
        for rule in house_rules:
            rule.seek_place(plain)
            rules = rule.amend(rules)
        return rules

    def help_page(self, charter: Charter) -> str:
        """The rules as this table plays them, made from the options in force."""
        lines = [self.title, "=" * len(self.title), "", self.summary.strip(), "", f"Seats: {charter.seats}.", ""]
        lines += [f"- {sentence}" for sentence in self.tells(charter.rules)]
        if charter.options:
            lines += ["", "Options in force", "----------------"]
            lines += [_option_line(each, charter.options[each.name]) for each in self.options]
        if charter.house_rules:
            lines += ["", "House rules, in order", "---------------------"]
            lines += [f"{rule.name}: {rule.help}" for rule in charter.house_rules]
            lines += [
                f"The order matters: {first} comes before {second} here, and the other way about they would be other rules."
                for first, second in charter.order_matters()
            ]
        if self.credits:
            lines += ["", self.credits.strip()]
        return "\n".join(lines) + "\n"


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


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _option_line(each: Option, value: Value) -> str:
    usual = "" if value == each.default else f" (usually {spell(each.default)})"
    return f"{each.name} = {spell(value)}{usual}: {each.help}; {each.takes()}"


def _version() -> str:
    """The version of rumpus that is installed; 0 where rumpus runs from its source alone."""
    try:
        return metadata.version("rumpus")
    except metadata.PackageNotFoundError:
        return "0"


def engine(charter: Charter | None = None) -> str:
    """By what the rules are played: the version of rumpus, and of the game's plugin."""
    return _version() if charter is None else f"{_version()} {charter.plugin} {charter.version}".strip()


__all__ = ["Charter", "Game", "engine", "option"]
