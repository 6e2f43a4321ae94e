"""What somebody may have meant: other spellings, beginnings, slips of the finger, and nothing where nothing is near."""

from __future__ import annotations

import pytest
from rumpus.core.hooks import Catalogue
from rumpus.core.spelling import did_you_mean, nearest


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gin", "gin-rummy"),
        ("Hearts", "hearts"),
        ("gin rummy", "gin-rummy"),
        ("GIN_RUMMY", "gin-rummy"),
        ("haerts", "hearts"),
        ("harts", "hearts"),
        ("contract", "contract-rummy"),
        ("500", "500-rummy"),
        ("oklahoma", "oklahoma-gin"),
        ("blackbrid", "blackbird"),
        ("chess", ""),
        ("", ""),
    ],
)
def test_a_game_that_was_meant(typed: str, meant: str, catalogue: Catalogue) -> None:
    assert nearest(typed, catalogue.games) == meant


def test_it_is_asked_at_the_end_of_a_sentence() -> None:
    assert did_you_mean("gin", ["gin-rummy", "hearts"]) == ": did you mean gin-rummy?"
    assert did_you_mean("chess", ["gin-rummy", "hearts"]) == ""
