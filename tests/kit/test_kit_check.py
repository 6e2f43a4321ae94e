"""``rumpus check``: what it tries, what it says about a law that was broken, and with which status it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rumpus.client.plugin_kit import commands
from rumpus.core.hooks import api_of, origins_of

Call = Callable[..., tuple[int, str, str]]

GIN = """RUMPUS_API = 1
from dataclasses import replace

from rumpus.core.bots import Bot, BotKind
from rumpus.core.actions import Action
from rumpus.core.families.rummy.gin import GinDeal
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule
from rumpus.plugins.gin_rummy import GIN_RUMMY


class OddDeal(GinDeal):
{body}

@hookimpl
def rumpus_games():
    return [replace(GIN_RUMMY, name="odd-gin", title="Odd Gin", deal=OddDeal)]
"""

LEAK = """
    def end_turn(self, seat):
        self.note("low", min(self.at[seat]))
        super().end_turn(seat)
"""
RAISE = """
    def discard(self, seat, action):
        cards = {}
        cards["nothing"]
"""
SOUND = """
    pass
"""
STEAL = '''RUMPUS_API = 1
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule


def steal(deal, seat, action):
    """A card is gone after every draw."""
    if action.verb == "draw":
        deal.at[deal.stock].pop()


@hookimpl
def rumpus_house_rules():
    return [HouseRule("steal", "Cards go.", {"after": lambda steps: (*steps, steal)}, needs=("knock_limit",))]
'''


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def line_of(name: str, text: str) -> int:
    """The line of a file that holds this text, from 1."""
    rows = Path(name).read_text(encoding="utf-8").splitlines()
    return next(n for n, row in enumerate(rows, 1) if text in row)


def checked(call: Call, *words: str) -> tuple[int, dict[str, Any]]:
    status, out, _ = call("check", *words, "--json")
    assert out.count("\n") == 1, "one object on standard output, nothing else"
    said: dict[str, Any] = json.loads(out)
    return status, said


def the_broken(said: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each["broken"] for each in said["tried"] if each["name"] == name and each["broken"])
    return found


# --- what it tries ----------------------------------------------------------------------------------------------------


def test_a_sound_plugin_ends_with_status_0(call: Call) -> None:
    status, out, _ = call("check", write("odd.py", GIN.format(body=SOUND)), "--deals", "2")
    assert status == 0
    assert "kept    odd-gin" in out
    assert "Every law that was tried was kept." in out


def test_it_is_said_once_that_plugins_run_with_the_hosts_rights(call: Call) -> None:
    _, out, _ = call("check", write("odd.py", GIN.format(body=SOUND)), "--deals", "1")
    assert out.count("with the rights of whoever hosts the table") == 1
    assert "Plugins run with the rights of whoever hosts the table." in " ".join(call("check", "--help")[1].split())


def test_a_house_rule_is_tried_on_every_game_that_it_fits(call: Call) -> None:
    plugin = write("steal.py", STEAL)
    status, said = checked(call, plugin)
    assert status == 1
    games = {each["game"] for each in said["tried"] if each["name"] == "steal"}
    assert {"gin-rummy", "oklahoma-gin", "around-the-corner-gin"} <= games
    assert "hearts" not in games
    broken = the_broken(said, "steal")
    assert broken["law"] == "cards are conserved"
    assert broken["place"]["function"] == "steal"
    assert broken["place"]["line"] == line_of(plugin, "def steal")


def test_a_house_rule_that_fits_no_game_is_said(call: Call) -> None:
    text = STEAL.replace("knock_limit", "wheels")
    status, said = checked(call, write("steal.py", text))
    assert status == 1
    assert said["nowhere"] == ["steal"]
    assert "NOWHERE steal" in call("check", "steal.py")[1]


def test_a_house_rule_whose_change_raises_is_told_with_its_line(call: Call) -> None:
    text = STEAL.replace('"after": lambda steps: (*steps, steal)', '"deals": lambda old: old.nothing')
    status, said = checked(call, write("steal.py", text))
    assert status == 1
    broken = the_broken(said, "steal")
    assert broken["law"] == "a table can be opened"
    assert broken["place"] == {
        "file": str(Path("steal.py").resolve()),
        "line": line_of("steal.py", "return [HouseRule("),
        "function": "rumpus_house_rules",
        "raised": True,
    }


def test_a_bot_that_plays_what_is_illegal_is_caught(call: Call) -> None:
    bot = """
class Cheat(Bot):
    def choose(self, view, offers):
        return Action("tunk")

@hookimpl
def rumpus_bots():
    return [BotKind("cheat", Cheat, lambda game: game.name == "gin-rummy")]
"""
    text = GIN.format(body=SOUND).partition("@hookimpl")[0] + bot
    status, said = checked(call, write("cheat.py", text))
    assert status == 1
    broken = the_broken(said, "cheat")
    assert broken["law"] == "bots play what is legal"
    assert broken["place"]["function"] == "Cheat.choose"
    assert "tunk" in broken["what"]


def test_an_installed_plugin_and_its_package_are_named_without_a_file(call: Call) -> None:
    status, said = checked(call, "tunk", "--deals", "1")
    assert status == 0
    assert said["games"] == ["tunk"]


# --- what it says about a broken law ----------------------------------------------------------------------------------


def test_a_leak_is_shown_by_a_short_record_and_the_last_function(call: Call) -> None:
    plugin = write("odd.py", GIN.format(body=LEAK))
    status, said = checked(call, plugin, "--save", "broken")
    assert status == 1
    broken = the_broken(said, "odd-gin")
    assert broken["law"] == "hidden is hidden"
    assert broken["place"]["function"] == "OddDeal.end_turn"
    assert broken["place"]["line"] == line_of(plugin, "def end_turn")
    assert not broken["place"]["raised"]
    (deal,) = broken["record"]["deals"]
    assert len(deal["actions"]) <= 6, "it is shown soon after the first discard"
    saved = Path(broken["saved"])
    assert json.loads(saved.read_text(encoding="utf-8")) == broken["record"]
    status, out, _ = call("replay", str(saved), "--plugin", plugin, "--json")
    assert status == 0
    assert json.loads(out)["position"]


def test_what_raises_is_told_with_its_line(call: Call) -> None:
    plugin = write("odd.py", GIN.format(body=RAISE))
    status, out, _ = call("check", plugin)
    assert status == 1
    line = line_of(plugin, 'cards["nothing"]')
    assert "odd-gin breaks the law: rules do not raise" in out
    assert f"odd.py:{line} in OddDeal.discard, which raised it" in out
    assert "KeyError: 'nothing'" in out
    assert "and at discard" in out, "it says at which action"
    assert "dealt from" in out, "the record is told where it is not saved"
    assert "1 of 1 broke a law." in out


def test_the_same_check_says_the_same(call: Call) -> None:
    plugin = write("odd.py", GIN.format(body=LEAK))
    assert checked(call, plugin) == checked(call, plugin)


# --- plugins that are not there, or left out --------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "part"), [("none.py", "There is no file"), ("none", "is called none"), (".", "is a folder")])
def test_what_is_not_there_is_wrong_use(target: str, part: str, call: Call) -> None:
    status, out, sentence = call("check", target)
    assert (status, out) == (2, "")
    assert part in sentence
    assert sentence.count("\n") == 1


@pytest.mark.parametrize(
    ("says", "part"),
    [("RUMPUS_API = 2", "update rumpus"), ("RUMPUS_API = 0", "newer version of the plugin"), ("", "add that line")],
)
def test_another_api_is_refused_before_the_plugin_runs(says: str, part: str, call: Call) -> None:
    plugin = write("other.py", f"{says}\nopen('it ran', 'w').close()\n")
    status, out, sentence = call("check", plugin)
    assert (status, out) == (1, "")
    assert part in sentence
    assert sentence.count("\n") == 1
    assert not Path("it ran").exists()
    status, said = checked(call, plugin)
    assert status == 1
    assert said["refused"] == [sentence.strip()]
    assert said["good"] is False
    assert not Path("it ran").exists()


def test_a_plugin_that_cannot_be_loaded_says_where(call: Call) -> None:
    status, _, sentence = call("check", write("other.py", "RUMPUS_API = 1\n\nNAMES = [1][3]\n"))
    assert status == 1
    assert "IndexError" in sentence
    assert "(line 3)" in sentence
    status, _, sentence = call("check", write("other.py", "RUMPUS_API = 1\nfor\n"))
    assert status == 1
    assert "line 2 is no Python" in sentence


def test_a_file_of_the_plugin_folder_is_not_loaded_twice(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "plugins"
    folder.mkdir(parents=True)
    path = folder / "odd.py"
    path.write_text(GIN.format(body=SOUND), encoding="utf-8")
    status, said = checked(call, str(path), "--deals", "1")
    assert status == 0
    assert said["games"] == ["odd-gin"]


# --- the bar ----------------------------------------------------------------------------------------------------------


def test_a_bar_shows_how_far_it_is_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert type(commands._bar(20, as_json=False)).__name__ == "ProgressBar"
    assert isinstance(commands._bar(20, as_json=True), commands._NoBar)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    assert isinstance(commands._bar(20, as_json=False), commands._NoBar)


def test_in_a_terminal_the_bar_comes_to_its_end(workplace: Path) -> None:
    """A real terminal, on standard error alone: standard output stays what it is."""
    pty = pytest.importorskip("pty")
    import os

    write("odd.py", GIN.format(body=SOUND))
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "rumpus.client", "check", "odd.py", "--deals", "2"]
    done = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    out, _ = done.communicate(timeout=120)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed, and everything has been read
            break
        seen += piece
        if not piece:
            break
    os.close(ours)
    assert done.returncode == 0
    assert out.startswith("odd.py: 1 game")
    assert b"100%" in seen


# --- the API that a plugin says it needs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "api"),
    [
        ("RUMPUS_API = 1", 1),
        ("from typing import Final\nRUMPUS_API: Final = 3", 3),
        ("RUMPUS_API: int", None),
        ("RUMPUS_API = True", None),
        ("RUMPUS_API = '1'", None),
        ("RUMPUS_API = int(open('api').read())", None),
        ("if True:\n    RUMPUS_API = 1", None),
        ("", None),
    ],
)
def test_the_api_is_a_plain_number_at_the_top_level(text: str, api: int | None) -> None:
    assert api_of(text) == api


def test_an_installed_plugin_is_meant_by_its_name_its_module_or_its_package() -> None:
    assert origins_of("hearts") == ["hearts"]
    assert origins_of("rumpus.plugins.hearts") == ["hearts"]
    assert {"hearts", "gin-rummy", "basic-tricks-bot"} <= set(origins_of("Rumpus"))
    assert origins_of("no-such-package") == []
