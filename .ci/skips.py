"""Print every skipped test of a run, and fail on one that is not expected to be skipped anywhere."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree

EXPECTED = (
    r"pyspiel|open_spiel|rlcard",  # the peers are not installed
    r"strace is not installed",  # what the system sees of a commit and its answer
    r"this system bounds no file of a running process",  # the full disk of a live host, anywhere but Linux
    r"network namespaces",  # several machines in one, where the system or iproute2 does not let it
    r"this system allows \d+ open files",  # a thousand idle connections from one process
    r"signals and /proc|needs /proc",  # floods and faults, anywhere but Linux
    r"tmux is not installed",  # the two runs in a real terminal
)


def main() -> int:
    unexpected = 0
    for case in ElementTree.parse(sys.argv[1]).iter("testcase"):
        for skipped in case.iter("skipped"):
            reason = skipped.get("message", "")
            known = any(re.search(pattern, reason) for pattern in EXPECTED)
            unexpected += not known
            print(f"{'' if known else 'UNEXPECTED '}{case.get('classname')}.{case.get('name')}: {reason}")
    print(f"{unexpected} unexpected skips")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
