"""The beacon: a table calls itself out, browsers hear of it, of its changes and of its end. All on the loopback interface."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from rumpus.net.discovery.mdns import SERVICE, Announced, Announcer, Browser, _info, _properties, read_announcement
from rumpus.net.identity.keys import new_pair

ON = ["127.0.0.1"]


def announced(name: str = "den", **more: Any) -> Announced:
    told: dict[str, Any] = {"game": "hearts", "seats": 4, "free": 3, "proto": 1}
    told = {
        "name": name,
        "addresses": ("127.0.0.1",),
        "port": 7777,
        "table": "ab" * 16,
        "key": new_pair().public.decode(),
        **told,
    }
    return Announced(**{**told, **more})


class Listening:
    """A browser that can be waited for."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.browser = Browser(ON, self._note)

    def _note(self) -> None:
        with self.changed:
            self.changed.notify_all()

    def until(self, seen: Callable[[list[Announced]], bool]) -> list[Announced]:
        with self.changed:
            assert self.changed.wait_for(lambda: seen(self.browser.tables()), 20.0), self.browser.tables()
        return self.browser.tables()


@pytest.fixture
def listening() -> Iterator[Listening]:
    made = Listening()
    yield made
    made.browser.close()


def test_a_table_is_heard_with_all_that_it_says_and_no_more(listening: Listening) -> None:
    table = announced(name=f"den {new_pair().public.decode()[:6]}".replace(".", "x"), table="ab" * 16)
    announcer = Announcer(table, ON)
    announcer.start()
    try:
        mine = [
            each
            for each in listening.until(lambda tables: table.name in [each.name for each in tables])
            if each.name == table.name
        ]
        assert mine == [table]
        announcer.tell(replace(table, free=1))
        listening.until(lambda tables: any(each.name == table.name and each.free == 1 for each in tables))
    finally:
        announcer.close()
    listening.until(lambda tables: all(each.name != table.name for each in tables))


def test_two_tables_of_one_name_are_both_found(listening: Listening) -> None:
    first, second = announced("twins"), announced("twins", table="cd" * 16)
    beacons = [Announcer(first, ON), Announcer(second, ON)]
    try:
        beacons[0].start()
        listening.until(lambda tables: any(each.table == first.table for each in tables))
        beacons[1].start()
        found = listening.until(lambda tables: {first.table, second.table} <= {each.table for each in tables})
        assert len({each.name for each in found if each.table in (first.table, second.table)}) == 2
    finally:
        for announcer in beacons:
            announcer.close()


def test_a_table_that_two_machines_carry_on_is_heard_from_both_under_its_own_name(listening: Listening) -> None:
    table, name = "ef" * 16, f"den {new_pair().public.decode()[:6]}".replace(".", "x")
    gone, *both = announced(name, table=table), *(announced(name, table=table, carried=True) for _ in range(2))
    beacons = [Announcer(each, ON) for each in (gone, *both)]
    try:
        for announcer in beacons:
            announcer.start()
        found = listening.until(lambda tables: len([each for each in tables if each.table == table]) == 3)
        assert sorted(each.key for each in found if each.table == table) == sorted(each.key for each in (gone, *both))
        assert {each.name for each in found if each.table == table} == {name}
    finally:
        for announcer in beacons:
            announcer.close()


def test_a_fresh_browser_hears_what_is_there(listening: Listening) -> None:
    table = announced("fresh air")
    announcer = Announcer(table, ON)
    announcer.start()
    try:
        listening.until(lambda tables: any(each.table == table.table for each in tables))
        listening.browser.fresh()
        listening.until(lambda tables: any(each.table == table.table for each in tables))
    finally:
        announcer.close()


def test_the_record_is_short_and_holds_no_secret() -> None:
    longest = announced("Ü" * 60, game="g" * 60, seats=64, free=64)
    properties = _properties(longest)
    assert set(properties) == {"v", "id", "key", "game", "seats", "free"}
    assert sum(len(name) + len(value) + 2 for name, value in properties.items()) <= 200
    assert len(_info(longest, "rumpus-x").name.removesuffix("." + SERVICE).encode()) <= 63


@pytest.mark.parametrize(
    "properties",
    [
        {},
        {b"id": b"x" * 32, b"key": b"k" * 40},
        {b"id": b"0" * 32, b"key": b"short"},
        {b"id": b"\xff" * 32, b"key": b"k" * 40},
        {b"id": None, b"key": None},
    ],
)
def test_what_is_no_table_of_ours_is_not_shown(properties: dict[bytes, bytes | None]) -> None:
    heard = SimpleNamespace(properties=properties, port=7777, name=f"x.{SERVICE}", parsed_scoped_addresses=lambda _: [])
    assert read_announcement(heard) is None


def test_hostile_words_are_cleaned() -> None:
    words = {b"id": b"0" * 32, b"key": b"k" * 40, b"game": b"\x1b[2Jhearts", b"seats": b"99999999", b"free": b"-1"}
    heard = SimpleNamespace(
        properties=words, port=7777, name=f"\x1b]0;bad\x07den.{SERVICE}", parsed_scoped_addresses=lambda _: ["10.0.0.1"]
    )
    found = read_announcement(heard)
    assert found is not None
    assert "\x1b" not in found.name + found.game
    assert (found.seats, found.free) == (0, 0)
