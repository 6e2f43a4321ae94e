"""Where this user's things lie."""

from __future__ import annotations

import getpass
import os
from pathlib import Path


def config_home() -> Path:
    """The user's settings: what RUMPUS_HOME says, else the system's place for a program's settings."""
    named = os.environ.get("RUMPUS_HOME")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_config_dir("rumpus", appauthor=False))


def plugin_folder() -> Path:
    """Where the user's own plugin files lie."""
    return config_home() / "plugins"


def journal_folder() -> Path:
    """Where the journals of this user's tables lie."""
    from rumpus.net.identity.keys import home

    return home() / "tables"


def history_file() -> Path:
    """Where the finished matches of this user's tables are written down."""
    from rumpus.net.storage.history import HISTORY

    return journal_folder().parent / HISTORY


def own_name() -> str:
    """What this user is called if nobody says otherwise: the login name with a capital."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = ""
    return name[:1].upper() + name[1:] if name else "Guest"
