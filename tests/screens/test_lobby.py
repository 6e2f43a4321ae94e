"""The lobby: arrow keys and letters, and the words of a command come out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rumpus.client.canvas import cells
from rumpus.client.lobby import Lobby, paint
from screen_tables import catalogue

TITLES = ("Basic Rummy", "Gin Rummy", "Hearts")


@pytest.fixture
def lobby() -> Lobby:
    return Lobby([game for game in sorted(catalogue().games.values(), key=lambda game: game.title) if game.title in TITLES])


def press(lobby: Lobby, *keys: str) -> list[str] | None:
    words = None
    for key in keys:
        words = lobby.press(key)
    return words


def test_arrows_and_enter_play_a_game(lobby: Lobby) -> None:
    assert press(lobby, "down", "down", "enter") == ["play", "hearts"]
    assert press(lobby, "down", "enter") == ["play", "basic-rummy"]
    assert press(lobby, "up", "space") == ["play", "hearts"]
    assert press(lobby, "home", "pagedown", "pageup", "end", "h") == ["host", "hearts"]


def test_a_letter_goes_to_a_game_and_arrows_choose_the_seats(lobby: Lobby) -> None:
    assert press(lobby, "g", "enter") == ["play", "gin-rummy"]
    assert press(lobby, "b", "right", "right", "left", "enter") == ["play", "basic-rummy", "--seats", "3"]
    assert press(lobby, *(["right"] * 9), "enter") == ["play", "basic-rummy", "--seats", "6"]
    assert press(lobby, "down", "enter") == ["play", "gin-rummy"]


def test_an_invite_is_typed_or_pasted(lobby: Lobby) -> None:
    assert press(lobby, "j", "a", "b", "enter") is None
    assert "one long word" in lobby.notice
    assert press(lobby, "c-u", *"rumpus1-abc", "enter") == ["join", "rumpus1-abc"]
    assert press(lobby, "escape") is None
    assert lobby.entry is None
    assert press(lobby, "j", *"rumpus", "space", *"join", "space", *"rumpus1-abc", "enter") == ["join", "rumpus1-abc"]


def test_one_goes_with_q_or_ctrl_c(lobby: Lobby) -> None:
    assert press(lobby, "q") == []
    assert press(lobby, "c-c") == []
    assert press(Lobby([]), "down", "right", "enter") is None


def test_the_lobby_is_the_one_that_is_kept(lobby: Lobby, kept: Callable[[str, str], None]) -> None:
    press(lobby, "down", "down", "left")
    lines = paint(lobby, 80, 24).lines()
    kept("lobby-80x24", "\n".join(f"|{line}{' ' * (80 - cells(line))}|" for line in lines) + "\n")
    for width, height in ((60, 20), (120, 40), (30, 8), (1, 1)):
        assert all(cells(line) <= width for line in paint(lobby, width, height).lines())
