"""The books: finished matches as lines, as data, as records; figures by player; the interrupted table in the lobby."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rumpus.client.cli import main
from rumpus.client.cli.lobby import Lobby, paint
from rumpus.client.setup.paths import history_file
from rumpus.net.storage.history import History
from screen_tables import catalogue


def finished(number: int, totals: list[int], winners: list[int], **more: Any) -> dict[str, Any]:
    charter = catalogue().games["gin-rummy"].charter(2, {}, (), "gin-rummy", "1").data()
    seats = [["Ann", "person"], ["Ben", "bot"]]
    told = {"match": number, "charter": charter, "seats": seats, "winners": winners, "totals": totals, "deals": 3, "record": None}
    return {**told, **more}


@pytest.fixture
def history() -> History:
    books = History(history_file())
    record = {
        "rumpus": 1,
        "game": "gin-rummy",
        "options": {},
        "house_rules": [],
        "seats": ["Ann", "Ben"],
        "dealer": 0,
        "deals": [],
    }
    books.add("f00d" * 8, "Den", 1_700_000_000, finished(1, [120, 40], [0], record=record))
    books.add("f00d" * 8, "Den", 1_700_000_000, finished(2, [30, 110], [1]))
    books.add("f00d" * 8, "Den", 1_700_000_000, finished(2, [99, 99], [1]))
    return books


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main.run(list(words)) == 0
    return capsys.readouterr().out


def test_the_history_lists_matches_by_evenings(history: History, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "history").splitlines()
    assert lines[0].endswith("  Den")
    assert lines[1:] == [
        "    Gin Rummy, 3 deals: won by Ann (Ann 120 · Ben 40)",
        "    Gin Rummy, 3 deals: won by Ben (Ann 30 · Ben 110)",
    ]
    (table,) = json.loads(run(capsys, "history", "--json"))["evenings"]
    assert (table["table"], table["name"], table["opened"]) == ("f00d" * 8, "Den", 1_700_000_000)
    first, second = table["matches"]
    assert (first["winners"], first["record"], second["record"]) == (["Ann"], True, False)
    assert first["seats"][0] == {"name": "Ann", "kind": "person", "total": 120, "won": True}


def test_records_are_written_where_hands_were_kept(history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saved,) = json.loads(run(capsys, "history", "--save", str(tmp_path / "records"), "--json"))["saved"]
    assert json.loads(Path(saved).read_text())["seats"] == ["Ann", "Ben"]
    assert "goes on" not in run(capsys, "replay", saved)


def test_figures_are_by_person_and_game(history: History, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = json.loads(run(capsys, "stats", "--json"))["players"]
    assert line == {
        "name": "Ann",
        "game": "gin-rummy",
        "title": "Gin Rummy",
        "matches": 2,
        "won": 1,
        "deals": 6,
        "mean_total": 75.0,
        "lowest_total": 30,
        "highest_total": 120,
    }
    assert run(capsys, "stats").splitlines() == [
        "Ann",
        "    Gin Rummy: 2 matches, 1 won, 6 deals; total 75.0 on average, from 30 to 120",
    ]


def test_without_a_history_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "history") == run(capsys, "stats") == "No match was finished yet.\n"
    assert json.loads(run(capsys, "history", "--json")) == {"evenings": [], "interrupted": []}


@pytest.mark.parametrize("words", [("--resume",), ("--resume", "Den", "--headless"), ("--resume", "--seats", "4", "--headless")])
def test_there_is_nothing_to_go_on_with(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["host", *words, "--plain"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_the_lobby_offers_an_interrupted_table_and_only_then() -> None:
    lobby = Lobby(list(catalogue().games.values())[:3])
    assert lobby.press("r") is None
    lobby.interrupted = "Den: Gin Rummy, with Ann, deal 3"
    assert lobby.press("r") == ["host", "--resume"]
    shown = "\n".join("".join(run for _, run in row) for row in paint(lobby, 80, 24).rows())
    assert "resume the interrupted table Den: Gin Rummy, with Ann, deal 3" in shown
