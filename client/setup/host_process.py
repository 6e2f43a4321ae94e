"""The host's process, as the client that opens a table sees it.

The host runs in a session of its own, so that Ctrl-C in a client does not reach it and a crashed screen does not end
the table.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import Any

import click
from rumpus.client.setup.errors import Failed

INVITE, OWNER = "invite: ", "owner: "


class HostProcess:
    """The host's process: started at once, its invite read when it is wanted."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the host
        command = [sys.executable, "-m", "rumpus.net.host.server", json.dumps(config)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
        )

    def invite(self) -> str:
        """The invite, as soon as the table is open; a sentence where it cannot be opened."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode("utf-8", "replace").strip()
        if not line.startswith(INVITE):
            self.process.wait()
            self._errors.seek(0)
            said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
            raise Failed(said[-1][:400] if said else "The host did not start; try again, or look at rumpus host --headless.")
        return line.removeprefix(INVITE)

    def owner(self) -> str:
        """The word with which the own client closes the table; call it after `invite`. Nobody else is told it."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode("utf-8", "replace").strip()
        return line.removeprefix(OWNER) if line.startswith(OWNER) else ""

    def said(self) -> list[str]:
        """What the host has said so far that is no invite."""
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace").splitlines()


def serve_here(config: dict[str, Any]) -> None:
    """Serve a table in this process until it is closed; its first line is the invite."""
    from rumpus.net.host.config import HostConfig
    from rumpus.net.host.server import serve

    try:
        serve(HostConfig(**config), lambda invite: click.echo(f"{INVITE}{invite}"))
    except (ValueError, OSError) as why:
        raise Failed(str(why)) from None
