"""Kept deals come out as they always did. ``pytest tests/golden --bless`` writes them anew; then read the difference.

The records were played, and their results worked out, by other programs than this one, from the rules alone.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from kept import FOLDER, differences, record_path, some_record, views_of, views_path
from rumpus.client.plugin_kit.pytest_plugin import spread
from rumpus.core.game import Game
from rumpus.core.hooks import Catalogue
from rumpus.core.record import replay

WITH_VIEWS = ("500-rummy", "basic-rummy", "gin-rummy", "hearts")


def load(name: str) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(record_path(name).read_text(encoding="utf-8"))
    return kept


@pytest.fixture(autouse=True)
def _bless(request: pytest.FixtureRequest, catalogue: Catalogue) -> None:
    """Write the kept files of the test's game anew."""
    asked = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    name = asked["each_game"].name if "each_game" in asked else asked.get("name")
    if name is None or not request.config.getoption("--bless"):
        return
    record = load(name)["record"] if record_path(name).exists() else some_record(catalogue.games[name], catalogue)
    kept = {"record": record, "expected": replay(record, catalogue)}
    record_path(name).write_text(spread(kept) + "\n", encoding="utf-8")
    if name in WITH_VIEWS:
        views_path(name).write_text(views_of(record, catalogue) + "\n", encoding="utf-8")


def test_every_game_has_a_golden_deal(each_game: Game) -> None:
    path = record_path(each_game.name)
    assert path.exists(), f"{each_game.name} has no golden deal: run pytest tests/golden --bless, and read {path.name}"


def test_golden_deals_come_out_as_they_did(each_game: Game, catalogue: Catalogue) -> None:
    kept = load(each_game.name)
    assert kept["record"]["game"] == each_game.name
    said = replay(kept["record"], catalogue)
    assert "error" not in said, said
    assert differences(kept["expected"], said) == []


def test_golden_deals_end(each_game: Game) -> None:
    """At least the first of them is played to its end and paid."""
    first = load(each_game.name)["expected"]["deals"][0]
    assert first["ended"] is not None
    assert first["scores"]


@pytest.mark.parametrize("name", WITH_VIEWS)
def test_every_seat_sees_what_it_saw(name: str, catalogue: Catalogue) -> None:
    seen = views_of(load(name)["record"], catalogue).splitlines()
    kept = views_path(name).read_text(encoding="utf-8").splitlines()
    for now, then in zip(seen, kept, strict=False):
        assert now == then, "somebody sees something else: run pytest tests/golden --bless, and read the difference"
    assert len(seen) == len(kept)


def test_what_is_kept_is_whole_and_as_it_was_written() -> None:
    names = {path.name.removesuffix(".json") for path in FOLDER.glob("*.json")}
    assert {path.name.removesuffix(".views.txt") for path in FOLDER.glob("*.views.txt")} == set(WITH_VIEWS)
    for name in sorted(names):
        kept = load(name)
        assert set(kept) == {"record", "expected"}
        assert kept["record"]["game"] == name
        assert record_path(name).read_text(encoding="utf-8") == spread(kept) + "\n", "written by hand? keep the layout"
