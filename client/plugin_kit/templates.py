"""Plugins to start from: what ``rumpus new`` writes, each with its test."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template

from rumpus.client.setup.errors import Failed, Wrong
from rumpus.client.setup.table_options import catalogue
from rumpus.core.game import Game
from rumpus.core.hooks import Catalogue
from rumpus.core.record import find_game

VARIANT = '''"""$title: $base_title, but the match is over at $points points."""

from rumpus.core.hooks import hookimpl
from $module import $constant

RUMPUS_API = 1


@hookimpl
def rumpus_games():
    return [$constant.variant("$name", "$title", "$base_title, but quicker.", $option=$points)]
'''

VARIANT_TEST = """PLUGIN = "$file.py"


def test_it_is_played_as_it_says(table):
    assert table("$name").charter.options["$option"] == $points


def test_it_keeps_the_laws(trial):
    trial("$name")
"""

HOUSE_RULE = '''"""$title: the queen of spades breaks hearts, however she is played."""

from rumpus.core.cards import QS
from rumpus.core.hooks import hookimpl
from rumpus.core.house import HouseRule

RUMPUS_API = 1


@hookimpl
def rumpus_house_rules():
    return [HouseRule("$name", "The queen of spades breaks hearts.", {"breakers": lambda cards: cards | {QS}})]
'''

HOUSE_RULE_TEST = """PLUGIN = "$file.py"
HANDS = ["2C", "3C", "4C", "5C QS"]  # the rest of the pack fills them up


def test_the_queen_breaks_hearts(table):
    for house_rules, broken in ([], False), (["$name"], True):
        here = table("hearts", options={"give": "none"}, house_rules=house_rules, hands=HANDS, dealer=3)
        here.play("0 play 2C", "1 play 3C", "2 play 4C", "3 play 5C", "3 play QS")
        assert here.deal.broken == broken


def test_it_keeps_the_laws(trial):
    trial("hearts", house_rules=["$name"])
"""

TRICKS = '''"""$title: follow suit; whoever takes a club pays for it."""

from rumpus.core.cards import CLUBS, pack, prices, suit
from rumpus.core.families.tricks import TrickDeal, TrickRules, score_penalties, tell_tricks
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import option

RUMPUS_API = 1


def rules(chosen, seats):
    """The rule record that a table's options come to."""
    return TrickRules(
        seats=seats,
        deck=pack(),
        penalty=prices(dict.fromkeys(suit(CLUBS), chosen["club"])),
        score=score_penalties,
        target=chosen["target"],
        lowest_wins=True,
        ties_play_on=True,
    )


GAME = Game(
    name="$name",
    title="$title",
    family="tricks",
    seats=(4, 4),
    default_seats=4,
    options=(
        option("target", 50, "the total that ends the match", low=1, high=1000),
        option("club", 1, "what each club costs", low=1, high=10),
    ),
    rules=rules,
    deal=TrickDeal,
    tells=tell_tricks,
    verbs=("play",),
    summary="Take no tricks with clubs in them.",
)


@hookimpl
def rumpus_games():
    return [GAME]
'''

TRICKS_TEST = """PLUGIN = "$file.py"


def test_who_takes_the_clubs_pays(table):
    here = table("$name", hands=["2C..AC", "2D..AD", "2H..AH", "2S..AS"], dealer=3)
    here.play_out()
    assert here.deal.scores == [13, 0, 0, 0]


def test_suit_is_followed(table):
    here = table("$name", hands=["2C", "3C"], dealer=3)
    here.play("0 play 2C")
    assert "follow suit" in here.refusal("1 play AD")


def test_it_keeps_the_laws(trial):
    trial("$name")
"""

RUMMY = '''"""$title: draw, meld, discard; aces are high or low, and the hands of the others are what the first one out wins."""

from rumpus.core.cards import pack
from rumpus.core.families.melds import PIPS, MeldRule
from rumpus.core.families.rummy import RummyDeal, winner_takes_hands
from rumpus.core.families.rummy.help import tell_rummy
from rumpus.core.families.rummy.options import MAX_TURNS_OVER, RETURN_DISCARD, common, target
from rumpus.core.families.rummy.rules import RummyRules
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl

RUMPUS_API = 1


def rules(chosen, seats):
    """The rule record that a table's options come to."""
    return RummyRules(
        seats=seats,
        deck=pack(),
        hand=(7,),
        values=PIPS,
        melds=MeldRule(ace="either"),
        score=winner_takes_hands,
        **common(chosen),
    )


GAME = Game(
    name="$name",
    title="$title",
    family="rummy",
    seats=(2, 5),
    default_seats=3,
    options=(target(100), RETURN_DISCARD, MAX_TURNS_OVER),
    rules=rules,
    deal=RummyDeal,
    tells=tell_rummy,
    verbs=("draw", "meld", "discard"),
    summary="Meld your cards, and be the first whose hand is empty.",
)


@hookimpl
def rumpus_games():
    return [GAME]
'''

RUMMY_TEST = """PLUGIN = "$file.py"


def test_an_ace_is_high_too(table):
    here = table("$name", hands=["2C 2D", "QS KS AS"], then="9H 9D", dealer=0)
    here.play("1 draw stock", "1 meld QS KS AS")
    assert here.deal.position()["melds"][0]["cards"] == ["QS", "KS", "AS"]


def test_it_keeps_the_laws(trial):
    trial("$name")
"""

OWN = '''"""$title: everybody plays a card, and the highest one takes them all."""

from rumpus.core.actions import PLAY
from rumpus.core.cards import NAME, RANK, pack
from rumpus.core.deal import ONLY, Deal, Illegal, Phase
from rumpus.core.game import Game
from rumpus.core.hooks import hookimpl
from rumpus.core.rules import Rules, option
from rumpus.core.zones import NOBODY

RUMPUS_API = 1


class Play(Phase):
    """The one stage of this game: a card from the hand."""

    name = "play"

    def offers(self, deal, seat):
        return [PLAY[face] for face in deal.at[seat]]

    def act(self, deal, seat, action):
        if action.verb != "play" or len(action.cards) != 1 or action.cards[0] not in deal.at[seat]:
            raise Illegal("Play one card of your hand: 'play' and its name.")
        deal.lay(seat, action.cards[0])


class HighDeal(Deal):
    """Cards lie in zones, and a zone says who may see them: that is all it takes to keep hands secret."""

    phases = {"play": Play()}

    def begin(self):
        self.trick = self.open_zone("trick", NOBODY, "all")
        self.taken = [self.open_zone("taken", seat, "none") for seat in range(self.seats)]
        self.deal_hands(5)
        self.enter("play", ONLY[self.left_of(self.dealer)])

    def lay(self, seat, face):
        self.move((face,), seat, self.trick)
        if len(self.at[self.trick]) < self.seats:
            self.enter("play", ONLY[self.left_of(seat)])
            return
        trick = self.at[self.trick]
        leader = self.left_of(seat)
        taker = (leader + max(range(self.seats), key=lambda place: RANK[trick[place]])) % self.seats
        self.take(self.seats, self.trick, self.taken[taker])
        if self.at[taker]:
            self.enter("play", ONLY[taker])
        else:
            self.finish("tricks")

    def table(self):
        return {"trick": [NAME[face] for face in self.at[self.trick]]}


def score(deal):
    """A point for every card taken."""
    return [len(deal.at[zone]) for zone in deal.taken]


def rules(chosen, seats):
    """The rule record that a table's options come to."""
    return Rules(seats=seats, deck=pack(), score=score, target=chosen["target"], ties_play_on=True)


def tells(rules):
    """The help page's sentences."""
    return [
        "Each seat is dealt five cards, and the eldest hand leads.",
        "Everybody plays any one card; the highest takes them all, of equals the first, and leads again.",
        f"Every card taken is a point; {rules.target} points end the match.",
    ]


GAME = Game(
    name="$name",
    title="$title",
    family="$name",
    seats=(2, 8),
    default_seats=4,
    options=(option("target", 50, "points that end the match", low=1, high=1000),),
    rules=rules,
    deal=HighDeal,
    tells=tells,
    verbs=("play",),
    summary="Play high and take the cards.",
)


@hookimpl
def rumpus_games():
    return [GAME]
'''

OWN_TEST = """PLUGIN = "$file.py"


def test_the_highest_card_takes_them_all(table):
    here = table("$name", seats=2, hands=["2C 3C 4C 5C 6C", "2D 3D 4D 5D AD"], dealer=1)
    here.play("0 play 6C", "1 play AD")
    assert here.offers(1) == ["play 2D", "play 3D", "play 4D", "play 5D"]
    here.play_out()
    assert sum(here.deal.scores) == 10


def test_a_card_that_is_not_held_is_refused(table):
    here = table("$name", hands=["2C 3C 4C 5C 6C"], dealer=3)
    assert here.refusal("0 play AS") == "Play one card of your hand: 'play' and its name."


def test_it_keeps_the_laws(trial):
    trial("$name")
"""

GAMES = {"tricks": (TRICKS, TRICKS_TEST), "rummy": (RUMMY, RUMMY_TEST), "none": (OWN, OWN_TEST)}


def start(kind: str, name: str, base: str, family: str) -> dict[str, str]:
    """The files of a plugin to start from, by their names. Raises Wrong where the name cannot be one."""
    found = catalogue(complain=False)
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise Wrong(f"'{name[:40]}' cannot be the name of a plugin: use small letters, digits and hyphens, such as quick-hearts.")
    if name in found.origins:
        raise Wrong(f"There is a {name} already, from the plugin {found.origins[name][0]}: choose another name.")
    words = {"name": name, "title": name.replace("-", " ").title(), "file": name.replace("-", "_")}
    plugin, test = {"variant": (VARIANT, VARIANT_TEST), "house-rule": (HOUSE_RULE, HOUSE_RULE_TEST)}.get(kind, GAMES[family])
    if kind == "variant":
        words |= _base(found, base)
    return {
        f"{words['file']}.py": Template(plugin).substitute(words),
        f"test_{words['file']}.py": Template(test).substitute(words),
    }


def _base(found: Catalogue, name: str) -> dict[str, str]:
    """The game that a variant is of: where it is declared, and an option to begin with."""
    try:
        game = find_game(found, name)
    except ValueError as why:
        raise Wrong(str(why)) from None
    module = found.plugins[found.origins[name][0]].module
    constant = next((key for key, value in vars(module).items() if value is game and key.isupper()), None)
    if constant is None or module.__name__.startswith("rumpus_local_"):
        raise Wrong(f"{game.title} is not declared where a variant can import it; take another game with --of.")
    option, points = _quicker(game)
    return {"base_title": game.title, "module": module.__name__, "constant": constant, "option": option, "points": str(points)}


def _quicker(game: Game) -> tuple[str, int]:
    """The option that ends a match, and half of its usual value."""
    for each in game.options:
        if each.name == "target" and type(each.default) is int and each.default // 2 >= max(1, each.low):
            return each.name, each.default // 2
    raise Wrong(f"{game.title} is played to no number of points, which is where a variant begins; take another game with --of.")


def write(files: Mapping[str, str]) -> None:
    """Write the files into this folder; none of them may be there already. Raises Failed."""
    there = [name for name in files if Path(name).exists()]
    if there:
        raise Failed(f"{' and '.join(there)} will not be written over: choose another name, or another folder.")
    for name, text in files.items():
        try:
            with Path(name).open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as why:
            raise Failed(f"{name} cannot be written here ({why.strerror}); go to a folder of yours.") from None


def next_steps(kind: str, name: str, files: Sequence[str]) -> str:
    """What to do with a plugin that was just written."""
    plugin, test = files
    play = f"rumpus play hearts -r {name}" if kind == "house-rule" else f"rumpus play {name}"
    return "\n".join(
        [
            f"Wrote {plugin} and {test}. Next:",
            "",
            f"    python -m pytest {test}",
            f"    rumpus check {plugin}",
            f"    {play} --plugin {plugin}",
        ]
    )
