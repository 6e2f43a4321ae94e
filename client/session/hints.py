"""Help with the own hand, from the games that are installed here: what a bot would do, and which cards make melds.

A client can play games that it does not have; then there is less of this, and the rest is as ever.
"""

from __future__ import annotations

from typing import Any

from rumpus.client.model.hand_selection import Arranged
from rumpus.client.model.model import Model
from rumpus.client.setup.paths import plugin_folder
from rumpus.core.actions import Action, card_set
from rumpus.core.cards import card_of
from rumpus.core.events import View
from rumpus.core.shuffling.seeded import Stream, tag
from rumpus.core.timeouts import by_default
from rumpus.net.protocol.sanitize import LOG_CELLS, clean

_FOUND: list[Any] = []
NODES = 1000
"""So many positions are looked at to sort a hand where royalty is attended."""


def installed() -> Any:
    """The games that are installed here, found once, when something is first asked of them."""
    if not _FOUND:
        from rumpus.core.hooks import find_plugins

        _FOUND.append(find_plugins(folder=plugin_folder()))
    return _FOUND[0]


def hint(model: Model) -> tuple[str, Action | None]:
    """A sentence with a sensible action, and the action: a bot's, where one knows the game, else what the clock would play."""
    if not model.offers:
        return "It is not your turn.", None
    why = "No bot here knows this game"
    try:
        chosen = _bots_choice(model)
    except Exception as failed:  # a bot's own code: what failed is said, and the player plays on
        chosen, why = None, f"The basic bot failed ({type(failed).__name__}: {clean(str(failed), LOG_CELLS)})"
    if chosen is not None:
        return f"A hint: {chosen}", chosen
    first = by_default(model.view, model.offers)[0]
    return f"{why}; one thing that you may do: {first}", first


def _at_table(model: Model) -> tuple[Any, Any]:
    """The basic bot for the game on the table, if there is one, and the charter; raises where the game is not here."""
    from rumpus.core.record import charter_for

    found, told = installed(), model.charter
    charter = charter_for(found, told["game"], told["seats"], told["options"], list(told["house_rules"]))
    return found.bot("basic", charter.game), charter


def _arranged(rule: Any, hand: tuple[int, ...]) -> Arranged | None:
    """A hand sorted into melds by a game's rule of melds, of either kind; None where that is of another kind still."""
    from rumpus.core.families.black_heart.rule import AttendedRule
    from rumpus.core.families.black_heart.search import best_meld, value_of
    from rumpus.core.families.melds import MeldRule, arrange

    if isinstance(rule, AttendedRule):
        found = best_meld(rule, hand, [], nodes=NODES, by_value=True)
        parts = [list(card_set(part)) for part in found.parts] if found is not None else []
        return Arranged(parts, value_of(hand) - (found.value if found is not None else 0))
    if not isinstance(rule, MeldRule):
        return None
    best = arrange(rule, hand)
    return Arranged([[card_of(code) for code in meld.cards] for meld in best.melds], best.deadwood)


class HandSorter:
    """Sorts a hand into melds by the rules of the table's game, where that game is installed here."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._rule: tuple[str, Any] = ("", None)
        self._known: tuple[Any, Arranged | None] = (None, None)

    def __call__(self, hand: tuple[int, ...]) -> Arranged | None:
        """The melds of the hand, and what the rest counts; None where the game has no melds, or is not known here."""
        rule = self._melds()
        if rule is None:
            return None
        asked = (self._rule[0], hand)
        if self._known[0] != asked:
            self._known = (asked, _arranged(rule, hand))
        return self._known[1]

    def _melds(self) -> Any:
        name = str(self.model.charter.get("hash", ""))
        if name and self._rule[0] != name:
            try:
                self._rule = (name, getattr(_at_table(self.model)[1].rules, "melds", None))
            except Exception:
                self._rule = (name, None)
        return self._rule[1]


def _bots_choice(model: Model) -> Action | None:
    """What the basic bot would do; None where the game is not installed here, or no bot plays it. Raises what the bot raises."""
    try:
        kind, charter = _at_table(model)
    except ValueError:  # not installed, or in another version that takes other options
        return None
    if kind is None:
        return None
    bot = kind.make(model.seat, charter, Stream(tag("hint"), f"bot/{model.seat}"))
    bot.hear(model.story)
    chosen: Action = bot.choose(View.read(model.view.data()), list(model.offers))
    return chosen
