"""Who sits where.  A pure machine: arrivals and silences go in with the time, changes come out.

A guest is its CURVE key.  A key that has a chair gets that chair whenever it comes back; a new key shows the invite's
token and gets the lowest free chair, or a place among those who look on.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rumpus.net.messages import RefusalCode
from rumpus.net.text import clean_name, folded, unique

AWAY_AFTER = 4.0
WATCHERS_MOST = 32
WATCHING = -1

What = Literal["sat", "watching", "here", "away", "standin", "back", "left"]


class Change(NamedTuple):
    """Something that the others should see: who, and at which seat (-1: looking on)."""

    what: What
    seat: int
    name: str


class NoPlace(ValueError):
    """This guest may not come in; `code` is for its program, the sentence for the person."""

    def __init__(self, code: RefusalCode, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(slots=True)
class Chair:
    """A seat: whose it is, and who plays it at the moment.

    `bot_key` belongs to the bot that plays it (kind "bot", or while `standin`).
    """

    kind: Literal["free", "person", "bot"] = "free"
    key: str = ""
    name: str = ""
    heard: float = 0.0
    away_since: float | None = None
    standin: bool = False
    bot_key: str = ""


@dataclass(slots=True)
class Watcher:
    """Somebody who looks on."""

    name: str
    heard: float


@dataclass
class Seating:
    """The chairs of a table and those who look on.

    `grace` is how long a chair waits for its person, in seconds.  `token` lets anybody in who shows it, and the keys that
    are `admitted` (they proved to know a spoken code) need none.
    """

    chairs: list[Chair]
    token: bytes
    grace: float = 60.0
    watchers: dict[str, Watcher] = field(default_factory=dict)
    banned: set[str] = field(default_factory=set)
    admitted: set[str] = field(default_factory=set)
    changes: list[Change] = field(default_factory=list)
    ticked: float | None = None

    def admit(self, seat: int, key: str, name: str) -> None:
        """A bot's key is given a chair before it arrives."""
        name = unique(name, self.names())
        self.chairs[seat] = Chair("bot", name=name, bot_key=key)

    def stand_in(self, seat: int, key: str) -> None:
        """The key of the bot that plays this chair while its person is away or gone."""
        self.chairs[seat].bot_key = key

    def arrive(self, key: str, name: str, token: bytes, watch: bool, now: float) -> int:
        """The seat of who says hello (-1: looks on); raises NoPlace."""
        seat = self.place(key)
        if seat is not None:
            self.heard(key, now)
            return seat
        if key in self.banned:
            raise NoPlace("kicked", "You were sent away from this table for this evening.")
        if key not in self.admitted and not hmac.compare_digest(token, self.token):
            raise NoPlace(
                "token", "This needs the invite or the code that the host's screen shows now: ask the host for one of them."
            )
        if watch:
            return self._look_on(key, name, now)
        seat = next((n for n, chair in enumerate(self.chairs) if chair.kind == "free"), None)
        if seat is None:
            raise NoPlace("full", "Every seat is taken: look on with --watch, or ask the host for another seat.")
        self._sit(seat, key, name, now)
        return seat

    def _look_on(self, key: str, name: str, now: float) -> int:
        if len(self.watchers) >= WATCHERS_MOST:
            raise NoPlace("full", "So many look on already that nobody more can.")
        self.watchers[key] = Watcher(unique(name, self.names()), now)
        self.changes.append(Change("watching", WATCHING, self.watchers[key].name))
        return WATCHING

    def _sit(self, seat: int, key: str, name: str, now: float) -> None:
        chair = self.chairs[seat]
        chair.name = ""
        chair.kind, chair.key, chair.name = "person", key, unique(name, self.names())
        chair.heard, chair.away_since, chair.standin = now, None, False
        self.changes.append(Change("sat", seat, chair.name))

    def names(self) -> list[str]:
        """Everybody's name, at the table and looking on."""
        return [chair.name for chair in self.chairs if chair.name] + [watcher.name for watcher in self.watchers.values()]

    def place(self, key: str) -> int | None:
        """The seat that this key sees the table from: -1 for who looks on, None for a stranger."""
        for seat, chair in enumerate(self.chairs):
            if key == chair.key or (key == chair.bot_key and (chair.kind == "bot" or chair.standin)):
                return seat
        return WATCHING if key in self.watchers else None

    def plays(self, key: str, seat: int) -> bool:
        """Whether this key may act for the seat now."""
        chair = self.chairs[seat]
        return key == (chair.bot_key if chair.kind == "bot" or chair.standin else chair.key)

    def keys(self) -> set[str]:
        """The keys of all who have a place."""
        return {chair.key for chair in self.chairs if chair.key} | set(self.watchers) | self.bot_keys()

    def bot_keys(self) -> set[str]:
        """The keys of the host's own bots."""
        return {chair.bot_key for chair in self.chairs if chair.bot_key}

    def is_bot(self, key: str) -> bool:
        """Whether this key belongs to one of the host's own bots."""
        return any(key == chair.bot_key for chair in self.chairs)

    def name(self, key: str) -> str:
        """The name that goes with a key; empty for a stranger."""
        seat = self.place(key)
        if seat is None:
            return ""
        return self.watchers[key].name if seat == WATCHING else self.chairs[seat].name

    def named(self, name: str) -> str:
        """The key of the person or watcher of this name; empty if nobody has it."""
        wanted = folded(clean_name(name))
        for chair in self.chairs:
            if chair.kind == "person" and folded(chair.name) == wanted:
                return chair.key
        return next((key for key, watcher in self.watchers.items() if folded(watcher.name) == wanted), "")

    def people(self, *, here: bool = False) -> list[int]:
        """The seats that persons own; with `here` only those who are not away."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and not (here and chair.away_since is not None)
        ]

    @property
    def full(self) -> bool:
        """Whether every chair has somebody to play it."""
        return all(chair.kind != "free" or chair.standin for chair in self.chairs)

    def heard(self, key: str, now: float) -> None:
        """A sign of life; a person who was away is back, and takes the seat over from a stand-in."""
        watcher = self.watchers.get(key)
        if watcher is not None:
            watcher.heard = now
            return
        for seat, chair in enumerate(self.chairs):
            if chair.key == key:
                chair.heard = now
                if chair.away_since is not None:
                    chair.away_since = None
                    self.changes.append(Change("back" if chair.standin else "here", seat, chair.name))
                    chair.standin = False
                return

    def lost(self, key: str, now: float) -> None:
        """The guest said good-bye for now: it is away at once."""
        if self.watchers.pop(key, None) is not None:
            return
        seat = self.place(key)
        if seat is not None and self.chairs[seat].key == key and self.chairs[seat].away_since is None:
            self.chairs[seat].away_since = now
            self.changes.append(Change("away", seat, self.chairs[seat].name))

    def leave(self, key: str, *, playing: bool, ban: bool = False) -> None:
        """Gives the place up for good; during a match a stand-in plays the seat until somebody takes it."""
        if ban:
            self.banned.add(key)
        watcher = self.watchers.pop(key, None)
        if watcher is not None:
            self.changes.append(Change("left", WATCHING, watcher.name))
            return
        for seat, chair in enumerate(self.chairs):
            if key and chair.key == key:
                self.changes.append(Change("left", seat, chair.name))
                stays = chair.standin
                chair.kind, chair.key, chair.name, chair.away_since, chair.standin = "free", "", "", None, playing
                if playing:
                    chair.name = unique("Stand-in", self.names())
                    if not stays:
                        self.changes.append(Change("standin", seat, chair.name))

    def clear_standins(self) -> None:
        """Between matches a chair that nobody owns is simply free."""
        for chair in self.chairs:
            if chair.kind == "free":
                chair.standin, chair.name = False, ""

    def tick(self, now: float, *, playing: bool) -> None:
        """Time passes: who is silent is away, who is away too long gets a stand-in while a match is on.

        If the host itself slept, nobody is away for it.
        """
        slept = 0.0 if self.ticked is None else now - self.ticked
        self.ticked = now
        if slept > AWAY_AFTER / 2:
            self._forgive(slept)
        for seat, chair in enumerate(self.chairs):
            if chair.kind != "person":
                continue
            if chair.away_since is None and now - chair.heard >= AWAY_AFTER:
                chair.away_since = now
                self.changes.append(Change("away", seat, chair.name))
            if playing and chair.away_since is not None and not chair.standin and now - chair.away_since >= self.grace:
                chair.standin = True
                self.changes.append(Change("standin", seat, chair.name))
        for key in [key for key, watcher in self.watchers.items() if now - watcher.heard >= AWAY_AFTER + self.grace]:
            self.changes.append(Change("left", WATCHING, self.watchers.pop(key).name))

    def _forgive(self, slept: float) -> None:
        for chair in self.chairs:
            chair.heard += slept
            if chair.away_since is not None:
                chair.away_since += slept
        for watcher in self.watchers.values():
            watcher.heard += slept

    def resize(self, seats: int) -> list[int]:
        """Another number of chairs: persons move together and keep their order, then bots; the rest is free.

        Returns for each new chair the old one that moved there, or -1.  Raises NoPlace if there are more persons.
        """
        order = [n for n, chair in enumerate(self.chairs) if chair.kind == "person"]
        if len(order) > seats:
            raise NoPlace("full", f"{len(order)} people sit here; that game would have {seats} seats.")
        order += [n for n, chair in enumerate(self.chairs) if chair.kind == "bot"][: seats - len(order)]
        order.sort()
        self.chairs = [self.chairs[n] for n in order] + [Chair() for _ in range(seats - len(order))]
        return order + [-1] * (seats - len(order))
