"""Melding with attendants made easy: marked cards are grouped, hearts proposed, jokers named, and what is in doubt is asked.

What the table says decides, never the name of its game: the note ``attended`` (jokers, around, own), ``first_meld`` (how many
cards each seat's first meld still holds at least), ``teams``, ``bound``, ``leaves`` and ``keeps``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rumpus.client.model.hand_selection import Plan
from rumpus.client.model.model import Model
from rumpus.client.text import faces
from rumpus.client.text.events import number
from rumpus.core.actions import Action, Part, card_set
from rumpus.core.cards import Card, card, rank_of

if TYPE_CHECKING:
    from rumpus.client.model.attended_readings import Table
    from rumpus.core.families.black_heart.search import Found

NODES = 3000
"""So many positions are looked at for a better meld than the first one."""
ROYAL = (9, 10, 11)
"""The ranks that come with a heart: jack, queen, king."""
ONCE_MORE = "m once more does it."


def on(model: Model) -> bool:
    """Whether royalty comes with attendants at this table."""
    return isinstance(model.view.notes.get("attended"), dict)


def needed(model: Model, seat: int) -> int:
    """How many cards a seat's first meld of the deal holds at least; 0 where it (or its team) has made it, or any number do."""
    least = model.view.notes.get("first_meld")
    return int(least[seat]) if isinstance(least, list) and 0 <= seat < len(least) else 0


def teammates(model: Model, seat: int) -> list[int]:
    """Who plays with a seat, in the order of the seats."""
    teams = model.view.notes.get("teams")
    return [each for each in range(model.seats) if each != seat and (each - seat) % teams == 0] if isinstance(teams, int) else []


def table(model: Model) -> Table:
    """The table's rule and melds, as the search for readings asks for them."""
    from rumpus.client.model.attended_readings import Table
    from rumpus.core.families.black_heart.rule import AttendedRule
    from rumpus.core.families.melds.rule import Meld

    told: dict[str, Any] = model.view.notes["attended"]
    melds = list(model.melds().values())
    own = [at for at, meld in enumerate(melds) if meld.get("owner") == model.seat] if told.get("own") else None
    lying = [Meld(meld["kind"], tuple(meld["cards"])) for meld in melds]
    return Table(AttendedRule(bool(told.get("jokers")), bool(told.get("around"))), lying, own)


# --- marked cards -----------------------------------------------------------------------------------------------------


def meld(model: Model) -> Action | None:
    """Meld the marked cards; with none marked, mark the best meld. None where there is something to be read or chosen first."""
    marked = model.selected()
    if not marked:
        return _suggest(model)
    return _planned(model) or _read(model, marked, None)


def lay_off(model: Model, number_on: int = 0) -> Action | None:
    """Lay the marked cards, or the one under the cursor, off on a meld of the table: the one of this number, or any (0)."""
    marked = model.selected() or [face for face in [model.under_cursor()] if face is not None]
    return _planned(model) or _read(model, marked, number_on)


def _planned(model: Model) -> Action | None:
    """What was proposed for exactly the cards that are marked, at this decision."""
    plan = model.plan
    return plan.action if plan is not None and plan.dp == model.dp and plan.marked == model.picked else None


def _read(model: Model, marked: Sequence[Card], number_on: int | None) -> Action | None:
    from rumpus.client.model.attended_readings import readings

    rest = list((Counter(model.view.hand()) - Counter(marked)).elements())
    found = [each.action for each in readings(table(model), marked, rest, number_on)]
    if not found and number_on is None:
        found = _any_way(model, marked)
    if not found:
        model.notice = _why_none(model, marked, rest, number_on)
        return None
    if len(found) > 1:
        ask(model, found)
        return None
    return take(model, found[0])


def _any_way(model: Model, marked: Sequence[Card]) -> list[Action]:
    """One arrangement of all these cards, where there are too many to look at every one."""
    from rumpus.core.families.black_heart.search import Wish, find_meld

    at = table(model)
    parts = find_meld(at.rule, marked, at.melds, Wish(leaves=0), at.may_lay)
    return [] if parts is None else [Action("meld", parts=parts)]


def ask(model: Model, found: Sequence[Action]) -> None:
    """Lay the choices before the player."""
    model.which, model.overlay, model.menu_at = list(found), "which", 0


def take(model: Model, action: Action) -> Action | None:
    """Do what was chosen, where nothing stands against it; else mark what belongs to it, and say what is to be known first."""
    if action.verb != "meld":
        return action
    cards = laid(action)
    begun = model.selected() or [face for face in [model.under_cursor()] if face is not None]
    more = list((Counter(cards) - Counter(begun)).elements())
    against = _against(model, cards)
    if not more and not against:
        return action
    propose(model, action)
    if against:
        model.plan = None
    model.notice = " ".join(filter(None, [_attends(action, more), against or ONCE_MORE]))
    return None


def _against(model: Model, cards: Sequence[Card]) -> str:
    """What keeps these cards from being the meld that is due; empty where nothing does."""
    bound, least = model.view.notes.get("bound"), needed(model, model.seat)
    if isinstance(bound, int) and bound not in cards:
        return f"You dug for the {faces.face(bound)}: mark it too, the first meld of this turn holds it."
    return _too_few(least, len(cards)) if len(cards) < least else ""


def propose(model: Model, action: Action) -> None:
    """Mark the cards of a meld, to be melded so when m is pressed once more."""
    model.pick(laid(action))
    model.plan = Plan(action, frozenset(model.picked), model.dp)


def laid(action: Action) -> list[Card]:
    """The cards of the hand that a meld lays, attendants among them."""
    return [face for part in action.parts for face in card_set(part)]


def _attends(action: Action, more: Sequence[Card]) -> str:
    """The sentence for hearts that are marked besides."""
    if not more:
        return ""
    royals = [code for part in action.parts for code in part.cards if rank_of(code) in ROYAL]
    need = f"{listed(royals)} need{'s' if len(royals) == 1 else ''} a heart{'' if len(royals) == 1 else ' each'}"
    return f"{need}: {listed(more)} of your hand {'is' if len(more) == 1 else 'are'} marked too."


def _too_few(least: int, count: int) -> str:
    held = f"{'this is' if count == 1 else 'these are'} {count}"
    return f"Your first meld holds at least {number(least)}, attendants among them; {held}."


def _why_none(model: Model, marked: Sequence[Card], rest: Sequence[Card], number_on: int | None) -> str:
    """What keeps these cards from being melded together."""
    from rumpus.client.model.attended_readings import readings

    with_hearts = readings(table(model), marked, [*rest, *[card("2H")] * len(marked)], number_on)
    if with_hearts:
        royals = sum(len(part.attendants) for part in with_hearts[0].action.parts)
        return f"Each jack, queen and king needs a heart of your hand: {number(royals, 'heart')} for {listed(marked)}."
    if number_on is not None:
        where = f"meld {number_on}" if number_on else "any meld on the table"
        return f"{listed(marked)} {'does' if len(marked) == 1 else 'do'} not fit on {where}."
    some = _best(model, marked, 1, None)
    if some is not None:
        action = Action("meld", parts=some.parts)
        left = list((Counter(marked) - Counter(laid(action))).elements())
        return f"{listed(left)} {'has' if len(left) == 1 else 'have'} no place beside this: {in_words(model, action)}."
    return f"{listed(marked)} {'is' if len(marked) == 1 else 'are'} no meld: three of a rank, or three of a suit in a row."


def ways(model: Model, cards: Sequence[Card]) -> list[str]:
    """The ways to meld these cards, as they are typed; or the sentence that says why there is none."""
    from rumpus.client.model.attended_readings import readings

    missing = list((Counter(cards) - Counter(model.view.hand())).elements())
    if missing:
        return [f"You do not hold {listed(missing)}."]
    rest = list((Counter(model.view.hand()) - Counter(cards)).elements())
    found = [each.action for each in readings(table(model), cards, rest)] or _any_way(model, cards)
    told = [f"{action}{f' ({why})' if (why := _against(model, laid(action))) else ''}" for action in found]
    return told or [_why_none(model, cards, rest, None)]


# --- the best meld of a hand ----------------------------------------------------------------------------------------------


def best(model: Model) -> Found | None:
    """The meld of the hand that scores most and may be made now, as far as a short look tells."""
    notes = model.view.notes
    bound = notes.get("bound")
    return _best(model, model.view.hand(), max(1, needed(model, model.seat)), bound if isinstance(bound, int) else None, True)


def _best(model: Model, hand: Sequence[Card], least: int, holds: Card | None, wished: bool = False) -> Found | None:
    from rumpus.core.families.black_heart.search import Wish, best_meld

    at, notes = table(model), model.view.notes
    leaves, keeps = (notes.get("leaves"), notes.get("keeps") or 0) if wished else (None, 0)
    return best_meld(at.rule, hand, at.melds, Wish(least, holds, leaves, keeps), NODES, at.may_lay, by_value=True)


def _suggest(model: Model) -> Action | None:
    """Mark the best meld that the hand holds."""
    found = best(model)
    if found is None:
        model.notice = none_in_hand(model)
        return None
    action = Action("meld", parts=found.parts)
    propose(model, action)
    model.notice = f"Marked: {in_words(model, action)}; {told(found)} {ONCE_MORE}"
    return None


def told(found: Found) -> str:
    """What a meld comes to: ``6 cards, 45 points.``"""
    sure = "" if found.complete else " (the best that a short look found; there may be a better one)"
    return f"{number(found.cards)}, {found.value} points{sure}."


def none_in_hand(model: Model) -> str:
    """The sentence for a hand that holds no meld that may be made."""
    least, bound = needed(model, model.seat), model.view.notes.get("bound")
    if isinstance(bound, int):
        return f"No meld of your hand holds the {faces.face(bound)}: put the pile back (r)."
    return f"Your hand holds no first meld of {number(least)}." if least > 1 else "Your hand holds no meld."


# --- in words ---------------------------------------------------------------------------------------------------------


def listed(codes: Iterable[int]) -> str:
    """``7♠``, ``7♠ and 8♠``, ``7♠, 8♠ and BJ as 9♠``."""
    shown = list(map(_as, codes))
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]])) if shown else "nothing"


def _as(code: int) -> str:
    return faces.face(code).replace("=", " as ")


def in_words(model: Model, action: Action) -> str:
    """A meld or a swap as the player is asked about it."""
    if action.verb == "swap":
        joker = f"the {'black' if action.joker == 52 else 'red'} joker" if action.joker >= 0 else "the joker"
        return f"{listed(action.cards)} for {joker} of {_meld_on(model, action.on)}"
    return "; ".join(_part(model, part) for part in action.parts)


def _part(model: Model, part: Part) -> str:
    hearts = f", with {listed(part.attendants)}" if part.attendants else ""
    cards = " ".join(f"({_as(code)})" if code > 63 else faces.face(code) for code in part.cards)
    if part.on:
        end = f", {part.end} end" if part.end else ""
        return f"{cards} on {_meld_on(model, part.on)}{end}{hearts}"
    kind = "group" if len({rank_of(code) for code in part.cards}) == 1 else "sequence"
    return f"{kind} {cards}{hearts}"


def _meld_on(model: Model, number_on: int) -> str:
    lying = model.melds().get(number_on)
    shown = " ".join(faces.face(code) for code in lying["cards"]) if lying else ""
    return f"meld {number_on} ({shown})" if shown else f"meld {number_on}"
