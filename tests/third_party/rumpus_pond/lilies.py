"""Lily Pads: hop from card to neighbouring card, and be the first with an empty hand; of no family that rumpus knows."""

from rumpus.core.actions import DRAW_STOCK, PASS, PLAY
from rumpus.core.cards import NAME, RANK, pack, sign
from rumpus.core.deal import ONLY, Deal, Illegal, Phase
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Rules, option
from rumpus.core.zones import NOBODY

RUMPUS_API = 1


def neighbours(one, other):
    """Whether two cards are next to each other in rank, the ace beside the king and the two."""
    return (RANK[one] - RANK[other]) % 13 in (1, 12)


class Hop(Phase):
    """Play a neighbour of the card on the pad; who has none draws, and with no stock left passes."""

    name = "play"

    def offers(self, deal, seat):
        hops = [PLAY[face] for face in deal.at[seat] if neighbours(face, deal.top)]
        return hops or [DRAW_STOCK if deal.at[deal.stock] else PASS]

    def act(self, deal, seat, action):
        if action not in self.offers(deal, seat):
            raise Illegal(f"Hop to a neighbour of the {sign(deal.top)}; without one draw, or pass where no stock is left.")
        if action.verb == "play":
            deal.hop(seat, action.cards[0])
        elif action == DRAW_STOCK:
            deal.take(1, deal.stock, seat)
            deal.next(seat)
        else:
            deal.passes += 1
            deal.next(seat)


class LilyDeal(Deal):
    """The pad shows its cards to all; a round of passes ends the deal."""

    phases = {"play": Hop()}  # noqa: RUF012

    def begin(self):
        self.pad = self.open_zone("pad", NOBODY, "all")
        self.passes = 0
        self.deal_hands(5)
        self.take(1, self.stock, self.pad)
        self.enter("play", ONLY[self.left_of(self.dealer)])

    @property
    def top(self):
        return self.at[self.pad][-1]

    def hop(self, seat, face):
        self.passes = 0
        self.move((face,), seat, self.pad)
        if self.at[seat]:
            self.next(seat)
        else:
            self.winner = seat
            self.finish("out")

    def next(self, seat):
        if self.passes == self.seats:
            self.finish("block")
        else:
            self.enter("play", ONLY[self.left_of(seat)])

    def table(self):
        return {"trick": [NAME[face] for face in self.at[self.pad][-1:]], "stock": len(self.at[self.stock])}


def score(deal):
    """A point for every card that is left."""
    return [len(deal.at[seat]) for seat in range(deal.seats)]


def rules(chosen, seats):
    return Rules(seats=seats, deck=pack(), score=score, target=chosen["target"], lowest_wins=True)


def tells(rules):
    return [
        "Each seat is dealt five cards, and one is put on the pad.",
        "Play a card that is next in rank to the top of the pad; aces are next to kings and twos.",
        "Who has none draws a card, or passes where no stock is left; when everybody has passed the deal ends.",
        f"Every card left in a hand is a point; {rules.target} points end the match, and the lowest total wins.",
    ]


LILIES = Game(
    name="lily-pads",
    title="Lily Pads",
    family="hopping",
    seats=(2, 6),
    default_seats=3,
    options=(option("target", 20, "points that end the match", low=1, high=1000),),
    rules=rules,
    deal=LilyDeal,
    tells=tells,
    verbs=("play", "draw", "pass"),
    summary="Hop from card to card until your hand is empty.",
)


@hookimpl
def rumpus_games():
    return [LILIES]
