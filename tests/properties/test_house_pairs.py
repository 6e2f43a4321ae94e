"""House rules stack: any two that fit one game, in both orders, keep the laws; and where the order matters it is said.

Most deals are played at crowded tables, where every house rule that fits a game is in force at once, in some order and
then in the reverse one: so each two of them are at one table in fifty deals, twenty-five in either order. Then each two
are alone at a table of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from rumpus.core.bots import RANDOM_BOT, BotKind
from rumpus.core.events import View
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.house import HouseRule
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, deal_seed, shuffled, tag
from rumpus.core.testing.trial import Broken, run_trial

ORDERS = 25
THOROUGH = {"contract-rummy": 400}
"""Where deals are long, fewer of their states are looked at closely."""
SMALL = {"hearts": 3, "omnibus-hearts": 3, "spot-hearts": 3, "shoot-the-sun": 3, "knock-rummy": 2, "blackbird": 2}
QUICKEST = (
    *("knock-rummy", "hearts", "gin-rummy", "block-rummy", "spot-hearts", "broken-hearts", "basic-rummy"),
    *("blackbird", "contract-rummy"),
)
"""Where two house rules fit several games, the one whose deals are tried soonest."""


def table(game: Game, rules: Sequence[HouseRule] = ()) -> Charter:
    """A small table at which random players come to an end."""
    limits = {"max_turns_over": 2} if any(option.name == "max_turns_over" for option in game.options) else {}
    return game.charter(SMALL.get(game.name, game.seats[0]), limits, rules)


def built_in(catalogue: Catalogue) -> list[HouseRule]:
    """The house rules that come with rumpus."""
    return [rule for rule in catalogue.house_rules.values() if rule.origin.startswith("house-rules-")]


def fitting(catalogue: Catalogue, game: Game) -> list[HouseRule]:
    """The built-in house rules that fit a game."""
    plain = table(game).rules
    return [rule for rule in built_in(catalogue) if rule.fits(plain)]


def kinds_for(catalogue: Catalogue, game: Game) -> list[BotKind]:
    """The random player, and the basic one where that does not think for long."""
    long = game.name in ("contract-rummy", "blackbird") or game.name.startswith("black-heart")
    return [RANDOM_BOT] if long else [kind for kind in catalogue.bots if kind.plays(game)]


def pairs() -> list[tuple[str, str, str]]:
    """Every two built-in house rules that fit one game, and the quickest such game."""
    catalogue = find_plugins()
    fit = {name: {rule.name for rule in fitting(catalogue, catalogue.games[name])} for name in QUICKEST}
    found = []
    for one, other in combinations((rule.name for rule in built_in(catalogue)), 2):
        games = [name for name, names in fit.items() if {one, other} <= names]
        found += [(games[0], one, other)] if games else []
    return found


def test_there_are_enough_of_them(catalogue: Catalogue) -> None:
    rules = built_in(catalogue)
    assert len(rules) >= 14
    assert sum(bool(rule.bars or rule.steps) for rule in rules) >= 3
    assert all(rule.help.endswith(".") for rule in rules)


def test_crowded_tables_keep_the_laws(catalogue: Catalogue, each_game: Game) -> None:
    """All at once, in an order and in its reverse, fifty deals in all."""
    rules = fitting(catalogue, each_game)
    stream = Stream(tag("crowded", each_game.name), "order")
    kinds = kinds_for(catalogue, each_game)
    rounds = ORDERS if each_game.name in QUICKEST else 1  # each two that fit any game fit one of those
    for number in range(rounds):
        order = stream.some(rules, len(rules))
        for rank, stack in enumerate((order, order[::-1])):
            kind = kinds[(number + rank) % len(kinds)]
            run_trial(
                table(each_game, stack),
                1,
                f"crowd {number}",
                kinds=[kind],
                thorough=THOROUGH.get(each_game.name, 40),
                all_verbs=False,
            )


@pytest.mark.parametrize(("game", "one", "other"), pairs())
def test_two_alone_keep_the_laws(game: str, one: str, other: str, catalogue: Catalogue) -> None:
    two_alone(catalogue, catalogue.games[game], one, other, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "one", "other"), pairs())
def test_two_alone_keep_the_laws_in_fifty_deals(game: str, one: str, other: str, catalogue: Catalogue) -> None:
    two_alone(catalogue, catalogue.games[game], one, other, ORDERS)


def two_alone(catalogue: Catalogue, game: Game, one: str, other: str, deals: int) -> None:
    """So many deals in either order."""
    two = [catalogue.house_rules[one], catalogue.house_rules[other]]
    for stack in (two, two[::-1]):
        run_trial(
            table(game, stack), deals, kinds=kinds_for(catalogue, game), thorough=THOROUGH.get(game.name, 20), all_verbs=False
        )


# --- the order --------------------------------------------------------------------------------------------------------


def evening(charter: Charter, deals: int) -> list[Any]:
    """What random players do at a table, and what it pays them: the same at tables with the same rules."""
    stream = Stream(tag("evening", charter.game.name), "bots")
    match = Match(charter)
    told: list[Any] = [charter.rules.target]
    for number in range(deals):
        deal = match.open_deal(shuffled(deal_seed("evening", number), match.deck), story=True)
        bots = [RANDOM_BOT.make(seat, charter, stream) for seat in range(charter.seats)]
        while not deal.over:
            seat = stream.choice(deal.turn)
            action = bots[seat].choose(View(seat), deal.offers(seat))
            deal.act(seat, action)
            told.append((seat, str(action)))
        match.settle(deal)
        told.append((deal.ended, deal.scores, list(match.totals), match.over))
        if match.over:
            match = Match(charter)
    return told


@pytest.mark.parametrize(("game", "one", "other"), pairs())
def test_where_the_order_matters_the_charter_says_so(game: str, one: str, other: str, catalogue: Catalogue) -> None:
    two = [catalogue.house_rules[one], catalogue.house_rules[other]]
    first, second = (table(catalogue.games[game], stack) for stack in (two, two[::-1]))
    if evening(first, 2) != evening(second, 2):
        assert first.order_matters() == [[one, other]]
        assert second.order_matters() == [[other, one]]
        assert f"{one} comes before {other}" in first.game.help_page(first)


def test_which_orders_matter(catalogue: Catalogue) -> None:
    said = [
        names
        for game, *names in pairs()
        if table(catalogue.games[game], [catalogue.house_rules[n] for n in names]).order_matters()
    ]
    assert said == [["no-passing", "always-left"], ["to-300", "half-match"]]


def test_only_the_two_themselves_count(catalogue: Catalogue) -> None:
    """Another rule that stands between two is not said to depend on either."""
    names = ("no-passing", "lady-at-once", "always-left", "give-two")
    charter = table(catalogue.games["hearts"], [catalogue.house_rules[name] for name in names])
    assert charter.order_matters() == [["no-passing", "always-left"]]


# --- secrecy ----------------------------------------------------------------------------------------------------------


def test_a_bite_that_names_a_hidden_card_is_caught(catalogue: Catalogue) -> None:
    """The trial that all of the above went through sees it."""

    def blabs(deal: Any, seat: int, action: object) -> str | None:
        return f"The next card is {deal.at[deal.stock][-1]}" if deal.at[deal.stock] else None

    rule = HouseRule("blab", "The next card is told.", tells=(blabs,))
    with pytest.raises(Broken, match="hidden is hidden"):
        run_trial(table(catalogue.games["gin-rummy"], [rule]), 20, all_verbs=False, shorten=False)


def test_a_bar_that_looks_into_another_hand_is_caught(catalogue: Catalogue) -> None:
    def peeks(deal: Any, seat: int, action: Any) -> str | None:
        return "Your neighbour waits for that" if action.verb == "discard" and action.cards[0] + 1 in deal.at[1 - seat] else None

    rule = HouseRule("peek", "Nothing is discarded that the other seat could use.", bars=(peeks,))
    with pytest.raises(Broken, match="hidden is hidden"):
        run_trial(table(catalogue.games["gin-rummy"], [rule]), 20, all_verbs=False, shorten=False)
