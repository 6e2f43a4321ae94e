"""A variant and a house rule, as a stranger writes them."""

from rumpus.core.families.gin import GinDeal
from rumpus.core.families.melds import PIPS
from rumpus.core.families.rummy_options import target
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule
from rumpus.plugins.gin_rummy import GIN_RUMMY

RUMPUS_API = 1
assert GinDeal
assert PIPS
assert target


@hookimpl
def rumpus_games():
    return [GIN_RUMMY.variant("lady-gin", "Lady Gin", target=50)]


@hookimpl
def rumpus_house_rules():
    return [HouseRule("half-target", "Half the points end the match.", {"target": lambda points: points // 2})]
