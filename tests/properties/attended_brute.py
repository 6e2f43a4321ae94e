"""Black Heart's melds told a second time, by trying everything: what a hand can lay, and whether a meld is legal.

Places run from the ace (0) to the king (12). A meld on the table is ("group", place) or ("row", suit, first place, length).
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations

from rumpus.core.actions import Part
from rumpus.core.cards import BJ, RJ
from rumpus.core.families.black_heart.rule import AttendedRule
from rumpus.core.families.melds.rule import Meld

C, D, H, S = range(4)
Hand = tuple[int, ...]
Lying = tuple[object, ...]


def place(face: int) -> int:
    return (face % 13 + 1) % 13


def face(suit: int, at: int) -> int:
    return suit * 13 + (at - 1) % 13


def colour_of(card: int) -> str:
    return "red" if card == RJ or (card < BJ and card // 13 == H) else "black"


def minus(hand: Hand, cards: Hand) -> Hand:
    left = Counter(hand)
    left.subtract(cards)
    assert min(left.values(), default=0) >= 0
    return tuple(sorted(left.elements()))


@cache
def groups(cards: Hand) -> frozenset[Lying]:
    """The groups that these cards, attendants apart, could be."""
    if len(cards) < 3:
        return frozenset()
    naturals = {place(card) for card in cards if card < BJ}
    if len(naturals) > 1:
        return frozenset()
    ranks = naturals or set(range(10))
    return frozenset(("group", at) for at in ranks if at < 10 or RJ not in cards)


@cache
def rows(rule: AttendedRule, cards: Hand) -> frozenset[Lying]:
    """The sequences that these cards, attendants apart, could be."""
    naturals = [card for card in cards if card < BJ]
    suits = {card // 13 for card in naturals}
    if len(cards) < 3 or len(suits) != 1:
        return frozenset()
    suit = suits.pop()
    wild = RJ if suit == H else BJ
    if any(card >= BJ and card != wild for card in cards):
        return frozenset()
    found: set[Lying] = set()
    last = 9 if suit == H else 12
    for first in range(last + 1):
        run = [first + step for step in range(len(cards))]
        if run[-1] > last and (suit == H or not rule.around):
            break
        if not Counter(card % 13 for card in naturals) - Counter((at - 1) % 13 for at in run):
            found.add(("row", suit, first, len(cards)))
    return frozenset(found)


def royals(lying: Lying, number: int) -> int:
    """How many royal cards lie in a new meld of so many."""
    if lying[0] == "group":
        return number if lying[1] >= 10 else 0  # type: ignore[operator]
    return sum((lying[2] + step) % 13 >= 10 for step in range(number))  # type: ignore[operator]


@cache
def sets_of(rule: AttendedRule, hand: Hand) -> frozenset[tuple[Hand, Lying]]:
    """Every set that could be melded from a hand: the cards that go, and what lies there then."""
    found: set[tuple[Hand, Lying]] = set()
    for number in range(3, len(hand) + 1):
        for cards in set(combinations(hand, number)):
            made = groups(cards) | rows(rule, cards)
            for lying in made:
                need = royals(lying, number)
                rest = minus(hand, cards)
                able = [card for card in rest if colour_of(card) == "red"]
                for attending in set(combinations(able, need)):
                    found.add((tuple(sorted(cards + attending)), lying))
    return frozenset(found)


def grown(rule: AttendedRule, lying: Lying, card: int) -> list[tuple[Lying, bool]]:
    """What a meld becomes with one more card on it, and whether that card counts as royalty."""
    if lying[0] == "group":
        at = lying[1]
        if card < BJ:
            fits = place(card) == at
        else:
            fits = rule.jokers and (at < 10 or card == BJ)  # type: ignore[operator]
        return [(lying, at >= 10)] if fits else []  # type: ignore[operator]
    _, suit, first, length = lying
    found: list[tuple[Lying, bool]] = []
    round_ = suit != H and rule.around
    last = 9 if suit == H else 12
    for at, after in ((first - 1, ("row", suit, first - 1, length + 1)), (first + length, ("row", suit, first, length + 1))):  # type: ignore[operator]
        if not round_ and not 0 <= at <= last:
            continue
        at %= 13
        if card == face(suit, at) or card == (RJ if suit == H else BJ):  # type: ignore[arg-type]
            if round_:
                after = ("row", suit, after[2] % 13, after[3])  # type: ignore[operator]
            found.append((after, at >= 10))
    return found


def leftovers(rule: AttendedRule, hand: Hand, table: tuple[Lying, ...]) -> set[Hand]:
    """Everything that a hand could be after one meld, sets first and lay-offs then; the hand itself too."""
    seen: set[tuple[Hand, tuple[Lying, ...], bool]] = set()
    found: set[Hand] = set()
    waiting = [(tuple(sorted(hand)), table, True)]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        held, lies, early = state
        found.add(held)
        if early:
            for cards, lying in sets_of(rule, held):
                waiting.append((minus(held, cards), tuple(sorted((*lies, lying), key=str)), True))
        for card in set(held):
            for index, lying in enumerate(lies):
                for after, royal in grown(rule, lying, card):
                    rest = minus(held, (card,))
                    now = tuple(sorted((*lies[:index], after, *lies[index + 1 :]), key=str))
                    if not royal:
                        waiting.append((rest, now, False))
                        continue
                    for heart in {each for each in rest if colour_of(each) == "red"}:
                        waiting.append((minus(rest, (heart,)), now, False))
    return found


def lying_of(meld: Meld) -> Lying:
    """A meld of the table as this file writes it."""
    first = meld.cards[0]
    stands = (first >> 6) - 1 if first > 63 else first
    if meld.kind == "group":
        return ("group", place(stands % 64))
    return ("row", stands // 13, place(stands), len(meld.cards))


def check(rule: AttendedRule, hand: Hand, table: list[Meld], parts: tuple[Part, ...]) -> Hand:
    """Play the parts of a meld one by one; what is left of the hand. Fails where a part is against the rules."""
    lies = [lying_of(meld) for meld in table]
    held = tuple(sorted(hand))
    for part in parts:
        cards = tuple(code & 63 for code in part.cards)
        held = minus(held, (*cards, *part.attendants))
        assert all(colour_of(card) == "red" for card in part.attendants), part
        stands = [(code >> 6) - 1 if code > 63 else code for code in part.cards]
        assert all((code > 63) == (code & 63 >= BJ) for code in part.cards), part
        if part.on:
            need = _check_lay_off(rule, lies, part, cards, stands)
        else:
            need = _check_set(rule, lies, part, cards, stands)
        assert need == len(part.attendants), part
    return held


def _check_set(rule: AttendedRule, lies: list[Lying], part: Part, cards: Hand, stands: list[int]) -> int:
    if all(code < BJ or code >= 64 for code in stands) and len({place(code % 64) for code in stands}) == 1:
        lying: Lying = ("group", place(stands[0] % 64))
        assert lying in groups(tuple(sorted(cards))), part
    else:
        lying = ("row", stands[0] // 13, place(stands[0]), len(cards))
        assert stands == [face(stands[0] // 13, place(stands[0]) + step) for step in range(len(cards))], part
        if len(cards) < 13:
            assert lying in rows(rule, tuple(sorted(cards))), part
    lies.append(lying)
    return royals(lying, len(cards))


def _check_lay_off(rule: AttendedRule, lies: list[Lying], part: Part, cards: Hand, stands: list[int]) -> int:
    lying = lies[part.on - 1]
    order = list(zip(cards, stands, strict=True))
    lows = [0] if lying[0] == "group" or part.end == "high" else [len(order)] if part.end == "low" else range(len(order) + 1)
    for low in lows:
        need, now = 0, lying
        for way, one in [("low", each) for each in order[:low][::-1]] + [("high", each) for each in order[low:]]:
            ways = grown(rule, now, one[0])
            if lying[0] == "row":
                ways = [each for each in ways if _fits(now, each[0], one[1], way)]
            if not ways:
                break
            now, royal = ways[0]
            need += royal
        else:
            lies[part.on - 1] = now
            return need
    raise AssertionError(f"{part} does not fit on {lying}")


def _fits(before: Lying, after: Lying, stand: int, end: str) -> bool:
    """Whether a row grew by the face that was named, at the end that was named."""
    low = before[2] != after[2]
    at = after[2] if low else before[2] + before[3]  # type: ignore[operator]
    return face(before[1], at) == stand and end == ("low" if low else "high")  # type: ignore[arg-type]


def random_board(rng: random.Random, most: int, jokers: int = 2) -> tuple[AttendedRule, list[int], list[Meld]]:
    """A hand that is rich in melds, a few melds on the table, and a rule."""
    rule = AttendedRule() if rng.random() < 0.8 else AttendedRule(jokers=False, around=False)
    low, width = rng.randrange(13), rng.choice((3, 4, 5, 6, 13))
    places = [(low + step) % 13 for step in range(width)]
    suits = rng.choice(((C, H, S), (C, H), (C, S, H, H), (S, S, H)))
    faces = [face(suit, at) for suit in suits for at in places if suit != H or at < 10]
    faces += [face(H, at) for at in range(10)] if rng.random() < 0.4 else []
    hand = rng.choices(faces, k=rng.randint(3, most))
    if rule.jokers:
        for joker in rng.choices((BJ, BJ, RJ), k=rng.randint(0, jokers)):
            hand[rng.randrange(len(hand))] = joker
    table = [_random_meld(rng, rule, places) for _ in range(rng.choice((0, 0, 1, 2)))]
    return rule, hand, table


def _random_meld(rng: random.Random, rule: AttendedRule, places: list[int]) -> Meld:
    at = rng.choice(places)
    if rng.random() < 0.4:
        return Meld("group", tuple(face(suit, at) for suit in (C, S, S)))
    suit = rng.choice((C, H, S))
    length = rng.choice((3, 3, 4, 5, 11, 12, 13))
    last = 9 if suit == H else 12
    if suit == H or not rule.around:
        length = min(length, last + 1)
        at = min(at, last + 1 - length)
    return Meld("sequence", tuple(face(suit, at + step) for step in range(length)))
