"""Screens are kept as text beside the tests; ``pytest tests/screens --bless`` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the user's own plugins and keys, and none waits for eyes."""
    monkeypatch.setenv("RUMPUS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RUMPUS_PACE", "0")
    monkeypatch.delenv("RUMPUS_ASCII", raising=False)


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the one that is kept under a name."""

    def compare(name: str, text: str) -> None:
        path = SNAPSHOTS / f"{name}.txt"
        if request.config.getoption("--bless"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"no screen is kept as {path.name}; run pytest tests/screens --bless and look at it"
        assert text == path.read_text(encoding="utf-8")

    return compare
