"""What everybody at the table may know besides the cards: its state as one seat is shown it, and the evening's book.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rumpus.net.protocol.messages import Benched, Played, Reckoning, SeatLine, State, Waits

if TYPE_CHECKING:
    from rumpus.net.table.table import Evening

BOOK_MOST = 50
PEOPLE_MOST = 64
GAMES_MOST = 64
OPPONENT = "the opponent"


class Reckoned:
    """One person's evening: matches that were finished, those that were won, points by game."""

    def __init__(self, name: str, matches: int = 0, wins: int = 0, points: dict[str, int] | None = None) -> None:
        self.name = name
        self.matches = matches
        self.wins = wins
        self.points = points if points is not None else {}

    def data(self) -> list[Any]:
        """As plain data, in the order of the constructor."""
        return [self.name, self.matches, self.wins, self.points]


def enter(evening: Evening, *, unfinished: bool = False) -> None:
    """The match on the table goes into the book; one that was left is marked, and nobody has won it or lost by it."""
    match = evening.table.match
    totals = list(match.final if match.final is not None else match.totals)
    chairs = evening.seating.chairs
    sides = [[chairs[seat] for seat in match.rules.seats_of(side)] for side in range(len(totals))]
    names = [" and ".join(chair.name for chair in side)[:200] or OPPONENT for side in sides]
    won = [] if unfinished else list(match.winners)
    winners = [chair.name for side in won for chair in sides[side]]
    game = match.charter.game.name
    line = Played(game, winners if winners or unfinished else [OPPONENT], totals, names, unfinished)
    evening.book.append(line)
    del evening.book[:-BOOK_MOST]
    evening.played += 1
    if unfinished:
        evening.left += 1
        return
    for number, side in enumerate(sides):
        for chair in side:
            if chair.kind == "person":
                _reckon(evening.people, chair.key, chair.name, game, totals[number], number in won)


def _reckon(people: dict[str, Reckoned], key: str, name: str, game: str, points: int, won: bool) -> None:
    one = people.setdefault(key, Reckoned(name))
    one.name = name
    one.matches += 1
    one.wins += won
    if game in one.points or len(one.points) < GAMES_MOST:
        one.points[game] = one.points.get(game, 0) + points


def standings(people: dict[str, Reckoned]) -> list[Reckoning]:
    """What the evening comes to for everybody, who has won most first."""
    first = sorted(people.values(), key=lambda one: (-one.wins, one.matches))
    return [Reckoning(one.name, one.matches, one.wins, dict(one.points)) for one in first[:PEOPLE_MOST]]


def book_data(evening: Evening) -> dict[str, Any]:
    """The book as plain data, for the journal."""
    return {
        "played": evening.played,
        "left": evening.left,
        "book": [[each.game, each.winners, each.totals, each.names, each.unfinished] for each in evening.book],
        "people": {key: one.data() for key, one in evening.people.items()},
    }


def read_book(evening: Evening, data: dict[str, Any]) -> None:
    """Takes the book up again."""
    evening.played, evening.left = data["played"], data.get("left", 0)
    evening.book = [Played(*line) for line in data["book"]]
    evening.people = {key: Reckoned(*_fields(one)) for key, one in data.get("people", {}).items()}


def _fields(one: Sequence[Any]) -> tuple[str, int, int, dict[str, int]]:
    name, matches, wins, points = one
    return name, matches, wins, dict(points)


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


def waits(evening: Evening) -> Waits | None:
    """What waits, as everybody sees it."""
    waiting = evening.waits
    if waiting is None:
        return None
    charter = {**waiting.charter.data(), "hash": waiting.charter.hash}
    return Waits(charter, "deal" if waiting.leave else "match", waiting.text())
