"""Marks: the state of a table between its deals, signed by its host. Nothing in one is hidden, and every guest keeps the newest.

With a mark any of the table's people can carry it on when its host is gone. A host signs with an Ed25519 key that follows
from its CURVE key; every person's own such key is in the mark, so that the next host's signature is known beforehand and a
line of marks, one for each host the table has had, proves itself.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from rumpus.core.shuffling.seeded import tag
from rumpus.net.identity.keys import home, private_folder, raw_key
from rumpus.net.protocol import codec
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.field_types import Chair, Count, Options, PlainMap, RawName, Seat, Small, Word
from rumpus.net.protocol.messages import Piece, Played, TableStateName

LAYOUT = 1
HOSTS_MOST = 16
"""So many hosts of one table are told of; the earliest are left out."""
FOLDER = "marks"
_KEY = Annotated[str, Meta(max_length=40)]
_Hex = Annotated[str, Meta(pattern="^[0-9a-f]*$", max_length=128)]
_Numbers = Annotated[list[int], Meta(max_length=64)]
_Chairs = Annotated[list[Chair], Meta(max_length=64)]
_encode = msgspec.json.Encoder(order="sorted").encode


class BadCheckpoint(ValueError):
    """A mark that is not what it says it is; the sentence is for whoever wanted to use it."""


class OlderCheckpoint(BadCheckpoint):
    """A good mark, and an older one than is known."""


class CheckpointSeat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat: its person's keys (CURVE in Z85, Ed25519 in hex) are empty for bots and free seats. `number` is the seat that
    this person has a right to while somebody is benched (-1: this one)."""

    name: RawName
    kind: Literal["person", "bot", "free"]
    key: _KEY = ""
    sign: _Hex = ""
    standin: bool = False
    number: Seat = -1


class CheckpointPerson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the evening came to for one person."""

    name: RawName
    matches: Count
    wins: Count
    points: Annotated[dict[Word, int], Meta(max_length=64)]


class CheckpointMatch(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the match stands."""

    dealer: Chair
    deals: Count
    counted: Count
    over: bool
    totals: _Numbers
    wins: _Numbers
    seats_in: _Chairs
    winners: _Chairs
    final: _Numbers | None


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The public state of a table. `epoch` counts the starts of its hosts, `number` the marks of one start, `deals` the deals
    that are over; `rules` is the charter's hash, `chain` that of the host's journal, `port` where the host was."""

    layout: Small = LAYOUT
    table: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    name: RawName
    epoch: Count
    number: Count
    host: _KEY
    sign: _Hex
    charter: PlainMap
    rules: _Hex
    settings: Options
    seats: Annotated[list[CheckpointSeat], Meta(max_length=64)]
    benched: Annotated[list[CheckpointSeat], Meta(max_length=64)]
    watchers: Annotated[list[_KEY], Meta(max_length=64)]
    state: TableStateName
    match: CheckpointMatch
    deals: Count
    rev: Count
    played: Count
    matches: Count
    left: Count
    book: Annotated[list[Played], Meta(max_length=64)]
    people: Annotated[dict[_KEY, CheckpointPerson], Meta(max_length=256)]
    voids: Count
    bot: Word
    port: Small
    chain: _Hex

    @property
    def whose(self) -> tuple[str, str]:
        """The host's two keys."""
        return self.host, self.sign

    @property
    def order(self) -> tuple[int, int]:
        """Of two marks of one host the later has the greater."""
        return self.epoch, self.number

    def seat_of(self, key: str) -> int:
        """The seat whose person has this key and could carry the table on; -1 where nobody has."""
        return next((n for n, seat in enumerate(self.seats) if seat.kind == "person" and seat.sign and seat.key == key), -1)


class SignedCheckpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A mark as it was signed: the text, byte for byte."""

    text: Annotated[str, Meta(max_length=200_000)]
    signature: _Hex


class _Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    marks: Annotated[list[SignedCheckpoint], Meta(min_length=1, max_length=HOSTS_MOST)]


class HostChain:
    """Marks that follow from each other: the last one of every host that the table has had, the newest last."""

    def __init__(self, signed: Sequence[SignedCheckpoint]) -> None:
        self.signed = tuple(signed)
        self.marks = tuple(_checked(each) for each in signed)
        if any(mark.table != self.newest.table for mark in self.marks):
            raise BadCheckpoint("These marks are of different tables.")
        for before, after in pairwise(self.marks):
            seat = before.seat_of(after.host)
            if seat < 0 or before.seats[seat].sign != after.sign or after.epoch <= before.epoch:
                raise BadCheckpoint("A host in this line of marks was nobody's at the table.")

    @property
    def newest(self) -> Checkpoint:
        """Where the table stands."""
        return self.marks[-1]

    def plain(self) -> list[list[str]]:
        """The line as a host's journal keeps it: text and signature of each mark."""
        return [[each.text, each.signature] for each in self.signed]

    def data(self) -> bytes:
        """The line as it is kept and sent."""
        return msgspec.json.encode(_Bundle(list(self.signed)))

    def seat_of(self, key: str) -> int:
        """The seat of the newest mark whose person has this key; -1 where nobody has."""
        return self.newest.seat_of(key)


def read_line(data: bytes) -> HostChain:
    """A line of marks whose signatures are good; raises BadMark."""
    try:
        bundle = msgspec.json.decode(data, type=_Bundle)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadCheckpoint("The signed state of the table cannot be read.") from None
    return HostChain(bundle.marks)


# --- signing ----------------------------------------------------------------------------------------------------------


def sign_key(secret: bytes) -> tuple[bytes, bytes]:
    """The Ed25519 keys, public and secret, that go with a CURVE secret key in Z85."""
    from nacl.bindings import crypto_sign_seed_keypair  # only here: most commands sign nothing

    public, private = crypto_sign_seed_keypair(tag("sign", raw_key(secret)))
    return bytes(public), bytes(private)


def signed(mark: Checkpoint, private: bytes) -> SignedCheckpoint:
    """The mark with its host's signature."""
    from nacl.bindings import crypto_sign

    text = _encode(mark)
    return SignedCheckpoint(text.decode(), bytes(crypto_sign(tag("mark", text), private))[:64].hex())


def _checked(one: SignedCheckpoint) -> Checkpoint:
    """The mark that was signed; raises BadMark where the signature is not that of the key in it, or the content no mark."""
    from nacl.bindings import crypto_sign_open
    from nacl.exceptions import CryptoError

    text = one.text.encode()
    try:
        mark = msgspec.json.decode(text, type=Checkpoint)
        raw_key(mark.host.encode())
        digest = crypto_sign_open(bytes.fromhex(one.signature) + tag("mark", text), bytes.fromhex(mark.sign))
    except (ValueError, TypeError, RecursionError, CryptoError):  # msgspec's errors are ValueErrors
        raise BadCheckpoint("The signed state of the table is forged or damaged: its signature does not fit.") from None
    if digest != tag("mark", text) or mark.layout != LAYOUT:
        raise BadCheckpoint("The signed state of the table is not of this rumpus.")
    return mark


# --- comparing --------------------------------------------------------------------------------------------------------


def compare(mine: HostChain, theirs: HostChain) -> None:
    """Whether another line may take the place of the own one; raises OlderMark or BadMark.

    It must come from a host that the own line knows, and not from before the own newest mark. Where two people carried the
    table on at once, the line with more deals goes first, then the one with more starts, then the lower seat's.
    """
    old, new = mine.newest, theirs.newest
    if new.table != old.table:
        raise BadCheckpoint("This is the state of another table.")
    known = {mark.whose: mark for mark in mine.marks}
    common = next((mark for mark in reversed(theirs.marks) if mark.whose in known), None)
    if common is None:
        raise BadCheckpoint("The state of this table is signed by nobody who was its host.")
    if common.whose == old.whose:
        if common.order < old.order:
            raise OlderCheckpoint(f"The host goes on from before deal {old.match.deals + 1}, an older state than you know.")
        return
    ranks = [(mark.deals, mark.epoch, -known[common.whose].seat_of(mark.host)) for mark in (old, new)]
    if ranks[1] < ranks[0]:
        raise OlderCheckpoint("Somebody else carries the table on already, from a later state or from a lower seat.")


# --- pieces -----------------------------------------------------------------------------------------------------------


def cut(what: Literal["mark", "hand"], data: bytes) -> list[Piece]:
    """Data in pieces that frames can carry."""
    chunks = [data[at : at + codec.CHUNK] for at in range(0, len(data), codec.CHUNK)] or [b""]
    return [Piece(what, part, len(chunks), chunk) for part, chunk in enumerate(chunks)]


class PieceJoiner:
    """Pieces of one kind of thing, put together again in whatever order they come."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._parts: dict[int, bytes] = {}
        self._count = 0

    def add(self, piece: Piece) -> bytes | None:
        """One more piece; the whole when it was the last. Raises Bad."""
        if piece.part >= piece.parts or piece.parts * codec.CHUNK > self.most + codec.CHUNK:
            raise BadMessage("a piece beyond the last.")
        if piece.parts != self._count or piece.part == 0:
            self._parts.clear()
            self._count = piece.parts
        self._parts[piece.part] = piece.data
        if len(self._parts) < piece.parts:
            return None
        whole = b"".join(self._parts[part] for part in range(piece.parts))
        self._parts.clear()
        return whole


MARK_MOST = 1 << 20


# --- keeping ----------------------------------------------------------------------------------------------------------


def _path(table: str, folder: Path | None) -> Path:
    if not re.fullmatch("[0-9a-f]{32}", table):
        raise BadCheckpoint("That is no table's number.")
    return (folder or home()) / FOLDER / f"{table}.json"


def keep(line: HostChain, folder: Path | None = None) -> None:
    """Keeps a line for its owner alone, in place of the one that was kept of this table; raises OSError."""
    path = _path(line.newest.table, folder)
    descriptor, name = tempfile.mkstemp(dir=private_folder(path.parent), prefix=".mark")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(line.data())
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def kept(table: str, folder: Path | None = None) -> HostChain | None:
    """The line that is kept of a table; None where there is none. Raises BadMark where it is forged or damaged."""
    try:
        line = read_line(_path(table, folder).read_bytes())
    except OSError:
        return None
    if line.newest.table != table:
        raise BadCheckpoint("The signed state that is kept for this table is another table's.")
    return line


def forget(table: str, folder: Path | None = None) -> None:
    """The seat was given up, or the table is closed: nobody here carries it on."""
    with contextlib.suppress(OSError, BadCheckpoint):
        _path(table, folder).unlink()


def tables(folder: Path | None = None) -> Iterable[str]:
    """The numbers of all tables of which something is kept, the one kept last first."""
    found = list(((folder or home()) / FOLDER).glob("*.json"))
    return [path.stem for path in sorted(found, key=lambda path: (-path.stat().st_mtime, path.stem))]
