"""What a rummy chooses, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rumpus.core.actions import Action
from rumpus.core.families.melds import MeldRule
from rumpus.core.families.rummy.laying import Laying
from rumpus.core.families.rummy.laying import TableMeld as TableMeld  # plugins import it from here
from rumpus.core.families.rummy.piles import PileRules


class Opening(Protocol):
    """What a seat's first meld of a deal must be: a contract, the whole hand, so many points."""

    def refuses(self, deal: Any, seat: int, laying: Laying) -> str | None:
        """The sentence for a first meld that does not do, or None where it does."""

    def offers(self, deal: Any, seat: int) -> list[Action]:
        """First melds worth naming: at least one wherever there is one."""


@dataclass(frozen=True, kw_only=True)
class TableRules(PileRules):
    """What a game with melds on the table chooses: on whose melds a seat lays off."""

    lays_on: Literal["all", "own", "none"] = "all"


@dataclass(frozen=True, kw_only=True)
class RummyRules(TableRules):
    """What a rummy chooses.

    ``melds`` says what a meld is. ``rummy_pays`` is how many times over a seat wins that goes out without having melded
    in an earlier turn. ``opening`` is what a seat's first meld must be; with ``opening_alone`` nothing more is melded in
    that turn, and without ``later_sets`` no further sets afterwards. ``keeps`` is how many cards a seat must keep after
    melding.
    """

    melds: MeldRule
    rummy_pays: int = 1
    opening: Opening | None = None
    opening_alone: bool = False
    later_sets: bool = True
    keeps: int = 0

    def melds_for(self, players: int) -> MeldRule:
        """What a meld is when so many seats are dealt to."""
        return self.melds
