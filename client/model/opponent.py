"""An opponent of the game's own, that has cards and no seat: what is seen of it."""

from __future__ import annotations

from rumpus.client.model.model import Model
from rumpus.client.text import faces

OPPONENT, UP_CARD, OPPONENTS_MELDS = "opponent", "up card", "opponent's melds"
"""Its places: what lies face down, what it may discard or meld next, what it has melded."""


def points(count: int) -> str:
    """``1 point``, ``20 points``."""
    return f"{count} point{'' if count == 1 else 's'}"


def opponent_text(model: Model) -> str:
    """What is seen of it: its cards, its up card, its meld card; empty where there is none."""
    hidden, up, melds = (model.view.find(name) for name in (OPPONENT, UP_CARD, OPPONENTS_MELDS))
    if hidden is None:
        return ""
    said = [f"{len(hidden)} card{'' if len(hidden) == 1 else 's'} face down"]
    said += [f"up card {' '.join(map(faces.face, up.faces))}"] if up is not None and up.faces else []
    if melds is not None and melds.faces:
        below = f" on {len(melds) - 1}" if len(melds) > 1 else ""
        said.append(f"meld card {faces.face(melds.faces[-1])}{below}")
    else:
        said.append("nothing melded")
    return f"The opponent: {' · '.join(said)}"
