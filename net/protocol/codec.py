"""Bytes to messages and back; what is too long, too deep, of a wrong type or unknown is `BadMessage`, and nothing else is raised.

Reading takes two steps: msgpack with bounds on every length, then msgspec against the records of messages.py.  A short body
takes one, if it is written exactly as this module writes what was read of it: then no key occurs twice, no number is a
fraction, nothing is of a foreign type, and it is too short for any list, map or text in it to be too long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgpack
import msgspec
from rumpus.net.protocol.messages import FROM_GUEST, FROM_HOST, LAYOUT, Header, Message, Snapshot

FRAME_MAX = 65536
HEADER_MAX = 48
SNAPSHOT_MAX = 1 << 20
CHUNK = 32768
STR_MAX = 65000
LIST_MAX = 512
MAP_MAX = 64
SNAPSHOT_ITEMS = 4096
SHORT = 192
"""So few bytes hold no map of more than MAP_MAX keys: the shortest key and its value take two of them, every other three."""

_encode = msgspec.msgpack.Encoder().encode
_EXACT = (bytes,)  # without it msgspec would read text as base64


class BadMessage(ValueError):
    """Bytes that are no message of this protocol."""


class OtherLayout(BadMessage):
    """A message of another layout, of this `kind`: its program is much older, or much newer."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def _once(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """A map, each of whose keys is text and occurs once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadMessage("A key occurs twice.")
    return found


def _no_ext(code: int, data: bytes) -> Any:
    raise BadMessage("Extension types are not part of this protocol.")


def unpack(data: bytes | memoryview, limit: int = FRAME_MAX) -> Any:
    """Values from msgpack, not yet of the right types; raises Bad."""
    if len(data) > limit:
        raise BadMessage(f"A frame may hold {limit} bytes.")
    most, keys = (LIST_MAX, MAP_MAX) if limit <= FRAME_MAX else (SNAPSHOT_ITEMS, SNAPSHOT_ITEMS)
    try:
        return msgpack.unpackb(
            data,
            max_str_len=STR_MAX,
            max_bin_len=FRAME_MAX,
            max_array_len=most,
            max_map_len=keys,
            max_ext_len=0,
            ext_hook=_no_ext,
            object_pairs_hook=_once,
            raw=False,
            use_list=True,
        )
    except BadMessage:
        raise
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, OverflowError, RecursionError, MemoryError) as why:
        raise BadMessage(f"No msgpack of this protocol: {type(why).__name__}.") from None


def _convert(value: Any, record: Any) -> Any:
    try:
        return msgspec.convert(value, record, builtin_types=_EXACT)
    except (msgspec.ValidationError, RecursionError) as why:
        raise BadMessage(f"{record.__name__.lower()}: {why}.") from None


@lru_cache(maxsize=256)
def read_header(data: bytes) -> Header:
    """The first frame of a message; raises Bad.  A session's headers are few and come again and again."""
    header: Header = _convert(unpack(data, HEADER_MAX), Header)
    if header.v != LAYOUT:
        raise OtherLayout(
            header.kind, f"This is layout {header.v} of the protocol, here is {LAYOUT}: update the older of the two programs."
        )
    return header


def _reader(records: Mapping[str, type[Message]]) -> Callable[[str, bytes | memoryview], Message]:
    """What reads the body of a message of a kind; raises Bad."""
    short = {kind: msgspec.msgpack.Decoder(record).decode for kind, record in records.items()}

    def read(kind: str, body: bytes | memoryview) -> Message:
        if kind not in short:
            raise BadMessage("No such kind of message.")
        if len(body) <= SHORT:
            try:
                message = short[kind](body)
                if _encode(message) == body:
                    return message
            except (msgspec.MsgspecError, ValueError, RecursionError):
                pass  # the long way says what is wrong with it
        converted: Message = _convert(unpack(body), records[kind])
        return converted

    return read


read_from_guest = _reader(FROM_GUEST)
"""The body of a message that came to the host; raises Bad."""
read_from_host = _reader(FROM_HOST)
"""The body of a message that came to a guest; raises Bad."""


def read_frames(frames: list[Any]) -> tuple[bytes, Message]:
    """Session and message of what a guest sent; raises Bad."""
    if len(frames) != 2:
        raise BadMessage("A message is two frames.")
    header = read_header(frames[0])
    return header.sid, read_from_guest(header.kind, frames[1])


def read_snapshot(data: bytes) -> Snapshot:
    """The joined pieces of a welcome; raises Bad."""
    snapshot: Snapshot = _convert(unpack(data, SNAPSHOT_MAX), Snapshot)
    return snapshot


def header(kind: str, sid: bytes = b"") -> bytes:
    """The first frame, ready to send; the same for all messages of a kind in a session."""
    return _encode(Header(LAYOUT, kind, sid))


def body(message: Message) -> bytes:
    """The second frame, ready to send."""
    return _encode(message)


def pack(value: Any) -> bytes:
    """Plain data as msgpack."""
    return _encode(value)
