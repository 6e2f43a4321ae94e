"""The search for melds with attendants: rank by rank from the ace up, every way, and never the same position twice.

At each rank the search decides which cards go into sequences of their suits, and whether the rank makes a group of what is
left. Hearts that stay over are free to attend: they are counted, and given to royalty at the end, as jokers are that any
group takes. A position in which a need was not met is remembered, with the least need that was not.

What a position depends on: the rank, the sequences that are open in each suit, the jokers, the free and the spare hearts, how
many attendants are owed, whether any joker may still be laid, whether the bound heart must attend, and one more number where
two things are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, product
from typing import NamedTuple

from rumpus.core.cards import BJ, CLUBS, HEARTS, RJ, SPADES, SUIT, Card
from rumpus.core.families.black_heart.board import BLACK_SUITS, JACK_PLACE, KING_PLACE, Board, place_of
from rumpus.core.families.black_heart.runs import NO_GROUP, NOTHING, Gathered, Open, Step, index_groups, royal_groups, steps

EVEN = (1,) * 13
VALUES = (3, *(1,) * 8, 2, 2, 2, 2)
"""What melded cards score, by place, in fives; a joker scores as a ten."""
TENS, ACES = 1 << 6, 1 << 12
"""Free hearts are counted in one number: aces, tens and the others apart where their value matters."""
NOT_LAID = Step(0, 0, 0, 0, 0, 0, (0, 0, 0, 0), NOTHING, 0)
NEVER = 1_000_000


class GaveUp(Exception):
    """More positions were looked at than were allowed."""


class Choice(NamedTuple):
    """What is done at one rank: in the sequences of clubs, hearts and spades, and in its group."""

    clubs: Step
    hearts: Step
    spades: Step
    group: Gathered


class Ending(NamedTuple):
    """What is done when all ranks are decided: which attendants, and which jokers any group takes.

    ``free``, ``spare`` and ``red`` hearts and red jokers attend; ``black_laid`` and ``red_laid`` jokers are laid.
    """

    free: int
    spare: int
    red: int
    black_laid: int
    red_laid: int
    gain: int
    cards: int


class Plan(NamedTuple):
    """A cover: what was promised around the corner (clubs, spades), the choice at each rank, and the ending."""

    promised: tuple[Open, Open]
    choices: tuple[Choice, ...]
    ending: Ending

    @property
    def cards(self) -> int:
        """How many cards leave the hand."""
        steps_of = [step for choice in self.choices for step in choice[:3]]
        return (
            self.ending.cards
            + sum(step.naturals + step.jokers for step in steps_of)
            + sum(sum(each.group) for each in self.choices)
        )


class Aim(NamedTuple):
    """What a cover must do besides laying much: hold the bound card, lay no more cards than ``room``.

    ``by_value`` the need is told in fives of score, and so many ``cards`` must be laid too.
    """

    bound: Card | None = None
    room: int | None = None
    by_value: bool = False
    cards: int = 0


class State(NamedTuple):
    """A position of the search; ``also`` is the room that is left, or how many cards are still to lay."""

    place: int
    clubs: Open
    hearts: Open
    spades: Open
    black: int
    red: int
    free: int
    spare: int
    owed: int
    sink: bool
    must: bool
    also: int


Chain = tuple[object, ...]
Moved = tuple[Step, Step, Step, Gathered]
Move = tuple[int, State, Moved]


def hearts_in(free: int) -> int:
    """How many free hearts a number stands for."""
    return (free & 63) + (free >> 6 & 63) + (free >> 12)


def from_here(numbers: Iterable[int]) -> list[int]:
    """The sums of these numbers from each place on, the last one empty."""
    return [*accumulate(reversed(list(numbers)), initial=0)][::-1]


class Cover:
    """One board being searched for a cover that meets an aim."""

    def __init__(self, board: Board, aim: Aim, nodes: int | None = None) -> None:
        self.board = board
        self.aim = aim
        self.sparing = aim.room is not None
        self.worth = VALUES if aim.by_value else EVEN
        self.joker_worth = 2 if aim.by_value else 1
        self.heart_units = (ACES, *(1,) * 8, TENS) if aim.by_value else (1,) * 10
        self.left = nodes if nodes is not None else NEVER * NEVER
        self.failed: dict[tuple[tuple[Open, Open], State], int] = {}
        self.promised = (NOTHING, NOTHING)
        self.reserved = 0
        held = board.held
        clubs, hearts, spades = held[CLUBS], held[HEARTS], held[SPADES]
        self.rest = from_here(self.worth[at] * (clubs[at] + hearts[at] + spades[at]) for at in range(13))
        self.royals = from_here(clubs[at] + spades[at] if at >= JACK_PLACE else 0 for at in range(13))
        self.hearts = from_here(hearts)
        self.loose = from_here(number and (0 if board.fits(HEARTS, at) else number) for at, number in enumerate(hearts))
        self.bound_place, self.bound_suit = -1, -1
        if aim.bound is not None and aim.bound < BJ:
            self.bound_place, self.bound_suit = place_of(aim.bound), SUIT[aim.bound]

    def find(self, need: int) -> Plan | None:
        """A cover that lays so much at least, or None where there is none; raises GaveUp."""
        board = self.board
        also = self.aim.room if self.aim.room is not None else self.aim.cards
        for clubs, spades, wild in self._promises():
            self.promised, self.reserved = (clubs, spades), wild
            start = State(0, clubs, NOTHING, spades, board.black, board.red, 0, 0, 0, board.takes_jokers >= 0, False, also)
            chain = self._solve(start, need)
            if chain is not None:
                *choices, ending = chain
                return Plan(self.promised, tuple(Choice(*each) for each in choices), ending)  # type: ignore[arg-type, misc]
        return None

    def _promises(self) -> Iterator[tuple[Open, Open, int]]:
        """What may be promised around the corner in clubs and in spades, and the jokers that keeping it takes at least."""
        yield NOTHING, NOTHING, 0
        board = self.board
        both = product(*(board.promises(suit) for suit in BLACK_SUITS))
        for clubs, spades in sorted(both, key=lambda pair: sum(pair[0].reach) + sum(pair[1].reach))[1:]:
            wild = clubs.wild + spades.wild
            if wild <= board.black and clubs.owed + spades.owed <= board.attendants:
                yield clubs.reach, spades.reach, wild

    def _solve(self, state: State, need: int) -> Chain | None:
        if self.left <= 0:
            raise GaveUp
        self.left -= 1
        key = self.promised, state
        known = self.failed.get(key, NEVER)
        if need >= known:
            return None
        if self._may_finish(state, need):
            ending = self._finish(state, need)
            if ending is not None:
                return (ending,)
        if state.place < 13:
            moves = self._index_moves(state) if state.place < JACK_PLACE else self._royal_moves(state)
            if len(moves) > 1:
                moves.sort(key=lambda move: move[0], reverse=True)
            for gain, after, choice in moves:
                if need - gain <= self._most(after):
                    rest = self._solve(after, need - gain)
                    if rest is not None:
                        return (choice, *rest)
        self.failed[key] = need
        return None

    def _may_finish(self, state: State, need: int) -> bool:
        """Whether nothing is open, so that what is not decided yet may as well stay in hand."""
        if state.place == 13:
            return True
        return (
            need <= 3 * state.owed + self.joker_worth * (state.black + state.red)
            and state.place > self.bound_place
            and self.promised == (NOTHING, NOTHING)
            and not (state.clubs.waiting or state.hearts.waiting or state.spades.waiting)
        )

    def _most(self, state: State) -> int:
        """The most that could still be laid from here on: royalty needs hearts, and hearts that match nothing royalty."""
        place, free = state.place, state.free
        most = self.rest[place] + self.joker_worth * (state.black + state.red)
        if self.aim.by_value:
            return most + (free & 63) + 2 * (free >> 6 & 63) + 3 * (free >> 12)
        royals = state.owed + self.royals[place]
        short = royals - free - state.spare - state.red - self.hearts[place]
        if short > 0:
            most -= short
        loose = self.loose[place]
        return most - loose + min(free + loose, royals + state.black)

    def _index_moves(self, state: State) -> list[Move]:
        place = state.place
        clubs_at, hearts_at, spades_at, lies = self.board.rank(place)
        worth, joker_worth, loose = self.worth[place], self.joker_worth, state.black - self.reserved
        moves: list[Move] = []
        for clubs in steps(state.clubs, clubs_at, loose):
            for spades in steps(state.spades, spades_at, loose - clubs.jokers):
                wild = clubs.jokers + spades.jokers
                laid = clubs.naturals + spades.naturals
                blacks = clubs_at.held + spades_at.held - laid
                for hearts in steps(state.hearts, hearts_at, state.red):
                    red = state.red - hearts.jokers
                    over = hearts_at.held - hearts.naturals
                    for group in index_groups(blacks, over, loose - wild, red, lies, self.sparing):
                        choice = clubs, hearts, spades, group
                        naturals = laid + hearts.naturals + group.blacks + group.hearts + group.spare
                        jokers = wild + hearts.jokers + group.black_jokers + group.red_jokers
                        after = self._after_index(state, choice, wild, over, naturals + jokers)
                        if after is not None:
                            moves.append((worth * naturals + joker_worth * jokers, after, choice))
        return moves

    def _after_index(self, state: State, choice: Moved, wild: int, over: int, cards: int) -> State | None:
        """The position after a choice at an index rank; None where it leaves the bound card out or takes too much room."""
        clubs, hearts, spades, group = choice
        place, must, most = state.place, state.must, self.board.most_royals
        free = over - group.hearts - group.spare
        if place == self.bound_place and not self._lays_bound(choice):
            if self.bound_suit != HEARTS or not free or not most:
                return None
            must = True
        also = state.also
        if also or self.sparing:
            also = self._also(also, cards)
            if also < 0:
                return None
        freed, spare = state.free, state.spare
        if free and most:
            if self.aim.by_value:
                freed += min(free, most) * self.heart_units[place]
            else:
                freed = min(freed + free, most)
        if group.spare:
            spare = min(spare + group.spare, most)
        return State(
            place + 1,
            clubs.after,
            hearts.after,
            spades.after,
            state.black - wild - group.black_jokers,
            state.red - hearts.jokers - group.red_jokers,
            freed,
            spare,
            0,
            state.sink or group is not NO_GROUP,
            must,
            also,
        )

    def _also(self, also: int, cards: int) -> int:
        """The room that is left, or the cards that are still to lay, after so many more; -1 where it does not go."""
        return max(-1 if self.sparing else 0, also - cards)

    def _lays_bound(self, choice: Moved) -> bool:
        clubs, hearts, spades, group = choice
        if self.bound_suit == HEARTS:
            return hearts.naturals + group.hearts + group.spare > 0
        step = clubs if self.bound_suit == CLUBS else spades
        held = self.board.held[self.bound_suit][self.bound_place]
        return step.naturals > 0 or (group.blacks > 0 and held > 0)

    def _royal_moves(self, state: State) -> list[Move]:
        clubs_at, _, spades_at, lies = self.board.rank(state.place)
        worth = self.worth[state.place]
        attendants = hearts_in(state.free) + state.spare + state.red - state.owed
        most = min(state.black, attendants)
        moves: list[Move] = []
        for clubs in steps(state.clubs, clubs_at, most):
            for spades in steps(state.spades, spades_at, most - clubs.jokers):
                laid, wild = clubs.naturals + spades.naturals, clubs.jokers + spades.jokers
                over = attendants - laid - wild
                if over < 0:
                    continue
                blacks = clubs_at.held + spades_at.held - laid
                for group in royal_groups(blacks, state.black - wild, lies, over):
                    choice = clubs, NOT_LAID, spades, group
                    naturals, jokers = laid + group.blacks, wild + group.black_jokers
                    after = self._after_royal(state, choice, naturals, jokers)
                    if after is not None:
                        moves.append((worth * naturals + self.joker_worth * jokers, after, choice))
        return moves

    def _after_royal(self, state: State, choice: Moved, naturals: int, jokers: int) -> State | None:
        """The position after a choice at a royal rank; None where it breaks a promise or leaves the bound card out."""
        if state.place == self.bound_place and not self._lays_bound(choice):
            return None
        clubs, spades = choice[0].after, choice[2].after
        if state.place == KING_PLACE:
            if not (_kept(clubs, self.promised[0]) and _kept(spades, self.promised[1])):
                return None
            clubs = spades = NOTHING
        # What attends is counted at the end: which hearts do is decided there.
        also = self._also(state.also, naturals + jokers)
        if also < 0:
            return None
        return state._replace(
            place=state.place + 1,
            clubs=clubs,
            hearts=NOTHING,
            spades=spades,
            black=state.black - jokers,
            owed=state.owed + naturals + jokers,
            also=also,
        )

    def _finish(self, state: State, need: int) -> Ending | None:
        """The best ending of a position where every rank is decided; None where none meets the need."""
        best = None
        for red in range(min(state.red, state.owed) + 1):
            for ending in self._endings(state, red):
                if ending.gain < need or not self._lays_bound_joker(state, ending):
                    continue
                if (ending.cards > state.also) if self.sparing else (ending.cards < state.also):
                    continue
                if best is None or ending.gain > best.gain:
                    best = ending
        return best

    def _endings(self, state: State, red: int) -> Iterator[Ending]:
        rest = state.owed - red
        free = min(hearts_in(state.free), rest)
        spare = rest - free
        if spare > state.spare or (state.must and not free):
            return
        gain = self._worth_of_free(state, free) + self.joker_worth * red
        black, left = state.black, state.red - red
        if not self.sparing:
            laid = black + left if state.sink or black + left >= 3 else 0
            jokers = (black, left) if laid else (0, 0)
            yield Ending(free, spare, red, *jokers, gain + self.joker_worth * laid, free + red + laid)
            return
        for black_laid, red_laid in product(range(black + 1), range(left + 1)):
            laid = black_laid + red_laid
            if not laid or state.sink or laid >= 3:
                yield Ending(free, spare, red, black_laid, red_laid, gain + laid, free + red + laid)

    def _worth_of_free(self, state: State, free: int) -> int:
        """What the free hearts count that attend, the dearest first, but for a bound one that must."""
        if not self.aim.by_value:
            return free
        others, tens, aces = state.free & 63, state.free >> 6 & 63, state.free >> 12
        gain = 0
        if state.must:
            free -= 1
            gain = self.worth[self.bound_place]
            first, tenth = self.bound_place == 0, self.bound_place == JACK_PLACE - 1
            aces, tens, others = aces - first, tens - tenth, others - (not first and not tenth)
        high = min(aces, free)
        middle = min(tens, free - high)
        return gain + 3 * high + 2 * middle + min(others, free - high - middle)

    def _lays_bound_joker(self, state: State, ending: Ending) -> bool:
        if self.aim.bound == BJ:
            return self.board.black - state.black + ending.black_laid > 0
        if self.aim.bound == RJ:
            return self.board.red - state.red + ending.red + ending.red_laid > 0
        return True


def _kept(reach: Open, promise: Open) -> bool:
    """Whether the sequences that reach the king are those that were promised."""
    return reach[:4] == promise[:4] and reach.many >= promise.many
