"""Whole matches over the network: separate processes, every action typed, chosen only from what the client printed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from plain_guests import Process, end, guests, last_totals, table, type_to_the_end
from rumpus.core.cards import read_card
from rumpus.core.families.melds import MeldRule, count
from rumpus.core.hooks import find_plugins

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
    return next((offer for offer in offers if offer in ("draw stock", "pass")), offers[0])


def lay_all(offers: list[str]) -> str:
    """Ask, answer, meld as much as one action can, dig only where nothing else is offered, and put nothing back."""
    for verbs in (("ask", "yes", "no"), ("meld",), ("draw stock",), ("discard", "pass")):
        found = [offer for offer in offers if offer.startswith(verbs)]
        if found:
            return max(found, key=len) if verbs == ("meld",) else random.choice(found)
    return any_of([offer for offer in offers if offer != "return"] or offers)


TABLES = [
    pytest.param("hearts", 2, ("--seats", "4", "--bots", "2", "-o", "target=26"), any_of, id="hearts"),
    pytest.param("gin-rummy", 2, ("-o", "target=30"), keep_matched, id="gin-rummy"),
    pytest.param("basic-rummy", 3, ("--seats", "3", "-o", "target=5", "-o", "max_turns_over=3"), keep_matched, id="basic-rummy"),
]

OTHERS = [
    ("omnibus-hearts", 2, ("--bots", "2", "-o", "target=10"), any_of),
    ("spot-hearts", 2, ("--bots", "2", "-o", "target=40"), any_of),
    ("shoot-the-sun", 2, ("--bots", "2", "-o", "target=10"), any_of),
    ("black-maria", 2, ("--bots", "1", "-o", "target=20"), any_of),
    ("cancellation-hearts", 2, ("--seats", "7", "--bots", "5", "-o", "target=10"), any_of),
    ("block-rummy", 2, ("-o", "deals=1"), keep_matched),
    ("boathouse-rummy", 2, ("-o", "deals=1", "-o", "max_turns_over=1"), any_of),
    ("contract-rummy", 3, ("--seats", "3", "-o", "deals=1", "-o", "max_turns_over=1"), any_of),
    ("knock-rummy", 3, ("--seats", "3", "-o", "target=20"), any_of),
    ("tunk", 2, ("--seats", "2", "-o", "target=30"), any_of),
    ("oklahoma-gin", 2, ("-o", "target=10"), keep_matched),
    ("around-the-corner-gin", 2, ("-o", "target=10"), keep_matched),
    ("500-rummy", 3, ("--seats", "3", "-o", "deals=1"), any_of),
    ("blackbird", 2, ("--seats", "2", "-o", "target=1"), any_of),
    ("broken-hearts", 2, ("--seats", "2", "-o", "target=0"), any_of),
    ("black-heart-rum", 2, ("--seats", "2", "-o", "target=1"), lay_all),
    ("black-heart-solitaire", 1, ("-o", "target=1"), lay_all),
]
TABLES += [pytest.param(*each, id=each[0]) for each in OTHERS]


def test_every_game_is_played_here() -> None:
    played = {"hearts", "gin-rummy", "basic-rummy", *(each[0] for each in OTHERS)}
    assert played == set(find_plugins().games)


@pytest.mark.parametrize(("game", "people", "words", "choose"), TABLES)
def test_people_type_a_match_to_its_end(game: str, people: int, words: tuple[str, ...], choose, tmp_path: Path) -> None:
    with table(tmp_path, game, *words, "--matches", "1") as (host, invite), guests(tmp_path, invite, people) as seated:
        type_to_the_end(seated, choose)
        assert [guest.exit_status() for guest in seated] == [0] * people
        assert host.exit_status() == 0
        totals = {last_totals(guest) for guest in seated}
        assert len(totals) == 1, totals
        assert not any(line.startswith("refused:") for guest in seated for line in guest.lines)


@pytest.mark.parametrize(("game", "people", "words", "choose"), TABLES[:3])
def test_bots_of_guests_play_a_match_to_its_end(game: str, people: int, words: tuple[str, ...], choose, tmp_path: Path) -> None:
    with (
        table(tmp_path, game, *words, "--matches", "1") as (host, invite),
        guests(tmp_path, invite, people, "--bot", "basic") as seated,
    ):
        for guest in seated:
            guest.no_more_input()
        assert [guest.exit_status() for guest in seated] == [0] * people
        assert host.exit_status() == 0
        assert len({last_totals(guest) for guest in seated}) == 1
        assert not any("program failed" in line for guest in seated for line in guest.lines)


def test_a_bot_needs_neither_terminal_nor_input(tmp_path: Path) -> None:
    with table(tmp_path, "gin-rummy", "--bots", "1", "-o", "target=10", "--matches", "1") as (host, invite):
        guest = Process(tmp_path / "guest", "join", invite, "--bot", "basic", "--name", "Ann")
        guest.no_more_input()
        assert guest.exit_status() == 0
        assert host.exit_status() == 0
        assert last_totals(guest)


BROKEN = """
from rumpus.core.bots import Bot, BotKind
from rumpus.core.hooks import hookimpl

RUMPUS_API = 1


class Broken(Bot):
    def choose(self, view, offers):
        raise KeyError(tuple(view.hand()))


@hookimpl
def rumpus_bots():
    return [BotKind("broken", Broken, lambda game: True)]
"""


def test_where_a_bot_of_ones_own_table_failed_is_said_when_the_table_is_left(tmp_path: Path) -> None:
    plugin = tmp_path / "broken.py"
    plugin.write_text(BROKEN)
    client = Process(tmp_path, "play", "gin-rummy", "--plain", "--bot", "broken", "--plugin", str(plugin), "--name", "Ann")
    try:
        while (line := client.next_line()) is not None and "program failed" not in line:
            if line.startswith("your turn: "):
                client.type(keep_matched(line.removeprefix("your turn: ").split(" · ")))
        assert line == "Bot 1's program failed; for now it plays as the clock would."
        client.type("/quit")
        assert client.exit_status() == 0
        client.process.wait()
        told = "".join(client.errors)
        assert "broken raised KeyError" in told
        assert f"{plugin}, line 10, in choose" in told
    finally:
        end(client)


def test_a_guests_own_bot_that_fails_is_seen_and_plays_on(tmp_path: Path) -> None:
    plugin = tmp_path / "broken.py"
    plugin.write_text(BROKEN)
    with table(tmp_path, "gin-rummy", "--bots", "1", "-o", "target=10", "--matches", "1") as (host, invite):
        guest = Process(tmp_path / "guest", "join", invite, "--bot", "broken", "--plugin", str(plugin), "--name", "Ann")
        guest.no_more_input()
        assert guest.exit_status() == 0
        assert host.exit_status() == 0
        told = [line for line in guest.lines if "failed" in line]
        assert told == ["Your bot's program failed (KeyError in broken.py, line 10); for now it plays as the clock would."]
