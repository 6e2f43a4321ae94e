"""What a game says on the table: its lines, what melds are worth, who brought the deal to its end."""

from __future__ import annotations

from typing import Any

import pytest
from rumpus.client.input.key_bindings import press
from rumpus.client.input.slash_commands import read_line
from rumpus.client.model.intents import Act
from rumpus.client.model.model import Model
from rumpus.client.screen.layout import paint, rows
from rumpus.client.text.canvas import cells
from rumpus.client.text.events import Names, ending, tell
from rumpus.core.cards import BJ, card
from rumpus.core.events import Place, View
from rumpus.net.guest.events import Heard, WelcomeNews
from rumpus.net.protocol.messages import Offer
from screen_tables import Sitting

ASKS = "The trick card asks for odd black cards."
CAREFUL = "Careful: with your singleton used, 3 cards more would leave your display one card short for ever."
SIZES = ((80, 24), (60, 20), (120, 40))


def table(game: str = "basic-rummy", plays: int = 40) -> Sitting:
    return Sitting(game, 4).deal().play(plays).until_mine()


def note(session: Sitting, key: str, value: Any) -> Model:
    session.hear(Heard(session.rev, [["note", key, value]], None))
    return session.model


def shown(model: Model, width: int = 80, height: int = 24) -> str:
    return "\n".join(paint(model, width, height).lines())


def style_of(model: Model, text: str) -> str:
    return next(style for row in rows(model, 80, 24) for style, run in row if text in run)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "plays"), [("basic-rummy", 40), ("hearts", 17)])
def test_a_line_lies_on_the_table_as_long_as_it_is_there(game: str, plays: int, size: tuple[int, int]) -> None:
    session = table(game, plays)
    model = note(session, "line/asks", ASKS)
    model.log.lines.clear()
    assert ASKS in shown(model, *size)
    note(session, "line/asks", None)
    assert ASKS not in shown(model, *size)


@pytest.mark.parametrize(("game", "plays"), [("basic-rummy", 40), ("hearts", 17)])
def test_a_warning_is_in_another_style_and_goes_before_the_others(game: str, plays: int) -> None:
    session = table(game, plays)
    note(session, "line/asks", ASKS)
    model = note(session, "line/careful", CAREFUL)
    model.log.lines.clear()
    assert style_of(model, "odd black cards") == "class:line"
    assert style_of(model, "Careful:") == "class:warning"
    for size in SIZES:
        text = shown(model, *size)
        assert "Careful: with your singleton used" in text
        assert "You, North" in text
        assert all(sum(cells(run) for _, run in row) == size[0] for row in rows(model, *size))
    assert "…" in next(line for line in shown(model, 60, 20).splitlines() if "Careful" in line)


def test_tens_are_shown_as_cards_show_them() -> None:
    model = note(table("hearts", 17), "line/beat", "To beat: T♥, by a higher heart or a joker.")
    assert "To beat: 10♥, by a higher heart" in shown(model)


@pytest.mark.parametrize("value", ["\x1b[31mred", "a\nb\u202e", "e" + "\u0301" * 999, 17, ["x"], {"a": 1}, "x" * 100_000, ""])
def test_no_line_does_harm(value: Any) -> None:
    model = note(table(), "line/asks", value)
    for size in SIZES:
        painted = rows(model, *size)
        assert all(sum(cells(run) for _, run in row) == size[0] for row in painted)
        assert all(char.isprintable() for row in painted for _, run in row for char in run)


def test_a_line_is_told_when_it_changes() -> None:
    view, names = View(0), Names(("North", "East"), 0)
    assert tell(["note", "line/asks", ASKS], view, names) == ASKS
    view.fold(["note", "line/asks", ASKS])
    assert tell(["note", "line/asks", ASKS], view, names) == ""
    assert tell(["note", "line/asks", None], view, names) == ""
    assert tell(["note", "line/asks", ""], view, names) == ""


@pytest.mark.parametrize(("game", "line"), [("blackbird", "The trick card asks for "), ("broken-hearts", "To beat: ")])
def test_the_games_that_have_lines_show_them(game: str, line: str) -> None:
    session = Sitting(game, 3).deal().play(1)
    session.model.log.lines.clear()
    assert line in shown(session.model)
    assert any(each.text.startswith(line) for each in session.lines)


def test_what_a_meld_is_worth_stands_behind_it() -> None:
    session = table()
    number, meld = next(iter(session.model.melds().items()))
    plain = shown(session.model)
    model = note(session, f"meld/{number}", {**meld, "worth": 20})
    line = next(line for line in shown(model).splitlines() if "(20)" in line)
    assert "J♠ (20) South" in line
    assert "(20)" not in plain
    assert "(20)" in read_line(model, "/melds").lines[0]
    note(session, f"meld/{number}", {**meld, "worth": "much"})
    assert "much" not in shown(model)


def ended(how: str, you: int = 0, **notes: Any) -> str:
    view = View(0)
    for seat, held in enumerate((3, 0, 2)):
        view.places[seat] = Place("hand", seat, False, held)
    view.notes = {"turn": [1], **notes}
    return ending(how, view, Names(("North", "East", "South"), you))


ENDS = [
    ("knock", {}, "East knocked", "you knocked"),
    ("gin", {}, "East knocked with gin", "you knocked with gin"),
    ("undercut", {}, "East knocked and was undercut", "you knocked and were undercut"),
    ("out", {}, "East went out", "you went out"),
    ("tunk", {"tunker": 1}, "East tunked", "you tunked"),
]


@pytest.mark.parametrize(("how", "notes", "theirs", "yours"), ENDS)
def test_who_brought_the_deal_to_its_end(how: str, notes: dict[str, Any], theirs: str, yours: str) -> None:
    assert ended(how, **notes) == theirs
    assert ended(how, you=1, **notes) == yours


def test_where_nobody_is_known_to_have_ended_it_only_the_end_is_told() -> None:
    assert ended("knock", turn=[]) == "the knock counts"
    assert ended("gin", turn=[0, 1]) == "gin"
    assert ended("tunk") == "a tunk"
    assert ended("knock", knocker=2) == "South knocked"
    assert ended("block") == "no card could be drawn"


def test_the_result_names_the_knocker() -> None:
    session = Sitting("gin-rummy", 2, seed="knocker")
    for _ in range(30):
        session.deal().play_out()
        result = session.model.result
        assert result is not None
        if "knock" in result.ended:
            assert result.ended.split()[0] in ("East", "you")
            assert f"{result.ended[:1].upper()}{result.ended[1:]}." in shown(session.model)
            return
    raise AssertionError("nobody knocked")


def test_the_trick_of_broken_hearts_goes_to_who_played_last() -> None:
    session = Sitting("broken-hearts", 3).deal()
    while session.model.last_trick is None:
        session.move(session.turn()[0])
    last = session.model.last_trick
    assert last.taker == last.plays[-1][0]
    assert any(line.text.endswith("the trick.") for line in session.lines)
    assert "nobody takes it" not in shown(session.model)


def test_marked_cards_are_played_as_the_sequence_that_is_offered() -> None:
    session = Sitting("broken-hearts", 3)
    view = View(0)
    for seat in range(3):
        view.places[seat] = Place(
            "hand", seat, seat == 0, [card("2C"), card("4C"), card("AC"), card("9H"), BJ] if seat == 0 else 4
        )
    view.places[3] = Place("trick", -1, True, [])
    view.notes = {"turn": [0], "number": 0, "dealer": 0}
    acts = ["play AC", "play AC 2C", "play AC 2C BJ=3C 4C", "play BJ", "draw stock"]
    session.hear(WelcomeNews(0, 0, view, [], Offer(1, acts, [])))
    model = session.model
    assert model.usable() == {card("AC"), card("2C"), card("4C"), BJ}
    assert "play a card, or draw." in shown(model)
    for cards, text in (("2C AC", "play AC 2C"), ("2C 4C AC BJ", "play AC 2C BJ=3C 4C"), ("BJ", "play BJ")):
        model.pick([BJ if name == "BJ" else card(name) for name in cards.split()])
        if " " not in cards:
            model.point_at([BJ])
        assert press(model, "enter") == Act(text)
