"""What lies over the table for a while: results, help and rules, the list of everything, the scores."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.client.input import key_bindings, slash_commands
from rumpus.client.model import attended_hand, invites, prompts
from rumpus.client.model.model import Model, Result
from rumpus.client.text import charters, faces
from rumpus.client.text.canvas import Canvas, cells, cut, wrap
from rumpus.client.text.events import OPENLY
from rumpus.net.protocol.messages import Reckoning

Row = tuple[str, str]
"""A line of a box with its style class."""

_TEXT, _TITLE, _DIM, _MINE, _KEY, _CURSOR = (f"class:box{name}" for name in ("", ".title", ".dim", ".mine", ".key", ".cursor"))


def paint_over(canvas: Canvas, model: Model) -> None:
    """Paint what lies over the table, if anything does."""
    if model.overlay == "help":
        _box(canvas, "Help", help_rows(model, canvas.width - 8), model.scroll, "↑ ↓ scroll · Esc closes")
    elif model.overlay == "invite":
        _inviting(canvas, model)
    elif model.overlay == "scores":
        _box(canvas, "Scores", score_rows(model), model.scroll, "Esc closes")
    elif model.overlay == "menu":
        rows = [(f"  {prompts.described(model, each)}", _TEXT) for each in model.offers]
        if model.menu_at < len(rows):
            rows[model.menu_at] = ("▶" + rows[model.menu_at][0][1:], _CURSOR)
        _box(canvas, "You may", rows, max(0, model.menu_at - 8), "↑ ↓ choose · Enter does it · Esc closes")
    elif model.overlay == "which":
        rows = [
            (f"{'▶' if k == model.menu_at else ' '} {k + 1:>2}  {attended_hand.in_words(model, each)}", _TEXT)
            for k, each in enumerate(model.which)
        ]
        rows[model.menu_at] = (rows[model.menu_at][0], _CURSOR)
        _box(
            canvas,
            "How do you mean it?",
            rows,
            max(0, model.menu_at - 8),
            "↑ ↓ choose, or its number · Enter does it · Esc closes",
        )
    elif model.result is not None:
        title = f"Deal {model.result.deal + 1}" if not model.result.over else "The match is over"
        _box(canvas, title, result_rows(model, model.result), 0, _below_result(model))
    elif model.state is not None and model.state.proposal is not None and model.state.proposal.id != model.aside:
        _box(canvas, "A proposal", proposal_rows(model), 0, _how_to_vote(model), high=True)
    elif model.state is not None and model.state.state == "waiting" and not model.view.places:
        _waiting(canvas, model)


def _box(canvas: Canvas, title: str, rows: Sequence[Row], scroll: int, below: str, high: bool = False) -> None:
    inner = max([cells(text) for text, _ in rows] + [cells(title) + 2, cells(below), 24])
    width = min(inner + 4, canvas.width - 4)
    height = min(len(rows) + 4, canvas.height - 3)
    x, y = (canvas.width - width) // 2, 2 if high else max(1, (canvas.height - height) // 2 - 1)
    canvas.box(x, y, width, height, "class:box.rule", _TEXT)
    canvas.put(x + 2, y, f" {title} ", _TITLE)
    dispatcher = height - 4
    first = max(0, min(scroll, len(rows) - dispatcher))
    for k, (text, style) in enumerate(rows[first : first + dispatcher]):
        canvas.put(x + 2, y + 1 + k, cut(text, width - 4), style)
        if style == _KEY and "  " in text:
            canvas.put(x + 2, y + 1 + k, cut(text, width - 4), _TEXT)
            canvas.put(x + 2, y + 1 + k, text.split("  ")[0], _KEY)
    more = f" ({first + 1} to {min(first + dispatcher, len(rows))} of {len(rows)})" if len(rows) > dispatcher else ""
    canvas.middle(x + 2, width - 4, y + height - 2, below + more, _DIM)


def table_rows(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    """Columns under their heads: the first to the left, the others to the right."""
    widths = [max([cells(head)] + [cells(line[k]) for line in lines]) for k, head in enumerate(heads)]

    def one(line: Sequence[str]) -> str:
        first = line[0] + " " * (widths[0] - cells(line[0]))
        rest = [" " * (width - cells(text)) + text for width, text in zip(widths[1:], line[1:], strict=True)]
        return "   ".join([first, *rest])

    return [one(heads), *(one(line) for line in lines)]


def result_rows(model: Model, result: Result) -> list[Row]:
    """How the deal ended, what it paid, and where everybody stands."""
    rows: list[Row] = [(f"{result.ended[:1].upper()}{result.ended[1:]}.", _TEXT), ("", _TEXT)]
    heads = ["", "this deal", "total"] + (["grand total"] if result.final else [])
    lines = []
    for k, side in enumerate(result.sides):
        line = [side, _score(result.scores, k), _score(result.totals, k)]
        lines.append(line + ([_score(result.final, k)] if result.final else []))
    for k, text in enumerate(table_rows(heads, lines)):
        mine = model.seat >= 0 and k - 1 == model.seat % max(1, len(result.sides))
        rows.append((text, _DIM if not k else _MINE if mine else _TEXT))
    fair = model.fair.result()
    if fair:
        rows += [("", _TEXT), (fair, _DIM)]
    if result.over:
        names = model.names
        rows += [("", _TEXT), (names.winning(result.winners, len(result.totals)), _TITLE)]
        rows += _vote_rows(model)
    return rows


def _score(scores: Sequence[int], k: int) -> str:
    return str(scores[k]) if k < len(scores) else ""


def _vote_rows(model: Model) -> list[Row]:
    proposal = model.state.proposal if model.state is not None else None
    if proposal is None:
        return []
    rows: list[Row] = [("", _TEXT), *((part, _TEXT) for part in wrap(proposal.text, 66))]
    votes = [f"{name} {'yes' if yes else 'no'}" for name, yes in proposal.votes.items()]
    rows.append((" · ".join(votes) if votes else "Nobody has voted yet.", _DIM))
    return rows


def _below_result(model: Model) -> str:
    proposal = model.state.proposal if model.state is not None else None
    if proposal is None or model.seat < 0:
        return "any key goes on"
    return _how_to_vote(model)


def _how_to_vote(model: Model) -> str:
    """What the keys do while a proposal waits; a vote may be changed until it is decided."""
    proposal = model.state.proposal if model.state is not None else None
    mine = proposal.votes.get(model.names.name(model.seat)) if proposal is not None and model.seat >= 0 else None
    if mine is None:
        return "y yes · n no · Esc closes"
    return f"Your vote is {'yes' if mine else 'no'}; waiting for the others · Esc closes"


def proposal_rows(model: Model) -> list[Row]:
    """A proposal that is voted on: what it changes, and who has said what."""
    assert model.state is not None
    proposal = model.state.proposal
    assert proposal is not None
    rows = _vote_rows(model)[1:]
    charter = proposal.charter
    if not charter:
        return rows
    rows.append(("", _TEXT))
    first, *more = charters.proposed(proposal, model.state)
    rows += [(part, _MINE) for part in wrap(first, 66)]
    for text in more:
        rows += [(part, _TEXT if text.startswith(("House", "What", "The order")) else _DIM) for part in wrap(text, 66)]
    return rows


def score_rows(model: Model) -> list[Row]:
    """Totals of the match, the charter's options, and the evening's book."""
    totals = model.totals
    sides = model.names.sides(len(totals))
    lines = [[side, str(total)] for side, total in zip(sides, totals, strict=True)]
    rows: list[Row] = [(text, _TEXT) for text in table_rows(["", "total"], lines)]
    book = model.state.book if model.state is not None else []
    rows += [("", _TEXT), ("This evening", _TITLE)]
    if not book:
        rows.append(("No match is finished yet.", _DIM))
    for k, played in enumerate(book, 1):
        rows += [(part, _DIM if played.unfinished else _TEXT) for part in wrap(f"{k}. {charters.played(played)}", 66)]
    if model.state is not None and model.state.people:
        rows += [("", _TEXT), ("Everybody's evening", _TITLE)]
        rows += [(text, _TEXT) for text in _evening_rows(model.state.people)]
    if model.state is not None and model.state.waits is not None:
        rows += [("", _TEXT)] + [(part, _MINE) for part in wrap(model.state.waits.text, 66)]
    fair = model.fair.rows()
    rows += [("", _TEXT), ("Fair dealing", _TITLE)] if fair else []
    rows += [(part, _TEXT) for text in fair for part in wrap(text, 56)]
    return rows


def _evening_rows(people: Sequence[Reckoning]) -> list[str]:
    """Wins and matches of each person, and the points by game."""
    games = list(dict.fromkeys(game for one in people for game in one.points))[:3]
    lines = [[one.name, str(one.wins), str(one.matches), *(str(one.points.get(game, "")) for game in games)] for one in people]
    return table_rows(["", "won", "matches", *games], lines)


def help_rows(model: Model, width: int) -> list[Row]:
    """The keys, those that do something now first; then the rules of the game as this table plays it."""
    useful, others = key_bindings.help_lines(model)
    wide = max(cells(key) for key, _ in (*useful, *others))
    rows: list[Row] = [("Keys that do something now", _TITLE)]
    rows += [(f"{key}{' ' * (wide - cells(key))}  {text}", _KEY) for key, text in useful]
    rows += [("", _TEXT), ("The rules", _TITLE)]
    for line in (model.rules or "The rules of the game are on their way …").splitlines():
        rows += [(part, _TEXT) for part in wrap(faces.tens(line), min(width, 76))]
    rows += [("", _TEXT), ("The other keys, in their time", _TITLE)]
    rows += [(f"{key}{' ' * (wide - cells(key))}  {text}", _KEY) for key, text in others]
    rows += [("", _TEXT), ("What may be typed", _TITLE), (":        then an action, such as play QS", _TEXT)]
    rows += [
        (f"/{each.name}{' ' + each.takes if each.takes else ''}  {each.help}", _KEY) for each in slash_commands.SLASHES.values()
    ]
    if "teams" in model.view.notes:
        rows.append((OPENLY, _TEXT))
    rows += [("", _TEXT), (f"This table: charter {model.charter.get('hash', '')}", _TITLE)]
    if model.state is not None:
        rows += [(part, _DIM) for text in charters.settings(model.state) for part in wrap(text, 60)]
    rows.append(("The host's machine holds all hands; the host is trusted not to look.", _DIM))
    return rows


def _waiting(canvas: Canvas, model: Model) -> None:
    """Before the first deal: who is here, and how the others come in. The invite has no frame, so that it can be copied."""
    assert model.state is not None
    rows: list[Row] = []
    for k, line in enumerate(model.state.seats):
        who = line.name or "free"
        rows.append((f"Seat {k + 1}  {who}{' (you)' if k == model.seat else ''}", _MINE if k == model.seat else _TEXT))
    state = model.state
    for text in [*charters.lines(state.charter, state.helps, state.order), *charters.settings(state, all_of_them=False)]:
        if not text.startswith("Options"):
            rows += [(part, _DIM) for part in wrap(text, 60)]
    _box(canvas, "Waiting for players", rows, 0, "the deal begins when every seat is taken", high=True)
    if not invites.invite_of(model):
        return
    y = min(len(rows) + 7, canvas.height - 10)
    canvas.fill(0, y, canvas.width, 6, "")
    spoken = invites.join_line(model)
    canvas.put(1, y, f"The others join with (i shows a picture of it): {'' if spoken else 'the whole invite'}", "class:label")
    canvas.put(1, y + 1, spoken, "class:prompt.turn")
    _wrapped(canvas, f"rumpus join {invites.invite_of(model)}", y + 2)


def _wrapped(canvas: Canvas, text: str, y: int) -> None:
    """Text from the left edge on, so that a terminal can copy it whole."""
    for k in range(0, len(text), canvas.width):
        canvas.put(0, y + k // canvas.width, text[k : k + canvas.width], "class:prompt.turn")


def _inviting(canvas: Canvas, model: Model) -> None:
    """The invite: the line to type, the whole word, and where there is room the picture of it."""
    canvas.fill(0, 0, canvas.width, canvas.height - 1, "")
    invite = invites.invite_of(model)
    rows = invites.picture(invite) if invite else []
    fits = rows and cells(rows[0]) <= canvas.width and len(rows) + 4 <= canvas.height
    y = 0
    for k, row in enumerate(rows if fits else ()):
        canvas.put((canvas.width - cells(row)) // 2, k, row, "class:qr")
        y = k + 1
    spoken = invites.join_line(model)
    canvas.put(1, y, spoken or ("" if invite else "This table lets nobody else in."), "class:prompt.turn")
    if invite and not fits:
        _wrapped(canvas, f"rumpus join {invite}", y + 1)
        canvas.put(
            1, y + 6, f"A window of {len(rows) + 4} rows shows it as a picture. Esc closes.", "class:label", canvas.width - 2
        )
    else:
        canvas.put(
            1, y + 1, "Point a phone's camera at it, and paste what it reads. Esc closes.", "class:label", canvas.width - 2
        )
