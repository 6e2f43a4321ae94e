"""Which key gives which command; to add a binding, add it here. The key help is made from this table.

Keys are written as prompt-toolkit writes them. Every command has its keys in one row, the one that is shown first.
"""

from __future__ import annotations

from rumpus.client.input.commands import COMMANDS, choose, lay_off_on, may_vote
from rumpus.client.input.slash_commands import MistypedCommand, Unreadable, read_line
from rumpus.client.model import prompts
from rumpus.client.model.intents import Act, Quit, Wish
from rumpus.client.model.model import Entry, Model
from rumpus.core.actions import Choice

KEYS: dict[str, tuple[str, ...]] = {
    "left": ("left",),
    "right": ("right",),
    "first": ("home",),
    "last": ("end",),
    "mark": ("space", "up"),
    "do": ("enter",),
    "stock": ("s",),
    "pile": ("d",),
    "deeper": ("down", ","),
    "less-deep": (".",),
    "trick-pile": ("e",),
    "pass": ("p",),
    "meld": ("m",),
    "lay-off": ("l",),
    "knock": ("k",),
    "swap": ("j",),
    "buy": ("b",),
    "tunk": ("u",),
    "return": ("r",),
    "ask-open": ("f",),
    "ask-out": ("g",),
    "add": ("+",),
    "subtract": ("-",),
    "yes": ("y",),
    "no": ("n",),
    "all": ("a",),
    "hint": ("h",),
    "order": ("o",),
    "scores": ("z",),
    "invite": ("i",),
    "say": ("t",),
    "type": (":",),
    "slash": ("/",),
    "auto": ("A",),
    "pause": ("P",),
    "revive": ("V",),
    "help": ("?",),
    "dismiss": ("escape",),
    "quit": ("q", "c-c"),
}

_SHOWN = {"left": "←", "right": "→", "up": "↑", "down": "↓", "space": "Space", "enter": "Enter", "home": "Home", "end": "End",
          "escape": "Esc", "c-c": "Ctrl-C"}  # fmt: skip

BY_KEY: dict[str, str] = {key: name for name, keys in KEYS.items() for key in keys}


def shown(key: str) -> str:
    """A key as the screen names it."""
    return _SHOWN.get(key, key)


def key_for(name: str) -> str:
    """The key that is shown for a command."""
    return shown(KEYS[name][0])


def help_lines(model: Model) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Every command with its keys and its help: those that apply now, and the others."""
    useful: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for each in COMMANDS.values():
        line = (" ".join(map(shown, KEYS[each.name])), each.help)
        (useful if each.when(model) else others).append(line)
    return useful, others


# --- what a key does --------------------------------------------------------------------------------------------------

PAGE = 8
MOVES = frozenset(
    ("left", "right", "home", "end", "space", "up", "down", "pageup", "pagedown", ",", ".", "?", "o", "z", "i", ":", "/", "t")
)
"""Keys that only touch what lies before the player."""


def press(model: Model, key: str) -> Wish | None:
    """What a key does: the model changes, or a wish comes back.

    What is being typed hears the key first, then what lies over the table, then the commands.
    """
    model.version += 1
    model.typed = ""
    if key == "c-c":
        return Quit()
    if model.entry is not None:
        return _in_entry(model, model.entry, key)
    leaving, model.leaving = model.leaving, False
    if leaving and key == "q":
        return Quit()
    if model.farewell and key in ("q", "enter", "escape"):
        return Quit()
    if model.overlay:
        return _in_overlay(model, key)
    if model.result is not None and not (key in ("y", "n") and may_vote(model)):
        model.result = None
        return None
    if model.notice and leaving:
        model.notice = ""
    return _command(model, key)


def _command(model: Model, key: str) -> Wish | None:
    if key.isdigit() and key != "0" and prompts.may_lay_off(model):
        return lay_off_on(int(key))(model)
    name = "less-deep" if key == "up" and model.dig else BY_KEY.get(key)
    if name is None:
        return None
    command = COMMANDS[name]
    if not command.when(model):
        model.notice = f"Not now. {shown(key)}: {command.help}." if model.offers else "It is not your turn."
        return None
    return command.run(model)


def _in_overlay(model: Model, key: str) -> Wish | None:
    step = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "left": -1, "right": 1}.get(key, 0)
    if model.overlay == "which":
        return _in_which(model, key, step)
    if model.overlay == "menu" and step:
        model.menu_at = (model.menu_at + step) % max(1, len(model.offers))
    elif step:
        model.scroll = max(0, model.scroll + step)
    elif model.overlay == "menu" and key == "enter" and model.menu_at < len(model.offers):
        model.overlay = ""
        offer = model.offers[model.menu_at]
        if isinstance(offer, Choice):
            model.notice = str(prompts.obvious(model))
            return None
        model.refusal = model.notice = ""
        return None if model.pending else Act(str(offer))
    elif key != "home":
        model.overlay = ""
    return None


def _in_which(model: Model, key: str, step: int) -> Wish | None:
    """Choose from a list: with the arrows and Enter, or by number."""
    if key.isdigit():
        return choose(model, int(key) - 1) if 0 < int(key) <= len(model.which) else None
    if step:
        model.menu_at = (model.menu_at + step) % max(1, len(model.which))
    elif key in ("enter", "space"):
        return choose(model, model.menu_at)
    elif key != "home":
        model.overlay = ""
    return None


def _in_entry(model: Model, entry: Entry, key: str) -> Wish | None:
    if key == "escape":
        model.entry = None
        model.refusal = model.notice = ""
    elif key == "enter":
        return _send_entry(model, entry)
    else:
        edit(entry, key)
    return None


def edit(entry: Entry, key: str) -> None:
    """Change the line being typed: one character, or a key that edits."""
    text, at = entry.text, entry.at
    if key == "backspace":
        entry.text, entry.at = text[: max(0, at - 1)] + text[at:], max(0, at - 1)
    elif key == "delete":
        entry.text = text[:at] + text[at + 1 :]
    elif key == "c-u":
        entry.text, entry.at = text[at:], 0
    elif key in ("left", "right"):
        entry.at = min(max(0, at + (1 if key == "right" else -1)), len(text))
    elif key in ("home", "end"):
        entry.at = 0 if key == "home" else len(text)
    else:
        typed = " " if key == "space" else key if len(key) == 1 and key.isprintable() else ""
        entry.text, entry.at = text[:at] + typed + text[at:], at + len(typed)


def _send_entry(model: Model, entry: Entry) -> Wish | None:
    """Send what was typed. An action stays in sight until it is accepted, so that a refusal loses nothing."""
    try:
        lines, wish = read_line(model, entry.text)
    except (MistypedCommand, Unreadable) as why:
        model.refusal = str(why)
        return None
    model.refusal = model.notice = ""
    model.typed = entry.text
    if isinstance(wish, Act):
        entry.sent = True
    else:
        model.entry = None
    if wish is not None and not isinstance(wish, Act) and entry.text.strip() == "/rules":
        model.overlay = "help"
    model.tell(lines)
    return wish
