"""Games that break one law each, for tests of the trial: every one is Gin Rummy with a single fault.

``BROKEN`` names for each of them the law that the trial must say is broken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count as counting
from typing import Any, ClassVar

from rumpus.core.actions import DISCARD, DRAW_DISCARD, DRAW_STOCK, Action, Offer
from rumpus.core.cards import ACE, RANK, card
from rumpus.core.deal import ONLY, Deal, Illegal
from rumpus.core.families.melds import count
from rumpus.core.families.rummy import RummyDeal
from rumpus.core.families.rummy.gin import GinDeal
from rumpus.core.game import Game
from rumpus.plugins.gin_rummy import GIN_RUMMY

HIDDEN = "hidden is hidden"
KEPT = "refusals change nothing"
BROKEN: dict[str, tuple[type[Deal], str]] = {}


def breaks(law: str) -> Callable[[type[Deal]], type[Deal]]:
    """Enter a deal with the law that it breaks."""

    def enter(deal: type[Deal]) -> type[Deal]:
        BROKEN[deal.__name__] = (deal, law)
        return deal

    return enter


def broken(name: str) -> Game:
    """Gin Rummy, played by a broken deal."""
    return replace(GIN_RUMMY, name=name.lower(), title=name, deal=BROKEN[name][0])


def other(deal: Any, seat: int) -> int:
    """The seat across the table."""
    return deal.left_of(seat)  # type: ignore[no-any-return]


# --- leaks ------------------------------------------------------------------------------------------------------------


@breaks(HIDDEN)
class SaysDeadwood(GinDeal):
    """It tells everybody what the hand in turn counts."""

    def end_turn(self, seat: int) -> None:
        self.note("deadwood", count(self.rules.melds, self.at[seat]))
        super().end_turn(seat)


@breaks(HIDDEN)
class TellsTheWrongSeat(GinDeal):
    """It tells a seat in private what the other has drawn."""

    def draw_stock(self, seat: int) -> None:
        super().draw_stock(seat)
        self.note("peek", list(self.at[seat]), other(self, seat))


@breaks(HIDDEN)
class SaysMoreAfterAnAce(GinDeal):
    """It says nothing secret, but says it once more where an ace was drawn."""

    def draw_stock(self, seat: int) -> None:
        drawn = self.at[self.stock][-1]
        super().draw_stock(seat)
        if RANK[drawn] == ACE:
            self.note("phase", self.phase)


@breaks(HIDDEN)
class SaysItInAnotherOrder(GinDeal):
    """It says the same two things, in an order that depends on the card drawn."""

    def draw_stock(self, seat: int) -> None:
        drawn = self.at[self.stock][-1]
        super().draw_stock(seat)
        for key in ("one", "two") if drawn % 2 else ("two", "one"):
            self.note(key, True)


@breaks(HIDDEN)
class MovesInAnotherOrder(GinDeal):
    """A second card lies aside face down, and which of the two piles moves first depends on a face."""

    def begin(self) -> None:
        super().begin()
        self.aside = self.open_zone("aside", -1, "none")

    def draw_stock(self, seat: int) -> None:
        super().draw_stock(seat)
        if len(self.at[self.stock]) > 4:
            steps = [(self.stock, self.aside, 1), (self.aside, self.stock, 1)]
            if self.at[self.stock][-1] % 2:
                steps = [(self.stock, self.aside, 2), (self.aside, self.stock, 2)]
            for src, dst, many in steps:
                self.take(many, src, dst)


@breaks(HIDDEN)
class OffersByTheOtherHand(GinDeal):
    """Which of the two piles is offered first depends on the other hand."""

    def offers(self, seat: int) -> list[Offer]:
        out = super().offers(seat)
        if seat in self.turn and self.phase == "draw" and sum(self.at[other(self, seat)]) % 2:
            out.reverse()
        return out


@breaks(HIDDEN)
class OffersFewerByTheStock(GinDeal):
    """The pile is offered only where the stock has nothing better on top."""

    def offers(self, seat: int) -> list[Offer]:
        out = super().offers(seat)
        return out if RANK[self.at[self.stock][-1]] > 5 else [each for each in out if each != DRAW_DISCARD or len(out) == 1]


@breaks(HIDDEN)
class RefusesByTheOtherHand(GinDeal):
    """A sentence says who holds the card that the seat does not."""

    def act(self, seat: int, action: Action) -> None:
        if action.cards and action.cards[0] in self.at[other(self, seat)]:
            raise Illegal("The other seat holds that card.")
        super().act(seat, action)


@breaks(HIDDEN)
class RefusesADrawByTheStock(GinDeal):
    """A sentence about a draw out of turn says whether the draw would have been worth it."""

    def act(self, seat: int, action: Action) -> None:
        if seat not in self.turn and action == DRAW_STOCK and RANK[self.at[self.stock][-1]] > 5:
            raise Illegal("It is not your turn, which is a pity.")
        super().act(seat, action)


@breaks(HIDDEN)
class NamesAPlaceByAFace(GinDeal):
    """A place on the table has the name of a hidden card."""

    def begin(self) -> None:
        super().begin()
        self.open_zone(f"under {self.at[self.stock][0]}", -1, "none")


@breaks(HIDDEN)
class TurnsByHiddenCards(GinDeal):
    """Who holds the ace of spades is asked about the upcard first."""

    def begin(self) -> None:
        super().begin()
        holder = next((seat for seat in range(2) if card("AS") in self.at[seat]), 1 - self.dealer)
        self.enter("upcard", ONLY[holder])


# --- cards and state --------------------------------------------------------------------------------------------------


@breaks("cards are conserved")
class DealsACardTwice(GinDeal):
    """The drawn card is in the hand twice, and the next one is lost."""

    def draw_stock(self, seat: int) -> None:
        super().draw_stock(seat)
        self.at[self.stock][-1] = self.at[self.pile][-1] if self.at[self.pile] else self.at[seat][0]


@breaks("a view is a fold")
class MovesACardUnseen(GinDeal):
    """The discard pile is put in order without a word."""

    def end_turn(self, seat: int) -> None:
        self.at[self.pile].sort()
        super().end_turn(seat)


@breaks(KEPT)
class ForgetsOnARefusal(GinDeal):
    """A refused discard makes it forget which card was taken."""

    def act(self, seat: int, action: Action) -> None:
        try:
            super().act(seat, action)
        except Illegal:
            self.upcard_declined = not self.upcard_declined
            raise


@breaks(KEPT)
class SaysSomethingOnARefusal(GinDeal):
    """A refused action is talked about."""

    def act(self, seat: int, action: Action) -> None:
        try:
            super().act(seat, action)
        except Illegal:
            self.note("said", "Somebody tried something.")
            raise


@breaks(KEPT)
class ForgetsOnARefusedDraw(GinDeal):
    """A draw at the wrong moment counts as a turning of the pile."""

    def act(self, seat: int, action: Action) -> None:
        if self.phase == "meld" and action == DRAW_DISCARD:
            self.turned += 1
        super().act(seat, action)


@breaks(KEPT)
class SharesAListWithItsClones(GinDeal):
    """It keeps a list of what was discarded, and its clones write into the same list."""

    def begin(self) -> None:
        super().begin()
        self.thrown: list[int] = []

    def discard(self, seat: int, action: Action) -> None:
        self.thrown.append(action.cards[0])
        super().discard(seat, action)


@breaks("a replay gives the same deal")
class RemembersEarlierDeals(GinDeal):
    """What it says depends on how many deals there were in this process."""

    deals: ClassVar[Any] = counting()

    def begin(self) -> None:
        super().begin()
        self.note("limit", next(self.deals))


# --- offers -----------------------------------------------------------------------------------------------------------


@breaks("offers are accepted")
class OffersWhatIsIllegal(GinDeal):
    """Every card may be knocked with, it says."""

    def knocks(self, seat: int) -> list[int]:
        return list(self.at[seat])


@breaks("one-card verbs are offered exactly")
class AcceptsWhatIsNotOffered(GinDeal):
    """A knock is accepted with any count."""

    def act(self, seat: int, action: Action) -> None:
        if seat in self.turn and self.phase == "meld" and action.verb == "knock" and action.cards:
            limit, self.limit = self.limit, 1000
            try:
                super().act(seat, action)
            finally:
                self.limit = limit
            return
        super().act(seat, action)


@breaks("one-card verbs are offered exactly")
class KeepsACardBack(GinDeal):
    """The highest card could be discarded, but it is not offered."""

    def offers(self, seat: int) -> list[Offer]:
        out = super().offers(seat)
        return out if self.phase != "meld" or not out else [each for each in out if each != DISCARD[self.at[seat][-1]]]


@breaks("offers are named once")
class OffersTwice(GinDeal):
    """The same offer, twice."""

    def offers(self, seat: int) -> list[Offer]:
        return [*super().offers(seat), *super().offers(seat)[:1]]


@breaks("somebody can act")
class OffersNothing(GinDeal):
    """After the upcard nobody is offered anything."""

    def offers(self, seat: int) -> list[Offer]:
        return super().offers(seat) if self.phase == "upcard" else []


@breaks("seats act in turn")
class LetsAnybodyAct(GinDeal):
    """Whoever speaks first draws."""

    def act(self, seat: int, action: Action) -> None:
        if self.phase == "draw" and action == DRAW_STOCK and seat not in self.turn:
            self.turn = ONLY[seat]
        super().act(seat, action)


@breaks("actions change something")
class LetsASeatIdle(GinDeal):
    """A seat may knock on the table for luck."""

    def offers(self, seat: int) -> list[Offer]:
        out = super().offers(seat)
        return [*out, Action("tunk")] if self.phase == "draw" and out else out

    def act(self, seat: int, action: Action) -> None:
        if seat not in self.turn or self.phase != "draw" or action.verb != "tunk":
            super().act(seat, action)


@breaks("one notation")
class SpeaksAnotherLanguage(GinDeal):
    """It offers a verb that the notation does not have."""

    def offers(self, seat: int) -> list[Offer]:
        out = super().offers(seat)
        return [*out, Action("wave")] if out else out

    def act(self, seat: int, action: Action) -> None:
        if seat in self.turn and action.verb == "wave":
            self.turned += 1
        else:
            super().act(seat, action)


# --- ends -------------------------------------------------------------------------------------------------------------


@breaks("a deal that is over is paid")
class PaysOneSeatOnly(GinDeal):
    """The scores leave a seat out."""

    def finish(self, ended: str) -> None:
        super().finish(ended)
        self.scores = (self.scores or [])[:1]


@breaks("deals end")
class NeverEnds(GinDeal):
    """Discards go back to the stock, and nobody may knock."""

    def knocks(self, seat: int) -> list[int]:
        return []

    def knock(self, seat: int, action: Action) -> None:
        raise Illegal("Nobody knocks here.")

    def end_turn(self, seat: int) -> None:
        self.take(len(self.at[self.pile]) - 1, self.pile, self.stock)
        RummyDeal.end_turn(self, seat)
