"""Shuffling that every machine and every Python repeats exactly.

A seed is 32 bytes. It gives a stream of numbers (HMAC-SHA256 over a counter, read as 32-bit words, no modulo bias),
and the stream gives a permutation. Nothing in a game takes chance from anywhere else.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
_SALT = b"rumpus/1"
_WORD = 2**32
_MOST = _WORD - 2**16
"""Below this no word is drawn again for fewer than 65,536 things."""
_POOL_LOW = 2**64
_INNER_PAD, _OUTER_PAD = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_LENGTH = struct.Struct(">I").pack
_EIGHT_WORDS = struct.Struct(">8I").unpack


def u16(number: int) -> bytes:
    """Two bytes, the big end first."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, the big end first."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, the big end first."""
    return number.to_bytes(8, "big")


def enc(*parts: bytes | str) -> bytes:
    """Parts one after another, each behind its length: no two lists of parts give the same bytes."""
    pieces: list[bytes] = []
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        pieces += _LENGTH(len(raw)), raw
    return b"".join(pieces)


def tag(label: str, *parts: bytes | str) -> bytes:
    """The labelled SHA-256 that every commitment and seed is made with."""
    return hashlib.sha256(enc(_SALT, label, *parts)).digest()


class Stream:
    """Numbers drawn from a seed under a label, the same on every machine."""

    def __init__(self, seed: bytes, label: str) -> None:
        key = seed.ljust(64, b"\0")
        self._inner = hashlib.sha256(key.translate(_INNER_PAD) + enc(_SALT, "stream", label) + u32(4))
        self._outer = hashlib.sha256(key.translate(_OUTER_PAD))
        self._block = 0
        self._words: list[int] = []
        self._pool = 0

    def _next(self) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(u32(self._block))
        outer.update(inner.digest())
        self._block += 1
        return outer.digest()

    def word(self) -> int:
        """The next number from 0 to 2**32 - 1."""
        if not self._words:
            self._words.extend(_EIGHT_WORDS(self._next()))
            self._words.reverse()
        return self._words.pop()

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1, quickly: as likely as any other but for less than one in 2**60. For bots."""
        if self._pool < _POOL_LOW:
            self._pool = int.from_bytes(self._next(), "big")
        self._pool, number = divmod(self._pool, n)
        return number

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as any other."""
        words = self._words
        word = words.pop() if words else self.word()
        while word >= _WORD - _WORD % n:
            word = self.word()
        return word % n

    def shuffle(self, order: list[Thing]) -> None:
        """Shuffle a list of fewer than 65,536 things in place: the last place first, each with one at or below it."""
        words = self._words
        for n in range(len(order), 1, -1):
            word = words.pop() if words else self.word()
            while word >= _MOST and word >= _WORD - _WORD % n:
                word = self.word()
            j = word % n
            order[n - 1], order[j] = order[j], order[n - 1]

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
    Stream(seed, label).shuffle(order)
    return order


def shuffled(seed: bytes, declared: Sequence[Thing]) -> tuple[Thing, ...]:
    """A deck in declared order, shuffled by a seed."""
    deck = list(declared)
    Stream(seed, "deck/0").shuffle(deck)
    return tuple(deck)


def deal_seed(text: str, number: int) -> bytes:
    """The seed of deal ``number`` of a table that was started with a text to draw from."""
    return tag("seeded", text, u64(number))


def bot_stream(text: str, seat: int) -> Stream:
    """The stream that a bot of such a table draws from."""
    return Stream(tag("seeded", text), f"bot/{seat}")
