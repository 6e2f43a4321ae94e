"""The pond's own tests, run where it is installed."""


def test_tens_cost_what_the_table_says(table):
    here = table("ducks", options={"ten": 5}, hands=["2C..AC", "2D..AD", "2H..AH"], dealer=3)
    here.play("0 give 2C 3C", "1 give 2D 3D", "2 give 2H 3H", "3 give 2S 3S")
    here.play_out()
    assert sum(here.deal.scores) == 12 + 4 * 5  # twelve spades that are no ten


def test_the_pike_bites(table):
    whole = [table("ducks", house_rules=rules).charter.rules.whole for rules in ([], ["pike"])]
    assert whole == [24, 29]


def test_who_has_no_neighbour_draws(table):
    here = table("lily-pads", hands=["2C 2D 2H 2S 3C"], then="9H 7H", dealer=2)
    assert here.offers(0) == ["draw stock"]
    assert "neighbour of the 9♥" in here.refusal("0 play 3C")
    here.play("0 draw stock")
    assert "7H" in here.hand(0)


def test_every_game_keeps_the_laws(trial):
    trial("ducks", house_rules=["pike"], deals=4)
    assert set(trial("lily-pads", deals=12).ended) <= {"out", "block"}
