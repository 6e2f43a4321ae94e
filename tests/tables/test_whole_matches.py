"""Whole matches over the network: separate processes, every action typed, chosen only from what the client printed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from plain_guests import guests, last_totals, table, type_to_the_end
from rumpus.core.cards import read_card
from rumpus.core.families.melds import MeldRule, count

RULE = MeldRule()


def any_of(offers: list[str]) -> str:
    """Anything that is offered."""
    return random.choice(offers)


def keep_matched(offers: list[str]) -> str:
    """Knock or meld when it is offered; else throw the card without which the printed hand counts least."""
    for verb in ("knock", "meld"):
        found = [offer for offer in offers if offer.startswith(verb)]
        if found:
            return max(found, key=len)
    cards = [card for offer in offers if offer.startswith("discard ") and (card := read_card(offer.split()[1])) is not None]
    if cards:
        best = min(cards, key=lambda card: count(RULE, [other for other in cards if other != card]))
        return next(offer for offer in offers if offer.startswith("discard ") and read_card(offer.split()[1]) == best)
    return next((offer for offer in offers if offer == "draw stock"), offers[0])


TABLES = [
    pytest.param("hearts", 2, ("--seats", "4", "--bots", "2", "-o", "target=26"), any_of, id="hearts"),
    pytest.param("gin-rummy", 2, ("-o", "target=30"), keep_matched, id="gin-rummy"),
    pytest.param("basic-rummy", 3, ("--seats", "3", "-o", "target=5", "-o", "max_turns_over=3"), keep_matched, id="basic-rummy"),
]


@pytest.mark.parametrize(("game", "people", "words", "choose"), TABLES)
def test_people_type_a_match_to_its_end(game: str, people: int, words: tuple[str, ...], choose, tmp_path: Path) -> None:
    with table(tmp_path, game, *words, "--matches", "1") as (host, invite), guests(tmp_path, invite, people) as seated:
        type_to_the_end(seated, choose)
        assert [guest.exit_status() for guest in seated] == [0] * people
        assert host.exit_status() == 0
        totals = {last_totals(guest) for guest in seated}
        assert len(totals) == 1, totals
        assert not any(line.startswith("refused:") for guest in seated for line in guest.lines)


@pytest.mark.parametrize(("game", "people", "words", "choose"), TABLES)
def test_bots_of_guests_play_a_match_to_its_end(game: str, people: int, words: tuple[str, ...], choose, tmp_path: Path) -> None:
    with (
        table(tmp_path, game, *words, "--matches", "1") as (host, invite),
        guests(tmp_path, invite, people, "--bot", "basic") as seated,
    ):
        assert [guest.exit_status() for guest in seated] == [0] * people
        assert host.exit_status() == 0
        assert len({last_totals(guest) for guest in seated}) == 1
