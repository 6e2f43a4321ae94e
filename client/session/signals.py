"""The signals that ask a client to end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable


def on_signals(stop: Callable[[int], None]) -> None:
    """Call this with the exit status when the program is asked to end, or its terminal is closed."""
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(number, stop, 128 + number)
