"""The connections under the host's socket: many that come, go or are ended together cost the table little at a time."""

from __future__ import annotations

import socket
import time

import pytest
import zmq
from rumpus.net.transport.connection_guard import AT_ONCE, STRANGER_SECONDS, Connections

MANY = 3 * AT_ONCE - 10


@pytest.fixture
def watched():
    """Connections of a router that says nothing, and its port."""
    context = zmq.Context()
    router = context.socket(zmq.ROUTER)
    router.backlog = MANY
    port = router.bind_to_random_port("tcp://127.0.0.1")
    connections = Connections(router)
    yield connections, port
    connections.close()
    context.destroy(0)


def come(connections, port):
    """So many strangers connect, and all of them have been taken in."""
    idle = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(MANY)]
    begun = time.monotonic()
    while len(connections._open) < MANY:
        connections.monitor.poll(1000)
        connections.look(0.0)
        assert time.monotonic() - begun < 40
    return idle


def test_who_comes_is_looked_at_some_at_a_time(watched):
    connections, port = watched
    idle = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(MANY)]
    while True:
        before = len(connections._open)
        assert connections.monitor.poll(40_000)
        more = connections.look(0.0)
        assert len(connections._open) - before <= AT_ONCE
        assert more == (len(connections._open) - before == AT_ONCE)
        if len(connections._open) == MANY:
            break
    for line in idle:
        line.close()


def test_who_says_nothing_is_ended_some_at_a_time(watched):
    connections, port = watched
    idle = come(connections, port)
    assert connections.cut(set(), set(), STRANGER_SECONDS - 1) == []
    left = []
    while connections._open:
        assert connections.cut(set(), set(), STRANGER_SECONDS + 1) == []
        left.append(len(connections._open))
    assert left == [MANY - AT_ONCE, MANY - 2 * AT_ONCE, 0]
    for line in idle:
        assert line.recv(100)[:1] in (b"", b"\xff"), "the greeting, and then the end"
        line.close()
