"""What a host does at the system's door: every answer comes after the disk has said that its row is there.

`python tests/wire/strace_order.py [FULL|NORMAL]` plays some actions at a host under strace and prints how many answers and deltas
came, and which of them came too early.  With NORMAL the journal does not wait for the disk: that must be found out.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

from served import Served

SYNCED = re.compile(r"^(?:fdatasync|fsync)\(\d+<[^>]*-wal>\) += 0$")
WRITTEN = re.compile(r"^pwrite64\(\d+<[^>]*-wal>")
MARK = re.compile(r'^write\(\d+<[^>]*>, "(ACK|DELTA) ')


def too_early(lines):
    """How many answers and deltas there are in a trace, and those of them before which the last row was not synced."""
    told, early, waiting = [], [], False
    for line in lines:
        if WRITTEN.match(line):
            waiting = True
        elif SYNCED.match(line):
            waiting = False
        elif found := MARK.match(line):
            told.append(found[1])
            if waiting:
                early.append(line.strip())
    return told, early


def trace(folder, synchronous="FULL", moves=12):
    """Plays so many actions at a traced host; returns the trace's lines."""
    out = Path(folder) / "trace"
    calls = "trace=pwrite64,fdatasync,fsync,write"
    program = [__file__, "serve", synchronous]
    table = Served(program=("-c", _UNDER_STRACE, str(out), calls, *program), journal=str(Path(folder) / "tables"))
    try:
        table.everybody()
        table.play(moves)
        table.same()
    finally:
        table.close()
    return out.read_text().splitlines()


_UNDER_STRACE = """
import os, sys
out, calls, *program = sys.argv[1:]
os.execvp("strace", ["strace", "-D", "-y", "-s", "40", "-o", out, "-e", calls, sys.executable, *program])
"""


def serve(synchronous, config):
    """A host that writes down, for strace to see, what it is about to send."""
    from rumpus.net.host import server
    from rumpus.net.protocol.codec import read_header
    from rumpus.net.storage.journal import DiskJournal

    marks = os.open(os.devnull, os.O_WRONLY)
    send, begin = server.Host._send, DiskJournal.__init__

    def marked(self, frame):
        kind = read_header(frame.header).kind
        if kind in ("ack", "delta"):
            os.write(marks, f"{kind.upper()} ".encode())
        send(self, frame)

    def opened(self, *given, **named):
        begin(self, *given, **named)
        self._file.execute(f"PRAGMA synchronous={synchronous}")

    server.Host._send, DiskJournal.__init__ = marked, opened
    return server.main([config])


def main(arguments):
    if arguments[:1] == ["serve"]:
        return serve(*arguments[1:])
    with tempfile.TemporaryDirectory() as folder:
        told, early = too_early(trace(folder, *arguments[:1]))
    print(f"{told.count('ACK')} answers and {told.count('DELTA')} deltas, {len(early)} before the row was on the disk")
    return 1 if early else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
