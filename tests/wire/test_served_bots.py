"""Bots, plugins and asyncio guests over real sockets, the host in a process of its own."""

import asyncio
import os
import signal

import pytest
from rumpus.net.guest.client import Guest
from rumpus.net.guest.events import Answered, Ended, Heard, LinkNews, SayNews, TableNews, WelcomeNews
from rumpus.net.identity.keys import new_pair
from rumpus.net.table.engine import core_offers
from served import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and /proc")


def test_bots_play_matches_among_themselves_and_the_host_exits(serve):
    table = serve(bots=4, headless=True, matches=2, options={"target": 10})
    watcher = table.guest("W", watch=True)
    table.until(lambda: watcher.link.state == "over")
    assert table.process.wait(20) == 0
    book = [each for each in watcher.told if isinstance(each, TableNews)][-1].state.book
    assert len(book) == 2
    assert [each.code for each in watcher.told if isinstance(each, Ended)] == ["closed"]
    assert table.logged() == ""


def test_the_same_seed_plays_the_same_evening(serve):
    def totals():
        slow_start = {"bot_time": 300}  # the bots' process may begin late on a busy machine
        table = serve(bots=4, headless=True, matches=1, options={"target": 10}, seed="again", settings=slow_start)
        watcher = table.guest("W", watch=True)
        table.until(lambda: watcher.link.state == "over")
        return [each for each in watcher.told if isinstance(each, TableNews)][-1].state.book

    assert totals() == totals()


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


def test_a_bots_process_that_dies_is_started_again(serve):
    table = serve(bots=3, settings={"bot_time": 30})
    guest = table.guest("Ann")
    table.play(3)
    [worker] = children(table.process.pid)
    os.kill(worker, signal.SIGKILL)
    table.play(5)
    table.same()
    assert "started again" in table.logged()
    assert guest.link.state == "live"


BAD_PLUGIN = """
from rumpus.core.bots import Bot, BotKind
from rumpus.core.hooks import find_plugins, hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1


def step(deal, seat, action):
    if str(action) == "play 3C":
        raise RuntimeError("the deck is " + str(deal.at))


class Lazy(Bot):
    def choose(self, view, offers):
        raise ValueError("no idea")


@hookimpl
def rumpus_house_rules():
    return [HouseRule("no-three", "The three of clubs breaks things.", {"after": lambda steps: (*steps, step)})]


@hookimpl
def rumpus_bots():
    return [BotKind("lazy", Lazy, lambda game: True)]
"""


def test_a_plugin_file_that_raises_loses_its_action_only(serve, tmp_path):
    plugin = tmp_path / "bad.py"
    plugin.write_text(BAD_PLUGIN)
    table = serve(plugins=[str(plugin)], house_rules=["no-three"])
    guests = table.everybody()
    for guest in guests:
        table.until(lambda guest=guest: guest.offer is not None and guest.offer.gives)
        kept = [card for card in guest.view.hand() if card not in (0, 1)]
        from rumpus.core.actions import Action

        guest.act(str(Action("give", tuple(kept[:3]))))
        table.answer(guest)
    table.until(lambda: any(guest.offer and guest.offer.acts for guest in guests))
    answers = []
    while not answers:
        table.until(lambda: any(guest.offer and not guest.link.pending for guest in guests))
        mover = next(guest for guest in guests if guest.offer and not guest.link.pending)
        acts = mover.offer.acts
        mover.act("play 3C" if "play 3C" in acts else acts[0])
        got = table.answer(mover)
        if not got.ok:
            answers.append(got)
    assert answers[0].code == "plugin"
    assert "RuntimeError" in answers[0].text
    assert "deck" not in answers[0].text
    assert "RuntimeError" in table.logged()
    assert table.process.poll() is None
    table.same()


def test_a_bot_that_raises_loses_its_choice_only(serve, tmp_path):
    plugin = tmp_path / "bad.py"
    plugin.write_text(BAD_PLUGIN)
    table = serve("gin-rummy", plugins=[str(plugin)], bots=1, bot="lazy")
    ann = table.guest("Ann")
    table.play(8)
    table.until(lambda: any("failed" in text for text in table_says(ann)))
    assert table_says(ann).count("Bot 1's program failed; for now it plays as the clock would.") == 1
    logged = table.logged()
    assert logged.count("lazy raised ValueError: no idea") == 1
    assert f"{plugin}, line 16, in choose" in logged, "where it happened is told"
    assert "no idea" not in " ".join(table_says(ann)), "what a program says of itself may hold cards"


def table_says(guest):
    return [each.text for each in guest.told if isinstance(each, SayNews) and not each.name]


def test_a_stand_in_whose_program_fails_is_named_after_whom_it_plays_for(serve, tmp_path):
    plugin = tmp_path / "bad.py"
    plugin.write_text(BAD_PLUGIN)
    table = serve("gin-rummy", plugins=[str(plugin)], bot="lazy", settings={"grace": 0})
    ann, ben = table.guest("Ann"), table.guest("Ben")
    table.play(5)
    gone, stays = (ann, ben) if ann.offer else (ben, ann)
    gone.close()
    table.guests.remove(gone)
    name = "Ann" if gone is ann else "Ben"
    sentence = f"The program that plays for {name} failed; for now it plays as the clock would."
    table.until(lambda: sentence in table_says(stays))
    table.until(lambda: stays.offer is not None)


ONCE_PLUGIN = """
from rumpus.core.bots import Bot, BotKind
from rumpus.core.hooks import hookimpl

RUMPUS_API = 1


class Stumbles(Bot):
    def __init__(self, seat, charter, stream):
        super().__init__(seat, charter, stream)
        self.heard = []

    def hear(self, events):
        self.heard += events

    def choose(self, view, offers):
        number = view.notes["number"]
        if number == 0:
            raise ValueError("the first deal is too hard")
        print(f"seat {self.seat} plays deal {number}, heard from its {self.heard[0][0]} event on", flush=True)
        return offers[0].example() if hasattr(offers[0], "example") else offers[0]


@hookimpl
def rumpus_bots():
    return [BotKind("stumbles", Stumbles, lambda game: True)]
"""


def test_a_bot_that_failed_is_dealt_in_afresh(serve, tmp_path):
    plugin = tmp_path / "once.py"
    plugin.write_text(ONCE_PLUGIN)
    settings = {"bot_time": 300}  # the bots' process may begin late on a busy machine
    options = {"give": "right", "target": 40}
    table = serve(
        "hearts", plugins=[str(plugin)], bots=4, bot="stumbles", headless=True, matches=1, settings=settings, options=options
    )
    watcher = table.guest("W", watch=True)
    table.until(lambda: watcher.link.state == "over")
    told = table_says(watcher)
    failed = [text for text in told if "program failed" in text]
    assert sorted(failed) == [f"Bot {seat}'s program failed; for now it plays as the clock would." for seat in range(4)]
    assert table.logged().count("stumbles raised ValueError") == 4
    for seat in range(4):
        assert f"seat {seat} plays deal 1, heard from its deal event on" in table.logged()


class Ear:
    """What an asyncio guest was told, and waiting for more of it."""

    def __init__(self):
        self.told = []
        self.changed = asyncio.Event()

    def __call__(self, news):
        self.told.append(news)
        self.changed.set()

    async def until(self, wanted):
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                self.changed.clear()
                await self.changed.wait()

    def of(self, kind):
        return [each for each in self.told if isinstance(each, kind)]


def test_an_asyncio_guest_plays_and_hears_everything(serve):
    table = serve("gin-rummy", bots=1)

    async def play():
        ear = Ear()
        guest = Guest(table.invite, new_pair(), "Ann", ear)
        guest.start()
        for _ in range(12):
            await ear.until(lambda: guest.offer is not None)
            number = guest.act(str(core_offers(guest.offer)[0]))
            await ear.until(lambda number=number: any(each.cid == number for each in ear.of(Answered)))
        guest.say("hello")
        await ear.until(lambda: any(each.text == "hello" for each in ear.of(SayNews)))
        guest.leave()
        await ear.until(lambda: ear.of(Ended))
        guest.close()
        return ear

    ear = asyncio.run(play())
    assert all(each.ok for each in ear.of(Answered))
    revs = [each.rev for each in ear.of(Heard)]
    assert revs == list(range(revs[0], revs[0] + len(revs)))
    assert [each.code for each in ear.of(Ended)] == ["left"]
    assert isinstance(next(each for each in ear.told if not isinstance(each, LinkNews)), WelcomeNews)
    assert table.process.wait(20) == 0


def test_an_asyncio_guest_makes_a_new_socket_when_the_host_is_silent(serve):
    table = serve("gin-rummy", bots=1)

    async def sit():
        ear = Ear()
        guest = Guest(table.invite, new_pair(), "Ann", ear)
        guest.start()
        await ear.until(lambda: guest.link.state == "live")
        first = guest.dealer.socket
        table.signal(signal.SIGSTOP)
        await ear.until(lambda: guest.link.state == "reconnecting")
        table.signal(signal.SIGCONT)
        await ear.until(lambda: guest.link.state == "live")
        assert guest.dealer.socket is not first
        guest.say("back")
        await ear.until(lambda: any(each.text == "back" for each in ear.of(SayNews)))
        guest.close()

    asyncio.run(sit())
