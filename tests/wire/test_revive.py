"""The host's machine is gone for good, and the table goes on from a seat's: real programs on 127.0.0.1."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lan import Program
from rumpus.client.cli.main import run
from rumpus.client.session import successors
from rumpus.core.hooks import find_plugins
from rumpus.core.record import replay
from rumpus.net.discovery import probe
from rumpus.net.failover import takeover
from rumpus.net.failover.takeover import CheckpointKeeper
from rumpus.net.host.startup import engine
from rumpus.net.identity.keys import KeyFile, KeyPair, new_pair
from rumpus.net.storage.checkpoint import FOLDER, HostChain, sign_key, signed
from rumpus.net.storage.journal import DiskJournal
from rumpus.net.storage.known_hosts import KnownTables
from seated import Seated, carried_on, play, record
from test_marks import ANN, BOB, EVE, HOST, TABLE, line, mark, take

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")
HERE = "127.0.0.1"


class House:
    """Programs on this machine, each person's with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[Program] = []
        self.port = 0

    def host(self, *words: str) -> Program:
        """A headless host, and the code that is good now in `code`."""
        program = Program("", self.folder / "host", "host", *words, "--headless", "--bind", HERE, "--table", "Kitchen")
        self.programs.append(program)
        return program

    def run(self, who: str, *words: str) -> Seated:
        """A line client of somebody."""
        program = Seated("", self.folder / who, *words, "--plain", "--name", who)
        self.programs.append(program)
        return program

    def sit(self, host: Program, *people: str) -> list[Seated]:
        """These people sit down, in this order, with the invite."""
        invite = host.until(lambda line: line.startswith("invite: ")).removeprefix("invite: ")
        seated = []
        for who in people:
            (self.folder / f"saved-{who}").mkdir()
            program = self.run(who, "join", invite, "--save", str(self.folder / f"saved-{who}"))
            seated.append(program)
            play(seated, lambda program=program: bool(program.lines), acts=False)
        return seated

    def mark(self, who: str) -> HostChain:
        """The newest state that somebody's machine keeps of the one table; it is there before anything is heard of it."""
        (known,) = KnownTables(self.folder / who).all()
        line = KnownTables(self.folder / who).mark(known.table)
        assert line is not None
        return line

    def close(self) -> None:
        """Everything ends; the hosts that clients started too, as their tables are left."""
        for program in self.programs:
            if program.process.poll() is None and isinstance(program, Seated):
                with contextlib.suppress(BrokenPipeError):  # it is about to end by itself
                    program.type("/leave")
        for program in self.programs:
            program.end()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


def kill(host: Program) -> None:
    host.process.send_signal(signal.SIGKILL)
    host.process.wait()


def after(people: list[Seated], actions: int) -> Callable[[], bool]:
    """Whether everybody has played so many actions more."""
    begun = [each.actions for each in people]
    return lambda: all(each.actions >= was + actions for each, was in zip(people, begun, strict=True))


def test_a_killed_host_is_carried_on_from_a_seat_and_the_totals_are_those_of_a_replay(house: House) -> None:
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-o", "target=27", "--matches", "1", "-t", "grace=300")
    ann, bob = people = house.sit(host, "Ann", "Bob")
    play(people, lambda: all(each.totals() for each in people))
    before = ann.totals()[-1]
    for who in ("Ann", "Bob"):
        assert house.mark(who).newest.match.totals == before, "whoever hears of totals has them signed already"
    play(people, after(people, 2))
    kill(host)
    begun = time.monotonic()
    play(people, lambda: all(each.said("Reconnecting") for each in people), acts=False)
    took = carried_on(people, bob)
    print(f"everybody is at the new host {time.monotonic() - begun:.1f} s after the kill, {took:.1f} s after /revive")
    assert any("Bob's machine carries the table on as it stood before deal 2" in line for line in ann.lines)
    ann.type("/who")
    play(people, lambda: ann.said("At the table: Ann (you), Bob, Bot 2 (bot), Bot 3 (bot)."), acts=False)
    assert house.mark("Ann").newest.match.totals == before
    play(people, lambda: all(each.ended for each in people))
    folders = [house.folder / f"saved-{each}" for each in ("Ann", "Bob")]
    told = [record(folder) for folder in folders]
    assert told[0]["deals"] == told[1]["deals"]
    assert ann.totals()[-1] == bob.totals()[-1] == replay(told[0], find_plugins())["deals"][-1]["totals"]
    (path,) = folders[1].glob("*.json")
    assert run(["verify", str(path)]) == 0, "the host's key has changed, and the new one is a person's"
    for each in people:
        assert not each.said("FAILED")
        assert each.said("Deal 2 of this table: verified ✓.")


def test_a_state_that_was_edited_forged_or_put_back_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUMPUS_HOME", str(tmp_path))
    older, newest = line((HOST, mark(number=1))), line((HOST, mark(number=2, deals=1)))
    for each in (older, newest):
        take(CheckpointKeeper(), each)
    (path,) = (tmp_path / FOLDER).iterdir()
    good = path.read_bytes()
    edited = good.replace(rb"\"totals\":[0,0]", rb"\"totals\":[0,9]")
    forged = json.loads(good)
    forged["marks"][0]["signature"] = signed(newest.newest, sign_key(EVE.secret)[1]).signature
    for bad, why in (
        (older.data(), "older than one that was here before"),
        (edited, "forged or damaged: its signature does not fit"),
        (json.dumps(forged).encode(), "forged or damaged: its signature does not fit"),
        (line((EVE, mark(EVE, number=9, deals=9))).data(), "signed by somebody who was not its host"),
        (line((HOST, mark(number=9, table="ff" * 16))).data(), "is another table's"),
        (good[:-9], "cannot be read"),
    ):
        assert bad != good
        path.write_bytes(bad)
        assert run(["revive", "--plain"]) == 1
        said = capsys.readouterr().err
        assert said.startswith("den cannot be carried on: ")
        assert why in said
        assert said.count("\n") == 1
    assert KnownTables().all()[0].table == TABLE
    path.unlink()
    assert run(["revive", "--plain"]) == 2
    assert "No table can be carried on from here" in capsys.readouterr().err


def test_the_lower_seat_goes_first_of_all_who_answer_and_nobody_goes_while_the_host_does(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, told = line((HOST, mark(number=2))), {}
    monkeypatch.setattr(successors, "_asked", lambda *_: told)

    def here(port: int, pair: KeyPair, table: str = TABLE) -> None:
        told[HERE, port] = probe.ProbeReply(1, table, pair.public.decode())

    here(1, EVE), here(2, BOB, "ff" * 16)
    assert successors.look(kept, ())[0] == successors.rivals(kept, ()) == []
    here(3, BOB), here(4, ANN)
    assert [(each.seat, each.name, each.port) for each in successors.look(kept, ())[0]] == [(0, "Ann", 4), (1, "Bob", 3)]
    here(5, HOST)
    assert successors.look(kept, ()) == ([], [(HERE, 5)])
    theirs = line((HOST, mark(number=2)), (BOB, mark(BOB, epoch=2)))
    assert [each.name for each in successors.rivals(theirs, ())] == ["Ann"], "beside Bob, whom everybody is with"
    assert successors.several(["Ann", "Bob"]).startswith("Ann and Bob carry the table on, each from their machine")
    assert successors.several(["Ann", "Ann"]) == ""


@pytest.mark.slow
def test_a_table_that_everybody_left_alone_is_carried_on_later_with_its_book(house: House) -> None:
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-o", "target=5", "-t", "grace=300")
    people = house.sit(host, "Ann", "Bob")
    play(people, lambda: all(each.said("The same again?") for each in people))
    for each in people:
        each.type("/vote yes")
    play(people, lambda: all(each.said("Deal 1: ") and each.turn for each in people), acts=False)
    kill(host)
    for each in people:
        each.type("/quit")
    play(people, lambda: all(each.ended for each in people), acts=False)
    won = house.mark("Ann").newest.book
    again = house.run("Bob", "revive", "Kitchen")
    play([again], lambda: again.said("invite: "), acts=False)
    found = house.run("Ann", "join", f"{HERE}:{house.mark('Bob').newest.port}")
    play([again, found], lambda: again.turn != [] and found.turn != [], acts=False)
    assert found.said("Bob's machine carries the table on")
    again.type("/scores")
    play([again], lambda: again.said("hearts: "), acts=False)
    assert house.mark("Ann").newest.book == house.mark("Bob").newest.book == won
    assert len(won) == 1
    assert [seat.name for seat in house.mark("Ann").newest.seats] == ["Ann", "Bob", "Bot 2", "Bot 3"]
    second = house.run("Ann", "revive", "--bind", HERE)
    play([second], lambda: second.ended, acts=False)
    assert second.said("is there: sit down with rumpus join Kitchen")
    play([again, found], after([again, found], 3))


def lay_out(house: House, line: HostChain, pair: KeyPair, seat: int, whose: str, proven: bool = True) -> None:
    """A journal with which somebody's machine goes on with a table, asked or not."""
    charter = takeover._charter(line.newest, find_plugins())
    base = takeover._base(line, seat, pair, charter, {"bot": "random", "bind": HERE, "folder": str(house.folder)})
    if not proven:
        base["opened"]["before"] = []
    folder = house.folder / whose / "tables"
    journal = DiskJournal(folder / f"{line.newest.table}.journal", engine(charter), new=True)
    journal.about = lambda: base
    journal.keep("table", {})
    journal.close()


def resumed(house: House, whose: str) -> Program:
    program = Program("", house.folder / whose, "host", "--resume", "--headless")
    house.programs.append(program)
    program.until(lambda said: said.startswith("invite: "))
    return program


@pytest.mark.slow
def test_a_stranger_with_the_number_of_the_table_is_no_host_of_it(house: House) -> None:
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-t", "grace=300")
    ann, bob = people = house.sit(host, "Ann", "Bob")
    play(people, after(people, 2))
    line = house.mark("Ann")
    bob.type("/quit")
    play([bob], lambda: bob.ended, acts=False)
    kill(host)
    lay_out(house, line, new_pair(), 0, "Eve", proven=False)
    resumed(house, "Eve")
    play([ann], lambda: ann.ended, acts=False)
    assert ann.said("This is not the host you were invited to")
    assert ann.process.wait(10) == 1
    assert not ann.said("carries the table on")
    refused = house.run("Bob", "join", f"{HERE}:{line.newest.port}")
    play([refused], lambda: refused.ended, acts=False)
    assert refused.said("has another key than when you last sat there")


@pytest.mark.slow
def test_a_person_who_goes_on_from_an_older_state_is_refused_and_the_newest_can_still_be_carried_on(house: House) -> None:
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-t", "grace=300")
    ann, bob = people = house.sit(host, "Ann", "Bob")
    old = house.mark("Bob")
    play(people, lambda: all(each.totals() for each in people))
    bob.type("/quit")
    play([bob], lambda: bob.ended, acts=False)
    kill(host)
    known = KnownTables(house.folder / "Bob").table(old.newest.table)
    assert known is not None
    with KeyFile(known.first.encode(), "Bob", house.folder / "Bob") as key:
        lay_out(house, old, key.pair, 1, "Bob")
    stale = resumed(house, "Bob")
    play([ann], lambda: ann.ended, acts=False)
    assert ann.said("an older state than you know")
    kill(stale)
    ann = house.run("Ann", "revive")
    play([ann], lambda: ann.said("The next deal waits for Bob, "), acts=False)
    bob = house.run("Bob", "join", f"{HERE}:{house.mark('Ann').newest.port}")
    play([ann, bob], lambda: ann.said("Deal 2: ") and bob.said("Deal 2: "), acts=False)


@pytest.mark.slow
def test_a_forged_or_older_file_is_no_state_to_carry_on_from(house: House) -> None:
    host = house.host("hearts", "--bots", "2", "--bot", "random", "-t", "grace=300")
    people = house.sit(host, "Ann", "Bob")
    old = house.mark("Ann")
    play(people, lambda: all(each.totals() for each in people))
    assert house.mark("Ann").newest.order > old.newest.order
    kill(host)
    for each in people:
        each.type("/quit")
    play(people, lambda: all(each.ended for each in people), acts=False)
    path = house.folder / "Ann" / FOLDER / f"{old.newest.table}.json"
    good = path.read_bytes()
    for bad, why in (
        (old.data(), "older"),
        (good.replace(b'"deals', b'"Deals'), "forged"),
        (b"junk", "cannot be read"),
    ):
        path.write_bytes(bad)
        refused = house.run("Ann", "revive")
        play([refused], lambda refused=refused: refused.ended, acts=False)
        assert refused.process.wait(10) == 1
        assert refused.said(why), refused.lines
    nobody = house.run("Eve", "revive")
    play([nobody], lambda: nobody.ended, acts=False)
    assert nobody.said("No table can be carried on from here")
