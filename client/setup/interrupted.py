"""Going on with a table that was interrupted: which one, and who of its people sits down here again."""

from __future__ import annotations

import json
from typing import Any

from rumpus.client.setup.errors import Failed, Wrong
from rumpus.client.setup.paths import journal_folder
from rumpus.net.storage.restore import InterruptedTable, interrupted

LATEST = "-"
"""What stands for no choice: the table that was interrupted last."""


def tables() -> list[InterruptedTable]:
    """The tables that can be gone on with, the latest first."""
    return [each for each in interrupted(journal_folder()) if not each.busy and not each.why]


def pick(wanted: str) -> InterruptedTable:
    """The table of this name or number, or the latest; a sentence where there is none or a host has it open."""
    found = interrupted(journal_folder())
    if wanted != LATEST:
        named = wanted.casefold()
        found = [each for each in found if each.name.casefold() == named or each.id.startswith(named)]
        if not found:
            raise Wrong(f"No interrupted table is called '{wanted[:40]}'; rumpus history lists those there are.")
    good = [each for each in found if not each.busy and not each.why]
    if good:
        return good[0]
    if any(each.busy for each in found):
        raise Wrong("This table is open already: another host of yours goes on with it.")
    if found:
        raise Failed(found[0].why)
    raise Wrong("No table was interrupted: open one with rumpus host GAME.")


def label(table: InterruptedTable) -> str:
    """A table as one line: its name, its game, its people, how far it had come."""
    people = f", with {', '.join(table.people)}" if table.people else ""
    return f"{table.name}: {table.game}{people}, deal {table.deals}"


def host_config(table: InterruptedTable, *, headless: bool) -> dict[str, Any]:
    """What the host's process is told; the rest is in the journal."""
    return {"resume": str(table.path), "headless": headless}


def seat_name(table: InterruptedTable) -> str:
    """The name under which somebody of this machine sits at the table; empty where nobody does."""
    from rumpus.net.identity.keys import key_folder

    names = []
    for path in sorted(key_folder(table.host_key).glob("*.key")):
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            seat = table.keys.index(kept["public"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        names.append((seat, str(kept["name"])))
    return min(names)[1] if names else ""
