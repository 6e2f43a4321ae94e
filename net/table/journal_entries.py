"""What an evening enters in its journal besides actions, and what becomes of the table while that cannot be written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rumpus.core.cards import NAME
from rumpus.net.table.engine import NotPlayed

if TYPE_CHECKING:
    from rumpus.net.table.table import Table

FROZEN = "The host cannot write its journal (is its disk full?): the table waits until it can."
BACK = 5.0
"""Seconds that the people of a table that goes on have to hear what is said of that."""
THAWED = "The journal can be written again: the table goes on."


def who(table: Table, epoch: int) -> dict[str, Any]:
    """Who sits where, and what the table has agreed on with them, as plain data."""
    seating = table.seating
    return {
        "epoch": epoch,
        "state": table.state,
        "chairs": [[chair.kind, chair.key, chair.name, chair.standin, chair.number] for chair in seating.chairs],
        "benched": [[chair.key, chair.name, chair.number] for chair in seating.benched.values()],
        "bots": sorted(table.bots_wanted),
        "waits": table.waits.data() if table.waits is not None else None,
        "banned": sorted(seating.banned),
        "token": seating.token.hex(),
        "paused": table.paused,
        "wants": {str(seat): sorted(ranks) for seat, ranks in table.wants.items()},
        "signs": {
            chair.key: table.signs[chair.key]
            for chair in [*seating.chairs, *seating.benched.values()]
            if chair.key in table.signs
        },
    }


def match_data(table: Table) -> dict[str, Any]:
    """A match that is over, for the history: who played, what came of it, and where hands are kept the record of it."""
    engine, chairs = table.engine, table.seating.chairs
    match, charter = engine.match, engine.charter
    record = None
    if table.settings["keep_hands"] == "all" and len(engine.record) == match.deals:  # else another machine knows the rest
        record = {
            "rumpus": 1,
            "game": charter.game.name,
            "options": dict(charter.options),
            "house_rules": [rule.name for rule in charter.house_rules],
            "seats": [chair.name for chair in chairs],
            "dealer": engine.record[0].dealer if engine.record else 0,
            "deals": [
                {
                    "deck": " ".join(NAME[card] for card in dealt.deck),
                    "actions": [list(step) for step in dealt.actions],
                    **({"fair": dealt.fair} if dealt.fair is not None else {}),
                }
                for dealt in engine.record
            ],
        }
    return {
        "match": table.played,
        "charter": charter.data(),
        "seats": [[chair.name, "bot" if chair.kind != "person" else "person"] for chair in chairs],
        "winners": list(match.winners),
        "totals": list(match.final if match.final is not None else match.totals),
        "deals": match.deals,
        "record": record,
    }


class JournalWriter:
    """The evening's own entries: who sits where whenever that changes, and the end of every deal.

    While the journal cannot be written the table is `frozen`: nothing is answered as done, and every tick tries again.
    `back` is what is to be said of a table that goes on, once its people are there to hear it; until `gather` the next deal
    waits for them, so that their shares are in it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.epoch = 1
        self.frozen = False
        self.back: list[str] = []
        self.gather = 0.0
        self._called = False
        self._owed: list[dict[str, Any]] = []
        self._seats: dict[str, Any] = {}
        self._ended = 0

    def seats(self) -> None:
        """Enters who sits where, if that is not what was entered last."""
        if not self.table.engine.journal.keeps:
            return
        now = who(self.table, self.epoch)
        if now != self._seats and not self.frozen and self._enter("seats", now):
            self._seats = now

    def new_table(self) -> None:
        """Enters the table with another charter or another match."""
        self._owe({"kind": "table"})

    def deal_over(self) -> bool:
        """Enters the end of a deal, once; False where that cannot be done now."""
        engine = self.table.engine
        if self._ended != engine.deals and not self._owed:
            shown = engine.dealt.fair if engine.dealt is not None and self.table.settings["keep_hands"] != "none" else None
            self._owe({"kind": "end", "shown": shown})
        return not self.frozen

    def match_over(self) -> None:
        """Enters the end of a match, with what came of it."""
        keeps = self.table.engine.journal.keeps
        self._owe({"kind": "end", "finished": match_data(self.table)} if keeps else {"kind": "end"})

    def _owe(self, entry: dict[str, Any]) -> None:
        self._owed.append(entry)
        self._pay()

    def _pay(self) -> bool:
        """Enters what is still owed."""
        while self._owed:
            entry = dict(self._owed[0])
            if not self._enter(entry.pop("kind"), entry):
                return False
            del self._owed[0]
            self._ended = self.table.engine.deals
        return True

    def _enter(self, kind: str, data: dict[str, Any]) -> bool:
        try:
            self.table.engine.journal.keep(kind, data)
        except OSError:
            self.freeze()
            return False
        return True

    def noticed(self, why: NotPlayed) -> bool:
        """Whether an action was not played because the journal could not be written; the table is frozen then."""
        if why.code == "frozen":
            self.freeze()
        return why.code == "frozen"

    def gathering(self, now: float) -> bool:
        """Whether the next deal still waits for people of a table that goes on."""
        if self.gather and not self.back and (now >= self.gather or self._all_heard()):
            self.gather = 0.0
        return bool(self.gather)

    def _all_heard(self) -> bool:
        return not self._unheard()

    def _unheard(self) -> list[str]:
        """The people of a table that goes on who are not there yet."""
        chairs = self.table.seating.chairs
        return [chair.name for chair in chairs if chair.kind == "person" and chair.heard <= self.table.opened]

    def _call(self, now: float) -> None:
        """Says once whom the next deal waits for, where that may take a while."""
        if not self._called and self.table.opened + BACK <= now < self.gather:
            self._called = True
            if names := self._unheard():
                left = round(self.gather - now)
                self.table.speak(f"The next deal waits for {' and '.join(names)}, {left} seconds at most.")

    def freeze(self) -> None:
        """The journal could not be written."""
        if not self.frozen:
            self.frozen = True
            self.table.speak(FROZEN)

    def thaw(self, now: float) -> None:
        """It can be written again: everybody's time to think begins anew, and bots look at the table once more."""
        self.frozen = False
        self.table.speak(THAWED)
        self.table.dirty = True
        self.table.clocks.restart_all(now)

    def look(self, now: float) -> None:
        """A tick: a frozen table tries whether it can go on."""
        self._call(now)
        if self.back and (self._all_heard() or now >= max(self.gather, self.table.opened + BACK)):
            for sentence in self.back:
                self.table.speak(sentence)
            self.back.clear()
        if self.frozen and self._pay() and self._enter("seats", who(self.table, self.epoch)):
            self.thaw(now)
