"""House rules for any match, for Blackbird and for Broken Hearts, as households play them."""

from __future__ import annotations

from typing import Any

from rumpus.core.actions import Action
from rumpus.core.cards import JOKERS
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1


def stays_at_nothing(deal: Any, seat: int, action: Action) -> str | None:
    """A total would have gone below zero."""
    sunk = [n for n, (total, paid) in enumerate(zip(deal.before, deal.scores or (), strict=False)) if total + paid < 0]
    return f"No total goes below zero: seat {' and seat '.join(map(str, sunk))} stays at 0" if sunk else None


NO_NEGATIVES = HouseRule("no-negatives", "No total goes below zero.", {"floor_zero": lambda _: True}, tells=(stays_at_nothing,))


def hits_the_target(deal: Any, seat: int, action: Action) -> str | None:
    """A total comes to the target exactly."""
    target = deal.rules.target
    hits = [n for n, (total, paid) in enumerate(zip(deal.before, deal.scores or (), strict=False)) if total + paid == target]
    return f"Exactly {target} falls back to {target // 2} for seat {' and seat '.join(map(str, hits))}" if hits else None


EXACTLY = HouseRule(
    "exactly",
    "A total that comes to the target exactly falls back to half of it.",
    {"exact_halves": lambda _: True},
    tells=(hits_the_target,),
    where=lambda rules: rules.target > 1 and not rules.deals,
)


def reaches_it(deal: Any, seat: int, action: Action) -> str | None:
    """A total reaches the target that the house rule has set."""
    target = deal.rules.target
    reached = any(total + paid >= target for total, paid in zip(deal.before, deal.scores or (), strict=False))
    return f"Here a match is played to {target}" if reached else None


TO_300 = HouseRule(
    "to-300",
    "A longer match ends at 300 already.",
    {"target": lambda points: min(points, 300)},
    tells=(reaches_it,),
    where=lambda rules: rules.target > 300 and not rules.deals,
)

HALF_MATCH = HouseRule(
    "half-match",
    "The match ends at half the usual total.",
    {"target": lambda points: (points + 1) // 2},
    tells=(reaches_it,),
    where=lambda rules: rules.target > 1 and not rules.deals,
)


def has_died(deal: Any, seat: int, action: Action) -> str | None:
    """A display can never be completed when the deal is over."""
    died = deal.over and any(deal.is_dead(other) for other in range(deal.seats))
    return f"A display that cannot be completed scores {deal.rules.dead_pays}" if died else None


NO_DEAD_PENALTY = HouseRule(
    "no-dead-penalty",
    "A display that can never be completed scores nothing, not minus 50.",
    {"dead_pays": lambda _: 0},
    tells=(has_died,),
)


def leads_a_joker(deal: Any, seat: int, action: Action) -> str | None:
    """A joker is led."""
    leads = action.verb == "play" and deal.last is None
    return "A joker is not led: lead another card" if leads and action.cards[0] in JOKERS else None


NO_JOKER_LED = HouseRule(
    "no-joker-led", "No joker is led while another card is held.", bars=(leads_a_joker,), needs=("joker_held",)
)


def paid_for_jokers(deal: Any, seat: int, action: Action) -> str | None:
    """A hand that still holds a joker is charged."""
    caught = deal.over and any(face in JOKERS for zone in deal.zones if zone.name == "shown" for face in deal.at[zone.id])
    return f"A joker that was held costs {deal.rules.joker_held}" if caught else None


DEAR_JOKERS = HouseRule(
    "dear-jokers",
    "A joker held at the end costs twice as much.",
    {"joker_held": lambda cost: 2 * cost},
    tells=(paid_for_jokers,),
)


@hookimpl
def rumpus_house_rules() -> list[HouseRule]:
    return [NO_NEGATIVES, EXACTLY, TO_300, HALF_MATCH, NO_DEAD_PENALTY, NO_JOKER_LED, DEAR_JOKERS]
