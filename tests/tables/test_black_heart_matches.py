"""Black Heart over the network, typed from what the clients printed: teams that ask, and a full table of seven."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain_guests import guests, last_totals, table, type_to_the_end
from test_whole_matches import lay_all

TEAMS = ("--seats", "4", "-o", "teams=2", "-o", "target=1")
SEVEN = ("--seats", "7", "--bots", "4", "-o", "target=1")


@pytest.mark.parametrize(("people", "words"), [(4, TEAMS), (3, SEVEN)], ids=["teams", "seven"])
def test_people_type_a_match_to_its_end(people: int, words: tuple[str, ...], tmp_path: Path) -> None:
    with (
        table(tmp_path, "black-heart-rum", *words, "--matches", "1") as (host, invite),
        guests(tmp_path, invite, people) as seated,
    ):
        type_to_the_end(seated, lay_all)
        assert [guest.exit_status() for guest in seated] == [0] * people
        assert host.exit_status() == 0
        assert len({last_totals(guest) for guest in seated}) == 1
        assert not any(line.startswith("refused:") for guest in seated for line in guest.lines)
        for guest in seated:
            said = "\n".join(guest.lines)
            assert "A first meld holds at least three cards, attendants among them." in said
            if words == TEAMS:
                assert "Teams: Guest" in said
                assert "nobody talks in private here" in said
                assert " & Guest" in last_totals(guest)
