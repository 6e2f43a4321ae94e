"""What players read of fair dealing: the code on every screen, the verdict, void shuffles, whose share is waited for."""

from __future__ import annotations

import asyncio
import json

import pytest
from fair_parlour import FairParlour
from rumpus.client.cli.verify import verify
from rumpus.client.model.model import Model
from rumpus.client.plain.line_client import LineTalk
from rumpus.client.screen.layout import paint
from rumpus.client.screen.overlays import result_rows, score_rows
from rumpus.client.session.audit import DealChecker
from rumpus.net.guest.events import TableNews, VerdictNews
from rumpus.net.protocol.messages import Frozen
from rumpus.net.shuffle.evidence import Evidence, Verdict
from rumpus.net.shuffle.guest import EvidenceNews


def screen_of(parlour, player):
    """A model that has heard all that this guest was told, and the verdicts where they belong; and the lines said of it."""
    model = Model()
    talk = LineTalk(model)
    verdicts = iter(parlour.verdicts(player))
    lines = []
    for news in player.news:
        lines += talk.hear(news)
        if isinstance(news, EvidenceNews):
            lines += talk.hear(VerdictNews(next(verdicts)))
    return model, lines


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (132, 40)])
def test_the_code_is_on_every_screen(size):
    parlour = FairParlour(game="gin-rummy")
    players = [*parlour.everybody(2), parlour.join("W", watch=True)]
    parlour.run(0.1)
    [code] = parlour.codes(players[0])
    for player in players:
        model, lines = screen_of(parlour, player)
        assert f"code {code}" in "\n".join(paint(model, *size).lines()[:1])
        assert any(line.startswith(f"Deal code {code}") for line in lines)
        assert any(code in text for text, _ in score_rows(model))
        assert any("holds all hands" in text or "all hands." in text for text, _ in score_rows(model))


def test_the_verdict_is_said_and_stands_beside_the_result():
    parlour = FairParlour(game="gin-rummy", options={"target": 1000})
    players = parlour.everybody(2)
    parlour.play_deal()
    model, lines = screen_of(parlour, players[0])
    assert "Deal 1 of this table: verified ✓." in lines
    assert model.result is not None
    assert ("Fair dealing: verified ✓.") in [text for text, _ in result_rows(model, model.result)]
    assert not [line for line in lines if line.startswith(("refused:", "totals:")) and "verified" in line]


def test_what_proves_nothing_is_said_once_and_what_failed_every_time():
    model = Model()
    talk = LineTalk(model)
    alone = [talk.hear(VerdictNews(Verdict(n, "not verifiable", "not verifiable: all entropy is the host's"))) for n in range(3)]
    assert [len(lines) for lines in alone] == [1, 0, 0]
    bad = [talk.hear(VerdictNews(Verdict(n, "failed", "FAILED at event 3 (cards): x\x1b[31m"))) for n in range(2)]
    assert [len(lines) for lines in bad] == [1, 1]
    assert "\x1b" not in bad[0][0]


def test_void_shuffles_are_counted_and_whose_share_is_waited_for_is_shown():
    parlour = FairParlour(game="gin-rummy")
    parlour.join("P0")
    slow = parlour.join("P1")
    hear = slow.link._reading[Frozen]
    slow.link._reading[Frozen] = lambda message, now: None if not message.attempt else hear(message, now)
    parlour.run(1.6)
    model, _ = screen_of(parlour, parlour.players[0])
    assert "waiting for the share of P1" in "\n".join(paint(model, 80, 24).lines())
    parlour.until(lambda: parlour.engine.on)
    parlour.run(0.2)
    for player in parlour.players:
        model, lines = screen_of(parlour, player)
        assert "1 void" in paint(model, 80, 24).lines()[0]
        assert any(line.startswith("A shuffle is void: no share came from P1 in time.") for line in lines)


def test_checks_run_beside_the_table_in_order_and_records_are_kept(tmp_path):
    parlour = FairParlour(game="gin-rummy", options={"target": 1000})
    players = parlour.everybody(2)
    for _ in range(3):
        parlour.play_deal()
    model = Model()
    told = []

    async def sit():
        checking = DealChecker(model, at_host=False, save=tmp_path)

        def tell(news):
            model.hear(news)
            told.append(news)

        hear = checking.beside(tell)
        for news in players[0].news:
            hear(news)
        model.farewell = "Good night."
        await checking.close()

    asyncio.run(sit())
    verdicts = [news.verdict for news in told if isinstance(news, VerdictNews)]
    assert [(verdict.deal, verdict.kind) for verdict in verdicts] == [(0, "verified"), (1, "verified"), (2, "verified")]
    [path] = tmp_path.iterdir()
    record = json.loads(path.read_text())
    assert record["seats"] == ["P0", "P1"]
    assert [each.verdict for each in verify(record, parlour.found)] == ["verified"] * 3
    assert isinstance(players[0].of(EvidenceNews)[0].evidence, Evidence)
    assert players[0].of(TableNews)
