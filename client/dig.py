"""Digging: a discard pile that lies spread, and how deep into it the player points."""

from __future__ import annotations

from rumpus.client import attending, faces
from rumpus.client.canvas import Canvas
from rumpus.client.hand import put_face
from rumpus.client.model import Model
from rumpus.core.actions import Action

CELL = 4
"""Columns of a card in the spread: a place for the pointer, and its name."""
LABEL = "pile "
COUNTED = 2
"""Cells that a count of cards takes which are not shown."""


def depths(model: Model) -> dict[int, Action]:
    """The offered draws from the pile by how many cards each takes; empty where only the top may be taken."""
    found = {max(action.depth, 1): action for action in model.actions("draw", "discard")}
    return found if max(found, default=0) > 1 or binds_all(model) else {}


def binds_all(model: Model) -> bool:
    """Whether every taking of the pile binds a card, that of its top alone too; then those are offered that are worth it."""
    return attending.on(model)


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


def spread_rows(model: Model, width: int, most: int) -> int:
    """How many rows the spread pile takes; none where only its top counts."""
    pile = model.view.pile("discard")
    if not model.digs or not pile:
        return 0
    return max(0, min(most, -(-len(pile) // _per_row(width))))


def _per_row(width: int) -> int:
    return max(1, (width - len(LABEL)) // CELL)


def paint_spread(canvas: Canvas, model: Model, x: int, y: int, width: int, rows: int) -> None:
    """The whole pile, its top last; what does not fit is counted, and the card that is pointed at is always shown."""
    pile = model.view.pile("discard")
    per_row = _per_row(width)
    room, first = per_row * rows, 0
    if rows < 1:
        return
    if len(pile) > room:
        room = max(1, room - 2 * COUNTED)
        first = min(len(pile) - room, len(pile) - model.dig) if model.dig else len(pile) - room
    last = min(len(pile), first + room)
    canvas.put(x, y, LABEL, "class:label")
    at = 0
    worth = depths(model) if binds_all(model) and model.my_turn else {}
    if first:
        canvas.put(x + len(LABEL), y, f"{first} more", "class:label")
        at = COUNTED
    for k in range(first, last):
        row, column = divmod(at, per_row)
        left = x + len(LABEL) + CELL * column
        taken = 0 < len(pile) - k <= model.dig
        if k == len(pile) - model.dig:
            canvas.put(left, y + row, faces.TURN, "class:cursor")
        elif len(pile) - k in worth:
            canvas.put(left, y + row, faces.MARK, "class:mark")
        put_face(canvas, left + 1, y + row, pile[k], "picked" if taken else "open")
        at += 1
    if last < len(pile):
        row, column = divmod(at, per_row)
        canvas.put(x + len(LABEL) + CELL * column + 1, y + row, f"{len(pile) - last} more", "class:label")
