"""The family of trick games: cards given away, suits followed, tricks taken, penalties counted.

`TrickRules` is what such games choose; `TrickDeal` plays by it. Nothing here knows a game by its name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rumpus.core.actions import PLAY, Action, Choice, Offer
from rumpus.core.cards import NAME, RANK, RANKS, SUIT, Card, sign
from rumpus.core.deal import ONLY, Deal, Illegal, Phase
from rumpus.core.rules import Rules
from rumpus.core.zones import NOBODY

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
MOON_WAYS = ("add", "subtract")


@dataclass(frozen=True, kw_only=True)
class TrickRules(Rules):
    """What a trick game chooses.

    ``give`` are the directions of the giving, deal after deal, in seats to the left (0: nothing is given). Who holds
    ``opens`` leads it; without it the eldest hand leads what it likes. ``unled`` may not be led before it is broken: by
    one of ``breakers`` played in any way, or by one of ``off_suit_breakers`` thrown on another suit's trick.
    ``first_barred`` are not played to the first trick. ``penalty`` are the prices of cards by card number; each of
    ``bonus`` is worth ``bonus_pays``. ``moon`` says how all the points are settled (``choose``, ``add``, ``subtract``,
    ``off``), and ``sun`` whether taking every trick pays ``double``. With ``cancels`` identical cards in a trick cancel.
    """

    penalty: tuple[int, ...]
    give: tuple[int, ...] = (0,)
    give_count: int = 3
    opens: Card | None = None
    unled: frozenset[Card] = frozenset()
    breakers: frozenset[Card] = frozenset()
    off_suit_breakers: frozenset[Card] = frozenset()
    first_barred: frozenset[Card] = frozenset()
    bonus: frozenset[Card] = frozenset()
    bonus_pays: int = -10
    moon: str = "off"
    sun: str = "off"
    cancels: bool = False

    @cached_property
    def whole(self) -> int:
        """All the penalty points of a deal."""
        return sum(self.penalty[face] for face in self.deck)


class Give(Phase):
    """Every seat gives cards away, blind and all at once."""

    name = "give"

    def offers(self, deal: TrickDeal, seat: int) -> list[Offer]:
        return [Choice("give", deal.rules.give_count, tuple(deal.at[seat]))]

    def act(self, deal: TrickDeal, seat: int, action: Action) -> None:
        rules = deal.rules
        if action.verb != "give":
            raise Illegal(f"First give {rules.give_count} cards: 'give' and their names.")
        if len(action.cards) != rules.give_count:
            raise Illegal(f"Give exactly {rules.give_count} cards, not {len(action.cards)}{rules.by('give_count')}.")
        for face in action.cards:
            count = action.cards.count(face)
            if deal.at[seat].count(face) < count:
                raise Illegal(f"You cannot give {count if count > 1 else 'the'} {sign(face)}: your hand does not hold it.")
        deal.move(sorted(action.cards), seat, deal.given[seat])
        waiting = tuple(other for other in deal.turn if other != seat)
        if waiting:
            deal.turn = waiting
            return
        for giver in range(deal.seats):
            deal.take(rules.give_count, deal.given[giver], (giver + deal.gives_to) % deal.seats)
        deal.open_play()


class Play(Phase):
    """Lead, follow, take."""

    name = "play"

    def offers(self, deal: TrickDeal, seat: int) -> list[Offer]:
        cards = deal.playable(seat)
        if deal.rules.cancels:
            cards = list(dict.fromkeys(cards))
        return list(map(PLAY.__getitem__, cards))

    def act(self, deal: TrickDeal, seat: int, action: Action) -> None:
        cards = action.cards
        if action.verb != "play" or len(cards) != 1:
            raise Illegal("Play one card: 'play' and its name.")
        face = cards[0]
        if not deal.allows(seat, face):
            raise Illegal(_why_not(deal, seat, face))
        deal.play(seat, face)


class Moon(Phase):
    """Who took all the points says where they go."""

    name = "moon"

    def offers(self, deal: TrickDeal, seat: int) -> list[Offer]:
        return [Action("moon", word=way) for way in MOON_WAYS]

    def act(self, deal: TrickDeal, seat: int, action: Action) -> None:
        if action.verb != "moon":
            raise Illegal("You took all the points: say 'moon add' (to every other) or 'moon subtract' (off your own).")
        deal.settle_moon(action.word)


class TrickDeal(Deal):
    """A deal of a trick game."""

    phases = {phase.name: phase for phase in (Give(), Play(), Moon())}  # noqa: RUF012
    rules: TrickRules

    def begin(self) -> None:
        self.trick = self.open_zone("trick", NOBODY, "all")
        self.untaken = self.open_zone("untaken", NOBODY, "all") if self.rules.cancels else self.trick
        self.taken = tuple(self.open_zone("taken", seat, "none") for seat in range(self.seats))
        self.leader = self.left_of(self.dealer)
        self.led = NOBODY
        self.broken = False
        self.tricks = 0
        self.last_taker = NOBODY
        self.shooter = NOBODY
        self.moon_way = ""
        self.deal_hands(len(self.rules.deck) // self.seats)
        self.gives_to = self.rules.give[self.number % len(self.rules.give)]
        self.note("give", self.gives_to)
        if self.rules.by("give"):
            self.note("said", f"In this deal cards go {_way(self.gives_to, self.seats)}{self.rules.by('give')}.")
        self.note("broken", False)
        if self.gives_to:
            self.given = tuple(self.open_zone("given", seat, "owner") for seat in range(self.seats))
            self.enter("give", tuple(range(self.seats)))
        else:
            self.given = ()
            self.open_play()

    def open_play(self) -> None:
        """After the giving: who holds the opening card leads it, else the eldest hand leads."""
        eldest = self.left_of(self.dealer)
        if self.rules.opens is not None:
            order = [(eldest + k) % self.seats for k in range(self.seats)]
            eldest = next(seat for seat in order if self.rules.opens in self.at[seat])
        self.enter("play", ONLY[eldest])
        self._lead(eldest)

    def _lead(self, seat: int) -> None:
        self.leader = seat
        self.led = NOBODY
        self.turn = ONLY[seat]
        if self.story is not None:
            self.note("lead", seat)

    def playable(self, seat: int) -> list[Card]:
        """The cards that a seat may play now.

        Following suit comes first. Every bar then only chooses among what is left, and falls where it would leave nothing.
        """
        rules = self.rules
        cards = self.at[seat]
        leads = not self.at[self.trick]
        if not leads:
            low = bisect_left(cards, 13 * self.led)
            cards = cards[low : bisect_left(cards, 13 * self.led + 13, low)] or cards
        elif self.tricks == 0 and rules.opens is not None:
            return [rules.opens]
        if self.tricks == 0 and rules.first_barred:
            cards = [face for face in cards if face not in rules.first_barred] or cards
        if leads and not self.broken and rules.unled:
            cards = [face for face in cards if face not in rules.unled] or cards
        return cards

    def allows(self, seat: int, face: Card) -> bool:
        """Whether a seat may play a card now; most follow suit or lead freely, which needs no list of the others."""
        if face not in self.at[seat]:
            return False
        leads_freely = self.led == NOBODY and (self.broken or face not in self.rules.unled)
        return (self.tricks > 0 and (leads_freely or SUIT[face] == self.led)) or face in self.playable(seat)

    def play(self, seat: int, face: Card) -> None:
        """Put a card on the table that may be played; the last card of a trick decides it."""
        rules = self.rules
        trick = self.at[self.trick]
        if not trick:
            self.led = SUIT[face]
        if not self.broken and (face in rules.breakers or (face in rules.off_suit_breakers and SUIT[face] != self.led)):
            self.broken = True
            self.note("broken", True)
            if face in rules.breakers and rules.by("breakers"):
                self.note("said", f"They are broken by the {sign(face)}{rules.by('breakers')}.")
        self.put(face, seat, self.trick)
        if len(trick) < self.seats:
            self.turn = ONLY[(seat + 1) % self.seats]
        else:
            self._take()

    def _take(self) -> None:
        trick = self.at[self.trick]
        self.tricks += 1
        place = winning_place(trick, self.led, self.rules.cancels)
        if place is None:
            self.move(tuple(trick), self.trick, self.untaken)
        else:
            self.last_taker = self.leader = (self.leader + place) % self.seats
            if self.rules.cancels:
                self._take_with_rest(self.leader)
            else:
                self.take(self.seats, self.trick, self.taken[self.leader])
        if self.at[self.leader]:
            self._lead(self.leader)
            return
        if self.rules.cancels and self.last_taker != NOBODY:
            self._take_with_rest(self.last_taker)
        self.end_play()

    def _take_with_rest(self, seat: int) -> None:
        if self.at[self.untaken]:
            self.move(tuple(self.at[self.untaken]), self.untaken, self.taken[seat])
        if self.at[self.trick]:
            self.take(len(self.at[self.trick]), self.trick, self.taken[seat])

    def points(self, seat: int) -> int:
        """The penalty points that a seat has taken, bonus cards left aside."""
        penalty = self.rules.penalty
        return sum([penalty[face] for face in self.at[self.taken[seat]]])

    def bonuses(self, seat: int) -> int:
        """How many bonus cards a seat has taken."""
        bonus = self.rules.bonus
        return sum(face in bonus for face in self.at[self.taken[seat]]) if bonus else 0

    def end_play(self) -> None:
        """Nothing more is played: whoever shot the moon says how it is settled, else the deal is paid."""
        rules = self.rules
        if rules.moon != "off":
            whole = rules.whole
            bonus_cards = sum([face in rules.bonus for face in rules.deck]) if rules.bonus else 0
            for seat in self.seats_in if whole else ():
                if self.points(seat) == whole and self.bonuses(seat) == bonus_cards:
                    self.shooter = seat
        if self.shooter == NOBODY:
            self.finish("tricks")
        elif rules.moon == "choose":
            self.note("shooter", self.shooter)
            self.enter("moon", ONLY[self.shooter])
        else:
            self.note("shooter", self.shooter)
            self.settle_moon(rules.moon)

    def settle_moon(self, way: str) -> None:
        """End the deal with the points of a moon added to the others or taken off the shooter's own."""
        self.moon_way = way
        self.finish("tricks")

    def table(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"trick": [NAME[face] for face in self.at[self.trick]]}
        if self.rules.cancels:
            shown["untaken"] = [NAME[face] for face in self.at[self.untaken]]
        return shown

    def held(self, seat: int) -> list[Card]:
        return self.at[seat] + self.at[self.given[seat]] if self.given else self.at[seat]


def winning_place(trick: Sequence[Card], led: int, cancels: bool) -> int | None:
    """Which card of a trick takes it, counted from the lead; None where all that could have cancelled."""
    following = [face for face in trick if SUIT[face] == led and not (cancels and trick.count(face) > 1)]
    return trick.index(max(following)) if following else None


def score_penalties(deal: TrickDeal) -> list[int]:
    """Penalty points taken and bonus cards; a moon is settled as its shooter or the table chose."""
    rules = deal.rules
    seats = range(deal.seats)
    bonus = [rules.bonus_pays * deal.bonuses(seat) for seat in seats]
    if deal.shooter == NOBODY:
        return [deal.points(seat) + bonus[seat] for seat in seats]
    whole = rules.whole
    if rules.sun == "double" and len(deal.at[deal.taken[deal.shooter]]) == len(rules.deck):
        whole *= 2
    if deal.moon_way == "subtract":
        return [bonus[seat] - whole if seat == deal.shooter else bonus[seat] for seat in seats]
    return [bonus[seat] if seat == deal.shooter else bonus[seat] + whole for seat in seats]


def _why_not(deal: TrickDeal, seat: int, face: Card) -> str:
    rules, hand = deal.rules, deal.at[seat]
    if face not in hand:
        return f"You do not hold {sign(face)}; play a card of your hand."
    if deal.at[deal.trick]:
        if SUIT[face] != deal.led and any(SUIT[other] == deal.led for other in hand):
            return f"You must follow suit: {SUIT_WORDS[deal.led]} were led and you hold some."
    elif deal.tricks == 0 and rules.opens is not None:
        return f"The deal opens with the {sign(rules.opens)}: lead it."
    elif not deal.broken and face in rules.unled:
        return f"{SUIT_WORDS[SUIT[face]].capitalize()} are not broken: you may not lead one{rules.by('unled')}."
    return f"{sign(face)} is barred from the first trick while you can play another card{rules.by('first_barred')}."


def _way(offset: int, seats: int) -> str:
    """To whom cards go that are given so many seats on."""
    if seats % 2 == 0 and offset == seats // 2:
        return "across the table"
    return {0: "to nobody", 1: "to the left", seats - 1: "to the right"}.get(offset, f"{offset} seats on")


def tell_tricks(rules: TrickRules) -> list[str]:
    """The help page's sentences for a trick game, from its rule record."""
    each = len(rules.deck) // rules.seats
    told = [f"Each seat is dealt {each} cards from a deck of {len(rules.deck)}; aces are high."]
    if any(rules.give):
        way = ", then ".join(_way(offset, rules.seats) for offset in rules.give)
        told.append(f"Before play every seat gives {rules.give_count} cards away, blind: deal after deal {way}.")
    if rules.opens is not None:
        told.append(f"Who holds the {sign(rules.opens)} leads it to the first trick.")
    else:
        told.append("The eldest hand leads what it likes to the first trick.")
    told.append("Follow suit if you can; the highest card of the suit led takes the trick and leads the next.")
    if rules.cancels:
        told.append(
            "Two identical cards in a trick cancel. A trick in which all that could take it cancel stays on the table, the same "
            "seat leads again, and whoever takes the next takes it too; the last one goes to whoever took the one before."
        )
    if rules.first_barred:
        told.append(f"Not on the first trick, unless you have nothing else: {_listed(rules.first_barred)}.")
    if rules.unled:
        told.append(f"Not led before they are broken: {_listed(rules.unled)}.")
        broken_by = [_listed(rules.off_suit_breakers) + " thrown on another suit"] if rules.off_suit_breakers else []
        broken_by += [_listed(rules.breakers) + " played in any way"] if rules.breakers else []
        told.append(f"They are broken by {' or '.join(broken_by)}.")
    prices = Counter({rules.penalty[face]: 0 for face in rules.deck if rules.penalty[face]})
    for price in sorted(prices):
        faces = frozenset(face for face in rules.deck if rules.penalty[face] == price)
        told.append(f"Counts {price}: {_listed(faces)}.")
    if rules.bonus:
        told.append(f"{_listed(rules.bonus)} counts {rules.bonus_pays} for who takes it.")
    if rules.moon != "off":
        settled = {"add": "every other seat pays them", "subtract": "they come off its total"}
        how = settled.get(rules.moon, "it says whether every other seat pays them or they come off its own total")
        with_bonus = f" and {_listed(rules.bonus)}" if rules.bonus else ""
        told.append(f"A seat that takes all {rules.whole} points{with_bonus} shoots the moon: {how}.")
        if rules.sun == "double":
            told.append(f"Taking every trick pays twice that: {2 * rules.whole}.")
    told.append(f"The match ends when a total reaches {rules.target}; the lowest total wins, and ties play on.")
    return told


def _listed(faces: frozenset[Card]) -> str:
    groups = []
    for which, word in enumerate(SUIT_WORDS):
        ranks = [RANK[face] for face in sorted(faces) if SUIT[face] == which]
        if len(ranks) >= 10:
            groups.append(word)
        elif ranks:
            groups += [f"{RANKS[rank]}{'♣♦♥♠'[which]}" for rank in ranks]
    return ", ".join(groups)
