"""Keeping books while two engines play the same cards side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

ENOUGH = 0.95
"""The share of decisions that must be compared outright; the others are departures with a reason."""


class Differs(AssertionError):
    """The engines disagree, and no departure explains it: where, and what each of them says."""


@dataclass
class Books:
    """What was compared, and which departures were met; ``reasons`` names every departure there may be."""

    title: str
    reasons: Mapping[str, str]
    deals: int = 0
    decisions: int = 0
    compared: int = 0
    settled: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    departed: Counter[str] = field(default_factory=Counter)

    def same(self, what: str, where: object, ours: Any, theirs: Any) -> None:
        """Raise Differs unless both say the same."""
        if ours != theirs:
            raise Differs(f"{what}: ours {ours}, theirs {theirs}, at {where}")

    def decision(self, departure: str = "") -> None:
        """One decision, compared outright or explained by a departure."""
        self.decisions += 1
        if departure:
            self.departure(departure)
        else:
            self.compared += 1

    def departure(self, name: str) -> None:
        """A position in which the engines are known to differ, for the reason of that name."""
        assert name in self.reasons, name
        self.departed[name] += 1

    def lines(self) -> list[str]:
        """The figures to print."""
        share = 100 * self.compared / max(1, self.decisions)
        seen = ", ".join(f"{count} {name}" for name, count in sorted(self.seen.items()))
        met = [name for name in self.reasons if self.departed[name]]
        return [
            f"{self.title}: {self.deals} deals, {self.decisions} decisions, {self.compared} compared ({share:.2f} %), "
            f"{self.settled} results equal" + (f"; {seen}" if seen else ""),
            *(f"  departed {self.departed[name]} x {name}: {self.reasons[name]}" for name in met),
        ]

    def close(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Print the figures; raise AssertionError where too much was left to departures."""
        with capsys.disabled():
            print("", *self.lines(), sep="\n")
        assert self.compared >= ENOUGH * self.decisions, "\n".join(self.lines())
