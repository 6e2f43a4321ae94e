"""ZeroMQ's door-keeper, answered in the host's own loop.  Any CURVE key passes; what it may do, its place decides.

Without an answer nobody gets in: the socket enforces its domain.
"""

from __future__ import annotations

from typing import Any

import zmq
from rumpus.net.identity.keys import z85

DOMAIN = b"rumpus"
ENDPOINT = "inproc://zeromq.zap.01"


class ZapAuthenticator:
    """The REP socket that ZeroMQ asks about every handshake."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        self.socket = context.socket(zmq.REP)
        self.socket.linger = 0
        self.socket.bind(ENDPOINT)

    def answer_all(self) -> None:
        """Answers every question that is waiting."""
        while True:
            try:
                question = self.socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            self.socket.send_multipart(answer(question))

    def close(self) -> None:
        """Nobody gets in any more."""
        self.socket.close()


def answer(question: list[Any]) -> list[bytes]:
    """The answer to one question: yes, and which key it is, for a CURVE key in our domain; no for anything else."""
    version, number = (question[0], question[1]) if len(question) > 1 else (b"1.0", b"")
    if version == b"1.0" and len(question) == 7 and question[2] == DOMAIN and question[5] == b"CURVE" and len(question[6]) == 32:
        return [b"1.0", number, b"200", b"OK", z85(question[6]), b""]
    return [b"1.0", number, b"400", b"This table speaks CURVE only.", b"", b""]
