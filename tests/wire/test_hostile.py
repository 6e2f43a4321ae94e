"""Guests and strangers who cheat, flood and send junk: only they notice.  In virtual time."""

import msgpack
import pytest
from parlour import TOKEN, Parlour
from rumpus.net.guest.events import Refused, SayNews
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import LAYOUT, Act, Bye, Hello, Nack, Refuse
from rumpus.net.table.engine import core_offers


@pytest.fixture
def parlour():
    return Parlour()


def frame(kind, message, sid=b""):
    return [codec.header(kind, sid), codec.body(message)]


def answers(dispatcher):
    """What the room sent since the last look: (route, message)."""
    out = [(each.route, codec.read_from_host(codec.read_header(each.header).kind, each.body)) for each in dispatcher.out]
    dispatcher.out.clear()
    return out


def test_another_key_with_a_seats_session_number_name_and_route_is_a_stranger(parlour):
    player = parlour.everybody()[0]
    session = parlour.dispatcher.sessions[player.key]
    act = frame("act", Act(1, player.link.offer.dp, str(core_offers(player.link.offer)[0])), session.sid)
    rev = parlour.engine.rev
    parlour.dispatcher.receive(player.route, "mallory", "", act, parlour.now)
    assert answers(parlour.dispatcher) == []
    assert parlour.engine.rev == rev
    hello = frame("hello", Hello((1, 1), b"n" * 16, "x", "P0", b"guess"))
    parlour.dispatcher.receive(b"elsewhere", "mallory", "", hello, parlour.now)
    told = answers(parlour.dispatcher)
    assert [(route, type(message), message.code) for route, message in told] == [(b"elsewhere", Refuse, "token")]
    parlour.run(0.2)
    assert player.link.state == "live"


def test_a_seated_key_with_another_keys_session_number_is_dropped(parlour):
    one, other = parlour.everybody()[:2]
    sid = parlour.dispatcher.sessions[one.key].sid
    parlour.dispatcher.receive(other.route, other.key, "", frame("act", Act(1, 1, "pass"), sid), parlour.now)
    assert answers(parlour.dispatcher) == []


def test_nobody_at_the_door_is_heard_beyond_their_budget(parlour):
    parlour.everybody(1)
    hello = frame("hello", Hello((1, 1), b"n" * 16, "x", "M", b"guess"))
    for _ in range(200):
        parlour.dispatcher.receive(b"m", "mallory", "10.0.0.9", hello, parlour.now)
    assert len(answers(parlour.dispatcher)) == 5
    for n in range(200):
        parlour.dispatcher.receive(b"m", f"mallory-{n}", "10.0.0.9", hello, parlour.now)
    assert len(answers(parlour.dispatcher)) == 3
    for n in range(200):
        parlour.dispatcher.receive(b"m", f"mallory-{n}", f"10.0.1.{n}", hello, parlour.now)
    assert len(answers(parlour.dispatcher)) <= 16
    parlour.run(11.0)
    late = parlour.join("Late")
    parlour.run(0.1)
    assert late.link.state == "live"


def test_a_flood_from_a_seat_is_muted_and_then_sent_away_once(parlour):
    player = parlour.everybody()[0]
    session = parlour.dispatcher.sessions[player.key]
    act = frame("act", Act(1, 1, "nonsense"), session.sid)
    for _ in range(3000):
        parlour.dispatcher.receive(player.route, player.key, "", act, parlour.now)
    told = answers(parlour.dispatcher)
    assert 50 <= sum(type(message) is Nack for _, message in told) <= 60
    assert [message.code for _, message in told if type(message) is Bye] == ["flood"]
    assert len(parlour.dispatcher.log) == 1
    for player in parlour.players[1:]:
        assert player.key in parlour.dispatcher.sessions


def test_talk_has_a_budget_of_its_own(parlour):
    players = parlour.everybody()
    from rumpus.net.protocol.messages import Ask

    for n in range(20):
        players[0].link.ask(Ask("say", f"line {n}"))
    parlour.run(0.2)
    lines = [each.text for each in players[1].of(SayNews) if each.name == "P0"]
    assert lines == [f"line {n}" for n in range(5)]
    assert players[0].of(SayNews)[-1].text == "Not so fast: that was not heard."


@pytest.mark.parametrize("body", [b"junk", msgpack.packb({"cid": True, "dp": 1, "mv": "x"}), b"\x91" * 999])
def test_three_bad_messages_end_the_session_and_nothing_else(parlour, body):
    player = parlour.everybody()[0]
    session = parlour.dispatcher.sessions[player.key]
    for _ in range(3):
        parlour.dispatcher.receive(player.route, player.key, "", [codec.header("act", session.sid), body], parlour.now)
    assert [message.code for _, message in answers(parlour.dispatcher) if type(message) is Bye] == ["bad_message"]
    assert player.key not in parlour.dispatcher.sessions
    assert len(parlour.dispatcher.sessions) == 3
    assert all("\n" not in line for line in parlour.dispatcher.log)


@pytest.mark.parametrize(
    "frames", [[], [b""], [b"a", b"b", b"c"], [b"", b""], [b"x" * 100, b""], [b"\x93\x01\xa3act\xc4\x00", b"x" * 70000]]
)
def test_odd_frames_are_bad(parlour, frames):
    player = parlour.everybody()[0]
    parlour.dispatcher.receive(player.route, player.key, "", frames, parlour.now)
    parlour.dispatcher.receive(b"s", "stranger", "", frames, parlour.now)
    parlour.play(3)
    parlour.same()


@pytest.mark.parametrize("proto", [(0, 0), (2, 9)])
def test_no_common_version_is_refused_before_any_state(parlour, proto):
    hello = frame("hello", Hello(proto, b"n" * 16, "x", "M", TOKEN))
    parlour.dispatcher.receive(b"m", "m", "", hello, parlour.now)
    [(_, refuse)] = answers(parlour.dispatcher)
    assert refuse.code == "version"
    assert refuse.proto == (1, 1)
    assert "protocol 1" in refuse.text
    assert str(proto[1]) in refuse.text
    assert parlour.table.seating.place("m") is None


def test_hidden_cards_change_nothing_that_a_seat_is_sent(monkeypatch):
    """Two deals that differ only in cards that seat 0 does not see: the same bytes, in the same order."""
    import rumpus.net.host.sessions as session

    sent = []
    for turn in (0, 1):
        count = iter(range(10_000))
        monkeypatch.setattr(session.secrets, "token_bytes", lambda size, count=count: next(count).to_bytes(size, "big"))

        def decks(declared, number, turn=turn):
            deck = list(declared)
            if turn:  # seats 1, 2, 3 get the cards that 2, 3, 1 got before; seat 0 keeps its own
                for start in range(0, 52, 4):
                    first, second, third, own = deck[start : start + 4]
                    deck[start : start + 4] = [third, first, second, own]
            return tuple(deck)

        parlour = Parlour(decks=decks)
        players = parlour.everybody()
        mine = []
        post = parlour.dispatcher._post

        def spy(to, kind, body, mine=mine, post=post, key=players[0].key):
            if to.key == key:
                mine.append((kind, body))
            post(to, kind, body)

        parlour.dispatcher._post = spy
        parlour.dispatcher.sessions[players[0].key].nonce = b"n" * 16
        parlour.dispatcher._welcome(parlour.dispatcher.sessions[players[0].key], None, parlour.now)
        for player in players[1:]:
            player.link.act(str(core_offers(player.link.offer)[0]), parlour.now)
            parlour.run(0.1)
        for text in ("play 2C", "give 2C", "give 2C 2C 2C", "give AS KS QS", "nonsense", "meld 2C 3C 4C", "give BJ RJ 2D"):
            players[0].link.act(text, parlour.now)
            parlour.run(0.1)
        sent.append((mine, players[0].link.view.data()))
    assert sent[0][1]["places"][0] == sent[1][1]["places"][0]
    assert sent[0] == sent[1]


def test_refusals_are_news(parlour):
    stranger = parlour.join("M", token=b"no")
    parlour.run(0.1)
    assert stranger.of(Refused)[0].code == "token"
    assert stranger.link.state == "over"


def test_a_hello_of_another_layout_is_told_so_and_anything_else_of_it_is_dropped():
    parlour = Parlour()
    parlour.everybody()
    sent = []
    parlour.dispatcher.send = sent.append
    other = codec.pack([LAYOUT + 6, "hello", b""])
    parlour.dispatcher.receive(b"new", "another key", "10.0.0.9", [other, codec.pack({})], parlour.now)
    (frame,) = sent
    refusal = codec.read_from_host(codec.read_header(frame.header).kind, frame.body)
    assert (refusal.code, refusal.text) == (
        "version", "This is layout 7 of the protocol, here is 1: update the older of the two programs."
    )  # fmt: skip
    for key in ("another key", "key-P0"):
        parlour.dispatcher.receive(b"new", key, "10.0.0.9", [codec.pack([7, "ping", b""]), codec.pack({})], parlour.now)
    assert len(sent) == 1
