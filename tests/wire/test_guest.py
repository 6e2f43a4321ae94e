"""A plain program's guest, with its socket played: whatever comes one upon the other puts nothing off that is due."""

from itertools import pairwise

import pytest
from parlour import Parlour
from rumpus.net.guest.client import STEP_MOST, BlockingGuest
from rumpus.net.guest.events import Heard, Oddity, SayNews
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Delta, Say, TableMessage


class Played:
    """A dealer on which something new has always come, as often as it is looked at."""

    shaken, again, astray, socket = True, False, False, None

    def __init__(self, frames, clock):
        self.frames, self.clock = frames, clock
        self.looked, self.sent = [], []

    def receive(self):
        self.clock[0] += 0.0001
        return list(self.frames)

    def send(self, frames):
        self.sent.append((self.clock[0], codec.read_header(frames[0]).kind))

    def signs(self):
        self.looked.append(self.clock[0])
        return []

    def holds_more(self):
        return True

    def next_at(self):
        return float("inf")

    def close(self):
        self.socket = None


@pytest.fixture
def flooded():
    """A guest that is live, and hears talk without end."""
    parlour = Parlour()
    player = parlour.everybody()[0]
    clock = [parlour.now]
    pair = new_pair()
    guest = BlockingGuest(Invite(("127.0.0.1",), 1, pair.public, b"t"), pair, "Ann", clock=lambda: clock[0])
    guest.link = player.link
    session = parlour.dispatcher.sessions[player.key]
    guest.dealer = Played((session.header("table"), codec.body(TableMessage(say=[Say("Bea", "hm")]))), clock)
    return guest, clock


def test_a_flood_of_messages_puts_off_neither_pings_nor_a_look_at_the_connection(flooded):
    guest, clock = flooded
    end, told = clock[0] + 6, 0
    while clock[0] < end:
        news = guest.wait(0)
        told += sum(type(each) is SayNews for each in news)
    pings = [when for when, kind in guest.dealer.sent if kind == "ping"]
    assert len(pings) >= 4
    assert len(guest.dealer.looked) >= 5
    assert told >= 50_000


def test_messages_alone_call_for_no_look_at_anything_else(flooded):
    guest, _ = flooded
    for _ in range(20):
        assert guest.wait(0)
    assert len(guest.dealer.looked) < 15
    assert all(later - earlier >= STEP_MOST for earlier, later in pairwise(guest.dealer.looked))


def test_what_is_due_is_done_at_its_time_though_nothing_is_heard(flooded):
    guest, clock = flooded
    guest.wait(0)
    played, guest.dealer.receive = guest.dealer, lambda: None
    guest.wait(0)
    ping_at = guest.link.next_at()
    clock[0] = ping_at
    guest.wait(0)
    assert [kind for when, kind in played.sent if when >= ping_at] == ["ping"]


def test_who_may_act_reads_all_that_is_there_first_and_who_may_not_a_message_at_a_time(flooded):
    guest, _ = flooded
    assert guest.offer is not None
    assert len(guest.wait(0)) > 100
    guest.link.offer = None
    guest.wait(0)  # looks after everything else at its time
    assert len(guest.wait(0)) == 1


@pytest.mark.parametrize("offered", [True, False])
def test_a_view_that_is_not_the_hosts_is_found_as_soon_as_nothing_more_is_there(flooded, offered):
    guest, _ = flooded
    guest.wait(0)  # what else a step looks after may wait now
    link, looked = guest.link, len(guest.dealer.looked)
    if not offered:
        link.offer = None
    wrong = Delta(link.rev + 1, [["note", "a", 1]], b"8 others", link.offer)
    frames = [[codec.header("delta", link._sid), codec.body(wrong)]]
    guest.dealer.receive = lambda: frames.pop() if frames else None
    guest.dealer.holds_more = lambda: bool(frames)
    news = [*guest.wait(0), *guest.wait(0)]
    assert [type(each) for each in news] == ([Oddity] if offered else [Heard, Oddity])
    assert guest.offer is None
    assert guest.dealer.sent[-1][1] == "hello"
    assert len(guest.dealer.looked) == looked
