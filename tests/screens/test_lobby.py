"""The lobby: arrow keys and letters, and the words of a command come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from rumpus.client.cli.lobby import Lobby, paint
from rumpus.client.session.discovery import FoundTable
from rumpus.client.text.canvas import cells
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


def test_past_matches_are_the_history(lobby: Lobby) -> None:
    assert press(lobby, "p") == ["history"]


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


def test_an_address_and_a_code_are_typed_as_the_screen_of_the_host_shows_them(lobby: Lobby) -> None:
    typed = [("space" if char == " " else char) for char in "rumpus join 192.168.1.20:7777 7-otter-lamp"]
    assert press(lobby, "j", *typed, "enter") == ["join", "192.168.1.20:7777", "7-otter-lamp"]


DEN = FoundTable("Den", "10.0.0.5", 7777, "ab" * 16, "k" * 40, "hearts", 4, 2, 1, open=True)


def test_the_tables_of_the_network_are_listed_and_joined_with_the_code(lobby: Lobby) -> None:
    press(lobby, "n")
    assert lobby.nearby is not None
    assert "Listening" in "\n".join(paint(lobby, 100, 24).lines())
    lobby.nearby.hear([DEN, replace(DEN, name="Attic", table="cd" * 16, known=True)])
    shown = "\n".join(paint(lobby, 100, 24).lines())
    assert "Den · hearts · 2 of 4 free · 10.0.0.5:7777 · new" in shown
    assert press(lobby, "enter", *"7-otter", "enter") is None
    assert "number and two words" in lobby.nearby.notice
    assert press(lobby, *"-lamp", "enter") == ["join", "10.0.0.5:7777", "7-otter-lamp"]
    assert press(lobby, "escape", "down", "enter") == ["join", "10.0.0.5:7777"], "a known table needs no code"
    assert press(lobby, "w") == ["join", "10.0.0.5:7777", "--watch"]
    assert press(lobby, "escape") is None
    assert lobby.nearby is None


def test_a_table_that_does_not_answer_or_has_another_key_is_not_joined(lobby: Lobby) -> None:
    press(lobby, "n")
    assert lobby.nearby is not None
    lobby.nearby.hear([replace(DEN, known=True, changed=True), replace(DEN, table="cd" * 16, open=False)])
    assert press(lobby, "enter") is None
    assert "ask the host in person" in lobby.nearby.notice
    assert press(lobby, "down", "enter") is None
    assert "does not answer" in lobby.nearby.notice
    press(lobby, "r")
    assert lobby.nearby.fresh
    assert not lobby.nearby.tables


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
