"""Black Maria: three seats, 2♣ out, three black spades that cost, and no bars unless a table turns them on."""

from __future__ import annotations

from typing import Any

import pytest
from hands import (
    PACK,
    Plan,
    accepted,
    answer,
    before_giving,
    cards,
    filled,
    in_order,
    may_play,
    position,
    refusal,
    results,
    swapped,
    turned,
)
from variant_hands import (
    ADD,
    SUBTRACT,
    after_in,
    bad,
    defaults,
    empty_table,
    end,
    paid,
    refused_at_the_end,
    seat_numbers,
    variant,
)

# Seat 0 leads 2♦; seat 1 takes four tricks with A♦ to J♦: K♠ 10, Q♠ 13, A♠ 7, 2♥ 1 = 31. Its 2♠ gives the lead to seat 0's
# J♠, which takes 3♥ and then a heart a trick from 4♥ to A♥ (but for 3♣, on A♣): 1 + 11 = 12. In all 43.
SPLIT = [
    "2D..5D JS AC..4C TS",
    "AD..JD 2S 6D..TD 3S..9S",
    "KS QS AS 2H 3H 3C 4H..AH",
]

# Seat 0 takes every trick: twelve clubs that only it holds, then A♠ K♠ Q♠ J♠ T♠.
SUN = ["AC..3C AS..TS", "2D..AD 2H..5H", "6H..AH 2S..9S"]

# Seat 0 leads 3♣, which seat 1 takes with A♣: 2♦ falls on it. Seat 1's 2♠ gives the lead to A♠ and seat 0 takes all the rest.
MOON = ["3C AS KC..4C KS..TS 9S", "AC 2S 4D..AD 2H..5H", "2D 3S 6H..AH 3D 4S..8S"]


def maria(*plans: Plan, dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of black-maria; nobody gives, and seat 0 is eldest."""
    return variant("black-maria", [plan._replace(leader=plan.leader or 0) for plan in plans], dealer, **options)


def deal(table: list[str], said: str = "", **options: Any) -> list[int]:
    """What one deal pays; where seat 0 chooses, `said` is its choice."""
    return paid(maria(Plan(table, then=[[0, said]] if said else []), **options))


# --- seats, pack, deal -----------------------------------------------------------------------------------------------


def test_three_seats() -> None:
    assert seat_numbers("black-maria") == [3]


def test_two_of_clubs_is_out_and_the_rest_is_dealt() -> None:
    """51 cards, 17 each: 2♦ is in, which hearts for three takes out."""
    hands = position(maria(Plan(SPLIT, stop=0)))["hands"]
    assert [len(hand) for hand in hands] == [17, 17, 17]
    assert in_order(card for hand in hands for card in hand) == [card for card in PACK if card != "2C"]


@pytest.mark.parametrize("gone", ["2D", "2S", ""])
def test_no_other_pack_is_its_deck(gone: str) -> None:
    record = empty_table("black-maria", 3)
    bad({**record, "deals": [{"deck": " ".join(card for card in PACK if card != gone), "actions": []}]})


# --- giving ----------------------------------------------------------------------------------------------------------


def test_three_cards_always_go_to_the_right() -> None:
    """No option named: four deals, each to the seat before; eldest leads, which is seat 0, 1, 2, 0 (dealers 2, 0, 1, 2)."""
    plans = [Plan(turned(SPLIT, by), give=2, leader=by) for by in (0, 1, 2, 0)]
    record = defaults("black-maria", plans[:3])
    assert results(record, "scores") == [[12, 31, 0], [0, 12, 31], [31, 0, 12]]
    record = variant("black-maria", plans, give="right", target=500)
    assert results(record, "scores")[-1] == [12, 31, 0]


def test_who_gives_gets_from_the_left() -> None:
    """Seat 0 gives to seat 2, seat 1 to seat 0, seat 2 to seat 1."""
    hands, said = before_giving(SPLIT, 2)
    record = defaults("black-maria", [Plan(hands, stop=0, leader=0)])
    assert (position(record)["phase"], position(record)["turn"]) == ("give", [0, 1, 2])
    assert said[0] == [0, "give KS QS AS"]
    record["deals"][0]["actions"] = said
    assert position(record)["hands"] == [in_order(cards(line)) for line in SPLIT]


@pytest.mark.parametrize("count", [2, 4])
def test_not_more_and_not_fewer_than_three(count: int) -> None:
    record = defaults("black-maria", [Plan(SPLIT, stop=0, leader=0)])
    reason = refusal(record, [0, "give " + " ".join(cards(SPLIT[0])[:count])]).lower()
    assert "three" in reason or "3" in reason


@pytest.mark.parametrize(("give", "offsets"), [("cycle", [1, 2, 0, 1]), ("none", [0, 0, 0, 0])])
def test_a_table_may_give_otherwise(give: str, offsets: list[int]) -> None:
    """Three seats: left, right, hold, left; or never. Eldest leads, seat 0, 1, 2, 0."""
    plans = [Plan(turned(SPLIT, by), give=offset, leader=by) for by, offset in zip((0, 1, 2, 0), offsets, strict=True)]
    assert paid(variant("black-maria", plans, give=give, target=500)) == [12, 31, 0]


# --- the lead and the first trick ------------------------------------------------------------------------------------

HOLDS_ALL_KINDS = ["3C 2D JD 2H AH 2S QS KS AS", "4C", ""]


def test_eldest_leads_what_it_likes() -> None:
    """A heart and the black spades too; the holder of the lowest club, 3♣ at seat 1, leads nothing."""
    for dealer in range(3):
        table = turned(filled(["4C 2D 2H AH QS KS AS", "3C", ""], without=["2C"]), dealer + 1)
        eldest = (dealer + 1) % 3
        record = variant("black-maria", [Plan(table, stop=0)], dealer)
        assert position(record)["turn"] == [eldest]
        assert may_play(record) == " ".join(position(record)["hands"][eldest])


def test_seventeen_cards_may_be_led() -> None:
    record = maria(Plan(filled(HOLDS_ALL_KINDS, without=["2C"]), stop=0))
    assert len(may_play(record).split()) == 17


def test_the_first_trick_is_free() -> None:
    """3♣ is led: who has no club may throw a heart or any black spade; who has one must follow."""
    table = filled(["3C", "5D 2H..QH QS KS AS", "4C"], without=["2C"])
    record = maria(Plan(table, stop=0))
    hand = position(record)["hands"][1]
    assert not [card for card in hand if card[1] == "C"]
    assert may_play(after_in("black-maria", table, "3C")) == " ".join(hand)
    assert set(may_play(after_in("black-maria", table, "3C QS")).split()) == {c for c in cards(table[2]) if c[1] == "C"}


def test_hearts_may_be_led_at_any_time() -> None:
    """After a first trick without a heart."""
    table = filled(["AC 2H", "3C", "4C"], without=["2C"])
    assert accepted(after_in("black-maria", table, "AC 3C 4C"), [0, "play 2H"])


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, "3C 2D JD 2H AH 2S QS KS AS"),
        ({"break_hearts": True}, "3C 2D JD 2S QS KS AS"),
        ({"first_trick": "hearts"}, "3C 2D JD 2S QS KS AS"),
        # Strict bars what costs points: hearts, Q♠, and here K♠ 10 and A♠ 7 too.
        ({"first_trick": "strict"}, "3C 2D JD 2S"),
        ({"first_trick": "strict", "break_hearts": True}, "3C 2D JD 2S"),
        ({"first_trick": "strict", "bonus_card": "JD"}, "3C 2D JD 2S"),
        ({"first_trick": "strict", "black_spades": False}, "3C 2D JD 2S KS AS"),
    ],
    ids=str,
)
def test_the_first_lead_with_the_bars_turned_on(options: dict[str, Any], allowed: str) -> None:
    """Of the nine cards that are written out; the other eight of the hand are low clubs, which are never barred."""
    table = filled(HOLDS_ALL_KINDS, without=["2C"])
    asked = cards(HOLDS_ALL_KINDS[0])
    record = maria(Plan(table, stop=0), **options)
    assert " ".join(card for card in asked if accepted(record, [0, f"play {card}"])) == allowed


@pytest.mark.parametrize(
    ("hand", "rule", "allowed"),
    [
        ("5D 2H..QH QS KS AS 2S 3S", "strict", "5D 2S 3S"),
        ("5D 2H..QH QS KS AS 2S 3S", "hearts", "5D 2S 3S QS KS AS"),
        ("2H..AH QS KS AS 5D", "strict", "5D"),
        ("2H..AH QS KS AS 5D", "hearts", "5D QS KS AS"),
        ("2H..AH QS KS AS JS", "strict", "JS"),
    ],
)
def test_the_first_throw_with_the_bar_turned_on(hand: str, rule: str, allowed: str) -> None:
    """3♣ is led, and the seat after it has no club (17 cards)."""
    table = filled(["3C", hand, "4C"], without=["2C"])
    assert may_play(after_in("black-maria", table, "3C", first_trick=rule)) == allowed


@pytest.mark.parametrize("card", ["QS", "KS", "AS", "2H"])
def test_the_refusal_names_the_option(card: str) -> None:
    table = filled(["3C", "2H..AH QS KS AS JS", "4C"], without=["2C"])
    assert "first_trick" in refusal(after_in("black-maria", table, "3C", first_trick="strict"), [1, f"play {card}"])


def test_black_spades_that_must_follow_are_played_though_barred() -> None:
    """2♠ is led to the first trick: with Q♠ K♠ A♠ and no other spade any of them is played; with J♠ only J♠."""
    table = filled(["2S", "2H..AH QS KS AS 5D", ""], without=["2C"])
    assert may_play(after_in("black-maria", table, "2S", first_trick="strict")) == "QS KS AS"
    table = filled(["2S", "2H..AH QS KS AS JS", ""], without=["2C"])
    assert may_play(after_in("black-maria", table, "2S", first_trick="strict")) == "JS"


def test_break_hearts_turned_on() -> None:
    """A♣ took the first trick. Hearts are not led until one falls: seat 1 has no clubs and throws 3♥ on the second."""
    table = ["AC KC 2H 4C..QC QS KS AS 9S TS", "3C 3H 4H 2D..AD 2S", "5H..AH 3S..8S JS"]
    record = after_in("black-maria", table, "AC 3C 3S", break_hearts=True)
    assert "break_hearts" in refusal(record, [0, "play 2H"])
    for card in ("QS", "KS", "AS"):
        assert accepted(record, [0, f"play {card}"])
    later = after_in("black-maria", table, "AC 3C 3S KC 3H 4S", break_hearts=True)
    assert accepted(later, [0, "play 2H"])


@pytest.mark.parametrize(("card", "breaks"), [("QS", True), ("KS", False), ("AS", False)])
def test_queen_breaks_turned_on(card: str, breaks: bool) -> None:
    """The spade is led after A♣ and takes the trick (seats 1 and 2 have 2♠ and 3♠): K♠ and A♠ never break hearts."""
    table = ["AC KC 2H 4C..QC QS KS AS 9S TS", "3C 3H 4H 2D..AD 2S", "5H..AH 3S..8S JS"]
    played = f"AC 3C 4S {card} 2S 3S"
    record = after_in("black-maria", table, played, break_hearts=True, queen_breaks=True)
    assert accepted(record, [0, "play 2H"]) is breaks
    assert not accepted(after_in("black-maria", table, played, break_hearts=True), [0, "play 2H"])


def test_opening_club_leads_the_lowest_of_this_pack() -> None:
    """3♣, since 2♣ is out: its holder, seat 2, leads it and nothing else."""
    table = turned(SUN, 2)
    record = variant("black-maria", [Plan(table, stop=0)], opening="club")
    assert position(record)["turn"] == [2]
    assert may_play(record) == "3C"


# --- what it pays ----------------------------------------------------------------------------------------------------


def test_queen_thirteen_king_ten_ace_seven_hearts_one() -> None:
    """31 and 12: 43 a deal."""
    assert deal(SPLIT) == [12, 31, 0]
    assert sum(deal(SPLIT)) == 43


@pytest.mark.parametrize(("card", "worth"), [("KS", 10), ("QS", 13), ("AS", 7)])
def test_each_black_spade_by_itself(card: str, worth: int) -> None:
    """Exchanged with J♠ it takes trick 5 for seat 0, and J♠ is what seat 2 throws to seat 1: 12 and its worth, 31 without it."""
    assert deal(swapped(SPLIT, "JS", card)) == [12 + worth, 31 - worth, 0]


def test_a_whole_deal_is_43() -> None:
    """13 + 13 + 10 + 7; the moon is off."""
    assert deal(SUN) == [43, 0, 0]


def test_spot_makes_the_queen_25_and_leaves_king_and_ace() -> None:
    """Seat 1: 10 + 25 + 7 + 2 (2♥) = 44. Seat 0: 3 + … + 10 = 52, J Q K 30, A 15: 97. In all 141."""
    assert deal(SPLIT, spot=True) == [97, 44, 0]
    assert deal(SUN, spot=True) == [141, 0, 0]


def test_without_black_spades_a_deal_is_26() -> None:
    """Seat 1: 13 + 1."""
    assert deal(SPLIT, black_spades=False) == [12, 14, 0]


def test_a_bonus_card() -> None:
    """Seat 1 takes J♦ in trick 4; T♦ falls on seat 0's clubs."""
    assert deal(SPLIT, bonus_card="JD") == [12, 21, 0]
    assert deal(SPLIT, bonus_card="TD") == [2, 31, 0]


# --- moon and sun ----------------------------------------------------------------------------------------------------


def test_the_moon_is_off() -> None:
    """All 43 points are 43 points, every trick or not; nobody is asked."""
    assert deal(MOON) == [43, 0, 0]
    refused_at_the_end(maria(Plan(MOON)), [0, ADD])
    refused_at_the_end(maria(Plan(SUN), sun="double"), [0, SUBTRACT])
    assert deal(SUN, sun="double") == [43, 0, 0]


def test_a_moon_turned_on_pays_43() -> None:
    assert deal(MOON, ADD, moon="choose") == [0, 43, 43]
    assert deal(MOON, SUBTRACT, moon="choose") == [-43, 0, 0]
    assert deal(MOON, moon="add") == [0, 43, 43]
    assert deal(MOON, moon="subtract") == [-43, 0, 0]


def test_a_double_sun_turned_on_pays_86() -> None:
    assert deal(SUN, ADD, moon="choose", sun="double") == [0, 86, 86]
    assert deal(SUN, SUBTRACT, moon="choose", sun="double") == [-86, 0, 0]
    assert deal(MOON, ADD, moon="choose", sun="double") == [0, 43, 43]
    assert deal(SUN, ADD, moon="choose", sun="plain") == [0, 43, 43]


def test_31_of_43_are_no_moon() -> None:
    """Q♠ and all the other black spades; with the moon on nobody is asked either."""
    assert deal(SPLIT, moon="choose") == [12, 31, 0]


def test_26_of_43_are_no_moon() -> None:
    """All the hearts and Q♠, but K♠ and A♠ went with trick 1, which seat 1 took: 9♦ and 9♠ of MOON exchanged with them.

    Seat 0 leads 3♣ to A♣, K♠ falls on it: 10 for seat 1, and 33 for seat 0.
    """
    table = ["3C AS KC..4C QS..TS 9S 2D", MOON[1], "KS 3S 6H..AH 3D 4S..8S"]
    assert deal(table, moon="choose") == [33, 10, 0]


def test_a_moon_needs_the_bonus_card_and_pays_it_besides() -> None:
    """MOON: J♦ falls on seat 0's clubs: -43 - 10. SUN with spot: 2 x 141 to the others and -10."""
    assert deal(MOON, SUBTRACT, moon="choose", bonus_card="JD") == [-53, 0, 0]
    assert deal(SUN, ADD, moon="choose", bonus_card="JD", spot=True, sun="double") == [-10, 282, 282]


# --- the match -------------------------------------------------------------------------------------------------------


def test_the_target_is_100_and_the_deal_passes_left() -> None:
    """12 31 0, then with seat 1 eldest 0 12 31, then 31 0 12: 43 each. The same again: 55 74 43, 55 86 74, 86 86 86.

    One more: 98 117 86, and seat 2 has won.
    """
    plans = [Plan(turned(SPLIT, by), leader=by) for by in (0, 1, 2)]
    record = variant("black-maria", plans + plans)
    assert results(record, "dealer") == [2, 0, 1, 2, 0, 1]
    assert results(record, "totals")[3:] == [[55, 74, 43], [55, 86, 74], [86, 86, 86]]
    assert end(record) == (False, [])
    longer = variant("black-maria", [*plans, *plans, plans[0]])
    assert (end(longer), results(longer, "totals")[-1]) == ((True, [2]), [98, 117, 86])


def test_the_lowest_total_wins_when_the_target_is_reached() -> None:
    """Target 43. 43 0 0: seats 1 and 2 are level. Then, with seat 1 eldest, 0 12 31: 43 12 31, and seat 1 has won."""
    plans = [Plan(SUN, leader=0), Plan(turned(SPLIT, 1), leader=1)]
    assert end(variant("black-maria", plans[:1], target=43)) == (False, [])
    assert end(variant("black-maria", plans, target=43)) == (True, [1])


def test_the_answer_names_the_game() -> None:
    assert answer(maria(Plan(SPLIT, stop=3)))["game"] == "black-maria"
