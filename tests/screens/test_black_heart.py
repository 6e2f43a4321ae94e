"""Melding with attendants on the screen: marks are grouped, hearts proposed, jokers named or asked about."""

from __future__ import annotations

import pytest
from attended_seat import LYING, RULE, cards, seated
from rumpus.client.input.key_bindings import press
from rumpus.client.input.slash_commands import MistypedCommand, read_line
from rumpus.client.model import attended_hand, prompts
from rumpus.client.model.attended_readings import Table, readings
from rumpus.client.model.intents import Act
from rumpus.client.model.model import Model
from rumpus.client.screen.layout import paint
from rumpus.core.families.black_heart.rule import AttendedRule
from rumpus.core.families.melds.rule import Meld
from screen_tables import Sitting


def ways(marked: str, rest: str = "", lying: tuple[Meld, ...] = (), on: int | None = None) -> list[str]:
    return [str(each.action) for each in readings(Table(RULE, lying), cards(marked), cards(rest), on)]


# --- what cards could be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "rest", "found"),
    [
        ("7S 8S BJ", "", ["meld 7S 8S BJ=9S", "meld BJ=6S 7S 8S"]),
        ("7S BJ 9S", "", ["meld 7S BJ=8S 9S"]),
        ("4H 4H BJ", "", ["meld 4H 4H BJ=4"]),
        ("QS BJ AS 3H 4H", "", ["meld QS BJ=KS AS with 3H 4H"]),
        ("JS QS BJ 3H 4H", "5H", ["meld BJ=TS JS QS with 3H 4H"]),
        ("JS QS BJ", "3H 4H 8H", ["meld BJ=TS JS QS with 8H 3H", "meld JS QS BJ=KS with 8H 3H 4H"]),
        ("JS QS KS RJ 2H", "3H", ["meld JS QS KS with 2H RJ 3H"]),
        ("JS QS KS", "3H 4H", []),
        ("7C 8H 9C", "", []),
        ("7C 7C 7S 7S 7H 7H", "", ["meld 7C 7C 7S 7S 7H 7H"]),
        ("7C 8C 9C 7S 8S 9S 7H 8H 9H", "", ["meld 7C 7H 7S, 8C 8H 8S, 9C 9H 9S", "meld 7C 8C 9C, 7H 8H 9H, 7S 8S 9S"]),
    ],
)
def test_all_that_marked_cards_could_be(marked: str, rest: str, found: list[str]) -> None:
    def plain(text: str) -> list[list[str]]:
        return sorted(sorted(part.split()) for part in text.removeprefix("meld ").split(", "))

    assert sorted(map(plain, ways(marked, rest))) == sorted(map(plain, found))


def test_jokers_alone_are_any_rank_of_the_index_cards() -> None:
    assert [way.split("=")[-1] for way in ways("BJ BJ RJ")] == list("A23456789T")


def test_cards_are_a_set_of_their_own_where_they_can_and_else_laid_off() -> None:
    assert ways("7S 7C 7C", "", LYING) == ["meld 7C 7S 7C"]
    assert ways("7S 7C 7C", "", LYING, 0) == ways("7S 7C 7C", "", LYING, 2) == ["meld 7C 7S 7C on 2"]
    assert ways("TS", "", LYING) == ["meld TS on 1"]
    assert ways("KS", "4H 5H", LYING) == ["meld KS with 4H on 3"]
    assert sorted(ways("BJ", "4H", LYING)) == ["meld BJ=6S on 1", "meld BJ=7 on 2", "meld BJ=K with 4H on 3", "meld BJ=TS on 1"]
    assert ways("RJ", "4H", LYING) == ["meld RJ=7 on 2"]
    assert ways("QC KC", "4H 5H", LYING) == []
    low = Meld("sequence", tuple(cards("AS 2S 3S")))
    assert ways("KS", "4H", (low,)) == ["meld KS with 4H on 1"], "around the corner"
    assert readings(Table(AttendedRule(around=False), (low,)), cards("KS"), cards("4H")) == []
    assert readings(Table(RULE, LYING, [1]), cards("TS")) == [], "only on melds of its own"


# --- keys ---------------------------------------------------------------------------------------------------------------


def mark(model: Model, text: str) -> None:
    model.pick(cards(text))


def marked(model: Model) -> list[int]:
    return sorted(model.selected())


def test_marked_cards_are_grouped() -> None:
    model = seated("7S 8S 9S 4C 4H 4S TC 2H", ["meld 7S 8S 9S", "discard TC"])
    mark(model, "7S 8S 9S 4C 4H 4S")
    wish = press(model, "m")
    assert isinstance(wish, Act)
    assert sorted(wish.text.removeprefix("meld ").split(", ")) == ["4C 4S 4H", "7S 8S 9S"]
    assert press(model, "enter") == wish, "Enter does the same"


def test_hearts_are_proposed_with_a_sentence_and_m_once_more_does_it() -> None:
    model = seated("JS QS KS 3H 4H 8H 9H TC", ["meld JS QS KS with 8H 9H 3H", "discard TC"])
    mark(model, "JS QS KS")
    assert press(model, "m") is None
    assert model.notice.startswith("J♠, Q♠ and K♠ need a heart each: 3♥, 4♥ and 8♥ of your hand are marked too.")
    assert marked(model) == sorted(cards("JS QS KS 3H 4H 8H"))
    assert press(model, "m") == Act("meld JS QS KS with 3H 4H 8H")


def test_a_proposal_is_forgotten_with_its_marks() -> None:
    model = seated("JS QS KS 3H 4H 5H 9H TC", ["meld JS QS KS with 3H 4H 5H", "discard TC"])
    mark(model, "JS QS KS")
    press(model, "m")
    press(model, "escape")
    mark(model, "JS QS KS 9H")
    assert press(model, "m") is None
    assert len(marked(model)) == 6
    assert cards("9H")[0] in marked(model)


def test_the_hearts_that_are_marked_attend() -> None:
    model = seated("JS QS KS 3H 4H 8H 9H TC", ["meld JS QS KS with 8H 9H 3H", "discard TC"])
    mark(model, "JS QS KS 3H 4H 9H")
    assert press(model, "m") == Act("meld JS QS KS with 3H 4H 9H")


def test_without_enough_hearts_it_says_so() -> None:
    model = seated("JS QS KS 3H TC", ["meld TC on 1", "discard TC"])
    mark(model, "JS QS KS")
    assert press(model, "m") is None
    assert model.notice == "Each jack, queen and king needs a heart of your hand: three hearts for J♠, Q♠ and K♠."


def test_what_has_no_place_is_named() -> None:
    model = seated("7S 8S 9S 4C TC", ["meld 7S 8S 9S", "discard TC"])
    mark(model, "7S 8S 9S 4C")
    assert press(model, "m") is None
    assert model.notice == "4♣ has no place beside this: sequence 7♠ 8♠ 9♠."
    mark(model, "4C TC")
    press(model, "m")
    assert model.notice.startswith("4♣ and 10♣ are no meld")


def test_a_joker_is_named_where_its_place_leaves_no_doubt() -> None:
    model = seated("7S 9S BJ TC", ["meld 7S BJ=8S 9S", "discard TC"])
    mark(model, "7S 9S BJ")
    assert press(model, "m") == Act("meld 7S BJ=8S 9S")


@pytest.mark.parametrize("keys", [("2",), ("down", "enter")])
def test_and_asked_about_where_it_does(keys: tuple[str, ...]) -> None:
    model = seated("7S 8S BJ TC", ["meld 7S 8S BJ=9S", "discard TC"])
    mark(model, "7S 8S BJ")
    assert press(model, "m") is None
    screen = "\n".join(paint(model, 80, 24).lines())
    assert "1  sequence 7♠ 8♠ (BJ as 9♠)" in screen
    assert "2  sequence (BJ as 6♠) 7♠ 8♠" in screen
    assert [press(model, key) for key in keys][-1] == Act("meld BJ=6S 7S 8S")
    assert not model.overlay


def test_the_choice_can_be_left_and_a_chosen_reading_may_still_want_hearts() -> None:
    model = seated("JS QS BJ 3H 4H 5H TC", ["meld JS QS BJ=KS with 3H 4H 5H", "discard TC"])
    mark(model, "JS QS BJ")
    press(model, "m")
    assert press(model, "9") is None
    assert press(model, "escape") is None
    assert not model.overlay
    press(model, "m")
    at = next(k for k, each in enumerate(model.which) if "KS" in str(each))
    assert press(model, str(at + 1)) is None
    assert "Q♠ and BJ as K♠ need a heart each" in model.notice
    assert press(model, "m") == Act("meld JS QS BJ=KS with 3H 4H 5H")


def test_the_first_meld_says_how_many_it_needs_and_how_many_are_marked() -> None:
    model = seated("7S 8S 9S 4C 4H 4S TC", ["meld 7S 8S 9S, 4C 4H 4S", "discard TC"], first_meld=[5, 5, 5, 5])
    mark(model, "7S 8S 9S")
    assert "make your first meld (five cards or more, 3 marked) or discard" in prompts.prompt(model)
    assert press(model, "m") is None
    assert model.notice == "Your first meld holds at least five cards, attendants among them; these are 3."
    assert marked(model) == sorted(cards("7S 8S 9S"))
    model.pick([])
    press(model, "m")
    assert len(marked(model)) == 6
    assert isinstance(press(model, "m"), Act)


def test_unmarked_m_marks_the_best_meld() -> None:
    model = seated("7S 8S 9S JS QS KS 3H 4H 5H TC", ["meld 7S 8S 9S", "discard TC"])
    assert press(model, "m") is None
    assert model.notice.startswith("Marked: ")
    assert "nine cards, 60 points" in model.notice
    wish = press(model, "m")
    assert isinstance(wish, Act)
    assert "JS QS KS with 3H 4H 5H" in wish.text


def test_a_short_look_says_that_there_may_be_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attended_hand, "NODES", 1)
    model = seated("7S 8S 9S JS QS KS 3H 4H 5H TC", ["meld 7S 8S 9S", "discard TC"])
    press(model, "m")
    assert "there may be a better one" in model.notice


def test_a_dug_card_must_be_among_them() -> None:
    model = seated("7S 8S 9S 4C 4H 4S TC", ["meld 4C 4H 4S", "return"], bound=cards("4C")[0])
    mark(model, "7S 8S 9S")
    assert press(model, "m") is None
    assert model.notice.startswith("You dug for the 4♣: mark it too")
    model.pick([])
    press(model, "m")
    assert cards("4C")[0] in marked(model)


def test_a_royal_under_the_cursor_is_laid_off_with_its_heart() -> None:
    model = seated("KS 3H TC", ["meld KS with 3H on 3", "discard TC"], LYING)
    model.cursor = (cards("KS")[0], 0)
    assert press(model, "l") is None
    assert model.notice.startswith("K♠ needs a heart: 3♥ of your hand is marked too.")
    assert press(model, "l") == Act("meld KS with 3H on 3")
    model.pick([])
    model.cursor = (cards("TC")[0], 0)
    assert press(model, "3") is None
    assert model.notice == "10♣ does not fit on meld 3."


def test_a_lay_off_in_doubt_is_asked_about() -> None:
    model = seated("BJ TC", ["meld BJ=6S on 1", "discard TC"], LYING[:2])
    model.cursor = (cards("BJ")[0], 0)
    assert press(model, "l") is None
    assert len(model.which) == 3
    assert "(BJ as 7) on meld 2 (7♣ 7♥ 7♣)" in "\n".join(paint(model, 80, 24).lines())
    press(model, "escape")
    assert press(model, "2") == Act("meld BJ=7 on 2")


def test_swaps_are_chosen_from_where_more_than_one_will_do() -> None:
    both = (Meld("group", tuple(cards("7C BJ=7 RJ=7"))),)
    model = seated("7H 8C TC", ["swap 7H for BJ on 1", "swap 7H for RJ on 1", "discard TC"], both)
    model.cursor = (cards("7H")[0], 0)
    assert press(model, "j") is None
    screen = "\n".join(paint(model, 80, 24).lines())
    assert "7♥ for the black joker of meld 1" in screen
    assert press(model, "2") == Act("swap 7H for RJ on 1")
    one = seated("7H 8C TC", ["swap 7H on 1", "discard TC"], (Meld("group", tuple(cards("7C 7C RJ=7"))),))
    one.cursor = (cards("7H")[0], 0)
    assert press(one, "j") == Act("swap 7H on 1")


def test_the_line_client_names_ways_to_meld() -> None:
    model = seated("7S 8S BJ JS 3H TC", ["meld 7S 8S BJ=9S", "discard TC"], first_meld=[4, 4, 4, 4])
    short = " (Your first meld holds at least four cards, attendants among them; these are 3.)"
    assert sorted(read_line(model, "/meld 7s 8s bj").lines) == [f"meld 7S 8S BJ=9S{short}", f"meld BJ=6S 7S 8S{short}"]
    assert read_line(model, "/meld 2C").lines == ["You do not hold 2♣."]
    assert read_line(model, "/meld 7S JS").lines[0].startswith("7♠ and J♠ are no meld")
    assert read_line(model, "/meld").lines == ["Your hand holds no first meld of four cards."]
    model.view.notes["first_meld"] = [0] * 4
    assert read_line(model, "/meld").lines[0].startswith("meld ")
    with pytest.raises(MistypedCommand, match="Write the cards"):
        read_line(model, "/meld 7S on 2")
    with pytest.raises(MistypedCommand, match="Type the meld itself"):
        read_line(Sitting("basic-rummy", 2).deal().model, "/meld")
