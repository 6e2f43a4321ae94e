"""Gin Rummy beside OpenSpiel: the same deals and moves to the knock and through the settlement.

Both are fed one player's moves, who keeps what melds. The witness plays the settlement as moves of its own, meld by meld
and card by card; it is led through the arrangements that our engine finds best, and must come to the same points.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from beside import Books
from rumpus.core.actions import DRAW_DISCARD, DRAW_STOCK, PASS, Action
from rumpus.core.cards import CLUBS, DIAMONDS, HEARTS, NAME, RANK, SPADES, SUIT, Card, card, names, pack
from rumpus.core.families.melds import Arrangement, Meld, arrange, count, defend, hardest_to_lay_on
from rumpus.core.families.rummy.gin import GinDeal
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.plugins.gin_rummy import GIN_RUMMY
from third_opinion import brute_count

pyspiel = pytest.importorskip("pyspiel", reason="the differential tests play beside OpenSpiel: pip install 'rumpus[peers]'")

Deck = tuple[Card, ...]
SUIT_THERE = {SPADES: 0, CLUBS: 1, DIAMONDS: 2, HEARTS: 3}
THEIRS = [13 * SUIT_THERE[SUIT[face]] + (RANK[face] + 1) % 13 for face in range(52)]
OURS = [THEIRS.index(number) for number in range(52)]
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
UPCARD, STOCK, PASSES, KNOCKS, MELDS = 52, 53, 54, 55, 56
THEIR_DRAWS = {DRAW_DISCARD: UPCARD, DRAW_STOCK: STOCK, PASS: PASSES}
Phase = pyspiel.gin_rummy.Phase

REASONS = {
    "a knock that eleven cards hide": "there the best melds of all eleven cards decide; ten of them can be melded better",
    "two cards left in the stock": "there the next seat may still knock with the upcard; here the deal is void at once",
    "the same card given back twice": "there the deal ends when both seats give the upcard back; here they may go on",
    "fifty upcards taken": "there the deal ends with the fiftieth upcard taken; here they may go on",
    "level counts": "there a knocker and an opponent with equal counts get nothing; here that is an undercut",
}


class Player:
    """Keeps the cards that leave least unmatched; now and then does anything, so that odd positions come up too."""

    def __init__(self, rng: random.Random, knocks: float, whims: float) -> None:
        self.rng, self.knocks, self.whims = rng, knocks, whims

    def choose(self, deal: GinDeal, seat: int, offers: Sequence[Action], barred: bool) -> Action:
        """One of the offers; no knock while the witness bars it."""
        knocks = [offer for offer in offers if offer.verb == "knock" and not barred]
        if knocks and self.rng.random() < self.knocks:
            return self.rng.choice(knocks) if self.rng.random() < 0.3 else min(knocks, key=lambda a: self.left(deal, seat, a))
        others = [offer for offer in offers if offer.verb != "knock"]
        if self.rng.random() < self.whims:
            return self.rng.choice(others)
        if others[0].verb == "discard":
            return min(others, key=lambda action: (self.left(deal, seat, action), self.rng.random()))
        if DRAW_DISCARD in others and self.wants(deal, seat):
            return DRAW_DISCARD
        return next((offer for offer in others if offer != DRAW_DISCARD), DRAW_DISCARD)

    @staticmethod
    def left(deal: GinDeal, seat: int, action: Action) -> int:
        kept = [face for face in deal.at[seat] if face not in action.cards]
        return count(deal.rules.melds, kept)

    @staticmethod
    def wants(deal: GinDeal, seat: int) -> bool:
        hand, upcard = deal.at[seat], deal.at[deal.pile][-1]
        kept = [[upcard, *hand[:k], *hand[k + 1 :]] for k in range(len(hand))]
        return min(count(deal.rules.melds, cards) for cards in kept) < count(deal.rules.melds, hand)


class Stubborn(Player):
    """Takes every upcard and never knocks; ``back`` is how readily it gives the card back that it took."""

    def __init__(self, rng: random.Random, back: float) -> None:
        super().__init__(rng, knocks=0, whims=0)
        self.back = back

    def choose(self, deal: GinDeal, seat: int, offers: Sequence[Action], barred: bool) -> Action:
        if DRAW_DISCARD in offers:
            self.took = deal.at[deal.pile][-1]
            return DRAW_DISCARD
        discards = [offer for offer in offers if offer.verb == "discard"]
        back = [offer for offer in discards if offer.cards == (self.took,)]
        return self.rng.choice(back if back and self.rng.random() < self.back else discards or offers)


class Beside:
    """One deal in both engines."""

    def __init__(self, match: Match, peer: Any, deck: Deck, player: Player, books: Books) -> None:
        deal = match.open_deal(deck)
        assert isinstance(deal, GinDeal)
        self.deal, self.player, self.books = deal, player, books
        self.eldest = 1 - deal.dealer
        self.took = -1
        self.upcards = 0
        self.given_back = 0
        self.state = peer.new_initial_state()
        for face in (*deck[:20:2], *deck[1:20:2], deck[20]):  # there the eldest hand is seat 0, and dealt all its cards at once
            self.state.apply_action(THEIRS[face])

    def where(self) -> str:
        """The position, to find a difference again."""
        hands = " / ".join(names(self.deal.at[seat]) for seat in (0, 1))
        pile = names(self.deal.at[self.deal.pile])
        return f"dealer {self.deal.dealer}, turn {self.deal.turn}, {self.deal.phase}, hands {hands}, pile {pile}"

    def play_out(self) -> None:
        """Play the deal to its end, in both engines or in ours alone once a departure has ended theirs."""
        self.books.deals += 1
        while not self.deal.over:
            (seat,) = self.deal.turn
            self.books.same("whose turn", self.where(), (seat - self.eldest) % 2, self.state.current_player())
            offers = [offer for offer in self.deal.offers(seat) if isinstance(offer, Action)]
            if self.deal.phase == "meld":
                barred = self._compare_ends(seat, offers)
            else:
                theirs = sorted(self.state.legal_actions())
                self.books.same("what may be drawn", self.where(), sorted(THEIR_DRAWS[offer] for offer in offers), theirs)
                self.books.decision()
                barred = False
            action = self.player.choose(self.deal, seat, offers, barred)
            if not self._carry_out(seat, action):
                return

    def _compare_ends(self, seat: int, offers: Sequence[Action]) -> bool:
        """Discards and knocks; there the knock comes before its discard. True where the witness bars a legal knock."""
        deal, state = self.deal, self.state
        theirs = state.legal_actions()
        discards = sorted(offer.cards[0] for offer in offers if offer.verb == "discard")
        knocks = sorted(offer.cards[0] for offer in offers if offer.verb == "knock")
        there = {OURS[number] for number in theirs if number < 52}
        there_knocks = set()
        if KNOCKS in theirs:
            knocking = state.clone()
            knocking.apply_action(KNOCKS)
            there_knocks = {OURS[number] for number in knocking.legal_actions()}
        if not deal.rules.return_discard:  # a rule that the witness does not have: the card just taken stays
            there.discard(self.took)
            there_knocks.discard(self.took)
        self.books.same("what may be discarded", self.where(), names(discards), names(sorted(there)))
        if knocks and KNOCKS not in theirs and self._is_hidden_by_eleven(seat):
            held = [THEIRS[face] for face in deal.at[seat]]
            by_tens = {OURS[number] for number in UTILS.legal_discards(held, deal.limit)} - self._barred()
            self.books.same("knocks by ten cards", self.where(), names(knocks), names(sorted(by_tens)))
            self.books.decision("a knock that eleven cards hide")
            return True
        self.books.same("what a knock may discard", self.where(), names(knocks), names(sorted(there_knocks)))
        self.books.decision()
        return False

    def _barred(self) -> set[Card]:
        return set() if self.deal.rules.return_discard else {self.took}

    def _is_hidden_by_eleven(self, seat: int) -> bool:
        """Some ten cards are within the limit by brute force, but not their best melds of eleven less a loose card."""
        hand = self.deal.at[seat]
        least = min(brute_count([other for other in hand if other != face]) for face in hand)
        return least <= self.deal.limit < int(UTILS.min_deadwood([THEIRS[face] for face in hand]))

    # --- moves --------------------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, action: Action) -> bool:
        """The same move in both engines; False when one of them says that this ends the deal and the other does not."""
        deal, state = self.deal, self.state
        if action.verb == "knock":
            self._knock(seat, action)
            return False
        if action.verb == "discard":
            state.apply_action(THEIRS[action.cards[0]])
            self.given_back = self.given_back + 1 if action.cards[0] == self.took else 0
            self.took = -1
        else:
            state.apply_action(THEIR_DRAWS[action])
            self.took = deal.at[deal.pile][-1] if action == DRAW_DISCARD else -1
            self.upcards += action == DRAW_DISCARD and deal.phase == "draw"
            if action == DRAW_STOCK:
                assert state.is_chance_node()
                state.apply_action(THEIRS[deal.at[deal.stock][-1]])
        deal.act(seat, action)
        return not self._has_parted()

    def _has_parted(self) -> bool:
        """Whether one of the three rules has ended the deal on one side only; a void deal pays nobody on either."""
        deal, state, books = self.deal, self.state, self.books
        if state.is_terminal() and self.given_back == 2:
            books.departure("the same card given back twice")
        elif state.is_terminal() and self.upcards == 50:
            books.departure("fifty upcards taken")
        elif deal.phase != "meld" and len(deal.at[deal.stock]) == 2:
            books.same("at the wall", self.where(), (deal.ended, state.current_phase()), ("void", Phase.WALL))
            books.departure("two cards left in the stock")
            assert set(state.legal_actions()) <= {PASSES, KNOCKS}
            state.apply_action(PASSES)
            books.settled += 1
            books.same("a void deal", self.where(), deal.scores, [int(value) for value in state.returns()])
        else:
            books.same("the end", self.where(), deal.over, state.is_terminal())
            return False
        return True

    # --- the settlement -----------------------------------------------------------------------------------------------

    def _knock(self, seat: int, action: Action) -> None:
        deal, state, books = self.deal, self.state, self.books
        (thrown,) = action.cards
        rule, other = deal.rules.melds, 1 - seat
        kept = [face for face in deal.at[seat] if face != thrown]
        shown = hardest_to_lay_on(rule, kept)
        answer = defend(rule, deal.at[other], shown.melds) if shown.deadwood else arrange(rule, deal.at[other])
        state.apply_action(KNOCKS)
        state.apply_action(THEIRS[thrown])
        self._lay(shown.melds)
        state.apply_action(PASSES)
        books.same("the least the knocker can count", self.where(), shown.deadwood, UTILS.min_deadwood([THEIRS[f] for f in kept]))
        melds = list(state.layed_melds()[(seat - self.eldest) % 2]) if shown.deadwood else []
        least = least_left(melds, frozenset(THEIRS[face] for face in deal.at[other]))
        books.same("the least the other can count", self.where(), answer.deadwood, least)
        self._lay([*self._lay_off(shown, answer), *answer.melds])
        state.apply_action(PASSES)
        deal.act(seat, action)
        books.same("the end", self.where(), deal.over, state.is_terminal())
        self._compare_points(seat, shown, answer)

    def _lay(self, melds: Sequence[Meld]) -> None:
        """There a sequence of six or more is laid in pieces of three to five."""
        for meld in melds:
            cards = [THEIRS[face] for face in meld.cards]
            while cards:
                size = len(cards) if len(cards) <= 5 else 3
                number = MELDS + UTILS.meld_to_int(sorted(cards[:size]))
                assert number in self.state.legal_actions(), f"{[NAME[OURS[c]] for c in cards[:size]]} at {self.where()}"
                self.state.apply_action(number)
                cards = cards[size:]

    def _lay_off(self, shown: Arrangement, answer: Arrangement) -> list[Meld]:
        """Lay cards off one by one. There only two in a row go to one end; three in a row are laid as the meld that they are."""
        ends: dict[tuple[int, str | None], list[Card]] = {}
        for laid in answer.laid_off:
            ends.setdefault((laid.on, laid.end), []).append(laid.card)
        chains = []
        for (_, end), cards in ends.items():
            if end and len(cards) > 2:
                chains.append(Meld("sequence", tuple(cards[::-1] if end == "low" else cards)))
                continue
            for face in cards:
                assert THEIRS[face] in self.state.legal_actions(), f"{NAME[face]} at {self.where()}"
                self.state.apply_action(THEIRS[face])
                self.books.seen["laid off"] += 1
        if shown.deadwood:
            self.state.apply_action(PASSES)
        return chains

    def _compare_points(self, seat: int, shown: Arrangement, answer: Arrangement) -> None:
        deal, books, there = self.deal, self.books, self.state
        books.seen[str(deal.ended)] += 1
        counts = list(there.deadwood())
        books.same("the knocker's count", self.where(), deal.counts[seat], counts[(seat - self.eldest) % 2])
        books.same("the other's count", self.where(), deal.counts[1 - seat], counts[(1 - seat - self.eldest) % 2])
        expected = {seat: shown.deadwood, 1 - seat: answer.deadwood}
        books.same("the counts", self.where(), [deal.counts[0], deal.counts[1]], [expected[0], expected[1]])
        scores = deal.scores or []
        ours, theirs = scores[seat] - scores[1 - seat], int(there.returns()[(seat - self.eldest) % 2])
        if shown.deadwood and shown.deadwood == answer.deadwood:
            books.departure("level counts")
            books.same("an undercut here, nothing there", self.where(), (-deal.rules.undercut_bonus, 0), (ours, theirs))
        else:
            books.settled += 1
            books.same("the points", self.where(), ours, theirs)


def least_left(melds: list[int], held: frozenset[int], laid: frozenset[int] = frozenset()) -> int:
    """The least that a hand can count by OpenSpiel's own melds and lay-offs, whichever of its cards it lays off."""
    left = held - laid
    more = left & set(UTILS.all_layoffs(melds, sorted(laid)))
    return min([int(UTILS.min_deadwood(sorted(left))), *(least_left(melds, held, laid | {one}) for one in more)])


# --- the runs ---------------------------------------------------------------------------------------------------------


Settings = dict[str, Any]


def shuffled_deck(rng: random.Random) -> Deck:
    return tuple(rng.sample(pack(), 52))


def rich_deck(rng: random.Random) -> Deck:
    """Both hands and the upcard are of six ranks in order: everything melds in several ways, and much can be laid off."""
    low = rng.randrange(8)
    near = [face for face in pack() if low <= (RANK[face] + 1) % 13 < low + 6]
    rng.shuffle(near)
    rest = [face for face in pack() if face not in near[:21]]
    return (*near[:21], *rng.sample(rest, len(rest)))


class Table:
    """One table's rules in both engines."""

    def __init__(self, rng: random.Random, books: Books, options: Settings, parameters: Settings, game: Game = GIN_RUMMY) -> None:
        self.rng, self.books = rng, books
        self.charter = game.charter(2, {"target": 10000, **options})
        self.peer = pyspiel.load_game("gin_rummy", parameters)
        self.match = Match(self.charter, dealer=rng.randrange(2))

    def play(self, deck: Deck, player: Player) -> GinDeal:
        beside = Beside(self.match, self.peer, deck, player, self.books)
        beside.play_out()
        if beside.deal.over:
            self.match.settle(beside.deal)
        if self.match.over or not beside.deal.over:
            self.match = Match(self.charter, dealer=self.rng.randrange(2))
        return beside.deal

    def play_knocks(self, deals: int, knocks: float = 1.0, deck: Callable[[random.Random], Deck] = shuffled_deck) -> None:
        """Deals until so many more have ended in a knock or gin; ``knocks`` is how readily a seat knocks when it may."""
        wanted = knocked(self.books) + deals
        while knocked(self.books) < wanted:
            self.play(deck(self.rng), Player(self.rng, knocks, whims=0.03))


def knocked(books: Books) -> int:
    return sum(books.seen[ended] for ended in ("knock", "gin", "undercut"))


def test_the_usual_game_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(30)
    books = Books("Gin Rummy, knock limit 10", REASONS)
    Table(rng, books, {"return_discard": True}, {}).play_knocks(350)
    Table(rng, books, {}, {}).play_knocks(150)
    Table(rng, books, {}, {}).play_knocks(60, knocks=0.1)
    assert knocked(books) >= 500
    assert books.seen["gin"] > 20
    books.close(capsys)


@pytest.mark.parametrize("limit", [0, 5])
def test_another_knock_limit_is_the_same(limit: int, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(31 + limit)
    books = Books(f"Gin Rummy, knock limit {limit}", REASONS)
    Table(rng, books, {"knock_limit": limit}, {"knock_card": limit}).play_knocks(60)
    books.close(capsys)


def test_other_bonuses_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(40)
    books = Books("Gin Rummy, gin 20 and undercut 10", REASONS)
    bonuses = {"gin_bonus": 20, "undercut_bonus": 10}
    Table(rng, books, bonuses, bonuses).play_knocks(60, knocks=0.5)
    books.close(capsys)


def test_a_limit_by_the_upcard_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(41)
    books = Books("Gin Rummy, the upcard is the limit", REASONS)
    game = GIN_RUMMY.variant("by-upcard", "By the upcard", upcard_limits=True, ace_means_gin=True)
    Table(rng, books, {}, {"oklahoma": True}, game).play_knocks(60)
    books.close(capsys)


# --- what shuffled decks hardly ever bring ----------------------------------------------------------------------------


def test_rich_hands_are_settled_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(42)
    books = Books("Gin Rummy, rich hands", REASONS)
    for limit in (10, 1):
        table = Table(rng, books, {"knock_limit": limit, "return_discard": True}, {"knock_card": limit})
        table.play_knocks(150, knocks=0.8, deck=rich_deck)
    assert books.departed["level counts"]
    books.close(capsys)


def test_a_hand_that_hides_its_knock(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(44)
    books = Books("Gin Rummy, a hand that hides its knock", REASONS)
    hand = [card(name) for name in ("3D", "3H", "4C", "4D", "5C", "5D", "5H", "6C", "6D", "6H")]
    rest = [face for face in pack() if face not in hand and face != card("AS")]
    hands = zip(hand, rest, strict=False)  # throwing 6H leaves 9 with the ace of spades; all eleven cards leave it hidden
    deck = (*(face for pair in hands for face in pair), card("AS"), *rest[10:])
    Table(rng, books, {}, {}).play(deck, Stubborn(rng, back=0))
    assert books.departed["a knock that eleven cards hide"]
    books.close(capsys)


def test_upcards_to_and_fro_end_the_deal_only_there(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(43)
    books = Books("Gin Rummy, upcards to and fro", REASONS)
    table = Table(rng, books, {"return_discard": True}, {})
    for back in (0, 0, 0, 0, 0.3, 0.3, 0.5, 1):
        assert not table.play(shuffled_deck(rng), Stubborn(rng, back)).over
    assert books.departed["fifty upcards taken"]
    assert books.departed["the same card given back twice"]
    books.close(capsys)
