"""The basic bot for Blackbird: it plans its turn as a whole, display and discard, towards points and going out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import exp
from typing import NamedTuple

from rumpus.core.actions import DISCARD, DRAW_DISCARD, DRAW_STOCK, Action, Offer, Part
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import ACE, DIAMONDS, HEARTS, JACK, KING, QUEEN, RANK, SUIT, TWO, Card
from rumpus.core.events import View
from rumpus.core.hooks import hookimpl
from rumpus.plugins.blackbird import BY_SUIT, DRAW_TRICK, OUT, OUT_WITH_SINGLETON, PIPS, TO_TRICK, BlackbirdRules, worth

RUMPUS_API = 1

Cards = tuple[Card, ...]
Kind = tuple[int, int]

STAYS = 0.5
"""How often the trick card that a seat leaves still asks for the same at its next turn."""
COMES = 0.04
"""How often, a turn, another colour and kind is asked for just when the seat is in turn."""
LOOSE = 1.2
"""What a card that fits with no other is worth, as others will be drawn for it."""
DENIES = 0.5
"""What ending the deal is worth for each card that the others, on the average, have still to display."""
LACKS = 0.55
"""What each card in hand that fits nothing leaves of the hope to go out."""
PACE = 1.2
"""How many more turns there will be for each card that the foremost other seat still has to display."""
FEEDS = 0.5
"""How much of what the others can display at once, where a seat asks for it, counts against it."""


# --- what can be displayed --------------------------------------------------------------------------------------------


class Showing(NamedTuple):
    """One way to display of some cards of one colour and kind: what it scores, the melds, and what stays in hand."""

    points: int
    melds: tuple[Cards, ...]
    left: Cards


def _split(cards: Sequence[Card]) -> tuple[Cards, ...]:
    """Two or more cards of one suit as melds of two to four."""
    size = len(cards) if len(cards) <= 4 else 3 if len(cards) == 5 else 4
    rest = cards[size:]
    return (tuple(cards[:size]), *(_split(rest) if rest else ()))


def _kept_longest(face: Card) -> tuple[bool, bool, Card]:
    """In which order cards of a suit are displayed: a queen last, which pays most alone, a king or jack before it."""
    return RANK[face] == QUEEN, RANK[face] in (KING, JACK), face


def _suited(cards: Cards, first: Card) -> Iterator[Showing]:
    """The ways to display of the cards of one suit: none, all, or all but one; a king may go with its jack."""
    kings, jacks = ([face for face in cards if RANK[face] == rank] for rank in (KING, JACK))
    for pairs in range(min(len(kings), len(jacks)) + 1):
        royal = tuple(zip(jacks[:pairs], kings[:pairs], strict=True))
        rest = list(cards)
        for face in kings[:pairs] + jacks[:pairs]:
            rest.remove(face)
        rest.sort(key=lambda face: (face != first, _kept_longest(face)))
        for count in sorted({0, *(each for each in (len(rest) - 1, len(rest)) if each > 1)}):
            melds = (*royal, *(_split(sorted(rest[:count])) if count else ()))
            yield Showing(sum(map(worth, melds)), melds, tuple(sorted(rest[count:])))


def _best(showings: Iterator[Showing] | list[Showing]) -> list[Showing]:
    """Of the showings that keep the same cards the one that scores most."""
    found: dict[Cards, Showing] = {}
    for each in showings:
        if each.left not in found or each.points > found[each.left].points:
            found[each.left] = each
    return list(found.values())


def _mixed(showing: Showing) -> Iterator[Showing]:
    """A showing, and the same with a meld besides in which a card that is alone in its suit goes with those of the other."""
    yield showing
    suits = [SUIT[face] for face in showing.left]
    if 1 < len(suits) <= 4 and len(set(suits)) == 2 and 1 in (suits.count(suits[0]), suits.count(suits[-1])):
        yield Showing(showing.points + worth(showing.left), (*showing.melds, showing.left), ())


def _lone(showing: Showing) -> Iterator[Showing]:
    """The same showing with each card that is left as the singleton, of those that are worth the same only one."""
    for face in {(SUIT[face], RANK[face] == QUEEN): face for face in showing.left}.values():
        at = showing.left.index(face)
        left = showing.left[:at] + showing.left[at + 1 :]
        yield Showing(showing.points + worth((face,)), (*showing.melds, (face,)), left)


@lru_cache(maxsize=1 << 14)
def showings(cards: Cards, single: bool, beside: bool, first: Card = -1) -> tuple[Showing, ...]:
    """The ways to display of cards of one colour and kind.

    ``single``: with a singleton too, ``beside``: a meld lies on the table, ``first``: a card that is displayed before others.
    """
    suits = sorted({SUIT[face] for face in cards})
    by_suit = [_best(_suited(tuple(face for face in cards if SUIT[face] == each), first)) for each in suits]
    plain = [
        Showing(sum(each.points for each in ways), sum((each.melds for each in ways), ()), sum((each.left for each in ways), ()))
        for ways in product(*by_suit)
    ]
    found = _best([more for each in plain for more in _mixed(each)])
    if single:
        found += _best([more for each in found if each.melds or beside for more in _lone(each)])
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def promise(cards: Cards) -> tuple[float, float]:
    """What cards of one colour and kind promise once they are asked for: without a singleton, and what one would add."""
    without = with_one = 0.0
    for each in showings(cards, True, True):
        value = each.points + LOOSE * len(each.left)
        with_one = max(with_one, value)
        if all(len(meld) > 1 for meld in each.melds):
            without = max(without, value)
    return without, with_one - without


@lru_cache(maxsize=128)
def alike(face: Card) -> Card:
    """One card for all of a suit and kind that score alike: king, jack and queen are themselves, any other is the ace or two."""
    return face if RANK[face] in (JACK, QUEEN, KING) else 13 * SUIT[face] + (ACE if PIPS[face] % 2 else TWO)


# --- a position as one seat sees it -----------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """What a seat reads from the table when it begins to plan, and what does not change while it plans."""

    rules: BlackbirdRules
    scored: int
    slots: int
    single: bool
    trick: Cards
    pile: int
    stays: float
    comes: float
    denies: float
    feeds: dict[Kind, float]
    unseen: Counter[Card]
    known: dict[tuple[Cards, bool, Kind], float]

    def kind(self, face: Card) -> Kind:
        """What a card asks for, and what it answers to: its colour, or suit, and kind."""
        return _kind(face, self.rules.same_suit)


@lru_cache(maxsize=128)
def _kind(face: Card, same_suit: bool) -> Kind:
    suit = SUIT[face]
    return (suit if same_suit else int(suit in (DIAMONDS, HEARTS))), PIPS[face] % 2


def look(view: View, rules: BlackbirdRules) -> Outlook:
    """What the table tells a seat: its display, the others', the trick pile, and how long the deal may last."""
    melds = [note for note in view.notes.values() if isinstance(note, dict) and "owner" in note and "worth" in note]
    needs = rules.hand[0]
    slots = [needs - sum(len(note["cards"]) for note in melds if note["owner"] == seat) for seat in range(rules.seats)]
    mine = [note for note in melds if note["owner"] == view.seat]
    unseen = Counter(rules.deck_for(rules.seats)) - Counter(face for place in view.places.values() for face in place.faces)
    others = [count for seat, count in enumerate(slots) if seat != view.seat]
    stock, pile = view.count("stock"), view.count("discard")
    draws = stock + max(0, 2 - int(view.notes.get("turned", 0))) * 0.8 * (stock + pile)
    turns = min(draws / rules.seats, 0.5 + PACE * min(others))
    comes = 1 - exp(-COMES * turns)
    return Outlook(
        rules,
        sum(note["worth"] for note in mine),
        slots[view.seat],
        any(len(note["cards"]) == 1 for note in mine),
        tuple(view.pile("trick")),
        pile,
        STAYS + (1 - STAYS) * comes,
        comes,
        DENIES * sum(others) / len(others),
        _feeds(rules, unseen, sum(others) / len(others)),
        unseen,
        {},
    )


def _feeds(rules: BlackbirdRules, unseen: Counter[Card], hand: float) -> dict[Kind, float]:
    """What asking for each colour and kind gives to the others, whose hands are of this size on the average.

    Of a suit and kind of which a hand holds few a card is seldom in company; of one of which it holds many nearly always.
    """
    lots: Counter[tuple[int, int]] = Counter()
    for face, count in unseen.items():
        lots[SUIT[face], PIPS[face] % 2] += count
    feeds: dict[Kind, float] = {}
    for (suit, odd), count in lots.items():
        held = hand * count / unseen.total()
        kind = (suit if rules.same_suit else int(suit in (DIAMONDS, HEARTS))), odd
        feeds[kind] = feeds.get(kind, 0.0) + FEEDS * BY_SUIT[suit] * held * held / (1 + held)
    return feeds


def worth_keeping(outlook: Outlook, hand: Cards, scored: int, single: bool, asked: Kind) -> float:
    """How a seat stands at the end of its turn, with these cards in hand and this asked for next."""
    if not hand:
        return scored + outlook.denies + (OUT_WITH_SINGLETON if single else OUT)
    cards = tuple(sorted(map(alike, hand)))
    key = cards, single, asked
    if key not in outlook.known:
        outlook.known[key] = _hopes(outlook, cards, single, asked)
    return scored + outlook.known[key]


def _hopes(outlook: Outlook, hand: Cards, single: bool, asked: Kind) -> float:
    """What a hand may still bring: its melds, its singleton, going out, less what the others get of what is asked for."""
    groups: dict[Kind, list[Card]] = {}
    for face in hand:
        groups.setdefault(outlook.kind(face), []).append(face)
    total, alone, chance = 0.0, 0.0, 1.0
    lone: list[float] = []
    for kind, cards in groups.items():
        reach = outlook.stays if kind == asked else outlook.comes
        points, more = promise(tuple(cards))
        total += reach * points
        alone = max(alone, reach * more)
        if len(cards) > 1:
            chance *= reach
        else:
            lone.append(reach)
    if not single:
        total += alone
        if lone:
            chance *= max(lone)
            lone.remove(max(lone))
    out = outlook.denies + (OUT if single else (OUT + OUT_WITH_SINGLETON) / 2)
    return total + chance * LACKS ** len(lone) * out - outlook.feeds.get(asked, 0.0)


# --- a turn -----------------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A turn after its draw: where the cards come to lie, and what that is worth."""

    value: float
    melds: tuple[Cards, ...]
    discard: Card
    to_trick: bool


class Drawn(NamedTuple):
    """A hand after the draw: what is asked for, the piles as they lie, and what holds for the card drawn."""

    hand: Cards
    asked: Kind | None
    trick: Cards
    pile: int
    barred: Card = -1
    bound: Card = -1
    shown: bool = False


def best_turn(outlook: Outlook, drawn: Drawn) -> Turn | None:
    """The best way to end a turn; None where the rules leave none."""
    best: Turn | None = None
    fits = tuple(face for face in sorted(drawn.hand) if outlook.kind(face) == drawn.asked)
    for showing in showings(fits, not outlook.single, outlook.slots < outlook.rules.hand[0], max(drawn.bound, drawn.barred)):
        if not _may_show(outlook, drawn, showing):
            continue
        single = outlook.single or any(len(meld) == 1 for meld in showing.melds)
        hand = _left(drawn.hand, showing.melds)
        for face, to_trick, asked in _discards(outlook, drawn, hand, bool(showing.melds) or drawn.shown):
            at = hand.index(face)
            value = worth_keeping(outlook, hand[:at] + hand[at + 1 :], outlook.scored + showing.points, single, asked)
            if best is None or value > best.value:
                best = Turn(value, _in_order(showing.melds, drawn.bound), face, to_trick)
    return best


def _left(hand: Cards, melds: tuple[Cards, ...]) -> Cards:
    left = list(hand)
    for meld in melds:
        for face in meld:
            left.remove(face)
    return tuple(left)


def _may_show(outlook: Outlook, drawn: Drawn, showing: Showing) -> bool:
    count = sum(map(len, showing.melds))
    single = outlook.single or any(len(meld) == 1 for meld in showing.melds)
    if count >= len(drawn.hand) or (count and single and outlook.slots - count == 1):
        return False
    return drawn.bound < 0 or any(drawn.bound in meld and len(meld) > 1 for meld in showing.melds)


def _in_order(melds: tuple[Cards, ...], bound: Card) -> tuple[Cards, ...]:
    """Melds in the order in which they can be displayed: with the trick card drawn first, the singleton last."""
    return tuple(sorted(melds, key=lambda meld: (len(meld) == 1, bound not in meld, -len(meld), meld)))


def _discards(outlook: Outlook, drawn: Drawn, hand: Cards, shown: bool) -> Iterator[tuple[Card, bool, Kind]]:
    """The discards that end a turn: the card, whether it goes to the trick pile, and what is asked for then."""
    asks = outlook.kind(drawn.trick[-1]) if drawn.trick else None
    free = [face for face in hand if face != drawn.barred or hand.count(face) > 1]
    for face in {alike(face): face for face in free}.values():
        kind = outlook.kind(face)
        if asks is not None:
            yield face, False, asks
        if asks is None or (shown and drawn.pile and kind != asks):
            yield face, True, kind


# --- the draw ---------------------------------------------------------------------------------------------------------


def stock_pays(outlook: Outlook, hand: Cards) -> float:
    """What a card from the stock comes to on the average, each suit and kind weighed by the cards that nobody has seen."""
    asked = outlook.kind(outlook.trick[-1])
    lots: dict[tuple[int, int], list[Card]] = {}
    for face in sorted(outlook.unseen, key=_kept_longest):
        lots.setdefault((SUIT[face], PIPS[face] % 2), []).append(face)
    total, count = 0.0, 0
    for faces in lots.values():
        weight = sum(outlook.unseen[face] for face in faces)
        turn = best_turn(outlook, Drawn((*hand, faces[0]), asked, outlook.trick, outlook.pile))
        if turn is not None:
            total, count = total + weight * turn.value, count + weight
    return total / count if count else 0.0


def card_pays(outlook: Outlook, hand: Cards, face: Card, from_trick: bool) -> float | None:
    """What the top card of one of the two piles comes to; None where it leaves no turn."""
    asked = outlook.kind(outlook.trick[-1])
    if from_trick:
        turn = best_turn(outlook, Drawn((*hand, face), asked, outlook.trick[:-1], outlook.pile, bound=face))
    else:
        turn = best_turn(outlook, Drawn((*hand, face), asked, outlook.trick, outlook.pile - 1, barred=face))
    return None if turn is None else turn.value


class BlackbirdBot(Bot):
    """Plans which melds its hand could come to, and shows, keeps and discards accordingly.

    All that it needs lies open on the table or in its hand: it remembers nothing.
    """

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        actions = [offer for offer in offers if isinstance(offer, Action)]
        rules = self.charter.rules
        assert isinstance(rules, BlackbirdRules)
        outlook = look(view, rules)
        if any(action.verb == "draw" for action in actions):
            return self._draw(outlook, view, actions)
        return self._display(outlook, view, actions)

    @staticmethod
    def _draw(outlook: Outlook, view: View, actions: list[Action]) -> Action:
        """The stock, unless the card of one of the piles does more for the hand than what the stock may bring."""
        hand = tuple(view.hand())
        best, most = (DRAW_STOCK, stock_pays(outlook, hand)) if DRAW_STOCK in actions else (actions[0], 0.0)
        for action, name in ((DRAW_DISCARD, "discard"), (DRAW_TRICK, "trick")):
            if action in actions:
                pays = card_pays(outlook, hand, view.pile(name)[-1], action == DRAW_TRICK)
                if pays is not None and pays > most + 1e-9:
                    best, most = action, pays
        return best

    @staticmethod
    def _display(outlook: Outlook, view: View, actions: list[Action]) -> Action:
        """The next meld of the best turn, or the discard that ends it."""
        hand = tuple(view.hand())
        melds = [action for action in actions if action.verb == "meld"]
        discards = [action for action in actions if action.verb == "discard"]
        asked = outlook.kind(melds[0].parts[0].cards[0]) if melds else None
        free = {action.cards[0] for action in discards}
        barred = next((face for face in hand if free and face not in free), -1)
        shown = any(action.word == "trick" for action in discards)
        bound = int(view.notes.get("bound", -1))
        turn = best_turn(outlook, Drawn(hand, asked, outlook.trick, outlook.pile, barred, bound, shown))
        wanted = [] if turn is None else [Action("meld", parts=(Part(cards),)) for cards in turn.melds[:1]]
        if turn is not None and not turn.melds:
            wanted.append((TO_TRICK if turn.to_trick else DISCARD)[turn.discard])
        return next((action for action in wanted if action in actions), (discards or melds)[-1])


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", BlackbirdBot, lambda game: game.family == "display")]
