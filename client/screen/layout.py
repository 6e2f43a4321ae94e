"""The whole screen from what the player knows and the size of the window; pure.

``paint(model, width, height)`` gives a canvas: ``lines()`` is plain text, ``rows()`` is text with style classes.
"""

from __future__ import annotations

from rumpus.client.input import commands, key_bindings
from rumpus.client.model import prompts
from rumpus.client.model.model import LogLine, Model
from rumpus.client.screen import overlays
from rumpus.client.screen.hand_view import ROWS as HAND_ROWS
from rumpus.client.screen.hand_view import paint_hand
from rumpus.client.screen.melds_view import Area
from rumpus.client.screen.table_view import paint_felt
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas, Fragment, cells, cut, wrap

LEAST_WIDTH, LEAST_HEIGHT = 60, 20
WIDE = 108
LOG_WIDTH = 38


def paint(model: Model, width: int, height: int) -> Canvas:
    """The screen at this size."""
    canvas = Canvas(width, height)
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        _too_small(canvas)
        return canvas
    _header(canvas, model)
    main = width - LOG_WIDTH - 1 if width >= WIDE else width
    log_rows = 0 if width >= WIDE else max(3, min(8, height // 5))
    bottom = height - log_rows - (1 if log_rows else 0)
    said_y = bottom - 3
    hand_y = said_y - HAND_ROWS
    paint_felt(canvas, model, Area(0, 1, main, hand_y - 1))
    paint_hand(canvas, model, 0, hand_y, main)
    _said(canvas, model, said_y, main)
    if log_rows:
        canvas.put(0, bottom, "─" * width, "class:rule")
        _log(canvas, model, 1, bottom + 1, width - 2, log_rows)
    else:
        for y in range(1, height):
            canvas.put(main, y, "│", "class:rule")
        _log(canvas, model, main + 2, 1, width - main - 3, height - 1)
    overlays.paint_over(canvas, model)
    return canvas


def rows(model: Model, width: int, height: int, ascii_only: bool = False) -> list[list[Fragment]]:
    """The screen as runs of text with style classes, row by row."""
    painted = paint(model, width, height).rows()
    if ascii_only:
        return [[(style, faces.to_ascii(text)) for style, text in row] for row in painted]
    return painted


def _too_small(canvas: Canvas) -> None:
    text = f"The table needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows; this window has {canvas.width} and {canvas.height}."
    for y, line in enumerate(wrap(f"{text} Make it larger.", max(canvas.width, 1))):
        canvas.put(0, y, line)


def _header(canvas: Canvas, model: Model) -> None:
    canvas.fill(0, 0, canvas.width, 1, "class:header")
    live = model.link == "live" and not model.farewell
    x = canvas.put(1, 0, faces.ON if live else faces.OFF, "class:header.ok" if live else "class:header.bad") + 1
    state, charter = model.state, model.charter
    if state is None:
        canvas.put(x, 0, "rumpus", "class:header.name")
        canvas.right(canvas.width - 1, 0, cut(model.link_text, canvas.width - 12), "class:header.bad")
        return
    right = [f"charter {charter.get('hash', '')}"]
    right = model.fair.header(state) + right
    if model.auto:
        right.insert(0, "auto-play")
    if model.seat < 0:
        right.insert(0, "looking on")
    if not live:
        why = {"suspect": "no sound from the host", "over": "closed"}
        right.insert(0, "closed" if model.farewell else why.get(model.link, "reconnecting"))
    end = canvas.width - 1
    tail = " · ".join(right)
    while cells(tail) > end - x - 20 and len(right) > 1:
        del right[0 if live else -1]
        tail = " · ".join(right)
    start = canvas.right(end, 0, tail, "class:header" if live else "class:header.bad")
    title = str(charter.get("title", charter.get("game", "")))
    number = model.view.notes.get("number")
    said = [title] if title else []
    said += [f"deal {number + 1}"] if isinstance(number, int) and model.view.places else []
    said += [f"match {state.match}"] if state.match > 1 else []
    rest = " · ".join(said)
    name = cut(state.name or "rumpus", max(6, start - x - cells(rest) - 5))
    x = canvas.put(x, 0, name, "class:header class:header.name")
    canvas.put(x, 0, cut(f" · {rest}", start - x - 1), "class:header")


def _said(canvas: Canvas, model: Model, y: int, width: int) -> None:
    """Three rows: what the table waits for, what was refused, and which keys there are (or the line being typed)."""
    mine = model.my_turn and not model.pending
    canvas.put(1, y, cut(faces.tens(prompts.prompt(model)), width - 2), "class:prompt.turn" if mine else "class:prompt")
    row = y + 1
    if model.refusal or model.notice:
        style = "class:refused" if model.refusal else "class:keys"
        lines = wrap(faces.tens(model.refusal or model.notice), width - 2)
        shown = lines[:1] if model.entry is not None or len(lines) == 1 else lines[:2]
        for line in shown:
            canvas.put(1, row, line, style)
            row += 1
    if model.entry is not None:
        _entry(canvas, model, y + 2, width)
        if row == y + 1:
            canvas.put(1, row, "Enter sends, Esc closes.", "class:keys")
        return
    _bar(canvas, model, row, y + 3 - row, width)


def _entry(canvas: Canvas, model: Model, y: int, width: int) -> None:
    assert model.entry is not None
    before, after = model.entry.text[: model.entry.at], model.entry.text[model.entry.at :]
    while cells(before) > width - 8:
        before = before[1:]
    x = canvas.put(1, y, "> ", "class:prompt.turn")
    x = canvas.put(x, y, before, "class:entry")
    x = canvas.put(x, y, after[:1] or " ", "class:entry.cursor")
    canvas.put(x, y, cut(after[1:], width - x - 1), "class:entry")


def _bar(canvas: Canvas, model: Model, y: int, most: int, width: int) -> None:
    x, row = 1, 0
    for name, text in commands.bar(model):
        key = key_bindings.key_for(name)
        need = cells(key) + 1 + cells(text)
        if x > 1 and x + need > width - 1:
            x, row = 1, row + 1
        if row >= most:
            return
        x = canvas.put(x, y + row, key, "class:key")
        x = canvas.put(x + 1, y + row, text, "class:keys") + 3


def _log(canvas: Canvas, model: Model, x: int, y: int, width: int, height: int) -> None:
    lines: list[tuple[str, str, LogLine]] = []
    for line in reversed(model.log.lines):
        text = line.text if line.kind == "talk" else faces.tens(line.text)
        head = f"{line.by}: " if line.kind == "talk" else ""
        wrapped = wrap(head + text, width - 2)
        for k in range(len(wrapped) - 1, -1, -1):
            lines.append(("“ " if line.kind == "talk" and k == 0 else "  ", wrapped[k], line))
        if len(lines) >= height:
            break
    for k, (prefix, text, line) in enumerate(reversed(lines[:height])):
        style = f"class:log.{line.kind}" if line.kind in ("own", "table", "end", "refused", "talk") else "class:log"
        canvas.put(canvas.put(x, y + k, prefix, style), y + k, text, style)
