"""Two worlds over real sockets: what a seat may not see changes no byte, no length and no order of all that it is sent.

For every game, every seat and somebody who looks on, over a whole deal and into the next one: welcomes, deltas, offers, answers,
refusals, the table's state, the steps of the shuffle, resyncs, and the host's log.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path

import pytest
from rumpus.core.bots import RANDOM_BOT
from rumpus.core.cards import names
from rumpus.core.deal import Illegal
from rumpus.core.game import Charter
from rumpus.core.hooks import Catalogue
from rumpus.core.shuffling.seeded import Stream, tag
from rumpus.core.zones import WATCHER
from rumpus.net.protocol import codec
from rumpus.net.storage.journal import DiskJournal
from rumpus.plugins.gin_rummy import GIN_RUMMY
from test_worlds import OffersByTheOtherHand, SaysDeadwood, kinds_for
from wires import EVERY, Curious, Run, wire
from worlds import Played, Step, exchanged, play, unseen

TRIES_FOR_A_PAIR = 40
OPEN = ("gin-rummy", "hearts", "tunk", "contract-rummy", "blackbird")


def another_world(played: Played, seat: int, stream: Stream, whole: bool) -> tuple[int, dict[int, int]] | None:
    """A moment of rest, and two cards not seen until then that may change places; None if there are none."""
    rests = list(range(0, len(played.steps), EVERY))
    for n in range(TRIES_FOR_A_PAIR):
        late = rests[-1 - min(len(rests) - 1, stream.below(1 + n))]  # as late as may be, and earlier where that is too hard
        upto = len(played.steps) if whole else late if n < TRIES_FOR_A_PAIR // 2 else stream.choice(rests[: 1 + len(rests) // 2])
        hidden = unseen(played, seat, upto)
        if whole and (len(hidden) < 2 or n == 8):
            return None
        if len(hidden) < 2:
            continue
        one, other = stream.some(hidden, 2)
        change = {one: other, other: one}
        if goes_on(played, [change.get(face, face) for face in played.deck], exchanged(played.steps[:upto], change)):
            return upto, change
    return None


def goes_on(played: Played, deck: list[int], steps: list[Step]) -> bool:
    """Whether the rules let the deal go on like this in the other world."""
    deal = played.open(deck)
    try:
        for step in steps:
            deal.act(*step)
    except Illegal:
        return False
    return True


def told_apart(one: list[tuple[bytes, bytes]], other: list[tuple[bytes, bytes]]) -> str:
    """What differs first, for the person who reads the failure."""
    for at, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            kind = codec.read_header(here[0]).kind
            first = next((n for n, (a, b) in enumerate(zip(here[1], there[1], strict=False)) if a != b), 0)
            around = slice(max(0, first - 40), first + 40)
            return f"frame {at}, {kind}, byte {first}: {here[1][around]!r} and {there[1][around]!r}"
    return "" if len(one) == len(other) else f"{len(one)} frames and {len(other)}"


def compare(played: Played, catalogue: Catalogue, seed: str, kept: Path | None = None) -> tuple[int, int, int]:
    """Every seat and a watcher; how many pairs of worlds were compared, frames and bytes.

    With its journal ``kept`` the table is open, and looked at in the middle of its deal: the next state that is signed stands
    for the whole of it.
    """
    stream = Stream(tag("wires", seed), played.charter.game.name)
    curious = Curious.about(played, stream)
    here = wire(played, catalogue, played.deck, played.steps, curious, over=played.over, kept=kept)
    pairs = frames = size = 0
    for seat in (*range(played.charter.seats), WATCHER):
        whole = seat % 2 == 0 and kept is None  # hands are shown at the end of many deals: others look at a moment before that
        found = another_world(played, seat, stream, whole)
        if found is None and kept is None:
            found = another_world(played, seat, stream, not whole)
        if found is not None:
            upto, change = found
            there = the_other(played, catalogue, curious, upto, change, seat, kept)
            one, other = here.seats[seat].upto(upto), there.seats[seat].upto(upto)
            who = "a watcher" if seat == WATCHER else f"seat {seat}"
            apart = told_apart(one, other)
            assert not apart, f"{who} of {played.charter.game.name} could tell {names(change)} from one another: {apart}"
            assert here.log[: here.logged[upto]] == there.log[: there.logged[upto]]
            pairs, frames, size = pairs + 1, frames + len(one), size + sum(len(body) for _, body in one)
    return pairs, frames, size


def the_other(
    played: Played, catalogue: Catalogue, curious: Curious, upto: int, change: dict[int, int], seat: int, kept: Path | None
) -> Run:
    """The world in which these cards have changed places."""
    deck = [change.get(face, face) for face in played.deck]
    steps = exchanged(played.steps[:upto], change)
    return wire(played, catalogue, deck, steps, curious, played.over and upto == len(played.steps), seat, kept)


@pytest.mark.slow
def test_the_same_world_twice_is_the_same_bytes(catalogue: Catalogue) -> None:
    """Nothing in what is sent is left to chance, so that a difference means something."""
    played = play(catalogue.games["hearts"].charter(), RANDOM_BOT, "twice")
    curious = Curious.about(played, Stream(tag("twice"), "wires"))
    runs = [wire(played, catalogue, played.deck, played.steps, curious, over=True) for _ in range(2)]
    for seat, sent in runs[0].seats.items():
        assert sent.marks == runs[1].seats[seat].marks
        last = max(sent.marks.values())
        assert sent.frames[:last] == runs[1].seats[seat].frames[:last]
    kinds = {codec.read_header(header).kind for sent in runs[0].seats.values() for header, _ in sent.frames}
    assert {"welcome", "delta", "ack", "nack", "pong", "table", "commit", "frozen", "shares", "opened"} <= kinds


@pytest.mark.slow
def test_worlds_look_the_same_on_the_wire(each_charter: Charter, catalogue: Catalogue) -> None:
    kinds = kinds_for(catalogue, each_charter)
    pairs, frames, size = compare(play(each_charter, kinds[-1], "wire"), catalogue, "wire")
    print(f"{each_charter.game.name}: {pairs} pairs of worlds, {frames} frames, {size} bytes, the same")
    assert pairs or each_charter.seats == 1


@pytest.mark.parametrize("game", [pytest.param(game, marks=[] if game == "gin-rummy" else pytest.mark.slow) for game in OPEN])
def test_worlds_look_the_same_at_an_open_table_with_a_journal(catalogue: Catalogue, tmp_path: Path, game: str) -> None:
    charter = catalogue.games[game].charter()
    played = play(charter, kinds_for(catalogue, charter)[-1], "open")
    pairs, frames, size = compare(played, catalogue, "open", tmp_path / "tables")
    print(f"{game}, open: {pairs} pairs of worlds, {frames} frames, {size} bytes, the same")
    assert pairs


def test_a_signed_state_that_stands_for_the_deal_that_is_on_is_seen_on_the_wire(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiskJournal, "settled", property(lambda self: self._hash))
    played = play(catalogue.games["gin-rummy"].charter(), RANDOM_BOT, "open")
    with pytest.raises(AssertionError, match="could tell"):
        compare(played, catalogue, "open", tmp_path / "tables")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(5))
def test_many_worlds_look_the_same_on_the_wire(each_charter: Charter, catalogue: Catalogue, number: int) -> None:
    kinds = kinds_for(catalogue, each_charter)
    compare(play(each_charter, kinds[number % len(kinds)], f"wire {number}"), catalogue, f"wire {number}")


@pytest.mark.slow
@pytest.mark.parametrize("leak", [SaysDeadwood, OffersByTheOtherHand])
def test_a_leak_is_seen_on_the_wire(leak: type, catalogue: Catalogue) -> None:
    leaky = copy.copy(catalogue)
    leaky.games = {**catalogue.games, "gin-rummy": replace(GIN_RUMMY, deal=leak)}
    charter = leaky.games["gin-rummy"].charter()

    def look_until_seen() -> None:
        for number in range(12):
            compare(play(charter, RANDOM_BOT, f"leak {number}"), leaky, f"leak {number}")

    with pytest.raises(AssertionError, match="could tell"):
        look_until_seen()
