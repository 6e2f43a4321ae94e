"""Keys and invites: kept for their owner alone, one client at a time, read back as written or refused with a sentence."""

import os
import stat

import pytest
import zmq
import zmq.utils.z85
from hypothesis import given
from hypothesis import strategies as st
from rumpus.net.identity import keys
from rumpus.net.identity.invite import BadInvite, Invite, new_token, read_invite
from rumpus.net.identity.keys import BadKey, KeyFile, KeyInUse, home, new_pair

HOST = new_pair().public


def test_a_key_is_kept_for_its_table_and_name(tmp_path):
    with KeyFile(HOST, "Ann", tmp_path) as first:
        pair = first.pair
    with (
        KeyFile(HOST, "Ann", tmp_path) as again,
        KeyFile(HOST, "Bea", tmp_path) as other,
        KeyFile(new_pair().public, "Ann", tmp_path) as elsewhere,
    ):
        assert again.pair == pair
        assert len({pair, other.pair, elsewhere.pair}) == 3


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_only_its_owner_may_read_it(tmp_path):
    with KeyFile(HOST, "Ann", tmp_path) as kept:
        assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(kept.path.parent.stat().st_mode) & 0o077 == 0


def test_two_clients_with_one_name_are_told_so(tmp_path):
    with KeyFile(HOST, "Ann", tmp_path), pytest.raises(KeyInUse, match=r"Ann already sits .* --name"):
        KeyFile(HOST, "Ann", tmp_path)
    KeyFile(HOST, "Ann", tmp_path).close()


def test_who_leaves_is_somebody_new_next_time(tmp_path):
    first = KeyFile(HOST, "Ann", tmp_path)
    first.forget()
    with KeyFile(HOST, "Ann", tmp_path) as again:
        assert again.pair != first.pair


@pytest.mark.parametrize("text", ["{", "[]", '{"public": "x", "secret": "y"}', '{"public": 1}'])
def test_a_spoilt_key_file_is_named(tmp_path, text):
    with KeyFile(HOST, "Ann", tmp_path) as kept:
        path = kept.path
    path.write_text(text)
    with pytest.raises(BadKey, match="remove it"):
        KeyFile(HOST, "Ann", tmp_path)


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "漢字", "a/b", "A" * 300, "\x00"])
def test_any_name_makes_a_file_in_the_folder(tmp_path, name):
    with KeyFile(HOST, name, tmp_path) as kept:
        assert kept.path.parent.parent == tmp_path / "keys"


def test_the_folder_follows_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("RUMPUS_HOME", str(tmp_path / "h"))
    assert home() == tmp_path / "h"


@given(st.binary(min_size=32, max_size=32))
def test_z85_is_zeromqs(raw):
    assert keys.z85(raw) == zmq.utils.z85.encode(raw)
    assert keys.raw_key(keys.z85(raw)) == raw


INVITES = st.builds(
    Invite,
    st.lists(
        st.one_of(
            st.ip_addresses().filter(lambda ip: not getattr(ip, "scope_id", None)).map(str),
            st.sampled_from(["den.local", "fe80::1%wlan0"]),
        ),
        min_size=1,
        max_size=8,
    ).map(tuple),
    st.integers(1, 65535),
    st.binary(min_size=32, max_size=32).map(keys.z85),
    st.binary(min_size=1, max_size=32),
)


@given(INVITES, st.booleans())
def test_an_invite_is_one_word_and_reads_back(invite, shout):
    word = str(invite)
    assert word.isascii()
    assert len(word.split()) == 1
    assert read_invite(f"  invite: {word.upper() if shout else word}\n") == invite


@given(INVITES, st.data())
def test_a_wrong_letter_is_noticed(invite, data):
    word = str(invite)
    at = data.draw(st.integers(8, len(word) - 2))
    other = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
    if word[at] != other:
        with pytest.raises(BadInvite):
            read_invite(word[:at] + other + word[at + 1 :])


@pytest.mark.parametrize("text", ["", "hello", "127.0.0.1:7777", "rumpus1-", "rumpus1-!!!!", "rumpus1-aaaa", "rumpus9-aaaa"])
def test_what_is_no_invite_is_told_in_one_sentence(text):
    with pytest.raises(BadInvite, match=r"^This .*\.?[^.]$|^This .*\.$") as why:
        read_invite(text)
    assert "\n" not in str(why.value)


def test_endpoints():
    invite = Invite(("192.168.1.20", "fe80::1"), 7777, HOST, new_token())
    assert invite.endpoints() == ["tcp://192.168.1.20:7777", "tcp://[fe80::1]:7777"]


def test_a_name_that_is_no_text_is_cleaned_before_it_names_a_key(tmp_path):
    with KeyFile(HOST, "J\udcfcrgen", tmp_path) as kept:
        assert kept.name == "Jrgen"
