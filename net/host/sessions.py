"""The host's end of the links: one session a key, its counters and its budget.  Pure; the time is handed in."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace
from rumpus.net.protocol import codec
from rumpus.net.protocol.field_types import SID_BYTES
from rumpus.net.protocol.messages import Ack, Nack, TableMessage
from rumpus.net.protocol.rate_limit import PeerLimits

Claim = Literal["new", "again", "gap"]


class Tally:
    """What a key has done at this table, whatever session it was in: the numbers of the last action and of what was asked last,
    and the answers."""

    __slots__ = ("answer", "done_ask", "done_cid", "done_dp", "done_mv", "limits", "refusal", "reply")

    def __init__(self, now: float, *, bot: bool = False) -> None:
        self.done_cid = self.done_dp = 0
        self.done_mv = ""
        self.answer: Ack | Nack | None = None
        self.refusal = ""
        self.done_ask = 0
        self.reply = TableMessage()
        self.limits = PeerLimits(now, bot=bot)

    def claim(self, cid: int) -> Claim:
        """What an action with this number is: the next one, one that was answered before, or one too far ahead."""
        if cid <= self.done_cid:
            return "again"
        return "new" if cid == self.done_cid + 1 else "gap"

    def answered(self, answer: Ack | Nack, dp: int, mv: str) -> None:
        """The action with the answer's number is done; the answer is kept for when it is asked for again.

        What was done, and for which decision, is kept with it: two programs of one key may use the same number.
        """
        self.done_cid, self.done_dp, self.done_mv = answer.cid, dp, mv
        self.answer = answer
        self.refusal = answer.text if type(answer) is Nack else ""

    def heard(self, number: int) -> TableMessage | None:
        """What was answered to an ask with this number, said once more; None where it is a new one, or has no number."""
        if not number or number > self.done_ask:
            return None
        return self.reply if number == self.done_ask else TableMessage(heard=number)

    def hears(self, number: int, reply: TableMessage) -> TableMessage:
        """The reply to a new ask, with its number; it is kept for when the same is asked again."""
        if number:
            self.done_ask = number
            self.reply = reply = replace(reply, heard=number)
        return reply


@dataclass(slots=True)
class PeerSession:
    """One stay of one key: from its hello to its bye, or to its next hello.

    `route` is where its frames go at the moment, `address` where they come from; `stale` means that nothing is sent until it
    says hello again.
    """

    key: str
    nonce: bytes
    route: bytes
    seat: int
    sid: bytes
    headers: dict[str, bytes]
    stale: bool = False
    address: str = ""

    def header(self, kind: str) -> bytes:
        """The first frame of a message of this kind in this session."""
        made = self.headers.get(kind)
        if made is None:
            made = self.headers[kind] = codec.header(kind, self.sid)
        return made


def open_session(key: str, nonce: bytes, route: bytes, seat: int) -> PeerSession:
    """A new session with a number nobody can guess."""
    return PeerSession(key, nonce, route, seat, secrets.token_bytes(SID_BYTES), {})
