"""How an evening's deals are shuffled fairly: whose share is asked, what the table says of it, when the cards are dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rumpus.net.identity.keys import raw_key
from rumpus.net.protocol.messages import Opened, Share, Standing, Void
from rumpus.net.shuffle.host import DealStart, ShuffleHost, Step

if TYPE_CHECKING:
    from rumpus.core.match import Match
    from rumpus.net.table.table import Table

SAID_AFTER = 1.0
"""Seconds after which the table shows whose share it waits for."""

WHY = {
    "late": "no share came from {} in time",
    "wrong": "{} showed another share than the one committed to",
    "gone": "{} went away before its share was shown",
    "off": "its deal is not dealt",
}


class ShuffleCoordinator:
    """The shuffles of one evening, and the keys of the guests that take part in them.

    Who takes part is told every step; the people among them who are here are asked for a share.  A guest that failed to
    give one is not asked again until it has said hello again.
    """

    def __init__(self, dealing: ShuffleHost) -> None:
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

    def begin(self, table: Table, now: float) -> None:
        """Asks for the shares of a deal, and deals where nobody is asked.  Raises OSError."""
        engine = table.engine
        self._keys = self._partners_at_seats(table)
        asked = {seat: raw_key(key.encode()) for seat, key in self._keys.items()}
        what = DealStart(engine.match.deck, standing(engine.match), engine.rev + 1)
        self._since = now
        self.dealing.begin(engine.deals, engine.charter.game.name, engine.charter.sha256, what, asked, now)
        self._after(table, now)

    def _partners_at_seats(self, table: Table) -> dict[int, str]:
        chairs = table.seating.chairs
        willing = self.partners - self._failed
        return {seat: chairs[seat].key for seat in table.seating.people(here=True) if chairs[seat].key in willing}

    def take(self, table: Table, key: str, seat: int, share: Share, now: float) -> None:
        """A seat's part in the shuffle.  Raises OSError."""
        if self._keys.get(seat) == key:
            self.dealing.take(seat, share, now)
            self._after(table, now)

    def look(self, table: Table, now: float) -> None:
        """Time has passed, or somebody has come or gone.  Raises OSError."""
        if not self.busy:
            return
        chairs = table.seating.chairs
        for seat, key in list(self._keys.items()):
            chair = chairs[seat] if seat < len(chairs) else None
            if chair is None or chair.key != key or chair.away_since is not None:
                self.dealing.gone(seat, now)
        self.dealing.tick(now)
        if self._since is not None and now - self._since >= SAID_AFTER and self.dealing.missing() != self._shown:
            self._shown = self.dealing.missing()
            table.dirty = True
        self._after(table, now)

    def shuffling(self, table: Table) -> list[str]:
        """The names of those whose share is waited for, once that takes a while."""
        return [table.seating.chairs[seat].name for seat in self._shown if seat < len(table.seating.chairs)]

    def over(self, table: Table) -> None:
        """The deal that was on is over: its secret is shown, and the record of the deal is complete."""
        dealt = table.engine.dealt
        if dealt is not None and self.dealing.phase == "dealt":
            shuffle = self.dealing.open(dealt.actions)
            if shuffle is not None:
                dealt.fair = shuffle.data()
        self._tell(table)

    def give_up(self, table: Table) -> None:
        """The deal that was on, or was to come, is off."""
        dealt = table.engine.dealt
        self.dealing.give_up(dealt.actions if dealt is not None else ())
        self._tell(table)
        self._rest(table)

    def go_on(self, table: Table, now: float) -> None:
        """The people voted for another shuffle.  Raises OSError."""
        self._since = now
        self.dealing.go_on(now)
        self._after(table, now)

    def restore(self, table: Table, rows: Iterable[Mapping[str, Any]], now: float) -> None:
        """Takes up the shuffle that the journal kept; the host was away.  Call it when the table is as it was."""
        self.dealing.restore(rows, table.engine.deals, now)
        chairs = table.seating.chairs
        self._keys = {
            seat: chairs[seat].key
            for seat, raw in self.dealing.asked.items()
            if seat < len(chairs) and chairs[seat].key and raw_key(chairs[seat].key.encode()) == raw
        }
        self._since = now

    # -- what comes of it

    def _after(self, table: Table, now: float) -> None:
        dealing = self.dealing
        self._tell(table)
        if dealing.phase == "complete":
            self._rest(table)
            table.lay_cards(now)
        elif dealing.phase == "asking" and table.vote is None:
            text = f"{_times(dealing.voids)} came to nothing at this table. Shuffle again and go on?"
            table.propose("fair", "", text, now)

    def _tell(self, table: Table) -> None:
        dealing = self.dealing
        table.revisions += dealing.out
        dealing.out.clear()
        for void in dealing.voided:
            self._say_void(table, void)
        dealing.voided.clear()

    def _say_void(self, table: Table, void: Void) -> None:
        chairs = table.seating.chairs
        for seat in void.seats:
            self._failed.add(self._keys.pop(seat, ""))
        names = " and ".join(chairs[seat].name or f"seat {seat}" for seat in void.seats if seat < len(chairs))
        why = WHY[void.why].format(names or "a seat that is gone")
        table.speak(f"A shuffle is void: {why}. Void so far at this table: {self.dealing.voids}.")
        table.dirty = True

    def _rest(self, table: Table) -> None:
        """Nobody is waited for any more."""
        self._since = None
        if self._shown:
            self._shown = []
            table.dirty = True


def standing(match: Match) -> Standing:
    """Where a match stands."""
    return Standing(match.dealer, match.deals, match.counted, list(match.totals), list(match.wins), list(match.seats_in))


def _times(count: int) -> str:
    return "One shuffle" if count == 1 else f"{count} shuffles"
