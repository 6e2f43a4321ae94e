"""The family of rummies: draw, meld, lay off, discard, go out.

`RummyRules` is what such games choose; `RummyDeal` plays by it, through one phase for each stage of a turn. A game with
a stage of its own adds a phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rumpus.core.actions import DISCARD, DRAW_DISCARD, DRAW_STOCK, PASS, Action, Offer, Part, card_set
from rumpus.core.cards import NAME, Card, Placed, card_of, code_name, sign, signs
from rumpus.core.deal import ONLY, Deal, Illegal, Phase
from rumpus.core.families.melds import End, Kind, Meld, MeldRule, NoMeld, fitting, lay_on, read_set
from rumpus.core.families.melds_sets import Room, room_on, set_finder
from rumpus.core.rules import Rules
from rumpus.core.zones import NOBODY

NO_CARD = -1


@dataclass(frozen=True, kw_only=True)
class RummyRules(Rules):
    """What a rummy chooses.

    ``hand`` are the cards dealt to each seat, deal after deal (the last number stays). ``values`` is what each card in
    hand counts, by card number. ``melds`` says what a meld is. ``turn_overs`` is how often the pile makes a new stock
    (None: as often as it is needed). ``return_discard`` lets a seat discard the card that it just took.
    ``rummy_pays`` is how many times over a seat wins that goes out without having melded in an earlier turn.
    """

    hand: tuple[int, ...]
    values: tuple[int, ...]
    melds: MeldRule
    turn_overs: int | None = None
    return_discard: bool = False
    rummy_pays: int = 1


@dataclass(slots=True)
class TableMeld:
    """A meld on the table: its cards in order, who scores each of them, and the zone in which they lie."""

    zone: int
    owner: int
    kind: Kind
    cards: tuple[Placed, ...]
    owners: tuple[int, ...]
    room: Room = field(default_factory=dict)

    def note(self) -> dict[str, Any]:
        """The meld as everybody is told of it."""
        return {
            "zone": self.zone,
            "owner": self.owner,
            "kind": self.kind,
            "cards": list(self.cards),
            "owners": list(self.owners),
            "with": [None] * len(self.cards),
        }


@dataclass(slots=True)
class _Laying:
    """A meld action tried out: what is left of the hand, and the table's melds as they would be."""

    hand: list[Card]
    melds: list[tuple[Kind, tuple[Placed, ...], tuple[int, ...]]]
    taken: Card
    news: set[int] = field(default_factory=set)


class Draw(Phase):
    """A turn begins: the top of the stock, or the top discard."""

    name = "draw"

    def offers(self, deal: RummyDeal, seat: int) -> list[Offer]:
        out: list[Offer] = [DRAW_STOCK] if deal.has_stock() else []
        if deal.at[deal.pile]:
            out.append(DRAW_DISCARD)
        return out if deal.has_stock() else [*out, PASS]

    def act(self, deal: RummyDeal, seat: int, action: Action) -> None:
        if action == PASS:
            if deal.has_stock():
                raise Illegal("You may not pass while there is a stock to draw from: draw a card.")
            deal.finish("block")
        elif action.verb != "draw":
            raise Illegal("Draw a card first: 'draw stock' or 'draw discard'.")
        elif action.word == "stock":
            if not deal.has_stock():
                raise Illegal(f"There is no stock to draw from: take the top discard, or pass{deal.rules.by('turn_overs')}.")
            deal.draw_stock(seat)
            deal.enter("meld", ONLY[seat])
        elif action.word == "discard":
            deal.take_discard(seat, action.depth)
            deal.enter("meld", ONLY[seat])
        else:
            raise Illegal("There is no trick pile in this game: 'draw stock' or 'draw discard'.")


class MeldAndDiscard(Phase):
    """After the draw: meld and lay off as much as wished, then discard one card."""

    name = "meld"

    def offers(self, deal: RummyDeal, seat: int) -> list[Offer]:
        return [*deal.meld_offers(seat), *(DISCARD[face] for face in deal.discards(seat))]

    def act(self, deal: RummyDeal, seat: int, action: Action) -> None:
        if action.verb == "meld":
            deal.meld(seat, action.parts)
        elif action.verb == "discard":
            deal.discard(seat, action)
        else:
            raise Illegal("Meld, lay off, or end your turn with a discard: 'discard' and a card.")


class RummyDeal(Deal):
    """A deal of a rummy.

    ``taken`` is the card that the seat in turn took from the pile and may not discard again; ``opened`` says which
    seats have melded or laid off in an earlier turn.
    """

    phases = {phase.name: phase for phase in (Draw(), MeldAndDiscard())}  # noqa: RUF012
    rules: RummyRules

    def begin(self) -> None:
        self.pile = self.open_zone("discard", NOBODY, "all")
        self.melds: list[TableMeld] = []
        self.find_sets = set_finder(self.rules.melds)
        self.turned = 0
        self.taken = NO_CARD
        self.opened = [False] * self.seats
        self.melded_now = False
        hand = self.rules.hand
        self.deal_hands(hand[min(self.number, len(hand) - 1)])
        self.take(1, self.stock, self.pile)
        self.enter("draw", ONLY[self.left_of(self.dealer)])

    def part_ways(self) -> None:
        self.melds = list(self.melds)
        self.opened = list(self.opened)

    # --- stock and pile -----------------------------------------------------------------------------------------------

    def has_stock(self) -> bool:
        """Whether a card can be drawn from the stock, a turned-over pile included."""
        return bool(self.at[self.stock]) or (len(self.at[self.pile]) > 1 and self.may_turn_over())

    def may_turn_over(self) -> bool:
        """Whether the rules still let the pile be turned over."""
        limit = self.rules.turn_overs
        return limit is None or self.turned < limit

    def draw_stock(self, seat: int) -> None:
        """Draw the top of the stock, which is made from the pile first where it is empty."""
        if not self.at[self.stock]:
            self.turn_over()
        self.take(1, self.stock, seat)
        self.taken = NO_CARD

    def turn_over(self) -> None:
        """Make a new stock of the pile, all but its top card; the card discarded first comes to lie on top."""
        pile = self.at[self.pile]
        rest = tuple(pile[:-1])
        self.at[self.stock] = list(rest[::-1])
        del pile[:-1]
        self.turned += 1
        if self.story is not None:
            self.story.append(("move", rest, self.zones[self.pile], self.zones[self.stock]))
        self.note("turned", self.turned)

    def take_discard(self, seat: int, depth: int) -> None:
        """Take the top discard into the hand."""
        pile = self.at[self.pile]
        if not pile:
            raise Illegal("The discard pile is empty: draw from the stock.")
        if depth != 1:
            raise Illegal("Only the top card of the pile may be taken: 'draw discard'.")
        self.taken = pile[-1]
        self.take(1, self.pile, seat)

    # --- melding ------------------------------------------------------------------------------------------------------

    def meld_offers(self, seat: int) -> list[Offer]:
        """Every set that the hand holds and every card of it that can be laid off."""
        hand = self.at[seat]
        out: list[Offer] = []
        for found in self.find_sets(hand):
            part = Part(found.cards)
            if not self._is_stuck_by(seat, part):
                out.append(Action("meld", parts=(part,)))
        for number, table_meld in enumerate(self.melds, 1):
            if not self.may_lay_off(seat, table_meld):
                continue
            for face in dict.fromkeys(hand):
                for code, end in table_meld.room.get(face, ()):
                    part = Part((code,), on=number, end=end)
                    if not self._is_stuck_by(seat, part):
                        out.append(Action("meld", parts=(part,)))
        return out

    def may_lay_off(self, seat: int, table_meld: TableMeld) -> bool:
        """Whether a seat may lay off on this meld: here, on anybody's."""
        return True

    def _is_stuck_by(self, seat: int, part: Part) -> bool:
        hand = self.at[seat]
        if self.taken == NO_CARD or len(hand) != len(part.cards) + 1:
            return False
        try:
            self.try_meld(seat, (part,))
        except Illegal:
            return True
        return False

    def try_meld(self, seat: int, parts: Sequence[Part]) -> _Laying:
        """What the table would look like after a meld of these parts; raises Illegal."""
        laying = _Laying(list(self.at[seat]), [(m.kind, m.cards, m.owners) for m in self.melds], self.taken)
        for part in parts:
            self._lay(seat, part, laying)
        hand, taken = laying.hand, laying.taken
        if hand == [taken] and not self.rules.return_discard and not self._can_lay_off_still(seat, laying):
            raise Illegal(
                f"That would leave you only the {sign(taken)} that you just took, and you may not discard it: keep another card."
            )
        return laying

    def _lay(self, seat: int, part: Part, laying: _Laying) -> None:
        if part.attendants:
            raise Illegal("No card comes with an attendant in this game: leave 'with' out.")
        for face in card_set(part):
            if face not in laying.hand:
                raise Illegal(f"You do not hold {sign(face)}; meld cards of your hand, each once.")
            laying.hand.remove(face)
        if laying.taken in card_set(part):
            laying.taken = NO_CARD
        if part.on:
            if part.on > len(laying.melds):
                raise Illegal(f"There is no meld {part.on} on the table; there are {len(laying.melds)}.")
            if part.on <= len(self.melds) and not self.may_lay_off(seat, self.melds[part.on - 1]):
                raise Illegal(f"You may not lay off on meld {part.on}: it is not yours.")
            kind, cards, owners = laying.melds[part.on - 1]
            try:
                low, high = lay_on(self.rules.melds, Meld(kind, cards), part.cards, _end(part.end))
            except NoMeld as why:
                raise Illegal(str(why)) from None
            owners = (seat,) * len(low) + owners + (seat,) * len(high)
            laying.melds[part.on - 1] = (kind, (*low, *cards, *high), owners)
            laying.news.add(part.on - 1)
            return
        try:
            found = read_set(self.rules.melds, part.cards)
        except NoMeld as why:
            raise Illegal(str(why)) from None
        laying.news.add(len(laying.melds))
        laying.melds.append((found.kind, found.cards, (seat,) * len(found.cards)))

    def _can_lay_off_still(self, seat: int, laying: _Laying) -> bool:
        for number, (kind, cards, _) in enumerate(laying.melds):
            allowed = number >= len(self.melds) or self.may_lay_off(seat, self.melds[number])
            if allowed and fitting(self.rules.melds, Meld(kind, cards), laying.hand):
                return True
        return False

    def meld(self, seat: int, parts: Sequence[Part]) -> None:
        """Put sets on the table and lay cards off; with the last card the seat is out."""
        laying = self.try_meld(seat, parts)
        self.put_down(seat, laying)
        self.taken = laying.taken
        self.melded_now = True
        if not self.at[seat]:
            self.go_out(seat)

    def put_down(self, seat: int, laying: _Laying) -> None:
        """Carry out what was tried."""
        left = list(laying.hand)
        for number in sorted(laying.news):
            kind, cards, owners = laying.melds[number]
            before = self.melds[number] if number < len(self.melds) else None
            fresh = list(cards)
            for code in before.cards if before else ():
                fresh.remove(code)
            self.set_down(seat, number, Meld(kind, cards), owners, fresh)
        assert self.at[seat] == left, "what was tried is what was done"

    def set_down(self, seat: int, number: int, meld: Meld, owners: tuple[int, ...], fresh: Sequence[Placed]) -> None:
        """Put cards of a hand into a meld, the table's next one or one that is there, which then looks like this."""
        if number == len(self.melds):
            zone, owner = self.open_zone("meld", seat, "all"), seat
            self.melds.append(TableMeld(zone, owner, meld.kind, (), ()))
        else:
            zone, owner = self.melds[number].zone, self.melds[number].owner
        self.move([card_of(code) for code in fresh], seat, zone)
        self.melds[number] = TableMeld(zone, owner, meld.kind, meld.cards, owners, room_on(self.rules.melds, meld))
        self.note(f"meld/{number + 1}", self.melds[number].note())

    # --- the end of a turn --------------------------------------------------------------------------------------------

    def discards(self, seat: int) -> list[Card]:
        """The cards that a seat may discard, in declared order, twins named once."""
        hand = list(dict.fromkeys(self.at[seat]))
        return hand if self.rules.return_discard else [f for f in hand if not self.is_barred_discard(seat, f)]

    def is_barred_discard(self, seat: int, face: Card) -> bool:
        """Whether a card is the one just taken from the pile; a twin of it is another card."""
        return face == self.taken and self.at[seat].count(face) == 1 and not self.rules.return_discard

    def check_discard(self, seat: int, face: Card) -> None:
        """Raise Illegal where a seat may not discard a card."""
        if face not in self.at[seat]:
            raise Illegal(f"You do not hold {sign(face)}; discard a card of your hand.")
        if self.is_barred_discard(seat, face):
            raise Illegal(f"You just took the {sign(face)} and may not discard it in this turn (option return_discard).")

    def discard(self, seat: int, action: Action) -> None:
        """End a turn with a discard; with the last card the seat is out."""
        if action.word:
            raise Illegal("There is no trick pile in this game: 'discard' and a card.")
        face = action.cards[0]
        self.check_discard(seat, face)
        self.move((face,), seat, self.pile)
        if self.at[seat]:
            self.end_turn(seat)
        else:
            self.go_out(seat)

    def end_turn(self, seat: int) -> None:
        """The next seat to the left begins its turn."""
        self.opened[seat] = self.opened[seat] or self.melded_now
        self.melded_now = False
        self.taken = NO_CARD
        self.enter("draw", ONLY[self.left_of(seat)])

    def go_out(self, seat: int) -> None:
        """A seat has no card left: the deal ends."""
        self.winner = seat
        self.finish("out")

    def finish(self, ended: str) -> None:
        """End the deal, pay it, and show the hands that were left."""
        super().finish(ended)
        for seat in range(self.seats):
            if self.at[seat]:
                shown = self.open_zone("shown", seat, "all")
                self.move(tuple(self.at[seat]), seat, shown)

    def hand_value(self, seat: int) -> int:
        """What the cards in a hand count, matched or not."""
        values = self.rules.values
        return sum(values[face] for face in self.at[seat])

    def table(self) -> dict[str, Any]:
        melds = [
            {
                "id": number,
                "owner": each.owner,
                "kind": each.kind,
                "cards": [code_name(code) for code in each.cards],
                "owners": list(each.owners),
                "with": [None] * len(each.cards),
            }
            for number, each in enumerate(self.melds, 1)
        ]
        pile = [NAME[face] for face in self.at[self.pile]]
        return {"melds": melds, "discard": pile, "stock": len(self.at[self.stock])}


def _end(word: str) -> End | None:
    return "low" if word == "low" else "high" if word == "high" else None


def winner_takes_hands(deal: RummyDeal) -> list[int]:
    """The seat that goes out wins the value of every other hand, more than once for a Rummy; a block pays nobody."""
    scores = [0] * deal.seats
    if deal.winner != NOBODY:
        won = sum(deal.hand_value(seat) for seat in range(deal.seats) if seat != deal.winner)
        scores[deal.winner] = won * (1 if deal.opened[deal.winner] else deal.rules.rummy_pays)
    return scores


__all__ = ["Draw", "MeldAndDiscard", "RummyDeal", "RummyRules", "TableMeld", "signs", "winner_takes_hands"]
