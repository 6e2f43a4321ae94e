"""A journal that is damaged at every byte: each bit of damage is refused, or the table goes on from a row that holds and says so.

`python tests/wire/damage.py [STEP]` plays a little gin over a journal, and then for every STEPth byte (1: for every one) of
its two files flips a bit there, and cuts the file off there.  It prints what came of it, and fails where a table came to a
state that it never had, or did not say from which revision it goes on.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from journalled import Journalled, open_room, state
from rumpus.net.host.config import HostConfig
from rumpus.net.storage.journal import JournalBroken

ENDS = ("", "-wal")


def copies(parlour):
    """The files of the journal as they lie on the disk while the host runs."""
    return {end: Path(f"{parlour.path}{end}").read_bytes() for end in ENDS}


def outcome(folder, files, known):
    """What becomes of these files: "refused", or the revision from which the table goes on, which is said.

    `known` are the states that the table had, by revision: it comes to no other.
    """
    folder.mkdir()
    path = folder / "f00d.journal"
    for end, data in files.items():
        Path(f"{path}{end}").write_bytes(data)
    refused = ""
    try:
        dispatcher, journal = open_room(HostConfig(resume=str(path)), 100.0)
    except (JournalBroken, OSError) as why:
        refused = str(why)
    if refused:
        assert refused.endswith("."), refused
        return "refused"
    said = dispatcher.table.writer.back
    assert len(said) == 1
    found = state(dispatcher.table.engine)
    journal.close()
    rev = found[0]
    assert found == known[rev]
    fresh = dispatcher.table.engine.dealt is not None and not dispatcher.table.engine.dealt.actions
    told = {rev, rev - fresh}  # where no deal was on, the next one is dealt at once
    assert all(any(f"goes on from revision {each}." in sentence for each in told) for sentence in said), (rev, said)
    return rev


def played(folder, game, seats, moves):
    """The files of a journal after so many actions, and the states that its table had before and after each of them."""
    parlour = Journalled(folder / "played", game, seats, seats=seats)
    empty, journal = open_room(HostConfig(game=game, seats=seats, journal=str(folder / "empty")), 100.0)
    journal.close()
    known = {each.rev: state(each) for each in (empty.table.engine, parlour.engine)}
    act = parlour.engine.act

    def acted(*words):
        revision = act(*words)
        known[revision.rev] = state(parlour.engine)  # where a deal ends, before the next one is dealt
        return revision

    parlour.engine.act = acted
    for _ in range(moves):
        parlour.play(1)
        known[parlour.engine.rev] = state(parlour.engine)
    files = copies(parlour)
    parlour.end()
    return files, known


def flipped(data, at, bit):
    """The data with one bit changed."""
    return data[:at] + bytes([data[at] ^ (1 << bit)]) + data[at + 1 :]


def main(arguments):
    step = int(arguments[0]) if arguments else 1
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        folder = Path(name)
        files, known = played(folder, "gin-rummy", 2, 5)
        last, seen, begun = max(known), Counter(), time.monotonic()
        for end, data in files.items():
            for at in range(0, len(data), step):
                for how, bad in (("flip", flipped(data, at, at % 8)), ("cut", data[:at])):
                    try:
                        came = outcome(folder / "damaged", {**files, end: bad}, known)
                    except (AssertionError, ValueError, LookupError, TypeError) as why:
                        came = "WRONG"
                        print(f"{how} at byte {at} of journal{end}: {type(why).__name__}: {why}", flush=True)
                    shutil.rmtree(folder / "damaged")
                    seen[how, came if isinstance(came, str) else "whole" if came == last else "earlier"] += 1
        print(f"{sum(map(len, files.values()))} bytes in two files, revision {last}; {time.monotonic() - begun:.0f} s")
        for how in ("flip", "cut"):
            print(f"{how}: " + ", ".join(f"{count} {came}" for (kind, came), count in sorted(seen.items()) if kind == how))
        return 1 if any(came == "WRONG" for _, came in seen) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
