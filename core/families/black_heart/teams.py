"""Teams at a table of attended melds: one total a team, one first meld for all of it, and questions to the teammates."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.actions import Action, Offer, Part
from rumpus.core.deal import ONLY, Illegal, Phase
from rumpus.core.families.black_heart.deal import AttendedDeal, AttendedLaying, Turn
from rumpus.core.families.black_heart.search import Wish

ASK_OPEN, ASK_OUT = Action("ask", word="open"), Action("ask", word="out")
YES, NO = Action("yes"), Action("no")
TEAMS = {4: (2,), 6: (2, 3), 8: (2, 4), 9: (3,), 10: (2, 5)}
"""Into how many teams so many seats can be divided."""


class AskingTurn(Turn):
    """Any stage of a turn in which the teammates may be asked, and after which a granted wish must be done."""

    def offers(self, deal: TeamDeal, seat: int) -> list[Offer]:
        if deal.granted:
            return list(deal.meld_offers(seat))
        asks: list[Offer] = [ask for ask in (ASK_OPEN, ASK_OUT) if deal.teams and deal.why_no_ask(seat, ask.word) is None]
        return [*super().offers(deal, seat), *asks]

    def act(self, deal: TeamDeal, seat: int, action: Action) -> None:
        if deal.granted and action.verb != "meld":
            wish = "make the team's first meld" if deal.granted == "open" else "meld so that you go out"
            raise Illegal(f"Your teammates said yes: {wish} now, before anything else.")
        if action.verb == "ask":
            deal.ask(seat, action.word)
        else:
            super().act(deal, seat, action)


class Answering(Phase):
    """A teammate has asked: answer."""

    def offers(self, deal: TeamDeal, seat: int) -> list[Offer]:
        return [YES, NO]

    def act(self, deal: TeamDeal, seat: int, action: Action) -> None:
        if action not in (YES, NO):
            raise Illegal("Your teammate asks you: answer 'yes' or 'no'.")
        deal.answer(seat, action == YES)


class TeamDeal(AttendedDeal):
    """A deal of Black Heart that may be played in teams.

    ``asked`` are the questions of the seat in turn, ``refused`` those that got a no, ``granted`` the one that got only yes
    and is not done yet; ``asker`` waits for the answers of ``to_answer``.
    """

    phases = {"draw": AskingTurn(), "meld": AskingTurn(), "shortened": AskingTurn(), "ask": Answering()}  # noqa: RUF012

    def begin(self) -> None:
        self._forget_asking()
        self.asker = 0
        self.to_answer: tuple[int, ...] = ()
        super().begin()

    def tell_rules(self) -> None:
        if self.teams:
            self.note("teams", self.teams)
        super().tell_rules()

    def _forget_asking(self) -> None:
        self.asked: tuple[str, ...] = ()
        self.refused: tuple[str, ...] = ()
        self.granted = ""

    @property
    def teams(self) -> int:
        """How many teams there are; 0 where everybody plays alone."""
        return self.rules.sides

    # --- asking -------------------------------------------------------------------------------------------------------

    def why_no_ask(self, seat: int, word: str) -> str | None:
        """The sentence for a question that a seat may not put to its teammates, or None where it may."""
        if not self.teams:
            return "There is nobody to ask: everybody plays alone (option teams)."
        if self.must_draw():
            return "Draw a card first; ask after that, and before you meld."
        if self.melded_now:
            return "Ask before you meld: you have melded in this turn."
        if word in self.asked:
            return "You have asked that in this turn: each question is put once a turn."
        if word == "open":
            if not self.rules.first_meld:
                return f"A first meld is like any other in this game: only 'ask out' is asked{self.rules.by('first_meld')}."
            if self.has_opened(seat):
                return "Your team has made its first meld already: there is nothing to ask."
        if not self.may_open(seat) or self.find_meld(seat, self.at[seat], self.wish_for(seat, word)) is None:
            what = "make your team's first meld" if word == "open" else "go out"
            return f"You cannot {what} with one meld of the cards in your hand, so you may not ask whether to."
        return None

    def ask(self, seat: int, word: str) -> None:
        """Put a question to the teammates: they answer in turn, clockwise."""
        if refusal := self.why_no_ask(seat, word):
            raise Illegal(refusal)
        self.asked = (*self.asked, word)
        self.way = self.way or "none"
        self.asker, self.asking_in = seat, self.phase
        self.to_answer = tuple((seat + k) % self.seats for k in range(self.teams, self.seats, self.teams))
        self.granted = word
        self.note("ask", [seat, word])
        self._ask_next()

    def _ask_next(self) -> None:
        if self.to_answer:
            self.enter("ask", ONLY[self.to_answer[0]])
        else:
            self.enter(self.asking_in, ONLY[self.asker])

    def answer(self, seat: int, is_yes: bool) -> None:
        """A teammate's answer, heard by all."""
        self.note("answer", [seat, is_yes])
        if not is_yes and self.granted:
            self.refused = (*self.refused, self.granted)
            self.granted = ""
        self.to_answer = self.to_answer[1:]
        self._ask_next()
        if not self.to_answer and self.story is not None:
            wish = self.wish(self.asker)
            self.note("granted", self.granted or None)
            self.note("leaves", wish.leaves)
            self.note("keeps", wish.keeps or None)

    def end_turn(self, seat: int) -> None:
        if self.asked:
            for key in ("ask", "answer", "granted", "leaves", "keeps"):
                self.note(key, None)
        self._forget_asking()
        super().end_turn(seat)

    # --- what a meld must do ------------------------------------------------------------------------------------------

    def may_open(self, seat: int) -> bool:
        """Whether nobody has refused a seat the team's first meld in this turn, where one is due."""
        return "open" not in self.refused or self.has_opened(seat)

    def wish_for(self, seat: int, word: str) -> Wish:
        """What a meld must do that a seat asks for."""
        wish = super().wish(seat)
        if "out" in self.refused:
            wish = wish._replace(keeps=1 if self.is_short() else 2)
        return wish._replace(leaves=0 if self.is_short() else 1) if word == "out" else wish

    def wish(self, seat: int) -> Wish:
        return self.wish_for(seat, self.granted)

    def meld_offers(self, seat: int) -> list[Action]:
        return super().meld_offers(seat) if self.may_open(seat) else []

    def try_meld(self, seat: int, parts: Sequence[Part]) -> AttendedLaying:
        if not self.may_open(seat):
            raise Illegal("A teammate said no: you may not make your team's first meld in this turn.")
        laying = super().try_meld(seat, parts)
        wish, left = self.wish(seat), len(laying.hand)
        if wish.leaves is not None and left > wish.leaves:
            most = "no card" if wish.leaves == 0 else "at most one card"
            raise Illegal(f"Your teammates said yes to your going out: this meld must leave you {most}, not {left}.")
        if left < wish.keeps:
            least = "a card" if wish.keeps == 1 else "two cards"
            raise Illegal(f"A teammate said no to your going out: keep at least {least} in this turn.")
        return laying

    def meld(self, seat: int, parts: Sequence[Part]) -> None:
        super().meld(seat, parts)
        if self.granted:
            self.granted = ""
            self.note("granted", None)
            self.note("leaves", None)

    def digs(self, seat: int) -> list[Action]:
        return super().digs(seat) if self.may_open(seat) else []
