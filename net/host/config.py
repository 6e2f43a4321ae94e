"""How a table is opened: what the host's process is told at its start."""

from __future__ import annotations

import msgspec


class HostConfig(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How a table is opened.

    `seats` None is the game's own number; `bots` of them are filled by bots of the kind `bot`, the highest first.
    `port` 0 is any free one; with `port_free` another one is taken where it is in use.  `seed` is a text to draw from,
    for teaching and tests.  `matches` 0 plays until the table is closed.  An `open` table is called out on the network, answers
    who asks at its address, and lets people in by a spoken code.  `journal` is the folder for the table's journal (empty: none is
    kept); `resume` is the journal of an interrupted table to go on with, which brings the rest along.
    """

    game: str = ""
    seats: int | None = None
    bots: int = 0
    bot: str = "random"
    options: dict[str, bool | int | str] = {}
    house_rules: list[str] = []
    settings: dict[str, bool | int | str] = {}
    plugins: list[str] = []
    folder: str | None = None
    seed: str | None = None
    bind: str = "127.0.0.1"
    port: int = 0
    port_free: bool = True
    matches: int = 0
    headless: bool = False
    table: str = ""
    open: bool = False
    journal: str = ""
    resume: str = ""
