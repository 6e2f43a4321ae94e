"""Two programs with one key, in virtual time: each is told what became of its own action, and nothing is played twice."""

from __future__ import annotations

import pytest
from journalled import Journalled
from parlour import Parlour
from rumpus.net.guest.events import Answered


def mover_and_twin(parlour):
    """Somebody to move whose frames are lost from now on, with an action under way; and the same person's other program."""
    parlour.play(6)
    mover = parlour.mover()
    first, second = mover.link.offer.acts[:2] if len(mover.link.offer.acts) > 1 else (mover.link.offer.acts[0], "play 2C")
    mover.cut = True
    mover.link.act(first, parlour.now)
    twin = parlour.join(f"{mover.link.name} again", key=mover.key)
    parlour.run(0.2)
    assert twin.link.state == "live"
    return mover, twin, first, second


def come_back(parlour, player, twin):
    """The first program's line is whole again, and its socket is made anew."""
    twin.cut, player.cut = True, False
    player.link.opened(parlour.now)
    parlour.run(0.5)
    assert player.link.state == "live"


def answers(player):
    return [(answer.mv, answer.ok, answer.code) for answer in player.of(Answered)]


def test_what_the_other_program_played_is_no_answer_to_this_one():
    parlour = Parlour(game="gin-rummy")
    parlour.everybody(2)
    mover, twin, first, second = mover_and_twin(parlour)
    before = len(answers(mover))
    rev = parlour.engine.rev
    twin.link.act(second, parlour.now)
    parlour.run(0.2)
    assert answers(twin) == [(second, True, "")]
    come_back(parlour, mover, twin)
    [(text, ok, code)] = answers(mover)[before:]
    assert (text, ok) == (first, False)
    assert code in ("late", "turn")
    assert parlour.engine.rev == rev + 1


def test_the_same_action_of_both_counts_once_and_both_are_told_so():
    parlour = Parlour(game="gin-rummy")
    parlour.everybody(2)
    mover, twin, first, _ = mover_and_twin(parlour)
    before, rev = len(answers(mover)), parlour.engine.rev
    twin.link.act(first, parlour.now)
    parlour.run(0.2)
    come_back(parlour, mover, twin)
    assert answers(mover)[before:] == answers(twin) == [(first, True, "")]
    assert parlour.engine.rev == rev + 1


def test_an_action_that_nobody_else_played_is_played_when_the_program_is_back():
    parlour = Parlour(game="gin-rummy")
    parlour.everybody(2)
    mover, twin, first, _ = mover_and_twin(parlour)
    before, rev = len(answers(mover)), parlour.engine.rev
    twin.link.act("nonsense", parlour.now)
    parlour.run(0.2)
    assert answers(twin) == [("nonsense", False, "unreadable")]
    come_back(parlour, mover, twin)
    assert answers(mover)[before:] == [(first, True, "")]
    assert parlour.engine.rev == rev + 1


@pytest.mark.parametrize("same", [True, False])
def test_it_holds_when_the_host_ends_in_between(tmp_path, same):
    parlour = Journalled(tmp_path, "gin-rummy", 2, seats=2)
    mover, twin, first, second = mover_and_twin(parlour)
    before, rev = len(answers(mover)), parlour.engine.rev
    played = first if same else second
    twin.link.act(played, parlour.now)
    parlour.run(0.2)
    parlour.players.remove(mover)
    parlour.again()
    parlour.players.append(mover)
    come_back(parlour, mover, twin)
    [(text, ok, _)] = answers(mover)[before:]
    assert (text, ok) == (first, same)
    assert parlour.engine.rev == rev + 1
    parlour.end()
