"""The lobby's list of tables on this network: which is under the cursor, and what is needed to sit down at it.

`Nearby` is pure: keys and lists of tables go in, the words of a command come out. `Listening` fills the list.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from rumpus.client.input.key_bindings import edit
from rumpus.client.model.model import Entry
from rumpus.client.session.discovery import FoundTable
from rumpus.client.text import faces
from rumpus.client.text.canvas import Canvas, cut

AGAIN = 3.0
"""Seconds between two looks at what is announced."""


@dataclass
class Nearby:
    """The tables that were heard; while ``entry`` is there the code for the table under the cursor is typed."""

    tables: list[FoundTable] = field(default_factory=list)
    at: int = 0
    entry: Entry | None = None
    notice: str = ""
    fresh: bool = False
    """Set where the list is to be begun anew, as after a change of network."""

    def hear(self, tables: list[FoundTable]) -> None:
        """Another list; the cursor stays on its table."""
        here = self.table()
        self.tables = tables
        if here is not None:
            self.at = next((n for n, each in enumerate(tables) if each.table == here.table and each.key == here.key), self.at)
        self.at = min(self.at, max(0, len(tables) - 1))

    def table(self) -> FoundTable | None:
        """The table under the cursor."""
        return self.tables[self.at] if self.at < len(self.tables) else None

    def press(self, key: str) -> list[str] | None:
        """What a key does: the words of a command, or None to stay."""
        self.notice = ""
        table = self.table()
        if self.entry is not None and table is not None:
            return self._in_entry(self.entry, table, key)
        if key in ("up", "down") and self.tables:
            self.at = (self.at + (1 if key == "down" else -1)) % len(self.tables)
        elif key == "r":
            self.fresh, self.tables, self.notice = True, [], "Listening anew."
        elif key in ("enter", "space", "w") and table is not None:
            return self._sit_down(table, watch=key == "w")
        return None

    def _sit_down(self, table: FoundTable, watch: bool) -> list[str] | None:
        if table.changed:
            self.notice = "Its key is not the one that you know: ask the host in person, and sit down with a fresh invite."
        elif not table.open:
            self.notice = "It does not answer at the moment."
        elif table.known:
            return [*_words(table), *(["--watch"] if watch else [])]
        else:
            self.entry = Entry()
        return None

    def _in_entry(self, entry: Entry, table: FoundTable, key: str) -> list[str] | None:
        from rumpus.net.identity.pairing import read_code

        if key == "escape":
            self.entry = None
        elif key == "enter":
            code = read_code(entry.text)
            if code is not None:
                return [*_words(table), code]
            self.notice = "A code is a number and two words, such as 7-otter-lamp."
        else:
            edit(entry, key)
        return None


def _words(table: FoundTable) -> list[str]:
    address = f"[{table.address}]" if ":" in table.address else table.address
    return ["join", f"{address}:{table.port}"]


def paint(canvas: Canvas, nearby: Nearby, x: int, y: int, width: int, height: int) -> None:
    """The list in its place; each table with where it is and whether its host is known."""
    canvas.put(x, y, "Tables on this network", "class:seat", width)
    if not nearby.tables:
        said = nearby.notice or "Listening … A guest Wi-Fi may keep its devices apart: then press j and type the address."
        canvas.put(x, y + 2, cut(said, width), "class:label")
        return
    for k, table in enumerate(nearby.tables[: max(1, height - 4)]):
        here = k == nearby.at
        state = "no answer" if not table.open else "KEY CHANGED" if table.changed else "known" if table.known else "new"
        canvas.put(x, y + 2 + k, faces.TURN if here else " ", "class:seat.turn")
        text = f"{table.name} · {table.game} · {table.free} of {table.seats} free · {table.address}:{table.port} · {state}"
        canvas.put(x + 2, y + 2 + k, cut(text, width - 2), "class:seat.turn" if here else "class:seat")
    below = y + 3 + min(len(nearby.tables), max(1, height - 4))
    if nearby.entry is not None:
        at = canvas.put(x, below, "The code that its screen shows: ", "class:prompt.turn", width)
        at = canvas.put(at, below, cut(nearby.entry.text, max(1, x + width - at - 1)), "class:entry")
        canvas.put(at, below, " ", "class:entry.cursor")
        below += 1
    canvas.put(x, below, cut(nearby.notice, width), "class:refused")


class Listening:
    """A thread that listens to the network and checks what it hears; ``tell`` is called in that thread."""

    def __init__(self, tell: Callable[[list[FoundTable]], None]) -> None:
        self.tell = tell
        self._stop = threading.Event()
        self._anew = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="rumpus lobby", daemon=True)
        self._thread.start()

    def anew(self) -> None:
        """Begin again, as after a change of network."""
        self._anew.set()

    def _listen(self) -> None:
        from rumpus.client.session import discovery
        from rumpus.net.discovery.mdns import Browser

        heard = threading.Event()
        browser = Browser(changed=heard.set)
        while not self._stop.is_set():
            if self._anew.is_set():
                self._anew.clear()
                browser.fresh()
            self.tell(discovery.checked(discovery.from_announced(browser.tables())))
            heard.wait(AGAIN)
            heard.clear()
        browser.close()

    def close(self) -> None:
        """Listen no more."""
        self._stop.set()
