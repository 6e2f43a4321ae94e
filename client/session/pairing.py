"""Knocking with a spoken code: the guest proves that it knows the code, the host that it does, and then keys are enough."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

import click
from rumpus.client.session.discovery import FoundTable, find
from rumpus.client.session.failover import first_host
from rumpus.client.setup.errors import Failed, Wrong
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import KeyFile, KeyPair

PATIENCE = 15.0
ASK_FOR_CODE = (
    "Say the code that the host's screen shows, such as 7-otter-lamp: rumpus join {} CODE. "
    "Or ask for the whole invite, and paste it."
)
CHANGED = (
    "The table {} has another key than when you last sat there: this may be somebody who pretends to be the host. "
    "Nothing was sent. Ask the host in person; if it was set up anew, sit down with a fresh invite."
)


def split_code(words: Sequence[str]) -> tuple[str, str]:
    """The table and the code from the words of the command line: ``Kitchen 7-otter-lamp``, ``Kitchen 7 otter lamp``.

    Raises Wrong where the last word looks like a code and is none.
    """
    from rumpus.net.identity.pairing import read_code

    for many in (1, 3):
        if len(words) >= many and read_code(" ".join(words[-many:])):
            return " ".join(words[:-many]), " ".join(words[-many:])
    if len(words) > 1 and re.fullmatch(r"\d+-\w+-\w+", words[-1]):
        _read(words[-1])
    return " ".join(words), ""


def invite_for(place: str, code: str, name: str, ask: bool = False) -> Invite:
    """Where to sit down, from a table's name or address and the spoken code; a known table needs no code.

    With ``ask`` a code that is needed is asked for. Raises Failed or Wrong with a sentence.
    """
    found = find(place)
    if found.changed:
        raise Failed(CHANGED.format(found.name or found.table[:8]))
    if found.carried:
        click.echo(f"{found.carried}'s machine carries the table on.", err=True)
    spoken = _read(code) if code else ""
    if not spoken and not found.known:
        if not ask:
            raise Wrong(ASK_FOR_CODE.format(place or found.name))
        typed = click.prompt(f"The code that the screen of {found.name or 'the host'} shows", prompt_suffix=": ", err=True)
        spoken = _read(str(typed))
    if spoken:
        with KeyFile(first_host(found.key.encode()), name) as key:
            knock(found, spoken, key.pair)
    return found.invite()


def _read(code: str) -> str:
    from rumpus.net.identity.pairing import read_code

    spoken = read_code(code)
    if spoken is None:
        raise Wrong(f"'{code[:40]}' is no code; it is a number and two words, such as 7-otter-lamp.")
    return spoken


def knock(found: FoundTable, code: str, pair: KeyPair, patience: float = PATIENCE) -> None:
    """Prove to the host that this key knows the code; raises Failed with the sentence."""
    from rumpus.net.transport.pairing_client import PairingClient

    knocked = PairingClient(found.invite(), found.table, code, pair)
    until = time.monotonic() + patience
    try:
        while not knocked.done and time.monotonic() < until:
            knocked.wait(0.5)
    finally:
        knocked.close()
    if knocked.refused:
        raise Failed(knocked.refused)
    if not knocked.done:
        raise Failed(f"The host at {found.address}:{found.port} does not answer: is the table still open?")
