"""What a plugin may offer, and how plugins are found.

A plugin is a module that says ``RUMPUS_API = 1`` and implements some of the hooks below. Installed packages name theirs
under the entry-point group ``rumpus``; the games that come with rumpus are found in just the same way. Single files lie
in the user's plugin folder or are named on the command line. Plugins run with the rights of whoever starts the table
and are never loaded over the network.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy
from rumpus.core.bots import RANDOM_BOT, BotKind
from rumpus.core.game import Game
from rumpus.core.house import HouseRule

API = 1
GROUP = "rumpus"

hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)


class Hooks:
    """The hooks that rumpus calls, once, when the program starts."""

    @hookspec
    def rumpus_games(self) -> list[Game]:  # type: ignore[empty-body]
        """The games that this plugin adds."""

    @hookspec
    def rumpus_house_rules(self) -> list[HouseRule]:  # type: ignore[empty-body]
        """The house rules that this plugin adds."""

    @hookspec
    def rumpus_bots(self) -> list[BotKind]:  # type: ignore[empty-body]
        """The kinds of bots that this plugin adds."""


@dataclass
class Catalogue:
    """What the plugins brought: games, house rules and bots by name, and what went wrong.

    ``origins`` says for each name of a game or house rule which plugin brought it, in which version; ``failures`` holds
    the plugins that could not be loaded, each with a sentence.
    """

    games: dict[str, Game] = field(default_factory=dict)
    house_rules: dict[str, HouseRule] = field(default_factory=dict)
    bots: list[BotKind] = field(default_factory=list)
    origins: dict[str, tuple[str, str]] = field(default_factory=dict)
    failures: list[tuple[str, str]] = field(default_factory=list)

    def bot(self, name: str, game: Game) -> BotKind | None:
        """The kind of bot of that name which plays a game, or None."""
        return next((kind for kind in self.bots if kind.name == name and kind.plays(game)), None)

    def bot_names(self, game: Game) -> list[str]:
        """The names of the bots that play a game."""
        return list(dict.fromkeys(kind.name for kind in self.bots if kind.plays(game)))


class PluginError(ValueError):
    """A plugin cannot be used; the sentence says why and what to do."""


@dataclass(frozen=True)
class _Found:
    origin: str
    version: str
    load: Callable[[], ModuleType]
    source: Callable[[], str]


def find_plugins(files: Iterable[str | Path] = (), folder: str | Path | None = None) -> Catalogue:
    """Load every plugin: installed ones by entry point, those of the user's folder, and single files, in that order.

    A plugin that raises, or that needs another API, is reported in ``failures`` and the rest load.
    """
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(Hooks)
    catalogue = Catalogue(bots=[RANDOM_BOT])
    local = sorted(Path(folder).glob("*.py")) if folder is not None and Path(folder).is_dir() else []
    for found in (*_installed(), *(_local(Path(path)) for path in (*local, *files))):
        try:
            _check_api(found)
            module = found.load()
            manager.register(module, name=found.origin)
            manager.check_pending()
            _enter(catalogue, found, manager, module)
        except (Exception, SystemExit) as error:
            if manager.has_plugin(found.origin):
                manager.unregister(name=found.origin)
            catalogue.failures.append((found.origin, _sentence(found.origin, error)))
    return catalogue


def _sentence(origin: str, error: Exception | SystemExit) -> str:
    if isinstance(error, PluginError):
        return str(error)
    return f"Plugin {origin} was left out: it raised {type(error).__name__}: {error}"


def _installed() -> list[_Found]:
    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)
    found = []
    for point in points:
        version = point.dist.version if point.dist is not None else ""
        found.append(_Found(point.name, version, point.load, lambda module=point.module: _module_source(module)))  # type: ignore[misc]
    return found


def _module_source(module: str) -> str:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise PluginError(f"The plugin module {module} is not installed; reinstall the package that names it.")
    return Path(spec.origin).read_text(encoding="utf-8")


def _local(path: Path) -> _Found:
    return _Found(str(path), "file", lambda: _load_file(path), lambda: _file_source(path))


def _file_source(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PluginError(f"The plugin file {path} cannot be read ({type(error).__name__}); check its name.") from error


def _load_file(path: Path) -> ModuleType:
    name = f"rumpus_local_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError(f"{path} is no Python file; a plugin file ends in .py.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def api_of(source: str) -> int | None:
    """The API that a plugin's text says it needs, read without running it; None where it says none."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "RUMPUS_API" for t in node.targets):
            value = ast.literal_eval(node.value)
            return value if isinstance(value, int) else None
    return None


def _check_api(found: _Found) -> None:
    wants = api_of(found.source())
    if wants is None:
        raise PluginError(f"Plugin {found.origin} was left out: it does not say RUMPUS_API = {API}; add that line to it.")
    if wants != API:
        raise PluginError(
            f"Plugin {found.origin} was left out: it needs API {wants} and this rumpus has {API}; "
            f"{'update rumpus' if wants > API else 'ask for a newer version of the plugin'}."
        )


def _enter(catalogue: Catalogue, found: _Found, manager: pluggy.PluginManager, module: ModuleType) -> None:
    """Check everything that a plugin brings before any of it is entered."""
    games = _things(found, manager, module, "rumpus_games", Game)
    house_rules = _things(found, manager, module, "rumpus_house_rules", HouseRule)
    bots = _things(found, manager, module, "rumpus_bots", BotKind)
    names = [thing.name for thing in (*games, *house_rules)]
    for thing in (*games, *house_rules):
        if thing.name in catalogue.origins or names.count(thing.name) > 1:
            other = catalogue.origins.get(thing.name, (found.origin,))[0]
            raise PluginError(f"Plugin {found.origin} was left out: {thing.name} is there already, from {other}; rename one.")
    for game in games:
        game.charter()
    catalogue.games.update((game.name, game) for game in games)
    catalogue.house_rules.update((rule.name, rule) for rule in house_rules)
    catalogue.bots += bots
    catalogue.origins.update((thing.name, (found.origin, found.version)) for thing in (*games, *house_rules))


def _things(found: _Found, manager: pluggy.PluginManager, module: ModuleType, hook: str, kind: type) -> list[Any]:
    """What one plugin answers to a hook; asked plugin by plugin, so that one that raises is the only one left out."""
    calls = [impl.function for impl in getattr(manager.hook, hook).get_hookimpls() if impl.plugin is module]
    made: list[Any] = []
    for call in calls:
        answer = call()
        things = list(answer) if isinstance(answer, Iterable) else [answer]
        wrong = [thing for thing in things if not isinstance(thing, kind)] if isinstance(answer, Iterable) else things
        if wrong:
            raise PluginError(
                f"Plugin {found.origin} was left out: {hook} must return a list of {kind.__name__}, "
                f"not {type(wrong[0]).__name__}; mend the plugin."
            )
        made += things
    return made
