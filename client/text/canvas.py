"""A sheet of character cells to paint on; pure text with style classes."""

from __future__ import annotations

import unicodedata

from wcwidth import wcswidth, wcwidth

Fragment = tuple[str, str]


def cells(text: str) -> int:
    """How many columns a text takes."""
    width = wcswidth(text)
    return width if width >= 0 else sum(max(wcwidth(char), 0) for char in text)


def cut(text: str, width: int) -> str:
    """The text cut to so many columns, with ``…`` where something is missing."""
    if width <= 0:
        return ""
    if cells(text) <= width:
        return text
    kept, used = "", 0
    for char in text:
        columns = max(wcwidth(char), 0)
        if used + columns > width - 1:
            break
        kept += char
        used += columns
    return kept + "…"


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most so many columns, broken at spaces where there are any."""
    width = max(width, 2)  # a wide character needs two, or there would be no end
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            joined = f"{line} {word}" if line else word
            if cells(joined) <= width:
                line = joined
                continue
            if line:
                lines.append(line)
            while cells(word) > width:
                head = cut(word, width + 1)[:-1]
                lines.append(head)
                word = word[len(head) :]
            line = word
        lines.append(line)
    return lines


class Canvas:
    """So many columns and rows; what is painted outside is cut off."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width, self.height = width, height
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "", most: int | None = None) -> int:
        """Paint text, at most ``most`` columns of it; returns the column after it."""
        if most is not None:
            text = cut(text, most)
        if not 0 <= y < self.height:
            return x + cells(text)
        chars, styles = self._chars[y], self._styles[y]
        for char in text:
            columns = wcwidth(char)
            if columns < 1:
                # a mark stays on its letter, two at most; what has no column otherwise could only do harm
                if 0 < x <= self.width and len(chars[x - 1]) in (1, 2) and unicodedata.category(char)[0] == "M":
                    chars[x - 1] += char
                continue
            if x >= 0 and x + columns <= self.width:
                self._part(chars, x)
                chars[x], styles[x] = char, style
                if columns == 2:
                    self._part(chars, x + 1)
                    chars[x + 1], styles[x + 1] = "", style
            x += columns
        return x

    @staticmethod
    def _part(chars: list[str], x: int) -> None:
        """A wide character that is painted over by half is gone as a whole."""
        if chars[x] == "" and x > 0:
            chars[x - 1] = " "
        if x + 1 < len(chars) and chars[x + 1] == "" and chars[x] != "":
            chars[x + 1] = " "

    def right(self, x: int, y: int, text: str, style: str = "") -> int:
        """Paint text that ends before column x; returns the column where it begins."""
        start = x - cells(text)
        self.put(start, y, text, style)
        return start

    def middle(self, x: int, width: int, y: int, text: str, style: str = "") -> None:
        """Paint text in the middle of some columns."""
        text = cut(text, width)
        self.put(x + (width - cells(text)) // 2, y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Clear a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def box(self, x: int, y: int, width: int, height: int, style: str, inside: str) -> None:
        """A cleared rectangle with a frame."""
        self.fill(x, y, width, height, inside)
        self.put(x, y, "╭" + "─" * (width - 2) + "╮", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, "╰" + "─" * (width - 2) + "╯", style)

    def lines(self) -> list[str]:
        """The rows as plain text, without spaces at their ends."""
        return ["".join(row).rstrip() for row in self._chars]

    def rows(self) -> list[list[Fragment]]:
        """The rows as runs of one style."""
        out: list[list[Fragment]] = []
        for chars, styles in zip(self._chars, self._styles, strict=True):
            row: list[Fragment] = []
            start = 0
            for x in range(1, self.width + 1):
                if x == self.width or styles[x] != styles[start]:
                    row.append((styles[start], "".join(chars[start:x])))
                    start = x
            out.append(row)
        return out
