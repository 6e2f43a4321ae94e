"""The basic bot of the rummies, as people would watch it play: whom it feeds, what it buys, and that its deals end.

A position is a record played through the rules; the bot then says what it would do there.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import pytest
from rummy_hands import catalogue, dealt, record, stack
from rummy_more import contract_deck, declined, packs
from rumpus.core.bots import Bot
from rumpus.core.deal import Deal
from rumpus.core.events import View, project
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.core.record import read_record
from rumpus.core.shuffling.seeded import bot_stream, deal_seed, shuffled
from rumpus.core.testing.simulate import play_deal
from rumpus.core.zones import NOBODY

LONGEST = 5000
GAMES = {
    "basic-rummy": (2, 6),
    "block-rummy": (2, 6),
    "boathouse-rummy": (2, 6),
    "knock-rummy": (2, 6),
    "tunk": (2, 5),
    "500-rummy": (3, 8),
    "gin-rummy": (2, 2),
    "oklahoma-gin": (2, 2),
    "around-the-corner-gin": (2, 2),
}
TABLES = [(name, seats) for name, (least, most) in GAMES.items() for seats in range(least, most + 1)]
CONTRACTS = [(seats, number) for seats in range(3, 9) for number in range(7)]


# --- asking a bot ----------------------------------------------------------------------------------------------------


def a_bot(charter: Charter, seat: int) -> Bot:
    """A basic bot for a seat."""
    kind = catalogue().bot("basic", charter.game)
    assert kind is not None
    bot: Bot = kind.make(seat, charter, bot_stream("test", seat))
    return bot


def standing(written: dict[str, Any]) -> tuple[Charter, Deal]:
    """The last deal of a record, as far as it was written."""
    read = read_record(written, catalogue())
    match = Match(read.charter, read.dealer)
    for recorded in read.deals:
        deal = match.open_deal(recorded.deck(match.deck), story=True)
        for seat, action in recorded.actions:
            deal.act(seat, action)
        if deal.over:
            match.settle(deal)
    assert not deal.over
    return read.charter, deal


def seen(deal: Deal, seat: int) -> list[list[Any]]:
    """What a seat was sent of a deal."""
    assert deal.story is not None
    return [told for event in deal.story if (told := project(event, seat)) is not None]


def answer(written: dict[str, Any]) -> str:
    """What the bot in turn does, having heard the whole deal."""
    charter, deal = standing(written)
    seat = deal.turn[0]
    bot = a_bot(charter, seat)
    bot.hear(seen(deal, seat))
    return str(bot.choose(deal.view(seat), deal.offers(seat)))


def retold(view: View) -> list[list[Any]]:
    """A story that leads to a view and tells nothing of how it came about: what a bot hears that comes late."""
    places = view.places.items()
    stock = next(number for number, place in places if place.name == "stock")
    cards = sum(len(place) for _, place in places)
    story: list[list[Any]] = [["deal", view.notes["number"], view.notes["dealer"]], ["note", "unheard", True]]
    for number, place in places:
        shown = "owner" if place.name == "hand" else "all" if place.open else "none"
        story.append(["zone", number, place.name, place.seat, shown, cards if number == stock else 0])
    story += [["move", place.cards, stock, number] for number, place in places if number != stock and len(place)]
    story += [["note", key, value] for key, value in view.notes.items() if key not in ("number", "dealer")]
    return [*story, ["note", "unheard", None]]


# --- it feeds nobody -------------------------------------------------------------------------------------------------

GIN_DECK = (
    "QH 6C QC 8H QS TD KS JC 2C JD 3C AS 4C 2S 9D 4H 9H 6D 5D 8S KC AC 5H AD 5C 7C 8C 9C TC 2D 3D 4D 7D 8D QD KD 2H 3H 6H 7H "
    "TH JH KH AH 3S 4S 5S 6S 7S 9S TS JS"
)
TWO_QUEENS = (
    "1 pass; 0 pass; 1 draw stock; discard QH; 0 draw discard; discard TD; 1 draw stock; discard QC; 0 draw discard; discard JC; "
    "1 draw stock"
)


def test_a_queen_is_not_thrown_to_who_took_two() -> None:
    """The other has taken both queens that lay there: of a lone queen and a lone king the king goes."""
    assert answer(record("gin-rummy", (GIN_DECK, TWO_QUEENS), seats=2, dealer=0)) == "discard KS"


@pytest.mark.parametrize(
    ("taken", "lone", "thrown"),
    [
        ("8S 9S", "TS KD", "KD"),  # it would make 8 9 10 of spades
        ("8H 9H", "TH KS", "KS"),
        ("JS QS", "TS KH", "KH"),
        ("KC KD", "QH KH", "QH"),
        ("JC JD", "TS JS", "TS"),
        ("5S 6S", "7S 7D", "7D"),
    ],
)
def test_what_the_other_collects_is_kept_when_something_equally_useless_can_go(taken: str, lone: str, thrown: str) -> None:
    """Seat 0 took both cards from the pile. Seat 1 holds three sets and two lone cards that count the same."""
    first, second = taken.split()
    hands = {1: f"{first} {second} {lone} 2C 3C 4C 2D 3D 4D"}
    script = (
        f"1 pass; 0 pass; 1 draw stock; discard {first}; 0 draw discard; discard AC; "
        f"1 draw stock; discard {second}; 0 draw discard; discard AD; 1 draw stock"
    )
    deck = stack("gin-rummy", 2, 0, {0: "AC AD 9C 7H 5C 8C 5H QD 9D 6H", **hands}, "AH AS 2H 3H")
    told = answer(record("gin-rummy", (deck, script), seats=2, dealer=0, knock_limit=0))
    assert told != f"discard {next(card for card in lone.split() if card != thrown)}"
    assert told in (f"discard {thrown}", "discard AS", "discard 2H", "discard 3H")


def tunk_deck(mine: str, theirs: str, rest: str) -> str:
    return dealt(packs(1), [1, 0], 7, {1: theirs, 0: mine}, rest)


@pytest.mark.parametrize(
    ("meld", "lone", "thrown"),
    [("KC KD KH", "KS QD", "QD"), ("QC QD QH", "QS KD", "KD"), ("9H TH JH", "QH KC", "KC"), ("TS JS QS", "KS QH", "QH")],
)
def test_no_card_goes_that_the_next_seat_lays_off_on_its_meld(meld: str, lone: str, thrown: str) -> None:
    """Tunk: a seat lays off on melds of its own only. Seat 1 has laid one; of two lone tens seat 0 throws the other."""
    deck = tunk_deck(f"{lone} 3C 4C 6D 7D 9S", f"{meld} 5H 8C 8D 6S", "5D 4S 3H")
    script = f"1 draw stock; meld {meld}; discard 5H; 0 draw stock"
    assert answer(record("tunk", (deck, script), seats=2, dealer=0)) == f"discard {thrown}"


def test_before_the_contract_is_laid_no_card_goes_that_the_next_seat_lays_off() -> None:
    """Seat 1 has laid queens and jacks. Seat 0 still collects; of a lone queen and a lone king it throws the king."""
    hands = {
        1: "QC QD QH JC JD JH 2S 4S 6S 8S",
        2: "9C 9H TC TH 8H 8D 6C 6H 2C 3S",
        0: "QS KH 3C 3D 4C 4D 5C 5D 7H 9D",
    }
    deck = contract_deck(1, hands, "2H AS 9S 7S")
    script = declined(1) + "meld QC QD QH, JC JD JH; discard 8S; " + declined(2) + "discard 3S; " + declined(0)
    assert answer(record("contract-rummy", (deck, script), seats=3, dealer=0)) == "discard KH"


# --- what it buys ----------------------------------------------------------------------------------------------------

CONTRACT_HANDS = {
    1: "QC QD QH JC JD JH 2S 4S 6S 8S",
    2: "9C 9D TC TH 8H KD 6C 2H 2C 3S",
    0: "5S 5D 3C 9H 4C 4D JS KC 7H AC",
}


def offered(card: str, to: int, script: str = "") -> str:
    """What the bot in a seat says when this card, turned up or thrown, was declined by the seat in turn."""
    deck = contract_deck(1, CONTRACT_HANDS, f"{card} AS AH AD 7S 7D")
    return answer(record("contract-rummy", (deck, script), seats=3, dealer=0))


@pytest.mark.parametrize("card", ["9S", "TS", "2D"])
def test_it_buys_what_the_contract_needs(card: str) -> None:
    """Two groups: seat 2 has pairs of nines, tens and twos."""
    assert offered(card, 2, "1 pass") == "buy"


@pytest.mark.parametrize("card", ["4H", "QS", "AS", "JC"])
def test_it_buys_nothing_that_the_contract_does_not_need(card: str) -> None:
    """Not a card that makes a sequence, nor one that matches nothing."""
    deck = contract_deck(1, CONTRACT_HANDS, f"{card} AH AD 7S 7D")
    assert answer(record("contract-rummy", (deck, "1 pass"), seats=3, dealer=0)) == "pass"


@pytest.mark.parametrize("thrown", ["2S", "4S", "KS", "BJ"])
def test_whoever_has_laid_its_contract_buys_no_more(thrown: str) -> None:
    """Seat 1 has laid and holds 2 4 6 8 of spades: whatever is declined, it costs two cards more."""
    hands = {**CONTRACT_HANDS, 2: f"{thrown} 9C 9D TC TH 8H KD 6C 2H 2C"}
    deck = contract_deck(1, hands, "3H AS 7S 7D")
    script = declined(1) + f"meld QC QD QH, JC JD JH; discard AS; {declined(2)}discard {thrown}; 0 pass"
    assert answer(record("contract-rummy", (deck, script), seats=3, dealer=0)) == "pass"


@pytest.mark.parametrize(("top", "drawn"), [("3S", "pass"), ("KS", "pass"), ("QS", "draw discard"), ("JD", "draw discard")])
def test_with_the_contract_laid_it_takes_only_what_it_can_lay_off(top: str, drawn: str) -> None:
    """Queens and jacks lie there."""
    hands = {**CONTRACT_HANDS, 0: f"{top} 5D 3C 9H 4C 4D 6H KC 7H AC"}
    deck = contract_deck(1, hands, "3H AS 7S 7D 8C")
    script = declined(1) + f"meld QC QD QH, JC JD JH; discard AS; {declined(2)}discard 2C; {declined(0)}discard {top}"
    assert answer(record("contract-rummy", (deck, script), seats=3, dealer=0)) == drawn


def test_the_contract_is_laid_as_soon_as_it_can_be() -> None:
    deck = contract_deck(1, CONTRACT_HANDS, "3H AS 7S 7D 8C")
    assert answer(record("contract-rummy", (deck, declined(1)), seats=3, dealer=0)).startswith("meld ")


def test_a_joker_is_not_thrown() -> None:
    """It costs most, and fits everywhere."""
    hands = {**CONTRACT_HANDS, 1: "BJ 2C 4D 6H 8S TC QD AS 3H 5C"}
    deck = contract_deck(1, hands, "KH 7S 7D 8C")
    thrown = answer(record("contract-rummy", (deck, declined(1)), seats=3, dealer=0))
    assert thrown.startswith("discard ")
    assert "BJ" not in thrown


def test_what_the_contract_does_not_ask_for_goes_before_what_it_does() -> None:
    """Two groups: the sequence of spades goes to pieces before the three pairs do."""
    hands = {**CONTRACT_HANDS, 1: "KC KD QD QH JC JH 4S 5S 6S 7S"}
    deck = contract_deck(1, hands, "2H 9H 7D 8C")
    thrown = answer(record("contract-rummy", (deck, declined(1)), seats=3, dealer=0))
    assert thrown in {f"discard {card}" for card in ["4S", "5S", "6S", "7S", "9H"]}


# --- its deals end ---------------------------------------------------------------------------------------------------


@functools.cache
def table(name: str, seats: int) -> Charter:
    charter: Charter = catalogue().games[name].charter(seats, {})
    return charter


def opened(charter: Charter, seed: str, number: int, which: int) -> Deal:
    """A deal of its own: the deck of this number, in the match's deal ``which``."""
    deck = shuffled(deal_seed(seed, number), charter.rules.deck_for(charter.seats))
    deal: Deal = charter.game.deal(charter.rules, deck, number % charter.seats, which, (), (), [])
    return deal


def lengths(name: str, seats: int, deals: Iterable[int], seed: str, which: int = 0) -> list[int]:
    """How many actions each deal among basic bots takes; more than the limit where it has no end."""
    charter = table(name, seats)
    found = []
    for number in deals:
        bots = [a_bot(charter, seat) for seat in range(seats)]
        actions = play_deal(opened(charter, seed, number, which), bots, LONGEST)
        found.append(LONGEST + 1 if actions is None else len(actions))
    return found


@pytest.mark.parametrize("deals", [3, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_deal_ends_before_anybody_tires_of_it(name: str, seats: int, deals: int) -> None:
    assert max(lengths(name, seats, range(deals), f"e{name}")) < 600


@pytest.mark.parametrize("deals", [1, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("seats", "which"), CONTRACTS)
def test_every_contract_is_laid_and_its_deal_ends(seats: int, which: int, deals: int) -> None:
    """In actions, of which a turn has as many as there are seats, for who is asked to buy, and two or three more."""
    assert max(lengths("contract-rummy", seats, range(deals), "econtract-rummy", which)) < LONGEST


@pytest.mark.parametrize("seats", [3, 4])
def test_a_contract_of_six_takes_no_hundred_rounds(seats: int) -> None:
    turns = [length / (seats + 2) for which in range(6) for length in lengths("contract-rummy", seats, range(2), "six", which)]
    assert max(turns) / seats < 40


@pytest.mark.parametrize("deals", [4, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seats", range(2, 7))
def test_deals_end_among_bots_that_all_come_late(seats: int, deals: int) -> None:
    """Whoever is in turn is a bot that has just come: it knows what lies there, and nothing of what went before."""
    assert max(late_length(seats, number) for number in range(deals)) < 1000


def late_length(seats: int, number: int) -> int:
    """How many actions a deal of Basic Rummy takes when a new bot decides each time."""
    charter = table("basic-rummy", seats)
    deal = opened(charter, "late", number, 0)
    views = [View(seat) for seat in range(seats)]
    heard = 0
    for length in range(LONGEST):
        if not deal.turn:
            return length
        assert deal.story is not None
        for event in deal.story[heard:]:
            for view in views:
                if (told := project(event, view.seat)) is not None:
                    view.fold(told)
        heard = len(deal.story)
        seat = deal.turn[0]
        bot = a_bot(charter, seat)
        bot.hear(retold(views[seat]))
        deal.act(seat, bot.choose(views[seat], deal.offers(seat)))
    return LONGEST


@pytest.mark.parametrize(("name", "seats"), [("gin-rummy", 2), ("tunk", 3), ("500-rummy", 4), ("contract-rummy", 4)])
def test_a_bot_that_hears_nothing_but_the_table_plays_on(name: str, seats: int) -> None:
    """It has no story at all, only what lies there: it must choose something that is offered."""
    charter = table(name, seats)
    deal = opened(charter, "stranger", 1, 0)
    for _ in range(40):
        if not deal.turn:
            break
        seat = deal.turn[0]
        offers = deal.offers(seat)
        action = a_bot(charter, seat).choose(deal.view(seat), offers)
        assert action in offers
        deal.act(seat, action)
    assert deal.view(NOBODY).notes["dealer"] == deal.dealer
