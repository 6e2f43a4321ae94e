"""The settings of a table: how it waits and votes.  They are shown with the charter and are no part of it."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.core.rules import BadOption, Option, Value, option

SETTINGS: tuple[Option, ...] = (
    option("grace", 60, "seconds that a seat waits for its person before a bot stands in", low=0, high=3600),
    option("vote_time", 30, "seconds that a vote stays open", low=1, high=600),
    option("quorum", 0, "yes votes that decide a proposal; 0 for the majority of the people", low=0, high=64),
    option(
        "clock",
        0,
        "seconds that a person may think; then the clock plays (see timeout); 0 for no clock",
        low=0,
        high=3600,
    ),
    option(
        "timeout",
        "default",
        "what the clock plays: default (what the game says: pass, draw from the stock, discard the card just drawn; in "
        "Hearts what the basic bot would play) or bot (the basic bot's choice in every game)",
        "default",
        "bot",
    ),
    option("bank", 0, "spare seconds of each person for a whole match, used up when the clock has run out", low=0, high=3600),
    option(
        "keep_hands",
        "all",
        "which hands that were played the host's machine keeps: all (matches can be saved as records), "
        "match (until the match is over), none (nothing of a deal once it is over)",
        "all",
        "match",
        "none",
    ),
    option("bot_time", 10, "seconds that a bot may think; then the clock plays for it", low=1, high=600),
)


def read_settings(chosen: Mapping[str, object]) -> dict[str, Value]:
    """Every setting with its value; raises BadOption."""
    known = {each.name: each for each in SETTINGS}
    for name in chosen:
        if name not in known:
            raise BadOption(f"A table has no setting {name[:30]!r}; its settings are {', '.join(known)}.")
    return {name: each.read(chosen[name]) if name in chosen else each.default for name, each in known.items()}


def parse_setting(name: str, text: str) -> Value:
    """The value of a setting as somebody typed it; raises BadOption."""
    for each in SETTINGS:
        if each.name == name:
            return each.parse(text)
    raise BadOption(f"A table has no setting {name[:30]!r}; its settings are {', '.join(each.name for each in SETTINGS)}.")
