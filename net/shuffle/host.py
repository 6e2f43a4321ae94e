"""The host's side of a fair shuffle.  A pure machine: seats' commitments and shares and the time go in, messages come out.

The host commits to a secret, then the seats to their shares; the set of commitments is frozen; the shares are shown; the
deck follows from all of it, and the secret is shown when the deal is over.  Once the set is frozen there is a deal or a
void shuffle, which everybody sees and counts.  A seat that is asked is in the set, or the shuffle is void.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from rumpus.core.cards import Card
from rumpus.core.shuffling.fair import Pledge, Shuffle, Terms, host_commit, seat_commit
from rumpus.core.shuffling.seeded import shuffled
from rumpus.net.protocol.messages import Commit, Frozen, Opened, SeatCommit, SeatShare, Share, Shares, Standing, Void

WAIT = 4.0
"""Seconds for the commitments, and once more for the shares."""
AGAIN = 0.7
VOIDS_MOST = 2
"""So many void shuffles, and the people are asked whether to go on."""
PIECE = 30_000
DECK_MOST = 512
VOIDED_MOST = 64

Step = Commit | Frozen | Shares | Opened | Void
Phase = Literal["idle", "commits", "shares", "asking", "complete", "dealt"]
Why = Literal["late", "wrong", "gone", "off"]
Keep = Callable[[str, dict[str, Any]], None]
"""Where the secret is kept before anything of it is shown: the journal's `keep`; may raise OSError."""


class DealStart(NamedTuple):
    """What is dealt: the deck in declared order, where the match stands, and the revision that the deal begins with."""

    deck: tuple[Card, ...]
    start: Standing
    rev: int


class ShuffleHost:
    """The shuffles of one table.  `out` are the messages for all who take part, in order; `voided` the void ones to tell.

    `table` is the table's number, `host_key` the host's raw public key; `chance` draws the secrets.  Only the host's secret
    must be safe before anybody hears of it: the seats say the rest once more if they are asked again, and `remember` is for
    what the deal's own row in the journal should hold.
    """

    def __init__(
        self,
        table: bytes,
        host_key: bytes,
        keep: Keep,
        remember: Callable[[dict[str, Any]], None] = lambda row: None,
        chance: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.table = table
        self.host_key = host_key
        self.keep = keep
        self.remember = remember
        self.out: list[Step] = []
        self.voided: list[Void] = []
        self.voids = 0
        self.phase: Phase = "idle"
        self.asked: dict[int, bytes] = {}
        self._chance = chance
        self._unasked = 0  # void shuffles since the people were asked
        self._last = (-1, 0)
        self._voided: list[bytes] = []  # the secrets of the attempts of this deal that came to nothing
        self._opening: list[Step] = []

    # -- what the table does

    def begin(self, deal: int, game: str, rules: bytes, what: DealStart, asked: Mapping[int, bytes], now: float) -> None:
        """A deal is to be shuffled; `asked` are the seats whose share is wanted, with their raw keys.  Raises OSError."""
        attempt = self._last[1] + 1 if self._last[0] == deal else 0
        self._give_over(attempt)
        self.terms = Terms(self.table, self.host_key, deal, attempt, game, rules, len(what.deck))
        self.what = what
        self.asked = dict(sorted(asked.items()))
        self._commits: dict[int, bytes] = {}
        self._shares: dict[int, bytes] = {}
        self._secret = self._chance(32)
        self._set_context()
        self.keep(
            "fair",
            {
                "step": "commit",
                "deal": deal,
                "attempt": attempt,
                "game": game,
                "rules": rules.hex(),
                "host": self.host_key.hex(),
                "h": self._secret.hex(),
                "deck": list(what.deck),
                "start": _plain(what.start),
                "rev": what.rev,
                "seats": [[seat, key.hex()] for seat, key in self.asked.items()],
            },
        )
        self._last = (deal, attempt)
        self.phase = "commits"
        self._until, self._again = now + WAIT, now + AGAIN
        self.out.append(self._commit())
        self._look(now)

    def _give_over(self, attempt: int) -> None:
        """The attempt before this one is void, also where it was given up while the journal could not be written."""
        if not attempt:
            self._voided = []
        elif len(self._voided) < attempt:
            self._voided.append(self._secret)

    @property
    def waits(self) -> bool:
        """Whether a shuffle is under way."""
        return self.phase in ("commits", "shares", "asking")

    def missing(self) -> list[int]:
        """The seats whose commitment or share is waited for."""
        given = self._commits if self.phase == "commits" else self._shares if self.phase == "shares" else self.asked
        return [seat for seat in self.asked if seat not in given]

    def deck(self, declared: Sequence[Card], number: int) -> tuple[Card, ...]:
        """The shuffled deck of a deal whose shuffle is complete."""
        assert self.phase == "complete", "a deck comes when everybody's share is in it"
        assert (tuple(declared), number) == (self.what.deck, self.terms.deal)
        return shuffled(self.shuffle().seed, declared)

    def dealt(self) -> None:
        """The cards are on the table."""
        self.phase = "dealt"

    def open(self, actions: Sequence[tuple[int, str]]) -> Shuffle | None:
        """The deal is over: its secret and everything that was done are shown.  None where there is nothing to show."""
        if self.phase != "dealt":
            return None
        self.phase = "idle"
        pieces = _pieces(actions)
        deck = list(self.what.deck) if len(self.what.deck) <= DECK_MOST else []
        self._opening = [
            Opened(
                self.terms.deal, self.terms.attempt, self._secret, self.what.rev, self.what.start, deck, part, len(pieces), piece
            )
            for part, piece in enumerate(pieces)
        ]
        self.out += self._opening
        return self.shuffle()

    def give_up(self, actions: Sequence[tuple[int, str]] = ()) -> None:
        """The deal will not be played to its end, or not be dealt at all: what can be shown is shown."""
        if self.phase in ("commits", "shares", "complete"):
            with suppress(OSError):  # what the journal does not know to be void is not shown
                self._void("off", [])
        elif self.phase == "dealt":
            self.open(actions)
        self.phase = "idle"

    def go_on(self, now: float) -> None:
        """The people want to go on after void shuffles."""
        if self.phase == "asking":
            self._unasked = 0
            self._anew(now)

    def now(self) -> list[Step]:
        """What somebody who comes late has to be told: how the last deal was opened, and the shuffle of this one."""
        steps = list(self._opening)
        if self.phase in ("commits", "shares", "complete", "dealt"):
            steps.append(self._commit())
        if self.phase in ("shares", "complete", "dealt"):
            steps.append(self._frozen())
        if self.phase in ("complete", "dealt"):
            steps.append(self._shown())
        return steps

    # -- what the seats do

    def take(self, seat: int, said: Share, now: float) -> None:
        """A seat's commitment or share; what does not belong to the shuffle that is under way is nothing."""
        if (said.deal, said.attempt) != self._last or seat not in self.asked:
            return
        if said.step == "commit" and self.phase == "commits":
            self._commits.setdefault(seat, said.value)
        elif said.step == "share" and self.phase == "shares" and seat not in self._shares:
            expected = seat_commit(self._context, self._host, seat, self.asked[seat], said.value)
            if self._commits[seat] != expected:
                self._fail("wrong", [seat], now)
                return
            self._shares[seat] = said.value
        self._look(now)

    def gone(self, seat: int, now: float) -> None:
        """A seat has nobody any more who could show a share."""
        if seat in self.asked and (self.phase == "commits" or (self.phase == "shares" and seat not in self._shares)):
            self._fail("gone", [seat], now)

    def tick(self, now: float) -> None:
        """Time has passed."""
        self._look(now)  # what the journal could not keep a moment ago
        if self.phase not in ("commits", "shares"):
            return
        if now >= self._until:
            self._fail("late", self.missing(), now)
        elif now >= self._again:
            self._again = now + AGAIN
            self.out.append(self._commit() if self.phase == "commits" else self._frozen())

    def _look(self, now: float) -> None:
        """Goes on as far as it can."""
        if self.phase == "commits" and len(self._commits) == len(self.asked):
            self.phase = "shares"
            self._until, self._again = now + WAIT, now + AGAIN
            self.out.append(self._frozen())
        if self.phase == "shares" and len(self._shares) == len(self.asked):
            lines = [[seat, self._commits[seat].hex(), self._shares[seat].hex()] for seat in self.asked]
            self.remember({**self._row("shares"), "shares": lines})
            self.phase = "complete"
            self.out.append(self._shown())

    # -- void shuffles

    def _fail(self, why: Why, seats: list[int], now: float) -> None:
        """The shuffle is void through these seats; the next one goes without them."""
        self._void(why, seats)
        for seat in seats:
            self.asked.pop(seat, None)
        if self._unasked >= VOIDS_MOST:
            self.phase = "asking"
        else:
            self._anew(now)

    def _anew(self, now: float) -> None:
        self.begin(self.terms.deal, self.terms.game, self.terms.rules, self.what, self.asked, now)

    def _void(self, why: Why, seats: list[int]) -> None:
        self.keep("fair", self._row("void"))
        void = Void(self.terms.deal, self.terms.attempt, self._secret, why, seats)
        self.phase = "idle"
        self.voids += 1
        self._unasked += 1
        self._voided.append(self._secret)
        self.voided.append(void)
        self.out.append(void)

    # -- what is said

    def _set_context(self) -> None:
        self._context = self.terms.context
        self._host = host_commit(self._context, self._secret)

    def _row(self, step: str) -> dict[str, Any]:
        return {"step": step, "deal": self.terms.deal, "attempt": self.terms.attempt}

    def _pledges(self) -> tuple[Pledge, ...]:
        return tuple(Pledge(seat, key, self._commits[seat]) for seat, key in self.asked.items())

    def shuffle(self) -> Shuffle:
        """The shuffle with all that is in it, once every share is there."""
        return Shuffle(self.terms, self._secret, self._pledges(), tuple(self._shares[seat] for seat in self.asked))

    def _commit(self) -> Commit:
        terms = self.terms
        voided = self._voided[: terms.attempt][:VOIDED_MOST]
        host = terms.host_key if terms.host_key != self.host_key else b""
        return Commit(terms.deal, terms.attempt, terms.game, terms.rules, terms.n, self._host, list(self.asked), voided, host)

    def _frozen(self) -> Frozen:
        return Frozen(self.terms.deal, self.terms.attempt, [SeatCommit(*pledge) for pledge in self._pledges()])

    def _shown(self) -> Shares:
        return Shares(self.terms.deal, self.terms.attempt, [SeatShare(seat, self._shares[seat]) for seat in self.asked])

    # -- after the host was away

    def restore(self, rows: Iterable[Mapping[str, Any]], deals: int, now: float) -> None:
        """Takes up what the journal kept; `deals` were dealt.  The secret that was committed to stays what it was."""
        for row in rows:
            at = (int(row["deal"]), int(row["attempt"]))
            if row["step"] == "commit":
                self._restore_commit(row, at, now)
            elif at == self._last and self.phase != "idle":
                self._restore_step(row)
        if self.phase == "complete" and self.terms.deal < deals:
            self.phase = "dealt"
        elif self.phase == "dealt" or (self.phase != "idle" and self.terms.deal < deals):
            self.phase = "idle"

    def _restore_commit(self, row: Mapping[str, Any], at: tuple[int, int], now: float) -> None:
        what = DealStart(tuple(row["deck"]), Standing(**row["start"]), int(row["rev"]))
        rules = bytes.fromhex(row["rules"])
        host = bytes.fromhex(row["host"]) if "host" in row else self.host_key  # another one's, where the table has moved
        self.terms = Terms(self.table, host, *at, str(row["game"]), rules, len(what.deck))
        self.what = what
        self.asked = {int(seat): bytes.fromhex(key) for seat, key in row["seats"]}
        self._commits, self._shares = {}, {}
        self._give_over(at[1])
        self._secret = bytes.fromhex(row["h"])
        self._set_context()
        self._last, self.phase = at, "commits"
        self._until, self._again = now + 2 * WAIT, now + AGAIN  # everybody has to find the way back first

    def _restore_step(self, row: Mapping[str, Any]) -> None:
        if row["step"] == "shares":
            self._commits = {int(seat): bytes.fromhex(commit) for seat, commit, _ in row["shares"]}
            self._shares = {int(seat): bytes.fromhex(share) for seat, _, share in row["shares"]}
            self.phase = "complete"
        elif row["step"] == "void":
            self.phase = "idle"
            self.voids += 1
            self._voided.append(self._secret)


def _plain(start: Standing) -> dict[str, Any]:
    return {name: getattr(start, name) for name in start.__struct_fields__}


def _pieces(actions: Sequence[tuple[int, str]]) -> list[str]:
    """What was done, a line each, in pieces that a frame can carry."""
    pieces = [""]
    for seat, text in actions:
        line = f"{seat} {text}\n"
        if len(pieces[-1]) + len(line) > PIECE:
            pieces.append("")
        pieces[-1] += line
    return pieces
