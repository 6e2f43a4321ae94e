"""Hosts that freeze, wedge, lose their door-keeper, or are not who they say, over real sockets.  Times are printed."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
import zmq
from parlour import Parlour
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.guest.events import LinkNews, Oddity, SayNews
from rumpus.net.host.config import HostConfig
from rumpus.net.host.server import Host
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Refuse, Spoken
from rumpus.net.storage.known_hosts import ChangedKey, KnownTable, KnownTables
from rumpus.net.transport.pairing_client import PairingClient
from served import PATIENCE, Served

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


def of(guest, kind):
    return [each for each in guest.told if isinstance(each, kind)]


def noticed(guest):
    return guest.link.state in ("suspect", "reconnecting")


@pytest.mark.parametrize("seconds", [8, pytest.param(20, marks=pytest.mark.slow)])
def test_a_host_that_is_stopped_costs_nobody_a_turn(serve, seconds):
    """The clock is shorter than the sleep: who was thinking still may, and nobody is called away."""
    table = serve(settings={"clock": 5, "bank": 0})
    guests = table.everybody()
    table.signal(signal.SIGSTOP)
    begun = time.monotonic()
    took = table.until(lambda: all(noticed(guest) for guest in guests))
    while time.monotonic() - begun < seconds:
        table.look()
    rev = guests[0].link.rev
    table.signal(signal.SIGCONT)
    back = table.until(lambda: all(guest.link.state == "live" for guest in guests))
    print(f"frozen host noticed after {took:.1f} s, all back {back:.1f} s after it went on")
    begun = time.monotonic()
    while time.monotonic() - begun < 1.0:
        table.look()
    assert all(guest.link.rev == rev for guest in guests), "nothing was played for anybody"
    said = [each.text for guest in guests for each in of(guest, SayNews)]
    assert not [text for text in said if "took too long" in text or "is away" in text or "A bot plays" in text]
    table.play(6)
    table.same()


def test_a_host_that_sleeps_takes_nobody_s_time_to_think():
    """In virtual time: after its sleep everybody has what was left and some seconds more, and then the clock runs on."""
    parlour = Parlour(settings={"clock": 5, "bank": 0})
    players = parlour.everybody()
    parlour.run(3.0)
    for player in players:
        player.news.clear()
    rev = parlour.engine.rev
    parlour.now += 20.0  # nobody's tick, the host's neither
    parlour.dispatcher.tick(parlour.now)
    for player in players:
        player.link.opened(parlour.now)
    parlour.run(4.0)
    assert parlour.engine.rev == rev
    assert all(player.link.state == "live" for player in players)
    took = 4.0 + parlour.until(lambda: parlour.engine.rev > rev)
    assert took <= 5.0 + 15.0


WEDGED = """
import sys, time
from rumpus.net.host import server, dispatcher
ask, done = dispatcher.Dispatcher._ask, []
def slow(self, session, what, now):
    if what.text.startswith("wedge ") and not done:
        done.append(what)  # the guest says it again until it is heard
        time.sleep(float(what.text.split()[1]))
    ask(self, session, what, now)
dispatcher.Dispatcher._ask = slow
sys.exit(server.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("seconds", [7.5, pytest.param(20, marks=pytest.mark.slow)])
def test_a_host_whose_loop_hangs_while_its_sockets_live_is_noticed(serve, seconds):
    """ZeroMQ's own thread answers its pings all the while; only ours do not come."""
    table = serve(program=("-c", WEDGED))
    guests = table.everybody()
    table.play(3)
    guests[0].say(f"wedge {seconds}")
    took = table.until(lambda: all(noticed(guest) for guest in guests))
    back = table.until(lambda: all(guest.link.state == "live" for guest in guests))
    print(f"wedged loop noticed after {took:.1f} s, all back {back:.1f} s later (the loop hung for {seconds} s)")
    table.play(6)
    table.same()
    assert not [each for guest in guests for each in of(guest, Oddity) if "not the host's" in each.text]


def test_without_its_door_keeper_the_table_plays_on_and_lets_nobody_in():
    """ZAP is answered in the host's loop, not in a task that could die alone; here the answers stop all the same."""
    host = Host(HostConfig(game="gin-rummy", seed="zap", settings={"grace": 600}))
    asked = []
    answering = host.door.answer_all
    silent = threading.Event()

    def answer_all():
        if not silent.is_set():
            answering()
        else:
            asked.append(host.door.socket.recv_multipart())  # the question is read and never answered
            host.door.answer_all = lambda: time.sleep(0.01)

    host.door.answer_all = answer_all
    thread = threading.Thread(target=host.run)
    thread.start()
    guests = [BlockingGuest(host.invite, new_pair(), f"G{n}") for n in range(3)]
    table = Looking(guests[:2])
    table.start()
    table.until(lambda: all(guest.link.state == "live" for guest in table.guests) and any(g.offer for g in table.guests))
    silent.set()
    late = guests[2]
    late.start()
    late.told = []
    table.guests.append(late)
    table.until(lambda: asked)
    table.play(4)
    assert late.link.state == "connecting", "no answer, no entry"
    assert not late.dealer.shaken
    assert all(guest.link.state == "live" for guest in guests[:2])
    host.stop()
    table.until(lambda: all(guest.link.state == "over" for guest in guests[:2]))
    thread.join(PATIENCE)
    assert not thread.is_alive()
    late.close()


class Looking(Served):
    """Guests at a host of this process."""

    def __init__(self, guests):
        self.guests = guests

    def start(self):
        for guest in self.guests:
            guest.told = []
            guest.start()

    def logged(self):
        return "(in this process)"


CLONE = """
import sys
from types import SimpleNamespace
from rumpus.net.host import server, startup
from rumpus.net.identity import pairing
startup.secrets = SimpleNamespace(token_hex=lambda size: "ab" * size)
pairing.PAUSE, pairing.TRIES_A_SECOND = 0.0, 1000.0
sys.exit(server.main(sys.argv[1:]))
"""
TABLE = "ab" * 16
"""The number that the real table and its clone both claim."""


def open_table(serve):
    """A table that takes spoken codes, and the code that it says first."""
    table = serve("gin-rummy", program=("-c", CLONE), open=True, headless=True)
    return table, said_code(table)


def said_code(table):
    line = table.process.stdout.readline()
    assert line.startswith("code: "), line
    return line.removeprefix("code: ").strip()


def knocked(invite, code, table=TABLE):
    """How a knock with a code ended, and the key that knocked."""
    pair = new_pair()
    knock = PairingClient(invite, table, code, pair)
    begun = time.monotonic()
    try:
        while not knock.done:
            knock.wait(0.5)
            assert time.monotonic() - begun < PATIENCE
    finally:
        knock.close()
    return knock.refused, pair


def test_a_code_lets_one_in_over_real_sockets(serve):
    table, code = open_table(serve)
    refused, pair = knocked(table.invite, code)
    assert not refused
    table.invite = type(table.invite)(table.invite.addresses, table.invite.port, table.invite.key, b"")
    assert table.guest("Ann", pair).seat == 0
    assert said_code(table) != code, "a code is used once"
    refused, _ = knocked(table.invite, code)
    assert "not the code" in refused


def test_a_clone_of_a_table_fails_at_the_code_and_at_the_key_that_is_known(serve, tmp_path):
    real, code = open_table(serve)
    clone, _ = open_table(serve)
    refused, pair = knocked(clone.invite, code)
    assert "not the code" in refused, "the clone does not know it"
    refused, _ = knocked(real.invite, code)
    assert not refused, "and has learnt nothing that the real one would not hear"
    known = KnownTables(tmp_path)
    known.remember(KnownTable(TABLE, real.invite.key.decode(), "den"))
    assert known.check(TABLE, real.invite.key.decode())
    with pytest.raises(ChangedKey, match="another key"):
        known.check(TABLE, clone.invite.key.decode())
    assert pair


def cpu(process):
    """Seconds of CPU that a process has used."""
    with open(f"/proc/{process}/stat") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_the_fifth_wrong_code_burns_it_and_the_host_shows_another(serve):
    table, code = open_table(serve)
    guests = [table.guest(f"G{n}") for n in range(2)]
    before, begun = cpu(table.process.pid), time.monotonic()
    wrong = "1-acorn-acorn" if code != "1-acorn-acorn" else "2-acorn-acorn"
    told = [knocked(table.invite, wrong)[0] for _ in range(6)]
    used = cpu(table.process.pid) - before
    assert [("fifth wrong try" in sentence) for sentence in told] == [False] * 4 + [True, False]
    fresh = said_code(table)
    assert fresh != code
    refused, _ = knocked(table.invite, code)
    assert refused, "the burnt code opens nothing"
    print(f"six tries as fast as they go: {used:.2f} s of CPU in {time.monotonic() - begun:.1f} s")
    assert table.logged().count("tried a wrong code") >= 6
    table.guests = guests
    table.play(4)


def test_somebody_between_guest_and_host_who_passes_the_code_s_steps_on_lets_both_fail(serve):
    """A relay with keys of its own: the guest knocks at it, it knocks at the host with what the guest says."""
    table, code = open_table(serve)
    context = zmq.Context()
    public, secret = zmq.curve_keypair()
    router = context.socket(zmq.ROUTER)
    router.curve_server = True
    router.curve_publickey, router.curve_secretkey = public, secret
    port = router.bind_to_random_port("tcp://127.0.0.1")
    onward = context.socket(zmq.DEALER)
    onward.curve_publickey, onward.curve_secretkey = zmq.curve_keypair()
    onward.curve_serverkey = table.invite.key
    onward.connect(table.invite.endpoints()[0])
    steps, stop = [], threading.Event()

    def relay():
        poller = zmq.Poller()
        poller.register(router, zmq.POLLIN)
        poller.register(onward, zmq.POLLIN)
        route = b""
        while not stop.is_set():
            ready = dict(poller.poll(100))
            if router in ready:
                route, *frames = router.recv_multipart()
                steps.append(("guest", codec.read_from_guest("code", frames[1])))
                onward.send_multipart(frames)
            if onward in ready:
                frames = onward.recv_multipart()
                steps.append(("host", codec.read_from_host(codec.read_header(frames[0]).kind, frames[1])))
                router.send_multipart([route, *frames])

    thread = threading.Thread(target=relay)
    thread.start()
    try:
        middle = type(table.invite)(("127.0.0.1",), port, public, b"")
        refused, _ = knocked(middle, code)
    finally:
        stop.set()
        thread.join(10)
        context.destroy(0)
    assert "not the code" in refused
    host = [type(message) for who, message in steps if who == "host"]  # a first step may be said, and answered, twice
    assert (set(host[:-1]), host[-1]) == ({Spoken}, Refuse)
    assert [message.step for who, message in steps if who == "guest"][-2:] == [1, 2]
    assert table.guest("Ann", wait=True).seat == 0, "who has the invite still comes in"


def test_a_host_that_was_set_up_anew_is_told_from_the_old_one_and_hears_nothing(serve):
    """The same address, another key: one sentence, the link stays ended, and the new host never hears of the guest."""
    table = serve("gin-rummy")
    guest = table.guest("Ann")
    other = serve("gin-rummy")
    guest.dealer.endpoints = other.invite.endpoints()
    table.process.kill()
    table.process.wait(10)
    took = table.until(lambda: guest.link.state == "over")
    print(f"another host's key told {took:.1f} s after the old host was killed (6 s of them silence)")
    assert "key differs" in of(guest, LinkNews)[-1].text or "key differs" in guest.told[-1].text
    begun = time.monotonic()
    while time.monotonic() - begun < 1.5:
        guest.wait(0.1)
    assert guest.dealer.socket is None
    assert other.logged() == ""
