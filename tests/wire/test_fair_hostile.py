"""Whatever a host says of shuffles, in whatever order, no guest's program stumbles, and nothing made up is found to be fair."""

from __future__ import annotations

from fair_parlour import CATALOGUE, HOST, TABLE, FairParlour, raw
from hypothesis import given, settings
from hypothesis import strategies as st
from rumpus.core.events import View
from rumpus.core.shuffling.fair import host_commit, seat_commit
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Commit, Frozen, Opened, SeatCommit, SeatShare, Share, Shares, Standing, Void
from rumpus.net.shuffle.audit import Auditor
from rumpus.net.shuffle.guest import EvidenceNews, ShuffleGuest

CHARTER = CATALOGUE.games["gin-rummy"].charter(2, {}, (), *CATALOGUE.origins["gin-rummy"])
SECRET = b"\5" * 32
digest = st.sampled_from([b"\1" * 32, SECRET, CHARTER.sha256])
deal = st.integers(0, 2)
attempt = st.integers(0, 2)
seat = st.sampled_from([0, 1, 63])
number = st.sampled_from([0, 1, 2, 7, 2**53])
seats = st.lists(seat, max_size=3)
numbers = st.lists(st.integers(-5, 5), max_size=3)
counts = st.lists(st.integers(0, 5), max_size=3)
LINES = ["0 pass\n", "1 pass\n", "1 draw stock\n", "0 knock\n", "5 x\n", "\n", "1 discard 2C\n", "99 yes\n", "0 draw discard 3\n"]
standing = st.builds(Standing, seat, number, number, numbers, counts, seats)
deck = st.sampled_from([list(range(52)), [], [0, 0], [65535], list(range(51, -1, -1)), [53, 52]])
log = st.lists(st.sampled_from(LINES), max_size=4).map("".join)
size = st.sampled_from([0, 52])
step = st.one_of(
    st.builds(Commit, deal, attempt, st.just("gin-rummy"), digest, size, digest, seats, st.lists(digest, max_size=2)),
    st.builds(Frozen, deal, attempt, st.lists(st.builds(SeatCommit, seat, digest, digest), max_size=3)),
    st.builds(Shares, deal, attempt, st.lists(st.builds(SeatShare, seat, digest), max_size=3)),
    st.builds(Opened, deal, attempt, digest, number, standing, deck, st.integers(0, 2), st.integers(1, 2), log),
    st.builds(Void, deal, attempt, digest, st.just("off"), seats),
)
event = st.sampled_from([["deal", 0, 0], ["note", "ended", "gin"], ["note", "turn", [0]], ["zone", 0, "hand", 0, "owner", 0]])
doing = st.one_of(step, st.lists(event, max_size=3), st.just("welcome"), st.just("closing"))


@settings(max_examples=300, deadline=None)
@given(st.lists(doing, max_size=14), st.booleans())
def test_no_host_can_make_a_witness_or_a_prover_raise(doings, shown):
    shuffle_guest = ShuffleGuest(HOST, raw(0), lambda context, host: SECRET)
    shuffle_guest.welcome(TABLE.hex(), 0, 1, View(0).data(), [])
    if shown:
        shuffle_guest._charters = {CHARTER.sha256: {**CHARTER.data(), "hash": CHARTER.hash}}
    rev = 1
    for each in doings:
        if each == "welcome":
            shuffle_guest.welcome(TABLE.hex(), 0, rev, View(0).data(), [])
        elif each == "closing":
            shuffle_guest.closing()
        elif isinstance(each, list):
            rev += 1
            shuffle_guest.heard(rev, each)
        else:
            codec.body(each)
            shuffle_guest.take(each)
    prover = Auditor()
    verdicts = [prover.check(news.evidence, CATALOGUE) for news in shuffle_guest.news if isinstance(news, EvidenceNews)]
    assert "verified" not in [verdict.kind for verdict in verdicts]


@settings(max_examples=100, deadline=None)
@given(standing, deck, log, number)
def test_an_honest_shuffle_and_a_made_up_end_is_not_found_fair(start, declared, text, first):
    """Everything up to the shares is right; what the host says at the end is not."""
    shuffle_guest = ShuffleGuest(HOST, raw(0), lambda context, host: SECRET)
    shuffle_guest._charters = {CHARTER.sha256: {**CHARTER.data(), "hash": CHARTER.hash}}
    shuffle_guest.welcome(TABLE.hex(), 0, 1, View(0).data(), [])
    said = Commit(0, 0, "gin-rummy", CHARTER.sha256, 52, b"\0" * 32, [0])
    terms_of = ShuffleGuest(HOST, raw(0))
    terms_of.welcome(TABLE.hex(), 0, 1, View(0).data(), [])
    terms_of.take(said)
    context = terms_of._known[0, 0].terms.context
    host = host_commit(context, b"\7" * 32)
    [commit] = shuffle_guest.take(Commit(0, 0, "gin-rummy", CHARTER.sha256, 52, host, [0]))
    assert commit == Share("commit", 0, 0, seat_commit(context, host, 0, raw(0), SECRET))
    [share] = shuffle_guest.take(Frozen(0, 0, [SeatCommit(0, raw(0), commit.value)]))
    shuffle_guest.take(Shares(0, 0, [SeatShare(0, share.value)]))
    shuffle_guest.heard(2, [["deal", 0, 0], ["note", "totals", [0, 0]]])
    shuffle_guest.take(Opened(0, 0, b"\7" * 32, first, start, declared, 0, 1, text))
    [evidence] = [news.evidence for news in shuffle_guest.news if isinstance(news, EvidenceNews)]
    assert Auditor().check(evidence, CATALOGUE).kind == "failed"


def test_a_guest_that_says_anything_at_all_of_shares_changes_nothing():
    parlour = FairParlour(game="gin-rummy")
    players = parlour.everybody(2)
    parlour.join("W", watch=True)
    parlour.run(0.1)
    before = parlour.dealing.shuffle()
    for player in parlour.players:
        for step_name in ("commit", "share"):
            for at in ((0, 0), (1, 0), (0, 7)):
                player.link._send("share", Share(step_name, *at, b"\1" * 32))
        parlour.run(0.2)
    assert parlour.dealing.shuffle() == before
    assert parlour.dealing.voids == 0
    parlour.play_deal()
    assert parlour.kinds(players[0]) == ["verified"]
