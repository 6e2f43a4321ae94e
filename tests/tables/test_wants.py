"""Contract Rummy's offers over the network: who wants no card, or kings only, is asked about nothing else."""

from __future__ import annotations

import re
import threading
from pathlib import Path

from plain_guests import Process, end, table, type_to_the_end

TOP = re.compile(r"(?:The upcard is|discards?) (\S+?)\.$")
"""What comes to lie on the pile, as a guest is told it."""


def declines_and_throws_kings(offers: list[str]) -> str:
    """Take nothing and meld nothing; throw a king as soon as one is held, so that the others are offered it."""
    for start in ("pass", "draw stock", "discard K"):
        found = [offer for offer in offers if offer.startswith(start)]
        if found:
            return found[0]
    return next(offer for offer in offers if offer.startswith("discard"))


def offered(guest: Process) -> list[str]:
    """The cards that a guest was asked to buy, as it was told of them."""
    asked, top = [], "?"
    for line in guest.lines:
        found = TOP.search(line)
        top = found[1] if found else top
        if line.startswith("your turn:") and "buy" in line:
            asked.append(top)
    return asked


def sit_down(home: Path, invite: str, name: str, want: str, seated: list[Process]) -> None:
    """A guest that says at once what it wants to be asked about, and hears that the table knows."""
    guest = Process(home / name, "join", invite, "--plain", "--name", name)
    seated.append(guest)
    if want:
        guest.type(f"/want {want}")
        guest.wait_for("You are asked about")


def test_who_wants_nothing_or_kings_only_is_asked_about_nothing_else(tmp_path: Path) -> None:
    words = ("contract-rummy", "--seats", "3", "-o", "deals=1", "-o", "max_turns_over=1", "--matches", "1", "--seed", "wants")
    seated: list[Process] = []
    with table(tmp_path, *words) as (host, invite):
        try:
            sit_down(tmp_path, invite, "Nobody", "none", seated)
            sit_down(tmp_path, invite, "Kings", "K", seated)
            sit_down(tmp_path, invite, "Anything", "", seated)
            type_to_the_end(seated, declines_and_throws_kings)
            assert [guest.exit_status() for guest in seated] == [0, 0, 0]
            assert host.exit_status() == 0
        finally:
            for guest in seated:
                end(guest)
    nobody, kings, anything = (offered(guest) for guest in seated)
    assert nobody == []
    assert kings
    assert {card[0] for card in kings} == {"K"}
    assert len({card[0] for card in anything}) > 3, "the third is asked about whatever comes"
    assert not any(line.startswith("refused:") for guest in seated for line in guest.lines)


def test_a_wish_is_taken_back_while_the_game_goes_on(tmp_path: Path) -> None:
    """Who wanted nothing and now wants all is asked again."""
    words = ("contract-rummy", "--seats", "3", "--seed", "again")
    seated: list[Process] = []
    with table(tmp_path, *words) as (_, invite):
        try:
            for name, want in (("Nobody", "none"), ("Kings", "K"), ("Anything", "")):
                sit_down(tmp_path, invite, name, want, seated)
            nobody = seated[0]
            players = [threading.Thread(target=answer, args=(guest,), daemon=True) for guest in seated[1:]]
            for player in players:
                player.start()
            for _ in range(3):
                play_a_turn(nobody)
            assert offered(nobody) == []
            nobody.type("/want all")
            nobody.wait_for("You are asked about every card")
            while not offered(nobody):
                nobody.type(declines_and_throws_kings(nobody.wait_for("your turn:").split(" · ")))
        finally:
            for guest in seated:
                end(guest)


def answer(guest: Process) -> None:
    """Type for a guest until it is ended."""
    while (line := guest.next_line()) is not None:
        if line.startswith("your turn:"):
            guest.type(declines_and_throws_kings(line.removeprefix("your turn:").strip().split(" · ")))


def play_a_turn(guest: Process) -> None:
    """Type for a guest until it has discarded."""
    chosen = ""
    while not chosen.startswith("discard"):
        chosen = declines_and_throws_kings(guest.wait_for("your turn:").split(" · "))
        guest.type(chosen)
