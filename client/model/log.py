"""The log of a table: what happened there, was said, and was answered, line by line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from rumpus.client.text.events import UNTOLD, Names
from rumpus.client.text.log_lines import LogLine, line_of
from rumpus.core.events import Seen, View

LINES = 500
UNREAD = 1000
"""So many revisions and lines may wait to be read; then they are written, as nothing is kept for ever."""


class Log:
    """The last lines. What happened is put into words when it is read: who follows a table without showing it needs none.

    A sentence is told with the view as it was before its event, and so a view of the log's own comes after, event by event.
    """

    def __init__(self) -> None:
        self._lines: deque[LogLine] = deque(maxlen=LINES)
        self._written = 0
        self._unread: list[LogLine | tuple[list[Seen], Names]] = []
        self._view = View(-1)

    def begin(self, view: View) -> None:
        """What happens from now on follows upon this view."""
        self._write()
        self._view = View.read(view.data())

    def follow(self, events: list[Seen], names: Names) -> None:
        """One revision happened, at a table whose seats are called so."""
        self._unread.append((events, names))
        if len(self._unread) > UNREAD:
            self._write()

    def add(self, lines: Iterable[LogLine]) -> None:
        """Lines that are in words already."""
        self._unread += lines
        if len(self._unread) > UNREAD:
            self._write()

    def tell(self, sentences: Iterable[str]) -> None:
        """What the table, or the own program, has to say."""
        self.add(LogLine("table", sentence) for sentence in sentences)

    @property
    def lines(self) -> deque[LogLine]:
        """The lines that are kept, the last one at the end."""
        self._write()
        return self._lines

    @property
    def written(self) -> int:
        """How many lines there have been, for `since`."""
        self._write()
        return self._written

    def since(self, written: int) -> list[LogLine]:
        """The lines that came after so many."""
        self._write()
        kept = len(self._lines)
        return list(self._lines)[max(0, kept - (self._written - written)) :]

    def _write(self) -> None:
        unread, self._unread = self._unread, []
        for each in unread:
            if isinstance(each, LogLine):
                self._append(each)
                continue
            events, names = each
            for event in events:
                if event[0] != "note" or event[1] not in UNTOLD:
                    self._append(line_of(event, self._view, names))
                self._view.fold(event)

    def _append(self, line: LogLine | None) -> None:
        if line is not None:
            self._lines.append(line)
            self._written += 1
