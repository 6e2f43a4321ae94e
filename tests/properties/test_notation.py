"""The one notation: every form is read and written, whatever else is refused with a sentence, nothing is ever an exception."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rumpus.core.actions import VERBS, Action, Choice, Part, Unreadable, read_action
from rumpus.core.cards import BJ, NAME, RJ, card, code_name, named, names, pack, ranked, read_card, read_code

# --- every form of the notation -------------------------------------------------------------------------------------

CANONICAL = """
draw stock
draw discard
draw discard 3
draw discard 12
draw trick
pass
buy
return
meld 7S 7H 7D, 4C 5C BJ=6C
meld TC JC QC with 5H 7H
meld JS with AH on 3
meld QC KC with AH RJ on 5
meld 8S on 2
meld 8S on 12
meld 4C 5C on 1 low
meld 2C on 1 high
meld 9D
meld 9D, KS, 3H 3D 3C
meld 4C 5C BJ
meld BJ=4 BJ=4 RJ=4
meld 9H 9H BJ=9
meld 2C=9H 9C 9D
meld 2C=TH JH 2S=QH KH
meld BJ=TH on 2
meld RJ=7 on 4
meld KC AC 2C 3C with 5H, 9C KC with 5H on 1
meld 6D 7D 8D, 9D on 1, TD on 1 high
swap 7H on 2
swap 7H for BJ on 2
swap 7H for RJ on 10
swap 5C on 2 low
swap 5C on 2 high
swap BJ on 4
discard JC
discard RJ
discard JC trick
knock JC
knock
knock JC: 2C 3C 4C, KH KD KS
tunk
ask open
ask out
yes
no
give QS KS AS
play 7C
play 8S 9S TS
play BJ
play 6H RJ=7H BJ=8H 9H
moon add
moon subtract
""".strip().splitlines()


@pytest.mark.parametrize("text", CANONICAL)
def test_every_form_is_read_and_written_alike(text: str) -> None:
    assert str(read_action(text)) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("draw discard 1", "draw discard"),
        ("play 10♥", "play TH"),
        ("play 10h", "play TH"),
        ("play q♠", "play QS"),
        ("play qs", "play QS"),
        ("PLAY QS", "play QS"),
        ("Draw Stock", "draw stock"),
        ("  draw   discard   2 ", "draw discard 2"),
        ("discard j♣ TRICK", "discard JC trick"),
        ("meld 7s 7h 7d,4c 5c bj=6c", "meld 7S 7H 7D, 4C 5C BJ=6C"),
        ("meld 7♠ 7♥ 7♦ , 4♣ 5♣ bj=6♣", "meld 7S 7H 7D, 4C 5C BJ=6C"),
        ("meld bj=10 10c 10d", "meld BJ=T TC TD"),
        ("meld bj=10h jh qh", "meld BJ=TH JH QH"),
        ("meld 2♣=9♥ 9♣ 9♦", "meld 2C=9H 9C 9D"),
        ("meld tc jc qc WITH 5h rj", "meld TC JC QC with 5H RJ"),
        ("meld 8s ON 2 LOW", "meld 8S on 2 low"),
        ("swap 7h FOR bj ON 2", "swap 7H for BJ on 2"),
        ("swap 5c on 2 High", "swap 5C on 2 high"),
        ("knock jc:2c 3c 4c,kh kd ks", "knock JC: 2C 3C 4C, KH KD KS"),
        ("knock JC : 2C 3C 4C", "knock JC: 2C 3C 4C"),
        ("moon ADD", "moon add"),
        ("Yes", "yes"),
    ],
)
def test_what_else_is_read_has_one_canonical_form(written: str, canonical: str) -> None:
    assert str(read_action(written)) == canonical


def test_what_was_read_means_what_was_written() -> None:
    assert read_action("draw discard 3") == Action("draw", word="discard", depth=3)
    assert read_action("play 8S 9S TS").cards == (card("8S"), card("9S"), card("TS"))
    assert read_action("discard JC trick") == Action("discard", (card("JC"),), "trick")
    parts = read_action("meld TC JC BJ=QC with 5H RJ on 2 high, 7S 7H 7D").parts
    assert parts == (
        Part((card("TC"), card("JC"), named(BJ, card("QC"))), (card("5H"), RJ), 2, "high"),
        Part((card("7S"), card("7H"), card("7D"))),
    )
    assert read_action("meld BJ=9").parts[0].cards == (ranked(BJ, 7),)
    swap = read_action("swap 7H for RJ on 3")
    assert (swap.cards, swap.joker, swap.on, swap.end) == ((card("7H"),), RJ, 3, "")
    knock = read_action("knock JC: 2C 3C 4C, KH KD KS")
    assert knock.cards == (card("JC"),)
    assert [names(part.cards) for part in knock.parts] == ["2C 3C 4C", "KH KD KS"]


def test_a_sequence_of_plays_and_a_meld_keep_their_order_but_a_gift_has_none() -> None:
    assert read_action("play 9S 8S").cards == (card("9S"), card("8S"))
    assert read_action("meld 3C 2C AC").parts[0].cards == (card("3C"), card("2C"), card("AC"))
    assert read_action("give QS 2C AS") == read_action("give AS QS 2C")


def test_a_choice_is_written_as_one_legal_example() -> None:
    choice = Choice("give", 3, (card("AS"), card("2C"), card("9D"), card("TH")))
    assert read_action(str(choice)) == choice.example()
    assert len(set(choice.example().cards)) == 3
    assert set(choice.example().cards) <= set(choice.cards)


# --- what cannot be read --------------------------------------------------------------------------------------------

UNREADABLE = """
QS
7
hello
draw
draw pile
draw stock 3
draw discard 0
draw discard -1
draw discard 1.5
draw discard three
draw discard 1 2
draw 7H
pass now
buy 2C
return 2C
tunk 5
yes please
no no
play
play 1C
play 11C
play 7
play 10
play QSS
play Q S
play ♠Q
play QX
play JJ
play BJ=
play 7C, 8C
give
give QS KS A
meld
meld ,
meld 7S 7H 7D,
meld , 7S 7H 7D
meld 7S 7H 7D,, 4C 5C 6C
meld on 2
meld with 5H
meld 8S on
meld 8S on x
meld 8S on 0
meld 8S on -1
meld 8S low
meld 8S on 2 middle
meld 8S on 2 low high
meld TC JC QC with
meld TC with JC with QC
meld TC JC QC with 5X
meld TC JC QC with BJ=5H
meld BJ=
meld =7H
meld BJ=77
meld BJ=RJ
meld BJ=7H=8H
meld BJ =7H
swap
swap 7H
swap 7H on
swap on 2
swap 7H on two
swap 7H on 0
swap 7H for on 2
swap 7H for 8H on 2
swap 7H for BJ=7H on 2
swap 7H 8H on 2
swap 7H on 2 middle
discard
discard 7X
discard 2C 3C
discard JC stock
discard JC trick trick
knock 2C 3C
knock 7X
knock JC:
knock JC: ,
knock JC: 8S on 2
knock JC: TC JC QC with 5H
knock JC: 2C 3C 4C: KH KD KS
ask
ask in
ask open out
moon
moon shine
moon add subtract
""".strip("\n").splitlines()


@pytest.mark.parametrize("text", ["", "   ", *UNREADABLE, "play " + "QS " * 2000, "meld " + "7S, " * 5000])
def test_what_is_no_action_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_action(text)
    sentence = str(refusal.value)
    assert sentence[0].isupper() or sentence[0] == "'", sentence
    assert sentence[-1] in ".…", sentence
    assert "\n" not in sentence
    assert len(sentence) <= 200, "a refusal does not echo everything that was typed"


# --- round trips ----------------------------------------------------------------------------------------------------

faces = st.sampled_from(range(len(NAME)))
wilds = st.builds(named, faces, st.sampled_from(range(52))) | st.builds(ranked, faces, st.sampled_from(range(13)))
codes = faces | wilds
numbers = st.integers(1, 99)
ends = st.sampled_from(["", "low", "high"])
rows = st.lists(codes, min_size=1, max_size=14).map(tuple)
attendants = st.lists(faces, max_size=3).map(tuple)
sets = st.tuples(rows, attendants).map(lambda fields: Part(*fields))
lay_offs = st.tuples(rows, attendants, numbers, ends).map(lambda fields: Part(*fields))
melds = st.lists(sets | lay_offs, min_size=1, max_size=5).map(lambda parts: Action("meld", parts=tuple(parts)))
arrangements = st.lists(rows.map(Part), max_size=4).map(tuple)


def one(verb: str, word: str = "") -> st.SearchStrategy[Action]:
    return faces.map(lambda face: Action(verb, (face,), word))


def words(verb: str, *some: str) -> st.SearchStrategy[Action]:
    return st.sampled_from([Action(verb, word=word) for word in some])


ACTIONS: dict[str, st.SearchStrategy[Action]] = {
    "draw": words("draw", "stock", "trick") | numbers.map(lambda n: Action("draw", word="discard", depth=n)),
    "meld": melds,
    "swap": st.tuples(faces, numbers, st.sampled_from([-1, BJ, RJ]), ends).map(
        lambda said: Action("swap", (said[0],), on=said[1], joker=said[2], end=said[3])
    ),
    "discard": one("discard") | one("discard", "trick"),
    "knock": st.tuples(st.lists(faces, max_size=1), arrangements).map(
        lambda said: Action("knock", tuple(said[0]), parts=said[1])
    ),
    "ask": words("ask", "open", "out"),
    "moon": words("moon", "add", "subtract"),
    "give": st.lists(faces, min_size=1, max_size=5).map(lambda cards: Action("give", tuple(sorted(cards)))),
    "play": st.lists(faces, min_size=1, max_size=8).map(lambda cards: Action("play", tuple(cards)))
    | st.tuples(faces, wilds, faces).map(lambda cards: Action("play", cards)),
    **{verb: st.just(Action(verb)) for verb in ("pass", "buy", "return", "tunk", "yes", "no")},
}
actions = st.one_of(*ACTIONS.values())


def test_actions_of_every_verb_are_generated() -> None:
    assert set(ACTIONS) == set(VERBS)


@pytest.mark.parametrize("verb", sorted(ACTIONS))
def test_every_verb_comes_back_from_its_text(verb: str) -> None:
    @given(ACTIONS[verb])
    def comes_back(action: Action) -> None:
        text = str(action)
        assert read_action(text) == action
        assert str(read_action(text)) == text

    comes_back()


def _as_typed(token: str, how: int) -> str:
    if how & 1 and read_code(token) is not None:
        token = token.replace("T", "10")
    if how & 2 and read_code(token) is not None:
        for letter, sign in zip("CDHS", "♣♦♥♠", strict=True):
            token = token.replace(letter, sign)
    return token.lower() if how & 4 else token


@given(actions, st.lists(st.integers(0, 7), min_size=1, max_size=9), st.sampled_from([" ", "  ", "\t"]))
def test_case_signs_tens_and_spaces_make_no_difference(action: Action, ways: list[int], space: str) -> None:
    tokens = str(action).replace(",", " ,").replace(":", " :").split()
    typed = space.join(_as_typed(token, ways[n % len(ways)]) for n, token in enumerate(tokens))
    assert read_action(typed) == action


WORDS = ("with", "on", "low", "high", "for", "stock", "discard", "trick", ",", ":", "=", "1", "2", "0")
pieces = st.sampled_from([*VERBS, *CANONICAL, *WORDS])
snippets = st.lists(pieces | faces.map(NAME.__getitem__) | codes.map(code_name) | st.text(max_size=4), max_size=12)


@given(st.text() | snippets.map(" ".join) | snippets.map("".join))
@example("play ß")
@example("play 10")
@example("meld BJ=ǰ")
@example("meld ︀")
@example("knock:::,,,:")
@example("draw discard ²")
@example("draw discard ١")
@example("\ud800")
def test_any_text_is_an_action_or_unreadable(text: str) -> None:
    try:
        action = read_action(text)
    except Unreadable:
        return
    assert read_action(str(action)) == action


# --- cards ----------------------------------------------------------------------------------------------------------


def test_declared_order() -> None:
    one_pack = names(pack())
    assert one_pack.startswith("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D")
    assert one_pack.endswith("KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")
    assert pack()[0] == card("2C")
    assert names(pack(2, black_jokers=2, red_jokers=2)) == f"{one_pack} {one_pack} BJ BJ RJ RJ"
    assert names(pack(2, black_jokers=1)) == f"{one_pack} {one_pack} BJ"
    left = names(pack(2, without=[card(name) for name in ("2D", "2D", "2C")]))
    assert left.split().count("2D") == 0
    assert left.split().count("2C") == 1
    assert len(left.split()) == 101


def test_every_card_comes_back_from_its_name() -> None:
    assert len(set(NAME)) == 54
    for face, name in enumerate(NAME):
        assert read_card(name) == read_card(name.lower()) == face
    placed = [named(wild, face) for wild in range(54) for face in range(52)]
    placed += [ranked(wild, rank) for wild in range(54) for rank in range(13)]
    for code in (*range(54), *placed):
        assert read_code(code_name(code)) == code
        assert read_code(code_name(code).lower()) == code
