"""``rumpus new``: what it writes passes its own test and the trial, is short, and never overwrites anything."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rumpus.core.hooks import Catalogue, find_plugins

Call = Callable[..., tuple[int, str, str]]

STARTS = [
    (("variant", "quick-hearts"), 10),
    (("variant", "quick-gin", "--of", "gin-rummy"), 10),
    (("house-rule", "black-breaks"), 8),
    (("game", "club-dodge"), 45),
    (("game", "seven-rummy", "--family", "rummy"), 45),
    (("game", "high-five", "--family", "none"), 90),
]


def lines(path: Path) -> int:
    """How many lines a file has that are not empty."""
    return sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(("words", "longest"), STARTS, ids=lambda value: value[1] if isinstance(value, tuple) else "")
def test_what_is_written_passes_its_test_and_the_trial(words: tuple[str, ...], longest: int, call: Call) -> None:
    status, told, _ = call("new", *words)
    assert status == 0
    plugin = Path(words[1].replace("-", "_") + ".py")
    test = Path(f"test_{plugin}")
    for step in (f"python -m pytest {test}", f"rumpus check {plugin}", f"--plugin {plugin}"):
        assert step in told, "it says what to do next"
    assert lines(plugin) <= longest
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", str(test)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    status, told, _ = call("check", str(plugin), "--deals", "6")
    assert status == 0, told
    assert f"kept    {'house rule ' if words[0] == 'house-rule' else ''}{words[1]}" in told


def test_what_is_written_keeps_to_the_house_style(call: Call) -> None:
    for words, _ in STARTS:
        assert call("new", *words)[0] == 0
    for command in (["check", "--select", "E,F,W,I,B,UP,SIM,C4,N"], ["format", "--check"]):
        words = [sys.executable, "-m", "ruff", *command, "--line-length", "130", "--isolated", "."]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_written_over(call: Call, workplace: Path) -> None:
    for mine in ("quick_hearts.py", "test_quick_hearts.py"):
        (workplace / mine).write_text("mine\n", encoding="utf-8")
        status, _, sentence = call("new", "variant", "quick-hearts")
        assert status == 1
        assert sentence.startswith(mine)
        assert sentence.count("\n") == 1
        assert [path.name for path in workplace.iterdir()] == [mine], "and nothing else is written either"
        assert (workplace / mine).read_text(encoding="utf-8") == "mine\n"
        (workplace / mine).unlink()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("variant", "Quick Hearts"), "cannot be the name"),
        (("variant", "../elsewhere"), "cannot be the name"),
        (("house-rule", "9"), "cannot be the name"),
        (("variant", "class"), "cannot be the name"),
        (("game", "hearts"), "There is a hearts already"),
        (("variant", "x", "--of", "harts"), "There is no game 'harts'"),
        (("variant", "x", "--of", "blackbird-bot"), "There is no game"),
        (("game", "x", "--of", "hearts"), "--of names the game that a variant is of"),
        (("variant", "x", "--family", "rummy"), "--family is a game's"),
        (("opera", "x"), "opera"),
        (("game",), "NAME"),
    ],
)
def test_a_wrong_use_is_one_sentence(words: tuple[str, ...], part: str, call: Call, workplace: Path) -> None:
    status, out, sentence = call("new", *words)
    assert (status, out) == (2, "")
    assert part in sentence
    assert list(workplace.iterdir()) == []


def test_a_variant_of_every_game_that_has_a_target(call: Call, catalogue: Catalogue) -> None:
    made = []
    for name, game in catalogue.games.items():
        status, _, sentence = call("new", "variant", f"my-{name}", "--of", name)
        if status == 0:
            made.append(Path(f"my_{name.replace('-', '_')}.py"))
        else:
            assert "take another game with --of" in sentence, name
            importable = "can import it" not in sentence
            assert not (importable and any(each.name == "target" and each.default for each in game.options)), name
    found = find_plugins(made)
    assert found.failures == []
    assert len(made) >= 8
