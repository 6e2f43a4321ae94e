"""The doorbell: one datagram on the table's port number asks who is there, one answers.

It is how a typed address gets the host's key, and how a list learns that a table is really open. What comes back is a
claim and no more: the spoken code, or the key that is known already, decides.
"""

from __future__ import annotations

import contextlib
import select
import socket
import time
from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta
from rumpus.net.protocol.codec import BadMessage, unpack
from rumpus.net.protocol.messages import PROTOCOL
from rumpus.net.protocol.rate_limit import TokenBucket
from rumpus.net.protocol.sanitize import clean_name

RING = b"rumpus ring\0"
HERE = b"rumpus here\0"
NONCE = 8
SIZE = 320
"""Both datagrams are at most this long, a ring exactly: nobody gets more out of a host than was put in."""
ADDRESSES_MOST = 256
_KEY = r"^[0-9a-zA-Z.:+=^!/*?&<>()\[\]{}@%$#-]{40}$"


class ProbeReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host says of its table: no secret, and nothing to be trusted. `key` is its CURVE key in Z85."""

    proto: Annotated[int, Meta(ge=0, le=65535)]
    table: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
    key: Annotated[str, Meta(pattern=_KEY)]
    name: Annotated[str, Meta(max_length=80)] = ""
    game: Annotated[str, Meta(max_length=40)] = ""
    seats: Annotated[int, Meta(ge=0, le=64)] = 0
    free: Annotated[int, Meta(ge=0, le=64)] = 0


def ring(nonce: bytes) -> bytes:
    """The question, long enough that the answer is never longer."""
    return (RING + nonce).ljust(SIZE, b"\0")


def read_ring(data: bytes) -> bytes | None:
    """The nonce of a question; None where it is none."""
    if len(data) != SIZE or not data.startswith(RING):
        return None
    return data[len(RING) : len(RING) + NONCE]


def answer(nonce: bytes, here: ProbeReply) -> bytes:
    """The host's answer; a name that is too long for it is left out."""
    data = HERE + nonce + msgspec.msgpack.encode(here)
    if len(data) > SIZE:
        data = HERE + nonce + msgspec.msgpack.encode(msgspec.structs.replace(here, name=""))
    return data


def read_answer(data: bytes, nonce: bytes) -> ProbeReply | None:
    """Who answered this nonce; None where it is no answer to it."""
    head = HERE + nonce
    if not data.startswith(head) or len(data) > SIZE:
        return None
    try:
        here = msgspec.convert(unpack(data[len(head) :]), ProbeReply)
    except (BadMessage, msgspec.ValidationError):
        return None
    return msgspec.structs.replace(here, name=clean_name(here.name), game=clean_name(here.game))


class ProbeResponder:
    """The host's end: a socket for the host's loop; ``look`` answers what has come, a little of it from each address."""

    def __init__(self, bind: str, port: int) -> None:
        family = socket.AF_INET if bind.count(".") == 3 else socket.AF_INET6
        self.socket = socket.socket(family, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        if family == socket.AF_INET6:
            with contextlib.suppress(OSError):
                self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        self.socket.bind(("::" if bind == "*" else bind, port))
        self._all = TokenBucket(50.0, 50.0, 0.0)
        self._each: dict[str, TokenBucket] = {}

    def look(self, here: ProbeReply, now: float) -> None:
        """Answers who rang; what is over the budget is not answered."""
        for _ in range(64):
            try:
                data, sender = self.socket.recvfrom(SIZE + 1)
            except OSError:
                return
            nonce = read_ring(data)
            if nonce is not None and self._may(str(sender[0]), now):
                with contextlib.suppress(OSError):
                    self.socket.sendto(answer(nonce, here), sender)

    def _may(self, address: str, now: float) -> bool:
        if len(self._each) >= ADDRESSES_MOST:
            self._each.clear()
        bucket = self._each.setdefault(address, TokenBucket(2.0, 6.0, now))
        return bucket.take(now) and self._all.take(now)

    def close(self) -> None:
        """No answer any more."""
        self.socket.close()


def ask(
    places: Iterable[tuple[str, int]], nonce: bytes, seconds: float = 1.0, *, first: bool = True
) -> dict[tuple[str, int], ProbeReply]:
    """Who is at these addresses and ports: all are asked together, again every third of a second; ``first`` answer ends it."""
    waiting = {place: sent for place in dict.fromkeys(places) if (sent := _to(*place)) is not None}
    found: dict[tuple[str, int], ProbeReply] = {}
    until = time.monotonic() + seconds
    again = 0.0
    try:
        while (now := time.monotonic()) < until and waiting.keys() - found.keys() and not (found and first):
            if now >= again:
                again = now + 0.33
                for place in waiting.keys() - found.keys():
                    with contextlib.suppress(OSError):
                        waiting[place].send(ring(nonce))
            ready, _, _ = select.select(list(waiting.values()), [], [], min(again, until) - now)
            for place, sent in waiting.items():
                if sent in ready:
                    with contextlib.suppress(OSError):
                        here = read_answer(sent.recv(SIZE + 1), nonce)
                        if here is not None:
                            found.setdefault(place, here)
    finally:
        for sent in waiting.values():
            sent.close()
    return found


def _to(address: str, port: int) -> socket.socket | None:
    """A datagram socket to an address; None where there is no way there."""
    try:
        family, kind, number, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_DGRAM)[0]
        made = socket.socket(family, kind, number)
    except (OSError, UnicodeError):
        return None
    try:
        made.connect(where)
    except OSError:
        made.close()
        return None
    made.setblocking(False)
    return made


def same_protocol(here: ProbeReply) -> bool:
    """Whether the table that answered speaks this program's protocol."""
    return here.proto == PROTOCOL
