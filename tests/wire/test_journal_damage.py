"""A journal that was damaged, at any byte: it is refused, or used up to its last row that holds, and that is said."""

import os
import random
import sqlite3

import pytest
from damage import ENDS, flipped, outcome, played
from journalled import Journalled
from rumpus.net.guest.events import SayNews
from rumpus.net.storage.journal import JournalBroken
from rumpus.net.storage.restore import interrupted, read_kept


def test_a_flipped_or_missing_byte_never_makes_another_state_in_silence(tmp_path):
    kept, known = played(tmp_path, "hearts", 4, 62)
    last = max(known)
    chance = random.Random("damage")
    seen = []
    for n in range(240):
        files = dict(kept)
        end = chance.choice(ENDS)
        if n % 7 == 0 or (end == "-wal" and n % 3 == 0):
            files[end] = files[end][: chance.randrange(len(files[end]))]
        else:
            at = chance.randrange(len(files[end])) if n % 5 else chance.randrange(200)
            files[end] = flipped(files[end], at, chance.randrange(8))
        seen.append(outcome(tmp_path / str(n), files, known))
    revs = [each for each in seen if each != "refused"]
    print(f"{seen.count('refused')} refused, {revs.count(last)} whole, the others from {sorted(set(revs))}")
    assert seen.count("refused") < len(seen)
    assert min(revs) < last
    assert outcome(tmp_path / "whole", kept, known) == last


def test_what_is_damaged_is_put_aside_and_the_rest_goes_on(tmp_path):
    parlour = Journalled(tmp_path)
    parlour.play(20)
    rows = parlour.rows()
    row = [row for row in rows if row.kind == "act"][9]
    parlour.end()
    file = sqlite3.connect(parlour.path)
    file.execute("UPDATE journal SET payload = ? WHERE n = ?", (row.payload.replace(b"play", b"pray"), row.n))
    file.commit()
    file.close()
    said = []
    parlour.again(said)
    assert said == [
        f"The journal is damaged (the chain breaks after revision {row.rev - 1}): the table goes on from revision {row.rev - 1}."
    ]
    parlour.run(1.0)
    assert all(said[0] in [each.text for each in player.of(SayNews)] for player in parlour.players)
    assert parlour.engine.rev == row.rev - 1
    assert parlour.path.with_suffix(".damaged").exists()
    parlour.play(6)
    parlour.again()
    parlour.same()
    parlour.end()


def test_what_is_no_journal_is_refused_with_a_sentence(tmp_path):
    for n, junk in enumerate((b"", b"no database" * 400, os.urandom(8192), b"SQLite format 3\0" + os.urandom(4080))):
        path = tmp_path / f"{n}.journal"
        path.write_bytes(junk)
        with pytest.raises((JournalBroken, OSError), match="journal"):
            read_kept(path, "")
    assert [each.why != "" for each in interrupted(tmp_path)] == [True] * 4
