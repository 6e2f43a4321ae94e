"""plugins/README.md: its commands and its examples run, and it names every hook, every law and every fixture."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import rumpus.plugins
from plain_guests import Process, end
from rumpus.client.cli.main import rumpus as program
from rumpus.client.plugin_kit import pytest_plugin, trials
from rumpus.core import hooks
from rumpus.core.hooks import Hooks, find_plugins
from rumpus.core.house import HouseRule
from rumpus.core.testing import invariants as laws
from rumpus.core.testing import trial

Call = Callable[..., tuple[int, str, str]]

PAGE = (Path(rumpus.plugins.__path__[0]) / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The page's code in one language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


EXAMPLES = {found[1]: block for block in blocks("python") if (found := re.match(r"# (\w+\.py)\n", block))}


def test_every_example_has_a_name_of_its_own() -> None:
    assert len(EXAMPLES) == len(blocks("python"))
    assert len(EXAMPLES) >= 5


# --- the commands -----------------------------------------------------------------------------------------------------


def test_from_nothing_to_a_hosted_variant_in_six_commands(workplace: Path, tmp_path: Path) -> None:
    """Every command as it is written; the last one plays in lines of text, on this machine alone."""
    commands = blocks("sh")[0].splitlines()
    assert len(commands) == 6
    assert list(workplace.iterdir()) == [], "from nothing"
    *before, last = (command.split() for command in commands)
    folder = Path(sys.executable).parent
    for words in before:
        done = subprocess.run([folder / words[0], *words[1:]], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    assert last[:2] == ["rumpus", "host"]
    host = Process(tmp_path / "home", *last[1:], "--plain", "--bind", "127.0.0.1", "--port", "0")
    try:
        assert host.wait_for("invite: ").startswith("rumpus1-")
        host.type("/rules")
        assert host.wait_for("Quick Hearts").startswith("for 4 seats")
        host.type("/leave")  # and with the only player the table goes
        assert host.exit_status() == 0
    finally:
        end(host)


# --- the examples -----------------------------------------------------------------------------------------------------


@pytest.fixture
def examples(workplace: Path) -> Path:
    """The page's examples, each in its file."""
    for name, text in EXAMPLES.items():
        (workplace / name).write_text(text, encoding="utf-8")
    return workplace


@pytest.mark.parametrize("name", [name for name, text in EXAMPLES.items() if "hookimpl" in text])
def test_every_plugin_of_the_page_passes_the_check(name: str, examples: Path, call: Call) -> None:
    status, told, sentence = call("check", name, "--deals", "4")
    assert status == 0, told + sentence


def test_the_examples_load_beside_each_other(examples: Path) -> None:
    found = find_plugins([name for name, text in EXAMPLES.items() if "RUMPUS_API" in text])
    assert found.failures == []


def test_the_tests_of_the_page_pass(examples: Path) -> None:
    tests = [name for name in EXAMPLES if name.startswith("test_")]
    assert tests
    for bless in (["--bless"], []):
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *bless, *tests]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_the_options_of_the_page_are_options(examples: Path) -> None:
    names: dict[str, object] = {}
    exec(compile(EXAMPLES["counted.py"], "counted.py", "exec"), names)
    options = names["OPTIONS"]
    assert isinstance(options, tuple)
    assert [option.name for option in options] == ["target", "jokers", "moon"]


def test_the_package_of_the_page_can_be_read() -> None:
    (text,) = blocks("toml")
    read = tomllib.loads(text)
    assert set(read["project"]["entry-points"]) == {hooks.GROUP}


# --- what the page names ----------------------------------------------------------------------------------------------


def rows(heading: str) -> list[tuple[str, str]]:
    """The rows of the table under a heading."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    assert section, heading
    table = section.partition("\n|---|---|\n")[2]
    return re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE)


def test_the_hooks_of_the_page_are_the_hooks() -> None:
    specified = {name: value for name, value in vars(Hooks).items() if name.startswith("rumpus_")}
    told = dict(rows("What a plugin says"))
    signatures = {f"`{name}({', '.join([*inspect.signature(value).parameters][1:])})`" for name, value in specified.items()}
    assert set(told) == signatures
    for name, value in specified.items():
        kind = inspect.get_annotations(value)["return"].removeprefix("list[").removesuffix("]")
        assert told[f"`{name}()`"] == f"a list of `{kind}`"


def test_the_api_of_the_page_is_the_api() -> None:
    assert set(re.findall(r"RUMPUS_API = (\d+)", PAGE)) == {str(hooks.API)}


def test_the_laws_of_the_page_are_the_laws() -> None:
    source = "".join(inspect.getsource(module) for module in (laws, trial, trials))
    named = set(re.findall(r'[Bb]roken\(\s*"([^"]+)"', source))
    assert len(named) > 15
    assert {law for law, _ in rows("The trial")} == named


def test_the_fixtures_of_the_page_are_the_fixtures() -> None:
    told = set(re.findall(r"^- `(\w+)\(", PAGE, re.MULTILINE))
    known = {name for name, value in vars(pytest_plugin).items() if type(value).__name__ == "FixtureFunctionDefinition"}
    assert told == known - {"rumpus_catalogue"}
    methods = set(re.findall(r"`here\.(\w+)", PAGE))
    assert methods <= {*dir(pytest_plugin.Table), "charter", "match"}
    public = {name for name in vars(pytest_plugin.Table) if not name.startswith("_")}
    assert public <= methods, "what a table can do is on the page"


def test_what_a_house_rule_may_say_is_on_the_page() -> None:
    section = PAGE.partition("\n## A house rule\n")[2].partition("\n## ")[0]
    fields = set(HouseRule.__dataclass_fields__) - {"name", "help", "changes", "origin"}
    assert {name for name in fields if f"`{name}`" in section} == fields


def test_every_command_of_the_page_is_one() -> None:
    named = set(re.findall(r"`rumpus ([a-z]+)", PAGE)) | set(re.findall(r"^rumpus (\w+)", PAGE, re.MULTILINE))
    assert {"new", "check", "host"} <= named
    assert named <= set(program.commands)


def test_the_page_says_what_a_host_must_know() -> None:
    words = " ".join(PAGE.split())
    assert "A plugin runs with the rights of whoever hosts the table, and none is ever loaded over the network" in words
    assert "need no copy" in words
