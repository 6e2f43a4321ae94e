"""The options that rummies share, and what they come to in the rule record."""

from __future__ import annotations

from typing import Any

from rumpus.core.rules import Option, Options, option

DEALS = option("deals", 0, "end the match after so many deals instead; 0: play to the target", high=100)
RETURN_DISCARD = option("return_discard", False, "the card just taken from the pile may be discarded in the same turn")
MAX_TURNS_OVER = option(
    "max_turns_over", 0, "how often the pile makes a new stock before an empty one ends the deal; 0: no limit", high=1000
)


def target(points: int) -> Option:
    """The option ``target`` with a game's own default."""
    return option("target", points, "points that end the match", low=1, high=10000)


def common(chosen: Options) -> dict[str, Any]:
    """The fields that the shared options set, for those of them that the game has."""
    fields: dict[str, Any] = {"target": chosen.get("target", 0), "return_discard": chosen["return_discard"]}
    sources = {}
    if "deals" in chosen:
        fields["deals"] = chosen["deals"]
    if chosen.get("max_turns_over"):
        fields["turn_overs"] = chosen["max_turns_over"]
        sources["turn_overs"] = "option max_turns_over"
    return {**fields, "sources": sources}
