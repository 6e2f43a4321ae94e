"""Blackbird's basic bot: what it displays, what it waits with, what it draws and discards, and that deals end by going out."""

from __future__ import annotations

from typing import Any

import pytest
from display_hands import BLACKBIRD, RED_TEN, blackbird_deck, plain
from rummy_hands import catalogue, said
from rumpus.core.actions import read_action
from rumpus.core.bots import Bot
from rumpus.core.cards import card
from rumpus.core.deal import Deal
from rumpus.core.events import View, project
from rumpus.core.game import Charter
from rumpus.core.shuffling.seeded import bot_stream, deal_seed, shuffled

VARIATIONS = (1, 2, 3, 4)


def charter(seats: int, **options: Any) -> Charter:
    """A table of Blackbird."""
    return catalogue().games[BLACKBIRD].charter(seats, options)


def basic(seat: int, table: Charter) -> Bot:
    """The basic bot in a seat."""
    kind = catalogue().bot("basic", table.game)
    assert kind is not None
    return kind.make(seat, table, bot_stream("blackbird bot", seat))


def view_of(deal: Deal, seat: int) -> View:
    """What a seat sees of a deal."""
    view = View(seat)
    for event in deal.story or ():
        seen = project(event, seat)
        if seen is not None:
            view.fold(seen)
    return view


def position(script: str, hand: str, rest: str, **options: Any) -> tuple[Charter, Deal]:
    """A table of two at which this script was played; seat 0 holds the hand and begins."""
    table = charter(2, **options)
    deck = tuple(card(name) for name in blackbird_deck({0: plain(hand)}, rest).split())
    deal = table.game.deal(table.rules, deck, 1, 0, (), (), [])
    for seat, text in said(script):
        deal.act(seat, read_action(text))
    return table, deal


def turn(table: Charter, deal: Deal, seat: int = 0) -> list[str]:
    """What the bot does until its turn, or the deal, is over."""
    done: list[str] = []
    while deal.turn == (seat,):
        action = basic(seat, table).choose(view_of(deal, seat), deal.offers(seat))
        assert action in deal.offers(seat)
        deal.act(seat, action)
        done.append(str(action))
    return done


def points(deal: Any, seat: int = 0) -> int:
    """What a seat's melds on the table score."""
    notes = [note for note in view_of(deal, seat).notes.values() if isinstance(note, dict) and "worth" in note]
    return sum(note["worth"] for note in notes if note["owner"] == seat)


# --- displaying ------------------------------------------------------------------------------------------------------


def test_it_goes_out_at_once_with_ten_cards_that_fit() -> None:
    table, deal = position("", RED_TEN, "2C KH 2S")
    turn(table, deal)
    assert deal.ended == "out"
    # Four and five of the two suits and the tenth alone, whichever it is: 40, where ten in melds would pay 35.
    assert deal.scores is not None
    assert deal.scores[0] == 40


def test_cards_of_a_suit_are_displayed_as_soon_as_they_are_asked_for() -> None:
    table, deal = position("0 draw stock", "AS 3S 5S 7S 2H 4H 2D 4D 2C TC", "6D 9C 9H")
    turn(table, deal)
    assert points(deal) == 20


def test_king_and_jack_of_a_suit_make_a_pair_of_their_own() -> None:
    table, deal = position("0 draw stock", "KS JS AS 3S 2H 4H 2D 4D 2C TC", "6D 9C 9H")
    turn(table, deal)
    assert points(deal) == 20 + 10


def test_a_queen_of_another_suit_is_the_singleton_beside_a_meld() -> None:
    table, deal = position("0 draw stock", "2C 4C 6C QS AH 3H AD 3D AC 7C", "5D 8C 9H")
    turn(table, deal)
    assert points(deal) == 9 + 10


# --- a display that must wait ----------------------------------------------------------------------------------------

# Seven cards lie on the table, the singleton among them; three are to come. Black even cards are asked for.
SEVEN_SHOWN = "0 draw stock; meld AS 3S 5S 7S; meld AC 3C; meld KC; discard 6S trick; 1 draw stock; discard 5H; 0 draw stock"
SEVEN_HAND = "AS 3S 5S 7S AC 3C KC 2S 4S 6S"


def seven_shown(drawn: str, **options: Any) -> tuple[Charter, Deal]:
    """Seat 0 holds 2♠ 4♠ Q♥ and has drawn this card."""
    return position(SEVEN_SHOWN, SEVEN_HAND, f"6D 9C QH 5H {drawn}", **options)


@pytest.mark.parametrize("dead_display", ["penalty", "forbid"])
def test_a_pair_that_would_leave_one_card_short_for_ever_waits(dead_display: str) -> None:
    table, deal = seven_shown("5D", dead_display=dead_display)
    before = points(deal)
    done = turn(table, deal)
    assert points(deal) == before == 20 + 6 + 3
    assert done in (["discard QH"], ["discard 5D"])


def test_the_third_card_completes_the_display_and_the_seat_is_out() -> None:
    table, deal = seven_shown("8S")
    assert turn(table, deal) == ["meld 2S 4S 8S", "discard QH"]
    assert deal.ended == "out"
    assert deal.scores is not None
    assert deal.scores[0] == 20 + 6 + 3 + 15 + 10


NINE_SHOWN = "0 draw stock; meld AS 3S 5S 7S; meld AC 3C 5C; meld 7C 9C; discard 2H; 1 draw stock; discard 3H; 0 draw stock"


@pytest.mark.parametrize("drawn", ["JC", "JS"])
def test_the_tenth_card_goes_out_alone(drawn: str) -> None:
    table, deal = position(NINE_SHOWN, "AS 3S 5S 7S AC 3C 5C 7C 9C KH", f"6D 9S 2H 3H {drawn}")
    assert turn(table, deal) == [f"meld {drawn}", "discard KH"]
    assert deal.ended == "out"


def test_a_tenth_card_that_does_not_fit_waits_for_one_that_does() -> None:
    table, deal = position(NINE_SHOWN, "AS 3S 5S 7S AC 3C 5C 7C 9C KH", "6D 9S 2H 3H 5D")
    done = turn(table, deal)
    assert len(done) == 1
    assert deal.ended is None


# --- drawing and discarding ------------------------------------------------------------------------------------------


def test_the_trick_card_is_drawn_where_it_makes_king_and_jack() -> None:
    table, deal = position("", "JS 2H 4H AH 3H 2D AD 3D 2C TC", "6D KS")
    assert turn(table, deal)[:2] == ["draw trick", "meld JS KS"]
    assert points(deal) >= 20


@pytest.mark.parametrize("variation", [3, 4])
def test_where_the_trick_card_is_never_drawn_it_draws_another(variation: int) -> None:
    table, deal = position("", "JS 2H 4H AH 3H 2D AD 3D 2C TC", "6D KS", variation=variation)
    assert turn(table, deal)[0] in ("draw stock", "draw discard")


def test_the_top_discard_is_taken_where_it_makes_a_meld_that_is_asked_for() -> None:
    table, deal = position("", "KS 2H 4H AH 3H 2D AD 3D 2C TC", "JS 9C")
    assert turn(table, deal)[:2] == ["draw discard", "meld JS KS"]


def test_a_top_discard_that_goes_with_nothing_is_left() -> None:
    table, deal = position("", "AS 3S 5S 7S 9S 2D 4D 6D 8D TD", "2C KS")
    assert turn(table, deal)[0] != "draw discard"


def test_what_goes_with_nothing_is_discarded() -> None:
    table, deal = position("0 draw stock", "2S 4S 6S 8S AD 3D 5D 7D 9D 2H", "KC AC TS")
    assert turn(table, deal) == ["discard 2H"]


def test_after_a_display_the_trick_pile_is_left_asking_for_what_the_seat_holds() -> None:
    # Spades are shown; of the rest diamonds go together, and the odd ones are six.
    table, deal = position("0 draw stock", "2S 4S 6S AD 3D 5D 7D 9D KD 4H", "2C 8C JD")
    done = turn(table, deal)
    assert points(deal) == 15
    assert done[-1].startswith("discard ")
    assert done[-1].endswith("D trick")


# --- whole deals -----------------------------------------------------------------------------------------------------


def endings(seats: int, deals: int, seed: str, **options: Any) -> list[str | None]:
    """How deals end among basic bots; each must choose what it is offered, and no deal runs to 5,000 actions."""
    table = charter(seats, **options)
    found: list[str | None] = []
    for number in range(deals):
        deck = shuffled(deal_seed(seed, number), table.rules.deck_for(seats))
        deal = table.game.deal(table.rules, deck, number % seats, 0, (), (), [])
        views, bots, heard = [View(seat) for seat in range(seats)], [basic(seat, table) for seat in range(seats)], [0] * seats
        for _ in range(5000):
            if not deal.turn:
                break
            seat = deal.turn[0]
            assert deal.story is not None
            for event in deal.story[heard[seat] :]:
                seen = project(event, seat)
                if seen is not None:
                    views[seat].fold(seen)
            heard[seat] = len(deal.story)
            offers = deal.offers(seat)
            action = bots[seat].choose(views[seat], offers)
            assert action in offers
            deal.act(seat, action)
        found.append(deal.ended)
        assert deal.scores is not None
        assert min(deal.scores) >= 0, "a display that can never be completed"
    return found


def test_most_deals_end_by_going_out() -> None:
    assert endings(3, 12, "out").count("out") >= 9


@pytest.mark.parametrize("variation", VARIATIONS)
def test_every_variation_is_played_to_its_end(variation: int) -> None:
    assert None not in endings(3, 2, "variations", variation=variation, return_discard=variation % 2 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
def test_most_deals_end_by_going_out_at_every_number_of_seats(seats: int) -> None:
    assert endings(seats, 40, "wider").count("out") > 26


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("variation", VARIATIONS)
@pytest.mark.parametrize("dead_display", ["penalty", "forbid"])
def test_every_option_is_played_to_its_end(seats: int, variation: int, dead_display: str) -> None:
    assert None not in endings(seats, 8, "options", variation=variation, dead_display=dead_display)
