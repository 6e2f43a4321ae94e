"""The connections under the host's socket, watched for what ZeroMQ does not bound.

A message may have any number of frames, and until its last one comes they all wait in memory; a stranger may also hold a
connection for ever.  So each connection has an allowance of bytes, and a stranger's an end.  Where the system does not tell
how many bytes came (anywhere but Linux) only the end holds.
"""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass

import zmq

STRANGER_BYTES = 256 * 1024
STRANGER_SECONDS = 30.0
PLACED_BYTES = 2 * 1024 * 1024
PLACED_BYTES_A_SECOND = 64 * 1024
AT_ONCE = 64
"""So many connections that came or went are looked at in a row, and so many are ended for their age: the table plays on."""
_EVENT = struct.Struct("=Hi")
_RECEIVED_AT = 128  # tcpi_bytes_received in Linux's struct tcp_info
_INFO_SIZE = 136


@dataclass(slots=True)
class Connection:
    """One accepted connection: who is at its other end, and since when; `key` is empty until it has said something."""

    peer: object
    since: float
    key: str = ""


class Connections:
    """All connections of the router; `note` says whose one is, `cut` ends those that ask too much."""

    def __init__(self, router: zmq.Socket[bytes]) -> None:
        self.router = router
        self.monitor = router.get_monitor_socket(zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED)
        self._open: dict[int, Connection] = {}
        self._routes: set[bytes] = set()
        self._route_of: dict[int, bytes] = {}

    def note(self, route: bytes, key: str, frame: zmq.Frame, now: float) -> None:
        """A message came by this route; the first time it is noted which connection that is."""
        if route in self._routes:
            return
        with suppress(zmq.ZMQError):
            descriptor = int(frame.get(zmq.SRCFD))
            while self.look(now):  # its number may have been another one's a moment ago
                pass
            self._routes.add(route)
            self._route_of[descriptor] = route
            line = self._open.setdefault(descriptor, Connection(_peer(descriptor), now))
            line.key = key

    def look(self, now: float) -> bool:
        """Takes in which connections have come and gone, some in a row; whether there may be more."""
        for _ in range(AT_ONCE):
            try:
                event, descriptor = _EVENT.unpack(self.monitor.recv_multipart(zmq.NOBLOCK)[0])
            except zmq.Again:
                return False
            if event == zmq.EVENT_ACCEPTED:
                peer = _peer(descriptor)
                if peer is not None:
                    self._open[descriptor] = Connection(peer, now)
            else:
                self._open.pop(descriptor, None)
                self._routes.discard(self._route_of.pop(descriptor, b""))
        return True

    def cut(self, placed: set[str], exempt: set[str], now: float) -> list[str]:
        """Ends what is over its allowance; returns a sentence for each.  `placed` keys have a place, `exempt` no bound."""
        said, ended = [], 0
        for descriptor, line in list(self._open.items()):
            if line.key in exempt:
                continue
            age = now - line.since
            known = line.key in placed
            most = PLACED_BYTES + age * PLACED_BYTES_A_SECOND if known else STRANGER_BYTES
            if _received(descriptor) > most:
                said.append(f"A connection from {_shown(line.peer)} sent more than anybody may and was ended.")
            elif known or age < STRANGER_SECONDS or ended == AT_ONCE:
                continue
            else:
                ended += 1
            del self._open[descriptor]
            _shut(descriptor, line.peer)
        return said

    def close(self) -> None:
        """Stops looking."""
        with suppress(zmq.ZMQError):
            self.router.disable_monitor()
        self.monitor.close(0)


def _borrowed(descriptor: int) -> socket.socket:
    """A descriptor that belongs to ZeroMQ, to be asked something; whoever borrows it detaches it again."""
    return socket.socket(socket.AF_INET6, socket.SOCK_STREAM, 0, descriptor)  # without asking the system what it is


def _peer(descriptor: int) -> object:
    """Who is at the other end of a descriptor; None if nobody is."""
    try:
        borrowed = _borrowed(descriptor)
    except OSError:
        return None
    try:
        return borrowed.getpeername()
    except OSError:
        return None
    finally:
        borrowed.detach()


def _received(descriptor: int) -> int:
    """How many bytes have come on a descriptor; 0 where the system does not tell."""
    if not sys.platform.startswith("linux"):
        return 0
    try:
        borrowed = _borrowed(descriptor)
    except OSError:
        return 0
    try:
        info = borrowed.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_SIZE)
        return int(struct.unpack_from("=Q", info, _RECEIVED_AT)[0]) if len(info) >= _INFO_SIZE else 0
    except OSError:
        return 0
    finally:
        borrowed.detach()


def _shut(descriptor: int, peer: object) -> None:
    """Ends the connection, if the descriptor is still the one to this peer: numbers come again."""
    if _peer(descriptor) != peer:
        return
    with suppress(OSError):
        borrowed = _borrowed(descriptor)
        try:
            borrowed.shutdown(socket.SHUT_RDWR)
        finally:
            borrowed.detach()


def _shown(peer: object) -> str:
    return str(peer[0]) if isinstance(peer, tuple) else "somewhere"
