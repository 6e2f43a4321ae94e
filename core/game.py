"""A game: a deck, turn rules and scoring, declared as data where it can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rumpus.core.actions import Action, Offer
from rumpus.core.deal import Deal
from rumpus.core.events import View
from rumpus.core.house import Charter, HouseRule, Misfit
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


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _option_line(each: Option, value: Value) -> str:
    usual = "" if value == each.default else f" (usually {spell(each.default)})"
    return f"{each.name} = {spell(value)}{usual}: {each.help}; {each.takes()}"


__all__ = ["Game", "option"]
