"""House rules map fields, stack in order and say where they do not fit; the charter's hash covers all that was agreed on."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rumpus.core.actions import Action, read_action
from rumpus.core.cards import QS, SPADES, card, suit
from rumpus.core.deal import Deal, Illegal
from rumpus.core.families.rummy.gin import GinRules
from rumpus.core.game import Charter, Game
from rumpus.core.hooks import Catalogue
from rumpus.core.house import HouseRule, Misfit
from rumpus.core.record import charter_for
from rumpus.core.rules import BadOption
from rumpus.plugins.gin_rummy import GIN_RUMMY
from written import GIN_HANDS, RUMMY_HANDS, dealt, suits

HALF = HouseRule("half-knock", "You need half the usual count to knock.", {"knock_limit": lambda limit: limit // 2})
MORE = HouseRule("kind-knock", "You may knock with three more.", {"knock_limit": lambda limit: limit + 3})
LADY = HouseRule("lady-breaks", "The queen of spades breaks hearts.", {"breakers": lambda cards: cards | {QS}})
QUIET = HouseRule("quiet-spades", "Spades wait for broken hearts too.", {"unled": lambda cards: cards | set(suit(SPADES))})
SHORT = HouseRule("short-match", "The match is half as long.", {"target": lambda total: max(1, total // 2)})
ALIEN = HouseRule("alien", "For another game.", {"no_such_field": lambda old: old, "target": lambda old: old})


@pytest.fixture
def gin(catalogue: Catalogue) -> Game:
    return catalogue.games["gin-rummy"]


@pytest.fixture
def hearts(catalogue: Catalogue) -> Game:
    return catalogue.games["hearts"]


def limit_of(charter: Charter) -> int:
    """The knock limit of a table of Gin."""
    assert isinstance(charter.rules, GinRules)
    return charter.rules.knock_limit


# --- mapping and stacking ---------------------------------------------------------------------------------------------


def test_a_rule_maps_the_old_value_to_the_new_one(gin: Game) -> None:
    assert limit_of(gin.charter(2, {}, [HALF])) == 5
    assert limit_of(gin.charter(2, {"knock_limit": 7}, [HALF])) == 3
    assert limit_of(gin.charter(2, {})) == 10, "the game itself is as it was"
    changed, plain = gin.charter(2, {}, [HALF]).rules, gin.charter(2, {}).rules
    assert {name for name in vars(plain) if vars(changed)[name] != vars(plain)[name]} == {"knock_limit", "sources"}


def test_rules_stack_in_the_order_in_which_they_are_named(gin: Game) -> None:
    assert limit_of(gin.charter(2, {}, [HALF, MORE])) == 8
    assert limit_of(gin.charter(2, {}, [MORE, HALF])) == 6
    assert limit_of(gin.charter(2, {}, [HALF, HALF, MORE])) == 5


def test_a_rule_fits_every_game_that_has_its_fields(each_game: Game, catalogue: Catalogue) -> None:
    plain = each_game.charter().rules
    assert SHORT.fits(plain)
    assert each_game.charter(house_rules=[SHORT]).rules.target == max(1, plain.target // 2)
    assert LADY.fits(plain) == (each_game.family == catalogue.games["hearts"].family)


def test_a_rule_that_does_not_fit_says_so(gin: Game, hearts: Game) -> None:
    assert not LADY.fits(gin.charter().rules)
    assert HALF.missing(hearts.charter().rules) == ["knock_limit"]
    for game, rule, field in ((gin, LADY, "breakers"), (hearts, HALF, "knock_limit"), (gin, ALIEN, "no_such_field")):
        with pytest.raises(Misfit) as misfit:
            game.charter(house_rules=[rule])
        sentence = str(misfit.value)
        assert rule.name in sentence
        assert field in sentence
        assert "target" not in sentence, "only what is missing is named"
        assert sentence.endswith(".")


def test_a_house_rule_that_is_not_installed_is_said(catalogue: Catalogue) -> None:
    with pytest.raises(Misfit, match="no-such-rule"):
        charter_for(catalogue, "hearts", 4, {}, ["no-such-rule"])
    with pytest.raises(Misfit, match="snap"):
        charter_for(catalogue, "snap", 4, {}, [])


def test_seats_and_options_are_checked(gin: Game, hearts: Game) -> None:
    with pytest.raises(Misfit, match="3"):
        gin.charter(3)
    with pytest.raises(Misfit, match="3 to 6"):
        hearts.charter(7)
    with pytest.raises(BadOption, match="target"):
        hearts.charter(4, {"target": 10_001})
    with pytest.raises(BadOption, match="wheels"):
        hearts.charter(4, {"wheels": 4})


def test_a_rule_may_add_a_step_after_every_action(gin: Game) -> None:
    seen: list[tuple[int, str]] = []

    def step(deal: Deal, seat: int, action: Action) -> None:
        seen.append((seat, str(action)))

    rule = HouseRule("watch", "Everything is written down.", {"after": lambda steps: (*steps, step)})
    deal = open_deal(gin, 2, dealt(GIN_HANDS, "QC"), {}, [rule, HALF])
    with pytest.raises(Illegal):
        deal.act(1, read_action("discard 2C"))
    with pytest.raises(Illegal):
        deal.act(0, read_action("pass"))
    assert seen == [], "a refused action is followed by no step"
    deal.act(1, read_action("pass"))
    deal.act(0, read_action("draw discard"))
    assert seen == [(1, "pass"), (0, "draw discard")]


# --- the charter ------------------------------------------------------------------------------------------------------


def test_the_hash_covers_what_was_agreed_on(gin: Game, hearts: Game) -> None:
    charters = [
        gin.charter(),
        gin.charter(options={"knock_limit": 5}),
        gin.charter(options={"gin_bonus": 20}),
        gin.charter(house_rules=[HALF]),
        gin.charter(house_rules=[MORE]),
        gin.charter(house_rules=[HALF, MORE]),
        gin.charter(house_rules=[MORE, HALF]),
        gin.charter(house_rules=[HALF, HALF]),
        gin.charter(plugin="gin-rummy", version="2"),
        gin.charter(plugin="gin-rummy", version="3"),
        hearts.charter(4),
        hearts.charter(5),
    ]
    assert len({charter.sha256 for charter in charters}) == len(charters)
    assert len({charter.hash for charter in charters}) == len(charters)
    assert gin.charter(options={"knock_limit": 10}).hash == gin.charter().hash, "the usual value, said or not said"
    one, other = {"knock_limit": 5, "gin_bonus": 20}, {"gin_bonus": 20, "knock_limit": 5}
    assert gin.charter(options=one).hash == gin.charter(options=other).hash


def test_a_charter_is_plain_data_and_its_hash_short(each_charter: Charter) -> None:
    data = each_charter.data()
    assert json.loads(json.dumps(data)) == data
    assert data["game"] == each_charter.game.name
    assert data["seats"] == each_charter.seats
    assert set(data["options"]) == {option.name for option in each_charter.game.options}
    assert len(each_charter.sha256) == 32
    assert each_charter.hash == each_charter.sha256.hex()[: len(each_charter.hash)]
    assert 6 <= len(each_charter.hash) <= 16
    text = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
    assert each_charter.sha256 == hashlib.sha256(text).digest(), "anybody can check the hash from the charter that is shown"


def test_the_help_page_is_made_from_what_is_in_force(each_game: Game) -> None:
    page = each_game.help_page(each_game.charter(house_rules=[SHORT]))
    assert page.startswith(each_game.title)
    assert SHORT.help in page
    assert SHORT.name in page
    for option in each_game.options:
        assert f"{option.name} = " in page


# --- refusals say what set the rule -----------------------------------------------------------------------------------


def open_deal(game: Game, seats: int, deck: str, options: dict[str, Any], rules: list[HouseRule]) -> Deal:
    charter = game.charter(seats, options, rules)
    return game.deal(charter.rules, tuple(map(card, deck.split())), story=[])


def refusal(deal: Deal, *actions: tuple[int, str]) -> str:
    """The sentence with which the last of these actions is refused."""
    for seat, text in actions[:-1]:
        deal.act(seat, read_action(text))
    with pytest.raises(Illegal) as why:
        deal.act(actions[-1][0], read_action(actions[-1][1]))
    return str(why.value)


def test_a_knock_refused_by_an_option_or_a_house_rule(gin: Game) -> None:
    # Seat 1 holds 2C to JC and draws the king of spades instead of the upcard: with the two thrown, ten are unmatched.
    hands = [GIN_HANDS[0], "2C 3C 4C 5C 6C 7C 8C 9C TC AS"]
    knock = [(1, "pass"), (0, "pass"), (1, "draw stock"), (1, "knock KS")]

    def deal(options: dict[str, Any], *rules: HouseRule) -> Deal:
        return open_deal(gin, 2, dealt(hands, "5S KS"), options, list(rules))

    assert "(option knock_limit)" in refusal(deal({"knock_limit": 0}), *knock)
    nothing = HouseRule("no-knock", "Gin or nothing.", {"knock_limit": lambda _: 0})
    assert "(house rule no-knock)" in refusal(deal({}, nothing), *knock)
    both = refusal(deal({"knock_limit": 1}, HALF), *knock)
    assert "(house rule half-knock)" in both, "the last that set it is named"
    allowed = deal({"knock_limit": 1})
    for seat, text in knock:
        allowed.act(seat, read_action(text))
    assert allowed.ended == "knock"


def test_a_lead_refused_by_an_option(hearts: Game) -> None:
    hands = ["2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2H"]
    hands += ["3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 3H", "3C 2D 4H 5H 6H 7H 8H 9H TH JH QH KH AH"]
    first = [(1, "play 2C"), (2, "play 3D"), (3, "play 3C"), (0, "play 2S")]
    sentence = refusal(open_deal(hearts, 4, dealt(hands), {"give": "none"}, []), *first, (3, "play 4H"))
    assert sentence.startswith("Hearts")
    assert "(option break_hearts)" in sentence
    free = open_deal(hearts, 4, dealt(hands), {"give": "none", "break_hearts": False}, [])
    for seat, text in (*first, (3, "play 4H")):
        free.act(seat, read_action(text))


def test_a_lead_refused_by_a_house_rule(hearts: Game) -> None:
    hands = ["2D 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2H"]
    hands += ["3D 5D 6D 7D 8D 9D TD JD QD KD AD 2S 3S", "3C 4D 4S 5S 6S 7S 8S 9S TS JS QS KS AS"]
    first = [(1, "play 2C"), (2, "play 3D"), (3, "play 3C"), (0, "play 2D")]
    sentence = refusal(open_deal(hearts, 4, dealt(hands), {"give": "none"}, [LADY, QUIET]), *first, (3, "play 4S"))
    assert sentence.startswith("Spades")
    assert "(house rule quiet-spades)" in sentence
    for rules in ([], [LADY], [QUIET, HouseRule("loud", "All may be led.", {"unled": lambda cards: frozenset()})]):
        deal = open_deal(hearts, 4, dealt(hands), {"give": "none"}, rules)
        for seat, text in (*first, (3, "play 4S")):
            deal.act(seat, read_action(text))


def test_a_card_barred_from_the_first_trick_by_an_option(hearts: Game) -> None:
    steps = [(1, "play 2C"), (2, "play 2D"), (3, "play 2H"), (0, "play QS")]
    deck = suits(stop=0)["deck"]
    assert "(option first_trick)" in refusal(open_deal(hearts, 4, deck, {"give": "none"}, []), *steps)
    free = open_deal(hearts, 4, deck, {"give": "none", "first_trick": "hearts"}, [])
    for seat, text in steps:
        free.act(seat, read_action(text))


def test_the_card_just_taken_is_refused_by_its_option(catalogue: Catalogue) -> None:
    game = catalogue.games["basic-rummy"]
    deck = dealt(RUMMY_HANDS, "3H 9C")
    steps = [(1, "draw discard"), (1, "discard 3H")]
    assert "(option return_discard)" in refusal(open_deal(game, 2, deck, {}, []), *steps)
    free = open_deal(game, 2, deck, {"return_discard": True}, [])
    for seat, text in steps:
        free.act(seat, read_action(text))
    turned = open_deal(game, 2, deck, {}, [HouseRule("give-back", "It may go back.", {"return_discard": lambda _: True})])
    for seat, text in steps:
        turned.act(seat, read_action(text))


@given(st.lists(st.sampled_from([HALF, MORE]), max_size=6))
def test_any_stack_is_what_its_rules_do_one_after_another(stack: list[HouseRule]) -> None:
    limit = 10
    for rule in stack:
        limit = limit // 2 if rule is HALF else limit + 3
    charter = GIN_RUMMY.charter(2, {}, stack)
    assert limit_of(charter) == limit
    assert charter.data()["house_rules"] == [rule.name for rule in stack]
