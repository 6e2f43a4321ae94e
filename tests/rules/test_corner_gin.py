"""Around-the-Corner Gin: sequences past the ace, the ace at 15, lay-offs on gin, and 125 points."""

from __future__ import annotations

from typing import Any

import pytest
from rummy_hands import PACK, Answer, ask, dealt, ended, no_record, record, refused, standing
from rummy_more import Deal

GAME = "around-the-corner-gin"
OTHER = "KC QH JD TC 8S 6D 3D 2H 8C 5H"  # nothing matched: 40 + 8 + 6 + 3 + 2 + 8 + 5 = 72


def match(*deals: Deal, **options: Any) -> Answer:
    """What comes of a match of these deals, the first of which seat 0 deals."""
    return ask(record(GAME, *deals, seats=2, dealer=0) | {"options": options})


def knocked(hand: str, other: str = OTHER, action: str = "knock TD", dealer: int = 0) -> Deal:
    """Both pass 4♦, and the seat that does not deal draws T♦ and knocks with it: action 3 of the deal."""
    first = 1 - dealer
    deck = dealt(PACK, [first, dealer], 10, {first: hand, dealer: other}, "4D TD")
    return deck, f"{first} pass; {dealer} pass; {first} draw stock; {action}"


# Three sets, the first of them around the corner, and one card more.
CORNER = "KS AS 2S 7S 7H 7D 9C 9D 9H "
GIN = "QS KS AS 2S 7S 7H 7D 9C 9D 9H"


# --- around the corner -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sequence", ["KS AS 2S", "QS KS AS", "AS 2S 3S", "JS QS KS AS"])
def test_sequences_go_around_the_corner(sequence: str) -> None:
    hand = f"{sequence} 7S 7H 7D 9C 9D 9H"
    if len(hand.split()) == 9:
        assert ended(match(knocked(f"{hand} 5C"))) == ("knock", [0, 67])  # 72 - 5
    else:
        assert ended(match(knocked(hand))) == ("gin", [0, 97])  # 72 + 25


def test_also_where_the_knocker_says_its_arrangement() -> None:
    answer = match(knocked(CORNER + "5C", action="knock TD: KS AS 2S, 7S 7H 7D, 9C 9D 9H"))
    assert ended(answer) == ("knock", [0, 67])


def test_the_opponents_hand_too() -> None:
    # K♥A♥2♥3♥ are matched: T♣ 8♠ 6♦ J♦ Q♣ 4♠ are left, 48. 48 - 5.
    answer = match(knocked(CORNER + "5C", "KH AH 2H 3H TC 8S 6D JD QC 4S"))
    assert ended(answer) == ("knock", [0, 43])


# --- the ace counts 15 -----------------------------------------------------------------------------------------------


def test_an_unmatched_ace_counts_15() -> None:
    refused(match(knocked(CORNER + "AC")), 0, 3, "10", "15")
    assert ended(match(knocked(CORNER + "AC"), knock_limit=15)) == ("knock", [0, 57])  # 72 - 15
    refused(match(knocked(CORNER + "AC"), knock_limit=14), 0, 3)


def test_in_the_opponents_hand_too() -> None:
    # A♣ for 2♥: 72 - 2 + 15 = 85.
    assert ended(match(knocked(CORNER + "5C", OTHER.replace("2H", "AC")))) == ("knock", [0, 80])


# --- laying off ------------------------------------------------------------------------------------------------------


def test_lay_offs_go_around_the_corner_in_chains() -> None:
    # A♠ and 2♠ go on J♠Q♠K♠; K♣ Q♥ J♦ 8♠ 6♦ 3♦ 8♣ 5♥ are left: 60.
    other = "KC QH JD AS 8S 6D 3D 2S 8C 5H"
    answer = match(knocked("JS QS KS 7S 7H 7D 9C 9D 9H 5C", other))
    assert ended(answer) == ("knock", [0, 55])  # 60 - 5


def test_the_opponent_may_lay_off_on_a_gin_hand() -> None:
    # 3♠ fits Q♠K♠A♠2♠, 7♣ the sevens, 9♠ the nines: K♣ Q♥ J♦ T♣ 8♥ 6♦ 5♥ are left, 59; 59 + 25.
    assert ended(match(knocked(GIN, "KC QH JD TC 8H 6D 3S 7C 9S 5H"))) == ("gin", [0, 84])


def test_gin_cannot_be_undercut_it_scores_what_is_left_and_25() -> None:
    # Ten matched cards of the opponent: 0 + 25.
    assert ended(match(knocked(GIN, "KC QC JC TC 8H 8D 8S 5H 5D 5S"))) == ("gin", [0, 25])
    # All but 3♠, which is laid off: 0 + 25.
    assert ended(match(knocked(GIN, "KC QC JC 8C 8H 8D 3S 5H 5D 5S"))) == ("gin", [0, 25])
    assert ended(match(knocked(GIN, "KC QC JC TC 8H 8D 8S 5H 5D 5S"), gin_bonus=40)) == ("gin", [0, 40])


def test_a_knock_can_be_undercut() -> None:
    # 5 against 0: 5 + 25. Level at 5 too: 0 + 25.
    assert ended(match(knocked(CORNER + "5C", "KC QC JC TC 8H 8D 8S 6H 6D 6S"))) == ("undercut", [30, 0])
    assert ended(match(knocked(CORNER + "5C", "KC QC JC 8C 8H 8D 5S 6H 6D 6S"))) == ("undercut", [25, 0])


def test_big_gin_may_be_laid_off_on_too() -> None:
    # Eleven matched cards: Q♠K♠A♠2♠, the nines, and four sevens, the last of which is drawn.
    deck = dealt(PACK, [1, 0], 10, {1: GIN, 0: "KC QH JD TC 8H 6D 3S 4C 9S 5H"}, "4D 7C")
    script = "1 pass; 0 pass; 1 draw stock; knock"
    # 3♠ and 9♠ are laid off: 40 + 8 + 6 + 4 + 5 = 63.
    assert ended(match((deck, script), big_gin=31)) == ("gin", [0, 94])


# --- the match -------------------------------------------------------------------------------------------------------


def test_grand_totals_at_125() -> None:
    # 97, and 72 - 5 = 67: 164. Seat 1 deals the second deal as the winner of the first; it knocks as the dealer.
    deck = dealt(PACK, [0, 1], 10, {1: CORNER + "5C", 0: OTHER}, "4D AH TD")
    second = deck, "0 pass; 1 pass; 0 draw stock; discard AH; 1 draw stock; knock TD"
    answer = match(knocked(GIN), second)
    assert (answer["over"], answer["winners"]) == (True, [1])
    assert answer["final"] == [0, 164 + 100 + 100 + 50]
    assert match(knocked(GIN))["over"] is False
    assert match(knocked(GIN), target=97)["final"] == [0, 97 + 225]


@pytest.mark.parametrize(("pays", "over"), [(124, False), (125, True)])
def test_124_is_not_125(pays: int, over: bool) -> None:
    # The gin bonus makes it up: 72 + 52 or 53.
    answer = match(knocked(GIN), gin_bonus=pays - 72)
    assert (ended(answer), answer["over"]) == (("gin", [0, pays]), over)


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"knock_limit": 101},
        {"knock_limit": -1},
        {"ace_means_gin": False},
        {"spades_double": False},
        {"target": 0},
        {"deals": 101},
        {"gin_bonus": 1001},
        {"dealer": "loser"},
        {"max_turns_over": 0},
        {"ace_high": True},
        {"count": "points"},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have_makes_no_record(options: dict[str, Any]) -> None:
    no_record(record(GAME, (" ".join(PACK), ""), seats=2, dealer=0) | {"options": options})


def test_the_ends_of_the_ranges_are_values() -> None:
    for options in ({"knock_limit": 0, "target": 1}, {"knock_limit": 100, "target": 10000, "deals": 100, "dealer": "alternate"}):
        position = standing(ask(record(GAME, (" ".join(PACK), ""), seats=2, dealer=0) | {"options": options}))
        assert (position["phase"], position["stock"]) == ("upcard", 31)


@pytest.mark.parametrize("seats", [1, 3])
def test_around_the_corner_gin_is_for_two(seats: int) -> None:
    no_record({**record(GAME, (" ".join(PACK), ""), seats=2, dealer=0), "seats": ["x"] * seats})
