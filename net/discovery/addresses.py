"""Where a host can be reached: the addresses of this machine that other machines may try."""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import suppress

import ifaddr

LOOPBACK = "127.0.0.1"
ANY = ("*", "0.0.0.0", "::")
"""What a host is bound to that is reached at every address of its machine."""
MOST = 4
NOT_HOUSEHOLD = re.compile(r"docker|veth|br-|virbr|vmnet|vbox|tun|tap|wg|zt|tailscale|utun|lo", re.IGNORECASE)
_PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def reachable(bind: str) -> tuple[str, ...]:
    """The addresses to put in an invite for a host that is bound to `bind` ("*" is every interface)."""
    if bind not in ANY:
        return (bind,)
    found: list[str] = []
    for family, probe in _PROBES:
        # no packet is sent: connecting a UDP socket only asks the system which address it would use
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((probe, 9))
            found.append(str(asked.getsockname()[0]))
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    shared = household_addresses()
    own = [address for address in found if address in shared]  # a tunnel may be the way to everywhere else
    kept = [address for address in dict.fromkeys([*own, *shared, *found]) if _for_others(address)]
    return tuple(kept[:MOST]) or (LOOPBACK,)


def from_here(bind: str) -> str:
    """Where this machine itself finds a host that is bound to `bind`."""
    return {"*": LOOPBACK, "0.0.0.0": LOOPBACK, "::": "::1"}.get(bind, bind)


def household_addresses() -> list[str]:
    """This machine's addresses on networks that people share: no container's bridge, no tunnel, no loopback."""
    kept: list[str] = []
    rest: list[str] = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            text = each.ip if isinstance(each.ip, str) else each.ip[0]
            ip = ipaddress.ip_address(text.partition("%")[0])
            if ip.is_loopback or ip.is_link_local or ip.is_multicast:
                continue
            (rest if NOT_HOUSEHOLD.match(adapter.nice_name) else kept).append(str(ip))
    return kept or rest


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
