"""The host's answer to a hello: the whole view of a seat, cut into pieces that a frame can carry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rumpus.net.host.sessions import PeerSession, Tally
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import PROTOCOL, Resume, Snapshot, Welcome

if TYPE_CHECKING:
    from rumpus.net.table.table import Table


def welcome(
    table: Table, epoch: int, session: PeerSession, tally: Tally, resume: Resume | None, log: Callable[[str], object]
) -> Iterator[Welcome]:
    """The pieces of a welcome; none, and a sentence for the log, where the view is too large to send."""
    engine = table.engine
    engine.told.complete()
    place = session.seat  # -1, who look on, is the last view
    knows = resume is not None and resume.table == table.table_id and resume.epoch == epoch
    missed = engine.told.missed(place, resume.rev) if resume is not None and knows else []
    up_to_date = resume is not None and knows and resume.rev == engine.rev
    if engine.on and place >= 0 and not missed and not up_to_date:
        missed = engine.told.deal_so_far(place)
    snapshot = codec.body(Snapshot(engine.told.views[place].data(), missed))
    if len(snapshot) > codec.SNAPSHOT_MAX and missed:
        snapshot = codec.body(Snapshot(engine.told.views[place].data()))
    if len(snapshot) > codec.SNAPSHOT_MAX:
        log(f"The view of seat {place} is too large to send ({len(snapshot)} bytes).")
        return
    pieces = [snapshot[at : at + codec.CHUNK] for at in range(0, len(snapshot), codec.CHUNK)]
    offer = engine.offers[place] if place >= 0 else None
    for part, piece in enumerate(pieces):
        yield Welcome(
            session.nonce,
            PROTOCOL,
            table.table_id,
            epoch,
            place,
            engine.rev,
            part,
            len(pieces),
            piece,
            engine.told.hashes[place].value,
            tally.done_cid,
            tally.refusal,
            offer,
            tally.done_ask,
            tally.done_dp,
            tally.done_mv,
        )
