"""A bot that comes late decides as one that heard everything; where it does not, it is for something that it could not know.

Every decision of some deals is put to bots of one kind: the one that heard the deal, one that has just been told the view, and
a stand-in that came at some moment, heard all that followed, and stays for the next deal. What the second decides otherwise
has to be the same as soon as it is told a thing by name that a view does not hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest
from late_bots import Seat, fork
from rumpus.core.actions import Action
from rumpus.core.bots import BotKind
from rumpus.core.deal import Deal
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import find_plugins
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, deal_seed, shuffled, tag

ALIKE = 0.9
"""The share of a stand-in's decisions that must be the same though nobody tells it what came before."""
COMES = 4
"""In one of so many decisions a stand-in comes, where there is none."""


@dataclass
class Compared:
    """A stand-in's decisions and how many were others; why new bots decided otherwise, and where for no reason."""

    decisions: int = 0
    others: int = 0
    named: Counter[str] = field(default_factory=Counter)
    unnamed: list[str] = field(default_factory=list)


def compare(charter: Charter, kind: BotKind, deals: int, seed: str, most: int = 2000) -> Compared:
    """Plays deals of a match among bots that hear everything, and asks the others at every decision."""
    found, match, chance = Compared(), Match(charter), Stream(tag(seed), "comes")
    seats = [Seat(kind, seat, charter, seed) for seat in range(charter.seats)]
    for number in range(deals):
        deal = match.open_deal(shuffled(deal_seed(seed, number), match.deck), story=True)
        for seat in seats:
            seat.begin()
        for _ in range(most):
            if deal.over:
                break
            seat = seats[deal.turn[0]]
            seat.catch_up(deal)
            deal.act(seat.seat, ask(found, seat, deal, chance))
        if not deal.over:
            break
        match.settle(deal)
        for seat in seats:
            seat.catch_up(deal)
            if seat.since < number:
                seat.standin = None
        match = Match(charter) if match.over else match
    return found


def ask(found: Compared, seat: Seat, deal: Deal, chance: Stream) -> Action:
    """What the seat's bot does; what the others would do is compared with it."""
    offers, place = deal.offers(seat.seat), fork(seat.stream)
    if seat.standin is None and chance.below(COMES) == 0:
        seat.standin, seat.since = seat.late(), deal.number
    chosen = seat.bot.choose(seat.view, offers)
    if seat.standin is not None:
        found.decisions += 1
        found.others += seat.choice(seat.standin, place, offers) != chosen
    fresh = seat.choice(seat.late(), place, offers)
    if fresh != chosen:
        why = seat.why(place, offers, chosen)
        found.named[why] += 1
        if not why:
            found.unnamed.append(f"deal {deal.number}, seat {seat.seat}: {chosen}, not {fresh}")
    return chosen


def kinds_by_game() -> list[object]:
    """Every kind of bot in every game that it claims."""
    found = find_plugins()
    return [
        pytest.param(game, kind, id=f"{game.name}-{kind.name}")
        for _, game in sorted(found.games.items())
        for kind in found.bots
        if kind.plays(game)
    ]


@pytest.mark.parametrize("deals", [4, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "kind"), kinds_by_game())
def test_a_bot_that_comes_late_decides_alike(game: Game, kind: BotKind, deals: int) -> None:
    seats = {game.default_seats} if deals < 10 else {game.default_seats, *game.seats}
    for count in sorted(seats):
        found = compare(game.charter(count), kind, deals, f"late {count}")
        assert found.decisions > 0
        assert not found.unnamed, found
        assert found.others <= (1 - ALIKE) * found.decisions, found
