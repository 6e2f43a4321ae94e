"""A stranger's plugin file: loaded with --plugin, hosted, and played by guests that do not have it."""

from __future__ import annotations

import re
from pathlib import Path

from plain_guests import guests, last_totals, table, type_to_the_end
from test_whole_matches import any_of

README = Path(__file__).parents[2] / "README.md"


def readme_plugin(folder: Path) -> Path:
    """The plugin file that the README shows, as a reader would save it."""
    found = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found, "the README shows a plugin"
    path = folder / "mine.py"
    path.write_text(found[1], encoding="utf-8")
    return path


def test_a_variant_and_a_house_rule_are_played_by_guests_without_them(tmp_path: Path) -> None:
    plugin = readme_plugin(tmp_path)
    assert len([line for line in plugin.read_text().splitlines() if line.strip()]) <= 15
    words = ("quick-hearts", "--plugin", str(plugin), "-r", "ace-breaks", "--seats", "4", "--bots", "2", "-o", "target=15")
    with table(tmp_path, *words, "--matches", "1") as (host, invite), guests(tmp_path, invite, 2) as seated:
        seated[0].wait_for("your turn:")
        seated[0].type("/rules")
        first = seated[0].wait_for("ace-breaks:")
        assert "ace of spades breaks hearts" in first
        seated[0].type("/legal")
        type_to_the_end(seated, any_of)
        assert [guest.exit_status() for guest in seated] == [0, 0]
        assert host.exit_status() == 0
        assert len({last_totals(guest) for guest in seated}) == 1
