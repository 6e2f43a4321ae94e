"""The command line: what it prints, in which shape, and with which status it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rumpus.client.cli.entering import NO_TERMINAL
from rumpus.client.cli.main import rumpus, run


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a command in this process: its status, standard output, standard error."""
    status = run(list(words))
    told = capsys.readouterr()
    return status, told.out, told.err


def program(*words: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rumpus.client", *words], input=text, capture_output=True, text=True, timeout=60,
        env={**os.environ, **environment}, check=False,
    )  # fmt: skip


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    asked = "import sys; from rumpus.client.cli.main import run; run(['--help']); print([m for m in HEAVY if m in sys.modules])"
    heavy = ["zmq", "prompt_toolkit", "msgspec", "msgpack", "pluggy", "asyncio"]
    told = subprocess.run([sys.executable, "-c", f"HEAVY = {heavy}; {asked}"], capture_output=True, text=True, check=True)
    *text, loaded = told.stdout.strip().splitlines()
    assert loaded == "[]"
    for name in ("play", "host", "join", "tables", "games", "rules", "replay", "simulate"):
        assert any(line.split()[:1] == [name] for line in text)


@pytest.mark.parametrize("name", sorted(rumpus.commands))
def test_every_command_has_help_with_an_example(name: str) -> None:
    told = CliRunner().invoke(rumpus, [name, "--help"])
    assert told.exit_code == 0
    assert f"For example: rumpus {name}" in told.output


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "--version")
    assert status == 0
    assert out.startswith("rumpus ")


def test_games_as_json_has_the_shape_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "games", "--json")
    assert status == 0
    games: list[dict[str, Any]] = json.loads(out)["games"]
    assert {"basic-rummy", "gin-rummy", "hearts"} <= {each["name"] for each in games}
    for each in games:
        keys = ["name", "title", "family", "seats", "default_seats", "options", "house_rules", "plugin", "version"]
        assert list(each) == keys
        assert len(each["seats"]) == 2
        for option in each["options"]:
            assert set(option) in ({"name", "default", "values", "help"}, {"name", "default", "range", "help"})
            assert option["default"] in option["values"] if "values" in option else option["range"][0] <= option["default"]


def test_games_and_rules_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "games")
    assert status == 0
    assert "hearts  Hearts, 3 to 6 seats" in out
    status, out, _ = call(capsys, "rules", "hearts", "-o", "target=50", "--seats", "3")
    assert status == 0
    assert "target = 50 (usually 100)" in out
    status, out, _ = call(capsys, "rules", "hearts", "--json")
    assert json.loads(out)["help"].startswith("Hearts")


def test_simulate_as_json_has_the_shape_of_the_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("simulate", "gin-rummy", "--deals", "3", "--seed", "demo", "--bot", "random", "--json", "--save", str(tmp_path))
    status, out, _ = call(capsys, *words)
    assert status == 0
    told = json.loads(out)
    assert list(told) == [
        "game", "seats", "deals", "seed", "bot", "seconds", "deals_per_s", "actions_per_s", "ended", "mean_scores",
        "mean_actions", "longest_actions", "unfinished",
    ]  # fmt: skip
    assert (told["game"], told["seats"], told["deals"], told["seed"], told["bot"]) == ("gin-rummy", 2, 3, "demo", "random")
    again = json.loads(call(capsys, *words)[1])
    assert all(again[key] == told[key] for key in told if "second" not in key and not key.endswith("_s"))
    saved = sorted(tmp_path.iterdir())
    assert saved
    status, out, _ = call(capsys, "replay", str(saved[0]), "--json")
    assert status == 0
    assert json.loads(out)["game"] == "gin-rummy"
    assert call(capsys, "simulate", "gin-rummy", "--deals", "1", "--bot", "random")[0] == 0


def record(*actions: object) -> dict[str, Any]:
    deck = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"
    deck += " 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    deal = {"deck": deck, "actions": list(actions)}
    return {"rumpus": 1, "game": "gin-rummy", "seats": ["North", "South"], "dealer": 0, "deals": [deal]}


def test_replay_tells_good_records_from_refused_ones_and_bad_ones(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record([1, "draw discard"])))
    status, out, _ = call(capsys, "replay", str(path), "--json")
    assert status == 0
    assert json.loads(out)["position"]["phase"] == "meld"
    assert call(capsys, "replay", str(path))[1].startswith("Game: gin-rummy")
    path.write_text(json.dumps(record([0, "draw discard"])))
    status, out, _ = call(capsys, "replay", str(path), "--json")
    assert status == 1
    assert json.loads(out)["error"]["action"] == 0
    assert call(capsys, "replay", str(path))[1].startswith("Deal 1, action 1: ")
    for text in ("{", '{"rumpus": 2}', json.dumps(record([0, "dance"]))):
        path.write_text(text)
        status, out, err = call(capsys, "replay", str(path), "--json")
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
    assert call(capsys, "replay", str(tmp_path / "none.json"))[0] == 2


def test_replay_lines_answers_each_record_with_a_line() -> None:
    lines = [json.dumps(record([1, "pass"])), json.dumps(record([0, "pass"])), "{", "[]", ""]
    told = program("replay", "--lines", text="\n".join(lines) + "\n")
    assert told.returncode == 0
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [next(iter(each)) for each in answers] == ["game", "error", "bad", "bad"]


WRONG = [
    (("play", "harts", "--plain"), "There is no game 'harts'"),
    (("play", "hearts", "--plain", "-o", "target"), "After -o comes NAME=VALUE"),
    (("play", "hearts", "--plain", "-o", "targit=1"), "no option 'targit'"),
    (("play", "hearts", "--plain", "-o", "target=no"), "Option target takes"),
    (("play", "hearts", "--plain", "-t", "vote=1"), "no setting"),
    (("play", "hearts", "--plain", "-r", "none-such"), "no house rule"),
    (("play", "hearts", "--plain", "--seats", "9"), "3 to 6 seats"),
    (("play", "hearts", "--plain", "--bots", "4"), "bots can take from 0 to 3"),
    (("play", "hearts", "--plain", "--bot", "genius"), "No bot 'genius'"),
    (("play", "hearts"), NO_TERMINAL),
    (("host", "hearts"), NO_TERMINAL),
    (("host",), "Say which game"),
    (("join",), "no terminal"),
    (("join", "rumpus1-abc", "--plain"), "cannot be read"),
    (("join", "10.0.0.256:99999", "--plain"), "is no address"),
    (("replay",), "Name a record file"),
    (("rules", "chess"), "There is no game 'chess'"),
    (("dance",), "No such command"),
    (("hearts",), "rumpus play hearts plays it here"),
    (("play",), "GAME is missing: type it as in 'rumpus play hearts"),
    (("play", "hearts", "--frob"), "rumpus play has no flag --frob"),
    (("play", "hearts", "-o"), "After -o comes a value"),
    (("stats", "all"), "more than rumpus stats takes"),
    (("new", "deck", "mine"), "After rumpus new comes game or variant or house-rule, not 'deck'"),
    (("tables", "--seconds", "x"), "--seconds takes a number from 0.2 to 60, not 'x'"),
    (("join", "rumpus1-abc", "--plain", "--bot", "genius"), "There is no bot 'genius'; these are: basic"),
    (("simulate", "hearts", "--deals", "0"), "--deals takes a whole number from 1 on, not '0'"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_wrong_use_is_one_sentence(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str) -> None:
    status, out, err = call(capsys, *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


def test_a_plugin_of_the_users_folder_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "home" / "plugins"
    folder.mkdir(parents=True)
    (folder / "broken.py").write_text("RUMPUS_API = 1\nraise RuntimeError('no')\n")
    (folder / "mine.py").write_text(
        "RUMPUS_API = 1\nfrom rumpus.core.hooks import hookimpl\nfrom rumpus.core.house import HouseRule\n"
        "@hookimpl\ndef rumpus_house_rules():\n    return [HouseRule('mine', 'Mine.', {'target': lambda old: old})]\n"
    )
    status, out, err = call(capsys, "games", "--json")
    assert status == 0
    assert all("mine" in game["house_rules"] for game in json.loads(out)["games"])
    assert "broken.py was left out" in err


def test_bare_rumpus_without_a_terminal_prints_help() -> None:
    told = program()
    assert told.returncode == 0
    assert "Commands:" in told.stdout


def test_the_shell_completes_games() -> None:
    told = program(COMP_WORDS="rumpus play h", COMP_CWORD="2", _RUMPUS_COMPLETE="bash_complete")
    assert "hearts" in told.stdout


def completed(*words: str) -> list[str]:
    """What the shell would offer for the last word of a line."""
    told = program(COMP_WORDS=" ".join(words), COMP_CWORD=str(len(words) - 1), _RUMPUS_COMPLETE="bash_complete")
    return [line.partition(",")[2] for line in told.stdout.splitlines()]


def test_the_shell_completes_what_belongs_to_the_game() -> None:
    assert completed("rumpus", "play", "gin-rummy", "-o", "knock") == ["knock_limit="]
    assert completed("rumpus", "rules", "hearts", "-o", "moon=a") == ["moon=add"]
    assert completed("rumpus", "host", "gin-rummy", "-r", "half-") == ["half-knock", "half-match"]
    assert completed("rumpus", "play", "hearts", "--bot", "b") == ["basic"]
    assert completed("rumpus", "host", "hearts", "-t", "vote") == ["vote_time="]
