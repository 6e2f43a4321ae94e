"""The signed state of a table: who signed it, which is newer, what is in it and what must not be."""

from __future__ import annotations

import itertools
import os
import stat
from pathlib import Path

import msgspec
import pytest
from parlour import CATALOGUE, Parlour, make_dispatcher
from rumpus.core.cards import NAME
from rumpus.core.shuffling.seeded import deal_seed, shuffled
from rumpus.net.failover.takeover import CheckpointKeeper
from rumpus.net.guest.events import PieceNews
from rumpus.net.identity.keys import KeyPair, new_pair
from rumpus.net.protocol import codec
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.messages import Piece
from rumpus.net.storage import checkpoint
from rumpus.net.storage.checkpoint import (
    BadCheckpoint,
    Checkpoint,
    CheckpointMatch,
    CheckpointSeat,
    HostChain,
    OlderCheckpoint,
    PieceJoiner,
    compare,
    cut,
    read_line,
    sign_key,
    signed,
)
from rumpus.net.storage.checkpoint_signer import CheckpointSigner
from rumpus.net.storage.known_hosts import ChangedKey, KnownTables

TABLE = "00112233445566778899aabbccddeeff"
HOST, ANN, BOB, EVE = (new_pair() for _ in range(4))
NAMES = {ANN: "Ann", BOB: "Bob"}


def seat(pair: KeyPair) -> CheckpointSeat:
    return CheckpointSeat(name=NAMES[pair], kind="person", key=pair.public.decode(), sign=sign_key(pair.secret)[0].hex())


def mark(host: KeyPair = HOST, epoch: int = 1, number: int = 1, deals: int = 0, **more: object) -> Checkpoint:
    """A mark of Ann's and Bob's table."""
    fields = {
        "table": TABLE,
        "name": "den",
        "epoch": epoch,
        "number": number,
        "host": host.public.decode(),
        "sign": sign_key(host.secret)[0].hex(),
        "charter": {"game": "gin-rummy"},
        "rules": "00" * 32,
        "settings": {},
        "seats": [seat(ANN), seat(BOB)],
        "benched": [],
        "watchers": [],
        "state": "playing",
        "match": CheckpointMatch(
            dealer=0, deals=deals, counted=deals, over=False, totals=[0, 0], wins=[0, 0], seats_in=[0, 1], winners=[], final=None
        ),
        "deals": deals,
        "rev": 10,
        "played": 0,
        "matches": 0,
        "left": 0,
        "book": [],
        "people": {},
        "voids": 0,
        "bot": "random",
        "port": 7777,
        "chain": "",
    }
    return Checkpoint(**{**fields, **more})


def line(*of: tuple[KeyPair, Checkpoint]) -> HostChain:
    """These marks, each signed by its host."""
    return HostChain([signed(each, sign_key(pair.secret)[1]) for pair, each in of])


OLD = (HOST, mark(number=3, deals=2))


def test_a_mark_is_read_as_it_was_signed() -> None:
    written = line(OLD)
    assert read_line(written.data()).newest == OLD[1]
    assert written.seat_of(BOB.public.decode()) == 1
    assert written.seat_of(EVE.public.decode()) == -1


def test_every_changed_letter_is_noticed() -> None:
    data = line(OLD).data()
    for at in range(0, len(data), 7):
        forged = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(BadCheckpoint):
            read_line(forged)


def test_a_mark_that_somebody_else_signed_is_forged() -> None:
    forged = signed(OLD[1], sign_key(EVE.secret)[1])
    with pytest.raises(BadCheckpoint, match="forged"):
        HostChain([forged])


@pytest.mark.parametrize("data", [b"", b"{}", b'{"marks": []}', b"[" * 100_000, b'{"marks": [{"text": "", "signature": "zz"}]}'])
def test_what_is_no_mark_is_one_kind_of_error(data: bytes) -> None:
    with pytest.raises(BadCheckpoint):
        read_line(data)


def test_the_next_host_is_a_person_of_the_table_and_nobody_else() -> None:
    line(OLD, (BOB, mark(BOB, epoch=2)))
    with pytest.raises(BadCheckpoint, match="nobody's"):
        line(OLD, (EVE, mark(EVE, epoch=2)))
    with pytest.raises(BadCheckpoint, match="nobody's"):
        line(OLD, (BOB, mark(BOB, epoch=1)))
    other_sign = mark(BOB, epoch=2, sign=sign_key(EVE.secret)[0].hex())
    with pytest.raises(BadCheckpoint, match="nobody's"):
        HostChain([signed(OLD[1], sign_key(HOST.secret)[1]), signed(other_sign, sign_key(EVE.secret)[1])])
    bots = [seat(ANN), CheckpointSeat(name="Bob", kind="bot", key=BOB.public.decode(), sign=sign_key(BOB.secret)[0].hex())]
    with pytest.raises(BadCheckpoint, match="nobody's"):
        line((HOST, mark(seats=bots)), (BOB, mark(BOB, epoch=2)))


def test_marks_of_different_tables_make_no_line() -> None:
    with pytest.raises(BadCheckpoint, match="different tables"):
        line(OLD, (BOB, mark(BOB, epoch=2, table="ff" * 16)))


def test_an_older_mark_takes_no_newer_one_s_place() -> None:
    mine = line(OLD)
    for order in ((1, 2), (0, 9)):
        with pytest.raises(OlderCheckpoint):
            compare(mine, line((HOST, mark(epoch=order[0], number=order[1], deals=9))))
    compare(mine, line((HOST, mark(epoch=2, number=1, deals=1))))  # its host was there again, with a damaged journal
    compare(mine, line((HOST, mark(number=4))))


def test_a_host_that_goes_on_from_before_the_own_mark_is_refused() -> None:
    mine = line(OLD)
    with pytest.raises(OlderCheckpoint, match="before deal"):
        compare(mine, line((HOST, mark(number=2, deals=1)), (ANN, mark(ANN, epoch=2, deals=1))))
    compare(mine, line(OLD, (ANN, mark(ANN, epoch=2, deals=2))))
    compare(mine, line((HOST, mark(number=4, deals=3)), (ANN, mark(ANN, epoch=2, deals=3))))


def test_another_table_and_a_line_without_the_own_host_are_refused() -> None:
    mine = line(OLD)
    with pytest.raises(BadCheckpoint, match="another table"):
        compare(mine, line((HOST, mark(table="ff" * 16, number=9))))
    with pytest.raises(BadCheckpoint, match="nobody who was its host"):
        compare(mine, line((EVE, mark(EVE, epoch=9, number=9, deals=9))))
    with pytest.raises(BadCheckpoint, match="nobody who was its host"):
        compare(mine, line((BOB, mark(BOB, epoch=9, number=9, deals=9))))  # without the mark that makes him the host


def test_of_two_that_carry_a_table_on_the_lower_seat_goes_first_unless_more_was_played() -> None:
    anns, bobs = line(OLD, (ANN, mark(ANN, epoch=2, deals=2))), line(OLD, (BOB, mark(BOB, epoch=2, deals=2)))
    compare(bobs, anns)
    with pytest.raises(OlderCheckpoint):
        compare(anns, bobs)
    further = line(OLD, (BOB, mark(BOB, epoch=2, deals=3, number=7)))
    compare(anns, further)
    with pytest.raises(OlderCheckpoint):
        compare(further, anns)


def test_a_line_over_several_hosts_proves_itself_to_who_missed_one() -> None:
    third = line(OLD, (ANN, mark(ANN, epoch=2, deals=3)), (BOB, mark(BOB, epoch=3, deals=4)))
    compare(line(OLD), third)
    compare(line(OLD, (ANN, mark(ANN, epoch=2, deals=3))), third)


def test_pieces_come_together_in_any_order_and_not_beyond_their_bound() -> None:
    data = os.urandom(3 * codec.CHUNK + 5)
    pieces = cut("mark", data)
    joined = PieceJoiner(1 << 20)
    assert [joined.add(each) for each in pieces][-1] == data
    assert cut("mark", b"") == [Piece("mark", 0, 1, b"")]
    with pytest.raises(BadMessage):
        joined.add(Piece("mark", 0, 100, b""))
    with pytest.raises(BadMessage):
        joined.add(Piece("mark", 4, 4, b""))


# --- what a guest keeps -----------------------------------------------------------------------------------------------


def take(keeper: CheckpointKeeper, one: HostChain) -> None:
    for piece in cut("mark", one.data()):
        keeper.take(piece, TABLE, one.newest.host, "127.0.0.1", 7777)


def test_the_newest_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    keeper = CheckpointKeeper(tmp_path)
    take(keeper, line((HOST, mark(number=1))))
    take(keeper, line((HOST, mark(number=2))))
    (path,) = (tmp_path / checkpoint.FOLDER).iterdir()
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    kept = KnownTables(tmp_path).mark(TABLE)
    assert kept is not None
    assert kept.newest.number == 2
    with pytest.raises(OlderCheckpoint):
        take(keeper, line((HOST, mark(number=1))))
    keeper.drop()
    assert KnownTables(tmp_path).mark(TABLE) is None


def test_what_is_kept_is_trusted_only_if_it_is_what_was_heard(tmp_path: Path) -> None:
    take(CheckpointKeeper(tmp_path), line((HOST, mark(number=2))))
    known = KnownTables(tmp_path)
    checkpoint.keep(line((HOST, mark(number=1))), tmp_path)
    with pytest.raises(OlderCheckpoint):
        known.mark(TABLE)
    checkpoint.keep(line((EVE, mark(EVE, number=9))), tmp_path)
    with pytest.raises(BadCheckpoint, match="not its host"):
        known.mark(TABLE)
    assert known.carrier(TABLE, ANN.public.decode()) == ""
    (tmp_path / checkpoint.FOLDER / f"{TABLE}.json").write_bytes(line((HOST, mark(number=2, table="ff" * 16))).data())
    with pytest.raises(BadCheckpoint, match="another table"):
        known.mark(TABLE)


def test_a_changed_key_is_accepted_of_a_person_of_the_table_alone(tmp_path: Path) -> None:
    take(CheckpointKeeper(tmp_path), line(OLD))
    known = KnownTables(tmp_path)
    assert known.check(TABLE, BOB.public.decode())
    assert known.carrier(TABLE, BOB.public.decode()) == "Bob"
    assert known.check(TABLE, HOST.public.decode())
    for stranger in (EVE, new_pair()):
        with pytest.raises(ChangedKey):
            known.check(TABLE, stranger.public.decode())


def test_a_new_host_is_learnt_and_the_own_key_stays_under_the_first(tmp_path: Path) -> None:
    keeper = CheckpointKeeper(tmp_path)
    take(keeper, line(OLD))
    take(keeper, line(OLD, (BOB, mark(BOB, epoch=2, deals=2))))
    known = KnownTables(tmp_path).table(TABLE)
    assert known is not None
    assert (known.key, known.first) == (BOB.public.decode(), HOST.public.decode())
    assert KnownTables(tmp_path).hosted(BOB.public.decode()) == known
    with pytest.raises(OlderCheckpoint):
        take(CheckpointKeeper(tmp_path), line((HOST, mark(number=4, deals=1))))  # the old host, as it was before


def test_a_mark_counts_only_from_the_host_that_signed_it_and_for_its_table(tmp_path: Path) -> None:
    keeper = CheckpointKeeper(tmp_path)
    (piece,) = cut("mark", line(OLD).data())
    with pytest.raises(BadCheckpoint, match="another host"):
        keeper.take(piece, TABLE, EVE.public.decode(), "127.0.0.1", 7777)
    with pytest.raises(BadCheckpoint, match="another table"):
        keeper.take(piece, "ff" * 16, HOST.public.decode(), "127.0.0.1", 7777)
    assert keeper.line is None


# --- what a host signs ------------------------------------------------------------------------------------------------


def marked_parlour(decks=None) -> tuple[Parlour, list[Checkpoint]]:
    """A table of four in virtual time whose host signs, and all its marks."""
    dispatcher = make_dispatcher("hearts", opened=100.0, **({"decks": decks} if decks else {}))
    dispatcher.table.table_id = TABLE
    dispatcher.signer = CheckpointSigner(HOST, 7777, "random", 0)
    parlour, made = Parlour(dispatcher), []
    look = dispatcher.signer.look

    def noted(table):
        pieces = look(table)
        made.extend([dispatcher.signer.line.newest] if pieces else [])
        return pieces

    dispatcher.signer.look = noted
    for player in range(4):
        parlour.join(f"P{player}", sign=bytes([player]) * 32)
    parlour.run(0.1)
    return parlour, made


def test_marks_are_made_between_deals_and_when_people_come_and_go() -> None:
    parlour, made = marked_parlour()
    assert [each.number for each in made] == list(range(1, len(made) + 1))
    assert [seat.name for seat in made[-1].seats] == ["P0", "P1", "P2", "P3"]
    assert [seat.sign[:2] for seat in made[-1].seats] == ["00", "01", "02", "03"]
    before = len(made)
    parlour.play(55)
    assert len(made) == before, "during a deal nothing that is signed changes"
    parlour.play(3)
    assert len(made) == before + 1
    assert (made[-1].match.totals, made[-1].deals) == (parlour.engine.match.totals, 1)
    heard = [[each for each in player.news if isinstance(each, PieceNews)] for player in parlour.players]
    assert all(len(each) >= 1 for each in heard)
    assert read_line(heard[0][-1].piece.data).newest == made[-1]


def test_nothing_hidden_is_in_a_mark() -> None:
    """Two tables that differ in nothing but the cards have the same marks while a deal is on."""

    def other(declared, number):
        return shuffled(deal_seed("quite another one", number), declared)

    ours, theirs = marked_parlour(), marked_parlour(other)
    for parlour, _ in (ours, theirs):
        parlour.play(4)
        next(each for each in parlour.players).link.quit()
        parlour.run(6.0)
    told = [[msgspec.json.encode(each) for each in made] for _, made in (ours, theirs)]
    assert told[0] == told[1]
    assert told[0]
    text = told[0][-1].decode()
    assert not [name for name in NAME if f'"{name}"' in text]


def test_no_mark_is_made_of_what_the_journal_does_not_hold() -> None:
    parlour, made = marked_parlour()
    parlour.table.writer.frozen = True
    parlour.table.played, parlour.table.dirty = 7, True
    count = len(made)
    parlour.dispatcher.flush(parlour.now)
    assert len(made) == count
    parlour.table.writer.frozen, parlour.table.dirty = False, True
    parlour.dispatcher.flush(parlour.now)
    assert made[-1].played == 7


def test_the_installed_games_are_in_the_mark_as_their_charter() -> None:
    _, made = marked_parlour()
    charter = CATALOGUE.games["hearts"].charter(None, None, (), *CATALOGUE.origins["hearts"])
    assert made[0].rules == charter.sha256.hex()
    assert all(a.order < b.order for a, b in itertools.pairwise(made))


def test_what_stands_for_the_journal_does_not_change_while_a_deal_is_on(tmp_path: Path) -> None:
    """The hash of a row that holds the last action stands for every hand: whoever knows the rest could try them all."""
    from journalled import Journalled

    table = Journalled(tmp_path)
    made: list[Checkpoint] = []
    table.dispatcher.signer = CheckpointSigner(HOST, 7777, "random", 0)
    table.dispatcher.signer.look(table.table)
    rows = {row.hash.hex() for row in table.rows()}
    for number in range(3):
        table.play(2)
        table.join(f"W{number}", watch=True)
        table.run(0.2)
        made.append(table.dispatcher.signer.line.newest)
    assert [each.number for each in made] == [2, 3, 4], "a watcher who comes is in the next mark"
    assert {each.chain for each in made} == {made[0].chain}
    later = {row.hash.hex() for row in table.rows()} - rows
    assert made[0].chain not in later
    table.until(lambda: table.engine.deals == 2 or (table.play(1) and False), 120.0)
    (end,) = [row.hash.hex() for row in table.rows() if row.kind == "end"]
    table.end()
    assert table.dispatcher.signer.line.newest.chain == end
