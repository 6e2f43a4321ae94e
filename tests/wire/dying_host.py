"""A host that kills itself at the journal: `dying_host.py KIND NUMBER before|after CONFIG`.

It ends at the NUMBERth row of a kind, before or after that row is committed, and serves like any other until then.
"""

import os
import signal
import sys

from rumpus.net.host import server
from rumpus.net.storage.journal import DiskJournal

KIND, NUMBER, WHEN, CONFIG = sys.argv[1:]
write = DiskJournal._write
seen = 0


def dying(journal, rows, wiped_before):
    global seen
    seen += rows[0].kind == KIND
    ends = seen == int(NUMBER) and rows[0].kind == KIND
    if ends and WHEN == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    write(journal, rows, wiped_before)
    if ends:
        os.kill(os.getpid(), signal.SIGKILL)


DiskJournal._write = dying
sys.exit(server.main([CONFIG]))
