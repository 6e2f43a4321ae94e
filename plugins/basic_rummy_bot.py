"""The basic bot for rummies: it keeps what matches, puts down what it can, and gets rid of what costs most."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rumpus.core.actions import DISCARD, DRAW_DISCARD, PASS, Action, Offer
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import RANK, SUIT, Card, card_of
from rumpus.core.events import View
from rumpus.core.families.melds import arrange, counter
from rumpus.core.families.rummy.gin import GinRules
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.hooks import hookimpl
from rumpus.core.house import Charter
from rumpus.core.shuffle import Stream

RUMPUS_API = 1

LOW = 1.5
"""Points a card with which a hand is low enough to knock where any hand may."""
DEEPEST = 10
"""How deep into a spread pile the bot looks."""


class RummyBot(Bot):
    """Plays rummies, with melds on the table or kept in hand until the knock."""

    def __init__(self, seat: int, charter: Charter, stream: Stream) -> None:
        super().__init__(seat, charter, stream)
        rules = charter.rules
        assert isinstance(rules, RummyRules)
        self.rules = rules
        self.count = counter(rules.melds)
        self.circulating: set[Card] = set()
        self.just_taken: list[Card] = []
        self.pile = -1

    def hear(self, events: Sequence[list[Any]]) -> None:
        for event in events:
            if event[0] == "move" and event[3] == self.seat:
                self.just_taken = event[1] if event[2] == self.pile and len(event[1]) == 1 else []
            if event[0] == "deal":
                self.circulating = set()
            elif event[0] == "zone" and event[2] == "discard":
                self.pile = event[1]
            elif event[0] == "move" and event[3] == self.pile:
                self.circulating.update(event[1])
            elif event[0] == "move" and event[2] == self.pile:
                self._taken_up(event[1])

    def _taken_up(self, cards: list[Card]) -> None:
        """A card that was taken is out of circulation; a pile that was turned over is all that circulates."""
        self.circulating = set(cards) if len(cards) > 1 else self.circulating - set(cards)

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        by_verb: dict[str, list[Action]] = {}
        for offer in offers:
            if isinstance(offer, Action):
                by_verb.setdefault(offer.verb, []).append(offer)
        for verb in ("tunk", "swap"):
            if verb in by_verb:
                return by_verb[verb][0]
        if "knock" in by_verb:
            best = self._knock(view.hand(), by_verb["knock"])
            if self._is_low(view.hand(), best):
                return best
        melds = by_verb.get("meld", [])
        if "discard" in by_verb:
            melds = self._worth_melding(view.hand(), melds)
        if melds:
            return max(melds, key=lambda action: sum(len(part.cards) for part in action.parts))
        if "discard" in by_verb:
            return self._discard(view, by_verb["discard"])
        if "buy" in by_verb:
            return by_verb["buy"][0] if self._wants(view, view.pile("discard")[-1]) else PASS
        if "return" in by_verb:
            return by_verb["return"][0]
        return self._draw(view, [*by_verb.get("draw", []), *by_verb.get("pass", [])])

    def _worth_melding(self, hand: list[Card], melds: list[Action]) -> list[Action]:
        """Everything, but for what would leave a lone card after the discard: that one could match nothing ever again."""
        fitting = {card_of(action.parts[0].cards[0]) for action in melds if action.parts[0].on}
        left = arrange(self.rules.melds, [face for face in hand if face not in fitting]).unmatched
        if len(left) <= 1 or self.rules.lays_on != "all":
            return melds
        return [action for action in melds if len(hand) - sum(len(part.cards) for part in action.parts) > 2]

    def _knock(self, hand: list[Card], knocks: list[Action]) -> Action:
        return min(knocks, key=lambda action: (self.count(_without(hand, action.cards)), action))

    def _is_low(self, hand: list[Card], knock: Action) -> bool:
        """Whether a hand is worth knocking with: wherever the rules set a limit, else with few points a card."""
        kept = _without(hand, knock.cards)
        return isinstance(self.rules, GinRules) or self.count(kept) <= LOW * len(kept)

    def _draw(self, view: View, actions: list[Action]) -> Action:
        """Take the top discard only where it lowers the count or fits on a meld; else hope for the stock."""
        pile = view.pile("discard")
        dig = self._dig(view, pile, [action for action in actions if action.depth > 1])
        if dig is not None:
            return dig
        shallow = [action for action in actions if action.depth <= 1]
        if DRAW_DISCARD in shallow and (len(shallow) == 1 or self._wants(view, pile[-1])):
            return DRAW_DISCARD
        others = [action for action in shallow if action != DRAW_DISCARD]
        stock = [action for action in others if action != PASS]
        return stock[0] if stock else others[0] if others else shallow[0]

    def _dig(self, view: View, pile: list[Card], digs: list[Action]) -> Action | None:
        """The dig that matches most, where more is matched by it than is left over."""
        hand = view.hand()
        best, gain = None, 0
        for action in digs:
            if action.depth > DEEPEST:
                continue
            dug = pile[-action.depth :]
            after = arrange(self.rules.melds, [*hand, *dug])
            values = self.rules.values
            matched = sum(values[face] for face in (*hand, *dug)) - after.deadwood
            won = matched - 2 * (after.deadwood - self.count(hand))
            if dug[0] not in after.unmatched and won > gain:
                best, gain = action, won
        return best

    def _wants(self, view: View, card: Card) -> bool:
        hand = view.hand()
        if self._fits_table(view, card):
            return len(hand) > 1
        with_card = arrange(self.rules.melds, [*hand, card])
        matched = card not in with_card.unmatched
        return matched and with_card.deadwood <= self.count(hand)

    def _fits_table(self, view: View, card: Card) -> bool:
        if "meld" not in self.charter.game.verbs or self.rules.lays_on == "none":
            return False
        for key, meld in view.notes.items():
            if not key.startswith("meld/") or (self.rules.lays_on == "own" and meld["owner"] != self.seat):
                continue
            faces = [card_of(code) for code in meld["cards"]]
            same_rank = all(RANK[face] == RANK[card] for face in faces)
            next_up = SUIT[faces[0]] == SUIT[card] and self._is_next(faces, card)
            if (meld["kind"] == "group" and same_rank) or (meld["kind"] == "sequence" and next_up):
                return True
        return False

    @staticmethod
    def _is_next(faces: list[Card], card: Card) -> bool:
        order = [(RANK[face] + 1) % 13 for face in faces]
        return (RANK[card] + 1) % 13 in (min(order) - 1, max(order) + 1)

    def _discard(self, view: View, discards: list[Action]) -> Action:
        cards = [action.cards[0] for action in discards]
        cards = [face for face in cards if face not in self.just_taken] or cards  # else a card could go round for ever
        hand = view.hand()
        gone = {face for place in view.places.values() if place.name == "meld" for face in place.faces}
        turned = view.notes.get("turned", 0)
        live = (self.circulating if turned else set(range(52))) - gone - set(hand)
        hopes = _hopes(hand, live)
        hope = sum(hopes) // 2

        def worth(face: Card) -> float:
            return self._worth(_without(hand, (face,)), 0.8 * (hope - hopes[hand.index(face)]), live, turned)

        return DISCARD[min(cards, key=lambda face: (worth(face), face))]

    def _worth(self, kept: list[Card], hope: float, live: set[Card], turned: int) -> float:
        """What a hand counts, less the hope in its pairs: cards still about that would match them.

        Once the pile has been turned over, low cards that nobody completes are worth no waiting: hope outweighs the count,
        and a lone card is worth the partners that it could still find.
        """
        if turned:
            partners = sum(len(_partners(face) & live) for face in kept)
            return self.count(kept) / (1 + 3 * turned) - 0.2 * partners - hope
        return self.count(kept) - hope


def _without(hand: list[Card], cards: Sequence[Card]) -> list[Card]:
    kept = list(hand)
    for face in cards:
        kept.remove(face)
    return kept


def _hopes(hand: list[Card], live: set[Card]) -> list[int]:
    """For each card of a hand, how many cards that are still about would make a meld of it and another one."""
    hopes = [0] * len(hand)
    for at, one in enumerate(hand):
        for further in range(at + 1, len(hand)):
            hope = len(_completing(one, hand[further]) & live)
            hopes[at] += hope
            hopes[further] += hope
    return hopes


@cache
def _completing(one: Card, other: Card) -> frozenset[Card]:
    """The cards that make a meld of two."""
    if one >= 52 or other >= 52:
        return frozenset()
    if RANK[one] == RANK[other]:
        return frozenset(range(RANK[one], 52, 13))
    low, high = sorted((RANK[face] + 1) % 13 for face in (one, other))
    if SUIT[one] != SUIT[other] or high - low > 2:
        return frozenset()
    places = (low - 1, high + 1) if high - low == 1 else (low + 1,)
    return frozenset(13 * SUIT[one] + (place - 1) % 13 for place in places if 0 <= place <= 12)


@cache
def _partners(face: Card) -> frozenset[Card]:
    """The cards that with this one are two thirds of a meld."""
    return frozenset(other for other in range(52) if other != face and _completing(face, other))


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", RummyBot, lambda game: game.family in ("rummy", "gin"))]
