"""Black Heart Solitaire: the opponent's turn, card by card, and its end."""

from __future__ import annotations

import pytest
from black_heart_hands import SOLO, opponent, paid, pool, solo, solo_deck
from rummy_hands import Answer, ask, ended, record, refused, standing

HAND = "2H 3H 8H 2C 3C 4C 8S JC QC KC"  # the player's, where it does not matter


def left(answer: Answer) -> tuple[str, int]:
    """The discard pile, top last, and how many cards can be drawn."""
    position = standing(answer)
    return " ".join(position["discard"]), position["stock"]


# --- what matches ------------------------------------------------------------------------------------------------------

MATCHES = [
    ("5C", "5H"),  # the same rank
    ("5C", "5C"),
    ("KC", "KS"),
    ("5C", "6C"),  # the same suit, adjacent
    ("5C", "4C"),
    ("TS", "JS"),
    ("AH", "2H"),
    ("AS", "KS"),  # ace and king too
    ("KS", "AS"),
    ("KS", "2H"),  # a royal and any heart
    ("2H", "JC"),
    ("TH", "QC"),
    ("BJ", "3C"),  # a joker and anything
    ("RJ", "KC"),
    ("RJ", "TS"),
]
# No match: two ranks apart, another suit, hearts from the ten to the ace, two royals, a royal and a black ace of another suit.
APART = [
    ("5C", "7C"),
    ("5C", "6S"),
    ("5C", "4H"),
    ("5C", "KS"),
    ("TH", "AH"),
    ("AH", "TH"),
    ("KS", "QC"),
    ("KS", "JS"),
    ("KS", "AC"),
    ("KS", "2S"),
    ("AS", "3S"),
    ("TH", "9S"),
]


@pytest.mark.parametrize(("up", "discard"), MATCHES)
def test_a_discard_that_matches_the_up_card_is_taken_and_both_are_melded(up: str, discard: str) -> None:
    # 9♣ is turned up, does not match and is proposed; 7♠ matches neither: 9♣ is discarded, 7♠ is the up card.
    answer = solo(f"{up} 9C 7S", "", f"{discard} 2S")
    assert opponent(answer) == (7, "7S", f"{up} {discard}")
    assert left(answer) == ("9C", 54)
    assert standing(answer)["turn"] == [0]


@pytest.mark.parametrize(("up", "discard"), APART)
def test_what_does_not_match_is_left_and_a_card_is_drawn(up: str, discard: str) -> None:
    # The drawn card is a club or a spade that does not match either, and is discarded at once.
    drawn = "8C" if up in ("KS", "AS") else "9S" if up == "5C" else "8S"
    answer = solo(f"{up} 9C 7S", "", f"{discard} {drawn} 2S")
    assert opponent(answer) == (9, up, "")
    assert left(answer) == (f"{discard} {drawn}", 53)


def test_a_joker_is_taken_too_and_then_the_next_card_matches_it() -> None:
    for joker in ("BJ", "RJ"):
        # 9♣ is laid on the joker; 7♠ is proposed, 2♠ matches neither.
        answer = solo("4S 9C 7S 2S", "", f"{joker} 5H")
        assert opponent(answer) == (6, "2S", f"4S {joker} 9C")
        assert left(answer) == ("7S", 54)


# --- the draw --------------------------------------------------------------------------------------------------------


def test_a_card_drawn_from_the_pile_is_melded_as_a_discard_is() -> None:
    # 9♠ does not match, 5♠ from the draw pile does. K♠ is proposed, 2♣ matches neither.
    answer = solo("5C KS 2C", "", "9S 5S")
    assert opponent(answer) == (7, "2C", "5C 5S")
    assert left(answer) == ("9S KS", 53)


def test_a_discard_that_matches_is_taken_even_if_the_draw_pile_would_match() -> None:
    answer = solo("5C KS 2C", "", "6C 5S")
    assert opponent(answer) == (7, "2C", "5C 6C")
    assert left(answer) == ("KS", 54)


# --- against the meld card ---------------------------------------------------------------------------------------------

# After the first turn 5♣ 5♥ are melded, the meld card is 5♥, the up card is the third of the pile, 9♣ is discarded.


def second(pile: str, discard: str, drawn: str = "KS AC", hand: str = "") -> Answer:
    """The player draws and discards a card of its hand; the opponent has its second turn."""
    held = f"{discard} {hand}".strip()
    return solo(f"5C 9C {pile}", held, f"5H {drawn}", f"0 draw stock; discard {discard}")


def test_a_card_that_matches_the_meld_card_is_laid_on_it() -> None:
    # 5♠ matches 5♥, not 7♠. 7♠ does not match 5♠ and is proposed; 2♣ matches neither.
    answer = second("7S 2C", "5S")
    assert opponent(answer) == (6, "2C", "5C 5H 5S")
    assert left(answer) == ("9C 7S", 53)


@pytest.mark.parametrize("discard", ["5S", "4H", "6H", "JC", "QS"])
def test_what_matches_a_meld_card_of_hearts(discard: str) -> None:
    # None of them matches 2♣, which is the up card.
    answer = second("2C 9S", discard)
    assert opponent(answer) == (6, "9S", f"5C 5H {discard}")
    assert left(answer) == ("9C 2C", 53)


def test_only_the_top_of_the_meld_pile_counts() -> None:
    # 4♣ would match 5♣, which lies under 5♥. The drawn ace of clubs does not match 7♠ either.
    answer = second("7S 2C", "4C", "KS AC")
    assert opponent(answer) == (7, "7S", "5C 5H")
    assert left(answer) == ("9C 4C AC", 52)


def test_the_up_card_comes_before_the_meld_card() -> None:
    # 6♥ matches the up card 6♠ and the meld card 5♥: it goes with 6♠. 2♣ is proposed, 9♠ is the up card then.
    answer = second("6S 2C 9S", "6H")
    assert opponent(answer) == (5, "9S", "5C 5H 6S 6H")
    assert left(answer) == ("9C 2C", 53)


def test_a_card_drawn_for_the_meld_card() -> None:
    # The player discards 8♠, which matches nothing; 4♥ is drawn and laid on 5♥.
    answer = second("2C 9S", "8S", "KS 4H")
    assert opponent(answer) == (6, "9S", "5C 5H 4H")
    assert left(answer) == ("9C 8S 2C", 52)


# --- choosing the discard ------------------------------------------------------------------------------------------------


def test_cards_turned_up_are_laid_on_the_meld_card_as_long_as_they_match() -> None:
    # 5♣ 5♥; 6♥, 7♥ and K♠ (a royal on a heart) follow; 9♣ is proposed, 2♣ matches neither.
    answer = solo("5C 6H 7H KS 9C 2C", "", "5H 3S")
    assert opponent(answer) == (4, "2C", "5C 5H 6H 7H KS")
    assert left(answer) == ("9C", 54)


def test_a_card_that_matches_the_proposed_discard_is_melded_with_it() -> None:
    # 9♣ is proposed and 9♠ matches it: both are melded, and a new card is turned up. 2♣ is proposed, 4♠ matches neither.
    answer = solo("5C 9C 9S 2C 4S", "", "5H 3S")
    assert opponent(answer) == (5, "4S", "5C 5H 9C 9S")
    assert left(answer) == ("2C", 54)


def test_after_that_the_next_card_may_match_the_new_meld_card() -> None:
    # 9♣ 9♠, then 8♠ and 7♠ on it; 2♣ is proposed, 4♠ is left.
    answer = solo("5C 9C 9S 8S 7S 2C 4S", "", "5H 3S")
    assert opponent(answer) == (3, "4S", "5C 5H 9C 9S 8S 7S")
    assert left(answer) == ("2C", 54)


def test_a_card_that_matches_the_meld_card_only_is_laid_on_it_beside_the_proposed_discard() -> None:
    # 9♣ stays proposed while 5♠ and 6♠ are laid; 2♣ matches neither 9♣ nor 6♠.
    answer = solo("5C 9C 5S 6S 2C", "", "5H 3S")
    assert opponent(answer) == (5, "2C", "5C 5H 5S 6S")
    assert left(answer) == ("9C", 54)


def test_and_then_the_proposed_discard_may_be_matched_after_all() -> None:
    # 5♠ is laid on 5♥, 10♣ matches the proposed 9♣: both are melded. 2♣ is proposed, 4♠ is left.
    answer = solo("5C 9C 5S TC 2C 4S", "", "5H 3S")
    assert opponent(answer) == (4, "4S", "5C 5H 5S 9C TC")
    assert left(answer) == ("2C", 54)


def test_the_proposed_discard_comes_before_the_meld_card() -> None:
    # 6♥ matches the proposed 6♠ and the meld card 5♥.
    answer = solo("5C 6S 6H 2C 9S", "", "5H 3S")
    assert opponent(answer) == (5, "9S", "5C 5H 6S 6H")
    assert left(answer) == ("2C", 54)


def test_the_proposed_discard_is_not_compared_with_the_meld_card_again() -> None:
    # 9♣ is proposed beside 5♥. K♠ is laid on the heart, A♠ on the king; 10♥ matches neither A♠ nor 9♣.
    answer = solo("5C 9C KS AS TH", "", "5H 3S")
    assert opponent(answer) == (5, "TH", "5C 5H KS AS")
    assert left(answer) == ("9C", 54)
    # 9♥ after the king matches the proposed 9♣ and the king: it goes with 9♣. 2♠ is proposed, 6♣ is left.
    answer = solo("5C 9C KS 9H 2S 6C", "", "5H 3S")
    assert opponent(answer) == (4, "6C", "5C 5H KS 9C 9H")
    assert left(answer) == ("2S", 54)


def test_a_drawn_card_that_matches_nothing_is_the_discard() -> None:
    answer = second("7S 2C", "8C", "KS TC")
    assert opponent(answer) == (7, "7S", "5C 5H")
    assert left(answer) == ("9C 8C TC", 52)
    assert standing(answer)["turn"] == [0]


# --- running out -----------------------------------------------------------------------------------------------------

FIVES = "2H 3H 4H 5H 6H 2S 3S 4S 5S 6S"  # the player's ten cards at 5

OUTS = [
    # All are laid on the meld card: A♣ A♣ and 2 to 10. 30 + 40 + 10.
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC", 80),
    # The last card, Q♠, is proposed and there is none to turn up: it is the last discard. 30 + 40.
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C QS", 70),
    # K♠ is proposed and K♣ matches it: none is left to turn up. 30 + 35 + 20.
    ("AC 2C 3C 4C 5C 6C 7C 8C KS KC", 85),
    # K♠ is proposed, 9♣ is laid on 8♣, none is left: K♠ is the last discard. 30 + 40.
    ("AC 2C 3C 4C 5C 6C 7C 8C KS 9C", 70),
]


@pytest.mark.parametrize(("pile", "melded"), OUTS)
def test_a_pile_that_runs_out_is_out(pile: str, melded: int) -> None:
    # 25, and the meld pile was empty when the turn began: 50. A proposed discard is neither melded nor held.
    assert paid(solo(pile, FIVES, "AC 8S")) == [-50, melded + 75]


def test_no_black_heart_with_a_meld_pile_before_the_turn() -> None:
    # First turn: 5♣ 5♥, 9♣ discarded, 6♠ up. Then 6♥ goes with 6♠, and 7♥ 8♥ 9♥ 10♥ K♠ K♣ 2♥ all follow.
    # 5♣ 5♥ 6♠ 6♥ 7♥ 8♥ 9♥ 2♥ 40, 10♥ K♠ K♣ 30, 25.
    pile = "5C 9C 6S 7H 8H 9H TH KS KC 2H"
    # The player draws 8♠ and holds it besides nine cards: 3♥ 4♥ 3♣ 4♣ 2♠ 3♠ 4♠ 7♠ 9♠ and 8♠ at 5.
    answer = solo(pile, "6H 3H 4H 3C 4C 2S 3S 4S 7S 9S", "5H 8S", "0 draw stock; discard 6H")
    assert paid(answer) == [-50, 95]


def test_the_deal_is_over_then() -> None:
    refused(solo(OUTS[0][0], FIVES, "AC 8S", "0 draw stock"), 0, 0, "over")


def test_the_last_card_of_all_is_the_up_card() -> None:
    # The pile is empty and 9♠ is up: it is held still, and the opponent has not gone out.
    # 5♣ 5♥ 6♥ 7♥ 8♥ 9♥ K♠ K♣ are melded; 3♣ is discarded.
    answer = solo("5C 6H 7H 8H 9H KS KC TH 3C 9S", HAND.replace("8H", "6C"), "5H 8S")
    assert opponent(answer) == (0, "9S", "5C 5H 6H 7H 8H 9H KS KC TH")
    assert left(answer) == ("3C", 54)


def test_with_an_empty_pile_a_match_for_the_up_card_is_out() -> None:
    # As before; the player discards 9♣: it goes with 9♠, and there is nothing to turn up.
    pile = "5C 6H 7H 8H 9H KS KC TH 3C 9S"
    hand = "9C 2H 3H 2C 4C 7C 2S 3S 4S 5S"
    # 5♣ 5♥ 6♥ 7♥ 8♥ 9♥ 9♠ 9♣ 40, K♠ K♣ 10♥ 30, 25. The player holds ten cards at 5.
    assert paid(solo(pile, hand, "5H 8S", "0 draw stock; discard 9C")) == [-50, 95]


def test_with_an_empty_pile_a_match_for_the_meld_card_makes_the_up_card_the_last_discard() -> None:
    # 10♣ matches 10♥; 9♠ is proposed, nothing can be turned up: out. 5♣ 5♥ 6♥ 7♥ 8♥ 9♥ 30, K♠ K♣ 10♥ 10♣ 40, 25.
    pile = "5C 6H 7H 8H 9H KS KC TH 3C 9S"
    hand = "TC 2H 3H 2C 4C 7C 2S 3S 4S 5S"
    assert paid(solo(pile, hand, "5H 8S", "0 draw stock; discard TC")) == [-50, 95]


def test_with_an_empty_pile_and_no_match_the_turn_passes() -> None:
    pile = "5C 6H 7H 8H 9H KS KC TH 3C 9S"
    hand = "7C 2H 3H 2C 4C 9C 2S 3S 4S 5S"
    answer = solo(pile, hand, "5H 8S 6S", "0 draw stock; discard 7C")
    assert opponent(answer) == (0, "9S", "5C 5H 6H 7H 8H 9H KS KC TH")
    assert left(answer) == ("3C 7C 6S", 52)


# --- the draw pile is empty --------------------------------------------------------------------------------------------

# The up card is 5♣. Whatever matches it lies in the opponent's pile or in the player's hand: 5♠ 5♠ 5♥ 5♥ 4♣ 4♣ 6♣ 6♣ and
# the red joker, 5♣ and two black jokers. All other cards are drawn and discarded, one after the other: 54.
PILE = "5C 5S 5S 5H 5H 4C 4C 6C 6C RJ"
HELD = "5C BJ BJ 2C 2H 2S 3C 3H 3S 7C"


def empty(ending: str, script: str, pile: str = PILE) -> Answer:
    """27 turns of the player that draw a card and discard it; `ending` are the cards that are drawn last."""
    last = ending.split()
    others = pool(2)
    for card in (*pile.split(), *HELD.split(), *last):
        others.remove(card)
    rest = [*others, *last]
    assert len(rest) == 55
    deck = solo_deck(pile, HELD, " ".join(rest))
    turns = [f"0 draw stock; discard {card}; " for card in rest[2::2]]
    begun = "".join(turns[:26]) + "0 draw stock; "
    return ask(record(SOLO, (deck, begun + script), seats=1, dealer=0))


def test_both_pass_and_the_deal_ends() -> None:
    position = standing(empty("KS TS", "discard TS"))
    assert (position["stock"], position["turn"], position["phase"]) == (0, [0], "shortened")
    assert position["opponent"] == {"pile": 9, "up": "5C", "melds": []}
    assert position["discard"][-2:] == ["KS", "TS"]
    # The player: 5♣ and seven cards at 5, two jokers 40. The opponent: nine cards at 5 and the joker.
    assert ended(empty("KS TS", "discard TS; pass")) == ("stock", [-80, -65])


@pytest.mark.parametrize("action", ["discard 2C", "draw stock", "meld 2C 2H", "return"])
def test_the_players_turns_are_shortened(action: str) -> None:
    refused(empty("KS TS", f"discard TS; {action}"), 0, 54)


def test_the_player_melds_without_drawing_and_passes() -> None:
    answer = empty("KS TS", "discard TS; meld 2C 2H 2S; pass")
    # The opponent has passed again, and the player is asked once more: then both have melded nothing.
    assert standing(answer)["turn"] == [0]
    how, scores = ended(empty("KS TS", "discard TS; meld 2C 2H 2S; pass; pass"))
    assert (how, scores) == ("stock", [15 - 65, -65])


def test_the_player_goes_out_by_melding() -> None:
    script = "discard TS; meld 2C 2H 2S, 3C 3H 3S, 7C BJ=7 BJ=7; meld 5C on 1"
    refused(empty("KS TS", script), 0, 55)
    # All ten: 2 2 2, 3 3 3 and 5♣ 6♣ 7♣ 8♣ with the jokers between and beyond; 8 × 5 + 20, 25 and 50.
    assert paid(empty("KS TS", "discard TS; meld 2C 2H 2S, 3C 3H 3S, 5C BJ=6C 7C BJ=8C")) == [135, -65]


def test_the_opponent_takes_a_discard_that_matches_its_up_card_and_discards_nothing() -> None:
    # The player throws 5♣ away: it goes on 5♣. There is no up card: 5♠ 5♠ 5♥ 5♥ are turned up and laid, 4♣ does not fit.
    answer = empty("KS TS", "discard 5C")
    assert opponent(answer) == (4, "4C", "5C 5C 5S 5S 5H 5H")
    assert left(answer)[0].split()[-1] == "KS"
    assert (standing(answer)["turn"], standing(answer)["phase"]) == ([0], "shortened")


def test_a_discard_that_matches_the_meld_card_is_laid_and_the_up_card_stays() -> None:
    # Under 5♣ lies K♠, which matches 5♥: when the player has passed it is laid on it, and 4♣ stays the up card.
    answer = empty("KS TS", "discard 5C; pass")
    assert opponent(answer) == (4, "4C", "5C 5C 5S 5S 5H 5H KS")
    assert standing(answer)["turn"] == [0]


def test_the_count_of_turns_without_a_meld_begins_anew_with_the_opponents() -> None:
    # After K♠ the top discard is another card; where it matches nothing the opponent passes after the player.
    answer = empty("TS 8S KS TS", "discard 5C; pass; pass")
    # 5♥ 5♥ then K♠; under it lies 8♠, which matches neither K♠ nor 4♣.
    how, scores = ended(answer)
    assert how == "stock"
    # The opponent: 5♣ 5♣ 5♠ 5♠ 5♥ 5♥ 30 and K♠ 10; 4♣ 4♣ 6♣ 6♣ 20 and the joker 20 held.
    # The player holds 10♠, two jokers and seven cards at 5.
    assert scores == [-85, 0]


def test_where_the_pile_runs_out_in_a_shortened_turn_the_opponent_is_out() -> None:
    # Everything fits, one after the other: 5♠ 5♠ 5♥ 5♥ 6♥ 6♥ 6♣ 6♣ and the joker.
    pile = "5C 5S 5S 5H 5H 6H 6H 6C 6C RJ"
    others = "4C 4C"
    held = HELD.replace("2C 2H", others)
    rest = pool(2)
    for card in (*pile.split(), *held.split(), "KS", "TS"):
        rest.remove(card)
    rest += ["KS", "TS"]
    deck = solo_deck(pile, held, " ".join(rest))
    turns = "".join(f"0 draw stock; discard {card}; " for card in rest[2:-2:2])
    answer = ask(record(SOLO, (deck, turns + "0 draw stock; discard 5C"), seats=1, dealer=0))
    # 5♣ 5♣ 5♠ 5♠ 5♥ 5♥ 6♥ 6♥ 6♣ 6♣ 50 and the joker 10, 25, and its meld pile was empty: 50.
    # The player holds 10♠, two jokers, 4♣ 4♣ 2♠ 3♣ 3♥ 3♠ 7♣: 10 + 40 + 35.
    assert paid(answer) == [-85, 135]
