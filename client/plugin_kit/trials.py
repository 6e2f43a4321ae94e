"""Trying a plugin: every game that it brings at many tables, every house rule on every game that it fits, every bot.

What comes of it is told so that its author can act: which law was broken, the shortest record that shows it, and the
line or the function of the plugin to look at.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from rumpus.client.setup.errors import Wrong, records_in
from rumpus.client.setup.table_options import catalogue
from rumpus.core.bots import BotKind
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import API, Catalogue, Plugin, origins_of
from rumpus.core.house import HouseRule, Misfit
from rumpus.core.rules import BadOption, Value, spell
from rumpus.core.testing.blame import Place, files_of, line_that_raised, place_of, place_of_method
from rumpus.core.testing.invariants import Broken
from rumpus.core.testing.trial import Report, bounded_options, run_trial

NOTICE = (
    "A plugin runs with the rights of whoever hosts the table, and none is ever loaded over the network: "
    "host only plugins that you trust."
)
ELSEWHERE = 4
"""Deals at each table that is not a game's usual one, or of each game that a house rule or a bot is tried on."""
SHOWN = 40
"""Actions of a record that are printed."""


@dataclass
class Table:
    """One table to try something at: its charter, the bots that take turns, and how many deals."""

    make: Callable[[], Charter]
    kinds: Sequence[BotKind]
    deals: int


@dataclass
class Tried:
    """One thing of a plugin on one game: the tables that it is tried at, and what came of it."""

    what: str
    name: str
    game: str
    tables: list[Table]
    verbs: Sequence[str] = ()
    charters: list[Charter] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    broken: Broken | None = None
    place: Place | None = None
    saved: str = ""

    @property
    def label(self) -> str:
        """What is tried, in words."""
        return self.name if self.what == "game" else f"{self.what} {self.name} on {self.game}"

    @property
    def deals(self) -> int:
        """How many deals are to be played."""
        return sum(table.deals for table in self.tables)

    def unseen(self) -> list[str]:
        """The verbs of a game that never occurred."""
        seen = Counter[str]()
        for report in self.reports:
            seen += report.verbs
        return [verb for verb in self.verbs if not seen[verb]]


@dataclass
class Checked:
    """A plugin that was checked: what was tried, and the sentences about what could not be loaded."""

    name: str
    plugins: list[Plugin]
    refused: list[str]
    tried: list[Tried] = field(default_factory=list)

    def nowhere(self) -> list[str]:
        """The house rules that fit no game that is installed, and the bots that play none."""
        names = [rule.name for plugin in self.plugins for rule in plugin.house_rules]
        names += [kind.name for plugin in self.plugins for kind in plugin.bots]
        return [name for name in names if not any(each.name == name for each in self.tried)]

    @property
    def good(self) -> bool:
        """Whether everything was loaded and tried, and every law was kept."""
        return not self.refused and not self.nowhere() and not any(each.broken for each in self.tried)


# --- what to try ------------------------------------------------------------------------------------------------------


def find(target: str) -> tuple[Catalogue, Checked]:
    """The plugin that was asked for: a file, an installed plugin or a package that brings some. Raises Wrong."""
    path = Path(target)
    if path.is_dir():
        raise Wrong(f"{target} is a folder: name a plugin's file in it, or the package that is installed from it.")
    if target.endswith(".py") or path.exists():
        if not path.exists():
            raise Wrong(f"There is no file {target}: name a plugin's file, or an installed plugin or its package.")
        found = catalogue((target,), complain=False)
        here = path.resolve()
        known = [*found.plugins, *(origin for origin, _ in found.failures)]
        origins = [origin for origin in known if Path(origin).resolve() == here]
    else:
        found = catalogue(complain=False)
        origins = origins_of(target)
        if not origins:
            raise Wrong(f"No plugin and no package is called {target[:60]}: 'rumpus games' lists those there are.")
    plugins = [found.plugins[origin] for origin in origins if origin in found.plugins]
    return found, Checked(target, plugins, [sentence for origin, sentence in found.failures if origin in origins])


def plan(found: Catalogue, plugin: Plugin, deals: int) -> list[Tried]:
    """What to try of a plugin, and at which tables."""
    tried = [_game(found, game, deals) for game in plugin.games]
    for rule in plugin.house_rules:
        for game in found.games.values():
            options = _where_it_fits(rule, game)
            if options is not None:
                made = [partial(_usual, game, seats, options, rule) for seats in sorted({game.default_seats, game.seats[1]})]
                tables = [Table(make, _kinds(found, game), ELSEWHERE) for make in made]
                tried.append(Tried("house rule", rule.name, game.name, tables))
    for kind in plugin.bots:
        for game in found.games.values():
            if kind.plays(game):
                tried.append(Tried("bot", kind.name, game.name, [Table(partial(_usual, game), [kind], ELSEWHERE)]))
    return tried


def _usual(
    game: Game, seats: int | None = None, options: dict[str, Value] | None = None, rule: HouseRule | None = None
) -> Charter:
    return game.charter(seats, {**bounded_options(game), **(options or {})}, [rule] if rule else [])


def _kinds(found: Catalogue, game: Game) -> list[BotKind]:
    return [kind for kind in found.bots if kind.plays(game)]


def _game(found: Catalogue, game: Game, deals: int) -> Tried:
    """A game at its usual table, with every other number of seats, and with every option at its other values."""
    kinds = _kinds(found, game)
    tables = [Table(partial(_usual, game), kinds, deals)]
    for seats in range(game.seats[0], game.seats[1] + 1):
        if seats != game.default_seats:
            tables.append(Table(partial(_usual, game, seats), kinds, ELSEWHERE))
    tables += [Table(partial(_usual, game, None, {name: value}), kinds, ELSEWHERE // 2) for name, value in _other_values(game)]
    return Tried("game", game.name, game.name, tables, verbs=game.verbs)


def _other_values(game: Game) -> list[tuple[str, Value]]:
    """Every option with every value that it does not usually have; of a range, both ends."""
    known = bounded_options(game)
    return [
        (each.name, value)
        for each in game.options
        for value in each.values or (each.low, each.high)
        if value != each.default and each.name not in known
    ]


def _where_it_fits(rule: HouseRule, game: Game) -> dict[str, Value] | None:
    """The options under which a game has a place for a house rule: the usual ones, or one of them changed; else None."""
    others: list[dict[str, Value]] = [{name: value} for name, value in _other_values(game)]
    for options in ({}, *others):
        try:
            if rule.fits(_usual(game, None, options).rules):
                return options
        except (BadOption, Misfit):
            continue  # these options do not go together
        except Exception:
            return options  # so that it is tried, and what it raises is told
    return None


# --- trying -----------------------------------------------------------------------------------------------------------


def check(found: Catalogue, checked: Checked, deals: int, progress: Callable[[int], Any]) -> None:
    """Try everything that the plugins bring; ``progress`` is told of every deal that is done."""
    for plugin in checked.plugins:
        files = files_of(plugin.module)
        for each in plan(found, plugin, deals):
            checked.tried.append(each)
            _try(each, files, progress)


def _try(each: Tried, files: frozenset[str], progress: Callable[[int], Any]) -> None:
    """Try one thing at its tables, until one of them shows that a law is broken."""
    left = each.deals

    def done() -> None:
        nonlocal left
        left -= 1
        progress(1)

    for table in each.tables:
        try:
            charter = table.make()
        except (BadOption, Misfit):
            continue  # these options do not go together, and say so
        except Exception as error:
            each.broken = Broken("a table can be opened", f"{type(error).__name__}: {error}", {})
            each.place = line_that_raised(error, files)
            break
        each.charters.append(charter)
        try:
            each.reports.append(run_trial(charter, table.deals, kinds=table.kinds, thorough=6, all_verbs=False, each=done))
        except Broken as broken:
            each.broken, each.place = broken, place_of(broken, charter, files)
            if each.place is None and each.what == "bot" and isinstance(made_by := table.kinds[0].make, type):
                each.place = place_of_method(made_by, "choose", files)
            break
    progress(left)


def save(checked: Checked, folder: str) -> None:
    """Write the record of every broken law to a folder. Raises Failed."""
    with records_in(folder) as records:
        for each in checked.tried:
            if each.broken is not None and each.broken.record:
                path = records / f"{each.label.replace(' ', '-')}.json"
                path.write_text(json.dumps(each.broken.record) + "\n", encoding="utf-8")
                each.saved = str(path)


# --- what came of it --------------------------------------------------------------------------------------------------


def data(checked: Checked) -> dict[str, Any]:
    """What came of it, by the names of the command line."""
    return {
        "plugin": checked.name,
        "api": API,
        "good": checked.good,
        "notice": NOTICE,
        "refused": checked.refused,
        "games": [game.name for plugin in checked.plugins for game in plugin.games],
        "house_rules": [rule.name for plugin in checked.plugins for rule in plugin.house_rules],
        "bots": [kind.name for plugin in checked.plugins for kind in plugin.bots],
        "nowhere": checked.nowhere(),
        "tried": [_tried_data(each) for each in checked.tried],
    }


def _tried_data(each: Tried) -> dict[str, Any]:
    return {
        "what": each.what,
        "name": each.name,
        "game": each.game,
        "tables": len(each.reports),
        "deals": sum(report.deals for report in each.reports),
        "actions": sum(report.actions for report in each.reports),
        "worlds": sum(report.worlds for report in each.reports),
        "unseen": each.unseen(),
        "broken": None if each.broken is None else _broken_data(each, each.broken),
    }


def _broken_data(each: Tried, broken: Broken) -> dict[str, Any]:
    place = each.place
    where = (
        None if place is None else {"file": place.file, "line": place.line, "function": place.function, "raised": place.raised}
    )
    return {"law": broken.law, "what": broken.what, "place": where, "record": broken.record or None, "saved": each.saved or None}


def text(checked: Checked) -> str:
    """What came of it, for people."""
    brought = Counter[str]()
    for plugin in checked.plugins:
        brought += Counter({"game": len(plugin.games), "house rule": len(plugin.house_rules), "bot": len(plugin.bots)})
    counts = [f"{count} {what}{'s' if count > 1 else ''}" for what, count in brought.items() if count]
    lines = [f"{checked.name}: {', '.join(counts) or 'nothing'}", NOTICE, ""]
    width = max((len(each.label) for each in checked.tried), default=0)
    lines += [_line(each, width) for each in checked.tried]
    lines += [f"  NOWHERE {name}: no game that is installed has a place for it" for name in checked.nowhere()]
    broken = [(each, each.broken) for each in checked.tried if each.broken is not None]
    told: set[tuple[str, str]] = set()
    for each, law in broken:
        if (each.name, law.law) not in told:  # a house rule may break one law on many games: one of them will do
            told.add((each.name, law.law))
            lines += ["", *_broken_lines(each, law, checked.name)]
    lines += [""] if checked.tried else []
    if broken:
        return "\n".join([*lines, f"{len(broken)} of {len(checked.tried)} broke a law."])
    return "\n".join([*lines, "Every law that was tried was kept." if checked.tried else "There was nothing to try."])


def _line(each: Tried, width: int) -> str:
    if each.broken is not None:
        return f"  BROKEN  {each.label:{width}}  {each.broken.law}"
    told = _tried_data(each)
    tables = f"{told['tables']} table{'s' if told['tables'] != 1 else ''}"
    line = f"  kept    {each.label:{width}}  {told['deals']} deals at {tables}, {told['actions']} actions"
    return line + (f"; never seen: {', '.join(told['unseen'])}" if told["unseen"] else "")


def _broken_lines(each: Tried, broken: Broken, target: str) -> list[str]:
    nothing = "nothing of the plugin ran in this deal: look at what it declares"
    lines = [f"{each.label} breaks the law: {broken.law}", f"  what    {broken.what}"]
    lines.append(f"  where   {_shown(each.place) if each.place is not None else nothing}")
    if not broken.record:
        return lines
    lines.append(f"  table   {_table_words(broken.record, each.charters[-1].game)}")
    last = broken.record["deals"][-1]
    before = len(broken.record["deals"]) - 1
    lines.append(
        f"  record  {broken.length} actions" + (f", {before} whole deals before the one that shows it" if before else "")
    )
    if each.saved:
        plugin = f" --plugin {target}" if target.endswith(".py") else ""
        return [*lines, f"          rumpus replay {each.saved}{plugin}"]
    said = [f"{seat} {action}" for seat, action in last["actions"]]
    left_out = [f"({len(said) - SHOWN} actions)"] if len(said) > SHOWN else []
    lines.append(f"          dealt from {last['deck']}")
    lines.append("          " + " · ".join([*left_out, *said[-SHOWN:]]) if said else "          nothing was done yet")
    return [*lines, "          add --save DIR to write it to a file for 'rumpus replay'"]


def _shown(place: Place) -> str:
    """A place by the shortest way to it from here."""
    here, file = Path.cwd(), Path(place.file)
    return str(replace(place, file=str(file.relative_to(here)))) if file.is_relative_to(here) else str(place)


def _table_words(record: dict[str, Any], game: Game) -> str:
    """The table that a record was played at; of its options those that are not as usual."""
    usual = {each.name: each.default for each in game.options}
    options = [f"{name}={spell(value)}" for name, value in record["options"].items() if value != usual[name]]
    rules = [f"house rule {name}" for name in record["house_rules"]]
    return ", ".join([record["game"], f"{len(record['seats'])} seats", f"seat {record['dealer']} deals", *options, *rules])
