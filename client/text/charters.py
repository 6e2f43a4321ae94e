"""What a table plays by, in sentences: the charter, what its house rules do, and in what it is another one than before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rumpus.core.rules import spell
from rumpus.net.protocol.messages import Played, Proposal, Reckoning, State
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.table.settings import read_settings

LEAVING = "If everybody says yes the match is left after this deal; if only most do, it comes after the match."


def lines(charter: Mapping[str, Any], helps: Mapping[str, str], order: Sequence[Sequence[str]]) -> list[str]:
    """The whole charter: game, seats, short hash and plugin; its options; each house rule, and where their order matters."""
    plugin = " ".join(filter(None, [str(charter.get("plugin", "")), str(charter.get("version", ""))]))
    where = f", plugin {plugin}" if plugin else ""
    said = [f"{charter.get('title', '')} for {charter.get('seats', '?')} seats, charter {charter.get('hash', '')}{where}."]
    options = _options(charter)
    if options:
        said.append(f"Options: {', '.join(f'{name} {_value(value)}' for name, value in options.items())}.")
    return [clean(each, LOG_CELLS) for each in [*said, *_rules(charter, helps, order)]]


def settings(state: State, *, all_of_them: bool = True) -> list[str]:
    """How the table waits and votes; of those settings alone that somebody chose, if not ``all_of_them`` are wanted."""
    usual = read_settings({})
    shown = {name: value for name, value in state.settings.items() if all_of_them or value != usual.get(name)}
    told = ", ".join(f"{name} {_value(value)}" for name, value in shown.items())
    return [clean(f"Settings of the table: {told}.", LOG_CELLS)] if told else []


def table(state: State) -> list[str]:
    """What a table plays by, and how it waits and votes."""
    return [*lines(state.charter, state.helps, state.order), *settings(state)]


def _rules(charter: Mapping[str, Any], helps: Mapping[str, str], order: Sequence[Sequence[str]]) -> list[str]:
    plugins = charter.get("house_rule_plugins")
    origins = plugins if isinstance(plugins, dict) else {}
    said = []
    for name in _names(charter):
        origin = f" (plugin {origins[name]})" if origins.get(name) else ""
        said.append(f"House rule {name}: {helps.get(name, '')}{origin}")
    said += [f"The order matters: {pair[0]} comes before {pair[1]}." for pair in order if len(pair) == 2]
    return said


def _names(charter: Mapping[str, Any]) -> list[str]:
    rules = charter.get("house_rules")
    return [str(name) for name in rules] if isinstance(rules, list) else []


def _options(charter: Mapping[str, Any]) -> dict[str, Any]:
    options = charter.get("options")
    return options if isinstance(options, dict) else {}


def _value(value: Any) -> str:
    return spell(value) if isinstance(value, (bool, int, str)) else str(value)


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """In what a charter differs from an older one, each as the end of a sentence; empty where they are the same."""
    said = []
    if old.get("game") != new.get("game"):
        said.append(f"the game is now {new.get('title', new.get('game', ''))}")
    if old.get("seats") != new.get("seats"):
        said.append(f"the seats are now {new.get('seats')}")
    before, after = _options(old), _options(new)
    same_game = old.get("game") == new.get("game")
    for name, value in after.items():
        if (name in before or same_game) and before.get(name) != value:
            said.append(f"{name} is now {_value(value)}")
    ours, theirs = _names(old), _names(new)
    said += [f"house rule {name} is new" for name in theirs if name not in ours]
    said += [f"house rule {name} is gone" for name in ours if name not in theirs]
    if sorted(ours) == sorted(theirs) and ours != theirs:
        said.append(f"the house rules come in another order: {', '.join(theirs)}")
    if (old.get("plugin"), old.get("version")) != (new.get("plugin"), new.get("version")) and same_game:
        said.append(f"the plugin is now {new.get('plugin', '')} {new.get('version', '')}".rstrip())
    if not said and old.get("hash") != new.get("hash"):
        said.append("a house rule comes from another plugin")
    return said


def told(old: Mapping[str, Any] | None, state: State, first: bool) -> list[str]:
    """What is said when the table shows another charter than the last one, and of house rules to who sits down."""
    differ = changes(old, state.charter) if old else []
    if not differ:
        return lines(state.charter, state.helps, state.order) if first and state.helps else []
    since = " since you last sat here" if first else ""
    said = clean(f"The charter has changed{since}: {'; '.join(differ)}.", LOG_CELLS)
    return [said, *lines(state.charter, state.helps, state.order)]


def proposed(proposal: Proposal, state: State) -> list[str]:
    """What a proposal would change, and when: to be read before the vote."""
    if not proposal.charter:
        return []
    said = lines(proposal.charter, proposal.helps, proposal.order)
    differ = changes(state.charter, proposal.charter)
    said.append(clean(f"What would change: {'; '.join(differ)}." if differ else "Nothing would change.", LOG_CELLS))
    if proposal.watch:
        said.append(f"{' and '.join(proposal.sit)} would sit, {' and '.join(proposal.watch)} would look on.")
    return [*said, LEAVING] if state.state == "playing" else said


# --- the evening's book -----------------------------------------------------------------------------------------------


def played(one: Played) -> str:
    """A match in the book: who won it, and everybody's total."""
    named = zip(one.names, one.totals, strict=False) if len(one.names) == len(one.totals) else [("", each) for each in one.totals]
    totals = " · ".join(f"{name} {total}".strip() for name, total in named)
    return f"{one.game}: {'unfinished' if one.unfinished else ' and '.join(one.winners) + ' won'}, {totals}"


def reckoned(one: Reckoning) -> str:
    """A person's evening."""
    matches = "1 match" if one.matches == 1 else f"{one.matches} matches"
    points = " · ".join(f"{game} {total}" for game, total in one.points.items())
    return f"{one.name}: {one.wins} won of {matches}; points: {points}"


def benched(state: State) -> list[str]:
    """Who sits out, each with the seat that waits."""
    return [f"{each.name} (seat {each.number + 1} waits{', away' if each.away else ''})" for each in state.benched]
