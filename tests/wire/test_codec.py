"""Bytes from strangers: what is no message is `BadMessage`, quickly and without growing; what is one reads back as written."""

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rumpus.net.protocol import codec
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.messages import FROM_GUEST, FROM_HOST, Act, Delta, Give, Hello, Offer, Resume, Snapshot, Welcome

NONCE = b"n" * 16


def packed(**fields):
    return msgpack.packb(fields)


def test_an_action_reads_back():
    act = Act(3, 7, "play QS")
    assert codec.read_from_guest("act", codec.body(act)) == act


def test_a_hello_reads_back():
    hello = Hello((1, 1), NONCE, "rumpus 1", "Ann", b"token", True, {"hearts": "00ff"}, Resume("f00d", 1, 12, b"12345678"))
    assert codec.read_from_guest("hello", codec.body(hello)) == hello


def test_a_delta_reads_back():
    events = [["move", [1, 2], 3, 4], ["move", 5, 0, 1], ["note", "meld/1", {"owner": 0, "with": [None, 3]}]]
    delta = Delta(9, events, b"8 bytes!", Offer(4, ["draw stock"], [Give("give", 3, [1, 2, 3])], True))
    assert codec.read_from_host("delta", codec.body(delta)) == delta


def test_a_snapshot_may_hold_more_than_a_message():
    view = {
        "seat": 0,
        "places": [[n, "meld", -1, True, [1, 2, 3]] for n in range(900)],
        "notes": {f"meld/{n}": {"owner": 1} for n in range(900)},
    }
    whole = codec.body(Snapshot(view))
    assert codec.read_snapshot(whole).view == view


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        b"\x80\x80",
        b"hello",
        bytes(range(256)),
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x91" * 60000,
        b"\x81\xa1a" * 20000,
        msgpack.packb([1, 2, 3]),
        msgpack.packb(7),
        msgpack.packb(None),
        packed(cid=1, dp=1),
        packed(cid=1, dp=1, mv="pass", more=1),
        packed(cid=True, dp=1, mv="pass"),
        packed(cid=1.0, dp=1, mv="pass"),
        packed(cid=float("nan"), dp=1, mv="pass"),
        packed(cid="1", dp=1, mv="pass"),
        packed(cid=0, dp=1, mv="pass"),
        packed(cid=-1, dp=1, mv="pass"),
        packed(cid=2**60, dp=1, mv="pass"),
        packed(cid=1, dp=-1, mv="pass"),
        packed(cid=1, dp=1, mv=b"pass"),
        packed(cid=1, dp=1, mv="x" * 2001),
        packed(cid=1, dp=1, mv=["pass"]),
        packed(cid=1, dp=1, mv=None),
        packed(cid=1, dp=None, mv="pass"),
        b"\x84" + b"\xa3cid\x01" * 2 + b"\xa2dp\x01\xa2mv\xa4pass",
        b"\x83\xa3cid\x01\xa2dp\x01\xa2mv" + b"\xd4\x05a",
        b"\x83\xa3cid\x01\xa2dp\x01\xa2mv" + b"\xd6\xff\x00\x00\x00\x00",
        b"\x83\xa3cid\x01\xa2dp\x01\xa2mv\xa2\xff\xfe",
        b"\x83\x01\x01\x02\x01\x03\x01",
        msgpack.packb({str(n): n for n in range(65)}),
        msgpack.packb(list(range(513))),
        b"\xa0" * 70000,
    ],
)
def test_what_is_no_action_is_bad(body):
    with pytest.raises(BadMessage):
        codec.read_from_guest("act", body)


@pytest.mark.parametrize("nonce", [b"", b"n" * 15, b"n" * 17, "n" * 16, "bm5ubm5ubm5ubm5ubm5ubg==", None, [1] * 16])
def test_bytes_are_bytes(nonce):
    with pytest.raises(BadMessage):
        codec.read_from_guest("hello", packed(proto=[1, 1], nonce=nonce))


@pytest.mark.parametrize("kind", ["", "welcome", "delta", "refuse", "Act", "actt", "act\0"])
def test_a_guest_cannot_say_what_only_a_host_says(kind):
    with pytest.raises(BadMessage):
        codec.read_from_guest(kind, packed(cid=1, dp=1, mv="pass"))


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"\x93",
        msgpack.packb({"v": 1}),
        msgpack.packb([1, "act"]),
        msgpack.packb([1, "act", b"", 0]),
        msgpack.packb([1, "act", "s"]),
        msgpack.packb([1, "act", b"s" * 17]),
        msgpack.packb([1, "x" * 9, b""]),
        msgpack.packb(["1", "act", b""]),
        b"x" * 49,
        msgpack.packb([True, "act", b""]),
        msgpack.packb([-1, "act", b""]),
    ],
)
def test_what_is_no_header_is_bad(header):
    with pytest.raises(BadMessage):
        codec.read_header(header)


def test_a_header_is_short_and_reads_back():
    for kind in {*FROM_GUEST, *FROM_HOST}:
        made = codec.header(kind, b"s" * 16)
        assert len(made) <= codec.HEADER_MAX
        read = codec.read_header(made)
        assert (read.v, read.kind, read.sid) == (1, kind, b"s" * 16)


@pytest.mark.parametrize("value", [float("nan"), 1.5, b"raw", [[[[[1]]]]], {"a": 1.0}, "x" * 4097])
def test_events_hold_plain_values_only(value):
    with pytest.raises(BadMessage):
        codec.read_from_host("delta", packed(rev=1, ev=[["note", "k", value]], vh=b"8 bytes!"))


def test_a_welcome_fits_into_a_frame_with_the_largest_piece_and_a_fair_offer():
    offer = Offer(1, ["discard JC"] * 200)
    body = codec.body(Welcome(NONCE, 1, "t" * 32, 1, 0, 1, 0, 1, b"x" * codec.CHUNK, b"8 bytes!", 0, "", offer))
    assert len(body) <= codec.FRAME_MAX


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=8) | st.binary(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ["cid", "dp", "mv", "proto", "nonce", "name", "token", "what", "text", "rev", "t", "code"]
NEARLY = st.dictionaries(st.sampled_from(FIELDS), JUNK)


@settings(max_examples=400)
@given(
    st.sampled_from(sorted(FROM_GUEST)), st.one_of(st.binary(max_size=300), JUNK.map(msgpack.packb), NEARLY.map(msgpack.packb))
)
def test_nothing_but_bad_is_ever_raised(kind, body):
    for read in (codec.read_from_guest, codec.read_from_host):
        try:
            message = read(kind, body)
        except BadMessage:
            continue
        assert read(kind, codec.body(message)) == message


def long_way(record, body):
    """What a body is when it is read in two steps."""
    try:
        return codec._convert(codec.unpack(body), record)
    except BadMessage:
        return BadMessage


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 2**33) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
ACTS = st.fixed_dictionaries(
    {"cid": st.integers(0, 300) | st.sampled_from([1.0, True, 2**60]), "dp": st.integers(-1, 9), "mv": st.text(max_size=9)},
    optional={"more": st.none()},
)
DELTAS = st.fixed_dictionaries(
    {
        "rev": st.integers(0, 300) | st.just(7.0),
        "ev": st.lists(st.lists(PLAIN, max_size=3), max_size=3),
        "vh": st.just(b"8 bytes!"),
    },
    optional={"offer": st.none() | st.just({"dp": 3, "acts": ["pass"], "gives": [], "more": False})},
)


@settings(max_examples=600)
@given(
    st.sampled_from([("act", Act, codec.read_from_guest), ("delta", Delta, codec.read_from_host)]),
    st.one_of(ACTS, DELTAS, NEARLY).map(msgpack.packb),
    st.none() | st.tuples(st.integers(0, 100), st.integers(0, 255)),
)
def test_a_short_body_is_read_as_a_long_one_would_be(what, body, slip):
    kind, record, read = what
    if slip is not None:
        at = slip[0] % len(body)
        body = body[:at] + bytes([slip[1]]) + body[at + 1 :]
    try:
        message = read(kind, body)
    except BadMessage:
        message = BadMessage
    assert repr(message) == repr(long_way(record, body))


def test_no_short_body_holds_more_keys_than_a_map_may_have():
    keys = ["", *(chr(n) for n in range(33, 33 + codec.MAP_MAX))]
    smallest = msgpack.packb({"rev": 1, "ev": [["note", "k", dict.fromkeys(keys, 0)]], "vh": b"8 bytes!"})
    assert len(msgpack.packb(dict.fromkeys(keys, 0))) > codec.SHORT
    assert long_way(Delta, smallest) is BadMessage
    with pytest.raises(BadMessage):
        codec.read_from_host("delta", smallest)


@given(st.binary(max_size=60))
def test_nor_by_a_header(data):
    try:
        codec.read_header(data)
    except BadMessage:
        return
