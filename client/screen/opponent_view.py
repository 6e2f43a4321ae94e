"""The plate of an opponent that has cards and no seat, as it is painted."""

from __future__ import annotations

from rumpus.client.model.model import Model
from rumpus.client.model.opponent import OPPONENTS_MELDS, UP_CARD, opponent_text, points
from rumpus.client.text.canvas import Canvas
from rumpus.core.events import Place


def paint_opponent(canvas: Canvas, model: Model, x: int, y: int, width: int) -> None:
    """Its plate, in two rows."""
    name, _, said = opponent_text(model).partition(": ")
    total = f"  {points(model.totals[-1])}" if len(model.totals) > model.seats else ""
    canvas.middle(x, width, y, f"{name}{total}", "class:seat")
    canvas.middle(x, width, y + 1, said, "class:detail")


def is_on_plate(place: Place, height: int) -> bool:
    """Whether its plate says enough of a place where so many rows are free."""
    return place.name == UP_CARD or (place.name == OPPONENTS_MELDS and height <= 5)
