"""Every house rule for any match, for Blackbird and for Broken Hearts bites, and says its name when it does."""

from __future__ import annotations

from typing import Any

import pytest
from house_hands import Table, catalogue
from rumpus.core.actions import read_action
from rumpus.core.cards import NAME
from rumpus.core.record import replay

ONE_SUIT_EACH = {
    0: "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    1: "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    2: "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    3: "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
}
"""Seat 1 leads the clubs and shoots the moon."""


def named(rule: str, *sentences: str) -> bool:
    """Whether one sentence, and not more, names the rule at its end."""
    return sum(sentence.endswith(f"(house rule {rule}).") for sentence in sentences) == 1


def moon(*rules: str, **options: Any) -> Table:
    """A table of Hearts after a deal in which seat 1 shot the moon, which the others pay."""
    table = Table("hearts", *rules, seats=4, give="none", **options)
    table.open(ONE_SUIT_EACH)
    table.finish()
    return table


# --- totals -----------------------------------------------------------------------------------------------------------


def test_no_negatives() -> None:
    for rules, loser in (((), -15), (("no-negatives",), 0)):
        table = Table("knock-rummy", *rules, seats=2)
        # Nothing is matched: 2 4 6 8 10 10 2 4 6 8 is 60, and 1 3 5 7 9 2 4 6 8 1 is 46.
        table.open({0: "2D 4D 6D 8D TD QD 2H 4H 6H 8H", 1: "AC 3C 5C 7C 9C 2S 4S 6S 8S AH"}, "5D KS")
        table.play("1 draw stock; knock KS")
        assert table.deal.scores == [46 - 60, 60 - 46]
        assert table.match.totals == [-14 if loser else 0, 14]
        assert named("no-negatives", *table.lines()) == bool(rules)


def test_exactly() -> None:
    plain, halved = moon(moon="add", target=26), moon("exactly", moon="add", target=26)
    assert (plain.match.over, plain.match.totals) == (True, [26, 0, 26, 26])
    assert (halved.match.over, halved.match.totals) == (False, [13, 0, 13, 13])
    assert named("exactly", *halved.lines())
    other = moon("exactly", moon="add", target=27)
    assert (other.match.totals, other.lines()) == ([26, 0, 26, 26], [])


def test_half_match() -> None:
    plain, half = moon(moon="add", target=50), moon("half-match", moon="add", target=50)
    assert not plain.match.over
    assert half.match.over
    assert named("half-match", *half.lines())


def test_to_300() -> None:
    table = Table("spot-hearts", "to-300", seats=4, give="none", moon="add")
    for last in (False, False, True):  # 124 for a moon: 124, 248, 372
        table.match.dealer = 0
        table.open(ONE_SUIT_EACH)
        table.finish()
        assert table.match.over == last
        assert named("to-300", *table.lines()) == last
    assert Table("broken-hearts", "to-300").charter.rules.target == 300
    with pytest.raises(ValueError, match="to-300"):
        Table("hearts", "to-300")


def test_half_of_300_and_300_of_half_are_other_matches() -> None:
    for order, target in ((("to-300", "half-match"), 150), (("half-match", "to-300"), 250)):
        charter = Table("broken-hearts", *order).charter
        assert charter.rules.target == target
        assert charter.order_matters() == [list(order)]
    with_more = Table("broken-hearts", "to-300", "no-negatives", "half-match", "dear-jokers").charter
    assert with_more.order_matters() == [["to-300", "half-match"]]


# --- Blackbird --------------------------------------------------------------------------------------------------------


def test_no_dead_penalty() -> None:
    dies = "0 draw stock; meld AS 3S 5S 7S, AC 3C 5C 7C, 9C; discard KH trick; "
    out = "1 draw stock; meld AH 3H 5H 7H, AD 3D 5D 7D, 9H 9D; discard 4D"
    for rules, dead in (((), -50), (("no-dead-penalty",), 0)):
        table = Table("blackbird", *rules, seats=2)
        table.match.dealer = 1
        table.open({0: "AS 3S 5S 7S AC 3C 5C 7C 9C KH", 1: "AH 3H 5H 7H AD 3D 5D 7D 9H 9D"}, "6D 9S 2S 4D")
        table.play(dies + out)
        assert table.deal.scores == [dead, 31]
        assert named("no-dead-penalty", *table.lines()) == bool(rules)


# --- Broken Hearts ----------------------------------------------------------------------------------------------------

LEADER = {0: "AC BJ 9D", 1: "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH KD"}


def test_no_joker_led() -> None:
    for rules in ((), ("no-joker-led",)):
        table = Table("broken-hearts", *rules, seats=2)
        table.match.dealer = 1
        table.open(LEADER)
        table.play("0 play AC; 1 draw stock; pass")
        if rules:
            assert named("no-joker-led", table.refuses("0 play BJ"))
            assert all(str(each) != "play BJ" for each in table.deal.offers(0))
            table.play("0 play 9D")
        else:
            table.play("0 play BJ")


def test_a_hand_of_jokers_may_lead_one() -> None:
    table = Table("broken-hearts", "no-joker-led", seats=2)
    table.match.dealer = 1
    deal = table.open({0: "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC BJ RJ", 1: LEADER[1]})
    table.play("0 play AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC; 1 draw stock; pass")
    assert len(deal.at[0]) == 2
    table.play("0 play RJ")


def test_dear_jokers() -> None:
    hands = {0: "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", 1: "BJ AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"}
    # Seat 1 holds a joker, an ace, 2 to 10 (54), and two faces: 75 besides the joker.
    for rules, joker in (((), 25), (("dear-jokers",), 50)):
        table = Table("broken-hearts", *rules, seats=2)
        table.match.dealer = 1
        table.open(hands)
        table.play("0 play AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
        assert table.deal.scores == [110, -(75 + joker)]  # an ace and going out
        assert named("dear-jokers", *table.lines()) == bool(rules)


# --- all of them ------------------------------------------------------------------------------------------------------


def test_the_charter_covers_where_a_rule_comes_from() -> None:
    charter = Table("hearts", "lady-breaks", "exactly").charter
    data = charter.data()
    version = catalogue().origins["lady-breaks"][1]
    assert data["house_rules"] == ["lady-breaks", "exactly"]
    assert data["house_rule_plugins"] == {
        "lady-breaks": f"house-rules-hearts {version}",
        "exactly": f"house-rules-others {version}",
    }
    other = Table("hearts", "exactly", "lady-breaks").charter
    assert charter.hash != other.hash


def test_every_rule_is_shown_on_the_help_page_of_a_game_that_it_fits() -> None:
    for name, rule in catalogue().house_rules.items():
        fitting = [game for game in catalogue().games.values() if rule.fits(game.charter().rules)]
        assert fitting, name
        for game in fitting:
            page = game.help_page(Table(game.name, name).charter)
            assert f"{name}: {rule.help}" in page


def test_a_record_is_replayed_under_its_house_rules() -> None:
    table = Table("hearts", "throw-in", "ten-of-diamonds", "exactly", seats=4, give="none", moon="add", target=26)
    deal = table.open(ONE_SUIT_EACH)
    deck = " ".join(NAME[face] for seat in (1, 2, 3, 0) for face in deal.at[seat])
    dealt = [name for turn in range(13) for name in deck.split()[turn::13]]
    actions: list[list[object]] = []
    while not deal.over:
        seat = deal.turn[0]
        first = deal.offers(seat)[0]
        actions.append([seat, str(first)])
        deal.act(seat, read_action(str(first)))
    names = ["throw-in", "ten-of-diamonds", "exactly"]
    record = {
        "rumpus": 1,
        "game": "hearts",
        "house_rules": names,
        "seats": ["N", "E", "S", "W"],
        "dealer": 0,
        "options": {"give": "none", "moon": "add", "target": 26},
        "deals": [{"deck": " ".join(dealt), "actions": actions}],
    }
    told = replay(record, catalogue())
    assert told["deals"][0]["scores"] == [26, -10, 26, 26]
    assert told["deals"][0]["totals"] == [13, -10, 13, 13]
    assert not told["over"]
    plain = replay({**record, "house_rules": []}, catalogue())
    assert plain["deals"][0]["totals"] == [26, 0, 26, 26]
    assert plain["over"]
