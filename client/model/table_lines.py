"""The sentences that a game wants read on the table for as long as they hold: notes whose key begins with ``line/``."""

from __future__ import annotations

from rumpus.client.model.model import Model
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas, cells, cut, wrap
from rumpus.net.protocol.sanitize import LOG_CELLS, clean

CAREFUL = "line/careful"
"""The line that warns."""


def lines(model: Model, width: int, most: int) -> list[tuple[str, str]]:
    """The rows of these sentences with their styles, at most so many; a warning comes last, and goes before the others."""
    calm: list[tuple[str, str]] = []
    warning: list[tuple[str, str]] = []
    for key, value in model.view.notes.items():
        told = _told(model, key, value) if key.startswith("line/") and isinstance(value, str) and value else []
        for text in filter(None, (faces.tens(clean(each, LOG_CELLS)) for each in told)):
            style = "class:warning" if key == CAREFUL else "class:line"
            (warning if key == CAREFUL else calm).extend((row, style) for row in wrap(text, width))
    shown = _first(warning, most, width)
    dispatcher = most - len(shown)
    if len(calm) > dispatcher > 0 and any(len(_told(model, key, str(model.view.notes.get(key)))) > 1 for key in model.steps):
        late = calm[len(calm) - dispatcher :]  # of many steps the last ones say how things stand
        head = f"… {late[0][0]}"
        return [(head if cells(head) <= width else late[0][0], late[0][1]), *late[1:], *shown]
    return [*_first(calm, dispatcher, width), *shown]


def _told(model: Model, key: str, value: str) -> list[str]:
    """The sentence of a note, after those that the last news told under it before."""
    steps = model.steps.get(key, [])
    return steps if steps and steps[-1] == value else [value]


def _first(rows: list[tuple[str, str]], most: int, width: int) -> list[tuple[str, str]]:
    """The first rows, with ``…`` where there are more."""
    if len(rows) <= most:
        return rows
    kept = rows[: max(most, 0)]
    return [*kept[:-1], (cut(kept[-1][0], width - 2) + " …", kept[-1][1])] if kept else []


def paint_lines(canvas: Canvas, x: int, y: int, width: int, rows: list[tuple[str, str]]) -> None:
    """Paint the rows, each in the middle."""
    for k, (text, style) in enumerate(rows):
        canvas.middle(x, width, y + k, text, style)
