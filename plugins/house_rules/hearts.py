"""House rules for Hearts and its relatives, as households play them."""

from __future__ import annotations

from typing import Any

from rumpus.core.actions import Action
from rumpus.core.cards import AS, KS, QS, SPADES, TD
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1

LADY_BREAKS = HouseRule(
    "lady-breaks",
    "The queen of spades breaks hearts too, however she is played.",
    {"breakers": lambda cards: cards | {QS}},
    where=lambda rules: bool(rules.unled),
)


def she_fell_first(deal: Any, seat: int, action: Action) -> str | None:
    """The queen of spades fell on the first trick."""
    in_first_trick = deal.tricks == 0 or (deal.tricks == 1 and not deal.at[deal.trick])
    return "The queen of spades may fall on the first trick" if action.cards == (QS,) and in_first_trick else None


LADY_FIRST = HouseRule(
    "lady-first",
    "The queen of spades may be played to the first trick.",
    {"first_barred": lambda cards: cards - {QS}},
    tells=(she_fell_first,),
    where=lambda rules: QS in rules.first_barred,
)


def keeps_the_lady(deal: Any, seat: int, action: Action) -> str | None:
    """Who can throw the queen of spades on somebody now plays another card."""
    trick = deal.at[deal.trick]
    at_last = trick and action.verb == "play" and (deal.led != SPADES or KS in trick or AS in trick)
    if at_last and action.cards != (QS,) and QS in deal.playable(seat):
        return "The queen of spades goes at the first chance: play her now"
    return None


LADY_AT_ONCE = HouseRule(
    "lady-at-once",
    "Who holds the queen of spades must throw her at the first chance: on another suit, or under the king or ace of spades.",
    bars=(keeps_the_lady,),
    needs=("unled",),
)

NO_PASSING = HouseRule("no-passing", "No cards are given away before the play.", {"give": lambda ways: (0,)})

ALWAYS_LEFT = HouseRule("always-left", "In every deal cards are given to the left.", {"give": lambda ways: (1,)})

GIVE_TWO = HouseRule("give-two", "Two cards are given away, not three.", {"give_count": lambda count: 2})


def took_the_ten(deal: Any, seat: int, action: Action) -> str | None:
    """Somebody has the ten of diamonds when the deal is over."""
    takers = [str(other) for other in range(deal.seats) if TD in deal.at[deal.taken[other]]]
    counts = f"The ten of diamonds counts {deal.rules.bonus_pays} for seat {' and seat '.join(takers)}"
    return counts if deal.over and takers else None


TEN_OF_DIAMONDS = HouseRule(
    "ten-of-diamonds",
    "The ten of diamonds takes ten points off, beside any other bonus card; the moon needs it too.",
    {"bonus": lambda cards: cards | {TD}},
    tells=(took_the_ten,),
)


def throw_in(deal: Any, seat: int, action: Action) -> str | None:
    """End the play once nothing that counts is left; who may still take every trick plays on."""
    between = deal.phase == "play" and not deal.at[deal.trick]
    if not between or not deal.at[deal.leader] or sum(map(deal.points, range(deal.seats))) < deal.rules.whole:
        return None
    takers = [other for other in range(deal.seats) if deal.at[deal.taken[other]]]
    left = any(face in deal.rules.bonus for cards in (*deal.at[: deal.seats], deal.at[deal.untaken]) for face in cards)
    if left or (len(takers) == 1 and deal.rules.sun == "double"):
        return None
    deal.end_play()
    return "Every card that counts is taken: the rest is thrown in"


THROW_IN = HouseRule(
    "throw-in",
    "When every card that counts is taken the rest of the deal is not played.",
    steps=(throw_in,),
    needs=("penalty", "moon"),
)


@hookimpl
def rumpus_house_rules() -> list[HouseRule]:
    return [LADY_BREAKS, LADY_FIRST, LADY_AT_ONCE, NO_PASSING, ALWAYS_LEFT, GIVE_TWO, TEN_OF_DIAMONDS, THROW_IN]
