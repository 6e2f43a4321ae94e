"""The same promises over real sockets with CURVE, the host in a process of its own."""

import os
import signal
import socket
import threading
import time

import pytest
import rawcurve
import zmq
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.guest.events import Ended, LinkNews, Refused, SayNews, TableNews
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol import codec
from rumpus.net.protocol.codec import FRAME_MAX
from rumpus.net.protocol.messages import Ack, Act, Hello
from rumpus.net.table.engine import core_offers
from rumpus.net.transport.dealer_socket import OPTIONS, WRONG_KEY
from rumpus.net.transport.zap import answer

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and /proc")


def dealer(context, table, pair, key=None, limit=True):
    """A bare socket with a guest's options."""
    made = context.socket(zmq.DEALER)
    for option, value in OPTIONS:
        if limit or option != zmq.MAXMSGSIZE:
            made.setsockopt(option, value)
    made.linger = 0
    made.curve_publickey, made.curve_secretkey = pair
    made.curve_serverkey = key or table.invite.key
    made.connect(table.invite.endpoints()[0])
    return made


def test_a_deal_is_played(serve):
    table = serve()
    table.everybody()
    table.play(12)
    table.same()
    assert table.logged() == ""


def test_a_stranger_without_the_token_is_refused(serve):
    table = serve()
    stranger = BlockingGuest(Invite(table.invite.addresses, table.invite.port, table.invite.key, b"guess"), new_pair(), "M")
    table.guests.append(stranger)
    stranger.told = []
    stranger.start()
    table.until(lambda: stranger.link.state == "over")
    assert [each.code for each in stranger.told if isinstance(each, Refused)] == ["token"]


def test_an_action_for_another_seat_is_refused(serve):
    table = serve()
    guests = table.everybody()
    table.play(4)
    table.same()
    table.until(lambda: any(guest.offer for guest in guests))
    mover = next(guest for guest in guests if guest.offer)
    other = next(guest for guest in guests if guest is not mover)
    rev = mover.link.rev
    other.act(str(core_offers(mover.offer)[0]))
    assert table.answer(other).code == "turn"
    assert mover.link.rev == rev
    table.play(3)


def test_the_same_act_three_times_is_done_once_and_answered_each_time(serve):
    table = serve()
    mover = table.everybody()[0]
    act = (codec.header("act", mover.link._sid), codec.body(Act(1, mover.offer.dp, str(core_offers(mover.offer)[0]))))
    heard = []
    frame = mover.link.frame
    mover.link.frame = lambda frames, now: (heard.append(frames), frame(frames, now))
    rev = mover.link.rev
    for _ in range(3):
        mover.dealer.send(act)

    def acks():
        kinds = [(codec.read_header(header).kind, body) for header, body in heard]
        return [codec.read_from_host(kind, body) for kind, body in kinds if kind == "ack"]

    table.until(lambda: len(acks()) == 3)
    assert acks() == [Ack(1, rev + 1)] * 3
    table.until(lambda: mover.link.rev == rev + 1)


@pytest.mark.skipif(rawcurve.SODIUM is None, reason="needs the libsodium of pyzmq's wheel")
def test_a_forged_user_id_and_name_change_nothing(serve):
    table = serve()
    victim = table.everybody()[0]
    mallory = new_pair()
    metadata = [(b"Socket-Type", b"DEALER"), (b"User-Id", victim.dealer.pair.public), (b"Identity", b"")]
    raw = rawcurve.RawGuest(table.invite.port, table.invite.key, mallory, metadata)
    raw.send(codec.header("act", victim.link._sid), codec.body(Act(1, victim.offer.dp, str(core_offers(victim.offer)[0]))))
    raw.send(codec.header("hello"), codec.body(Hello((1, 1), b"n" * 16, "x", "G0", b"")))
    header, body = raw.receive()
    raw.close()
    assert codec.read_header(header).kind == "refuse"
    assert codec.read_from_host("refuse", body).code == "token"
    assert victim.link.rev == 2
    table.play(4)
    assert victim.link.state == "live"


def test_the_door_keeper_says_no_to_what_is_not_curve_in_our_domain():
    key = b"k" * 32
    good = [b"1.0", b"7", b"rumpus", b"127.0.0.1", b"", b"CURVE", key]
    assert answer(good)[2] == b"200"
    for at, value in ((0, b"2.0"), (2, b""), (2, b"other"), (5, b"NULL"), (5, b"PLAIN"), (6, b"short")):
        assert answer([*good[:at], value, *good[at + 1 :]])[2] == b"400"
    for junk in ([], [b"1.0"], [b"1.0", b"7"], good[:6], [*good, b"more"]):
        assert answer(junk)[2] == b"400"


def test_without_a_door_keeper_nobody_gets_in():
    """The host's socket enforces its domain: no answer, no entry."""
    from rumpus.net.host.config import HostConfig
    from rumpus.net.host.server import Host

    host = Host(HostConfig(game="hearts"))
    host.door.close()
    guest = BlockingGuest(host.invite, new_pair(), "Ann")
    guest.start()
    signs = []
    while not signs:
        signs += [each for each in guest.wait(1) if isinstance(each, LinkNews)]
    assert guest.link.state == "connecting"
    assert host.router.poll(0) == 0
    guest.close()
    host.close()


def test_ten_megabytes_and_random_bytes_are_cut_off_while_the_table_goes_on(serve):
    table = serve()
    table.everybody()
    table.play(4)
    before = table.rss()
    context = zmq.Context()
    for size in (FRAME_MAX + 1, 10_000_000):
        big = dealer(context, table, new_pair(), limit=False)
        big.send(b"x" * size)
    greeting = b"\xff" + b"\0" * 8 + b"\x7f"
    junk = [
        os.urandom(200),
        b"GET / HTTP/1.1\r\n\r\n",
        greeting + b"\x03\x00NULL" + b"\0" * 60 + b"\x02" + b"\xff" * 8,
        greeting + b"\x03\x01CURVE".ljust(23, b"\0") + b"\0" * 32 + b"\x06" + b"\x7f" * 8,
    ]
    lines = []
    for n in range(50):
        line = socket.create_connection(("127.0.0.1", table.invite.port), timeout=5)
        line.sendall(junk[n % 4])
        lines.append(line)
    table.play(12)
    table.same()
    assert table.rss() - before < 8_000
    for line in lines:
        line.close()
    context.destroy(0)


def test_a_seated_guest_that_sends_junk_is_ended_and_the_others_play_on(serve):
    table = serve(settings={"grace": 0, "bot_time": 1})
    guests = table.everybody()
    bad = guests[3]
    for _ in range(3):
        bad.dealer.send((codec.header("act", bad.link._sid), os.urandom(200)))
    table.until(lambda: bad.link.state == "over")
    assert [each.code for each in bad.told if isinstance(each, Ended)] == ["bad_message"]
    table.play(8)
    assert table.logged().count("sent what is no message") == 3


def test_a_guest_that_vanishes_and_comes_back_has_seat_and_view_in_two_seconds(serve):
    table = serve()
    guests = table.everybody()
    table.play(6)
    gone = guests[1]
    pair = gone.dealer.pair
    gone.dealer.socket.close(0)  # no good-bye
    gone.dealer.socket = None
    table.guests.remove(gone)
    table.until(lambda: any(isinstance(each, TableNews) and each.state.seats[1].away for each in guests[0].told))
    back = table.guest("whoever", pair, wait=False)
    took = table.until(lambda: back.link.state == "live")
    print(f"seat and view {took:.3f} s after the new hello")
    assert back.seat == 1
    assert len(back.view.hand()) in (12, 13)
    table.until(lambda: not [each for each in guests[0].told if isinstance(each, TableNews)][-1].state.seats[1].away)
    table.play(6)
    table.same()


def test_away_then_a_bot_stands_in_then_the_person_is_back(serve):
    table = serve(settings={"grace": 1, "bot_time": 30})
    guests = table.everybody()
    table.play(5)
    gone = guests[2]
    pair = gone.dealer.pair
    gone.close()
    table.guests.remove(gone)

    def shown():
        return [each for each in guests[0].told if isinstance(each, TableNews)][-1].state.seats[2]

    table.until(lambda: shown().away)
    table.until(lambda: shown().standin)
    table.play(9)
    back = table.guest("G2", pair)
    table.until(lambda: not shown().standin and not shown().away)
    assert back.seat == 2
    table.play(8)
    table.same()
    assert "took too long" not in " ".join(each.text for each in guests[0].told if isinstance(each, SayNews))


def test_another_host_key_is_told_and_nothing_is_sent(serve):
    table = serve()
    other = Invite(table.invite.addresses, table.invite.port, new_pair().public, table.invite.token)
    guest = BlockingGuest(other, new_pair(), "Ann")
    guest.told = []
    table.guests.append(guest)
    guest.start()
    took = table.until(lambda: guest.link.state == "over")
    print(f"told after {took:.2f} s")
    assert [each.text for each in guest.told if isinstance(each, Ended)] == [WRONG_KEY]
    assert guest.dealer.socket is None


def test_what_is_no_table_is_told():
    listener = socket.create_server(("127.0.0.1", 0))

    def serve_web():
        while True:
            try:
                line, _ = listener.accept()
            except OSError:
                return
            with line:
                line.recv(100)
                line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"<html>" * 20)

    web = threading.Thread(target=serve_web, daemon=True)
    web.start()
    guest = BlockingGuest(Invite(("127.0.0.1",), listener.getsockname()[1], new_pair().public, b"t"), new_pair(), "Ann")
    guest.start()
    told = []
    while not any(isinstance(each, LinkNews) and "no rumpus table" in each.text for each in told):
        told += guest.wait(5)
    assert guest.link.state == "connecting"
    guest.close()
    listener.close()


def test_a_port_where_nobody_listens_is_told():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    guest = BlockingGuest(Invite(("127.0.0.1",), port, new_pair().public, b"t"), new_pair(), "Ann")
    guest.start()
    told = []
    while not any(isinstance(each, LinkNews) and each.text.startswith("Nobody answers at 127.0.0.1") for each in told):
        told += guest.wait(5)
    guest.close()


def test_the_second_address_is_tried_when_the_first_does_not_answer(serve):
    table = serve()
    with socket.create_server(("127.0.0.2", 0)) as listener:  # accepts and never answers
        forward = Invite(("127.0.0.2", "127.0.0.1"), table.invite.port, table.invite.key, table.invite.token)
        assert listener
        guest = BlockingGuest(forward, new_pair(), "Ann")
        guest.told = []
        table.guests.append(guest)
        guest.start()
        table.until(lambda: guest.link.state == "live")


def test_a_frozen_host_is_noticed_and_all_come_back(serve):
    table = serve()
    guests = table.everybody()
    table.play(5)
    table.signal(signal.SIGSTOP)
    took = table.until(lambda: all(guest.link.state in ("suspect", "reconnecting") for guest in guests))
    print(f"noticed after {took:.1f} s")
    table.until(lambda: all(guest.link.state == "reconnecting" for guest in guests))
    table.signal(signal.SIGCONT)
    took = table.until(lambda: all(guest.link.state == "live" for guest in guests))
    print(f"back after {took:.1f} s")
    assert all(guest.link.state != "over" for guest in guests)
    table.play(6)
    table.same()


def test_sigterm_says_good_bye_and_exits_cleanly(serve):
    table = serve(bots=2)
    guests = [table.guest(f"G{n}") for n in range(2)]
    table.play(3)
    begun = time.monotonic()
    table.signal(signal.SIGTERM)
    table.until(lambda: all(guest.link.state == "over" for guest in guests))
    assert table.process.wait(10) == 0
    print(f"gone after {time.monotonic() - begun:.2f} s")
    assert [each.code for guest in guests for each in guest.told if isinstance(each, Ended)] == ["closed", "closed"]


@pytest.mark.skipif(rawcurve.SODIUM is None, reason="needs the libsodium of pyzmq's wheel")
def test_a_message_that_never_ends_is_cut_off_before_it_fills_the_memory(serve):
    table = serve()
    table.everybody()
    before = table.rss()
    raw = rawcurve.RawGuest(table.invite.port, table.invite.key, new_pair(), [(b"Socket-Type", b"DEALER")])
    sent = []

    def send_for_ever():
        for _ in range(4000):
            raw.send_more(b"z" * 60_000)
            sent.append(60_000)

    with pytest.raises((OSError, EOFError)):
        send_for_ever()
    raw.close()
    print(f"cut off after {sum(sent) / 1e6:.0f} MB")
    table.until(lambda: "sent more than anybody may" in table.logged())
    table.play(4)
    table.same()
    assert table.rss() - before < 60_000
