"""The basic bot for rummies: it keeps what matches, puts down what it can, and gets rid of what costs most."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any

from rumpus.core.actions import DISCARD, DRAW_DISCARD, PASS, Action, Offer, Part
from rumpus.core.bots import Bot, BotKind
from rumpus.core.cards import Card, card_of
from rumpus.core.events import View
from rumpus.core.families.melds import Meld, arrange, counter, lay_on, read_set
from rumpus.core.families.melds.sets import room_on
from rumpus.core.families.rummy.contracts import Contract
from rumpus.core.families.rummy.gin import GinRules
from rumpus.core.families.rummy.laying import end_of
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.game import Charter
from rumpus.core.hooks import hookimpl
from rumpus.core.shuffling.seeded import Stream
from rumpus.plugins.bots.rummy_sense import (
    Aim,
    Live,
    Memory,
    Pairs,
    costs_without,
    counted,
    hopes,
    likely,
    pairs_of,
    plans,
    share,
)

RUMPUS_API = 1

LOW = 1.5
"""Points a card with which a hand is low enough to knock where any hand may."""
DEEPEST = 10
"""How deep into a spread pile the bot looks."""
HOPE = 0.8
"""Points that a card is worth which may still come and would make a set."""
A_STEP = 12.0
"""Points that it is worth to come a draw nearer to the contract."""
A_SET, PARTNER = 50.0, 0.3
"""What it is worth to keep a card of a set, and a card for each one that may come and go with it."""
ANOTHER_PAIR, HELD = 0.8, 0.6
"""Points that it is worth to keep a second way to a set, for each card that would complete it; and each point let go."""
NEEDED = 0.5
"""How many draws nearer to the contract a card must bring to be bought."""
LAYABLE = 8.0
"""Points that a discard is worth to the next seat if it can lay it off."""
PATIENCE = 3
"""So often the pile is turned over before the seats share out among them who collects what."""
SHARINGS = 8
"""How quickly one sharing follows another: the later, the longer each lasts, that sets may come together."""


class Look:
    """What the bot sees of the table when it chooses."""

    def __init__(self, rules: RummyRules, view: View, seat: int) -> None:
        self.rules, self.view, self.seat = rules, view, seat
        self.hand = view.hand()
        self.turned: int = view.notes.get("turned", 0)
        self.hands = {place.seat: len(place) for place in view.places.values() if place.name == "hand"}
        self.dealt = [each for each, cards in self.hands.items() if cards or each == seat]
        self.rule = rules.melds_for(len(self.dealt))
        self.next = min(self.dealt, key=lambda other: (other - seat - 1) % rules.seats)
        self.table: list[Meld] = []
        self.owners: list[int] = []
        while (note := view.notes.get(f"meld/{len(self.table) + 1}")) is not None:
            self.table.append(Meld(note["kind"], tuple(note["cards"])))
            self.owners.append(note["owner"])
        self.aim = self._aim()

    @property
    def shares_out(self) -> bool:
        """Whether the same cards have gone round so often that the seats share out who collects what."""
        return self.turned >= PATIENCE

    def has_opened(self, seat: int) -> bool:
        """Whether a seat has made its first meld of the deal."""
        return seat in self.owners

    def _aim(self) -> Aim | None:
        """The contract that the bot has still to lay."""
        opening = self.rules.opening
        if not isinstance(opening, Contract) or self.has_opened(self.seat):
            return None
        number = min(self.view.notes["number"], len(opening.deals) - 1)
        groups, sequences = opening.deals[number]
        return Aim(groups, sequences, number == len(opening.deals) - 1)

    def fits(self, seat: int, card: Card) -> bool:
        """Whether a seat could lay this card off."""
        rules = self.rules
        if rules.lays_on == "none" or (rules.opening is not None and not self.has_opened(seat)):
            return False
        mine = (seat, self.view.notes.get("tunker", seat))
        return any(
            card in room_on(self.rule, meld)
            for meld, owner in zip(self.table, self.owners, strict=True)
            if rules.lays_on == "all" or owner in mine
        )

    def leaves_room(self, parts: Sequence[Part]) -> bool:
        """Whether cards are about that could be laid off after this."""
        table = list(self.table)
        for part in parts:
            if part.on:
                meld = table[part.on - 1]
                low, high = lay_on(self.rule, meld, part.cards, end_of(part.end))
                table[part.on - 1] = Meld(meld.kind, (*low, *meld.cards, *high))
            else:
                table.append(read_set(self.rule, part.cards))
        about = self.unseen()
        return any(about[face] > 0 for meld in table for face in room_on(self.rule, meld))

    def unseen(self) -> list[int]:
        """By card number, how many copies lie neither in the hand nor where they never come back from."""
        rules = self.rules
        known = [*self.hand, *(card_of(code) for meld in self.table for code in meld.cards)]
        if (rules.turn_overs == 0 or isinstance(rules, GinRules)) and not self.view.notes.get("spread"):
            known += self.view.pile("discard")
        return counted(rules.deck_for(len(self.dealt)), known)

    def live(self) -> Live:
        """By card number, how many copies may still come, or how likely one does."""
        unseen = self.unseen()
        if not self.turned:
            return unseen
        stock, held = self.view.count("stock"), sum(self.hands.values()) - len(self.hand)
        live = likely(unseen, self.view.pile("discard"), stock / max(1, stock + held))
        if not self.shares_out:
            return live
        mine = self.share()
        return [number if face in mine else 0.0 for face, number in enumerate(live)]

    def share(self) -> frozenset[Card]:
        """The cards that it falls to the bot to collect, once the same ones have gone round too often."""
        again = isqrt(SHARINGS * (self.turned - PATIENCE))
        by_rank = again % 2 == 0
        if self.aim is not None and not (self.aim.groups and self.aim.sequences):
            by_rank = self.aim.groups > 0
        return share(self.dealt.index(self.seat), len(self.dealt), again, by_rank)


class RummyBot(Bot):
    """Plays rummies, with melds on the table or kept in hand until the knock."""

    def __init__(self, seat: int, charter: Charter, stream: Stream) -> None:
        super().__init__(seat, charter, stream)
        rules = charter.rules
        assert isinstance(rules, RummyRules)
        self.rules = rules
        self.count = counter(rules.melds)
        self.memory = Memory()
        self.just_taken: list[Card] = []

    def hear(self, events: Sequence[list[Any]]) -> None:
        for event in events:
            self.memory.hear(event)
            if event[0] == "move" and event[3] == self.seat:
                from_pile = self.memory.zone(event[2])[0] == "discard"
                self.just_taken = event[1] if from_pile and len(event[1]) == 1 else []

    def choose(self, view: View, offers: Sequence[Offer]) -> Action:
        by_verb: dict[str, list[Action]] = {}
        for offer in offers:
            if isinstance(offer, Action):
                by_verb.setdefault(offer.verb, []).append(offer)
        look = Look(self.rules, view, self.seat)
        for verb in ("tunk", "swap"):
            if verb in by_verb:
                return by_verb[verb][0]
        if "knock" in by_verb:
            best = self._knock(look.hand, by_verb["knock"])
            if self._is_low(look, best):
                return best
        melds = by_verb.get("meld", [])
        if "discard" in by_verb:
            melds = self._worth_melding(look, melds)
        if melds:
            return max(melds, key=self._laid)
        if "discard" in by_verb:
            return self._discard(look, by_verb["discard"])
        if "buy" in by_verb:
            return by_verb["buy"][0] if self._buys(look, view.pile("discard")[-1]) else PASS
        if "return" in by_verb:
            return by_verb["return"][0]
        return self._draw(look, [*by_verb.get("draw", []), *by_verb.get("pass", [])])

    # --- melding ------------------------------------------------------------------------------------------------------

    def _laid(self, action: Action) -> tuple[int, bool, int]:
        """Many cards before few, natural cards before wild ones, dear ones before cheap ones."""
        cards = [card_of(code) for part in action.parts for code in part.cards]
        wild = any(self.rules.melds.is_wild(card) for card in cards)
        return len(cards), not wild, sum(self.rules.values[card] for card in cards)

    def _worth_melding(self, look: Look, melds: list[Action]) -> list[Action]:
        """Everything, but for what would leave a lone card after the discard that could never go out.

        A lone card makes no set; it goes out when the next one drawn can be laid off.
        """
        if self.rules.lays_on != "all" or not self.rules.later_sets:
            return melds
        hand = look.hand
        fitting = {card_of(action.parts[0].cards[0]) for action in melds if action.parts[0].on}
        left = arrange(look.rule, [face for face in hand if face not in fitting]).unmatched
        if len(left) <= 1:
            return melds
        return [
            action
            for action in melds
            if len(hand) - sum(len(part.cards) for part in action.parts) > 2 or look.leaves_room(action.parts)
        ]

    def _knock(self, hand: list[Card], knocks: list[Action]) -> Action:
        return min(knocks, key=lambda action: (self.count(_without(hand, action.cards)), action))

    def _is_low(self, look: Look, knock: Action) -> bool:
        """Whether a hand is worth knocking with: wherever the rules set a limit, else with few points a card."""
        kept = _without(look.hand, knock.cards)
        return isinstance(self.rules, GinRules) or self.count(kept) <= LOW * (1 + look.turned) * len(kept)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _draw(self, look: Look, actions: list[Action]) -> Action:
        """Take the top discard only where it is wanted; else hope for the stock."""
        pile = look.view.pile("discard")
        dig = self._dig(look.hand, pile, [action for action in actions if action.depth > 1])
        if dig is not None:
            return dig
        shallow = [action for action in actions if action.depth <= 1]
        if DRAW_DISCARD in shallow and (len(shallow) == 1 or self._wants(look, pile[-1])):
            return DRAW_DISCARD
        others = [action for action in shallow if action != DRAW_DISCARD]
        stock = [action for action in others if action != PASS]
        return stock[0] if stock else others[0] if others else shallow[0]

    def _dig(self, hand: list[Card], pile: list[Card], digs: list[Action]) -> Action | None:
        """The dig that matches most, where more is matched by it than is left over."""
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

    def _wants(self, look: Look, card: Card) -> bool:
        """Whether a card can be laid off, completes a set, or brings the contract nearer."""
        hand = look.hand
        if look.fits(self.seat, card):
            return len(hand) >= self.rules.keeps or "tunker" in look.view.notes
        if look.aim is not None:
            return self._gain(look, card) > 0
        if not self.rules.later_sets and self.rules.opening is not None:
            return False
        with_card = arrange(look.rule, [*hand, card])
        if look.shares_out and card in look.share() and any(card in pairs_of(look.rule)[one] for one in with_card.unmatched):
            return True
        return card not in with_card.unmatched and with_card.deadwood <= self.count(hand)

    def _buys(self, look: Look, card: Card) -> bool:
        """Whether a card is worth another one besides: only where the contract needs it, and does not take the whole hand."""
        return look.aim is not None and not look.aim.takes_all and self._gain(look, card) > NEEDED

    def _gain(self, look: Look, card: Card) -> float:
        """How many draws nearer a card would bring the contract."""
        if look.rule.is_wild(card):
            return 1.0
        assert look.aim is not None
        live = look.live()
        now = plans(look.rule, look.hand, look.aim, live)[0][0]
        with_card = [*look.hand, card]
        ways = plans(look.rule, with_card, look.aim, live)
        costs = costs_without(with_card, look.rule, ways)
        return now - min((cost for face, cost in costs.items() if face != card), default=now)

    # --- discarding ---------------------------------------------------------------------------------------------------

    def _discard(self, look: Look, discards: list[Action]) -> Action:
        cards = [action.cards[0] for action in discards]
        cards = [face for face in cards if face not in self.just_taken] or cards  # else a card could go round for ever
        worth = self._weigh(look)
        pairs = pairs_of(look.rule)
        return DISCARD[min(cards, key=lambda face: (worth[face] + self._danger(look, face, pairs), face))]

    def _weigh(self, look: Look) -> dict[Card, float]:
        """For each card, how dearly it is missed; the least goes first."""
        if look.aim is not None:
            return self._contract_worth(look)
        if not self.rules.later_sets and self.rules.opening is not None:
            return self._leftover_worth(look)
        return self._shared_worth(look) if look.shares_out else self._worth(look)

    def _danger(self, look: Look, card: Card, pairs: Pairs) -> float:
        """How many points a discard would seem to be worth to the next seat."""
        danger = LAYABLE if look.fits(look.next, card) else self.memory.heat(look.next, card, pairs)
        return danger / (1 + look.turned)

    def _worth(self, look: Look) -> dict[Card, float]:
        """For each card, what the hand counts without it, less the hope in what is kept: cards that would match its pairs.

        Once the pile has been turned over, low cards that nobody completes are worth no waiting: hope outweighs the count,
        and a lone card is worth the partners that it could still find.
        """
        hand, turned = look.hand, look.turned
        live = look.live()
        pairs = pairs_of(look.rule)
        hoped = hopes(pairs, hand, live)
        hope = sum(hoped) / 2
        found = {}
        for at, face in enumerate(hand):
            kept = _without(hand, (face,))
            worth: float = self.count(kept)
            if turned:
                worth = worth / (1 + 3 * turned) - 0.2 * sum(live[other] for one in kept for other in pairs[one])
            found[face] = worth - HOPE * (hope - hoped[at])
        return found

    def _shared_worth(self, look: Look) -> dict[Card, float]:
        """For each card, how much it is worth to keep when the seats share out what they collect.

        Whole sets stay together. Of lone cards the dear ones go first in one round, the cheap ones in the next: all of them
        must come about.
        """
        hand, live, pairs = look.hand, look.live(), pairs_of(look.rule)
        values, total = self.rules.values, self.count(hand)
        hoped = hopes(pairs, hand, live)
        found = {}
        for at, face in enumerate(hand):
            matched = self.count(_without(hand, (face,))) + values[face] > total
            use = hoped[at] + PARTNER * sum(live[other] for other in pairs[face]) + (A_SET if matched else 0)
            found[face] = use + 0.05 * values[face] * (1 if look.turned % 2 else -1)
        return found

    def _leftover_worth(self, look: Look) -> dict[Card, float]:
        """For each card that can no more come into a set: whether it will be laid off, else what it costs to hold."""
        fits = [look.rule.is_wild(face) or look.fits(self.seat, face) for face in look.hand]
        values = self.rules.values
        return {face: (A_SET if fit else 0) - values[face] for face, fit in zip(look.hand, fits, strict=True)}

    def _contract_worth(self, look: Look) -> dict[Card, float]:
        """For each card, how far the contract is without it, and what is left in hand."""
        assert look.aim is not None
        hand, live = look.hand, look.live()
        costs = costs_without(hand, look.rule, plans(look.rule, hand, look.aim, live))
        hoped = hopes(pairs_of(look.rule, look.aim.groups > 0, look.aim.sequences > 0), hand, live)
        values = self.rules.values
        return {
            face: A_STEP * costs.get(face, 99) + ANOTHER_PAIR * hoped[at] - HELD * values[face] for at, face in enumerate(hand)
        }


def _without(hand: list[Card], cards: Sequence[Card]) -> list[Card]:
    kept = list(hand)
    for face in cards:
        kept.remove(face)
    return kept


@hookimpl
def rumpus_bots() -> list[BotKind]:
    return [BotKind("basic", RummyBot, lambda game: game.family in ("rummy", "gin"))]
