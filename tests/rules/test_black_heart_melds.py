"""Black Heart Rum: groups, sequences, around the corner, laying off by number, and the sequence that wraps twice."""

from __future__ import annotations

from typing import Any

import pytest
from black_heart_hands import attended, lying, owners, table
from rummy_hands import Answer, melds, refused, standing


def meld(hand: str, action: str, rest: str = "KS QC KC QS JS JC", **options: Any) -> Answer:
    """Seat 1 draws Q♣ and acts; its action is the one at 1."""
    return table({1: hand}, f"1 draw stock; {action}", rest, **options)


# --- groups ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "group", ["7S 7H 7C", "7S 7S 7H", "7S 7S 7H 7H", "7S 7S 7H 7H 7C 7C", "AC AH AS", "TH TH TC TS", "2C 2C 2S"]
)
def test_three_or_more_of_a_rank_twins_allowed(group: str) -> None:
    answer = meld(group, f"meld {group}")
    assert melds(answer) == [(1, 1, "group", group)]
    assert attended(answer) == [None] * len(group.split())
    assert owners(answer) == [1] * len(group.split())


@pytest.mark.parametrize("cards", ["7S 7H", "7S 7H 8C", "7S 7H 7C 8C", "7S", "7S 8H 9C", "7S 8S", "7S 8S 8C"])
def test_what_is_no_set(cards: str) -> None:
    refused(meld("7S 7H 7C 8S 8C 8H 9C", f"meld {cards}"), 0, 1)


def test_only_cards_that_are_held() -> None:
    refused(meld("7S 7H 2C 3C 9S 9H 4C 5S 6S 2H", "meld 7S 7H 7C"), 0, 1)
    refused(meld("7S 7H 2C 3C 9S 9H 4C 5S 6S 2H", "meld 7S 7S 7H"), 0, 1)


# --- sequences -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sequence",
    ["4C 5C 6C", "AC 2C 3C", "AH 2H 3H", "8H 9H TH", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS"],
)
def test_three_or_more_of_a_suit_in_order(sequence: str) -> None:
    assert melds(meld(sequence, f"meld {sequence}")) == [(1, 1, "sequence", sequence)]


def test_a_sequence_is_laid_low_end_first_however_it_was_written() -> None:
    assert melds(meld("4C 5C 6C 7C", "meld 7C 5C 4C 6C"))[0][3] == "4C 5C 6C 7C"


@pytest.mark.parametrize("cards", ["4C 5C 6S", "4C 5C 7C", "4C 5C 5C", "4C 5C", "4C 4C 5C 6C", "4H 5H 6C"])
def test_what_is_no_sequence(cards: str) -> None:
    refused(meld("4C 4C 5C 5C 6C 6S 7C 4H 5H", f"meld {cards}"), 0, 1)


# --- around the corner -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "laid"),
    [
        ("QS KS AS with 2H 3H", "QS KS AS"),
        ("KS AS 2S with 4H", "KS AS 2S"),
        ("JS QS KS AS 2S with 2H 3H 4H", "JS QS KS AS 2S"),
        ("AS 2S KS with 2H", "KS AS 2S"),
    ],
)
def test_black_sequences_go_around_the_corner(action: str, laid: str) -> None:
    assert melds(meld("JS QS KS AS 2S 2H 3H 4H", f"meld {action}"))[0][2:] == ("sequence", laid)


def test_lay_offs_go_around_in_either_direction() -> None:
    hand = "AC 2C 3C KC QC JS QS KS 2H 3H"
    low = meld(hand, "meld AC 2C 3C; meld KC with 2H on 1; meld QC with 3H on 1")
    assert lying(low) == "QC KC AC 2C 3C"
    assert attended(low) == ["3H", "2H", None, None, None]
    hand = "JS QS KS AS 2S 2H 3H 4H 5H 6H"
    assert lying(meld(hand, "meld JS QS KS with 2H 3H 4H; meld AS on 1; meld 2S on 1")) == "JS QS KS AS 2S"
    assert lying(meld(hand, "meld JS QS KS with 2H 3H 4H; meld AS 2S on 1")) == "JS QS KS AS 2S"


@pytest.mark.parametrize("cards", ["9H TH AH", "TH AH 2H", "AH 2H TH", "8H 9H TH AH"])
def test_sequences_of_hearts_never_go_around(cards: str) -> None:
    refused(meld("8H 9H TH AH 2H 3H", f"meld {cards}"), 0, 1)


def test_nothing_is_laid_beyond_the_ten_or_below_the_ace_of_hearts() -> None:
    hand = "8H 9H TH AH 2H 3H RJ BJ 4C KC"
    refused(meld(hand, "meld 8H 9H TH; meld AH on 1"), 0, 2)
    refused(meld(hand, "meld AH 2H 3H; meld TH on 1"), 0, 2)
    refused(meld(hand, "meld 8H 9H TH; meld KC with 2H on 1"), 0, 2)
    refused(meld(hand, "meld 9H TH RJ=JH"), 0, 1)
    refused(meld(hand, "meld 8H 9H TH; meld RJ=JH on 1"), 0, 2)
    refused(meld(hand, "meld 8H 9H TH; meld RJ on 1 high"), 0, 2)
    refused(meld(hand, "meld AH 2H 3H; meld RJ on 1 low"), 0, 2)
    refused(meld(hand, "meld AH 2H RJ=KH"), 0, 1)


def test_ten_and_jack_are_neighbours_in_black_only() -> None:
    assert lying(meld("9C TC JC 2H", "meld 9C TC JC with 2H")) == "9C TC JC"
    refused(meld("9H TH JC 2H", "meld 9H TH JC with 2H"), 0, 1)


# --- laying off ------------------------------------------------------------------------------------------------------

FIRST = {1: "6S 7S 8S 9H 9C 2C 3C TH JC KC", 2: "5S 5S 9S 4S 2S 3S 8H 8C 7H AS"}
LAID = "1 draw stock; meld 6S 7S 8S; discard KC; 2 draw stock; "
AT = 4


def second(action: str, hand: str = FIRST[2]) -> Answer:
    """Seat 2 acts after seat 1 has melded 6♠ 7♠ 8♠; its action is the one at 4."""
    return table({**FIRST, 2: hand}, LAID + action)


def test_anybody_lays_off_and_keeps_what_it_lays_off() -> None:
    answer = second("meld 5S 9S 4S on 1")
    assert melds(answer) == [(1, 1, "sequence", "4S 5S 6S 7S 8S 9S")]
    assert owners(answer) == [2, 2, 1, 1, 1, 2]


def test_a_card_laid_off_closes_its_place() -> None:
    hand = "5S 5S 2C 2H 2S 3S 8H 8C 7H AS"
    assert lying(second("meld 5S on 1, 2C 2H 2S", hand)) == "5S 6S 7S 8S"
    refused(second("meld 5S on 1, 2C 2H 2S; meld 5S on 1", hand), 0, AT + 1)


@pytest.mark.parametrize("card", ["6S", "7S", "8S", "4S", "5C", "9C", "TS"])
def test_what_does_not_go_on_a_sequence(card: str) -> None:
    refused(second(f"meld {card} on 1, 2C 2H 2S", f"{card} 2C 2H 2S 3H 3C QS JS 9H 5H"), 0, AT)


def test_a_lay_off_names_a_meld_that_is_there() -> None:
    for number in (2, 3, 17):
        refused(second(f"meld 5S on {number}, 2S 3S 4S"), 0, AT)


def test_a_group_takes_its_rank_only() -> None:
    hand = "7S 7H 7C 7H 8H 2C 3C"
    assert lying(meld(hand, "meld 7S 7H 7C; meld 7H on 1")) == "7S 7H 7C 7H"
    refused(meld(hand, "meld 7S 7H 7C; meld 8H on 1"), 0, 2)


def test_cards_that_could_be_a_set_are_one_unless_they_are_laid_off_by_number() -> None:
    # 5♣ 6♣ 7♣ 8♣ lie there. As a set of its own 2♣ 3♣ 4♣ takes a five, and the long one takes a four.
    hands = {1: "5C 6C 7C 8C 2C 3C 4C TH 9S AC", 2: "5C 4C 9H 9C 9S 2H 3S 6S JS TS"}
    script = "1 draw stock; meld 5C 6C 7C 8C; meld 2C 3C 4C{}; discard TH; 2 draw stock; meld 9H 9C 9S; meld {}"
    apart = table(hands, script.format("", "5C on 2"))
    assert [laid[3] for laid in melds(apart)] == ["5C 6C 7C 8C", "2C 3C 4C 5C", "9H 9C 9S"]
    assert lying(table(hands, script.format("", "4C on 1"))) == "4C 5C 6C 7C 8C"
    for number in (1, 2):
        for card in ("5C", "4C"):
            refused(table(hands, script.format(" on 1", f"{card} on {number}")), 0, 6)


def test_two_sequences_are_never_joined() -> None:
    hands = {1: "3C 4C 5C 7C 8C 9C 6C TH 9S AC", 2: "7C 5C 9H 9S 9H 2H 3S 6S JS TS"}
    script = "1 draw stock; meld 3C 4C 5C; meld 7C 8C 9C; meld 6C on {}; discard TH; 2 draw stock; meld 9H 9S 9H; meld {}"
    assert [laid[3] for laid in melds(table(hands, script.format(1, "7C on 1")))][:2] == ["3C 4C 5C 6C 7C", "7C 8C 9C"]
    assert [laid[3] for laid in melds(table(hands, script.format(2, "5C on 2")))][:2] == ["3C 4C 5C", "5C 6C 7C 8C 9C"]
    refused(table(hands, script.format(2, "7C on 1")), 0, 7)
    refused(table(hands, script.format(1, "5C on 2")), 0, 7)


def test_three_cards_go_on_a_sequence_or_are_one_of_their_own() -> None:
    hand = "7C 8C 9C TC JC QC 2H 3H 4H 4S"
    assert lying(meld(hand, "meld 7C 8C 9C; meld TC JC QC with 2H 3H on 1")) == "7C 8C 9C TC JC QC"
    answer = meld(hand, "meld 7C 8C 9C; meld TC JC QC with 2H 3H")
    assert [laid[3] for laid in melds(answer)] == ["7C 8C 9C", "TC JC QC"]
    assert attended(answer, 2) == [None, "2H", "3H"]


def test_parts_apply_from_left_to_right() -> None:
    hand = "7S 7H 7C 7H 4C 5C 6C"
    assert lying(meld(hand, "meld 7S 7H 7C, 7H on 1")) == "7S 7H 7C 7H"
    assert lying(meld(hand, "meld 4C 5C 6C, 7S 7H 7H, 7C on 1")) == "4C 5C 6C 7C"
    refused(meld(hand, "meld 7H on 1, 7S 7H 7C"), 0, 1)
    refused(meld(hand, "meld 7S 7H 7C, 7C on 1"), 0, 1)


def test_low_and_high_say_the_end() -> None:
    assert lying(second("meld 5S 4S on 1 low, AS 2S 3S")) == "4S 5S 6S 7S 8S"
    assert lying(second("meld 9S on 1 high, AS 2S 3S")) == "6S 7S 8S 9S"
    refused(second("meld 9S on 1 low, AS 2S 3S"), 0, AT)
    refused(second("meld 5S 9S 4S on 1 low"), 0, AT)


# --- thirteen and more -----------------------------------------------------------------------------------------------


def test_a_sequence_of_thirteen_begins_with_the_card_written_first() -> None:
    # Six discards lie on J♣ when seat 1 digs for it: sixteen cards are melded, and one is left.
    rest = "JC QC KC 2H 3H 4H 9S"
    script = "1 draw stock; discard QC; 2 draw stock; discard KC; 0 draw stock; discard 2H; "
    script += "1 draw stock; discard 3H; 2 draw stock; discard 4H; 0 draw stock; discard 9S; 1 draw discard 7; "
    hands = {1: "AC 2C 3C 4C 5C 6C 7C 8C 9C TC"}
    whole = ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC"]
    for first in (0, 4, 10):
        turned = whole[first:] + whole[:first]
        answer = table(hands, script + f"meld {' '.join(turned)} with 2H 3H 4H", rest)
        assert melds(answer) == [(1, 1, "sequence", " ".join(turned))]
        assert standing(answer)["hands"][1] == ["9S"]


# Twenty-six clubs and two black jokers, six hearts for the royalty. Each of four seats keeps cards, so that nobody goes out.
LONG = {
    1: "AC 2C 3C 4C 5C 6C 7C 8C 9C 2S",
    2: "TC JC QC KC AC 2C 2H 3H 4H 3S",
    3: "3C 4C 5C 6C 7C 8C 9C TC 4S 6S",
    0: "JC QC KC BJ BJ 5H 6H 7H TS 8S",
}
ONCE = "1 draw stock; meld AC 2C 3C 4C 5C 6C 7C 8C 9C; discard KS; 2 draw stock; meld TC JC QC KC AC 2C with 2H 3H 4H on 1"
TWICE = ONCE + "; discard KS; 3 draw stock; meld 3C 4C 5C 6C 7C 8C 9C TC on 1; discard QS; 0 draw stock; "
SUIT = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
AFTER_TWICE = 10


def longest(script: str) -> Answer:
    """What the four have made of it."""
    return table(LONG, script, "9S KS KS QS QS", seats=4)


def test_a_sequence_goes_on_past_its_own_beginning() -> None:
    answer = longest(ONCE)
    assert lying(answer) == f"{SUIT} AC 2C"
    assert owners(answer) == [1] * 9 + [2] * 6
    assert attended(answer) == [None] * 10 + ["2H", "3H", "4H", None, None]


def test_the_longest_sequence_has_twenty_eight_cards() -> None:
    answer = longest(TWICE + "meld JC QC KC BJ=AC BJ=2C with 5H 6H 7H on 1 high")
    assert lying(answer) == f"{SUIT} {SUIT} BJ=AC BJ=2C"
    assert len(owners(answer)) == 28
    assert owners(answer)[-5:] == [0] * 5
    assert attended(answer)[-5:] == ["5H", "6H", "7H", None, None]


def test_a_card_that_fits_both_ends_needs_a_word() -> None:
    # From the ace up to the second queen: a king fits below and above.
    both = TWICE + "meld JC QC with 5H 6H on 1; meld KC with 7H on 1"
    refused(longest(both), 0, AFTER_TWICE + 1, "end", "low")
    assert lying(longest(both + " low")) == f"KC {SUIT} {SUIT.removesuffix(' KC')}"
    assert lying(longest(both + " high")) == f"{SUIT} {SUIT}"
