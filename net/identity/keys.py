"""Who somebody is: CURVE key pairs, kept for each table and name in the user's own folder.

Keys travel as ZeroMQ writes them (40 letters of Z85); files hold the same and are readable by their owner alone.  A file
is locked while a client uses it, so that two clients of one user at one table are two people or one is told so.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import IO, NamedTuple

from rumpus.net.protocol.sanitize import clean_name

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

KEY_BYTES = 32
_B85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_Z85 = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
_TO_Z85 = bytes.maketrans(_B85, _Z85)
_FROM_Z85 = bytes.maketrans(_Z85, _B85)


class KeyInUse(ValueError):
    """Another program of this user sits at the table under this name."""


class BadKey(ValueError):
    """A key file that cannot be read."""


class KeyPair(NamedTuple):
    """A CURVE key pair in Z85: 40 letters each."""

    public: bytes
    secret: bytes


def new_pair() -> KeyPair:
    """A fresh key pair."""
    import zmq  # only here: reading an invite must not cost the import

    return KeyPair(*zmq.curve_keypair())


def z85(raw: bytes) -> bytes:
    """32 bytes of a key as ZeroMQ writes them."""
    return base64.b85encode(raw).translate(_TO_Z85)


def raw_key(text: bytes) -> bytes:
    """The 32 bytes of a key in Z85; raises ValueError."""
    if len(text) != 40 or not set(text) <= set(_Z85):
        raise ValueError("A key is 40 letters of Z85.")
    raw = base64.b85decode(text.translate(_FROM_Z85))
    if len(raw) != KEY_BYTES:
        raise ValueError("A key is 32 bytes.")
    return raw


def home() -> Path:
    """The user's folder for rumpus: what RUMPUS_HOME says, else the system's place for a program's data."""
    named = os.environ.get("RUMPUS_HOME")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("rumpus", appauthor=False))


def private_folder(path: Path) -> Path:
    """The folder, made if need be, for its owner alone."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def key_folder(host_key: bytes, folder: Path | None = None) -> Path:
    """Where the keys for one table lie; its host's public key in Z85 is what makes it this table."""
    return (folder or home()) / "keys" / hashlib.sha256(host_key).hexdigest()[:16]


def _file_name(name: str) -> str:
    """A file name for any name of a person: readable where it can be, never two people in one file."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:20] or "guest"
    return f"{plain}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}.key"


def _lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class KeyFile:
    """The key of one name at one table, held until `close`.

    `host_key` is the host's public key in Z85: it is what makes a table this table.  Raises KeyInUse and BadKey.
    """

    def __init__(self, host_key: bytes, name: str, folder: Path | None = None) -> None:
        self.name = name = clean_name(name)
        self.path = private_folder(key_folder(host_key, folder)) / _file_name(name)
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        self._file = os.fdopen(descriptor, "r+", encoding="utf-8")
        if not _lock(self._file):
            self._file.close()
            raise KeyInUse(f"{name or 'Somebody'} already sits at this table from here: choose another name with --name.")
        try:
            self.pair = self._read() or self._write()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> KeyPair | None:
        text = self._file.read(4096)
        if not text:
            return None
        try:
            kept = json.loads(text)
            pair = KeyPair(kept["public"].encode(), kept["secret"].encode())
            raw_key(pair.public)
            raw_key(pair.secret)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadKey(f"The key file {self.path} cannot be read: remove it to sit down as somebody new.") from None
        return pair

    def _write(self) -> KeyPair:
        pair = new_pair()
        kept = {"name": self.name, "public": pair.public.decode(), "secret": pair.secret.decode()}
        self._file.seek(0)
        self._file.write(json.dumps(kept))
        self._file.flush()
        os.fsync(self._file.fileno())
        return pair

    def close(self) -> None:
        """Lets go of the key; it stays for the next time."""
        self._file.close()

    def forget(self) -> None:
        """Deletes the key: the seat is given up for good."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        self.close()

    def __enter__(self) -> KeyFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
