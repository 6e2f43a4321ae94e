"""The help page's sentences for the rummies, made from the rule record in force."""

from __future__ import annotations

from typing import Any

from rumpus.core.cards import BJ, RJ
from rumpus.core.families.melds import MeldRule
from rumpus.core.families.rummy.contracts import tell_contract
from rumpus.core.families.rummy.gin import GinRules
from rumpus.core.families.rummy.prices import tell_prices
from rumpus.core.families.rummy.rules import RummyRules

_ACES = {
    "low": "the ace is low: A-2-3 is a sequence, Q-K-A is none",
    "either": "the ace is low or high: A-2-3 and Q-K-A, but never K-A-2",
    "both": "the ace is low, high or both",
    "round": "sequences go around the corner: Q-K-A-2",
}


def tell_melds(melds: MeldRule) -> list[str]:
    """What a meld is."""
    group = f"{melds.shortest} to {melds.group}" if melds.group else f"{melds.shortest} or more"
    return [
        f"A group is {group} cards of one rank; a sequence is {melds.shortest} or more cards of one suit in order.",
        f"In sequences {_ACES[melds.ace]}. No card is in two melds.",
    ]


def tell_match(rules: RummyRules) -> str:
    """When a match ends."""
    if rules.deals:
        return f"The match is {rules.deals} deals long; the highest total wins."
    return f"The match ends when a total reaches {rules.target}; the highest total wins."


def _tell_taken(rules: RummyRules) -> list[str]:
    if rules.return_discard:
        return []
    return ["A card that was just taken from the pile may not be discarded in the same turn."]


def tell_rummy(rules: RummyRules) -> list[str]:
    """A rummy with melds on the table."""
    told = [
        f"Each seat is dealt {rules.hand[0]} cards; one more is turned up to start the discard pile.",
        "In turn: draw the top of the stock or the top discard; meld and lay off as much as you wish; discard one card.",
        *tell_melds(rules.melds),
        "Cards are laid off on any seat's melds; a matched set may be kept in hand.",
        *_tell_taken(rules),
        tell_stock(rules),
        "Who is out of cards, with or without a last discard, wins the value of every card left in the other hands: "
        f"{tell_prices(rules.values, rules.deck)}.",
    ]
    if rules.rummy_pays > 1:
        told.append(f"Rummy: going out without having melded in an earlier turn wins {rules.rummy_pays} times as much.")
    return [*told, tell_match(rules)]


def tell_stock(rules: RummyRules) -> str:
    """What happens when the stock is empty."""
    if rules.turn_overs is None:
        return "When the stock is empty the pile is turned over, all but its top card, and never shuffled."
    times = "never" if rules.turn_overs == 0 else f"at most {rules.turn_overs} times"
    return f"The pile is turned over {times}; then a seat takes the top discard, or passes and so ends the deal."


def tell_knock(rules: Any) -> list[str]:
    """Knock Rummy."""
    return [
        f"Each seat is dealt {rules.hand[0]} cards; one more is turned up to start the discard pile.",
        "In turn: draw the top of the stock or the top discard, then discard one card, or knock with any hand by "
        "discarding one; a hand that is all matched may knock without a discard.",
        *tell_melds(rules.melds),
        *_tell_taken(rules),
        tell_stock(rules),
        "After a knock every hand is arranged for the least unmatched count. A knocker alone lowest wins the difference "
        f"from each other seat, with nothing unmatched {rules.rum_bonus} more from each, even against another such hand.",
        "Otherwise the lowest of the others wins the difference from everybody; "
        f"a knocker that was beaten pays {rules.beaten_pays} more.",
        tell_match(rules),
    ]


def tell_gin(rules: GinRules) -> list[str]:
    """A Gin."""
    limit = str(rules.knock_limit)
    if rules.upcard_limits:
        limit = "the value of the upcard" if rules.knock_limit >= 10 else f"the value of the upcard, {limit} at most,"
    told = [
        f"Each seat is dealt {rules.hand[0]} cards. The upcard is offered to the non-dealer, then to the dealer.",
        "In turn: draw the top of the stock or the top discard, then discard one card. Nothing is melded before the knock.",
        *tell_melds(rules.melds),
        *_tell_taken(rules),
        f"Knock after drawing, with {limit} or less unmatched once your last card is discarded face down.",
        "The other seat lays off what it can on the knocker's melds, unless the knocker has gin: nothing unmatched.",
        f"A knock wins the difference; gin wins the other's count and {rules.gin_bonus}; "
        f"an undercut, equal or less, wins the difference and {rules.undercut_bonus} for the other seat.",
        "With two cards left in the stock and no knock the deal is void, and the same dealer deals again.",
    ]
    if rules.ace_means_gin:
        told.append("An ace turned up asks for gin.")
    if rules.spades_double:
        told.append("A spade turned up doubles what the deal pays.")
    if rules.lay_off_on_gin:
        told.append("The other seat may lay off on a gin hand too.")
    if rules.big_gin:
        told.append(f"Big gin, eleven matched cards without a discard, wins {rules.big_gin} instead of {rules.gin_bonus}.")
    told.append(
        f"After the match its winner gets {rules.game_bonus}, {rules.shutout_bonus} more if the loser has nothing, "
        f"and each seat {rules.box_bonus} for every deal it won."
    )
    return [*told, tell_match(rules)]


def tell_boathouse(rules: RummyRules) -> list[str]:
    """Boathouse Rummy."""
    paid = tell_prices(rules.values, rules.deck)
    return [
        f"Each seat is dealt {rules.hand[0]} cards; one more is turned up to start the discard pile.",
        "Draw the top of the stock; or the top discard and then, if you like, one more card from either pile.",
        "Meld only your whole hand, all of it or all but one card that you discard, and so go out; else discard one card.",
        *tell_melds(rules.melds),
        *_tell_taken(rules),
        tell_stock(rules),
        f"Who goes out wins what every other seat has unmatched: {paid}. A blocked deal pays nobody.",
        tell_match(rules),
    ]


def tell_500(rules: RummyRules) -> list[str]:
    """500 Rummy."""
    return [
        f"Each seat is dealt {rules.hand[0]} cards; one more is turned up to start the discard pile, which lies spread.",
        "Draw the top of the stock, the top discard, or a deeper discard with all the cards above it: that card must be "
        "melded or laid off at once, or the pile put back.",
        *tell_melds(rules.melds),
        "Cards are laid off on any seat's melds and count for who laid them.",
        *_tell_taken(rules),
        "The deal ends when a hand is empty; or, once the stock is empty, with the first seat that does not draw from the pile.",
        "Each seat scores its cards on the table less those in its hand: aces 15 (1 where they stand low in a sequence), "
        "face cards 10, others their pips.",
        tell_match(rules) + " Level at the top: another deal.",
    ]


def tell_tunk(rules: RummyRules) -> list[str]:
    """Tunk."""
    return [
        f"Each seat is dealt {rules.hand[0]} cards: from one pack while two or three seats are in, from two packs for more.",
        "In turn: draw the top of the stock or the top discard; meld, and lay off on your own melds; discard one card.",
        *tell_melds(rules.melds),
        "Deuces are wild and may stand for themselves; every meld holds another card, or is deuces alone.",
        "At the start of your turn, with 5 points or less unmatched, say tunk instead of drawing: every other seat has one "
        "more turn, may lay off on your melds, and may then play its last card. Before a tunk nobody may.",
        *_tell_taken(rules),
        f"The pile is turned over at most {rules.turn_overs} times; a turn that then begins without a stock ends the deal, and "
        "every seat pays its hand.",
        f"The tunker scores nothing, the others what they hold: {tell_prices(rules.values, rules.deck)}.",
        f"Who reaches {rules.target} is out of the match; the last seat left wins.",
    ]


def tell_contracts(rules: Any) -> list[str]:
    """Contract Rummy."""
    contracts = "; ".join(tell_contract(*each) for each in rules.opening.deals[: rules.deals])
    buys = f", at most {rules.max_buys} times a deal" if rules.max_buys else ""
    deuces = "Deuces are wild too; sequences run from the ace to the three. " if rules.melds.deuces == "wild" else ""
    early = "" if rules.early_capture else ", once its contract is laid"
    seventh = rules.deals >= len(rules.hand)
    in_seventh, longer = (
        (f", in the seventh deal {rules.hand[-1]}", ", in the seventh deal three or more") if seventh else ("", "")
    )
    whole = " In the seventh deal the contract takes your whole hand, but for a last discard." if seventh else ""
    jokers = (
        ""
        if not {BJ, RJ} & set(rules.deck)
        else (
            "Jokers are wild and named when played; every set holds a natural card. A seat may put the card that a joker "
            f"stands for in its place and take the joker{early}."
        )
    )
    return [
        f"Each seat is dealt {rules.hand[0]} cards{in_seventh}.",
        f"The contracts, deal after deal: {contracts}. Sets have exactly three cards{longer}.",
        "Take the top discard, or pass it: then each other seat in turn may buy it with the top card of the stock"
        f"{buys}, and you draw from the stock.",
        "Your first meld is the whole contract at once, and nothing more in that turn; afterwards you lay off on any set, but "
        f"meld no new one.{whole}",
        *tell_melds(rules.melds),
        *filter(None, [f"{deuces}{jokers}".strip()]),
        *_tell_taken(rules),
        tell_stock(rules),
        f"Who goes out pays nothing, the others their hands: {tell_prices(rules.values, rules.deck)}.",
        f"After {rules.deals} deals the lowest total wins.",
    ]
