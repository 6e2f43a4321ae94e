"""Several machines on one network: the one that hosted a table is gone, and another one carries the table on."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lan import Lan, Program, allowed, household
from rumpus.client.cli.verify import verify
from rumpus.core.hooks import find_plugins
from rumpus.core.record import replay
from rumpus.net.storage.known_hosts import KnownTables
from seated import Seated, carried_on, play, record

WHY_NOT = allowed()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]
COMPUTERS = ("host", "ann", "bob", "cat")
THREE = pytest.mark.parametrize("lan", [COMPUTERS[:3]], indirect=True)


@pytest.fixture
def lan(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Lan]:
    with household(tmp_path, *getattr(request, "param", COMPUTERS)) as made:
        yield made
        for program in made.programs:
            if isinstance(program, Seated) and program.process.poll() is None:
                with contextlib.suppress(BrokenPipeError):
                    program.type("/leave")  # so that the hosts that they started end too


def open_table(lan: Lan, *more: str) -> Program:
    """A table on the host's machine, with a seat for a person at each other one."""
    bots = str(4 - len(lan.computers[1:]))
    words = ("--headless", "--bots", bots, "--bot", "random", "--table", "Kitchen", "-t", "grace=300", *more)
    return lan.run("host", "host", "hearts", *words)


def sit_down(lan: Lan, host: Program) -> list[Seated]:
    """A person at every other machine sits down, each with the code that is good at that moment."""
    people: list[Seated] = []
    for who in lan.computers[1:]:
        code = host.until(lambda line: line.startswith("code: ")).removeprefix("code: ")
        (lan.home / who / "saved").mkdir(parents=True)
        saved = ("--save", str(lan.home / who / "saved"))
        program = Seated(lan.space(who), lan.home / who, "join", "Kitchen", code, "--plain", "--name", who.title(), *saved)
        lan.programs.append(program)
        people.append(program)
        play(people, lambda program=program: bool(program.lines), acts=False)
    return people


def listed(lan: Lan, computer: str) -> dict[str, Any]:
    """The one table that a computer hears of, once it hears of any."""
    for _ in range(10):
        tables: list[dict[str, Any]] = json.loads(lan.answer(computer, "tables", "--json"))["tables"]
        if tables:
            (table,) = tables
            return table
    raise AssertionError("no table was heard")


def after(people: list[Seated], actions: int) -> Callable[[], bool]:
    """Whether everybody has played so many actions more, or is at the end."""
    wanted = [each.actions + actions for each in people]
    return lambda: all(each.actions >= count or each.ended for each, count in zip(people, wanted, strict=True))


def gone(lan: Lan, host: Program) -> None:
    """The host's machine falls off the table."""
    host.process.kill()
    host.process.wait()
    lan.cut("host", False)


def hosts(lan: Lan) -> set[str]:
    """The keys of the hosts that everybody's machine knows for the one table."""
    return {known.key for who in lan.computers[1:] for known in KnownTables(lan.home / who).all()}


def whose(lan: Lan, who: str) -> str:
    """The name of the person whose machine hosts the table, as somebody's machine has it signed."""
    tables = KnownTables(lan.home / who)
    line = tables.mark(tables.all()[0].table)
    assert line is not None
    return line.newest.seats[line.seat_of(line.newest.host)].name


def broken(ann: Seated, others: list[Seated], breaks: Callable[[str, bool], None], seconds: float) -> None:
    """Ann's line breaks when it is her turn, and she plays: all notice it, it heals, and what she did is not lost."""
    people, count = [ann, *others], 1 + sum("You are at the table." in line for line in ann.lines)
    play(people, lambda: bool(ann.turn))
    begun = time.monotonic()
    breaks("ann", False)
    ann.play()
    play(people, lambda: all(each.said("Ann is away", count) for each in others), acts=False)
    away = time.monotonic() - begun
    play(people, lambda: ann.said("Reconnecting", count) and time.monotonic() >= begun + seconds, acts=False)
    breaks("ann", True)
    begun = time.monotonic()

    def back() -> bool:
        return ann.said("You are at the table.", count) and all(each.said("Ann is here again", count) for each in others)

    play(people, back, acts=False)
    print(f"{breaks.__name__}: away after {away:.1f} s, back {time.monotonic() - begun:.1f} s after it was whole")


@THREE
def test_an_evening_from_the_list_of_tables_to_the_last_total_whatever_becomes_of_the_network_and_the_host(lan: Lan) -> None:
    host = open_table(lan, "-o", "target=30", "--matches", "1")
    table = listed(lan, "ann")
    assert (table["name"], table["open"], table["known"], table["free"]) == ("Kitchen", True, False, 2)
    assert table["address"] == f"{lan.address('host')}:7777"
    ann, bob = people = sit_down(lan, host)
    play(people, after(people, 3))
    broken(ann, [bob], lan.deaf, 10.0)
    play(people, after(people, 2))
    broken(ann, [bob], lan.cut, 0.0)
    play(people, lambda: all(each.totals() for each in people))
    before = ann.totals()[0]
    play(people, after(people, 3))
    gone(lan, host)
    begun = time.monotonic()
    play(people, lambda: all(each.said("can be carried on from this machine: /revive does it") for each in people), acts=False)
    offered = time.monotonic() - begun
    print(f"offered {offered:.1f} s after the kill, everybody back {carried_on(people, bob):.1f} s after /revive")
    assert ann.said("Bob's machine carries the table on as it stood before deal 2")
    table = listed(lan, "ann")
    assert (table["open"], table["known"], table["free"]) == (True, True, 0)
    assert table["address"].startswith(f"{lan.address('bob')}:")
    play(people, lambda: all(each.ended for each in people))
    found = find_plugins()
    for who, person in zip(("ann", "bob"), people, strict=True):
        told = record(lan.home / who / "saved")
        assert person.totals() == [deal["totals"] for deal in replay(told, found)["deals"]]
        assert all(each.fine for each in verify(told, found))
        assert not person.said("FAILED")
        refused = [n for n, said in enumerate(person.lines) if said.startswith("refused:")]
        assert not refused, person.lines[refused[0] - 12 : refused[0] + 3]  # what was played into a broken line counted once
    assert (ann.totals()[0], bob.totals()) == (before, ann.totals())


def test_the_host_s_machine_is_gone_and_the_match_ends_on_another_with_the_right_totals(lan: Lan) -> None:
    people = sit_down(lan, host := open_table(lan, "-o", "target=30", "--matches", "1"))
    play(people, lambda: all(each.totals() for each in people))
    play(people, after(people, 3))
    gone(lan, host)
    begun = time.monotonic()
    play(people, lambda: all(each.said("Reconnecting") for each in people), acts=False)
    took = carried_on(people, people[1])
    print(f"three people are at the new host {time.monotonic() - begun:.1f} s after the kill, {took:.1f} s after /revive")
    play(people, lambda: all(each.ended for each in people))
    told = record(lan.home / "ann" / "saved")
    assert {tuple(each.totals()[-1]) for each in people} == {tuple(replay(told, find_plugins())["deals"][-1]["totals"])}
    assert not any(each.said("FAILED") for each in people)


@THREE
def test_a_host_whose_machine_has_another_address_is_found_there_with_all_that_was_on(lan: Lan) -> None:
    people = sit_down(lan, open_table(lan))
    ann = people[0]
    play(people, after(people, 3))
    play(people, lambda: bool(ann.turn))
    lan.readdress("host", "10.77.0.99")
    begun = time.monotonic()
    ann.play()  # into a line that is dead
    play(people, lambda: all(each.said("You are at the table.") for each in people), acts=False)
    print(f"everybody back {time.monotonic() - begun:.1f} s after the address was another one")
    assert all(each.said("The host is at another place of the network now: 10.77.0.99, port 7777.") for each in people)
    assert not any(each.said("can be carried on from this machine") or each.said("refused:") for each in people)
    play(people, after(people, 3))
    assert listed(lan, "bob")["address"] == "10.77.0.99:7777"
    assert {(known.address, known.port) for known in KnownTables(lan.home / "ann").all()} == {("10.77.0.99", 7777)}


def left_alone(lan: Lan) -> list[Seated]:
    """Three people in the middle of a deal, whose host is gone."""
    people = sit_down(lan, host := open_table(lan))
    play(people, after(people, 2))
    gone(lan, host)
    play(people, lambda: all(each.said("Reconnecting") for each in people), acts=False)
    return people


def test_of_two_who_carry_a_table_on_at_one_moment_one_does(lan: Lan) -> None:
    ann, bob, cat = people = left_alone(lan)
    bob.type("/revive")
    ann.type("/revive")
    play(people, lambda: all(each.said("You are at the table") for each in people) and len(hosts(lan)) == 1, acts=False)
    assert whose(lan, "cat") in ("Ann", "Bob")
    play(people, after(people, 2))
    assert cat.said("carries the table on") or cat.said("carry the table on")


def test_of_two_who_carry_a_table_on_apart_from_each_other_all_come_together_at_the_lower_seat_s(lan: Lan) -> None:
    ann, bob, _cat = people = left_alone(lan)
    lan.deaf("ann", False)
    bob.type("/revive")
    ann.type("/revive")
    here = "You are at the table."
    play(people, lambda: all(each.said(here) for each in people) and len(hosts(lan)) == 2, acts=False)
    assert (whose(lan, "ann"), whose(lan, "bob"), whose(lan, "cat")) == ("Ann", "Bob", "Bob")
    lan.deaf("ann", True)
    begun = time.monotonic()
    both = "Ann and Bob carry the table on, each from their machine; the lower seat goes first."
    play(people, lambda: all(each.said(both) for each in people) and len(hosts(lan)) == 1, acts=False)
    print(f"everybody is told, and is at the lower seat's host, {time.monotonic() - begun:.1f} s after the network was one again")
    assert {whose(lan, who) for who in ("ann", "bob", "cat")} == {"Ann"}
    assert not ann.said("Bob's machine carries the table on")
    play(people, after(people, 2))
