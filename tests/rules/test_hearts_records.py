"""Hearts records: decks and seeds, how cards are written, what is no record, and a deal that was played at random."""

from __future__ import annotations

import copy
import hashlib
import hmac
from typing import Any

import pytest
from hands import PACK, SPLITS, SUNS, Plan, answer, cards, hearts, is_line, position, refused, results
from rumpus.core.record import BadRecord

REMOVED = {3: ["2D"], 4: [], 5: ["2D", "2C"], 6: ["2D", "3D", "2C", "3C"]}


def good() -> dict[str, Any]:
    """A record that is one: two deals, the second in play."""
    return hearts([Plan(SPLITS[4]), Plan(SPLITS[4], stop=6)])


def bad(record: Any) -> str:
    """The sentence that says why this is no record."""
    with pytest.raises(BadRecord) as raised:
        answer(record)
    sentence = str(raised.value)
    assert is_line(sentence), sentence
    return sentence


# --- decks from seeds ------------------------------------------------------------------------------------------------

ZEROS = "00" * 32
# The published permutation of 52 for a seed of 32 zero bytes and the label deck/0.
PERMUTATION_52 = (
    "1 39 23 49 21 12 29 20 25 17 47 35 28 19 37 24 5 3 26 46 31 4 15 42 10 13 22 2 7 8 43 6 36 0 32 14 34 45 9 16 51 27 40 "
    "44 50 18 30 33 38 11 41 48"
)


def framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def permutation(seed: bytes, size: int) -> list[int]:
    """Fisher and Yates from the top of the list down, on words of HMAC-SHA256 blocks, words that would be uneven left out."""
    words: list[int] = []
    block = 0
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        count = last + 1
        while True:
            if not words:
                data = framed(b"rumpus/1", b"stream", b"deck/0", block.to_bytes(4, "big"))
                digest = hmac.new(seed, data, hashlib.sha256).digest()
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % count:
                break
        order[last], order[word % count] = order[word % count], order[last]
    return order


def deck_of_seed(seed: str, seats: int) -> list[str]:
    """The deck, top first: the permutation over the declared order, in which what the game removes is left out."""
    declared = [card for card in PACK if card not in REMOVED[seats]]
    return [declared[index] for index in permutation(bytes.fromhex(seed), len(declared))]


def seeded(seats: int, **deal: Any) -> dict[str, Any]:
    record = hearts(SPLITS[seats])
    record["deals"] = [{**deal, "actions": []}]
    return record


def test_a_seed_gives_the_deck() -> None:
    """Index 1 is 3♣, 39 is 2♠, 23 is Q♦, 49 is Q♠: the first four cards, to seats 0, 1, 2, 3 (seat 3 deals)."""
    deck = [PACK[int(index)] for index in PERMUTATION_52.split()]
    assert deck[:4] == ["3C", "2S", "QD", "QS"]
    assert deck_of_seed(ZEROS, 4) == deck
    hands = position(seeded(4, seed=ZEROS))["hands"]
    assert hands == [sorted(deck[seat::4], key=PACK.index) for seat in range(4)]
    # Places 0 4 8 … of the permutation: 1 21 25 28 5 31 10 7 36 34 51 50 38, 3♣ T♦ A♦ 4♥ 7♣ 7♥ Q♣ 9♣ Q♥ T♥ A♠ K♠ A♥.
    assert hands[0] == cards("3C 7C 9C QC TD AD 4H 7H TH QH AH KS AS")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", [ZEROS, bytes(range(32)).hex(), "c8" * 31 + "0a"], ids=["zeros", "count", "other"])
def test_a_seed_gives_the_deck_of_any_table(seats: int, seed: str) -> None:
    """Over 51, 52, 50 or 48 cards."""
    deck = deck_of_seed(seed, seats)
    assert answer(seeded(seats, seed=seed)) == answer(seeded(seats, deck=" ".join(deck)))


def test_with_both_seed_and_deck_must_agree() -> None:
    deck = deck_of_seed(ZEROS, 4)
    assert answer(seeded(4, seed=ZEROS, deck=" ".join(deck))) == answer(seeded(4, seed=ZEROS))
    deck[0], deck[1] = deck[1], deck[0]
    bad(seeded(4, seed=ZEROS, deck=" ".join(deck)))
    bad(seeded(4, seed="01" + "00" * 31, deck=" ".join(deck_of_seed(ZEROS, 4))))


@pytest.mark.parametrize("seed", ["", "00", "00" * 31, "00" * 33, "zz" * 32, 0, None], ids=str)
def test_a_seed_is_32_bytes_in_hex(seed: Any) -> None:
    bad(seeded(4, seed=seed))


def test_a_deal_needs_a_deck_or_a_seed() -> None:
    bad(seeded(4))


# --- how cards are written -------------------------------------------------------------------------------------------


def test_cards_are_read_in_lower_case_with_10_and_with_suit_signs() -> None:
    """In the deck and in the actions."""
    plain = hearts([Plan(SPLITS[4])])
    expected = answer(plain)
    signs = str.maketrans("CDHS", "♣♦♥♠")

    def rewritten(how: Any) -> dict[str, Any]:
        record = copy.deepcopy(plain)
        for deal in record["deals"]:
            deal["deck"] = " ".join(how(card) for card in deal["deck"].split())
            deal["actions"] = [[seat, "play " + how(said.split()[1])] for seat, said in deal["actions"]]
        return record

    assert answer(rewritten(str.lower)) == expected
    assert answer(rewritten(lambda card: card.replace("T", "10"))) == expected
    assert answer(rewritten(lambda card: card.translate(signs))) == expected
    assert answer(rewritten(lambda card: card.replace("T", "10").translate(signs).lower())) == expected


def test_the_position_is_written_in_the_plain_form() -> None:
    record = hearts(SUNS[4])
    record["deals"][0]["actions"] = [[0, "play 2♣"], [1, "play 10♦"]]
    found = position(record)
    assert found["trick"] == ["2C", "TD"]
    assert found["hands"][0] == cards("3C..AC")


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"shoot": True},
        {"first_trick": "lax"},
        {"first_trick": True},
        {"break_hearts": "true"},
        {"break_hearts": 1},
        {"queen_breaks": 0},
        {"floor_zero": "yes"},
        {"moon": "multiply"},
        {"moon": "ADD"},
        {"sun": True},
        {"bonus_card": "JH"},
        {"bonus_card": "jack"},
        {"spot": 2},
        {"black_spades": "KS"},
        {"give": "left"},
        {"opening": "dealer"},
        {"packs": 3},
        {"packs": True},
        {"target": "100"},
        {"target": 99.5},
        {"target": True},
        {"target": None},
    ],
    ids=str,
)
def test_an_unknown_option_or_value_is_no_record(options: dict[str, Any]) -> None:
    """The sentence names the option."""
    (name,) = options
    assert name in bad({**good(), "options": options})


VALUES: dict[str, list[Any]] = {
    "first_trick": ["strict", "hearts", "free"],
    "break_hearts": [True, False],
    "queen_breaks": [False, True],
    "floor_zero": [False, True],
    "moon": ["choose", "add", "subtract", "off"],
    "sun": ["off", "plain", "double"],
    "bonus_card": ["none", "JD", "TD"],
    "spot": [False, True],
    "black_spades": [False, True],
    "opening": ["club", "eldest"],
    "packs": [1],
    "target": [100, 50, 26, 500],
}


@pytest.mark.parametrize("options", [{name: value} for name, values in VALUES.items() for value in values], ids=str)
def test_every_value_of_every_option_is_taken(options: dict[str, Any]) -> None:
    assert answer(hearts([Plan(SPLITS[4], stop=30)], **options))["deals"][0]["ended"] is None


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8])
def test_hearts_has_three_to_six_seats(count: int) -> None:
    record = {**good(), "seats": [f"seat {seat}" for seat in range(count)], "dealer": 0}
    bad(record)


@pytest.mark.parametrize("dealer", [4, -1, "0", None])
def test_the_dealer_is_a_seat(dealer: Any) -> None:
    bad({**good(), "dealer": dealer})


@pytest.mark.parametrize("seat", [4, -1])
def test_an_action_is_of_a_seat_at_the_table(seat: int) -> None:
    record = good()
    record["deals"][1]["actions"].append([seat, "play 2H"])
    bad(record)


def changed_deck(change: str) -> str:
    deck = good()["deals"][1]["deck"].split()
    if change == "a card short":
        deck = deck[:-1]
    elif change == "a card more":
        deck = [*deck, "2C"]
    elif change == "a card twice":
        deck[deck.index("AS")] = "AH"
    elif change == "a joker":
        deck[deck.index("AS")] = "BJ"
    elif change == "no card at all":
        deck[deck.index("AS")] = "XS"
    else:
        deck = []
    return " ".join(deck)


@pytest.mark.parametrize("change", ["a card short", "a card more", "a card twice", "a joker", "no card at all", "nothing"])
def test_a_deck_that_is_not_this_games_deck_is_no_record(change: str) -> None:
    record = good()
    record["deals"][1] = {**record["deals"][1], "deck": changed_deck(change)}
    assert "1" in bad(record), "the deal is named"


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_a_full_pack_is_not_the_deck_of_three_five_or_six(seats: int) -> None:
    """Nor is the pack with other cards taken out than the game's."""
    bad(seeded(seats, deck=" ".join(PACK)))
    removed = ["2S", "3S", "4S", "5S"][: 52 % seats]
    bad(seeded(seats, deck=" ".join(card for card in PACK if card not in removed)))


@pytest.mark.parametrize("said", ["play 7X", "play 1C", "give QS KS ZZ", "moon half", "jump over", "2C", "", "play QS!"])
def test_an_action_that_cannot_be_read_is_no_record(said: str) -> None:
    """The sentence names the place: deal 1, action 6."""
    record = good()
    record["deals"][1]["actions"].append([3, said])
    sentence = bad(record)
    assert "1" in sentence.replace(said or "\n", "")
    assert "6" in sentence.replace(said or "\n", "")


@pytest.mark.parametrize("said", ["play 2C", ["play 2C"], [0], ["0", "play 2C"], [0, 7], [0, "play 2C", "play 3C"]], ids=str)
def test_an_action_is_a_seat_and_a_text(said: Any) -> None:
    record = good()
    record["deals"][1]["actions"].append(said)
    bad(record)


@pytest.mark.parametrize(
    "change",
    [{"rumpus": 2}, {"rumpus": "1"}, {"game": "heart"}, {"game": None}, {"options": []}, {"house_rules": ["no-such-rule"]},
     {"seats": 4}, {"deals": {}}, {"deals": ["2C"]}, {"deals": [{"deck": 7, "actions": []}]}],
    ids=str,
)  # fmt: skip
def test_what_is_no_record(change: dict[str, Any]) -> None:
    bad({**good(), **change})


@pytest.mark.parametrize("missing", ["rumpus", "game", "seats", "dealer", "deals"])
def test_a_record_lacks_nothing(missing: str) -> None:
    bad({key: value for key, value in good().items() if key != missing})


@pytest.mark.parametrize("record", [[], "hearts", None, 7], ids=str)
def test_a_record_is_an_object(record: Any) -> None:
    bad(record)


# --- a deal that was played at random, scored by hand ----------------------------------------------------------------

DECK = (
    "3H 5H QC TS 8C AS KD 3D 5D 2S 9H 9D TD 9S 5C JD KC 7S 6S JS 7D TC 3C 3S 4C 6C KH QH 7C KS 6H 4S 8H 8S 6D 2H AH AD 7H AC "
    "QS JC 5S 8D QD JH 4H 4D TH 9C"
)
GIVES = ["4 QC 7S 5S", "3 KC TC 4S", "2 AS 7D 2H", "1 5C 9C 2S", "0 3S TH 7C"]
TRICKS = [
    "4 3C QC 4C 6C JC",  # seat 0, nothing
    "0 TS KS 2S AS 4S",  # seat 3, nothing
    "3 KD 3D 5D 6D JD",  # seat 3, the bonus card: -10
    "3 7D TD 8D QD 3H",  # seat 1, 1
    "1 TH JH AH QH 7H",  # seat 3, 5
    "3 5H 8H 8S AC 9H",  # seat 2, 3
    "2 6H KH 4D 9S 7C",  # seat 3, 2
    "3 9D AD 5S 8C 5C",  # seat 4, nothing
    "4 TC 6S JS 9C 2H",  # seat 4, 1
    "4 KC 7S 3S QS 4H",  # seat 4, 14
]


def played(tricks: list[str], **options: Any) -> dict[str, Any]:
    """The record of that deal: each line says who leads, then the cards clockwise from there."""
    said: list[Any] = [[int(line[0]), "give " + line[2:]] for line in GIVES]
    for line in tricks:
        leader, *trick = line.split()
        said += [[(int(leader) + step) % 5, f"play {card}"] for step, card in enumerate(trick)]
    record = hearts(SPLITS[5], dealer=1)
    return {**record, "options": options, "deals": [{"deck": DECK, "actions": said}]}


@pytest.mark.parametrize(
    ("options", "scores", "totals"),
    [
        # 0, 1, 3, 5 + 2 - 10 = -3 and 1 + 14 = 15.
        ({"moon": "add", "floor_zero": True, "bonus_card": "JD", "target": 500}, [0, 1, 3, -3, 15], [0, 1, 3, 0, 15]),
        ({"bonus_card": "JD"}, [0, 1, 3, -3, 15], [0, 1, 3, -3, 15]),
        ({}, [0, 1, 3, 7, 15], [0, 1, 3, 7, 15]),
        # T♦ was in seat 1's trick: 1 - 10.
        ({"bonus_card": "TD"}, [0, -9, 3, 7, 15], [0, -9, 3, 7, 15]),
        # K♠ 10 and A♠ 7 were in seat 3's second trick: 7 + 17.
        ({"black_spades": True}, [0, 1, 3, 24, 15], [0, 1, 3, 24, 15]),
        # 3; 5 + 8 + 9 = 22; 10 + 10 + 15 + 10 + 7 = 52 and 6 + 10 = 16, 68; 2 + 25 + 4 = 31.
        ({"spot": True}, [0, 3, 22, 68, 31], [0, 3, 22, 68, 31]),
    ],
    ids=str,
)
def test_a_deal_played_at_random(options: dict[str, Any], scores: list[int], totals: list[int]) -> None:
    """Five seats, the first deal: three cards to the left; seat 1 has dealt and seat 4 holds 3♣."""
    record = played(TRICKS, **options)
    assert (results(record, "scores"), results(record, "totals")) == ([scores], [totals])


@pytest.mark.parametrize(
    ("trick", "instead", "action"),
    [
        (3, "3 7D TD 8D TH", 23),  # seat 1 has Q♦ and 6♦ gone: it must follow with Q♦
        (4, "3 TH", 25),  # seat 1 has taken the trick, seat 3 may not lead
        (1, "0 3H", 10),  # hearts are not broken
    ],
)
def test_that_deal_with_one_play_against_the_rules(trick: int, instead: str, action: int) -> None:
    """Five gives and five plays a trick come before: the last card of the changed trick is refused."""
    refused(played([*TRICKS[:trick], instead]), 0, action)
