"""The basic bot for trick games: it weighs for each card what it would cost to take the trick, and to hold on to the card."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rumpus.core.actions import PLAY, Action, Choice, Offer
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import RANK, SUIT, Card
from rumpus.core.events import UNHEARD, Seen, View
from rumpus.core.families.tricks import TrickRules, winning_place
from rumpus.core.game import Charter
from rumpus.core.hooks import hookimpl
from rumpus.core.shuffling.seeded import Stream

RUMPUS_API = 1

A_TRICK = 2.2
"""Points that a trick costs which a high card takes some time later."""
A_LEAD = 0.3
"""What it costs to have to lead next."""
GIVEN = 0.2
"""What it is worth to give somebody a point, for each point."""
KEPT = 0.4
"""How much of a bonus a hand may hope for that holds its card, and loses that throws it."""
THROWN = 1.2
"""Points that a seat throws on a trick whose suit it lacks, the worst card left aside."""
UNCOVERED = (0.6, 0.45, 0.3, 0.15)
"""How likely a hand takes the worst card that holds it, or a higher one, with no other card of the suit, one, two, or more."""


class Memory:
    """What a seat has heard of a deal and its view does not hold: what fell, who took how much, who showed to lack a suit."""

    def __init__(self) -> None:
        self.fallen: list[Card] = []
        self.points: dict[int, int] = {}
        self.bonus: set[int] = set()  # who took a bonus card
        self.lacks: set[tuple[int, int]] = set()
        self.is_whole = True
        self._led = -1
        self._places: dict[int, tuple[str, int]] = {}

    def take_in(self, event: Seen, rules: TrickRules) -> None:
        """One thing that the seat was sent."""
        if event[0] == "zone":
            self._places[event[1]] = event[2], event[3]
        elif event[0] == "note" and event[1] == UNHEARD and event[2]:
            self.is_whole = False
        elif event[0] == "move" and isinstance(event[1], list):
            (src, player), (dst, taker) = self._places[event[2]], self._places[event[3]]
            if dst == "trick" and src == "hand":
                self._played(player, event[1][0])
            elif dst == "trick":
                self.fallen += event[1]
            elif dst in ("taken", "untaken"):
                self._led = -1
                if taker >= 0:  # else nobody takes it
                    self.points[taker] = self.points.get(taker, 0) + sum(rules.penalty[face] for face in event[1])
                    self.bonus.update(taker for face in event[1] if face in rules.bonus)

    def _played(self, seat: int, face: Card) -> None:
        self.fallen.append(face)
        if self._led < 0:
            self._led = SUIT[face]
        elif SUIT[face] != self._led:
            self.lacks.add((seat, self._led))


class TrickBot(Bot):
    """Plays any game of penalties taken in tricks."""

    def __init__(self, seat: int, charter: Charter, stream: Stream) -> None:
        super().__init__(seat, charter, stream)
        rules = charter.rules
        assert isinstance(rules, TrickRules)
        self.rules = rules
        self.memory = Memory()

    def hear(self, events: Sequence[Seen]) -> None:
        for event in events:
            if event[0] == "deal":
                self.memory = Memory()
            self.memory.take_in(event, self.rules)

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        first = offers[0]
        if isinstance(first, Choice):
            return first.of(tuple(dangerous(self.rules, list(first.cards))[: first.n]))
        actions = [offer for offer in offers if isinstance(offer, Action)]
        if first.verb == "moon":
            return min(actions, key=lambda action: (standing_after(self.rules, view, self.seat, action.word), action.word))
        if len(actions) == 1:
            return actions[0]
        weigher = Weigher(self.rules, self.memory, view, self.seat)
        return PLAY[min((action.cards[0] for action in actions), key=lambda face: (weigher.weigh(face), face))]


class Weigher:
    """One decision: the hand, the trick, and the cards that the others may hold."""

    def __init__(self, rules: TrickRules, memory: Memory, view: View, seat: int) -> None:
        self.rules, self.memory, self.seat = rules, memory, seat
        self.worst = worst_of(rules)
        self.trick, hand = view.pile("trick"), view.hand()
        self.leader = int(view.notes.get("lead", seat))
        self.left = _without(rules.deck, [*memory.fallen, *hand])
        self.unseen = [sorted(RANK[face] for face in self.left if SUIT[face] == suit) for suit in range(4)]
        self.own = [sorted(RANK[face] for face in hand if SUIT[face] == suit) for suit in range(4)]
        self.after = [(seat + ahead) % rules.seats for ahead in range(1, rules.seats - len(self.trick))]
        held = [0 if other == seat else view.count("hand", other) for other in range(rules.seats)]
        self.share = [count / max(1, sum(held)) for count in held]
        self.worst_is_out = self.worst in self.left
        self.worst_is_about = self.worst_is_out or self.worst in hand
        self.shooter = self._shooter()

    def _shooter(self) -> int:
        """Who has all the points that were taken, if one seat has; -1 where nobody can shoot the moon any more."""
        takers = {seat for seat, points in self.memory.points.items() if points}
        if self.rules.moon == "off" or len(takers) != 1 or not self.memory.is_whole or not self.memory.bonus <= takers:
            return -1
        return next(iter(takers))

    def _moon(self, points: int) -> float:
        """What a moon of that seat is feared to cost each of the others, if it takes so many points more."""
        whole = max(1, self.rules.whole)
        return math.pow(min(1.0, (self.memory.points[self.shooter] + points) / whole), 1.5) * whole

    # --- what a card comes to now -------------------------------------------------------------------------------------

    def weigh(self, face: Card) -> float:
        """What it is expected to cost to play a card now, and not to hold it any longer; less is better."""
        takes, taker = self._takes(face)
        mine = self._price(face) + sum(map(self._price, self.trick)) + self._still_to_come(face) + A_LEAD
        return takes * (mine - self._stops(face)) + (1 - takes) * self._given(face, taker) - self._hold(face)

    def _lies(self, *more: Card) -> int:
        """The penalty points of the trick, with more cards."""
        return sum(self.rules.penalty[face] for face in (*self.trick, *more))

    def _stops(self, face: Card) -> float:
        """What it is worth that this seat takes the trick: another's moon is stopped, or its own is shot."""
        lies = self._lies(face)
        if self.shooter == self.seat and self.memory.points[self.seat] + lies == self.rules.whole:
            return 2.0 * self.rules.whole
        return self._moon(lies) if self.shooter not in (-1, self.seat) and lies else 0.0

    def _price(self, face: Card) -> int:
        return self.rules.penalty[face] + (self.rules.bonus_pays if face in self.rules.bonus else 0)

    def _takes(self, face: Card) -> tuple[float, int]:
        """How likely a card takes the trick, and the seat that is ahead of it, if one is."""
        trick = [*self.trick, face]
        place = winning_place(trick, SUIT[trick[0]], self.rules.cancels)
        if place != len(trick) - 1:
            return 0.0, -1 if place is None else (self.leader + place) % self.rules.seats
        takes, wanted = 1.0, any(other in self.rules.bonus for other in trick)
        for seat in self.after:
            takes *= 1 - (self._can_go_over(seat, face) if wanted else self._goes_over(seat, face))
        return takes, -1

    def _void(self, seat: int, suit: int) -> float:
        """How likely a seat holds nothing of a suit."""
        return 1.0 if (seat, suit) in self.memory.lacks else (1 - self.share[seat]) ** len(self.unseen[suit])

    def _goes_over(self, seat: int, face: Card) -> float:
        """How likely a seat plays a higher card of the suit, because it holds no lower one."""
        unseen = self.unseen[SUIT[face]]
        higher = sum(rank > RANK[face] for rank in unseen)
        if not higher:
            return 0.0
        held = max(1.0, self.share[seat] * len(unseen))
        return (1 - self._void(seat, SUIT[face])) * math.pow(higher / len(unseen), held)

    def _can_go_over(self, seat: int, face: Card) -> float:
        """How likely a seat holds a higher card of the suit."""
        if (seat, SUIT[face]) in self.memory.lacks:
            return 0.0
        return 1 - math.pow(1 - self.share[seat], sum(rank > RANK[face] for rank in self.unseen[SUIT[face]]))

    def _still_to_come(self, face: Card) -> float:
        """What those who play after it may put on the trick."""
        price, led = self.rules.penalty, SUIT[self.trick[0] if self.trick else face]
        plain = [price[other] for other in self.left if SUIT[other] == led and other != self.worst]
        follows = sum(plain) / len(plain) if plain else 0.0
        throws = THROWN if sum(price[other] > 0 for other in self.left) > 1 else 0.0
        total, worst = 0.0, price[self.worst] if self.worst_is_out else 0
        for seat in self.after:
            void = self._void(seat, led)
            total += void * throws + (1 - void) * follows
            if SUIT[self.worst] != led:
                total += void * worst * self.share[seat]
            else:
                caught = any(SUIT[other] == led and RANK[other] > RANK[self.worst] for other in (*self.trick, face))
                total += worst * self.share[seat] * (0.9 if caught else 0.1)
        return total

    def _given(self, face: Card, taker: int) -> float:
        """What it comes to that somebody else gets a card."""
        if face in self.rules.bonus:
            return -self.rules.bonus_pays * KEPT
        price = self.rules.penalty[face]
        return (self._feeds(face) if price and taker in (self.shooter, -1) else 0.0) - GIVEN * price

    def _feeds(self, face: Card) -> float:
        """What it comes to that a card with points goes to who has all of them so far."""
        if self.shooter in (-1, self.seat):
            return 0.0
        completes = self.memory.points[self.shooter] + self._lies(face) == self.rules.whole
        return self.rules.whole if completes else 0.5 * self._moon(0)

    # --- what a card may come to later --------------------------------------------------------------------------------

    def _hold(self, face: Card) -> float:
        """What it is expected to cost to hold on to a card."""
        suit, rank, price = SUIT[face], RANK[face], self.rules.penalty[face]
        unseen, own = self.unseen[suit], self.own[suit]
        if face in self.rules.bonus:
            return self.rules.bonus_pays * KEPT
        if suit == SUIT[self.worst] and self.worst_is_about and rank >= RANK[self.worst]:
            return price * 0.1 + self.rules.penalty[self.worst] * UNCOVERED[min(len(own) - 1, 3)]
        lower = sum(other < rank for other in unseen)
        high = lower / len(unseen) if unseen else 0.3
        beside = sum(other < rank for other in own)  # lower cards, to be played instead
        return (A_TRICK + price) * high / (1 + 0.35 * beside) + 0.5 * max(0, 4 - len(own)) + 0.05 * rank


def worst_of(rules: TrickRules) -> Card:
    """The card that costs most."""
    return max(rules.deck, key=lambda face: rules.penalty[face])


def dangerous(rules: TrickRules, hand: list[Card]) -> list[Card]:
    """The hand, what is best given away first: a badly covered queen and what catches her, high cards, short suits."""
    lengths = [sum(SUIT[face] == suit for face in hand) for suit in range(4)]
    worst = worst_of(rules)

    def danger(face: Card) -> float:
        suit, rank = SUIT[face], RANK[face]
        if suit == SUIT[worst] and rank >= RANK[worst]:
            return 60.0 - 10 * lengths[suit] + rules.penalty[face] if lengths[suit] < 5 else 0.0
        if face in rules.bonus:
            return -20.0
        return rank + 0.5 * min(rules.penalty[face], 3) + 2.0 * max(0, 5 - lengths[suit])

    return sorted(hand, key=lambda face: (-danger(face), face))


def standing_after(rules: TrickRules, view: View, seat: int, way: str) -> tuple[bool, bool, int, bool]:
    """Where a shooter stands after its moon is settled one way, less is better: whether the match is lost, whether it is not won,
    by how much the best of the others leads, and whether the match is brought nearer to an end that it would not win."""
    totals = list(view.notes["totals"])
    sun = rules.sun == "double" and view.count("taken", seat) == len(rules.deck)
    whole = rules.whole * (2 if sun else 1)
    totals[seat] += rules.bonus_pays * sum(face in rules.bonus for face in rules.deck)
    for other in range(rules.seats):
        if way == "subtract" and other == seat:
            totals[other] -= whole
        elif way == "add" and other != seat:
            totals[other] += whole
        totals[other] = max(0, totals[other]) if rules.floor_zero else totals[other]
    behind = totals[seat] - min(total for other, total in enumerate(totals) if other != seat)
    ends = any(total >= rules.target for total in totals)
    return ends and behind > 0, not (ends and behind < 0), behind, (way == "add") == (behind > 0)


def _without(deck: Sequence[Card], gone: Sequence[Card]) -> list[Card]:
    left = list(deck)
    for face in gone:
        if face in left:
            left.remove(face)
    return left


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", TrickBot, lambda game: game.family == "tricks")]
