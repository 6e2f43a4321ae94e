"""The table's public state as one seat is shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.net.messages import SeatLine, State

if TYPE_CHECKING:
    from rumpus.net.evening import Evening


def show(evening: Evening, you: int, now: float) -> State:
    """Everything public about the table, for one seat."""
    table, seating = evening.table, evening.seating
    seats = [SeatLine(chair.name, chair.kind, chair.away_since is not None, chair.standin) for chair in seating.chairs]
    charter = {**table.charter.data(), "hash": table.charter.hash}
    proposal = None
    if evening.vote is not None:
        proposal = evening.vote.line(evening.people_keys(), seating.name, int(evening.settings["quorum"]), now)
    totals = table.match.final if table.match.final is not None else table.match.totals
    fair = evening.fair
    return State(
        evening.table_id,
        evening.name,
        evening.state,
        charter,
        seats,
        [watcher.name for watcher in seating.watchers.values()],
        you,
        evening.played + evening.playing,
        table.match.deals + table.on,
        list(totals),
        list(evening.book),
        proposal,
        dict(evening.settings),
        evening.seeded,
        evening.paused,
        evening.codes.code if evening.codes is not None and you >= 0 else "",
        evening.invite if you >= 0 else "",
        voids=fair.dealing.voids if fair is not None else 0,
        shuffling=fair.shuffling(evening) if fair is not None else [],
    )
