"""What all tests share: the installed games, one test a game, and the slow tests, which are left out by default.

``--bless``, which writes anew what tests keep, is the plugin kit's own: `rumpus.client.plugin_kit.pytest_plugin`.
"""

from __future__ import annotations

import functools

import pytest
from hypothesis import HealthCheck, settings
from rumpus.core.game import Game
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.house import Charter

collect_ignore = ["third_party"]
"""A package of its own: its tests run where it is installed (tests/kit does that)."""

# A busy machine fails no test, and everybody's run tries the same; --hypothesis-profile=default looks further.
settings.register_profile("rumpus", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("rumpus")


@functools.cache
def installed() -> Catalogue:
    """The installed games, found once."""
    return find_plugins()


def pytest_configure(config: pytest.Config) -> None:
    if not config.option.markexpr:
        config.option.markexpr = "not slow"


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
