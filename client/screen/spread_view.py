"""A discard pile that lies spread, as it is painted."""

from __future__ import annotations

from rumpus.client.model.digging import binds_all, depths
from rumpus.client.model.model import Model
from rumpus.client.screen.hand_view import put_face
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas

CELL = 4
"""Columns of a card in the spread: a place for the pointer, and its name."""
LABEL = "pile "
COUNTED = 2
"""Cells that a count of cards takes which are not shown."""


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
    dispatcher, first = per_row * rows, 0
    if rows < 1:
        return
    if len(pile) > dispatcher:
        dispatcher = max(1, dispatcher - 2 * COUNTED)
        first = min(len(pile) - dispatcher, len(pile) - model.dig) if model.dig else len(pile) - dispatcher
    last = min(len(pile), first + dispatcher)
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
