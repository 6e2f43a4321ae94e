"""What the tests of the plugin kit share: a folder to work in, and no settings of the user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rumpus.client.cli.main import run

sys.path.append(str(Path(__file__).parents[1] / "tables"))  # its guests play at a stranger's tables too

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the test stands."""
    monkeypatch.setenv("RUMPUS_HOME", str(tmp_path / "home"))
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command in this process: its status, standard output, standard error."""

    def run_words(*words: str) -> tuple[int, str, str]:
        status = run(list(words))
        told = capsys.readouterr()
        return status, told.out, told.err

    return run_words
