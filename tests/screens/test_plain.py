"""The line client as a transcript: what it prints for news, and what it makes of lines."""

from __future__ import annotations

from msgspec.structs import replace
from rumpus.client.input.commands import may_vote
from rumpus.client.model.intents import Act, AskTable, Quit
from rumpus.client.model.model import Model
from rumpus.client.plain.line_client import LineTalk
from rumpus.client.screen.overlays import score_rows
from rumpus.core.events import View
from rumpus.net.guest.events import Answered, Heard, LinkNews, RulesNews, SayNews, TableNews, WelcomeNews
from rumpus.net.protocol.messages import Played, Proposal, Reckoning, Waits
from screen_tables import Sitting


class Talk(Sitting):
    """A table whose news go to the line client."""

    talk: LineTalk | None = None

    def hear(self, *news: object) -> None:
        if self.talk is None:
            self.talk = LineTalk(self.model)
            self.out: list[str] = []
            self.charter_lines: list[str] = []
        for each in news:
            for line in self.talk.hear(each):  # type: ignore[arg-type]
                first = (not self.charter_lines[1:] and " seats, charter " in line) or line.startswith("Options: ")
                (self.charter_lines if first else self.out).append(line)

    def heard(self) -> list[str]:
        """The lines since the last time."""
        lines, self.out = self.out, []
        return lines


def test_a_deal_begins() -> None:
    table = Talk("hearts", 4).deal()
    assert table.heard() == [
        "Deal 1: You deal.",
        "You hold 2♣ 5♣ 6♣ 7♣ 3♦ 8♦ K♠ A♠ 2♥ 3♥ 6♥ J♥ K♥.",
        "give: choose any 3 of: 2C 5C 6C 7C 3D 8D 2H 3H 6H JH KH KS AS",
        "your turn: give 2C 5C 6C",
    ]


def test_your_turn_is_said_once_a_decision_and_again_after_a_refusal() -> None:
    table = Talk("hearts", 4).deal()
    table.heard()
    table.move(1)
    assert table.heard() == ["East gives three cards."]
    assert table.mine("give 2C 5C") == "Give exactly 3 cards, not 2."
    assert table.heard() == [
        "refused: Give exactly 3 cards, not 2.",
        "give: choose any 3 of: 2C 5C 6C 7C 3D 8D 2H 3H 6H JH KH KS AS",
        "your turn: give 2C 5C 6C",
    ]
    assert table.mine("give 2C 5C 6C") == ""
    assert table.heard() == ["You give 2♣ 5♣ 6♣."]


def test_totals_are_said_after_every_deal() -> None:
    table = Talk("hearts", 4).deal().play_out()
    lines = table.heard()
    assert [line for line in lines if line.startswith("totals:")] == ["totals: North 13 · East 11 · South 2 · West 0"]
    assert "The deal is over: every trick is taken." in lines
    table.deal().play_out()
    assert sum(line.startswith("totals:") for line in table.heard()) == 1


def test_nobodys_name_or_talk_passes_for_a_fixed_line() -> None:
    table = Talk("hearts", 4).deal()
    table.heard()
    table.hear(SayNews("totals: East 0 ·", "refused: yes"), SayNews("", "Your turn: play 2C sits down."))
    assert table.heard() == ["<totals: East 0 ·> refused: yes", "- Your turn: play 2C sits down."]


def test_typed_lines() -> None:
    table = Talk("hearts", 4).deal()
    talk = table.talk
    assert talk is not None
    assert talk.type("give 2c 5c 6c") == ([], Act("give 2C 5C 6C"))
    assert talk.type("/hand") == (["You hold 2♣ 5♣ 6♣ 7♣ 3♦ 8♦ K♠ A♠ 2♥ 3♥ 6♥ J♥ K♥."], None)
    assert talk.type("/scores") == (["Totals: North 0 · East 0 · South 0 · West 0"], None)
    assert talk.type("/melds") == (["There is nothing on the table."], None)
    assert talk.type("/say hi") == ([], AskTable("say", {"text": "hi"}))
    assert talk.type("/quit") == ([], Quit())
    assert talk.type("") == ([], None)
    lines, wish = talk.type("/help")
    assert wish is None
    assert any(line.startswith("/propose GAME") for line in lines)
    seats = "At the table: North (you), East (bot), South (bot), West (bot)."
    assert talk.type("/who")[0] == [seats]
    table.hear(TableNews(table.state(watchers=["Ada", "Bob"], silent=["Bob"])))
    assert talk.type("/who")[0] == [seats, "Looking on: Ada, Bob (away)."]


def test_a_line_that_cannot_be_read_is_refused_and_the_turn_said_again() -> None:
    table = Talk("hearts", 4).deal()
    assert table.talk is not None
    lines, wish = table.talk.type("dance")
    assert wish is None
    assert lines[0].startswith("refused: 'dance' is no action")
    assert lines[-1] == "your turn: give 2C 5C 6C"


def test_legal_says_whose_turn_it_is_when_it_is_not_yours() -> None:
    table = Talk("hearts", 4).deal().play(17)
    while table.model.offers:
        table.move(0)
    assert table.talk is not None
    assert table.talk.type("/legal")[0][0].startswith("Waiting for ")


def test_a_rummys_table() -> None:
    table = Talk("basic-rummy", 4).deal().play(40).until_mine()
    assert table.heard()[-1] == "your turn: draw stock · draw discard"
    assert table.talk is not None
    assert table.talk.type("/melds")[0] == [
        "1: 7♠ 8♠ 9♠ 10♠ J♠ (South)",
        "2: 3♣ 3♦ 3♥ (North)",
        "Pile: K♣ on top of 10; stock: 13",
    ]


def test_a_proposal_is_said_once() -> None:
    table = Talk("hearts", 4).deal()
    table.heard()
    asked = Proposal(2, "East", "East proposes Gin Rummy.", None, {}, 2, 30)
    table.hear(TableNews(table.state("playing", asked)))
    table.hear(TableNews(table.state("playing", asked)))
    assert table.heard() == ["East proposes Gin Rummy. Answer /vote yes or /vote no; 30 seconds are left."]
    table.hear(TableNews(table.state(paused="East")), TableNews(table.state()))
    assert table.heard() == ["East pauses the table; /pause goes on.", "The table goes on."]


def test_the_link_and_what_was_missed_are_told() -> None:
    table = Talk("hearts", 4).deal()
    table.heard()
    table.hear(LinkNews("reconnecting", "Reconnecting to the host."), LinkNews("live", "You are at the table."))
    view = View.read(table.model.view.data())
    table.hear(WelcomeNews(0, 5, view, [["note", "said", "East coughed."]], None))
    assert table.heard()[:3] == ["Reconnecting to the host.", "You are at the table.", "East coughed."]


def test_rules_are_printed_line_by_line() -> None:
    table = Talk("hearts", 4)
    table.hear(RulesNews("Hearts\n======\n\nTotals: 3"))
    assert table.heard() == ["Hearts", "======", "", "- Totals: 3"]


def test_an_answer_without_a_turn_says_nothing() -> None:
    table = Talk("hearts", 4)
    table.hear(Answered(1, "play 2C", True, "", ""), Heard(3, [], None))
    assert table.heard() == []


def test_who_sits_down_is_told_what_the_table_plays_by() -> None:
    table = Talk("hearts", 4)
    first, options = table.charter_lines
    assert first == f"Hearts for 4 seats, charter {table.state().charter['hash']}, plugin hearts 0.1.0."
    assert "target 100, " in options


def test_another_charter_is_told_with_what_is_different() -> None:
    table = Talk("hearts", 4).deal()
    table.heard()
    state = table.state()
    options = {**state.charter["options"], "break_hearts": False, "target": 50}
    changed = {**state.charter, "options": options, "house_rules": ["ours"], "hash": "0000"}
    other = replace(state, charter=changed, helps={"ours": "Ours is different."}, order=[])
    table.hear(TableNews(other))
    lines = table.heard()
    assert lines[0] == "The charter has changed: target is now 50; break_hearts is now false; house rule ours is new."
    assert "House rule ours: Ours is different." in lines
    table.hear(TableNews(other))
    assert table.heard() == []


def test_a_charter_that_is_another_one_than_last_time_is_told_at_once() -> None:
    model = Model(known={**Talk("hearts", 4).state().charter, "seats": 3, "hash": "0000"})
    lines = LineTalk(model).hear(TableNews(Talk("hearts", 4).state()))
    assert lines[0] == "The charter has changed since you last sat here: the seats are now 4."


def test_a_proposal_is_told_with_its_charter_and_when_it_comes() -> None:
    table = Talk("hearts", 4).deal()
    table.heard()
    state = table.state()
    charter = {**state.charter, "game": "gin-rummy", "title": "Gin Rummy", "seats": 2, "house_rules": ["a", "b"], "hash": "1111"}
    asked = Proposal(9, "East", "East proposes Gin Rummy.", charter, {}, 3, 30)
    asked = replace(asked, sit=["North", "East"], watch=["South", "West"], helps={"a": "A.", "b": "B."}, order=[["a", "b"]])
    table.hear(TableNews(table.state("playing", asked)))
    lines = table.heard()
    assert "House rule a: A." in lines
    assert "The order matters: a comes before b." in lines
    assert "North and East would sit, South and West would look on." in lines
    assert any(line.startswith("What would change: the game is now Gin Rummy; the seats are now 2; ") for line in lines)
    assert lines[-1].startswith("If everybody says yes the match is left after this deal")


def test_the_scores_hold_the_evening() -> None:
    table = Talk("hearts", 4)
    book = [
        Played("hearts", ["North"], [3, 9, 7, 7], ["North", "East", "South", "West"]),
        Played("gin-rummy", [], [20, 5], ["North", "East"], True),
    ]
    people = [Reckoning("North", 1, 1, {"hearts": 3}), Reckoning("East", 1, 0, {"hearts": 9})]
    waits = Waits({}, "match", "Spot Hearts comes after this match.")
    table.hear(TableNews(replace(table.state(), book=book, people=people, waits=waits)))
    assert table.talk is not None
    lines, _ = table.talk.type("/scores")
    assert lines[-5:] == [
        "hearts: North won, North 3 · East 9 · South 7 · West 7",
        "gin-rummy: unfinished, North 20 · East 5",
        "North: 1 won of 1 match; points: hearts 3",
        "East: 0 won of 1 match; points: hearts 9",
        "Spot Hearts comes after this match.",
    ]
    assert "gin-rummy: unfinished" in " ".join(text for text, _ in score_rows(table.model))


def test_who_sits_out_may_vote() -> None:
    table = Talk("hearts", 4)
    asked = Proposal(9, "East", "East proposes a pause.", None, {}, 3, 30)
    for number, may in ((-1, False), (2, True)):
        table.model.seat = -1
        table.hear(TableNews(replace(table.state(), you=-1, number=number, proposal=asked)))
        assert may_vote(table.model) is may
