"""Painting is pure: model and size in, lines out. The screens are kept beside this file."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rumpus.client.input.key_bindings import press
from rumpus.client.model.model import Model
from rumpus.client.screen.layout import paint, rows
from rumpus.client.screen.style import STYLE
from rumpus.client.text.canvas import Canvas, cells, cut, wrap
from rumpus.client.text.faces import to_ascii
from rumpus.net.guest.events import Answered, Heard, LinkNews, RulesNews, SayNews, TableNews
from rumpus.net.protocol.messages import Played, Proposal, SeatLine
from screen_tables import NAMES, Sitting

Kept = Callable[[str, str], None]
SIZES = ((80, 24), (120, 40))


def framed(model: Model, width: int, height: int) -> str:
    """The screen with a frame, so that every column can be seen."""
    edge = "+" + "-" * width + "+"
    lines = [f"|{line}{' ' * (width - cells(line))}|" for line in paint(model, width, height).lines()]
    return "\n".join([edge, *lines, edge]) + "\n"


def styled(model: Model, width: int, height: int) -> str:
    """The style of every column: a letter each, and what the letters mean."""
    letters: dict[str, str] = {"": "."}
    alphabet = iter("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    out = []
    for row in rows(model, width, height):
        line = ""
        for style, text in row:
            if style not in letters:
                letters[style] = next(alphabet)
            line += letters[style] * cells(text)
        out.append(line.rstrip("."))
    legend = [f"{letter} {style}" for style, letter in letters.items() if style]
    return "\n".join([*out, "", *legend]) + "\n"


def hearts_give() -> Model:
    model = Sitting("hearts", 4).deal().model
    model.pick(model.view.hand()[3:5])
    model.move_cursor(4)
    return model


def hearts_trick() -> Model:
    return Sitting("hearts", 4).deal().play(17).until_mine().model


def hearts_five() -> Model:
    return Sitting("hearts", 5, seat=2).deal().play(14).until_mine().model


def gin_hand() -> Model:
    return Sitting("gin-rummy", 2).deal().play(9).until_mine().model


def rummy_melds() -> Model:
    return Sitting("basic-rummy", 4).deal().play(40).until_mine().model


def rummy_six() -> Model:
    return Sitting("basic-rummy", 6, seat=3).deal().play(38).until_mine().model


def result() -> Model:
    return Sitting("hearts", 4).deal().play_out().model


def match_over() -> Model:
    played = (Sitting("gin-rummy", 2, seed=f"over {n}", deals=1).deal().play_out() for n in range(50))
    session = next(each for each in played if each.model.result is not None and each.model.result.over)
    proposal = Proposal(3, "", "The same again?", session.charter.data(), {"North": True}, 1, 30)
    book = [Played("gin-rummy", ["East"], [9, 120])]
    session.hear(TableNews(session.state("between", proposal, book=book)))
    return session.model


def proposal() -> Model:
    session = Sitting("hearts", 4).deal().play(17).until_mine()
    asked = {**Sitting("gin-rummy", 2, target=50).charter.data(), "hash": "12345678"}
    text = "East proposes Gin Rummy for 2 seats (target=50)."
    session.hear(TableNews(session.state("playing", Proposal(4, "East", text, asked, {"East": True}, 2, 30))))
    return session.model


def waiting() -> Model:
    session = Sitting("hearts", 4)
    seats = [SeatLine("North", "person"), SeatLine("", "free"), SeatLine("", "free"), SeatLine("Bot", "bot")]
    session.hear(TableNews(session.state("waiting", seats=seats)))
    session.model.invite = "rumpus1-" + "abcdefgh234567" * 6
    return session.model


def refused() -> Model:
    session = Sitting("hearts", 4).deal().play(17).until_mine()
    session.say("East", "your turn, I believe")
    press(session.model, ":")
    for char in "play 2c":
        press(session.model, "space" if char == " " else char)
    session.mine("play 2C")
    return session.model


def menu() -> Model:
    model = gin_hand()
    press(model, "a")
    press(model, "down")
    return model


def looking_on() -> Model:
    return Sitting("hearts", 4, seat=-1).deal().play(7).model


SCREENS = (
    hearts_give, hearts_trick, hearts_five, gin_hand, rummy_melds, rummy_six, result, match_over, proposal, waiting,
    refused, menu, looking_on,
)  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("made", SCREENS, ids=lambda made: made.__name__.replace("_", "-"))
def test_the_screen_is_the_one_that_is_kept(made: Callable[[], Model], size: tuple[int, int], kept: Kept) -> None:
    kept(f"{made.__name__.replace('_', '-')}-{size[0]}x{size[1]}", framed(made(), *size))


@pytest.mark.parametrize("made", [hearts_trick, rummy_melds, hearts_give], ids=lambda made: made.__name__.replace("_", "-"))
def test_the_colours_are_the_ones_that_are_kept(made: Callable[[], Model], kept: Kept) -> None:
    kept(f"{made.__name__.replace('_', '-')}-80x24.styles", styled(made(), 80, 24))


def test_the_smallest_window(kept: Kept) -> None:
    kept("hearts-trick-60x20", framed(hearts_trick(), 60, 20))
    kept("rummy-melds-60x20", framed(rummy_melds(), 60, 20))


@pytest.mark.parametrize("made", SCREENS, ids=lambda made: made.__name__)
def test_every_size_is_filled_exactly(made: Callable[[], Model]) -> None:
    model = made()
    for width, height in ((60, 20), (61, 21), (79, 23), (80, 50), (107, 24), (108, 20), (200, 60), (59, 20), (10, 3), (1, 1)):
        painted = rows(model, width, height)
        assert len(painted) == height
        assert [sum(cells(text) for _, text in row) for row in painted] == [width] * height


@pytest.mark.parametrize("made", SCREENS, ids=lambda made: made.__name__)
def test_every_style_has_a_colour(made: Callable[[], Model]) -> None:
    for row in rows(made(), 120, 40):
        for style, _ in row:
            for word in style.split():
                assert word.removeprefix("class:") in STYLE


def test_a_window_that_is_too_small_says_what_it_needs() -> None:
    text = " ".join(paint(hearts_trick(), 50, 10).lines())
    assert "60 columns and 20 rows" in text
    assert "50 and 10" in text


@pytest.mark.parametrize("made", SCREENS, ids=lambda made: made.__name__)
def test_in_ascii_nothing_moves(made: Callable[[], Model]) -> None:
    rich = rows(made(), 80, 24)
    poor = rows(made(), 80, 24, ascii_only=True)
    for rich_row, poor_row in zip(rich, poor, strict=True):
        assert [(style, len(text)) for style, text in rich_row] == [(style, len(text)) for style, text in poor_row]
        assert all(text.isascii() for _, text in poor_row)


def test_everything_that_is_drawn_has_an_ascii_sign() -> None:
    assert to_ascii("♣♦♥♠ ╭─╮ ▲ • ● ▶ ░ … “ ← →").isascii()


def test_whose_turn_it_is_can_be_seen() -> None:
    session = Sitting("hearts", 4).deal().play(17).until_mine()
    text = paint(session.model, 80, 24).lines()
    assert any(line.lstrip().startswith("▶ You, North") for line in text)
    assert any("Your turn" in line for line in text)
    session.move(0)
    text = paint(session.model, 80, 24).lines()
    waiting_for = NAMES[session.turn()[0]]
    assert any(f"▶ {waiting_for}" in line for line in text)
    assert any(f"Waiting for {waiting_for}." in line for line in text)


def test_the_trick_that_was_just_taken_stays_to_be_seen() -> None:
    session = Sitting("hearts", 4).deal().play(8)
    assert not session.model.trick.plays
    assert session.model.last_trick is not None
    assert len(session.model.last_trick.plays) == 4
    taker = session.model.last_trick.taker
    text = "\n".join(paint(session.model, 80, 24).lines())
    assert ("the trick is yours" if taker == 0 else "takes the trick") in text


def test_a_lost_link_is_told() -> None:
    session = Sitting("hearts", 4).deal()
    session.hear(LinkNews("reconnecting", "Reconnecting to the host."))
    lines = paint(session.model, 80, 24).lines()
    assert "reconnecting" in lines[0]
    assert any("Reconnecting to the host." in line for line in lines[1:])


def test_a_refusal_keeps_what_was_marked() -> None:
    session = Sitting("hearts", 4).deal()
    session.model.pick(session.model.view.hand()[:2])
    session.hear(Answered(1, "give 2C", False, "illegal", "Give exactly 3 cards, not 2."))
    assert len(session.model.selected()) == 2
    assert any("Give exactly 3 cards" in line for line in paint(session.model, 80, 24).lines())


def test_a_wide_name_keeps_the_columns() -> None:
    session = Sitting("hearts", 4).deal()
    seats = [SeatLine(name, "person") for name in ("North", "日本語の名前です", "e\u0301mile", "Bob <3")]
    session.hear(TableNews(session.state(seats=seats)))
    painted = rows(session.model, 80, 24)
    assert all(sum(cells(text) for _, text in row) == 80 for row in painted)
    text = "\n".join("".join(text for _, text in row) for row in painted)
    assert "日本語" in text
    assert "Bob <3" in text


HOSTILE = (
    "\x1b]52;c;YQ==\x07", "\x9b31m", "a\nb\rc", "\u202egnorw", "e" + "\u0301" * 600, "\u200b\U000e0041", "Bob <3", "[/bold]", "",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_no_text_of_anybody_reaches_the_terminal_as_a_command(text: str) -> None:
    session = Sitting("hearts", 4).deal()
    charter = {**session.charter.data(), "hash": text, "title": text}
    seats = [SeatLine(text, "person") for _ in range(4)]
    session.hear(TableNews(session.state(name=text, seats=seats, charter=charter, book=[Played(text, [text], [1])])))
    session.hear(Heard(99, [["note", "said", text]], None), SayNews(text, text), RulesNews(text), LinkNews("over", text))
    for key in ("", "?", "z"):
        session.model.overlay = ""
        if key:
            press(session.model, key)
        painted = rows(session.model, 80, 24)
        assert all(sum(cells(run) for _, run in row) == 80 for row in painted)
        shown = "".join(run for row in painted for _, run in row)
        assert all(char.isprintable() for char in shown)
        assert len(shown) < 80 * 24 * 1.1


def test_half_of_a_wide_character_is_never_left() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "日本語")
    canvas.put(1, 0, "x")
    canvas.put(4, 0, "y")
    assert canvas.lines() == [" x本y"]
    assert sum(cells(text) for _, text in canvas.rows()[0]) == 6


def test_text_is_cut_and_wrapped_by_columns() -> None:
    assert cut("日本語", 5) == "日本…"
    assert cut("abc", 3) == "abc"
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]
    assert "".join(wrap("日本語日本語", 5)) == "日本語日本語"
    assert wrap("one 日", -3) == ["on", "e", "日"]
