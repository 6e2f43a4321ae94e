"""The own hand: a fan of cards, the marked ones raised, the cursor and the playable ones marked below."""

from __future__ import annotations

from rumpus.client.model.hand_selection import CardAt
from rumpus.client.model.model import Model
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas
from rumpus.core.cards import Placed

ROWS = 4
STEP = 4
NARROW = 3


def put_face(canvas: Canvas, x: int, y: int, code: Placed, manner: str = "", ten: str = "10") -> int:
    """A card's name in its colour; returns the column after it."""
    name = faces.face(code)
    if ten != "10":
        name = name.replace("10", ten)
    colour = "red" if faces.is_red(code) else "black"
    style = f"class:card{'.' + manner if manner else ''}.{colour}" if manner != "open" else f"class:{colour}"
    return canvas.put(x, y, name, style)


def put_card(canvas: Canvas, x: int, y: int, code: Placed, manner: str = "") -> None:
    """A card with its frame, five columns wide and three rows high; ``manner`` is dim, picked or empty."""
    edge = f"class:card.{manner}" if manner else "class:card"
    canvas.put(x, y, faces.TOP, edge)
    canvas.put(x, y + 1, f"{faces.SIDE}   {faces.SIDE}", edge)
    put_face(canvas, x + 1, y + 1, code, manner)
    canvas.put(x, y + 2, faces.BOTTOM, edge)


def put_small(canvas: Canvas, x: int, y: int, code: Placed, manner: str = "") -> None:
    """A card in one row: ``[Q♠ ]``."""
    edge = f"class:card.{manner}" if manner else "class:card"
    canvas.put(x, y, "[   ]", edge)
    put_face(canvas, x + 1, y, code, manner)


def put_back(canvas: Canvas, x: int, y: int, empty: bool = False) -> None:
    """A pile face down, or the place where one lay."""
    style = "class:label" if empty else "class:card.back"
    canvas.put(x, y, faces.TOP, style)
    canvas.put(x, y + 1, f"{faces.SIDE}{'   ' if empty else faces.BACK}{faces.SIDE}", style)
    canvas.put(x, y + 2, faces.BOTTOM, style)


def paint_hand(canvas: Canvas, model: Model, x: int, y: int, width: int) -> None:
    """The hand in four rows: a row to raise cards into, the cards' tops and faces, and the marks below."""
    hand = model.hand()
    if not hand:
        return
    if len(hand) * NARROW + 2 > width - 2:
        _crowded(canvas, model, hand, x, y, width)
        return
    step = STEP if len(hand) * STEP + 1 <= width - 2 else NARROW
    start = x + (width - len(hand) * step - (5 - step)) // 2
    open_to = model.open_to() if model.my_turn else None
    for at, held in enumerate(hand):
        left, last = start + at * step, at == len(hand) - 1
        picked = held in model.picked
        barred = open_to is not None and held[0] not in open_to
        manner = "picked" if picked else "dim" if barred else ""
        closed = last or (picked and hand[at + 1] not in model.picked)
        _one(canvas, left, y, held, step, picked, manner, closed, "10" if step == STEP else "T")
    _marks(canvas, model, hand, start, y + 3, step)


def _one(canvas: Canvas, x: int, y: int, held: CardAt, step: int, picked: bool, manner: str, closed: bool, ten: str) -> None:
    """One card of the fan; where its right edge shows it is ``closed``."""
    edge = f"class:card.{manner}" if manner else "class:card"
    top = y if picked else y + 1
    inner = 3 if closed else step - 1
    canvas.put(x, top, "╭" + "─" * inner + ("╮" if closed else ""), edge)
    for row in range(top + 1, y + 3):
        canvas.put(x, row, "│" + " " * inner + ("│" if closed else ""), edge)
    put_face(canvas, x + 1, top + 1, held[0], manner, ten)


def _marks(canvas: Canvas, model: Model, hand: list[CardAt], start: int, y: int, step: int) -> None:
    usable = model.usable() if model.my_turn else set()
    cursor = model.cursor_at()
    arranged = model.arranged()
    at = 0
    for meld in arranged.melds if arranged is not None else []:
        canvas.put(start + at * step, y, "╰" + "─" * (len(meld) * step - 3) + "╯", "class:mark")
        at += len(meld)
    for at, held in enumerate(hand):
        if at == cursor:
            canvas.put(start + at * step + 1, y, faces.CURSOR, "class:cursor")
        elif held[0] in usable:
            canvas.put(start + at * step + 1, y, faces.MARK, "class:mark")


def _crowded(canvas: Canvas, model: Model, hand: list[CardAt], x: int, y: int, width: int) -> None:
    """Too many cards for a fan: rows of names, marked ones in brackets, the cursor before its card."""
    per_row = max(1, (width - 2) // 6)
    first = 0
    cursor = model.cursor_at()
    rows = -(-len(hand) // per_row)
    if rows > ROWS:
        first = max(0, min(cursor // per_row - 1, rows - ROWS))
    usable = model.usable() if model.my_turn else set()
    for at, held in enumerate(hand):
        row = at // per_row - first
        if not 0 <= row < ROWS:
            continue
        left = x + 1 + (at % per_row) * 6
        sign = faces.TURN if at == cursor else faces.MARK if held[0] in usable else " "
        canvas.put(left, y + row, sign, "class:cursor" if at == cursor else "class:mark")
        if held in model.picked:
            put_small(canvas, left + 1, y + row, held[0], "picked")
        else:
            put_face(canvas, left + 2, y + row, held[0], "open")
