"""Hearts: nobody wants the hearts, and nobody wants the queen of spades at all."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.core.cards import ACE, AS, HEARTS, JACK, JD, KS, QS, TD, card, pack, prices, suit
from rumpus.core.families.tricks import TrickDeal, TrickRules, score_penalties, tell_tricks
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import BadOption, Options, option

RUMPUS_API = 1

OPTIONS = (
    option("target", 100, "the total that ends the match", low=1, high=10000),
    option("first_trick", "strict", "which cards are barred from the first trick", "strict", "hearts", "free"),
    option("break_hearts", True, "hearts are not led before they are broken"),
    option("queen_breaks", False, "the queen of spades breaks hearts too, however she is played"),
    option("floor_zero", False, "no total goes below zero"),
    option("moon", "choose", "how a seat that took all the points is paid", "choose", "add", "subtract", "off"),
    option("sun", "off", "what taking every trick pays", "off", "plain", "double"),
    option("bonus_card", "none", "a card that takes ten points off", "none", "JD", "TD"),
    option("spot", False, "hearts count their pips (faces 10, ace 15), the queen of spades 25"),
    option("black_spades", False, "the king of spades counts 10, the ace 7"),
    option("give", "cycle", "to whom cards are given", "cycle", "right", "none"),
    option("opening", "club", "who leads first: the lowest club, or the eldest hand", "club", "eldest"),
    option("packs", 1, "packs of cards; with two of them identical cards cancel", 1, 2),
)

LEFT_OUT = {3: ("2D",), 5: ("2D", "2C"), 6: ("2D", "3D", "2C", "3C")}
LEFT_OUT_OF_TWO = ("2D", "2D", "2C", "2C", "3D", "3D")


def deck_for(seats: int, packs: int, left_out: Mapping[int, tuple[str, ...]]) -> tuple[int, ...]:
    """The deck for a number of seats: low cards are left out until it deals out evenly."""
    if packs == 2:
        return pack(2, without=[card(name) for name in LEFT_OUT_OF_TWO[: 104 % seats]])
    if seats > 6:
        raise BadOption(f"One pack is for at most 6 seats; for {seats} seats choose packs=2.")
    return pack(without=[card(name) for name in left_out.get(seats, ())])


def penalties(spot: bool, black_spades: bool) -> tuple[int, ...]:
    """What each card costs who takes it."""
    hearts = dict.fromkeys(suit(HEARTS), 1)
    if spot:
        hearts = {face: 15 if rank == ACE else min(rank + 2, JACK + 1) for rank, face in enumerate(suit(HEARTS))}
    return prices(hearts | {QS: 25 if spot else 13} | ({KS: 10, AS: 7} if black_spades else {}))


def directions(give: str, seats: int) -> tuple[int, ...]:
    """To whom cards go, deal after deal: left, right, with even seats across, then nobody."""
    if give == "cycle":
        return (1, seats - 1, seats // 2, 0) if seats % 2 == 0 else (1, seats - 1, 0)
    return (seats - 1,) if give == "right" else (0,)


def rules(chosen: Options, seats: int, left_out: Mapping[int, tuple[str, ...]] = LEFT_OUT) -> TrickRules:
    """The rule record that a table's options come to."""
    packs = int(chosen["packs"])
    deck = deck_for(seats, packs, left_out)
    penalty = penalties(bool(chosen["spot"]), bool(chosen["black_spades"]))
    hearts = frozenset(suit(HEARTS))
    costly = frozenset(face for face in deck if penalty[face])
    bonus = {"none": (), "JD": (JD,), "TD": (TD,)}[str(chosen["bonus_card"])]
    return TrickRules(
        seats=seats,
        deck=deck,
        penalty=penalty,
        score=score_penalties,
        target=int(chosen["target"]),
        lowest_wins=True,
        ties_play_on=True,
        floor_zero=bool(chosen["floor_zero"]),
        give=directions(str(chosen["give"]), seats),
        opens=deck[0] if chosen["opening"] == "club" else None,
        unled=hearts if chosen["break_hearts"] else frozenset(),
        breakers=frozenset({QS}) if chosen["queen_breaks"] else frozenset(),
        off_suit_breakers=hearts,
        first_barred={"strict": costly, "hearts": hearts, "free": frozenset()}[str(chosen["first_trick"])],
        bonus=frozenset(bonus),
        moon=str(chosen["moon"]),
        sun=str(chosen["sun"]),
        cancels=packs == 2,
        sources={"unled": "option break_hearts", "first_barred": "option first_trick"},
    )


HEARTS_GAME = Game(
    name="hearts",
    title="Hearts",
    family="tricks",
    seats=(3, 6),
    default_seats=4,
    options=OPTIONS,
    rules=rules,
    deal=TrickDeal,
    tells=tell_tricks,
    verbs=("give", "play", "moon"),
    reveals=("2C", "3C", "4C"),
    timeout="bot",
    summary="Take no tricks with hearts in them, nor the one with the queen of spades; or take them all.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [HEARTS_GAME]
