"""Whole tables of Black Heart on the screen: teams, first melds, digs, crowded tables, and an opponent without a seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attended_seat import cards, seated
from rumpus.client.input import commands
from rumpus.client.input.key_bindings import press
from rumpus.client.input.slash_commands import read_line
from rumpus.client.model import prompts
from rumpus.client.model.intents import Act
from rumpus.client.model.model import Model
from rumpus.client.screen.layout import paint, rows
from rumpus.client.text.canvas import cells
from rumpus.client.text.faces import face
from rumpus.core.families.melds.rule import Meld
from rumpus.net.guest.events import WelcomeNews
from screen_tables import Sitting

Kept = Callable[[str, str], None]


def teams(plays: int = 26, seed: str = "screens") -> Sitting:
    return Sitting("black-heart-rum", 4, seed=seed, teams=2).deal().play(plays).until_mine()


def shown(model: Model, width: int = 80, height: int = 24) -> str:
    return "\n".join(paint(model, width, height).lines())


def test_the_beginning_says_who_plays_with_whom_and_what_a_first_meld_needs() -> None:
    session = Sitting("black-heart-rum", 4, teams=2).deal()
    told = [line.text for line in session.lines]
    assert told[1] == ("Teams: North & South, East & West. With teams on nobody talks in private here: what you say, all hear.")
    assert told[2] == "A first meld holds at least three cards, attendants among them."
    text = shown(session.model, 120, 40)
    assert "with you · opens with 3" in text
    assert "You, North · 0 points · with South · opens with 3" in text
    assert "nobody talks in private" in "\n".join(read_line(session.model, "/help").lines)
    assert session.model.digs, "the pile lies spread from the first card on"


def test_who_sits_down_later_is_told_too() -> None:
    session = Sitting("black-heart-rum", 4, teams=2).deal()
    late = Sitting("black-heart-rum", 4, teams=2)
    late.hear(WelcomeNews(0, 0, session.model.view, [], None))
    assert late.lines[0].text.startswith("Teams: North & South, East & West.")
    assert late.lines[1].text.startswith("A first meld holds at least three cards")
    assert late.model.digs


def test_totals_are_those_of_the_teams_and_so_is_what_opens() -> None:
    session = Sitting("black-heart-rum", 4, teams=2)
    session.match.totals[:] = [120, -5]
    session.deal()
    assert session.lines[-2].text == (
        "Cards that a first meld holds at least, attendants among them: North & South 4 · East & West 1."
    )
    text = shown(session.model, 120, 40)
    assert "South  120 points" in text
    assert "East  -5 points" in text
    assert "with you · opens with 4" in text
    assert read_line(session.model, "/scores").lines[0] == "Totals: North & South 120 · East & West -5"


def test_what_opens_goes_from_the_plates_when_a_team_has_opened() -> None:
    session = Sitting("black-heart-rum", 4, teams=2).deal()
    while not (opened := [line.text for line in session.lines if " melds " in line.text or "You meld" in line.text]):
        session.move(session.turn()[0])
    assert opened
    least = session.model.view.notes["first_meld"]
    assert sorted(least) == [0, 0, 3, 3]
    assert least[0] == least[2]


def test_questions_and_answers() -> None:
    session = Sitting("black-heart-rum", 4, teams=2).deal()
    for _ in range(400):
        session.until_mine()
        if not session.on or session.model.actions("ask"):
            break
        session.mine("draw stock" if session.model.actions("draw", "stock") else str(session.model.offers[-1]))
    model = session.model
    assert ("ask-open", "ask: first meld?") in commands.bar(model)
    assert press(model, "f") == Act("ask open")
    assert session.mine("ask open") == ""
    assert model.log.lines[-1].text == "You ask to make the first meld."
    assert "Waiting for South" in prompts.prompt(model)
    session.act(2, "yes")
    assert model.log.lines[-1].text == "South says yes."
    assert prompts.prompt(model) == "Your turn: your team said yes: make its first meld now."
    press(model, "m")
    wish = press(model, "m")
    assert isinstance(wish, Act)
    assert session.mine(wish.text) == ""
    assert "granted" not in model.view.notes


def test_a_teammate_is_asked_in_a_sentence() -> None:
    model = seated("7S 8S", ["yes", "no"], ask=[2, "open"], teams=2)
    assert prompts.prompt(model) == "Your turn: South asks: may I make our first meld? Answer y or n."
    assert press(model, "y") == Act("yes")
    assert press(model, "n") == Act("no")
    model.view.notes["ask"] = [2, "out"]
    assert "may I go out?" in prompts.prompt(model)
    press(model, "t")
    assert model.notice.startswith("With teams on nobody talks in private")


def test_digs_worth_it_are_marked_and_pointed_at() -> None:
    model = seated("7S 8S TC", ["draw stock", "draw discard 2"], spread=True)
    assert "pile •4♣  5♥" in shown(model)
    assert press(model, "d") is None
    assert model.notice.startswith("The top card could not be melded at once")
    press(model, "down")
    assert model.notice == f"draw discard 2: binds {face(cards('4C')[0])}, to be melded at once."
    assert press(model, "enter") == Act("draw discard 2")


@pytest.mark.parametrize("game", ["black-heart-rum", "500-rummy"])
def test_who_looks_on_sees_the_pile_spread_from_the_first_card_on(game: str) -> None:
    model = Sitting(game, 4, seat=-1).deal().model
    assert f"pile  {face(model.view.pile('discard')[0])}" in shown(model)


def test_melds_are_told_with_their_attendants() -> None:
    told = [line.text for line in teams(300).lines]
    assert any(" with " in text and "♥" in text.split(" with ")[1] for text in told if " meld" in text)
    assert any("BJ=" in text for text in told)


@pytest.mark.parametrize("seats", [2, 7, 8])
def test_every_size_is_filled_exactly(seats: int) -> None:
    session = Sitting("black-heart-rum", seats, seed="sizes").deal()
    for step in range(120):
        if not session.on:
            break
        for width, height in ((80, 24), (60, 20), (120, 40), (100, 30))[step % 2 :: 2]:
            painted = rows(session.model, width, height)
            assert [sum(cells(text) for _, text in row) for row in painted] == [width] * height
        session.move(session.turn()[0])


def test_a_crowded_table_shows_every_meld_by_its_ends() -> None:
    lying = tuple(Meld("sequence", tuple(cards("2S 3S 4S 5S 6S 7S 8S 9S TS"))) for _ in range(9))
    text = shown(seated("7S 8S", ["discard 7S"], lying, spread=True))
    assert text.count("2♠–10♠") == 9


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_the_table_is_the_one_that_is_kept(width: int, height: int, kept: Kept) -> None:
    lines = paint(teams(30).model, width, height).lines()
    edge = "+" + "-" * width + "+"
    framed = [f"|{line}{' ' * (width - cells(line))}|" for line in lines]
    kept(f"black-heart-teams-{width}x{height}", "\n".join([edge, *framed, edge]) + "\n")


# --- an opponent without a seat --------------------------------------------------------------------------------------------


def alone() -> Sitting:
    return Sitting("black-heart-solitaire", 1).deal()


def test_the_opponent_has_a_plate_and_says_why_it_does_what_it_does() -> None:
    session = alone()
    told = [line.text for line in session.lines]
    assert "The opponent melds its up card 2♥ with J♣: royalty and a heart." in told
    assert told[-1] == "The opponent discards 5♣, which matches neither its meld card nor 6♥, its new up card."
    text = shown(session.model, 120, 40)
    assert "3 cards face down · up card 6♥ · meld card 7♠ on 5" in text
    assert "opponent's melds: 2♥ J♣ K♣ RJ BJ 7♠" in text
    assert "lays its up card 7♠ on its meld card BJ: a joker matches anything." in text.split("Your turn")[0]
    assert "The opponent  0 points" in shown(session.model)
    lines = read_line(session.model, "/melds").lines
    assert lines[0] == "The opponent: 3 cards face down · up card 6♥ · meld card 7♠ on 5."


def test_the_opponent_goes_out_and_its_score_is_told() -> None:
    session = alone().play_out()
    told = [line.text for line in session.lines]
    assert "The deal is over: the opponent went out." in told
    assert not any(" from " in text and " to " in text for text in told)
    assert told[-1].startswith("Totals: North ")
    assert " · the opponent " in told[-1]
