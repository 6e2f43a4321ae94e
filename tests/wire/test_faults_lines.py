"""Lines that fail, over real sockets: black holes, flipped bytes, resets, a strange server on the host's port, old frames.

Times are printed, not asserted: what waits, waits ten times as long as it may take.  The limits are asserted in virtual time
(test_link.py, test_room.py, test_simulated*.py).
"""

from __future__ import annotations

import socket
import time

import pytest
from faulty import diverged, first, of, rest, shown, through
from proxy import Proxy
from rumpus.net.guest.client import BlockingGuest
from rumpus.net.guest.events import Answered, Ended, Heard, LinkNews, Oddity, SayNews
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ack, Act


def test_a_black_hole_of_ten_seconds_costs_a_player_and_a_watcher_nothing(serve, lines):
    table = serve()
    line = lines(table)
    others = [table.guest(f"G{n}") for n in range(3)]
    player = through(table, line, "Ann")
    watcher = through(table, line, "Will", watch=True)
    table.until(lambda: all(guest.offer for guest in [*others, player]))
    rev = player.link.rev
    line.blackhole(True)
    begun = time.monotonic()
    player.act(first(player))  # a key is pressed while nothing passes
    away = table.until(lambda: shown(others[0]).seats[3].away and shown(others[0]).silent == ["Will"])
    noticed = table.until(lambda: all(guest.link.state in ("suspect", "reconnecting") for guest in (player, watcher))) + away
    print(f"the others saw both away after {away:.1f} s, the two noticed at the latest after {noticed:.1f} s")
    rest(table, begun, 10)
    assert table.guests[0].link.rev == rev, "the action has not come"
    line.blackhole(False)
    back = table.until(lambda: player.link.state == watcher.link.state == "live" and not player.link.pending)
    back += table.until(lambda: not shown(others[0]).seats[3].away and not shown(others[0]).silent)
    print(f"healed {back:.1f} s after the line was whole")
    assert [(each.cid, each.ok) for each in of(player, Answered)] == [(1, True)], "no key press lost, none doubled"
    table.until(lambda: all(guest.link.rev == rev + 1 for guest in table.guests))
    table.play(6)
    table.same()
    assert not diverged(table.guests)


@pytest.mark.parametrize("way", ["up", "down"])
def test_a_line_that_is_deaf_in_one_direction_heals(serve, lines, way):
    table = serve("gin-rummy")
    line = lines(table)
    other, player = table.guest("G0"), through(table, line, "Ann")
    table.until(lambda: any(guest.offer for guest in table.guests))
    line.blackhole(True, way)
    noticed = table.until(lambda: player.link.state == "reconnecting")
    line.blackhole(False)
    back = table.until(lambda: player.link.state == "live")
    print(f"deaf {way}: a new socket after {noticed:.1f} s, healed {back:.1f} s later")
    table.play(4)
    table.same()
    assert other.link.state == "live"


@pytest.mark.parametrize("what", ["reset", "cut", "half up", "half down", "flip up", "flip down", "limit"])
def test_a_connection_that_breaks_is_made_again(serve, lines, what):
    table = serve("gin-rummy")
    line = lines(table)
    table.guest("G0")
    player = through(table, line, "Ann")
    table.until(lambda: any(guest.offer for guest in table.guests))
    before, (trouble, _, way) = line.accepted, what.partition(" ")
    if trouble == "half":
        line.half_close(way)
    elif trouble == "flip":
        line.flip(way, 20)
    elif trouble == "limit":
        line.toxics(limit_data=10)
    else:
        getattr(line, trouble)()
    took = table.until(lambda: line.accepted > before)
    line.toxics(limit_data=-1)
    took += table.until(lambda: player.link.state == "live" and player.dealer.shaken)
    print(f"{what}: a new connection that works after {took:.1f} s")
    assert line.flipped == (trouble == "flip")
    table.play(4)
    table.same()
    assert not diverged(table.guests)


def test_a_slow_line_that_carries_a_few_bytes_at_a_time_is_only_slow(serve, lines):
    table = serve("gin-rummy")
    line = lines(table)
    table.guest("G0")
    line.toxics(slicer=7, latency=0.0005, jitter=0.0004, bandwidth=60_000)
    player = through(table, line, "Ann")
    table.play(8)
    table.same()
    assert {each.state for each in of(player, LinkNews)} == {"live"}
    assert not of(player, Oddity)


WEB = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<html>no</html>"


@pytest.mark.parametrize(
    "strange", [WEB, b"\xff\0\0\0\0\0\0\0\x01\x7f\x01\0", b"SSH-2.0-OpenSSH_9.2\r\n"], ids=["web", "old zmq", "ssh"]
)
def test_a_stranger_s_server_on_the_host_s_port_does_not_end_the_link(serve, lines, strange):
    table = serve("gin-rummy")
    line = lines(table)
    table.guest("G0")
    player = through(table, line, "Ann")
    table.until(lambda: any(guest.offer for guest in table.guests))
    line.answer = strange
    line.cut()
    before = line.accepted
    table.until(lambda: line.accepted > before)
    table.until(lambda: player.link.state == "suspect")
    made = id(player.dealer.socket)
    took = table.until(lambda: id(player.dealer.socket) != made)
    line.answer = None
    back = table.until(lambda: player.link.state == "live")
    print(f"a new socket {took:.1f} s after the link was suspect, healed {back:.1f} s after the host was back")
    table.play(4)
    table.same()


def test_the_last_delta_is_lost_and_nothing_follows(serve):
    table = serve("gin-rummy")
    guests = table.everybody(2)
    table.until(lambda: any(guest.offer for guest in guests))
    mover = next(guest for guest in guests if guest.offer)
    other = next(guest for guest in guests if guest is not mover)
    frame, lost = other.link.frame, []

    def swallows(frames, now):
        if not lost and codec.read_header(frames[0]).kind == "delta":
            lost.append(frames)
        else:
            frame(frames, now)

    other.link.frame = swallows
    rev = mover.link.rev
    mover.act(first(mover))
    table.until(lambda: mover.link.rev == rev + 1)
    took = table.until(lambda: lost and other.link.rev == rev + 1)
    print(f"the lost tail was there after {took:.1f} s")
    assert of(other, Oddity)[0].text.startswith("The host is at revision")
    table.play(3)
    table.same()


def test_frames_of_an_older_session_and_acts_of_an_earlier_hand_do_nothing(serve):
    table = serve("gin-rummy", settings={"grace": 600})
    one, two = table.everybody(2)
    heard, said = [], []
    frame, send = one.link.frame, one.dealer.send
    one.link.frame = lambda frames, now: (heard.append(frames), frame(frames, now))
    one.dealer.send = lambda frames: (said.append(frames), send(frames))
    table.play(5)
    old_sid, pair, number = one.link._sid, one.dealer.pair, one.view.notes["number"]
    while two.view.notes["number"] == number:  # to the next deal
        table.play(1)
    table.same()
    one.close()
    table.guests.remove(one)
    again = table.guest("Ann", pair)
    assert again.link._sid != old_sid
    old = [frames for frames in said if codec.read_header(frames[0]).kind != "hello"]
    acts = [body for header, body in said if codec.read_header(header).kind == "act"]
    assert len(acts) >= 2
    rev = again.link.rev
    for frames in old[-10:]:  # late, and of another session
        again.dealer.send(frames)
    for body in acts[-10:]:  # replayed in this session
        again.dealer.send((codec.header("act", again.link._sid), body))
    again.dealer.send((codec.header("act", again.link._sid), codec.body(Act(again.link._done + 1, 1, "draw stock"))))
    view = again.view.data()
    for frames in reversed(heard[-50:]):
        again.link.frame(frames, again.clock())
    again.say("done")
    table.until(lambda: any(each.text == "done" for each in of(two, SayNews)))
    assert (again.link.rev, two.link.rev) == (rev, rev), "nothing was played"
    assert again.view.data() == view
    again.link._done += 1  # the refused one used its number
    table.play(6)
    table.same()
    assert not diverged([again, two])


def test_enter_pressed_ten_times_and_one_act_a_hundred_times_is_one_action(serve):
    table = serve("gin-rummy")
    guests = table.everybody(2)
    mover = next(guest for guest in guests if guest.offer)
    other = next(guest for guest in guests if guest is not mover)
    heard = []
    frame = mover.link.frame
    mover.link.frame = lambda frames, now: (heard.append(frames), frame(frames, now))
    act = Act(1, mover.offer.dp, first(mover))
    frames = (codec.header("act", mover.link._sid), codec.body(act))
    rev = mover.link.rev
    for _ in range(100):
        mover.dealer.send(frames)
        table.look(0.004)  # the socket takes 32 at once
    later = [(codec.header("act", mover.link._sid), codec.body(Act(2 + n, act.dp, act.mv))) for n in range(9)]
    for frames in later:  # as many key presses for the same decision
        mover.dealer.send(frames)
    kinds = [(codec.read_header(header).kind, body) for header, body in heard]
    answers = [codec.read_from_host(kind, body) for kind, body in kinds if kind == "ack"]
    assert len(answers) >= 50, "what is over the budget is not answered"
    assert set(answers) == {Ack(1, rev + 1)}
    table.until(lambda: other.link.rev == rev + 1)
    rest(table, time.monotonic(), 0.3)
    assert len([each for each in of(other, Heard) if each.rev > rev]) == 1
    assert mover.link.rev == rev + 1


def test_the_same_key_twice_the_newest_wins_and_the_older_is_told(serve):
    table = serve("gin-rummy")
    one, two = table.everybody(2)
    view = one.view.data()
    twin = table.guest("somebody", one.dealer.pair)
    table.until(lambda: one.link.state == "over")
    assert [each.code for each in of(one, Ended)] == ["replaced"]
    assert (twin.seat, twin.view.data()) == (0, view)
    stranger = BlockingGuest(Invite(("127.0.0.1",), table.invite.port, table.invite.key, b"guess"), new_pair(), "G0")
    stranger.told = []
    table.guests.append(stranger)
    stranger.start()
    table.until(lambda: stranger.link.state == "over")
    assert stranger.seat == -1
    table.guests = [two, twin]
    table.play(5)
    table.same()


def test_the_proxy_passes_what_it_is_not_told_to_spoil():
    """The tool itself: bytes pass whole, in order, both ways, and its toxics do what they say."""
    with socket.create_server(("127.0.0.1", 0)) as listener, Proxy(listener.getsockname()[1]) as line:
        guest = socket.create_connection(("127.0.0.1", line.port), timeout=20)
        host, _ = listener.accept()
        host.settimeout(20)
        line.toxics("up", slicer=3)
        guest.sendall(b"abcdefgh")
        got = b""
        while len(got) < 8:
            got += host.recv(100)
        assert got == b"abcdefgh"
        line.flip("down", 1)
        host.sendall(b"xyz")
        assert guest.recv(100) == b"x" + bytes([ord("y") ^ 0x55]) + b"z"
        line.blackhole(True, "up")
        guest.sendall(b"held")
        host.sendall(b"passes")
        assert guest.recv(100) == b"passes"
        line.blackhole(False)
        assert host.recv(1) == b"h"
        line.half_close("down")
        assert guest.recv(100) == b""
        guest.sendall(b"!")
        line.reset()
        host.settimeout(20)
        with pytest.raises(ConnectionResetError):
            host.recv(100), host.recv(100), host.recv(100)
        guest.close()
        host.close()
