"""The fixtures that pytest knows where rumpus is installed: tables from stacked decks, the trial, golden records."""

from __future__ import annotations

import json

import pytest
from rumpus.client.plugin_kit.pytest_plugin import Table, read_cards, stacked_deck
from rumpus.core.cards import names
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match

pytest_plugins = ["pytester"]


# --- stacked decks ----------------------------------------------------------------------------------------------------


def test_cards_are_written_one_by_one_or_in_a_row() -> None:
    assert names(read_cards("QS 2C..5C 4h..2h BJ")) == "QS 2C 3C 4C 5C 4H 3H 2H BJ"
    for text in ("XX", "2C..5D", "2C..3C..4C"):
        with pytest.raises(ValueError, match="is no card"):
            read_cards(text)


@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_hands_are_dealt_as_they_are_written(dealer: int, catalogue: Catalogue) -> None:
    match = Match(catalogue.games["hearts"].charter(4, {"give": "none"}), dealer)
    deal = match.open_deal(stacked_deck(match, ["QS", "2C..AC", "AS KS"]))
    assert names(deal.at[0]).endswith("QS")
    assert names(deal.at[1]) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
    assert names(deal.at[2]).endswith("KS AS")
    assert sorted(face for hand in deal.at for face in hand) == list(range(52))


def test_what_comes_after_the_hands(catalogue: Catalogue) -> None:
    match = Match(catalogue.games["gin-rummy"].charter())
    deal = match.open_deal(stacked_deck(match, ["AS"], "7H 8H"))
    assert names(deal.at[deal.pile]) == "7H"  # type: ignore[attr-defined]
    assert names(deal.at[deal.stock][-1:]) == "8H"


def test_a_deck_that_cannot_be_is_refused(catalogue: Catalogue) -> None:
    match = Match(catalogue.games["hearts"].charter())
    with pytest.raises(ValueError, match="The deck has no QS left"):
        stacked_deck(match, ["QS", "QS"])
    with pytest.raises(ValueError, match="Seat 0 is dealt 13 cards"):
        stacked_deck(match, ["2C..AC QS"])


def test_a_table_goes_on_from_deal_to_deal(table: object, catalogue: Catalogue) -> None:
    assert callable(table)
    here: Table = table("hearts", options={"give": "none", "moon": "add"}, hands=["2C..AC", "2D..AD", "2H..AH"], dealer=3)
    assert here.offers(0) == ["play 2C"]
    assert "lead it" in here.refusal("0 play 3C")
    with pytest.raises(pytest.fail.Exception, match="was accepted"):
        here.refusal("0 play 2C")
    here.play("0 play 2C\n1 play 2D\n\n2 play 2H", "3 play 2S")
    assert len(here.hand(0)) == 12
    with pytest.raises(AssertionError, match="must be over"):
        here.next_deal()
    assert here.play_out().scores == [0, 26, 26, 26]
    here.next_deal(["2C..AC"])
    assert here.match.totals == [0, 26, 26, 26]
    assert here.deal.dealer == 0
    from rumpus.core.record import replay

    told = replay(here.record(), catalogue)
    assert [deal["totals"] for deal in told["deals"]] == [[0, 26, 26, 26], [0, 26, 26, 26]]


# --- a stranger's tests -----------------------------------------------------------------------------------------------

MINE = """
from rumpus.core.hooks import hookimpl
from rumpus.plugins.hearts import HEARTS_GAME

RUMPUS_API = 1


@hookimpl
def rumpus_games():
    return [HEARTS_GAME.variant("short-hearts", "Short Hearts", target=TARGET)]
"""

TEST = """
PLUGIN = "mine.py"


def test_a_deal(table, golden):
    here = table("short-hearts", hands=["2C..AC"], options={"give": "none"})
    here.play_out()
    golden("deal", here)


def test_laws(trial):
    assert trial("short-hearts", deals=2).deals == 2
"""


def test_a_golden_record_is_asked_for_blessed_and_kept_to(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=MINE.replace("TARGET", "30"), test_mine=TEST)
    kept = pytester.path / "golden" / "deal.json"
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*nothing is kept as deal.json: run pytest --bless*"])
    assert not kept.exists()
    pytester.runpytest_inprocess("--bless", "-p", "no:cacheprovider").assert_outcomes(passed=2)
    blessed = json.loads(kept.read_text(encoding="utf-8"))
    assert blessed["record"]["game"] == "short-hearts"
    assert blessed["expected"]["deals"][0]["ended"] == "tricks"
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)
    blessed["expected"]["deals"][0]["scores"][0] += 1
    kept.write_text(json.dumps(blessed), encoding="utf-8")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*deal.json is not what came of it now*"])


def test_a_plugin_that_is_left_out_fails_its_tests_with_the_sentence(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=MINE.replace("RUMPUS_API = 1", "RUMPUS_API = 7"), test_mine=TEST)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(["*it needs API 7 and this rumpus has 1; update rumpus.*"])


def test_a_broken_law_fails_the_trial_by_its_name(pytester: pytest.Pytester) -> None:
    leak = """
RUMPUS_API = 1
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule


def blab(deal, seat, action):
    deal.note("blab", min(deal.at[seat], default=0))


@hookimpl
def rumpus_house_rules():
    return [HouseRule("blab", "Somebody blabs.", {"after": lambda steps: (*steps, blab)})]
"""
    test = 'PLUGIN = ["leak.py"]\n\n\ndef test_laws(trial):\n    trial("hearts", house_rules=["blab"])\n'
    pytester.makepyfile(leak=leak, test_leak=test)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*Broken: hidden is hidden: *could tell*"])


def test_another_plugin_may_have_the_same_option(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("def pytest_addoption(parser):\n    parser.addoption('--other')\n")
    pytester.makepyfile(test_mine="def test_nothing(request):\n    assert request.config.getoption('--bless') is False\n")
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)
