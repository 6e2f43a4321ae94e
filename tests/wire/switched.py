"""People who switch between games in virtual time: what they ask, how they vote, and playing on to where something changes."""

from rumpus.net.guest.events import SayNews, TableNews
from rumpus.net.protocol.messages import Ask
from rumpus.net.table.engine import core_offers

QUICK = {"target": 5}
"""A game of hearts that a deal or two decide."""


def state(player):
    return player.of(TableNews)[-1].state


def said(player):
    return [each.text for each in player.of(SayNews)]


def ask(parlour, player, *args, **fields):
    player.link.ask(Ask(*args, **fields))
    parlour.run(0.1)


def vote(parlour, players, yes=True):
    for player in players:
        ask(parlour, player, "vote", yes=yes)


def move(parlour):
    """One action of whoever may act, or a moment of time."""
    mover = parlour.mover()
    if mover is None:
        parlour.run(0.05)
        return
    offers = [str(each) for each in core_offers(mover.link.offer)]
    best = next((text for text in offers if text.startswith(("knock", "draw stock"))), offers[-1])
    mover.link.act(best, parlour.now)
    parlour.run(0.05)


def until(parlour, wanted, most=3000):
    """Plays until it is so."""
    for _ in range(most):
        if wanted():
            parlour.run(0.1)
            return
        move(parlour)
    raise AssertionError("it never came")


def finish_deal(parlour):
    deals, played = parlour.engine.deals, parlour.table.played
    until(parlour, lambda: parlour.engine.deals > deals or parlour.table.played > played or not parlour.table.playing)


def finish_match(parlour):
    played = parlour.table.played
    until(parlour, lambda: parlour.table.played > played)


def seat_bots(parlour):
    """What the host does for the evening, with bots that sit still."""
    for seat in sorted(parlour.table.bots_wanted):
        parlour.table.seat_bot(seat, f"bot-{seat}-{parlour.now}", parlour.now)
    parlour.table.bots_wanted.clear()
    parlour.run(0.1)


def names(player):
    return [line.name for line in state(player).seats]


def gin_for_two(players, parlour, **fields):
    """Four people at hearts agree to play gin; returns when they do."""
    ask(parlour, players[2], "propose", game="gin-rummy", options={"target": 25}, **fields)
    text = state(players[0]).proposal.text
    vote(parlour, [player for player in players if player is not players[2]])
    finish_deal(parlour)
    return text
