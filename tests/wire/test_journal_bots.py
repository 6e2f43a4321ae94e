"""A host that ends just after another game came, before all the bots that it wants have their seats."""

import pytest
from journalled import Journalled


@pytest.mark.parametrize("seated", [0, 1, 2])
def test_the_bots_that_another_game_wants_are_still_wanted_after_a_kill(tmp_path, seated):
    parlour = Journalled(tmp_path, "gin-rummy", 2, seats=2)
    parlour.play(4)
    charter = parlour.dispatcher.known.games["hearts"].charter(4, {}, (), *parlour.dispatcher.known.origins["hearts"])
    parlour.table.propose("game", parlour.players[0].key, "Hearts?", parlour.now, charter)
    for player in parlour.players:
        parlour.table.vote.votes[player.key] = True
    while parlour.engine.charter.game.name != "hearts":
        parlour.play(1)
    assert parlour.table.bots_wanted == [2, 3]
    for _ in range(seated):  # the host gives them their seats one by one, at its next tick
        seat = parlour.table.bots_wanted.pop()
        parlour.table.seat_bot(seat, f"bot {seat}", parlour.now)
    parlour.again()
    assert sorted(parlour.table.bots_wanted) == [2, 3][: 2 - seated]
    assert [chair.kind for chair in parlour.seating.chairs[2:]] == ["free"] * (2 - seated) + ["bot"] * seated
    parlour.end()
