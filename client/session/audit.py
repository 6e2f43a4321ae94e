"""The own check of every deal that is over: beside the table, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from rumpus.client.model.model import Model
from rumpus.net.guest.events import News, VerdictNews
from rumpus.net.shuffle.evidence import Evidence, Verdict
from rumpus.net.shuffle.guest import EvidenceNews

if TYPE_CHECKING:
    from rumpus.net.shuffle.audit import Auditor

PATIENCE = 5.0
"""Seconds that the last check may take when the table is over."""


class DealChecker:
    """Hears the evidence of every deal and tells the verdict, one after the other, in the running loop.

    ``save`` is the folder where records of matches that were checked from their first deal are kept.
    """

    def __init__(self, model: Model, at_host: bool, save: Path | None = None) -> None:
        self.model = model
        self.prover: Auditor | None = None
        self._at_host = at_host
        self.save = save
        self._worker = ThreadPoolExecutor(1, "checking")
        self._tasks: set[asyncio.Task[None]] = set()

    def at_host(self) -> None:
        """The host is on this player's machine from now on."""
        self._at_host = True
        if self.prover is not None:
            self.prover.at_host = True

    def beside(self, tell: Callable[[News], None]) -> Callable[[News], None]:
        """Who hears the news, and what the checks come to."""

        def hear(news: News) -> None:
            if isinstance(news, EvidenceNews):
                task = asyncio.get_running_loop().create_task(self._check(news.evidence, tell))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            tell(news)

        return hear

    async def _check(self, evidence: Evidence, tell: Callable[[News], None]) -> None:
        names = [line.name for line in self.model.state.seats] if self.model.state is not None else []
        tell(VerdictNews(await asyncio.get_running_loop().run_in_executor(self._worker, self._prove, evidence, names)))

    def _prove(self, evidence: Evidence, names: list[str]) -> Verdict:
        from rumpus.client.session.hints import installed
        from rumpus.net.shuffle.audit import Auditor

        if self.prover is None:
            self.prover = Auditor(self._at_host)
        verdict = self.prover.check(evidence, installed(), names)
        if self.save is not None and self.prover.records:
            number, record = self.prover.begun, self.prover.records[-1]
            path = self.save / f"{record['game']}-{evidence.terms.table.hex()[:8]}-{number:03}.json"
            with contextlib.suppress(OSError):
                path.write_text(json.dumps(record) + "\n", encoding="utf-8")
        return verdict

    async def close(self) -> None:
        """The table is over: the last verdict is waited for; else nothing is."""
        if self._tasks and self.model.farewell:
            await asyncio.wait(self._tasks, timeout=PATIENCE)
        for task in self._tasks:
            task.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)
