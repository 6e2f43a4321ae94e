"""Where modules lay before, for plugins and their tests that still import them from there.

The lists are closed: `MOVED` holds the modules of `core` that moved when the families became packages, and the plugins' own list
stands in their package. New code imports from the new places.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

CORE = "rumpus.core"
MOVED = {
    "culprit": "testing.blame",
    "fair": "shuffling.fair",
    "families.attended": "families.black_heart.rule",
    "families.attended_board": "families.black_heart.board",
    "families.attended_cover": "families.black_heart.cover",
    "families.attended_deal": "families.black_heart.deal",
    "families.attended_every": "families.black_heart.every",
    "families.attended_help": "families.black_heart.help",
    "families.attended_laying": "families.black_heart.laying",
    "families.attended_runs": "families.black_heart.runs",
    "families.attended_search": "families.black_heart.search",
    "families.attended_swaps": "families.black_heart.swaps",
    "families.buying": "families.rummy.buying",
    "families.clockwork": "families.black_heart.clockwork",
    "families.contracts": "families.rummy.contracts",
    "families.digs": "families.rummy.digging",
    "families.gin": "families.rummy.gin",
    "families.knock": "families.rummy.knock",
    "families.laying": "families.rummy.laying",
    "families.melds_best": "families.melds.best",
    "families.melds_contract": "families.melds.contracts",
    "families.melds_every": "families.melds.every",
    "families.melds_layout": "families.melds.layout",
    "families.melds_pieces": "families.melds.pieces",
    "families.melds_quick": "families.melds.quick",
    "families.melds_read": "families.melds.reading",
    "families.melds_rule": "families.melds.rule",
    "families.melds_sets": "families.melds.sets",
    "families.openings": "families.rummy.openings",
    "families.piles": "families.rummy.piles",
    "families.rummy_help": "families.rummy.help",
    "families.rummy_options": "families.rummy.options",
    "families.rummy_rules": "families.rummy.rules",
    "families.swaps": "families.rummy.swaps",
    "families.tables": "families.rummy.tables",
    "families.teams": "families.black_heart.teams",
    "laws": "testing.invariants",
    "shuffle": "shuffling.seeded",
    "simulate": "testing.simulate",
    "trial": "testing.trial",
}
"""Names of modules before and now, within `rumpus.core`."""
NAMES = {"house": {"Charter": "game", "engine": "game"}}
"""For modules of `rumpus.core`: what has moved out of them, and into which one."""


class MovedModules(MetaPathFinder, Loader):
    """Finds a module of one package under the name that it had before: another module, with the same things in it."""

    def __init__(self, package: str, moved: Mapping[str, str]) -> None:
        self.places = {f"{package}.{before}": f"{package}.{now}" for before, now in moved.items()}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A module that has moved; None for any other."""
        return ModuleSpec(name, self) if name in self.places else None

    def exec_module(self, module: ModuleType) -> None:
        """Fill it with what is in the module that it has become."""
        now = importlib.import_module(self.places[module.__name__])
        module.__dict__.update({name: value for name, value in vars(now).items() if not name.startswith("__")})
        module.__doc__ = now.__doc__


def keep_old_names(package: str, moved: Mapping[str, str]) -> None:
    """Let the modules of a package be imported by the names that they had before."""
    sys.meta_path.append(MovedModules(package, moved))


def names_moved_from(module: str) -> Callable[[str], object]:
    """A module's `__getattr__`: names that have moved out of it are found where they are now."""
    moved = NAMES[module.removeprefix(f"{CORE}.")]

    def look_up(name: str) -> object:
        if name not in moved:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{CORE}.{moved[name]}"), name)

    return look_up
