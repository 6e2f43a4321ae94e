"""Black Heart: the turns of a rummy whose royalty is attended.

Draw or dig, swap jokers, meld, discard. Every dig binds its card until the first meld of the turn, and is undone as a
whole by ``return``. When the draw pile is empty turns are shortened: dig, swap and meld as before, and no discard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from rumpus.core.actions import DISCARD, DRAW_STOCK, PASS, Action, Offer, Part, card_set
from rumpus.core.cards import Card, Placed, card_of
from rumpus.core.deal import ONLY, Illegal, Phase
from rumpus.core.families.black_heart.rule import AttendedMeld, AttendedRule, lay_on, read_set
from rumpus.core.families.black_heart.search import Wish, can_meld, every_part, find_meld
from rumpus.core.families.black_heart.swaps import Swaps
from rumpus.core.families.rummy.digging import NONE, RETURN, Digging
from rumpus.core.families.rummy.laying import Laying, MeldingTable, Owners, TableMeld, end_of
from rumpus.core.families.rummy.rules import TableRules
from rumpus.core.zones import NOBODY

MOST_OF_A_FIRST_MELD = 10


@dataclass(frozen=True, kw_only=True)
class AttendedRules(TableRules):
    """What Black Heart chooses.

    ``melds`` says what a meld is, ``melded`` what a card scores that is melded (``values`` what one costs that is held).
    ``first_meld`` is how many cards a first meld holds with a total below 100, one more for each 100 (0: any number).
    With ``swaps`` melded jokers are taken for naturals. ``out`` is paid for going out, ``black_heart`` besides for each
    player, ``most_black_heart`` at most, for going out in the turn of one's first meld.
    """

    melds: AttendedRule
    melded: tuple[int, ...]
    first_meld: int = 3
    swaps: bool = True
    out: int = 25
    black_heart: int = 25
    most_black_heart: int = 100

    def least_cards(self, total: int) -> int:
        """How many cards a first meld holds at least with such a total before the deal."""
        if not self.first_meld or total < 0:
            return 1
        return min(self.first_meld + total // 100, MOST_OF_A_FIRST_MELD)


class AttendedLaying(Laying):
    """A meld on trial whose cards may have attendants beside them."""

    __slots__ = ()

    @classmethod
    def of(cls, deal: MeldingTable, seat: int) -> Self:
        melds = [(AttendedMeld(each.kind, each.cards, each.beside, each.since), each.owners) for each in deal.melds]
        return cls(deal, seat, list(deal.at[seat]), (), melds)

    def read(self, part: Part) -> AttendedMeld:
        meld = read_set(self.deal.meld_rule, part.cards, part.attendants)
        return meld._replace(since=(self._now(),) * len(meld.cards))

    def grown(self, meld: AttendedMeld, owners: Owners, part: Part) -> tuple[AttendedMeld, Owners]:
        low, high = lay_on(self.deal.meld_rule, meld.kind, meld.cards, part.cards, part.attendants, end_of(part.end))
        before, behind = len(low.cards), len(high.cards)
        grown = AttendedMeld(
            meld.kind,
            (*low.cards, *meld.cards, *high.cards),
            (*low.beside, *meld.beside, *high.beside),
            (*(self._now(),) * before, *meld.since, *(self._now(),) * behind),
        )
        return grown, (self.seat,) * before + owners + (self.seat,) * behind

    def _now(self) -> int:
        return int(self.deal.laid) + 1 + len(self.changed) + self.lay_offs

    def fresh(self, number: int) -> list[Placed]:
        fresh = super().fresh(number)
        attendants = [face for face in self.melds[number][0].beside if face is not None]
        for face in self.deal.melds[number].beside if number < len(self.deal.melds) else ():
            if face is not None:
                attendants.remove(face)
        return fresh + attendants


class Turn(Phase):
    """Any stage of a turn: what may be done follows from what was done in it."""

    def offers(self, deal: Any, seat: int) -> list[Offer]:
        if deal.must_draw():
            return [DRAW_STOCK, *deal.digs(seat)]
        digs = [] if deal.way else deal.digs(seat)
        swaps = deal.swap_offers(seat) if deal.may_swap() else []
        return [*digs, *swaps, *deal.meld_offers(seat), *self._ends(deal, seat)]

    @staticmethod
    def _ends(deal: Any, seat: int) -> list[Action]:
        if deal.bound != NONE:
            return [RETURN]
        return [PASS] if deal.is_short() else [DISCARD[face] for face in deal.discards(seat)]

    def act(self, deal: Any, seat: int, action: Action) -> None:
        if action.verb == "draw":
            deal.draw(seat, action)
        elif deal.must_draw():
            raise Illegal("Draw a card first: 'draw stock', or dig with 'draw discard' and how many cards.")
        elif action == RETURN:
            deal.put_pile_back(seat)
        elif action.verb == "meld":
            deal.meld(seat, action.parts)
        elif action.verb == "swap":
            deal.swap(seat, action)
        else:
            deal.check_bound(action)
            deal.end_with(seat, action)


class AttendedDeal(Swaps, Digging):
    """A deal of Black Heart.

    ``way`` is how the seat in turn has drawn: ``stock``, ``dig``, ``none`` once it goes on without drawing, or empty.
    ``shortened`` says whether turns are shortened, ``quiet`` how many of them in a row have melded nothing. ``laid``
    counts what was laid, so that it is known which joker lay first.
    """

    phases = {"draw": Turn(), "meld": Turn(), "shortened": Turn()}  # noqa: RUF012
    least_bound = 1
    rules: AttendedRules

    def begin(self) -> None:
        self.meld_rule = self.rules.melds
        self.way = ""
        self.shortened = False
        self.quiet = 0
        self.laid = 0
        self.clear_table()
        if self.story is not None:
            self.tell_rules()
        self.deal_table()

    def tell_rules(self) -> None:
        """Say what helps to put melds together: how melds come about here, and how many cards a first one needs."""
        melds, own = self.meld_rule, self.rules.lays_on == "own"
        self.note("attended", {"jokers": melds.jokers, "around": melds.around, "own": own})
        self.tell_first_melds(NOBODY)

    def tell_first_melds(self, side: int) -> None:
        """Say how many cards each seat's first meld holds at least: 0 where its side has made it, as this side just did."""
        rules = self.rules
        if rules.first_meld:
            done = [opened or side == each for each, opened in enumerate(self.opened)]
            sides = [rules.side(seat) for seat in range(self.seats)]
            self.note("first_meld", [0 if done[each] else rules.least_cards(self.before[each]) for each in sides])

    def deal_table(self) -> None:
        """Deal the cards, and begin the first turn."""
        self.deal_and_turn_up()
        self.begin_turn(self.left_of(self.dealer))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats_in)

    # --- a turn -------------------------------------------------------------------------------------------------------

    def begin_turn(self, seat: int) -> None:
        self.open_turn(seat)

    def open_turn(self, seat: int) -> None:
        """A seat's turn begins, or begins once more after a return."""
        self.way = ""
        self.begin_swaps()
        self.enter("shortened" if self.shortened else "draw", ONLY[seat])

    def has_stock(self) -> bool:
        """Whether there is a draw pile: it is never made anew."""
        return bool(self.at[self.stock])

    def must_draw(self) -> bool:
        """Whether the seat in turn must draw before anything else."""
        return not self.way and self.has_stock()

    def is_short(self) -> bool:
        """Whether this turn ends without a discard, as far as can be said now."""
        return self.shortened or (self.way in ("", "none") and not self.has_stock())

    def draw(self, seat: int, action: Action) -> None:
        """Draw the top of the draw pile, or dig."""
        if self.way:
            raise Illegal("You have drawn already, or begun to play without drawing: a turn has one draw, and it comes first.")
        if action.word == "discard":
            self.take_discard(seat, action.depth)
            self.way = "dig"
        elif action.word == "stock":
            if not self.has_stock():
                raise Illegal("The draw pile is empty: dig into the discard pile, meld without drawing, or pass.")
            self.draw_stock(seat)
            self.way = "stock"
        else:
            raise Illegal("There is no trick pile in this game: 'draw stock' or 'draw discard'.")
        if not self.shortened:
            self.enter("meld", ONLY[seat])

    def why_no_dig(self, depth: int) -> str | None:
        return "You have put that card back in this turn: choose another, or none." if depth in self.put_back else None

    def undo_turn(self, seat: int) -> None:
        self.undo_swaps(seat)

    def put_pile_back(self, seat: int) -> None:
        super().put_pile_back(seat)
        self.open_turn(seat)

    def end_with(self, seat: int, action: Action) -> None:
        """End the turn with a discard, or a shortened one with a pass."""
        if action == PASS:
            if not self.is_short():
                raise Illegal("This turn ends with a discard; only one that begins without a draw pile may end with a pass.")
            self.end_short_turn(seat)
        elif action.verb == "discard":
            if self.is_short():
                raise Illegal("There is no discard in a turn that begins without a draw pile: end it with 'pass'.")
            self.discard(seat, action)
        else:
            raise Illegal(f"Swap, meld, or end your turn with {'a pass' if self.is_short() else 'a discard'}.")

    def end_short_turn(self, seat: int) -> None:
        """After as many turns without a meld as there are players the deal is over."""
        self.shortened = True
        self.quiet = 0 if self.melded_now else self.quiet + 1
        if self.quiet >= self.players:
            self.finish("stock")
        else:
            self.end_turn(seat)

    # --- melding ------------------------------------------------------------------------------------------------------

    def wish(self, seat: int) -> Wish:
        """What the seat's next meld must do."""
        least = 1 if self.has_opened(seat) else self.rules.least_cards(self.before[self.rules.side(seat)])
        return Wish(least, None if self.bound == NONE else self.bound)

    def try_meld(self, seat: int, parts: Sequence[Part]) -> AttendedLaying:
        laying = AttendedLaying.of(self, seat)
        for part in parts:
            laying.lay(part)
        self.check_bound(Action("meld", parts=tuple(parts)))
        least, laid = self.wish(seat).least, len(self.at[seat]) - len(laying.hand)
        if laid < least:
            total = self.before[self.rules.side(seat)]
            raise Illegal(
                f"Your first meld must hold at least {least} cards, attendants among them, with a total of {total}; "
                f"{'this' if laid == 1 else 'these'} hold{'s' if laid == 1 else ''} {laid}{self.rules.by('first_meld')}."
            )
        return laying

    def meld(self, seat: int, parts: Sequence[Part]) -> None:
        begins_short = self.is_short() and not self.shortened
        is_first = not self.has_opened(seat)
        super().meld(seat, parts)
        if is_first and self.story is not None:
            self.tell_first_melds(self.rules.side(seat))
        self.way = self.way or "none"
        if begins_short and not self.over:
            self.shortened = True
            self.enter("shortened", ONLY[seat])

    def put_down(self, seat: int, laying: Laying) -> None:
        super().put_down(seat, laying)
        self.laid += 1 + len(laying.changed) + laying.lay_offs

    def lies(self, zone: int, owner: int, meld: AttendedMeld, owners: Owners) -> TableMeld:
        return TableMeld(zone, owner, meld.kind, meld.cards, owners, meld.beside, meld.since)

    def may_lay_index(self, seat: int) -> list[int] | None:
        """On which melds, by index, a seat may lay off; None: on all."""
        if self.rules.lays_on == "all":
            return None
        return [at for at, each in enumerate(self.melds) if self.may_lay_off(seat, each)]

    def find_meld(self, seat: int, hand: Sequence[Card], wish: Wish) -> Action | None:
        """A meld that does what is wished, if there is one."""
        parts = find_meld(self.meld_rule, hand, [each.meld for each in self.melds], wish, self.may_lay_index(seat))
        return None if parts is None else Action("meld", parts=parts)

    def meld_offers(self, seat: int) -> list[Action]:
        """Every smallest set and single lay-off that will do, and a compound where one is needed."""
        hand, wish = self.at[seat], self.wish(seat)
        parts = every_part(self.meld_rule, hand, [each.meld for each in self.melds], self.may_lay_index(seat))
        if wish == Wish():
            return [Action("meld", parts=(part,)) for part in parts]
        found = [Action("meld", parts=(part,)) for part in parts if does(wish, len(hand), part)]
        more = None if found and wish.leaves is None else self.find_meld(seat, hand, wish)
        return found if more is None or more in found else [*found, more]

    def digs(self, seat: int) -> list[Action]:
        """The digs whose card could be melded at once."""
        pile, hand, wish = self.at[self.pile], self.at[seat], self.wish(seat)
        found = []
        melds, may_lay = [each.meld for each in self.melds], self.may_lay_index(seat)
        for depth in range(1, len(pile) + 1):
            if depth not in self.put_back:
                holding = [*hand, *pile[-depth:]]
                if can_meld(self.meld_rule, holding, melds, wish._replace(holds=pile[-depth]), may_lay):
                    found.append(Action("draw", word="discard", depth=depth))
        return found

    def is_black_heart(self) -> bool:
        """Whether who went out did so in the turn of its side's first meld."""
        return self.winner != NOBODY and self.melded_now and not self.opened[self.rules.side(self.winner)]

    def winner_by(self, scores: Sequence[int]) -> int:
        return NOBODY


def does(wish: Wish, held: int, part: Part) -> bool:
    """Whether one part alone does what is wished."""
    cards = card_set(part)
    left = held - len(cards)
    return (
        len(cards) >= wish.least
        and (wish.holds is None or wish.holds in cards)
        and (wish.leaves is None or left <= wish.leaves)
        and left >= wish.keeps
    )


def score(deal: AttendedDeal) -> list[int]:
    """Melded cards less held ones, by side; the side that went out is charged nothing and paid for it."""
    rules = deal.rules
    scores = [0] * rules.totals
    for each in deal.melds:
        for code, owner, beside in zip(each.cards, each.owners, each.beside, strict=True):
            scores[rules.side(owner)] += rules.melded[card_of(code)] + (0 if beside is None else rules.melded[beside])
    black_heart = rules.black_heart > 0 and deal.is_black_heart()
    out = NOBODY if deal.winner == NOBODY else rules.side(deal.winner)
    for seat in range(deal.seats):
        if rules.side(seat) != out:
            scores[rules.side(seat)] -= deal.hand_value(seat)
        elif black_heart:
            scores[out] += sum(rules.melded[face] for face in deal.at[seat])
    if out != NOBODY:
        scores[out] += rules.out + (min(rules.black_heart * deal.players, rules.most_black_heart) if black_heart else 0)
    return scores
