"""A game whose own code fails, and a journal that cannot be written: the action is lost, the table is not."""

import dataclasses
from enum import StrEnum

import pytest
from parlour import CATALOGUE, Parlour, make_dispatcher, seeded
from rumpus.net.guest.events import Answered, Oddity, SayNews
from rumpus.net.host.dispatcher import Dispatcher
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ack, Ask, Delta
from rumpus.net.table.engine import Engine, Journal, core_offers
from rumpus.net.table.plugin_timeout import time_limit
from rumpus.net.table.seating import Chair, Seating
from rumpus.net.table.settings import read_settings
from rumpus.net.table.table import Table


class Trap:
    """A step after every action that does something bad when `what` is set."""

    def __init__(self):
        self.what = None

    def __call__(self, deal, seat, action):
        if self.what is not None:
            self.what(deal, seat)


def trapped(limit=None):
    """A table of Hearts whose charter has a trap, and the trap."""
    trap = Trap()
    game = CATALOGUE.games["hearts"]
    charter = game.charter(None, {}, (), "bad-plugin", "1")
    charter = dataclasses.replace(charter, rules=dataclasses.replace(charter.rules, after=(trap,)))
    more = {"limit": limit} if limit else {}
    engine = Engine(charter, seeded, **more)
    seating = Seating([Chair() for _ in range(4)], b"let me in")
    dispatcher = Dispatcher(Table(engine, seating, read_settings({}), "den", "f00d", opened=100.0), CATALOGUE)
    parlour = Parlour(dispatcher)
    parlour.everybody()
    return parlour, trap


def boom(deal, seat):
    deal.at[0].clear()
    deal.turn = ()
    raise KeyError("the queen of spades lies in seat 2")


class Step(StrEnum):
    MADE = "made"


def test_a_plugin_notes_under_words_of_its_own_kind_and_under_nothing_else():
    parlour, trap = trapped()
    parlour.play(7)
    trap.what = lambda deal, seat: deal.note(Step.MADE, 1)
    mover = parlour.mover()
    mover.link.act(str(core_offers(mover.link.offer)[0]), parlour.now)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].ok
    assert all(player.link.view.notes["made"] == 1 for player in parlour.players)
    trap.what = lambda deal, seat: deal.note(5, 1)
    mover = parlour.mover()
    mover.link.act(str(core_offers(mover.link.offer)[0]), parlour.now)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].code == "plugin"
    parlour.same()


def test_a_plugin_that_raises_loses_the_action_and_nothing_else():
    parlour, trap = trapped()
    parlour.play(7)
    mover = parlour.mover()
    text = str(core_offers(mover.link.offer)[0])
    before = parlour.engine.deal.position()
    rev = parlour.engine.rev
    trap.what = boom
    mover.link.act(text, parlour.now)
    parlour.run(0.1)
    answer = mover.of(Answered)[-1]
    assert (answer.ok, answer.code) == (False, "plugin")
    assert "bad-plugin" in answer.text
    assert "KeyError" in answer.text
    assert "queen" not in answer.text
    assert parlour.engine.deal.position() == before
    assert parlour.engine.rev == rev
    trap.what = None
    mover.link.act(text, parlour.now)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].ok
    parlour.play(30)
    parlour.same()
    assert not any(player.of(Oddity) for player in parlour.players)


def test_a_plugin_that_raises_at_the_end_of_a_deal_does_not_count_it_twice():
    parlour, trap = trapped()
    parlour.play(4 + 51)
    mover = parlour.mover()
    text = str(core_offers(mover.link.offer)[0])
    trap.what = boom
    mover.link.act(text, parlour.now)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].code == "plugin"
    assert parlour.engine.match.deals == 0
    trap.what = None
    mover.link.act(text, parlour.now)
    parlour.run(0.1)
    assert parlour.engine.match.deals == 1
    assert sum(parlour.engine.match.totals) in (26, 78)
    parlour.same()


def test_a_plugin_that_never_ends_is_stopped():
    parlour, trap = trapped(time_limit(0.1))
    parlour.play(6)

    def spin(deal, seat):
        while True:
            try:
                while True:
                    pass
            except Exception:
                continue

    mover = parlour.mover()
    trap.what = spin
    mover.link.act(str(core_offers(mover.link.offer)[0]), parlour.now)
    parlour.run(0.1)
    assert "ran over its time" in mover.of(Answered)[-1].text
    trap.what = None
    parlour.play(8)
    parlour.same()


def test_a_game_that_cannot_deal_is_put_off_the_table():
    dispatcher = make_dispatcher(opened=100.0, decks=lambda declared, number: declared[:5])
    parlour = Parlour(dispatcher)
    players = parlour.everybody()
    assert parlour.table.state == "between"
    assert "propose another game" in players[0].of(SayNews)[-1].text


class FullDisk(Journal):
    """A journal that sometimes cannot be written."""

    def __init__(self):
        self.full = False
        self.kept = []

    def commit(self, line):
        if self.full:
            raise OSError(28, "No space left on device")
        self.kept.append(line)


def test_a_journal_that_cannot_be_written_freezes_the_table_until_it_can():
    journal = FullDisk()
    parlour = Parlour(journal=journal)
    parlour.everybody()
    parlour.play(7)
    mover = parlour.mover()
    text = str(core_offers(mover.link.offer)[0])
    kept = list(journal.kept)
    journal.full = True
    mover.link.act(text, parlour.now)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].code == "frozen"
    assert journal.kept == kept
    journal.full = False
    mover.link.act(text, parlour.now)
    parlour.run(0.1)
    assert mover.of(Answered)[-1].ok
    parlour.play(5)
    parlour.same()
    revs = [line.rev for line in journal.kept]
    assert revs == sorted(set(revs))


def test_the_journal_has_an_action_before_anybody_hears_of_it():
    class Asking(Journal):
        def commit(self, line):
            told = [codec.read_from_host(codec.read_header(each.header).kind, each.body) for each in parlour.dispatcher.out]
            assert parlour.engine.rev == line.rev - 1
            assert not [each for each in told if isinstance(each, Ack | Delta) and each.rev >= line.rev]

    parlour = Parlour(journal=Asking())
    parlour.everybody()
    parlour.play(9)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "play", "dance", "play QS KS", "give 2C", "meld 2C 3C, , 4C", "\x00", "draw discard 99999", "play \u202eQS"],
)
def test_what_cannot_be_read_or_played_is_answered_with_a_sentence(text):
    parlour = Parlour()
    player = parlour.everybody()[0]
    player.link.act(text, parlour.now)
    parlour.run(0.1)
    answer = player.of(Answered)[-1]
    assert not answer.ok
    assert answer.code in ("unreadable", "illegal")
    assert answer.text


def endless(*_):
    while True:
        pass


def raising(*_):
    raise TypeError("a mistake of whoever wrote it")


@pytest.mark.parametrize(("what", "said"), [(raising, "TypeError"), (endless, "it ran over its time")])
@pytest.mark.parametrize("ask", [Ask("rules"), Ask("propose", game="hearts", house_rules=["no-negatives"])])
def test_the_code_of_a_game_that_fails_outside_a_deal_is_a_sentence_to_who_asked(monkeypatch, what, said, ask):
    parlour, _ = trapped(time_limit(0.2))
    parlour.play(2)
    kind = type(parlour.engine.charter.game)
    monkeypatch.setattr(kind, "help_page" if ask.what == "rules" else "charter", what)
    asker = parlour.players[0]
    asker.link.ask(ask)
    parlour.run(0.2)
    assert [each.text for each in asker.of(SayNews)][-1] == (
        f"The own code of hearts, or of one of its house rules, failed ({said})."
    )
    assert parlour.table.vote is None
    parlour.play(3)
