"""Where modules of `core` lay before, for plugins and their tests that still name them so.

`MOVED` is closed: it holds the names that there were when the families became packages. New code names the new places.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

CORE = "rumpus.core"
MOVED = {
    "culprit": "testing.blame",
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
    "simulate": "testing.simulate",
    "trial": "testing.trial",
}
"""Names of modules before and now, within `rumpus.core`."""


class MovedModules(MetaPathFinder, Loader):
    """Finds a module under the name that it had before: another module, with the same things in it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A module of core that has moved; None for any other."""
        return ModuleSpec(name, self) if name.removeprefix(f"{CORE}.") in MOVED and name.startswith(CORE) else None

    def exec_module(self, module: ModuleType) -> None:
        """Fill it with what is in the module that it has become."""
        now = importlib.import_module(f"{CORE}.{MOVED[module.__name__.removeprefix(f'{CORE}.')]}")
        module.__dict__.update({name: value for name, value in vars(now).items() if not name.startswith("__")})
        module.__doc__ = now.__doc__


def keep_old_names() -> None:
    """Let the old names be imported."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(MovedModules())
