"""Guests that are frozen, asleep for half an hour, or choose their own routing id, over real sockets.  Times are printed."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
import zmq
from faulty import rss_and_rtt, shown, through
from parlour import Parlour
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Hello
from rumpus.net.transport.dealer_socket import OPTIONS

SLEEPER = """
import sys
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import KeyPair
from rumpus.net.table.engine import core_offers
invite, public, secret = sys.argv[1:]
guest = BlockingGuest(read_invite(invite), KeyPair(public.encode(), secret.encode()), "Sleeper")
guest.start()
while guest.link.state != "over":
    guest.wait(0.5)
    if guest.offer and not guest.link.pending and guest.link.state == "live":
        guest.act(str(core_offers(guest.offer)[0]))
"""


@pytest.mark.parametrize("seconds", [7, pytest.param(60, marks=pytest.mark.slow)])
def test_a_frozen_client_slows_nobody_down_and_wakes_up_right(serve, seconds):
    table = serve(settings={"grace": 1, "bot_time": 5}, options={"target": 10000})
    others = [table.guest(f"G{n}") for n in range(3)]
    pair = new_pair()
    program = [sys.executable, "-c", SLEEPER, str(table.invite), pair.public.decode(), pair.secret.decode()]
    sleeper = subprocess.Popen(program)
    try:
        table.until(lambda: others[0].offer)
        table.until(lambda: "Sleeper" in [seat.name for seat in shown(others[0]).seats])
        sleeper.send_signal(signal.SIGSTOP)
        trips, grown = rss_and_rtt(table, others[0], seconds)
        p50, p99 = trips[len(trips) // 2], trips[int(0.99 * len(trips))]
        print(f"{seconds} s: round trips p50 {p50:.1f} ms, p99 {p99:.1f} ms, host {grown:+d} KiB")
        table.until(lambda: shown(others[0]).seats[3].standin)
        sleeper.send_signal(signal.SIGCONT)
        took = table.until(lambda: not shown(others[0]).seats[3].away and not shown(others[0]).seats[3].standin)
        print(f"awake and in its seat after {took:.1f} s")
        table.play(4)
        assert sleeper.poll() is None
    finally:
        sleeper.kill()
        sleeper.wait(10)


def test_a_lid_that_is_shut_for_half_an_hour_keeps_its_seat_without_the_code():
    parlour = Parlour(settings={"grace": 3600})
    players = parlour.everybody()
    parlour.play(5)
    asleep = players[2]
    parlour.players.remove(asleep)
    parlour.run(1800.0, step=0.5)
    assert parlour.table.seating.chairs[2].away_since is not None
    asleep.link.token = b""  # what let it in is not asked again
    asleep.route += b"+"
    parlour.players.append(asleep)
    asleep.link.tick(parlour.now)
    assert asleep.link.reopen
    asleep.link.opened(parlour.now)
    took = parlour.until(lambda: asleep.link.state == "live", 3.0)
    assert took < 3.0
    assert (asleep.link.seat, parlour.table.seating.chairs[2].away_since) == (2, None)
    parlour.play(8)
    parlour.same()


def test_a_lid_that_is_shut_on_a_real_line_keeps_its_seat_without_the_code(serve, lines):
    table = serve("gin-rummy", settings={"grace": 600})
    line = lines(table)
    other, asleep = table.guest("G0"), through(table, line, "Ann")
    table.play(4)
    hand = sorted(asleep.view.hand())
    table.guests.remove(asleep)  # it does not even look at its clock
    line.blackhole(True)
    table.until(lambda: shown(other).seats[1].away)
    asleep.link.token = b""
    line.blackhole(False)
    line.reset()  # the router has forgotten the connection
    table.guests.append(asleep)
    took = table.until(lambda: asleep.link.state == "live" and not shown(other).seats[1].away)
    print(f"awake and in its seat after {took:.1f} s")
    assert asleep.seat == 1
    assert sorted(asleep.view.hand()) == hand
    table.play(4)
    table.same()


def test_a_hello_from_a_socket_with_a_chosen_routing_id_takes_nobodys_place(serve):
    table = serve("gin-rummy")
    table.everybody(2)
    context = zmq.Context()
    sockets = []
    for _ in range(2):  # the same routing id twice, and a seat's name
        made = context.socket(zmq.DEALER)
        for option, value in OPTIONS:
            made.setsockopt(option, value)
        made.routing_id = b"G0"
        made.curve_publickey, made.curve_secretkey = new_pair()
        made.curve_serverkey = table.invite.key
        made.connect(table.invite.endpoints()[0])
        sockets.append(made)
    sockets[0].send_multipart([codec.header("hello"), codec.body(Hello((1, 1), b"n" * 16, "x", "G0", b"guess"))])
    poller = zmq.Poller()
    poller.register(sockets[0], zmq.POLLIN)
    assert poller.poll(40_000)
    header, body = sockets[0].recv_multipart()
    assert codec.read_from_host(codec.read_header(header).kind, body).code == "token"
    table.play(4)
    context.destroy(0)
