"""A newcomer's first command, typed to its end: who plays anything against the bots of `rumpus play hearts` comes last."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain_guests import Process, end, last_totals, type_to_the_end

NAME = "Ann"


def totals_of(home: Path, seed: str) -> dict[str, int]:
    """What a match came to in which the first legal card was played whenever it was this player's turn."""
    client = Process(home, "play", "hearts", "--plain", "--name", NAME, "--seed", seed, "--matches", "1")
    try:
        type_to_the_end([client], lambda offers: offers[0])
        assert client.exit_status() == 0
        assert client.errors == []
    finally:
        end(client)
    told = last_totals(client).removeprefix("totals:").split("·")
    return {name: int(total) for name, _, total in (each.strip().rpartition(" ") for each in told)}


@pytest.mark.parametrize(("matches", "last"), [(2, 2), pytest.param(10, 8, marks=pytest.mark.slow)])
def test_who_plays_the_first_legal_card_comes_last(matches: int, last: int, tmp_path: Path) -> None:
    came_last = 0
    for number in range(matches):
        totals = totals_of(tmp_path / str(number), f"newcomer {number}")
        assert len(totals) == 4
        came_last += totals[NAME] == max(totals.values())
    assert came_last >= last
