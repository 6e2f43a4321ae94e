"""The log: sentences that are made when they are read are the same as those that are made at once."""

from __future__ import annotations

from typing import Any

import pytest
from rumpus.client.model.log import LINES, UNREAD, Log
from rumpus.client.model.model import Model
from rumpus.client.text.events import Names
from rumpus.client.text.log_lines import LogLine
from rumpus.core.events import View
from rumpus.net.guest.events import SayNews, TableNews, WelcomeNews
from rumpus.net.protocol.messages import SeatLine
from screen_tables import NAMES, Sitting

NORTH = Names(("North", "East"), -1)
DEAL = [["deal", 0, 0], ["zone", 0, "hand", 0, "none", 1], ["zone", 1, "trick", -1, "all", 0], ["note", "turn", [0]]]


class Two(Sitting):
    """The same news for a model that is read at once and for one that is not read."""

    late: Model | None = None

    def hear(self, *news: Any) -> None:
        self.late = self.late or Model()
        for each in news:
            super().hear(each)
            self.late.hear(each)


@pytest.mark.parametrize("game", ["hearts", "gin-rummy", "500-rummy", "contract-rummy", "black-heart-rum"])
@pytest.mark.parametrize("seat", [0, -1])
def test_a_log_that_is_read_late_says_the_same(game: str, seat: int) -> None:
    table = Two(game, 3 if game != "gin-rummy" else 2, seat)
    table.deal().play(20)
    table.hear(SayNews("East", "hm"))
    names = (NAMES[0], "Zoe", *NAMES[2:])
    table.hear(TableNews(table.state(seats=[SeatLine(names[n], "person") for n in range(table.seats)])))
    table.play(150)
    if not table.on:
        table.deal().play(10)
    assert table.late is not None
    told = [line.text for line in table.lines]
    for name in ("East ", "Zoe "):
        assert any(name in text for text in told)
    assert list(table.late.log.lines) == table.lines[-LINES:]
    assert table.late.log.written == len(table.lines)


def test_the_lines_since_some_moment() -> None:
    log = Log()
    log.add([LogLine("table", "one")])
    written = log.written
    assert log.since(written) == []
    log.begin(View(-1))
    log.follow([*DEAL, ["move", [14], 0, 1]], NORTH)
    log.add([LogLine("talk", "well", "East")])
    assert [line.text for line in log.since(written)] == ["Deal 1: North deals.", "North plays 3♦.", "well"]
    log.add(LogLine("table", str(n)) for n in range(LINES + 5))
    assert len(log.since(written)) == len(log.lines) == LINES


def test_what_nobody_reads_is_not_kept_for_ever_and_nothing_of_it_is_lost() -> None:
    log = Log()
    log.begin(View(-1))
    for _ in range(UNREAD):
        log.follow(DEAL, NORTH)
        log.add([LogLine("talk", "well", "East")])
        assert len(log._unread) <= UNREAD
    assert log.written == 2 * UNREAD
    assert [line.text for line in log.lines] == ["Deal 1: North deals.", "well"] * (LINES // 2)


def test_what_cannot_be_put_into_words_costs_its_sentence_and_nothing_else() -> None:
    log = Log()
    log.begin(View(-1))
    log.follow([*DEAL, ["note", "scores", 7], ["move", [14], 0, 1]], NORTH)
    log.add([LogLine("talk", "hm", "East")])
    for _ in range(2):
        assert [line.text for line in log.lines] == ["Deal 1: North deals.", "North plays 3♦.", "hm"]


@pytest.mark.parametrize(
    "event", [["note"], ["note", "teams", 2**63], ["note", "teams", 3], ["note", "scores", 7], ["note", "ended", {}]]
)
def test_what_a_host_says_of_a_welcome_that_nobody_can_put_into_words_is_not_said(event: list[Any]) -> None:
    model = Model()
    model.hear(WelcomeNews(0, 3, View(0), [event, ["note", "scores", [1, 2]]], None))
    assert all("Teams" not in line.text for line in model.log.lines)
