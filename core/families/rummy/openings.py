"""First melds: what a seat must put down at once before it may meld as it likes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rumpus.core.actions import Action, Part
from rumpus.core.families.melds import Meld, arrange
from rumpus.core.families.rummy.laying import Laying, without

EVEN = (1,) * 54
"""Prices with which the least count is the fewest cards."""


def meld_of(sets: tuple[Meld, ...] | list[Meld]) -> Action:
    """The action that puts these sets down."""
    return Action("meld", parts=tuple(Part(each.cards) for each in sets))


@dataclass(frozen=True)
class WholeHand:
    """Nothing is melded but a whole hand, with at most one card left to discard."""

    def refuses(self, deal: Any, seat: int, laying: Laying) -> str | None:
        """Why these melds are not the whole hand, or None."""
        if len(laying.hand) > 1:
            return f"Meld your whole hand at once, but for a last discard; this would leave {len(laying.hand)} cards."
        return None

    def offers(self, deal: Any, seat: int) -> list[Action]:
        """Every way to lay the whole hand, with each card that may be left to discard."""
        rule = replace(deal.meld_rule, prices=EVEN)
        hand = deal.at[seat]
        whole = arrange(rule, hand)
        found = [meld_of(whole.melds)] if whole.deadwood == 0 else []
        if whole.deadwood <= 1:
            for face in deal.discards(seat):
                rest = arrange(rule, without(hand, face))
                if rest.deadwood == 0:
                    found.append(meld_of(rest.melds))
        return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Points:
    """A first meld counts so many points at least."""

    least: int

    def refuses(self, deal: Any, seat: int, laying: Laying) -> str | None:
        """Why these sets are not worth enough to begin with, or None."""
        points = sum(self._worth(deal, each) for each in laying.new_sets)
        if laying.lay_offs:
            return "Your first meld is sets of your own: lay off afterwards."
        if points < self.least:
            return f"Your first meld must count {self.least} at least; this counts {points}."
        return None

    def offers(self, deal: Any, seat: int) -> list[Action]:
        """The sets that leave least in hand, where they are worth enough."""
        best = arrange(deal.meld_rule, deal.at[seat]).melds
        return [meld_of(best)] if best and sum(self._worth(deal, each) for each in best) >= self.least else []

    @staticmethod
    def _worth(deal: Any, each: Meld) -> int:
        values = deal.rules.values
        return sum(values[(code >> 6) - 1] if 64 <= code < 64 * 53 else values[code & 63] for code in each.cards)
