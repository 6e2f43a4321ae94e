"""Record files: what the rules make of one, which action is refused where, and what is no record at all."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from rumpus.core.cards import names, pack
from rumpus.core.hooks import Catalogue
from rumpus.core.record import BadRecord, replay
from rumpus.core.shuffling.seeded import shuffled
from written import GIN_ACTIONS, GIN_HANDS, PACK, RUMMY_ACTIONS, RUMMY_HANDS, gin, gin_deal, hearts, rummy, rummy_deal, suits

Record = dict[str, Any]


def answer(record: Any, catalogue: Catalogue) -> dict[str, Any]:
    """What replay says; always plain JSON, always the same, and the record is left as it was."""
    before = copy.deepcopy(record)
    said = replay(record, catalogue)
    assert record == before
    assert json.loads(json.dumps(said)) == said
    assert replay(record, catalogue) == said
    return said


# --- what came of it --------------------------------------------------------------------------------------------------


def test_a_record_may_hold_no_deal_at_all(catalogue: Catalogue) -> None:
    assert answer(hearts(), catalogue) == {"game": "hearts", "deals": [], "over": False, "winners": [], "position": None}


def test_a_finished_deal(catalogue: Catalogue) -> None:
    said = answer(hearts(suits(moon="add")), catalogue)
    told = [{"dealer": 0, "ended": "tricks", "scores": [26, 0, 26, 26], "totals": [26, 0, 26, 26]}]
    assert said == {"game": "hearts", "deals": told, "over": False, "winners": [], "position": None}


def test_totals_run_on_and_the_deal_passes(catalogue: Catalogue) -> None:
    said = answer(hearts(suits(moon="add"), suits(moon="subtract", dealer=1), suits(stop=0, dealer=2)), catalogue)
    assert [deal["dealer"] for deal in said["deals"]] == [0, 1, 2]
    assert said["deals"][1]["scores"] == [0, 0, -26, 0]
    assert said["deals"][1]["totals"] == [26, 0, 0, 26]
    assert said["deals"][2] == {"dealer": 2, "ended": None, "scores": None, "totals": [26, 0, 0, 26]}


def test_a_deal_goes_on_while_a_moon_is_decided(catalogue: Catalogue) -> None:
    said = answer(hearts(suits()), catalogue)
    assert said["deals"] == [{"dealer": 0, "ended": None, "scores": None, "totals": [0, 0, 0, 0]}]
    assert said["position"] == {"turn": [1], "phase": "moon", "hands": [[], [], [], []], "trick": []}


def test_the_first_dealer_is_named(catalogue: Catalogue) -> None:
    record = hearts(suits(moon="add", dealer=2), suits(stop=1, dealer=3))
    said = answer({**record, "dealer": 2}, catalogue)
    assert [deal["dealer"] for deal in said["deals"]] == [2, 3]
    assert said["deals"][0]["scores"] == [26, 26, 26, 0]


def test_over_and_winners(catalogue: Catalogue) -> None:
    said = answer(hearts(suits(moon="add"), target=26), catalogue)
    assert (said["over"], said["winners"], said["position"]) == (True, [1], None)
    assert "final" not in said
    level = hearts(suits(moon="subtract"), suits(moon="add", dealer=1), target=26)
    said = answer(level, catalogue)
    assert said["deals"][1]["totals"] == [26, 0, 0, 26]
    assert (said["over"], said["winners"]) == (False, []), "two share the lowest total: another deal"
    said = answer(hearts(*level["deals"], suits(moon="add", dealer=2), suits(moon="subtract", dealer=3), target=26), catalogue)
    assert said["deals"][3]["totals"] == [26, 26, 26, 26]
    assert not said["over"]


def test_final_holds_the_grand_totals_of_a_gin_match(catalogue: Catalogue) -> None:
    going_on = answer(gin(gin_deal(*GIN_ACTIONS)), catalogue)
    assert going_on["deals"] == [{"dealer": 0, "ended": "gin", "scores": [0, 85], "totals": [0, 85]}]
    assert (going_on["over"], going_on["winners"]) == (False, [])
    assert "final" not in going_on
    done = answer(gin(gin_deal(*GIN_ACTIONS), target=85), catalogue)
    assert (done["over"], done["winners"], done["position"]) == (True, [1], None)
    assert done["deals"][0]["totals"] == [0, 85]
    assert done["final"] == [0, 85 + 100 + 100 + 25]


# --- positions --------------------------------------------------------------------------------------------------------


def in_order(cards: str) -> list[str]:
    return sorted(cards.split(), key=PACK.index)


def test_while_cards_are_given_they_are_still_in_the_givers_hand(catalogue: Catalogue) -> None:
    deal = suits(stop=0)
    deal["actions"] = [[2, "give AD 2D 3D"], [0, "give QS KS AS"]]
    position = answer({**hearts(deal), "options": {}}, catalogue)["position"]
    assert set(position) == {"turn", "phase", "hands", "trick"}
    assert position["turn"] == [1, 3]
    assert (position["phase"], position["trick"]) == ("give", [])
    assert [len(hand) for hand in position["hands"]] == [13, 13, 13, 13]
    assert position["hands"][0] == PACK[39:]
    assert position["hands"][2] == PACK[13:26]
    deal["actions"] += [[1, "give 4C 2C 3C"], [3, "give 2H 3H 4H"]]
    position = answer({**hearts(deal), "options": {}}, catalogue)["position"]
    assert (position["turn"], position["phase"]) == ([2], "play")
    assert position["hands"][1] == in_order("5C 6C 7C 8C 9C TC JC QC KC AC QS KS AS")


def test_the_trick_lies_in_the_order_played(catalogue: Catalogue) -> None:
    position = answer(hearts(suits(stop=7)), catalogue)["position"]
    assert position["turn"] == [0]
    assert position["phase"] == "play"
    assert position["trick"] == ["3C", "3D", "3H"]
    assert position["hands"] == [PACK[40:], PACK[2:13], PACK[15:26], PACK[28:39]]


def test_a_gin_position(catalogue: Catalogue) -> None:
    position = answer(gin(gin_deal()), catalogue)["position"]
    assert {key: position[key] for key in ("turn", "phase", "discard", "stock")} == {
        "turn": [1],
        "phase": "upcard",
        "discard": ["QC"],
        "stock": 31,
    }
    assert position["hands"] == [in_order(hand) for hand in GIN_HANDS]
    declined = answer(gin(gin_deal([1, "pass"], [0, "pass"])), catalogue)["position"]
    assert (declined["turn"], declined["phase"]) == ([1], "draw")
    drawn = answer(gin(gin_deal([1, "pass"], [0, "draw discard"])), catalogue)["position"]
    assert (drawn["turn"], drawn["phase"], drawn["discard"]) == ([0], "meld", [])
    assert "trick" not in drawn


def test_a_rummy_position(catalogue: Catalogue) -> None:
    position = answer(rummy(rummy_deal(*RUMMY_ACTIONS)), catalogue)["position"]
    sequence = {"id": 2, "owner": 1, "kind": "sequence", "cards": ["4C", "5C", "6C"], "owners": [1] * 3, "with": [None] * 3}
    group = {"id": 1, "owner": 1, "kind": "group", "cards": ["7S", "7H", "7D", "7C"], "owners": [1, 1, 1, 0], "with": [None] * 4}
    assert position == {
        "turn": [1],
        "phase": "meld",
        "hands": [in_order("9D JD KD 2H 4H 9S QS AS 3S"), in_order("8D TD QD 9C KS")],
        "melds": [group, sequence],
        "discard": ["3H"],
        "stock": 52 - 20 - 1 - 1,
    }
    start = answer(rummy(rummy_deal()), catalogue)["position"]
    assert (start["turn"], start["phase"], start["melds"], start["stock"]) == ([1], "draw", [], 31)
    assert start["hands"] == [in_order(hand) for hand in RUMMY_HANDS]


def test_the_discard_pile_has_its_top_last(catalogue: Catalogue) -> None:
    steps: list[Any] = [[1, "draw stock"], [1, "discard 3S"], [0, "draw stock"], [0, "discard AS"]]
    assert answer(rummy(rummy_deal(*steps)), catalogue)["position"]["discard"] == ["3H", "3S", "AS"]


# --- decks and seeds --------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_deck(catalogue: Catalogue) -> None:
    seed = "0f" * 32
    deck = names(shuffled(bytes.fromhex(seed), pack()))
    by_deck = answer(hearts({"deck": deck, "actions": []}), catalogue)
    assert answer(hearts({"seed": seed, "actions": []}), catalogue) == by_deck
    assert answer(hearts({"seed": seed, "deck": deck, "actions": []}), catalogue) == by_deck
    eldest = sorted(deck.split()[::4], key=PACK.index)
    assert by_deck["position"]["hands"][1] == eldest


def test_a_seed_permutes_the_declared_order_of_the_games_own_deck(catalogue: Catalogue) -> None:
    declared = pack(without=[13, 0])  # five seats play without the deuces of diamonds and clubs
    seed = "5a" * 32
    deck = names(shuffled(bytes.fromhex(seed), declared))
    five = {"seats": ["A", "B", "C", "D", "E"]}
    by_seed = answer({**hearts({"seed": seed, "actions": []}), **five}, catalogue)
    assert by_seed == answer({**hearts({"deck": deck, "actions": []}), **five}, catalogue)


def test_cards_are_read_as_players_write_them(catalogue: Catalogue) -> None:
    deal = suits(stop=0)
    plain = answer(hearts(deal), catalogue)
    deal["deck"] = deal["deck"].lower().replace("t", "10").replace("s", "♠")
    assert answer(hearts(deal), catalogue) == plain


def test_what_was_written_of_fair_dealing_does_not_disturb(catalogue: Catalogue) -> None:
    fair: dict[str, Any] = {"table": "00", "host_key": "11", "deal_no": 1, "attempt": 0, "rules_hash": "22", "h": "aa"}
    fair["commits"] = [[1, "21", "81", "01"]]
    assert answer(hearts({**suits(moon="add"), "fair": fair}), catalogue) == answer(hearts(suits(moon="add")), catalogue)


# --- actions against the rules ------------------------------------------------------------------------------------------


def refused(record: Record, deal: int, action: int, catalogue: Catalogue) -> str:
    """The sentence of a refusal at this place."""
    said = answer(record, catalogue)
    assert set(said) == {"error"}, said
    assert set(said["error"]) == {"deal", "action", "reason"}
    reason = said["error"]["reason"]
    assert (said["error"]["deal"], said["error"]["action"]) == (deal, action), reason
    assert reason[0].isupper() or reason[0] in "'23456789", reason
    assert reason.endswith((".", ")")), reason
    assert "\n" not in reason
    return str(reason)


LATE = len(RUMMY_ACTIONS)
AGAINST_THE_RULES = {
    "a card not held": (rummy(rummy_deal([1, "draw stock"], [1, "discard AS"])), 1),
    "a wrong count": (rummy(rummy_deal([1, "draw discard 2"])), 0),
    "a meld that is not on the table": (rummy(rummy_deal(*RUMMY_ACTIONS, [1, "meld KS on 9"])), LATE),
    "a meld before any": (rummy(rummy_deal([1, "draw stock"], [1, "meld 3S on 1"])), 1),
    "no meld": (rummy(rummy_deal([1, "draw stock"], [1, "meld 7S 7H 8D"])), 1),
    "a verb of another game": (rummy(rummy_deal([1, "play 3S"])), 0),
    "the trick pile of another game": (rummy(rummy_deal([1, "draw trick"])), 0),
    "a buy where nothing is sold": (rummy(rummy_deal([1, "buy"])), 0),
    "a swap without wild cards": (rummy(rummy_deal([1, "draw stock"], [1, "swap 7S on 1"])), 1),
    "a verb of another phase": (rummy(rummy_deal([1, "discard 3S"])), 0),
    "a draw too many": (rummy(rummy_deal([1, "draw stock"], [1, "draw stock"])), 1),
    "a pass beside a stock": (rummy(rummy_deal([1, "pass"])), 0),
    "another seat's turn": (rummy(rummy_deal([0, "draw stock"])), 0),
    "another seat's turn in gin": (gin(gin_deal([1, "draw discard"], [0, "draw stock"])), 1),
    "too much to knock": (gin(gin_deal([1, "pass"], [0, "draw discard"], [0, "knock QD"])), 2),
    "the card just taken": (gin(gin_deal([1, "draw discard"], [1, "discard QC"])), 1),
    "two cards given": ({**hearts({**suits(stop=0), "actions": [[0, "give QS KS"]]}), "options": {}}, 0),
    "a card given twice": ({**hearts({**suits(stop=0), "actions": [[0, "give QS QS KS"]]}), "options": {}}, 0),
    "giving where nothing is given": (hearts({**suits(stop=0), "actions": [[1, "give 2C 3C 4C"]]}), 0),
    "a joker that is not in the pack": (hearts({**suits(stop=0), "actions": [[1, "play BJ"]]}), 0),
    "three cards at once": (hearts({**suits(stop=0), "actions": [[1, "play 2C 3C 4C"]]}), 0),
    "no moon to add": (hearts({**suits(stop=51), "actions": [*suits(stop=51)["actions"], [1, "moon add"]]}), 51),
    "an action after the deal": (hearts({**suits(), "actions": [*suits(moon="add")["actions"], [1, "play 2C"]]}), 53),
    "an action after gin": (gin(gin_deal(*GIN_ACTIONS, [0, "draw stock"])), 2),
}


@pytest.mark.parametrize("case", AGAINST_THE_RULES)
def test_an_action_against_the_rules_is_refused_at_its_place(case: str, catalogue: Catalogue) -> None:
    record, action = AGAINST_THE_RULES[case]
    refused(record, 0, action, catalogue)


def test_the_place_counts_deals_too(catalogue: Catalogue) -> None:
    wrong = suits(stop=4, dealer=1)
    wrong["actions"] = [*wrong["actions"], [2, "play 2C"]]
    refused(hearts(suits(moon="add"), wrong), 1, 4, catalogue)


def test_the_first_refusal_is_the_answer(catalogue: Catalogue) -> None:
    refused(rummy(rummy_deal([1, "pass"], [0, "pass"]), rummy_deal()), 0, 0, catalogue)


def test_a_deal_that_is_not_the_last_is_over(catalogue: Catalogue) -> None:
    refused(hearts(suits(stop=10), suits(dealer=1)), 0, 10, catalogue)
    refused(hearts(suits(), suits(dealer=1)), 0, 52, catalogue)
    refused(hearts(suits(stop=0), suits(dealer=1)), 0, 0, catalogue)
    refused(hearts(suits(moon="add"), suits(stop=3, dealer=1), suits(dealer=2)), 1, 3, catalogue)


def test_no_deal_follows_the_match(catalogue: Catalogue) -> None:
    refused(hearts(suits(moon="add"), suits(dealer=1), target=26), 1, 0, catalogue)
    refused(hearts(suits(moon="add"), suits(stop=0, dealer=1), target=26), 1, 0, catalogue)
    refused(gin(gin_deal(*GIN_ACTIONS), gin_deal(), target=85), 1, 0, catalogue)


# --- no records -----------------------------------------------------------------------------------------------------------


def without(key: str) -> Callable[[Record], Any]:
    return lambda record: {name: value for name, value in record.items() if name != key}


def with_(key: str, value: Any) -> Callable[[Record], Any]:
    return lambda record: {**record, key: value}


def in_deal(key: str, value: Any, n: int = 1) -> Callable[[Record], Any]:
    def change(record: Record) -> Record:
        changed = copy.deepcopy(record)
        changed["deals"][n][key] = value
        return changed

    return change


def no_deck(record: Record) -> Record:
    changed = copy.deepcopy(record)
    del changed["deals"][1]["deck"]
    return changed


NO_DECK = names(pack())[3:]
TWINS = names(pack()).replace("3C", "2C")
NO_RECORD: dict[str, tuple[Callable[[Record], Any], str]] = {
    "a list": (lambda record: [record], "object"),
    "a text": (lambda record: json.dumps(record), "object"),
    "nothing": (lambda record: None, "object"),
    "no version": (without("rumpus"), "rumpus"),
    "another version": (with_("rumpus", 2), "rumpus"),
    "a version in words": (with_("rumpus", "1"), "rumpus"),
    "a version that is true": (with_("rumpus", True), "rumpus"),
    "no game": (without("game"), "game"),
    "an unknown game": (with_("game", "snap"), "snap"),
    "a game that is a number": (with_("game", 3), "game"),
    "no seats": (without("seats"), "seats"),
    "seats that are a number": (with_("seats", 4), "seats"),
    "seats without names": (with_("seats", [1, 2, 3, 4]), "seats"),
    "two seats at Hearts": (with_("seats", ["A", "B"]), "seats"),
    "seven seats at Hearts": (with_("seats", list("ABCDEFG")), "seats"),
    "no dealer": (without("dealer"), "dealer"),
    "a fifth dealer": (with_("dealer", 4), "dealer"),
    "a dealer below zero": (with_("dealer", -1), "dealer"),
    "a dealer by name": (with_("dealer", "North"), "dealer"),
    "a dealer that is true": (with_("dealer", True), "dealer"),
    "an unknown option": (with_("options", {"jokers": True}), "jokers"),
    "an option of another game": (with_("options", {"gin_bonus": 25}), "gin_bonus"),
    "an option out of range": (with_("options", {"target": 0}), "target"),
    "an option's other type": (with_("options", {"target": "100"}), "target"),
    "an option in fractions": (with_("options", {"target": 99.5}), "target"),
    "a number for a switch": (with_("options", {"break_hearts": 1}), "break_hearts"),
    "a switch for a number": (with_("options", {"target": True}), "target"),
    "an option that is nothing": (with_("options", {"moon": None}), "moon"),
    "an unknown word for an option": (with_("options", {"moon": "share"}), "moon"),
    "options in a list": (with_("options", ["moon"]), "options"),
    "an unknown house rule": (with_("house_rules", ["no-such-rule"]), "no-such-rule"),
    "a house rule that is a number": (with_("house_rules", [3]), "house_rules"),
    "a house rule that is a list": (with_("house_rules", [["x"]]), "house_rules"),
    "house rules in a text": (with_("house_rules", "half-knock"), "house_rules"),
    "no deals": (without("deals"), "deals"),
    "deals that are an object": (with_("deals", {}), "deals"),
    "a deal that is a list": (lambda record: {**record, "deals": [*record["deals"], []]}, "deals[2]"),
    "neither deck nor seed": (no_deck, "deals[1]"),
    "a deck that is a list": (in_deal("deck", names(pack()).split()), "deals[1].deck"),
    "a deck with a word in it": (in_deal("deck", names(pack()).replace("3C", "XX")), "deals[1].deck"),
    "a deck that is short": (in_deal("deck", NO_DECK), "deals[1].deck"),
    "a deck with twins": (in_deal("deck", TWINS), "deals[1].deck"),
    "a deck with a joker more": (in_deal("deck", names(pack(black_jokers=1))), "deals[1].deck"),
    "an empty deck": (in_deal("deck", ""), "deals[1].deck"),
    "a seed that is short": (in_deal("seed", "00" * 31), "deals[1].seed"),
    "a seed that is no hex": (in_deal("seed", "0g" * 32), "deals[1].seed"),
    "a seed that is a number": (in_deal("seed", 7), "deals[1].seed"),
    "a seed for another deck": (in_deal("seed", "00" * 32), "deals[1]"),
    "actions in a text": (in_deal("actions", "play 2C"), "deals[1].actions"),
    "an action alone": (in_deal("actions", ["play 2C"]), "deals[1].actions[0]"),
    "an action without a seat": (in_deal("actions", [["play 2C"]]), "deals[1].actions[0]"),
    "an action turned round": (in_deal("actions", [["play 2C", 1]]), "deals[1].actions[0]"),
    "an action that is true": (in_deal("actions", [[1, True]]), "deals[1].actions[0]"),
    "a seat that is true": (in_deal("actions", [[True, "play 2C"]]), "deals[1].actions[0]"),
    "an action too long": (in_deal("actions", [[2, "play 2C"], [3, "play 2D", 1]]), "deals[1].actions[1]"),
    "an unreadable action": (in_deal("actions", [[2, "play 2C"], [3, "play a diamond"]]), "deals[1].actions[1]"),
    "an empty action": (in_deal("actions", [[2, ""]]), "deals[1].actions[0]"),
}


@pytest.mark.parametrize("case", NO_RECORD)
def test_what_is_no_record_is_said_with_the_place(case: str, catalogue: Catalogue) -> None:
    change, place = NO_RECORD[case]
    with pytest.raises(BadRecord) as bad:
        replay(change(hearts(suits(moon="add"), suits(stop=3, dealer=1))), catalogue)
    sentence = str(bad.value)
    assert place in sentence, sentence
    assert sentence.endswith((".", "…")), sentence
    assert "\n" not in sentence
    assert not any(word in sentence for word in ("object is not", "NoneType", "unhashable", "Traceback")), sentence


def test_no_record_comes_before_any_action_against_the_rules(catalogue: Catalogue) -> None:
    record = hearts(suits(stop=0), suits(stop=0, dealer=1))
    record["deals"][0]["actions"] = [[0, "play 2C"]]
    refused(record, 0, 0, catalogue)
    record["deals"][1]["actions"] = [[0, "nonsense"]]
    with pytest.raises(BadRecord, match=r"deals\[1\]\.actions\[0\]"):
        replay(record, catalogue)
    record["deals"][1] = {"deck": NO_DECK, "actions": []}
    with pytest.raises(BadRecord, match=r"deals\[1\]\.deck"):
        replay(record, catalogue)


def test_the_good_record_is_one(catalogue: Catalogue) -> None:
    assert "error" not in answer(hearts(suits(moon="add"), suits(stop=3, dealer=1)), catalogue)
