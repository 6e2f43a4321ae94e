"""The plugin kit: ``rumpus new`` writes a plugin to start from, ``rumpus check`` tries one.

Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import click


@click.command(epilog="For example: rumpus new variant quick-hearts")
@click.argument("kind", metavar="game|variant|house-rule", type=click.Choice(["game", "variant", "house-rule"]))
@click.argument("name")
@click.option("--of", "base", metavar="GAME", help="The game that a variant is of (else hearts).")
@click.option("--family", type=click.Choice(["tricks", "rummy", "none"]), help="The family that a game belongs to (else tricks).")
def new(kind: str, name: str, base: str | None, family: str | None) -> None:
    """Write a plugin to start from, with its test, into this folder."""
    from rumpus.client.plugin_kit import templates

    if base is not None and kind != "variant":
        raise click.UsageError("--of names the game that a variant is of: rumpus new variant NAME --of gin-rummy.")
    if family is not None and kind != "game":
        raise click.UsageError("--family is a game's: rumpus new game NAME --family rummy.")
    files = templates.start(kind, name, base or "hearts", family or "tricks")
    templates.write(files)
    click.echo(templates.next_steps(kind, name, list(files)))


@click.command(epilog="For example: rumpus check quick_hearts.py")
@click.argument("plugin", metavar="FILE|PACKAGE")
@click.option("--deals", type=click.IntRange(min=1), default=20, metavar="N", show_default=True, help="Deals at a usual table.")
@click.option("--save", type=click.Path(), metavar="DIR", help="Write the record of every broken law there.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, nothing else.")
def check(plugin: str, deals: int, save: str | None, as_json: bool) -> None:
    """Put a plugin through the trial that every game must pass.

    Its games are tried at many tables, its house rules on every game that they fit, its bots on every game that they
    play. Plugins run with the rights of whoever hosts the table.
    """
    from rumpus.client.plugin_kit import trials
    from rumpus.client.text.faces import printable

    found, checked = trials.find(plugin)
    for sentence in checked.refused:
        click.echo(printable(sentence), err=True)
    total = sum(each.deals for brought in checked.plugins for each in trials.plan(found, brought, deals))
    with _bar(total, as_json) as bar:
        trials.check(found, checked, deals, bar.update)
    if save is not None:
        trials.save(checked, save)
    if as_json:
        click.echo(json.dumps(trials.data(checked)))
    elif checked.plugins:
        click.echo("\n".join(map(printable, trials.text(checked).splitlines())))
    sys.exit(0 if checked.good else 1)


class _NoBar:
    """No progress is shown where nobody looks at it."""

    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, deals: int) -> None:
        """Deals that are done."""


def _bar(total: int, as_json: bool) -> Any:
    if as_json or not total or not sys.stderr.isatty():
        return _NoBar()
    return click.progressbar(length=total, label=f"Trying {total} deals", file=sys.stderr)
