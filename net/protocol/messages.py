"""What host and guest say to each other: one record a message.  PROTOCOL.md is the authority and is tested against this file.

A frame is a header (array) and a body (map).  Every bound that a stranger could try is a type: reading is checking.
"""

# ruff: noqa: RUF012 - the defaults of a record are copied
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from rumpus.net.protocol.field_types import (
    SID_BYTES,
    Chair,
    Chunk,
    Count,
    Digest,
    Event,
    Hash,
    MoveText,
    Nonce,
    Options,
    PlainMap,
    RawName,
    RawText,
    Seat,
    Sentence,
    Small,
    Token,
    Word,
    Words,
)
from rumpus.net.protocol.field_types import Message as Message
from rumpus.net.protocol.table_state import Benched as Benched
from rumpus.net.protocol.table_state import Names
from rumpus.net.protocol.table_state import Played as Played
from rumpus.net.protocol.table_state import Proposal as Proposal
from rumpus.net.protocol.table_state import Reckoning as Reckoning
from rumpus.net.protocol.table_state import SeatLine as SeatLine
from rumpus.net.protocol.table_state import State as State
from rumpus.net.protocol.table_state import TableStateName as TableStateName
from rumpus.net.protocol.table_state import Waits as Waits

PROTOCOL, LAYOUT = 1, 1

Code = Literal["left", "closed", "replaced", "kicked", "flood", "bad_message", "handed_back", "moved", "quit"]
RefusalCode = Literal["version", "token", "code", "full", "kicked", "busy", "name", "closed", "bad_message"]
NackCode = Literal["illegal", "late", "turn", "cid_gap", "unreadable", "plugin", "waiting", "paused", "watching", "frozen"]
AskWhat = Literal["say", "propose", "vote", "leave", "kick", "rules", "pause", "resume", "want", "sit", "close", "hand", "taken"]


class Header(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The first frame: how to read the second, and whose session it belongs to."""

    v: Small
    kind: Annotated[str, Meta(max_length=8)]
    sid: Annotated[bytes, Meta(max_length=SID_BYTES)]


class Resume(Message, frozen=True):
    """Where a returning guest stopped following the table."""

    table: Word
    epoch: Count
    rev: Count
    vh: Hash


class Hello(Message, frozen=True):
    """A guest sits down or comes back."""

    proto: tuple[Small, Small]
    nonce: Nonce
    app: Word = ""
    name: RawName = ""
    token: Token = b""
    watch: bool = False
    plugins: Annotated[dict[Word, Word], Meta(max_length=64)] = {}
    resume: Resume | None = None
    fair: bool = False
    sign: Token = b""


class Give(Message, frozen=True):
    """Any `n` of these cards go with this verb."""

    verb: Word
    n: Small
    cards: Annotated[list[Small], Meta(max_length=256)]


class Offer(Message, frozen=True):
    """What the seat may do now; `dp` names the decision."""

    dp: Count
    acts: Annotated[list[MoveText], Meta(max_length=200)]
    gives: Annotated[list[Give], Meta(max_length=8)] = []
    more: bool = False


class Welcome(Message, frozen=True):
    """The host's answer to a hello: the seat's view as of `rev`, in `parts` pieces."""

    nonce: Nonce
    proto: Small
    table: Word
    epoch: Count
    seat: Seat
    rev: Count
    part: Small
    parts: Annotated[int, Meta(ge=1, le=32)]
    snapshot: Chunk
    vh: Hash
    done_cid: Count = 0
    refusal: Sentence = ""
    offer: Offer | None = None
    done_ask: Count = 0
    done_dp: Count = 0
    done_mv: MoveText = ""


class Missed(Message, frozen=True):
    """One revision that a returning guest did not hear."""

    rev: Count
    ev: list[Event]


class Snapshot(Message, frozen=True):
    """What the pieces of a welcome make when joined: the folded view, and what was missed since `resume`."""

    view: PlainMap
    missed: Annotated[list[Missed], Meta(max_length=64)] = []


class Delta(Message, frozen=True):
    """What one accepted action changed, as far as this seat may know."""

    rev: Count
    ev: Annotated[list[Event], Meta(max_length=512)]
    vh: Hash
    offer: Offer | None = None


class Act(Message, frozen=True):
    """A seat acts: `mv` in the one notation, for decision `dp`."""

    cid: Annotated[int, Meta(ge=1, le=2**53)]
    dp: Count
    mv: MoveText


class Ack(Message, frozen=True):
    """The action was accepted and is in the journal."""

    cid: Count
    rev: Count


class Nack(Message, frozen=True):
    """The action was refused, and why."""

    cid: Count
    code: NackCode
    text: Sentence


class Ping(Message, frozen=True):
    """I am here, and this is the last revision that I know."""

    rev: Count
    t: Count


class Pong(Message, frozen=True):
    """The answer to a ping, `t` repeated."""

    rev: Count
    t: Count


class Ask(Message, frozen=True):
    """What a guest wants of the table rather than of the deal."""

    what: AskWhat
    text: RawText = ""
    yes: bool = False
    id: Count = 0
    game: Word = ""
    options: Options = {}
    house_rules: Words = []
    seats: Small = 0
    sit: Names = []
    n: Count = 0


class Say(Message, frozen=True):
    """A line of talk; `name` is empty when the table itself speaks."""

    name: RawName
    text: RawText


class TableMessage(Message, frozen=True):
    """News of the table: its whole state, lines of talk, or the help page that was asked for."""

    state: State | None = None
    say: Annotated[list[Say], Meta(max_length=64)] = []
    rules: Annotated[str, Meta(max_length=16000)] = ""
    heard: Count = 0


class Share(Message, frozen=True):
    """A seat's part in a shuffle: its commitment, and when all commitments are known its share."""

    step: Literal["commit", "share"]
    deal: Count
    attempt: Small
    value: Digest


class Commit(Message, frozen=True):
    """A shuffle begins: the host shows the commitment to its secret, and asks these seats for theirs.

    `host` is the key of the host that made it, where the table has moved since."""

    deal: Count
    attempt: Small
    game: Word
    rules: Digest
    n: Small
    commit: Digest
    seats: Annotated[list[Chair], Meta(max_length=64)]
    voided: Annotated[list[Digest], Meta(max_length=64)] = []
    host: Token = b""


class SeatCommit(Message, frozen=True):
    """The commitment of one seat, with the key whose it is."""

    seat: Chair
    key: Digest
    commit: Digest


class Frozen(Message, frozen=True):
    """All commitments of a shuffle: from now on the deal is dealt from them, or the shuffle is void."""

    deal: Count
    attempt: Small
    commits: Annotated[list[SeatCommit], Meta(max_length=64)]


class SeatShare(Message, frozen=True):
    """The share of one seat."""

    seat: Chair
    share: Digest


class Shares(Message, frozen=True):
    """The shares of all seats: the deal has its number, and the cards are dealt."""

    deal: Count
    attempt: Small
    shares: Annotated[list[SeatShare], Meta(max_length=64)]


class Standing(Message, frozen=True):
    """Where the match stood before a deal: all that the rules need to play it again."""

    dealer: Chair
    deals: Count
    counted: Count
    totals: Annotated[list[int], Meta(max_length=64)]
    wins: Annotated[list[Count], Meta(max_length=64)]
    seats_in: Annotated[list[Chair], Meta(max_length=64)]


class Opened(Message, frozen=True):
    """A deal is over: the host's secret, the deck in declared order, and everything that was done, in pieces."""

    deal: Count
    attempt: Small
    secret: Digest
    rev: Count
    start: Standing
    deck: Annotated[list[Small], Meta(max_length=512)]
    part: Small
    parts: Annotated[int, Meta(ge=1, le=64)]
    log: Annotated[str, Meta(max_length=32000)]


class Void(Message, frozen=True):
    """A shuffle came to nothing: why, through which seats, and the host's secret in it."""

    deal: Count
    attempt: Small
    secret: Digest
    why: Literal["late", "wrong", "gone", "off"]
    seats: Annotated[list[Chair], Meta(max_length=64)]


class Spoken(Message, frozen=True):
    """A step of joining with a spoken code: 1 the two opening messages, 2 the two proofs."""

    step: Annotated[int, Meta(ge=1, le=2)]
    data: Annotated[bytes, Meta(max_length=64)]


class Piece(Message, frozen=True):
    """Part of what no frame can carry: the signed state of the table, or the table itself on its way to another machine."""

    what: Literal["mark", "hand"]
    part: Small
    parts: Annotated[int, Meta(ge=1, le=1024)]
    data: Chunk


class Refuse(Message, frozen=True):
    """No seat for this guest, and why; both protocol ranges when they do not meet."""

    code: RefusalCode
    text: Sentence
    proto: tuple[Small, Small] = (PROTOCOL, PROTOCOL)


class Bye(Message, frozen=True):
    """The session ends, and why; `to` is the invite to where a table has moved."""

    code: Code
    text: Sentence = ""
    to: RawText = ""


FROM_GUEST: dict[str, type[Message]] = {
    "hello": Hello,
    "act": Act,
    "ping": Ping,
    "pong": Pong,
    "table": Ask,
    "share": Share,
    "code": Spoken,
    "bye": Bye,
}
FROM_HOST: dict[str, type[Message]] = {
    "welcome": Welcome,
    "delta": Delta,
    "ack": Ack,
    "nack": Nack,
    "ping": Ping,
    "pong": Pong,
    "table": TableMessage,
    "commit": Commit,
    "frozen": Frozen,
    "shares": Shares,
    "opened": Opened,
    "void": Void,
    "piece": Piece,
    "code": Spoken,
    "refuse": Refuse,
    "bye": Bye,
}
