"""Digging: a discard pile that lies spread, and how deep into it the player points."""

from __future__ import annotations

from rumpus.client.model import attended_hand
from rumpus.client.model.model import Model
from rumpus.client.text import faces
from rumpus.core.actions import Action


def depths(model: Model) -> dict[int, Action]:
    """The offered draws from the pile by how many cards each takes; empty where only the top may be taken."""
    found = {max(action.depth, 1): action for action in model.actions("draw", "discard")}
    return found if max(found, default=0) > 1 or binds_all(model) else {}


def binds_all(model: Model) -> bool:
    """Whether every taking of the pile binds a card, that of its top alone too; then those are offered that are worth it."""
    return attended_hand.on(model)


def may_dig(model: Model) -> bool:
    """Whether more than the top of the pile may be taken now."""
    return bool(depths(model))


def pointed(model: Model) -> Action | None:
    """The draw that the pointer in the pile stands for."""
    return depths(model).get(model.dig) if model.dig else None


def point(model: Model, step: int) -> None:
    """Point deeper into the pile, or less deep, where a draw is offered; above its top the pointer is gone."""
    offered = sorted(depths(model))
    beyond = [depth for depth in offered if depth > model.dig] if step > 0 else [depth for depth in offered if depth < model.dig]
    model.dig = (beyond[0] if step > 0 else beyond[-1]) if beyond else model.dig if step > 0 else 0
    model.notice = told(model)


def told(model: Model) -> str:
    """What the pointer in the pile would bring."""
    action, pile = pointed(model), model.view.pile("discard")
    if action is None or model.dig > len(pile):
        return ""
    card = faces.face(pile[-model.dig])
    if model.dig == 1 and not binds_all(model):
        return f"{action}: {card}, the top alone."
    return f"{action}: binds {card}, to be melded at once."


def bar(model: Model) -> str:
    """What Enter does with the pointer in the pile."""
    pile = model.view.pile("discard")
    card = faces.face(pile[-model.dig]) if 0 < model.dig <= len(pile) else ""
    return f"take {card}" if model.dig == 1 and not binds_all(model) else f"take {model.dig}, bind {card}"
