"""The basic bot for Black Heart: it lays what scores most, digs where the pile pays, and saves its hearts for royalty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rumpus.core.actions import DISCARD, DRAW_STOCK, PASS, Action, Offer, card_set
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import BJ, HEARTS, JOKERS, RANK, RJ, SUIT, Card, card_of
from rumpus.core.events import View
from rumpus.core.families.black_heart.deal import AttendedRules
from rumpus.core.families.black_heart.rule import ROYAL, natural_for
from rumpus.core.families.black_heart.search import Found, Wish, best_meld
from rumpus.core.families.melds import Meld
from rumpus.core.game import Charter
from rumpus.core.hooks import hookimpl
from rumpus.core.shuffling.seeded import Stream

RUMPUS_API = 1

NODES = 400
"""How many positions the bot looks at to find a better meld than the first one."""
DIGS = 6
"""How many digs it compares at most."""
CHARGED = 0.6
"""How surely a card that is held will be charged."""
A_DRAW = 6
"""Points that the unknown top of the draw pile is worth."""
OPENING = 15
"""Points that a first meld is worth besides what it scores."""
A_HIDDEN_CARD = 7
FAR_BEHIND = 40


class Look:
    """What the bot sees of the table when it chooses."""

    def __init__(self, rules: AttendedRules, view: View, seat: int) -> None:
        self.rules, self.view, self.seat = rules, view, seat
        self.side = rules.side(seat)
        self.hand = view.hand()
        self.notes: list[dict[str, Any]] = []
        while (note := view.notes.get(f"meld/{len(self.notes) + 1}")) is not None:
            self.notes.append(note)
        self.table = [Meld(note["kind"], tuple(note["cards"])) for note in self.notes]
        self.bound: Card | None = view.notes.get("bound")
        mine = (owner for note in self.notes for owner in (note["owner"], *note["owners"]))
        self.opened = any(rules.side(owner) == self.side for owner in mine)
        total = view.notes.get("totals", [0] * rules.totals)[self.side]
        self.least = 1 if self.opened else rules.least_cards(total)

    def may_lay(self) -> list[int] | None:
        """On which melds the bot may lay off, by index; None: on all."""
        if self.rules.lays_on == "all":
            return None
        return [at for at, note in enumerate(self.notes) if self.rules.lays_on == "own" and note["owner"] == self.seat]

    def best(self, hand: Sequence[Card], holds: Card | None = None, keeps: int = 0) -> Found | None:
        """The meld that scores most."""
        wish = Wish(self.least, holds, keeps=keeps)
        return best_meld(self.rules.melds, hand, self.table, wish, NODES, self.may_lay(), by_value=True)

    def worth(self, hand: Sequence[Card], found: Found | None) -> float:
        """What a hand is worth of which this is melded and the rest held."""
        held = sum(self.rules.values[card] for card in hand)
        if found is None:
            return -CHARGED * held
        laid = [card for part in found.parts for card in card_set(part)]
        left = held - sum(self.rules.values[card] for card in laid)
        score = sum(self.rules.melded[card] for card in laid) - CHARGED * left
        score += 0 if self.opened else OPENING
        return score + (self.rules.out if len(hand) - len(laid) <= 1 else 0)

    def melded(self) -> list[int]:
        """What lies on the table, by side."""
        scores = [0] * self.rules.totals
        for note in self.notes:
            for code, owner, beside in zip(note["cards"], note["owners"], note["with"], strict=True):
                score = self.rules.melded[card_of(code)] + (0 if beside is None else self.rules.melded[beside])
                scores[self.rules.side(owner)] += score
        scores[-1] += sum(self.rules.melded[card] for card in self.view.pile("opponent's melds"))
        return scores

    def is_far_behind(self, score: int) -> bool:
        """Whether going out with so much more on the table would leave another side far ahead."""
        scores = self.melded()
        mine = scores[self.side] + score + self.rules.out
        hands = [place for place in self.view.places.values() if place.name == "hand"]
        for place in hands:
            if (side := self.rules.side(place.seat)) != self.side:
                scores[side] -= A_HIDDEN_CARD * len(place)
        others = [scores[side] for side in range(len(scores)) if side != self.side]
        return bool(others) and max(others) - mine > FAR_BEHIND


class BlackHeartBot(Bot):
    """Plays Black Heart, alone, in teams and against the clockwork."""

    def __init__(self, seat: int, charter: Charter, stream: Stream) -> None:
        super().__init__(seat, charter, stream)
        assert isinstance(charter.rules, AttendedRules)
        self.rules = charter.rules

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        by_verb: dict[str, list[Action]] = {}
        for offer in offers:
            if isinstance(offer, Action):
                by_verb.setdefault(offer.verb, []).append(offer)
        if "yes" in by_verb:
            return by_verb["yes"][0]  # Who asks has the cards for it: a meld that opens, or an end that costs the team nothing.
        look = Look(self.rules, view, self.seat)
        found = self._dig(look, by_verb["draw"]) if "draw" in by_verb else None
        if found is None and DRAW_STOCK in offers:
            return DRAW_STOCK
        return found or self._swap(look, by_verb) or self._meld(look, by_verb) or self._end(look, by_verb)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _dig(self, look: Look, draws: list[Action]) -> Action | None:
        """The dig after which the hand is worth most, where that is more than a card of the draw pile promises."""
        digs = [action for action in draws if action.word == "discard"]
        if not digs:
            return None
        pile = look.view.pile("discard")
        best, most = None, look.worth(look.hand, look.best(look.hand)) + (A_DRAW if DRAW_STOCK in draws else 0)
        for action in _some_of(digs):
            dug = pile[-action.depth :]
            hand = [*look.hand, *dug]
            found = look.best(hand, holds=dug[0])
            if found is not None and (worth := look.worth(hand, found)) > most:
                best, most = action, worth
        return best

    # --- melding ------------------------------------------------------------------------------------------------------

    def _swap(self, look: Look, by_verb: dict[str, list[Action]]) -> Action | None:
        """The swap after which the hand is worth most, where that is more than before."""
        if look.bound is not None or "swap" not in by_verb:
            return None
        best, most = None, look.worth(look.hand, look.best(look.hand))
        for action in by_verb["swap"]:
            joker = action.joker if action.joker >= 0 else self._joker_of(look, action)
            hand = [*_without(look.hand, action.cards[0]), joker]
            if (worth := look.worth(hand, look.best(hand))) > most:
                best, most = action, worth
        return best

    @staticmethod
    def _joker_of(look: Look, action: Action) -> Card:
        """The joker that a swap takes which fits one only."""
        note, face = look.notes[action.on - 1], action.cards[0]
        fits = [card_of(code) for code in note["cards"] if card_of(code) in JOKERS and natural_for(note["kind"], code, face)]
        return fits[0] if fits else RJ

    def _meld(self, look: Look, by_verb: dict[str, list[Action]]) -> Action | None:
        """The meld that scores most; far behind, one that does not end the deal."""
        offered = by_verb.get("meld", [])
        if not offered:
            return None
        if "ask" in look.view.notes:  # what teammates have said binds: only the table knows which melds are left
            return max(offered, key=_cards_of)
        found = look.best(look.hand, look.bound)
        if found is None:
            return max(offered, key=_cards_of)
        if look.bound is None and len(look.hand) - found.cards <= 1 and look.is_far_behind(found.value):
            found = look.best(look.hand, keeps=2)
        return None if found is None else Action("meld", parts=found.parts)

    # --- the end of a turn --------------------------------------------------------------------------------------------

    def _end(self, look: Look, by_verb: dict[str, list[Action]]) -> Action:
        """The discard that is least use and costs most to hold, or whatever else ends the turn."""
        discards = by_verb.get("discard", [])
        if discards:
            cards = [action.cards[0] for action in discards]
            return DISCARD[min(cards, key=lambda card: (self._use(look, card), card))]
        if "pass" in by_verb:
            return PASS
        return next(action for verb in ("return", "meld", "draw") for action in by_verb.get(verb, []))

    def _use(self, look: Look, card: Card) -> float:
        """What a card could come to if it is kept, less what it costs in hand."""
        rest = Counter(_without(look.hand, card))
        if card in JOKERS:
            return 100
        royals = sum(number for face, number in rest.items() if RANK[face] in ROYAL)
        hearts = sum(number for face, number in rest.items() if SUIT[face] == HEARTS) + rest[RJ]
        use = 6.0 * sum(number for face, number in rest.items() if face < BJ and RANK[face] == RANK[card])
        for face, number in rest.items():
            apart = (RANK[face] - RANK[card]) % 13
            if face < BJ and SUIT[face] == SUIT[card] and min(apart, 13 - apart) in (1, 2):
                use += number * (5.0 if min(apart, 13 - apart) == 1 else 3.0)
        if RANK[card] in ROYAL and hearts <= royals:
            use /= 2
        if SUIT[card] == HEARTS and royals:
            use += 12 if hearts < royals else 4
        return use - CHARGED * self.rules.values[card]


def _some_of(digs: list[Action]) -> list[Action]:
    """The shallow digs, and a few of the deep ones."""
    if len(digs) <= DIGS:
        return digs
    shallow = digs[: DIGS // 2]
    deep = digs[DIGS // 2 :]
    return [*shallow, *deep[:: -(-len(deep) // (DIGS - len(shallow)))]]


def _cards_of(action: Action) -> int:
    return sum(len(card_set(part)) for part in action.parts)


def _without(hand: Sequence[Card], card: Card) -> list[Card]:
    left = list(hand)
    left.remove(card)
    return left


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", BlackHeartBot, lambda game: game.family == "attended")]
