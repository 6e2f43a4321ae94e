"""A stranger's package: installed, found, checked, hosted, and played by guests that do not have it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from plain_guests import RUMPUS, guests, last_totals, table, type_to_the_end

SOURCE = Path(__file__).parents[1] / "third_party"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package's source, where building it leaves nothing behind."""
    copy = tmp_path_factory.mktemp("pond") / "source"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture(scope="module")
def site(source: Path) -> Path:
    """Where the package is installed, by its own pyproject.toml and without a network; only who looks there has it."""
    folder = source.parent / "site"
    words = ["--no-deps", "--no-build-isolation", "--no-index", "--no-compile", "--target", str(folder), str(source)]
    done = subprocess.run([sys.executable, "-m", "pip", "install", "-q", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def there(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program where the package is installed."""
    env = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run([RUMPUS, *words], env=env, capture_output=True, text=True, check=False)


def test_it_is_found_where_it_is_installed_and_nowhere_else(site: Path) -> None:
    told = there(site, "games", "--json")
    assert (told.returncode, told.stderr) == (0, "")
    games: dict[str, dict[str, Any]] = {game["name"]: game for game in json.loads(told.stdout)["games"]}
    assert {"ducks", "lily-pads", "hearts"} <= set(games)
    assert (games["ducks"]["plugin"], games["ducks"]["version"]) == ("pond-ducks", "1.2")
    assert games["lily-pads"]["family"] == "hopping"
    assert {"pike"} <= set(games["hearts"]["house_rules"])
    assert {"pike"} <= set(games["ducks"]["house_rules"])
    assert "pike" not in games["lily-pads"]["house_rules"]
    here = subprocess.run([RUMPUS, "games", "--json"], capture_output=True, text=True, check=True)
    assert not {"ducks", "lily-pads"} & {game["name"] for game in json.loads(here.stdout)["games"]}


def test_it_passes_the_check_by_the_name_of_its_package(site: Path) -> None:
    told = there(site, "check", "rumpus-pond", "--deals", "6", "--json")
    assert told.returncode == 0, told.stdout + told.stderr
    said = json.loads(told.stdout)
    assert (said["games"], said["house_rules"]) == (["ducks", "lily-pads"], ["pike"])
    assert {"hearts", "ducks"} <= {each["game"] for each in said["tried"] if each["name"] == "pike"}
    assert there(site, "check", "rumpus_pond.lilies", "--deals", "2").returncode == 0, "and each plugin by its module"


def test_its_own_tests_pass_with_the_kits_fixtures(site: Path, source: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(site)}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(words, cwd=source, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_another_api_in_a_package_is_refused_before_any_of_its_code_runs(source: Path, tmp_path: Path) -> None:
    """Not even the package's own first file is run."""
    later = tmp_path / "later"
    shutil.copytree(source, later, ignore=shutil.ignore_patterns("build", "*.egg-info"))
    for path in (later / "rumpus_pond").glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("RUMPUS_API = 1", "RUMPUS_API = 2")
        path.write_text(text + f"\nopen({str(tmp_path / 'it ran')!r}, 'w').close()\n", encoding="utf-8")
    words = ["--no-deps", "--no-build-isolation", "--no-index", "--no-compile", "--target", str(tmp_path / "site"), str(later)]
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", *words], check=True)
    told = there(tmp_path / "site", "check", "rumpus-pond")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.count("it needs API 2 and this rumpus has 1; update rumpus.") == 3
    assert there(tmp_path / "site", "games").returncode == 0
    assert not (tmp_path / "it ran").exists()


TABLES = [
    ("ducks", ("-r", "pike", "--seats", "3", "-o", "target=12"), "pike: The ace of spades costs five more."),
    ("lily-pads", ("--seats", "3", "-o", "target=3"), "Lily Pads"),
]


@pytest.mark.parametrize(("game", "words", "told"), TABLES, ids=[each[0] for each in TABLES])
def test_guests_without_it_play_it_to_the_end(
    game: str, words: tuple[str, ...], told: str, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(site))
    with table(tmp_path, game, *words, "--bots", "1", "--matches", "1") as (host, invite):
        monkeypatch.delenv("PYTHONPATH")  # from here on nobody has the package
        with guests(tmp_path, invite, 2) as seated:
            seated[0].type("/rules")
            seated[0].wait_for(told)
            type_to_the_end(seated, lambda offers: offers[0])
            assert [guest.exit_status() for guest in seated] == [0, 0]
            assert host.exit_status() == 0
            assert len({last_totals(guest) for guest in seated}) == 1
            assert not [line for guest in seated for line in guest.lines if line.startswith("refused:")]
