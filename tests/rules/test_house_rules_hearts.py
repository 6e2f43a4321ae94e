"""Every house rule for Hearts bites, in a deal that was worked out by hand, and says its name when it does."""

from __future__ import annotations

from typing import Any

import pytest
from house_hands import Table

NO_GIVING = {"give": "none"}
FIRST = "1 play 2C; 2 play 3C; 3 play 4C; 0 play 5C; "
"""A first trick in clubs, which seat 0 takes."""
ONE_SUIT_EACH = {
    0: "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    1: "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    2: "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    3: "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
}
"""Seat 1 leads the clubs and takes everything."""


def hearts(*rules: str, game: str = "hearts", **options: Any) -> Table:
    return Table(game, *rules, seats=4, **{**NO_GIVING, **options})


def named(rule: str, *sentences: str) -> bool:
    """Whether one sentence, and not more, names the rule at its end."""
    return sum(sentence.endswith(f"(house rule {rule}).") for sentence in sentences) == 1


# --- the queen of spades ----------------------------------------------------------------------------------------------

QUEEN_TAKES = {0: "5C 2S 6H", 1: "2C QS 5H", 2: "3C 3S", 3: "4C 4S"}
QUEEN_TOOK = FIRST + "0 play 2S; 1 play QS; 2 play 3S; 3 play 4S; "


def test_lady_breaks() -> None:
    plain, broken = hearts(), hearts("lady-breaks")
    plain.open(QUEEN_TAKES)
    assert "not broken" in plain.refuses(QUEEN_TOOK + "1 play 5H")
    broken.open(QUEEN_TAKES)
    broken.play(QUEEN_TOOK + "1 play 5H")
    assert named("lady-breaks", *broken.lines())
    assert "Q♠" in broken.lines()[0]


def test_lady_breaks_says_nothing_where_a_heart_did() -> None:
    table = hearts("lady-breaks")
    table.open({0: "5C 2S", 1: "2C 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", 2: "3C 3S", 3: "4C QS"})
    table.play(FIRST + "0 play 2S; 1 play 2H; 2 play 3S; 3 play QS")
    assert table.lines() == []


VOID = {1: "2C", 2: "QS KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2H"}


def test_lady_first() -> None:
    plain, free = hearts(), hearts("lady-first")
    plain.open(VOID)
    assert "(option first_trick)" in plain.refuses("1 play 2C; 2 play QS")
    free.open(VOID)
    assert "(house rule lady-first)" in free.refuses("1 play 2C; 2 play 2H"), "hearts are barred as ever"
    free.play("2 play QS")
    assert named("lady-first", *free.lines())


def test_lady_first_has_no_place_where_she_may_be_played_anyway() -> None:
    with pytest.raises(ValueError, match="lady-first"):
        hearts("lady-first", first_trick="hearts")


HOLDS_HER = {0: "5C 2D KS TS", 1: "2C 3D 3S AS", 2: "3C QS 2S 4S 5S 6S 7S 8S 9S JS 2H 3H 4H", 3: "4C 4D"}


def test_lady_at_once_on_another_suit() -> None:
    table = hearts("lady-at-once")
    table.open(HOLDS_HER)
    assert named("lady-at-once", table.refuses(FIRST + "0 play 2D; 1 play 3D; 2 play 2H"))
    assert [str(each) for each in table.deal.offers(2)] == ["play QS"]
    table.play("2 play QS")


def test_lady_at_once_under_king_or_ace() -> None:
    under = hearts("lady-at-once")
    under.open(HOLDS_HER)
    assert named("lady-at-once", under.refuses(FIRST + "0 play KS; 1 play 3S; 2 play 2S"))
    free = hearts("lady-at-once")
    free.open(HOLDS_HER)
    free.play(FIRST + "0 play TS; 1 play 3S; 2 play 2S")


def test_what_the_game_refuses_is_refused_in_its_own_words() -> None:
    table = hearts("lady-at-once")
    table.open(HOLDS_HER)
    assert "do not hold" in table.refuses(FIRST + "0 play 2D; 1 play 3D; 2 play AD")
    other = hearts("lady-at-once")
    other.open(HOLDS_HER)
    assert "follow suit" in other.refuses(FIRST + "0 play KS; 1 play 3S; 2 play 2H")


# --- giving -----------------------------------------------------------------------------------------------------------


def test_no_passing() -> None:
    table = Table("hearts", "no-passing", seats=4)
    assert table.open().phase == "play"
    assert named("no-passing", *table.lines())
    assert Table("hearts", seats=4).open().phase == "give"


def test_always_left() -> None:
    table = Table("hearts", "always-left", seats=4)
    table.match.deals = 3  # the fourth deal, in which nothing is given else
    table.open({1: "2C 3C 4C 5C"})
    assert table.deal.phase == "give"
    assert named("always-left", *table.lines())
    table.play("1 give 2C 3C 4C")
    for seat in (0, 2, 3):
        table.deal.act(seat, table.deal.offers(seat)[0].example())  # type: ignore[union-attr]
    assert [table.deal.position()["hands"][2].count(name) for name in ("2C", "3C", "4C")] == [1, 1, 1]  # type: ignore[index]


def test_the_later_of_two_rules_for_giving_decides() -> None:
    assert Table("hearts", "no-passing", "always-left", seats=4).open().phase == "give"
    last = Table("hearts", "always-left", "no-passing", seats=4)
    assert last.open().phase == "play"
    assert last.charter.order_matters() == [["always-left", "no-passing"]]
    page = last.charter.game.help_page(last.charter)
    assert "always-left comes before no-passing" in page


def test_give_two() -> None:
    table = Table("hearts", "give-two", seats=4)
    table.open({1: "2C 3C 4C"})
    assert named("give-two", table.refuses("1 give 2C 3C 4C"))
    table.play("1 give 2C 3C")


# --- what counts ------------------------------------------------------------------------------------------------------


def test_ten_of_diamonds() -> None:
    table = hearts("ten-of-diamonds", moon="add")
    table.open(ONE_SUIT_EACH)
    table.finish()
    assert table.deal.scores == [26, -10, 26, 26]
    assert named("ten-of-diamonds", *table.lines())


def test_ten_of_diamonds_beside_the_jack() -> None:
    # Both bonus cards count; and who takes all the points without one of them has shot no moon.
    both = hearts("ten-of-diamonds", game="omnibus-hearts", moon="add")
    both.open(ONE_SUIT_EACH)
    both.finish()
    assert both.deal.scores == [26, -20, 26, 26]


RACE = {0: "3H 4H 6H 8H KS", 1: "2H 5H 7H 9H TH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD", 2: "AH KH QH JH QS AC"}
RACE_RUN = (
    "1 play 2H; 2 play AH; 0 play 3H; 2 play KH; 0 play 4H; 1 play 5H; 2 play QH; 0 play 6H; 1 play 7H; 2 play JH; 0 play 8H;"
    "1 play 9H; 2 play QS; 0 play KS; 1 play 3D; 0 play 2C; 1 play TH; "
)
"""Four tricks of hearts to seat 2, the queen of spades to seat 0, and the last heart thrown on a club."""
FREE = {"opening": "eldest", "break_hearts": False, "first_trick": "free"}


def test_throw_in() -> None:
    plain, short = (Table("hearts", *rules, seats=3, give="none", **FREE) for rules in ((), ("throw-in",)))
    for table in (plain, short):
        table.open(RACE)
        table.play(RACE_RUN)
        assert not table.deal.over
        table.play("2 play AC")
    assert not plain.deal.over
    assert short.deal.over
    assert short.deal.scores == [13, 0, 13]  # the queen; twelve hearts and one
    assert named("throw-in", *short.lines())
    assert short.match.totals == [13, 0, 13]


def test_throw_in_asks_who_shot_the_moon() -> None:
    hands = {0: "2H 3H 4H 5H 6H KS AC", 1: "AH KH QH JH 9H 7H AS QS", 2: "TH 8H 2C 3C 4C 5C 6C 2S 3S 4S 5S 6S 7S 8S 9S TS JS"}
    # Seat 1 takes six tricks of hearts; its queen of spades is then led, and seat 0 gets rid of the king before.
    run = "1 play AH; 2 play 8H; 0 play 2H; 1 play KH; 2 play TH; 0 play 3H; 1 play QH; 2 play 2C; 0 play 4H; 1 play JH; "
    run += "2 play 3C; 0 play 5H; 1 play 9H; 2 play 4C; 0 play 6H; 1 play 7H; 2 play 5C; 0 play KS; 1 play QS; 2 play 2S; "
    table = Table("hearts", "throw-in", seats=3, give="none", **FREE)
    table.open(hands)
    table.play(run + "0 play AC")
    assert table.deal.phase == "moon"
    assert named("throw-in", *table.lines())
    table.play("1 moon add")
    assert table.deal.scores == [26, 0, 26]


def test_throw_in_waits_for_a_bonus_card() -> None:
    table = Table("hearts", "throw-in", "ten-of-diamonds", seats=3, give="none", **FREE)
    table.open(RACE)
    table.play(RACE_RUN + "2 play AC")
    assert not table.deal.over, "the ten of diamonds is still to come"
    table.finish()
    assert sum(table.deal.scores or ()) == 26 - 10
