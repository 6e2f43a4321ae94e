"""The table itself: who sits where, the trick or the piles and melds, whose turn it is."""

from __future__ import annotations

from rumpus.client.model import attended_hand
from rumpus.client.model.model import Model, Trick
from rumpus.client.model.opponent import opponent_text, points
from rumpus.client.model.table_lines import lines, paint_lines
from rumpus.client.screen.hand_view import put_back, put_card, put_small
from rumpus.client.screen.melds_view import Area, paint_melds, paint_others
from rumpus.client.screen.opponent_view import paint_opponent
from rumpus.client.screen.spread_view import paint_spread, spread_rows
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas, cells, cut

PLATE, WIDE_PLATE = 20, 26
TALL = 15
"""A trick is not spread over more rows than this."""
PLAYED = 3
"""So many cards of a seat in one trick are shown."""
BIG = 10
"""From so many rows on cards on the table have frames."""


def paint_felt(canvas: Canvas, model: Model, area: Area) -> None:
    """Everything above the own hand; the last row is the own name plate."""
    if not model.seats or (model.state is not None and model.state.state == "waiting" and not model.view.places):
        return
    said = lines(model, area.width - 2, 3 if area.height > BIG else 2 if area.height == BIG else 1)
    paint_lines(canvas, area.x + 1, area.y + area.height - 1 - len(said), area.width - 2, said)
    free = area._replace(height=area.height - len(said))
    if _is_trick_game(model):
        _compass(canvas, model, free)
    else:
        _rows(canvas, model, free)
    _own_plate(canvas, model, area)


def _is_trick_game(model: Model) -> bool:
    trick = model.view.find("trick")
    has_own_pile = model.view.find("discard") is not None
    return not has_own_pile and (trick is not None or not model.view.places)


# --- name plates ------------------------------------------------------------------------------------------------------


def _details(model: Model, seat: int) -> list[str]:
    """What is said of a seat under its name, the most important first."""
    said: list[str] = []
    line = model.state.seats[seat] if model.state is not None and seat < len(model.state.seats) else None
    if line is not None and line.standin:
        said.append("stand-in plays")
    elif line is not None and line.away:
        said.append("away")
    elif line is not None and line.kind == "free":
        return ["free seat"]
    if model.view.find("hand", seat) is not None and seat != model.seat:
        count = model.view.count("hand", seat)
        counted = model.view.notes.get("counted", count)
        said.append(f"more than {counted} cards" if count > counted else f"{count} card{'' if count == 1 else 's'}")
    last = model.last_trick
    if last is not None and not model.trick.plays and last.taker == seat:
        said.append("takes the trick" if seat != model.seat else "the trick is yours")
    shown = model.trick.plays or (model.last_trick.plays if model.last_trick is not None else [])
    if shown and shown[0][0] == seat:
        said.append("led")
    if seat == model.dealer:
        said.append("dealer")
    banks = model.state.banks if model.state is not None else []
    if seat in model.left:
        said.insert(0, f"{model.left[seat]} s left")
    elif seat < len(banks) and line is not None and line.kind == "person" and banks[seat]:
        said.append(f"bank {banks[seat]} s")
    taken = model.view.find("taken", seat)
    if taken is not None and model.seats and len(taken) >= model.seats:
        count = len(taken) // model.seats
        said.append(f"{count} trick{'' if count == 1 else 's'}")
    return said


def _bonds(model: Model, seat: int) -> list[str]:
    """With whom a seat plays, and how many cards its first meld must hold as long as it is due."""
    said = (
        [f"with {' and '.join('you' if each == model.seat else model.names.name(each) for each in mates)}"]
        if (mates := attended_hand.teammates(model, seat))
        else []
    )
    least = attended_hand.needed(model, seat)
    return [*said, f"opens with {least}"] if least > 1 and "ended" not in model.view.notes else said


def _total(model: Model, seat: int) -> str:
    """What a seat, or its team, has so far; empty where nobody counts by seats."""
    totals, teams = model.totals, model.view.notes.get("teams")
    if len(totals) == model.seats or (totals and model.seats == 1):
        return points(totals[seat])
    return points(totals[seat % teams]) if isinstance(teams, int) and len(totals) == teams else ""


def _joined(said: list[str], width: int) -> str:
    text = ""
    for each in said:
        longer = f"{text} · {each}" if text else each
        if cells(longer) > width:
            break
        text = longer
    return text


def _plate(canvas: Canvas, model: Model, seat: int, area: Area, towards: str) -> None:
    """The name with its total, and in a row or two what else there is to say; ``towards`` is left, middle or right.

    In one row the most important detail takes the total's place.
    """
    turn = seat in model.turn
    line = model.state.seats[seat] if model.state is not None and seat < len(model.state.seats) else None
    style = "class:seat.turn" if turn else "class:seat.away" if line is not None and line.away else "class:seat"
    total = f"  {_total(model, seat)}" if _total(model, seat) and (line is None or line.name) else ""
    name = model.names.name(seat) if line is None or line.name else f"seat {seat + 1}"
    if area.height < 2:
        total = f"  {_joined(_details(model, seat)[:1], area.width)}"
    if cells(name) + cells(total) > area.width - 2:
        total = total.replace(" points", " pts").replace(" point", " pt")
    name = cut(name, area.width - 2 - cells(total))
    said, bonds = _details(model, seat), _bonds(model, seat)
    details = _joined(said if area.height > 2 else [*said[:1], *bonds, *said[1:]], area.width - 2)
    widths = cells(name) + cells(total) + 2, cells(details) + 2
    free = [area.width - width for width in widths]
    at = [area.x + (0 if towards == "left" else dispatcher if towards == "right" else dispatcher // 2) for dispatcher in free]
    x = canvas.put(at[0], area.y, f"{faces.TURN if turn else ' '} ", "class:seat.turn")
    canvas.put(canvas.put(x, area.y, name, style), area.y, total, "class:number")
    if area.height > 1:
        canvas.put(at[1] + 2, area.y + 1, details, "class:detail")
    if area.height > 2:
        canvas.middle(area.x, area.width, area.y + 2, _joined(bonds, area.width), "class:detail")


def _own_plate(canvas: Canvas, model: Model, area: Area) -> None:
    me = max(model.seat, 0)
    y = area.y + area.height - 1
    name = model.names.name(me)
    turn = me in model.turn
    said = [*filter(None, [_total(model, me)]), *_bonds(model, me), *_details(model, me)]
    text = f"{'You, ' if model.seat >= 0 else ''}{name}"
    tail = _joined(said, area.width - cells(text) - 6)
    start = area.x + max(1, (area.width - cells(text) - cells(tail) - 5) // 2)
    at = canvas.put(start, y, f"{faces.TURN if turn else ' '} ", "class:seat.turn")
    at = canvas.put(at, y, text, "class:seat.turn" if turn else "class:seat.mine")
    if tail:
        at = canvas.put(at, y, f" · {tail}", "class:detail")
    facts = _joined(_facts(model), area.x + area.width - at - 3) if _is_trick_game(model) else ""
    canvas.right(area.x + area.width - 1, y, facts, "class:label")


def _facts(model: Model) -> list[str]:
    notes = model.view.notes
    said = ["hearts broken"] if notes.get("broken") is True else []
    limit = notes.get("limit")
    if isinstance(limit, int) and "ended" not in notes:
        said.append("knock for gin only" if limit == 0 else f"knock with {limit} or less")
    bound = notes.get("bound")
    if isinstance(bound, int) and model.my_turn:
        said.append(f"meld the {faces.face(bound)}")
    arranged = model.arranged()
    if arranged is not None:
        said.insert(0, f"{arranged.deadwood} unmatched")
    return said


# --- trick games: a compass -------------------------------------------------------------------------------------------


def _sides(count: int) -> tuple[int, int, int]:
    """How many of the others sit at the left, at the top and at the right."""
    if count <= 1:
        return 0, count, 0
    side = 1 if count <= 5 else 2 if count <= 8 else 3
    return side, count - 2 * side, side


def _compass(canvas: Canvas, model: Model, area: Area) -> None:
    others = model.around()
    left, top, right = _sides(len(others))
    big = area.height >= BIG and (left < 2 or (min(area.height, TALL) - 7) // left >= 3)
    card_rows = 3 if big else 1
    spare = max(0, area.height - TALL)
    area = Area(area.x, area.y + spare // 2, area.width, area.height - spare)
    shown = model.trick if model.trick.plays else model.last_trick
    above = 2 + card_rows if top else 0
    sides = area.height - 2 - above
    width = min(PLATE, area.width // max(top, 1))
    middle = area.x + area.width // 2
    reach = min(12 if left < 2 else 16, area.width // 2 - PLATE - 1)
    for k, seat in enumerate(others[left : left + top]):
        x = area.x + (area.width * (2 * k + 1)) // (2 * top) - width // 2
        _plate(canvas, model, seat, Area(x, area.y, width, 2), "middle")
        _played(canvas, model, shown, seat, x + width // 2 - 2, area.y + 2, big, lean=1)
    for k, seat in enumerate(others[:left]):
        y = area.y + above + (sides * (2 * (left - 1 - k) + 1)) // (2 * left) - 1
        _plate(canvas, model, seat, Area(area.x + 1, y, PLATE - 2, 2), "left")
        _played(canvas, model, shown, seat, middle - reach - 2, y - (1 if big else 0), big)
    for k, seat in enumerate(others[left + top :]):
        y = area.y + above + (sides * (2 * k + 1)) // (2 * right) - 1
        _plate(canvas, model, seat, Area(area.x + area.width - PLATE + 1, y, PLATE - 2, 2), "right")
        _played(canvas, model, shown, seat, middle + reach - 2, y - (1 if big else 0), big, lean=2)
    own_y = area.y + area.height - 1 - card_rows
    _played(canvas, model, shown, max(model.seat, 0), middle - 2, own_y, big, lean=1)
    if shown is not None and shown.plays and shown.taker < 0 and not model.trick.plays:
        canvas.middle(middle - 8, 16, own_y - 1, "nobody takes it", "class:label")
    paint_others(canvas, model, Area(area.x + 1, area.y, area.width // 3, 3), model.others())


def _played(canvas: Canvas, model: Model, trick: Trick | None, seat: int, x: int, y: int, big: bool, lean: int = 0) -> None:
    """What a seat played to a trick, its last cards where there are many; ``lean`` 0 grows to the right, 2 to the left."""
    cards = [face for who, face in trick.plays if who == seat] if trick is not None else []
    hidden, cards = len(cards) > PLAYED, cards[-PLAYED:]
    x -= 2 * lean * max(0, len(cards) - 1)
    if hidden:
        canvas.put(x - 2, y + (1 if big else 0), "…", "class:label")
    dim = not model.trick.plays
    won = trick is not None and trick.taker == seat and dim
    for k, face in enumerate(cards):
        (put_card if big else put_small)(canvas, x + 4 * k, y, face, "picked" if won else "dim" if dim else "")


# --- other games: the others in a row, piles and melds below ------------------------------------------------------------


def _rows(canvas: Canvas, model: Model, area: Area) -> None:
    others = model.around()
    per_row = max(1, min(len(others), area.width // 16))
    rows = -(-len(others) // per_row) if others else 0
    bonds = any(_bonds(model, seat) for seat in others)
    width = min(WIDE_PLATE if bonds else PLATE, area.width // max(per_row, 1) - 1)
    tall = 3 if bonds and area.height - 3 * rows >= 8 else 2 if area.height - 2 * rows >= 4 else 1
    for k, seat in enumerate(others):
        row, column = divmod(k, per_row)
        in_row = min(per_row, len(others) - row * per_row)
        x = area.x + (area.width * (2 * column + 1)) // (2 * in_row) - width // 2
        _plate(canvas, model, seat, Area(x, area.y + tall * row, width, tall), "middle")
    if not others and opponent_text(model):
        rows = 1
        paint_opponent(canvas, model, area.x, area.y, area.width)
    top = area.y + tall * rows + (1 if area.height - tall * rows > 7 else 0)
    height = area.y + area.height - 1 - top
    spread = spread_rows(model, area.width - 3, max(2, height // 3) if height > 5 else min(height, 1))
    height -= spread
    paint_spread(canvas, model, area.x + 2, top + height, area.width - 3, spread)
    used = _piles(canvas, model, area.x + 2, top, height)
    paint_melds(canvas, model, Area(area.x + used + 4, top, area.width - used - 5, height))


def _piles(canvas: Canvas, model: Model, x: int, y: int, height: int) -> int:
    """The stock and the piles beside each other; returns how many columns they take."""
    if not model.view.places:
        return 0
    at = x
    stock = model.view.count("stock")
    if model.view.find("stock") is not None:
        if height >= 4:
            put_back(canvas, at, y, stock == 0)
        else:
            canvas.put(at, y, f"[{faces.BACK}]", "class:card.back")
        canvas.put(at, y + min(3, height - 1), f"stock {stock}", "class:label")
        at += 11
    for name in ("discard", "trick"):
        if model.view.find(name) is None:
            continue
        pile = model.view.pile(name)
        if not pile:
            put_back(canvas, at, y, True)
        elif height >= 4:
            put_card(canvas, at, y, pile[-1])
        else:
            put_small(canvas, at, y, pile[-1])
        word = "pile" if name == "discard" else "trick"
        canvas.put(at, y + min(3, height - 1), f"{word} {len(pile)}", "class:label")
        at += 10
    facts = _facts(model)
    for k, fact in enumerate(facts[: max(0, height - 5)]):
        canvas.put(x, y + 5 + k, fact, "class:label")
    return max(at - x, *(cells(fact) for fact in facts), 0) if facts and height > 5 else at - x
