"""A charter as everybody is shown it: what it holds, what its house rules do, and where their order matters."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from rumpus.core.game import Charter

HELP_LETTERS = 300
PAIRS_MOST = 64


class ShownCharter(NamedTuple):
    """A charter as plain data with its hash; `helps` says what each house rule does, `order` the pairs whose order counts."""

    charter: dict[str, Any]
    helps: dict[str, str]
    order: list[list[str]]


def agreed(charter: Charter, limit: Callable[[], AbstractContextManager[Any]], over: type[BaseException]) -> ShownCharter:
    """What is shown of a charter.  House rules run here, within `limit`, which may raise `over`."""
    helps = {rule.name: rule.help[:HELP_LETTERS] for rule in charter.house_rules}
    order: list[list[str]] = []
    if len(charter.house_rules) > 1:
        try:
            with limit():
                order = charter.order_matters()[:PAIRS_MOST]
        except (Exception, over):
            order = []  # whoever wrote them: the order that is shown is the one that is played
    return ShownCharter({**charter.data(), "hash": charter.hash}, helps, order)
