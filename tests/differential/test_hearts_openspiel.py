"""Hearts beside OpenSpiel: the same deals and the same random moves, compared decision by decision.

OpenSpiel is a witness, not a judge: where it plays by another rule, the departure is named below with its reason, and the
test knows from the position alone what each side must then say.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from beside import Books
from rumpus.core.actions import PLAY, Action, Choice
from rumpus.core.cards import ACE, CLUBS, DIAMONDS, HEARTS, JD, QS, RANK, SPADES, SUIT, Card, names, pack, read_card, suit
from rumpus.core.families.tricks import TrickDeal
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.plugins.hearts import HEARTS_GAME

pyspiel = pytest.importorskip("pyspiel", reason="the differential tests play beside OpenSpiel: pip install 'rumpus[peers]'")

SEATS = 4
WHOLE = 26
DIRECTIONS = {"cycle": (1, 3, 2, 0), "right": (3,), "none": (0,)}
"""To whom cards go deal after deal, in seats to the left: left, right, across, nobody; and where it is always the same."""
WAYS = {1: "left", 3: "right", 2: "across", 0: "no giving"}
AC, AD, AS = suit(CLUBS)[ACE], suit(DIAMONDS)[ACE], suit(SPADES)[ACE]
REASONS = {
    "only hearts barred at first": "there every penalty card is barred from the first trick, or none; here the hearts alone",
    "hearts led from a hand of hearts": "there every heart played breaks them; here not one led for want of other cards",
    "moon without the jack": "there a moon needs no jack of diamonds; here all the points without the bonus card are no moon",
}
VALUES: dict[str, tuple[Any, ...]] = {
    "must_break": (True, False),
    "queen": (True, False),
    "first": ("strict", "hearts", "free"),
    "jack": (True, False),
    "moon": ("add", "choose"),
}
"""The options that both engines know, as ``table`` names them."""
EACH = [(name, value) for name, values in VALUES.items() for value in values]
DEALS = [32, pytest.param(528, marks=pytest.mark.slow)]
Deck = tuple[Card, ...]
Chooser = Callable[[TrickDeal, int, list[Card]], Card]


def read_theirs() -> tuple[list[int], list[Card]]:
    """OpenSpiel's number of each of our cards, and the other way round, by its own names of them."""
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(0)
    ours = [read_card(state.action_to_string(-1, number)) for number in range(52)]
    assert sorted(face for face in ours if face is not None) == list(range(52))
    cards = [face for face in ours if face is not None]
    return [cards.index(face) for face in range(52)], cards


THEIRS, OURS = read_theirs()


Table = tuple[Charter, Any]


def table(
    must_break: bool = True, queen: bool = True, first: str = "strict", jack: bool = False, moon: str = "add", give: str = "cycle"
) -> Table:
    """One table's rules in both engines; the defaults are OpenSpiel's."""
    options = {
        "break_hearts": must_break,
        "queen_breaks": queen,
        "first_trick": first,
        "bonus_card": "JD" if jack else "none",
        "moon": moon,
        "give": give,
        "target": 10000,
    }
    parameters = {
        "must_break_hearts": must_break,
        "qs_breaks_hearts": queen,
        "no_pts_on_first_trick": first == "strict",
        "jd_bonus": jack,
    }
    return HEARTS_GAME.charter(SEATS, options), pyspiel.load_game("hearts", parameters)


class Beside:
    """One deal in both engines."""

    def __init__(self, match: Match, peer: Any, deck: Deck, rng: random.Random, books: Books, choose: Chooser) -> None:
        deal = match.open_deal(deck)
        assert isinstance(deal, TrickDeal)
        self.deal, self.rng, self.books, self.choose = deal, rng, books, choose
        self.tricks: list[list[Card]] = []
        self.state = peer.new_initial_state()
        options = match.charter.options
        directions = DIRECTIONS[str(options["give"])]
        self.gives_to = directions[match.deals % len(directions)]
        self.only_hearts_barred = options["first_trick"] == "hearts"
        self.state.apply_action(self.gives_to)
        eldest = (deal.dealer + 1) % SEATS
        for place in range(52):  # there seat 0 is dealt to first, here the eldest hand
            self.state.apply_action(THEIRS[deck[place // SEATS * SEATS + (place - eldest) % SEATS]])

    def where(self) -> str:
        """The position, to find a difference again."""
        hands = " / ".join(names(self.deal.at[seat]) for seat in range(SEATS))
        played = " | ".join(names(trick) for trick in self.tricks)
        return f"dealer {self.deal.dealer}, hands {hands}, tricks {played}"

    def their_cards(self) -> list[Card]:
        return sorted(OURS[number] for number in self.state.legal_actions())

    def play_out(self) -> None:
        """Play the deal to its end and compare all that there is."""
        self.books.deals += 1
        if self.gives_to:
            self._give()
        while self.deal.phase == "play":
            self._play()
        if self.deal.phase == "moon":
            assert [str(offer) for offer in self.deal.offers(self.deal.shooter)] == ["moon add", "moon subtract"]
            self.deal.act(self.deal.shooter, Action("moon", word="add"))
        self._settle()

    def _give(self) -> None:
        """There seat after seat gives card by card; here all are asked at once, and commit in any order."""
        given: list[tuple[int, Action]] = []
        for seat in range(SEATS):
            (choice,) = self.deal.offers(seat)
            assert isinstance(choice, Choice)
            assert (choice.verb, choice.n) == ("give", 3)
            left = list(choice.cards)
            for _ in range(3):
                self.books.same("who gives", self.where(), seat in self.deal.turn, self.state.current_player() == seat)
                self.books.same("what may be given", self.where(), names(sorted(left)), names(self.their_cards()))
                self.books.decision()
                left.remove(face := self.rng.choice(left))
                self.state.apply_action(THEIRS[face])
            given.append((seat, choice.of(tuple(set(choice.cards) - set(left)))))
        self.rng.shuffle(given)
        for seat, action in given:
            self.deal.act(seat, action)

    def _play(self) -> None:
        deal = self.deal
        (seat,) = deal.turn
        self.books.same("whose turn", self.where(), seat, self.state.current_player())
        cards = [offer.cards[0] for offer in deal.offers(seat) if offer.verb == "play"]
        self._compare(seat, sorted(cards))
        if not deal.at[deal.trick]:
            self.tricks.append([])
        face = self.choose(deal, seat, cards)
        self.tricks[-1].append(face)
        deal.act(seat, PLAY[face])
        self.state.apply_action(THEIRS[face])

    def _compare(self, seat: int, cards: list[Card]) -> None:
        hand = sorted(self.deal.at[seat])
        theirs = self.their_cards()
        hearts = sum(SUIT[face] == HEARTS for face in hand)
        self.books.seen["leads barred"] += not self.deal.at[self.deal.trick] and len(self.tricks) > 0 and cards != hand
        spare = [face for face in theirs if SUIT[face] != HEARTS] or theirs
        if self._hearts_led_unbroken() and 0 < hearts < len(hand):
            self.books.same("the hand they see", self.where(), names(hand), names(theirs))
            self.books.same("the bar on hearts", self.where(), names(f for f in hand if SUIT[f] != HEARTS), names(cards))
            self.books.decision("hearts led from a hand of hearts")
        elif self.only_hearts_barred and sum(map(len, self.tricks)) < SEATS and spare != theirs:
            self.books.same("the bar on the first trick", self.where(), names(cards), names(spare))
            self.books.decision("only hearts barred at first")
        else:
            self.books.same("what may be played", self.where(), names(cards), names(theirs))
            self.books.decision()

    def _hearts_led_unbroken(self) -> bool:
        """A lead is due, hearts fell only on tricks that they were led to, and no queen broke them."""
        if self.deal.at[self.deal.trick] or not self.deal.rules.unled:
            return False
        played = list(itertools.chain(*self.tricks))
        queen_broke = QS in played and QS in self.deal.rules.breakers
        thrown = any(SUIT[face] == HEARTS for trick in self.tricks if SUIT[trick[0]] != HEARTS for face in trick)
        return any(SUIT[face] == HEARTS for face in played) and not thrown and not queen_broke

    def _settle(self) -> None:
        deal, books = self.deal, self.books
        books.same("the end", self.where(), deal.over, self.state.is_terminal())
        ours, theirs = list(deal.scores or ()), [WHOLE - int(value) for value in self.state.returns()]
        taken = [set(deal.at[zone]) for zone in deal.taken]
        points = [sum(13 if face == QS else SUIT[face] == HEARTS for face in cards) for cards in taken]
        jack = bool(deal.rules.bonus)
        if WHOLE not in points:
            books.settled += 1
            books.same("scores", self.where(), ours, theirs)
            return
        shooter = points.index(WHOLE)
        if jack and JD not in taken[shooter]:
            pays = [-10 * (JD in cards) for cards in taken]
            books.departure("moon without the jack")
            books.same("no moon here", self.where(), ours, [WHOLE * (seat == shooter) + pays[seat] for seat in range(SEATS)])
            books.same("a moon there", self.where(), theirs, [WHOLE * (seat != shooter) + pays[seat] for seat in range(SEATS)])
        else:
            books.seen["moons"] += 1
            books.settled += 1
            books.same("scores of a moon", self.where(), ours, theirs)


def anything(rng: random.Random) -> Chooser:
    """Plays every card that it may as readily as any other."""
    return lambda deal, seat, cards: rng.choice(cards)


def play_matches(
    rules: Table, deals: int, decks: Iterator[Deck], rng: random.Random, books: Books, choose: Chooser | None = None
) -> None:
    """So many deals, match after match: the dealer and the giving go round."""
    charter, peer = rules
    match = Match(charter, dealer=rng.randrange(SEATS))
    match.deals = rng.randrange(SEATS)
    for _ in range(deals):
        beside = Beside(match, peer, next(decks), rng, books, choose or anything(rng))
        books.seen[WAYS[beside.gives_to]] += 1
        beside.play_out()
        match.settle(beside.deal)
        if match.over:
            match = Match(charter, dealer=rng.randrange(SEATS))


def play_given(
    rules: Table, way: int, deals: int, decks: Iterator[Deck], rng: random.Random, books: Books, choose: Chooser | None = None
) -> None:
    """So many deals in all of which cards go this way; where nothing is given, hands stay as the decks make them."""
    charter, peer = rules
    for _ in range(deals):
        match = Match(charter, dealer=rng.randrange(SEATS))
        match.deals = DIRECTIONS[str(charter.options["give"])].index(way)
        beside = Beside(match, peer, next(decks), rng, books, choose or anything(rng))
        books.seen[WAYS[beside.gives_to]] += 1
        beside.play_out()


def shuffled_decks(rng: random.Random) -> Iterator[Deck]:
    while True:
        yield tuple(rng.sample(pack(), 52))


def test_the_usual_game_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(20)
    books = Books("Hearts, OpenSpiel's defaults", REASONS)
    play_matches(table(), 520, shuffled_decks(rng), rng, books)
    assert min(books.seen[way] for way in ("no giving", "left", "across", "right")) >= 125
    books.close(capsys)


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize(("name", "value"), EACH)
def test_each_option_is_the_same(name: str, value: Any, deals: int, capsys: pytest.CaptureFixture[str]) -> None:
    """One value of an option, beside every combination of the other options."""
    rng = random.Random(f"{name} {value}")
    books = Books(f"Hearts, {name} {value}", REASONS)
    others = {other: values for other, values in VALUES.items() if other != name}
    if name == "queen":
        others["must_break"] = (True,)  # else nothing is there to be broken
    combinations = list(itertools.product(*others.values()))
    for chosen in combinations:
        options = dict(zip(others, chosen, strict=True)) | {name: value}
        play_matches(table(**options), -(-deals // len(combinations)), shuffled_decks(rng), rng, books)
    assert books.deals >= deals
    books.close(capsys)


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize(("way", "give"), [(1, "cycle"), (3, "cycle"), (2, "cycle"), (0, "cycle"), (3, "right"), (0, "none")])
def test_each_way_of_giving_is_the_same(way: int, give: str, deals: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Left, right, across and nobody, in turn and always, beside every combination of the other options."""
    rng = random.Random(f"{way} {give}")
    books = Books(f"Hearts, {WAYS[way]} (give {give})", REASONS)
    combinations = list(itertools.product(*VALUES.values()))
    for chosen in combinations:
        rules = table(**dict(zip(VALUES, chosen, strict=True)), give=give)
        play_given(rules, way, -(-deals // len(combinations)), shuffled_decks(rng), rng, books)
    assert books.deals >= deals
    assert books.seen[WAYS[way]] == books.deals
    books.close(capsys)


# --- what random deals hardly ever bring ------------------------------------------------------------------------------


def heart_heavy_decks(rng: random.Random) -> Iterator[Deck]:
    """One seat is dealt five hearts or more, and often the queen: first tricks of penalties, hands of nothing but hearts."""
    while True:
        strong = rng.sample(suit(HEARTS), rng.randint(5, 13))
        if len(strong) < 13 and rng.random() < 0.6:
            strong.append(QS)
        yield seated(strong, rng)


def low_heart_decks(rng: random.Random) -> Iterator[Deck]:
    """One seat is dealt low hearts, and aces to win the lead with: it leads hearts unbroken, and others take them."""
    while True:
        low = rng.sample(suit(HEARTS)[:11], rng.randint(8, 11))
        yield seated([*low, *rng.sample([AC, AD, AS], min(3, 13 - len(low)))], rng)


def moon_decks(rng: random.Random) -> Iterator[Deck]:
    """One seat is dealt what takes every trick but, maybe, a last one in diamonds."""
    high = [face for face in pack() if RANK[face] >= (6 if SUIT[face] == HEARTS else 11 if SUIT[face] != SPADES else 10)]
    while True:
        strong = rng.sample(high, 12)
        yield seated([*strong, rng.choice([face for face in suit(DIAMONDS) if face not in strong])], rng)


def seated(strong: Sequence[Card], rng: random.Random) -> Deck:
    """A deck that deals these cards to one seat, and the others at random."""
    others = [face for face in pack() if face not in strong]
    rng.shuffle(others)
    hands = [[*strong, *others[: 13 - len(strong)]]]
    rest = others[13 - len(strong) :]
    hands += [rest[13 * k : 13 * k + 13] for k in range(3)]
    rng.shuffle(hands)
    return tuple(hand[turn] for turn in range(13) for hand in hands)


def holding_hearts_back(rng: random.Random) -> Chooser:
    """Plays no heart while there is anything else to play."""

    def choose(deal: TrickDeal, seat: int, cards: list[Card]) -> Card:
        return rng.choice([face for face in cards if SUIT[face] != HEARTS] or cards)

    return choose


def highest_if_strong(rng: random.Random) -> Chooser:
    """A seat with many high cards plays the highest it may, others anything but what would stop a moon."""

    def choose(deal: TrickDeal, seat: int, cards: list[Card]) -> Card:
        taken = [face for zone in deal.taken for face in deal.at[zone]]
        if sum(RANK[face] >= 10 for face in deal.at[seat]) >= 5 or deal.last_taker == seat or not taken:
            return max(cards, key=lambda face: (RANK[face], face))
        safe = [face for face in cards if SUIT[face] != HEARTS and face != QS] if deal.leader == seat else cards
        return min(safe or cards, key=lambda face: (RANK[face], rng.random()))

    return choose


def test_hands_of_hearts_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(22)
    books = Books("Hearts, hands full of hearts", REASONS)
    for must_break, queen, first in itertools.product(*list(VALUES.values())[:3]):
        rules = table(must_break, queen, first)
        play_matches(rules, 20, heart_heavy_decks(rng), rng, books)
        play_given(rules, 0, 20, low_heart_decks(rng), rng, books, holding_hearts_back(rng))
    assert books.departed["hearts led from a hand of hearts"] > 20
    books.close(capsys)


def test_moons_are_paid_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(23)
    books = Books("Hearts, moons", REASONS)
    decks = moon_decks(rng)
    for jack, moon in itertools.product((True, False), ("add", "choose")):
        play_given(table(jack=jack, moon=moon), 0, 100, decks, rng, books, highest_if_strong(rng))
    assert books.seen["moons"] >= 20
    assert books.departed["moon without the jack"] > 0
    books.close(capsys)
