"""Broken Hearts: beat the last card, or trump it with a heart; jokers beat everything, and empty hands are paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.core.actions import DRAW_STOCK, PASS, PLAY, Action, Offer
from rumpus.core.cards import (
    ACE,
    HEARTS,
    JACK,
    JOKERS,
    RANK,
    SUIT,
    Card,
    Placed,
    card,
    card_of,
    code_name,
    named,
    pack,
    sign,
    signs,
    stands_for,
)
from rumpus.core.deal import ONLY, Deal, Illegal, Phase
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options, Rules, option
from rumpus.core.zones import NOBODY

RUMPUS_API = 1

HANDS = {2: 13, 3: 10, 4: 7}
TRICK, ACE_OR_KING, OUT = 20, 10, 100
KING_OF_HEARTS = card("KH")

HEIGHT = tuple((rank + 1) % 13 for rank in RANK[:52])
"""How high a card stands within its suit: an ace 0, a king 12."""


@dataclass(frozen=True, kw_only=True)
class BrokenHeartsRules(Rules):
    """What Broken Hearts adds: what a joker costs that is held when the deal ends."""

    joker_held: int = 25


def beats(face: Card, last: Card) -> bool:
    """Whether a card beats the last one: higher in its suit, or a heart of the same or a higher rank; jokers beat all."""
    if last in JOKERS or face in JOKERS:
        return face in JOKERS
    if SUIT[face] == SUIT[last]:
        return HEIGHT[face] > HEIGHT[last]
    return SUIT[face] == HEARTS and HEIGHT[face] >= HEIGHT[last]


def tell_beaters(last: Card) -> str:
    """What beats a card, in words."""
    if last in JOKERS:
        return "the other joker only"
    if SUIT[last] == HEARTS:
        return "a higher heart or a joker"
    higher = "" if HEIGHT[last] == 12 else f"a higher {('club', 'diamond', 'heart', 'spade')[SUIT[last]]}, "
    return f"{higher}a heart from {sign(13 * HEARTS + RANK[last])} up, or a joker"


def read_play(cards: Sequence[Placed]) -> tuple[Placed, ...]:
    """The cards of a play with its jokers named; raises Illegal where they are neither one card nor a sequence."""
    posing = [code for code in cards if stands_for(code) is not None and card_of(code) not in JOKERS]
    if posing:
        raise Illegal(f"{sign(card_of(posing[0]))} is no joker: it stands for nothing but itself.")
    wrong = next((code for code in cards if code != card_of(code) and card_of(code) not in JOKERS), None)
    if wrong is not None:
        raise Illegal(f"{sign(card_of(wrong))} is no joker and stands for itself: write it without a name.")
    if len(cards) == 1:
        if stands_for(cards[0]) is not None:
            raise Illegal("A joker played alone stands for nothing: write it without a name.")
        return tuple(cards)
    ends = (cards[0], cards[-1])
    if any(card_of(end) in JOKERS for end in ends) or SUIT[ends[0]] != SUIT[ends[1]]:
        raise Illegal(f"{signs(cards)} is no sequence: it begins and ends with natural cards of one suit.")
    run = [13 * SUIT[ends[0]] + (HEIGHT[ends[0]] + step - 1) % 13 for step in range(len(cards))]
    if HEIGHT[ends[0]] + len(cards) - 1 != HEIGHT[ends[1]]:
        raise Illegal(f"{signs(cards)} is no sequence: write it from low to high, each card one higher than the last.")
    for code, face in zip(cards, run, strict=True):
        stands = stands_for(code)
        if (card_of(code) in JOKERS and stands not in (None, face)) or (card_of(code) not in JOKERS and code != face):
            raise Illegal(f"{signs(cards)} is no sequence: {sign(face)} belongs where {sign(code)} stands.")
    return tuple(named(card_of(code), face) if card_of(code) in JOKERS else face for code, face in zip(cards, run, strict=True))


class Play(Phase):
    """A turn begins: play, draw a card, or pass where there is none to draw."""

    name = "play"

    def offers(self, deal: BrokenHeartsDeal, seat: int) -> list[Offer]:
        others: list[Offer] = []
        if deal.last is not None:
            others = [DRAW_STOCK] if deal.at[deal.stock] else [PASS]
        return [*deal.plays(seat), *others]

    def act(self, deal: BrokenHeartsDeal, seat: int, action: Action) -> None:
        if action.verb == "play":
            deal.play(seat, action.cards)
        elif deal.last is None:
            raise Illegal("You lead: play a card, or a sequence.")
        elif action == DRAW_STOCK:
            if not deal.at[deal.stock]:
                raise Illegal("The stock is empty: play, or pass.")
            deal.take(1, deal.stock, seat)
            deal.enter("drawn", ONLY[seat])
        elif action == PASS:
            if deal.at[deal.stock]:
                raise Illegal("You may pass only after drawing a card: 'draw stock', or play.")
            deal.pass_on(seat)
        else:
            raise Illegal("Play, or draw a card: 'play' and its name, or 'draw stock'.")


class Drawn(Phase):
    """After the draw: play or pass."""

    name = "drawn"

    def offers(self, deal: BrokenHeartsDeal, seat: int) -> list[Offer]:
        return [*deal.plays(seat), PASS]

    def act(self, deal: BrokenHeartsDeal, seat: int, action: Action) -> None:
        if action.verb == "play":
            deal.play(seat, action.cards)
        elif action == PASS:
            deal.pass_on(seat)
        else:
            raise Illegal("You have drawn your card: play, or pass.")


class BrokenHeartsDeal(Deal):
    """A deal: ``last`` is the card to beat (None for a lead), ``player`` who played it, ``points`` what fell so far.

    ``must`` are the cards of which one begins the deal's first lead.
    """

    phases = {phase.name: phase for phase in (Play(), Drawn())}  # noqa: RUF012
    rules: BrokenHeartsRules

    def begin(self) -> None:
        self.trick = self.open_zone("trick", NOBODY, "all")
        self.gone = self.open_zone("gone", NOBODY, "none")
        self.laid: list[Placed] = []
        self.by: list[int] = []
        self.points = [0] * self.seats
        self.last: Card | None = None
        self.player = NOBODY
        self.deal_hands(HANDS[self.seats])
        eldest = self.left_of(self.dealer)
        naturals = [face for face in self.at[eldest] if face < 52]
        plain = [face for face in naturals if SUIT[face] != HEARTS] or naturals
        lowest = min(HEIGHT[face] for face in plain)
        self.must: tuple[Card, ...] = tuple(face for face in plain if HEIGHT[face] == lowest)
        self._lead(eldest)

    def part_ways(self) -> None:
        self.laid, self.by, self.points = list(self.laid), list(self.by), list(self.points)

    def _lead(self, seat: int) -> None:
        self.last = None
        self.player = NOBODY
        self.note("lead", seat)
        self.note("beat", None)
        self.note("line/beat", None)
        self.enter("play", ONLY[seat])

    # --- what may be played -------------------------------------------------------------------------------------------

    def may_begin(self, face: Card) -> bool:
        """Whether a play may begin with this card now."""
        if self.must:
            return face in self.must
        return self.last is None or beats(face, self.last)

    def plays(self, seat: int) -> list[Action]:
        """Every card and every sequence that a seat may play; of two jokers the black one fills a gap first."""
        hand = self.at[seat]
        starts = [face for face in hand if self.may_begin(face)]
        runs = [Action("play", cards) for face in starts if face < 52 for cards in self._runs(hand, face)]
        return [*(PLAY[face] for face in starts), *runs]

    @staticmethod
    def _runs(hand: Sequence[Card], start: Card) -> Iterator[tuple[Placed, ...]]:
        jokers = [face for face in hand if face in JOKERS]
        run: list[Placed] = [start]
        for height in range(HEIGHT[start] + 1, 13):
            face = 13 * SUIT[start] + (height - 1) % 13
            if face in hand:
                run.append(face)
                yield tuple(run)
            elif jokers:
                run.append(named(jokers.pop(0), face))
            else:
                return

    def play(self, seat: int, cards: Sequence[Placed]) -> None:
        """Beat the last card, or lead; with the last card of the hand the seat is out."""
        hand = self.at[seat]
        faces = [card_of(code) for code in cards]
        missing = next((face for face in faces if faces.count(face) > hand.count(face)), None)
        if missing is not None:
            raise Illegal(f"You do not hold {sign(missing)}; play cards of your hand.")
        placed = read_play(cards)
        if not self.may_begin(faces[0]):
            raise Illegal(self._why_not(faces[0]))
        self.must = ()
        self.move(faces, seat, self.trick)
        self.laid += placed
        self.by += [seat] * len(placed)
        self.last, self.player = faces[-1], seat
        self._fall(seat, faces)
        self.note("cards", list(self.laid))
        self.note("by", list(self.by))
        self.note("beat", self.last)
        self.note("line/beat", f"To beat: {sign(self.last)}, by {tell_beaters(self.last)}.")
        if not hand:
            self.points[seat] += OUT
            self.winner = seat
            self._tell_points()
            self.finish("out")
        else:
            self._next(seat)

    def _fall(self, seat: int, faces: Sequence[Card]) -> None:
        paid = sum(face == KING_OF_HEARTS or (face < 52 and RANK[face] == ACE) for face in faces)
        if paid:
            self.points[seat] += ACE_OR_KING * paid
            self._tell_points()

    def _tell_points(self) -> None:
        self.note("points", list(self.points))

    def _why_not(self, face: Card) -> str:
        if self.must:
            return f"The first lead is your lowest card that is no heart: {signs(self.must)}, or a sequence that begins with it."
        assert self.last is not None
        return f"{sign(face)} does not beat {sign(self.last)}: that is done by {tell_beaters(self.last)}."

    def pass_on(self, seat: int) -> None:
        """Decline; when every other seat has, the last play takes the trick."""
        self._next(seat)

    def _next(self, seat: int) -> None:
        following = self.left_of(seat)
        if following != self.player:
            self.enter("play", ONLY[following])
            return
        self.points[following] += TRICK
        self._tell_points()
        self.move(tuple(self.at[self.trick]), self.trick, self.gone)
        self.laid, self.by = [], []
        self.note("cards", None)
        self.note("by", None)
        self._lead(following)

    def finish(self, ended: str) -> None:
        """End the deal, pay it, and show the hands that were left, as their price is told."""
        super().finish(ended)
        for seat in range(self.seats):
            if self.at[seat]:
                self.move(tuple(self.at[seat]), seat, self.open_zone("shown", seat, "all"))

    def table(self) -> dict[str, Any]:
        return {"trick": [code_name(code) for code in self.laid], "stock": len(self.at[self.stock])}


def held_value(hand: Sequence[Card], joker: int = 25) -> int:
    """What a hand costs at the end: a joker as said, faces 10, aces 1, others their pips; hearts twice as much."""
    total = 0
    for face in hand:
        if face in JOKERS:
            total += joker
        else:
            pips = 1 if RANK[face] == ACE else 10 if RANK[face] >= JACK else RANK[face] + 2
            total += pips * (2 if SUIT[face] == HEARTS else 1)
    return total


def score(deal: BrokenHeartsDeal) -> list[int]:
    """Points as they fell, less what is held; who went out holds nothing."""
    return [deal.points[seat] - held_value(deal.at[seat], deal.rules.joker_held) for seat in range(deal.seats)]


def rules(chosen: Options, seats: int) -> BrokenHeartsRules:
    """The rule record that a table's options come to."""
    target = int(chosen["target"])
    deck = pack(black_jokers=1, red_jokers=1)
    return BrokenHeartsRules(seats=seats, deck=deck, score=score, target=target, ties_play_on=True, single_deal=target == 0)


def tells(rules: BrokenHeartsRules) -> list[str]:
    """The help page's sentences."""
    ends = (
        "One deal is the match; who goes out wins it."
        if rules.single_deal
        else (f"The match ends when a total reaches {rules.target}; the highest total wins, and ties play on.")
    )
    return [
        f"Each seat is dealt {HANDS[rules.seats]} of 54 cards, two of them jokers; the rest is the stock.",
        "Kings are high, aces low.",
        "The eldest hand leads its lowest card that is no heart; later leads are free. Who leads must play.",
        "Else play, or draw one card and then play or pass; with the stock empty play or pass.",
        "A play beats the last card: higher in its suit, or a heart of the same or a higher rank. Hearts are beaten by "
        "higher hearts only.",
        "A play may be a sequence of one suit, written from low to high: its first card must beat, its last is then to beat.",
        "A joker alone beats everything but the other joker's answer; inside a sequence it fills a gap.",
        "When every other seat has passed since a play, that play takes the trick and its seat leads.",
        f"Paid as it falls: a trick {TRICK}, each ace and the king of hearts {ACE_OR_KING}, going out {OUT}.",
        f"Then every other seat loses its hand: jokers {rules.joker_held}, faces 10, aces 1, others their pips, hearts doubled.",
        ends,
    ]


BROKEN_HEARTS = Game(
    name="broken-hearts",
    title="Broken Hearts",
    family="climbing",
    seats=(2, 4),
    default_seats=3,
    options=(option("target", 500, "points that end the match; 0: one deal is the match", low=0, high=10000),),
    rules=rules,
    deal=BrokenHeartsDeal,
    tells=tells,
    verbs=("play", "draw", "pass"),
    summary="Beat what lies there or trump it with a heart, and be the first with an empty hand.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [BROKEN_HEARTS]
