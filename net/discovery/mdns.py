"""The beacon: a table calls itself out on the local network (mDNS), and guests hear which tables there are.

A phone book, never a reason to trust: what is heard may be anybody's. Who is at a table is decided by keys and codes.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.net.discovery.addresses import household_addresses
from rumpus.net.protocol.messages import PROTOCOL
from rumpus.net.protocol.sanitize import clean_name
from zeroconf import IPVersion, NonUniqueNameException, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

SERVICE = "_rumpus._tcp.local."
HOST_TTL, OTHER_TTL = 60, 120
"""Seconds that others believe an announcement: a host that was killed is forgotten soon."""
TABLES_MOST = 64


@dataclass(frozen=True)
class Announced:
    """A table as it was heard: every word of it untrusted. `key` is the host's CURVE key in Z85; `carried` says that another
    machine hosted it before."""

    name: str
    addresses: tuple[str, ...]
    port: int
    table: str
    key: str
    game: str
    seats: int
    free: int
    proto: int
    carried: bool = False


def _properties(here: Announced) -> dict[str, str]:
    """What is told besides name and address; below 200 bytes."""
    return {
        "v": str(here.proto),
        "id": here.table,
        "key": here.key,
        "game": here.game[:40],
        "seats": str(here.seats),
        "free": str(here.free),
    }


def _info(here: Announced, host_name: str) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        f"{_instance(here)}.{SERVICE}",
        port=here.port,
        properties=_properties(here),
        server=f"{host_name}.local.",
        host_ttl=HOST_TTL,
        other_ttl=OTHER_TTL,
        parsed_addresses=list(here.addresses),
    )


def _host_name(here: Announced) -> str:
    """What mDNS calls the host's machine: by its key, as two machines may carry one table on."""
    return f"rumpus-{_digest(here.key)}"


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:12]


def _instance(here: Announced) -> str:
    """A name that mDNS can carry: at most 63 bytes, no dot. Of a table that is carried on it ends with a sign of its host, or
    two who do so at once, and the one that is gone, would be taken for each other."""
    plain, end = here.name.replace(".", " ").strip() or "rumpus", f" {_digest(here.key)}" if here.carried else ""
    while len((plain + end).encode()) > 60:
        plain = plain[:-1]
    return plain + end


def _opened(interfaces: Sequence[str]) -> Zeroconf:
    """The library, on these addresses' interfaces, by each family that they have."""
    families = {":" in address for address in interfaces}
    version = IPVersion.All if len(families) > 1 else IPVersion.V6Only if True in families else IPVersion.V4Only
    return Zeroconf(interfaces=list(interfaces) or ["127.0.0.1"], ip_version=version)


class Announcer:
    """The announcement of one table, from ``start`` to ``close``; a network that is not there is no error.

    The library's own thread answers; the host's loop only says what has changed.
    """

    def __init__(self, here: Announced, interfaces: Sequence[str] | None = None, log: Callable[[str], None] = print) -> None:
        self.here = here
        self.interfaces = interfaces
        self.log = log
        self._zeroconf: Zeroconf | None = None
        self._info: ServiceInfo | None = None
        self._wanted: Announced | None = here
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._serve, name="rumpus beacon", daemon=True)

    def start(self) -> None:
        """Begin to call out; returns at once."""
        self._thread.start()
        self._changed.set()

    def tell(self, here: Announced) -> None:
        """Something has changed: another game, fewer free seats."""
        if here != self.here:
            self.here = here
            with self._lock:
                self._wanted = here
            self._changed.set()

    def close(self) -> None:
        """Say that the table is gone."""
        self._closing = True
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _serve(self) -> None:
        try:
            while True:
                self._changed.wait()
                self._changed.clear()
                if self._closing:
                    break
                with self._lock:
                    wanted, self._wanted = self._wanted, None
                if wanted is not None:
                    self._announce(wanted)
        except Exception as why:  # a network that does not carry announcements must not end the table
            self.log(f"The table cannot be announced on this network ({type(why).__name__}): others join by its address.")
        finally:
            self._leave()

    def _leave(self) -> None:
        """Says good-bye on the network that there was."""
        if self._zeroconf is not None:
            with contextlib.suppress(Exception):
                self._zeroconf.close()
        self._zeroconf = self._info = None

    def _announce(self, here: Announced) -> None:
        if self._info is not None and set(self._info.parsed_addresses()) != set(here.addresses):
            self._leave()
        if self._zeroconf is None:
            self._zeroconf = _opened(household_addresses() if self.interfaces is None else self.interfaces)
        if self._info is None:
            info = _info(here, _host_name(here))
            with contextlib.suppress(NonUniqueNameException):
                self._zeroconf.register_service(info, allow_name_change=True)
            self._info = info
        else:
            info = _info(here, _host_name(here))
            info.name = self._info.name  # as it was registered: somebody else may have had the name
            self._zeroconf.update_service(info)
            self._info = info


def read_announcement(info: Any) -> Announced | None:
    """A table from what mDNS says; None where it is no table of ours."""
    words = {}
    for key, value in list(info.properties.items())[:16]:
        with contextlib.suppress(UnicodeDecodeError, AttributeError):
            words[key.decode()] = value.decode()[:64]
    table, key = words.get("id", ""), words.get("key", "")
    if not re.fullmatch(r"[0-9a-f]{32}", table) or len(key) != 40 or not info.port:
        return None
    numbers = {name: int(words[name]) for name in ("v", "seats", "free") if re.fullmatch(r"[0-9]{1,5}", words.get(name, ""))}
    end, named = f" {_digest(key)}", str(info.name).removesuffix("." + SERVICE)
    name = clean_name(named.removesuffix(end)) or "rumpus"
    addresses = tuple(info.parsed_scoped_addresses(IPVersion.All))[:8]
    return Announced(
        name,
        addresses,
        info.port,
        table,
        key,
        clean_name(words.get("game", "")),
        min(numbers.get("seats", 0), 64),
        min(numbers.get("free", 0), 64),
        numbers.get("v", PROTOCOL),
        named.endswith(end),
    )


class Browser(ServiceListener):
    """Which tables are called out at this moment; ``fresh`` begins anew, as after a change of network."""

    def __init__(self, interfaces: Sequence[str] | None = None, changed: Callable[[], None] = lambda: None) -> None:
        self.interfaces = interfaces
        self.changed = changed
        self._tables: dict[str, Announced] = {}
        self._lock = threading.Lock()
        self._zeroconf: Zeroconf | None = None
        self.fresh()

    def fresh(self) -> None:
        """Forget what was heard and listen again: a running browser does not notice that the network has changed."""
        self.close()
        with self._lock:
            self._tables.clear()
        interfaces = list(self.interfaces) if self.interfaces is not None else household_addresses()
        try:
            self._zeroconf = _opened(interfaces)
            ServiceBrowser(self._zeroconf, SERVICE, listener=self)
        except OSError:
            self.close()  # no network: nothing is heard

    def tables(self) -> list[Announced]:
        """All that are called out, by name."""
        with self._lock:
            return sorted(self._tables.values(), key=lambda each: (each.name.casefold(), each.table))

    def add_service(self, zeroconf: Zeroconf, kind: str, name: str) -> None:
        """A table was heard (called by the library, in its thread)."""
        info = zeroconf.get_service_info(kind, name, 1500)
        found = read_announcement(info) if info is not None else None
        if found is not None:
            with self._lock:
                if name in self._tables or len(self._tables) < TABLES_MOST:
                    self._tables[name] = found
            self.changed()

    def update_service(self, zeroconf: Zeroconf, kind: str, name: str) -> None:
        """A table says something else of itself."""
        self.add_service(zeroconf, kind, name)

    def remove_service(self, zeroconf: Zeroconf, kind: str, name: str) -> None:
        """A table said good-bye, or was not heard for too long."""
        with self._lock:
            self._tables.pop(name, None)
        self.changed()

    def close(self) -> None:
        """Listen no more."""
        if self._zeroconf is not None:
            with contextlib.suppress(Exception):
                self._zeroconf.close()
            self._zeroconf = None
