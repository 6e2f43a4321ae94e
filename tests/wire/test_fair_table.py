"""A table that deals fairly, in virtual time: the exchange, the codes, the checks at the end of every deal, void shuffles."""

from __future__ import annotations

import dataclasses
import json
import random

import pytest
from fair_parlour import FairParlour, make_fair
from rumpus.core.record import replay
from rumpus.net.guest.events import SayNews, TableNews
from rumpus.net.protocol import codec
from rumpus.net.protocol.messages import Ask, Commit, Frozen
from rumpus.net.shuffle.guest import CodeNews


def state(player):
    return player.of(TableNews)[-1].state


def deaf(player, step, attempt=0):
    """This guest does not hear this step of the first deal's shuffle."""
    hear = player.link._reading[step]
    player.link._reading[step] = lambda message, now: (
        None if (message.deal, message.attempt) == (0, attempt) else hear(message, now)
    )


def test_a_deal_is_shuffled_with_everybodys_share_and_found_fair_by_everybody():
    parlour = FairParlour()
    players = parlour.everybody()
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    assert parlour.engine.on
    codes = {tuple(parlour.codes(player)) for player in [*players, watcher]}
    assert len(codes) == 1
    assert len(codes.pop()[0]) == 11
    parlour.play_deal()
    for player in [*players, watcher]:
        assert [verdict.text for verdict in parlour.verdicts(player)] == ["verified ✓"]
        assert len(parlour.codes(player)) == 2
    assert parlour.provers["P0"].records == parlour.provers["W"].records
    parlour.same()


def test_the_record_of_what_was_checked_is_a_record_and_the_hosts_is_the_same():
    parlour = FairParlour(game="gin-rummy", options={"target": 1000})
    players = parlour.everybody(2)
    for _ in range(3):
        parlour.play_deal()
    assert parlour.kinds(players[0]) == ["verified"] * 3
    [record] = parlour.provers["P0"].records
    told = replay(json.loads(json.dumps(record)), parlour.found)
    assert [deal["totals"] for deal in told["deals"]][-1] == parlour.engine.match.totals
    assert [deal["fair"] for deal in record["deals"]] == [dealt.fair for dealt in parlour.engine.record[:3]]
    assert parlour.engine.record[3].fair is None


def test_match_after_match_with_another_charter_between():
    parlour = FairParlour(game="gin-rummy", options={"target": 25}, settings={"vote_time": 5})
    players = parlour.everybody(2)
    while not state(players[0]).book:
        parlour.play_deal()
    for player in players:
        player.link.ask(Ask("vote", yes=True))
    parlour.run(0.2)
    parlour.play(3)
    players[0].link.ask(Ask("propose", game="knock-rummy"))
    parlour.run(0.1)
    players[1].link.ask(Ask("vote", yes=True))
    parlour.run(0.3)
    while state(players[0]).charter["game"] != "knock-rummy":
        parlour.play_deal()
    for _ in range(2):
        parlour.play_deal()
    for player in players:
        kinds = parlour.kinds(player)
        assert len(kinds) >= 3
        assert set(kinds) == {"verified"}, parlour.verdicts(player)
    assert parlour.dealing.voids == 0


def test_a_table_without_remote_people_says_that_it_proves_nothing():
    parlour = FairParlour(game="gin-rummy", at_host=["P0"])
    host = parlour.join("P0")
    parlour.join("old program", fair=False)
    parlour.run(0.2)
    parlour.play_deal()
    assert [verdict.text for verdict in parlour.verdicts(host)] == ["not verifiable: all entropy is the host's"]


def test_a_table_of_bots_deals_at_once_and_looking_on_proves_nothing():
    parlour = FairParlour(game="gin-rummy", headless=True)
    for seat in range(2):
        parlour.table.seat_bot(seat, f"bot{seat}", parlour.now)
        parlour.join(f"B{seat}", key=f"bot{seat}", fair=False)
    watcher = parlour.join("W", watch=True)
    parlour.run(0.2)
    parlour.play_deal()
    verdicts = parlour.verdicts(watcher)
    assert {verdict.text for verdict in verdicts} <= {"not verifiable: all entropy is the host's"}
    assert len(parlour.codes(watcher)) >= 1


def test_a_guest_that_lacks_the_feature_gives_no_share_and_is_sent_no_step():
    parlour = FairParlour()
    heard = []
    for n in range(3):
        parlour.join(f"P{n}")
    old = parlour.join("P3", fair=False)
    frame = old.link.frame
    old.link.frame = lambda frames, now: (heard.append(codec.read_header(frames[0]).kind), frame(frames, now))
    parlour.run(0.2)
    assert parlour.engine.on
    parlour.play_deal()
    assert not {"commit", "frozen", "shares", "opened", "void"} & set(heard)
    assert parlour.kinds(parlour.players[0]) == ["verified"]
    assert [pledge.seat for pledge in parlour.dealing._pledges()] == [0, 1, 2]


def test_who_is_away_has_no_share_and_nobody_waits():
    parlour = FairParlour(settings={"grace": 1, "bot_time": 1})
    players = parlour.everybody()
    players[3].link.quit()
    parlour.until(lambda: parlour.table.seating.chairs[3].standin)
    parlour.table.seat_bot(3, "standin", parlour.now)
    parlour.join("bot", key="standin", token=b"", fair=False)
    parlour.run(0.1)
    parlour.play_deal()
    assert parlour.dealing.voids == 0
    assert [pledge.seat for pledge in parlour.dealing._pledges()] == [0, 1, 2]


@pytest.mark.parametrize(("step", "answers"), [(Frozen, "share"), (Commit, "commitment")])
def test_a_seat_that_withholds_makes_the_shuffle_void_and_the_deal_goes_on_without_it(step, answers):
    parlour = FairParlour()
    for n in range(3):
        parlour.join(f"P{n}")
    bad = parlour.join("P3")
    deaf(bad, step)
    took = parlour.until(lambda: parlour.engine.on)
    print(f"without the {answers}: {took:.2f} s of virtual time")
    assert took <= 10.0
    parlour.run(0.1)
    assert state(parlour.players[0]).voids == 1
    for player in parlour.players:
        assert parlour.voids(player) == (0 if player is bad and step is Commit else 1)
        assert any("A shuffle is void: no share came from P3 in time." in each.text for each in player.of(SayNews))
    assert parlour.dealing.terms.attempt == 1
    assert [pledge.seat for pledge in parlour.dealing._pledges()] == [0, 1, 2]
    parlour.play_deal()
    assert [parlour.kinds(player)[-1] for player in parlour.players] == ["verified"] * 3 + ["not verifiable"]
    assert parlour.dealing.voids == 1, "who failed is not asked again until it says hello"
    bad.link.resync("test", parlour.now)
    parlour.run(0.2)
    parlour.play_deal()
    assert [pledge.seat for pledge in parlour.dealing._pledges()] == [0, 1, 2, 3]


def test_the_table_says_whose_share_it_waits_for():
    parlour = FairParlour(game="gin-rummy")
    parlour.join("P0")
    deaf(parlour.join("P1"), Frozen)
    parlour.run(1.5)
    assert state(parlour.players[0]).shuffling == ["P1"]
    parlour.until(lambda: parlour.engine.on)
    parlour.run(0.1)
    assert state(parlour.players[0]).shuffling == []


def test_a_wrong_share_makes_the_shuffle_void_at_once():
    parlour = FairParlour(game="gin-rummy")
    parlour.join("P0")
    bad = parlour.join("P1")

    def wrong(said):
        shown = bad.link.shuffle_guest._known[said.deal, said.attempt]
        right, shown.share = shown.share, b"\7" * 32
        shown.frozen = said
        bad.link.shuffle_guest._send(shown, "share")
        shown.share = right

    bad.link.shuffle_guest.reading[Frozen] = wrong
    took = parlour.until(lambda: parlour.engine.on)
    assert took <= 0.2
    assert parlour.dealing.voids == 1


def test_who_leaves_in_the_middle_of_a_shuffle_makes_it_void_at_once():
    parlour = FairParlour()
    for n in range(3):
        parlour.join(f"P{n}")
    bad = parlour.join("P3")
    deaf(bad, Frozen)
    parlour.run(0.5)
    assert not parlour.engine.on
    bad.link.quit()
    parlour.run(0.1)
    assert parlour.engine.on
    assert any("P3 went away" in each.text for each in parlour.players[0].of(SayNews))
    parlour.same()


@pytest.mark.parametrize("yes", [True, False])
def test_after_two_void_shuffles_the_people_are_asked(yes):
    parlour = FairParlour()
    for n in range(2):
        parlour.join(f"P{n}")
    for n in range(2, 4):
        deaf(parlour.join(f"P{n}"), Frozen, attempt=n - 2)
    parlour.until(lambda: parlour.table.vote is not None)
    parlour.run(0.1)
    assert parlour.dealing.voids == 2
    assert not parlour.engine.on
    assert state(parlour.players[0]).proposal.text == "2 shuffles came to nothing at this table. Shuffle again and go on?"
    for player in parlour.players:
        player.link.ask(Ask("vote", yes=yes))
        parlour.run(0.05)
    parlour.run(0.2)
    assert parlour.engine.on == yes
    assert state(parlour.players[0]).state == ("playing" if yes else "between")
    assert state(parlour.players[0]).voids == 2
    if yes:
        assert parlour.dealing.terms.attempt == 2
        parlour.play(4)
        parlour.same()


def test_nothing_of_the_secret_leaves_before_the_deal_is_over():
    parlour = FairParlour(game="gin-rummy")
    sent = []
    post = parlour._post
    parlour._post = lambda where, player, frames: (sent.append(frames[1]), post(where, player, frames))
    parlour.everybody(2)
    while parlour.engine.on and parlour.engine.deals == 1:
        secret, seed = parlour.dealing._secret, parlour.dealing.shuffle().seed
        assert not any(secret in body or seed in body for body in sent)
        assert secret.hex() not in repr([parlour.table.show(0, parlour.now), parlour.dispatcher.log])
        parlour.play(1)
    parlour.run(0.1)
    assert any(secret in body for body in sent)


def test_a_deal_that_is_broken_off_is_opened_as_far_as_it_was_played():
    parlour = FairParlour(settings={"vote_time": 5})
    players = parlour.everybody()
    parlour.play(9)
    parlour.table._give_up("The match is off.")
    players[0].link.ask(Ask("propose", game="hearts", options={"target": 30}))
    parlour.run(0.1)
    for player in players[1:3]:
        player.link.ask(Ask("vote", yes=True))
        parlour.run(0.05)
    parlour.run(0.2)
    parlour.play_deal()
    for player in players:
        assert parlour.kinds(player) == ["verified", "verified"]


def test_a_table_that_closes_opens_its_deal_first():
    parlour = FairParlour()
    players = parlour.everybody()
    parlour.play(11)
    parlour.dispatcher.close("Good night.", parlour.now)
    parlour.run(0.2)
    assert [parlour.kinds(player) for player in players] == [["verified"]] * 4


def test_the_rules_of_a_game_that_fails_make_the_shuffle_void():
    dispatcher = make_fair("gin-rummy")
    parlour = FairParlour(dispatcher)

    def fails(deck, story=True):
        raise RuntimeError("no")

    for n in range(2):
        parlour.join(f"P{n}")
        dispatcher.table.engine.match.open_deal = fails
        new_match = dispatcher.table.engine.new_match

        def spoiled(new_match=new_match):
            new_match()
            dispatcher.table.engine.match.open_deal = fails

        dispatcher.table.engine.new_match = spoiled
    parlour.run(0.2)
    assert dispatcher.table.state == "between"
    assert [parlour.voids(player) for player in parlour.players] == [1, 1]
    assert not any(verdict for verdict in parlour.verdicts(parlour.players[0]))


# --- what a guest can check without the same game ------------------------------------------------------------------------


def other_version(found, game, version):
    origins = {**found.origins, game: (found.origins[game][0], version)}
    return dataclasses.replace(found, origins=origins)


def test_another_version_of_the_game_cannot_verify_and_says_so():
    parlour = FairParlour()
    players = parlour.everybody()
    parlour.play_deal()
    theirs = parlour.found.origins["hearts"][1]
    parlour.found = other_version(parlour.found, "hearts", "1.2")
    [verdict] = parlour.verdicts(players[0])
    assert verdict.kind == "cannot verify"
    assert verdict.text.startswith(f"cannot verify: your hearts is 1.2, the table's {theirs};")
    parlour.found = dataclasses.replace(parlour.found, games={})
    [verdict] = parlour.verdicts(players[0])
    assert verdict.text.startswith(f"cannot verify: you have no hearts, the table's is {theirs}")


def test_without_the_game_a_card_that_the_deck_does_not_have_twice_is_seen():
    parlour = FairParlour()
    players = parlour.everybody()
    shuffle_guest = players[0].link.shuffle_guest
    deal = next(events for events in shuffle_guest._heard.values() if any(event[0] == "deal" for event in events))
    hand = next(event for event in deal if event[0] == "move" and isinstance(event[1], list))
    hand[1][1] = hand[1][0]
    parlour.dispatcher.close("Good night.", parlour.now)
    parlour.run(0.2)
    parlour.found = dataclasses.replace(parlour.found, games={})
    [verdict] = parlour.verdicts(players[0])
    assert (verdict.kind, verdict.fault.step) == ("failed", "cards")


# --- coming late, coming back ---------------------------------------------------------------------------------------------


def test_who_comes_in_the_middle_sees_the_code_and_checks_what_it_saw():
    parlour = FairParlour()
    parlour.everybody()
    parlour.play(20)
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    assert parlour.codes(watcher) == parlour.codes(parlour.players[0])
    parlour.play_deal()
    parlour.play_deal()
    assert parlour.kinds(watcher) == ["verified", "verified"]


def test_a_program_that_is_started_again_has_the_same_share():
    parlour = FairParlour()
    players = parlour.everybody()
    parlour.play(20)
    again = parlour.join("P0", key=players[0].key)
    again.link.shuffle_guest.key = players[0].link.shuffle_guest.key
    parlour.run(0.2)
    assert again.link.seat == 0
    parlour.play_deal()
    assert parlour.kinds(again) == ["verified"]


def test_who_was_away_at_the_end_of_a_deal_is_shown_it_afterwards():
    parlour = FairParlour(game="gin-rummy", options={"target": 1000}, settings={"grace": 3600})
    players = parlour.everybody(2)
    watcher = parlour.join("W", watch=True)
    parlour.run(0.1)
    parlour.play(6)
    watcher.cut = True
    parlour.play_deal()
    watcher.cut = False
    parlour.until(lambda: watcher.link.state == "live" and watcher.link.rev == parlour.engine.rev)
    parlour.run(8.0)
    parlour.play_deal()
    assert parlour.kinds(watcher) == ["verified", "verified"]
    assert parlour.kinds(players[0]) == ["verified", "verified"]


@pytest.mark.parametrize("seed", range(8))
def test_broken_links_make_nobody_call_an_honest_host_a_cheat(seed):
    parlour = FairParlour(game="gin-rummy", options={"target": 1000}, settings={"grace": 3600, "vote_time": 3}, seed=seed)
    chance = random.Random(seed)
    for n in range(2):
        parlour.join(f"P{n}")
    parlour.join("W", watch=True)
    for _ in range(400):
        mover = parlour.mover()
        if mover is not None:
            offers = [str(each) for each in mover.link.offer.acts] or ["pass"]
            mover.link.act(next((text for text in offers if text.startswith(("knock", "draw stock"))), offers[-1]), parlour.now)
        player = chance.choice(parlour.players)
        what = chance.random()
        if what < 0.08:
            player.cut = not player.cut
        elif what < 0.12:
            player.route += b"'"
            player.link.opened(parlour.now)
        for voter in parlour.players[:2] if parlour.table.vote is not None else ():
            if voter.link.state == "live" and not voter.link._waiting:
                voter.link.ask(Ask("vote", yes=True))
        parlour.run(chance.choice((0.0, 0.1, 0.3)), step=0.1)
    for player in parlour.players:
        player.cut = False
    parlour.run(15.0)
    parlour.same()
    kinds = [kind for player in parlour.players for kind in parlour.kinds(player)]
    print(f"{parlour.engine.deals} deals, {parlour.dealing.voids} void shuffles, {kinds}")
    assert "failed" not in kinds


def test_the_steps_come_in_the_order_of_the_page():
    parlour = FairParlour(game="gin-rummy", options={"target": 1000})
    kinds = []
    player = parlour.join("P0")
    frame = player.link.frame
    player.link.frame = lambda frames, now: (kinds.append(codec.read_header(frames[0]).kind), frame(frames, now))
    parlour.join("P1")
    parlour.run(0.1)
    parlour.play_deal()
    told = [kind for kind in kinds if kind in ("commit", "frozen", "shares", "opened", "void", "delta")]
    once = [kind for k, kind in enumerate(told) if k == 0 or told[k - 1] != kind]
    assert once == ["commit", "frozen", "shares", "delta", "opened", "commit", "frozen", "shares", "delta"]


def test_who_looked_on_and_sits_down_has_a_share_in_the_next_shuffle():
    parlour = FairParlour(options={"target": 1000})
    players = parlour.everybody()
    watcher = parlour.join("Wilma", watch=True)
    parlour.run(0.2)
    players[3].link.ask(Ask("leave"))
    parlour.run(0.2)
    parlour.table.seating.stand_in(3, "a bot's key")
    bot = parlour.join("Bot", key="a bot's key", fair=False)
    parlour.run(0.2)
    watcher.link.ask(Ask("sit"))
    parlour.play_deal()
    parlour.until(lambda: parlour.engine.on)
    assert watcher.link.seat == 3
    assert parlour.voids(players[0]) == 0
    assert watcher.of(CodeNews)[-1].mine is True
    parlour.play_deal()
    assert parlour.kinds(watcher)[-1] == "verified"
    assert bot.of(CodeNews) == []
