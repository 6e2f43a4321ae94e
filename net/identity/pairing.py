"""Spoken codes: three words that the host's screen shows let a stranger in once, whoever else listens.

Both sides put the code into SPAKE2 together with both CURVE keys and the table, so that somebody in between fails with
both of them. A guess is tried with the host or not at all; after five wrong ones the code is burnt. Pure: time is handed in.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.shuffling.seeded import enc, tag
from rumpus.net.identity.code_words import WORDS
from rumpus.net.identity.keys import raw_key
from rumpus.net.protocol.rate_limit import TokenBucket

NUMBERS = 16
WRONG_MOST = 5
TRYING_MOST = 2
TRYING_SECONDS = 10.0
PAUSE = 3.0
"""Seconds between two tries from one address."""
TRIES_A_SECOND = 2.0
ADDRESSES_MOST = 256


class WrongCode(ValueError):
    """The code is not the one that the host's screen shows, or somebody stands in between."""


class CodeRefused(ValueError):
    """The host does not hear this try; the sentence says why."""


def new_code(below: Callable[[int], int] = secrets.randbelow) -> str:
    """A fresh code, such as ``7-otter-lamp``: one of 2^20."""
    return f"{1 + below(NUMBERS)}-{WORDS[below(len(WORDS))]}-{WORDS[below(len(WORDS))]}"


def read_code(text: str) -> str | None:
    """The code that somebody typed, whatever stands between its words; None where it is none."""
    words = [word for word in re.split(r"[^a-z0-9]+", text.lower()) if word]
    if len(words) != 3 or not re.fullmatch(r"[0-9]{1,2}", words[0]) or not set(words[1:]) <= set(WORDS):
        return None
    return "-".join([str(int(words[0])), *words[1:]])


def _names(table: str, guest: bytes, host: bytes) -> tuple[bytes, bytes, bytes]:
    """Who the two are: nobody else can finish what they begin. Keys are in Z85."""
    ids = enc(b"client", raw_key(guest), table.encode()), enc(b"host", raw_key(host), table.encode())
    return (*ids, hashlib.sha256(b"".join(ids)).digest())


def _proof(secret: bytes, who: bytes, names: bytes) -> bytes:
    return hmac.digest(secret, enc("rumpus/1", b"confirm", who, names), "sha256")


class PairingTry:
    """A guest's try with a code: ``first`` goes to the host; raises WrongCode later where the host does not know the code."""

    def __init__(self, code: str, table: str, guest: bytes, host: bytes) -> None:
        from spake2 import SPAKE2_A  # only here and in `begin`: a table where nobody knocks does not pay for the import

        mine, theirs, self._both = _names(table, guest, host)
        self._pake = SPAKE2_A(tag("invite-pw", code.encode()), idA=mine, idB=theirs)
        self._secret = b""
        self.first: bytes = self._pake.start()

    def confirm(self, answer: bytes) -> bytes:
        """The guest's proof, from the host's answer: the guest confirms first."""
        self._secret = _finished(self._pake, answer)
        return _proof(self._secret, b"client", self._both)

    def check(self, proof: bytes) -> None:
        """The host's proof; raises WrongCode."""
        if not hmac.compare_digest(proof, _proof(self._secret, b"host", self._both)):
            raise WrongCode("What answers does not know the code: ask the host for a new one.")


def _finished(pake: Any, element: bytes) -> bytes:
    """The shared secret; whatever the library raises for junk is a wrong code."""
    try:
        secret: bytes = pake.finish(element)
    except Exception as why:  # the library raises half a dozen kinds for junk
        raise WrongCode("The code's first message cannot be read.") from why
    return secret


@dataclass
class _Trying:
    first: bytes
    reply: bytes
    proof: bytes
    answer: bytes
    began: float


@dataclass
class Codes:
    """The host's side: the code in force, who is trying, and who got in by it.

    ``admitted`` are keys that proved to know a code; ``changed`` is set when the screen has to show another one.
    """

    table: str
    host: bytes
    fresh: Callable[[], str] = new_code
    admitted: set[str] = field(default_factory=set)
    changed: bool = False

    def __post_init__(self) -> None:
        self.code = self.fresh()
        self.wrong = 0
        self.burnt = 0
        self._trying: dict[str, _Trying] = {}
        self._all = TokenBucket(TRIES_A_SECOND, TRIES_A_SECOND, 0.0)
        self._last: dict[str, float] = {}

    def renew(self) -> None:
        """Another code: the old one was used, burnt, or is known to somebody who was sent away."""
        self.code = self.fresh()
        self.wrong = 0
        self._trying.clear()
        self.changed = True

    def begin(self, key: str, address: str, first: bytes, now: float) -> bytes:
        """The answer to a guest's first message; raises CodeRefused, WrongCode."""
        self._forget(now)
        trying = self._trying.get(key)
        if trying is not None and trying.first == first:
            return trying.reply  # said again, because the answer may have been lost
        if now - self._last.get(address, -PAUSE) < PAUSE:
            raise CodeRefused("One try every three seconds: wait a moment and try again.")
        if len(self._trying) >= TRYING_MOST or not self._all.take(now):
            raise CodeRefused("Others are trying a code at this moment: wait a moment and try again.")
        self._last[address] = now
        from spake2 import SPAKE2_B

        theirs, mine, both = _names(self.table, key.encode(), self.host)
        pake = SPAKE2_B(tag("invite-pw", self.code.encode()), idA=theirs, idB=mine)
        answer: bytes = pake.start()
        secret = _finished(pake, first)
        self._trying[key] = _Trying(first, answer, _proof(secret, b"client", both), _proof(secret, b"host", both), now)
        return answer

    def finish(self, key: str, proof: bytes, now: float) -> bytes:
        """The host's proof for a guest that knows the code, which is then used up; raises CodeRefused, WrongCode."""
        self._forget(now)
        trying = self._trying.pop(key, None)
        if trying is None:
            raise CodeRefused("That try is over: begin again.")
        if hmac.compare_digest(proof, trying.proof):
            self.admitted.add(key)
            self.renew()
            return trying.answer
        self.wrong += 1
        if self.wrong >= WRONG_MOST:
            self.burnt += 1
            self.renew()
            raise WrongCode("That was not the code, and it was the fifth wrong try: the host shows a new code now.")
        raise WrongCode("That is not the code that the host's screen shows: look again, or ask for it.")

    def _forget(self, now: float) -> None:
        for key in [key for key, trying in self._trying.items() if now - trying.began > TRYING_SECONDS]:
            del self._trying[key]
        if len(self._last) > ADDRESSES_MOST:
            self._last = {address: at for address, at in self._last.items() if now - at < PAUSE}
