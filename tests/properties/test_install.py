"""The installed package is whole: every module is there and imports, every file came along, and nobody reaches across."""

from __future__ import annotations

import fnmatch
import importlib
import importlib.util
import subprocess
import sys
import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[2]
HALVES = ("rumpus.core", "rumpus.plugins", "rumpus.net", "rumpus.client")
SETTINGS: dict[str, Any] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: list[str] = SETTINGS["tool"]["setuptools"]["packages"]
FOLDERS: dict[str, str] = SETTINGS["tool"]["setuptools"]["package-dir"]
DATA: dict[str, list[str]] = SETTINGS["tool"]["setuptools"]["package-data"]


def installed_modules(package: str, folder: Traversable) -> list[str]:
    """The names of all modules in a package's folder and below it."""
    found = []
    for entry in folder.iterdir():
        name = entry.name
        if entry.is_dir() and not name.startswith((".", "__")):
            found += installed_modules(f"{package}.{name}", entry)
        elif name.endswith(".py") and name != "__init__.py":
            found.append(f"{package}.{name.removesuffix('.py')}")
        elif name == "__init__.py":
            found.append(package)
    return sorted(found)


INSTALLED = [module for half in HALVES for module in installed_modules(half, resources.files(half))]


@pytest.mark.parametrize("module", INSTALLED)
def test_every_installed_module_imports(module: str) -> None:
    if module.endswith(".__main__"):  # to import it is to start the program
        command = [sys.executable, "-m", module.removesuffix(".__main__"), "--help"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "rumpus" in done.stdout
    else:
        assert importlib.import_module(module).__name__ == module


def on_disk(suffix: str) -> list[tuple[str, Path]]:
    """The files of the four folders, each with the package that it would belong to."""
    found = []
    for half in HALVES:
        top = TOP / FOLDERS[half]
        for path in sorted(top.rglob(f"*{suffix}")):
            below = path.relative_to(top).parent
            if "__pycache__" not in path.parts and path.is_file() and not any(part.startswith(".") for part in below.parts):
                found.append((".".join([half, *below.parts]), path))
    return found


def test_every_module_on_disk_is_installed() -> None:
    modules = on_disk(".py")
    assert len(modules) > 50
    left_out = [str(path.relative_to(TOP)) for package, path in modules if package not in PACKAGES]
    assert left_out == [], "name their packages in pyproject.toml: tool.setuptools.packages and package-dir"
    names = [package if path.stem == "__init__" else f"{package}.{path.stem}" for package, path in modules]
    missing = sorted(set(names) - set(INSTALLED))
    assert missing == [], "on disk, but not installed: install rumpus again"


def test_every_package_has_its_folder() -> None:
    assert set(FOLDERS) == set(HALVES)
    for package in PACKAGES:
        half = next(half for half in HALVES if f"{package}.".startswith(f"{half}."))
        below = package.removeprefix(half).replace(".", "/")
        assert (TOP / f"{FOLDERS[half]}{below}" / "__init__.py").exists(), package


def test_every_other_file_on_disk_is_installed() -> None:
    for package, path in on_disk(""):
        if path.suffix in (".py", ".pyc"):
            continue
        patterns = DATA.get(package, [])
        assert any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns), f"{path.relative_to(TOP)} is in no package-data"
        assert resources.files(package).joinpath(path.name).is_file(), f"{path.relative_to(TOP)} did not come along"


@pytest.mark.parametrize("half", HALVES)
def test_every_half_says_that_it_is_typed(half: str) -> None:
    assert resources.files(half).joinpath("py.typed").is_file()


def test_rumpus_itself_is_nobodys_file() -> None:
    found = importlib.util.find_spec("rumpus")
    assert found is not None
    assert found.origin is None, "rumpus is a namespace; other packages may add to it"


def test_every_plugin_is_an_entry_point() -> None:
    points = SETTINGS["project"]["entry-points"]["rumpus"]
    files = {f"{package}.{path.stem}" for package, path in on_disk(".py") if f"{package}.".startswith("rumpus.plugins.")}
    plugins = {name for name in files if hasattr(importlib.import_module(name), "RUMPUS_API")}
    assert plugins == set(points.values()), "a plugin that no entry point names is never found"


def test_who_imports_whom() -> None:
    if importlib.util.find_spec("importlinter") is None:
        pytest.skip("import-linter is not installed")
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run([sys.executable, "-c", command, "--no-cache"], cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout
