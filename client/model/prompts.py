"""What may be done now, in a household's words: the obvious action, the melds in hand, the sentence above the hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rumpus.client.model import attended_hand, digging
from rumpus.client.model.fairness import shuffling
from rumpus.client.model.model import Model
from rumpus.client.text import faces
from rumpus.client.text.events import number
from rumpus.core.actions import Action, Choice, Part, card_set
from rumpus.core.cards import NAME, Card, card, card_of, signs
from rumpus.net.protocol.messages import Proposal


def written(cards: Iterable[Card]) -> str:
    """Cards in the notation."""
    return " ".join(NAME[face] for face in cards)


def listed(actions: Sequence[Action], cards_only: bool = False, most: int = 6) -> str:
    """Some actions in a row, shortened where there are many."""
    texts = [signs(action.cards) if cards_only and action.cards else str(action) for action in actions[:most]]
    return faces.tens(", ".join(texts) + (" …" if len(actions) > most else ""))


def own_melds(model: Model) -> list[Action]:
    """The melds that the hand holds, as offered: single sets, or several that go down together; the most cards first."""
    found = [action for action in model.actions("meld") if action.parts and not any(part.on for part in action.parts)]
    return sorted(found, key=lambda action: -len(named_cards(action)))


def meld_of(model: Model, cards: Sequence[Card]) -> Action:
    """The meld of these cards: as it is offered, jokers named and sets apart, else all of them as one set."""
    for action in model.actions("meld"):
        if sorted(named_cards(action)) == sorted(cards):
            return action
    return Action("meld", parts=(Part(tuple(cards)),))


def lay_offs(model: Model) -> list[Action]:
    """The offered lay-offs of the marked card, or of the one under the cursor."""
    cards = model.selected() or [face for face in [model.under_cursor()] if face is not None]
    return [
        action
        for action in model.actions("meld")
        if len(action.parts) == 1 and action.parts[0].on and sorted(map(card_of, action.parts[0].cards)) == sorted(cards)
    ]


def may_meld(model: Model) -> bool:
    """Whether melding is among what may be done."""
    if attended_hand.on(model):
        return bool(model.actions("meld"))
    return bool(own_melds(model)) or (model.more and bool(model.actions("discard")) and len(model.picked) > 1)


def may_lay_off(model: Model) -> bool:
    """Whether anything can be laid off."""
    return any(action.parts and action.parts[0].on for action in model.actions("meld"))


def obvious(model: Model) -> Action | str:
    """What Enter does now; or the sentence that says why nothing is obvious."""
    choice, picked = model.choice(), model.selected()
    if choice is not None:
        return _chosen(choice, picked)
    dug = digging.pointed(model)
    if dug is not None:
        return dug
    if len(model.offers) == 1 and isinstance(model.offers[0], Action) and not model.offers[0].cards:
        return model.offers[0]
    cards = picked or [face for face in [model.under_cursor()] if face is not None]
    if len(cards) > 1 and model.actions("meld"):
        return meld_of(model, cards)
    for verb in ("play", "discard"):
        found = [action for action in model.actions(verb) if not action.word]
        if not found:
            continue
        exact = [action for action in found if sorted(map(card_of, action.cards)) == sorted(cards)]
        if exact:
            return exact[0]
        if verb == "play" or len(cards) == 1:
            return Action(verb, tuple(cards))
        return "Mark one card to discard, or press m to meld the marked ones."
    if model.offers:
        return "Press one of the keys below; a shows everything you may do."
    return "It is not your turn."


def _chosen(choice: Choice, picked: Sequence[Card]) -> Action | str:
    if len(picked) == choice.n:
        return choice.of(tuple(picked))
    missing = choice.n - len(picked)
    return f"Mark {number(missing)}{' more' if picked else ''} with the space bar, then press Enter."


# --- what the bar and the prompt say ----------------------------------------------------------------------------------


def mark_bar(model: Model) -> str:
    """What the space bar does."""
    if model.choice() is not None:
        return "mark a card"
    return "mark" if model.actions("meld") else ""


def enter_bar(model: Model) -> str:
    """What Enter does, in a word or two."""
    found = obvious(model)
    choice = model.choice()
    if choice is not None:
        return f"{choice.verb} them" if isinstance(found, Action) else ""
    if isinstance(found, str):
        return ""
    if found.verb == "meld":
        return "meld"
    if found not in model.offers:
        return ""
    if model.dig:
        return digging.bar(model)
    return f"{found.verb} {faces.tens(signs(found.cards)) if found.cards else found.word}".strip()


def meld_bar(model: Model) -> str:
    """What m does."""
    return "meld the marked" if model.picked else "mark a meld"


def _to_whom(model: Model) -> str:
    offset = model.view.notes.get("give")
    if not isinstance(offset, int) or not offset or model.seat < 0 or not model.seats:
        return ""
    return f" to {model.names.name((model.seat + offset) % model.seats)}"


def prompt(model: Model) -> str:
    """The sentence that says what the table waits for."""
    if model.farewell:
        return model.farewell
    if model.link not in ("live", "suspect"):
        return model.link_text
    state = model.state
    if state is not None and state.paused:
        return f"{state.paused} has paused the table; P goes on."
    if model.offers:
        return "Your turn: " + _may(model)
    if state is not None and state.proposal is not None:
        return _about(model, state.proposal)
    if state is not None and state.state == "waiting":
        free = sum(line.kind == "free" for line in state.seats)
        return f"Waiting for {number(free, 'more player')}." if free else "Everybody is here; the deal begins."
    waiting = [seat for seat in model.turn if seat != model.seat]
    if waiting:
        return f"Waiting for {model.names.both(waiting)}."
    if shuffling(state):
        return shuffling(state)
    if "ended" in model.view.notes:
        return "The match is over." if model.view.notes.get("over") else "The next deal begins in a moment."
    return "One moment …"


def _about(model: Model, proposal: Proposal) -> str:
    """A proposal that waits, and whether one's own vote is in."""
    if model.seat < 0:
        return proposal.text
    mine = proposal.votes.get(model.names.name(model.seat))
    said = "Vote y or n." if mine is None else f"You said {'yes' if mine else 'no'}; waiting for the others."
    return f"{proposal.text} {said}"


def _may(model: Model) -> str:
    choice = model.choice()
    if choice is not None:
        picked = len(model.picked)
        return f"choose {number(choice.n)} to {choice.verb}{_to_whom(model)}" + (f"; {picked} marked." if picked else ".")
    if model.actions("moon"):
        return "you shot the moon! Who pays?"
    if model.actions("yes"):
        return _asked(model)
    if model.actions("play"):
        leads = not model.trick.plays and "lead" in model.view.notes
        other = ", or draw" if model.actions("draw") else ", or pass" if model.actions("pass") else ""
        return f"{'lead' if leads else 'play'} a card{other}."
    if model.actions("return"):
        return _bound(model)
    if model.view.notes.get("granted"):
        first = model.view.notes["granted"] == "open"
        return f"your team said yes: {'make its first meld' if first else 'meld so that you go out'} now."
    if model.actions("discard") or model.actions("knock"):
        return f"{', '.join(extra)} or discard." if (extra := _besides(model)) else "discard a card."
    pile = model.view.pile("discard")
    top = faces.face(pile[-1]) if pile else "the discard"
    if model.actions("buy"):
        return f"buy {top} with a card from the stock, or pass."
    if model.actions("draw"):
        if attended_hand.on(model) and model.actions("draw", "discard"):
            others = ["dig", *_besides(model)] if not model.actions("draw", "stock") else ["draw a card, or dig"]
            return ", ".join(others) + (" or pass." if model.actions("pass") else ".")
        return "draw a card." if model.actions("draw", "stock") else f"take {top}, or pass."
    if model.actions("pass"):
        return f"{', '.join(extra)} or pass." if (extra := _besides(model)) else "you can only pass."
    return "choose."


def _besides(model: Model) -> list[str]:
    """What may be done besides ending the turn."""
    if attended_hand.on(model):
        least = attended_hand.needed(model, model.seat)
        marked = f", {len(model.picked)} marked" if model.picked else ""
        meld = f"make your first meld ({number(least)} or more{marked})" if least > 1 else "meld"
        words = (("swap", model.actions("swap")), (meld, model.actions("meld")), ("ask your team", model.actions("ask")))
        return [word for word, on in words if on]
    extra = [word for word, on in (("meld", own_melds(model)), ("lay off", may_lay_off(model))) if on]
    return extra + (["knock"] if model.actions("knock") else [])


def _asked(model: Model) -> str:
    """What a teammate asks, for whoever has to answer."""
    ask = model.view.notes.get("ask")
    if not (isinstance(ask, list) and len(ask) == 2 and isinstance(ask[0], int)):
        return "your partner asks; yes or no?"
    what = "make our first meld" if ask[1] == "open" else "go out"
    return f"{model.names.name(ask[0])} asks: may I {what}? Answer y or n."


def _bound(model: Model) -> str:
    """After a dig: the bound card is melded, or all of it put back."""
    bound = model.view.notes.get("bound")
    card = f"the {faces.face(bound)}" if isinstance(bound, int) else "the card that you dug for"
    return f"meld {card}, or put the pile back." if own_melds(model) or may_lay_off(model) else "put the pile back."


_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def friendly(text: str) -> str:
    """An action in the notation, its cards as they are drawn: ``play 10♠``."""
    return _CARD.sub(lambda found: faces.face(card(found[0])), text)


def described(model: Model, offer: Action | Choice) -> str:
    """One offer for the list of everything: what is done, or how many of what."""
    if isinstance(offer, Choice):
        return friendly(f"{offer.verb} any {offer.n} of {written(offer.cards)}")
    pile = model.view.pile("discard")
    if offer.word == "discard" and 1 < offer.depth <= len(pile):
        return f"{offer}, down to {faces.face(pile[-offer.depth])}"
    return friendly(str(offer))


def named_cards(action: Action) -> list[Card]:
    """The cards of the hand that an action names, attendants among them."""
    return [*map(card_of, action.cards), *(face for part in action.parts for face in card_set(part))]
