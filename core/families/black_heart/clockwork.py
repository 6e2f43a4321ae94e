"""An opponent of clockwork for one player: a pile of cards that melds whatever matches, by rules that leave it no choice."""

from __future__ import annotations

from typing import Any

from rumpus.core.cards import JOKERS, NAME, RANK, SUIT, Card, sign
from rumpus.core.families.black_heart.deal import AttendedDeal, score
from rumpus.core.families.black_heart.rule import ROUND, ROYAL, is_heart
from rumpus.core.zones import NOBODY

OPPONENT = 1
"""The side of the opponent, which has no seat."""


def match_of(one: Card, other: Card) -> str:
    """In what two cards match, in words; empty where they do not."""
    if one in JOKERS or other in JOKERS:
        return "a joker matches anything"
    if RANK[one] == RANK[other]:
        return "the same rank"
    if SUIT[one] == SUIT[other] and (RANK[one] - RANK[other]) % ROUND in (1, ROUND - 1):
        return "next to it in its suit"
    hearts, royals = [is_heart(face) for face in (one, other)], [RANK[face] in ROYAL for face in (one, other)]
    return "royalty and a heart" if any(hearts) and any(royals) else ""


class ClockworkDeal(AttendedDeal):
    """A deal against the clockwork, which begins.

    Its pile lies face down (``hidden``), its up card, with a proposed discard under it while it chooses, in ``up``, what it
    has melded in ``matched``, the meld card on top.
    """

    def deal_table(self) -> None:
        self.hidden = self.open_zone("opponent", NOBODY, "none")
        self.up = self.open_zone("up card", NOBODY, "all")
        self.matched = self.open_zone("opponent's melds", NOBODY, "all")
        self.began_bare = True
        self.deal_and_turn_up()
        self._turn_up()
        self.begin_turn(0)

    def deal_hands(self, each: int) -> None:
        """The opponent and the player are dealt to alternately, the opponent first."""
        self.deal_out(each, (self.hidden, 0))

    @property
    def players(self) -> int:
        return 2

    def begin_turn(self, seat: int) -> None:
        """The opponent takes its turn, and then it is the player's."""
        self.began_bare = not self.at[self.matched]
        self.shortened = self.shortened or not self.has_stock()
        if self.shortened:
            self._play_short()
        else:
            self._play()
        if not self.over:
            self.shortened = self.shortened or not self.has_stock()
            self.open_turn(seat)

    # --- the opponent's turn ------------------------------------------------------------------------------------------

    def _top(self, zone: int) -> Card | None:
        return self.at[zone][-1] if self.at[zone] else None

    def _match(self, face: Card, zone: int) -> str:
        """In what a card matches the top of a place; empty where it does not."""
        top = self._top(zone)
        return "" if top is None else match_of(face, top)

    def _say(self, text: str) -> None:
        self.note("line/opponent", f"The opponent {text}")

    def _turn_up(self) -> bool:
        """Turn up the top of the pile, if there is one."""
        self.take(1, self.hidden, self.up)
        return bool(self.at[self.up])

    def _meld_from(self, zone: int) -> bool:
        """Meld the top card of a pile where it matches the up card, or else the meld card."""
        face = self.at[zone][-1]
        if why := self._match(face, self.up):
            self._say(f"melds its up card {sign(self.at[self.up][-1])} with {sign(face)}: {why}.")
            self.take(1, self.up, self.matched)
        elif why := self._match(face, self.matched):
            self._say(f"lays {sign(face)} on its meld card {sign(self.at[self.matched][-1])}: {why}.")
        else:
            return False
        self.take(1, zone, self.matched)
        return True

    def _play(self) -> None:
        """An ordinary turn: take a card that matches, or draw; meld it and choose a discard, or throw it away."""
        if (self.at[self.pile] and self._meld_from(self.pile)) or self._meld_from(self.stock):
            self._choose_discard()
        else:
            self._say(f"draws {sign(self.at[self.stock][-1])}, which matches neither up card nor meld card, and discards it.")
            self.take(1, self.stock, self.pile)

    def _choose_discard(self) -> None:
        """Turn cards up until one is left to discard, melding what matches."""
        while True:
            if not self.at[self.up] and not self._next_card():
                return
            while self._lay_up_card():
                if not self._next_card():
                    return
            if self._propose():
                return

    def _next_card(self) -> bool:
        """Turn up the next card; without one the opponent is out."""
        before = len(self.at[self.up])
        self._turn_up()
        if len(self.at[self.up]) > before:
            return True
        if before:
            self._say(f"discards its last card, {sign(self.at[self.up][-1])}: it is out.")
            self.take(1, self.up, self.pile)
        else:
            self._say("has no card left: it is out.")
        self.winner = OPPONENT
        self.finish("out")
        return False

    def _lay_up_card(self) -> bool:
        """Lay the card turned up last on the meld card, if it matches that."""
        face = self.at[self.up][-1]
        why = self._match(face, self.matched)
        if why:
            self._say(f"lays its up card {sign(face)} on its meld card {sign(self.at[self.matched][-1])}: {why}.")
            self.take(1, self.up, self.matched)
        return bool(why)

    def _propose(self) -> bool:
        """Propose the up card as the discard, and turn up further cards; whether the turn is over."""
        proposed = self.at[self.up][-1]
        while self._next_card():
            turned = self.at[self.up][-1]
            if why := match_of(turned, proposed):
                self._say(f"wanted to discard {sign(proposed)}, but melds it with {sign(turned)}: {why}.")
                self.take(2, self.up, self.matched)
                return False
            if not self._lay_up_card():
                self._say(f"discards {sign(proposed)}, which matches neither its meld card nor {sign(turned)}, its new up card.")
                self.move((proposed,), self.up, self.pile)
                return True
        return True

    def _play_short(self) -> None:
        """A shortened turn: take the top discard if it matches, and discard nothing."""
        top = self._top(self.pile)
        if top is None or not self._meld_from(self.pile):
            self.quiet += 1
            self._say(f"passes: {'there is no discard' if top is None else f'{sign(top)} matches nothing'}.")
            if self.quiet >= self.players:
                self.finish("stock")
            return
        self.quiet = 0
        while not self.at[self.up]:
            if not self._next_card():
                return
            self._lay_up_card()

    # --- the end ------------------------------------------------------------------------------------------------------

    def is_black_heart(self) -> bool:
        return self.began_bare if self.winner == OPPONENT else super().is_black_heart()

    def held_by_opponent(self) -> list[Card]:
        """What the opponent has not melded."""
        return self.at[self.hidden] + self.at[self.up]

    def finish(self, ended: str) -> None:
        super().finish(ended)
        if self.at[self.hidden]:
            self.take(len(self.at[self.hidden]), self.hidden, self.open_zone("shown", NOBODY, "all"))

    def table(self) -> dict[str, Any]:
        up = self._top(self.up)
        melds = [NAME[face] for face in self.at[self.matched]]
        opponent = {"pile": len(self.at[self.hidden]), "up": None if up is None else NAME[up], "melds": melds}
        return {**super().table(), "opponent": opponent}


def score_both(deal: ClockworkDeal) -> list[int]:
    """As in Black Heart for two: what was melded less what is held, the player's and the opponent's."""
    scores, rules = score(deal), deal.rules
    scores[OPPONENT] += sum(rules.melded[face] for face in deal.at[deal.matched])
    scores[OPPONENT] -= sum(rules.values[face] for face in deal.held_by_opponent())
    return scores
