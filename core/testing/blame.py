"""Where in a plugin a broken law comes from: the line that raised, or the function that was last in the deal."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any

from rumpus.core.actions import read_action
from rumpus.core.cards import card
from rumpus.core.game import Charter
from rumpus.core.match import Match
from rumpus.core.testing.invariants import Broken, accepts


@dataclass(frozen=True)
class Place:
    """A place in a plugin: its file, the line, the function, and whether that line raised."""

    file: str
    line: int
    function: str
    raised: bool

    def __str__(self) -> str:
        role = "which raised it" if self.raised else "the plugin's function that was last in the deal"
        return f"{self.file}:{self.line} in {self.function}, {role}"


def files_of(module: ModuleType) -> frozenset[str]:
    """The Python files of a plugin: its own, or all that lie beside it in its package."""
    own = Path(str(module.__file__)).resolve()
    if "." not in module.__name__ and own.name != "__init__.py":
        return frozenset({str(own)})
    return frozenset(map(str, own.parent.rglob("*.py")))


def place_of(broken: Broken, charter: Charter, files: Collection[str]) -> Place | None:
    """The line of a plugin that raised what broke a law; else the plugin's function that was last in the deal.

    None where nothing of the plugin ran: then it follows from what the plugin declares.
    """
    cause = broken.__cause__
    raised = line_that_raised(cause, files) if cause is not None else None
    return raised if raised is not None or not broken.record else _last_in_deal(broken, charter, files)


def line_that_raised(error: BaseException, files: Collection[str]) -> Place | None:
    """The innermost line of these files that an error came through, or None where it came through none."""
    found, step = None, error.__traceback__
    while step is not None:
        if _file(step.tb_frame.f_code) in files:
            found = _place(step)
        step = step.tb_next
    return found


def place_of_method(kind: type, name: str, files: Collection[str]) -> Place | None:
    """Where a class of a plugin writes a method; None where it is not written there."""
    code = getattr(getattr(kind, name, None), "__code__", None)
    if code is None or _file(code) not in files:
        return None
    return Place(_file(code), code.co_firstlineno, _function(code), raised=False)


def _place(step: TracebackType) -> Place:
    code = step.tb_frame.f_code
    return Place(_file(code), step.tb_lineno, _function(code), raised=True)


def _function(code: CodeType) -> str:
    """The function by its name; a comprehension in it goes by the name of the function."""
    return code.co_qualname.partition(".<locals>.<")[0]


@cache
def _resolved(name: str) -> str:
    return str(Path(name).resolve()) if not name.startswith("<") else name


def _file(code: CodeType) -> str:
    return _resolved(code.co_filename)


def _last_in_deal(broken: Broken, charter: Charter, files: Collection[str]) -> Place | None:
    """Play the record once more, and watch which functions of the plugin are called."""
    calls: list[CodeType] = []
    with _watching(files, calls), suppress(Exception):  # what it raises is known already
        _play_again(broken, charter)
    if not calls:
        return None
    return Place(_file(calls[-1]), calls[-1].co_firstlineno, _function(calls[-1]), raised=False)


def _play_again(broken: Broken, charter: Charter) -> None:
    match = Match(charter, broken.record["dealer"])
    deal = None
    for recorded in broken.record["deals"]:
        if deal is not None:
            match.settle(deal)
        deal = match.open_deal([card(name) for name in recorded["deck"].split()], story=True)
        for seat, text in recorded["actions"]:
            deal.act(seat, read_action(text))
    if deal is not None and broken.tried is not None:
        deal.offers(broken.tried[0])
        accepts(deal, *broken.tried)


@contextmanager
def _watching(files: Collection[str], calls: list[CodeType]) -> Iterator[None]:
    """Note every call of a function that is written in one of these files."""

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and _file(frame.f_code) in files:
            calls.append(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
