"""What goes from one host to the next when a table moves: all that the journal holds of the match, as one packet.

Nothing in it lets anybody be the old host: its secret key stays, and the next host has the key of its own seat.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from rumpus.core.game import Charter, engine
from rumpus.core.hooks import Catalogue
from rumpus.core.shuffling.seeded import shuffled
from rumpus.net.failover.takeover import CannotTakeOver, charter_of, newest_here
from rumpus.net.identity.invite import new_token
from rumpus.net.identity.keys import KeyPair
from rumpus.net.protocol.codec import CHUNK
from rumpus.net.protocol.field_types import Count, Seat, Word
from rumpus.net.protocol.messages import Piece
from rumpus.net.storage.checkpoint import HostChain, cut
from rumpus.net.storage.journal import BASES, DiskJournal, JournalBroken, Row
from rumpus.net.storage.restore import play_again, read_kept

LAYOUT = 1
HAND_MOST = 1024 * CHUNK
UNPACKED_MOST = 4 * HAND_MOST
ON_THE_WAY = ".taken"
"""The journal of a table that is on its way here; it becomes the table's own when the old host has let go."""
_encode = msgspec.json.Encoder(order="sorted").encode
_Bytes = Annotated[bytes, Meta(max_length=1 << 20)]


class HandoverRow(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A row of the journal without its place in the chain."""

    rev: Count
    kind: Word
    seat: Seat
    key: Annotated[str, Meta(max_length=40)]
    cid: Count
    payload: _Bytes
    state_hash: Annotated[bytes, Meta(max_length=32)]


class HandoverPackage(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows since the match began; `watchers` are the keys of who looks on."""

    layout: int
    rows: Annotated[list[HandoverRow], Meta(min_length=1)]
    watchers: Annotated[list[str], Meta(max_length=64)]


# --- the host that lets go --------------------------------------------------------------------------------------------


def packed(journal: DiskJournal, watchers: list[str]) -> list[Piece]:
    """The table as its journal has it, in pieces."""
    rows: list[HandoverRow] = []
    for row in journal.rows():
        if row.kind == "table":
            rows.clear()
        payload = _without_keys(row) if row.kind in BASES else row.payload
        rows.append(HandoverRow(row.rev, row.kind, row.seat, row.key, row.cid, payload, row.state_hash))
    return cut("hand", zlib.compress(msgspec.msgpack.encode(HandoverPackage(LAYOUT, rows, watchers))))


def _without_keys(row: Row) -> bytes:
    data = row.data()
    return _encode({**data, "opened": {**data["opened"], "public": "", "secret": ""}})


# --- the host that goes on --------------------------------------------------------------------------------------------


def take(data: bytes, line: HostChain, pair: KeyPair, found: Catalogue, journals: Path, port: int, **config: Any) -> Path:
    """The journal, still under another name, with which a host of this machine goes on; it was played again to the last card.

    `line` are the marks of the old host, `pair` the key of the seat, `config` what this machine decides of `HostConfig`.
    Raises CannotCarry, OSError.
    """
    handed = _read(data)
    mark = line.newest
    if line.seat_of(pair.public.decode()) < 0:
        raise CannotTakeOver("this machine's seat is not one that the table's signed state knows")
    path = journals / f"{mark.table}{ON_THE_WAY}"
    drop(path)
    ours = {
        "config": config,
        "opened": {
            "public": pair.public.decode(),
            "secret": pair.secret.decode(),
            "table": mark.table,
            "port": port,
            "before": line.plain(),
        },
        "token": new_token().hex(),
        "watchers": handed.watchers,
        "back": "",  # the old host has said where the table goes on
    }
    try:
        charter = _charter(handed, found)
        journal = DiskJournal(path, engine(charter), new=True)
        try:
            journal.take([_ours(row, ours, journal.engine) for row in handed.rows])
        finally:
            journal.close()
        _try(path, charter)
    except (KeyError, TypeError, JournalBroken) as why:
        drop(path)
        raise CannotTakeOver(f"what came of the table cannot be gone on with ({clean_why(why)})") from None
    except BaseException:
        drop(path)
        raise
    return path


def clean_why(why: Exception) -> str:
    """What went wrong, in a few words."""
    return str(why).rstrip(".") if isinstance(why, JournalBroken) else type(why).__name__


def open_here(path: Path, line: HostChain) -> Path:
    """The old host has let go: the journal gets its name, and an older one that lies here is put aside.  Raises OSError."""
    final = newest_here(path.parent, line.newest)
    os.replace(path, final)
    return final


def drop(path: Path) -> None:
    """The table does not come here after all."""
    for end in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            os.unlink(f"{path}{end}")


def _read(data: bytes) -> HandoverPackage:
    unzip = zlib.decompressobj()
    try:
        whole = unzip.decompress(data, UNPACKED_MOST)
        if not unzip.eof:
            raise CannotTakeOver("what came of the table is too large")
        handed = msgspec.msgpack.decode(whole, type=HandoverPackage)
    except (zlib.error, msgspec.MsgspecError, RecursionError):
        raise CannotTakeOver("what came of the table cannot be read") from None
    if handed.layout != LAYOUT or handed.rows[0].kind not in BASES:
        raise CannotTakeOver("what came of the table is of another rumpus")
    return handed


def _charter(handed: HandoverPackage, found: Catalogue) -> Charter:
    """What the table plays, made of what is installed here; it must be the same to the last bit."""
    last = next(row for row in reversed(handed.rows) if row.kind in BASES)
    return charter_of(msgspec.json.decode(last.payload)["charter"], found)


def _ours(row: HandoverRow, ours: dict[str, Any], engine: str) -> Row:
    """A row as it would be if this machine had been the host."""
    payload = row.payload
    if row.kind in (*BASES, "seats"):
        data = msgspec.json.decode(payload)
        data["token"] = ours["token"]
        if row.kind in BASES:
            was = data["opened"]
            data["opened"] = {**was, **ours["opened"], "config": {**was["config"], **ours["config"]}}
            data["watchers"], data["back"] = ours["watchers"], ours["back"]
        payload = _encode(data)
    return Row(0, row.rev, b"", b"", row.kind, row.seat, row.key, row.cid, payload, engine, row.state_hash)


def _try(path: Path, charter: Charter) -> None:
    """Plays the deal that is on again: every step must come to what the old host's rules made of it."""
    kept = read_kept(path, engine(charter))
    try:
        if kept.damage:
            raise JournalBroken(kept.damage)
        play_again(kept, charter, lambda declared, number: shuffled(bytes(32), declared))
    finally:
        kept.journal.close()
