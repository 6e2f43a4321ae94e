"""Where a host can be reached: the addresses of this machine that other machines may try."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

LOOPBACK = "127.0.0.1"
MOST = 4
_PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def reachable(bind: str) -> tuple[str, ...]:
    """The addresses to put in an invite for a host that is bound to `bind` ("*" is every interface)."""
    if bind not in ("*", "0.0.0.0", "::"):
        return (bind,)
    found: list[str] = []
    for family, probe in _PROBES:
        # no packet is sent: connecting a UDP socket only asks the system which address it would use
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((probe, 9))
            found.append(str(asked.getsockname()[0]))
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    kept = [address for address in dict.fromkeys(found) if _for_others(address)]
    return tuple(kept[:MOST]) or (LOOPBACK,)


def _for_others(address: str) -> bool:
    with suppress(ValueError):
        ip = ipaddress.ip_address(address)
        return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast)
    return False


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach the address."""
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return address == "localhost"
