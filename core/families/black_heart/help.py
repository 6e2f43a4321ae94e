"""The help page's sentences for Black Heart, made from the rule record in force."""

from __future__ import annotations

from collections import Counter

from rumpus.core.cards import BJ, RJ
from rumpus.core.families.black_heart.deal import AttendedRules

CREDITS = (
    "Black Heart Rum and Black Heart Solitaire are games by Tobias Oscar Vaughn (1996, 1997). This is a table for playing them, "
    "in words of its own; whoever wants to pass the game on commercially should ask him."
)


def tell_deck(rules: AttendedRules) -> str:
    """The deck."""
    count = Counter(rules.deck)
    jokers = f", with {_number(count[BJ], 'black joker')} and {_number(count[RJ], 'red joker')}" if count[BJ] else ""
    return (
        f"{len(rules.deck)} cards: spades and clubs from the ace to the king, hearts from the ace to the ten, no diamonds, "
        f"each {'twice' if count[0] == 2 else f'{count[0]} times'}{jokers}. Jacks, queens and kings are royalty, and all black."
    )


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def tell_turn(rules: AttendedRules) -> list[str]:
    """What is done in a turn."""
    swaps = "swap cards for melded jokers; " if rules.swaps else ""
    return [
        f"In turn: draw, or dig; {swaps}meld; discard one card, any that you hold.",
        "Dig: take any card of the discard pile with all that lie on it. The card chosen, also if it is the top one, is bound: "
        "your first meld of the turn must hold it. Until then 'return' undoes the turn; the same card is then not chosen again.",
    ]


def tell_attended(rules: AttendedRules) -> list[str]:
    """What a meld is."""
    melds = rules.melds
    corner = "Black sequences go around the corner, king to ace to two; hearts do not. " if melds.around else "The ace is low. "
    told = [
        "A group is three or more of a rank, equal cards too; a sequence three or more of a suit in order. "
        f"{corner}Cards go on {'your own melds' if rules.lays_on == 'own' else 'any melds'}; who lays one scores it.",
        "Each jack, queen and king that is melded or laid off brings an attendant from the same hand: a heart of any rank, "
        "written after 'with'. Attendants count as melded cards.",
    ]
    if melds.jokers:
        told.append(
            "A black joker stands for a spade or club in a sequence, for royalty in any set (with its attendant), or for a card "
            "from ace to ten in a group; a red joker for a heart in a sequence, for an attendant, or for a card from ace to ten "
            "in a group. Jokers alone are a group of a rank from ace to ten that you say."
        )
    if rules.swaps:
        told.append(
            "After drawing and before melding you may put a natural in a melded joker's place and take the joker: in a sequence "
            "the very card, in a group any of the rank (from ace to ten also a joker of the other colour), for an attendant any "
            "heart. It scores for who melded the joker. A swap is no meld; where it took the bound card, the joker is bound."
        )
    if rules.first_meld:
        whose = "team's" if rules.sides and rules.seats > 1 else "own"
        told.append(
            f"Your {whose} first meld of a deal is one action of at least {rules.first_meld} cards, one more for each full 100 "
            "of the total before it, ten at most, attendants among them; with a total below 0 any number, a lay-off alone too."
        )
    return told


def tell_scores(rules: AttendedRules, players: int) -> list[str]:
    """What a deal pays."""
    jokers = ", jokers 10 (held: 20)" if rules.melds.jokers else ""
    told = [
        f"A deal pays the cards melded less the cards held: aces 15, two to nine 5, tens and royalty 10{jokers}. "
        f"Going out, by a meld or a discard, pays {rules.out}.",
    ]
    if rules.black_heart:
        bonus = min(rules.black_heart * players, rules.most_black_heart)
        told.append(f"A black heart, going out in the turn of the first meld, pays {bonus} besides.")
    who = "The team that" if rules.sides and rules.seats > 1 else "Who"
    told.append(f"{who} goes out and then has {rules.target} or more has won; nobody wins otherwise.")
    return told


def tell_teams(rules: AttendedRules) -> list[str]:
    """What teams change."""
    if not rules.sides:
        return []
    hearts = "; with a black heart they are added" if rules.black_heart else ""
    opening = "'ask open' (may I make our first meld?) and " if rules.first_meld else ""
    return [
        f"{rules.sides} teams, whose seats sit equally far apart, with one total a team. When a team goes out its other hands "
        f"are not charged{hearts}.",
        f"After drawing and before melding you may ask your team {opening}'ask out' (may I go out?), if you could; all answer "
        "'yes' or 'no'. After a yes from all you do it at once, after a no you may not in that turn. Partners say nothing else.",
    ]


def tell_black_heart(rules: AttendedRules) -> list[str]:
    """Black Heart Rum."""
    counts = [f"Of other hands you see how many cards they hold up to {rules.hand_counts}."] if rules.hand_counts else []
    swaps = "swaps, " if rules.swaps else ""
    return [
        f"Each seat is dealt {rules.hand[0]} cards; one more is turned up to start the discard pile, which lies spread for "
        "all to see. The seat to the left of the dealer begins.",
        tell_deck(rules),
        *tell_turn(rules),
        *tell_attended(rules),
        "When the draw pile is empty a seat digs and plays an ordinary turn, or melds without drawing, or passes. With the last "
        f"two shortened turns begin: at most one dig, {swaps}melds, and 'pass' instead of a discard. As many turns in a row "
        "without a meld as there are seats end the deal: every hand is charged.",
        *tell_teams(rules),
        *tell_scores(rules, rules.seats),
        *counts,
    ]


def tell_solitaire(rules: AttendedRules) -> list[str]:
    """Black Heart Solitaire."""
    swaps = "swaps, " if rules.swaps else ""
    return [
        f"You and an opponent without a mind are dealt {rules.hand[0]} cards each. Its cards are a face-down pile whose top card "
        "is turned up: its up card. It begins, and you play as in Black Heart Rum, on your own melds.",
        tell_deck(rules),
        "Cards match that have one rank, or follow each other in a suit (king and ace too); royalty and any heart; a joker and "
        "any card. The top of what the opponent has melded is its meld card.",
        "The opponent takes the top discard if it matches its up card or its meld card, else the top of the draw pile. What "
        "matches the up card is melded with it, what matches the meld card is laid on it; what matches neither is discarded.",
        "After a meld it lays its up card on the meld card while that matches, turning up the next. Then the up card is its "
        "proposed discard: the next card turned up is melded with it if they match, or laid on the meld card if it matches that "
        "(and another is turned up), or else becomes the up card, and the proposed one is discarded.",
        *tell_turn(rules),
        *tell_attended(rules),
        f"Once a turn begins without a draw pile all turns are shortened: one dig at most, {swaps}melds, 'pass'. The opponent "
        "then takes only a discard that matches, and discards nothing. Two turns in a row without a meld end the deal.",
        *tell_scores(rules, 2),
    ]
