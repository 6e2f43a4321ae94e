"""Hosts that are killed, run out of disk or are asked for twice: real processes over real sockets."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from journalled import read_rows
from kills import Killed
from rumpus.net.guest.events import Answered, Ended, SayNews, TableNews
from rumpus.net.storage.restore import interrupted
from rumpus.net.table.engine import core_offers

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and /proc")
DYING = str(Path(__file__).with_name("dying_host.py"))
RUMPUS = str(Path(sys.executable).with_name("rumpus"))


def journal_of(folder):
    return next(Path(folder).glob("*.journal"))


@pytest.fixture
def goes_on(serve):
    """Goes on with the table of a host that has ended; its guests find the way by themselves."""

    def again(table, **more):
        table.process.wait(20)
        begun = time.monotonic()
        host = serve(game="", seed=None, resume=str(journal_of(table.folder)), **more)
        print(f"the host is up again after {time.monotonic() - begun:.2f} s")
        assert str(host.invite) == str(table.invite)
        host.folder, host.guests, table.guests = table.folder, table.guests, []
        epoch = max(guest.link.epoch for guest in host.guests)
        took = host.until(lambda: all(g.link.epoch > epoch and g.link.state == "live" for g in host.guests))
        print(f"its guests are back {took:.2f} s later")
        return host

    return again


@pytest.fixture
def serve_kept(serve, tmp_path):
    """A table with a journal."""

    def open_table(**config):
        table = serve(journal=str(tmp_path / "tables"), **config)
        table.folder = tmp_path / "tables"
        return table

    return open_table


def test_fifteen_kills_in_a_match_change_nothing(tmp_path):
    match = Killed(tmp_path / "tables", 15)
    try:
        match.play()
        match.check()
    finally:
        match.close()
    assert match.killed >= 10
    print(f"{match.killed} kills in {len(match.done)} actions; the slowest restart took {max(match.restarts):.2f} s")


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_action_that_the_host_dies_of_counts_once(serve_kept, goes_on, when):
    table = serve_kept(program=(DYING, "act", "9", when))
    table.everybody()
    table.play(8)
    table.until(lambda: any(guest.offer for guest in table.guests))
    mover = next(guest for guest in table.guests if guest.offer)
    text = str(core_offers(mover.offer)[0])
    mover.act(text)
    table = goes_on(table)
    assert table.answer(mover).mv == text
    assert table.answer(mover).ok
    assert mover.link.rev == 11
    table.play(6)
    table.same()
    table.signal(signal.SIGKILL)
    table.process.wait()
    acts = [row for row in read_rows(journal_of(table.folder)).rows if row.kind == "act"]
    assert [row.data()["text"] for row in acts[8:9]] == [text]
    assert len({(row.key, row.cid) for row in acts}) == len(acts) == 15


def test_bots_are_seated_again_and_play_on(serve_kept, goes_on):
    table = serve_kept(bots=3)
    guest = table.guest("Ann")
    table.play(5)
    table.signal(signal.SIGKILL)
    table = goes_on(table)
    table.play(15)
    state = [each.state for each in guest.told if isinstance(each, TableNews)][-1]
    assert [(seat.name, seat.kind) for seat in state.seats] == [
        ("Ann", "person"),
        ("Bot 1", "bot"),
        ("Bot 2", "bot"),
        ("Bot 3", "bot"),
    ]
    assert "took too long" not in " ".join(each.text for each in guest.told if isinstance(each, SayNews))


@pytest.mark.parametrize(("kind", "number"), [("table", "2"), ("seats", "4"), ("seats", "5")])
def test_a_host_that_dies_of_another_game_seats_the_bots_that_this_wants(serve_kept, goes_on, kind, number):
    table = serve_kept(game="gin-rummy", program=(DYING, kind, number, "after"))
    guest = table.guest("Ann")
    guest.propose("hearts")
    table = goes_on(table)
    table.play(3)
    state = [each.state for each in guest.told if isinstance(each, TableNews)][-1]
    assert (state.charter["game"], [seat.kind for seat in state.seats]) == ("hearts", ["person", "bot", "bot", "bot"])


@pytest.mark.parametrize(
    ("kind", "number", "when"),
    [("fair", 1, "before"), ("fair", 1, "after"), ("deal", 1, "before"), ("deal", 1, "after"), ("fair", 2, "after")],
)
def test_a_host_that_dies_in_a_shuffle_keeps_its_secret_or_the_shuffle_is_void(serve_kept, goes_on, kind, number, when):
    table = serve_kept(game="gin-rummy", seed=None, program=(DYING, kind, str(number), when))
    for name in ("Ann", "Ben"):
        table.guest(name, wait=False)
    while table.process.poll() is None:
        table.look()
        mover = next((g for g in table.guests if g.offer and not g.link.pending and g.link.state == "live"), None)
        if mover is not None:  # so that a deal is soon over
            offers = [str(each) for each in core_offers(mover.offer)]
            mover.act(next((each for each in offers if each.startswith(("knock", "draw stock"))), offers[-1]))
    table = goes_on(table)
    table.until(lambda: any(guest.offer for guest in table.guests))
    table.play(2)
    table.same()
    table.signal(signal.SIGKILL)
    table.process.wait()
    rows = [row.data() for row in read_rows(journal_of(table.folder)).rows if row.kind == "fair"]
    for deal in {each["deal"] for each in rows}:
        steps = [(each["attempt"], each["step"]) for each in rows if each["deal"] == deal]
        commits = [attempt for attempt, step in steps if step == "commit"]
        assert len(set(commits)) == len(commits)
        assert all((attempt, "void") in steps for attempt in commits[:-1])


def test_a_second_host_on_the_same_journal_is_one_line_and_the_first_is_undisturbed(serve_kept, tmp_path):
    table = serve_kept()
    table.everybody()
    table.play(4)
    env = {**os.environ, "RUMPUS_HOME": str(tmp_path)}
    for words in (["--headless"], ["--plain"], [journal_of(table.folder).stem[:8], "--headless"]):
        second = subprocess.run([RUMPUS, "host", "--resume", *words], env=env, capture_output=True, text=True, timeout=60)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.count("\n") == 1
        assert "open already" in second.stderr
    config = f'{{"resume": "{journal_of(table.folder)}"}}'
    second = subprocess.run([sys.executable, "-m", "rumpus.net.host.server", config], capture_output=True, text=True, timeout=60)
    assert (second.returncode, second.stderr.count("\n")) == (2, 1)
    table.play(8)
    table.same()


class Limit:
    """The journal's file may not grow."""

    def fill(self, table):
        size = Path(f"{journal_of(table.folder)}-wal").stat().st_size
        resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def free(self, table):
        resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class SmallDisk:
    """The journal lies on a disk of its own, which something else fills."""

    def __init__(self, folder):
        self.ballast = folder / "ballast"

    def fill(self, table):
        with suppress(OSError), open(self.ballast, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def free(self, table):
        self.ballast.unlink()


@pytest.fixture(params=["limit", "disk"])
def space(request, tmp_path):
    """What bounds the space for the journal."""
    if request.param == "limit":
        if not hasattr(resource, "prlimit"):
            pytest.skip("this system bounds no file of a running process")
        yield Limit()
        return
    folder = tmp_path / "tables"
    folder.mkdir()
    if shutil.which("mount") is None or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "none", folder]).returncode:
        pytest.skip("a small disk may not be mounted here")
    yield SmallDisk(folder)
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.parametrize("bots", [0, 3])
def test_a_full_disk_freezes_the_table_until_there_is_space(space, serve_kept, goes_on, bots):
    table = serve_kept(bots=bots)
    guests = [table.guest(f"G{n}") for n in range(4 - bots)]
    table.play(4)
    table.same()
    space.fill(table)
    guest = guests[0]

    def said(words):
        return words in " ".join(each.text for each in guest.told if isinstance(each, SayNews))

    def frozen():
        mover = next((g for g in guests if g.offer and not g.link.pending), None)
        if mover is not None:
            mover.act(str(core_offers(mover.offer)[0]))
            table.until(lambda: mover.link.pending is None)
        return said("cannot write its journal")

    table.until(frozen)
    table.same()
    rev = guest.link.rev
    answers = len([each for each in guest.told if isinstance(each, Answered) and each.ok])
    if guest.offer:
        guest.act(str(core_offers(guest.offer)[0]))
        assert table.answer(guest).code == "frozen"
    assert guest.link.rev == rev
    assert len([each for each in guest.told if isinstance(each, Answered) and each.ok]) == answers
    space.free(table)
    print(f"it went on {table.until(lambda: said('can be written again')):.2f} s after there was space")
    table.play(6)
    table.same()
    table.signal(signal.SIGKILL)
    table = goes_on(table)
    table.play(6)
    table.same()


def test_a_table_that_is_closed_during_a_match_can_go_on_and_the_host_ends_at_once(serve_kept, tmp_path):
    table = serve_kept()
    guests = table.everybody()
    table.play(6)
    pairs = [guest.dealer.pair for guest in guests]
    begun = time.monotonic()
    table.signal(signal.SIGTERM)
    table.until(lambda: all(guest.link.state == "over" for guest in guests))
    assert table.process.wait(10) == 0
    print(f"gone after {time.monotonic() - begun:.2f} s")
    assert [each.code for guest in guests for each in guest.told if isinstance(each, Ended)] == ["closed"] * 4
    (found,) = interrupted(table.folder)
    assert found.people == ("G0", "G1", "G2", "G3")
    env = {**os.environ, "RUMPUS_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    second = subprocess.Popen([RUMPUS, "host", "--resume", "--headless"], env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert second.stdout.readline().strip() == f"invite: {table.invite}"
        table.guests.clear()
        for pair in pairs:
            table.guest("whoever", pair)
        table.until(lambda: any(guest.offer for guest in table.guests))
        assert [guest.seat for guest in table.guests] == [0, 1, 2, 3]
        table.play(4)
        table.same()
    finally:
        second.terminate()
        assert second.wait(10) == 0
        second.stdout.close()


def test_a_table_that_is_closed_between_matches_leaves_its_keys_nowhere(serve_kept):
    table = serve_kept(bots=4, matches=1, headless=True, options={"target": 5})
    assert table.process.wait(60) == 0
    assert list(table.folder.iterdir()) == []
    assert (table.folder.parent / "history.db").exists()


def test_a_journal_that_cannot_be_kept_is_said_before_the_table_opens(tmp_path):
    (tmp_path / "file").write_text("no folder")
    config = f'{{"game": "hearts", "journal": "{tmp_path}/file/tables"}}'
    host = subprocess.run([sys.executable, "-m", "rumpus.net.host.server", config], capture_output=True, text=True, timeout=60)
    assert (host.returncode, host.stdout, host.stderr.count("\n")) == (2, "", 1)
    assert "journal cannot be kept" in host.stderr
