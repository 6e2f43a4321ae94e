"""What happened, what each seat may know of it, and the views that grow from that."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rumpus.core.bots import RANDOM_BOT
from rumpus.core.cards import NAME, card, pack
from rumpus.core.deal import Deal
from rumpus.core.events import Event, View, project
from rumpus.core.game import Charter
from rumpus.core.rules import Rules
from rumpus.core.shuffling.seeded import Stream, shuffled, tag
from rumpus.core.zones import WATCHER, Zone

OPEN = Zone(5, "discard", -1, "all")
CLOSED = Zone(4, "stock", -1, "none")
MINE = Zone(0, "hand", 0, "owner")
YOURS = Zone(1, "hand", 1, "owner")
LATER_OPEN = Zone(6, "trick", -1, "all")
AWAY = Zone(7, "taken", 0, "none")
ZONES = (MINE, YOURS, CLOSED, OPEN, LATER_OPEN, AWAY)
SEATS = (0, 1, 2, WATCHER)
CARDS = (card("QS"), card("2C"), card("QS"))

# --- projecting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("src", "dst", "knowing"),
    [
        (CLOSED, MINE, {0}),
        (CLOSED, YOURS, {1}),
        (MINE, YOURS, {0, 1}),
        (MINE, OPEN, {0, 1, 2, WATCHER}),
        (OPEN, YOURS, {0, 1, 2, WATCHER}),
        (OPEN, CLOSED, {0, 1, 2, WATCHER}),
        (CLOSED, OPEN, {0, 1, 2, WATCHER}),
        (LATER_OPEN, AWAY, {0, 1, 2, WATCHER}),
        (MINE, CLOSED, {0}),
        (CLOSED, AWAY, set()),
        (AWAY, CLOSED, set()),
    ],
)
def test_faces_are_told_to_who_may_read_where_they_leave_or_enter(src: Zone, dst: Zone, knowing: set[int]) -> None:
    for seat in SEATS:
        faces = list(CARDS) if seat in knowing else len(CARDS)
        assert project(("move", CARDS, src, dst), seat) == ["move", faces, src.id, dst.id]


def test_notes_are_said_openly_or_to_one_seat() -> None:
    for seat in SEATS:
        assert project(("note", "turn", [1, 2], -1), seat) == ["note", "turn", [1, 2]]
        assert project(("note", "bid", 4, 1), seat) == (["note", "bid", 4] if seat == 1 else None)
    assert project(("note", "bid", 4, WATCHER), 2) is not None, "what a watcher may know everybody may know"


def test_deals_and_zones_are_told_to_everybody_alike() -> None:
    assert {json.dumps(project(("deal", 3, 1), seat)) for seat in SEATS} == {'["deal", 3, 1]'}
    told = {json.dumps(project(("zone", CLOSED, 52), seat)) for seat in SEATS}
    assert len(told) == 1
    assert told.pop().startswith('["zone", 4, "stock", -1, "none"')


faces = st.integers(0, 53)
several = st.lists(faces, max_size=8).map(tuple)


@given(several, several, st.sampled_from(ZONES), st.sampled_from(ZONES), st.sampled_from(SEATS))
def test_hiding_is_leaving_out(one: tuple[int, ...], other: tuple[int, ...], src: Zone, dst: Zone, seat: int) -> None:
    """Two worlds that differ only in faces that a seat may not read give it the same bytes."""
    other = (other + one)[: len(one)]
    seen = [json.dumps(project(("move", cards, src, dst), seat)) for cards in (one, other)]
    if src.shows(seat) or dst.shows(seat):
        assert json.loads(seen[0])[1] == list(one)
    else:
        assert seen[0] == seen[1]


# --- folding --------------------------------------------------------------------------------------------------------


class Table:
    """Zones and cards, and the story of what was done with them: what really lies where."""

    def __init__(self, deck: tuple[int, ...]) -> None:
        self.story: list[Event] = [("deal", 0, 1)]
        self.at = {zone.id: [] if zone is not CLOSED else list(deck) for zone in ZONES}
        self.story += [("zone", zone, len(deck) if zone is CLOSED else 0) for zone in ZONES]

    def take(self, count: int, src: Zone, dst: Zone) -> None:
        """Move the top cards of a zone."""
        count = min(count, len(self.at[src.id]))
        cards = tuple(self.at[src.id][len(self.at[src.id]) - count :])
        del self.at[src.id][len(self.at[src.id]) - count :]
        self.at[dst.id].extend(cards)
        self.story.append(("move", cards, src, dst))

    def view(self, seat: int) -> View:
        view = View(seat)
        for event in self.story:
            seen = project(event, seat)
            if seen is not None:
                view.fold(json.loads(json.dumps(seen)))
        return view


moves = st.lists(st.tuples(st.integers(0, 7), st.permutations(ZONES).map(lambda some: some[:2])), max_size=25)
decks = st.lists(st.sampled_from([card("QS"), card("2C"), card("7H"), 52, 53]) | faces, min_size=4, max_size=30).map(tuple)


@given(decks, moves)
def test_a_view_is_what_the_seat_may_read_and_how_many_lie_elsewhere(deck: tuple[int, ...], done: list[Any]) -> None:
    table = Table(deck)
    for count, (src, dst) in done:
        table.take(count, src, dst)
    for seat in SEATS:
        view = table.view(seat)
        for zone in ZONES:
            truth = table.at[zone.id]
            place = view.places[zone.id]
            assert (place.name, place.seat) == (zone.name, zone.seat)
            assert len(place) == len(truth)
            assert place.cards == (truth if zone.shows(seat) else len(truth))
            assert place.faces == (truth if zone.shows(seat) else [])


@given(decks, moves, st.sampled_from(SEATS), st.integers(0, 40))
def test_a_snapshot_goes_on_where_the_view_was(deck: tuple[int, ...], done: list[Any], seat: int, cut: int) -> None:
    table = Table(deck)
    for count, (src, dst) in done:
        table.take(count, src, dst)
    table.story[3:3] = [("note", "said", "well, well", -1), ("note", "meld/1", {"cards": [1, 2], "owner": 0}, -1)]
    for carry in (lambda data: json.loads(json.dumps(data)), lambda data: msgpack.unpackb(msgpack.packb(data))):
        assert _through(table, seat, cut, carry).data() == table.view(seat).data()


def _through(table: Table, seat: int, cut: int, carry: Callable[[Any], Any]) -> View:
    """The view of a seat that was sent a snapshot in the middle of the story."""
    view = View(seat)
    seen = [seen for event in table.story if (seen := project(event, seat)) is not None]
    for each in seen[:cut]:
        view.fold(carry(each))
    again = View.read(carry(view.data()))
    assert again.data() == view.data()
    assert again.digest() == view.digest()
    for each in seen[cut:]:
        again.fold(carry(each))
    assert again.digest() == table.view(seat).digest()
    return again


def test_a_face_is_forgotten_where_the_seat_cannot_read() -> None:
    table = Table((card("2C"), card("7H"), card("QS")))
    table.take(2, CLOSED, MINE)
    assert table.view(0).hand() == [card("7H"), card("QS")]
    table.take(1, MINE, CLOSED)
    view = table.view(0)
    assert view.places[CLOSED.id].cards == 2
    assert str(card("QS")) not in json.dumps(view.data()["places"])
    table.take(1, MINE, OPEN)
    table.take(1, OPEN, AWAY)
    assert table.view(0).places[AWAY.id].cards == 1
    assert table.view(WATCHER).places[AWAY.id].cards == 1


def test_a_note_is_replaced_and_taken_away() -> None:
    view = View(2)
    view.fold(["note", "phase", "draw"])
    view.fold(["note", "phase", "meld"])
    assert view.notes == {"phase": "meld"}
    view.fold(["note", "phase", None])
    view.fold(["note", "never said", None])
    assert view.notes == {}


def test_a_new_deal_clears_the_table() -> None:
    table = Table(pack())
    table.take(5, CLOSED, MINE)
    table.story += [("note", "scores", [1, 2], -1), ("deal", 1, 0)]
    view = table.view(0)
    assert view.places == {}
    assert "scores" not in view.notes
    assert view.notes["number"] == 1
    assert view.notes["dealer"] == 0


def test_what_a_view_is_asked() -> None:
    table = Table((card("2C"), card("AS"), card("7H"), card("QS"), card("3D")))
    table.take(2, CLOSED, MINE)
    table.take(1, CLOSED, OPEN)
    view, other = table.view(0), table.view(1)
    assert [NAME[face] for face in view.hand()] == ["3D", "QS"]
    assert other.hand(0) == []
    assert view.count("hand", 0) == other.count("hand", 0) == 2
    assert view.count("stock") == 2
    assert view.count("no such place") == 0
    assert view.pile("discard") == [card("7H")]
    assert view.find("hand", 1) is not None
    assert view.find("hand", 5) is None
    assert view.find("nothing") is None


# --- digests --------------------------------------------------------------------------------------------------------


def test_a_digest_is_eight_bytes_and_the_same_on_every_machine() -> None:
    table = Table((card("2C"), card("7H"), card("QS")))
    table.take(2, CLOSED, MINE)
    table.story.append(("note", "said", "Q♠ ist schwarz", -1))
    digests = [table.view(seat).digest() for seat in SEATS]
    assert {len(digest) for digest in digests} == {8}
    assert len(set(digests)) == 4, "another seat's view is another view"
    assert table.view(0).digest().hex() == "868ef052602c41f9", "hosts and clients of other versions would not agree any more"


def test_a_digest_tells_every_difference_and_no_order_of_notes() -> None:
    def view(*events: list[Any]) -> bytes:
        seen = View(0)
        for event in (["deal", 0, 0], ["zone", 0, "hand", 0, "owner", 0], ["zone", 1, "stock", -1, "none", 9], *events):
            seen.fold(event)
        return seen.digest()

    draw = ["move", [3, 4], 1, 0]
    assert view(draw) == view(draw)
    others = [view(), view(draw), view(["move", [4, 3], 1, 0]), view(["move", [3], 1, 0]), view(draw, ["note", "turn", [0]])]
    others += [view(draw, ["note", "turn", [1]]), view(draw, ["note", "turn", 1]), view(["zone", 2, "hand", 1, "owner", 0])]
    assert len(set(others)) == len(others)
    one, two = ["note", "turn", [0]], ["note", "phase", "draw"]
    assert view(one, two) == view(two, one)
    assert view(one, two, ["note", "x", 1], ["note", "x", None]) == view(one, two)


# --- deals ----------------------------------------------------------------------------------------------------------


def test_what_is_projected_later_gives_the_same_bytes(each_charter: Charter) -> None:
    """A seat that comes back is told what it would have been told then; and a deal's own view is the fold of it."""
    seed = tag("later", each_charter.game.name)
    stream = Stream(seed, "bot/0")
    deal = each_charter.game.deal(each_charter.rules, shuffled(seed, each_charter.rules.deck), story=[])
    bot = RANDOM_BOT.make(0, each_charter, stream)
    seats = (*range(each_charter.seats), WATCHER)
    assert deal.story is not None
    told: dict[int, list[str]] = {seat: [] for seat in seats}
    heard = 0
    for _ in range(400):
        for seat in seats:
            told[seat] += [json.dumps(project(event, seat)) for event in deal.story[heard:]]
        heard = len(deal.story)
        if deal.over:
            break
        seat = stream.choice(deal.turn)
        deal.act(seat, bot.choose(View(seat), deal.offers(seat)))
    for seat in seats:
        later = [json.dumps(project(event, seat)) for event in deal.story[:heard]]
        assert told[seat] == later
        view = View(seat)
        for seen in map(json.loads, later):
            if seen is not None:
                view.fold(seen)
        for event in deal.story[heard:]:
            news = project(event, seat)
            if news is not None:
                view.fold(news)
        assert view.digest() == deal.view(seat).digest()


class Piles(Deal):
    """Nothing but an open pile beside the stock."""

    def begin(self) -> None:
        self.pile = self.open_zone("discard", -1, "all")
        self.aside = self.open_zone("aside", -1, "all")
        self.take(len(self.at[self.stock]), self.stock, self.pile)

    def table(self) -> dict[str, Any]:
        return {}


@given(st.lists(st.sampled_from([card("QS"), card("2C"), card("7H")]), min_size=1, max_size=8), st.data())
def test_twins_in_a_pile(lying: list[int], data: st.DataObject) -> None:
    """A card that is taken by its face is, of twins, the same one for the deal and for who sees the pile."""
    rules = Rules(seats=2, deck=tuple(lying), score=lambda deal: [0, 0], target=1)
    deal = Piles(rules, tuple(lying), story=[])
    wanted = data.draw(st.lists(st.sampled_from(range(len(lying))), max_size=3, unique=True))
    for place in wanted:
        deal.move((lying[place],), deal.pile, deal.aside)
    back = data.draw(st.integers(0, len(deal.at[deal.aside])))
    deal.take(back, deal.aside, deal.pile)
    assert len(deal.at[deal.aside]) == len(wanted) - back
    for seat in (0, 1, WATCHER):
        view = deal.view(seat)
        assert view.pile("discard") == deal.at[deal.pile]
        assert view.pile("aside") == deal.at[deal.aside]
