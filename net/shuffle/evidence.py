"""What a guest knows of a deal when it is over, and what its check came to: the words between the witness and the proof."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from rumpus.core.cards import Card
from rumpus.core.shuffling.fair import Pledge, Terms
from rumpus.net.protocol.messages import Standing

Kind = Literal["verified", "failed", "not revealed", "not verifiable", "cannot verify"]


class Fault(NamedTuple):
    """What is wrong: at which step, at which event of the deal (counted from 0, as a replay counts actions), and why."""

    step: str
    event: int
    text: str


class Verdict(NamedTuple):
    """What a check came to.  `deal` counts over the table's life; `fault` is there where it failed."""

    deal: int
    kind: Kind
    text: str
    code: str = ""
    fault: Fault | None = None


@dataclass
class Evidence:
    """All that a guest knows of one deal when the host has opened it, or will not.

    `mine` says whether an own share is in it (None: none was asked, as of who looks on).  Without a `secret` the deal was not
    opened, and `hidden` goes on with why, where that is known.  `heard` are the events by
    revision, `views` whole views, `acked` the guest's own actions that were accepted; `after` is the first event of the
    revision after the last of the log, if the guest heard it.
    """

    terms: Terms
    host: bytes
    charter: Mapping[str, Any]
    seat: int
    code: str = ""
    pledges: tuple[Pledge, ...] = ()
    shares: tuple[bytes, ...] = ()
    own: int = -1
    mine: bool | None = None
    fault: Fault | None = None
    hidden: str = ""
    secret: bytes | None = None
    rev: int = 0
    start: Standing | None = None
    deck: tuple[Card, ...] = ()
    log: list[tuple[int, str]] = field(default_factory=list)
    heard: dict[int, list[Any]] = field(default_factory=dict)
    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    acked: dict[int, str] = field(default_factory=dict)
    after: list[Any] | None = None


def charter_hash(shown: Mapping[str, Any]) -> bytes:
    """The full hash of a charter as a table shows it."""
    data = {key: value for key, value in shown.items() if key != "hash"}
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).digest()
