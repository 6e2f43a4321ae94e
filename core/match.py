"""A match: deals until somebody has won."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.cards import Card
from rumpus.core.deal import Deal
from rumpus.core.house import Charter


class Match:
    """Deals to a target: who deals, the totals, when it is over and who has won.

    ``totals`` are by seat; ``wins`` counts the deals that a seat won; ``final`` holds the grand totals after the end,
    in games that have them. ``deals`` counts all deals that were settled, void ones too.
    """

    def __init__(self, charter: Charter, dealer: int = 0) -> None:
        self.charter = charter
        self.rules = charter.rules
        self.dealer = dealer
        self.totals = [0] * charter.seats
        self.wins = [0] * charter.seats
        self.deals = 0
        self.counted = 0
        self.over = False
        self.winners: list[int] = []
        self.final: list[int] | None = None

    def open_deal(self, deck: Sequence[Card], *, story: bool = False) -> Deal:
        """The next deal, from a deck with its first card on top."""
        return self.charter.game.deal(
            self.rules, deck, self.dealer, self.deals, self.totals, story=[] if story else None
        )

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
        for seat, score in enumerate(scores):
            total = self.totals[seat] + score
            self.totals[seat] = max(0, total) if self.rules.floor_zero else total
        if deal.winner >= 0:
            self.wins[deal.winner] += 1
        self.dealer = deal.winner if self.rules.winner_deals and deal.winner >= 0 else deal.left_of(self.dealer)
        if self._reached():
            best = min(self.totals) if self.rules.lowest_wins else max(self.totals)
            leaders = [seat for seat, total in enumerate(self.totals) if total == best]
            if len(leaders) == 1 or not self.rules.ties_play_on:
                self.over = True
                self.winners = leaders
                if self.rules.final is not None:
                    self.final = self.rules.final(self.rules, self.totals, self.wins, leaders)

    def _reached(self) -> bool:
        if self.rules.deals:
            return self.counted >= self.rules.deals
        return any(total >= self.rules.target for total in self.totals)
