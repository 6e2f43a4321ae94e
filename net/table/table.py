"""The evening at one table: people come and go, matches follow each other, proposals are voted on.  Pure.

It joins seating and card table.  What came of an input is left in `revisions`, `said`, `dirty`, `relaid`, `reseated`,
`goodbyes`, `bots_wanted` and `ended`, for the room to send; where it sets `turning`, the room calls `turn` when all that is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.game import Charter
from rumpus.core.rules import Value
from rumpus.net.identity.pairing import Codes
from rumpus.net.protocol.messages import Ack, Code, Nack, Played, Say, Share, State, TableStateName
from rumpus.net.shuffle.host import Step
from rumpus.net.table import game_switch, handover
from rumpus.net.table.auto_pass import decline
from rumpus.net.table.dealing import ShuffleCoordinator
from rumpus.net.table.engine import Engine, NotPlayed, Overrun, PluginFailed
from rumpus.net.table.journal_entries import JournalWriter
from rumpus.net.table.public_state import PersonTotals, enter, show
from rumpus.net.table.revisions import Revision
from rumpus.net.table.seating import Change, Seating
from rumpus.net.table.shown_charter import agreed
from rumpus.net.table.timeouts import Clocks, TimeoutPlayer
from rumpus.net.table.votes import Vote

LOST_FOR = 600.0


@dataclass
class Table:
    """One table from its opening to its close.

    `matches` is how many are played before it closes by itself (0: until it is closed); a `headless` table does not
    end because nobody is there, it only rests.  `fair` shuffles with a share from everybody; without it `table` has decks of
    its own.  Whoever shows the `owner` word closes the table.  `played` counts the matches, `left` those of them that were left
    unfinished; `people` is what the evening came to for each, by key; `waits` is what was voted for and comes later;
    `moving` is where the table is going, and `moved` the invite to where it is.
    """

    engine: Engine
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
    fair: ShuffleCoordinator | None = None
    owner: str = ""

    state: TableStateName = "waiting"
    played: int = 0
    left: int = 0
    book: list[Played] = field(default_factory=list)
    people: dict[str, PersonTotals] = field(default_factory=dict)
    vote: Vote | None = None
    votes: int = 0
    owes_again: bool = False
    waits: game_switch.GameSwitch | None = None
    to_sit: list[str] = field(default_factory=list)
    paused: str = ""
    wants: dict[int, frozenset[str]] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)  # by key: what its person would sign with as host

    revisions: list[Revision | Step] = field(default_factory=list)
    said: list[Say] = field(default_factory=list)
    dirty: bool = False
    relaid: bool = False
    reseated: list[str] = field(default_factory=list)
    turning: bool = False
    goodbyes: list[tuple[str, Code, str]] = field(default_factory=list)
    bots_wanted: list[int] = field(default_factory=list)
    ended: str = ""
    interrupted: bool = False
    moving: handover.Handover | None = None
    moved: str = ""

    def __post_init__(self) -> None:
        self.clocks = Clocks(self.settings)
        self.writer = JournalWriter(self)
        self.timeout_player = TimeoutPlayer(self)
        self.agreed = agreed(self.engine.charter, self.engine.limit, Overrun)
        self._had_people = bool(self.seating.people_keys())
        self._last_here = self.opened
        self.seating.grace = float(self.settings["grace"])

    # -- people

    @property
    def still(self) -> bool:
        """Whether nothing can be played: the journal cannot be written, or the table is on its way to another machine."""
        return self.writer.frozen or self.moving is not None

    @property
    def playing(self) -> bool:
        """Whether a match is on."""
        return self.state == "playing"

    def people_keys(self, *, here: bool = False) -> list[str]:
        """The keys of the people at the table, those who are benched among them."""
        return self.seating.people_keys(here=here)

    def arrive(self, key: str, name: str, token: bytes, watch: bool, now: float) -> int:
        """The seat of who says hello; raises NoPlace."""
        new = self.seating.place(key) is None
        seat = self.seating.arrive(key, name, token, watch, now, dealt=self.engine.on)
        if seat < 0:
            self.engine.watch()
        if new and seat < 0 and not watch:
            game_switch.wait_for_seat(self, key)
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
        elif chair.kind != "person":  # somebody may have come before the bot did
            self.seating.admit(seat, key, f"Bot {seat}")
        self.dirty = True
        self.after(now)

    def after(self, now: float) -> None:
        """What follows from the seating's changes, from votes and from the time."""
        for change in self.seating.changes:
            self._changed(change, now)
        self.seating.changes.clear()
        self._look_at_the_shuffle(now)
        game_switch.look_at_the_vote(self, now)
        if self.state == "between" and self.owes_again and not (self.turning or self.moving):
            self.next_match(now)
        if self.state == "waiting" and self.seating.full and not (self.rests or self.moving):
            self.start(now)
        self._go_on(now)
        self.writer.seats()

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

    @property
    def rests(self) -> bool:
        """Whether a headless table waits for somebody: people were here and nobody is, and bots need no match of their own."""
        were_here = self._had_people or bool(self.people)
        return self.headless and not self.matches and were_here and self.seating.deserted

    def start(self, now: float) -> None:
        """A match begins as soon as every seat has somebody."""
        game_switch.clear_standins(self)
        self.dirty, self.owes_again = True, False
        if self.vote is not None and self.vote.what in ("again", "fair"):
            self.vote = None
        if not self.seating.full or self.rests:
            self.state = "waiting"
            return
        self.state = "playing"
        self.engine.new_match()
        self.writer.new_table()
        self.clocks.new_match(self.engine.charter.seats)
        self._deal(now)

    def _deal(self, now: float) -> None:
        """The next deal: dealt at once, or when everybody's share in the shuffle is there."""
        if self.fair is None or self.fair.dealing.phase == "complete":
            self.lay_cards(now)
            return
        try:
            self.fair.begin(self, now)
        except OSError:
            self.writer.freeze()

    def share(self, key: str, seat: int, share: Share, now: float) -> None:
        """What a guest gives for a shuffle."""
        self._shuffle(lambda fair: fair.take(self, key, seat, share, now))
        self._go_on(now)

    def _look_at_the_shuffle(self, now: float) -> None:
        self._shuffle(lambda fair: fair.look(self, now))

    def _shuffle(self, step: Callable[[ShuffleCoordinator], None]) -> None:
        if self.fair is not None:
            try:
                step(self.fair)
            except OSError:
                self.writer.freeze()

    def lay_cards(self, now: float) -> None:
        """Deals, with the shuffle done."""
        try:
            self.revisions.append(self.engine.open_deal())
        except PluginFailed as why:
            self._give_up(f"{why} The match is off: propose another game.")
            return
        except OSError:
            self.writer.freeze()
            return
        if self.fair is not None:
            self.fair.dealing.dealt()
        self.dirty = True
        self.clocks.note(self.engine.dps, now, self.engine.turn)

    def _give_up(self, why: str) -> None:
        if self.fair is not None:
            self.fair.give_up(self)
        self.engine.deal = None
        self.state = "between"
        self.dirty = True
        self.speak(why)
        self.turning = self.waits is not None

    def act(self, key: str, seat: int, cid: int, dp: int, mv: str, now: float) -> Ack | Nack:
        """What somebody does at its seat, and the answer to it."""
        if seat < 0 or not self.seating.plays(key, seat):
            return Nack(cid, "watching", "You look on: only who sits at a seat may play it.")
        if self.paused:
            return Nack(cid, "paused", f"The table is paused by {self.paused}.")
        if self.moving is not None:
            return Nack(cid, "frozen", f"The table is on its way to {self.moving.name}'s machine: a moment.")
        if not self.playing:
            return Nack(cid, "waiting", "No deal is on at the moment.")
        try:
            revision = self.engine.act(seat, dp, mv, key, cid)
        except NotPlayed as why:
            self.writer.noticed(why)
            return Nack(cid, why.code, str(why))
        if self.writer.frozen:
            self.writer.thaw(now)
        self.acted(revision, now)
        return Ack(cid, revision.rev)

    def acted(self, revision: Revision, now: float) -> None:
        """An action was played, and this came of it: what follows from that."""
        self.revisions.append(revision)
        self.dirty = self.clocks.note(self.engine.dps, now, self.engine.turn) or self.dirty
        self._go_on(now)

    def _go_on(self, now: float) -> None:
        """After a revision: wishes that answer by themselves, the next deal, the end of the match, the next match."""
        for _ in range(200):
            if self.wants:
                decline(self, now)
            deal = self.engine.deal
            if not self.playing or self.still or (deal is not None and not deal.over):
                return
            if (self.fair is not None and self.fair.busy) or (deal is None and self.writer.gathering(now)):
                return
            self.dirty = True
            if self.fair is not None:
                self.fair.over(self)
            if self.engine.match.over:
                self._end_match(now)
            elif deal is None or self.writer.deal_over():
                self.turning = game_switch.due(self)
                if self.turning:
                    return
                self._deal(now)
        self._give_up("The deals of this game end before anybody can play: the match is off, propose another game.")

    def _end_match(self, now: float) -> None:
        enter(self)
        self.state = "between"
        game_switch.clear_standins(self)
        self.writer.match_over()
        self.owes_again = True
        self.next_match(now)

    def turn(self, now: float) -> None:
        """All that was to be told is told: the table changes."""
        game_switch.turn(self, now)

    def go_on_again(self, now: float) -> None:
        """The host was away, and the table is as it was."""
        if self.state == "between":
            self.owes_again, self.turning = self.engine.match.over, self.waits is not None
        self.after(now)

    def next_match(self, now: float) -> None:
        """Between matches: another one, the question whether there should be one, or good-bye."""
        finished = self.played - self.left
        if self.matches and finished >= self.matches:
            self.close(f"{finished} of {self.matches} matches are played; the table is closed. Good-bye.")
        elif game_switch.due(self):
            self.turning = True
        elif self.matches or not self.people_keys():
            self.start(now)
        elif self.vote is None and not self.rests:
            self.owes_again = False
            self.propose("again", "", "The same again?", now)

    def close(self, text: str) -> None:
        """The table says good-bye; it is interrupted if there are people whose match is on."""
        self.interrupted = self.playing and bool(self.people_keys())
        if self.fair is not None and not (self.interrupted and self.engine.journal.keeps):
            self.fair.give_up(self)  # a deal that may be gone on with keeps its secret
        self.state = "closed"
        self.dirty = True
        self.ended = self.ended or text

    # -- votes

    def propose(
        self, what: Any, by: str, text: str, now: float, charter: Charter | None = None, target: str = "", to: str = "",
        sit: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Lays a proposal on the table; who makes it is for it."""
        game_switch.propose(self, what, by, text, now, charter, target, to, list(sit))

    def shuffle_again(self, wanted: bool, now: float) -> None:
        """The people have said whether a shuffle that came to nothing is tried again."""
        if not wanted:
            self._give_up("The match is off: its cards were not shuffled again. Propose another game.")
            return
        self._shuffle(lambda fair: fair.go_on(self, now))
        self._go_on(now)

    def pause(self, name: str) -> None:
        """The table holds still."""
        self.paused = name
        self.dirty = True
        self.speak(f"{name} pauses the table.")

    def bot_failed(self, seat: int) -> None:
        """The program of the bot that plays this seat raised; its traceback is in the host's log."""
        if seat < len(self.seating.chairs) and self.played_by_bot(seat):
            chair = self.seating.chairs[seat]
            whose = f"The program that plays for {chair.name}" if chair.standin else f"{chair.name}'s program"
            self.speak(f"{whose} failed; for now it plays as the clock would.")

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
        self.writer.look(now)
        self.after(now)
        handover.look(self, now)
        stuck = self.timeout_player.look(now)
        if stuck:
            self._give_up(stuck)
        people = self.people_keys()
        if not self.seating.deserted:
            self._last_here = now
        if self.headless:
            return
        if self._had_people and not people:
            self.close("The last person has left; the table is closed.")
        elif now - self._last_here >= LOST_FOR:
            self.close("Nobody has been here for ten minutes; the table is closed.")

    def show(self, you: int, now: float, number: int = -1) -> State:
        """Everything public about the table, for one seat, or for who is benched and keeps the seat of this number."""
        return show(self, you, now, number)
