"""Messages of several frames through a ZeroMQ socket that nobody waits for.

The flags are bare numbers: to reckon with ZeroMQ's own takes longer than the socket does.
"""

from __future__ import annotations

from collections.abc import Callable

import zmq

POLLIN, EVENTS = int(zmq.POLLIN), int(zmq.EVENTS)
NOBLOCK = int(zmq.NOBLOCK)
MORE = int(zmq.SNDMORE) | NOBLOCK
"""For every frame but the last."""

Send = Callable[[bytes, int], object]


def receive(socket: zmq.Socket[bytes]) -> list[zmq.Frame] | None:
    """The next message that is there, or None."""
    recv = socket.recv
    try:
        frame = recv(NOBLOCK, copy=False)
    except zmq.Again:
        return None
    frames = [frame]
    while frame.more:
        frame = recv(NOBLOCK, copy=False)
        frames.append(frame)
    return frames


def holds_more(socket: zmq.Socket[bytes]) -> bool:
    """Whether a message is there: to ask first costs less than to try in vain."""
    return bool(int(socket.get(EVENTS)) & POLLIN)


def sender(socket: zmq.Socket[bytes]) -> Send:
    """What sends one frame with its flags: the socket's own way, without what pyzmq adds for kinds of sockets that we do not use.

    Raises zmq.ZMQError where the socket does not take it.
    """
    send: Send = super(zmq.Socket, socket).send
    return send
