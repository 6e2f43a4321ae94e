"""A TCP proxy that spoils what passes through it: the network between a guest and its host, in a thread of this process.

    with Proxy(port) as line:                 # connect to line.port instead of port
        line.toxics(latency=0.1, jitter=0.05)   # both ways; toxics("up", ...) is what the guest sends, "down" what it hears
        line.blackhole(True)                  # nothing passes, nothing is lost; False lets it through, late
        line.flip("down", 3)                  # the third byte from now on is another one
        line.reset()                          # RST to both ends of every connection

A toxic applies to what comes after it is set, on every connection, until it is set otherwise.
"""

from __future__ import annotations

import asyncio
import random
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

WAYS = ("up", "down")
CHUNK = 65536


@dataclass
class Toxics:
    """What happens to the bytes of one direction; nothing at first.

    `latency` and `jitter` are seconds, `bandwidth` bytes a second (0: no bound), `slicer` bytes at a time (0: as they come),
    `limit_data` closes a connection after so many bytes (-1: never), `flip` is how many pass before one is changed (-1: none).
    """

    latency: float = 0.0
    jitter: float = 0.0
    bandwidth: int = 0
    slicer: int = 0
    limit_data: int = -1
    flip: int = -1


@dataclass(eq=False)
class Line:
    """One connection: its two ends, and how much has passed each way."""

    guest: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    host: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    passed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(WAYS, 0))

    def writers(self) -> tuple[asyncio.StreamWriter, asyncio.StreamWriter]:
        """What to close."""
        return self.guest[1], self.host[1]


class Proxy:
    """Listens on a port of its own on 127.0.0.1 and passes everything to `target` and back.

    With `answer` it passes nothing on: it says these bytes to whoever connects, and closes.
    """

    def __init__(self, target: int, seed: str = "proxy") -> None:
        self.target = target
        self.answer: bytes | None = None
        self.lines: list[Line] = []
        self.accepted = 0
        self.flipped = 0
        self._toxics = {way: Toxics() for way in WAYS}
        self._random = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._open: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    # -- what a test says

    def toxics(self, *ways: str, **values: Any) -> None:
        """Sets toxics for these ways; for both if none is named."""
        for way in ways or WAYS:
            for name, value in values.items():
                assert hasattr(self._toxics[way], name), name
                setattr(self._toxics[way], name, value)

    def blackhole(self, closed: bool, *ways: str) -> None:
        """Swallows what comes, without a sign to either end; what was held passes when the hole is closed."""
        for way in ways or WAYS:
            self._do(self._open[way].clear if closed else self._open[way].set)

    def flip(self, way: str, after: int = 0) -> None:
        """The byte after so many is changed, once."""
        self._do(lambda: setattr(self._toxics[way], "flip", after))

    def reset(self) -> None:
        """Ends every connection as a router that has forgotten it would: RST both ways."""
        self._do(lambda: [self._reset(line) for line in list(self.lines)])

    def half_close(self, way: str) -> None:
        """The end of what is sent this way, while the other way stays open."""
        self._do(lambda: [line.writers()[way == "up"].write_eof() for line in list(self.lines)])

    def cut(self) -> None:
        """Closes every connection in good order."""
        self._do(lambda: [self._close(line) for line in list(self.lines)])

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """No connection any more, and nobody listens."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join(5)

    # -- in the thread

    def _do(self, what: Callable[[], object]) -> None:
        done = threading.Event()

        def do() -> None:
            with suppress(OSError, RuntimeError):
                what()
            done.set()

        self._loop.call_soon_threadsafe(do)
        done.wait(5)

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve(ready))
        self._loop.close()

    async def _serve(self, ready: threading.Event) -> None:
        self._stopping = asyncio.Event()
        for way in WAYS:
            self._open[way] = asyncio.Event()
            self._open[way].set()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])
        ready.set()
        await self._stopping.wait()
        server.close()
        for line in list(self.lines):
            self._close(line)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if self.answer is not None:
            with suppress(OSError):
                writer.write(self.answer)
                await writer.drain()
            writer.close()
            return
        try:
            host = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        line = Line((reader, writer), host)
        self.lines.append(line)
        for way, source, sink in (("up", reader, host[1]), ("down", host[0], writer)):
            task = self._loop.create_task(self._pass(line, way, source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, line: Line, way: str, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        toxics = self._toxics[way]
        try:
            while data := await source.read(toxics.slicer or CHUNK):
                await self._open[way].wait()
                if toxics.latency or toxics.jitter:
                    await asyncio.sleep(max(0.0, toxics.latency + self._random.uniform(-toxics.jitter, toxics.jitter)))
                    await self._open[way].wait()
                if toxics.bandwidth:
                    await asyncio.sleep(len(data) / toxics.bandwidth)
                data = self._spoiled(toxics, data)
                line.passed[way] += len(data)
                if 0 <= toxics.limit_data < line.passed[way]:
                    break
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        self._close(line)

    def _spoiled(self, toxics: Toxics, data: bytes) -> bytes:
        if toxics.flip < 0:
            return data
        if toxics.flip >= len(data):
            toxics.flip -= len(data)
            return data
        spoiled = bytearray(data)
        spoiled[toxics.flip] ^= 0x55
        toxics.flip = -1
        self.flipped += 1
        return bytes(spoiled)

    def _close(self, line: Line) -> None:
        if line in self.lines:
            self.lines.remove(line)
            for writer in line.writers():
                writer.close()

    def _reset(self, line: Line) -> None:
        if line in self.lines:
            self.lines.remove(line)
            for writer in line.writers():
                ends: socket.socket = writer.get_extra_info("socket")
                ends.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
