"""Tunk: say it with five points or less, before you draw; the others have one turn left."""

from __future__ import annotations

from dataclasses import replace

from rumpus.core.actions import Action, Offer
from rumpus.core.cards import pack
from rumpus.core.deal import Illegal
from rumpus.core.families.melds import PIPS, MeldRule, defend
from rumpus.core.families.rummy import Draw, MeldAndDiscard, RummyDeal
from rumpus.core.families.rummy.help import tell_tunk
from rumpus.core.families.rummy.laying import TableMeld
from rumpus.core.families.rummy.options import RETURN_DISCARD, common, target
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options
from rumpus.core.zones import NOBODY

RUMPUS_API = 1
WILD = MeldRule(deuces="both", suits_bind=False)
TUNK, LIMIT = Action("tunk"), 5


class TunkRules(RummyRules):
    """What Tunk adds: one pack for up to three seats that are still in, two packs for more."""

    def deck_for(self, players: int) -> tuple[int, ...]:
        return pack(1 if players <= 3 else 2)

    def melds_for(self, players: int) -> MeldRule:
        return replace(self.melds, group=4 if players <= 3 else 8, twins=players > 3)


class DrawOrTunk(Draw):
    """A turn begins: draw, or tunk."""

    def offers(self, deal: TunkDeal, seat: int) -> list[Offer]:
        return [*super().offers(deal, seat), *([TUNK] if deal.why_no_tunk(seat) is None else [])]

    def act(self, deal: TunkDeal, seat: int, action: Action) -> None:
        if action == TUNK:
            deal.tunk(seat)
        else:
            super().act(deal, seat, action)


class TunkDeal(RummyDeal):
    """A deal of Tunk: ``tunker`` is who has said it; then an empty hand counts nothing, and the deal goes on to the tunker."""

    phases = {phase.name: phase for phase in (DrawOrTunk(), MeldAndDiscard())}  # noqa: RUF012

    def begin(self) -> None:
        self.tunker = NOBODY
        super().begin()

    def why_no_tunk(self, seat: int) -> str | None:
        """The sentence for a seat that may not tunk, or None where it may."""
        if self.tunker != NOBODY:
            return "There has been a tunk already: draw a card."
        left = defend(self.meld_rule, self.at[seat], [each.meld for each in self.melds if each.owner == seat]).deadwood
        return f"A tunk needs {LIMIT} or less unmatched; you have {left}: draw a card." if left > LIMIT else None

    def tunk(self, seat: int) -> None:
        """Say that you hold little enough; raises Illegal with the sentence where you do not."""
        if refusal := self.why_no_tunk(seat):
            raise Illegal(refusal)
        self.tunker = seat
        self.note("tunker", seat)
        self.end_turn(seat)

    def may_lay_off(self, seat: int, table_meld: TableMeld) -> bool:
        return table_meld.owner in (seat, self.tunker)

    def why_no_lay_off(self, number: int) -> str:
        return f"You may not lay off on meld {number}: only on melds of your own, and after a tunk on the tunker's."

    def may_empty(self, seat: int) -> bool:
        return self.tunker != NOBODY

    def go_out(self, seat: int) -> None:
        self.end_turn(seat)

    def end_turn(self, seat: int) -> None:
        super().end_turn(seat)
        if self.turn == (self.tunker,):
            self.finish("tunk")
        elif not self.at[self.stock] and not self.may_turn_over():
            self.finish("block")


def score(deal: TunkDeal) -> list[int]:
    """Every seat pays its hand, but for the tunker."""
    return [0 if seat == deal.tunker and deal.ended == "tunk" else deal.hand_value(seat) for seat in range(deal.seats)]


def rules(chosen: Options, seats: int) -> TunkRules:
    """The rule record that a table's options come to."""
    settings = {"lowest_wins": True, "out_at_target": True, "turn_overs": 3, "keeps": 2, "lays_on": "own", **common(chosen)}
    return TunkRules(seats=seats, deck=pack(1 if seats <= 3 else 2), hand=(7,), values=PIPS, melds=WILD, score=score, **settings)


TUNK_GAME = Game(
    name="tunk",
    title="Tunk",
    family="rummy",
    seats=(2, 5),
    default_seats=3,
    options=(target(100), RETURN_DISCARD),
    rules=rules,
    deal=TunkDeal,
    tells=tell_tunk,
    verbs=("draw", "meld", "discard", "tunk"),
    summary="Get rid of your points and say so; who reaches the target is out, and the last one left has won.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [TUNK_GAME]
