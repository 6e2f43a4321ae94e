"""Every house rule for the rummies and the Gins bites, in a deal that was worked out by hand, and says its name."""

from __future__ import annotations

import pytest
from house_hands import Table
from rumpus.core.deal import Illegal


def named(rule: str, *sentences: str) -> bool:
    """Whether one sentence, and not more, names the rule at its end."""
    return sum(sentence.endswith(f"(house rule {rule}).") for sentence in sentences) == 1


# --- rummies with melds on the table ----------------------------------------------------------------------------------

WHOLE = "2C 3C 4C 5C 2D 3D 4D 2H 3H 4H"
"""Ten cards that lie in three sequences."""
SEVENTY_TWO = "KS QS JS TS 9C 8C 7C 6C AS AD"
"""10 + 10 + 10 + 10 + 9 + 8 + 7 + 6 + 1 + 1."""
GOES_OUT = "1 draw stock; meld 2C 3C 4C 5C, 2D 3D 4D, 2H 3H 4H; discard 8S"


@pytest.mark.parametrize("game", ["basic-rummy", "block-rummy"])
def test_no_double(game: str) -> None:
    for rules, won in (((), 144), (("no-double",), 72)):
        table = Table(game, *rules, seats=2)
        table.open({0: SEVENTY_TWO, 1: WHOLE}, "9S 8S")
        table.play(GOES_OUT)
        assert table.deal.scores == [0, won]
        assert named("no-double", *table.lines()) == bool(rules)


def test_no_double_has_no_place_where_nothing_is_doubled() -> None:
    for game in ("gin-rummy", "500-rummy"):
        with pytest.raises(ValueError, match="no-double"):
            Table(game, "no-double")


def test_one_turn_over() -> None:
    table = Table("basic-rummy", "one-turn-over", seats=2)
    deal = table.open()
    while deal.at[deal.stock]:
        table.idle()
    table.idle()
    while deal.at[deal.stock]:
        table.idle()
    seat = deal.turn[0]
    assert named("one-turn-over", table.refuses(f"{seat} draw stock"))
    table.play(f"{seat} pass")
    assert deal.ended == "block"
    assert named("one-turn-over", *table.lines())


@pytest.mark.parametrize("game", ["basic-rummy", "block-rummy", "tunk"])
def test_ace_high_too(game: str) -> None:
    hands = {1: "QC KC AC 3D 9H JS 5S"}
    plain, high = (Table(game, *rules, seats=3) for rules in ((), ("ace-high-too",)))
    for table in (plain, high):
        table.open(hands, "9S 8S")
        table.play("1 draw stock")
    with pytest.raises(Illegal):
        plain.play("1 meld QC KC AC")
    high.play("1 meld QC KC AC")
    assert named("ace-high-too", *high.lines())


def test_ace_high_too_is_not_around_the_corner() -> None:
    table = Table("basic-rummy", "ace-high-too", seats=2)
    table.open({1: "KC AC 2C 3D"}, "9S 8S")
    table.refuses("1 draw stock; 1 meld KC AC 2C")


def test_ace_high_too_in_gin() -> None:
    table = Table("gin-rummy", "ace-high-too")
    table.open({0: "2D 4D 6D 8D TD QD 2H 4H 6H 8H", 1: "QC KC AC 2S 3S 4S 5S 6S 7S JH"}, "5D 3D")
    table.play("1 pass; 0 pass; 1 draw stock; knock JH")
    assert table.deal.ended == "knock"
    assert table.deal.counts == [3, 60] or table.deal.counts == [60, 3]  # type: ignore[attr-defined]
    assert named("ace-high-too", *table.lines())


MELDED = "1 draw stock; meld 7S 7H 7D; discard KD; 0 draw stock; "
SEVENS = {0: "7C 2C 3C 4C 9D TD JH QH KH 5S", 1: "7S 7H 7D KD AD 3D 9H 5H 6C 8C"}


def test_meld_first() -> None:
    table = Table("basic-rummy", "meld-first", seats=2)
    table.open(SEVENS, "9S 8S TS")
    assert named("meld-first", table.refuses(MELDED + "0 meld 7C on 1"))
    assert all("on 1" not in str(each) for each in table.deal.offers(0))
    table.play("0 meld 2C 3C 4C; meld 7C on 1")
    both = Table("basic-rummy", "meld-first", seats=2)
    both.open(SEVENS, "9S 8S TS")
    both.play(MELDED + "0 meld 7C on 1, 2C 3C 4C")
    plain = Table("basic-rummy", seats=2)
    plain.open(SEVENS, "9S 8S TS")
    plain.play(MELDED + "0 meld 7C on 1")


def test_last_discard() -> None:
    table = Table("basic-rummy", "last-discard", seats=2)
    table.open({1: WHOLE}, "9S 5H")
    assert named("last-discard", table.refuses("1 draw stock; 1 meld 2C 3C 4C 5C, 2D 3D 4D, 2H 3H 4H 5H"))
    table.play("1 meld 2C 3C 4C, 2D 3D 4D; meld 2H 3H 4H 5H")
    assert named("last-discard", table.refuses("1 meld 5C on 1"))
    table.play("1 discard 5C")
    assert table.deal.ended == "out"


# --- Contract Rummy ---------------------------------------------------------------------------------------------------


def test_no_early_capture() -> None:
    hands = {1: "KC KD BJ 5C 5D 5H 2C", 2: "KH 3S"}
    laid = "1 draw discard; meld KC KD BJ=KH, 5C 5D 5H; discard 2C; 2 draw discard; "
    table = Table("contract-rummy", "no-early-capture", seats=3)
    table.open(hands, "9S")
    assert named("no-early-capture", table.refuses(laid + "2 swap KH on 1"))
    plain = Table("contract-rummy", seats=3)
    plain.open(hands, "9S")
    plain.play(laid + "2 swap KH on 1")


def test_no_buying_back() -> None:
    turn = "1 draw discard; discard 3D; 2 pass; 0 pass; "
    table = Table("contract-rummy", "no-buying-back", seats=3)
    table.open({1: "3D"}, "9S")
    assert named("no-buying-back", table.refuses(turn + "1 buy"))
    assert [str(each) for each in table.deal.offers(1)] == ["pass"]
    plain = Table("contract-rummy", seats=3)
    plain.open({1: "3D"}, "9S")
    plain.play(turn + "1 buy")


def test_the_upcard_of_a_deal_is_nobodys_discard() -> None:
    table = Table("contract-rummy", "no-buying-back", seats=3)
    table.open()
    table.play("1 pass; 2 pass; 0 buy")


# --- Knock Rummy and the Gins -----------------------------------------------------------------------------------------


def test_late_knock() -> None:
    table = Table("knock-rummy", "late-knock", seats=2)
    table.open({1: "2C", 0: "3D"}, "9S 8S TS JS")
    assert named("late-knock", table.refuses("1 draw stock; 1 knock 2C"))
    assert named("late-knock", table.refuses("1 discard 2C; 0 draw stock; 0 knock 3D"))
    table.play("0 discard 3D; 1 draw stock; knock JS")
    assert table.deal.ended == "knock"


EIGHT_LEFT = "2C 3C 4C 5C 6C 7C 8C 9C 3D 5S"
FOUR_LEFT = "2C 3C 4C 5C 6C 7C 8C 9C 3D AS"
TO_KNOCK = "1 pass; 0 pass; 1 draw stock; "


def test_half_knock() -> None:
    table = Table("gin-rummy", "half-knock")
    table.open({1: EIGHT_LEFT}, "5H KS")
    assert "5 or less" in table.refuses(TO_KNOCK + "1 knock KS")
    assert named("half-knock", table.refuses("1 knock KS"))
    allowed = Table("gin-rummy", "half-knock")
    allowed.open({1: FOUR_LEFT}, "5H KS")
    allowed.play(TO_KNOCK + "1 knock KS")
    assert allowed.deal.ended in ("knock", "undercut")


def test_half_knock_in_oklahoma() -> None:
    high = Table("oklahoma-gin", "half-knock")
    high.open({1: EIGHT_LEFT}, "9H KS")
    assert named("half-knock", high.refuses(TO_KNOCK + "1 knock KS")), "nine by the upcard, five by the house"
    low = Table("oklahoma-gin", "half-knock")
    low.open({1: FOUR_LEFT}, "3H KS")
    assert "house rule" not in low.refuses(TO_KNOCK + "1 knock KS"), "the upcard's three is the lower limit"
    assert "at most" in high.charter.game.help_page(high.charter)


SIXTY = "2D 4D 6D 8D TD QD 2H 4H 6H 8H"
CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C TC JC"


def test_big_gin() -> None:
    table = Table("gin-rummy", "big-gin")
    table.open({0: SIXTY, 1: CLUBS}, "QC")
    table.play("1 draw discard; knock")
    assert table.deal.scores == [0, 60 + 50]
    assert named("big-gin", *table.lines())
    plain = Table("gin-rummy")
    plain.open({0: SIXTY, 1: CLUBS}, "QC")
    assert "(option big_gin)" in plain.refuses("1 draw discard; 1 knock")


def test_big_gin_leaves_what_the_table_chose() -> None:
    table = Table("gin-rummy", "big-gin", big_gin=31)
    table.open({0: SIXTY, 1: CLUBS}, "QC")
    table.play("1 draw discard; knock")
    assert table.deal.scores == [0, 60 + 31]


def test_small_bonus() -> None:
    gin = Table("gin-rummy", "small-bonus")
    gin.open({0: SIXTY, 1: CLUBS}, "QC")
    gin.play("1 draw discard; knock 2C")
    assert gin.deal.scores == [0, 60 + 20]
    assert named("small-bonus", *gin.lines())
    undercut = Table("gin-rummy", "small-bonus")
    undercut.open({0: "2H 3H 4H 5H 6H 7H 8H 9H TH AD", 1: FOUR_LEFT}, "5D KS")
    undercut.play(TO_KNOCK + "1 knock KS")
    assert undercut.deal.scores == [4 - 1 + 10, 0]
    assert named("small-bonus", *undercut.lines())


@pytest.mark.parametrize(("upcard", "paid"), [("5S", 170), ("5H", 85)])
def test_spades_double(upcard: str, paid: int) -> None:
    table = Table("gin-rummy", "spades-double")
    table.open({0: SIXTY, 1: CLUBS}, f"{upcard} QC")
    table.play(TO_KNOCK + "knock 2C")
    assert table.deal.scores == [0, paid]  # 60 and 25 for gin, twice for a spade
    assert named("spades-double", *table.lines()) == (paid == 170)
