"""A guest's part in fair shuffles, and what it remembers of them.  A pure machine: the host's steps and the table's events go
in; own commitments and shares, ten-digit codes, and at the end of every deal the evidence for its check come out.

A share is shown for one set of commitments only, and only when the own commitment is in it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec.structs import replace
from rumpus.core.actions import Unreadable, read_action
from rumpus.core.shuffling.fair import TABLE_BYTES, Pledge, Terms, commit_set, deal_code, deal_id, host_commit, seat_commit
from rumpus.core.shuffling.seeded import tag
from rumpus.net.protocol.messages import Commit, Frozen, Message, Missed, Opened, Share, Shares, State, Void
from rumpus.net.shuffle.evidence import Evidence, Fault, charter_hash

Draw = Callable[[bytes, bytes], bytes]
HEARD_MOST = 20_000
KNOWN_MOST = 8


def own_shares(secret: bytes) -> Draw:
    """A guest's shares, from its secret key: nobody else can tell them, and the same guest started again has the same."""

    def draw(context: bytes, host: bytes) -> bytes:
        return tag("share", secret, context, host)

    return draw


class CodeNews(NamedTuple):
    """A shuffle is complete: its ten digits, how many shares are in it, and whether an own one is (None: none was asked)."""

    deal: int
    attempt: int
    code: str
    shares: int
    mine: bool | None


class VoidNews(NamedTuple):
    """A shuffle came to nothing; `voids` counts those that this guest saw."""

    deal: int
    attempt: int
    voids: int


class EvidenceNews(NamedTuple):
    """A deal can be checked now, or never: what there is to check it with."""

    evidence: Evidence


@dataclass
class ShownShuffle:
    """One shuffle as this guest was shown it."""

    commit: Commit
    terms: Terms
    seat: int
    share: bytes = b""
    frozen: Frozen | None = None
    shares: Shares | None = None
    code: str = ""
    first: int | None = None  # the revision that must be the deal's first, where the shares came before it
    latest: int = 0
    late: bool = False  # a deal was on already when it was first heard of
    away: bool = False
    missed: bool = False  # it was asked for again
    void: bool = False
    done: bool = False
    pieces: dict[int, Opened] = field(default_factory=dict)

    @property
    def pledges(self) -> tuple[Pledge, ...]:
        """The commitments in the set."""
        return tuple(
            Pledge(line.seat, line.key, line.commit) for line in (self.frozen.commits if self.frozen is not None else ())
        )


class ShuffleGuest:
    """What a guest does and remembers; `out` are its shares to be sent, `news` what there is to tell, and `lacks` says that
    something did not come and should be asked for again.

    `host_key` and `key` are the raw public keys of the host and of this guest (a guest without them takes no part);
    `share` gives its share in a shuffle, from the shuffle's context and the host's commitment.
    """

    def __init__(self, host_key: bytes = b"", key: bytes = b"", share: Draw | None = None) -> None:
        self.host_key = host_key
        self.key = key
        self.out: list[Share] = []
        self.news: list[CodeNews | VoidNews | EvidenceNews] = []
        self.voids = 0
        self.lacks = ""
        self.table = b""
        self.seat = -1
        self._charters: dict[bytes, Mapping[str, Any]] = {}
        self._draw = share or (lambda context, host: secrets.token_bytes(32))
        self._known: dict[tuple[int, int], ShownShuffle] = {}
        self._heard: dict[int, list[Any]] = {}
        self._views: dict[int, dict[str, Any]] = {}
        self._acked: dict[int, str] = {}
        self._rev = 0
        self._on = False  # whether a deal is on
        self.reading: dict[type[Message], Callable[[Any], None]] = {
            Commit: self.commit,
            Frozen: self.frozen,
            Shares: self.shares,
            Opened: self.opened,
            Void: self.void,
        }

    def take(self, step: Message) -> list[Share]:
        """A step of a shuffle; returns what is answered."""
        if self.key:
            self.reading[type(step)](step)
        out, self.out = self.out, []
        return out

    # -- the table's events

    def welcome(self, table: str, seat: int, rev: int, view: dict[str, Any], missed: list[Missed]) -> None:
        """The whole view is fresh."""
        if not self.key:
            return
        try:
            self.table = bytes.fromhex(table)
        except ValueError:
            self.table = b""
        if seat != self.seat or len(self._heard) > HEARD_MOST:
            self._forget(rev)
        if seat != self.seat:  # what is told from now on is for another place
            self._move(seat)
            missed = []
        self.seat, self._rev = seat, rev
        self._on = bool(view["places"]) and "ended" not in view["notes"]
        self._heard.update((each.rev, each.ev) for each in missed)
        self._views[rev] = view
        for shown in self._known.values():
            shown.away = True
            if shown.first is not None and rev >= shown.first:
                shown.first, shown.latest = None, rev

    def _move(self, seat: int) -> None:
        """A deal that is on is seen from another place, and what this guest gave for its shuffle was given for the old one."""
        for shown in self._known.values():
            if not (shown.done or shown.void):
                shown.seat, shown.share = seat, b""

    def heard(self, rev: int, events: list[Any]) -> None:
        """One revision."""
        if not self.key:
            return
        self._rev = rev
        self._heard[rev] = events
        for event in events:
            if event[0] == "deal":
                self._on = True
                self._look_for_shares()
                if all(shown.void or shown.done for shown in self._known.values()):
                    self._forget(rev - 1)  # nothing will be checked that lies before: this table may not deal fairly
            elif event[0] == "note" and event[1] == "ended":
                self._on = False

    def _look_for_shares(self) -> None:
        """A deal begins: if its shares did not come they are asked for again."""
        shown = self._known[max(self._known)] if self._known else None
        if shown is not None and shown.shares is None and not (shown.void or shown.done or shown.missed):
            shown.missed, self.lacks = True, "The shares of this deal did not come."

    def state(self, state: State) -> None:
        """What the table shows of itself."""
        shown = charter_hash(state.charter)
        self._charters = {**{rules: old for rules, old in self._charters.items() if rules != shown}, shown: state.charter}
        if len(self._charters) > KNOWN_MOST:
            del self._charters[next(iter(self._charters))]
        if state.state != "playing":
            self._on = False

    def acked(self, rev: int, text: str) -> None:
        """An own action was accepted."""
        if not self.key:
            return
        try:
            self._acked[rev] = str(read_action(text))
        except Unreadable:
            self._acked[rev] = text

    def _forget(self, upto: int) -> None:
        """What lies this far back is not compared any more."""
        for kept in (self._heard, self._views, self._acked):
            for rev in [rev for rev in kept if rev <= upto]:
                del kept[rev]

    # -- the host's steps

    def commit(self, said: Commit) -> None:
        """A shuffle begins, or is told once more, maybe by the host that the table has moved to since."""
        host = said.host or self.host_key
        said = replace(said, host=b"")
        at = (said.deal, said.attempt)
        shown = self._known.get(at)
        if shown is not None:
            if shown.commit != said:
                self._fault(shown, "commit", "The host showed two commitments for one shuffle.")
            elif shown.share and not (shown.void or shown.done):
                self._send(shown, "commit")
            return
        if len(self.table) != TABLE_BYTES or at <= max(self._known, default=(-1, 0)):
            return
        self._close_earlier(said)
        terms = Terms(self.table, host, said.deal, said.attempt, said.game, said.rules, said.n)
        shown = self._known[at] = ShownShuffle(said, terms, self.seat, late=self._on)
        if self.seat >= 0 and self.seat in said.seats:
            shown.share = self._draw(terms.context, said.commit)
            self._send(shown, "commit")
        for old in sorted(self._known)[:-KNOWN_MOST]:
            del self._known[old]

    def _close_earlier(self, said: Commit) -> None:
        """Whatever was not opened before the next shuffle begins will not be."""
        for shown in self._known.values():
            if shown.void or shown.done:
                continue
            attempt = shown.commit.attempt
            if shown.commit.deal == said.deal and attempt < len(said.voided):
                self.void(Void(said.deal, attempt, said.voided[attempt], "off", []))  # the word of it was lost on the way
            elif shown.commit.deal == said.deal and not shown.away:
                self._fault(shown, "void", "The host began another shuffle and did not show the secret of the one before.")
            elif not (shown.away or shown.missed):
                shown.missed, self.lacks = True, "The last deal was not opened."
            else:
                self._not_opened(shown)
                if not (shown.away and self._on):
                    self._forget(self._rev)

    def _not_opened(self, shown: ShownShuffle) -> None:
        self._end(shown, hidden=" to you: you were away" if shown.away and not shown.missed else "")

    def frozen(self, said: Frozen) -> None:
        """The commitments are all there."""
        shown = self._known.get((said.deal, said.attempt))
        if shown is None or shown.void:
            return
        if shown.frozen is not None and shown.frozen != said:
            self._fault(shown, "commit set", "The host showed two different sets of commitments for one shuffle.")
            return
        shown.frozen = said
        if [line.seat for line in said.commits] != shown.commit.seats:
            self._fault(shown, "commit set", "The set does not hold the commitments of exactly the seats that were asked.")
        elif shown.share:
            own = Pledge(shown.seat, self.key, self._own_commit(shown))
            if shown.late and all(pledge[:2] != own[:2] for pledge in shown.pledges):
                shown.share = b""  # somebody else sat here then
            elif own not in shown.pledges:
                self._fault(shown, "commit set", "Your own commitment is not in the set.")
            elif not shown.done:
                self._send(shown, "share")

    def shares(self, said: Shares) -> None:
        """Everybody's share is there."""
        shown = self._known.get((said.deal, said.attempt))
        if shown is None or shown.frozen is None or shown.void or shown.shares == said:
            return
        if shown.shares is not None:
            self._fault(shown, "shares", "The host showed two different lists of shares for one shuffle.")
            return
        shown.shares = said
        pledges, context = shown.pledges, shown.terms.context
        if [line.seat for line in said.shares] != [pledge.seat for pledge in pledges]:
            self._fault(shown, "shares", "A share was left out, or one belongs to no commitment.")
            return
        for pledge, line in zip(pledges, said.shares, strict=True):
            if pledge.commit != seat_commit(context, shown.commit.commit, pledge.seat, pledge.key, line.share):
                self._fault(shown, "shares", f"The share of seat {pledge.seat} does not fit its commitment.")
                return
        frozen = commit_set(context, shown.commit.commit, pledges)
        shown.code = deal_code(deal_id(frozen, [line.share for line in said.shares]))
        if self._on:
            shown.latest = self._rev + 1
        else:
            shown.first = self._rev + 1
        mine = bool(shown.share) if self.seat >= 0 else None
        self.news.append(CodeNews(said.deal, said.attempt, shown.code, len(pledges), mine))

    def void(self, said: Void) -> None:
        """A shuffle came to nothing."""
        shown = self._known.get((said.deal, said.attempt))
        if shown is None or shown.void or shown.done:
            return
        shown.void = True
        self.voids += 1
        if host_commit(shown.terms.context, said.secret) != shown.commit.commit:
            self._fault(shown, "void", "The secret of the void shuffle is not the one that the host committed to.")
        self.news.append(VoidNews(said.deal, said.attempt, self.voids))

    def opened(self, said: Opened) -> None:
        """A piece of what the host shows when a deal is over."""
        shown = self._known.get((said.deal, said.attempt))
        if shown is None and not self._on:
            self._forget(self._rev)  # of a deal whose shuffle this guest knows nothing of
        if shown is None or shown.done or shown.void or said.part >= said.parts:
            return
        shown.pieces[said.part] = said
        if len(shown.pieces) < said.parts:
            return
        log = "".join(shown.pieces[part].log for part in sorted(shown.pieces))
        if shown.shares is None and shown.away:
            self._end(shown, hidden=" to you: you were away")
            if not self._on:
                self._forget(self._rev)
            return
        if shown.shares is None:
            self._fault(shown, "shares", "The deal was dealt before all shares were shown.")
            return
        for at, other in self._known.items():
            if at[0] < said.deal and not other.void and not other.done:
                self._not_opened(other)
                self._forget(said.rev - 1)
        self._end(shown, said, _read_log(log))

    def closing(self) -> None:
        """The table says good-bye: what is not open now will not be."""
        for shown in list(self._known.values()):
            if shown.shares is not None and not shown.void:
                self._end(shown, hidden=": the table closed before the deal was over")

    # -- saying

    def _own_commit(self, shown: ShownShuffle) -> bytes:
        return seat_commit(shown.terms.context, shown.commit.commit, shown.seat, self.key, shown.share)

    def _send(self, shown: ShownShuffle, step: Any) -> None:
        value = self._own_commit(shown) if step == "commit" else shown.share
        self.out.append(Share(step, shown.commit.deal, shown.commit.attempt, value))

    def _fault(self, shown: ShownShuffle, step: str, text: str) -> None:
        """The host did what no honest host does; it is told at once, and once."""
        if not shown.done:
            self._tell(shown, self._evidence(shown, Fault(step, 0, text)))

    def _tell(self, shown: ShownShuffle, evidence: Evidence) -> None:
        shown.done = True
        shown.pieces.clear()
        self.news.append(EvidenceNews(evidence))

    def _evidence(self, shown: ShownShuffle, fault: Fault | None = None) -> Evidence:
        shares = tuple(line.share for line in shown.shares.shares) if shown.shares is not None else ()
        mine = bool(shown.share) if shown.seat >= 0 else None
        latest: Mapping[str, Any] = next(reversed(self._charters.values()), {})
        return Evidence(
            shown.terms, shown.commit.commit, self._charters.get(shown.terms.rules, latest), shown.seat, shown.code,
            shown.pledges, shares,
            shown.seat if shown.share else -1, mine, fault,
        )  # fmt: skip

    def _end(
        self, shown: ShownShuffle, said: Opened | None = None, log: list[tuple[int, str]] | None = None, hidden: str = ""
    ) -> None:
        """The deal can be checked now, or never."""
        if shown.done:
            return
        evidence = self._evidence(shown)
        evidence.hidden = hidden
        if said is None or shown.shares is None:
            self._tell(shown, evidence)
            return
        if log is None:
            evidence.fault = Fault("log", 0, "The log of the deal cannot be read.")
        elif said.rev != shown.first if shown.first is not None else said.rev > shown.latest:
            evidence.fault = Fault("events", 0, "The log does not begin where this deal began.")
        else:
            last = said.rev + len(log)
            evidence.secret, evidence.rev, evidence.start = said.secret, said.rev, said.start
            evidence.deck, evidence.log = tuple(said.deck), log
            least = said.rev if shown.away or shown.first is None else 0
            evidence.heard = {rev: events for rev, events in self._heard.items() if least <= rev <= last}
            evidence.views = {rev: view for rev, view in self._views.items() if said.rev <= rev <= last}
            evidence.acked = {rev: text for rev, text in self._acked.items() if said.rev <= rev <= last}
            after = self._heard.get(last + 1)
            evidence.after = None if after is None else list(after[0]) if after else []
            self._forget(last)
        self._tell(shown, evidence)


def _read_log(text: str) -> list[tuple[int, str]] | None:
    """Seat and action of every line; None where a line is no such thing."""
    log = []
    for line in text.splitlines():
        seat, space, action = line.partition(" ")
        if not space or not seat.isdecimal() or len(seat) > 2:
            return None
        log.append((int(seat), action))
    return log
