"""What an earlier rumpus wrote goes on working: a table that was interrupted in mid-deal, its seats and keys, and a plugin.

`interrupted_gin.tar.gz` holds the folders of a host that was killed in the fourth turn of a deal, and of the two people who sat
there; `lady.py` is a plugin with imports as they were. Both were made by rumpus 0.1.0 before its packages had folders.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from rumpus.core.families.moved import CORE, MOVED
from rumpus.plugins import MOVED as MOVED_PLUGINS

HERE = Path(__file__).parent
RUMPUS = str(Path(sys.executable).with_name("rumpus"))
PATIENCE = 60


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The folders as they lay when the host was killed."""
    with tarfile.open(HERE / "interrupted_gin.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "RUMPUS_HOME": str(home)}
    return subprocess.Popen([RUMPUS, *words], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def wait_for(process: subprocess.Popen[str], beginning: str) -> str:
    """The rest of the next line that begins like this."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(beginning):
            return line.removeprefix(beginning).strip()
    raise AssertionError(f"it ended without saying {beginning!r}")


def test_a_table_that_was_interrupted_goes_on_with_its_people(kept: Path) -> None:
    host = start(kept / "host", "host", "--resume", "--headless")
    people = []
    try:
        invite = wait_for(host, "invite:")
        for name in ("Ann", "Ben"):
            people.append(start(kept / name, "join", invite, "--plain", "--name", name))
        ann, ben = people
        offers = wait_for(ann, "your turn:").split(" · ")
        assert len(offers) == 11, "she had drawn, and has eleven cards to choose a discard from"
        assert ann.stdin is not None
        ann.stdin.write(f"{offers[-1]}\n")
        ann.stdin.flush()
        assert "draw stock" in wait_for(ben, "your turn:"), "he had his seat, and it is his turn"
    finally:
        for process in (*people, host):
            process.terminate()
            process.wait(PATIENCE)


def test_a_plugin_with_the_old_imports_is_played(tmp_path: Path) -> None:
    words = [
        "simulate",
        "lady-gin",
        "--plugin",
        str(HERE / "lady.py"),
        "-r",
        "half-target",
        "--bot",
        "basic",
        "--deals",
        "4",
        "--json",
    ]
    env = {**os.environ, "RUMPUS_HOME": str(tmp_path)}
    done = subprocess.run([RUMPUS, *words], env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["deals"] == 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *((f"{CORE}.{old}", f"{CORE}.{new}") for old, new in sorted(MOVED.items())),
        *((f"rumpus.plugins.{old}", f"rumpus.plugins.{new}") for old, new in sorted(MOVED_PLUGINS.items())),
    ],
)
def test_every_old_name_gives_what_is_at_the_new_one(old: str, new: str) -> None:
    before, now = (importlib.import_module(name) for name in (old, new))
    names = [name for name, value in vars(now).items() if getattr(value, "__module__", None) == now.__name__]
    assert names, "a module has something of its own"
    assert all(getattr(before, name) is getattr(now, name) for name in names)


def test_the_old_names_are_a_closed_list() -> None:
    assert (len(MOVED), len(MOVED_PLUGINS)) == (40, 17)
    for package, name in (("melds", "MeldRule"), ("melds", "arrange"), ("rummy", "RummyDeal"), ("rummy", "winner_takes_hands")):
        assert hasattr(importlib.import_module(f"{CORE}.families.{package}"), name), "and two names became packages"
