"""Several machines on one network: the one that hosted a table is gone, and another one carries the table on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lan import Lan, Program, allowed, household
from rumpus.core.hooks import find_plugins
from rumpus.core.record import replay
from rumpus.net.known import KnownTables
from seated import Seated, play, record

WHY_NOT = allowed()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]
PEOPLE = ("ann", "bob", "cat")


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Lan]:
    with household(tmp_path, "host", *PEOPLE) as made:
        yield made
        for program in made.programs:
            if isinstance(program, Seated) and program.process.poll() is None:
                program.type("/leave")  # so that the hosts that they started end too


def sit_down(lan: Lan, *more: str) -> tuple[Program, list[Seated]]:
    """A table on the host's machine, and a person at each other machine's."""
    words = ("--headless", "--bots", "1", "--bot", "random", "--table", "Kitchen", "-t", "grace=300", *more)
    host = lan.run("host", "host", "hearts", *words)
    people: list[Seated] = []
    for who in PEOPLE:
        code = host.until(lambda line: line.startswith("code: ")).removeprefix("code: ")
        (lan.home / who / "saved").mkdir(parents=True)
        saved = ("--save", str(lan.home / who / "saved"))
        program = Seated(lan.space(who), lan.home / who, "join", "Kitchen", code, "--plain", "--name", who.title(), *saved)
        lan.programs.append(program)
        people.append(program)
        play(people, lambda program=program: bool(program.lines), acts=False)
    return host, people


def gone(lan: Lan, host: Program) -> None:
    """The host's machine falls off the table."""
    host.process.kill()
    host.process.wait()
    lan.cut("host", False)


def hosts(lan: Lan) -> set[str]:
    """The keys of the hosts that everybody's machine knows for the one table."""
    return {known.key for who in PEOPLE for known in KnownTables(lan.home / who).all()}


def test_the_host_s_machine_is_gone_and_the_match_ends_on_another_with_the_right_totals(lan: Lan) -> None:
    host, people = sit_down(lan, "-o", "target=30", "--matches", "1")
    play(people, lambda: all(each.totals() for each in people))
    wanted = [each.actions + 3 for each in people]
    play(people, lambda: all(each.actions >= count or each.ended for each, count in zip(people, wanted, strict=True)))
    gone(lan, host)
    begun = time.monotonic()
    play(people, lambda: all(each.said("Reconnecting") for each in people), acts=False)
    people[1].type("/revive")
    play(people, lambda: all(each.said("is dealt anew") for each in people), acts=False)
    print(f"everybody is at the new host {time.monotonic() - begun:.1f} s after the old one was gone")
    play(people, lambda: all(each.ended for each in people))
    told = record(lan.home / "ann" / "saved")
    assert {tuple(each.totals()[-1]) for each in people} == {tuple(replay(told, find_plugins())["deals"][-1]["totals"])}
    assert not any(each.said("FAILED") for each in people)


def test_of_two_who_carry_a_table_on_all_come_together_at_the_lower_seat_s(lan: Lan) -> None:
    host, people = sit_down(lan)
    play(people, lambda: all(each.actions >= 2 for each in people))
    ann, bob, cat = people
    gone(lan, host)
    play(people, lambda: all(each.said("Reconnecting") for each in people), acts=False)
    bob.type("/revive")
    ann.type("/revive")
    play(people, lambda: all(each.said("You are at the table") for each in people) and len(hosts(lan)) == 1, acts=False)
    anns = KnownTables(lan.home / "ann").all()[0]
    line = KnownTables(lan.home / "cat").mark(anns.table)
    assert line is not None
    assert line.newest.seats[line.seat_of(line.newest.host)].name in ("Ann", "Bob")
    wanted = [each.actions + 2 for each in people]
    play(people, lambda: all(each.actions >= count for each, count in zip(people, wanted, strict=True)))
    assert cat.said("carries the table on") or cat.said("carry the table on")
