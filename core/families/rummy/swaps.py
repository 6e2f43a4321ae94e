"""Swaps: a natural card for the joker that stands for it, and wild deuces that move along a sequence."""

from __future__ import annotations

from typing import Any

from rumpus.core.actions import Action, Offer
from rumpus.core.cards import JOKERS, Card, Placed, card_of, sign, stands_for
from rumpus.core.deal import Illegal
from rumpus.core.families.melds import Meld, NoMeld, fitting, lay_on
from rumpus.core.families.rummy.deal import MeldAndDiscard, RummyDeal
from rumpus.core.families.rummy.laying import PlainLaying, end_of, without


class MeldAndSwap(MeldAndDiscard):
    """After the draw: swap, meld and lay off as much as wished, then discard."""

    def offers(self, deal: SwappingDeal, seat: int) -> list[Offer]:
        return [*deal.swaps(seat), *super().offers(deal, seat)]

    def act(self, deal: SwappingDeal, seat: int, action: Action) -> None:
        if action.verb == "swap":
            deal.swap(seat, action)
        else:
            super().act(deal, seat, action)


class SwappingDeal(RummyDeal):
    """A deal in which jokers on the table can be captured, and wild deuces moved.

    The rule record's ``early_capture`` says whether a joker may be captured before one's first meld.
    """

    phases = {**RummyDeal.phases, MeldAndSwap.name: MeldAndSwap()}  # noqa: RUF012
    rules: Any

    def swaps(self, seat: int) -> list[Offer]:
        """Every swap that a seat may make now."""
        hand = set(self.at[seat])
        found: list[Offer] = []
        for number, each in enumerate(self.melds, 1):
            for face in sorted({face for code in each.cards if (face := stands_for(code)) is not None and face in hand}):
                jokers = [card_of(code) for code in each.cards if stands_for(code) == face and card_of(code) in JOKERS]
                for joker in dict.fromkeys(jokers):
                    said = joker if len(set(jokers)) > 1 else -1
                    found.append(Action("swap", (face,), on=number, joker=said))
                if any(stands_for(code) == face and card_of(code) not in JOKERS for code in each.cards):
                    found += [Action("swap", (face,), on=number, end=end) for end in ("low", "high")]
        return [each for each in found if isinstance(each, Action) and self._may_swap(seat, each)]

    def _may_swap(self, seat: int, action: Action) -> bool:
        try:
            self._find_swap(seat, action)
        except Illegal:
            return False
        return True

    def has_room_for(self, laying: PlainLaying) -> bool:
        """A card that would be left could be swapped in, too: for a joker, or for a deuce that has room at an end."""
        return super().has_room_for(laying) or any(
            self._takes(laying, meld, face) for meld, _ in laying.melds for face in laying.hand
        )

    def _takes(self, laying: PlainLaying, meld: Meld, face: Card) -> bool:
        wilds = [card_of(code) for code in meld.cards if stands_for(code) == face]
        if any(wild in JOKERS for wild in wilds):
            return True
        place = next((at for at, code in enumerate(meld.cards) if stands_for(code) == face), None)
        if place is None or meld.kind != "sequence" or not self.opened[laying.seat]:
            return False
        held = Meld(meld.kind, _put(meld.cards, place, face))
        return bool(fitting(self.meld_rule, held, wilds[:1]))

    def swap(self, seat: int, action: Action) -> None:
        """Put a natural card in a wild card's place; a joker comes into the hand, a deuce moves to an end."""
        number, meld, owners, joker = self._find_swap(seat, action)
        face = action.cards[0]
        if face in self.taken:
            self.taken = without(self.taken, face)
        self.set_down(seat, number, meld, owners, (face,), back=joker)
        if joker is None:
            self.melded_now = True
        if not self.at[seat]:
            self.go_out(seat)

    def _find_swap(self, seat: int, action: Action) -> tuple[int, Meld, tuple[int, ...], Card | None]:
        """The meld as it would be, who would score its cards, and the joker that comes into the hand."""
        face, number = action.cards[0], action.on - 1
        if face not in self.at[seat]:
            raise Illegal(f"You do not hold {sign(face)}; swap a card of your hand.")
        if number >= len(self.melds):
            raise Illegal(f"There is no meld {action.on} on the table; there are {len(self.melds)}.")
        each = self.melds[number]
        if action.end:
            meld, owners = self._moved_deuce(seat, number, face, action.end)
            return number, meld, owners, None
        jokers = [code for code in each.cards if stands_for(code) == face and card_of(code) in JOKERS]
        if action.joker >= 0:
            jokers = [code for code in jokers if card_of(code) == action.joker]
        if not jokers and any(stands_for(code) == face for code in each.cards) and action.joker < 0:
            raise Illegal("A wild deuce is not captured but moved: say to which end, 'low' or 'high'.")
        if not jokers:
            raise Illegal(f"No such joker stands for {sign(face)} in meld {action.on}; swap only the card that one is named for.")
        if len({card_of(code) for code in jokers}) > 1:
            raise Illegal("Jokers of both colours would fit: say 'for BJ' or 'for RJ'.")
        if not self.rules.early_capture and not self.has_opened(seat):
            raise Illegal(f"You may not capture a joker before your first meld{self.rules.by('early_capture')}.")
        place = each.cards.index(jokers[0])
        return number, Meld(each.kind, _put(each.cards, place, face)), _put(each.owners, place, seat), card_of(jokers[0])

    def _moved_deuce(self, seat: int, number: int, face: Card, end: str) -> tuple[Meld, tuple[int, ...]]:
        each = self.melds[number]
        deuces = [place for place, code in enumerate(each.cards) if stands_for(code) == face and card_of(code) not in JOKERS]
        if each.kind != "sequence" or not deuces:
            raise Illegal(
                f"No deuce stands for {sign(face)} in meld {number + 1}; only a deuce in a sequence is moved to an end."
            )
        if not self.opened[seat] or not self.may_lay_off(seat, each):
            raise Illegal("Moving a deuce is a lay-off: only in a turn after the one in which you laid your first meld.")
        deuce = card_of(each.cards[deuces[0]])
        owners = _put(each.owners, deuces[0], seat)
        held = Meld(each.kind, _put(each.cards, deuces[0], face))
        try:
            low, high = lay_on(self.meld_rule, held, (deuce,), end_of(end))
        except NoMeld as why:
            raise Illegal(str(why)) from None
        moved = Meld(each.kind, (*low, *held.cards, *high))
        laying = PlainLaying.of(self, seat)
        laying.hand.remove(face)
        laying.taken = without(laying.taken, face) if face in laying.taken else laying.taken
        owner = (each.owners[deuces[0]],)
        owners = owner * len(low) + owners + owner * len(high)
        laying.melds[number] = (moved, owners)
        self.check_not_stuck(laying)
        return moved, owners


def _put(cards: tuple[Placed, ...], place: int, one: Placed) -> tuple[Placed, ...]:
    return (*cards[:place], one, *cards[place + 1 :])
