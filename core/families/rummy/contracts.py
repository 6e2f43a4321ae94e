"""Contracts: a first meld that is so many groups and so many sequences, laid down at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from rumpus.core.actions import Action
from rumpus.core.families.melds import contract, sequences_of_all
from rumpus.core.families.rummy.laying import Laying
from rumpus.core.families.rummy.openings import meld_of


@dataclass(frozen=True)
class Contract:
    """The contracts of a match, deal after deal: how many groups, how many sequences.

    Sets have three cards each; in the last deal they have three or more and leave at most one card.
    """

    deals: tuple[tuple[int, int], ...]

    def of(self, deal: Any) -> tuple[int, int]:
        """How many groups and how many sequences this deal asks for."""
        return self.deals[min(deal.number, len(self.deals) - 1)]

    def is_last(self, deal: Any) -> bool:
        """Whether this is the deal in which the contract takes the whole hand."""
        return int(deal.number) >= len(self.deals) - 1

    def refuses(self, deal: Any, seat: int, laying: Laying) -> str | None:
        """Why this is not the contract of the deal, or None."""
        groups, sequences = self.of(deal)
        kinds = Counter(each.kind for each in laying.new_sets)
        if laying.lay_offs:
            return "Nothing is laid off in the turn in which you lay your contract."
        if (kinds["group"], kinds["sequence"]) != (groups, sequences):
            return f"Your first meld must be the whole contract at once: {tell_contract(groups, sequences)}."
        if self.is_last(deal):
            if len(laying.hand) > 1:
                return f"In this deal the contract leaves at most one card; this would leave {len(laying.hand)}."
        elif any(len(each.cards) != 3 for each in laying.new_sets):
            return "Each set of this contract has exactly three cards."
        return None

    def offers(self, deal: Any, seat: int) -> list[Action]:
        """One way to lay the contract, if there is one."""
        hand = deal.at[seat]
        groups, sequences = self.of(deal)
        if self.is_last(deal):
            barred = [face for face in dict.fromkeys(hand) if deal.is_barred_discard(seat, face)]
            found = sequences_of_all(deal.meld_rule, hand, sequences, not_left=barred)
        else:
            found = contract(deal.meld_rule, hand, groups, sequences)
        return [meld_of(found)] if found else []


def tell_contract(groups: int, sequences: int) -> str:
    """A contract in words."""
    words = {1: "one", 2: "two", 3: "three"}
    parts = [f"{words[n]} {kind}{'s' if n > 1 else ''}" for n, kind in ((groups, "group"), (sequences, "sequence")) if n]
    return " and ".join(parts)
