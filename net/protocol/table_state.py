"""The table's public state: who sits and who looks on, the charter, the book of the evening, what is voted on and what waits."""

# ruff: noqa: RUF012 - the defaults of a record are copied
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from rumpus.net.protocol.field_types import (
    Count,
    Message,
    Options,
    PlainMap,
    RawName,
    RawText,
    Seat,
    Sentence,
    Small,
    Word,
    Words,
)

TableStateName = Literal["waiting", "playing", "between", "closed"]
Names = Annotated[list[RawName], Meta(max_length=64)]
Helps = Annotated[dict[Word, Sentence], Meta(max_length=64)]
Pairs = Annotated[list[Words], Meta(max_length=64)]


class SeatLine(Message, frozen=True):
    """One seat as everybody sees it."""

    name: RawName
    kind: Literal["person", "bot", "free"]
    away: bool = False
    standin: bool = False


class Benched(Message, frozen=True):
    """Somebody who sits out while the game has too few seats, with the number of the seat that waits."""

    name: RawName
    number: Seat
    away: bool = False


class Proposal(Message, frozen=True):
    """What is being voted on."""

    id: Count
    by: RawName
    text: Sentence
    charter: PlainMap | None
    votes: Annotated[dict[RawName, bool], Meta(max_length=64)]
    needs: Small
    seconds: Small
    sit: Names = []
    watch: Names = []
    helps: Helps = {}
    order: Pairs = []


class Waits(Message, frozen=True):
    """What was voted for and comes later: after this deal, or after this match."""

    charter: PlainMap
    after: Literal["deal", "match"]
    text: Sentence


class Played(Message, frozen=True):
    """One match in the evening's book."""

    game: Word
    winners: Annotated[list[RawName], Meta(max_length=64)]
    totals: Annotated[list[int], Meta(max_length=64)]
    names: Names = []
    unfinished: bool = False


class Reckoning(Message, frozen=True):
    """What one person's evening came to: matches and matches won, and the points of each game."""

    name: RawName
    matches: Count
    wins: Count
    points: Annotated[dict[Word, int], Meta(max_length=64)]


class State(Message, frozen=True):
    """Everything public about the table that is not in a deal."""

    table: Word
    name: RawName
    state: TableStateName
    charter: PlainMap
    seats: Annotated[list[SeatLine], Meta(max_length=64)]
    watchers: Annotated[list[RawName], Meta(max_length=64)]
    you: Seat
    match: Count
    deal: Count
    totals: Annotated[list[int], Meta(max_length=64)]
    book: Annotated[list[Played], Meta(max_length=64)]
    proposal: Proposal | None
    settings: Options
    seeded: bool
    paused: RawName = ""
    code: Word = ""
    invite: RawText = ""
    voids: Count = 0
    shuffling: Annotated[list[RawName], Meta(max_length=64)] = []
    number: Seat = -1
    benched: Annotated[list[Benched], Meta(max_length=64)] = []
    waits: Waits | None = None
    people: Annotated[list[Reckoning], Meta(max_length=64)] = []
    helps: Helps = {}
    order: Pairs = []
    banks: Annotated[list[Small], Meta(max_length=64)] = []
    thought: Annotated[list[Small], Meta(max_length=64)] = []
    silent: Names = []
