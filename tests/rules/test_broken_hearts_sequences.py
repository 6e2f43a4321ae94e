"""Broken Hearts: sequences, and jokers alone and inside them."""

from __future__ import annotations

import pytest
from display_hands import broken, led, replied
from rummy_hands import refused, standing

BEATS = ("beat", "higher")
SEQUENCE = ("sequence",)


# --- sequences -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "reply"),
    [
        ("6S", "8S 9S TS"),
        ("6S", "7S 8S"),
        ("6S", "6H 7H"),  # the first card, a heart of the same rank, beats
        ("6S", "9H TH JH"),
        ("6S 7S 8S", "9S TS"),
        ("6S 7S 8S", "8H 9H"),
        ("6S 7S 8S", "KS"),
        ("AD", "2D 3D 4D"),
        ("AD", "AH 2H 3H"),
        ("6H", "7H 8H"),
        ("TS", "JS QS KS"),
    ],
)
def test_a_sequence_whose_first_card_beats_the_last_card_played(lead: str, reply: str) -> None:
    assert standing(replied(lead, reply))["trick"] == f"{lead} {reply}".split()


@pytest.mark.parametrize(
    ("lead", "reply"),
    [
        ("6S", "5S BJ=6S 7S"),  # its last card would beat, its first does not
        ("6S", "4S 5S"),
        ("6S", "7D 8D"),
        ("6S", "5H 6H 7H"),
        ("6S 7S 8S", "7H 8H 9H"),  # 8♠ is to be beaten, not 6♠
        ("6H", "7S 8S 9S"),
        ("8H", "7H BJ=8H 9H"),
        ("KD", "AH 2H"),
    ],
)
def test_a_sequence_whose_first_card_does_not(lead: str, reply: str) -> None:
    refused(replied(lead, reply), 0, 4, *BEATS)


@pytest.mark.parametrize("after", ["JS", "TH", "KH", "QS KS", "BJ"])
def test_its_last_card_is_then_the_one_to_beat(after: str) -> None:
    hands = {0: f"AC 6S {after}", 1: "8S 9S TS"}
    script = f"0 play AC; 1 draw stock; pass; 0 play 6S; 1 play 8S 9S TS; 0 play {after}"
    assert standing(broken(script, hands))["trick"] == f"6S 8S 9S TS {after}".split()


@pytest.mark.parametrize("after", ["7S", "9H", "8H", "AS"])
def test_not_its_first_card(after: str) -> None:
    hands = {0: f"AC 6S {after}", 1: "8S 9S TS"}
    script = f"0 play AC; 1 draw stock; pass; 0 play 6S; 1 play 8S 9S TS; 0 play {after}"
    refused(broken(script, hands), 0, 5, *BEATS)


def test_a_sequence_of_hearts_over_a_lower_suit_keeps_the_trick_in_hearts() -> None:
    hands = {0: "AC 6S 9S 8H", 1: "6H 7H"}
    start = "0 play AC; 1 draw stock; pass; 0 play 6S; 1 play 6H 7H; "
    refused(broken(start + "0 play 9S", hands), 0, 5, *BEATS)
    assert standing(broken(start + "0 play 8H", hands))["trick"] == ["6S", "6H", "7H", "8H"]


@pytest.mark.parametrize(
    "play",
    [
        "8S TS",  # a gap
        "8S 9D",  # two suits
        "8S 9S TD",
        "8S 8D",  # a pair
        "TS 9S 8S",  # from high to low
        "9S 8S",
        "8S TS 9S",
        "KS AS",
        "QS KS AS",
        "KS AS 2S",
        "2S AS",
    ],
)
def test_no_sequence(play: str) -> None:
    refused(led(play), 0, 3, *SEQUENCE)


def test_a_card_of_a_sequence_is_held_once() -> None:
    refused(broken("0 play AC AC", {0: "AC"}), 0, 0, "hold", *SEQUENCE)
    refused(broken("0 play AC 2C 2C", {0: "AC 2C"}), 0, 0, "hold", *SEQUENCE)


@pytest.mark.parametrize("play", ["AS 2S", "AS 2S 3S 4S", "QS KS", "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"])
def test_the_ace_is_low_and_sequences_are_as_long_as_one_likes(play: str) -> None:
    assert standing(led(play))["trick"] == play.split()


# --- a joker alone ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", ["6S", "KS", "KH", "AD", "JH QH KH", "8S RJ=9S TS"])
def test_a_joker_alone_beats_everything(lead: str) -> None:
    assert standing(replied(lead, "BJ"))["trick"] == [*lead.split(), "BJ"]


@pytest.mark.parametrize(("one", "other"), [("BJ", "RJ"), ("RJ", "BJ")])
def test_it_is_beaten_by_the_other_joker_only(one: str, other: str) -> None:
    assert standing(replied(one, other))["trick"] == [one, other]
    for reply in ("KH", "KS", "AH", "JH QH KH"):
        refused(replied(one, reply), 0, 4, "joker")


def test_a_sequence_with_the_other_joker_inside_does_not_beat_it() -> None:
    refused(replied("BJ", "JH RJ=QH KH"), 0, 4, "joker")


def test_after_the_second_joker_the_others_still_draw_and_pass() -> None:
    hands = {0: "AC BJ", 1: "RJ KH", 2: "KS"}
    start = "0 play AC; 1 draw stock; pass; 2 draw stock; pass; 0 play BJ; 1 play RJ; "  # actions 0 to 6
    position = standing(broken(start, hands, "", 3))
    assert (position["turn"], position["phase"], position["trick"]) == ([2], "play", ["BJ", "RJ"])
    refused(broken(start + "2 pass", hands, "", 3), 0, 7, "draw")
    refused(broken(start + "2 play KS", hands, "", 3), 0, 7, *BEATS)
    refused(broken(start + "2 draw stock; play KS", hands, "", 3), 0, 8, *BEATS)
    position = standing(broken(start + "2 draw stock; pass", hands, "", 3))
    assert (position["turn"], position["trick"]) == ([0], ["BJ", "RJ"])
    position = standing(broken(start + "2 draw stock; pass; 0 draw stock; pass", hands, "", 3))
    assert (position["turn"], position["trick"], position["phase"]) == ([1], [], "play")


def test_a_joker_is_played_in_a_turn_after_drawing_too() -> None:
    script = "0 play AC; 1 draw stock; play BJ"
    assert standing(broken(script, {0: "AC"}, "BJ"))["trick"] == ["AC", "BJ"]


@pytest.mark.parametrize("play", ["BJ=9S", "BJ RJ", "BJ=KH"])
def test_alone_it_is_no_card_but_a_joker_and_one_only(play: str) -> None:
    refused(led(play), 0, 3)


# --- a joker inside a sequence ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "written"),
    [
        ("8S BJ TS", "8S BJ=9S TS"),
        ("8S BJ=9S TS", "8S BJ=9S TS"),
        ("8S RJ TS JS", "8S RJ=9S TS JS"),
        ("AS BJ 3S", "AS BJ=2S 3S"),
        ("JH RJ KH", "JH RJ=QH KH"),
        ("8S BJ RJ JS", "8S BJ=9S RJ=TS JS"),  # both side by side
        ("8S RJ=9S BJ=TS JS", "8S RJ=9S BJ=TS JS"),
        ("8S BJ TS RJ QS", "8S BJ=9S TS RJ=JS QS"),
        ("8S BJ=9S RJ JS", "8S BJ=9S RJ=TS JS"),
    ],
)
def test_a_joker_fills_a_gap_named_or_not(play: str, written: str) -> None:
    assert standing(led(play))["trick"] == written.split()


@pytest.mark.parametrize(
    "play",
    [
        "8S 9S BJ",
        "BJ 8S 9S",
        "BJ=TS JS",
        "8S BJ=9S",
        "QH BJ=KH",
        "BJ=AS 2S 3S",
        "8S BJ RJ",
        "BJ RJ TS",
        "RJ 9S BJ",
    ],
)
def test_the_first_and_last_cards_of_a_sequence_are_natural(play: str) -> None:
    refused(led(play), 0, 3, "natural", *SEQUENCE)


@pytest.mark.parametrize("play", ["8S BJ=TS TS", "8S BJ=9H TS", "8S BJ JS", "8S BJ 9S", "8S BJ RJ TS", "8S BJ TD", "8S RJ=8S 9S"])
def test_a_joker_that_does_not_fit_its_gap(play: str) -> None:
    refused(led(play), 0, 3)


def test_it_is_then_just_that_card() -> None:
    # No joker is on top: T♠ is to be beaten, by a spade or a heart.
    hands = {0: "AC 6S JS TH RJ 9H", 1: "8S BJ TS"}
    start = "0 play AC; 1 draw stock; pass; 0 play 6S; 1 play 8S BJ=9S TS; "
    for card in ("JS", "TH", "RJ"):
        assert standing(broken(start + f"0 play {card}", hands))["trick"][-1] == card
    refused(broken(start + "0 play 9H", hands), 0, 5, *BEATS)


def test_a_sequence_with_a_joker_must_beat_like_any_other() -> None:
    refused(replied("9S", "8S BJ TS"), 0, 4, *BEATS)
    assert standing(replied("7S", "8S BJ=9S TS"))["trick"] == ["7S", "8S", "BJ=9S", "TS"]
    assert standing(replied("8C", "8H BJ=9H TH"))["trick"] == ["8C", "8H", "BJ=9H", "TH"]


def test_the_first_lead_may_not_be_a_joker_alone() -> None:
    refused(broken("0 play BJ", {0: "3C BJ"}, "", 4), 0, 0, "first lead", "lowest")
