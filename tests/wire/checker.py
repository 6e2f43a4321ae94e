"""What must hold of a table whatever happens to its network and its host, checked over all that was said and kept.

The model knows nothing but the rows of the journal that are safe on the disk: it plays them through the rules alone.
Everything that the host sends, and everything that a guest is told, is compared with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from parlour import CATALOGUE
from rumpus.core.actions import read_action
from rumpus.core.cards import read_card
from rumpus.core.deal import Deal
from rumpus.core.events import Event, View, project
from rumpus.core.match import Match
from rumpus.net.protocol import messages
from rumpus.net.protocol.codec import pack, read_snapshot, unpack
from rumpus.net.protocol.messages import Ack, Delta, Nack, Offer, Welcome
from rumpus.net.storage.journal import BASES, Row
from rumpus.net.storage.restore import MATCH_FIELDS
from rumpus.net.table.requests import make_charter

WATCHER = -1
READ: dict[str, Callable[[bytes], Any]] = {
    kind: msgspec.msgpack.Decoder(record).decode
    for kind, record in messages.FROM_HOST.items()
    if record in (Ack, Delta, Nack, Welcome)
}
_canonical = msgspec.json.Encoder(order="sorted").encode
CARD = re.compile(r"(?<!=)\b(?:[2-9TJQKA][CDHS]|BJ|RJ)\b")
_charters: dict[str, Any] = {}  # by hash: all seeds play by some of the same few


class Broken(NamedTuple):
    """Something that must hold does not; `what` is one word for it."""

    what: str
    text: str


@lru_cache(maxsize=4096)
def _cards_in(text: str) -> frozenset[int | None]:
    return frozenset(map(read_card, CARD.findall(text)))


def _charter(data: dict[str, Any]) -> Any:
    made = _charters.get(data["hash"])
    if made is None:
        made = make_charter(CATALOGUE, data["game"], data["seats"], data["options"], list(data["house_rules"]))
        _charters[data["hash"]] = made
    return made


class Model:
    """The table as the rules make it of its journal: what every place has seen at every revision, and where matches stand."""

    def __init__(self) -> None:
        self.rev = 0
        self.match: Match | None = None
        self.deal: Deal | None = None
        self.base = ""
        self.stories: dict[int, list[Event]] = {}
        self.finished: list[dict[str, Any]] = []
        self.voids = self.deals = 0
        self.commits: list[tuple[int, int]] = []
        self._views: dict[int, View] = {}
        self._upto: dict[int, int] = {}
        self._floor = 0
        self._seen: dict[tuple[int, int], tuple[list[Any], bytes, frozenset[int]]] = {}

    # -- the journal's rows

    def take(self, row: Row) -> None:
        """One more row; raises AssertionError where it does not follow from those before it."""
        data = row.data()
        if row.kind in BASES:
            self.base = row.kind
        getattr(self, f"_{row.kind}")(row, data)
        assert self.rev == row.rev, f"the row of revision {row.rev} leaves the table at revision {self.rev}"

    def _table(self, row: Row, data: dict[str, Any]) -> None:
        if row.rev > self.rev:  # another charter: everybody's view is empty
            self._empty(row.rev)
        self.match, self.deal = Match(_charter(data["charter"])), None

    def _deal(self, row: Row, data: dict[str, Any]) -> None:
        assert self.match is not None
        assert row.rev == self.rev + 1
        self._compare(data)
        self.deals += 1
        self.deal = self.match.open_deal(tuple(data["deck"]), story=True)
        self._told = 0
        self._next()

    def _act(self, row: Row, data: dict[str, Any]) -> None:
        assert self.deal is not None
        assert not self.deal.over
        assert row.rev == self.rev + 1
        self.deal.act(row.seat, read_action(data["text"]))
        self._next()

    def _end(self, row: Row, data: dict[str, Any]) -> None:
        self._compare(data)
        if data.get("finished"):
            assert self.match is not None
            assert self.match.over
            told = data["finished"]
            self.finished.append(told)
            assert told["winners"] == self.match.winners
            assert told["totals"] == list(self.match.final if self.match.final is not None else self.match.totals)

    def _seats(self, row: Row, data: dict[str, Any]) -> None:
        pass

    def _fair(self, row: Row, data: dict[str, Any]) -> None:
        at = (data["deal"], data["attempt"])
        if data["step"] == "commit":
            self.commits.append(at)
        elif data["step"] == "void":
            self.voids += 1
            assert self.commits[-1] == at, "a shuffle is void that is not the last one"

    def _compare(self, data: dict[str, Any]) -> None:
        """The match in the journal is the one that the rules make of its deals."""
        for name in MATCH_FIELDS:
            own = getattr(self.match, name)
            assert data["match"][name] == (list(own) if isinstance(own, tuple) else own), f"{name} is not what the deals make it"

    def _next(self) -> None:
        assert self.deal is not None
        assert self.deal.story is not None
        assert self.match is not None
        if self.deal.over:
            self.match.settle(self.deal)
        self.rev += 1
        self.stories[self.rev] = self.deal.story[self._told :]
        self._told = len(self.deal.story)

    # -- what everybody sees

    def _empty(self, rev: int) -> None:
        self.rev = self._floor = rev
        self._views.clear()
        self._upto.clear()
        self._seen.clear()

    def resumed(self) -> None:
        """A host has taken the table up: where no deal is on it tells nothing of the last one."""
        if self.base != "deal":
            self._empty(self.rev)

    def blank(self, place: int) -> None:
        """This place has been shown an empty table."""
        self._views[place], self._upto[place] = View(place), self.rev

    def seen(self, place: int, rev: int) -> tuple[list[Any], bytes, frozenset[int]]:
        """What a place is told of a revision, the hash of its view after it, and the faces that it can read then."""
        found = self._seen.get((place, rev))
        if found is not None:
            return found
        view = self._views.setdefault(place, View(place))
        events: list[Any] = []
        for number in range(self._upto.get(place, self._floor) + 1, rev + 1):
            told = [seen for event in self.stories.get(number, ()) if (seen := project(event, place)) is not None]
            events = unpack(pack(told))
            for seen in events:
                view.fold(seen)
        self._upto[place] = max(rev, self._upto.get(place, 0))
        faces = frozenset(face for each in view.places.values() for face in each.faces)
        self._seen[place, rev] = events, sha256(_canonical(view.data())).digest()[:8], faces
        return self._seen[place, rev]

    def digest(self, place: int, rev: int) -> bytes | None:
        """The hash of a view that somebody was told of; None if nobody was."""
        found = self._seen.get((place, rev))
        return found[1] if found else None


class Checker:
    """`broken` is what was found; every kind of it once."""

    def __init__(self, ever: Sequence[Row]) -> None:
        self.ever = ever
        self.model = Model()
        self.broken: list[Broken] = []
        self.acts: dict[tuple[str, int], Row] = {}
        self.decisions: dict[tuple[int, int], Row] = {}
        self._sent: dict[bytes, int] = {}
        self._counted: dict[str, int] = {}
        self._seated: set[str] = set()

    def wrong(self, what: str, text: str) -> None:
        """Notes what does not hold."""
        if all(each.what != what for each in self.broken):
            self.broken.append(Broken(what, text))

    # -- the disk

    def row(self, row: Row) -> None:
        """A row is safe."""
        if row.kind == "seats":  # who has given the seat up, and comes back, may be counted from 1 again
            seated = {chair[1] for chair in row.data()["chairs"]} | {key for key, *_ in row.data()["benched"]}
            for key in self._seated - seated:
                self._counted.pop(key, None)
            self._seated = seated
        if row.kind == "act":
            if row.cid:
                if row.cid <= self._counted.get(row.key, 0):
                    self.wrong("twice", f"action {row.cid} of {row.key} is in the journal twice")
                self.acts[row.key, row.cid] = row
                self._counted[row.key] = row.cid
            decision = (row.seat, row.data()["dp"])
            if decision in self.decisions:
                self.wrong("twice", f"seat {row.seat} answered decision {decision[1]} twice")
            self.decisions[decision] = row
        try:
            self.model.take(row)
        except Exception as why:  # whatever the rules say of it
            self.wrong("rules", f"row {row.n} ({row.kind}, revision {row.rev}): {type(why).__name__}: {why}")

    # -- what the host sends

    def sent(self, sid: bytes, kind: str, body: bytes, key: str, place: int, laid: bool) -> None:
        """A frame for a guest; `laid` says that another charter lies on the table that the journal does not have yet."""
        read = READ.get(kind)
        if read is None:
            return
        message = read(body)
        if kind == "delta":
            self._delta(sid, message, place)
        elif kind == "welcome":
            self._welcome(sid, message, place, laid)
        elif kind == "ack":
            row = self.acts.get((key, message.cid))
            if row is None or row.rev != message.rev:
                self.wrong("unsafe", f"action {message.cid} of {key} was answered before it was safe")
        elif message.code != "cid_gap" and (key, message.cid) in self.acts and message.cid <= self._counted.get(key, 0):
            self.wrong("denied", f"action {message.cid} of {key} is in the journal and was refused ({message.code})")

    def _delta(self, sid: bytes, delta: Delta, place: int) -> None:
        if delta.rev <= self._sent.get(sid, 0):
            self.wrong("order", f"revision {delta.rev} was sent after {self._sent[sid]}")
        self._sent[sid] = delta.rev
        if delta.rev > self.model.rev:
            self.wrong("untold", f"place {place} was told of revision {delta.rev}, which is not in the journal")
            return
        events, digest, faces = self.model.seen(place, delta.rev)
        if delta.ev != events:
            self.wrong("secret", f"place {place} was told {delta.ev} of revision {delta.rev}, it may know {events}"[:600])
        if delta.vh != digest:
            self.wrong("hash", f"the view of place {place} at revision {delta.rev} is another one")
        self._offer(delta.offer, place, faces)

    def _welcome(self, sid: bytes, welcome: Welcome, place: int, laid: bool) -> None:
        self._sent[sid] = welcome.rev
        if welcome.seat != place:
            self.wrong("secret", f"place {place} was welcome at seat {welcome.seat}")
        empty = View(place).digest()
        if welcome.rev > self.model.rev and not (laid and welcome.vh == empty):
            self.wrong("untold", f"a welcome tells of revision {welcome.rev}, which is not in the journal")
        if welcome.rev != self.model.rev:
            return
        _, digest, faces = self.model.seen(place, welcome.rev)
        if welcome.vh != digest:
            if place != WATCHER or welcome.vh != empty or (self.model.deal is not None and not self.model.deal.over):
                self.wrong("hash", f"the view that place {place} was welcome with at revision {welcome.rev} is another one")
            self.model.blank(place)  # who is the first to look on between two deals sees an empty table
            self.model._seen[place, welcome.rev] = [], welcome.vh, frozenset()
        if welcome.parts == 1:
            snapshot = read_snapshot(welcome.snapshot)
            if View.read(snapshot.view).digest() != welcome.vh:
                self.wrong("hash", f"the snapshot for place {place} is not the view that its hash names")
            self._missed(snapshot.missed, place)
        self._offer(welcome.offer, place, faces)

    def _missed(self, missed: Sequence[Any], place: int) -> None:
        for each in missed:
            may = [seen for event in self.model.stories.get(each.rev, ()) if (seen := project(event, place)) is not None]
            if each.ev and each.ev != unpack(pack(may)):
                self.wrong("secret", f"place {place} missed {each.ev} of revision {each.rev}, it may know {may}"[:600])

    def _offer(self, offer: Offer | None, place: int, faces: frozenset[int]) -> None:
        if offer is None:
            return
        named = {face for text in offer.acts for face in _cards_in(text)}
        named |= {face for give in offer.gives for face in give.cards}
        if place < 0 or not named <= faces:
            self.wrong("secret", f"place {place} was offered cards that it cannot see: {sorted(named - faces)}")

    # -- at the end

    def shuffles(self) -> None:
        """No shuffle of a deal was left for another one but as a void one."""
        twice = [at for at, count in Counter(self.model.commits).items() if count > 1]
        if twice:
            self.wrong("shuffle", f"the host committed itself twice in {twice}")
