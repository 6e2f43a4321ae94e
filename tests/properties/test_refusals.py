"""Whatever is typed, at any moment of any game: it is done, or it is refused with a sentence, and then nothing has changed."""

from __future__ import annotations

import re

import pytest
from rumpus.core.actions import VERBS, Action, Choice, read_action
from rumpus.core.bots import RANDOM_BOT
from rumpus.core.cards import FACES, NAME, RANKS, read_card
from rumpus.core.deal import Deal, Illegal
from rumpus.core.events import View
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.core.shuffling.seeded import Stream, shuffled, tag
from rumpus.core.testing.trial import fingerprint


class Typist:
    """Types actions: mostly of cards that the seat holds, sometimes of any, sometimes nearly an action that is offered."""

    def __init__(self, deal: Deal, seat: int, stream: Stream) -> None:
        self.deal, self.seat, self.stream = deal, seat, stream
        self.hand = list(deal.at[seat])
        self.melds = 1 + sum(zone.name == "meld" for zone in deal.zones)

    def often(self, n: int = 2) -> bool:
        return self.stream.below(n) > 0

    def card(self) -> str:
        return NAME[self.stream.choice(self.hand) if self.hand and self.often(5) else self.stream.below(FACES)]

    def code(self) -> str:
        name = self.card()
        if self.often(6) and name not in ("BJ", "RJ") and not name.startswith("2"):
            return name
        stands = (f"={NAME[self.stream.below(52)]}", f"={RANKS[self.stream.below(13)]}", "")
        return name + self.stream.choice(stands)

    def cards(self, most: int) -> str:
        return " ".join(self.card() for _ in range(1 + self.stream.below(most)))

    def codes(self, most: int) -> str:
        return " ".join(self.code() for _ in range(1 + self.stream.below(most)))

    def number(self) -> int:
        return 1 + self.stream.below(self.melds + 1)

    def part(self) -> str:
        text = self.codes(5)
        text += "" if self.often(4) else f" with {self.cards(2)}"
        if self.often(3):
            return text
        return f"{text} on {self.number()}{self.stream.choice(('', '', ' low', ' high'))}"

    def parts(self, most: int) -> str:
        return ", ".join(self.part() for _ in range(1 + self.stream.below(most)))

    def text(self) -> str:
        """One action, of any verb."""
        verb = self.stream.choice(VERBS)
        choose = self.stream.choice
        said = {
            "draw": lambda: choose(("stock", "discard", "trick", f"discard {1 + self.stream.below(9)}")),
            "meld": lambda: self.parts(3),
            "swap": lambda: (
                f"{self.card()}{choose(('', ' for BJ', ' for RJ'))} on {self.number()}{choose(('', ' low', ' high'))}"
            ),
            "discard": lambda: self.card() + choose(("", "", " trick")),
            "knock": lambda: choose(("", self.card(), f"{self.card()}: {self.codes(4)}, {self.codes(4)}", f": {self.codes(4)}")),
            "ask": lambda: choose(("open", "out")),
            "moon": lambda: choose(("add", "subtract")),
            "give": lambda: self.cards(4),
            "play": lambda: self.codes(3),
        }
        return f"{verb} {said[verb]()}" if verb in said else verb

    def like_an_offer(self) -> Action:
        """What is offered, with a card or two put in the place of others."""
        offers = self.deal.offers(self.seat)
        if not offers:
            return read_action(self.text())
        offer = self.stream.choice(offers)
        action = offer.example() if isinstance(offer, Choice) else offer
        words = str(action).split(" ")
        at = self.stream.below(len(words))
        if read_card(words[at].rstrip(",")) is not None:
            words[at] = self.code() + words[at][2:]
        try:
            return read_action(" ".join(words))
        except ValueError:
            return action


def check(deal: Deal, seat: int, action: Action) -> None:
    """Try an action on the deal itself, or on a clone where it is allowed."""
    try:
        deal.clone().act(seat, action)
    except Illegal as refusal:
        sentence = str(refusal)
    else:
        return
    before, told = fingerprint(deal), list(deal.story or ())
    with pytest.raises(Illegal) as again:
        deal.act(seat, action)
    assert str(again.value) == sentence, f"{action} is refused with two sentences"
    assert fingerprint(deal) == before, f"{action} was refused and changed something"
    assert deal.story == told, f"{action} was refused and told"
    assert re.fullmatch(r"[A-Z0-9'].*[.)]", sentence, re.DOTALL), f"{action} is refused with {sentence!r}"
    assert "\n" not in sentence


def fuzz(charter: Charter, seed: str, tries: int, steps: int) -> None:
    """Play a deal at random, and at some moments type all kinds of things, in turn and out of turn."""
    stream = Stream(tag("typing", seed), charter.game.name)
    match = Match(charter, dealer=stream.below(charter.seats))
    match.deals = stream.below(7)
    deal = match.open_deal(shuffled(tag("typed", seed, charter.game.name), match.deck), story=True)
    bot = RANDOM_BOT.make(0, charter, stream)
    for step in range(steps):
        for seat in (*deal.turn, stream.below(deal.seats)) if deal.over or step % 7 == stream.below(7) else ():
            typist = Typist(deal, seat, stream)
            for n in range(tries):
                check(deal, seat, typist.like_an_offer() if n % 3 == 0 else read_action(typist.text()))
        if deal.over:
            break
        seat = stream.choice(deal.turn)
        deal.act(seat, bot.choose(View(seat), deal.offers(seat)))


def test_anything_may_be_typed(each_charter: Charter) -> None:
    for seed in ("one", "two"):
        fuzz(each_charter, seed, 15, 100)


@pytest.mark.slow
def test_anything_may_be_typed_for_long(each_charter: Charter) -> None:
    for number in range(100):
        fuzz(each_charter, f"long {number}", 60, 500)
