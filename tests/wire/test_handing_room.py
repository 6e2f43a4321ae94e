"""A table that is handed over, in virtual time: who has to agree, what is given to whom, what comes of all that may fail."""

from contextlib import nullcontext

import msgspec
import pytest
from journalled import Journalled, read_rows, state
from parlour import CATALOGUE, core_offers, seeded
from rumpus.net.failover.handover_package import ON_THE_WAY, open_here, take
from rumpus.net.failover.takeover import CannotTakeOver
from rumpus.net.guest.events import Answered, Ended, PieceNews, SayNews
from rumpus.net.host.config import HostConfig
from rumpus.net.host.startup import begin, lay_out
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol.messages import Ask
from rumpus.net.storage.checkpoint import PieceJoiner, sign_key
from rumpus.net.storage.checkpoint_signer import CheckpointSigner
from rumpus.net.storage.restore import read_kept, take_up
from rumpus.net.table.handover import PATIENCE

PAIRS = [new_pair() for _ in range(4)]
HOST = new_pair()


class Moved(Journalled):
    """Four people with keys that could be a host's, and a host that signs."""

    def everybody(self, count=4):
        for number in range(count):
            self.join(f"P{number}", PAIRS[number].public.decode(), sign=sign_key(PAIRS[number].secret)[0])
        self.run(0.1)
        self.dispatcher.signer = CheckpointSigner(HOST, 7777, "random", 0)
        self.dispatcher.signer.look(self.table)
        self.play(6)
        return self.players

    def agree(self, to="P1"):
        """All four want the table there."""
        self.players[0].link.ask(Ask("hand", to))
        self.run(0.1)
        for player in self.players[1:]:
            player.link.ask(Ask("vote", yes=True))
        self.run(1.0)

    def given(self, number=1):
        """What this guest was given of the table."""
        joined = PieceJoiner(1 << 20)
        parts = [joined.add(each.piece) for each in self.players[number].of(PieceNews) if each.piece.what == "hand"]
        return parts[-1] if parts else None

    def says(self, words):
        """Whether everybody was told this."""
        there = [player for player in self.players if player.link.state == "live"]
        return there and all(any(words in each.text for each in player.of(SayNews)) for player in there)

    def taken(self, number=1, port=7778, why=""):
        self.players[number].link.ask(Ask("taken", why, id=port))
        self.run(0.2)

    def here(self, tmp_path, number=1, data=None):
        """The journal as this guest's machine writes it."""
        folder = tmp_path / "theirs"
        folder.mkdir(exist_ok=True)
        line = self.dispatcher.signer.line
        return take(data or self.given(number), line, PAIRS[number], CATALOGUE, folder, 7778, bind="127.0.0.1")


@pytest.fixture
def table(tmp_path):
    made = Moved(tmp_path)
    yield made
    made.end()


def test_everybody_is_asked_and_one_no_is_enough(table):
    table.players[0].link.ask(Ask("hand", "P1"))
    table.run(0.1)
    assert table.says("P0 proposes that P1 carries the table on: P1's machine then knows every hand, as the host's does now.")
    assert table.table.vote.needs(table.table.people_keys(), 0) == 4
    for player in table.players[1:3]:
        player.link.ask(Ask("vote", yes=True))
    table.run(0.2)
    assert table.table.moving is None
    table.players[3].link.ask(Ask("vote", yes=False))
    table.run(0.2)
    assert table.says("Voted down: P0 proposes")
    assert table.given() is None


def test_who_does_not_answer_has_not_agreed(table):
    table.players[0].link.ask(Ask("hand", "P1"))
    table.run(31.0)
    assert table.says("Voted down: P0 proposes")


@pytest.mark.parametrize(
    ("name", "why"), [("Nobody", "Name somebody who has a seat"), ("", "Name somebody"), ("P2", "program cannot")]
)
def test_only_somebody_whose_machine_can_do_it(table, name, why):
    table.table.signs.pop(PAIRS[2].public.decode())
    table.players[0].link.ask(Ask("hand", name))
    table.run(0.2)
    assert any(why in each.text for each in table.players[0].of(SayNews))
    assert table.table.vote is None


def test_the_table_goes_to_the_one_machine_and_to_nobody_else(table):
    table.agree()
    assert table.says("The table moves to P1's machine: a moment.")
    assert table.given(1) is not None
    assert [table.given(number) for number in (0, 2, 3)] == [None] * 3


def test_what_is_given_lets_nobody_be_the_old_host(table, tmp_path):
    table.agree()
    secret, token = table.journal.about()["opened"]["secret"], table.seating.token.hex()
    here = table.here(tmp_path)
    for row in read_rows(here).rows:
        assert secret.encode() not in row.payload
        assert token.encode() not in row.payload


def test_nothing_is_played_on_the_way(table):
    table.agree()
    mover, rev = table.mover(), table.engine.rev
    mover.link.act(str(core_offers(mover.link.offer)[0]), table.now)
    table.run(0.2)
    answer = mover.of(Answered)[-1]
    assert (answer.ok, answer.code) == (False, "frozen")
    assert answer.text == "The table is on its way to P1's machine: a moment."
    assert table.engine.rev == rev


def test_where_it_goes_on_everything_is_as_it_was(table, tmp_path):
    table.agree()
    was = state(table.engine)
    path = table.here(tmp_path)
    assert path.suffix == ON_THE_WAY
    table.taken()
    told = {player.of(Ended)[-1] for player in table.players}
    assert len(told) == 1
    (end,) = told
    assert (end.code, end.text) == ("moved", "P1's machine carries the table on, with every card where it lay.")
    invite = read_invite(end.to)
    assert (invite.addresses, invite.port, invite.key) == (("127.0.0.1",), 7778, PAIRS[1].public)
    final = open_here(path, table.dispatcher.signer.line)
    assert final.name == table.path.name
    start = begin(HostConfig(resume=str(final)), print)
    try:
        assert start.pair == PAIRS[1]
        carried = lay_out(start, seeded, nullcontext, 0.0)
        take_up(start.kept, carried, 0.0)
        assert state(carried.engine) == was
        assert carried.writer.epoch == table.table.writer.epoch + 1
        assert start.kept.journal.tallies == table.journal.tallies
        assert [chair.key for chair in carried.seating.chairs] == [pair.public.decode() for pair in PAIRS]
        marks = CheckpointSigner(PAIRS[1], 7778, "random", 0, table.dispatcher.signer.line.signed)
        marks.look(carried)
        assert marks.line.newest.whose[0] == PAIRS[1].public.decode()
    finally:
        start.kept.journal.close()


def test_only_that_machine_can_say_that_it_has_it(table):
    table.agree()
    table.taken(number=2)
    assert table.table.moving is not None
    assert not table.table.moved


def test_nobody_can_take_a_table_that_was_not_given(table):
    table.taken(number=1)
    assert not table.table.ended
    table.play(2)


def test_a_machine_that_cannot_leaves_the_table_and_says_why(table):
    table.agree()
    table.taken(port=0, why="Hearts is not installed here.\x1b[2J")
    assert table.says("The table stays where it is: Hearts is not installed here.[2J.")
    table.play(3)
    table.taken()
    assert not table.table.ended


def test_a_machine_that_does_not_answer_in_time_leaves_it(table):
    table.agree()
    table.run(PATIENCE - 2.0)
    assert table.table.moving is not None
    table.run(2.0)
    assert table.says("The table stays where it is: P1's machine has not taken it.")
    table.play(3)


def test_somebody_who_goes_away_meanwhile_takes_nothing_along(table):
    table.agree()
    table.players[1].cut = True
    table.run(5.0)
    assert table.table.moving is None
    assert table.says("The table stays where it is: P1 has gone away.")


def test_who_lost_the_pieces_on_the_way_is_given_them_again(table):
    table.players[0].link.ask(Ask("hand", "P1"))
    table.run(0.1)
    for player in table.players[1:]:
        player.link.ask(Ask("vote", yes=True))
    table.step()
    table.players[1].news.clear()
    table.flying = [each for each in table.flying if each[3] is not table.players[1]]
    table.players[1].link.resync("the line was cut", table.now)
    table.run(1.0)
    assert table.given() is not None


def test_a_host_that_goes_on_after_all_says_what_it_had_done(table):
    table.agree()
    table.taken()
    table.end()
    kept = read_kept(table.path, "")
    kept.journal.close()
    assert kept.moved == "P1"


@pytest.mark.parametrize("where", [0, 5, 40, -1])
def test_a_packet_that_was_damaged_is_no_table(table, tmp_path, where):
    table.agree()
    data = bytearray(table.given())
    data[where] ^= 0x55
    with pytest.raises(CannotTakeOver, match="what came of the table"):
        table.here(tmp_path, data=bytes(data))
    assert not list((tmp_path / "theirs").iterdir())


def test_a_host_that_gives_another_deal_than_its_rules_make_of_it_is_not_believed(table, tmp_path):
    import zlib

    table.agree()
    told = msgspec.msgpack.decode(zlib.decompress(table.given()))
    acts = [row for row in told["rows"] if row[1] == "act"]
    acts[-1][6] = bytes(32)
    with pytest.raises(CannotTakeOver, match="the rules make something else of the deal"):
        table.here(tmp_path, data=zlib.compress(msgspec.msgpack.encode(told)))
    assert not list((tmp_path / "theirs").iterdir())
