"""Auto-play: with the player's leave the only action there is, is done at once, once, and said."""

from __future__ import annotations

import pytest
from rumpus.client.input.key_bindings import press
from rumpus.client.input.slash_commands import MistypedCommand, read_line
from rumpus.client.model.autoplay import lone
from rumpus.client.model.intents import Act, Wish
from rumpus.client.plain.line_client import PlainClient
from rumpus.client.screen.layout import paint
from rumpus.net.guest.events import Answered, Heard, LinkNews, News, TableNews
from rumpus.net.protocol.messages import Give, Offer
from screen_tables import Sitting
from test_screen import Stage, on_stage


def table(*acts: str, more: bool = False, gives: tuple[Give, ...] = (), dp: int = 50) -> Sitting:
    """A table of Hearts at which exactly this is offered."""
    session = Sitting("hearts", 4).deal().play(17)
    session.hear(offer(*acts, more=more, gives=gives, dp=dp))
    return session


def offer(*acts: str, more: bool = False, gives: tuple[Give, ...] = (), dp: int = 50) -> Heard:
    return Heard(99, [], Offer(dp, list(acts), list(gives), more))


def allowed(session: Sitting) -> bool:
    session.model.auto = True
    return lone(session.model) is not None


def test_it_is_off_until_it_is_allowed() -> None:
    session = table("play 7C")
    assert lone(session.model) is None
    assert press(session.model, "A") is None
    assert session.model.notice == "Auto-play is on: the only action there is, is done for you."
    assert str(lone(session.model)) == "play 7C"
    assert "auto-play" in paint(session.model, 80, 24).lines()[0]
    press(session.model, "A")
    assert session.model.notice == "Auto-play is off."
    assert lone(session.model) is None


def test_only_a_single_action_that_is_no_choice_is_done() -> None:
    assert allowed(table("play 7C"))
    assert allowed(table("draw stock"))
    assert not allowed(table("play 7C", "play 8C"))
    assert not allowed(table("play 7C", more=True))
    assert not allowed(table(gives=(Give("give", 3, [0, 1, 2]),)))
    assert not allowed(table("pass", gives=(Give("give", 1, [0]),)))


def test_not_while_an_action_is_on_its_way_nor_while_the_table_is_held() -> None:
    session = table("play 7C")
    session.model.pending = "play 7C"
    assert not allowed(session)
    session.model.pending = ""
    session.hear(TableNews(session.state(paused="East")))
    assert not allowed(session)
    session.hear(TableNews(session.state()), LinkNews("reconnecting", "Reconnecting to the host."))
    assert not allowed(session)


def test_never_twice_at_one_decision() -> None:
    session = table("play 7C")
    session.model.sent("play 7C")
    session.hear(Answered(1, "play 7C", True, "", ""))
    assert not allowed(session)
    session.hear(offer("play 7C"))
    assert not allowed(session)
    session.hear(offer("play 8C", dp=51))
    assert allowed(session)


def test_it_is_switched_by_a_typed_command() -> None:
    model = table("play 7C").model
    assert read_line(model, "/auto on").lines == ["Auto-play is on: the only action there is, is done for you."]
    assert model.auto
    assert read_line(model, "/auto OFF").lines == ["Auto-play is off."]
    assert not model.auto
    with pytest.raises(MistypedCommand, match=r"Auto-play is off\. Say /auto on or /auto off\."):
        read_line(model, "/auto")


# --- the line client --------------------------------------------------------------------------------------------------


class FarSitting:
    """A sitting whose host answers when the test says so."""

    bot = ""

    def __init__(self, table: Sitting, refusal: str = "") -> None:
        self.model = table.model
        self.refusal = refusal
        self.wishes: list[Wish] = []

    def do(self, wish: Wish) -> str:
        self.wishes.append(wish)
        if isinstance(wish, Act) and not self.refusal:
            self.model.sent(wish.text)
        return self.refusal


class Plain:
    """A line client, what it printed and what it sent."""

    def __init__(self, refusal: str = "") -> None:
        self.session = FarSitting(table("play 7C", "play 8C"), refusal)
        self.out: list[str] = []
        self.client = PlainClient(self.session, self.out.append)  # type: ignore[arg-type]

    def hear(self, news: News) -> list[str]:
        self.out.clear()
        self.client.hear(news)
        return list(self.out)

    def type(self, text: str) -> list[str]:
        self.out.clear()
        self.client.typed(text)
        return list(self.out)


PLAYED = "Auto-play, as nothing else may be done: play 7♣."


def test_the_line_client_plays_says_so_and_asks_nothing() -> None:
    plain = Plain()
    assert plain.hear(offer("play 7C", dp=60)) == ["your turn: play 7C"]
    assert plain.type("/auto on")[-1] == PLAYED
    assert plain.session.wishes == [Act("play 7C")]
    assert plain.hear(Answered(1, "play 7C", True, "", "")) == []
    assert plain.hear(offer("play 7C", dp=61)) == [PLAYED]
    assert plain.hear(Answered(2, "play 7C", True, "", "")) == []
    assert plain.hear(offer("play 7C", "play 8C", dp=62)) == ["your turn: play 7C · play 8C"]
    assert len(plain.session.wishes) == 2


def test_what_the_host_refuses_is_left_to_the_player() -> None:
    plain = Plain()
    plain.type("/auto on")
    plain.hear(offer("play 7C", dp=61))
    assert plain.hear(Answered(1, "play 7C", False, "illegal", "No.")) == ["refused: No.", "your turn: play 7C"]
    assert len(plain.session.wishes) == 1


def test_what_cannot_be_sent_is_left_to_the_player() -> None:
    plain = Plain("You are not at the table yet: wait for the host.")
    plain.type("/auto on")
    lines = plain.hear(offer("play 7C", dp=61))
    assert lines == ["refused: You are not at the table yet: wait for the host.", "your turn: play 7C"]
    assert plain.hear(offer("play 7C", dp=61)) == []
    assert len(plain.session.wishes) == 1


# --- the screen -------------------------------------------------------------------------------------------------------


def test_the_screen_plays_the_last_cards_of_a_deal() -> None:
    table = Sitting("hearts", 4).deal().play(17).until_mine()
    while len(table.model.offers) > 1:
        table.move(table.seat)
        table.until_mine()
    dp = table.model.dp

    async def play(stage: Stage) -> None:
        assert table.model.dp == dp, "nothing is played before it is allowed"
        await stage.press("A")
        acts = [wish.text for wish in stage.session.wishes if isinstance(wish, Act)]
        told = [line.text for line in table.model.log.lines if line.text.startswith("Auto-play, as nothing else")]
        assert acts
        assert len(told) == len(acts)
        assert table.model.dp > dp or not table.on
        stage.keys.send_text("\x03")

    on_stage(table, play)


def test_the_screen_waits_until_the_eyes_have_followed() -> None:
    table = Sitting("hearts", 4).deal().play(17).until_mine()

    async def play(stage: Stage) -> None:
        screen = stage.screen
        stage.session.do = lambda wish: stage.session.wishes.append(wish) or ""  # type: ignore[func-returns-value, method-assign]
        screen.model.auto = True
        screen.pace = 1000.0
        other = next(number for number, place in table.model.view.places.items() if place.name == "hand" and place.seat == 1)
        trick = next(number for number, place in table.model.view.places.items() if place.name == "trick")
        moved = ["move", [51], other, trick]
        screen.hear(Heard(99, [moved], Offer(70, ["play 7C"], [])))
        assert stage.session.wishes == []
        screen._catch_up()
        assert stage.session.wishes == [Act("play 7C")]
        stage.keys.send_text("\x03")

    on_stage(table, play)
