"""Four people switch between games over real processes: two of them lack the host's plugin, and nobody leaves or comes again."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from pathlib import Path

from plain_guests import PATIENCE, Process, end, table

PLUGIN = '''"""Two house rules of this house."""

from rumpus.core.cards import QS
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1


@hookimpl
def rumpus_house_rules():
    return [
        HouseRule("our-lady-breaks", "The queen of spades breaks hearts.", {"breakers": lambda cards: cards | {QS}}),
        HouseRule("our-short-match", "The match is over at 30 points.", {"target": lambda target: 30}),
    ]
'''
NAMES = ("Ann", "Bob", "Cat", "Dan")
TOTALS = re.compile(r"(\w+) (-?\d+)")


class People:
    """The line clients, each with a thread that reads it and plays whatever it is offered."""

    def __init__(self, seated: list[Process]) -> None:
        self.seated = seated
        self.heard = threading.Condition()
        for guest in seated:
            threading.Thread(target=self._play, args=(guest,), daemon=True).start()

    def _play(self, guest: Process) -> None:
        while (line := guest.next_line()) is not None:
            if line.startswith("your turn:"):
                offers = [each.strip() for each in line.removeprefix("your turn:").split("·")]
                eager = [each for each in offers if each.startswith(("knock", "draw stock"))]
                guest.type((eager or offers[-1:])[0])
            with self.heard:
                self.heard.notify_all()

    def until(self, begins: str, times: int = 1, but: Process | None = None) -> None:
        """Waits until each of these clients has said so many lines that begin so."""

        def silent() -> list[Process]:
            return [guest for guest in self.seated if guest is not but and count(guest, begins) < times]

        with self.heard:
            came = self.heard.wait_for(lambda: not silent(), 4 * PATIENCE)
        assert came, [(guest.words[-1], guest.lines[-12:], guest.errors) for guest in silent()]


def count(guest: Process, begins: str) -> int:
    """How many lines so far begin like this."""
    return sum(line.startswith(begins) for line in guest.lines)


def vote(people: People, by: Process, text: str, title: str) -> None:
    """Somebody proposes a game, everybody else says yes, and it is on the table."""
    proposed, lies = f"{by.words[-1]} proposes {title}", f"The table plays {title} now"
    before = count(by, lies)
    by.type(text)
    people.until(proposed, but=by)
    for guest in people.seated:
        if guest is not by:
            guest.type("/vote yes")
    people.until(lies, before + 1)


def match_totals(lines: list[str]) -> list[dict[str, int]]:
    """What every match came to, as somebody with a pencil reads it from the totals lines; a game's grand totals come last."""
    found: list[dict[str, int]] = []
    last: dict[str, int] = {}
    for line in lines:
        if line.startswith(("totals:", "Grand totals:")):
            last = {name.replace("You", "Bob"): int(points) for name, points in TOTALS.findall(line)}
        if line.startswith("Grand totals:"):
            found[-1] = last
        elif line.endswith(("wins the match.", "win the match.")):
            found.append(last)
    return found


def test_hearts_then_spot_hearts_then_gin_with_two_looking_on_then_hearts_again(tmp_path: Path) -> None:
    plugin = tmp_path / "ours.py"
    plugin.write_text(PLUGIN, encoding="utf-8")
    seated: list[Process] = []
    words = ("hearts", "-o", "target=5", "--plugin", str(plugin), "--seed", "switching", "-t", "vote_time=120")
    with table(tmp_path, *words) as (_, invite):
        try:
            for name in NAMES:
                more = ("--plugin", str(plugin)) if name in ("Ann", "Bob") else ()
                seated.append(Process(tmp_path / name, "join", invite, "--plain", *more, "--name", name))
                seated[-1].wait_for("Hearts for 4 seats")
            people = People(seated)
            ann, _, cat, dan = seated
            people.until("The same again? Answer")
            vote(people, cat, "/propose spot-hearts -r our-lady-breaks -r our-short-match", "Spot Hearts")
            assert any("House rule our-lady-breaks: The queen of spades breaks hearts." in line for line in dan.lines)
            assert any(line.startswith("The charter has changed: the game is now Spot Hearts") for line in dan.lines)
            people.until("The same again? Answer", 2)
            vote(people, dan, "/propose gin-rummy -o target=25 --sit Dan,Bob", "Gin Rummy")
            assert any("Ann looks on, and seat 1 waits for Ann." in line for line in ann.lines)
            people.until("The same again? Answer", 3)
            vote(people, ann, "/propose hearts -o target=5", "Hearts")
            assert any("Ann sits again." in line for line in ann.lines)
            people.until("The same again? Answer", 4)
            for guest in seated:
                guest.type("/scores")
            people.until("Dan: ")
            for guest in seated:
                check(guest)
        finally:
            for guest in seated:
                end(guest)
    check_book(seated[0], seated[1])


def check(guest: Process) -> None:
    """Nobody came again, and nobody was refused anything."""
    assert not any(line.startswith(("Reconnecting", "refused:", "The host has been silent")) for line in guest.lines)
    assert sum(line == "You are at the table." for line in guest.lines) <= 1


def check_book(ann: Process, bob: Process) -> None:
    """The book that both were shown is what the totals lines come to: Bob sat in every match."""
    played = match_totals(bob.lines)
    games = ["hearts", "spot-hearts", "gin-rummy", "hearts"]
    book = [line for line in bob.lines if re.match(r"(hearts|spot-hearts|gin-rummy): ", line)][-4:]
    assert [line.split(":")[0] for line in book] == games
    points: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    wins: dict[str, int] = defaultdict(int)
    matches: dict[str, int] = defaultdict(int)
    for game, line, totals in zip(games, book, played, strict=True):
        won, _, rest = line.partition(": ")[2].partition(" won, ")
        named = {name: int(total) for name, total in TOTALS.findall(rest)}
        assert named == totals, line
        for name in won.split(" and "):
            wins[name] += 1
        for name, total in named.items():
            matches[name] += 1
            points[name][game] += total
    assert matches == {"Ann": 3, "Bob": 4, "Cat": 3, "Dan": 4}
    for name in NAMES:
        told = [line for line in bob.lines if line.startswith(f"{name}: ")][-1]
        count = f"{matches[name]} matches"
        assert told.startswith(f"{name}: {wins[name]} won of {count}; points: "), told
        said = {game: int(total) for game, total in re.findall(r"([a-z-]+) (-?\d+)", told.partition("points: ")[2])}
        assert said == dict(points[name])
        assert told in ann.lines


def test_only_the_client_that_opened_the_table_closes_it(tmp_path: Path) -> None:
    host = Process(tmp_path / "Ann", "host", "gin-rummy", "--plain", "--bind", "127.0.0.1", "--port", "0", "--name", "Ann")
    guest = Process(tmp_path / "Bob", "join", host.wait_for("invite:"), "--plain", "--name", "Bob")
    try:
        guest.wait_for("You hold")
        guest.type("/close")
        guest.wait_for("Only whoever opened the table closes it")
        assert not any("owner" in line for line in [*host.lines, *guest.lines])
        host.type("/close")
        guest.wait_for("The host has closed the table.")
        assert [host.exit_status(), guest.exit_status()] == [0, 0]
    finally:
        end(guest)
        end(host)
