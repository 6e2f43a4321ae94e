"""What lies open on the table: melds by their numbers, and cards in places of their own."""

from __future__ import annotations

from typing import Any, NamedTuple

from rumpus.client.model import prompts
from rumpus.client.model.model import Model
from rumpus.client.screen.hand_view import put_face
from rumpus.client.screen.opponent_view import is_on_plate
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas, cells, cut
from rumpus.client.text.melds import worth_text
from rumpus.core.cards import Placed, stands_for
from rumpus.core.events import Place

PLACES = {"shown": "still held", "untaken": "left lying"}
"""What some places are called where they are shown."""
SHORT = 13
"""Columns of a meld that is cut short."""
NEVER = 999


class Area(NamedTuple):
    """A rectangle of the canvas."""

    x: int
    y: int
    width: int
    height: int


def _meld_width(meld: dict[str, Any]) -> int:
    """The columns of a meld's cards, attendants and worth."""
    cards = sum(cells(faces.face(code)) + 1 for code in meld.get("cards", []))
    return cards + sum(cells(faces.face(face)) + 1 for face in meld.get("with", []) if face is not None) + cells(worth_text(meld))


def paint_melds(canvas: Canvas, model: Model, area: Area) -> None:
    """The table's melds with their numbers, in columns; cut short where there are many. Other open cards lie below them."""
    melds = model.melds()
    extra = [place for place in model.others() if not is_on_plate(place, area.height)]
    if area.height < 1 or area.width < 12:
        return
    rows = max(1, area.height - len(extra))
    columns, long = _columns(melds, rows, area.width)
    fits = {action.parts[0].on for action in prompts.lay_offs(model)} if model.my_turn else set()
    shown = list(melds.items())
    if len(shown) > rows * len(columns):
        shown = shown[: rows * len(columns) - 1]
    for k, (number, meld) in enumerate(shown):
        x, y = area.x + sum(columns[: k // rows]), area.y + k % rows
        paint = _short_meld if len(meld["cards"]) > long else _meld
        paint(canvas, model, x, y, columns[k // rows], number, meld, number in fits)
    if len(shown) < len(melds):
        x, y = area.x + sum(columns[:-1]), area.y + rows - 1
        canvas.put(x, y, f"and {len(melds) - len(shown)} more: type /melds", "class:label")
    if not melds and model.view.places and not extra and model.view.find("stock") is not None and _may_ever_meld(model):
        canvas.put(area.x, area.y, "No melds on the table yet.", "class:label")
    paint_others(canvas, model, Area(area.x, area.y + area.height - len(extra), area.width, len(extra)), extra)


def _columns(melds: dict[int, dict[str, Any]], rows: int, width: int) -> tuple[list[int], int]:
    """How wide the columns of melds are, and from how many cards on melds are cut short: as few as will do."""
    if not melds:
        return [width], NEVER
    for owners in (10, 4):
        widest = max(5 + max(_meld_width(meld), 9 if owners == 10 else 0) + owners for meld in melds.values())
        columns = max(1, width // min(widest, width))
        if len(melds) <= rows * columns:
            return [min(widest, width) if owners == 10 else width // columns] * columns, NEVER
    for long in (NEVER, *range(6, 2, -1), 0):
        widths = [SHORT if len(meld["cards"]) > long else 5 + _meld_width(meld) for meld in melds.values()]
        packed = [max(widths[at : at + rows]) for at in range(0, len(widths), rows)]
        if sum(packed) <= width:
            return packed, long
    columns = max(1, width // SHORT)
    return [width // columns] * columns, 0


def _may_ever_meld(model: Model) -> bool:
    return "limit" not in model.view.notes


def _short_meld(canvas: Canvas, model: Model, x: int, y: int, width: int, number: int, meld: dict[str, Any], fits: bool) -> None:
    """A meld where there is no room for all of its cards: a sequence by its ends, a group by its first card and its size."""
    at = canvas.put(x, y, f"{faces.MARK if fits else ' '}{number:>2} ", "class:mark" if fits else "class:number")
    cards: list[Placed] = meld["cards"]
    if meld.get("kind") == "sequence":
        low, high = (code if (face := stands_for(code)) is None else face for code in (cards[0], cards[-1]))
        at = canvas.put(put_face(canvas, at, y, low, "open"), y, "–", "class:label")
        put_face(canvas, at, y, high, "open")
    else:
        at = put_face(canvas, at, y, cards[0], "open")
        canvas.put(at, y, f" ×{len(cards)}", "class:label")


def _meld(canvas: Canvas, model: Model, x: int, y: int, width: int, number: int, meld: dict[str, Any], fits: bool) -> None:
    at = canvas.put(x, y, f"{faces.MARK if fits else ' '}{number:>2} ", "class:mark" if fits else "class:number")
    end = x + width
    for code, attendant in zip(meld["cards"], meld.get("with") or [None] * len(meld["cards"]), strict=False):
        if at + 4 > end:
            at = canvas.put(at, y, "…", "class:label")
            break
        at = put_face(canvas, at, y, code, "open") + 1
        if isinstance(attendant, int):
            at = put_face(canvas, canvas.put(at - 1, y, "+", "class:label"), y, attendant, "open") + 1
    worth = worth_text(meld)
    if worth and at + cells(worth) <= end:
        at = canvas.put(at, y, worth, "class:number")
    owner = meld.get("owner", -1)
    if isinstance(owner, int) and end - at > 4:
        canvas.put(at + 1, y, cut(model.names.who(owner), min(end - at - 2, 10)), "class:label")


def paint_others(canvas: Canvas, model: Model, area: Area, places: list[Place]) -> None:
    """Open cards that lie anywhere else, a line for each place; the last of them, where they are too many."""
    for k, place in enumerate(places[: area.height]):
        called = PLACES.get(place.name, place.name)
        whose = f"{model.names.who(place.seat)} {called}: " if place.seat >= 0 else f"{called}: "
        at = canvas.put(area.x, area.y + k, whose, "class:label")
        shown, dispatcher = list(place.faces), (area.x + area.width - at) // 4
        if len(shown) > dispatcher:
            at = canvas.put(at, area.y + k, "… ", "class:label")
            shown = shown[len(shown) - max(0, dispatcher - 1) :]
        for face in shown:
            at = put_face(canvas, at, area.y + k, face, "open") + 1
