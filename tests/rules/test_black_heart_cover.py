"""Black Heart Rum against a plain count of what one meld can hold: what may be asked, and what is offered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from black_heart_hands import ELEVEN, GAME, declared, opened, pool, stacked, won
from rummy_hands import ask, record
from rumpus.core.actions import Action

ORDER = "A23456789TJQK"
ROYALS = "JQK"


# --- the plain count ---------------------------------------------------------------------------------------------------


def is_heart(card: str) -> bool:
    """Whether a card may attend."""
    return card == "RJ" or card.endswith("H")


def royals_of(cards: list[str]) -> set[int]:
    """In how many ways, by the number of royals in it, cards without their attendants are a set; empty where they are none."""
    ways: set[int] = set()
    black, red = cards.count("BJ"), cards.count("RJ")
    plain = [card for card in cards if card not in ("BJ", "RJ")]
    if len(cards) < 3:
        return ways
    ranks = {card[0] for card in plain}
    if not plain:
        ways.add(0)
    elif len(ranks) == 1 and not (red and ranks & set(ROYALS)):
        ways.add(len(cards) if ranks & set(ROYALS) else 0)
    suits = {card[1] for card in plain}
    if len(suits) == 1:
        suit = suits.pop()
        if (black and suit == "H") or (red and suit != "H"):
            return ways
        around = ORDER if suit != "H" else ORDER[:10]
        held = Counter(card[0] for card in plain)
        for start in range(len(around)):
            if suit == "H" and start + len(cards) > len(around):
                continue
            run = [around[(start + step) % len(around)] for step in range(len(cards))]
            if not held - Counter(run):
                ways.add(sum(rank in ROYALS for rank in run))
    return ways


def parts_of(hand: list[str]) -> list[int]:
    """All sets with their attendants that a hand holds, as bits of the cards' places."""
    found = set()
    hearts = [at for at, card in enumerate(hand) if is_heart(card)]
    for size in range(3, len(hand) + 1):
        for places in combinations(range(len(hand)), size):
            for royals in royals_of([hand[at] for at in places]):
                free = [at for at in hearts if at not in places]
                for attending in combinations(free, royals):
                    found.add(sum(1 << at for at in (*places, *attending)))
    return sorted(found)


def reachable(hand: list[str]) -> set[int]:
    """All choices of cards that one meld can hold: unions of sets that share no card."""
    parts = parts_of(hand)
    seen = {0}
    fresh = [0]
    while fresh:
        laid = fresh.pop()
        for part in parts:
            if not part & laid and laid | part not in seen:
                seen.add(laid | part)
                fresh.append(laid | part)
    return seen


def most(hand: list[str]) -> int:
    """How many cards one meld can hold at most."""
    return max(laid.bit_count() for laid in reachable(hand))


# --- hands that are nearly full of sets -----------------------------------------------------------------------------------


def a_set(chance: random.Random, left: Counter[str]) -> list[str]:
    """A group or a sequence with its attendants from what is left, jokers here and there; maybe not quite complete."""
    if chance.random() < 0.4:
        rank = chance.choice(ORDER)
        cards = [rank + suit for suit in chance.sample(["C", "S", "C", "S"] if rank in ROYALS else ["C", "H", "S", "C"], 3)]
    else:
        suit = chance.choice("CHS")
        start = chance.randrange(13 if suit != "H" else 8)
        cards = [ORDER[(start + step) % 13] + suit for step in range(chance.choice((3, 3, 4)))]
        cards = [card for card in cards if card in left]
    cards += [chance.choice("A23456789T") + "H" for card in cards if card[0] in ROYALS]
    if chance.random() < 0.4:
        cards[chance.randrange(len(cards))] = chance.choice(("BJ", "RJ"))
    return cards


def hands(seed: int, number: int) -> Iterator[list[str]]:
    """Eleven cards each: up to three sets, filled up or cut off."""
    chance = random.Random(seed)
    for _ in range(number):
        left = Counter(pool(4))
        hand: list[str] = []
        for card in (card for _ in range(chance.randrange(4)) for card in a_set(chance, left)):
            if len(hand) < 11 - chance.randrange(2) and left[card]:
                left[card] -= 1
                hand.append(card)
        while len(hand) < 11:
            card = chance.choice([card for card in sorted(left) if left[card]])
            left[card] -= 1
            hand.append(card)
        yield hand


def dealt_to_one(hand: list[str], dealer: int) -> str:
    """A deck whose eldest hand holds the first ten of these cards and draws the last; nobody else's cards matter."""
    left = Counter(pool(4)) - Counter(hand)
    upcard = next(card for card in ("KS", "QC", "2S", "3C", "9C") if left[card])
    return stacked({(dealer + 1) % 4: " ".join(hand[:10])}, f"{upcard} {hand[10]}", 4, dealer)


@pytest.mark.parametrize("seed", range(6))
def test_asking_is_refused_exactly_where_no_meld_would_do(seed: int) -> None:
    first = won(0, 1, ELEVEN[55], seats=4, hands={3: "2C 3C 6C 7C 9C 2H 3H 6H 7H 9H"})
    counts = Counter[str]()
    for hand in hands(seed, 25):
        best = most(hand)
        for question, least, before in (("open", 3, False), ("out", 10, False), ("open", 5, True)):
            # After the first deal the team of 1 and 3 has 230 and needs five cards. Seat 2 begins the second; seat 3 asks.
            if before:
                left = Counter(pool(4)) - Counter(hand)
                spare = [card for card in ("KS", "QC", "2S", "3C", "9C", "8S", "TS") if left[card]][:2]
                deck = stacked({3: " ".join(hand[:10])}, f"{spare[0]} {spare[1]} {hand[10]}", 4, 1)
                script = f"2 draw stock; discard {spare[1]}; 3 draw stock; ask {question}"
                written = record(GAME, first, (deck, script), seats=4, dealer=0, teams=2)
            else:
                written = record(GAME, (dealt_to_one(hand, 0), f"1 draw stock; ask {question}"), seats=4, dealer=0, teams=2)
            answer = ask(written)
            assert ("error" not in answer) is (best >= least), (declared(" ".join(hand)), question, least, best)
            counts[f"{question} {least} {best >= least}"] += 1
    assert len(counts) >= 5, counts


@pytest.mark.parametrize("seed", range(10, 14))
def test_a_meld_is_offered_where_one_is_legal_and_all_offers_are(seed: int) -> None:
    for hand in hands(seed, 12):
        deal = opened(dealt_to_one(hand, 0), "1 draw stock", seats=4)
        offers = [offer for offer in deal.offers(1) if isinstance(offer, Action) and offer.verb == "meld"]
        assert bool(offers) is (most(hand) >= 3), declared(" ".join(hand))
        for offer in offers:
            deal.clone().act(1, offer)


@pytest.mark.parametrize("seed", range(20, 24))
def test_after_a_dig_a_meld_with_the_bound_card_is_offered_where_one_is_legal(seed: int) -> None:
    for hand in hands(seed, 12):
        # The last of the eleven cards is the upcard.
        deck = stacked({1: " ".join(hand[:10])}, hand[10], 4)
        deal = opened(deck, "1 draw discard", seats=4)
        offers = [offer for offer in deal.offers(1) if isinstance(offer, Action) and offer.verb == "meld"]
        bound = [1 << at for at, card in enumerate(hand) if card == hand[10]]
        legal = any(laid & bit for laid in reachable(hand) for bit in bound)
        assert bool(offers) is legal, (declared(" ".join(hand)), hand[10])
        for offer in offers:
            deal.clone().act(1, offer)
        assert any(str(offer) == "return" for offer in deal.offers(1))


def whole(chance: random.Random, seats: int, size: int) -> tuple[list[str], list[str]]:
    """About so many cards that are sets with their attendants and nothing else, mixed; and what is left of the deck."""
    left = Counter(pool(seats))
    hand: list[str] = []
    while len(hand) < size:
        made = a_set(chance, left)
        cards = [card for card in made if not (is_heart(card) and any(other[0] in ROYALS for other in made))]
        royals = royals_of(cards)
        hearts = [chance.choice("A23456789T") + "H" for _ in range(min(royals, default=0))]
        wanted = Counter(cards + hearts)
        if royals and not wanted - left:
            left -= wanted
            hand += cards + hearts
    chance.shuffle(hand)
    return hand, sorted(left.elements())


@pytest.mark.parametrize("seats", [4, 6, 10])
def test_a_long_hand_that_is_all_sets_can_go_out(seats: int) -> None:
    # The hand is ten cards and a dig that brings the rest; below the dug cards lie some that are left over.
    chance = random.Random(seats)
    for _ in range(12):
        hand, left = whole(chance, seats, chance.randrange(13, 28))
        dug = hand[10:]
        junk = [card for card in left if card not in ("BJ", "RJ")]
        chance.shuffle(junk)
        rest = junk[: (1 - len(dug)) % seats] + dug
        deck = stacked({1: " ".join(hand[:10])}, " ".join(rest), seats)
        turns = "".join(f"{(1 + k) % seats} draw stock; discard {card}; " for k, card in enumerate(rest[1:]))
        deal = opened(deck, turns + f"1 draw discard {len(dug)}; ask out", seats=seats, teams=2)
        assert deal.phase == "ask", declared(" ".join(hand))


def test_the_plain_count_itself() -> None:
    for hand, best in (
        ("7S 7H 7C 4C 5C 6C 2S 9H TS 8H QC", 7),  # 4♣ to 7♣ and 7♥ 8♥ 9♥
        ("JC QC KC 5H 7H 2S 3S 4C 6C 9S 9C", 0),  # a heart too few
        ("QS KS AS 2H 3H 4C 8C TC 6S 6H 9S", 5),
        ("QS QC BJ 2H 3H RJ 4C 8C TC 6S 9S", 6),  # the red joker attends
    ):
        assert most(hand.split()) == best
