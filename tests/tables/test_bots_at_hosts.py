"""Every kind of bot in every game that it claims, at a real host: it plays there as if it had heard everything.

The record of the match is read again: at each decision of a bot two others of its kind are asked, one that heard the deal from
its first card, and one that came when the bot at the host did. What the host's bot played is always what the second would play,
and nearly always what the first would.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from late_bots import Seat
from plain_guests import Process, table
from rumpus.core.actions import read_action
from rumpus.core.bots import BotKind
from rumpus.core.cards import read_card
from rumpus.core.game import Game
from rumpus.core.hooks import find_plugins
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import bot_stream
from rumpus.net.table.revisions import KEPT
from sat_in import ALWAYS, FIRST_DECISION, ComesAndGoes, watch

SEED = "bots at hosts"
ALIKE = 0.95
SHORT = {
    "contract-rummy": "deals=3",
    "hearts": "target=35", "omnibus-hearts": "target=35", "shoot-the-sun": "target=35",
    "black-maria": "target=90", "spot-hearts": "target=90",
    "500-rummy": "target=500", "black-heart-rum": "target=500", "black-heart-solitaire": "target=500",
    "broken-hearts": "target=250",
    "basic-rummy": "target=40", "block-rummy": "target=40",
}  # fmt: skip
"""Matches of some deals."""
OTHERWISE = "target=60"


def short(game: Game) -> dict[str, int]:
    """The options of a match of some deals."""
    name, _, value = SHORT.get(game.name, OTHERWISE).partition("=")
    return {name: int(value)}


@dataclass
class Judged:
    """The decisions of bots at a host, and those that were others than they should be, each told."""

    decisions: int = 0
    unlike_who_came_then: list[str] = field(default_factory=list)
    unlike_who_heard_all: list[str] = field(default_factory=list)


def judge(game: Game, record: dict, kind: BotKind, person: ComesAndGoes | None = None) -> Judged:
    """Reads a match again, in which perhaps a person came and went."""
    found, match = Judged(), Match(game.charter(len(record["seats"]), short(game)), record["dealer"])
    seats = [Seat(kind, seat, match.charter, SEED) for seat in range(len(record["seats"]))]
    counts = [FIRST_DECISION] * len(seats)
    for number, told in enumerate(record["deals"]):
        deck = [card for name in told["deck"].split() if (card := read_card(name)) is not None]
        deal = match.open_deal(deck, story=True)
        for seat in seats:
            seat.begin()
        for at, (who, text) in enumerate(told["actions"]):
            seat, offers = seats[who], deal.offers(who)
            seat.catch_up(deal)
            action = read_action(text)
            all_heard = seat.bot.choose(seat.view, offers)
            own = person is not None and who == person.seat and counts[who] in person.own
            if own or (person is not None and who == person.seat and counts[who] in person.left_before):
                seat.standin = None
            if not own:
                if seat.standin is None:
                    seat.standin = kind.make(who, match.charter, bot_stream(SEED, who))
                    seat.standin.hear(seat.story if at < KEPT else seat.view.retold())
                found.decisions += 1
                where = f"deal {number}, action {at} of seat {who}: {action}"
                if (then := seat.standin.choose(seat.view, offers)) != action:
                    found.unlike_who_came_then.append(f"{where}, not {then}")
                if all_heard != action:
                    found.unlike_who_heard_all.append(f"{where}, not {all_heard}")
            counts[who] += 1
            deal.act(who, action)
        if deal.over:
            match.settle(deal)
            for seat in seats:
                seat.catch_up(deal)
    return found


def words(game: Game, kind: BotKind, bots: int) -> list[str]:
    """How the host is started."""
    options = [f"-o{name}={value}" for name, value in short(game).items()]
    settings = ["-tgrace=0", "-tbot_time=300"]  # the bots' process may begin late on a busy machine
    seats = ["--seats", str(game.default_seats), "--bots", str(bots), "--bot", kind.name]
    return [game.name, *seats, *options, *settings, "--matches", "1", "--seed", SEED]


def saved(home: Path) -> dict:
    """The record of the one match that this host's machine has kept."""
    history = Process(home / "host", "history", "--save", str(home / "records"))
    assert history.exit_status() == 0
    [path] = (home / "records").glob("*.json")
    return json.loads(path.read_text())


def ended_well(host: Process) -> None:
    """The host has closed the table by itself, and has nothing to complain of."""
    assert host.exit_status() == 0
    assert host.errors == []


def claims() -> list[object]:
    """Each kind of bot in each game that it claims; the random one in a few, and in the others where there is time."""
    found = find_plugins()
    claimed: list[object] = []
    for name, game in sorted(found.games.items()):
        for kind in found.bots:
            if kind.plays(game):
                slow = kind.name == "random" and name not in ("gin-rummy", "hearts")
                claimed.append(pytest.param(game, kind, id=f"{name}-{kind.name}", marks=[pytest.mark.slow] if slow else []))
    return claimed


@pytest.mark.parametrize(("game", "kind"), claims())
def test_all_seats_at_once(game: Game, kind: BotKind, tmp_path: Path) -> None:
    with table(tmp_path, *words(game, kind, game.default_seats)) as (host, invite):
        if kind.name == "random" and game.family != "tricks":  # whose matches may never end
            watch(invite, 300)
            assert host.errors == []
            return
        ended_well(host)
    judged = judge(game, saved(tmp_path), kind)
    assert judged.decisions > 0
    assert judged.unlike_who_heard_all == []


@pytest.mark.parametrize(("game", "kind"), claims())
def test_a_stand_in_in_each_phase_and_across_into_the_next_deal(game: Game, kind: BotKind, tmp_path: Path) -> None:
    basic = find_plugins().bot("basic", game)
    assert basic is not None
    with table(tmp_path, *words(game, kind, game.default_seats - 1)) as (host, invite):
        stays = ALWAYS if kind.name == "basic" else 60
        ann = ComesAndGoes(invite, game.charter(game.default_seats, short(game)), basic, stays)
        ann.play()
        ended_well(host)
    judged = judge(game, saved(tmp_path), kind, ann)
    assert len(ann.left_at) > 1, ann.left_at
    assert judged.unlike_who_came_then == []
    if kind.name != "random":  # a stand-in draws from its own beginning, and random plays nothing but what it draws
        assert len(judged.unlike_who_heard_all) <= (1 - ALIKE) * judged.decisions, judged
