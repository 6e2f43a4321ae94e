"""Black Heart Solitaire: whole deals against a small model of the opponent that is written from the rules alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from black_heart_hands import SOLO, pool, worth
from rummy_hands import ask, record

ORDER = "A23456789TJQK"


def match(one: str, other: str) -> bool:
    """Whether two cards match."""
    if "J" in (one[1], other[1]):  # BJ, RJ
        return True
    rank, suit, its_rank, its_suit = one[0], one[1], other[0], other[1]
    if rank == its_rank:
        return True
    if suit == its_suit and (ORDER.index(rank) - ORDER.index(its_rank)) % 13 in (1, 12):
        return True
    return (rank in "JQK" and its_suit == "H") or (its_rank in "JQK" and suit == "H")


@dataclass
class Clockwork:
    """The opponent and the table; piles with their top last."""

    pile: list[str]
    discard: list[str]
    stock: list[str]
    up: str | None = None
    melds: list[str] = field(default_factory=list)
    out: bool = False
    heart: bool = False
    drawn: list[str] = field(default_factory=list)

    def draw(self) -> str:
        """The next card of the draw pile."""
        self.drawn.append(self.stock.pop())
        return self.drawn[-1]

    def turn(self) -> bool:
        """Play a turn; whether something was melded."""
        empty = not self.melds
        before = len(self.melds)
        shortened = not self.stock
        if self.fits(self.discard[-1]):
            drawn = self.discard.pop()
        elif shortened:
            return False
        else:
            drawn = self.draw()
            if not self.fits(drawn):
                self.discard.append(drawn)
                return False
        if self.up is not None and match(drawn, self.up):
            self.melds.append(self.up)
            self.up = None
        self.melds.append(drawn)
        (self._short if shortened else self._choose)()
        self.heart = self.out and empty
        return len(self.melds) > before

    def fits(self, card: str) -> bool:
        """Whether a card matches the up card or the meld card."""
        return (self.up is not None and match(card, self.up)) or (bool(self.melds) and match(card, self.melds[-1]))

    def _next(self) -> str | None:
        if self.pile:
            return self.pile.pop()
        self.out = True
        return None

    def _turn_up(self) -> bool:
        """Have an up card that does not match the meld card; False where the pile runs out."""
        while True:
            if self.up is None:
                self.up = self._next()
            if self.up is None:
                return False
            if not match(self.up, self.melds[-1]):
                return True
            self.melds.append(self.up)
            self.up = None

    def _short(self) -> None:
        if self.up is None:
            self._turn_up()

    def _choose(self) -> None:
        while self._turn_up():
            proposed, self.up = self.up, None
            assert proposed is not None
            while True:
                card = self._next()
                if card is None:
                    self.discard.append(proposed)
                    return
                if match(card, proposed):
                    self.melds += [proposed, card]
                    break
                if not match(card, self.melds[-1]):
                    self.discard.append(proposed)
                    self.up = card
                    return
                self.melds.append(card)


def deal(deck: list[str]) -> tuple[Clockwork, list[str]]:
    """The opponent and the player's hand."""
    theirs, hand = deck[0:20:2], deck[1:20:2]
    up = theirs.pop()
    return Clockwork(theirs, [deck[20]], deck[:20:-1], up), hand


def unkind(model: Clockwork, hand: list[str], chance: random.Random) -> str:
    """A card for the player to throw that the opponent cannot use, if there is one; the next card to draw is no use either."""
    useless = [at for at, card in enumerate(model.stock) if not model.fits(card)]
    if useless:
        at = chance.choice(useless)
        model.stock[at], model.stock[-1] = model.stock[-1], model.stock[at]
    return chance.choice([card for card in hand if not model.fits(card)] or hand)


def a_deal(seed: int) -> tuple[list[str], list[str], Clockwork, list[str], str | None]:
    """A deck, what the player does (it melds nothing), the end of the model, the hand and the ending.

    In every other deal the cards come so that the opponent melds little, and the draw pile runs out.
    """
    chance = random.Random(seed)
    deck = pool(2)
    chance.shuffle(deck)
    model, hand = deal(deck)
    lines: list[str] = []
    idle = 0
    stop = chance.choice((chance.randrange(1, 120), 1000))
    ending: str | None = None
    while True:
        shortened = not model.stock
        idle = 0 if model.turn() else idle + shortened
        ending = "out" if model.out else "stock" if idle >= 2 else None
        if ending is None and len(lines) < stop and not model.stock:
            lines.append("pass")
            idle += 1
            ending = "stock" if idle >= 2 else None
            if ending is None:
                continue
        if ending is not None or len(lines) >= stop:
            return deck[:21] + model.drawn + model.stock[::-1], lines, model, hand, ending
        hand.append(model.draw())
        thrown = unkind(model, hand, chance) if seed % 2 and len(model.stock) > 1 else chance.choice(hand)
        hand.remove(thrown)
        model.discard.append(thrown)
        lines += ["draw stock", f"discard {thrown}"]


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_the_opponent_goes_like_the_model(first: int) -> None:
    seen = set()
    for seed in range(first, first + 50):
        deck, lines, model, hand, ending = a_deal(seed)
        answer = ask(record(SOLO, (" ".join(deck), "; ".join(f"0 {line}" for line in lines)), seats=1, dealer=0))
        assert "error" not in answer, (seed, answer)
        told = answer["deals"][0]
        assert told["ended"] == ending, seed
        seen.add(ending)
        if ending is None:
            position = answer["position"]
            assert position["opponent"] == {"pile": len(model.pile), "up": model.up, "melds": model.melds}, seed
            assert position["discard"] == model.discard, seed
            assert (position["stock"], sorted(position["hands"][0])) == (len(model.stock), sorted(hand)), seed
            assert position["phase"] == ("draw" if model.stock else "shortened"), seed
        else:
            held = [*model.pile, *([model.up] if model.up is not None else [])]
            theirs = worth(model.melds) + (25 + 50 * model.heart if model.out else -worth(held, held=True))
            assert told["scores"] == [-worth(hand, held=True), theirs], seed
    assert seen == {None, "out", "stock"}
