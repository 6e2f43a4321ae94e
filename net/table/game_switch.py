"""From one game to the next at the same table: what was voted for comes when the deal or the match is over.  Pure.

Nothing changes while cards are on the table.  A charter that is to come waits in `evening.waits`; when its time is there the
evening sets `turning`, everybody is told the end of the last deal, and `turn` lays it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rumpus.core.house import Charter
from rumpus.net.table import handover
from rumpus.net.table.engine import Overrun
from rumpus.net.table.public_state import enter
from rumpus.net.table.shown_charter import agreed
from rumpus.net.table.votes import Vote

if TYPE_CHECKING:
    from rumpus.net.table.table import Evening


@dataclass
class Waiting:
    """A charter that was voted for; `sit` are the keys of who sits first, `leave` says that everybody leaves the match for it."""

    charter: Charter
    sit: list[str] = field(default_factory=list)
    leave: bool = False

    def text(self) -> str:
        """What everybody is told of it."""
        title = self.charter.game.title
        if self.leave:
            return f"Everybody agrees: {title} comes after this deal; the match is left unfinished."
        return f"{title} comes after this match."

    def data(self) -> dict[str, Any]:
        """As plain data, for the journal."""
        return {"charter": self.charter.data(), "sit": self.sit, "leave": self.leave}


def propose(
    evening: Evening, what: Any, by: str, text: str, now: float, charter: Charter | None, target: str, to: str, sit: list[str]
) -> None:
    """Lays a proposal on the table; who makes it is for it."""
    if evening.vote is not None and evening.vote.what == "again":
        evening.owes_again = True
    evening.votes += 1
    name = evening.seating.name(by)
    shown = agreed(charter, evening.table.limit, Overrun) if charter is not None else None
    ends_at = now + int(evening.settings["vote_time"])
    evening.vote = Vote(evening.votes, what, name, text, ends_at, charter, target, to, sit, shown)
    if by:
        evening.vote.votes[by] = True
    evening.dirty = True
    evening.speak(text)
    look_at_the_vote(evening, now)


def look_at_the_vote(evening: Evening, now: float) -> None:
    """What the votes come to, as soon as that is certain."""
    vote = evening.vote
    if vote is None or evening.state == "closed":
        return
    here = evening.people_keys(here=True)
    verdict = vote.decided(evening.people_keys(), here, int(evening.settings["quorum"]), now)
    if vote.what == "hand":
        verdict = vote.everybody(_asked(evening), now)
    all_agree: bool | None = False
    if verdict and vote.what == "game" and evening.playing:
        all_agree = vote.everybody(_asked(evening), now)
    if verdict is None or all_agree is None:
        return
    evening.vote = None
    evening.dirty = True
    if vote.what == "fair":
        evening.shuffle_again(verdict, now)
    elif not verdict:
        evening.speak(f"Voted down: {vote.text}")
    elif vote.what == "kick":
        _send_away(evening, vote.target, now)
    elif vote.what == "pause":
        evening.pause(vote.by)
    elif vote.what == "hand":
        handover.begin(evening, vote.to, now)
    elif vote.charter is not None:
        carry(evening, Waiting(vote.charter, vote.sit, evening.playing and all_agree), now)
    else:
        evening.start(now)


def _asked(evening: Evening) -> list[str]:
    """Who has to agree if a match is to be left: all people but those for whom a bot plays, who are not there to be asked."""
    absent = {chair.key for chair in evening.seating.chairs if chair.standin}
    absent |= {chair.key for chair in evening.seating.benched.values() if chair.away_since is not None}
    return [key for key in evening.people_keys() if key not in absent]


def _send_away(evening: Evening, key: str, now: float) -> None:
    evening.speak(f"The table sends {evening.seating.name(key)} away.")
    evening.goodbyes.append((key, "kicked", "The table has voted to send you away."))
    evening.seating.leave(key, playing=evening.playing, ban=True)
    evening.new_locks()  # who was sent away knows the invite and the code
    evening.after(now)


def carry(evening: Evening, waiting: Waiting, now: float) -> None:
    """The people want this charter: it waits for its time, which may be now."""
    evening.waits = waiting
    deal = evening.table.deal
    if not evening.playing or (waiting.leave and (deal is None or deal.over)):
        evening.turning = True
    else:
        evening.speak(waiting.text())


def due(evening: Evening) -> bool:
    """When a deal or the match is over: whether something is to be done before the next one."""
    comes = evening.waits is not None and (evening.waits.leave or not evening.playing)
    return comes or any(evening.seating.may_sit(key) for key in evening.to_sit)


def turn(evening: Evening, now: float) -> None:
    """Everybody has been told how the last deal ended: now the table changes."""
    evening.turning = False
    waiting = evening.waits
    if waiting is not None and (not evening.playing or waiting.leave):
        if evening.playing:
            _leave_match(evening)
        evening.waits = None
        _lay(evening, waiting)
    seat_who_asked(evening, now)
    evening.after(now)


def _leave_match(evening: Evening) -> None:
    """The match goes into the book as it stands."""
    title = evening.table.charter.game.title
    if evening.table.match.deals:
        enter(evening, unfinished=True)
        evening.speak(f"The match of {title} is left, and stands in the book as unfinished.")
    evening.state = "between"
    clear_standins(evening)


def clear_standins(evening: Evening) -> None:
    """No match is on: who stood in for somebody who left has nothing to play any more."""
    for seat, key in evening.seating.clear_standins().items():
        evening.bots_wanted = [each for each in evening.bots_wanted if each != seat]
        if key:
            evening.goodbyes.append((key, "handed_back", "The match is over, and the seat is free."))


def _lay(evening: Evening, waiting: Waiting) -> None:
    """Another charter, with the same people; seats that are added are filled by bots."""
    seating, charter = evening.seating, waiting.charter
    bots, benched = seating.bot_keys(), set(seating.benched)
    moved = seating.resize(charter.seats, waiting.sit)
    gone = sorted(bots - seating.bot_keys())
    evening.goodbyes += [(key, "handed_back", "The seat is gone.") for key in gone]
    evening.wants = {seat: evening.wants[old] for seat, old in enumerate(moved) if old in evening.wants}
    if evening.fair is not None:
        evening.fair.give_up(evening)
    evening.table.lay(charter)
    evening.agreed = agreed(charter, evening.table.limit, Overrun)
    if seating.benched:
        evening.table.watch()
    evening.relaid = True
    evening.speak(f"The table plays {charter.game.title} now (charter {charter.hash}).")
    for chair in seating.benched.values():
        evening.speak(f"{chair.name} looks on, and seat {chair.number + 1} waits for {chair.name}.")
    for chair in seating.chairs:
        if chair.key in benched:
            evening.speak(f"{chair.name} sits again.")
    evening.state = "waiting"
    evening.dirty, evening.owes_again = True, False
    evening.bots_wanted = [seat for seat, chair in enumerate(seating.chairs) if chair.kind == "free"]
    evening.keeping.table()


def ask_to_sit(evening: Evening, key: str, now: float) -> str:
    """Who looks on wants a seat: at once, or when the deal is over.  Returns the sentence about it, empty where it is done."""
    if not evening.seating.may_sit(key):
        return "Every seat is taken by somebody: you look on until one is free."
    if key not in evening.to_sit:
        evening.to_sit.append(key)
    deal = evening.table.deal
    if evening.playing and deal is not None and not deal.over:
        return "You sit down when this deal is over."
    evening.turning = True
    return ""


def wait_for_seat(evening: Evening, key: str) -> None:
    """Somebody new came while cards lie on the table, and the free hand is shown to nobody new."""
    evening.to_sit.append(key)
    evening.speak(f"{evening.seating.name(key)} sits down when this deal is over.")


def seat_who_asked(evening: Evening, now: float) -> None:
    """Those who look on and want a seat get one, in the order in which they asked."""
    for key in evening.to_sit:
        if evening.seating.may_sit(key):
            evening.seating.sit_down(key, now)
            evening.reseated.append(key)
    evening.to_sit.clear()
