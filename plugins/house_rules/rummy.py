"""House rules for the rummies and the Gins, as households play them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rumpus.core.actions import Action
from rumpus.core.cards import ACE, RANK, card_of
from rumpus.core.families.melds import MeldRule
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1

# --- rummies with melds on the table ----------------------------------------------------------------------------------


def went_out_at_once(deal: Any, seat: int, action: Action) -> str | None:
    """Somebody goes out who had nothing on the table."""
    return "Going out all at once wins no more" if deal.ended == "out" and not deal.opened[deal.winner] else None


NO_DOUBLE = HouseRule(
    "no-double",
    "Rummy, going out all at once, does not double what is won.",
    {"rummy_pays": lambda times: 1},
    tells=(went_out_at_once,),
    where=lambda rules: rules.rummy_pays > 1,
)


def turned_for_the_last_time(deal: Any, seat: int, action: Action) -> str | None:
    """The stock is gone, and the pile was turned over before."""
    ended = deal.ended in ("block", "stock")
    return "The pile has been turned over once and is not turned again" if ended and deal.turned else None


ONE_TURN_OVER = HouseRule(
    "one-turn-over",
    "The pile is turned over once in a deal; the next empty stock ends it.",
    {"turn_overs": lambda times: 1},
    tells=(turned_for_the_last_time,),
    where=lambda rules: rules.turn_overs is None or rules.turn_overs > 1,
)


def an_ace_is_high(deal: Any, seat: int, action: Action) -> str | None:
    """A sequence that ends with an ace is laid down."""
    high = [each for each in deal.melds if each.kind == "sequence" and RANK[card_of(each.cards[-1])] == ACE]
    laid = {card_of(code) for part in action.parts for code in part.cards}
    new = [each for each in high if action.verb == "knock" or card_of(each.cards[-1]) in laid]
    return "The ace is high here" if new and action.verb in ("meld", "knock") else None


def high_or_low(melds: MeldRule) -> MeldRule:
    """The same melds, and sequences in which the ace is high."""
    return replace(melds, ace="either")


ACE_HIGH_TOO = HouseRule(
    "ace-high-too",
    "In sequences the ace is low or high, Q-K-A too, but never K-A-2.",
    {"melds": high_or_low},
    tells=(an_ace_is_high,),
    where=lambda rules: isinstance(rules.melds, MeldRule) and rules.melds.ace == "low",
)


def lays_off_too_soon(deal: Any, seat: int, action: Action) -> str | None:
    """Somebody lays off who has melded nothing yet."""
    only_lays_off = action.verb == "meld" and all(part.on for part in action.parts)
    too_soon = only_lays_off and not deal.has_opened(seat)
    return "Meld a set of your own before you lay off" if too_soon else None


MELD_FIRST = HouseRule(
    "meld-first",
    "Nobody lays off before it has melded a set of its own.",
    bars=(lays_off_too_soon,),
    needs=("lays_on", "opening"),
    where=lambda rules: rules.lays_on == "all" and rules.opening is None,
)


def melds_the_last_card(deal: Any, seat: int, action: Action) -> str | None:
    """A hand is emptied by melding."""
    whole = action.verb == "meld" and sum(len(part.cards) for part in action.parts) == len(deal.at[seat])
    return "The last card of a hand is discarded, not melded" if whole else None


LAST_DISCARD = HouseRule(
    "last-discard",
    "Who goes out must do so with a discard.",
    bars=(melds_the_last_card,),
    needs=("lays_on", "opening"),
    where=lambda rules: rules.lays_on == "all" and rules.opening is None,
)

# --- Contract Rummy ---------------------------------------------------------------------------------------------------

NO_EARLY_CAPTURE = HouseRule(
    "no-early-capture", "No joker is captured before one's contract is laid.", {"early_capture": lambda allowed: False}
)


def who_discarded(deal: Any, seat: int, action: Action) -> None:
    """A step may keep a number of its own on the deal: here whose card lies on top of the pile."""
    deal.discarder = seat if action.verb == "discard" else getattr(deal, "discarder", -1)


def buys_it_back(deal: Any, seat: int, action: Action) -> str | None:
    """Somebody buys the card that it discarded last."""
    own = action.verb == "buy" and getattr(deal, "discarder", -1) == seat
    return "You do not buy back what you have just discarded" if own else None


NO_BUYING_BACK = HouseRule(
    "no-buying-back",
    "Nobody buys the card that it has just discarded.",
    bars=(buys_it_back,),
    steps=(who_discarded,),
    needs=("max_buys",),
)

# --- Knock Rummy and the Gins -----------------------------------------------------------------------------------------


def count_turns(deal: Any, seat: int, action: Action) -> None:
    """Count the turns that have ended in this deal."""
    deal.turns_ended = getattr(deal, "turns_ended", 0) + (action.verb == "discard")


def knocks_at_once(deal: Any, seat: int, action: Action) -> str | None:
    """Somebody knocks before everybody has had a turn."""
    early = action.verb == "knock" and getattr(deal, "turns_ended", 0) < len(deal.seats_in)
    return "Nobody knocks in its first turn: discard" if early else None


LATE_KNOCK = HouseRule(
    "late-knock",
    "Nobody knocks in its first turn of a deal.",
    bars=(knocks_at_once,),
    steps=(count_turns,),
    needs=("beaten_pays",),
)

HALF_KNOCK = HouseRule(
    "half-knock", "Knocking needs half the usual count, or less; in Oklahoma Gin too.", {"knock_limit": lambda most: most // 2}
)


def paid_big_gin(deal: Any, seat: int, action: Action) -> str | None:
    """The deal ends with big gin."""
    return f"Big gin pays {deal.rules.big_gin}" if deal.ended == "gin" and deal.big else None


BIG_GIN = HouseRule(
    "big-gin",
    "Eleven matched cards, laid down without a discard, are big gin and pay 50.",
    {"big_gin": lambda paid: paid or 50},
    tells=(paid_big_gin,),
)


def paid_less(deal: Any, seat: int, action: Action) -> str | None:
    """The deal ends with gin or an undercut."""
    paid = {"gin": deal.rules.gin_bonus, "undercut": deal.rules.undercut_bonus}.get(deal.ended or "")
    return None if paid is None or deal.big else f"The {deal.ended} pays {paid} besides"


SMALL_BONUS = HouseRule(
    "small-bonus",
    "Gin pays 20 and an undercut 10.",
    {"gin_bonus": lambda paid: 20, "undercut_bonus": lambda paid: 10},
    tells=(paid_less,),
)


def paid_double(deal: Any, seat: int, action: Action) -> str | None:
    """The deal pays double for its upcard."""
    return "The upcard was a spade: this deal pays double" if deal.over and deal.doubled and deal.ended != "void" else None


SPADES_DOUBLE = HouseRule(
    "spades-double", "A spade turned up doubles what the deal pays.", {"spades_double": lambda _: True}, tells=(paid_double,)
)


@hookimpl
def rumpus_house_rules() -> list[HouseRule]:
    return [
        *(NO_DOUBLE, ONE_TURN_OVER, ACE_HIGH_TOO, MELD_FIRST, LAST_DISCARD, NO_EARLY_CAPTURE, NO_BUYING_BACK),
        *(LATE_KNOCK, HALF_KNOCK, BIG_GIN, SMALL_BONUS, SPADES_DOUBLE),
    ]
