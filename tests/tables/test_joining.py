"""Sitting down by address and spoken code, with real processes on this machine: what lets in, what does not, what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plain_guests import Process, end
from rumpus.net.identity.invite import read_invite
from rumpus.net.identity.keys import new_pair


@contextmanager
def open_table(home: Path, *words: str) -> Iterator[tuple[Process, str, str]]:
    """A headless table, its address, and the code that is spoken first."""
    host = Process(home / "host", "host", *words, "--headless", "--bind", "127.0.0.1", "--port", "0", "--table", "Den")
    try:
        invite = read_invite(host.wait_for("invite:"))
        yield host, f"127.0.0.1:{invite.port}", host.wait_for("code:")
    finally:
        end(host)


def ended(home: Path, *words: str) -> tuple[int, str]:
    """How a command ended, and its last sentence."""
    process = Process(home, *words)
    status = process.exit_status()
    process.process.wait()
    return status, "".join(process.errors).strip() or process.lines[-1]


def test_the_code_lets_in_once_and_the_key_from_then_on(tmp_path: Path) -> None:
    with open_table(tmp_path, "gin-rummy", "--bots", "1") as (host, where, code):
        ann = Process(tmp_path / "ann", "join", where, code, "--plain", "--name", "Ann")
        assert host.wait_for("code:") != code, "another code is shown"
        ann.wait_for("your turn:")
        status, said = ended(tmp_path / "bob", "join", where, code, "--plain", "--name", "Bob")
        assert (status, "not the code" in said or "three seconds" in said) == (1, True)
        ann.type("/quit")
        assert ann.exit_status() == 0
        again = Process(tmp_path / "ann", "join", where, "--plain", "--name", "Ann")
        again.wait_for("your turn:")
        again.type("/quit")
        assert again.exit_status() == 0


def test_without_a_code_a_stranger_is_told_what_is_needed(tmp_path: Path) -> None:
    with open_table(tmp_path, "gin-rummy") as (_, where, _code):
        status, said = ended(tmp_path / "bob", "join", where, "--plain", "--name", "Bob")
        assert (status, "7-otter-lamp" in said) == (2, True)
        assert not (tmp_path / "bob" / "tables.json").exists(), "nobody is known who was not let in"


def test_a_known_table_whose_key_changed_is_a_hard_stop(tmp_path: Path) -> None:
    """Somebody else answers at the address and names the table that is known by another key."""
    with open_table(tmp_path, "gin-rummy", "--bots", "1") as (_, where, code):
        ann = Process(tmp_path / "ann", "join", where, code, "--plain", "--name", "Ann")
        ann.wait_for("your turn:")
        ann.type("/quit")
        assert ann.exit_status() == 0
        kept = tmp_path / "ann" / "tables.json"
        tables = json.loads(kept.read_text())
        tables[0]["key"] = new_pair().public.decode()
        kept.write_text(json.dumps(tables))
        for words in ((where,), (where, "3-apple-zebra")):
            status, said = ended(tmp_path / "ann", "join", *words, "--plain", "--name", "Ann")
            assert (status, "another key" in said, "Nothing was sent" in said) == (1, True, True)


def test_nobody_there_and_no_address_are_sentences(tmp_path: Path) -> None:
    status, said = ended(tmp_path, "join", "127.0.0.1:9", "--plain")
    assert (status, "hotspot" in said) == (1, True)
    status, said = ended(tmp_path, "join", "127.0.0.1:99999", "--plain")
    assert (status, "no address" in said) == (2, True)


def test_the_invite_still_lets_in_and_is_shown_at_the_table(tmp_path: Path) -> None:
    host = Process(tmp_path / "host", "host", "gin-rummy", "--headless", "--bind", "127.0.0.1", "--port", "0", "--bots", "1")
    try:
        invite = host.wait_for("invite:")
        ann = Process(tmp_path / "ann", "join", invite, "--plain", "--name", "Ann")
        ann.wait_for("your turn:")
        ann.type("/invite")
        port = read_invite(invite).port
        assert ann.wait_for(f"  rumpus join 127.0.0.1:{port} ") == host.wait_for("code:")
        assert ann.wait_for("  rumpus join ") == invite
        ann.type("/quit")
        assert ann.exit_status() == 0
    finally:
        end(host)
