"""Hostile names and talk come out clean: no byte that a terminal obeys, no line that looks like the table's own."""

import unicodedata

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rumpus.net.guest.events import clean_state
from rumpus.net.identity.code_words import WORDS
from rumpus.net.identity.invite import Invite
from rumpus.net.identity.keys import new_pair
from rumpus.net.protocol.messages import State
from rumpus.net.protocol.sanitize import CHAT_CELLS, NAME_CELLS, _cleaned, clean, clean_chat, clean_name, folded, unique
from wcwidth import wcswidth


@pytest.mark.parametrize(
    ("dirty", "left"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n  Bea  ", "Ann Bea"),
        ("\x1b]52;c;aGk=\x07Ann", "]52;c;aGk=Ann"),
        ("\x1b[31mred", "[31mred"),
        ("\x9b31mred\x9d", "31mred"),
        ("a\r\nyour turn: play QS", "a your turn: play QS"),
        ("a\u2028b\u2029c\u00a0d\u3000e", "a b c d e"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth\u200d\ufeff", "zerowidth"),
        ("\U000e0041\U000e0042tag", "tag"),
        ("e" + "\u0301" * 600, "\u00e9\u0301\u0301"),
        ("\u0301\u0301leading", "leading"),
        ("a \u0301b", "a b"),
        ("Bob <3", "Bob <3"),
        ("[/bold]", "[/bold]"),
        ("", ""),
        ("\ud800x", "x"),
        ("\ue000private\U0010ffff", "private"),
    ],
)
def test_clean(dirty, left):
    assert clean(dirty, CHAT_CELLS) == left


def test_wide_letters_count_two_columns():
    assert clean_name("漢" * 30) == "漢" * 10
    assert clean("a漢漢", 4) == "a漢"


def test_names_are_one_under_width_and_case():
    assert folded("Ａnn") == folded("aNN")
    assert unique("ann", ["Ann"]) == "ann 2"
    assert unique("ＡＮＮ", ["ann", "ann 2"]) == "ＡＮＮ 3"
    assert unique("x" * 40, ["x" * 20]) == "x" * 18 + " 2"
    assert unique("\u200b", []) == "guest"


@settings(max_examples=600)
@given(st.text(max_size=400), st.sampled_from([1, 2, 7, NAME_CELLS, CHAT_CELLS]))
def test_whatever_comes_in_what_comes_out_is_tame(text, cells):
    left = clean(text, cells)
    assert clean(left, cells) == left
    assert 0 <= wcswidth(left) <= cells
    assert left == left.strip()
    assert "  " not in left
    assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in left)
    assert unicodedata.is_normalized("NFC", left)
    run = 0
    for char in unicodedata.normalize("NFC", left):
        run = run + 1 if unicodedata.category(char)[0] == "M" else 0
        assert run <= 2


@given(st.lists(st.text(max_size=30), max_size=12))
def test_names_at_one_table_differ(names):
    seated: list[str] = []
    for name in names:
        seated.append(unique(name, seated))
    assert len({folded(name) for name in seated}) == len(seated)
    assert clean_chat("".join(seated)) is not None


NEARLY_CLEAN = st.text(alphabet="Aa0 .;:`<&~·♣♦♥♠\u0301\u0338\ufe0f\u3000\t", max_size=40)


@settings(max_examples=600)
@given(st.one_of(NEARLY_CLEAN, st.text(max_size=40)), st.sampled_from([1, 2, 7, NAME_CELLS, CHAT_CELLS]))
def test_text_that_is_clean_at_a_glance_is_clean_sign_by_sign(text, cells):
    assert clean(text, cells) == _cleaned(text, cells)


@pytest.mark.parametrize("char", [chr(n) for n in range(33, 127)] + list("·♣♦♥♠"))
def test_every_sign_that_passes_at_a_glance_keeps_its_place(char):
    for other in (chr(n) for n in range(33, 127)):
        assert clean(f"{char}{other} {char}", CHAT_CELLS) == _cleaned(f"{char}{other} {char}", CHAT_CELLS)


def test_what_a_host_calls_its_code_and_invite_is_shown_only_as_such() -> None:
    told = State("t", "n", "waiting", {}, [], [], 0, 0, 0, [], [], None, {}, False, code="7-\x1b[2Jotter", invite="\x1b]0;x\x07")
    assert (clean_state(told).code, clean_state(told).invite) == ("7-[2Jotter", "")
    longest = "15-" + "-".join(sorted(WORDS, key=len)[-2:])
    assert clean_state(msgspec.structs.replace(told, code=longest)).code == longest
    good = str(Invite(("127.0.0.1",), 7777, new_pair().public, b"token"))
    assert clean_state(msgspec.structs.replace(told, invite=good)).invite == good
