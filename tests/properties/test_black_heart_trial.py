"""Black Heart Rum put through the trial at two, four, six and nine seats, alone and in teams: every deal ends by the rules."""

from __future__ import annotations

import pytest
from rumpus.core.bots import RANDOM_BOT
from rumpus.core.hooks import Catalogue
from rumpus.core.rules import Value
from rumpus.core.testing.trial import run_trial

TABLES: tuple[tuple[int, dict[str, Value]], ...] = ((2, {}), (4, {}), (6, {"teams": 3}), (9, {}))
IDS = [f"{seats} seats{' in teams' if options else ''}" for seats, options in TABLES]


def tried(catalogue: Catalogue, seats: int, options: dict[str, Value], random_deals: int, basic_deals: int) -> None:
    game = catalogue.games["black-heart-rum"]
    charter = game.charter(seats, options)
    basic = catalogue.bot("basic", game)
    assert basic is not None
    for kind, deals in ((RANDOM_BOT, random_deals), (basic, basic_deals)):
        report = run_trial(
            charter, deals, "black heart", kinds=(kind,), thorough=500, all_verbs=deals >= 2000 and seats < 6
        )  # nobody passes while a big draw pile lasts
        assert report.deals == deals
        assert set(report.ended) <= {"out", "stock"}
        print(f"{seats} seats {options}: {deals} deals, {dict(report.ended)}, longest {report.longest}, {dict(report.verbs)}")


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=IDS)
def test_some_deals_keep_every_law(catalogue: Catalogue, seats: int, options: dict[str, Value]) -> None:
    tried(catalogue, seats, options, 5, 4)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=IDS)
def test_two_thousand_deals_keep_every_law(catalogue: Catalogue, seats: int, options: dict[str, Value]) -> None:
    tried(catalogue, seats, options, 2000, 200)
