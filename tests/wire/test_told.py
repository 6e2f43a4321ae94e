"""What places are told: the hash that is kept up is the hash of the whole, in every game, whoever asks when."""

import random

import pytest
from parlour import CATALOGUE, seeded
from rumpus.core.events import View
from rumpus.net.protocol.view_hash import ViewHash
from rumpus.net.table.engine import Engine, core_offers
from rumpus.net.table.revisions import KEPT, WATCHER


def step(table, chance):
    """One random action among those that are offered; a new deal or match where one is over."""
    if table.deal is None or table.deal.over:
        if table.match.over:
            table.new_match()
        return table.open_deal()
    seat = chance.choice(table.deal.turn)
    offers = core_offers(table.offers[seat])
    return table.act(seat, table.dps[seat], str(chance.choice(offers)))


@pytest.mark.parametrize("name", sorted(CATALOGUE.games))
def test_the_hash_that_is_kept_up_is_the_hash_of_the_whole(name):
    engine = Engine(CATALOGUE.games[name].charter(), seeded)
    engine.watch()
    chance = random.Random(name)
    for _ in range(250):
        revision = step(engine, chance)
        for place, view in enumerate(engine.told.views):
            delta = revision.delta(place)
            assert delta.vh == view.digest() == ViewHash(view).value
            assert view.data() == engine.deal.view(view.seat).data()


@pytest.mark.parametrize("name", sorted(CATALOGUE.games))
def test_one_look_at_a_hash_does_for_all_revisions_since_the_last_one(name):
    engine = Engine(CATALOGUE.games[name].charter(), seeded)
    engine.watch()
    chance = random.Random(name)
    seen = View(WATCHER)
    kept = ViewHash(seen)
    for _ in range(60):
        for _ in range(chance.randrange(1, 12)):
            delta = step(engine, chance).delta(WATCHER)
            for event in delta.ev:
                seen.fold(event)
            kept.claim(delta.ev, delta.vh)
        assert kept.fits()
        assert kept.value == seen.digest()
    kept.claim([], b"8 others")
    assert not kept.fits()


def test_the_hash_is_of_every_place_that_a_move_names():
    view = View(WATCHER)
    kept = ViewHash(view)
    zones = [["zone", number, "hand", number, "owner", 9] for number in range(3)]
    for events in (zones, [["move", 1, 0, 1, [[2, 4]]]]):
        for event in events:
            view.fold(event)
        kept.claim(events, view.digest())
    assert kept.fits()


@pytest.mark.parametrize("seed", range(4))
def test_it_does_not_matter_when_a_place_asks(seed):
    def tables():
        for _ in range(2):
            yield Engine(CATALOGUE.games["hearts"].charter(), seeded)

    one, other = tables()
    one.watch()
    other.watch()
    chance, same, order = random.Random(seed), random.Random(seed), random.Random(seed + 1)
    for _ in range(120):
        first, second = step(one, chance), step(other, same)
        places = list(range(5))
        order.shuffle(places)
        early = {place: first.delta(place) for place in places[: order.randrange(6)]}
        one.told.complete()
        assert [first.delta(place) for place in range(5)] == [second.delta(place) for place in range(5)]
        assert all(first.delta(place) is delta for place, delta in early.items())


def test_who_begins_to_look_on_is_told_what_follows_and_nothing_twice():
    engine = Engine(CATALOGUE.games["hearts"].charter(), seeded)
    chance = random.Random(1)
    for _ in range(30):
        step(engine, chance)
    engine.watch()
    engine.told.complete()
    for _ in range(30):
        step(engine, chance).delta(WATCHER)
        engine.told.complete()
        assert engine.told.views[WATCHER].data() == engine.deal.view(WATCHER).data()
    assert len(engine.told.missed(WATCHER, engine.rev - 10)) == 10


def test_an_old_decisions_number_never_comes_again():
    engine = Engine(CATALOGUE.games["hearts"].charter(), seeded)
    chance = random.Random(2)
    last = [0] * 4
    for round_of in range(3):
        for _ in range(80):
            step(engine, chance)
            for seat in engine.deal.turn:
                assert engine.dps[seat] >= last[seat]
                last[seat] = engine.dps[seat]
        old = list(engine.dps)
        engine.lay(CATALOGUE.games["hearts"].charter(None, {"target": 50 + round_of}))
        engine.open_deal()
        assert all(engine.dps[seat] > max(old) for seat in engine.deal.turn)


@pytest.mark.parametrize("name", sorted(CATALOGUE.games))
def test_who_comes_to_a_seat_is_told_its_deal_so_far_while_it_is_kept(name):
    engine = Engine(CATALOGUE.games[name].charter(), seeded)
    assert engine.told.deal_so_far(0) == []
    chance, dealt_at = random.Random(name), 0
    for _ in range(250):
        revision = step(engine, chance)
        engine.told.complete()
        if revision.delta(0).ev and revision.delta(0).ev[0][0] == "deal":
            dealt_at = engine.rev
        for seat in range(engine.charter.seats):
            so_far = engine.told.deal_so_far(seat)
            assert bool(so_far) == (engine.rev - dealt_at < KEPT)
            if so_far:
                assert [each.rev for each in so_far] == list(range(dealt_at, engine.rev + 1))
                view = View(seat)
                for event in (event for each in so_far for event in each.ev):
                    view.fold(event)
                assert view.data() == engine.told.views[seat].data()
