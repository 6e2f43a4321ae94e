"""Keys: a household that reads no manual gets along with what the screen says."""

from __future__ import annotations

from typing import Any

import pytest
from rumpus.client.input import commands, key_bindings
from rumpus.client.input.commands import COMMANDS
from rumpus.client.input.key_bindings import BY_KEY, KEYS, press
from rumpus.client.input.slash_commands import SLASHES, MistypedCommand, read_line, read_value
from rumpus.client.model import prompts
from rumpus.client.model.intents import Act, AskTable, Hint, Quit
from rumpus.client.model.model import Model
from rumpus.client.screen.layout import paint
from rumpus.client.screen.overlays import help_rows
from rumpus.client.session import hints
from rumpus.core.actions import Action
from rumpus.net.guest.events import Answered, Ended, TableNews
from rumpus.net.protocol.messages import Proposal
from screen_tables import Sitting, catalogue


def type_line(model: Model, text: str) -> Any:
    """Type a line that begins with ``:`` or ``/``, and press Enter."""
    for char in text:
        press(model, "space" if char == " " else char)
    return press(model, "enter")


def hearts() -> Sitting:
    return Sitting("hearts", 4).deal()


def test_every_command_has_a_key_and_every_key_a_command() -> None:
    assert set(KEYS) == set(COMMANDS)
    assert len(BY_KEY) == sum(len(row) for row in KEYS.values())


def test_the_help_names_every_command_key_and_typed_command() -> None:
    text = "\n".join(row for row, _ in help_rows(hearts().model, 72))
    for each in COMMANDS.values():
        assert each.help in text
        assert key_bindings.key_for(each.name) in text
    for name in SLASHES:
        assert f"/{name}" in text


def test_the_bar_names_only_what_can_be_done() -> None:
    session = Sitting("basic-rummy", 4).deal().play(40).until_mine()
    assert [name for name, _ in commands.bar(session.model)] == ["stock", "pile", "all", "hint", "help"]
    press_act(session, "s")
    assert "do" in [name for name, _ in commands.bar(session.model)]


def press_act(session: Sitting, key: str) -> None:
    wish = press(session.model, key)
    assert isinstance(wish, Act), session.model.notice
    assert session.mine(wish.text) == ""


def test_three_cards_are_given() -> None:
    session = hearts()
    model = session.model
    assert press(model, "enter") is None
    assert model.notice == "Mark three cards with the space bar, then press Enter."
    for _ in range(3):
        press(model, "space")
        press(model, "right")
    assert press(model, "space") is None
    assert model.notice.startswith("3 cards are marked already")
    wish = press(model, "enter")
    assert isinstance(wish, Act)
    assert wish.text == "give 2C 5C 6C"
    assert session.mine(wish.text) == ""
    assert not model.picked


def test_the_cursor_stands_on_a_card_that_may_be_played() -> None:
    session = hearts().play(17).until_mine()
    for _ in range(6):
        session.until_mine()
        if not session.on:
            break
        model = session.model
        assert not model.usable() or model.under_cursor() in model.usable()
        press_act(session, "enter")


def test_the_cursor_goes_round_and_is_not_lost_when_cards_go() -> None:
    model = hearts().model
    press(model, "left")
    assert model.cursor_at() == 12
    press(model, "right")
    assert model.cursor_at() == 0
    press(model, "end")
    assert model.cursor_at() == 12
    press(model, "home")
    assert model.cursor_at() == 0


def test_a_typed_action_stays_until_it_is_accepted() -> None:
    session = hearts().play(17).until_mine()
    model = session.model
    wish = type_line(model, ":play 2c")
    assert wish == Act("play 2C")
    assert session.mine("play 2C") == "You do not hold 2♣; play a card of your hand."
    assert model.entry is not None
    assert model.entry.text == "play 2c"
    assert model.refusal
    for _ in "2c":
        press(model, "backspace")
    for char in str(model.offers[0]).removeprefix("play "):
        press(model, char)
    wish = press(model, "enter")
    assert isinstance(wish, Act)
    assert session.mine(wish.text) == ""
    assert model.entry is None


def test_what_cannot_be_read_is_refused_here() -> None:
    model = hearts().model
    assert type_line(model, ":dance") is None
    assert model.refusal.startswith("'dance' is no action")
    assert model.entry is not None
    press(model, "escape")
    assert model.entry is None
    assert type_line(model, "/dance") is None
    assert "/help lists them" in model.refusal


def test_typing_edits_a_line() -> None:
    model = hearts().model
    for key in (":", "b", "left", "a", "end", "c", "home", "delete", "right", "right", "backspace"):
        press(model, key)
    assert model.entry is not None
    assert (model.entry.text, model.entry.at) == ("b", 1)
    press(model, "c-u")
    assert model.entry.text == ""
    press(model, "\x1b")
    assert model.entry.text == ""


def test_the_list_of_everything_does_what_is_chosen() -> None:
    session = Sitting("basic-rummy", 4).deal().play(40).until_mine()
    model = session.model
    press(model, "a")
    press(model, "down")
    assert press(model, "enter") == Act("draw discard")
    assert not model.overlay


def test_a_meld_is_marked_and_melded() -> None:
    session = rummy_with_a_meld()
    model = session.model
    assert press(model, "m") is None
    assert model.notice.startswith("Marked ")
    marked = model.selected()
    wish = press(model, "m")
    assert isinstance(wish, Act)
    assert session.mine(wish.text) == ""
    assert not set(marked) & set(model.view.hand())


def rummy_with_a_meld() -> Sitting:
    """A table where the model's seat has just drawn, and holds a meld."""
    for n in range(40):
        session = Sitting("basic-rummy", 2, seed=f"meld {n}").deal()
        for _ in range(12):
            session.until_mine()
            if not session.on:
                break
            if session.model.actions("draw"):
                session.mine("draw stock")
            if prompts.own_melds(session.model):
                return session
            session.mine(str(session.model.actions("discard")[-1]))
    raise AssertionError("no such deal")


def test_a_card_is_laid_off_by_l_or_by_the_number_of_the_meld() -> None:
    for key in ("l", "number"):
        session = rummy_with_a_lay_off()
        model = session.model
        action = next(action for action in model.actions("meld") if action.parts[0].on)
        model.point_at([code & 63 for code in action.parts[0].cards])
        assert len(prompts.lay_offs(model)) == 1
        wish = press(model, "l" if key == "l" else str(action.parts[0].on))
        assert isinstance(wish, Act)
        assert session.mine(wish.text) == ""


def rummy_with_a_lay_off() -> Sitting:
    for n in range(60):
        session = Sitting("basic-rummy", 4, seed=f"lay off {n}").deal()
        while session.on:
            session.until_mine()
            model = session.model
            if model.actions("draw"):
                session.mine("draw stock")
            single = [a for a in model.actions("meld") if a.parts[0].on]
            cards = [a.parts[0].cards for a in single]
            if single and cards.count(cards[0]) == 1:
                return session
            if session.on and model.actions("discard"):
                session.mine(str(model.actions("discard")[-1]))
    raise AssertionError("no such deal")


def test_a_key_for_another_time_says_so() -> None:
    model = hearts().model
    assert press(model, "k") is None
    assert model.notice.startswith("Not now. k: knock")


def test_the_result_goes_away_with_any_key_and_nothing_else_happens() -> None:
    session = hearts().play_out()
    model = session.model
    assert model.result is not None
    session.deal()
    assert model.result is not None, "play goes on behind it"
    assert press(model, "enter") is None
    assert model.result is None
    assert not model.notice


def proposal(votes: dict[str, bool] | None = None) -> Proposal:
    return Proposal(7, "", "The same again?", {"game": "hearts", "title": "Hearts"}, votes or {}, 1, 30)


def test_a_vote_is_cast() -> None:
    session = hearts().play_out()
    session.hear(TableNews(session.state("between", proposal())))
    assert press(session.model, "y") == AskTable("vote", {"yes": True, "id": 7})
    assert press(session.model, "n") == AskTable("vote", {"yes": False, "id": 7})


def test_who_looks_on_does_not_vote() -> None:
    session = Sitting("hearts", 4, seat=-1).deal()
    session.hear(TableNews(session.state("between", proposal())))
    assert press(session.model, "y") is None
    assert press(session.model, "q") == Quit()


def test_q_asks_once_and_ctrl_c_does_not() -> None:
    model = hearts().model
    assert press(model, "q") is None
    assert "once more" in model.notice
    press(model, "right")
    assert press(model, "q") is None
    assert press(model, "q") == Quit()
    assert press(model, "c-c") == Quit()


def test_at_the_end_enter_leaves() -> None:
    session = hearts()
    session.hear(Ended("closed", "The host has closed the table."))
    assert press(session.model, "enter") == Quit()


def test_keys_do_nothing_while_an_action_is_on_its_way() -> None:
    session = hearts().play(17).until_mine()
    session.model.pending = "play 6C"
    assert press(session.model, "enter") is None
    assert session.model.notice == "Your last action is still on its way."
    session.hear(Answered(1, "play 6C", True, "", ""))
    assert isinstance(press(session.model, "enter"), Act)


def test_help_scrolls_and_asks_for_the_rules_once() -> None:
    model = hearts().model
    assert press(model, "?") == AskTable("rules")
    press(model, "down")
    press(model, "pagedown")
    assert model.scroll == 9
    press(model, "?")
    assert not model.overlay
    model.rules = "Hearts"
    assert press(model, "?") is None


def test_the_hand_is_sorted_by_suits_or_ranks() -> None:
    model = hearts().model
    by_suit = [face for face, _ in model.hand()]
    press(model, "o")
    by_rank = [face for face, _ in model.hand()]
    assert sorted(by_suit) == sorted(by_rank)
    assert by_suit != by_rank
    press(model, "o")
    assert model.order == "suits", "Hearts has no melds"


def test_the_hand_is_sorted_by_melds_where_the_game_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_FOUND", [catalogue()])
    session = rummy_with_a_meld()
    model = session.model
    model.arranger = hints.HandSorter(model)
    press(model, "o")
    press(model, "o")
    assert model.order == "melds"
    arranged = model.arranged()
    assert arranged is not None
    assert arranged.melds
    assert [face for face, _ in model.hand()][: len(arranged.melds[0])] == arranged.melds[0]
    assert sorted(face for face, _ in model.hand()) == model.view.hand()
    text = "\n".join(paint(model, 80, 24).lines())
    assert f"{arranged.deadwood} unmatched" in text
    assert "╰──" in text


def test_equal_cards_are_two_cards() -> None:
    session = Sitting("hearts", 6, packs=2).deal()
    model = session.model
    twins = [held for held in model.hand() if held[1] == 1]
    if twins:
        model.picked = {twins[0]}
        assert model.selected() == [twins[0][0]]
    assert len(set(model.hand())) == len(model.hand())


TYPED = [
    ("/say hello there", AskTable("say", {"text": "hello there"})),
    ("/vote yes", AskTable("vote", {"yes": True})),
    ("/pause", AskTable("pause")),
    ("/sit", AskTable("sit")),
    ("/close", AskTable("close")),
    (
        "/propose gin-rummy --sit Ann,Bob",
        AskTable("propose", {"game": "gin-rummy", "options": {}, "house_rules": [], "seats": 0, "sit": ["Ann", "Bob"]}),
    ),
    ("/kick East", AskTable("kick", {"text": "East"})),
    ("/want 7 8", AskTable("want", {"text": "7 8"})),
    ("/rules", AskTable("rules")),
    ("/hint", Hint()),
    ("/leave", Quit(for_good=True)),
    ("/quit", Quit()),
    (
        "/propose hearts -o target=50 -o moon=add -o break_hearts=false -r lady-breaks --seats 3",
        AskTable(
            "propose",
            {
                "game": "hearts", "options": {"target": 50, "moon": "add", "break_hearts": False},
                "house_rules": ["lady-breaks"], "seats": 3,
            },
        ),
    ),
    ("Draw  Stock", Act("draw stock")),
    ("meld 7s 7h 7d, 8c on 2", Act("meld 7S 7H 7D, 8C on 2")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wish"), TYPED)
def test_a_typed_line_is_a_wish(text: str, wish: object) -> None:
    session = hearts()
    session.hear(TableNews(session.state("between", proposal())))
    assert read_line(session.model, text).wish == wish


LACKING = [
    "/say",
    "/auto",
    "/auto maybe",
    "/kick",
    "/want",
    "/propose",
    "/propose -o x",
    "/propose a b",
    '/propose "',
    "/vote",
    "/x",
]


@pytest.mark.parametrize("text", LACKING)
def test_a_typed_line_that_lacks_something_says_what(text: str) -> None:
    session = hearts()
    with pytest.raises(MistypedCommand) as told:
        read_line(session.model, text)
    assert str(told.value).endswith(".")


def test_values_are_read_as_they_are_typed() -> None:
    assert [read_value(text) for text in ("true", "False", "50", "-3", "choose", "1_0")] == [True, False, 50, -3, "choose", "1_0"]


def test_the_obvious_is_never_a_surprise() -> None:
    session = Sitting("gin-rummy", 2).deal().until_mine()
    found = prompts.obvious(session.model)
    assert isinstance(found, str), "two ways to go: nothing is obvious"
    session.mine(str(session.model.offers[0]))
    session.until_mine()
    found = prompts.obvious(session.model)
    assert isinstance(found, Action | str)
