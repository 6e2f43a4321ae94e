"""Helpers for the variants of Hearts: tables of any of them, and deals of two packs that cancel, planned trick by trick.

A *table* is as in `hands`: one line a seat, and where a deal is planned column k is trick k. In a table of two packs a
card may be twice. The planned tables give each seat a partner who holds the same cards and sits half the table away, so
that whoever leads is cancelled by the partner unless the two lines differ in that column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from hands import PACK, RANKS, Plan, Said, after, answer, cards, is_line, match, position, refused, results, with_more
from rumpus.core.record import BadRecord

ADD = "moon add"
SUBTRACT = "moon subtract"

TAKEN_OUT = {6: "2D 2D", 7: "2D 2D 2C 2C 3D 3D", 8: "", 9: "2D 2D 2C 2C 3D", 10: "2D 2D 2C 2C"}
"""What leaves two packs for so many seats: 104 - 2 = 6 x 17, 104 - 6 = 7 x 14, 8 x 13, 104 - 5 = 9 x 11, 104 - 4 = 10 x 10."""

EACH = {6: 17, 7: 14, 8: 13, 9: 11, 10: 10}


# --- one pack --------------------------------------------------------------------------------------------------------


def variant(game: str, plans: Sequence[Plan], dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of a game of one pack: the last seat deals first and nobody gives, unless `dealer` or `give` says otherwise."""
    seats = len(plans[0].table)
    return match(game, plans, seats - 1 if dealer is None else dealer, {"give": "none", **options})


def defaults(game: str, plans: Sequence[Plan], dealer: int | None = None) -> dict[str, Any]:
    """The same with no option named at all."""
    return {**variant(game, plans, dealer), "options": {}}


def after_in(game: str, table: Sequence[str], played: str, leader: int = 0, **options: Any) -> dict[str, Any]:
    """A record of a game of one pack that has come to a place in a deal, as `hands.after` has it of hearts."""
    return {**after(table, played, leader=leader, **options), "game": game}


def paid(record: dict[str, Any]) -> list[int]:
    """What the last deal of a record pays."""
    scores = results(record, "scores")[-1]
    assert isinstance(scores, list)
    return scores


def end(record: dict[str, Any]) -> tuple[bool, list[int]]:
    """Whether the match is over, and who has won."""
    said = answer(record)
    assert "error" not in said, said
    return said["over"], said["winners"]


def bad(record: Any) -> str:
    """The sentence that says why this is no record."""
    with pytest.raises(BadRecord) as raised:
        answer(record)
    sentence = str(raised.value)
    assert is_line(sentence), sentence
    return sentence


def empty_table(game: str, seats: int, **options: Any) -> dict[str, Any]:
    """A record in which nothing has been dealt yet: it is one wherever the game has so many seats and these options."""
    names = [f"seat {seat}" for seat in range(seats)]
    return {"rumpus": 1, "game": game, "options": options, "house_rules": [], "seats": names, "dealer": 0, "deals": []}


def seat_numbers(game: str, **options: Any) -> list[int]:
    """The numbers of seats, up to 12, that a game takes; the others must be refused with a sentence."""
    refused_seats = {}
    for seats in range(1, 13):
        try:
            answer(empty_table(game, seats, **options))
        except BadRecord as why:
            refused_seats[seats] = str(why)
    assert all(is_line(sentence) for sentence in refused_seats.values()), refused_seats
    return [seats for seats in range(1, 13) if seats not in refused_seats]


# --- two packs -------------------------------------------------------------------------------------------------------


def without(deck: Sequence[str], gone: str) -> list[str]:
    """A deck less these cards, one copy each time that one is named."""
    left = list(deck)
    for card in cards(gone):
        left.remove(card)
    return left


def two_packs(seats: int) -> list[str]:
    """The cards of a deal of two packs, in no particular order of twins."""
    return without(PACK + PACK, TAKEN_OUT[seats])


def filled_twice(lines: Sequence[str]) -> list[str]:
    """A table of two packs from hands that are written in part: what is left goes, clubs first and twins together, to the
    lowest seat with room."""
    hands = [cards(line) for line in lines]
    seats = len(hands)
    left = sorted(without(two_packs(seats), " ".join(card for hand in hands for card in hand)), key=PACK.index)
    for hand in hands:
        while len(hand) < EACH[seats]:
            hand.append(left.pop(0))
    assert not left
    return [" ".join(hand) for hand in hands]


def dealt_twice(table: Sequence[str], dealer: int) -> str:
    """The deck that deals these hands, of two packs."""
    hands = [cards(line) for line in table]
    seats = len(hands)
    if seats in TAKEN_OUT:
        assert sorted(card for hand in hands for card in hand) == sorted(two_packs(seats)), "not these two packs"
    order = [hands[(dealer + 1 + step) % seats] for step in range(seats)]
    return " ".join(card for one_each in zip(*order, strict=True) for card in one_each)


def taker(trick: Sequence[str], leader: int) -> int | None:
    """Who takes a trick whose cards are given in turn order: the highest of the suit led that no twin cancels."""
    alone = [place for place, card in enumerate(trick) if card[1] == trick[0][1] and list(trick).count(card) == 1]
    if not alone:
        return None
    return (leader + max(alone, key=lambda place: RANKS.index(trick[place][0]))) % len(trick)


class Played(NamedTuple):
    """A deal that was played out: what was said, and what each seat has taken."""

    said: list[Said]
    taken: list[list[str]]


def played_out(hands: Sequence[Sequence[str]], leader: int, *, in_columns: bool = True) -> Played:
    """Play a deal of two packs to its end: column by column, or each with its first card that follows suit (else its first)."""
    seats = len(hands)
    left = [list(hand) for hand in hands]
    result = Played([], [[] for _ in hands])
    untaken: list[str] = []
    last: int | None = None
    for _ in range(len(left[0])):
        order = [(leader + step) % seats for step in range(seats)]
        trick: list[str] = []
        for seat in order:
            following = [card for card in left[seat] if trick and card[1] == trick[0][1]]
            trick.append(left[seat][0] if in_columns or not following else following[0])
            left[seat].remove(trick[-1])
        result.said.extend([seat, f"play {card}"] for seat, card in zip(order, trick, strict=True))
        untaken += trick
        took = taker(trick, leader)
        if took is not None:
            result.taken[took] += untaken
            leader, last, untaken = took, took, []
    if last is not None:
        result.taken[last] += untaken
    return result


def points(taken: Sequence[str]) -> int:
    """Hearts 1, each Q♠ 13."""
    return sum(13 if card == "QS" else 1 if card[1] == "H" else 0 for card in taken)


def first_leader(table: Sequence[str], dealer: int) -> int:
    """The holder of the lowest club that is nearest the dealer's left."""
    lowest = min((card for line in table for card in cards(line)), key=PACK.index)
    seats = len(table)
    order = [(dealer + 1 + step) % seats for step in range(seats)]
    return next(seat for seat in order if lowest in cards(table[seat]))


class Doubled(NamedTuple):
    """One deal of two packs: a table played out column by column, or up to its first `stop` actions, `then` more."""

    table: Sequence[str]
    then: Sequence[Said] = ()
    stop: int | None = None

    def deal(self, dealer: int) -> dict[str, Any]:
        """The deal as a record has it; nobody gives."""
        hands = [cards(line) for line in self.table]
        said = played_out(hands, first_leader(self.table, dealer)).said[: self.stop]
        return {"deck": dealt_twice(self.table, dealer), "actions": said + [list(one) for one in self.then]}


def doubled(game: str, plans: Sequence[Doubled] | Sequence[str], dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of two packs: of plans, or of one table with nothing played yet. The last seat deals first and nobody gives,
    unless an option says otherwise; `packs` is to be said for a game that has one."""
    chosen = [plan for plan in plans if isinstance(plan, Doubled)]
    if not chosen:
        chosen = [Doubled([line for line in plans if isinstance(line, str)], stop=0)]
    seats = len(chosen[0].table)
    dealer = seats - 1 if dealer is None else dealer
    record = empty_table(game, seats, **{"give": "none", **options})
    deals = [plan.deal((dealer + number) % seats) for number, plan in enumerate(chosen)]
    return {**record, "dealer": dealer, "deals": deals}


def cancelling(plans: Sequence[Doubled] | Sequence[str], dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of cancellation-hearts."""
    return doubled("cancellation-hearts", plans, dealer, **options)


def after_twice(table: Sequence[str], played: str, dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of cancellation-hearts that has come to a place in a deal: these cards are played, and nobody gave."""
    record = cancelling(table, dealer, **options)
    leader = first_leader(table, record["dealer"])
    said: list[Said] = []
    trick: list[str] = []
    for card in cards(played):
        said.append([(leader + len(trick)) % len(table), f"play {card}"])
        trick.append(card)
        if len(trick) == len(table):
            took = taker(trick, leader)
            leader, trick = leader if took is None else took, []
    return with_more(record, *said)


def untaken(record: dict[str, Any]) -> list[str]:
    """The cards of tricks that nobody has taken yet."""
    found = position(record).get("untaken", [])
    assert isinstance(found, list)
    return found


def refused_at_the_end(record: dict[str, Any], *said: Said) -> str:
    """The reason why the first of these actions is refused after the last deal of a record."""
    longer = with_more(record, *said)
    return refused(longer, len(record["deals"]) - 1, len(record["deals"][-1]["actions"]))


# --- eight seats, two whole packs: seats 0 and 4 hold the clubs, 1 and 5 diamonds, 2 and 6 hearts, 3 and 7 spades --------


def eight(zero: str, four: str, one: str = "2D..AD", two: str = "2H..AH", five: str = "", six: str = "") -> list[str]:
    """Eight seats from the lines of the club holders; seats 5 and 6 play as 1 and 2 do unless something else is said."""
    return [zero, one, two, "2S..AS", four, five or one, six or two, "2S..AS"]


TWINS = eight("2C..AC", "2C..AC")
"""Every trick is 2♣ 2♦ 2♥ 2♠ twice over, and so on up to the aces: no card of any trick is left, nobody takes anything."""

SUN8 = eight("2C AC AC 3C..QC", "2C KC KC 3C..QC")
"""Trick 1 is nobody's; seat 0 takes tricks 2 and 3 (A♣ over K♣) and trick 1 with them; tricks 4 to 13 cancel and come to
seat 0 as well, which took the one before: every card of the deal."""

MOON8 = eight("2C AC 3C..KC", "AC 2C 3C..KC", one="3D 2H 4D..AD", two="2D 3H..AH")
"""Seat 4 takes trick 1 (A♣ over 2♣), in which there is no point; seat 0 takes trick 2 (A♣ over 2♣) and, since all that
follow cancel, the rest: all 52 points, both J♦ (trick 10) and both T♦ (trick 9), but not every trick."""

ONE_JACK8 = eight("2C AC 3C..KC", "AC 2C 3C..KC", "JD 2H 4D..TD 3D QD KD AD", "2D 3H..AH", five="3D 2H 4D..AD")
"""As MOON8, but seat 1 throws its J♦ on trick 1, which seat 4 takes: seat 0 has all 52 points and one J♦ of two."""

# --- six seats, 2♦ 2♦ out, 17 cards each: 0 and 3 hold clubs and 3♦ to 6♦, 1 and 4 the other diamonds and 2♥ to T♥ ---------

SUN6 = [
    "2C AC AC 3C..QC 3D..6D",
    "7D..AD 2H..TH",
    "2S..AS JH..AH",
    "2C KC KC 3C..QC 3D..6D",
    "7D..AD 2H..TH",
    "2S..AS JH..AH",
]
"""As SUN8: seat 0 takes tricks 2 and 3, all others cancel and come to it: every card of the deal."""
