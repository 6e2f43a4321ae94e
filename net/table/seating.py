"""Who sits where.  A pure machine: arrivals and silences go in with the time, changes come out.

A guest is its CURVE key.  A key that has a chair gets that chair whenever it comes back; a new key shows the invite's
token and gets the lowest free chair, or a place among those who look on.  Where a game has fewer seats than there are people,
some are benched: they look on, and keep the number of their seat until there is room again.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rumpus.net.protocol.messages import RefusalCode
from rumpus.net.protocol.sanitize import clean_name, folded, unique

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

    `bot_key` belongs to the bot that plays it (kind "bot", or while `standin`).  `number` is the seat that its person has a
    right to while somebody is benched (-1: this one).
    """

    kind: Literal["free", "person", "bot"] = "free"
    key: str = ""
    name: str = ""
    heard: float = 0.0
    away_since: float | None = None
    standin: bool = False
    bot_key: str = ""
    number: int = WATCHING


@dataclass(slots=True)
class Watcher:
    """Somebody who looks on."""

    name: str
    heard: float
    away_since: float | None = None


Theirs = tuple[int, int, Chair]
"""Somebody's chair: the number of the seat by right, the one it is now (-1: benched), the chair."""


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
    benched: dict[str, Chair] = field(default_factory=dict)
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

    def arrive(self, key: str, name: str, token: bytes, watch: bool, now: float, *, dealt: bool = False) -> int:
        """The seat of who says hello (-1: looks on); raises NoPlace.

        Where cards are `dealt` a hand that somebody has left is shown to nobody new: who comes then looks on until it is over.
        """
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
        free = [n for n, chair in enumerate(self.chairs) if chair.kind == "free"]
        if not free:
            raise NoPlace("full", "Every seat is taken: look on with --watch, or ask the host for another seat.")
        seat = next((n for n in free if not (dealt and self.chairs[n].standin)), None)
        if seat is None:
            return self._look_on(key, name, now)
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
        numbered = self.benched or any(each.number != WATCHING for each in self.chairs)
        chair.number = self._free_number(seat) if numbered else WATCHING
        self.changes.append(Change("sat", seat, chair.name))

    def _open_seats(self) -> list[int]:
        """The seats that are free, and then those that bots fill."""
        seats = [n for n, chair in enumerate(self.chairs) if chair.kind == "free"]
        return seats + [n for n, chair in enumerate(self.chairs) if chair.kind == "bot"]

    def may_sit(self, key: str) -> bool:
        """Whether this key looks on and there is a seat for it."""
        return self.place(key) == WATCHING and bool(self._open_seats())

    def sit_down(self, key: str, now: float) -> int:
        """Who looks on takes a seat that is free or that a bot fills: the own one, or the lowest."""
        seats = self._open_seats()
        seat = self.number(key) if self.number(key) in seats else seats[0]
        looked_on = self.benched.pop(key, None) or self.watchers.pop(key)
        self._sit(seat, key, looked_on.name, now)
        if isinstance(looked_on, Chair):
            self.chairs[seat].number = looked_on.number
        return seat

    def _free_number(self, seat: int) -> int:
        """A seat's number for somebody new, while others have a right to theirs."""
        taken = {self._right(n) for n in self.people() if n != seat} | {chair.number for chair in self.benched.values()}
        return seat if seat not in taken else min(set(range(len(taken) + 1)) - taken)

    def _right(self, seat: int) -> int:
        """The number of the seat that the person at this one has a right to."""
        number = self.chairs[seat].number
        return seat if number == WATCHING else number

    def number(self, key: str) -> int:
        """The number of the seat that waits for somebody who is benched; -1 for everybody else."""
        chair = self.benched.get(key)
        return WATCHING if chair is None else chair.number

    def names(self) -> list[str]:
        """Everybody's name, at the table and looking on."""
        benched = [chair.name for chair in self.benched.values()]
        return [chair.name for chair in self.chairs if chair.name] + benched + [each.name for each in self.watchers.values()]

    def place(self, key: str) -> int | None:
        """The seat that this key sees the table from: -1 for who looks on, None for a stranger."""
        for seat, chair in enumerate(self.chairs):
            if key == chair.key or (key == chair.bot_key and (chair.kind == "bot" or chair.standin)):
                return seat
        return WATCHING if key in self.watchers or key in self.benched else None

    def plays(self, key: str, seat: int) -> bool:
        """Whether this key may act for the seat now."""
        chair = self.chairs[seat]
        return key == (chair.bot_key if chair.kind == "bot" or chair.standin else chair.key)

    def keys(self) -> set[str]:
        """The keys of all who have a place."""
        return {chair.key for chair in self.chairs if chair.key} | set(self.watchers) | set(self.benched) | self.bot_keys()

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
        if seat == WATCHING:
            return (self.benched.get(key) or self.watchers[key]).name
        return self.chairs[seat].name

    def named(self, name: str) -> str:
        """The key of the person or watcher of this name; empty if nobody has it."""
        wanted = folded(clean_name(name))
        for chair in self.chairs:
            if chair.kind == "person" and folded(chair.name) == wanted:
                return chair.key
        looking_on = [(key, chair.name) for key, chair in self.benched.items()]
        looking_on += [(key, watcher.name) for key, watcher in self.watchers.items()]
        return next((key for key, called in looking_on if folded(called) == wanted), "")

    def people(self, *, here: bool = False) -> list[int]:
        """The seats that persons own; with `here` only those who are not away."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and not (here and chair.away_since is not None)
        ]

    def people_keys(self, *, here: bool = False) -> list[str]:
        """The keys of all people, in the order of the seats that are theirs; with `here` only of those who are not away."""
        found = [(self._right(seat), self.chairs[seat]) for seat in self.people()]
        found += [(chair.number, chair) for chair in self.benched.values()]
        found.sort(key=lambda each: each[0])
        return [chair.key for _, chair in found if not (here and chair.away_since is not None)]

    @property
    def deserted(self) -> bool:
        """Whether nobody is here: no person at the table, nobody who looks on."""
        return not self.people_keys(here=True) and all(each.away_since is not None for each in self.watchers.values())

    @property
    def full(self) -> bool:
        """Whether every chair has somebody to play it."""
        return all(chair.kind != "free" or chair.standin for chair in self.chairs)

    def heard(self, key: str, now: float) -> None:
        """A sign of life; a person who was away is back, and takes the seat over from a stand-in."""
        watcher = self.watchers.get(key)
        if watcher is not None:
            watcher.heard = now
            if watcher.away_since is not None:
                watcher.away_since = None
                self.changes.append(Change("here", WATCHING, watcher.name))
            return
        for seat, chair in self._theirs():
            if chair.key == key:
                chair.heard = now
                if chair.away_since is not None:
                    chair.away_since = None
                    self.changes.append(Change("back" if chair.standin else "here", seat, chair.name))
                    chair.standin = False
                return

    def lost(self, key: str, now: float) -> None:
        """The guest said good-bye for now: it is away at once; who only looks on is gone."""
        watcher = self.watchers.pop(key, None)
        if watcher is not None:
            self.changes.append(Change("left", WATCHING, watcher.name))
            return
        for seat, chair in self._theirs():
            if chair.key == key and chair.away_since is None:
                chair.away_since = now
                self.changes.append(Change("away", seat, chair.name))

    def _theirs(self) -> list[tuple[int, Chair]]:
        """The chairs with their seats, and those that wait for who is benched with -1."""
        return [*enumerate(self.chairs), *((WATCHING, chair) for chair in self.benched.values())]

    def leave(self, key: str, *, playing: bool, ban: bool = False) -> None:
        """Gives the place up for good; during a match a stand-in plays the seat until somebody takes it."""
        if ban:
            self.banned.add(key)
        looked_on = self.watchers.pop(key, None) or self.benched.pop(key, None)
        if looked_on is not None:
            self.changes.append(Change("left", WATCHING, looked_on.name))
            return
        for seat, chair in enumerate(self.chairs):
            if key and chair.key == key:
                self.changes.append(Change("left", seat, chair.name))
                stays = chair.standin
                chair.kind, chair.key, chair.name, chair.away_since, chair.standin = "free", "", "", None, playing
                chair.number = WATCHING
                if playing:
                    chair.name = unique("Stand-in", self.names())
                    if not stays:
                        self.changes.append(Change("standin", seat, chair.name))

    def clear_standins(self) -> dict[int, str]:
        """Between matches a chair that nobody owns is simply free; returns the keys of the bots that played such seats."""
        gone = {}
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "free":
                if chair.standin:
                    gone[seat] = chair.bot_key
                chair.standin, chair.name, chair.bot_key = False, "", ""
        return gone

    def tick(self, now: float, *, playing: bool) -> None:
        """Time passes: who is silent is away, who is away too long gets a stand-in while a match is on.

        If the host itself slept, nobody is away for it.
        """
        slept = 0.0 if self.ticked is None else now - self.ticked
        self.ticked = now
        if slept > AWAY_AFTER / 2:
            self._forgive(slept)
        for seat, chair in self._theirs():
            if chair.kind != "person":
                continue
            if chair.away_since is None and now - chair.heard >= AWAY_AFTER:
                chair.away_since = now
                self.changes.append(Change("away", seat, chair.name))
            if seat == WATCHING:
                continue
            if playing and chair.away_since is not None and not chair.standin and now - chair.away_since >= self.grace:
                chair.standin = True
                self.changes.append(Change("standin", seat, chair.name))
        for key, watcher in list(self.watchers.items()):
            if watcher.away_since is None and now - watcher.heard >= AWAY_AFTER:
                watcher.away_since = now
                self.changes.append(Change("away", WATCHING, watcher.name))
            if watcher.away_since is not None and now - watcher.away_since >= self.grace:
                del self.watchers[key]
                self.changes.append(Change("left", WATCHING, watcher.name))

    def _forgive(self, slept: float) -> None:
        everybody: list[Chair | Watcher] = [*(chair for _, chair in self._theirs()), *self.watchers.values()]
        for each in everybody:
            each.heard += slept
            if each.away_since is not None:
                each.away_since += slept

    def resize(self, seats: int, first: Sequence[str] = ()) -> list[int]:
        """Another number of chairs: persons come back to the seats that are theirs, or move together and keep their order.

        Where there are more persons than chairs, those with the keys `first` sit before the others, and who has no chair is
        benched; bots keep what chairs are left, and the rest is free.  Returns for each new chair the old one that moved
        there, or -1.
        """
        theirs = [(self._right(n), n, self.chairs[n]) for n in self.people()]
        theirs += [(chair.number, WATCHING, chair) for chair in self.benched.values()]
        theirs.sort(key=lambda each: each[0])
        named = sorted(theirs, key=lambda each: first.index(each[2].key) if each[2].key in first else len(first))
        sit = sorted(named[:seats], key=lambda each: each[0])
        bots = [n for n, chair in enumerate(self.chairs) if chair.kind == "bot"][: seats - len(sit)]
        if self.benched or len(named) > seats:
            return self._bench(seats, sit, named[seats:], bots)
        order = sorted([n for _, n, _ in sit] + bots)
        self.chairs = [self.chairs[n] for n in order] + [Chair() for _ in range(seats - len(order))]
        for chair in self.chairs:
            chair.number = WATCHING
        return order + [-1] * (seats - len(order))

    def _bench(self, seats: int, sit: list[Theirs], out: list[Theirs], bots: list[int]) -> list[int]:
        """The chairs where somebody is benched, or was until now: each of `sit` at the own seat, if all of those are there."""
        at = [right for right, _, _ in sit] if all(right < seats for right, _, _ in sit) else list(range(len(sit)))
        chairs, moved = [Chair() for _ in range(seats)], [-1] * seats
        for seat, (right, old, chair) in zip(at, sit, strict=True):
            chairs[seat], moved[seat] = chair, old
            chair.number = right if out else WATCHING
        for seat in [n for n, chair in enumerate(chairs) if chair.kind == "free"][: len(bots)]:
            moved[seat] = bots.pop(0)
            chairs[seat] = self.chairs[moved[seat]]
        self.chairs = chairs
        self.benched = {}
        for right, _, chair in out:
            chair.standin, chair.bot_key, chair.number = False, "", right
            self.benched[chair.key] = chair
        return moved
