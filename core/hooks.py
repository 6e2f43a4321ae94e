"""What a plugin may offer, and how plugins are found.

A plugin is a module that says ``RUMPUS_API = 1`` and implements some of the hooks below. Installed packages name theirs
under the entry-point group ``rumpus``; the games that come with rumpus are found in just the same way. Single files lie
in the user's plugin folder or are named on the command line. Plugins run with the rights of whoever starts the table
and are never loaded over the network.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import metadata
from importlib.machinery import ModuleSpec
from pathlib import Path
from traceback import extract_tb
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


@dataclass(frozen=True)
class Plugin:
    """A plugin that was loaded: its name (or the path of its file), the distribution that it came in, what it brought."""

    origin: str
    version: str
    package: str
    module: ModuleType
    games: tuple[Game, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    bots: tuple[BotKind, ...] = ()


@dataclass
class Catalogue:
    """What the plugins brought: games, house rules and bots by name, and what went wrong.

    ``origins`` says for each name of a game or house rule which plugin brought it, in which version; ``plugins`` says by
    origin what each of them brought; ``failures`` holds the plugins that could not be loaded, each with a sentence.
    """

    games: dict[str, Game] = field(default_factory=dict)
    house_rules: dict[str, HouseRule] = field(default_factory=dict)
    bots: list[BotKind] = field(default_factory=list)
    origins: dict[str, tuple[str, str]] = field(default_factory=dict)
    plugins: dict[str, Plugin] = field(default_factory=dict)
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
    package: str
    load: Callable[[], ModuleType]
    path: Callable[[], Path]


def find_plugins(files: Iterable[str | Path] = (), folder: str | Path | None = None) -> Catalogue:
    """Load every plugin: installed ones by entry point, those of the user's folder, and single files, in that order.

    A plugin that raises, or that needs another API, is reported in ``failures`` and the rest load. A file that is named
    and lies in the folder too is loaded once.
    """
    plugged = pluggy.PluginManager(GROUP)
    plugged.add_hookspecs(Hooks)
    catalogue = Catalogue(bots=[RANDOM_BOT])
    local = sorted(Path(folder).glob("*.py")) if folder is not None and Path(folder).is_dir() else []
    lying = {path.resolve() for path in local}
    named = [path for path in map(Path, files) if path.resolve() not in lying]
    for found in (*_installed(), *map(_local, (*local, *named))):
        try:
            _check_api(found)
            module = found.load()
            plugged.register(module, name=found.origin)
            plugged.check_pending()
            _enter(catalogue, found, plugged, module)
        except (Exception, SystemExit) as error:
            if plugged.has_plugin(found.origin):
                plugged.unregister(name=found.origin)
            catalogue.failures.append((found.origin, _sentence(found, error)))
    return catalogue


def _sentence(found: _Found, error: Exception | SystemExit) -> str:
    if isinstance(error, PluginError):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"Plugin {found.origin} was left out: its line {error.lineno} is no Python ({error.msg}); mend it."
    lines = [step.lineno for step in extract_tb(error.__traceback__) if Path(step.filename) == found.path().absolute()]
    where = f" (line {lines[-1]})" if lines else ""
    return f"Plugin {found.origin} was left out: it raised {type(error).__name__}: {error}{where}"


def _installed() -> list[_Found]:
    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)
    found = []
    for point in points:
        version, package = (point.dist.version, point.dist.name) if point.dist is not None else ("", "")
        found.append(_Found(point.name, version, package, point.load, partial(_module_path, point.module)))
    return found


def origins_of(name: str) -> list[str]:
    """The installed plugins that a name means: a plugin's own name, its module's, or the package's that it came with."""
    wanted = _plain(name)
    return sorted(
        point.name
        for point in metadata.entry_points(group=GROUP)
        if name in (point.name, point.module) or (point.dist is not None and _plain(point.dist.name) == wanted)
    )


def _plain(package: str) -> str:
    """A package's name as installers compare it."""
    return re.sub("[-_.]+", "-", package).lower()


def _module_path(module: str) -> Path:
    spec = _spec_of(module)
    if spec is None or spec.origin is None:
        raise PluginError(f"The plugin module {module} is not installed; reinstall the package that names it.")
    return Path(spec.origin)


def _spec_of(module: str) -> ModuleSpec | None:
    """Where a module lies, found without running anything: not even the package that it is in."""
    parent, _, _ = module.rpartition(".")
    inside = _spec_of(parent) if parent else None
    if parent and (inside is None or inside.submodule_search_locations is None):
        return None
    path = inside.submodule_search_locations if inside is not None else None
    for finder in sys.meta_path:
        spec = finder.find_spec(module, path, None)
        if spec is not None:
            return spec
    return None


def _local(path: Path) -> _Found:
    return _Found(str(path), "file", "", partial(_load_file, path), lambda: path)


def _source(path: Path) -> str:
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
    """The API that a plugin's text says it needs, read without running it; None where it says none.

    It is a plain number at the top level, such as ``RUMPUS_API = 1``. Raises SyntaxError where the text is no Python.
    """
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        if any(isinstance(target, ast.Name) and target.id == "RUMPUS_API" for target in targets):
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            return value.value if isinstance(value, ast.Constant) and type(value.value) is int else None
    return None


def _check_api(found: _Found) -> None:
    wants = api_of(_source(found.path()))
    if wants is None:
        raise PluginError(f"Plugin {found.origin} was left out: it does not say RUMPUS_API = {API}; add that line to it.")
    if wants != API:
        raise PluginError(
            f"Plugin {found.origin} was left out: it needs API {wants} and this rumpus has {API}; "
            f"{'update rumpus' if wants > API else 'ask for a newer version of the plugin'}."
        )


def _enter(catalogue: Catalogue, found: _Found, plugged: pluggy.PluginManager, module: ModuleType) -> None:
    """Check everything that a plugin brings before any of it is entered."""
    games = _things(found, plugged, module, "rumpus_games", Game)
    origin = f"{Path(found.origin).name} {found.version}".strip()
    house_rules = [replace(rule, origin=origin) for rule in _things(found, plugged, module, "rumpus_house_rules", HouseRule)]
    bots = _things(found, plugged, module, "rumpus_bots", BotKind)
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
    brought = Plugin(found.origin, found.version, found.package, module, tuple(games), tuple(house_rules), tuple(bots))
    catalogue.plugins[found.origin] = brought


def _things(found: _Found, plugged: pluggy.PluginManager, module: ModuleType, hook: str, kind: type) -> list[Any]:
    """What one plugin answers to a hook; asked plugin by plugin, so that one that raises is the only one left out."""
    calls = [impl.function for impl in getattr(plugged.hook, hook).get_hookimpls() if impl.plugin is module]
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
