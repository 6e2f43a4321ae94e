"""The invite: all that a guest needs to find the host, to know it for certain and to be let in, as one word to paste."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import secrets
from dataclasses import dataclass

from rumpus.net.identity.keys import KEY_BYTES, raw_key, z85

PREFIX = "rumpus1-"
TOKEN_BYTES = 10
_CHECK = 3
_TEXT, _V4, _V6 = 0, 4, 6


class BadInvite(ValueError):
    """What was pasted is no invite."""


def new_token() -> bytes:
    """A fresh token: whoever shows it may sit down."""
    return secrets.token_bytes(TOKEN_BYTES)


@dataclass(frozen=True)
class Invite:
    """Where the host is (`addresses`, without port), its public key in Z85, and the token."""

    addresses: tuple[str, ...]
    port: int
    key: bytes
    token: bytes

    def __str__(self) -> str:
        """The one word; its letters may be read aloud and typed in any case."""
        data = bytes([len(self.addresses)]) + b"".join(_pack_address(address) for address in self.addresses)
        data += self.port.to_bytes(2, "big") + raw_key(self.key) + self.token
        data += hashlib.sha256(data).digest()[:_CHECK]
        return PREFIX + base64.b32encode(data).decode().rstrip("=").lower()

    def endpoints(self) -> list[str]:
        """ZeroMQ's way to write the addresses, in the order to try them."""
        return [f"tcp://[{a}]:{self.port}" if ":" in a else f"tcp://{a}:{self.port}" for a in self.addresses]


def _pack_address(address: str) -> bytes:
    try:
        ip = ipaddress.ip_address(address)
        if not getattr(ip, "scope_id", None):
            return bytes([_V4 if ip.version == 4 else _V6]) + ip.packed
    except ValueError:
        pass
    text = address.encode("ascii")
    return bytes([_TEXT, len(text)]) + text


def _unpack_address(data: bytes) -> tuple[str, bytes]:
    kind = data[0]
    if kind == _TEXT:
        end = 2 + data[1]
        text = data[2:end].decode("ascii")
        if not re.fullmatch(r"[A-Za-z0-9._:%-]{1,120}", text):
            raise ValueError("no address")
        return text, data[end:]
    end = 1 + {_V4: 4, _V6: 16}[kind]
    return str(ipaddress.ip_address(data[1:end])), data[end:]


def read_invite(text: str) -> Invite:
    """The invite that this word is; raises BadInvite with a sentence for whoever pasted it."""
    word = "".join(text.split()).lower().removeprefix("invite:")
    if not word.startswith(PREFIX):
        raise BadInvite(f"This is no invite: an invite is one long word that begins with {PREFIX}; ask the host for it.")
    letters = word[len(PREFIX) :].rstrip("=").upper()
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
        data, check = data[:-_CHECK], data[-_CHECK:]
        if hashlib.sha256(data).digest()[:_CHECK] != check:
            raise ValueError("a letter is wrong")
        count, rest, addresses = data[0], data[1:], []
        for _ in range(count):
            address, rest = _unpack_address(rest)
            addresses.append(address)
        port, key, token = int.from_bytes(rest[:2], "big"), rest[2 : 2 + KEY_BYTES], rest[2 + KEY_BYTES :]
        if not 0 < count <= 8 or not port or len(key) != KEY_BYTES or not 1 <= len(token) <= 32:
            raise ValueError("a part is missing")
    except (ValueError, KeyError, IndexError):
        raise BadInvite("This invite cannot be read: copy the whole word again, a letter is missing or wrong.") from None
    return Invite(tuple(addresses), port, z85(key), token)
