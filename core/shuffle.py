"""Shuffling that every machine and every Python repeats exactly.

A seed is 32 bytes. It gives a stream of numbers (HMAC-SHA256 over a counter, read as 32-bit words, no modulo bias),
and the stream gives a permutation. Nothing in a game takes chance from anywhere else.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
_SALT = b"rumpus/1"
_WORD = 2**32


def u16(number: int) -> bytes:
    """Two bytes, the big end first."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, the big end first."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, the big end first."""
    return number.to_bytes(8, "big")


def _bytes(part: bytes | str) -> bytes:
    return part.encode() if isinstance(part, str) else part


def enc(*parts: bytes | str) -> bytes:
    """Parts one after another, each behind its length: no two lists of parts give the same bytes."""
    return b"".join(u32(len(raw)) + raw for raw in map(_bytes, parts))


def tag(label: str, *parts: bytes | str) -> bytes:
    """The labelled SHA-256 that every commitment and seed is made with."""
    return hashlib.sha256(enc(_SALT, label, *parts)).digest()


class Stream:
    """Numbers drawn from a seed under a label, the same on every machine."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next number from 0 to 2**32 - 1."""
        if not self._words:
            text = enc(_SALT, "stream", self._label, u32(self._block))
            block = hmac.digest(self._seed, text, "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -4, -4)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as any other."""
        limit = _WORD - _WORD % n
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n

    def choice(self, things: Sequence[Thing]) -> Thing:
        """One of these."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[Thing], n: int) -> list[Thing]:
        """n different ones of these."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(n)]


def permutation(seed: bytes, label: str, n: int) -> list[int]:
    """The numbers 0 to n - 1 shuffled; the first is the top card."""
    order = list(range(n))
    below = Stream(seed, label).below
    for i in range(n - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def shuffled(seed: bytes, declared: Sequence[Thing]) -> tuple[Thing, ...]:
    """A deck in declared order, shuffled by a seed."""
    return tuple(declared[i] for i in permutation(seed, "deck/0", len(declared)))


def deal_seed(text: str, number: int) -> bytes:
    """The seed of deal ``number`` of a table that was started with a text to draw from."""
    return tag("seeded", text, u64(number))


def bot_stream(text: str, seat: int) -> Stream:
    """The stream that a bot of such a table draws from."""
    return Stream(tag("seeded", text), f"bot/{seat}")
