"""Hearts: leading hearts and Q♠ (options `break_hearts`, `queen_breaks`)."""

from __future__ import annotations

from typing import Any

import pytest
from hands import SPLITS, Plan, after, cards, hearts, may_play, position, refusal, swapped

# Seat 3 leads 2♣ and seat 0 takes it with A♣: it then leads from all four suits, hearts unbroken. Seat 2 has no diamonds.
TABLE = [
    "AC KC TD QD KD AD 5H KH AH 2S QS KS AS",
    "5C 9C TC 2D 3D 6D JD 7H 8H 9H 3S 6S 9S",
    "6C 7C 8C JC QC 2H 3H 4H 6H 4S 7S TS JS",
    "2C 3C 4C 4D 5D 7D 8D 9D TH JH QH 5S 8S",
]
BARRED = "KC TD QD KD AD 2S QS KS AS"
FREE = "KC TD QD KD AD 5H KH AH 2S QS KS AS"

# With 6 seats: seat 5 leads 4♣, seat 0 takes two tricks with A♣ K♣ and has nothing but hearts left; no heart was played.
ALL_HEARTS = [
    "AC KC 2H 3H 4H 5H 6H 7H",
    "5C 6C 8H AH KD QD KS 2S",
    "7C 8C 9H 3S 4S 5S 6S 7S",
    "9C TC TH 8S 9S TS JS AS",
    "JC QC JH QS 5D 6D 7D 8D",
    "4C 4D QH KH 9D TD JD AD",
]
TWO_TRICKS = "4C AC 5C 7C 9C JC KC 6C 8C TC QC 4D"


def lead(more: str = "", table: list[str] = TABLE, **options: Any) -> dict[str, Any]:
    """Seat 0 has taken the first trick; then these cards, from its lead."""
    return after(table, "2C AC 5C 6C " + more, leader=3, **options)


def without(cards_left: str, gone: str) -> str:
    """The cards of a line without one of them."""
    return " ".join(card for card in cards_left.split() if card != gone)


# --- not before hearts are broken ------------------------------------------------------------------------------------


def test_hearts_are_not_led_before_they_are_broken() -> None:
    """Anything else may be led, Q♠ too; the reason names the option."""
    assert may_play(lead()) == BARRED
    for card in ("5H", "KH", "AH"):
        assert "break_hearts" in refusal(lead(), [0, f"play {card}"])


def test_with_break_hearts_off_they_are_led_at_any_time() -> None:
    """After the first trick, that is: see `first_trick` for the first."""
    assert may_play(lead(break_hearts=False)) == FREE
    assert may_play(lead("5H 7H 6H TH", break_hearts=False)) != ""


def test_a_heart_discarded_on_another_suits_trick_breaks_them() -> None:
    """A♦ is led, seat 2 has no diamonds and throws 2♥; seat 0 has taken the trick and may lead hearts."""
    assert may_play(lead("AD 3D 2H 4D")) == without(FREE, "AD")


def test_a_discard_of_another_suit_breaks_nothing() -> None:
    """Seat 2 throws 4♠ on A♦."""
    assert may_play(lead("AD 3D 4S 4D")) == without(BARRED, "AD")
    assert "break_hearts" in refusal(lead("AD 3D 4S 4D"), [0, "play 5H"])


def test_they_stay_broken() -> None:
    """2♥ fell in trick 2; in trick 3, to K♦, nobody throws a heart, and hearts may be led to trick 4."""
    assert may_play(lead("AD 3D 2H 4D KD 2D 4S 5D")) == without(without(FREE, "AD"), "KD")


def test_they_are_broken_for_everybody() -> None:
    """Seat 2's heart on T♦, which J♦ takes: seat 1 may lead its hearts."""
    assert may_play(lead("TD JD 2H 4D")) == "9C TC 2D 3D 6D 7H 8H 9H 3S 6S 9S"
    assert may_play(lead("TD JD 4S 4D")) == "9C TC 2D 3D 6D 3S 6S 9S"


def test_a_heart_thrown_on_a_penalty_only_hands_first_trick_breaks_them() -> None:
    """Seat 1 has nothing but hearts and Q♠ and throws 2♥ on 2♣; A♣ takes it and A♥ may be led."""
    table = ["2C..KC 2D", "2H..KH QS", "AC AH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", "AD 2S..JS KS AS"]
    assert may_play(after(table, "2C 2H AC AD")) == " ".join(cards("3D..KD AH"))


def test_a_heart_thrown_freely_on_the_first_trick_breaks_them() -> None:
    """With `first_trick` free seat 1, which has a diamond, may throw 2♥ on 2♣, and that breaks hearts too."""
    table = ["2C..KC 2D", "2H..KH 3D", "AC AH QS 4D..KD", "AD 2S..JS KS AS"]
    assert may_play(after(table, "2C 2H AC AD", first_trick="free")) == " ".join(cards("4D..KD AH QS"))
    assert may_play(after(table, "2C 3D AC AD", first_trick="free")) == " ".join(cards("4D..KD QS"))


# --- hands of hearts only --------------------------------------------------------------------------------------------


def test_an_all_heart_hand_leads_hearts() -> None:
    assert may_play(after(ALL_HEARTS, TWO_TRICKS, leader=5)) == "2H 3H 4H 5H 6H 7H"


def test_a_heart_led_from_an_all_heart_hand_and_those_that_follow_break_nothing() -> None:
    """2♥ is led, A♥ 9♥ T♥ J♥ Q♥ follow; seat 1 leads and holds 8♥: it may not lead it."""
    record = after(ALL_HEARTS, TWO_TRICKS + " 2H AH 9H TH JH QH", leader=5)
    assert position(record)["turn"] == [1]
    assert may_play(record) == "QD KD 2S KS"
    assert "break_hearts" in refusal(record, [1, "play 8H"])


def test_with_queen_breaks_they_still_break_nothing() -> None:
    record = after(ALL_HEARTS, TWO_TRICKS + " 2H AH 9H TH JH QH", leader=5, queen_breaks=True)
    assert may_play(record) == "QD KD 2S KS"


def test_a_hand_of_hearts_and_the_queen_leads_the_queen() -> None:
    """It is not all hearts; Q♠ may be led at any time after the first trick."""
    table = swapped(ALL_HEARTS, "7H", "QS")
    record = after(table, TWO_TRICKS, leader=5)
    assert may_play(record) == "QS"
    assert "break_hearts" in refusal(record, [0, "play 6H"])
    assert may_play(after(table, TWO_TRICKS, leader=5, break_hearts=False)) == "2H 3H 4H 5H 6H QS"


def test_following_to_hearts_is_free_of_the_bar() -> None:
    """Hearts are unbroken, but led from an all-heart hand: who has one must follow with it."""
    assert may_play(after(ALL_HEARTS, TWO_TRICKS + " 2H", leader=5)) == "8H AH"


def test_discarding_hearts_is_free_of_the_bar() -> None:
    """Seat 2 has no diamonds: its unbroken hearts may be thrown on A♦ (after the first trick)."""
    assert may_play(lead("AD 3D")) == "7C 8C JC QC 2H 3H 4H 6H 4S 7S TS JS"


# --- the queen of spades ---------------------------------------------------------------------------------------------


def test_the_queen_may_be_led_after_the_first_trick() -> None:
    """Also with hearts unbroken and whether or not she breaks them."""
    assert position(lead("QS"))["trick"] == ["QS"]
    assert position(lead("QS", queen_breaks=True))["trick"] == ["QS"]
    assert position(lead("QS", break_hearts=False))["trick"] == ["QS"]


def test_the_queen_may_be_discarded_after_the_first_trick() -> None:
    """Seat 2, without diamonds, holds her (T♠ is at seat 0 for her): A♦ is led."""
    assert may_play(lead("AD 3D", table=swapped(TABLE, "QS", "TS"))) == "7C 8C JC QC 2H 3H 4H 6H 4S 7S JS QS"


LED = (TABLE, "QS 3S 4S 5S", "KC TD QD KD AD 2S KS AS", "KC TD QD KD AD 5H KH AH 2S KS AS")
FOLLOWED = (swapped(TABLE, "QS", "9S"), "AS QS 4S 5S", "KC TD QD KD AD 2S 9S KS", "KC TD QD KD AD 5H KH AH 2S 9S KS")
DISCARDED = (swapped(TABLE, "QS", "TS"), "AD 3D QS 4D", "KC TD QD KD 2S TS KS AS", "KC TD QD KD 5H KH AH 2S TS KS AS")


@pytest.mark.parametrize(("table", "played", "barred", "free"), [LED, FOLLOWED, DISCARDED], ids=["led", "followed", "discarded"])
def test_queen_breaks(table: list[str], played: str, barred: str, free: str) -> None:
    """Played in any way Q♠ breaks hearts with the option on, and does not with it off, which is the default."""
    assert may_play(lead(played, table=table, queen_breaks=True)) == free
    assert may_play(lead(played, table=table, queen_breaks=False)) == barred
    assert may_play(lead(played, table=table)) == barred
    assert "break_hearts" in refusal(lead(played, table=table), [0, "play KH"])


def test_queen_breaks_on_the_first_trick_too() -> None:
    """Seat 1's hand is hearts and Q♠: she falls on 2♣. Seat 2 takes it with A♣ and holds A♥."""
    table = ["2C..KC 2D", "2H..KH QS", "AC AH 3D..KD", "AD 2S..JS KS AS"]
    assert may_play(after(table, "2C QS AC AD", queen_breaks=True)) == " ".join(cards("3D..KD AH"))
    assert may_play(after(table, "2C QS AC AD")) == " ".join(cards("3D..KD"))


@pytest.mark.parametrize("played", ["KS 3S 4S 5S", "AS 3S 4S 5S"])
def test_king_and_ace_of_spades_never_break_hearts(played: str) -> None:
    """Not even where they cost points and Q♠ breaks."""
    record = lead(played, black_spades=True, queen_breaks=True)
    assert may_play(record) == without(BARRED, played.split()[0])


def test_a_bonus_card_breaks_nothing() -> None:
    """J♦ on Q♦, which seat 0 takes."""
    assert may_play(lead("QD JD 4S 4D", bonus_card="JD", queen_breaks=True)) == without(BARRED, "QD")


def test_the_queen_breaks_at_once() -> None:
    """She is led and taken by another seat (A♠ is at seat 1 for 9♠), who may lead hearts in the next trick."""
    table = swapped(TABLE, "AS", "9S")
    assert may_play(lead("QS AS 4S 5S", table=table, queen_breaks=True)) == "9C TC 2D 3D 6D JD 7H 8H 9H 3S 6S"
    assert may_play(lead("QS AS 4S 5S", table=table)) == "9C TC 2D 3D 6D JD 3S 6S"


def test_each_deal_begins_with_hearts_unbroken() -> None:
    """Hearts fell in the first deal; in the second they may not be led."""
    first = hearts([Plan(SPLITS[4])])
    assert may_play({**first, "deals": [*first["deals"], *lead(dealer=0)["deals"]]}) == BARRED
