"""``rumpus verify``: a record of fair deals is checked offline, and whatever was changed in it is named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rumpus.client.cli.main import rumpus
from rumpus.client.cli.verify import as_data, as_text, verify
from rumpus.core.bots import RANDOM_BOT
from rumpus.core.cards import names
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.core.record import BadRecord, replay
from rumpus.core.shuffling.fair import Pledge, Shuffle, Terms, host_commit, seat_commit
from rumpus.core.shuffling.seeded import Stream, shuffled, tag, u64
from rumpus.core.testing.simulate import play_deal

SEATS = (0, 2, 3)


def fair_deal(
    match: Match, number: int, seats: tuple[int, ...] = SEATS, host_key: bytes = b"h" * 32
) -> tuple[Shuffle, dict[str, Any]]:
    """One deal as it would be dealt at a table, played by random bots."""
    charter = match.charter
    terms = Terms(b"t" * 16, host_key, number, 0, charter.game.name, charter.sha256, len(match.deck))
    secret = tag("secret", u64(number))
    host = host_commit(terms.context, secret)
    keys = {seat: bytes([seat]) * 32 for seat in seats}
    shares = {seat: tag("share", u64(number), bytes([seat])) for seat in seats}
    pledges = tuple(Pledge(seat, keys[seat], seat_commit(terms.context, host, seat, keys[seat], shares[seat])) for seat in seats)
    shuffle = Shuffle(terms, secret, pledges, tuple(shares[seat] for seat in seats))
    deck = shuffled(shuffle.seed, match.deck)
    deal = match.open_deal(deck)
    bots = [RANDOM_BOT.make(seat, charter, Stream(tag("verify", u64(number)), f"bot/{seat}")) for seat in range(charter.seats)]
    actions = play_deal(deal, bots)
    assert actions is not None
    match.settle(deal)
    steps = [[seat, str(action)] for seat, action in actions]
    return shuffle, {"deck": names(deck), "actions": steps, "fair": shuffle.data()}


def make_record(
    catalogue: Catalogue, deals: int = 3, seats: tuple[int, ...] = SEATS, hosts: tuple[bytes, ...] = (b"h" * 32,) * 3
) -> dict[str, Any]:
    game = catalogue.games["hearts"]
    charter = game.charter(4, {}, (), *catalogue.origins["hearts"])
    match = Match(charter)
    played = [fair_deal(match, 5 + n, seats, hosts[n])[1] for n in range(deals)]
    return {
        "rumpus": 1, "game": "hearts", "options": dict(charter.options), "house_rules": [], "seats": ["A", "B", "C", "D"],
        "dealer": 0, "deals": played,
    }  # fmt: skip


@pytest.fixture(scope="module")
def honest(catalogue: Catalogue) -> dict[str, Any]:
    return make_record(catalogue)


@pytest.fixture
def record(honest: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(honest)


def run(tmp_path: Path, record: Any, *words: str) -> tuple[int, str, str]:
    path = tmp_path / "match.json"
    path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    result = CliRunner().invoke(rumpus, ["verify", str(path), *words], prog_name="rumpus")
    return result.exit_code, result.stdout, result.stderr


def test_an_honest_record_is_fair(tmp_path: Path, catalogue: Catalogue, record: dict[str, Any]) -> None:
    checked = verify(record, catalogue)
    assert [each.verdict for each in checked] == ["verified"] * 3
    assert [each.shares for each in checked] == [3, 3, 3]
    assert "error" not in replay(record, catalogue), "a replay takes the shuffle along"
    status, out, _ = run(tmp_path, record)
    assert status == 0
    assert out.splitlines()[-1].startswith("OK")
    status, out, _ = run(tmp_path, record, "--json")
    told = json.loads(out)
    assert (status, told["ok"], told["failed"], told["game"], len(told["deals"])) == (0, True, None, "hearts", 3)
    assert told["deals"][0]["code"] == checked[0].code


def failing(record: dict[str, Any], catalogue: Catalogue) -> tuple[int, int, str]:
    told = as_data("hearts", verify(record, catalogue))["failed"]
    assert told is not None
    return told["deal"], told["event"], told["step"]


def test_two_cards_of_a_deck_change_places(tmp_path: Path, catalogue: Catalogue, record: dict[str, Any]) -> None:
    cards = record["deals"][1]["deck"].split()
    cards[3], cards[30] = cards[30], cards[3]
    record["deals"][1]["deck"] = " ".join(cards)
    assert failing(record, catalogue) == (1, 0, "deck")
    status, out, _ = run(tmp_path, record)
    assert status == 1
    assert "FAILED at event 0 of deal 2 (deck)" in out


@pytest.mark.parametrize("at", [0, 4, 20, 55])
def test_an_action_is_another_seats(catalogue: Catalogue, record: dict[str, Any], at: int) -> None:
    step = record["deals"][0]["actions"][at]
    step[0] = (step[0] + 1) % 4
    deal, event, named = failing(record, catalogue)
    assert (deal, named) == (0, "action")
    assert event >= at if at < 4 else event == at


@pytest.mark.parametrize("at", [6, 17, 40])
def test_an_action_plays_a_card_that_was_played_before(
    tmp_path: Path, catalogue: Catalogue, record: dict[str, Any], at: int
) -> None:
    actions = record["deals"][2]["actions"]
    actions[at] = [actions[at][0], actions[4][1]]
    assert failing(record, catalogue) == (2, at, "action")
    status, out, _ = run(tmp_path, record, "--json")
    assert status == 1
    assert json.loads(out)["failed"]["event"] == at


def test_an_action_is_missing_at_the_end_of_a_deal(catalogue: Catalogue, record: dict[str, Any]) -> None:
    last = len(record["deals"][0]["actions"]) - 1
    record["deals"][0]["actions"].pop()
    assert failing(record, catalogue) == (0, last, "match")


@pytest.mark.parametrize("name", ["h", "table", "host_key", "rules_hash"])
def test_what_the_shuffle_was_made_of_is_changed(catalogue: Catalogue, record: dict[str, Any], name: str) -> None:
    text = record["deals"][0]["fair"][name]
    record["deals"][0]["fair"][name] = ("0" if text[0] != "0" else "1") + text[1:]
    assert failing(record, catalogue) == (0, 0, "shares")


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_line_of_a_seat_is_changed(catalogue: Catalogue, record: dict[str, Any], place: int) -> None:
    line = record["deals"][0]["fair"]["commits"][1]
    line[place] = 1 if not place else ("0" if line[place][0] != "0" else "1") + line[place][1:]
    assert failing(record, catalogue)[1:] == (0, "shares")


def test_a_seat_is_left_out(catalogue: Catalogue, record: dict[str, Any]) -> None:
    del record["deals"][0]["fair"]["commits"][1]
    assert failing(record, catalogue) == (0, 0, "deck")


def test_deals_of_another_evening_are_put_in(catalogue: Catalogue, record: dict[str, Any]) -> None:
    record["deals"][1]["fair"] = record["deals"][0]["fair"]
    record["deals"][1]["deck"] = record["deals"][0]["deck"]
    assert failing(record, catalogue) == (1, 0, "table")


def test_a_table_may_come_to_another_host_who_is_one_of_its_people_and_to_nobody_else(catalogue: Catalogue) -> None:
    host, person, stranger = b"h" * 32, bytes([2]) * 32, b"x" * 32
    assert all(each.fine for each in verify(make_record(catalogue, hosts=(host, person, person)), catalogue))
    assert failing(make_record(catalogue, hosts=(host, host, stranger)), catalogue) == (2, 0, "table")


def test_a_deal_in_progress_and_a_deck_by_seed(catalogue: Catalogue, record: dict[str, Any]) -> None:
    last = record["deals"][2]
    last["actions"] = last["actions"][:9]
    checked = verify(record, catalogue)
    assert [each.verdict for each in checked] == ["verified", "verified", "not over"]
    assert checked[-1].code, "its shuffle is good as far as it goes"
    match = Match(catalogue.games["hearts"].charter(4, {}, (), *catalogue.origins["hearts"]))
    shuffle, deal = fair_deal(match, 5)
    deal = {"seed": shuffle.seed.hex(), "actions": deal["actions"], "fair": deal["fair"]}
    record["deals"] = [deal]
    assert all(each.fine for each in verify(record, catalogue))
    record["deals"][0] = {**deal, "deck": None, "seed": "00" * 32}
    del record["deals"][0]["deck"]
    assert failing(record, catalogue) == (0, 0, "deck")


def test_other_options_than_it_was_dealt_under_cannot_be_verified(tmp_path: Path, record: dict[str, Any]) -> None:
    record["options"]["target"] = 90
    status, out, _ = run(tmp_path, record)
    assert status == 1
    assert "cannot verify" in out
    assert out.splitlines()[-1].startswith("NOT VERIFIED")


def test_without_shares_nothing_is_proven(tmp_path: Path, catalogue: Catalogue, record: dict[str, Any]) -> None:
    alone = make_record(catalogue, 1, ())
    status, out, _ = run(tmp_path, alone)
    assert status == 1
    assert "not verifiable: all entropy is the host's" in out
    for deal in record["deals"]:
        del deal["fair"]
    status, out, _ = run(tmp_path, record, "--json")
    told = json.loads(out)
    assert (status, told["ok"], told["failed"]) == (1, False, None)
    assert {deal["verdict"] for deal in told["deals"]} == {"not verifiable"}
    assert as_text([]).startswith("NOT VERIFIED")


@pytest.mark.parametrize("fair", [[], {}, {"h": 1}, 7, "x"])
def test_a_shuffle_that_cannot_be_read_is_no_record(
    tmp_path: Path, catalogue: Catalogue, record: dict[str, Any], fair: Any
) -> None:
    record["deals"][1]["fair"] = fair
    with pytest.raises(BadRecord, match=r"deals\[1\]\.fair"):
        verify(record, catalogue)
    assert "error" not in replay(record, catalogue)
    status, out, err = run(tmp_path, record)
    assert (status, out) == (2, "")
    assert "deals[1].fair" in err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"rumpus": 2}'])
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    status, out, err = run(tmp_path, text)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
