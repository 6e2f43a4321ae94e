"""Melds as a sentence shows them."""

from __future__ import annotations

from typing import Any

from rumpus.client.text import faces
from rumpus.core.cards import Placed


def worth_text(meld: dict[str, Any]) -> str:
    """What a meld is worth, where the game says so: ``(20)``."""
    worth = meld.get("worth")
    return f"({worth})" if isinstance(worth, int) and not isinstance(worth, bool) else ""


def meld_text(meld: dict[str, Any]) -> str:
    """A meld's cards as a sentence shows them, attendants behind what they attend: ``J♠+3♥ Q♠+5♥ K♠+RJ``."""
    cards: list[Placed] = meld.get("cards", [])
    beside = meld.get("with") or [None] * len(cards)
    shown = [
        faces.face(code) + ("" if face is None else f"+{faces.face(face)}") for code, face in zip(cards, beside, strict=False)
    ]
    return " ".join([*shown, *filter(None, [worth_text(meld)])])
