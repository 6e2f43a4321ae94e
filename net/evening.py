"""The evening at one table: people come and go, matches follow each other, proposals are voted on.  Pure.

It joins seating and card table.  What came of an input is left in `revisions`, `said`, `dirty`, `relaid`, `goodbyes`,
`bots_wanted` and `ended`, for the room to send.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rumpus.core.cards import NAME, RANK, RANKS
from rumpus.core.house import Charter
from rumpus.core.rules import Value
from rumpus.net.clocks import Clocks
from rumpus.net.messages import Ack, Code, Nack, Played, Say, SeatLine, State, TableStateName
from rumpus.net.seating import Change, Seating
from rumpus.net.table import CardTable, NotPlayed, PluginFailed
from rumpus.net.told import Revision
from rumpus.net.votes import Vote

BOOK_MOST = 50
LOST_FOR = 600.0


@dataclass
class Evening:
    """One table from its opening to its close.

    `matches` is how many are played before it closes by itself (0: until it is closed); a `headless` table does not
    end because nobody is there.
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

    state: TableStateName = "waiting"
    played: int = 0
    book: list[Played] = field(default_factory=list)
    vote: Vote | None = None
    paused: str = ""
    wants: dict[int, frozenset[str]] = field(default_factory=dict)

    revisions: list[Revision] = field(default_factory=list)
    said: list[Say] = field(default_factory=list)
    dirty: bool = False
    relaid: bool = False
    goodbyes: list[tuple[str, Code, str]] = field(default_factory=list)
    bots_wanted: list[int] = field(default_factory=list)
    ended: str = ""

    def __post_init__(self) -> None:
        self.clocks = Clocks(self.settings)
        self._votes = 0
        self._had_people = False
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
        self._look_at_the_vote(now)
        if self.state == "waiting" and self.seating.full:
            self.start(now)
        self._go_on(now)

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
        self.clocks.new_match(self.table.charter.seats)
        self._deal(now)

    def _deal(self, now: float) -> None:
        try:
            self.revisions.append(self.table.open_deal())
        except PluginFailed as why:
            self._give_up(f"{why} The match is off: propose another game.")
            return
        except OSError:
            self._give_up("The host cannot write its journal (is its disk full?): the match is off.")
            return
        self.dirty = True
        self.clocks.note(self.table.dps, now)

    def _give_up(self, why: str) -> None:
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
            revision = self.table.act(seat, dp, mv)
        except NotPlayed as why:
            return Nack(cid, why.code, str(why))
        self.revisions.append(revision)
        self.clocks.note(self.table.dps, now)
        self._go_on(now)
        return Ack(cid, revision.rev)

    def _go_on(self, now: float) -> None:
        """After a revision: wishes that answer by themselves, the next deal, the end of the match, the next match."""
        for _ in range(200):
            if self.wants:
                self._decline(now)
            deal = self.table.deal
            if deal is None or not deal.over or not self.playing:
                return
            self.dirty = True
            if self.table.match.over:
                self._end_match(now)
            else:
                self._deal(now)
        self._give_up("The deals of this game end before anybody can play: the match is off, propose another game.")

    def _end_match(self, now: float) -> None:
        match = self.table.match
        names = [chair.name for chair in self.seating.chairs]
        totals = match.final if match.final is not None else match.totals
        self.book.append(Played(self.table.charter.game.name, [names[seat] for seat in match.winners], list(totals)))
        del self.book[:-BOOK_MOST]
        self.played += 1
        self.state = "between"
        self.seating.clear_standins()
        if self.matches and self.played >= self.matches:
            self.close(f"{self.played} of {self.matches} matches are played; the table is closed. Good-bye.")
        elif self.matches or not self.seating.people():
            self.start(now)
        else:
            self.propose("again", "", "The same again?", now)

    def close(self, text: str) -> None:
        """The table says good-bye."""
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
        if not verdict:
            self.speak(f"Voted down: {vote.text}")
        elif vote.what == "kick":
            name = self.seating.name(vote.target)
            self.speak(f"The table sends {name} away.")
            self.goodbyes.append((vote.target, "kicked", "The table has voted to send you away."))
            self.seating.leave(vote.target, playing=self.playing, ban=True)
            self.after(now)
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
        self.table.lay(charter)
        self.relaid = True
        self.speak(f"The table plays {charter.game.title} now (charter {charter.hash}).")
        self.state = "waiting"
        self.bots_wanted += [seat for seat, old in enumerate(moved) if old < 0]
        self.start(now)

    # -- bots, stand-ins, wishes

    def _played_by_bot(self, seat: int) -> bool:
        chair = self.seating.chairs[seat]
        return chair.kind == "bot" or chair.standin

    def _overdue(self, now: float) -> None:
        """A bot that raised, died or thinks too long loses its choice, as does a person whose clock has run out."""
        while self.playing and not self.paused and self.table.deal is not None:
            late = [seat for seat in self.table.deal.turn if self.clocks.overdue(seat, self._played_by_bot(seat), now)]
            if not late:
                return
            name = self.seating.chairs[late[0]].name
            if not self.play_first(late[0], now):
                self._give_up(f"Nothing that {name} was offered could be played: the match is off, propose another game.")
                return
            self.speak(f"{name} took too long: the first action it was offered was played.")

    def play_first(self, seat: int, now: float) -> bool:
        """Plays the first of a seat's offers that can be played."""
        offer = self.table.offers[seat]
        if offer is None:
            return False
        gives = [f"{give.verb} {_names(give.cards[: give.n])}" for give in offer.gives]
        for text in offer.acts + gives:
            try:
                revision = self.table.act(seat, offer.dp, text)
            except NotPlayed:
                continue
            self.revisions.append(revision)
            self.clocks.note(self.table.dps, now)
            self._go_on(now)
            return True
        return False

    def want(self, seat: int, text: str) -> str:
        """Which offered cards a seat wants to be asked about; returns the sentence about it."""
        words = text.upper().replace(",", " ").split()
        if words in (["ALL"], []):
            self.wants.pop(seat, None)
            return "You are asked about every card that is offered."
        ranks = frozenset() if words == ["NONE"] else frozenset("T" if word == "10" else word for word in words)
        if not ranks <= set(RANKS):
            return f"Say /want none, /want all, or ranks such as /want A K 7 (of {' '.join(RANKS)})."
        self.wants[seat] = ranks
        asked = f"{' '.join(sorted(ranks, key=RANKS.index))} only" if ranks else "no offer"
        return f"You are asked about {asked}."

    def _decline(self, now: float) -> None:
        """Passes for seats that were offered a card of a rank that they do not want."""
        while self.playing and self.table.deal is not None and self.table.deal.phase == "offer":
            self.table.told.complete()
            for seat in self.table.deal.turn:
                pile = self.table.told.views[seat].pile("discard")
                offer, wanted = self.table.offers[seat], self.wants.get(seat)
                if (
                    wanted is not None
                    and offer is not None
                    and "pass" in offer.acts
                    and pile
                    and not self._played_by_bot(seat)
                    and (pile[-1] >= 52 or RANKS[RANK[pile[-1]]] not in wanted)
                ):
                    untold = self.revisions[-1:]
                    try:
                        self.revisions.append(self.table.act(seat, offer.dp, "pass"))
                    except NotPlayed:
                        return
                    for revision in untold:  # a guest that is never asked types nothing too late
                        revision.withhold(seat)
                    self.clocks.note(self.table.dps, now)
                    break
            else:
                return

    # -- time

    def tick(self, now: float) -> None:
        """Time has passed."""
        if self.state == "closed":
            return
        self.seating.tick(now, playing=self.playing)
        self.after(now)
        self._overdue(now)
        people = self.seating.people()
        if self.seating.people(here=True) or self.seating.watchers:
            self._last_here = now
        if self.headless:
            return
        if self._had_people and not people:
            self.close("The last person has left; the table is closed.")
        elif now - self._last_here >= LOST_FOR:
            self.close("Nobody has been here for ten minutes; the table is closed.")

    # -- the state as it is shown

    def show(self, you: int, now: float) -> State:
        """Everything public about the table, for one seat."""
        table = self.table
        seats = [SeatLine(chair.name, chair.kind, chair.away_since is not None, chair.standin) for chair in self.seating.chairs]
        charter = {**table.charter.data(), "hash": table.charter.hash}
        proposal = None
        if self.vote is not None:
            proposal = self.vote.line(self.people_keys(), self.seating.name, int(self.settings["quorum"]), now)
        totals = table.match.final if table.match.final is not None else table.match.totals
        return State(
            self.table_id,
            self.name,
            self.state,
            charter,
            seats,
            [watcher.name for watcher in self.seating.watchers.values()],
            you,
            self.played + self.playing,
            table.match.deals + table.on,
            list(totals),
            list(self.book),
            proposal,
            dict(self.settings),
            self.seeded,
            self.paused,
        )


def _names(cards: list[int]) -> str:
    return " ".join(NAME[card] for card in cards)
