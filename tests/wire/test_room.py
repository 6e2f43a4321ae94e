"""A whole table in virtual time: whatever the network and its guests do, seats follow keys and every view is the host's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parlour import Parlour, make_dispatcher
from rumpus.net.guest.events import Answered, Ended, Heard, LinkNews, Oddity, TableNews, WelcomeNews
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ack, Act, Nack
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


def test_a_table_fills_and_deals(parlour):
    players = parlour.everybody()
    assert [player.link.seat for player in players] == [0, 1, 2, 3]
    assert parlour.engine.on
    assert all(len(player.link.view.hand()) == 13 for player in players)
    parlour.same()


def test_a_match_is_played_and_every_view_is_the_hosts(parlour):
    parlour.everybody()
    for _ in range(15):
        parlour.play(10)
        parlour.same()
    assert not any(player.of(Oddity) for player in parlour.players)


def test_a_revision_is_one_delta_for_everybody(parlour):
    players = parlour.everybody()
    watcher = parlour.join("W", watch=True)
    parlour.run(0.2)
    parlour.play(30)
    for player in [*players, watcher]:
        revs = [heard.rev for heard in player.of(Heard)]
        assert revs == list(range(revs[0], parlour.engine.rev + 1))
    assert watcher.link.seat == -1
    assert watcher.link.offer is None
    parlour.same()


def test_two_watchers_share_view_and_hash(parlour):
    parlour.everybody()
    one, other = parlour.join("W", watch=True), parlour.join("V", watch=True)
    parlour.run(0.1)
    parlour.play(9)
    assert one.link.view_hash.value == other.link.view_hash.value
    assert one.link.view.data() == other.link.view.data()


@pytest.mark.parametrize("seed", range(12))
def test_a_rough_network_loses_no_action_and_doubles_none(seed):
    parlour = Parlour(rough=True, seed=seed)
    for n in range(4):
        parlour.join(f"P{n}")
    parlour.until(lambda: all(player.link.state == "live" for player in parlour.players), 60.0)
    sent = {player.key: [] for player in parlour.players}
    for _ in range(40):
        parlour.until(lambda: parlour.mover() is not None, 60.0)
        player = parlour.mover()
        text = str(core_offers(player.link.offer)[0])
        player.link.act(text, parlour.now)
        sent[player.key].append(text)
        parlour.until(lambda player=player: player.link.pending is None, 60.0)
    parlour.rough = False
    parlour.run(8.0)
    parlour.same()
    done = {player.key: [] for player in parlour.players}
    for dealt in parlour.engine.record:
        for seat, text in dealt.actions:
            done[parlour.table.seating.chairs[seat].key].append(text)
    assert done == sent


def test_the_same_act_three_times_is_done_once_and_answered_each_time(parlour):
    players = parlour.everybody()
    player = players[0]
    session = parlour.dispatcher.sessions[player.key]
    act = frame("act", Act(1, player.link.offer.dp, str(core_offers(player.link.offer)[0])), session.sid)
    rev = parlour.engine.rev
    for _ in range(3):
        parlour.dispatcher.receive(player.route, player.key, "", act, parlour.now)
        told = [
            message for route, message in answers(parlour.dispatcher) if route == player.route and type(message) in (Ack, Nack)
        ]
        assert told == [Ack(1, rev + 1)]
    assert parlour.engine.rev == rev + 1


def test_a_refused_act_is_refused_again_and_never_played_later(parlour):
    player = parlour.everybody()[0]
    session = parlour.dispatcher.sessions[player.key]
    act = frame("act", Act(1, player.link.offer.dp, "play 2C"), session.sid)
    first = second = None
    for _ in range(2):
        parlour.dispatcher.receive(player.route, player.key, "", act, parlour.now)
        first, second = second, [message for _, message in answers(parlour.dispatcher) if type(message) is Nack]
    assert first == second
    assert first[0].code == "illegal"


def test_a_number_too_far_ahead_is_a_gap(parlour):
    player = parlour.everybody()[0]
    session = parlour.dispatcher.sessions[player.key]
    parlour.dispatcher.receive(player.route, player.key, "", frame("act", Act(3, 1, "pass"), session.sid), parlour.now)
    assert [message.code for _, message in answers(parlour.dispatcher)] == ["cid_gap"]


def test_a_key_press_too_late_does_not_play_the_next_turn(parlour):
    parlour.everybody()
    parlour.play(4)
    player = parlour.mover()
    old = player.link.offer.dp
    parlour.play(1)
    while parlour.mover() is not player:
        parlour.play(1)
    assert player.link.offer.dp == old + 1
    player.link.act(str(core_offers(player.link.offer)[0]), parlour.now, dp=old)
    parlour.run(0.1)
    assert player.of(Answered)[-1].code == "late"


def test_an_action_for_another_seat_is_refused(parlour):
    parlour.everybody()
    parlour.play(4)
    mover = parlour.mover()
    text = str(core_offers(mover.link.offer)[0])
    for other in parlour.players:
        if other is not mover:
            other.link.act(text, parlour.now)
            parlour.run(0.1)
            assert other.of(Answered)[-1].code == "turn"
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    rev = parlour.engine.rev
    watcher.link.act(text, parlour.now)
    parlour.run(0.1)
    assert watcher.of(Answered)[-1].code == "watching"
    assert parlour.engine.rev == rev


def test_the_same_key_twice_the_newest_wins_and_the_older_is_told(parlour):
    player = parlour.everybody()[0]
    parlour.play(2)
    again = parlour.join("P0", key=player.key)
    parlour.run(0.2)
    assert again.link.state == "live"
    assert again.link.seat == 0
    assert player.of(Ended)[-1].code == "replaced"
    parlour.play(8)
    parlour.same()


def test_a_vanished_guest_is_away_in_time_and_has_seat_and_view_at_once_when_it_is_back(parlour):
    players = parlour.everybody()
    parlour.play(6)
    gone = players[2]
    gone.cut = True
    took = parlour.until(lambda: parlour.table.seating.chairs[2].away_since is not None)
    assert took <= 5.0
    parlour.until(lambda: gone.link.state == "reconnecting")
    parlour.run(4.0)
    gone.cut = False
    before = len(gone.news)
    took = parlour.until(lambda: gone.link.state == "live")
    print(f"back after {took:.2f} s of virtual time")
    assert took <= 2.0
    assert [type(each) for each in gone.news[before:]][:2] == [LinkNews, WelcomeNews]
    assert gone.link.seat == 2
    parlour.same()
    parlour.play(8)
    parlour.same()


def test_who_comes_back_hears_what_it_missed(parlour):
    players = parlour.everybody()
    parlour.play(8)
    gone = next(player for player in players if player is not parlour.mover())
    told = gone.link.rev
    gone.cut = True
    parlour.play(1)
    gone.cut = False
    parlour.until(lambda: gone.link.rev == parlour.engine.rev and gone.link.state == "live")
    welcome = gone.of(WelcomeNews)[-1]
    assert welcome.rev > told
    assert [event[0] for event in welcome.missed if event[0] == "move"]
    parlour.same()


def test_a_lost_last_delta_is_noticed_in_three_seconds(parlour):
    players = parlour.everybody()
    parlour.play(8)
    victim = next(player for player in players if player is not parlour.mover())
    victim.cut = True
    parlour.play(1)
    victim.cut = False
    took = parlour.until(lambda: victim.link.rev == parlour.engine.rev)
    assert took <= 3.0
    parlour.same()


def test_a_host_that_sleeps_costs_nobody_a_seat(parlour):
    players = parlour.everybody()
    parlour.play(5)
    parlour.now += 20.0
    for player in players:
        player.link.tick(parlour.now)
    parlour.run(3.0)
    assert not [chair for chair in parlour.table.seating.chairs if chair.away_since is not None]
    assert all(player.link.state == "live" for player in players)
    parlour.play(4)
    parlour.same()


def test_a_guest_whose_frames_the_socket_cannot_take_is_left_alone_until_it_speaks(parlour):
    players = parlour.everybody()
    stuck = next(player for player in players if not player.link.offer or player is not players[0])
    parlour.dispatcher.unreachable(stuck.key)
    session = parlour.dispatcher.sessions[stuck.key]
    parlour.dispatcher._post(session, "delta", b"")
    assert parlour.dispatcher.out == []
    parlour.until(lambda: not session.stale or parlour.dispatcher.sessions[stuck.key] is not session)
    parlour.run(3.0)
    parlour.same()


def test_a_large_view_comes_in_pieces(parlour):
    players = parlour.everybody()
    parlour.engine.told.views[0].notes["said"] = ["x" * 4000] * 30
    from rumpus.net.protocol.view_hash import ViewHash

    parlour.engine.told.hashes[0] = ViewHash(parlour.engine.told.views[0])
    players[0].link.resync("test", parlour.now)
    parlour.run(0.1)
    assert players[0].link.state == "live"
    assert players[0].link.view.notes["said"] == ["x" * 4000] * 30


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 2**32),
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["cut", "mend", "again", "play", "wait"])), max_size=25),
)
def test_whatever_happens_everybody_ends_up_with_the_hosts_view(seed, doings):
    parlour = Parlour(rough=True, seed=seed, game="gin-rummy" if seed % 2 else "hearts", settings={"grace": 3600})
    count = parlour.engine.charter.seats
    for n in range(count):
        parlour.join(f"P{n}")
    for who, what in doings:
        player = parlour.players[who % count]
        if what in ("cut", "mend"):
            player.cut = what == "cut"
        elif what == "again":
            player.route += b"'"
            player.link.opened(parlour.now)
        elif what == "play" and parlour.mover():
            mover = parlour.mover()
            mover.link.act(str(core_offers(mover.link.offer)[0]), parlour.now)
        parlour.run(0.7)
    parlour.rough = False
    for player in parlour.players:
        player.cut = False
    parlour.run(20.0)
    assert all(player.link.state == "live" for player in parlour.players)
    parlour.same()
    actions = [each for dealt in parlour.engine.record for each in dealt.actions]
    tallies = [parlour.dispatcher._tallies[player.key].done_cid for player in parlour.players]
    assert sum(tallies) >= len(actions)


def test_the_state_says_who_you_are():
    parlour = Parlour(make_dispatcher("gin-rummy", opened=100.0))
    players = parlour.everybody(2)
    states = [player.of(TableNews)[-1].state for player in players]
    assert [state.you for state in states] == [0, 1]
    assert states[0].charter["game"] == "gin-rummy"
    assert states[0].charter["hash"] == parlour.engine.charter.hash
    assert [line.name for line in states[0].seats] == ["P0", "P1"]
    assert (states[0].state, states[0].match, states[0].deal) == ("playing", 1, 1)
