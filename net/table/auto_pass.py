"""Wishes: who does not want to be asked about offered cards of some ranks declines them without a word.  Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.cards import RANK, RANKS
from rumpus.net.protocol.messages import Offer
from rumpus.net.table.engine import NotPlayed
from rumpus.net.table.revisions import Revision

if TYPE_CHECKING:
    from rumpus.net.table.table import Evening


def want(evening: Evening, seat: int, text: str) -> str:
    """Which offered cards a seat wants to be asked about; returns the sentence about it."""
    words = text.upper().replace(",", " ").split()
    if words in (["ALL"], []):
        evening.wants.pop(seat, None)
        return "You are asked about every card that is offered."
    ranks = frozenset() if words == ["NONE"] else frozenset("T" if word == "10" else word for word in words)
    if not ranks <= set(RANKS):
        return f"Say /want none, /want all, or ranks such as /want A K 7 (of {' '.join(RANKS)})."
    evening.wants[seat] = ranks
    asked = f"{' '.join(sorted(ranks, key=RANKS.index))} only" if ranks else "no offer"
    return f"You are asked about {asked}."


def decline(evening: Evening, now: float) -> None:
    """Passes for seats that were offered a card of a rank that they do not want."""
    table = evening.table
    while evening.playing and table.deal is not None and table.deal.phase == "offer":
        table.told.complete()
        for seat in table.deal.turn:
            offer = table.offers[seat]
            if offer is None or not _declines(evening, seat, offer):
                continue
            untold = [each for each in evening.revisions[-1:] if isinstance(each, Revision)]
            try:
                evening.revisions.append(table.act(seat, offer.dp, "pass"))
            except NotPlayed as why:
                evening.keeping.noticed(why)
                return
            for revision in untold:  # a guest that is never asked types nothing too late
                revision.withhold(seat)
            evening.clocks.note(table.dps, now, table.turn)
            break
        else:
            return


def _declines(evening: Evening, seat: int, offer: Offer) -> bool:
    """Whether this offer is one that the seat's person does not want to be asked about."""
    wanted = evening.wants.get(seat)
    pile = evening.table.told.views[seat].pile("discard")
    chair = evening.seating.chairs[seat]
    if wanted is None or not pile or "pass" not in offer.acts or chair.kind == "bot" or chair.standin:
        return False
    return pile[-1] >= 52 or RANKS[RANK[pile[-1]]] not in wanted
