"""Fair dealing in numbers: who commits to what, how a deck follows from everybody's share, and how that is checked.

The host binds itself to a secret, every seat to a share of its own; only when nobody can change anything are the shares
shown, and only when the deal is over is the host's secret. The deck follows from all of them, so nobody chose it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from rumpus.core.shuffling.seeded import tag, u16, u32, u64

TABLE_BYTES = 16
DIGEST_BYTES = 32


class Terms(NamedTuple):
    """What a shuffle is for. It goes into every commitment, so that none can be used for another deal.

    ``table`` 16 bytes, ``host_key`` the host's public key, ``deal`` counts over the table's life, ``attempt`` the shuffles
    of this deal that came to nothing, ``rules`` the charter's SHA-256, ``n`` how many cards the deck has.
    """

    table: bytes
    host_key: bytes
    deal: int
    attempt: int
    game: str
    rules: bytes
    n: int

    @property
    def context(self) -> bytes:
        """The hash of all this."""
        return tag(
            "deal-context", self.table, self.host_key, u64(self.deal), u32(self.attempt), self.game, self.rules, u16(self.n)
        )


class Pledge(NamedTuple):
    """What a seat bound itself to: its number, its public key, its commitment."""

    seat: int
    key: bytes
    commit: bytes


def host_commit(context: bytes, secret: bytes) -> bytes:
    """What the host shows of its secret before anybody else says anything."""
    return tag("host-commit", context, secret)


def seat_commit(context: bytes, host: bytes, seat: int, key: bytes, share: bytes) -> bytes:
    """What a seat shows of its share before anybody shows theirs; ``host`` is the host's commitment."""
    return tag("seat-commit", context, host, u16(seat), key, share)


def commit_set(context: bytes, host: bytes, pledges: Sequence[Pledge]) -> bytes:
    """The hash of all commitments, which are in the order of the seats."""
    parts = [part for pledge in pledges for part in (u16(pledge.seat), pledge.key, pledge.commit)]
    return tag("commit-set", context, host, u16(len(pledges)), *parts)


def deal_id(frozen: bytes, shares: Sequence[bytes]) -> bytes:
    """The number of the deal, from the hash of all commitments and the shares in the order of the seats."""
    return tag("deal-id", frozen, u16(len(shares)), *shares)


def deal_code(number: bytes) -> str:
    """Ten digits to compare aloud: the same on every screen if everybody was shown the same commitments and shares."""
    left, right = (int.from_bytes(number[at : at + 4], "big") % 100_000 for at in (0, 4))
    return f"{left:05}-{right:05}"


def fair_seed(number: bytes, secret: bytes) -> bytes:
    """The seed of the deck, from the deal's number and the host's secret."""
    return tag("seed", number, secret)


def in_order(seats: Sequence[int]) -> bool:
    """Whether these seats are named in order, each once."""
    return all(one < other for one, other in pairwise(seats))


class Shuffle(NamedTuple):
    """A whole shuffle once everything is known: its terms, the host's secret, and every seat's pledge with its share."""

    terms: Terms
    secret: bytes
    pledges: tuple[Pledge, ...]
    shares: tuple[bytes, ...]

    @property
    def number(self) -> bytes:
        """The deal's number."""
        context = self.terms.context
        return deal_id(commit_set(context, host_commit(context, self.secret), self.pledges), self.shares)

    @property
    def code(self) -> str:
        """The deal's ten digits."""
        return deal_code(self.number)

    @property
    def seed(self) -> bytes:
        """The seed of the deck."""
        return fair_seed(self.number, self.secret)

    def fault(self) -> str:
        """What does not fit together, in a sentence; empty if everything does."""
        if not in_order([pledge.seat for pledge in self.pledges]):
            return "The commitments are not in the order of the seats, each once."
        context = self.terms.context
        host = host_commit(context, self.secret)
        for pledge, share in zip(self.pledges, self.shares, strict=True):
            if pledge.commit != seat_commit(context, host, pledge.seat, pledge.key, share):
                return f"The share of seat {pledge.seat} and the host's secret do not give the commitment of that seat."
        return ""

    def data(self) -> dict[str, Any]:
        """What a record keeps of it: plain data, bytes in hex."""
        terms = self.terms
        lines = [
            [pledge.seat, pledge.key.hex(), pledge.commit.hex(), share.hex()]
            for pledge, share in zip(self.pledges, self.shares, strict=True)
        ]
        return {
            "table": terms.table.hex(),
            "host_key": terms.host_key.hex(),
            "deal_no": terms.deal,
            "attempt": terms.attempt,
            "rules_hash": terms.rules.hex(),
            "h": self.secret.hex(),
            "commits": lines,
        }


def read_shuffle(data: Any, game: str, n: int) -> Shuffle:
    """The shuffle that a record's deal keeps under ``fair``; raises ValueError with a sentence."""
    if not isinstance(data, Mapping):
        raise ValueError("an object is expected here.")
    terms = Terms(
        _bytes(data, "table", TABLE_BYTES),
        _bytes(data, "host_key"),
        _number(data, "deal_no", 2**64),
        _number(data, "attempt", 2**32),
        game,
        _bytes(data, "rules_hash"),
        n,
    )
    lines = data.get("commits")
    if not isinstance(lines, list):
        raise ValueError("commits: a list of [seat, key, commit, share] is expected here.")
    pledges, shares = [], []
    for line in lines:
        if not (isinstance(line, list) and len(line) == 4 and type(line[0]) is int and 0 <= line[0] < 2**16):
            raise ValueError("commits: [seat, key, commit, share] is expected here.")
        key, commit, share = (_hex(text, DIGEST_BYTES, "commits") for text in line[1:])
        pledges.append(Pledge(line[0], key, commit))
        shares.append(share)
    return Shuffle(terms, _bytes(data, "h"), tuple(pledges), tuple(shares))


def _hex(text: Any, size: int, where: str) -> bytes:
    if not (isinstance(text, str) and len(text) == 2 * size and set(text.lower()) <= set("0123456789abcdef")):
        raise ValueError(f"{where}: {size} bytes in hex are expected here.")
    return bytes.fromhex(text)


def _bytes(data: Mapping[str, Any], key: str, size: int = DIGEST_BYTES) -> bytes:
    return _hex(data.get(key), size, key)


def _number(data: Mapping[str, Any], key: str, below: int) -> int:
    number = data.get(key)
    if type(number) is not int or not 0 <= number < below:
        raise ValueError(f"{key}: a whole number is expected here.")
    return number
