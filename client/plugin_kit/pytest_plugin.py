"""For the tests of plugins: tables whose cards a test stacks and whose actions it writes, the trial, and golden records.

pytest finds this by itself where rumpus is installed. A test file says ``PLUGIN = "mine.py"``, the plugin's file beside
it (or a list of several), where the plugin is not installed; then it asks for ``table``, ``trial`` or ``golden``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rumpus.core.cards import Card
    from rumpus.core.deal import Deal
    from rumpus.core.game import Charter
    from rumpus.core.hooks import Catalogue
    from rumpus.core.match import Match
    from rumpus.core.testing.trial import Report

WIDTH = 120


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--bless`` writes what tests keep anew; read the difference before it is committed."""
    with suppress(ValueError):  # another plugin has the same option
        parser.addoption("--bless", action="store_true", default=False, help="write anew what the tests keep, and look at it")


# --- stacked decks ----------------------------------------------------------------------------------------------------


def read_cards(text: str) -> list[Card]:
    """Cards as a test writes them: ``2C QS``, and ``2C..AC`` for all from one to the other, up or down."""
    from rumpus.core.cards import read_card

    cards: list[Card] = []
    for word in text.split():
        ends = [read_card(end) for end in word.split("..")]
        first, last = ends[0], ends[-1]
        if first is None or last is None or len(ends) > 2 or (len(ends) == 2 and first // 13 != last // 13):
            raise ValueError(f"'{word}' is no card and no row of one suit's cards; write QS, or 2C..AC.")
        cards += range(first, last + 1) if first <= last else range(first, last - 1, -1)
    return cards


def stacked_deck(match: Match, hands: Sequence[str], then: str = "") -> tuple[Card, ...]:
    """The deck that deals these hands, with the cards of ``then`` on top of what is left.

    ``hands`` are by seat; those that are not full, or not named, are filled with the rest of the deck in declared
    order. Raises ValueError where the deck does not have the cards, or the game does not deal one card at a time from
    the eldest hand on.
    """
    from rumpus.core.cards import NAME, names

    plain = match.open_deal(match.deck)
    wanted = [read_cards(text) for text in (*hands, *[""] * (plain.seats - len(hands)))]
    after = read_cards(then)
    rest = list(match.deck)
    for face in (*(face for hand in wanted for face in hand), *after):
        if face not in rest:
            raise ValueError(f"The deck has no {NAME[face]} left for all the hands that are asked for.")
        rest.remove(face)
    for seat, hand in enumerate(wanted):
        dispatcher = len(plain.at[seat]) - len(hand)
        if dispatcher < 0:
            raise ValueError(f"Seat {seat} is dealt {len(plain.at[seat])} cards, not {len(hand)}.")
        hand += [rest.pop(0) for _ in range(dispatcher)]
    order = [seat for step in range(plain.seats) if (seat := (plain.dealer + 1 + step) % plain.seats) in plain.seats_in]
    dealt = [face for round_of in zip(*(wanted[seat] for seat in order), strict=True) for face in round_of]
    deck = (*dealt, *after, *rest)
    made = match.open_deal(deck)
    if any(sorted(made.at[seat]) != sorted(hand) for seat, hand in enumerate(wanted)):
        raise ValueError(f"This game deals otherwise; write the whole deck, such as deck='{names(deck[:3])} …'.")
    return deck


class Table:
    """A table that a test plays at: ``charter``, ``match`` and the ``deal`` that is on.

    An action is written with the seat before it: ``here.play("0 play 2C", "1 play 3C")``.
    """

    def __init__(self, charter: Charter, dealer: int = 0) -> None:
        from rumpus.core.match import Match

        self.charter = charter
        self.dealer = dealer
        self.match: Match = Match(charter, dealer)
        self.deals: list[dict[str, Any]] = []
        self._deal: Deal | None = None

    @property
    def deal(self) -> Deal:
        """The deal that is on, or that was the last."""
        assert self._deal is not None, "no cards were dealt yet"
        return self._deal

    def next_deal(self, hands: Sequence[str] = (), then: str = "", deck: str = "") -> Deal:
        """Deal: these hands, or from this deck, top first, or else the deck in declared order. Settles the deal before."""
        from rumpus.core.cards import names

        if self._deal is not None and self.match.deals < len(self.deals):
            assert self._deal.over, "the deal before must be over; here.play_out() ends it"
            self.match.settle(self._deal)
        order = tuple(read_cards(deck)) if deck else stacked_deck(self.match, hands, then) if hands or then else self.match.deck
        self._deal = self.match.open_deal(order, story=True)
        self.deals.append({"deck": names(order), "actions": []})
        return self._deal

    def play(self, *lines: str) -> None:
        """Let seats act, a line each, ``"0 play 2C"``; a text of many lines will do. Raises Illegal, or Unreadable."""
        for line in _lines(lines):
            seat, action = _read(line)
            self.deal.act(seat, action)
            self.deals[-1]["actions"].append([seat, str(action)])

    def refusal(self, line: str) -> str:
        """The sentence with which an action is refused. Fails where it is accepted."""
        from rumpus.core.deal import Illegal

        seat, action = _read(line)
        try:
            self.deal.clone().act(seat, action)
        except Illegal as why:
            return str(why)
        pytest.fail(f"{action} of seat {seat} was accepted")

    def offers(self, seat: int) -> list[str]:
        """What a seat is offered; a choice by its first example."""
        return [str(offer) for offer in self.deal.offers(seat)]

    def hand(self, seat: int) -> list[str]:
        """The cards that a seat holds, in declared order."""
        from rumpus.core.cards import NAME

        return [NAME[face] for face in self.deal.held(seat)]

    def play_out(self, seed: str = "play out") -> Deal:
        """Let random players end the deal; the same text to draw from gives the same play."""
        from rumpus.core.bots import RANDOM_BOT
        from rumpus.core.events import View
        from rumpus.core.shuffling.seeded import bot_stream

        bots = [RANDOM_BOT.make(seat, self.charter, bot_stream(seed, seat)) for seat in range(self.charter.seats)]
        while not self.deal.over:
            seat = self.deal.turn[0]
            self.play(f"{seat} {bots[seat].choose(View(seat), self.deal.offers(seat))}")
        return self.deal

    def record(self) -> dict[str, Any]:
        """Everything so far, as ``rumpus replay`` reads it."""
        from rumpus.core.record import record_of

        return record_of(self.charter, dealer=self.dealer, deals=self.deals)


def _lines(texts: Sequence[str]) -> Iterator[str]:
    return (line.strip() for text in texts for line in text.splitlines() if line.strip())


def _read(line: str) -> tuple[int, Any]:
    from rumpus.core.actions import read_action

    seat, _, action = line.strip().partition(" ")
    if not seat.isdigit():
        raise ValueError(f"'{line}' does not begin with a seat; write '0 play 2C'.")
    return int(seat), read_action(action)


# --- golden records ---------------------------------------------------------------------------------------------------


def spread(value: Any, margin: int = 0) -> str:
    """JSON to be read: what fits on a line stands on one."""
    line = json.dumps(value)
    if len(line) + margin <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (margin + 1)
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {spread(each, margin + 1)}" for key, each in value.items()]
        return "{\n" + inner + f",\n{inner}".join(rows) + "\n" + " " * margin + "}"
    return "[\n" + inner + f",\n{inner}".join(spread(each, margin + 1) for each in value) + "\n" + " " * margin + "]"


# --- fixtures ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rumpus_catalogue(request: pytest.FixtureRequest) -> Catalogue:
    """What is installed, and the plugin files that the test file names as its ``PLUGIN``. A plugin left out is a failure."""
    from rumpus.core.hooks import find_plugins

    named = getattr(request.module, "PLUGIN", ())
    files = [request.path.parent / name for name in ([named] if isinstance(named, str) else named)]
    found = find_plugins(files)
    sentences = [sentence for origin, sentence in found.failures if origin in map(str, files)]
    assert not sentences, "\n".join(sentences)
    return found


@pytest.fixture
def table(rumpus_catalogue: Catalogue) -> Callable[..., Table]:
    """Opens a table of a game: ``table("hearts", hands=["2C..AC"], dealer=3)``.

    ``seats``, ``options`` and ``house_rules`` are the table's; ``hands``, ``then`` and ``deck`` are of the first deal, as
    in `Table.next_deal`.
    """
    from rumpus.core.record import charter_for

    def open_table(
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        house_rules: Sequence[str] = (),
        dealer: int = 0,
        hands: Sequence[str] = (),
        then: str = "",
        deck: str = "",
    ) -> Table:
        here = Table(charter_for(rumpus_catalogue, game, seats, options or {}, list(house_rules)), dealer)
        here.next_deal(hands, then, deck)
        return here

    return open_table


@pytest.fixture
def trial(rumpus_catalogue: Catalogue) -> Callable[..., Report]:
    """Puts a game through the trial that every game must pass: ``trial("hearts", house_rules=["mine"], deals=10)``.

    Every kind of bot that plays the game takes its turn. Raises `rumpus.core.testing.trial.Broken`, which names the law and holds
    the shortest record that shows it.
    """
    from rumpus.core.record import charter_for
    from rumpus.core.testing.trial import bounded_options, run_trial

    def try_game(
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        house_rules: Sequence[str] = (),
        deals: int = 10,
    ) -> Report:
        known = rumpus_catalogue.games.get(game)
        chosen = {**(bounded_options(known) if known else {}), **(options or {})}
        charter = charter_for(rumpus_catalogue, game, seats, chosen, list(house_rules))
        kinds = [kind for kind in rumpus_catalogue.bots if kind.plays(charter.game)]
        return run_trial(charter, deals, kinds=kinds, thorough=6, all_verbs=False)

    return try_game


@pytest.fixture
def golden(request: pytest.FixtureRequest, rumpus_catalogue: Catalogue) -> Callable[[str, Any], None]:
    """Compares a record, or a table as it was played, with what is kept as ``golden/NAME.json`` beside the test.

    What is kept is the record and what the rules make of it. ``pytest --bless`` writes it.
    """
    from rumpus.core.record import replay

    def compare(name: str, played: Table | Mapping[str, Any]) -> None:
        record = played.record() if isinstance(played, Table) else dict(played)
        text = spread({"record": record, "expected": replay(record, rumpus_catalogue)}) + "\n"
        path: Path = request.path.parent / "golden" / f"{name}.json"
        if request.config.getoption("--bless"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"nothing is kept as {path.name}: run pytest --bless, and read it"
        assert json.loads(text) == json.loads(path.read_text(encoding="utf-8")), f"{path.name} is not what came of it now"

    return compare
