"""How large a field of a message may be: the types that its records are made of. Reading is checking."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SID_BYTES = 16
NONCE_BYTES = 16

Count = Annotated[int, Meta(ge=0, le=2**53)]
Small = Annotated[int, Meta(ge=0, le=65535)]
Seat = Annotated[int, Meta(ge=-1, le=63)]
Chair = Annotated[int, Meta(ge=0, le=63)]
Hash = Annotated[bytes, Meta(min_length=8, max_length=8)]
Nonce = Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
Token = Annotated[bytes, Meta(max_length=32)]
Chunk = Annotated[bytes, Meta(max_length=32768)]
Word = Annotated[str, Meta(max_length=40)]
RawName = Annotated[str, Meta(max_length=200)]
RawText = Annotated[str, Meta(max_length=1000)]
Sentence = Annotated[str, Meta(max_length=1000)]
MoveText = Annotated[str, Meta(max_length=2000)]
Text = Annotated[str, Meta(max_length=4096)]
Key = Annotated[str, Meta(max_length=64)]
OptionValue = bool | int | Annotated[str, Meta(max_length=64)]
Options = Annotated[dict[Word, OptionValue], Meta(max_length=64)]
Words = Annotated[list[Word], Meta(max_length=32)]
_Scalar = int | Text | bool | None
_Plain1 = int | Text | bool | None | list[_Scalar] | dict[Key, _Scalar]
_Plain2 = int | Text | bool | None | list[_Plain1] | dict[Key, _Plain1]
Plain = int | Text | bool | None | list[_Plain2] | dict[Key, _Plain2]
"""What events, views and charters are made of: whole numbers, text, yes or no, nothing, and lists and maps of them."""
Event = Annotated[list[Plain], Meta(min_length=1, max_length=8)]
PlainMap = dict[Key, Plain]


class Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all bodies have in common: frozen, and nothing in them that PROTOCOL.md does not name."""
