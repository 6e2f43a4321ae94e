"""PROTOCOL.md and messages.py say the same: every message, field, type, bound and default, in order.

Run as a program it prints the field tables as the page should have them.
"""

import re
import types
from pathlib import Path
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
import rumpus.net
from rumpus.net.protocol import codec, field_types, messages

PAGE = Path(rumpus.net.__path__[0]) / "PROTOCOL.md"
RECORDS = [messages.Header] + [
    record
    for record in vars(messages).values()
    if isinstance(record, type) and issubclass(record, messages.Message) and record is not messages.Message
]


def number(n):
    return f"2^{n.bit_length() - 1}" if n > 70000 and n & (n - 1) == 0 else str(n)


def words(hint):
    """A type as the page writes it."""
    if hint in (field_types.Plain, field_types.PlainMap):
        return "plain value" if hint == field_types.Plain else "map of text to plain value"
    meta = None
    if get_origin(hint) is Annotated:
        hint, meta = get_args(hint)
    at_most = f" ≤ {number(meta.max_length)}" if meta and meta.max_length is not None else ""
    if meta and meta.min_length is not None:
        at_most = f" {meta.min_length}" if meta.min_length == meta.max_length else f" {meta.min_length} to {meta.max_length}"
    origin, args = get_origin(hint), get_args(hint)
    if hint is int:
        return f"whole number {number(meta.ge)} to {number(meta.le)}" if meta else "whole number"
    if hint is bool:
        return "yes or no"
    if hint is bytes:
        return "bytes" + at_most
    if hint is str:
        return "text" + at_most
    if hint is type(None):
        return "nothing"
    if origin is Literal:
        return "one of " + ", ".join(args)
    if origin is list:
        return f"list{at_most} of {words(args[0])}"
    if origin is tuple:
        return "pair of " + words(args[0])
    if origin is dict:
        return f"map{at_most} of {words(args[0])} to {words(args[1])}"
    if origin in (Union, types.UnionType):
        return " or ".join(words(part) for part in args)
    return hint.__name__


def rows(record):
    hints = get_type_hints(record, include_extras=True)
    for field in msgspec.structs.fields(record):
        if field.required:
            default = "must be there"
        else:
            value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
            default = "nothing" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            if value in ("", b"", [], {}):
                default = "empty"
        yield field.encode_name, words(hints[field.name]), default


def table(record):
    lines = ["| field | what | if left out |", "|---|---|---|"]
    return "\n".join(lines + [f"| `{name}` | {what} | {default} |" for name, what, default in rows(record)])


def page_tables():
    """{record name: its rows} as the page has them; a section's heading ends with the record's name in backquotes."""
    found = {}
    for section in re.split(r"^#{2,4} ", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]:
        name = re.search(r"`(\w+)`$", section.splitlines()[0])
        if name:
            found[name[1]] = [
                tuple(cell.strip() for cell in line.strip("|").split("|"))
                for line in section.splitlines()
                if line.startswith("| `")
            ]
    return found


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_message_is_on_the_page_as_it_is_in_the_code(record):
    expected = [(f"`{name}`", what, default) for name, what, default in rows(record)]
    assert page_tables().get(record.__name__) == expected


def test_the_page_names_no_message_that_the_code_lacks():
    assert set(page_tables()) == {record.__name__ for record in RECORDS}


def test_the_page_says_which_kinds_go_which_way():
    text = PAGE.read_text(encoding="utf-8")
    for title, kinds in (("guest → host", messages.FROM_GUEST), ("host → guest", messages.FROM_HOST)):
        line = re.search(rf"^{title}: (.*)$", text, re.M)
        assert line, title
        assert line[1] == ", ".join(f"`{kind}` {record.__name__}" for kind, record in kinds.items())


def test_the_page_says_the_version_and_has_a_changelog_entry_for_it():
    text = PAGE.read_text(encoding="utf-8")
    assert f"Protocol version: {messages.PROTOCOL}" in text
    assert f"- **{messages.PROTOCOL}**" in text.split("## Changelog")[1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("frame", codec.FRAME_MAX),
        ("header", codec.HEADER_MAX),
        ("piece of a snapshot", codec.CHUNK),
        ("whole snapshot", codec.SNAPSHOT_MAX),
        ("text", codec.STR_MAX),
        ("list", codec.LIST_MAX),
        ("map", codec.MAP_MAX),
    ],
)
def test_the_page_says_the_limits(name, value):
    assert re.search(rf"^\| {name} \| {value} ", PAGE.read_text(encoding="utf-8"), re.M)


if __name__ == "__main__":
    for each in RECORDS:
        print(f"### `{each.__name__}`\n{each.__doc__}\n\n{table(each)}\n")
