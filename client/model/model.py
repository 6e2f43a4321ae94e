"""What this player knows: the view, the seats, what may be done now, what was said, and what lies before the player.

Pure: news from the link go in, the screen and the line client read what comes of it. ``version`` counts the changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rumpus.client.model.fairness import Fairness
from rumpus.client.model.hand_selection import HandSelection
from rumpus.client.model.log import Log
from rumpus.client.text import charters, events
from rumpus.client.text.events import Names
from rumpus.client.text.log_lines import LogLine as LogLine
from rumpus.client.text.log_lines import line_of
from rumpus.core.actions import Action, Choice, Offer
from rumpus.core.cards import card_of
from rumpus.core.events import Place, Seen, View
from rumpus.net.guest.events import (
    Answered,
    Ended,
    Heard,
    LinkNews,
    News,
    Refused,
    RulesNews,
    SayNews,
    TableNews,
    VerdictNews,
    WelcomeNews,
)
from rumpus.net.protocol.messages import State
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.shuffle.guest import CodeNews, VoidNews
from rumpus.net.table.engine import core_offers


@dataclass(slots=True)
class Trick:
    """A trick: who played what, in order, and who took it (-1: it still lies there, or nobody did)."""

    plays: list[tuple[int, int]] = field(default_factory=list)
    taker: int = -1


class Result(NamedTuple):
    """How a deal ended, and what it came to; with ``over`` the match is over too."""

    deal: int
    ended: str
    sides: list[str]
    scores: list[int]
    totals: list[int]
    over: bool
    winners: list[int]
    final: list[int] | None


@dataclass
class Entry:
    """A line being typed: the text, where the cursor stands, and whether it was sent and waits for its answer."""

    text: str = ""
    at: int = 0
    sent: bool = False


@dataclass(slots=True)
class Model(HandSelection):
    """Everything that a screen shows of one table, seen from one seat (-1: looking on).

    ``auto``: the only action there is may be done for the player; ``acted``: the last decision at which anything was
    sent. ``dig``: how many cards of the pile are pointed at; ``digs``: the game lets more than its top be taken.
    """

    offers: list[Offer] = field(default_factory=list)
    dp: int = -1
    more: bool = False
    state: State | None = None
    link: str = "connecting"
    link_text: str = "Looking for the host."
    farewell: str = ""
    log: Log = field(default_factory=Log)
    trick: Trick = field(default_factory=Trick)
    last_trick: Trick | None = None
    result: Result | None = None
    refusal: str = ""
    notice: str = ""
    pending: str = ""
    rules: str = ""
    invite: str = ""
    known: dict[str, Any] | None = None
    overlay: str = ""
    scroll: int = 0
    menu_at: int = 0
    entry: Entry | None = None
    typed: str = ""
    leaving: bool = False
    aside: int = -1
    left: dict[int, int] = field(default_factory=dict)
    auto: bool = False
    acted: int = -1
    dig: int = 0
    digs: bool = False
    version: int = 0
    ending: str = ""
    story: list[Seen] = field(default_factory=list)
    fair: Fairness = field(default_factory=Fairness)
    _deal_told: bool = False
    _stirred: bool = False  # the last news moved cards of this seat
    _named_in: State | None = None
    _named: Names = field(default_factory=lambda: Names(()))

    # --- who is here --------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        if self.state is not None and self.state.seats:
            return len(self.state.seats)
        return sum(place.name == "hand" for place in self.view.places.values())

    @property
    def names(self) -> Names:
        """What the seats are called."""
        state = self.state
        if state is None:
            return Names([""] * self.seats, self.seat)
        if self._named_in is not state or self._named.you != self.seat:
            self._named_in, self._named = state, Names([line.name for line in state.seats], self.seat)
        return self._named

    @property
    def turn(self) -> list[int]:
        """The seats that the table waits for."""
        turn = self.view.notes.get("turn", [])
        return list(turn) if isinstance(turn, list) and "ended" not in self.view.notes else []

    @property
    def my_turn(self) -> bool:
        """Whether this seat may do something now."""
        return bool(self.offers) and self.link in ("live", "suspect")

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return int(self.view.notes.get("dealer", -1)) if self.view.places else -1

    @property
    def totals(self) -> list[int]:
        """The totals of the match so far."""
        totals = self.view.notes.get("totals")
        if isinstance(totals, list):
            return totals
        return list(self.state.totals) if self.state is not None else []

    @property
    def charter(self) -> dict[str, Any]:
        """What the table plays by."""
        return self.state.charter if self.state is not None else {}

    # --- what may be done ---------------------------------------------------------------------------------------------

    def choice(self) -> Choice | None:
        """The offered choice of several cards, if there is one."""
        return next((offer for offer in self.offers if isinstance(offer, Choice)), None)

    def actions(self, verb: str, word: str | None = None) -> list[Action]:
        """The offered actions of a verb."""
        return [offer for offer in self.offers if isinstance(offer, Action) and offer.verb == verb and word in (None, offer.word)]

    def melds(self) -> dict[int, dict[str, Any]]:
        """The table's melds by their numbers."""
        found = {key[5:]: note for key, note in self.view.notes.items() if key.startswith("meld/") and isinstance(note, dict)}
        return {int(number): found[number] for number in sorted(found, key=int) if number.isdigit()}

    def usable(self) -> set[int]:
        """The faces of the hand that an offer names: playable, or to be melded or laid off; empty if all are alike."""
        choice = self.choice()
        if choice is not None:
            return set()
        for verb in ("play", "meld", "swap"):
            of_verb = self.actions(verb)
            if of_verb:
                named = {card_of(code) for action in of_verb for code in action.cards}
                named |= {card_of(code) for action in of_verb for part in action.parts for code in part.cards}
                return set() if named >= set(self.view.hand()) else named
        return set()

    def open_to(self) -> set[int] | None:
        """The faces with which anything may be done, where every way to use a card is offered; None where not."""
        named = {card_of(code) for action in self.actions("play") + self.actions("discard") for code in action.cards}
        if not named or self.more:
            return None
        return named | self.usable()

    def _to_playable(self) -> None:
        """At a new decision the cursor moves to the next card that may be played, if it stands on none."""
        usable, hand = self.usable(), self.hand()
        if not self.actions("play") or not usable or not hand:
            return
        at = self.cursor_at()
        self.cursor = next((held for held in hand[at:] + hand[:at] if held[0] in usable), self.cursor)

    # --- news ---------------------------------------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """Take in what the link tells."""
        self.version += 1
        hearing = _HEARING.get(type(news))
        if hearing is not None:
            hearing(self, news)

    def _welcome(self, news: WelcomeNews) -> None:
        fresh = not self.view.places
        self.seat = news.seat
        self.view = View.read(news.view.data())
        self.digs = self.digs or bool(self.view.notes.get("spread"))
        self._take_offer(news.offer)
        self._read_trick()
        self.last_trick = None
        self.settle()
        self._to_playable()
        self._remember(news.story())
        self.log.begin(self.view)
        self.log.add(LogLine("event", clean(text, LOG_CELLS)) for text in events.holding(self.view, self.names) if fresh)
        self.log.add(line for event in news.missed if (line := line_of(event, self.view, self.names)))
        self._look_for_end()

    def _heard(self, news: Heard) -> None:
        view, self._stirred = self.view, False
        self.log.follow(news.events, self.names)
        for event in news.events:
            if event[0] == "note" and event[1] in events.UNTOLD:
                self.story.append(event)
            else:
                self._watch(event)
            view.fold(event)
        fresh = self._take_offer(news.offer)
        self._look_for_end()
        if self.seat >= 0 and (self._stirred or self.cursor is None):
            self.settle()
        if fresh:
            self._to_playable()

    def _remember(self, story: list[Seen]) -> None:
        """Keep what leads to the view that was welcome, from the last deal on: hints are made of it."""
        for event in story:
            if event[0] == "deal":
                self.story.clear()
            self.story.append(event)

    def _take_offer(self, offer: Any) -> bool:
        """What may be done now; whether it is a new decision."""
        before = self.dp
        if offer is None:
            self.offers, self.dp, self.more = [], -1, False
        else:
            try:
                self.offers = core_offers(offer)
            except ValueError:
                self.offers = []
            self.dp, self.more = offer.dp, offer.more
            self.digs = self.digs or any(action.depth > 1 for action in self.actions("draw", "discard"))
        if self.dp != before:
            self.menu_at = self.dig = 0
            if offer is not None:
                self.refusal = self.notice = ""
        return self.dp != before

    def _watch(self, event: Seen) -> None:
        """Keep what a view forgets: the trick that was just taken, and whose card is whose."""
        kind = event[0]
        if kind == "deal":
            self.story.clear()
            self.steps.clear()
            self._stepped.clear()
            self.ending = ""
            self.trick, self.last_trick, self._deal_told = Trick(), None, False
            if self.result is not None and self.result.over:
                self.result = None
            self.picked.clear()
            self._stirred = True
        self.story.append(event)
        if kind == "note":
            if event[1] == "ended":
                self.ending = events.ending(str(event[2]), self.view, self.names)
            elif event[1] == "spread":
                self.digs = True
            elif event[1].startswith("line/") and event[2]:
                self.hear_step(event[1], str(event[2]), self.version)
        if kind != "move":
            return
        src, dst = self.view.places.get(event[2]), self.view.places.get(event[3])
        if src is None or dst is None:
            return
        self._stirred = self._stirred or self.seat in (src.seat, dst.seat)
        if not isinstance(event[1], list):
            return
        if dst.name == "trick" and src.seat >= 0:
            self.trick.plays += [(src.seat, face) for face in event[1]]
        elif src.name == "trick" and self.trick.plays:
            self.last_trick, self.trick = Trick(self.trick.plays, events.taker(self.view, dst)), Trick()

    def _read_trick(self) -> None:
        """Whose the cards of a trick are, where only the trick and its leader are known."""
        lead, pile, seats = self.view.notes.get("lead"), self.view.pile("trick"), self.seats
        self.trick = Trick()
        by = self.view.notes.get("by")
        if isinstance(by, list) and len(by) == len(pile):
            self.trick.plays = list(zip(by, pile, strict=True))
        elif isinstance(lead, int) and seats:
            self.trick.plays = [((lead + k) % seats, face) for k, face in enumerate(pile)]

    def _look_for_end(self) -> None:
        notes = self.view.notes
        if self._deal_told or "ended" not in notes or "over" not in notes:
            return
        self._deal_told = True
        self.fair.over()
        scores = list(notes.get("scores") or [])
        totals = list(notes.get("totals") or [])
        sides = self.names.sides(max(len(scores), len(totals)))
        ended = self.ending or events.ENDS.get(str(notes["ended"]), str(notes["ended"]))
        self.result = Result(
            int(notes.get("number", 0)), ended, sides, scores, totals, bool(notes["over"]),
            list(notes.get("winners") or []), notes.get("final"),
        )  # fmt: skip

    def _answered(self, news: Answered) -> None:
        self.pending = ""
        if news.ok:
            self.refusal = ""
            if self.entry is not None and self.entry.sent:
                self.entry = None
            return
        self.refusal = news.text
        if self.entry is not None:
            self.entry.sent = False
        self.log.add([LogLine("refused", news.text)])

    def _table(self, news: TableNews) -> None:
        first = self.state is None
        self.digs = self.digs and (first or news.state.charter.get("hash") == self.charter.get("hash"))
        said = charters.told(self.known if first else self.charter, news.state, first)
        self.state = news.state
        self.log.tell(said)

    def _said(self, news: SayNews) -> None:
        self.log.add([LogLine("talk", news.text, news.name) if news.name else LogLine("table", news.text)])

    def _rules(self, news: RulesNews) -> None:
        self.rules = news.text

    def _fairly(self, news: CodeNews | VoidNews | VerdictNews) -> None:
        self.log.tell(self.fair.hear(news))

    def _link(self, news: LinkNews) -> None:
        was, self.link, self.link_text = self.link, news.state, news.text
        if news.state == "suspect" or (was == "connecting" and news.state == "live"):
            return
        if news.text and was != news.state and news.state != "over":
            self.log.tell([news.text])

    def _ended(self, news: Ended | Refused) -> None:
        self.offers = []
        self.farewell = news.text or "The table is closed."
        self.log.tell([self.farewell])

    def sent(self, text: str) -> None:
        """An action is on its way to the host."""
        self.pending, self.acted = text, self.dp

    def tell(self, lines: Iterable[str]) -> None:
        """Put lines into the log that are for this player alone."""
        self.log.tell(lines)
        self.version += 1

    # --- places -------------------------------------------------------------------------------------------------------

    def around(self) -> list[int]:
        """The other seats, clockwise from the left of this one (a watcher sits with seat 0)."""
        me = max(self.seat, 0)
        return [(me + k) % self.seats for k in range(1, self.seats)]

    def others(self) -> list[Place]:
        """Open places that have no drawing of their own, with cards in them."""
        known = ("hand", "stock", "discard", "trick", "meld", "taken", "given")
        return [place for place in self.view.places.values() if place.name not in known and place.faces]


_HEARING: dict[type, Callable[[Model, Any], None]] = {
    WelcomeNews: Model._welcome,
    Heard: Model._heard,
    Answered: Model._answered,
    TableNews: Model._table,
    SayNews: Model._said,
    RulesNews: Model._rules,
    LinkNews: Model._link,
    CodeNews: Model._fairly,
    VoidNews: Model._fairly,
    VerdictNews: Model._fairly,
    Refused: Model._ended,
    Ended: Model._ended,
}
