"""The rules of tables: cards, deals, matches; no game, no socket, no screen."""

from rumpus.core.families.moved import CORE, MOVED, keep_old_names

keep_old_names(CORE, MOVED)
