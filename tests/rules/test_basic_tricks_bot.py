"""What a sensible player of Hearts does without thinking: the basic bot of the trick games must do it too.

A position is three lines. The first says what is done there; the second the game, the seats, who leads first, and options
and house rules; the third the cards that are played from the first lead on, the hand that is then held by the seat whose
turn it is, and the cards of which it should play one (after `not`: none). The other cards lie with the others in any way that
the script allows: what is right does not depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from hands import SUNS, Said, cards, catalogue, plays, turned
from rumpus.core.actions import Action, Choice, Offer, read_action
from rumpus.core.bots import RANDOM_BOT, Bot, BotKind
from rumpus.core.cards import NAME, card
from rumpus.core.deal import Deal
from rumpus.core.events import project
from rumpus.core.game import Charter
from rumpus.core.record import charter_for
from rumpus.core.shuffling.seeded import bot_stream, deal_seed, shuffled
from variant_hands import ADD, SUBTRACT, SUN6, played_out, taker

FREE: dict[str, Any] = {"first_trick": "free", "break_hearts": False}
"""Options under which points may fall from the first trick on, which keeps a script short."""


class Held(NamedTuple):
    """A position in which a card is to be played."""

    name: str
    game: str
    seats: int
    leader: int
    options: dict[str, Any]
    house_rules: list[str]
    played: str
    hand: str
    good: str

    def charter(self) -> Charter:
        """The table: nobody gives, and the eldest hand leads, unless the options say otherwise."""
        options = {"give": "none", "opening": "eldest", **self.options}
        return charter_for(catalogue(), self.game, self.seats, options, self.house_rules)

    def said(self) -> tuple[list[Said], int]:
        """Who played what, and whose turn it is."""
        said: list[Said] = []
        trick: list[str] = []
        leader = self.leader
        for name in cards(self.played):
            said.append([(leader + len(trick)) % self.seats, name])
            trick.append(name)
            if len(trick) == self.seats:
                place = taker(trick, 0)
                leader, trick = (leader + (place or 0)) % self.seats, []
        return said, (leader + len(trick)) % self.seats

    def hands(self, charter: Charter) -> list[list[str]]:
        """All hands as dealt. The cards that nobody is known to hold go round, past those who have shown out of their suit."""
        said, seat = self.said()
        hands = [[name for who, name in said if who == other] for other in range(self.seats)]
        hands[seat] += cards(self.hand)
        void: set[tuple[int, str]] = set()
        for at, (who, name) in enumerate(said):
            led = said[at - at % self.seats][1]
            if name[1] != led[1]:
                void.add((who, led[1]))
        left = [NAME[face] for face in charter.rules.deck]
        for name in [name for hand in hands for name in hand]:
            left.remove(name)
        size = len(charter.rules.deck) // self.seats
        assert len(hands[seat]) == size, f"{self.name}: {len(hands[seat])} cards, not {size}"
        left.sort(key=lambda name: -sum(suit == name[1] for _, suit in void))
        for name in left:
            room = [other for other in range(self.seats) if len(hands[other]) < size and (other, name[1]) not in void]
            hands[min(room, key=lambda other: len(hands[other]))].append(name)
        return hands

    def deal(self) -> tuple[Charter, Deal, int]:
        """The deal as it then stands, through the real rules."""
        charter = self.charter()
        deal = dealt(charter, self.hands(charter), (self.leader - 1) % self.seats)
        said, seat = self.said()
        for who, name in said:
            deal.act(who, read_action(f"play {name}"))
        assert deal.turn == (seat,), self.name
        assert sorted(NAME[face] for face in deal.at[seat]) == sorted(cards(self.hand)), self.name
        return charter, deal, seat

    def suits(self, action: Action) -> bool:
        """Whether this is what a sensible player does."""
        barred = self.good.startswith("not ")
        return (NAME[action.cards[0]] in self.good.removeprefix("not ").split()) is not barred


def positions(text: str) -> list[Held]:
    """The positions of a list; a third line that is too long goes on in a fourth."""
    lines = [line.strip() for line in text.strip().splitlines() if not line.strip().startswith("#")]
    found: list[Held] = []
    while lines:
        name, table, script = lines.pop(0), lines.pop(0), lines.pop(0)
        if script.endswith("|"):
            script += lines.pop(0)
        game, seats, leads, *words = table.split(", ")
        options = dict(FREE) if "points fall at once" in words else {}
        options |= {key: value for key, equals, value in (word.partition("=") for word in words) if equals}
        house_rules = [word for word in words if word in catalogue().house_rules]
        played, hand, good = script.split("|")
        found.append(Held(name, game, int(seats[0]), int(leads[0]), options, house_rules, played, hand, good.strip()))
    return found


def dealt(charter: Charter, hands: Sequence[Sequence[str]], dealer: int, before: Sequence[int] = ()) -> Deal:
    """A deal of these hands, with a story."""
    order = [hands[(dealer + 1 + step) % charter.seats] for step in range(charter.seats)]
    deck = tuple(card(name) for one_each in zip(*order, strict=True) for name in one_each)
    assert sorted(deck) == sorted(charter.rules.deck), "not this game's deck"
    return charter.game.deal(charter.rules, deck, dealer, 0, before, (), [])


def basic(charter: Charter, seat: int) -> Bot:
    """A new basic bot in a seat."""
    kind: BotKind | None = catalogue().bot("basic", charter.game)
    assert kind is not None
    return kind.make(seat, charter, bot_stream("sensible", seat))


def choice(charter: Charter, deal: Deal, seat: int, *, late: bool = False) -> Action:
    """What the bot does that has heard the whole deal, or that has only just come."""
    bot = basic(charter, seat)
    if late:
        bot.hear(deal.view(seat).retold())
    else:
        bot.hear([seen for event in deal.story or () if (seen := project(event, seat)) is not None])
    action = bot.choose(deal.view(seat), deal.offers(seat))
    assert offered(action, deal.offers(seat)), action
    return action


def offered(action: Action, offers: Sequence[Offer]) -> bool:
    """Whether an action is one of those that are offered."""
    for offer in offers:
        if not isinstance(offer, Choice):
            if offer == action:
                return True
        elif offer.verb == action.verb and len(action.cards) == offer.n:
            return all(action.cards.count(face) <= offer.cards.count(face) for face in action.cards)
    return False


def check(position: Held, *, late: bool = False) -> None:
    """The bot does what a sensible player does here."""
    action = choice(*position.deal(), late=late)
    assert position.suits(action), f"{position.name}: '{action}', but sensible is {position.good}"


def named(position: Any) -> str:
    """The name of a position among the tests."""
    return str(position.name)


# --- a bonus card is kept from others, and won where that can be ------------------------------------------------------

BONUS = positions(
    """
    another card is thrown on somebody's clubs
        omnibus-hearts, 4 seats, 1 leads
        KC 4C | 2D 6D 8D JD KD 3S 7S 9S JS 5H 7H 9H TH | not JD
    the ten takes the trick as its last card
        hearts, 5 seats, 4 leads, bonus_card=TD
        5D 8D 3D 6D | TD 4D AC 9C KC 3S 7S 5S 8H 4H | TD
    the ace takes the jack that lies there
        omnibus-hearts, 4 seats, 2 leads, opening=club
        2C 7C QC 9C 5D JD 9D | AD 3D 4C 8C KC 2S 9S TS 6H 8H JH 2H | AD
    the queen takes the jack and a heart with it, for it pays more than the heart costs
        omnibus-hearts, 3 seats, 1 leads
        AC 3C 4C JD 8H | QD 4D 6D 2C 7C 9C QC 2S 5S 8S JS 3H 5H 6H 9H TH | QD
    the jack is left where the queen of spades, at 25, lies with it
        spot-hearts, 4 seats, 0 leads, bonus_card=JD
        2C 9C AC 5C JD QS 8D | KD 3D 4C 8C 2S 9S TS JS 6H 8H JH 2H | 3D
    the ten does not go up where the last player may still beat it
        hearts, 3 seats, 0 leads, bonus_card=TD
        5D | 3D 4D TD 6C 8C JC QC AC 2S 5S 6S 9S TS 4H 7H 8H JH | 3D 4D
    the jack is not led while queen, king and ace are out
        omnibus-hearts, 5 seats, 2 leads
        6C 4C QC 7C 9C | JD 4D 8C 3C 2S 6S 5H 8H 2H | not JD
    the ten is not led from a hand of four diamonds
        hearts, 4 seats, 3 leads, bonus_card=TD
        2C TC KC 7C 8C 4C JC AC | TD 6D 4D 3D 9C 2S 6S 9S 3H 5H 8H | not TD
    the jack takes the trick as its last card although a heart lies in it
        omnibus-hearts, 6 seats, 5 leads, first_trick=free
        7D TD 3H 5D 8D | JD 6D 4C TC 7S 9S QH TH | JD
    the ace takes the jack in a trick of two packs
        cancellation-hearts, 6 seats, 3 leads, bonus_card=JD
        5D JD 8D 4D 9D | AD 7D 3C 5C 6C 9C TC QC 2S 6S 8S TS JS 3H 7H 9H JH | AD
    the ace takes the jack that was led, though one is still to play
        omnibus-hearts, 4 seats, 1 leads
        JD 6D | AD 2D 5C 8C TC 2S 6S 9S JS 3H 4H 8H TH | AD
    void, with the queen of spades and the jack: the queen goes
        omnibus-hearts, 4 seats, 0 leads
        2C KC 6C 8C AC 3C | JD 2D 5D 7D QD QS 6S 9S 4H 5H TH KH | QS
    the nine, not the ten, goes under the king
        hearts, 4 seats, 3 leads, bonus_card=TD
        KD | TD 9D 3C 6C 8C JC 3S 5S TS JS 4H 6H QH | 9D
    two bonus cards lie there, and the queen takes both
        omnibus-hearts, 4 seats, 2 leads, ten-of-diamonds
        5D TD JD | QD 3D 4C 8C KC 2S 7S 9S TS 6H 8H JH 2H | QD
    neither of two bonus cards is thrown on somebody's spades
        omnibus-hearts, 5 seats, 1 leads, ten-of-diamonds
        AS 4S 5S | JD TD 6D 4C 7C 9C QC 3H 6H 9H | not JD TD
    """
)


@pytest.mark.parametrize("position", BONUS, ids=named)
def test_a_bonus_card_is_kept_from_others_and_won(position: Held) -> None:
    check(position)


@pytest.mark.parametrize("position", BONUS, ids=named)
def test_a_bonus_card_is_kept_and_won_by_who_comes_late(position: Held) -> None:
    check(position, late=True)


# --- the queen of spades goes where a higher spade lies, or on another suit; the higher ones do not catch her ------------

SPADES = positions(
    """
    the queen goes under the king that was led
        hearts, 4 seats, 1 leads, opening=club
        2C TC KC 5C KS | QS 9S 4S 3C 7C 8C 2D 6D JD 5H 8H QH | QS
    the queen goes under the ace of the third hand
        hearts, 5 seats, 0 leads, opening=club
        3C 7C JC 9C 4C 5S AS | QS TS 2S 6C 8C 6D KD 3H 9H | QS
    the queen goes under the king as the last card
        spot-hearts, 4 seats, 3 leads
        2C 4C 8C QC 6S KS 2S | QS JS 7S 3C 9C 4D 5D TD 2H 6H TH KH | QS
    the queen goes on somebody's ace of diamonds
        hearts, 3 seats, 0 leads
        2C 9C KC AD | QS AS 8S 5S 3S 3C 4C 7C TC JC AH JH 9H 6H 4H 2H | QS
    the king goes under the ace
        black-maria, 3 seats, 2 leads
        AS | KS 6S 4S 3C 6C 8C 9C JC 2D 5D 8D TD 3H 6H 7H 9H TH | KS
    the queen goes under the king of the second hand
        black-maria, 3 seats, 0 leads
        9S KS | QS 7S 5S 3C 6C 8C 9C JC 2D 5D 8D TD 3H 6H 7H 9H TH | QS
    the queen goes before the king, which would cost less
        black-maria, 3 seats, 1 leads
        3S AS | QS KS 5S 3C 6C 8C 9C JC 2D 5D 8D TD 3H 6H 7H 9H TH | QS
    the ace of spades goes on somebody's clubs
        black-maria, 3 seats, 1 leads
        KC 5C | AS 4S 3S 2S 2D 3D 5D 7D 8D 9D JD 2H 4H 5H 6H 7H 9H | AS
    ace and king stay back while the queen can still fall on them
        hearts, 4 seats, 0 leads, opening=club
        2C AC 6C JC 5S | AS KS 3S 2S 4C 9C 3D 8D QD 4H 6H JH | 3S 2S
    the king stays back with three players to come
        hearts, 6 seats, 5 leads, opening=club
        4C 9C 8C TC 7C 5C 6S 9S | KS 4S JC 6D 9D 5H 8H | 4S
    the ace stays back while king and queen are out
        black-maria, 3 seats, 2 leads
        2S | AS 9S 5S 3C 6C 8C 9C JC 2D 5D 8D TD 3H 6H 7H 9H TH | 9S 5S
    two kings cancel: the queen would take the trick herself
        cancellation-hearts, 7 seats, 6 leads, points fall at once
        5S KS 9S KS 2S 4S | QS 7S 3S 4C 8C 9C JC 5D 8D TD 3H 6H 9H JH | 7S 3S
    two aces cancel and the king takes the queen
        cancellation-hearts, 8 seats, 0 leads, points fall at once
        AS AS 6S KS 8S 3S 2S | QS JS 5S 4C 8C 9C 5D 8D TD 3H 6H 9H JH | QS
    the queen does not take her own trick
        hearts, 5 seats, 3 leads
        4C 6C 7C 9C QC 6S 9S JS 4S | QS 2S 8C TC 5D 9D TD 4H 7H | 2S
    the ace is not put on a queen that lies there
        hearts, 4 seats, 2 leads
        4C 6C TC 2C 6S QS 8S | AS 3S 5C 8C JC 3D 4D 9D 2H 5H 9H TH | 3S
    the ace of spades is not led while the queen is out
        hearts, 5 seats, 1 leads
        6C TC 4C 8C 9C | AS 4S 3C 5C 3D 6D 8D 4H 6H | not AS
    """
)


@pytest.mark.parametrize("position", SPADES, ids=named)
def test_high_spades(position: Held) -> None:
    check(position)


@pytest.mark.parametrize("position", SPADES, ids=named)
def test_high_spades_of_who_comes_late(position: Held) -> None:
    check(position, late=True)


# --- who alone has all the points is stopped ----------------------------------------------------------------------------

SHOT = positions(
    """
    a heart on the king of diamonds is taken away with the ace
        hearts, 4 seats, 1 leads, points fall at once
        AS 5S QS 7S KS 3S 4H 8S AH 2H 9H 6H KH 8H TH 5H KD 4D 7H | AD 7D 2D 3C 6C 9C JC 9S 2S | AD
    no heart is thrown on the clubs of who has 18
        hearts, 5 seats, 3 leads, points fall at once
        AS 6S QS 2S 9S AH 2H 7H 9H 5H AC 5C 9C | KH 4H 4D 6D 8D TD 3S 7S | not KH 4H
    the queen of spades is not thrown on the thirteenth heart
        hearts, 6 seats, 0 leads, points fall at once
        AH 2H 3H 4H 5H 6H KH 7H 8H 9H TH JH QH 6C 9D | QS JS 5S 6D 8D 7C | not QS
    the queen of spades herself is taken away from who has thirteen hearts
        hearts, 6 seats, 0 leads, points fall at once
        AH 2H 3H 4H 5H 6H KH 7H 8H 9H TH JH QH 6C 9D 5C TD 7C KS 7S QS 9S 5S | AS 4S 6D 8D JC | AS
    a seven of hearts led by who has all is taken with the nine
        spot-hearts, 3 seats, 1 leads, points fall at once
        AS QS 6S AH JH 3H KH TH 5H QH 6H 8H 7H 4H | 9H 2H 3C 5C 7C 9C 3D 5D 8D TD 3S 5S 7S | 9H
    the ace of hearts is not thrown on the diamonds of who has 16
        shoot-the-sun, 4 seats, 2 leads, points fall at once
        AD KH 5D 9D KD QS 6D 2D QD JH 8D 3D JD TH TD | AH 4H 3C 7C 9C JC 2S 5S 8S TS | not AH 4H
    a heart is taken away with the ace in a trick of two packs
        cancellation-hearts, 6 seats, 4 leads, points fall at once
        AS QS 3S 7S QS 5S AH 2H 4H 9H 6H 3H KH 7H 8H TH JH 5H QD 8D 4D QH 9D | AD 3D 3C 4C 5C 7C 8C 9C TC JC 2S 4S 6S 8S | AD
    a heart is taken away from who has the jack of diamonds too
        omnibus-hearts, 5 seats, 1 leads, points fall at once
        AD JD 3D 5D 7D AS 9S QS 2S 5S AH 4H 9H 2H 3H KC 6C 8H 7C | AC 4C 9C 8D 9D 8S JS | AC
    a heart is thrown on somebody else's trick
        hearts, 4 seats, 0 leads, points fall at once
        AS 4S QS 8S AH 6H 2H 5H 9C KC 4C | KH 9H 3D 4D 7D 8D TD JD 2S 6S 9S | KH 9H
    the thirteenth heart is not thrown on the ace of clubs of who has twelve
        hearts, 4 seats, 2 leads, points fall at once
        AH 2H 3H 4H KH 5H 6H 7H QH 8H 9H TH AC 4C 8C | JH 3D 5D 9D TD KD 2S 6S 7S 9S | not JH
    the queen of spades is thrown on somebody else's trick
        hearts, 5 seats, 0 leads, points fall at once
        AH 2H 3H 4H 5H KH 6H 7H 8H 9H 5C KC 9C 6C | QS 9S 8S 3D 7D 8D JD QD | QS
    who has all but the last heart takes it
        hearts, 6 seats, 0 leads, points fall at once
        AS QS 7S 8S 9S 5S AH 2H 3H 4H 5H 6H KH 7H 8H 9H TH JH 9C KC 8C JC QC 5C 7D 8D QH 9D TD | AD 6D KS JS | AD
    """
)

NO_MOON = positions(
    """
    the jack of diamonds lies elsewhere
        omnibus-hearts, 4 seats, 2 leads, points fall at once
        AD JD 4D 6D 5S AS 2S 9S AH 4H JH 6H KH TH 9H 8H AC 7C | QS 8S 4S 2D 8D 9D TD 3H 5H | QS
    there is no moon in the game
        black-maria, 3 seats, 2 leads
        AH 3H 7H KH 8H 9H QH TH JH AD 4D | QS 9S 7S 6S 4S 2S 3C 5C 8C 9C JC QC 2H 4H | QS
    the jack of diamonds lies elsewhere: the queen of spades is not taken away
        omnibus-hearts, 6 seats, 1 leads, points fall at once
        AD 4D JD 6D 5D 7D 5C 6C 7C 8C 9C AC AH 2H 3H 4H 5H 6H KH 7H 8H 9H TH JH QH 4C 9D TD TC 8D KS 7S QS 9S 5S |
        AS 4S JC | 4S
    there is no moon at this table: the queen goes on the thirteenth heart
        hearts, 6 seats, 0 leads, points fall at once, moon=off
        AH 2H 3H 4H 5H 6H KH 7H 8H 9H TH JH QH 6C 9D | QS JS 5S 6D 8D 7C | QS
    one heart is no moon yet
        hearts, 4 seats, 0 leads
        2C 5C AC 9C AD 6D 4H 9D KC 7C 8C | QS KS 7S 3S 2D 5D TD JD 2H 6H 9H | QS
    two have points
        hearts, 4 seats, 0 leads, points fall at once
        AH 3H 4H 5H KH 7H 8H 9H 9C 4C KC TH 7D 5D AD | QS 9S 6S 3S 3C 5C 8C 2H 6H JH | QS
    """
)


@pytest.mark.parametrize("position", SHOT, ids=named)
def test_who_alone_has_all_the_points_is_stopped(position: Held) -> None:
    check(position)


@pytest.mark.parametrize("position", NO_MOON, ids=named)
def test_who_cannot_shoot_the_moon_is_not_stopped(position: Held) -> None:
    check(position)


# --- a moon is settled as is best for the match -------------------------------------------------------------------------


class Settled(NamedTuple):
    """A seat has taken every trick at these totals, and says where the points go."""

    name: str
    shooter: int
    totals: Sequence[int]
    good: str
    game: str = "hearts"
    options: dict[str, Any] = {}  # noqa: RUF012

    def deal(self) -> tuple[Charter, Deal, int]:
        """The deal when all tricks are taken."""
        seats = len(self.totals)
        charter = charter_for(catalogue(), self.game, seats, {"give": "none", "opening": "eldest", **self.options}, [])
        table = turned({TWO_PACKS: SUN6, MARIA: MARIA_SUN}.get(self.game, SUNS.get(seats, ())), self.shooter)
        hands = [cards(line) for line in table]
        said = played_out(hands, self.shooter).said if self.game == TWO_PACKS else plays(table, self.shooter)
        deal = dealt(charter, hands, (self.shooter - 1) % seats, self.totals)
        for who, text in said:
            deal.act(who, read_action(text))
        assert (deal.phase, deal.turn) == ("moon", (self.shooter,)), self.name
        return charter, deal, self.shooter


OMNIBUS = "omnibus-hearts"
MARIA = "black-maria"
TWO_PACKS = "cancellation-hearts"
MARIA_SUN = ["3C..AC AS KS QS JS TS", "AD KD QD JD 2H..AH", "2D..TD 2S..9S"]
FLOOR: dict[str, Any] = {"floor_zero": True}
SETTLED = [
    Settled("adding ends the match and wins it", 0, [40, 80, 60, 70], ADD),
    Settled("adding wins a short match", 2, [30, 22, 20, 25], ADD, options={"target": 50}),
    Settled("adding would end the match and lose it", 1, [80, 70, 30, 50], SUBTRACT),
    Settled("adding would lose it from just below the target", 2, [95, 10, 90, 15, 40], SUBTRACT),
    Settled("little can come off a small total", 3, [30, 40, 35, 5], ADD, options=FLOOR),
    Settled("nothing can come off zero", 4, [20, 10, 31, 8, 0], ADD, options=FLOOR),
    Settled("with the floor, adding would still lose it", 0, [60, 75, 20, 30], SUBTRACT, options=FLOOR),
    Settled("adding 124 wins it", 1, [424, 400, 450], ADD, "spot-hearts"),
    Settled("adding 124 would lose it", 5, [400, 200, 210, 390, 250, 380], SUBTRACT, "spot-hearts"),
    Settled("adding 52 for the sun would lose it", 1, [50, 60, 5, 45], SUBTRACT, "shoot-the-sun"),
    Settled("adding 52 for the sun wins it", 3, [60, 50, 55, 45], ADD, "shoot-the-sun"),
    Settled("the jack of diamonds brings the shooter below the others", 0, [65, 75, 30, 60], ADD, OMNIBUS),
    Settled("the jack of diamonds does so with five seats", 3, [75, 30, 60, 58, 90], ADD, OMNIBUS),
    Settled("adding 52 of two packs wins it", 4, [35, 70, 60, 45, 30, 50], ADD, TWO_PACKS),
    Settled("adding 52 of two packs would lose it", 2, [20, 90, 88, 10, 30, 50], SUBTRACT, TWO_PACKS),
    Settled("adding 43 would lose it", 0, [70, 60, 5], SUBTRACT, MARIA, {"moon": "choose"}),
]


@pytest.mark.parametrize("late", [False, True], ids=["all heard", "late"])
@pytest.mark.parametrize("position", SETTLED, ids=named)
def test_a_moon_is_settled_for_the_match(position: Settled, late: bool) -> None:
    assert str(choice(*position.deal(), late=late)) == position.good


# --- anywhere at all ------------------------------------------------------------------------------------------------------

TABLES: list[tuple[str, int, dict[str, Any], list[str]]] = [
    ("hearts", 3, {}, []),
    ("hearts", 4, {"moon": "off", "black_spades": True, "queen_breaks": True}, ["give-two"]),
    ("hearts", 5, {"packs": 2, "bonus_card": "TD", "sun": "double"}, []),
    ("hearts", 6, {"first_trick": "hearts", "opening": "eldest"}, ["lady-at-once"]),
    ("omnibus-hearts", 4, {"floor_zero": True}, ["ten-of-diamonds"]),
    ("omnibus-hearts", 5, {"spot": True, "sun": "double", "target": 300}, []),
    ("black-maria", 3, {"moon": "add"}, []),
    ("black-maria", 3, {"moon": "choose", "break_hearts": True, "first_trick": "strict", "spot": True}, ["throw-in"]),
    ("spot-hearts", 6, {"black_spades": True, "give": "right"}, []),
    ("shoot-the-sun", 3, {"packs": 2, "bonus_card": "JD"}, []),
    ("cancellation-hearts", 6, {"moon": "subtract"}, []),
    ("cancellation-hearts", 7, {"bonus_card": "JD"}, []),
    ("cancellation-hearts", 8, {"spot": True, "break_hearts": False}, ["lady-first"]),
    ("cancellation-hearts", 9, {"black_spades": True, "sun": "plain"}, []),
    ("cancellation-hearts", 10, {"bonus_card": "TD", "first_trick": "free"}, []),
]


@pytest.mark.parametrize(("game", "seats", "options", "house_rules"), TABLES)
def test_something_offered_is_done_anywhere(game: str, seats: int, options: dict[str, Any], house_rules: list[str]) -> None:
    # Cards fall at random, so that the bots see positions into which no player would come; every fifth asks a latecomer.
    charter = charter_for(catalogue(), game, seats, options, house_rules)
    before = [(37 * seat) % 99 - 10 * (seat % 2) for seat in range(seats)]
    deck = shuffled(deal_seed("anywhere", seats), charter.rules.deck)
    deal = charter.game.deal(charter.rules, deck, seats - 1, 0, before, (), [])
    chance = [RANDOM_BOT.make(seat, charter, bot_stream("anywhere", seat)) for seat in range(seats)]
    bots, heard = [basic(charter, seat) for seat in range(seats)], [0] * seats
    for turn in range(5000):
        if deal.over:
            break
        assert deal.story is not None
        seat, offers = deal.turn[0], deal.offers(deal.turn[0])
        bots[seat].hear([seen for event in deal.story[heard[seat] :] if (seen := project(event, seat)) is not None])
        heard[seat] = len(deal.story)
        view = deal.view(seat)
        assert offered(bots[seat].choose(view, offers), offers)
        if turn % 5 == 0:
            choice(charter, deal, seat, late=True)
        deal.act(seat, chance[seat].choose(view, offers))
    assert deal.over
