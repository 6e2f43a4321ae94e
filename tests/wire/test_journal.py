"""The journal: what was answered is in it, what is in it happened once, and what cannot be trusted is said."""

import dataclasses
import sqlite3
import stat

import pytest
from journalled import Journalled, open_room, read_rows, state
from parlour import seeded
from rumpus.net.guest.events import Answered, SayNews, WelcomeNews
from rumpus.net.host.config import HostConfig
from rumpus.net.protocol.messages import Ack
from rumpus.net.storage import journal as journal_file
from rumpus.net.storage.journal import DiskJournal, JournalBroken, JournalBusy
from rumpus.net.storage.restore import interrupted


class Killed(BaseException):
    """The host ends here."""


def dying(parlour, *, committed):
    """The host ends in the middle of the next action: before the commit, or between the commit and the answer."""
    commit = parlour.journal.commit

    def end(line):
        if committed:
            commit(line)
        raise Killed

    parlour.journal.commit = end


# -- the files


def test_files_are_the_owners_alone(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(3)
    assert stat.S_IMODE(parlour.path.parent.stat().st_mode) == 0o700
    files = list(parlour.path.parent.iterdir())
    assert {path.suffix for path in files} == {".journal", ".journal-wal"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    parlour.end()


def test_every_action_is_one_row_and_the_rows_are_a_chain(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(12)
    rows = parlour.rows()
    acts = [row for row in rows if row.kind == "act"]
    assert [row.rev for row in acts] == list(range(acts[0].rev, acts[0].rev + 12))
    assert [row.prev_hash for row in rows] == [b"", *(row.hash for row in rows[:-1])]
    assert rows[0].kind == "table"
    assert {row.key for row in acts} == {player.key for player in parlour.players}
    assert all(row.state_hash and row.engine.split()[1:] == list(parlour.dispatcher.known.origins["hearts"]) for row in acts)
    parlour.end()


def test_a_second_host_is_told_and_the_first_is_undisturbed(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(5)
    with pytest.raises(JournalBusy, match="open already"):
        DiskJournal(parlour.path, "")
    (found,) = interrupted(parlour.path.parent)
    assert found.busy
    parlour.play(5)
    parlour.same()
    parlour.end()


# -- ends and beginnings


@pytest.mark.parametrize("committed", [True, False], ids=["committed", "not-committed"])
@pytest.mark.parametrize("before", [0, 5, 30, 55])
def test_an_action_at_whose_commit_the_host_ends_counts_once(tmp_path, committed, before):
    parlour = Journalled(tmp_path)
    parlour.play(before)
    mover = parlour.mover()
    rev = parlour.engine.rev
    dying(parlour, committed=committed)
    text = parlour.act(mover)
    with pytest.raises(Killed):
        parlour.step()
    parlour.again()
    answers = mover.of(Answered)
    assert [(answer.mv, answer.ok) for answer in answers[-1:]] == [(text, True)]
    parlour.play(8)
    parlour.same()
    acts = [row for row in parlour.rows() if row.kind == "act" and row.rev > rev]
    assert next(row.data()["text"] for row in acts if row.key == mover.key) == text
    assert len({(row.key, row.cid) for row in acts}) == len(acts) == 9
    parlour.end()


def test_the_stored_answer_is_given_again_after_a_restart(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(7)
    parlour.again()
    row = next(row for row in reversed(parlour.rows()) if row.kind == "act")
    tally = parlour.dispatcher._tallies[row.key]
    assert tally.answer == Ack(row.cid, row.rev)
    assert tally.claim(row.cid) == "again"
    parlour.end()


@pytest.mark.parametrize("game", ["hearts", "gin-rummy", "contract-rummy", "black-heart-rum", "tunk"])
def test_a_table_that_ends_after_any_action_goes_on_as_it_was(tmp_path, game):
    count = {"gin-rummy": 2}.get(game, 4)
    parlour = Journalled(tmp_path, game, count, seats=count)
    for _ in range(10):
        parlour.play(7)
        before = state(parlour.engine)
        book, epoch = list(parlour.table.book), parlour.dispatcher.epoch
        parlour.again()
        assert state(parlour.engine) == before
        assert parlour.table.book == book
        assert parlour.dispatcher.epoch == epoch + 1
        parlour.same()
    parlour.end()


def test_seats_come_back_by_their_keys_alone(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(9)
    seats = [(player.key, player.link.seat) for player in parlour.players]
    for player in parlour.players:
        player.link.name, player.link.token = "Somebody else", b"no token"
    parlour.again()
    assert [(player.key, player.link.seat) for player in parlour.players] == seats
    assert [chair.name for chair in parlour.seating.chairs] == ["P0", "P1", "P2", "P3"]
    parlour.end()


def test_who_left_and_who_was_sent_away_stay_so(tmp_path):
    parlour = Journalled(tmp_path, settings={"bot_time": 600})
    parlour.play(6)
    gone, away = parlour.players.pop(), parlour.players[2]
    parlour.table.leave(gone.key, parlour.now)
    parlour.seating.banned.add("key-Mallory")
    parlour.table.wants[1] = frozenset("A7")
    parlour.table.paused = "P0"
    parlour.table.after(parlour.now)
    parlour.again()
    chairs = parlour.seating.chairs
    assert [(chair.kind, chair.standin) for chair in chairs] == [("person", False)] * 3 + [("free", True)]
    assert parlour.seating.place(gone.key) is None
    assert parlour.seating.banned == {"key-Mallory"}
    assert (parlour.table.wants, parlour.table.paused) == ({1: frozenset("A7")}, "P0")
    assert away.link.seat == 2
    parlour.end()


def test_the_match_the_book_and_the_question_for_another_one_come_back(tmp_path):
    parlour = Journalled(tmp_path, options={"target": 10})
    while not parlour.table.book:
        parlour.play(1)
    parlour.run(0.1)
    assert parlour.table.state == "between"
    book = list(parlour.table.book)
    parlour.again()
    assert (parlour.table.state, parlour.table.book, parlour.table.played) == ("between", book, 1)
    assert parlour.table.vote.what == "again"
    for player in parlour.players:
        parlour.table.vote.votes[player.key] = True
    parlour.run(0.3)
    assert parlour.table.playing
    parlour.play(6)
    parlour.again()
    parlour.play(6)
    parlour.same()
    parlour.end()


def test_another_game_on_the_table_is_the_one_that_goes_on(tmp_path):
    parlour = Journalled(tmp_path, "hearts")
    parlour.play(8)
    charter = parlour.dispatcher.known.games["omnibus-hearts"].charter(
        4, {}, (), *parlour.dispatcher.known.origins["omnibus-hearts"]
    )
    parlour.table.propose("game", parlour.players[0].key, "Another one?", parlour.now, charter)
    for player in parlour.players:
        parlour.table.vote.votes[player.key] = True
    parlour.run(0.3)
    while parlour.engine.charter.game.name == "hearts":  # it comes when the deal is over
        parlour.play(1)
    parlour.play(4)
    before = state(parlour.engine)
    parlour.again()
    assert parlour.engine.charter.game.name == "omnibus-hearts"
    assert state(parlour.engine) == before
    parlour.end()


def test_rules_that_make_something_else_of_a_deal_are_noticed(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(30)
    acts = [row for row in parlour.rows() if row.kind == "act"]
    parlour.end()
    row = acts[17]
    other = row._replace(state_hash=b"\0" * 32)
    rewrite(parlour.path, {row.n: other})
    with pytest.raises(JournalBroken, match=rf"At revision {row.rev} the rules make something else"):
        open_room(HostConfig(resume=str(parlour.path)), 100.0)


def rewrite(path, changed):
    """Changes rows and makes the chain hold again."""
    rows = read_rows(path).rows
    file = sqlite3.connect(path)
    before = rows[0].prev_hash
    for row in rows:
        row = changed.get(row.n, row)._replace(prev_hash=before)
        row = row._replace(hash=row.made_hash())
        before = row.hash
        file.execute("DELETE FROM journal WHERE n = ?", (row.n,))
        file.execute(f"INSERT INTO journal ({journal_file.COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)", row)
    file.commit()
    file.close()


# -- a journal that commits too late is found out


class TooLate(DiskJournal):
    """Writes an action only when the next one comes: what is answered is not safe yet."""

    waiting = None

    def commit(self, line):
        if self.waiting is not None:
            super().commit(self.waiting)
        self.waiting = line


def lost_after_a_kill(tmp_path, kind, monkeypatch):
    """The actions that were answered and are not in the journal after the host ended."""
    monkeypatch.setattr("rumpus.net.host.startup.DiskJournal", kind)
    parlour = Journalled(tmp_path)
    parlour.play(9)
    answered = [(player.key, answer.cid) for player in parlour.players for answer in player.of(Answered) if answer.ok]
    parlour.end()
    kept = {(row.key, row.cid) for row in read_rows(parlour.path).rows if row.kind == "act"}
    return [each for each in answered if each not in kept]


def test_a_journal_that_commits_after_the_answer_is_found_out(tmp_path, monkeypatch):
    assert lost_after_a_kill(tmp_path / "good", DiskJournal, monkeypatch) == []
    assert len(lost_after_a_kill(tmp_path / "bad", TooLate, monkeypatch)) == 1


# -- a full disk


def fill(journal, full=True):
    """The disk is full, or has space again."""
    pages = journal._file.execute("PRAGMA page_count").fetchone()[0]
    journal._file.execute(f"PRAGMA max_page_count={pages if full else 2**30}")


def test_a_full_disk_freezes_the_table_and_it_goes_on_by_itself(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(9)
    fill(parlour.journal)
    while parlour.mover() and not parlour.table.writer.frozen:  # what is left of the last page
        parlour.act(parlour.mover())
        parlour.run(0.05)
    mover = parlour.mover()
    before, rows = state(parlour.engine), [row.n for row in parlour.rows()]
    for _ in range(3):
        parlour.act(mover)
        parlour.run(0.3)
        assert mover.of(Answered)[-1].code == "frozen"
    assert state(parlour.engine) == before
    assert [row.n for row in parlour.rows()] == rows
    said = [each.text for each in parlour.players[2].of(SayNews) if not each.name]
    assert sum("cannot write its journal" in text for text in said) == 1
    fill(parlour.journal, full=False)
    parlour.act(mover)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].ok
    parlour.play(10)
    parlour.same()
    assert "can be written again" in " ".join(each.text for each in parlour.players[2].of(SayNews))
    before = state(parlour.engine)
    parlour.again()
    assert state(parlour.engine) == before
    parlour.end()


def test_a_disk_that_is_full_at_the_end_of_a_deal_puts_off_the_next_one(tmp_path):
    parlour = Journalled(tmp_path)
    while parlour.engine.deals == 1:
        parlour.play(1)
        if sum(map(len, parlour.engine.deal.at[:4])) == 1:
            break
    parlour.act(parlour.mover())
    keep = parlour.journal.keep

    def full(kind, data):
        raise OSError(28, "No space left on device")

    parlour.journal.keep = full
    parlour.run(2.0)
    assert parlour.table.state == "playing"
    assert parlour.engine.deal.over
    parlour.journal.keep = keep
    parlour.run(0.6)
    assert not parlour.engine.deal.over
    assert parlour.engine.deals == 2
    parlour.play(5)
    parlour.same()
    parlour.end()


def test_a_clock_that_runs_out_on_a_frozen_table_calls_no_match_off(tmp_path):
    parlour = Journalled(tmp_path, settings={"clock": 2})
    parlour.play(6)
    fill(parlour.journal)
    parlour.until(lambda: parlour.table.writer.frozen, 120.0)
    parlour.run(10.0)
    assert parlour.table.writer.frozen
    assert parlour.table.state == "playing"
    fill(parlour.journal, full=False)
    rev = parlour.engine.rev
    parlour.run(1.0)
    assert parlour.engine.rev == rev
    parlour.run(3.0)
    assert parlour.engine.rev > rev
    parlour.same()
    parlour.end()


# -- plugins and clocks


def test_a_plugin_that_fails_leaves_the_journal_as_it_was(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(7)

    def boom(deal, seat, action):
        deal.at[0].clear()
        raise KeyError("boom")

    rows, before = parlour.rows(), state(parlour.engine)
    rules = parlour.engine.deal.rules
    parlour.engine.deal.rules = dataclasses.replace(rules, after=(boom,))
    mover = parlour.mover()
    parlour.act(mover)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].code == "plugin"
    assert parlour.rows() == rows
    assert state(parlour.engine) == before
    parlour.end()


def test_a_machine_clock_that_jumps_a_day_changes_nothing(tmp_path, monkeypatch):
    import time

    told = []
    for days in (0, 1, -1):
        parlour = Journalled(tmp_path / str(days), settings={"clock": 5, "bank": 2})
        now = time.time()
        monkeypatch.setattr(time, "time", lambda now=now, days=days: now + 86400 * days)
        for _ in range(4):
            parlour.play(5)
            parlour.run(1.0)
            parlour.again()
        parlour.run(10.0)
        told.append((state(parlour.engine), [each.text for each in parlour.players[0].of(SayNews)]))
        parlour.end()
        monkeypatch.undo()
    assert told[0] == told[1] == told[2]
    assert parlour.players[0].of(WelcomeNews)


def test_decks_of_a_table_that_goes_on_are_fresh(tmp_path):
    """The deck of the deal that was on comes from the journal, the next one from the table's own chance."""
    parlour = Journalled(tmp_path)
    parlour.play(3)
    parlour.again()
    while parlour.engine.deals == 1:
        parlour.play(1)
    parlour.run(0.1)
    assert parlour.engine.dealt.deck == seeded(parlour.engine.match.deck, 1)
    parlour.end()
