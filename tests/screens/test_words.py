"""One sentence an event, for the seat that it happened to and for the others."""

from __future__ import annotations

from typing import Any

import pytest
from rumpus.client.text.events import Names, number, standings, tell
from rumpus.core.cards import card
from rumpus.core.events import Place, View
from screen_tables import Sitting

PEOPLE = ("North", "East", "South", "West")


def table() -> View:
    """A table with every kind of place, as nobody's seat in particular sees it."""
    view = View(0)
    zones = [
        ("hand", 0, True), ("hand", 1, False), ("hand", 2, False), ("hand", 3, False), ("stock", -1, False),
        ("discard", -1, True), ("trick", -1, True), ("taken", 1, False), ("given", 0, True), ("given", 1, False),
        ("meld", 1, True), ("meld", 2, True),
        ("shown", 1, True), ("knocked", -1, False), ("untaken", -1, True), ("taken", 0, False), ("attic", 2, True),
    ]  # fmt: skip
    for n, (name, seat, is_open) in enumerate(zones):
        view.places[n] = Place(name, seat, is_open, [] if is_open else 0)
    view.places[10].cards = [card("7S"), card("7H"), card("7D")]
    view.notes = {"turn": [0], "dealer": 0, "meld/1": {"zone": 10, "owner": 1, "kind": "group"}}
    return view


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


MOVES: tuple[tuple[Any, int, int, str], ...] = (
    (cards("QS"), 0, 6, "You play Q♠."),
    (cards("QS"), 1, 6, "East plays Q♠."),
    (cards("7C"), 4, 0, "You draw 7♣."),
    (1, 4, 2, "South draws from the stock."),
    (2, 4, 2, "South draws two cards from the stock."),
    (cards("5C"), 5, 1, "East takes 5♣ from the pile."),
    (cards("5C TC"), 5, 0, "You take 5♣ T♣ from the pile."),
    (cards("JC"), 3, 5, "West discards J♣."),
    (cards("JC"), 0, 5, "You discard J♣."),
    (cards("JC QC"), 1, 5, "East puts J♣ Q♣ back on the pile."),
    (cards("QS KS AS"), 0, 8, "You give Q♠ K♠ A♠."),
    (3, 1, 9, "East gives three cards."),
    (cards("2C 3C 4C"), 9, 0, "You receive 2♣ 3♣ 4♣."),
    (3, 8, 1, ""),
    (cards("2C 3C 4C 5C"), 6, 7, "East takes the trick."),
    (cards("2C 3C 4C 5C"), 6, 15, "You take the trick."),
    (cards("2C 2C"), 6, 14, "Nobody takes the trick; it stays on the table."),
    (cards("2C 2C"), 14, 7, "East takes the two cards left lying."),
    (cards("7S 7H 7D"), 2, 11, "South melds 7♠ 7♥ 7♦."),
    (cards("7C"), 0, 10, "You lay 7♣ off on meld 1."),
    (12, 5, 4, "The pile is turned over and makes a new stock."),
    (cards("9D"), 4, 5, "9♦ is turned up."),
    (cards("9D"), 1, 12, "East still held 9♦."),
    (1, 1, 13, "East knocks."),
    (cards("9D"), 0, 13, "You knock, laying 9♦ aside."),
    (cards("9D"), 10, 0, "You take 9♦ from the melds."),
    (cards("9D"), 5, 16, "South: 9♦ from discard to attic."),
    ([], 5, 4, ""),
)


@pytest.mark.parametrize(("moved", "src", "dst", "sentence"), MOVES)
def test_a_move_is_told(moved: Any, src: int, dst: int, sentence: str) -> None:
    assert tell(["move", moved, src, dst], table(), Names(PEOPLE, 0)) == sentence


NOTES = (
    ("broken", True, "Hearts are broken."),
    ("broken", False, ""),
    ("turn", [1], ""),
    ("phase", "play", ""),
    ("said", "The stock is down to two cards.", "The stock is down to two cards."),
    ("said", "Nothing below zero: seat 1 and seat 3 stay at 0.", "Nothing below zero: East and West stay at 0."),
    ("said", "There is no seat 12.", "There is no seat 12."),
    ("shooter", 1, "East has shot the moon."),
    ("shooter", 0, "You have shot the moon."),
    ("tunker", 2, "South tunks."),
    ("ended", "tricks", "The deal is over: every trick is taken."),
    ("ended", "void", "The deal is over: it does not count."),
    ("ended", "somehow", "The deal is over: somehow."),
    ("scores", [1, 2, 3, 20], "This deal: North 1 · East 2 · South 3 · West 20."),
    ("counts", [3, 12], "Unmatched: North & South 3 · East & West 12."),
    ("winners", [1], "East wins the match."),
    ("winners", [0], "You win the match."),
    ("winners", [1, 0], "East and you win the match."),
    ("winners", [0, 1, 2], "You, East and South win the match."),
    ("final", [1, 2, 3, 4], "Grand totals: North 1 · East 2 · South 3 · West 4."),
    ("totals", [0, 0, 0, 0], ""),
)


@pytest.mark.parametrize(("key", "value", "sentence"), NOTES)
def test_a_note_is_told(key: str, value: Any, sentence: str) -> None:
    assert tell(["note", key, value], table(), Names(PEOPLE, 0)) == sentence


def test_who_went_out_is_told() -> None:
    view = table()
    for n in (0, 2, 3):
        view.places[n].cards = cards("2C") if n == 0 else 4
    assert tell(["note", "ended", "out"], view, Names(PEOPLE, 0)) == "The deal is over: East went out."
    assert tell(["note", "ended", "out"], view, Names(PEOPLE, 1)) == "The deal is over: you went out."


def test_totals_are_told_after_the_end_of_a_deal() -> None:
    view = table()
    view.notes["ended"] = "tricks"
    assert tell(["note", "totals", [1, 2, 3, 4]], view, Names(PEOPLE, 0)) == "Totals: North 1 · East 2 · South 3 · West 4."


def test_a_deal_is_told_by_its_number_and_dealer() -> None:
    assert tell(["deal", 0, 1], View(0), Names(PEOPLE, 0)) == "Deal 1: East deals."
    assert tell(["deal", 4, 0], View(0), Names(PEOPLE, 0)) == "Deal 5: You deal."


def test_dealing_is_silent_but_for_the_upcard() -> None:
    view = table()
    del view.notes["turn"]
    names = Names(PEOPLE, 0)
    assert tell(["move", 7, 4, 1], view, names) == ""
    assert tell(["move", cards("2C 3C"), 4, 0], view, names) == ""
    assert tell(["move", cards("9D"), 4, 5], view, names) == "The upcard is 9♦."


def test_who_looks_on_is_nobody() -> None:
    assert tell(["move", cards("QS"), 0, 6], table(), Names(PEOPLE, -1)) == "North plays Q♠."


def test_an_unknown_event_or_place_is_silent() -> None:
    assert tell(["zone", 0, "hand", 0, "owner", 0], table(), Names(PEOPLE, 0)) == ""
    assert tell(["move", 1, 77, 78], table(), Names(PEOPLE, 0)) == ""


def test_teams_and_dots_in_names() -> None:
    assert standings(Names(PEOPLE), [5, 7]) == "North & South 5 · East & West 7"
    assert standings(Names(("A · 7", "B")), [1, 2]) == "A . 7 1 · B 2"
    assert Names(("", "B")).name(0) == "Seat 0"
    assert number(1) == "one card"
    assert number(12) == "12 cards"


@pytest.mark.parametrize("game", ["hearts", "gin-rummy", "basic-rummy"])
def test_a_whole_deal_is_told_without_naming_a_hidden_card(game: str) -> None:
    session = Sitting(game, 2 if game == "gin-rummy" else 4).deal().play_out()
    told = [line.text for line in session.lines]
    assert told[0].startswith("Deal 1: ")
    assert any(line.startswith("The deal is over") for line in told)
    assert any(line.startswith("Totals: ") for line in told)
    assert not any(" from " in line and " to " in line for line in told)
