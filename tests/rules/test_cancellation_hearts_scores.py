"""Cancellation Hearts: 52 points a deal, the moon of all of them, two bonus cards, the options together, and the match."""

from __future__ import annotations

from typing import Any

import pytest
from hands import answer, before_giving, cards, in_order, position, results, with_more
from rumpus.core.shuffling.seeded import permutation
from variant_hands import (
    ADD,
    EACH,
    MOON8,
    ONE_JACK8,
    SUBTRACT,
    SUN6,
    SUN8,
    TWINS,
    Doubled,
    cancelling,
    dealt_twice,
    doubled,
    eight,
    empty_table,
    end,
    filled_twice,
    first_leader,
    paid,
    played_out,
    points,
    refused_at_the_end,
    two_packs,
)

# Tricks 1 and 2 cancel. Trick 3 is seat 4's, 5♣ over 4♣: hearts 2 3 4 twice. Trick 4 is seat 0's, with all that cancel after it.
SPLIT = eight("2C 3C 4C 5C 6C..AC", "2C 3C 5C 4C 6C..AC")

TOP_CLUBS = [card for card in cards("AC..2C") for _ in range(2)]


def eight_paid(shooter: int = 0, by: int = 0) -> list[int]:
    """Eight zeros but for one."""
    return [by if seat == shooter else 0 for seat in range(8)]


def others(worth: int, shooter: int = 0, own: int = 0) -> list[int]:
    """What eight seats are paid when the shooter adds."""
    return [own if seat == shooter else worth for seat in range(8)]


def deal(table: list[str], said: str = "", **options: Any) -> list[int]:
    """What one deal pays; where seat 0 chooses, `said` is its choice."""
    return paid(cancelling([Doubled(table, then=[[0, said]] if said else [])], **options))


# --- 52 points -------------------------------------------------------------------------------------------------------


def test_fifty_two_points_a_deal() -> None:
    """26 hearts and two queens: seat 4 three tricks of two hearts, seat 0 ten and both queens, 20 + 26."""
    assert deal(SPLIT) == [46, 0, 0, 0, 6, 0, 0, 0]


def test_one_queen_each() -> None:
    """Seat 7 plays Q♠ in trick 3, which is seat 4's: 13 of seat 0's go to it."""
    table = [*SPLIT[:7], "2S 3S QS 4S..JS KS AS"]
    assert deal(table) == [33, 0, 0, 0, 19, 0, 0, 0]


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        # Seat 4: 2 x (2 + 3 + 4) = 18. Seat 0: 2 x 99 - 18 = 180 and two queens at 25.
        ({"spot": True}, [230, 0, 0, 0, 18, 0, 0, 0]),
        # 46 and twice 10 + 7.
        ({"black_spades": True}, [80, 0, 0, 0, 6, 0, 0, 0]),
        ({"spot": True, "black_spades": True}, [264, 0, 0, 0, 18, 0, 0, 0]),
        # Both J♦ fall in trick 10, both T♦ in trick 9.
        ({"bonus_card": "JD"}, [26, 0, 0, 0, 6, 0, 0, 0]),
        ({"bonus_card": "TD"}, [26, 0, 0, 0, 6, 0, 0, 0]),
    ],
    ids=str,
)
def test_what_the_options_make_of_it(options: dict[str, Any], scores: list[int]) -> None:
    assert deal(SPLIT, **options) == scores


def test_there_is_no_bonus_card_by_default() -> None:
    assert deal(ONE_JACK8, moon="off") == [52, 0, 0, 0, 0, 0, 0, 0]


def test_each_bonus_card_is_ten_for_who_takes_it() -> None:
    """One J♦ on trick 1, which seat 4 takes without a point; the other with everything else."""
    assert deal(ONE_JACK8, bonus_card="JD", moon="off") == [42, 0, 0, 0, -10, 0, 0, 0]


# --- the moon --------------------------------------------------------------------------------------------------------


def test_a_moon_is_all_52_and_pays_52() -> None:
    """Not every trick is needed."""
    assert deal(MOON8, SUBTRACT) == eight_paid(0, -52)
    assert deal(MOON8, ADD) == others(52)
    found = position(cancelling([Doubled(MOON8)]))
    assert (found["phase"], found["turn"], found["trick"], found.get("untaken", [])) == ("moon", [0], [], [])


def test_the_shooter_decides_once_all_is_taken() -> None:
    """Not before the last card; nobody else; and once."""
    refused_at_the_end(cancelling([Doubled(MOON8)]), [4, ADD])
    refused_at_the_end(cancelling([Doubled(MOON8, stop=103)]), [0, ADD])
    refused_at_the_end(cancelling([Doubled(MOON8, then=[[0, ADD]])]), [0, SUBTRACT])


def test_tricks_that_nobody_took_at_the_end_are_part_of_it() -> None:
    """After 16 plays seat 0 has taken two tricks at most; all the points of tricks 3 to 13 come with the end."""
    assert len(position(cancelling([Doubled(MOON8, stop=96)])).get("untaken", [])) == 80


@pytest.mark.parametrize(
    ("moon", "scores"), [("add", others(52)), ("subtract", eight_paid(0, -52)), ("off", eight_paid(0, 52))], ids=str
)
def test_the_moon_by_option(moon: str, scores: list[int]) -> None:
    assert deal(MOON8, moon=moon) == scores


def test_fifty_of_52_are_no_moon() -> None:
    """Seat 4 takes trick 12 with eleven that nobody took: 24 hearts and two queens; seat 0 the aces' two hearts."""
    table = eight("2C..AC", "2C..QC AC KC")
    assert deal(table) == [2, 0, 0, 0, 50, 0, 0, 0]
    refused_at_the_end(cancelling([Doubled(table)]), [4, ADD])


def test_nobodys_points_are_nobodys_moon() -> None:
    for moon in ("choose", "add", "subtract"):
        assert deal(TWINS, moon=moon, sun="double", bonus_card="JD") == [0] * 8
    refused_at_the_end(cancelling([Doubled(TWINS)]), [0, ADD])


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({"spot": True}, 248),  # 2 x 124
        ({"black_spades": True}, 86),  # 2 x 43
        ({"spot": True, "black_spades": True}, 282),  # 2 x 141
    ],
    ids=str,
)
def test_a_moon_pays_all_the_points_of_the_deal(options: dict[str, Any], worth: int) -> None:
    assert deal(MOON8, ADD, **options) == others(worth)
    assert deal(MOON8, SUBTRACT, **options) == eight_paid(0, -worth)


# --- two bonus cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bonus", ["JD", "TD"])
def test_a_moon_with_both_bonus_cards(bonus: str) -> None:
    """-52 - 20; or 52 to every other and -20."""
    assert deal(MOON8, SUBTRACT, bonus_card=bonus) == eight_paid(0, -72)
    assert deal(MOON8, ADD, bonus_card=bonus) == others(52, own=-20)
    assert deal(MOON8, bonus_card=bonus, moon="off") == eight_paid(0, 32)


@pytest.mark.parametrize("moon", ["choose", "add", "subtract", "off"])
def test_a_moon_needs_both_bonus_cards(moon: str) -> None:
    """All 52 points and one J♦ of two: 52 - 10, and seat 4 has the other's ten."""
    assert deal(ONE_JACK8, bonus_card="JD", moon=moon) == [42, 0, 0, 0, -10, 0, 0, 0]


def test_the_other_bonus_card_may_be_elsewhere() -> None:
    """Both T♦ are with the points: with `bonus_card` TD it is a moon. Without one it is a moon too."""
    assert deal(ONE_JACK8, ADD, bonus_card="TD") == others(52, own=-20)
    assert deal(ONE_JACK8, ADD) == others(52)


# --- the sun ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [6, 7, 8, 9, 10])
def test_moon_and_sun_at_any_table(seats: int) -> None:
    """Seat 0 holds the highest clubs, two of each, which nothing cancels and nothing beats: every card of the deal."""
    table = filled_twice([" ".join(TOP_CLUBS[: EACH[seats]]), *[""] * (seats - 1)])
    dealer = seats - 1
    hands = [cards(line) for line in table]
    played = played_out(hands, first_leader(table, dealer), in_columns=False)
    assert [points(taken) for taken in played.taken] == [52] + [0] * (seats - 1)
    for sun, worth in (("off", 52), ("plain", 52), ("double", 104)):
        record = with_more(cancelling(table, sun=sun, first_trick="free"), *played.said)
        assert paid(with_more(record, [0, ADD])) == [0] + [worth] * (seats - 1)
        assert paid(with_more(record, [0, SUBTRACT])) == [-worth] + [0] * (seats - 1)


def test_the_sun_is_off_by_default() -> None:
    assert deal(SUN8, ADD) == others(52)


def test_a_double_sun_pays_104() -> None:
    """Every card; the tricks that nobody took at once are among them."""
    assert deal(SUN8, ADD, sun="double") == others(104)
    assert deal(SUN8, SUBTRACT, sun="double") == eight_paid(0, -104)
    assert deal(SUN8, sun="double", moon="add") == others(104)
    assert deal(SUN8, ADD, sun="plain") == others(52)
    assert deal(SUN8, sun="double", moon="off") == eight_paid(0, 52)


def test_all_points_without_the_first_trick_is_a_plain_moon() -> None:
    assert deal(MOON8, ADD, sun="double") == others(52)


def test_omnibus_spot_and_sun_together() -> None:
    """2 x 248 = 496; two tens are not doubled."""
    options: dict[str, Any] = {"bonus_card": "JD", "spot": True, "sun": "double", "target": 1000}
    assert deal(SUN8, ADD, **options) == others(496, own=-20)
    assert deal(SUN8, SUBTRACT, **options) == eight_paid(0, -516)
    assert deal(ONE_JACK8, **options) == [238, 0, 0, 0, -10, 0, 0, 0]


@pytest.mark.parametrize("game", ["cancellation-hearts", "hearts", "omnibus-hearts", "spot-hearts", "shoot-the-sun"])
def test_the_options_mean_the_same_in_every_game(game: str) -> None:
    """Six seats, two packs, every card to seat 0: 2 x 248 and -20, however the table came to these options."""
    options: dict[str, Any] = {"packs": 2, "bonus_card": "JD", "spot": True, "sun": "double", "moon": "add"}
    assert paid(doubled(game, [Doubled(SUN6)], **options)) == [-20, 496, 496, 496, 496, 496]
    assert paid(doubled(game, [Doubled(SUN6)], **{**options, "moon": "off"})) == [228, 0, 0, 0, 0, 0]  # 248 - 20


# --- the match -------------------------------------------------------------------------------------------------------


def test_the_target_is_100() -> None:
    """52, 104 to every other."""
    assert end(cancelling([Doubled(SUN8)], moon="add")) == (False, [])
    record = cancelling([Doubled(SUN8)] * 2, moon="add")
    # Dealers 7 and 0: in the second deal the nearest holder of 2♣ is seat 4, whose K♣ K♣ lose to seat 0's A♣ A♣ all the same.
    assert results(record, "totals")[-1] == others(104)
    assert end(record) == (True, [0])
    assert end(cancelling([Doubled(SUN8)], moon="add", target=52)) == (True, [0])


def test_a_deal_that_is_nobodys_counts_as_one() -> None:
    """The deal passes left, and the cards go left in the first deal, right in the second."""
    record = cancelling([Doubled(TWINS)] * 3)
    assert results(record, "dealer") == [7, 0, 1]
    assert end(record) == (False, [])
    before, gives = before_giving(TWINS, 1)
    plays = Doubled(TWINS).deal(7)["actions"]
    first = {"deck": dealt_twice(before, 7), "actions": [*gives, *plays]}
    before, gives = before_giving(TWINS, 7)
    record = {**empty_table("cancellation-hearts", 8), "dealer": 7}
    record["deals"] = [first, {"deck": dealt_twice(before, 0), "actions": gives}]
    assert results(record, "scores") == [[0] * 8, None]
    assert position(record)["hands"] == [cards(line) for line in TWINS]


def test_while_the_lowest_is_shared_it_goes_on() -> None:
    """Target 46: 46 and 6, and six seats at 0."""
    assert end(cancelling([Doubled(SPLIT)], target=46)) == (False, [])


def test_floor_zero() -> None:
    record = cancelling([Doubled(ONE_JACK8)], bonus_card="JD", floor_zero=True)
    assert results(record, "scores") == [[42, 0, 0, 0, -10, 0, 0, 0]]
    assert results(record, "totals") == [[42, 0, 0, 0, 0, 0, 0, 0]]


def test_the_answer_in_full() -> None:
    """After trick 1 of the second deal, which is nobody's and leaves the keys of the position as they are in the notation."""
    said = answer(cancelling([Doubled(SPLIT), Doubled(TWINS, stop=8)]))
    assert (
        said
        == {
            "game": "cancellation-hearts",
            "deals": [
                {"dealer": 7, "ended": "tricks", "scores": [46, 0, 0, 0, 6, 0, 0, 0], "totals": [46, 0, 0, 0, 6, 0, 0, 0]},
                {"dealer": 0, "ended": None, "scores": None, "totals": [46, 0, 0, 0, 6, 0, 0, 0]},
            ],
            "over": False,
            "winners": [],
            "position": {
                "turn": [4],  # dealer 0: of seats 0 and 4 the latter is nearer its left; it leads again
                "phase": "play",
                "hands": [cards(line)[1:] for line in TWINS],
                "trick": [],
                "untaken": cards("2C 2D 2H 2S 2C 2D 2H 2S"),
            },
        }
    )


# --- deals at random, against the test's own arithmetic --------------------------------------------------------------


@pytest.mark.parametrize("seats", [6, 7, 8, 9, 10])
def test_who_takes_what(seats: int) -> None:
    """Twelve deals: each seat plays the first card that follows suit, else its first; the helper says who takes what."""
    for number in range(12):
        deck = two_packs(seats)
        deck = [deck[at] for at in permutation(bytes([seats, number] * 16), "deck/0", len(deck))]
        dealer = number % seats
        order = [(dealer + 1 + step) % seats for step in range(seats)]
        hands = [in_order(deck[order.index(seat) :: seats]) for seat in range(seats)]
        played = played_out(hands, first_leader([" ".join(hand) for hand in hands], dealer), in_columns=False)
        record = empty_table(
            "cancellation-hearts", seats, first_trick="free", break_hearts=False, moon="off", give="none", bonus_card="TD"
        )
        record = {**record, "dealer": dealer, "deals": [{"deck": " ".join(deck), "actions": []}]}
        scores = [points(taken) - 10 * taken.count("TD") for taken in played.taken]
        assert paid(with_more(record, *played.said)) == scores
