"""Melds: what makes one, how a hand is best arranged, what it can lay down. Games import them from here."""

from rumpus.core.families.melds.arranging import arrange, count, counter, defend, discards_within, hardest_to_lay_on, openings
from rumpus.core.families.melds.contracts import contract, sequences_of_all
from rumpus.core.families.melds.every import arrangements, every_set
from rumpus.core.families.melds.quick import Counter
from rumpus.core.families.melds.reading import Extension, fitting, lay_on, read_set
from rumpus.core.families.melds.rule import PIPS, Arrangement, End, Kind, LaidOff, Meld, MeldRule, NoMeld

__all__ = [
    "PIPS",
    "Arrangement",
    "Counter",
    "End",
    "Extension",
    "Kind",
    "LaidOff",
    "Meld",
    "MeldRule",
    "NoMeld",
    "arrange",
    "arrangements",
    "contract",
    "count",
    "counter",
    "defend",
    "discards_within",
    "every_set",
    "fitting",
    "hardest_to_lay_on",
    "lay_on",
    "openings",
    "read_set",
    "sequences_of_all",
]
