"""A house rule for every game with penalties: the ace of spades costs five more."""

from rumpus.core.cards import AS
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1


@hookimpl
def rumpus_house_rules():
    dearer = {"penalty": lambda costs: (*costs[:AS], costs[AS] + 5, *costs[AS + 1 :])}
    return [HouseRule("pike", "The ace of spades costs five more.", dearer)]
