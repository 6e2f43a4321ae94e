"""A guest's socket: one DEALER with CURVE, and what its monitor says about the handshake."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from typing import NamedTuple

import zmq
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import KeyPair
from rumpus.net.protocol.codec import FRAME_MAX
from rumpus.net.transport import frames
from zmq.utils.monitor import recv_monitor_message

HEARTBEAT = (zmq.HEARTBEAT_IVL, 1000), (zmq.HEARTBEAT_TIMEOUT, 3000), (zmq.HEARTBEAT_TTL, 4000)
OPTIONS = (
    (zmq.MAXMSGSIZE, FRAME_MAX),
    (zmq.IMMEDIATE, 1),
    (zmq.CONNECT_TIMEOUT, 1000),
    (zmq.RECONNECT_IVL, 100),
    (zmq.RECONNECT_IVL_MAX, 1000),
    (zmq.HANDSHAKE_IVL, 3000),
    *HEARTBEAT,
    (zmq.SNDHWM, 32),
    (zmq.RCVHWM, 256),
    (zmq.LINGER, 300),
    (zmq.IPV6, 1),
)
WATCHED = (
    zmq.EVENT_HANDSHAKE_SUCCEEDED
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_FAILED_AUTH
    | zmq.EVENT_CONNECT_RETRIED
    | zmq.EVENT_DISCONNECTED
    | zmq.EVENT_CONNECTED
)
NEXT_ADDRESS, NOBODY_THERE = 1.0, 0.25
"""Seconds until another address of several is tried; the first time round not so many where nobody has even connected."""
REFUSED_AT_ONCE = 2.0
"""Seconds in which a host with another key breaks a handshake off; one that hangs lets it run into its end after three."""

WRONG_KEY = "This is not the host you were invited to (its key differs). Ask for a new invite."
NO_TABLE = "What answers at {} is no rumpus table; trying again."
NOBODY = "Nobody answers at {}; trying again."


class Sign(NamedTuple):
    """What the monitor saw: a sentence (or none), and whether trying on is of no use."""

    text: str
    final: bool = False


class Dealer:
    """The socket of one guest; `open` makes a new one, at the next address of the invite if the last did not answer."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], invite: Invite, pair: KeyPair) -> None:
        self.context = context
        self.endpoints = invite.endpoints()
        self.server_key = invite.key
        self.pair = pair
        self.socket: zmq.Socket[bytes] | None = None
        self.monitor: zmq.Socket[bytes] | None = None
        self.shaken = False  # this socket's handshake succeeded
        self.again = False  # it has just succeeded again: the connection had been lost
        self._at = 0
        self._opened = 0.0
        self._wrong_keys = 0
        self._connected = False
        self._connected_at = 0.0
        self._heard_of: set[str] = set()
        self.astray = False  # somebody else is where this socket was sent to

    def also(self, place: tuple[str, int]) -> None:
        """The host is said to be at this place: the next socket tries it, and those that are known by turns with it."""
        (endpoint,) = Invite(place[:1], place[1], b"", b"").endpoints()
        if endpoint not in self.endpoints:
            self._heard_of.add(endpoint)
            self.endpoints.append(endpoint)
        self._at = self.endpoints.index(endpoint) - (self.socket is not None and not self.shaken)

    @property
    def address(self) -> str:
        """Where this socket connects to, as a person would write it."""
        return self.endpoints[self._at % len(self.endpoints)].removeprefix("tcp://")

    def open(self, now: float) -> None:
        """A new socket; the old one, if any, is closed."""
        if self.socket is not None:
            if not self.shaken:
                self._at += 1
            self.close()
        socket = self.context.socket(zmq.DEALER)
        for option, value in OPTIONS:
            socket.setsockopt(option, value)
        socket.curve_publickey, socket.curve_secretkey = self.pair
        socket.curve_serverkey = self.server_key
        self.monitor = socket.get_monitor_socket(WATCHED)
        self.socket, self.shaken, self._opened, self._connected, self.astray = socket, False, now, False, False
        socket.connect(self.endpoints[self._at % len(self.endpoints)])

    def close(self) -> None:
        """Lets the socket go; what was sent has 300 ms to leave."""
        if self.socket is None:
            return
        with contextlib.suppress(zmq.ZMQError):
            self.socket.disable_monitor()
        if self.monitor is not None:
            self.monitor.close(0)
        self.socket.close()
        self.socket = self.monitor = None

    def receive(self) -> list[bytes] | None:
        """The next message that is there, or None; never waits."""
        message = frames.receive(self.socket) if self.socket is not None else None
        return None if message is None else [frame.bytes for frame in message]

    def holds_more(self) -> bool:
        """Whether another message is there."""
        return self.socket is not None and frames.holds_more(self.socket)

    def send(self, message: tuple[bytes, bytes]) -> None:
        """Sends if the socket takes it; what it does not take is lost, and said again by the link."""
        if self.socket is not None:
            send = frames.sender(self.socket)
            with contextlib.suppress(zmq.Again):
                send(message[0], frames.MORE)
                send(message[1], frames.NOBLOCK)

    def sockets(self) -> list[zmq.Socket[bytes]]:
        """What to wait on: the socket and its monitor, while they are open."""
        return [socket for socket in (self.socket, self.monitor) if socket is not None]

    def next_at(self) -> float:
        """When another address wants to be tried at the latest."""
        return self._opened + self._patience() if len(self.endpoints) > 1 and not self.shaken else float("inf")

    def _patience(self) -> float:
        return NEXT_ADDRESS if self._connected or self._at >= len(self.endpoints) else NOBODY_THERE

    def wants_next_address(self, now: float) -> bool:
        """Whether another address should be tried because this one has not answered for long enough."""
        return now >= self.next_at()

    def signs(self) -> list[Sign]:
        """What happened to the connection since the last look."""
        found = []
        while self.monitor is not None and frames.holds_more(self.monitor):
            sign = self._sign(recv_monitor_message(self.monitor, zmq.NOBLOCK))
            if sign is not None:
                found.append(sign)
        return found

    def _wrong_key(self) -> Sign | None:
        """Another host is at this place: that is the end, unless the place was only said to be the host's."""
        endpoint = self.endpoints[self._at % len(self.endpoints)]
        if endpoint not in self._heard_of:
            return Sign(WRONG_KEY, final=True)
        self.endpoints.remove(endpoint)
        self._at, self._wrong_keys, self.astray = -1, 0, True  # the next socket is for the first of the places that are known
        return None

    def _sign(self, seen: Mapping[str, object]) -> Sign | None:
        event = seen["event"]
        if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.again = self.shaken
            self.shaken, self._wrong_keys = True, 0
        elif event == zmq.EVENT_CONNECTED:
            self._connected, self._connected_at = True, time.monotonic()
        elif event == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL:
            self._connected = False
            if time.monotonic() - self._connected_at >= REFUSED_AT_ONCE:
                self._wrong_keys = 0
                return Sign(NOBODY.format(self.address))
            self._wrong_keys += 1
            if self._wrong_keys >= 2:
                return self._wrong_key()
        elif event == zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL or (
            event == zmq.EVENT_DISCONNECTED and self._connected and not self.shaken
        ):
            self._connected = False
            return Sign(NO_TABLE.format(self.address))
        elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
            return Sign("The host lets nobody in at the moment; trying again.")
        elif event == zmq.EVENT_CONNECT_RETRIED and not self._connected:
            return Sign(NOBODY.format(self.address))
        return None
