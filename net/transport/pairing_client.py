"""A guest's knock with a spoken code: the socket under `pairing.GuestTry`, for a program that waits for it."""

from __future__ import annotations

import time

import zmq
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import KeyPair
from rumpus.net.identity.pairing import PairingTry, WrongCode
from rumpus.net.protocol import codec
from rumpus.net.protocol.codec import BadMessage
from rumpus.net.protocol.messages import PROTOCOL, Refuse, Spoken
from rumpus.net.protocol.sanitize import LOG_CELLS, clean
from rumpus.net.transport.dealer_socket import Dealer

AGAIN = 3.2
"""Seconds after which a try that nobody answered is begun anew; the host hears one in three."""


class PairingClient:
    """One try: ``wait`` until it is ``done`` or ``refused`` (a sentence); the key has a way in when it is done."""

    def __init__(self, invite: Invite, table: str, code: str, pair: KeyPair) -> None:
        self.done = False
        self.refused = ""
        self._code, self._table, self._pair, self._host = code, table, pair, invite.key
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._dealer = Dealer(self._context, invite, pair)
        self._dealer.open(time.monotonic())
        self._begin()

    def _begin(self) -> None:
        self._try = PairingTry(self._code, self._table, self._pair.public, self._host)
        self._proved = False
        self._said = time.monotonic()
        self._say(1, self._try.first)

    def _say(self, step: int, data: bytes) -> None:
        self._dealer.send((codec.header("code"), codec.body(Spoken(step, data))))

    def wait(self, seconds: float) -> None:
        """Read what comes, at most so long."""
        poller = zmq.Poller()
        for socket in self._dealer.sockets():
            poller.register(socket, zmq.POLLIN)
        poller.poll(int(seconds * 1000))
        shaken = self._dealer.shaken
        for sign in self._dealer.signs():
            if sign.final:
                self.refused, self.done = sign.text, True
        if self._dealer.shaken and not shaken:
            self._said = time.monotonic()
            self._say(1, self._try.first)  # what was said before the handshake may be lost
        while not self.done and (frames := self._dealer.receive()) is not None:
            self._hear(frames)
        if not self.done and time.monotonic() - self._said > AGAIN:
            self._begin()

    def _hear(self, frames: list[bytes]) -> None:
        try:
            message = codec.read_from_host(codec.read_header(frames[0]).kind, frames[1]) if len(frames) == 2 else None
        except BadMessage:
            message = None
        try:
            if isinstance(message, Refuse):
                self._refuse(message)
            elif isinstance(message, Spoken) and message.step == 1:
                if not self._proved:  # an answer that comes twice is one
                    self._proved, self._said = True, time.monotonic()
                    self._say(2, self._try.confirm(message.data))
            elif isinstance(message, Spoken):
                self._try.check(message.data)
                self.done = True
        except WrongCode as why:
            self.refused, self.done = str(why), True

    def _refuse(self, refuse: Refuse) -> None:
        if refuse.code == "version":
            theirs = "-".join(str(version) for version in sorted(set(refuse.proto)))
            self.refused = f"The table speaks protocol {theirs}, this program {PROTOCOL}: update the older of the two."
        else:
            self.refused = clean(refuse.text, LOG_CELLS)
        self.done = True

    def close(self) -> None:
        """Let the socket go."""
        self._dealer.close()
        self._context.destroy(linger=300)
