"""What one rank adds to a cover: how the sequences of a suit go on, and which group the rank makes.

A cover of a hand is built rank by rank from the ace up. Of the sequences that have come so far only their number matters,
and how long they are: one card, two, or enough. Whatever can be done with one rank depends on a few small numbers, so it
is worked out once and kept.

Cards that could be laid are counted here, never named. Three arguments keep the ways few and lose none of them:

* A sequence that is long enough is carried on before another is begun with the same card: whatever the begun one could
  become, the longer one could, and it owes nothing.
* Jokers go first where a sequence has a natural card already; a sequence of jokers alone so far ("bare") must get one.
* Six cards in a row are two sequences, and three jokers in a row a group: so nothing longer need be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

LAST = -1
"""Nothing follows on this rank: every sequence must be long enough."""
CORNER = 99
"""What follows on this rank lies around the corner, and was promised before."""


class Open(NamedTuple):
    """The sequences of one suit that reach up to a rank: with one card, with two (``bare``: jokers alone), with enough."""

    one: int = 0
    bare_one: int = 0
    two: int = 0
    bare_two: int = 0
    many: int = 0

    @property
    def waiting(self) -> int:
        """How many must be carried on."""
        return self.one + self.bare_one + self.two + self.bare_two


NOTHING = Open()


class Step(NamedTuple):
    """What a suit does at one rank: so many natural cards and jokers go into its sequences.

    ``carried`` sequences that were long enough go on, ``begun`` are new; of the jokers ``bare_on`` go on sequences of
    jokers alone and ``bare_begun`` begin new ones. ``met`` says how many of each length (one, bare one, two, bare two) now
    meet the low end of a sequence on the table. ``after`` is what is open then.
    """

    naturals: int
    jokers: int
    carried: int
    begun: int
    bare_on: int
    bare_begun: int
    met: tuple[int, int, int, int]
    after: Open
    waiting: int


class Place(NamedTuple):
    """What a step depends on besides what is open: a suit at one rank.

    ``held`` natural cards; so many sequences on the table that go on here (``highs``) or begin at the next rank (``lows``);
    whether a sequence may begin here, with a natural card or a joker; the natural cards at the next rank (``ahead``).
    """

    held: int
    highs: int = 0
    lows: int = 0
    may_begin: bool = False
    may_begin_bare: bool = False
    ahead: int = LAST


@lru_cache(maxsize=100_000)
def steps(reach: Open, place: Place, jokers: int) -> tuple[Step, ...]:
    """Every way in which the sequences of a suit go on at one rank; those with most natural cards first."""
    found: list[Step] = []
    if place.held + jokers < reach.waiting:
        return ()
    many = reach.many + place.highs
    for naturals in range(place.held, reach.bare_two - 1, -1):
        for laid in range(jokers + 1):
            extra = naturals + laid - reach.waiting
            if extra < 0:
                continue
            carried = min(many, extra)
            begun = extra - carried
            if begun and not (place.may_begin or place.may_begin_bare):
                break
            bare = max(0, laid - reach.one - reach.two - carried)
            for bare_on in range(min(bare, reach.bare_one) + 1):
                bare_begun = bare - bare_on
                if bare_begun > (begun if place.may_begin_bare else 0) or (begun > bare_begun and not place.may_begin):
                    continue
                now = Open(
                    begun - bare_begun,
                    bare_begun,
                    reach.one + reach.bare_one - bare_on,
                    bare_on,
                    carried + reach.two + reach.bare_two,
                )
                for met, after in _met(now, place, jokers - laid):
                    found.append(Step(naturals, laid, carried, begun, bare_on, bare_begun, met, after, after.waiting))
    return tuple(found)


def _met(now: Open, place: Place, jokers: int) -> Iterator[tuple[tuple[int, int, int, int], Open]]:
    """The ways in which short sequences meet those on the table, so that the rest can still be carried on."""
    short = now[:4]
    for met in product(*(range(min(place.lows, number) + 1) for number in short)):
        if sum(met) > place.lows:
            continue
        one, bare_one, two, bare_two = (number - closed for number, closed in zip(short, met, strict=True))
        waiting = one + bare_one + two + bare_two
        if place.ahead == LAST:
            if not waiting:
                yield (met[0], met[1], met[2], met[3]), NOTHING
        elif bare_two <= place.ahead and waiting <= place.ahead + jokers:
            many = min(now.many, place.ahead + jokers)
            yield (met[0], met[1], met[2], met[3]), Open(one, bare_one, two, bare_two, many)


class Gathered(NamedTuple):
    """A group of one rank: so many black cards, hearts that must lie there, black and red jokers; hearts that may."""

    blacks: int = 0
    hearts: int = 0
    black_jokers: int = 0
    red_jokers: int = 0
    spare: int = 0


NO_GROUP = Gathered()


@lru_cache(maxsize=100_000)
def index_groups(blacks: int, hearts: int, black: int, red: int, lies: bool, sparing: bool) -> tuple[Gathered, ...]:
    """The groups that an index rank can make of what its sequences leave; ``lies``: one is on the table.

    Hearts beyond the three cards that make a group are spare: they lie there, or attend elsewhere at no loss. Jokers
    beyond those are no matter of this rank: any group of index cards takes them. With ``sparing`` cards may be kept though
    they would fit, and no heart is spare.
    """
    if sparing:
        return _sparing_groups(blacks, hearts, black, red, lies)
    if lies or blacks >= 3:
        return (Gathered(blacks, spare=hearts) if blacks + hearts else NO_GROUP,)
    found = []
    for bound in range(min(hearts, 3 - blacks), -1, -1):
        missing = 3 - blacks - bound
        if blacks + bound == 0 and not hearts:
            continue
        for black_jokers in range(min(black, missing) + 1):
            if missing - black_jokers <= red:
                found.append(Gathered(blacks, bound, black_jokers, missing - black_jokers, hearts - bound))
    return (*found, NO_GROUP)


def _sparing_groups(blacks: int, hearts: int, black: int, red: int, lies: bool) -> tuple[Gathered, ...]:
    found = [NO_GROUP]
    for laid, bound in product(range(blacks + 1), range(hearts + 1)):
        if laid + bound == 0:
            continue
        missing = 0 if lies else max(0, 3 - laid - bound)
        for black_jokers in range(min(black, missing) + 1):
            if missing - black_jokers <= red:
                found.append(Gathered(laid, bound, black_jokers, missing - black_jokers))
    return tuple(found)


@lru_cache(maxsize=100_000)
def royal_groups(blacks: int, black: int, lies: bool, attendants: int) -> tuple[Gathered, ...]:
    """The groups that a rank of royalty can make, each card with an attendant; the largest first."""
    found = []
    for laid in range(blacks, -1, -1):
        for black_jokers in range(black + 1):
            size = laid + black_jokers
            if 0 < size <= attendants and (lies or (size >= 3 and laid)):
                found.append(Gathered(laid, black_jokers=black_jokers))
    return (*found, NO_GROUP)
