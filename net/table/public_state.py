"""The table's public state as one seat is shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.net.protocol.messages import Benched, SeatLine, State
from rumpus.net.table.book import standings
from rumpus.net.table.game_switch import shown as waits

if TYPE_CHECKING:
    from rumpus.net.table.table import Evening


def show(evening: Evening, you: int, now: float, number: int = -1) -> State:
    """Everything public about the table, for one seat, or for who is benched and keeps the seat of this number."""
    table, seating = evening.table, evening.seating
    seats = [SeatLine(chair.name, chair.kind, chair.away_since is not None, chair.standin) for chair in seating.chairs]
    benched = [Benched(chair.name, chair.number, chair.away_since is not None) for chair in seating.benched.values()]
    person = you >= 0 or number >= 0
    proposal = None
    if evening.vote is not None:
        proposal = evening.vote.line(evening.people_keys(), seating.name, int(evening.settings["quorum"]), now)
    totals = table.match.final if table.match.final is not None else table.match.totals
    fair = evening.fair
    return State(
        evening.table_id,
        evening.name,
        evening.state,
        evening.agreed.charter,
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
        evening.codes.code if evening.codes is not None and person else "",
        evening.invite if person else "",
        voids=fair.dealing.voids if fair is not None else 0,
        shuffling=fair.shuffling(evening) if fair is not None else [],
        number=number,
        benched=benched,
        waits=waits(evening),
        people=standings(evening.people),
        helps=evening.agreed.helps,
        order=evening.agreed.order,
        banks=evening.clocks.banks(),
        thought=evening.clocks.thought(now),
        silent=[watcher.name for watcher in seating.watchers.values() if watcher.away_since is not None],
    )
