"""What all tests share: the source that they test, the installed games, one test a game, and the slow tests, which are left out
by default.

``--bless``, which writes anew what tests keep, is the plugin kit's own: `rumpus.client.plugin_kit.pytest_plugin`.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path

import pytest
import rumpus.core
from hypothesis import HealthCheck, settings
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import Catalogue, find_plugins

collect_ignore = ["third_party"]
"""A package of its own: its tests run where it is installed (tests/kit does that)."""

# A busy machine fails no test, and everybody's run tries the same; --hypothesis-profile=default looks further.
settings.register_profile("rumpus", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("rumpus")


@functools.cache
def installed() -> Catalogue:
    """The installed games, found once."""
    return find_plugins()


TOP = Path(__file__).parents[1]


def pytest_configure(config: pytest.Config) -> None:
    tested = Path(rumpus.core.__path__[0]).resolve()
    if tested != TOP / "core" and os.environ.get("RUMPUS_TEST_INSTALLED") != "1":
        raise pytest.UsageError(
            f"These tests would try the rumpus in {tested.parent}, not the one beside them: install this folder with "
            "pip install -e '.[test]', or set RUMPUS_TEST_INSTALLED=1 if that other one is meant."
        )
    if not config.option.markexpr:
        config.option.markexpr = "not slow"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One process does for a file or two; a folder, and all there is, take every core."""
    named = [Path(each.partition("::")[0]) for each in config.args]
    return 0 if len(named) < 3 and all(path.suffix == ".py" for path in named) else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for ``each_game`` runs once for every installed game."""
    if "each_game" in metafunc.fixturenames:
        metafunc.parametrize("each_game", [game for _, game in sorted(installed().games.items())], ids=lambda game: game.name)


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The installed games, house rules and bots."""
    return installed()


@pytest.fixture
def each_charter(each_game: Game) -> Charter:
    """A table of each game: its usual number of seats and its usual options, but no deal that random players never end."""
    limits = {"max_turns_over": 10} if any(option.name == "max_turns_over" for option in each_game.options) else {}
    return each_game.charter(None, limits)
