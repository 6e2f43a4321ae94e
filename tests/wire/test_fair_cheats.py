"""Hosts that cheat, one way each: every guest's own check names the step at which it shows."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest
from fair_parlour import FairParlour, make_fair
from rumpus.core.shuffling.fair import seat_commit
from rumpus.core.shuffling.seeded import shuffled, tag
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Commit, Delta, Frozen, Opened, SeatCommit, Shares, Void
from rumpus.net.shuffle.host import ShuffleHost

replace = msgspec.structs.replace


class Bent(FairParlour):
    """A parlour where what the host says is changed on its way: `bend(name, message)` gives another message, or None."""

    def __init__(self, bend, **more):
        self.bend = bend
        super().__init__(**more)

    def _post(self, where, player, frames):
        if where == "guest":
            header = codec.read_header(frames[0])
            message = codec.read_from_host(header.kind, frames[1])
            bent = self.bend(player.link.name, message)
            if bent is None:
                return
            for each in bent if isinstance(bent, list) else [bent]:
                super()._post(where, player, (frames[0], codec.body(each)))
            return
        super()._post(where, player, frames)


def bent_table(bend, count=4, **more):
    parlour = Bent(bend, **more)
    for n in range(count):
        parlour.join(f"P{n}")
    parlour.run(0.2)
    return parlour


def steps(parlour, player):
    return [verdict.fault.step for verdict in parlour.verdicts(player) if verdict.kind == "failed"]


def every_guest_says(parlour, *named):
    for player in parlour.players:
        assert set(steps(parlour, player)) & set(named), (player.link.name, parlour.verdicts(player))
        assert "verified" not in parlour.kinds(player)[:1]


OTHER = b"\x55" * 32


@pytest.mark.parametrize("victim", ["P0", "P1", "P2", "P3"])
def test_another_commitment_of_somebody_else_is_shown_to_one_guest(victim):
    def bend(name, message):
        if name == victim and isinstance(message, Frozen):
            seat = (int(victim[1]) + 1) % 4
            lines = [replace(line, commit=OTHER) if line.seat == seat else line for line in message.commits]
            return replace(message, commits=lines)
        return message

    parlour = bent_table(bend)
    fooled = parlour.players[int(victim[1])]
    assert steps(parlour, fooled) == ["shares"]
    assert "commitment" in parlour.verdicts(fooled)[0].text


@pytest.mark.parametrize("how", ["changed", "left out"])
def test_the_own_commitment_is_not_in_the_set(how):
    def bend(name, message):
        if not isinstance(message, Frozen):
            return message
        own = int(name[1])
        if how == "left out":
            return replace(message, commits=[line for line in message.commits if line.seat != own])
        return replace(message, commits=[replace(line, commit=OTHER) if line.seat == own else line for line in message.commits])

    parlour = bent_table(bend)
    every_guest_says(parlour, "commit set")
    assert not parlour.engine.on, "nobody shows a share for a set that the own commitment is not in"


def test_two_sets_for_one_shuffle():
    def bend(name, message):
        if isinstance(message, Frozen):
            lines = [line if line.seat == int(name[1]) else replace(line, commit=OTHER) for line in message.commits]
            return [message, replace(message, commits=lines)]
        return message

    every_guest_says(bent_table(bend), "commit set")


def test_a_second_commitment_of_the_host_for_one_shuffle():
    def bend(name, message):
        return [message, replace(message, commit=OTHER)] if isinstance(message, Commit) else message

    every_guest_says(bent_table(bend), "commit")


def test_shares_made_up_for_one_guest_show_in_the_code_and_in_the_cards():
    """The host shows P2 a set and shares in which seat 0's are its own invention, and they fit each other."""
    made_up = tag("made up")
    contexts = {}

    def bend(name, message):
        if name != "P2":
            return message
        if isinstance(message, Commit):
            contexts[message.deal, message.attempt] = message
        if isinstance(message, Frozen):
            host = contexts[message.deal, message.attempt]
            context = parlour.dealing.terms.context
            lines = [
                SeatCommit(0, line.key, seat_commit(context, host.commit, 0, line.key, made_up)) if line.seat == 0 else line
                for line in message.commits
            ]
            return replace(message, commits=lines)
        if isinstance(message, Shares):
            return replace(message, shares=[replace(line, share=made_up) if line.seat == 0 else line for line in message.shares])
        return message

    parlour = Bent(bend)
    players = parlour.everybody()
    codes = [parlour.codes(player)[0] for player in players]
    assert len({codes[0], codes[1], codes[3]}) == 1
    assert codes[2] != codes[0], "ten digits, read aloud, show it"
    parlour.play_deal()
    assert [steps(parlour, player) for player in players] == [[], [], ["cards"], []]


def test_a_share_is_dropped():
    def bend(name, message):
        return replace(message, shares=message.shares[:-1]) if isinstance(message, Shares) else message

    every_guest_says(bent_table(bend), "shares")


def test_a_share_is_changed():
    def bend(name, message):
        if isinstance(message, Shares):
            return replace(message, shares=[replace(message.shares[0], share=OTHER), *message.shares[1:]])
        return message

    every_guest_says(bent_table(bend), "shares")


def test_the_secret_is_changed():
    def bend(name, message):
        return replace(message, secret=OTHER) if isinstance(message, Opened) else message

    parlour = bent_table(bend)
    parlour.play_deal()
    every_guest_says(parlour, "secret")


def test_the_secret_of_a_void_shuffle_is_changed():
    def bend(name, message):
        return replace(message, secret=OTHER) if isinstance(message, Void) else message

    parlour = bent_table(bend, count=3)
    parlour.join("P3", fair=False)
    parlour.players[0].link.shuffle_guest.frozen = lambda said: None
    parlour.players[0].link._reading[Frozen] = lambda message, now: None
    parlour.run(6.0)
    assert {"void"} == {step for player in parlour.players[1:3] for step in steps(parlour, player)}


class Swapping(ShuffleHost):
    """Two cards change their places after the shuffle."""

    def deck(self, declared, number):
        first, second, *rest = super().deck(declared, number)
        return (second, first, *rest)


class Another(ShuffleHost):
    """The deck is another one altogether."""

    def deck(self, declared, number):
        super().deck(declared, number)
        return shuffled(tag("another"), declared)


def test_a_card_is_swapped():
    parlour = FairParlour(make_fair(dealing=Swapping))
    players = parlour.everybody()
    parlour.play_deal()
    verdicts = [parlour.verdicts(player)[0] for player in players]
    assert all(verdict.kind == "failed" for verdict in verdicts)
    named = [(verdict.fault.step, verdict.fault.event) for verdict in verdicts]
    assert named[1] == named[2] == ("cards", 0), "whose cards were swapped sees it in the own hand"
    assert named[0][0] == named[3][0] == "action", "the others see it when a swapped card is given or played"
    assert named[0] == named[3]


def test_the_deal_is_dealt_from_another_deck():
    parlour = FairParlour(make_fair(dealing=Another))
    players = parlour.everybody()
    watcher = parlour.join("W", watch=True)
    parlour.run(0.2)
    parlour.play_deal()
    assert [(steps(parlour, player), parlour.verdicts(player)[0].fault.event) for player in players] == [(["cards"], 0)] * 4
    assert steps(parlour, watcher) == ["action"]


def charter_with(parlour_room, **fields):
    """The table's charter with other rules under the same words."""
    charter = parlour_room.table.engine.charter
    changes = {name: (lambda old, value=value: value) for name, value in fields.items()}
    return dataclasses.replace(charter, rules=charter.rules.amended("the host", changes))


def test_a_wrong_rule_for_the_score():
    dispatcher = make_fair("gin-rummy", options={"target": 1000})
    charter = dispatcher.table.engine.charter
    score = charter.rules.score
    dispatcher.table.engine.lay(charter_with(dispatcher, score=lambda deal: [points + 1 for points in score(deal)]))
    parlour = FairParlour(dispatcher)
    parlour.everybody(2)
    parlour.play_deal()
    every_guest_says(parlour, "score")


def test_a_wrong_rule_for_the_play():
    """What is given goes to the right where the rules say left: each sees it as soon as it is told so."""
    dispatcher = make_fair("hearts")
    dispatcher.table.engine.lay(charter_with(dispatcher, give=(3, 1, 2, 0)))
    parlour = FairParlour(dispatcher)
    parlour.everybody()
    parlour.play_deal()
    for player in parlour.players:
        [verdict] = parlour.verdicts(player)
        assert (verdict.kind, verdict.fault.step, verdict.fault.event) == ("failed", "rules", 0)


def test_an_action_that_was_accepted_is_denied():
    def bend(name, message):
        if isinstance(message, Opened):
            lines = message.log.splitlines(keepends=True)
            return replace(message, log="".join([*lines[:4], lines[5], lines[4], *lines[6:]]))
        return message

    parlour = bent_table(bend)
    parlour.play_deal()
    for player in parlour.players:
        [verdict] = parlour.verdicts(player)
        assert (verdict.kind, verdict.fault.event) == ("failed", 4)


@pytest.mark.parametrize("kept", [0, 10])
def test_the_log_is_shorter_than_what_was_told(kept):
    def bend(name, message):
        return replace(message, log="".join(message.log.splitlines(True)[:kept])) if isinstance(message, Opened) else message

    parlour = bent_table(bend)
    parlour.play_deal()
    every_guest_says(parlour, "events")


@pytest.mark.parametrize("log", ["nonsense\n", "0\n", "9x play 2C\n", "0 sing\n", "7 play 2C\n"])
def test_a_log_that_is_none(log):
    def bend(name, message):
        return replace(message, log=log) if isinstance(message, Opened) else message

    parlour = bent_table(bend)
    parlour.play_deal()
    every_guest_says(parlour, "log", "action")


def test_another_first_revision():
    def bend(name, message):
        return replace(message, rev=message.rev + 7) if isinstance(message, Opened) else message

    parlour = bent_table(bend)
    parlour.play_deal()
    every_guest_says(parlour, "events")


def test_the_match_stood_otherwise_before_the_deal():
    def bend(name, message):
        if isinstance(message, Opened) and message.deal == 1:
            return replace(message, start=replace(message.start, totals=[0, 0, 0, 0]))
        return message

    parlour = bent_table(bend)
    parlour.play_deal()
    parlour.play_deal()
    for player in parlour.players:
        assert parlour.kinds(player) == ["verified", "failed"]
        assert steps(parlour, player) == ["score"]


def test_the_deck_is_declared_in_another_order():
    def bend(name, message):
        if isinstance(message, Opened):
            return replace(message, deck=[message.deck[1], message.deck[0], *message.deck[2:]])
        return message

    parlour = bent_table(bend)
    parlour.play_deal()
    every_guest_says(parlour, "deck")


def test_a_charter_that_nobody_was_shown():
    def bend(name, message):
        return replace(message, rules=OTHER) if isinstance(message, Commit) else message

    parlour = Bent(bend)
    begin = parlour.dealing.begin
    parlour.dealing.begin = lambda deal, game, rules, *rest: begin(deal, game, OTHER, *rest)
    parlour.everybody()
    parlour.play_deal()
    every_guest_says(parlour, "charter")


def test_a_shuffle_is_dropped_without_a_word():
    """The host does not like what it sees, and begins again without a void."""

    def bend(name, message):
        if isinstance(message, Commit):
            return replace(message, voided=[])
        return None if isinstance(message, Void) else message

    parlour = Bent(bend)
    for n in range(3):
        parlour.join(f"P{n}")
    parlour.join("P3").link._reading[Frozen] = lambda message, now: None
    parlour.run(6.0)
    assert parlour.engine.on
    for player in parlour.players[:3]:
        assert steps(parlour, player) == ["void"]


def test_a_void_that_is_a_lie_is_counted_by_everybody_and_its_victim_knows():
    parlour = FairParlour()
    shares = parlour.dealing.take
    parlour.dealing.take = lambda seat, said, now: None if said.step == "share" and seat == 2 else shares(seat, said, now)
    for n in range(4):
        parlour.join(f"P{n}")
    parlour.run(6.0)
    parlour.dealing.take = shares
    assert [parlour.voids(player) for player in parlour.players] == [1] * 4
    parlour.play_deal()
    assert [parlour.verdicts(player)[0].text for player in parlour.players] == [
        "verified ✓", "verified ✓", "not verifiable: your share is not in it", "verified ✓",
    ]  # fmt: skip


def test_nothing_is_opened():
    def bend(name, message):
        return None if isinstance(message, Opened) else message

    parlour = bent_table(bend)
    parlour.play_deal()
    parlour.run(1.0)
    parlour.play_deal()
    assert [parlour.verdicts(player)[0].text for player in parlour.players] == ["not revealed"] * 4


def test_a_card_is_shown_to_one_seat_that_is_not_the_one_it_got():
    """The host tells P1 of another card, and gives a view hash that fits."""
    from rumpus.core.events import View

    view = View(1)

    def bend(name, message):
        if name != "P1" or not isinstance(message, Delta) or not any(event[0] == "deal" for event in message.ev):
            return message
        hand = next(event for event in message.ev if event[0] == "move" and isinstance(event[1], list) and event[3] == 1)
        other = next(face for face in range(52) if face not in hand[1])
        hand[1] = sorted([*hand[1][1:], other])
        for event in message.ev:
            view.fold(event)
        return replace(message, vh=view.digest())

    parlour = Bent(bend)
    parlour.everybody()
    parlour.table.close("That is enough.")
    parlour.run(0.2)
    [verdict] = parlour.verdicts(parlour.players[1])
    assert (verdict.kind, verdict.fault.step, verdict.fault.event) == ("failed", "cards", 0)
    assert parlour.kinds(parlour.players[0]) == ["verified"]
