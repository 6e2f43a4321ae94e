"""Every answer comes after the disk has said that its row is there: what strace sees of a host."""

import shutil
import subprocess

import pytest
from strace_order import too_early, trace


def traced():
    """Whether strace is here and may trace."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0


needs_strace = pytest.mark.skipif(not traced(), reason="strace is not installed, or may not trace here")


@needs_strace
def test_every_answer_and_every_delta_comes_after_the_sync_of_its_row(tmp_path):
    told, early = too_early(trace(tmp_path))
    assert told.count("ACK") == 12
    assert told.count("DELTA") >= 12 * 4
    assert early == []


@needs_strace
def test_a_journal_that_does_not_wait_for_the_disk_is_found_out(tmp_path):
    told, early = too_early(trace(tmp_path, "NORMAL"))
    assert told.count("ACK") == 12
    assert early
