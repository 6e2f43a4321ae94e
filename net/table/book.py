"""The evening's book: which matches were played and who won them, and what the evening comes to for each person.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rumpus.net.protocol.messages import Played, Reckoning

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
