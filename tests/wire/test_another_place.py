"""A host that is at another place of the network than before: its guests go there, and hearsay costs them nothing."""

from __future__ import annotations

from types import SimpleNamespace

from faulty import first, of
from proxy import Proxy
from rumpus.client.session import failover
from rumpus.net.guest.events import Answered, Ended, WelcomeNews
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import new_pair

HERE = "127.0.0.1"


def test_a_guest_goes_to_the_other_place_with_all_that_was_on_its_way(serve):
    table = serve("gin-rummy", bots=1)
    guest = table.guest("Ann")
    table.until(lambda: guest.offer is not None)
    line = Proxy(table.invite.port, "another place")
    try:
        guest.look_at((HERE, line.port))
        number = guest.act(first(guest))  # before the host has answered on the new line
        table.until(lambda: guest.link.state == "live" and not guest.link.pending)
        assert [(news.cid, news.ok) for news in of(guest, Answered)] == [(number, True)]
        assert guest.dealer.address == f"{HERE}:{line.port}"
    finally:
        line.close()
    table.until(lambda: guest.link.state != "live")
    table.until(lambda: guest.link.state == "live")
    assert guest.dealer.address == f"{HERE}:{table.invite.port}", "both places are tried by turns"


def test_who_is_sent_to_somebody_else_s_host_comes_back(serve):
    table, other = serve("gin-rummy"), serve("gin-rummy")
    guest = table.guest("Ann")
    guest.told.clear()
    guest.look_at((HERE, other.invite.port))
    took = table.until(lambda: bool(of(guest, WelcomeNews)))
    print(f"back at the own host after {took:.1f} s")
    assert (guest.dealer.address, guest.link.state) == (f"{HERE}:{table.invite.port}", "live")
    assert guest.dealer.endpoints == table.invite.endpoints()
    assert not of(guest, Ended)
    assert other.logged() == ""


class Sat:
    """A sitting whose guest only notes where it is sent."""

    def __init__(self):
        self.pair = new_pair()
        self.invite = Invite((HERE,), 7777, self.pair.public, b"t")
        self.went, self.told = [], []
        self.guest = SimpleNamespace(
            look_at=self._look_at, link=SimpleNamespace(state="reconnecting"), dealer=SimpleNamespace(address=f"{HERE}:7777")
        )

    def _look_at(self, place):
        self.went.append(place)
        self.guest.dealer.address = f"{place[0]}:{place[1]}"

    def tell(self, news):
        self.told.append(news.text)


def away(host=None):
    """What looks for the host of a table, and the sitting."""
    sat = Sat()
    looking = failover.Failover(sat)
    looking.keeper.line = SimpleNamespace(newest=SimpleNamespace(host=host or sat.invite.key.decode()))
    return looking, sat


def test_each_place_where_the_host_is_heard_is_tried_once():
    looking, sat = away()
    liar, right = ("10.0.0.66", 7777), ("10.0.0.9", 7801)
    looking._look_at([liar])
    looking._look_at([liar])
    looking._look_at([liar, right])
    assert sat.went == [liar, right]
    looking._settle()
    assert (sat.invite.addresses, sat.invite.port) == (("10.0.0.9",), 7801)
    assert sat.told == ["The host is at another place of the network now: 10.0.0.9, port 7801."]


def test_nobody_goes_elsewhere_while_the_known_place_answers_or_the_table_is_carried_on():
    looking, sat = away()
    looking._look_at([("10.0.0.9", 7801), (HERE, 7777)])
    looking._look_at([])
    sat.guest.link.state = "live"
    looking._look_at([("10.0.0.9", 7801)])
    assert sat.went == []
    looking, sat = away(host="another host's key")
    looking._look_at([("10.0.0.9", 7801)])
    assert sat.went == []
    looking._settle()
    assert sat.told == []
