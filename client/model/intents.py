"""What a player wants done beyond the own screen: the words between a key press or a typed line and the link."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Act:
    """Play this, in the notation."""

    text: str


@dataclass(frozen=True)
class AskTable:
    """Ask something of the table; the fields are those of the protocol's ``Ask``."""

    what: Literal["say", "propose", "vote", "leave", "kick", "rules", "pause", "resume", "want", "scores", "sit", "close", "hand"]
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Hint:
    """Say what a bot would do."""


@dataclass(frozen=True)
class Quit:
    """Go away from the table; with ``for_good`` the seat is given up."""

    for_good: bool = False


@dataclass(frozen=True)
class Revive:
    """Carry the table on from this machine, when its host is gone."""


Wish = Act | AskTable | Hint | Quit | Revive
