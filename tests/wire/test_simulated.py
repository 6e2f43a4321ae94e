"""The table through whatever may happen to it: thousands of small worlds, each from one seed, and what must hold in all of them.

A seed that breaks something is run again with `World(seed).run()`.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from disk import Wall, pretended
from fair_parlour import FairParlour
from faults import FAULTS
from persons import swapped
from rumpus.core.actions import Unreadable
from rumpus.core.cards import SUIT
from rumpus.core.events import project
from rumpus.net.guest import outbox
from rumpus.net.host import dispatcher, sessions
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ask
from rumpus.net.storage.journal import DiskJournal
from rumpus.net.table import revisions
from rumpus.net.table.engine import core_offers
from simulated import World

SEEDS, IN_A_CHUNK, SLOW = 300, 50, 5000
SHOWN = (
    "cut", "hole", "hole in", "hole out", "sleep", "slow", "twice", "restart", "freeze", "full", "wall clock", "killed",
    "killed at once", "killed when written", "killed when synced", "killed between frames", "torn rows", "frames lost",
    "void shuffles", "deals", "matches", "revisions", "answers",
)  # fmt: skip
TWO_PROGRAMS = {"twice": 6, "hole": 4, "hole out": 3, "hole in": 3, "cut": 4, "sleep": 2, "restart": 2, "kill": 2, "slow": 2}


def run(seeds, **more):
    """Runs these worlds; returns what did not hold, by seed, and prints what happened in them."""
    happened, verdicts, wrong = Counter(), Counter(), {}
    virtual, slowest = 0.0, 0.0
    for seed in seeds:
        world = World(seed, **more)
        try:
            broken = world.run()
        except Exception as why:
            raise AssertionError(f"World({seed!r}) ended with {type(why).__name__}: {why}") from why
        if broken:
            wrong[seed] = broken
        happened += world.happened
        verdicts += world.verdicts
        virtual, slowest = virtual + world.now - 100.0, max(slowest, world.took)
    figures = ", ".join(f"{name} {happened[name]}" for name in SHOWN)
    print(
        f"{len(list(seeds))} seeds, {virtual:.0f} virtual s, settled after {slowest:.1f} s at most; {figures}; {dict(verdicts)}"
    )
    return wrong


@pytest.mark.parametrize("first", range(0, SEEDS, IN_A_CHUNK))
def test_whatever_happens_nothing_is_lost_doubled_or_told_to_whom_it_should_not(first):
    assert run(range(first, first + IN_A_CHUNK)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEEDS, SLOW, 100))
def test_it_holds_in_many_more_worlds(first):
    assert run(range(first, first + 100)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 100, 20))
def test_it_holds_in_longer_worlds(first):
    assert run([f"long {n}" for n in range(first, first + 20)], seconds=60.0, faults=40) == {}


def test_a_calm_table_has_every_deal_verified_and_nothing_void():
    for seed in range(8):
        world = World(f"calm {seed}", faults=0, game="knock-rummy", fair=True, mischief=False, seconds=4.0)
        assert world.run() == []
        assert set(world.verdicts) == {"verified"}
        assert not world.happened["void shuffles"]


# -- one seed, one world


def test_the_same_seed_is_the_same_world_in_any_process():
    def traces():
        return [_trace(seed) for seed in ("same", 11, 12)]

    here = traces()
    assert here == traces()
    assert len(set(here)) == 3
    words = "from test_simulated import _trace; print([_trace(seed) for seed in ('same', 11, 12)])"
    env = {**os.environ, "PYTHONHASHSEED": "4711"}
    there = subprocess.run(
        [sys.executable, "-c", words], cwd=Path(__file__).parent, env=env, capture_output=True, text=True, check=True
    )
    assert there.stdout.strip() == str(here)


def _trace(seed):
    world = World(seed)
    world.run()
    return world.trace


def test_the_clock_on_the_wall_has_no_effect():
    class Still(Wall):
        def time(self):
            return 0.0

    for seed in range(5):
        world, other = (World(f"wall {seed}", kinds={"wall clock": 1, "kill": 1}) for _ in range(2))
        other.wall = Still()
        assert world.run() == other.run() == []
        assert world.happened["wall clock"]
        assert world.trace == other.trace


# -- two worlds


QUIET = {"grace": 3600, "vote_time": 3, "bot_time": 600}
KINDS = {kind: weight for kind, weight in FAULTS.items() if kind not in ("propose", "leave", "kick", "want")}


def test_who_cannot_see_two_cards_is_sent_the_same_bytes_when_they_change_places():
    compared = Counter()
    for seed in range(12):
        game = ("hearts", "gin-rummy", "basic-rummy", "contract-rummy")[seed % 4]
        more = {
            "game": game, "seconds": 1.5, "faults": 3, "fair": False, "bots": 0, "mischief": False, "settings": QUIET,
            "kinds": KINDS, "watchers": 1,
        }  # fmt: skip
        first = World(f"two worlds {seed}", **more)
        assert first.run() == []
        for key, place in _places(first):
            change = _two_unseen(first, place)
            if change is None:
                continue
            script = [_exchanged(text, change) for text in first.done]
            other = World(f"two worlds {seed}", **more, swap=change, script=script)
            assert other.run() == []
            acts = [(each.key, each.cid, _exchanged(each.data()["text"], change)) for each in _acts(first)]
            if acts != [(each.key, each.cid, each.data()["text"]) for each in _acts(other)]:
                compared["parted"] += 1  # what was played cannot be played with the other card
                continue
            compared["seat" if place >= 0 else "watcher"] += 1
            assert other.sent[key] == first.sent[key], f"{place} of {game} (seed {seed}) could tell {change} from one another"
    print(dict(compared))
    assert compared["seat"] >= 15
    assert compared["watcher"] >= 6


def _places(world):
    devices = {device.key: device for device in world.people() + world.people(watch=True)}
    return [(key, device.link.seat) for key, device in devices.items() if device.link.state == "live"]


def _acts(world):
    return [row for row in world.disk.ever if row.kind == "act"]


def _two_unseen(world, place):
    """Two cards, of one suit if there are such, of which this place was never told."""
    model = world.checker.model
    seen = {face for story in model.stories.values() for event in story for face in _told(event, place)}
    hidden = [face for face in sorted(set(model.match.deck)) if face not in seen]
    world.chance.shuffle(hidden)
    pairs = [(one, two) for one in hidden for two in hidden if one < two and SUIT[one] == SUIT[two]]
    if not pairs:
        return None
    one, two = world.chance.choice(pairs)
    return {one: two, two: one}


def _told(event, place):
    seen = project(event, place)
    return seen[1] if seen is not None and seen[0] == "move" and isinstance(seen[1], list) else ()


def _exchanged(text, change):
    try:
        return swapped(text, change)
    except Unreadable:
        return text


# -- planted faults are found


def found(seeds, **more):
    """How many of these worlds show that something is wrong, and by which signs."""
    signs, caught = Counter(), 0
    for seed in seeds:
        world = World(seed, **more)
        try:
            signs.update(each.what for each in world.run())
        except Exception as why:
            signs[type(why).__name__] += 1
            world.checker.wrong("raised", str(why))
        caught += bool(world.checker.broken)
    print(f"found in {caught} of {len(seeds)} seeds: {dict(signs)}")
    return caught, signs


def test_a_host_that_does_again_what_it_has_done_is_found(monkeypatch):
    monkeypatch.setattr(sessions.Tally, "claim", lambda tally, cid: "gap" if cid > tally.done_cid + 1 else "new")
    caught, signs = found(range(20))
    assert caught == signs["denied"] >= 5


def test_a_host_that_hides_nothing_is_found(monkeypatch):
    def open_faces(event, seat):
        seen = project(event, seat)
        return ["move", list(event[1]), *seen[2:]] if event[0] == "move" else seen

    monkeypatch.setattr(revisions, "project", open_faces)
    caught, signs = found(range(5))
    assert caught == signs["secret"] == 5


def test_a_host_that_tells_a_seat_what_another_may_know_is_found(monkeypatch):
    def fan_out(host, revision, moved, now):
        for each in host.sessions.values():
            place = (each.seat + 1) % host.table.engine.charter.seats if each.seat >= 0 else -1
            host._post(each, "delta", codec.body(revision.delta(place)))

    monkeypatch.setattr(dispatcher.Dispatcher, "_fan_out", fan_out)
    caught, signs = found(range(5))
    assert caught == signs["secret"] == 5


def test_a_host_that_answers_before_the_journal_is_safe_is_found(monkeypatch):
    commit, keep = DiskJournal.commit, DiskJournal.keep

    def written(journal):
        waiting, journal.waiting = getattr(journal, "waiting", None), None
        if waiting is not None:
            commit(journal, waiting)

    def late(journal, line):
        written(journal)
        journal.waiting = line

    def kept(journal, kind, data):
        written(journal)
        keep(journal, kind, data)

    monkeypatch.setattr(DiskJournal, "commit", late)
    monkeypatch.setattr(DiskJournal, "keep", kept)
    caught, signs = found(range(10))
    assert caught == 10
    assert signs["unsafe"] >= 8
    assert signs["gone"] + signs["lost"] >= 1


def test_a_guest_that_takes_an_answer_to_the_other_program_of_its_key_is_found(monkeypatch):
    monkeypatch.setattr(outbox.Pending, "answered_by", lambda act, welcome: act.cid <= welcome.done_cid)
    caught, signs = found([f"two {seed}" for seed in (6, 87)], kinds=TWO_PROGRAMS, faults=10)
    assert caught == signs["lost"] == 2


def test_two_programs_of_one_key_are_told_the_truth():
    assert run([f"two {seed}" for seed in range(30)], kinds=TWO_PROGRAMS, faults=10) == {}


# -- what such worlds have shown, each for itself


def test_who_takes_the_seat_of_somebody_who_gave_a_share_accuses_nobody():
    parlour = FairParlour(game="hearts", seats=4, settings={"bot_time": 1})
    for name in "ABCD":
        parlour.join(name)
    parlour.run(0.3)
    assert parlour.engine.on
    parlour.players[1].link.ask(Ask("leave"))
    parlour.run(0.3)
    newcomer = parlour.join("E")
    parlour.run(0.3)
    assert newcomer.link.seat == -1, "it looks on until the deal is over"
    parlour.play_deal()
    assert [parlour.kinds(player) for player in parlour.players if player.link.name in "ACDE"] == [["verified"]] * 4
    assert newcomer.link.seat == 1
    parlour.play_deal()
    assert parlour.kinds(newcomer) == ["verified", "verified"]


def test_who_gives_the_seat_up_and_looks_on_accuses_nobody():
    """The good-bye was lost: the same program comes back, and sees the rest of the deal from another place."""
    parlour = FairParlour(game="hearts", seats=4, settings={"bot_time": 1})
    for name in "ABCD":
        parlour.join(name)
    parlour.run(0.3)
    parlour.play(6)
    gone = parlour.players[1]
    gone.cut = True
    parlour.table.leave(gone.key, parlour.now)
    parlour.dispatcher.sessions.pop(gone.key, None)
    parlour.dispatcher.flush(parlour.now)
    parlour.run(0.3)
    gone.cut = False
    gone.link.opened(parlour.now)
    parlour.run(0.3)
    assert gone.link.seat == -1
    parlour.play_deal()
    parlour.play_deal()
    assert gone.link.seat == 1
    kinds = parlour.kinds(gone)
    assert len(kinds) == 2
    assert "failed" not in kinds, parlour.verdicts(gone)


def test_who_was_away_for_a_whole_deal_accuses_nobody():
    parlour = FairParlour(game="knock-rummy", seats=3, settings={"grace": 3600, "clock": 1})
    for name in "ABC":
        parlour.join(name)
    parlour.run(0.3)
    parlour.play_deal()
    away = parlour.players[2]
    deals = parlour.engine.deals
    away.cut = True
    parlour.run(6.0)
    while parlour.engine.deals < deals + 2:
        mover = parlour.mover()
        if mover is not None and mover is not away:
            offers = [str(each) for each in core_offers(mover.link.offer)]
            mover.link.act(next((text for text in offers if text.startswith("knock")), offers[0]), parlour.now)
        parlour.run(0.1)
    away.cut = False
    parlour.until(lambda: away.link.state == "live" and away.link.rev == parlour.engine.rev)
    for _ in range(3):
        parlour.play_deal()
    kinds = parlour.kinds(away)
    assert "failed" not in kinds
    assert kinds[:2] == ["verified", "not revealed"]


def test_a_shuffle_that_came_to_nothing_is_remembered_when_the_table_plays_another_game():
    world = World("kept")
    with pretended(world.disk, world.chance, world.wall, world.told):
        journal = DiskJournal(Path("/simulated"), "", new=True)
        journal.about = lambda: {"rev": 1, "deals": 2}
        rows = [{"step": "commit", "deal": 1}, {"step": "commit", "deal": 2}, {"step": "void", "deal": 2}]
        for row in rows:
            journal.keep("fair", row)
        journal.keep("table", {})
        assert journal.fair == journal.found().rows[-1].data()["fair"] == rows[1:]
        journal.about = lambda: {"rev": 1, "deals": 3}
        journal.keep("end", {})
        assert journal.fair == []
