"""A match: deals until somebody has won."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.cards import Card
from rumpus.core.deal import Deal
from rumpus.core.events import Event
from rumpus.core.game import Charter


class Match:
    """Deals to a target: who deals, the totals, when it is over and who has won.

    ``totals`` are by side, which is by seat where nobody plays in teams; ``wins`` counts the deals that a side won;
    ``final`` holds the grand totals after the end, in games that have them. ``deals`` counts all deals that were settled,
    void ones too.
    """

    def __init__(self, charter: Charter, dealer: int = 0) -> None:
        self.charter = charter
        self.rules = charter.rules
        self.dealer = dealer
        self.totals = [0] * self.rules.totals
        self.wins = [0] * self.rules.totals
        self.deals = 0
        self.counted = 0
        self.over = False
        self.winners: list[int] = []
        self.final: list[int] | None = None
        self.seats_in = tuple(range(charter.seats))

    @property
    def deck(self) -> tuple[Card, ...]:
        """The deck that the next deal is played with, in declared order."""
        return self.rules.deck_for(len(self.seats_in))

    def open_deal(self, deck: Sequence[Card], *, story: bool = False) -> Deal:
        """The next deal, from a deck with its first card on top."""
        told: list[Event] | None = [] if story else None
        return self.charter.game.deal(self.rules, deck, self.dealer, self.deals, self.totals, self.seats_in, told)

    def settle(self, deal: Deal) -> None:
        """Enter a finished deal: totals, the end of the match, who deals next."""
        assert deal.scores is not None, "only a deal that is over can be settled"
        self.deals += 1
        if deal.ended != "void":
            self._enter(deal, deal.scores)
        deal.note("totals", list(self.totals))
        deal.note("over", self.over)
        if self.over:
            deal.note("winners", self.winners)
        if self.final is not None:
            deal.note("final", self.final)

    def _enter(self, deal: Deal, scores: list[int]) -> None:
        self.counted += 1
        for side, score in enumerate(scores):
            total = self.totals[side] + score
            if self.rules.exact_halves and total == self.rules.target and not self.rules.deals:
                total //= 2
            self.totals[side] = max(0, total) if self.rules.floor_zero else total
        won = [self.rules.side(deal.winner)] if deal.winner >= 0 else []
        for side in won:
            self.wins[side] += 1
        played = self.seats_in
        if self.rules.out_at_target:
            self.seats_in = tuple(seat for seat in played if self.totals[seat] < self.rules.target)
        leaders = won if self.rules.single_deal or self.rules.out_wins else self._leaders(played)
        if self._reached(won) and (len(leaders) == 1 or not self.rules.ties_play_on):
            self.over = True
            self.winners = leaders
            if self.rules.final is not None:
                self.final = self.rules.final(self.rules, self.totals, self.wins, leaders)
        else:
            self.dealer = self._next_dealer(deal)

    def _next_dealer(self, deal: Deal) -> int:
        if self.rules.winner_deals and deal.winner >= 0:
            return deal.winner
        dealer = (self.dealer + 1) % self.charter.seats
        while dealer not in self.seats_in:
            dealer = (dealer + 1) % self.charter.seats
        return dealer

    def _leaders(self, played: tuple[int, ...]) -> list[int]:
        """The sides that would win if the match ended now: of those still in, or of those who all went out together."""
        seats = tuple(range(self.rules.sides)) if self.rules.sides else self.seats_in or played
        pick = min if self.rules.lowest_wins else max
        best = pick(self.totals[seat] for seat in seats)
        return [seat for seat in seats if self.totals[seat] == best]

    def _reached(self, won: list[int]) -> bool:
        if self.rules.single_deal:
            return True
        if self.rules.out_wins:
            return any(self.totals[side] >= self.rules.target for side in won)
        if self.rules.out_at_target:
            return len(self.seats_in) <= 1
        if self.rules.deals:
            return self.counted >= self.rules.deals
        return any(total >= self.rules.target for total in self.totals)
