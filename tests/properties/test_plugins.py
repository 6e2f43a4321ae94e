"""Finding plugins: all that are good load, and whatever is wrong with one is said of that one."""

from __future__ import annotations

import textwrap
from importlib import metadata
from pathlib import Path

import pytest
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.record import replay
from written import hearts, suits

IMPORTS = "RUMPUS_API = 1\nfrom rumpus.core.hooks import hookimpl\nfrom rumpus.core.house import HouseRule\n"


def rule_file(path: Path, name: str = "short-match", before: str = "") -> Path:
    """A plugin of one house rule."""
    path.write_text(
        IMPORTS + textwrap.dedent(before) + f"\n@hookimpl\ndef rumpus_house_rules():\n"
        f"    return [HouseRule({name!r}, 'The match is half as long.', {{'target': lambda total: total // 2}})]\n",
        encoding="utf-8",
    )
    return path


def write(path: Path, text: str) -> Path:
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def only_failure(found: Catalogue, path: Path) -> str:
    """The sentence about the one plugin that could not be loaded."""
    assert [origin for origin, _ in found.failures] == [str(path)], found.failures
    sentence = found.failures[0][1]
    assert sentence[0].isupper(), sentence
    assert str(path) in sentence or path.name in sentence, f"the sentence names the plugin: {sentence}"
    return sentence


# --- where plugins are found ------------------------------------------------------------------------------------------


def test_the_built_in_games_are_found_by_entry_point(catalogue: Catalogue) -> None:
    assert {"hearts", "gin-rummy", "basic-rummy"} <= set(catalogue.games)
    assert catalogue.failures == []
    version = metadata.version("rumpus")
    points = {point.name for point in metadata.entry_points(group="rumpus")}
    assert catalogue.origins["hearts"] == ("hearts", version)
    assert {origin for origin, _ in catalogue.origins.values()} <= points
    assert set(catalogue.games) | set(catalogue.house_rules) == set(catalogue.origins)
    assert all(name == game.name for name, game in catalogue.games.items())


def test_every_call_finds_afresh() -> None:
    one, other = find_plugins(), find_plugins()
    one.games.clear()
    assert "hearts" in other.games
    assert "hearts" in find_plugins().games


def test_a_single_file(tmp_path: Path) -> None:
    path = rule_file(tmp_path / "short.py")
    found = find_plugins([path])
    assert found.failures == []
    assert found.origins["short-match"][0] == str(path)
    assert found.house_rules["short-match"].help == "The match is half as long."
    assert set(find_plugins([str(path)]).house_rules) == set(found.house_rules), "a path may be a text too"


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    for name in ("b", "c", "a", "A"):
        rule_file(tmp_path / f"{name}.py", f"rule-{name}")
    write(tmp_path / "notes.txt", "no plugin")
    found = find_plugins(folder=tmp_path)
    local = [name for name in found.house_rules if name.startswith("rule-")]
    assert local == ["rule-A", "rule-a", "rule-b", "rule-c"]
    assert found.failures == []
    assert list(find_plugins(folder=tmp_path).house_rules) == list(found.house_rules)


def test_a_folder_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    assert find_plugins(folder=tmp_path / "nothing").failures == []


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    path = tmp_path / "gone.py"
    only_failure(find_plugins([path]), path)


def test_files_of_one_name_in_two_folders_are_two_plugins(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    files = [rule_file(tmp_path / folder / "rules.py", f"rule-{folder}") for folder in ("one", "two")]
    found = find_plugins(files)
    assert {"rule-one", "rule-two"} <= set(found.house_rules)
    assert found.failures == []


# --- plugins that are broken ------------------------------------------------------------------------------------------

BROKEN = {
    "raises at import": IMPORTS + "raise RuntimeError('no luck today')",
    "imports what is not there": IMPORTS + "import no_such_module_anywhere",
    "leaves at import": IMPORTS + "import sys\nsys.exit(3)",
    "is no Python": IMPORTS + "def rumpus_games(:",
    "raises in a hook": IMPORTS + "@hookimpl\ndef rumpus_games():\n    raise RuntimeError('no luck today')",
    "leaves in a hook": IMPORTS + "@hookimpl\ndef rumpus_games():\n    raise SystemExit(3)",
    "misspells a hook": IMPORTS + "@hookimpl\ndef rumpus_gamez():\n    return []",
    "wants an argument that no hook has": IMPORTS + "@hookimpl\ndef rumpus_games(table):\n    return []",
    "returns nothing": IMPORTS + "@hookimpl\ndef rumpus_games():\n    pass",
    "returns a thing, not a list": IMPORTS + "@hookimpl\ndef rumpus_house_rules():\n    return HouseRule('x', 'x', {})",
    "returns a list of names": IMPORTS + "@hookimpl\ndef rumpus_games():\n    return ['hearts']",
    "returns rules for games": IMPORTS + "@hookimpl\ndef rumpus_games():\n    return [HouseRule('x', 'x', {})]",
    "returns names for bots": IMPORTS + "@hookimpl\ndef rumpus_bots():\n    return ['basic']",
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_plugin_is_reported_and_the_rest_load(fault: str, tmp_path: Path, catalogue: Catalogue) -> None:
    rule_file(tmp_path / "a.py", "rule-a")
    path = write(tmp_path / "b.py", BROKEN[fault])
    rule_file(tmp_path / "c.py", "rule-c")
    found = find_plugins(folder=tmp_path)
    only_failure(found, path)
    assert {"rule-a", "rule-c"} <= set(found.house_rules)
    assert set(found.games) == set(catalogue.games)
    assert len(found.bots) == len(catalogue.bots)


def test_the_sentence_says_what_is_wrong(tmp_path: Path) -> None:
    def sentence(fault: str) -> str:
        path = write(tmp_path / "b.py", BROKEN[fault])
        return only_failure(find_plugins([path]), path)

    assert "RuntimeError: no luck today" in sentence("raises at import")
    assert "RuntimeError: no luck today" in sentence("raises in a hook")
    assert "rumpus_gamez" in sentence("misspells a hook")
    for fault in ("returns nothing", "returns a list of names", "returns rules for games"):
        assert "rumpus_games" in sentence(fault)
    assert "rumpus_house_rules" in sentence("returns a thing, not a list")


def test_a_hook_may_also_hand_out_one_after_another(tmp_path: Path) -> None:
    text = IMPORTS + "@hookimpl\ndef rumpus_house_rules():\n    yield HouseRule('slow', 'By and by.', {})\n"
    path = write(tmp_path / "b.py", text)
    found = find_plugins([path])
    assert found.failures == []
    assert "slow" in found.house_rules


def test_of_a_broken_plugin_nothing_is_entered(tmp_path: Path) -> None:
    path = rule_file(tmp_path / "half.py", before="@hookimpl\ndef rumpus_bots():\n    raise RuntimeError('half')\n")
    found = find_plugins([path])
    only_failure(found, path)
    assert "short-match" not in found.house_rules
    assert "short-match" not in found.origins


def test_a_game_that_no_table_can_play_is_reported(tmp_path: Path, catalogue: Catalogue) -> None:
    variant = """
    RUMPUS_API = 1
    from rumpus.core.hooks import hookimpl
    from rumpus.plugins.hearts import HEARTS_GAME

    @hookimpl
    def rumpus_games():
        return [HEARTS_GAME.variant("odd-hearts", "Odd Hearts", wheels=4)]
    """
    path = write(tmp_path / "odd.py", variant)
    found = find_plugins([path])
    assert "wheels" in found.failures[0][1]
    assert set(found.games) == set(catalogue.games)


# --- the API that a plugin says it needs ------------------------------------------------------------------------------


@pytest.mark.parametrize("says", ["", "RUMPUS_API = 2", "RUMPUS_API = 0", "RUMPUS_API = '1'", "RUMPUS_API = None"])
def test_another_api_is_refused_without_running_the_file(says: str, tmp_path: Path) -> None:
    trace = tmp_path / "it ran"
    path = write(tmp_path / "other.py", f"{says}\nopen({str(trace)!r}, 'w').close()\nRUMPUS = 1\n")
    sentence = only_failure(find_plugins([path]), path)
    assert not trace.exists(), "the file was run"
    assert "API" in sentence
    if says.endswith(("2", "0")):
        assert says[-1] in sentence, "it says which API the plugin needs"
    path.write_text(path.read_text(encoding="utf-8").replace(says or "\n", "RUMPUS_API = 1\n", 1), encoding="utf-8")
    assert find_plugins([path]).failures == []
    assert trace.exists(), "the same file runs where it says the right API"


def test_a_newer_and_an_older_plugin_are_told_what_to_do(tmp_path: Path) -> None:
    newer, older = (write(tmp_path / f"{api}.py", f"RUMPUS_API = {api}") for api in (2, 0))
    assert "update rumpus" in only_failure(find_plugins([newer]), newer)
    assert "newer version" in only_failure(find_plugins([older]), older)


# --- names ------------------------------------------------------------------------------------------------------------


def test_of_two_plugins_with_one_name_the_first_stays_and_both_are_named(tmp_path: Path) -> None:
    first = rule_file(tmp_path / "a.py", "short-match")
    second = rule_file(tmp_path / "b.py", "short-match")
    found = find_plugins(folder=tmp_path)
    sentence = only_failure(found, second)
    assert str(first) in sentence
    assert str(second) in sentence
    assert "short-match" in sentence
    assert found.origins["short-match"][0] == str(first)


def test_one_plugin_does_not_bring_a_name_twice(tmp_path: Path) -> None:
    rules = "[HouseRule('twice', 'Once.', {}), HouseRule('twice', 'And again.', {})]"
    path = write(tmp_path / "b.py", IMPORTS + f"@hookimpl\ndef rumpus_house_rules():\n    return {rules}\n")
    assert "twice" in only_failure(find_plugins([path]), path)


def test_a_built_in_game_cannot_be_replaced(tmp_path: Path, catalogue: Catalogue) -> None:
    text = IMPORTS + (
        "from rumpus.plugins.hearts import HEARTS_GAME\n@hookimpl\ndef rumpus_games():\n"
        "    return [HEARTS_GAME.variant('gin-rummy', 'Gin, but not')]\n"
    )
    path = write(tmp_path / "thief.py", text)
    found = find_plugins([path])
    sentence = only_failure(found, path)
    assert catalogue.origins["gin-rummy"][0] in sentence
    assert found.games["gin-rummy"].title == catalogue.games["gin-rummy"].title


# --- a stranger's plugins ---------------------------------------------------------------------------------------------

VARIANT = '''
"""Kind Hearts: the queen of spades costs five, and fifty points end the match."""
from rumpus.core.cards import HEARTS, QS, prices, suit
from rumpus.core.hooks import hookimpl
from rumpus.plugins.hearts import HEARTS_GAME

RUMPUS_API = 1

@hookimpl
def rumpus_games():
    costs = prices(dict.fromkeys(suit(HEARTS), 1) | {QS: 5})
    return [HEARTS_GAME.variant("kind-hearts", "Kind Hearts", __doc__, give="none", target=50, penalty=costs)]
'''

RULE = """
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1

@hookimpl
def rumpus_house_rules():
    return [HouseRule("clubs-bite", "The ace of clubs costs three.", {"penalty": lambda p: (*p[:12], 3, *p[13:])})]
"""


def lines(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


def test_a_variant_in_ten_lines_and_a_house_rule_in_five_play(tmp_path: Path) -> None:
    assert lines(VARIANT) <= 10
    assert lines(RULE) <= 6
    write(tmp_path / "kind.py", VARIANT)
    write(tmp_path / "bite.py", RULE)
    found = find_plugins(folder=tmp_path)
    assert found.failures == []
    game = found.games["kind-hearts"]
    assert game.options != found.games["hearts"].options
    record = {**hearts(suits(moon="add"), suits(moon="add", dealer=1)), "game": "kind-hearts", "options": {}}
    said = replay(record, found)
    assert said["deals"][0]["scores"] == [18, 0, 18, 18]
    said = replay({**record, "house_rules": ["clubs-bite"]}, found)
    assert said["deals"][0]["scores"] == [21, 0, 21, 21]
    assert said["game"] == "kind-hearts"
    assert replay({**hearts(suits(moon="add")), "house_rules": ["clubs-bite"]}, found)["deals"][0]["scores"] == [29, 0, 29, 29]
    assert replay(hearts(suits(moon="add")), found)["deals"][0]["scores"] == [26, 0, 26, 26], "Hearts itself is as it was"


def test_the_help_page_of_a_strangers_game_tells_its_rules(tmp_path: Path) -> None:
    found = find_plugins([write(tmp_path / "kind.py", VARIANT), write(tmp_path / "bite.py", RULE)])
    game = found.games["kind-hearts"]
    page = game.help_page(game.charter(4, {}, [found.house_rules["clubs-bite"]]))
    assert "Kind Hearts" in page
    assert "The ace of clubs costs three." in page
    assert "Counts 3: A♣" in page
    assert "Counts 5: Q♠" in page
