"""What a host keeps of hands that were played, and of matches that are over."""

import stat

import pytest
from journalled import Journalled
from rumpus.core.record import replay
from rumpus.core.shuffling.seeded import deal_seed, shuffled
from rumpus.net.storage.history import History


def seen_on_disk(parlour, deal):
    """Whether anything of a deal's deck lies in the files."""
    deck = ",".join(map(str, shuffled(deal_seed("parlour", deal), parlour.engine.match.deck))).encode()
    return any(deck in path.read_bytes() for path in parlour.path.parent.iterdir())


@pytest.mark.parametrize(("keep", "old"), [("none", False), ("match", True), ("all", True)])
def test_hands_of_a_deal_that_is_over_are_kept_as_the_table_wants(tmp_path, keep, old):
    parlour = Journalled(tmp_path, settings={"keep_hands": keep})
    parlour.engine.journal.keep("fair", {"h": "c0ffee" * 8})
    secret = b"c0ffee" * 8
    assert seen_on_disk(parlour, 0)
    while parlour.engine.deals == 1:
        assert any(secret in path.read_bytes() for path in parlour.path.parent.iterdir())
        parlour.play(1)
    parlour.run(0.1)
    assert seen_on_disk(parlour, 0) == old
    assert any(secret in path.read_bytes() for path in parlour.path.parent.iterdir()) == old
    assert seen_on_disk(parlour, 1)
    parlour.play(5)
    parlour.again()
    parlour.play(5)
    parlour.same()
    parlour.end()


@pytest.mark.parametrize("keep", ["none", "match", "all"])
def test_a_finished_match_is_in_the_history_once(tmp_path, keep):
    parlour = Journalled(tmp_path, options={"target": 30}, settings={"keep_hands": keep})
    steps = 0
    while not parlour.table.book:
        parlour.play(1)
        steps += 1
        if steps % 40 == 0:
            parlour.again()
    parlour.again()
    parlour.run(0.2)
    (match,) = History(tmp_path / "history.db").matches()
    assert (match.table, match.number) == (parlour.table.table_id, 1)
    assert [name for name, _ in match.seats] == ["P0", "P1", "P2", "P3"]
    assert match.totals == parlour.table.book[0].totals
    assert stat.S_IMODE((tmp_path / "history.db").stat().st_mode) == 0o600
    assert (match.record is not None) == (keep == "all")
    if match.record is not None:
        told = replay(match.record, parlour.dispatcher.known)
        assert told["over"]
        assert told["deals"][-1]["totals"] == match.totals
    assert seen_on_disk(parlour, 0) == (keep == "all")
    parlour.end()
