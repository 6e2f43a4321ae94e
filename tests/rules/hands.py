"""Small helpers for tests of rules: stacked decks, whole deals planned trick by trick, and questions to the engine.

A *table* is one line a seat, seat 0 first: the cards that the seat holds. Where a whole deal is planned the line
gives them in the order in which they are played, so that column k of the table is trick k and a deal can be worked
by hand from it. `2H..JH` and `AD..9D` stand for runs in one suit, upwards or downwards.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rumpus.core.hooks import find_plugins
from rumpus.core.record import replay

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]

Said = list[Any]
"""One action of a record: `[seat, "action"]`."""


@functools.cache
def catalogue() -> Any:
    """The installed games, found once."""
    return find_plugins()


def answer(record: dict[str, Any]) -> dict[str, Any]:
    """What `rumpus replay --json` says of a record."""
    said = replay(record, catalogue())
    assert isinstance(said, dict)
    return said


# --- cards and decks -------------------------------------------------------------------------------------------------


def cards(text: str) -> list[str]:
    """The cards of a line: names, and runs such as `2H..AH` or `AD..9D`."""
    found: list[str] = []
    for word in text.split():
        first, dots, last = word.partition("..")
        if not dots:
            found.append(word)
            continue
        low, high, suit = RANKS.index(first[0]), RANKS.index(last[0]), first[1]
        assert suit == last[1], word
        step = 1 if low <= high else -1
        found += [RANKS[rank] + suit for rank in range(low, high + step, step)]
    assert all(card in PACK for card in found), text
    return found


def in_order(some: Iterable[str]) -> list[str]:
    """Cards in the declared order: clubs, diamonds, hearts, spades, each 2 to A."""
    return sorted(some, key=PACK.index)


def turned(table: Sequence[str], by: int) -> list[str]:
    """The same table with everybody moved `by` seats to the left: what seat 0 held is then at seat `by`."""
    return [table[(seat - by) % len(table)] for seat in range(len(table))]


def swapped(table: Sequence[str], one: str, other: str) -> list[str]:
    """The table with two cards, written out in it, exchanged."""
    return [" ".join({one: other, other: one}.get(card, card) for card in cards(line)) for line in table]


def filled(lines: Sequence[str], without: Sequence[str] = ()) -> list[str]:
    """A table from hands that are written in part: the rest of the pack goes, in order, to the lowest seat with room."""
    hands = [cards(line) for line in lines]
    held = {card for hand in hands for card in hand} | set(without)
    rest = [card for card in PACK if card not in held]
    size = (len(PACK) - len(without)) // len(hands)
    for hand in hands:
        while len(hand) < size:
            hand.append(rest.pop(0))
    assert not rest
    return [" ".join(hand) for hand in hands]


def dealt(table: Sequence[str], dealer: int) -> str:
    """The deck that deals these hands: singly, clockwise from the dealer's left."""
    hands = [cards(line) for line in table]
    seats = len(hands)
    round_the_table = [hands[(dealer + 1 + step) % seats] for step in range(seats)]
    deck = [card for one_each in zip(*round_the_table, strict=True) for card in one_each]
    assert len(set(deck)) == len(deck), "a card is twice on the table"
    return " ".join(deck)


# --- plans -----------------------------------------------------------------------------------------------------------


def plays(table: Sequence[str], leader: int) -> list[Said]:
    """All the plays of a planned deal of tricks: each column in turn order, the taker leads the next."""
    said: list[Said] = []
    for trick in zip(*(cards(line) for line in table), strict=True):
        order = [(leader + step) % len(trick) for step in range(len(trick))]
        said += [[seat, f"play {trick[seat]}"] for seat in order]
        followed = [seat for seat in order if trick[seat][1] == trick[leader][1]]
        leader = max(followed, key=lambda seat: RANKS.index(trick[seat][0]))
    return said


def before_giving(table: Sequence[str], offset: int) -> tuple[list[str], list[Said]]:
    """The hands as dealt, and the gives, that end in this table: each seat receives the first three of its line."""
    hands = [cards(line) for line in table]
    seats = len(hands)
    gifts = [hands[(seat + offset) % seats][:3] for seat in range(seats)]
    before = [" ".join(hands[seat][3:] + gifts[seat]) for seat in range(seats)]
    return before, [[seat, "give " + " ".join(gifts[seat])] for seat in range(seats)]


def holder(table: Sequence[str], card: str) -> int:
    """The seat that holds a card."""
    return next(seat for seat, line in enumerate(table) if card in cards(line))


class Plan(NamedTuple):
    """One deal of a record: a table played out column by column, or up to its first `stop` actions, `then` more."""

    table: Sequence[str]
    then: Sequence[Said] = ()
    give: int = 0
    leader: int | None = None
    stop: int | None = None

    def deal(self, dealer: int) -> dict[str, Any]:
        """The deal as a record has it. `give` seats to the left is where three cards go first; 0 gives none."""
        hands, said = before_giving(self.table, self.give) if self.give else (list(self.table), [])
        leader = self.leader
        if leader is None:
            leader = holder(self.table, min((c for line in self.table for c in cards(line)), key=PACK.index))
        said = (said + plays(self.table, leader))[: self.stop]
        return {"deck": dealt(hands, dealer), "actions": said + [list(one) for one in self.then]}


def match(game: str, plans: Sequence[Plan], dealer: int, options: dict[str, Any]) -> dict[str, Any]:
    """A record of these deals; the deal passes left."""
    seats = len(plans[0].table)
    deals = [plan.deal((dealer + number) % seats) for number, plan in enumerate(plans)]
    names = [f"seat {seat}" for seat in range(seats)]
    return {"rumpus": 1, "game": game, "options": options, "house_rules": [], "seats": names, "dealer": dealer, "deals": deals}


def with_more(record: dict[str, Any], *said: Said) -> dict[str, Any]:
    """The record with these actions after the last of its last deal."""
    last = record["deals"][-1]
    return {**record, "deals": [*record["deals"][:-1], {**last, "actions": [*last["actions"], *said]}]}


# --- questions to the engine -----------------------------------------------------------------------------------------


def results(record: dict[str, Any], key: str) -> list[Any]:
    """`scores`, `totals`, `ended` or `dealer` of each deal of a record that is in order."""
    said = answer(record)
    assert "error" not in said, said
    return [deal[key] for deal in said["deals"]]


def position(record: dict[str, Any]) -> dict[str, Any]:
    """The position of the last deal, which must be going on."""
    said = answer(record)
    assert "error" not in said, said
    assert isinstance(said["position"], dict), said
    return said["position"]


def refused(record: dict[str, Any], deal: int, action: int) -> str:
    """The reason why the record is refused, which must be at this place and be a sentence."""
    said = answer(record)
    assert set(said) == {"error"}, said
    assert set(said["error"]) == {"deal", "action", "reason"}, said
    assert (said["error"]["deal"], said["error"]["action"]) == (deal, action), said
    reason = said["error"]["reason"]
    assert isinstance(reason, str)
    assert is_sentence(reason), reason
    return reason


def refusal(record: dict[str, Any], *said: Said) -> str:
    """The reason why the last of these further actions is refused; those before it must be in order."""
    longer = with_more(record, *said)
    return refused(longer, len(longer["deals"]) - 1, len(longer["deals"][-1]["actions"]) - 1)


def accepted(record: dict[str, Any], *said: Said) -> bool:
    """Whether these further actions are within the rules; if not, it must be the last of them that is refused."""
    longer = with_more(record, *said)
    if "error" not in answer(longer):
        return True
    refusal(record, *said)
    return False


def may_play(record: dict[str, Any]) -> str:
    """The cards that the one seat to act may play, in declared order. Every face of the pack and the jokers are tried."""
    (seat,) = position(record)["turn"]
    return " ".join(card for card in [*PACK, "BJ", "RJ"] if accepted(record, [seat, f"play {card}"]))


def is_sentence(text: str) -> bool:
    """Whether a player could be shown this: one line of words, which begins with a capital (or a card) and ends."""
    return is_line(text) and not text[0].islower()


def is_line(text: str) -> bool:
    """Whether this is one line of words that ends as a sentence does; it may begin with a place, `deals[1]: …`."""
    return len(text.split()) >= 3 and "\n" not in text and text.rstrip(")\"'").endswith((".", "?"))


# --- Hearts: deals that can be worked by hand ------------------------------------------------------------------------

SPLITS: dict[int, list[str]] = {
    # Seat 1 takes the opening lead with its high club, takes hearts with its top cards, then gives up the lead with a low
    # spade: seat 0 takes the rest. Points by seat: 2 and 24 of 26.
    3: [
        "2C..9C TC..KC 9S AS KS JS TS",
        "AC AD..3D 2S 3S 4S 8S",
        "5S QS 2H..QH 6S 7S KH AH",  # Q♠ on A♦ (trick 2), hearts on K♦ to 3♦; then K♥ and A♥ to seat 0
    ],
    # 16 and 10 of 26: tricks 1 to 10 bring seat 1 a heart each, 2♥ to J♥; trick 11 brings seat 0 Q♥ and Q♠, then K♥, A♥.
    4: [
        "2C..JC AS KC QC",
        "AC AD..6D 2S 5D 4D",
        "2H..AH",
        "3S 2D 3D 4S..TS QS JS KS",
    ],
    # 17 and 9: seat 1 takes 1 + 1 + 1 + 2 + 2 + 2 hearts in six tricks; seat 0 takes Q♠ and 8♥, then three hearts.
    5: [
        "3C..8C AS 9C TC JC",
        "AC KC AD KD QD JD 2S TD 9D 8D",
        "2H..JH",
        "3S 4S 5S QH KH AH QS 6S 7S 8S",
        "QC 3D..7D KS 9S TS JS",
    ],
    # 20 and 6: seat 1 takes 1 + 1 + 2 + 2 hearts in four tricks; seat 0 takes Q♠ and 6♥, then two hearts a trick.
    6: [
        "4C..7C AS 8C 9C TC",
        "AC KC AD KD 2S QD JD 3S",
        "2H..9H",
        "4S 5S TH JH QS QH KH AH",
        "6S 7S 4D 5D 8S 6D 7D 9S",
        "JC QC 8D 9D KS TD TS JS",
    ],
}
SPLIT_SCORES = {3: [2, 24, 0], 4: [16, 10, 0, 0], 5: [17, 9, 0, 0, 0], 6: [20, 6, 0, 0, 0, 0]}

SUNS: dict[int, list[str]] = {
    # Seat 0 takes every trick: nobody can beat its clubs (nor, with 3 seats, the four top spades that it plays last).
    3: ["2C..AC AS KS QS JS", "AD KD QD JD 2H..AH", "3D..TD 2S..TS"],
    4: ["2C..AC", "2D..AD", "2H..AH", "2S..AS"],
    5: ["AC..5C", "3D..QD", "2H..JH", "2S..JS", "3C 4C KD AD QS KS AS QH KH AH"],
    6: ["AC..7C", "4D..JD", "2H..9H", "2S..9S", "QD KD TS TH..AH", "4C 5C 6C AD JS QS KS AS"],
}

# Seat 1 takes the first two tricks without a point in them, J♦ in the second; seat 0 takes the other eleven and all 26.
ALL_POINTS_NOT_ALL_TRICKS = [
    "2C 3C AS KC..4C",
    "AC JD 2S 4D..TD QD KD AD",
    "2D 3D 2H..QH",
    "3S 4S QS KH AH 5S..JS KS",
]


def hearts(plans: Sequence[Plan] | Sequence[str], dealer: int | None = None, **options: Any) -> dict[str, Any]:
    """A record of hearts: of plans, or of one table with nothing played yet. The last seat deals first, so that seat 0 is
    the eldest hand, and nobody gives, unless `dealer` or `give` says otherwise."""
    chosen = [plan for plan in plans if isinstance(plan, Plan)]
    if not chosen:
        chosen = [Plan([line for line in plans if isinstance(line, str)], stop=0)]
    if dealer is None:
        dealer = len(chosen[0].table) - 1
    return match("hearts", chosen, dealer, {"give": "none", **options})


def after(table: Sequence[str], played: str, dealer: int | None = None, leader: int = 0, **options: Any) -> dict[str, Any]:
    """A record of hearts that has come to a place in a deal: nobody gives; `leader` leads, and these cards are played."""
    said: list[Said] = []
    trick: list[str] = []
    for card in cards(played):
        said.append([(leader + len(trick)) % len(table), f"play {card}"])
        trick.append(card)
        if len(trick) == len(table):
            following = [place for place, other in enumerate(trick) if other[1] == trick[0][1]]
            best = max(following, key=lambda place: RANKS.index(trick[place][0]))
            leader, trick = (leader + best) % len(table), []
    return with_more(hearts(table, dealer, **options), *said)
