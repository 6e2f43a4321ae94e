"""Who thinks too long loses the choice: the first action that was offered is played for the seat.  Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.cards import NAME
from rumpus.net.table import NotPlayed

if TYPE_CHECKING:
    from rumpus.net.evening import Evening


def hurry(evening: Evening, now: float) -> str:
    """Plays for bots that raised, died or think too long, and for people whose clock has run out.

    Returns a sentence where nothing that a seat was offered can be played, and the match cannot go on.
    """
    evening.clocks.tick(now)
    while evening.playing and not evening.paused and not evening.still and evening.table.deal is not None:
        turn = evening.table.deal.turn
        late = [seat for seat in turn if evening.clocks.overdue(seat, evening.played_by_bot(seat), now)]
        if not late:
            return ""
        name = evening.seating.chairs[late[0]].name
        if not play_first(evening, late[0], now):
            return f"Nothing that {name} was offered could be played: the match is off, propose another game."
        if not evening.keeping.frozen:
            evening.speak(f"{name} took too long: the first action it was offered was played.")
    return ""


def play_first(evening: Evening, seat: int, now: float) -> bool:
    """Plays the first of a seat's offers that can be played; a table that is frozen plays none and waits."""
    offer = evening.table.offers[seat]
    if offer is None:
        return False
    gives = [f"{give.verb} {' '.join(NAME[card] for card in give.cards[: give.n])}" for give in offer.gives]
    for text in offer.acts + gives:
        try:
            revision = evening.table.act(seat, offer.dp, text)
        except NotPlayed as why:
            if evening.keeping.noticed(why):
                return True
            continue
        evening.acted(revision, now)
        return True
    return False
