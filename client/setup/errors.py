"""How a command says that it was asked for wrongly, or that it did not work: one sentence, and an exit status."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import click


class Wrong(click.ClickException):
    """Asked for in a way that cannot be: one sentence, exit status 2."""

    exit_code = 2


class Failed(click.ClickException):
    """It did not work: one sentence, exit status 1."""

    exit_code = 1


@contextlib.contextmanager
def records_in(folder: str) -> Iterator[Path]:
    """The folder for records, made where it is not there; a sentence and exit status 1 where they cannot be written."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        yield Path(folder)
    except OSError as why:
        raise Failed(f"Records cannot be written to {folder} ({why.strerror}); choose another folder with --save.") from None
