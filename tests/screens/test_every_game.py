"""Any installed game can be shown: no event is told clumsily, no screen overflows, no key fails."""

from __future__ import annotations

import pytest
from rumpus.client.input.key_bindings import BY_KEY, press
from rumpus.client.model.intents import Act
from rumpus.client.screen.layout import paint, rows
from rumpus.client.text.canvas import cells
from screen_tables import Sitting, catalogue

ACTIONS = 250


@pytest.mark.parametrize("game", sorted(catalogue().games))
def test_a_deal_is_shown_from_beginning_to_end(game: str) -> None:
    seats = catalogue().games[game].default_seats
    session = Sitting(game, seats, seed=f"shown {game}").deal()
    sizes = ((80, 24), (60, 20), (120, 40))
    for step in range(ACTIONS):
        if not session.on:
            break
        width, height = sizes[step % 3]
        assert all(sum(cells(text) for _, text in row) == width for row in rows(session.model, width, height))
        session.move(session.turn()[0])
    told = [line.text for line in session.lines]
    clumsy = [text for text in told if " from " in text and " to " in text]
    assert not clumsy
    assert all(text.endswith((".", "!", "?")) for text in told)


@pytest.mark.parametrize("game", sorted(catalogue().games))
def test_every_key_at_every_turn_does_something_sensible(game: str) -> None:
    seats = catalogue().games[game].default_seats
    session = Sitting(game, seats, seed=f"keys {game}").deal()
    for _ in range(60):
        session.until_mine()
        if not session.on:
            break
        model = session.model
        for key in [*BY_KEY, *"123456789"]:
            wish = press(model, key)
            if isinstance(wish, Act):
                assert any(wish.text.split()[0] == str(offer).split()[0] for offer in model.offers), (key, wish.text)
            model.entry = None
            model.overlay = ""
            model.picked.clear()
            model.leaving = False
        paint(model, 80, 24)
        session.move(session.seat)
