"""A long evening holds no more than a short one: host, journal, guests, screens, checks, bots that stand in and go."""

import os
import sys

import pytest
import zmq
from longevening import BOOK_MOST, LongEvening, held
from parlour import make_dispatcher
from rumpus.net.guest.link import GuestLink
from rumpus.net.host import broadcaster
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.shuffle.audit import Auditor
from rumpus.net.transport.connection_guard import Connections
from rumpus.net.transport.dealer_socket import Dealer
from rumpus.net.transport.zap import DOMAIN, ZapAuthenticator

ROUNDS = 7
BLOCKS_A_ROUND, BYTES_A_ROUND = 60, 3000
"""Less than a thing that is kept of every action, or a row of every stand-in with all that hangs on it."""


@pytest.mark.parametrize("fair", [True, False], ids=["fair", "seeded"])
def test_twice_as_many_matches_and_stand_ins_hold_no_more(tmp_path, fair):
    table = LongEvening(tmp_path, fair=fair)
    try:
        for _ in range(ROUNDS):
            table.round()
        table.verdicts.clear()
        before = held()
        for _ in range(ROUNDS):
            table.round()
        assert set(table.verdicts) <= {"verified"}
        assert bool(table.verdicts) == fair
        table.verdicts.clear()
        after = held()
        assert table.bots >= 2 * ROUNDS
        assert not table.bot_log
        blocks, size = ((now - then) / ROUNDS for now, then in zip(after, before, strict=True))
        print(f"{blocks:+.1f} blocks and {size:+.0f} bytes a round")
        assert blocks < BLOCKS_A_ROUND
        assert size < BYTES_A_ROUND
        _bounded(table)
    finally:
        table.close()


def _bounded(table):
    """Each of the places where an evening once piled up, or could."""
    dispatcher, seating = table.dispatcher, table.table.seating
    people = {player.key for player in table.players}
    assert people <= set(dispatcher._tallies) <= people | seating.bot_keys()
    assert set(table.engine.journal.tallies) <= set(seating.people_keys()) | seating.bot_keys()
    assert set(dispatcher.sessions) == people
    assert len(table.table.book) == BOOK_MOST
    for player in table.players:
        shuffle_guest = player.link.shuffle_guest
        assert len(shuffle_guest._known) <= 8
        assert max(len(kept) for kept in (shuffle_guest._heard, shuffle_guest._views, shuffle_guest._acked)) < 200
    for model, prover in table.screens.values():
        assert len(model.story) < 200
        assert len(prover.records) <= 1


def test_a_guest_that_takes_no_part_in_shuffles_remembers_no_actions():
    link = GuestLink("bot")
    for rev in range(100):
        link.shuffle_guest.acked(rev, "play QS")
        link.shuffle_guest.heard(rev, [["note", "turn", [0]]])
    assert not link.shuffle_guest._acked
    assert not link.shuffle_guest._heard


def test_a_crowd_that_comes_and_goes_leaves_no_tallies(monkeypatch):
    monkeypatch.setattr(broadcaster, "KNOWN_MOST", 40)
    dispatcher = make_dispatcher(seats=4, opened=0.0)
    people = {f"person {n}" for n in range(4)}
    for key in people:
        dispatcher.table.arrive(key, key, b"let me in", False, 0.0)
        dispatcher._tally(key, 0.0).done_cid = 7
    for n in range(500):
        dispatcher._tally(f"stranger {n}", 0.0)
        dispatcher.table.signs[f"stranger {n}"] = "ab"
    assert len(dispatcher._tallies) <= 40
    assert len(dispatcher.table.signs) <= 40
    assert {key for key in people if dispatcher._tallies[key].done_cid == 7} == people


def test_a_prover_keeps_the_record_of_one_match():
    prover = Auditor()
    assert prover.records == []
    assert prover.begun == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_guests_that_come_and_go_leave_no_connections_and_no_descriptors():
    pair, context = new_pair(), zmq.Context()
    door, router = ZapAuthenticator(context), context.socket(zmq.ROUTER)
    router.curve_server, router.zap_domain = True, DOMAIN
    router.curve_publickey, router.curve_secretkey = pair
    connections = Connections(router)
    port = router.bind_to_random_port("tcp://127.0.0.1")
    invite = Invite(("127.0.0.1",), port, pair.public, b"t")
    poller = zmq.Poller()
    for socket in (door.socket, router, connections.monitor):
        poller.register(socket, zmq.POLLIN)

    def until(wanted):
        for _ in range(2000):
            if wanted():
                return
            ready = dict(poller.poll(10))
            if door.socket in ready:
                door.answer_all()
            while router in ready and router.get(zmq.EVENTS) & zmq.POLLIN:
                frames = router.recv_multipart(zmq.NOBLOCK, copy=False)
                connections.note(frames[0].bytes, "somebody", frames[-1], 0.0)
            connections.look(0.0)
        raise AssertionError("it never came")

    def comes_and_goes():
        dealer = Dealer(context, invite, new_pair())
        dealer.open(0.0)
        until(lambda: not dealer.signs() and dealer.shaken)  # before that nothing is taken
        dealer.send((b"hello", b"there"))
        until(lambda: bool(connections._routes))
        dealer.close()
        until(lambda: not connections._open)

    try:
        for _ in range(5):
            comes_and_goes()
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(20):
            comes_and_goes()
        assert not connections._routes
        assert len(os.listdir("/proc/self/fd")) <= before + 4  # some are let go of in a thread of ZeroMQ's own
    finally:
        connections.close()
        door.close()
        router.close(0)
        context.destroy(0)
