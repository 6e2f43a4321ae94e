"""ARCHITECTURE.md: its packages are there, its layers are those that are held, and its walks lead through the code as it is."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
PAGE = (TOP / "ARCHITECTURE.md").read_text(encoding="utf-8")
HALVES = ("core", "plugins", "net", "client")
ACROSS = ("over the network", "by entry point", "in another process")
"""What a step says that no import leads to."""
FILE = re.compile(r"\b(?:core|plugins|net|client)/[a-z0-9_/]+\.(?:py|md)\b")


def walks() -> dict[str, list[str]]:
    """The steps of each walk by its title."""
    section = PAGE.partition("## Five walks")[2].partition("\n## ")[0]
    parts = re.split(r"^\*\*(.+)\*\*$", section, flags=re.MULTILINE)[1:]
    return {
        title: re.findall(r"^\d+\. (.+(?:\n   .+)*)", text, re.MULTILINE)
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


@cache
def imports(file: str) -> frozenset[str]:
    """The files of rumpus that a file imports, for type checking or not."""
    found = set[str]()
    for node in ast.walk(ast.parse((TOP / file).read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rumpus."):
            names = [str(node.module), *(f"{node.module}.{each.name}" for each in node.names)]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names if each.name.startswith("rumpus.")]
        for name in names:
            path = name.removeprefix("rumpus.").replace(".", "/")
            found |= {each for each in (f"{path}.py", f"{path}/__init__.py") if (TOP / each).is_file()}
    return frozenset(found)


def leads(start: str, end: str) -> bool:
    """Whether imports lead from one file to another."""
    seen, left = {start}, [start]
    while left:
        for each in imports(left.pop()) - seen:
            seen.add(each)
            left.append(each)
    return end in seen


def test_there_are_five_walks() -> None:
    assert len(walks()) == 5
    assert all(len(steps) >= 5 for steps in walks().values())


@pytest.mark.parametrize("title", walks())
def test_a_walk_leads_through_files_that_are_there(title: str) -> None:
    files = [FILE.findall(step) for step in walks()[title]]
    assert all(files), "every step names its file"
    assert [each for step in files for each in step if not (TOP / each).is_file()] == []
    firsts = [step[0] for step in files]
    twice = {each for each in firsts if firsts.count(each) > 1}
    assert all("answer" in walks()[title][firsts.index(each)] for each in twice), twice


@pytest.mark.parametrize("title", walks())
def test_each_step_of_a_walk_knows_the_next_or_is_known_by_it(title: str) -> None:
    steps = walks()[title]
    for before, step in pairwise(steps):
        start, end = FILE.findall(before)[0], FILE.findall(step)[0]
        if not any(word in step for word in ACROSS):
            assert leads(start, end) or leads(end, start), f"{start} and {end} know nothing of each other"


def test_every_package_stands_in_the_table() -> None:
    settings = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {each.removeprefix("rumpus.").replace(".", "/") for each in settings["tool"]["setuptools"]["packages"]}
    section = PAGE.partition("## Packages and layers")[2].partition("\n## ")[0]
    named = {each for row in re.findall(r"^\| (`.+?) \|", section, re.MULTILINE) for each in re.findall(r"`([a-z_/]+)`", row)}
    inside = {each for each in packages if "/" in each} - {
        "core/families/melds",
        "core/families/rummy",
        "core/families/black_heart",
    }
    assert inside | {"core", "plugins"} == named


def test_the_layers_of_the_page_are_those_that_are_held() -> None:
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    for contract in contracts:
        for container in contract.get("containers", ()):
            rows = [row for row in contract["layers"] if row != "__main__"]
            line = re.search(rf"in `{container.removeprefix('rumpus.').replace('.', '/')}`: (.+)$", PAGE, re.MULTILINE)
            assert line is not None, container
            told = [set(re.findall(r"`([a-z_]+)`", row)) for row in re.split(r" > |; ", line[1])]
            held = [set(row.split(" | ")) for row in rows]
            assert sorted(map(sorted, [*told])) == sorted(map(sorted, held)) or set().union(*told) == set().union(*held)
