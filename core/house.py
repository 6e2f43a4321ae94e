"""House rules, and the charter that a table plays by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rumpus.core.rules import Rules, Value

if TYPE_CHECKING:
    from rumpus.core.game import Game


class Misfit(ValueError):
    """A house rule or a number of seats does not go with the game; the sentence says why."""


@dataclass(frozen=True)
class HouseRule:
    """A household's own rule: it maps fields of the rule record from the old value to a new one.

    ``HouseRule("lady-breaks", "The queen of spades breaks hearts.", {"breakers": lambda cards: cards | {QS}})`` fits
    every game whose record has the field, and stacks with others in the order in which a table names them.
    """

    name: str
    help: str
    changes: Mapping[str, Callable[[Any], Any]]

    def missing(self, rules: Rules) -> list[str]:
        """The fields that this rule wants to change and the game does not have."""
        return [name for name in self.changes if not hasattr(rules, name)]

    def fits(self, rules: Rules) -> bool:
        """Whether the game has every field that this rule changes."""
        return not self.missing(rules)

    def amend(self, rules: Rules) -> Rules:
        """The record under this house rule; raises Misfit."""
        missing = self.missing(rules)
        if missing:
            raise Misfit(f"House rule {self.name} does not fit this game: it has no {', '.join(missing)}; leave the rule out.")
        return rules.amended(f"house rule {self.name}", self.changes)


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
        return {
            "game": self.game.name,
            "title": self.game.title,
            "family": self.game.family,
            "plugin": self.plugin,
            "version": self.version,
            "seats": self.seats,
            "options": dict(self.options),
            "house_rules": [rule.name for rule in self.house_rules],
        }

    @property
    def sha256(self) -> bytes:
        """The full hash of the charter."""
        return hashlib.sha256(json.dumps(self.data(), sort_keys=True, separators=(",", ":")).encode()).digest()

    @property
    def hash(self) -> str:
        """Eight letters to compare aloud."""
        return self.sha256.hex()[:8]
