"""Where the modules of the families lay before, for plugins and their tests that still name them so.

`MOVED` is closed: it holds the names that there were when the families became packages. New code names the new places.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

FAMILIES = "rumpus.core.families"
MOVED = {
    "attended": "black_heart.rule",
    "attended_board": "black_heart.board",
    "attended_cover": "black_heart.cover",
    "attended_deal": "black_heart.deal",
    "attended_every": "black_heart.every",
    "attended_help": "black_heart.help",
    "attended_laying": "black_heart.laying",
    "attended_runs": "black_heart.runs",
    "attended_search": "black_heart.search",
    "attended_swaps": "black_heart.swaps",
    "buying": "rummy.buying",
    "clockwork": "black_heart.clockwork",
    "contracts": "rummy.contracts",
    "digs": "rummy.digging",
    "gin": "rummy.gin",
    "knock": "rummy.knock",
    "laying": "rummy.laying",
    "melds_best": "melds.best",
    "melds_contract": "melds.contracts",
    "melds_every": "melds.every",
    "melds_layout": "melds.layout",
    "melds_pieces": "melds.pieces",
    "melds_quick": "melds.quick",
    "melds_read": "melds.reading",
    "melds_rule": "melds.rule",
    "melds_sets": "melds.sets",
    "openings": "rummy.openings",
    "piles": "rummy.piles",
    "rummy_help": "rummy.help",
    "rummy_options": "rummy.options",
    "rummy_rules": "rummy.rules",
    "swaps": "rummy.swaps",
    "tables": "rummy.tables",
    "teams": "black_heart.teams",
}
"""Names of modules before and now, within `rumpus.core.families`."""


class MovedModules(MetaPathFinder, Loader):
    """Finds a module under the name that it had before: another module, with the same things in it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A module of the families that has moved; None for any other."""
        family, _, module = name.rpartition(".")
        return ModuleSpec(name, self) if family == FAMILIES and module in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        """Fill it with what is in the module that it has become."""
        now = importlib.import_module(f"{FAMILIES}.{MOVED[module.__name__.rpartition('.')[2]]}")
        module.__dict__.update({name: value for name, value in vars(now).items() if not name.startswith("__")})
        module.__doc__ = now.__doc__


def keep_old_names() -> None:
    """Let the old names be imported."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(MovedModules())
