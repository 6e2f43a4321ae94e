"""What somebody may have meant who wrote a name that there is not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

CLOSE = 0.6


def nearest(word: str, names: Iterable[str]) -> str:
    """The name that a word comes nearest to; empty where it comes near none.

    ``Hearts`` and ``gin rummy`` are names in other spellings, ``gin`` begins one, ``haerts`` is mistyped.
    """
    known = sorted(names, key=lambda name: (len(name), name))
    written = "-".join(word.lower().replace("_", " ").split())
    if written in known:
        return written
    parts = [name for name in known if written and written in (name.split("-")[0], name)]
    close = difflib.get_close_matches(written, known, 1, CLOSE)
    return next(iter([*parts, *close]), "")


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """A question to end a sentence with: ``: did you mean gin-rummy?``; empty where no name is near."""
    name = nearest(word, names)
    return f": did you mean {name}?" if name else ""
