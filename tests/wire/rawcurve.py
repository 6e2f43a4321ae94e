"""A CurveZMQ client written by hand, so that it can say what ZeroMQ's own never would: metadata with a forged User-Id."""

import ctypes
import glob
import os
import socket
import struct
from pathlib import Path

import zmq
import zmq.utils.z85


def load_sodium():
    """The libsodium that comes with pyzmq's wheel, or None."""
    for path in glob.glob(str(Path(zmq.__file__).parent.parent / "pyzmq.libs" / "libsodium*")):
        return ctypes.CDLL(path)
    return None


SODIUM = load_sodium()


def box(text, nonce, theirs, mine):
    out = ctypes.create_string_buffer(len(text) + 16)
    assert SODIUM.crypto_box_easy(out, text, ctypes.c_ulonglong(len(text)), nonce, theirs, mine) == 0
    return out.raw


def unbox(text, nonce, theirs, mine):
    out = ctypes.create_string_buffer(len(text) - 16)
    assert SODIUM.crypto_box_open_easy(out, text, ctypes.c_ulonglong(len(text)), nonce, theirs, mine) == 0
    return out.raw


class RawGuest:
    """One connection: greeting, handshake with the metadata one likes, then messages."""

    def __init__(self, port, server_key, pair, metadata):
        decode = zmq.utils.z85.decode
        self.server, self.public, self.secret = decode(server_key), decode(pair.public), decode(pair.secret)
        public, secret = zmq.curve_keypair()
        self.short_public, self.short_secret = decode(public), decode(secret)
        self.count = 0
        self.line = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.line.sendall(b"\xff" + b"\0" * 8 + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + b"\0" + b"\0" * 31)
        self._read(64)
        self._handshake(b"".join(bytes([len(name)]) + name + struct.pack(">I", len(value)) + value for name, value in metadata))

    def _nonce(self):
        self.count += 1
        return struct.pack(">Q", self.count)

    def _read(self, size):
        data = b""
        while len(data) < size:
            more = self.line.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def _frame(self, flags, body):
        if len(body) < 256:
            self.line.sendall(bytes([flags, len(body)]) + body)
        else:
            self.line.sendall(bytes([flags | 2]) + struct.pack(">Q", len(body)) + body)

    def _next(self):
        flags = self._read(1)[0]
        size = struct.unpack(">Q", self._read(8))[0] if flags & 2 else self._read(1)[0]
        return flags, self._read(size)

    def _handshake(self, metadata):
        nonce = self._nonce()
        proof = box(b"\0" * 64, b"CurveZMQHELLO---" + nonce, self.server, self.short_secret)
        self._frame(4, b"\x05HELLO\x01\x00" + b"\0" * 72 + self.short_public + nonce + proof)
        welcome = self._next()[1]
        assert welcome.startswith(b"\x07WELCOME")
        opened = unbox(welcome[24:], b"WELCOME-" + welcome[8:24], self.server, self.short_secret)
        self.session, cookie = opened[:32], opened[32:]
        vouch_nonce = os.urandom(16)
        vouch = box(self.short_public + self.server, b"VOUCH---" + vouch_nonce, self.session, self.secret)
        nonce = self._nonce()
        sealed = box(self.public + vouch_nonce + vouch + metadata, b"CurveZMQINITIATE" + nonce, self.session, self.short_secret)
        self._frame(4, b"\x08INITIATE" + cookie + nonce + sealed)
        ready = self._next()[1]
        if not ready.startswith(b"\x05READY"):
            raise PermissionError(ready)

    def send(self, *parts):
        for part in parts[:-1]:
            self.send_more(part)
        self.send_more(parts[-1], b"\0")

    def send_more(self, part, more=b"\1"):
        """One frame of a message, that is not its last."""
        nonce = self._nonce()
        sealed = box(more + part, b"CurveZMQMESSAGEC" + nonce, self.session, self.short_secret)
        self._frame(0, b"\x07MESSAGE" + nonce + sealed)

    def receive(self):
        """The parts of the next message; pings and other commands are passed over."""
        parts = []
        while True:
            _, body = self._next()
            if not body.startswith(b"\x07MESSAGE"):
                continue
            opened = unbox(body[16:], b"CurveZMQMESSAGES" + body[8:16], self.session, self.short_secret)
            if opened[0] & 2:
                continue
            parts.append(opened[1:])
            if not opened[0] & 1:
                return parts

    def close(self):
        self.line.close()
