"""A stranger's rummy needs one file: Kalooki, with two packs, jokers and fifty-one points to open."""

from __future__ import annotations

from pathlib import Path

from rumpus.core.hooks import Catalogue, find_plugins
from rumpus.core.record import charter_for, replay
from rumpus.core.testing.trial import run_trial

KALOOKI = """
from dataclasses import replace

from rumpus.core.cards import pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy.openings import Points
from rumpus.core.hooks import hookimpl
from rumpus.plugins.basic_rummy import BASIC_RUMMY

RUMPUS_API = 1
VALUES = tuple(11 if face % 13 == 12 else 15 if face >= 52 else price for face, price in enumerate(PIPS))
MELDS = MeldRule(ace="either", jokers=True, prices=VALUES)


@hookimpl
def rumpus_games():
    return [
        BASIC_RUMMY.variant(
            "kalooki", "Kalooki", "A rummy that opens with fifty-one points.",
            deck=pack(2, black_jokers=2, red_jokers=2), hand=(13,), values=VALUES, melds=MELDS,
            opening=Points(51), rummy_pays=1,
        )
    ]
"""


def kalooki(folder: Path) -> Catalogue:
    path = folder / "kalooki.py"
    path.write_text(KALOOKI, encoding="utf-8")
    catalogue = find_plugins([path])
    assert not catalogue.failures
    return catalogue


def opening(catalogue: Catalogue, hand: str, meld: str) -> dict[str, object]:
    """What comes of a first meld from this hand of thirteen, seat 1 to play, after the king of spades is drawn."""
    declared = list(charter_for(catalogue, "kalooki", 2, {}, []).rules.deck)
    from rumpus.core.cards import NAME, read_card

    mine = [read_card(word) for word in hand.split()]
    rest = list(declared)
    for face in [*mine, read_card("KS")]:
        rest.remove(face)
    theirs, rest = rest[:13], rest[13:]
    dealt = [face for pair in zip(mine, theirs, strict=True) for face in pair]
    deck = [*dealt, rest[0], read_card("KS"), *rest[1:]]
    record = {"rumpus": 1, "game": "kalooki", "options": {}, "house_rules": [], "seats": ["a", "b"], "dealer": 0}
    actions = [[1, "draw stock"], [1, meld]]
    return replay({**record, "deals": [{"deck": " ".join(NAME[face] for face in deck), "actions": actions}]}, catalogue)


HAND = "QC QD QH JC JD JH 2C 3C 4C 5D 7H 9S TS"


def test_less_than_fifty_one_is_refused_as_a_whole(tmp_path: Path) -> None:
    answer = opening(kalooki(tmp_path), HAND, "meld QC QD QH")
    # three queens count 30
    assert answer["error"] == {"deal": 0, "action": 1, "reason": "Your first meld must count 51 at least; this counts 30."}


def test_two_sets_may_count_together(tmp_path: Path) -> None:
    answer = opening(kalooki(tmp_path), HAND, "meld QC QD QH, JC JD JH")
    # 30 and 30
    assert [meld["id"] for meld in answer["position"]["melds"]] == [1, 2]  # type: ignore[index]


def test_it_keeps_the_laws(tmp_path: Path) -> None:
    catalogue = kalooki(tmp_path)
    charter = charter_for(catalogue, "kalooki", 2, {"max_turns_over": 3}, [])
    kinds = [kind for name in ("random", "basic") if (kind := catalogue.bot(name, charter.game)) is not None]
    report = run_trial(charter, 4, kinds=kinds, thorough=8, all_verbs=False)
    assert report.verbs["meld"]
