"""Black Heart Rum in teams: asking the others before one opens or goes out."""

from __future__ import annotations

from typing import Any

import pytest
from black_heart_hands import ELEVEN, GOES, GROUPS, LAST_DRAWN, lying, opened, played, stacked, table, won
from rummy_hands import Answer, ended, melds, refused, standing

# Seat 1 can open but not go out; it has drawn Q♣.
OPENS = "7S 7H 7C 4C 5C 6C 2S 9H TS 8H"
# All but the drawn card can go in one meld, which is 4♣ 5♣ 6♣, 7♣ 7♣ 7♥ 7♠ and 2♠ 3♠ 4♠.
LEAVES = "4C 5C 6C 7C 7C 7H 7S 2S 3S 4S"
OUT = "meld 4C 5C 6C, 7C 7C 7H 7S, 2S 3S 4S"
REST = "KS QC KC QS JS JC"
ASK = 1


def four(script: str, hand: str = OPENS, rest: str = REST, **options: Any) -> Answer:
    """Four seats in two teams: 1 and 3 against 0 and 2. Seat 1 has drawn Q♣; its next action is the one at 1."""
    hands = {1: hand, 3: "9C 9S 2C 6S 8S AH TH 3H KC JS"}
    return table(hands, f"1 draw stock; {script}", rest, seats=4, **{"teams": 2, **options})


# --- the question and the answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("question", "hand"), [("ask open", OPENS), ("ask open", LEAVES), ("ask out", LEAVES)])
def test_the_partner_is_asked_and_then_the_seat_goes_on(question: str, hand: str) -> None:
    position = standing(four(question, hand))
    assert (position["phase"], position["turn"]) == ("ask", [3])
    for answer in ("yes", "no"):
        position = standing(four(f"{question}; 3 {answer}", hand))
        assert (position["phase"], position["turn"]) == ("meld", [1])


def test_only_who_is_asked_answers_and_only_with_yes_or_no() -> None:
    for seat in (0, 1, 2):
        refused(four(f"ask open; {seat} yes"), 0, ASK + 1, "turn")
    for action in ("draw stock", "pass", "discard KC", "ask open"):
        refused(four(f"ask open; 3 {action}"), 0, ASK + 1)
    refused(four("ask open; 1 discard QC"), 0, ASK + 1)
    refused(four("yes"), 0, ASK)
    refused(four("ask open; 3 yes; 3 yes"), 0, ASK + 2)


@pytest.mark.parametrize(
    ("seats", "teams", "asker", "asked"),
    [(6, 2, 1, [3, 5]), (6, 2, 3, [5, 1]), (6, 3, 1, [4]), (8, 2, 5, [7, 1, 3]), (9, 3, 2, [5, 8]), (10, 2, 1, [3, 5, 7, 9])],
)
def test_all_teammates_answer_clockwise_from_the_asker(seats: int, teams: int, asker: int, asked: list[int]) -> None:
    dealer = (asker - 1) % seats

    def after_answers(said: list[str], then: str = "") -> Answer:
        answers = "".join(f"{seat} {word}; " for seat, word in zip(asked, said, strict=False))
        script = f"{asker} draw stock; ask open; {answers}{then}"
        return table({asker: OPENS}, script, REST, seats=seats, teams=teams, dealer=dealer)

    for n, seat in enumerate(asked):
        position = standing(after_answers(["no"] * n))
        assert (position["phase"], position["turn"]) == ("ask", [seat])
    for said in (["no"] * len(asked), ["yes"] * len(asked)):
        position = standing(after_answers(said))
        assert (position["phase"], position["turn"]) == ("meld", [asker])
    meld = f"{asker} meld 7S 7H 7C"
    assert lying(after_answers(["yes"] * len(asked), meld)) == "7S 7H 7C"
    for n in range(len(asked)):  # one no is enough
        said = ["no" if each == n else "yes" for each in range(len(asked))]
        refused(after_answers(said, meld), 0, 2 + len(asked))


def test_everybody_hears_question_and_answer() -> None:
    deck = stacked({1: OPENS}, REST, 4, teams=2)
    before = opened(deck, "1 draw stock", seats=4, teams=2)
    for script in ("1 draw stock; ask open", "1 draw stock; ask open; 3 yes", "1 draw stock; ask open; 3 no"):
        deal = opened(deck, script, seats=4, teams=2)
        for seat in (-1, 0, 1, 2, 3):
            assert deal.view(seat).notes != before.view(seat).notes


# --- who may ask, and when ------------------------------------------------------------------------------------------------


def test_without_teams_there_is_nobody_to_ask() -> None:
    for question in ("ask open", "ask out"):
        refused(table({1: LEAVES}, f"1 draw stock; {question}", REST, seats=4), 0, ASK)
        refused(table({1: LEAVES}, f"1 draw stock; {question}", REST), 0, ASK)


def test_a_seat_asks_after_drawing_and_before_melding() -> None:
    refused(table({1: LEAVES}, "1 ask open", REST, seats=4, teams=2), 0, 0)
    refused(table({1: LEAVES}, "1 ask out", REST, seats=4, teams=2), 0, 0)
    refused(four("meld 4C 5C 6C; ask out", LEAVES), 0, ASK + 1)
    refused(four("meld 4C 5C 6C; ask open", LEAVES), 0, ASK + 1)
    refused(four("discard QC; 1 ask open", LEAVES), 0, ASK + 1, "turn")
    refused(four("2 ask open", LEAVES), 0, ASK, "turn")


def test_each_question_once_a_turn() -> None:
    refused(four("ask open; 3 no; 1 ask open"), 0, ASK + 2)
    refused(four("ask out; 3 no; 1 ask out", LEAVES), 0, ASK + 2)
    # The other one is still free after a no: 4♣ 5♣ 6♣ opens and leaves enough.
    assert standing(four("ask out; 3 no; 1 ask open", LEAVES))["phase"] == "ask"


def test_in_the_next_turn_it_may_be_asked_again() -> None:
    script = "ask open; 3 no; 1 discard QC; 2 draw stock; discard KC; 3 draw stock; discard QS; 0 draw stock; discard JS; "
    assert standing(four(script + "1 draw stock; ask open"))["turn"] == [3]
    # Or the meld is simply made.
    assert lying(four(script + "1 draw stock; meld 7S 7H 7C")) == "7S 7H 7C"


def test_nobody_need_ask() -> None:
    assert lying(four("meld 7S 7H 7C")) == "7S 7H 7C"
    assert ended(four(f"{OUT}; discard QC", LEAVES))[0] == "out"


@pytest.mark.parametrize("hand", ["7S 7H 8C 4C 5C 9C 2S TH TS AH", "JC QC KS 2S 4S 6S 8S 2C 4C 6C"])
def test_open_is_refused_where_no_meld_would_do(hand: str) -> None:
    refused(four("ask open", hand), 0, ASK)


def test_out_is_refused_where_no_single_meld_leaves_one_card_or_none() -> None:
    refused(four("ask out"), 0, ASK)
    # Nine of eleven cards.
    refused(four("ask out", "4C 5C 6C 7C 7H 7S 2S 3S 4S TS"), 0, ASK)
    # Ten of eleven, and all eleven.
    assert standing(four("ask out", LEAVES))["phase"] == "ask"
    assert standing(four("ask out", LEAVES, "KS 5S"))["phase"] == "ask"


def test_once_the_team_has_opened_there_is_nothing_to_open() -> None:
    script = "meld 7S 7H 7C; discard QC; 2 draw stock; discard KC; 3 draw stock; "
    refused(four(script + "ask open"), 0, 6)
    refused(four(script + "discard QS; 0 draw stock; discard JS; 1 draw stock; ask open"), 0, 10)


def test_the_minimum_is_the_teams() -> None:
    # 55 + 25 + 100 and seat 3's 50 are 230: five cards open. Three sevens do not, and with 4♣ 5♣ 6♣ they do.
    first = won(0, 1, ELEVEN[55], seats=4, hands={3: "2C 3C 6C 7C 9C 2H 3H 6H 7H 9H"})
    for hand, fine in (("7S 7H 7C 4C 5C 8C 2S 9H TS 8H", False), (OPENS, True)):
        deck = stacked({3: hand}, "KS QC KC QS", 4, 1)
        answer = played(first, (deck, "2 draw stock; discard QC; 3 draw stock; ask open"), seats=4, teams=2)
        if fine:
            assert standing(answer)["turn"] == [1]
        else:
            refused(answer, 1, 3)


def test_after_a_dig_the_meld_that_is_asked_for_holds_the_bound_card() -> None:
    # 7♣ 7♥ 7♠ would open, but the dug K♠ fits with nothing: nothing to ask. With two kings and three hearts there is.
    for hand, fine in (("2C QS 2H 3H 4H 7C 7H 7S 9S TS", False), ("KC KC 2H 3H 4H 7C 7H 7S 9S TS", True)):
        answer = table({1: hand}, "1 draw discard; ask open", "KS QC QS JS", seats=4, teams=2)
        if fine:
            assert standing(answer)["phase"] == "ask"
        else:
            refused(answer, 0, ASK)


def test_a_joker_that_was_swapped_in_counts_for_the_question() -> None:
    # Seat 0 has melded 9♣ 9♥ and a joker. Seat 1 has no set; with the joker for its 9♠ it has 7♠ 7♥ and the joker.
    hands = {0: "9C 9H BJ 7C 2H 3H 4H 5H 6H KC", 1: "9S 7S 7H 4C 5C 8C 2S TH TS AH"}
    script = "0 draw stock; meld 9C 9H BJ; discard 7C; 1 draw stock; "
    refused(table(hands, script + "ask open", REST, seats=4, teams=2, dealer=3), 0, 4)
    assert standing(table(hands, script + "swap 9S on 1; ask open", REST, seats=4, teams=2, dealer=3))["turn"] == [3]


def test_cards_laid_off_count_for_the_question() -> None:
    # Nine of eleven cards are in sets; 5♠ on seat 0's sequence is the tenth, and K♣ is left.
    hands = {0: "2S 3S 4S 7C 2H 3H 9H 5H 6H KC", 1: "4C 5C 6C 7C 7H 7S 8C 8H 8S 5S"}
    script = "0 draw stock; meld {}; discard KC; 1 draw stock; ask out"
    assert standing(table(hands, script.format("2S 3S 4S"), REST, seats=4, teams=2, dealer=3))["turn"] == [3]
    refused(table(hands, script.format("2H 3H 4H"), REST.replace("QC", "4H"), seats=4, teams=2, dealer=3), 0, 4)


# --- after a yes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["discard QC", "ask out", "ask open", "draw stock", "return", "pass", "meld 7S 7H 8H"])
def test_after_a_yes_to_open_the_next_action_is_such_a_meld(action: str) -> None:
    refused(four(f"ask open; 3 yes; 1 {action}"), 0, ASK + 2)


def test_any_opening_meld_will_do() -> None:
    for meld in ("7S 7H 7C", "4C 5C 6C", "7S 7H 7C, 4C 5C 6C"):
        assert standing(four(f"ask open; 3 yes; 1 meld {meld}; discard QC"))["turn"] == [2]


def test_after_a_yes_to_out_the_seat_goes_out() -> None:
    for action in ("discard QC", "meld 4C 5C 6C", "meld 4C 5C 6C, 7C 7C 7H 7S", "meld 7C 7C 7H 7S, 2S 3S 4S"):
        refused(four(f"ask out; 3 yes; 1 {action}", LEAVES), 0, ASK + 2)
    how, scores = ended(four(f"ask out; 3 yes; 1 {OUT}; discard QC", LEAVES))
    # Ten cards at 5, 25 and a black heart of 100; seat 3 holds A♥ 15, 10♥ K♣ J♠ 30 and six cards at 5.
    assert (how, scores[1]) == ("out", 175 + 75)


def test_no_swap_and_no_return_between_a_yes_and_its_meld() -> None:
    # Seat 0 has melded 9♣ 9♥ and a joker; seat 1 digs 7♠ and holds a nine.
    hands = {0: "9C 9H BJ 7S 2H 3H 4H 5H 6H KC", 1: "9S 7H 7C 4C 5C 6C 2S TH TS 8H"}
    script = "0 draw stock; meld 9C 9H BJ; discard 7S; 1 draw discard; "
    asked = script + "ask open; 3 yes; 1 "
    for action in ("swap 9S on 1", "return"):
        refused(table(hands, asked + action, REST, seats=4, teams=2, dealer=3), 0, 6)
        assert "error" not in table(hands, script + action, REST, seats=4, teams=2, dealer=3)
    # The bond holds for that meld as well.
    refused(table(hands, asked + "meld 4C 5C 6C", REST, seats=4, teams=2, dealer=3), 0, 6)
    assert lying(table(hands, asked + "meld 7S 7H 7C", REST, seats=4, teams=2, dealer=3), 2) == "7S 7H 7C"
    # A swap before the question is in order.
    swapped = script + "swap 9S on 1; ask open; 3 yes; 1 meld 7S 7H 7C BJ=7"
    assert lying(table(hands, swapped, REST, seats=4, teams=2, dealer=3), 2) == "7S 7H 7C BJ=7"


# --- after a no ------------------------------------------------------------------------------------------------------


def test_after_a_no_to_open_the_team_stays_closed_for_that_turn() -> None:
    for meld in ("7S 7H 7C", "4C 5C 6C", "7S 7H 7C, 4C 5C 6C"):
        refused(four(f"ask open; 3 no; 1 meld {meld}"), 0, ASK + 2)
    position = standing(four("ask open; 3 no; 1 discard QC"))
    assert (position["turn"], position["melds"]) == ([2], [])


def test_after_a_no_to_open_a_dig_can_be_put_back() -> None:
    # K♠ is dug: K♠ Q♠ J♠ with three hearts.
    hand = "QS JS 2H 3H 4H 7C 7H 7S 9S TS"
    script = "1 draw discard; ask open; 3 no; 1 "
    refused(table({1: hand}, script + "meld JS QS KS with 2H 3H 4H", REST, seats=4, teams=2), 0, 3)
    refused(table({1: hand}, script + "discard 9S", REST, seats=4, teams=2), 0, 3)
    position = standing(table({1: hand}, script + "return", REST, seats=4, teams=2))
    assert (position["phase"], position["discard"]) == ("draw", ["KS"])
    # It is the same turn: no second question, and no meld.
    again = script + "return; draw stock; "
    refused(table({1: hand}, again + "ask open", REST, seats=4, teams=2), 0, 5)
    refused(table({1: hand}, again + "meld 7C 7H 7S", REST, seats=4, teams=2), 0, 5)
    assert standing(table({1: hand}, again + "discard QC", REST, seats=4, teams=2))["turn"] == [2]


def test_after_a_no_to_out_two_cards_must_be_left() -> None:
    script = "ask out; 3 no; 1 "
    refused(four(f"{script}{OUT}", LEAVES), 0, ASK + 2)
    refused(four(f"{script}meld 4C 5C 6C, 7C 7C 7H 7S; meld 2S 3S 4S", LEAVES), 0, ASK + 3)
    refused(four(f"{script}meld 4C 5C 6C, 7C 7H 7S, 2S 3S 4S; meld 7C on 2", LEAVES), 0, ASK + 3)
    # Nine cards leave two: then one is discarded.
    answer = four(f"{script}meld 4C 5C 6C, 7C 7H 7S, 2S 3S 4S; discard QC", LEAVES)
    assert standing(answer)["hands"][1] == ["7C"]
    assert len(melds(answer)) == 3


def test_with_all_cards_meldable_a_no_to_out_leaves_two_as_well() -> None:
    # 5♠ is drawn: eleven cards fit.
    for meld in ("2S 3S 4S 5S", "2S 3S 4S"):
        refused(four(f"ask out; 3 no; 1 meld 4C 5C 6C, 7C 7C 7H 7S, {meld}", LEAVES, "KS 5S"), 0, ASK + 2)
    assert len(standing(four("ask out; 3 no; 1 meld 7C 7C 7H 7S, 2S 3S 4S 5S", LEAVES, "KS 5S"))["hands"][1]) == 3


# --- shortened turns -------------------------------------------------------------------------------------------------

AT = 28


def six(script: str, **options: Any) -> Answer:
    """Six seats in two teams, the draw pile is gone; seat 3 is to act. Seat 5's team is 1, 3 and 5."""
    return table(GOES, script, LAST_DRAWN, seats=6, emptied=True, deck="two", **{"teams": 2, **options})


def test_out_in_a_shortened_turn_leaves_no_card() -> None:
    # Without seat 4's sequence 8♠ would be left: the question is refused.
    refused(six("3 pass; 4 pass; 5 ask out"), 0, AT + 2)
    script = "3 pass; 4 meld 5S 6S 7S; pass; 5 ask out; "
    assert standing(six(script))["turn"] == [1]
    assert standing(six(script + "1 yes"))["turn"] == [3]
    refused(six(script + f"1 yes; 3 yes; 5 meld {GROUPS}"), 0, AT + 6)
    assert ended(six(script + f"1 yes; 3 yes; 5 meld 8S on 1, {GROUPS}"))[0] == "out"


def test_after_a_no_to_out_one_card_must_be_left_there() -> None:
    script = "3 pass; 4 meld 5S 6S 7S; pass; 5 ask out; 1 yes; 3 no; 5 "
    refused(six(script + f"meld 8S on 1, {GROUPS}"), 0, AT + 6)
    refused(six(script + f"meld {GROUPS}; meld 8S on 1"), 0, AT + 7)
    assert standing(six(script + f"meld {GROUPS}; pass"))["hands"][5] == ["8S"]
