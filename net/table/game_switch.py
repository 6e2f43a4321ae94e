"""From one game to the next at the same table: what was voted for comes when the deal or the match is over.  Pure.

Nothing changes while cards are on the table.  A charter that is to come waits in `evening.waits`; when its time is there the
evening sets `turning`, everybody is told the end of the last deal, and `turn` lays it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rumpus.core.game import Charter
from rumpus.net.table import handover
from rumpus.net.table.engine import Overrun
from rumpus.net.table.public_state import enter
from rumpus.net.table.shown_charter import agreed
from rumpus.net.table.votes import Vote

if TYPE_CHECKING:
    from rumpus.net.table.table import Table


@dataclass
class GameSwitch:
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
    table: Table, what: Any, by: str, text: str, now: float, charter: Charter | None, target: str, to: str, sit: list[str]
) -> None:
    """Lays a proposal on the table; who makes it is for it."""
    if table.vote is not None and table.vote.what == "again":
        table.owes_again = True
    table.votes += 1
    name = table.seating.name(by)
    shown = agreed(charter, table.engine.limit, Overrun) if charter is not None else None
    ends_at = now + int(table.settings["vote_time"])
    table.vote = Vote(table.votes, what, name, text, ends_at, charter, target, to, sit, shown)
    if by:
        table.vote.votes[by] = True
    table.dirty = True
    table.speak(text)
    look_at_the_vote(table, now)


def look_at_the_vote(table: Table, now: float) -> None:
    """What the votes come to, as soon as that is certain."""
    vote = table.vote
    if vote is None or table.state == "closed":
        return
    here = table.people_keys(here=True)
    verdict = vote.decided(table.people_keys(), here, int(table.settings["quorum"]), now)
    if vote.what == "hand":
        verdict = vote.everybody(_asked(table), now)
    all_agree: bool | None = False
    if verdict and vote.what == "game" and table.playing:
        all_agree = vote.everybody(_asked(table), now)
    if verdict is None or all_agree is None:
        return
    table.vote = None
    table.dirty = True
    if vote.what == "fair":
        table.shuffle_again(verdict, now)
    elif not verdict:
        table.speak(f"Voted down: {vote.text}")
    elif vote.what == "kick":
        _send_away(table, vote.target, now)
    elif vote.what == "pause":
        table.pause(vote.by)
    elif vote.what == "hand":
        handover.begin(table, vote.to, now)
    elif vote.charter is not None:
        carry(table, GameSwitch(vote.charter, vote.sit, table.playing and all_agree), now)
    else:
        table.start(now)


def _asked(table: Table) -> list[str]:
    """Who has to agree if a match is to be left: all people but those for whom a bot plays, who are not there to be asked."""
    absent = {chair.key for chair in table.seating.chairs if chair.standin}
    absent |= {chair.key for chair in table.seating.benched.values() if chair.away_since is not None}
    return [key for key in table.people_keys() if key not in absent]


def _send_away(table: Table, key: str, now: float) -> None:
    table.speak(f"The table sends {table.seating.name(key)} away.")
    table.goodbyes.append((key, "kicked", "The table has voted to send you away."))
    table.seating.leave(key, playing=table.playing, ban=True)
    table.new_locks()  # who was sent away knows the invite and the code
    table.after(now)


def carry(table: Table, waiting: GameSwitch, now: float) -> None:
    """The people want this charter: it waits for its time, which may be now."""
    table.waits = waiting
    deal = table.engine.deal
    if not table.playing or (waiting.leave and (deal is None or deal.over)):
        table.turning = True
    else:
        table.speak(waiting.text())


def due(table: Table) -> bool:
    """When a deal or the match is over: whether something is to be done before the next one."""
    comes = table.waits is not None and (table.waits.leave or not table.playing)
    return comes or any(table.seating.may_sit(key) for key in table.to_sit)


def turn(table: Table, now: float) -> None:
    """Everybody has been told how the last deal ended: now the table changes."""
    table.turning = False
    waiting = table.waits
    if waiting is not None and (not table.playing or waiting.leave):
        if table.playing:
            _leave_match(table)
        table.waits = None
        _lay(table, waiting)
    seat_who_asked(table, now)
    table.after(now)


def _leave_match(table: Table) -> None:
    """The match goes into the book as it stands."""
    title = table.engine.charter.game.title
    if table.engine.match.deals:
        enter(table, unfinished=True)
        table.speak(f"The match of {title} is left, and stands in the book as unfinished.")
    table.state = "between"
    clear_standins(table)


def clear_standins(table: Table) -> None:
    """No match is on: who stood in for somebody who left has nothing to play any more."""
    for seat, key in table.seating.clear_standins().items():
        table.bots_wanted = [each for each in table.bots_wanted if each != seat]
        if key:
            table.goodbyes.append((key, "handed_back", "The match is over, and the seat is free."))


def _lay(table: Table, waiting: GameSwitch) -> None:
    """Another charter, with the same people; seats that are added are filled by bots."""
    seating, charter = table.seating, waiting.charter
    bots, benched = seating.bot_keys(), set(seating.benched)
    moved = seating.resize(charter.seats, waiting.sit)
    gone = sorted(bots - seating.bot_keys())
    table.goodbyes += [(key, "handed_back", "The seat is gone.") for key in gone]
    table.wants = {seat: table.wants[old] for seat, old in enumerate(moved) if old in table.wants}
    if table.fair is not None:
        table.fair.give_up(table)
    table.engine.lay(charter)
    table.agreed = agreed(charter, table.engine.limit, Overrun)
    if seating.benched:
        table.engine.watch()
    table.relaid = True
    table.speak(f"The table plays {charter.game.title} now (charter {charter.hash}).")
    for chair in seating.benched.values():
        table.speak(f"{chair.name} looks on, and seat {chair.number + 1} waits for {chair.name}.")
    for chair in seating.chairs:
        if chair.key in benched:
            table.speak(f"{chair.name} sits again.")
    table.state = "waiting"
    table.dirty, table.owes_again = True, False
    table.bots_wanted = [seat for seat, chair in enumerate(seating.chairs) if chair.kind == "free"]
    table.writer.new_table()


def ask_to_sit(table: Table, key: str, now: float) -> str:
    """Who looks on wants a seat: at once, or when the deal is over.  Returns the sentence about it, empty where it is done."""
    if not table.seating.may_sit(key):
        return "Every seat is taken by somebody: you look on until one is free."
    if key not in table.to_sit:
        table.to_sit.append(key)
    deal = table.engine.deal
    if table.playing and deal is not None and not deal.over:
        return "You sit down when this deal is over."
    table.turning = True
    return ""


def wait_for_seat(table: Table, key: str) -> None:
    """Somebody new came while cards lie on the table, and the free hand is shown to nobody new."""
    table.to_sit.append(key)
    table.speak(f"{table.seating.name(key)} sits down when this deal is over.")


def seat_who_asked(table: Table, now: float) -> None:
    """Those who look on and want a seat get one, in the order in which they asked."""
    for key in table.to_sit:
        if table.seating.may_sit(key):
            table.seating.sit_down(key, now)
            table.reseated.append(key)
    table.to_sit.clear()
