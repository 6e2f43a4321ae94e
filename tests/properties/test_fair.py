"""Fair dealing in numbers: the published vectors to the byte, and what holds for every shuffle."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rumpus.core.shuffling.fair import (
    Pledge,
    Shuffle,
    Terms,
    commit_set,
    deal_code,
    deal_id,
    fair_seed,
    host_commit,
    read_shuffle,
    seat_commit,
)
from rumpus.core.shuffling.seeded import permutation, tag

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
DEALS = VECTORS[:3]
ONE_SEAT = (b"\xaa" * 32, {1: b"\x01" * 32})
THREE_SEATS = (bytes(range(0xC8, 0xE8)), {0: bytes(range(0x20)), 1: bytes(range(0x20, 0x40)), 3: bytes(range(0x40, 0x60))})
DRAWN = (ONE_SEAT, THREE_SEATS, THREE_SEATS)
SHARE = st.binary(min_size=32, max_size=32)


def terms_of(vector: dict[str, Any]) -> Terms:
    rules = hashlib.sha256(b"demo rules 1").digest()
    return Terms(bytes(range(16)), b"\x11" * 32, vector["deal"], vector["attempt"], "demo", rules, vector["n"])


def key(seat: int) -> bytes:
    return bytes([0x20 + seat]) * 32


def shuffle_of(terms: Terms, secret: bytes, shares: dict[int, bytes]) -> Shuffle:
    """The shuffle of an honest host and honest seats."""
    context = terms.context
    host = host_commit(context, secret)
    pledges = tuple(Pledge(seat, key(seat), seat_commit(context, host, seat, key(seat), shares[seat])) for seat in sorted(shares))
    return Shuffle(terms, secret, pledges, tuple(shares[seat] for seat in sorted(shares)))


@pytest.mark.parametrize("place", range(3), ids=[vector["name"] for vector in DEALS])
def test_the_published_deals(place: int) -> None:
    vector, (secret, shares) = DEALS[place], DRAWN[place]
    terms = terms_of(vector)
    assert terms.context.hex() == vector["context"]
    host = host_commit(terms.context, secret)
    assert host.hex() == vector["host_commit"]
    shuffle = shuffle_of(terms, secret, shares)
    assert {str(pledge.seat): pledge.commit.hex() for pledge in shuffle.pledges} == vector["seat_commits"]
    frozen = commit_set(terms.context, host, shuffle.pledges)
    assert frozen.hex() == vector["commit_set"]
    number = deal_id(frozen, shuffle.shares)
    assert number.hex() == vector["deal_id"] == shuffle.number.hex()
    assert deal_code(number) == vector["deal_code"] == shuffle.code
    assert fair_seed(number, secret).hex() == vector["seed"] == shuffle.seed.hex()
    assert permutation(shuffle.seed, "deck/0", vector["n"]) == vector["perm"]
    assert shuffle.fault() == ""
    assert read_shuffle(json.loads(json.dumps(shuffle.data())), "demo", 52) == shuffle


@given(st.dictionaries(st.integers(0, 63), SHARE, max_size=8), SHARE, st.integers(0, 2**63), st.integers(0, 2**31))
def test_an_honest_shuffle_has_no_fault_and_comes_back_from_its_record(
    shares: dict[int, bytes], secret: bytes, deal: int, attempt: int
) -> None:
    shuffle = shuffle_of(Terms(b"t" * 16, b"h" * 32, deal, attempt, "hearts", b"r" * 32, 52), secret, shares)
    assert shuffle.fault() == ""
    assert read_shuffle(shuffle.data(), "hearts", 52) == shuffle
    assert len(shuffle.code) == 11
    assert shuffle.code.replace("-", "").isdigit()


FIELDS = ("table", "host_key", "deal_no", "attempt", "rules_hash", "h")


@given(st.sampled_from([*FIELDS, "seat", "key", "commit", "share", "game", "n"]), st.integers(0, 31), st.integers(1, 255))
def test_whatever_is_changed_in_a_record_no_longer_fits(what: str, at: int, by: int) -> None:
    data = shuffle_of(terms_of(DEALS[1]), *THREE_SEATS).data()
    game, n = "demo", 52
    if what in ("deal_no", "attempt"):
        data[what] += by
    elif what in ("seat", "key", "commit", "share"):
        line = data["commits"][at % 3]
        place = ("seat", "key", "commit", "share").index(what)
        line[place] = line[0] + 64 + by if what == "seat" else _bent(line[place], at, by)
    elif what == "game":
        game = "hearts"
    elif what == "n":
        n += by
    else:
        data[what] = _bent(data[what], at, by)
    assert read_shuffle(data, game, n).fault() != ""


def _bent(text: str, at: int, by: int) -> str:
    raw = bytearray(bytes.fromhex(text))
    raw[at % len(raw)] ^= by
    return raw.hex()


def test_every_share_and_the_secret_decide_the_deck() -> None:
    terms, (secret, shares) = terms_of(DEALS[1]), THREE_SEATS
    seeds = {shuffle_of(terms, secret, shares).seed, shuffle_of(terms, b"\1" * 32, shares).seed}
    for seat in shares:
        seeds.add(shuffle_of(terms, secret, {**shares, seat: b"\1" * 32}).seed)
        seeds.add(shuffle_of(terms, secret, {other: share for other, share in shares.items() if other != seat}).seed)
    assert len(seeds) == 8


def test_commitments_out_of_order_or_twice_are_a_fault() -> None:
    shuffle = shuffle_of(terms_of(DEALS[1]), *THREE_SEATS)
    for order in ((1, 0, 2), (0, 0, 1)):
        mixed = shuffle._replace(pledges=tuple(shuffle.pledges[k] for k in order), shares=tuple(shuffle.shares[k] for k in order))
        assert "order" in mixed.fault()


def test_codes_are_ten_digits_with_their_zeros() -> None:
    assert deal_code(bytes(32)) == "00000-00000"
    assert deal_code(b"\0\0\0\7" + b"\xff" * 28) == f"00007-{(2**32 - 1) % 100000:05}"
    assert all(len(deal_code(tag("x", bytes([k])))) == 11 for k in range(50))


@pytest.mark.parametrize(
    ("key_", "value"),
    [
        ("table", "00"), ("h", 7), ("h", "zz" * 32), ("deal_no", -1), ("deal_no", True), ("attempt", "0"), ("commits", {}),
        ("commits", [[0, "00", "00", "00"]]), ("commits", [["0", "00" * 32, "00" * 32, "00" * 32]]), ("commits", [7]),
        ("rules_hash", None), ("host_key", "٠" * 64),
    ],
)  # fmt: skip
def test_what_is_no_shuffle_is_said_to_be_none(key_: str, value: Any) -> None:
    data = shuffle_of(terms_of(DEALS[0]), *ONE_SEAT).data()
    with pytest.raises(ValueError, match=key_):
        read_shuffle({**data, key_: value}, "demo", 52)
    with pytest.raises(ValueError, match="object"):
        read_shuffle([], "demo", 52)
