"""The basic bots beat random ones, and their deals come to an end."""

from __future__ import annotations

import pytest
from bench_bots import against_random, among_basics, share

CLEARLY = {"hearts": 3.0, "gin-rummy": 20.0, "basic-rummy": 20.0, "black-heart-rum": 30.0}
"""Points a deal by which the basic bot must be better."""
DEALS = [20, pytest.param(200, marks=pytest.mark.slow)]


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("game", CLEARLY)
def test_basic_clearly_beats_random(game: str, deals: int) -> None:
    means = against_random(game, deals)
    assert means.basic_better(game) > CLEARLY[game], means


@pytest.mark.parametrize("deals", DEALS)
def test_few_gin_deals_are_void(deals: int) -> None:
    assert share(among_basics("gin-rummy", 2, deals), "void") < 0.2


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_hardly_any_basic_rummy_deal_is_blocked(seats: int, deals: int) -> None:
    figures = among_basics("basic-rummy", seats, deals)
    assert share(figures, "block") < 0.02, figures.data()
    assert not figures.unfinished
