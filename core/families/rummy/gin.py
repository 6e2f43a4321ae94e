"""The Gins: the upcard is offered first, a knock needs little enough unmatched, and the other seat lays off.

`GinDeal` plays by `GinRules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.core.actions import DRAW_DISCARD, DRAW_STOCK, PASS, Action, Offer, Part
from rumpus.core.cards import SPADES, SUIT, Card, card_of, sign
from rumpus.core.deal import ONLY, Illegal, Phase
from rumpus.core.families.melds import (
    Arrangement,
    Meld,
    NoMeld,
    arrange,
    count,
    counter,
    defend,
    discards_within,
    hardest_to_lay_on,
    read_set,
)
from rumpus.core.families.rummy.deal import Draw
from rumpus.core.families.rummy.knock import Knock, KnockDeal
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.zones import NOBODY

WALL = 2
"""Cards left in the stock with which a deal of Gin is void."""


@dataclass(frozen=True, kw_only=True)
class GinRules(RummyRules):
    """What a Gin chooses besides.

    ``knock_limit`` is the most that may be left unmatched; with ``upcard_limits`` the upcard's value is a limit too, and
    the lower one counts (with ``ace_means_gin`` an ace asks for gin), and ``spades_double`` doubles the pay after a spade upcard.
    ``lay_off_on_gin`` lets the opponent lay off on a gin hand too. ``big_gin`` is paid instead of ``gin_bonus`` for
    eleven matched cards, 0 where it is not played.
    """

    knock_limit: int = 10
    upcard_limits: bool = False
    ace_means_gin: bool = False
    spades_double: bool = False
    lay_off_on_gin: bool = False
    gin_bonus: int = 25
    undercut_bonus: int = 25
    big_gin: int = 0
    game_bonus: int = 100
    shutout_bonus: int = 100
    box_bonus: int = 25


class Upcard(Phase):
    """The upcard is offered, to the non-dealer first, then to the dealer."""

    name = "upcard"

    def offers(self, deal: GinDeal, seat: int) -> list[Offer]:
        return [DRAW_DISCARD, PASS]

    def act(self, deal: GinDeal, seat: int, action: Action) -> None:
        if action == DRAW_DISCARD:
            deal.take_discard(seat, 1)
            deal.enter("meld", ONLY[seat])
        elif action != PASS:
            raise Illegal("The upcard is offered to you: 'draw discard' takes it, 'pass' leaves it.")
        elif seat == deal.dealer:
            deal.upcard_declined = True
            deal.enter("draw", ONLY[deal.left_of(seat)])
        else:
            deal.turn = ONLY[deal.dealer]


class GinDraw(Draw):
    """A turn begins; when both have declined the upcard, with a card from the stock."""

    def offers(self, deal: Any, seat: int) -> list[Offer]:
        return [DRAW_STOCK] if deal.upcard_declined else [DRAW_STOCK, DRAW_DISCARD]

    def act(self, deal: Any, seat: int, action: Action) -> None:
        if deal.upcard_declined and action.verb == "draw" and action.word == "discard":
            raise Illegal("Both of you declined the upcard: draw from the stock.")
        super().act(deal, seat, action)
        deal.upcard_declined = False


class GinDeal(KnockDeal):
    """A deal of Gin: ``limit`` is its knock limit, ``upcard_declined`` whether both have just left the upcard."""

    phases = {phase.name: phase for phase in (Upcard(), GinDraw(), Knock())}  # noqa: RUF012
    rules: GinRules

    def begin(self) -> None:
        super().begin()
        self.upcard_declined = False
        self.count_hand = counter(self.meld_rule)
        self.dearest = max(self.rules.values)
        upcard = self.at[self.pile][0]
        self.limit = self.rules.knock_limit
        if self.rules.upcard_limits:
            self.limit = min(self.limit, self.rules.values[upcard])
        if self.rules.ace_means_gin and self.limit == 1:
            self.limit = 0
        self.doubled = self.rules.spades_double and SUIT[upcard] == SPADES
        self.note("limit", self.limit)
        self.enter("upcard", ONLY[self.left_of(self.dealer)])

    def end_turn(self, seat: int) -> None:
        """The other seat begins its turn; with two cards left in the stock the deal is void."""
        if len(self.at[self.stock]) <= WALL:
            self.finish("void")
        else:
            super().end_turn(seat)

    # --- knocking -----------------------------------------------------------------------------------------------------

    def knocks(self, seat: int) -> list[Card]:
        """The cards with whose discard a seat may knock."""
        if self.count_hand(self.at[seat]) - self.dearest > self.limit:
            return []
        found = discards_within(self.meld_rule, self.at[seat], self.limit)
        return [face for face in found if not self.is_barred_discard(seat, face)]

    def may_knock_with_all(self, seat: int) -> bool:
        """Whether a seat may knock with eleven matched cards."""
        return bool(self.rules.big_gin) and super().may_knock_with_all(seat)

    def knock(self, seat: int, action: Action) -> None:
        """Lay the hand open: arranged as said, or for the least count."""
        kept = list(self.at[seat])
        if action.cards:
            self.check_discard(seat, action.cards[0])
            kept.remove(action.cards[0])
        elif not self.rules.big_gin:
            raise Illegal(f"Knock with a card to discard: 'knock' and the card{self.rules.by('big_gin')}.")
        limit = self.limit if action.cards else 0
        shown = self._said(kept, action.parts) if action.parts else None
        unmatched = shown.deadwood if shown else count(self.meld_rule, kept)
        if unmatched > limit:
            raise Illegal(self._too_much(unmatched, limit, bool(action.cards)))
        shown = shown or hardest_to_lay_on(self.meld_rule, kept)
        if action.cards:
            face_down = self.open_zone("knocked", NOBODY, "none")
            self.move(action.cards, seat, face_down)
        self._showdown(seat, shown, big=not action.cards)

    def _too_much(self, left: int, limit: int, discarding: bool) -> str:
        if not discarding:
            return f"Big gin needs eleven matched cards; {left} would be left unmatched."
        source = self.rules.by("knock_limit") if limit == self.rules.knock_limit else ""
        return f"You may knock with {limit} or less unmatched; that leaves {left}: discard and play on{source}."

    def _said(self, kept: Sequence[Card], parts: Sequence[Part]) -> Arrangement:
        left = list(kept)
        sets = []
        for part in parts:
            for face in map(card_of, part.cards):
                if face not in left:
                    raise Illegal(f"{sign(face)} is not among the cards you keep, or is named twice: each card is in one set.")
                left.remove(face)
            try:
                sets.append(read_set(self.meld_rule, part.cards))
            except NoMeld as why:
                raise Illegal(str(why)) from None
        return Arrangement(sum(self.rules.values[face] for face in left), tuple(sets), tuple(left))

    def _showdown(self, seat: int, shown: Arrangement, big: bool) -> None:
        other = 1 - seat
        gin = shown.deadwood == 0
        self.lay_open(seat, shown.melds)
        if gin and not self.rules.lay_off_on_gin:
            answer = arrange(self.meld_rule, self.at[other])
        else:
            answer = defend(self.meld_rule, self.at[other], shown.melds)
        for laid in answer.laid_off:
            self._lay_on(other, laid.on, laid.card, laid.end)
        self.lay_open(other, answer.melds)
        self.counts[seat], self.counts[other] = shown.deadwood, answer.deadwood
        self.note("counts", list(self.counts))
        self.knocker, self.big = seat, big
        undercut = not gin and answer.deadwood <= shown.deadwood
        self.winner = other if undercut else seat
        self.finish("undercut" if undercut else "gin" if gin else "knock")

    def _lay_on(self, seat: int, on: int, code: int, end: str | None) -> None:
        before = self.melds[on]
        cards, owners = (*before.cards, code), (*before.owners, seat)
        if end == "low":
            cards, owners = (code, *before.cards), (seat, *before.owners)
        self.set_down(seat, on, Meld(before.kind, cards), owners, (code,))


def score_gin(deal: GinDeal) -> list[int]:
    """What a knock, gin or an undercut pays; a void deal pays nobody."""
    scores = [0, 0]
    if deal.winner == NOBODY:
        return scores
    rules = deal.rules
    difference = abs(deal.counts[0] - deal.counts[1])
    if deal.ended == "undercut":
        bonus = rules.undercut_bonus
    elif deal.ended == "gin":
        bonus = rules.big_gin if deal.big else rules.gin_bonus
    else:
        bonus = 0
    scores[deal.winner] = (difference + bonus) * (2 if deal.doubled else 1)
    return scores


def gin_grand_totals(rules: Any, totals: list[int], wins: list[int], winners: list[int]) -> list[int]:
    """The totals with what the match pays: the game and a shutout to its one winner, a box to each seat for every deal won."""
    grand = [total + rules.box_bonus * won for total, won in zip(totals, wins, strict=True)]
    if len(winners) == 1:
        best = winners[0]
        grand[best] += rules.game_bonus
        if totals[1 - best] == 0:
            grand[best] += rules.shutout_bonus
    return grand
