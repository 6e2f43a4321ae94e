"""The lines of the log: one for each event that has a sentence, fit for a terminal."""

from __future__ import annotations

from typing import NamedTuple

from rumpus.client.text.events import Names, tell
from rumpus.core.events import Seen, View
from rumpus.net.protocol.sanitize import LOG_CELLS, clean

_ENDS = frozenset(("ended", "scores", "totals", "winners", "final"))


class LogLine(NamedTuple):
    """One line of the log. ``kind``: event, own, table, talk, end, refused; ``by`` is who talks."""

    kind: str
    text: str
    by: str = ""


def line_of(event: Seen, view: View, names: Names) -> LogLine | None:
    """The line for an event, told with the view as it was before; None where nothing need be said.

    A host that notes what nobody can put into words loses the sentence, and nothing else.
    """
    try:
        told = tell(event, view, names)
    except (TypeError, ValueError, LookupError, AttributeError):
        return None
    text = clean(told, LOG_CELLS) if told else ""
    if not text:
        return None
    if event[0] == "note":
        return LogLine("end" if event[1] in _ENDS else "event", text)
    return LogLine("own" if text.startswith("You ") else "event", text)
