"""What cards count, told from the prices in force: a house rule that changes a price changes the sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rumpus.core.cards import ACE, BJ, JACK, KING, QUEEN, RANK, RJ, TWO, Card

NUMBERS = ("deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
FACES = (JACK, QUEEN, KING)


def tell_prices(values: Sequence[int], deck: Collection[Card]) -> str:
    """``face cards 10, aces 1, others their pips``: the prices of a deck's cards, by rank; suits that differ are named."""
    cards = frozenset(deck)
    if len({values[card] for card in cards}) == 1:
        return f"{values[min(cards)]} a card"
    prices = {rank: sorted({values[card] for card in cards if card < BJ and RANK[card] == rank}) for rank in (*range(13),)}
    told = [("aces", prices[ACE])] if prices[ACE] else []
    told += [("jokers", [values[joker]]) for joker in (BJ, RJ) if joker in cards][:1]
    told += [(NUMBERS[rank - TWO], prices[rank]) for rank in range(TWO, JACK) if prices[rank] not in ([], [rank - TWO + 2])]
    if prices[JACK] and prices[JACK] == prices[QUEEN] == prices[KING]:
        told.append(("face cards", prices[JACK]))
    else:
        told += [(name, prices[rank]) for name, rank in zip(("jacks", "queens", "kings"), FACES, strict=True) if prices[rank]]
    grouped: dict[str, list[str]] = {}
    for name, found in told:
        grouped.setdefault(" or ".join(map(str, found)), []).append(name)
    sentence = ", ".join(f"{_all(names)} {price}" for price, names in grouped.items())
    numbers = any(prices[rank] == [rank - TWO + 2] for rank in range(TWO, JACK))
    return f"{sentence}, others their pips" if numbers else sentence


def _all(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
