"""What everybody at the table may know besides the cards: its state as one seat is shown it, and the evening's book.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rumpus.net.protocol.messages import Benched, Played, Reckoning, SeatLine, State, Waits

if TYPE_CHECKING:
    from rumpus.net.table.table import Table

BOOK_MOST = 50
PEOPLE_MOST = 64
GAMES_MOST = 64
OPPONENT = "the opponent"


class PersonTotals:
    """One person's evening: matches that were finished, those that were won, points by game."""

    def __init__(self, name: str, matches: int = 0, wins: int = 0, points: dict[str, int] | None = None) -> None:
        self.name = name
        self.matches = matches
        self.wins = wins
        self.points = points if points is not None else {}

    def data(self) -> list[Any]:
        """As plain data, in the order of the constructor."""
        return [self.name, self.matches, self.wins, self.points]


def enter(table: Table, *, unfinished: bool = False) -> None:
    """The match on the table goes into the book; one that was left is marked, and nobody has won it or lost by it."""
    match = table.engine.match
    totals = list(match.final if match.final is not None else match.totals)
    chairs = table.seating.chairs
    sides = [[chairs[seat] for seat in match.rules.seats_of(side)] for side in range(len(totals))]
    names = [" and ".join(chair.name for chair in side)[:200] or OPPONENT for side in sides]
    won = [] if unfinished else list(match.winners)
    winners = [chair.name for side in won for chair in sides[side]]
    game = match.charter.game.name
    line = Played(game, winners if winners or unfinished else [OPPONENT], totals, names, unfinished)
    table.book.append(line)
    del table.book[:-BOOK_MOST]
    table.played += 1
    if unfinished:
        table.left += 1
        return
    for number, side in enumerate(sides):
        for chair in side:
            if chair.kind == "person":
                _reckon(table.people, chair.key, chair.name, game, totals[number], number in won)


def _reckon(people: dict[str, PersonTotals], key: str, name: str, game: str, points: int, won: bool) -> None:
    one = people.setdefault(key, PersonTotals(name))
    one.name = name
    one.matches += 1
    one.wins += won
    if game in one.points or len(one.points) < GAMES_MOST:
        one.points[game] = one.points.get(game, 0) + points


def standings(people: dict[str, PersonTotals]) -> list[Reckoning]:
    """What the evening comes to for everybody, who has won most first."""
    first = sorted(people.values(), key=lambda one: (-one.wins, one.matches))
    return [Reckoning(one.name, one.matches, one.wins, dict(one.points)) for one in first[:PEOPLE_MOST]]


def book_data(table: Table) -> dict[str, Any]:
    """The book as plain data, for the journal."""
    return {
        "played": table.played,
        "left": table.left,
        "book": [[each.game, each.winners, each.totals, each.names, each.unfinished] for each in table.book],
        "people": {key: one.data() for key, one in table.people.items()},
    }


def read_book(table: Table, data: dict[str, Any]) -> None:
    """Takes the book up again."""
    table.played, table.left = data["played"], data.get("left", 0)
    table.book = [Played(*line) for line in data["book"]]
    table.people = {key: PersonTotals(*_fields(one)) for key, one in data.get("people", {}).items()}


def _fields(one: Sequence[Any]) -> tuple[str, int, int, dict[str, int]]:
    name, matches, wins, points = one
    return name, matches, wins, dict(points)


def show(table: Table, you: int, now: float, number: int = -1) -> State:
    """Everything public about the table, for one seat, or for who is benched and keeps the seat of this number."""
    engine, seating = table.engine, table.seating
    seats = [SeatLine(chair.name, chair.kind, chair.away_since is not None, chair.standin) for chair in seating.chairs]
    benched = [Benched(chair.name, chair.number, chair.away_since is not None) for chair in seating.benched.values()]
    person = you >= 0 or number >= 0
    proposal = None
    if table.vote is not None:
        proposal = table.vote.line(table.people_keys(), seating.name, int(table.settings["quorum"]), now)
    totals = engine.match.final if engine.match.final is not None else engine.match.totals
    fair = table.fair
    return State(
        table.table_id,
        table.name,
        table.state,
        table.agreed.charter,
        seats,
        [watcher.name for watcher in seating.watchers.values()],
        you,
        table.played + table.playing,
        engine.match.deals + engine.on,
        list(totals),
        list(table.book),
        proposal,
        dict(table.settings),
        table.seeded,
        table.paused,
        table.codes.code if table.codes is not None and person else "",
        table.invite if person else "",
        voids=fair.dealing.voids if fair is not None else 0,
        shuffling=fair.shuffling(table) if fair is not None else [],
        number=number,
        benched=benched,
        waits=waits(table),
        people=standings(table.people),
        helps=table.agreed.helps,
        order=table.agreed.order,
        banks=table.clocks.banks(),
        thought=table.clocks.thought(now),
        silent=[watcher.name for watcher in seating.watchers.values() if watcher.away_since is not None],
    )


def waits(table: Table) -> Waits | None:
    """What waits, as everybody sees it."""
    waiting = table.waits
    if waiting is None:
        return None
    charter = {**waiting.charter.data(), "hash": waiting.charter.hash}
    return Waits(charter, "deal" if waiting.leave else "match", waiting.text())
