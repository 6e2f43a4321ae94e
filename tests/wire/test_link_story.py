"""The story that a welcome gives: what was missed where it goes on from what was heard, else the deal told again."""

import pytest
from rumpus.core.events import View
from rumpus.net.guest.events import Heard, WelcomeNews
from rumpus.net.protocol.messages import Missed, Offer
from test_link import Talk

DEAL = [
    ["deal", 0, 1],
    ["zone", 0, "hand", 0, "owner", 0],
    ["zone", 1, "hand", 1, "owner", 0],
    ["zone", 2, "stock", -1, "none", 5],
    ["move", [3, 9], 2, 0],
    ["move", 2, 2, 1],
    ["note", "turn", [0]],
]
GIVEN = ["move", [9], 0, 2]


@pytest.fixture
def live():
    """A link that has heard a deal from its beginning, as revision 1."""
    talk = Talk()
    talk.welcome(0.1)
    talk.delta(0.2, DEAL, offer=Offer(1, ["draw stock"]))
    talk.sent()
    talk.told()
    return talk


def story(talk):
    [welcome] = [each for each in talk.told() if type(each) is WelcomeNews]
    return welcome.unbroken, welcome.story()


def fold(talk, *events):
    for event in events:
        talk.view.fold(event)


def test_what_was_missed_is_the_story_where_nothing_is_missing(live):
    fold(live, GIVEN, ["note", "turn", [1]])
    live.link.resync("test", 1.0)
    live.rev = 3
    live.welcome(1.1, missed=[Missed(2, [GIVEN]), Missed(3, [["note", "turn", [1]]])])
    assert story(live) == (True, [GIVEN, ["note", "turn", [1]]])


def test_a_welcome_in_which_nothing_happened_tells_nothing_again(live):
    live.link.resync("test", 1.0)
    live.welcome(1.1)
    assert story(live) == (True, [])


def test_a_gap_is_bridged_by_the_whole_deal(live):
    fold(live, GIVEN)
    live.link.resync("test", 1.0)
    live.rev = 3
    live.welcome(1.1, missed=[Missed(3, [])])
    unbroken, told = story(live)
    assert not unbroken
    assert told == live.view.retold()
    assert told[0] == ["deal", 0, 1]


def test_who_comes_first_is_told_the_whole_deal():
    late = Talk()
    fold(late, *DEAL)
    late.rev = 1
    late.welcome(0.1)
    unbroken, told = story(late)
    assert not unbroken
    assert ["move", [3, 9], 2, 0] in told
    assert ["note", "unheard", True] in told


def test_who_comes_to_a_seat_is_told_the_deal_as_the_seat_was_told_it():
    late = Talk()
    fold(late, *DEAL, GIVEN)
    late.rev = 7
    late.welcome(0.1, missed=[Missed(5, DEAL), Missed(6, []), Missed(7, [GIVEN])])
    [welcome] = [each for each in late.told() if type(each) is WelcomeNews]
    assert not welcome.unbroken
    assert welcome.story() == [*DEAL, GIVEN]
    assert welcome.missed == [], "nothing of it is news for a log"


@pytest.mark.parametrize("revs", [(5, 6), (5, 7), (6, 7, 8)])
def test_a_deal_with_a_hole_is_no_story(revs):
    late = Talk()
    fold(late, *DEAL, GIVEN)
    late.rev = 7
    late.welcome(0.1, missed=[Missed(revs[0], DEAL), *(Missed(rev, [GIVEN]) for rev in revs[1:])])
    assert story(late) == (False, late.view.retold())


def test_a_deal_without_its_beginning_is_no_story():
    late = Talk()
    fold(late, *DEAL, GIVEN)
    late.rev = 7
    late.welcome(0.1, missed=[Missed(6, DEAL[1:]), Missed(7, [GIVEN])])
    assert story(late) == (False, late.view.retold())


def test_another_seat_is_told_its_own_deal(live):
    live.link.resync("test", 1.0)
    live.view = View(1)
    fold(live, *DEAL[:4], ["move", 2, 2, 0], ["move", [4, 5], 2, 1])
    live.welcome(1.1, seat=1)
    unbroken, told = story(live)
    assert not unbroken
    assert ["move", [4, 5], 2, 1] in told


def test_what_was_heard_wrongly_is_told_anew(live):
    """A revision whose view was not the host's was told to nobody: the welcome that puts it right goes on from nothing."""
    live.delta(0.3, [["note", "turn", [1]]], vh=b"x" * 8)
    assert not live.link.check(0.3)
    assert not [each for each in live.told() if type(each) is Heard]
    live.welcome(0.4)
    assert story(live) == (False, live.view.retold())
