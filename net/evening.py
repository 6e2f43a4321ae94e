"""The evening at one table: people come and go, matches follow each other, proposals are voted on.  Pure.

It joins seating and card table.  What came of an input is left in `revisions`, `said`, `dirty`, `relaid`, `goodbyes`,
`bots_wanted` and `ended`, for the room to send.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.house import Charter
from rumpus.core.rules import Value
from rumpus.net.clocks import Clocks
from rumpus.net.fair import Step
from rumpus.net.fairly import Fairly
from rumpus.net.hurry import hurry
from rumpus.net.keeping import Keeping
from rumpus.net.messages import Ack, Code, Nack, Played, Say, Share, State, TableStateName
from rumpus.net.seating import Change, Seating
from rumpus.net.shown import show
from rumpus.net.spoken import Codes
from rumpus.net.table import CardTable, NotPlayed, PluginFailed
from rumpus.net.told import Revision
from rumpus.net.votes import Vote
from rumpus.net.wants import decline

BOOK_MOST = 50
LOST_FOR = 600.0


@dataclass
class Evening:
    """One table from its opening to its close.

    `matches` is how many are played before it closes by itself (0: until it is closed); a `headless` table does not
    end because nobody is there.  `fair` shuffles with a share from everybody; without it `table` has decks of its own.
    """

    table: CardTable
    seating: Seating
    settings: dict[str, Value]
    name: str
    table_id: str
    matches: int = 0
    headless: bool = False
    seeded: bool = False
    opened: float = 0.0
    codes: Codes | None = None
    invite: str = ""
    new_locks: Callable[[], None] = lambda: None
    fair: Fairly | None = None

    state: TableStateName = "waiting"
    played: int = 0
    book: list[Played] = field(default_factory=list)
    vote: Vote | None = None
    paused: str = ""
    wants: dict[int, frozenset[str]] = field(default_factory=dict)

    revisions: list[Revision | Step] = field(default_factory=list)
    said: list[Say] = field(default_factory=list)
    dirty: bool = False
    relaid: bool = False
    goodbyes: list[tuple[str, Code, str]] = field(default_factory=list)
    bots_wanted: list[int] = field(default_factory=list)
    ended: str = ""
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.clocks = Clocks(self.settings)
        self.keeping = Keeping(self)
        self._votes = 0
        self._had_people = bool(self.seating.people())
        self._last_here = self.opened
        self.seating.grace = float(self.settings["grace"])

    # -- people

    @property
    def playing(self) -> bool:
        """Whether a match is on."""
        return self.state == "playing"

    def people_keys(self, *, here: bool = False) -> list[str]:
        """The keys of the people at the table."""
        return [self.seating.chairs[seat].key for seat in self.seating.people(here=here)]

    def arrive(self, key: str, name: str, token: bytes, watch: bool, now: float) -> int:
        """The seat of who says hello; raises NoPlace."""
        seat = self.seating.arrive(key, name, token, watch, now)
        if seat < 0:
            self.table.watch()
        self.after(now)
        return seat

    def leave(self, key: str, now: float, *, ban: bool = False) -> None:
        """Somebody gives the place up for good."""
        self.seating.leave(key, playing=self.playing, ban=ban)
        self.after(now)

    def seat_bot(self, seat: int, key: str, now: float) -> None:
        """The key of the bot that plays a chair: as its own bot, or standing in for a person."""
        chair = self.seating.chairs[seat]
        if chair.standin:
            self.seating.stand_in(seat, key)
        else:
            self.seating.admit(seat, key, f"Bot {seat}")
        self.dirty = True
        self.after(now)

    def after(self, now: float) -> None:
        """What follows from the seating's changes, from votes and from the time."""
        for change in self.seating.changes:
            self._changed(change, now)
        self.seating.changes.clear()
        self._look_at_the_shuffle(now)
        self._look_at_the_vote(now)
        if self.state == "waiting" and self.seating.full:
            self.start(now)
        self._go_on(now)
        self.keeping.seats()

    def _changed(self, change: Change, now: float) -> None:
        self.dirty = True
        sentence = {
            "sat": "{} sits down.",
            "watching": "{} looks on.",
            "here": "{} is here again.",
            "away": "{} is away.",
            "standin": "A bot plays for {}.",
            "back": "{} is back and plays on.",
            "left": "{} has left.",
        }[change.what]
        self.speak(sentence.format(change.name))
        if change.what == "sat":
            self._had_people = True
        if change.seat < 0:
            return
        chair = self.seating.chairs[change.seat]
        if change.what == "standin":
            self.clocks.restart(change.seat, now)
            self.bots_wanted.append(change.seat)
        elif change.what in ("back", "sat") and chair.bot_key:
            self.goodbyes.append((chair.bot_key, "handed_back", "The seat is played by its person again."))
        if change.what == "left":
            self.wants.pop(change.seat, None)

    def speak(self, text: str) -> None:
        """The table itself says something to everybody."""
        self.said.append(Say("", text))

    # -- the course of the evening

    def start(self, now: float) -> None:
        """A match begins as soon as every seat has somebody."""
        self.seating.clear_standins()
        self.dirty = True
        self.vote = None
        if not self.seating.full:
            self.state = "waiting"
            return
        self.state = "playing"
        self.table.new_match()
        self.keeping.table()
        self.clocks.new_match(self.table.charter.seats)
        self._deal(now)

    def _deal(self, now: float) -> None:
        """The next deal: dealt at once, or when everybody's share in the shuffle is there."""
        if self.fair is None or self.fair.dealing.phase == "complete":
            self.lay_cards(now)
            return
        try:
            self.fair.begin(self, now)
        except OSError:
            self.keeping.freeze()

    def share(self, key: str, seat: int, share: Share, now: float) -> None:
        """What a guest gives for a shuffle."""
        self._shuffle(lambda fair: fair.take(self, key, seat, share, now))
        self._go_on(now)

    def _look_at_the_shuffle(self, now: float) -> None:
        self._shuffle(lambda fair: fair.look(self, now))

    def _shuffle(self, step: Callable[[Fairly], None]) -> None:
        if self.fair is not None:
            try:
                step(self.fair)
            except OSError:
                self.keeping.freeze()

    def lay_cards(self, now: float) -> None:
        """Deals, with the shuffle done."""
        try:
            self.revisions.append(self.table.open_deal())
        except PluginFailed as why:
            self._give_up(f"{why} The match is off: propose another game.")
            return
        except OSError:
            self.keeping.freeze()
            return
        if self.fair is not None:
            self.fair.dealing.dealt()
        self.dirty = True
        self.clocks.note(self.table.dps, now)

    def _give_up(self, why: str) -> None:
        if self.fair is not None:
            self.fair.give_up(self)
        self.table.deal = None
        self.state = "between"
        self.dirty = True
        self.speak(why)

    def act(self, key: str, seat: int, cid: int, dp: int, mv: str, now: float) -> Ack | Nack:
        """What somebody does at its seat, and the answer to it."""
        if seat < 0 or not self.seating.plays(key, seat):
            return Nack(cid, "watching", "You look on: only who sits at a seat may play it.")
        if self.paused:
            return Nack(cid, "paused", f"The table is paused by {self.paused}.")
        if not self.playing:
            return Nack(cid, "waiting", "No deal is on at the moment.")
        try:
            revision = self.table.act(seat, dp, mv, key, cid)
        except NotPlayed as why:
            self.keeping.noticed(why)
            return Nack(cid, why.code, str(why))
        if self.keeping.frozen:
            self.keeping.thaw(now)
        self.acted(revision, now)
        return Ack(cid, revision.rev)

    def acted(self, revision: Revision, now: float) -> None:
        """An action was played, and this came of it: what follows from that."""
        self.revisions.append(revision)
        self.clocks.note(self.table.dps, now)
        self._go_on(now)

    def _go_on(self, now: float) -> None:
        """After a revision: wishes that answer by themselves, the next deal, the end of the match, the next match."""
        for _ in range(200):
            if self.wants:
                decline(self, now)
            deal = self.table.deal
            if not self.playing or self.keeping.frozen or (deal is not None and not deal.over):
                return
            if self.fair is not None and self.fair.busy:
                return
            self.dirty = True
            if self.fair is not None:
                self.fair.over(self)
            if self.table.match.over:
                self._end_match(now)
            elif deal is None or self.keeping.deal_over():
                self._deal(now)
        self._give_up("The deals of this game end before anybody can play: the match is off, propose another game.")

    def _end_match(self, now: float) -> None:
        match = self.table.match
        names = [chair.name for chair in self.seating.chairs]
        totals = match.final if match.final is not None else match.totals
        won = [names[seat] for side in match.winners for seat in match.rules.seats_of(side)] or ["the opponent"]
        self.book.append(Played(self.table.charter.game.name, won, list(totals)))
        del self.book[:-BOOK_MOST]
        self.played += 1
        self.state = "between"
        self.seating.clear_standins()
        self.keeping.match_over()
        self.next_match(now)

    def go_on_again(self, now: float) -> None:
        """The host was away, and the table is as it was."""
        if self.state == "between" and self.table.match.over:
            self.next_match(now)
        self.after(now)

    def next_match(self, now: float) -> None:
        """Between matches: another one, the question whether there should be one, or good-bye."""
        if self.matches and self.played >= self.matches:
            self.close(f"{self.played} of {self.matches} matches are played; the table is closed. Good-bye.")
        elif self.matches or not self.seating.people():
            self.start(now)
        else:
            self.propose("again", "", "The same again?", now)

    def close(self, text: str) -> None:
        """The table says good-bye; it is interrupted if there are people whose match is on."""
        self.interrupted = self.playing and bool(self.seating.people())
        if self.fair is not None and not (self.interrupted and self.table.journal.keeps):
            self.fair.give_up(self)  # a deal that may be gone on with keeps its secret
        self.state = "closed"
        self.dirty = True
        self.ended = self.ended or text

    # -- votes

    def propose(self, what: Any, by: str, text: str, now: float, charter: Charter | None = None, target: str = "") -> None:
        """Lays a proposal on the table; who makes it is for it."""
        self._votes += 1
        name = self.seating.name(by)
        self.vote = Vote(self._votes, what, name, text, now + int(self.settings["vote_time"]), charter, target)
        if by:
            self.vote.votes[by] = True
        self.dirty = True
        self.speak(text)
        self._look_at_the_vote(now)

    def _look_at_the_vote(self, now: float) -> None:
        vote = self.vote
        if vote is None or self.state == "closed":
            return
        verdict = vote.decided(self.people_keys(), self.people_keys(here=True), int(self.settings["quorum"]), now)
        if verdict is None:
            return
        self.vote = None
        self.dirty = True
        if vote.what == "fair" and not verdict:
            self._give_up("The match is off: its cards were not shuffled again. Propose another game.")
        elif not verdict:
            self.speak(f"Voted down: {vote.text}")
        elif vote.what == "kick":
            name = self.seating.name(vote.target)
            self.speak(f"The table sends {name} away.")
            self.goodbyes.append((vote.target, "kicked", "The table has voted to send you away."))
            self.seating.leave(vote.target, playing=self.playing, ban=True)
            self.new_locks()  # who was sent away knows the invite and the code
            self.after(now)
        elif vote.what == "fair":
            self._shuffle(lambda fair: fair.go_on(self, now))
            self._go_on(now)
        elif vote.charter is not None:
            self._lay(vote.charter, now)
        else:
            self.start(now)

    def _lay(self, charter: Charter, now: float) -> None:
        """Another charter, with the same people; seats that are added are filled by bots."""
        bots = {chair.bot_key for chair in self.seating.chairs if chair.bot_key}
        moved = self.seating.resize(charter.seats)
        bots -= {chair.bot_key for chair in self.seating.chairs}
        self.goodbyes += [(key, "handed_back", "The seat is gone.") for key in sorted(bots)]
        self.wants = {seat: self.wants[old] for seat, old in enumerate(moved) if old in self.wants}
        if self.fair is not None:
            self.fair.give_up(self)
        self.table.lay(charter)
        self.relaid = True
        self.speak(f"The table plays {charter.game.title} now (charter {charter.hash}).")
        self.state = "waiting"
        self.bots_wanted += [seat for seat, old in enumerate(moved) if old < 0]
        self.keeping.table()
        self.start(now)

    # -- bots, stand-ins

    def played_by_bot(self, seat: int) -> bool:
        """Whether a bot of the host plays this seat at the moment."""
        chair = self.seating.chairs[seat]
        return chair.kind == "bot" or chair.standin

    # -- time

    def tick(self, now: float) -> None:
        """Time has passed."""
        if self.state == "closed":
            return
        self.seating.tick(now, playing=self.playing)
        self.keeping.look(now)
        self.after(now)
        stuck = hurry(self, now)
        if stuck:
            self._give_up(stuck)
        people = self.seating.people()
        if self.seating.people(here=True) or self.seating.watchers:
            self._last_here = now
        if self.headless:
            return
        if self._had_people and not people:
            self.close("The last person has left; the table is closed.")
        elif now - self._last_here >= LOST_FOR:
            self.close("Nobody has been here for ten minutes; the table is closed.")

    def show(self, you: int, now: float) -> State:
        """Everything public about the table, for one seat."""
        return show(self, you, now)
