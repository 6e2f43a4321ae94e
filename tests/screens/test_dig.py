"""500 Rummy's spread pile: all of it is seen, and keys point at how deep to dig."""

from __future__ import annotations

from rumpus.client.input import commands
from rumpus.client.input.key_bindings import press
from rumpus.client.input.slash_commands import read_line
from rumpus.client.model import prompts
from rumpus.client.model.intents import Act
from rumpus.client.model.model import Model
from rumpus.client.screen.layout import paint, rows
from rumpus.client.text.canvas import cells
from rumpus.client.text.faces import face
from rumpus.core.events import Place, View
from rumpus.net.guest.events import Heard, TableNews, WelcomeNews
from rumpus.net.protocol.messages import Offer
from screen_tables import Sitting

SIZES = ((80, 24), (60, 20), (120, 40))


def digger(seed: str = "screens", plays: int = 30) -> Sitting:
    session = Sitting("500-rummy", 4, seed=seed).deal().play(plays).until_mine()
    assert len(session.model.view.pile("discard")) > 3
    return session


def shown(model: Model, width: int = 80, height: int = 24) -> str:
    return "\n".join(paint(model, width, height).lines())


def test_all_of_the_pile_is_shown() -> None:
    model = digger().model
    line = "  ".join(f"{face(card):<2}" for card in model.view.pile("discard"))
    for size in SIZES:
        assert f"pile  {line}" in shown(model, *size)
    assert read_line(model, "/melds").lines[-1] == f"The pile, its top last: {' '.join(map(face, model.view.pile('discard')))}"


def test_it_stays_spread_while_others_are_at_turn() -> None:
    session = digger()
    session.mine("draw stock")
    while session.model.offers:
        session.move(session.seat)
    assert "  pile  " in shown(session.model)


def test_a_pile_of_which_only_the_top_counts_is_not_spread() -> None:
    session = digger()
    assert session.model.digs
    charter = {"game": "basic-rummy", "title": "Basic Rummy", "hash": "another"}
    session.hear(TableNews(session.state(charter=charter)))
    assert not session.model.digs
    assert not Sitting("basic-rummy", 4).deal().play(40).until_mine().model.digs


def test_d_takes_the_top() -> None:
    assert press(digger().model, "d") == Act("draw discard")


def test_keys_point_into_the_pile_and_enter_takes_it() -> None:
    session = digger()
    model = session.model
    pile = list(model.view.pile("discard"))
    for key in ("down", ",", "down"):
        assert press(model, key) is None
    assert model.notice.startswith(f"draw discard 3: binds {face(pile[-3])}, to be melded at once.")
    assert f"▶{face(pile[-3])}" in shown(model)
    assert f"Enter take 3, bind {face(pile[-3])}" in shown(model)
    press(model, "up")
    assert model.notice.startswith("draw discard 2: ")
    press(model, ".")
    assert model.notice.startswith(f"draw discard: {face(pile[-1])}, the top alone")
    press(model, ".")
    assert not model.dig
    assert not model.notice
    for _ in range(40):
        press(model, "down")
    assert model.dig == len(pile), "no deeper than the pile"
    assert press(model, "enter") == Act(f"draw discard {len(pile)}")


def test_escape_leaves_the_pile_and_a_new_turn_begins_at_its_top() -> None:
    session = digger()
    model = session.model
    press(model, "down")
    press(model, "escape")
    assert not model.dig
    press(model, "down")
    session.mine("draw stock")
    assert not model.dig


def test_the_pile_key_says_so_where_nothing_can_be_dug() -> None:
    model = Sitting("basic-rummy", 4).deal().play(40).until_mine().model
    assert press(model, "down") is None
    assert not model.dig
    assert model.notice.startswith("Not now.")


def test_after_a_dig_the_cards_can_be_put_back() -> None:
    session = digger()
    model = session.model
    pile = list(model.view.pile("discard"))
    press(model, "down")
    press(model, "down")
    wish = press(model, "enter")
    assert isinstance(wish, Act)
    assert session.mine(wish.text) == ""
    assert model.actions("return")
    assert "put the pile back." in prompts.prompt(model)
    if model.actions("meld"):
        assert f"meld the {face(pile[-2])}" in prompts.prompt(model)
    assert ("return", "put back") in commands.bar(model)
    wish = press(model, "r")
    assert wish == Act("return")
    assert session.mine("return") == ""
    assert list(model.view.pile("discard")) == pile
    assert press(model, "down") is None
    assert model.notice.startswith("Not now."), "one dig a turn"


def deep(count: int) -> Model:
    """A table whose pile has so many cards."""
    session = Sitting("500-rummy", 8)
    view = View(0)
    for seat in range(8):
        view.places[seat] = Place("hand", seat, seat == 0, [0, 5] if seat == 0 else 7)
    view.places[8] = Place("stock", -1, False, 20)
    view.places[9] = Place("discard", -1, True, [card % 52 for card in range(count)])
    view.notes = {"turn": [0], "phase": "draw", "number": 0, "dealer": 0, "totals": [0] * 8}
    acts = ["draw stock", "draw discard", *[f"draw discard {depth}" for depth in range(2, count + 1)]]
    session.hear(WelcomeNews(0, 0, view, [], None), Heard(1, [], Offer(1, acts, [])))
    return session.model


def test_what_does_not_fit_is_counted_and_what_is_pointed_at_is_always_seen() -> None:
    for size in SIZES:
        for count in (2, 13, 14, 19, 20, 37, 38, 39, 80):
            model = deep(count)
            pile = model.view.pile("discard")
            for depth in (0, 1, 2, count // 2, count):
                model.dig = depth
                painted = rows(model, *size)
                assert all(sum(cells(run) for _, run in row) == size[0] for row in painted)
                text = shown(model, *size)
                if depth:
                    assert f"▶{face(pile[-depth])}" in text
                else:
                    assert face(pile[-1]) in text.split("\n  pile ")[1]
    assert "more" in shown(deep(80)).split("\n  pile ")[1].splitlines()[0]
    model = deep(80)
    model.dig = 80
    assert "more" in "\n".join(shown(model).split("\n  pile ")[1].splitlines()[:2])
