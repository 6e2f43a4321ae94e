"""A host with several addresses, of which some lead nowhere: a guest soon finds the one that does."""

from __future__ import annotations

import socket
from contextlib import contextmanager

import pytest
from rumpus.net.discovery import addresses
from rumpus.net.identity.invite import Invite
from rumpus.net.transport import dealer_socket


@contextmanager
def nobody(port):
    """An address of this machine at which connections are begun and never taken, as behind a tunnel that swallows them."""
    with socket.socket() as full:
        full.bind(("127.0.0.9", port))
        full.listen(0)
        held = []
        for _ in range(8):
            line = socket.socket()
            line.setblocking(False)
            line.connect_ex(("127.0.0.9", port))
            held.append(line)
        yield "127.0.0.9"
        for line in held:
            line.close()


@pytest.mark.parametrize(
    "wrong", [("127.0.0.8",), ("swallows",), ("swallows", "127.0.0.8", "swallows")], ids=["shut", "hole", "many"]
)
def test_the_right_one_of_several_addresses_is_soon_found(serve, wrong):
    table = serve("gin-rummy")
    straight = table.invite
    with nobody(straight.port) as hole:
        first = tuple(hole if each == "swallows" else each for each in wrong)
        table.invite = Invite((*first, "127.0.0.1"), straight.port, straight.key, straight.token)
        guest = table.guest("Ann", wait=False)
        took = table.until(lambda: guest.link.state == "live")
        print(f"at the table after {took:.2f} s, {len(wrong)} wrong addresses tried before")
        assert guest.dealer.address == f"127.0.0.1:{straight.port}"


def test_an_invite_names_the_household_s_network_before_the_way_to_everywhere_else(monkeypatch):
    before = addresses.reachable("*")
    monkeypatch.setattr(addresses, "household_addresses", lambda: ["192.168.7.7", "fd77::7"])
    assert addresses.reachable("*")[:2] == ("192.168.7.7", "fd77::7")
    monkeypatch.setattr(addresses, "household_addresses", lambda: ["192.168.7.7", *before[:1]])
    assert addresses.reachable("*")[0] in (before[0], "192.168.7.7")
    assert set(before[:1]) <= set(addresses.reachable("*"))
    assert addresses.reachable("127.0.0.1") == ("127.0.0.1",)


def test_the_first_round_is_quick_and_a_host_that_answers_is_waited_for():
    import zmq
    from rumpus.net.identity.keys import new_pair

    context = zmq.Context()
    pair = new_pair()
    made = dealer_socket.Dealer(context, Invite(("127.0.0.8", "127.0.0.9"), 9, pair.public, b""), pair)
    waits = []
    for now in (0.0, 1.0, 2.0, 3.0):
        made.open(now)
        waits.append(made.next_at() - now)
        assert not made.wants_next_address(now + waits[-1] - 0.01)
        assert made.wants_next_address(now + waits[-1])
    assert waits == [dealer_socket.NOBODY_THERE] * 2 + [dealer_socket.NEXT_ADDRESS] * 2
    made._at = 0
    made._connected = True
    assert made.next_at() == 3.0 + dealer_socket.NEXT_ADDRESS
    made.close()
    context.destroy(0)
