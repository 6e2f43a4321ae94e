"""Every command of the screen: its name, what it does, when it applies, and what comes of it.

`keys.py` says which keys give which command. A command changes what lies before the player or returns a wish for the
table; to add one, add it to ``COMMANDS`` and give it a key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rumpus.client.model import attended_hand, autoplay, digging, prompts
from rumpus.client.model.intents import Act, AskTable, Hint, Quit, Revive, Wish
from rumpus.client.model.model import Entry, Model
from rumpus.client.text import events, faces
from rumpus.core.actions import Action

Run = Callable[[Model], Wish | None]
When = Callable[[Model], bool]


@dataclass(frozen=True)
class Command:
    """A command by its name: one line of help, when it applies, what it does, and how the action bar calls it."""

    name: str
    help: str
    run: Run
    when: When = lambda model: True
    bar: Callable[[Model], str] = lambda model: ""


def _always(text: str) -> Callable[[Model], str]:
    return lambda model: text


def _hold(model: Model) -> bool:
    return bool(model.hand())


def _any(model: Model) -> bool:
    return bool(model.offers)


def _any_of(verb: str, word: str | None = None) -> When:
    return lambda model: bool(model.actions(verb, word))


def _left(model: Model) -> None:
    model.move_cursor(-1)


def _right(model: Model) -> None:
    model.move_cursor(1)


def _first(model: Model) -> None:
    model.cursor = model.hand()[0]


def _last(model: Model) -> None:
    model.cursor = model.hand()[-1]


def _mark(model: Model) -> None:
    """Mark the card under the cursor, or take the mark off."""
    at = model.hand()[model.cursor_at()]
    choice = model.choice()
    model.notice = ""
    if choice is not None and at not in model.picked and len(model.picked) >= choice.n:
        model.notice = f"{choice.n} cards are marked already; take a mark off first, or press Enter to {choice.verb} them."
        return
    model.picked ^= {at}
    model.cursor = at


def _clear(model: Model) -> None:
    model.picked.clear()
    model.dig = 0
    model.refusal = model.notice = ""


def _order(model: Model) -> None:
    model.cursor = model.hand()[model.cursor_at()]
    model.sort_anew()
    model.notice = f"Sorted by {model.order}."


def _act(model: Model, action: Action | str) -> Wish | None:
    if model.pending:
        model.notice = "Your last action is still on its way."
        return None
    model.refusal = model.notice = ""
    return Act(str(action))


def _point(step: int) -> Run:
    return lambda model: digging.point(model, step)


def _auto(model: Model) -> None:
    """Auto-play on or off."""
    model.auto = not model.auto
    model.notice = autoplay.switched(model)


def _only(verb: str, word: str | None = None) -> tuple[When, Run]:
    """A command that does the one offered action of a verb."""

    def run(model: Model) -> Wish | None:
        found = model.actions(verb, word)
        return _act(model, found[0]) if found else None

    return lambda model: bool(model.actions(verb, word)), run


def _enter(model: Model) -> Wish | None:
    """The one obvious thing; where nothing is obvious, say what there is."""
    if attended_hand.on(model) and len(model.picked) > 1 and prompts.may_meld(model) and not model.dig:
        return _meld(model)
    found = prompts.obvious(model)
    if isinstance(found, str):
        model.notice = found
        return None
    return _act(model, found)


def _done(model: Model, action: Action | None) -> Wish | None:
    """Do what came of a proposal, if it is settled."""
    return None if action is None else _act(model, action)


def choose(model: Model, at: int) -> Wish | None:
    """Take one of the choices that lie before the player."""
    model.overlay = ""
    return _done(model, attended_hand.take(model, model.which[at])) if at < len(model.which) else None


def _meld(model: Model) -> Wish | None:
    """Meld the marked cards; with none marked, mark a meld that the hand holds."""
    if attended_hand.on(model):
        return _done(model, attended_hand.meld(model))
    if model.selected():
        return _act(model, prompts.meld_of(model, model.selected()))
    melds = prompts.own_melds(model)
    if not melds:
        model.notice = "Mark the cards of a meld with the space bar, then press m."
        return None
    model.pick(prompts.named_cards(melds[0]))
    model.notice = f"Marked for {prompts.friendly(str(melds[0]))}: press m once more to do it."
    return None


def _lay_off(model: Model) -> Wish | None:
    """Lay the marked card (or the one under the cursor) off where it fits."""
    if attended_hand.on(model):
        return _done(model, attended_hand.lay_off(model))
    found = prompts.lay_offs(model)
    if len(found) == 1:
        return _act(model, found[0])
    if not found:
        model.notice = "That card fits no meld on the table; • marks those that do."
        return None
    numbers = " or ".join(dict.fromkeys(str(action.parts[0].on) for action in found))
    model.notice = f"It fits more than one: press the meld's number, {numbers}."
    return None


def lay_off_on(number: int) -> Run:
    """Lay the marked cards (or the one under the cursor) off on the meld of this number."""

    def run(model: Model) -> Wish | None:
        if attended_hand.on(model):
            return _done(model, attended_hand.lay_off(model, number))
        for action in prompts.lay_offs(model):
            if action.parts[0].on == number:
                return _act(model, action)
        cards = model.selected() or [held for held in [model.under_cursor()] if held is not None]
        return _act(model, f"meld {prompts.written(cards)} on {number}") if cards else None

    return run


def _swap(model: Model) -> Wish | None:
    """Put the card under the cursor in the place of a joker."""
    card = model.under_cursor()
    found = [action for action in model.actions("swap") if action.cards == (card,)]
    several = found or (model.actions("swap") if attended_hand.on(model) else [])
    if len(several) > 1:
        attended_hand.ask(model, several)
        return None
    if found:
        return _act(model, found[0])
    model.notice = f"Move to a card that a joker stands for: {prompts.listed(model.actions('swap'))}."
    return None


def _knock(model: Model) -> Wish | None:
    """Knock with the card under the cursor, or with none where that is offered."""
    cards = model.selected() or [held for held in [model.under_cursor()] if held is not None]
    found = [action for action in model.actions("knock") if list(action.cards) == cards[:1]]
    bare = [action for action in model.actions("knock") if not action.cards]
    if found or bare:
        return _act(model, (found or bare)[0])
    model.notice = f"Knock with one of these as your discard: {prompts.listed(model.actions('knock'), cards_only=True)}."
    return None


def _vote(yes: bool) -> Run:
    def run(model: Model) -> Wish | None:
        if may_vote(model):
            assert model.state is not None
            assert model.state.proposal is not None
            return AskTable("vote", {"yes": yes, "id": model.state.proposal.id})
        found = model.actions("yes" if yes else "no")
        return _act(model, found[0]) if found else None

    return run


def may_vote(model: Model) -> bool:
    """Whether a proposal waits for this player's vote."""
    state = model.state
    return state is not None and state.proposal is not None and (model.seat >= 0 or state.number >= 0)


def _may_answer(model: Model) -> bool:
    return may_vote(model) or bool(model.actions("yes"))


def _yes_bar(word: str) -> Callable[[Model], str]:
    return lambda model: f"vote {word}" if may_vote(model) else word


def _show(overlay: str) -> Run:
    def run(model: Model) -> Wish | None:
        model.overlay = "" if model.overlay == overlay else overlay
        model.scroll = 0
        return AskTable("rules") if model.overlay == "help" and not model.rules else None

    return run


def _type(text: str) -> Run:
    def run(model: Model) -> None:
        model.entry = Entry(text, len(text))

    return run


def _say(model: Model) -> None:
    """A line to talk in."""
    model.entry = Entry("/say ", 5)
    if "teams" in model.view.notes:
        model.notice = events.OPENLY


def _dismiss(model: Model) -> None:
    """Whatever lies over the table goes away; what was marked is marked no more."""
    if model.overlay:
        model.overlay = ""
    elif model.state is not None and model.state.proposal is not None and model.state.proposal.id != model.aside:
        model.aside = model.state.proposal.id
    else:
        _clear(model)


def _quit(model: Model) -> Wish | None:
    """Asked twice while somebody may wait for this seat."""
    if model.farewell or model.leaving or model.seat < 0 or model.link not in ("live", "suspect"):
        return Quit()
    model.leaving = True
    model.notice = "Press q once more to leave the table; any other key stays."
    return None


def _pause(model: Model) -> Wish:
    return AskTable("resume" if model.state is not None and model.state.paused else "pause")


_DRAW_STOCK, _PASS = _only("draw", "stock"), _only("pass")
_BUY, _TUNK, _RETURN, _TRICK = _only("buy"), _only("tunk"), _only("return"), _only("draw", "trick")
_ASK_OPEN, _ASK_OUT = _only("ask", "open"), _only("ask", "out")
_ADD, _SUBTRACT = _only("moon", "add"), _only("moon", "subtract")


def _pile(model: Model) -> Wish | None:
    """Take the pile's top card; where it may not be taken, say which cards may."""
    found = [action for action in model.actions("draw", "discard") if action.depth <= 1]
    if not found:
        model.notice = f"The top card could not be melded at once; ↓ points at those that could ({faces.MARK})."
        return None
    return _act(model, found[0])


def _pile_top(model: Model) -> str:
    pile = model.view.pile("discard")
    if not any(action.depth <= 1 for action in model.actions("draw", "discard")):
        return ""
    return f"take {faces.face(pile[-1])}" if pile else "take the discard"


COMMANDS: dict[str, Command] = {
    each.name: each
    for each in (
        Command("left", "one card to the left", _left, _hold),
        Command("right", "one card to the right", _right, _hold),
        Command("first", "to the first card", _first, _hold),
        Command("last", "to the last card", _last, _hold),
        Command("mark", "mark the card, or take the mark off", _mark, _hold, prompts.mark_bar),
        Command("do", "do the obvious: play, give, discard, meld", _enter, _any, prompts.enter_bar),
        Command("stock", "draw from the stock", _DRAW_STOCK[1], _DRAW_STOCK[0], _always("draw from the stock")),
        Command("pile", "take the top card of the discard pile", _pile, _any_of("draw", "discard"), _pile_top),
        Command(
            "deeper", "point deeper into the pile; Enter takes all from there up", _point(1), digging.may_dig, _always("dig")
        ),
        Command("less-deep", "point less deep into the pile", _point(-1), lambda model: model.dig > 0),
        Command("trick-pile", "draw from the trick pile", _TRICK[1], _TRICK[0], _always("draw from the trick pile")),
        Command("pass", "pass", _PASS[1], _PASS[0], _always("pass")),
        Command("meld", "meld the marked cards, or mark a meld", _meld, prompts.may_meld, prompts.meld_bar),
        Command("lay-off", "lay a card off on a meld; 1 to 9 choose the meld", _lay_off, prompts.may_lay_off, _always("lay off")),
        Command("knock", "knock, discarding the card under the cursor", _knock, _any_of("knock"), _always("knock")),
        Command("swap", "put a card in a joker's place", _swap, _any_of("swap"), _always("take a joker")),
        Command("buy", "buy the discard", _BUY[1], _BUY[0], _always("buy")),
        Command("tunk", "tunk", _TUNK[1], _TUNK[0], _always("tunk")),
        Command("return", "put the dug cards back", _RETURN[1], _RETURN[0], _always("put back")),
        Command(
            "ask-open",
            "ask your team whether you may make its first meld",
            _ASK_OPEN[1],
            _ASK_OPEN[0],
            _always("ask: first meld?"),
        ),
        Command("ask-out", "ask your team whether you may go out", _ASK_OUT[1], _ASK_OUT[0], _always("ask: out?")),
        Command("add", "shot the moon: every other seat pays", _ADD[1], _ADD[0], _always("the others pay")),
        Command("subtract", "shot the moon: off your own total", _SUBTRACT[1], _SUBTRACT[0], _always("off your total")),
        Command("yes", "vote yes, or say yes", _vote(True), _may_answer, _yes_bar("yes")),
        Command("no", "vote no, or say no", _vote(False), _may_answer, _yes_bar("no")),
        Command("all", "everything that you may do now, as a list", _show("menu"), _any, _always("all")),
        Command("hint", "what a bot would do", lambda model: Hint(), _any, _always("hint")),
        Command("order", "sort the hand by suits, by ranks, by melds", _order, _hold),
        Command("scores", "scores of the match and the evening", _show("scores")),
        Command("invite", "how others come to this table", _show("invite")),
        Command("say", "talk to the table", _say),
        Command("type", "type an action such as: play QS", _type("")),
        Command("slash", "type a command such as: /scores", _type("/")),
        Command("auto", "auto-play on or off: the only action there is, is done for you", _auto),
        Command("pause", "hold the table still, or go on", _pause),
        Command(
            "revive",
            "carry the table on from this machine, when its host is gone",
            lambda model: Revive(),
            lambda model: model.link == "reconnecting",
            _always("carry the table on"),
        ),
        Command("help", "this help, and the rules of the game", _show("help"), bar=_always("help")),
        Command("dismiss", "close what lies over the table; take all marks off", _dismiss),
        Command("quit", "leave the table; your seat waits for you", _quit),
    )
}


def bar(model: Model) -> list[tuple[str, str]]:
    """What the action bar says: names of commands that apply now, with the words for them."""
    return [(each.name, text) for each in COMMANDS.values() if each.when(model) and (text := each.bar(model))]
