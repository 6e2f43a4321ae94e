"""Black Heart Rum: royalty brings hearts, jokers come in two colours, and every card dug for is melded at once."""

from __future__ import annotations

from typing import Any

from rumpus.core.cards import ACE, DIAMONDS, HEARTS, JOKERS, RANK, TEN, pack, suit
from rumpus.core.families.black_heart.deal import AttendedRules, score
from rumpus.core.families.black_heart.help import CREDITS, tell_black_heart
from rumpus.core.families.black_heart.rule import ROYAL, AttendedRule
from rumpus.core.families.black_heart.teams import TEAMS, TeamDeal
from rumpus.core.families.rummy.options import target
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import BadOption, Options, option

RUMPUS_API = 1

MELDED = tuple(10 if face in JOKERS else 15 if RANK[face] == ACE else 10 if RANK[face] >= TEN else 5 for face in range(54))
HELD = tuple(20 if face in JOKERS else price for face, price in enumerate(MELDED))
NOT_HERE = (*suit(DIAMONDS), *(face for face in suit(HEARTS) if RANK[face] in ROYAL))
COUNTED = 10


def deck(packs: int, jokers: bool) -> tuple[int, ...]:
    """So many packs without diamonds and royal hearts; a black joker for each and a red one for every two."""
    black, red = (packs, (packs + 1) // 2) if jokers else (0, 0)
    return pack(packs, without=NOT_HERE * packs, black_jokers=black, red_jokers=red)


def standard(**fields: Any) -> AttendedRules:
    """The rule record of all the rules."""
    shared = {"hand": (10,), "values": HELD, "melded": MELDED, "turn_overs": 0, "return_discard": True, "out_wins": True}
    return AttendedRules(**{"melds": AttendedRule(), "score": score, **shared, **fields})


def rules(chosen: Options, seats: int) -> AttendedRules:
    """The rule record that a table's options come to."""
    if chosen["deck"] == "two" and seats > 6:
        raise BadOption(f"Two packs are enough for 6 seats, not for {seats}: leave option deck at auto.")
    teams = int(chosen["teams"])
    if teams and teams not in TEAMS.get(seats, ()):
        possible = " or ".join(str(each) for each in TEAMS.get(seats, ())) or "no teams (0)"
        raise BadOption(f"Option teams: {seats} seats make {possible}, not {teams}.")
    packs = 2 if chosen["deck"] == "two" else max(2, (seats + 1) // 2)
    table = standard(
        seats=seats,
        deck=deck(packs, chosen["rules"] == "standard"),
        target=chosen["target"],
        sides=teams,
        hand_counts=0 if chosen["show_counts"] else COUNTED,
    )
    if chosen["rules"] == "standard":
        return table
    plain = {"melds": AttendedRule(jokers=False, around=False), "first_meld": 0, "swaps": False, "black_heart": 0}
    return table.amended("option rules", {name: lambda _, value=value: value for name, value in plain.items()})  # type: ignore[misc]


BLACK_HEART_RUM = Game(
    name="black-heart-rum",
    title="Black Heart Rum",
    family="attended",
    seats=(2, 10),
    default_seats=4,
    options=(
        target(500),
        option("rules", "standard", "basic: no jokers, corner, black hearts, nor a size of the first meld", "standard", "basic"),
        option("deck", "auto", "auto: a pack for every two seats, two at least; two: always two (2 to 6 seats)", "auto", "two"),
        option("teams", 0, "how many teams, 0: none; 4 seats 2; 6 seats 2, 3; 8 seats 2, 4; 9 seats 3; 10 seats 2, 5", high=5),
        option("show_counts", False, "other hands are counted to the end, not only up to ten"),
    ),
    rules=rules,
    deal=TeamDeal,
    tells=tell_black_heart,
    verbs=("draw", "pass", "meld", "swap", "discard", "return"),
    summary="Meld and dig, and let no royalty go without a heart: points for what you lay, less what you hold; go out to win.",
    credits=CREDITS,
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [BLACK_HEART_RUM]
