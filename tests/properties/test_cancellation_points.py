"""Two packs, random deals: what is taken before a moon is settled is 52 points, or nothing where nobody took a trick."""

from __future__ import annotations

import pytest
from rumpus.core.bots import RANDOM_BOT
from rumpus.core.cards import NAME
from rumpus.core.deal import Deal
from rumpus.core.game import Charter
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import bot_stream, deal_seed, shuffled
from rumpus.core.testing.simulate import play_deal

SEATS = [6, 7, 8, 9, 10]


def tricks(deal: Deal, actions: list[tuple[int, str]]) -> tuple[list[list[str]], bool]:
    """What each seat has taken, worked out from what was played; and whether anybody took a trick."""
    taken: list[list[str]] = [[] for _ in range(deal.seats)]
    lying: list[str] = []
    last = None
    plays = [(seat, said.split()[1]) for seat, said in actions if said.startswith("play ")]
    for start in range(0, len(plays), deal.seats):
        trick = plays[start : start + deal.seats]
        faces = [card for _, card in trick]
        lying += faces
        alone = [(seat, card) for seat, card in trick if card[1] == faces[0][1] and faces.count(card) == 1]
        if alone:
            last, _ = max(alone, key=lambda one: "23456789TJQKA".index(one[1][0]))
            taken[last] += lying
            lying = []
    if last is not None:
        taken[last] += lying
    return taken, last is not None


def points(cards: list[str]) -> int:
    """Hearts 1, each Q♠ 13."""
    return sum(13 if card == "QS" else card[1] == "H" for card in cards)


def check(charter: Charter, count: int, seed: str) -> None:
    """Play so many deals, match after match, by bots that do anything allowed."""
    match = Match(charter)
    bots = [RANDOM_BOT.make(seat, charter, bot_stream(seed, seat)) for seat in range(charter.seats)]
    for number in range(count):
        deal = match.open_deal(shuffled(deal_seed(seed, number), match.deck))
        actions = play_deal(deal, bots)
        assert actions is not None
        taken, any_trick = tricks(deal, [(seat, str(action)) for seat, action in actions])
        assert deal.scores is not None
        assert sum(deal.scores) == (52 if any_trick else 0), (charter.seats, number)
        assert deal.scores == [points(cards) for cards in taken], (charter.seats, number)
        match.settle(deal)
        if match.over:
            match = Match(charter)


def charter(catalogue: Catalogue, seats: int) -> Charter:
    """With the moon off the scores are the points as they were taken."""
    return catalogue.games["cancellation-hearts"].charter(seats, {"moon": "off"})


@pytest.mark.parametrize("seats", SEATS)
def test_the_points_of_a_deal_are_52(catalogue: Catalogue, seats: int) -> None:
    check(charter(catalogue, seats), 100, f"cancel {seats}")


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_points_of_thousands_of_deals_are_52(catalogue: Catalogue, seats: int) -> None:
    check(charter(catalogue, seats), 5000, f"cancel more {seats}")


@pytest.mark.parametrize("packs", [1, 2])
def test_what_was_taken_before_a_moon_is_settled(catalogue: Catalogue, packs: int) -> None:
    """Six seats, the moon as each chooses: 26 or 52 where nobody shot it; a moon pays that off, or to five others."""
    table = catalogue.games["cancellation-hearts"].charter(6, {"packs": packs})
    match = Match(table)
    bots = [RANDOM_BOT.make(seat, table, bot_stream("moons", seat)) for seat in range(6)]
    for number in range(100):
        deal = match.open_deal(shuffled(deal_seed("moons", number), match.deck))
        assert play_deal(deal, bots) is not None
        assert deal.scores is not None
        assert sum(deal.scores) in {26 * packs, -26 * packs, 5 * 26 * packs, 0}


def test_a_deal_of_nobodys(catalogue: Catalogue) -> None:
    """Eight seats, in two rounds of the four suits: who is across plays the same card, and nobody takes anything."""
    table = catalogue.games["cancellation-hearts"].charter(8, {"moon": "off", "give": "none"})
    match = Match(table, dealer=7)
    suits = [[card for card in range(52) if card // 13 == suit] for suit in (0, 1, 2, 3)] * 2
    deal = match.open_deal([suits[seat][turn] for turn in range(13) for seat in range(8)])
    while not deal.over:
        (seat,) = deal.turn
        rank = 13 - len(deal.held(seat))
        said = f"play {NAME[suits[seat][rank]]}"
        deal.act(seat, next(offer for offer in deal.offers(seat) if str(offer) == said))
    assert deal.scores == [0] * 8
