"""The books: ``rumpus history`` and ``rumpus stats``, from the finished matches of this machine's tables.

Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rumpus.net.storage.history import FinishedMatch

_json_flag = click.option("--json", "as_json", is_flag=True, help="One JSON object, nothing else.")


@click.command(epilog="For example: rumpus history --save records")
@click.option("--save", type=click.Path(), metavar="DIR", help="Write a record of every match there whose hands were kept.")
@_json_flag
def history(save: str | None, as_json: bool) -> None:
    """The matches and evenings that this machine's tables have finished, and the tables that were interrupted."""
    from rumpus.client.setup import interrupted
    from rumpus.client.text.faces import printable

    matches = _matches()
    told: dict[str, Any] = {"evenings": _evenings(matches), "interrupted": []}
    for each in interrupted.tables():
        line = {"table": each.id, "name": each.name, "game": each.game, "people": list(each.people), "deal": each.deals}
        told["interrupted"].append(line)
    if save is not None:
        told["saved"] = _save(matches, save)
    if as_json:
        click.echo(json.dumps(told))
    else:
        click.echo("\n".join(map(printable, _history_text(told, save))))


@click.command(epilog="For example: rumpus stats --json")
@_json_flag
def stats(as_json: bool) -> None:
    """Figures by player and game: matches, matches won, deals, mean, best and worst total."""
    from rumpus.client.text.faces import printable

    figures = _figures(_matches())
    if as_json:
        click.echo(json.dumps({"players": figures}))
    else:
        click.echo("\n".join(map(printable, _stats_text(figures))))


def _matches() -> list[FinishedMatch]:
    from rumpus.client.setup.errors import Failed
    from rumpus.client.setup.paths import history_file
    from rumpus.net.storage.history import History

    try:
        return History(history_file()).matches()
    except OSError as why:
        raise Failed(f"The history cannot be read: {why}") from None


def _totals(each: FinishedMatch) -> list[int]:
    """A total for every seat; partners share their team's."""
    return [each.totals[seat % len(each.totals)] for seat in range(len(each.seats))]


def _won(each: FinishedMatch) -> list[bool]:
    teams = len(each.totals)
    return [seat % teams in each.winners for seat in range(len(each.seats))]


def _evenings(matches: list[FinishedMatch]) -> list[dict[str, Any]]:
    """The matches by tables, in the order of the tables' first ones."""
    evenings: dict[str, dict[str, Any]] = {}
    for each in matches:
        line = {"table": each.table, "name": each.table_name, "opened": each.opened, "matches": []}
        evening = evenings.setdefault(each.table, line)
        seats = [
            {"name": name, "kind": kind, "total": total, "won": won}
            for (name, kind), total, won in zip(each.seats, _totals(each), _won(each), strict=True)
        ]
        evening["matches"].append(
            {
                "match": each.number,
                "game": each.charter["game"],
                "title": each.charter["title"],
                "ended": each.ended,
                "deals": each.deals,
                "seats": seats,
                "winners": [seat["name"] for seat in seats if seat["won"]],
                "record": each.record is not None,
            }
        )
    return list(evenings.values())


def _history_text(told: dict[str, Any], save: str | None) -> list[str]:
    lines = []
    for evening in told["evenings"]:
        lines.append(f"{_day(evening['opened'])}  {evening['name']}")
        for match in evening["matches"]:
            totals = " · ".join(f"{seat['name']} {seat['total']}" for seat in match["seats"])
            deals = "1 deal" if match["deals"] == 1 else f"{match['deals']} deals"
            lines.append(f"    {match['title']}, {deals}: won by {' and '.join(match['winners']) or 'nobody'} ({totals})")
    for table in told["interrupted"]:
        people = f", with {', '.join(table['people'])}" if table["people"] else ""
        lines.append(f"interrupted: {table['name']}, {table['game']}{people}, deal {table['deal']}")
        lines.append(f"    go on with rumpus host --resume {table['table'][:8]}")
    if save is not None:
        many = len(told["saved"])
        lines.append(f"{'1 record is' if many == 1 else f'{many} records are'} written to {save}.")
    return lines or ["No match was finished yet."]


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _save(matches: list[FinishedMatch], folder: str) -> list[str]:
    """Writes the records; returns the files' names."""
    from rumpus.client.setup.errors import records_in

    written = []
    with records_in(folder) as records:
        for each in matches:
            if each.record is not None:
                path = records / f"{each.charter['game']}-{each.table[:8]}-{each.number:03}.json"
                path.write_text(json.dumps(each.record) + "\n", encoding="utf-8")
                written.append(str(path))
    return written


def _figures(matches: list[FinishedMatch]) -> list[dict[str, Any]]:
    """What every person did in every game; bots are left out."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for each in matches:
        for (name, kind), total, won in zip(each.seats, _totals(each), _won(each), strict=True):
            if kind != "person":
                continue
            key = (name, each.charter["game"])
            line = found.setdefault(
                key, {"name": name, "game": key[1], "title": each.charter["title"], "matches": 0, "won": 0, "deals": 0, "all": []}
            )
            line["matches"] += 1
            line["won"] += won
            line["deals"] += each.deals
            line["all"].append(total)
    figures = []
    for key in sorted(found, key=lambda key: (key[0].casefold(), key)):
        line = found[key]
        totals = line.pop("all")
        line |= {"mean_total": round(sum(totals) / len(totals), 1), "lowest_total": min(totals), "highest_total": max(totals)}
        figures.append(line)
    return figures


def _stats_text(figures: list[dict[str, Any]]) -> list[str]:
    lines: list[str] = []
    for line in figures:
        if not lines or line["name"] != figures[figures.index(line) - 1]["name"]:
            lines.append(line["name"])
        matches = "1 match" if line["matches"] == 1 else f"{line['matches']} matches"
        lines.append(
            f"    {line['title']}: {matches}, {line['won']} won, {line['deals']} deals; "
            f"total {line['mean_total']} on average, from {line['lowest_total']} to {line['highest_total']}"
        )
    return lines or ["No match was finished yet."]
