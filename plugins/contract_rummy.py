"""Contract Rummy: seven deals, each with sets of its own to lay down at once, and discards to be bought."""

from __future__ import annotations

from dataclasses import dataclass

from rumpus.core.cards import ACE, RANK, TWO, pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy import RummyDeal
from rumpus.core.families.rummy.buying import BuyingDeal
from rumpus.core.families.rummy.contracts import Contract
from rumpus.core.families.rummy.help import tell_contracts
from rumpus.core.families.rummy.options import MAX_TURNS_OVER, RETURN_DISCARD, common
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.families.rummy.swaps import SwappingDeal
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Options, option

RUMPUS_API = 1

CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))


@dataclass(frozen=True, kw_only=True)
class ContractRules(RummyRules):
    """What Contract Rummy adds: how often a seat may buy in a deal (0: no limit), and when jokers may be captured."""

    max_buys: int
    early_capture: bool


class ContractDeal(BuyingDeal, SwappingDeal):
    """A deal of Contract Rummy: a rummy with buying and with swaps."""

    phases = {**SwappingDeal.phases, **{name: BuyingDeal.phases[name] for name in ("draw", "offer")}}  # noqa: RUF012


def score(deal: RummyDeal) -> list[int]:
    """Every seat pays its hand; who went out has none."""
    return [deal.hand_value(seat) for seat in range(deal.seats)]


def prices(deuces_wild: bool) -> tuple[int, ...]:
    """Aces, jokers and wild deuces 15, faces 10, others their pips."""
    dear = (ACE, -1, TWO) if deuces_wild else (ACE, -1)
    return tuple(15 if RANK[face] in dear else price for face, price in enumerate(PIPS))


def rules(chosen: Options, seats: int) -> ContractRules:
    """The rule record that a table's options come to."""
    wild = bool(chosen["deuces_wild"])
    values = prices(wild)
    melds = MeldRule(ace="both", group=0, twins=True, jokers=True, deuces="wild" if wild else "plain", prices=values)
    return ContractRules(
        seats=seats,
        deck=pack(2, black_jokers=1) if seats <= 4 else pack(3, black_jokers=1, red_jokers=1),
        hand=(10, 10, 10, 10, 10, 10, 12),
        values=values,
        melds=melds,
        score=score,
        lowest_wins=True,
        opening=Contract(CONTRACTS),
        opening_alone=True,
        later_sets=False,
        max_buys=int(chosen["max_buys"]),
        early_capture=bool(chosen["early_capture"]),
        **common(chosen),
    )


CONTRACT_RUMMY = Game(
    name="contract-rummy",
    title="Contract Rummy",
    family="rummy",
    seats=(3, 8),
    default_seats=4,
    options=(
        option("deals", 7, "how many of the seven contracts are played", low=1, high=7),
        RETURN_DISCARD,
        MAX_TURNS_OVER,
        option("max_buys", 0, "how often a seat may buy in a deal; 0: no limit", high=1000),
        option("deuces_wild", False, "deuces are wild too"),
        option("early_capture", True, "a joker may be captured before one's contract is laid"),
    ),
    rules=rules,
    deal=ContractDeal,
    tells=tell_contracts,
    verbs=("draw", "pass", "buy", "meld", "swap", "discard"),
    summary="Seven deals, seven contracts: lay the sets that the deal asks for, then get rid of the rest.",
)


@hookimpl
def rumpus_games() -> list[Game]:
    return [CONTRACT_RUMMY]
