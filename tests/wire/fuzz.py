"""Atheris against all that reads bytes of others: the codec, the room with strangers and seats, a guest's link, the doorbell.

`python tests/wire/fuzz.py [--minutes N] [libFuzzer's own flags]`; needs `pip install atheris` (no part of rumpus, not on every
system).  The first byte of an input says who is tried.  Whatever comes in, nothing but `Bad` comes out of the codec, nothing at
all out of the room and the link, the other seats keep their places, and nobody acts for them.
"""

from __future__ import annotations

import contextlib
import copy
import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent))

with atheris.instrument_imports(include=["rumpus.net"]):
    from parlour import TOKEN, Parlour
    from rumpus.net.discovery import probe
    from rumpus.net.guest.link import GuestLink
    from rumpus.net.identity import invite, pairing
    from rumpus.net.protocol import codec, sanitize
    from rumpus.net.protocol.messages import FROM_GUEST, FROM_HOST, Act, Ask, Delta, Hello, Ping, Share, Spoken
    from rumpus.net.table.engine import core_offers

import msgpack

FRESH_AFTER = 3000
KINDS_IN, KINDS_OUT = sorted(FROM_GUEST), sorted(FROM_HOST)
READERS = 2 + len(KINDS_IN) + len(KINDS_OUT)
NONCE = b"n" * 16


def try_codec(data: bytes) -> None:
    """One of the readers, chosen by the first byte."""
    which, data = data[0] % READERS if data else 0, data[1:]
    try:
        if which == 0:
            codec.read_header(data)
        elif which == 1:
            codec.read_snapshot(data)
        elif which < 2 + len(KINDS_IN):
            codec.read_from_guest(KINDS_IN[which - 2], data)
        else:
            codec.read_from_host(KINDS_OUT[which - 2 - len(KINDS_IN)], data)
    except codec.BadMessage:
        pass


def try_words(data: bytes) -> None:
    """What is typed, pasted, or comes in a datagram."""
    said = data.decode("utf-8", "surrogateescape")
    clean = sanitize.clean(said, 40)
    assert clean.isprintable() or not clean, clean
    assert sanitize.clean(clean, 40) == clean, (said, clean)
    pairing.read_code(said)
    with contextlib.suppress(invite.BadInvite):
        invite.read_invite(said)
    probe.read_ring(data)
    probe.read_answer(probe.HERE + NONCE[:8] + data, NONCE[:8])


class Table:
    """A table of four seats, one of which sends whatever the input says; made anew from time to time."""

    def __init__(self) -> None:
        self.used = FRESH_AFTER

    def fresh(self) -> None:
        self.used = 0
        self.parlour = Parlour()
        self.players = self.parlour.everybody()
        self.parlour.play(5)

    def seated(self, data: bytes) -> None:
        """A seat, with its own session number, says something; now and then a stranger does."""
        self.used += 1
        if self.used >= FRESH_AFTER:
            self.fresh()
        bad, dispatcher, parlour = self.players[0], self.parlour.dispatcher, self.parlour
        if bad.key not in dispatcher.sessions:
            parlour.now += 2.0
            bad.link.state = "live"
            bad.link.opened(parlour.now)
            parlour.step()
        if bad.key not in dispatcher.sessions or parlour.table.seating.place(bad.key) != 0:
            self.fresh()
            bad, dispatcher, parlour = self.players[0], self.parlour.dispatcher, self.parlour
        take = atheris.FuzzedDataProvider(data)
        theirs = [session.sid for key, session in dispatcher.sessions.items() if key != bad.key]
        for _ in range(take.ConsumeIntInRange(1, 4)):
            kind = take.PickValueInList([*KINDS_IN, "welcome", "", "x" * 9])
            sid = take.PickValueInList([dispatcher.sessions[bad.key].sid, dispatcher.sessions[bad.key].sid, b"", *theirs])
            frames = [codec.header(kind, sid), body(take, kind)]
            if take.ConsumeIntInRange(0, 20) == 7:
                frames[take.ConsumeIntInRange(0, 1)] = take.ConsumeBytes(60)
            who = bad.key if take.ConsumeIntInRange(0, 5) else f"stranger {take.ConsumeIntInRange(0, 3)}"
            parlour.now += 0.2
            dispatcher.receive(bad.route if who == bad.key else b"s", who, "10.0.0.9", frames, parlour.now)
            if bad.key not in dispatcher.sessions:
                break
        parlour.step()
        dispatcher.log.clear()
        for player in self.players[1:]:
            assert player.key in dispatcher.sessions, "another seat was cut"
            assert player.link.state == "live", player.link.state
            player.news.clear()
        if self.used % 200 == 0:
            self._still_plays()

    def _still_plays(self) -> None:
        """The others' views are the host's, whatever was said."""
        parlour = self.parlour
        parlour.run(1.1)
        for player in self.players[1:]:
            assert player.link.state == "live", player.link.state
        parlour.players = self.players[1:]
        parlour.same()
        parlour.players = self.players


def body(take: atheris.FuzzedDataProvider, kind: str) -> bytes:
    """A message's body: bytes as they are, or a record of the kind with fields of every type."""
    if kind not in FROM_GUEST or not take.ConsumeIntInRange(0, 2):
        return take.ConsumeBytes(take.ConsumeIntInRange(0, 200))
    fields = {name: value(take, 0) for name in FROM_GUEST[kind].__struct_fields__ if take.ConsumeIntInRange(0, 9)}
    if kind == "ping":
        fields = {"rev": take.ConsumeIntInRange(0, 60), "t": value(take, 2)}
    elif kind == "act" and take.ConsumeBool():
        fields = {"cid": take.ConsumeIntInRange(1, 40), "dp": take.ConsumeIntInRange(0, 12), "mv": words(take)}
    elif kind == "table" and take.ConsumeBool():
        what = take.PickValueInList(["say", "propose", "vote", "kick", "rules", "pause", "resume", "want"])
        fields |= {"what": what, "text": words(take)}
    elif kind == "hello" and take.ConsumeBool():
        fields |= {
            "proto": [1, 1],
            "nonce": take.ConsumeBytes(16).ljust(16, b"-"),
            "token": TOKEN[: take.ConsumeIntInRange(0, 9)],
        }
    elif kind == "bye":
        fields = {"code": take.PickValueInList(["quit", "closed", "x"])}
    try:
        return msgpack.packb(fields)
    except (ValueError, OverflowError, UnicodeError):
        return b"\xc1"


def words(take: atheris.FuzzedDataProvider) -> str:
    verb = take.PickValueInList(["play ", "give ", "draw ", "meld ", "pass", "discard ", "", "knock "])
    return verb + " ".join(take.PickValueInList(["QS", "2C", "AH", "BJ=3C", "on", "1", ",", "stock"]) for _ in range(3))


def value(take: atheris.FuzzedDataProvider, depth: int) -> object:
    what = take.ConsumeIntInRange(0, 11 if depth < 3 else 8)
    if what == 9:
        return [value(take, depth + 1) for _ in range(take.ConsumeIntInRange(0, 4))]
    if what == 10:
        return {str(n): value(take, depth + 1) for n in range(take.ConsumeIntInRange(0, 3))}
    if what == 11:
        return msgpack.ExtType(take.ConsumeIntInRange(0, 127), take.ConsumeBytes(4))
    return (
        None, True, take.ConsumeInt(8), take.ConsumeInt(2), take.ConsumeFloat(), take.ConsumeBytes(20), take.ConsumeUnicode(30),
        "Bob <3", 2**53,
    )[what]  # fmt: skip


class Link:
    """A guest whose host sends whatever the input says."""

    def __init__(self) -> None:
        self.link: GuestLink | None = None
        self.good: GuestLink | None = None
        self.now = 0.0

    def hears(self, data: bytes) -> None:
        if self.link is None or self.link.state == "over":
            if self.good is None:
                parlour = Parlour()
                self.good, self.now = parlour.everybody()[0].link, parlour.now
            self.link = copy.deepcopy(self.good)
            self.link.opened(self.now)
            self.link._sid, self.link._waiting = self.good._sid, False
        take = atheris.FuzzedDataProvider(data)
        link = self.link
        kind = take.PickValueInList(KINDS_OUT)
        sid = link._sid if take.ConsumeIntInRange(0, 5) else b""
        if kind == "delta" and take.ConsumeBool():
            events = [value(take, 1) for _ in range(take.ConsumeIntInRange(0, 3))]
            raw = {"rev": link.rev + take.ConsumeIntInRange(0, 2), "ev": events, "vh": take.ConsumeBytes(8)}
        else:
            raw = {name: value(take, 0) for name in FROM_HOST[kind].__struct_fields__}
        try:
            packed = msgpack.packb(raw)
        except (ValueError, OverflowError, UnicodeError):
            packed = take.ConsumeBytes(300)
        self.now += 0.05
        link.frame([codec.header(kind, sid), packed], self.now)
        link.tick(self.now)
        link.out.clear()
        link.news.clear()


TABLE, LINK = Table(), Link()
TRIED = (try_codec, TABLE.seated, LINK.hears, try_words)


def one_input(data: bytes) -> None:
    if data:
        TRIED[data[0] % len(TRIED)](data[1:])


def examples(folder: Path) -> None:
    """Good messages to begin with."""
    parlour = Parlour()
    parlour.everybody(3)
    kept = []
    parlour.dispatcher.send = lambda frame: (kept.append(frame.body), parlour.dispatcher.out.append(frame))
    parlour.join("P3")
    parlour.run(0.1)
    offer = next(player.link.offer for player in parlour.players if player.link.offer)
    good = [Act(1, offer.dp, str(core_offers(offer)[0])), Ask("say", "hi"), Ping(1, 2), Share("share", 0, 0, b"s" * 32)]
    good += [Hello((1, 1), NONCE, "x", "Ann", TOKEN), Spoken(1, b"x" * 33), Delta(3, [["deal", 1, 2]], b"8" * 8)]
    for number, each in enumerate([*map(codec.body, good), *kept]):
        for who in range(len(TRIED)):
            (folder / f"{who}-{number}").write_bytes(bytes([who]) + each)


def main(arguments: list[str]) -> None:
    minutes = 10.0
    if arguments[:1] == ["--minutes"]:
        minutes, arguments = float(arguments[1]), arguments[2:]
    corpus = Path(tempfile.mkdtemp(prefix="rumpus-fuzz-"))
    examples(corpus)
    flags = [
        f"-max_total_time={int(60 * minutes)}",
        "-max_len=4096",
        "-len_control=0",
        "-timeout=20",
        "-rss_limit_mb=1500",
        f"-artifact_prefix={corpus}/",
    ]
    atheris.Setup([sys.argv[0], *flags, *arguments, str(corpus)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
