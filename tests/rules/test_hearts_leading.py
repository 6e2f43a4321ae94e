"""Hearts: the first trick (options `first_trick`, `opening`) and what the bars on it leave to play."""

from __future__ import annotations

from typing import Any

import pytest
from hands import SPLITS, Plan, after, cards, filled, hearts, may_play, position, refusal, results, turned, with_more

# What a seat without clubs may play on the first trick, by `first_trick`, and what it holds.
HEARTS_QUEEN_AND_A_DIAMOND = "3D 2H..QH QS"
ALL_HEARTS = "2H..AH"
HEARTS_AND_QUEEN = "2H..KH QS"
HEARTS_AND_JACK = "JD 2H..KH"
THREE_BLACK_SPADES = "3D 2H..TH QS KS AS"
NOTHING_BUT_POINTS = "2H..JH QS KS AS"


def line(text: str) -> str:
    """A hand written out."""
    return " ".join(cards(text))


def void(hand: str, **options: Any) -> dict[str, Any]:
    """Seat 0 has led 2♣; seat 1, to play, holds this hand, in which there are no clubs."""
    return after(filled(["2C", hand, "", ""]), "2C", **options)


# --- the first trick: following --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["strict", "hearts", "free"])
def test_following_suit_comes_before_everything(rule: str) -> None:
    """With clubs in hand only clubs may be played, whatever the option allows who has none."""
    assert may_play(after(filled(["2C", "5C 9C KC 2D 2H..7H 2S QS AS", "", ""]), "2C", first_trick=rule)) == "5C 9C KC"


@pytest.mark.parametrize(
    ("hand", "rule", "allowed"),
    [
        (HEARTS_QUEEN_AND_A_DIAMOND, "strict", "3D"),
        (HEARTS_QUEEN_AND_A_DIAMOND, "hearts", "3D QS"),
        (HEARTS_QUEEN_AND_A_DIAMOND, "free", "3D 2H..QH QS"),
        # Nothing else in hand: strict lets any of them go; `hearts` bars hearts only, so the queen is something else.
        (HEARTS_AND_QUEEN, "strict", "2H..KH QS"),
        (HEARTS_AND_QUEEN, "hearts", "QS"),
        (HEARTS_AND_QUEEN, "free", "2H..KH QS"),
        # All of them are barred, so any of them may be played.
        (ALL_HEARTS, "strict", "2H..AH"),
        (ALL_HEARTS, "hearts", "2H..AH"),
        (ALL_HEARTS, "free", "2H..AH"),
        # K♠ and A♠ cost nothing here.
        (THREE_BLACK_SPADES, "strict", "3D KS AS"),
        (THREE_BLACK_SPADES, "hearts", "3D QS KS AS"),
        (NOTHING_BUT_POINTS, "strict", "KS AS"),
        (NOTHING_BUT_POINTS, "hearts", "QS KS AS"),
    ],
)
def test_first_trick_void_in_clubs(hand: str, rule: str, allowed: str) -> None:
    assert may_play(void(hand, first_trick=rule)) == line(allowed)


def test_first_trick_is_strict_by_default() -> None:
    assert may_play(void(HEARTS_QUEEN_AND_A_DIAMOND)) == "3D"


@pytest.mark.parametrize(
    ("hand", "rule", "allowed"),
    [
        (THREE_BLACK_SPADES, "strict", "3D"),
        (THREE_BLACK_SPADES, "hearts", "3D QS KS AS"),
        (THREE_BLACK_SPADES, "free", "3D 2H..TH QS KS AS"),
        (NOTHING_BUT_POINTS, "strict", "2H..JH QS KS AS"),
        (NOTHING_BUT_POINTS, "hearts", "QS KS AS"),
    ],
)
def test_first_trick_with_black_spades(hand: str, rule: str, allowed: str) -> None:
    """K♠ (10) and A♠ (7) are cards that cost points, too."""
    assert may_play(void(hand, first_trick=rule, black_spades=True)) == line(allowed)


@pytest.mark.parametrize("bonus", ["JD", "TD"])
@pytest.mark.parametrize("rule", ["strict", "hearts"])
def test_a_bonus_card_is_never_barred(bonus: str, rule: str) -> None:
    """It costs nothing, so it is also what a hand that else is all hearts must play."""
    hand = HEARTS_AND_JACK.replace("JD", bonus)
    assert may_play(void(hand, first_trick=rule, bonus_card=bonus)) == bonus
    assert may_play(void(hand, first_trick=rule)) == bonus
    assert may_play(void(hand, first_trick="free", bonus_card=bonus)) == line(bonus + " 2H..KH")


def test_spot_bars_what_it_would_bar_without() -> None:
    assert may_play(void(HEARTS_QUEEN_AND_A_DIAMOND, spot=True)) == "3D"
    assert may_play(void(HEARTS_QUEEN_AND_A_DIAMOND, spot=True, first_trick="hearts")) == "3D QS"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_bar_is_the_same_for_any_number_of_seats(seats: int) -> None:
    """The seat to the left of the lead has no clubs, five hearts, Q♠ and small diamonds."""
    lead, gone = {3: ("2C", "2D"), 4: ("2C", ""), 5: ("3C", "2C 2D"), 6: ("4C", "2C 2D 3C 3D")}[seats]
    size = {3: 17, 4: 13, 5: 10, 6: 8}[seats]
    others = " ".join(cards("4D..AD 3S 4S 5S")[: size - 6])
    table = filled([lead, "2H..6H QS " + others, *[""] * (seats - 2)], without=gone.split())
    assert may_play(after(table, lead)) == others


@pytest.mark.parametrize(("card", "rule"), [("2H", "strict"), ("QS", "strict"), ("2H", "hearts")])
def test_the_refusal_names_the_option(card: str, rule: str) -> None:
    assert "first_trick" in refusal(void(HEARTS_QUEEN_AND_A_DIAMOND, first_trick=rule), [1, f"play {card}"])


def test_only_the_first_trick_counts() -> None:
    """On the second trick, to which a club is led, who has none may throw a heart or Q♠."""
    table = ["2C 3C AC 5D..AD", "3D 4D 2H..QH", "4C 5C KH AH QS 2D 2S..8S", "6C..KC 9S TS JS KS AS"]
    record = after(table, "2C 3D 4C KC 6C AC")
    assert may_play(record) == line("4D 2H..QH")
    record = with_more(record, [1, "play 4D"], [2, "play 5C"], [0, "play 3C"], [1, "play 2H"])
    assert may_play(record) == line("2D KH AH 2S..8S QS")


# --- the lead to the first trick -------------------------------------------------------------------------------------


def test_nothing_but_the_lowest_club_is_led() -> None:
    """Not another club either; the reason says what is to be led, in words or as a card."""
    record = hearts(SPLITS[4])
    for card in cards("3C 9C KC AS"):
        reason = refusal(record, [0, f"play {card}"])
        assert any(word in reason for word in ("club", "2C", "2♣"))


ELDEST = ["3C JD 5D 2H..6H 2S 8S QS KS AS", "2C 5S", "QH 6S 7S 9S TS JS", ""]


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, "3C 5D JD 2S 8S KS AS"),
        ({"bonus_card": "JD"}, "3C 5D JD 2S 8S KS AS"),
        ({"black_spades": True}, "3C 5D JD 2S 8S"),
        ({"break_hearts": False}, "3C 5D JD 2S 8S KS AS"),
        ({"first_trick": "hearts"}, "3C 5D JD 2S 8S QS KS AS"),
        ({"first_trick": "hearts", "break_hearts": False}, "3C 5D JD 2S 8S QS KS AS"),
        ({"first_trick": "hearts", "black_spades": True}, "3C 5D JD 2S 8S QS KS AS"),
        ({"first_trick": "free"}, "3C 5D JD 2S 8S QS KS AS"),
        ({"first_trick": "free", "break_hearts": False}, "3C 5D JD 2H..6H 2S 8S QS KS AS"),
    ],
    ids=str,
)
def test_opening_eldest_leads_what_no_bar_forbids(options: dict[str, Any], allowed: str) -> None:
    """No lead is fixed; the bars of the first trick and of unbroken hearts stand. Seat 1 holds 2♣ and does not lead."""
    record = hearts(filled(ELDEST), opening="eldest", **options)
    assert position(record)["turn"] == [0]
    assert may_play(record) == line(allowed)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_eldest_is_the_seat_to_the_dealers_left(dealer: int) -> None:
    assert position(hearts(SPLITS[4], dealer=dealer, opening="eldest"))["turn"] == [(dealer + 1) % 4]


def test_eldest_moves_with_the_deal() -> None:
    """Dealers 3 and 0: seat 0 leads the first deal, seat 1 the second, from the table moved one seat on."""
    first = Plan(SPLITS[4], leader=0)
    assert position(hearts([first, Plan(SPLITS[4], stop=0)], opening="eldest"))["turn"] == [1]
    played = hearts([first, Plan(turned(SPLITS[4], 1), leader=1)], opening="eldest")
    assert results(played, "scores") == [[16, 10, 0, 0], [0, 16, 10, 0]]


def test_eldest_leads_after_the_giving_too() -> None:
    """Seat 0 has given its 2♣ to the left and leads all the same, whatever it likes."""
    record = with_more(
        hearts(["2C 3C 4C 2D..JD", "5C..AC QD KD AD", "2H..AH", "2S..AS"], give="right", opening="eldest"),
        *([0, "give 2C 3C 4C"], [1, "give QD KD AD"], [2, "give AH KH QH"], [3, "give QS KS AS"]),
    )
    assert position(record)["turn"] == [0]
    assert may_play(record) == line("2D..AD")


def test_an_all_heart_eldest_hand_leads_a_heart() -> None:
    """All of its cards are barred, so any of them may be led."""
    for rule in ("strict", "hearts", "free"):
        assert may_play(hearts(turned(SPLITS[4], 2), opening="eldest", first_trick=rule)) == line("2H..AH")


@pytest.mark.parametrize(("rule", "allowed"), [("strict", "3S 5S"), ("hearts", "3S 5S QS"), ("free", "3S 5S QS")])
def test_the_bar_chooses_among_the_cards_that_follow_suit(rule: str, allowed: str) -> None:
    """2♠ is led to the first trick: with other spades in hand Q♠ is barred."""
    table = filled(["2S AC", "3S 5S QS 2H..9H", "", ""])
    assert may_play(after(table, "2S", opening="eldest", first_trick=rule)) == allowed


@pytest.mark.parametrize("rule", ["strict", "hearts", "free"])
def test_the_only_card_that_follows_suit_is_played_though_it_is_barred(rule: str) -> None:
    """2♠ is led to the first trick: who has no other spade plays Q♠, though there are diamonds and hearts in hand."""
    table = filled(["2S AC", "QS 2D 3D 2H..9H", "", ""])
    assert may_play(after(table, "2S", opening="eldest", first_trick=rule)) == "QS"


def test_black_spades_that_must_follow() -> None:
    """Q♠ K♠ A♠ are all barred: any of them is played, and nothing else."""
    table = filled(["2S AC", "QS KS AS 2D 3D 2H..9H", "", ""])
    assert may_play(after(table, "2S", opening="eldest", black_spades=True)) == "QS KS AS"
    table = filled(["2S AC", "JS QS KS AS 2D 3D 2H..8H", "", ""])
    assert may_play(after(table, "2S", opening="eldest", black_spades=True)) == "JS"
