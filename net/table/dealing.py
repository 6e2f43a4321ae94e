"""How an evening's deals are shuffled fairly: whose share is asked, what the table says of it, when the cards are dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rumpus.net.identity.keys import raw_key
from rumpus.net.protocol.messages import Opened, Share, Standing, Void
from rumpus.net.shuffle.host import Dealing, Dealt, Step

if TYPE_CHECKING:
    from rumpus.core.match import Match
    from rumpus.net.table.table import Evening

SAID_AFTER = 1.0
"""Seconds after which the table shows whose share it waits for."""

WHY = {
    "late": "no share came from {} in time",
    "wrong": "{} showed another share than the one committed to",
    "gone": "{} went away before its share was shown",
    "off": "its deal is not dealt",
}


class Fairly:
    """The shuffles of one evening, and the keys of the guests that take part in them.

    Who takes part is told every step; the people among them who are here are asked for a share.  A guest that failed to
    give one is not asked again until it has said hello again.
    """

    def __init__(self, dealing: Dealing) -> None:
        self.dealing = dealing
        self.partners: set[str] = set()
        self._failed: set[str] = set()
        self._keys: dict[int, str] = {}
        self._since: float | None = None
        self._shown: list[int] = []

    @property
    def busy(self) -> bool:
        """Whether a shuffle is under way, so that no deal can be on."""
        return self.dealing.waits

    def hello(self, key: str, fair: bool) -> None:
        """A guest says whether it takes part."""
        (self.partners.add if fair else self.partners.discard)(key)
        self._failed.discard(key)

    def steps(self, key: str, seat: int) -> list[Step]:
        """What a guest that has just been welcome is told first; of a frozen set with somebody else in its seat, nothing."""
        steps = self.dealing.now() if key in self.partners else []
        if self.dealing.phase in ("shares", "complete") and self._keys.get(seat, key) != key:
            return [step for step in steps if type(step) is Opened]
        return steps

    # -- what the evening does

    def begin(self, evening: Evening, now: float) -> None:
        """Asks for the shares of a deal, and deals where nobody is asked.  Raises OSError."""
        table = evening.table
        self._keys = self._partners_at_seats(evening)
        asked = {seat: raw_key(key.encode()) for seat, key in self._keys.items()}
        what = Dealt(table.match.deck, standing(table.match), table.rev + 1)
        self._since = now
        self.dealing.begin(table.deals, table.charter.game.name, table.charter.sha256, what, asked, now)
        self._after(evening, now)

    def _partners_at_seats(self, evening: Evening) -> dict[int, str]:
        chairs = evening.seating.chairs
        willing = self.partners - self._failed
        return {seat: chairs[seat].key for seat in evening.seating.people(here=True) if chairs[seat].key in willing}

    def take(self, evening: Evening, key: str, seat: int, share: Share, now: float) -> None:
        """A seat's part in the shuffle.  Raises OSError."""
        if self._keys.get(seat) == key:
            self.dealing.take(seat, share, now)
            self._after(evening, now)

    def look(self, evening: Evening, now: float) -> None:
        """Time has passed, or somebody has come or gone.  Raises OSError."""
        if not self.busy:
            return
        chairs = evening.seating.chairs
        for seat, key in list(self._keys.items()):
            chair = chairs[seat] if seat < len(chairs) else None
            if chair is None or chair.key != key or chair.away_since is not None:
                self.dealing.gone(seat, now)
        self.dealing.tick(now)
        if self._since is not None and now - self._since >= SAID_AFTER and self.dealing.missing() != self._shown:
            self._shown = self.dealing.missing()
            evening.dirty = True
        self._after(evening, now)

    def shuffling(self, evening: Evening) -> list[str]:
        """The names of those whose share is waited for, once that takes a while."""
        return [evening.seating.chairs[seat].name for seat in self._shown if seat < len(evening.seating.chairs)]

    def over(self, evening: Evening) -> None:
        """The deal that was on is over: its secret is shown, and the record of the deal is complete."""
        dealt = evening.table.dealt
        if dealt is not None and self.dealing.phase == "dealt":
            shuffle = self.dealing.open(dealt.actions)
            if shuffle is not None:
                dealt.fair = shuffle.data()
        self._tell(evening)

    def give_up(self, evening: Evening) -> None:
        """The deal that was on, or was to come, is off."""
        dealt = evening.table.dealt
        self.dealing.give_up(dealt.actions if dealt is not None else ())
        self._tell(evening)
        self._rest(evening)

    def go_on(self, evening: Evening, now: float) -> None:
        """The people voted for another shuffle.  Raises OSError."""
        self._since = now
        self.dealing.go_on(now)
        self._after(evening, now)

    def restore(self, evening: Evening, rows: Iterable[Mapping[str, Any]], now: float) -> None:
        """Takes up the shuffle that the journal kept; the host was away.  Call it when the table is as it was."""
        self.dealing.restore(rows, evening.table.deals, now)
        chairs = evening.seating.chairs
        self._keys = {
            seat: chairs[seat].key
            for seat, raw in self.dealing.asked.items()
            if seat < len(chairs) and chairs[seat].key and raw_key(chairs[seat].key.encode()) == raw
        }
        self._since = now

    # -- what comes of it

    def _after(self, evening: Evening, now: float) -> None:
        dealing = self.dealing
        self._tell(evening)
        if dealing.phase == "complete":
            self._rest(evening)
            evening.lay_cards(now)
        elif dealing.phase == "asking" and evening.vote is None:
            text = f"{_times(dealing.voids)} came to nothing at this table. Shuffle again and go on?"
            evening.propose("fair", "", text, now)

    def _tell(self, evening: Evening) -> None:
        dealing = self.dealing
        evening.revisions += dealing.out
        dealing.out.clear()
        for void in dealing.voided:
            self._say_void(evening, void)
        dealing.voided.clear()

    def _say_void(self, evening: Evening, void: Void) -> None:
        chairs = evening.seating.chairs
        for seat in void.seats:
            self._failed.add(self._keys.pop(seat, ""))
        names = " and ".join(chairs[seat].name or f"seat {seat}" for seat in void.seats if seat < len(chairs))
        why = WHY[void.why].format(names or "a seat that is gone")
        evening.speak(f"A shuffle is void: {why}. Void so far at this table: {self.dealing.voids}.")
        evening.dirty = True

    def _rest(self, evening: Evening) -> None:
        """Nobody is waited for any more."""
        self._since = None
        if self._shown:
            self._shown = []
            evening.dirty = True


def standing(match: Match) -> Standing:
    """Where a match stands."""
    return Standing(match.dealer, match.deals, match.counted, list(match.totals), list(match.wins), list(match.seats_in))


def _times(count: int) -> str:
    return "One shuffle" if count == 1 else f"{count} shuffles"
