"""What the data commands print: games, rules, replays, simulations; as text for people, or as one JSON object."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

from rumpus.client.setup.errors import Wrong, records_in
from rumpus.client.text.faces import printable
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import Catalogue
from rumpus.core.record import BadRecord, replay
from rumpus.core.rules import Option, spell


def game_data(found: Catalogue, game: Game) -> dict[str, Any]:
    """One game by the names of the command line."""
    plugin, version = found.origins.get(game.name, ("", ""))
    rules = game.charter().rules
    return {
        "name": game.name,
        "title": game.title,
        "family": game.family,
        "seats": list(game.seats),
        "default_seats": game.default_seats,
        "options": [_option_data(each) for each in game.options],
        "house_rules": [rule.name for rule in found.house_rules.values() if rule.fits(rules)],
        "plugin": plugin,
        "version": version,
    }


def _option_data(each: Option) -> dict[str, Any]:
    choices: dict[str, Any] = {"values": list(each.values)} if each.values else {"range": [each.low, each.high]}
    return {"name": each.name, "default": each.default, **choices, "help": each.help}


def games_text(found: Catalogue) -> str:
    """The games that are installed, a paragraph each."""
    lines = []
    for game in sorted(found.games.values(), key=lambda game: game.title):
        data = game_data(found, game)
        least, most = game.seats
        seats = f"{least} to {most} seats" if least != most else f"{least} seats" if least > 1 else "1 seat"
        lines.append(f"{game.name}  {game.title}, {seats} ({data['plugin']} {data['version']})".rstrip())
        lines.append(f"    {game.summary}")
        if game.options:
            lines.append("    options: " + ", ".join(f"{each.name}={spell(each.default)}" for each in game.options))
        if data["house_rules"]:
            lines.append("    house rules: " + ", ".join(data["house_rules"]))
        lines.append("")
    return "\n".join(lines).rstrip() or "No game is installed."


def fitting_text(found: Catalogue, made: Charter) -> str:
    """The house rules that a table could add to these, below its rules; empty where there are none."""
    taken = {rule.name for rule in made.house_rules}
    rules = made.game.charter(made.seats, made.options).rules
    fitting = [rule for name, rule in sorted(found.house_rules.items()) if name not in taken and rule.fits(rules)]
    if not fitting:
        return ""
    heading = "House rules that fit, each added with -r NAME"
    return "\n".join(["", heading, "-" * len(heading), *(f"{rule.name}: {rule.help}" for rule in fitting)]) + "\n"


def read_record_file(path: str) -> Any:
    """The JSON object of a record file; ``-`` is standard input."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Wrong(f"{path} is no record: it is no text; name a record file, or - for standard input.") from None
    except OSError as why:
        raise Wrong(f"{path} cannot be read ({why.strerror}); name a record file, or - for standard input.") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as why:
        raise Wrong(f"{path} is no record: it is no JSON ({str(why)[:80]}).") from None


def replay_one(path: str, found: Catalogue, as_json: bool) -> int:
    """Play one record through the rules and print what came of it; returns the exit status."""
    try:
        answer = replay(read_record_file(path), found)
    except BadRecord as why:
        raise Wrong(f"{path} is no record: {why}") from None
    if as_json:
        print(json.dumps(answer))
    else:
        print("\n".join(map(printable, _replay_text(answer).splitlines())))
    return 1 if "error" in answer else 0


def _replay_text(answer: dict[str, Any]) -> str:
    if "error" in answer:
        error = answer["error"]
        return f"Deal {error['deal'] + 1}, action {error['action'] + 1}: {error['reason']}"
    lines = [f"Game: {answer['game']}"]
    for number, deal in enumerate(answer["deals"], 1):
        ended = f"ended by {deal['ended']}, scores {_row(deal['scores'])}, totals {_row(deal['totals'])}"
        lines.append(f"Deal {number}, dealt by seat {deal['dealer']}: {ended if deal['ended'] else 'goes on'}")
    if answer["over"]:
        lines.append("The match is over; won by seat " + " and ".join(map(str, answer["winners"])))
    if answer.get("final"):
        lines.append(f"Grand totals {_row(answer['final'])}")
    if answer.get("position"):
        position = answer["position"]
        lines.append(f"Phase {position['phase']}, turn of seat {' and '.join(map(str, position['turn']))}")
        lines += [f"  seat {seat}: {' '.join(hand)}" for seat, hand in enumerate(position["hands"])]
    return "\n".join(lines)


def _row(numbers: list[int] | None) -> str:
    return " · ".join(map(str, numbers or []))


def replay_lines(found: Catalogue) -> None:
    """Answer every record on standard input with one line."""
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            answer = replay(json.loads(line), found)
        except BadRecord as why:
            answer = {"bad": str(why)}
        except (ValueError, RecursionError) as why:
            answer = {"bad": f"This is no JSON ({str(why)[:80]})."}
        print(json.dumps(answer), flush=True)


def simulate(
    found: Catalogue, made: Charter, bot: str, deals: int, seed: str, max_actions: int, save: str | None
) -> dict[str, Any]:
    """Let bots play; the figures by the names of the command line."""
    import time

    from rumpus.core.testing.simulate import simulate as play

    kind = found.bot(bot, made.game)
    assert kind is not None
    saved = 0

    def keep(record: dict[str, Any]) -> None:
        nonlocal saved
        saved += 1
        path = Path(save or "") / f"{made.game.name}-{saved:04}.json"
        path.write_text(json.dumps(record) + "\n", encoding="utf-8")

    with records_in(save) if save is not None else contextlib.nullcontext():
        began = time.perf_counter()
        figures = play(made, deals, [kind] * made.seats, seed, max_actions=max_actions, save=None if save is None else keep)
        seconds = time.perf_counter() - began
    pace = max(seconds, 1e-9)
    return {
        "game": made.game.name,
        "seats": made.seats,
        "deals": figures.deals,
        "seed": seed,
        "bot": bot,
        "seconds": round(seconds, 3),
        "deals_per_s": round(figures.deals / pace, 1),
        "actions_per_s": round(figures.actions / pace, 1),
        **figures.data(),
    }


def simulate_text(told: dict[str, Any]) -> str:
    """The figures for people."""
    ended = ", ".join(f"{how} {count}" for how, count in told["ended"].items()) or "none"
    return "\n".join(
        [
            f"{told['deals']} deals of {told['game']}, {told['seats']} seats, bot {told['bot']}, seed {told['seed']}",
            f"took {told['seconds']} s: {told['deals_per_s']} deals and {told['actions_per_s']} actions a second",
            f"ended: {ended}; unfinished {told['unfinished']}",
            f"mean scores by seat: {' · '.join(map(str, told['mean_scores']))}",
            f"actions a deal: {told['mean_actions']}, at most {told['longest_actions']}",
        ]
    )
