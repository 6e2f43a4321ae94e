"""Auto-play: with the player's leave, the only thing that may be done is done for the player."""

from __future__ import annotations

from rumpus.client.model.model import Model
from rumpus.client.model.prompts import friendly
from rumpus.core.actions import Action


def lone(model: Model) -> Action | None:
    """The one action there is, where it may be done for the player now.

    Nothing is done twice at one decision, nor while the last action is on its way, nor where more is legal than is
    offered.
    """
    held = model.state is not None and bool(model.state.paused)
    if not model.auto or not model.my_turn or held or model.more or model.pending or model.dp in (-1, model.acted):
        return None
    only = model.offers[0]
    return only if len(model.offers) == 1 and isinstance(only, Action) else None


def told(action: Action) -> str:
    """The sentence that says what was done for the player."""
    return f"Auto-play, as nothing else may be done: {friendly(str(action))}."


def switched(model: Model) -> str:
    """The sentence that says whether auto-play is on."""
    return "Auto-play is on: the only action there is, is done for you." if model.auto else "Auto-play is off."
