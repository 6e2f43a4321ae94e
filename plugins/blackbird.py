"""Blackbird: the trick card says what may be displayed; ten cards in pairs, threes and fours, and out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rumpus.core.actions import DISCARD, DRAW_DISCARD, DRAW_STOCK, Action, Offer, Part, one_card
from rumpus.core.cards import ACE, CLUBS, DIAMONDS, HEARTS, JACK, KING, NAME, QUEEN, RANK, SPADES, SUIT, Card, pack, sign, signs
from rumpus.core.deal import ONLY, Illegal, Phase
from rumpus.core.families.rummy.laying import without
from rumpus.core.families.rummy.piles import PileDeal, PileRules
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options, option
from rumpus.core.zones import NOBODY

RUMPUS_API = 1

DRAW_TRICK = Action("draw", word="trick")
TO_TRICK = one_card("discard", "trick")
PIPS = tuple(1 if rank == ACE else rank + 2 for rank in RANK)
BY_SUIT = {SPADES: 5, DIAMONDS: 4, CLUBS: 3, HEARTS: 2}
"""What a card of a meld of one suit is worth; of mixed suits a card is worth 1."""
OUT, OUT_WITH_SINGLETON = 5, 10


@dataclass(frozen=True, kw_only=True)
class BlackbirdRules(PileRules):
    """What Blackbird chooses: one suit at a time, trick cards drawn, dead displays forbidden, and what they score in all."""

    same_suit: bool
    draws_trick: bool
    forbids_dead: bool
    dead_pays: int = -50


def asks(trick: Card, same_suit: bool) -> tuple[int, int]:
    """What a trick card asks for: colour (or, where suits count, suit) and kind."""
    return SUIT[trick] if same_suit else int(SUIT[trick] in (DIAMONDS, HEARTS)), PIPS[trick] % 2


def tell_asked(trick: Card, same_suit: bool) -> str:
    """What a trick card asks for, in words."""
    suit, red = SUIT[trick], SUIT[trick] in (DIAMONDS, HEARTS)
    look = ("clubs", "diamonds", "hearts", "spades")[suit] if same_suit else "red cards" if red else "black cards"
    return f"{'odd' if PIPS[trick] % 2 else 'even'} {look}"


def worth(cards: Sequence[Card]) -> int:
    """What a meld or a singleton scores by the chart."""
    suits = {SUIT[face] for face in cards}
    if len(suits) > 1:
        return len(cards)
    each = BY_SUIT[suits.pop()]
    ranks = {RANK[face] for face in cards}
    if ranks == {QUEEN} and len(cards) == 1:
        return 2 * each
    if len(cards) == 2 and ranks == {KING, JACK}:
        return 4 * each
    return len(cards) * each


class Draw(Phase):
    """A turn begins: the stock, the top discard, or the trick card where it can be used at once."""

    name = "draw"

    def offers(self, deal: BlackbirdDeal, seat: int) -> list[Offer]:
        trick = [DRAW_TRICK] if deal.why_no_trick(seat) is None else []
        return [DRAW_STOCK, DRAW_DISCARD, *trick]

    def act(self, deal: BlackbirdDeal, seat: int, action: Action) -> None:
        if action == DRAW_STOCK:
            deal.draw_stock(seat)
        elif action.verb != "draw":
            raise Illegal("Draw a card first: 'draw stock', 'draw discard' or 'draw trick'.")
        elif action.word == "discard":
            deal.take_discard(seat, action.depth)
        else:
            refusal = deal.why_no_trick(seat)
            if refusal:
                raise Illegal(refusal)
            deal.bound = deal.at[deal.trick][-1]
            deal.take(1, deal.trick, seat)
            deal.note("bound", deal.bound)
        deal.enter("display", ONLY[seat])
        deal.warn(seat)


class Display(Phase):
    """After the draw: display what fits the trick card, then discard."""

    name = "display"

    def offers(self, deal: BlackbirdDeal, seat: int) -> list[Offer]:
        out: list[Offer] = [*deal.displays_offered(seat)]
        if deal.bound is None:
            for face in deal.discards(seat):
                out += [DISCARD[face]] if deal.why_not_to(deal.pile, face) is None else []
                out += [TO_TRICK[face]] if deal.why_not_to(deal.trick, face) is None else []
        return out

    def act(self, deal: BlackbirdDeal, seat: int, action: Action) -> None:
        if action.verb == "meld":
            deal.display(seat, action.parts)
        elif action.verb != "discard":
            raise Illegal("Display cards that fit the trick card, or end your turn with a discard.")
        elif deal.bound is not None:
            raise Illegal(f"The trick card {sign(deal.bound)} that you drew must be melded first, with one to three cards more.")
        else:
            deal.check_discard(seat, action.cards[0])
            pile = deal.trick if action.word else deal.pile
            refusal = deal.why_not_to(pile, action.cards[0])
            if refusal:
                raise Illegal(refusal)
            deal.throw(seat, action.cards[0], pile)


class BlackbirdDeal(PileDeal):
    """A deal of Blackbird.

    ``displays`` are the melds and singletons on the table, each with its seat; ``asked`` is what the trick card asked for
    when the turn began; ``bound`` is a trick card that was drawn and not yet melded.
    """

    phases = {phase.name: phase for phase in (Draw(), Display())}  # noqa: RUF012
    rules: BlackbirdRules

    def begin(self) -> None:
        self.displays: list[tuple[int, tuple[Card, ...], int]] = []
        self.bound: Card | None = None
        self.shown_now = False
        self.trick = self.open_zone("trick", NOBODY, "all")
        self.deal_and_turn_up()
        self.take(1, self.stock, self.trick)
        self.needs = self.rules.hand[0]
        self._open_turn(self.left_of(self.dealer))

    def part_ways(self) -> None:
        self.displays = list(self.displays)

    def _open_turn(self, seat: int) -> None:
        trick = self.at[self.trick][-1]
        self.asked = asks(trick, self.rules.same_suit)
        self.shown_now = False
        self.taken = ()
        self.note("line/asks", f"The trick card asks for {tell_asked(trick, self.rules.same_suit)}.")
        self.enter("draw", ONLY[seat])

    # --- displays -----------------------------------------------------------------------------------------------------

    def shown(self, seat: int) -> int:
        """How many cards a seat has displayed."""
        return sum(len(cards) for owner, cards, _ in self.displays if owner == seat)

    def has_singleton(self, seat: int) -> bool:
        """Whether a seat has displayed its singleton."""
        return any(owner == seat and len(cards) == 1 for owner, cards, _ in self.displays)

    def is_dead(self, seat: int) -> bool:
        """Whether a seat's display lacks one card and its singleton is used: it can never be completed."""
        return self.has_singleton(seat) and self.shown(seat) == self.needs - 1

    def fitting(self, cards: Sequence[Card]) -> list[Card]:
        """The cards that fit what the trick card asks for."""
        return [face for face in cards if asks(face, self.rules.same_suit) == self.asked]

    def why_no_trick(self, seat: int) -> str | None:
        """The sentence for a seat that may not draw the trick card, or None where it may."""
        if not self.rules.draws_trick:
            return f"The trick card is never drawn{self.rules.by('draws_trick')}."
        if self.is_dead(seat):
            return "Your display can never be completed: draw from the stock or the discard pile."
        sizes = range(2, min(4, len(self.fitting(self.at[seat])) + 1, len(self.at[seat])) + 1)
        if not any(self.why_no_display(seat, [size], self.has_singleton(seat)) is None for size in sizes):
            return "The trick card may be drawn only with a meld for it in hand that leaves a card to discard."
        return None

    def why_no_display(self, seat: int, sizes: Sequence[int], single: bool) -> str | None:
        """The sentence for sizes of melds that a seat may not add to its display; ``single``: with its singleton used."""
        total = self.shown(seat) + sum(sizes)
        if total > self.needs:
            return f"A display has {self.needs} cards at most; this one would have {total}."
        if self.rules.forbids_dead and single and total == self.needs - 1:
            return f"That display could never be completed, its singleton being used{self.rules.by('forbids_dead')}."
        return None

    def try_display(self, seat: int, parts: Sequence[Part]) -> None:
        """Raise Illegal where a seat may not display these parts."""
        if self.is_dead(seat):
            raise Illegal("Your display can never be completed: you display nothing more in this deal.")
        left = tuple(self.at[seat])
        single = self.has_singleton(seat)
        melds = any(owner == seat and len(cards) > 1 for owner, cards, _ in self.displays)
        melds = melds or any(len(part.cards) > 1 for part in parts)
        for part in parts:
            if part.on or part.attendants:
                raise Illegal("Nothing is added to a display: each part is a meld of its own, or the singleton.")
            for face in part.cards:
                if face not in left:
                    raise Illegal(f"You do not hold {sign(face)}; display cards of your hand, each once.")
                left = without(left, face)
            self._check_part(part, single, melds)
            single = single or len(part.cards) == 1
        if self.bound is not None and not any(self.bound in part.cards and len(part.cards) > 1 for part in parts):
            raise Illegal(f"The trick card {sign(self.bound)} that you drew must be in your first meld, with other cards.")
        refusal = self.why_no_display(seat, [len(part.cards) for part in parts], single)
        if refusal:
            raise Illegal(refusal)
        taken = self._still_taken(parts)
        barred = () if self.rules.return_discard else taken
        if all(left.count(face) <= barred.count(face) for face in left):
            raise Illegal("A display leaves at least one card that you may discard.")

    def _still_taken(self, parts: Sequence[Part]) -> tuple[Card, ...]:
        """Of the cards just taken those that are left after a display; of twins the one taken is displayed first."""
        taken = self.taken
        for face in (face for part in parts for face in part.cards if face in taken):
            taken = without(taken, face) if face in taken else taken
        return taken

    def _check_part(self, part: Part, single: bool, melds: bool) -> None:
        cards = part.cards
        wrong = [face for face in cards if face not in self.fitting(cards)]
        if wrong:
            what = "suit" if self.rules.same_suit else "colour"
            raise Illegal(f"{signs(wrong)} does not fit the trick card: everything displayed has its {what} and kind.")
        if len(cards) > 4:
            raise Illegal(f"A meld has two, three or four cards, not {len(cards)}.")
        if len(cards) == 1 and single:
            raise Illegal("You have used your singleton: one card alone is displayed once a deal.")
        if len(cards) == 1 and not melds:
            raise Illegal("A singleton is displayed only beside a meld of yours: display a meld first.")

    def displays_offered(self, seat: int) -> list[Action]:
        """Every meld and singleton that a seat may display now."""
        fits = self.fitting(sorted(self.at[seat]))
        choices = [cards for size in (1, 2, 3, 4) for cards in dict.fromkeys(combinations(fits, size))]
        actions = [Action("meld", parts=(Part(cards),)) for cards in choices]
        return [action for action in actions if self._may_display(seat, action)]

    def _may_display(self, seat: int, action: Action) -> bool:
        try:
            self.try_display(seat, action.parts)
        except Illegal:
            return False
        return True

    def display(self, seat: int, parts: Sequence[Part]) -> None:
        """Put melds, and a singleton, on the table."""
        self.try_display(seat, parts)
        self.taken = self._still_taken(parts)
        for part in parts:
            zone = self.open_zone("meld", seat, "all")
            self.move(part.cards, seat, zone)
            self.displays.append((seat, part.cards, zone))
            self.note(f"meld/{len(self.displays)}", self._note(len(self.displays) - 1))
        self.shown_now = True
        self.bound = None
        self.note("bound", None)
        self.warn(seat)

    def warn(self, seat: int) -> None:
        """Tell a seat, before it displays, what would make its display one that can never be completed."""
        left = self.needs - self.shown(seat)
        single = self.has_singleton(seat)
        text = None
        if self.is_dead(seat):
            scores = f"it scores {self.rules.dead_pays} in this deal{self.rules.by('dead_pays')}"
            text = f"Your display can never be completed: {scores}."
        elif single and 3 <= left <= 5:
            text = f"Careful: a meld of {left - 1} would leave your display one card short for ever, your singleton being used."
        elif not single and 2 <= left <= 6:
            text = f"Careful: with your singleton used, {left - 1} cards more would leave your display one card short for ever."
        self.note("line/careful", text, seat)

    def _note(self, at: int) -> dict[str, Any]:
        owner, cards, zone = self.displays[at]
        owners, beside = [owner] * len(cards), [None] * len(cards)
        meld = {"zone": zone, "owner": owner, "kind": "display", "cards": list(cards), "owners": owners, "with": beside}
        return meld | {"worth": worth(cards)}

    # --- the end of a turn --------------------------------------------------------------------------------------------

    def why_not_to(self, pile: int, face: Card) -> str | None:
        """The sentence for a card that may not be thrown on a pile, or None where it may."""
        emptied = next((each for each in (self.pile, self.trick) if not self.at[each]), None)
        if emptied is not None:
            name = "trick pile ('discard' and the card and 'trick')" if emptied == self.trick else "discard pile"
            return None if pile == emptied else f"Your turn emptied the {name}: your discard goes there."
        if pile == self.pile:
            return None
        if not self.shown_now:
            return "A discard goes to the trick pile only after a display: discard to the discard pile."
        if asks(face, self.rules.same_suit) == asks(self.at[self.trick][-1], self.rules.same_suit):
            what = "suit" if self.rules.same_suit else "colour"
            return f"{sign(face)} would not change what is asked for: on the trick pile goes a card of another {what} or kind."
        return None

    def throw(self, seat: int, face: Card, pile: int) -> None:
        """End the turn with a discard: the last card of a full display is out."""
        self.move((face,), seat, pile)
        self.note("line/careful", None, seat)
        if not self.at[seat]:
            self.winner = seat
            self.finish("out")
        elif not self.at[self.stock] and (self.turned >= 2 or len(self.at[self.pile]) == 1):
            self.finish("stock")
        else:
            self._open_turn(self.left_of(seat))

    def table(self) -> dict[str, Any]:
        melds = []
        for at in range(len(self.displays)):
            note = self._note(at)
            note["id"], note["cards"] = at + 1, [NAME[face] for face in note["cards"]]
            del note["zone"], note["worth"]
            melds.append(note)
        trick, pile = ([NAME[face] for face in self.at[zone]] for zone in (self.trick, self.pile))
        return {"melds": melds, "discard": pile, "trick": trick, "stock": len(self.at[self.stock])}


def score(deal: BlackbirdDeal) -> list[int]:
    """The chart, a meld at a time; a dead display counts against its seat, and going out pays a little more."""
    scores = []
    for seat in range(deal.seats):
        points = sum(worth(cards) for owner, cards, _ in deal.displays if owner == seat)
        if seat == deal.winner:
            points += OUT_WITH_SINGLETON if deal.has_singleton(seat) else OUT
        scores.append(deal.rules.dead_pays if deal.is_dead(seat) else points)
    return scores


def rules(chosen: Options, seats: int) -> BlackbirdRules:
    """The rule record that a table's options come to."""
    variation = int(chosen["variation"])
    return BlackbirdRules(
        seats=seats,
        deck=pack(1 if seats <= 5 else 2),
        hand=(8 if seats == 5 else 10,),
        values=PIPS,
        score=score,
        target=int(chosen["target"]),
        ties_play_on=True,
        return_discard=bool(chosen["return_discard"]),
        same_suit=variation in (2, 4),
        draws_trick=variation in (1, 2),
        forbids_dead=chosen["dead_display"] == "forbid",
        sources={"draws_trick": "option variation", "forbids_dead": "option dead_display"},
    )


def tells(rules: BlackbirdRules) -> list[str]:
    """The help page's sentences."""
    what = "suit" if rules.same_suit else "colour"
    trick = ", or the trick card if you use it at once in a meld" if rules.draws_trick else "; the trick card is never drawn"
    dead = "forbidden" if rules.forbids_dead else f"void and scores {rules.dead_pays}"
    return [
        f"Each seat is dealt {rules.hand[0]} cards; one card starts the discard pile, the next the trick pile.",
        "Values: ace 1, pips, jack 11, queen 12, king 13. Colours are black and red, kinds odd and even.",
        f"Draw the top of the stock or the top discard{trick}.",
        f"Display melds of two, three or four cards that have the {what} and the kind of the trick card that showed when your "
        "turn began; and once a deal, beside a meld, one such card alone.",
        "Discard one card: to the discard pile, or after a display to the trick pile if it changes what is asked for there.",
        f"Who has displayed exactly {rules.hand[0]} cards and discards the last one is out.",
        f"A display that lacks one card with its singleton used is {dead}.",
        "A card of a meld in one suit is worth 5 in spades, 4 in diamonds, 3 in clubs, 2 in hearts, in mixed suits 1; a lone "
        "queen twice that, a king with the jack of its suit twice as much as another pair.",
        f"Going out adds {OUT}, with a singleton in the display {OUT_WITH_SINGLETON}.",
        "The deal also ends when a turn leaves the stock empty and the pile was turned over twice or holds one card.",
        f"The match ends when a total reaches {rules.target}; the highest total wins, and ties play on.",
    ]


BLACKBIRD = Game(
    name="blackbird",
    title="Blackbird",
    family="display",
    seats=(2, 8),
    default_seats=3,
    options=(
        option("target", 100, "points that end the match", low=1, high=10000),
        option("variation", 1, "2: cards of the trick card's suit only; 3: it is never drawn; 4: both", 1, 2, 3, 4),
        option("dead_display", "penalty", "what becomes of a display that can never be completed", "penalty", "forbid"),
        option("return_discard", False, "the card just taken from the pile may be discarded in the same turn"),
    ),
    rules=rules,
    deal=BlackbirdDeal,
    tells=tells,
    verbs=("draw", "meld", "discard"),
    summary="Display your cards in pairs, threes and fours of the colour and kind that the trick card asks for.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [BLACKBIRD]
