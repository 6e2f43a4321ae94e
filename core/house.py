"""House rules: what a household changes about a game, and how refusals name it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from rumpus.core.families.moved import names_moved_from
from rumpus.core.rules import Rules

if TYPE_CHECKING:
    from rumpus.core.actions import Action
else:
    __getattr__ = names_moved_from(__name__)

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
