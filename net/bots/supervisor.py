"""The bots' worker process as the host sees it: started when a bot is wanted, told of more bots, started again if it dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rumpus.net.identity.keys import KeyPair, new_pair

RESTARTS = 20
PAUSE = 1.0
READ_MOST = 65536


class BotSupervisor:
    """One process that plays all bot seats of a table, each with a key of its own.

    `told` is what the process needs before any bot: invite, kind of bot, plugin files, seed.
    """

    def __init__(self, told: dict[str, object], log: Callable[[str], None]) -> None:
        self.told = told
        self.log = log
        self._bots: dict[str, KeyPair] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths = 0
        self._again_at = 0.0
        self._rest = b""

    def add(self) -> bytes:
        """A new bot; returns its public key, which the host has to admit before the bot arrives."""
        pair = new_pair()
        self._bots[pair.public.decode()] = pair
        if self._process is not None and self._process.poll() is None:
            self._tell(pair)
        return pair.public

    def start(self, for_the_clock: bool = False) -> None:
        """Starts the process, if there is a bot for it, or the clock will have questions."""
        if self._process is None and (self._bots or for_the_clock):
            self._start()

    def decide(self, question: dict[str, object]) -> None:
        """Asks what the clock plays for a seat; the process is started for it where the table has no bots."""
        if self._process is None:
            self._start()
        self._say(question)

    def heard(self) -> list[dict[str, Any]]:
        """What the process has said since the last time."""
        process = self._process
        if process is None or process.stdout is None:
            return []
        with suppress(OSError):
            self._rest += os.read(process.stdout.fileno(), READ_MOST)
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(line) for line in lines]

    def keep(self, keys: set[str]) -> list[str]:
        """Only these bots are wanted any more; returns the others, whose links the host's good-bye has ended."""
        gone = [key for key in self._bots if key not in keys]
        for key in gone:
            del self._bots[key]
        return gone

    def look(self, now: float) -> None:
        """Starts a process that died again, after a moment."""
        if self._process is None or self._process.poll() is None or not self._bots or self._deaths >= RESTARTS:
            return
        if not self._again_at:
            self._deaths += 1
            self._again_at = now + PAUSE
            self.log(f"The bots' process has ended (status {self._process.returncode}); it is started again.")
        elif now >= self._again_at:
            self._again_at = 0.0
            self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rumpus.net.bots.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._rest = b""
        self._say(self.told)
        for pair in self._bots.values():
            self._tell(pair)

    def _tell(self, pair: KeyPair) -> None:
        self._say({"public": pair.public.decode(), "secret": pair.secret.decode()})

    def _say(self, what: dict[str, object]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(what).encode() + b"\n")
            self._process.stdin.flush()

    def close(self) -> None:
        """The end of its standard input ends the process."""
        process = self._process
        if process is None or process.stdin is None:
            return
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(1.0)
        if process.stdout is not None:
            process.stdout.close()
