"""Strangers and seats who flood, scan, declare gigabytes and hold connections: the table plays on, memory and files stay flat.

Over real sockets on 127.0.0.1; times and memory are printed, and memory is asserted with room to spare.
"""

from __future__ import annotations

import os
import random
import socket
import ssl
import struct
import subprocess
import sys
import time
from contextlib import suppress

import msgpack
import pytest
import rawcurve
from faulty import of, rss_and_rtt
from rumpus.net.guest.events import Ended, SayNews
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Act, Ask, Hello

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="needs /proc")

GREETING = b"\xff" + b"\0" * 8 + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + b"\0" + b"\0" * 31


def files(table):
    return len(os.listdir(f"/proc/{table.process.pid}/fd"))


def settled(table, at_most):
    """Waits until the host has let go of the connections; returns how long that took."""
    return table.until(lambda: files(table) <= at_most)


def malformed(chance):
    """Bytes that are no ZMTP, or begin like it and go wrong at any place."""
    hello = b"\x04\xc8\x05HELLO\x01\x00" + bytes(72) + chance.randbytes(32) + struct.pack(">Q", 1) + chance.randbytes(80)
    whole = GREETING + hello
    kind = chance.randrange(8)
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 300))
    if kind == 1:
        return whole[: chance.randrange(1, len(whole))]
    if kind == 2:  # a bit flipped
        at = chance.randrange(len(whole))
        return whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :]
    if kind == 3:  # another mechanism, another version, or as if it were a server
        name = chance.choice((b"NULL", b"PLAIN", b"GSSAPI", b"curve", bytes(20)))
        return (
            b"\xff"
            + bytes(8)
            + b"\x7f"
            + bytes([chance.choice((0, 1, 2, 3, 4, 255)), 1])
            + name.ljust(20, b"\0")
            + b"\1"
            + bytes(31)
        )
    if kind == 4:  # a command of a strange length
        return GREETING + bytes([chance.choice((2, 4, 6, 7, 255))]) + chance.randbytes(9)
    if kind == 5:
        return GREETING + b"\x04" + bytes([chance.randrange(256)]) + chance.randbytes(chance.randrange(200))
    if kind == 6:  # old peers: ZMTP 1.0 and 2.0
        return chance.choice((b"\x01\x00", b"\xff" + bytes(7) + b"\x01\x7f\x01\x05\x00\x00")) + chance.randbytes(20)
    return chance.choice(
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"SSH-2.0-x\r\n", b"")
    )


def throw(port, data, hold=None):
    """One connection that says this, and ends in one of three ways."""
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    with suppress(OSError):
        if data:
            line.sendall(data)
    if hold is not None and len(hold) < 40:
        hold.append(line)
    else:
        line.close()


@pytest.mark.parametrize("count", [1500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_thousands_of_malformed_connections_leave_no_trace(serve, count):
    table = serve("gin-rummy")
    table.everybody(2)
    table.play(2)
    chance, port = random.Random("malformed"), table.invite.port
    for _ in range(300):  # what the first ones make of the memory is no leak
        throw(port, malformed(chance))
    base = files(table)
    settled(table, base)
    before, begun, held = table.rss(), time.monotonic(), []
    for n in range(count):
        throw(port, malformed(chance), held if n % 20 == 0 else None)
        if n % 300 == 0:
            table.play(1)
    seconds = time.monotonic() - begun
    for line in held:
        line.close()
    took = settled(table, base)
    print(f"{count} connections in {seconds:.1f} s: {table.rss() - before:+d} KiB, files as before {took:.1f} s later")
    assert table.rss() - before < 4000
    table.play(4)
    table.same()


def test_a_port_scan_a_web_client_and_a_tls_client_get_nothing(serve):
    table = serve("gin-rummy")
    table.everybody(2)
    port = table.invite.port
    for _ in range(200):
        socket.create_connection(("127.0.0.1", port), timeout=10).close()
    insecure = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    insecure.check_hostname, insecure.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line, pytest.raises((ssl.SSLError, OSError)):
        insecure.wrap_socket(line)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: table\r\n\r\n")
        got = b""
        with suppress(OSError):
            while more := line.recv(1000):
                got += more
    assert b"HTTP" not in got
    assert b"rumpus" not in got.lower()
    table.play(4)
    table.same()
    assert table.logged() == ""


def more_files(count):
    """Lets this process have so many files open, or skips."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        if hard < count and hard != resource.RLIM_INFINITY:
            pytest.skip(f"this system allows {hard} open files")
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


def test_a_thousand_connections_that_say_nothing_do_not_keep_anybody_out(serve):
    more_files(2500)
    table = serve("gin-rummy", bots=0)
    first = table.guest("G0")
    base = files(table)
    idle = [socket.create_connection(("127.0.0.1", table.invite.port), timeout=20) for _ in range(1000)]
    begun = time.monotonic()
    second = table.guest("G1")
    print(f"a new guest came in {time.monotonic() - begun:.2f} s after the last of 1000 idle connections")
    table.play(4)
    assert first.link.state == second.link.state == "live"
    begun, trips = time.monotonic(), []
    while files(table) > base + 4:
        assert time.monotonic() - begun < 50, "they are still there"
        trips += rss_and_rtt(table, first, 0.2)[0]
    trips.sort()
    p50, most = trips[len(trips) // 2], trips[-1]
    print(f"the host had ended them all {time.monotonic() - begun:.1f} s later, by itself")
    print(f"{len(trips)} round trips until then: {p50:.1f} ms at the median, {most:.1f} ms at most")
    for line in idle:
        line.close()


@pytest.mark.parametrize("size", [8 << 30, 1 << 62, 400 << 20, 0xFFFFFFFFFFFFFFFF])
def test_a_frame_that_declares_gigabytes_is_cut_before_the_handshake(serve, size):
    table = serve("gin-rummy")
    table.everybody(2)
    table.play(2)
    before, sent = table.rss(), 0
    for flags in (2, 6, 3):
        line = socket.create_connection(("127.0.0.1", table.invite.port), timeout=10)
        with suppress(OSError):
            line.sendall(GREETING + bytes([flags]) + struct.pack(">Q", size))
            while sent < 30_000_000:
                sent += line.send(b"x" * 65536)
        line.close()
    print(f"{size} bytes declared: cut after {sent} bytes, {table.rss() - before:+d} KiB")
    assert sent < 25_000_000
    assert table.rss() - before < 2048
    table.play(4)
    table.same()


FLOOD = """
import sys, time, zmq
from rumpus.net.protocol import codec
from rumpus.net.transport.dealer_socket import OPTIONS
from rumpus.net.protocol.messages import Hello
port, key, seconds = int(sys.argv[1]), sys.argv[2].encode(), float(sys.argv[3])
context = zmq.Context()
made = context.socket(zmq.DEALER)
for option, value in OPTIONS:
    made.setsockopt(option, value)
made.linger, made.sndhwm = 0, 1000
made.curve_publickey, made.curve_secretkey = zmq.curve_keypair()
made.curve_serverkey = key
made.connect(f"tcp://127.0.0.1:{port}")
frames = [codec.header("hello"), codec.body(Hello((1, 1), b"n" * 16, "x", "M", b"guess"))]
until, sent = time.monotonic() + seconds, 0
print("ready", flush=True)
while time.monotonic() < until:
    if made.poll(100, zmq.POLLOUT):
        for _ in range(500):
            try:
                made.send_multipart(frames, zmq.NOBLOCK)
                sent += 1
            except zmq.Again:
                break
print(sent, flush=True)
"""

TIMED = """
import sys, time
from rumpus.net.host import server
tick, times = server.Host._tick, []
def timed(self, now):
    times.append(time.monotonic())
    tick(self, now)
server.Host._tick = timed
status = server.main(sys.argv[1:])
late = sorted(1000 * (b - a - server.TICK) for a, b in zip(times, times[1:]))
print(f"ticks late: {late[len(late) // 2]:.1f} ms at the median, {late[-1]:.1f} ms at most", file=sys.stderr, flush=True)
sys.exit(status)
"""


@pytest.mark.parametrize("seconds", [2.5, pytest.param(15, marks=pytest.mark.slow)])
def test_a_stranger_s_flood_is_dropped_and_the_table_does_not_feel_it(serve, seconds):
    table = serve("gin-rummy", program=("-c", TIMED))
    first, _ = table.everybody(2)
    calm, _ = rss_and_rtt(table, first, 1.0)
    program = [sys.executable, "-c", FLOOD, str(table.invite.port), table.invite.key.decode(), str(seconds + 1)]
    flood = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    assert flood.stdout.readline() == "ready\n"
    trips, grown = rss_and_rtt(table, first, seconds)
    sent = int(flood.stdout.readline())
    flood.wait(20)
    flood.stdout.close()
    p99 = [each[int(0.99 * len(each))] for each in (calm, trips)]
    print(f"{sent / (seconds + 1):.0f} a second: round trips p99 {p99[1]:.1f} ms ({p99[0]:.1f} when calm), host {grown:+d} KiB")
    assert grown < 16_000
    table.play(4)
    table.same()
    assert first.link.state == "live"
    table.process.terminate()
    table.until(lambda: table.process.poll() is not None)
    lines = table.logged().splitlines()
    print(next(line for line in lines if line.startswith("ticks late")))
    assert len(lines) < 200, "a flood does not fill the log either"


@pytest.mark.parametrize("what", ["acts", "talk", "hellos", "pings"])
def test_a_seat_that_floods_is_sent_away_once_and_nobody_else_is(serve, what):
    table = serve("gin-rummy", settings={"grace": 600})
    bad, good = table.everybody(2)
    sid, said = bad.link._sid, 0
    bodies = {
        "acts": lambda n: (codec.header("act", sid), codec.body(Act(1 + n, 1, "nonsense"))),
        "talk": lambda n: (codec.header("table", sid), codec.body(Ask("say", f"line {n}"))),
        "hellos": lambda n: (codec.header("hello"), codec.body(Hello((1, 1), struct.pack(">QQ", 7, n), "x", "G0", b""))),
        "pings": lambda n: (codec.header("ping", sid), msgpack.packb({"rev": 0, "t": n})),
    }
    before = table.rss()
    ended = []
    while not ended and said < 200_000:
        for _ in range(25):
            if bad.dealer.socket is not None:
                bad.dealer.send(bodies[what](said))
                said += 1
        good.told += good.wait(0)
        while (frames := bad.dealer.receive()) is not None:
            kind = codec.read_header(frames[0]).kind
            if kind == "bye":
                ended.append(codec.read_from_host("bye", frames[1]).code)
    for _ in range(2000):  # and goes on
        bad.dealer.send(bodies["pings"](said))
    good.say("still here")
    table.guests = [good]
    table.until(lambda: any(each.text == "still here" for each in of(good, SayNews)))
    heard = [each.text for each in of(good, SayNews) if each.text.startswith("line ")]
    print(f"{what}: sent away after {said} messages, {len(heard)} lines of talk heard, {table.rss() - before:+d} KiB")
    assert ended == ["flood"]
    assert good.link.state == "live"
    assert not of(good, Ended)
    assert len(heard) <= 6
    assert table.rss() - before < 8000
    assert table.logged().count("more than anybody may") == 1


BULKY = """
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1

def swell(deal, seat, action):
    if action.verb == "play" and deal.number == 0:
        deal.note("swollen", ["x" * 4000] * COUNT)
    return None

@hookimpl
def rumpus_house_rules():
    return [HouseRule("bulky", "Every play says far too much.", steps=(swell,))]
"""


def bulky(folder, count):
    plugin = folder / "bulky.py"
    plugin.write_text(BULKY.replace("COUNT", str(count)))
    return {"plugins": [str(plugin)], "house_rules": ["bulky"]}


def give_and_play(table):
    """All give what they may, and then the first card is played."""
    for guest in table.guests:
        table.until(lambda guest=guest: guest.offer is not None)
        if guest.offer.gives:
            from rumpus.core.cards import names

            give = guest.offer.gives[0]
            guest.act(f"give {names(give.cards[: give.n])}")
            table.answer(guest)
    table.until(lambda: any(guest.offer and guest.offer.acts for guest in table.guests))


def test_a_revision_too_large_for_a_frame_comes_as_a_welcome_in_pieces(serve, tmp_path):
    table = serve("hearts", **bulky(tmp_path, 30))
    guests = table.everybody()
    give_and_play(table)
    table.play(3)
    table.same()
    for guest in guests:
        assert guest.link.state == "live"
        assert guest.view.notes["swollen"] == ["x" * 4000] * 30
    assert all(len(guest.told) < 200 for guest in guests), "nobody asks again and again"


def test_a_view_too_large_to_send_is_logged_and_the_guests_are_no_zombies(serve, tmp_path):
    table = serve("hearts", **bulky(tmp_path, 300))
    guests = table.everybody()
    give_and_play(table)
    mover = next(guest for guest in guests if guest.offer)
    mover.act(str(mover.offer.acts[0]))
    table.until(lambda: "too large to send" in table.logged())
    begun = time.monotonic()
    while time.monotonic() - begun < 4:
        table.look()
    assert table.process.poll() is None
    assert all(guest.link.state in ("live", "suspect", "reconnecting") for guest in guests)
    guests[0].close()
    table.until(lambda: mover is guests[0] or mover.link.state != "over")
    print(f"{table.logged().count('too large')} lines of log in 4 s; links: {[guest.link.state for guest in guests]}")


@pytest.mark.skipif(rawcurve.SODIUM is None, reason="needs the libsodium of pyzmq's wheel")
@pytest.mark.parametrize(
    "bomb",
    [
        b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\x91" * 60_000, b"\xc7\x04\x01abcd" * 9,
        b"\xcb\x7f\xf8" + bytes(6), msgpack.packb({"what": "say", "text": "hi", "more": 1}),
        b"\x82\xa4what\xa3say\xa4what\xa3say", msgpack.packb([[[]] * 400] * 100),
    ],
    ids=["array lie", "map lie", "bytes lie", "nested", "extension", "nan", "unknown field", "key twice", "many lists"],
)  # fmt: skip
def test_bombs_in_msgpack_end_a_session_after_three_and_cost_nothing(bombed, bomb):
    table = bombed
    before = table.rss()
    bad = table.guest("Mallory", watch=True)
    for _ in range(3):
        bad.dealer.send((codec.header("table", bad.link._sid), bomb))
    table.until(lambda: bad.link.state == "over")
    table.guests.remove(bad)
    assert [each.code for each in of(bad, Ended)] == ["bad_message"]
    assert table.rss() - before < 8000
    table.play(1)


@pytest.fixture(scope="module")
def bombed():
    """One table for all bombs."""
    from served import Served

    table = Served("gin-rummy")
    table.everybody(2)
    yield table
    table.close()
