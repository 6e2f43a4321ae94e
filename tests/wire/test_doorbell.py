"""The doorbell: one datagram asks, one answers; nobody gets more out of it than was put in."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from rumpus.net.discovery import probe
from rumpus.net.discovery.probe import ProbeReply, ProbeResponder
from rumpus.net.identity.keys import new_pair

NONCE = b"12345678"
HERE = ProbeReply(1, "0123456789abcdef" * 2, new_pair().public.decode(), "Kitchen", "hearts", 4, 2)


@pytest.fixture
def open_door() -> Iterator[tuple[str, int]]:
    bell = ProbeResponder("127.0.0.1", 0)
    port = bell.socket.getsockname()[1]
    done = threading.Event()
    bell.socket.setblocking(True)
    bell.socket.settimeout(0.05)

    def serve() -> None:
        while not done.is_set():
            bell.look(HERE, 100.0)

    thread = threading.Thread(target=serve)
    thread.start()
    yield "127.0.0.1", port
    done.set()
    thread.join()
    bell.close()


def test_who_rings_is_told_the_table_and_its_key(open_door: tuple[str, int]) -> None:
    assert probe.ask([open_door], NONCE, 5.0) == {open_door: HERE}


def test_many_addresses_are_tried_at_once_and_the_first_answer_is_enough(open_door: tuple[str, int]) -> None:
    nobody = [("127.0.0.1", 9), ("127.0.0.2", 9), ("no such host", 9)]
    assert list(probe.ask([*nobody, open_door], NONCE, 5.0)) == [open_door]


def test_nobody_there_is_no_answer() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        assert probe.ask([silent.getsockname()], NONCE, 0.2) == {}


def test_an_answer_is_never_longer_than_the_question() -> None:
    longest = ProbeReply(65535, "f" * 32, "k" * 40, "Ü" * 80, "g" * 40, 64, 64)
    assert len(probe.answer(NONCE, longest)) <= len(probe.ring(NONCE)) == probe.SIZE
    assert probe.read_answer(probe.answer(NONCE, HERE), NONCE) == HERE


@pytest.mark.parametrize(
    "data",
    [
        b"",
        probe.ring(NONCE)[:-1],
        probe.ring(NONCE) + b"\0",
        b"x" * probe.SIZE,
    ],
)
def test_only_a_whole_question_is_answered(data: bytes) -> None:
    assert probe.read_ring(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        probe.answer(b"87654321", HERE),
        probe.HERE + NONCE,
        probe.HERE + NONCE + b"\xdf\xff\xff\xff\xff",
        probe.HERE + NONCE + b"\x81\xa5proto\x01",
        probe.answer(NONCE, ProbeReply(1, "0" * 31 + "g", "k" * 40)),
        probe.answer(NONCE, ProbeReply(1, "0" * 32, "short")),
        probe.answer(NONCE, HERE) + b"\0" * probe.SIZE,
    ],
)
def test_what_is_no_answer_to_this_question_is_not_believed(data: bytes) -> None:
    assert probe.read_answer(data, NONCE) is None


def test_names_that_come_back_are_cleaned() -> None:
    here = probe.read_answer(probe.answer(NONCE, ProbeReply(1, "0" * 32, "k" * 40, "\x1b]52;c;x\x07den")), NONCE)
    assert here is not None
    assert "\x1b" not in here.name


def test_a_flood_from_one_address_is_answered_a_few_times() -> None:
    bell = ProbeResponder("127.0.0.1", 0)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as guest:
        guest.connect(bell.socket.getsockname())
        for _ in range(40):
            guest.send(probe.ring(NONCE))
        bell.look(HERE, 0.0)
        guest.setblocking(False)
        answers = 0
        while True:
            try:
                guest.recv(1000)
            except BlockingIOError:
                break
            answers += 1
        assert answers == 6
    bell.close()
