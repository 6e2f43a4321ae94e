"""Cancellation Hearts: identical cards cancel, what is left takes, and tricks that nobody takes."""

from __future__ import annotations

from typing import Any

import pytest
from hands import accepted, answer, cards, may_play, position, refusal, results, with_more
from variant_hands import SUN8, TWINS, Doubled, after_twice, cancelling, eight, filled_twice, paid, untaken

# All follow to the first trick with 2♣ 2♣ 3♣ 3♣ 4♣ 4♣ 5♣ 5♣ in this order of seats, and nobody takes it.
FIRST = ["2C", "3C", "2C", "3C", "4C", "4C", "5C", "5C"]
ALL_CANCEL = " ".join(FIRST)


def first_trick(played: str, **options: Any) -> dict[str, Any]:
    """Eight seats, seat 0 leads, and all follow with these clubs; what else they hold is what is left."""
    return after_twice(filled_twice(cards(played)), played, **options)


def turn(record: dict[str, Any]) -> int:
    """The seat that is to play."""
    (seat,) = position(record)["turn"]
    assert isinstance(seat, int)
    return seat


# --- who takes a trick -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "takes"),
    [
        ("2C 3C 4C 5C 6C 7C 8C AC", 7),  # nothing cancels
        ("2C AC AC KC QC TC 9C 8C", 3),  # the aces cancel: K♣
        ("2C AC KC AC KC QC 9C 8C", 5),  # aces and kings: Q♣
        ("2C AC KC AC KC QC QC 8C", 7),  # and queens: 8♣
        ("2C AC KC AC KC QC QC 2C", None),  # and the twos: nothing is left
        ("2C 2C AC AC KC KC 3C QC", 7),
        ("2C AC KC AC KC 3C 3C QC", 7),
        ("2C AC KC AC KC 3C 3C 2C", None),
        ("2C AC 2C AC 3C 4C 5C 6C", 7),  # the card that was led is cancelled: the suit led is still clubs
        ("2C AC QC AC QC 3C 3C 4C", 7),
        ("2C AC AC 9C 9C TC TC QC", 7),
    ],
)
def test_the_highest_that_is_left_takes(played: str, takes: int | None) -> None:
    """In a trick of clubs; the taker leads, and the table is clear. Where nothing is left seat 0 leads again."""
    record = first_trick(played)
    assert turn(record) == (0 if takes is None else takes)
    assert position(record)["trick"] == []
    assert untaken(record) == (cards(played) if takes is None else [])


def test_a_card_of_two_may_be_left_when_its_twin_is_not_in_the_trick() -> None:
    """K♣ takes in trick 1 though seat 1 holds the other K♣."""
    table = filled_twice(["2C", "3C KC", "KC", "4C", "5C", "6C", "7C", "8C"])
    assert turn(after_twice(table, "2C 3C KC 4C 5C 6C 7C 8C")) == 2


def test_cancelled_cards_stay_on_the_table_until_the_trick_is_over() -> None:
    """Both A♣ are shown in the order played."""
    table = filled_twice(cards("2C AC AC KC QC TC 9C 8C"))
    found = position(after_twice(table, "2C AC AC KC"))
    assert (found["trick"], found["turn"]) == (["2C", "AC", "AC", "KC"], [4])
    assert found.get("untaken", []) == []


def discarded(played: str, **options: Any) -> dict[str, Any]:
    """Clubs are at seats 0, 1 and 2 only; the rest discard: diamonds at 3, hearts at 4 and 5, spades at 6 and 7.

    Seat 4 has two of each of 2♥ to 7♥ and an 8♥, seat 5 the other 8♥ and 9♥ to A♥ twice.
    """
    return after_twice(filled_twice(["2C 2C", "AC", "AC KC", *[""] * 5]), played, **options)


@pytest.mark.parametrize(
    ("played", "takes"),
    [
        ("2C AC AC 8D 2H 8H 2S AS", 0),  # 2♣ is the only club left: no discard takes
        ("2C AC KC AD 2H AH 2S AS", 1),  # A♣ alone
        ("2C AC AC AD 8H 8H 2S AS", 0),  # two hearts that are twins cancel too, which changes nothing
    ],
)
def test_only_the_suit_led_takes(played: str, takes: int) -> None:
    assert turn(discarded(played)) == takes


def test_discards_take_nothing_when_the_whole_suit_led_is_cancelled() -> None:
    """2♣ 2♣, A♣ A♣ and four cards of other suits, an A♦ among them: nobody's."""
    table = filled_twice(["2C", "AC", "AC", "2C", *[""] * 4])
    hands = position(cancelling(table))["hands"]
    thrown = [next(card for card in hand if card[1] != "C" and card != "QS") for hand in hands[4:]]
    assert all("C" not in {card[1] for card in hand} for hand in hands[4:])
    record = after_twice(table, "2C AC AC 2C " + " ".join(thrown))
    assert turn(record) == 0
    assert untaken(record) == [*cards("2C AC AC 2C"), *thrown]


# --- a trick that nobody takes ---------------------------------------------------------------------------------------


def test_it_stays_on_the_table_and_the_same_seat_leads_again() -> None:
    """The cards lie in the order in which they were played; the trick itself is new."""
    record = first_trick(ALL_CANCEL)
    found = position(record)
    assert (found["turn"], found["phase"], found["trick"]) == ([0], "play", [])
    assert found["untaken"] == FIRST
    for seat in range(1, 8):
        refusal(record, [seat, f"play {found['hands'][seat][0]}"])


def test_two_in_a_row_go_together_oldest_first() -> None:
    """The twins: tricks 1 and 2."""
    record = cancelling([Doubled(TWINS, stop=16)])
    assert position(record)["untaken"] == cards("2C 2D 2H 2S 2C 2D 2H 2S 3C 3D 3H 3S 3C 3D 3H 3S")
    assert turn(record) == 0
    record = with_more(record, [0, "play 4C"])
    assert (position(record)["trick"], len(untaken(record))) == (["4C"], 16)


def test_the_next_taker_gets_them_all_and_the_table_is_clear() -> None:
    """Tricks 1 and 2 are nobody's, trick 3 is seat 4's (5♣ over 4♣), which leads trick 4."""
    table = eight("2C 3C 4C 5C 6C..AC", "2C 3C 5C 4C 6C..AC")
    record = cancelling([Doubled(table, stop=23)])
    assert (turn(record), len(untaken(record))) == (7, 16)
    record = cancelling([Doubled(table, stop=24)])
    assert (turn(record), untaken(record)) == (4, [])


def test_what_they_pay() -> None:
    """Two hearts a trick. Seat 4 takes tricks 1 to 3: 6. It leads 4♣ to seat 0's 5♣: trick 4. Tricks 5 to 13 cancel and go
    to seat 0, which took the one before: 2 + 9 x 2 and both queens, 2 + 18 + 26 = 46."""
    table = eight("2C 3C 4C 5C 6C..AC", "2C 3C 5C 4C 6C..AC")
    assert paid(cancelling([Doubled(table)])) == [46, 0, 0, 0, 6, 0, 0, 0]


def test_the_next_taker_may_be_the_one_who_led_them() -> None:
    """Seat 0's 5♣ over seat 4's 4♣ in trick 3: 6 for seat 0. Its 4♣ goes to 5♣ in trick 4, and the rest to seat 4: 46."""
    table = eight("2C 3C 5C 4C 6C..AC", "2C 3C 4C 5C 6C..AC")
    assert paid(cancelling([Doubled(table)])) == [6, 0, 0, 0, 46, 0, 0, 0]


def test_one_in_the_middle() -> None:
    """Seat 4 takes trick 1 (3♣ over 2♣) and leads 2♣ to seat 0's 3♣: 2 and 2. Trick 3 cancels and stays with seat 0 leading.
    Trick 4 is seat 4's, 6♣ over 5♣, with trick 3: 4. It leads 5♣ to 6♣: 2 for seat 0, and tricks 6 to 13 with 16 and 26."""
    table = eight("2C 3C 4C 5C 6C 7C..AC", "3C 2C 4C 6C 5C 7C..AC")
    record = cancelling([Doubled(table, stop=24)])
    assert (turn(record), untaken(record)) == (0, cards("4C 4D 4H 4S 4C 4D 4H 4S"))
    assert paid(cancelling([Doubled(table)])) == [2 + 2 + 16 + 26, 0, 0, 0, 2 + 4, 0, 0, 0]


def test_a_last_trick_that_nobody_takes_goes_to_who_took_the_one_before() -> None:
    """Tricks 1 to 12 go to seats 4 and 0 in turn, two hearts each, both queens in trick 11, which is seat 4's: 12 + 26 and
    12. In trick 13 the aces cancel: two hearts more for seat 0, which took trick 12 with 3♣ over 2♣."""
    zero = "2C 5C 4C 7C 6C 9C 8C JC TC KC QC 3C AC"
    four = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2C AC"
    assert paid(cancelling([Doubled(eight(zero, four))])) == [14, 0, 0, 0, 38, 0, 0, 0]


def test_several_at_the_end_go_together() -> None:
    """Tricks 1, 4, 6, 8 and 10 go to seat 4, 2, 3, 5, 7 and 9 to seat 0, two hearts each; 11 to 13 cancel and follow trick 10:
    10 for seat 0, 10 + 6 and both queens for seat 4."""
    zero = "2C 3C 5C 4C 7C 6C 9C 8C JC TC QC KC AC"
    four = "3C 2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
    record = cancelling([Doubled(eight(zero, four), stop=103)])
    assert (turn(record), len(untaken(record))) == (3, 16)  # seat 4 led trick 13, seat 3 plays last
    assert paid(cancelling([Doubled(eight(zero, four))])) == [10, 0, 0, 0, 42, 0, 0, 0]


def test_the_position_shows_what_lies_there_before_the_last_trick() -> None:
    """Tricks 4 to 12, nine of eight cards; trick 3 was taken by seat 0."""
    record = cancelling([Doubled(SUN8, stop=96)])
    assert len(untaken(record)) == 72
    assert untaken(record)[:8] == cards("3C 5D 5H 5S 3C 5D 5H 5S")
    assert paid(cancelling([Doubled(SUN8)], moon="off")) == [52, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("options", [{}, {"spot": True}, {"bonus_card": "JD"}, {"sun": "double"}, {"moon": "off"}], ids=str)
def test_if_nobody_took_any_trick_the_points_are_nobodys(options: dict[str, Any]) -> None:
    """No points, no moon, no ten off for the jacks; the deal ends as any other."""
    record = cancelling([Doubled(TWINS)], **options)
    assert answer(record)["deals"] == [{"dealer": 7, "ended": "tricks", "scores": [0] * 8, "totals": [0] * 8}]
    assert answer(record)["position"] is None
    assert results(cancelling([Doubled(TWINS)] * 2, **options), "totals")[-1] == [0] * 8


def test_one_trick_short_of_nobody() -> None:
    """Twelve cancelled tricks lie there; seat 4 takes trick 12 (A♣ over K♣) with eleven: 24 + 26. It leads K♣ to A♣: 2."""
    table = eight("2C..AC", "2C..QC AC KC")
    assert len(untaken(cancelling([Doubled(table, stop=88)]))) == 88
    assert paid(cancelling([Doubled(table)])) == [2, 0, 0, 0, 50, 0, 0, 0]


# --- cancelled cards cost what they cost -----------------------------------------------------------------------------


def test_points_on_cancelled_cards_go_with_the_trick() -> None:
    """Trick 1 is nobody's (2♣ Q♣ 2♣ Q♣), seat 0 takes tricks 2 and 3 with A♣, 4 to 12 cancel. To trick 13 seat 0 leads J♠:
    Q♠ and Q♠ are higher and cancel, T♠ is lower: J♠ takes both, 26 hearts and 26; with the moon off that is 52."""
    table = eight("2C AC AC 3C..JC JS", "2C KC KC 3C..JC TS")
    table[3], table[7] = "QC 2S..TS KS AS QS", "QC 2S..9S JS KS AS QS"
    assert paid(cancelling([Doubled(table)], moon="off")) == [52, 0, 0, 0, 0, 0, 0, 0]


def test_two_queens_that_cancel_leave_the_trick_to_a_lower_card_of_another_seat() -> None:
    """As before with T♠ led and J♠ at seat 4: the last trick, the nine that wait and both queens are seat 4's.

    Tricks 1 to 3 are seat 0's, two hearts each: 6; the other ten tricks 20 + 26 = 46.
    """
    table = eight("2C AC AC 3C..JC TS", "2C KC KC 3C..JC JS")
    table[3], table[7] = "QC 2S..TS KS AS QS", "QC 2S..9S JS KS AS QS"
    assert paid(cancelling([Doubled(table)])) == [6, 0, 0, 0, 46, 0, 0, 0]


# --- the first trick, and breaking -----------------------------------------------------------------------------------

OPENER = "2C KC AC 2D 3D 2H 3H 4H QS 2S 3S 4S 5S"
NO_DIAMONDS = "3C 5H 6H 7H 8H 9H QS KS 6S 7S 8S 9S TS"
SPADES = "5C 9S AS AS KS JS JS TS 6S 7S 8S 2S 3S"
BROKEN = filled_twice([OPENER, NO_DIAMONDS, "2C 2D", "3C 4D", "4C 4D", "4C 5D", "5C 5D", SPADES])


def second_trick(more: str = "", **options: Any) -> dict[str, Any]:
    """Trick 1 is nobody's and no heart fell on it; seat 0 leads again, then these cards."""
    table = filled_twice([OPENER, NO_DIAMONDS, "2C", "3C", "4C", "4C", "5C", "5C"])
    return after_twice(table, ALL_CANCEL + " " + more, **options)


def test_only_the_deals_first_trick_counts_also_when_nobody_takes_it() -> None:
    """Seat 0 may lead Q♠ to trick 2; on its 2♦ seat 1, which has none, may throw hearts and Q♠."""
    assert may_play(second_trick()) == "KC AC 2D 3D 2S 3S 4S 5S QS"
    assert may_play(second_trick("2D")) == "5H 6H 7H 8H 9H 6S 7S 8S 9S TS QS KS"


def test_hearts_are_still_unbroken_after_a_trick_without_them() -> None:
    assert "break_hearts" in refusal(second_trick(), [0, "play 2H"])
    assert accepted(second_trick(break_hearts=False), [0, "play 2H"])


def test_the_lead_again_need_not_be_a_club() -> None:
    """The opening lead was made, though nobody took the trick."""
    assert all(accepted(second_trick(), [0, f"play {card}"]) for card in ("KC", "2D", "2S"))


def test_a_heart_thrown_on_a_trick_that_nobody_takes_breaks_hearts() -> None:
    """Trick 2: seat 0 leads 2♦, seats 1 and 7, without diamonds, throw 5♥ and A♠, all diamonds cancel; seat 0
    leads again and may lead a heart."""
    record = after_twice(BROKEN, ALL_CANCEL + " 2D 5H 2D 4D 4D 5D 5D AS")
    assert turn(record) == 0
    assert len(untaken(record)) == 16
    assert accepted(record, [0, "play 2H"])


@pytest.mark.parametrize(("options", "breaks"), [({}, False), ({"queen_breaks": True}, True)], ids=str)
def test_a_queen_thrown_on_a_trick_that_nobody_takes(options: dict[str, Any], breaks: bool) -> None:
    """As above with Q♠ for 5♥."""
    record = after_twice(BROKEN, ALL_CANCEL + " 2D QS 2D 4D 4D 5D 5D AS", **options)
    assert accepted(record, [0, "play 2H"]) is breaks


def test_a_twin_of_a_card_that_was_played_is_still_in_hand() -> None:
    """Seat 0 leads one 2♣ of two, which nothing cancels but which 6♣ beats; to seat 7's A♣ it may play the other, once."""
    table = filled_twice(["2C 2C", "3C", "3C", "4C", "4C", "5C", "5C", "6C AC"])
    record = after_twice(table, "2C 3C 3C 4C 4C 5C 5C 6C AC")
    assert position(record)["hands"][0].count("2C") == 1
    later = with_more(record, [0, "play 2C"])
    assert position(later)["hands"][0].count("2C") == 0
    refusal(later, [1, "play 2C"])
