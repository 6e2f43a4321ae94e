"""Ducks: a trick game in which spades and tens cost; of a family that rumpus knows."""

from rumpus.core.cards import SPADES, TEN, card, pack, prices, suit
from rumpus.core.families.tricks import TrickDeal, TrickRules, score_penalties, tell_tricks
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import option

RUMPUS_API = 1
LEFT_OUT = {3: ("2C",), 5: ("2C", "2D")}


def rules(chosen, seats):
    """Each spade costs one, each ten what the table chose."""
    tens = {13 * which + TEN: chosen["ten"] for which in range(4)}
    return TrickRules(
        seats=seats,
        deck=pack(without=map(card, LEFT_OUT.get(seats, ()))),
        penalty=prices(dict.fromkeys(suit(SPADES), 1) | tens),
        score=score_penalties,
        target=chosen["target"],
        lowest_wins=True,
        ties_play_on=True,
        give=(1, 0),
        give_count=2,
    )


DUCKS = Game(
    name="ducks",
    title="Ducks",
    family="tricks",
    seats=(3, 5),
    default_seats=4,
    options=(
        option("target", 60, "the total that ends the match", low=1, high=1000),
        option("ten", 3, "what each ten costs", low=1, high=10),
    ),
    rules=rules,
    deal=TrickDeal,
    tells=tell_tricks,
    verbs=("give", "play"),
    summary="Take no spades and no tens.",
)


@hookimpl
def rumpus_games():
    return [DUCKS]
