"""Which rumpus this is, and by what a table's rules are played."""

from __future__ import annotations

from importlib import metadata

from rumpus.core.house import Charter


def version() -> str:
    """The version that is installed; 0 where rumpus runs from its source alone."""
    try:
        return metadata.version("rumpus")
    except metadata.PackageNotFoundError:
        return "0"


def engine(charter: Charter | None = None) -> str:
    """By what the rules are played: the version of rumpus, and of the game's plugin."""
    return version() if charter is None else f"{version()} {charter.plugin} {charter.version}".strip()
