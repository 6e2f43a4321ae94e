"""Text from strangers, made fit for a terminal and a log: what is left is letters, marks, signs and single spaces.

The host cleans what comes in, the client cleans what it shows; both use `clean`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache

from wcwidth import wcswidth, wcwidth

NAME_CELLS = 20
CHAT_CELLS = 200
LOG_CELLS = 400
_MARKS = 2
_DROP = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_SPACE = frozenset(("Zl", "Zp", "Zs"))
_LINE_ENDS = frozenset("\t\n\v\f\r\x85")
_CLEAN = re.compile(r"[!-~♣♦♥♠·]+(?: [!-~♣♦♥♠·]+)*").fullmatch
"""Words of signs that are one column wide and meet no other sign: as most sentences about a table are."""


def clean(text: str, cells: int) -> str:
    """The text without control, format and unassigned characters, at most `cells` columns wide.

    NFC; any run of spaces, tabs and line ends is one space; at most two marks stay on a letter, none without one.
    """
    return text if len(text) <= cells and _CLEAN(text) else _cleaned(text, cells)


def _cleaned(text: str, cells: int) -> str:
    """The same, sign by sign."""
    kept: list[str] = []  # letters with their marks
    marks = _MARKS
    for char in unicodedata.normalize("NFC", text[: 16 * cells + 64]):
        if " " < char < "\x7f":
            kept.append(char)
            marks = 0
            continue
        category = unicodedata.category(char)
        if category in _SPACE or char in _LINE_ENDS:
            if kept and kept[-1] != " ":
                kept.append(" ")
                marks = _MARKS
        elif category in _DROP:
            continue
        elif category[0] == "M":
            if marks < _MARKS:
                kept[-1] += char
                marks += 1
        elif wcwidth(char) > 0:
            kept.append(char)
            marks = 0
    return unicodedata.normalize("NFC", _cut(kept, cells).rstrip(" "))


def _cut(kept: list[str], cells: int) -> str:
    """As many letters from the start as fit into the columns."""
    text = "".join(kept)
    if text.isascii():
        return text[:cells]
    kept = kept[: 2 * cells]
    end = bisect_right(range(len(kept) + 1), cells, key=lambda end: wcswidth("".join(kept[:end]))) - 1
    while wcswidth("".join(kept[:end])) > cells:
        end -= 1
    return "".join(kept[:end])


def clean_name(text: str) -> str:
    """A name as it is shown: at most 20 columns; empty if nothing is left of it."""
    return clean(text, NAME_CELLS)


def clean_chat(text: str) -> str:
    """A line of talk as it is shown: at most 200 columns."""
    return clean(text, CHAT_CELLS)


def clean_page(text: str) -> str:
    """A page of several lines, each cleaned; spaces that begin a line are kept as two."""
    lines = text.split("\n")[:400]
    return "\n".join(("  " if line.startswith("  ") else "") + clean(line, CHAT_CELLS) for line in lines)


@lru_cache(maxsize=512)
def folded(name: str) -> str:
    """What two names must not share: NFKC and casefold, so that look-alikes by width or case are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def unique(name: str, others: list[str]) -> str:
    """This name, or with 2, 3 … behind it if somebody at the table has it; "guest" if nothing is left of it."""
    name = clean_name(name) or "guest"
    taken = {folded(other) for other in others}
    if folded(name) not in taken:
        return name
    for number in range(2, 1000):
        tail = f" {number}"
        longer = clean(name, NAME_CELLS - len(tail)) + tail
        if folded(longer) not in taken:
            return longer
    raise ValueError(f"A thousand people cannot share the name {name}: choose another one.")
