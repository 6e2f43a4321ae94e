"""A bound on the time of other people's code, where the system can give one: plugins in the host, bots in their worker."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from rumpus.net.table.engine import Overrun

PLUGIN_SECONDS = 1.0


def time_limit(seconds: float) -> Callable[[], AbstractContextManager[Any]]:
    """A context that raises Overrun in whatever runs in it for longer; it does nothing outside the main thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return nullcontext
    signal.signal(signal.SIGALRM, _overrun)

    limited = _Limited(seconds)
    return lambda: limited


class _Limited:
    """The context: an alarm that rings again, for code that takes no first no."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, self.seconds, 0.1)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.0)


def _overrun(*_: object) -> None:
    raise Overrun
