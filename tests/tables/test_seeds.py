"""The same text to draw from gives the same deal; two tables started together without one do not."""

from __future__ import annotations

from pathlib import Path

from plain_guests import guests, table

WORDS = ("hearts", "--seats", "4", "--bots", "3", "-o", "give=none")


def first_hand(home: Path, *words: str) -> str:
    """The hand that a guest is dealt first at a table of its own."""
    with table(home, *WORDS, *words) as (_, invite), guests(home, invite, 1) as (guest,):
        return guest.wait_for("You hold")


def test_the_same_seed_gives_the_same_deal(tmp_path: Path) -> None:
    assert first_hand(tmp_path / "a", "--seed", "tea") == first_hand(tmp_path / "b", "--seed", "tea")


def test_two_tables_opened_together_deal_differently(tmp_path: Path) -> None:
    with (
        table(tmp_path / "a", *WORDS) as (_, one),
        table(tmp_path / "b", *WORDS) as (_, two),
        guests(tmp_path / "a", one, 1) as (first,),
        guests(tmp_path / "b", two, 1) as (second,),
    ):
        assert first.wait_for("You hold") != second.wait_for("You hold")
