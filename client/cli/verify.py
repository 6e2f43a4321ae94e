"""``rumpus verify``: whether the deals of a record were shuffled by everybody's shares, and played by the rules from there."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from rumpus.client.cli.reports import read_record_file
from rumpus.client.setup.errors import Wrong
from rumpus.client.text.faces import printable
from rumpus.core.deal import Deal, Illegal
from rumpus.core.hooks import Catalogue
from rumpus.core.match import Match
from rumpus.core.record import BadRecord, Record, RecordedDeal, read_record
from rumpus.core.shuffling.fair import Shuffle, read_shuffle
from rumpus.core.shuffling.seeded import shuffled


class CheckedRecord(NamedTuple):
    """What one deal came to; ``event`` is counted from 0, as ``rumpus replay`` counts actions, and -1 where nothing failed."""

    verdict: str
    code: str = ""
    shares: int = 0
    attempt: int = 0
    event: int = -1
    step: str = ""
    reason: str = ""

    @property
    def fine(self) -> bool:
        """Whether the deal is fair and proven so."""
        return self.verdict == "verified"


def failed(event: int, step: str, reason: str, shuffle: Shuffle | None = None) -> CheckedRecord:
    """A deal that something is wrong with."""
    return CheckedRecord("failed", shuffle.code if shuffle is not None else "", 0, 0, event, step, reason)


def verify(data: Any, found: Catalogue) -> list[CheckedRecord]:
    """Check the deals of a record one after the other, up to the first that fails; raises BadRecord."""
    record = read_record(data, found)
    match = Match(record.charter, record.dealer)
    checked: list[CheckedRecord] = []
    before: Shuffle | None = None
    for n, recorded in enumerate(record.deals):
        if match.over:
            checked.append(failed(0, "match", "The match was over before this deal."))
            break
        told, shuffle, deal = _deal(record, recorded, data["deals"][n].get("fair"), match, before)
        if deal is not None and told.verdict != "failed" and not deal.over:
            if n + 1 < len(record.deals):
                told = failed(len(recorded.actions), "match", "The deal is not over, and another one follows.", shuffle)
            else:
                told = told._replace(verdict="not over", reason="the record ends before this deal does")
        checked.append(told)
        if told.verdict == "failed" or deal is None:
            break
        before = shuffle or before
    return checked


def _deal(
    record: Record, recorded: RecordedDeal, fair: Any, match: Match, before: Shuffle | None
) -> tuple[CheckedRecord, Shuffle | None, Deal | None]:
    """One deal: its shuffle, its deck, its actions; the match is then after it."""
    shuffle, told = None, CheckedRecord("not verifiable", reason="the record does not say how this deal was shuffled")
    if fair is not None:
        try:
            shuffle = read_shuffle(fair, record.charter.game.name, len(match.deck))
        except ValueError as why:
            raise BadRecord(f"{recorded.place}.fair: {why}") from None
        told = _shuffle(record, recorded, shuffle, match, before)
        if told.verdict == "failed":
            return told, shuffle, None
    deal = match.open_deal(recorded.deck(match.deck))
    for k, (seat, action) in enumerate(recorded.actions):
        try:
            deal.act(seat, action)
        except Illegal as why:
            return failed(k, "action", f"Seat {seat} may not do this: {why}", shuffle), shuffle, None
    if deal.over:
        match.settle(deal)
    return told, shuffle, deal


def _shuffle(record: Record, recorded: RecordedDeal, shuffle: Shuffle, match: Match, before: Shuffle | None) -> CheckedRecord:
    """What the shuffle of a deal is worth, and whether its deck is the one that was played."""
    fault = shuffle.fault()
    if fault:
        return failed(0, "shares", fault, shuffle)
    if before is not None and _parted(before, shuffle):
        return failed(0, "table", "The deal before was dealt at another table, or not just before this one.", shuffle)
    deck, due = recorded.deck(match.deck), shuffled(shuffle.seed, match.deck)
    if deck != due or recorded.seed not in (None, shuffle.seed):
        return failed(0, "deck", "The deck is not the one that the shares and the host's secret give.", shuffle)
    given = CheckedRecord("verified", shuffle.code, len(shuffle.shares), shuffle.terms.attempt)
    if not shuffle.pledges:
        return given._replace(verdict="not verifiable", reason="all entropy is the host's")
    if shuffle.terms.rules != record.charter.sha256:
        charter = record.charter
        name = f"{charter.game.name} {charter.version}".strip()
        reason = f"these options with your {name} are not the charter {shuffle.terms.rules.hex()[:8]} that it was dealt under"
        return given._replace(verdict="cannot verify", reason=reason)
    return given


def _parted(before: Shuffle, shuffle: Shuffle) -> bool:
    """Whether two shuffles cannot be those of two deals of a match, the one after the other.

    The table may have come to another host in between: to one of its people, who sits there with the key that it hosts with.
    """
    one, other = before.terms, shuffle.terms
    people = {one.host_key, *(pledge.key for pledge in (*before.pledges, *shuffle.pledges))}
    return (one.table, one.rules, one.deal + 1) != (other.table, other.rules, other.deal) or other.host_key not in people


def as_data(game: Any, checked: list[CheckedRecord]) -> dict[str, Any]:
    """The answer by the names of the command line."""
    wrong = [{"deal": n, "event": each.event, "step": each.step, "reason": each.reason} for n, each in enumerate(checked)]
    bad = [told for told, each in zip(wrong, checked, strict=True) if each.verdict == "failed"]
    deals = [
        {"verdict": each.verdict, "code": each.code, "shares": each.shares, "attempt": each.attempt, "reason": each.reason}
        for each in checked
    ]
    ok = bool(checked) and all(each.fine for each in checked)
    return {"ok": ok, "game": game, "deals": deals, "failed": bad[0] if bad else None}


def as_text(checked: list[CheckedRecord]) -> str:
    """The answer for people; its last line is the verdict on the whole."""
    lines = []
    for n, each in enumerate(checked, 1):
        code = f", code {each.code}" if each.code else ""
        again = f", {each.attempt} void before it" if each.attempt else ""
        if each.fine:
            lines.append(f"Deal {n}: verified, {each.shares} share{'' if each.shares == 1 else 's'}{again}{code}")
        elif each.verdict == "failed":
            lines.append(f"FAILED at event {each.event} of deal {n} ({each.step}): {each.reason}")
        else:
            lines.append(f"Deal {n}: {each.verdict}: {each.reason}{again}{code}")
    if not checked:
        lines.append("NOT VERIFIED: there is no deal in it.")
    elif all(each.fine for each in checked):
        lines.append("OK: nobody chose the cards, and everything was played by the rules.")
    elif checked[-1].verdict != "failed":
        lines.append("NOT VERIFIED: nothing is wrong, but not every deal can be proven to be fair.")
    return "\n".join(lines)


def verify_file(path: str, found: Catalogue, as_json: bool) -> int:
    """Check a record file and print what came of it; returns the exit status."""
    data = read_record_file(path)
    try:
        checked = verify(data, found)
    except BadRecord as why:
        raise Wrong(f"{path} is no record: {why}") from None
    answer = as_data(data["game"], checked)
    if as_json:
        print(json.dumps(answer))
    else:
        print("\n".join(map(printable, as_text(checked).splitlines())))
    return 0 if answer["ok"] else 1
