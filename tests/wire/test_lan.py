"""Several machines on one network: tables are found, joined by code, and survive black holes and cut cables."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lan import Lan, Program, allowed, household
from rumpus.net.identity.invite import read_invite

WHY_NOT = allowed()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Lan]:
    with household(tmp_path, "host", "ann", "bob") as made:
        yield made


def open_table(lan: Lan, *more: str) -> tuple[Program, str]:
    """A headless table with two free seats, and the code that is spoken first."""
    host = lan.run("host", "host", "hearts", "--headless", "--bots", "2", "--table", "Kitchen", *more)
    return host, host.until(lambda line: line.startswith("code: ")).removeprefix("code: ")


def found(lan: Lan, computer: str) -> list[dict[str, object]]:
    """The tables that a computer hears of, once it hears of any."""
    for _ in range(10):
        tables: list[dict[str, object]] = json.loads(lan.answer(computer, "tables", "--json"))["tables"]
        if tables:
            return tables
    raise AssertionError("no table was heard")


def playing(guest: Program) -> str:
    return guest.until(lambda line: line.startswith("your turn:"))


def test_a_table_is_found_and_joined_by_its_name_and_the_code(lan: Lan) -> None:
    host, code = open_table(lan)
    (table,) = found(lan, "ann")
    assert (table["name"], table["game"], table["seats"], table["free"]) == ("Kitchen", "hearts", 4, 2)
    assert (table["open"], table["known"], table["address"]) == (True, False, f"{lan.address('host')}:7777")
    ann = lan.run("ann", "join", "Kitchen", code, "--plain", "--name", "Ann")
    code = host.until(lambda line: line.startswith("code: ") and code not in line).removeprefix("code: ")
    bob = lan.run("bob", "join", lan.address("host"), *code.split("-"), "--plain", "--name", "Bob")
    playing(ann), playing(bob)
    (table,) = found(lan, "ann")
    assert (table["free"], table["known"]) == (0, True)
    ann.type("/quit")
    while ann.next_line() is not None:
        pass
    playing(lan.run("ann", "join", "Kitchen", "--plain", "--name", "Ann"))  # a seat comes back without a code


def test_a_black_hole_and_a_cut_cable_heal_by_themselves(lan: Lan) -> None:
    host, code = open_table(lan)
    ann = lan.run("ann", "join", "Kitchen", code, "--plain", "--name", "Ann")
    code = host.until(lambda line: line.startswith("code: ") and code not in line).removeprefix("code: ")
    bob = lan.run("bob", "join", "Kitchen", code, "--plain", "--name", "Bob")
    playing(ann), playing(bob)
    for broken in (lan.deaf, lan.cut):
        began = time.monotonic()
        broken("ann", False)
        bob.until(lambda line: "Ann is away" in line)
        noticed = time.monotonic() - began
        ann.until(lambda line: "Reconnecting" in line or "silent" in line)
        broken("ann", True)
        back = time.monotonic()
        bob.until(lambda line: "Ann is here again" in line or "Ann is back" in line)
        print(f"{broken.__name__}: away after {noticed:.1f} s, back {time.monotonic() - back:.1f} s after it was whole")


WATCHING = """
import sys, threading, time
from rumpus.net.discovery.mdns import Browser
heard = threading.Event()
browser = Browser(changed=heard.set)
for line in sys.stdin:
    begun = time.monotonic()
    if line.strip() == "fresh":
        browser.fresh()
    while not browser.tables() and time.monotonic() - begun < 30:
        heard.wait(0.05)
        heard.clear()
    print(f"{len(browser.tables())} after {time.monotonic() - begun:.2f} s", flush=True)
"""


def test_a_list_that_is_made_anew_hears_a_table_after_the_cable_was_out(lan: Lan) -> None:
    open_table(lan)
    found(lan, "host")
    command = ["ip", "netns", "exec", lan.space("ann"), sys.executable, "-c", WATCHING]
    lan.cut("ann", False)
    browser = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert browser.stdin is not None
    assert browser.stdout is not None
    try:
        lan.cut("ann", True)
        browser.stdin.write("fresh\n")
        browser.stdin.flush()
        told = browser.stdout.readline()
        print(f"the cable is in again and the list made anew: {told.strip()}")
        assert told.startswith("1 ")
    finally:
        browser.stdin.close()
        browser.wait(20)
        browser.stdout.close()


def test_a_killed_host_is_told_from_an_open_one(lan: Lan) -> None:
    host, _ = open_table(lan)
    assert found(lan, "bob")[0]["open"] is True
    host.process.kill()
    host.process.wait()
    tables = json.loads(lan.answer("bob", "tables", "--json"))["tables"]
    assert all(table["open"] is False for table in tables)


def test_a_network_of_ipv6_alone_carries_a_table(tmp_path: Path) -> None:
    with household(tmp_path, "host", "ann", only_v6=True) as lan:
        _host, code = open_table(lan)
        (table,) = found(lan, "ann")
        assert table["open"] is True
        ann = lan.run("ann", "join", f"[{lan.address('host')}]:7777", code, "--plain", "--name", "Ann")
        ann.until(lambda line: "sits down" in line or "You are at the table" in line)


def test_a_container_s_address_is_not_called_out_and_does_not_hinder(lan: Lan) -> None:
    lan.also("host", "docker0", "172.17.0.1/16")
    lan.also("ann", "docker0", "172.17.0.1/16")
    _host, code = open_table(lan)
    (table,) = found(lan, "ann")
    assert table["address"] == f"{lan.address('host')}:7777"
    ann = lan.run("ann", "join", "Kitchen", code, "--plain", "--name", "Ann")
    ann.until(lambda line: "sits down" in line or "You are at the table" in line)


def test_a_tunnel_that_is_the_way_to_everywhere_else_is_not_the_address_to_come_to(lan: Lan) -> None:
    lan.also("host", "tun0", "10.8.0.1/24")
    lan.also("host", "docker0", "172.17.0.1/16")
    lan.route("host", "default", "tun0")
    host, _code = open_table(lan)
    (table,) = found(lan, "ann")
    assert table["address"] == f"{lan.address('host')}:7777"
    line = next(line for line in host.lines if line.startswith("invite: ")).removeprefix("invite: ")
    addresses = read_invite(line).addresses
    assert addresses[0] == lan.address("host")
    lan.route("ann", "10.9.0.0/24", "eth0")  # where nobody is
    nowhere = str(replace(read_invite(line), addresses=("10.9.0.1", lan.address("host"))))
    for invite, what in ((line, "by the invite"), (nowhere, "by one that names a place where nobody is first")):
        command = ["ip", "netns", "exec", lan.space("ann"), sys.executable, "-c", COMING, invite]
        told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
        print(f"at the table {what} after {told.strip()} s")


COMING = """
import sys, time
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import new_pair
guest = BlockingGuest(read_invite(sys.argv[1]), new_pair(), "Ann")
begun = time.monotonic()
guest.start()
while guest.link.state != "live":
    guest.wait(0.1)
print(f"{time.monotonic() - begun:.2f}")
guest.close()
"""


def test_two_tables_of_one_name_are_told_apart(lan: Lan) -> None:
    open_table(lan)
    lan.programs.append(second := lan.run("bob", "host", "gin-rummy", "--headless", "--table", "Kitchen"))
    second.until(lambda line: line.startswith("code: "))
    for _ in range(10):
        tables = found(lan, "ann")
        if len(tables) == 2:
            break
    assert {table["game"] for table in tables} == {"hearts", "gin-rummy"}
    assert {str(table["name"]) for table in tables} == {"Kitchen", "Kitchen-2"}


def test_a_network_without_announcements_says_what_to_try_and_an_address_does(lan: Lan) -> None:
    _host, code = open_table(lan, "--bind", lan.address("host"))
    _ip_mute(lan)
    assert "No table is heard" in lan.answer("ann", "tables")
    ann = lan.run("ann", "join", lan.address("host"), code, "--plain", "--name", "Ann")
    ann.until(lambda line: "sits down" in line or "You are at the table" in line)
    nobody = lan.answer("bob", "join", "10.77.0.99", "--plain", "--name", "Bob")
    assert "hotspot" in nobody


def _ip_mute(lan: Lan) -> None:
    """The router passes no multicast, as guest networks do."""
    for number in range(1, len(lan.computers) + 1):
        subprocess.run(
            ["ip", "-n", lan.bridge, "link", "set", f"p{number}", "type", "bridge_slave", "mcast_flood", "off"], check=True
        )
