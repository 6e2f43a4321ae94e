"""A seat at a table where royalty is attended, with a hand and melds that a test writes down."""

from __future__ import annotations

from typing import Any

from rumpus.client.model.model import Model
from rumpus.core.cards import read_code
from rumpus.core.events import Place, View
from rumpus.core.families.black_heart.rule import AttendedRule
from rumpus.core.families.melds.rule import Meld
from rumpus.net.guest.events import Heard, WelcomeNews
from rumpus.net.protocol.messages import Offer
from screen_tables import Sitting

RULE = AttendedRule()


def cards(text: str) -> list[int]:
    """Cards and placed jokers as they are written."""
    codes = [read_code(word) for word in text.split()]
    assert None not in codes
    return [code for code in codes if code is not None]


LYING = (
    Meld("sequence", tuple(cards("7S 8S 9S"))),
    Meld("group", tuple(cards("7C 7H 7C"))),
    Meld("group", tuple(cards("KS KC KC"))),
)


def seated(hand: str, acts: list[str], lying: tuple[Meld, ...] = (), **notes: Any) -> Model:
    """A seat that holds these cards, at a table with these melds, all made by the next seat."""
    session = Sitting("black-heart-rum", 4)
    view = View(0)
    view.places[0] = Place("hand", 0, True, cards(hand))
    for seat in range(1, 4):
        view.places[seat] = Place("hand", seat, False, 10)
    view.places[4] = Place("stock", -1, False, 20)
    view.places[5] = Place("discard", -1, True, cards("4C 5H"))
    for number, meld in enumerate(lying, 1):
        view.places[5 + number] = Place("meld", 1, True, [code & 63 for code in meld.cards])
        note = {"zone": 5 + number, "owner": 1, "kind": meld.kind, "cards": list(meld.cards), "owners": [1] * len(meld.cards)}
        view.notes[f"meld/{number}"] = {**note, "with": [None] * len(meld.cards)}
    attended = {"jokers": True, "around": True, "own": False}
    view.notes |= {"turn": [0], "phase": "meld", "number": 0, "dealer": 0, "totals": [0] * 4, "attended": attended, **notes}
    session.hear(WelcomeNews(0, 0, view, [], None), Heard(1, [], Offer(1, acts, [])))
    return session.model
