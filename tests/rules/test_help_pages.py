"""The help page says the rules in force: what an option or a house rule changes, it says otherwise."""

from __future__ import annotations

import pytest
from rumpus.core.cards import ACE, FIVE, RANK
from rumpus.core.families.rummy.prices import tell_prices
from rumpus.core.hooks import Catalogue
from rumpus.core.house import HouseRule
from rumpus.core.rules import Value


def page(catalogue: Catalogue, name: str, seats: int | None = None, *rules: HouseRule, **options: Value) -> str:
    game = catalogue.games[name]
    return game.help_page(game.charter(seats, options, rules))


def test_three_seats_give_to_the_left_and_to_the_right(catalogue: Catalogue) -> None:
    told = page(catalogue, "hearts", 3)
    assert "deal after deal to the left, then to the right, then to nobody." in told
    assert "across" not in told


@pytest.mark.parametrize("seats", [4, 6])
def test_even_tables_give_across_too(catalogue: Catalogue, seats: int) -> None:
    assert "to the left, then to the right, then across the table, then to nobody." in page(catalogue, "hearts", seats)


def test_three_contracts_know_no_seventh_deal(catalogue: Catalogue) -> None:
    assert "seventh" not in page(catalogue, "contract-rummy", None, deals=3).partition("Options in force")[0]
    told = page(catalogue, "contract-rummy")
    assert "in the seventh deal 12." in told
    assert "In the seventh deal the contract takes your whole hand" in told


def test_a_price_that_a_house_rule_changes_is_told(catalogue: Catalogue) -> None:
    dear = HouseRule(
        "dear-fives", "Fives count 50.", {"values": lambda old: tuple(50 if RANK[c] == FIVE else p for c, p in enumerate(old))}
    )
    told = page(catalogue, "basic-rummy", None, dear)
    assert "aces 1, fives 50, face cards 10, others their pips." in told
    aces = HouseRule(
        "dear-aces", "Aces count 15.", {"values": lambda old: tuple(15 if RANK[c] == ACE else p for c, p in enumerate(old))}
    )
    assert "aces 15, face cards 10, others their pips." in page(catalogue, "basic-rummy", None, aces)


def test_deuces_are_told_where_they_are_wild_and_dear(catalogue: Catalogue) -> None:
    assert "aces, jokers and deuces 15, face cards 10" in page(catalogue, "contract-rummy", None, deuces_wild=True)
    assert "aces and jokers 15, face cards 10" in page(catalogue, "contract-rummy")


def test_a_deck_without_jokers_has_no_rule_of_jokers(catalogue: Catalogue) -> None:
    plain = HouseRule("no-jokers", "No jokers.", {"deck": lambda deck: tuple(card for card in deck if card < 52)})
    assert "oker" not in page(catalogue, "contract-rummy", None, plain).partition("Options in force")[0]
    assert "Jokers are wild" in page(catalogue, "contract-rummy")


def test_who_takes_a_trick_that_cancels_is_told(catalogue: Catalogue) -> None:
    told = page(catalogue, "cancellation-hearts")
    assert "the same seat leads again" in told
    assert "the last one goes to whoever took the one before" in told


def test_one_price_for_all_is_told_once() -> None:
    assert tell_prices((1,) * 54, range(52)) == "1 a card"
