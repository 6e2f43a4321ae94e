"""A table moves to another machine while its host is there: real programs on 127.0.0.1, each person's with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rumpus.core.hooks import find_plugins
from rumpus.core.record import replay
from seated import play, record
from test_revive import House, after

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


def agree(people, to):
    """Everybody wants the table at this one's machine, and it is there."""
    people[0].type(f"/handover {to}")
    play(people, lambda: all(each.said("Answer /vote yes") for each in people), acts=False)
    for each in people[1:]:
        each.type("/vote yes")


def test_a_table_moves_in_the_middle_of_a_deal_and_every_card_lies_where_it_lay(house):
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-o", "target=40", "--matches", "1", "-t", "grace=300")
    ann, bob = people = house.sit(host, "Ann", "Bob")
    play(people, after(people, 5))
    for each in people:
        each.type("/hand")
    play(people, lambda: all(each.said("You hold ") for each in people), acts=False)
    agree(people, "Bob")
    play(people, lambda: all(each.said("Bob's machine carries the table on, with every card") for each in people), acts=False)
    play(people, lambda: bool(ann.turn or bob.turn), acts=False)
    assert host.process.wait(15) == 0
    assert not list((house.folder / "host" / "tables").glob("*.journal"))
    before = len(ann.lines), len(bob.lines)
    play(people, lambda: all(each.ended for each in people))
    assert not any(line.startswith("Deal 1") and "dealt" in line for line in ann.lines[before[0] :])
    told = [record(house.folder / f"saved-{each}") for each in ("Ann", "Bob")]
    assert told[0]["deals"] == told[1]["deals"]
    assert ann.totals()[-1] == bob.totals()[-1] == replay(told[0], find_plugins())["deals"][-1]["totals"]
    for each in people:
        codes = [line for line in each.lines if line.startswith("Deal code")]
        assert len(codes) == len(told[0]["deals"]), "nobody begins anew to follow the shuffle of a deal that is on"
        assert not each.said("FAILED"), each.lines
        assert each.said("Deal 1 of this table: verified ✓"), each.lines
    path = next((house.folder / "saved-Ann").glob("*.json"))
    answer = subprocess.run(
        [sys.executable, "-m", "rumpus.client", "verify", "--json", str(path)], capture_output=True, text=True
    )
    assert json.loads(answer.stdout)["ok"], answer.stdout


def test_one_who_says_no_keeps_the_table_where_it_is(house):
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-t", "grace=300")
    ann, bob = people = house.sit(host, "Ann", "Bob")
    play(people, after(people, 1))
    ann.type("/handover Bob")
    play(people, lambda: bob.said("Bob's machine then knows every hand") and bob.said("Answer /vote yes"), acts=False)
    bob.type("/vote no")
    play(people, lambda: all(each.said("Voted down") for each in people), acts=False)
    ann.type("/handover Carl")
    play(people, lambda: ann.said("/handover NAME"), acts=False)
    play(people, after(people, 1))
    assert not (house.folder / "Bob" / "tables").exists()


def test_a_machine_that_cannot_take_the_table_leaves_it_and_the_deal_goes_on(house):
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-t", "grace=300")
    people = house.sit(host, "Ann", "Bob")
    play(people, after(people, 1))
    (house.folder / "Bob" / "tables").write_text("no folder")
    agree(people, "Bob")
    play(
        people,
        lambda: all(each.said("The table stays where it is: its journal cannot be written there") for each in people),
        acts=False,
    )
    play(people, after(people, 3))
    assert host.process.poll() is None
