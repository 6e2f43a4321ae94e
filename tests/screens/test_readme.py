"""README.md: its commands, flags, games and house rules are those of the program."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from rumpus.client.cli.main import rumpus, run
from rumpus.client.input.slash_commands import SLASHES
from rumpus.core.hooks import find_plugins
from rumpus.net.table.settings import SETTINGS

PAGE = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
LINES = [found[1].partition("#")[0] for found in re.finditer(r"^    (rumpus .*)$", PAGE, re.MULTILINE)]
LINES += re.findall(r"`(rumpus [a-z][^`]*)`", PAGE)


@pytest.mark.parametrize("line", LINES)
def test_every_command_of_the_page_can_be_typed(line: str) -> None:
    _, name, *words = shlex.split(line)
    if name == "COMMAND":
        return
    command = rumpus.commands[name]
    if words or not any(each.required for each in command.params):
        with command.make_context(f"rumpus {name}", [*words], resilient_parsing=False) as ctx:
            assert isinstance(ctx, click.Context)


def test_the_games_of_the_page_are_the_games() -> None:
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (\d+)(?: to (\d+))? \| \S.* \|$", PAGE, re.MULTILINE)
    told = {name: (int(least), int(most or least)) for name, least, most in rows}
    assert told == {name: game.seats for name, game in find_plugins().games.items()}


def test_the_house_rules_of_the_page_fit(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line for line in LINES if " -r " in line and "-r NAME" not in line and "--plugin" not in line]
    assert lines
    for line in lines:
        _, _, *words = shlex.split(line)
        assert run(["rules", *words]) == 0
        told = capsys.readouterr().out
        assert "House rules, in order" in told
        assert "House rules that fit" in told


def test_the_typed_commands_and_the_settings_of_the_page_are_there() -> None:
    section = PAGE.partition("\n## At the table\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"`/(\w+)", section)) <= set(SLASHES)
    named = set(re.findall(r"`([a-z_]+)`", section.partition("-t NAME=VALUE")[2]))
    assert named == {each.name for each in SETTINGS}


def test_the_two_commands_of_the_page_stand_on_lines_of_their_own() -> None:
    assert re.search(r"^    python3 -m venv \.venv && .*rumpus play hearts$", PAGE, re.MULTILINE)
    assert re.search(r"^    python3 -m venv \.venv-test && .* -m pytest$", PAGE, re.MULTILINE)
