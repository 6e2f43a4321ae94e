"""A guest's link as a transcript: what it sends, tells and asks for, given what comes in and the time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rumpus.core.events import View
from rumpus.net.guest.events import Answered, Ended, Heard, LinkNews, Oddity, Refused, SayNews, WelcomeNews
from rumpus.net.guest.link import GuestLink
from rumpus.net.guest.outbox import NotNow
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ack, Bye, Delta, Nack, Offer, Pong, Refuse, Say, Snapshot, TableMessage, Welcome

SID = b"s" * 16


class Talk:
    """A link with its host played by the test."""

    def __init__(self):
        self.count = 0
        self.link = GuestLink("Ann", b"token", nonces=self.nonce)
        self.view = View(0)
        self.sid = SID
        self.rev = 0
        self.link.opened(0.0)

    def nonce(self, size):
        self.count += 1
        return bytes([self.count]) * size

    def sent(self):
        """What the link has sent since the last look: (kind, message)."""
        out = [(codec.read_header(header).kind, header, body) for header, body in self.link.out]
        self.link.out.clear()
        return [(kind, codec.read_from_guest(kind, body)) for kind, _, body in out]

    def kinds(self):
        return [kind for kind, _ in self.sent()]

    def told(self):
        news, self.link.news = self.link.news, []
        return news

    def hear(self, kind, message, now, sid=None):
        self.link.frame([codec.header(kind, self.sid if sid is None else sid), codec.body(message)], now)

    def welcome(self, now, *, done=0, was=(0, ""), refusal="", offer=None, nonce=None, seat=0, missed=()):
        body = codec.body(Snapshot(self.view.data(), list(missed)))
        self.hear(
            "welcome",
            Welcome(
                nonce or bytes([self.count]) * 16,
                1,
                "f00d",
                1,
                seat,
                self.rev,
                0,
                1,
                body,
                self.view.digest(),
                done,
                refusal,
                offer,
                0,
                *was,
            ),
            now,
        )

    def delta(self, now, events=(), rev=None, vh=None, offer=None):
        for event in events:
            self.view.fold(event)
        self.rev = self.rev + 1 if rev is None else rev
        self.hear("delta", Delta(self.rev, list(events), vh or self.view.digest(), offer), now)


@pytest.fixture
def talk():
    return Talk()


@pytest.fixture
def live(talk):
    talk.welcome(0.1, offer=Offer(1, ["play 2C"]))
    talk.sent()
    talk.told()
    return talk


def test_hello_is_said_until_it_is_welcome(talk):
    assert talk.kinds() == ["hello"]
    talk.link.tick(0.5)
    assert talk.kinds() == []
    for now in (0.7, 1.4, 2.1):
        talk.link.tick(now)
        assert talk.kinds() == ["hello"]
    talk.welcome(2.2)
    assert [type(each) for each in talk.told()] == [LinkNews, WelcomeNews]
    assert talk.link.state == "live"
    talk.link.tick(2.9)
    assert "hello" not in talk.kinds()


def test_the_same_socket_says_hello_with_the_same_nonce(talk):
    talk.link.tick(0.7)
    first, again = [hello.nonce for _, hello in talk.sent()]
    assert first == again
    talk.link.opened(1.0)
    assert talk.sent()[0][1].nonce != first


def test_it_pings_each_second(live):
    times = []
    for tenth in range(2, 40):
        live.link.tick(tenth / 10)
        times += [tenth / 10 for kind in live.kinds() if kind == "ping"]
    assert times == [1.0, 2.0, 3.0]


def test_silence_is_suspect_after_four_seconds_and_a_new_socket_after_six(live):
    live.link.tick(4.0)
    assert live.link.state == "live"
    live.link.tick(4.2)
    assert live.link.state == "suspect"
    live.link.tick(6.0)
    assert not live.link.reopen
    live.link.tick(6.2)
    assert live.link.reopen
    assert [each.state for each in live.told() if type(each) is LinkNews] == ["suspect", "reconnecting"]
    live.sent()
    live.link.opened(6.2)
    hello = live.sent()[0][1]
    assert (hello.resume.table, hello.resume.epoch, hello.resume.rev) == ("f00d", 1, 0)
    live.link.tick(12.0)
    assert not live.link.reopen
    live.link.tick(12.3)
    assert live.link.reopen


def test_a_word_from_the_host_ends_the_suspicion(live):
    live.link.tick(5.0)
    live.hear("pong", Pong(0, 1), 5.1)
    assert live.link.state == "live"


def test_a_socket_that_never_gets_an_answer_is_made_again(talk):
    talk.link.tick(5.9)
    assert not talk.link.reopen
    talk.link.tick(6.0)
    assert talk.link.reopen


def test_a_revision_is_folded_and_told(live):
    live.delta(0.2, [["zone", 0, "hand", 0, "owner", 0], ["note", "turn", [0]]], offer=Offer(2, ["play QS"]))
    heard = live.told()
    assert heard == [Heard(1, [["zone", 0, "hand", 0, "owner", 0], ["note", "turn", [0]]], Offer(2, ["play QS"]))]
    assert live.link.view.data() == live.view.data()
    live.delta(0.3)
    assert live.link.offer is None


def test_a_revision_heard_before_is_ignored(live):
    live.delta(0.2, [["note", "a", 1]])
    live.told()
    live.hear("delta", Delta(1, [["note", "a", 2]], b"whatever"), 0.3)
    assert live.told() == []
    assert live.kinds() == []


@pytest.mark.parametrize(("rev", "vh"), [(2, None), (1, b"8 others")])
def test_a_hole_or_another_hash_asks_for_everything(live, rev, vh):
    live.delta(0.2, [["note", "a", 1]], rev=rev, vh=vh)
    live.link.tick(0.2)
    assert live.kinds() == ["hello"]
    assert [type(each) for each in live.told()] == [Oddity]
    live.rev = 5
    live.welcome(0.3)
    live.link.tick(0.4)
    assert live.link.rev == 5
    assert live.kinds() == []
    assert Oddity not in [type(each) for each in live.told()]


def test_the_hash_of_the_last_of_several_revisions_stands_for_all(live):
    live.delta(0.2, [["zone", 0, "stock", -1, "none", 9], ["zone", 1, "discard", -1, "all", 0]], vh=b"8 others")
    live.delta(0.2, [["move", [4], 0, 1], ["note", "turn", [0]]], vh=b"8 others")
    live.delta(0.2, [["move", [7], 0, 1]])
    live.link.check(0.2)
    assert live.kinds() == []
    assert [type(each) for each in live.told()] == [Heard, Heard, Heard]
    assert live.link.view_hash.value == live.view.digest()
    live.delta(0.3, vh=b"8 others")  # nothing happened, and yet it is said to be another view
    live.link.check(0.3)
    assert live.kinds() == ["hello"]


def test_nobody_acts_upon_a_view_that_is_not_the_hosts(live):
    live.delta(0.2, [["note", "a", 1]], vh=b"8 others", offer=Offer(2, ["play 3C"]))
    with pytest.raises(NotNow, match="not what the host has"):
        live.link.act("play 3C", 0.2)
    ((kind, hello),) = live.sent()
    assert (kind, hello.resume.rev, hello.resume.vh) == ("hello", 1, live.view.digest())
    assert live.link.offer is None
    with pytest.raises(NotNow, match="not what the host has"):
        live.link.act("play 3C", 0.2)
    live.welcome(0.3, offer=Offer(2, ["play 3C"]))
    assert live.kinds() == []
    live.link.act("play 3C", 0.3)
    assert live.kinds() == ["act"]


def test_a_view_is_compared_before_another_deal_wipes_it(live):
    live.delta(0.2, [["note", "scores", [99]]], vh=b"8 others")
    live.delta(0.2, [["deal", 1, 0]])
    assert live.kinds() == ["hello"]
    assert [type(each) for each in live.told()] == [Oddity]


def test_what_the_witness_lacks_is_asked_for_at_once(live):
    live.link.shuffle_guest.lacks = "The shares did not come."
    live.delta(0.2, [["note", "a", 1]])
    assert live.kinds() == ["hello"]
    assert [type(each) for each in live.told()] == [Heard, Oddity]


def test_who_has_left_compares_nothing(live):
    live.delta(0.2, [["note", "a", 1]], vh=b"8 others")
    live.link.quit()
    live.sent()
    live.link.check(0.3)
    assert live.kinds() == []


def test_a_hello_of_who_was_just_told_something_holds_the_hash_of_the_view_as_it_is(live):
    live.delta(0.2, [["note", "a", 1]])
    live.link.connected(0.2)
    ((kind, hello),) = live.sent()
    assert (kind, hello.resume.rev, hello.resume.vh) == ("hello", 1, live.view.digest())


@pytest.mark.parametrize(
    "event",
    [
        ["move", 1, 0, 1],
        ["move", "x", 7, 8],
        ["note"],
        ["note", "k"],
        ["note", 5, 1],
        ["zone", 1],
        ["zone", 0, "hand", "x", "all", 0],
        ["zone", 0, "hand", 1, "none", [1]],
        [3],
        ["deal"],
    ],
)
def test_an_event_that_does_not_fit_asks_for_everything(live, event):
    live.hear("delta", Delta(1, [event], b"8 bytes!"), 0.2)
    assert live.kinds() == ["hello"]
    assert [type(each) for each in live.told()] == [Oddity]


def test_two_pongs_that_are_ahead_ask_for_everything(live):
    live.hear("pong", Pong(1, 0), 1.0)
    assert live.kinds() == []
    live.hear("pong", Pong(1, 0), 2.0)
    assert live.kinds() == ["hello"]


def test_frames_of_an_older_session_are_dropped(live):
    live.hear("delta", Delta(1, [], live.view.digest()), 0.2, sid=b"o" * 16)
    live.hear("bye", Bye("closed"), 0.2, sid=b"o" * 16)
    assert live.told() == []
    assert live.link.state == "live"


def test_a_welcome_to_another_hello_is_dropped(live):
    live.welcome(0.2, nonce=b"x" * 16, seat=0)
    assert live.told() == []


def test_an_action_is_sent_until_it_is_answered(live):
    assert live.link.act("play 2C", 1.0) == 1
    assert live.sent() == [("act", codec.read_from_guest("act", codec.body(codec.FROM_GUEST["act"](1, 1, "play 2C"))))]
    with pytest.raises(NotNow):
        live.link.act("play 3C", 1.1)
    live.link.tick(1.7)
    assert "act" in live.kinds()
    live.hear("ack", Ack(1, 1), 1.8)
    assert live.told() == [Answered(1, "play 2C", True, "", "")]
    live.link.tick(2.5)
    assert "act" not in live.kinds()
    assert live.link.act("play 4C", 2.6) == 2


def test_a_refusal_is_told_with_its_sentence(live):
    live.link.act("play 9C", 1.0)
    live.hear("nack", Nack(1, "illegal", "You do not hold\x1b[31m it."), 1.1)
    assert live.told() == [Answered(1, "play 9C", False, "illegal", "You do not hold[31m it.")]


def test_a_stray_answer_is_nobodys(live):
    live.link.act("play 2C", 1.0)
    live.hear("ack", Ack(7, 1), 1.1)
    assert live.told() == []
    assert live.link.pending is not None


@pytest.mark.parametrize(
    ("done", "was", "refusal", "answers"),
    [
        (1, (1, "play 2C"), "", [Answered(1, "play 2C", True, "", "")]),
        (1, (1, "play 2C"), "No.", [Answered(1, "play 2C", False, "illegal", "No.")]),
        (0, (0, ""), "", []),
        (1, (1, "play 3C"), "", []),  # the rest is what another program with the same key has done
        (1, (1, "play 3C"), "No.", []),
        (1, (2, "play 2C"), "", []),
        (4, (1, "play 2C"), "", []),
    ],
)
def test_after_a_welcome_what_is_done_is_dropped_and_what_is_not_is_sent_again(live, done, was, refusal, answers):
    live.link.act("play 2C", 1.0)
    live.sent()
    live.link.resync("test", 1.1)
    live.sent()
    live.welcome(1.2, done=done, was=was, refusal=refusal)
    assert [each for each in live.told() if type(each) is Answered] == answers
    again = [(act.cid, act.dp, act.mv) for kind, act in live.sent() if kind == "act"]
    assert again == ([] if answers else [(done + 1, 1, "play 2C")])


def test_an_action_for_a_lost_link_waits_for_the_welcome(live):
    live.link.tick(6.2)
    live.link.opened(6.2)
    live.sent()
    live.link.act("play 2C", 6.3)
    assert live.kinds() == []
    live.welcome(6.4)
    assert live.kinds() == ["act"]


def test_a_wrong_count_asks_for_the_right_one(live):
    live.link.act("play 2C", 1.0)
    live.sent()
    live.hear("nack", Nack(1, "cid_gap", ""), 1.1)
    assert live.kinds() == ["hello"]
    live.welcome(1.2, done=4)
    assert [act.cid for kind, act in live.sent() if kind == "act"] == [5]
    live.hear("ack", Ack(5, 1), 1.3)
    assert live.link.act("play 3C", 1.4) == 6


def test_a_refusal_at_the_door_ends_it(talk):
    talk.sent()
    talk.hear("refuse", Refuse("full", "No seat\nis free."), 0.1, sid=b"")
    assert talk.told()[0] == Refused("full", "No seat is free.")
    talk.link.tick(1.0)
    talk.link.tick(9.0)
    assert talk.kinds() == []
    assert not talk.link.reopen


def test_a_refusal_means_nothing_to_who_sits(live):
    live.hear("refuse", Refuse("full", "x"), 0.2, sid=b"")
    assert live.link.state == "live"


def test_good_bye_ends_it(live):
    live.hear("bye", Bye("closed", "The table is closed."), 0.2)
    assert live.told() == [Ended("closed", "The table is closed."), LinkNews("over", "The table is closed.")]
    with pytest.raises(NotNow):
        live.link.act("play 2C", 0.3)


def test_talk_comes_clean(live):
    live.hear("table", TableMessage(say=[Say("Bea\u202e", "hi\r\nyour turn:\x1b]0;x\x07")]), 0.2)
    assert live.told() == [SayNews("Bea", "hi your turn:]0;x")]


def test_three_bad_messages_end_it(live):
    for _ in range(3):
        live.link.frame([b"junk", b"junk"], 0.2)
    assert type(live.told()[-2]) is Ended
    assert live.link.state == "over"


def test_a_snapshot_in_pieces_in_any_order(talk):
    talk.view.notes["long"] = ["x" * 1000] * 100
    whole = codec.body(Snapshot(talk.view.data()))
    pieces = [whole[at : at + codec.CHUNK] for at in range(0, len(whole), codec.CHUNK)]
    assert len(pieces) == 4
    for part in (2, 0, 0, 3, 1):
        assert talk.link.state == "connecting"
        talk.hear("welcome", Welcome(b"\1" * 16, 1, "f00d", 1, 0, 0, part, 4, pieces[part], talk.view.digest()), 0.1)
    assert talk.link.state == "live"
    assert talk.link.view.data() == talk.view.data()


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["welcome", "delta", "ack", "nack", "pong", "table", "refuse", "bye", "ping", "x"]),
            st.binary(max_size=60),
            st.floats(0, 3),
        ),
        max_size=20,
    )
)
def test_no_host_can_make_a_link_raise(frames):
    talk = Talk()
    talk.welcome(0.1)
    now = 0.1
    for kind, body, later in frames:
        now += later
        talk.link.frame([codec.header(kind, SID), body], now)
        talk.link.tick(now)
        if talk.link.reopen:
            talk.link.opened(now)
