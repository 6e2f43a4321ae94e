"""What the tests of faults share: guests behind bad lines, what they were told, and how long a ping takes meanwhile."""

from __future__ import annotations

import time

from rumpus.net.guest.events import Oddity, TableNews
from rumpus.net.identity.invite import Invite
from rumpus.net.protocol import codec
from rumpus.net.table.engine import core_offers

PAUSE = 0.06
"""Seconds from ping to ping: with what the guest plays meanwhile it stays within its budget, however long that goes on."""


def through(table, line, name, pair=None, *, wait=True, **more):
    """A guest whose only way to the host is this proxy."""
    straight = table.invite
    table.invite = Invite(("127.0.0.1",), line.port, straight.key, straight.token)
    try:
        return table.guest(name, pair, wait=wait, **more)
    finally:
        table.invite = straight


def of(guest, kind):
    return [each for each in guest.told if isinstance(each, kind)]


def shown(guest):
    return of(guest, TableNews)[-1].state


def rest(table, begun, seconds):
    """Until so many seconds have passed since then; everybody reads what comes."""
    while time.monotonic() - begun < seconds:
        table.look()


def first(guest):
    return str(core_offers(guest.offer)[0])


def diverged(guests):
    """What a guest found that cannot come of a lost frame: its view is not the host's."""
    return [
        each.text for guest in guests for each in of(guest, Oddity) if "not the host's" in each.text or "not fit" in each.text
    ]


def rss_and_rtt(table, guest, seconds):
    """The round trips of pings while everybody plays, in ms, and by how much the host's memory grew, in KiB."""
    before, trips, begun = table.rss(), [], time.monotonic()
    pongs = []
    frame = guest.link.frame

    def listens(frames, now):
        if codec.read_header(frames[0]).kind == "pong":
            pongs.append(time.monotonic())
        frame(frames, now)

    guest.link.frame = listens
    while time.monotonic() - begun < seconds:
        mover = next((each for each in table.guests if each.offer and not each.link.pending), None)
        if mover is not None:
            mover.act(first(mover))
        pongs.clear()
        sent = time.monotonic()
        guest.link._ping_at = 0.0
        guest.link.tick(guest.clock())
        guest._push()
        while not pongs:
            guest.told += guest.wait(0.05)
        trips.append(1000 * (pongs[0] - sent))
        rest(table, sent, PAUSE)
    guest.link.frame = frame
    trips.sort()
    return trips, table.rss() - before
