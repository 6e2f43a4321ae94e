"""The host's side of a shuffle by itself: what it says when, what it keeps first, and how it goes on after the host was away."""

from __future__ import annotations

import random

import pytest
from rumpus.core.shuffling.fair import host_commit, seat_commit
from rumpus.core.shuffling.seeded import shuffled
from rumpus.net.protocol.messages import Commit, Frozen, Opened, Share, Shares, Standing, Void
from rumpus.net.shuffle.host import AGAIN, WAIT, DealStart, ShuffleHost

TABLE, HOST, RULES = b"t" * 16, b"h" * 32, b"r" * 32
WHAT = DealStart(tuple(range(52)), Standing(0, 0, 0, [0] * 4, [0] * 4, [0, 1, 2, 3]), 7)
KEYS = {seat: bytes([seat]) * 32 for seat in (2, 0)}
SECRETS = {seat: bytes([seat + 50]) * 32 for seat in KEYS}


class Bench:
    """A ShuffleHost with seats that a test plays."""

    def __init__(self, seed=0):
        self.rows = []
        self.full = False
        self.dealing = ShuffleHost(TABLE, HOST, self.keep, self.rows.append, random.Random(seed).randbytes)

    def keep(self, kind, row):
        assert kind == "fair"
        if self.full:
            raise OSError("No space left.")
        self.rows.append(row)

    def begin(self, deal=4, now=0.0, asked=KEYS):
        self.dealing.begin(deal, "hearts", RULES, WHAT, asked, now)

    def said(self, kind=None):
        out = [each for each in self.dealing.out if kind in (None, type(each))]
        self.dealing.out.clear()
        return out

    def commit(self, seat, now=0.1, secret=None):
        terms = self.dealing.terms
        host = self.dealing._host
        value = seat_commit(terms.context, host, seat, KEYS[seat], secret or SECRETS[seat])
        self.dealing.take(seat, Share("commit", terms.deal, terms.attempt, value), now)

    def share(self, seat, now=0.2, secret=None):
        terms = self.dealing.terms
        self.dealing.take(seat, Share("share", terms.deal, terms.attempt, secret or SECRETS[seat]), now)

    def whole(self):
        for seat in KEYS:
            self.commit(seat)
        for seat in KEYS:
            self.share(seat)


def kinds(steps):
    return [type(each) for each in steps]


def test_step_follows_step_and_never_too_soon():
    bench = Bench()
    bench.begin()
    [commit] = bench.said()
    assert (commit.deal, commit.attempt, commit.n, commit.seats, commit.voided) == (4, 0, 52, [0, 2], [])
    assert commit.commit == host_commit(bench.dealing.terms.context, bench.dealing._secret)
    bench.commit(2)
    bench.share(0)
    assert bench.said() == []
    assert bench.dealing.missing() == [0]
    bench.commit(0)
    assert [line.seat for line in bench.said(Frozen)[0].commits] == [0, 2]
    bench.share(2)
    bench.commit(2, secret=b"x" * 32)
    assert bench.said() == []
    bench.share(0)
    [shares] = bench.said(Shares)
    assert [line.share for line in shares.shares] == [SECRETS[0], SECRETS[2]]
    shuffle = bench.dealing.shuffle()
    assert shuffle.fault() == ""
    assert bench.dealing.deck(WHAT.deck, 4) == shuffled(shuffle.seed, WHAT.deck)
    bench.dealing.dealt()
    assert bench.dealing.open([(0, "play 2C"), (1, "play 3C")]) == shuffle
    [opened] = bench.said(Opened)
    assert (opened.rev, opened.log, opened.deck, opened.parts) == (7, "0 play 2C\n1 play 3C\n", list(range(52)), 1)


def test_the_secret_is_kept_before_anything_is_said_of_it():
    bench = Bench()
    bench.full = True
    with pytest.raises(OSError, match="space"):
        bench.begin()
    assert bench.said() == []
    assert not bench.dealing.waits
    bench.full = False
    bench.begin()
    assert bench.rows[0]["h"] == bench.dealing._secret.hex()
    assert kinds(bench.said()) == [Commit]


def test_nobody_to_ask_is_done_at_once():
    bench = Bench()
    bench.begin(asked={})
    assert kinds(bench.said()) == [Commit, Frozen, Shares]
    assert bench.dealing.phase == "complete"


@pytest.mark.parametrize("frozen", [False, True])
def test_who_is_silent_makes_it_void_and_is_left_out(frozen):
    bench = Bench()
    bench.begin()
    bench.commit(0)
    if frozen:
        bench.commit(2)
        bench.share(0)
    secret = bench.dealing._secret
    bench.said()
    bench.dealing.tick(AGAIN + 0.2)
    assert kinds(bench.said()) == [Frozen if frozen else Commit]
    bench.dealing.tick(WAIT + 0.2)
    void, commit = bench.said()
    assert (void.secret, void.why, void.seats) == (secret, "late", [2])
    assert (commit.attempt, commit.seats, commit.voided) == (1, [0], [secret])
    assert bench.dealing._secret != secret
    assert (bench.dealing.voids, [each.attempt for each in bench.dealing.voided]) == (1, [0])


def test_a_seat_that_has_shown_its_share_may_go():
    bench = Bench()
    bench.begin()
    for seat in KEYS:
        bench.commit(seat)
    bench.share(2)
    bench.dealing.gone(2, 0.3)
    bench.dealing.gone(9, 0.3)
    assert bench.dealing.voids == 0
    bench.share(0)
    assert bench.dealing.phase == "complete"


def test_two_void_shuffles_ask_the_people():
    bench = Bench()
    bench.begin()
    bench.dealing.gone(0, 0.1)
    bench.dealing.gone(2, 0.2)
    assert bench.dealing.phase == "asking"
    assert kinds(bench.said()) == [Commit, Void, Commit, Void]
    bench.dealing.tick(100.0)
    assert bench.said() == []
    bench.dealing.go_on(101.0)
    assert kinds(bench.said()) == [Commit, Frozen, Shares]
    assert bench.dealing.terms.attempt == 2


@pytest.mark.parametrize(
    "said", [Share("commit", 3, 0, b"x" * 32), Share("commit", 4, 1, b"x" * 32), Share("share", 4, 0, b"x" * 32)]
)
def test_what_belongs_to_another_shuffle_is_nothing(said):
    bench = Bench()
    bench.begin()
    bench.dealing.take(0, said, 0.1)
    bench.dealing.take(1, Share("commit", 4, 0, b"x" * 32), 0.1)
    assert bench.dealing.missing() == [0, 2]


def again(bench, deals, now=50.0):
    """The host once more, from what the first one kept."""
    other = Bench(seed="again")
    other.dealing.restore(bench.rows, deals, now)
    return other


def test_after_a_restart_the_secret_is_the_same_and_the_seats_say_the_rest_again():
    bench = Bench()
    bench.begin()
    bench.commit(0)
    bench.commit(2)
    bench.share(0)
    frozen = bench.said(Frozen)
    other = again(bench, deals=4)
    assert other.dealing._secret == bench.dealing._secret
    assert kinds(other.dealing.now()) == [Commit]
    other.whole()
    assert other.said(Frozen) == frozen
    bench.share(2)
    assert other.dealing.shuffle() == bench.dealing.shuffle()


def test_after_a_restart_who_does_not_come_back_makes_it_visibly_void():
    bench = Bench()
    bench.begin()
    other = again(bench, deals=4)
    other.commit(0, now=51.0)
    other.dealing.tick(50.0 + 2 * WAIT)
    [void] = other.said(Void)
    assert (void.secret, void.seats) == (bench.dealing._secret, [2])


def test_after_a_restart_in_a_deal_it_is_opened_as_it_was_dealt():
    bench = Bench()
    bench.begin()
    bench.whole()
    bench.dealing.dealt()
    other = again(bench, deals=5)
    assert other.dealing.phase == "dealt"
    assert kinds(other.dealing.now()) == [Commit, Frozen, Shares]
    assert other.dealing.open([]) == bench.dealing.open([])


def test_after_a_restart_between_the_shares_and_the_cards_they_are_dealt_from_the_same_shuffle():
    bench = Bench()
    bench.begin()
    bench.whole()
    other = again(bench, deals=4)
    assert other.dealing.phase == "complete"
    assert other.dealing.deck(WHAT.deck, 4) == bench.dealing.deck(WHAT.deck, 4)


def test_after_a_restart_a_void_shuffle_stays_void():
    bench = Bench()
    bench.begin()
    bench.dealing.gone(0, 0.1)
    bench.full = True
    other = again(bench, deals=4)
    assert other.dealing.terms.attempt == 1
    assert other.dealing.voids == 1
    assert other.dealing.now()[0].voided == [bytes.fromhex(bench.rows[0]["h"])]
    rows = bench.rows[:-1]  # killed before the next attempt was kept
    late = Bench(seed="late")
    late.dealing.restore(rows, 4, 50.0)
    assert late.dealing.phase == "idle"
    late.begin()
    assert late.dealing.terms.attempt == 1, "what was shown is never used again"


def test_a_long_deal_is_opened_in_pieces():
    bench = Bench()
    bench.begin(asked={})
    bench.dealing.deck(WHAT.deck, 4)
    bench.dealing.dealt()
    bench.said()
    actions = [(k % 4, "meld 2C 3C 4C, 5D 6D 7D, " + "8H " * 20) for k in range(2000)]
    bench.dealing.open(actions)
    pieces = bench.said(Opened)
    assert len(pieces) > 5
    assert [piece.part for piece in pieces] == list(range(len(pieces)))
    assert all(len(piece.log) <= 32000 for piece in pieces)
    assert "".join(piece.log for piece in pieces).count("\n") == 2000
