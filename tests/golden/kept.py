"""Golden deals: records that are kept with what came of them, and with what every seat saw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rumpus.core.actions import Action
from rumpus.core.cards import code_name
from rumpus.core.events import View, project
from rumpus.core.game import Game
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.core.record import read_record
from rumpus.core.testing.simulate import simulate
from rumpus.core.zones import WATCHER

FOLDER = Path(__file__).parent


def record_path(name: str) -> Path:
    """Where the golden deals of a game are kept."""
    return FOLDER / f"{name}.json"


def views_path(name: str) -> Path:
    """Where it is kept what every seat of them saw."""
    return FOLDER / f"{name}.views.txt"


def some_record(game: Game, catalogue: Catalogue) -> dict[str, Any]:
    """A record to keep for a game that has none: two deals by its best bot."""
    kind = next(kind for kind in reversed(catalogue.bots) if kind.plays(game))
    charter = game.charter(None, {"max_turns_over": 3} if any(each.name == "max_turns_over" for each in game.options) else {})
    saved: list[dict[str, Any]] = []
    simulate(charter, 2, [kind] * charter.seats, "golden", save=saved.append)
    return saved[0]


def differences(expected: Any, said: Any, place: str = "") -> list[str]:
    """Where an answer is not what was expected; what was not written down is not compared."""
    if isinstance(expected, dict) and isinstance(said, dict):
        found = [f"{place}.{key} is missing" for key in expected if key not in said]
        return found + [
            line for key in expected if key in said for line in differences(expected[key], said[key], f"{place}.{key}")
        ]
    if isinstance(expected, list) and isinstance(said, list) and len(expected) == len(said):
        pairs = enumerate(zip(expected, said, strict=True))
        return [line for n, (one, other) in pairs for line in differences(one, other, f"{place}[{n}]")]
    return [] if expected == said and type(expected) is type(said) else [f"{place}: expected {expected}, not {said}"]


# --- what every seat saw ----------------------------------------------------------------------------------------------


def views_of(record: dict[str, Any], catalogue: Catalogue) -> str:
    """The hash of every seat's view after every action, and some of the views in full."""
    read = read_record(record, catalogue)
    match = Match(read.charter, read.dealer)
    lines = [f"{read.charter.game.name}: what every seat and a watcher (w) saw after each action", ""]
    for number, recorded in enumerate(read.deals):
        deal = match.open_deal(recorded.deck(match.deck), story=True)
        views = [View(seat) for seat in (*range(deal.seats), WATCHER)]
        lines.append(f"deal {number}, dealt by seat {deal.dealer}")
        shown = moments([action for _, action in recorded.actions]) if number == 0 else set()
        heard = _catch_up(views, deal.story or [], 0)
        lines.append(_line(0, "dealt", views))
        for at, (seat, action) in enumerate(recorded.actions, 1):
            deal.act(seat, action)
            if deal.over:
                match.settle(deal)
            heard = _catch_up(views, deal.story or [], heard)
            lines.append(_line(at, _said(seat, action), views))
            if at in shown:
                lines += [line for view in views for line in full(view)]
        lines.append("")
    return "\n".join(lines).rstrip("\n")


def moments(actions: list[Action]) -> set[int]:
    """After which actions, counted from 1, views are kept in full: the fifth, the first dig, the first meld, the last."""
    digs = [at for at, action in enumerate(actions, 1) if action.depth > 1]
    melds = [at for at, action in enumerate(actions, 1) if action.verb == "meld"]
    return {5, *digs[:1], *melds[:1], len(actions)}


def _catch_up(views: list[View], story: list[Any], heard: int) -> int:
    for view in views:
        for event in story[heard:]:
            seen = project(event, view.seat)
            if seen is not None:
                view.fold(seen)
    return len(story)


def _said(seat: int, action: Action) -> str:
    return f"{seat} {action}"


def _line(at: int, said: str, views: list[View]) -> str:
    hashes = "  ".join(f"{'w' if view.seat == WATCHER else view.seat}:{view.digest().hex()[:8]}" for view in views)
    return f"{at:4}  {said:40} {hashes}"


def full(view: View) -> list[str]:
    """A view as somebody would read it: places with what lies there, and notes."""
    lines = [f"      | {'a watcher' if view.seat == WATCHER else f'seat {view.seat}'} sees"]
    for place in view.places.values():
        name = place.name if place.seat < 0 else f"{place.name} of seat {place.seat}"
        lying = f"{place.cards} face down" if isinstance(place.cards, int) else " ".join(map(code_name, place.cards)) or "nothing"
        lines.append(f"      |   {name}: {lying}")
    notes = [f"      |   {key} = {json.dumps(value)}" for key, value in sorted(view.notes.items())]
    return lines + notes
