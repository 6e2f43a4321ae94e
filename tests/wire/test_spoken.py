"""Spoken codes: who knows the code gets in once; who does not, or stands in between, does not; guesses are counted."""

from __future__ import annotations

import pytest
from rumpus.net.identity.code_words import WORDS
from rumpus.net.identity.keys import new_pair
from rumpus.net.identity.pairing import (
    PAUSE,
    TRYING_SECONDS,
    WRONG_MOST,
    CodeRefused,
    Codes,
    PairingTry,
    WrongCode,
    new_code,
    read_code,
)

TABLE = "0123456789abcdef" * 2
HOST = new_pair().public


def codes(*said: str) -> Codes:
    waiting = iter(said or ("7-otter-lamp", "3-apple-zebra", "9-tiger-honey"))
    return Codes(TABLE, HOST, lambda: next(waiting))


def test_a_code_is_one_of_2_to_the_20_and_is_read_however_it_is_typed() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert 16 * 256 * 256 == 2**20
    assert all(word.isascii() and word.islower() and 3 <= len(word) <= 9 for word in WORDS)
    assert read_code(" 7 Otter LAMP ") == read_code("7-otter-lamp") == read_code("7.otter.lamp") == "7-otter-lamp"
    assert read_code("otter lamp") is None
    assert read_code("7 otter cucumber") is None
    assert read_code("rumpus1-abcd") is None
    assert read_code(new_code()) is not None


def test_who_knows_the_code_gets_in_and_both_have_proved_it() -> None:
    host, key = codes(), new_pair().public
    guest = PairingTry("7-otter-lamp", TABLE, key, HOST)
    proof = guest.confirm(host.begin(key.decode(), "a", guest.first, 0.0))
    guest.check(host.finish(key.decode(), proof, 0.1))
    assert host.admitted == {key.decode()}
    assert host.code == "3-apple-zebra", "a code is used once"
    assert host.changed


def test_a_first_message_that_is_said_again_is_the_same_try() -> None:
    host, key = codes(), new_pair().public
    guest = PairingTry("7-otter-lamp", TABLE, key, HOST)
    assert host.begin(key.decode(), "a", guest.first, 0.0) == host.begin(key.decode(), "a", guest.first, 0.5)
    proof = guest.confirm(host.begin(key.decode(), "a", guest.first, 1.0))
    guest.check(host.finish(key.decode(), proof, 1.1))


def test_a_wrong_code_fails_on_both_sides_and_lets_nobody_in() -> None:
    host, key = codes(), new_pair().public
    guest = PairingTry("7-otter-honey", TABLE, key, HOST)
    proof = guest.confirm(host.begin(key.decode(), "a", guest.first, 0.0))
    with pytest.raises(WrongCode, match="look again"):
        host.finish(key.decode(), proof, 0.1)
    with pytest.raises(WrongCode, match="does not know the code"):
        guest.check(bytes(32))
    assert not host.admitted


def test_the_fifth_wrong_try_burns_the_code() -> None:
    host, now = codes(), 0.0
    for turn in range(WRONG_MOST):
        key = new_pair().public
        guest = PairingTry("1-acorn-acorn", TABLE, key, HOST)
        proof = guest.confirm(host.begin(key.decode(), "a", guest.first, now))
        with pytest.raises(WrongCode, match="new code" if turn == WRONG_MOST - 1 else "not the code"):
            host.finish(key.decode(), proof, now)
        now += PAUSE
    assert host.burnt == 1
    assert host.code == "3-apple-zebra"
    key = new_pair().public
    late = PairingTry("7-otter-lamp", TABLE, key, HOST)
    proof = late.confirm(host.begin(key.decode(), "a", late.first, now))
    with pytest.raises(WrongCode):
        host.finish(key.decode(), proof, now)
    assert not host.admitted, "the burnt code lets nobody in"


def test_somebody_in_between_fails_with_both() -> None:
    """The one in between has a key of his own towards each side, and hands the messages on."""
    host, key, between = codes(), new_pair().public, new_pair().public
    guest = PairingTry("7-otter-lamp", TABLE, key, between)  # the guest believes that his key is the host's
    answer = host.begin(between.decode(), "a", guest.first, 0.0)
    proof = guest.confirm(answer)
    with pytest.raises(WrongCode):
        host.finish(between.decode(), proof, 0.1)
    assert not host.admitted
    with pytest.raises(WrongCode):
        guest.check(proof)


def test_a_code_for_another_table_is_a_wrong_code() -> None:
    host, key = codes(), new_pair().public
    guest = PairingTry("7-otter-lamp", "f" * 32, key, HOST)
    proof = guest.confirm(host.begin(key.decode(), "a", guest.first, 0.0))
    with pytest.raises(WrongCode):
        host.finish(key.decode(), proof, 0.1)


def test_one_try_every_three_seconds_from_an_address_and_two_at_once_in_all() -> None:
    host = codes()
    keys = [new_pair().public.decode() for _ in range(4)]
    tries = [PairingTry("7-otter-lamp", TABLE, key.encode(), HOST) for key in keys]
    host.begin(keys[0], "a", tries[0].first, 10.0)
    with pytest.raises(CodeRefused, match="three seconds"):
        host.begin(keys[1], "a", tries[1].first, 12.9)
    host.begin(keys[1], "b", tries[1].first, 12.9)
    with pytest.raises(CodeRefused, match="Others"):
        host.begin(keys[2], "c", tries[2].first, 13.0)
    host.begin(keys[2], "c", tries[2].first, 10.1 + TRYING_SECONDS + 0.5)
    with pytest.raises(CodeRefused, match="begin again"):
        host.finish(keys[0], bytes(32), 30.0)


@pytest.mark.parametrize("junk", [b"", b"A", bytes(33), b"B" + bytes(32), b"A" + b"\xff" * 32, b"x" * 60000])
def test_junk_is_a_wrong_code_and_nothing_else(junk: bytes) -> None:
    with pytest.raises(WrongCode):
        codes().begin("key" * 13 + "k", "a", junk, 0.0)
    with pytest.raises(WrongCode):
        PairingTry("7-otter-lamp", TABLE, new_pair().public, HOST).confirm(junk)
