"""Fair dealing over real sockets, with the host in a process of its own, which is killed in the middle of a shuffle."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest
from rumpus.core.hooks import find_plugins
from rumpus.core.record import replay
from rumpus.net.guest.events import TableNews
from rumpus.net.identity.invite import read_invite
from rumpus.net.protocol.messages import Commit, Frozen
from rumpus.net.shuffle.audit import Auditor
from rumpus.net.shuffle.guest import CodeNews, EvidenceNews, VoidNews
from rumpus.net.table.engine import core_offers

FOUND = find_plugins()


def of(guest, kind):
    return [each for each in guest.told if isinstance(each, kind)]


def verdicts(guest, seats=()):
    prover = Auditor()
    return [prover.check(each.evidence, FOUND, seats) for each in of(guest, EvidenceNews)], prover.records


def play_deal(table):
    """Plays until every guest has been shown how a deal was dealt."""
    before = [len(of(guest, EvidenceNews)) for guest in table.guests]

    def opened():
        return all(len(of(guest, EvidenceNews)) > count for guest, count in zip(table.guests, before, strict=True))

    while not opened():
        table.until(lambda: opened() or any(guest.offer and not guest.link.pending for guest in table.guests))
        mover = next((guest for guest in table.guests if guest.offer and not guest.link.pending), None)
        if mover is not None and not opened():
            offers = [str(each) for each in core_offers(mover.offer)]
            mover.act(next((text for text in offers if text.startswith(("knock", "draw stock"))), offers[-1]))
            table.until(lambda mover=mover: mover.link.pending is None)


def test_two_guests_and_a_watcher_find_every_deal_fair(serve):
    table = serve("gin-rummy", seed=None, options={"target": 1000}, headless=True)
    guests = table.everybody(2)
    watcher = table.guest("W", watch=True)
    play_deal(table)
    play_deal(table)
    for guest in [*guests, watcher]:
        found, records = verdicts(guest)
        assert [verdict.text for verdict in found] == ["verified ✓"] * 2
        told = replay(json.loads(json.dumps(records[0])), FOUND)
        assert all(deal["ended"] for deal in told["deals"])
    assert [each.code for each in of(guests[0], CodeNews)] == [each.code for each in of(watcher, CodeNews)]


def test_a_seeded_table_has_no_shuffles_and_says_that_it_is_seeded(serve):
    table = serve("gin-rummy", headless=True)
    guests = table.everybody(2)
    assert not of(guests[0], CodeNews)
    assert of(guests[0], TableNews)[-1].state.seeded


def test_bots_play_with_a_person_whose_share_is_the_only_one(serve):
    table = serve("gin-rummy", seed=None, bots=1, options={"target": 1000}, headless=True)
    guest = table.guest("Ann")
    play_deal(table)
    [verdict], _ = verdicts(guest)
    assert verdict.kind == "verified"
    assert of(guest, CodeNews)[0].shares == 1


class Resumed:
    """The host's process once more, from the journal of a table that was killed."""

    def __init__(self, table, journal):
        config = {"resume": str(journal), "headless": True}
        table.process = subprocess.Popen(
            [sys.executable, "-m", "rumpus.net.host.server", json.dumps(config)],
            stdout=subprocess.PIPE,
            stderr=table.log,
            text=True,
        )
        first = table.process.stdout.readline()
        assert first.startswith("invite: "), table.logged()
        assert read_invite(first).key == table.invite.key


@pytest.mark.parametrize("when", ["commitments", "shares", "cards"])
def test_a_host_that_is_killed_in_a_shuffle_goes_on_with_the_same_secret(serve, tmp_path, when):
    table = serve("gin-rummy", seed=None, headless=True, journal=str(tmp_path / "journals"), options={"target": 1000})
    first = table.guest("G0")
    second = table.guest("G1", wait=False)
    if when == "commitments":
        second.link._reading |= {record: lambda message, now: None for record in second.link.shuffle_guest.reading}
    elif when == "shares":
        second.link._reading[Frozen] = lambda message, now: None
    if when == "cards":
        table.until(lambda: any(guest.offer for guest in table.guests))
        table.play(4)
    else:
        table.until(
            lambda: first.link.shuffle_guest._known and (when == "commitments" or first.link.shuffle_guest._known[0, 0].frozen)
        )
    before = first.link.shuffle_guest._known[0, 0]
    table.signal(signal.SIGKILL)
    table.process.wait(10)
    table.process.stdout.close()
    [journal] = (tmp_path / "journals").glob("*.journal")
    second.link._reading |= dict.fromkeys(second.link.shuffle_guest.reading, second.link._fair_step)
    Resumed(table, journal)
    table.until(lambda: all(guest.link.state == "live" for guest in table.guests) and any(guest.offer for guest in table.guests))
    assert first.link.shuffle_guest._known[0, 0].commit == before.commit, "the host's commitment is the one from before"
    play_deal(table)
    for guest in (first, second):
        found, _ = verdicts(guest)
        assert [verdict.text for verdict in found] == ["verified ✓"]
        assert not of(guest, VoidNews)


CHEAT = """
import sys
from msgspec.structs import replace
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import shuffled, tag
from rumpus.net.protocol import codec
from rumpus.net.shuffle import host as shuffle
from rumpus.net.host import server

how, other = sys.argv.pop(1), b"U" * 32
deck, settle, send = shuffle.ShuffleHost.deck, Match.settle, server.Host._send


def bent(key, message):
    if how == "sets" and type(message).__name__ == "Frozen":  # everybody is shown another commitment of somebody else
        return replace(message, commits=[line if line.key == key else replace(line, commit=other) for line in message.commits])
    if how == "dropped share" and type(message).__name__ == "Shares":
        return replace(message, shares=message.shares[:-1])
    if how == "secret" and type(message).__name__ == "Opened":
        return replace(message, secret=other)
    return message


def cheating(self, frame):
    kind = codec.read_header(frame.header).kind
    if kind in ("frozen", "shares", "opened"):
        body = codec.body(bent(server.raw_key(frame.key.encode()), codec.read_from_host(kind, frame.body)))
        frame = frame._replace(body=body)
    send(self, frame)


def other_deck(self, declared, number):
    cards = deck(self, declared, number)
    if how == "swapped cards":
        return (cards[1], cards[0], *cards[2:])
    return shuffled(tag("another"), declared) if how == "another deck" else cards


def other_score(self, deal):
    if how == "wrong score":
        deal.scores = [score + 1 for score in deal.scores]
    settle(self, deal)


server.Host._send, shuffle.ShuffleHost.deck, Match.settle = cheating, other_deck, other_score
sys.exit(server.main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("how", "steps"),
    [
        ("nothing", set()),
        ("sets", {"shares"}),
        ("dropped share", {"shares"}),
        ("secret", {"secret"}),
        ("swapped cards", {"cards"}),
        ("another deck", {"cards"}),
        ("wrong score", {"score"}),
    ],
)
def test_a_host_that_cheats_is_found_out_by_each_of_its_guests(serve, how, steps):
    table = serve("gin-rummy", seed=None, options={"target": 1000}, program=("-c", CHEAT, how))
    guests = [table.guest(f"G{n}") for n in range(2)]
    play_deal(table)
    while how == "wrong score" and verdicts(guests[0])[0][-1].kind == "verified":  # a deal that nobody won has no score
        play_deal(table)
    for guest in guests:
        verdict = verdicts(guest)[0][-1]
        print(f"{how}: {guest.link.name} says: {verdict.text}")
        assert {verdict.fault.step} == steps if steps else verdict.kind == "verified"


@pytest.mark.parametrize(("step", "lacks"), [(Commit, "commitment"), (Frozen, "share")])
def test_a_share_that_is_withheld_makes_the_shuffle_void_and_the_deal_comes_without_it(serve, step, lacks):
    table = serve("hearts", seed=None)
    guests = [table.guest(f"G{n}") for n in range(3)]
    bad = table.guest("G3", wait=False)
    hear = bad.link._reading[step]
    bad.link._reading[step] = lambda message, now: hear(message, now) if message.attempt else None
    begun = time.monotonic()
    table.until(lambda: all(guest.offer for guest in guests))
    print(f"without the {lacks} of one the deal came after {time.monotonic() - begun:.1f} s")
    for guest in guests:
        assert len(of(guest, VoidNews)) == 1
        assert of(guest, CodeNews)[-1].shares == 3
    assert of(guests[0], TableNews)[-1].state.voids == 1
    table.play(4)
    table.same()
