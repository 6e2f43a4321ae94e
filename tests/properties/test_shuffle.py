"""Seeds, streams and permutations: the published vectors, reproduced to the byte, and what holds for every seed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rumpus.core.cards import NAME, pack
from rumpus.core.shuffling.seeded import Stream, bot_stream, deal_seed, enc, permutation, shuffled, tag, u16, u32, u64

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
DEALS = VECTORS[:3]
TABLE = bytes(range(16))
HOST_KEY = bytes([0x11]) * 32
RULES = hashlib.sha256(b"demo rules 1").digest()
ZEROS = bytes(32)
UPWARDS = bytes(range(32))

# What the host and the seats drew in each of the three deals.
ONE_SEAT = (b"\xaa" * 32, {1: b"\x01" * 32})
THREE_SEATS = (bytes(range(0xC8, 0xE8)), {0: bytes(range(0x20)), 1: bytes(range(0x20, 0x40)), 3: bytes(range(0x40, 0x60))})
DRAWN = (ONE_SEAT, THREE_SEATS, THREE_SEATS)


def key(seat: int) -> bytes:
    """The public key of a seat in the vectors."""
    return bytes([0x20 + seat]) * 32


def top_ten(order: list[int]) -> str:
    return " ".join(NAME[i][0] + NAME[i][1].lower() for i in order[:10])


@pytest.mark.parametrize("place", [0, 1, 2], ids=[vector["name"] for vector in DEALS])
def test_the_whole_chain_of_a_fair_deal(place: int) -> None:
    vector, (h, shares) = VECTORS[place], DRAWN[place]
    context = tag(
        *("deal-context", TABLE, HOST_KEY, u64(vector["deal"]), u32(vector["attempt"])),
        *("demo", RULES, u16(vector["n"])),
    )
    assert context.hex() == vector["context"]
    host_commit = tag("host-commit", context, h)
    assert host_commit.hex() == vector["host_commit"]
    commits = {seat: tag("seat-commit", context, host_commit, u16(seat), key(seat), share) for seat, share in shares.items()}
    assert {str(seat): commit.hex() for seat, commit in commits.items()} == vector["seat_commits"]
    listed = [part for seat in sorted(commits) for part in (u16(seat), key(seat), commits[seat])]
    commit_set = tag("commit-set", context, host_commit, u16(len(commits)), *listed)
    assert commit_set.hex() == vector["commit_set"]
    deal_id = tag("deal-id", commit_set, u16(len(shares)), *(shares[seat] for seat in sorted(shares)))
    assert deal_id.hex() == vector["deal_id"]
    code = [int.from_bytes(deal_id[at : at + 4], "big") % 100000 for at in (0, 4)]
    assert f"{code[0]:05}-{code[1]:05}" == vector["deal_code"]
    seed = tag("seed", deal_id, h)
    assert seed.hex() == vector["seed"]
    assert hmac.digest(seed, enc("rumpus/1", "stream", "deck/0", u32(0)), "sha256").hex() == vector["block0"]
    order = permutation(seed, "deck/0", vector["n"])
    assert order == vector["perm"]
    assert top_ten(order) == vector["top"]


@pytest.mark.parametrize("vector", DEALS, ids=lambda vector: vector["name"])
def test_a_stream_reads_its_blocks_as_words(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    stream = Stream(seed, "deck/0")
    assert b"".join(u32(stream.word()) for _ in range(8)).hex() == vector["block0"]
    block1 = hmac.digest(seed, enc("rumpus/1", "stream", "deck/0", u32(1)), "sha256")
    assert b"".join(u32(stream.word()) for _ in range(8)) == block1


@pytest.mark.parametrize(("name", "seed", "n"), [("P0", ZEROS, 52), ("P1", UPWARDS, 52), ("P2", ZEROS, 5)])
def test_the_published_permutations(name: str, seed: bytes, n: int) -> None:
    vector = next(vector for vector in VECTORS if vector["name"].startswith(name + " "))
    order = permutation(seed, "deck/0", n)
    assert order == vector["perm"]
    if "top" in vector:
        assert top_ten(order) == vector["top"]
    assert list(shuffled(seed, pack())[:n]) == order or n != 52


def test_parts_are_kept_apart_by_their_lengths() -> None:
    assert enc("ab", b"c") == b"\0\0\0\2ab\0\0\0\1c"
    assert enc() == b""
    assert enc("") == b"\0\0\0\0"
    assert enc("a", "bc") != enc("ab", "c")
    assert tag("seed", b"x") == hashlib.sha256(enc("rumpus/1", "seed", b"x")).digest()
    assert enc("é") == b"\0\0\0\2\xc3\xa9"
    assert (u16(258), u32(258), u64(258)) == (b"\1\2", b"\0\0\1\2", b"\0\0\0\0\0\0\1\2")


def test_seeds_of_a_table_that_was_started_with_a_text() -> None:
    assert deal_seed("lamp", 3) == hashlib.sha256(enc("rumpus/1", "seeded", "lamp", u64(3))).digest()
    seeds = {deal_seed(text, number) for text in ("lamp", "lamp ", "otter") for number in range(5)}
    assert len(seeds) == 15
    drawn = [[bot_stream(text, seat).word() for _ in range(3)] for text in ("lamp", "otter") for seat in range(3)]
    assert len(set(map(tuple, drawn))) == 6
    assert bot_stream("lamp", 1).word() == drawn[1][0]


class Said(Stream):
    """A stream whose words are given."""

    def __init__(self, *words: int) -> None:
        super().__init__(ZEROS, "")
        self.said = list(words)

    def word(self) -> int:
        return self.said.pop(0)


def test_words_that_would_make_some_numbers_likelier_are_thrown_away() -> None:
    assert 2**32 % 52 == 48  # so the last 48 words are refused
    assert Said(2**32 - 48, 2**32 - 1, 7).below(52) == 7
    assert Said(2**32 - 49).below(52) == 51
    assert Said(2**32 - 1).below(2) == 1  # a power of two refuses none
    assert Said(5).below(1) == 0


@given(st.binary(min_size=32, max_size=32), st.text(max_size=8), st.integers(0, 160))
def test_every_seed_gives_a_permutation_and_always_the_same(seed: bytes, label: str, n: int) -> None:
    order = permutation(seed, label, n)
    assert sorted(order) == list(range(n))
    assert permutation(seed, label, n) == order


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1000), st.integers(0, 12))
def test_numbers_stay_below_and_some_are_different_ones(seed: bytes, n: int, count: int) -> None:
    stream = Stream(seed, "bot/0")
    assert all(0 <= stream.below(n) < n for _ in range(20))
    things = [f"thing {k}" for k in range(12)]
    some = stream.some(things, count)
    assert len(set(some)) == count
    assert set(some) <= set(things)
    assert len(things) == 12, "what was drawn from is left as it was"
    assert stream.choice(things) in things


def test_labels_give_other_decks() -> None:
    orders = {tuple(permutation(ZEROS, label, 52)) for label in ("deck/0", "deck/1", "roll/0", "bot/0")}
    assert len(orders) == 4


def test_every_order_is_as_likely_as_any_other() -> None:
    # The orders of 4 cards over 24,000 seeds: 24 of them, 1000 each; 23 degrees of freedom, 60 is far beyond chance.
    found = Counter(tuple(permutation(tag("even", u32(k)), "deck/0", 4)) for k in range(24_000))
    assert len(found) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 60


def test_twins_stay_twins_when_a_deck_is_shuffled() -> None:
    declared = pack(2, black_jokers=2, red_jokers=2)
    assert sorted(shuffled(UPWARDS, declared)) == sorted(declared)
    assert shuffled(UPWARDS, declared) == tuple(declared[i] for i in permutation(UPWARDS, "deck/0", len(declared)))
