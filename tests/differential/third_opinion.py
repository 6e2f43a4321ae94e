"""What a hand of Gin counts, by brute force: to judge where two engines disagree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rumpus.core.cards import RANK, SUIT, Card


def brute_count(hand: Sequence[Card]) -> int:
    """As simple as can be: the first card is left over or goes into some meld of the hand."""
    if not hand:
        return 0
    first, rest = hand[0], list(hand[1:])
    price = min((RANK[first] + 1) % 13 + 1, 10)
    ways = [price + brute_count(rest)]
    ways += [brute_count([face for face in rest if face not in meld]) for meld in melds_with(first, rest)]
    return min(ways)


def melds_with(first: Card, rest: Sequence[Card]) -> Iterator[set[Card]]:
    """Every meld of this card with some of the others."""
    twins = [face for face in rest if RANK[face] == RANK[first]]
    if len(twins) == 3:
        yield set(twins)
        yield from (set(twins) - {face} for face in twins)
    elif len(twins) == 2:
        yield set(twins)
    places = {(RANK[face] + 1) % 13 for face in rest if SUIT[face] == SUIT[first]}
    at = (RANK[first] + 1) % 13
    for low in range(13):
        for high in range(max(low + 2, at), 13):
            run = set(range(low, high + 1)) - {at}
            if low <= at and run <= places:
                yield {13 * SUIT[first] + (place - 1) % 13 for place in run}
