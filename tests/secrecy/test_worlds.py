"""Nobody is told anything about a card that they may not see: by events, offers, refusals, snapshots, their number or order."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from rumpus.core.actions import Action, Offer, read_action
from rumpus.core.bots import RANDOM_BOT, BotKind
from rumpus.core.cards import NAME, card, names, pack
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import project
from rumpus.core.families.melds import count
from rumpus.core.families.rummy.gin import GinDeal
from rumpus.core.game import Charter
from rumpus.core.hooks import Catalogue
from rumpus.core.shuffling.seeded import Stream, shuffled, tag
from rumpus.core.zones import WATCHER
from rumpus.plugins.gin_rummy import GIN_RUMMY
from worlds import Compared, Played, compare, play


def kinds_for(catalogue: Catalogue, charter: Charter) -> list[BotKind]:
    return [kind for kind in catalogue.bots if kind.plays(charter.game)]


def compare_all(played: Played, worlds: int, seed: str, compared: Compared) -> None:
    """Every seat and a watcher, in so many other worlds each."""
    stream = Stream(tag("circles", seed), played.charter.game.name)
    for seat in (*range(played.charter.seats), WATCHER):
        compare(played, seat, stream, worlds, compared)


def test_worlds_that_differ_in_hidden_cards_look_the_same(each_charter: Charter, catalogue: Catalogue) -> None:
    compared = Compared()
    for kind in kinds_for(catalogue, each_charter):
        compare_all(play(each_charter, kind, f"once {kind.name}"), 3, kind.name, compared)
    assert compared.whole + compared.part >= each_charter.seats


class SaysDeadwood(GinDeal):
    """It tells everybody what the hand in turn counts."""

    def end_turn(self, seat: int) -> None:
        self.note("deadwood", count(self.rules.melds, self.at[seat]))
        super().end_turn(seat)


class AsksTheHolderOfAnAce(GinDeal):
    """Who holds the ace of spades is asked first."""

    def begin(self) -> None:
        super().begin()
        self.enter("upcard", (1 if card("AS") in self.at[1] else 0,))


class OffersByTheOtherHand(GinDeal):
    """What is offered first depends on the other hand."""

    def offers(self, seat: int) -> list[Offer]:
        out = super().offers(seat)
        return out[::-1] if sum(self.at[1 - seat]) % 2 else out


class RefusesByTheOtherHand(GinDeal):
    """A sentence says who holds the card that the seat does not."""

    def act(self, seat: int, action: Action) -> None:
        if action.verb == "give" and action.cards[0] in self.at[1 - seat]:
            raise Illegal("The other seat holds that card.")
        super().act(seat, action)


@pytest.mark.parametrize("leak", [SaysDeadwood, AsksTheHolderOfAnAce, OffersByTheOtherHand, RefusesByTheOtherHand])
def test_the_comparison_itself_sees_a_leak(leak: type[Deal]) -> None:
    charter = replace(GIN_RUMMY, deal=leak).charter()
    played = play(charter, RANDOM_BOT, "leak")
    with pytest.raises(AssertionError, match="could tell"):
        compare_all(played, 30, "leak", Compared())


@pytest.mark.slow
def test_thousands_of_worlds_look_the_same(each_charter: Charter, catalogue: Catalogue) -> None:
    compared = Compared()
    kinds = kinds_for(catalogue, each_charter)
    for number in range(150):
        kind = kinds[number % len(kinds)]
        compare_all(play(each_charter, kind, f"volume {number}"), 5, f"volume {number}", compared)
    assert compared.whole > 500


@pytest.mark.slow
def test_worlds_at_tables_with_all_seats_look_the_same(each_charter: Charter, catalogue: Catalogue) -> None:
    charter = each_charter.game.charter(each_charter.game.seats[1], each_charter.options)
    kinds = kinds_for(catalogue, charter)
    for number in range(30):
        compare_all(play(charter, kinds[number % len(kinds)], f"full {number}"), 4, f"full {number}", Compared())


def story_of(charter: Charter, kind: BotKind) -> Deal:
    """A deal that was played, with its story."""
    played = play(charter, kind, "told")
    deal = played.open(played.deck)
    for step in played.steps:
        deal.act(*step)
    return deal


def test_faces_are_told_only_of_places_that_a_seat_may_read(each_charter: Charter) -> None:
    deal = story_of(each_charter, RANDOM_BOT)
    for event in deal.story or ():
        for seat in (*range(deal.seats), WATCHER):
            seen = project(event, seat)
            if seen is not None and seen[0] == "move":
                _, cards, src, dst = event[:4]
                readable = src.shows(seat) or dst.shows(seat)
                assert seen[1] == (list(cards) if readable else len(cards))
    for zone in deal.zones:
        if zone.name == "hand":
            assert zone.seen == "owner", "a hand is its owner's to read"
        if zone.name == "stock":
            assert zone.seen == "none", "the stock is nobody's"
        assert zone.seat in range(-1, deal.seats)


def test_a_watcher_reads_no_hand_while_the_deal_goes_on(each_charter: Charter) -> None:
    played = play(each_charter, RANDOM_BOT, "watched")
    deal = played.open(played.deck)
    for at, step in enumerate(played.steps):
        for seat in (*range(deal.seats), WATCHER) if at in played.curious else ():
            view = deal.view(seat)
            for other in range(deal.seats):
                assert view.hand(other) == (deal.at[other] if seat == other else [])
                held, upto = len(deal.at[other]), deal.zones[other].upto
                assert view.count("hand", other) == (held if seat == other or not upto else min(held, upto + 1))
        deal.act(*step)


# --- what one game hides ----------------------------------------------------------------------------------------------


def fresh(charter: Charter, deck: tuple[int, ...]) -> Deal:
    return charter.game.deal(charter.rules, deck, story=[])


def hearts(catalogue: Catalogue) -> Deal:
    """The same deal of Hearts every time."""
    return fresh(catalogue.games["hearts"].charter(4, {}), shuffled(tag("secrecy", "hearts"), pack()))


def test_what_is_given_is_seen_by_giver_and_receiver_and_not_before_all_have_given(catalogue: Catalogue) -> None:
    deal = hearts(catalogue)
    gifts = {seat: tuple(deal.at[seat][4:7]) for seat in range(4)}
    for seat in (2, 0, 3):
        deal.act(seat, Action("give", gifts[seat]))
        for other in (*range(4), WATCHER):
            place = deal.view(other).find("given", seat)
            assert place is not None
            assert sorted(place.faces) == (sorted(gifts[seat]) if other == seat else [])
            assert len(place) == 3
    assert not set(deal.view(1).hand()) & {face for seat in (2, 0, 3) for face in gifts[seat]}
    deal.act(1, Action("give", gifts[1]))
    for giver in range(4):
        receiver = (giver + 1) % 4
        assert set(gifts[giver]) <= set(deal.view(receiver).hand())
        others = [seat for seat in (*range(4), WATCHER) if seat not in (giver, receiver)]
        for seat in others:
            told = [project(event, seat) for event in deal.story or ()]
            faces = {face for seen in told if seen and seen[0] == "move" and isinstance(seen[1], list) for face in seen[1]}
            assert not faces & set(gifts[giver])


def test_the_order_in_which_cards_were_picked_does_not_travel(catalogue: Catalogue) -> None:
    stories = set()
    for order in permutations((3, 7, 11)):
        for written in (False, True):
            deal = hearts(catalogue)
            picked = [deal.at[0][place] for place in order]
            deal.act(0, read_action("give " + names(picked)) if written else Action("give", tuple(picked)))
            for seat in range(1, 4):
                deal.act(seat, Action("give", tuple(deal.at[seat][:3])))
            stories.add(repr([[project(event, seat) for event in deal.story or ()] for seat in (*range(4), WATCHER)]))
    assert len(stories) == 1


def test_a_hand_is_shown_to_its_owner_in_declared_order_not_as_it_was_dealt(each_charter: Charter) -> None:
    deal = fresh(each_charter, shuffled(tag("order"), each_charter.rules.deck))
    for event in deal.story or ():
        if event[0] == "move" and event[3].name == "hand":
            assert list(event[1]) == sorted(event[1])


GIN_ORDER = "2C 2D 3C 4D 4C 6D 5C 8D 6C TD 7C QD 8C 2H 9C 4H TC 6H JC 8H KH AS KS"
"""Seat 1 is dealt ten clubs in a row, the king of hearts is turned up, and the ace of spades is drawn."""


def test_the_card_discarded_with_a_knock_lies_face_down(catalogue: Catalogue) -> None:
    order = [
        "2C",
        "2D",
        "3C",
        "4D",
        "4C",
        "6D",
        "5C",
        "8D",
        "6C",
        "TD",
        "7C",
        "QD",
        "8C",
        "2H",
        "9C",
        "4H",
        "TC",
        "6H",
        "JC",
        "8H",
        "KH",
        "AS",
        "KS",
    ]
    order += [name for name in NAME[:52] if name not in order]
    charter = catalogue.games["gin-rummy"].charter(2, {})
    deal = fresh(charter, tuple(map(card, order)))
    for seat, text in ((1, "pass"), (0, "pass"), (1, "draw stock"), (1, "knock AS")):
        deal.act(seat, read_action(text))
    assert deal.over
    for seat in (0, WATCHER):
        told = [project(event, seat) for event in deal.story or ()]
        faces = {face for seen in told if seen and seen[0] == "move" and isinstance(seen[1], list) for face in seen[1]}
        assert card("AS") not in faces
        assert card("KS") not in faces, "nor is the stock shown"
