"""Wishes: who does not want to be asked about offered cards of some ranks declines them without a word.  Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.cards import RANK, RANKS
from rumpus.net.protocol.messages import Offer
from rumpus.net.table.engine import NotPlayed
from rumpus.net.table.revisions import Revision

if TYPE_CHECKING:
    from rumpus.net.table.table import Table


def want(table: Table, seat: int, text: str) -> str:
    """Which offered cards a seat wants to be asked about; returns the sentence about it."""
    words = text.upper().replace(",", " ").split()
    if words in (["ALL"], []):
        table.wants.pop(seat, None)
        return "You are asked about every card that is offered."
    ranks = frozenset() if words == ["NONE"] else frozenset("T" if word == "10" else word for word in words)
    if not ranks <= set(RANKS):
        return f"Say /want none, /want all, or ranks such as /want A K 7 (of {' '.join(RANKS)})."
    table.wants[seat] = ranks
    asked = f"{' '.join(sorted(ranks, key=RANKS.index))} only" if ranks else "no offer"
    return f"You are asked about {asked}."


def decline(table: Table, now: float) -> None:
    """Passes for seats that were offered a card of a rank that they do not want."""
    engine = table.engine
    while table.playing and engine.deal is not None and engine.deal.phase == "offer":
        engine.told.complete()
        for seat in engine.deal.turn:
            offer = engine.offers[seat]
            if offer is None or not _declines(table, seat, offer):
                continue
            untold = [each for each in table.revisions[-1:] if isinstance(each, Revision)]
            try:
                table.revisions.append(engine.act(seat, offer.dp, "pass"))
            except NotPlayed as why:
                table.writer.noticed(why)
                return
            for revision in untold:  # a guest that is never asked types nothing too late
                revision.withhold(seat)
            table.clocks.note(engine.dps, now, engine.turn)
            break
        else:
            return


def _declines(table: Table, seat: int, offer: Offer) -> bool:
    """Whether this offer is one that the seat's person does not want to be asked about."""
    wanted = table.wants.get(seat)
    pile = table.engine.told.views[seat].pile("discard")
    chair = table.seating.chairs[seat]
    if wanted is None or not pile or "pass" not in offer.acts or chair.kind == "bot" or chair.standin:
        return False
    return pile[-1] >= 52 or RANKS[RANK[pile[-1]]] not in wanted
